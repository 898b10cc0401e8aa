//! A PDF page to tiles of pixels, at any zoom, cached by bytes.
