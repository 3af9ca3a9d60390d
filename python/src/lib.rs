//! Python bindings of tochki: the module `tochki`.

mod arguments;
mod arrays;
mod board;
mod boards;
mod copies;
mod engine;
mod insight;
mod interrupt;
mod parts;
mod puzzle;
mod random;
mod record;
mod rules;
mod setup;
mod shown;

use pyo3::prelude::*;

/// The game of Points (Dots, Kropki): rules, engines, SGF and puzzles. Positions are NumPy arrays.
#[pymodule(gil_used = true)]
mod tochki {
    #[pymodule_export]
    use super::arguments::{GameOverError, IllegalMoveError, NotationError};
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::boards::Boards;
    #[pymodule_export]
    use super::engine::{Analysis, Engine};
    #[pymodule_export]
    use super::insight::{Net, Trajectory, Verdict, importance, nets, prove_capture, trajectories};
    #[pymodule_export]
    use super::puzzle::{Puzzle, read_puzzles};
    #[pymodule_export]
    use super::record::{Record, Variation, read_sgf, write_sgf};
    #[pymodule_export]
    use super::rules::Rules;
    use super::shown;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let both = |bit: u8| (u32::from(bit), 2 * u32::from(bit));
        module.add("LIVE", both(shown::LIVE))?;
        module.add("LOST", both(shown::LOST))?;
        module.add("TERRITORY", both(shown::TERRITORY))?;
        module.add("EMPTY_BASE", both(shown::EMPTY_BASE))?;
        module.add("MAX_SIDE", ::tochki::Size::MAX_SIDE)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
