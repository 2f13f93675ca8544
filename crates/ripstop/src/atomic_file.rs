//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Writes a file under a temporary name, waits for the disk, and gives it its name. If anything fails, the
/// file of that name, or its absence, is as before, and the temporary one is gone.
pub(crate) fn write(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
) -> Result<()> {
    let temporary = temporary_name(path);
    let attempt = || {
        let mut writer = BufWriter::new(File::create(&temporary)?);
        content(&mut writer)?;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        // Windows does not rename a file that is open.
        drop(writer);
        fs::rename(&temporary, path)?;
        Ok(())
    };
    attempt()
        .inspect_err(|_: &anyhow::Error| discard(&temporary))
        .with_context(|| cannot_write(path))
}

/// The name under which a file is made.
pub(crate) fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".tmp");
    path.with_file_name(name)
}

/// Removes what is left of a failed attempt. If that fails too, the first error is the one to report.
pub(crate) fn discard(temporary: &Path) {
    let _ = fs::remove_file(temporary);
}

/// What to say when a file cannot be written.
pub(crate) fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let name = format!("ripstop-atomic-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let text = |text: &'static str| {
            move |writer: &mut BufWriter<File>| Ok(writer.write_all(text.as_bytes())?)
        };
        write(&path, text("old")).unwrap();
        let failing = |writer: &mut BufWriter<File>| {
            writer.write_all(b"half of the n")?;
            writer.flush()?;
            anyhow::bail!("the disk is full")
        };
        let error = format!("{:#}", write(&path, failing).unwrap_err());
        assert!(error.contains("file`: the disk is full"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        write(&path, text("new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::remove_dir_all(&folder).unwrap();
    }
}
