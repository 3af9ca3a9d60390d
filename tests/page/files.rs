//! Files that people open and save: records, pictures.

use crate::browser::{Browser, DESK, PHONE};
use crate::hands::keep_what_is_sent;
use serde_json::json;

/// A script after which the page keeps what it saves in `saved`.
const KEEP_WHAT_IS_SAVED: &str = "URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return 'data:,'; }";

/// The record that is saved of the game on the page.
pub fn saved_record(browser: &Browser) -> String {
    browser.js(KEEP_WHAT_IS_SAVED);
    browser.js("window.saved = null");
    browser.click("#export");
    browser.click("#save-sgf");
    browser.wait("window.saved");
    browser.click("dialog .primary");
    browser.wait("!document.querySelector('dialog')");
    browser.js("return saved").as_str().unwrap().to_owned()
}

/// The picture of the board that the page saves as SVG.
fn saved_svg(browser: &Browser) -> String {
    browser.js(KEEP_WHAT_IS_SAVED);
    browser.click("#export");
    browser.click("#save-svg");
    browser.wait("window.saved");
    browser.js("return saved").as_str().unwrap().to_owned()
}

#[test]
fn a_saved_picture_has_colours_that_other_programs_know() {
    let (_served, browser) = page!(DESK);
    let settings = json!({"shapes": true, "numbers": true}).to_string();
    browser.js(&format!(
        "localStorage.setItem('tochki.settings', {})",
        json!(settings)
    ));
    browser.reload();
    browser.mode("analyse/9x9/0/0/empty/edeedeaafeaief");
    browser.wait_for(".territory.player-0", 1);
    browser.wait_for(".number", 7);
    let saved = saved_svg(&browser);
    for opacity in ["fill-opacity=\"0.22\"", "stroke-opacity=\"0.55\""] {
        assert!(saved.contains(opacity), "{opacity}: {saved}");
    }
    assert!(
        saved.contains("r=\"0.3px\""),
        "the ring of a red dot: {saved}"
    );
    for wrong in ["color(", "rgba(", "r=\"0px\""] {
        assert!(!saved.contains(wrong), "{wrong}: {saved}");
    }
}

#[test]
fn texts_stand_in_the_middle_of_their_cells_without_a_style() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/9x9/0/0/empty/ee");
    browser.wait_for_exactly(".dot", 1);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    // Browsers, and programs for pictures, do not agree on a style for it.
    let astray = browser.js(
        "const isRight = (text) => text.getAttribute('dy') === '0.35em' && getComputedStyle(text).dominantBaseline === 'auto';
         return [...document.querySelectorAll('.board text')].filter((text) => !isRight(text)).length",
    );
    assert_eq!(astray, 0);
}

#[test]
fn a_saved_picture_does_not_depend_on_the_size_of_the_screen() {
    let (_served, browser) = page!(PHONE);
    browser.mode("analyse/39x32/0/0/empty/");
    browser.wait_for_exactly(".coordinate", 15);
    let saved = saved_svg(&browser);
    assert_eq!(saved.matches("font-size=\"0.46px\"").count(), 39 + 32);
    // On the screen they are as they were.
    assert_eq!(browser.count(".coordinate"), 15);
}

#[test]
fn a_record_that_is_read_slowly_leaves_other_modes_alone() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.js(
        "const send = WebSocket.prototype.send;
         WebSocket.prototype.send = function (text) {
           const { command, id } = JSON.parse(text);
           if (command !== 'ReadSgf') return send.call(this, text);
           window.isAsked = true;
           window.read = () => send.call(this, text);
           this.addEventListener('message', ({ data }) => JSON.parse(data).id === id && setTimeout(() => (window.isRead = true)));
         }",
    );
    browser.drop_file(b"(;GM[40]SZ[9];B[aa];W[bb];B[cc])");
    browser.wait("window.isAsked");
    browser.mode("analyse/9x9/0/0/empty/");
    browser.wait_for("#set-up", 1);
    browser.js("read()");
    browser.wait("window.isRead");
    assert_eq!(browser.count("#set-up"), 1);
    assert_eq!(browser.count("#file"), 0);
    browser.mode("review");
    browser.wait_for(".move", 3);
}

#[test]
fn a_position_of_a_record_is_opened_and_saved_with_its_player_to_move() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.drop_file(b"(;GM[40]SZ[9]AB[aa]PL[W])");
    browser.wait_for(".dot", 1);
    browser.wait_for(".captures .turn .player-1", 1);
    let saved = saved_record(&browser);
    assert!(saved.contains("AB[aa]PL[W]"), "{saved}");
    browser.put(4, 4, DESK);
    browser.wait_for(".dot.player-1[data-cell='4,4']", 1);
}

#[test]
fn bad_moves_of_a_record_are_marked_and_saved() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    let turns = ";B[aa]BM[1]C[why];W[bb]DO[];B[cc](;W[dd])(;W[ee]BM[1])";
    browser.drop_file(format!("(;GM[40]SZ[9]{turns})").as_bytes());
    browser.wait_for(".move", 5);
    browser.click(".move[data-node='0']");
    for (language, told) in [
        ("ru", "Ошибка (?)"),
        ("pl", "Błąd (?)"),
        ("uk", "Помилка (?)"),
        ("en", "Mistake (?)"),
    ] {
        browser.choose("#language", language);
        browser.wait(&format!(
            "document.querySelector('#comment')?.textContent === '{told}\\nwhy'"
        ));
    }
    browser.reload();
    browser.wait_for(".move.bad", 2);
    browser.wait_for(".move.fair", 1);
    let saved = saved_record(&browser);
    for part in [";B[aa]BM[1]C[why]", ";W[bb]DO[]", ";W[ee]BM[1]"] {
        assert!(saved.contains(part), "{saved}");
    }
}

#[test]
fn the_facts_of_a_record_are_shown_and_saved() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    let facts = [
        "RU[russian]",
        "DT[2026-11-29]",
        "EV[Cup]",
        "RO[2]",
        "BR[1500]",
    ];
    browser.drop_file(format!("(;GM[40]SZ[9]{};B[aa];W[bb])", facts.concat()).as_bytes());
    browser.wait("document.querySelector('#occasion')?.textContent === 'Cup · 2 · 2026-11-29'");
    browser.reload();
    browser.wait("document.querySelector('#occasion')?.textContent === 'Cup · 2 · 2026-11-29'");
    let saved = saved_record(&browser);
    for fact in facts {
        assert!(saved.contains(fact), "{saved}");
    }
}

#[test]
fn a_komi_that_is_not_played_is_saved() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.drop_file(b"(;GM[40]SZ[9]KM[1.25]RE[W+1.25];B[aa];W[bb])");
    browser.wait_for(".move", 2);
    browser.reload();
    browser.wait_for(".move", 2);
    assert!(browser.text("#panel").contains("Komi 1.25 is not played"));
    let saved = saved_record(&browser);
    assert!(saved.contains("KM[1.25]RE[W+1.25]"), "{saved}");
}

#[test]
fn a_record_that_is_shortened_or_continued_is_saved_without_its_result() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.drop_file(b"(;GM[40]SZ[9]RE[B+R];B[aa];W[bb];B[cc])");
    browser.wait_for(".move", 3);
    let whole = saved_record(&browser);
    assert!(whole.contains("RE[B+R]"), "{whole}");
    browser.click(".move[data-node='2']");
    browser.wait_for(".dot", 3);
    browser.click("#delete-move");
    browser.wait_for_exactly(".move", 2);
    let shorter = saved_record(&browser);
    assert!(!shorter.contains("RE["), "{shorter}");
    browser.click("#put-back");
    browser.wait_for(".dot", 3);
    browser.put(5, 5, DESK);
    browser.wait_for(".move", 4);
    let longer = saved_record(&browser);
    assert!(!longer.contains("RE["), "{longer}");
}

#[test]
fn a_record_without_a_result_says_so_unless_nobody_knows_it() {
    let (_served, browser) = page!(DESK);
    for (result, text) in [("Void", "Result: None"), ("?", ""), ("0", "Result: A draw")] {
        browser.mode("review");
        browser.drop_file(format!("(;GM[40]SZ[9]RE[{result}];B[aa];W[bb])").as_bytes());
        browser.wait_for_exactly(".moves .move", 2);
        let told = "return [...document.querySelectorAll('#panel .soft')].map((one) => one.textContent).filter((one) => one.startsWith('Result')).join()";
        assert_eq!(browser.js(told), text);
        let saved = saved_record(&browser);
        assert!(saved.contains(&format!("RE[{result}]")), "{saved}");
    }
}

#[test]
fn what_was_tried_after_a_lost_game_stays_a_variation() {
    let (_served, browser) = page!(DESK);
    for (result, end) in [("W+R", "resigns"), ("B+T", "time is up")] {
        browser.mode("review");
        let record = format!("(;GM[40]SZ[9]RE[{result}];B[aa];W[bb](;)(;B[cc];W[dd]))");
        browser.drop_file(record.as_bytes());
        browser.wait(&format!(
            "document.querySelector('.moves').textContent.includes('{end}')"
        ));
        assert_eq!(browser.count(".variation .move"), 2);
        let saved = saved_record(&browser);
        assert!(saved.contains(&format!("RE[{result}]")), "{saved}");
        assert!(saved.contains("(;B[cc];W[dd])"), "{saved}");
    }
}

#[test]
fn a_record_whose_last_move_is_replaced_is_saved_without_its_result() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.drop_file(b"(;GM[40]SZ[9]RE[B+R];B[aa];W[bb];B[cc])");
    browser.wait_for(".move", 3);
    browser.click(".move[data-node='2']");
    browser.wait_for(".dot", 3);
    browser.click("#delete-move");
    browser.wait_for_exactly(".move", 2);
    browser.put(5, 5, DESK);
    browser.wait_for(".move", 3);
    let other = saved_record(&browser);
    assert!(!other.contains("RE["), "{other}");
}

#[test]
fn an_analysis_goes_on_after_a_record_that_cannot_be_saved() {
    let (_served, browser) = page!(DESK);
    browser.mode("analyse/60x60/0/0/empty/");
    browser.wait_for("#analysis", 1);
    browser.wait_for_exactly(".dot", 0);
    browser.click("#analysis");
    browser.wait_for(".candidate", 3);
    keep_what_is_sent(&browser);
    browser.click("#export");
    browser.click("#save-sgf");
    browser.wait("document.querySelector('#toast').textContent.startsWith('SGF has letters for')");
    browser.wait("JSON.parse(sent.at(-1)).command === 'Analyze'");
}

#[test]
fn a_fault_with_a_file_is_told_in_the_words_of_the_page() {
    let (mut served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    browser.js("const data = new DataTransfer();
         data.items.add(new File(['('.repeat(1 << 20)], 'game.sgf'));
         document.dispatchEvent(new DragEvent('drop', { dataTransfer: data }))");
    let toast = "document.querySelector('#toast').textContent";
    browser.wait(&format!("{toast} === 'It cannot be read: it is too large'"));
    served.kill();
    browser.wait_for(".away:not([hidden])", 1);
    let is_told = format!("{toast}.startsWith('The engine is away. Start')");
    browser.drop_file(b"(;GM[40]SZ[9];B[aa])");
    browser.wait(&is_told);
    browser.js("document.querySelector('#toast').textContent = ''");
    browser.click("#export");
    browser.click("#save-sgf");
    browser.wait(&is_told);
}

#[test]
fn a_record_is_read_in_its_character_set_or_refused() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    let utf16 = |order: fn(u16) -> [u8; 2]| {
        let text = "\u{feff}(;GM[40]SZ[9]PB[Ёж];B[aa])";
        text.encode_utf16().flat_map(order).collect::<Vec<u8>>()
    };
    let russian = |set: &str| [b"(;GM[40]SZ[9]PB[\xc8]", set.as_bytes(), b";B[aa])"].concat();
    let guessed = "names no character set: it is read as windows-1251";
    for (bytes, name, is_guessed) in [
        (utf16(u16::to_le_bytes), "Ёж", false),
        (russian("CA[windows-1251]"), "И", false),
        (utf16(u16::to_be_bytes), "Ёж", false),
        (russian(""), "И", true),
    ] {
        browser.drop_file(&bytes);
        browser.wait(&format!(
            "document.querySelector('#panel h2')?.textContent.startsWith('{name} – ')"
        ));
        let told = browser.text("#panel .card");
        assert_eq!(told.contains(guessed), is_guessed, "{told}");
    }
    for set in ["UTF-8", "win-1251"] {
        browser.drop_file(&russian(&format!("CA[{set}]")));
        browser.wait(&format!(
            "document.querySelector('#toast').textContent.includes('cannot be read in {set}, which')"
        ));
        assert!(browser.text("#panel h2").starts_with("И – "));
    }
}

#[test]
fn a_file_that_could_not_be_read_can_be_chosen_again() {
    let (_served, browser) = page!(DESK);
    browser.mode("review");
    browser.wait_for("#file", 1);
    let choose = "const data = new DataTransfer();
         data.items.add(new File(['hello world'], 'game.sgf'));
         const field = document.querySelector('#file');
         field.files = data.files;
         field.dispatchEvent(new Event('change'))";
    browser.js(choose);
    browser.wait("document.querySelector('#toast').textContent.includes('no game')");
    // Browsers do not tell of a choice that changes nothing.
    let left = browser.js("return document.querySelector('#file').files.length");
    assert_eq!(left, 0);
}

#[test]
fn a_saved_picture_has_no_dot_that_is_only_offered() {
    let (_served, browser) = page!(PHONE);
    browser.mode("analyse/20x20/0/0/empty/");
    browser.wait_for_exactly(".dot", 0);
    browser.put(8, 8, PHONE);
    browser.wait_for(".ghost", 1);
    browser.js(KEEP_WHAT_IS_SAVED);
    browser.js("document.querySelector('#export').click()");
    browser.js("document.querySelector('#save-svg').click()");
    browser.wait("window.saved");
    let saved = browser.js("return saved");
    let saved = saved.as_str().unwrap();
    assert!(!saved.contains("<circle"), "{saved}");
    assert!(!saved.contains("role="), "{saved}");
}
