//! Points, players, directions and sets of cells: what every other layer is written in.

mod bitboard;
mod direction;
mod number;
mod player;
mod point;
mod ring;
mod shuffle;
mod size;
mod symmetry;
mod zobrist;

pub use bitboard::{Bitboard, Cells};
pub use direction::Direction;
pub use number::parse_number;
pub use player::Player;
pub use point::{ParsePointError, Point};
pub use ring::Ring;
pub(crate) use ring::{has_several_arcs, ring_of_rows, ring_symmetries};
pub use shuffle::Shuffle;
pub(crate) use shuffle::{by_lot, part_seed};
pub use size::{InvalidSize, ParseSizeError, Size};
pub use symmetry::Symmetry;
pub(crate) use zobrist::{captured_key, dead_cell_key, dot_key, rules_key, size_key};
