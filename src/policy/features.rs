//! What a policy looks at: the features of a move, as places in a table of weights.
//!
//! Every feature is a kind and a key; both are hashed into the first of [`PLACES`] places, where
//! features may meet. The last places tell how likely a move is by the cells round it alone
//! (`rings`), which is no feature. The features of a move are:
//!
//! * the patterns of 8, 12 and 20 cells round it, and those of its corners and sides (`patterns`);
//! * how far it is from the edge, and from the nearest dots of both players;
//! * where it lies from each of the last three moves, and that together with its pattern of eight;
//! * where it lies from the last move, together with the pattern of twelve round that one;
//! * what it captures, or takes away from the opponent, and empty bases closed likewise;
//! * the groups of both players that it joins, with their sizes.
//!
//! CITE: M. Wistuba and L. Schmidt-Thieme, "Move prediction in Go" (2013), and R. Coulom,
//! "Computing Elo ratings of move patterns in the game of Go" (2007): patterns and the last
//! moves as features.

use super::patterns::{FARTHEST, Reply, Surroundings, Window};
use super::rings::{self, RINGS};
use super::sensible_cells;
use crate::board::{Board, EnclosingMove};
use crate::geometry::{Bitboard, Player, Point};

/// Number of places: those of features, and those of rings.
pub const PLACES: usize = FIRST_RING + RINGS;
/// Features have places before this one; with the rings they fill a table of a mebibyte but for a few bytes.
pub(super) const FIRST_RING: usize = 515_548;

/// A move has no more features than this.
pub const MOST_FEATURES: usize = 24;

/// Last moves that are looked at.
pub(super) const LAST_MOVES: usize = 3;
/// How far from one of them it is told where exactly a move lies, in steps of a king.
pub(super) const NEARBY: u32 = 6;
/// Farther away it is told whether it is one of these, two of them and so on.
const FAR: [u32; 3] = [8, 12, 18];
/// Farther from all dots than this is all the same.
const MOST_DISTANCE: usize = 6;
/// Two such distances are one number less than this.
pub(super) const DISTANCES: usize = (MOST_DISTANCE + 2) * 16;

/// The kinds of features. The numbers of patterns, parts and last moves are added.
mod kind {
    pub const PATTERN: u32 = 0;
    pub const EDGE: u32 = 3;
    pub const DISTANCE: u32 = 4;
    pub const OFFSET: u32 = 5;
    pub const OFFSET_AND_PATTERN: u32 = 8;
    pub const REPLY: u32 = 11;
    pub const CAPTURE: u32 = 12;
    pub const RESCUE: u32 = 13;
    pub const CLOSING: u32 = 14;
    pub const GROUPS: u32 = 15;
    pub const PART: u32 = 16;
    pub const FAR: u32 = 18;
}

/// What hears of the features of a move.
pub(super) trait Sink {
    /// The patterns round it; [`pattern_places`] tells their places.
    fn patterns(&mut self, window: Window);

    /// The place of another feature.
    fn feature(&mut self, place: u32);
}

/// The places of the patterns round a cell.
pub(super) fn pattern_places(window: Window) -> impl Iterator<Item = u32> {
    let patterns = window.patterns().into_iter().zip(kind::PATTERN..);
    let parts = window.parts().into_iter().zip(kind::PART..);
    let parts = parts.flat_map(|(turns, kind)| turns.map(|number| (number, kind)));
    patterns
        .chain(parts)
        .map(|(number, kind)| place(kind, number))
}

/// The place of a feature.
#[inline]
fn place(kind: u32, key: u32) -> u32 {
    let mixed = (key ^ kind.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    let hash = (mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae35);
    ((u64::from(hash) * FIRST_RING as u64) >> 32) as u32
}

/// The place of a distance from the nearest dots.
pub(super) fn distance_place(distance: usize) -> u32 {
    place(kind::DISTANCE, distance as u32)
}

/// The place of a distance, greater than [`NEARBY`], from the last move with this number.
pub(super) fn far_place(number: usize, steps: u32) -> u32 {
    let class = FAR.iter().filter(|&&limit| steps > limit).count();
    place(kind::FAR + number as u32, class as u32)
}

/// The features of one move.
#[derive(Clone, Debug)]
pub struct Features {
    places: [u32; MOST_FEATURES],
    count: usize,
    ring: Option<usize>,
}

impl Features {
    fn new() -> Features {
        Features {
            places: [0; MOST_FEATURES],
            count: 0,
            ring: None,
        }
    }

    /// The place of the weight that tells how likely the move is by the cells round it alone, if there is
    /// a dot among them.
    #[inline]
    pub fn ring(&self) -> Option<usize> {
        self.ring
    }

    /// Their places.
    #[inline]
    pub fn places(&self) -> &[u32] {
        &self.places[..self.count.min(MOST_FEATURES)]
    }
}

impl Sink for Features {
    fn patterns(&mut self, window: Window) {
        let [own, enemy] = window.rings();
        self.ring = rings::number(own, enemy).map(|number| FIRST_RING + number);
        for place in pattern_places(window) {
            self.feature(place);
        }
    }

    fn feature(&mut self, place: u32) {
        debug_assert!(self.count < MOST_FEATURES, "more features than places");
        self.places[self.count % MOST_FEATURES] = place;
        self.count += 1;
    }
}

/// A byte for each cell; where it is about captures, 0 for none.
type Marks = [u8; Point::COUNT];

/// A position in which moves are looked at.
pub(super) struct Position<'a> {
    board: &'a Board,
    player: Player,
    /// The moves that are worth a thought.
    pub(super) cells: Bitboard,
    pub(super) surroundings: Surroundings,
    /// Distances from the nearest dot of the player, times 16, and of the opponent.
    distances: Box<Marks>,
    /// The last moves, the latest first.
    last: Vec<Point>,
    reply: Option<Reply>,
    /// Where something is captured, saved or closed.
    pub(super) captures: Bitboard,
    gains: Box<Marks>,
    losses: Box<Marks>,
    closing: Box<Marks>,
    sizes: Box<[u16; Point::COUNT]>,
}

/// Calls `found` with every move of `player` that is worth a thought, row by row, whether it is
/// about a capture, and its features. The board is as before afterwards.
pub fn for_each_move(
    board: &mut Board,
    player: Player,
    mut found: impl FnMut(Point, bool, &Features),
) {
    let position = Position::new(board, player);
    for point in position.cells.iter() {
        let mut features = Features::new();
        position.describe(point, &mut features);
        found(point, position.is_forcing(point), &features);
    }
}

impl<'a> Position<'a> {
    /// The board is as before as soon as this is there.
    pub(super) fn new(board: &'a mut Board, player: Player) -> Position<'a> {
        let [own, enemy] = [player, player.opponent()].map(|side| board.enclosing_moves(side));
        let board: &Board = board;
        let surroundings = Surroundings::new(board, player);
        let moves = board.moves().rev().take(LAST_MOVES);
        let last: Vec<Point> = moves.map(|last| last.point).collect();
        let reply = last
            .first()
            .map(|&last| Reply::round(surroundings.of(last)));
        let mut closing = Box::new([0; Point::COUNT]);
        let mut cells_of_captures = Bitboard::EMPTY;
        for (bit, enclosing) in [(1, &own), (2, &enemy)] {
            for found in enclosing {
                if found.captured == 0 {
                    closing[found.point.index()] |= bit;
                }
                cells_of_captures.insert(found.point);
            }
        }
        Position {
            board,
            player,
            cells: sensible_cells(board, player, &own),
            surroundings,
            distances: distances(board, player),
            last,
            reply,
            captures: cells_of_captures,
            gains: marks(&own),
            losses: marks(&enemy),
            closing,
            sizes: sizes(board),
        }
    }

    /// Whether a move captures, or takes a capture away from the opponent.
    #[inline]
    pub(super) fn is_forcing(&self, point: Point) -> bool {
        self.gains[point.index()] | self.losses[point.index()] != 0
    }

    /// Where no dot is and none is captured.
    #[inline]
    pub(super) fn free(&self) -> Bitboard {
        *self.board.free()
    }

    /// The cells next to dots: others join no groups.
    pub(super) fn cells_near_dots(&self) -> Bitboard {
        let [first, second] = Player::ALL.map(|player| *self.board.live(player));
        (first | second).grown()
    }

    /// All features of a move.
    fn describe(&self, point: Point, sink: &mut impl Sink) {
        self.describe_place(point, sink);
        sink.feature(distance_place(self.distance(point)));
        for (number, last) in self.last() {
            match point.chebyshev(last) {
                steps if steps > NEARBY => sink.feature(far_place(number, steps)),
                _ => self.describe_nearby(point, number, last, sink),
            }
        }
        self.describe_captures(point, sink);
        self.describe_groups(point, sink);
    }

    /// What is round a move, and how far it is from the edge.
    #[inline]
    pub(super) fn describe_place(&self, point: Point, sink: &mut impl Sink) {
        sink.patterns(self.surroundings.of(point));
        sink.feature(place(kind::EDGE, self.edge_distance(point)));
    }

    /// How far from the nearest dots of both players a move is, as one number less than
    /// [`DISTANCES`].
    #[inline]
    pub(super) fn distance(&self, point: Point) -> usize {
        self.distances[point.index()].into()
    }

    /// The last moves with their numbers, the latest first.
    #[inline]
    pub(super) fn last(&self) -> impl Iterator<Item = (usize, Point)> {
        self.last.iter().copied().enumerate()
    }

    /// Where a move lies from one of the last, no farther than [`NEARBY`] away.
    pub(super) fn describe_nearby(
        &self,
        point: Point,
        number: usize,
        last: Point,
        sink: &mut impl Sink,
    ) {
        let dx = point.x() as i32 - last.x() as i32;
        let dy = point.y() as i32 - last.y() as i32;
        let (near, far) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
        let (kinds, offset) = (number as u32, (far * 8 + near) as u32);
        sink.feature(place(kind::OFFSET + kinds, offset));
        if far > FARTHEST {
            return;
        }
        let ring = self.surroundings.of(point).ring();
        let key = offset.wrapping_mul(0x2545_f491).wrapping_add(ring);
        sink.feature(place(kind::OFFSET_AND_PATTERN + kinds, key));
        if let Some(reply) = self.reply.as_ref().filter(|_| number == 0) {
            sink.feature(place(kind::REPLY, reply.number(dx, dy)));
        }
    }

    /// What a move captures, saves or closes.
    pub(super) fn describe_captures(&self, point: Point, sink: &mut impl Sink) {
        for (kind, marks) in [
            (kind::CAPTURE, &self.gains),
            (kind::RESCUE, &self.losses),
            (kind::CLOSING, &self.closing),
        ] {
            let mark = marks[point.index()];
            if mark != 0 {
                sink.feature(place(kind, mark.into()));
            }
        }
    }

    /// The groups that a move joins.
    pub(super) fn describe_groups(&self, point: Point, sink: &mut impl Sink) {
        if let Some(groups) = self.groups_round(point) {
            sink.feature(place(kind::GROUPS, groups));
        }
    }

    /// Steps to the nearest edge; five and more are all the same.
    fn edge_distance(&self, point: Point) -> u32 {
        let size = self.board.size();
        let (x, y) = (point.x(), point.y());
        let (right, bottom) = (size.width() - 1 - x, size.height() - 1 - y);
        x.min(y).min(right).min(bottom).min(5)
    }

    /// The clusters round the cell of both players, with the sizes of the two largest; `None` if
    /// no player has two there.
    #[inline]
    fn groups_round(&self, point: Point) -> Option<u32> {
        let players = [self.player, self.player.opponent()];
        let nearest = self.distances[point.index()];
        let touches = [nearest >> 4, nearest & 15].map(|distance| distance == 1);
        let parts =
            |side: usize| touches[side] && self.board.has_several_arcs(point, players[side]);
        if !parts(0) && !parts(1) {
            return None;
        }
        let mut key = 0;
        let mut most = 0;
        for player in players {
            let (mut count, mut largest) = (0, [0; 2]);
            for cluster in self.board.clusters_round(point, player) {
                let size = size_class(self.sizes[cluster]);
                largest = [size.max(largest[0]), largest[1].max(size.min(largest[0]))];
                count += 1;
            }
            key = (key * 4 + count % 4) * 64 + largest[0] * 8 + largest[1];
            most = most.max(count);
        }
        (most >= 2).then_some(key)
    }
}

/// 1, 2 to 3, 4 to 7 and so on up to 6.
fn size_class(size: u16) -> u32 {
    (16 - size.leading_zeros()).min(6)
}

/// What captures are worth, by cell: 0 for none.
fn marks(enclosing: &[EnclosingMove]) -> Box<Marks> {
    let mut marks = Box::new([0; Point::COUNT]);
    for capture in enclosing.iter().filter(|found| found.captured > 0) {
        let gain = (capture.captured + capture.freed).min(63);
        marks[capture.point.index()] = (32 - gain.leading_zeros()) as u8;
    }
    marks
}

/// The number of steps of a king from each cell to the nearest dot of a player, times 16, and to the
/// nearest of the opponent.
fn distances(board: &Board, player: Player) -> Box<Marks> {
    const FARTHER: u8 = MOST_DISTANCE as u8 + 1;
    let mut distances = Box::new([FARTHER * 16 + FARTHER; Point::COUNT]);
    for (player, factor) in [(player, 16), (player.opponent(), 1)] {
        let (mut reached, mut before) = (*board.live(player), Bitboard::EMPTY);
        for distance in 0..FARTHER {
            for cell in ((reached - before) & *board.free()).iter() {
                distances[cell.index()] -= (FARTHER - distance) * factor;
            }
            before = reached;
            reached = reached.grown();
        }
    }
    distances
}

/// The number of live dots of each cluster.
fn sizes(board: &Board) -> Box<[u16; Point::COUNT]> {
    let mut sizes = Box::new([0; Point::COUNT]);
    for player in Player::ALL {
        for dot in board.live(player).iter() {
            sizes[board.cluster(dot)] += 1;
        }
    }
    sizes
}

#[cfg(test)]
mod tests;
