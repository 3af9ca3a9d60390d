//! Points, players, directions, sets of cells and symmetries, which all other layers use.

mod bitboard;
mod direction;
#[cfg(any(test, feature = "cli"))]
mod draws;
mod neighbours;
mod parse_number;
mod player;
mod point;
mod rng;
mod size;
mod symmetry;
mod zobrist;

pub use bitboard::{Bitboard, Cells};
pub(crate) use bitboard::{bits, fill_runs};
pub use direction::Direction;
#[cfg(any(test, feature = "cli"))]
pub(crate) use draws::random_item;
#[cfg(feature = "cli")]
pub(crate) use draws::shuffle;
#[cfg(any(test, feature = "cli"))]
pub(crate) use neighbours::neighbours_of_rows;
pub(crate) use neighbours::{
    NeighbourMask, has_several_arcs, neighbour_symmetries, neighbours_of_cells,
};
#[doc(hidden)]
pub use parse_number::parse_number;
pub use player::Player;
pub use point::{ParsePointError, Point};
pub(crate) use rng::{Rng, derive_seed, weighted_index};
pub use size::{InvalidSize, ParseSizeError, Size};
pub use symmetry::Symmetry;
pub(crate) use zobrist::{captured_key, dead_cell_key, dot_key, rules_key, size_key};
