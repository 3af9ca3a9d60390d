//! Conversations in the Go Text Protocol whose lines are hostile.
//!
//! `TOCHKI_FUZZ_CASES` sets the number of conversations, of up to twenty lines each.

use crate::lines::{self, conversation};
use crate::targets;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

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
            99999999999999999999999999999 é {\"suicide\":true} {\"dots\":null} {\"a\":{}} {\"\\n\\n\":1} {} [ \
            \u{a0} \u{2028}"),
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
        1 => (word(), 0..2).prop_map(|(main, add)| format!("kata-time_settings fischer {main} 0.0{add}")),
        1 => (colour(), word(), word()).prop_map(|(colour, time, stage)| format!("time_left {colour} {time} {stage}")),
        1 => Just("printsgf".to_owned()),
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let nearly = lines::request("[0-9]{0,3}", command(), word());
    lines::lines(request(), nearly)
}

proptest! {
    #![proptest_config(lines::config(500))]

    #[test]
    fn hostile_lines_do_no_harm(engine in any::<u8>(), mut lines in vec(line(), 1..20)) {
        lines.insert(0, b"boardsize 6".to_vec());
        targets::gtp::check(&conversation(engine, &lines));
    }
}
