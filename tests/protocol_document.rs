//! What `protocol.md` and the README show is what happens.
//!
//! Every block fenced as a dialect is a conversation of its own: lines marked `>` are sent, lines
//! marked `<` come back, byte for byte. `<ms>` in a reply stands for a number of milliseconds.

use std::io::Write;
use tochki::protocol::{Session, json, v6};
use tochki::search::options::Options;

const PROTOCOL: &str = include_str!("../protocol.md");
const README: &str = include_str!("../README.md");

/// A dialect, by what its examples are fenced as.
#[derive(Clone, Copy)]
struct Dialect {
    fence: &'static str,
    serve: fn(&mut Session, &'static [u8], &mut dyn Write) -> std::io::Result<()>,
}

const V6: Dialect = Dialect {
    fence: "```v6",
    serve: |session, input, output| v6::serve(session, input, output),
};

const JSON: Dialect = Dialect {
    fence: "```json-lines",
    serve: |session, input, output| json::serve(session, input, output),
};

impl Dialect {
    /// What comes back in a conversation with a fresh session.
    fn replies(self, requests: String) -> String {
        let mut replies = Vec::new();
        let mut session = Session::new(Options::default());
        // Input is read on a thread of its own.
        let requests = requests.leak().as_bytes();
        (self.serve)(&mut session, requests, &mut replies).unwrap();
        String::from_utf8(replies).unwrap()
    }

    /// The examples of a document, each with the line it begins at.
    fn examples(self, document: &str) -> Vec<(usize, Vec<&str>)> {
        let mut examples = Vec::new();
        let mut lines = document.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            if line == self.fence {
                let block = lines.by_ref().map(|(_, line)| line);
                examples.push((
                    number + 1,
                    block.take_while(|&line| line != "```").collect(),
                ));
            }
        }
        examples
    }
}

/// The replies with every number that follows the word `ms` made `<ms>`.
fn without_clock(replies: &str) -> String {
    let mut text = String::new();
    let mut rest = replies;
    while let Some((before, after)) = ["ms ", "\"ms\":"]
        .iter()
        .filter_map(|word| rest.find(word).map(|at| rest.split_at(at + word.len())))
        .min_by_key(|(before, _)| before.len())
    {
        text += before;
        let number = after.trim_start_matches(|c: char| c.is_ascii_digit());
        text += if number.len() < after.len() {
            "<ms>"
        } else {
            ""
        };
        rest = number;
    }
    text + rest
}

#[test]
fn every_example_is_true() {
    for (dialect, document) in [(V6, README), (V6, PROTOCOL), (JSON, PROTOCOL)] {
        let examples = dialect.examples(document);
        assert!(!examples.is_empty(), "{}", dialect.fence);
        for (number, lines) in examples {
            let (mut requests, mut expected) = (String::new(), String::new());
            for line in lines {
                let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
                match mark {
                    ">" => requests += &format!("{text}\n"),
                    "<" => expected += &format!("{text}\n"),
                    _ => panic!("a line of the example at {number}: {line:?}"),
                }
            }
            assert_eq!(
                without_clock(&dialect.replies(requests)),
                expected,
                "the example at line {number}"
            );
        }
    }
}

/// Whether an example of the dialect has a reply that satisfies this.
fn is_shown(dialect: Dialect, satisfies: impl Fn(&str) -> bool) -> bool {
    let examples = dialect.examples(PROTOCOL);
    let mut lines = examples.iter().flat_map(|(_, lines)| lines);
    lines.any(|line| line.strip_prefix("< ").is_some_and(&satisfies))
}

#[test]
fn every_command_has_an_example() {
    let replies = V6.replies("1 list_commands\n".to_owned());
    for command in replies.split_whitespace().skip(3) {
        let succeeds = |reply: &str| {
            let mut words = reply.split(' ');
            words.next() == Some("=") && words.nth(1) == Some(command)
        };
        assert!(is_shown(V6, succeeds), "{command}");
    }
    let replies = JSON.replies("{\"command\":\"About\"}\n".to_owned());
    let about: serde_json::Value = serde_json::from_str(&replies).unwrap();
    for command in about["commands"].as_array().unwrap() {
        let field = format!("\"command\":{command}");
        let succeeds = |reply: &str| reply.contains(&field) && !reply.contains("\"error\":");
        assert!(is_shown(JSON, succeeds), "{command}");
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
