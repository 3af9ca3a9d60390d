//! The board and the rules.

mod differential;
#[path = "../images/mod.rs"]
mod images;
#[path = "../reference/mod.rs"]
mod reference;
mod rules;
