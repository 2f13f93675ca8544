//! Collision queries from arbitrary bytes, and what holds for every mesh that a reader returns.

mod pattern;
mod specification;

use glam::DVec3;
use ripstop_fixtures::ccd_queries::Kind;
use ripstop_geometry::MovingPoint;
use ripstop_io::{Imported, Mesh};
use ripstop_narrow::{Ccd, Verdict};

pub use pattern::{check_pattern, pattern_text};
pub use specification::check_specification;

/// A query from bytes: the first chooses the kind and how the others are read. `None` if there are
/// too few.
///
/// Read as small integers, the bytes meet degenerate positions all the time; read as floats, they
/// reach every exponent.
#[must_use]
pub fn query(bytes: &[u8]) -> Option<(Kind, [MovingPoint; 4])> {
    let (&mode, rest) = bytes.split_first()?;
    let kind = if mode & 1 == 0 { Kind::VertexFace } else { Kind::EdgeEdge };
    let numbers: Vec<f64> = if mode & 2 == 0 {
        rest.iter().map(|byte| f64::from(byte.cast_signed() >> ((mode >> 2) & 7))).collect()
    } else {
        let words = rest.as_chunks::<8>().0.iter().copied().map(f64::from_le_bytes);
        words.map(|x| if x.is_finite() { x } else { 1.0 }).collect()
    };
    let point = |i: usize| Some(DVec3::from_array(*numbers.get(3 * i..)?.first_chunk::<3>()?));
    let moving = |i: usize| Some(MovingPoint { start: point(i)?, end: point(i + 4)? });
    Some((kind, [moving(0)?, moving(1)?, moving(2)?, moving(3)?]))
}

/// Asks a method.
pub fn ask(method: &dyn Ccd, kind: Kind, [p, a, b, c]: [MovingPoint; 4]) -> Verdict {
    match kind {
        Kind::VertexFace => method.vertex_face(p, [a, b, c], 1.0),
        Kind::EdgeEdge => method.edge_edge([p, a], [b, c], 1.0),
    }
}

/// True if a float's exponent is moderate, so that the independent exact check is quick.
#[must_use]
pub fn is_moderate(points: &[MovingPoint; 4]) -> bool {
    let coordinates =
        points.iter().flat_map(|p| p.start.to_array().into_iter().chain(p.end.to_array()));
    coordinates.into_iter().all(|x| x == 0.0 || (1e-30..1e30).contains(&x.abs()))
}

/// Checks the promises of every reader for the mesh that it returns.
///
/// # Panics
/// If the mesh is not what was promised.
#[must_use]
pub fn checked(imported: Imported) -> Mesh {
    let mesh = imported.mesh;
    assert_eq!(mesh.check(), Ok(()));
    assert!(!mesh.faces.is_empty());
    assert!(mesh.faces.iter().all(|[a, b, c]| a != b && b != c && c != a));
    mesh
}

/// The bits of all positions: equality does not tell 0 from −0.
#[must_use]
pub fn bits(positions: &[DVec3]) -> Vec<[u64; 3]> {
    positions.iter().map(|x| x.to_array().map(f64::to_bits)).collect()
}
