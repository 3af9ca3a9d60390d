//! Positions made from the states of their cells, without moves.

use super::enclosure::{chain_of_face, interior_of_chain};
use super::neighbourhood::{self, ARCS, FIRST_ARCS};
use super::{Board, Cell, Plane, Rules};
use crate::geometry::{Bitboard, Player, Point, Size, captured_key, dead_cell_key, dot_key};
use std::fmt;

/// The reason why states of cells are not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidSetup {
    /// There is a live enemy dot in an enclosure. The rules would have captured it. The field is its point.
    ShouldBeCaptured(Point),
    /// A captured dot or an unplayable empty cell is not inside an enclosure of the capturing player. The field is its
    /// point.
    NotEnclosed(Point),
    /// There is a playable cell in an enclosure, although something in it is captured, or the rules make every
    /// enclosure territory. The field is its point.
    ShouldBeClosed(Point),
}

impl InvalidSetup {
    /// The cell that contradicts the others.
    pub fn point(self) -> Point {
        match self {
            InvalidSetup::ShouldBeCaptured(point)
            | InvalidSetup::NotEnclosed(point)
            | InvalidSetup::ShouldBeClosed(point) => point,
        }
    }

    /// What is wrong with the cell, without its coordinates.
    pub fn fault(self) -> String {
        let (what, wrong) = self.words();
        format!("{what} {wrong}")
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            InvalidSetup::ShouldBeCaptured(_) => ("the dot", "should be captured"),
            InvalidSetup::NotEnclosed(_) => ("the cell", "is not enclosed"),
            InvalidSetup::ShouldBeClosed(_) => ("the cell", "should be unplayable"),
        }
    }
}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, wrong) = self.words();
        write!(f, "{what} at {:?} {wrong}", self.point())
    }
}

impl Board {
    /// The position with these states of cells and the default rules. It has no moves to undo. Empty bases are found
    /// from the dots, so that [`Cell::Open`] and [`Cell::EmptyBase`] mean the same here.
    ///
    /// Not every such position can be reached. Territory without captured dots is allowed, which the default rules never
    /// make: diagrams of positions under rules that capture empty bases are read by this function too.
    ///
    /// # Errors
    /// If a live dot should have been captured, a captured dot or unplayable cell is not enclosed, or a playable cell
    /// is enclosed with it.
    pub fn from_cells(size: Size, cell: impl Fn(Point) -> Cell) -> Result<Board, InvalidSetup> {
        Board::from_cells_under(Rules::default(), size, cell)
    }

    /// The position with these states of cells and these rules. It has no moves to undo. [`Cell::Open`] and
    /// [`Cell::EmptyBase`] mean the same here.
    ///
    /// # Errors
    /// If a live dot should have been captured, a captured dot or unplayable cell is not enclosed, or a playable cell
    /// is enclosed with it. Also if a playable cell is in an enclosure although the rules have no empty bases.
    pub fn from_cells_under(
        rules: Rules,
        size: Size,
        cell: impl Fn(Point) -> Cell,
    ) -> Result<Board, InvalidSetup> {
        let mut board = Board::under(rules, size);
        let mut closed = Bitboard::EMPTY;
        for point in size.points() {
            match cell(point) {
                Cell::Open | Cell::EmptyBase(_) => continue,
                Cell::Dead => {
                    closed.insert(point);
                    board.hash ^= dead_cell_key(point);
                }
                Cell::Live(player) => {
                    board.planes[Plane::live(player).index()].insert(point);
                    board.hash ^= dot_key(player, point);
                }
                Cell::Captured(player) => {
                    closed.insert(point);
                    board.planes[Plane::lost(player).index()].insert(point);
                    // If the dot is freed later, it is connected with no other one.
                    board.connections.attach(point, &FIRST_ARCS[0].branch);
                    board.captured[player.opponent().index()] += 1;
                    board.hash ^= dot_key(player, point) ^ captured_key(player, point);
                }
            }
            board.planes[Plane::FREE.index()].remove(point);
        }
        board.connect_all();
        let mut unowned = closed;
        for player in Player::ALL {
            board.settle(player, &closed, &mut unowned)?;
        }
        match unowned.first() {
            Some(point) => Err(InvalidSetup::NotEnclosed(point)),
            None => Ok(board),
        }
    }

    /// Finds the territory and the empty bases of `player` from the dots. `closed` are the captured dots and the
    /// unplayable empty cells. Those that become territory are removed from `unowned`.
    fn settle(
        &mut self,
        player: Player,
        closed: &Bitboard,
        unowned: &mut Bitboard,
    ) -> Result<(), InvalidSetup> {
        let enclosed = self.enclosed_cells(player);
        let mut left = enclosed;
        while let Some(point) = left.first() {
            let seed: Bitboard = [point].into_iter().collect();
            let face = Bitboard::flood(&seed, &left);
            left -= face;
            let live_enemies = face & *self.live(player.opponent());
            if face.is_subset(closed) {
                if let Some(cell) = self.playable_inside(point, player) {
                    return Err(InvalidSetup::ShouldBeClosed(cell));
                }
                self.planes[Plane::territory(player).index()] |= face;
                *unowned -= face;
            } else if let Some(dot) = live_enemies.first() {
                return Err(InvalidSetup::ShouldBeCaptured(dot));
            } else if (self.rules.captures_empty_bases || face.intersects(closed))
                && let Some(cell) = (face - *closed).first()
            {
                return Err(InvalidSetup::ShouldBeClosed(cell));
            }
        }
        self.planes[Plane::empty_base(player).index()] = enclosed & *self.free();
        let captured = *self.lost_dots(player.opponent());
        match (captured - *self.territory(player)).first() {
            Some(dot) => Err(InvalidSetup::NotEnclosed(dot)),
            None => Ok(()),
        }
    }

    /// A playable cell inside the chain of `player` round the enclosed cells at `point`. It may be inside a
    /// smaller chain of his. `None` if there is none.
    fn playable_inside(&self, point: Point, player: Player) -> Option<Point> {
        let chain = chain_of_face(self.live(player), self.size, point)?;
        (interior_of_chain(&chain) & *self.free()).first()
    }

    /// Finds which live dots are connected, as if they were put one after the other.
    fn connect_all(&mut self) {
        for player in Player::ALL {
            let mut put = Bitboard::EMPTY;
            let live = *self.live(player);
            for point in live.iter() {
                let code = neighbourhood::code(&put, point);
                self.connections.attach(point, &FIRST_ARCS[code].branch);
                self.connect_arcs(point, &ARCS[code]);
                put.insert(point);
            }
        }
        self.history.clear();
    }
}
