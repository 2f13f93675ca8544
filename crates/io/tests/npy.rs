//! `.npy` files: bytes as NumPy writes them, hostile headers, and files that are valid at every
//! moment.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_io::{NpyError, NpyReader, NpyWriter};

fn frame(number: u64, vertex_count: usize) -> Vec<DVec3> {
    let time = f64::from(number as u32);
    (0..vertex_count as u32).map(|vertex| dvec3(time, vertex.into(), 1.0 / (1.0 + time))).collect()
}

fn frames(bytes: &[u8]) -> Result<Vec<Vec<DVec3>>, NpyError> {
    let mut reader = NpyReader::new(Cursor::new(bytes))?;
    (0..reader.frame_count()).map(|frame| reader.read_frame(frame)).collect()
}

/// Version 1.0 with the dictionary as it is given.
fn file(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let length = (dictionary.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", length.as_slice(), dictionary.as_bytes(), data].concat()
}

#[test]
fn the_bytes_of_a_file() {
    let mut writer = NpyWriter::create(Cursor::new(Vec::new()), 1).unwrap();
    writer.append(&[dvec3(1.0, -0.0, 0.1)]).unwrap();
    assert_eq!((writer.frame_count(), writer.vertex_count(), writer.byte_length()), (1, 1, 152));
    let bytes = writer.into_inner().into_inner();
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (         1, 1, 3), }";
    let mut expected = file(&format!("{header:117}\n"), &[]);
    assert_eq!(expected.len(), 128);
    expected.extend([1.0_f64, -0.0, 0.1].iter().flat_map(|x| x.to_le_bytes()));
    assert_eq!(bytes, expected);
}

#[test]
fn files_as_numpy_writes_them() {
    // np.save of np.arange(6.).reshape(1, 2, 3), of the same as float32, and of its only frame.
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }";
    let f8: Vec<u8> = (0..6).flat_map(|i| f64::from(i).to_le_bytes()).collect();
    let f4: Vec<u8> = (0_u8..6).flat_map(|i| f32::from(i).to_le_bytes()).collect();
    let expected = [[dvec3(0.0, 1.0, 2.0), dvec3(3.0, 4.0, 5.0)]];
    assert_eq!(frames(&file(&format!("{header:117}\n"), &f8)).unwrap(), expected);
    assert_eq!(frames(&file(&header.replace("<f8", "<f4"), &f4)).unwrap(), expected);
    assert_eq!(frames(&file(&header.replace("(1, 2", "(2"), &f8)).unwrap(), expected);
    // Versions 2 and 3 have a longer length.
    for version in [2, 3] {
        let length = (header.len() as u32).to_le_bytes();
        let bytes =
            [b"\x93NUMPY", [version, 0].as_slice(), &length, header.as_bytes(), &f8].concat();
        assert_eq!(frames(&bytes).unwrap(), expected);
    }
    assert_eq!(frames(&file(&header.replace("(1,", "(0,"), &[])).unwrap(), [[DVec3::ZERO; 0]; 0]);
}

/// The dictionary of an array of the given shape.
fn header(shape: &str) -> String {
    format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}")
}

#[test]
fn hostile_headers() {
    let v1 = |length: [u8; 2]| [b"\x93NUMPY\x01\x00".as_slice(), &length].concat();
    for (bytes, expected) in [
        (vec![], "byte 0: expected the magic bytes of a .npy file, \\x93NUMPY, found ``"),
        (
            b"PK\x03\x04....".to_vec(),
            "byte 0: expected the magic bytes of a .npy file, \\x93NUMPY, found `PK\\x03\\x04..`",
        ),
        (
            b"\x93NUMPY".to_vec(),
            "byte 6: expected the version of the format, found the end of the file",
        ),
        (
            b"\x93NUMPY\x04\x00".to_vec(),
            "byte 6: expected version 1.0, 2.0 or 3.0 of the .npy format, found 4.0",
        ),
        (
            v1([1, 0])[..9].to_vec(),
            "byte 9: expected the length of the header, found the end of the file",
        ),
        (v1([9, 0]), "byte 10: expected the rest of the header, found the end of the file"),
        (
            b"\x93NUMPY\x02\x00\xff\xff\xff\xff{".to_vec(),
            "byte 8: expected a header of at most 65536 bytes, found 4294967295",
        ),
        (file("[]", &[]), "byte 10: expected `{`, found `[]`"),
    ] {
        assert_eq!(frames(&bytes).unwrap_err().to_string(), expected);
    }
}

#[test]
fn hostile_types_and_shapes() {
    for (bytes, expected) in [
        (
            file(&header("(1, 2, 3)").replace("<f8", ">f8"), &[0; 48]),
            "expected elements of type '<f8' or '<f4', found '>f8'",
        ),
        (
            file(&header("(1, 2, 3)").replace("<f8", "|O"), &[0; 48]),
            "expected elements of type '<f8' or '<f4', found '|O'",
        ),
        (
            file(&header("(1, 2, 3)").replace("False", "True"), &[0; 48]),
            "expected an array in C order, found one in Fortran order",
        ),
        (
            file(&header("(1, 2, 4)"), &[0; 64]),
            "expected the shape (frames, vertices, 3) or (vertices, 3), found [1, 2, 4]",
        ),
        (
            file(&header("()"), &[0; 8]),
            "expected the shape (frames, vertices, 3) or (vertices, 3), found []",
        ),
        (
            file(&header("(1, 2, 3)"), &[0; 47]),
            "the header promises 48 bytes of data, but there are 47",
        ),
        (
            file(&header("(1000000000000, 2, 3)"), &[0; 48]),
            "the header promises 48000000000000 bytes of data, but there are 48",
        ),
        (
            file(&header("(18446744073709551615, 18446744073709551615, 3)"), &[]),
            "the header promises 340282366920938463463374607431768211455 bytes of data, but there are 0",
        ),
        (file(&header("(1, 1, 3)"), &[0xff; 24]), "frame 0, vertex 0: a coordinate is not finite"),
    ] {
        assert_eq!(frames(&bytes).unwrap_err().to_string(), expected);
    }
    // No frames of many vertices, many frames of no vertices: nothing to allocate.
    assert_eq!(
        NpyReader::new(Cursor::new(file(&header("(0, 18446744073709551615, 3)"), &[])))
            .unwrap()
            .frame_count(),
        0
    );
    let mut empty =
        NpyReader::new(Cursor::new(file(&header("(18446744073709551615, 0, 3)"), &[]))).unwrap();
    assert_eq!(empty.read_frame(1 << 60).unwrap(), []);
}

#[test]
fn what_cannot_be_appended() {
    let mut writer = NpyWriter::create(Cursor::new(Vec::new()), 2).unwrap();
    writer.append(&frame(0, 2)).unwrap();
    let before = writer.get_ref().get_ref().clone();
    assert_eq!(
        writer.append(&frame(1, 3)).unwrap_err().to_string(),
        "a frame has 3 vertices, but the file has 2"
    );
    let error = writer.append(&[DVec3::ZERO, DVec3::NAN]).unwrap_err();
    assert_eq!(error.to_string(), "frame 1, vertex 1: a coordinate is not finite");
    assert_eq!(writer.get_ref().get_ref(), &before);
    let mut reader = NpyReader::new(writer.into_inner()).unwrap();
    assert_eq!(
        reader.read_frame(1).unwrap_err().to_string(),
        "frame 1 is out of range, the file has 1 frames"
    );
}

/// A file that keeps every write, and may run full.
#[derive(Default)]
struct Recorder {
    file: Cursor<Vec<u8>>,
    writes: Vec<(usize, Vec<u8>)>,
    capacity: Option<usize>,
}

impl Write for Recorder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let place = self.file.position() as usize;
        let room = self
            .capacity
            .map_or(bytes.len(), |capacity| capacity.saturating_sub(place).min(bytes.len()));
        if room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.writes.push((place, bytes[..room].to_vec()));
        self.file.write(&bytes[..room])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Recorder {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file.seek(place)
    }
}

impl Read for Recorder {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read(bytes)
    }
}

/// Replays a write into a file.
fn replay(file: &mut Vec<u8>, place: usize, bytes: &[u8]) {
    file.resize(file.len().max(place + bytes.len()), 0);
    file[place..place + bytes.len()].copy_from_slice(bytes);
}

#[test]
fn the_file_is_valid_after_every_write() {
    const FRAMES: u64 = 120;
    let mut writer = NpyWriter::create(Recorder::default(), 3).unwrap();
    // How many frames had been appended when a write was made.
    let mut appended = vec![0; writer.get_ref().writes.len()];
    for number in 0..FRAMES {
        writer.append(&frame(number, 3)).unwrap();
        appended.resize(writer.get_ref().writes.len(), number);
    }
    let check = |file: &[u8], at_least: u64| {
        let found = frames(file).unwrap();
        assert!(found.len() as u64 >= at_least, "{} of {at_least} frames", found.len());
        for (number, positions) in (0..).zip(found) {
            assert_eq!(positions, frame(number, 3));
        }
    };
    let mut file = Vec::new();
    for ((place, bytes), appended) in writer.into_inner().writes.iter().zip(appended) {
        // The data of a frame may arrive in pieces; the header, or what changes in it, comes in
        // one.
        if *place >= 128 {
            for length in 0..bytes.len() {
                let mut torn = file.clone();
                replay(&mut torn, *place, &bytes[..length]);
                check(&torn, appended);
            }
        }
        replay(&mut file, *place, bytes);
        check(&file, appended);
    }
    assert_eq!(frames(&file).unwrap().len() as u64, FRAMES);
}

#[test]
fn a_full_disk_leaves_the_frames_before_it() {
    let recorder = Recorder { capacity: Some(128 + 5 * 72 + 40), ..Recorder::default() };
    let mut writer = NpyWriter::create(recorder, 3).unwrap();
    for number in 0..5 {
        writer.append(&frame(number, 3)).unwrap();
    }
    assert!(matches!(writer.append(&frame(5, 3)), Err(NpyError::Io(_))));
    assert_eq!(writer.frame_count(), 5);
    let mut recorder = writer.into_inner();
    assert_eq!(frames(recorder.file.get_ref()).unwrap().len(), 5);

    // When there is room again, it goes on as if nothing had happened.
    recorder.capacity = None;
    let mut resumed = NpyWriter::resume(recorder, 5).unwrap();
    resumed.append(&frame(5, 3)).unwrap();
    let length = resumed.byte_length();
    let file = resumed.into_inner().file.into_inner();
    assert_eq!(file.len() as u64, length);
    assert_eq!(frames(&file).unwrap()[5], frame(5, 3));
}

proptest! {
    /// From any state that a kill may leave, after any frame of those that are there, the end has
    /// the same bits.
    #[test]
    fn resuming_ends_with_the_same_bits(total in 1_u64..15, vertex_count in 1_usize..4, killed in any::<prop::sample::Index>(), kept in any::<prop::sample::Index>()) {
        let mut writer = NpyWriter::create(Recorder::default(), vertex_count).unwrap();
        for number in 0..total {
            writer.append(&frame(number, vertex_count)).unwrap();
        }
        let Recorder { file: whole, writes, .. } = writer.into_inner();
        let mut file = Vec::new();
        for (place, bytes) in &writes[..=killed.index(writes.len())] {
            replay(&mut file, *place, bytes);
        }
        let available = (file.len() - 128) / (24 * vertex_count);
        let kept = kept.index(available + 1) as u64;
        let mut resumed = NpyWriter::resume(Cursor::new(file), kept).unwrap();
        let rest = frames(resumed.get_ref().get_ref()).unwrap();
        prop_assert_eq!(rest.len() as u64, kept);
        for number in kept..total {
            resumed.append(&frame(number, vertex_count)).unwrap();
        }
        prop_assert_eq!(resumed.into_inner().into_inner(), whole.into_inner());
    }

    #[test]
    fn positions_survive_bit_for_bit(bits in proptest::collection::vec(any::<[u64; 3]>(), 2..40)) {
        let positions: Vec<DVec3> = bits.iter().map(|bits| DVec3::from(bits.map(f64::from_bits))).filter(|x| x.is_finite()).collect();
        let mut writer = NpyWriter::create(Cursor::new(Vec::new()), positions.len()).unwrap();
        writer.append(&positions).unwrap();
        let read = frames(writer.into_inner().get_ref()).unwrap().remove(0);
        let bits = |positions: &[DVec3]| positions.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>();
        prop_assert_eq!(bits(&read), bits(&positions));
    }

    #[test]
    fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "[{}()':, 0-9A-Za-z<]{0,80}") {
        drop(frames(&bytes));
        let with_magic = [b"\x93NUMPY\x01\x00".as_slice(), &bytes].concat();
        drop(frames(&with_magic));
        drop(frames(&file(&text, &bytes)));
        drop(NpyWriter::resume(Cursor::new(with_magic), 1));
    }
}

#[test]
fn resuming_needs_a_file_of_this_writer() {
    let mut writer = NpyWriter::create(Cursor::new(Vec::new()), 1).unwrap();
    writer.append(&frame(0, 1)).unwrap();
    let bytes = writer.into_inner().into_inner();
    let error =
        |bytes: Vec<u8>, kept| NpyWriter::resume(Cursor::new(bytes), kept).unwrap_err().to_string();
    assert_eq!(error(bytes.clone(), 2), "frame 2 is out of range, the file has 1 frames");
    assert_eq!(error(bytes[..140].to_vec(), 1), "frame 1 is out of range, the file has 0 frames");
    assert!(
        error(bytes[..100].to_vec(), 0).starts_with("byte 100: expected the rest of the header")
    );
    let other = file("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 3)}", &[0; 24]);
    assert!(error(other, 0).starts_with("the file was not written by this writer"));
    let mut other = bytes;
    other[11..18].copy_from_slice(b"\"descr\"");
    assert!(error(other, 0).starts_with("the file was not written by this writer"));
}
