//! The bounds of the pre-search.

use super::*;
use crate::board::Rules;
use crate::search::article::limit_watch::LimitWatch;
use crate::search::article::pre_search::PreSearch;

#[test]
fn half_moves_count() {
    // Two more dots capture B. The side to move has them in one full move and a half.
    let mut board = diagram::parse(".....\n..a..\n.aB..\n.....\n.....").unwrap();
    for (depth, dots) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
        let bounds = search(&mut board, to_depth(depth)).bounds.unwrap();
        assert_eq!(bounds.1, i32::from(dots >= 2), "depth {depth}");
    }
}

#[test]
fn equal_bounds_leave_the_choice_to_importance() {
    for picture in [".....\n.....\n.....", ".......\n..a....\n....A..\n......."] {
        let mut board = diagram::parse(picture).unwrap();
        let outcome = search(&mut board, to_depth(4));
        assert_eq!(outcome.nodes, 0);
        assert_eq!(outcome.bounds, Some((0, 0)));
        let importance = Importance::default();
        let map = importance.map(&board);
        let greatest = map.iter().map(|&(_, value)| value).max();
        let best = outcome.best.unwrap();
        assert_eq!(Some(importance.of(&board, best)), greatest);
    }
}

#[test]
fn no_line_of_play_breaks_the_safe_bounds() {
    let mut rng = Rng::with_seed(21);
    let mut broken = 0;
    for number in 0..2000 {
        let size = Size::new(rng.u32(3..6), rng.u32(3..6)).unwrap();
        let rules = Rules {
            suicide: number % 5 > 0,
            captures_empty_bases: number % 3 == 0,
        };
        let mut board = Board::under(rules, size);
        let free = rng.u32(4..10);
        board.fill_at_random(&mut rng, free);
        let (range, score) = (*board.free(), board.score(Player::First));
        for depth in 1..=5 {
            let mut tree = BoardTree::new(&mut board, Player::First, depth).within(range);
            let value = minimax(&mut tree).value - score;
            let [article, safe] = [Bounds::Article, Bounds::Safe].map(|bounds| {
                let options = ArticleOptions {
                    bounds,
                    alpha_beta: true,
                    ..to_depth(depth)
                };
                search(&mut board, options).bounds.unwrap()
            });
            assert!(
                (safe.0..=safe.1).contains(&value),
                "{}",
                diagram::print(&board)
            );
            broken += u32::from(!(article.0..=article.1).contains(&value));
        }
    }
    assert!(
        broken > 10,
        "the bounds of the article are broken {broken} times"
    );
}

#[test]
fn no_bounds_where_captures_are_not_looked_for() {
    // From depth 11 on the side to move puts six dots, more than the longest trajectory has cells.
    let mut board = diagram::parse(".....\n..a..\n.aB..\n..a..\n.....").unwrap();
    for (depth, bounded) in [(9, true), (10, true), (11, false), (12, false)] {
        let limits = Limits::default();
        let found = PreSearch::run(
            &to_depth(depth),
            &mut board,
            Player::First,
            depth,
            &mut LimitWatch::new(&limits),
        );
        assert_eq!(found.unwrap().bounds.is_some(), bounded, "depth {depth}");
    }
}

/// With one dot each nothing is captured. But the dot between the two 1 threatens both, and 1 can save only one of them.
#[test]
fn nothing_cuts_off_captures_beyond_the_depth() {
    let picture = "
        . . . . . . .
        . . 0 . 0 . .
        . 0 1 . 1 0 .
        . . . . . . .";
    let mut board = diagram::parse(picture).unwrap();
    for bounds in Bounds::ALL {
        for (useless_cut, rule1, rule2) in [
            (false, false, false),
            (true, false, false),
            (true, true, false),
            (true, true, true),
        ] {
            let options = ArticleOptions {
                useless_cut,
                rule1,
                rule2,
                quiescence: 1,
                bounds,
                ..to_depth(2)
            };
            let found = search(&mut board, options);
            let expected = (Some(Point::new(3, 2)), 1);
            assert_eq!((found.best, found.value), expected, "{options:?}");
        }
    }
}
