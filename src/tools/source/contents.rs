//! Finds out what a file holds.

use super::{Source, SourceError, text_of};
use crate::notation::sgf::{self, Collection};
use crate::notation::{diagram, puzzle};

/// The contents of a file: SGF games, puzzles or a diagram.
///
/// A file holds SGF if its name says so, or if its text [looks like SGF](sgf::is_sgf) and does not begin with a
/// puzzle, whose words may have `(;`. Another text holds puzzles if it has a colon, and else a diagram.
#[derive(Debug)]
pub struct Contents {
    bytes: Vec<u8>,
    /// The games; `None` if the file is not SGF.
    games: Option<Collection>,
}

impl Contents {
    /// Finds out what a file with these bytes holds. `is_named_sgf` is whether it is SGF by its name.
    ///
    /// # Errors
    /// If it is SGF that cannot be read. Other texts are read later.
    pub fn new(bytes: Vec<u8>, is_named_sgf: bool) -> Result<Contents, SourceError> {
        let is_sgf = is_named_sgf || (sgf::is_sgf(&bytes) && !begins_with_puzzle(&bytes));
        let games = is_sgf.then(|| Collection::new(&bytes)).transpose()?;
        Ok(Contents { bytes, games })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of games in the file. It is 1 for puzzles and for a diagram.
    pub fn count_games(&self) -> usize {
        self.games.as_ref().map_or(1, Collection::len)
    }

    /// Reads the game or puzzle with this number, from 1. `branches` are the branches to take where the game divides,
    /// one number from 1 for each fork. A diagram has the number 1.
    ///
    /// # Errors
    /// If it cannot be read or replayed, or the file has fewer games, puzzles or branches. A puzzle or diagram has no
    /// branches.
    pub fn source(&self, number: usize, branches: &[usize]) -> Result<Source, SourceError> {
        if let Some(games) = &self.games {
            return Source::of_reading(games.game(number, branches)?);
        }
        let text = text_of(&self.bytes)?;
        if !branches.is_empty() {
            let reason = "only a game in SGF has branches".to_owned();
            return Err(SourceError::Other(reason));
        }
        if text.contains(':') {
            return Source::from_puzzles(text, number);
        }
        match number {
            1 => Ok(Source::from_diagram(diagram::parse(text)?)),
            wanted => Err(SourceError::no_number(wanted, 1)),
        }
    }
}

/// Whether a text begins with a puzzle. A game cannot be read as one.
fn begins_with_puzzle(bytes: &[u8]) -> bool {
    text_of(bytes).is_ok_and(|text| puzzle::each(text).next().is_some_and(|first| first.is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Player, Point};

    fn parse(text: &str, number: usize) -> Result<Source, SourceError> {
        Source::parse(text.as_bytes(), number, &[])
    }

    #[test]
    fn every_notation_is_recognised() {
        let game = parse(". a . / c B a / . a .", 1).unwrap();
        assert_eq!(game.moves().len(), 5);
        assert_eq!(game.to_move, Player::Second);
        let puzzle = "title: T\nto move: 1\ndepth: 1\nanswer: 0 0 0\nsource: here\n\n. 0\n. .";
        let puzzle = parse(puzzle, 1).unwrap();
        assert_eq!(puzzle.to_move, Player::Second);
        assert_eq!(puzzle.answers, [Point::new(0, 0)]);
        assert_eq!(puzzle.title.as_deref(), Some("T"));
        let puzzle = "to move: 1\ndepth: 1\nanswer: 0 0 0\nsource: here\ntitle: T\n\n. a\n. .";
        let record = parse(puzzle, 1).unwrap().record().unwrap();
        assert_eq!((record.turns.len(), record.to_move(0)), (0, Player::Second));
        let puzzle = "to move: 1\ndepth: 1\nanswer: 0 0 0\nsource: (;GM[40]\ntitle: T\n\n. 0\n. .";
        assert_eq!(parse(puzzle, 1).unwrap().answers, [Point::new(0, 0)]);
        let sgf = "(;GM[40]SZ[3:4]PB[Ann]PW[Bob]RE[B+R]AW[bb];B[ba];W[cd];B[ab])";
        let game = parse(sgf, 1).unwrap();
        assert_eq!((game.start_dots, game.moves().len()), (1, 3));
        assert_eq!(game.to_move, Player::Second);
        assert_eq!(game.title.as_deref(), Some("Ann - Bob, B+R"));
        assert_eq!(game.record().unwrap().turns.len(), 3);
    }

    #[test]
    fn games_below_other_text_are_counted() {
        let count = |text: &str, is_named_sgf| {
            let contents = Contents::new(text.as_bytes().to_vec(), is_named_sgf);
            contents.map(|contents| contents.count_games()).ok()
        };
        let games = "Exported by a program\n( ;GM[40]SZ[3];B[aa])( ;GM[40]SZ[3];B[bb])";
        // By its text alone it would not be SGF.
        assert_eq!(
            [true, false].map(|named| count(games, named)),
            [Some(2), Some(1)]
        );
        assert_eq!(count(&games.replace(" ;", ";"), false), Some(2));
        let puzzle = "title: (;)(;)\nto move: 1\ndepth: 1\nanswer: 0 0 0\nsource: s\n\n. 0\n. .";
        for other in [". a .\n. . .", "", puzzle] {
            assert_eq!(count(other, false), Some(1), "{other}");
        }
        assert_eq!(count("(;GM[40]SZ[3];B[aa]", false), None);
    }

    #[test]
    fn a_fault_below_a_puzzle_is_told_as_one_of_puzzles() {
        let puzzle = "title: (;\nto move: 1\ndepth: 1\nanswer: 0 0 0\nsource: here\n\n. 0\n. .\n";
        let text = format!("{puzzle}---\n{}", puzzle.replace("depth", "dpth"));
        for number in [1, 2] {
            let error = parse(&text, number).unwrap_err().to_string();
            assert_eq!(error, "line 12: unknown key `dpth`");
        }
    }

    #[test]
    fn broken_text_and_missing_numbers_are_refused() {
        assert!(parse("", 1).is_err());
        let broken = parse("..\n\n.?", 1).unwrap_err().to_string();
        assert!(broken.starts_with("line 3: "), "{broken}");
        let error = parse("..", 2).unwrap_err().to_string();
        assert_eq!(error, "there is no number 2: the file holds 1");
        let puzzle = "title: (;\nto move: 1\ndepth: 1\nanswer: 0 0 0\nsource: here\n\n. 0\n. .";
        for text in ["..", puzzle, &puzzle.replace("(;", "T")] {
            assert!(Source::parse(text.as_bytes(), 1, &[]).is_ok());
            let error = Source::parse(text.as_bytes(), 1, &[5]).unwrap_err();
            assert_eq!(error.to_string(), "only a game in SGF has branches");
        }
    }
}
