//! Which ring round a group is given, of those that could be found.

use crate::random;
use fastrand::Rng;
use std::cmp::Reverse;
use tochki::board::Rules;
use tochki::notation::diagram;
use tochki::search::connections::{self, Ring};
use tochki::{Bitboard, Board, Player, Point, Size};

/// A crowded board, on which many groups have a ring round them.
fn crowded(rng: &mut Rng) -> Board {
    let free = rng.u32(60..110);
    random::filled(rng, Rules::default(), Size::new(14, 13).unwrap(), free)
}

#[test]
fn a_ring_that_is_not_proved_has_a_key_only_if_none_is_found_without() {
    let mut rng = Rng::with_seed(32);
    let (mut keyed, mut closed) = (0, 0);
    for _ in 0..random::positions_to_try(40) {
        let board = crowded(&mut rng);
        for player in Player::ALL {
            for ring in connections::rings(&board, player, &mut || false) {
                let other = || connections::ring_round(&board, ring.target, 0);
                match ring.keys().next() {
                    Some(_) if !ring.is_proved => {
                        keyed += 1;
                        assert!(other().is_none(), "{ring:?}\n{}", diagram::print(&board));
                    }
                    Some(_) => {}
                    None => closed += 1,
                }
            }
        }
    }
    println!("{keyed} rings with a key, {closed} without");
    assert!(keyed.min(closed) > random::positions_to_try(40) / 4);
}

/// What a ring is told by: the dots inside, the carrier, whether it is proved, and its keys.
fn told(board: &Board, ring: &Ring) -> (Bitboard, Bitboard, bool, Vec<Point>) {
    let keys = ring.keys().collect();
    (ring.inside(board), ring.carrier, ring.is_proved, keys)
}

#[test]
fn each_of_the_largest_groups_has_the_best_of_its_rings() {
    let mut rng = Rng::with_seed(53);
    let (mut number, mut same) = (0, 0);
    for _ in 0..random::positions_to_try(40) {
        let board = crowded(&mut rng);
        for player in Player::ALL {
            let loose = board.loose_dots(player.opponent());
            let (mut left, mut groups) = (loose, Vec::new());
            while let Some(dot) = left.first() {
                let group = Bitboard::flood(&Bitboard::from_iter([dot]), &loose);
                left -= group;
                groups.push((group.len(), dot));
            }
            groups.sort_by_key(|&(dots, _)| Reverse(dots));
            let mut wanted = Vec::new();
            for &(_, target) in groups.iter().take(8) {
                let [closed, open] =
                    [0, 1].map(|semis| connections::ring_round(&board, target, semis));
                let all = [closed, open].map(|ring| ring.map(|ring| told(&board, &ring)));
                let proved = all.iter().flatten().find(|ring| ring.2);
                let Some(best) = proved.or(all.iter().flatten().next()) else {
                    continue;
                };
                let is_same = |known: &&(Bitboard, Bitboard, bool, Vec<Point>)| {
                    (known.0, known.1) == (best.0, best.1)
                };
                match wanted.iter().find(is_same) {
                    Some(_) => same += 1,
                    None => wanted.push(best.clone()),
                }
            }
            wanted.sort_by_key(|ring| Reverse(ring.0.len()));
            let rings = connections::rings(&board, player, &mut || false);
            let found: Vec<_> = rings.iter().map(|ring| told(&board, ring)).collect();
            assert_eq!(found, wanted, "{player}\n{}", diagram::print(&board));
            number += found.len();
        }
    }
    println!("{number} rings, {same} of them for a further group");
    assert!(
        number as u32 > random::positions_to_try(40) && same > 0,
        "{number} {same}"
    );
}
