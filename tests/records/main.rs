//! Records of games, and pictures of them.

mod first_move;
#[cfg(feature = "cli")]
mod pictures;
#[cfg(feature = "cli")]
mod records;
mod sgf;
#[cfg(feature = "cli")]
mod show;
mod variations;
