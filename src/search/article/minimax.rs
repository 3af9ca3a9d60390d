//! The minimax search over the useful cells, those on trajectories.
//!
//! CITE: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), for alpha-beta; C. E. Shannon,
//! "Programming a computer for playing chess" (1950), for captures beyond the depth.

use super::ArticleOptions;
use super::likelihood::Likelihood;
use super::limit_watch::{Interrupted, LimitWatch};
use super::rule1::{Alive, TrajectoryTable};
use crate::board::Board;
use crate::geometry::{Player, Point};
use crate::search::game_tree::INFINITY;

/// The number of nodes that take about as long as looking for captures on an empty board.
const NODES_FOR_CAPTURES: u64 = 5;

/// So many live dots of a player make the search for his captures take about one node longer: benches/article.md.
const DOTS_PER_NODE: u64 = 3;

/// The search below the root, to a fixed depth. A node where none of the cells to be tried can be played is a leaf too.
///
/// A value is the score in dots, times [`Minimax::DOT`] with the option `sooner`.
pub(super) struct Minimax<'a, 'b> {
    pub(super) board: &'a mut Board,
    pub(super) watch: &'a mut LimitWatch<'b>,
    /// The cells that may be tried, in the order of moves.
    cells: &'a [Point],
    /// The depth of the search, in plies from the root.
    plies: usize,
    options: &'a ArticleOptions,
    /// With the option `sooner`: the dots that the first player has won on the way from the root less those that he has
    /// lost, each times the plies that are left after it.
    earliness: i32,
    /// The likelihood of the line of play from the root, with the option `likelihood` and rule 1.
    likelihood: Option<Likelihood>,
    /// The table of trajectories, and for each ply the trajectories that can still be completed there. `None` without
    /// rule 1.
    rule1: Option<(&'a TrajectoryTable, Vec<Alive>)>,
    /// For each ply, the cells that are still to be tried: bit `i` stands for cell `i` of `cells`.
    moves: Vec<Vec<u64>>,
    /// For each ply, the principal variation from there.
    lines: Vec<Vec<Point>>,
}

impl<'a, 'b> Minimax<'a, 'b> {
    pub(super) fn new(
        board: &'a mut Board,
        watch: &'a mut LimitWatch<'b>,
        cells: &'a [Point],
        plies: usize,
        options: &'a ArticleOptions,
        rule1: Option<&'a TrajectoryTable>,
    ) -> Minimax<'a, 'b> {
        Minimax {
            board,
            watch,
            cells,
            plies,
            options,
            earliness: 0,
            likelihood: (options.likelihood > 0 && rule1.is_some())
                .then(|| Likelihood::new(options.likelihood, plies, cells.len())),
            rule1: rule1.map(|table| (table, vec![table.root(); plies + 1])),
            moves: vec![vec![0; cells.len().div_ceil(64)]; plies + 1],
            lines: vec![Vec::with_capacity(plies); plies + 1],
        }
    }

    /// The value of a dot with the option `sooner`. The rest of a value tells how soon.
    const DOT: i32 = 1 << 16;

    /// The value for `player` of the position on the board, without any further move.
    fn standing(&self, player: Player) -> i32 {
        let score = self.board.score(player);
        if !self.options.sooner {
            return score;
        }
        // It decides only among equal scores.
        let earliness = self.earliness.clamp(1 - Self::DOT / 2, Self::DOT / 2 - 1);
        Self::DOT * score
            + match player {
                Player::First => earliness,
                Player::Second => -earliness,
            }
    }

    /// The dots in a value.
    pub(super) fn dots(&self, value: i32) -> i32 {
        match self.options.sooner {
            true => (value + Self::DOT / 2).div_euclid(Self::DOT),
            false => value,
        }
    }

    /// The value of `player` after his move `point` at the root and best play of both sides to the depth. With
    /// alpha-beta a result of at most `alpha` is only an upper bound of it.
    pub(super) fn root_move(
        &mut self,
        point: Point,
        player: Player,
        alpha: i32,
    ) -> Result<i32, Interrupted> {
        let row = self.cells.iter().position(|&cell| cell == point);
        let value = self.child(0, point, row, player, alpha, INFINITY)?;
        self.keep_line(0, point);
        Ok(value)
    }

    /// The principal variation from the root move that was searched last.
    pub(super) fn line(&self) -> &[Point] {
        &self.lines[0]
    }

    /// Plays the move `point` of `player` at `ply`, searches the position after it and takes the move back. Returns the
    /// value for `player` after best play. `row` is the index of the cell in `cells`, `None` if the cell is not there.
    /// `alpha` and `beta` are the window, also for `player`.
    fn child(
        &mut self,
        ply: usize,
        point: Point,
        row: Option<usize>,
        player: Player,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        self.watch.visit()?;
        let (before, earliness) = (self.board.score(Player::First), self.earliness);
        self.board.play(point, player);
        let won = self.board.score(Player::First) - before;
        self.earliness += won * (self.plies - ply - 1) as i32;
        let unlikely = match (&mut self.likelihood, row) {
            (Some(likelihood), Some(row)) => likelihood.follow(ply, row),
            _ => false,
        };
        let value = if ply + 1 == self.plies || unlikely {
            self.lines[ply + 1].clear();
            self.quiet_value(self.options.quiescence, player.opponent(), -beta, -alpha)
        } else {
            if self.rule1.is_some() {
                let closed = self.board.has_last_capture();
                self.follow_rule1(ply, row, player, closed);
            }
            self.value(ply + 1, player.opponent(), -beta, -alpha)
        };
        self.board.undo();
        self.earliness = earliness;
        value.map(|value| -value)
    }

    /// The value of a leaf for `player`, who is to move. Either player may capture with one dot, for `plies` more, or
    /// leave it. `alpha` and `beta` are the window.
    fn quiet_value(
        &mut self,
        plies: u32,
        player: Player,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        let mut best = self.standing(player);
        if plies == 0 {
            return Ok(best);
        }
        let dots = u64::from(self.board.live(player).len());
        self.watch
            .charge(NODES_FOR_CAPTURES + dots / DOTS_PER_NODE)?;
        for point in self.board.captures(player).iter() {
            if self.options.alpha_beta && best >= beta {
                break;
            }
            self.watch.visit()?;
            let alpha = alpha.max(best);
            self.board.play(point, player);
            let value = self.quiet_value(plies - 1, player.opponent(), -beta, -alpha);
            self.board.undo();
            best = best.max(-value?);
        }
        Ok(best)
    }

    /// The value of the position at `ply` for `player`, who is to move, after best play. It is that of a leaf if no cell
    /// can be tried. `alpha` and `beta` are the window, which only alpha-beta uses.
    fn value(
        &mut self,
        ply: usize,
        player: Player,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        self.generate(ply);
        if let Some((table, _)) = &self.rule1 {
            self.watch.charge(table.excess())?;
        }
        if let (Some(likelihood), Some((table, alive))) = (&mut self.likelihood, &self.rule1) {
            let needs = likelihood.needs(ply);
            table.needs(&alive[ply], needs);
            // Trajectories go through dots of their owner, too, which are no moves.
            for (need, &cell) in needs.iter_mut().zip(self.cells) {
                if !self.board.is_legal_for(cell, player) {
                    *need = 0;
                }
            }
        }
        self.lines[ply].clear();
        let mut best = -INFINITY;
        for word in 0..self.moves[ply].len() {
            while self.moves[ply][word] != 0 {
                let row = word * 64 + self.moves[ply][word].trailing_zeros() as usize;
                self.moves[ply][word] &= self.moves[ply][word] - 1;
                let point = self.cells[row];
                if !self.board.is_legal_for(point, player) {
                    continue;
                }
                let alpha = if self.options.alpha_beta {
                    alpha.max(best)
                } else {
                    -INFINITY
                };
                let value = self.child(ply, point, Some(row), player, alpha, beta)?;
                if value > best {
                    best = value;
                    self.keep_line(ply, point);
                }
                if self.options.alpha_beta && best >= beta {
                    return Ok(best);
                }
            }
        }
        if best == -INFINITY {
            return self.quiet_value(self.options.quiescence, player, alpha, beta);
        }
        Ok(best)
    }

    /// Sets the cells to be tried at `ply`: with rule 1 those on trajectories that can still be completed, otherwise
    /// all.
    fn generate(&mut self, ply: usize) {
        match &self.rule1 {
            Some((table, alive)) => table.useful(&alive[ply], &mut self.moves[ply]),
            None => {
                for (word, i) in self.moves[ply].iter_mut().zip(0..) {
                    let cells = (self.cells.len() - 64 * i).min(64);
                    *word = u64::MAX >> (64 - cells);
                }
            }
        }
    }

    /// Rule 1: finds the trajectories that can still be completed after a move of `player` at `ply`. `row` is the index
    /// of the cell in `cells`. A cell outside has `None`: it is on no trajectory, but the player has one dot less.
    /// `closed` tells that the move has closed an enclosure.
    fn follow_rule1(&mut self, ply: usize, row: Option<usize>, player: Player, closed: bool) {
        let rest = self.options.plies_of_trajectories(self.plies) - ply - 1;
        let mut left = [rest / 2; 2];
        left[player.opponent().index()] = rest.div_ceil(2);
        let Some((table, alive)) = &mut self.rule1 else {
            return;
        };
        let (now, next) = alive.split_at_mut(ply + 1);
        table.advance(&now[ply], &mut next[0], player, row, left);
        if closed {
            table.drop_captured(&mut next[0], self.board, self.cells);
        }
    }

    /// Sets the principal variation from `ply`: `point`, and then the variation from the next ply.
    fn keep_line(&mut self, ply: usize, point: Point) {
        let (line, deeper) = self.lines.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(point);
        line[ply].extend_from_slice(&deeper[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::search::Limits;
    use crate::search::trajectory::Trajectory;

    #[test]
    fn to_look_for_captures_counts_as_nodes() {
        // The second player has six dots, and captures with one more.
        let picture = "
            . 1 . . . 1 1
            1 0 . . . . 1
            . 1 . . . . .
        ";
        let mut board = diagram::parse(picture).unwrap();
        let options = ArticleOptions {
            quiescence: 1,
            ..ArticleOptions::default()
        };
        let (limits, cells) = (Limits::default(), [Point::new(4, 2)]);
        let mut watch = LimitWatch::new(&limits);
        let mut search = Minimax::new(&mut board, &mut watch, &cells, 1, &options, None);
        let value = search.root_move(cells[0], Player::First, -INFINITY);
        assert_eq!(value, Ok(-1));
        // The move, the search for captures and the capture.
        assert_eq!(watch.nodes(), 1 + (5 + 6 / 3) + 1);
    }

    #[test]
    fn rule_1_drops_trajectories_through_a_captured_empty_base() {
        for captures_empty_bases in [false, true] {
            let rules = Rules {
                captures_empty_bases,
                ..Rules::default()
            };
            let mut board = Board::under(rules, Size::new(6, 3).unwrap());
            for (x, y) in [(1, 0), (0, 1), (1, 2)] {
                board.play(Point::new(x, y), Player::First);
            }
            let cells = [1, 2, 4, 5].map(|x| Point::new(x, 1));
            let [inside, closing, other, last] = cells;
            let sets = [
                vec![Trajectory::new(&[closing, last])],
                vec![Trajectory::new(&[inside, other])],
            ];
            let table = TrajectoryTable::new(&cells, &sets);
            let limits = Limits::default();
            let (mut watch, options) = (LimitWatch::new(&limits), ArticleOptions::default());
            let mut search =
                Minimax::new(&mut board, &mut watch, &cells, 5, &options, Some(&table));
            search
                .root_move(closing, Player::First, -INFINITY)
                .expect("no limit");
            let (_, alive) = search.rule1.as_ref().expect("rule 1 is on");
            let mut useful = [0];
            table.useful(&alive[1], &mut useful);
            // The cells of the own trajectory, of which one is filled, are useful in any case.
            let expected = if captures_empty_bases { 0b1010 } else { 0b1111 };
            assert_eq!(useful, [expected]);
        }
    }
}
