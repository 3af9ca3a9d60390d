//! The page in the hands of people: they press longer than a script, type, change their minds and come back late.

use crate::browser::{Browser, DESK, key};
use crate::files::saved_record;
use serde_json::json;
use std::time::Duration;

/// The page keeps the texts that it sends from now on in `sent`, and its socket in `socket`.
pub fn keep_what_is_sent(browser: &Browser) {
    browser.js(
        "const send = WebSocket.prototype.send;
         window.sent = [];
         WebSocket.prototype.send = function (text) { window.socket = this; sent.push(text); return send.call(this, text); }",
    );
}

/// A script that clicks on a cell. The mouse of the driver takes longer than the reply of the engine.
pub fn click_on(x: u32, y: u32) -> String {
    format!(
        "{{
           const board = document.querySelector('.board');
           const {{ x, y }} = new DOMPoint({x}, {y}).matrixTransform(board.getScreenCTM());
           board.dispatchEvent(new MouseEvent('click', {{ clientX: x, clientY: y, bubbles: true }}));
         }}"
    )
}

/// A script that clicks on a cell a long time after the click before, for the page: it is no double click. On that cell
/// only such clicks count after it.
pub fn click_anew_on(x: u32, y: u32) -> String {
    format!(
        "window.clicks = (window.clicks ?? 0) + 1;
         const shift = (event) => Object.defineProperty(event, 'timeStamp', {{ value: 1e7 * clicks }});
         addEventListener('click', shift, {{ capture: true, once: true }});
         {}",
        click_on(x, y)
    )
}

/// After this time a second click on a cell is no double click.
const SECOND_CLICK: Duration = Duration::from_millis(600);

#[test]
fn presses_work_while_the_analysis_runs() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/20x20/0/0/cross/ijkiji");
    browser.wait_for(".dot", 7);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    browser.hold(".best-move");
    browser.wait_for(".dot", 8);
    // The expected line is shown as long as the mouse is on its row.
    browser.press_by("return [5, 5]");
    browser.wait_for(".candidate", 3);
    let place = browser.js(
        "const [, x, y] = /translate\\((\\d+) (\\d+)\\)/.exec(document.querySelector('[data-rank=\"1\"]').getAttribute('transform'));
         return [Number(x), Number(y)]",
    );
    let [x, y] = [0, 1].map(|index| place[index].as_u64().unwrap() as u32);
    browser.put_slowly(x, y);
    browser.wait_for(&format!(".dot[data-cell='{x},{y}']"), 1);
    assert_eq!(
        browser.count("#analysis[aria-pressed=true]"),
        1,
        "it goes on"
    );
    browser.hold("#analysis");
    browser.wait_for("#analysis[aria-pressed=false]", 1);
}

#[test]
fn the_focus_stays_in_what_is_drawn_anew() {
    let (_served, browser) = page!(DESK);
    browser.mode("train");
    browser.wait_for("#puzzle-theme", 1);
    browser.js("window.list = document.querySelector('#puzzle-theme'); list.focus()");
    browser.choose("#puzzle-theme", "nets");
    browser.wait("!list.isConnected && document.activeElement.id === 'puzzle-theme'");
}

#[test]
fn the_focus_stays_in_set_up() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for("#set-up", 1);
    browser.js("document.querySelector('#set-up').focus()");
    browser.press(&[' ']);
    browser.wait("document.querySelector('#set-up[aria-pressed=true]') === document.activeElement");
    for (id, is_done) in [
        ("tool-1", "button.getAttribute('aria-pressed') === 'true'"),
        ("set-up-first", "button.textContent.startsWith('Red')"),
        ("set-up-clear", "button !== old"),
    ] {
        browser.js(&format!(
            "window.old = document.getElementById('{id}'); old.focus()"
        ));
        browser.press(&[' ']);
        browser.wait(&format!(
            "((button) => button === document.activeElement && {is_done})(document.getElementById('{id}'))"
        ));
    }
    browser.js("document.querySelector('#set-up-done').focus()");
    browser.press(&[key::ENTER]);
    browser
        .wait("document.querySelector('#set-up[aria-pressed=false]') === document.activeElement");
}

#[test]
fn the_focus_stays_in_the_head_of_a_review() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#open", 1);
    browser.js("document.querySelector('#open').focus()");
    browser.drop_file(b"(;GM[40]SZ[9];B[aa];W[bb])(;GM[40]SZ[9];B[cc];W[dd];B[ee])");
    browser.wait_for(".move", 2);
    assert_eq!(browser.js("return document.activeElement.id"), "open");
    browser.js("document.querySelector('#which-game').focus()");
    browser.choose("#which-game", "1");
    browser.wait_for(".move", 3);
    assert_eq!(browser.js("return document.activeElement.id"), "which-game");
    browser.js("document.querySelector('#review').focus()");
    browser.press(&[key::ENTER]);
    browser.wait("document.querySelector('progress') && document.activeElement.id === 'review'");
    browser.wait_for("#mistakes", 1);
    assert_eq!(browser.js("return document.activeElement.id"), "review");
    assert!(browser.text("#speech").ends_with("3 of 3 moves"));
}

#[test]
fn a_typed_number_counts_when_the_game_is_started() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    browser.js("document.querySelector('input[name=size][value=other]').click()");
    browser.wait_for("input[name=width]", 1);
    browser.js("document.querySelector('input[name=width]').select()");
    browser.press(&['9']);
    browser.hold("#start-game");
    browser.wait("JSON.parse(sessionStorage.getItem('tochki.play')).game.about.width === 9");
    browser.wait_for(".dot", 4);
}

#[test]
fn a_field_that_is_emptied_keeps_its_number() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    browser.js("document.querySelector('input[name=size][value=other]').click()");
    let width = "return document.querySelector('input[name=width]').value";
    let before = browser.js(width);
    browser.js("const input = document.querySelector('input[name=width]');
         input.value = '';
         input.dispatchEvent(new Event('change'))");
    assert_eq!(browser.js(width), before);
}

#[test]
fn rules_are_ticked_with_the_keyboard() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    browser.js(
        "const box = document.querySelector('input[name=empty-bases]');
         box.closest('details').open = true;
         box.focus()",
    );
    browser.press(&[' ']);
    browser.wait("document.activeElement.name === 'empty-bases' && document.activeElement.checked");
    browser.press(&[' ']);
    browser
        .wait("document.activeElement.name === 'empty-bases' && !document.activeElement.checked");
    assert_eq!(
        browser.js("return document.querySelector('input[name=suicide]').checked"),
        true
    );
}

#[test]
fn boards_have_room_for_the_start() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    for choice in [
        "[name=size][value=other]",
        "[name=start][value=four-crosses]",
    ] {
        browser.js(&format!("document.querySelector('input{choice}').click()"));
    }
    for side in ["width", "height"] {
        browser.js(&format!(
            "const input = document.querySelector('input[name={side}]');
             input.value = '5';
             input.dispatchEvent(new Event('change'))"
        ));
    }
    browser.hold("#start-game");
    browser.wait_for(".dot", 16);
    let about = browser.js("return JSON.parse(sessionStorage.getItem('tochki.play')).game.about");
    assert_eq!((&about["width"], &about["height"]), (&json!(7), &json!(7)));
}

#[test]
fn a_dialog_is_closed_beside_it_only() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    browser.wait_for("dialog[open]", 1);
    browser.hold("dialog h2");
    // The margin within the dialog is below the last button.
    let place = "const { x, bottom } = document.querySelector('dialog').getBoundingClientRect();";
    browser.press_by(&format!("{place} return [x + 8, bottom - 8]"));
    assert_eq!(browser.count("dialog[open]"), 1);
    browser.press_by(&format!("{place} return [x - 20, bottom - 20]"));
    browser.wait("!document.querySelector('dialog')");
}

#[test]
fn what_a_person_asks_for_too_often_is_done_once() {
    let (_served, browser) = page!(DESK);
    keep_what_is_sent(&browser);
    browser.press(&['h', 'h', 'h', 'h']);
    browser.wait("document.querySelector('.ring.hint')");
    let asked = "sent.filter((text) => JSON.parse(text).command === 'Decide').length";
    assert_eq!(browser.js(&format!("return {asked}")), 1);
    // Undo while the engine makes the first move of the game takes nothing back and stops nothing.
    let about = json!({"width": 10, "height": 10, "start": "empty"});
    let strength = json!({"kind": "time", "seconds": 1});
    browser.reload_with(
        "play",
        &json!({"game": {"about": about, "nodes": [], "at": 0}, "human": 1, "strength": strength}),
    );
    browser.wait_for(".thinking", 1);
    browser.press(&['u']);
    browser.wait_for(".dot", 1);
}

#[test]
fn keys_of_other_alphabets_are_understood() {
    let (_served, browser) = page!(DESK);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.js(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'г', code: 'KeyU', bubbles: true }))",
    );
    browser.wait_for_exactly(".dot", 4);
}

#[test]
fn stopping_foretells_the_score() {
    let (_served, browser) = page!(DESK);
    let dot = |x, y, player| json!({"x": x, "y": y, "player": player});
    let start = [
        dot(4, 4, 1),
        dot(4, 3, 0),
        dot(3, 4, 0),
        dot(5, 4, 0),
        dot(4, 5, 0),
    ];
    // A score is not broken into two lines.
    for (komi, told, won) in [
        (0.0, "0\u{a0}:\u{a0}4.", "4 dots"),
        (2.5, "0\u{a0}:\u{a0}6.5.", "6.5 dots"),
    ] {
        let about = json!({"width": 9, "height": 9, "komi": komi, "start": start});
        let game = json!({"about": about, "nodes": [], "at": 0});
        let strength = json!({"kind": "level", "level": 1});
        browser.reload_with(
            "play",
            &json!({"game": game, "human": 0, "strength": strength}),
        );
        browser.wait_for(".dot.captured", 1);
        browser.click("#ground");
        browser.wait_for("dialog[open]", 1);
        let foretold = browser.text("dialog p");
        assert!(foretold.ends_with(told), "{foretold}");
        browser.click("#yes");
        browser.wait_for(".status.over", 1);
        assert!(browser.text("#status").ends_with(won));
        let scores = browser.js(
            "return [...document.querySelectorAll('.score')].map((score) => score.textContent)",
        );
        assert_eq!(scores, json!(["4", "0"]));
    }
}

#[test]
fn a_click_wakes_a_conversation_that_was_closed_for_idleness() {
    let (_served, browser) = page!(DESK);
    keep_what_is_sent(&browser);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.js("const lose = socket.onclose;
         socket.onclose = () => lose.call(socket, { code: 4000 });
         socket.close()");
    browser.wait("socket.readyState === WebSocket.CLOSED");
    std::thread::sleep(SECOND_CLICK);
    // A cell that is taken is refused, and the game goes on.
    browser.put(8, 8, DESK);
    browser.wait("document.querySelector('#toast').textContent !== ''");
    browser.put(12, 12, DESK);
    browser.wait_for(".dot", 8);
}

#[test]
fn the_engine_asked_anew_counts_the_time_that_has_passed() {
    let (_served, browser) = page!(DESK);
    let about = json!({"width": 10, "height": 10, "start": "empty"});
    let kept = json!({
        "game": {"about": about, "nodes": [], "at": 0},
        "human": 0,
        "strength": {"kind": "time", "seconds": 30},
        "clock": {"left": [65, 65], "increment": 5},
    });
    browser.reload_with("play", &kept);
    browser.wait_for_my_turn();
    keep_what_is_sent(&browser);
    browser.put(4, 4, DESK);
    let asked = "sent.map(JSON.parse).filter(({ command }) => command === 'Decide').map(({ constraint }) => constraint.type).join()";
    browser.wait(&format!("{asked} === 'Time'"));
    browser.js("const now = performance.now.bind(performance);
         performance.now = () => now() + 50_000;
         socket.close()");
    browser.wait(&format!("{asked} === 'Time,Clock'"));
}

/// Plays on from a game with little time for the engine at this level. Returns the constraint of its move.
fn hurried(browser: &Browser, level: u32) -> String {
    let about = json!({"width": 10, "height": 10, "start": "empty"});
    let kept = json!({
        "game": {"about": about, "nodes": [], "at": 0},
        "human": 0,
        "strength": {"kind": "level", "level": level},
        "clock": {"left": [65, 9], "increment": 0},
    });
    browser.reload_with("play", &kept);
    browser.wait_for_my_turn();
    keep_what_is_sent(browser);
    browser.put(4, 4, DESK);
    let asked = "sent.map(JSON.parse).find(({ command }) => command === 'Decide')";
    browser.wait(&format!("!!{asked}"));
    browser
        .js(&format!("return ({asked}).constraint.type"))
        .to_string()
}

#[test]
fn a_low_level_stays_weak_when_its_time_runs_out() {
    let (_served, browser) = page!(DESK);
    assert!(hurried(&browser, 3).contains("Level"));
    assert!(hurried(&browser, 10).contains("Clock"));
}

#[test]
fn a_review_is_there_after_a_reload() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    let record = include_bytes!("../../fixtures/sgf/playdots.sgf");
    browser.drop_file(record);
    browser.wait("document.querySelectorAll('.move').length > 3");
    browser.choose("#effort", "quick");
    browser.click("#review");
    browser.wait_for("#mistakes", 1);
    let summary = browser.text("#mistakes");
    browser.reload();
    browser.wait_for("#mistakes", 1);
    assert_eq!(browser.text("#mistakes"), summary);
}

/// A game of moves by turns, as the page keeps it while a player looks back at its first move.
fn looked_back_at(width: u32, height: u32, moves: &[(u32, u32)]) -> serde_json::Value {
    let node = |(index, &(x, y)): (usize, &(u32, u32))| json!([index, {"player": index % 2, "x": x, "y": y}, ""]);
    let nodes: Vec<_> = moves.iter().enumerate().map(node).collect();
    let about = json!({"width": width, "height": height, "start": "empty"});
    json!({
        "game": {"about": about, "nodes": nodes, "at": 1},
        "human": 0,
        "strength": {"kind": "level", "level": 1},
    })
}

#[test]
fn a_move_that_is_taken_back_at_once_does_not_come_again() {
    let (_served, browser) = page!(DESK);
    keep_what_is_sent(&browser);
    let undo = "window.replies = 0;
         socket.addEventListener('message', () => window.replies++);
         document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', code: 'KeyU', bubbles: true }))";
    browser.js(&format!("{}; {undo}", click_on(8, 8)));
    browser.wait("replies === sent.length");
    browser.put(12, 12, DESK);
    browser.wait_for(".dot", 6);
    let moves = "JSON.parse(sessionStorage.getItem('tochki.play')).game.nodes";
    assert_eq!(browser.js(&format!("return {moves}.length")), 2);
}

#[test]
fn the_end_of_a_game_counts_after_a_reload_that_looks_back() {
    let (_served, browser) = page!(DESK);
    let cells: Vec<_> = (0..9).map(|cell| (cell % 3, cell / 3)).collect();
    browser.reload_with("play", &looked_back_at(3, 3, &cells));
    browser.wait_for(".status.over", 1);
    // The engine, whose turn it is, moves, and the player can resign.
    let moves = [(1, 1), (8, 8), (1, 2)];
    browser.reload_with("play", &looked_back_at(10, 10, &moves));
    browser.wait("document.querySelector('#status')?.textContent === 'Move 1 of 4'");
    browser.click("#resign");
    browser.click("#yes");
    browser.wait_for(".status.over", 1);
}

#[test]
fn a_reloaded_game_can_be_looked_back_at_while_the_engine_thinks() {
    let (_served, browser) = page!(DESK);
    let mut kept = looked_back_at(10, 10, &[(1, 1), (8, 8), (1, 2)]);
    kept["game"]["at"] = json!(3);
    kept["strength"] = json!({"kind": "time", "seconds": 100});
    browser.reload_with("play", &kept);
    browser.wait_for(".thinking", 1);
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 2);
}

#[test]
fn a_loss_on_time_is_saved_as_one() {
    let (_served, browser) = page!(DESK);
    let mut kept = looked_back_at(9, 9, &[(4, 4), (5, 5)]);
    let end = json!([2, {"player": 0, "end": "Time"}, ""]);
    kept["game"]["nodes"].as_array_mut().unwrap().push(end);
    browser.reload_with("play", &kept);
    browser.wait_for(".status.over", 1);
    let saved = saved_record(&browser);
    assert!(saved.contains("RE[W+T]"), "{saved}");
}

#[test]
fn a_click_on_a_cell_that_is_taken_asks_the_engine_for_nothing() {
    let (_served, browser) = page!(DESK);
    keep_what_is_sent(&browser);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.js("sent.length = 0");
    std::thread::sleep(SECOND_CLICK);
    browser.put(8, 8, DESK);
    browser.wait("document.querySelector('#toast').textContent.includes('there is a dot')");
    assert_eq!(browser.js("return sent"), json!([]));
    // Nor does an analysis, which goes on.
    browser.mode("analyse/9x9/0/0/empty/ee");
    browser.wait_for_exactly(".dot", 1);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    browser.js("sent.length = 0; document.querySelector('#toast').textContent = ''");
    browser.put(4, 4, DESK);
    browser.wait("document.querySelector('#toast').textContent.includes('there is a dot')");
    assert_eq!(browser.js("return sent"), json!([]));
    assert_eq!(browser.count("#analysis[aria-pressed=true]"), 1);
}

#[test]
fn an_address_is_copied_by_hand_where_there_is_no_clipboard() {
    let (_served, browser) = page!(DESK);
    browser.js("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.click("#export");
    browser.click("#copy-address");
    browser.wait("document.activeElement.id === 'address'");
    let selected = browser.js(
        "const { value, selectionStart, selectionEnd } = document.activeElement;
         return value.slice(selectionStart, selectionEnd)",
    );
    let selected = selected.as_str().unwrap();
    assert!(
        selected.contains("#analyse/20x20/0/0/cross/ii"),
        "{selected}"
    );
}

#[test]
fn keys_work_after_a_click_on_the_board() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.put(4, 4, DESK);
    browser.wait_for(".dot", 1);
    browser.press(&[key::DELETE]);
    browser.wait_for_exactly(".dot", 0);
    browser.press(&[' ']);
    browser.wait_for("#analysis[aria-pressed=true]", 1);
}

#[test]
fn quick_clicks_all_count_when_a_position_is_set_up() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.click("#set-up");
    browser.js(&[click_on(4, 4), click_on(5, 4), click_on(6, 4)].concat());
    browser.wait_for(".dot", 3);
}

#[test]
fn a_game_goes_on_where_the_browser_has_no_room() {
    let (_served, browser) = page!(DESK);
    browser.js("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }");
    browser.mode("analyse");
    browser.wait_for("#set-up", 1);
    browser.mode("play");
    browser.wait_for_my_turn();
    assert_eq!(browser.text("#toast"), "", "nothing would be lost yet");
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait("document.querySelector('#toast').textContent.includes('cannot keep this game')");
}
