//! Conversations in JSON lines whose lines are hostile.
//!
//! `TOCHKI_FUZZ_CASES` sets the number of conversations, of up to forty lines each.

use crate::lines::{self, conversation};
use crate::targets;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

fn player() -> impl Strategy<Value = Value> {
    select(vec![json!("Red"), json!("Black")])
}

fn coords() -> impl Strategy<Value = Value> {
    (0..6, 0..6).prop_map(|(x, y)| json!({"x": x, "y": y}))
}

fn dot() -> impl Strategy<Value = Value> {
    (coords(), player()).prop_map(|(coords, player)| json!({"coords": coords, "player": player}))
}

/// Milliseconds. However many they are, searches have few nodes.
fn time() -> impl Strategy<Value = u64> {
    prop_oneof![0..9u64, Just(i64::MAX as u64), Just(u64::MAX)]
}

fn constraint() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        time().prop_map(|ms| json!({"type": "Time", "value": ms})),
        select(vec![0.0, 0.01, 0.02, 1.0, 1e300])
            .prop_map(|complexity| json!({"type": "Complexity", "value": complexity})),
        (0..12).prop_map(|level| json!({"type": "Level", "value": level})),
        (time(), time())
            .prop_map(|(a, b)| json!({"type": "Clock", "value": {"remaining": a, "per_move": b}})),
    ]
}

/// Requests that mostly succeed, so that there is a game to disturb.
fn request() -> impl Strategy<Value = Value> {
    let init = (1..7, 1..7, any::<[bool; 2]>(), -3..4, vec(dot(), 0..4)).prop_map(
        |(width, height, [suicide, bases], komi, start)| {
            json!({
                "command": "Init", "width": width, "height": height, "komi": f64::from(komi) / 2.0,
                "rules": {"suicide": suicide, "captures_empty_bases": bases}, "start": start,
            })
        },
    );
    let put = (coords(), player()).prop_map(
        |(coords, player)| json!({"command": "PutPoint", "coords": coords, "player": player}),
    );
    let several =
        vec(dot(), 0..4).prop_map(|points| json!({"command": "PutPoints", "points": points}));
    let end = (select(vec!["Ground", "Resign"]), player())
        .prop_map(|(command, player)| json!({"command": command, "player": player}));
    let analyze = (player(), constraint(), any::<bool>(), 0..4).prop_map(
        |(player, constraint, live, lines)| {
            json!({
                "command": "Analyze", "player": player, "constraint": constraint, "live": live,
                "lines": lines,
            })
        },
    );
    let decide = (player(), constraint(), any::<bool>()).prop_map(|(player, constraint, play_on)| {
        json!({"command": "Decide", "player": player, "constraint": constraint, "play_on": play_on})
    });
    prop_oneof![
        1 => decide,
        2 => init,
        12 => put,
        2 => several,
        1 => end,
        2 => (0..3).prop_map(|count| json!({"command": "Undo", "count": count})),
        2 => analyze,
        1 => (0..3).prop_map(|n| json!({"command": "SetOption", "name": "depth", "value": n})),
        1 => Just(json!({"command": "Options"})),
        1 => Just(json!({"command": "Stop"})),
        2 => sight(),
        1 => setup(),
    ]
}

/// Requests that look at the game or at a record.
fn sight() -> impl Strategy<Value = Value> {
    let records = vec![
        "(;GM[40]SZ[3]AW[bb];B[ba];B[ab])",
        "(;GM[40]SZ[3];B[aa];W[aa])",
        "(;GM[40]SZ[3];B[aa](;W[bb])(;W[aa])(;W[cc](;B[])(;B[ba])))",
        "(;",
        "",
    ];
    prop_oneof![
        Just(json!({"command": "Board"})),
        Just(json!({"command": "Importance"})),
        Just(json!({"command": "Nets"})),
        Just(json!({"command": "Position"})),
        Just(json!({"command": "About"})),
        (0..3, 0..3).prop_map(|(game, from)| json!({"command": "Watch", "game": game, "from": from})),
        Just(json!({"command": "WriteSgf", "comments": ["]", "\\"], "first": "Black"})),
        Just(json!({"command": "WriteSgf", "classes": [null, "mistake", "inaccuracy"]})),
        (0..3, 0..3, coords()).prop_map(|(line, after, coords)| {
            let turns = [json!({"player": "Red", "coords": coords}), json!({"player": "Black", "coords": null})];
            json!({"command": "WriteSgf", "variations": [{"line": line, "after": after, "turns": turns}]})
        }),
        (0..6).prop_map(|longest| json!({"command": "Trajectories", "longest": longest})),
        select(records).prop_map(|text| json!({"command": "ReadSgf", "text": text})),
    ]
}

/// Requests to begin from pictures, sound ones and others.
fn setup() -> impl Strategy<Value = Value> {
    let boards = vec![
        ".0./01./.0.",
        ".0./0b0/.0.",
        "0b",
        "1x1/...",
        "x",
        "",
        "./../0",
    ];
    (select(boards), -3..4).prop_map(
        |(board, komi)| json!({"command": "Setup", "board": board, "komi": f64::from(komi) / 2.0}),
    )
}

/// Any value, of a few words that mean something somewhere.
fn value() -> impl Strategy<Value = Value> {
    let word = select(vec![
        "", "Red", "red", "Init", "Undo", "depth", "on", "é", "\0", "\u{2028}", "Infinity",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2..7).prop_map(Value::from),
        select(vec![i64::MIN, i64::MAX, 63, 4_294_967_296]).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
        player(),
        coords(),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(field(), inner, 0..4)
                .prop_map(|fields| fields.into_iter().collect::<Value>()),
        ]
    })
}

fn field() -> impl Strategy<Value = String> {
    let names = "command id width height seed rules suicide captures_empty_bases komi start coords \
         x y player points count constraint lines live name type value board longest text after \
         chains class classes comment comments facts first from game line per_move play_on players \
         remaining result turns variations bogus";
    select(names.split_ascii_whitespace().collect::<Vec<_>>()).prop_map(str::to_owned)
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    // A good request with a field put in, or put in the place of another one.
    let changed = (request(), field(), value()).prop_map(|(mut request, field, value)| {
        request[field] = value;
        request
    });
    let nearly = prop_oneof![3 => changed, 1 => value()];
    let text = |value: Value| value.to_string();
    lines::lines(request().prop_map(text), nearly.prop_map(text))
}

proptest! {
    #![proptest_config(lines::config(1000))]

    #[test]
    fn hostile_lines_do_no_harm(engine in any::<u8>(), lines in vec(line(), 1..40)) {
        targets::json::check(&conversation(engine, &lines));
    }
}
