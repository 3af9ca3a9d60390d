//! Opens and saves the games of a person against the engine.

use super::Dialogue;
use crate::arena::locked_file::LockedFile;
use crate::board::Game;
use crate::files;
use crate::geometry::Player;
use crate::notation::record::{GameRecord, GameResult, NoRecord, ReplayError, Turn};
use crate::notation::sgf::{self, AddressError, Collection, MAX_BYTES, RUSSIAN_RULES};
use crate::tools::source::{Source, SourceError, address};
use std::ffi::OsString;
use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The names of the person and of the engine in records.
const PERSON: &str = "Player";
const ENGINE: &str = env!("CARGO_PKG_NAME");

/// A game from a file, which is continued.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game up to the place at which it is continued.
    pub game: Game,
    /// The record of the game up to that place, with its komi, facts and comments.
    pub record: GameRecord,
    /// The player to move.
    pub to_move: Player,
    /// The player whose dots the person puts; `None` if the file does not name the engine as a player.
    pub person: Option<Player>,
    /// Warnings about the record, for the person.
    pub notes: Vec<String>,
    /// The file.
    pub path: PathBuf,
    /// Whether the file has more than this game: other games, branches, or moves after the place at which the game is
    /// continued, also those that the rules refuse.
    pub is_part: bool,
    /// Whether the file is just what a save of this game writes, so that a save loses nothing of it.
    pub is_ours: bool,
}

/// Why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no file of this name, and the name does not have the form `FILE[#NUMBER[.BRANCH]...][:MOVES]` either.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is no SGF, or does not have this game, branch or move.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The record has moves after the end of the game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The game has no record.
    #[error(transparent)]
    Record(#[from] NoRecord),
}

/// Opens the SGF game that `FILE[#NUMBER[.BRANCH]...][:MOVES]` names. `NUMBER` is the game in the file, each `BRANCH`
/// is taken where the game divides, and `MOVES` is the number of moves. Diagrams and puzzles are refused, because they
/// cannot be saved as a game.
///
/// # Errors
/// If the file cannot be read, or has no such game.
pub fn open(name: &Path) -> Result<Opened, OpenError> {
    let address = address(name)?;
    // `-` is the name of a file here and not the standard input, which holds the commands.
    let path = Path::new(".").join(&address.path);
    let bytes = files::read(&path, MAX_BYTES as u64)?;
    let games = Collection::new(&bytes).map_err(SourceError::from)?;
    let reading = games.game(address.game.unwrap_or(1), &address.branches);
    let mut source = Source::of_reading(reading.map_err(SourceError::from)?)?;
    if let Some(moves) = address.moves {
        source.rewind(moves)?;
    }
    let record = source.record()?;
    let is_engine = |player: &Player| record.players[player.index()] == ENGINE;
    let engine = Player::ALL.into_iter().find(is_engine);
    let written = sgf::write(&record, sgf::Style::default());
    let has_more = games.len() > 1 || games.has_branches();
    Ok(Opened {
        game: record.game()?,
        to_move: source.to_move,
        record,
        person: engine.map(Player::opponent),
        notes: source.notes(),
        is_part: address.moves.is_some() || has_more || source.refused().is_some(),
        is_ours: written.is_ok_and(|text| text.as_bytes() == bytes),
        path,
    })
}

/// The file to which a game is written after every move. Clones share the knowledge whether it is written.
#[derive(Clone, Debug)]
pub struct Autosave {
    path: PathBuf,
    /// Whether the last write succeeded, so that the file holds the current game.
    written: Arc<AtomicBool>,
    /// Whether the next write keeps the existing file under the name [`old`](Autosave::old).
    keeps_old: bool,
    /// The locked file that keeps other programs from saving there; `None` before the first write.
    lock: Option<Arc<LockedFile>>,
}

impl Autosave {
    /// Saves games in this file. The first save moves an existing file to [`old`](Autosave::old).
    pub fn keeping_old(path: PathBuf) -> Autosave {
        Autosave {
            path,
            written: Arc::default(),
            keeps_old: true,
            lock: None,
        }
    }

    /// Saves games in this file and overwrites it, because it holds the beginning of the same game.
    pub fn overwriting(path: PathBuf) -> Autosave {
        Autosave {
            keeps_old: false,
            ..Autosave::keeping_old(path)
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file holds the current game. It is false before the first write and after a failed one.
    pub fn is_written(&self) -> bool {
        self.written.load(Ordering::Relaxed)
    }

    /// The name that an existing file gets when another game takes its place. It ends in `.old.sgf`. A file of that name
    /// is not replaced if it holds anything but one whole game. The name then ends in `.old2.sgf`, and so on.
    pub fn old(&self) -> PathBuf {
        let mut place = self.path.with_extension("old.sgf");
        for number in 2.. {
            if !place.exists() || is_one_game(&place) {
                break;
            }
            place = self.path.with_extension(format!("old{number}.sgf"));
        }
        place
    }

    /// Whether saving would destroy other contents of the opened file. It does if that file holds more than this game,
    /// and is the file to which [`old`](Autosave::old) renames the previous game.
    pub fn would_lose(&self, opened: &Opened) -> bool {
        opened.is_part && files::is_same(&self.old(), &opened.path)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let is_device = fs::metadata(&self.path).is_ok_and(|found| !found.is_file());
        if !is_device {
            self.lock()?;
        }
        match self.keeps_old {
            // The previous game takes the place of the one before it. That may be the opened game, of which there is
            // no other copy until this save is written.
            true => files::replace_keeping(&self.path, text, &self.old())?,
            false => files::replace(&self.path, text)?,
        }
        self.keeps_old = false;
        Ok(())
    }

    /// Makes sure that no other program saves games in the file, until the program ends. The file itself cannot be
    /// locked, because every write replaces it. So another file is locked, which stays. It is beside the file to which
    /// a link leads, so that it is the same for every link. Where there are no locks, nobody is kept out.
    ///
    /// # Errors
    /// If another program saves there.
    fn lock(&mut self) -> io::Result<()> {
        if self.lock.is_some() {
            return Ok(());
        }
        let file = files::target(&self.path);
        let mut name = OsString::from(".");
        name.push(file.file_name().unwrap_or_default());
        name.push(".lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        match LockedFile::open(&file.with_file_name(name), &mut options) {
            Ok(file) => self.lock = Some(Arc::new(file)),
            Err(TryLockError::WouldBlock) => {
                // Once the other program has ended, its game is in the file.
                self.keeps_old = true;
                return Err(io::Error::other("another `tochki play` saves there"));
            }
            // Some file systems have no locks. If nothing can be written there, the save itself tells why.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(())
    }
}

/// Whether a file is one whole game and nothing else, so that the next game may take its place.
fn is_one_game(file: &Path) -> bool {
    file.is_file() && open(file).is_ok_and(|opened| !opened.is_part)
}

/// The record of a new game, before its first turn.
pub(super) fn new_record(game: &Game) -> GameRecord {
    GameRecord {
        start: game.start().collect(),
        rules: game.board().rules(),
        rules_text: RUSSIAN_RULES.to_owned(),
        ..GameRecord::new(game.board().size())
    }
}

impl<W: Write> Dialogue<'_, W> {
    /// The game as SGF text.
    fn sgf(&self) -> io::Result<String> {
        let record = self.record().map_err(io::Error::other)?;
        sgf::write(&record, sgf::Style::default()).map_err(io::Error::other)
    }

    /// The record of the game so far. It keeps the facts of the record with which the game began, and the comments of
    /// its turns that were not taken back. It keeps the result while no turn is added or taken back. An
    /// unknown result (`?`) gives way to that of the board.
    fn record(&self) -> Result<GameRecord, NoRecord> {
        let old = &self.begun;
        let now = GameRecord::of_game(&self.game, old.komi)?;
        let (first, mut turns) = (now.first, now.turns);
        let is_same =
            |(new, old): &(&mut Turn, &Turn)| (new.player, new.action) == (old.player, old.action);
        let mut kept = 0;
        for (new, old) in turns.iter_mut().zip(&old.turns).take_while(is_same) {
            new.clone_from(old);
            kept += 1;
        }
        let is_opened = |(turns, _)| turns == self.game.turns();
        let is_unchanged = self.opened.is_some_and(is_opened) && kept == turns.len();
        let result = old.result.filter(|_| is_unchanged);
        Ok(GameRecord {
            first,
            turns,
            result: match result {
                None | Some(GameResult::Unknown) => self.result().or(result),
                told => told,
            },
            players: self.names(),
            ..old.clone()
        })
    }

    /// The names of the players. They are those of the record with which the game began. A missing one is filled in,
    /// and the engine's name changes sides with the engine.
    fn names(&self) -> [String; 2] {
        let (person, engine) = (self.person().index(), self.person().opponent().index());
        let mut names = self.begun.players.clone();
        if names[person] == ENGINE {
            names.swap(person, engine);
        }
        for (player, name) in [(person, PERSON), (engine, ENGINE)] {
            if names[player].is_empty() {
                names[player] = name.to_owned();
            }
        }
        names
    }

    /// Writes the game to the file `name` and tells the person of success or failure. An existing file is overwritten
    /// only if `warned`; otherwise the person is told to repeat the command.
    pub(super) fn save(&mut self, name: &str, warned: bool) {
        let path = Path::new(name);
        let written = files::expect_file(path).and_then(|()| match warned {
            true => files::replace(path, self.sgf()?),
            false => files::create(path, self.sgf()?),
        });
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

    /// Writes the game to the file for automatic saves, if it has changed since the last write. A game without moves is
    /// not written. Of several failures in a row only the first is told.
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

    /// Prepares for another game: the next automatic save first renames the file. It may hold a game without moves, of
    /// which nothing has been saved here.
    pub(super) fn keep_old(&mut self) {
        if let Some(autosave) = &mut self.environment.autosave {
            autosave.keeps_old = true;
            autosave.written.store(false, Ordering::Relaxed);
        }
        self.saved = None;
    }

    /// Replaces the current game by a game from a file. `name` is the path, then perhaps the game, branches and moves,
    /// as for the command line. If that fails, the person is told why.
    pub(super) fn load(&mut self, name: &str) {
        let autosave = self.environment.autosave.as_ref();
        let path = Path::new(name);
        // A pipe would make the person wait, or be the input of the commands.
        let address = address(path).map_err(OpenError::from);
        let checked = address.and_then(|address| Ok(files::expect_file(&address.path)?));
        match checked.and_then(|()| open(path)) {
            Ok(opened) if autosave.is_some_and(|autosave| autosave.would_lose(&opened)) => {
                self.say(format!(
                    "{name} is part of a file that the next save overwrites with the previous game. Copy that file first."
                ));
            }
            Ok(opened) => {
                self.keep_old();
                self.say(format!("This is {name}."));
                self.take_over(opened);
                self.greet();
            }
            Err(error) => self.say(format!("I cannot open {name}: {error}.")),
        }
    }

    /// Replaces the current game by a game from a file. The person changes sides if the file names the engine as the
    /// other player.
    pub(super) fn take_over(&mut self, opened: Opened) {
        for note in &opened.notes {
            self.say(format!("Note: {note}."));
        }
        if let Some(person) = opened.person {
            self.settings.person = person;
        }
        self.settings.size = opened.game.board().size();
        self.opened = Some((opened.game.turns(), opened.to_move));
        self.game = opened.game;
        self.begun = opened.record;
        if self.komi() != 0.0 {
            let name = self.name(Player::Second);
            self.say(format!("Komi: {} dots for {name}.", self.komi()));
        }
        self.end = None;
        self.redraw = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_program_has_saved_is_kept_once_it_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("play.sgf");
        let [first, second] = ["(;GM[40]SZ[4];B[bb])", "(;GM[40]SZ[4];B[cc])"];
        let mut other = Autosave::keeping_old(file.clone());
        other.write(first).unwrap();
        let mut own = Autosave::overwriting(file.clone());
        own.write(second).unwrap_err();
        assert_eq!(fs::read_to_string(&file).unwrap(), first);
        drop(other);
        own.write(second).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), second);
        let old = folder.path().join("play.old.sgf");
        assert_eq!(fs::read_to_string(old).unwrap(), first);
    }
}
