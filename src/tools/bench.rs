//! Measurements: the speed of board and search, how late engines answer, how much each search of a game tree visits.

pub mod deadlines;
pub mod field;
pub mod growth;
pub mod plot;
pub mod search;
pub mod trees;
