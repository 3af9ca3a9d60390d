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

/// The blocks of a document that are fenced as this, each with the line it begins at.
fn blocks<'a>(kind: &str, document: &'a str) -> Vec<(usize, Vec<&'a str>)> {
    let fence = format!("```{kind}");
    let mut blocks = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == fence {
            let block = lines.by_ref().map(|(_, line)| line);
            blocks.push((
                number + 1,
                block.take_while(|&line| line != "```").collect(),
            ));
        }
    }
    blocks
}

fn examples(dialect: Dialect, document: &str) -> Vec<(usize, Vec<&str>)> {
    blocks(dialect.name, document)
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
    // What it tells of itself is what it understands.
    let refused = JSON.replies(&mut session(), "{\"command\":\"Redo\"}\n".to_owned());
    let understood = refused.split('`').skip(3).step_by(2);
    let mut understood: Vec<&str> = understood.collect();
    let mut told: Vec<&str> = about["commands"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|command| command.as_str())
        .collect();
    understood.sort_unstable();
    told.sort_unstable();
    assert_eq!(understood, told);
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

/// Commands of the README that are no matter of minutes and measure nothing.
const QUICK: [&str; 2] = ["show", "play"];

#[test]
fn commands_of_the_readme_print_what_it_shows() {
    let mut seen = Vec::new();
    for (number, lines) in blocks("console", README) {
        let words: Vec<&str> = lines[0].split(' ').collect();
        let ["$", "tochki", arguments @ ..] = &words[..] else {
            panic!("line {number}: no command");
        };
        if !QUICK.contains(&arguments[0]) {
            continue;
        }
        seen.push(arguments[0]);
        let prompts = lines.iter().filter_map(|line| line.split_once("move> "));
        let typed: Vec<&str> = prompts.map(|(_, typed)| typed).collect();
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_tochki"))
            .args(arguments)
            .write_stdin(typed.join("\n"))
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let expected = lines[1..].join("\n");
        assert_eq!(printed.trim_end(), expected.trim_end(), "line {number}");
    }
    assert_eq!(seen, QUICK);
}
