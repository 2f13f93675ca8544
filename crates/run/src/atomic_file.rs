//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::{Cause, RunError};

/// Writes a file under a temporary name, waits for the disk, and gives it its name. If anything
/// fails, the file of that name, or its absence, is as before, and the temporary one is gone.
///
/// # Errors
/// [`RunError::Write`] if the disk or `content` fails.
pub fn write_atomically<E: Into<Cause>>(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), RunError> {
    let temporary = temporary_name(path);
    let attempt = || -> Result<(), Cause> {
        let mut writer = BufWriter::new(File::create(&temporary)?);
        content(&mut writer).map_err(Into::into)?;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        // Windows does not rename a file that is open.
        drop(writer);
        fs::rename(&temporary, path)?;
        Ok(())
    };
    attempt().inspect_err(|_| discard(&temporary)).map_err(RunError::writing(path))
}

/// Name under which a file is made.
pub(crate) fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".tmp");
    path.with_file_name(name)
}

/// Removes the file of a failed attempt. If that fails too, the first error is the one to report.
pub(crate) fn discard(temporary: &Path) {
    let _ = fs::remove_file(temporary);
}
