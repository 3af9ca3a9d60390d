//! Tables of weights from files.

use anyhow::Context;
use std::path::Path;
use tochki::policy::LinearPolicy;
use tochki::protocol::files;

/// Reads a table that `tochki learn train` has written.
///
/// # Errors
/// If it cannot be read or has another size.
pub fn read(path: &Path) -> anyhow::Result<LinearPolicy> {
    let name = || path.display().to_string();
    let bytes = files::read(path, LinearPolicy::BYTES as u64).with_context(name)?;
    LinearPolicy::from_bytes(&bytes).with_context(name)
}
