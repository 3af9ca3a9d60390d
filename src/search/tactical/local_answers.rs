//! Local answers: a bound of what a player gains if the opponent answers every dot in the class where it was put.
//!
//! The threats of a player are divided into *classes*: threats with a common cell, or to the same group. The opponent of
//! the player always answers in the class of the last dot, or passes. Then the gain of the player is at most the sum of
//! what he gains in each class with all his dots and this order of moves. So every class is searched alone, and nothing is lost: the
//! player may leave a class at any time, and the opponent has an answer there when he comes back.
//!
//! A search inside a class knows no board, only sets of cells. A dot of the player fills a cell of his threats, and a dot
//! of the opponent drops the threats through its cell. Captures by the opponent are not counted. They can only help him.
//! Every dot of the opponent may be captured itself: together with the group that it touches, or else at once.
//!
//! CITE: M. Müller, "Decomposition search: a combinatorial games approach to game tree search" (1999), for local searches
//! in which both players may pass; P. Erdős and J. Selfridge, "On a combinatorial game" (1973), for games of one
//! player who fills sets of cells and one who blocks them.

use super::threats::{GroupNumber, OPEN, SAFE, Threats, group_of_all};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// The greatest number of cells of a class that is searched.
const MOST_CELLS: usize = u128::BITS as usize;

/// The number of answers that are tried to a dot that does not threaten to gain enough at once.
const MOST_ANSWERS: usize = 4;

/// The remaining cells of a threat, as bits in the order of the cells of the class.
#[derive(Clone, Copy, Debug)]
struct Edge {
    cells: u128,
    group: GroupNumber,
}

/// Searches each class of threats alone. The memory is used again for the next position.
pub(super) struct LocalAnswers {
    /// The number of dots in each group that the player can still win.
    worth: Vec<i32>,
    /// A union-find forest of groups: those of one class have the same root.
    parent: Vec<GroupNumber>,
    /// For each cell, by its index, a group with a threat through it. [`OPEN`] for none.
    group_at: Vec<GroupNumber>,
    /// The cells of the class that is searched.
    cells: Vec<Point>,
    /// For each cell of that class, the group with which the opponent loses a dot there. [`OPEN`] if the dot is lost
    /// alone.
    joins: Vec<GroupNumber>,
    /// The threats that are left at each step of the line of play.
    levels: Vec<Vec<Edge>>,
    /// Groups that were won along the line of play, with the dots they were worth.
    won: Vec<(GroupNumber, i32)>,
    /// The number of steps that the search may still take.
    steps: u32,
    /// The cells of the answers so far.
    zone: Bitboard,
    /// The answer that is put before the player moves.
    first: Option<Point>,
}

/// The player whose gain is to be kept low.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind {
    pub(super) player: Player,
    /// The number of dots that he can put.
    pub(super) dots: usize,
    /// The number of dots that he has to gain.
    pub(super) missing: i32,
    /// Whether the opponent is to move.
    pub(super) has_tempo: bool,
}

/// How the opponent keeps the gain of the player low.
pub(super) struct Refutation {
    /// All cells on which he answers.
    pub(super) zone: Bitboard,
    /// His first move, if he is to move. `None` for a pass.
    pub(super) first: Option<Point>,
}

impl LocalAnswers {
    pub(super) fn new() -> LocalAnswers {
        LocalAnswers {
            worth: Vec::new(),
            parent: Vec::new(),
            group_at: vec![OPEN; Point::COUNT],
            cells: Vec::new(),
            joins: Vec::new(),
            levels: Vec::new(),
            won: Vec::new(),
            steps: 0,
            zone: Bitboard::EMPTY,
            first: None,
        }
    }

    /// How the opponent of the player who is behind keeps his gain below the missing dots. `None` if he does not keep it
    /// so low by local answers, or if that is not known after some steps. `group_of` has the group of each live dot of
    /// the opponent, by the index of its cell.
    pub(super) fn refute(
        &mut self,
        threats: &Threats,
        group_of: &[GroupNumber],
        board: &Board,
        behind: Behind,
    ) -> Option<Refutation> {
        let Behind {
            player,
            dots,
            missing,
            mut has_tempo,
        } = behind;
        threats.write_worth(board, player, &mut self.worth);
        let mut left = missing - std::mem::take(&mut self.worth[OPEN as usize]);
        for filled in threats.list.iter().filter(|threat| threat.cells.is_empty()) {
            left -= std::mem::take(&mut self.worth[filled.group as usize]);
        }
        if left <= 0 {
            return None;
        }
        self.zone = Bitboard::EMPTY;
        self.first = None;
        self.steps = 8 << (2 * dots);
        self.find_classes(threats);
        let live = *board.live(player.opponent());
        for group in OPEN + 1..self.parent.len() as GroupNumber {
            if self.parent[group as usize] == group && self.worth[group as usize] > 0 {
                self.begin(threats, group, group_of, &live)?;
                let mut allowed = 1;
                while !self.holds(0, dots, allowed) {
                    if has_tempo && self.answers(0, dots, allowed) {
                        has_tempo = false;
                        break;
                    }
                    allowed += 1;
                    if allowed > left || self.steps == 0 {
                        return None;
                    }
                }
                left -= allowed - 1;
            }
        }
        Some(Refutation {
            zone: self.zone,
            first: self.first,
        })
    }

    /// Whether a threat can still win something.
    fn is_open(&self, group: GroupNumber) -> bool {
        self.worth[group as usize] > 0
    }

    fn root(&self, mut group: GroupNumber) -> GroupNumber {
        while self.parent[group as usize] != group {
            group = self.parent[group as usize];
        }
        group
    }

    /// Joins the groups whose threats have a common cell.
    fn find_classes(&mut self, threats: &Threats) {
        self.parent.clear();
        self.parent.extend(0..self.worth.len() as GroupNumber);
        for threat in threats
            .list
            .iter()
            .filter(|threat| self.worth[threat.group as usize] > 0)
        {
            for cell in threat.cells.iter() {
                let known = std::mem::replace(&mut self.group_at[cell.index()], threat.group);
                if known != OPEN {
                    let (one, other) = (self.root(known), self.root(threat.group));
                    // The root is the first group of its class.
                    self.parent[one.max(other) as usize] = one.min(other);
                }
            }
        }
        for cell in threats.list.iter().flat_map(|threat| threat.cells.iter()) {
            self.group_at[cell.index()] = OPEN;
        }
    }

    /// Collects the threats of the class with this root. `None` if it has too many cells. `live` are the live dots of
    /// the opponent.
    fn begin(
        &mut self,
        threats: &Threats,
        root: GroupNumber,
        group_of: &[GroupNumber],
        live: &Bitboard,
    ) -> Option<()> {
        self.cells.clear();
        self.joins.clear();
        let mut edges = std::mem::take(self.level(0));
        edges.clear();
        for threat in &threats.list {
            if !self.is_open(threat.group) || self.root(threat.group) != root {
                continue;
            }
            let mut cells = 0;
            for &cell in threat.cells.iter() {
                let known = self.cells.iter().position(|&known| known == cell);
                let bit = known.unwrap_or(self.cells.len());
                if bit == MOST_CELLS {
                    return None;
                }
                if known.is_none() {
                    self.cells.push(cell);
                    let beside = cell.side_neighbours().filter(|&dot| live.contains(dot));
                    self.joins.push(group_of_all(group_of, beside));
                }
                cells |= 1 << bit;
            }
            let group = threat.group;
            edges.push(Edge { cells, group });
        }
        for join in 0..self.joins.len() {
            let group = self.joins[join];
            // A dot that is lost with a group of another class counts as lost.
            if group != SAFE && (!self.is_open(group) || self.root(group) != root) {
                self.joins[join] = OPEN;
            }
        }
        *self.level(0) = edges;
        Some(())
    }

    fn level(&mut self, level: usize) -> &mut Vec<Edge> {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        &mut self.levels[level]
    }

    /// Whether the opponent keeps the gain of the player, who is to move with this number of dots, below `allowed`.
    fn holds(&mut self, level: usize, dots: usize, allowed: i32) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let mut cells = self.levels[level]
            .iter()
            .fold(0, |all, edge| all | edge.cells);
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let before = self.won.len();
            let gain = self.fill(level, cell, dots - 1);
            let held =
                gain < allowed && (dots == 1 || self.answers(level + 1, dots - 1, allowed - gain));
            for (group, worth) in self.won.drain(before..) {
                self.worth[group as usize] = worth;
            }
            if !held {
                return false;
            }
        }
        true
    }

    /// Fills a cell of the threats, and writes those that the player can still fill with `dots` more dots to the next
    /// level. Returns the number of dots that he wins at once.
    fn fill(&mut self, level: usize, cell: u128, dots: usize) -> i32 {
        let mut next = std::mem::take(self.level(level + 1));
        next.clear();
        let mut gain = 0;
        for edge in &self.levels[level] {
            let cells = edge.cells & !cell;
            let worth = &mut self.worth[edge.group as usize];
            if cells == 0 && *worth > 0 {
                gain += *worth;
                self.won.push((edge.group, std::mem::take(worth)));
            } else if cells.count_ones() as usize <= dots {
                next.push(Edge { cells, ..*edge });
            }
        }
        next.retain(|edge| self.worth[edge.group as usize] > 0);
        self.levels[level + 1] = next;
        gain
    }

    /// Whether the opponent, who is to move, keeps the gain of the player below `allowed`. The player has this number
    /// of dots left.
    fn answers(&mut self, level: usize, dots: usize, allowed: i32) -> bool {
        if self.levels[level].is_empty() {
            return true;
        }
        let mut forced = 0;
        for edge in &self.levels[level] {
            if edge.cells.is_power_of_two() && self.worth[edge.group as usize] >= allowed {
                forced |= edge.cells;
            }
        }
        match forced.count_ones() {
            0 if dots <= 2 && self.holds(level, dots, allowed) => true,
            0 => self
                .good_answers(level)
                .into_iter()
                .any(|bit| self.block(level, bit, dots, allowed)),
            1 => self.block(level, forced.trailing_zeros() as usize, dots, allowed),
            _ => false,
        }
    }

    /// The cells on the most and shortest threats, the best first.
    fn good_answers(&self, level: usize) -> Vec<usize> {
        let mut weights = vec![0; self.cells.len()];
        for edge in &self.levels[level] {
            let mut cells = edge.cells;
            while cells != 0 {
                weights[cells.trailing_zeros() as usize] += 1 << (16 - 3 * edge.cells.count_ones());
                cells &= cells - 1;
            }
        }
        let mut bits: Vec<usize> = (0..self.cells.len())
            .filter(|&bit| weights[bit] > 0)
            .collect();
        bits.sort_by_key(|&bit| -weights[bit]);
        bits.truncate(MOST_ANSWERS);
        bits
    }

    /// Whether the opponent keeps the gain of the player below `allowed` with an answer on this cell of the class.
    fn block(&mut self, level: usize, bit: usize, dots: usize, allowed: i32) -> bool {
        let group = self.joins[bit];
        let allowed = allowed - i32::from(group == OPEN);
        if allowed <= 0 {
            return false;
        }
        let mut next = std::mem::take(self.level(level + 1));
        next.clear();
        let open = self.levels[level]
            .iter()
            .filter(|edge| edge.cells >> bit & 1 == 0);
        next.extend(open);
        self.levels[level + 1] = next;
        let counts = group != OPEN && group != SAFE;
        if counts && self.worth[group as usize] == 0 {
            // The group was won already, and the dot might be won with what is round it.
            return false;
        }
        if counts {
            self.worth[group as usize] += 1;
        }
        let held = self.holds(level + 1, dots, allowed);
        if counts {
            self.worth[group as usize] -= 1;
        }
        if held {
            self.zone.insert(self.cells[bit]);
            if level == 0 {
                self.first = Some(self.cells[bit]);
            }
        }
        held
    }
}
