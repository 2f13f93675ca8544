//! Gas inside a closed surface.

use glam::DVec3;
use ripstop_dynamics::GasPressure;
use ripstop_fixtures::potential::{check_contract, derivative_errors};
use ripstop_geometry::{Potential, Topology, VertexId};

#[test]
fn derivatives_are_those_of_the_volume() {
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let mesh = Topology::from_faces(4, &faces).expect("a tetrahedron");
    let far = DVec3::new(5.0, -3.0, 2.0);
    let x = [DVec3::ZERO, DVec3::X, 1.5 * DVec3::Y, DVec3::new(0.2, 0.3, 0.9)].map(|x| far + x);
    let gas = GasPressure::new(&mesh, &x, 30.0, VertexId(0)).expect("closed");
    let volume = 1.5 * 0.9 / 6.0;
    assert!((gas.energy(0..4, &x) + 30.0 * volume).abs() < 1e-12);
    let errors = derivative_errors(&gas, &x, 1e-3);
    assert!(errors.gradient < 1e-9 && errors.hessian < 1e-9, "{errors:?}");
    check_contract(&gas, &x);
    let open = Topology::from_faces(4, &faces[..3]).expect("three faces");
    let error = GasPressure::new(&open, &x, 30.0, VertexId(0)).expect_err("open");
    assert!(error.to_string().contains("not closed"), "{error}");
    assert!(GasPressure::new(&mesh, &x, f64::NAN, VertexId(0)).is_err());
}
