//! What a program relies on that uses the library.

mod stop;

use crate::stop::StopAfter;
use std::time::Duration;
use tochki::board::{Action, Game, Rules};
use tochki::notation::diagram;
use tochki::notation::record::GameResult;
use tochki::notation::start::Start;
use tochki::protocol::Session;
use tochki::search::options::Options;
use tochki::search::{Engine, Limits, Silent, StopFlag};
use tochki::{Board, Player, Point, Size};

fn is_send<T: Send>() {}

#[test]
fn engines_and_sessions_move_to_other_threads() {
    is_send::<Box<dyn Engine>>();
    is_send::<Session>();
    is_send::<Board>();
    is_send::<Options>();
    is_send::<Limits>();
    is_send::<StopFlag>();
}

#[cfg(feature = "cli")]
#[test]
fn readers_of_texts_fail_with_errors() {
    use tochki::arena::{client::DialectKind, clock::TimeControl, shard::Shard, sprt::Sprt};
    use tochki::tools::duration;

    fn error<E: std::error::Error + Send + Sync + 'static>(error: E) -> String {
        error.to_string()
    }
    for text in [
        "v7".parse::<DialectKind>().map_err(error).unwrap_err(),
        "7".parse::<Sprt>().map_err(error).unwrap_err(),
        "7".parse::<Shard>().map_err(error).unwrap_err(),
        TimeControl::parse_clock("x").map_err(error).unwrap_err(),
        duration::seconds("x").map_err(error).unwrap_err(),
        duration::milliseconds("x").map_err(error).unwrap_err(),
    ] {
        assert!(
            text.contains("such as") || text.contains("there are"),
            "{text}"
        );
    }
}

#[test]
fn a_search_on_another_thread_ends_when_it_is_told() {
    let stop = StopFlag::default();
    let limits = Limits::until_stopped(&stop);
    let mut engine = Options::default().build();
    let search = std::thread::spawn(move || {
        let mut board = Board::new(Size::default());
        let found = engine.search(&mut board, Player::First, &limits, &mut Silent);
        (engine, found)
    });
    std::thread::sleep(Duration::from_millis(20));
    stop.raise();
    let (_, found) = search.join().unwrap();
    assert!(found.best.is_some());
}

#[test]
fn a_search_without_an_end_goes_on_until_it_is_stopped() {
    let search = |limits: Limits| {
        let mut options = Options::default();
        options.set("engine", "mcts").unwrap();
        let mut engine = options.build();
        let mut stop = StopAfter(11_000, limits.stop.clone());
        let board = &mut Board::new(Size::new(5, 5).unwrap());
        engine
            .search(board, Player::First, &limits, &mut stop)
            .nodes
    };
    // A deadline alone limits the time and not the simulations.
    for limits in [
        Limits::until_stopped(&StopFlag::default()),
        Limits::time(Duration::MAX),
        Limits::time(Duration::from_secs(3600)),
    ] {
        let nodes = search(limits);
        assert!(nodes > 11_000, "{nodes}");
    }
    // Without any limit a search has 10,000 simulations. Some are reserved for verifying the move.
    let nodes = search(Limits::default());
    assert!((9_000..=10_000).contains(&nodes), "{nodes}");
}

#[test]
fn no_depth_is_too_great() {
    for engine in ["article", "tactical", "mcts"] {
        let mut options = Options::default();
        options.set("engine", engine).unwrap();
        let stop = StopFlag::default();
        let limits = Limits::plies(u32::MAX).with_stop(&stop);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            stop.raise();
        });
        let mut board = Start::Cross.board(Size::default()).unwrap();
        let found = options
            .build()
            .search(&mut board, Player::First, &limits, &mut Silent);
        assert!(found.best.is_some(), "{engine}");
    }
}

#[test]
fn boards_are_equal_by_their_cells() {
    let size = Size::new(4, 3).unwrap();
    let (a, b) = (Point::new(1, 1), Point::new(2, 1));
    let [mut there, mut back] = [Board::new(size), Board::new(size)];
    there.play(a, Player::First);
    there.play(b, Player::Second);
    back.play(b, Player::Second);
    assert_ne!(there, back);
    back.play(a, Player::First);
    assert_eq!(there, back);
    assert_eq!(format!("{there:?}"), "Board(4x3 ..../.01./....)");
    assert_eq!(diagram::parse(&there.to_string()), Ok(back));
    let rules = Rules {
        suicide: false,
        ..Rules::default()
    };
    assert_ne!(Board::new(size), Board::under(rules, size));
    assert_ne!(Board::new(size), Board::new(Size::new(3, 4).unwrap()));
}

#[test]
fn a_game_tells_whose_turn_it_is_and_how_it_ended() {
    let mut game = Game::new(Board::new(Size::new(2, 1).unwrap()));
    for x in 0..2 {
        assert_eq!(game.result(0.5), None);
        let player = game.to_move();
        assert_eq!(player.index() as u32, x);
        game.act(player, Action::Put(Point::new(x, 0))).unwrap();
    }
    assert!(game.is_over());
    assert_eq!(game.result(0.0), Some(GameResult::Draw));
    assert_eq!(game.result(0.5).unwrap().to_string(), "W+0.5");
}

#[test]
fn neighbours_are_cells_of_the_board() {
    let size = Size::new(3, 2).unwrap();
    for (x, y, all, sides) in [(0, 0, 3, 2), (1, 0, 5, 3), (1, 1, 5, 3), (2, 1, 3, 2)] {
        let point = Point::new(x, y);
        assert_eq!(size.neighbours(point).count(), all);
        assert_eq!(size.side_neighbours(point).count(), sides);
        assert!(
            size.neighbours(point)
                .all(|next| size.contains(next) && next != point)
        );
    }
}
