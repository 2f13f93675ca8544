//! Two panels that are sewn together.

use ripstop_detection::crossings;
use ripstop_pipeline::scene::{
    AxisAngle, Cloth, ClothShape, DynamicsMethod, ResponseMethod, Scene, Seam, Settings,
};
use ripstop_pipeline::{SceneError, Simulation};

const SIDE: u32 = 6;

/// Two squares of 20 cm, one over the other 4 cm apart with the faces of the upper one turned away,
/// to be sewn along three sides like a bag.
fn bag() -> Scene {
    let panel = |height: f64, degrees: f64| {
        let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [SIDE; 2] });
        cloth.transform.translate = [0.0, 0.0, height];
        cloth.transform.rotate = AxisAngle { axis: [0.0, 1.0, 0.0], degrees };
        cloth
    };
    let last = SIDE - 1;
    let left = (0..SIDE).map(|row| (0, row));
    let top = (1..SIDE).map(|column| (column, last));
    let right = (0..last).rev().map(|row| (last, row));
    let around: Vec<(u32, u32)> = left.chain(top).chain(right).collect();
    let first = around.iter().map(|(column, row)| row * SIDE + column).collect();
    // Turned about y, the columns run in the opposite direction.
    let second = around.iter().map(|(column, row)| row * SIDE + last - column).collect();
    let mut settings = Settings::default();
    settings.dynamics = DynamicsMethod::Fem;
    settings.gravity = [0.0; 3];
    settings.sewing.speed = 0.5;
    let mut scene = Scene::new(settings, vec![panel(0.0, 0.0), panel(0.04, 180.0)], vec![]);
    let mut seam = Seam::new([0, 1], first, second);
    // The seam stays in the guarantee, and is drawn together by its force alone.
    seam.gap = Some(5e-4);
    scene.seams.push(seam);
    scene
}

fn start(scene: &Scene) -> Result<Simulation, SceneError> {
    Simulation::new(scene, &mut |_| Err("no files".to_owned()))
}

/// The widest and the narrowest gap (m) between two vertices that are sewn together.
fn gaps(scene: &Scene, simulation: &Simulation) -> [f64; 2] {
    let x = &simulation.state().positions;
    let Seam { first, second, .. } = &scene.seams[0];
    let gaps = first.iter().zip(second).map(|(a, b)| {
        let (a, b) = (x[*a as usize], x[(SIDE * SIDE + b) as usize]);
        a.distance(b)
    });
    gaps.fold([0.0, f64::INFINITY], |[most, least], gap| [gap.max(most), gap.min(least)])
}

/// A seam comes closer than the thickness, which everything else keeps.
#[test]
fn a_seam_closes_and_nothing_crosses() {
    for (respond, frames) in [(ResponseMethod::Penalty, 30), (ResponseMethod::Barrier, 8)] {
        let mut scene = bag();
        scene.settings.respond = Some(respond);
        let mut simulation = start(&scene).expect("a good scene");
        assert!((gaps(&scene, &simulation)[0] - 0.04).abs() < 1e-12);
        for frame in 0..frames {
            simulation.advance_frame().expect("room enough");
            let (mesh, filters) = (simulation.mesh(), simulation.filters());
            let found = crossings(mesh, filters, &simulation.state().positions).expect("a mesh");
            assert!(found.is_empty(), "frame {frame}: {found:?}");
        }
        let [widest, narrowest] = gaps(&scene, &simulation);
        let thickness = scene.cloths[0].thickness;
        assert!(widest < 0.4 * thickness, "{respond:?}: {widest} m are left open");
        assert!(narrowest > 0.0);
    }
}

type Change<'a> = &'a dyn Fn(&mut Scene);

#[test]
fn faults_of_a_seam_are_named() {
    let error = |change: Change| {
        let mut scene = bag();
        change(&mut scene);
        start(&scene).map(|_| ()).expect_err("a bad seam").to_string()
    };
    let cases: [(Change, &str); 7] = [
        (&|scene| scene.seams[0].first.clear(), "at least 2 vertices of cloth 0"),
        (&|scene| scene.seams[0].cloths[1] = 2, "cloth 2, but there are 2"),
        (&|scene| scene.seams[0].first[1] = 36, "vertex 36"),
        (&|scene| scene.seams[0].first[1] = 3, "are not an edge"),
        (&|scene| scene.seams[0].stitches = vec![(0, 1, 2, 0.5)], "or `stitches`, or `groups`"),
        (&|scene| scene.seams[0].cloths[1] = 0, "sewn to itself"),
        (&|scene| scene.seams[0].force = Some(f64::NAN), "force"),
    ];
    for (change, word) in cases {
        let text = error(change);
        assert!(text.starts_with("seam 0 (`seam`)") && text.contains(word), "{text}");
    }
    let text = bag().to_toml().expect("a scene");
    assert_eq!(Scene::from_toml(&text).expect("the same scene"), bag());
}
