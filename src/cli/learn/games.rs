//! Reads the games of files and folders, and keeps games of different settings apart.
//!
//! Files of `learn play` begin with a heading, the settings of their games, perhaps below comments. Files with one heading
//! are shards of one work: a game that is there twice counts once, and the order of the files does not matter.

use anyhow::{Context, bail};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tochki::files;
use tochki::notation::{sgf, without_mark};
use tochki::policy::LinearPolicy;
use tochki::tools::learn::game::{self, REMARK, TrainingGame};
use tochki::tools::learn::train;
use tochki::tools::origin::Origin;
use tochki::tools::source::files_below;

/// What a heading begins with. Other remarks are comments.
pub const HEADING: &str = "# --size ";

/// A file of games.
pub struct GameFile {
    path: PathBuf,
    /// Whether the file was found in a folder, where there may be other files too.
    is_found: bool,
}

impl GameFile {
    /// Whether this is the file at `path`, perhaps by another name, and a table must not replace it. Of the files of a
    /// folder only tables may be replaced, which an earlier training has written.
    pub fn forbids_table_at(&self, path: &Path) -> bool {
        let has_table = || files::read_large(path).is_ok_and(|bytes| is_table(&bytes));
        files::is_same(&self.path, path) && !(self.is_found && has_table())
    }
}

/// Whether these are the bytes of a table of weights. A text has no NUL byte, a table has many.
fn is_table(bytes: &[u8]) -> bool {
    bytes.len() == LinearPolicy::BYTES && bytes.contains(&0)
}

/// Whether there is a file of `learn play` at this path.
pub fn is_played_at(path: &Path) -> bool {
    path.is_file() && files::read_large(path).is_ok_and(|bytes| is_played(&bytes))
}

/// Whether these are the contents of a file of `learn play`: below comments, its first line is a heading.
fn is_played(bytes: &[u8]) -> bool {
    let is_heading = |line: &[u8]| line.starts_with(HEADING.as_bytes());
    let mut lines = without_mark(bytes).split(|&byte| byte == b'\n');
    lines
        .find(|line| is_heading(line) || !line.starts_with(&[REMARK as u8]))
        .is_some_and(is_heading)
}

/// Whether a file of a folder with these contents may hold games. Binary files may have `(;` by chance, but also NUL
/// bytes.
fn may_hold_games(bytes: &[u8]) -> bool {
    is_played(bytes) || sgf::is_sgf(bytes) && !bytes.contains(&0)
}

/// The files of these paths, with all files of folders and of the folders in them.
///
/// # Errors
/// If a folder cannot be read.
pub fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<GameFile>> {
    let mut all = Vec::new();
    for path in paths {
        let is_found = path.is_dir();
        let found = match is_found {
            true => files_below(path)?,
            false => vec![path.clone()],
        };
        all.extend(found.into_iter().map(|path| GameFile { path, is_found }));
    }
    Ok(all)
}

/// Reads the games of these files. A repeated game is read once. Games of `learn play` and others with searches come
/// first. Games of one heading are in the order of their numbers. Files of folders that are neither SGF nor files of
/// `learn play` are left out, which is told on stderr. `mix` allows different headings.
///
/// # Errors
/// If a file cannot be read, or folders have no games. Without `mix` also if games were played by different settings, or
/// are different although they have one heading and one name.
pub fn read(files: &[GameFile], mix: bool) -> anyhow::Result<Vec<TrainingGame>> {
    let mut collection = Collection::new(mix);
    for file in files {
        collection.add(file)?;
    }
    let games = train::distinct(collection.into_games());
    if games.is_empty() && files.iter().all(|file| file.is_found) {
        bail!("there are no games");
    }
    Ok(games)
}

/// The game on a line. `path` is the file of the line, and `number` counts its lines from 1.
///
/// # Errors
/// If the line is no game.
pub fn parse_line(path: &Path, number: u32, line: &str) -> anyhow::Result<TrainingGame> {
    let place = || format!("{}:{number}", path.display());
    line.parse().with_context(place)
}

/// A heading in the form in which headings are compared. Older files have `--rounds` and `--quick-rounds` for `--nodes`
/// and `--quick-nodes`. A table is told by its hash, so its path does not count.
pub fn comparable(heading: &str) -> String {
    let renamed = heading.replacen(" --rounds ", " --nodes ", 1);
    let mut renamed = renamed.replacen(" --quick-rounds ", " --quick-nodes ", 1);
    if let (Some(policy), Some(table)) = (renamed.find(" --policy "), renamed.rfind(" --table "))
        && policy < table
        && &renamed[policy..table] != " --policy \"shipped\""
    {
        renamed.replace_range(policy..table, " --policy FILE");
    }
    renamed
}

/// The settings of a heading by their names.
fn settings(heading: &str) -> Origin {
    let pairs = heading.split(" --").skip(1).map(|pair| {
        let (name, value) = pair.split_once(' ').unwrap_or((pair, ""));
        // The value of a setting is a word. Names of files are quoted, so this is an escape.
        format!("{name}={}", value.trim_end().replace(' ', "\\u{20}"))
    });
    let words: Vec<String> = pairs.collect();
    Origin::parse(&words.join(" ")).unwrap_or_default()
}

/// The settings in which the heading `there` differs from `here`, as text for a person.
pub fn difference(here: &str, there: &str) -> String {
    let found = settings(here).difference(&settings(there));
    found.unwrap_or_else(|| "the first line is written in another way".to_owned())
}

/// Games of one heading, or of a file without one.
struct Section {
    heading: Option<String>,
    /// The first file that has such games.
    file: PathBuf,
}

/// A game of a collection.
struct Found {
    section: usize,
    /// Its number in the section.
    number: u64,
    game: TrainingGame,
}

/// The games that were read so far.
struct Collection {
    mix: bool,
    sections: Vec<Section>,
    games: Vec<Found>,
    /// Where the games with a heading are in `games`, by section and name.
    places: HashMap<(usize, String), usize>,
}

impl Collection {
    fn new(mix: bool) -> Collection {
        Collection {
            mix,
            sections: Vec::new(),
            games: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The games in their order. Those of `learn play` come first: of equal games the first one is learned, and SGF has no
    /// searches.
    fn into_games(mut self) -> Vec<TrainingGame> {
        self.games
            .sort_by_key(|found| (!found.game.is_searched, found.section, found.number));
        self.games.into_iter().map(|found| found.game).collect()
    }

    fn add(&mut self, file: &GameFile) -> anyhow::Result<()> {
        let path = &file.path;
        let place = || path.display().to_string();
        let bytes = files::read_large(path).with_context(place)?;
        if file.is_found && !may_hold_games(&bytes) {
            if path.extension().is_none_or(|extension| extension != "lock") {
                note(path, "it holds no games and is left out");
            }
            return Ok(());
        }
        if is_table(&bytes) {
            let place = path.display();
            bail!(
                "{place} is a table of weights and no file of games: `learn test --policy` takes it"
            );
        }
        let is_played = is_played(&bytes);
        if sgf::is_sgf(&bytes) && !is_played {
            let games = game::from_sgf(&bytes).with_context(place)?;
            let section = self.section(None, path)?;
            return games
                .into_iter()
                .try_for_each(|game| self.put(section, game, path));
        }
        let mut text = without_mark(&bytes);
        if is_played && !text.ends_with(b"\n") {
            // Its process was interrupted, or still plays.
            let end = text.iter().rposition(|&byte| byte == b'\n');
            text = &text[..end.map_or(0, |end| end + 1)];
            note(path, "its last line is incomplete and is left out");
        }
        self.add_text(path, str::from_utf8(text).with_context(place)?)
    }

    fn add_text(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        let mut section = None;
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with(HEADING) {
                section = Some(self.section(Some(comparable(line)), path)?);
            } else if !line.starts_with(REMARK) {
                let game = parse_line(path, number, line)?;
                let section = match section {
                    Some(section) => section,
                    None => *section.insert(self.section(None, path)?),
                };
                self.put(section, game, path)?;
            }
        }
        Ok(())
    }

    /// The section of a heading, which is a new one if no file had it. A file without heading is a section by itself.
    fn section(&mut self, heading: Option<String>, path: &Path) -> anyhow::Result<usize> {
        if let Some(heading) = &heading {
            let mut first = None;
            for (number, section) in self.sections.iter().enumerate() {
                match &section.heading {
                    Some(known) if known == heading => return Ok(number),
                    Some(known) => first = first.or(Some((known, &section.file))),
                    None => {}
                }
            }
            if let Some((known, file)) = first.filter(|_| !self.mix) {
                let (path, file) = (path.display(), file.display());
                let difference = difference(known, heading);
                bail!("{path} has other games than {file}: {difference}; --mix takes both");
            }
        }
        self.sections.push(Section {
            heading,
            file: path.to_owned(),
        });
        Ok(self.sections.len() - 1)
    }

    /// Adds a game, unless the section has it.
    fn put(&mut self, section: usize, mut game: TrainingGame, path: &Path) -> anyhow::Result<()> {
        let place = self.games.len();
        let mut number = place as u64;
        if self.sections[section].heading.is_some() {
            // Even if by chance none of its searches was recorded.
            game.is_searched = true;
            number = game_number(&game.name).unwrap_or(number);
            match self.places.entry((section, game.name.clone())) {
                Entry::Vacant(free) => {
                    free.insert(place);
                }
                Entry::Occupied(known) if self.games[*known.get()].game == game => return Ok(()),
                Entry::Occupied(_) if self.mix => {}
                Entry::Occupied(_) => {
                    let (path, name) = (path.display(), &game.name);
                    bail!("{path}: game {name} differs from one of the same name and settings");
                }
            }
        }
        self.games.push(Found {
            section,
            number,
            game,
        });
        Ok(())
    }
}

/// The number of a game of `learn play`, whose name is `g` with the number.
fn game_number(name: &str) -> Option<u64> {
    tochki::geometry::parse_number(name.strip_prefix('g')?)
}

/// Tells something about a file on stderr. If that fails, the games are still read.
fn note(path: &Path, text: &str) {
    let _ = writeln!(io::stderr(), "tochki: {}: {text}", path.display());
}
