//! Fundstelle shows how documents become retrieval units, and lets people judge and improve that.
//!
//! The rooms, from the ground up; each knows only those above it in this list:
//!
//! * [`text`]: spans, offset conversions, lines, explicit edits.
//! * [`document`]: what an extraction is: source, pages, blocks, sections, the origin of each character.
//! * [`jobs`]: threads, worker processes, the newest request wins.
//! * [`extract`]: the bytes of a source become an extraction.
//! * [`render`]: a PDF page becomes tiles of pixels.
//! * [`measure`]: units and tokenizers; the size of any span.
//! * [`chunk`]: configs, strategies, boundaries with reasons.
//! * [`evidence`]: questions and passages, and how a chunking treats them.
//! * [`review`]: verdicts on parts of an extraction, problems that are none.
//! * [`project`]: a project on disk, undo, import and export.
//! * [`app`]: the state of the program and the one place that changes it; no window.
//! * [`ui`]: the window.
//! * [`cli`]: the command line.

// Input must never end the program: errors are values. Tests may unwrap.
#![warn(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unwrap_used))]

pub mod app;
pub mod chunk;
pub mod cli;
pub mod document;
pub mod evidence;
pub mod extract;
pub mod jobs;
pub mod measure;
pub mod project;
pub mod render;
pub mod review;
pub mod text;
pub mod ui;
