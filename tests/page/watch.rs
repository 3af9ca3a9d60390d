//! Looking on at a match.

use crate::chromium::{Browser, DESK, key};
use crate::server::Served;
use std::path::Path;

/// A match that goes on for a while, and is watched.
pub fn running_match(folder: &Path) -> Served {
    let engine = env!("CARGO_BIN_EXE_tochki");
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
