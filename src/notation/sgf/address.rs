//! The address of a position in a file of games: `file.sgf:12` is the position after 12 moves.

use crate::geometry::parse_number;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The address of a position in a file of games: `PATH[#GAME[.BRANCH]...][:MOVES]`.
///
/// ```
/// use std::path::Path;
/// use tochki::notation::sgf::Address;
///
/// let address: Address = "games/final.sgf#2.1.3:40".parse()?;
/// assert_eq!(address.path, Path::new("games/final.sgf"));
/// assert_eq!((address.game, address.branches, address.moves), (Some(2), vec![1, 3], Some(40)));
/// assert_eq!("final.sgf".parse::<Address>()?.moves, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The path of the file. Not empty.
    pub path: PathBuf,
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
#[non_exhaustive]
pub enum AddressError {
    /// The text before `#` or `:` is empty.
    #[error("the file name is missing")]
    NoPath,
    /// A game or branch number is empty, zero or too large, or a number of moves is too large. The field is the text.
    #[error("{0:?} is no number of a game, a branch or a move")]
    BadNumber(String),
}

impl Address {
    /// Reads an address from a name that need not be UTF-8. On other systems than Unix, what is not Unicode in such a
    /// name is replaced.
    ///
    /// # Errors
    /// If the name is not an address.
    pub fn of_name(name: &OsStr) -> Result<Address, AddressError> {
        let text = name.to_string_lossy();
        let address: Address = text.parse()?;
        // The numbers are ASCII, so they are as long in the name as in the text.
        let numbers = text.len() - address.path.as_os_str().len();
        Ok(Address {
            path: without_end(name, numbers),
            ..address
        })
    }

    /// The name from which the address can be read. The text of the address is the same if the path is UTF-8.
    pub fn to_name(&self) -> OsString {
        let mut name = self.path.clone().into_os_string();
        if let Some(game) = self.game {
            name.push(format!("#{game}"));
        }
        for branch in &self.branches {
            name.push(format!(".{branch}"));
        }
        if let Some(moves) = self.moves {
            name.push(format!(":{moves}"));
        }
        name
    }
}

/// A name without its last `bytes`, which are ASCII.
#[cfg(unix)]
fn without_end(name: &OsStr, bytes: usize) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    let name = name.as_bytes();
    PathBuf::from(OsStr::from_bytes(&name[..name.len() - bytes]))
}

#[cfg(not(unix))]
fn without_end(name: &OsStr, bytes: usize) -> PathBuf {
    let name = name.to_string_lossy();
    PathBuf::from(&name[..name.len() - bytes])
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
            path: path.into(),
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
        write!(f, "{}", self.to_name().display())
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

    #[cfg(unix)]
    #[test]
    fn names_need_not_be_utf_8() {
        use std::os::unix::ffi::OsStrExt;
        let path = OsStr::from_bytes(b"\xff/a#\xfe.sgf");
        for (tail, game, branches, moves) in [
            ("", None, vec![], None),
            ("#2", Some(2), vec![], None),
            (":0", None, vec![], Some(0)),
            ("#1.2.3:40", Some(1), vec![2, 3], Some(40)),
        ] {
            let address = Address {
                path: path.into(),
                game,
                branches,
                moves,
            };
            let mut name = path.to_owned();
            name.push(tail);
            assert_eq!(address.to_name(), name);
            assert_eq!(Address::of_name(&name).as_ref(), Ok(&address));
            let text = format!("\u{fffd}/a#\u{fffd}.sgf{tail}");
            assert_eq!(address.to_string(), text);
        }
        let zero = Address::of_name(OsStr::from_bytes(b"\xff#0"));
        assert_eq!(zero, Err(AddressError::BadNumber("0".to_owned())));
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
