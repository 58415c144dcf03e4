//! Writes rule files back to where they were read.

use std::io::Write;
use std::path::Path;

use super::Failure;

/// The path that means standard input.
pub(super) const INPUT: &str = "-";

/// Replaces the text of a file, either all of it or nothing, and keeps its permissions. `help` says what to do where the
/// file is read-only.
pub(super) fn replace(name: &str, text: &str, help: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::wrong_use(format!("`{name}` cannot be written: {error}"));
    // a link stays a link: the file that it points to is replaced
    let path = Path::new(name).canonicalize().map_err(failed)?;
    let permissions = std::fs::metadata(&path).map_err(failed)?.permissions();
    if permissions.readonly() {
        return Err(Failure::wrong_use(format!("`{name}` cannot be written: it is read-only")).help(help));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".mancala-").tempfile_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.as_file().set_permissions(permissions).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}
