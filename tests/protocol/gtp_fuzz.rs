//! Hostile GTP lines, without a process: every command gets its one reply, what fails changes
//! nothing, and the game stays sound.
//!
//! `TOCHKI_FUZZ_CASES` sets the number of conversations, of up to twenty lines each.

use crate::fuzz;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tochki::board::Game;
use tochki::protocol::gtp::Gtp;
use tochki::{Board, Size};

fn words(text: &'static str) -> impl Strategy<Value = String> {
    select(text.split(' ').collect::<Vec<_>>()).prop_map(str::to_owned)
}

/// Words that mean something somewhere, and words that nearly do.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => (-2i64..7).prop_map(|n| n.to_string()),
        3 => (0..7, 0..7).prop_map(|(x, y)| format!("{x}-{y}")),
        2 => words("P1 P2 b W blue RED white P3 ground resign pass A1 (0,0) (9,9) J5 aa2"),
        2 => words("maxTime maxVisits dots suicide startPos startPosIsRandom CROSS CROSS_4 SINGLE bbs \
            notago true false none absolute byoyomi fischer fischer-capped canadian maxmoves \
            ownership rootInfo pvVisits movesOwnership interval allow avoid play name quit_"),
        1 => words("1e9 1e400 -1e400 NaN inf -0 0.5 0.3 1:2 5: :5 :: 4294967296 18446744073709551616 \
            99999999999999999999999999999 é {\"suicide\":true} {\"dots\":null} {\"a\":{}} {} [ \u{a0} \u{2028}"),
    ]
}

fn command() -> impl Strategy<Value = String> {
    words(
        "protocol_version name version known_command list_commands boardsize rectangular_boardsize \
         get_boardsize clear_board komi get_komi kata-get-rules kata-set-rule kata-set-rules \
         set_position get_position get_moves play undo genmove genmove_debug kata-search \
         kata-search_cancellable lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze stop \
         final_score kata-get-param kata-set-param kata-list-params kata-get-params kata-set-params \
         time_settings kata-time_settings kata-list_time_settings time_left showboard clear_cache \
         info bogus Play",
    )
}

/// Commands that mostly succeed, so that there is a game to disturb.
fn request() -> impl Strategy<Value = String> {
    let colour = || words("P1 P2");
    prop_oneof![
        1 => (1..7, 1..7).prop_map(|(w, h)| format!("boardsize {w}:{h}")),
        12 => (colour(), 1..7, 1..7).prop_map(|(colour, x, y)| format!("play {colour} {x}-{y}")),
        1 => (colour(), words("ground resign")).prop_map(|(colour, end)| format!("play {colour} {end}")),
        2 => (0..3).prop_map(|count| format!("undo {count}")),
        1 => (colour(), words("genmove kata-search genmove_debug kata-analyze lz-analyze kata-genmove_analyze"))
            .prop_map(|(colour, command)| format!("{command} {colour}")),
        1 => (words("suicide dotsCaptureEmptyBase startPosIsRandom"), any::<bool>())
            .prop_map(|(rule, on)| format!("kata-set-rule {rule} {on}")),
        1 => words("EMPTY SINGLE CROSS CROSS_2 CROSS_4")
            .prop_map(|start| format!("kata-set-rule startPos {start}")),
        1 => vec((colour(), 1..6, 1..6), 0..5).prop_map(|dots| {
            let pairs = dots.into_iter().map(|(colour, x, y)| format!(" {colour} {x}-{y}"));
            format!("set_position{}", pairs.collect::<String>())
        }),
        1 => (-3..4).prop_map(|komi| format!("komi {}", f64::from(komi) / 2.0)),
        1 => (0..3, 0..2).prop_map(|(main, add)| format!("kata-time_settings fischer 0.0{main} 0.0{add}")),
        1 => Just("printsgf".to_owned()),
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let nearly = fuzz::request("[0-9]{0,3}", command(), word());
    let lines = fuzz::lines(request(), nearly);
    lines.prop_filter("it writes no file and ends nothing", |line| {
        let text = String::from_utf8_lossy(line);
        !text.contains("printsgf ") && !text.contains("quit")
    })
}

/// What a client can know of the state.
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

/// Commands that may change it.
const CHANGES: [&str; 16] = [
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
];

/// Whether the line is one that is answered.
fn is_command(line: &[u8]) -> bool {
    match std::str::from_utf8(line) {
        // Control characters and odd spaces make a line unreadable, and that is told.
        Ok(text)
            if text
                .chars()
                .all(|c| c.is_ascii_whitespace() || !(c.is_control() || c.is_whitespace())) =>
        {
            let command = text.split('#').next().unwrap_or_default();
            !command.trim_ascii().is_empty()
        }
        _ => true,
    }
}

proptest! {
    #![proptest_config(fuzz::config(500))]

    #[test]
    fn hostile_lines_do_no_harm(fuzzed in fuzz::session(), lines in vec(line(), 1..20)) {
        let mut session = fuzzed.0;
        let state = STATE.map(|command| format!("{command}\n")).concat().into_bytes();
        let mut input = [&b"boardsize 6\n"[..], &state].concat();
        for line in &lines {
            input.extend_from_slice(line);
            input.push(b'\n');
            input.extend_from_slice(&state);
        }
        session.begin(Game::new(Board::new(Size::OFFICIAL)));
        let replies = fuzz::ask(Gtp::default(), &mut session, &input);
        prop_assert!(replies.ends_with("\n\n"));
        let mut replies = replies.trim_end_matches("\n\n").split("\n\n").skip(1);
        let mut before: Vec<String> = replies.by_ref().take(STATE.len()).map(str::to_owned).collect();
        for line in lines.iter() {
            let mut reply = None;
            if is_command(line) {
                reply = replies.next();
                prop_assert!(reply.is_some_and(|reply| reply.starts_with(['=', '?'])), "{reply:?}");
            }
            let after: Vec<String> = replies.by_ref().take(STATE.len()).map(str::to_owned).collect();
            prop_assert!(after.iter().all(|reply| reply.starts_with("= ")), "{after:?}");
            let text = String::from_utf8_lossy(line);
            let command = text.split('#').next().unwrap_or_default();
            let mut words = command.split_ascii_whitespace();
            let may_change = words.any(|word| CHANGES.contains(&word));
            if reply.is_none_or(|reply| reply.starts_with('?')) || !may_change {
                prop_assert_eq!(&after, &before, "{} {:?}", text, reply);
            }
            before = after;
        }
        prop_assert_eq!(replies.next(), None);
        let board = session.board().expect("there is a game");
        prop_assert!(board.validate().is_ok());
    }
}
