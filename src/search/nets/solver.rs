//! Proofs by rings: can the attacker capture a target?
//!
//! A virtual ring is a won position, with the defender to move, if he cannot enclose a dot of it in the moves that he
//! has until it is closed. A ring with one semi-connection is a threat. The defender has to move into its carrier, or
//! to a cell from which he would enclose a dot of it in time: every other move loses. Captures elsewhere are no
//! other moves: what they free is counted as free already (`safety`).
//!
//! The attacker tries the moves after which such a threat exists. So proofs are trees of threats, without a limit of
//! the cells that a ring lacks.

use super::chains::Chains;
use super::links::Net;
use super::safety::{Safety, safety};
use super::{Kind, owner};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use ahash::RandomState;
use std::collections::HashMap;

/// Steps of a search for rings in one position.
const STEPS: u32 = 20_000;
/// Rings looked at in one position until one is safe.
const RINGS: u32 = 6;
/// Moves of the attacker tried in one position.
const MOVES: usize = 10;
/// Moves of the attacker in a proof.
const DEPTH: u32 = 10;
/// Positions looked at when there is no limit of nodes.
const NODES: u64 = 2000;

/// What is proved of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetVerdict {
    /// Whether the target is proved to be captured.
    pub is_captured: bool,
    /// The move that the proof begins with, if the attacker moves and has to.
    pub best: Option<Point>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Proves captures by rings.
pub struct NetSolver {
    known: HashMap<u64, Known, RandomState>,
    nodes: u64,
    limits: Limits,
    over: bool,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy)]
enum Known {
    /// The move that wins.
    Won(Point),
    /// Nothing wins in so many moves.
    Open(u32),
}

/// A won position with the attacker to move.
struct Won {
    best: Point,
    /// If the move makes a virtual ring: where a dot put before may disturb.
    zone: Option<Bitboard>,
}

/// What rings there are.
struct Rings {
    won: Option<Won>,
    /// Moves worth a try, the best first.
    moves: Vec<Point>,
}

/// Whose capture is asked about.
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
    /// A solver that knows nothing yet.
    pub fn new() -> NetSolver {
        NetSolver {
            known: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            nodes: 0,
            limits: Limits::default(),
            over: false,
        }
    }

    /// Whether the enemy of the target captures it if he moves next. The board is as before afterwards.
    ///
    /// # Panics
    /// If the target is no live dot.
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

    /// As [`attack`](NetSolver::attack) with the owner of the target to move.
    ///
    /// # Panics
    /// If the target is no live dot.
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

    /// Counts a position; tells whether the limits are reached.
    fn count(&mut self) -> bool {
        self.nodes += 1;
        self.over =
            self.over || self.nodes > self.limits.nodes.unwrap_or(NODES) || self.limits.is_over();
        self.over
    }

    /// The attacker to move: a move that captures in so many further moves.
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

    /// The defender to move: whether the attacker captures in so many further moves and one.
    fn defender(&mut self, board: &mut Board, question: Question, depth: u32) -> bool {
        let defender = question.attacker.opponent();
        if !board.live(defender).contains(question.target) {
            return true;
        }
        if self.count() {
            return false;
        }
        let net = Net::new(board, question.attacker, Kind::Wall, question.target);
        let (mut is_closed, mut rings) = (false, 0);
        Chains::new(&net, 0, STEPS).rings(&mut |chain| {
            rings += 1;
            is_closed = zone(board, &net, chain, false).is_ok();
            is_closed || rings == RINGS
        });
        if is_closed {
            return true;
        }
        let Some(threat) = threat(board, &net) else {
            return false;
        };
        let mut replies = threat & board.legal_cells(defender);
        while let Some(reply) = replies.first() {
            replies.remove(reply);
            board.play(reply, defender);
            let won = self.attacker(board, question, depth);
            board.undo();
            match won {
                None => return false,
                Some(Won { zone, .. }) => {
                    if let Some(zone) = zone {
                        replies &= zone;
                    }
                }
            }
        }
        true
    }

    /// The rings of the attacker, and what he may try.
    fn rings(&mut self, board: &mut Board, question: Question, with_moves: bool) -> Rings {
        let net = Net::new(board, question.attacker, Kind::Wall, question.target);
        let (mut won, mut moves, mut rings) = (None, Vec::new(), 0);
        Chains::new(&net, 1, STEPS).rings(&mut |chain| {
            rings += 1;
            let key = key(&net, chain);
            match zone(board, &net, chain, true) {
                Ok(zone) => {
                    won = key.map(|best| Won {
                        best,
                        zone: Some(zone),
                    })
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

/// The key of a ring; without one, any cell that makes it firmer.
fn key(net: &Net, chain: &[usize]) -> Option<Point> {
    let joins = || chain.iter().map(|&join| &net.joins[join].link);
    let key = joins().find_map(|link| link.key);
    key.or_else(|| joins().find_map(|link| link.carrier.first().copied()))
}

/// Where the defender has to move against a ring with one semi-connection.
fn threat(board: &Board, net: &Net) -> Option<Bitboard> {
    let (mut threat, mut rings) = (None, 0);
    Chains::new(net, 1, STEPS).rings(&mut |chain| {
        rings += 1;
        threat = zone(board, net, chain, true).ok();
        threat.is_some() || rings == RINGS
    });
    threat
}

/// The cells that a ring rests on, once its keys are taken, with those where one dot more of the defender may disturb. If
/// he can enclose a dot of it in time, the cells where he would.
fn zone(
    board: &Board,
    net: &Net,
    chain: &[usize],
    with_one_more: bool,
) -> Result<Bitboard, Box<Bitboard>> {
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
        Safety::Safe(critical) if with_one_more => Ok(cells | critical),
        Safety::Safe(_) => Ok(cells),
    }
}

/// Dots, with those that join the ones of each group.
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

/// The dots on a shortest way over dots from one to a set that it can reach.
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
