//! The memory of an engine process over several games.

#![cfg(feature = "cli")]
#![cfg(target_os = "linux")]

mod client;
mod process;
mod walls;

use client::{Engine, Stderr};
use std::process::Command;
use walls::winding_wall;

/// The most memory that the process of an engine has had so far, in KiB.
fn peak(engine: &Engine) -> u64 {
    process::peak_memory(engine.id()).unwrap()
}

#[test]
fn a_new_game_takes_the_memory_of_the_last_one() {
    let mut engine = Engine::start(Stderr::Open);
    engine.tell("0 set_option engine mcts");
    engine.tell("0 set_option hash 64");
    engine.tell("0 set_option nodes 30000");
    for seed in 0..3 {
        engine.tell(&format!("0 init 10 10 {seed}"));
        for colour in [0, 1, 0] {
            let (reply, _) = engine.ask(&format!("0 gen_move {colour}"));
            let cell = reply.strip_prefix("= 0 gen_move ").expect("a move");
            engine.tell(&format!("0 play {cell}"));
        }
    }
    // The tree, and what a small board takes besides; with the trees of two games it was 97 MB.
    assert!(peak(&engine) <= (64 + 16) << 10, "{} KiB", peak(&engine));
}

/// The limit of `hash` holds for every engine and number of threads on the largest board.
#[test]
fn hash_bounds_the_memory_of_every_engine() {
    let mut cells: Vec<(u32, u32)> = (0..62).flat_map(|x| (0..62).map(move |y| (x, y))).collect();
    fastrand::Rng::with_seed(5).shuffle(&mut cells);
    for (engine, threads) in [
        ("article", 1),
        ("tactical", 1),
        ("tactical", 4),
        ("mcts", 4),
    ] {
        let mut process = Engine::start(Stderr::Open);
        process.tell(&format!("0 set_option engine {engine}"));
        process.tell(&format!("0 set_option threads {threads}"));
        process.tell("0 set_option hash 1");
        process.tell("0 init 62 62 1");
        let mut dots = 0;
        for (number, (x, y)) in cells[..800].iter().enumerate() {
            let (reply, _) = process.ask(&format!("0 play {x} {y} {}", number % 2));
            dots += u32::from(reply.starts_with("= "));
        }
        // A few of the cells are captured before their turn.
        assert!(dots > 700, "{dots} dots");
        for number in 0..10 {
            let (reply, _) = process.ask(&format!("0 gen_move_with_time {} 100", number % 2));
            let cell = reply.strip_prefix("= 0 gen_move_with_time ");
            process.tell(&format!("0 play {}", cell.expect("a move")));
        }
        let peak = peak(&process);
        assert!(
            peak <= (1 + 64) << 10,
            "{engine}, {threads} threads: {peak} KiB"
        );
    }
}

#[test]
fn very_many_trajectories_take_no_more_memory() {
    for (engine, side, limit) in [
        ("tactical", 20, "complexity 0 50"),
        ("tactical", 62, "time 1 1500"),
        ("mcts", 62, "time 1 1500"),
        ("article", 62, "time 0 1500"),
    ] {
        let mut process = Engine::start(Stderr::Open);
        process.tell(&format!("0 set_option engine {engine}"));
        process.tell("0 set_option threads 2");
        process.tell("0 set_option hash 1");
        process.tell(&format!("0 init {side} {side} 1"));
        for (y, row) in winding_wall(side).iter().enumerate() {
            for (x, dot) in row.char_indices().filter(|&(_, cell)| cell != '.') {
                process.tell(&format!("0 play {x} {y} {dot}"));
            }
        }
        let (reply, _) = process.ask(&format!("0 gen_move_with_{limit}"));
        assert!(reply.starts_with("= 0 gen_move"), "{reply}");
        let peak = peak(&process);
        assert!(
            peak <= (1 + 32) << 10,
            "{engine}, {side}x{side}: {peak} KiB"
        );
    }
}

#[test]
fn very_many_ways_to_capture_take_no_more_memory() {
    let board = winding_wall(62).join("/");
    let mut process = Engine::start_with(&["json"], Stderr::Open);
    let (set, _) = process.ask(&format!(r#"{{"command":"Setup","board":"{board}"}}"#));
    assert!(!set.contains(r#""error""#), "{set}");
    for longest in [2, 4] {
        let (reply, _) = process.ask(&format!(
            r#"{{"command":"Trajectories","longest":{longest}}}"#
        ));
        assert!(reply.contains(r#""ways":["#), "{reply}");
    }
    assert!(peak(&process) <= 32 << 10, "{} KiB", peak(&process));
}

#[test]
fn a_match_of_millions_of_games_begins_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("started");
    // It says nothing, and ends with the match.
    let engine = format!("sh -c \"touch '{}'; cat >/dev/null\"", file.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.args("match --round-robin --games 1000000 --patience 1000".split(' '));
    command.args(["--engine", &engine].repeat(3));
    let mut playing = command.spawn().unwrap();
    process::wait_until("an engine is started", || file.exists());
    let peak = process::peak_memory(playing.id()).unwrap();
    playing.kill().unwrap();
    playing.wait().unwrap();
    // A list of three million games takes more.
    assert!(peak <= 64 << 10, "{peak} KiB");
}
