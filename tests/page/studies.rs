//! Analyse and Review: positions that are set up, moves that are deleted, reviews that are broken off.

use crate::browser::{Browser, DESK, PHONE, key};
use crate::files::saved_record;
use crate::hands::click_on;
use serde_json::json;

/// Opens a game of a few moves in Review.
pub fn open_a_record(browser: &Browser) {
    browser.mode("review");
    browser.drop_file(include_bytes!("../../fixtures/sgf/playdots.sgf"));
    browser.wait("document.querySelectorAll('.move').length > 3");
}

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
    browser.wait_for_exactly(".dot", 0);
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
    browser.wait_for_exactly(".dot", 0);
    browser.click("#set-up");
    point_at(&browser, 4, 4);
    browser.wait_for(".ghost.player-0", 1);
    browser.click("#tool-1");
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
        "const send = WebSocket.prototype.send;
         WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 800); };
         location.hash = 'analyse/15x15/0/0/cross/'",
    );
    browser.wait_for("#set-up", 1);
    browser.js("document.querySelector('#set-up').click()");
    browser.wait_for("#set-up-done", 1);
    browser.wait_for(".dot", 4);
    browser.put(1, 1, DESK);
    browser.wait_for(".dot[data-cell='1,1']", 1);
    assert_eq!(browser.count(".dot"), 5);
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

#[test]
fn a_review_that_is_stopped_shows_what_it_has_found() {
    let (_served, browser) = page!(DESK);
    open_a_record(&browser);
    browser.choose("#effort", "usual");
    browser.click("#review");
    browser.wait("document.querySelector('progress')?.value >= 3");
    browser.click(".card:has(progress) .row .button:last-child");
    browser.wait_for("#mistakes", 1);
    browser.wait_for("#part", 1);
    let found = browser.text("#mistakes");
    browser.reload();
    browser.wait_for("#mistakes", 1);
    assert_eq!(browser.text("#mistakes"), found);
    // An address brings another game, in which nothing was looked for.
    browser.mode("review/9x9/0/0/empty/eeff");
    browser.click("#yes");
    browser.wait_for_exactly(".dot", 2);
    assert_eq!(browser.count("#mistakes"), 0);
}

#[test]
fn a_review_that_runs_is_kept_when_the_page_is_loaded_again() {
    let (_served, browser) = page!(DESK);
    open_a_record(&browser);
    browser.choose("#effort", "usual");
    browser.click("#review");
    browser.wait("document.querySelector('progress')?.value >= 3");
    browser.reload();
    browser.wait_for("#part", 1);
}

#[test]
fn a_move_that_is_made_is_kept_when_the_page_is_loaded_at_once() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.js(
        "const board = document.querySelector('.board');
         const { x, y } = new DOMPoint(4, 4).matrixTransform(board.getScreenCTM());
         new MutationObserver(() => document.querySelector('.dot') && location.reload()).observe(board, { childList: true, subtree: true });
         board.dispatchEvent(new MouseEvent('click', { clientX: x, clientY: y, bubbles: true }))",
    );
    browser.wait("document.querySelector('.move')?.textContent.includes('5-5')");
}

#[test]
fn a_komi_that_is_not_played_counts_as_none() {
    let (_served, browser) = page!(DESK);
    // A second click on one cell would be a double click.
    for (komi, dot, place, x) in [("0.3", "aa", "0,0", 2), ("-150.5", "ee", "4,4", 3)] {
        browser.mode("review");
        browser.drop_file(format!("(;GM[40]SZ[5]KM[{komi}]AB[{dot}];W[bb])").as_bytes());
        if x == 3 {
            // A dot was put in the game before.
            browser.click("#yes");
        }
        let told = komi.replace('-', "−");
        browser.wait(&format!(
            "document.querySelector('#panel').textContent.includes('Komi {told} is not played here')"
        ));
        browser.wait(&format!(
            "[...document.querySelectorAll('.dot')].map(({{ dataset }}) => dataset.cell).join() === '{place}'"
        ));
        browser.put(x, 2, DESK);
        browser.wait_for(&format!(".dot[data-cell='{x},2']"), 1);
        browser.mode("analyse/9x9/0/0/empty/");
        browser.wait("document.querySelector('#set-up')");
        browser.mode(&format!("analyse/9x9/{komi}/0/empty/"));
        browser.wait("document.querySelector('#toast').textContent.includes('names no position')");
        browser.js("document.querySelector('#toast').textContent = ''");
    }
}

#[test]
fn moves_are_deleted_and_put_back() {
    let (_served, browser) = page!(DESK);
    open_a_record(&browser);
    browser.choose("#effort", "quick");
    browser.click("#review");
    browser.wait("document.querySelector('#mistakes') && !document.querySelector('progress')");
    let (found, moves) = (browser.text("#mistakes"), browser.count(".move"));
    browser.click(".move[data-node='2']");
    browser.wait_for(".dot", 3);
    browser.click("#delete-move");
    browser.wait_for_exactly(".move", 2);
    // The list of mistakes is about the moves that are left.
    let left = browser.text("#mistakes");
    assert_eq!(left.matches("Moves: 1").count(), 2, "{left}");
    browser.press(&[key::BACKSPACE]);
    browser.wait_for_exactly(".move", 1);
    browser.press(&['u', 'u']);
    browser.wait(&format!(
        "document.querySelectorAll('.move').length === {moves}"
    ));
    assert_eq!(browser.text("#mistakes"), found);
    assert!(browser.js("return document.querySelector('#put-back').disabled") == true);
}

#[test]
fn a_line_that_is_put_back_joins_what_was_played_meanwhile() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/bbccdd");
    browser.wait_for(".dot", 3);
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 2);
    for left in [1, 0] {
        browser.click("#delete-move");
        browser.wait(&format!(
            "document.querySelectorAll('.dot').length === {left}"
        ));
    }
    for (number, (x, y)) in [(1, 1), (5, 5)].into_iter().enumerate() {
        browser.put(x, y, DESK);
        browser.wait_for(".dot", number + 1);
    }
    browser.click("#put-back");
    browser.wait("document.querySelector('.move[aria-current]')?.textContent.startsWith('1')");
    browser.click("#put-back");
    browser.wait_for(".move", 4);
    assert_eq!(browser.count(".variation"), 1);
}

#[test]
fn an_address_with_escaped_marks_is_read() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/3x3/0/0/%3D101%210.0%21101/");
    browser.wait_for_exactly(".dot", 8);
}

#[test]
fn an_address_whose_start_is_refused_leaves_the_game_as_it_was() {
    let (_served, browser) = page!(DESK);
    let wait_for_board = |size: u32, dots: u32| {
        browser.wait(&format!(
            "document.querySelectorAll('.coordinate').length === {}
             && document.querySelectorAll('.dot').length === {dots}",
            2 * size
        ));
    };
    browser.mode("analyse/9x9/0/0/empty/bbccddeeff");
    wait_for_board(9, 5);
    // Four crosses have no room there.
    for moves in ["", "aa"] {
        browser.mode(&format!("analyse/4x4/0/0/four-crosses/{moves}"));
        browser.wait("document.querySelector('#toast').textContent.includes('names no position')");
        browser.wait_for(".move", 5);
        wait_for_board(9, 5);
        browser.js("document.querySelector('#toast').textContent = ''");
    }
    browser.put(0, 0, DESK);
    wait_for_board(9, 6);
    // A tab that has kept such a game shows the usual one after a reload.
    let about = json!({"width": 4, "height": 4, "start": "four-crosses"});
    let kept = json!({"about": about, "nodes": [], "at": 0});
    browser.reload_with("analyse", &kept);
    wait_for_board(20, 4);
    browser.wait("document.querySelector('#toast').textContent.includes('names no position')");
}

/// Opens a game of two mistakes with these comments, which has been reviewed.
pub fn open_a_review(browser: &Browser, comments: [&str; 2]) {
    open_a_marked_review(browser, comments, [None, None]);
}

/// The same with marks of the record: `bad`, `fair` or none.
fn open_a_marked_review(browser: &Browser, comments: [&str; 2], marks: [Option<&str>; 2]) {
    let found = |player: u32, gain: f64, weight: f64| {
        let best = json!({"coords": {"x": 8, "y": 8}, "gain": gain, "weight": weight, "line": []});
        json!({"player": player, "moves": [best], "isWhole": true, "effort": "quick"})
    };
    let about = json!({"width": 9, "height": 9, "start": "empty"});
    let kept = json!({
        "about": about, "at": 0, "root": found(0, 1.0, 0.5),
        "nodes": [
            [0, {"player": 0, "x": 1, "y": 1}, comments[0], found(1, 0.0, 0.9), null, marks[0]],
            [1, {"player": 1, "x": 2, "y": 1}, comments[1], found(0, 0.0, 0.5), null, marks[1]],
        ],
    });
    browser.reload_with("review", &kept);
    browser.wait_for(".mistake", 2);
}

#[test]
fn a_review_is_told_after_a_reload_in_a_variation() {
    let (_served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    browser.put(4, 4, DESK);
    browser.wait_for(".variation .move[aria-current]", 1);
    browser.reload();
    browser.wait_for(".variation .move[aria-current]", 1);
    browser.wait_for(".mistake", 2);
}

#[test]
fn a_reviewed_position_stays_one_when_it_is_analysed() {
    let (_served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    browser.click("#analysis");
    browser.wait_for("#analysis[aria-pressed=false]", 1);
    browser.reload();
    browser.wait_for("#mistakes", 1);
    assert_eq!(browser.count("#part"), 0, "all moves were looked into");
}

#[test]
fn losses_are_told_in_good_language() {
    let (_served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    let losses = browser.js(
        "return [...document.querySelectorAll('.loss-text')].map((one) => one.textContent).sort()",
    );
    assert_eq!(losses, json!(["−1 dot, −40 %", "−40 %"]));
}

#[test]
fn mistakes_are_told_without_colours() {
    let (_served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    let told = browser.js(
        "const names = (css) => [...document.querySelectorAll(css)].map((chip) => chip.getAttribute('aria-label'));
         const mark = getComputedStyle(document.querySelector('.mistake.bad b'), '::after').content;
         return [names('#mistakes .row .chip'), names('.mistake .chip').sort(), mark]",
    );
    assert_eq!(told, json!([["Blue", "Red"], ["Blue", "Red"], "\" ?\""]));
}

#[test]
fn better_moves_are_saved_below_the_comments_of_the_record() {
    let (_served, browser) = page!(DESK);
    // The second one is from a review that was saved.
    open_a_review(&browser, ["Why?", "Better: 9-1"]);
    browser.press(&[key::RIGHT]);
    browser.wait("document.querySelector('#comment').textContent === 'Why?\\nBetter: 9-1'");
    let saved = saved_record(&browser);
    assert!(saved.contains("C[Why?\nBetter: 9-1]"), "{saved}");
    assert_eq!(saved.matches("Better").count(), 2, "{saved}");
}

#[test]
fn mistakes_of_a_review_are_saved_where_the_record_has_no_marks() {
    let (_served, browser) = page!(DESK);
    // The review calls both moves mistakes.
    open_a_marked_review(&browser, ["", ""], [None, Some("fair")]);
    browser.wait_for(".move.bad", 2);
    let saved = saved_record(&browser);
    assert!(saved.contains(";B[bb]BM[1]"), "{saved}");
    assert!(saved.contains(";W[cb]DO[]"), "{saved}");
}

#[test]
fn variations_are_saved_and_read_again() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait(
        "document.querySelectorAll('.dot').length === 0 && document.querySelector('#set-up')",
    );
    for (x, dots) in [(1, 1), (2, 2), (3, 3)] {
        browser.put(x, 4, DESK);
        browser.wait_for(".dot", dots);
    }
    // Other moves in the place of the third and the second one, and another one in the second variation.
    for (back_to, moves) in [(2, &[4][..]), (1, &[5, 6]), (2, &[7])] {
        while browser.count(".dot") > back_to {
            let dots = browser.count(".dot");
            browser.press(&[key::LEFT]);
            browser.wait(&format!(
                "document.querySelectorAll('.dot').length < {dots}"
            ));
        }
        for &x in moves {
            browser.put(x, 4, DESK);
            browser.wait_for(&format!(".dot[data-cell='{x},4']"), 1);
        }
    }
    assert_eq!(browser.count(".variation"), 3);
    let tree = browser.text(".moves");
    let saved = saved_record(&browser);
    browser.drop_file(saved.as_bytes());
    browser.wait("location.hash === '#review' && document.querySelectorAll('.move').length === 7");
    assert_eq!(browser.text(".moves"), tree, "{saved}");
}

#[test]
fn every_board_of_the_longest_record_is_asked_for_once() {
    let (_served, browser) = page!(DESK);
    let asked = browser.js_later(
        "const done = arguments[arguments.length - 1];
         const read = (name) => import(new URL(`${name}.js`, location.href.split('#')[0]));
         Promise.all([read('engine'), read('tree')]).then(([{ Engine }, { Game }]) => {
           const sent = [];
           const request = ({ command }) => new Promise(() => sent.push(command));
           const link = Object.assign(new EventTarget(), { isUp: true, request });
           const game = new Game({ width: 62, height: 62 });
           for (let cell = 0; cell < 62 * 62; cell++) {
             game.at = game.add(game.at, { player: cell % 2, x: cell % 62, y: Math.floor(cell / 62) });
           }
           new Engine(link).views(game, game.mainLine());
           done({ sent: sent.length, dots: sent.filter((one) => one === 'PutPoint').length });
         })",
    );
    let cells = 62 * 62;
    assert_eq!(asked, json!({"sent": 2 * cells + 2, "dots": cells}));
}

#[test]
fn nets_that_are_not_proved_are_pale_and_dots_that_reach_the_edge_have_marks() {
    let (_served, browser) = page!(DESK);
    let classes = browser.js_later(
        "const done = arguments[arguments.length - 1];
         const ring = (proved) => ({ player: 'Red', links: [], proved, inside: [{ x: 1, y: 1 }] });
         const escape = { player: 'Black', links: [], proved: true, dots: [{ x: 3, y: 1 }] };
         const ask = async () => ({ rings: [ring(true), ring(false)], escapes: [escape] });
         import(new URL('overlays.js', location.href.split('#')[0])).then(async ({ drawOverlay }) => {
           const { paths } = await drawOverlay({ ask }, {}, {}, 'nets');
           done(paths.map((path) => path.getAttribute('class')));
         })",
    );
    let expected = json!(["safe player-1", "prey player-0", "prey player-0 unproved"]);
    assert_eq!(classes, expected);
}

#[test]
fn overlays_of_positions_that_are_left_are_not_asked_for() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/aabbccddeeffgghhiiabbccd");
    browser.wait_for(".dot", 12);
    browser.choose("#overlay", "importance");
    browser.wait_for(".heat", 1);
    // The engine takes its time for one, and a key is held meanwhile.
    browser.js_later(
        "const done = arguments[arguments.length - 1];
         const send = WebSocket.prototype.send;
         window.asked = 0;
         let held = [];
         WebSocket.prototype.send = function (text) {
           const isAsked = JSON.parse(text).command === 'Importance';
           if (isAsked) window.asked++;
           if (isAsked && held) held.push(() => send.call(this, text));
           else send.call(this, text);
         };
         let steps = 10;
         const step = () => {
           document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
           if (--steps) return setTimeout(step, 10);
           held.forEach((release) => release());
           held = null;
           done();
         };
         step()",
    );
    browser.wait("asked >= 2 && document.querySelectorAll('.dot').length === 2");
    assert_eq!(browser.js("return asked"), 2);
}

#[test]
fn a_move_that_is_refused_leaves_the_boards_after_it_right() {
    let (_served, browser) = page!(DESK);
    // Red may not put a dot into the empty base of blue.
    browser.mode("analyse/5x5/0/0s/_ba_ab_cb_bc/ee");
    browser.wait_for_exactly(".dot", 5);
    let define = "window.press = (key) => {
           const event = new KeyboardEvent('keydown', { key, bubbles: true });
           document.body.dispatchEvent(event);
         }";
    browser.js(define);
    // Two other moves in its place are asked for before its refusal comes.
    let clicks = [click_on(1, 1), click_on(4, 0), click_on(0, 4)];
    browser.js(&clicks.join("press('ArrowLeft');"));
    browser.wait_for(".dot[data-cell='0,4']", 1);
    assert_eq!(browser.count(".dot"), 6);
    browser.js("press('ArrowUp')");
    browser.wait_for(".dot[data-cell='4,0']", 1);
    assert_eq!(browser.count(".dot"), 6);
}

#[test]
fn a_mistake_is_marked_again_after_a_look_at_another_move() {
    let (_served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    browser.click(".mistake");
    browser.wait_for(".ring.bad", 1);
    for (event, marks) in [("mouseenter", 0), ("mouseleave", 1)] {
        browser.js(&format!(
            "document.querySelector('.best-move').dispatchEvent(new Event('{event}'))"
        ));
        assert_eq!(browser.count(".ring.bad"), marks);
    }
    browser.press(&[key::RIGHT]);
    browser.wait("!document.querySelector('.ring.bad')");
}
