//! Puzzles as text: a position, the player to move, and moves with their scores.
//!
//! A file holds one puzzle or several, separated by lines of three or more dashes. A puzzle is a header of `key: value`
//! lines and a [`diagram`] below it. Blank lines and lines that begin with `#` are skipped.
//!
//! ```
//! use tochki::Point;
//! use tochki::notation::puzzle;
//!
//! let text = "
//! ## The smallest puzzle there is.
//! title: The open side
//! theme: capture
//! to move: 0
//! depth: 0.5
//! answer: 2 1 1
//! source: made for this file
//!
//! . 0 . .
//! 0 1 . .
//! . 0 . .
//! ";
//! let puzzles = puzzle::parse(text)?;
//! assert_eq!(puzzles[0].plies, 1);
//! assert!(puzzles[0].is_right(Point::new(2, 1)));
//! assert_eq!(puzzle::parse(&puzzles[0].to_string())?[0].title, "The open side");
//! # Ok::<(), puzzle::PuzzleError>(())
//! ```
//!
//! | key | value |
//! |---|---|
//! | `title` | name of the puzzle |
//! | `theme` | its topic (optional) |
//! | `to move` | `0` if the first player moves, `1` if the second |
//! | `depth` | the least search depth that finds the answer, in full moves: `2`, `2.5` |
//! | `answer` | `X Y SCORE`: column and row of a move, from 0 at the top left, and its score; one line for each move |
//! | `goal` | `capture X Y`: the dot to capture, in any number of plies (optional) |
//! | `source` | where the puzzle comes from |
//! | `note` | a remark (optional, any number of lines) |
//!
//! The score of a move is the dots won less the dots lost, with best play of both sides to the depth of the
//! puzzle. The moves with the greatest score are right. Other answers give the scores of tempting mistakes.
//!
//! In a puzzle with a goal, the score is 1 if the move forces the capture of the dot, and 0 if the opponent can prevent
//! the capture. At least one answer has the score 1. The depth is then the number of full moves to the capture, in the
//! line that `tools::plant` plays.

mod depth;
mod each;
mod goal;

pub use depth::{Depth, InvalidDepth};
pub use each::each;

use super::diagram::{self, DiagramError};
use super::shortened;
use crate::board::Board;
use crate::geometry::{InvalidSize, Player, Point, Size, parse_number};
use std::fmt;

/// A position with a player to move, and moves with their scores.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Name of the puzzle.
    pub title: String,
    /// Topic of the puzzle. May be empty.
    pub theme: String,
    /// The player to move.
    pub player: Player,
    /// The least search depth that finds the answer, in plies. In a puzzle with a goal: the number of plies until the
    /// dot is captured.
    pub plies: u32,
    /// The live dot of the opponent to capture. `None` if the puzzle asks for the best score.
    pub goal: Option<Point>,
    /// Moves with their scores. There is at least one, all are legal, and no cell occurs twice.
    pub answers: Vec<Answer>,
    /// Where the puzzle comes from.
    pub source: String,
    /// The remarks, each one line. May be empty.
    pub notes: Vec<String>,
    /// The position.
    pub board: Board,
    /// Number of the line of the text where the puzzle begins, from 1.
    pub line: usize,
}

/// A move with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cell of the move.
    pub point: Point,
    /// Dots that the player to move wins minus dots that he loses from here on, with best play of both sides to the
    /// depth of the puzzle. In a puzzle with a goal: 1 if the move forces the capture of the dot, 0 if not.
    pub score: i32,
}

/// A fault in the text of puzzles, and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PuzzleError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// A fault in the text of a puzzle. Long values are cut in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text has no puzzle.
    #[error("there is no puzzle")]
    NoPuzzle,
    /// There is no such key.
    #[error("unknown key `{0}`")]
    UnknownKey(String),
    /// A key that may occur only once occurs twice.
    #[error("`{0}` is given twice")]
    Repeated(&'static str),
    /// Two answers have the same cell.
    #[error("the answer {x} {y} is given twice")]
    RepeatedAnswer {
        /// Column from 0, counted from the left.
        x: u32,
        /// Row from 0, counted from the top.
        y: u32,
    },
    /// A required key is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// There is no row of a picture.
    #[error("the picture is missing")]
    NoPicture,
    /// The value of a key cannot be read.
    #[error("`{key}` must be {wanted}, not `{found}`")]
    Value {
        /// The key.
        key: &'static str,
        /// A description of the values that the key takes.
        wanted: &'static str,
        /// The value in the text.
        found: String,
    },
    /// A key has no value.
    #[error("`{0}` has no value")]
    Empty(&'static str),
    /// A `key: value` line stands below the first row of the picture.
    #[error("the header must stand above the picture")]
    HeaderBelowPicture,
    /// The picture is not a diagram of a position.
    #[error(transparent)]
    Picture(#[from] DiagramError),
    /// The goal names a cell without a live dot of the player who is not to move.
    #[error("there is no live dot of the opponent at {x} {y}")]
    NoTarget {
        /// Column from 0, counted from the left.
        x: u32,
        /// Row from 0, counted from the top.
        y: u32,
    },
    /// The score of an answer is not 1 or 0 in a puzzle with a goal. The field is the score.
    #[error("in a puzzle with a goal the score of an answer is 1 or 0, not {0}")]
    GoalScore(i32),
    /// In a puzzle with a goal no answer has the score 1.
    #[error("no answer reaches the goal: none has the score 1")]
    NoCapture,
    /// The move of an answer is illegal in the position, or off the board.
    #[error("the answer {x} {y} is no legal move")]
    IllegalAnswer {
        /// Column from 0, counted from the left.
        x: u32,
        /// Row from 0, counted from the top.
        y: u32,
    },
}

impl Fault {
    /// The value in `read`. `None` becomes the error that `key` must be `wanted`, not the text `found`.
    fn unless<T>(
        read: Option<T>,
        key: &'static str,
        wanted: &'static str,
        found: &str,
    ) -> Result<T, Fault> {
        read.ok_or_else(|| Fault::Value {
            key,
            wanted,
            found: shortened(found),
        })
    }

    fn at(self, line: usize) -> PuzzleError {
        PuzzleError { line, fault: self }
    }
}

impl Puzzle {
    /// The greatest score among the answers.
    pub fn best_score(&self) -> i32 {
        self.answers.iter().map(|a| a.score).max().unwrap_or(0)
    }

    /// Whether the move is an answer with the greatest score. False also for a move that is not among the answers.
    pub fn is_right(&self, point: Point) -> bool {
        self.right_answers().any(|answer| answer == point)
    }

    /// The cells of the answers with the greatest score.
    pub fn right_answers(&self) -> impl Iterator<Item = Point> + '_ {
        let best = self.best_score();
        let right = self.answers.iter().filter(move |a| a.score == best);
        right.map(|answer| answer.point)
    }
}

impl fmt::Display for Puzzle {
    /// Writes the puzzle with a cell diagram. [`parse`] reads it back, without the order of the moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "title: {}", self.title)?;
        if !self.theme.is_empty() {
            writeln!(f, "theme: {}", self.theme)?;
        }
        writeln!(f, "to move: {}", self.player)?;
        writeln!(f, "depth: {}", Depth { plies: self.plies })?;
        if let Some(goal) = self.goal {
            writeln!(f, "goal: {}", goal::print(goal))?;
        }
        for Answer { point, score } in &self.answers {
            writeln!(f, "answer: {} {} {score}", point.x(), point.y())?;
        }
        writeln!(f, "source: {}", self.source)?;
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        writeln!(f)?;
        for row in diagram::print(&self.board).lines() {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            writeln!(f, "{}", cells.join(" "))?;
        }
        Ok(())
    }
}

/// The text of several puzzles, separated by a line of dashes. [`parse`] reads it back.
pub fn print(puzzles: &[Puzzle]) -> String {
    let puzzles: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
    puzzles.join("\n---\n\n")
}

/// Reads all puzzles of a text. A byte order mark at its start is skipped.
///
/// # Errors
/// If a line has a [`Fault`], or the text has no puzzle.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    each(text).collect()
}

/// Reads the puzzle with this number, from 1, and counts all puzzles. It is `None` if there are fewer. The others are
/// checked and not kept.
///
/// # Errors
/// As of [`parse`].
pub fn nth(text: &str, number: usize) -> Result<(Option<Puzzle>, usize), PuzzleError> {
    let (mut wanted, mut count) = (None, 0);
    for puzzle in each(text) {
        let puzzle = puzzle?;
        count += 1;
        if count == number {
            wanted = Some(puzzle);
        }
    }
    Ok((wanted, count))
}

/// A puzzle whose text is being read. Fields that have not been read are `None` or empty.
#[derive(Default)]
struct Draft {
    /// Number of the first line of the puzzle, from 1. 0 if no line has been read.
    line: usize,
    title: Option<String>,
    theme: Option<String>,
    player: Option<Player>,
    plies: Option<u32>,
    goal: Option<DraftGoal>,
    answers: Vec<DraftAnswer>,
    source: Option<String>,
    notes: Vec<String>,
    /// The rows of the diagram, each with the number of its line.
    picture: Vec<(usize, String)>,
}

/// A goal, and the number of its line. The board may not have its cell.
struct DraftGoal {
    line: usize,
    x: u32,
    y: u32,
}

/// An answer, and the number of its line. The board may not have its cell.
struct DraftAnswer {
    line: usize,
    x: u32,
    y: u32,
    score: i32,
}

impl Draft {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), Fault> {
        if self.line == 0 {
            self.line = number;
        }
        let Some((key, value)) = line.split_once(':') else {
            // No board has so many rows. All lines of a long text could fill the memory.
            if self.picture.len() == Size::MAX_SIDE as usize {
                return Err(DiagramError::from(InvalidSize).into());
            }
            self.picture.push((number, line.to_owned()));
            return Ok(());
        };
        if !self.picture.is_empty() {
            return Err(Fault::HeaderBelowPicture);
        }
        let value = value.trim();
        match key.trim() {
            "title" => set(&mut self.title, "title", words("title", value)?),
            "theme" => set(&mut self.theme, "theme", words("theme", value)?),
            "to move" => set(&mut self.player, "to move", colour(value)?),
            "depth" => set(&mut self.plies, "depth", depth(value)?),
            "goal" => {
                let (x, y) = goal::parse(value)?;
                let line = number;
                set(&mut self.goal, "goal", DraftGoal { line, x, y })
            }
            "source" => set(&mut self.source, "source", words("source", value)?),
            "answer" => {
                let (x, y, score) = answer(value)?;
                // No board has such a cell. The check bounds the number of answers, and so the time of the search for
                // repeated ones.
                if x.max(y) >= Size::MAX_SIDE {
                    return Err(Fault::IllegalAnswer { x, y });
                }
                if self.answers.iter().any(|a| (a.x, a.y) == (x, y)) {
                    return Err(Fault::RepeatedAnswer { x, y });
                }
                let line = number;
                self.answers.push(DraftAnswer { line, x, y, score });
                Ok(())
            }
            "note" => {
                self.notes.push(words("note", value)?);
                Ok(())
            }
            unknown => Err(Fault::UnknownKey(shortened(unknown))),
        }
    }

    /// The puzzle, or `None` if no line was read. If something is missing, the error names `last_line`.
    fn finish(self, last_line: usize) -> Result<Option<Puzzle>, PuzzleError> {
        if self.line == 0 {
            return Ok(None);
        }
        let missing = |key| Fault::Missing(key).at(last_line);
        if self.answers.is_empty() {
            return Err(missing("answer"));
        }
        if self.picture.is_empty() {
            return Err(Fault::NoPicture.at(last_line));
        }
        let board = picture(&self.picture)?;
        let player = self.player.ok_or_else(|| missing("to move"))?;
        let goal = self.goal.map(|DraftGoal { line, x, y }| {
            let target = goal::target((x, y), &board, player);
            let target = target.map_err(|fault| fault.at(line))?;
            goal::check_scores(&self.answers, line)?;
            Ok(target)
        });
        Ok(Some(Puzzle {
            goal: goal.transpose()?,
            answers: legal_answers(&self.answers, &board)?,
            title: self.title.ok_or_else(|| missing("title"))?,
            theme: self.theme.unwrap_or_default(),
            player,
            plies: self.plies.ok_or_else(|| missing("depth"))?,
            source: self.source.ok_or_else(|| missing("source"))?,
            notes: self.notes,
            board,
            line: self.line,
        }))
    }
}

fn set<T>(field: &mut Option<T>, key: &'static str, value: T) -> Result<(), Fault> {
    match field.replace(value) {
        Some(_) => Err(Fault::Repeated(key)),
        None => Ok(()),
    }
}

fn words(key: &'static str, value: &str) -> Result<String, Fault> {
    // Control characters could act on the terminal that shows the words.
    let shown = value.replace(char::is_control, " ");
    let words = Some(shown.trim()).filter(|words| !words.is_empty());
    let words = words.map(str::to_owned);
    words.ok_or(Fault::Empty(key))
}

fn colour(value: &str) -> Result<Player, Fault> {
    let player = parse_number(value).and_then(Player::from_index);
    Fault::unless(player, "to move", "0 or 1", value)
}

fn depth(value: &str) -> Result<u32, Fault> {
    let depth = value.parse().ok().map(|depth: Depth| depth.plies);
    Fault::unless(depth, "depth", Depth::WANTED, value)
}

fn answer(value: &str) -> Result<(u32, u32, i32), Fault> {
    let numbers: Option<Vec<i32>> = value.split_whitespace().map(parse_number).collect();
    let answer = match numbers.as_deref() {
        Some(&[x @ 0..=i32::MAX, y @ 0..=i32::MAX, score]) => Some((x as u32, y as u32, score)),
        _ => None,
    };
    Fault::unless(answer, "answer", "a column, a row and a score", value)
}

fn legal_answers(answers: &[DraftAnswer], board: &Board) -> Result<Vec<Answer>, PuzzleError> {
    let legal = |&DraftAnswer { line, x, y, score }: &DraftAnswer| {
        let point = board.size().point(x, y).filter(|&p| board.is_playable(p));
        let answer = point.map(|point| Answer { point, score });
        answer.ok_or_else(|| Fault::IllegalAnswer { x, y }.at(line))
    };
    answers.iter().map(legal).collect()
}

fn picture(rows: &[(usize, String)]) -> Result<Board, PuzzleError> {
    let text: Vec<&str> = rows.iter().map(|(_, row)| row.as_str()).collect();
    diagram::parse(&text.join("\n")).map_err(|error| {
        let row = error.line().unwrap_or(1) - 1;
        Fault::from(error).at(rows[row].0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "title: t\nto move: 1\ndepth: 2.5\nanswer: 0 0 -1\nanswer: 1 0 2\n\
        source: s\nnote: first\nnote: second\n\n. . 0\n. 1 .\n";

    #[test]
    fn puzzles_survive_a_round_trip() {
        let text = format!("# Two of them.\n{SMALL}---\n\n{SMALL}");
        let puzzles = parse(&text).unwrap();
        assert_eq!(puzzles.len(), 2);
        assert_eq!((puzzles[0].line, puzzles[1].line), (2, 15));
        for puzzle in &puzzles {
            assert_eq!(puzzle.plies, 5);
            assert_eq!(puzzle.best_score(), 2);
            assert!(puzzle.is_right(Point::new(1, 0)) && !puzzle.is_right(Point::new(0, 0)));
            assert_eq!(puzzle.to_string(), SMALL);
            assert_eq!(parse(&puzzle.to_string()).unwrap()[0].to_string(), SMALL);
        }
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        for text in [SMALL.to_owned(), format!("# no colon\n{SMALL}")] {
            assert_eq!(
                parse(&format!("\u{feff}{text}")).unwrap()[0].to_string(),
                SMALL
            );
        }
    }

    #[test]
    fn words_cannot_act_on_a_terminal() {
        let text = SMALL.replacen("title: t", "title: \u{1b}[31mt\u{7f}", 1);
        assert_eq!(parse(&text).unwrap()[0].title, "[31mt");
    }

    #[test]
    fn goals_survive_a_round_trip() {
        let text = with_goal(0, 1);
        let puzzle = &parse(&text).unwrap()[0];
        assert_eq!(puzzle.goal, Some(Point::new(2, 0)));
        assert_eq!(puzzle.to_string(), text);
    }

    /// A puzzle with a goal in line 4 and two answers with these scores below it.
    fn with_goal(first: i32, second: i32) -> String {
        SMALL
            .replacen(
                "answer: 0 0 -1",
                &format!("goal: capture 2 0\nanswer: 0 0 {first}"),
                1,
            )
            .replacen("answer: 1 0 2", &format!("answer: 1 0 {second}"), 1)
    }

    #[test]
    fn a_puzzle_with_a_goal_has_a_move_that_captures() {
        for (scores, fault) in [
            ((0, 0), Fault::NoCapture.at(4)),
            ((-1, 1), Fault::GoalScore(-1).at(5)),
            ((1, 7), Fault::GoalScore(7).at(6)),
        ] {
            assert_eq!(parse(&with_goal(scores.0, scores.1)).unwrap_err(), fault);
        }
    }

    #[test]
    fn faults_carry_their_line() {
        let faulty = |from: &str, to: &str| {
            let error = parse(&SMALL.replacen(from, to, 1)).unwrap_err();
            (error.line, error.to_string())
        };
        for (from, to, line, words) in [
            ("title: t", "titel: t", 1, "unknown key `titel`"),
            ("title: t", "title:", 1, "`title` has no value"),
            ("to move: 1", "to move: 2", 2, "0 or 1, not `2`"),
            ("to move: 1", "title: again", 2, "`title` is given twice"),
            ("2.5", "2.25", 3, "not `2.25`"),
            ("2.5", "0", 3, "not `0`"),
            ("2.5", "-1", 3, "not `-1`"),
            ("2.5", "99999999999", 3, "not `99999999999`"),
            ("0 0 -1", "0 0", 4, "a column, a row and a score"),
            ("0 0 -1", "1 0 -1", 5, "the answer 1 0 is given twice"),
            ("0 0 -1", "2 0 -1", 4, "the answer 2 0 is no legal move"),
            ("0 0 -1", "9 9 -1", 4, "the answer 9 9 is no legal move"),
            ("source: s\n", "", 10, "`source` is missing"),
            ("\n. . 0\n. 1 .\n", "", 8, "the picture is missing"),
            (". 1 .", ". ?", 11, "row 2 of the diagram"),
            // Fewer than three dashes separate nothing.
            (". 1 .", "--", 11, "row 2 of the diagram"),
            (". 1 .", ". ? .", 11, "unexpected '?'"),
            (". 1 .", "note: late", 11, "above the picture"),
            ("source: s", "goal: save 2 0", 6, "`capture`, a column"),
            ("source: s", "goal: capture 2", 6, "`capture`, a column"),
            (
                "source: s",
                "goal: capture 1 1",
                6,
                "no live dot of the opponent at 1 1",
            ),
            (
                "source: s",
                "goal: capture 9 0",
                6,
                "no live dot of the opponent at 9 0",
            ),
        ] {
            let (found, text) = faulty(from, to);
            assert_eq!(found, line, "{text}");
            assert!(text.contains(words), "{text}");
        }
        assert_eq!(parse("# nothing\n").unwrap_err().fault, Fault::NoPuzzle);
        let (long, cut) = ("9".repeat(1000), "9".repeat(60));
        let (_, text) = faulty("title:", &format!("{long}:"));
        assert_eq!(text, format!("line 1: unknown key `{cut}`"));
        let (_, text) = faulty("2.5", &format!("-{long}"));
        assert!(text.ends_with(&format!("not `-{}`", &cut[1..])), "{text}");
    }

    #[test]
    fn rows_that_no_board_has_are_not_kept() {
        let text = SMALL.replace(". 1 .", &". . .\n".repeat(62));
        let error = parse(&text).unwrap_err().to_string();
        assert_eq!(error, "line 72: a board has sides from 1 to 62");
    }
}
