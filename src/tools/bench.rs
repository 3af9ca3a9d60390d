//! Measurements of the speed of board and search, and of how late engines answer.

pub mod deadlines;
pub mod field;
pub mod search;
