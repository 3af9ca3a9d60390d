//! Opening and saving games.

use super::{Dialogue, End};
use crate::board::{Game, Rules};
use crate::geometry::Player;
use crate::notation::record::{GameRecord, GameResult, ReplayError};
use crate::notation::sgf::{self, AddressError, MAX_BYTES};
use crate::protocol::files;
use crate::tools::source::{Source, SourceError, address};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The names of the players in records.
const PERSON: &str = "Player";
const ENGINE: &str = env!("CARGO_PKG_NAME");

/// A game from a file.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game.
    pub game: Game,
    /// Whose turn it is.
    pub to_move: Player,
    /// The side of the person; `None` if the file does not name the engine as a player.
    pub person: Option<Player>,
    /// Warnings about the record.
    pub notes: Vec<String>,
}

/// Why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no such file, and the name is no address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not hold this game.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The record has moves after the end of the game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Opens the SGF game that `FILE[#NUMBER[.BRANCH]...][:MOVES]` names. Diagrams and puzzles are refused:
/// they cannot be saved as a game.
///
/// # Errors
/// If there is no such game.
pub fn open(name: &str) -> Result<Opened, OpenError> {
    let address = address(name)?;
    // `-` is a file name here, because the standard input holds the commands.
    let path = Path::new(".").join(&address.path);
    let bytes = files::read(&path, MAX_BYTES as u64)?;
    let mut source = Source::parse_sgf(&bytes, address.game.unwrap_or(1), &address.branches)?;
    if let Some(moves) = address.moves {
        source.rewind(moves)?;
    }
    let record = source.record();
    let is_engine = |player: &Player| record.players[player.index()] == ENGINE;
    let engine = Player::ALL.into_iter().find(is_engine);
    Ok(Opened {
        game: record.game()?,
        to_move: source.to_move,
        person: engine.map(Player::opponent),
        notes: source.notes(),
    })
}

/// The file that a game is written to after every move.
#[derive(Clone, Debug)]
pub struct Autosave {
    path: PathBuf,
    /// Whether the file holds the current game.
    written: Arc<AtomicBool>,
    /// Whether the next write first renames the existing file, so that its game is kept.
    keeps_old: bool,
}

impl Autosave {
    /// Saves games in this file. An existing file is renamed before the first write, unless its game is
    /// `continued`.
    pub fn new(path: PathBuf, continued: bool) -> Autosave {
        Autosave {
            path,
            written: Arc::default(),
            keeps_old: !continued,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file holds the current game.
    pub fn is_written(&self) -> bool {
        self.written.load(Ordering::Relaxed)
    }

    /// The name that an existing file gets before another game is written.
    fn old(&self) -> PathBuf {
        self.path.with_extension("old.sgf")
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        if std::mem::take(&mut self.keeps_old) && self.path.exists() {
            fs::rename(&self.path, self.old())?;
        }
        // An interruption leaves either the old game or the new one.
        let beside = self.path.with_extension("tmp");
        fs::write(&beside, text)?;
        fs::rename(&beside, &self.path)
    }
}

impl<W: Write> Dialogue<'_, W> {
    /// The game as SGF.
    fn sgf(&self) -> io::Result<String> {
        let mut record = GameRecord::of_game(&self.game, 0.0);
        record.players[self.person().index()] = PERSON.to_owned();
        record.players[self.person().opponent().index()] = ENGINE.to_owned();
        if record.variant == Rules::default() {
            record.rules = sgf::RUSSIAN_RULES.to_owned();
        }
        if let Some(End::Decided(_)) = self.end {
            let lead = self.game.score(Player::First);
            record.result = Some(GameResult::by_dots(f64::from(lead)));
        }
        sgf::write(&record, sgf::Style::default()).map_err(io::Error::other)
    }

    /// Writes the game. An existing file is overwritten only if the person was `warned`.
    pub(super) fn save(&mut self, name: &str, warned: bool) {
        let mut file = fs::OpenOptions::new();
        file.write(true);
        match warned {
            true => file.create(true).truncate(true),
            false => file.create_new(true),
        };
        let written = self
            .sgf()
            .and_then(|text| file.open(name)?.write_all(text.as_bytes()));
        match written {
            Ok(()) => self.say(format!("The game is in {name}.")),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.say(format!(
                    "{name} exists. To write over it, `save {name}` once more."
                ));
                self.warned = Some(name.to_owned());
            }
            Err(error) => self.say(format!("I cannot write {name}: {error}.")),
        }
    }

    /// Writes the game if it has changed since the last write. A failure is reported once.
    pub(super) fn autosave(&mut self) {
        let is_begun = self.game.turns() > 0 || self.saved.is_some();
        if self.environment.autosave.is_none() || !is_begun {
            return;
        }
        let text = self.sgf();
        let key = text.as_ref().cloned().unwrap_or_default();
        if self.saved.as_ref() == Some(&key) {
            return;
        }
        let is_first = self.saved.replace(key).is_none();
        let Some(autosave) = &mut self.environment.autosave else {
            return;
        };
        let done = text.and_then(|text| autosave.write(&text));
        let was_written = autosave.written.swap(done.is_ok(), Ordering::Relaxed);
        if let Err(error) = done
            && (was_written || is_first)
        {
            let place = autosave.path.display().to_string();
            self.say(format!("I cannot save the game in {place}: {error}."));
        }
    }

    /// Makes the next autosave rename the file first. Called when another game begins, to keep the saved one.
    pub(super) fn keep_old(&mut self) {
        if let Some(autosave) = self
            .environment
            .autosave
            .as_mut()
            .filter(|a| a.is_written())
        {
            autosave.keeps_old = true;
            autosave.written.store(false, Ordering::Relaxed);
        }
        self.saved = None;
    }

    /// Goes on with a game from a file.
    pub(super) fn load(&mut self, name: &str) {
        match open(name) {
            Ok(opened) => {
                self.keep_old();
                self.say(format!("This is {name}."));
                self.take_over(opened);
                self.greet();
            }
            Err(error) => self.say(format!("I cannot open {name}: {error}.")),
        }
    }

    /// Replaces the current game by one from a file.
    pub(super) fn take_over(&mut self, opened: Opened) {
        for note in &opened.notes {
            self.say(format!("Note: {note}."));
        }
        if let Some(person) = opened.person {
            self.settings.person = person;
        }
        self.settings.size = opened.game.board().size();
        self.opened = (opened.game.turns(), opened.to_move);
        self.game = opened.game;
        self.end = None;
        self.redraw = true;
    }
}
