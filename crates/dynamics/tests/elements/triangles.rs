//! Single triangles in chosen states.

use glam::{DMat3, DQuat, DVec2, DVec3};
use ripstop_dynamics::{Elasticity, MembraneElements, RestShape};
use ripstop_fixtures::Random;
use ripstop_geometry::{Topology, VertexId};

/// A rest triangle that is nothing special (m).
pub(crate) const REST: [DVec2; 3] =
    [DVec2::new(0.1, -0.2), DVec2::new(1.3, 0.15), DVec2::new(0.4, 0.9)];

/// Same in all directions.
pub(crate) fn isotropic() -> Elasticity {
    Elasticity::plane_stress(3.0e5, 0.3, 4e-4)
}

/// Warp, weft and shear of their own.
pub(crate) fn woven() -> Elasticity {
    Elasticity::orthotropic([120.0, 70.0], 0.25, 9.0)
}

pub(crate) fn element(rest: [DVec2; 3], elasticity: Elasticity) -> MembraneElements {
    let mesh = Topology::from_faces(3, &[[0, 1, 2]]).expect("a triangle");
    let rest = RestShape::from_uvs(&mesh, &rest).expect("a triangle");
    MembraneElements::new(&mesh, &rest, elasticity, VertexId(0)).expect("a triangle")
}

/// Corners deformed by `U` (entries 11, 12, 22) and then turned and shifted.
pub(crate) fn deformed(rest: [DVec2; 3], [u11, u12, u22]: [f64; 3], turn: DQuat) -> [DVec3; 3] {
    rest.map(|p| {
        let q = DVec2::new(u11 * p.x + u12 * p.y, u12 * p.x + u22 * p.y);
        turn * q.extend(0.0) + DVec3::new(0.3, -0.1, 0.2)
    })
}

pub(crate) fn random_turn(random: &mut Random) -> DQuat {
    let mut part = || random.uniform(-1.0, 1.0);
    DQuat::from_xyzw(part(), part(), part(), part()).normalize()
}

/// Stretches with singular values `a` and `b` at the given angle.
pub(crate) fn stretch(a: f64, b: f64, angle: f64) -> [f64; 3] {
    let (s, c) = (libm::sin(angle), libm::cos(angle));
    [a * c * c + b * s * s, (a - b) * s * c, a * s * s + b * c * c]
}

/// Named stretches: random, flat, sheared, equal singular values, compressed.
pub(crate) fn stretches() -> Vec<(String, [f64; 3])> {
    let mut random = Random::seeded(3);
    let mut list = vec![
        ("rest".to_owned(), [1.0, 0.0, 1.0]),
        ("equal, wide".to_owned(), [1.7, 0.0, 1.7]),
        ("equal, narrow".to_owned(), [0.6, 0.0, 0.6]),
        ("nearly equal".to_owned(), stretch(1.2, 1.2 * (1.0 + 1e-12), 0.7)),
        ("sheared".to_owned(), [1.0, 0.4, 1.0]),
        ("warp".to_owned(), [1.3, 0.0, 1.0]),
        ("weft compressed".to_owned(), [1.0, 0.0, 0.5]),
        ("flattened".to_owned(), stretch(1.1, 1e-3, 0.4)),
        ("flattened both".to_owned(), stretch(2e-3, 1e-3, 1.4)),
        ("flattened along the warp".to_owned(), [1e-3, 0.0, 1.0]),
    ];
    for k in 0..20 {
        let (a, b) = (random.uniform(0.2, 2.0), random.uniform(0.2, 2.0));
        list.push((format!("random {k}"), stretch(a, b, random.uniform(0.0, 3.0))));
    }
    list
}

/// A matrix from rows.
pub(crate) fn rows(rows: [DVec3; 3]) -> DMat3 {
    DMat3::from_cols(rows[0], rows[1], rows[2]).transpose()
}
