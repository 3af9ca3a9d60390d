//! The features of a move: what a policy knows about it.
//!
//! Each feature has a [place] in the table of weights. A move has features for:
//!
//! * the patterns of 8, 12 and 20 cells round it, and those of its corners and sides ([`patterns`](super::patterns));
//! * its distances from the edge, and from the nearest dots of both players;
//! * its offset from each of the last three moves: the exact one up to six king's steps, and one of four classes of
//!   distances beyond;
//! * its offset from each of the last three moves within three king's steps, together with its own pattern of 8 cells;
//! * its offset from the last move within three king's steps, together with the pattern of 12 cells round the last move;
//! * the captures that it makes or prevents;
//! * the empty bases that it closes, or that a dot of the opponent would close there;
//! * the clusters of both players next to it, with their sizes. A cluster is a set of live dots of one player that are
//!   connected by sides or corners. Dots that a capture has separated, or that were freed, may count with their former
//!   cluster.
//!
//! CITE: M. Wistuba and L. Schmidt-Thieme, "Move prediction in Go" (2013), and R. Coulom,
//! "Computing Elo ratings of move patterns in the game of Go" (2007): patterns and the last
//! moves as features.

#[cfg(any(test, feature = "cli"))]
mod list;
mod places;

#[cfg(feature = "cli")]
pub(crate) use list::Features;
#[cfg(any(test, feature = "cli"))]
pub(crate) use list::for_each_move;
pub(crate) use places::PLACES;
pub(super) use places::{FIRST_RING, distance_place, offset_place, pattern_places};

use super::patterns::{LastMovePattern, MARK_REACH, Surroundings, Window};
use super::reasonable_cells;
use crate::board::{Board, EnclosingMove};
use crate::geometry::{Bitboard, Player, Point, Size, bits};
use places::{kind, offset, place};

/// Number of last moves of the game that give features to a move by its offset from them.
pub(super) const LAST_MOVES: usize = 3;
/// Largest distance from the nearest dot of a player that is told apart, in king's steps. All larger ones count as 7.
const MOST_DISTANCE: usize = 6;
/// Number of distance codes: all that [`distance_code`](PositionFeatures::distance_code) returns are smaller.
pub(super) const DISTANCE_CODES: usize = (MOST_DISTANCE + 2) * 16;

/// Receives the features of a move one by one.
pub(super) trait Sink {
    /// Takes the cells round the move. [`pattern_places`] gives the places of their patterns in the table of weights.
    fn patterns(&mut self, window: Window);

    /// Takes the place in the table of weights of any other feature.
    fn feature(&mut self, place: u32);
}

/// A byte for each cell of the board, by the index of its point. 0 means that the cell is not marked.
type Marks = Vec<u8>;

/// A position with a player, prepared to give the features of each of his moves.
pub(super) struct PositionFeatures<'a> {
    board: &'a Board,
    player: Player,
    /// The cells of the moves of the player that are worth a thought: outside of empty bases, or captures. If there are
    /// none, all legal ones.
    pub(super) cells: Bitboard,
    pub(super) surroundings: Surroundings,
    distances: Marks,
    /// The cells of the last moves, at most [`LAST_MOVES`], the latest first.
    last: Vec<Point>,
    last_pattern: Option<LastMovePattern>,
    /// The cells where a dot of either player captures or closes an empty base.
    pub(super) enclosing: Bitboard,
    /// For each cell where a dot of the player captures, the [size class](size_class) of the dots that it captures and
    /// frees. Otherwise 0.
    gains: Marks,
    /// For each cell where a dot of the opponent captures, the [size class](size_class) of the dots that it captures and
    /// frees. Otherwise 0.
    losses: Marks,
    /// Two bits for each cell. Bit 0: a dot of the player closes an empty base there and captures nothing. Bit 1: the
    /// same for a dot of the opponent.
    closing: Marks,
    /// Number of live dots of each cluster, by the number of the cluster. A cluster is a set of connected dots of one
    /// player.
    sizes: Vec<u16>,
}

impl<'a> PositionFeatures<'a> {
    /// Prepares the features of the moves of `player`. The board is unchanged afterwards.
    pub(super) fn new(board: &'a mut Board, player: Player) -> PositionFeatures<'a> {
        let [own, enemy] = [player, player.opponent()].map(|side| board.enclosing_moves(side));
        let board: &Board = board;
        let surroundings = Surroundings::new(board, player);
        let moves = board.moves().rev().take(LAST_MOVES);
        let last: Vec<Point> = moves.map(|last| last.point).collect();
        let last_pattern = last
            .first()
            .map(|&last| LastMovePattern::round(surroundings.of(last)));
        let mut closing = vec![0; board.size().points_end()];
        let mut all_enclosing = Bitboard::EMPTY;
        for (bit, enclosing) in [(1, &own), (2, &enemy)] {
            for found in enclosing {
                if found.captured == 0 {
                    closing[found.point.index()] |= bit;
                }
                all_enclosing.insert(found.point);
            }
        }
        PositionFeatures {
            board,
            player,
            cells: reasonable_cells(board, player, &own),
            surroundings,
            distances: distances(board, player),
            last,
            last_pattern,
            enclosing: all_enclosing,
            gains: marks(&own, board.size()),
            losses: marks(&enemy, board.size()),
            closing,
            sizes: sizes(board),
        }
    }

    /// Whether a move captures, or takes a cell where a dot of the opponent would capture.
    #[inline]
    pub(super) fn is_forcing(&self, point: Point) -> bool {
        self.gains[point.index()] | self.losses[point.index()] != 0
    }

    /// A number above the indices of all points of the board.
    pub(super) fn points_end(&self) -> usize {
        self.board.size().points_end()
    }

    /// The playable cells.
    #[inline]
    pub(super) fn free(&self) -> Bitboard {
        *self.board.free()
    }

    /// The cells next to which the live dots of a player form several arcs. Only these can have several clusters of a
    /// player next to them.
    pub(super) fn cells_with_several_arcs(&self) -> Bitboard {
        let arcs = |player| self.board.live(player).cells_with_several_arcs();
        let [first, second] = Player::ALL.map(arcs);
        first | second
    }

    /// Passes all features of a move to `sink`.
    #[cfg(any(test, feature = "cli"))]
    fn describe(&self, point: Point, sink: &mut impl Sink) {
        self.describe_place(point, sink);
        sink.feature(distance_place(self.distance_code(point)));
        let ring = self.ring(point);
        for (number, last) in self.last() {
            let (columns, rows) = (point.x().abs_diff(last.x()), point.y().abs_diff(last.y()));
            sink.feature(offset_place(number, columns, rows));
            self.describe_nearby(point, ring, number, last, sink);
        }
        self.describe_captures(point, sink);
        self.describe_clusters(point, sink);
    }

    /// Passes the patterns of a move and its distance from the edge to `sink`.
    #[inline]
    pub(super) fn describe_place(&self, point: Point, sink: &mut impl Sink) {
        sink.patterns(self.surroundings.of(point));
        sink.feature(place(kind::EDGE, self.edge_distance(point)));
    }

    /// The distance of a move from the nearest own dot, times 16, plus its distance from the nearest enemy dot.
    /// Distances are in king's steps; 7 stands for all larger ones, and for no dot.
    #[inline]
    pub(super) fn distance_code(&self, point: Point) -> usize {
        self.distances[point.index()].into()
    }

    /// The cells of the last moves with their numbers, the latest first. The latest has number 0.
    #[inline]
    pub(super) fn last(&self) -> impl Iterator<Item = (usize, Point)> {
        self.last.iter().copied().enumerate()
    }

    /// The number of the pattern of 8 cells round a move.
    #[inline]
    pub(super) fn ring(&self, point: Point) -> u32 {
        self.surroundings.of(point).ring()
    }

    /// Passes to `sink` the features of a move's offset from one last move together with a pattern. There are none if
    /// the last move is more than [`MARK_REACH`] columns or rows away. The last move has this `number`, 0 for the
    /// latest. `ring` is the number of the pattern of 8 cells round the move.
    pub(super) fn describe_nearby(
        &self,
        point: Point,
        ring: u32,
        number: usize,
        last: Point,
        sink: &mut impl Sink,
    ) {
        let dx = point.x() as i32 - last.x() as i32;
        let dy = point.y() as i32 - last.y() as i32;
        if dx.abs().max(dy.abs()) > MARK_REACH {
            return;
        }
        let offset = offset(dx.unsigned_abs(), dy.unsigned_abs());
        let key = offset.wrapping_mul(0x2545_f491).wrapping_add(ring);
        sink.feature(place(kind::OFFSET_AND_PATTERN + number as u32, key));
        if let Some(pattern) = self.last_pattern.as_ref().filter(|_| number == 0) {
            sink.feature(place(kind::LAST_PATTERN, pattern.number(dx, dy)));
        }
    }

    /// Passes to `sink` the features of a move for captures and empty bases: those it makes, and those that a dot of
    /// the opponent would make on its cell.
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

    /// Passes to `sink` the feature for the clusters of connected dots next to a move. There is none unless a player
    /// has at least two clusters there.
    pub(super) fn describe_clusters(&self, point: Point, sink: &mut impl Sink) {
        if let Some(clusters) = self.clusters_round(point) {
            sink.feature(place(kind::CLUSTERS, clusters));
        }
    }

    /// Number of cells between the move and the nearest edge of the board; 5 stands for all larger numbers.
    fn edge_distance(&self, point: Point) -> u32 {
        let size = self.board.size();
        let (x, y) = (point.x(), point.y());
        let (right, bottom) = (size.width() - 1 - x, size.height() - 1 - y);
        x.min(y).min(right).min(bottom).min(5)
    }

    /// A number for the clusters of connected live dots next to the cell. For each player, own first, it contains their
    /// number and the [size classes](size_class) of the two largest. `None` unless a player has at least two clusters
    /// there.
    #[inline]
    fn clusters_round(&self, point: Point) -> Option<u32> {
        let mut key = 0;
        let mut most = 0;
        for player in [self.player, self.player.opponent()] {
            let (mut count, mut largest) = (0, [0; 2]);
            for cluster in self.board.clusters_round(point, player) {
                let size = size_class(self.sizes[cluster].into());
                largest = [size.max(largest[0]), largest[1].max(size.min(largest[0]))];
                count += 1;
            }
            key = (key * 4 + count % 4) * 64 + largest[0] * 8 + largest[1];
            most = most.max(count);
        }
        (most >= 2).then_some(key)
    }
}

/// The size class of a number of dots: its number of binary digits, at most 6.
fn size_class(size: u32) -> u32 {
    (32 - size.leading_zeros()).min(6)
}

/// For each cell of a move in `enclosing`, the [size class](size_class) of the dots that it captures and frees. 0 at other
/// cells, also where a dot only closes an empty base.
fn marks(enclosing: &[EnclosingMove], size: Size) -> Marks {
    let mut marks = vec![0; size.points_end()];
    for capture in enclosing.iter().filter(|found| found.captured > 0) {
        marks[capture.point.index()] = size_class(capture.captured + capture.freed) as u8;
    }
    marks
}

/// For each playable cell the code that [`distance_code`](PositionFeatures::distance_code) returns.
fn distances(board: &Board, player: Player) -> Marks {
    const FARTHER: u8 = MOST_DISTANCE as u8 + 1;
    let wide = |row: u64| row << 1 | row | row >> 1;
    let height = board.size().height() as usize;
    let mut distances = vec![FARTHER * 16 + FARTHER; board.size().points_end()];
    for (side, factor) in [(player, 16), (player.opponent(), 1)] {
        // The cells within some distance of the dots of this side, and the playable cells farther away. Most boards
        // have far fewer rows than a bitboard, so this loop over rows is faster than operations on bitboards.
        let mut reached = *board.live(side).rows();
        let mut left = *board.free().rows();
        for distance in 1..FARTHER {
            let (mut above, mut here, mut all_left) = (0, wide(reached[1]), 0);
            for row in 1..=height {
                let below = wide(reached[row + 1]);
                reached[row] = above | here | below;
                (above, here) = (here, below);
                for column in bits(reached[row] & left[row]) {
                    distances[row << 6 | column] -= (FARTHER - distance) * factor;
                }
                left[row] &= !reached[row];
                all_left |= left[row];
            }
            if all_left == 0 {
                break;
            }
        }
    }
    distances
}

/// The number of live dots of each cluster of connected dots, by the number that [`Board::cluster`] gives.
fn sizes(board: &Board) -> Vec<u16> {
    let mut sizes = vec![0; board.size().points_end()];
    for player in Player::ALL {
        for dot in board.live(player).iter() {
            sizes[board.cluster(dot)] += 1;
        }
    }
    sizes
}

#[cfg(test)]
mod tests;
