//! Every built-in scene, small: no crossing in any frame, no error, and the same bits however it is computed.

use glam::DVec3;
use ripstop_pipeline::scene::{BroadMethod, Scene};
use ripstop_pipeline::{MeshRequest, Simulation, builtin, crossings};

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

#[test]
fn nothing_ever_crosses() {
    for name in builtin::NAMES {
        let mut simulation = simulation(&small(name));
        let mut touched = 0;
        for frame in 1..=FRAMES {
            let report =
                simulation.step().unwrap_or_else(|error| panic!("{name} {frame}: {error}"));
            touched += report.contacts;
            let (mesh, state) = (simulation.mesh(), simulation.state());
            let filters = ripstop_geometry::Filters::default();
            let found = crossings(mesh, &filters, &state.positions).expect("finite positions");
            let cloth = simulation.cloth_vertex_count();
            let crossing = found.iter().find(|c| mesh.edge(c.edge)[0].index() < cloth);
            assert_eq!(crossing, None, "{name}, frame {frame}");
        }
        assert!(touched > 0 || name == "corner", "{name} touches nothing");
    }
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
