//! The `tochki` command.

fn main() {}
