//! Bodies of capsules that close on themselves, as one mesh with frames, and tubes of cloth.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, dvec3};
use ripstop_geometry::tessellate::TriangleMesh;

/// A capsule between two points that move.
pub(crate) struct Limb {
    pub(crate) radius: f64,
    /// The ends of its axis at a time (s), of the same distance at all times.
    pub(crate) axis: Box<dyn Fn(f64) -> [DVec3; 2]>,
    /// Its turn around the axis at a time (s).
    pub(crate) turn: Box<dyn Fn(f64) -> f64>,
}

impl Limb {
    pub(crate) fn new(radius: f64, axis: impl Fn(f64) -> [DVec3; 2] + 'static) -> Self {
        Self { radius, axis: Box::new(axis), turn: Box::new(|_| 0.0) }
    }

    /// Its surface at a time: rings of `around` vertices between two poles.
    fn surface(&self, time: f64, around: u32) -> TriangleMesh {
        let [a, b] = (self.axis)(time);
        let (length, z) = (a.distance(b), (b - a).normalize());
        let edge = TAU * self.radius / f64::from(around);
        let along = cells(length, edge);
        let cap = (around / 4).max(1);
        // Polar angle and height of every ring.
        let lower = (1..=cap).map(|i| (0.25 * TAU * f64::from(i) / f64::from(cap), 0.0));
        let upper = (0..cap).map(|i| (0.25 * TAU * (1.0 + f64::from(i) / f64::from(cap)), 1.0));
        let middle = (1..along).map(|i| (0.25 * TAU, f64::from(i) / f64::from(along)));
        let rings: Vec<(f64, f64)> = lower.chain(middle).chain(upper).collect();
        let rotation =
            DQuat::from_rotation_arc(DVec3::Z, z) * DQuat::from_rotation_z((self.turn)(time));
        let at = |polar: f64, height: f64, s: u32| {
            let angle = TAU * f64::from(s) / f64::from(around);
            let round = dvec3(polar.sin() * angle.cos(), polar.sin() * angle.sin(), -polar.cos());
            a + rotation * (self.radius * round) + height * (b - a)
        };
        let mut positions = vec![at(0.0, 0.0, 0)];
        for &(polar, height) in &rings {
            positions.extend((0..around).map(|s| at(polar, height, s)));
        }
        positions.push(at(0.5 * TAU, 1.0, 0));
        let last = positions.len() as u32 - 1;
        let ring = |r: u32, s: u32| 1 + r * around + s % around;
        let mut faces: Vec<[u32; 3]> =
            (0..around).map(|s| [0, ring(0, s + 1), ring(0, s)]).collect();
        let count = rings.len() as u32;
        for r in 0..count - 1 {
            for s in 0..around {
                let [a, b, c, d] = [ring(r, s), ring(r, s + 1), ring(r + 1, s), ring(r + 1, s + 1)];
                faces.extend([[a, b, d], [a, d, c]]);
            }
        }
        faces.extend((0..around).map(|s| [last, ring(count - 1, s), ring(count - 1, s + 1)]));
        TriangleMesh { positions, faces }
    }
}

/// The limbs of a body as one mesh at a time, with `around` vertices around each.
pub(crate) fn surface(limbs: &[Limb], time: f64, around: u32) -> TriangleMesh {
    joined(limbs.iter().map(|limb| limb.surface(time, around)))
}

/// Winding number of a closed surface around a point, by solid angles.
pub(crate) fn winding_number(mesh: &TriangleMesh, x: DVec3) -> f64 {
    let solid_angle = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|corner| mesh.positions[corner as usize] - x);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let cosine = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        2.0 * a.dot(b.cross(c)).atan2(cosine)
    };
    mesh.faces.iter().map(solid_angle).sum::<f64>() / (2.0 * TAU)
}

/// Number of turns of a closed loop around the line through two points.
pub(crate) fn turns(ring: &[DVec3], [a, b]: [DVec3; 2]) -> f64 {
    let z = (b - a).normalize();
    let across = |x: DVec3| (x - a).reject_from_normalized(z);
    let next = ring.iter().cycle().skip(1);
    let angle = |(x, y): (&DVec3, &DVec3)| {
        let (p, q) = (across(*x), across(*y));
        z.dot(p.cross(q)).atan2(p.dot(q))
    };
    ring.iter().zip(next).map(angle).sum::<f64>() / TAU
}

/// Number of cells of about a size (m) on a length (m).
#[expect(clippy::cast_sign_loss, reason = "lengths are positive")]
pub(crate) fn cells(length: f64, size: f64) -> u32 {
    (length / size).ceil() as u32
}

/// Several meshes as one.
pub(crate) fn joined(parts: impl Iterator<Item = TriangleMesh>) -> TriangleMesh {
    parts.fold(TriangleMesh::default(), |mut whole, part| {
        let first = whole.positions.len() as u32;
        whole.positions.extend(part.positions);
        whole.faces.extend(part.faces.iter().map(|face| face.map(|corner| first + corner)));
        whole
    })
}

/// An open tube around the axis from `a` to `b`, ring by ring.
pub(crate) fn tube(axis: [DVec3; 2], radius: f64, around: u32, rings: u32) -> TriangleMesh {
    let [a, b] = axis;
    let rotation = DQuat::from_rotation_arc(DVec3::Z, (b - a).normalize());
    let at = |r: u32, s: u32| {
        // Rings are turned against each other, so that no edges are parallel to those of a limb.
        let angle = TAU * (f64::from(s) + 0.5 * f64::from(r) + 0.13) / f64::from(around);
        let round = rotation * (radius * dvec3(angle.cos(), angle.sin(), 0.0));
        a.lerp(b, f64::from(r) / f64::from(rings - 1)) + round
    };
    let ring = |r: u32, s: u32| r * around + s % around;
    let positions = (0..rings).flat_map(|r| (0..around).map(move |s| at(r, s))).collect();
    let cell = |r: u32, s: u32| {
        let [a, b, c, d] = [ring(r, s), ring(r, s + 1), ring(r + 1, s), ring(r + 1, s + 1)];
        [[a, b, c], [b, d, c]]
    };
    let faces = (0..rings - 1).flat_map(|r| (0..around).flat_map(move |s| cell(r, s))).collect();
    TriangleMesh { positions, faces }
}
