//! Numbered mesh files, one for each frame of a motion.
//!
//! | name | files |
//! |---|---|
//! | `shell*.obj` | `shell0.obj`, `shell12.obj`: any number |
//! | `walk/####.ply` | `walk/0000.ply`: four digits, or more if the number has more |
//! | `pose_%04d.obj`, `pose_%d.obj` | as `####`, as `*` |
//! | a folder | the numbered mesh files in it, which have one name but for their number |

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use glam::DVec3;
use ripstop_io::MeshFormat;

use crate::{MeshFileCause, MeshFileError};

/// Most files of a motion: more than an hour at 25 frames a second.
const MOST_FILES: usize = 100_000;

/// Most positions of a motion, as many as 1 GiB holds: 3,500 poses of a body of 12,800 vertices.
/// They are there twice while a run begins, in the simulation and in the copy for its directory.
const MOST_POSITIONS: usize = (1 << 30) / size_of::<DVec3>();

/// The files of a motion, by ascending numbers; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameFiles {
    files: Vec<FrameFile>,
}

/// A numbered file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct FrameFile {
    /// Its number.
    pub number: u64,
    /// Its path, as the name of all of them begins.
    pub path: PathBuf,
}

impl FrameFiles {
    /// True if a path names files by a pattern or is a folder.
    #[must_use]
    pub fn are_named_by(path: &Path) -> bool {
        path.is_dir() || file_name(path).is_some_and(|name| Pattern::parse(name).is_ok())
    }

    /// Finds the files that a pattern names, or those of a folder.
    ///
    /// # Errors
    /// If there is none, if two have the same number, if a folder has files of more than one name,
    /// or if it cannot be read.
    pub fn find(path: &Path) -> Result<Self, MeshFileError> {
        let found = if path.is_dir() { in_folder(path) } else { by_pattern(path) };
        let mut files = found.map_err(|cause| cause.of(path))?;
        files.sort_unstable();
        if files.is_empty() {
            return Err(MeshFileCause::NoFrameFiles.of(path));
        }
        for pair in files.windows(2) {
            if pair[0].number == pair[1].number {
                let [one, other] = [&pair[0], &pair[1]].map(|file| shown(&file.path));
                return Err(MeshFileCause::SameFrame { one, other }.of(path));
            }
        }
        Ok(Self { files })
    }

    /// The files.
    #[must_use]
    pub fn files(&self) -> &[FrameFile] {
        &self.files
    }

    /// Checks that no number is missing, and that frames of so many vertices fit into memory.
    pub(crate) fn check(&self, vertices: usize) -> Result<(), MeshFileCause> {
        if let Some(gap) = self.gaps().first() {
            let after = self.files.iter().find(|file| file.number > *gap.end());
            let after = after.map_or_else(String::new, |file| shown(&file.path));
            return Err(MeshFileCause::MissingFrame { missing: *gap.start(), after });
        }
        check_positions(self.files.len(), vertices)
    }

    /// Numbers between the first and the last that no file has, as ranges.
    #[must_use]
    pub fn gaps(&self) -> Vec<RangeInclusive<u64>> {
        let pairs = self.files.windows(2).map(|pair| [pair[0].number, pair[1].number]);
        pairs.filter(|[a, b]| b - a > 1).map(|[a, b]| a + 1..=b - 1).collect()
    }
}

/// Checks that frames of so many vertices fit into memory.
pub(crate) fn check_positions(frames: usize, vertices: usize) -> Result<(), MeshFileCause> {
    let limit = MOST_POSITIONS;
    match frames.checked_mul(vertices) {
        Some(count) if count <= limit => Ok(()),
        _ => Err(MeshFileCause::TooManyPositions { frames, vertices, limit }),
    }
}

/// A name of files, cut at the place of the number.
#[derive(Debug, PartialEq, Eq)]
struct Pattern<'a> {
    before: &'a str,
    /// Least number of digits; blanks before a number are zeros up to here.
    digits: usize,
    after: &'a str,
}

impl<'a> Pattern<'a> {
    /// Finds the one place of a number.
    fn parse(name: &'a str) -> Result<Self, MeshFileCause> {
        let placeholder = |text: &str| -> Option<(usize, usize)> {
            if text.starts_with('*') {
                return Some((1, 1));
            }
            if text.starts_with('#') {
                let count = text.bytes().take_while(|&byte| byte == b'#').count();
                return Some((count, count));
            }
            let width = text.strip_prefix('%')?.split_once('d')?.0;
            let is_width = width.len() < 3 && width.bytes().all(|byte| byte.is_ascii_digit());
            is_width.then(|| (width.len() + 2, width.parse().unwrap_or(1).max(1)))
        };
        let mut found = None;
        let mut place = 0;
        while let Some(rest) = name.get(place..).filter(|rest| !rest.is_empty()) {
            let length = match placeholder(rest) {
                Some(_) if found.is_some() => return Err(MeshFileCause::NoPattern),
                Some((length, digits)) => {
                    let after = &rest[length..];
                    found = Some(Self { before: &name[..place], digits, after });
                    length
                }
                None => rest.chars().next().map_or(1, char::len_utf8),
            };
            place += length;
        }
        found.ok_or(MeshFileCause::NoPattern)
    }

    /// The number of a file, if its name is of this pattern.
    fn number(&self, name: &str) -> Option<u64> {
        let digits = name.strip_prefix(self.before)?.strip_suffix(self.after)?;
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // Where four digits are asked for, there is no fifth that is only a zero in front.
        let is_padded = digits.len() == self.digits || !digits.starts_with('0') || self.digits == 1;
        let is_long = digits.len() >= self.digits;
        if is_number && is_padded && is_long { digits.parse().ok() } else { None }
    }
}

fn by_pattern(path: &Path) -> Result<Vec<FrameFile>, MeshFileCause> {
    let pattern = Pattern::parse(file_name(path).ok_or(MeshFileCause::NoPattern)?)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    each_name(folder, |name| {
        if let Some(number) = pattern.number(name) {
            push(&mut files, FrameFile { number, path: folder.join(name) })?;
        }
        Ok(())
    })?;
    Ok(files)
}

fn in_folder(folder: &Path) -> Result<Vec<FrameFile>, MeshFileCause> {
    let mut files: Vec<FrameFile> = Vec::new();
    let mut kind: Option<(String, String)> = None;
    each_name(folder, |name| {
        let numbered = MeshFormat::of_name(name).and_then(|_| cut_at_number(name));
        let Some((before, digits, after)) = numbered else { return Ok(()) };
        let (first_before, first_after) =
            kind.get_or_insert_with(|| (before.to_owned(), after.to_owned()));
        if (first_before.as_str(), first_after.as_str()) != (before, after) {
            let mut names = [
                files.first().map_or_else(String::new, |file| shown(&file.path)),
                shown(&folder.join(name)),
            ];
            names.sort_unstable();
            let [one, other] = names;
            return Err(MeshFileCause::MixedFrames { one, other });
        }
        match digits.parse() {
            Ok(number) => push(&mut files, FrameFile { number, path: folder.join(name) }),
            Err(_) => Ok(()),
        }
    })?;
    Ok(files)
}

/// A name around the last number before its end.
fn cut_at_number(name: &str) -> Option<(&str, &str, &str)> {
    let stem = &name[..name.rfind('.')?];
    let end = stem.rfind(|c: char| c.is_ascii_digit())? + 1;
    let start = stem[..end]
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |before| before + stem[before..].chars().next().map_or(1, char::len_utf8));
    Some((&name[..start], &name[start..end], &name[end..]))
}

fn push(files: &mut Vec<FrameFile>, file: FrameFile) -> Result<(), MeshFileCause> {
    if files.len() == MOST_FILES {
        return Err(MeshFileCause::TooManyFrameFiles { limit: MOST_FILES });
    }
    files.push(file);
    Ok(())
}

/// Calls a function for every file of a folder with a name that is text.
fn each_name(
    folder: &Path,
    mut found: impl FnMut(&str) -> Result<(), MeshFileCause>,
) -> Result<(), MeshFileCause> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder)? {
        if let Some(name) = entry?.file_name().to_str() {
            found(name)?;
        }
    }
    Ok(())
}

fn file_name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

fn shown(path: &Path) -> String {
    file_name(path).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_one_place_for_a_number() {
        let pattern = |name| Pattern::parse(name).ok();
        for (name, before, digits, after) in [
            ("shell*.obj", "shell", 1, ".obj"),
            ("####.ply", "", 4, ".ply"),
            ("é_%04d.obj", "é_", 4, ".obj"),
            ("%d", "", 1, ""),
            ("100%_#x", "100%_", 1, "x"),
        ] {
            assert_eq!(pattern(name), Some(Pattern { before, digits, after }), "{name}");
        }
        for name in ["", "walk.obj", "a*b*.obj", "#_%d", "50%.obj", "%x4d", "%0004d"] {
            assert_eq!(pattern(name), None, "{name}");
        }
    }

    #[test]
    fn numbers_of_names() {
        let four = Pattern { before: "a", digits: 4, after: ".obj" };
        for (name, number) in [
            ("a0007.obj", Some(7)),
            ("a12345.obj", Some(12345)),
            ("a01234.obj", None),
            ("a123.obj", None),
            ("a-123.obj", None),
            ("a99999999999999999999999.obj", None),
            ("b0007.obj", None),
            ("a.obj", None),
        ] {
            assert_eq!(four.number(name), number, "{name}");
        }
        let any = Pattern { before: "a", digits: 1, after: ".obj" };
        assert_eq!(["a7.obj", "a007.obj"].map(|name| any.number(name)), [Some(7); 2]);
        assert_eq!(cut_at_number("shot2_é12b.obj"), Some(("shot2_é", "12", "b.obj")));
        assert_eq!(cut_at_number("7.ply"), Some(("", "7", ".ply")));
        assert_eq!(cut_at_number("é.ply"), None);
    }

    #[test]
    fn gaps_and_masses_of_files_are_refused() {
        let files = |numbers: &[u64]| {
            let file = |&number| FrameFile { number, path: format!("walk{number}.obj").into() };
            FrameFiles { files: numbers.iter().map(file).collect() }
        };
        let message = |numbers: &[u64], vertices| {
            files(numbers).check(vertices).map_err(|cause| cause.to_string())
        };
        assert_eq!(files(&[7, 8, 11, 12, 14]).gaps(), [9..=10, 13..=13]);
        let missing = "there is no file with the number 9, though there is `walk11.obj`";
        assert_eq!(message(&[7, 8, 11], 3), Err(missing.to_owned()));
        let half = MOST_POSITIONS / 2;
        assert_eq!(message(&[0, 1], half), Ok(()));
        for vertices in [half + 1, usize::MAX] {
            let error = message(&[0, 1], vertices).unwrap_err();
            let expected =
                format!("2 frames of {vertices} vertices are more than 44739242 positions");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
