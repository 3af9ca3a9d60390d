//! A file that several programs share, one after the other.

use std::fs::{File, OpenOptions, TryLockError};
use std::ops::{Deref, DerefMut};
use std::path::Path;

/// A file that nobody else can open in this way meanwhile. Others can read it. The lock ends when this is dropped.
///
/// Closing the file would not be enough: a process that is being started has a copy of every open file for a moment, and
/// the lock would stay until the last copy is closed.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Opens a file for writing, and locks it.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if it is locked already, otherwise the error of the system.
    #[cfg(not(windows))]
    pub fn open(path: &Path, options: &mut OpenOptions) -> Result<LockedFile, TryLockError> {
        let file = options.open(path).map_err(TryLockError::Error)?;
        file.try_lock()?;
        Ok(LockedFile(file))
    }

    /// On Windows a lock would keep readers out, too. So the file is shared for reading only.
    #[cfg(windows)]
    pub fn open(path: &Path, options: &mut OpenOptions) -> Result<LockedFile, TryLockError> {
        use std::os::windows::fs::OpenOptionsExt;
        const FILE_SHARE_READ: u32 = 1;
        const ERROR_SHARING_VIOLATION: i32 = 32;
        match options.share_mode(FILE_SHARE_READ).open(path) {
            Ok(file) => Ok(LockedFile(file)),
            Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => {
                Err(TryLockError::WouldBlock)
            }
            Err(error) => Err(TryLockError::Error(error)),
        }
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_lock_ends_although_a_copy_of_the_file_is_still_open() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let lock = || LockedFile::open(file.path(), OpenOptions::new().write(true));
        let locked = lock().unwrap();
        assert!(matches!(lock(), Err(TryLockError::WouldBlock)));
        // A process that is being started has such a copy.
        let copy = locked.try_clone().unwrap();
        drop(locked);
        assert!(lock().is_ok());
        drop(copy);
    }
}
