//! Every built-in scene, small: no crossing in any frame, no error, and the same bits however it is computed.

use glam::DVec3;
use ripstop_pipeline::scene::{BroadMethod, DynamicsMethod, Scene};
use ripstop_pipeline::{MeshRequest, Simulation, StepReport, builtin, crossings};

const RESOLUTION: u32 = 14;
const FRAMES: usize = 45;

fn simulation(scene: &Scene) -> Simulation {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::new(scene, &mut no_files).expect("built-in scenes are sound")
}

fn small(name: &str) -> Scene {
    builtin::scene(name, RESOLUTION).expect("the name is one of the list")
}

/// FNV-1a over the bits of all positions.
fn digest(scene: &Scene, frames: usize) -> u64 {
    let mut simulation = simulation(scene);
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for _ in 0..frames {
        simulation.step().expect("built-in scenes do not end in an error");
        for bits in simulation.state().positions.iter().flat_map(DVec3::to_array) {
            hash = (hash ^ bits.to_bits()).wrapping_mul(0x0100_0000_01B3);
        }
    }
    hash
}

fn of_finite_elements(name: &str) -> Scene {
    let mut scene = builtin::scene(name, 8).expect("the name is one of the list");
    scene.settings.dynamics = DynamicsMethod::Fem;
    scene
}

#[test]
fn nothing_ever_crosses() {
    for name in builtin::NAMES {
        check_frames(name, &small(name), FRAMES);
    }
}

/// The fail-safe would see to it anyhow; penalties and steps that end before an impact hardly leave it anything to do.
#[test]
fn nothing_ever_crosses_with_finite_elements_and_penalties() {
    let frames = |name: &str| if name == "twist" { 90 } else { 36 };
    let checked = |name: &&str| check_frames(name, &of_finite_elements(name), frames(name));
    let reports: Vec<StepReport> = builtin::NAMES.iter().flat_map(checked).collect();
    let frozen: usize = reports.iter().map(|report| report.frozen + report.carried).sum();
    let halvings: usize = reports.iter().map(|report| report.halvings).sum();
    let unsolved: usize = reports.iter().map(|report| report.unsolved).sum();
    assert_eq!((frozen, halvings), (0, 0));
    assert!(50 * unsolved < reports.len(), "{unsolved} solves of {} steps", reports.len());
    assert!(reports.iter().all(|report| report.fastest < 10.0));
}

/// Looks at every frame for crossings.
fn check_frames(name: &str, scene: &Scene, frames: usize) -> Vec<StepReport> {
    let mut simulation = simulation(scene);
    let mut reports = Vec::new();
    for frame in 1..=frames {
        let report = simulation.step().unwrap_or_else(|error| panic!("{name} {frame}: {error}"));
        reports.push(report);
        let (mesh, state) = (simulation.mesh(), simulation.state());
        let filters = ripstop_geometry::Filters::default();
        let found = crossings(mesh, &filters, &state.positions).expect("finite positions");
        let cloth = simulation.cloth_vertex_count();
        let crossing = found.iter().find(|c| mesh.edge(c.edge)[0].index() < cloth);
        assert_eq!(crossing, None, "{name}, frame {frame}");
    }
    let touches = reports.iter().any(|report| report.contacts > 0);
    // A corner only swings, and the ball has not reached the curtain yet.
    assert!(touches || ["corner", "curtain"].contains(&name), "{name} touches nothing");
    reports
}

#[test]
fn threads_and_broad_phases_do_not_change_a_bit() {
    for name in ["drape", "stack", "twist"] {
        let scene = small(name);
        let expected = digest(&scene, 25);
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| digest(&scene, 25)), expected, "{name}, {threads} threads");
        }
        for broad in
            [BroadMethod::Grid, BroadMethod::Octree, BroadMethod::Sweep, BroadMethod::Brute]
        {
            let mut other = scene.clone();
            other.settings.broad = broad;
            assert_eq!(digest(&other, 25), expected, "{name}, {broad:?}");
        }
    }
}

#[test]
fn threads_do_not_change_a_bit_of_finite_elements() {
    for name in builtin::NAMES {
        let scene = of_finite_elements(name);
        let expected = digest(&scene, 9);
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| digest(&scene, 9)), expected, "{name}, {threads} threads");
        }
    }
}
