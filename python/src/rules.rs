//! The variants of the rules, and start positions by their names.

use crate::arguments::invalid;
use pyo3::prelude::*;
use pyo3::types::PyType;
use tochki::notation::start::Start;
use tochki::{Board, Size, board};

/// A variant of the rules. Two are equal if all their fields are.
///
/// suicide: whether a player may put a dot into an enemy empty base where it captures nothing and is captured at once.
/// captures_empty_bases: whether an enclosure without an enemy dot is captured too.
#[pyclass(frozen, eq, hash, from_py_object, module = "tochki")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(pub board::Rules);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (suicide = true, captures_empty_bases = false))]
    fn new(suicide: bool, captures_empty_bases: bool) -> Rules {
        Rules(board::Rules {
            suicide,
            captures_empty_bases,
        })
    }

    /// bool: whether a dot that is captured at once is allowed.
    #[getter]
    fn suicide(&self) -> bool {
        self.0.suicide
    }

    /// bool: whether an enclosure without an enemy dot is captured too.
    #[getter]
    fn captures_empty_bases(&self) -> bool {
        self.0.captures_empty_bases
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (bool, bool)) {
        let fields = (self.0.suicide, self.0.captures_empty_bases);
        (py.get_type::<Rules>(), fields)
    }

    fn __repr__(&self) -> String {
        let word = |yes: bool| if yes { "True" } else { "False" };
        format!(
            "Rules(suicide={}, captures_empty_bases={})",
            word(self.0.suicide),
            word(self.0.captures_empty_bases)
        )
    }
}

/// The variant that an argument names: the usual one if there is none.
pub fn or_usual(rules: Option<Rules>) -> board::Rules {
    rules.map_or(board::Rules::default(), |rules| rules.0)
}

/// A board with a start position. Its dots are moves of the board.
pub fn start_board(size: Size, rules: Option<Rules>, start: &str) -> PyResult<Board> {
    let start: Start = start.parse().map_err(invalid)?;
    start.board_under(or_usual(rules), size).map_err(invalid)
}
