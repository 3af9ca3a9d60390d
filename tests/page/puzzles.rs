//! Puzzles in the hands of those who solve them.

use crate::browser::{Browser, DESK, key};
use crate::hands::{click_anew_on, click_on, keep_what_is_sent};
use serde_json::{Value, json};

/// A puzzle as the server gives it to the page.
pub fn puzzle(browser: &Browser, id: &str) -> Value {
    browser.js_later(&format!(
        "const done = arguments[arguments.length - 1];
         fetch('puzzles.json').then((reply) => reply.json()).then((all) => done(all.find(({{ id }}) => id === '{id}')))"
    ))
}

/// Column and row of the first stated move of a puzzle.
pub fn answer(puzzle: &Value) -> [u32; 2] {
    [0, 1].map(|index| puzzle["answers"][0][index].as_u64().unwrap() as u32)
}

/// A script that returns the dots on the board: their cells and classes.
pub const DOTS: &str = "return [...document.querySelectorAll('.dot')].map((dot) => `${dot.dataset.cell} ${dot.getAttribute('class')}`).sort()";

#[test]
fn every_theme_has_a_name_in_every_language() {
    let (_served, browser) = page!(DESK);
    browser.mode("train");
    browser.wait_for("#puzzle-theme", 1);
    let nameless = browser.js_later(
        "const done = arguments[arguments.length - 1];
         const themes = [...document.querySelectorAll('#puzzle-theme option')].map(({ value }) => value).slice(1);
         const read = (name) => import(new URL(`words/${name}.js`, location.href.split('#')[0])).then((module) => module.default);
         Promise.all(['en', 'ru', 'pl', 'uk'].map(read)).then((all) =>
           done([themes.length, themes.filter((theme) => all.some((words) => !words[`theme_${theme}`]))]))",
    );
    assert!(nameless[0].as_u64().unwrap() > 10, "{nameless}");
    assert_eq!(nameless[1], json!([]));
}

#[test]
fn a_puzzle_whose_solution_was_shown_counts_as_solved_with_help() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    let [x, y] = answer(&puzzle(&browser, "captures#1"));
    browser.click("#solution");
    browser.wait_for(".status.shown", 1);
    browser.click("#retry");
    browser.wait("!document.querySelector('.status.shown')");
    browser.put(x, y, DESK);
    browser.wait_for(".status.solved", 1);
    assert!(browser.text("#task").contains("with help"));
    assert!(browser.text("#solved-count").starts_with("0 of"));
}

#[test]
fn a_puzzle_tells_why_nothing_can_be_put_on_a_cell() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    browser.wait_for_exactly(".dot", 4);
    let taken =
        browser.js("return document.querySelector('.dot').dataset.cell.split(',').map(Number)");
    let [x, y] = [0, 1].map(|index| taken[index].as_u64().unwrap() as u32);
    browser.put(x, y, DESK);
    browser.wait(
        "document.querySelector('#toast').textContent === 'Not there: there is a dot already'",
    );
}

#[test]
fn a_hint_counts_after_a_reload() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    let [x, y] = answer(&puzzle(&browser, "captures#1"));
    browser.click("#puzzle-hint");
    browser.wait_for(".area", 1);
    browser.reload();
    browser.wait("document.querySelector('#puzzle-hint:enabled')");
    browser.put(x, y, DESK);
    browser.wait_for(".status.solved", 1);
    assert!(browser.text("#task").contains("with help"));
}

#[test]
fn a_game_from_a_puzzle_has_its_own_seed() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#puzzle-analyse", 1);
    browser.js("const send = WebSocket.prototype.send;
         window.seeds = [];
         WebSocket.prototype.send = function (text) {
           const { command, seed } = JSON.parse(text);
           if (command === 'Setup') seeds.push(seed);
           return send.call(this, text);
         }");
    browser.click("#puzzle-analyse");
    browser.click("#play-on");
    browser.wait_for_my_turn();
    browser
        .wait("seeds.length === 2 && new Set(seeds).size === 2 && seeds.every(Number.isInteger)");
}

#[test]
fn the_lists_of_puzzles_tell_how_many_there_are() {
    let (_served, browser) = page!(DESK);
    browser.mode("train");
    browser.wait_for("#puzzle-theme", 1);
    browser.js("window.list = document.querySelector('#puzzle-theme')");
    browser.choose("#puzzle-theme", "nets");
    browser.wait("!list.isConnected && document.querySelector('#puzzle-theme')?.value === 'nets'");
    let levels = browser.js(
        "return [...document.querySelectorAll('#puzzle-level option')].map(({ textContent, disabled }) => [textContent, disabled])",
    );
    let levels = levels.as_array().unwrap();
    let is_empty = |level: &&Value| level[0].as_str().unwrap().ends_with("(0)");
    assert!(levels.iter().any(|level| is_empty(&level)), "{levels:?}");
    for level in levels {
        assert_eq!(level[1], is_empty(&level), "{level}");
    }
    let count = browser.count(".pick");
    assert!(
        levels[0][0]
            .as_str()
            .unwrap()
            .ends_with(&format!("({count})"))
    );
}

#[test]
fn a_puzzle_is_looked_into_and_its_address_leads_back() {
    let (_served, browser) = page!(DESK);
    // Its capture depends on the order in which the dots were put.
    browser.mode("train/freeing%231");
    browser.wait_for("#puzzle-analyse", 1);
    browser.wait_for(".dot.captured", 1);
    let dots = browser.js(DOTS);
    browser.click("#puzzle-analyse");
    browser.wait_for("#set-up", 1);
    browser.wait_for(".dot.captured", 1);
    assert_eq!(browser.js(DOTS), dots);
    browser.js("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    browser.click("#export");
    browser.wait_for("#copy-address", 1);
    assert_eq!(browser.count("#save-sgf"), 0, "a picture has no record");
    browser.click("#copy-address");
    browser.wait("document.activeElement.id === 'address'");
    let address = browser.js("return document.activeElement.value.split('#')[1]");
    browser.js("sessionStorage.clear()");
    browser.click("dialog .primary");
    browser.mode("analyse/5x5/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.mode(address.as_str().unwrap());
    browser.wait_for(".dot.captured", 1);
    assert_eq!(browser.js(DOTS), dots);
    // Set up goes on from there.
    browser.click("#set-up");
    browser.js(&click_anew_on(0, 0));
    browser.wait_for(".dot[data-cell='0,0']", 1);
    let mut changed = dots.as_array().unwrap().clone();
    changed.insert(0, json!("0,0 dot player-0"));
    assert_eq!(browser.js(DOTS), json!(changed));
    browser.click("#set-up-first");
    browser.wait_for(".captures .turn .player-1", 1);
    assert_eq!(browser.js(DOTS), json!(changed));
    browser.js(&click_anew_on(0, 0));
    browser.wait_for_exactly(".dot[data-cell='0,0']", 0);
    assert_eq!(browser.js(DOTS), dots);
    // Who has looked is not told that it is solved without help.
    browser.mode("train/freeing%231");
    browser.wait_for("#task", 1);
    let [x, y] = answer(&puzzle(&browser, "freeing#1"));
    browser.put(x, y, DESK);
    browser.wait("document.querySelector('.status.solved')?.textContent.includes('with help')");
}

#[test]
fn the_cursor_of_the_keyboard_is_on_the_board_of_the_next_puzzle() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/mined%2F20x20%231");
    browser.wait_for(".dot", 50);
    browser.press(&[key::TAB]);
    browser.js("document.querySelector('.board').focus()");
    browser.press(&[key::DOWN]);
    browser.wait_for(".cursor", 1);
    browser.mode("train/captures%231");
    browser.wait_for_exactly(".dot", 4);
    assert_eq!(browser.count(".cursor"), 1);
    assert_eq!(browser.text("#speech"), "5-1 free");
    browser.press(&[key::ENTER]);
    browser.wait_for(".dot[data-cell='4,4']", 1);
}

#[test]
fn puzzles_that_were_missing_come_with_the_engine() {
    let (_served, browser) = page!(DESK);
    keep_what_is_sent(&browser);
    browser.js("window.usual = window.fetch;
         window.fetch = () => Promise.reject(new TypeError('away'));
         location.hash = 'train'");
    browser.wait("document.querySelector('#panel').textContent.includes('The engine is away')");
    browser.js("window.fetch = usual; socket.close()");
    browser.wait_for("#puzzle-theme", 1);
}

#[test]
fn the_focus_stays_when_progress_is_loaded() {
    let (_served, browser) = page!(DESK);
    browser.mode("train");
    browser.wait_for("#load-progress", 1);
    browser.js(
        r#"document.querySelector('#load-progress').focus();
         const data = new DataTransfer();
         data.items.add(new File(['{"tochki":"puzzles","known":{"captures#1":"solved"}}'], 'progress.json'));
         const field = document.querySelector('#panel input[type=file]');
         field.files = data.files;
         field.dispatchEvent(new Event('change'))"#,
    );
    browser.wait("document.querySelector('#toast').textContent === 'Loaded'");
    browser.wait_for(".pick.solved", 1);
    let focused = browser.js("return document.activeElement.id");
    assert_eq!(focused, "load-progress");
}

#[test]
fn puzzles_are_solved_by_ear() {
    let (_served, browser) = page!(DESK);
    let cell = browser.js_later(
        "const done = arguments[arguments.length - 1];
         fetch('puzzles.json').then((reply) => reply.json()).then((all) => {
           const { id, board, goal: [x, y] } = all.find(({ goal }) => goal);
           location.hash = `train/${encodeURIComponent(id)}`;
           done(`${x + 1}-${board.split('/').length - y}`);
         })",
    );
    browser.wait(&format!(
        "document.querySelector('#task')?.textContent.endsWith({cell})"
    ));
    browser.mode("train/captures%231");
    browser.wait_for_exactly(".dot", 4);
    let puzzle = puzzle(&browser, "captures#1");
    let [x, y] = answer(&puzzle);
    let rows = puzzle["board"].as_str().unwrap().split('/').count() as u32;
    browser.click("#puzzle-hint");
    browser.wait(&format!(
        "/marked cells: .*\\b{}-{}\\b/.test(document.querySelector('#speech').textContent)",
        x + 1,
        rows - y
    ));
}

#[test]
fn a_solution_stays_that_is_asked_for_right_after_a_move() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    keep_what_is_sent(&browser);
    let ask = "window.replies = 0;
         socket.addEventListener('message', () => window.replies++);
         const event = new KeyboardEvent('keydown', { key: 's', code: 'KeyS', bubbles: true });
         document.body.dispatchEvent(event);
         document.body.dispatchEvent(event)";
    browser.js(&format!("{}; {ask}", click_on(0, 0)));
    browser.wait("replies === sent.length");
    assert_eq!(browser.count(".status.shown"), 1);
    // It was asked for once.
    let searches = "sent.filter((text) => JSON.parse(text).command === 'Analyze').length";
    assert_eq!(browser.js(&format!("return {searches}")), 1);
}

#[test]
fn replies_and_solutions_are_told_by_ear() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    browser.put(0, 0, DESK);
    browser.wait("/see the reply. Red: [1-5]-[1-5]$/.test(speech.textContent)");
    browser.click("#solution");
    browser.wait("speech.textContent === 'The move is 4-3'");
}

#[test]
fn the_list_of_puzzles_tells_which_are_solved() {
    let (_served, browser) = page!(DESK);
    let keep = "localStorage.setItem(
           'tochki.puzzles',
           JSON.stringify({ 'captures#1': 'solved', 'captures#2': 'seen' }),
         )";
    browser.js(keep);
    browser.reload();
    browser.mode("train");
    browser.wait_for(".pick", 2);
    for (class, state) in [("solved", ", solved"), ("seen", ", with help")] {
        let label = browser.js(&format!(
            "return document.querySelector('.pick.{class}').ariaLabel"
        ));
        assert!(label.as_str().unwrap().ends_with(state), "{label}");
    }
}

#[test]
fn a_reload_stays_at_the_puzzle_that_was_gone_on_to() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    browser.click("#next-puzzle");
    let kept = "JSON.parse(sessionStorage.getItem('tochki.puzzle'))";
    browser.wait(&format!("{kept} !== 'captures#1'"));
    let next = browser.js(&format!("return {kept}"));
    browser.reload();
    browser.wait_for("#task", 1);
    assert_eq!(browser.js(&format!("return {kept}")), next);
}

#[test]
fn a_puzzle_goes_on_in_another_language() {
    let (_served, browser) = page!(DESK);
    // It has three moves.
    browser.mode("train/ladders%231");
    browser.wait_for("#task", 1);
    let [x, y] = answer(&puzzle(&browser, "ladders#1"));
    browser.put(x, y, DESK);
    browser.wait("document.querySelector('#task').textContent === 'Right. Go on.'");
    let dots = browser.js(DOTS);
    browser.choose("#language", "pl");
    browser.wait("document.querySelector('#task')?.textContent === 'Dobrze. Dalej.'");
    assert_eq!(browser.js(DOTS), dots);
}

#[test]
fn the_list_of_puzzles_stays_where_it_was_scrolled_to() {
    let (_served, browser) = page!(DESK);
    browser.mode("train");
    browser.wait_for(".pick", 200);
    let pick = "document.querySelector('#pick-110')";
    browser.js(&format!(
        "document.querySelector('.picks').scrollTop = 500;
         window.before = {pick};
         before.click()"
    ));
    browser.wait(&format!(
        "{pick} !== before && {pick}.ariaCurrent === 'true'"
    ));
    let scrolled = browser.js("return document.querySelector('.picks').scrollTop");
    assert_eq!(scrolled, 500);
}

/// The engines that the page has asked for since `keep_what_is_sent`.
const ENGINES: &str = "sent.map(JSON.parse).filter(({ command, name }) => command === 'SetOption' && name === 'engine').map(({ value }) => value).join()";

#[test]
fn the_engine_of_a_server_that_has_come_during_a_puzzle_is_used_after_it() {
    let (mut served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for_exactly(".dot", 4);
    browser.wait_for("#task", 1);
    keep_what_is_sent(&browser);
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    served.restart_with(&["--engine", "article"]);
    browser.wait_for(".away[hidden]", 1);
    // The puzzle still has its own.
    browser.wait(&format!("{ENGINES} === 'tactical'"));
    browser.mode("play");
    browser.wait(&format!("{ENGINES} === 'tactical,article'"));
}

#[test]
fn the_engine_of_a_new_server_is_used_after_puzzles() {
    let (mut served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for_exactly(".dot", 4);
    browser.wait_for("#task", 1);
    keep_what_is_sent(&browser);
    browser.mode("play");
    browser.wait_for_my_turn();
    browser.wait(&format!("{ENGINES} === 'auto'"));
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    served.restart();
    browser.wait_for(".away[hidden]", 1);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    assert_eq!(browser.js(&format!("return {ENGINES}")), "auto");
}

#[test]
fn arrows_go_to_every_puzzle_and_next_to_those_that_are_not_solved() {
    let (_served, browser) = page!(DESK);
    // The third one alone is not solved.
    browser.js_later(
        "const done = arguments[arguments.length - 1];
         fetch('puzzles.json').then((reply) => reply.json()).then((all) => {
           const list = all.sort((a, b) => a.plies - b.plies).map(({ id }) => id);
           const known = Object.fromEntries(list.map((id, index) => [id, index === 2 ? 'seen' : 'solved']));
           localStorage.setItem('tochki.puzzles', JSON.stringify(known));
           sessionStorage.setItem('tochki.puzzle', JSON.stringify(list[9]));
           done();
         })",
    );
    browser.reload();
    browser.mode("train");
    let is_at = |index: u32| browser.wait_for(&format!("#pick-{index}[aria-current]"), 1);
    is_at(9);
    browser.press(&[key::RIGHT]);
    is_at(10);
    for index in [9, 8] {
        browser.press(&[key::LEFT]);
        is_at(index);
    }
    browser.press(&['n']);
    is_at(2);
    browser.press(&[key::LEFT]);
    is_at(1);
    browser.press(&['n']);
    is_at(2);
}
