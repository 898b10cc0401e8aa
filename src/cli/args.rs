//! What can be said on the command line.

use crate::document::{ReadingOrder, SourceKind};
use crate::extract::html::Scope;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(
    name = "fundstelle",
    version,
    about = "Shows how documents become retrieval units for RAG",
    long_about = "Shows how documents become retrieval units for RAG.\n\nWithout a subcommand the window opens, on \
                  the files that are named.",
    after_help = "Exit codes: 0 done, 1 some inputs failed, 2 wrong usage or config, 3 nothing could be done.",
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Without the window"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub window: WindowArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the text of files: with layout as JSON, or as plain text or Markdown
    Extract(ExtractArgs),
    /// Print the chunks of files and folders
    Chunk(ChunkArgs),
    /// List what is suspicious about files, with figures; print review reports; copy a PDF with notes on its pages
    #[command(after_long_help = REVIEW_HELP)]
    Review(ReviewArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

/// Arguments of the window.
#[derive(Clone, Debug, Default, Args)]
pub struct WindowArgs {
    /// PDF, Markdown, HTML, text and source code files, folders, web addresses, or a project
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// What paints the window; auto takes wgpu, and glow where that fails
    #[arg(long, value_enum, default_value_t)]
    pub renderer: Renderer,
    /// The window's colors; without it as the window was left
    #[arg(long, value_enum)]
    pub theme: Option<Theme>,
}

/// What paints the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Renderer {
    /// wgpu, and glow where that fails.
    #[default]
    Auto,
    /// Vulkan, Metal or Direct3D.
    Wgpu,
    /// OpenGL.
    Glow,
}

/// The window's colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// As the desktop has it.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// What is read, for every subcommand that reads sources.
#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// PDF, Markdown, HTML, text and source code files, folders of them, web addresses (https://…), or - for standard
    /// input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The file types taken from folders, by the ends of names (pdf,md,txt); without it documents and source code
    #[arg(long, value_name = "LIST")]
    pub extensions: Option<String>,
    /// Name every entry of a folder that is left out, with the reason; without it they are counted
    #[arg(long)]
    pub list_skipped: bool,
    /// Fetch pages of this computer and of local networks, too
    #[arg(long)]
    pub allow_local: bool,
    /// What the files are, whatever their names say (standard input is plain text, HTML or PDF
    /// without it)
    #[arg(long, value_enum)]
    pub kind: Option<Kind>,
    /// How much of an HTML page is text: its main content, or all that is painted
    #[arg(long, value_enum, default_value_t, value_name = "SCOPE")]
    pub html: HtmlScope,
    /// Read the password of encrypted PDFs from the first line of standard input; it can also be given in the
    /// environment variable FUNDSTELLE_PASSWORD
    #[arg(long)]
    pub password_stdin: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    Pdf,
    Markdown,
    Html,
    Text,
    Code,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum HtmlScope {
    /// The content, without navigation, headers, footers, forms and banners
    #[default]
    Main,
    /// All that is painted
    Whole,
}

impl From<HtmlScope> for Scope {
    fn from(scope: HtmlScope) -> Self {
        match scope {
            HtmlScope::Main => Self::Main,
            HtmlScope::Whole => Self::Whole,
        }
    }
}

impl From<Kind> for SourceKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Pdf => Self::Pdf,
            Kind::Markdown => Self::Markdown,
            Kind::Html => Self::Html,
            Kind::Text => Self::Text,
            Kind::Code => Self::Code,
        }
    }
}

/// What is cleaned, for every subcommand that reads texts.
#[derive(Debug, Args)]
pub(super) struct CleanArgs {
    /// A config file (TOML); the flags go before it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Switches of the cleaning to set on, parted by commas: furniture, hidden, duplicates, hyphens (on for PDF and
    /// HTML without it), control_characters, page_numbers, repeated_lines, long_urls, ends, spaces, blank_lines;
    /// across the sources of one run repeated_paragraphs, repeated_documents (chunk only)
    #[arg(long, value_name = "SWITCHES", value_delimiter = ',')]
    pub clean: Vec<String>,
    /// Switches of the cleaning to set off, parted by commas
    #[arg(long, value_name = "SWITCHES", value_delimiter = ',')]
    pub no_clean: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct ExtractArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub clean: CleanArgs,
    /// What is printed; json is one object a line and file
    #[arg(long, value_enum, default_value_t)]
    pub format: ExtractFormat,
    /// How the reading order of a PDF is found [default: as the config says, else auto]
    #[arg(long, value_enum)]
    pub order: Option<Order>,
    /// The raw text, without any edit
    #[arg(long)]
    pub raw: bool,
    /// Add the boxes of each block's lines or glyphs (json only)
    #[arg(long, value_enum, default_value_t)]
    pub boxes: Boxes,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ExtractFormat {
    #[default]
    Text,
    Json,
    Markdown,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// The file's tags where they cover the page and agree with where the text stands, else layout
    #[default]
    Auto,
    /// From where the text stands on the page
    Layout,
    /// As the file draws it
    Stream,
    /// As the file's tags say; layout where it has none
    Tagged,
}

impl From<Order> for ReadingOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Auto => Self::Auto,
            Order::Layout => Self::Layout,
            Order::Stream => Self::Stream,
            Order::Tagged => Self::Tagged,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Boxes {
    #[default]
    None,
    Lines,
    Glyphs,
}

#[derive(Debug, Args)]
pub(super) struct ChunkArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub clean: CleanArgs,
    /// How boundaries are chosen: recursive or fixed
    #[arg(long)]
    pub strategy: Option<String>,
    /// The largest size of a chunk, in units
    #[arg(long)]
    pub size: Option<u32>,
    /// The largest overlap, in units or as "12 %"
    #[arg(long)]
    pub overlap: Option<String>,
    /// What sizes are counted in: bytes, characters, graphemes, words or tokens
    #[arg(long)]
    pub unit: Option<String>,
    /// Whose tokens are counted: cl100k_base or o200k_base
    #[arg(long)]
    pub tokenizer: Option<String>,
    /// What is printed; jsonl is one object a line and chunk
    #[arg(long, value_enum, default_value_t)]
    pub format: ChunkFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ChunkFormat {
    #[default]
    Jsonl,
    Json,
    Csv,
}

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How problems and figures are printed; json is one object a line and file
    #[arg(long, value_enum, default_value_t)]
    pub format: ReviewFormat,
    /// How the reading order of a PDF is found, where nobody chose another
    #[arg(long, value_enum, default_value_t)]
    pub order: Order,
    /// A project with verdicts, dismissed problems and corrections of these files; it is only read
    #[arg(long, value_name = "PROJECT")]
    pub project: Option<PathBuf>,
    /// Print a report of the review instead of problems and figures
    #[arg(long, value_enum)]
    pub report: Option<ReportFormat>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Write a copy of the PDF with problems and verdicts as notes and the reading order as numbers; the file
    /// itself is never changed
    #[arg(long, value_name = "OUT.pdf")]
    pub annotate: Option<PathBuf>,
}

/// The shapes that `review` prints: a contract with other programs.
const REVIEW_HELP: &str = "\
--format json, one object a line and file:
  source         path, kind, citation (the name in the project), sha256, bytes
  document_id, revision, extraction, extractor
  figures        pages, pages_without_text, characters, glyphs, without_unicode, blocks (by kind), tables,
                 furniture, hidden, hyphens_joined
  problems       in the order of pages: code, severity (error, warning, note), message, why, page (from 1),
                 start and end (code points of the text that `extract` prints, end excluded), dismissed

--report json, one object a line and file, has besides:
  progress       total, reviewed, right, wrong, unsure, stale (the text has changed since the verdict)
  issues         how many parts have each fault
  parts          pages, or sections where there are none: page, label or heading_path, state, issues, note, by,
                 when (UTC), stale
  corrections    page, words, correction

--report csv, one table for all files: a record a part, problem and correction, as the column `record` says.
Text that a spreadsheet would take for a formula begins with an apostrophe.";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReviewFormat {
    #[default]
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    Markdown,
    Csv,
    Json,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
