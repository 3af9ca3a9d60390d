//! A file that several programs share, one after the other.

use std::fs::{File, TryLockError};
use std::ops::{Deref, DerefMut};

/// A file that nobody else can lock meanwhile. The lock ends when this is dropped.
///
/// Closing the file would not be enough: a process that is being started has a copy of every open file for a moment, and
/// the lock would stay until the last copy is closed.
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Locks a file.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if it is locked already, otherwise the error of the system.
    pub fn new(file: File) -> Result<LockedFile, TryLockError> {
        file.try_lock()?;
        Ok(LockedFile(file))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_ends_although_a_copy_of_the_file_is_still_open() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let lock = || LockedFile::new(file.reopen().unwrap());
        let locked = lock().unwrap();
        assert!(matches!(lock(), Err(TryLockError::WouldBlock)));
        // A process that is being started has such a copy.
        let copy = locked.try_clone().unwrap();
        drop(locked);
        assert!(lock().is_ok());
        drop(copy);
    }
}
