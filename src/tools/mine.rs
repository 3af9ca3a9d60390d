//! Finds puzzles in games. A puzzle is a position in which a deep search proves that one move is better than all others
//! by several dots, while a shallow search chooses another move.
//!
//! The exact search plays the games at the shallow depth, with some random moves. The same seed gives the same games.

use crate::board::Board;
use crate::geometry::{Player, Point, Size, Symmetry, derive_seed, random_item};
use crate::notation::diagram;
use crate::notation::puzzle::{Answer, Depth, Puzzle};
use crate::notation::start::{NoRoom, Start};
use crate::search::tactical::{Tactical, TacticalOptions};
use crate::search::{Engine, Limits, Outcome, Reporter, StopFlag};
use fastrand::Rng;
use std::collections::HashSet;

/// The settings of a [`Miner`].
#[derive(Clone, Debug)]
pub struct MinerOptions {
    /// The size of the boards.
    pub size: Size,
    /// Seed of the games.
    pub seed: u64,
    /// Depth in plies of the deep search, at least 2.
    pub plies: u32,
    /// Depth in plies of the shallow search, which must choose another move: at least 1 and less than `plies`.
    pub shallow: u32,
    /// Least number of dots by which the right move must be worth more than every other move.
    pub margin: i32,
    /// Largest number of nodes of a search. A position whose search needs more gives no puzzle.
    pub nodes: u64,
}

impl Default for MinerOptions {
    fn default() -> MinerOptions {
        MinerOptions {
            size: Size::new(14, 14).expect("the sides are valid"),
            seed: 1,
            plies: 6,
            shallow: 2,
            margin: 2,
            nodes: 20_000,
        }
    }
}

/// On average, one of this many moves of a game is random.
const RANDOM: u32 = 5;
/// Least number of moves between two puzzles of a game, so that they differ. Also the least number of dots on the board
/// of a puzzle.
const SPACING: usize = 6;
/// Megabytes of the transposition table.
const HASH: u32 = 8;

/// Plays games of the engine against itself and takes puzzles from them.
#[derive(Debug)]
pub struct Miner {
    options: MinerOptions,
    start: Board,
    /// The [`canonical`] texts of the puzzles found so far, by which a repeated puzzle is known.
    known: HashSet<String>,
}

impl Miner {
    /// A [`Miner`] that has found nothing yet.
    ///
    /// # Errors
    /// If the boards are too small for a cross.
    pub fn new(options: MinerOptions) -> Result<Miner, NoRoom> {
        Ok(Miner {
            start: Start::Cross.board(options.size)?,
            options,
            known: HashSet::new(),
        })
    }

    /// Makes known a puzzle that was found before, so that it is not found again.
    pub fn know(&mut self, puzzle: &Puzzle) {
        self.known.insert(canonical(puzzle));
    }

    /// Plays the game with this number, and returns its puzzles that were not found before. The same options and number
    /// give the same game. Raising `stop` ends the game early, with the puzzles so far, and so
    /// does a position whose shallow search needs too many nodes.
    pub fn game(&mut self, number: u64, stop: &StopFlag) -> Vec<Puzzle> {
        let mut rng = Rng::with_seed(derive_seed(self.options.seed, number));
        let mut board = self.start.clone();
        let mut player = Player::First;
        let mut puzzles = Vec::new();
        let mut engine = engine();
        let mut next = SPACING;
        while !board.free().is_empty() && !stop.is_raised() {
            let limits = Limits::nodes(self.options.nodes).with_stop(stop);
            let dots = board.moves().len();
            let depths = Depths::of(&mut engine, &mut board, player, self.options.plies, &limits);
            if dots >= next
                && let Some(mut puzzle) = self.pick(&mut engine, &board, player, &depths, &limits)
                && self.known.insert(canonical(&puzzle))
            {
                puzzle.title = format!("Mine {}, game {number}, dot {dots}", self.options.seed);
                puzzles.push(puzzle);
                next = dots + SPACING;
            }
            let Some(chosen) = depths.choice(self.options.shallow) else {
                break;
            };
            let cell = match rng.u32(..RANDOM) {
                0 => random_cell(&board, &mut rng),
                _ => chosen,
            };
            board.play(cell, player);
            player = player.opponent();
        }
        puzzles
    }

    /// The puzzle of a position; `None` if a condition fails or a search reaches a limit. `depths` is the result of the
    /// deep search with all moves.
    fn pick(
        &self,
        engine: &mut Tactical,
        board: &Board,
        player: Player,
        depths: &Depths,
        limits: &Limits,
    ) -> Option<Puzzle> {
        let MinerOptions {
            plies,
            shallow,
            margin,
            ..
        } = self.options;
        let best = depths.choice(plies)?;
        // Most positions are dropped here, before the second search.
        if depths.choice(shallow)? == best || depths.value(plies)? == depths.value(shallow)? {
            return None;
        }
        let others = Depths::without(best, engine, board, player, plies, limits);
        let lead = |plies| Some(depths.value(plies)? - others.value(plies)?);
        let mut proved = plies;
        if lead(proved)? < margin {
            return None;
        }
        while proved > 1 && lead(proved - 1)? >= margin {
            proved -= 1;
        }
        if proved <= shallow {
            return None;
        }
        let puzzle = Puzzle {
            title: String::new(),
            theme: format!("mined: {} full moves deep", Depth { plies: proved }),
            player,
            plies: proved,
            goal: None,
            answers: vec![Answer {
                point: best,
                score: depths.value(proved)?,
            }],
            source: "mined by tochki".to_owned(),
            notes: vec![format!(
                "No other move wins more than {}.",
                others.value(proved)?
            )],
            board: board.clone(),
            line: 0,
        };
        prove(&puzzle, margin, &limits.stop)
            .is_ok()
            .then_some(puzzle)
    }
}

/// Why a position is no puzzle with one best move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The puzzle does not have exactly one answer.
    #[error("there must be one right answer")]
    Answers,
    /// The answer has this value in dots by the exact search, and not the stated one.
    #[error("the answer is worth {0} dots")]
    Value(i32),
    /// Another move has this value in dots. The answer is not better by the required number of dots.
    #[error("another move is worth {0} dots")]
    Others(i32),
    /// This depth, one ply less than stated, suffices to prove that the answer is the best move.
    #[error("a depth of {0} full moves suffices")]
    Shallower(Depth),
    /// There is no other move, or a search ended before its depth.
    #[error("there is nothing to compare the answer with")]
    Unproved,
}

/// Checks a puzzle with the exact search. At the stated depth its only answer must have the stated value, and every
/// other move must be worth at least `margin` dots less. A search of one ply less must not find such a difference.
///
/// # Errors
/// If one of these conditions does not hold.
pub fn check(puzzle: &Puzzle, margin: i32) -> Result<(), Flaw> {
    prove(puzzle, margin, &StopFlag::default())
}

fn prove(puzzle: &Puzzle, margin: i32, stop: &StopFlag) -> Result<(), Flaw> {
    let [answer] = puzzle.answers[..] else {
        return Err(Flaw::Answers);
    };
    let mut engine = engine();
    let (board, player, plies) = (&puzzle.board, puzzle.player, puzzle.plies);
    let limits = Limits::default().with_stop(stop);
    let only = Limits {
        moves: Some([answer.point].into_iter().collect()),
        ..limits.clone()
    };
    let answered = Depths::of(&mut engine, &mut board.clone(), player, plies, &only);
    let others = Depths::without(answer.point, &mut engine, board, player, plies, &limits);
    let value = |depths: &Depths, plies| depths.value(plies).ok_or(Flaw::Unproved);
    let (score, other) = (value(&answered, plies)?, value(&others, plies)?);
    if score != answer.score {
        return Err(Flaw::Value(score));
    }
    if score - other < margin {
        return Err(Flaw::Others(other));
    }
    let less = plies - 1;
    if less > 0 && value(&answered, less)? - value(&others, less)? >= margin {
        return Err(Flaw::Shallower(Depth { plies: less }));
    }
    Ok(())
}

/// The best move and its value in dots at every depth of an exact search. The first entry is for one ply.
#[derive(Default)]
struct Depths(Vec<(Point, i32)>);

impl Depths {
    /// The results of a search with `player` to move, up to depth `plies`.
    fn of(
        engine: &mut Tactical,
        board: &mut Board,
        player: Player,
        plies: u32,
        limits: &Limits,
    ) -> Depths {
        let limits = Limits {
            plies: Some(plies),
            ..limits.clone()
        };
        let mut depths = Depths::default();
        engine.search(board, player, &limits, &mut depths);
        depths
    }

    /// The results of a search of all moves except `cell`, up to depth `plies`.
    fn without(
        cell: Point,
        engine: &mut Tactical,
        board: &Board,
        player: Player,
        plies: u32,
        limits: &Limits,
    ) -> Depths {
        let mut moves = *board.free();
        moves.remove(cell);
        let limits = Limits {
            moves: Some(moves),
            ..limits.clone()
        };
        Depths::of(engine, &mut board.clone(), player, plies, &limits)
    }

    /// The best move at a depth of `plies`, which is at least 1. `None` if the search did not complete this depth.
    fn choice(&self, plies: u32) -> Option<Point> {
        self.0.get(plies as usize - 1).map(|&(best, _)| best)
    }

    /// The value of the best move at a depth of `plies`, which is at least 1: dots that the player to move captures
    /// minus dots that he loses. `None` if the search did not complete this depth.
    fn value(&self, plies: u32) -> Option<i32> {
        self.0.get(plies as usize - 1).map(|&(_, value)| value)
    }
}

impl Reporter for Depths {
    fn progress(&mut self, outcome: &Outcome) {
        let best = outcome
            .best
            .filter(|_| outcome.plies as usize == self.0.len() + 1);
        self.0.extend(best.map(|best| (best, outcome.value)));
    }
}

fn engine() -> Tactical {
    Tactical::new(TacticalOptions {
        hash: HASH,
        ..TacticalOptions::default()
    })
}

/// A random playable cell next to a live dot by side or corner. If there is none, the first playable cell.
fn random_cell(board: &Board, rng: &mut Rng) -> Point {
    let dots = *board.live(Player::First) | *board.live(Player::Second);
    let beside = dots.grown() & *board.free();
    let all = || board.free().first().expect("a cell is free");
    random_item(rng, &beside).unwrap_or_else(all)
}

/// A text that is the same for all puzzles which differ only by symmetry or exchanged colours. It is the smallest text
/// of the position under the eight symmetries of the board. The player to move counts as the first player.
pub fn canonical(puzzle: &Puzzle) -> String {
    canonical_position(&puzzle.board, puzzle.player)
}

fn canonical_position(board: &Board, player: Player) -> String {
    let text = diagram::print(board);
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let size = board.size();
    let forms = Symmetry::all().map(|symmetry| {
        let turned = symmetry.size(size);
        let mut cells = vec![0; (turned.area()) as usize];
        for point in size.points() {
            let to = symmetry.point(point, size);
            let cell = rows[point.y() as usize][point.x() as usize];
            cells[(to.y() * turned.width() + to.x()) as usize] = match player {
                Player::First => cell,
                Player::Second => with_colours_exchanged(cell),
            };
        }
        format!("{turned} {}", String::from_utf8_lossy(&cells))
    });
    forms.min().expect("there are eight symmetries")
}

fn with_colours_exchanged(cell: u8) -> u8 {
    match cell {
        b'0' => b'1',
        b'1' => b'0',
        b'a' => b'b',
        b'b' => b'a',
        b',' => b';',
        b';' => b',',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetrical_positions_have_the_same_form() {
        let form =
            |picture: &str, player| canonical_position(&diagram::parse(picture).unwrap(), player);
        let first = form(". 0 .\n0 1 .\n. . .\n. . 1", Player::First);
        assert_eq!(first, form("1 . . .\n. . 1 0\n. . 0 .", Player::First));
        assert_eq!(first, form(". 1 .\n1 0 .\n. . .\n. . 0", Player::Second));
        assert_ne!(first, form(". 1 .\n1 0 .\n. . .\n. . 0", Player::First));
    }

    #[test]
    fn a_game_follows_from_its_seed() {
        let options = MinerOptions {
            size: Size::new(10, 10).unwrap(),
            plies: 4,
            ..MinerOptions::default()
        };
        // Few games have a puzzle, and each takes a while. The first one that has comes soon after the first number here.
        let mine = || {
            let mut miner = Miner::new(options.clone()).unwrap();
            let mut games = (38..100).map(|number| miner.game(number, &StopFlag::default()));
            let puzzles = games.find(|puzzles| !puzzles.is_empty());
            puzzles.map(|puzzles| puzzles.iter().map(Puzzle::to_string).collect::<Vec<_>>())
        };
        let puzzles = mine();
        assert!(puzzles.is_some());
        assert_eq!(puzzles, mine());
    }
}
