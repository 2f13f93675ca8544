//! Friction between threads: derivatives, the loop of a bending test, invariance.

use glam::{DMat3, DQuat, DVec2, DVec3};
use ripstop_dynamics::{
    BendingFriction, ClothError, Damping, ElementSettings, Fabric, FiniteElementCloth, Forces,
    ImplicitEuler, ImplicitSettings, NoHook, RestShape, Step, ThreadFriction,
};
use ripstop_fixtures::Random;
use ripstop_fixtures::potential::{check_contract, derivative_errors};
use ripstop_geometry::{Potential, Topology, VertexId};

const COLUMNS: u32 = 12;
const ROWS: u32 = 6;
const CELL: f64 = 0.01;
const FRICTION: ThreadFriction = ThreadFriction { moment: 6e-4, slack: 2.0 };

fn sheet() -> (Topology, Vec<DVec2>) {
    let corner = |i: u32, j: u32| j * COLUMNS + i;
    let cells = (0..ROWS - 1).flat_map(|j| (0..COLUMNS - 1).map(move |i| (i, j)));
    let faces: Vec<[u32; 3]> = cells
        .flat_map(|(i, j)| {
            let [a, b, c, d] =
                [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let place = |k: u32| CELL * DVec2::new(f64::from(k % COLUMNS), f64::from(k / COLUMNS));
    let mesh = Topology::from_faces((COLUMNS * ROWS) as usize, &faces).expect("a sheet");
    (mesh, (0..COLUMNS * ROWS).map(place).collect())
}

/// The sheet on a cylinder.
fn bent(uvs: &[DVec2], curvature: f64) -> Vec<DVec3> {
    let place = |u: &DVec2| {
        let angle = curvature * u.x;
        let half = (0.5 * angle).sin();
        let along = if curvature == 0.0 { u.x } else { angle.sin() / curvature };
        let up = if curvature == 0.0 { 0.0 } else { 2.0 * half * half / curvature };
        DVec3::new(along, u.y, up)
    };
    uvs.iter().map(place).collect()
}

fn threads(start: &[DVec3]) -> BendingFriction {
    let (mesh, uvs) = sheet();
    let rest = RestShape::from_uvs(&mesh, &uvs).expect("a sheet");
    BendingFriction::new(&mesh, &rest, FRICTION, (VertexId(0), start)).expect("a sheet")
}

#[test]
fn derivatives_agree_with_differences() {
    let (_, uvs) = sheet();
    let mut random = Random::seeded(5);
    let mut point = |by: f64| by * DVec3::from_array([0; 3].map(|_| random.uniform(-1.0, 1.0)));
    for curvature in [0.0, 1.0, 3.0, 12.0, -40.0] {
        for by in [0.0, 1e-5, 3e-3] {
            let friction = threads(&bent(&uvs, 0.0));
            let x: Vec<DVec3> = bent(&uvs, curvature).iter().map(|x| *x + point(by)).collect();
            let errors = derivative_errors(&friction, &x, 1e-7);
            assert!(errors.gradient < 1e-6, "{curvature} {by}: {errors:?}");
            assert!(errors.hessian < 1e-5, "{curvature} {by}: {errors:?}");
            check_contract(&friction, &x);
        }
    }
}

/// The moment per width of the faces that have neighbours on all sides: the slope of their energy
/// over curvature and area.
fn moment(friction: &BendingFriction, uvs: &[DVec2], curvature: f64) -> f64 {
    let inner: Vec<usize> =
        (0..friction.element_count()).filter(|e| friction.stencil(*e).len() == 6).collect();
    let energy = |curvature: f64| -> f64 {
        let x = bent(uvs, curvature);
        inner.iter().map(|e| friction.energy(*e..*e + 1, &x)).sum()
    };
    let step = 1e-3;
    let slope = (energy(curvature + step) - energy(curvature - step)) / (2.0 * step);
    slope / (0.5 * CELL * CELL * inner.len() as f64)
}

#[test]
fn bending_to_and_fro_runs_in_a_loop() {
    let (_, uvs) = sheet();
    let mut friction = threads(&bent(&uvs, 0.0));
    let mut go = |to: f64, from: f64| {
        for k in 1..=20 {
            friction.settle(&bent(&uvs, from + (to - from) * f64::from(k) / 20.0));
        }
        moment(&friction, &uvs, to)
    };
    let (forth, back, again) = (go(8.0, 0.0), go(0.0, 8.0), go(8.0, 0.0));
    for (found, wanted) in [(forth, 6e-4), (back, -6e-4), (again, 6e-4)] {
        assert!((found - wanted).abs() < 0.01 * 6e-4, "{found} for {wanted}");
    }
    let little = go(7.5, 8.0);
    assert!(
        (little - 0.75 * 6e-4).abs() < 0.02 * 6e-4,
        "{little}: a quarter of the slack is given back"
    );
}

#[test]
fn turning_the_cloth_as_a_whole_does_nothing() {
    let (_, uvs) = sheet();
    let mut friction = threads(&bent(&uvs, 0.0));
    let x = bent(&uvs, 15.0);
    friction.settle(&x);
    let energy =
        |friction: &BendingFriction, x: &[DVec3]| friction.energy(0..friction.element_count(), x);
    let before = energy(&friction, &x);
    let turn = DMat3::from_quat(DQuat::from_scaled_axis(DVec3::new(0.4, 1.9, -0.7)));
    let turned: Vec<DVec3> = x.iter().map(|x| turn * *x + DVec3::X).collect();
    friction.settle(&turned);
    assert!((energy(&friction, &turned) - before).abs() < 1e-12 * before);
}

/// A cloth made with friction resists by it from the given positions on, and its threads slip when
/// they are told to.
#[test]
fn a_cloth_may_have_the_friction_of_its_fabric() {
    let (mesh, uvs) = sheet();
    let rest = RestShape::from_uvs(&mesh, &uvs).expect("a sheet");
    let fabric = Fabric { bending_friction: Some(FRICTION), ..Fabric::plain() };
    let cloth = |fabric: Fabric| {
        let settings = ElementSettings::default();
        FiniteElementCloth::new(&mesh, &rest, fabric, settings, VertexId(0)).expect("a sheet")
    };
    let flat = bent(&uvs, 0.0);
    let short = cloth(fabric).with_friction(&mesh, &rest, &flat[1..]);
    assert!(matches!(short, Err(ClothError::Length { given: 71, wanted: 72, .. })), "{short:?}");
    let moved = |fabric: Fabric| {
        let cloth = cloth(fabric).with_friction(&mesh, &rest, &flat).expect("a sheet");
        let clamped = (0..ROWS).flat_map(|row| [0, 1, 2].map(|i| VertexId(row * COLUMNS + i)));
        let pins: Vec<VertexId> = clamped.collect();
        let mut state = cloth.state_at_rest(flat.clone(), &pins).expect("a sheet");
        let mut settings = ImplicitSettings::newton(1e-6, 50);
        settings.damping = Damping { drag: 20.0, internal: 0.0 };
        let mut euler = ImplicitEuler::new(vec![cloth], settings).expect("good settings");
        let forces = Forces { gravity: DVec3::new(0.0, 0.0, -2.0), wind: None };
        let step = Step { dt: 0.01, forces: &forces, targets: &[], potentials: &[] };
        for _ in 0..100 {
            euler.step(&mut state, &step, &mut NoHook).expect("a step");
            euler.frictions_mut().for_each(|friction| friction.settle(&state.positions));
        }
        let held = euler.frictions_mut().flat_map(|friction| friction.held().to_vec());
        let slipped = held.flatten().any(|held| held != 0.0);
        (state.positions[COLUMNS as usize - 1].z, slipped)
    };
    let (smooth, rubbing) = (moved(Fabric::plain()), moved(fabric));
    assert!(!smooth.1 && rubbing.1, "threads of the one alone have slipped");
    assert!(smooth.0 < -0.02 && rubbing.0 > smooth.0 + 1e-3, "{smooth:?} {rubbing:?}");
}
