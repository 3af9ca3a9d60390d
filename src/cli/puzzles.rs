//! The common part of the commands `mine` and `plant`, which make puzzles and write them to a file.

use anyhow::{Context, anyhow, bail};
use clap::builder::RangedU64ValueParser;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tochki::arena::shard::Shard;
use tochki::files;
use tochki::geometry::parse_number;
use tochki::notation::counted;
use tochki::notation::puzzle::{self, Puzzle, PuzzleError};
use tochki::search::StopFlag;

/// Number of puzzles if none is given.
const PUZZLES: usize = 50;

/// The flags of a command that makes puzzles.
#[derive(clap::Args)]
pub struct PuzzleArgs {
    /// File to write the puzzles to. The same command goes on with an unfinished one. A finished one is refused;
    /// with `--shard` the same command leaves it as it is.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: PathBuf,
    /// Number of puzzles to make.
    #[arg(long, value_name = "N", default_value_t = PUZZLES, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub puzzles: usize,
    /// Seed of the puzzles.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::flags::seed())]
    pub seed: u64,
    /// Do only the games or positions K, K+N, K+2N ..., counted from 0. With it, N processes can share the work, each with
    /// its own file. Each makes up to `--puzzles` puzzles; two files may have the same position.
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
}

/// The beginning of the line that tells where the work of an unfinished file goes on. The number follows, then [`BY`].
const GOES_ON: &str = "# goes on with number ";
/// What the version of the program follows in that line.
const BY: &str = " by tochki ";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// [`Progress::next`] of a finished file.
const FINISHED: u64 = u64::MAX;

/// What has been made so far of a file of puzzles.
pub struct Progress {
    /// The first line of the file: the command that makes it.
    heading: String,
    /// The version that began the file.
    version: String,
    /// The puzzles in the file, in the order in which they were found.
    pub puzzles: Vec<Puzzle>,
    /// Whether there is no file yet.
    is_new: bool,
    /// All numbers of the shard below this one are done. [`FINISHED`] if the file is finished.
    next: u64,
    /// The unfinished file, [locked](PuzzleArgs::lock). `None` if there is none yet, or it cannot be locked.
    lock: Option<File>,
}

impl Progress {
    /// Whether the file is finished. Then nothing is searched.
    pub fn is_finished(&self) -> bool {
        self.next == FINISHED
    }

    /// The work that the text of an unfinished file tells of; `None` if the text is another one.
    ///
    /// # Errors
    /// If its puzzles cannot be read.
    fn parse(text: &str) -> Result<Option<Progress>, PuzzleError> {
        let lines = text
            .split_once('\n')
            .and_then(|(heading, rest)| Some((heading, rest.split_once('\n')?)));
        let Some((heading, (mark, puzzles))) = lines else {
            return Ok(None);
        };
        let Some(mark) = mark.strip_prefix(GOES_ON) else {
            return Ok(None);
        };
        let (next, version) = mark.split_once(BY).unwrap_or((mark, "of unknown version"));
        let Some(next) = parse_number(next) else {
            return Ok(None);
        };
        Ok(Some(Progress {
            heading: heading.to_owned(),
            version: version.to_owned(),
            is_new: false,
            puzzles: Progress::puzzles(puzzles, text)?,
            next,
            lock: None,
        }))
    }

    /// The puzzles in the text of a file. `below` is what follows the lines about the work. It may be empty.
    ///
    /// # Errors
    /// If the puzzles cannot be read.
    fn puzzles(below: &str, text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
        match below.trim() {
            "" => Ok(Vec::new()),
            // The lines above are comments. With them an error has the line of the file.
            _ => puzzle::parse(text),
        }
    }

    /// The text of the file. If the work goes on, its second line tells where.
    fn text(&self, goes_on: bool) -> String {
        let mark = match goes_on {
            true => format!("{GOES_ON}{}{BY}{}\n", self.next, self.version),
            false => String::new(),
        };
        let puzzles = puzzle::print(&self.puzzles);
        format!("{}\n{mark}\n{puzzles}", self.heading)
    }
}

impl PuzzleArgs {
    /// The work so far: that of the unfinished file of this command, or none. With a shard the file may be finished. It
    /// is called before the work. The flags of the shard and the file are added to `command`.
    ///
    /// # Errors
    /// If the file is finished and there is no shard, or of another command or version, or cannot be read or written.
    /// Also if another process works on it, or it is a folder, a device or a pipe.
    pub fn open(&self, command: &str) -> anyhow::Result<Progress> {
        let shard = self.shard.map(|shard| format!(" --shard {shard}"));
        let shard = shard.unwrap_or_default();
        let heading = format!("# {command}{shard} --out FILE");
        let place = self.out.display();
        files::expect_file(&self.out).with_context(|| place.to_string())?;
        let text = self.read();
        let progress = match Progress::parse(&text).with_context(|| place.to_string())? {
            Some(other) if other.heading != heading => bail!(
                "{place} has puzzles of another command\n    {}\nthan asked for\n    {heading}",
                other.heading
            ),
            Some(other) if other.version != VERSION => bail!(
                "{place} was begun by tochki {}, and this is {VERSION}: its puzzles would be other ones",
                other.version
            ),
            // Only what is its own is locked: a command that is refused ends no work of another process.
            Some(_) => self.locked(&heading)?,
            // Scripts run all shards again, also those that are finished.
            None if self.shard.is_some() && text.lines().next() == Some(heading.as_str()) => {
                let puzzles = Progress::puzzles(&text[heading.len()..], &text);
                Progress {
                    puzzles: puzzles.with_context(|| place.to_string())?,
                    heading,
                    version: VERSION.to_owned(),
                    is_new: false,
                    next: FINISHED,
                    lock: None,
                }
            }
            None if self.out.exists() => {
                bail!("{place} exists: remove it, or give --out another name")
            }
            None => Progress {
                heading,
                version: VERSION.to_owned(),
                is_new: true,
                puzzles: Vec::new(),
                next: 0,
                lock: None,
            },
        };
        super::check_writable(&self.out)?;
        Ok(progress)
    }

    /// The text of the file; empty if there is none. What is no text is no file of puzzles, and nobody waits for a pipe.
    fn read(&self) -> String {
        let text = self.out.is_file().then(|| fs::read_to_string(&self.out));
        text.and_then(Result::ok).unwrap_or_default()
    }

    /// The work of the unfinished file of this command, locked.
    ///
    /// # Errors
    /// If another process works on the file.
    fn locked(&self, heading: &str) -> anyhow::Result<Progress> {
        let lock = self.lock()?;
        // Another process may have written the file since it was read.
        match Progress::parse(&self.read()) {
            Ok(Some(now)) if now.heading == heading && now.version == VERSION => {
                Ok(Progress { lock, ..now })
            }
            _ => Err(self.is_busy()),
        }
    }

    /// The error that another process works on the file.
    fn is_busy(&self) -> anyhow::Error {
        anyhow!("{}: another process works on it", self.out.display())
    }

    /// Locks the file against other processes of the same command, as long as the result is there. A file that takes its
    /// place has to be locked anew. `None` if it is no regular file, or the file system has no locks. On Windows a locked
    /// file could neither be read nor replaced, so it is not locked there.
    ///
    /// # Errors
    /// If another process has locked it, or has just replaced it.
    fn lock(&self) -> anyhow::Result<Option<File>> {
        if cfg!(windows) || !self.out.is_file() {
            return Ok(None);
        }
        // Some network file systems lock only files that are open for writing.
        let opened = OpenOptions::new().append(true).open(&self.out);
        match opened {
            Ok(file) => self.lock_opened(file),
            Err(_) => Ok(None),
        }
    }

    /// Locks the file, which was opened just now, as [`PuzzleArgs::lock`] does.
    ///
    /// # Errors
    /// If another process has locked it, or has replaced it since it was opened.
    fn lock_opened(&self, file: File) -> anyhow::Result<Option<File>> {
        match file.try_lock() {
            // A process that writes replaces the file. Then this lock is on the old one.
            Ok(()) if is_at(&file, &self.out) => Ok(Some(file)),
            Ok(()) | Err(TryLockError::WouldBlock) => Err(self.is_busy()),
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }

    /// Calls `find` with each number of the shard that is not done, until there are enough puzzles, the numbers are
    /// used up or a signal ends the work. The file is written before the work, whenever a puzzle is found and at a
    /// signal, with all puzzles so far and the number with which the work goes on. What a signal interrupts is done
    /// again as a whole. Without puzzles no file is left at the end, except that of a shard: it tells that the numbers
    /// are done. The exit code is 1 if there are fewer puzzles than wanted. For a shard it is 1 only after a signal. `what`
    /// is the word for one number in messages, such as `game`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn make<P: IntoIterator<Item = Puzzle>>(
        &self,
        mut progress: Progress,
        what: &str,
        numbers: Range<u64>,
        mut find: impl FnMut(u64, &StopFlag) -> P,
    ) -> anyhow::Result<ExitCode> {
        let stop = super::stop_or_end_on_signals()?;
        if progress.is_new {
            self.begin(&progress)?;
            progress.lock = self.lock()?;
        }
        let bar = super::progress_bar(self.puzzles);
        let shard = self.shard.unwrap_or_default();
        let left = numbers.start.max(progress.next)..numbers.end;
        for number in left.filter(|&number| shard.contains(number)) {
            let before = progress.puzzles.len();
            bar.set_position(before as u64);
            bar.set_message(format!("number {number}"));
            let found = find(number, &stop);
            if stop.is_raised() {
                bar.finish_and_clear();
                return self.interrupt(&progress);
            }
            progress.puzzles.extend(found);
            progress.next = number + 1;
            if progress.puzzles.len() >= self.puzzles {
                break;
            }
            if progress.puzzles.len() > before {
                self.write(&progress, true)?;
                progress.lock = self.lock()?;
            }
        }
        bar.finish_and_clear();
        self.finish(progress, what)
    }

    /// Makes the file before the work, so that another command that begins meanwhile is refused.
    ///
    /// # Errors
    /// If it cannot be written, or another process has made it.
    fn begin(&self, progress: &Progress) -> anyhow::Result<()> {
        let place = self.out.display();
        match files::create(&files::target(&self.out), progress.text(true)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{place}: another process has just made this file")
            }
            made => made.with_context(|| place.to_string()),
        }
    }

    /// Writes the file of a work that a signal has interrupted, if a number is done. Otherwise removes it.
    fn interrupt(&self, progress: &Progress) -> anyhow::Result<ExitCode> {
        if progress.next == 0 {
            // Where there are no locks, a second process of the same command may have come further.
            let is_ours = |text: String| text == progress.text(true);
            if fs::read_to_string(&self.out).is_ok_and(is_ours) {
                self.remove()?;
            }
            self.tell_none("")?;
        } else {
            self.write(progress, true)?;
            let puzzles = counted(progress.puzzles.len() as u64, "puzzle");
            super::is_read(writeln!(
                io::stdout(),
                "{puzzles}; the same command goes on"
            ))?;
        }
        Ok(ExitCode::from(1))
    }

    /// Writes the file unless it is finished already. Without puzzles it removes an unfinished one that is no shard.
    fn finish(&self, mut progress: Progress, what: &str) -> anyhow::Result<ExitCode> {
        progress.puzzles.truncate(self.puzzles);
        let count = progress.puzzles.len();
        if count > 0 || self.shard.is_some() {
            if !progress.is_finished() {
                self.write(&progress, false)?;
            }
            let puzzles = counted(count as u64, "puzzle");
            super::is_read(writeln!(io::stdout(), "{puzzles}"))?;
        } else {
            if self.out.exists() {
                self.remove()?;
            }
            self.tell_none(&format!(" in {}", counted(progress.next, what)))?;
        }
        let is_done = count == self.puzzles || self.shard.is_some();
        Ok(ExitCode::from(u8::from(!is_done)))
    }

    /// Removes the file. A link to it stays.
    fn remove(&self) -> anyhow::Result<()> {
        let place = || self.out.display().to_string();
        fs::remove_file(files::target(&self.out)).with_context(place)
    }

    /// Tells that there is no file, because it would have no puzzle. `tried` tells how much was tried.
    fn tell_none(&self, tried: &str) -> anyhow::Result<()> {
        let place = self.out.display();
        super::is_read(writeln!(
            io::stdout(),
            "no puzzles{tried}, {place} is not written"
        ))?;
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written. A file that exists is unchanged then, and the puzzles are printed.
    fn write(&self, progress: &Progress, goes_on: bool) -> anyhow::Result<()> {
        super::replace_or_print(&self.out, &progress.text(goes_on))
    }
}

/// Whether the path still leads to the open file. True where files have no numbers.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |found: fs::Metadata| (found.dev(), found.ino());
        let [opened, there] =
            [file.metadata(), fs::metadata(path)].map(|found| found.ok().map(number));
        opened.is_some() && opened == there
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_lock_on_a_file_that_was_replaced_does_not_count() {
        let directory = tempfile::tempdir().unwrap();
        let arguments = PuzzleArgs {
            out: directory.path().join("part.txt"),
            puzzles: 1,
            seed: 1,
            shard: None,
        };
        let write = || files::replace(&arguments.out, "text").unwrap();
        write();
        let lock = arguments.lock().unwrap();
        assert!(lock.is_some());
        assert!(arguments.lock().is_err(), "two locks");
        // The second process has opened the file before the first one replaces it.
        let opened = File::open(&arguments.out).unwrap();
        write();
        drop(lock);
        assert!(arguments.lock_opened(opened).is_err());
        assert!(arguments.lock().unwrap().is_some());
    }
}
