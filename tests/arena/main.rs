//! Matches between engines, good and bad, and `tochki comply`.

#![cfg(feature = "cli")]

mod comply;
mod contest;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod interruptions;
#[cfg(unix)]
mod json;
#[path = "../process/mod.rs"]
mod process;
#[cfg(unix)]
mod rules;
#[cfg(unix)]
mod shards;
#[cfg(unix)]
mod starts;
#[cfg(unix)]
mod terms;
