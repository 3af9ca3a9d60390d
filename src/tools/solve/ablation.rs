//! The table of the article: the nodes that each of its techniques saves.

use super::{Attempt, Budget, attempt};
use crate::importance::play_range;
use crate::notation::puzzle::Puzzle;
use crate::search::article::{Bounds, Survey};
use crate::search::options::{EngineKind, Options};

/// What the techniques of the article save on a puzzle, and what its pre-search finds and costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Ablation {
    /// The searches. The first row counts all sequences of moves in the play range. The second one searches useful moves
    /// only. Each further row searches with one more technique.
    ///
    /// The bounds of the pre-search are not used in any row. With them a search would end at the first move that captures
    /// all that can be captured.
    pub rows: Vec<AblationRow>,
    /// The pre-search at each depth from 1 full move to [`Ablation::DEEPEST`]. `None` if there are too many trajectories.
    pub surveys: Vec<Option<Survey>>,
}

impl Ablation {
    /// The greatest depth of the pre-search, in full moves.
    pub const DEEPEST: u32 = 5;

    /// How many times longer a node takes in this row than in the search of useful moves without rules. `None` for the
    /// row that was not searched.
    pub fn price(&self, row: &AblationRow) -> Option<f64> {
        let seconds = |row: &AblationRow| {
            let attempt = row.attempts.last()?;
            Some(attempt.elapsed.as_secs_f64() / attempt.nodes.max(1) as f64)
        };
        let plain = self.rows.iter().find_map(seconds)?;
        Some(seconds(row)? / plain)
    }

    /// The positions of the pre-search divided by the nodes of the search of useful moves, both to the depth that this
    /// search completed. `None` if the table has no pre-search to this depth.
    pub fn pre_search_share(&self) -> Option<f64> {
        let useful = self.rows.iter().find_map(|row| row.attempts.last())?;
        let mut surveys = self.surveys.iter().zip(1u32..);
        let (survey, _) = surveys.find(|&(_, depth)| 2 * depth == useful.plies)?;
        Some(survey.as_ref()?.positions as f64 / useful.nodes.max(1) as f64)
    }
}

/// A row of the table: the cost of a search with the technique of this row and of all rows above it.
#[derive(Clone, Debug, PartialEq)]
pub struct AblationRow {
    /// Which moves are searched, or the technique that the row adds.
    pub name: &'static str,
    /// Number of nodes of the search. In the first row it is the computed number of all sequences of moves.
    pub nodes: u128,
    /// The answers and their cost, one full move and half a full move less deep than the puzzle asks for, and then to
    /// its depth. Depths of 0 are left out. Where a player has too many trajectories, an attempt is less deep. Empty in
    /// the first row, which is computed and not searched.
    pub attempts: Vec<Attempt>,
    /// What the article says of its own puzzle, which is lost. `None` where it says nothing, and for puzzles that
    /// have not 80 free cells and three full moves.
    pub published: Option<Published>,
}

/// A row of the table as it stands in the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// Number of nodes.
    pub nodes: u64,
    /// Nodes in a second. `None` for the row that was computed.
    pub rate: Option<u32>,
}

impl Published {
    /// The part of a search that the pre-search takes, as the article estimates it for a search of all moves on 30
    /// cells.
    pub const PRE_SEARCH_SHARE: f64 = 0.000_07;

    /// The time of the search in seconds. `None` for the row that was computed.
    pub fn seconds(&self) -> Option<f64> {
        Some(self.nodes as f64 / f64::from(self.rate?))
    }
}

/// The table of the article, of 2002. The second rate is the mean of the 5,100 and 5,900 nodes in a second that it
/// gives for searches with rules.
const ARTICLE: [Published; 4] = [
    Published {
        nodes: 216_360_144_000,
        rate: None,
    },
    Published {
        nodes: 9_532_753,
        rate: Some(35_300),
    },
    Published {
        nodes: 102_475,
        rate: Some(5_500),
    },
    Published {
        nodes: 65_409,
        rate: Some(5_500),
    },
];

/// The table of the article for a puzzle, searched to the depth of the puzzle.
pub fn ablate(puzzle: &Puzzle) -> Ablation {
    let mut options = Options {
        engine: EngineKind::Article,
        ..Options::default()
    };
    options.article.rule1 = false;
    options.article.rule2 = false;
    options.article.alpha_beta = false;
    options.article.bounds = Bounds::Off;
    let range = free_cells(puzzle, options.article.margin);
    let mut rows = vec![AblationRow {
        name: "all moves of the range (computed)",
        nodes: all_sequences(range, puzzle.plies),
        attempts: Vec::new(),
        published: None,
    }];
    let mut search = |name, options: &Options| rows.push(row(puzzle, name, options));
    search("useful moves", &options);
    options.article.rule1 = true;
    search("+ rule 1", &options);
    options.article.rule2 = true;
    search("+ rules 1 and 2", &options);
    options.article.alpha_beta = true;
    search("+ alpha-beta", &options);
    if (range, puzzle.plies) == (80, 6) {
        for (row, published) in rows.iter_mut().zip(ARTICLE) {
            row.published = Some(published);
        }
    }
    options.article.bounds = Bounds::Article;
    let survey = |depth| Survey::new(&puzzle.board, puzzle.player, &options.article, 2 * depth);
    Ablation {
        rows,
        surveys: (1..=Ablation::DEEPEST).map(survey).collect(),
    }
}

/// The number of sequences of `plies` different cells out of `cells`: the leaves of a search of all moves. It is 0 if
/// there are fewer cells than plies, and `u128::MAX` if the number is greater.
fn all_sequences(cells: u32, plies: u32) -> u128 {
    (0..plies)
        .map(|ply| u128::from(cells.saturating_sub(ply)))
        .fold(1, u128::saturating_mul)
}

/// A row that is searched.
fn row(puzzle: &Puzzle, name: &'static str, options: &Options) -> AblationRow {
    let to_depth = |plies| {
        let budget = Budget {
            plies: Some(plies),
            ..Budget::default()
        };
        attempt(puzzle, options, budget)
    };
    let depths = puzzle.plies.saturating_sub(2).max(1)..=puzzle.plies;
    let attempts: Vec<Attempt> = depths.map(to_depth).collect();
    AblationRow {
        name,
        nodes: attempts.last().map_or(0, |attempt| attempt.nodes.into()),
        attempts,
        published: None,
    }
}

/// Number of playable cells in the play range. `margin` is the number of columns and rows by which it is wider than the
/// dots.
pub fn free_cells(puzzle: &Puzzle, margin: u32) -> u32 {
    (play_range(&puzzle.board, margin) & *puzzle.board.free()).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_of_the_article() {
        assert_eq!(all_sequences(80, 6), 216_360_144_000);
        assert_eq!(all_sequences(3, 0), 1);
        assert_eq!(all_sequences(3, 4), 0);
        assert_eq!(all_sequences(3844, 60), u128::MAX);
    }
}
