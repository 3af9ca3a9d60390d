//! Measuring: work that is the same on every machine, and the time it takes.

pub mod deadlines;
pub mod field;
pub mod search;
