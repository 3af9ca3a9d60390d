//! Analyse: positions that are set up.

use crate::chromium::{Browser, DESK, PHONE};
use serde_json::json;

/// Moves the mouse to a cell.
fn point_at(browser: &Browser, x: u32, y: u32) {
    browser.js(&format!(
        "const board = document.querySelector('.board');
         const {{ x, y }} = new DOMPoint({x}, {y}).matrixTransform(board.getScreenCTM());
         board.dispatchEvent(new PointerEvent('pointermove', {{ clientX: x, clientY: y, pointerType: 'mouse' }}))"
    ));
}

#[test]
fn set_up_begins_with_the_first_touch() {
    let (_served, browser) = page!(PHONE);
    browser.mode("analyse/20x20/0/0/empty/");
    browser.wait("document.querySelectorAll('.dot').length === 0");
    browser.wait_for("#set-up", 1);
    browser.js("document.querySelector('#set-up').click()");
    browser.wait_for("#set-up-done", 1);
    browser.put(8, 8, PHONE);
    browser.wait_for(".dot.player-0", 1);
    assert!(browser.js("return document.querySelector('.confirm').hidden") == true);
}

#[test]
fn the_dot_under_the_mouse_is_the_one_that_would_be_put() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait("document.querySelectorAll('.dot').length === 0");
    browser.click("#set-up");
    point_at(&browser, 4, 4);
    browser.wait_for(".ghost.player-0", 1);
    browser.js("document.querySelector('#set-up-done').parentElement.querySelectorAll('.row .button')[1].click()");
    point_at(&browser, 5, 4);
    browser.wait_for(".ghost.player-1", 1);
    browser.click("#set-up-done");
    point_at(&browser, 4, 4);
    browser.wait_for(".ghost.player-0", 1);
}

#[test]
fn a_position_is_set_up_before_the_engine_has_told_the_start() {
    let (_served, browser) = page!(DESK);
    browser.js(
        "window.faults = [];
         addEventListener('error', ({ message }) => faults.push(message));
         const send = WebSocket.prototype.send;
         WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 1500); };
         location.hash = 'analyse/15x15/0/0/cross/'",
    );
    browser.wait_for("#set-up", 1);
    browser.js("document.querySelector('#set-up').click()");
    browser.wait_for("#set-up-done", 1);
    browser.wait_for(".dot", 4);
    browser.put(1, 1, DESK);
    browser.wait_for(".dot[data-cell='1,1']", 1);
    assert_eq!(browser.count(".dot"), 5);
    assert_eq!(browser.js("return faults"), json!([]));
}

#[test]
fn the_size_of_the_board_can_be_read_in_set_up() {
    let (_served, browser) = page!(DESK);
    for size in ["9x9", "39x32"] {
        browser.mode(&format!("analyse/{size}/0/0/empty/"));
        browser.wait(
            "document.querySelectorAll('.dot').length === 0 && document.querySelector('#set-up')",
        );
        browser.click("#set-up");
        let list = ".card:has(#set-up-done) select";
        browser.wait_for(list, 1);
        let read = browser.js(&format!(
            "const list = document.querySelector('{list}');
             const whole = document.body.appendChild(list.cloneNode(true));
             whole.style.cssText = 'position: absolute; width: max-content';
             const isWhole = list.offsetWidth >= whole.offsetWidth;
             whole.remove();
             return [list.value, isWhole]"
        ));
        assert_eq!(read, json!([size, true]));
    }
}
