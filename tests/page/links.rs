//! The page where it is not alone: other pages of its server, and other tabs of its browser.

use crate::chromium::{Browser, DESK};
use crate::server::{Served, Socket};
use std::time::Duration;
use tochki::serve::MOST_CONVERSATIONS;

#[test]
fn a_page_that_is_one_too_many_waits_calmly() {
    let served = Served::start();
    let mut sockets: Vec<Socket> = (0..MOST_CONVERSATIONS).map(|_| served.socket()).collect();
    let Some(browser) = Browser::at(&served, DESK) else {
        return;
    };
    let is_told =
        "document.querySelector('.away:not([hidden])')?.textContent.includes('too many guests')";
    browser.wait(is_told);
    browser.js(
        "window.knocks = 0;
         window.changes = 0;
         window.WebSocket = class extends WebSocket { constructor(url) { super(url); knocks++; } };
         const away = document.querySelector('.away');
         new MutationObserver(() => changes++).observe(away, { attributes: true, childList: true })",
    );
    std::thread::sleep(Duration::from_secs(1));
    let knocks = browser.js("return knocks").as_u64().unwrap();
    assert!(knocks <= 1, "{knocks}");
    // Nor does the message change when it knocks again.
    browser.wait("knocks > 0");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(browser.js("return changes"), 0);
    drop(sockets.pop());
    browser.wait("document.querySelector('.away').hidden");
    browser.wait_for(".dot", 4);
}

#[test]
fn a_tab_keeps_the_settings_that_another_one_has_changed() {
    let (served, browser) = page!(DESK);
    browser.new_tab(served.url());
    browser.wait_for(".dot", 4);
    browser.choose("#tools select", "pl");
    browser.wait("document.querySelector('#new-game')?.textContent === 'Nowa gra'");
    browser.switch(0);
    browser.click("#new-game");
    browser.click("#start-game");
    browser.wait("!document.querySelector('dialog')");
    let language = "return JSON.parse(localStorage.getItem('tochki.settings')).language";
    assert_eq!(browser.js(language), "pl");
}
