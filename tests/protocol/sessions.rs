//! Whole dialogues with clients, from `fixtures/sessions`: `GAME.DIALECT.txt` replays line by line, and
//! ends in the same position in every dialect.

use crate::client::Stderr;
use crate::stop::StopAfter;
use crate::transcript::{Dialect, GTP, JSON, V6};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tochki::notation::diagram;
use tochki::protocol::Session;
use tochki::search::options::Options;
use tochki::{Player, Size};

const DIALECTS: [Dialect; 3] = [V6, GTP, JSON];

/// The files with the names of their games, and their dialects.
fn sessions() -> Vec<(PathBuf, String, Dialect)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/sessions");
    let files = std::fs::read_dir(root).expect("the directory is there");
    let files = files.map(|file| file.expect("a file").path());
    let session = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(".txt")?;
        let (game, dialect) = name.split_once('.')?;
        let dialect = DIALECTS.into_iter().find(|known| known.name == dialect)?;
        Some((path.clone(), game.to_owned(), dialect))
    };
    files
        .map(|path| session(path.clone()).unwrap_or_else(|| panic!("{path:?} is no session")))
        .collect()
}

#[test]
fn recorded_sessions_replay_and_agree() {
    let mut positions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, game, dialect) in sessions() {
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut session = Session::new(Options::default());
        let done = dialect.replay(&mut session, text.lines());
        // As GUIs have it.
        let done = done.and_then(|()| dialect.replay_outside(Stderr::Merged, text.lines()));
        if let Err(error) = done {
            panic!("{path:?}: {error}");
        }
        let board = session.board().expect("there is a game");
        board.validate().expect("the board is sound");
        let position = diagram::print(board);
        positions.entry(game).or_default().push(position);
    }
    assert!(!positions.is_empty());
    for (game, positions) in positions {
        assert_eq!(positions.len(), DIALECTS.len(), "{game}");
        let differing = positions.iter().find(|&other| *other != positions[0]);
        assert_eq!(differing, None, "{game}:\n{}", positions[0]);
    }
}

#[test]
fn an_analysis_until_input_has_the_limits_of_the_options_alone() {
    let mut session = Session::new(Options::default());
    session.set_option("engine", "tactical").unwrap();
    let limits = session.limits_until_input();
    assert_eq!(
        (limits.plies, limits.nodes, limits.deadline),
        (None, None, None)
    );
    session.interrupts().input.raise();
    assert!(limits.stop.is_raised());
    // A line of the same script ends no analysis with a limit.
    for (name, of) in [("nodes", 0), ("depth", 1)] {
        session.set_option(name, "5").unwrap();
        let limits = session.limits_until_input();
        let found = [limits.nodes, limits.plies.map(u64::from)];
        assert_eq!((found[of], limits.deadline), (Some(5), None));
        assert!(!limits.stop.is_raised(), "{name}");
        session.interrupts().news.raise();
        assert!(limits.stop.is_raised(), "{name}");
        session.interrupts().news.set(false);
        session.set_option(name, "0").unwrap();
    }
}

#[test]
fn an_analysis_until_input_does_not_end_after_the_usual_nodes() {
    let mut session = Session::new(Options::default());
    for (name, value) in [("engine", "mcts"), ("hash", "4")] {
        session.set_option(name, value).unwrap();
    }
    session.begin_on_empty_board(Size::new(4, 4).unwrap(), 1);
    session.play(1, 1, Player::First).unwrap();
    let limits = session.limits_until_input();
    // Without limits a search of this engine ends after 10,000 simulations.
    let mut stop = StopAfter(10_000, session.interrupts().input.clone());
    let found = session.analyze(Player::Second, limits, 1, &mut stop);
    let nodes = found.unwrap()[0].nodes;
    assert!(nodes > 10_000, "{nodes}");
}
