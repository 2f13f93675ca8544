//! Seams close, slowly enough, with every collision response.

use ripstop_geometry::tessellate;
use ripstop_pipeline::scene::LoadedMesh;

use crate::{advance, crossings, gaps, simulation, widest, with_mesh};

const SIDE: usize = 7;

/// Pairs of dynamics and response.
pub(crate) const METHODS: [[&str; 2]; 6] = [
    ["pbd", "pbd"],
    ["pbd", "impulse"],
    ["pbd", "barrier"],
    ["fem", "penalty"],
    ["fem", "impulse"],
    ["fem", "barrier"],
];

pub(crate) fn methods([dynamics, respond]: [&str; 2]) -> String {
    format!("dynamics = '{dynamics}'\nrespond = '{respond}'\n")
}

/// A bag of two squares of 20 cm, 5 cm apart, which are sewn along three sides.
pub(crate) fn bag(more: &str) -> String {
    let last = SIDE - 1;
    let left = (0..SIDE).map(|row| (0, row));
    let top = (1..SIDE).map(|column| (column, last));
    let right = (0..last).rev().map(|row| (last, row));
    let around: Vec<usize> =
        left.chain(top).chain(right).map(|(column, row)| row * SIDE + column).collect();
    let cloth = |height: f64| {
        format!(
            "[[cloth]]\nshape.grid = {{ size = [0.2, 0.2], resolution = [{SIDE}, {SIDE}] }}\n\
             transform.translate = [0, 0, {height}]\n"
        )
    };
    format!(
        "[settings]\ngravity = [0, 0, 0]\n{more}\n{}{}[[seam]]\nfirst = {around:?}\n\
         second = {around:?}\n",
        cloth(0.0),
        cloth(0.05)
    )
}

#[test]
fn sheets_are_sewn_closed_with_every_response() {
    const SPEED: f64 = 0.2;
    for names in METHODS {
        let mut simulation = simulation(&bag(&methods(names)));
        assert!((widest(&simulation) - 0.05).abs() < 1e-12);
        let mut moved = false;
        for frame in 0..30 {
            let before = gaps(&simulation);
            let report = simulation.advance_frame().expect("room enough");
            assert_eq!(crossings(&simulation), 0, "{names:?}, frame {frame}");
            assert_eq!(report.fail_safe.frozen, 0, "{names:?}, frame {frame}");
            assert!(report.response.excluded > 0);
            for (before, now) in before.iter().zip(gaps(&simulation)).filter(|(_, now)| *now > 2e-3)
            {
                let speed = (before - now) * 60.0;
                assert!(speed < 1.05 * SPEED, "{names:?}, frame {frame}: {speed} m/s");
                moved |= speed > 0.2 * SPEED;
            }
            // Stitches that are held may be closed exactly.
            let (percentile, widest) = (report.response.seam_gap, widest(&simulation));
            assert!(percentile <= widest && (percentile > 0.0) == (widest > 0.0));
        }
        assert!(moved, "{names:?}");
        assert_eq!(simulation.open_seams(), [], "{names:?}");
        assert!(widest(&simulation) < 3e-4, "{names:?}: {} m", widest(&simulation));
    }
}

/// A slit in a square of 5×5 vertices, 2 cm wide at the boundary: both legs begin in vertex 12,
/// which is not sewn.
#[test]
fn a_dart_closes_to_its_apex() {
    let mut mesh = tessellate::grid([0.2, 0.2], [5, 5]);
    let right = [mesh.positions[17], mesh.positions[22]];
    mesh.positions.extend(right);
    for face in &mut mesh.faces {
        if face.iter().any(|v| [13, 18, 23].contains(v)) {
            *face = face.map(|v| match v {
                17 => 25,
                22 => 26,
                v => v,
            });
        }
    }
    for (v, x) in [(17, -0.005), (22, -0.01), (25, 0.005), (26, 0.01)] {
        mesh.positions[v].x += x;
    }
    // A flat square would not know to which side to bend.
    mesh.positions.iter_mut().for_each(|x| x.z = 0.5 * x.truncate().length_squared());
    let mesh = LoadedMesh::from(mesh);
    for dynamics in ["pbd", "fem"] {
        let text = format!(
            "[settings]\ngravity = [0, 0, 0]\ndynamics = '{dynamics}'\n\
             [[cloth]]\nshape.mesh.file = 'm'\n\
             [[seam]]\ncloths = [0, 0]\nforce = 200.0\nfirst = [12, 17, 22]\nsecond = [12, 25, 26]\n"
        );
        let mut simulation = with_mesh(&text, &mesh).expect("a good scene");
        assert_eq!(gaps(&simulation).len(), 2);
        advance(&mut simulation, 30);
        assert_eq!(simulation.open_seams(), [], "{dynamics}");
        assert!(widest(&simulation) < 3e-4, "{dynamics}: {} m", widest(&simulation));
        assert_eq!(crossings(&simulation), 0);
    }
}

/// Three layers hang from one edge, and one vertex has stitches to two of them.
#[test]
fn a_pleat_of_three_layers_stays_sewn() {
    let cloth = |columns: usize, place: [f64; 3], pin: &str| {
        format!(
            "[[cloth]]\nshape.grid = {{ size = [0.12, 0.12], resolution = [{columns}, 7] }}\n\
             transform = {{ rotate = {{ axis = [1, 0, 0], degrees = 90 }}, translate = {place:?} }}\n\
             {pin}\n"
        )
    };
    // The uppermost rows of the layers, to the lowest of the first cloth.
    let top = |columns: usize| (6 * columns..7 * columns).collect::<Vec<_>>();
    let seam = |layer: usize, columns: usize| {
        format!(
            "[[seam]]\nname = 'pleat {layer}'\ncloths = [{layer}, 0]\nfirst = {:?}\n\
             second = [0, 1, 2, 3, 4, 5]\n",
            top(columns)
        )
    };
    let pin = format!("pin = [{{ select.vertices = {:?} }}]", top(6));
    for names in [["pbd", "pbd"], ["pbd", "impulse"], ["fem", "penalty"], ["fem", "barrier"]] {
        let text = format!(
            "[settings]\n{}{}{}{}{}{}{}{}\
             [[seam]]\nname = 'corner'\ncloths = [1, 2]\nstitches = [[30, 42, 43, 0.0]]\n",
            methods(names),
            cloth(6, [0.0, 0.0, 0.13], &pin),
            cloth(5, [0.0, -0.012, 0.0], ""),
            cloth(7, [0.0, 0.0, 0.0], ""),
            cloth(6, [0.0, 0.012, 0.0], ""),
            seam(1, 5),
            seam(2, 7),
            seam(3, 6),
        );
        let mut simulation = simulation(&text);
        let at_corner = simulation.world().seams.iter().flat_map(|seam| &seam.stitches);
        assert_eq!(
            at_corner.filter(|stitch| stitch.vertices().iter().any(|v| v.0 == 42 + 30)).count(),
            3
        );
        for frame in 0..40 {
            advance(&mut simulation, 1);
            assert_eq!(crossings(&simulation), 0, "{names:?}, frame {frame}");
        }
        assert_eq!(simulation.open_seams(), [], "{names:?}");
        assert!(widest(&simulation) < 1e-3, "{names:?}: {} m", widest(&simulation));
        let x = &simulation.state().positions;
        assert!(x.iter().all(|x| x.is_finite() && x.z < 0.2 && x.z > -0.15));
    }
}
