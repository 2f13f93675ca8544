//! PC2: the bytes, round trips, and what is refused.

mod files;

use std::io::Cursor;

use glam::{DVec3, Vec3};
use proptest::prelude::*;
use ripstop_io::{Pc2Error, Pc2Reader, Pc2Timing, Pc2Writer};

#[test]
fn the_header_byte_by_byte() {
    let timing = Pc2Timing::new(30.0, 0.5);
    let mut writer = Pc2Writer::create(Vec::new(), 1, 2, timing).unwrap();
    writer.append(&[DVec3::new(1.0, 0.1, -2.0)]).unwrap();
    writer.append(&[DVec3::ZERO]).unwrap();
    let bytes = writer.finish().unwrap();
    assert_eq!(&bytes[..12], b"POINTCACHE2\0");
    let words: Vec<u32> =
        bytes[12..].as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let float = f32::to_bits;
    let expected = [1, 1, float(30.0), float(0.5), 2, float(1.0), float(0.1), float(-2.0), 0, 0, 0];
    assert_eq!(words, expected);
    let reader = Pc2Reader::new(Cursor::new(bytes)).unwrap();
    assert_eq!((reader.vertex_count(), reader.frame_count(), reader.timing()), (1, 2, timing));
}

#[test]
fn what_does_not_fit_is_an_error() {
    let mut writer = Pc2Writer::create(Vec::new(), 1, 1, Pc2Timing::default()).unwrap();
    assert!(matches!(writer.append(&[]), Err(Pc2Error::VertexCount { expected: 1, found: 0 })));
    let far = DVec3::new(0.0, 1e39, 0.0);
    assert!(matches!(writer.append(&[far]), Err(Pc2Error::NotFinite { frame: 0, vertex: 0 })));
    writer.append(&[DVec3::ZERO]).unwrap();
    assert!(matches!(writer.append(&[DVec3::ZERO]), Err(Pc2Error::FrameOutOfRange { .. })));
    let writer = Pc2Writer::create(Vec::new(), 1, 1, Pc2Timing::default()).unwrap();
    assert!(matches!(writer.finish(), Err(Pc2Error::FrameCount { written: 0, promised: 1 })));
    let too_many = Pc2Writer::create(Vec::new(), 1 << 31, 1, Pc2Timing::default());
    assert!(matches!(too_many, Err(Pc2Error::TooMany)));
}

#[test]
fn errors_say_where() {
    let message = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = files::pc2();
        change(&mut bytes);
        Pc2Reader::new(Cursor::new(bytes)).unwrap_err().to_string()
    };
    assert_eq!(
        message(&|bytes| bytes.truncate(31)),
        "byte 0: expected the 32 bytes of the header of a PC2 file, found 31 bytes"
    );
    assert_eq!(
        message(&|bytes| bytes[0] = b'Q'),
        "byte 0: expected `POINTCACHE2\\0`, found `QOINTCACHE2\\0`"
    );
    assert_eq!(message(&|bytes| bytes[12] = 2), "byte 12: expected version 1, found 2");
    assert_eq!(
        message(&|bytes| bytes[19] = 255),
        "byte 16: expected a number of vertices, found -16777212"
    );
    assert_eq!(
        message(&|bytes| bytes[31] = 128),
        "byte 28: expected a number of samples, found -2147483646"
    );
    assert_eq!(
        message(&|bytes| bytes[24..28].fill(255)),
        "byte 20: expected a finite first frame and sample rate, found 0 and NaN"
    );
    assert_eq!(
        message(&|bytes| bytes[28..32].copy_from_slice(&i32::MAX.to_le_bytes())),
        "byte 32: the header promises 103079215056 bytes of data, but there are 96"
    );
    assert_eq!(
        message(&|bytes| bytes.push(0)),
        "byte 32: the header promises 96 bytes of data, but there are 97"
    );
    let mut bytes = files::pc2();
    bytes[32 + 48 + 12..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let mut reader = Pc2Reader::new(Cursor::new(bytes)).unwrap();
    reader.read_frame(0).unwrap();
    let error = reader.read_frame(1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "frame 1, vertex 1: a coordinate is not finite in single precision"
    );
    assert!(matches!(
        reader.read_frame(2),
        Err(Pc2Error::FrameOutOfRange { frame: 2, frame_count: 2 })
    ));
}

proptest! {
    #[test]
    fn single_precision_survives_bit_for_bit(
        numbers in proptest::collection::vec(any::<u32>().prop_map(f32::from_bits).prop_filter("finite", |x| x.is_finite()), 6..60),
    ) {
        let vertices: Vec<DVec3> = numbers.as_chunks::<3>().0.iter().map(|&x| Vec3::from(x).as_dvec3()).collect();
        let (a, b) = vertices.split_at(vertices.len() / 2);
        let b = &b[..a.len()];
        let mut writer = Pc2Writer::create(Vec::new(), a.len(), 2, Pc2Timing::default()).unwrap();
        writer.append(a).unwrap();
        writer.append(b).unwrap();
        let mut reader = Pc2Reader::new(Cursor::new(writer.finish().unwrap())).unwrap();
        let bits = |x: &[DVec3]| x.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>();
        prop_assert_eq!(bits(&reader.read_frame(1).unwrap()), bits(b));
        prop_assert_eq!(bits(&reader.read_frame(0).unwrap()), bits(a));
    }
}
