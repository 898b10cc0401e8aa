//! stand-in
use super::glyphs::PageGlyphs;
use serde::{Deserialize, Serialize};
/// A page's text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    /// text
    pub text: String,
}
/// stand-in
pub fn analyze(glyphs: PageGlyphs) -> PageText {
    PageText { text: glyphs.0 }
}
