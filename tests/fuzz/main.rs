//! Hostile input for the functions in `fuzz/src`: the kept inputs of the fuzz targets, and random conversations.

#![cfg(feature = "cli")]

mod corpus;
mod gtp;
mod json;
mod lines;
#[path = "../../fuzz/src/lib.rs"]
#[allow(dead_code)]
mod targets;
mod v6;
