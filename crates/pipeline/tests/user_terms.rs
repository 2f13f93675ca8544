//! Forces, constraints and potentials that a user adds to a simulation, with contacts present.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_detection::crossings;
use ripstop_dynamics::Distance;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, State, VertexId};
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{DynamicsMethod, Scene, builtin};

fn drape(dynamics: DynamicsMethod) -> Scene {
    let mut scene = builtin::scene("drape", 12).expect("a built-in scene");
    scene.settings.dynamics = dynamics;
    scene
}

fn simulation(scene: &Scene) -> Simulation {
    Simulation::new(scene, &mut |_| Err("no files".to_owned())).expect("a sound scene")
}

fn count_crossings(simulation: &Simulation) -> usize {
    let found = crossings(simulation.mesh(), simulation.filters(), &simulation.state().positions);
    found.expect("finite positions").len()
}

/// Weight as a user's force instead of gravity: free fall alike, then contact, and nothing crosses.
#[test]
fn a_force_moves_cloth_as_gravity_does_and_stops_at_contact() {
    for dynamics in [DynamicsMethod::Pbd, DynamicsMethod::Fem] {
        let mut scene = drape(dynamics);
        scene.settings.damping = 0.0;
        let mut falling = simulation(&scene);
        scene.settings.gravity = [0.0; 3];
        let mut forced = simulation(&scene);
        forced.add_force(Box::new(|_, state: &State, forces: &mut [DVec3]| {
            for (force, w) in forces.iter_mut().zip(&state.inverse_masses) {
                *force += if *w > 0.0 { DVec3::new(0.0, 0.0, -9.81) / *w } else { DVec3::ZERO };
            }
        }));
        let mut contacts = 0;
        for frame in 0..40 {
            let reports = [&mut falling, &mut forced].map(|s| s.advance_frame().expect("room"));
            contacts += reports[1].response.active_contacts;
            if frame < 3 {
                let apart = falling.state().positions.iter().zip(&forced.state().positions);
                let apart = apart.map(|(x, y)| x.distance(*y)).fold(0.0, f64::max);
                assert!(apart < 1e-9, "{dynamics:?}, frame {frame}: {apart} m");
            }
            assert_eq!(count_crossings(&forced), 0, "{dynamics:?}, frame {frame}");
        }
        assert!(contacts > 0, "{dynamics:?}: it never touched");
    }
}

/// Two corners of position-based cloth are tied by a constraint while it falls on a sphere.
#[test]
fn a_constraint_holds_its_distance() {
    let scene = drape(DynamicsMethod::Pbd);
    let corners = [0, 11].map(VertexId);
    let apart = |simulation: &Simulation| {
        let [a, b] = corners.map(|vertex| simulation.state().positions[vertex.index()]);
        a.distance(b)
    };
    let mut free = simulation(&scene);
    let mut tied = simulation(&scene);
    let length = 0.3 * apart(&tied);
    let constraint = Distance::new(corners, length, 1e-4).expect("a sound constraint");
    tied.add_constraint(0, Box::new(constraint)).expect("position-based cloth");
    let mut contacts = 0;
    for frame in 0..60 {
        free.advance_frame().expect("room");
        contacts += tied.advance_frame().expect("room").response.active_contacts;
        assert_eq!(count_crossings(&tied), 0, "frame {frame}");
    }
    assert!(contacts > 0);
    let [free, tied] = [&free, &tied].map(apart);
    assert!((tied - length).abs() < 0.1 * length && free > 1.5 * length, "{free} m, {tied} m");
}

/// `½ k |x − a|²` of one vertex.
struct Anchor {
    vertex: [VertexId; 1],
    place: DVec3,
    stiffness: f64,
}

impl Potential for Anchor {
    fn element_count(&self) -> usize {
        1
    }

    fn stencil(&self, _: usize) -> &[VertexId] {
        &self.vertex
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let x = positions[self.vertex[0].index()];
        elements.map(|_| 0.5 * self.stiffness * x.distance_squared(self.place)).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for _ in elements {
            let x = positions[self.vertex[0].index()];
            sink.add(&[self.stiffness * (x - self.place)]);
        }
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        for _ in elements {
            sink.add(&[[self.stiffness * DMat3::IDENTITY]]);
        }
    }
}

/// A corner of finite-element cloth is anchored where it starts, while the rest falls on a sphere.
#[test]
fn a_potential_takes_part_in_the_implicit_solve() {
    let scene = drape(DynamicsMethod::Fem);
    let mut anchored = simulation(&scene);
    let anchor = anchored.state().positions[0];
    let potential = Anchor { vertex: [VertexId(0)], place: anchor, stiffness: 1e4 };
    anchored.add_potential(Box::new(potential)).expect("finite elements");
    let mut contacts = 0;
    for frame in 0..50 {
        contacts += anchored.advance_frame().expect("room").response.active_contacts;
        assert_eq!(count_crossings(&anchored), 0, "frame {frame}");
    }
    assert!(contacts > 0);
    let positions = &anchored.state().positions;
    let fallen = positions[143].distance(anchor);
    assert!(positions[0].distance(anchor) < 1e-3 && positions[143].z < anchor.z - 0.1, "{fallen}");
}

#[test]
fn terms_that_do_not_go_with_the_dynamics_are_refused_by_name() {
    let constraint = || {
        let distance = Distance::new([0, 1].map(VertexId), 0.1, 0.0).expect("a sound constraint");
        Box::new(distance)
    };
    let anchor =
        |v: u32| Box::new(Anchor { vertex: [VertexId(v)], place: DVec3::ZERO, stiffness: 1.0 });
    let mut elements = simulation(&drape(DynamicsMethod::Fem));
    let mut positions = simulation(&drape(DynamicsMethod::Pbd));
    let errors = [
        elements.add_constraint(0, constraint()),
        positions.add_constraint(7, constraint()),
        positions.add_potential(anchor(0)),
        elements.add_potential(anchor(100_000)),
    ];
    let texts = errors.map(|result| result.expect_err("refused").to_string());
    let expected = ["dynamics = \"pbd\"", "only 1 cloths", "dynamics = \"fem\"", "vertex 100000"];
    for (text, part) in texts.iter().zip(expected) {
        assert!(text.contains(part), "{text}");
    }
}
