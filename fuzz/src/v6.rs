//! A conversation in the Points AI Protocol. The first byte chooses the engine, the rest are lines.

use super::talk::{Talk, conversation};
use tochki::protocol::v6::V6;

/// The commands that may change the state.
const CHANGES: [&str; 5] = ["init", "play", "undo", "set_option", "ground"];

/// Every line has its one reply, and a command that fails or only asks leaves the state as it was.
pub fn check(data: &[u8]) {
    let Some((engine, lines)) = conversation(data) else {
        return;
    };
    let mut talk = Talk::new(V6, engine);
    let mut before = (talk.state(), told(&mut talk));
    for line in lines {
        let reply = talk.ask(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            assert_eq!(reply, "");
            continue;
        }
        let may_change = check_reply(line, &reply);
        let after = (talk.state(), told(&mut talk));
        if !may_change {
            assert_eq!(after, before, "{reply:?}");
        }
        talk.check_board();
        before = after;
        if !talk.is_tame() {
            return;
        }
    }
    talk.check_undo();
}

/// Checks the form of the reply to a line, and that it repeats id and command. Returns whether the command may have
/// changed something.
fn check_reply(line: &[u8], reply: &str) -> bool {
    assert!(reply.ends_with('\n'), "{reply:?}");
    let mut on_the_way: Vec<&str> = reply.lines().collect();
    let last = on_the_way.pop().unwrap_or_default();
    assert!(!last.contains(char::is_control), "{reply:?}");
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        words.len() >= 3 && words.iter().all(|word| !word.is_empty()),
        "{reply:?}"
    );
    let text = String::from_utf8_lossy(line);
    let asked: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_error = words[..3] == ["?", "0", "input_error"]
        || asked.len() == 1 && words[..3] == ["?", asked[0], "input_error"];
    let is_answer = asked.get(..2) == Some(&words[1..3]);
    assert!(is_error || is_answer, "{text:?} {reply:?}");
    let start = format!("! {} analyze ", words[1]);
    let mut on_the_way = on_the_way.iter();
    assert!(on_the_way.all(|line| line.starts_with(&start)), "{reply:?}");
    match words[0] {
        "=" => CHANGES.contains(&words[2]),
        "?" => {
            assert!(words.len() > 3, "a refusal has a reason: {reply:?}");
            false
        }
        _ => panic!("{reply:?}"),
    }
}

/// What a client can know of the state.
fn told(talk: &mut Talk<V6>) -> [String; 4] {
    ["1 board", "1 options", "1 status", "1 score"].map(|line| talk.ask(line.as_bytes()))
}
