//! Recomputing what follows from the cells from scratch.

use super::Board;

/// A field that disagrees with what the cells say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Inconsistency(String);

impl Board {
    /// Recomputes the score, the hash, territories, empty bases and playable cells from the cells, and
    /// compares. Connections are not checked.
    ///
    /// # Errors
    /// Names the first field that differs. There is none unless this crate has a bug.
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
