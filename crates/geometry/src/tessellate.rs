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

/// A rectangle in the xy plane around the origin, with alternating diagonals so that no direction
/// is preferred; it looks up.
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

/// A sphere around the origin: about `rings` circles between the poles, always one on the equator.
#[must_use]
pub fn sphere(radius: f64, rings: u32) -> TriangleMesh {
    rounded(radius, 0.0, rings)
}

/// A capsule around the z axis; `length` is that of its straight part.
#[must_use]
pub fn capsule(radius: f64, length: f64, rings: u32) -> TriangleMesh {
    rounded(radius, length, rings)
}

/// The vertices at the upper and the lower end of a sphere or a capsule.
#[must_use]
pub fn poles(rings: u32) -> [u32; 2] {
    let circles = rings.div_ceil(2).max(1);
    [0, 1 + 2 * circles * (circles + 1)]
}

/// A sphere that is cut at its equator and pulled apart along z.
///
/// Circle `i` from a pole has `4i` vertices, so that triangles are of about one size everywhere.
/// With as many vertices on every circle those next to a pole would crowd, and a cloth that lies
/// there would feel each of them.
fn rounded(radius: f64, length: f64, rings: u32) -> TriangleMesh {
    let circles = rings.div_ceil(2).max(1);
    let mut mesh = TriangleMesh::default();
    let north = cap(radius, circles);
    let equator = north.positions.len() as u32 - 4 * circles;
    let count = north.positions.len() as u32;
    let shift = 0.5 * length * DVec3::Z;
    mesh.positions.extend(north.positions.iter().map(|&x| x + shift));
    mesh.faces.extend_from_slice(&north.faces);
    // The southern cap is the mirror image; without a straight part it shares the equator.
    let mirrored =
        if length > 0.0 { &north.positions[..] } else { &north.positions[..equator as usize] };
    mesh.positions.extend(mirrored.iter().map(|&x| dvec3(x.x, x.y, -x.z) - shift));
    let south = |i: u32| if length == 0.0 && i >= equator { i } else { count + i };
    mesh.faces.extend(north.faces.iter().map(|&[a, b, c]| [south(a), south(c), south(b)]));
    if length > 0.0 {
        let around = 4 * circles;
        mesh.faces.extend((0..around).flat_map(|s| {
            let (a, b) = (equator + s, equator + (s + 1) % around);
            let (c, d) = (south(a), south(b));
            [[a, c, d], [a, d, b]]
        }));
    }
    mesh
}

/// The upper half of a sphere: the pole, then circle by circle down to the equator.
fn cap(radius: f64, circles: u32) -> TriangleMesh {
    let circle = move |i: u32| {
        let polar = 0.5 * PI * f64::from(i) / f64::from(circles);
        let (sin, cos) =
            if i == circles { (1.0, 0.0) } else { (libm::sin(polar), libm::cos(polar)) };
        (0..4 * i).map(move |s| {
            let around = 0.5 * PI * f64::from(s) / f64::from(i);
            radius * dvec3(sin * libm::cos(around), sin * libm::sin(around), cos)
        })
    };
    let positions = [radius * DVec3::Z].into_iter().chain((1..=circles).flat_map(circle)).collect();
    // First vertex of circle i: 1 + 4 (1 + … + (i − 1)).
    let first = |i: u32| if i == 0 { 0 } else { 1 + 2 * i * (i - 1) };
    let at = move |i: u32, s: u32| if i == 0 { 0 } else { first(i) + s % (4 * i) };
    let quarter = move |i: u32, q: u32| {
        let inner = move |s: u32| at(i, q * i + s);
        let outer = move |s: u32| at(i + 1, q * (i + 1) + s);
        let towards_pole = (0..=i).map(move |s| [inner(s), outer(s), outer(s + 1)]);
        towards_pole.chain((0..i).map(move |s| [inner(s), outer(s + 1), inner(s + 1)]))
    };
    let faces = (0..circles).flat_map(|i| (0..4).flat_map(move |q| quarter(i, q))).collect();
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
    use crate::Topology;

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
    fn poles_are_where_the_axis_ends() {
        for rings in [2, 3, 12, 25] {
            let [north, south] = poles(rings).map(|pole| pole as usize);
            for (mesh, end) in [(sphere(0.3, rings), 0.3), (capsule(0.2, 0.5, rings), 0.45)] {
                let (above, below) = (mesh.positions[north], mesh.positions[south]);
                assert!((above - end * DVec3::Z).length() < 1e-15);
                assert!((below + end * DVec3::Z).length() < 1e-15);
            }
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
