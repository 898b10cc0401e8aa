//! Element names, and what the HTML standard says of each.
//!
//! The sets are those of the WHATWG HTML standard, sections 13.1.2 (void elements), 13.2.4.2 (the stack of
//! open elements) and 15.3 (rendering of flow content).

use rustc_hash::FxHashMap;

macro_rules! tags {
    ($($tag:ident $name:literal)*) => {
        /// The name of an element.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Tag {
            $($tag,)*
            /// Part of a drawing or a formula, whatever it is called.
            Foreign,
            /// Part of a drawing or a formula in which HTML may stand.
            Island,
            /// Any other name, by its number.
            Other(u32),
        }

        const KNOWN: &[(&str, Tag)] = &[$(($name, Tag::$tag),)*];
    };
}

tags! {
    A "a" Abbr "abbr" Acronym "acronym" Address "address" Annotation "annotation"
    AnnotationXml "annotation-xml" Applet "applet" Area "area" Article "article" Aside "aside" Audio "audio"
    B "b" Base "base" Basefont "basefont" Bgsound "bgsound" Big "big" Blockquote "blockquote" Body "body"
    Br "br" Button "button" Canvas "canvas" Caption "caption" Center "center" Cite "cite" Code "code"
    Col "col" Colgroup "colgroup" Datalist "datalist" Dd "dd" Del "del" Desc "desc" Details "details"
    Dfn "dfn" Dialog "dialog" Dir "dir" Div "div" Dl "dl" Dt "dt" Em "em" Embed "embed" Fieldset "fieldset"
    Figcaption "figcaption" Figure "figure" Font "font" Footer "footer" ForeignObject "foreignobject"
    Form "form" Frame "frame" Frameset "frameset" H1 "h1" H2 "h2" H3 "h3" H4 "h4" H5 "h5" H6 "h6" Head "head"
    Header "header" Hgroup "hgroup" Hr "hr" Html "html" I "i" Iframe "iframe" Image "image" Img "img"
    Input "input" Kbd "kbd" Keygen "keygen" Legend "legend" Li "li" Link "link" Listing "listing" Main "main"
    Marquee "marquee" Math "math" Menu "menu" Meta "meta" Mi "mi" Mn "mn" Mo "mo" Ms "ms" Mtext "mtext"
    Nav "nav" Nobr "nobr" Noembed "noembed" Noframes "noframes" Noscript "noscript" Object "object" Ol "ol"
    Optgroup "optgroup" Option "option" P "p" Param "param" Plaintext "plaintext" Pre "pre" Rb "rb" Rp "rp"
    Rt "rt" Rtc "rtc" Ruby "ruby" S "s" Samp "samp" Script "script" Search "search" Section "section"
    Select "select" Small "small" Source "source" Span "span" Strike "strike" Strong "strong" Style "style"
    Sub "sub" Summary "summary" Sup "sup" Svg "svg" Table "table" Tbody "tbody" Td "td" Template "template"
    Textarea "textarea" Tfoot "tfoot" Th "th" Thead "thead" Title "title" Tr "tr" Track "track" Tt "tt"
    U "u" Ul "ul" Var "var" Video "video" Wbr "wbr" Xmp "xmp"
}

/// Numbers the names of a document.
pub(super) struct Names {
    tags: FxHashMap<Box<[u8]>, Tag>,
}

impl Names {
    pub fn new() -> Self {
        Self { tags: KNOWN.iter().map(|(name, tag)| (Box::from(name.as_bytes()), *tag)).collect() }
    }

    /// The tag of a name in lower case.
    pub fn tag(&mut self, name: &[u8]) -> Tag {
        if let Some(tag) = self.tags.get(name) {
            return *tag;
        }
        let tag = Tag::Other(u32::try_from(self.tags.len()).unwrap_or(u32::MAX));
        self.tags.insert(Box::from(name), tag);
        tag
    }
}

#[rustfmt::skip]
#[allow(clippy::enum_glob_use, reason = "the sets are lists of nothing but tags")]
impl Tag {
    /// Has neither contents nor an end tag.
    pub fn is_void(self) -> bool {
        use Tag::*;
        matches!(self, Area | Base | Basefont | Bgsound | Br | Col | Embed | Frame | Hr | Img | Input | Keygen
            | Link | Meta | Param | Source | Track | Wbr)
    }

    /// Ends a search for the element that an unexpected end tag closes.
    pub fn is_special(self) -> bool {
        use Tag::*;
        self.is_void() && self != Keygen || self.is_block() || self.is_table_part() || matches!(self,
            AnnotationXml | Applet | Button | Head | Iframe | Island | Marquee | Noembed | Noframes | Noscript | Object | Script
            | Select | Style | Table | Template | Textarea | Title)
    }

    /// Part of a table: only such may stand right inside of one.
    pub fn is_table_part(self) -> bool {
        use Tag::*;
        matches!(self, Caption | Col | Colgroup | Tbody | Td | Tfoot | Th | Thead | Tr)
    }

    /// What may not hold text or other elements itself.
    pub fn is_table_frame(self) -> bool {
        use Tag::*;
        matches!(self, Table | Tbody | Tfoot | Thead | Tr)
    }

    /// Begins on a line of its own, tables and their parts aside.
    pub fn is_block(self) -> bool {
        use Tag::*;
        self.closes_paragraph() || matches!(self, Body | Dd | Dt | Frameset | Html | Legend | Optgroup | Option)
    }

    /// Its start tag ends an open paragraph.
    pub fn closes_paragraph(self) -> bool {
        use Tag::*;
        self.heading().is_some() || matches!(self, Address | Article | Aside | Blockquote | Center | Details
            | Dialog | Dir | Div | Dl | Fieldset | Figcaption | Figure | Footer | Form | Header | Hgroup | Hr
            | Li | Listing | Main | Menu | Nav | Ol | P | Plaintext | Pre | Search | Section | Summary | Ul
            | Xmp)
    }

    /// Changes how characters look, and goes on behind a block that ends before it.
    pub fn is_formatting(self) -> bool {
        use Tag::*;
        matches!(self, A | B | Big | Code | Em | Font | I | Nobr | S | Small | Strike | Strong | Tt | U)
    }

    /// The level of `h1` to `h6`.
    pub fn heading(self) -> Option<u8> {
        use Tag::*;
        match self { H1 => Some(1), H2 => Some(2), H3 => Some(3), H4 => Some(4), H5 => Some(5), H6 => Some(6), _ => None }
    }

    /// What lies in it cannot be closed from outside, nor the other way round.
    pub fn is_scope(self) -> bool {
        use Tag::*;
        matches!(self, Applet | Caption | Html | Table | Td | Th | Marquee | Object | Template
            | AnnotationXml | Island)
    }

    /// Formatting does not reach into it.
    pub fn is_marker(self) -> bool {
        use Tag::*;
        matches!(self, Applet | Caption | Marquee | Object | Td | Template | Th)
    }

    /// Ends drawings and formulas where it stands in one.
    pub fn breaks_out(self) -> bool {
        use Tag::*;
        self.heading().is_some() || matches!(self, B | Big | Blockquote | Body | Br | Center | Code | Dd | Div
            | Dl | Dt | Em | Embed | Head | Hr | I | Img | Li | Listing | Menu | Meta | Nobr | Ol | P | Pre
            | Ruby | S | Small | Span | Strong | Strike | Sub | Sup | Table | Tt | U | Ul | Var)
    }

    /// What an element of a drawing or (`math`) a formula is.
    pub fn as_foreign(self, math: bool) -> Self {
        use Tag::*;
        match self {
            Mi | Mo | Mn | Ms | Mtext if math => Island,
            Annotation | AnnotationXml if math => self,
            ForeignObject | Desc | Title if !math => Island,
            _ => Foreign,
        }
    }

    /// May stand in the head.
    pub fn is_metadata(self) -> bool {
        use Tag::*;
        matches!(self, Base | Basefont | Bgsound | Link | Meta | Noframes | Noscript | Script | Style
            | Template | Title)
    }

    /// Its contents are never painted as text of the page.
    pub fn is_never_text(self) -> bool {
        use Tag::*;
        matches!(self, Annotation | AnnotationXml | Applet | Audio | Canvas | Datalist | Embed | Frameset | Head
            | Iframe | Noembed | Noframes | Noscript | Object | Script | Style | Svg | Template | Title | Video)
    }
}
