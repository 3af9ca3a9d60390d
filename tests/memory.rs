//! The memory of an engine process over several games.

#![cfg(target_os = "linux")]

mod client;

use client::{Engine, Stderr};

/// The most memory that the process has had so far, in KiB.
fn peak(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.unwrap().parse().unwrap()
}

#[test]
fn a_new_game_takes_the_memory_of_the_last_one() {
    let mut engine = Engine::start(Stderr::Open);
    engine.ask("0 set_option engine mcts");
    engine.ask("0 set_option hash 64");
    engine.ask("0 set_option nodes 30000");
    for seed in 0..5 {
        engine.ask(&format!("0 init 10 10 {seed}"));
        for colour in [0, 1, 0] {
            let (reply, _) = engine.ask(&format!("0 gen_move {colour}"));
            let cell = reply.strip_prefix("= 0 gen_move ").expect("a move");
            engine.ask(&format!("0 play {cell}"));
        }
    }
    // The tree, and what a small board takes besides; with the trees of two games it was 97 MB.
    assert!(peak(&engine) <= (64 + 16) << 10, "{} KiB", peak(&engine));
}
