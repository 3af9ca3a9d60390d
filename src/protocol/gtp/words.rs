//! Players, cells and actions as words of the protocol.

use crate::board::Action;
use crate::geometry::{Player, Point, Size, parse_number};
use crate::notation::coordinates;
use crate::protocol::{Refusal, refuse};

/// The player that `word` names: `P1`, `B` and others, or `P2`, `W` and others, in any case. A refusal shows `words`,
/// the arguments of the request.
pub(super) fn player(word: &str, words: &[&str]) -> Result<Player, Refusal> {
    let named = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    match word {
        _ if named(&["P1", "B", "BLACK", "BLUE"]) => Ok(Player::First),
        _ if named(&["P2", "W", "WHITE", "RED", "R"]) => Ok(Player::Second),
        _ => Err(refuse(format!(
            "Could not parse color: '{word}' ({})",
            words.join(" ")
        ))),
    }
}

/// The name of a player, `P1` or `P2`.
pub(crate) fn print_player(player: Player) -> &'static str {
    match player {
        Player::First => "P1",
        Player::Second => "P2",
    }
}

/// The action that a word names. A cell is a dot, `ground` or `pass` is grounding, `resign` is resignation. `None` for any
/// other word.
pub(crate) fn parse_action(word: &str, size: Size) -> Option<Action> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    if is("ground") || is("pass") || is("pss") {
        return Some(Action::Ground);
    }
    if is("resign") {
        return Some(Action::Resign);
    }
    let point = coordinates::parse(word, size).ok();
    let point = point.or_else(|| in_brackets(word, size));
    let point = point.or_else(|| with_letters(word, size));
    point.map(Action::Put)
}

/// [`parse_action`], or a refusal.
pub(super) fn action(word: &str, size: Size) -> Result<Action, Refusal> {
    let unknown = || refuse(format!("Could not parse location: {word}"));
    parse_action(word, size).ok_or_else(unknown)
}

/// The cell `(x,y)`, column and row from 0 at the top left. `None` for another text, or off the board.
fn in_brackets(word: &str, size: Size) -> Option<Point> {
    let inner = word.strip_prefix('(')?.strip_suffix(')')?;
    let (x, y) = inner.split_once(',')?;
    size.point(parse_number(x)?, parse_number(y)?)
}

/// The cell of a name as in Go, such as `C4`: a letter for the column, without I, and the row from 1 at the bottom. The
/// columns after Z are AA, AB and so on. `None` for another text, or off the board.
fn with_letters(word: &str, size: Size) -> Option<Point> {
    const LETTERS: u32 = 25;
    let digits = word.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, row) = word.split_at(digits);
    let value = |letter: u8| {
        let letter = letter.to_ascii_uppercase();
        (letter != b'I').then(|| u32::from(letter - b'A') - u32::from(letter > b'I'))
    };
    let column = match *letters.as_bytes() {
        [one] => value(one)?,
        [first, second] => (value(first)? + 1) * LETTERS + value(second)?,
        _ => return None,
    };
    let row: u32 = parse_number(row)?;
    size.point(column, size.height().checked_sub(row)?)
}

/// Reads pairs of a player and his action, such as `P1 3-4 P2 ground`.
pub(super) fn actions(words: &[&str], size: Size) -> Result<Vec<(Player, Action)>, Refusal> {
    let pairs = words.chunks(2).map(|pair| match pair {
        [colour, place] => Ok((player(colour, words)?, action(place, size)?)),
        _ => {
            player(pair[0], words)?;
            let words = words.join(" ");
            Err(refuse(format!("Expected location after color: {words}")))
        }
    });
    pairs.collect()
}

/// The word for an action: a cell as `x-y`, `ground` or `resign`.
pub(super) fn print_action(action: Action, size: Size) -> String {
    match action {
        Action::Put(point) => coordinates::print(point, size),
        Action::Ground => "ground".to_owned(),
        Action::Resign => "resign".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_in_three_ways() {
        let size = Size::new(39, 32).unwrap();
        let cell = |word| match action(word, size) {
            Ok(Action::Put(point)) => Some((point.x(), point.y())),
            _ => None,
        };
        for (words, expected) in [
            (["20-17", "(19,15)", "U17"], (19, 15)),
            (["1-1", "(0,31)", "a1"], (0, 31)),
            (["9-32", "(8,0)", "J32"], (8, 0)),
            (["26-1", "(25,31)", "AA1"], (25, 31)),
            (["39-32", "(38,0)", "ao32"], (38, 0)),
        ] {
            assert_eq!(words.map(cell), [Some(expected); 3]);
        }
        for word in [
            "", "(", "()", "(1,)", "(39,0)", "(0,32)", "(-1,0)", "I3", "A0", "A33", "AAA1", "é1",
            "1", "A", "0-1", "A-1",
        ] {
            assert_eq!(cell(word), None, "{word}");
        }
    }
}
