//! Replies of JSON lines about the state of a game, without a process: what begins it, what is told of it, and what a
//! refusal leaves as it was.

use crate::json::put;
use crate::transcript::JSON;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The replies to these requests.
fn talk(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let replies = JSON.talk(&lines.join("\n")).into_iter();
    replies
        .map(|line| serde_json::from_str(&line).unwrap())
        .collect()
}

fn setup(board: &str) -> Value {
    json!({"command": "Setup", "board": board})
}

fn dot(x: u32, y: u32, player: &str) -> Value {
    json!({"coords": {"x": x, "y": y}, "player": player})
}

#[test]
fn a_game_that_cannot_begin_leaves_the_one_before_as_it_was() {
    let wrong = [
        json!({"command": "Init", "width": 0, "height": 4, "komi": 3.0, "seed": 9}),
        json!({"command": "Init", "width": 4, "height": 4, "komi": 3.0, "seed": 9,
            "start": [dot(1, 1, "Red"), dot(1, 1, "Black")]}),
        json!({"command": "Init", "width": 4, "height": 4, "komi": 3.0, "seed": 9, "start": "four-crosses"}),
        json!({"command": "Init", "width": 4, "height": 4, "komi": 0.3, "seed": 9}),
        json!({"command": "Setup", "board": "..?", "komi": 3.0, "seed": 9}),
        json!({"command": "Setup", "board": "0.b", "komi": 3.0, "seed": 9}),
        json!({"command": "Setup", "board": "...", "komi": 0.3, "seed": 9}),
    ];
    let state = [
        json!({"command": "Position"}),
        json!({"command": "Options", "name": "seed"}),
    ];
    let mut requests = vec![
        json!({"command": "Init", "width": 3, "height": 2, "komi": 1.5, "seed": 7}),
        put(2, 1, "Red"),
    ];
    requests.extend_from_slice(&state);
    for request in wrong {
        requests.push(request);
        requests.extend_from_slice(&state);
    }
    let replies = talk(&requests);
    let (before, rest) = replies[2..].split_at(2);
    assert_eq!(before[0]["board"], ".../..0");
    assert_eq!(before[0]["komi"], 1.5);
    assert_eq!(before[1]["options"][0]["value"], "7");
    assert_eq!(rest.len(), 21);
    for (request, replies) in requests[4..].chunks(3).zip(rest.chunks(3)) {
        assert!(replies[0]["error"].is_string(), "{}", request[0]);
        assert_eq!(&replies[1..], before, "{}", request[0]);
    }
}

#[test]
fn a_game_from_a_picture_has_the_rules_komi_and_seed_of_the_request() {
    let replies = talk(&[
        json!({"command": "Setup", "board": ".0./0.0/.0.", "komi": -2.5, "seed": 8,
            "rules": {"suicide": false}}),
        put(1, 1, "Black"),
        json!({"command": "Position"}),
        json!({"command": "Options", "name": "seed"}),
    ]);
    assert_eq!(replies[1]["put"], false, "{}", replies[1]);
    assert_eq!(replies[2]["rules"]["suicide"], false);
    assert_eq!(replies[2]["komi"], -2.5);
    assert_eq!(replies[3]["options"][0]["value"], "8");
}

#[test]
fn what_stopping_would_cost_is_told_of_each_player() {
    // Red has one loose dot, black has two.
    let board = json!({"command": "Board"});
    let replies = talk(&[setup("...../...../..0../.11../....."), board.clone()]);
    assert_eq!(replies[1]["cost_of_stopping"], json!([1, 2]));
    let loose = json!([[{"x": 2, "y": 2}], [{"x": 1, "y": 3}, {"x": 2, "y": 3}]]);
    assert_eq!(replies[1]["loose"], loose);
    // Red is a dot ahead on the board. All dots are joined to the edge.
    for (komi, winner) in [
        (0.5, json!("Red")),
        (1.0, Value::Null),
        (1.5, json!("Black")),
    ] {
        let setup = json!({"command": "Setup", "board": ".0../0b0./.0../....", "komi": komi});
        let replies = talk(&[setup, board.clone()]);
        assert_eq!(replies[1]["cost_of_stopping"], json!([0, 0]));
        assert_eq!(replies[1]["wins_by_stopping"], winner, "{komi}");
    }
}

#[test]
fn decisions_and_their_results_count_komi() {
    let decide = |board: &str, komi: f64, player: &str| {
        let setup = json!({"command": "Setup", "board": board, "komi": komi});
        talk(&[setup, json!({"command": "Decide", "player": player})]).remove(1)
    };
    // Red is a dot ahead on the board, half a dot behind with komi.
    let ahead = ".0../0b0./.0../....";
    let black = decide(ahead, 1.5, "Black");
    assert_eq!(black["action"], "Ground");
    assert_eq!(black["reason"], "wins");
    assert_eq!(black["result"], json!({"winner": "Black", "margin": 0.5}));
    let red = decide(ahead, 1.5, "Red");
    assert_eq!(red["action"], "Resign");
    assert_eq!(red["result"], json!({"winner": "Black", "margin": null}));
    let red = decide(ahead, 0.5, "Red");
    assert_eq!(red["reason"], "wins");
    assert_eq!(red["result"], json!({"winner": "Red", "margin": 0.5}));
    // Who can only put a dot that is captured at once has lost by as much as the board says.
    let black = decide("10101/0.0b0/10101", 0.0, "Black");
    assert_eq!(black["action"], "Ground");
    assert_eq!(black["reason"], "no_move");
    assert_eq!(black["result"], json!({"winner": "Red", "margin": 1.0}));
}

#[test]
fn an_analysis_has_from_1_to_20_lines_and_none_after_the_end() {
    let analyze = |lines: usize| {
        json!({"command": "Analyze", "player": "Red", "lines": lines,
        "constraint": {"type": "Complexity", "value": 0.0}})
    };
    let black = json!({"command": "Analyze", "player": "Black"});
    let replies = talk(&[
        json!({"command": "SetOption", "name": "hash", "value": 1}),
        json!({"command": "Init", "width": 5, "height": 5}),
        analyze(0),
        analyze(20),
        analyze(21),
        // Any dot of black would be captured at once.
        setup("101/0.0/101"),
        black.clone(),
        json!({"command": "Ground", "player": "Red"}),
        black,
    ]);
    for (at, count) in [(2, 0), (4, 21)] {
        let reason = format!("from 1 to 20 lines can be shown, not {count}");
        assert_eq!(replies[at]["error"], reason);
        assert_eq!(replies[at]["moves"], json!([]));
    }
    assert!(
        replies[3]["moves"][0]["coords"].is_object(),
        "{}",
        replies[3]
    );
    assert_eq!(replies[6], json!({"command": "Analyze", "moves": []}));
    assert_eq!(replies[8]["error"], "the game is over");
}

#[test]
fn a_move_takes_no_more_than_what_remains_on_the_clock() {
    let clock = json!({"remaining": 20, "per_move": 3_600_000});
    let replies = talk(&[
        json!({"command": "SetOption", "name": "engine", "value": "mcts"}),
        json!({"command": "SetOption", "name": "hash", "value": 1}),
        json!({"command": "SetOption", "name": "nodes", "value": 20_000}),
        json!({"command": "Init", "width": 20, "height": 20}),
        json!({"command": "Analyze", "player": "Red", "constraint": {"type": "Clock", "value": clock}}),
    ]);
    // With a share of an hour it would use up the nodes.
    let nodes = replies[4]["moves"][0]["nodes"].as_u64().expect("a move");
    assert!(nodes < 15_000, "{nodes}");
}

#[test]
fn a_record_has_the_komi_of_the_request_if_there_is_one() {
    let write = |komi: Option<f64>| json!({"command": "WriteSgf", "komi": komi});
    let replies = talk(&[
        json!({"command": "Init", "width": 3, "height": 3, "komi": 0.5}),
        put(1, 1, "Red"),
        json!({"command": "Ground", "player": "Red"}),
        write(None),
        write(Some(1.25)),
        write(Some(4000.5)),
    ]);
    let text = |at: usize| replies[at]["sgf"].as_str().expect("a record");
    assert!(text(3).contains("KM[0.5]RE[W+1.5]"), "{}", text(3));
    assert!(text(4).contains("KM[1.25]RE[W+2.25]"), "{}", text(4));
    let refusal = "the komi has to be from -4000 to 4000";
    assert_eq!(replies[5]["error"], refusal);
}

#[test]
fn the_result_on_the_board_counts_more_than_that_of_the_request() {
    let write = |result: &str| json!({"command": "WriteSgf", "result": result});
    let replies = talk(&[
        json!({"command": "Init", "width": 3, "height": 3}),
        put(1, 1, "Red"),
        write("B+R"),
        write("red"),
        json!({"command": "Ground", "player": "Red"}),
        write("B+R"),
        write("red"),
    ]);
    let text = |at: usize| replies[at]["sgf"].as_str().expect("a record");
    assert!(text(2).contains("RE[B+R]"), "{}", text(2));
    assert!(text(5).contains("RE[W+1]"), "{}", text(5));
    for at in [3, 6] {
        assert_eq!(replies[at]["error"], "\"red\" is no result");
    }
}

#[test]
fn a_result_is_handed_on_in_the_words_of_sgf() {
    for result in ["B+", "Void", "?"] {
        let replies = talk(&[
            json!({"command": "Init", "width": 3, "height": 3}),
            json!({"command": "WriteSgf", "result": result}),
        ]);
        let text = &replies[1]["sgf"];
        assert!(text.as_str().unwrap().contains(&format!("RE[{result}]")));
        let again = talk(&[json!({"command": "ReadSgf", "text": text})]);
        assert_eq!(again[0]["games"][0]["result"], result);
    }
}

#[test]
fn names_and_facts_are_written_on_one_line() {
    let replies = talk(&[
        json!({"command": "Init", "width": 3, "height": 3}),
        json!({"command": "WriteSgf", "players": ["a\nb", "c\r\nd"], "facts": {"EV": "a\ncup", "GC": "one\ntwo"}, "comment": "one\ntwo"}),
    ]);
    let text = replies[1]["sgf"].as_str().expect("a record");
    assert!(
        text.ends_with("PB[a b]PW[c d]EV[a cup]GC[one\ntwo]C[one\ntwo])\n"),
        "{text}"
    );
}

#[test]
fn comments_and_classes_of_turns_that_are_not_there_are_refused() {
    let replies = talk(&[
        json!({"command": "Init", "width": 3, "height": 3}),
        put(1, 1, "Red"),
        json!({"command": "WriteSgf", "comments": ["good"], "classes": [null, "mistake"]}),
        json!({"command": "WriteSgf", "comments": ["", "why?"], "classes": ["mistake"]}),
    ]);
    for reply in &replies[2..] {
        assert_eq!(reply["error"], "there is no turn 2: the game has 1");
    }
}

/// The nodes of a search of this engine with a constraint. `between` comes before it, `after` is sent together with it.
fn nodes(engine: &str, between: &[Value], constraint: &Value, after: &[Value]) -> u64 {
    let option =
        |name: &str, value: Value| json!({"command": "SetOption", "name": name, "value": value});
    let mut requests = vec![option("engine", json!(engine)), option("hash", json!(1))];
    requests.extend_from_slice(between);
    requests
        .push(json!({"command": "Init", "width": 12, "height": 12, "start": "cross", "seed": 1}));
    requests.push(json!({"command": "Analyze", "player": "Red", "constraint": constraint}));
    let at = requests.len() - 1;
    requests.extend_from_slice(after);
    let replies = talk(&requests);
    assert_eq!(replies.len(), requests.len());
    let nodes = replies[at]["moves"][0]["nodes"].as_u64();
    nodes.unwrap_or_else(|| panic!("{}", replies[at]))
}

#[test]
fn a_level_is_that_of_the_constraint_or_a_lower_one_of_the_option() {
    let level = |level: u32| json!({"type": "Level", "value": level});
    let option = |level: u32| json!({"command": "SetOption", "name": "level", "value": level});
    let [low, high] = [3, 8].map(|given| nodes("mcts", &[], &level(given), &[]));
    assert!(low < high, "{low} {high}");
    assert_eq!(nodes("mcts", &[option(3)], &level(10), &[]), low);
    assert_eq!(nodes("mcts", &[option(10)], &level(3), &[]), low);
    // The other engines have a complexity.
    let complexity = |value: f64| json!({"type": "Complexity", "value": value});
    let [low, high] = [3, 4].map(|given| nodes("tactical", &[], &level(given), &[]));
    assert_eq!(nodes("tactical", &[], &complexity(0.3), &[]), low);
    assert_eq!(nodes("tactical", &[], &complexity(0.4), &[]), high);
    assert!(low < high, "{low} {high}");
}

#[test]
fn a_stop_that_is_refused_stops_nothing() {
    let complexity = json!({"type": "Complexity", "value": 0.3});
    let whole = nodes("mcts", &[], &complexity, &[]);
    let refused = json!({"command": "Stop", "now": true});
    assert_eq!(nodes("mcts", &[], &complexity, &[refused]), whole);
    // Without the stop it would take ten minutes.
    let (start, long) = (Instant::now(), json!({"type": "Time", "value": 600_000}));
    nodes("mcts", &[], &long, &[json!({"command": "Stop"})]);
    assert!(start.elapsed() < Duration::from_secs(300));
}

#[test]
fn an_analysis_with_lines_has_dots_that_would_be_captured_at_once() {
    let analyze = json!({"command": "Analyze", "player": "Black", "lines": 1});
    let replies = talk(&[setup("101/0.0/101"), analyze]);
    assert_eq!(replies[1]["moves"][0]["coords"], json!({"x": 1, "y": 1}));
}

#[test]
fn a_game_from_a_picture_is_not_written() {
    let write = json!({"command": "WriteSgf"});
    let replies = talk(&[setup("0../..."), write]);
    assert!(replies[1]["error"].is_string(), "{}", replies[1]);
    assert_eq!(replies[1]["sgf"], Value::Null);
}

#[test]
fn an_id_is_a_text_or_an_integer_of_64_bits() {
    let reply = |id: &str| {
        let mut replies = JSON.talk(&format!(r#"{{"id":{id},"command":"Stop"}}"#));
        replies.remove(0)
    };
    for id in ["-9223372036854775808", "18446744073709551615", r#""""#] {
        assert_eq!(reply(id), format!(r#"{{"id":{id},"command":"Stop"}}"#));
    }
    for id in [
        "-9223372036854775809",
        "18446744073709551616",
        "1.5",
        "1.0",
        "[]",
    ] {
        let begin = r#"{"command":"Stop","error":""#;
        assert!(reply(id).starts_with(begin), "{}", reply(id));
    }
}
