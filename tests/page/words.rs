//! The words of the page in its languages.

use crate::browser::{DESK, key};
use serde_json::json;
use std::path::{Path, PathBuf};
use tochki::arena::termination::Termination;

/// A script that hands what a function of the words by their languages returns to the test.
fn of_words(function: &str) -> String {
    format!(
        "const done = arguments[arguments.length - 1];
         const names = ['en', 'ru', 'pl', 'uk'];
         const read = (name) => import(new URL(`words/${{name}}.js`, location.href.split('#')[0])).then((module) => module.default);
         Promise.all(names.map(read)).then({function}).then(done)"
    )
}

#[test]
fn every_text_is_there_in_every_language() {
    let (_served, browser) = page!(DESK);
    let missing = browser.js_later(&of_words(
        "(all) => {
           const keys = [...new Set(all.flatMap((words) => Object.keys(words)))];
           // Languages have different forms of numbers.
           const counted = keys.filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -4));
           const plain = keys.filter((key) => !counted.includes(key.replace(/_(one|few|many|other)$/, '')));
           const forms = (name) => new Intl.PluralRules(name).resolvedOptions().pluralCategories;
           const wanted = (name) => [...plain, ...counted.flatMap((of) => forms(name).map((form) => `${of}_${form}`))];
           const missing = (name, words) => wanted(name).filter((key) => !words[key]).map((key) => `${name}: ${key}`);
           return names.flatMap((name, index) => missing(name, all[index]));
         }",
    ));
    assert_eq!(missing, json!([]));
}

#[test]
fn texts_have_the_same_places_for_values_in_every_language() {
    let (_served, browser) = page!(DESK);
    let different = browser.js_later(&of_words(
        "(all) => {
           const [english] = all;
           // Other languages have more forms of numbers.
           const original = (key) => english[key] ?? english[key.replace(/_(few|many)$/, '_other')] ?? '';
           const places = (text) => [...text.matchAll(/\\{(\\w+)\\}/g)].map(([, name]) => name).sort().join();
           const isDifferent = ([key, text]) => places(text) !== places(original(key));
           return names.flatMap((name, index) => Object.entries(all[index]).filter(isDifferent).map(([key]) => `${name}: ${key}`));
         }",
    ));
    assert_eq!(different, json!([]));
}

#[test]
fn every_text_that_the_page_names_is_there() {
    let (_served, browser) = page!(DESK);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let files = std::fs::read_dir(folder).expect("it is a folder");
    let paths = files.map(|file| file.expect("it is a file").path());
    let is_script = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "js");
    let code: Vec<String> = paths
        .filter(is_script)
        .map(|path| std::fs::read_to_string(path).expect("it is text"))
        .collect();
    let missing = browser.js_later(&of_words(&format!(
        "([words]) => {{
           const named = (pattern) => {}.flatMap((code) => [...code.matchAll(pattern)].map(([, name]) => name));
           const [texts, counts] = [named(/\\bt\\(\"([^\"]+)\"/g), named(/\\bcount\\(\"([^\"]+)\"/g)];
           const missing = [...texts.filter((name) => !words[name]), ...counts.filter((name) => !words[`${{name}}_one`])];
           return [texts.length > 100, counts.length > 3, missing];
         }}",
        json!(code)
    )));
    assert_eq!(missing, json!([true, true, []]));
}

#[test]
fn the_ends_of_games_have_words_in_every_language() {
    let (_served, browser) = page!(DESK);
    let codes = [
        Termination::Full,
        Termination::Decided,
        Termination::Lead,
        Termination::Grounded,
        Termination::Resigned,
        Termination::MoveLimit,
        Termination::NoMove,
        Termination::NoStart,
        Termination::Crash,
        Termination::Hang,
        Termination::Overrun,
        Termination::IllegalMove,
        Termination::BadReply,
    ]
    .map(Termination::code);
    let missing = browser.js_later(&of_words(&format!(
        "(all) => {}.filter((code) => all.some((words) => !words[`ending_${{code}}`]))",
        json!(codes)
    )));
    assert_eq!(missing, json!([]));
}

#[test]
fn new_advice_takes_the_place_of_saved_advice_in_every_language() {
    let (_served, browser) = page!(DESK);
    let told = browser.js_later(&of_words(
        "(all) => import(new URL('tree.js', location.href.split('#')[0])).then(({ Node }) =>
           all.map((words) => {
             const advice = (cell) => words.comment_better.replace('{cell}', cell);
             const node = Object.assign(new Node(null, null), { comment: `why\\n${advice('5-5')}`, advice: advice('16-4') });
             return node.remark === `why\\n${advice('16-4')}`;
           }))",
    ));
    assert_eq!(told, json!([true, true, true, true]));
}

#[test]
fn words_agree_with_what_they_are_about() {
    let (_served, browser) = page!(DESK);
    for (language, other) in [
        ("ru", ["Другая", "Другие"]),
        ("pl", ["Inna", "Inny"]),
        ("uk", ["Інша", "Інший"]),
    ] {
        browser.choose("#language", language);
        browser.wait(&format!("document.documentElement.lang === '{language}'"));
        browser.wait("document.activeElement.id === 'language'");
        browser.click("#new-game");
        let told = browser.js(
            "return ['size', 'clock'].map((name) => document.querySelector(`input[name=${name}][value=other] + span`).textContent)",
        );
        assert_eq!(told, json!(other));
        browser.press(&[key::ESCAPE]);
        browser.wait("!document.querySelector('dialog')");
    }
}

#[test]
fn numbers_are_written_as_the_language_does() {
    let (_served, browser) = page!(DESK);
    let about = json!({"width": 9, "height": 9, "start": "empty", "komi": 0.5});
    let strength = json!({"kind": "time", "seconds": 2.5});
    browser.reload_with(
        "play",
        &json!({"game": {"about": about, "nodes": [], "at": 0}, "human": 0, "strength": strength}),
    );
    let tells =
        |text: &str| format!("document.querySelector('#panel').textContent.includes('{text}')");
    browser.wait(&tells("9×9 · 2.5 s a move · Komi 0.5"));
    browser.choose("#language", "ru");
    browser.wait(&tells("9×9 · 2,5 с на ход"));
    browser.wait(&tells("0,5"));
    let written = browser.js_later(
        "const done = arguments[arguments.length - 1];
         import(new URL('words.js', location.href.split('#')[0])).then(({ load, count, number }) => load('ru').then(() =>
           done([number(-1.5), number(-0), number(3844), number(9.96, 1), number(4, 1), count('dots', 2.5)])))",
    );
    assert_eq!(
        written,
        json!(["−1,5", "0", "3844", "10,0", "4,0", "2,5 точки"])
    );
}

#[test]
fn hints_and_notes_follow_the_language_that_is_chosen() {
    let (_served, browser) = page!(DESK);
    browser.wait_for_my_turn();
    browser.press(&['h']);
    browser.wait_for(".ring.hint", 1);
    let hint = browser.text("#status");
    let cell = hint.strip_prefix("I suggest ").expect("it is a hint");
    browser.choose("#language", "pl");
    browser.wait(&format!(
        "document.querySelector('#status').textContent === 'Radzę {cell}'"
    ));
    browser.wait_for(".ring.hint", 1);
    browser.mode("review");
    browser.drop_file(b"(;GM[40]SZ[9]KM[0.3];B[aa])");
    let tells =
        |text: &str| format!("document.querySelector('#panel').textContent.includes('{text}')");
    browser.wait(&tells("Komi 0,3 nie jest tu"));
    browser.choose("#language", "en");
    browser.wait(&tells("Komi 0.3 is not played here"));
}

#[test]
fn the_language_changes_where_the_browser_keeps_nothing() {
    let (_served, browser) = page!(DESK);
    browser.js(
        "for (const name of ['localStorage', 'sessionStorage']) {
           Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
         }",
    );
    browser.put(8, 8, DESK);
    browser.wait_for(".dot", 6);
    browser.choose("#tools select", "pl");
    browser.wait("document.querySelector('#new-game')?.textContent === 'Nowa gra'");
    assert_eq!(browser.text("#modes a[aria-current]"), "Gra");
    assert_eq!(browser.count(".dot"), 6);
}
