//! Binary STL: 84 bytes, then 50 per triangle (a normal, three corners, an attribute), little
//! endian.

use glam::DVec3;

use crate::{Mesh, Place, ReadError};

const HEADER: usize = 84;
const TRIANGLE: usize = 50;

/// The number of triangles that the header gives, if there is a header.
pub(super) fn triangle_count(bytes: &[u8]) -> Option<u32> {
    bytes.get(80..HEADER)?.first_chunk().copied().map(u32::from_le_bytes)
}

/// Length of a file with so many triangles (bytes).
pub(super) fn length(triangle_count: u32) -> u64 {
    HEADER as u64 + u64::from(triangle_count) * TRIANGLE as u64
}

/// The triangles of a file with the right length.
pub(super) fn read(bytes: &[u8]) -> Result<Mesh, ReadError> {
    let triangles = bytes[HEADER..].as_chunks::<TRIANGLE>().0;
    let mut positions = Vec::with_capacity(3 * triangles.len());
    for (number, triangle) in triangles.iter().enumerate() {
        let corners = &triangle[12..48].as_chunks::<4>().0.as_chunks::<3>().0;
        for (corner, coordinates) in corners.iter().enumerate() {
            let position = DVec3::from(coordinates.map(|x| f64::from(f32::from_le_bytes(x))));
            if !position.is_finite() {
                let byte = HEADER + TRIANGLE * number + 12 * (corner + 1);
                let found = format!("`{position}`");
                let place = Place::Byte(byte as u64);
                return Err(ReadError::unexpected(place, "three finite numbers", found));
            }
            positions.push(position);
        }
    }
    let faces = (0..triangles.len() as u32).map(own_corners).collect();
    Ok(Mesh::new(positions, faces))
}

/// The three vertices of a triangle that shares none.
pub(super) fn own_corners(face: u32) -> [u32; 3] {
    [3 * face, 3 * face + 1, 3 * face + 2]
}
