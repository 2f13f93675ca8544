//! Crossings of small meshes against an exact brute force over the rationals.
//!
//! The oracle asks whether a system of linear equations and inequalities has a solution,
//!
//! ```text
//! p + s (q − p) = a + u (b − a) + v (c − a)      0 ≤ s ≤ 1,   u, v ≥ 0,   u + v ≤ 1
//! ```
//!
//! by Gaussian and then Fourier–Motzkin elimination. It knows no orientations and no cases, so
//! coplanar, touching and collapsed primitives are nothing special.

use dashu::rational::Relaxed;
use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_fixtures::Random;
use ripstop_geometry::{CollisionMesh, EdgeId, FaceId, Filters};

/// Coefficients of `s, u, v` and a constant.
type Row = [Relaxed; 4];

fn exact(p: DVec3) -> [Relaxed; 3] {
    p.to_array().map(|x| Relaxed::try_from(x).expect("a finite number"))
}

fn share_a_point([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let [p, q, a, b, c] = [p, q, a, b, c].map(exact);
    let equations: Vec<Row> =
        (0..3).map(|k| [&q[k] - &p[k], &a[k] - &b[k], &a[k] - &c[k], &p[k] - &a[k]]).collect();
    let row = |numbers: [i32; 4]| numbers.map(Relaxed::from);
    let inequalities =
        [[1, 0, 0, 0], [-1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, -1, -1, 1]].map(row).to_vec();
    is_feasible(equations, inequalities)
}

/// True if equations `row · (x, 1) = 0` and inequalities `row · (x, 1) ≥ 0` have a common solution.
fn is_feasible(mut equations: Vec<Row>, mut inequalities: Vec<Row>) -> bool {
    let zero = Relaxed::ZERO;
    while let Some(equation) = equations.pop() {
        let Some(pivot) = (0..3).find(|&k| equation[k] != zero) else {
            if equation[3] != zero {
                return false;
            }
            continue;
        };
        for other in equations.iter_mut().chain(&mut inequalities) {
            let factor = &other[pivot] / &equation[pivot];
            *other = std::array::from_fn(|k| &other[k] - &factor * &equation[k]);
        }
    }
    for k in 0..3 {
        let (bounds, mut rest): (Vec<Row>, Vec<Row>) =
            inequalities.into_iter().partition(|row| row[k] != zero);
        let (low, high): (Vec<Row>, Vec<Row>) = bounds.into_iter().partition(|row| row[k] > zero);
        for below in &low {
            for above in &high {
                let combined =
                    std::array::from_fn(|i| &below[i] * -&above[k] + &above[i] * &below[k]);
                rest.push(combined);
            }
        }
        inequalities = rest;
    }
    inequalities.iter().all(|row| row[3] >= zero)
}

#[test]
fn the_oracle_knows_what_is_plain() {
    let face = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    assert!(share_a_point([at(0.2, 0.2, -1.0), at(0.2, 0.2, 1.0)], face));
    assert!(share_a_point([at(0.2, 0.2, 0.0), at(0.2, 0.2, 1.0)], face));
    assert!(!share_a_point([at(0.2, 0.2, 1e-300), at(0.2, 0.2, 1.0)], face));
    assert!(share_a_point([at(-1.0, 0.5, 0.0), at(2.0, 0.5, 0.0)], face));
    assert!(!share_a_point([at(-1.0, 2.0, 0.0), at(2.0, 2.0, 0.0)], face));
    assert!(share_a_point([at(0.0, 0.0, 0.0), at(0.0, 0.0, 0.0)], [DVec3::ZERO; 3]));
}

fn check(positions: &[DVec3], faces: &[[u32; 3]]) -> usize {
    let mesh = CollisionMesh::new(positions, faces).expect("a mesh");
    let found: Vec<(EdgeId, FaceId)> = crossings(&mesh, &Filters::default(), positions)
        .expect("finite positions")
        .iter()
        .map(|crossing| (crossing.edge, crossing.face))
        .collect();
    let mut expected = Vec::new();
    for edge in (0..mesh.edges().len() as u32).map(EdgeId) {
        for face in (0..mesh.faces().len() as u32).map(FaceId) {
            let (ends, corners) = (mesh.edge(edge), mesh.face(face));
            if !ends.iter().any(|end| corners.contains(end))
                && share_a_point(
                    ends.map(|v| positions[v.index()]),
                    corners.map(|v| positions[v.index()]),
                )
            {
                expected.push((edge, face));
            }
        }
    }
    assert_eq!(found, expected, "{positions:?}");
    found.len()
}

/// Points on a small integer grid: touching, coplanar, collapsed and coinciding primitives are
/// common.
#[test]
fn meshes_on_a_grid() {
    let mut random = Random::seeded(5);
    let (mut clean, mut tangled) = (0, 0);
    for case in 0..150 {
        let size = 2 + case % 4;
        let positions: Vec<DVec3> = (0..8)
            .map(|_| DVec3::from_array(std::array::from_fn(|_| f64::from(random.below(size)))))
            .collect();
        let faces: Vec<[u32; 3]> = (0..5)
            .map(|_| {
                let first = random.below(8);
                let second = (first + 1 + random.below(7)) % 8;
                let others: Vec<u32> = (0..8).filter(|&v| v != first && v != second).collect();
                [first, second, others[random.below(6) as usize]]
            })
            .collect();
        if check(&positions, &faces) == 0 { clean += 1 } else { tangled += 1 }
    }
    assert!(clean > 10 && tangled > 50, "{clean} {tangled}");
}

/// Two sheets that lie in one plane, touch along a line, or miss by the least that floats can.
#[test]
fn coplanar_and_touching_sheets() {
    let sheet = |z: f64, shift: f64| -> Vec<DVec3> {
        (0..9).map(|k| DVec3::new(f64::from(k / 3) + shift, f64::from(k % 3), z)).collect()
    };
    let quads = |first: u32| {
        [0, 1, 3, 4].into_iter().flat_map(move |a| {
            let a = a + first;
            [[a, a + 3, a + 1], [a + 1, a + 3, a + 4]]
        })
    };
    let faces: Vec<[u32; 3]> = quads(0).chain(quads(9)).collect();
    let two = |z: f64, shift: f64| [sheet(0.0, 0.0), sheet(z, shift)].concat();
    assert!(check(&two(0.0, 0.25), &faces) > 0, "overlapping in a plane");
    assert!(check(&two(0.0, 0.0), &faces) > 0, "the same");
    assert!(check(&two(0.0, 2.0), &faces) > 0, "side by side, touching");
    assert_eq!(check(&two(0.0, 2.0 + 1e-15), &faces), 0, "side by side, apart");
    assert_eq!(
        check(&two(f64::from_bits(1), 0.25), &faces),
        0,
        "one above the other by the least float"
    );
}

/// Numbers with all their bits.
#[test]
fn meshes_of_random_numbers() {
    let mut random = Random::seeded(17);
    let mut total = 0;
    for _ in 0..12 {
        let positions: Vec<DVec3> = (0..12)
            .map(|_| DVec3::from_array(std::array::from_fn(|_| random.uniform(-1.0, 1.0))))
            .collect();
        let faces = [[0, 1, 2], [1, 2, 3], [4, 5, 6], [5, 6, 7], [8, 9, 10], [9, 10, 11]];
        total += check(&positions, &faces);
    }
    assert!(total > 20, "{total}");
}
