//! Batches of candidates on meshes: the same result at every thread count, and steps that are free
//! of contact.

use glam::DVec3;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use ripstop_fixtures::ccd_generators::{self, Situation};
use ripstop_fixtures::ccd_queries::Kind;
use ripstop_fixtures::{Random, Scene, SceneKind};
use ripstop_geometry::{
    Candidate, CollisionMesh, EdgeId, FaceId, Motion, MotionError, MovingPoint, VertexId,
};
use ripstop_narrow::intersection::crossings;
use ripstop_narrow::{
    Additive, Ccd, Cubic, Inclusion, MovingMesh, MovingMeshError, ProximitySettings,
};

/// All pairs without a common vertex.
fn all_candidates(mesh: &CollisionMesh) -> Vec<Candidate> {
    let vertices = (0..mesh.vertex_count() as u32).map(VertexId);
    let vertex_face = vertices.flat_map(|vertex| {
        let faces =
            mesh.faces().iter().enumerate().filter(move |(_, corners)| !corners.contains(&vertex));
        faces.map(move |(face, _)| Candidate::VertexFace { vertex, face: FaceId(face as u32) })
    });
    let edges = mesh.edges();
    let edge_edge = (0..edges.len()).flat_map(|a| {
        let partners = (a + 1..edges.len())
            .filter(move |&b| !edges[a].iter().any(|end| edges[b].contains(end)));
        partners.map(move |b| Candidate::EdgeEdge { a: EdgeId(a as u32), b: EdgeId(b as u32) })
    });
    vertex_face.chain(edge_edge).collect()
}

fn all_pairs(mesh: &CollisionMesh) -> Vec<(EdgeId, FaceId)> {
    let faces = mesh.faces().len() as u32;
    (0..mesh.edges().len() as u32)
        .flat_map(|edge| (0..faces).map(move |face| (EdgeId(edge), FaceId(face))))
        .collect()
}

fn small_scenes() -> Vec<Scene> {
    SceneKind::ALL.into_iter().map(|kind| kind.generate(9)).collect()
}

#[test]
fn steps_are_free_of_contact_and_as_large_as_the_first_impact_allows() {
    for scene in small_scenes() {
        let mesh = scene.mesh().unwrap();
        let candidates = all_candidates(&mesh);
        let moving = MovingMesh::new(&mesh, scene.motion().unwrap()).unwrap();
        let methods: [&dyn Ccd; 3] = [&Cubic::exact(), &Additive::contact(), &Inclusion::contact()];
        for method in methods {
            let step = moving.safe_step(method, candidates.as_slice());
            let first = moving.impacts(method, candidates.as_slice());
            let first =
                first.impacts.iter().map(|impact| impact.time).fold(f64::INFINITY, f64::min);
            match step.blocked_by {
                Some(impact) => {
                    assert_eq!(impact.time, first);
                    let time = impact.time;
                    assert!(
                        step.fraction < time && step.fraction > time * (1.0 - 1e-6),
                        "{} {time}",
                        step.fraction
                    );
                }
                None => assert!(step.positions == scene.end && first == f64::INFINITY),
            }
            // The motion to the rounded positions is certified by the exact method, and nothing
            // crosses at its end.
            let taken = Motion::new(&scene.start, &step.positions).unwrap();
            let taken = MovingMesh::new(&mesh, taken).unwrap();
            assert_eq!(taken.impacts(&Cubic::exact(), candidates.as_slice()).impacts, []);
            let after =
                crossings(&mesh, &step.positions, all_pairs(&mesh).into_par_iter()).unwrap();
            assert_eq!(after, []);
        }
    }
}

#[test]
fn the_same_bits_at_every_thread_count() {
    for scene in small_scenes() {
        let mesh = scene.mesh().unwrap();
        let mut candidates = all_candidates(&mesh);
        let moving = MovingMesh::new(&mesh, scene.motion().unwrap()).unwrap();
        let settings = ProximitySettings::new(0.3);
        let run = |candidates: &[Candidate]| {
            (
                moving.impacts(&Cubic::exact(), candidates),
                moving.first_impact(&Cubic::exact(), candidates),
                moving.safe_step(&Cubic::exact(), candidates),
                moving.contacts(settings, candidates.par_iter().copied()),
            )
        };
        let expected = run(&candidates);
        let first = expected
            .0
            .impacts
            .iter()
            .min_by(|a, b| (a.time, a.candidate).partial_cmp(&(b.time, b.candidate)).unwrap());
        assert_eq!(expected.1.as_ref(), first);
        let mut random = Random::seeded(5);
        for threads in [1, 2, 3, 7] {
            // The order of the candidates does not matter either.
            for i in (1..candidates.len()).rev() {
                candidates.swap(i, random.below(i as u32 + 1) as usize);
            }
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| run(&candidates)) == expected, "{threads} threads");
        }
    }
}

#[test]
fn static_vertices_stay_to_the_bit() {
    let scene = SceneKind::Drape.generate(9);
    let mesh = scene.mesh().unwrap();
    let moving = MovingMesh::new(&mesh, scene.motion().unwrap()).unwrap();
    let step = moving.safe_step(&Cubic::exact(), all_candidates(&mesh).as_slice());
    assert!(step.fraction < 1.0);
    assert_eq!(step.positions[scene.cloth_vertex_count..], scene.start[scene.cloth_vertex_count..]);
}

#[test]
fn a_motion_that_starts_in_contact_does_not_move() {
    // A vertex on a face.
    let start = [
        DVec3::ZERO,
        DVec3::X,
        DVec3::Y,
        DVec3::new(0.25, 0.25, 0.0),
        DVec3::ONE,
        DVec3::new(0.0, 1.0, 2.0),
    ];
    let mesh = CollisionMesh::new(&start, &[[0, 1, 2], [3, 4, 5]]).unwrap();
    let end = start.map(|x| x + DVec3::Z);
    let moving = MovingMesh::new(&mesh, Motion::new(&start, &end).unwrap()).unwrap();
    let step = moving.safe_step(&Cubic::exact(), all_candidates(&mesh).as_slice());
    assert_eq!((step.fraction, step.positions.as_slice()), (0.0, start.as_slice()));
    assert_eq!(step.blocked_by.unwrap().time, 0.0);
}

#[test]
fn bad_motions_are_named() {
    let scene = SceneKind::Drape.generate(5);
    let mesh = scene.mesh().unwrap();
    let mut end = scene.end.clone();
    end[7].y = f64::INFINITY;
    let motion = Motion { start: &scene.start, end: &end };
    let error = MovingMesh::new(&mesh, motion).unwrap_err();
    assert_eq!(error, MovingMeshError::Motion(MotionError::NotFinite { vertex: 7, side: "end" }));
    let short = Motion { start: &scene.start[1..], end: &scene.end[1..] };
    assert!(matches!(MovingMesh::new(&mesh, short), Err(MovingMeshError::VertexCount { .. })));
}

#[test]
fn contacts_are_those_within_the_thickness() {
    let scene = SceneKind::Crumple.generate(9);
    let mesh = scene.mesh().unwrap();
    let candidates = all_candidates(&mesh);
    let moving = MovingMesh::new(&mesh, scene.motion().unwrap()).unwrap();
    for thickness in [0.0, 0.1, 0.3] {
        let contacts =
            moving.contacts(ProximitySettings::new(thickness), candidates.par_iter().copied());
        for contact in &contacts {
            let points = contact.vertices.map(|vertex| scene.end[vertex.index()]);
            let gap = ripstop_geometry::separation(contact.weights, points);
            assert!((gap.length() - contact.distance.abs()).abs() < 1e-12);
            assert!(
                contact.distance.abs() <= thickness
                    && (contact.normal.length() - 1.0).abs() < 1e-12
            );
            assert!((gap.dot(contact.normal) - contact.distance).abs() < 1e-9, "{contact:?} {gap}");
        }
        assert!(contacts.is_sorted_by_key(|contact| contact.candidate));
        assert_eq!(contacts.is_empty(), thickness == 0.0);
    }
}

/// A mesh with one candidate: the query's own.
fn lone_query(
    kind: Kind,
    points: [MovingPoint; 4],
) -> (Vec<DVec3>, Vec<DVec3>, Vec<[u32; 3]>, Candidate) {
    let mut start = points.map(|p| p.start).to_vec();
    let mut end = points.map(|p| p.end).to_vec();
    match kind {
        Kind::VertexFace => (
            start,
            end,
            vec![[1, 2, 3]],
            Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) },
        ),
        Kind::EdgeEdge => {
            // Each edge is the first of a face with a corner of its own.
            for i in [0, 2] {
                start.push(start[i]);
                end.push(end[i]);
            }
            // Edges in lexicographic order: 01 04 14 23 25 35.
            (
                start,
                end,
                vec![[0, 1, 4], [2, 3, 5]],
                Candidate::EdgeEdge { a: EdgeId(0), b: EdgeId(3) },
            )
        }
    }
}

#[test]
fn the_sieve_drops_no_impact() {
    let mut random = Random::seeded(31);
    let mut hits = 0;
    for round in 0..6000 {
        let situation = Situation::ALL[round % Situation::ALL.len()];
        let (kind, points) = ccd_generators::query(situation, &mut random);
        let (start, end, faces, candidate) = lone_query(kind, points);
        let mesh = CollisionMesh::new(&start, &faces).unwrap();
        let moving = MovingMesh::new(&mesh, Motion::new(&start, &end).unwrap()).unwrap();
        assert_eq!(moving.points(candidate), points);
        let asked = moving.query(&Cubic::exact(), candidate, 1.0).time;
        let found = moving.first_impact(&Cubic::exact(), [candidate].as_slice());
        assert_eq!(found.map(|impact| impact.time), asked, "{kind:?} {points:?}");
        hits += usize::from(asked.is_some());

        // What the step ends with is free of contact, or does not move.
        let step = moving.safe_step(&Cubic::exact(), [candidate].as_slice());
        let taken = Motion::new(&start, &step.positions).unwrap();
        let taken = MovingMesh::new(&mesh, taken).unwrap();
        let free = taken.query(&Cubic::exact(), candidate, 1.0).time.is_none();
        assert!(free || step.fraction == 0.0, "{} {kind:?} {points:?}", step.fraction);
    }
    assert!(hits > 1000, "{hits}");
}
