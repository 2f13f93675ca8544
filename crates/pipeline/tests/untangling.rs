//! From tangled positions to clean ones: meshes at rest, and simulations that start or become
//! tangled.

use glam::{DVec3, dvec3};
use ripstop_detection::{CrossingSearch, crossings};
use ripstop_fixtures::Random;
use ripstop_fixtures::grid::{sheet_faces, uv_sphere};
use ripstop_fixtures::tangle::{Family, Tangle};
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::segment_triangle;
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_geometry::{CollisionMesh, Filters, SurfaceId, VertexId};
use ripstop_pipeline::scene::LoadedMesh;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Obstacle, ObstacleShape, OnTangled, Scene, Settings,
};
use ripstop_pipeline::{SceneError, Simulation};
use ripstop_response::untangle::{
    ContourKind, TangleReport, TangledCloth, UntangleMethod, UntangleSettings, Untangled, untangle,
};

fn mesh_of(case: &Tangle) -> CollisionMesh {
    let surfaces = case.surfaces.iter().map(|&id| SurfaceId(id)).collect();
    CollisionMesh::with_surfaces(&case.tangled, &case.faces, surfaces).expect("a mesh")
}

/// Untangles a case; surfaces in `fixed` stay where they are.
fn solve(
    case: &Tangle,
    fixed: &[u32],
    layers: &[Option<i32>],
    method: UntangleMethod,
) -> Untangled {
    let mesh = mesh_of(case);
    let length = |ends: [DVec3; 2]| ends[0].distance(ends[1]);
    let rest_lengths: Vec<f64> =
        mesh.edges().iter().map(|edge| length(edge.map(|v| case.tangled[v.index()]))).collect();
    let inverse_masses: Vec<f64> = case
        .surfaces
        .iter()
        .map(|surface| if fixed.contains(surface) { 0.0 } else { 1.0 })
        .collect();
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers,
        inside: &[],
    };
    let filters = Filters::default();
    let settings = UntangleSettings::with_method(method);
    untangle(&mut CrossingSearch::new(&mesh, &filters), &case.tangled, &cloth, &settings)
}

/// The full sets are a command of xtask; here one of each family.
#[test]
fn every_family_gets_clean() {
    for family in Family::ALL {
        let case = family.case(100);
        let mesh = mesh_of(&case);
        let filters = Filters::default();
        let clean = crossings(&mesh, &filters, &case.clean).unwrap();
        assert!(clean.is_empty(), "{}: the origin is not clean", family.name());
        let end = solve(&case, &[], &[], UntangleMethod::Combined);
        assert!(end.crossings_before > 0);
        assert_eq!(crossings(&mesh, &filters, &end.positions).unwrap(), end.crossings);
        assert!(end.crossings.is_empty(), "{}: {}", family.name(), end.crossings.len());
    }
}

/// At the middle of a ball its normals cancel along the intersection contour, and the inside lies
/// all around: the shortest path out is over the nearer pole.
#[test]
fn a_sheet_leaves_a_ball_on_the_nearer_side() {
    let (radius, n) = (0.3, 24);
    let (ball, ball_faces) = uv_sphere(16, radius);
    for height in [0.0, 0.03, -0.1, 0.2] {
        let at = |k: u32| f64::from(k) / f64::from(n - 1) - 0.487;
        let mut tangled: Vec<DVec3> =
            (0..n * n).map(|k| dvec3(at(k / n), at(k % n) + 0.007, height)).collect();
        tangled.extend(&ball);
        let mut faces = sheet_faces(n);
        faces.extend(ball_faces.iter().map(|face| face.map(|vertex| vertex + n * n)));
        let surfaces = (0..tangled.len() as u32).map(|k| u32::from(k >= n * n)).collect();
        let pierced = [0, faces.len()];
        let clean = tangled.clone();
        let case = Tangle { clean, tangled, faces, surfaces, deepest: 0, pierced };
        let end = solve(&case, &[1], &[], UntangleMethod::Combined);
        assert!(end.crossings_before > 0);
        assert!(end.crossings.is_empty(), "height {height}: {} left", end.crossings.len());
        let displacement = |k: usize| (end.positions[k] - case.tangled[k]).length();
        let longest = (0..(n * n) as usize).map(displacement).fold(0.0, f64::max);
        assert!(longest < 1.15 * (radius - height.abs()) + 0.02, "height {height}: {longest}");
    }
}

/// No method makes anything worse.
#[test]
fn no_method_adds_crossings() {
    for method in [UntangleMethod::Flood, UntangleMethod::Contour] {
        for family in [Family::Corner, Family::Crossing, Family::Fold] {
            let end = solve(&family.case(2), &[], &[], method);
            assert!(end.crossings.len() <= end.crossings_before);
            assert!(end.positions.iter().all(|x| x.is_finite()));
        }
    }
}

#[test]
fn the_same_bits_at_every_thread_count() {
    let case = Family::Wave.case(7);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(&case, &[], &[], UntangleMethod::Combined))
    };
    assert_eq!(with(1), with(3));
}

/// A ball that must not move pushes the sheet all the distance; the region inside is known, however
/// large.
#[test]
fn fixed_surfaces_stay() {
    let case = Family::Body.case(0);
    let end = solve(&case, &[1], &[], UntangleMethod::Combined);
    assert!(end.crossings.is_empty(), "{}", end.crossings.len());
    for ((x, y), &surface) in end.positions.iter().zip(&case.tangled).zip(&case.surfaces) {
        assert!(surface == 0 || x == y);
    }
    let case = Family::Corner.case(0);
    let end = solve(&case, &[0], &[], UntangleMethod::Combined);
    assert!(end.crossings.is_empty(), "a fixed corner: {}", end.crossings.len());
}

#[test]
fn the_report_names_kinds_and_regions() {
    let report = |case: &Tangle| {
        let mesh = mesh_of(case);
        let found = crossings(&mesh, &Filters::default(), &case.tangled).unwrap();
        TangleReport::new(&mesh, &found, &case.tangled)
    };
    let sheet_in_ball = report(&Family::Body.case(0));
    assert_eq!(sheet_in_ball.contours.len(), 1);
    let contour = &sheet_in_ball.contours[0];
    assert_eq!(contour.kind, ContourKind::ClothVolume);
    assert!(contour.contour.is_closed() && !contour.ends_at_boundary());
    // The sheet lies at a depth d of 6.2 to 8.5 edges in a ball of 13: a circle of radius
    // √(d (26 − d)).
    let [low, high] =
        [6.2_f64, 8.5].map(|d| std::f64::consts::TAU * 0.01 * (d * (26.0 - d)).sqrt());
    assert!((0.9 * low..1.1 * high).contains(&contour.length), "{}", contour.length);
    let sheet = contour.sides.iter().find(|side| side.surface == SurfaceId(0)).unwrap();
    let expected = contour.length * contour.length / (4.0 * std::f64::consts::PI);
    assert!((sheet.area / expected - 1.0).abs() < 0.1, "{} {expected}", sheet.area);
    assert_eq!(report(&Family::Body.case(1)).contours[0].kind, ContourKind::VolumeVolume);

    let corner = report(&Family::Corner.case(0));
    let contour = &corner.contours[0];
    assert!(contour.ends_at_boundary() && contour.kind == ContourKind::ClothCloth);
    let is_cut = |surface: u32| {
        let side = contour.sides.iter().find(|side| side.surface == SurfaceId(surface)).unwrap();
        side.region.is_some()
    };
    assert!(is_cut(0) && !is_cut(1), "the corner is cut off, the other sheet has a slit");

    // A fold: one sheet, two closed curves in its material, and regions on different sides.
    let fold = report(&Family::Fold.case(0));
    let [a, b] = &fold.contours[0].sides;
    assert_eq!((a.surface, a.part), (b.surface, b.part));
    let (a, b) = (a.region.as_ref().unwrap(), b.region.as_ref().unwrap());
    assert!(a.vertices.iter().all(|vertex| b.vertices.binary_search(vertex).is_err()));
    assert!(a.side != Sign::Zero && b.side != Sign::Zero);
}

/// The region that the flood finds inside is inside: a segment to a point far away leaves the ball
/// an odd number of times, exactly.
#[test]
fn the_region_in_a_volume_is_inside_it() {
    let case = Family::Body.case(2);
    let mesh = mesh_of(&case);
    let found = crossings(&mesh, &Filters::default(), &case.tangled).unwrap();
    let report = TangleReport::new(&mesh, &found, &case.tangled);
    let side = report.contours[0].sides.iter().find(|side| side.surface == SurfaceId(0)).unwrap();
    let region = side.region.as_ref().unwrap();
    let ball = &case.faces[case.pierced[0]..case.pierced[1]];
    let far = dvec3(3.13, 2.74, 1.73);
    let mut inside = Vec::new();
    for vertex in (0..).map(VertexId).take(case.surfaces.iter().filter(|&&s| s == 0).count()) {
        let segment = [case.tangled[vertex.index()], far];
        let leaves = ball.iter().filter(|face| {
            segment_triangle(segment, face.map(|v| case.tangled[v as usize])).intersects()
        });
        if leaves.count() % 2 == 1 {
            inside.push(vertex);
        }
    }
    assert_eq!(region.vertices, inside);
    assert!(inside.len() > 100);
}

/// Soups of random triangles, and sheets that lie in each other: no panic, no NaN, nothing worse.
#[test]
fn whatever_comes_in_comes_out_finite_and_no_worse() {
    let mut random = Random::seeded(8);
    for size in [1, 2, 3, 5, 40] {
        let mut point =
            || DVec3::from_array(std::array::from_fn(|_| f64::from(random.below(size))));
        let positions: Vec<DVec3> = (0..60).map(|_| point()).collect();
        let faces: Vec<[u32; 3]> =
            (0..40).map(|k| [k % 60, (7 * k + 1) % 60, (11 * k + 23) % 60]).collect();
        let faces = faces.into_iter().filter(|[a, b, c]| a != b && b != c && c != a).collect();
        let soup = Tangle {
            clean: Vec::new(),
            surfaces: vec![0; positions.len()],
            tangled: positions,
            faces,
            deepest: 0,
            pierced: [0, 0],
        };
        for method in [UntangleMethod::Combined, UntangleMethod::Flood, UntangleMethod::Contour] {
            let end = solve(&soup, &[], &[], method);
            assert!(end.crossings.len() <= end.crossings_before);
            assert!(end.positions.iter().all(|x| x.is_finite()));
        }
    }
}

/// Two parallel sheets, one with a dome through the other that is larger than the rest of it
/// around: without layers the smaller part goes back, with layers the one that they name.
#[test]
fn layers_decide_the_side() {
    let n = 30_u32;
    let flat = |k: u32| dvec3(f64::from(k % n), f64::from(k / n), 0.0) - 14.53;
    let positions: Vec<DVec3> = (0..2 * n * n)
        .map(|k| {
            let p = flat(k % (n * n)).with_z(0.0);
            if k < n * n {
                return p + 0.03 * DVec3::X;
            }
            // Above the other sheet within a radius of 12, below it outside.
            p.with_z(3.0 * (1.0 - p.truncate().length_squared() / 144.0).max(-0.5))
        })
        .collect();
    let faces: Vec<[u32; 3]> = (0..2 * n * n)
        .filter(|k| k % n != n - 1 && k / n % n != n - 1)
        .flat_map(|a| [[a, a + 1, a + n], [a + 1, a + n + 1, a + n]])
        .collect();
    let surfaces: Vec<u32> = (0..2 * n * n).map(|k| k / (n * n)).collect();
    let case = Tangle {
        clean: positions.clone(),
        tangled: positions,
        faces,
        surfaces,
        deepest: 0,
        pierced: [0, 1],
    };
    for (layers, sign) in [([Some(1), Some(2)], 1.0), ([Some(2), Some(1)], -1.0)] {
        let end = solve(&case, &[], &layers, UntangleMethod::Combined);
        assert!(end.crossings.is_empty(), "{layers:?}: {}", end.crossings.len());
        let middle = (n / 2 * n + n / 2) as usize;
        let corner = 3 * (n as usize + 1);
        for vertex in [middle, corner] {
            let gap = end.positions[(n * n) as usize + vertex].z - end.positions[vertex].z;
            assert!(sign * gap > 0.0, "{layers:?}: {gap} at {vertex}");
        }
    }
}

/// A scene of a sheet of 16 × 16 vertices whose middle is inside a ball, far from a second, clean
/// sheet above a table.
fn tangled_scene(on_tangled: OnTangled) -> Scene {
    let grid = |resolution| ClothShape::Grid { size: [0.3, 0.3], resolution: [resolution; 2] };
    let mut sheet = Cloth::new(grid(16));
    sheet.transform.translate = [0.0, 0.0, 0.06];
    let mut other = Cloth::new(grid(12));
    other.transform.translate = [1.0, 0.0, 0.02];
    let ball = Obstacle::new(ObstacleShape::Sphere { radius: 0.1, rings: 12 });
    let mut table = Obstacle::new(ObstacleShape::Plane { size: 0.6 });
    table.transform.translate = [1.0, 0.0, 0.0];
    let mut settings = Settings::default();
    settings.on_tangled = on_tangled;
    Scene::new(settings, vec![sheet, other], vec![ball, table])
}

fn no_files(_: &ripstop_pipeline::scene::MeshRequest) -> Result<LoadedMesh, String> {
    Err("there are no files".to_owned())
}

fn count(simulation: &Simulation) -> usize {
    let positions = &simulation.state().positions;
    crossings(simulation.mesh(), simulation.filters(), positions).expect("finite positions").len()
}

#[test]
fn a_tangled_start_is_an_error_or_is_untangled() {
    let error = Simulation::new(&tangled_scene(OnTangled::Error), &mut no_files).err().unwrap();
    assert!(matches!(error, SceneError::Tangled { count, .. } if count > 10), "{error}");
    assert!(error.to_string().contains("ripstop untangle"), "{error}");
    let mut simulation =
        Simulation::new(&tangled_scene(OnTangled::Untangle), &mut no_files).unwrap();
    assert_eq!((simulation.crossings_left(), count(&simulation)), (0, 0));
    for _ in 0..12 {
        let report = simulation.advance_frame().unwrap();
        assert_eq!((report.detection.crossings, count(&simulation)), (0, 0));
    }
}

/// In mid-run a sheet is put into the ball: its pairs are disabled until it gets out, the other
/// sheet is certified all the while, and once all is clean it stays so.
#[test]
fn a_tangled_region_is_disabled_until_it_is_free() {
    let mut scene = tangled_scene(OnTangled::Untangle);
    scene.cloths[0].transform.translate[2] = 0.105;
    let mut simulation = Simulation::new(&scene, &mut no_files).unwrap();
    simulation.advance_frame().unwrap();
    for x in &mut simulation.state_mut().positions[..256] {
        x.z -= 0.03;
    }
    let tangled = count(&simulation);
    assert!(tangled > 10, "{tangled}");
    let other = 256..400;
    let mut first_clean = None;
    for frame in 0..80 {
        let report = simulation.advance_frame().unwrap();
        let left = count(&simulation);
        assert_eq!(report.detection.crossings, left);
        assert_eq!(simulation.crossings().len(), left, "among the pairs that are not certified");
        let found =
            crossings(simulation.mesh(), simulation.filters(), &simulation.state().positions)
                .unwrap();
        for crossing in found {
            let vertices = simulation.mesh().edge(crossing.edge);
            assert!(!vertices.iter().any(|v| other.contains(&v.index())), "the other sheet");
        }
        if first_clean.is_some() {
            assert_eq!(left, 0, "frame {frame}, after the first clean one");
        } else if left == 0 {
            first_clean = Some(frame);
        }
    }
    assert!(first_clean.is_some(), "never clean: {} left", simulation.crossings_left());
    assert!(simulation.state().positions.iter().all(|x| x.is_finite()));
}

/// A checkpoint in the middle of untangling does not change what follows.
#[test]
fn a_tangled_run_can_be_resumed() {
    let scene = tangled_scene(OnTangled::Untangle);
    let mut straight = Simulation::new(&scene, &mut no_files).unwrap();
    for x in &mut straight.state_mut().positions[..256] {
        x.z -= 0.05;
    }
    straight.advance_frame().unwrap();
    let checkpoint = straight.checkpoint();
    let mut resumed = Simulation::new(&scene, &mut no_files).unwrap();
    resumed.restore(&checkpoint).unwrap();
    for _ in 0..3 {
        assert_eq!(resumed.advance_frame(), straight.advance_frame());
    }
    assert_eq!(resumed.state(), straight.state());
}

/// A mesh from a file is untangled at the start as well.
#[test]
fn a_folded_cloth_from_a_file() {
    let case = Family::Fold.case(3);
    let shape = ClothShape::mesh("fold");
    let mut settings = Settings::default();
    settings.on_tangled = OnTangled::Untangle;
    let scene = Scene::new(settings, vec![Cloth::new(shape)], vec![]);
    let mesh = TriangleMesh { positions: case.tangled, faces: case.faces };
    let simulation = Simulation::new(&scene, &mut |_| Ok(mesh.clone().into())).unwrap();
    assert_eq!((simulation.crossings_left(), count(&simulation)), (0, 0));
}
