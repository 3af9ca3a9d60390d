//! A bot of your own against the engine: `cargo run --release --example bot`.
//!
//! Replace `choose` with your own idea. An argument sets the number of nodes that the engine may search
//! for a move: `cargo run --release --example bot 50`.
//!
//! With the argument `v6` the bot speaks as much of the Points AI Protocol as `tochki match` needs:
//! `cargo build --release --example bot`, then
//! `tochki match --engine 'target/release/examples/bot v6' --engine tochki`.

use std::error::Error;
use std::io::{self, BufRead};
use tochki::board::{Action, Game};
use tochki::notation::start::Start;
use tochki::search::options::Options;
use tochki::search::{Limits, Silent};
use tochki::{Board, Player, Point, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let nodes = match std::env::args().nth(1).as_deref() {
        Some("v6") => return answer(),
        Some(nodes) => nodes.parse()?,
        None => 200,
    };
    // The usual start: four dots in a cross. The bot is the first player.
    let mut game = Game::new(Start::Cross.board(Size::new(10, 10)?)?);
    let mut engine = Options::default().build();
    while !game.is_over() {
        let player = game.to_move();
        // The players may try moves on this copy.
        let mut board = game.board().clone();
        let chosen = match player {
            Player::First => choose(&mut board, player),
            Player::Second => {
                let limits = Limits::nodes(nodes);
                engine.search(&mut board, player, &limits, &mut Silent).best
            }
        };
        let Some(point) = chosen else { break };
        // An illegal move is an error, and changes nothing.
        game.act(player, Action::Put(point))?;
        if let Some(capture) = game.board().last_capture() {
            let who = match capture.by {
                Player::First => "the bot",
                Player::Second => "the engine",
            };
            let (captured, freed) = (capture.captured.len(), capture.freed.len());
            println!(
                "move {}: {who} captures {captured}, frees {freed}",
                game.turns()
            );
        }
    }
    print!("{}", game.board());
    let [bot, engine] = Player::ALL.map(|player| game.captured_by(player));
    println!("the bot has captured {bot} dots, the engine {engine}");
    Ok(())
}

/// Answers requests on standard input, each with its number, until `quit`.
fn answer() -> Result<(), Box<dyn Error>> {
    let mut board = Board::new(Size::OFFICIAL);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let (Some(number), Some(command)) = (words.next(), words.next()) else {
            continue;
        };
        let arguments: Vec<u32> = words.map_while(|word| word.parse().ok()).collect();
        let player = |number: u32| Player::ALL[number as usize % 2];
        let reply = match (command, arguments.as_slice()) {
            ("list_commands", _) => Some("init play gen_move gen_move_with_time quit".to_owned()),
            ("init", &[width, height, ..]) => Size::new(width, height).ok().map(|size| {
                board = Board::new(size);
                String::new()
            }),
            // A cell off the board has no point.
            ("play", &[x, y, colour]) => board.size().point(x, y).and_then(|point| {
                let played = board.try_play(point, player(colour));
                played.is_ok().then(|| format!("{x} {y} {colour}"))
            }),
            ("gen_move" | "gen_move_with_time", &[colour, ..]) => {
                let chosen = choose(&mut board, player(colour));
                chosen.map(|point| format!("{} {} {colour}", point.x(), point.y()))
            }
            ("quit", _) => Some(String::new()),
            _ => None,
        };
        match reply {
            Some(reply) if reply.is_empty() => println!("= {number} {command}"),
            Some(reply) => println!("= {number} {command} {reply}"),
            None => println!("? {number} {command}"),
        }
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

/// The move of the bot: it captures, and prevents captures on the same cell. A captured dot counts twice, a saved one
/// once. Among equal moves it stays close to the last dot.
fn choose(board: &mut Board, player: Player) -> Option<Point> {
    let last = board.moves().last().map(|last| last.point);
    let cells = board.legal_cells(player);
    cells.iter().max_by_key(|&point| {
        let own = board.captures_at(point, player);
        let prevented = board.captures_at(point, player.opponent());
        let distance = last.map_or(0, |last| {
            last.x().abs_diff(point.x()) + last.y().abs_diff(point.y())
        });
        (2 * own + prevented, std::cmp::Reverse(distance))
    })
}
