//! What `protocol.md` and the README show is what happens.
//!
//! Every block fenced as a dialect is a conversation of its own.

mod client;
mod transcript;

use client::Stderr;
use tochki::protocol::Session;
use tochki::search::options::Options;
use transcript::{Dialect, GTP, JSON, V6};

const PROTOCOL: &str = include_str!("../protocol.md");
const README: &str = include_str!("../README.md");

/// The examples of a dialect in a document, each with the line it begins at.
fn examples(dialect: Dialect, document: &str) -> Vec<(usize, Vec<&str>)> {
    let fence = format!("```{}", dialect.name);
    let mut examples = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == fence {
            let block = lines.by_ref().map(|(_, line)| line);
            examples.push((
                number + 1,
                block.take_while(|&line| line != "```").collect(),
            ));
        }
    }
    examples
}

fn session() -> Session {
    Session::new(Options::default())
}

#[test]
fn every_example_is_true() {
    for (dialect, document) in [
        (V6, README),
        (V6, PROTOCOL),
        (GTP, PROTOCOL),
        (JSON, PROTOCOL),
    ] {
        let examples = examples(dialect, document);
        assert!(!examples.is_empty(), "{}", dialect.name);
        for (number, lines) in examples {
            let mut done = dialect.replay(&mut session(), lines.iter().copied());
            // The process does the same, whatever becomes of its stderr.
            for stderr in Stderr::ALL {
                done = done.and_then(|()| dialect.replay_outside(stderr, lines.iter().copied()));
            }
            if let Err(error) = done {
                panic!("the example at line {number}: {error}");
            }
        }
    }
}

/// Whether an example of the dialect has a reply that satisfies this.
fn is_shown(dialect: Dialect, satisfies: impl Fn(&str) -> bool) -> bool {
    let examples = examples(dialect, PROTOCOL);
    let mut lines = examples.iter().flat_map(|(_, lines)| lines);
    lines.any(|line| line.strip_prefix("< ").is_some_and(&satisfies))
}

#[test]
fn every_command_has_an_example() {
    let replies = V6.replies(&mut session(), "1 list_commands\n".to_owned());
    for command in replies.split_whitespace().skip(3) {
        let succeeds = |reply: &str| {
            let mut words = reply.split(' ');
            words.next() == Some("=") && words.nth(1) == Some(command)
        };
        assert!(is_shown(V6, succeeds), "{command}");
    }
    let replies = JSON.replies(&mut session(), "{\"command\":\"About\"}\n".to_owned());
    let about: serde_json::Value = serde_json::from_str(&replies).unwrap();
    for command in about["commands"].as_array().unwrap() {
        let field = format!("\"command\":{command}");
        let succeeds = |reply: &str| reply.contains(&field) && !reply.contains("\"error\":");
        assert!(is_shown(JSON, succeeds), "{command}");
    }
}

#[test]
fn every_gtp_command_has_an_example() {
    let replies = GTP.replies(&mut session(), "list_commands\n".to_owned());
    for command in replies.trim_start_matches('=').split_whitespace() {
        let is_it = |request: &str| {
            let mut words = request.trim_start_matches("> ").split(' ');
            words.find(|word| word.parse::<u32>().is_err()) == Some(command)
        };
        let shown = examples(GTP, PROTOCOL).iter().any(|(_, lines)| {
            let mut pairs = lines.windows(2);
            pairs.any(|pair| is_it(pair[0]) && pair[1].starts_with("< ="))
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
