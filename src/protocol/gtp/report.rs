//! Reports of the moves that an analysis has found, as one line of text.

use super::words::print_player;
use crate::board::Board;
use crate::geometry::Player;
use crate::notation::coordinates;
use crate::search::{Outcome, variation};
use std::fmt::Write;

/// The format of the reports, which the command decides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Leela Zero: win rates and priors from 0 to 10,000.
    Leela,
    /// KataGo: win rates and priors from 0 to 1, and leads in dots.
    Kata,
}

/// What the reports of an analysis tell, and for whom.
pub(super) struct Report {
    pub(super) style: Style,
    /// The player whose moves are analyzed. All numbers are from his side.
    pub(super) player: Player,
    /// Dots added to the score of the player. Negative if the opponent has the komi.
    pub(super) komi: f64,
    /// Whether to report visits, win rate and lead of the position too.
    pub(super) root_info: bool,
    /// Whether to report the owner of each cell after the best variation.
    pub(super) ownership: bool,
    /// Whether to report the owner of each cell after the variation of each move.
    pub(super) moves_ownership: bool,
    /// Whether to report visits for each step of a variation.
    pub(super) visits: bool,
}

impl Report {
    /// A report of an analysis as one line of text: all moves of `lines`, then, in the style of KataGo, what is known
    /// of the position.
    pub(super) fn print(&self, board: &Board, lines: &[Outcome]) -> String {
        let mut text = String::new();
        for (order, line) in lines.iter().enumerate() {
            if order > 0 {
                text.push(' ');
            }
            self.print_move(&mut text, board, order, line);
        }
        let Some(best) = lines.first() else {
            return text;
        };
        let kata = self.style == Style::Kata;
        if kata && self.root_info {
            let visits: Option<u64> = lines.iter().map(|line| line.visits).sum();
            let visits = visits.unwrap_or(best.nodes);
            let lead = self.lead(board, best);
            let rate = best.rate(self.score(board));
            let player = print_player(self.player);
            let _ = write!(
                text,
                " rootInfo currentPlayer {player} visits {visits} winrate {rate:.6} scoreLead {lead}"
            );
        }
        if kata && self.ownership {
            text.push_str(" ownership");
            self.print_owners(&mut text, board, best);
        }
        text
    }

    fn print_move(&self, text: &mut String, board: &Board, order: usize, line: &Outcome) {
        let size = board.size();
        let name = |point| coordinates::print(point, size);
        let lead = self.lead(board, line);
        let rate = line.rate(self.score(board));
        let best = line.best.map(name).unwrap_or_default();
        let (visits, plies) = (visits(line), line.depth());
        let _ = write!(text, "info move {best} visits {visits}");
        let _ = match self.style {
            Style::Leela => write!(text, " winrate {:.0}", 10_000.0 * rate),
            Style::Kata => write!(
                text,
                " winrate {rate:.6} scoreLead {lead} depth {plies} gain {}",
                line.value
            ),
        };
        if let Some(prior) = line.prior {
            let _ = match self.style {
                Style::Leela => write!(text, " prior {:.0}", 10_000.0 * prior),
                Style::Kata => write!(text, " prior {prior:.6}"),
            };
        }
        let _ = write!(text, " order {order} pv");
        for &point in &line.line {
            let _ = write!(text, " {}", name(point));
        }
        if self.visits && self.style == Style::Kata {
            text.push_str(" pvVisits");
            // The engine does not know the visits of later moves, so they repeat those of the first.
            (0..line.line.len()).for_each(|_| {
                let _ = write!(text, " {visits}");
            });
        }
        if self.moves_ownership && self.style == Style::Kata {
            text.push_str(" movesOwnership");
            self.print_owners(text, board, line);
        }
    }

    /// The lead of the analyzed player in dots, komi included, that the engine expects after the move. Negative if he
    /// will be behind.
    fn lead(&self, board: &Board, line: &Outcome) -> f64 {
        self.score(board) + f64::from(line.value)
    }

    /// The lead of the analyzed player in dots, komi included, in the current position. Negative if he is behind.
    fn score(&self, board: &Board) -> f64 {
        f64::from(board.score(self.player)) + self.komi
    }

    /// Adds the owner of every cell at the end of the variation to `text`, row by row from the top left: 1 is the
    /// analyzed player, -1 the opponent, 0 nobody.
    fn print_owners(&self, text: &mut String, board: &Board, line: &Outcome) {
        let end = variation::position_after(board, self.player, &line.line);
        for point in board.size().points() {
            text.push_str(match variation::owner(&end, point) {
                Some(owner) if owner == self.player => " 1",
                Some(_) => " -1",
                None => " 0",
            });
        }
    }
}

/// The number of visits of the move. For an engine that does not count them, the number of nodes of the search.
fn visits(line: &Outcome) -> u64 {
    line.visits.unwrap_or(line.nodes)
}
