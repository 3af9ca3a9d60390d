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
//! `B` is the first player, `W` the second. A point is two letters, column and row from the upper left: `a` to `z`,
//! then `A` to `Z`. So a board has at most 52 columns and rows. The reader treats what other programs write as follows:
//!
//! * A move may name the chains of its captures: in `B[ba.baabbccbba]` the dot `ba` closes the chain of `ba`, `ab`,
//!   `bc` and `cb`. The chains are compared with what the board captures. A difference is a [`Warning`].
//! * Chains without a dot, as in `B[.baabbccbba]`, are no move. They should enclose what the board has captured before.
//! * A move with an empty value is grounding if it is the last move of the game. Elsewhere it is skipped.
//!   It is also skipped at the end of a file of the program Kropki, and of a file with `Pass=1` in `RU` that this
//!   program has not written. On a full board it is left out, because the game is over already.
//! * Komi, rules and the result count in the first node of a game, and get a [`Warning`] elsewhere.
//! * `RE` is the result of the first branch. Another branch that the caller names has none, unless a word ends it.
//! * Moves with a word, such as `B[resign]` and `B[time]`, give the result if `RE` is missing.
//! * A record whose `RU` names a variant of the [`Rules`](crate::board::Rules) is played by that variant. Rules that
//!   are unknown, or that [`Rules`](crate::board::Rules) cannot express, give a [`Warning`] and are replaced by the
//!   default rules.
//! * A record is cut before the first move that the board refuses, with a [`Warning`]. Such moves occur in games in
//!   which the players draw their enclosures themselves.
//! * A record without `GM` is taken for Points if it has a size, the board takes all its moves, and no empty move
//!   stands before another move.
//! * A file is read in the character set that `CA` names. Without `CA` it is read as UTF-8. If it is not valid UTF-8,
//!   it is read as windows-1251.
//! * Text before, between and behind games is skipped. A `)` or `;` right behind a game is an error, because the game
//!   was closed too early.
//! * At a fork the first branch is read, unless the caller names another one. [`Collection::whole_games`] reads the
//!   others as [variations](crate::notation::record::Variation).
//! * `PL` before the first move tells whose turn it is in a record without moves. Otherwise the first move tells it.
//! * `BM` and `DO` in the node of a move give its [class](crate::notation::record::ErrorClass).
//! * Time left, marks, territory and unknown properties are skipped.
//!
//! Every oddity that leaves the record readable is a [`Warning`] with its line and column.

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
pub use write::{FACTS, GREATEST_KOMI, Style, Unwritable, check_size, write};

use crate::board::IllegalMove;
use crate::notation::record::GameRecord;
use crate::notation::{BYTE_ORDER_MARK, counted, without_mark};
use read::Branches;
use std::fmt;
use tree::Tree;

/// Whether the text looks like SGF. It does if `(` is its first character after white space, or if it contains `(;`.
pub fn is_sgf(bytes: &[u8]) -> bool {
    let start = without_mark(bytes);
    start.trim_ascii_start().starts_with(b"(") || start.windows(2).any(|pair| pair == b"(;")
}

/// The games of one file. Their brackets are checked; their properties are not yet read.
#[derive(Debug)]
pub struct Collection {
    text: String,
    tree: Tree,
    /// An oddity of the character set. `None` if there is none.
    warning: Option<Located<Warning>>,
}

/// A game that was read, with warnings about its file.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game. It ends before the first move that the rules refuse.
    pub record: GameRecord,
    /// The oddities of the file that did not stop the reading.
    pub warnings: Vec<Located<Warning>>,
}

/// An error or warning with its place in a file. Lines and columns count from 1, columns in characters. A line ends with
/// a line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// Number of the line, from 1.
    pub line: usize,
    /// Number of the column in characters, from 1.
    pub column: usize,
    /// The error or warning.
    pub what: T,
}

/// The reason why a file cannot be read, with its place in the file.
pub type SgfError = Located<Problem>;

/// The reason why a file cannot be read. Long texts of the file are cut in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// Brackets are nested more than [`MAX_DEPTH`] deep, or a game has more nodes from its root to a leaf.
    #[error("nodes or brackets are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// The text is not valid UTF-8, and no other character set applies.
    #[error("the text is not valid UTF-8: save it as UTF-8, with CA[UTF-8]")]
    NotUtf8,
    /// The text is not valid in the character set that its `CA` names. The field is the name of the set.
    #[error(
        "the text is not valid {0}, which it names as its character set: name the right one in CA"
    )]
    NotInCharset(&'static str),
    /// The file names a character set that is unknown, and is not valid UTF-8 either. The field is the name.
    #[error(
        "the character set {0:?} is unknown, and the text is not valid UTF-8: name one such as windows-1251 in CA"
    )]
    UnknownCharset(String),
    /// The file is in UTF-16.
    #[error("the text is UTF-16: save it as UTF-8")]
    Utf16,
    /// The file has a NUL byte.
    #[error("a NUL byte")]
    Nul,
    /// The file has no game: no `(` is followed by `;`.
    #[error("there is no game: no \"(;\"")]
    NoGame,
    /// The file ends before the closing bracket of a game.
    #[error("the file ends before the game that begins here is closed")]
    Unclosed,
    /// The file ends within the value of a property.
    #[error("the file ends before the value that begins here is closed")]
    UnclosedValue,
    /// A character that is not allowed at its place.
    #[error("unexpected {0:?}")]
    Unexpected(char),
    /// A property without a value. The field is the name of the property.
    #[error("the property {0} has no value")]
    NoValue(String),
    /// The record is not a game of Points: `GM` names another game. Also a record without `GM` that cannot be read as a
    /// game of Points.
    #[error("this is not a game of Points: GM[40] is missing")]
    OtherGame,
    /// The property `SZ` is missing.
    #[error("the size of the board, SZ, is missing")]
    NoSize,
    /// The value of `SZ` is not a size from 1x1 to 52x52. The field is the value.
    #[error("{0:?} is no size of a board from 1x1 to 52x52")]
    BadSize(String),
    /// A text that is not the name of a point. The field is the text.
    #[error("{0:?} is no point")]
    BadPoint(String),
    /// A point outside the board. The field is its two letters.
    #[error("the point {0:?} is not on the board")]
    OffBoard(String),
    /// The rules do not allow a start dot. The field is the rule.
    #[error("the start dot cannot be put: {0}")]
    IllegalStart(IllegalMove),
    /// Dots are set up after the first move.
    #[error("dots are set up after the game has begun")]
    LateSetup,
    /// An `AE` removes dots from the board.
    #[error("AE removes dots, which no move of this game does")]
    Removed,
    /// The games of the file have too many start dots together.
    #[error("the games have too many start dots together")]
    ManyDots,
    /// The caller asked for a game or a branch that the file does not have.
    #[error("there is no {what} {wanted}, only {count}")]
    NoSuch {
        /// The word `game` or `branch`.
        what: &'static str,
        /// The number that was asked for. Games and branches count from 1.
        wanted: usize,
        /// Number of games of the file, or of branches at this node.
        count: usize,
    },
    /// The caller named more branches than there are forks on the way to this leaf.
    #[error("too many branches: on the way here the game divides {}, not {wanted}", counted(*.forks as u64, "time"))]
    ManyBranches {
        /// Number of branches that were named.
        wanted: usize,
        /// Number of forks on the way.
        forks: usize,
    },
}

/// An oddity of a record that can still be read. Long texts of the file are cut in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// `RU` names rules that we cannot play. The record is read by the default rules. The field lists what differs.
    #[error("the rules are not automatic minimal capture: {0:?}")]
    OtherRules(String),
    /// `RU` has words that are unknown. The record is read by the default rules. The field is that of [`RuleSet::Unknown`].
    #[error("unknown rules {0:?} are taken for automatic minimal capture")]
    UnknownRules(String),
    /// The file is not valid UTF-8 and names no character set. It is read as windows-1251.
    #[error("the text is not UTF-8 and names no character set: it is read as windows-1251")]
    GuessedCharset,
    /// The file names a character set that is unknown. It is valid UTF-8 and is read as such. The field is the name.
    #[error("the character set {0:?} is unknown: the text is read as UTF-8")]
    UnknownCharset(String),
    /// The record does not say which game it is. It is taken for a game of Points.
    #[error("GM[40] is missing: the record is taken for a game of Points")]
    NoGame,
    /// The record is cut before a move that the rules refuse.
    #[error("the record is cut before move {number} at {at}, which our rules refuse: {reason}")]
    Cut {
        /// Number of the refused turn, from 1.
        number: usize,
        /// The cell of its dot as `x-y`, counted from 1 at the bottom left.
        at: String,
        /// The rule that forbids the dot.
        reason: IllegalMove,
    },
    /// A variation is cut before a move that the rules refuse, or that cannot be read.
    #[error("a variation is cut before move {number}: {reason}")]
    VariationCut {
        /// Number of the move, from 1 at the start of the game.
        number: usize,
        /// What is wrong with the move.
        reason: String,
    },
    /// A variation is left out: it branches off before the last start dots, or has a comment but no move.
    #[error("a variation is left out: {reason}")]
    VariationLeftOut {
        /// What is wrong with the variation.
        reason: &'static str,
    },
    /// The game has too many variations. Those beyond the limit are left out.
    #[error("the variations beyond {MOST_VARIATION_TURNS} moves together are left out")]
    ManyVariations,
    /// The chains that the file gives for a move do not enclose what the board captures. Also a capture without chains
    /// in a file that gives chains elsewhere.
    #[error("move {number}: the chains in the file do not enclose what the rules capture")]
    Chains {
        /// Number of the turn, from 1.
        number: usize,
    },
    /// Chains that stand without a dot are not those round the territory of the board.
    #[error("after move {after}: the chains in the file are not those round the territory")]
    ChainsAlone {
        /// Number of turns before the chains.
        after: usize,
    },
    /// A move with an empty value that does not end the game. It is skipped.
    #[error("an empty move after move {after} is skipped")]
    EmptyMove {
        /// Number of turns before the empty move.
        after: usize,
    },
    /// The result in the file contradicts the score of the board.
    #[error("the result is {written}, but the board says {found}")]
    Result {
        /// The result in the file, as in SGF.
        written: String,
        /// The result by the score of the final position and komi, as in SGF.
        found: String,
    },
    /// Komi, rules or the result stand behind the first node of the game. The property is ignored.
    #[error("{property} is not in the first node of the game: it is ignored")]
    Misplaced {
        /// The name of the property: `KM`, `RE` or `RU`.
        property: &'static str,
    },
    /// The value of a property is not one that the property can have. The property is ignored.
    #[error("the value {value:?} of {property} has no meaning")]
    Value {
        /// The name of the property.
        property: String,
        /// The value in the file.
        value: String,
    },
}

/// The size of the largest file that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The greatest number of nested brackets, and of nodes from the root of a game to a leaf.
pub const MAX_DEPTH: usize = 8192;

/// The number of start dots of all games together that even a small file may have.
const FREE_DOTS: usize = 100_000;

/// The greatest number of moves of all variations of a game together that are read and written.
pub const MOST_VARIATION_TURNS: usize = 100_000;

/// Reads all games of a file. At every fork it follows the first branch.
///
/// # Errors
/// If the file is not SGF, or one of its games cannot be read as a game of Points.
pub fn parse(bytes: &[u8]) -> Result<Vec<Reading>, SgfError> {
    Collection::new(bytes)?.games()
}

impl Collection {
    /// Decodes a file and finds its games.
    ///
    /// # Errors
    /// If the file is too large, its characters cannot be decoded, or its brackets do not match or are nested too deep.
    pub fn new(bytes: &[u8]) -> Result<Collection, SgfError> {
        let charset::Decoded { text, warning } = charset::decode(bytes)?;
        let text = text.into_owned();
        Ok(Collection {
            tree: Tree::new(&text)?,
            text,
            warning,
        })
    }

    /// Finds the games of a file whose characters are decoded already. What `CA` names does not matter.
    ///
    /// # Errors
    /// If the text is too large, or its brackets do not match or are nested too deep.
    pub fn from_text(text: &str) -> Result<Collection, SgfError> {
        charset::check(text.as_bytes())?;
        let text = text.trim_start_matches(BYTE_ORDER_MARK);
        Ok(Collection {
            tree: Tree::new(text)?,
            text: text.to_owned(),
            warning: None,
        })
    }

    /// Number of games. At least one.
    pub fn len(&self) -> usize {
        self.tree.games.len()
    }

    /// Always false: a file without a game is an error of [`Collection::new`].
    pub fn is_empty(&self) -> bool {
        self.tree.games.is_empty()
    }

    /// Whether one of the games divides into branches.
    pub fn has_branches(&self) -> bool {
        (0..self.tree.nodes.len()).any(|node| self.tree.children(node).len() > 1)
    }

    /// Reads the game with this number, from 1. `branches` holds one number for each fork of the game in order, from 1
    /// for its first branch. At forks after the end of `branches` the first branch is read.
    ///
    /// # Errors
    /// If there is no such game or branch, there are more branches than forks, or the game is not a readable game of Points.
    pub fn game(&self, number: usize, branches: &[usize]) -> Result<Reading, SgfError> {
        self.read(number, Branches::Named(branches))
    }

    /// Reads all games, the first branch at every fork.
    ///
    /// # Errors
    /// If one of them is not a readable game of Points, or they have too many start dots together.
    pub fn games(&self) -> Result<Vec<Reading>, SgfError> {
        self.read_all(Branches::Named(&[]))
    }

    /// Reads all games, the first branch at every fork. The other branches become the variations of the records, at most
    /// [`MOST_VARIATION_TURNS`] moves of each game. What is wrong in a variation is a warning.
    ///
    /// # Errors
    /// Those of [`games`](Collection::games).
    pub fn whole_games(&self) -> Result<Vec<Reading>, SgfError> {
        self.read_all(Branches::All)
    }

    /// The number of start dots that all games of the file may have together. A rectangle names many points in a few
    /// bytes, so a small file could fill the memory. A single point takes four bytes, `[ab]`. The limit is twice the
    /// number of single points that the file has room for, at least [`FREE_DOTS`].
    pub(crate) fn most_start_dots(&self) -> usize {
        FREE_DOTS.max(self.text.len() / 2)
    }

    /// Reads the game with this number, from 1, as [`whole_games`](Collection::whole_games) does.
    ///
    /// # Errors
    /// If there is no such game, or it is not a readable game of Points.
    pub fn whole_game(&self, number: usize) -> Result<Reading, SgfError> {
        self.read(number, Branches::All)
    }

    fn read_all(&self, branches: Branches) -> Result<Vec<Reading>, SgfError> {
        let mut left = self.most_start_dots();
        let mut readings = Vec::new();
        for (number, &root) in (1..).zip(&self.tree.games) {
            let reading = self.read(number, branches)?;
            let dots = reading.record.start.len();
            let place = self.tree.nodes[root].place;
            left = left
                .checked_sub(dots)
                .ok_or_else(|| place.found(Problem::ManyDots))?;
            readings.push(reading);
        }
        Ok(readings)
    }

    fn read(&self, number: usize, branches: Branches) -> Result<Reading, SgfError> {
        let mut reading = read::read(&self.text, &self.tree, number, branches)?;
        reading.warnings.splice(..0, self.warning.clone());
        Ok(reading)
    }
}

impl Reading {
    /// Keeps the first `turns` turns of the record, and drops the warnings that concern later turns. The warning about
    /// the result stays only if no turn is dropped.
    pub fn cut(&mut self, turns: usize) {
        let is_whole = turns >= self.record.turns.len();
        self.record.cut(turns);
        self.warnings.retain(|warning| match warning.what {
            Warning::Result { .. } | Warning::Misplaced { property: "RE" } => is_whole,
            Warning::Cut { number, .. } | Warning::Chains { number } => number <= turns,
            Warning::VariationCut { .. }
            | Warning::VariationLeftOut { .. }
            | Warning::ManyVariations => is_whole,
            Warning::ChainsAlone { after } => after <= turns,
            Warning::EmptyMove { after } => is_whole || after < turns,
            _ => true,
        });
    }

    /// The warning about the move before which the record was cut. `None` if the rules allow all moves.
    pub fn refused(&self) -> Option<&Located<Warning>> {
        let is_cut = |warning: &&Located<Warning>| matches!(warning.what, Warning::Cut { .. });
        self.warnings.iter().find(is_cut)
    }
}

impl<T> Located<T> {
    /// Something else at the same place.
    fn map<U>(self, other: impl FnOnce(T) -> U) -> Located<U> {
        let Located { line, column, what } = self;
        let what = other(what);
        Located { line, column, what }
    }

    /// `what` with the line and column of the byte at `offset` in the text.
    fn at(text: &str, offset: usize, what: T) -> Located<T> {
        Located::in_bytes(text.as_bytes(), offset, what)
    }

    /// `what` with the line and column of the byte at `offset` in a text that may not be valid UTF-8.
    fn in_bytes(text: &[u8], offset: usize, what: T) -> Located<T> {
        let before = without_mark(&text[..offset.min(text.len())]);
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
