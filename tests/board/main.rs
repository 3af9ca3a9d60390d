//! The board and the rules.

mod differential;
#[path = "../reference/mod.rs"]
mod reference;
mod rules;
