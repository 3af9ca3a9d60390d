//! An engine for the game of Points (Dots, Точки, Kropki).
//!
//! # The map of the house
//!
//! Layers, lowest first; a file imports only from its own layer or lower ones:
//!
//! | layer | what is there |
//! |---|---|
//! | [`geometry`] | points, players, directions, sets of cells, symmetries |
//! | [`board`] | the rules: put, capture, empty bases, grounding, undo |
//! | [`notation`] | positions and moves as text |
//! | [`importance`] | how important a cell looks: shapes, angles, the play range |
//! | [`policy`] | which moves are likely to be good, before any search |
//! | [`search`] | choosing a move |
//! | [`protocol`] | talking to clients: one session, several dialects |
//! | [`arena`] | games between engine processes: referee, match, statistics |
//! | [`tools`] | puzzles, pictures, a game in the terminal, analysis |
//!
//! # The words of the game
//!
//! * **dot**: what a player puts on a cell, one a move. It stays for ever. It is *live* until the
//!   opponent captures it, and live again if it is freed.
//! * **chain**: a closed sequence of live dots of one player, each a neighbour of the next by side or
//!   corner, that touches itself nowhere.
//! * **enclosure**: a chain with its *interior*, the cells that steps by side cannot leave without
//!   crossing the chain. The edge of the board encloses nothing.
//! * **capture**: an enclosure is closed round a live enemy dot: the enemy dots inside are captured,
//!   own captured dots inside are freed, and empty cells inside can never be played again. The score is
//!   the difference of the dots captured.
//! * **territory**: the inside of what a player has captured.
//! * **empty base**: an enclosure without a live enemy dot (a *house*). Both may play in it; an enemy
//!   dot there is captured at once, unless it makes a capture itself.
//! * **grounded**: joined to the edge by steps by side over live own dots and own territory, and so safe
//!   for ever. The other live dots are *loose*.
//! * **stop** (in protocols and records *ground*): to end the game and give one's own loose dots away. If
//!   a player still leads then, the game is *decided*.
//! * **ladder**: a chase in which every dot of the attacker threatens a capture and every dot of the
//!   runner is the only escape, until the edge or a friend is reached, or not.
//! * **trajectory** (in the code *surrounding set*, with the capture in mind): a smallest set of cells
//!   that, all taken by one player, captures something.
//! * **importance**: how much a cell matters by the shape of what is round it, whoever moves.
//! * **play range**: the smallest rectangle round all dots, widened by a margin: where to play at all.
//! * **ply**: one move of one side, a half move.
//! * **full move**: two plies, one by each side.

#[cfg(feature = "cli")]
pub mod arena;
pub mod board;
pub mod geometry;
pub mod importance;
pub mod notation;
pub mod policy;
pub mod protocol;
pub mod search;
#[cfg(feature = "cli")]
pub mod tools;

pub use board::{Board, Cell, Move};
pub use geometry::{Bitboard, Player, Point, Size};
