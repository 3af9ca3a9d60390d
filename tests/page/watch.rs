//! Looking on at a match.

use crate::browser::{Browser, DESK, key};
use crate::hands::keep_what_is_sent;
use crate::server::Served;
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// A match that goes on for a while, and is watched.
pub fn running_match(folder: &Path) -> Served {
    let engine = concat!("'", env!("CARGO_BIN_EXE_tochki"), "'");
    let folder = folder.to_str().expect("it is text");
    Served::run(&[
        "match", "--watch", "0", "--engine", engine, "--engine", engine, "--name", "Ann", "--name",
        "Bob", "--size", "6x6", "--time", "60ms", "--margin", "20s", "--games", "500", "--out",
        folder,
    ])
}

#[test]
fn a_match_is_watched_while_it_is_played_and_later() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let mut playing = running_match(folder.path());
    let Some(browser) = Browser::at(&playing, DESK) else {
        return;
    };
    // The moves arrive, and the clocks run.
    browser.wait_for(".watch-game[aria-current]", 1);
    browser.wait_for(".dot", 6);
    // A game that is nearly over when the page opens gets no four dots any more.
    let dots = browser.count(".dot");
    browser.wait(&format!(
        "document.querySelectorAll('.dot').length >= {} || document.querySelector('#status.over')",
        dots + 4
    ));
    browser.wait("[...document.querySelectorAll('.clock')].every((clock) => /^[0-9]/.test(clock.textContent))");
    // The end, and the standing.
    browser
        .wait("/wins|draw/.test(document.querySelector('.watch-game[aria-current]').textContent)");
    browser.wait("/wins|draw/.test(document.querySelector('#status.over').textContent)");
    browser.wait_for("#standing tbody tr", 1);
    let number = browser.text(".watch-game[aria-current] b");
    // Another game, and back in it with the keyboard alone.
    browser.click(".watch-game:not([aria-current])");
    browser.wait("(document.querySelector('.graph .curve')?.getAttribute('d') ?? '').length > 80");
    assert_ne!(browser.text(".watch-game[aria-current] b"), number);
    browser.shot("watch");
    browser.press(&[key::LEFT]);
    browser.wait("(([move, all]) => Number(move) < Number(all))(document.querySelector('#move-number').textContent.match(/[0-9]+/g))");
    playing.kill();
    let later = Served::watching(folder.path());
    browser.go(later.url());
    browser.wait("/wins|draw/.test(document.querySelector('#games')?.textContent)");
    browser.js("[...document.querySelectorAll('.watch-game')].find((game) => /wins|draw/.test(game.textContent)).click()");
    browser.wait("/wins|draw/.test(document.querySelector('#status.over')?.textContent)");
    // Who has nothing to watch does not see the mode.
    let plain = Served::start();
    browser.go(plain.url());
    browser.wait_for(".dot", 4);
    assert!(
        browser.js("return document.querySelector('#modes a[href=\"#watch\"]').hidden") == true
    );
}

#[test]
fn a_match_is_watched_to_its_end() {
    // The browser is open before the match begins, which is short.
    let (_served, browser) = page!(DESK);
    let engine = concat!("'", env!("CARGO_BIN_EXE_tochki"), "'");
    let playing = Served::run(&[
        "match", "--watch", "0", "--engine", engine, "--engine", engine, "--size", "6x6", "--time",
        "60ms", "--margin", "20s", "--games", "4", "--jobs", "1",
    ]);
    browser.go(playing.url());
    browser.wait_for("#finished", 1);
    browser.wait(
        "document.querySelector('.away:not([hidden])')?.textContent.startsWith('The match cannot be reached')",
    );
    assert_eq!(browser.text("#finished"), "Games finished: 4 of 4");
    browser.mode("play");
    assert!(browser.text(".away").starts_with("The engine is away"));
}

/// The events of a match as its folder has them. Its first game has dots in these columns of the first row.
fn events(names: [&str; 2], size: u32, columns: &[u32]) -> String {
    let engines = names.map(|name| json!({"name": name, "time": "5 s"}));
    let begin = json!({
        "at": 1, "event": "begin", "game": 0, "players": [0, 1], "width": size, "height": size, "komi": 0.0,
        "start": [], "to_move": 0, "left": [null, null],
    });
    let made = |(index, x): (usize, &u32)| {
        json!({
            "at": 1, "event": "move", "game": 0, "player": index % 2, "x": x, "y": 0,
            "ms": 2, "left": null, "lead": null, "win": null,
        })
    };
    let mut notes = vec![
        json!({"at": 1, "event": "start", "engines": engines, "total": 9}),
        begin,
    ];
    notes.extend(columns.iter().enumerate().map(made));
    notes.iter().map(|note| format!("{note}\n")).collect()
}

#[test]
fn an_infinite_end_of_an_interval_is_told() {
    let engines = ["Ann", "Bob"].map(|name| json!({"name": name, "time": "5 s"}));
    // Ann wins three games of two pairs, and one is drawn.
    let played = |game: usize| {
        json!({
            "game": game, "pairing": [0, 1], "pair": game / 2, "first": game % 2,
            "winner": (game < 3).then_some(0), "margin": 0.0, "ending": "full", "detail": "", "moves": 9,
            "losses": null, "fingerprint": game,
        })
    };
    let mut lines = vec![json!({"match": engines})];
    lines.extend((0..4).map(played));
    let journal: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let folder = tempfile::tempdir().expect("there is room for a folder");
    std::fs::write(folder.path().join("journal.jsonl"), journal).expect("it can be written");
    let served = Served::watching(folder.path());
    let Some(browser) = Browser::at(&served, DESK) else {
        return;
    };
    browser.wait_for("#standing tbody tr", 1);
    let text = browser.text("#standing tbody tr td:last-child");
    assert!(text.starts_with('+') && text.ends_with("… +∞"), "{text}");
}

#[test]
fn a_game_is_shown_by_its_rules() {
    // The same ring is an empty base in the first game and territory in the second.
    let ring = json!([[1, 0, 0], [0, 1, 0], [2, 1, 0], [1, 2, 0]]);
    let rules = json!({"captures_empty_bases": true});
    for (about, count) in [
        (format!("\"start\":{ring}"), 0),
        (format!("\"start\":{ring},\"rules\":{rules}"), 1),
    ] {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let events = events(["Ann", "Bob"], 5, &[]).replace("\"start\":[]", &about);
        std::fs::write(folder.path().join("moves.jsonl"), events).expect("it can be written");
        let served = Served::watching(folder.path());
        let Some(browser) = Browser::at(&served, DESK) else {
            return;
        };
        browser.wait_for(".dot", 4);
        assert_eq!(browser.count("path.territory"), count);
    }
}

#[test]
fn a_game_that_is_played_again_is_shown_from_its_first_move() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let file = folder.path().join("moves.jsonl");
    std::fs::write(&file, events(["Ann", "Bob"], 6, &[0, 1, 2])).expect("it can be written");
    let served = Served::watching(folder.path());
    let Some(browser) = Browser::at(&served, DESK) else {
        return;
    };
    browser.wait_for_exactly(".dot", 3);
    // Another process begins anew, and has made more moves before the page asks again.
    let mut file = OpenOptions::new()
        .append(true)
        .open(file)
        .expect("it is there");
    let again = events(["Ann", "Cid"], 8, &[7, 6, 5, 4, 3]);
    file.write_all(again.as_bytes()).expect("it can be written");
    browser.wait_for_exactly(".dot", 5);
    let cells = browser
        .js("return [...document.querySelectorAll('.dot')].map((dot) => dot.dataset.cell).sort()");
    assert_eq!(cells, json!(["3,0", "4,0", "5,0", "6,0", "7,0"]));
    assert!(browser.text(".watch-players").contains("Cid"));
    assert_eq!(browser.text("#toast"), "");
}

#[test]
fn a_running_game_of_a_match_that_is_gone_makes_room_for_one_of_the_next() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let file = folder.path().join("moves.jsonl");
    let before = events(["Ann", "Bob"], 6, &[0, 1, 2]).replace("\"game\":0", "\"game\":56");
    std::fs::write(&file, before).expect("it can be written");
    let served = Served::watching(folder.path());
    let Some(browser) = Browser::at(&served, DESK) else {
        return;
    };
    browser.wait_for_exactly(".dot", 3);
    let shown = "document.querySelector('.watch-game[aria-current]').dataset.game";
    assert_eq!(browser.js(&format!("return {shown}")), "57");
    // Another match begins in the folder.
    let next = events(["Ann", "Cid"], 8, &[7, 6, 5, 4, 3]);
    std::fs::write(&file, next).expect("it can be written");
    browser.wait_for_exactly(".dot", 5);
    assert_eq!(browser.js(&format!("return {shown}")), "1");
    assert!(browser.text(".watch-players").contains("Cid"));
    assert_eq!(browser.text("#toast"), "");
}

#[test]
fn buttons_of_the_game_before_do_nothing() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let first = events(["Ann", "Bob"], 6, &[0, 1, 2]);
    let second = first.replace("\"game\":0", "\"game\":1");
    let (_, second) = second.split_once('\n').expect("it has lines");
    let file = folder.path().join("moves.jsonl");
    std::fs::write(file, format!("{first}{second}")).expect("it can be written");
    let mut served = Served::watching(folder.path());
    let Some(browser) = Browser::at(&served, DESK) else {
        return;
    };
    browser.wait_for_exactly(".dot", 3);
    browser.wait_for(".watch-game", 2);
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    // The game that is chosen cannot be asked for now.
    browser.click(".watch-game:not([aria-current])");
    browser.js("document.querySelector('#step-back').click()");
    browser.mode("play");
    browser.mode("watch");
}

#[test]
fn the_clocks_of_a_match_stand_still_while_it_is_away() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let events = events(["Ann", "Bob"], 6, &[0, 1, 2]);
    std::fs::write(folder.path().join("moves.jsonl"), events).expect("it can be written");
    let mut served = Served::watching(folder.path());
    let Some(browser) = Browser::at(&served, DESK) else {
        return;
    };
    browser.wait_for_exactly(".dot", 3);
    browser.wait("/[0-9]/.test(document.querySelector('.clock').textContent + document.querySelectorAll('.clock')[1].textContent)");
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    let clocks =
        "return [...document.querySelectorAll('.clock')].map((clock) => clock.textContent)";
    let told = browser.js(clocks);
    browser.js("const now = performance.now.bind(performance);
         performance.now = () => now() + 50_000");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(browser.js(clocks), told);
}

#[test]
fn what_does_not_change_in_a_match_is_not_written_again() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let events = events(["Ann", "Bob"], 6, &[0, 1, 2]);
    std::fs::write(folder.path().join("moves.jsonl"), events).expect("it can be written");
    let served = Served::watching(folder.path());
    let Some(browser) = Browser::at(&served, DESK) else {
        return;
    };
    browser.wait_for("#move-number", 1);
    browser.js(
        "window.told = ['#finished', '#move-number', '#step-back'].map((css) => document.querySelector(css))",
    );
    keep_what_is_sent(&browser);
    // The page asks for the match and for the game, again and again.
    browser.wait("sent.length >= 6");
    assert_eq!(
        browser.js("return told.map((one) => one.isConnected)"),
        json!([true, true, true])
    );
}

#[test]
fn without_a_match_there_is_no_more_than_a_word_of_that() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/edee");
    browser.wait_for_exactly(".dot", 2);
    browser.mode("watch");
    browser.wait("document.querySelector('#standing').textContent.startsWith('There is no match')");
    let seen = "return [...document.querySelectorAll('#panel .card')].filter((card) => card.offsetHeight).map(({ id }) => id)";
    assert_eq!(browser.js(seen), json!(["standing"]));
    assert_eq!(browser.count(".dot"), 0);
    browser.mode("analyse");
    browser.wait_for_exactly(".dot", 2);
}
