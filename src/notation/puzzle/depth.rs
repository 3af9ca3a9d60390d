//! Depths as text, counted in full moves. A full move is two plies.

use crate::geometry::parse_number;
use std::fmt;
use std::str::FromStr;

/// The depth of a search. Its text counts full moves of two plies: `2.5` is 5 plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// The depth in plies, of which two are a full move. From 1 to 199 if the depth was read from a text.
    pub plies: u32,
}

/// The text is not a depth from 0.5 to 99.5 in steps of 0.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a depth is {}", Depth::WANTED)]
pub struct InvalidDepth;

impl Depth {
    /// What a text must be to be read.
    pub(super) const WANTED: &str = "a number of full moves from 0.5 to 99.5, in steps of 0.5";
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.plies % 2 == 1 { ".5" } else { "" };
        write!(f, "{}{half}", self.plies / 2)
    }
}

impl FromStr for Depth {
    type Err = InvalidDepth;

    /// Reads `2`, `2.0` or `2.5` full moves, from 0.5 to 99.5.
    fn from_str(text: &str) -> Result<Depth, InvalidDepth> {
        let (whole, half) = match text.split_once('.') {
            Some((whole, "5")) => (whole, 1),
            Some((whole, "0")) => (whole, 0),
            Some(_) => return Err(InvalidDepth),
            None => (text, 0),
        };
        let whole: u32 = parse_number(whole).ok_or(InvalidDepth)?;
        match whole {
            0 if half == 0 => Err(InvalidDepth),
            0..=99 => Ok(Depth {
                plies: 2 * whole + half,
            }),
            _ => Err(InvalidDepth),
        }
    }
}
