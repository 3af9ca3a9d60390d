//! The command, in one part for each of its subcommands.

#![cfg(feature = "cli")]

mod analyze;
mod analyze_command;
#[cfg(unix)]
mod analyze_shards;
mod analyze_values;
mod cli;
#[cfg(target_os = "linux")]
mod cluster;
#[cfg(target_os = "linux")]
mod files;
#[path = "../fixtures/mod.rs"]
mod fixtures;
#[cfg(unix)]
mod generations;
mod learn;
mod mine;
mod person;
mod plant;
mod play;
mod play_records;
mod play_saves;
#[cfg(unix)]
#[path = "../process/mod.rs"]
mod process;
#[cfg(unix)]
mod puzzles;
mod reports;
mod shell;
mod solve;
