//! What `protocol.md` and the README show is what happens.
//!
//! Every block fenced as `v6` is a conversation of its own: lines marked `>` are sent, lines
//! marked `<` come back, byte for byte. `<ms>` in a reply stands for a number of milliseconds.

use std::io::Cursor;
use tochki::protocol::{Session, v6};
use tochki::search::options::Options;

const PROTOCOL: &str = include_str!("../protocol.md");
const README: &str = include_str!("../README.md");

/// The examples of a document, each with the line it begins at.
fn examples(document: &str) -> Vec<(usize, Vec<&str>)> {
    let mut examples = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == "```v6" {
            let block = lines.by_ref().map(|(_, line)| line);
            examples.push((
                number + 1,
                block.take_while(|&line| line != "```").collect(),
            ));
        }
    }
    examples
}

/// The reply with every number that follows the word `ms` made `<ms>`.
fn without_clock(reply: &str) -> String {
    let mut after_ms = false;
    let words = reply.split(' ').map(|word| {
        let is_time = after_ms && word.parse::<u64>().is_ok();
        after_ms = word == "ms";
        if is_time { "<ms>" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_example_is_true() {
    assert!(!examples(README).is_empty());
    for (number, lines) in [PROTOCOL, README].into_iter().flat_map(examples) {
        let (mut requests, mut expected) = (String::new(), String::new());
        for line in lines {
            let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
            match mark {
                ">" => requests += &format!("{text}\n"),
                "<" => expected += &format!("{text}\n"),
                _ => panic!("a line of the example at {number}: {line:?}"),
            }
        }
        let mut replies = Vec::new();
        let mut session = Session::new(Options::default());
        v6::serve(&mut session, Cursor::new(requests), &mut replies).unwrap();
        let replies = String::from_utf8(replies).unwrap();
        assert_eq!(
            without_clock(&replies),
            expected,
            "the example at line {number}"
        );
    }
}

#[test]
fn every_command_has_an_example() {
    let mut replies = Vec::new();
    let mut session = Session::new(Options::default());
    v6::serve(&mut session, &b"1 list_commands\n"[..], &mut replies).unwrap();
    let replies = String::from_utf8(replies).unwrap();
    for command in replies.split_whitespace().skip(3) {
        let shown = examples(PROTOCOL).iter().any(|(_, lines)| {
            let replies = lines.iter().filter_map(|line| line.strip_prefix("< = "));
            replies
                .map(|line| line.split(' ').nth(1))
                .any(|word| word == Some(command))
        });
        assert!(shown, "{command}");
    }
}

#[test]
fn every_option_has_a_row() {
    for option in Options::default().list() {
        let kind = option.kind.to_string().replace('|', "\\|");
        let row = format!("| `{}` | {} | {} |", option.name, kind, option.default);
        assert!(PROTOCOL.contains(&row), "{row}");
    }
}
