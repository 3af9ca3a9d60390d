//! Positions and moves as text, one notation a file.

pub mod coordinates;
pub mod diagram;
pub mod puzzle;
pub mod record;
pub mod sgf;
pub mod start;
