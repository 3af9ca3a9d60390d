//! Values of flags for one engine or for all. The program has no tests of its own: to compile it once more for them takes
//! long.

#[path = "../../src/cli/match_command/numbered.rs"]
mod source;

use source::{Numbered, check, only, settings};

fn parse(text: &str) -> Numbered<u32> {
    text.parse().unwrap()
}

#[test]
fn what_is_for_one_engine_goes_first() {
    let all = [parse("7"), parse("2:9")];
    assert_eq!(only(all.iter(), 1, "value").unwrap(), Some(&7));
    assert_eq!(only(all.iter(), 2, "value").unwrap(), Some(&9));
    assert_eq!(only(all[1..].iter(), 1, "value").unwrap(), None);
    let twice = [parse("1:7"), parse("1:8"), parse("3")];
    assert!(only(twice.iter(), 1, "value").is_err());
    assert_eq!(only(twice.iter(), 2, "value").unwrap(), Some(&3));
    assert!(check(&all, 2).is_ok());
    assert!(check(&all, 1).is_err());
}

#[test]
fn settings_of_one_engine_replace_those_of_all() {
    let all = [parse("2:9"), parse("7"), parse("1:8")];
    assert!(settings(&all, 1).eq(&[7, 8]));
    assert!(settings(&all, 2).eq(&[7, 9]));
    assert!(settings(&all, 3).eq(&[7]));
}

#[test]
fn nonsense_is_refused() {
    for text in [
        "",
        ":",
        "x:1",
        "0:1",
        "1:",
        "1:x",
        "99999999999999999999999:1",
    ] {
        assert!(text.parse::<Numbered<u32>>().is_err(), "{text}");
    }
}
