//! Searches of the classes of trajectories one by one.

use super::*;

#[test]
fn alpha_beta_keeps_the_move_of_the_best_class() {
    // Both classes have a move that reaches the upper bound. The one on the right is more important. A move before it
    // seems to reach the bound too, by the first reply that alpha-beta tries.
    let picture = "
        ................
        ..10.......00.0.
        .0.0.0......1.0.
        .01010....0.000.
        ..1.............
        .0...0....0.0.0.
        ................";
    let mut board = diagram::parse(picture).unwrap();
    let plain = ArticleOptions {
        rule1: false,
        rule2: false,
        order: false,
        classes: Classes::Naive,
        ..to_depth(3)
    };
    let cut = ArticleOptions {
        alpha_beta: true,
        ..plain
    };
    let [plain, cut] = [plain, cut].map(|options| search(&mut board, options));
    assert_eq!((plain.best, plain.value), (cut.best, cut.value));
    assert_eq!(plain.value, plain.bounds.unwrap().1);
}

#[test]
fn classes_keep_the_move_of_the_finished_depth() {
    let mut rng = Rng::with_seed(9);
    let options = ArticleOptions {
        classes: Classes::Naive,
        bounds: Bounds::Off,
        ..to_depth(6)
    };
    let mut interrupted = 0;
    for _ in 0..40 {
        let mut board = random_position(&mut rng, Size::new(12, 12).unwrap(), 70);
        let mut search = |limits: &Limits| {
            Article::new(options).search(&mut board, Player::First, limits, &mut Silent)
        };
        let outcome = search(&Limits::nodes(2000));
        if outcome.plies == 0 || outcome.plies == 6 {
            continue;
        }
        interrupted += 1;
        let finished = search(&Limits::plies(outcome.plies));
        assert_eq!(outcome.best, finished.best);
        assert_eq!(outcome.value, finished.value);
    }
    assert!(interrupted > 10, "{interrupted}");
}

#[test]
fn without_useless_cut_there_are_no_classes() {
    let mut board = diagram::parse(DOUBLE_THREAT).unwrap();
    let with = |classes| ArticleOptions {
        classes,
        ..full_width(2)
    };
    let [off, naive] = Classes::ALL.map(|classes| search(&mut board, with(classes)));
    assert!(off.value > 0 && off.nodes > 0);
    assert_eq!((naive.best, naive.value), (off.best, off.value));
    assert_eq!(off.trajectories, None);
}

#[test]
fn a_move_outside_of_all_classes_has_the_value_of_a_search() {
    let mut board = diagram::parse(DOUBLE_THREAT).unwrap();
    let corner = Point::new(0, 0);
    let limits = Limits {
        moves: Some([corner].into_iter().collect()),
        ..Limits::default()
    };
    for classes in Classes::ALL {
        let options = ArticleOptions {
            classes,
            ..to_depth(2)
        };
        let mut engine = Article::new(options);
        // The first player makes one of his two captures.
        let outcome = engine.search(&mut board, Player::Second, &limits, &mut Silent);
        assert_eq!((outcome.best, outcome.value), (Some(corner), -1));
    }
}
