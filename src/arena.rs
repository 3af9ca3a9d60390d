//! Games between engine processes, refereed by our own rules.
//!
//! | file | what it does |
//! |---|---|
//! | `process` | an engine process: pipes, time limits, no process left behind |
//! | `client` | an engine that is talked to; one file a dialect |
//! | `clock` | time controls |
//! | `openings` | where games start |
//! | `agreement` | whether both engines see the same side ahead |
//! | `referee` | one game |
//! | `termination` | how a game ended |
//! | `schedule` | who plays whom in which game, and the seeds of its parts |
//! | `tournament` | many games: threads, engines that have to be started again |
//! | `line_log` | a file of lines that goes on after an interruption |
//! | `match_log` | what has been played, so that an interrupted match goes on |
//! | `digest` | hashes that are the same in every build |
//! | `losses` | the largest captures that the engines suffer |
//! | `tally` | wins, margins and pairs of one engine against another |
//! | `elo`, `sprt`, `rating` | what the results say about strength |
//! | `report` | the figures as text and JSON |
//! | `compliance` | whether an engine keeps to the protocol |

pub mod agreement;
pub mod client;
pub mod clock;
pub mod compliance;
mod digest;
pub mod elo;
pub mod line_log;
pub mod losses;
pub mod match_log;
pub mod openings;
pub mod process;
mod rating;
pub mod referee;
pub mod report;
mod schedule;
pub mod sprt;
pub mod tally;
pub mod termination;
pub mod tournament;
