//! Checks features against slow functions that look at every cell of the board.

use super::*;
use crate::geometry::Size;
use fastrand::Rng;

/// The cells of all live dots with the player of each.
fn dots(board: &Board) -> Vec<(Point, Player)> {
    let live = |point| {
        let player = Player::ALL.into_iter();
        player
            .filter(move |&player| board.live(player).contains(point))
            .map(move |player| (point, player))
    };
    board.size().points().flat_map(live).collect()
}

/// The cells of the dots of one player that steps of a king over his dots connect to the dot `from`, itself included.
fn cluster(dots: &[(Point, Player)], from: (Point, Player)) -> Vec<Point> {
    let mut met = vec![from.0];
    let mut done = 0;
    while let Some(&point) = met.get(done) {
        done += 1;
        for &(next, player) in dots {
            if player == from.1 && next.chebyshev(point) == 1 && !met.contains(&next) {
                met.push(next);
            }
        }
    }
    met
}

/// Distance in king's steps from a cell to the nearest dot of a player. 7 stands for all larger ones, and for no dot.
fn steps(dots: &[(Point, Player)], cell: Point, player: Player) -> u32 {
    let his = dots.iter().filter(|dot| dot.1 == player);
    let nearest = his.map(|dot| dot.0.chebyshev(cell)).min();
    nearest.unwrap_or(7).min(7)
}

/// The number of clusters of a player next to a cell, and the size classes of the two largest, 0 for a missing one.
fn clusters(dots: &[(Point, Player)], cell: Point, player: Player) -> (u32, [u32; 2]) {
    let (mut seen, mut sizes) = (Vec::new(), Vec::new());
    for &dot in dots {
        if dot.1 == player && dot.0.chebyshev(cell) == 1 && !seen.contains(&dot.0) {
            let cluster = cluster(dots, dot);
            sizes.push(cluster.len() as u32);
            seen.extend(cluster);
        }
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let class = |place: usize| sizes.get(place).map_or(0, |size| (size.ilog2() + 1).min(6));
    (sizes.len() as u32, [class(0), class(1)])
}

/// What a dot of `player` on the cell does: the number of binary digits of the dots it captures and frees, 0 if it
/// captures nothing, and whether it closes an empty base instead.
fn result(board: &Board, cell: Point, player: Player) -> (u32, bool) {
    let mut after = board.clone();
    let is_in_base = board.empty_base(player).contains(cell);
    after.play(cell, player);
    if after.captured_by(player) > board.captured_by(player) {
        let gain = after.score(player).abs_diff(board.score(player));
        return (gain.min(63).ilog2() + 1, false);
    }
    let base = |board: &Board| board.empty_base(player).len();
    (0, !is_in_base && base(&after) != base(board))
}

/// The places in the table of weights for all features of a move but its patterns.
fn slow_places(board: &Board, cell: Point, player: Player) -> Vec<u32> {
    let (size, dots, opponent) = (board.size(), dots(board), player.opponent());
    let to_edge = [
        cell.x(),
        cell.y(),
        size.width() - 1 - cell.x(),
        size.height() - 1 - cell.y(),
    ];
    let edge = to_edge.into_iter().min().unwrap().min(5);
    let distance = 16 * steps(&dots, cell, player) + steps(&dots, cell, opponent);
    let mut places = vec![place(kind::EDGE, edge), place(kind::DISTANCE, distance)];
    for (number, last) in board.moves().rev().take(3).enumerate() {
        let number = number as u32;
        let (x, y) = (
            cell.x().abs_diff(last.point.x()),
            cell.y().abs_diff(last.point.y()),
        );
        places.push(match x.max(y) {
            far @ 0..=6 => place(kind::OFFSET + number, 8 * far + x.min(y)),
            7..=8 => place(kind::FAR + number, 0),
            9..=12 => place(kind::FAR + number, 1),
            13..=18 => place(kind::FAR + number, 2),
            _ => place(kind::FAR + number, 3),
        });
    }
    let (gain, closes) = result(board, cell, player);
    let (loss, is_closed) = result(board, cell, opponent);
    for (kind, mark) in [
        (kind::CAPTURE, gain),
        (kind::RESCUE, loss),
        (kind::CLOSING, u32::from(closes) + 2 * u32::from(is_closed)),
    ] {
        places.extend((mark > 0).then(|| place(kind, mark)));
    }
    let [own, enemy] = [player, opponent].map(|player| clusters(&dots, cell, player));
    if own.0.max(enemy.0) >= 2 {
        let key = |(count, [first, second]): (u32, [u32; 2])| (count % 4) * 64 + first * 8 + second;
        places.push(place(kind::CLUSTERS, key(own) * 256 + key(enemy)));
    }
    places
}

#[test]
fn features_are_what_the_board_shows() {
    let mut rng = Rng::with_seed(9);
    let (mut captures, mut joins) = (0, 0);
    for number in 0..60 {
        let size = Size::new(rng.u32(4..=22), rng.u32(4..=12)).unwrap();
        let mut board = Board::new(size);
        let count = rng.u32(..size.area() * 2 / 3);
        board.put_at_random(&mut rng, count);
        let player = Player::ALL[number % 2];
        let shown = board.clone();
        for_each_move(&mut board, player, |cell, is_forcing, features| {
            let slow = slow_places(&shown, cell, player);
            let missing = slow.iter().find(|place| !features.places().contains(place));
            assert_eq!(
                missing,
                None,
                "{cell:?}\n{}",
                crate::notation::diagram::print(&shown)
            );
            let (gain, loss) = (
                result(&shown, cell, player).0,
                result(&shown, cell, player.opponent()).0,
            );
            assert_eq!(is_forcing, gain + loss > 0);
            // Every move has three patterns, four corners and four sides. Each last move nearby adds a pattern, and the
            // latest one adds another for the pattern round it.
            let nearby = |(number, last): (usize, crate::board::Move)| {
                let is_near = cell.chebyshev(last.point) <= MARK_REACH as u32;
                if is_near {
                    1 + usize::from(number == 0)
                } else {
                    0
                }
            };
            let more: usize = shown.moves().rev().take(3).enumerate().map(nearby).sum();
            assert_eq!(features.places().len(), slow.len() + 11 + more);
            captures += gain;
            joins += u32::from(slow.contains(&place(kind::CLUSTERS, (2 * 64 + 9) * 256)));
        });
    }
    assert!(captures > 20 && joins > 5, "{captures} {joins}");
}
