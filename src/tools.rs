//! What engines are tried on, apart from whole games.

pub mod solve;
