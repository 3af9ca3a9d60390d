//! A slow and obvious importance: pictures are compared cell by cell.

use tochki::{Board, Cell, Player, Point};

/// The file of the shapes.
pub const SHAPES: &str = include_str!("../../../src/importance/shapes.txt");

/// A position made from rows of characters, without checking that a game leads to it.
pub type Grid = Vec<Vec<char>>;

/// The picture of a board in the alphabet of the shapes; `#` is what only `?` matches.
pub fn grid(board: &Board) -> Grid {
    let row = |y| {
        let cell = |x| match board.cell(Point::new(x, y)) {
            Cell::Open | Cell::EmptyBase(_) => '.',
            Cell::Live(Player::First) => 'X',
            Cell::Live(Player::Second) => 'O',
            Cell::Captured(_) | Cell::Dead => '#',
        };
        (0..board.size().width()).map(cell).collect()
    };
    (0..board.size().height()).map(row).collect()
}

/// A quarter turn clockwise.
fn turned(grid: &Grid) -> Grid {
    let rows = grid.iter().rev();
    (0..grid[0].len())
        .map(|x| rows.clone().map(|row| row[x]).collect())
        .collect()
}

fn mirrored(grid: &Grid) -> Grid {
    grid.iter()
        .map(|row| row.iter().rev().copied().collect())
        .collect()
}

fn recoloured(grid: &Grid) -> Grid {
    let swap = |&character: &char| match character {
        'X' => 'O',
        'O' => 'X',
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    grid.iter()
        .map(|row| row.iter().map(swap).collect())
        .collect()
}

/// All 16 images, repetitions included.
fn images(grid: &Grid) -> Vec<Grid> {
    let mut images = Vec::new();
    for start in [grid.clone(), recoloured(grid)] {
        for mut image in [start.clone(), mirrored(&start)] {
            for _ in 0..4 {
                image = turned(&image);
                images.push(image.clone());
            }
        }
    }
    images
}

/// The shapes as drawn: weight and picture.
fn drawn_shapes() -> Vec<(i32, Grid)> {
    let lines: Vec<&str> = SHAPES.lines().filter(|l| !l.starts_with('#')).collect();
    let blocks = lines
        .split(|line| line.is_empty())
        .filter(|b| !b.is_empty());
    blocks
        .map(|block| {
            let weight: f64 = block[1]
                .trim_start_matches("weight:")
                .trim()
                .parse()
                .unwrap();
            let rows = block[2..].iter().map(|row| row.chars().collect());
            ((weight * 1000.0).round() as i32, rows.collect())
        })
        .collect()
}

fn picture_matches(board: &Grid, picture: &Grid, x: usize, y: usize) -> bool {
    let centre_y = picture.iter().position(|row| row.contains(&'*')).unwrap();
    let centre_x = picture[centre_y].iter().position(|&c| c == '*').unwrap();
    let cell = |dx: usize, dy: usize| {
        let row = board.get((y + dy).checked_sub(centre_y)?)?;
        row.get((x + dx).checked_sub(centre_x)?).copied()
    };
    picture.iter().enumerate().all(|(dy, row)| {
        row.iter().enumerate().all(|(dx, asked)| {
            let there = cell(dx, dy).unwrap_or('#');
            match asked {
                '?' => true,
                '*' => there == '.',
                'x' => "X.".contains(there),
                'o' => "O.".contains(there),
                exact => there == *exact,
            }
        })
    })
}

/// The heaviest angle at a cell.
pub fn angle_weight(board: &Grid, x: usize, y: usize) -> Option<i32> {
    angle_weights(board, x, y).into_iter().flatten().max()
}

/// The heaviest angle of each kind at a cell, straight and diagonal, by looking along all lines.
fn angle_weights(board: &Grid, x: usize, y: usize) -> [Option<i32>; 2] {
    let look = |(dx, dy): (i32, i32)| {
        for distance in 1..=5 {
            let row = board.get(usize::try_from(y as i32 + dy * distance).ok()?)?;
            match *row.get(usize::try_from(x as i32 + dx * distance).ok()?)? {
                '.' => {}
                colour @ ('X' | 'O') if distance > 1 => return Some((colour, distance)),
                _ => return None,
            }
        }
        None
    };
    [
        (50.0, [(0, -1), (1, 0), (0, 1), (-1, 0)]),
        (30.0, [(1, -1), (1, 1), (-1, 1), (-1, -1)]),
    ]
    .map(|(nearest, lines)| {
        let pairs = (0..4).map(|i| (look(lines[i]), look(lines[(i + 1) % 4])));
        let weights = pairs.filter_map(|pair| match pair {
            (Some((a, near)), Some((b, far))) if a == b => {
                Some((nearest * 4.0 / f64::from(near + far)).round() as i32)
            }
            _ => None,
        });
        weights.max()
    })
}

/// All images of all shapes, with the weights.
pub fn all_images() -> Vec<(i32, Vec<Grid>)> {
    let shapes = drawn_shapes().into_iter();
    shapes
        .map(|(weight, picture)| (weight, images(&picture)))
        .collect()
}

/// The weights of the shapes that match at a cell.
fn matching(
    shapes: &[(i32, Vec<Grid>)],
    board: &Grid,
    x: usize,
    y: usize,
) -> impl Iterator<Item = i32> {
    shapes
        .iter()
        .filter(move |(_, images)| images.iter().any(|p| picture_matches(board, p, x, y)))
        .map(|&(weight, _)| weight)
}

/// The weight of the heaviest shape that matches at a cell.
pub fn shape_weight(shapes: &[(i32, Vec<Grid>)], board: &Grid, x: usize, y: usize) -> Option<i32> {
    matching(shapes, board, x, y).max()
}

/// The importance of a cell by comparing it with every image of every shape.
pub fn slow_importance(shapes: &[(i32, Vec<Grid>)], board: &Grid, x: usize, y: usize) -> i32 {
    let matched = matching(shapes, board, x, y);
    matched.chain(angle_weight(board, x, y)).max().unwrap_or(0)
}

/// The importance of a cell as the sum of all shapes that match, and of the heaviest angle of each kind.
pub fn slow_sum(shapes: &[(i32, Vec<Grid>)], board: &Grid, x: usize, y: usize) -> i32 {
    let matched = matching(shapes, board, x, y);
    let angles = angle_weights(board, x, y).into_iter().flatten();
    matched.chain(angles).sum::<i32>().clamp(-1000, 1000)
}
