//! Positions and games as pictures.
//!
//! A [`Picture`] is a position with what is drawn over it. These modules draw it:
//!
//! | module | output |
//! |---|---|
//! | [`text`] | characters, with or without colours |
//! | [`vector`] | an SVG document |
//! | [`raster`] | pixels of an SVG document, which can be saved as PNG |
//! | [`animation`] | a game as an animated GIF |
//! | [`shapes`] | the shapes of importance, as text and as SVG |
//!
//! [`insight`] computes what is drawn over a position: importance, play range, trajectories and their classes, rings, best
//! moves. [`enclosed_group`] tells rings and ways to the edge in sentences.
//!
//! To add an overlay:
//!
//! 1. Add a variant to [`Overlay`], and a function to [`insight`] that computes it.
//! 2. Draw it in `overlay_signs` of [`text`], with a row in the table of signs there, and in `overlay` of [`vector`].
//! 3. Add it to `OverlayName` and `overlays` in `src/cli/show.rs`, and to `print` there if it has a sentence.
//! 4. Add a row to the table in `docs/show.md`.
//!
//! The page draws its overlays itself: `page/overlays.js`, with a request in JSON lines that computes what it draws
//! (`src/protocol/json/insight.rs`), and `overlay_NAME` and `legend_NAME` in the four files of `page/words`.
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
pub mod enclosed_group;
pub mod insight;
pub(super) mod letters;
pub(super) mod paper;
pub mod raster;
pub mod shapes;
pub mod text;
pub mod vector;

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::connections::{Escape, Ring};

/// A position, and what is drawn of it.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The position, with the moves that led to it.
    pub board: &'a Board,
    /// How many of the first moves of the board belong to the start position. Their dots have no number and are not
    /// marked as the last move.
    pub start_dots: usize,
    /// Whether columns and rows are numbered.
    pub coordinates: bool,
    /// Which dots show the number of their move.
    pub numbers: Numbers,
    /// The overlays: what is drawn over the position. If several have a sign for the same cell, the last one is seen.
    /// In SVG the best moves are always seen.
    pub overlays: Vec<Overlay>,
}

/// Which dots show the number of their move. Dots of the start position have no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// The dots of the last moves, at most this many. With 0, the default, no dot has a number.
    Last(usize),
    /// All dots that are not part of the start position.
    All,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::Last(0)
    }
}

/// Something that is drawn over a position.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// The importance of cells, scaled so that it lies in [-1, 1]. A negative importance speaks against a move.
    Importance(Vec<(Point, f32)>),
    /// The cells of the play range.
    Range(Vec<Point>),
    /// Sets of cells with which a player could capture something.
    Trajectories(Vec<DrawnTrajectory>),
    /// Classes of trajectories: sets of cells, each the cells of trajectories that are connected by common cells.
    Classes(Vec<Vec<Point>>),
    /// Rings and escapes, as [`connections`](crate::search::connections) finds them.
    Rings {
        /// Walls with gaps. Those that are not proved may fail.
        rings: Vec<Ring>,
        /// Ways to the edge.
        escapes: Vec<Escape>,
    },
    /// The best moves of this player, the best one first.
    Best(Player, Vec<Point>),
}

/// A trajectory: cells that a player has to take to close a chain round enemy dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnTrajectory {
    /// The player who closes the chain.
    pub player: Player,
    /// The cells to take, in any order.
    pub points: Vec<Point>,
    /// The chain that the trajectory closes: dots on the board and `points`. If it closes several chains, this is one of
    /// them.
    pub chain: Bitboard,
}

impl<'a> Picture<'a> {
    /// A picture of a position with numbered columns and rows and a mark on the last move, and without overlays.
    pub fn new(board: &'a Board) -> Picture<'a> {
        Picture {
            board,
            start_dots: 0,
            coordinates: true,
            numbers: Numbers::default(),
            overlays: Vec::new(),
        }
    }

    /// The dot that is marked as the last move; `None` if there is no move after the start position.
    fn marked(&self) -> Option<Point> {
        let played = self.board.moves().len() > self.start_dots;
        let last = self.board.last_move().filter(|_| played);
        last.map(|m| m.point)
    }

    /// The dots that show a number, each with the number of its move. Moves after the start position count from 1.
    fn numbered(&self) -> Vec<(Point, usize)> {
        let moves = self.board.moves().len().saturating_sub(self.start_dots);
        let first = match self.numbers {
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
