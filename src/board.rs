//! The rules of the game: a position, and what changes when a dot is put.
//!
//! # Where each rule is
//!
//! | rule | where |
//! |---|---|
//! | a dot is put, and whether it may be | `play`: `put`, `is_suicide` |
//! | which enclosures a dot closes | `play`: `join_arcs`; `enclosure`: `close_enclosures`, `close_face`, `close_gaps_one_by_one` |
//! | of several enclosures the shortest chain comes first | `enclosure`: `close_shortest_first` |
//! | a dot captures the enemy dots inside its enclosure, the empty cells become unplayable | `play`: `capture_row` |
//! | a captured dot is freed | `play`: `take_over_row` |
//! | an empty base is closed, or broken open | `empty_base`: `close_base`, `close_base_row`, `break_empty_base` |
//! | a dot in an empty base, one's own or an enemy's | `play`: `put_into_base` |
//! | what a chain encloses | `enclosure`: `trace_chain`; `face`: `fill_chain` |
//! | grounding, loose dots, whether a game is decided | `grounding` |
//! | grounding and resigning as actions of a game | `game` |
//! | where one dot captures or closes an empty base | `captures` |
//! | what the last dot has captured and freed | `last_capture` |
//! | the 5x5 cells round a cell, as words | `around` |
//! | whether a dot may enclose something, before it is put | `probe` |
//! | the clusters of connected dots round a cell | `connection` |
//! | chains round territory, empty bases and other cells | `regions` |
//! | undoing moves, the largest loss by one move | `undo` |
//! | variants of the rules | `rules` |
//! | positions made from cells, everything recomputed | `setup`, `validate` |
//!
//! # Why most dots are cheap
//!
//! A dot encloses something only if it closes a loop. Up to five questions are asked, the cheapest first; most dots
//! need only the first two. `benches/board.md` has the counts.
//!
//! 1. *Does the dot touch several arcs of own dots?* The eight neighbours are one index into a table (`neighbourhood`).
//!    With one arc or none the dot closes no loop.
//! 2. *Do two arcs belong to one cluster?* A cluster is a set of connected dots. Every dot has a label, and every label
//!    a cluster (`connection`). If all clusters differ, they are merged, and no loop is closed.
//! 3. *Which side of the loop is inside?* The dots of a cluster form a tree of branches between neighbours. Every dot
//!    knows the area between the left edge and its path of branches to the root. Through `a` and through `b` the new dot
//!    `x` gets two areas. They differ by the area of the loop. The sign tells which gap between arcs is inside.
//!
//!    ```text
//!    . o o o .
//!    o . . . o      clockwise round x: arc a, gap to the north, arc b, gap to the south
//!    . a . b .      area through b > area through a: the north is inside
//!    . . x . .
//!    ```
//!
//! 4. *Is the gap really enclosed?* Earlier captures may have cut the loop. So a flood fill finds the face, the cells
//!    that side steps from the gap reach without crossing own dots (`face`). Most faces are one run of cells in one
//!    row.
//! 5. *Is there more inside than the face?* If other cells lie between cells of the face, such as dots inside a loop,
//!    the chain round the face is followed. Otherwise the face is the interior.
//!
//! All changes of sets of cells are logged for `undo`, except that the dot was put. One entry has the changed cells of a
//! row, and the sets of cells that they were added to or removed from. Territories, empty bases, score and hash are
//! always up to date. Grounding is computed on request.
//!
//! Masks such as `row & 63`, `gap & 3` and `code & 511` only spare the check of an index. In `around` they also wrap round to
//! the padding.

mod around;
mod captures;
mod cell;
mod connection;
mod empty_base;
mod enclosure;
mod face;
mod game;
mod grounding;
#[cfg(test)]
mod image;
mod last_capture;
mod neighbourhood;
mod play;
mod probe;
#[cfg(test)]
mod random;
mod regions;
mod rules;
mod setup;
mod undo;
mod validate;

pub(crate) use around::Around;
pub use captures::EnclosingMove;
pub use cell::Cell;
pub use enclosure::{Chain, interior_of_chain};
pub use game::{Action, Ending, Game, IllegalAction};
pub use grounding::{Grounding, Status, komi_of};
pub use last_capture::Capture;
pub use play::IllegalMove;
pub use regions::chains_round;
pub use rules::{Rules, UnknownRules};
pub use setup::InvalidSetup;
pub use validate::Inconsistency;

use crate::geometry::{Bitboard, Player, Point, Size, size_key};
use connection::Connections;
use face::Region;
use undo::History;

/// A dot that a player has put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell of the dot.
    pub point: Point,
    /// The player who has put the dot.
    pub player: Player,
}

/// A position, with the moves that led to it from an empty board or from a set-up position.
///
/// Either player may move at any time. [`Game`] tells whose turn it is.
///
/// Two boards are equal if their size, rules and cells are equal. Their moves may differ. `Display` writes the
/// [`diagram`](crate::notation::diagram) of the cells.
///
/// ```
/// use tochki::{Board, Cell, Player, Point, Size};
///
/// let mut board = Board::new(Size::new(3, 3)?);
/// board.play(Point::new(1, 1), Player::Second);
/// for (x, y) in [(1, 0), (0, 1), (2, 1), (1, 2)] {
///     board.try_play(Point::new(x, y), Player::First)?;
/// }
/// assert_eq!(board.captured_by(Player::First), 1);
/// assert_eq!(board.cell(Point::new(1, 1)), Cell::Captured(Player::Second));
/// assert_eq!(board.to_string(), ".0.\n0b0\n.0.\n");
/// board.undo();
/// assert_eq!(board.score(Player::First), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// The planes come first, at offset 0. This saves one instruction for each dot.
#[repr(C)]
pub struct Board {
    planes: Planes,
    size: Size,
    rules: Rules,
    captured: [u16; 2],
    hash: u64,
    connections: Connections,
    history: History,
    /// Scratch memory: the face or interior that is being captured or made an empty base.
    region: Region,
    /// Scratch memory: the chain of a face.
    chain: Chain,
}

/// The sets of cells that make up a position, one for each [`Plane`].
type Planes = [Bitboard; 9];

/// A kind of cells, such as the live dots of a player: the index of its set of cells in [`Planes`].
#[derive(Clone, Copy, PartialEq, Eq)]
struct Plane(u8);

impl Plane {
    /// The playable cells.
    const FREE: Plane = Plane(8);

    /// The dots of the player that are not captured.
    #[inline]
    const fn live(player: Player) -> Plane {
        Plane(player.index() as u8)
    }

    /// The dots of the player that the opponent has captured.
    #[inline]
    const fn lost(player: Player) -> Plane {
        Plane(2 + player.index() as u8)
    }

    /// The territory of the player: the dots that he has captured, and the empty cells inside his captures.
    #[inline]
    const fn territory(player: Player) -> Plane {
        Plane(4 + player.index() as u8)
    }

    /// The playable cells inside the empty bases of the player.
    #[inline]
    const fn empty_base(player: Player) -> Plane {
        Plane(6 + player.index() as u8)
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.size, self.rules, &self.planes) == (other.size, other.rules, &other.planes)
    }
}

impl Eq for Board {}

impl Board {
    /// An empty board with the default rules.
    pub fn new(size: Size) -> Board {
        Board::under(Rules::default(), size)
    }

    /// An empty board with these rules.
    pub fn under(rules: Rules, size: Size) -> Board {
        let mut planes = [Bitboard::EMPTY; 9];
        planes[Plane::FREE.index()] = size.cells();
        Board {
            planes,
            size,
            rules,
            captured: [0; 2],
            hash: rules.key() ^ size_key(size),
            connections: Connections::new(),
            history: History::new(),
            region: Region::EMPTY,
            chain: Chain::new(),
        }
    }

    /// Width and height of the board in cells.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The variant of the rules under which dots are put.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The state of a cell: empty, or with a dot, and whether it is inside an empty base or captured.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn cell(&self, point: Point) -> Cell {
        assert!(self.size.contains(point), "{point:?} is not on the board");
        for player in Player::ALL {
            if self.live(player).contains(point) {
                return Cell::Live(player);
            }
            if self.lost_dots(player).contains(point) {
                return Cell::Captured(player);
            }
            if self.empty_base(player).contains(point) {
                return Cell::EmptyBase(player);
            }
        }
        if self.free().contains(point) {
            Cell::Open
        } else {
            Cell::Dead
        }
    }

    /// The dots of `player` that are not captured, as a set of cells.
    #[inline]
    pub fn live(&self, player: Player) -> &Bitboard {
        &self.planes[Plane::live(player).index()]
    }

    /// The dots of `player` that the opponent has captured. [`captured_by`](Board::captured_by) counts the opposite:
    /// dots that `player` has captured.
    #[inline]
    pub fn lost_dots(&self, player: Player) -> &Bitboard {
        &self.planes[Plane::lost(player).index()]
    }

    /// The territory of `player`: the enemy dots that he has captured, and the empty cells inside his captures. Own
    /// dots are not part of it.
    #[inline]
    pub fn territory(&self, player: Player) -> &Bitboard {
        &self.planes[Plane::territory(player).index()]
    }

    /// The player whose live dot is on the cell. `None` if there is none.
    pub fn live_owner(&self, cell: Point) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|&player| self.live(player).contains(cell))
    }

    /// The player in whose territory the cell is. `None` outside of territory.
    pub fn territory_owner(&self, cell: Point) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|&player| self.territory(player).contains(cell))
    }

    /// The playable cells inside the empty bases of `player`. His empty bases are enclosures of his without a live
    /// enemy dot.
    #[inline]
    pub fn empty_base(&self, player: Player) -> &Bitboard {
        &self.planes[Plane::empty_base(player).index()]
    }

    /// The playable cells: all empty cells outside of territory. Those in empty bases are among them, although their
    /// state is [`Cell::EmptyBase`] and not [`Cell::Open`]. The set is the same for both players. Rules without suicide
    /// forbid some of its cells to one player: see [`legal_cells`](Board::legal_cells).
    #[inline]
    pub fn free(&self) -> &Bitboard {
        &self.planes[Plane::FREE.index()]
    }

    /// Whether the cell is open: playable, and in no empty base of either player. A dot in an empty base gains nothing
    /// for its owner, and one of the opponent there is captured at once, unless it captures.
    #[inline]
    pub(crate) fn is_open(&self, point: Point) -> bool {
        self.is_playable(point) && !self.is_in_base(point)
    }

    /// The [open](Board::is_open) cells.
    #[inline]
    pub(crate) fn open_cells(&self) -> Bitboard {
        let [first, second] = Player::ALL.map(|player| *self.empty_base(player));
        *self.free() - first - second
    }

    /// Number of enemy dots that `player` has captured and that are not freed since. It is the size of
    /// [`lost_dots`](Board::lost_dots) of the opponent.
    #[inline]
    pub fn captured_by(&self, player: Player) -> u32 {
        self.captured[player.index()].into()
    }

    /// Whether a dot is captured.
    #[inline]
    pub fn has_captures(&self) -> bool {
        self.captured != [0, 0]
    }

    /// The score of `player`: the dots he has captured minus the dots he has lost. Komi and grounding are not counted.
    #[inline]
    pub fn score(&self, player: Player) -> i32 {
        self.captured_by(player) as i32 - self.captured_by(player.opponent()) as i32
    }

    /// 64-bit Zobrist hash of the size, the cells and the rules. Equal positions have equal hashes. The player
    /// to move is not part of it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The moves that [`undo`](Board::undo) can take back, the oldest first. Dots of a set-up position are not moves.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.history.moves()
    }

    /// The move that [`undo`](Board::undo) would take back. `None` if there is none.
    pub fn last_move(&self) -> Option<Move> {
        self.moves().next_back()
    }
}
