//! A smooth deformation that is not affine, and the forces that hold it.

use std::ops::Range;

use glam::{DMat2, DVec2, DVec3};
use ripstop_dynamics::{
    Elasticity, ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler, ImplicitMethod,
    ImplicitSettings, LinearMethod, Material, NoHook, RestShape, Step,
};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use crate::grid::{Diagonals, grid};

/// Constant forces (N).
struct Load {
    vertices: Vec<VertexId>,
    forces: Vec<DVec3>,
}

impl Potential for Load {
    fn element_count(&self) -> usize {
        self.vertices.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.vertices[element..=element]
    }

    fn energy(&self, elements: Range<usize>, x: &[DVec3]) -> f64 {
        elements.map(|e| -self.forces[e].dot(x[self.vertices[e].index()])).sum()
    }

    fn gradient(&self, elements: Range<usize>, _: &[DVec3], sink: &mut GradientSink) {
        elements.for_each(|e| sink.add(&[-self.forces[e]]));
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        elements.for_each(|_| sink.add(&[[glam::DMat3::ZERO]]));
    }
}

/// A smooth deformation of the unit square in its plane, in tension and not affine.
fn exact(u: DVec2) -> DVec2 {
    let (s, c) = (libm::sin(2.0 * u.x + u.y), libm::cos(u.x - 1.5 * u.y));
    DVec2::new(1.25 * u.x + 0.06 * s, 1.2 * u.y + 0.05 * c)
}

/// Fourth-order differences of a function of the plane.
fn slope(f: impl Fn(DVec2) -> DVec2, at: DVec2, along: DVec2) -> DVec2 {
    const H: f64 = 1e-3;
    let d = |h: f64| (f(at + h * along) - f(at - h * along)) / (2.0 * h);
    (4.0 * d(0.5 * H) - d(H)) / 3.0
}

/// `P = R (T − (κ/s) J)` in the plane, from a polar decomposition of its own.
fn stress(f: DMat2, elasticity: &Elasticity) -> DMat2 {
    let angle = libm::atan2(f.x_axis.y - f.y_axis.x, f.x_axis.x + f.y_axis.y);
    let r = DMat2::from_angle(angle);
    let u = r.transpose() * f;
    let (e11, e22, e12) = (u.x_axis.x - 1.0, u.y_axis.y - 1.0, 0.5 * (u.x_axis.y + u.y_axis.x));
    let t11 = elasticity.warp * e11 + elasticity.coupling * e22;
    let t22 = elasticity.coupling * e11 + elasticity.weft * e22;
    let t12 = 2.0 * elasticity.shear * e12;
    let kappa = (t22 - t11) * u.y_axis.x + t12 * (u.x_axis.x - u.y_axis.y);
    let turn = kappa / (u.x_axis.x + u.y_axis.y);
    r * DMat2::from_cols_array(&[t11, t12 - turn, t12 + turn, t22])
}

/// The force per area that holds the exact deformation: `−div P`.
fn body_force(at: DVec2, elasticity: &Elasticity) -> DVec2 {
    let p = |u: DVec2| {
        let f = DMat2::from_cols(slope(exact, u, DVec2::X), slope(exact, u, DVec2::Y));
        stress(f, elasticity)
    };
    -(slope(|u| p(u).x_axis, at, DVec2::X) + slope(|u| p(u).y_axis, at, DVec2::Y))
}

/// Root of the mean square of the displacement's error, integrated at the middles of edges.
fn membrane_error(cells: u32, fabric: Fabric) -> f64 {
    let (mesh, uvs) = grid([cells; 2], DVec2::ONE, Diagonals::Alternate);
    let rest = RestShape::from_uvs(&mesh, &uvs).expect("good input");
    let cloth =
        FiniteElementCloth::new(&mesh, &rest, fabric, ElementSettings::default(), VertexId(0))
            .expect("good input");
    let elasticity = fabric.elasticity();
    let mut forces = vec![DVec3::ZERO; uvs.len()];
    for (face, area) in mesh.faces().iter().zip(rest.areas()) {
        for k in 0..3 {
            let [a, b] = [face[k], face[(k + 1) % 3]].map(VertexId::index);
            let force = area / 3.0 * body_force(0.5 * (uvs[a] + uvs[b]), &elasticity);
            forces[a] += 0.5 * force.extend(0.0);
            forces[b] += 0.5 * force.extend(0.0);
        }
    }
    let load = Load { vertices: (0..uvs.len() as u32).map(VertexId).collect(), forces };
    let boundary = |u: &DVec2| u.x * (1.0 - u.x) * u.y * (1.0 - u.y) == 0.0;
    let pins: Vec<_> =
        (0..).zip(&uvs).filter(|(_, u)| boundary(u)).map(|(i, _)| VertexId(i)).collect();
    let start = uvs.iter().map(|u| exact(*u).extend(0.0)).collect();
    let mut state = cloth.state_at_rest(start, &pins).expect("good input");
    // A step so long that inertia is nothing: the end is where all forces balance.
    let settings = ImplicitSettings {
        method: ImplicitMethod::Newton { tolerance: 1e-15, iterations: 8 },
        linear: LinearMethod::Cholesky,
        ..ImplicitSettings::default()
    };
    let mut euler = ImplicitEuler::new(vec![cloth], settings).expect("good input");
    let step = Step { dt: 1e4, forces: &Forces::NONE, targets: &[], potentials: &[&load] };
    euler.step(&mut state, &step, &mut NoHook).expect("good input");
    let mut square = 0.0;
    for (face, area) in mesh.faces().iter().zip(rest.areas()) {
        for k in 0..3 {
            let [a, b] = [face[k], face[(k + 1) % 3]].map(VertexId::index);
            let found = 0.5 * (state.positions[a] + state.positions[b]);
            let wanted = exact(0.5 * (uvs[a] + uvs[b])).extend(0.0);
            square += area / 3.0 * found.distance_squared(wanted);
        }
    }
    square.sqrt()
}

#[test]
fn the_membrane_converges_with_second_order() {
    // Bending does not enter: everything happens in the plane.
    let isotropic: Fabric = Material::cotton().isotropic().into();
    for fabric in [isotropic, Fabric::cotton()] {
        check_order(&[16, 32, 64], fabric);
    }
}

#[test]
#[ignore = "some ten seconds; cargo test --release -p ripstop-dynamics --test convergence -- --ignored"]
fn the_membrane_converges_with_second_order_up_to_128_cells() {
    check_order(&[64, 128], Fabric::cotton());
}

fn check_order(cells: &[u32], fabric: Fabric) {
    let errors: Vec<f64> = cells.iter().map(|cells| membrane_error(*cells, fabric)).collect();
    for pair in errors.windows(2) {
        let order = libm::log2(pair[0] / pair[1]);
        assert!(order > 1.8, "{order:.2}: {errors:?}");
    }
}
