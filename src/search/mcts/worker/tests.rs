use super::*;
use crate::geometry::{Point, Size};
use crate::notation::diagram;
use crate::policy::LinearPolicy;
use std::sync::mpsc;
use std::time::Duration;

static NOTHING_DEAD: Dead = Dead::NONE;

/// The search of the first player, without dead groups.
fn task<'a>(policy: &'a dyn Policy, exact: &'a ExactSearch, board: &'a Board) -> Task<'a> {
    Task {
        policy,
        exact,
        board,
        player: Player::First,
        dead: &NOTHING_DEAD,
        komi: 0.0,
        scale: MarginStatistics::new(0).scale(0.0),
        threads: 1,
    }
}

/// Runs the test with a worker on an empty board. `player` is to move at the root.
fn with_worker<T>(player: Player, test: impl FnOnce(&mut Worker) -> T) -> T {
    let board = Board::new(Size::new(9, 9).unwrap());
    let (exact, background) = (ExactSearch::new(0), Background::new(board.size(), 1));
    let policy = LinearPolicy::standard().as_ref();
    let task = Task {
        player,
        ..task(policy, &exact, &board)
    };
    test(&mut Worker::new(task, background, 1))
}

#[test]
fn a_full_tree_stays_so_if_the_search_is_stopped() {
    with_worker(Player::First, |worker| {
        let cell = Point::new(4, 4);
        for is_stopped in [true, false] {
            let mut tree = Tree::with_results(&[(cell, 1, 0.0)]);
            tree.raise_priors(0, &[(cell, 0.5); 10_000]);
            let limits = Limits::default();
            limits.stop.set(is_stopped);
            let shared = Shared::new(tree, MarginStatistics::new(0), 0);
            worker.begin(&shared, &limits);
            assert_eq!(shared.tree().wants_room(&limits), is_stopped);
        }
    });
}

#[test]
fn exact_searches_of_all_threads_together_may_use_the_nodes_that_are_left() {
    let shared = || Shared::new(Tree::new(0), MarginStatistics::new(0), 41);
    for (most, threads, parts) in [
        (Some(100), 1, [59, 0]),
        (Some(100), 2, [29, 15]),
        (Some(30), 2, [0, 0]),
        (Some(10_000), 2, [250, 250]),
        (None, 2, [250, 250]),
    ] {
        let shared = shared();
        let limits = Limits {
            nodes: most,
            ..Limits::default()
        };
        let found = [(); 2].map(|()| shared.reserve(&limits, threads));
        assert_eq!(found.each_ref().map(|reserved| reserved.most), parts);
        assert_eq!(shared.nodes(), 41);
        for reserved in found {
            reserved.settle(7);
        }
        let count = shared.lock_count();
        assert_eq!((count.spent, count.reserved), (41 + 14, 0));
    }
}

#[test]
fn a_thread_waits_for_what_is_reserved_unless_it_is_stopped() {
    for is_stopped in [false, true] {
        with_worker(Player::First, |worker| {
            let tree = Tree::with_results(&[(Point::new(4, 4), 1, 0.0)]);
            let shared = &Shared::new(tree, MarginStatistics::new(0), 0);
            // The time only ends a test that fails.
            let limits = &Limits {
                nodes: Some(40),
                ..Limits::time(Duration::from_secs(60))
            };
            let mut reserved = Some(shared.reserve(limits, 2));
            let (sender, simulations) = mpsc::channel();
            thread::scope(|scope| {
                let thread =
                    scope.spawn(move || worker.run(shared, limits, |_| sender.send(()).is_ok()));
                // Half of the limit is reserved.
                assert_eq!(simulations.iter().take(20).count(), 20);
                if is_stopped {
                    limits.stop.raise();
                } else {
                    reserved = None;
                }
                thread.join().unwrap();
            });
            let nodes = if is_stopped { 20 } else { 40 };
            assert_eq!((shared.nodes(), reserved.is_some()), (nodes, is_stopped));
        });
    }
}

/// The value and the margin of a simulation for the player at the root. The path has `plies` moves, and ends with the
/// certain margin for the player to move, or else with a playout that the first player wins by 4 dots.
fn value_and_margin(player: Player, plies: usize, certain: Option<i16>) -> (f32, f32) {
    with_worker(player, |worker| {
        worker.path.moves = vec![Point::new(0, 0); plies];
        let of_playout = || End::Playout {
            margin: 4.0,
            value: worker.task.scale.value(4.0),
        };
        worker.value_and_margin(certain.map_or_else(of_playout, End::Certain))
    })
}

#[test]
fn a_simulation_counts_for_the_player_at_the_root() {
    for (player, margin) in [(Player::First, 4.0), (Player::Second, -4.0)] {
        for plies in [2, 3] {
            let found = value_and_margin(player, plies, None);
            assert_eq!((found.0 > 0.5, found.1), (margin > 0.0, margin));
        }
        // The player to move after three moves is the opponent.
        for (plies, margin) in [(2, 3.0), (3, -3.0)] {
            let found = value_and_margin(player, plies, Some(3));
            assert_eq!((found.0 > 0.5, found.1), (margin > 0.0, margin));
        }
    }
}

#[test]
fn komi_decides_whether_a_margin_is_certain() {
    // With a komi of one dot the game is drawn, and goes on.
    let board = diagram::parse(". 0 . .\n0 b 0 .\n. 0 . .\n. . . .\n").unwrap();
    let (exact, policy) = (ExactSearch::new(0), LinearPolicy::standard().as_ref());
    for (komi, certain) in [(0.0, Some(1)), (1.0, None)] {
        let task = Task {
            komi,
            ..task(policy, &exact, &board)
        };
        let mut worker = Worker::new(task, Background::new(board.size(), 1), 1);
        worker.evaluate(Player::First);
        assert_eq!(worker.path.certain, certain);
    }
}

#[test]
fn moves_for_a_position_that_has_moved_in_memory_are_lost() {
    with_worker(Player::First, |worker| {
        let (cell, limits) = (Point::new(4, 4), Limits::default());
        let tree = Tree::with_results(&[(cell, 1, 0.0)]);
        let shared = Shared::new(tree, MarginStatistics::new(0), 0);
        worker.begin(&shared, &limits);
        worker.inner.wanted = vec![(Point::new(5, 5), 0.9)];
        worker.finish_exact_search(&shared, 0, &limits);
        assert_eq!(shared.tree().root_moves().len(), 2);
        // The positions move in memory. The next move is lost.
        shared.tree_alone().keep_below(Some(&[]), &limits);
        worker.inner.wanted = vec![(Point::new(6, 6), 0.9)];
        worker.finish_exact_search(&shared, 0, &limits);
        assert_eq!(shared.tree().root_moves().len(), 2);
    });
}

#[test]
fn an_exact_search_is_repeated_if_the_whole_search_is_over_or_nothing_was_left_for_it() {
    let mut board = Board::new(Size::new(9, 9).unwrap());
    board.put_at_random(&mut fastrand::Rng::with_seed(8), 12);
    let policy = LinearPolicy::standard().as_ref();
    let (none, over) = (Limits::default(), Limits::time(Duration::ZERO));
    let nothing_left = Limits::nodes(0);
    for (of_first, at_the_end, is_repeated) in [
        (&over, &over, true),
        (&over, &none, false),
        (&nothing_left, &none, true),
    ] {
        let mut candidates = Vec::new();
        policy.evaluate(&mut board, Player::First, &mut candidates);
        let moves = moves_with_priors(&candidates, &board);
        let mut tree = Tree::new(1 << 22);
        tree.reset(&moves, None);
        let shared = Shared::new(tree, MarginStatistics::new(0), 0);
        let (exact, background) = (ExactSearch::new(1 << 20), Background::new(board.size(), 1));
        let mut worker = Worker::new(task(policy, &exact, &board), background, 1);
        let mut due = Vec::new();
        while due.len() < 9 {
            worker.begin(&shared, &none);
            let is_first = due.is_empty() && worker.path.due.is_some();
            let (limits, end) = if is_first {
                (of_first, at_the_end)
            } else {
                (&none, &none)
            };
            let ended = worker.play(&shared, limits);
            worker.finish(ended, &shared, end);
            due.extend(worker.path.due.map(|due| due.node));
        }
        assert_eq!(due[1..].contains(&due[0]), is_repeated, "{due:?}");
    }
}
