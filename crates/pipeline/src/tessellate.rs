//! Shapes as triangles.

use std::f64::consts::PI;

use glam::{DVec3, dvec3};

/// Positions and faces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// Positions (m).
    pub positions: Vec<DVec3>,
    /// Corners of the faces, counter-clockwise from outside.
    pub faces: Vec<[u32; 3]>,
}

/// A rectangle in the xy plane around the origin, with alternating diagonals so that no direction is
/// preferred; it looks up.
#[must_use]
pub fn grid([width, height]: [f64; 2], [columns, rows]: [u32; 2]) -> TriangleMesh {
    let at = |i: u32, count: u32, size: f64| size * (f64::from(i) / f64::from(count - 1) - 0.5);
    let positions = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .map(|(column, row)| dvec3(at(column, columns, width), at(row, rows, height), 0.0))
        .collect();
    let cell = |column: u32, row: u32| {
        let a = row * columns + column;
        let (b, c, d) = (a + 1, a + columns, a + columns + 1);
        if (column + row).is_multiple_of(2) {
            [[a, b, d], [a, d, c]]
        } else {
            [[a, b, c], [b, d, c]]
        }
    };
    let faces = (0..rows - 1)
        .flat_map(|row| (0..columns - 1).flat_map(move |column| cell(column, row)))
        .collect();
    TriangleMesh { positions, faces }
}

/// A sphere around the origin: `rings` circles between the poles, twice as many segments.
#[must_use]
pub fn sphere(radius: f64, rings: u32) -> TriangleMesh {
    rounded(radius, 0.0, rings)
}

/// A capsule around the z axis; `length` is that of its straight part.
#[must_use]
pub fn capsule(radius: f64, length: f64, rings: u32) -> TriangleMesh {
    rounded(radius, length, 2 * rings)
}

/// A sphere that is cut at its equator and pulled apart along z.
fn rounded(radius: f64, length: f64, rings: u32) -> TriangleMesh {
    let segments = 2 * rings;
    let ring = move |i: u32| {
        let polar = PI * f64::from(i) / f64::from(rings + 1);
        let (sin, cos) = (libm::sin(polar), libm::cos(polar));
        let shift = if 2 * i <= rings { 0.5 * length } else { -0.5 * length };
        (0..segments).map(move |s| {
            let around = 2.0 * PI * f64::from(s) / f64::from(segments);
            let side = dvec3(libm::cos(around), libm::sin(around), 0.0);
            radius * (sin * side + cos * DVec3::Z) + shift * DVec3::Z
        })
    };
    let top = (radius + 0.5 * length) * DVec3::Z;
    let positions = (1..=rings).flat_map(ring).chain([top, -top]).collect();

    let (north, south) = (rings * segments, rings * segments + 1);
    let next = |s: u32| (s + 1) % segments;
    let band = |i: u32| {
        (0..segments).flat_map(move |s| {
            let (upper, lower) = (i * segments, (i + 1) * segments);
            let (a, b) = (upper + s, upper + next(s));
            let (c, d) = (lower + s, lower + next(s));
            [[a, c, d], [a, d, b]]
        })
    };
    let last = (rings - 1) * segments;
    let faces = (0..segments)
        .map(|s| [north, s, next(s)])
        .chain((0..rings - 1).flat_map(band))
        .chain((0..segments).map(|s| [south, last + next(s), last + s]))
        .collect();
    TriangleMesh { positions, faces }
}

/// A box around the origin.
#[must_use]
pub fn cuboid(size: [f64; 3]) -> TriangleMesh {
    let half = 0.5 * DVec3::from(size);
    let sign = |bit: u32| if bit == 0 { -1.0 } else { 1.0 };
    let positions =
        (0..8_u32).map(|i| half * dvec3(sign(i & 1), sign(i >> 1 & 1), sign(i >> 2 & 1))).collect();
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let faces = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleMesh { positions, faces }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ripstop_geometry::Topology;

    fn volume(mesh: &TriangleMesh) -> f64 {
        let corner = |i: u32| mesh.positions[i as usize];
        let part = |&[a, b, c]: &[u32; 3]| corner(a).dot(corner(b).cross(corner(c))) / 6.0;
        mesh.faces.iter().map(part).sum()
    }

    #[test]
    fn solids_are_closed_and_look_outwards() {
        let solids = [
            (sphere(0.3, 40), 4.0 / 3.0 * PI * 0.3_f64.powi(3)),
            (capsule(0.2, 0.5, 20), PI * 0.04 * (4.0 / 3.0 * 0.2 + 0.5)),
            (cuboid([1.0, 2.0, 3.0]), 6.0),
        ];
        for (mesh, exact) in solids {
            let topology = Topology::from_faces(mesh.positions.len(), &mesh.faces).unwrap();
            assert_eq!(topology.boundary_edges().count(), 0);
            assert_eq!(topology.isolated_vertices().count(), 0);
            let found = volume(&mesh);
            assert!(found <= exact * (1.0 + 1e-12) && found > 0.98 * exact, "{found} {exact}");
        }
    }

    #[test]
    fn a_grid_looks_up_and_has_its_size() {
        let mesh = grid([2.0, 1.0], [5, 4]);
        let corner = |i: u32| mesh.positions[i as usize];
        let areas = mesh
            .faces
            .iter()
            .map(|&[a, b, c]| 0.5 * (corner(b) - corner(a)).cross(corner(c) - corner(a)).z);
        assert!(areas.clone().all(|area| area > 0.0));
        assert!((areas.sum::<f64>() - 2.0).abs() < 1e-12);
    }
}
