//! When a match starts its engines, and how it ends them.

use crate::contest::{MOCK, tochki};

#[test]
fn an_engine_that_the_next_game_does_not_need_ends() {
    let mut command = tochki();
    command.args(["match", "--round-robin", "--size", "4x4", "--games", "2"]);
    command.args(["--start", "empty", "--margin", "1500"]);
    for _ in 0..3 {
        command.arg("--engine").arg(format!("'{MOCK}' good"));
    }
    let output = command.env("RUST_LOG", "tochki=debug").output().unwrap();
    let logged = String::from_utf8(output.stderr).unwrap();
    let starts = |name: &str| logged.matches(&format!("starting {name}")).count();
    // The pairings are 1-2, 1-3 and 2-3.
    assert_eq!(["1 ", "2 ", "3 "].map(starts), [1, 2, 1], "{logged}");
}
