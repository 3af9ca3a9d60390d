//! The engine `article` where a wall can be closed in very many ways.

use crate::walls::winding_wall;
use tochki::notation::diagram;
use tochki::search::article::{Article, ArticleOptions, Bounds};
use tochki::search::{Engine, Limits, Outcome, Reporter, Silent, StopFlag};
use tochki::{Board, Player};

fn wall(side: usize) -> Board {
    diagram::parse(&winding_wall(side).join("\n")).unwrap()
}

/// A search to four plies at once on a board with some thousands of trajectories.
fn search(limits: &Limits, alpha_beta: bool, reporter: &mut dyn Reporter) -> Outcome {
    let mut engine = Article::new(ArticleOptions {
        depth: 4,
        deepening: false,
        bounds: Bounds::Off,
        alpha_beta,
        ..ArticleOptions::default()
    });
    engine.search(&mut wall(18), Player::First, limits, reporter)
}

#[test]
fn with_too_many_trajectories_the_search_is_less_deep() {
    let mut board = wall(62);
    for (plies, reached) in [(6, 2), (5, 1), (4, 2), (2, 2)] {
        let mut engine = Article::default();
        let limits = Limits::plies(plies);
        let outcome = engine.search(&mut board, Player::First, &limits, &mut Silent);
        assert_eq!(outcome.plies, reached, "{plies} plies");
        assert!(outcome.best.is_some());
    }
}

#[test]
fn very_many_trajectories_do_not_pass_the_limit_of_nodes() {
    for alpha_beta in [false, true] {
        for nodes in [1000, 1010, 1020] {
            let outcome = search(&Limits::nodes(nodes), alpha_beta, &mut Silent);
            assert!(outcome.trajectories.is_none() && outcome.plies == 0);
            assert_eq!(outcome.nodes, nodes);
        }
    }
}

/// Raises its flag at the first report, and keeps the number of nodes.
struct StopAtOnce(StopFlag, u64);

impl Reporter for StopAtOnce {
    fn progress(&mut self, outcome: &Outcome) {
        if !self.0.is_raised() {
            self.1 = outcome.nodes;
        }
        self.0.raise();
    }
}

#[test]
fn with_very_many_trajectories_a_stop_is_seen_at_the_next_node() {
    for alpha_beta in [false, true] {
        let mut told = StopAtOnce(StopFlag::default(), 0);
        let limits = Limits::default().with_stop(&told.0);
        let outcome = search(&limits, alpha_beta, &mut told);
        let (before, after) = (told.1, outcome.nodes);
        assert!(before > 0 && outcome.plies == 0);
        // The node itself, and the nodes that its trajectories count as.
        assert!(after - before < 100, "{before}, {after}");
    }
}
