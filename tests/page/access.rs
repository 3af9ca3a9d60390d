//! The page on a phone, by the keyboard alone, and for those who see or read in another way.

use crate::browser::{Ability, Browser, DESK, PHONE, key, leave_out};
use crate::studies::open_a_review;
use crate::watch::running_match;
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn the_page_fits_a_phone() {
    let (_served, browser) = page!(PHONE);
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(browser.js(fits), true);
    // Cells under a finger are chosen in two steps.
    browser.put(8, 8, PHONE);
    browser.wait("!document.querySelector('.confirm').hidden");
    assert_eq!(browser.count(".dot"), 4);
    browser.click(".confirm");
    browser.wait_for(".dot", 6);
    browser.shot("phone");
    for mode in ["analyse", "review", "train"] {
        browser.mode(mode);
        browser.wait("document.querySelector('#panel').childElementCount > 0");
        assert_eq!(browser.js(fits), true, "{mode}");
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let playing = running_match(folder.path());
    browser.go(playing.url());
    browser.wait_for(".dot", 6);
    assert_eq!(browser.js(fits), true, "watch");
}

#[test]
fn a_game_is_played_with_the_keyboard_alone() {
    let (_served, browser) = page!(DESK);
    for _ in 0..20 {
        if browser.js("return document.activeElement.classList.contains('board')") == true {
            break;
        }
        browser.press(&[key::TAB]);
    }
    let is_told = |cell: &str| browser.wait(&format!("speech.textContent === '{cell} free'"));
    // The cursor begins in the middle, on a dot.
    browser.press(&[key::DOWN, key::DOWN, key::RIGHT]);
    browser.wait_for(".cursor", 1);
    is_told("12-8");
    browser.press_with_shift(key::LEFT);
    is_told("7-8");
    browser.press_with_shift(key::RIGHT);
    is_told("12-8");
    browser.press(&[key::ENTER]);
    browser.wait_for(".dot[data-cell='11,12']", 1);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.press(&[key::TAB, 'u']);
    browser.wait_for_exactly(".dot", 4);
    browser.press(&['?']);
    browser.wait_for("dialog[open]", 1);
}

/// What axe-core, a checker of accessibility, finds serious on the page in a theme. All but the contrast is checked in the
/// light one.
fn serious(browser: &Browser, axe: &str, theme: &str) -> Value {
    if browser.js("return 'axe' in window") == false {
        browser.js(axe);
    }
    browser.js_later(&format!(
        "const done = arguments[arguments.length - 1];
         const options = '{theme}' === 'light' ? {{}} : {{ runOnly: ['color-contrast'] }};
         axe.run(options).then(({{ violations }}) => done(violations.filter(({{ impact }}) => impact === 'serious' || impact === 'critical')
           .map(({{ id, nodes }}) => [id, nodes.map(({{ html }}) => html.slice(0, 200))])))",
    ))
}

#[test]
fn a_checker_of_accessibility_finds_nothing_serious() {
    let path = std::env::var("TOCHKI_AXE")
        .unwrap_or_else(|_| "node_modules/axe-core/axe.min.js".to_owned());
    let Ok(axe) = std::fs::read_to_string(&path) else {
        leave_out(&format!(
            "{path} is missing; npm install --no-save axe-core"
        ));
        return;
    };
    let (_served, browser) = page!(DESK);
    for theme in ["light", "dark"] {
        browser.js(&format!(
            "document.documentElement.dataset.theme = '{theme}'"
        ));
        for mode in ["play", "analyse/20x20/0/0/cross/ijkiji", "review", "train"] {
            browser.mode(mode);
            browser.wait("document.querySelector('#panel').childElementCount > 0");
            std::thread::sleep(Duration::from_millis(250));
            assert_eq!(serious(&browser, &axe, theme), json!([]), "{theme} {mode}");
        }
        browser.mode("play");
        browser.click("#new-game");
        assert_eq!(serious(&browser, &axe, theme), json!([]), "{theme} dialog");
        browser.click("dialog .button:not(.primary)");
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let playing = running_match(folder.path());
    browser.go(playing.url());
    browser.wait_for("#standing tbody tr", 1);
    for theme in ["light", "dark"] {
        browser.js(&format!(
            "document.documentElement.dataset.theme = '{theme}'"
        ));
        assert_eq!(serious(&browser, &axe, theme), json!([]), "{theme} watch");
    }
}

#[test]
fn nothing_moves_for_those_who_want_less_motion() {
    let (_served, browser) = page!(DESK);
    browser.js("speech.className = 'thinking'");
    // What holds for those who want it holds for everybody now.
    let want = "const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
         const less = rules.filter(({ media }) => media?.mediaText.includes('reduced-motion'));
         for (const { media } of less) media.mediaText = 'all';
         return less.length";
    assert_eq!(browser.js(want), 1);
    let animation = "return getComputedStyle(speech, '::after').animationName";
    assert_eq!(browser.js(animation), "none");
}

#[test]
fn what_is_chosen_is_told_in_the_colours_that_a_system_forces() {
    let (_served, browser) = page!(DESK, Ability::ForcedColours);
    browser.mode("analyse/9x9/0/0/empty/aabb");
    browser.wait_for(".move[aria-current]", 1);
    browser.click("#set-up");
    browser.click("#yes");
    browser.wait_for("#set-up[aria-pressed=true]", 1);
    browser.js("document.querySelectorAll('#tools .button')[1].click()");
    browser.wait_for("dialog[open] .choice input:checked", 1);
    // What holds where colours are forced holds everywhere now.
    let others = browser.js(
        "const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
         const forced = rules.filter(({ media }) => media?.mediaText.includes('forced-colors'));
         for (const { media } of forced) media.mediaText = 'all';
         const probe = document.body.appendChild(document.createElement('p'));
         probe.style.cssText = 'background: Highlight; color: HighlightText; forced-color-adjust: none';
         const look = (element) => {
           const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(element);
           return [backgroundColor, color, forcedColorAdjust].join();
         };
         const chosen = ['#modes a[aria-current]', '#set-up', '.choice input:checked + span', '.move[aria-current]'];
         return chosen.filter((css) => look(document.querySelector(css)) !== look(probe))",
    );
    assert_eq!(others, json!([]));
    let chip = "return getComputedStyle(document.querySelector('.chip')).forcedColorAdjust";
    assert_eq!(browser.js(chip), "none");
}

#[test]
fn the_space_bar_presses_a_button_while_the_analysis_runs() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/20x20/0/0/cross/ijkiji");
    browser.wait_for(".dot", 7);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    browser.js("document.querySelector('#analysis').focus()");
    browser.hold_key(' ');
    browser.wait_for("#analysis[aria-pressed=false]", 1);
}

#[test]
fn the_focus_goes_back_from_a_dialog_to_a_button_that_was_made_anew() {
    let (_served, browser) = page!(DESK);
    browser.wait_for_my_turn();
    browser.js("window.old = document.querySelector('#new-game'); old.focus(); old.click()");
    browser.wait_for("dialog[open]", 1);
    // The panel is drawn anew, as it is after a move of the engine.
    browser.js("document.querySelector('#hint').click()");
    browser.wait("!old.isConnected");
    browser.press(&[key::ESCAPE]);
    browser.wait("!document.querySelector('dialog') && document.activeElement.id === 'new-game'");
}

#[test]
fn the_focus_stays_where_a_button_is_disabled_by_its_press() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/captures%231");
    browser.wait_for("#puzzle-hint:enabled", 1);
    browser.js("document.querySelector('#puzzle-hint').focus()");
    browser.press(&[key::ENTER]);
    browser.wait_for("#puzzle-hint:disabled", 1);
    browser.wait("document.activeElement.querySelector('#puzzle-hint') && document.activeElement !== document.body");
    browser.press(&[key::TAB]);
    browser.wait("document.activeElement.id === 'solution'");
}

#[test]
fn the_focus_stays_where_a_row_of_best_moves_was() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/20x20/0/0/cross/ijkiji");
    browser.wait_for(".dot", 7);
    browser.click("#analysis");
    browser.wait_for("#best-0", 1);
    browser.click("#analysis");
    browser.wait_for("#analysis[aria-pressed=false]", 1);
    browser.js("document.querySelector('#best-0').focus()");
    browser.press(&[key::ENTER]);
    // Nothing has been found in the new position.
    browser.wait_for(".dot", 8);
    browser.wait("document.activeElement.className === 'best'");
    browser.press(&[' ']);
    browser.wait_for("#best-0", 1);
    browser.press(&[key::TAB]);
    browser.wait("document.activeElement.id === 'best-0'");
}

#[test]
fn the_focus_stays_in_the_panel_when_a_button_leads_to_another_mode() {
    let (_served, browser) = page!(DESK);
    browser.wait_for_my_turn();
    browser.js("document.querySelector('#to-analysis').focus()");
    browser.press(&[key::ENTER]);
    browser.wait_for("#set-up", 1);
    assert_eq!(browser.js("return document.activeElement.id"), "panel");
    browser.press(&[key::TAB]);
    browser.wait("document.activeElement.closest('#panel .card')");
}

#[test]
fn a_remark_that_comes_again_is_told_again() {
    let (_served, browser) = page!(DESK);
    browser.wait_for_my_turn();
    // Texts are nodes. An observer would change what Chromium does with one that is there already.
    let told = browser.js(
        "const toast = document.querySelector('#toast');
         const [first, second] = [...document.querySelectorAll('.dot')].slice(0, 2).map((dot) => {
           const { x, y, width, height } = dot.getBoundingClientRect();
           dot.dispatchEvent(new MouseEvent('click', { clientX: x + width / 2, clientY: y + height / 2, bubbles: true }));
           return toast.firstChild;
         });
         return [first.data, second.data, first !== second]",
    );
    let remark = "Not there: there is a dot already";
    assert_eq!(told, json!([remark, remark, true]));
}

#[test]
fn phones_do_not_zoom_into_fields() {
    let (_served, browser) = page!(PHONE);
    browser.js("document.querySelector('#new-game').click()");
    browser.js("document.querySelector('input[name=size][value=other]').click()");
    browser.wait_for("input[name=width]", 1);
    // Safari zooms into fields with letters of less than 16 pixels.
    let small = browser.js(
        "const fields = [...document.querySelectorAll('select, input[type=number]')];
         return fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map(({ id, name }) => id || name)",
    );
    assert_eq!(small, json!([]));
}

#[test]
fn who_can_stop_and_win_hears_it() {
    let (_served, browser) = page!(DESK);
    // Red captures a dot in the corner. All dots but that are at the edge.
    let red = "10 01 21 12 50 60 70 80 90 91";
    let blue = "11 09 19 29 39 49 59 69 79";
    let cells = |text: &str| -> Vec<Value> {
        let cell = |pair: &str| json!({"x": pair[..1].parse::<u32>().unwrap(), "y": pair[1..].parse::<u32>().unwrap()});
        text.split(' ').map(cell).collect()
    };
    let sides = [cells(red), cells(blue)];
    let nodes: Vec<Value> = (0..19)
        .map(|number| {
            let mut move_ = sides[number % 2][number / 2].clone();
            move_["player"] = json!(number % 2);
            json!([number, move_, ""])
        })
        .collect();
    let about = json!({"width": 10, "height": 10, "start": "empty"});
    let kept = json!({
        "game": {"about": about, "nodes": nodes, "at": 19},
        "human": 0,
        "strength": {"kind": "level", "level": 1},
    });
    browser.reload_with("play", &kept);
    browser.wait("speech.textContent.endsWith('Your turn. If you stop the game now, you win.')");
    // What a question says belongs to it.
    browser.click("#ground");
    browser.wait_for("dialog[open]", 1);
    let told = "return document.getElementById(document.querySelector('dialog').getAttribute('aria-describedby')).textContent";
    assert_eq!(browser.js(told), browser.text("dialog p"));
}

#[test]
fn remarks_are_told_by_ear_in_a_dialog_too() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/ee");
    browser.wait_for_exactly(".dot", 1);
    browser.js("URL.createObjectURL = () => 'data:,'");
    browser.click("#export");
    browser.click("#save-svg");
    browser.wait("document.querySelector('#toast').textContent === 'Saved'");
    assert_eq!(browser.text("dialog[open] [role=status]"), "Saved");
}

#[test]
fn texts_are_seen_on_whatever_they_stand() {
    let (_served, browser) = page!(DESK);
    // The contrast of 4.5 to 1 is that of WCAG for texts. The rules of hovering are seen by no checker.
    let pale = browser.js(
        "const probe = document.body.appendChild(document.createElement('p'));
         const luminance = (name) => {
           probe.style.color = `var(--${name})`;
           const parts = getComputedStyle(probe).color.match(/[0-9]+/g).map((part) => part / 255);
           const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
           return 0.2126 * r + 0.7152 * g + 0.0722 * b;
         };
         const contrast = (pair) => {
           const [low, high] = pair.map(luminance).sort((a, b) => a - b);
           return (high + 0.05) / (low + 0.05);
         };
         const pairs = [
           ...['text', 'soft', 'accent', 'fair', 'bad'].flatMap((text) => [[text, 'ground'], [text, 'surface']]),
           ...['text', 'soft', 'accent'].map((text) => [text, 'accent-soft']), ['accent-text', 'accent'],
         ];
         return ['light', 'dark'].flatMap((theme) => {
           document.documentElement.dataset.theme = theme;
           return pairs.filter((pair) => contrast(pair) < 4.5).map((pair) => [theme, ...pair].join(' '));
         })",
    );
    assert_eq!(pale, json!([]));
}

#[test]
fn rows_and_moves_tell_by_ear_what_they_are() {
    let (_served, browser) = page!(DESK);
    open_a_review(&browser, ["", ""]);
    let told = browser.js(
        "return [document.querySelector('#best-0').ariaLabel, ...[...document.querySelectorAll('.move')].map((move) => move.ariaLabel)]",
    );
    let row = "Blue: 9-1, Lead +1, Wins 50 %";
    assert_eq!(told, json!([row, "1 2-8, Blue", "2 3-8, Red"]));
}

#[test]
fn the_button_of_the_colours_tells_whether_they_are_dark() {
    let (_served, browser) = page!(DESK);
    let state = "const { ariaPressed, title } = document.querySelector('#dark');
         return [document.documentElement.dataset.theme, ariaPressed, title]";
    let is_dark = json!(["dark", "true", "Dark colours"]);
    let is_light = json!(["light", "false", "Dark colours"]);
    assert_eq!(browser.js(state), is_light);
    browser.click("#dark");
    assert_eq!(browser.js(state), is_dark);
    browser.click("#dark");
    assert_eq!(browser.js(state), is_light);
}
