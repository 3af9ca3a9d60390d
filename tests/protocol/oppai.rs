//! What the clients of oppai send, byte for byte, and replies read as strictly as they read them.
//! Nothing here knows more of the dialect than its table of four commands.

use crate::client::{Engine, Stderr};
use serde::Deserialize;
use tochki::geometry::{Player, Size};
use tochki::{Board, Point};

/// A reply as a client of oppai reads it: fields that it does not know are ignored, all others are needed.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "command")]
enum Reply {
    Init,
    PutPoint { put: bool },
    Undo { undone: bool },
    Analyze { moves: Vec<Weighed> },
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
struct Weighed {
    coords: Coords,
    weight: f64,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
struct Coords {
    x: u32,
    y: u32,
}

const ENGINES: [&str; 3] = ["mcts", "tactical", "article"];

fn start(engine: &str) -> Engine {
    Engine::start_with(&["json", "--engine", engine], Stderr::Merged)
}

fn receive(engine: &mut Engine) -> Reply {
    let line = engine.receive().expect("the engine goes on");
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn ask(engine: &mut Engine, request: &str) -> Reply {
    engine.send(format!("{request}\n").as_bytes()).unwrap();
    receive(engine)
}

fn put(engine: &mut Engine, x: u32, y: u32, player: &str) -> bool {
    let request =
        format!(r#"{{"command":"PutPoint","coords":{{"x":{x},"y":{y}}},"player":"{player}"}}"#);
    match ask(engine, &request) {
        Reply::PutPoint { put } => put,
        other => panic!("{other:?}"),
    }
}

/// The moves with the constraint, which is `Time` or `Complexity` with its value.
fn analyze(engine: &mut Engine, player: &str, kind: &str, value: &str) -> Vec<Weighed> {
    let request = format!(
        r#"{{"command":"Analyze","player":"{player}","constraint":{{"type":"{kind}","value":{value}}}}}"#
    );
    match ask(engine, &request) {
        Reply::Analyze { moves } => moves,
        other => panic!("{other:?}"),
    }
}

/// The move that clients play.
fn heaviest(moves: &[Weighed]) -> Option<Weighed> {
    let by_weight = |a: &&Weighed, b: &&Weighed| (a.weight as f32).total_cmp(&(b.weight as f32));
    let best = moves.iter().max_by(by_weight).copied();
    // The last of several that are as heavy: there may be no others.
    assert_eq!(best, moves.first().copied());
    best
}

fn assert_sound(moves: &[Weighed], board: &Board) {
    assert!(!moves.is_empty());
    assert!(moves.is_sorted_by(|a, b| a.weight >= b.weight), "{moves:?}");
    for (index, found) in moves.iter().enumerate() {
        assert!((0.0..=1.0).contains(&found.weight), "{found:?}");
        let point = board.size().point(found.coords.x, found.coords.y);
        assert!(
            point.is_some_and(|point| board.is_playable(point)),
            "{found:?}"
        );
        let others = &moves[index + 1..];
        assert!(others.iter().all(|other| other.coords != found.coords));
    }
    heaviest(moves);
}

#[test]
fn the_exact_requests_get_replies_that_clients_can_read() {
    for name in ENGINES {
        let mut engine = start(name);
        let begun = ask(&mut engine, r#"{"command":"Init","width":39,"height":32}"#);
        assert_eq!(begun, Reply::Init);
        let put = r#"{"command":"PutPoint","coords":{"x":1,"y":2},"player":"Red"}"#;
        assert_eq!(ask(&mut engine, put), Reply::PutPoint { put: true });
        assert_eq!(ask(&mut engine, put), Reply::PutPoint { put: false });
        let undo = r#"{"command":"Undo"}"#;
        assert_eq!(ask(&mut engine, undo), Reply::Undo { undone: true });
        assert_eq!(ask(&mut engine, undo), Reply::Undo { undone: false });
        assert_eq!(ask(&mut engine, put), Reply::PutPoint { put: true });
        let mut board = Board::new(Size::new(39, 32).unwrap());
        board.play(Point::new(1, 2), Player::First);
        for request in [
            r#"{"command":"Analyze","player":"Red","constraint":{"type":"Time","value":7000}}"#,
            r#"{"command":"Analyze","player":"Black","constraint":{"type":"Complexity","value":1.0}}"#,
        ] {
            engine.send(format!("{request}\n").as_bytes()).unwrap();
            // Seconds of thought would show no more.
            std::thread::sleep(std::time::Duration::from_millis(200));
            engine.send(b"{\"command\":\"Stop\"}\n").unwrap();
            let Reply::Analyze { moves } = receive(&mut engine) else {
                panic!("{name}: no moves");
            };
            assert_sound(&moves, &board);
            assert!(engine.receive().is_some_and(|line| line.contains("Stop")));
        }
        engine.close();
        assert!(engine.end().success());
    }
}

#[test]
fn what_is_refused_is_readable_and_the_engine_lives() {
    let mut engine = start("mcts");
    let dot = r#""coords":{"x":1,"y":2},"player":"Red""#;
    let time = r#""player":"Red","constraint":{"type":"Time","value":10}"#;
    let refuse = |engine: &mut Engine| {
        for fields in [
            dot,
            "",
            r#""coords":{"x":-1,"y":0},"player":"Red""#,
            r#""coords":{"x":99,"y":0},"player":"Red""#,
            r#""coords":[0,0],"player":"Red""#,
            r#""coords":{"x":0,"y":0},"player":"Green""#,
            r#""coords":{"x":0,"y":0},"player":"Red","bogus":1"#,
            r#""id":[],"coords":{"x":0,"y":0},"player":"Red""#,
        ] {
            let request = format!(r#"{{"command":"PutPoint",{fields}}}"#).replace(",}", "}");
            let reply = ask(engine, &request);
            assert_eq!(reply, Reply::PutPoint { put: false }, "{request}");
        }
        for request in [r#"{"command":"Undo"}"#, r#"{"command":"Undo","count":-1}"#] {
            assert_eq!(ask(engine, request), Reply::Undo { undone: false });
        }
        for fields in [
            r#""player":"Red","constraint":{"type":"Complexity","value":1.01}"#,
            r#""player":"Red","constraint":{"type":"Complexity","value":-0.1}"#,
            r#""player":"Red","constraint":{"type":"Complexity"}"#,
            r#""player":"Red","constraint":{"type":"Time","value":-1}"#,
            r#""player":"Red","constraint":{"type":"Depth","value":1}"#,
            r#""player":"Red","constraint":{"Time":10}"#,
            r#""player":"Red","constraint":7000"#,
            r#""player":"Green""#,
            "",
        ] {
            let request = format!(r#"{{"command":"Analyze",{fields}}}"#).replace(",}", "}");
            let reply = ask(engine, &request);
            assert_eq!(reply, Reply::Analyze { moves: vec![] }, "{request}");
        }
    };
    // Before there is a game.
    refuse(&mut engine);
    let request = format!(r#"{{"command":"Analyze",{time}}}"#);
    assert_eq!(ask(&mut engine, &request), Reply::Analyze { moves: vec![] });
    let too_large = r#"{"command":"Init","width":63,"height":32}"#;
    assert_eq!(ask(&mut engine, too_large), Reply::Init);
    refuse(&mut engine);
    // With the only cell taken.
    ask(&mut engine, r#"{"command":"Init","width":1,"height":1}"#);
    assert!(put(&mut engine, 0, 0, "Black"));
    assert_eq!(ask(&mut engine, &request), Reply::Analyze { moves: vec![] });
    ask(&mut engine, r#"{"command":"Init","width":1,"height":1}"#);
    refuse(&mut engine);
    assert!(put(&mut engine, 0, 0, "Red"));
    engine.close();
    assert!(engine.end().success());
}

#[test]
fn there_is_no_move_where_any_dot_would_be_captured_at_once() {
    for name in ENGINES {
        let mut engine = start(name);
        ask(&mut engine, r#"{"command":"Init","width":3,"height":3}"#);
        for (x, y) in [(1, 0), (0, 1), (2, 1), (1, 2)] {
            assert!(put(&mut engine, x, y, "Red"));
        }
        for (x, y) in [(0, 0), (2, 0), (0, 2), (2, 2)] {
            assert!(put(&mut engine, x, y, "Black"));
        }
        assert_eq!(analyze(&mut engine, "Black", "Time", "10"), []);
        assert_eq!(analyze(&mut engine, "Red", "Time", "10").len(), 1);
    }
}

#[test]
fn the_greatest_weight_is_the_move_of_the_engine_and_mcts_weighs_all() {
    for name in ENGINES {
        let mut engine = start(name);
        ask(&mut engine, r#"{"command":"Init","width":20,"height":20}"#);
        let mut other = Engine::start_with(&["v6", "--engine", name], Stderr::Merged);
        other.tell("1 init 20 20 0");
        let mut board = Board::new(Size::new(20, 20).unwrap());
        for (x, y, index) in [(9, 9, 0), (10, 9, 1), (10, 10, 0), (9, 10, 1), (8, 9, 0)] {
            assert!(put(&mut engine, x, y, ["Red", "Black"][index]));
            other.tell(&format!("2 play {x} {y} {index}"));
            board.play(Point::new(x, y), Player::ALL[index]);
        }
        let moves = analyze(&mut engine, "Black", "Complexity", "0.3");
        assert_sound(&moves, &board);
        let Coords { x, y } = heaviest(&moves).unwrap().coords;
        let (reply, _) = other.ask("3 gen_move_with_complexity 1 30");
        let chosen = format!("= 3 gen_move_with_complexity {x} {y} 1");
        assert_eq!(reply, chosen, "{name}");
        if name == "mcts" {
            assert!(moves.len() >= 20, "{moves:?}");
            // The weights tell moves apart: it is no list of the same number.
            assert!(moves[0].weight > moves[9].weight + 0.01, "{moves:?}");
        }
    }
}

/// A match as `oppai-versus` plays it, from a cross: both engines hear every dot, the one whose turn it is
/// thinks, and the game ends when it knows no move. Returns the board at the end.
fn game(size: Size, constraint: [&str; 2], names: [&str; 2]) -> Board {
    let mut engines = names.map(start);
    let init = format!(
        r#"{{"command":"Init","width":{},"height":{}}}"#,
        size.width(),
        size.height()
    );
    for engine in &mut engines {
        assert_eq!(ask(engine, &init), Reply::Init);
    }
    let mut board = Board::new(size);
    let (x, y) = (size.width() / 2 - 1, size.height() / 2 - 1);
    let cross = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
    let mut dots = cross.into_iter();
    let mut turn = 0;
    loop {
        let player = ["Red", "Black"][turn];
        let (x, y) = match dots.next() {
            Some(dot) => dot,
            None => {
                let [kind, value] = constraint;
                let moves = analyze(&mut engines[turn], player, kind, value);
                let Some(Weighed { coords, .. }) = heaviest(&moves) else {
                    assert!(board.has_only_suicides(Player::ALL[turn]), "{board:?}");
                    break;
                };
                assert_sound(&moves, &board);
                (coords.x, coords.y)
            }
        };
        for engine in &mut engines {
            assert!(put(engine, x, y, player), "{player} to {x}, {y}");
        }
        board.play(Point::new(x, y), Player::ALL[turn]);
        turn = 1 - turn;
    }
    for mut engine in engines {
        engine.close();
        assert!(engine.end().success());
    }
    board
}

#[test]
fn whole_games_are_played_with_time_and_with_complexity() {
    for (size, constraint, names) in [
        ("10x10", ["Time", "10"], ["mcts", "tactical"]),
        ("10x10", ["Complexity", "0.1"], ["mcts", "article"]),
        ("39x32", ["Time", "2"], ["mcts", "mcts"]),
        ("39x32", ["Complexity", "0.0"], ["mcts", "tactical"]),
    ] {
        let board = game(size.parse().unwrap(), constraint, names);
        assert!(
            board.validate().is_ok(),
            "{size}, {constraint:?}: {board:?}"
        );
    }
}
