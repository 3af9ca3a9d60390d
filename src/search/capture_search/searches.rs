//! Several capture searches with common limits.

use super::{CaptureSearch, Verdict};
use crate::board::Board;
use crate::geometry::Point;
use crate::search::Limits;

/// Capture searches for several targets, one after the other, until common limits are reached.
#[derive(Debug)]
pub(in crate::search) struct CaptureSearches<'a> {
    search: &'a mut CaptureSearch,
    /// The common limits. Their number of nodes is what is left.
    limits: Limits,
    nodes: u64,
}

impl<'a> CaptureSearches<'a> {
    /// Begins a series of searches. `limits` hold for all of them together. One search has at most the nodes of the
    /// options of `search`.
    pub(in crate::search) fn new(
        search: &'a mut CaptureSearch,
        limits: Limits,
    ) -> CaptureSearches<'a> {
        CaptureSearches {
            search,
            limits,
            nodes: 0,
        }
    }

    /// Number of nodes of all searches so far.
    pub(in crate::search) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the common limits are reached. Then a further answer is [`Fate::Unknown`](super::Fate::Unknown), unless
    /// it needs next to no search.
    pub(in crate::search) fn is_over(&self) -> bool {
        self.limits.nodes == Some(0) || self.limits.is_over()
    }

    /// Searches for a proof of what happens to a target if its enemy moves next, within the common limits. Nothing may
    /// be proved. See [`CaptureSearch::attack`].
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub(in crate::search) fn attack(&mut self, board: &mut Board, target: Point) -> Verdict {
        let verdict = self.search.attack(board, target, &self.limits_of_one());
        self.count(verdict)
    }

    /// Searches for a proof of what happens to a target if its owner moves next, within the common limits. Nothing may
    /// be proved. See [`CaptureSearch::defend`].
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub(in crate::search) fn defend(&mut self, board: &mut Board, target: Point) -> Verdict {
        let verdict = self.search.defend(board, target, &self.limits_of_one());
        self.count(verdict)
    }

    fn limits_of_one(&self) -> Limits {
        let most = self.search.options.nodes;
        Limits {
            nodes: Some(self.limits.nodes.map_or(most, |left| left.min(most))),
            ..self.limits.clone()
        }
    }

    fn count(&mut self, verdict: Verdict) -> Verdict {
        self.nodes += verdict.nodes;
        let left = self.limits.nodes;
        self.limits.nodes = left.map(|left| left.saturating_sub(verdict.nodes));
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::capture_search::{CaptureSearchOptions, Fate};

    const NET: &str = "
        . . . . . . .
        . . 0 . . . .
        . 0 1 . . . .
        . 0 . . . . .
        . . . 0 . . .
        . . . . . . .
    ";

    fn search_of(nodes: u64) -> CaptureSearch {
        CaptureSearch::new(CaptureSearchOptions {
            nodes,
            ..CaptureSearchOptions::default()
        })
    }

    #[test]
    fn the_limits_hold_for_all_searches_together() {
        let mut board = diagram::parse(NET).unwrap();
        let target = Point::new(2, 2);
        let mut search = search_of(500);
        let limits = Limits::nodes(1000);
        let mut searches = CaptureSearches::new(&mut search, limits);
        assert_eq!(searches.attack(&mut board, target).fate, Fate::Captured);
        while !searches.is_over() {
            searches.attack(&mut board, target);
        }
        assert!((1000..1010).contains(&searches.nodes()));
        assert_eq!(searches.attack(&mut board, target).fate, Fate::Unknown);
    }

    #[test]
    fn no_search_has_more_nodes_than_it_may() {
        let mut board = diagram::parse(NET).unwrap();
        for limits in [Limits::default(), Limits::nodes(1000)] {
            let mut search = search_of(2);
            let mut searches = CaptureSearches::new(&mut search, limits);
            let verdict = searches.attack(&mut board, Point::new(2, 2));
            assert_eq!(verdict.fate, Fate::Unknown);
            assert!(searches.nodes() < 10, "{}", searches.nodes());
            assert!(!searches.is_over());
        }
    }
}
