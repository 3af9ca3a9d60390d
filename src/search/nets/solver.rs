//! Proofs that an attacker captures a target, a live dot of the defender, by rings of connections round it.
//!
//! With the defender to move, a virtual ring wins if it is *safe*: the defender cannot enclose a dot of it in the moves
//! that he has before it is closed. A safe ring with one semi-connection is a threat: the attacker closes it if he
//! moves next. The defender has to reply in the *zone* of the ring: in its carrier, or on a cell that helps to enclose
//! a dot of the ring in time. Every other move loses. Captures elsewhere cannot help, because `safety` counts dots that
//! may be freed as freed already.
//!
//! The attacker plays only moves that make such threats. So a proof is a tree of threats. The number of moves that the
//! attacker needs to close a ring is not limited.

use super::connections::Net;
use super::safety::{Safety, safety};
use super::sequences::Sequences;
use super::{Kind, owner};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use ahash::RandomState;
use std::collections::HashMap;

/// The most steps of one search for rings in a position. A step tries one connection.
const STEPS: u32 = 20_000;
/// The most rings round a target that are tested in one position for whether the defender can enclose a dot of them.
pub(super) const RINGS: u32 = 6;
/// The most moves of the attacker that are tried in one position.
const MOVES: usize = 10;
/// The most moves of the attacker in one line of a proof before the move that completes a virtual ring.
const DEPTH: u32 = 10;
/// The most positions searched if the [`Limits`] give no number of nodes.
const NODES: u64 = 2000;

/// The result of a [`NetSolver`] for one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetVerdict {
    /// Whether it is proved that the attacker captures the target. False also if no proof was found within the limits.
    pub is_captured: bool,
    /// The first move of the attacker in the proof. `None` without a proof, and if the defender moves first.
    pub best: Option<Point>,
    /// Number of positions searched.
    pub nodes: u64,
}

/// Searches for proofs that a target is captured. A proof consists of threats to close a ring of connections round the
/// target.
pub struct NetSolver {
    known: HashMap<u64, Known, RandomState>,
    nodes: u64,
    limits: Limits,
    over: bool,
}

/// The result of the search of a position with the attacker to move.
#[derive(Clone, Copy)]
enum Known {
    /// The attacker captures the target after this move.
    Won(Point),
    /// No winning move was found, with at most this number of moves of the attacker before the one that completes a
    /// ring.
    Open(u32),
}

/// A winning move of the attacker in a position, and where the defender could refute it.
struct Won {
    best: Point,
    /// If the move makes a virtual ring: the cells where one more dot of the defender may refute the move. `None` if
    /// the winning move only makes a threat, or was known before.
    zone: Option<Bitboard>,
}

/// The result of a search for rings round the target, with the attacker to move.
struct Rings {
    won: Option<Won>,
    /// Moves of the attacker that may make a threat, the best first.
    moves: Vec<Point>,
}

/// The attacker, and the live dot of his opponent that he wants to capture.
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
    /// A solver that has not searched anything.
    pub fn new() -> NetSolver {
        NetSolver {
            known: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            nodes: 0,
            limits: Limits::default(),
            over: false,
        }
    }

    /// Searches for a proof that the enemy of the target captures it if that enemy moves next. Without a proof nothing
    /// is known: the target may be captured all the same. The board is unchanged afterwards.
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

    /// Searches for a proof that the enemy of the target captures it although the owner of the target moves next.
    /// Without a proof nothing is known. The board is unchanged afterwards.
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

    /// Counts a position as searched. Returns whether a limit is reached, so that the search must end.
    fn count(&mut self) -> bool {
        self.nodes += 1;
        self.over =
            self.over || self.nodes > self.limits.nodes.unwrap_or(NODES) || self.limits.is_over();
        self.over
    }

    /// Searches with the attacker to move. Returns a move that wins if he makes at most `depth` further moves before
    /// the one that completes a virtual ring. `None` if there is no such move among those tried, or if a limit is
    /// reached.
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

    /// Searches with the defender to move. Returns whether it is proved that the attacker captures, with at most `depth
    /// + 1` moves before the one that completes a virtual ring. False also if a limit is reached.
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

    /// Searches with the attacker to move for rings round the target that he closes after at most one first move and of
    /// which the defender cannot enclose a dot in time. If there is none, it lists moves that prepare one. `with_moves`
    /// adds first moves for rings that need two of them.
    fn rings(&mut self, board: &mut Board, question: Question, with_moves: bool) -> Rings {
        let net = Net::new(board, question.attacker, Kind::Wall, question.target);
        let (mut won, mut moves, mut rings) = (None, Vec::new(), 0);
        Sequences::new(&net, 1, STEPS).rings(&mut |sequence| {
            rings += 1;
            let key = key(&net, sequence);
            match zone(board, &net, sequence) {
                Ok(zone) => {
                    let zone = Some(zone);
                    won = key.map(|best| Won { best, zone });
                }
                Err(cut) => moves.extend(key.into_iter().chain(cut.iter().take(4))),
            }
            won.is_some() || rings == RINGS
        });
        if won.is_none() && with_moves {
            Sequences::new(&net, 2, STEPS).rings(&mut |sequence| {
                let joins = sequence.iter().map(|&join| &net.joins[join]);
                moves.extend(joins.filter_map(|join| join.connection.key));
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

/// The first move that the first semi-connection of a ring needs. If there is none, the first free cell that the ring
/// depends on. `None` if it depends on none.
fn key(net: &Net, sequence: &[usize]) -> Option<Point> {
    let joins = || sequence.iter().map(|&join| &net.joins[join].connection);
    let key = joins().find_map(|connection| connection.key);
    key.or_else(|| joins().find_map(|connection| connection.carrier.first().copied()))
}

/// Looks for a ring with at most `semis` semi-connections of which the defender cannot enclose a dot in time. Returns
/// the cells where he has to reply to it. `None` if none of the rings that are tried is so.
fn first_zone(board: &Board, net: &Net, semis: u32) -> Option<Bitboard> {
    let (mut found, mut rings) = (None, 0);
    Sequences::new(net, semis, STEPS).rings(&mut |sequence| {
        rings += 1;
        found = zone(board, net, sequence).ok();
        found.is_some() || rings == RINGS
    });
    found
}

/// Whether it is proved that the owner of a ring captures its target: against every reply if the ring has no
/// semi-connection, and if he takes the key next if it has one. False also if it is only not proved.
pub(super) fn is_proved(board: &Board, net: &Net, sequence: &[usize]) -> bool {
    let semis = sequence.iter().filter(|&&join| net.joins[join].is_semi());
    semis.count() <= 1 && zone(board, net, sequence).is_ok()
}

/// Tests whether the defender can enclose a dot of a ring in time, after the attacker has made the first moves of its
/// semi-connections. If not, returns the cells where the defender has to reply: the free cells that the ring depends
/// on, and cells where one more dot may help to enclose a dot of it. If he can, the error is the set of cells where he
/// does.
fn zone(board: &Board, net: &Net, sequence: &[usize]) -> Result<Bitboard, Box<Bitboard>> {
    let joins = || sequence.iter().map(|&join| &net.joins[join].connection);
    let cells: Bitboard = joins()
        .flat_map(|connection| connection.carrier.iter().copied())
        .collect();
    let moves = joins().map(|connection| connection.moves).sum();
    let wall = wall(
        board,
        net,
        joins().flat_map(|connection| connection.ends.iter().flatten().copied()),
    );
    match safety(board, net.player, &wall, &cells, moves) {
        Safety::Unsafe(cut) => Err(Box::new(cut)),
        Safety::Safe(critical) => Ok(cells | critical),
    }
}

/// Those of the `dots` that belong to the player, with dots of his that connect the given dots of each group.
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

/// The dots of a shortest way from a dot over own dots to a dot of the set `goal`. Steps go to sides and corners. The
/// way includes both ends.
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
