use super::*;
use crate::notation::diagram;
use crate::policy::LinearPolicy;
use crate::search::mcts::dead::DeadGroup;
use crate::search::mcts::results::ONLY_MOVE;
use crate::search::mcts::tactics::DecisiveMove;
use crate::search::{Engine, Pace, Silent};
use std::cmp::Ordering;
use std::time::Duration;

/// Makes the position the root, to be searched with one simulation.
fn take_position(state: &mut State, board: &mut Board, player: Player) {
    let policy = LinearPolicy::standard().as_ref();
    state.take_position(board, player, &Limits::nodes(1), policy);
}

/// An engine that has searched for `player`, with this number of simulations, after one dot of the opponent. With it the
/// board, and what it has found.
fn after_search(player: Player, nodes: u64) -> (Mcts, Board, Outcome) {
    let (mut engine, mut board) = (Mcts::default(), Board::new(Size::new(12, 12).unwrap()));
    board.play(Point::new(5, 5), player.opponent());
    let found = engine.search(&mut board, player, &Limits::nodes(nodes), &mut Silent);
    (engine, board, found)
}

/// Plays the first moves of the principal variation. `player` is to move.
fn follow(board: &mut Board, player: Player, found: &Outcome, moves: usize) {
    let players = [player, player.opponent()].into_iter().cycle();
    for (point, player) in found.line[..moves].iter().zip(players) {
        board.play(*point, player);
    }
}

#[test]
fn the_first_of_several_lines_is_the_move_that_is_played() {
    // The dot of the first player can no longer be saved, and nothing else can be won.
    let mut board = Board::new(Size::new(8, 8).unwrap());
    board.play(Point::new(1, 1), Player::First);
    for (x, y) in [(1, 0), (0, 1), (2, 1), (1, 2)] {
        board.play(Point::new(x, y), Player::Second);
    }
    let limits = Limits::nodes(2000);
    let played = Mcts::default().search(&mut board, Player::First, &limits, &mut Silent);
    let lines = Mcts::default().search_lines(&mut board, Player::First, &limits, 3, &mut Silent);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0].best, played.best);
}

#[test]
fn a_new_engine_has_seen_no_position() {
    // The board in a new engine has the usual size.
    let mut board = Board::new(Size::default());
    board.play(Point::new(15, 15), Player::First);
    let mut state = State::new(&MctsOptions::default());
    let (policy, limits) = (LinearPolicy::standard().as_ref(), Limits::nodes(5000));
    state.take_position(&mut board, Player::Second, &limits, policy);
    assert_eq!(state.afar, Afar::SearchedHere);
    board.play(Point::new(16, 16), Player::Second);
    state.take_position(&mut board, Player::First, &limits, policy);
    assert_eq!(state.afar, Afar::SearchedBefore);
    // An empty board does not follow from this position, and the search is too short to look at the whole of it.
    let (mut empty, short) = (Board::new(Size::default()), Limits::nodes(4999));
    state.take_position(&mut empty, Player::First, &short, policy);
    assert_eq!(state.afar, Afar::ToSearch);
}

#[test]
fn the_whole_board_is_looked_at_once_a_search_is_long_enough_for_it() {
    let mut board = ladder();
    let mut state = State::new(&MctsOptions::default());
    let policy = LinearPolicy::standard().as_ref();
    let stopped = Limits::nodes(5000);
    stopped.stop.raise();
    let far = (0..4).map(|y| Point::new(13, y));
    let limits = [
        stopped,
        Limits::nodes(4999),
        Limits::nodes(5000),
        Limits::nodes(5000),
    ];
    let players = Player::ALL.into_iter().cycle();
    let expected = [
        Afar::ToSearch,
        Afar::ToSearch,
        Afar::SearchedHere,
        Afar::SearchedBefore,
    ];
    let steps = far.zip(players).zip(&limits).zip(expected);
    for (((cell, player), limits), afar) in steps {
        state.take_position(&mut board, player, limits, policy);
        assert_eq!(state.afar, afar, "{cell}");
        board.play(cell, player);
    }
    assert_eq!(state.tactics.dead().number_of_dots(), 1);
}

#[test]
fn an_interruption_keeps_doubtful_dead_groups_and_the_tree() {
    let policy = LinearPolicy::standard().as_ref();
    let mut board = ladder();
    board.play(Point::new(9, 9), Player::Second);
    let mut engine = Mcts::default();
    let limits = Limits::nodes(5000);
    let found = engine.search(&mut board, Player::First, &limits, &mut Silent);
    let state = &mut engine.state;
    assert_eq!(state.tactics.dead().number_of_dots(), 1);
    // The capture makes territory, so that the ladder becomes doubtful.
    follow(&mut board, Player::First, &found, 2);
    assert_eq!(board.territory(Player::First).len(), 1);
    let stopped = Limits::nodes(5000);
    stopped.stop.raise();
    let visits = |state: &State| {
        let moves = state.tree.root_moves().iter();
        moves.map(Edge::visits).sum::<u32>()
    };
    state.take_position(&mut board, Player::First, &stopped, policy);
    assert_eq!(state.tactics.dead().number_of_dots(), 1);
    let kept = visits(state);
    assert!(kept > 0);
    state.take_position(&mut board, Player::First, &limits, policy);
    assert_eq!(state.tactics.dead().number_of_dots(), 1);
    assert_eq!(visits(state), kept);
}

#[test]
fn eight_moves_are_followed_and_nine_are_not() {
    let (engine, mut board, _) = after_search(Player::Second, 1);
    let cells: Vec<Point> = board.free().iter().take(9).collect();
    for number in 0..=9 {
        let player = Player::ALL[(number + 1) % 2];
        let moves = engine.state.moves_since_last(&board, player);
        let expected = (number <= 8).then(|| &cells[..number]);
        assert_eq!(moves.as_deref(), expected);
        // The same position with the other player to move does not follow.
        assert_eq!(
            engine.state.moves_since_last(&board, player.opponent()),
            None
        );
        if let Some(&cell) = cells.get(number) {
            board.play(cell, player);
        }
    }
}

#[test]
fn a_player_who_moves_twice_is_not_followed() {
    let (engine, mut board, _) = after_search(Player::Second, 1);
    let cells: Vec<Point> = board.free().iter().take(2).collect();
    for cell in cells {
        board.play(cell, Player::Second);
    }
    assert_eq!(engine.state.moves_since_last(&board, Player::Second), None);
}

#[test]
fn the_kept_tree_is_not_used_if_only_some_of_its_moves_are_allowed() {
    let (mut engine, mut board, found) = after_search(Player::First, 1000);
    follow(&mut board, Player::First, &found, 2);
    let corner = Point::new(0, 0);
    let limits = Limits {
        moves: Some([corner].into_iter().collect()),
        ..Limits::nodes(20)
    };
    let found = engine.search(&mut board, Player::First, &limits, &mut Silent);
    assert_eq!(found.best, Some(corner));
}

#[test]
fn several_moves_are_found_when_the_score_after_each_is_certain() {
    // Neither player has a loose dot, and the four corners change nothing.
    let (mut engine, limits) = (Mcts::default(), Limits::nodes(100_000));
    let mut board = diagram::parse(". 1 .\n1 a 1\n. 1 .\n").unwrap();
    let found = engine.search_lines(&mut board, Player::First, &limits, 3, &mut Silent);
    assert_eq!(found.len(), 3);
    assert!(
        found[0].nodes < limits.nodes.unwrap() / 10,
        "{}",
        found[0].nodes
    );
}

#[test]
fn an_analysis_ends_when_the_score_after_each_move_is_certain() {
    // One cell is left, which changes nothing, or captures.
    for (picture, value) in [("0 1 0 1 .\n", 0), ("0 0 0\n0 1 0\n0 . 0\n", 1)] {
        let mut board = diagram::parse(picture).unwrap();
        for count in [1, 3] {
            let (mut engine, limits) = (Mcts::default(), Limits::nodes(100_000));
            let player = Player::First;
            let found = engine.search_lines(&mut board, player, &limits, count, &mut Silent);
            assert_eq!((found.len(), found[0].value), (1, value));
            assert!(found[0].nodes < 100, "{}", found[0].nodes);
        }
    }
}

#[test]
fn nothing_is_kept_for_another_komi() {
    for (moves, komi) in [(0, 0.0), (0, 5.5), (2, 0.0), (2, 5.5)] {
        let (mut engine, mut board, found) = after_search(Player::Second, 1000);
        follow(&mut board, Player::Second, &found, moves);
        let limits = Limits {
            komi,
            ..Limits::nodes(20)
        };
        engine.search(&mut board, Player::Second, &limits, &mut Silent);
        let visits: u32 = engine.visits().iter().map(|&(_, visits)| visits).sum();
        assert_eq!(visits > 20, komi == 0.0, "{moves} moves, {visits} visits");
    }
}

/// The values of the moves at the root that have visits, by their cells.
fn values(edges: &[Edge]) -> Vec<(Point, f32)> {
    let visited = edges.iter().filter(|edge| edge.visits() > 0);
    let mut values: Vec<_> = visited.map(|edge| (edge.point, edge.value())).collect();
    values.sort_by_key(|&(point, _)| point);
    values
}

#[test]
fn dots_that_the_first_player_has_come_to_expect_are_worth_less_to_him() {
    for player in Player::ALL {
        let (engine, mut board, found) = after_search(player, 1000);
        let mut state = engine.state;
        let before = values(state.tree.moves_after(&found.line[..2]));
        follow(&mut board, player, &found, 2);
        // The first player gets 20 dots in most playouts now, which the second player expects to lose.
        for _ in 0..1000 {
            state.margins.add(20.0);
        }
        take_position(&mut state, &mut board, player);
        let after = values(state.tree.root_moves());
        assert!(!before.is_empty() && before.len() == after.len());
        let expected = match player {
            Player::First => Ordering::Less,
            Player::Second => Ordering::Greater,
        };
        for (before, after) in before.into_iter().zip(after) {
            assert_eq!(after.1.total_cmp(&before.1), expected, "{player}");
        }
    }
}

#[test]
fn threads_make_room_side_by_side() {
    let mut engine = Mcts::new(MctsOptions {
        hash: 1,
        threads: 4,
        seed: 1,
    });
    let mut board = Board::new(Size::new(12, 12).unwrap());
    for player in Player::ALL.into_iter().cycle().take(3) {
        let generation = engine.state.tree.generation();
        let found = engine.search(&mut board, player, &Limits::nodes(5000), &mut Silent);
        board.try_play(found.best.unwrap(), player).unwrap();
        let tree = &engine.state.tree;
        // Once when the search began, and whenever there was no room.
        assert!(tree.generation() >= generation + 3);
        assert_eq!(tree.in_flight(), 0);
    }
}

#[test]
fn no_thread_counts_as_one() {
    let visits = |threads| {
        let mut engine = Mcts::new(MctsOptions {
            threads,
            ..MctsOptions::default()
        });
        let mut board = Board::new(Size::new(9, 9).unwrap());
        engine.search(&mut board, Player::First, &Limits::nodes(50), &mut Silent);
        engine.visits()
    };
    let one = visits(1);
    assert_eq!(visits(0), one);
    assert!(!one.is_empty() && one.iter().all(|&(_, visits)| visits > 0));
}

#[test]
fn the_only_move_gets_its_simulations_after_a_capture_search() {
    // Every dot of the first player is in a net.
    let rows = [
        ". . . . . . . ",
        ". . 1 1 . . . ",
        ". 1 0 . . . . ",
        ". 1 . . . . . ",
        ". . . . . 1 . ",
        ". . . 1 . . . ",
        ". . . . . . . ",
    ];
    let row = |row: &str| format!("{}\n", row.repeat(4));
    let nets: String = rows.into_iter().map(row).collect();
    let mut board = diagram::parse(&nets.repeat(3)).unwrap();
    let player = Player::Second;
    let limits = Limits {
        moves: Some(Bitboard::from_iter([Point::new(0, 0)])),
        ..Limits::nodes(100_000)
    };
    let findings = Tactics::new().search(&mut board, player, &limits, true);
    assert!(findings.simulations > 10, "{}", findings.simulations);
    let found = Mcts::default().search(&mut board, player, &limits, &mut Silent);
    assert_eq!(found.nodes, findings.simulations + ONLY_MOVE);
    // The exact search takes some of them.
    assert!(found.visits >= Some(20), "{found:?}");
    assert!(found.estimate.is_some());
}

/// The last dots are a ladder that the dot at (3, 2) cannot escape: the dot at (6, 5) stops it.
const LADDER: &str = "
    . . . . . . . . . . . . . .
    . . . 1 . . . . . . . . . .
    . . 1 0 1 . . . . . . . . .
    . . 1 . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . 1 . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . 0 . . . .
    . . . . . . . . . . 0 . . .
    . . . . . . . . . 0 . . . .
    . . . . . . . . . . . . . .
";

/// The board of [`LADDER`]. Its dots were put from the bottom to the top, so that the last moves are near the ladder.
fn ladder() -> Board {
    let dots = diagram::parse(LADDER).unwrap();
    let mut board = Board::new(dots.size());
    let cells: Vec<Point> = dots.size().points().collect();
    for cell in cells.into_iter().rev() {
        if let Some(owner) = dots.live_owner(cell) {
            board.play(cell, owner);
        }
    }
    board
}

#[test]
fn nobody_runs_in_a_ladder_that_is_proved_to_be_lost() {
    let mut board = ladder();
    let run = Point::new(3, 3);
    for nodes in [200, 500, 1000] {
        let mut engine = Mcts::default();
        let limits = Limits::nodes(nodes);
        let found = engine.search(&mut board, Player::First, &limits, &mut Silent);
        assert_ne!(found.best, Some(run));
        assert_eq!(engine.state.tactics.dead().number_of_dots(), 1);
        let mut edges = engine.state.tree.root_moves().iter();
        // The dot counts as captured whatever is played.
        assert!(edges.all(|edge| edge.visits() == 0 || edge.margin() <= -0.5));
        assert!(prior_of(&engine.state, run) <= 0.01);
    }
}

/// The prior of a move at the root.
fn prior_of(state: &State, point: Point) -> f32 {
    let mut edges = state.tree.root_moves().iter();
    edges.find(|edge| edge.point == point).unwrap().prior
}

#[test]
fn a_move_that_captures_or_may_save_a_group_is_not_futile() {
    let run = Point::new(3, 3);
    let mut state = State::new(&MctsOptions::default());
    let (policy, limits) = (LinearPolicy::standard().as_ref(), Limits::nodes(1000));
    state.take_position(&mut ladder(), Player::First, &limits, policy);
    assert_eq!(state.tactics.dead().number_of_dots(), 1);
    let before = prior_of(&state, run);
    assert!(before > 0.01, "{before}");
    let decisive = DecisiveMove {
        point: run,
        size: 1,
        is_capture: false,
    };
    let saving = Findings {
        moves: vec![decisive],
        ..Findings::NONE
    };
    state.lower_futile(&saving);
    assert_eq!(prior_of(&state, run), before);
    state.lower_futile(&Findings::NONE);
    assert_eq!(prior_of(&state, run), 0.01);
}

#[test]
fn a_new_tree_begins_when_a_group_is_found_to_be_dead() {
    let policy = LinearPolicy::standard().as_ref();
    // With the first dot the ladder is lost, with the other one it is not.
    for (cell, is_dead) in [(Point::new(6, 5), true), (Point::new(12, 6), false)] {
        let mut board = Board::new(ladder().size());
        for last in ladder()
            .moves()
            .filter(|last| last.point != Point::new(6, 5))
        {
            board.play(last.point, last.player);
        }
        let mut engine = Mcts::default();
        let only = Limits {
            moves: Some([cell].into_iter().collect()),
            ..Limits::nodes(200)
        };
        engine.search(&mut board, Player::Second, &only, &mut Silent);
        board.play(cell, Player::Second);
        let state = &mut engine.state;
        state.take_position(&mut board, Player::First, &Limits::nodes(5000), policy);
        assert_eq!(state.tactics.dead().number_of_dots() > 0, is_dead);
        let visits: u32 = state.tree.root_moves().iter().map(Edge::visits).sum();
        assert_eq!(visits == 0, is_dead);
    }
}

/// The visits at the root after one of two threads of a search has played 200 simulations alone.
fn visits_by_thread(number: usize) -> Vec<u32> {
    let mut engine = Mcts::new(MctsOptions {
        threads: 2,
        ..MctsOptions::default()
    });
    let mut board = ladder();
    take_position(&mut engine.state, &mut board, Player::First);
    let tree = mem::replace(&mut engine.state.tree, Tree::new(0));
    let shared = Shared::new(tree, engine.state.margins.clone(), 0);
    let worker = workers(&engine, &board, Player::First).remove(number);
    run(vec![worker], &shared, &Limits::nodes(200), |_| true);
    let (tree, _) = shared.into_parts();
    tree.root_moves().iter().map(Edge::visits).collect()
}

#[test]
fn each_thread_plays_different_playouts() {
    assert_eq!(visits_by_thread(1), visits_by_thread(1));
    assert_ne!(visits_by_thread(0), visits_by_thread(1));
}

#[test]
fn the_time_manager_hears_of_the_simulations_and_the_lead() {
    let cells = [0, 1, 2].map(|x| Point::new(x, 0));
    let tree = Tree::with_results(&[(cells[0], 2, 0.0), (cells[1], 9, 0.0), (cells[2], 5, 0.0)]);
    let shared = Shared::new(tree, MarginStatistics::new(0), 30);
    let expected = RootVisits { nodes: 16, lead: 4 };
    assert_eq!(visits_at_root(&shared, 14), expected);
}

#[test]
fn simulations_end_as_soon_as_no_other_move_can_catch_up() {
    let board = Board::new(Size::new(9, 9).unwrap());
    let cells = [3, 5].map(|x| Point::new(x, 4));
    let tree = Tree::with_results(&[(cells[0], 1 << 20, 0.0), (cells[1], 0, 0.0)]);
    let shared = Shared::new(tree, MarginStatistics::new(0), 30);
    let (start, usual) = (Instant::now(), Duration::from_secs(5));
    let limits = Limits {
        deadline: Some(start + usual),
        pace: Some(Pace { start, usual }),
        ..Limits::default()
    };
    let results = Results {
        listed: Listed::Played,
        score: 0,
        unit: 1.0,
        start,
    };
    let engine = Mcts::default();
    let workers = workers(&engine, &board, Player::First);
    grow(workers, &shared, &limits, &results, |_| {});
    // Otherwise it would play thousands. The first question may come before the rate is low enough.
    assert!((30 + PACE_EVERY..30 + 20 * PACE_EVERY).contains(&shared.nodes()));
}

/// The first player has captured five dots, and one of his dots is dead. Few cells are left.
#[test]
fn the_usual_margin_counts_what_is_captured_and_what_is_dead() {
    let board = diagram::parse(
        "
        . 0 0 0 0 0 .
        0 b b b b b 0
        . 0 0 0 0 0 .
        . . . . . . .
        . . . 0 . . .
        ",
    )
    .unwrap();
    let mut dead = Dead::NONE;
    let scale = |dead: &Dead| {
        let (policy, limits) = (LinearPolicy::standard().as_ref(), Limits::default());
        first_margins(&board, Player::First, policy, dead, &limits).scale(0.0)
    };
    let without = scale(&dead);
    // He usually leads.
    assert!(without.value(0.0) < 0.5 && without.value(9.0) > 0.5);
    dead.insert(DeadGroup {
        owner: Player::First,
        dots: [Point::new(3, 4)].into_iter().collect(),
        zone: Bitboard::EMPTY,
    });
    assert!(without.shift_to(&scale(&dead)) < -0.5);
}

#[test]
fn nodes_are_simulations_and_the_cost_of_other_searches() {
    let (mut board, player, limits) = (ladder(), Player::First, Limits::nodes(60));
    let options = MctsOptions::default();
    let findings = Tactics::new().search(&mut board, player, &limits, true);
    let exact = State::new(&options).exact;
    let at_root = RootResult::search(&exact, None, &mut board, player, &limits);
    assert!(findings.simulations > 0 && at_root.simulations() > 0);
    let mut engine = Mcts::new(options);
    let found = engine.search(&mut board, player, &limits, &mut Silent);
    let visits = engine.visits().into_iter();
    let simulations: u64 = visits.map(|(_, visits)| u64::from(visits)).sum();
    // Groups are searched for both players, and the position at the root. Then a position of the tree is searched, too.
    let known = simulations + findings.simulations + at_root.simulations();
    assert!(
        (known + 1..known + 10).contains(&found.nodes),
        "{} nodes, of which {known} are known",
        found.nodes
    );
}

/// All the memory that the options allow is for the tree and the table of the exact search together.
#[test]
fn the_tree_leaves_memory_for_the_table() {
    let options = MctsOptions {
        hash: 8,
        ..MctsOptions::default()
    };
    let (all, tree) = (8 << 20, State::new(&options).tree.bytes());
    let most = all - all / EXACT_SHARE;
    assert!((most * 9 / 10..=most).contains(&tree), "{tree}");
}
