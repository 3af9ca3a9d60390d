//! Replays a game record and writes the engine's opinion into it:
//! `cargo run --release --example annotate game.sgf > annotated.sgf`.
//!
//! Without a file it takes a short game of its own. Comments and variations are kept. Marks and times left are lost:
//! records do not have them.

use std::error::Error;
use tochki::board::{Action, komi_of};
use tochki::notation::{coordinates, sgf};
use tochki::search::options::Options;
use tochki::search::{Limits, Silent};

const SHORT: &str =
    "(;FF[4]GM[40]SZ[7]AB[dd][cc]AW[cd][dc];B[bd];W[ed];B[ce];W[de];B[bc];W[ec];B[db])";

/// How many nodes the engine searches for each move: a fraction of a second for a game.
const NODES: u64 = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args_os().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => SHORT.into(),
    };
    // A file may hold several games; this takes the first, with its variations. The others are left out.
    let mut games = sgf::Collection::new(&bytes)?.whole_games()?;
    let game = games.first_mut().ok_or("the file holds no game")?;
    // What is odd in the file but can be read, each with its line and column.
    for warning in &game.warnings {
        eprintln!("{warning}");
    }
    let record = &mut game.record;
    let mut board = record.start_board()?;
    let mut engine = Options::default().build();
    for turn in &mut record.turns {
        let Action::Put(point) = turn.action else {
            break;
        };
        let limits = Limits {
            komi: record.komi,
            ..Limits::nodes(NODES)
        };
        let limits = limits.by_rules(&board, turn.player);
        let found = engine.search(&mut board, turn.player, &limits, &mut Silent);
        let lead = f64::from(board.score(turn.player)) + komi_of(record.komi, turn.player);
        let chance = 100.0 * found.rate(lead);
        board.try_play(point, turn.player)?;
        let mut remarks = Vec::new();
        if let Some(best) = found.best.filter(|&best| best != point) {
            let name = coordinates::print(best, board.size());
            remarks.push(format!("Better is {name}, with a chance of {chance:.0} %."));
        }
        if let Some(capture) = board.last_capture() {
            remarks.push(format!("Dots captured: {}.", capture.captured.len()));
        }
        // What the record said is kept.
        if !turn.comment.is_empty() && !remarks.is_empty() {
            turn.comment.push('\n');
        }
        turn.comment += &remarks.join(" ");
    }
    print!("{}", sgf::write(record, sgf::Style::default())?);
    Ok(())
}
