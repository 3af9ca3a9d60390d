//! The search of one question after the other: can the side to move reach so many dots?

use super::DEEPEST;
use super::sets::Sets;
use super::table::{Answer, Table};
use super::zone::Zone;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::surround::Finder;
use std::cmp::Reverse;

/// A position being searched.
pub(super) struct Search<'a> {
    board: &'a mut Board,
    table: &'a Table,
    limits: &'a Limits,
    finder: Finder,
    /// One for every ply from the root.
    frames: Vec<Frame>,
    history: Vec<[u32; 2]>,
    /// Room for [`Search::ordered`]; zero in between.
    worth: Vec<u32>,
    nodes: u64,
    over: bool,
}

/// What is known at one ply of the line that is searched.
#[derive(Default)]
struct Frame {
    /// What each player could surround with the dots he has left.
    sets: [Sets; 2],
    /// Where the side that was right in this node plays.
    zone: Zone,
    /// The move that was right; `None` for a pass.
    best: Option<Point>,
    /// Where the opponent refutes a pass.
    pass_zone: Zone,
}

/// Whether the last dot was idle: the same position without it is known to be refuted by a pass,
/// and the dot is not where the opponent plays. See [`Search::cells_with_idle_dot`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Idle {
    No,
    /// The opponent has just put one.
    Enemy,
    /// The player to move put one, and the opponent passed.
    Own,
}

/// A node: whose turn it is, how many plies are left, and what has to be reached.
#[derive(Clone, Copy)]
struct Question {
    ply: usize,
    player: Player,
    plies: u32,
    /// The captured difference that the player wants at the end.
    goal: i32,
    /// What is known of the last dot of either player.
    idle: Idle,
}

impl Question {
    fn root(player: Player, plies: u32, goal: i32) -> Question {
        Question {
            ply: 0,
            player,
            plies,
            goal,
            idle: Idle::No,
        }
    }

    fn own_dots(self) -> usize {
        self.plies.div_ceil(2) as usize
    }

    fn enemy_dots(self) -> usize {
        self.plies as usize / 2
    }

    /// The question of the opponent after a move: can he prevent it?
    fn next(self, idle: Idle) -> Question {
        Question {
            ply: self.ply + 1,
            player: self.player.opponent(),
            plies: self.plies - 1,
            goal: 1 - self.goal,
            idle,
        }
    }

    fn after_pass(self) -> Question {
        self.next(match self.idle {
            Idle::Enemy => Idle::Own,
            _ => Idle::No,
        })
    }
}

/// How often to look at the clock and the stop flag: nodes with thousands of sets take long.
const NODES_PER_LOOK: u64 = 4;

impl<'a> Search<'a> {
    pub(super) fn new(board: &'a mut Board, table: &'a Table, limits: &'a Limits) -> Search<'a> {
        Search {
            board,
            table,
            limits,
            finder: Finder::with_limits(limits.clone()),
            frames: (0..=DEEPEST as usize).map(|_| Frame::default()).collect(),
            history: vec![[0; 2]; Point::COUNT],
            worth: vec![0; Point::COUNT],
            nodes: 0,
            over: false,
        }
    }

    pub(super) fn score(&self, player: Player) -> i32 {
        self.board.score(player)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The value of the position, from a guess; `None` if a limit was reached.
    pub(super) fn value(&mut self, player: Player, plies: u32, guess: i32) -> Option<i32> {
        self.forget_sets(0);
        let root = Question::root(player, plies, guess);
        self.sets(root, player);
        self.sets(root, player.opponent());
        let mut value = guess;
        if self.ask(Question::root(player, plies, value)) {
            while self.ask(Question::root(player, plies, value + 1)) {
                value += 1;
            }
        } else {
            while !self.over {
                value -= 1;
                if self.ask(Question::root(player, plies, value)) {
                    break;
                }
            }
        }
        (!self.over).then_some(value)
    }

    /// A move at the root that reaches the value; `None` if a pass does.
    pub(super) fn best_for(&mut self, player: Player, plies: u32, value: i32) -> Option<Point> {
        let reached = self.ask(Question::root(player, plies, value));
        self.frames[0].best.filter(|_| reached)
    }

    /// Whether a move at the root reaches the value.
    pub(super) fn holds(&mut self, player: Player, cell: Point, plies: u32, value: i32) -> bool {
        let question = Question::root(player, plies, value);
        self.sets(question, player);
        self.sets(question, player.opponent());
        self.play(question, cell);
        let refuted = self.ask(question.next(Idle::No));
        self.board.undo();
        !refuted && !self.over
    }

    /// All cells at the root that can reach a value which a pass does not: those of the surrounding
    /// sets, and what the refutation of the pass plays on or where it can be shut in.
    pub(super) fn root_cells(&mut self, player: Player, plies: u32, value: i32) -> Bitboard {
        // Whoever found the value in the table has not looked for the sets.
        let question = Question::root(player, plies, value);
        let cells =
            self.sets(question, player).cells() | self.sets(question, player.opponent()).cells();
        self.pass_sets(question);
        self.ask(question.after_pass());
        let hot = *self.frames[1].zone.cells() & *self.board.free();
        cells | hot | self.houses_round(question, &hot)
    }

    /// The number of surrounding sets of both players at the root.
    pub(super) fn root_sets(&self) -> usize {
        self.frames[0]
            .sets
            .iter()
            .map(|sets| sets.iter().count())
            .sum()
    }

    /// The surrounding sets of both players are to be found anew when they are needed.
    fn forget_sets(&mut self, ply: usize) {
        self.frames[ply].sets.iter_mut().for_each(Sets::forget);
    }

    /// The surrounding sets of a player at the current position.
    fn sets(&mut self, question: Question, player: Player) -> &Sets {
        let sets = &mut self.frames[question.ply].sets[player.index()];
        let dots = match player == question.player {
            true => question.own_dots(),
            false => question.enemy_dots(),
        };
        sets.update(&mut self.finder, self.board, player, dots);
        self.over |= self.finder.is_interrupted();
        sets
    }

    /// Answers a question; the frame of its ply then tells the zone and the move of the side that
    /// was right.
    fn ask(&mut self, question: Question) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.limits.is_over()
            || self.limits.nodes.is_some_and(|nodes| self.nodes > nodes)
        {
            self.over = true;
        }
        if self.over {
            return false;
        }
        let ahead = self.score(question.player) >= question.goal;
        let behind = match ahead {
            true => question.player.opponent(),
            false => question.player,
        };
        let hope = self.frames[question.ply].sets[behind.index()].are_some();
        if question.plies == 0 || hope == Some(false) {
            return self.settle(question, ahead, None, Zone::EMPTY);
        }
        let key = self.key(question);
        if question.plies > 1
            && let Some(answer) = self.table.get(key)
        {
            return self.settle(question, answer.reached, answer.best, answer.zone);
        }
        if self.sets(question, behind).is_empty() {
            return self.settle(question, ahead, None, Zone::EMPTY);
        }
        if question.plies == 1 {
            return self.last_ply(question, ahead);
        }
        let reached = self.try_moves(question, ahead);
        if !self.over {
            let frame = &self.frames[question.ply];
            let answer = Answer {
                reached,
                best: frame.best,
                zone: frame.zone,
            };
            self.table.put(key, &answer);
        }
        reached
    }

    fn key(&self, question: Question) -> u64 {
        let kind = (question.plies as u64) << 32
            | (question.player.index() as u64) << 31
            | (question.goal + (1 << 20)) as u64;
        self.board.hash() ^ (kind + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Notes the answer to a question.
    fn settle(
        &mut self,
        question: Question,
        reached: bool,
        best: Option<Point>,
        zone: Zone,
    ) -> bool {
        let frame = &mut self.frames[question.ply];
        frame.zone = zone;
        frame.best = best;
        reached
    }

    fn last_ply(&mut self, question: Question, ahead: bool) -> bool {
        if ahead {
            return self.settle(question, true, None, Zone::EMPTY);
        }
        let player = question.player;
        let cells = self.sets(question, player).last_cells();
        let best = cells.iter().find(|&cell| {
            self.board.play(cell, player);
            let reached = self.board.score(player) >= question.goal;
            self.board.undo();
            reached
        });
        let mut zone = Zone::EMPTY;
        best.inspect(|&cell| zone.insert(cell));
        self.settle(question, best.is_some(), best, zone)
    }

    /// Tries captures that suffice, then a pass, then whatever could be better than a pass.
    fn try_moves(&mut self, question: Question, ahead: bool) -> bool {
        let ply = question.ply;
        let mut refuted = Zone::EMPTY;
        let mut tried = Bitboard::EMPTY;
        if !ahead {
            tried = self.sets(question, question.player).last_cells();
            for cell in tried.iter() {
                if self.try_cell(question, cell, Idle::No, &mut refuted) {
                    return true;
                }
            }
            match question.own_dots() {
                1 => return self.settle(question, false, None, refuted),
                2 if tried.is_empty() => return self.try_double_threats(question),
                _ => {}
            }
        }
        let confined = self.cells_with_idle_dot(question);
        let mut candidates;
        let mut hot = Bitboard::EMPTY;
        let mut pass_by_pass = false;
        if let Some(cells) = confined {
            candidates = cells;
            refuted.add(&self.frames[ply - 2].pass_zone);
            self.frames[ply].pass_zone = self.frames[ply - 2].pass_zone;
        } else {
            self.pass_sets(question);
            if !self.ask(question.after_pass()) && !self.over {
                return self.right(question, None);
            }
            let zone = self.frames[ply + 1].zone;
            pass_by_pass = self.frames[ply + 1].best.is_none();
            self.frames[ply].pass_zone = zone;
            refuted.add(&zone);
            hot = *zone.cells() & *self.board.free();
            hot |= self.houses_round(question, &hot);
            candidates = self.sets(question, question.player).cells() | hot;
        }
        candidates -= tried;
        for cell in self.ordered(question, &candidates, &hot) {
            if self.over {
                return false;
            }
            let idle = match pass_by_pass && !hot.contains(cell) {
                true => Idle::Enemy,
                false => Idle::No,
            };
            if self.try_cell(question, cell, idle, &mut refuted) {
                return true;
            }
        }
        let frame = &mut self.frames[ply];
        frame.zone = refuted;
        frame.best = None;
        false
    }

    /// With two dots left and no capture at once, only a dot that threatens to capture on two cells
    /// can do: a single threat is answered on its cell.
    fn try_double_threats(&mut self, question: Question) -> bool {
        let player = question.player;
        let mut refuted = Zone::EMPTY;
        let cells = self.sets(question, player).cells();
        for cell in cells.iter() {
            if let Some(answer) = self.single_answer(question, cell) {
                refuted.insert(answer);
            } else if self.try_cell(question, cell, Idle::No, &mut refuted) {
                return true;
            }
            if self.over {
                return false;
            }
        }
        self.settle(question, false, None, refuted)
    }

    /// The cell that answers the threats after a dot on `cell`, if one cell does so safely: beside
    /// a dot of the opponent it is lost only with that one.
    fn single_answer(&self, question: Question, cell: Point) -> Option<Point> {
        let player = question.player;
        let mut answer = None;
        for rest in self.frames[question.ply].sets[player.index()].iter() {
            if let [a, b] = *rest.cells()
                && (a == cell || b == cell)
            {
                let other = if a == cell { b } else { a };
                if answer.is_some_and(|known| known != other) {
                    return None;
                }
                answer = Some(other);
            }
        }
        answer.filter(|&answer| self.touches_own(answer, player.opponent()))
    }

    /// The side to move has reached its goal with this move.
    fn right(&mut self, question: Question, cell: Option<Point>) -> bool {
        let (before, after) = self.frames.split_at_mut(question.ply + 1);
        let frame = &mut before[question.ply];
        frame.zone = after[0].zone;
        frame.best = cell;
        if let Some(cell) = cell {
            frame.zone.insert(cell);
            self.history[cell.index()][question.player.index()] += question.plies * question.plies;
        }
        true
    }

    fn try_cell(
        &mut self,
        question: Question,
        cell: Point,
        idle: Idle,
        refuted: &mut Zone,
    ) -> bool {
        let quiet = self.play(question, cell);
        let idle = if quiet { idle } else { Idle::No };
        let opponent_can = self.ask(question.next(idle));
        self.board.undo();
        if self.over {
            return false;
        }
        if !opponent_can {
            return self.right(question, Some(cell));
        }
        refuted.add(&self.frames[question.ply + 1].zone);
        false
    }

    /// What is captured by either player, or enclosed for good under rules without empty bases.
    fn closed(&self) -> [u32; 2] {
        let board = &self.board;
        Player::ALL.map(|player| match board.rules().captures_empty_bases {
            true => board.territory(player).len(),
            false => board.captured(player),
        })
    }

    /// The sets after a pass.
    fn pass_sets(&mut self, question: Question) {
        let (before, after) = self.frames.split_at_mut(question.ply + 1);
        let (before, after) = (&before[question.ply].sets, &mut after[0].sets);
        let (own, enemy) = (question.player.index(), question.player.opponent().index());
        after[own].after_own(&before[own], None, question.own_dots() - 1);
        after[enemy].after_enemy(&before[enemy], None);
    }

    /// Puts a dot of the player to move and brings the sets up to date. Whether nothing was
    /// captured.
    fn play(&mut self, question: Question, cell: Point) -> bool {
        let player = question.player;
        let opponent = player.opponent();
        let closed = self.closed();
        let walls = *self.board.live(opponent);
        self.board.play(cell, player);
        let quiet = closed == self.closed();
        let lives = self.board.live(player).contains(cell);
        let alone = !self.touches_own(cell, player);
        let (before, after) = self.frames.split_at_mut(question.ply + 1);
        let (before, after) = (&before[question.ply].sets, &mut after[0].sets);
        let (own, enemy) = (player.index(), opponent.index());
        let dots = question.enemy_dots();
        let own_dots = question.own_dots() - 1;
        if lives {
            after[own].after_own(&before[own], Some(cell), own_dots);
        } else {
            // The dot is captured: no wall of its player.
            after[own].after_enemy(&before[own], Some(cell));
        }
        after[enemy].after_enemy(&before[enemy], Some(cell));
        if !quiet {
            if lives {
                after[own].forget();
            } else {
                after[own].drop_unplayable(self.board, own_dots);
            }
            after[enemy].break_walls(self.board, opponent, &walls, dots);
        }
        if alone && lives && dots > 0 {
            after[enemy].add_around(cell);
        }
        quiet
    }

    /// Whether the cell shares a side with a live dot of the player, and so its fate.
    fn touches_own(&self, cell: Point, player: Player) -> bool {
        let live = self.board.live(player);
        cell.side_neighbours().any(|dot| live.contains(dot))
    }

    /// Cells that take part in surrounding one of the cells where the opponent wants to play.
    fn houses_round(&mut self, question: Question, cells: &Bitboard) -> Bitboard {
        let (player, dots) = (question.player, question.own_dots());
        let opponent = player.opponent();
        let alone = cells
            .iter()
            .filter(|&cell| !self.touches_own(cell, opponent));
        let targets: Bitboard = alone.collect();
        let mut walls = Bitboard::EMPTY;
        for cell in targets.iter() {
            if self.finder.is_interrupted() {
                break;
            }
            for set in self.finder.sets_around(self.board, player, cell, dots) {
                set.cells().for_each(|cell| walls.insert(cell));
            }
        }
        self.over |= self.finder.is_interrupted();
        walls
    }

    /// After an idle dot that needs all dots the player has left to surround anything, only sets
    /// that use the dot can be better than the same line without it, which is refuted.
    fn cells_with_idle_dot(&self, question: Question) -> Option<Bitboard> {
        if question.idle != Idle::Own {
            return None;
        }
        let mut cells = Bitboard::EMPTY;
        for rest in self.frames[question.ply].sets[question.player.index()].iter() {
            if rest.fresh {
                if rest.cells().len() < question.own_dots() {
                    return None;
                }
                rest.cells().iter().for_each(|&cell| cells.insert(cell));
            }
        }
        Some(cells)
    }

    /// The cells, the most promising first: those of short and many sets, those where the
    /// opponent wants to play, and those that were right elsewhere.
    fn ordered(&mut self, question: Question, cells: &Bitboard, hot: &Bitboard) -> Vec<Point> {
        let own = question.player.index();
        let sets = &self.frames[question.ply].sets[own];
        for rest in sets.iter() {
            for cell in rest.cells() {
                self.worth[cell.index()] += 1 << (16 - 3 * rest.cells().len().min(5));
            }
        }
        let worth = |cell: Point| {
            let zone = if hot.contains(cell) { 1 << 12 } else { 0 };
            self.worth[cell.index()] + zone + self.history[cell.index()][own]
        };
        let mut ranked: Vec<(Reverse<u32>, Point)> = cells
            .iter()
            .map(|cell| (Reverse(worth(cell)), cell))
            .collect();
        ranked.sort_unstable();
        for rest in sets.iter() {
            for cell in rest.cells() {
                self.worth[cell.index()] = 0;
            }
        }
        ranked.into_iter().map(|(_, cell)| cell).collect()
    }
}

#[cfg(test)]
mod tests;
