//! A body that can be dressed: closed, with the measures it was asked for, and walking.

use glam::DVec3;
use ripstop_garment::{GarmentError, Mannequin, MannequinSettings};
use ripstop_geometry::Topology;

/// Times of a walk, 50 per second.
fn times(seconds: u32) -> impl Iterator<Item = f64> {
    (0..=50 * seconds).map(|i| f64::from(i) / 50.0)
}

fn turning() -> Mannequin {
    let mut settings = MannequinSettings::default();
    settings.walk.turn = 40.0;
    Mannequin::new(&settings).expect("measures are in range")
}

fn corners(positions: &[DVec3], face: [u32; 3]) -> [DVec3; 3] {
    face.map(|i| positions[i as usize])
}

/// Smallest angle of a triangle (degrees).
fn smallest_angle([a, b, c]: [DVec3; 3]) -> f64 {
    let at = |p: DVec3, q: DVec3, r: DVec3| {
        let (u, v) = (q - p, r - p);
        libm::atan2(u.cross(v).length(), u.dot(v)).to_degrees()
    };
    at(a, b, c).min(at(b, c, a)).min(at(c, a, b))
}

#[test]
fn the_surface_is_closed_and_looks_outwards_at_every_resolution() {
    for (edge_length, height) in
        [(0.014, 1.7), (0.022, 1.7), (0.03, 1.7), (0.019, 1.2), (0.03, 2.0)]
    {
        let mut settings = MannequinSettings::default();
        let scale = height / settings.height;
        settings.height = height;
        settings.edge_length = edge_length;
        for girth in [&mut settings.chest, &mut settings.waist, &mut settings.hips] {
            *girth *= scale;
        }
        let mannequin = Mannequin::new(&settings).unwrap();
        let mesh = mannequin.mesh();
        let topology = Topology::from_faces(mesh.positions.len(), &mesh.faces).unwrap();
        assert_eq!(topology.boundary_edges().count(), 0);
        assert_eq!(topology.isolated_vertices().count(), 0);
        // One piece without holes: V − E + F = 2.
        let edges = topology.edges().len();
        assert_eq!(mesh.positions.len() + mesh.faces.len(), edges + 2, "{edge_length} {height}");
        let volume: f64 = mesh
            .faces
            .iter()
            .map(|&face| corners(&mesh.positions, face))
            .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
            .sum();
        let litres = 1e3 * volume / scale.powi(3);
        assert!((45.0..75.0).contains(&litres), "{litres} litres");
        let top = mesh.positions.iter().fold(0.0, |top: f64, x| top.max(x.z));
        assert!((top - height).abs() < 0.01, "{top}");
    }
}

#[test]
fn triangles_are_decent() {
    let settings = MannequinSettings::default();
    let mannequin = Mannequin::new(&settings).unwrap();
    let mesh = mannequin.mesh();
    assert!((4_000..8_000).contains(&mesh.positions.len()), "{}", mesh.positions.len());
    let mut angles: Vec<f64> =
        mesh.faces.iter().map(|&face| smallest_angle(corners(&mesh.positions, face))).collect();
    angles.sort_by(f64::total_cmp);
    assert!(angles[0] > 12.0, "{}", angles[0]);
    assert!(angles[angles.len() / 50] > 28.0, "{}", angles[angles.len() / 50]);
    let lengths = mesh.faces.iter().map(|&face| {
        let [a, b, _] = corners(&mesh.positions, face);
        a.distance(b)
    });
    let mean = lengths.sum::<f64>() / mesh.faces.len() as f64;
    assert!((mean / settings.edge_length - 1.0).abs() < 0.15, "{mean}");
}

#[test]
fn girths_are_those_that_were_asked_for() {
    let mut settings = MannequinSettings::default();
    for (chest, waist, hips) in [(0.86, 0.68, 0.92), (1.0, 0.9, 1.0), (0.8, 0.6, 0.95)] {
        (settings.chest, settings.waist, settings.hips) = (chest, waist, hips);
        let mannequin = Mannequin::new(&settings).unwrap();
        for (height, girth) in [(1.26, chest), (1.06, waist), (0.885, hips)] {
            let found = mannequin.girth(height);
            assert!((found / girth - 1.0).abs() < 0.04, "{found} for {girth} at {height}");
        }
    }
}

#[test]
fn it_rests_in_the_a_pose_and_then_walks_away() {
    let mannequin = turning();
    for time in [0.0, 0.5, 1.0] {
        let moved = mannequin
            .positions(time)
            .iter()
            .zip(&mannequin.mesh().positions)
            .fold(0.0, |most: f64, (x, rest)| most.max(x.distance(*rest)));
        assert!(moved < 1e-12, "{moved} at {time}");
    }
    let mean = |time: f64| {
        let positions = mannequin.positions(time);
        positions.iter().sum::<DVec3>() / positions.len() as f64
    };
    // It has started at 1 s, is at full speed from 2.2 s on, and turns to its left.
    let speed = (mean(4.0) - mean(3.9)).length() / 0.1;
    assert!((speed - 0.75).abs() < 0.08, "{speed}");
    assert!(mean(5.0).x > 0.5 && mean(5.0).y < -0.5, "{}", mean(5.0));
}

#[test]
fn feet_are_on_the_ground_through_the_walk() {
    for mannequin in [Mannequin::new(&MannequinSettings::default()).unwrap(), turning()] {
        for time in times(6) {
            let lowest = mannequin.positions(time).iter().fold(1.0, |z: f64, x| z.min(x.z));
            assert!((-0.002..0.002).contains(&lowest), "{lowest} at {time}");
        }
    }
}

#[test]
fn a_standing_foot_does_not_slide() {
    let mannequin = turning();
    // The lowest vertices of the left sole. Between 2.75 s and 3.1 s the left foot stands.
    let soles: Vec<usize> = (0..mannequin.mesh().positions.len())
        .filter(|&i| {
            mannequin.mesh().positions[i].z < 0.01 && mannequin.mesh().positions[i].x > 0.0
        })
        .collect();
    assert!(soles.len() > 10);
    let standing = times(6).map(|time| mannequin.positions(time)).collect::<Vec<_>>();
    let mut still = 0;
    for pair in standing.windows(2) {
        if soles.iter().all(|&i| pair[1][i].distance(pair[0][i]) < 1e-9) {
            still += 1;
        }
    }
    // A second at rest, some of the start, and about a third of every stride flat on the ground.
    assert!((90..220).contains(&still), "{still}");
}

#[test]
fn nothing_is_faster_than_three_metres_per_second_or_torn() {
    let mannequin = turning();
    let faces = &mannequin.mesh().faces;
    let edge = |positions: &[DVec3], face: [u32; 3]| {
        let [a, b, _] = corners(positions, face);
        a.distance(b)
    };
    let mut before = mannequin.positions(0.0);
    let mut fastest: f64 = 0.0;
    for time in times(6).skip(1) {
        let now = mannequin.positions(time);
        let speed = now.iter().zip(&before).map(|(x, y)| x.distance(*y) * 50.0);
        fastest = speed.fold(fastest, f64::max);
        let longest = faces
            .iter()
            .map(|&face| edge(&now, face) / edge(&mannequin.mesh().positions, face).max(0.01));
        let longest = longest.fold(0.0, f64::max);
        assert!(longest < 2.2, "{longest} at {time}");
        before = now;
    }
    assert!((1.5..3.0).contains(&fastest), "{fastest}");
}

#[test]
fn a_measure_out_of_range_is_named() {
    let mut settings = MannequinSettings::default();
    settings.waist = f64::NAN;
    let error = Mannequin::new(&settings).unwrap_err();
    assert!(matches!(error, GarmentError::OutOfRange { name: "waist", .. }), "{error}");
    settings.waist = 0.68;
    settings.walk.stride = 2.0;
    let error = Mannequin::new(&settings).unwrap_err();
    assert_eq!(error.to_string(), "`walk.stride` is 2, but has to be from 0.1 to 0.6");
}
