//! The engines, and what they are made of, against slow and obvious references.

mod article;
#[cfg(feature = "cli")]
mod bench;
mod brute_force;
mod capture_proofs;
mod capture_search;
mod connections;
mod connections_turned;
#[cfg(feature = "cli")]
#[path = "../fixtures/mod.rs"]
mod fixtures;
#[path = "../images/mod.rs"]
mod images;
mod importance;
mod lines;
#[cfg(feature = "cli")]
mod mcts;
#[cfg(feature = "cli")]
mod puzzles;
#[path = "../random/mod.rs"]
mod random;
mod rings;
mod slow_importance;
#[cfg(feature = "cli")]
#[path = "../stop/mod.rs"]
mod stop;
mod tactical;
mod trajectory;
mod variants;
#[path = "../walls/mod.rs"]
mod walls;
