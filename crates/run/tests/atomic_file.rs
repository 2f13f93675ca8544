//! Files that are there as a whole or not at all.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use ripstop_run::write_atomically;

#[test]
fn a_failure_leaves_the_old_file_and_nothing_else() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("atomic-file");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("file");
    let text =
        |text: &'static str| move |writer: &mut BufWriter<File>| writer.write_all(text.as_bytes());
    write_atomically(&path, text("old")).unwrap();
    let failing = |writer: &mut BufWriter<File>| {
        writer.write_all(b"half of the n")?;
        writer.flush()?;
        Err(io::Error::other("the disk is full"))
    };
    let error = write_atomically(&path, failing).unwrap_err();
    assert!(error.to_string().ends_with("file`"), "{error}");
    assert_eq!(error.source().unwrap().to_string(), "the disk is full");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    write_atomically(&path, text("new")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    fs::remove_dir_all(&folder).unwrap();
}
