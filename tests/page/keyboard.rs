//! Keys that are held down, and the focus of the keyboard while an analysis runs.

use crate::browser::{Ability, Browser, DESK, key};
use crate::hands::keep_what_is_sent;
use serde_json::{Value, json};

/// Presses a key on an element as a keyboard does when it is held down.
fn hold_down(browser: &Browser, key: &str, code: &str, css: &str) {
    browser.js(&format!(
        "for (const repeat of [false, true, true, true]) {{
           const event = {{ key: '{key}', code: '{code}', repeat, bubbles: true, cancelable: true }};
           document.querySelector('{css}').dispatchEvent(new KeyboardEvent('keydown', event));
         }}"
    ));
}

/// Brings the cursor of the keyboard to a cell below the middle of the board.
fn show_the_cursor(browser: &Browser) {
    browser.press(&[key::TAB]);
    browser.js("document.querySelector('.board').focus()");
    browser.press(&[key::DOWN, key::DOWN, key::DOWN]);
    browser.wait_for(".cursor", 1);
}

/// Number of requests since `keep_what_is_sent`.
fn sent(browser: &Browser, command: &str) -> Value {
    let is_wanted = format!("JSON.parse(text).command === '{command}'");
    browser.js(&format!("return sent.filter((text) => {is_wanted}).length"))
}

#[test]
fn a_key_that_is_held_down_acts_once() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    keep_what_is_sent(&browser);
    hold_down(&browser, "a", "KeyA", "body");
    browser.wait_for("#analysis[aria-pressed=true]", 1);
    hold_down(&browser, " ", "Space", "body");
    browser.wait_for("#analysis[aria-pressed=false]", 1);
    assert_eq!(sent(&browser, "Analyze"), 1);
    assert_eq!(sent(&browser, "Stop"), 1);
    browser.click("#set-up");
    show_the_cursor(&browser);
    hold_down(&browser, "Enter", "Enter", ".board");
    // This comes after it.
    browser.put(0, 0, DESK);
    browser.wait_for("[data-cell='0,0']", 1);
    assert_eq!(browser.count(".dot"), 2);
}

#[test]
fn the_focus_rests_while_an_analysis_runs() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/20x20/0/0/cross/ijkiji");
    browser.wait_for(".dot", 7);
    browser.js("document.querySelector('#analysis').focus()");
    browser.press(&[key::ENTER]);
    browser.wait_for(".best-move", 8);
    for id in ["analysis", "best-0"] {
        browser.js(&format!(
            "document.getElementById('{id}').focus();
             window.told = 0;
             window.drawn = 0;
             addEventListener('focusin', () => window.told++);
             new MutationObserver(() => window.drawn++).observe(document.querySelector('.evaluation'), {{ childList: true }})"
        ));
        browser.wait("drawn >= 8");
        assert_eq!(
            browser.js("return [told, document.activeElement.id]"),
            json!([0, id])
        );
    }
    // The line of the row is drawn, with the first move on its cell.
    let is_there =
        "const [x, y] = document.querySelector('#best-0').dataset.move.split(',').map(Number);
         const first = document.querySelector('.layer-line .expected');
         return Number(first.getAttribute('cx')) === x && Number(first.getAttribute('cy')) === y";
    assert_eq!(browser.js(is_there), true);
    browser.press(&[key::ENTER]);
    browser.wait_for_exactly(".dot", 8);
}

#[test]
fn a_button_acts_once_while_enter_is_held_down() {
    let (_served, browser) = page!(DESK, Ability::HeldKeys);
    browser.mode("analyse/9x9/0/0/empty/aabbccddee");
    browser.wait_for_exactly(".dot", 5);
    // All boards are known now: that of the move before comes last.
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 4);
    browser.press(&[key::RIGHT]);
    browser.wait_for_exactly(".dot", 5);
    keep_what_is_sent(&browser);
    browser.js("document.querySelector('#analysis').focus()");
    browser.repeat_enter();
    browser.wait_for("#analysis[aria-pressed=true]", 1);
    assert_eq!(sent(&browser, "Analyze"), 1);
    assert_eq!(sent(&browser, "Stop"), 0);
    // Steps are meant to be repeated.
    browser.js("document.querySelector('#step-back').focus()");
    browser.repeat_enter();
    browser.wait_for_exactly(".dot", 1);
}

#[test]
fn enter_that_is_held_down_opens_the_dialog_of_a_new_game_and_starts_none() {
    let (_served, browser) = page!(DESK, Ability::HeldKeys);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.js("document.querySelector('#new-game').focus()");
    browser.repeat_enter();
    assert_eq!(browser.count("dialog[open]"), 1);
    assert_eq!(browser.count(".dot"), 6);
    // Enter that is pressed anew starts the game.
    browser.press(&[key::ENTER]);
    browser.wait_for_exactly(".dot", 4);
}

#[test]
fn rules_are_shown_once_while_enter_is_held_down() {
    let (_served, browser) = page!(DESK, Ability::HeldKeys);
    browser.click("#new-game");
    browser.js("document.querySelector('summary').focus()");
    browser.repeat_enter();
    assert_eq!(browser.count("dialog details[open]"), 1);
}

#[test]
fn the_button_of_an_analysis_is_right_after_keys_while_it_is_pressed() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/aabbccddee");
    browser.wait_for_exactly(".dot", 5);
    let state = browser.js_later(
        "const done = arguments[arguments.length - 1];
         const button = () => document.querySelector('#analysis');
         const press = (name) => button().dispatchEvent(new PointerEvent(name, { button: 0, bubbles: true }));
         const key = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true }));
         press('pointerdown');
         key();
         key();
         press('pointerup');
         setTimeout(() => done([button().textContent, button().ariaPressed]), 50)",
    );
    assert_eq!(state, json!(["Analyse", "false"]));
}

#[test]
fn a_key_that_is_held_down_steps_again_and_again() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/aabbccddee");
    browser.wait_for_exactly(".dot", 5);
    hold_down(&browser, "ArrowLeft", "ArrowLeft", "body");
    browser.wait_for_exactly(".dot", 1);
    browser.mode("train/captures%231");
    browser.wait_for("#pick-0[aria-current]", 1);
    hold_down(&browser, "ArrowRight", "ArrowRight", "body");
    browser.wait_for("#pick-4[aria-current]", 1);
}
