//! Seams and the consistent mass matrix.

use glam::DVec3;
use ripstop_dynamics::{ClothError, ConsistentMass, StitchLaw, Stitches, lumped_masses};
use ripstop_fixtures::potential::{check_contract, derivative_errors};
use ripstop_geometry::{Potential, Stitch, VertexId};

use crate::sheet::Sheet;

fn ids<const N: usize>(ids: [u32; N]) -> [VertexId; N] {
    ids.map(VertexId)
}

const LAW: StitchLaw =
    StitchLaw { force: 8.0, reach: 1e-3, speed: 0.5, stiffness: 1e5, closed: 1e-3 };

/// A stitch of vertex 2 to the edge 0–1 that stands for half a metre of seam.
fn stitches(held: bool) -> Stitches {
    let [edge @ .., vertex] = ids([0, 1, 2]);
    let mut stitches = Stitches::default();
    stitches.add_seam(&[Stitch { vertex, edge, ratio: 0.25 }], &[0.5], LAW).expect("a sound seam");
    stitches.set_held(&[held]);
    stitches
}

#[test]
fn energies_of_stitches_have_their_derivatives() {
    for (held, gap) in [false, true].into_iter().zip([1e-4, 1e-2]).chain([(false, 3.0)]) {
        let apart = DVec3::new(0.3, -0.7, 0.2).normalize() * gap;
        let start = [DVec3::ZERO, DVec3::X, 0.25 * DVec3::X + 1.1 * apart];
        let x = [DVec3::ZERO, DVec3::X, 0.25 * DVec3::X + apart];
        let potential = stitches(held).potential(&start, 0.01);
        let errors = derivative_errors(&potential, &x, 1e-5);
        assert!(errors.gradient < 1e-6, "{gap}: {errors:?}");
        assert!(errors.hessian < 1e-6, "{gap}: {errors:?}");
        check_contract(&potential, &x);
    }
}

/// At rest a soft stitch pulls with the same force however wide it is open; at its greatest speed
/// it does not pull at all.
#[test]
fn soft_stitches_pull_with_a_force_that_does_not_grow() {
    let pull = |gap: f64, speed: f64| {
        let x = [DVec3::ZERO, DVec3::X, DVec3::new(0.25, gap, 0.0)];
        let start = [x[0], x[1], x[2] + 0.01 * speed * DVec3::Y];
        let mut slots = [DVec3::ZERO; 3];
        let sink = &mut ripstop_geometry::potential::GradientSink::new(&mut slots);
        stitches(false).potential(&start, 0.01).gradient(0..1, &x, sink);
        assert!((slots[0] + slots[1] + slots[2]).length() < 1e-12, "momentum: {slots:?}");
        slots[0].y
    };
    for gap in [0.1, 1.0, 50.0] {
        assert!((pull(gap, 0.0) - 4.0).abs() < 1e-3);
        assert!(pull(gap, 0.5).abs() < 1e-3);
    }
}

/// A sweep ends where the quadratic model of the energy has its minimum.
#[test]
fn a_sweep_of_one_stitch_is_exact() {
    for held in [false, true] {
        let stitches = stitches(held);
        let positions = [DVec3::ZERO, DVec3::X, DVec3::new(0.25, 2e-3, 1e-3)].to_vec();
        let start = [positions[0], positions[1], positions[2] + 1e-4 * DVec3::Y];
        let mut state = ripstop_geometry::State::at_rest(positions.clone(), 3.0);
        state.inverse_masses = vec![2.0, 0.0, 3.0];
        let mut sweep = ripstop_dynamics::StitchSweep::default();
        let dt = 1e-3;
        sweep.begin_substep(&stitches, &start, dt);
        (0..3).for_each(|_| sweep.sweep(&mut state));
        let potential = stitches.potential(&start, dt);
        let mut slots = [DVec3::ZERO; 3];
        let sink = &mut ripstop_geometry::potential::GradientSink::new(&mut slots);
        potential.gradient(0..1, &state.positions, sink);
        let moved = |i: usize| state.positions[i] - positions[i];
        assert_eq!(moved(1), DVec3::ZERO);
        for (slot, (vertex, w)) in [(2, 3.0), (0, 2.0)].into_iter().enumerate() {
            let force = moved(vertex) / (w * dt * dt) + slots[slot];
            let scale = slots[slot].length();
            assert!(force.length() < 5e-2 * scale + 1e-9, "{held} {vertex}: {force} of {scale}");
            assert!(moved(vertex).length() > 0.0);
        }
    }
}

#[test]
fn bad_stitches_are_named() {
    let stitch = |[v, a, b]: [u32; 3]| Stitch {
        vertex: VertexId(v),
        edge: [VertexId(a), VertexId(b)],
        ratio: 0.5,
    };
    let add = |stitches: &[Stitch], lengths: &[f64], law: StitchLaw| {
        Stitches::default().add_seam(stitches, lengths, law)
    };
    let (good, shared) = (stitch([2, 0, 1]), stitch([1, 0, 1]));
    let error = Err(ClothError::SharedStitch { stitch: 1 });
    assert_eq!(add(&[good, shared], &[1.0, 1.0], LAW), error);
    assert!(add(&[good], &[], LAW).is_err());
    assert!(add(&[good], &[0.0], LAW).is_err());
    for bad in [0.0, f64::NAN] {
        assert!(add(&[good], &[1.0], StitchLaw { force: bad, ..LAW }).is_err());
        assert!(add(&[good], &[1.0], StitchLaw { stiffness: bad, ..LAW }).is_err());
    }
}

/// Rows of the consistent matrix sum to the lumped masses; a linear velocity field has the energy
/// of its integral, which lumping overestimates.
#[test]
fn consistent_masses_integrate_shape_functions() {
    let sheet = Sheet::new(5);
    let density = 0.2;
    let mut mass = ConsistentMass::new(&sheet.mesh, &sheet.rest(), density, VertexId(0)).unwrap();
    mass.begin_step(&vec![DVec3::ZERO; 25], 0.5);
    let errors = derivative_errors(&mass, &sheet.flat(), 1e-3);
    assert!(errors.gradient < 1e-10 && errors.hessian < 1e-10, "{errors:?}");
    check_contract(&mass, &sheet.flat());
    let lumped = lumped_masses(&sheet.mesh, &sheet.rest(), density).unwrap();
    let uniform = mass.kinetic_energy(&[3.0 * DVec3::Z; 25]);
    assert!((uniform - 0.5 * density * 9.0).abs() < 1e-12);
    assert!((lumped.iter().sum::<f64>() - density).abs() < 1e-12);
    // v = x e_z on [0, 1]²: ∫ x² = 1/3.
    let linear: Vec<DVec3> = sheet.uvs.iter().map(|u| u.x * DVec3::Z).collect();
    let wanted = 0.5 * density / 3.0;
    assert!((mass.kinetic_energy(&linear) - wanted).abs() < 1e-14, "exact for linear fields");
    let by_lumps: f64 = lumped.iter().zip(&linear).map(|(m, v)| 0.5 * m * v.length_squared()).sum();
    assert!(by_lumps > 1.02 * wanted);
}
