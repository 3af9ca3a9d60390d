//! Game records as SGF files (`FF[4]`, `GM[40]`).
//!
//! CITE: the format of the Kropki sites, eidokropki.reaktywni.pl/sgf-for-kropki.html, on top of
//! the general SGF of red-bean.com/sgf.
//!
//! ```
//! use tochki::Player;
//! use tochki::notation::sgf;
//!
//! let text = "(;FF[4]GM[40]SZ[3]RE[B+1]AW[bb];B[ba];B[ab];B[cb];B[bc])";
//! let reading = &sgf::parse(text.as_bytes())?[0];
//! assert!(reading.warnings.is_empty());
//! assert_eq!(reading.record.turns.len(), 4);
//! let board = reading.record.final_board()?;
//! assert_eq!(board.captured_by(Player::First), 1);
//!
//! let written = sgf::write(&reading.record, sgf::Style::default())?;
//! assert_eq!(sgf::parse(written.as_bytes())?[0].record, reading.record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `B` is the first player. A point is two letters, column and row from the upper left, `a` to
//! `z` and then `A` to `Z`, so that a board has at most 52 columns and rows. What the programs
//! write is read as follows:
//!
//! * Chains after a dot (`B[ab.bcadcb]`) are compared with the captures of the board.
//! * An empty move is grounding if it is the last one; elsewhere it is skipped.
//! * `B[resign]`, `B[time]` ... make the result if `RE` is missing.
//! * A record whose `RU` names a variant of the [`Rules`](crate::board::Rules) is played by it. Rules
//!   that are not automatic minimal capture lead to a [`Warning`].
//! * A record is cut before the first move that the board refuses, with a [`Warning`]. Players who draw their
//!   enclosures themselves make such moves.
//! * A record without `GM` is taken for Points if it has a size and the board takes all its moves.
//! * A file is read in the character set that `CA` names. Without it the set is UTF-8, or else windows-1251.
//! * Of variations the first is read, or those asked for.
//! * Time left, marks, territory and what is unknown are skipped.
//!
//! Everything odd that leaves the record readable is a [`Warning`] with its line and column.

mod address;
mod chain;
mod charset;
mod point;
mod properties;
mod read;
mod rules;
mod tree;
mod write;

pub use address::{Address, AddressError};
pub use charset::expect_utf8;
pub use rules::{RUSSIAN_RULES, RuleSet};
pub use write::{Style, Unwritable, write};

use crate::board::IllegalMove;
use crate::notation::record::GameRecord;
use crate::notation::without_mark;
use std::fmt;
use tree::Tree;

/// Whether a text is SGF and not of another notation: it begins with a bracket or holds `(;`.
pub fn is_sgf(bytes: &[u8]) -> bool {
    let start = without_mark(bytes);
    start.trim_ascii_start().starts_with(b"(") || start.windows(2).any(|pair| pair == b"(;")
}

/// The games of one file, not yet looked into.
#[derive(Debug)]
pub struct Collection {
    text: String,
    tree: Tree,
    /// What is odd about the file as a whole.
    warning: Option<Located<Warning>>,
}

/// A game that was read, and what is odd about it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game.
    pub record: GameRecord,
    /// What the file says that cannot be quite right, or cannot be followed.
    pub warnings: Vec<Located<Warning>>,
}

/// Something found at a place of a file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What was found.
    pub what: T,
}

/// Why a file cannot be read, and where.
pub type SgfError = Located<Problem>;

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Files are limited to [`MAX_BYTES`].
    #[error("the file is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// Branches, or nodes of a branch, are limited to [`MAX_DEPTH`].
    #[error("nodes or brackets are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// The text is not UTF-8.
    #[error("the text is not valid UTF-8")]
    NotUtf8,
    /// The text is not in the character set that it names.
    #[error("the text is not valid {0}, which it names as its character set")]
    NotInCharset(&'static str),
    /// The character set is not known, and the text is not UTF-8.
    #[error("the character set {0:?} is unknown, and the text is not valid UTF-8")]
    UnknownCharset(String),
    /// A NUL byte, which no text has.
    #[error("a NUL byte")]
    Nul,
    /// No `(;` in the whole file.
    #[error("there is no game: no \"(;\"")]
    NoGame,
    /// The file ends within a game.
    #[error("the file ends before the game that begins here is closed")]
    Unclosed,
    /// The file ends within the value of a property.
    #[error("the file ends before the value that begins here is closed")]
    UnclosedValue,
    /// Something that cannot stand here.
    #[error("unexpected {0:?}")]
    Unexpected(char),
    /// A property without a value.
    #[error("the property {0} has no value")]
    NoValue(String),
    /// A record of some other game.
    #[error("this is not a game of Points: GM[40] is missing")]
    OtherGame,
    /// There is no size.
    #[error("the size of the board, SZ, is missing")]
    NoSize,
    /// The size is no size of a board, or points of such a board cannot be written.
    #[error("{0:?} is no size of a board from 1x1 to 52x52")]
    BadSize(String),
    /// Not the name of a point.
    #[error("{0:?} is no point")]
    BadPoint(String),
    /// A point that the board does not have.
    #[error("the point {0:?} is not on the board")]
    OffBoard(String),
    /// A start dot cannot be put.
    #[error("the start dot cannot be put: {0}")]
    IllegalStart(IllegalMove),
    /// Dots are set up or taken away in the middle of the game.
    #[error("dots are set up after the game has begun")]
    LateSetup,
    /// There is no such game or branch.
    #[error("there is no {what} {wanted}: there are {count}")]
    NoSuch {
        /// `game` or `branch`.
        what: &'static str,
        /// The number that was asked for, from 1.
        wanted: usize,
        /// How many there are.
        count: usize,
    },
}

/// Something odd in a record that can still be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// The record was played by other rules.
    #[error("the rules are not automatic minimal capture: {0:?}")]
    OtherRules(String),
    /// Rules that nothing is known about.
    #[error("unknown rules {0:?} are taken for automatic minimal capture")]
    UnknownRules(String),
    /// The text is not UTF-8, and nothing says what else it is.
    #[error("the text is not UTF-8 and names no character set: it is read as windows-1251")]
    GuessedCharset,
    /// The character set is not known.
    #[error("the character set {0:?} is unknown: the text is read as UTF-8")]
    UnknownCharset(String),
    /// Nothing says which game it is.
    #[error("GM[40] is missing: the record is taken for a game of Points")]
    NoGame,
    /// The rest of the game is left out, because it cannot be followed by our rules.
    #[error("the record is cut before move {number} at {at}, which our rules refuse: {reason}")]
    Cut {
        /// Number of the turn, from 1.
        number: usize,
        /// The cell, as `x-y`.
        at: String,
        /// Why it is refused.
        reason: IllegalMove,
    },
    /// The chains of a move are not those of the board.
    #[error("move {number}: the chains in the file do not enclose what the rules capture")]
    Chains {
        /// Number of the turn, from 1.
        number: usize,
    },
    /// An empty move that does not end the game.
    #[error("an empty move after move {after} is skipped")]
    EmptyMove {
        /// Number of turns before it.
        after: usize,
    },
    /// The result is not what the board says.
    #[error("the result is {written}, but the board says {found}")]
    Result {
        /// The result in the file.
        written: String,
        /// The result on the board.
        found: String,
    },
    /// The value of a property has no meaning.
    #[error("the value {value:?} of {property} has no meaning")]
    Value {
        /// The property.
        property: String,
        /// What it says.
        value: String,
    },
}

/// The largest file that is read.
pub const MAX_BYTES: usize = 16 << 20;

/// How deep branches may be nested, and how many nodes a game may have from root to leaf.
pub const MAX_DEPTH: usize = 8192;

/// Reads all games of a file, each along its main line.
///
/// # Errors
/// If the text is no SGF, or a game is none of Points.
pub fn parse(bytes: &[u8]) -> Result<Vec<Reading>, SgfError> {
    let collection = Collection::new(bytes)?;
    (1..=collection.len())
        .map(|number| collection.game(number, &[]))
        .collect()
}

impl Collection {
    /// Finds the games of a file.
    ///
    /// # Errors
    /// If the brackets of the file do not match, or it is too large, nested too deep or no text.
    pub fn new(bytes: &[u8]) -> Result<Collection, SgfError> {
        let charset::Decoded { text, warning } = charset::decode(bytes)?;
        let text = text.into_owned();
        let tree = Tree::new(&text)?;
        Ok(Collection {
            text,
            tree,
            warning,
        })
    }

    /// Number of games; at least one.
    pub fn len(&self) -> usize {
        self.tree.games.len()
    }

    /// Never true: a file without a game is an error.
    pub fn is_empty(&self) -> bool {
        self.tree.games.is_empty()
    }

    /// Reads one game, numbered from 1. Where the game branches for the n-th time, the n-th of
    /// `branches` is followed, numbered from 1, and the first one after their end.
    ///
    /// # Errors
    /// If there is no such game or branch, or the game is none of Points.
    pub fn game(&self, number: usize, branches: &[usize]) -> Result<Reading, SgfError> {
        let mut reading = read::read(&self.text, &self.tree, number, branches)?;
        reading.warnings.splice(..0, self.warning.clone());
        Ok(reading)
    }
}

impl Reading {
    /// Takes away what comes after so many turns, and what is odd about it.
    pub fn cut(&mut self, turns: usize) {
        let is_whole = turns >= self.record.turns.len();
        self.record.cut(turns);
        self.warnings.retain(|warning| match warning.what {
            Warning::Result { .. } => is_whole,
            Warning::Cut { number, .. } | Warning::Chains { number } => number <= turns,
            Warning::EmptyMove { after } => is_whole || after < turns,
            _ => true,
        });
    }

    /// Where the rules have ended the record before its end, if they have.
    pub fn refused(&self) -> Option<&Located<Warning>> {
        let is_cut = |warning: &&Located<Warning>| matches!(warning.what, Warning::Cut { .. });
        self.warnings.iter().find(is_cut)
    }
}

impl<T> Located<T> {
    /// What was found at a byte of a text.
    fn at(text: &str, offset: usize, what: T) -> Located<T> {
        Located::in_bytes(text.as_bytes(), offset, what)
    }

    /// The same for a text that may not be valid.
    fn in_bytes(text: &[u8], offset: usize, what: T) -> Located<T> {
        let before = &text[..offset.min(text.len())];
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |newline| newline + 1);
        Located {
            line: before.iter().filter(|&&b| b == b'\n').count() + 1,
            column: String::from_utf8_lossy(&before[line_start..])
                .chars()
                .count()
                + 1,
            what,
        }
    }
}

impl<T: fmt::Display> fmt::Display for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )
    }
}

impl<T: fmt::Debug + fmt::Display> std::error::Error for Located<T> {}
