//! Games with a clock.

use crate::chromium::DESK;
use crate::hands::go_on_with;
use serde_json::{Value, json};
use std::time::Duration;

/// The page looks at the clocks more than once in this time.
const SOME_TICKS: Duration = Duration::from_millis(500);

/// A game of these nodes, as the page keeps it, with seconds that are left to both players and an increment of 10.
fn on_a_clock(nodes: &[Value], strength: &Value, left: [f64; 2]) -> Value {
    let about = json!({"width": 9, "height": 9, "start": "empty"});
    json!({
        "game": {"about": about, "nodes": nodes, "at": nodes.len()},
        "human": 0,
        "strength": strength,
        "clock": {"left": left, "increment": 10},
    })
}

#[test]
fn the_clocks_stand_still_when_the_first_move_is_taken_back() {
    let (_served, browser) = page!(DESK);
    let strength = json!({"kind": "time", "seconds": 30});
    go_on_with(&browser, &on_a_clock(&[], &strength, [300.0, 300.0]));
    let is_my_turn = "document.querySelector('#status')?.textContent === 'Your turn'";
    browser.wait(is_my_turn);
    browser.put(4, 4, DESK);
    browser.wait_for(".thinking", 1);
    browser.press(&['u']);
    browser.wait(is_my_turn);
    browser.js("const now = performance.now.bind(performance);
         performance.now = () => now() + 400_000");
    std::thread::sleep(SOME_TICKS);
    assert_eq!(browser.text("#status"), "Your turn");
}
