//! The address of a position in a file of games: `file.sgf:12` is the position after 12 moves.

use crate::geometry::parse_number;
use std::fmt;
use std::str::FromStr;

/// The address of a position in a file of games: `PATH[#GAME[.BRANCH]...][:MOVES]`.
///
/// ```
/// use tochki::notation::sgf::Address;
///
/// let address: Address = "games/final.sgf#2.1.3:40".parse()?;
/// assert_eq!(address.path, "games/final.sgf");
/// assert_eq!((address.game, address.branches, address.moves), (Some(2), vec![1, 3], Some(40)));
/// assert_eq!("final.sgf".parse::<Address>()?.moves, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The path of the file. Not empty.
    pub path: String,
    /// Number of the game in the file, from 1. `None` if the address names no game.
    pub game: Option<usize>,
    /// Numbers of the branches to follow, from 1: one for each fork of the game in order. At later forks the first
    /// branch is followed.
    pub branches: Vec<usize>,
    /// Number of moves to play after the start dots. `None` if the address gives none: all moves are played.
    pub moves: Option<usize>,
}

/// The reason why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The text before `#` or `:` is empty.
    #[error("the file name is missing")]
    NoPath,
    /// A game or branch number is empty, zero or too large, or a number of moves is too large. The field is the text.
    #[error("{0:?} is no number of a game, a branch or a move")]
    BadNumber(String),
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let (rest, moves) = split_number(text, ':', "");
        let (path, numbers) = split_number(rest, '#', ".");
        if path.is_empty() {
            return Err(AddressError::NoPath);
        }
        let number = |text: &str| {
            parse_number::<usize>(text).ok_or_else(|| AddressError::BadNumber(text.to_owned()))
        };
        let mut numbers = numbers
            .into_iter()
            .flat_map(|numbers| numbers.split('.'))
            .map(|text| match number(text)? {
                0 => Err(AddressError::BadNumber(text.to_owned())),
                number => Ok(number),
            });
        Ok(Address {
            path: path.to_owned(),
            game: numbers.next().transpose()?,
            branches: numbers.collect::<Result<_, _>>()?,
            moves: moves.map(number).transpose()?,
        })
    }
}

/// Splits a text at the last `sign`, if a number follows. The number may have digits and the characters of `allowed`.
/// Otherwise the result is the whole text and `None`.
fn split_number<'a>(text: &'a str, sign: char, allowed: &str) -> (&'a str, Option<&'a str>) {
    let is_number = |tail: &str| {
        !tail.is_empty()
            && tail
                .chars()
                .all(|c| c.is_ascii_digit() || allowed.contains(c))
    };
    match text.rsplit_once(sign) {
        Some((head, tail)) if is_number(tail) => (head, Some(tail)),
        _ => (text, None),
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        if let Some(game) = self.game {
            write!(f, "#{game}")?;
        }
        for branch in &self.branches {
            write!(f, ".{branch}")?;
        }
        match self.moves {
            Some(moves) => write!(f, ":{moves}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_back() {
        for text in [
            "a.sgf",
            "a.sgf:0",
            "a.sgf#1",
            "a.sgf#2",
            "a.sgf#1.2.3:40",
            "c:\\x.sgf",
            "a#b:7",
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn bad_addresses_are_refused() {
        assert_eq!(":3".parse::<Address>(), Err(AddressError::NoPath));
        for text in ["a#0", "a#1.0", "a#1..2", "a#.", "a:99999999999999999999999"] {
            assert!(
                matches!(text.parse::<Address>(), Err(AddressError::BadNumber(_))),
                "{text}"
            );
        }
    }
}
