//! Measurements of speed and of deadlines.

pub mod deadlines;
pub mod field;
pub mod search;
