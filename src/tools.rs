//! Tools for people: play a game, draw and analyze positions, solve and make puzzles, learn a policy, measure speed.

pub mod analyze;
pub mod bench;
pub mod duration;
pub mod learn;
pub mod mine;
pub mod origin;
pub mod plant;
pub mod play;
pub mod show;
pub mod solve;
pub mod source;
