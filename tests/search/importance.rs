//! Importance against a slow matcher that compares pictures cell by cell, and its symmetries.

use crate::images::{image, image_of_cells};
use crate::slow_importance::{
    Grid, SHAPES, all_images, angle_weight, grid, shape_weight, slow_importance, slow_sum,
};
use fastrand::Rng;
use std::fs;
use tochki::geometry::Symmetry;
use tochki::importance::{Heuristic, Importance, ImportanceOptions, play_range};
use tochki::notation::puzzle;
use tochki::{Bitboard, Board, Player, Point, Size};

const SIZES: [(u32, u32); 8] = [
    (1, 1),
    (2, 5),
    (7, 7),
    (8, 5),
    (12, 12),
    (20, 13),
    (30, 30),
    (39, 32),
];

fn with_nearness() -> Importance {
    Importance::new(ImportanceOptions {
        nearness: true,
        ..ImportanceOptions::default()
    })
}

/// A game with many contacts: three moves in four are near the one before.
fn random_game(rng: &mut Rng, size: Size, moves: usize) -> Board {
    let mut board = Board::new(size);
    let mut player = Player::First;
    for _ in 0..moves {
        let near = board.last_move().filter(|_| rng.u8(..4) != 0);
        let choices: Vec<Point> = board
            .free()
            .iter()
            .filter(|point| near.is_none_or(|last| point.chebyshev(last.point) <= 2))
            .collect();
        if let Some(&point) = rng.choice(&choices) {
            board.play(point, player);
        }
        player = player.opponent();
    }
    board
}

/// `count` positions of all sizes, up to half full.
fn positions(seed: u64, count: usize) -> impl Iterator<Item = Board> {
    let mut rng = Rng::with_seed(seed);
    SIZES
        .iter()
        .cycle()
        .take(count)
        .map(move |&(width, height)| {
            let size = Size::new(width, height).unwrap();
            let moves = rng.usize(0..=(size.area() / 2) as usize);
            random_game(&mut rng, size, moves)
        })
}

#[test]
fn each_part_can_be_switched_off_and_all_can_be_summed() {
    let shapes = all_images();
    let [without_shapes, without_angles, sum] = [
        (false, true, false),
        (true, false, false),
        (true, true, true),
    ]
    .map(|(shapes, angles, sum)| {
        Importance::new(ImportanceOptions {
            shapes,
            angles,
            sum,
            ..ImportanceOptions::default()
        })
    });
    let (mut differences, mut by_angle) = (0, 0);
    for board in positions(4, 48) {
        let grid = grid(&board);
        for (point, value) in sum.map(&board) {
            let (x, y) = (point.x() as usize, point.y() as usize);
            assert_eq!(
                value,
                slow_sum(&shapes, &grid, x, y),
                "{point:?} of\n{board:?}"
            );
            let angles = angle_weight(&grid, x, y).unwrap_or(0);
            assert_eq!(without_shapes.of(&board, point), angles);
            let heaviest = shape_weight(&shapes, &grid, x, y).unwrap_or(0);
            assert_eq!(without_angles.of(&board, point), heaviest);
            let greatest = slow_importance(&shapes, &grid, x, y);
            let explanation = sum.explain(&board, point).unwrap();
            assert_eq!(explanation.importance(), value);
            differences += u32::from(value != greatest);
            by_angle += u32::from(heaviest != greatest);
        }
    }
    assert!(
        differences > 100 && by_angle > 20,
        "{differences} {by_angle}"
    );
}

#[test]
fn agrees_with_the_slow_matcher() {
    let shapes = all_images();
    let importance = Importance::default();
    for board in positions(1, 48) {
        let grid = grid(&board);
        for (point, value) in importance.map(&board) {
            let (x, y) = (point.x() as usize, point.y() as usize);
            assert_eq!(
                value,
                slow_importance(&shapes, &grid, x, y),
                "{point:?} of\n{board:?}"
            );
        }
    }
}

#[test]
fn the_map_covers_the_play_range_and_agrees_with_single_cells() {
    let (plain, near) = (Importance::default(), with_nearness());
    for board in positions(2, 24) {
        let map = plain.map(&board);
        let cells: Bitboard = map.iter().map(|&(point, _)| point).collect();
        assert_eq!(cells, play_range(&board, 1) & *board.free());
        assert!(!cells.is_empty() || board.free().is_empty());
        for ((point, value), (_, value_near)) in map.into_iter().zip(near.map(&board)) {
            assert_eq!(plain.of(&board, point), value);
            assert_eq!(near.of(&board, point), value_near);
            assert!(value.abs() <= 1000 && value_near.abs() <= Importance::LARGEST);
        }
    }
}

fn assert_invariant(
    importance: &Importance,
    board: &Board,
    image: fn(&Board, Symmetry, bool) -> Board,
) {
    let map = importance.map(board);
    for symmetry in Symmetry::all() {
        let mut expected: Vec<(Point, i32)> = map
            .iter()
            .map(|&(point, value)| (symmetry.point(point, board.size()), value))
            .collect();
        expected.sort_unstable();
        for exchange in [false, true] {
            assert_eq!(importance.map(&image(board, symmetry, exchange)), expected);
        }
    }
}

#[test]
fn symmetries_and_colours_change_nothing() {
    let (plain, near) = (Importance::default(), with_nearness());
    for board in positions(3, 200) {
        assert_invariant(&plain, &board, image);
        assert_invariant(&near, &board, image);
    }
}

#[test]
fn symmetries_and_colours_change_nothing_in_the_puzzles() {
    let importance = Importance::default();
    let folders = ["", "ladders", "mined", "nets"];
    let files = folders.map(|folder| fs::read_dir(format!("fixtures/puzzles/{folder}")).unwrap());
    let mut seen = 0;
    for file in files.into_iter().flatten() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let puzzles = puzzle::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for puzzle in puzzles {
            assert_invariant(&importance, &puzzle.board, image_of_cells);
            seen += 1;
        }
    }
    assert!(seen > 400, "{seen}");
}

/// A board on which every image of a picture has room.
fn board_of(picture: &Grid) -> (Board, Point) {
    let mut board = Board::new(Size::new(15, 15).unwrap());
    let centre_y = picture.iter().position(|row| row.contains(&'*')).unwrap();
    let centre_x = picture[centre_y].iter().position(|&c| c == '*').unwrap();
    for (y, row) in picture.iter().enumerate() {
        for (x, character) in row.iter().enumerate() {
            let point = Point::new((7 + x - centre_x) as u32, (7 + y - centre_y) as u32);
            match character {
                'X' => board.play(point, Player::First),
                'O' => board.play(point, Player::Second),
                _ => {}
            }
        }
    }
    (board, Point::new(7, 7))
}

#[test]
fn every_shape_matches_its_own_picture_and_its_images() {
    let importance = Importance::default();
    let shapes = all_images();
    for (weight, images) in &shapes {
        for image in images {
            let (board, centre) = board_of(image);
            let expected = slow_importance(&shapes, &grid(&board), 7, 7);
            assert!(expected >= *weight, "{image:?}");
            assert_eq!(importance.of(&board, centre), expected, "{image:?}");
        }
    }
}

#[test]
fn a_negative_weight_counts_only_alone() {
    let importance = Importance::default();
    let value = |picture: &str| {
        let grid: Grid = picture.lines().map(|row| row.chars().collect()).collect();
        let (board, centre) = board_of(&grid);
        importance.of(&board, centre)
    };
    assert_eq!(value("?X?\nX*X\n???"), -50);
    assert_eq!(value("OX?\nX*X\n???"), 100);
    assert_eq!(value("X??\n?*?\n???"), 0);
}

#[test]
fn nearness_follows_the_last_two_moves() {
    let near = with_nearness();
    let mut board = Board::new(Size::default());
    board.play(Point::new(3, 3), Player::First);
    assert_eq!(near.of(&board, Point::new(4, 4)), 600);
    assert_eq!(near.of(&board, Point::new(3, 7)), 150);
    assert_eq!(near.of(&board, Point::new(3, 8)), 0);
    board.play(Point::new(20, 20), Player::Second);
    assert_eq!(near.of(&board, Point::new(4, 4)), 250);
    assert_eq!(near.of(&board, Point::new(19, 18)), 400);
    assert_eq!(near.of(&board, Point::new(20, 20)), 0);
    board.undo();
    assert_eq!(near.of(&board, Point::new(4, 4)), 600);
}

#[test]
fn an_explanation_gives_the_importance() {
    let (plain, near) = (Importance::default(), with_nearness());
    let mut reasons = 0;
    for board in positions(77, 64) {
        for point in board.size().cells().iter() {
            for importance in [&plain, &near] {
                let found = importance.explain(&board, point);
                assert_eq!(found.is_some(), board.free().contains(point));
                if let Some(found) = found {
                    assert_eq!(found.importance(), importance.of(&board, point), "{point}");
                    reasons += found.reasons.len();
                }
            }
        }
    }
    assert!(reasons > 10_000, "{reasons}");
}

/// A picture of a shape without rows and columns at its rim that have only `?`.
fn cropped(rows: &[&str]) -> Vec<String> {
    let is_open = |row: &&str| row.chars().any(|c| c != '?');
    let first = rows.iter().position(is_open).unwrap();
    let last = rows.iter().rposition(is_open).unwrap();
    let used = |x: &usize| rows.iter().any(|row| row.as_bytes()[*x] != b'?');
    let columns = 0..rows[0].len();
    let left = columns.clone().find(used).unwrap();
    let right = columns.rev().find(used).unwrap();
    let crop = |row: &&str| row[left..=right].to_owned();
    rows[first..=last].iter().map(crop).collect()
}

#[test]
fn every_shape_is_explained_where_it_holds() {
    let lines: Vec<&str> = SHAPES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let blocks = lines
        .split(|line| line.is_empty())
        .filter(|block| !block.is_empty());
    let mut count = 0;
    for (block, index) in blocks.zip(1..) {
        let (name, rows) = (block[0].strip_prefix("name: ").unwrap(), &block[2..]);
        let mut board = Board::new(Size::new(13, 13).unwrap());
        let mut centre = None;
        for (y, row) in (3..).zip(rows.iter()) {
            for (x, character) in (3..).zip(row.chars()) {
                let point = Point::new(x, y);
                match character {
                    'X' => board.play(point, Player::First),
                    'O' => board.play(point, Player::Second),
                    '*' => centre = Some(point),
                    _ => {}
                }
            }
        }
        let found = Importance::default()
            .explain(&board, centre.unwrap())
            .unwrap();
        let is_this = |heuristic: &Heuristic| match heuristic {
            Heuristic::Shape {
                number,
                name: other,
                picture,
            } => *number == index && *other == name && picture.lines().eq(cropped(rows)),
            Heuristic::Angle { .. } => false,
        };
        assert!(
            found.reasons.iter().any(|it| is_this(&it.heuristic)),
            "{name}: {found:?}"
        );
        count += 1;
    }
    assert_eq!(count, 33);
}
