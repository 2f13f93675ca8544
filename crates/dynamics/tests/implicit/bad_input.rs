//! Bad input gets an error that names the culprit, and changes nothing.

use glam::DVec3;
use ripstop_dynamics::{
    ClothError, ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler,
    ImplicitSettings, NoHook, Step, StitchLaw, Stitches, Target,
};
use ripstop_geometry::{Potential, State, Stitch, VertexId};

use crate::setup::{NEWTON, fabric, settings, wavy};
use crate::sheet::Sheet;

fn attempt(change: impl Fn(&mut State), step: &Step) -> ClothError {
    let (mut euler, mut state) = wavy(3, (fabric(), ElementSettings::default()), settings(NEWTON));
    change(&mut state);
    let before = format!("{state:?}");
    let error = euler.step(&mut state, step, &mut NoHook).expect_err("bad input");
    assert_eq!(format!("{state:?}"), before);
    error
}

#[test]
fn bad_steps() {
    let good = Step { dt: 0.01, forces: &Forces::EARTH, targets: &[], potentials: &[] };
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = attempt(|_| {}, &Step { dt, ..good });
        assert!(matches!(error, ClothError::NotPositive { name: "time step", .. }));
    }
    let bad = Forces { gravity: DVec3::new(0.0, f64::NAN, 0.0), wind: None };
    assert!(matches!(
        attempt(|_| {}, &Step { forces: &bad, ..good }),
        ClothError::OutOfRange { .. }
    ));
    let error = attempt(|state| state.positions[5].x = f64::NAN, &good);
    assert_eq!(error, ClothError::NotFinite { quantity: "position", vertex: 5 });
    let error = attempt(|state| state.velocities[7].y = f64::INFINITY, &good);
    assert_eq!(error, ClothError::NotFinite { quantity: "velocity", vertex: 7 });
    let error = attempt(|state| state.inverse_masses[8] = -1.0, &good);
    assert_eq!(error, ClothError::InverseMass { vertex: 8, value: -1.0 });
    let error = attempt(|state| state.positions.truncate(4), &good);
    assert!(matches!(error, ClothError::Length { list: "positions", given: 4, wanted: 9, .. }));
    for vertex in [5, 99].map(VertexId) {
        let targets = [Target { vertex, position: DVec3::ZERO }];
        let error = attempt(|_| {}, &Step { targets: &targets, ..good });
        assert_eq!(error, ClothError::NotKinematic { vertex });
    }
    let mut stitches = Stitches::default();
    let stitch = Stitch { vertex: VertexId(77), edge: [0, 1].map(VertexId), ratio: 0.5 };
    let law = StitchLaw { force: 1.0, reach: 1.0, speed: 1.0, stiffness: 1.0, closed: 0.0 };
    stitches.add_seam(&[stitch], &[1.0], law).unwrap();
    let far = stitches.potential(&[DVec3::ZERO; 78], 1.0);
    let potentials: [&dyn Potential; 1] = [&far];
    let error = attempt(|_| {}, &Step { potentials: &potentials, ..good });
    assert!(matches!(error, ClothError::ConstraintVertex { vertex: 77, vertex_count: 9, .. }));
}

#[test]
fn bad_cloths_and_settings() {
    let sheet = Sheet::new(3);
    let build = |fabric: Fabric| {
        FiniteElementCloth::new(
            &sheet.mesh,
            &sheet.rest(),
            fabric,
            ElementSettings::default(),
            VertexId(0),
        )
    };
    for bad in [0.0, f64::NAN] {
        assert!(build(Fabric { density: bad, ..fabric() }).is_err());
        assert!(build(Fabric { stretch_stiffness: [1.0, bad], ..fabric() }).is_err());
        assert!(build(Fabric { bending_stiffness: [bad, 1.0], ..fabric() }).is_err());
        assert!(build(Fabric { shear_stiffness: bad, ..fabric() }).is_err());
    }
    assert!(build(Fabric { poisson_ratio: 1.0, ..fabric() }).is_err());
    assert!(build(Fabric { twist_ratio: -0.1, ..fabric() }).is_err());
    assert!(build(Fabric { twist_ratio: f64::NAN, ..fabric() }).is_err());
    let cloth = build(fabric()).unwrap();
    assert!(ImplicitEuler::new(vec![cloth], ImplicitSettings::newton(0.0, 3)).is_err());
}
