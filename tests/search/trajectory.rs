//! Trajectories against enumeration: every set of free cells is filled in every order.
//!
//! `TOCHKI_POSITIONS` sets the number of random positions (400 by default):
//! `TOCHKI_POSITIONS=10000 cargo test --release --test search trajectory`.

use crate::random;
use crate::walls::winding_wall;
use fastrand::Rng;
use std::collections::BTreeSet;
use tochki::board::Rules;
use tochki::notation::diagram;
use tochki::search::trajectory::{self, Trajectory, shortest_trajectories, trajectories};
use tochki::{Bitboard, Board, Player, Point, Size};

/// Whether some order of filling the cells captures with the last dot.
fn captures(board: &mut Board, player: Player, cells: &[Point]) -> bool {
    let captured = board.captured_by(player);
    (0..cells.len()).any(|i| {
        if !board.is_playable(cells[i]) {
            return false;
        }
        let mut rest = cells.to_vec();
        rest.remove(i);
        board.play(cells[i], player);
        let found = match rest.is_empty() {
            true => board.captured_by(player) > captured,
            false => captures(board, player, &rest),
        };
        board.undo();
        found
    })
}

/// All minimal sets, found by trying everything.
fn enumerate(board: &mut Board, player: Player, longest: usize) -> BTreeSet<Vec<Point>> {
    let cells: Vec<Point> = board.free().iter().collect();
    let mut found: BTreeSet<Vec<Point>> = BTreeSet::new();
    for size in 1..=longest as u32 {
        let sets = (0u32..1 << cells.len()).filter(|set| set.count_ones() == size);
        for set in sets {
            let chosen: Vec<Point> = (0..cells.len())
                .filter(|i| set >> i & 1 != 0)
                .map(|i| cells[i])
                .collect();
            let minimal = !found
                .iter()
                .any(|smaller| smaller.iter().all(|cell| chosen.contains(cell)));
            if minimal && captures(board, player, &chosen) {
                found.insert(chosen);
            }
        }
    }
    found
}

/// The enemy dots that a trajectory captures and the own dots that it frees, by the lost dots before and after.
fn changes_by(board: &Board, player: Player, set: &Trajectory) -> (Bitboard, Bitboard) {
    let (mut after, opponent) = (board.clone(), player.opponent());
    let mut cells: Vec<Point> = set.cells().collect();
    cells.sort_by_key(|&cell| board.empty_base(opponent).contains(cell));
    for cell in cells {
        after.play(cell, player);
    }
    (
        *after.lost_dots(opponent) - *board.lost_dots(opponent),
        *board.lost_dots(player) - *after.lost_dots(player),
    )
}

#[test]
fn the_generator_finds_what_enumeration_finds() {
    let mut rng = Rng::with_seed(5);
    let mut total = [0; 5];
    for number in 0..random::positions_to_try(400) {
        let rules = Rules {
            captures_empty_bases: number % 3 == 0,
            ..Rules::default()
        };
        let mut board = random::position(&mut rng, rules, 12);
        for player in Player::ALL {
            let sets = trajectories(&board, player, 4);
            let generated: BTreeSet<Vec<Point>> =
                sets.iter().map(|set| set.cells().collect()).collect();
            assert_eq!(generated.len(), sets.len(), "a set came twice");
            assert!(sets.is_sorted_by_key(Trajectory::len));
            let enumerated = enumerate(&mut board, player, 4);
            assert_eq!(
                generated,
                enumerated,
                "{player}\n{}",
                diagram::print(&board)
            );
            for set in &sets {
                total[set.len()] += 1;
                let capture = trajectory::capture_by(&mut board, player, set).expect("a capture");
                assert!(!capture.captured.is_empty());
                let changes = (capture.captured, capture.freed);
                assert_eq!(changes, changes_by(&board, player, set));
            }
        }
    }
    assert!(total[1..].iter().all(|&sets| sets > 0), "{total:?}");
}

#[test]
fn a_capture_frees_the_dots_that_it_surrounds() {
    let mut board = diagram::parse("..0..\n.010.\n01a10\n.010.\n.....").unwrap();
    let sets = trajectories(&board, Player::First, 1);
    let capture = trajectory::capture_by(&mut board, Player::First, &sets[0]).expect("a capture");
    assert_eq!(capture.captured.len(), 4);
    assert!(capture.freed.iter().eq([Point::new(2, 2)]));
}

#[test]
fn of_very_many_only_the_shortest_are_found() {
    let mut rows = winding_wall(54);
    // Below the wall one dot captures.
    for row in ["..0", ".01", "..0", "..."] {
        rows.push(format!("{row:.<54}"));
    }
    let board = diagram::parse(&rows.join("\n")).unwrap();
    let of = |longest| trajectories(&board, Player::First, longest);
    let shortest = |longest| {
        let stop = &mut || false;
        shortest_trajectories(&board, Player::First, longest, stop)
    };
    assert_eq!(of(1).len(), 1);
    assert!(of(2).len() > trajectory::MOST_TRAJECTORIES);
    for longest in 0..=5 {
        assert_eq!(shortest(longest), of(longest.min(1)), "{longest} cells");
    }
}

/// Every cell of a gap closes it, so that there are almost 30 * 30 * 30 trajectories round the two dots.
#[test]
fn each_trajectory_counts_once_round_two_dots_too() {
    let middle = (".", "..0", ".");
    let above = [
        (".", "000", "."),
        (".", "0.0", "."),
        (".", "0.0", "0"),
        (".", "0..", "."),
        (".", "010", "0"),
        ("0", "0.0", "."),
    ];
    let rows = above.into_iter().chain([middle]);
    let rows = rows.chain(above.into_iter().rev());
    let row =
        |(left, centre, right): (&str, &str, &str)| left.repeat(29) + centre + &right.repeat(30);
    let board = diagram::parse(&rows.map(row).collect::<Vec<_>>().join("\n")).unwrap();
    let all = trajectories(&board, Player::First, 3);
    assert!(
        all.len() > trajectory::MOST_TRAJECTORIES / 2,
        "{}",
        all.len()
    );
    let shortest = shortest_trajectories(&board, Player::First, 3, &mut || false);
    assert_eq!(shortest.len(), all.len());
    assert!(shortest == all);
}

#[test]
fn a_stop_keeps_the_trajectories_that_are_known() {
    let (mut board, mut rng) = (Board::new(Size::new(20, 20).unwrap()), Rng::with_seed(6));
    random::put(&mut board, &mut rng, 200);
    let mut lengths = BTreeSet::new();
    for looks in 0.. {
        let mut left = looks;
        let stop = &mut || {
            left -= i32::from(left > 0);
            left == 0
        };
        let found = shortest_trajectories(&board, Player::First, 3, stop);
        let length = found.last().map_or(0, |set| set.len());
        assert_eq!(found, trajectories(&board, Player::First, length));
        lengths.insert(length);
        if length == 3 {
            break;
        }
    }
    assert!(lengths.len() > 2, "{lengths:?}");
}
