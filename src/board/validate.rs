//! A check of a board for tests: its fields are computed anew from its cells and compared.

use super::Board;

/// A field of a board contradicts its cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Inconsistency(String);

impl Board {
    /// Computes the number of captures, the hash, territories, empty bases and playable cells from the states of the
    /// cells, and compares them with those of the board. Which dots are connected is not checked. It is meant for
    /// tests.
    ///
    /// # Errors
    /// If a field differs, which is a bug of this crate. The error names the first field that does.
    pub fn validate(&self) -> Result<(), Inconsistency> {
        let fresh = Board::from_cells_under(self.rules, self.size, |point| self.cell(point))
            .map_err(|error| Inconsistency(error.to_string()))?;
        let same = [
            ("cells", self.planes == fresh.planes),
            ("number of captures", self.captured == fresh.captured),
            ("hash", self.hash == fresh.hash),
        ];
        if let Some((field, _)) = same.iter().find(|(_, same)| !same) {
            return Err(Inconsistency(format!(
                "the {field} does not follow from the dots"
            )));
        }
        Ok(())
    }
}
