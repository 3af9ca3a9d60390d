//! Matches between engine processes. Our own board is the referee.
//!
//! | file | what it does |
//! |---|---|
//! | `process` | an engine process: pipes and time limits; it is killed with its children |
//! | `client` | the client side of the dialects, one file for each |
//! | `clock` | time controls |
//! | `openings` | start positions |
//! | `agreement` | ends a game early when both engines expect the same player to win by enough dots |
//! | `referee` | one game |
//! | `termination` | the ways in which games end |
//! | `schedule` | numbers, engines and colours of all games of a match |
//! | `tournament` | many games: threads, and engines that are started again after faults |
//! | `shard` | a part of numbered work, for several processes |
//! | `locked_file` | a file that one program at a time may use |
//! | `line_log` | a file of lines that an interrupted program can continue |
//! | `journal` | the finished games of a match, from which an interrupted match continues |
//! | `join` | the results of a match from the journals of its shards |
//! | `digest` | hashes that are the same in every build |
//! | `largest_losses` | the most dots that each engine lost by one move |
//! | `tally` | wins, draws, losses, mean margin in dots, and game pairs of one engine against another |
//! | `elo`, `sprt`, `rating` | estimates of strength from results |
//! | `report` | the results as text and JSON |
//! | `event_log` | moves and other events of a match, written as lines of JSON while it is played |
//! | `gallery` | what spectators can see of a match that this process plays |
//! | `watched_folder` | the same, read from the folder of a match that another process plays |
//! | `compliance` | a test whether an engine follows the Points AI Protocol |

pub mod agreement;
pub mod client;
pub mod clock;
pub mod compliance;
pub(crate) mod digest;
pub mod elo;
pub mod event_log;
pub mod gallery;
pub mod join;
pub mod journal;
pub mod largest_losses;
pub mod line_log;
pub(crate) mod locked_file;
pub mod openings;
pub mod process;
mod rating;
pub mod referee;
pub mod report;
mod schedule;
pub mod shard;
pub mod sprt;
pub mod tally;
pub mod termination;
pub mod tournament;
pub mod watched_folder;
