//! The search of one question after the other: can the side to move reach so many dots?

mod candidates;
mod make_move;
mod move_order;
mod question;
mod threats;
mod upper_bounds;

use super::decomposition::Decomposition;
use super::open_trajectories::OpenTrajectories;
use super::relevance_zone::Zone;
use super::threats::{Group, OPEN, Threats};
use super::transposition_table::{Answer, TranspositionTable};
use super::{DEEPEST, Technique, Techniques};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::trajectory::Finder;
use candidates::Candidates;
use question::{Idle, Question};

/// A position being searched.
pub(super) struct GoalSearch<'a> {
    board: &'a mut Board,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    techniques: Techniques,
    finder: Finder,
    /// One for every ply from the root.
    frames: Vec<Frame>,
    history: Vec<[u32; 2]>,
    /// Room for [`GoalSearch::ordered`]; zero in between.
    worth: Vec<u32>,
    /// The group of each dot among what its opponent can win.
    group_of: Vec<Group>,
    decomposition: Decomposition,
    /// For how many dots of each player it is known what is at stake at the root.
    threat_dots: [usize; 2],
    nodes: u64,
    /// Work since the last look at the clock.
    work: usize,
    over: bool,
}

/// What is known at one ply of the line that is searched.
#[derive(Default)]
struct Frame {
    /// What each player could surround with the dots he has left.
    sets: [OpenTrajectories; 2],
    /// What each player could win with them.
    threats: [Threats; 2],
    /// Where the side that was right in this node plays.
    zone: Zone,
    /// The move that was right; `None` for a pass.
    best: Option<Point>,
    /// Where the opponent refutes a pass.
    pass_zone: Zone,
}

/// How much work is done between two looks at the clock and the stop flag. A node is as much work as copying so
/// many sets.
const WORK_PER_LOOK: usize = 4 * SETS_PER_NODE;
const SETS_PER_NODE: usize = 100;

impl<'a> GoalSearch<'a> {
    pub(super) fn new(
        board: &'a mut Board,
        table: &'a TranspositionTable,
        limits: &'a Limits,
        techniques: Techniques,
    ) -> GoalSearch<'a> {
        let mut finder = Finder::with_limits(limits.clone());
        if !techniques.contains(Technique::VertexCuts) {
            finder.use_cycles_only();
        }
        let mut search = GoalSearch {
            board,
            table,
            limits,
            techniques,
            finder,
            frames: (0..=DEEPEST as usize).map(|_| Frame::default()).collect(),
            history: vec![[0; 2]; Point::COUNT],
            worth: vec![0; Point::COUNT],
            group_of: vec![OPEN; Point::COUNT],
            decomposition: Decomposition::new(),
            threat_dots: [0; 2],
            nodes: 0,
            work: 0,
            over: false,
        };
        search.forget_sets(0);
        search
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
        self.find_threats(root);
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
        self.find_threats(Question::root(player, plies, value));
        let reached = self.ask(Question::root(player, plies, value));
        self.frames[0].best.filter(|_| reached)
    }

    /// Whether a move at the root reaches the value.
    pub(super) fn reaches(&mut self, player: Player, cell: Point, plies: u32, value: i32) -> bool {
        if self.over {
            return false;
        }
        let question = Question::root(player, plies, value);
        self.sets(question, player);
        self.sets(question, player.opponent());
        self.find_threats(question);
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
        self.find_threats(question);
        self.pass_sets(question);
        self.ask(question.after_pass());
        if !self.techniques.contains(Technique::Zones) {
            return *self.board.free();
        }
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

    /// Answers a question; the frame of its ply then tells the zone and the move of the side that
    /// was right.
    fn ask(&mut self, question: Question) -> bool {
        self.nodes += 1;
        self.look(question.ply);
        if self.over {
            return false;
        }
        let ahead = self.score(question.player) >= question.goal;
        let behind = match ahead {
            true => question.player.opponent(),
            false => question.player,
        };
        let bounds = self.techniques.contains(Technique::Bounds);
        let hope = self.frames[question.ply].sets[behind.index()].are_some();
        if question.plies == 0 || bounds && hope == Some(false) {
            return self.settle(question, ahead, None, Zone::EMPTY);
        }
        let key = self.key(question);
        if question.plies > 1
            && self.techniques.contains(Technique::Table)
            && let Some(answer) = self.table.get(key)
        {
            return self.settle(question, answer.reached, answer.best, answer.zone);
        }
        let useful = match self.useful(question, ahead) {
            Some(useful) if !(bounds && self.sets(question, behind).is_empty()) => {
                // What has been found since the root is not among what is at stake.
                useful | self.sets(question, question.player).late_cells()
            }
            _ => return self.settle(question, ahead, None, Zone::EMPTY),
        };
        let need = question.need(behind) - self.score(behind);
        if need > 1
            && question.plies > 2
            && self.techniques.contains(Technique::BestTrajectory)
            && self.most_to_win(question, behind, need) < need
        {
            return self.settle(question, ahead, None, Zone::EMPTY);
        }
        if question.plies == 1 {
            return self.last_ply(question, ahead);
        }
        let reached = self.try_moves(question, ahead, &useful);
        if !self.over && self.techniques.contains(Technique::Table) {
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

    /// Notes whether a limit is reached at a node. The clock is looked at after some work only.
    fn look(&mut self, ply: usize) {
        let sets = self.frames[ply].sets.iter();
        self.work += SETS_PER_NODE + sets.map(OpenTrajectories::len).sum::<usize>();
        if self.work >= WORK_PER_LOOK {
            self.work = 0;
            self.over |= self.limits.is_over();
        }
        self.over |= self.limits.nodes.is_some_and(|nodes| self.nodes > nodes);
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

    /// Tries captures that suffice, then a pass, then whatever could be better than a pass. Only
    /// with dots on `useful` cells can the player win enough.
    fn try_moves(&mut self, question: Question, ahead: bool, useful: &Bitboard) -> bool {
        let mut refuted = Zone::EMPTY;
        let mut tried = Bitboard::EMPTY;
        if !ahead {
            tried = self.sets(question, question.player).last_cells() & *useful;
            for cell in tried.iter() {
                if self.try_cell(question, cell, Idle::No, &mut refuted) {
                    return true;
                }
            }
            match question.own_dots() {
                1 => return self.settle(question, false, None, refuted),
                2 if tried.is_empty() && self.techniques.contains(Technique::DoubleThreats) => {
                    return self.try_double_threats(question, useful);
                }
                _ => {}
            }
        }
        let mut candidates = match self.after_idle_dot(question) {
            Some(candidates) => candidates,
            None => {
                self.pass_sets(question);
                if !self.ask(question.after_pass()) && !self.over {
                    return self.right(question, None);
                }
                self.after_pass(question, useful)
            }
        };
        refuted.add(&self.frames[question.ply].pass_zone);
        candidates.cells -= tried;
        self.try_candidates(question, &candidates, refuted)
    }

    /// Tries the moves that could be better than a pass; `refuted` is where the opponent plays
    /// against those tried before.
    fn try_candidates(
        &mut self,
        question: Question,
        candidates: &Candidates,
        mut refuted: Zone,
    ) -> bool {
        for cell in self.ordered(question, &candidates.cells, &candidates.hot) {
            if self.over {
                return false;
            }
            if self.try_cell(question, cell, candidates.idle(cell), &mut refuted) {
                return true;
            }
        }
        self.settle(question, false, None, refuted)
    }

    /// With two dots left and no capture at once, only a dot that threatens to capture on two cells
    /// can do: a single threat is answered on its cell.
    fn try_double_threats(&mut self, question: Question, useful: &Bitboard) -> bool {
        let player = question.player;
        let mut refuted = Zone::EMPTY;
        let cells = self.sets(question, player).cells() & *useful;
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
}

#[cfg(test)]
mod tests;
