//! Games with a clock.

use crate::browser::{Browser, DESK, key};
use crate::habits::hold_replies;
use crate::hands::{click_on, keep_what_is_sent};
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

/// What the clocks show, that of the engine first.
fn clocks(browser: &Browser) -> Value {
    browser.js("return [...document.querySelectorAll('.clock')].map((clock) => clock.textContent)")
}

#[test]
fn a_move_that_is_taken_back_leaves_the_clocks_as_they_were() {
    let (_served, browser) = page!(DESK);
    let strength = json!({"kind": "time", "seconds": 30});
    browser.reload_with("play", &on_a_clock(&[], &strength, [300.0, 300.0]));
    browser.wait_for_my_turn();
    browser.put(4, 4, DESK);
    browser.wait_for(".thinking", 1);
    browser.reload();
    browser.wait_for(".thinking", 1);
    browser.press(&['u']);
    browser.wait_for_my_turn();
    browser.js("const now = performance.now.bind(performance);
         performance.now = () => now() + 400_000");
    std::thread::sleep(SOME_TICKS);
    assert_eq!(browser.text("#status"), "Your turn");
    // Nor did the move bring an increment.
    assert_eq!(clocks(&browser), json!(["5:00", "5:00"]));
}

#[test]
fn the_clocks_stand_still_while_the_engine_is_away() {
    let (mut served, browser) = page!(DESK);
    go_on_with(&browser, [300.0, 300.0]);
    browser.wait_for_my_turn();
    let step_back_and_on = || {
        browser.press(&[key::LEFT]);
        browser.wait("document.querySelector('#status').textContent === 'Move 1 of 2'");
        browser.press(&[key::RIGHT]);
        browser.wait_for_my_turn();
    };
    step_back_and_on();
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    // The boards are known, so that this needs no engine.
    step_back_and_on();
    browser.js("const now = performance.now.bind(performance);
         performance.now = () => now() + 400_000");
    std::thread::sleep(SOME_TICKS);
    served.restart();
    browser.wait_for(".away[hidden]", 1);
    browser.wait_for_my_turn();
    assert_eq!(browser.count(".status.over"), 0);
    let mine = &clocks(&browser)[1];
    browser.wait(&format!(
        "document.querySelectorAll('.clock')[1].textContent !== {mine}"
    ));
}

/// Shows a game at the turn of the reader, against level 1. `left` is the time in seconds that the players have.
fn go_on_with(browser: &Browser, left: [f64; 2]) {
    let nodes = [
        json!([0, {"player": 0, "x": 4, "y": 4}, ""]),
        json!([1, {"player": 1, "x": 5, "y": 5}, ""]),
    ];
    let strength = json!({"kind": "level", "level": 1});
    browser.reload_with("play", &on_a_clock(&nodes, &strength, left));
    // The page says whose turn it is before it has the position.
    browser.wait_for(".dot", nodes.len());
}

#[test]
fn a_loss_on_time_brings_no_time_and_undo_goes_on_without_a_clock() {
    let (_served, browser) = page!(DESK);
    go_on_with(&browser, [0.2, 300.0]);
    browser.wait_for(".status.over", 1);
    assert_eq!(browser.text("#status"), "Your time is up");
    assert_eq!(clocks(&browser)[1], "0:00");
    browser.press(&['u']);
    browser.wait_for_my_turn();
    assert_eq!(clocks(&browser), json!([]));
    std::thread::sleep(SOME_TICKS);
    browser.put(2, 2, DESK);
    browser.wait_for(".dot", 4);
}

#[test]
fn a_move_counts_when_it_is_made() {
    let (_served, browser) = page!(DESK);
    go_on_with(&browser, [300.0, 300.0]);
    browser.wait_for_my_turn();
    hold_replies(&browser, "Board");
    browser.js(&click_on(2, 2));
    browser.wait("late.length === 1");
    browser.js("const now = performance.now.bind(performance);
         performance.now = () => now() + 400_000");
    std::thread::sleep(SOME_TICKS);
    browser.js("late[0]()");
    browser.wait_for(".dot", 3);
    browser.wait("document.querySelectorAll('.clock')[1].textContent === '5:10'");
    assert_eq!(browser.count(".status.over"), 0);
}

#[test]
fn the_clocks_stand_still_while_the_browser_keeps_a_page_that_was_left() {
    let (_served, browser) = page!(DESK);
    go_on_with(&browser, [300.0, 300.0]);
    browser.wait_for_my_turn();
    keep_what_is_sent(&browser);
    browser.press(&['h']);
    browser.wait("window.socket");
    // The browser without windows keeps no page, but tells this to one that is left.
    browser.js("dispatchEvent(new Event('pagehide'));
         const now = performance.now.bind(performance);
         performance.now = () => now() + 400_000");
    std::thread::sleep(SOME_TICKS);
    assert_eq!(browser.count(".status.over"), 0);
    let run_again = || {
        let mine = &clocks(&browser)[1];
        browser.wait(&format!(
            "document.querySelectorAll('.clock')[1].textContent !== {mine}"
        ));
        assert_eq!(browser.count(".status.over"), 0);
    };
    // The way back.
    browser.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    run_again();
    // The engine is back.
    browser.js("dispatchEvent(new Event('pagehide')); socket.close()");
    run_again();
}
