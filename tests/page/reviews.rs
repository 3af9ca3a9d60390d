//! Review: games that are looked through, and what is offered for that.

use crate::browser::{Browser, DESK, key};
use crate::hands::keep_what_is_sent;
use crate::studies::open_a_record;
use serde_json::json;

/// Has the game on the page looked through.
fn look_through(browser: &Browser) {
    browser.choose("#effort", "quick");
    browser.click("#review");
    browser.wait("document.querySelector('#mistakes') && !document.querySelector('progress')");
}

#[test]
fn a_position_without_an_allowed_move_is_left_out_of_a_review() {
    let (_served, browser) = page!(DESK);
    // The only free cell is in an empty base of blue, and red moves.
    browser.mode("review/3x3/0/0s/_ba_ab_cb-aa-ca-ac-cc/bc");
    browser.wait_for_exactly(".dot", 8);
    look_through(&browser);
    assert_eq!(browser.text("#toast"), "");
    browser.press(&[key::LEFT]);
    browser.wait_for(".candidate", 1);
}

#[test]
fn a_stop_on_a_full_board_is_left_out_of_a_review() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.drop_file(b"(;GM[40]SZ[2];B[aa];W[bb];B[ab];W[ba];B[])");
    browser.wait_for(".move", 4);
    look_through(&browser);
    browser.wait_for(".candidate", 1);
    browser.reload();
    browser.wait_for("#mistakes", 1);
}

#[test]
fn the_game_that_was_played_is_offered() {
    let (_served, browser) = page!(DESK);
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.wait_for_my_turn();
    browser.mode("review");
    browser.click("#review-last");
    browser.wait_for(".move", 2);
}

#[test]
fn an_analysis_that_a_review_ends_is_not_shown_as_running() {
    let (_served, browser) = page!(DESK);
    open_a_record(&browser);
    browser.click("#analysis");
    browser.wait_for("#analysis[aria-pressed=true]", 1);
    browser.choose("#effort", "deep");
    browser.click("#review");
    browser.wait_for("progress", 1);
    assert_eq!(browser.count("#analysis[aria-pressed=false]"), 1);
    assert_eq!(browser.count("progress"), 1, "the review runs");
}

#[test]
fn an_analysis_goes_on_after_a_file_that_cannot_be_read() {
    let (_served, browser) = page!(DESK);
    open_a_record(&browser);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    keep_what_is_sent(&browser);
    browser.drop_file(b"hello world");
    browser.wait("document.querySelector('#toast').textContent.includes('no game')");
    browser.wait("sent.map((text) => JSON.parse(text).command).join() === 'ReadSgf,Analyze'");
}

#[test]
fn the_head_is_about_the_game_that_stays_after_a_refused_address() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.drop_file(b"(;GM[40]SZ[9]PB[Ann]PW[Bob];B[aa];W[bb])");
    browser.wait_for(".move", 2);
    // Four crosses have no room there.
    browser.mode("review/4x4/0/0/four-crosses/");
    browser.wait("document.querySelector('#toast').textContent.includes('names no position')");
    browser.wait_for(".move", 2);
    browser.wait_for("#review", 1);
    assert_eq!(browser.text("#panel h2"), "Ann – Bob");
}

#[test]
fn the_games_of_a_file_stay_after_a_refused_address() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.drop_file(b"(;GM[40]SZ[9]KM[0.3];B[aa])(;GM[40]SZ[9];B[bb];W[cc])");
    let tells = "document.querySelector('#panel').textContent.includes('Komi 0.3 is not')";
    browser.wait(tells);
    browser.wait_for("#which-game option", 2);
    // Four crosses have no room there.
    browser.mode("review/4x4/0/0/four-crosses/");
    browser.wait("document.querySelector('#toast').textContent.includes('names no position')");
    browser.wait_for("#which-game option", 2);
    browser.wait(tells);
}

#[test]
fn a_review_of_another_game_of_the_file_is_not_lost_without_a_question() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.drop_file(b"(;GM[40]SZ[9];B[aa])(;GM[40]SZ[9];B[bb];W[cc])");
    browser.wait_for("#which-game", 1);
    look_through(&browser);
    browser.choose("#which-game", "1");
    browser.wait_for(".move", 2);
    browser.drop_file(b"(;GM[40]SZ[9];B[dd])");
    browser.wait_for("dialog #yes", 1);
    browser.press(&[key::ESCAPE]);
    browser.wait("!document.querySelector('dialog')");
    browser.choose("#which-game", "0");
    browser.wait_for("#mistakes", 1);
}

#[test]
fn the_games_of_a_file_are_there_after_a_reload() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.drop_file(b"(;GM[40]SZ[9]KM[0.3];B[aa])(;GM[40]SZ[9];B[bb];W[cc])");
    browser.wait_for("#which-game", 1);
    look_through(&browser);
    browser.choose("#which-game", "1");
    browser.wait_for(".move", 2);
    browser.reload();
    browser.wait_for(".move", 2);
    assert_eq!(
        browser.js("return document.querySelector('#which-game').value"),
        "1"
    );
    browser.choose("#which-game", "0");
    browser.wait_for("#mistakes", 1);
    browser.wait("document.querySelector('#panel').textContent.includes('Komi 0.3 is not')");
    // An address brings a game that is not of the file.
    browser.mode("review/9x9/0/0/empty/eeffgg");
    browser.click("#yes");
    browser.wait_for(".move", 3);
    browser.reload();
    browser.wait_for(".move", 3);
    assert_eq!(browser.count("#which-game"), 0);
}

#[test]
fn of_a_very_large_file_reviews_or_games_are_lost_at_a_reload() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    let columns = ('a'..='z').chain('A'..='M');
    let moves: String = columns.map(|x| format!(";B[{x}a];W[{x}f]")).collect();
    let others = format!("(;GM[40]SZ[39:32]{moves})").repeat(450);
    // The first game has so many moves, the second one five.
    let drop_file = |moves: usize, comment: usize| {
        let first = &";B[aa];W[ca];B[ea]"[..6 * moves];
        let comment = "c".repeat(comment);
        let second = format!(";B[aa];W[ca];B[ea];W[ga];B[ia]C[{comment}]");
        let file = format!("(;GM[40]SZ[9]{first})(;GM[40]SZ[9]{second}){others}");
        browser.drop_file(file.as_bytes());
        browser.wait_for_exactly(".move", moves);
    };
    drop_file(1, 0);
    let kept = browser.js("return sessionStorage.getItem('tochki.review.file').length");
    let room = (3 << 20) - kept.as_u64().unwrap() as usize;
    for (moves, comment, kept_games) in [(3, room, 0), (2, room - 500, 452)] {
        drop_file(moves, comment);
        look_through(&browser);
        browser.choose("#which-game", "1");
        browser.wait_for_exactly(".move", 5);
        browser.reload();
        browser.wait_for_exactly(".move", 5);
        assert_eq!(browser.count("#which-game option"), kept_games);
    }
    browser.choose("#which-game", "0");
    browser.wait_for_exactly(".move", 2);
    browser.wait_for("#review", 1);
    assert_eq!(browser.count("#mistakes"), 0);
}

#[test]
fn a_review_is_offered_as_long_as_there_are_moves() {
    let (_served, browser) = page!(DESK);
    browser.mode("review/9x9/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.put(4, 4, DESK);
    browser.wait_for("#review", 1);
    browser.click("#delete-move");
    browser.wait("!document.querySelector('#review')");
}

#[test]
fn a_review_looks_for_moves_of_the_player_who_has_moved() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.drop_file(b"(;GM[40]SZ[9];B[aa];B[bb];W[cc])");
    browser.wait_for(".move", 3);
    keep_what_is_sent(&browser);
    look_through(&browser);
    let players = browser.js(
        "return sent.map(JSON.parse).filter(({ command }) => command === 'Analyze').map(({ player }) => player)",
    );
    // The last position comes first.
    assert_eq!(players, json!(["Red", "Black", "Red", "Red"]));
}

#[test]
fn what_a_longer_search_has_found_stays() {
    let (_served, browser) = page!(DESK);
    let shown = browser.js_later(
        "const done = arguments[arguments.length - 1];
         const read = (name) => import(new URL(`${name}.js`, location.href.split('#')[0]));
         Promise.all([read('live'), read('tree')]).then(async ([{ LiveAnalysis }, { Game }]) => {
           const game = new Game({ width: 9, height: 9 });
           const replies = [900, 20, 901].map((visits) => [{ coords: { x: 0, y: 0 }, visits, weight: 1, gain: 0, line: [] }]);
           const shown = [];
           const analyze = async () => replies.shift();
           const live = new LiveAnalysis({ engine: { analyze, stop() {} } }, () => {});
           for (let search = 0; search < 3; search++) {
             live.isOn = true;
             await live.follow(game, game.root);
             shown.push(game.root.analysis.moves[0].visits);
           }
           done(shown);
         })",
    );
    assert_eq!(shown, json!([900, 900, 901]));
}

#[test]
fn a_game_that_has_no_room_does_not_mix_with_the_file_after_it() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.drop_file(b"(;GM[40]SZ[9]PB[Old]PW[Game];B[aa])");
    browser.wait_for_exactly(".move", 1);
    let names = "document.querySelector('#panel h2')?.textContent";
    browser.wait(&format!("{names} === 'Old – Game'"));
    browser.js("const keep = Storage.prototype.setItem;
         Storage.prototype.setItem = function (key, value) {
           if (key === 'tochki.review') throw new DOMException('full', 'QuotaExceededError');
           keep.call(this, key, value);
         }");
    browser
        .drop_file(b"(;GM[40]SZ[9]PB[New1]PW[One];B[bb];W[cc])(;GM[40]SZ[9]PB[New2]PW[Two];B[dd])");
    browser.wait(&format!("{names} === 'New1 – One'"));
    assert_eq!(
        browser.text("#toast"),
        "The browser cannot keep this game. Save it before you leave the page."
    );
    browser.reload();
    browser.wait(&format!("{names} === 'Old – Game'"));
    assert_eq!(browser.count("#which-game"), 0);
}
