//! Tools for people: play, show, analyze, solve and make puzzles, learn, measure. One tool a file.

pub mod analyze;
pub mod bench;
pub mod chase;
pub mod duration;
pub mod learn;
pub mod mine;
pub mod plant;
pub mod play;
pub mod show;
pub mod solve;
pub mod source;
