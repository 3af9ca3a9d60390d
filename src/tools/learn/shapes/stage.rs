//! Boards on which a picture holds: empty, at an edge, or with random dots.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size};
use crate::importance::shape::{Picture, PictureCell, REACH, Symbol};
use fastrand::Rng;

/// How many cells of the board lie to the left, to the right, above and below the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    left: u32,
    right: u32,
    above: u32,
    below: u32,
}

/// Number of cells beyond the reach of a picture, so that attacks from outside have room.
const MARGIN: u32 = 3;
const FAR: u32 = REACH as u32 + MARGIN;

/// A board with no edge near the picture.
pub(super) const ROOMY: Room = Room {
    left: FAR,
    right: FAR,
    above: FAR,
    below: FAR,
};

/// Largest share of the open cells that get a random dot.
const DENSEST: f32 = 0.6;

impl Room {
    /// Boards with an edge along one side of the picture, for each side, and then along all four.
    pub(super) fn tight(picture: &Picture) -> [Room; 5] {
        let reach = |along: fn(&PictureCell) -> i32| {
            let cells = picture.cells().iter().map(along);
            cells.fold(0, i32::max) as u32
        };
        let least = Room {
            left: reach(|cell| -cell.dx),
            right: reach(|cell| cell.dx),
            above: reach(|cell| -cell.dy),
            below: reach(|cell| cell.dy),
        };
        [
            Room {
                left: least.left,
                ..ROOMY
            },
            Room {
                right: least.right,
                ..ROOMY
            },
            Room {
                above: least.above,
                ..ROOMY
            },
            Room {
                below: least.below,
                ..ROOMY
            },
            least,
        ]
    }

    fn board(self) -> (Board, Point) {
        let (width, height) = (self.left + self.right + 1, self.above + self.below + 1);
        let size = Size::new(width, height).expect("a picture is smaller than a board");
        (Board::new(size), Point::new(self.left, self.above))
    }
}

/// The cell `dx` columns to the right of the centre and `dy` rows below. It must be on the board.
pub(super) fn at(centre: Point, (dx, dy): (i32, i32)) -> Point {
    let (x, y) = (centre.x() as i32 + dx, centre.y() as i32 + dy);
    Point::new(x as u32, y as u32)
}

/// The cells of the player's dots in a picture with this centre.
pub(super) fn dots(picture: &Picture, player: Player, centre: Point) -> Bitboard {
    let cells = picture.cells().iter();
    let dots = cells.filter(|cell| cell.symbol == Symbol::Dot(player));
    dots.map(|cell| at(centre, (cell.dx, cell.dy))).collect()
}

/// A board and the centre of the picture on it; `None` if the picture does not hold.
type Stage = Option<(Board, Point)>;

/// The board with the dots of the picture and nothing else.
pub(super) fn plain(picture: &Picture, room: Room) -> Stage {
    let (mut board, centre) = room.board();
    for player in Player::ALL {
        for dot in dots(picture, player, centre).iter() {
            board.try_play(dot, player).ok()?;
        }
    }
    holding(picture, board, centre)
}

/// The board, if the picture holds on it and its centre can be played.
fn holding(picture: &Picture, board: Board, centre: Point) -> Stage {
    let holds = board.is_legal(centre) && picture.holds(&board, centre);
    holds.then_some((board, centre))
}

/// The board with the dots of the picture and more dots on other cells, if the picture still holds.
pub(super) fn with_more(picture: &Picture, more: &[((i32, i32), Player)]) -> Stage {
    let (mut board, centre) = plain(picture, ROOMY)?;
    for &(cell, player) in more {
        board.try_play(at(centre, cell), player).ok()?;
    }
    holding(picture, board, centre)
}

/// The board with random dots on the cells that the picture leaves open, if the picture still holds.
pub(super) fn filled(picture: &Picture, rng: &mut Rng) -> Stage {
    let (mut board, centre) = plain(picture, ROOMY)?;
    let density = rng.f32() * DENSEST;
    let mut cells: Vec<Point> = board.free().iter().filter(|&cell| cell != centre).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let (dx, dy) = (
            cell.x() as i32 - centre.x() as i32,
            cell.y() as i32 - centre.y() as i32,
        );
        let player = match picture.asks(dx, dy) {
            Some(Symbol::DotOrEmpty(player)) => rng.bool().then_some(player),
            Some(_) => None,
            None => (rng.f32() < density).then(|| Player::ALL[rng.usize(..2)]),
        };
        if let Some(player) = player {
            // A cell inside a closed ring takes no dot.
            let _ = board.try_play(cell, player);
        }
    }
    holding(picture, board, centre)
}
