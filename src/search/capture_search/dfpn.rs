//! Depth-first proof-number search (df-pn) of threats and the replies to them.

use super::goal::{self, Goal, Kind};
use super::proof::{Child, Entry, Numbers, Proof, Table};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::trajectory::{self, Finder, Trajectory};

/// A search for the proof that the prover reaches a goal, by threats.
pub(super) struct Search<'a> {
    board: &'a mut Board,
    table: &'a mut Table,
    finder: Finder,
    goal: Goal,
    limits: &'a Limits,
    nodes: u64,
    over: bool,
}

/// A node of the search: the position on the board, the threats that the prover may play, and the number of additional
/// dots of the opponent against which its proof has to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Whether the prover is to move. Otherwise his opponent is.
    is_prover: bool,
    /// The highest order of threats that the prover may play, at least 1. After a threat of order 1 he reaches the goal
    /// with one dot if the opponent passes. After one of order `n` he needs a proof by threats of order `n - 1`.
    order: u32,
    /// The number of additional dots of the opponent against which the proof has to hold: dots that he puts besides his
    /// replies.
    spare: u32,
}

impl Node {
    /// The root of a search with threats of up to this `order`. Its proof has to hold against one additional dot of the
    /// opponent, so that it tells the cells where such a dot may refute it.
    pub(super) fn root(is_prover: bool, order: u32) -> Node {
        Node {
            is_prover,
            order,
            spare: 1,
        }
    }

    /// The largest size of trajectories of the opponent that may refute the proof of the node. He fills them with the
    /// additional dots, and with his next move if it is his turn.
    fn longest_against(self) -> usize {
        self.spare as usize + usize::from(!self.is_prover)
    }

    /// The node after a move, whatever its cell.
    fn after_move(self) -> Node {
        Node {
            is_prover: !self.is_prover,
            ..self
        }
    }

    /// The node of the same position with the prover to move and threats of an order one lower. If the opponent was to
    /// move, it is the node after his pass, and its proof has to withstand one dot more.
    fn with_lower_order(self) -> Node {
        Node {
            is_prover: true,
            order: self.order - 1,
            spare: match self.is_prover {
                true => self.spare,
                false => self.spare + 1,
            },
        }
    }

    fn after(self, cell: Option<Point>) -> Node {
        match cell {
            Some(_) => self.after_move(),
            None => self.with_lower_order(),
        }
    }

    /// Exchanges the proof number and the disproof number if the opponent of the prover is to move. So `proof` is the
    /// effort until the side to move gets what it wants. A second call exchanges them back.
    fn for_mover(self, numbers: Numbers) -> Numbers {
        match self.is_prover {
            true => numbers,
            false => Numbers {
                proof: numbers.disproof,
                disproof: numbers.proof,
            },
        }
    }
}

/// Number of new nodes between two checks of the clock and the stop flag.
const NODES_PER_CHECK: u64 = 4;

impl<'a> Search<'a> {
    pub(super) fn new(
        board: &'a mut Board,
        table: &'a mut Table,
        goal: Goal,
        limits: &'a Limits,
    ) -> Search<'a> {
        Search {
            board,
            table,
            finder: Finder::with_limits(limits.clone()),
            goal,
            limits,
            nodes: 0,
            over: false,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.finder.excess()
    }

    /// Whether the node is proved or disproved.
    pub(super) fn is_solved(&self, node: Node) -> bool {
        self.table.numbers(self.key(node)).is_solved()
    }

    /// Searches for the proof of a node. `None` if it is disproved, or if a limit has stopped the search.
    pub(super) fn prove(&mut self, node: Node) -> Option<Proof> {
        let limit = Numbers {
            proof: Numbers::MAX,
            disproof: Numbers::MAX,
        };
        self.search(node, limit);
        self.table.proof(self.key(node)).cloned()
    }

    fn key(&self, node: Node) -> u64 {
        let kind = match self.goal.kind {
            Kind::Capture => 0,
            Kind::Connect => 1,
        };
        let asked = u64::from(node.order) << 16
            | u64::from(node.spare) << 8
            | u64::from(node.is_prover) << 1
            | kind;
        self.board.hash() ^ (asked + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Searches a node until it is solved, or until one of its numbers reaches the threshold in `limit`, or until a
    /// limit of the search is reached.
    fn search(&mut self, node: Node, limit: Numbers) {
        let key = self.key(node);
        if self.table.numbers(key).reach(limit) {
            return;
        }
        let mut entry = match self.table.take(key) {
            Some(entry) => entry,
            None => self.expand(node),
        };
        loop {
            if !entry.numbers.is_solved() {
                self.update(node, &mut entry);
            }
            if self.over {
                // An incomplete node is not put back into the table.
                return;
            }
            if entry.numbers.reach(limit) {
                break;
            }
            let (child, limit) = self.select(node, &entry, limit);
            let next = node.after(child.cell);
            if let Some(cell) = child.cell {
                self.board.play(cell, self.mover(node));
            }
            self.search(next, limit);
            if child.cell.is_some() {
                self.board.undo();
            }
        }
        self.table.put(key, entry);
    }

    /// Computes the proof and disproof numbers of a node from those of its children. Makes its proof if it is proved
    /// now.
    fn update(&mut self, node: Node, entry: &mut Entry) {
        if entry.threat.is_none() && !node.is_prover {
            self.look_at_threat(node, entry);
        }
        entry.numbers = self.sum(node, entry);
        if entry.numbers.is_proved() {
            entry.proof = self.conclude(node, entry).map(Box::new);
        }
        self.over |= self.finder.is_interrupted();
    }

    fn mover(&self, node: Node) -> Player {
        match node.is_prover {
            true => self.goal.prover,
            false => self.goal.opponent(),
        }
    }

    /// Makes a node that is visited for the first time: solved, or with its children. It is incomplete if a limit is
    /// reached.
    fn expand(&mut self, node: Node) -> Entry {
        self.nodes += 1;
        self.over |= self.nodes.is_multiple_of(NODES_PER_CHECK) && self.limits.is_over()
            || self.limits.nodes.is_some_and(|nodes| self.nodes > nodes);
        let mut entry = Entry::unknown();
        if self.over {
            return entry;
        }
        if self.goal.is_lost(self.board) {
            entry.numbers = Numbers::DISPROVED;
        } else if !self.is_reached(node, &mut entry) {
            let board = &mut *self.board;
            let proofs = self.goal.proofs_in_one(board, &mut self.finder, node.spare);
            match node.is_prover {
                true => self.expand_prover(node, proofs.into_iter().next(), &mut entry),
                false => self.expand_opponent(node, proofs, &mut entry),
            }
        }
        self.over |= self.finder.is_interrupted();
        entry
    }

    /// Fills a new node with the prover to move. `proof` is the proof by a dot of his that reaches the goal at once,
    /// `None` if there is none.
    fn expand_prover(&mut self, node: Node, proof: Option<Proof>, entry: &mut Entry) {
        if let Some(mut proof) = proof {
            let trajectories = self.trajectories_against(&proof, node.longest_against());
            proof.add_trajectories(&trajectories, false);
            entry.prove(proof);
            return;
        }
        let moves = self.goal.moves(self.board, &mut self.finder, node.order);
        if node.order > 1 {
            entry.children.push(Child {
                cell: None,
                key: self.key(node.with_lower_order()),
            });
        }
        self.add_children(node, moves, entry);
    }

    /// Fills a new node with the opponent to move. `threats` are proofs by one dot of the prover that reaches the goal
    /// at once after a pass. Without such a dot the only child is the pass; with order 1 the node is disproved.
    fn expand_opponent(&mut self, node: Node, threats: Vec<Proof>, entry: &mut Entry) {
        let mut threats = threats.into_iter();
        let Some(mut threat) = threats.next() else {
            match node.order {
                1 => entry.numbers = Numbers::DISPROVED,
                _ => entry.children.push(Child {
                    cell: None,
                    key: self.key(node.with_lower_order()),
                }),
            }
            return;
        };
        let mut replies = self.replies(node, &mut threat);
        for mut other in threats {
            let both = replies & self.replies(node, &mut other);
            if both != replies {
                replies = both;
                threat.add(&other);
            }
        }
        entry.threat = Some(Box::new(threat));
        self.add_children(node, replies, entry);
    }

    /// Whether the goal is reached already. If so, the proof is put into the entry.
    fn is_reached(&self, node: Node, entry: &mut Entry) -> bool {
        let Some(mut proof) = self.goal.reached(self.board, node.spare) else {
            return false;
        };
        if self.board.rules().captures_empty_bases {
            proof.add_cells(*self.board.free());
        }
        entry.prove(proof);
        true
    }

    /// At a node of the opponent whose only child is the pass: once the pass is proved, replaces it by the replies to
    /// the threat that this proof shows. Does nothing before.
    fn look_at_threat(&mut self, node: Node, entry: &mut Entry) {
        let Some(pass) = entry.children.first() else {
            return;
        };
        let Some(proof) = self.table.proof(pass.key) else {
            return;
        };
        let mut threat = proof.behind_pass();
        let mut replies = proof.zones[0] & *self.board.free();
        if self.board.rules().captures_empty_bases {
            // Cells that the prover captures in the proof are not playable later, and so not in its zones.
            replies = *self.board.free();
            threat.add_cells(replies);
            // Each reply takes at least one node.
            let left = self
                .limits
                .nodes
                .map(|most| most.saturating_sub(self.nodes));
            if left.is_some_and(|left| u64::from(replies.len()) > left) {
                self.over = true;
                return;
            }
        }
        entry.threat = Some(Box::new(threat));
        entry.children.clear();
        self.add_children(node, replies, entry);
    }

    /// The cells where a reply of the opponent may refute a threat that reaches the goal with one dot. The cells where
    /// additional dots of his may refute the threat are added to the zones of its proof.
    fn replies(&mut self, node: Node, threat: &mut Proof) -> Bitboard {
        if self.board.rules().captures_empty_bases {
            // Several dots may take needed cells by enclosures anywhere. One dot encloses such a cell only together with
            // a needed dot, or if it is the cell of the threat.
            threat.add_cells(*self.board.free());
        }
        let trajectories = self.trajectories_against(threat, node.longest_against());
        let mut replies = threat.keep & *self.board.free();
        let singles = trajectories
            .iter()
            .filter(|trajectory| trajectory.len() == 1);
        singles
            .flat_map(|trajectory| trajectory.cells())
            .for_each(|cell| replies.insert(cell));
        threat.add_trajectories(&trajectories, true);
        replies
    }

    /// The trajectories of the opponent of at most `longest` cells that surround the dots that a proof needs, or the
    /// cell of its first dot, which would be dead then.
    fn trajectories_against(&mut self, proof: &Proof, longest: usize) -> Vec<Trajectory> {
        let own = *self.board.live(self.goal.prover);
        let mut dots = proof.keep;
        let Some(cell) = proof.best else {
            return self.trajectories_round(dots, longest);
        };
        // A dot that touches the cell by a side is enclosed together with it.
        if let Some(beside) = cell.side_neighbours().find(|&side| own.contains(side)) {
            dots.insert(beside);
            return self.trajectories_round(dots, longest);
        }
        let opponent = self.goal.opponent();
        let mut trajectories = self.trajectories_round(dots, longest);
        trajectories.extend(
            self.finder
                .trajectories_around(self.board, opponent, cell, longest),
        );
        trajectories
    }

    /// The trajectories of the opponent, of at most `longest` cells, round those of the `cells` that hold a dot of the
    /// prover, territory, or a captured dot.
    fn trajectories_round(&mut self, cells: Bitboard, longest: usize) -> Vec<Trajectory> {
        let opponent = self.goal.opponent();
        let solid = self.board.size().cells() - *self.board.live(opponent) - *self.board.free();
        let dots = cells & solid;
        let mut left = dots;
        let mut targets = Bitboard::EMPTY;
        // Cells that are connected by sides are surrounded together.
        while let Some(dot) = left.first() {
            let joined = Bitboard::flood(&[dot].into_iter().collect(), &solid);
            if !trajectory::has_many_paths(self.board, opponent, dot, longest) {
                targets |= joined & dots;
            }
            left -= joined;
        }
        match targets.is_empty() {
            true => Vec::new(),
            false => self
                .finder
                .trajectories_around_any(self.board, opponent, &targets, longest),
        }
    }

    fn add_children(&mut self, node: Node, cells: Bitboard, entry: &mut Entry) {
        let mover = self.mover(node);
        let next = node.after_move();
        for cell in cells.iter() {
            self.board.play(cell, mover);
            let key = self.key(next);
            self.board.undo();
            entry.children.push(Child {
                cell: Some(cell),
                key,
            });
        }
    }

    /// The proof and disproof numbers of a node, computed from those of its children.
    fn sum(&self, node: Node, entry: &Entry) -> Numbers {
        let mut sum = Numbers::DISPROVED;
        for child in &entry.children {
            let child = node.for_mover(self.table.numbers(child.key));
            sum.proof = sum.proof.min(child.proof);
            sum.disproof = sum
                .disproof
                .saturating_add(child.disproof)
                .min(Numbers::MAX);
        }
        node.for_mover(sum)
    }

    /// The child to search next, and the thresholds for its proof and disproof numbers. It is the one that costs the
    /// side to move the least effort.
    fn select(&self, node: Node, entry: &Entry, limit: Numbers) -> (Child, Numbers) {
        let (mut best, mut second): (Option<(Child, Numbers)>, u32) = (None, Numbers::MAX);
        for &child in &entry.children {
            let numbers = node.for_mover(self.table.numbers(child.key));
            match best {
                Some((_, known)) if numbers.proof >= known.proof => {
                    second = second.min(numbers.proof);
                }
                _ => {
                    second = best.map_or(second, |(_, known)| known.proof);
                    best = Some((child, numbers));
                }
            }
        }
        let (child, numbers) = best.expect("an unsolved node has children");
        let (limit, sum) = (node.for_mover(limit), node.for_mover(entry.numbers));
        let others = limit.disproof.saturating_sub(sum.disproof);
        let limit = Numbers {
            proof: limit.proof.min(second.saturating_add(1)),
            disproof: others.saturating_add(numbers.disproof),
        };
        (child, node.for_mover(limit))
    }

    /// The proof of a proved node, made from the proofs of its children. `None` if one of these is missing.
    fn conclude(&mut self, node: Node, entry: &Entry) -> Option<Proof> {
        Some(match node.is_prover {
            true => {
                let proved = |child: &&Child| self.table.numbers(child.key).is_proved();
                let child = *entry.children.iter().find(proved)?;
                self.proof_behind(node, child)?
            }
            false => {
                let mut proof = entry.threat.as_deref()?.clone();
                proof.best = None;
                for &child in &entry.children {
                    proof.add(&self.proof_behind(node, child)?);
                }
                let freed = *self.board.lost_dots(self.goal.opponent());
                proof.add_trajectories(
                    &self.trajectories_round(freed, node.longest_against()),
                    true,
                );
                proof
            }
        })
    }

    /// The proof of a child, with all that it needs before the move to the child. `None` if the child has no proof.
    fn proof_behind(&mut self, node: Node, child: Child) -> Option<Proof> {
        let mut proof = self.table.proof(child.key)?.clone();
        let Some(cell) = child.cell else {
            return Some(proof);
        };
        let (prover, opponent) = (self.goal.prover, self.goal.opponent());
        let territory = *self.board.territory(opponent);
        let bases = *self.board.empty_base(prover);
        self.board.play(cell, self.mover(node));
        let wall = goal::wall_of_last_capture(self.board, prover);
        let is_loss = *self.board.territory(opponent) != territory;
        self.board.undo();
        proof.best = node.is_prover.then_some(cell);
        if node.is_prover {
            proof.keep.insert(cell);
            proof.add_cells([cell].into_iter().collect());
        }
        if !wall.is_empty() {
            // The captured dots are missing from the trajectories that are found at later nodes. Before the move they
            // may be part of chains round dots of the wall, or round the cell of the move.
            proof.keep |= wall;
            let trajectories = self.trajectories_against(&proof, node.longest_against());
            proof.add_trajectories(&trajectories, !node.is_prover);
        }
        if is_loss {
            proof.add_cells(bases);
        }
        Some(proof)
    }
}

#[cfg(test)]
mod tests;
