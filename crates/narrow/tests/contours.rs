//! Crossings and contours of meshes whose intersection is known.

use glam::{DVec3, dvec3};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use ripstop_fixtures::Random;
use ripstop_geometry::crossing::{ContourEnd, Contours, Strand, contours};
use ripstop_geometry::predicates::triangles_intersect;
use ripstop_geometry::{CollisionMesh, Crossing, EdgeId, FaceId};
use ripstop_narrow::intersection::crossings;

fn pairs(mesh: &CollisionMesh) -> impl ParallelIterator<Item = (EdgeId, FaceId)> + use<> {
    let (edges, faces) = (mesh.edges().len() as u32, mesh.faces().len() as u32);
    (0..edges)
        .into_par_iter()
        .flat_map_iter(move |e| (0..faces).map(move |f| (EdgeId(e), FaceId(f))))
}

fn intersect(positions: &[DVec3], faces: &[[u32; 3]]) -> (CollisionMesh, Vec<Crossing>, Contours) {
    let mesh = CollisionMesh::new(positions, faces).expect("a mesh");
    let found = crossings(&mesh, positions, pairs(&mesh)).expect("finite positions");
    let curves = contours(&mesh, &found);
    (mesh, found, curves)
}

/// A sheet of `n × n` cells at height `z` over `[−1, 1]²`.
fn sheet(n: u32, z: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let coordinate = |i: u32| -1.0 + 2.0 * f64::from(i) / f64::from(n);
    let positions = (0..=n)
        .flat_map(|i| (0..=n).map(move |j| dvec3(coordinate(i), coordinate(j), z)))
        .collect();
    let faces = (0..n).flat_map(|i| {
        (0..n).flat_map(move |j| {
            let a = i * (n + 1) + j;
            [[a, a + n + 1, a + 1], [a + 1, a + n + 1, a + n + 2]]
        })
    });
    (positions, faces.collect())
}

/// An octahedron, subdivided and pushed to the unit sphere.
fn sphere(center: DVec3, radius: f64, levels: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut positions = vec![DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z];
    let mut faces = vec![
        [0, 2, 4],
        [2, 1, 4],
        [1, 3, 4],
        [3, 0, 4],
        [2, 0, 5],
        [1, 2, 5],
        [3, 1, 5],
        [0, 3, 5_u32],
    ];
    for _ in 0..levels {
        let mut middles = std::collections::BTreeMap::new();
        let mut next = Vec::new();
        for [a, b, c] in faces {
            let mut middle = |x: u32, y: u32| {
                *middles.entry((x.min(y), x.max(y))).or_insert_with(|| {
                    positions.push((positions[x as usize] + positions[y as usize]).normalize());
                    positions.len() as u32 - 1
                })
            };
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            next.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        faces = next;
    }
    (positions.iter().map(|x| center + radius * *x).collect(), faces)
}

fn join(parts: &[(Vec<DVec3>, Vec<[u32; 3]>)]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut whole = (Vec::new(), Vec::new());
    for (positions, faces) in parts {
        let offset = whole.0.len() as u32;
        whole.0.extend_from_slice(positions);
        whole.1.extend(faces.iter().map(|face| face.map(|v| v + offset)));
    }
    whole
}

#[test]
fn a_sphere_cuts_a_sheet_in_a_circle() {
    // Height 0.3 of a sphere of radius 0.8: a circle of radius √(0.64 − 0.09).
    let (positions, faces) = join(&[sheet(7, 0.3001), sphere(dvec3(0.013, 0.007, 0.0001), 0.8, 4)]);
    let (mesh, found, curves) = intersect(&positions, &faces);
    assert_eq!((curves.contours.len(), curves.irregular_pairs), (1, 0));
    let circle = &curves.contours[0];
    assert!(
        circle.is_closed()
            && circle.crossings.len() == found.len()
            && found.iter().all(Crossing::is_piercing)
    );
    let points: Vec<DVec3> =
        circle.crossings.iter().map(|&i| found[i].point(&mesh, &positions)).collect();
    let length: f64 =
        (0..points.len()).map(|i| points[i].distance(points[(i + 1) % points.len()])).sum();
    let expected = std::f64::consts::TAU * 0.55_f64.sqrt();
    assert!((length - expected).abs() < 0.01 * expected, "{length} {expected}");
    for point in points {
        let radius = (point - dvec3(0.013, 0.007, 0.3001)).length();
        assert!((radius - 0.55_f64.sqrt()).abs() < 0.01, "{radius}");
    }
}

#[test]
fn a_sheet_through_a_sheet_is_a_curve_from_boundary_to_boundary() {
    let (flat, faces) = sheet(5, 0.0);
    // A smaller upright sheet: its lower part pierces, and the curve ends at its two sides.
    let upright: Vec<DVec3> = flat
        .iter()
        .map(|x| dvec3(0.61 * x.x + 0.013, 0.031 + 0.1 * x.x, 0.7 * x.y + 0.017))
        .collect();
    let (positions, faces) = join(&[(flat, faces.clone()), (upright, faces)]);
    let (mesh, found, curves) = intersect(&positions, &faces);
    assert_eq!((curves.contours.len(), curves.irregular_pairs), (1, 0));
    let curve = &curves.contours[0];
    assert!(!curve.is_closed() && curve.crossings.len() == found.len());
    let points: Vec<DVec3> =
        curve.crossings.iter().map(|&i| found[i].point(&mesh, &positions)).collect();
    let [first, last] = [points[0], points[points.len() - 1]];
    assert!(
        (first.distance(last) - 1.22 * 1.0_f64.hypot(0.1 / 0.61)).abs() < 1e-9,
        "{first} {last}"
    );
    // In order along the line.
    let along: Vec<f64> = points.iter().map(|p| (*p - first).dot(last - first)).collect();
    assert!(along.is_sorted());
    for end in [curve.crossings[0], curve.crossings[curve.crossings.len() - 1]] {
        assert_eq!(mesh.edge_faces().row(found[end].edge.index()).len(), 1, "ends on the boundary");
    }
    // Both ends are on the boundary of the upright sheet, which has the first strand all along.
    assert_eq!(curve.ends, Some([ContourEnd::Boundary(Strand::First); 2]));
    for (&index, strand) in curve.crossings.iter().zip(&curve.edge_strands) {
        let is_upright = mesh.edge(found[index].edge)[0].index() >= 36;
        assert_eq!(is_upright, *strand == Strand::First);
    }
}

#[test]
fn two_spheres_and_a_far_one() {
    let (positions, faces) = join(&[
        sphere(DVec3::ZERO, 1.0, 2),
        sphere(dvec3(0.91, 0.313, 0.127), 0.7, 2),
        sphere(dvec3(5.0, 0.0, 0.0), 1.0, 1),
    ]);
    let (_, found, curves) = intersect(&positions, &faces);
    assert_eq!((curves.contours.len(), curves.irregular_pairs), (1, 0));
    assert!(curves.contours[0].is_closed() && curves.contours[0].crossings.len() == found.len());
}

/// A strip that is rolled into a loop and passes through itself: one sheet, but the two strands lie
/// at its two ends.
#[test]
fn strands_are_told_apart_on_one_sheet() {
    let (rows, columns) = (40, 6);
    let point = |k: u32| {
        let (i, j) = (f64::from(k / columns), f64::from(k % columns));
        // A curve with one double point: (t³ − t, t²) for t from −1.3 to 1.3, slightly skew.
        let t = 1.3 * (2.0 * i / f64::from(rows - 1) - 1.0);
        dvec3(t * t * t - t, 0.2 * j + 0.013 * t, t * t + 0.017 * j)
    };
    let positions: Vec<DVec3> = (0..rows * columns).map(point).collect();
    let faces: Vec<[u32; 3]> = (0..rows - 1)
        .flat_map(|i| (0..columns - 1).map(move |j| i * columns + j))
        .flat_map(|a| [[a, a + columns, a + 1], [a + 1, a + columns, a + columns + 1]])
        .collect();
    let (mesh, found, curves) = intersect(&positions, &faces);
    assert_eq!((curves.contours.len(), curves.irregular_pairs), (1, 0));
    let curve = &curves.contours[0];
    let is_late = |vertex: u32| vertex >= rows / 2 * columns;
    let first_is_late = is_late(mesh.edge(found[curve.crossings[0]].edge)[0].0);
    for (&index, &strand) in curve.crossings.iter().zip(&curve.edge_strands) {
        let crossing = &found[index];
        let expected = first_is_late == (strand == Strand::First);
        assert_eq!(is_late(mesh.edge(crossing.edge)[0].0), expected);
        assert_eq!(is_late(mesh.face(crossing.face)[0].0), !expected);
    }
    let is_boundary = |end: &ContourEnd| matches!(end, ContourEnd::Boundary(_));
    assert!(curve.ends.is_some_and(|ends| ends.iter().all(is_boundary)), "{:?}", curve.ends);
}

/// Two faces without a common vertex that intersect have a crossing, and the faces of a crossing
/// intersect.
#[test]
fn crossings_agree_with_pairs_of_triangles() {
    let mut random = Random::seeded(21);
    let (mut touching, mut apart) = (0, 0);
    for _ in 0..400 {
        let positions: Vec<DVec3> = (0..9)
            .map(|_| DVec3::from_array(std::array::from_fn(|_| f64::from(random.below(7)) - 3.0)))
            .collect();
        let faces = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6]];
        let (mesh, found, curves) = intersect(&positions, &faces);
        let corners = |face: [u32; 3]| face.map(|v| positions[v as usize]);
        let separate = |f: [u32; 3], g: [u32; 3]| !f.iter().any(|v| g.contains(v));
        let any = (0..4).any(|i| {
            (0..i).any(|j| {
                separate(faces[i], faces[j])
                    && triangles_intersect(corners(faces[i]), corners(faces[j]))
            })
        });
        assert!(!any || !found.is_empty(), "{positions:?}");
        for crossing in &found {
            let pierced = corners(faces[crossing.face.index()]);
            let on_edge = mesh.edge_faces().row(crossing.edge.index());
            assert!(
                on_edge
                    .iter()
                    .all(|face| triangles_intersect(corners(faces[face.index()]), pierced))
            );
        }
        let total: usize = curves.contours.iter().map(|contour| contour.crossings.len()).sum();
        assert_eq!(total, found.len(), "every crossing is in one contour");
        assert!(found.iter().all(|crossing| crossing.point(&mesh, &positions).is_finite()));
        if any { touching += 1 } else { apart += 1 }
    }
    assert!(touching > 50 && apart > 50, "{touching} {apart}");
}

#[test]
fn bad_positions_are_named() {
    let (mut positions, faces) = sheet(2, 0.0);
    let mesh = CollisionMesh::new(&positions, &faces).unwrap();
    positions[4].z = f64::NAN;
    assert!(crossings(&mesh, &positions, pairs(&mesh)).unwrap_err().to_string().contains('4'));
}
