//! Null-window searches of a position. Each answers a [`Question`]: does the side to move reach a score, its *goal*, in
//! a number of plies? Both sides may pass.

mod candidates;
mod make_move;
mod move_order;
mod question;
mod threats;
mod upper_bounds;

use super::decomposition::Decomposition;
use super::open_trajectories::OpenTrajectories;
use super::threats::{GroupNumber, Threats, UNKNOWN};
use super::transposition_table::{Answer, TranspositionTable};
use super::{DEEPEST, Technique, Techniques};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::trajectory::{FREE_TRAJECTORIES, Finder};
use candidates::Candidates;
use question::{Idle, Question};

/// The null-window searches of one position, with the state of the current line of play.
pub(super) struct GoalSearch<'a> {
    board: &'a mut Board,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    techniques: Techniques,
    finder: Finder,
    /// The state at every ply from the root.
    frames: Vec<Frame>,
    /// The history heuristic: a weight for each cell and player, which grows when a dot of the player there reaches his
    /// goal.
    history: Vec<[u32; 2]>,
    /// Weights of cells while [`GoalSearch::ordered`] sorts moves. All are 0 between two calls.
    worth: Vec<u32>,
    /// For each cell with a dot, by its index, the group of dots that the opponent wins only together with it.
    group_of: Vec<GroupNumber>,
    decomposition: Decomposition,
    /// For each player, the number of dots for which his threats at the root were found. 0 before.
    threat_dots: [usize; 2],
    nodes: u64,
    /// Copies of trajectories and threats since the limits were last checked. Each node counts as [`COPIES_PER_NODE`] more.
    copies: usize,
    /// Whether a limit was reached or the stop flag is raised. All answers are meaningless then.
    over: bool,
}

/// The state of the search at one ply of the current line of play.
struct Frame {
    /// The trajectories of each player that he can fill with the dots he has left.
    trajectories: [OpenTrajectories; 2],
    /// For each player, the groups of dots that he could still win, and the trajectories that win them.
    threats: [Threats; 2],
    /// The answer to the last question at this ply: whether the goal is reached, by which move, and the zone.
    answer: Answer,
    /// The cells on which the opponent plays to refute a pass at this ply: the relevance zone.
    pass_zone: Bitboard,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            trajectories: Default::default(),
            threats: Default::default(),
            answer: Answer {
                reached: false,
                best: None,
                zone: Bitboard::EMPTY,
            },
            pass_zone: Bitboard::EMPTY,
        }
    }
}

/// The states at a ply and at the next one: before and after a move.
fn frames_at(frames: &mut [Frame], ply: usize) -> (&Frame, &mut Frame) {
    let (before, after) = frames.split_at_mut(ply + 1);
    (&before[ply], &mut after[0])
}

/// The distance in dots to the next goal on the way from the goal `first` to one that answers otherwise. It is a third
/// of the way so far, so that a capture of many dots takes few searches: benches/tactical.md.
pub(super) fn step(first: i32, goal: i32) -> i32 {
    ((goal - first).abs() / 3).max(1)
}

/// Copies of trajectories and threats between two checks of the limits.
const COPIES_PER_CHECK: usize = 4 * COPIES_PER_NODE;
/// The copies of trajectories or threats that take about as long as a node without copies.
const COPIES_PER_NODE: usize = 100;

impl<'a> GoalSearch<'a> {
    pub(super) fn new(
        board: &'a mut Board,
        table: &'a TranspositionTable,
        limits: &'a Limits,
        techniques: Techniques,
    ) -> GoalSearch<'a> {
        let mut search = GoalSearch {
            board,
            table,
            limits,
            techniques,
            finder: Finder::with_limits(limits.clone()),
            frames: (0..=DEEPEST).map(|_| Frame::new()).collect(),
            history: vec![[0; 2]; Point::COUNT],
            worth: vec![0; Point::COUNT],
            group_of: vec![UNKNOWN; Point::COUNT],
            decomposition: Decomposition::new(),
            threat_dots: [0; 2],
            nodes: 0,
            copies: 0,
            over: false,
        };
        search.forget_trajectories();
        search
    }

    pub(super) fn score(&self, player: Player) -> i32 {
        self.board.score(player)
    }

    /// The number of nodes so far, at most the limit. Work on very many trajectories or threats counts as more nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.counted().min(self.limits.nodes.unwrap_or(u64::MAX))
    }

    /// The number of nodes with the one at which the search ends.
    fn counted(&self) -> u64 {
        self.nodes + self.finder.excess()
    }

    /// Whether a limit was reached or the stop flag is raised.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The score of `player`, who is to move, after best play of both sides for `plies` plies. `None` if a limit was
    /// reached. The null-window searches begin at the score `guess`. The steps away from it grow, until the score lies
    /// between two goals. Then these come together by halves.
    pub(super) fn value(&mut self, player: Player, plies: u32, guess: i32) -> Option<i32> {
        self.forget_trajectories();
        self.begin(Question::root(player, plies, guess));
        let reaches = |search: &mut Self, goal| search.ask(Question::root(player, plies, goal));
        // The score is at least `reached`, and less than `missed`.
        let (mut reached, mut missed) = (guess, guess);
        if reaches(self, guess) {
            missed += 1;
            while reaches(self, missed) {
                reached = missed;
                missed += step(guess, reached);
            }
        } else {
            reached -= 1;
            while !self.over && !reaches(self, reached) {
                missed = reached;
                reached -= step(guess, missed);
            }
        }
        while !self.over && missed - reached > 1 {
            let middle = reached + (missed - reached) / 2;
            match reaches(self, middle) {
                true => reached = middle,
                false => missed = middle,
            }
        }
        (!self.over).then_some(reached)
    }

    /// Updates the trajectories and threats of both players at the root.
    fn begin(&mut self, question: Question) {
        self.trajectories(question, question.player);
        self.trajectories(question, question.player.opponent());
        self.find_threats(question);
    }

    /// A move at the root with which `player` reaches the score `value` in `plies` plies. `None` if nothing reaches it, or
    /// if a limit was reached. Also `None` if a pass reaches it. But captures that raise the score to the value at once
    /// are tried before the pass, and returned.
    pub(super) fn best_for(&mut self, player: Player, plies: u32, value: i32) -> Option<Point> {
        let question = Question::root(player, plies, value);
        self.find_threats(question);
        let reached = self.ask(question);
        self.frames[0].answer.best.filter(|_| reached)
    }

    /// Whether `player` reaches the score `value` in `plies` plies with a dot on `cell` at the root. False also if a
    /// limit was reached.
    pub(super) fn reaches(&mut self, player: Player, cell: Point, plies: u32, value: i32) -> bool {
        if self.over {
            return false;
        }
        let question = Question::root(player, plies, value);
        self.begin(question);
        self.play(question, cell);
        let refuted = self.ask(question.next(Idle::No));
        self.board.undo();
        !refuted && !self.over
    }

    /// Whether `player` reaches the score `value` in `plies` plies if he passes at the root. False also if a limit was
    /// reached.
    pub(super) fn pass_reaches(&mut self, player: Player, plies: u32, value: i32) -> bool {
        // If the score came from the transposition table, the trajectories are not known yet.
        let question = Question::root(player, plies, value);
        self.begin(question);
        self.pass(question);
        !self.ask(question.after_pass()) && !self.over
    }

    /// All cells at the root with which `player` can reach the score `value`, if a pass does not reach it, and perhaps
    /// more. They are the cells on trajectories, the cells where the opponent plays to refute the pass, and cells that
    /// help to surround these. Without the technique of zones they are all playable cells.
    pub(super) fn root_cells(&mut self, player: Player, plies: u32, value: i32) -> Bitboard {
        // Only what the search finds on the way matters here: the trajectories, and how the pass is refuted.
        self.pass_reaches(player, plies, value);
        let question = Question::root(player, plies, value);
        if !self.techniques.contains(Technique::Zones) {
            return *self.board.free();
        }
        let hot = self.frames[1].answer.zone & *self.board.free();
        let [first, second] = &self.frames[0].trajectories;
        first.cells() | second.cells() | hot | self.walls_round(question, &hot)
    }

    /// The number of trajectories of both players at the root.
    pub(super) fn root_trajectories(&self) -> usize {
        let trajectories = self.frames[0].trajectories.iter();
        trajectories.map(|own| own.open.len()).sum()
    }

    /// Searches one node: whether the player to move reaches the goal of the question. False also if a limit was
    /// reached. The frame of the ply keeps the whole answer, with the move and the zone.
    fn ask(&mut self, question: Question) -> bool {
        self.count_node(question);
        if self.over {
            return false;
        }
        let ahead = self.score(question.player) >= question.goal;
        let behind = match ahead {
            true => question.player.opponent(),
            false => question.player,
        };
        let bounds = self.techniques.contains(Technique::Bounds);
        let are_some = self.frames[question.ply].trajectories[behind.index()].are_some();
        if question.plies == 0 || bounds && are_some == Some(false) {
            return self.answer(question, ahead, None, Bitboard::EMPTY);
        }
        let key = self.key(question);
        if question.plies > 1
            && self.techniques.contains(Technique::Table)
            && let Some(known) = self.table.get(key)
        {
            return self.answer(question, known.reached, known.best, known.zone);
        }
        let useful = match self.useful(question, behind) {
            Some(useful) if !(bounds && self.trajectories(question, behind).open.is_empty()) => {
                // Threats are found at the root. They lack the trajectories found below it.
                useful | self.trajectories(question, question.player).late_cells()
            }
            _ => return self.answer(question, ahead, None, Bitboard::EMPTY),
        };
        if question.plies == 1 {
            return self.last_ply(question, ahead);
        }
        let reached = self.try_moves(question, ahead, &useful);
        if !self.over && self.techniques.contains(Technique::Table) {
            self.table.put(key, &self.frames[question.ply].answer);
        }
        reached
    }

    /// Counts a node, and more if very many trajectories or threats are copied there. Sets `over` if a limit is reached or
    /// the stop flag is raised. Reads the clock only after [`COPIES_PER_CHECK`].
    fn count_node(&mut self, question: Question) {
        let frame = &self.frames[question.ply];
        let trajectories: usize = frame.trajectories.iter().map(|own| own.open.len()).sum();
        let threats: usize = match self.has_threats(question.plies) {
            true => frame.threats.iter().map(|own| own.list.len()).sum(),
            false => 0,
        };
        let excess = trajectories.saturating_sub(FREE_TRAJECTORIES)
            + threats.saturating_sub(FREE_TRAJECTORIES);
        self.nodes += 1 + (excess / COPIES_PER_NODE) as u64;
        self.copies += COPIES_PER_NODE + trajectories + threats;
        if self.copies >= COPIES_PER_CHECK {
            self.copies = 0;
            self.over |= self.limits.is_over();
        }
        self.over |= self.limits.nodes.is_some_and(|most| self.counted() > most);
    }

    /// The key of a question in the transposition table: a hash of the position, the player, the plies and the goal.
    fn key(&self, question: Question) -> u64 {
        let kind = (question.plies as u64) << 32
            | (question.player.index() as u64) << 31
            | (question.goal + (1 << 20)) as u64;
        self.board.hash() ^ (kind + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Writes the answer to a question into the frame of its ply, and returns `reached`. `best` is the move that
    /// reaches the goal, `None` for a pass or for none. `zone` has the cells on which the winner of the answer plays.
    fn answer(
        &mut self,
        question: Question,
        reached: bool,
        best: Option<Point>,
        zone: Bitboard,
    ) -> bool {
        self.frames[question.ply].answer = Answer {
            reached,
            best,
            zone,
        };
        reached
    }

    /// Answers a question with one ply left. If the player to move is `ahead`, his score is the goal or more, and he
    /// passes. Otherwise only a capture can reach the goal.
    fn last_ply(&mut self, question: Question, ahead: bool) -> bool {
        if ahead {
            return self.answer(question, true, None, Bitboard::EMPTY);
        }
        let player = question.player;
        let cells = self.trajectories(question, player).last_cells();
        let best = cells.iter().find(|&cell| {
            self.board.play(cell, player);
            let reached = self.board.score(player) >= question.goal;
            self.board.undo();
            reached
        });
        let zone = best.into_iter().collect();
        self.answer(question, best.is_some(), best, zone)
    }

    /// Tries captures, then a pass, then the moves that could be better than a pass. Returns whether one reaches the
    /// goal. `ahead` tells that the score of the player to move is the goal or more. Otherwise he is behind, and only
    /// dots on `useful` cells can reach the goal.
    fn try_moves(&mut self, question: Question, ahead: bool, useful: &Bitboard) -> bool {
        let mut refuted = Bitboard::EMPTY;
        let mut tried = Bitboard::EMPTY;
        if !ahead {
            tried = self.trajectories(question, question.player).last_cells() & *useful;
            for cell in tried.iter() {
                if self.try_cell(question, cell, Idle::No, &mut refuted) {
                    return true;
                }
                if self.over {
                    return false;
                }
            }
            match question.own_dots() {
                1 => return self.answer(question, false, None, refuted),
                2 if tried.is_empty() && self.techniques.contains(Technique::DoubleThreats) => {
                    return self.try_double_threats(question, useful);
                }
                _ => {}
            }
        }
        let mut candidates = match self.after_idle_dot(question) {
            Some(candidates) => candidates,
            None => {
                self.pass(question);
                if !self.ask(question.after_pass()) && !self.over {
                    return self.reach(question, None);
                }
                self.after_pass(question, useful)
            }
        };
        refuted |= self.frames[question.ply].pass_zone;
        candidates.cells -= tried;
        self.try_candidates(question, &candidates, refuted)
    }

    /// Tries the candidates, and returns whether one reaches the goal. `refuted` has the cells on which the opponent
    /// plays to refute the moves tried before.
    fn try_candidates(
        &mut self,
        question: Question,
        candidates: &Candidates,
        mut refuted: Bitboard,
    ) -> bool {
        for cell in self.ordered(question, &candidates.cells, &candidates.hot) {
            if self.over {
                return false;
            }
            if self.try_cell(question, cell, candidates.idle(cell), &mut refuted) {
                return true;
            }
        }
        self.answer(question, false, None, refuted)
    }

    /// With two dots left and no capture at once that can help, tries only double threats: dots that threaten to capture
    /// on two cells. The opponent answers a single threat on its cell. Returns whether a dot reaches the goal. `useful`
    /// are the cells that can help.
    fn try_double_threats(&mut self, question: Question, useful: &Bitboard) -> bool {
        let mut refuted = Bitboard::EMPTY;
        let cells = self.trajectories(question, question.player).cells() & *useful;
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
        self.answer(question, false, None, refuted)
    }

    /// Writes the answer that the side to move reaches its goal with this move, and returns true. `None` is a pass. The
    /// move must have been searched just before.
    fn reach(&mut self, question: Question, cell: Option<Point>) -> bool {
        let mut zone = self.frames[question.ply + 1].answer.zone;
        if let Some(cell) = cell {
            zone.insert(cell);
            let weight = &mut self.history[cell.index()][question.player.index()];
            *weight = weight.saturating_add(question.plies * question.plies);
        }
        self.answer(question, true, cell, zone)
    }

    /// Tries a move, and returns whether it reaches the goal. If it is refuted, adds the cells on which the opponent
    /// plays to `refuted`. False also if a limit was reached. `idle` is the idleness of the dot, if it captures
    /// nothing.
    fn try_cell(
        &mut self,
        question: Question,
        cell: Point,
        idle: Idle,
        refuted: &mut Bitboard,
    ) -> bool {
        let quiet = self.play(question, cell);
        let idle = if quiet { idle } else { Idle::No };
        let opponent_can = self.ask(question.next(idle));
        self.board.undo();
        if self.over {
            return false;
        }
        if !opponent_can {
            return self.reach(question, Some(cell));
        }
        *refuted |= self.frames[question.ply + 1].answer.zone;
        false
    }
}

#[cfg(test)]
mod tests;
