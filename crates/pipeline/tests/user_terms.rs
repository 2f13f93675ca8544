//! Forces, constraints and potentials that a user adds to a simulation, with contacts present.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_detection::crossings;
use ripstop_dynamics::{Bound, Constraint, Distance};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, State, VertexId};
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{DynamicsMethod, ResponseMethod, Scene, builtin};

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

/// A user's own constraint: the plane `n · x ≥ d` for some vertices, one of its own for each.
#[derive(Debug)]
struct Above {
    vertex: [VertexId; 1],
    normal: DVec3,
    offset: f64,
}

impl Constraint for Above {
    fn vertices(&self) -> &[VertexId] {
        &self.vertex
    }

    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64 {
        gradient[0] = self.normal;
        self.normal.dot(points[0]) - self.offset
    }

    fn compliance(&self) -> f64 {
        0.0
    }

    fn bound(&self) -> Bound {
        Bound::AtLeastZero
    }
}

/// Runs with and without a term of the user; contacts have to be present in the end of the first,
/// and nothing may cross. Returns both.
fn with_and_without(
    scene: &Scene,
    name: &str,
    add: impl FnOnce(&mut Simulation),
) -> [Simulation; 2] {
    let [mut with, mut without] = [simulation(scene), simulation(scene)];
    add(&mut with);
    for frame in 0..35 {
        without.advance_frame().expect("room");
        let report = with.advance_frame().expect("room");
        assert_eq!(count_crossings(&with), 0, "{name}, frame {frame}");
        if frame == 34 {
            assert!(report.response.active_contacts > 0, "{name}: no contacts in the end");
        }
    }
    [with, without]
}

fn pairs(dynamics: DynamicsMethod) -> impl Iterator<Item = (String, Scene)> {
    use ResponseMethod::{Barrier, Impulse, Pbd, Penalty};
    let own = if dynamics == DynamicsMethod::Pbd { Pbd } else { Penalty };
    [own, Impulse, Barrier].into_iter().map(move |respond| {
        let mut scene = builtin::scene("drape", 8).expect("a built-in scene");
        (scene.settings.dynamics, scene.settings.respond) = (dynamics, Some(respond));
        (format!("{dynamics:?} and {respond:?}"), scene)
    })
}

/// A push along x of half the weight, with every dynamics and every response.
#[test]
fn a_force_pushes_cloth_that_lies_on_something() {
    for (name, scene) in pairs(DynamicsMethod::Pbd).chain(pairs(DynamicsMethod::Fem)) {
        let both = with_and_without(&scene, &name, |simulation| {
            simulation.add_force(Box::new(|_, state: &State, forces: &mut [DVec3]| {
                for (force, w) in forces.iter_mut().zip(&state.inverse_masses) {
                    *force += if *w > 0.0 { 5.0 / *w * DVec3::X } else { DVec3::ZERO };
                }
            }));
        });
        let [pushed, free] = both.map(|simulation| {
            let cloth = &simulation.state().positions[..simulation.cloth_vertex_count()];
            cloth.iter().map(|x| x.x).sum::<f64>() / cloth.len() as f64
        });
        assert!(pushed > free + 0.05, "{name}: {pushed} m and {free} m");
    }
}

/// A corner that must not sink below a plane, with every response.
#[test]
fn a_constraint_of_ones_own_holds_beside_contacts() {
    for (name, scene) in pairs(DynamicsMethod::Pbd) {
        let low = simulation(&scene).state().positions[0].z - 0.05;
        let both = with_and_without(&scene, &name, |simulation| {
            let above = Above { vertex: [VertexId(0)], normal: DVec3::Z, offset: low };
            simulation.add_constraint(0, Box::new(above)).expect("position-based cloth");
        });
        let [held, free] = both.map(|simulation| simulation.state().positions[0].z - low);
        assert!(held > -0.005 && free < -0.1, "{name}: {held} m and {free} m");
    }
}

/// A corner that is anchored by a potential, with every response.
#[test]
fn a_potential_holds_beside_contacts() {
    for (name, scene) in pairs(DynamicsMethod::Fem) {
        let place = simulation(&scene).state().positions[0];
        let both = with_and_without(&scene, &name, |simulation| {
            let anchor = Anchor { vertex: [VertexId(0)], place, stiffness: 1e4 };
            simulation.add_potential(Box::new(anchor)).expect("finite elements");
        });
        let [held, free] = both.map(|simulation| simulation.state().positions[0].distance(place));
        assert!(held < 1e-3 && free > 0.1, "{name}: {held} m and {free} m");
    }
}

/// Terms that give no numbers end in an error, and the state is that of the frame before.
#[test]
fn terms_that_are_not_finite_are_an_error() {
    for dynamics in [DynamicsMethod::Pbd, DynamicsMethod::Fem] {
        let mut broken = simulation(&drape(dynamics));
        broken.add_force(Box::new(|time, _: &State, forces: &mut [DVec3]| {
            forces[7].x = if time > 0.03 { f64::NAN } else { 0.0 };
        }));
        let mut before = broken.state().positions.clone();
        let error = loop {
            match broken.advance_frame() {
                Ok(_) => before.clone_from(&broken.state().positions),
                Err(error) => break error,
            }
            assert!(broken.frame() < 10, "{dynamics:?}: it never failed");
        };
        assert!(error.to_string().contains('7'), "{dynamics:?}: {error}");
        assert_eq!(broken.state().positions, before, "{dynamics:?}");
    }
    let mut broken = simulation(&drape(DynamicsMethod::Pbd));
    let above = Above { vertex: [VertexId(7)], normal: DVec3::Z, offset: f64::INFINITY };
    broken.add_constraint(0, Box::new(above)).expect("position-based cloth");
    let error = broken.advance_frame().expect_err("not finite");
    assert!(error.to_string().contains("finite"), "{error}");
    let mut broken = simulation(&drape(DynamicsMethod::Fem));
    let anchor = Anchor { vertex: [VertexId(7)], place: DVec3::NAN, stiffness: 1.0 };
    broken.add_potential(Box::new(anchor)).expect("finite elements");
    let end = broken.advance_frame().map(|report| report.solve.unsolved);
    assert!(end.as_ref().map_or(true, |unsolved| *unsolved > 0), "{end:?}");
    assert!(broken.state().positions.iter().all(|x| x.is_finite()));
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
