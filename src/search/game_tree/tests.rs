use super::*;
use crate::board::Board;
use crate::geometry::{Player, Size};

#[test]
fn the_tree_of_the_paper() {
    let found = minimax(&mut NumberTree::pi());
    assert_eq!((found.value, found.leaves), (2, 81));
    let found = branch_and_bound(&mut NumberTree::pi());
    assert_eq!((found.value, found.leaves), (2, 36));
    let found = alpha_beta(&mut NumberTree::pi(), -INFINITY, INFINITY);
    assert_eq!((found.value, found.leaves), (2, 31));
    assert_eq!(iterative(&mut NumberTree::pi()), found);
}

#[test]
fn all_searches_agree_on_random_trees() {
    let mut random = fastrand::Rng::with_seed(1);
    for case in 0..300 {
        let plies = case % 6;
        let leaves = (0..3u32.pow(plies)).map(|_| random.i32(-4..=4));
        let mut tree = NumberTree::new(3, plies, Leaves::Listed(leaves.collect()));
        let full = minimax(&mut tree);
        let bounded = branch_and_bound(&mut tree);
        let cut = alpha_beta(&mut tree, -INFINITY, INFINITY);
        assert_eq!((bounded.value, bounded.best), (full.value, full.best));
        assert_eq!((cut.value, cut.best), (full.value, full.best));
        assert!(cut.leaves <= bounded.leaves && bounded.leaves <= full.leaves);
        assert_eq!(iterative(&mut tree), cut);
        assert_eq!(max_min(&mut tree), full);
        let scouted = null_window(&mut tree);
        assert_eq!((scouted.value, scouted.best), (full.value, full.best));
        for guess in (-5..=5).chain([i32::MIN, i32::MAX]) {
            let aspired = aspiration(&mut tree, guess, 1);
            let (value, best) = (aspired.value, aspired.best);
            assert_eq!((value, best), (full.value, full.best), "guess {guess}");
        }
        for guess in -5..=5 {
            let minimal = alpha_beta(&mut tree, guess, guess + 1);
            assert_eq!(minimal.value > guess, full.value > guess);
        }
    }
}

fn with_passes(board: &mut Board, plies: u32) -> BoardTree<'_> {
    BoardTree::new(board, Player::First, plies).with_passes()
}

#[test]
fn a_table_does_not_change_the_value() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut saved = 0;
    for case in 0..60 {
        let mut board = Board::new(Size::new(5, 4).unwrap());
        board.put_at_random(&mut rng, 10);
        let mut table = Table::default();
        for plies in 0..=4 {
            let value = minimax(&mut with_passes(&mut board, plies)).value;
            let plain = alpha_beta(&mut with_passes(&mut board, plies), -INFINITY, INFINITY);
            // The table is kept from depth to depth.
            let found = with_table(
                &mut with_passes(&mut board, plies),
                &mut table,
                -INFINITY,
                INFINITY,
            );
            assert_eq!(found.value, value, "case {case}, {plies} plies");
            saved += plain.leaves.saturating_sub(found.leaves);
            for guess in [-2, 0, 1] {
                let tree = &mut with_passes(&mut board, plies);
                let found = with_table(tree, &mut Table::default(), guess, guess + 1);
                assert_eq!(found.value > guess, value > guess);
            }
        }
    }
    assert!(saved > 0);
}

#[test]
fn a_tree_is_given_up_after_its_leaves() {
    let mut board = Board::new(Size::new(6, 6).unwrap());
    let mut tree = BoardTree::new(&mut board, Player::First, 3).up_to(1000);
    let leaves = minimax(&mut tree).leaves;
    assert!(tree.is_given_up());
    // The path has three nodes with at most 36, 35 and 34 moves, which become leaves.
    assert!((1000..1000 + 36 + 35 + 34).contains(&leaves), "{leaves}");
}

#[test]
fn a_tree_that_has_exactly_the_leaves_is_not_given_up() {
    // The first dot has four cells, the second one three.
    for (most, is_given_up) in [(12, false), (11, true)] {
        let mut board = Board::new(Size::new(2, 2).unwrap());
        let mut tree = BoardTree::new(&mut board, Player::First, 2).up_to(most);
        assert_eq!(minimax(&mut tree).leaves, 12);
        assert_eq!(tree.is_given_up(), is_given_up, "{most} leaves");
    }
}

#[test]
fn random_leaves_depend_on_the_seed_and_the_path_only() {
    for leaves in [Leaves::Independent, Leaves::Dependent] {
        let value = |seed| minimax(&mut NumberTree::new(4, 4, leaves(seed))).value;
        assert_eq!(value(1), value(1));
        assert_ne!(value(1), value(2));
    }
}

#[test]
#[should_panic(expected = "9 leaves need values")]
fn every_leaf_has_a_value() {
    NumberTree::new(3, 2, Leaves::Listed(vec![0; 8]));
}
