//! Reads the value of `--policy`, a table of weights.

use anyhow::Context;
use std::path::Path;
use std::sync::Arc;
use tochki::files;
use tochki::policy::LinearPolicy;

/// Reads a table of weights. The name `shipped` means the table in the program. Any other name is a file that `tochki
/// learn train` has written.
///
/// # Errors
/// If the file cannot be read or is no table.
pub fn read(name: &Path) -> anyhow::Result<Arc<LinearPolicy>> {
    if name.to_str() == Some("shipped") {
        return Ok(LinearPolicy::standard().clone());
    }
    let place = || name.display().to_string();
    let bytes = files::read(name, LinearPolicy::BYTES as u64).with_context(place)?;
    let policy = LinearPolicy::from_bytes(&bytes).with_context(place)?;
    Ok(Arc::new(policy))
}
