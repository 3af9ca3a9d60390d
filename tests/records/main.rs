//! Records of games, and pictures of them.

#[cfg(feature = "cli")]
mod pictures;
#[cfg(feature = "cli")]
mod records;
mod sgf;
#[cfg(feature = "cli")]
mod show;
mod variations;
