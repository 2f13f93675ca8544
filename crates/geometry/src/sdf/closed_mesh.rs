//! Test that a mesh encloses a volume.
//!
//! The winding number of a surface is defined, and an integer, exactly if the surface has no
//! boundary as a chain: every edge is run through equally often in both directions. That is what is
//! checked, by sorting the half-edges. It admits several components, overlaps, and edges with four
//! or more faces; it refuses holes, faces turned against their neighbours, and meshes whose seams
//! are not welded.

use glam::DVec3;

use super::SamplingError;

/// The corners of all faces of a mesh that was found closed and finite.
pub(super) fn closed_corners(
    positions: &[DVec3],
    faces: &[[u32; 3]],
) -> Result<Vec<[DVec3; 3]>, SamplingError> {
    check_face_count(faces.len())?;
    let too_far = |x: &DVec3| !(x.is_finite() && x.abs().max_element() <= SamplingError::LIMIT);
    if let Some(vertex) = positions.iter().position(too_far) {
        return Err(SamplingError::Coordinate { vertex, position: positions[vertex] });
    }
    for (face, &corners) in faces.iter().enumerate() {
        check_indices(face, corners, positions.len())?;
    }
    check_edges(faces)?;
    Ok(faces.iter().map(|face| face.map(|v| positions[v as usize])).collect())
}

fn check_face_count(face_count: usize) -> Result<(), SamplingError> {
    match face_count {
        0 => Err(SamplingError::Empty),
        n if u32::try_from(n).is_err() => Err(SamplingError::TooManyFaces { face_count }),
        _ => Ok(()),
    }
}

fn check_indices(face: usize, corners: [u32; 3], vertex_count: usize) -> Result<(), SamplingError> {
    if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertex_count) {
        return Err(SamplingError::VertexOutOfRange { face, vertex, vertex_count });
    }
    let [a, b, c] = corners;
    if a == b || a == c {
        return Err(SamplingError::RepeatedCorner { face, vertex: a });
    }
    if b == c {
        return Err(SamplingError::RepeatedCorner { face, vertex: b });
    }
    Ok(())
}

/// One side of a face, stored with the lower vertex first so that equal edges sort together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge {
    low: u32,
    high: u32,
    face: u32,
    ascending: bool,
}

fn check_edges(faces: &[[u32; 3]]) -> Result<(), SamplingError> {
    let mut half_edges: Vec<HalfEdge> = faces
        .iter()
        .zip(0_u32..)
        .flat_map(|(&[a, b, c], face)| {
            [(a, b), (b, c), (c, a)].map(|(start, end)| HalfEdge {
                low: start.min(end),
                high: start.max(end),
                face,
                ascending: start < end,
            })
        })
        .collect();
    half_edges.sort_unstable();
    for edge in half_edges.chunk_by(|a, b| (a.low, a.high) == (b.low, b.high)) {
        let up = edge.iter().filter(|half| half.ascending).count();
        let down = edge.len() - up;
        if up != down {
            let HalfEdge { low, high, face, .. } = edge[0];
            return Err(if up > down {
                SamplingError::NotClosed {
                    face,
                    start: low,
                    end: high,
                    forward: up,
                    backward: down,
                }
            } else {
                SamplingError::NotClosed {
                    face,
                    start: high,
                    end: low,
                    forward: down,
                    backward: up,
                }
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    fn positions() -> Vec<DVec3> {
        vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]
    }

    #[test]
    fn a_tetrahedron_is_closed_either_way_round() {
        assert_eq!(closed_corners(&positions(), &TETRAHEDRON).unwrap().len(), 4);
        let turned = TETRAHEDRON.map(|[a, b, c]| [a, c, b]);
        assert!(closed_corners(&positions(), &turned).is_ok());
        let doubled = [TETRAHEDRON, TETRAHEDRON].concat();
        assert!(closed_corners(&positions(), &doubled).is_ok());
    }

    #[test]
    fn errors_name_the_item() {
        let check = |faces: &[[u32; 3]]| closed_corners(&positions(), faces).unwrap_err();
        assert_eq!(check(&[]), SamplingError::Empty);
        assert_eq!(
            check(&TETRAHEDRON[..3]),
            SamplingError::NotClosed { face: 0, start: 0, end: 2, forward: 1, backward: 0 }
        );
        let mut turned = TETRAHEDRON;
        turned[3].swap(0, 1);
        assert_eq!(
            check(&turned),
            SamplingError::NotClosed { face: 0, start: 0, end: 2, forward: 2, backward: 0 }
        );
        let mut bad = TETRAHEDRON;
        bad[2][1] = 4;
        assert_eq!(
            check(&bad),
            SamplingError::VertexOutOfRange { face: 2, vertex: 4, vertex_count: 4 }
        );
        for (corner, vertex) in [(1, 2), (2, 2), (0, 3)] {
            let mut bad = TETRAHEDRON;
            bad[3][corner] = vertex;
            assert_eq!(check(&bad), SamplingError::RepeatedCorner { face: 3, vertex });
        }
        let mut nan = positions();
        nan[3].y = f64::NAN;
        let error = closed_corners(&nan, &TETRAHEDRON).unwrap_err();
        assert!(matches!(error, SamplingError::Coordinate { vertex: 3, .. }), "{error}");
        nan[3].y = 1e101;
        assert!(closed_corners(&nan, &TETRAHEDRON).is_err());
        assert_eq!(
            check_face_count(usize::MAX),
            Err(SamplingError::TooManyFaces { face_count: usize::MAX })
        );
        assert_eq!(check_face_count(u32::MAX as usize), Ok(()));
    }
}
