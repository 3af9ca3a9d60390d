//! An engine for the game of Points (Dots, Точки, Kropki).
//!
//! # The map of the house
//!
//! Layers, lowest first; a file imports only from its own layer or lower ones:
//!
//! | layer | what is there |
//! |---|---|
//! | [`geometry`] | points, players, directions, sets of cells, symmetries |
//! | [`board`] | the rules: put, capture, empty bases, grounding, undo |
//! | [`notation`] | positions and moves as text |
//! | [`search`] | choosing a move |
//! | [`protocol`] | talking to clients: one session, several dialects |

pub mod board;
pub mod geometry;
pub mod notation;
pub mod protocol;
pub mod search;

pub use board::{Board, Cell, Move};
pub use geometry::{Bitboard, Player, Point, Size};
