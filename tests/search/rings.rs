//! Which rings and ways to the edge are given, of those that could be found.

use crate::random;
use fastrand::Rng;
use tochki::notation::diagram;
use tochki::search::connections;
use tochki::{Bitboard, Board, Player, Point, Size};

/// A crowded board, on which many groups have a ring round them.
fn crowded(rng: &mut Rng) -> Board {
    let mut board = Board::new(Size::new(14, 13).unwrap());
    let free = rng.u32(60..110);
    random::fill(&mut board, rng, free);
    board
}

/// The number of dots of the group to which a dot belongs. Groups are dots joined by sides.
fn group(board: &Board, dot: Point) -> u32 {
    let loose = Player::ALL.map(|player| board.loose_dots(player));
    let own = loose.iter().find(|own| own.contains(dot)).unwrap();
    Bitboard::flood(&Bitboard::from_iter([dot]), own).len()
}

/// The number of dots of the smallest of the eight largest groups of a player, 0 if there are fewer groups.
fn eighth_group(board: &Board, player: Player) -> u32 {
    let mut left = board.loose_dots(player);
    let mut sizes = Vec::new();
    while let Some(dot) = left.first() {
        sizes.push(group(board, dot));
        left -= Bitboard::flood(&Bitboard::from_iter([dot]), &left);
    }
    sizes.sort_unstable();
    sizes.iter().rev().nth(7).copied().unwrap_or(0)
}

#[test]
fn only_the_eight_largest_groups_have_rings_and_ways() {
    let mut rng = Rng::with_seed(31);
    let (mut most, mut rest) = ([0; 2], 0);
    for _ in 0..random::positions_to_try(40) {
        let board = crowded(&mut rng);
        for owner in Player::ALL {
            let least = eighth_group(&board, owner);
            rest += u32::from(least > 1);
            let rings = connections::rings(&board, owner.opponent(), &mut || false);
            let escapes = connections::escapes(&board, owner, &mut || false);
            let targets = [
                Vec::from_iter(rings.iter().map(|ring| ring.target)),
                Vec::from_iter(escapes.iter().map(|escape| escape.target)),
            ];
            for (found, most) in targets.iter().zip(&mut most) {
                let picture = diagram::print(&board);
                assert!(found.len() <= 8, "{found:?}\n{picture}");
                let small = found.iter().find(|&&dot| group(&board, dot) < least);
                assert_eq!(small, None, "of {owner}, {least} dots\n{picture}");
                *most = found.len().max(*most);
            }
        }
    }
    println!("at most {most:?} rings and ways, {rest} boards with small groups");
    assert!(rest > 0 && most[0] > 4);
}

#[test]
fn a_ring_with_a_key_is_proved_or_there_is_none_without() {
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
