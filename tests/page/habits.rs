//! Habits of people: double clicks, small windows, Enter in a field, a look into Analyse during a game.

use crate::browser::{Browser, DESK, PHONE, Window, key};
use crate::hands::{click_on, keep_what_is_sent};
use crate::studies::open_a_review;
use serde_json::json;

/// The smallest phones.
const NARROW: Window = Window {
    width: 320,
    height: 568,
    is_phone: true,
};

/// A small phone on its side.
const ON_ITS_SIDE: Window = Window {
    width: 640,
    height: 360,
    is_phone: true,
};

/// A script that clicks twice on a cell.
fn double_click_on(x: u32, y: u32) -> String {
    format!(
        "const board = document.querySelector('.board');
         const {{ x, y }} = new DOMPoint({x}, {y}).matrixTransform(board.getScreenCTM());
         const click = () => board.dispatchEvent(new MouseEvent('click', {{ clientX: x, clientY: y, bubbles: true }}));
         click();
         setTimeout(click, 120)"
    )
}

#[test]
fn a_double_click_puts_one_dot_without_a_word() {
    let (_served, browser) = page!(DESK);
    browser.js(&double_click_on(8, 8));
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(browser.text("#toast"), "");
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.js(&double_click_on(4, 4));
    browser.wait_for(".dot", 1);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(browser.text("#toast"), "");
    assert_eq!(browser.count(".move"), 1);
}

#[test]
fn a_touch_is_known_where_clicks_do_not_tell_of_it() {
    let (_served, browser) = page!(PHONE);
    // It is an event of the mouse, without the kind of its pointer.
    let click = click_on(8, 8);
    browser.js(&format!(
        "const down = new PointerEvent('pointerdown', {{ pointerType: 'touch' }});
         document.querySelector('.board').dispatchEvent(down);
         {click}"
    ));
    browser.wait("!document.querySelector('.confirm').hidden");
    assert_eq!(browser.count(".dot"), 4);
}

#[test]
fn a_touch_that_can_put_nothing_is_answered() {
    let (_served, browser) = page!(PHONE);
    let told = |text: &str| {
        browser.wait(&format!(
            "document.querySelector('#toast').textContent.includes('{text}')"
        ));
    };
    for _ in 0..2 {
        browser.put(8, 8, PHONE);
    }
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.put(8, 8, PHONE);
    told("there is a dot already");
    browser.js("document.querySelector('#step-back').click()");
    browser.wait_for_exactly(".dot", 5);
    browser.put(2, 2, PHONE);
    told("Go to the last move");
    assert!(browser.js("return document.querySelector('.confirm').hidden") == true);
}

#[test]
fn marks_of_moves_follow_the_size_of_the_board() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/20x20/0/0/cross/");
    browser.wait_for("#analysis", 1);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    browser.click("#analysis");
    browser.wait_for("#analysis[aria-pressed=false]", 1);
    let scale = |scale: &str| {
        browser.wait(&format!(
            "document.querySelector('.candidate').getAttribute('transform').includes('scale({scale})')"
        ));
    };
    scale("1");
    browser.js("document.querySelector('.board').style.width = '200px'");
    scale("2");
    browser.js("document.querySelector('.board').style.width = ''");
    scale("1");
}

#[test]
fn coordinates_can_be_read_on_boards_of_every_size() {
    let (_served, browser) = page!(PHONE);
    for (width, height) in [(5, 5), (20, 20), (39, 32)] {
        browser.mode(&format!("analyse/{width}x{height}/0/0/empty/"));
        browser.wait(&format!(
            "Math.floor(document.querySelector('.paper').getAttribute('width')) === {width}"
        ));
        let measured = browser.js(
            "const all = [...document.querySelectorAll('.coordinate')];
             const board = document.querySelector('.board');
             const pixels = parseFloat(getComputedStyle(all[0]).fontSize) * board.getScreenCTM().a;
             const boxes = all.map((one) => one.getBoundingClientRect());
             // The boxes of letters are higher than what is seen of them.
             const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom;
             const { left, bottom } = board.getBoundingClientRect();
             const isOutside = (box) => box.left < left || box.bottom > bottom + 2;
             const faults = boxes.filter((box, index) => isOutside(box) || boxes.slice(0, index).some((other) => meet(box, other)));
             return [pixels, faults.length]",
        );
        let pixels = measured[0].as_f64().unwrap();
        assert!((10.0..20.0).contains(&pixels), "{width}: {pixels}");
        assert_eq!(measured[1], 0, "{width}");
    }
}

#[test]
fn a_board_that_is_not_square_changes_its_size_without_an_error() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/39x32/0/0/empty/");
    browser.wait("document.querySelector('.paper').getAttribute('width') > 39");
    let letters = |first: &str| {
        browser.wait(&format!(
            "document.querySelector('.coordinate').getAttribute('font-size').startsWith('{first}')"
        ));
    };
    letters("0.");
    browser.js("window.errors = [];
         addEventListener('error', ({ message }) => errors.push(message));
         document.querySelector('.board').style.width = '300px'");
    letters("1.");
    browser.js("document.querySelector('.board').style.width = ''");
    letters("0.");
    assert_eq!(browser.js("return errors"), json!([]));
}

#[test]
fn help_is_read_from_the_top_and_lists_all_keys() {
    let (_served, browser) = page!(PHONE);
    browser.js("document.querySelector('#tools .button:last-child').click()");
    browser.wait_for("dialog[open] .keys", 1);
    let [scrolled, height] = [0, 1].map(|index| {
        browser.js("const { scrollTop, scrollHeight, clientHeight } = document.querySelector('dialog'); return [scrollTop, scrollHeight - clientHeight]")[index].as_f64().unwrap()
    });
    assert!(height > 100.0, "it is longer than the screen: {height}");
    assert_eq!(scrolled, 0.0);
    let keys = browser.text(".keys");
    for key in ["Shift", "Page Up", "Space", "Backspace", "In Train"] {
        assert!(keys.contains(key), "{key}: {keys}");
    }
}

/// A script that returns the texts of buttons in which a word is broken into two lines.
const TORN_WORDS: &str = "const isTorn = ({ firstChild: text }) => [...text.data.matchAll(/[^\\s-]+/g)].some(({ 0: word, index }) => {
           const range = document.createRange();
           range.setStart(text, index);
           range.setEnd(text, index + word.length);
           return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
         });
         return [...document.querySelectorAll('.button > span')].filter(isTorn).map((span) => span.textContent)";

#[test]
fn the_page_fits_the_smallest_phones_in_every_language() {
    let (_served, browser) = page!(NARROW);
    for language in ["en", "ru", "pl", "uk"] {
        browser.js(&format!(
            "localStorage.setItem('tochki.settings', JSON.stringify({{ language: '{language}' }}))"
        ));
        browser.reload();
        for mode in ["play", "analyse/9x9/0/0/empty/aabb", "review", "train"] {
            browser.mode(mode);
            browser.wait("document.querySelector('#panel .card :is(button, p)')");
            // Where a match runs there is one mode more.
            browser.js("document.querySelector('#modes a[href=\"#watch\"]').hidden = false");
            let wide = browser.js(
                "return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > 320.5 && !one.closest('.unseen, svg, .toast')).map((one) => one.outerHTML.slice(0, 80))",
            );
            assert_eq!(wide, json!([]), "{language} {mode}");
            let torn = browser.js(TORN_WORDS);
            assert_eq!(torn, json!([]), "{language} {mode}");
            assert!(
                browser.js("return document.documentElement.scrollWidth <= 320") == true,
                "{language} {mode}"
            );
        }
    }
}

#[test]
fn the_top_fits_a_phone_on_its_side_in_every_language() {
    let (_served, browser) = page!(ON_ITS_SIDE);
    for language in ["en", "ru", "pl", "uk"] {
        browser.choose("#language", language);
        browser.wait(&format!("document.documentElement.lang === '{language}'"));
        browser.wait("document.activeElement.id === 'language'");
        // Where a match runs there is one mode more.
        browser.js("document.querySelector('#modes a[href=\"#watch\"]').hidden = false");
        let fits = "return document.documentElement.scrollWidth <= 640";
        assert_eq!(browser.js(fits), true, "{language}");
    }
}

#[test]
fn long_words_of_records_fit_a_phone() {
    let (_served, browser) = page!(NARROW);
    browser.mode("review");
    browser.wait_for("#file", 1);
    let word = "x".repeat(200);
    let game = format!("(;GM[40]SZ[9]PB[{word}]C[{word}];B[aa])");
    browser.drop_file(game.repeat(2).as_bytes());
    browser.wait_for("#which-game", 1);
    browser.wait(&format!(
        "document.querySelector('#comment').textContent === '{word}'"
    ));
    browser.wait(&format!(
        "document.querySelector('.captures').textContent.includes('{word}')"
    ));
    let fits = "return document.documentElement.scrollWidth <= 320";
    assert_eq!(browser.js(fits), true);
}

#[test]
fn playing_on_from_an_own_game_keeps_the_side() {
    let (_served, browser) = page!(DESK);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.click("#to-analysis");
    browser.wait_for("#play-on", 1);
    browser.wait_for(".dot", 6);
    // The engine has the turn here.
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 5);
    browser.click("#play-on");
    browser.click("#yes");
    browser.wait_for("#to-review", 1);
    browser.wait_for(".dot", 6);
    assert_eq!(
        browser.js("return JSON.parse(sessionStorage.getItem('tochki.play')).human"),
        0
    );
}

#[test]
fn playing_on_from_the_end_of_a_game_opens_it_again() {
    let (_served, browser) = page!(DESK);
    let about = json!({"width": 10, "height": 10, "start": "empty"});
    let nodes = [
        json!([0, {"player": 0, "x": 4, "y": 4}, ""]),
        json!([1, {"player": 1, "end": "Resign"}, ""]),
    ];
    let kept = json!({"about": about, "nodes": nodes, "at": 2});
    browser.reload_with("analyse", &kept);
    browser.wait_for(".move", 2);
    browser.click("#play-on");
    browser.wait_for_my_turn();
    browser.put(5, 5, DESK);
    browser.wait_for(".dot", 3);
}

#[test]
fn undo_is_offered_when_there_is_a_move_to_take_back() {
    let (_served, browser) = page!(DESK);
    let about = json!({"width": 10, "height": 10, "start": "empty"});
    let strength = json!({"kind": "level", "level": 1});
    let kept =
        json!({"game": {"about": about, "nodes": [], "at": 0}, "human": 1, "strength": strength});
    browser.reload_with("play", &kept);
    browser.wait_for_exactly(".dot", 1);
    browser.wait_for_my_turn();
    let is_disabled = "return document.querySelector('#undo').disabled";
    assert_eq!(browser.js(is_disabled), true);
    browser.put(0, 0, DESK);
    browser.wait_for(".dot", 3);
    assert_eq!(browser.js(is_disabled), false);
}

#[test]
fn enter_in_a_field_starts_the_game() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    browser.js("document.querySelector('input[name=size][value=other]').click()");
    browser.wait_for("input[name=width]", 1);
    browser.js("document.querySelector('input[name=width]').select()");
    browser.press(&['9', key::ENTER]);
    browser.wait("!document.querySelector('dialog')");
    browser.wait("JSON.parse(sessionStorage.getItem('tochki.play')).game.about.width === 9");
}

#[test]
fn the_engine_does_not_throw_a_drawn_game_away() {
    let (_served, browser) = page!(DESK);
    // The free cell is in an empty base of the reader.
    let about = json!({"width": 3, "height": 3, "picture": "101/0.0/101", "first": 1});
    let kept = json!({
        "game": {"about": about, "nodes": [], "at": 0},
        "human": 0,
        "strength": {"kind": "level", "level": 3},
    });
    browser.reload_with("play", &kept);
    browser.wait_for(".status.over", 1);
    assert_eq!(browser.text("#status"), "A draw");
}

#[test]
fn a_menu_of_the_right_button_does_not_hold_the_panel_back() {
    let (_served, browser) = page!(DESK);
    let press = "const down = new PointerEvent('pointerdown', { button: 2, bubbles: true });
         document.querySelector('#status').dispatchEvent(down)";
    browser.js(press);
    browser.js(&click_on(8, 8));
    browser.wait_for("#undo:enabled", 1);
}

#[test]
fn nobody_waits_for_a_hint_that_is_not_wanted_any_more() {
    let (_served, browser) = page!(DESK);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    keep_what_is_sent(&browser);
    browser.press(&['h', 'u']);
    browser.wait("sent.some((text) => JSON.parse(text).command === 'Stop')");
}

/// The replies to a command wait in `late` from now on, as functions that hand them to the page.
pub fn hold_replies(browser: &Browser, command: &str) {
    browser.js(&format!(
        "const send = WebSocket.prototype.send;
         window.late = [];
         WebSocket.prototype.send = function (text) {{
           const {{ command, id }} = JSON.parse(text);
           if (command === '{command}') {{
             const take = this.onmessage;
             this.onmessage = (event) => (JSON.parse(event.data).id === id ? late.push(() => take(event)) : take(event));
           }}
           return send.call(this, text);
         }}"
    ));
}

#[test]
fn a_move_that_is_answered_late_draws_nothing_in_another_mode() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    hold_replies(&browser, "Board");
    browser.js(&click_on(4, 4));
    browser.wait("late.length === 1");
    browser.mode("play");
    browser.wait_for(".dot", 4);
    browser.press(&['h']);
    browser.wait_for(".ring.hint", 1);
    browser.js("late[0]()");
    assert_eq!(browser.count(".ring.hint"), 1);
}

#[test]
fn a_hint_that_was_dropped_is_not_taken_for_the_next_one() {
    let (_served, browser) = page!(DESK);
    browser.wait_for_my_turn();
    hold_replies(&browser, "Decide");
    browser.press(&['h']);
    browser.wait("document.querySelector('#status').textContent === 'Thinking'");
    // The engine is stopped, and tells what it has found so far.
    browser.mode("review");
    browser.wait("late.length === 1");
    browser.mode("play");
    browser.wait_for("#hint", 1);
    browser.press(&['h']);
    browser.wait("late.length === 2");
    browser.js("late[0]()");
    assert_eq!(browser.count(".ring.hint"), 0);
    browser.js("late[1]()");
    browser.wait_for(".ring.hint", 1);
}

#[test]
fn an_analysis_rests_at_the_end_of_the_game() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/3x3/0/0/empty/aabacaabbbcbacbccc");
    browser.wait_for_exactly(".dot", 9);
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 8);
    browser.click("#analysis");
    browser.wait_for("#analysis[aria-pressed=true]", 1);
    keep_what_is_sent(&browser);
    browser.press(&[key::RIGHT]);
    browser.wait_for_exactly(".dot", 9);
    browser.wait("sent.some((text) => JSON.parse(text).command === 'Stop')");
    assert_eq!(browser.count("#analysis[aria-pressed=true]"), 1);
    // It goes on at a position that is not over.
    browser.press(&[key::LEFT]);
    browser.wait("sent.some((text) => JSON.parse(text).command === 'Analyze')");
}

#[test]
fn a_reviewed_game_is_not_replaced_without_a_question() {
    let (_served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    browser.mode("play");
    browser.click("#to-review");
    browser.wait(
        "document.querySelector('dialog p')?.textContent.includes('in Review will be replaced')",
    );
    browser.press(&[key::ESCAPE]);
    browser.wait("!document.querySelector('dialog')");
    browser.mode("review");
    browser.wait_for(".mistake", 2);
    browser.mode("play");
    browser.click("#to-review");
    browser.click("#yes");
    browser.wait("location.hash === '#review' && !document.querySelector('.mistake')");
    // Now there is nothing to lose.
    browser.mode("play");
    browser.click("#to-review");
    browser.wait("location.hash === '#review'");
}

#[test]
fn a_file_or_an_address_replaces_no_work_without_a_question() {
    let (_served, browser) = page!(DESK);
    let say_no = || {
        browser.wait_for("dialog #yes", 1);
        browser.press(&[key::ESCAPE]);
        browser.wait("!document.querySelector('dialog')");
    };
    open_a_review(&browser, ["", ""]);
    browser.drop_file(b"(;GM[40]SZ[9];B[aa])");
    say_no();
    browser.wait_for_exactly(".mistake", 2);
    browser.mode("review/9x9/0/0/empty/ee");
    say_no();
    browser.wait_for_exactly(".mistake", 2);
    // Moves that were put by hand are work also without variations.
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.put(4, 4, DESK);
    browser.wait_for(".dot", 1);
    browser.mode("analyse/9x9/0/0/empty/aabb");
    say_no();
    browser.wait_for_exactly(".move", 1);
    browser.mode("analyse/9x9/0/0/empty/aabb");
    browser.click("#yes");
    browser.wait_for_exactly(".move", 2);
    // What an address has brought is not.
    browser.mode("analyse/9x9/0/0/empty/aabbcc");
    browser.wait_for_exactly(".move", 3);
    assert_eq!(browser.count("dialog"), 0);
}

#[test]
fn moves_do_not_become_dots_of_a_start_without_a_question() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/aabb");
    browser.wait_for(".dot", 2);
    browser.click("#set-up");
    browser.wait_for("dialog #yes", 1);
    browser.press(&[key::ESCAPE]);
    browser.wait("!document.querySelector('dialog')");
    assert_eq!(browser.count("#set-up[aria-pressed=false]"), 1);
    browser.click("#set-up");
    browser.click("#yes");
    browser.put(4, 4, DESK);
    browser.wait_for(".dot", 3);
    assert_eq!(browser.count(".move"), 0);
}

#[test]
fn a_hint_goes_when_a_dot_is_refused() {
    let (_served, browser) = page!(DESK);
    // The cell in the middle of the cross is in an empty base of the engine.
    let rules = json!({"suicide": false});
    let picture = ".1..../1.1.../.1..../....../....../......";
    let about = json!({"width": 6, "height": 6, "rules": rules, "picture": picture});
    let kept = json!({
        "game": {"about": about, "nodes": [], "at": 0},
        "human": 0,
        "strength": {"kind": "level", "level": 1},
    });
    browser.reload_with("play", &kept);
    browser.wait_for_my_turn();
    browser.press(&['h']);
    browser.wait_for(".ring.hint", 1);
    browser.put(1, 1, DESK);
    browser.wait("document.querySelector('#toast').textContent.startsWith('Not there')");
    assert_eq!(browser.count(".ring.hint"), 0);
    assert_eq!(browser.text("#status"), "Your turn");
}
