//! Which ring round a group is given, of those that could be found.

use crate::random;
use fastrand::Rng;
use tochki::board::Rules;
use tochki::notation::diagram;
use tochki::search::connections;
use tochki::{Board, Player, Size};

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
