//! `tochki play` with a person whose lines are known.

use tochki::board::Board;
use tochki::notation::start::Start;
use tochki::search::options::Options;
use tochki::search::{Engine, Limits, Outcome, Reporter};
use tochki::tools::play::{Environment, Settings, play};
use tochki::tools::show::text::Charset;
use tochki::{Player, Size};

/// Plays on the first playable cell, row by row from the top left.
pub struct FirstCell;

impl Engine for FirstCell {
    fn search(
        &mut self,
        board: &mut Board,
        _: Player,
        _: &Limits,
        _: &mut dyn Reporter,
    ) -> Outcome {
        Outcome {
            best: board.free().first(),
            value: 1,
            ..Outcome::default()
        }
    }
}

pub fn settings(width: u32, height: u32) -> Settings {
    Settings {
        size: Size::new(width, height).unwrap(),
        start: Start::Empty,
        person: Player::First,
        level: 1,
        time: None,
        charset: Charset::Plain,
        echo: true,
    }
}

/// What is said when these lines are typed.
pub fn said(settings: Settings, lines: &str) -> String {
    said_with(settings, lines, |_| {})
}

/// The same in an environment that `prepare` has changed.
pub fn said_with(
    settings: Settings,
    lines: &str,
    prepare: impl FnOnce(&mut Environment),
) -> String {
    said_by(&mut FirstCell, settings, lines.as_bytes(), prepare)
}

/// The same with another engine than [`FirstCell`].
pub fn said_by(
    engine: &mut dyn Engine,
    settings: Settings,
    lines: &[u8],
    prepare: impl FnOnce(&mut Environment),
) -> String {
    let mut out = Vec::new();
    let options = Options::default();
    let mut environment = Environment {
        options: &options,
        engine,
        opened: None,
        autosave: None,
        waiting: &mut (),
    };
    prepare(&mut environment);
    play(lines, &mut out, settings, environment).unwrap();
    String::from_utf8(out).unwrap()
}
