//! A conversation in the JSON dialect. The first byte chooses the engine, the rest are lines.

use super::talk::{Talk, conversation};
use serde_json::Value;
use tochki::protocol::json::Json;

/// The commands that may change the state.
const CHANGES: [&str; 8] = [
    "Init",
    "Setup",
    "PutPoint",
    "PutPoints",
    "Ground",
    "Resign",
    "Undo",
    "SetOption",
];

/// Every request has its one reply with its id, and one that fails or only asks leaves the state as it was.
pub fn check(data: &[u8]) {
    let Some((engine, lines)) = conversation(data) else {
        return;
    };
    let mut talk = Talk::new(Json, engine);
    let mut before = (talk.state(), told(&mut talk));
    for line in lines {
        let replies = talk.ask(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            assert_eq!(replies, "");
            continue;
        }
        let may_change = check_replies(line, &replies);
        let after = (talk.state(), told(&mut talk));
        if !may_change {
            assert_eq!(after, before, "{replies}");
        }
        talk.check_board();
        before = after;
        if !talk.is_tame() {
            return;
        }
    }
    talk.check_undo();
}

/// Checks the form of the replies to a line. Returns whether its command may have changed something.
fn check_replies(line: &[u8], replies: &str) -> bool {
    assert!(replies.ends_with('\n'), "{replies:?}");
    let replies: Vec<Value> = replies
        .lines()
        .map(|reply| serde_json::from_str(reply).expect("a reply is JSON"))
        .collect();
    let (reply, on_the_way) = replies.split_last().expect("there is a reply");
    assert!(reply.is_object() && reply["live"].is_null(), "{reply}");
    assert!(
        on_the_way.iter().all(|reply| reply["live"] == true),
        "{on_the_way:?}"
    );
    let request: Value = serde_json::from_slice(line).unwrap_or_default();
    let command = request["command"].as_str().unwrap_or_default();
    match reply["command"].as_str() {
        Some(repeated) => assert_eq!(repeated, command),
        None => assert!(reply["error"].is_string(), "{reply}"),
    }
    // Only a refusal may come without the id.
    if reply["error"].is_null() || !reply["id"].is_null() {
        assert_eq!(reply["id"], request["id"]);
    }
    // Clients of oppai expect these fields of every reply to the command.
    let has_its_field = match reply["command"].as_str() {
        Some("PutPoint" | "PutPoints") => reply["put"].is_boolean(),
        Some("Undo") => reply["undone"].is_boolean(),
        Some("Analyze") => reply["moves"].is_array(),
        _ => true,
    };
    assert!(has_its_field, "{reply}");
    reply["error"].is_null() && CHANGES.contains(&command)
}

/// What a client can know of the state.
fn told(talk: &mut Talk<Json>) -> [String; 2] {
    ["Position", "Options"]
        .map(|command| talk.ask(format!("{{\"command\":\"{command}\"}}").as_bytes()))
}
