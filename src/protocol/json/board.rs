//! Replies about the state of the game, and games that begin from a picture of the position.

use super::Refusal;
use super::replies::{BoardView, PositionReply, Results, TerritoryChain};
use super::requests::Setup;
use crate::board::{Board, Ending, Game, Status};
use crate::geometry::Player;
use crate::notation::diagram;
use crate::protocol::Session;
use crate::protocol::dot::Dot;

/// The size, rules, komi, moves, position and score of the game.
pub(super) fn position(session: &Session) -> Result<PositionReply, Refusal> {
    let game = session.game()?;
    let board = game.board();
    Ok(PositionReply {
        width: board.size().width(),
        height: board.size().height(),
        rules: board.rules(),
        komi: session.komi(),
        start: game.start().map(Dot::from).collect(),
        moves: game.moves().map(Dot::from).collect(),
        board: diagram::print_line(board),
        captured: Player::ALL.map(|player| game.captured_by(player)),
        status: status(game, session.komi()),
        ended_by: game.ending().map(|(player, _)| player.into()),
        result: game.result(session.komi()).map(Into::into),
    })
}

/// The position with its chains, loose dots and score, as a client needs them to draw the board.
pub(super) fn board(session: &Session) -> Result<BoardView, Refusal> {
    let game = session.game()?;
    let board = game.board();
    let chains = |player: Player| {
        let chains = board.territory_chains(player).into_iter();
        chains.map(move |chain| TerritoryChain {
            player: player.into(),
            chain: chain.into_iter().map(Into::into).collect(),
        })
    };
    Ok(BoardView {
        board: diagram::print_line(board),
        territory: Player::ALL.into_iter().flat_map(chains).collect(),
        captured: Player::ALL.map(|player| game.captured_by(player)),
        status: status(game, session.komi()),
        loose: Player::ALL.map(|player| {
            let loose = board.loose_dots(player);
            loose.iter().map(Into::into).collect()
        }),
        cost_of_stopping: Player::ALL.map(|player| board.grounding(player).cost),
        wins_by_stopping: board.winner_by_grounding(session.komi()).map(Into::into),
        result: game.result(session.komi()).map(Into::into),
    })
}

fn status(game: &Game, komi: f64) -> &'static str {
    match (game.ending(), game.board().status(komi)) {
        (Some((_, Ending::Ground)), _) => "grounded",
        (Some((_, Ending::Resign)), _) => "resigned",
        (None, Status::Playing) => "playing",
        (None, Status::Full) => "full",
        (None, Status::Decided(_)) => "decided",
    }
}

/// Replaces the game by one that begins from a diagram. Its dots have no order, and cannot be taken back.
pub(super) fn setup(session: &mut Session, wanted: &Setup) -> Result<Results, Refusal> {
    let picture = diagram::parse(&wanted.board)?;
    let cell = |point| picture.cell(point);
    let board = Board::from_cells_under(wanted.rules, picture.size(), cell)?;
    session.set_komi(wanted.komi)?;
    session.begin_with_seed(Game::new(board), wanted.seed);
    Ok(Results::Nothing {})
}
