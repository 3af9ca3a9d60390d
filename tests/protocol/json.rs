//! The engine process keeps to JSON lines, whatever becomes of its stderr.

use crate::client::{Engine, Stderr};
use crate::walls::spiral;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn start(stderr: Stderr) -> Engine {
    Engine::start_with(&["json"], stderr)
}

fn send(engine: &mut Engine, request: &Value) {
    engine
        .send(format!("{request}\n").as_bytes())
        .expect("the engine listens");
}

fn receive(engine: &mut Engine) -> Value {
    let reply = engine.receive().expect("the engine goes on");
    serde_json::from_str(&reply).expect("a reply is JSON")
}

fn ask(engine: &mut Engine, request: &Value) -> Value {
    send(engine, request);
    receive(engine)
}

/// A request to put a dot.
pub fn put(x: u32, y: u32, player: &str) -> Value {
    json!({"command": "PutPoint", "coords": {"x": x, "y": y}, "player": player})
}

#[test]
fn a_game_is_played_in_spite_of_its_errors() {
    for stderr in Stderr::ALL {
        let mut engine = start(stderr);
        let refused = ask(&mut engine, &put(1, 1, "Red"));
        assert_eq!(refused["put"], false);
        let begun = ask(
            &mut engine,
            &json!({"command": "Init", "width": 3, "height": 3}),
        );
        assert_eq!(begun, json!({"command": "Init"}));
        for (x, y, player, error) in [
            (1, 1, "Red", None),
            (1, 1, "Black", Some("there is a dot on the cell")),
            (3, 0, "Black", Some("(3, 0) is not on the board")),
            (0, 1, "Black", None),
            (1, 0, "Black", None),
            (2, 1, "Black", None),
        ] {
            let reply = ask(&mut engine, &put(x, y, player));
            assert_eq!(reply["put"], error.is_none());
            assert_eq!(reply["error"].as_str(), error);
        }
        for line in [&b"\r\n \t\n"[..], b"{\"command\": \n", b"\xff\n", b"[]\n"] {
            engine.send(line).unwrap();
        }
        for _ in 0..3 {
            assert!(receive(&mut engine)["error"].is_string());
        }
        let analyze = json!({"command": "Analyze", "player": "Black", "constraint": {"type": "Time", "value": 500}});
        let best = ask(&mut engine, &analyze);
        assert_eq!(best["moves"][0]["coords"], json!({"x": 1, "y": 2}));
        assert_eq!(best["moves"][0]["gain"], 1);
        assert_eq!(best["moves"][0]["captured"], json!([{"x": 1, "y": 1}]));
        assert_eq!(
            ask(&mut engine, &json!({"command": "Quit"})),
            json!({"command": "Quit"})
        );
        assert!(engine.end().success());
    }
}

#[test]
fn an_array_is_no_object_and_a_wrong_start_dot_is_told() {
    let mut engine = start(Stderr::Merged);
    let dot = json!({"coords": {"x": 0, "y": 0}, "player": "Red"});
    let init = |name: &str, value: Value| {
        let mut request = json!({"command": "Init", "width": 3, "height": 3});
        request[name] = value;
        request
    };
    assert_eq!(
        ask(&mut engine, &init("start", json!([dot]))),
        json!({"command": "Init"})
    );
    for (request, reason) in [
        (
            init("rules", json!([false, true])),
            "`rules` must not be a list",
        ),
        (
            init("start", json!([[[0, 0], "Red"]])),
            "an element of `start` must not be a list",
        ),
        (
            init("start", json!([{"coords": [0, 0], "player": "Red"}])),
            "`coords` must not be a list",
        ),
        (
            init("start", json!([{"coords": {"x": 0, "y": 0}}])),
            "missing field `player`",
        ),
        (
            init("start", json!(3)),
            "expected dots or the name of a start position",
        ),
        (
            json!({"command": "PutPoints", "points": [[[1, 1], "Red"]]}),
            "an element of `points` must not be a list",
        ),
        (
            json!({"command": "Analyze", "player": "Red", "constraint": ["Time", 1]}),
            "`constraint` must not be a list",
        ),
    ] {
        let reply = ask(&mut engine, &request);
        let told = format!("not a request: {reason}");
        assert_eq!(reply["error"], told, "{request}");
    }
    let position = ask(&mut engine, &json!({"command": "Position"}));
    assert_eq!(position["start"], json!([dot]));
    assert_eq!(position["moves"], json!([]));
}

#[test]
fn what_could_end_a_line_elsewhere_comes_back_escaped() {
    let mut engine = start(Stderr::Merged);
    let request = br#"{"id":"\u2028\u0085\u00a0","command":"Stop"}"#;
    engine.send(&[request, &b"\n"[..]].concat()).unwrap();
    let reply = engine.receive().unwrap();
    assert!(reply.is_ascii(), "{reply}");
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["id"], "\u{2028}\u{85}\u{a0}");
    // Programs leave these characters as they are in texts.
    let reply = ask(
        &mut engine,
        &json!({"id": "no\u{a0}break\u{3000}", "command": "Stop"}),
    );
    assert_eq!(reply["id"], "no\u{a0}break\u{3000}");
    assert_eq!(reply["error"], Value::Null);
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let mut engine = start(Stderr::Closed);
    engine.close();
    assert!(engine.end().success());
    let mut engine = start(Stderr::Open);
    engine.send(b"{\"command\":\"Stop\"}").unwrap();
    engine.close();
    assert_eq!(receive(&mut engine), json!({"command": "Stop"}));
    assert!(engine.end().success());
}

#[test]
fn any_input_ends_an_endless_analysis() {
    // The last number of nodes lasts for hours.
    for (name, nodes) in [
        ("article", 0),
        ("tactical", 0),
        ("mcts", 0),
        ("mcts", 4_000_000_000_u64),
    ] {
        let mut engine = start(Stderr::Merged);
        for (option, value) in [("engine", json!(name)), ("nodes", json!(nodes))] {
            ask(
                &mut engine,
                &json!({"command": "SetOption", "name": option, "value": value}),
            );
        }
        ask(
            &mut engine,
            &json!({"command": "Init", "width": 20, "height": 20}),
        );
        for (x, y, player) in [
            (9, 9, "Red"),
            (10, 9, "Black"),
            (10, 10, "Red"),
            (9, 10, "Black"),
        ] {
            ask(&mut engine, &put(x, y, player));
        }
        let analyze =
            json!({"id": 7, "command": "Analyze", "player": "Red", "lines": 3, "live": true});
        let first = ask(&mut engine, &analyze);
        assert_eq!(first["live"], true, "{name}: {first}");
        send(&mut engine, &json!({"id": 8, "command": "Position"}));
        let parsed = |line: &str| -> Value {
            let reply: Value = serde_json::from_str(line).unwrap();
            assert_eq!(reply["id"], 7);
            reply
        };
        let last = engine.receive_after_reports(|line| parsed(line)["live"] == true);
        let last = parsed(&last);
        assert!(!last["moves"].as_array().unwrap().is_empty(), "{name}");
        let position = receive(&mut engine);
        let moves = position["moves"].as_array().map(Vec::len);
        assert_eq!((&position["id"], moves), (&json!(8), Some(4)));
        engine.close();
        assert!(engine.end().success());
    }
}

#[test]
fn a_stop_ends_the_search_before_it() {
    let mut engine = start(Stderr::Merged);
    ask(
        &mut engine,
        &json!({"command": "SetOption", "name": "engine", "value": "mcts"}),
    );
    ask(
        &mut engine,
        &json!({"command": "Init", "width": 20, "height": 20}),
    );
    let hour = json!({"type": "Time", "value": 3_600_000});
    send(
        &mut engine,
        &json!({"command": "Analyze", "player": "Red", "constraint": hour}),
    );
    send(&mut engine, &json!({"command": "Stop"}));
    let best = receive(&mut engine);
    assert!(best["moves"][0]["coords"].is_object(), "{best}");
    assert_eq!(receive(&mut engine), json!({"command": "Stop"}));
    send(&mut engine, &json!({"command": "Quit"}));
    assert_eq!(receive(&mut engine), json!({"command": "Quit"}));
    assert!(engine.end().success());
}

#[test]
fn requests_that_follow_do_not_cut_a_search_with_a_constraint_short() {
    let mut engine = start(Stderr::Merged);
    let option = json!({"command": "SetOption", "name": "engine", "value": "mcts"});
    ask(&mut engine, &option);
    let init = json!({"command": "Init", "width": 20, "height": 20, "seed": 1});
    let complex = json!({"type": "Complexity", "value": 0.8});
    let analyze = json!({"command": "Analyze", "player": "Red", "lines": 2, "constraint": complex});
    let nodes = |reply: Value| reply["moves"][0]["nodes"].as_u64().expect("a number");
    ask(&mut engine, &init);
    let alone = nodes(ask(&mut engine, &analyze));
    ask(&mut engine, &init);
    send(&mut engine, &analyze);
    send(&mut engine, &json!({"command": "Position"}));
    assert_eq!(nodes(receive(&mut engine)), alone);
    assert_eq!(receive(&mut engine)["width"], 20);
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn a_full_board_of_the_largest_size_fits_into_a_line() {
    let mut engine = start(Stderr::Merged);
    ask(
        &mut engine,
        &json!({"command": "Init", "width": 62, "height": 62}),
    );
    let cells =
        (0..62 * 62).map(|i| json!({"coords": {"x": i % 62, "y": i / 62}, "player": "Red"}));
    let request = json!({"command": "PutPoints", "points": cells.collect::<Vec<_>>()});
    assert!(request.to_string().len() > 100_000);
    assert_eq!(ask(&mut engine, &request)["put"], true);
    assert_eq!(
        ask(&mut engine, &json!({"command": "Position"}))["status"],
        "full"
    );
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn komi_is_checked_and_never_minus_zero() {
    let mut engine = start(Stderr::Merged);
    let init = |komi: f64| json!({"command": "Init", "width": 3, "height": 3, "komi": komi});
    ask(&mut engine, &init(-0.0));
    let position = ask(&mut engine, &json!({"command": "Position"}));
    assert_eq!(position["komi"].to_string(), "0.0");
    for komi in [0.25, 150.5, -151.0] {
        let reply = ask(&mut engine, &init(komi));
        let error = reply["error"].as_str().expect("an error");
        assert!(error.starts_with("komi has to be"), "{error}");
    }
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn the_characters_of_a_record_are_those_of_the_request() {
    let mut engine = start(Stderr::Merged);
    for charset in ["windows-1251", "utf-16", "shift_jis"] {
        let text = format!("(;GM[40]CA[{charset}]SZ[9]PB[Иван]C[CA[koi8-r\\]];B[aa])");
        let reply = ask(&mut engine, &json!({"command": "ReadSgf", "text": text}));
        assert_eq!(reply["games"][0]["players"][0], "Иван", "{reply}");
        assert_eq!(reply["games"][0]["comment"], "CA[koi8-r]");
        assert_eq!(reply["games"][0]["warnings"], json!([]));
    }
}

#[test]
fn a_stop_has_a_class_and_what_is_said_of_no_turn_is_refused() {
    let mut engine = start(Stderr::Merged);
    let mut ask = |request| ask(&mut engine, &request);
    ask(json!({"command": "Init", "width": 3, "height": 3}));
    ask(put(1, 1, "Red"));
    ask(json!({"command": "Ground", "player": "Black"}));
    let written = ask(json!({"command": "WriteSgf", "classes": [null, "mistake"]}));
    let text = written["sgf"].as_str().expect("a record");
    assert!(text.contains(";W[]BM[1]"), "{text}");
    let read = ask(json!({"command": "ReadSgf", "text": text}));
    let stop = json!({"player": "Black", "coords": null, "class": "mistake"});
    assert_eq!(read["games"][0]["turns"][1], stop);
    // A resignation is no turn.
    ask(json!({"command": "Undo", "count": 1}));
    ask(json!({"command": "Resign", "player": "Black"}));
    for request in [
        json!({"command": "WriteSgf", "classes": [null, "mistake"]}),
        json!({"command": "WriteSgf", "comments": ["", "why?"]}),
    ] {
        let refused = ask(request);
        let reason = "there is no turn 2: the game has 1";
        assert_eq!(refused["error"], reason, "{refused}");
    }
    let nothing = json!({"command": "WriteSgf", "classes": [null, null], "comments": ["", ""]});
    let written = ask(nothing);
    assert!(written["sgf"].is_string(), "{written}");
}

#[test]
fn the_facts_of_a_record_are_written_as_they_were_read() {
    let mut engine = start(Stderr::Merged);
    let mut ask = |request| ask(&mut engine, &request);
    let text = "(;GM[40]SZ[3]RU[russian]DT[2026-11-29]EV[a \\]]GC[two\nlines];B[bb])";
    let read = ask(json!({"command": "ReadSgf", "text": text}));
    let facts = read["games"][0]["facts"].clone();
    let expected = json!({"DT": "2026-11-29", "EV": "a ]", "GC": "two\nlines", "RU": "russian"});
    assert_eq!(facts, expected);
    ask(json!({"command": "Init", "width": 3, "height": 3}));
    let written = ask(json!({"command": "WriteSgf", "facts": facts}));
    let again = ask(json!({"command": "ReadSgf", "text": written["sgf"]}));
    assert_eq!(again["games"][0]["facts"], expected);
    // `RU` of other rules would change the rules of the game.
    let written = ask(json!({"command": "WriteSgf", "facts": {"RU": "Suicide=0"}}));
    let again = ask(json!({"command": "ReadSgf", "text": written["sgf"]}));
    assert_eq!(again["games"][0]["rules"]["suicide"], true, "{written}");
    for name in ["PB", "XX", ""] {
        let refused = ask(json!({"command": "WriteSgf", "facts": {name: "Ann"}}));
        let reason = refused["error"].as_str().unwrap();
        let begin = format!("{name:?} is no fact of a record: there are AN, BR, ");
        assert!(reason.starts_with(&begin), "{refused}");
        assert!(reason.ends_with(", RU"), "{refused}");
    }
}

#[test]
fn a_stop_on_a_full_board_is_not_read() {
    let mut engine = start(Stderr::Merged);
    let text = "(;GM[40]SZ[2];B[aa];W[bb](;B[ab];W[ba]C[one];B[]C[two])(;B[ba];W[ab];B[]C[three]))";
    let read = ask(&mut engine, &json!({"command": "ReadSgf", "text": text}));
    let game = &read["games"][0];
    let (line, variation) = (&game["turns"], &game["variations"][0]["turns"]);
    for (turns, count, comment) in [(line, 4, "one\ntwo"), (variation, 2, "three")] {
        let turns = turns.as_array().unwrap();
        assert_eq!(turns.len(), count, "{read}");
        assert_eq!(turns[count - 1]["comment"], comment);
    }
}

#[test]
fn a_game_that_is_over_is_not_ended_again() {
    let mut engine = start(Stderr::Merged);
    ask(
        &mut engine,
        &json!({"command": "Init", "width": 1, "height": 1}),
    );
    ask(&mut engine, &put(0, 0, "Red"));
    for command in ["Ground", "Resign", "Decide"] {
        let reply = ask(&mut engine, &json!({"command": command, "player": "Red"}));
        assert_eq!(reply["error"], "the game is over", "{reply}");
    }
    let position = ask(&mut engine, &json!({"command": "Position"}));
    assert_eq!(position["status"], "full");
}

#[test]
fn a_game_is_decided_by_komi_too() {
    let mut engine = start(Stderr::Merged);
    ask(
        &mut engine,
        &json!({"command": "Init", "width": 4, "height": 4, "komi": 1.5}),
    );
    let mut put = |x, y, player| {
        let coords = json!({"x": x, "y": y});
        ask(
            &mut engine,
            &json!({"command": "PutPoint", "coords": coords, "player": player}),
        )
    };
    // Red is a dot ahead on the board, half a dot behind with komi, and Black has nothing to give away.
    for (x, y, player) in [
        (1, 1, "Black"),
        (0, 1, "Red"),
        (1, 0, "Red"),
        (2, 1, "Red"),
        (1, 2, "Red"),
    ] {
        put(x, y, player);
    }
    let position = ask(&mut engine, &json!({"command": "Position"}));
    assert_eq!(position["captured"].to_string(), "[1,0]");
    assert_eq!(position["status"], "decided");
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn a_player_grounds_where_any_dot_would_be_captured_at_once() {
    let mut engine = start(Stderr::Merged);
    let mut ask = |request| ask(&mut engine, &request);
    let decide = json!({"command": "Decide", "player": "Black"});
    let result = json!({"winner": null, "margin": 0.0});
    for suicide in [true, false] {
        let rules = json!({"suicide": suicide});
        ask(json!({"command": "Setup", "board": "101/0.0/101", "rules": rules}));
        let decided = ask(decide.clone());
        assert_eq!(decided["action"], "Ground", "{decided}");
        assert_eq!(decided["reason"], "no_move", "{decided}");
        assert_eq!(decided["result"], result, "{decided}");
        let red = ask(json!({"command": "Decide", "player": "Red"}));
        assert_eq!(red["action"], "Put", "{red}");
    }
    // Black has won by komi, which alone is no reason to end a game.
    ask(json!({"command": "Setup", "board": "101/0.0/101", "komi": 1.0}));
    assert_eq!(ask(decide.clone())["reason"], "no_move");
    // Who plays on gives no dot away.
    ask(json!({"command": "Setup", "board": "101/0.0/101"}));
    let on = ask(json!({"command": "Decide", "player": "Black", "play_on": true}));
    assert_eq!(on["action"], "Ground", "{on}");
    assert_eq!(on["reason"], "no_move", "{on}");
}

#[test]
fn a_weight_counts_komi_and_what_was_captured() {
    for name in ["mcts", "tactical"] {
        let weight = |komi: f64, player: &str| {
            let mut engine = start(Stderr::Merged);
            let option = json!({"command": "SetOption", "name": "engine", "value": name});
            ask(&mut engine, &option);
            let init = json!({"command": "Init", "width": 8, "height": 8, "komi": komi});
            ask(&mut engine, &init);
            // Red captures a dot.
            for (x, y, player) in [
                (3, 3, "Black"),
                (2, 3, "Red"),
                (4, 3, "Red"),
                (3, 2, "Red"),
                (3, 4, "Red"),
            ] {
                assert_eq!(ask(&mut engine, &put(x, y, player))["put"], true);
            }
            let constraint = json!({"type": "Complexity", "value": 0.2});
            let analyze = json!({"command": "Analyze", "player": player, "constraint": constraint});
            let reply = ask(&mut engine, &analyze);
            reply["moves"][0]["weight"].as_f64().expect("a number")
        };
        assert!(
            weight(0.0, "Red") > 0.5 && weight(0.0, "Black") < 0.5,
            "{name}"
        );
        // Komi is black's.
        assert!(
            weight(30.0, "Red") < 0.1 && weight(30.0, "Black") > 0.9,
            "{name}"
        );
    }
}

#[test]
fn a_search_for_ways_to_capture_that_takes_too_long_finds_the_short_ones() {
    let mut engine = start(Stderr::Merged);
    let mut board = spiral(62);
    // One move captures a dot at the outer turn of the wall.
    board[2].replace_range(9..12, "010");
    let board = board.join("/");
    ask(&mut engine, &json!({"command": "Setup", "board": board}));
    let start = Instant::now();
    let ways = json!({"command": "Trajectories", "longest": 4});
    let reply = ask(&mut engine, &ways);
    // Without a limit this takes minutes.
    assert!(start.elapsed() < Duration::from_secs(30));
    let mut ways = reply["ways"].as_array().expect("ways").iter();
    let way = ways.find(|way| way["cells"] == json!([{"x": 10, "y": 3}]));
    let captured = &way.expect("a way of one cell")["captured"];
    assert_eq!(captured[0], json!({"x": 10, "y": 2}));
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn a_slow_search_for_ways_to_capture_leaves_time_for_the_other_player() {
    let mut engine = start(Stderr::Merged);
    let mut board = spiral(62);
    // In the middle one move of black captures a dot.
    board[29].replace_range(30..31, "1");
    board[30].replace_range(29..32, "101");
    let board = board.join("/");
    let begun = ask(&mut engine, &json!({"command": "Setup", "board": board}));
    assert_eq!(begun, json!({"command": "Setup"}));
    let ways = json!({"command": "Trajectories", "longest": 4});
    let reply = ask(&mut engine, &ways);
    let mut ways = reply["ways"].as_array().expect("ways").iter();
    let is_threat = |way: &Value| way["cells"] == json!([{"x": 30, "y": 31}]);
    assert!(ways.any(|way| way["player"] == "Black" && is_threat(way)));
    engine.close();
    assert!(engine.end().success());
}
