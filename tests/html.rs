//! HTML pages: what is read of them, where it stands in the file, what is left out.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use fundstelle::document::{Block, BlockKind, Extraction, Origins, ProblemCode, Source, SourceKind};
use fundstelle::extract::decode::decode;
use fundstelle::extract::html::{HtmlOptions, Scope, looks_like_html, read};
use fundstelle::extract::rendered::{RenderKind, Rendered};
use fundstelle::extract::{LoadOptions, Loaded, kind_of, load_bytes_with_view};
use fundstelle::text::{Cancel, EditKind, Sha256Id, Span};
use proptest::prelude::*;
use std::path::Path;

fn open(html: impl AsRef<[u8]>, scope: Scope) -> Loaded {
    let options = LoadOptions { html: HtmlOptions { scope }, ..LoadOptions::default() };
    load_bytes_with_view(html.as_ref().to_vec(), "page.html", &options).unwrap()
}

fn main_of(html: impl AsRef<[u8]>) -> Extraction {
    open(html, Scope::Main).extraction
}

fn text(html: &str) -> String {
    let loaded = open(html, Scope::Whole);
    check(html, &loaded);
    loaded.extraction.text().to_string()
}

/// Where `what` stands in the file, by the origins of the default text.
fn in_file(extraction: &Extraction, what: &str) -> std::ops::Range<usize> {
    let at =
        extraction.text().find(what).unwrap_or_else(|| panic!("{what} in {:?}", extraction.text().as_str()));
    let pieces = extraction.edits().raw_pieces(Span::new(at, at + what.len()));
    let Origins::Bytes(origins) = extraction.origins() else { panic!("bytes") };
    let start = origins.file_range(pieces[0]).start as usize;
    start..origins.file_range(pieces[pieces.len() - 1]).end as usize
}

fn of_kind(extraction: &Extraction, kind: BlockKind) -> Vec<(&str, Option<u8>)> {
    let blocks = extraction.blocks().iter().filter(|b| b.kind == kind);
    blocks.map(|b| (extraction.text().slice(b.span), b.level)).collect()
}

fn shown(rendered: &Rendered) -> Vec<String> {
    rendered.blocks.iter().map(fundstelle::extract::rendered::RenderBlock::text).collect()
}

/// What holds of every page: each character's place, text and raw text, blocks, sections, view.
fn check(html: &str, loaded: &Loaded) {
    let Loaded { extraction, rendered } = loaded;
    let (raw, text) = (extraction.raw().as_str(), extraction.text().as_str());
    let Origins::Bytes(origins) = extraction.origins() else { panic!("bytes") };
    for (i, c) in raw.char_indices() {
        let at = origins.file_offset(i) as usize;
        assert!(at <= html.len());
        if origins.is_synthetic(i) {
            assert!(matches!(c, '\n' | '\t' | ' '), "{c:?} is nowhere");
            continue;
        }
        let rest = &html.as_bytes()[at.min(html.len())..];
        let mut buffer = [0; 4];
        let as_is = rest.starts_with(c.encode_utf8(&mut buffer).as_bytes());
        let blank =
            matches!(c, ' ' | '\n') && rest.first().is_none_or(|b| b.is_ascii_whitespace() || *b == b'<');
        let spelled = rest.starts_with(b"&") || (c == '\u{fffd}' && rest.first().is_none_or(|b| *b == 0));
        assert!(as_is || blank || spelled, "{c:?} at {i} came from byte {at} of {html:?}");
    }
    let mut back = String::new();
    let mut at = 0;
    for (i, edit) in extraction.edits().edits().iter().enumerate() {
        assert!(at <= edit.raw.start());
        back.push_str(&raw[at..edit.raw.start()]);
        assert_eq!(extraction.edits().edited(i).start(), back.len());
        back.push_str(&edit.replacement);
        at = edit.raw.end();
    }
    back.push_str(&raw[at..]);
    assert_eq!(back, text);
    assert_eq!(text.trim_matches(['\n', ' ']), text.trim_matches(['\n', ' ']).trim_end_matches(' '));
    partition(extraction);
    tables(extraction);
    view(extraction, rendered.as_ref().expect("a view"));
}

fn partition(extraction: &Extraction) {
    let text = extraction.text();
    let mut at = 0;
    for section in extraction.sections() {
        assert_eq!(section.span.start(), at);
        at = section.span.end();
    }
    assert_eq!(at, text.len(), "sections cover the text");
    let mut end = 0;
    for Block { span, kind, .. } in extraction.blocks() {
        let between = &text[end..span.start()];
        assert!(between.chars().all(|c| c == '\n') && between.len() <= 2, "{between:?} between blocks");
        let block = text.slice(*span);
        assert!(!block.is_empty());
        if *kind != BlockKind::Code {
            assert!(!block.contains("\n\n"), "{block:?} is more than a block");
            assert_eq!(block.trim_matches([' ', '\n']), block.trim_end_matches([' ']), "{kind:?} {block:?}");
        }
        end = span.end();
    }
    assert_eq!(&text[end..], "");
}

/// Cells lie in their rows, rows in their tables, and each place of the grid belongs to one cell at most.
fn tables(extraction: &Extraction) {
    let text = extraction.text();
    let blocks = extraction.blocks().iter().filter(|b| b.kind == BlockKind::Table).map(|b| b.span);
    assert!(blocks.eq(extraction.tables().iter().map(|t| t.span)));
    for table in extraction.tables() {
        let lines: Vec<&str> = text.slice(table.span).split('\n').collect();
        assert_eq!(lines.len(), table.rows.len(), "{lines:?}");
        assert!(lines.iter().all(|l| l.matches('\t').count() + 1 == table.columns.len()), "{lines:?}");
        let mut at = table.span.start();
        for (row, line) in table.rows.iter().zip(lines) {
            for cell in row {
                let before = &text[at..cell.span.start()];
                assert_eq!(before.matches('\t').count(), cell.column, "{cell:?} in {line:?}");
                assert!(cell.span.end() <= at + line.len() && !text.slice(cell.span).contains(['\t', '\n']));
                assert!(cell.column + cell.column_span <= table.columns.len() && cell.row_span > 0);
            }
            at += line.len() + 1;
        }
    }
}

fn view(extraction: &Extraction, rendered: &Rendered) {
    let text = extraction.text();
    let mut covered = vec![false; text.len()];
    let mut at = 0;
    for block in &rendered.blocks {
        for run in &block.runs {
            assert!(at <= run.span.start(), "runs ascend");
            at = run.span.end();
            if run.identical {
                assert_eq!(run.text, text.slice(run.span));
            } else {
                assert!(run.style.image.is_some() && run.span.is_empty());
            }
            covered[run.span.range()].fill(true);
        }
        if let RenderKind::Table { rows, .. } = &block.kind {
            let width = rows.first().map_or(0, |r| r.cells.len());
            assert!(rows.iter().all(|r| r.cells.len() == width), "a table is a rectangle");
            for cell in rows.iter().flat_map(|r| &r.cells) {
                assert!(cell.runs.end <= block.runs.len());
                for run in &block.runs[cell.runs.clone()] {
                    assert!(cell.span.contains_span(run.span));
                }
            }
        }
    }
    let unseen: String = text.char_indices().filter(|(i, _)| !covered[*i]).map(|(_, c)| c).collect();
    assert!(unseen.chars().all(|c| matches!(c, '\n' | '\t' | ' ')), "{unseen:?} is not shown");
}

#[test]
fn entities_and_umlauts_know_their_place() {
    let html =
        "<p>Ma&szlig; f&uuml;r &Ouml;l &amp; Wasser &lt;5&#176;C &#x20AC;9 &notit; &unknown; A&B ü&ü</p>";
    let page = main_of(html);
    assert_eq!(page.text().as_str(), "Maß für Öl & Wasser <5°C €9 ¬it; &unknown; A&B ü&ü");
    for (shown, spelled) in [
        ("ß", "&szlig;"),
        ("ü", "&uuml;"),
        ("Ö", "&Ouml;"),
        ("&", "&amp;"),
        ("°", "&#176;"),
        ("€", "&#x20AC;"),
    ] {
        assert_eq!(&html[in_file(&page, shown)], spelled);
    }
    assert_eq!(&html[in_file(&page, "Wasser")], "Wasser");
    assert_eq!(&html[in_file(&page, "A&B")], "A&B");
    text(html);
}

#[test]
fn white_space_is_as_a_browser_paints_it() {
    assert_eq!(
        text("<p>  one \r\n\t two&nbsp; three\u{a0}\u{a0}four  </p> \n <p> five<b> six</b> </p>"),
        "one two\u{a0} three\u{a0}\u{a0}four\n\nfive six"
    );
    assert_eq!(text("<p>a <br> b<br/>c<br></p>"), "a\nb\nc");
    assert_eq!(
        text("<p>first part<br><br>second part<br><br><br><br>third"),
        "first part\n\nsecond part\n\nthird"
    );
    assert_eq!(text("<div>日本\n語と English\ntext</div>"), "日本語と English text");
    assert_eq!(text("<p>soft&shy;hyphen, <wbr>zero\u{200b}width"), "soft\u{ad}hyphen, zero\u{200b}width");
}

#[test]
fn preformatted_text_stays_as_it_is() {
    let html = "<pre class='language-rust'>\r\n  fn  a() {\r\n\r\n\r\n\tb(&quot;&lt;p&gt;&quot;)\r\n  }\r\n\r\n</pre><p>after";
    let page = open(html, Scope::Main);
    assert_eq!(page.extraction.text().as_str(), "  fn  a() {\n\n\n\tb(\"<p>\")\n  }\n\nafter");
    assert_eq!(page.extraction.blocks()[0].kind, BlockKind::Code);
    let RenderKind::Code { language, .. } = &page.rendered.unwrap().blocks[0].kind else { panic!("code") };
    assert_eq!(language.as_deref(), Some("rust"));
}

#[test]
fn what_is_no_text_is_left_out_and_said() {
    let html = "<!-- no <p>comment</p> --><script>document.write('</p><p>no')</script><style>p::after { content: '<p>no' }</style>\
        <p>one<script>/* </p> */</script> two</p><![CDATA[ no ]]><template><p>no</p></template><noscript><p>no</p></noscript>\
        <svg><text>no</text><style><a></style><![CDATA[<p>no]]></svg><iframe><p>no</p></iframe><p>three</p>";
    let page = main_of(html);
    assert_eq!(page.text().as_str(), "one two\n\nthree");
    let removed = page.problems().iter().find(|p| p.code == ProblemCode::Removed).unwrap();
    assert!(removed.message.contains("2 scripts, 1 style sheet, 2 embedded objects"), "{}", removed.message);
    check(html, &open(html, Scope::Main));
}

#[test]
fn xhtml_has_text_in_cdata_sections() {
    let html =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><html><body><p>a <![CDATA[<b> & c]]> d</p></body></html>";
    assert_eq!(text(html), "a <b> & c d");
    assert_eq!(text("<p>x</>&amp;<math><mtext>a<![CDATA[b]]>&lt;c</mtext><mi>d</math>"), "x&ab<cd");
}

#[test]
fn tags_that_were_not_closed_end_where_they_must() {
    assert_eq!(
        text("<p>one<p>two<div>three<ul><li>a<li>b<ul><li>c</ul><li>d</ul>four"),
        "one\n\ntwo\n\nthree\n\na\nb\nc\nd\n\nfour"
    );
    assert_eq!(text("<dl><dt>Term<dd>Meaning<dt>Other<dd>Another</dl>"), "Term\nMeaning\nOther\nAnother");
    assert_eq!(text("<h1>Title<h2>Next</h3>text</p>more"), "Title\n\nNext\n\ntext\n\nmore");
    assert_eq!(text("</div></b>a</p>b<br/>c<unknown>d</unknown >e<"), "a\n\nb\ncde<");
    assert_eq!(text("a<p"), "a");
}

#[test]
fn formatting_goes_on_where_it_was_not_closed() {
    let page = open(
        "<p><b>bold</p><p>still</b> not</p><p><i>x<b>y</i>z</b>w</p><a href=/1>one<a href=/2>two</a> out",
        Scope::Whole,
    );
    let view = page.rendered.unwrap();
    let of = |what: &str| {
        let run = view.blocks.iter().flat_map(|b| &b.runs).find(|r| r.text.trim() == what);
        run.unwrap_or_else(|| panic!("{what} in {:?}", shown(&view))).style.clone()
    };
    assert!(of("bold").strong && of("still").strong && !of("not").strong);
    assert!(of("x").emphasis && !of("x").strong && of("y").emphasis && of("y").strong);
    assert!(of("z").strong && !of("z").emphasis && !of("w").strong);
    assert_eq!(
        (of("one").link.as_deref(), of("two").link.as_deref(), of("out").link),
        (Some("/1"), Some("/2"), None)
    );
    let split = open("<b>bold<div>inside</b> after</div> end", Scope::Whole).rendered.unwrap();
    let strong: Vec<(String, bool)> =
        split.blocks.iter().flat_map(|b| &b.runs).map(|r| (r.text.clone(), r.style.strong)).collect();
    let expected = [("bold", true), ("inside", true), (" after", false), ("end", false)];
    assert_eq!(strong, expected.map(|(t, s)| (t.to_owned(), s)));
}

#[test]
fn a_table_is_rows_and_cells() {
    let html = "<table><caption>Limits</caption><thead><tr><th>Part<th>Limit</thead>\
        <tr><td>Filter<td>0.8<br>bar</tr>lost<tr><td><p>Seal</p><p>ring</p><td></tr><tr><td colspan=2>none</table>";
    let loaded = open(html, Scope::Main);
    check(html, &loaded);
    let page = &loaded.extraction;
    assert_eq!(page.text().as_str(), "lost\n\nLimits\n\nPart\tLimit\nFilter\t0.8 bar\nSeal ring\t\nnone\t");
    assert_eq!(of_kind(page, BlockKind::Caption), [("Limits", None)]);
    assert_eq!(of_kind(page, BlockKind::Table).len(), 1);
    let rendered = loaded.rendered.unwrap();
    let RenderKind::Table { rows, .. } = &rendered.blocks[2].kind else { panic!("a table") };
    assert!(rows[0].header && !rows[1].header);
    assert_eq!(page.text().slice(rows[1].cells[1].span), "0.8 bar");
    assert_eq!(rows.iter().map(|r| r.cells.len()).collect::<Vec<_>>(), [2, 2, 2, 2]);
}

#[test]
fn cells_that_span_rows_leave_room() {
    let html = "<table><tr><th rowspan=2>A<th>B<tr><td>b1<tr><td>a2<td>b2</table>";
    let rendered = open(html, Scope::Main).rendered.unwrap();
    let RenderKind::Table { rows, .. } = &rendered.blocks[0].kind else { panic!("a table") };
    let cell = |r: usize, c: usize| -> String {
        rendered.blocks[0].runs[rows[r].cells[c].runs.clone()].iter().map(|r| r.text.as_str()).collect()
    };
    assert_eq!(
        (cell(0, 0), cell(1, 0), cell(1, 1), cell(2, 0)),
        ("A".into(), String::new(), "b1".into(), "a2".into())
    );
}

#[test]
fn a_table_knows_its_columns_units_and_caption() {
    let html = "<table><caption>Table 1: Limits</caption><thead><tr><th rowspan=2>Part<th colspan=2>Pressure<tr><th>Low (bar)<th>High (bar)</thead>\
        <tr><td>Filter<td>0.2<td>0.8<tr hidden><td>no<td>1<td>2<tr><td>&nbsp;<td><td><tr><td rowspan=9>Seal<td colspan=2>12<tr><td>1<td>2</table>";
    let loaded = open(html, Scope::Main);
    check(html, &loaded);
    let page = &loaded.extraction;
    let expected =
        "Table 1: Limits\n\nPart\tPressure\t\n\tLow (bar)\tHigh (bar)\nFilter\t0.2\t0.8\nSeal\t12\t\n\t1\t2";
    assert_eq!(page.text().as_str(), expected);
    let table = &page.tables()[0];
    assert_eq!(page.text().slice(table.caption.unwrap()), "Table 1: Limits");
    assert_eq!(table.header_rows, 2);
    let columns: Vec<_> = table.columns.iter().map(|c| (c.header.as_str(), c.unit.as_deref())).collect();
    assert_eq!(
        columns,
        [("Part", None), ("Pressure Low (bar)", Some("bar")), ("Pressure High (bar)", Some("bar"))]
    );
    let cell = |row, column| page.text().slice(table.cell(row, column).unwrap().span);
    assert_eq!(
        (cell(1, 0), cell(0, 2), cell(2, 2), cell(4, 0), cell(4, 2)),
        ("Part", "Pressure", "0.8", "Seal", "2")
    );
    assert_eq!(table.cell(4, 0).unwrap().row_span, 2);
}

#[test]
fn a_table_that_claims_a_million_places_has_those_of_its_cells() {
    let html = format!("<table><tr><th>a{}</table>", "<tr><td colspan=1000 rowspan=60000>b".repeat(5_000));
    let page = main_of(&html);
    assert!(page.text().len() < 20_000, "{}", page.text().len());
    assert_eq!(page.tables()[0].rows.len(), 5_001);
    let ragged = format!("<table><tr>{}{}</table>", "<th>a".repeat(5_000), "<tr><td>b".repeat(5_000));
    assert!(main_of(&ragged).text().len() < 40_000);
}

#[test]
fn tables_that_place_things_are_no_tables() {
    let html = "<table><tr><td><ul><li><a href=/>Home</a></ul><td><h1>Pump</h1><p>Text.<table><tr><td>1<td>2<tr><td>3<td>4</table></table>";
    let page = open(html, Scope::Whole);
    assert_eq!(page.extraction.text().as_str(), "Home\n\nPump\n\nText.\n\n1\t2\n3\t4");
    check(html, &page);
}

#[test]
fn lists_nest_and_are_numbered() {
    let html = "<ol start=3><li>three<li value=7>seven<ul><li>dot</ul><li><p>eight</p><p>more</p></ol>";
    let loaded = open(html, Scope::Main);
    check(html, &loaded);
    assert_eq!(loaded.extraction.text().as_str(), "three\nseven\ndot\neight\n\nmore");
    let items = of_kind(&loaded.extraction, BlockKind::ListItem);
    assert_eq!(items.iter().map(|i| i.1).collect::<Vec<_>>(), [Some(1), Some(1), Some(2), Some(1), Some(1)]);
    let rendered = loaded.rendered.unwrap();
    let marks: Vec<_> = rendered.blocks.iter().map(|b| b.item.map(|i| i.ordinal)).collect();
    assert_eq!(marks, [Some(Some(3)), Some(Some(7)), Some(None), Some(Some(8)), None]);
}

#[test]
fn sections_follow_the_headings() {
    let html = "<p>Preface</p><h1>Pump</h1><p>a</p><h3>Deep <em>one</em></h3>b<h2>Limits</h2><blockquote><h1>Quoted</h1></blockquote><div role=heading aria-level=2>Last</div>c";
    let page = main_of(html);
    let sections: Vec<_> =
        page.sections().iter().map(|s| (s.heading_path.join(" > "), page.text().slice(s.span))).collect();
    let expected = [
        ("", "Preface\n\n"),
        ("Pump", "Pump\n\na\n\n"),
        ("Pump > Deep one", "Deep one\n\nb\n\n"),
        ("Pump > Limits", "Limits\n\nQuoted\n\n"),
        ("Pump > Last", "Last\n\nc"),
    ];
    assert_eq!(sections, expected.map(|(p, t)| (p.to_owned(), t)));
    assert_eq!(page.outline().iter().map(|o| o.level).collect::<Vec<_>>(), [1, 3, 2, 2]);
    check(html, &open(html, Scope::Main));
}

#[test]
fn hidden_text_is_in_the_raw_text_and_goes_by_edits() {
    let html = "<p>seen <span hidden>a</span> and <i style='Display : NONE'>b</i> <b style=visibility:hidden>c</b> seen</p>\
        <div hidden><p>one</p><p>two</p></div><p>end</p><dialog>closed</dialog><select><option>x<option>y</select>";
    let loaded = open(html, Scope::Whole);
    check(html, &loaded);
    let page = &loaded.extraction;
    assert_eq!(page.text().as_str(), "seen and seen\n\nend");
    assert!(page.raw().contains("one\n\ntwo") && page.raw().contains("closed"));
    assert!(page.edits().edits().iter().all(|e| e.kind == EditKind::Hidden));
    assert_eq!(shown(loaded.rendered.as_ref().unwrap()), ["seen and seen", "end"]);
}

const GERMAN: &str = "<!DOCTYPE html><html lang=de><head><meta charset=utf-8><title>Pumpe X17</title></head>
<body class='has-cookie-banner'>
<a class=skip href='#main'>Zum Inhalt springen</a>
<header><a href='/'>Muster Pumpen GmbH</a>
 <nav><ul><li><a href='/p'>Produkte</a><li><a href='/s'>Service</a><li><a href='/k'>Kontakt</a></ul></nav></header>
<div id=cookie-consent role=dialog><h2>Wir schätzen Ihre Privatsphäre</h2><p>Wir verwenden Cookies, um Inhalte zu
 personalisieren und die Zugriffe auf unsere Website zu analysieren, auch mit Partnern in Drittländern.</p>
 <button>Alle akzeptieren</button></div>
<main id=main><nav aria-label=Brotkrumen><a href='/'>Start</a> › <a href='/p'>Produkte</a></nav>
<h1>Pumpe X17<a class=headerlink href='#x17'>¶</a></h1><p>Der Filter ist bei einem Druckverlust über 0,8&nbsp;bar zu wechseln.</p>
<aside><p>Vor dem Öffnen der Abdeckung ist die Anlage spannungsfrei zu schalten und gegen Wiedereinschalten zu
 sichern; das gilt auch für kurze Prüfungen.</p></aside>
<aside><a href='/1'>Verwandt</a></aside>
<form action=/suche><label>Suche <input name=q></label><button>Los</button></form></main>
<footer><p>© 2024 Muster Pumpen GmbH · <a href='/i'>Impressum</a> · <a href='/d'>Datenschutz</a></p></footer></body></html>";

#[test]
fn the_main_content_stands_without_navigation_and_banners() {
    let loaded = open(GERMAN, Scope::Main);
    check(GERMAN, &loaded);
    let page = &loaded.extraction;
    assert_eq!(
        page.text().as_str(),
        "Pumpe X17\n\nDer Filter ist bei einem Druckverlust über 0,8\u{a0}bar zu wechseln.\n\n\
         Vor dem Öffnen der Abdeckung ist die Anlage spannungsfrei zu schalten und gegen Wiedereinschalten zu \
         sichern; das gilt auch für kurze Prüfungen."
    );
    assert!(page.edits().edits().iter().all(|e| e.kind == EditKind::Furniture));
    assert_eq!(page.source().encoding.as_ref().unwrap().name, "UTF-8");
    let whole = open(GERMAN, Scope::Whole);
    check(GERMAN, &whole);
    assert_eq!(whole.extraction.raw().as_str(), page.raw().as_str());
    assert_eq!(whole.extraction.text().as_str(), page.raw().as_str());
    assert!(whole.extraction.text().contains("Produkte\nService\nKontakt"));
    assert_ne!(whole.extraction.id(), page.id());
}

#[test]
fn pages_without_landmarks_lose_menus_and_no_prose() {
    let prose = "This paragraph has more than enough words to be taken for prose by anybody who counts them, as it should be.";
    let html = format!(
        "<div><a href=/>Home</a> | <a href=/a>About</a> | <a href=/b>Blog</a></div><h1>Pump</h1><p>Short intro.</p><p>{prose}</p>\
         <p>See <a href=/x>this list of related documents about pumps and filters</a></p><p>{prose}</p>\
         <p>Copyright 2024</p><div><a href=/i>Imprint</a> <a href=/p>Privacy</a></div>"
    );
    let page = main_of(&html);
    assert_eq!(
        page.text().as_str(),
        format!(
            "Pump\n\nShort intro.\n\n{prose}\n\nSee this list of related documents about pumps and filters\n\n{prose}\n\nCopyright 2024"
        )
    );
    // A block whose own text is a link goes without the blocks that lie in it.
    let crumbs = format!(
        "<div><a href=/>Home</a> › <a href=/n>News</a><p>A short line.</p><div><p>{prose}</p></div></div>"
    );
    assert_eq!(main_of(&crumbs).text().as_str(), format!("A short line.\n\n{prose}"));
    // Nothing but links: then they are the content.
    let links = "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>";
    assert_eq!(main_of(links).text().as_str(), "One\nTwo");
    // A page that is wrongly all navigation keeps its text.
    let nav = format!("<nav><h1>Pump</h1><p>{prose}</p></nav>");
    assert!(main_of(&nav).text().contains(prose));
}

#[test]
fn text_hidden_from_screen_readers_goes_unless_it_is_the_page() {
    let page = main_of("<main><p>Text <span aria-hidden=true>*</span> goes on</p></main>");
    assert_eq!(page.text().as_str(), "Text goes on");
    let page = main_of(
        "<div aria-hidden=true><p>The page behind an open dialog has its text still</p></div><div role=dialog>Hi</div>",
    );
    assert!(page.text().contains("behind an open dialog"));
}

#[test]
fn a_page_says_its_encoding() {
    let latin = |html: &str| -> Vec<u8> { html.chars().map(|c| u8::try_from(c as u32).unwrap()).collect() };
    for meta in [
        "<meta charset='windows-1252'>",
        "<META HTTP-EQUIV=Content-Type content='text/html; charset=ISO-8859-1'>",
    ] {
        let html = format!(
            "<html><head><!-- <meta charset=utf-8> -->{meta}</head><body><p>Größe: 5 µm &euro; \u{fc}ber</p>"
        );
        let page = main_of(latin(&html));
        assert_eq!(page.text().as_str(), "Größe: 5 µm € über");
        let encoding = page.source().encoding.clone().unwrap();
        assert_eq!((encoding.name.as_str(), encoding.guessed), ("windows-1252", false));
        let at = html.chars().position(|c| c == 'ö').unwrap();
        assert_eq!(in_file(&page, "ö"), at..at + 1);
        let at = html.chars().take_while(|c| *c != '\u{fc}').count();
        assert_eq!(in_file(&page, "über"), at..at + 4);
        assert!(page.problems().iter().all(|p| p.code != ProblemCode::EncodingGuessed));
    }
    let mut bom = b"\xef\xbb\xbf<meta charset=windows-1252><p>".to_vec();
    bom.extend("Grün".as_bytes());
    assert_eq!(main_of(&bom).text().as_str(), "Grün");
    let (russian, _, _) =
        encoding_rs::WINDOWS_1251.encode("<?xml version='1.0' encoding='windows-1251'?><p>Насос</p>");
    assert_eq!(main_of(&russian).text().as_str(), "Насос");
    let (japanese, _, _) = encoding_rs::SHIFT_JIS.encode("<meta charset=shift_jis><p>ポンプ&amp;弁</p>");
    let page = main_of(&japanese);
    assert_eq!(page.text().as_str(), "ポンプ&弁");
    assert_eq!(&japanese[in_file(&page, "弁")], &encoding_rs::SHIFT_JIS.encode("弁").0[..]);
    let guessed = main_of(latin("<p>Gr\u{fc}\u{df}e aus M\u{fc}nchen, sch\u{f6}ne Gr\u{fc}\u{df}e</p>"));
    assert!(guessed.source().encoding.as_ref().unwrap().guessed);
}

#[test]
fn problems_of_decoding_point_into_the_text() {
    let page = main_of(b"<meta charset=utf-8><p>Ol\xe9 and \xc3\xb6\xc3\xa4\xc3\xbc\xc3\xb6\xc3\xa4</p>");
    let problem = page.problems().iter().find(|p| p.code == ProblemCode::InvalidBytes).unwrap();
    assert_eq!(page.text().slice(problem.span.unwrap()), "\u{fffd}");
}

#[test]
fn the_kind_is_known_by_name_or_by_the_first_bytes() {
    for name in ["a.html", "A.HTM", "b.xhtml"] {
        assert_eq!(kind_of(Path::new(name), b""), SourceKind::Html, "{name}");
    }
    for head in [
        "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>",
        "\n <!-- saved --> <html lang=de>",
        "\u{feff}<html>",
    ] {
        assert!(looks_like_html(head.as_bytes()), "{head}");
        assert_eq!(kind_of(Path::new("-"), head.as_bytes()), SourceKind::Html);
    }
    for head in ["<htmlx>", "a <html>", "<!-- <html>", "# Title\n<!doctype html>"] {
        assert_eq!(kind_of(Path::new("-"), head.as_bytes()), SourceKind::Text, "{head}");
    }
    assert_eq!(kind_of(Path::new("notes.txt"), b"<!doctype html>"), SourceKind::Text);
}

#[test]
fn pictures_and_rules_are_shown_and_no_text() {
    let html = "<p>before <img src='a/pump.png' alt='The  pump'> after</p><hr><figure><img src=b.png><figcaption>Figure 1</figcaption></figure>";
    let loaded = open(html, Scope::Main);
    check(html, &loaded);
    assert_eq!(loaded.extraction.text().as_str(), "before after\n\nFigure 1");
    assert_eq!(of_kind(&loaded.extraction, BlockKind::Caption), [("Figure 1", None)]);
    let rendered = loaded.rendered.unwrap();
    assert_eq!(shown(&rendered), ["before The pumpafter", "", "", "Figure 1"]);
    assert_eq!(rendered.blocks[1].kind, RenderKind::Rule);
    assert_eq!(rendered.blocks[2].runs[0].style.image.as_deref(), Some("b.png"));
}

#[test]
fn an_empty_page_says_that_it_has_no_text() {
    let page =
        main_of("<html><head><script src=app.js></script></head><body><div id=root></div></body></html>");
    assert!(page.text().is_empty() && page.sections().is_empty());
    assert!(page.problems().iter().any(|p| p.code == ProblemCode::NoText));
}

/// Pieces that pages are made of, well-formed or not.
fn soup() -> impl Strategy<Value = String> {
    let tags = [
        "p",
        "div",
        "span",
        "b",
        "i",
        "a href='/x'",
        "ul",
        "ol",
        "li",
        "table",
        "tr",
        "td",
        "th",
        "tbody",
        "caption",
        "h1",
        "h2",
        "pre",
        "code",
        "blockquote",
        "br",
        "hr",
        "img src=a alt='ü'",
        "main",
        "nav",
        "article",
        "aside",
        "header",
        "footer",
        "form",
        "button",
        "select",
        "option",
        "textarea",
        "dl",
        "dt",
        "dd",
        "svg",
        "math",
        "template",
        "script",
        "style",
        "title",
        "body",
        "html",
        "head",
        "p hidden",
        "div hidden",
        "span style='display:none'",
        "td colspan=3",
        "td rowspan=2",
        "tr hidden",
        "td hidden",
        "div aria-hidden=true",
        "figure",
        "figcaption",
        "ruby",
        "rt",
        "noscript",
        "plaintext",
        "xmp",
        "details",
        "summary",
        "div id=cookie",
        "span style='white-space:pre'",
        "custom-el",
        "input type=checkbox",
        "frameset",
        "object",
    ];
    let texts = [
        "word",
        " ",
        "\n",
        "\r\n",
        "  \t",
        "Öl",
        "漢字",
        "\n漢",
        "e\u{301}",
        "\u{a0}",
        "\u{202e}אב",
        "👩‍🔧",
        "&amp;",
        "&auml;",
        "&#x1F600;",
        "&nope;",
        "&",
        "&#",
        "&lt",
        "<",
        ">",
        "</",
        "<!",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "\0",
        "&#0;",
        "&NotEqualTilde;",
        "=\"'",
        "\u{c}",
        "a longer sentence that has some words in it so that it may be taken for a paragraph of prose by those who count",
    ];
    let piece = prop_oneof![
        4 => proptest::sample::select(tags.to_vec()).prop_map(|t| format!("<{t}>")),
        3 => proptest::sample::select(tags.to_vec()).prop_map(|t| format!("</{}>", t.split(' ').next().unwrap())),
        5 => proptest::sample::select(texts.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,4}",
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn any_soup_is_read_with_every_character_in_its_place(html in soup()) {
        let main = open(&html, Scope::Main);
        check(&html, &main);
        let whole = open(&html, Scope::Whole);
        check(&html, &whole);
        prop_assert_eq!(main.extraction.raw().as_str(), whole.extraction.raw().as_str());
    }
}

#[test]
fn deep_nesting_ends_quickly() {
    for html in [
        "<div>".repeat(100_000) + "deep",
        "<b>".repeat(100_000) + "deep" + &"</b>".repeat(100_000),
        "<ul><li>".repeat(50_000) + "deep",
        "<table><tr><td>".repeat(30_000) + "deep",
        "<a href=x><p>".repeat(50_000) + "deep",
        "<svg><g>".repeat(50_000) + "</svg>deep",
        "<blockquote>".repeat(70_000) + "deep",
        "<i><p></i>".repeat(40_000) + "deep",
    ] {
        let page = main_of(&html);
        assert!(page.text().ends_with("deep") || html.starts_with("<svg>"), "{}", &html[..20]);
    }
}

/// Steps that it takes to read a page, counted.
fn work(html: &str, cancel: &Cancel) -> Option<u64> {
    let decoded = decode(html.as_bytes(), "page.html").unwrap();
    let source = Source {
        address: None,
        path: "page.html".into(),
        name: "page.html".to_owned(),
        kind: SourceKind::Html,
        sha256: Sha256Id::of(html.as_bytes()),
        bytes: html.len() as u64,
        encoding: Some(decoded.encoding.clone()),
    };
    read(source, decoded, HtmlOptions::default(), cancel).map(|page| page.work)
}

const SECTION: &str = "<section><h2>Abschnitt &Uuml;ber</h2><p>Vor dem Öffnen der <b>Abdeckung</b> ist die Anlage \
    <a href=/x>spannungsfrei</a> zu schalten &amp; zu sichern.<ul><li>eins<li>zwei</ul><table><tr><th>Teil<th>Wert\
    <tr><td>Filter<td>1</table></section>\n";

#[test]
fn work_grows_with_the_page_and_not_faster() {
    let kinds = [
        SECTION,
        "<div>",
        "<p>",
        "<b>x",
        "<a href=x><p>",
        "<table><tr><td>",
        "<table>x<b>",
        "<b><div></b>",
        "</div></p></b>",
        "<ul><li>",
        "<i hidden>x</i> y ",
        "<h1>x",
        "<svg><g>",
        "<br>",
        "<td colspan=1000>x",
        "<i><p>x</i>",
        "&amp;",
        "<",
        "<li><p>x",
        "<nobr><table>",
    ];
    for kind in kinds {
        let of = |bytes: usize| work(&kind.repeat(bytes / kind.len()), &Cancel::new()).unwrap();
        let (small, large) = (of(40_000), of(160_000));
        assert!(large < 5 * small, "{kind}: {small} steps, then {large}");
    }
}

#[test]
fn a_page_of_ten_megabytes_takes_ten_times_the_work_of_one() {
    let page = |bytes: usize| format!("<!doctype html><main>{}", SECTION.repeat(bytes / SECTION.len()));
    let one = work(&page(1_000_000), &Cancel::new()).unwrap();
    let ten = work(&page(10_000_000), &Cancel::new()).unwrap();
    assert!(ten < 11 * one, "{one} steps, then {ten}");
}

#[test]
fn reading_stops_when_it_is_cancelled() {
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(work(&SECTION.repeat(10_000), &cancel), None);
}

#[test]
fn the_command_line_reads_the_content_or_the_whole_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pumpe.html");
    std::fs::write(&file, GERMAN).unwrap();
    std::fs::write(folder.path().join("notes.htm"), "<p>Notizen &uuml;ber alles").unwrap();
    let run = |args: &[&str]| {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_fundstelle")).args(args).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap())
    };
    let path = file.to_str().unwrap();
    let (text, said) = run(&["extract", path]);
    assert!(text.starts_with("Pumpe X17\n\nDer Filter ist"), "{text}");
    assert!(said.contains("parts beside the content"), "{said}");
    let (whole, _) = run(&["extract", "--html", "whole", path]);
    assert!(whole.contains("Produkte") && whole.contains("Alle akzeptieren"), "{whole}");
    let (json, _) = run(&["extract", "--format", "json", path]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["source"]["kind"], "html");
    assert_eq!(json["extractor"]["settings"]["scope"], "main");
    assert_eq!(json["problems"][0]["code"], "removed");
    assert!(json["edits"].as_array().unwrap().iter().all(|e| e["kind"] == "furniture"), "{}", json["edits"]);
    let (markdown, _) = run(&["extract", "--format", "markdown", path]);
    assert!(markdown.starts_with("# Pumpe X17\n"), "{markdown}");
    let (chunks, _) =
        run(&["chunk", "--size", "20", "--overlap", "0", "--unit", "words", folder.path().to_str().unwrap()]);
    let chunks: Vec<serde_json::Value> = chunks.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert!(chunks.iter().any(|c| c["document"] == "notes.htm" && c["text"] == "Notizen über alles"));
    assert!(chunks.iter().filter(|c| c["document"] == "pumpe.html").count() > 1);
    assert!(chunks.iter().all(|c| c["type"] == "html"));
}
