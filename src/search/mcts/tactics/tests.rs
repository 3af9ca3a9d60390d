use super::*;
use crate::geometry::Size;
use crate::notation::diagram;
use crate::search::capture_search::Fate;

/// The dot of the first player at (2, 2) is in a net. The second player captures it if he moves first, otherwise
/// the first player saves it.
const NET: &str = "
    . . . . . . .
    . . 1 1 . . .
    . 1 0 . . . .
    . 1 . . . . .
    . . . . . 1 .
    . . . 1 . . .
    . . . . . . .
";

#[test]
fn nets_are_found_by_both_sides() {
    let mut board = diagram::parse(NET).unwrap();
    let mut tactics = Tactics::new();
    let limits = Limits::default();
    let before = diagram::print(&board);
    let mut search = |board: &mut Board, player| tactics.search(board, player, &limits, false);
    let found = search(&mut board, Player::Second).moves;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].size, 1);
    board.play(found[0].point, Player::Second);
    let runner = Point::new(2, 2);
    let verdict = CaptureSearch::default().defend(&mut board, runner, &limits);
    assert_eq!(verdict.fate, Fate::Captured);
    board.undo();
    let saving = search(&mut board, Player::First).moves;
    assert_eq!(saving.len(), 1);
    assert_eq!(diagram::print(&board), before);
}

/// The dot of the first player at (3, 2) can only run down in a ladder, until the dot at (6, 5) stops it.
const LADDER: &str = "
    . . . . . . . . . . . .
    . . . 1 . . . . . . . .
    . . 1 0 1 . . . . . . .
    . . 1 . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . 1 . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
";

#[test]
fn a_group_stays_dead_until_the_proof_may_be_refuted() {
    let mut board = diagram::parse(LADDER).unwrap();
    let mut tactics = Tactics::new();
    let mut search = |board: &mut Board, since: Option<&[Point]>| {
        tactics.update(board, since);
        let found = tactics.search(board, Player::First, &Limits::default(), false);
        (found.dead_dots, found.moves.len(), found.simulations)
    };
    let (dead, moves, cost) = search(&mut board, None);
    assert_eq!((dead, moves), (1, 0));
    assert!(cost > 0);
    // Far from the last moves and from the ladder nothing is asked.
    let far = [0, 1, 2, 3].map(|y| Point::new(11, y));
    for (number, cell) in far.into_iter().enumerate() {
        board.play(cell, Player::ALL[number % 2]);
    }
    assert_eq!(search(&mut board, Some(&far)), (1, 0, 0));
    // Here the ladder meets a dot of the first player.
    let stop = Point::new(5, 4);
    board.play(stop, Player::First);
    let (dead, moves, _) = search(&mut board, Some(&[stop]));
    assert_eq!((dead, moves), (0, 1));
    board.undo();
    assert_eq!(search(&mut board, None), (0, 0, 0));
}

#[test]
fn no_group_is_dead_in_a_position_that_does_not_follow() {
    let mut board = diagram::parse(LADDER).unwrap();
    let mut tactics = Tactics::new();
    tactics.search(&mut board, Player::First, &Limits::default(), false);
    assert_eq!(tactics.dead().number_of_dots(), 1);
    tactics.update(&Board::new(board.size()), None);
    assert_eq!(tactics.dead().number_of_dots(), 0);
}

#[test]
fn a_dead_group_grows_by_dots_on_either_side() {
    let picture = "
        . . . . . . . .
        . . 0 0 . . . .
        . 0 1 . 0 . . .
        . 0 . 0 . . . .
        . . . . . . . .
        . . . . . . . .
    ";
    let reversed = |row: &str| row.trim().chars().rev().collect::<String>();
    let mirrored = picture.lines().map(reversed).collect::<Vec<_>>().join("\n");
    for (picture, joining) in [(picture, Point::new(3, 2)), (&mirrored, Point::new(4, 2))] {
        let mut board = diagram::parse(picture).unwrap();
        let mut tactics = Tactics::new();
        let mut dead_dots = |board: &mut Board, since: Option<&[Point]>| {
            tactics.update(board, since);
            let found = tactics.search(board, Player::First, &Limits::default(), false);
            found.dead_dots
        };
        assert_eq!(dead_dots(&mut board, None), 1);
        board.play(joining, Player::Second);
        assert_eq!(dead_dots(&mut board, Some(&[joining])), 2);
    }
}

#[test]
fn a_proved_capture_comes_first_once_it_has_visits() {
    let [best, capture] = [0, 1].map(|x| Point::new(x, 0));
    let findings = Findings {
        moves: vec![DecisiveMove {
            point: capture,
            size: 4,
            is_capture: true,
        }],
        ..Findings::NONE
    };
    let results = |visits| Tree::with_results(&[(best, 9, 3.0), (capture, visits, 2.0)]);
    let first = |tree: Tree| {
        let mut order = tree.most_visited();
        findings.prefer_proved(&tree, &mut order);
        tree.root_moves()[order[0]].point
    };
    assert_eq!(first(results(LEAST_VISITS - 1)), best);
    assert_eq!(first(results(LEAST_VISITS)), capture);
    // A certain margin counts, and not the mean of the simulations before it was known.
    assert_eq!(first(results(LEAST_VISITS).with_certain(1, -2)), best);
    assert_eq!(first(results(LEAST_VISITS).with_certain(0, 3)), best);
    assert_eq!(first(results(LEAST_VISITS).with_certain(0, 1)), capture);
    // The other moves keep their order.
    let other = Point::new(2, 0);
    let tree = Tree::with_results(&[(best, 9, 3.0), (other, 8, 3.0), (capture, 7, 2.0)]);
    let mut order = tree.most_visited();
    findings.prefer_proved(&tree, &mut order);
    assert_eq!(order, [2, 0, 1]);
}

#[test]
fn groups_are_what_is_captured_as_a_whole() {
    // Of the six dots in a chain one can be captured.
    let mut board = diagram::parse(
        "
        . . . . . . . .
        . . 1 . . 0 . .
        . 1 0 . 0 0 . .
        . . 1 0 . 0 . .
        . . . . . . . .
        ",
    )
    .unwrap();
    let limits = Limits::default();
    let found = Tactics::new()
        .search(&mut board, Player::Second, &limits, false)
        .moves;
    assert_eq!(
        found,
        [DecisiveMove {
            point: Point::new(3, 2),
            size: 1,
            is_capture: true
        }]
    );
}

#[test]
fn groups_far_from_the_last_moves_are_searched_if_asked_for_and_the_limits_allow_it() {
    let mut board =
        diagram::parse(&format!("{NET}{}", "        . . . . . . .\n".repeat(6))).unwrap();
    board.play(Point::new(5, 12), Player::First);
    let mut search = |simulations, wants_afar| {
        let limits = Limits::nodes(simulations);
        Tactics::new().search(&mut board, Player::Second, &limits, wants_afar)
    };
    for (simulations, wants_afar) in [(LEAST_FOR_AFAR, false), (LEAST_FOR_AFAR - 1, true)] {
        let found = search(simulations, wants_afar);
        assert_eq!((found.moves, found.simulations), (Vec::new(), 0));
    }
    let found = search(LEAST_FOR_AFAR, true);
    assert_eq!(found.moves.len(), 1);
    assert!(found.simulations > 0);
}

#[test]
fn many_groups_take_no_more_than_the_share() {
    let mut board = Board::new(Size::default());
    for group in 0..24 {
        let player = Player::ALL[group as usize % 2];
        board.play(Point::new(group % 6 * 3 + 1, group / 6 * 3 + 1), player);
    }
    let limits = Limits::nodes(26);
    let found = Tactics::new().search(&mut board, Player::First, &limits, false);
    assert!(found.simulations <= 4, "{}", found.simulations);
}

#[test]
fn searches_take_a_share_of_the_simulations() {
    let mut board = diagram::parse(NET).unwrap();
    let mut tactics = Tactics::new();
    let simulations = |nodes| Limits::nodes(nodes);
    let mut search = |nodes| tactics.search(&mut board, Player::Second, &simulations(nodes), false);
    let enough = search(10_000);
    assert_eq!(enough.moves.len(), 1);
    assert!(enough.simulations > 2, "{}", enough.simulations);
    let short = search(1);
    assert_eq!(short.moves, Vec::new());
    assert!(
        short.simulations < enough.simulations,
        "{}",
        short.simulations
    );
}
