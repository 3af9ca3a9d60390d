//! Proofs by rings that an attacker captures a target.
//!
//! With the defender to move, a virtual ring wins if it is *safe*: the defender cannot enclose a dot of it in the moves
//! that he has before it is closed. A safe ring with one semi-connection is a threat. The defender has to reply in its
//! *zone*: in its carrier, or on a cell that helps to enclose a dot of the ring in time. Every other move loses.
//! Captures elsewhere cannot help, because `safety` counts dots that may be freed as freed already.
//!
//! The attacker plays only moves that make such threats. So a proof is a tree of threats. The number of cells that a
//! ring still needs is not limited.

use super::chains::Chains;
use super::links::Net;
use super::safety::{Safety, safety};
use super::{Kind, owner};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use ahash::RandomState;
use std::collections::HashMap;

/// The most steps of a search for rings in one position.
const STEPS: u32 = 20_000;
/// The most rings that are tested for safety in one position.
const RINGS: u32 = 6;
/// The most moves of the attacker that are tried in one position.
const MOVES: usize = 10;
/// The most moves of the attacker in one line of a proof, before the ring.
const DEPTH: u32 = 10;
/// The most positions searched if the limits have no limit of nodes.
const NODES: u64 = 2000;

/// The result of a [`NetSolver`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetVerdict {
    /// Whether it is proved that the attacker captures the target.
    pub is_captured: bool,
    /// The first move of the proof, if the attacker moves.
    pub best: Option<Point>,
    /// Number of positions searched.
    pub nodes: u64,
}

/// Searches for proofs by rings that a target is captured.
pub struct NetSolver {
    known: HashMap<u64, Known, RandomState>,
    nodes: u64,
    limits: Limits,
    over: bool,
}

/// The result for a position with the attacker to move.
#[derive(Clone, Copy)]
enum Known {
    /// This move wins.
    Won(Point),
    /// No move wins with this number of further moves.
    Open(u32),
}

/// A won position with the attacker to move.
struct Won {
    best: Point,
    /// If the move makes a virtual ring, the zone: the cells where one additional dot of the defender may refute it.
    zone: Option<Bitboard>,
}

/// The result of a search for rings with the attacker to move.
struct Rings {
    won: Option<Won>,
    /// Moves that may make a threat, the best first.
    moves: Vec<Point>,
}

/// The attacker, and the target that he wants to capture.
#[derive(Clone, Copy)]
struct Question {
    attacker: Player,
    target: Point,
}

impl Default for NetSolver {
    fn default() -> NetSolver {
        NetSolver::new()
    }
}

impl NetSolver {
    /// A solver without results.
    pub fn new() -> NetSolver {
        NetSolver {
            known: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            nodes: 0,
            limits: Limits::default(),
            over: false,
        }
    }

    /// Searches for a proof that the enemy of the target captures it if he moves next. Without a proof nothing is known. The
    /// board is unchanged afterwards.
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn attack(&mut self, board: &mut Board, target: Point, limits: &Limits) -> NetVerdict {
        let question = self.begin(board, target, limits);
        let mut best = None;
        for depth in 0..=DEPTH {
            best = self.attacker(board, question, depth).map(|won| won.best);
            if best.is_some() || self.over {
                break;
            }
        }
        self.verdict(best.is_some(), best)
    }

    /// Whether the enemy of the target captures it if the owner of the target moves next. The board is unchanged
    /// afterwards.
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn defend(&mut self, board: &mut Board, target: Point, limits: &Limits) -> NetVerdict {
        let question = self.begin(board, target, limits);
        let mut is_captured = false;
        for depth in 0..=DEPTH {
            is_captured = self.defender(board, question, depth);
            if is_captured || self.over {
                break;
            }
        }
        self.verdict(is_captured, None)
    }

    fn begin(&mut self, board: &Board, target: Point, limits: &Limits) -> Question {
        self.known.clear();
        self.nodes = 0;
        self.over = false;
        self.limits = limits.clone();
        Question {
            attacker: owner(board, target).opponent(),
            target,
        }
    }

    fn verdict(&self, is_captured: bool, best: Option<Point>) -> NetVerdict {
        NetVerdict {
            is_captured,
            best,
            nodes: self.nodes,
        }
    }

    /// Counts a position. Returns whether a limit is reached.
    fn count(&mut self) -> bool {
        self.nodes += 1;
        self.over =
            self.over || self.nodes > self.limits.nodes.unwrap_or(NODES) || self.limits.is_over();
        self.over
    }

    /// With the attacker to move: a move after which he captures with at most `depth` further moves before the ring.
    fn attacker(&mut self, board: &mut Board, question: Question, depth: u32) -> Option<Won> {
        let key = board.hash();
        match self.known.get(&key) {
            Some(&Known::Won(best)) => return Some(Won { best, zone: None }),
            Some(&Known::Open(known)) if known >= depth => return None,
            _ => {}
        }
        if self.count() {
            return None;
        }
        let rings = self.rings(board, question, depth > 0);
        if let Some(won) = rings.won {
            self.known.insert(key, Known::Won(won.best));
            return Some(won);
        }
        for &best in rings.moves.iter().take(if depth > 0 { MOVES } else { 0 }) {
            board.play(best, question.attacker);
            let is_won = self.defender(board, question, depth - 1);
            board.undo();
            if is_won {
                self.known.insert(key, Known::Won(best));
                return Some(Won { best, zone: None });
            }
            if self.over {
                return None;
            }
        }
        self.known.insert(key, Known::Open(depth));
        None
    }

    /// With the defender to move: whether the attacker captures with at most `depth + 1` moves before the ring.
    fn defender(&mut self, board: &mut Board, question: Question, depth: u32) -> bool {
        let defender = question.attacker.opponent();
        if !board.live(defender).contains(question.target) {
            return true;
        }
        if self.count() {
            return false;
        }
        let net = Net::new(board, question.attacker, Kind::Wall, question.target);
        if first_zone(board, &net, 0).is_some() {
            return true;
        }
        let Some(threat) = first_zone(board, &net, 1) else {
            return false;
        };
        let mut replies = threat & board.legal_cells(defender);
        while let Some(reply) = replies.first() {
            replies.remove(reply);
            board.play(reply, defender);
            let won = self.attacker(board, question, depth);
            board.undo();
            let Some(Won { zone, .. }) = won else {
                return false;
            };
            if let Some(zone) = zone {
                replies &= zone;
            }
        }
        true
    }

    /// Searches for rings of the attacker, with him to move.
    fn rings(&mut self, board: &mut Board, question: Question, with_moves: bool) -> Rings {
        let net = Net::new(board, question.attacker, Kind::Wall, question.target);
        let (mut won, mut moves, mut rings) = (None, Vec::new(), 0);
        Chains::new(&net, 1, STEPS).rings(&mut |chain| {
            rings += 1;
            let key = key(&net, chain);
            match zone(board, &net, chain) {
                Ok(zone) => {
                    let zone = Some(zone);
                    won = key.map(|best| Won { best, zone });
                }
                Err(cut) => moves.extend(key.into_iter().chain(cut.iter().take(4))),
            }
            won.is_some() || rings == RINGS
        });
        if won.is_none() && with_moves {
            Chains::new(&net, 2, STEPS).rings(&mut |chain| {
                let joins = chain.iter().map(|&join| &net.joins[join]);
                moves.extend(joins.filter_map(|join| join.link.key));
                moves.len() > 4 * MOVES
            });
        }
        let legal = board.legal_cells(question.attacker);
        let mut seen = Bitboard::EMPTY;
        moves.retain(|&cell| {
            let is_new = !seen.contains(cell) && legal.contains(cell);
            seen.insert(cell);
            is_new
        });
        Rings { won, moves }
    }
}

/// The key of a ring, or the first cell of a carrier if it has no semi-connection.
fn key(net: &Net, chain: &[usize]) -> Option<Point> {
    let joins = || chain.iter().map(|&join| &net.joins[join].link);
    let key = joins().find_map(|link| link.key);
    key.or_else(|| joins().find_map(|link| link.carrier.first().copied()))
}

/// The zone of the first safe ring with at most `semis` semi-connections.
fn first_zone(board: &Board, net: &Net, semis: u32) -> Option<Bitboard> {
    let (mut found, mut rings) = (None, 0);
    Chains::new(net, semis, STEPS).rings(&mut |chain| {
        rings += 1;
        found = zone(board, net, chain).ok();
        found.is_some() || rings == RINGS
    });
    found
}

/// The zone of a ring whose keys are taken: its carrier, and the cells where one additional dot of the defender may help
/// to enclose a dot of the ring. If the ring is not safe, the error has the cells where the defender encloses a dot.
fn zone(board: &Board, net: &Net, chain: &[usize]) -> Result<Bitboard, Box<Bitboard>> {
    let joins = || chain.iter().map(|&join| &net.joins[join].link);
    let cells: Bitboard = joins()
        .flat_map(|link| link.carrier.iter().copied())
        .collect();
    let moves = joins().map(|link| link.moves).sum();
    let wall = wall(
        board,
        net,
        joins().flat_map(|link| link.ends.iter().flatten().copied()),
    );
    match safety(board, net.player, &wall, &cells, moves) {
        Safety::Unsafe(cut) => Err(Box::new(cut)),
        Safety::Safe(critical) => Ok(cells | critical),
    }
}

/// The given dots of the player, with the dots that connect those of one group.
fn wall(board: &Board, net: &Net, dots: impl Iterator<Item = Point>) -> Bitboard {
    let own = board.live(net.player);
    let mut wall = Bitboard::EMPTY;
    let mut joined: HashMap<usize, Point> = HashMap::new();
    for dot in dots.filter(|&dot| own.contains(dot)) {
        let Some(group) = net.groups.number(dot) else {
            continue;
        };
        let first = *joined.entry(group).or_insert(dot);
        if !wall.contains(dot) {
            let goal = Bitboard::from_iter([first]) | wall;
            wall |= steps(dot, &goal, own);
        }
    }
    wall
}

/// The dots of a shortest way from a dot over own dots to the set `goal`.
fn steps(from: Point, goal: &Bitboard, own: &Bitboard) -> Bitboard {
    let mut layers = vec![Bitboard::from_iter([from])];
    let mut seen = layers[0];
    let mut last = layers[0];
    while !last.intersects(goal) && !last.is_empty() {
        last = (last.grown() & *own) - seen;
        seen |= last;
        layers.push(last);
    }
    let mut found = Bitboard::EMPTY;
    let mut near = *goal;
    for layer in layers.iter().rev() {
        if let Some(dot) = (*layer & near).first() {
            found.insert(dot);
            near = Bitboard::from_iter([dot]).grown();
        }
    }
    found
}
