//! Reading and replacing files whose names users give.
//!
//! Every function that reads limits the size, because the name may be that of a device or a pipe that never ends.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Most symbolic links that lead from one to the next, as on Linux.
const MOST_LINKS: usize = 40;

/// Largest size of a text, in bytes.
pub const MAX_TEXT: u64 = 64 << 20;

/// Reads a file of at most `limit` bytes. The path `-` is standard input.
///
/// # Errors
/// If it cannot be read, or is larger than `limit`.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    match path == Path::new("-") {
        true => read_all(io::stdin().lock(), limit),
        false => read_all(File::open(path)?, limit),
    }
}

/// Reads a regular file of any size, or at most [`MAX_TEXT`] bytes of a pipe or a device.
///
/// # Errors
/// If it cannot be read, or the pipe or device gives more bytes.
pub fn read_large(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    read_all(file, size.max(MAX_TEXT))
}

/// Reads a text in UTF-8, without the byte order mark at its start. The path `-` is standard input.
///
/// # Errors
/// If it cannot be read, is larger than [`MAX_TEXT`], or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read(path, MAX_TEXT)?;
    let text = String::from_utf8(bytes)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Writes a file completely or not at all, even if the program is killed meanwhile or another process writes the same
/// file. The file keeps its permissions. A symbolic link stays, and the file to which it leads is written. Devices and
/// pipes are written to directly, without this guarantee; on Windows they are refused.
///
/// A program that is killed may leave a file `.tochki-*.tmp` beside it, which can be deleted.
///
/// # Errors
/// If the file cannot be written.
pub fn replace(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let permissions = fs::metadata(file).map(|found| found.permissions()).ok();
    let mut options = OpenOptions::new();
    replace_by(&mut options, permissions, file, bytes.as_ref(), || Ok(()))
}

/// Writes a file like [`replace`], and keeps the old one under the name `old`, in place of a file that has it. The old
/// file moves only when the new contents are on the disk. It may be read-only; the new one has the usual permissions.
/// A file behind a symbolic link does not move, but is copied to `old`. Then it must be writable, and so must a file
/// `old`. If there is no regular file to keep, this is [`replace`].
///
/// A program that is killed meanwhile may leave the old contents, the new ones, or both only in files `.tochki-*.tmp`.
///
/// # Errors
/// If the file cannot be written, or the old one cannot be kept. The file stays as it is then.
pub fn replace_keeping(file: &Path, bytes: impl AsRef<[u8]>, old: &Path) -> io::Result<()> {
    let bytes = bytes.as_ref();
    if !file.is_file() {
        return replace(file, bytes);
    }
    let mut options = OpenOptions::new();
    if file.is_symlink() {
        // The file to which the link leads may be on another disk than `old`.
        let permissions = fs::metadata(file)?.permissions();
        let copy = || replace(old, fs::read(file)?);
        return replace_by(&mut options, Some(permissions), file, bytes, copy);
    }
    let put = |new: &Path| move_both(new, file, old);
    write_beside(&mut options, None, file, bytes, put)
}

/// Gives a file the name `old`, and a new one its name. After an error both names have the contents that they had.
fn move_both(new: &Path, file: &Path, old: &Path) -> io::Result<()> {
    let aside = beside(file);
    rename(file, &aside)?;
    rename(new, file)
        .and_then(|()| rename(&aside, old))
        .inspect_err(|_| {
            let _ = rename(&aside, file);
        })
}

/// Does the same as [`replace`] with a file that only its owner can read.
///
/// # Errors
/// If the file cannot be written.
pub fn replace_secret(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    replace_by(&mut options, None, file, bytes.as_ref(), || Ok(()))
}

/// Replaces a file by one that is made with the options, and gets the permissions then. `before` is called when the new
/// contents are on the disk, just before they take the place of the old ones. For a device it is called first.
fn replace_by(
    options: &mut OpenOptions,
    permissions: Option<Permissions>,
    file: &Path,
    bytes: &[u8],
    before: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        before()?;
        return fs::write(file, bytes);
    }
    let file = &target(file);
    // The folder would allow it.
    if let Err(error) = OpenOptions::new().write(true).open(file)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let put = |new: &Path| {
        before()?;
        rename(new, file)
    };
    write_beside(options, permissions, file, bytes, put)
}

/// Gives a file the name of another one, which is replaced. On Windows another program, such as a scanner, may hold that one for a
/// moment, and the name cannot be given meanwhile.
fn rename(new: &Path, file: &Path) -> io::Result<()> {
    const ERROR_ACCESS_DENIED: i32 = 5;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    const TRIES: usize = 10;
    const PAUSE: Duration = Duration::from_millis(50);
    if cfg!(windows) {
        for _ in 1..TRIES {
            match fs::rename(new, file).map_err(|error| error.raw_os_error()) {
                Err(Some(ERROR_ACCESS_DENIED | ERROR_SHARING_VIOLATION)) => thread::sleep(PAUSE),
                Err(_) => break,
                Ok(()) => return Ok(()),
            }
        }
    }
    fs::rename(new, file)
}

/// Writes another file in the folder of a file, and lets `put` give it the name of that file. The other file is made
/// with the options, and gets the permissions then. After an error it is removed.
fn write_beside(
    options: &mut OpenOptions,
    permissions: Option<Permissions>,
    file: &Path,
    bytes: &[u8],
    put: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let beside = beside(file);
    let write = || {
        let mut new = options.write(true).create_new(true).open(&beside)?;
        if let Some(permissions) = permissions {
            new.set_permissions(permissions)?;
        }
        new.write_all(bytes)?;
        // Otherwise a crash of the machine could leave the name without the contents.
        new.sync_all()?;
        put(&beside)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Whether two paths lead to one file, which exists.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// The file to which a path leads, through at most 40 symbolic links. It need not exist.
pub fn target(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            break;
        };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// Checks that a path leads to a regular file, or to none. To open a pipe would wait for its other end.
///
/// # Errors
/// If it leads to a folder, a pipe or a device.
pub fn expect_file(path: &Path) -> io::Result<()> {
    match fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        true => Err(io::Error::other("it is no regular file")),
        false => Ok(()),
    }
}

/// Checks that [`replace`] can make a file in the folder of this file. It makes one and removes it again.
///
/// # Errors
/// If it cannot.
pub fn check_folder(file: &Path) -> io::Result<()> {
    let beside = beside(&target(file));
    File::create_new(&beside)?;
    fs::remove_file(beside)
}

/// Writes a file that does not exist yet, completely or not at all, even if the program is killed meanwhile. A file
/// that another process makes meanwhile is not overwritten.
///
/// # Errors
/// If the file exists, or cannot be written.
pub fn create(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    if fs::symlink_metadata(file).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let put = |new: &Path| rename_to_new(new, file);
    write_beside(&mut OpenOptions::new(), None, file, bytes.as_ref(), put)
}

/// Renames a file, unless the new name exists.
fn rename_to_new(old: &Path, new: &Path) -> io::Result<()> {
    match fs::hard_link(old, new) {
        Ok(()) => {
            // The file has its name. If this fails, it has another one too.
            let _ = fs::remove_file(old);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no links. There a program that is killed between these two steps leaves an empty file.
        Err(_) => {
            File::create_new(new)?;
            fs::rename(old, new).inspect_err(|_| {
                let _ = fs::remove_file(new);
            })
        }
    }
}

/// A name in the folder of a file that nobody else uses. It begins with a dot, and does not contain the name of the
/// file, which may be as long as the system allows.
fn beside(file: &Path) -> PathBuf {
    file.with_file_name(format!(".tochki-{:016x}.tmp", fastrand::u64(..)))
}

fn read_all(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let what = match limit >> 20 {
            0 => format!("it is larger than {limit} bytes"),
            size => format!("it is larger than {size} MiB"),
        };
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [7; 1000]).unwrap();
        assert_eq!(read(file.path(), 1000).unwrap(), [7; 1000]);
        let error = read(file.path(), 999).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it is larger than 999 bytes");
        assert_eq!(read_large(file.path()).unwrap().len(), 1000);
        // A large file of zeros takes no room on most disks.
        file.as_file().set_len(MAX_TEXT + 1).unwrap();
        let error = read(file.path(), MAX_TEXT).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 64 MiB");
        let large = read_large(file.path()).unwrap().len() as u64;
        assert_eq!(large, MAX_TEXT + 1);
    }

    #[test]
    fn a_text_has_no_mark_and_is_utf8() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "\u{feff}слово").unwrap();
        assert_eq!(read_text(file.path()).unwrap(), "слово");
        std::fs::write(file.path(), b"\xff").unwrap();
        assert!(read_text(file.path()).is_err());
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        for text in ["first", "second"] {
            replace(&file, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert!(replace(&folder.path().join("none/game.sgf"), "").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // The name is as long as most systems allow.
        let file = folder.path().join("x".repeat(255));
        replace(&file, "long").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "long");
    }

    #[test]
    fn nothing_is_left_of_a_file_that_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        let put = |_: &Path| Err(io::ErrorKind::StorageFull.into());
        let written = write_beside(&mut OpenOptions::new(), None, &file, b"first", put);
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        check_folder(&file).unwrap();
        assert!(check_folder(&folder.path().join("none/game.sgf")).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // Two files that are missing are not the same.
        assert!(!is_same(&file, &folder.path().join("other.sgf")));
        assert!(is_same(folder.path(), &folder.path().join(".")));
    }

    #[test]
    fn the_old_file_is_kept_when_the_new_contents_are_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let text = |name: &str| fs::read_to_string(path(name)).unwrap();
        let [file, old] = ["game.sgf", "game.old.sgf"].map(path);
        replace_keeping(&file, "first", &old).unwrap();
        assert!(!old.exists());
        fs::write(&old, "older").unwrap();
        let before = || {
            let names = fs::read_dir(folder.path())?.map(|entry| entry.unwrap().path());
            let new: Vec<_> = names
                .filter(|name| ![&file, &old].contains(&name))
                .collect();
            assert_eq!(new.len(), 1);
            assert_eq!(fs::read_to_string(&new[0])?, "second");
            Err(io::ErrorKind::Other.into())
        };
        replace_by(&mut OpenOptions::new(), None, &file, b"second", before).unwrap_err();
        assert_eq!([text("game.sgf"), text("game.old.sgf")], ["first", "older"]);
        replace_keeping(&file, "second", &old).unwrap();
        assert_eq!(
            [text("game.sgf"), text("game.old.sgf")],
            ["second", "first"]
        );
        // What cannot take its place leaves both files as they are.
        move_both(&path("none"), &file, &old).unwrap_err();
        replace_keeping(&file, "third", &path("none/game.old.sgf")).unwrap_err();
        assert_eq!(
            [text("game.sgf"), text("game.old.sgf")],
            ["second", "first"]
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_kept_also_if_it_is_read_only_or_a_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, old, link] =
            ["game.sgf", "game.old.sgf", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "first").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
        let text = |file: &Path| fs::read_to_string(file).unwrap();
        for (new, kept) in [("second", "first"), ("third", "second")] {
            replace_keeping(&file, new, &old).unwrap();
            assert_eq!([text(&file), text(&old)], [new, kept]);
            // So the next save can replace it.
            assert!(!fs::metadata(&file).unwrap().permissions().readonly());
        }
        symlink("game.sgf", &link).unwrap();
        replace_keeping(&link, "fourth", &old).unwrap();
        assert!(link.is_symlink());
        assert_eq!([text(&file), text(&old)], ["fourth", "third"]);
    }

    /// On Windows an open file may keep its name from a new one for a while.
    #[cfg(unix)]
    #[test]
    fn who_reads_the_old_file_reads_it_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        replace(&file, "first").unwrap();
        let mut old = File::open(&file).unwrap();
        replace(&file, "second").unwrap();
        let mut text = String::new();
        old.read_to_string(&mut text).unwrap();
        assert_eq!(text, "first");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "first").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, "second").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "second");
        // A link may lead to a file that does not exist yet.
        fs::remove_file(&file).unwrap();
        let link = folder.path().join("relative");
        std::os::unix::fs::symlink("file", &link).unwrap();
        replace(&link, "third").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "third");
        // So may a link to such a link.
        fs::remove_file(&file).unwrap();
        let second = folder.path().join("second");
        std::os::unix::fs::symlink("relative", &second).unwrap();
        replace(&second, "fourth").unwrap();
        for link in [link, second] {
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "fourth");
        // It is the folder behind the link that counts.
        let astray = folder.path().join("astray");
        std::os::unix::fs::symlink("none/file", &astray).unwrap();
        assert!(check_folder(&astray).is_err() && replace(&astray, "fifth").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_may_not_be_written_stays() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        fs::write(&file, "first").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
        // The superuser may write every file.
        let may_write = OpenOptions::new().write(true).open(&file).is_ok();
        assert_eq!(replace(&file, "second").is_ok(), may_write);
        let kept = if may_write { "second" } else { "first" };
        assert_eq!(fs::read_to_string(&file).unwrap(), kept);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        fs::write(&file, "first").unwrap();
        for mode in [0o600, 0o664] {
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            replace(&file, "second").unwrap();
            let found = fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(found & 0o777, mode);
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_reads_a_secret() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        fs::write(&file, "older").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        replace_secret(&file, "newer").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "newer");
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[test]
    fn a_file_that_exists_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        create(&file, "first").unwrap();
        let error = create(&file, "second").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).unwrap(), "first");
        // Another process may make the file at the last moment.
        let other = folder.path().join("other.sgf");
        fs::write(&other, "second").unwrap();
        let error = rename_to_new(&other, &file).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).unwrap(), "first");
    }

    #[test]
    fn a_new_file_is_there_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        let bytes = vec![b'x'; 16 << 20];
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| create(&file, &bytes));
            while !writer.is_finished() {
                if let Ok(found) = fs::metadata(&file) {
                    assert_eq!(found.len(), bytes.len() as u64);
                }
            }
            writer.join().unwrap().unwrap();
        });
        assert_eq!(fs::read(&file).unwrap().len(), bytes.len());
        // Nothing is left beside it, and nothing where no file can be made.
        assert!(create(&folder.path().join("none/game.sgf"), "").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn devices_without_an_end_are_refused() {
        let zero = Path::new("/dev/zero");
        assert!(read(zero, 100).is_err());
        assert!(read_text(zero).is_err());
        assert!(read_large(zero).is_err());
    }
}
