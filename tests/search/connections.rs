//! Connections, rings, ways to the edge and what they prove, against plain search.
//!
//! `TOCHKI_POSITIONS` sets the number of random positions (300 by default, 150 of large boards):
//! `TOCHKI_POSITIONS=10000 cargo test --release --test search connections`.

use crate::brute_force::BruteForce;
use crate::random;
use fastrand::Rng;
use std::collections::HashMap;
use tochki::board::Rules;
use tochki::notation::diagram;
use tochki::search::connections::{
    self, Connection, ConnectionGraph, ConnectionKind, Escape, Ring,
};
use tochki::{Bitboard, Board, Player, Point, Size};

#[test]
fn proofs_by_rings_are_what_plain_search_finds() {
    compare_under(Rules::default());
}

#[test]
fn proofs_hold_where_empty_bases_are_territory() {
    compare_under(Rules {
        captures_empty_bases: true,
        ..Rules::default()
    });
}

#[test]
fn proofs_hold_where_suicide_is_forbidden() {
    compare_under(Rules {
        suicide: false,
        ..Rules::default()
    });
}

fn compare_under(rules: Rules) {
    let mut rng = Rng::with_seed(4);
    let (mut rings, mut two_keys, mut escaped) = ([0, 0], 0, 0);
    for number in 0..random::positions_to_try(300) {
        let free = rng.u32(5..11);
        // Random dots alone hardly make a ring that is closed.
        let (mut board, ringed) = match number % 2 {
            0 => {
                let size = Size::new(rng.u32(4..8), rng.u32(4..7)).unwrap();
                (random::filled(&mut rng, rules, size, free), None)
            }
            _ => {
                let (board, target) = random::ringed(&mut rng, rules, free);
                (board, Some(target))
            }
        };
        let before = diagram::print(&board);
        for owner in Player::ALL {
            let targets = *board.live(owner) - board.size().edge();
            let ringed = ringed.filter(|&target| targets.contains(target));
            let any = || rng.choice(targets.iter().collect::<Vec<_>>());
            let Some(target) = ringed.or_else(any) else {
                continue;
            };
            let is_free = connections::escape_of(&board, target, 0).is_some();
            // A ring with two keys is not proved: its owner takes one, and the opponent may disturb the other.
            let open = connections::ring_round(&board, target, 2);
            let open = open.filter(|ring| ring.keys().count() > 1);
            two_keys += u32::from(open.is_some());
            assert!(open.is_none_or(|ring| !ring.is_proved));
            for semis in [0, 1] {
                if let Some(escape) = connections::escape_of(&board, target, semis) {
                    escaped += 1;
                    expect_escape(&mut board, &escape);
                }
                let ring = connections::ring_round(&board, target, semis);
                let is_both = is_free && ring.is_some();
                assert!(!is_both, "{number}: {target:?} escapes {ring:?}\n{before}");
                if let Some(ring) = ring.filter(|ring| ring.is_proved) {
                    rings[ring.keys().count()] += 1;
                    expect_capture(&mut board, &ring);
                }
            }
        }
    }
    println!(
        "{rings:?} rings proved without and with a key, {two_keys} with two keys, {escaped} escapes proved"
    );
    assert!(rings[0] > random::positions_to_try(300) / 60, "{rings:?}");
    assert!(rings[1] > random::positions_to_try(300) / 10, "{rings:?}");
    assert!(two_keys > random::positions_to_try(300) / 60, "{two_keys}");
    assert!(escaped > random::positions_to_try(300) / 6, "{escaped}");
}

/// Checks by plain search that the owner of a proved ring captures all dots inside, after he has taken the key if there
/// is one.
fn expect_capture(board: &mut Board, ring: &Ring) {
    let inside = ring.inside(board);
    let keys: Vec<Point> = ring.keys().collect();
    let before = diagram::print(board);
    for &key in &keys {
        board.play(key, ring.player);
    }
    for dot in &inside {
        let mut search = BruteForce::new(dot, ring.player);
        let is_captured = search.captures(board, ring.player.opponent(), false);
        assert!(is_captured, "{dot:?} escapes from {ring:?}\n{before}");
    }
    for _ in &keys {
        board.undo();
    }
}

/// Checks by plain search that no dot of a way to the edge is captured, after its owner has taken the key if there is
/// one.
fn expect_escape(board: &mut Board, escape: &Escape) {
    let keys = escape.connections.iter().filter_map(|own| own.key);
    let keys: Vec<Point> = keys.collect();
    let before = diagram::print(board);
    for &key in &keys {
        board.play(key, escape.player);
    }
    let attacker = escape.player.opponent();
    for dot in &(escape.dots | Bitboard::from_iter([escape.target])) {
        let mut search = BruteForce::new(dot, attacker);
        let is_captured = search.captures(board, attacker, false);
        assert!(!is_captured, "{dot:?} is captured on {escape:?}\n{before}");
    }
    for _ in &keys {
        board.undo();
    }
}

/// The ways of the second player to the edge: target, number of dots, and carriers.
fn escapes(board: &Board) -> Vec<(Point, u32, Vec<Vec<Point>>)> {
    let carriers = |escape: &Escape| -> Vec<Vec<Point>> {
        let connections = escape.connections.iter();
        connections.map(|own| own.carrier.clone()).collect()
    };
    let found = connections::escapes(board, Player::Second, &mut || false).into_iter();
    let found = found.map(|escape| (escape.target, escape.dots.len(), carriers(&escape)));
    found.collect()
}

#[test]
fn dots_reach_the_edge_until_their_way_is_cut() {
    let mut board = diagram::parse(
        "
        . . . . . . . . .
        . . 1 1 . . . . .
        . . . . 1 . . . .
        . . . . 1 1 . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    )
    .unwrap();
    let cells = |cells: [(u32, u32); 2]| cells.map(|(x, y)| Point::new(x, y)).to_vec();
    let (joint, edge) = (cells([(4, 1), (3, 2)]), cells([(2, 0), (3, 0)]));
    // The two groups are one way, which is told once.
    let whole = (Point::new(4, 2), 5, vec![joint, edge.clone()]);
    assert_eq!(escapes(&board), [whole]);
    board.play(Point::new(4, 1), Player::First);
    assert_eq!(escapes(&board), [(Point::new(2, 1), 2, vec![edge])]);
    // The last pair is cut too.
    board.play(Point::new(2, 0), Player::First);
    assert_eq!(escapes(&board), []);
}

#[test]
fn a_way_is_left_out_if_another_one_has_all_its_dots() {
    let board = diagram::parse(
        "
        . . . . . . . .
        . . 1 1 1 . . .
        . . . . . 1 . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        ",
    )
    .unwrap();
    let found = escapes(&board);
    let dots: Vec<u32> = found.iter().map(|way| way.1).collect();
    assert_eq!(dots, [4], "{found:?}");
}

#[test]
fn a_way_ends_at_dots_that_are_joined_to_the_edge() {
    let board = diagram::parse(
        "
        . . . 0 . . .
        . . . 0 . . .
        . . . . 0 . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        ",
    )
    .unwrap();
    let escapes = connections::escapes(&board, Player::First, &mut || false);
    assert_eq!(escapes.len(), 1);
    let dot = Point::new(4, 2);
    assert_eq!(escapes[0].dots, Bitboard::from_iter([dot]));
    assert_eq!(escapes[0].connections.len(), 1);
    let ends = &escapes[0].connections[0].ends;
    assert_eq!(ends[..], [[Point::new(3, 1), dot]]);
}

#[test]
fn dots_are_joined_to_the_edge_however_far_it_is() {
    let mut board = Board::new(Size::new(39, 32).unwrap());
    for x in 13..=38 {
        board.play(Point::new(x, 16), Player::First);
    }
    let dot = Point::new(12, 17);
    board.play(dot, Player::First);
    let escapes = connections::escapes(&board, Player::First, &mut || false);
    assert_eq!(escapes.len(), 1);
    assert_eq!(escapes[0].dots, Bitboard::from_iter([dot]));
    let ends = &escapes[0].connections[0].ends;
    assert_eq!(ends[..], [[Point::new(13, 16), dot]]);
}

#[test]
fn a_later_ring_is_taken_if_only_that_one_is_proved() {
    let board = diagram::parse(
        "
        . . 1 . . . .
        . . 1 . 1 1 .
        . . . . . . .
        . 1 . 0 1 . .
        . . 1 1 1 . .
        . . . . . . .
        . . . . . . 0
        ",
    )
    .unwrap();
    let ring = connections::ring_round(&board, Point::new(3, 3), 0).unwrap();
    assert!(ring.is_proved, "{ring:?}");
    assert_eq!(ring.keys().count(), 0);
}

#[test]
fn a_proved_ring_with_a_key_comes_before_one_that_may_fail() {
    let board = diagram::parse(
        "
        . . . . . .
        . . 1 . . .
        . 1 . . 1 .
        0 . . 0 . .
        . . 1 . 1 .
        0 . . . . .
        ",
    )
    .unwrap();
    let target = Point::new(3, 3);
    let closed = connections::ring_round(&board, target, 0).unwrap();
    assert!(!closed.is_proved && closed.keys().next().is_none());
    let rings = connections::rings(&board, Player::Second, &mut || false);
    let ring = rings.iter().find(|ring| ring.target == target).unwrap();
    assert!(ring.is_proved, "{ring:?}");
    assert_eq!(ring.keys().count(), 1);
}

#[test]
fn the_way_of_the_most_dots_comes_first() {
    let board = diagram::parse(
        "
        . . . . . . . . . . . . . . . . .
        . . 1 1 . . . . . . . 1 1 1 1 . .
        . . . . 1 . . . . . . . . . . . .
        . . . . 1 1 . . . . . . . . . . .
        . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . .
        ",
    )
    .unwrap();
    let dots: Vec<u32> = escapes(&board).iter().map(|way| way.1).collect();
    assert_eq!(dots, [5, 4]);
}

#[test]
fn one_key_closes_two_rings() {
    let board = diagram::parse(
        "
        . . 1 . 1 1 . . .
        . 1 0 . 0 0 1 . .
        . . 1 . 1 1 . . .
        . . . . . . . . .
        ",
    )
    .unwrap();
    let rings = connections::rings(&board, Player::Second, &mut || false);
    let inside: Vec<u32> = rings.iter().map(|ring| ring.inside(&board).len()).collect();
    assert_eq!(inside, [2, 1]);
    for ring in &rings {
        assert!(ring.is_proved);
        assert_eq!(ring.keys().collect::<Vec<_>>(), [Point::new(3, 1)]);
    }
}

#[test]
fn a_stop_ends_the_search_before_the_next_group() {
    let board = diagram::parse(
        "
        . . 0 0 . . . . . . . . . . .
        . 0 . . 0 . . . . . 0 0 . . .
        . 0 1 . . . . . . 0 1 1 . . .
        . . 0 0 . . . . . . 0 0 . . .
        . . . . . . . . . . . . . . .
        ",
    )
    .unwrap();
    for (groups, rings, escapes) in [(0, 0, 0), (1, 1, 1), (99, 2, 2)] {
        let stop = || {
            let mut asked = 0;
            move || {
                asked += 1;
                asked > groups
            }
        };
        let found = connections::rings(&board, Player::First, &mut stop());
        assert_eq!(found.len(), rings, "{found:?}");
        let found = connections::escapes(&board, Player::First, &mut stop());
        assert_eq!(found.len().min(2), escapes, "{found:?}");
    }
}

/// Play inside a carrier: who holds which of its cells.
struct Inside<'a> {
    board: &'a Board,
    player: Player,
    kind: ConnectionKind,
    connection: &'a Connection,
    known: HashMap<(u32, u32, bool, u32), bool>,
}

impl Inside<'_> {
    /// Whether one of the pairs of ends is connected by the dots in the carrier alone: a connection has to hold wherever
    /// its ends stand.
    fn is_joined(&self, own: u32) -> bool {
        let carrier = self.connection.carrier.iter().enumerate();
        let taken = carrier.filter(|(i, _)| own >> i & 1 != 0);
        let taken: Bitboard = taken.map(|(_, &cell)| cell).collect();
        self.connection.ends.iter().any(|&[from, to]| {
            let (start, end) = (Bitboard::from_iter([from]), Bitboard::from_iter([to]));
            let solid = start | taken | end & *self.board.live(self.player);
            let reached = match self.kind {
                ConnectionKind::Wall => Bitboard::flood_by_corners(&start, &solid),
                ConnectionKind::Escape => Bitboard::flood(&start, &solid),
            };
            reached.contains(to)
        })
    }

    /// Whether the owner connects the ends before the opponent has made more than `moves` moves, passes included.
    fn holds(&mut self, own: u32, other: u32, owner_moves: bool, moves: u32) -> bool {
        if self.is_joined(own) {
            return true;
        }
        if !owner_moves && moves == 0 {
            return false;
        }
        let state = (own, other, owner_moves, moves);
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let cells = 0..self.connection.carrier.len();
        let mut free = cells.filter(|i| (own | other) >> i & 1 == 0);
        let holds = match owner_moves {
            true => free.any(|i| self.holds(own | 1 << i, other, false, moves)),
            false => {
                self.holds(own, other, true, moves - 1)
                    && free.all(|i| self.holds(own, other | 1 << i, true, moves - 1))
            }
        };
        self.known.insert(state, holds);
        holds
    }
}

#[test]
fn connections_hold_in_play_inside_their_carriers() {
    let mut rng = Rng::with_seed(5);
    let mut known: HashMap<Vec<(u32, u32, u8)>, bool> = HashMap::new();
    let mut connections = 0;
    for _ in 0..random::positions_to_try(150) {
        let size = Size::new(rng.u32(6..16), rng.u32(6..16)).unwrap();
        let free = rng.u32(size.area() / 3..size.area());
        let board = random::filled(&mut rng, Rules::default(), size, free);
        let player = Player::ALL[rng.usize(..2)];
        let Some(target) = board.live(player.opponent()).first() else {
            continue;
        };
        for kind in [ConnectionKind::Wall, ConnectionKind::Escape] {
            let graph = ConnectionGraph::new(&board, player, kind, target);
            for connection in graph
                .connections()
                .filter(|connection| connection.key.is_none() || rng.bool())
            {
                connections += 1;
                // The same arrangement of dots and carrier has been played before.
                let arrangement = arrangement(&board, player, kind, connection);
                let holds = *known.entry(arrangement).or_insert_with(|| {
                    let mut inside = Inside {
                        board: &board,
                        player,
                        kind,
                        connection,
                        known: HashMap::new(),
                    };
                    let own = connection
                        .carrier
                        .iter()
                        .position(|&cell| Some(cell) == connection.key);
                    let own = own.map_or(0, |place| 1 << place);
                    inside.holds(own, 0, false, connection.moves)
                });
                assert!(holds, "{kind:?} {connection:?}\n{}", diagram::print(&board));
            }
        }
    }
    println!("{connections} connections, {} arrangements", known.len());
    assert!(
        connections > 10 * random::positions_to_try(150),
        "{connections}"
    );
}

/// A connection without its place on the board, with all that its play depends on.
fn arrangement(
    board: &Board,
    player: Player,
    kind: ConnectionKind,
    connection: &Connection,
) -> Vec<(u32, u32, u8)> {
    let [from, _] = connection.ends[0];
    let place =
        |point: Point, what: u8| (64 + point.x() - from.x(), 64 + point.y() - from.y(), what);
    let mut found: Vec<_> = connection
        .carrier
        .iter()
        .map(|&cell| place(cell, 0))
        .collect();
    found.extend(connection.ends.iter().flatten().map(|&end| place(end, 1)));
    found.extend(connection.key.map(|key| place(key, 2)));
    found.push((connection.moves, 0, u8::from(kind == ConnectionKind::Wall)));
    // For a connection to the edge the second end is a cell.
    let ends = connection.ends.iter().flatten();
    let dots = ends.filter(|&&end| board.live(player).contains(end));
    found.extend(dots.map(|&end| place(end, 3)));
    found
}
