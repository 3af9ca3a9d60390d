//! Every engine keeps to every variant of the rules.

use tochki::board::{Game, Rules};
use tochki::notation::diagram;
use tochki::protocol::{Effort, Session, SessionError};
use tochki::search::options::{EngineKind, Options};
use tochki::search::{Limits, Silent};
use tochki::{Board, Player, Point, Size};

const NO_SUICIDE: Rules = Rules {
    suicide: false,
    captures_empty_bases: false,
};
const CAPTURES_EMPTY_BASES: Rules = Rules {
    suicide: true,
    captures_empty_bases: true,
};
const BOTH: Rules = Rules {
    suicide: false,
    captures_empty_bases: true,
};

fn session(engine: &str, board: Board) -> Session {
    let mut options = Options::default();
    // As many nodes as its pre-search of two plies needs.
    let nodes = if engine == "article" { "1000" } else { "100" };
    for (name, value) in [
        ("engine", engine),
        ("depth", "2"),
        ("nodes", nodes),
        ("hash", "1"),
    ] {
        options.set(name, value).expect("an option");
    }
    let mut session = Session::new(options);
    session.begin(Game::new(board));
    session
}

fn choose(session: &mut Session, player: Player) -> Result<Point, SessionError> {
    let limits = session.limits(Effort::Options)?;
    session.choose(player, limits)
}

#[test]
fn engines_play_whole_games_by_every_variant() {
    for engine in EngineKind::NAMES {
        for rules in [Rules::default(), NO_SUICIDE, CAPTURES_EMPTY_BASES, BOTH] {
            let board = Board::under(rules, Size::new(8, 7).unwrap());
            let mut session = session(engine, board);
            let (mut player, mut deepest) = (Player::First, 0);
            while let Ok(point) = choose(&mut session, player) {
                deepest = deepest.max(session.outcome().unwrap().depth());
                let put = session.play(point.x(), point.y(), player);
                assert_eq!(put, Ok(point), "{engine} {rules:?}");
                player = player.opponent();
            }
            assert!(deepest >= 2, "{engine} {rules:?}");
            let board = session.board().unwrap();
            assert!(board.legal_cells(player).is_empty(), "{engine} {rules:?}");
            board.validate().unwrap();
        }
    }
}

#[test]
fn engines_choose_among_the_moves_they_are_given() {
    let size = Size::new(8, 7).unwrap();
    for engine in EngineKind::NAMES {
        let mut session = session(engine, Board::new(size));
        session.play(3, 3, Player::First).unwrap();
        let corners = [(0, 0), (7, 6)].map(|(x, y)| Point::new(x, y));
        for allowed in [&corners[..], &corners[..1], &corners[1..], &corners[..]] {
            let limits = Limits {
                moves: Some(allowed.iter().copied().collect()),
                ..session.limits(Effort::Options).unwrap()
            };
            let lines = session.analyze(Player::Second, limits, 2, &mut Silent);
            let mut found: Vec<_> = lines.unwrap().iter().filter_map(|line| line.best).collect();
            found.sort_unstable();
            assert_eq!(found, allowed, "{engine}");
        }
        // The cells allowed there do not limit the next search.
        let free = choose(&mut session, Player::Second).unwrap();
        assert!(!corners.contains(&free), "{engine}");
    }
}

/// All but two cells are taken. The left one is in an empty base of the first player, the right one is not.
const LAST_CELLS: &str = "
    0 0 0 1 1
    0 . 0 1 .
    0 0 0 1 1
";

/// The position of [`LAST_CELLS`] where suicide is forbidden.
fn last_cells() -> Board {
    let usual = diagram::parse(LAST_CELLS).unwrap();
    let mut board = Board::under(NO_SUICIDE, usual.size());
    for point in usual.size().points() {
        for player in Player::ALL
            .into_iter()
            .filter(|&p| usual.live(p).contains(point))
        {
            board.try_play(point, player).unwrap();
        }
    }
    board
}

#[test]
fn engines_do_not_choose_suicide_where_it_is_forbidden() {
    for engine in EngineKind::NAMES {
        let mut session = session(engine, last_cells());
        let (base, other) = (Point::new(1, 1), Point::new(4, 1));
        assert_eq!(choose(&mut session, Player::Second), Ok(other), "{engine}");
        session.play(other.x(), other.y(), Player::Second).unwrap();
        let none = Err(SessionError::NoMove);
        assert_eq!(choose(&mut session, Player::Second), none, "{engine}");
        assert_eq!(choose(&mut session, Player::First), Ok(base), "{engine}");
    }
}

#[test]
fn no_engine_waits_for_a_suicide_that_is_forbidden() {
    for engine in EngineKind::NAMES {
        let mut session = session(engine, last_cells());
        for (name, value) in [("article.useless_cut", "false"), ("article.bounds", "off")] {
            session.set_option(name, value).unwrap();
        }
        choose(&mut session, Player::First).unwrap();
        assert_eq!(session.outcome().unwrap().value, 0, "{engine}");
    }
}
