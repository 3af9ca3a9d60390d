//! Conversations written down. Lines marked `>` are sent. Lines marked `<` must come back byte for byte, except for
//! these placeholders:
//!
//! | in a reply | stands for |
//! |---|---|
//! | `<ms>` | a number of milliseconds |
//! | `<n>` | any other number |
//! | `<...>` | the rest of the line |

use crate::client::{Engine, Stderr};
use std::io::{self, Write};
use tochki::protocol::{Session, converse, gtp, json, v6};
use tochki::search::options::Options;

/// A dialect, by the word that its conversations are marked with.
#[derive(Clone, Copy)]
pub struct Dialect {
    pub name: &'static str,
    /// How a client starts a process that speaks it.
    pub arguments: &'static [&'static str],
    converse: fn(&mut Session, &'static [u8], &mut dyn Write) -> io::Result<()>,
}

pub const V6: Dialect = Dialect {
    name: "v6",
    arguments: &[],
    converse: |session, input, output| converse(v6::V6, session, input, output),
};

/// As dots-game speaks it, which insists on the name.
pub const GTP: Dialect = Dialect {
    name: "gtp",
    arguments: &["gtp", "-model", "", "-config", ""],
    converse: |session, input, output| {
        converse(gtp::Gtp::named("KataGoDots"), session, input, output)
    },
};

pub const JSON: Dialect = Dialect {
    name: "json-lines",
    arguments: &["json"],
    converse: |session, input, output| converse(json::Json, session, input, output),
};

impl Dialect {
    /// What comes back.
    pub fn replies(self, session: &mut Session, requests: String) -> String {
        let mut replies = Vec::new();
        // Input is read on a thread of its own, which may outlive us.
        let requests = requests.leak().as_bytes();
        (self.converse)(session, requests, &mut replies).expect("memory can be written");
        String::from_utf8(replies).expect("replies are UTF-8")
    }

    /// The replies of a new session, line by line.
    pub fn talk(self, requests: &str) -> Vec<String> {
        let mut session = Session::new(Options::default());
        let replies = self.replies(&mut session, requests.to_owned());
        replies.lines().map(str::to_owned).collect()
    }

    /// Holds the conversation with a session; the error is the first line that is not as expected.
    pub fn replay<'a>(
        self,
        session: &mut Session,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), String> {
        let conversation = Conversation::read(lines)?;
        let replies = self.replies(session, conversation.requests.clone());
        conversation.check(replies.lines())
    }

    /// Holds it with an engine process.
    pub fn replay_outside<'a>(
        self,
        stderr: Stderr,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), String> {
        let conversation = Conversation::read(lines)?;
        let mut engine = Engine::start_with(self.arguments, stderr);
        // What comes after its last request the engine need not read.
        let _ = engine.send(conversation.requests.as_bytes());
        engine.close();
        let replies: Vec<String> = std::iter::from_fn(|| engine.receive()).collect();
        conversation.check(replies.iter().map(String::as_str))?;
        match engine.end().code() {
            Some(0) => Ok(()),
            code => Err(format!("the exit code is {code:?}")),
        }
    }
}

/// What is sent and what is to come back.
struct Conversation<'a> {
    requests: String,
    expected: Vec<&'a str>,
}

impl<'a> Conversation<'a> {
    fn read(lines: impl IntoIterator<Item = &'a str>) -> Result<Conversation<'a>, String> {
        let (mut requests, mut expected) = (String::new(), Vec::new());
        for line in lines {
            let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
            match mark {
                ">" => requests += &format!("{text}\n"),
                "<" => expected.push(text),
                _ => return Err(format!("no mark: {line:?}")),
            }
        }
        Ok(Conversation { requests, expected })
    }

    fn check<'b>(&self, mut found: impl Iterator<Item = &'b str>) -> Result<(), String> {
        for line in &self.expected {
            match found.next() {
                Some(found) if agrees(line, found) => {}
                found => return Err(format!("expected {line:?}\n   found {found:?}")),
            }
        }
        match found.next() {
            None => Ok(()),
            Some(line) => Err(format!("a line too many: {line:?}")),
        }
    }
}

/// Whether a line is what is written down.
fn agrees(expected: &str, found: &str) -> bool {
    let placeholders = ["<ms>", "<n>", "<...>"].into_iter();
    let places = placeholders.filter_map(|name| expected.find(name).map(|at| (at, name)));
    let Some((at, name)) = places.min() else {
        return expected == found;
    };
    let Some(rest) = found.strip_prefix(&expected[..at]) else {
        return false;
    };
    if name == "<...>" {
        return expected.ends_with(name);
    }
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < rest.len() && agrees(&expected[at + name.len()..], after)
}

#[test]
fn placeholders_stand_for_what_they_say() {
    assert!(agrees("a <n>-<n> <ms> b", "a 12-3 0 b"));
    assert!(agrees("a <...>", "a 12-3 0 b"));
    for found in [
        "a -3 0 b",
        "a 1-3 x b",
        "a 12-3 0 b ",
        "a 12-3 0",
        "12-3 0 b",
    ] {
        assert!(!agrees("a <n>-<n> <ms> b", found), "{found}");
    }
}
