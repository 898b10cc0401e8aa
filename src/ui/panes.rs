//! The panels around the two views.

pub mod bottom;
pub mod center;
pub mod left;
pub mod parameters;
pub mod questions;
pub mod review;
pub mod selected;
