//! Positions of Analyse: what is set up by hand, and what is drawn over them.

use crate::chromium::{DESK, key};

#[test]
fn it_stays_the_turn_of_the_same_player_in_set_up() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/ee");
    browser.wait("document.querySelectorAll('.dot').length === 1");
    browser.click("#set-up");
    let first = "document.querySelector('#set-up-first').textContent";
    browser.wait(&format!("{first}.startsWith('Red')"));
    browser.press(&[key::LEFT]);
    browser.wait(&format!("{first}.startsWith('Blue')"));
    browser.press(&[key::RIGHT]);
    browser.wait(&format!("{first}.startsWith('Red')"));
    browser.put(0, 0, DESK);
    browser.wait_for(".dot", 2);
    assert_eq!(browser.count(".captures .turn .player-1"), 1);
    // The button that names him changes it.
    browser.click("#set-up-first");
    browser.wait_for(".captures .turn .player-0", 1);
    assert_eq!(browser.count(".dot"), 2);
}
