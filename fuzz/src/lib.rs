//! What the fuzz targets check. `fuzz_targets/` passes the inputs of libFuzzer to these functions, and `tests/fuzz` those
//! kept in `fixtures/fuzz` and random conversations.
//!
//! Each module has a function `check`. It takes the bytes of one input and panics if it finds a fault.

pub mod board;
pub mod diagram;
pub mod gtp;
pub mod journal;
pub mod json;
pub mod openings;
pub mod puzzle;
pub mod sgf;
mod talk;
pub mod v6;

#[path = "../../tests/reference/mod.rs"]
#[allow(dead_code)]
mod reference;

/// Takes the bytes of an input, and panics if it finds a fault.
pub type CheckInput = fn(&[u8]);

/// The name of each target with its check.
pub const TARGETS: [(&str, CheckInput); 9] = [
    ("v6", v6::check),
    ("gtp", gtp::check),
    ("json", json::check),
    ("sgf", sgf::check),
    ("diagram", diagram::check),
    ("puzzle", puzzle::check),
    ("openings", openings::check),
    ("journal", journal::check),
    ("board", board::check),
];
