//! The class `Record`, and SGF.

mod pickled;

use crate::arguments::{self, notation};
use crate::board::Board;
use crate::copies::moves_array;
use crate::interrupt::abandonable;
use crate::rules::Rules;
use numpy::ndarray::Array2;
use numpy::{PyArray2, ToPyArray};
use pickled::{PickledFacts, PickledGame, PickledTurn, PickledVariation};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PySequence, PyString};
use std::collections::BTreeMap;
use tochki::board::Action;
use tochki::notation::record::{self, ErrorClass, GameRecord, ReplayError, Turn};
use tochki::notation::sgf::{self, Collection, Style};
use tochki::{Move, Player, Size};

/// Length of a file in bytes below which it is read without a thread of its own: the thread would cost more.
const SMALL: usize = 1 << 16;

/// A text as Python passes it.
pub enum Text {
    /// Bytes of a file.
    Bytes(PyBackedBytes),
    /// A text that is decoded already.
    Words(String),
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        if given.is_instance_of::<PyString>() {
            return Ok(Text::Words(given.extract()?));
        }
        let bytes = given.extract().map(Text::Bytes);
        bytes.map_err(|_| wrong_type("bytes, bytearray or str, the contents of a file", &given))
    }
}

/// The error for an argument of a type that is none of those wanted.
fn wrong_type(wanted: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let found = given.get_type();
    match found.name() {
        Ok(found) => PyTypeError::new_err(format!("expected {wanted}, not {found}")),
        Err(error) => error,
    }
}

/// A record in a pickle: its game, its facts, its rules and its warnings.
type Pickled = (PickledGame, PickledFacts, Rules, Vec<String>);

/// The record of a game: its moves, and facts about it. It cannot be changed.
///
/// board: a Board, of which the moves and the end are taken. players: names of player 0 and player 1. komi: dots added
/// to the score of player 1. comment: on the whole game. comments: on the turns, from the first on.
///
/// Raises ValueError if there are more comments than turns, or komi is not from -4000 to 4000. Raises NotationError if the
/// board has dots without the order of their moves, as from cells, or from a diagram or puzzle without letters.
#[pyclass(frozen, eq, module = "tochki")]
#[derive(PartialEq)]
pub struct Record {
    record: GameRecord,
    warnings: Vec<String>,
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (board, *, players = None, komi = 0.0, comment = "", comments = None))]
    fn new(
        py: Python<'_>,
        board: &Bound<'_, Board>,
        players: Option<(String, String)>,
        komi: f64,
        comment: &str,
        comments: Option<&Bound<'_, PySequence>>,
    ) -> PyResult<Record> {
        let game = board.get().game(py);
        let komi = arguments::komi(komi)?;
        let mut record = GameRecord::of_game(&game, komi).map_err(notation)?;
        if let Some(comments) = comments {
            // They are counted first: to read them takes memory for as many.
            let (given, turns) = (comments.len()?, record.turns.len());
            if given > turns {
                let message = format!("there are {given} comments for {turns} turns");
                return Err(arguments::invalid(message));
            }
            let comments: Vec<String> = comments.extract()?;
            for (turn, comment) in record.turns.iter_mut().zip(comments) {
                turn.comment = comment;
            }
        }
        let (first, second) = players.unwrap_or_default();
        record.players = [first, second];
        record.comment = comment.to_owned();
        Ok(Record {
            record,
            warnings: Vec::new(),
        })
    }

    /// int: number of columns.
    #[getter]
    fn width(&self) -> u32 {
        self.record.size.width()
    }

    /// int: number of rows.
    #[getter]
    fn height(&self) -> u32 {
        self.record.size.height()
    }

    /// Rules: the variant of the rules under which the game is replayed.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.record.rules)
    }

    /// str: the rules in the words of the program that wrote the record, RU in SGF. Empty if it names none.
    #[getter]
    fn rules_text(&self) -> &str {
        &self.record.rules_text
    }

    /// int64 array of shape (n, 3), a copy: x, y and player of each dot that is on the board before the first turn.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        moves_array(self.record.start.iter().copied()).to_pyarray(py)
    }

    /// int64 array of shape (n, 3), a copy: x, y and player of each move, without start dots.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        moves_of(&self.record.turns).to_pyarray(py)
    }

    /// int: number of turns: the moves, and grounding.
    #[getter]
    fn turns(&self) -> usize {
        self.record.turns.len()
    }

    /// list: the comment of each turn, empty if there is none.
    #[getter]
    fn comments(&self) -> Vec<&str> {
        comments_of(&self.record.turns)
    }

    /// list: how bad each turn is in the opinion of the commentator: "mistake" (BM in SGF), "inaccuracy" (DO) or None.
    #[getter]
    fn classes(&self) -> Vec<Option<&'static str>> {
        classes_of(&self.record.turns)
    }

    /// list: other ways in which the game might have gone, each a Variation. Only read_sgf with variations reads them.
    #[getter]
    fn variations(&self) -> Vec<Variation> {
        let variations = self.record.variations.iter();
        variations.cloned().map(Variation).collect()
    }

    /// str: the comment on the whole game. Empty if there is none.
    #[getter]
    fn comment(&self) -> &str {
        &self.record.comment
    }

    /// tuple: the names of player 0 and player 1, empty if they are unknown.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [first, second] = &self.record.players;
        (first, second)
    }

    /// str or None: the result as in SGF, such as "B+3", "W+R" or "0". None if the record does not tell.
    #[getter]
    fn result(&self) -> Option<String> {
        self.record.result.map(|result| result.to_string())
    }

    /// float: dots added to the score of player 1.
    #[getter]
    fn komi(&self) -> f64 {
        self.record.komi
    }

    /// dict: other facts, by the names of their SGF properties: "DT" is the date, "EV" the event.
    #[getter]
    fn facts(&self) -> BTreeMap<String, String> {
        self.record.facts.clone()
    }

    /// list: what was odd in the file, each with line and column. A move that the rules refuse ends the record and is
    /// named here.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The game as a Board, whole or after so many turns. Its start dots cannot be undone.
    ///
    /// Raises NotationError if the rules forbid a move, or the record has fewer turns.
    #[pyo3(signature = (turns = None))]
    fn board(&self, turns: Option<usize>) -> PyResult<Board> {
        let mut record = self.record.clone();
        if let Some(wanted) = turns {
            let count = record.turns.len();
            if wanted > count {
                return Err(notation(ReplayError::TooShort { wanted, count }));
            }
            record.cut(wanted);
        }
        record.game().map(Board::of_game).map_err(notation)
    }

    /// One line of the game from its start as a Record without variations: 0 for the turns of this record, n for its
    /// variation number n, from 1. The result of a variation is unknown.
    ///
    /// Raises IndexError if there is no such variation.
    fn line(&self, number: isize) -> PyResult<Record> {
        let (record, count) = (&self.record, self.record.variations.len());
        let index = usize::try_from(number).ok();
        let Some(turns) = index.and_then(|index| record.line(index)) else {
            let message = format!("there is no line {number}: the variations are {count}");
            return Err(PyIndexError::new_err(message));
        };
        let line = GameRecord {
            start: record.start.clone(),
            // With turns it means nothing, and would make equal lines differ.
            first: match turns.is_empty() {
                true => record.first,
                false => Player::First,
            },
            turns,
            players: record.players.clone(),
            result: record.result.filter(|_| number == 0),
            komi: record.komi,
            rules: record.rules,
            rules_text: record.rules_text.clone(),
            comment: record.comment.clone(),
            facts: record.facts.clone(),
            ..GameRecord::new(record.size)
        };
        Ok(Record {
            record: line,
            warnings: self.warnings.clone(),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.get_type::<Record>().getattr("_restore")?;
        let record = &self.record;
        let (game, facts) = (pickled::of_game(record), pickled::of_facts(record));
        let rules = Rules(record.rules);
        Ok((restore, (game, facts, rules, self.warnings.clone())))
    }

    /// The record of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        game: PickledGame,
        facts: PickledFacts,
        rules: Rules,
        warnings: Vec<String>,
    ) -> PyResult<Record> {
        let record = pickled::record(game, facts, rules.0)?;
        Ok(Record { record, warnings })
    }

    fn __repr__(&self) -> String {
        let (size, turns) = (self.record.size, self.record.turns.len());
        format!("<tochki.Record {size}, {turns} turns>")
    }
}

/// Turns that take the place of others of a game, or go on where others end. It cannot be changed.
#[pyclass(frozen, eq, module = "tochki")]
#[derive(PartialEq)]
pub struct Variation(record::Variation);

#[pymethods]
impl Variation {
    /// int: the line that it leaves: 0 for the turns of the record, n for variation number n of the record, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.0.parent
    }

    /// int: number of turns of that line before it leaves it. If that line is a variation, only its own turns count.
    #[getter]
    fn after(&self) -> usize {
        self.0.after
    }

    /// int: number of its own turns: the moves, and grounding. At least 1.
    #[getter]
    fn turns(&self) -> usize {
        self.0.turns.len()
    }

    /// int64 array of shape (n, 3), a copy: x, y and player of each of its own moves.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        moves_of(&self.0.turns).to_pyarray(py)
    }

    /// list: the comment of each of its own turns, empty if there is none.
    #[getter]
    fn comments(&self) -> Vec<&str> {
        comments_of(&self.0.turns)
    }

    /// list: how bad each of its own turns is: "mistake", "inaccuracy" or None.
    #[getter]
    fn classes(&self) -> Vec<Option<&'static str>> {
        classes_of(&self.0.turns)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledVariation)> {
        let restore = py.get_type::<Variation>().getattr("_restore")?;
        Ok((restore, pickled::of_variation(&self.0)))
    }

    /// The variation of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(parent: usize, after: usize, turns: Vec<PickledTurn>) -> PyResult<Variation> {
        let variation = pickled::variation(Size::LARGEST, (parent, after, turns));
        variation.map(Variation)
    }

    fn __repr__(&self) -> String {
        let (parent, after, turns) = (self.0.parent, self.0.after, self.0.turns.len());
        format!("<tochki.Variation of line {parent} after {after} turns, {turns} turns>")
    }
}

/// The dots that turns put, as rows of x, y and player.
fn moves_of(turns: &[Turn]) -> Array2<i64> {
    let put = |turn: &Turn| match turn.action {
        Action::Put(point) => Some(Move {
            point,
            player: turn.player,
        }),
        Action::Ground | Action::Resign => None,
    };
    moves_array(turns.iter().filter_map(put))
}

fn comments_of(turns: &[Turn]) -> Vec<&str> {
    turns.iter().map(|turn| turn.comment.as_str()).collect()
}

/// How bad turns are, in the words of Python.
fn classes_of(turns: &[Turn]) -> Vec<Option<&'static str>> {
    let class = |turn: &Turn| turn.class.map(class_name);
    turns.iter().map(class).collect()
}

/// How bad a turn is, in the word of Python.
fn class_name(class: ErrorClass) -> &'static str {
    match class {
        ErrorClass::Inaccuracy => "inaccuracy",
        ErrorClass::Mistake => "mistake",
    }
}

/// Reads the games of an SGF file, the first branch of each.
///
/// data: the contents of the file, not its name. Bytes or bytearray are in the character set that the file names, a str
/// is decoded already. variations: whether to read the other branches too, of each game at most 100,000 moves.
///
/// Returns a list of Record, at least one. A game ends before the first move that the rules refuse, and so does a
/// variation; the warnings tell. Ctrl-C ends it.
///
/// Raises NotationError with line and column if the file is no SGF, or one of its games is not a readable game of
/// Points.
#[pyfunction]
#[pyo3(signature = (data, *, variations = false))]
pub fn read_sgf(py: Python<'_>, data: Text, variations: bool) -> PyResult<Vec<Record>> {
    let games = move |collection: Collection| match variations {
        true => collection.whole_games(),
        false => collection.games(),
    };
    let length = match &data {
        Text::Bytes(bytes) => bytes.len(),
        Text::Words(text) => text.len(),
    };
    let read = move || match &data {
        Text::Bytes(bytes) => games(Collection::new(bytes)?),
        Text::Words(text) => games(Collection::from_text(text)?),
    };
    let readings = match length < SMALL {
        true => py.detach(read),
        false => abandonable(py, read)?,
    };
    let readings = readings.map_err(notation)?;
    let record = |reading: sgf::Reading| Record {
        warnings: reading.warnings.iter().map(ToString::to_string).collect(),
        record: reading.record,
    };
    Ok(readings.into_iter().map(record).collect())
}

/// The text of an SGF file with one game.
///
/// record: a Record, or a Board. chains: whether moves that capture name the chains of their captures, which the Kropki
/// sites and the program oppai need.
///
/// NUL characters are left out, and line breaks in names and facts are read back as spaces.
///
/// Raises NotationError if the board has more than 52 columns or rows, or dots without the order of their moves.
#[pyfunction]
#[pyo3(signature = (record, *, chains = false))]
pub fn write_sgf(py: Python<'_>, record: Source<'_>, chains: bool) -> PyResult<String> {
    let style = Style { chains };
    let written = match record {
        Source::Record(record) => sgf::write(&record.get().record, style),
        Source::Board(board) => {
            let record = GameRecord::of_game(&board.get().game(py), 0.0).map_err(notation)?;
            sgf::write(&record, style)
        }
    };
    written.map_err(notation)
}

/// What can be written as SGF.
pub enum Source<'py> {
    /// A record with its facts.
    Record(Bound<'py, Record>),
    /// A game.
    Board(Bound<'py, Board>),
}

impl<'py> FromPyObject<'_, 'py> for Source<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Source<'py>> {
        match given.extract() {
            Ok(record) => Ok(Source::Record(record)),
            Err(_) => match given.extract() {
                Ok(board) => Ok(Source::Board(board)),
                Err(_) => Err(wrong_type("a Record or a Board", &given)),
            },
        }
    }
}
