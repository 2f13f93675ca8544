//! The memory bound of the OBJ reader, measured: at most 1 MiB + 8 × the size of the text, whatever
//! the text is.
//!
//! The peak of a process's resident memory comes from the kernel, so this runs on Linux only. Every
//! text is read in a process of its own, which is this test started again, and is made while it is
//! read, so that it takes no memory itself.
#![cfg(target_os = "linux")]

use std::io::{self, BufReader, Read};
use std::process::Command;
use std::{env, fs};

use ripstop_io::read_obj;

const CASE: &str = "RIPSTOP_IO_MEMORY_CASE";

const MIB: usize = 1 << 20;

/// A beginning, then a piece repeated up to a size, cut at a whole piece.
struct Repeated {
    beginning: &'static [u8],
    piece: Vec<u8>,
    place: usize,
    size: usize,
}

impl Repeated {
    fn rest(&self) -> &[u8] {
        if let Some(rest) = self.beginning.get(self.place..).filter(|rest| !rest.is_empty()) {
            return rest;
        }
        let place = (self.place - self.beginning.len()) % self.piece.len();
        if place == 0 && self.place >= self.size { &[] } else { &self.piece[place..] }
    }
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            let rest = self.rest();
            let count = rest.len().min(buffer.len() - filled);
            buffer[filled..filled + count].copy_from_slice(&rest[..count]);
            self.place += count;
            filled += count;
            if count == 0 {
                break;
            }
        }
        Ok(filled)
    }
}

/// A line of `/proc/self/status`, in bytes.
fn status(key: &str) -> usize {
    let text = fs::read_to_string("/proc/self/status").expect("a process has a status");
    let line = text.lines().find_map(|line| line.strip_prefix(key)).expect(key);
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<usize>().expect(line) * 1024
}

#[test]
fn memory_is_bounded_by_the_size_of_the_text() {
    let cases = cases();
    if let Ok(case) = env::var(CASE) {
        let (name, piece) = cases[case.parse::<usize>().unwrap()].clone();
        return measure(name, piece);
    }
    for (number, (name, _)) in cases.iter().enumerate() {
        let this_test = ["--exact", "memory_is_bounded_by_the_size_of_the_text"];
        let mut process = Command::new(env::current_exe().unwrap());
        let output = process.args(this_test).env(CASE, number.to_string()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("1 passed"), "{name}: {said}");
    }
}

fn cases() -> Vec<(&'static str, Vec<u8>)> {
    let polygon =
        |corners: &str, count: usize| [b"f", corners.repeat(count).as_bytes(), b"\n"].concat();
    vec![
        ("vertices", b"v 0 0 0\n".to_vec()),
        ("texture coordinates", b"vt 0\n".to_vec()),
        ("triangles", b"f 1 2 3\n".to_vec()),
        ("triangles with texture", b"f 1/1 2/1 3/1\n".to_vec()),
        ("polygons of nine", b"f 1 2 3 4 5 6 7 8 9\n".to_vec()),
        ("long polygons", polygon(" 1 2 3 4", 2000)),
        ("long polygons with texture", polygon(" 1/1 2/1 3/1 4/1", 2000)),
        ("groups without names", b"g\nf 1 2 3\n".to_vec()),
        ("groups with names", b"g a\nf 1/1 2/1 3/1\n".to_vec()),
        ("groups of quads", b"g\nf 1 2 3 4\n".to_vec()),
        ("groups of quads with texture", b"g\nf 1/1 2/1 3/1 4/1\n".to_vec()),
        ("triangles after a quad", b"f 1 2 3\nf 1 2 3\nf 1 2 3 4\n".to_vec()),
        ("materials", b"usemtl a\nf 1 2 3 4\n".to_vec()),
        ("materials without names", b"usemtl\nf 1 2 3\n".to_vec()),
        ("materials and groups", b"usemtl a\ng a\nf 1/1 2/1 3/1 4/1\n".to_vec()),
        ("groups without faces", b"g abcdefgh\n".to_vec()),
        ("texture now and then", b"f 1/1 2/1 3/1\nf 1 2 3 4 5 6\n".to_vec()),
        (
            "names and comments",
            b"# aaaaaaaaaa\ng aaaaaa aaaa aaaa aaaaaaa aaaaaa\nf 1 2 3\n".to_vec(),
        ),
        ("stitches", b"stitch 3 0 1 0\n".to_vec()),
        ("seams without stitches", b"seam\n".to_vec()),
        ("seams of one stitch", b"seam\nstitch 3 0 1 0\n".to_vec()),
        ("lines", b"l 1 2\n".to_vec()),
        ("a line of many vertices", b"l 1 2 1 2 \\\n 1 2 1 2 1 2 1 2 1 2 \\\n".to_vec()),
        ("lines of groups", b"g a\nl 1 2\n".to_vec()),
        ("lines of a group with a long name", long_name()),
        ("unknown statements", b"n\n".to_vec()),
        ("one long line", b"p 1 2 3 4 5 6 7 8 \\\n".to_vec()),
    ]
}

fn long_name() -> Vec<u8> {
    [b"g ".as_slice(), &b"a".repeat(1000), b"\n", &b"l 1 2\n".repeat(1000)].concat()
}

fn measure(name: &str, piece: Vec<u8>) {
    let size = 4 * MIB;
    let beginning =
        b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 2 2\nv 3 1 0\nv 5 5 5\nv 1 7 7\nv 9 1 0\nvt 0\nf 1 2 3\n";
    let text = BufReader::new(Repeated { beginning, piece, place: 0, size });
    let before = status("VmRSS");
    let result = read_obj(text);
    let used = status("VmHWM").saturating_sub(before);
    assert!(used <= MIB + 8 * size, "{name}: {used} bytes for a text of {size}");
    assert!(result.is_ok() || name == "a line of many vertices", "{name}: {result:?}");
}
