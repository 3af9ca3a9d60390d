//! Files that people open and save: records, pictures.

use crate::chromium::DESK;
use crate::hands::KEEP_WHAT_IS_SAVED;
use serde_json::json;

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
    browser.js(KEEP_WHAT_IS_SAVED);
    browser.click("#export");
    browser.click("#save-svg");
    browser.wait("window.saved");
    let saved = browser.js("return saved");
    let saved = saved.as_str().unwrap();
    for opacity in ["fill-opacity=\"0.22\"", "stroke-opacity=\"0.55\""] {
        assert!(saved.contains(opacity), "{opacity}: {saved}");
    }
    for colour in ["color(", "rgba("] {
        assert!(!saved.contains(colour), "{colour}: {saved}");
    }
}
