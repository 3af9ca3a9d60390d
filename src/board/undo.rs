//! Undoing moves, and copying positions.

use super::connection::Merge;
use super::{Board, Move, Plane};
use crate::geometry::{Bitboard, Player, Point, bits, dot_key};

/// The moves that can be undone, with all changes that they have made.
#[derive(Debug)]
pub(super) struct History {
    records: Box<[Record; Point::COUNT]>,
    count: usize,
    before_changes: Vec<BeforeChanges>,
    changes: Vec<Change>,
    merges: Vec<Merge>,
}

/// One move in a word. Bit 0 is the player, bits 1 to 12 are the index of the point, bit 14 is [`HAS_CHANGES`]. The
/// upper half is the number of merges of clusters, the sets of connected dots.
#[derive(Clone, Copy, Debug, Default)]
struct Record(u32);

/// The flag of a move that has changes in the log. To put its dot and to merge clusters are no such changes.
const HAS_CHANGES: u32 = 1 << 14;
/// One merge of clusters in the upper half of a [`Record`]. A move has at most three.
const ONE_MERGE: u32 = 1 << 16;

/// The state of the board before a move with [`HAS_CHANGES`].
#[derive(Clone, Copy, Debug)]
struct BeforeChanges {
    hash: u64,
    captured: [u16; 2],
    /// Length of [`History::changes`] before the move.
    changes: u32,
}

/// Cells of one row that were added to some sets of cells or removed from them. `planes` has one bit for each
/// [`Plane`].
#[derive(Clone, Copy, Debug)]
struct Change {
    cells: u64,
    planes: u16,
    row: u8,
}

impl Record {
    fn point(self) -> Point {
        Point::from_index(self.0 as usize >> 1)
    }

    fn player(self) -> Player {
        if self.0 & 1 == 0 {
            Player::First
        } else {
            Player::Second
        }
    }
}

impl History {
    pub(super) fn new() -> History {
        History {
            records: Box::new([Record::default(); Point::COUNT]),
            count: 0,
            before_changes: Vec::new(),
            changes: Vec::new(),
            merges: Vec::new(),
        }
    }

    pub(super) fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.records[..self.count].iter().map(|record| Move {
            point: record.point(),
            player: record.player(),
        })
    }

    #[inline]
    pub(super) fn record(&mut self, point: Point, player: Player) {
        self.records[self.count % Point::COUNT] =
            Record(point.index() as u32 * 2 + player.index() as u32);
        self.count += 1;
    }

    #[inline]
    fn last(&mut self) -> &mut Record {
        &mut self.records[self.count.wrapping_sub(1) % Point::COUNT]
    }

    #[inline]
    pub(super) fn push_merge(&mut self, merge: Merge) {
        self.merges.push(merge);
        self.last().0 += ONE_MERGE;
    }

    /// The changes of the last move, not counting that its dot was put. Empty if there are none, or there is no move.
    fn last_changes(&self) -> &[Change] {
        let record = self.records[..self.count].last();
        let has_changes = record.is_some_and(|record| record.0 & HAS_CHANGES != 0);
        match self.before_changes.last().filter(|_| has_changes) {
            Some(before) => &self.changes[before.changes as usize..],
            None => &[],
        }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.before_changes.clear();
        self.changes.clear();
        self.merges.clear();
    }

    fn copy_from(&mut self, other: &History) {
        self.records[..other.count].copy_from_slice(&other.records[..other.count]);
        self.count = other.count;
        self.before_changes.clone_from(&other.before_changes);
        self.changes.clone_from(&other.changes);
        self.merges.clone_from(&other.merges);
    }
}

impl Board {
    /// Saves the state of the board for undo. A move calls it before its first [`toggle`](Board::toggle). Further calls
    /// during the same move do nothing.
    pub(super) fn save_for_undo(&mut self) {
        let before = BeforeChanges {
            hash: self.hash,
            captured: self.captured,
            changes: self.history.changes.len() as u32,
        };
        let record = self.history.last();
        if record.0 & HAS_CHANGES == 0 {
            record.0 |= HAS_CHANGES;
            self.history.before_changes.push(before);
        }
    }

    /// Adds the `cells` of a row to the sets `planes`, or removes those that are in a set, and logs the change.
    #[inline]
    pub(super) fn toggle<const N: usize>(&mut self, planes: [Plane; N], row: usize, cells: u64) {
        if cells == 0 {
            return;
        }
        let mut set = 0;
        for plane in planes {
            self.planes[plane.index()].rows_mut()[row & 63] ^= cells;
            set |= 1 << plane.index();
        }
        self.history.changes.push(Change {
            cells,
            planes: set,
            row: row as u8,
        });
    }

    /// The largest number of dots that each player has lost in a single move since `earlier`, whoever made the move.
    /// The first player's number comes first. `earlier` must be a clone of this board from before these moves.
    ///
    /// ```
    /// # use tochki::{board::Board, geometry::{Player, Point, Size}};
    /// # let mut board = Board::new(Size::new(5, 5).unwrap());
    /// board.play(Point::new(2, 2), Player::First);
    /// let earlier = board.clone();
    /// for (x, y) in [(2, 1), (1, 2), (3, 2), (2, 3)] {
    ///     board.play(Point::new(x, y), Player::Second);
    /// }
    /// assert_eq!(board.largest_losses_since(&earlier), [1, 0]);
    /// ```
    pub fn largest_losses_since(&self, earlier: &Board) -> [u16; 2] {
        let mut after = self.captured;
        let mut largest = [0; 2];
        let first = earlier.history.before_changes.len();
        for before in self.history.before_changes.iter().skip(first).rev() {
            for player in Player::ALL {
                let by = player.opponent().index();
                let lost = after[by].saturating_sub(before.captured[by]);
                largest[player.index()] = lost.max(largest[player.index()]);
            }
            after = before.captured;
        }
        largest
    }

    /// The cells that the last move has added to a set of cells or removed from it, not counting that its dot was put. The
    /// cell of the dot can be among them only if it was in an empty base.
    pub(super) fn changed_by_last_move(&self, plane: Plane) -> Bitboard {
        let mut changed = Bitboard::EMPTY;
        for change in self.history.last_changes() {
            if change.planes >> plane.index() & 1 != 0 {
                changed.rows_mut()[change.row as usize & 63] ^= change.cells;
            }
        }
        changed
    }

    /// Whether the last move has added cells to one of these sets or removed cells from it, not counting that its dot was
    /// put.
    pub(super) fn has_last_move_changed<const N: usize>(&self, planes: [Plane; N]) -> bool {
        let set = planes.iter().fold(0, |set, plane| set | 1 << plane.index());
        let mut changes = self.history.last_changes().iter();
        changes.any(|change| change.planes & set != 0)
    }

    /// The cells that the last move has changed: its own cell first, then those that it has captured, freed, closed or
    /// opened. A cell may occur several times. Empty if there is no move to [undo](Board::undo). They are read from the
    /// log for undo, which takes little time. Use them to update data that are computed from the cells.
    ///
    /// ```
    /// use tochki::{Player, Point, notation::diagram};
    ///
    /// let mut board = diagram::parse(". 0 .\n0 1 .\n. 0 .")?;
    /// board.play(Point::new(2, 1), Player::First);
    /// assert!(board.changed_cells().eq([Point::new(2, 1), Point::new(1, 1)]));
    /// # Ok::<(), tochki::notation::diagram::DiagramError>(())
    /// ```
    pub fn changed_cells(&self) -> impl Iterator<Item = Point> + '_ {
        let own = self.history.moves().next_back().map(|last| last.point);
        let others = self.history.last_changes().iter().flat_map(|change| {
            let row = usize::from(change.row) << 6;
            bits(change.cells).map(move |column| Point::from_index(row | column))
        });
        own.into_iter().chain(others)
    }

    /// Undoes the last move with all its captures, and returns it. `None` if there is no move to undo.
    pub fn undo(&mut self) -> Option<Move> {
        if self.history.count == 0 {
            return None;
        }
        let record = *self.history.last();
        self.history.count -= 1;
        if record.0 & HAS_CHANGES != 0 {
            self.undo_changes();
        }
        for _ in 0..record.0 / ONE_MERGE {
            let merge = self
                .history
                .merges
                .pop()
                .expect("the record counts its merges");
            self.connections.unmerge(&merge);
        }
        let (point, player) = (record.point(), record.player());
        self.toggle_dot(point, player);
        Some(Move { point, player })
    }

    fn undo_changes(&mut self) {
        let before = self.history.before_changes.pop();
        let before = before.expect("the record tells of changes");
        for change in self.history.changes.drain(before.changes as usize..) {
            for plane in bits(change.planes.into()) {
                self.planes[plane].rows_mut()[change.row as usize & 63] ^= change.cells;
            }
        }
        self.hash = before.hash;
        self.captured = before.captured;
    }

    /// Makes a playable cell a live dot of `player`. A second call makes it playable again.
    #[inline]
    pub(super) fn toggle_dot(&mut self, point: Point, player: Player) {
        let (row, bit) = (point.row(), 1 << point.column());
        self.planes[Plane::live(player).index()].rows_mut()[row] ^= bit;
        self.planes[Plane::FREE.index()].rows_mut()[row] ^= bit;
        self.hash ^= dot_key(player, point);
    }

    /// Makes this board the position of `other`, without moves to undo. It is cheaper than a clone, because it
    /// allocates nothing and copies only the rows that a board has.
    pub fn copy_position(&mut self, other: &Board) {
        let width = self.size.width().max(other.size.width());
        let height = self.size.height().max(other.size.height());
        let rows = height as usize + 2;
        for (own, others) in self.planes.iter_mut().zip(&other.planes) {
            own.rows_mut()[..rows].copy_from_slice(&others.rows()[..rows]);
        }
        self.connections
            .copy_from(&other.connections, width, height);
        self.size = other.size;
        self.rules = other.rules;
        self.captured = other.captured;
        self.hash = other.hash;
        self.history.clear();
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board::new(self.size);
        board.clone_from(self);
        board
    }

    fn clone_from(&mut self, other: &Board) {
        self.copy_position(other);
        self.history.copy_from(&other.history);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::geometry::Size;
    use crate::notation::diagram;

    /// Whatever differs before and after a move or its undo is among the changed cells, and they are few.
    #[test]
    fn changed_cells_have_all_differences() {
        let mut rng = fastrand::Rng::with_seed(11);
        for captures_empty_bases in [false, true] {
            let rules = Rules {
                captures_empty_bases,
                ..Rules::default()
            };
            let (mut listed, mut moves) = (0, 0);
            for _ in 0..100 {
                let mut board = Board::under(rules, Size::new(9, 8).unwrap());
                assert_eq!(board.changed_cells().next(), None);
                while !board.free().is_empty() {
                    let before = board.clone();
                    board.put_at_random(&mut rng, 1);
                    let changed: Bitboard = board.changed_cells().collect();
                    let last = board.last_move().map(|last| last.point);
                    assert_eq!(board.changed_cells().next(), last);
                    for (old, new) in before.planes.iter().zip(&board.planes) {
                        assert!((*old ^ *new).is_subset(&changed));
                    }
                    listed += changed.len();
                    moves += 1;
                }
            }
            assert!(listed > moves && listed < 3 * moves, "{listed} {moves}");
        }
    }

    /// A board that has become the position of another one, of another size, plays on like that one.
    #[test]
    fn a_position_is_copied_between_sizes() {
        let mut rng = fastrand::Rng::with_seed(12);
        let mut board = Board::new(Size::new(9, 9).unwrap());
        let mut moves = 0;
        for round in 0..200 {
            let (width, height) = [(5, 9), (9, 5), (3, 3), (12, 7)][round % 4];
            let mut other = Board::new(Size::new(width, height).unwrap());
            let dots = rng.u32(..width * height);
            other.put_at_random(&mut rng, dots);
            board.copy_position(&other);
            assert_eq!((&board, board.moves().len()), (&other, 0));
            let mut player = Player::First;
            while let Some(cell) = board.free().iter().nth(rng.usize(..9)) {
                assert_eq!(
                    board.captures_at(cell, player),
                    other.captures_at(cell, player)
                );
                board.play(cell, player);
                other.play(cell, player);
                assert_eq!((board.hash(), &board), (other.hash(), &other));
                assert_eq!(board.captured, other.captured);
                player = player.opponent();
                moves += 1;
            }
            board.validate().unwrap();
        }
        assert!(moves > 200, "{moves}");
    }

    /// Plays dots as `(x, y, player)` and returns the largest losses of both players.
    fn largest_losses(picture: &str, dots: &[(u32, u32, Player)]) -> [u16; 2] {
        let mut board = diagram::parse(picture).unwrap();
        let start = board.clone();
        for &(x, y, player) in dots {
            board.play(Point::new(x, y), player);
        }
        board.largest_losses_since(&start)
    }

    #[test]
    fn one_dot_counts_with_all_it_captures_and_several_do_not_add_up() {
        let picture = "
            . 0 . . . . 1 .
            0 1 . . . 1 0 1
            0 1 0 . . . . .
            . 0 . . . . . .
            . . . . . . . .
            . 0 . . . . . .
            0 1 0 . . . . .
            . . . . . . . .
        ";
        let [first, second] = Player::ALL;
        let all = [(2, 1, first), (6, 2, second), (1, 7, first)];
        assert_eq!(largest_losses(picture, &all), [1, 2]);
        assert_eq!(largest_losses(picture, &all[1..]), [1, 1]);
        assert_eq!(largest_losses(picture, &[(4, 4, first)]), [0, 0]);
        let earlier = ".a...\ncBa..\n.a...\n.....";
        assert_eq!(largest_losses(earlier, &[(4, 3, first)]), [0, 0]);
    }

    #[test]
    fn dots_that_free_others_lose_nothing_and_those_in_an_empty_base_themselves() {
        let base = ". 0 . .\n0 . 0 .\n. 0 . .\n. . . .";
        assert_eq!(largest_losses(base, &[(1, 1, Player::Second)]), [0, 1]);
        // The captured dot of the second player is freed when the dots round it are captured.
        let freed = "
            . . 1 1 1 . .
            . 1 0 0 0 1 .
            . 1 0 b 0 1 .
            . 1 0 0 0 1 .
            . . 1 . 1 . .
            . . . . . . .
        ";
        assert_eq!(largest_losses(freed, &[(3, 4, Player::Second)]), [8, 0]);
    }
}
