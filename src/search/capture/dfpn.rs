//! Depth-first proof-number search of threats and the replies to them.

use super::goal::{self, Goal, Kind};
use super::proof::{Child, Entry, Numbers, Proof, Table};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::trajectory::{self, Finder, Trajectory};

/// A search for one proof.
pub(super) struct Search<'a> {
    board: &'a mut Board,
    table: &'a mut Table,
    finder: Finder,
    goal: Goal,
    limits: &'a Limits,
    nodes: u64,
    over: bool,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Whether the prover moves.
    is_prover: bool,
    /// The highest order of his threats; of order 0 is reaching the goal at once.
    order: u32,
    /// How many dots of the opponent the proof has to bear.
    spare: u32,
}

impl Node {
    /// A position whose zone is asked for.
    pub(super) fn root(is_prover: bool, order: u32) -> Node {
        Node {
            is_prover,
            order,
            spare: 1,
        }
    }

    /// The size of the sets that the opponent may fill with the dots the proof has to bear, and with
    /// his next one if it is his turn.
    fn longest_against(self) -> usize {
        self.spare as usize + usize::from(!self.is_prover)
    }

    /// The node after a move.
    fn after_move(self) -> Node {
        Node {
            is_prover: !self.is_prover,
            ..self
        }
    }

    /// The same position with threats of lower order: for the prover the moves that are easier to
    /// prove, for the opponent what happens if he passes.
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
}

/// How often to look at the clock and the stop flag.
const NODES_PER_LOOK: u64 = 4;

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
        self.nodes
    }

    /// Whether a limit was reached.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The proof of a position, if there is one and the limits allow to find it.
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
            Kind::Ground => 1,
        };
        let asked = u64::from(node.order) << 16
            | u64::from(node.spare) << 8
            | u64::from(node.is_prover) << 1
            | kind;
        self.board.hash() ^ (asked + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Goes on with a node until it is solved or its numbers reach the limit.
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
                // What is incomplete is forgotten.
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

    /// Brings a node up to date after its children have changed.
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

    /// A node that is visited for the first time.
    fn expand(&mut self, node: Node) -> Entry {
        self.nodes += 1;
        self.over |= self.nodes.is_multiple_of(NODES_PER_LOOK) && self.limits.is_over()
            || self.limits.nodes.is_some_and(|nodes| self.nodes > nodes);
        let mut entry = Entry::unknown();
        if self.over {
            return entry;
        }
        if node.is_prover {
            self.expand_prover(node, &mut entry);
        } else {
            self.expand_opponent(node, &mut entry);
        }
        self.over |= self.finder.is_interrupted();
        entry
    }

    fn expand_prover(&mut self, node: Node, entry: &mut Entry) {
        if self.goal.is_lost(self.board) {
            entry.numbers = Numbers::DISPROVED;
            return;
        }
        if self.is_reached(node, entry) {
            return;
        }
        let proofs = self
            .goal
            .proofs_in_one(self.board, &mut self.finder, node.spare);
        if let Some(mut proof) = proofs.into_iter().next() {
            let sets = self.sets_against(&proof, node.longest_against());
            proof.add_sets(&sets, false);
            entry.prove(proof);
            return;
        }
        if node.order == 0 {
            entry.numbers = Numbers::DISPROVED;
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

    fn expand_opponent(&mut self, node: Node, entry: &mut Entry) {
        if self.goal.is_lost(self.board) {
            entry.numbers = Numbers::DISPROVED;
            return;
        }
        if self.is_reached(node, entry) {
            return;
        }
        let threats = self
            .goal
            .proofs_in_one(self.board, &mut self.finder, node.spare);
        let mut threats = threats.into_iter();
        let Some(mut threat) = threats.next() else {
            match node.order {
                0 | 1 => entry.numbers = Numbers::DISPROVED,
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

    /// Whether the goal is reached already.
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

    /// At a node of the opponent who has not been shown a threat yet: once it is proved, the
    /// replies to it become the ways on.
    fn look_at_threat(&mut self, node: Node, entry: &mut Entry) {
        let Some(pass) = entry.children.first() else {
            return;
        };
        let Some(proof) = self.table.proof(pass.key) else {
            return;
        };
        let replies = proof.zones[0] & *self.board.free();
        entry.threat = Some(Box::new(proof.behind_pass()));
        entry.children.clear();
        self.add_children(node, replies, entry);
    }

    /// The replies to a threat to reach the goal with one dot. Whatever else disturbs it
    /// together with dots put before goes into its zones.
    fn replies(&mut self, node: Node, threat: &mut Proof) -> Bitboard {
        if self.board.rules().captures_empty_bases {
            // A base may be closed anywhere round cells that will be needed.
            let free = *self.board.free();
            threat.add_cells(free);
            return free;
        }
        let sets = self.sets_against(threat, node.longest_against());
        let mut replies = threat.keep & *self.board.free();
        let singles = sets.iter().filter(|set| set.len() == 1);
        singles
            .flat_map(|set| set.cells())
            .for_each(|cell| replies.insert(cell));
        threat.add_sets(&sets, true);
        replies
    }

    /// The sets of the opponent round what a proof with one dot needs.
    fn sets_against(&mut self, proof: &Proof, longest: usize) -> Vec<Trajectory> {
        let own = *self.board.live(self.goal.prover);
        let mut dots = proof.keep;
        let Some(cell) = self.goal.cell_to_be_open(proof) else {
            return self.sets_round(dots, longest);
        };
        // What touches the cell by a side is enclosed with it.
        if let Some(beside) = cell.side_neighbours().find(|&side| own.contains(side)) {
            dots.insert(beside);
            return self.sets_round(dots, longest);
        }
        let opponent = self.goal.opponent();
        let mut sets = self.sets_round(dots, longest);
        sets.extend(
            self.finder
                .trajectories_around(self.board, opponent, cell, longest),
        );
        sets
    }

    /// The sets of the opponent round dots of the prover, or round captured dots of his own.
    fn sets_round(&mut self, cells: Bitboard, longest: usize) -> Vec<Trajectory> {
        let opponent = self.goal.opponent();
        let solid = self.board.size().cells() - *self.board.live(opponent) - *self.board.free();
        let dots = cells & solid;
        let mut left = dots;
        let mut targets = Bitboard::EMPTY;
        // What is joined by sides is surrounded together.
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

    /// The numbers of a node by those of its children.
    fn sum(&self, node: Node, entry: &Entry) -> Numbers {
        let (mut least, mut sum) = (Numbers::MAX, 0u32);
        for child in &entry.children {
            let numbers = self.table.numbers(child.key);
            let (choice, all) = match node.is_prover {
                true => (numbers.proof, numbers.disproof),
                false => (numbers.disproof, numbers.proof),
            };
            least = least.min(choice);
            sum = sum.saturating_add(all).min(Numbers::MAX);
        }
        match node.is_prover {
            true => Numbers {
                proof: least,
                disproof: sum,
            },
            false => Numbers {
                proof: sum,
                disproof: least,
            },
        }
    }

    /// The child to go on with, and how far.
    fn select(&self, node: Node, entry: &Entry, limit: Numbers) -> (Child, Numbers) {
        let choice = |numbers: Numbers| match node.is_prover {
            true => (numbers.proof, numbers.disproof),
            false => (numbers.disproof, numbers.proof),
        };
        let (mut best, mut second) = (None, Numbers::MAX);
        for &child in &entry.children {
            let (least, all) = choice(self.table.numbers(child.key));
            match best {
                Some((_, known, _)) if least >= known => second = second.min(least),
                _ => {
                    second = best.map_or(second, |(_, known, _)| known);
                    best = Some((child, least, all));
                }
            }
        }
        let (child, _, all) = best.expect("an unsolved node has children");
        let (limit_choice, limit_all) = choice(limit);
        let (_, sum) = choice(entry.numbers);
        let limit_choice = limit_choice.min(second.saturating_add(1));
        let limit_all = limit_all.saturating_sub(sum).saturating_add(all);
        let limit = match node.is_prover {
            true => Numbers {
                proof: limit_choice,
                disproof: limit_all,
            },
            false => Numbers {
                proof: limit_all,
                disproof: limit_choice,
            },
        };
        (child, limit)
    }

    /// The proof of a node whose children prove it.
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
                proof.add_sets(&self.sets_round(freed, node.longest_against()), true);
                proof
            }
        })
    }

    /// What the proof of a child needs before the move that leads to it.
    fn proof_behind(&mut self, node: Node, child: Child) -> Option<Proof> {
        let mut proof = self.table.proof(child.key)?.clone();
        let Some(cell) = child.cell else {
            return Some(proof);
        };
        let (prover, opponent) = (self.goal.prover, self.goal.opponent());
        let territory = Player::ALL.map(|player| *self.board.territory(player));
        let houses = *self.board.empty_base(prover);
        self.board.play(cell, self.mover(node));
        let wall = goal::wall_of_capture(self.board, prover, &territory[prover.index()]);
        let is_loss = *self.board.territory(opponent) != territory[opponent.index()];
        self.board.undo();
        if !wall.is_empty() {
            // Dots that the capture takes away are missing from sets that are looked for later.
            proof.keep |= wall;
            let sets = self.sets_round(proof.keep, node.longest_against());
            proof.add_sets(&sets, !node.is_prover);
        }
        if is_loss {
            proof.add_cells(houses);
        }
        if node.is_prover {
            proof.best = Some(cell);
            proof.keep.insert(cell);
            proof.add_cells([cell].into_iter().collect());
        }
        Some(proof)
    }
}
