//! Conversations in v6 whose lines are hostile.
//!
//! `TOCHKI_FUZZ_CASES` sets the number of conversations, of up to forty lines each.

use crate::lines::{self, conversation};
use crate::targets;
use proptest::collection::vec;
use proptest::prelude::*;

/// Words that mean something somewhere, and words that nearly do.
fn word() -> impl Strategy<Value = String> {
    let number = (-2i64..7).prop_map(|n| n.to_string());
    let other = prop::sample::select(vec![
        "9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999999999999999999999999",
        "4294967296",
        "63",
        "1.5",
        "1e9",
        "0x1",
        "+1",
        "01",
        "-0",
        "NaN",
        "name",
        "quit",
        "depth",
        "on",
        "=",
        "?",
        "é",
        "\0",
        "\u{a0}",
        "\u{2028}",
    ]);
    prop_oneof![4 => number, 1 => other.prop_map(str::to_owned)]
}

fn command() -> impl Strategy<Value = String> {
    let known = "list_commands init author name version license play gen_move \
         gen_move_with_complexity gen_move_with_time gen_move_with_full_time undo score board \
         legal status ground set_option options stats stop analyze Play play_ bogus quit_";
    prop::sample::select(known.split_ascii_whitespace().collect::<Vec<_>>()).prop_map(str::to_owned)
}

/// Milliseconds. However many they are, searches have few nodes.
fn time() -> impl Strategy<Value = u64> {
    prop_oneof![0..3u64, Just(i64::MAX as u64), Just(u64::MAX)]
}

/// Requests that mostly succeed, so that there is a game to disturb.
fn request() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => (1..7, 1..7, any::<i64>()).prop_map(|(w, h, seed)| format!("1 init {w} {h} {seed}")),
        12 => (0..6, 0..6, 0..2).prop_map(|(x, y, colour)| format!("-2 play {x} {y} {colour}")),
        2 => Just("3 undo".to_owned()),
        1 => (0..2).prop_map(|colour| format!("9 ground {colour}")),
        1 => (0..2).prop_map(|colour| format!("5 gen_move {colour}")),
        1 => (0..2, time()).prop_map(|(colour, ms)| format!("4 gen_move_with_time {colour} {ms}")),
        1 => (0..2, time(), time())
            .prop_map(|(colour, left, each)| format!("4 gen_move_with_full_time {colour} {left} {each}")),
        1 => (0..2).prop_map(|colour| format!("5 gen_move_with_complexity {colour} 0")),
        1 => (0..2, time(), 1..4).prop_map(|(colour, ms, lines)| format!("8 analyze {colour} {ms} {lines}")),
        1 => (1..3).prop_map(|depth| format!("6 set_option depth {depth}")),
        1 => Just("7 stats".to_owned()),
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    lines::lines(request(), lines::request(word(), command(), word()))
}

proptest! {
    #![proptest_config(lines::config(500))]

    #[test]
    fn hostile_lines_do_no_harm(engine in any::<u8>(), lines in vec(line(), 1..40)) {
        targets::v6::check(&conversation(engine, &lines));
    }
}
