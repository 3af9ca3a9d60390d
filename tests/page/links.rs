//! The page where it is not alone: other pages of its server, and other tabs of its browser.

use crate::browser::{Ability, Browser, DESK, can};
use crate::server::{Served, Socket};
use crate::studies::open_a_review;
use serde_json::json;
use std::time::Duration;
use tochki::serve::MOST_CONVERSATIONS;
use tungstenite::Message;

#[test]
fn a_page_that_is_one_too_many_waits_calmly() {
    if !can(Ability::FullCode) {
        return;
    }
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
         window.WebSocket = class extends WebSocket { constructor(url) { super(url); window.knocks++; } };
         const away = document.querySelector('.away');
         new MutationObserver(() => window.changes++).observe(away, { attributes: true, childList: true })",
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
fn a_review_whose_boards_are_not_known_can_be_used() {
    let (served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    browser.go("about:blank");
    // The page is handed out, but finds no room for its conversation.
    let mut sockets = Vec::new();
    while sockets.len() < MOST_CONVERSATIONS {
        let mut socket = served.socket();
        let sent = socket.try_send(Message::text(r#"{"command":"About"}"#));
        if sent.is_ok() && socket.read().is_text() {
            sockets.push(socket);
        } else {
            // The conversation of the page has not ended yet.
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    browser.go(&format!("{}#review", served.url()));
    browser.wait_for(".away:not([hidden])", 1);
    browser.press(&['a']);
    browser.wait_for("#analysis[aria-pressed=true]", 1);
    browser.choose("#language", "pl");
    browser.wait("document.querySelector('#open')?.textContent.includes('Otwórz')");
}

#[test]
fn a_tab_keeps_the_settings_that_another_one_has_changed() {
    let (served, browser) = page!(DESK, Ability::Tabs);
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

#[test]
fn a_page_notices_that_its_server_is_gone_without_a_word() {
    let (served, browser) = page!(DESK);
    browser.js_later(
        "const done = arguments[arguments.length - 1];
         import(new URL('link.js', location.href)).then(({ Link }) => {
           window.link = new Link();
           window.told = [];
           for (const name of ['up', 'down']) link.addEventListener(name, () => told.push(name));
           link.addEventListener('up', done, { once: true });
         })",
    );
    let beat = "for (let beats = 0; beats < 3; beats++) link.beat();";
    browser.js(beat);
    // A reply ends the silence.
    browser.js_later(
        "const done = arguments[arguments.length - 1];
         link.request({ command: 'About' }).then(done)",
    );
    served.signal("STOP");
    browser.js(beat);
    assert_eq!(browser.js("return told"), json!(["up"]));
    // It does not wait until the server answers that the conversation ends.
    browser.js(
        "link.request({ command: 'About' }).catch(({ lost }) => told.push(lost));
         link.beat()",
    );
    assert_eq!(browser.js("return told"), json!(["up", "down", true]));
    served.signal("CONT");
    browser.wait("told[3] === 'up'");
}

#[test]
fn the_page_tells_that_it_cannot_keep_the_position_of_an_address() {
    let (_served, browser) = page!(DESK);
    browser.js("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }");
    browser.mode("analyse/6x5/0/0/=......!..0.1.!.0b0..!..0...!....../");
    browser.wait("document.querySelector('#toast').textContent.includes('cannot keep this game')");
}
