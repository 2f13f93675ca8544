//! Texts that are no OBJ files, or hardly: an error that says where, and never a panic.

use std::io::{self, BufReader, Read};

use proptest::prelude::*;
use ripstop_io::{ObjError, read_obj};

fn message(text: impl AsRef<[u8]>) -> String {
    read_obj(text.as_ref())
        .map_or_else(|error| error.to_string(), |imported| format!("{imported:?}"))
}

const THREE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

/// Three vertices and more text.
fn with(rest: &str) -> String {
    format!("{THREE}{rest}")
}

#[test]
fn vertex_errors_say_where_what_and_what_instead() {
    for (text, expected) in [
        (
            String::new(),
            "expected at least one face, found the end of the file after 1 lines with 0 vertices",
        ),
        (
            THREE.into(),
            "expected at least one face, found the end of the file after 4 lines with 3 vertices",
        ),
        (
            with("f 1 1 1"),
            "expected at least one face, found the end of the file after 4 lines with 3 vertices",
        ),
        (
            "v 1 2\n".into(),
            "line 1: expected 3 coordinates of a vertex, found the end of the statement",
        ),
        ("v".into(), "line 1: expected 3 coordinates of a vertex, found the end of the statement"),
        (
            "\nv 1 2 3 4 5".into(),
            "line 2: expected a colour of 3 numbers after the coordinates of a vertex, found the end of the statement",
        ),
        ("v 1 2 3 4 5 6 7 8".into(), "line 1: expected at most 7 numbers for a vertex, found `8`"),
        ("# c\n\nv 1 x 3".into(), "line 3: expected a number, found `x`"),
        ("v 1 \\\n2 \\\n3,5".into(), "line 3: expected a number, found `3,5`"),
        ("v 1 NaN 3".into(), "line 1: expected a finite number, found `NaN`"),
        ("v 1 2 -inf".into(), "line 1: expected a finite number, found `-inf`"),
        ("v 1 2 1e309".into(), "line 1: expected a finite number, found `1e309`"),
        ("vt\n".into(), "line 1: expected a texture coordinate, found the end of the statement"),
        ("vt 1 2 3 4".into(), "line 1: expected at most 3 texture coordinates, found `4`"),
        ("vt nan".into(), "line 1: expected a finite number, found `nan`"),
    ] {
        assert_eq!(message(&text), expected, "{text}");
    }
}

#[test]
fn face_errors_say_where_what_and_what_instead() {
    for (text, expected) in [
        (with("f 1 2"), "line 4: expected a face with at least 3 corners, found 2"),
        (with("f"), "line 4: expected a face with at least 3 corners, found 0"),
        (
            with("f 0 1 2"),
            "line 4: expected a corner `i`, `i/j`, `i//k` or `i/j/k` of integers other than 0, found `0`",
        ),
        (
            with("f 1 2 3.0"),
            "line 4: expected a corner `i`, `i/j`, `i//k` or `i/j/k` of integers other than 0, found `3.0`",
        ),
        (
            with("f 1/2/3/4 1 2"),
            "line 4: expected a corner `i`, `i/j`, `i//k` or `i/j/k` of integers other than 0, found `1/2/3/4`",
        ),
        (
            with("\nf 1 2 3\nf 1 2 4\nf 1 2 9\nf 1 9 5"),
            "line 7: index 9 is out of range, the file has 3 vertices",
        ),
        (with("f 1 2 -4\nv 0 0 0"), "line 4: index -4 is out of range, the file has 3 vertices"),
        (
            with("f 1/1 2/1 3/1"),
            "line 4: index 1 is out of range, the file has 0 texture coordinates",
        ),
        (
            with("f 1/-1 2/1 3/1"),
            "line 4: index -1 is out of range, the file has 0 texture coordinates",
        ),
        (
            with("f 1 2 4294967296"),
            "line 4: index 4294967296 is out of range, the file has 3 vertices",
        ),
        (
            with("f 1 2 -9223372036854775808"),
            "line 4: index -9223372036854775808 is out of range, the file has 3 vertices",
        ),
        (with("f 1 2 3\n1 2 3"), "line 5: expected an OBJ statement, found `1`"),
        (
            "<html>".into(),
            "expected at least one face, found the end of the file after 1 lines with 0 vertices; skipped 1 line with a statement unknown here (`<html>` in line 1)",
        ),
        (with(&format!("f{}", " 1 2".repeat(4097))), "line 4: more than 8192 corners of a face"),
    ] {
        assert_eq!(message(&text), expected, "{text}");
    }
}

#[test]
fn noise_is_shown_escaped_and_shortened() {
    assert_eq!(
        message(b"\x89PNG\r\n\x1a\n"),
        "expected at least one face, found the end of the file after 3 lines with 0 vertices; skipped 2 lines with statements unknown here (`\u{fffd}PNG` in line 1, …)"
    );
    assert_eq!(message(b"v 1 2 \xff\x00"), "line 1: expected a number, found `\u{fffd}\\0`");
    assert_eq!(message(b"\ng \xc3\x28\n"), "line 2: expected a name in UTF-8, found `\u{fffd}(`");
    let long = "1".repeat(5000);
    let shown = "1".repeat(40);
    assert_eq!(
        message(format!("v {long}")),
        format!("line 1: expected words of at most 4096 bytes, found `{shown}…`")
    );
    let fits = "1".repeat(4000);
    assert_eq!(
        message(format!("v {fits}")),
        format!("line 1: expected a finite number, found `{shown}…`")
    );
}

#[test]
fn a_failing_reader_is_an_error_with_its_line() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let text = b"v 0 0 0\nv 1 0".as_slice().chain(Broken);
    let error = read_obj(BufReader::new(text)).unwrap_err();
    assert!(matches!(error, ObjError::Io { line: 2, .. }));
    assert_eq!(error.to_string(), "line 2: the disk is gone");
}

#[test]
fn every_prefix_of_a_file_is_a_mesh_or_an_error() {
    let text = b"\xef\xbb\xbfo a\r\nv 0 0 0\nv 1 0 0\nv 1 1e0 \\\n0\nv 0 1 0\nvt 0 1\ng b # \xff\nf 1/1/1 2/1 3/1 -1/-1\nf 1//1 2//2 3 # x";
    let whole = (0..=text.len()).filter(|&length| read_obj(&text[..length]).is_ok()).count();
    assert!((1..text.len()).contains(&whole), "{whole}");
}

/// Words that lead deep into the reader.
const WORDS: [&str; 38] = [
    "v 0 0 0\n",
    "v 1 0 0\n",
    "v 0 1 0\n",
    "v 1 1 1\n",
    "v 1e308 -1e308 5e-324\n",
    "vt 0 1\n",
    "\nf 1 2 3\n",
    "\nf 1 2 3 4 ",
    "\nf -1 -2 -3 -4 ",
    "\nf 1/1 2/1 3/1 ",
    "1/",
    "/1",
    "//",
    "1 ",
    "2 ",
    "-1 ",
    "0 ",
    "9 ",
    "\\\n",
    "\\",
    "\n",
    "\r",
    "#",
    "\ng ",
    "\no a b\n",
    "\ng\n",
    "vn ",
    "nan ",
    "1e9 ",
    "\u{fffd}",
    "f ",
    "99999999999 ",
    "\nseam 1\n",
    "\nstitch 3 0 1 .5\n",
    "\nstitch ",
    "\nl ",
    "\nl 1 2\n",
    "\nseem ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        drop(read_obj(bytes.as_slice()));
    }

    #[test]
    fn random_words(words in proptest::collection::vec(proptest::sample::select(&WORDS[..]), 0..60)) {
        if let Ok(imported) = read_obj(words.concat().as_bytes()) {
            prop_assert_eq!(imported.mesh.check(), Ok(()));
            prop_assert!(!imported.mesh.faces.is_empty());
            prop_assert!(imported.mesh.faces.iter().all(|[a, b, c]| a != b && b != c && c != a));
        }
    }

    /// The way in which the reader's buffer is cut does not matter.
    #[test]
    fn small_buffers(words in proptest::collection::vec(proptest::sample::select(&WORDS[..]), 0..40), size in 1_usize..5) {
        let text = words.concat();
        let pieces = read_obj(BufReader::with_capacity(size, text.as_bytes()));
        let pieces = pieces.map_or_else(|error| error.to_string(), |imported| format!("{imported:?}"));
        prop_assert_eq!(message(&text), pieces);
    }
}
