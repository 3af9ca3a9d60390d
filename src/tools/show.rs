//! Positions and games as pictures.
//!
//! A [`Picture`] says what is to be seen; the rest says how:
//!
//! | module | what it makes of a picture |
//! |---|---|
//! | [`text`] | characters, with or without colours |
//! | [`vector`] | an SVG document |
//! | [`raster`] | pixels, and PNG from them |
//! | [`animation`] | a game as an animated GIF |
//!
//! What the engine sees in the position comes from [`insight`].
//!
//! ```
//! use tochki::notation::diagram;
//! use tochki::tools::show::{Picture, raster, vector};
//!
//! let board = diagram::parse(".a. / cBa / .a.")?;
//! let svg = vector::draw(&Picture::new(&board)).to_string();
//! assert!(svg.contains(r#"data-at="2-2""#));
//! let png = raster::render(&svg, 1.0)?.encode_png()?;
//! assert_eq!(&png[1..4], b"PNG");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod animation;
pub(super) mod digits;
pub mod insight;
pub mod raster;
mod regions;
pub mod text;
pub mod vector;

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// A position and what is to be seen of it.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The position with the moves that led to it.
    pub board: &'a Board,
    /// How many of the first moves of the board are start dots: they get no number, and the
    /// last of them is no last move.
    pub start_dots: usize,
    /// Whether columns and rows carry their numbers.
    pub coordinates: bool,
    /// Whether the last dot is marked.
    pub last_move: bool,
    /// Which dots carry the number of their move.
    pub numbers: Numbers,
    /// What lies over the position, the lowest first.
    pub overlays: Vec<Overlay>,
}

/// Which dots carry the number of their move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// None.
    #[default]
    None,
    /// Those of the last so many moves.
    Last(usize),
    /// Every dot that was put as a move.
    All,
}

/// Something that the engine sees in a position.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// How much cells matter, from -1 to 1. Negative is what speaks against a move.
    Importance(Vec<(Point, f32)>),
    /// The cells that the search looks at.
    Range(Vec<Point>),
    /// Ways to surround something.
    Trajectories(Vec<Path>),
    /// The best moves of a player, the best one first.
    Best(Player, Vec<Point>),
}

/// The cells that a player still has to take to close a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Who would close it.
    pub player: Player,
    /// The empty cells, in any order.
    pub points: Vec<Point>,
    /// The chain that they close, or as much of it as is to be joined with them.
    pub chain: Bitboard,
}

impl<'a> Picture<'a> {
    /// The position with coordinates and the last move, and nothing else.
    pub fn new(board: &'a Board) -> Picture<'a> {
        Picture {
            board,
            start_dots: 0,
            coordinates: true,
            last_move: true,
            numbers: Numbers::None,
            overlays: Vec::new(),
        }
    }

    /// The last dot that is to be marked.
    fn marked(&self) -> Option<Point> {
        let played = self.board.moves().len() > self.start_dots;
        let last = self.board.last_move().filter(|_| self.last_move && played);
        last.map(|m| m.point)
    }

    /// The dots that carry a number, with it. Moves are counted from 1.
    fn numbered(&self) -> Vec<(Point, usize)> {
        let moves = self.board.moves().len().saturating_sub(self.start_dots);
        let first = match self.numbers {
            Numbers::None => moves,
            Numbers::Last(count) => moves.saturating_sub(count),
            Numbers::All => 0,
        };
        self.board
            .moves()
            .skip(self.start_dots)
            .enumerate()
            .skip(first)
            .map(|(i, m)| (m.point, i + 1))
            .collect()
    }
}
