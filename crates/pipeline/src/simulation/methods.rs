//! Broad and narrow phase that the settings ask for.

use ripstop_broad::bvh::KeptBvh;
use ripstop_broad::{BroadPhase, BruteForce, Bvh, HashGrid, Octree, SweepAndPrune};
use ripstop_detection::{DetectorSettings, MeshDetector};
use ripstop_geometry::StopFlag;
use ripstop_narrow::{Additive, Ccd, Cubic, Inclusion};

use crate::scene::{BroadMethod, DynamicsMethod, NarrowMethod, Settings, TreeSettings};
use crate::world::{World, finest_edge_length};

/// Largest slack of implicit solves, in mean lengths of edges.
const SLACK: f64 = 0.3;

/// A detector that has no candidates yet, and finds nothing any more once `stop` is raised.
pub(crate) fn detector(world: &World, settings: &Settings, stop: &StopFlag) -> MeshDetector {
    let thinnest = world.rules.surfaces.min_thickness();
    let mut detector = DetectorSettings::default();
    detector.broad = broad_phase(settings);
    detector.ccd = narrow_phase(settings.narrow);
    detector.stop = stop.clone();
    detector.least_gap = settings.least_gap * thinnest;
    // Directions of an implicit solve are less predictable than sweeps: more slack saves searches.
    // In a cloth whose edges are short it would make candidates of whole neighbourhoods.
    detector.slack = match settings.dynamics {
        DynamicsMethod::Pbd => 0.15 * thinnest,
        DynamicsMethod::Fem => (2.0 * thinnest).min(SLACK * finest_edge_length(world)),
    };
    MeshDetector::new(detector)
}

fn broad_phase(settings: &Settings) -> Box<dyn BroadPhase + Send> {
    let TreeSettings { build, refit, rebuild } = settings.tree;
    match settings.broad {
        BroadMethod::Bvh if refit => Box::new(KeptBvh::new(build.method(), rebuild)),
        BroadMethod::Bvh => Box::new(Bvh::new(build.method())),
        BroadMethod::Grid => Box::new(HashGrid::default()),
        BroadMethod::Octree => Box::new(Octree::default()),
        BroadMethod::Sweep => Box::new(SweepAndPrune::default()),
        BroadMethod::Brute => Box::new(BruteForce::default()),
    }
}

fn narrow_phase(method: NarrowMethod) -> Box<dyn Ccd + Send> {
    match method {
        NarrowMethod::Cubic => Box::new(Cubic::exact()),
        NarrowMethod::Inclusion => Box::new(Inclusion::contact()),
        NarrowMethod::Additive => Box::new(Additive::contact()),
    }
}

#[test]
fn the_narrow_phase_that_is_chosen_decides() {
    use ripstop_detection::DisabledPairs;
    use ripstop_geometry::Motion;
    use ripstop_response::Detector;
    let scene = crate::scene::builtin::scene("drape", 3).unwrap();
    let mut times = Vec::new();
    for narrow in [NarrowMethod::Cubic, NarrowMethod::Inclusion, NarrowMethod::Additive] {
        let mut scene = scene.clone();
        scene.settings.narrow = narrow;
        let world = World::new(&scene, &mut |_| Err(String::new())).unwrap();
        let start = &world.start.positions;
        let mut end = start.clone();
        end[..9].iter_mut().for_each(|x| x.z -= 0.5);
        let stop = StopFlag::default();
        let (mut detector, disabled) =
            (detector(&world, &scene.settings, &stop), DisabledPairs::default());
        let mut query = detector.query(world.subject(), &disabled);
        let impacts = query.impacts(&Motion { start, end: &end });
        let impact = impacts[0];
        let motion = Motion { start, end: &end };
        let points = world.mesh.stencil(impact.candidate).map(|vertex| motion.vertex(vertex));
        let verdict = narrow_phase(narrow).pair(impact.candidate.kind(), points, 1.0);
        assert_eq!(verdict.time, Some(impact.time), "{narrow:?}");
        times.push(impact.time);
    }
    assert!(times[0] != times[1] && times[1] != times[2] && times[0] != times[2], "{times:?}");
}
