//! Positions: what is set up by hand, and what is drawn over them.

use crate::browser::{Browser, DESK, key};
use crate::habits::hold_replies;
use crate::hands::{click_anew_on, click_on, keep_what_is_sent};
use crate::puzzles::DOTS;

/// The address of a position in which one more dot of blue captures a dot.
const ONE_DOT_LEFT: &str = "9x9/0/0/empty/edeedeaafeai";

#[test]
fn it_stays_the_turn_of_the_same_player_in_set_up() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/ee");
    browser.wait_for_exactly(".dot", 1);
    browser.click("#set-up");
    browser.click("#yes");
    let first = "document.querySelector('#set-up-first').textContent";
    browser.wait(&format!("{first}.startsWith('Red')"));
    browser.press(&[key::LEFT]);
    browser.wait(&format!("{first}.startsWith('Blue')"));
    browser.press(&[key::RIGHT]);
    browser.wait(&format!("{first}.startsWith('Red')"));
    browser.put(0, 0, DESK);
    browser.wait_for(".dot", 2);
    assert_eq!(browser.count(".captures .turn .player-1"), 1);
    // The button that names him changes it.
    browser.click("#set-up-first");
    browser.wait_for(".captures .turn .player-0", 1);
    assert_eq!(browser.count(".dot"), 2);
}

#[test]
fn dots_of_a_picture_are_erased_replaced_and_captured() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/6x5/0/0/=......!..0.1.!.0b0..!..0...!....../");
    browser.wait_for(".dot.captured", 1);
    browser.click("#set-up");
    browser.wait_for("#tool-erase", 1);
    let is_there = |x: u32, y: u32, class: &str| wait_for_dot(&browser, x, y, class);
    let is_free = |x: u32, y: u32| browser.wait_for_exactly(&format!("[data-cell='{x},{y}']"), 0);
    browser.click("#tool-erase");
    browser.js(&click_anew_on(4, 1));
    is_free(4, 1);
    is_there(2, 2, "dot player-1 captured");
    browser.js(&click_anew_on(2, 2));
    is_free(2, 2);
    // What is left is an empty base.
    browser.click("#tool-1");
    browser.js(&click_anew_on(2, 2));
    is_there(2, 2, "dot player-1 captured");
    browser.click("#tool-0");
    browser.js(&click_anew_on(2, 2));
    is_there(2, 2, "dot player-0");
    assert_eq!(browser.count(".captured"), 0);
    browser.click("#tool-1");
    browser.js(&click_anew_on(2, 2));
    is_there(2, 2, "dot player-1 captured");
    // Without the chain nobody is captured.
    browser.js(&click_anew_on(2, 1));
    is_there(2, 1, "dot player-1");
    is_there(2, 2, "dot player-1");
}

#[test]
fn a_chain_of_a_picture_that_is_broken_changes_nothing_but_what_it_has_closed() {
    let (_served, browser) = page!(DESK);
    // Row by row, the dots of this puzzle would capture others far from the chain.
    browser.mode("train/ladders%2Fplanted%2330");
    browser.wait_for(".dot.captured", 1);
    let mut wanted = dots(&browser);
    browser.click("#puzzle-analyse");
    browser.click("#set-up");
    browser.click("#tool-erase");
    browser.put(27, 3, DESK);
    browser.wait_for_exactly("[data-cell='27,3']", 0);
    wanted.retain(|dot| !dot.starts_with("27,3 "));
    let changed = dots(&browser);
    let freed: Vec<&String> = (wanted.iter().filter(|dot| !changed.contains(dot))).collect();
    assert!(!freed.is_empty());
    for dot in freed {
        assert!(dot.ends_with(" captured"), "{dot}");
        let is_now = dot.trim_end_matches(" captured").to_owned();
        assert!(changed.contains(&is_now), "{dot}");
        let [x, y] = cell_of(dot);
        assert!(x >= 22 && y <= 8, "{dot} is far from the chain");
    }
}

/// What `DOTS` tells.
fn dots(browser: &Browser) -> Vec<String> {
    let dots = browser.js(DOTS);
    let texts = dots.as_array().unwrap().iter();
    texts.map(|dot| dot.as_str().unwrap().to_owned()).collect()
}

/// Waits for a dot with exactly this class.
fn wait_for_dot(browser: &Browser, x: u32, y: u32, class: &str) {
    browser.wait(&format!(
        "document.querySelector(\"[data-cell='{x},{y}']\")?.getAttribute('class') === '{class}'"
    ));
}

/// Column and row of a dot in `DOTS`.
fn cell_of(dot: &str) -> [u32; 2] {
    let (cell, _) = dot.split_once(' ').unwrap();
    let (x, y) = cell.split_once(',').unwrap();
    [x.parse().unwrap(), y.parse().unwrap()]
}

#[test]
fn a_chain_in_one_that_is_broken_captures_its_part_of_it() {
    let (_served, browser) = page!(DESK);
    let rings = "...........!....000....!...0xxx0...!..0xx0xx0..!..0x0b0x0..!..0xx0xb0..!...0xxx0...!....000....";
    browser.mode(&format!("analyse/11x8/0/0/={rings}/"));
    browser.wait_for(".dot.captured", 2);
    browser.click("#set-up");
    browser.click("#tool-erase");
    browser.put(5, 1, DESK);
    browser.wait_for_exactly("[data-cell='5,1']", 0);
    wait_for_dot(&browser, 7, 5, "dot player-1");
    wait_for_dot(&browser, 5, 4, "dot player-1 captured");
    // It is still a picture.
    browser.click("#export");
    browser.wait_for("#copy-address", 1);
    assert_eq!(browser.count("#save-sgf"), 0);
}

#[test]
fn dots_that_a_broken_chain_has_freed_capture_only_what_they_enclose() {
    let (_served, browser) = page!(DESK);
    browser.mode("train/mined%2F20x20%2346");
    browser.wait_for(".dot.captured", 1);
    let before = dots(&browser);
    browser.click("#puzzle-analyse");
    browser.click("#set-up");
    browser.click("#tool-erase");
    browser.put(2, 1, DESK);
    browser.wait_for_exactly("[data-cell='2,1']", 0);
    let after = dots(&browser);
    let new: Vec<&String> = (after.iter().filter(|dot| !before.contains(dot))).collect();
    assert_eq!(
        new,
        [
            "2,2 dot player-1",
            "2,3 dot player-1",
            "2,4 dot player-0 captured"
        ]
    );
    assert_eq!(after.len(), before.len() - 1);
}

#[test]
fn changes_by_hand_are_taken_back() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/aabb");
    browser.wait_for_exactly(".dot", 2);
    browser.click("#set-up");
    browser.click("#yes");
    browser.wait_for("#set-up-undo:disabled", 1);
    // Nothing is there to be erased.
    browser.click("#tool-erase");
    browser.js(&click_on(3, 3));
    browser.click("#tool-0");
    browser.put(4, 4, DESK);
    browser.wait_for_exactly(".dot", 3);
    browser.click("#set-up-clear");
    browser.wait_for_exactly(".dot", 0);
    browser.choose("#set-up-size", "10x10");
    browser.wait("document.querySelector('#set-up-size').value === '10x10'");
    // They can be taken back later, too.
    browser.click("#set-up-done");
    browser.click("#set-up");
    browser.press(&['u']);
    browser.wait("document.querySelector('#set-up-size').value === '9x9'");
    browser.click("#set-up-undo");
    browser.wait_for_exactly(".dot", 3);
    browser.click("#set-up-undo");
    browser.wait_for_exactly(".dot", 2);
    browser.wait_for_exactly(".move", 2);
    browser.wait_for("#set-up-undo:disabled", 1);
}

#[test]
fn the_button_that_takes_a_change_back_has_its_key_when_no_move_was_deleted() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.click("#set-up");
    browser.put(4, 4, DESK);
    browser.wait_for("#set-up-undo[title='Undo change (U)']", 1);
    browser.click("#set-up-done");
    browser.put(5, 5, DESK);
    browser.wait_for_exactly(".dot", 2);
    browser.press(&[key::DELETE]);
    browser.wait_for_exactly(".dot", 1);
    browser.click("#set-up");
    browser.wait_for("#put-back[title='Put back (U)']:enabled", 1);
    browser.wait_for("#set-up-undo[title='Undo change']:enabled", 1);
    browser.press(&['u']);
    browser.wait_for_exactly(".dot", 2);
}

#[test]
fn set_up_goes_on_after_it_was_begun_anew_during_a_change() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/-aa/");
    browser.wait_for_exactly(".dot", 1);
    browser.click("#set-up");
    browser.wait_for("#set-up-done", 1);
    hold_replies(&browser, "Board");
    browser.js(&click_on(4, 4));
    browser.wait("late.length === 1");
    browser.click("#set-up-done");
    browser.click("#set-up");
    browser.js("late[0]()");
    browser.wait_for(".dot", 2);
    browser.js(&click_on(5, 5));
    browser.wait("late.length === 2");
    browser.js("late[1]()");
    browser.wait_for(".dot", 3);
}

#[test]
fn a_change_that_comes_late_leaves_the_analysis_of_another_game_on() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/6x5/0/0/=......!..0.1.!.0b0..!..0...!....../");
    browser.wait_for(".dot.captured", 1);
    browser.click("#set-up");
    browser.press(&['a']);
    browser.wait_for("#analysis[aria-pressed=true]", 1);
    hold_replies(&browser, "Board");
    browser.js(&click_on(0, 0));
    browser.wait("late.length === 1");
    browser.mode("analyse/9x9/0/0/empty/aa");
    browser.wait("late.length >= 2");
    browser.js("window.release = setInterval(() => late.slice(1).forEach((reply) => reply()), 20)");
    browser.wait_for_exactly(".dot", 1);
    browser.wait_for(".best-move", 3);
    keep_what_is_sent(&browser);
    browser.js("late[0]()");
    let commands = "sent.map((text) => JSON.parse(text).command)";
    browser.wait(&format!("{commands}.includes('Setup')"));
    browser.wait(&format!(
        "{commands}.lastIndexOf('Analyze') > {commands}.lastIndexOf('Setup')"
    ));
    browser.js("clearInterval(release)");
}

#[test]
fn what_is_drawn_over_a_position_is_not_drawn_over_another_one() {
    let (mut served, browser) = page!(DESK);
    browser.mode(&format!("analyse/{ONE_DOT_LEFT}"));
    browser.wait_for_exactly(".dot", 6);
    // The boards are known when the server ends.
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 5);
    browser.press(&[key::RIGHT]);
    browser.wait_for_exactly(".dot", 6);
    browser.choose("#overlay", "threats");
    browser.wait_for(".way", 1);
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 5);
    assert_eq!(browser.count(".way"), 0);
    let legend = "return getComputedStyle(document.querySelector('#legend')).visibility";
    assert_eq!(browser.js(legend), "hidden");
}

#[test]
fn what_is_drawn_over_a_position_comes_whole_when_a_search_before_it_is_stopped() {
    let (_served, browser) = page!(DESK);
    browser.mode(&format!("review/{ONE_DOT_LEFT}"));
    browser.wait_for_exactly(".dot", 6);
    browser.choose("#overlay", "threats");
    browser.wait_for(".way", 1);
    browser.click("#step-first");
    browser.wait("legend.textContent === 'There is nothing of the kind here'");
    browser.choose("#effort", "deep");
    browser.click("#review");
    browser.wait_for("progress", 1);
    browser.js("document.querySelector('#step-last').click();
         setTimeout(() => document.querySelector('#review').click())");
    browser.wait_for(".way", 1);
}

#[test]
fn an_analysis_goes_on_after_a_dot_that_is_refused() {
    let (_served, browser) = page!(DESK);
    // One cell of the territory has no dot.
    browser.mode("analyse/9x9/0/0/-ee_ed_fd_de_ge_ef_ff/");
    browser.wait_for(".dot.captured", 1);
    browser.click("#set-up");
    browser.press(&['a']);
    browser.wait_for(".best-move", 3);
    keep_what_is_sent(&browser);
    browser.put(5, 4, DESK);
    browser.wait("document.querySelector('#toast').textContent.includes('captured territory')");
    browser.wait("sent.some((text) => JSON.parse(text).command === 'Analyze')");
}

#[test]
fn an_address_that_names_a_position_in_part_is_not_opened() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/bbccddeeff");
    browser.wait_for_exactly(".dot", 5);
    for address in [
        "20x20/0/0/foo/",
        "20x20/0/0/two_crosses/",
        "9x9/0/0/empty/aabbc",
        "9x9x3/0/0/empty/aa",
        "9x9/x/0/empty/aa",
        "9x9//0/empty/aa",
        "9x9/0/7q/empty/aa",
        "9x9/0/0/empty/aa/bb",
        // There is a dot already.
        "9x9/0/0/empty/aabbaacc",
    ] {
        browser.js("document.querySelector('#toast').textContent = ''");
        browser.mode(&format!("analyse/{address}"));
        browser.wait("document.querySelector('#toast').textContent.includes('names no position')");
        browser.wait_for_exactly(".move", 5);
        browser.wait_for_exactly(".dot", 5);
    }
}

#[test]
fn the_list_of_moves_follows_into_nested_variations() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    // Each move but the first is the second variation after the one before.
    let levels = 16;
    let cell = |number: u8| format!("{}a", char::from(b'a' + number));
    let level = |number: u8| {
        let player = ["B", "W"][usize::from(number % 2)];
        format!(";{player}[zb])(;{player}[{}](", cell(number))
    };
    let body: String = (1..levels).map(level).collect();
    let ends = ")".repeat(usize::from(levels) + 1);
    browser.drop_file(format!("(;GM[40]SZ[26];B[aa]({body};B[zz]{ends}").as_bytes());
    browser.wait_for(".move", 2 * usize::from(levels));
    browser.js("[...document.querySelectorAll('.move')].at(-1).click()");
    browser.wait("[...document.querySelectorAll('.move')].at(-1).ariaCurrent");
    let is_seen = "const { left, right, top, bottom } = document.querySelector('.move[aria-current]').getBoundingClientRect();
         const list = document.querySelector('.moves').getBoundingClientRect();
         // The list scrolls by whole pixels.
         return left > list.left - 1 && right < list.right + 1 && top > list.top - 1 && bottom < list.bottom + 1";
    assert_eq!(browser.js(is_seen), true);
    browser.js("document.querySelector('.move').click()");
    browser.wait("document.querySelector('.move').ariaCurrent");
    assert_eq!(browser.js(is_seen), true);
}

#[test]
fn an_analysis_that_has_found_nothing_yet_is_told() {
    let (_served, browser) = page!(DESK);
    browser.mode(&format!("analyse/{ONE_DOT_LEFT}"));
    browser.wait_for(".dot", 6);
    let wait_for = |state: &str| {
        browser.wait(&format!(
            "document.querySelector('.evaluation').textContent === '{state}'"
        ));
    };
    wait_for("Not analysed yet");
    hold_replies(&browser, "Analyze");
    browser.click("#analysis");
    wait_for("Thinking");
    browser.press(&[key::LEFT]);
    browser.wait_for_exactly(".dot", 5);
    wait_for("Thinking");
    browser.click("#analysis");
    wait_for("Not analysed yet");
}
