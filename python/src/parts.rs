//! The parts of a game, by which games are compared and pickled.

use crate::arguments::{self, Moves, invalid};
use crate::copies::{moves_array, plane};
use crate::rules::Rules;
use crate::setup;
use crate::shown::bits;
use numpy::{PyArray2, ToPyArray};
use pyo3::prelude::*;
use tochki::board::{Action, Ending, Game, IllegalMove};
use tochki::{Board, Move, Player};

/// Everything that a game consists of. Games with equal parts cannot be told apart.
#[derive(PartialEq)]
pub struct Parts {
    /// The position before the first move.
    setup: Board,
    /// All moves since then, the oldest first.
    moves: Vec<Move>,
    /// Number of moves that belong to the start of the game. They cannot be undone.
    start: usize,
    /// The player to move after the start.
    first: Player,
    /// Who has ended the game, and how.
    ending: Option<(Player, Ending)>,
}

/// The parts as a pickle has them: cells and rules of the position before the first move, all moves, the number of
/// those that cannot be undone, the player to move after them, and the end. They are the arguments of [`game`].
pub type Pickled<'py> = (
    Bound<'py, PyArray2<u8>>,
    Rules,
    Bound<'py, PyArray2<u8>>,
    usize,
    usize,
    Option<(usize, &'static str)>,
);

/// A move of a pickle: its column and row, which may be off the board, and its player.
type Dot = ((i64, i64), Player);

impl Parts {
    /// The parts of a game.
    pub fn of(game: &Game) -> Parts {
        let mut setup = game.board().clone();
        while setup.undo().is_some() {}
        Parts {
            setup,
            moves: game.board().moves().collect(),
            start: game.start().len(),
            first: game.first(),
            ending: game.ending(),
        }
    }

    /// The parts as Python objects.
    pub fn pickled<'py>(&self, py: Python<'py>) -> Pickled<'py> {
        let size = self.setup.size();
        let with_bits = |point| (point, bits(&self.setup, point));
        let cells = size.points().map(with_bits);
        // The sides of a board are at most 62.
        let moves = moves_array(self.moves.iter().copied()).mapv(|number| number as u8);
        (
            plane(size, 0, cells).to_pyarray(py),
            Rules(self.setup.rules()),
            moves.to_pyarray(py),
            self.start,
            self.first.index(),
            self.ending.map(ending_pair),
        )
    }
}

/// The game with these parts, which [`Parts::pickled`] has made.
///
/// # Errors
/// If there is no such game.
pub fn game(
    cells: &Bound<'_, PyAny>,
    rules: Rules,
    moves: &Bound<'_, PyAny>,
    start: usize,
    first: i64,
    ending: Option<(i64, String)>,
) -> PyResult<Game> {
    let first = arguments::player(first)?;
    let board = setup::board(cells, rules.0)?;
    let moves = Moves::read(moves, board.size())?;
    let Some(players) = moves.players else {
        return Err(invalid("the moves do not tell their players"));
    };
    let dots: Vec<Dot> = moves.cells.into_iter().zip(players).collect();
    let Some((before, after)) = dots.split_at_checked(start) else {
        let message = format!("there are {} moves, not {start} at the start", dots.len());
        return Err(invalid(message));
    };
    let mut game = Game::new(board);
    play(&mut game, before, 0)?;
    let mut game = Game::with_first(game.board().clone(), first);
    play(&mut game, after, start)?;
    if let Some((player, how)) = ending {
        let player = arguments::player(player)?;
        let ended = game.act(player, ending_named(&how)?.into());
        ended.map_err(arguments::refused_without_cell)?;
    }
    Ok(game)
}

/// Plays moves. Errors number them from `number` on.
fn play(game: &mut Game, dots: &[Dot], number: usize) -> PyResult<()> {
    let size = game.board().size();
    for (number, &(cell, player)) in (number..).zip(dots) {
        let put = match arguments::point(size, cell) {
            Some(point) => game.act(player, Action::Put(point)),
            None => Err(IllegalMove::OffBoard.into()),
        };
        if let Err(reason) = put {
            let number = Some(format!("move {number}"));
            return Err(arguments::refused(reason, cell, number));
        }
    }
    Ok(())
}

/// The end of a game as Python has it: the player who has ended it, and how.
pub fn ending_pair((player, how): (Player, Ending)) -> (usize, &'static str) {
    let how = match how {
        Ending::Ground => "ground",
        Ending::Resign => "resign",
    };
    (player.index(), how)
}

fn ending_named(name: &str) -> PyResult<Ending> {
    match name {
        "ground" => Ok(Ending::Ground),
        "resign" => Ok(Ending::Resign),
        _ => Err(invalid(format!("nobody ends a game by {name:?}"))),
    }
}
