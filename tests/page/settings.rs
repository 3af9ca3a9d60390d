//! Settings in the dialog and at the top: what they change, and what they leave as it is.

use crate::browser::{Browser, DESK, PHONE};
use serde_json::json;

/// Ticks a box of the settings, or takes the tick away.
fn tick(browser: &Browser, number: usize) {
    browser.js("document.querySelectorAll('#tools .button')[1].click()");
    browser.wait_for("dialog[open] input[type=checkbox]", 4);
    browser.js(&format!(
        "document.querySelectorAll('dialog input[type=checkbox]')[{number}].click()"
    ));
    browser.click("dialog .primary");
    browser.wait("!document.querySelector('dialog')");
}

/// The numbers of the boxes.
const COORDINATES: usize = 0;
const NUMBERS: usize = 1;
const SHAPES: usize = 2;
const SOUNDS: usize = 3;

#[test]
fn an_overlay_stays_when_the_coordinates_go() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/aabbccdd");
    browser.wait_for(".move", 4);
    browser.wait_for_exactly(".coordinate", 18);
    browser.choose("#overlay", "importance");
    browser.wait_for(".heat", 1);
    let heat = browser.count(".heat");
    tick(&browser, COORDINATES);
    assert_eq!(browser.count(".coordinate"), 0);
    assert_eq!(browser.count(".heat"), heat);
    assert_eq!(browser.count(".dot"), 4);
    tick(&browser, COORDINATES);
    assert_eq!(browser.count(".coordinate"), 18);
}

#[test]
fn sounds_are_woken_by_a_press() {
    let (_served, browser) = page!(DESK);
    browser.js(
        "window.woken = 0;
         window.heard = 0;
         const nothing = () => {};
         const node = () => ({ connect: (to) => to, start: () => window.heard++, stop: nothing, frequency: {},
           gain: { setValueAtTime: nothing, exponentialRampToValueAtTime: nothing } });
         window.AudioContext = class {
           state = 'suspended';
           currentTime = 0;
           createOscillator = node;
           createGain = node;
           resume() { window.woken++; this.state = 'running'; }
         }",
    );
    tick(&browser, SOUNDS);
    assert_eq!(browser.js("return [woken, heard]"), json!([1, 0]));
    browser.put(8, 8, DESK);
    browser.wait("heard >= 2");
    assert_eq!(browser.js("return woken"), 1);
}

#[test]
fn a_language_that_cannot_be_fetched_is_not_chosen() {
    let (mut served, browser) = page!(DESK);
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    browser.choose("#language", "uk");
    browser.wait("document.querySelector('#toast').textContent.includes('The engine is away')");
    let state = browser.js(
        "const kept = JSON.parse(localStorage.getItem('tochki.settings'));
         return [document.querySelector('#language').value, kept?.language ?? 'auto']",
    );
    assert_eq!(state, json!(["en", "auto"]));
}

#[test]
fn the_language_that_was_chosen_last_counts() {
    let (_served, browser) = page!(DESK);
    let choose = |language: &str| {
        format!(
            "list.value = '{language}';
             list.dispatchEvent(new Event('change'));"
        )
    };
    // The words of the first one have to be fetched, those of the second one are there.
    let script = [
        "const list = document.querySelector('#language');".to_owned(),
        choose("ru"),
        choose("en"),
    ];
    browser.js(&script.concat());
    let shown = browser.js_later(
        "const done = arguments[arguments.length - 1];
         import(new URL('words/ru.js', location.href.split('#')[0])).then(() =>
           setTimeout(() => done([document.documentElement.lang, document.querySelector('#language').value]), 200))",
    );
    assert_eq!(shown, json!(["en", "en"]));
}

#[test]
fn the_list_of_moves_is_named_in_the_language_that_is_chosen() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/aabb");
    browser.wait_for(".moves[aria-label=Moves]", 1);
    browser.choose("#language", "pl");
    browser.wait_for(".moves[aria-label=Ruchy]", 1);
}

#[test]
fn groups_of_choices_are_as_high_as_what_they_hold() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    browser.wait_for("dialog fieldset", 1);
    let higher = browser.js(
        "const sum = (list) => list.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
         return [...document.querySelectorAll('fieldset')].filter((field) => field.offsetHeight > sum([...field.children]) + 1).length",
    );
    assert_eq!(higher, 0);
}

#[test]
fn another_mode_closes_a_dialog() {
    let (_served, browser) = page!(DESK);
    browser.click("#new-game");
    browser.wait_for("dialog[open]", 1);
    browser.mode("review");
    browser.wait("document.querySelector('#file') && !document.querySelector('dialog')");
}

#[test]
fn the_button_of_the_theme_follows_the_system() {
    let (_served, browser) = page!(DESK);
    let icon = || {
        browser.js("return document.querySelectorAll('#tools .button path')[0].getAttribute('d')")
    };
    let light = icon();
    // The page begins once more where the system tells its theme by an event of the test.
    browser.js(
        "window.system = Object.assign(new EventTarget(), { matches: false });
         window.matchMedia = () => system;
         window.before = document.querySelector('#tools .button');
         import(new URL('main.js?again', location.href.split('#')[0]))",
    );
    browser.wait("!before.isConnected");
    assert_eq!(icon(), light);
    browser.js("system.matches = true; system.dispatchEvent(new Event('change'))");
    assert_eq!(
        browser.js("return document.documentElement.dataset.theme"),
        "dark"
    );
    assert_ne!(icon(), light);
}

#[test]
fn the_colours_need_no_script_to_be_dark_in_a_dark_system() {
    let (_served, browser) = page!(DESK);
    let [chosen, of_the_system] = [
        "root.dataset.theme = 'dark'",
        "root.style.colorScheme = 'dark'",
    ]
    .map(|dark| {
        browser.js(&format!(
            "const root = document.documentElement;
             delete root.dataset.theme;
             {dark};
             const colours = getComputedStyle(document.body);
             return [colours.backgroundColor, colours.color]"
        ))
    });
    assert_eq!(chosen, of_the_system);
    assert_ne!(
        chosen[0], "rgb(244, 242, 236)",
        "the colour of a light system"
    );
}

#[test]
fn the_moves_of_a_puzzle_have_numbers_too() {
    let (_served, browser) = page!(DESK);
    tick(&browser, NUMBERS);
    browser.mode("train/captures%231");
    browser.wait_for("#task", 1);
    browser.put(0, 0, DESK);
    browser.wait_for(".layer-numbers .number", 1);
}

#[test]
fn numbers_are_read_on_dots_with_rings() {
    let (_served, browser) = page!(DESK);
    tick(&browser, NUMBERS);
    tick(&browser, SHAPES);
    browser.mode("analyse/9x9/0/0/empty/edeedeaafeaief");
    browser.wait_for(".number.pale", 1);
    for theme in ["light", "dark"] {
        let looks = browser.js(&format!(
            "document.documentElement.dataset.theme = '{theme}';
             const style = (css) => getComputedStyle(document.querySelector(css));
             const isBright = (colour) => colour.match(/[0-9]+/g).reduce((sum, part) => sum + Number(part), 0) > 382;
             const hasOutline = (css) => isBright(style(css).fill) !== isBright(style(css).stroke);
             return [style('.dot.player-1 .shape').fill, hasOutline('.number'), hasOutline('.number.pale')]"
        ));
        assert_eq!(looks, json!(["none", true, true]), "{theme}");
    }
}

#[test]
fn one_touch_puts_a_dot_where_cells_are_large_enough_without_coordinates() {
    let (_served, browser) = page!(PHONE);
    browser.js("localStorage.setItem('tochki.settings', JSON.stringify({ coordinates: false }))");
    browser.reload();
    browser.mode("analyse/14x14/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    // The cells have 25 pixels.
    browser.put(8, 8, PHONE);
    browser.wait_for(".dot", 1);
}

#[test]
fn choices_for_a_new_game_are_read_by_their_former_name() {
    let (_served, browser) = page!(DESK);
    browser.js(
        "localStorage.setItem('tochki.settings', JSON.stringify({ setup: { size: '15x15' } }))",
    );
    browser.reload();
    browser.wait_for_my_turn();
    browser.press(&['n']);
    browser.wait_for("dialog [name=size][value='15x15']:checked", 1);
}

#[test]
fn a_browser_that_is_too_old_is_told() {
    let (_served, browser) = page!(DESK);
    let text = "return getComputedStyle(document.body, '::before').content";
    assert_eq!(browser.js(text), "none");
    // What holds in old browsers holds here now.
    browser.js("const [sheet] = document.styleSheets;
         const old = [...sheet.cssRules].find((rule) => rule instanceof CSSSupportsRule);
         sheet.insertRule(old.cssRules[0].cssText, sheet.cssRules.length)");
    // The condition asks for what this browser has. Each part of it counts.
    let conditions = browser.js(
        "const old = [...document.styleSheets[0].cssRules].find((rule) => rule instanceof CSSSupportsRule);
         const holds = (from, to) => CSS.supports(old.conditionText.replace(from, to));
         return [holds('', ''), holds('light-dark(', 'no-such('), holds(':popover-open', ':no-such')]",
    );
    assert_eq!(conditions, json!([false, true, true]));
    let told = browser.js(text);
    assert!(told.as_str().unwrap().contains("a newer browser"), "{told}");
}
