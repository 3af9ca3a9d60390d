//! A conversation in GTP. The first byte chooses the engine, the rest are lines.

use super::talk::{State, Talk, conversation};
use tochki::protocol::gtp::Gtp;

/// The questions that a client can ask about the state.
const STATE: [&str; 8] = [
    "get_boardsize",
    "get_komi",
    "kata-get-rules",
    "get_position",
    "get_moves",
    "final_score",
    "showboard",
    "kata-get-params",
];

/// The commands that may change the state, the clocks included.
const CHANGES: [&str; 19] = [
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "kata-set-rule",
    "kata-set-rules",
    "set_position",
    "play",
    "undo",
    "genmove",
    "genmove_debug",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "kata-set-param",
    "kata-set-params",
    "loadsgf",
    "time_settings",
    "kata-time_settings",
    "time_left",
];

/// The beginning of the reply to a line that cannot be read. It has no id.
const UNREADABLE: &str = "? the line is too long, not UTF-8, ";

/// Every command has its one reply with its id, and one that fails or only asks leaves the state as it was.
pub fn check(data: &[u8]) {
    let Some((engine, lines)) = conversation(data) else {
        return;
    };
    let mut talk = Talk::new(Gtp::default(), engine);
    let mut before = seen(&mut talk);
    for line in lines.filter(|line| !names_a_file(line)) {
        let reply = talk.ask(line);
        let text = String::from_utf8_lossy(line);
        let command = text.split('#').next().unwrap_or_default();
        let mut words = command.split_ascii_whitespace().peekable();
        let is_id = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_id).unwrap_or_default();
        if reply.is_empty() {
            assert!(command.trim_ascii().is_empty(), "{text:?} has no reply");
        } else {
            assert!(reply.starts_with(['=', '?']), "{reply:?}");
            assert!(reply.ends_with("\n\n"), "{reply:?}");
            assert_eq!(reply.matches("\n\n").count(), 1, "{reply:?}");
            let rest = reply[1..].strip_prefix(id);
            let has_id = rest.is_some_and(|rest| rest.starts_with([' ', '\n']));
            assert!(
                has_id || reply.starts_with(UNREADABLE),
                "{text:?} {reply:?}"
            );
        }
        let is_change = words.next().is_some_and(|name| CHANGES.contains(&name));
        let may_change = reply.starts_with('=') && is_change;
        let after = seen(&mut talk);
        if !may_change {
            assert_eq!(after, before, "{text:?} {reply:?}");
        }
        talk.check_board();
        before = after;
        if !talk.is_tame() {
            return;
        }
    }
    talk.check_undo();
}

/// Whether the line may write or read a file.
fn names_a_file(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let mut rest = text.split("printsgf").skip(1);
    text.contains("loadsgf") || rest.any(|rest| !rest.trim().is_empty())
}

/// The whole state: that of the session, what a client can know of it, and that of the dialect, such as the clocks.
fn seen(talk: &mut Talk<Gtp>) -> (State, [String; 8], String) {
    (talk.state(), told(talk), format!("{:?}", talk.dialect))
}

fn told(talk: &mut Talk<Gtp>) -> [String; 8] {
    STATE.map(|command| {
        let reply = talk.ask(command.as_bytes());
        assert!(reply.starts_with('='), "{command}: {reply:?}");
        reply
    })
}
