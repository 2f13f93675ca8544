//! Choices of the tree of boxes change times, never results.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{DynamicsMethod, ObstacleShape, Scene, TreeBuild, builtin};

/// Bits of all positions after some frames, candidates of every frame, and contacts in all.
fn run(scene: &Scene, frames: usize) -> (Vec<[u64; 3]>, Vec<usize>, usize) {
    let mut simulation =
        Simulation::new(scene, &mut |_| Err("no files".to_owned())).expect("a sound scene");
    let (mut candidates, mut contacts) = (Vec::new(), 0);
    for _ in 0..frames {
        let report = simulation.advance_frame().expect("room enough");
        candidates.push(report.detection.candidates);
        contacts += report.response.active_contacts;
    }
    let bits = |x: &glam::DVec3| x.to_array().map(f64::to_bits);
    (simulation.state().positions.iter().map(bits).collect(), candidates, contacts)
}

#[test]
fn every_tree_gives_the_same_candidates_and_the_same_bits() {
    for (name, dynamics, frames) in [
        ("drape", DynamicsMethod::Pbd, 20),
        ("stack", DynamicsMethod::Pbd, 20),
        ("drape", DynamicsMethod::Fem, 16),
    ] {
        let mut scene = builtin::scene(name, 8).expect("a built-in scene");
        scene.settings.dynamics = dynamics;
        for obstacle in &mut scene.obstacles {
            if let ObstacleShape::Sphere { rings, .. } = &mut obstacle.shape {
                *rings = 8;
            }
        }
        let usual = run(&scene, frames);
        assert!(usual.2 > 0, "{name} has come to contacts");
        for build in [TreeBuild::Curve, TreeBuild::Kd, TreeBuild::Sweep, TreeBuild::Binned] {
            for (refit, rebuild) in [(false, 1.5), (true, 1.0), (true, f64::INFINITY)] {
                let tree = &mut scene.settings.tree;
                (tree.build, tree.refit, tree.rebuild) = (build, refit, rebuild);
                let what = format!("{name} {dynamics:?} {:?}", scene.settings.tree);
                assert!(run(&scene, frames) == usual, "{what}");
            }
        }
    }
}

#[test]
fn a_scene_names_its_tree() {
    let text = "[settings.tree]\nbuild = 'median'\nrefit = true\nrebuild = 2.0\n";
    let tree = Scene::from_toml(text).expect("a scene").settings.tree;
    assert_eq!((tree.build, tree.refit, tree.rebuild), (TreeBuild::Kd, true, 2.0));
    let mut scene = builtin::scene("drape", 4).expect("a built-in scene");
    scene.settings.tree.rebuild = 0.5;
    let error = Simulation::new(&scene, &mut |_| Err(String::new())).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("`tree.rebuild` is 0.5"), "{error}");
}
