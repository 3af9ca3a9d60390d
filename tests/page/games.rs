//! The page in a real browser, driven by WebDriver: headless Chromium, or what `TOCHKI_BROWSER` names.
//!
//! Where the browser or its driver is missing the tests are left out with a word; where `CI` is set to `true` they
//! fail. `TOCHKI_SCREENSHOTS=1` keeps their pictures in `docs/page`.

use crate::browser::{Ability, Browser, DESK, key};
use crate::habits::hold_replies;
use crate::hands::click_on;
use crate::puzzles::{answer, puzzle};
use serde_json::json;
use std::time::{Duration, Instant};

/// Begins a game with these choices in the dialog.
fn begin(browser: &Browser, choices: &[(&str, &str)]) {
    browser.click("#new-game");
    for (name, value) in choices {
        browser.wait_for(&format!("input[name={name}]"), 1);
        browser.js(&format!(
            "const radio = document.querySelector('input[name={name}][value=\"{value}\"]');
             if (radio) radio.click();
             else {{
               const input = document.querySelector('input[name={name}]');
               input.value = '{value}';
               input.dispatchEvent(new Event('input'));
               input.dispatchEvent(new Event('change'));
             }}"
        ));
    }
    browser.click("#start-game");
}

#[test]
fn one_click_starts_a_game_and_the_page_is_small() {
    let (_served, browser) = page!(DESK);
    let start = Instant::now();
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    println!("first reply after {:?}", start.elapsed());
    assert_eq!(browser.text("#status"), "Your turn");
    let loaded = browser.js(
        "const all = [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')];
         const [page] = performance.getEntriesByType('navigation');
         return [all.reduce((sum, one) => sum + one.transferSize, 0), page.loadEventEnd]",
    );
    println!("bytes and milliseconds to load: {loaded}");
    let bytes = loaded[0].as_f64().unwrap();
    assert!(bytes > 50_000.0 && bytes < 300_000.0, "{bytes}");
}

#[test]
fn a_whole_game_is_played_by_clicks() {
    let (_served, browser) = page!(DESK);
    let choices = [
        ("size", "other"),
        ("width", "5"),
        ("height", "4"),
        ("start", "empty"),
        ("level", "1"),
    ];
    begin(&browser, &choices);
    browser.wait_for_exactly(".dot", 0);
    for round in 1.. {
        browser.wait("document.querySelector('.status.over') || document.querySelector('#status').textContent.startsWith('Your turn')");
        if browser.count(".status.over") > 0 {
            break;
        }
        assert!(round <= 10, "the board is full");
        let free = browser.js(
            "const taken = new Set([...document.querySelectorAll('.dot')].map((dot) => dot.dataset.cell));
             for (const y of [0, 1, 2, 3]) for (const x of [0, 1, 2, 3, 4]) {
               const inside = [...document.querySelectorAll('path.territory')].some((path) => path.isPointInFill(new DOMPoint(x, y)));
               if (!taken.has(`${x},${y}`) && !inside) return [x, y];
             }
             return null",
        );
        let [x, y] = [0, 1].map(|index| free[index].as_u64().expect("a cell is free") as u32);
        browser.put(x, y, DESK);
        browser.wait(&format!(
            "document.querySelector('[data-cell=\"{x},{y}\"]')"
        ));
    }
    let status = browser.text("#status");
    assert!(
        status.contains("draw") || status.contains("won"),
        "{status}"
    );
    assert!(browser.js("return document.querySelector('#resign').disabled") == true);
    // Another one begins, in the same place.
    begin(&browser, &[]);
    browser.wait_for_exactly(".dot", 0);
    assert_eq!(browser.count("#new-game"), 1);
}

#[test]
fn a_game_ends_when_the_rules_leave_the_engine_no_move() {
    let (_served, browser) = page!(DESK);
    // The free cell is in an empty base of the other player.
    let rules = json!({"suicide": false});
    let about =
        json!({"width": 3, "height": 3, "rules": rules, "picture": "101/0.0/101", "first": 1});
    let strength = json!({"kind": "level", "level": 1});
    let kept =
        json!({"game": {"about": about, "nodes": [], "at": 0}, "human": 0, "strength": strength});
    browser.reload_with("play", &kept);
    browser.wait_for(".status.over", 1);
    assert_eq!(browser.text("#status"), "A draw");
}

/// Begins a game of the first player, who puts a dot in the middle, and waits for the reply.
fn begin_with_one_dot_each(browser: &Browser) {
    let setup = [("size", "10x10"), ("start", "empty"), ("side", "0")];
    begin(browser, &setup);
    // The game before may be there a little longer.
    browser.wait_for_exactly(".dot", 0);
    browser.wait_for_my_turn();
    browser.put(4, 4, DESK);
    browser.wait_for(".dot", 2);
}

#[test]
fn stopping_asks_first_and_tells_what_it_costs() {
    let (_served, browser) = page!(DESK);
    begin_with_one_dot_each(&browser);
    browser.wait("!document.querySelector('#ground').disabled");
    browser.click("#ground");
    browser.wait_for("dialog[open]", 1);
    assert!(
        browser.text("dialog p").contains("1 dot"),
        "{}",
        browser.text("dialog p")
    );
    assert_eq!(browser.count(".ring.bad"), 1);
    // The question leaves the board to be seen.
    let sides = browser.js(
        "return ['.board', 'dialog'].map((css) => document.querySelector(css).getBoundingClientRect()).map(({ left, right }) => [left, right])",
    );
    let [board_ends, dialog_begins] =
        [&sides[0][1], &sides[1][0]].map(|side| side.as_f64().unwrap());
    assert!(board_ends < dialog_begins, "{sides}");
    browser.press(&[key::ESCAPE]);
    browser.wait("!document.querySelector('dialog, .ring.bad')");
    assert_eq!(browser.count(".status.over"), 0);
    browser.click("#ground");
    browser.click("#yes");
    browser.wait_for(".status.over", 1);
    assert_eq!(browser.count(".dot.given.player-0"), 1);
    // Who does not see the board hears how it ended, and which move is on it after a step.
    browser.wait("document.querySelector('#speech').textContent.startsWith('Blue: stops, The engine has won')");
    browser.press(&[key::LEFT]);
    browser.wait("document.querySelector('#speech').textContent.startsWith('Move 2 of 3, Red: ')");
}

#[test]
fn what_stopping_costs_stays_marked_when_a_hint_comes() {
    let (_served, browser) = page!(DESK);
    begin_with_one_dot_each(&browser);
    browser.wait_for_my_turn();
    hold_replies(&browser, "Decide");
    browser.press(&['h']);
    browser.wait("late.length === 1");
    browser.click("#ground");
    browser.wait_for(".ring.bad", 1);
    browser.js("late[0]()");
    browser.wait("speech.textContent.startsWith('I suggest ')");
    assert_eq!(browser.count(".ring.bad"), 1);
    browser.press(&[key::ESCAPE]);
    browser.wait_for(".ring.hint", 1);
    assert_eq!(browser.count(".ring.bad"), 0);
}

#[test]
fn refusals_are_told_in_the_language_of_the_reader() {
    let (_served, browser) = page!(DESK);
    browser.js("localStorage.setItem('tochki.settings', JSON.stringify({ language: 'pl' }))");
    browser.reload();
    browser.wait_for(".dot", 4);
    // A captured dot with territory beside it, and an empty base in the fourth row.
    let picture = ".00./0bx0/.00./0.0./.0..";
    let rules = json!({"suicide": false});
    let about = json!({"width": 4, "height": 5, "rules": rules, "picture": picture, "first": 1});
    browser.reload_with("analyse", &json!({"about": about, "nodes": [], "at": 0}));
    browser.wait_for(".dot", 10);
    for ((x, y), reason) in [
        ((1, 0), "jest kropka"),
        ((2, 1), "terytorium"),
        ((1, 3), "od razu"),
    ] {
        browser.put(x, y, DESK);
        browser.wait(&format!(
            "document.querySelector('#toast').textContent.includes('{reason}')"
        ));
    }
    browser.click("#set-up");
    browser.put(2, 1, DESK);
    browser.wait("document.querySelector('#toast').textContent.includes('terytorium')");
}

#[test]
fn playing_on_from_a_variation_goes_on_with_it() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    for (number, (x, y)) in [(4, 4), (4, 5), (5, 5)].into_iter().enumerate() {
        browser.put(x, y, DESK);
        browser.wait_for(".dot", number + 1);
    }
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 2);
    browser.put(3, 3, DESK);
    browser.wait_for(".dot[data-cell='3,3']", 1);
    browser.click("#play-on");
    // The person has the turn after the variation; the engine replies to it.
    browser.wait_for("#to-review", 1);
    browser.wait_for_my_turn();
    browser.put(6, 6, DESK);
    browser.wait_for(".dot", 5);
}

#[test]
fn a_capture_is_seen_on_the_board() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    for (number, (x, y)) in [(4, 3), (4, 4), (3, 4), (0, 0), (5, 4), (0, 8), (4, 5)]
        .into_iter()
        .enumerate()
    {
        browser.put(x, y, DESK);
        browser.wait_for(".dot", number + 1);
    }
    browser.wait_for(".territory.player-0", 1);
    assert_eq!(browser.count(".dot.captured.player-1"), 1);
    assert_eq!(browser.count(".territory.player-1"), 0);
    let d = browser.js("return document.querySelector('.territory').getAttribute('d')");
    assert_eq!(d.as_str().unwrap().matches(['M', 'L']).count(), 4, "{d}");
    assert_eq!(browser.text(".captures b"), "1");
    // Taken back, nothing is captured any more.
    browser.press(&[key::LEFT]);
    browser.wait("!document.querySelector('.territory')");
    assert_eq!(browser.count(".dot.captured"), 0);
    browser.press(&[key::RIGHT]);
    browser.wait_for(".territory.player-0", 1);
}

#[test]
fn analysis_appears_goes_on_and_stops() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/20x20/0/0/cross/ijkiji");
    browser.wait_for(".dot", 7);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    // The marks change again and again, and are never away.
    let empty = browser.js_later(
        "const done = arguments[arguments.length - 1];
         const layer = document.querySelector('.layer-marks');
         let changes = 0, empty = 0;
         const observer = new MutationObserver(() => {
           changes++;
           if (!layer.childElementCount) empty++;
           if (changes < 8) return;
           observer.disconnect();
           done(empty);
         });
         observer.observe(layer, { childList: true })",
    );
    assert_eq!(empty, 0);
    browser.shot("analyse");
    // The line is shown on hover.
    browser.js("document.querySelector('.best-move').dispatchEvent(new Event('mouseenter'))");
    browser.wait_for(".expected", 1);
    browser.js("document.querySelector('.best-move').dispatchEvent(new Event('mouseleave'))");
    browser.click("#analysis");
    let moves = || {
        browser
            .js("return [...document.querySelectorAll('.best-move')].map((row) => row.textContent)")
    };
    std::thread::sleep(Duration::from_millis(300));
    let before = moves();
    assert!(!before.as_array().unwrap().is_empty());
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(moves(), before);
    for (overlay, layer) in [("importance", ".heat"), ("trajectories", ".way")] {
        browser.choose("#overlay", overlay);
        browser.wait_for(layer, 1);
    }
}

#[test]
fn a_record_is_dropped_and_reviewed() {
    let (_served, browser) = page!(DESK);
    browser.drop_file(include_bytes!("../../fixtures/sgf/windows-1251.sgf"));
    browser.wait("location.hash === '#review' && document.querySelectorAll('.move').length > 3");
    let names = browser.text("#panel h2");
    assert!(
        names.chars().any(|letter| ('а'..='я').contains(&letter)),
        "{names}"
    );
    browser.drop_file(include_bytes!("../../fixtures/sgf/playdots.sgf"));
    browser.wait(&format!(
        "document.querySelector('#panel h2').textContent !== '{names}'"
    ));
    browser.choose("#effort", "quick");
    browser.click("#review");
    browser.wait_for("#mistakes", 1);
    browser.click(".move");
    // What cannot be read is told, and the game stays.
    let moves = browser.count(".move");
    browser.drop_file(b"hello world");
    browser.wait("document.querySelector('#toast').textContent.includes('no game')");
    assert_eq!(browser.count(".move"), moves);
}

#[test]
fn a_puzzle_is_solved_and_the_progress_kept() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    let puzzle = puzzle(&browser, "captures#1");
    let [x, y] = answer(&puzzle);
    // A wrong move first: in the first row.
    let rows = puzzle["board"].as_str().unwrap();
    let wrong = (0..)
        .zip(rows.bytes())
        .find(|&(column, cell)| cell == b'.' && [column, 0] != [x, y]);
    let (wrong, _) = wrong.expect("a cell is free");
    browser.put(wrong, 0, DESK);
    browser.wait_for(".status.failed", 1);
    browser.click("#retry");
    browser.wait("!document.querySelector('.status.failed')");
    browser.put(x, y, DESK);
    browser.wait_for(".status.solved", 1);
    browser.shot("train");
    browser.wait("document.querySelector('#solved-count').textContent.startsWith('1 of')");
    browser.reload();
    browser.wait("document.querySelector('#solved-count')?.textContent.startsWith('1 of')");
    browser.choose("#puzzle-theme", "nets");
    browser.wait("document.querySelector('#solved-count').textContent.startsWith('0 of')");
}

#[test]
fn a_reload_keeps_the_game_and_tabs_have_their_own() {
    let (served, browser) = page!(DESK, Ability::Tabs);
    browser.put(7, 7, DESK);
    browser.wait_for(".dot", 6);
    let dots = "return [...document.querySelectorAll('.dot')].map((dot) => dot.dataset.cell).sort().join(' ')";
    let first = browser.js(dots);
    browser.reload();
    browser.wait_for(".dot", 6);
    assert_eq!(browser.js(dots), first);
    browser.new_tab(served.url());
    browser.wait_for(".dot", 4);
    assert_eq!(browser.count(".dot"), 4);
    browser.put(12, 12, DESK);
    browser.wait_for(".dot", 6);
    assert_ne!(browser.js(dots), first);
    browser.switch(0);
    assert_eq!(browser.js(dots), first);
    browser.put(7, 6, DESK);
    browser.wait_for(".dot", 8);
}

#[test]
fn the_server_is_killed_and_comes_back() {
    let (mut served, browser) = page!(DESK);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    served.kill();
    browser.wait("!document.querySelector('.away').hidden");
    served.restart();
    browser.wait("document.querySelector('.away').hidden");
    assert_eq!(browser.count(".dot"), 6);
    browser.put(5, 5, DESK);
    browser.wait_for(".dot", 8);
}

#[test]
fn clicks_while_the_engine_is_away_do_not_pile_up() {
    let (mut served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/ee");
    browser.wait_for_exactly(".dot", 1);
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    // The board is known for the first click only.
    browser.js(&[click_on(1, 1), click_on(2, 2), click_on(3, 3)].concat());
    served.restart();
    browser.wait_for(".dot[data-cell='1,1']", 1);
    assert_eq!(browser.count(".move"), 2);
}

#[test]
fn a_click_on_the_board_of_the_game_before_puts_no_dot() {
    let (mut served, browser) = page!(DESK);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    begin(&browser, &[]);
    browser.js(&click_on(5, 5));
    served.restart();
    // After a wrong dot it would be the engine's turn first.
    browser.wait_for_my_turn();
    browser.wait_for_exactly(".dot", 4);
}

#[test]
fn a_click_before_the_board_of_a_new_game_has_come_puts_no_dot() {
    let (_served, browser) = page!(DESK);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    hold_replies(&browser, "Board");
    begin(&browser, &[]);
    browser.wait("late.length === 1");
    assert_eq!(browser.text("#status"), "Waiting for the engine");
    browser.js(&click_on(5, 5));
    browser.js("late[0]()");
    // After a wrong dot it would be the engine's turn first.
    browser.wait_for_my_turn();
    browser.wait_for_exactly(".dot", 4);
}

#[test]
fn a_long_game_is_stepped_through_without_stutter() {
    let (_served, browser) = page!(DESK);
    let letters: Vec<char> = ('a'..='z').chain('A'..='D').collect();
    let cell = |number: usize| [letters[number % 30], letters[number / 30]];
    let moves: String = (0..400).flat_map(cell).collect();
    browser.mode(&format!("analyse/30x30/0/0/empty/{moves}"));
    browser.wait_for(".dot", 400);
    browser.wait_for(".move", 400);
    // A held key repeats thirty times a second; here it comes with every frame.
    let frames = browser.js_later(
        "const done = arguments[arguments.length - 1];
         const times = [];
         const work = [];
         let last = performance.now(), left = 99;
         const step = (now) => {
           times.push(now - last);
           last = now;
           const begun = performance.now();
           document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
           Promise.resolve().then(() => Promise.resolve()).then(() => work.push(performance.now() - begun));
           if (left--) requestAnimationFrame(step);
           else {
             const of = (list, share) => list.sort((a, b) => a - b)[Math.floor(share * (list.length - 1))];
             done({ median: of(times, 0.5), p95: of(times, 0.95), work: of(work, 0.1), dots: document.querySelectorAll('.dot').length });
           }
         };
         requestAnimationFrame(step)",
    );
    println!("milliseconds a frame: {frames}");
    assert!(frames["dots"].as_u64().unwrap() <= 305, "{frames}");
    // Other tests take the processor from most steps, so that only the faster ones tell what a step costs.
    assert!(frames["work"].as_f64().unwrap() < 33.0, "{frames}");
}

#[test]
fn pictures_for_the_documents() {
    if std::env::var_os("TOCHKI_SCREENSHOTS").is_none() {
        return;
    }
    let (_served, browser) = page!(DESK);
    browser.drop_file(include_bytes!("../../fixtures/pictures/game.sgf"));
    browser.wait_for(".move", 300);
    browser
        .wait("(document.querySelector('.graph .curve')?.getAttribute('d') ?? '').length > 2000");
    browser.js("document.querySelector('.move[data-node=\"280\"]').click()");
    browser.wait_for(".territory", 1);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    std::thread::sleep(Duration::from_secs(2));
    browser.js("document.documentElement.dataset.theme = 'dark'");
    browser.shot("dark");
    browser.js("document.documentElement.dataset.theme = 'light'");
    browser.shot("light");
    assert!(browser.count(".candidate") > 2);
    browser.click("#analysis");
    browser.choose("#effort", "quick");
    browser.click("#review");
    // The review takes longer than one `wait` does.
    for seen in [150, 300, 450, 600] {
        browser.wait(&format!(
            "document.querySelector('progress').value >= {seen}"
        ));
    }
    browser.wait_for("#mistakes", 1);
    // There is most to be seen at the last mistake.
    browser.js(
        "const number = (row) => parseInt(row.querySelector('b').textContent);
         const rows = [...document.querySelectorAll('.mistake')];
         rows.reduce((one, other) => (number(one) > number(other) ? one : other)).click()",
    );
    browser.wait_for(".layer-line > .ring.bad", 1);
    browser.shot("review");
}
