//! A smooth deformation that is not affine, and the forces that hold it.

use std::ops::Range;

use glam::{DMat2, DVec2, DVec3};
use ripstop_dynamics::{
    Bending, Elasticity, ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler,
    ImplicitSettings, LinearMethod, NoHook, RestShape, Step,
};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, Topology, VertexId};

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

/// A mesh of the unit square with the load that holds the exact deformation.
struct Problem {
    cells: u32,
    mesh: Topology,
    uvs: Vec<DVec2>,
    rest: RestShape,
    fabric: Fabric,
    load: Load,
}

impl Problem {
    fn new(cells: u32, fabric: Fabric) -> Self {
        let (mesh, uvs) = grid([cells; 2], DVec2::ONE, Diagonals::Alternate);
        let rest = RestShape::from_uvs(&mesh, &uvs).expect("good input");
        let elasticity = fabric.elasticity();
        let mut forces = vec![DVec3::ZERO; uvs.len()];
        for (face, area) in mesh.faces().iter().zip(rest.areas()) {
            for [a, b] in sides(face) {
                let force = area / 3.0 * body_force(0.5 * (uvs[a] + uvs[b]), &elasticity);
                forces[a] += 0.5 * force.extend(0.0);
                forces[b] += 0.5 * force.extend(0.0);
            }
        }
        let load = Load { vertices: (0..uvs.len() as u32).map(VertexId).collect(), forces };
        let fabric = Fabric { damping_time: 0.0, ..fabric };
        Self { cells, mesh, uvs, rest, fabric, load }
    }

    fn is_boundary(&self, i: usize) -> bool {
        let u = self.uvs[i];
        u.x * (1.0 - u.x) * u.y * (1.0 - u.y) == 0.0
    }

    /// A start that is far from the solution, across the plane too.
    fn disturbed(&self) -> Vec<DVec3> {
        let place = |u: &DVec2| {
            let bump = 16.0 * u.x * (1.0 - u.x) * u.y * (1.0 - u.y);
            let displacement =
                DVec3::new(0.03 * libm::sin(9.0 * u.y), -0.02 * libm::cos(7.0 * u.x), 0.01);
            exact(*u).extend(0.0) + bump * displacement
        };
        self.uvs.iter().map(place).collect()
    }

    /// The solution on a mesh of half as many cells, taken over to this one; the boundary is exact.
    fn refined(&self, coarse: &[DVec3]) -> Vec<DVec3> {
        let (columns, half) = (self.cells + 1, self.cells / 2 + 1);
        let place = |i: usize| {
            if self.is_boundary(i) {
                return exact(self.uvs[i]).extend(0.0);
            }
            let (c, r) = (i as u32 % columns, i as u32 / columns);
            let at = |c: u32, r: u32| coarse[(r * half + c) as usize];
            let [c0, c1, r0, r1] = [c / 2, c.div_ceil(2), r / 2, r.div_ceil(2)];
            0.25 * (at(c0, r0) + at(c1, r0) + at(c0, r1) + at(c1, r1))
        };
        (0..self.uvs.len()).map(place).collect()
    }

    /// Finds the equilibrium by Newton's method from `start`.
    fn solution(&self, start: Vec<DVec3>) -> Vec<DVec3> {
        // Bending does not enter: the solution is flat. Hinges one by one have the smallest
        // pattern.
        let elements = ElementSettings::with_bending(Bending::Quadratic);
        let cloth =
            FiniteElementCloth::new(&self.mesh, &self.rest, self.fabric, elements, VertexId(0))
                .expect("good input");
        let pins = (0..self.uvs.len()).filter(|i| self.is_boundary(*i));
        let pins: Vec<_> = pins.map(|i| VertexId(i as u32)).collect();
        let mut state = cloth.state_at_rest(start, &pins).expect("good input");
        let before = self.imbalance(&cloth, &state.positions);
        // A step so long that inertia is nothing: directions up to 10⁻¹⁰ m are left.
        let settings = ImplicitSettings::newton(1e-14, 30).with_linear(LinearMethod::Cholesky);
        let mut euler = ImplicitEuler::new(vec![cloth], settings).expect("good input");
        let step = Step { dt: 1e4, forces: &Forces::NONE, targets: &[], potentials: &[&self.load] };
        let report = euler.step(&mut state, &step, &mut NoHook).expect("good input");
        assert!(report.converged, "{} cells: {report:?}", self.cells);
        let after = self.imbalance(&euler.cloths()[0], &state.positions);
        assert!(after < 1e-8 * before, "{} cells: {before} N before, {after} N after", self.cells);
        state.positions
    }

    /// The largest force (N) on a vertex that is free.
    fn imbalance(&self, cloth: &FiniteElementCloth, x: &[DVec3]) -> f64 {
        let mut sums: Vec<DVec3> = self.load.forces.iter().map(|force| -*force).collect();
        for potential in cloth.potentials() {
            for element in 0..potential.element_count() {
                let stencil = potential.stencil(element);
                let mut slots = vec![DVec3::ZERO; stencil.len()];
                potential.gradient(element..element + 1, x, &mut GradientSink::new(&mut slots));
                stencil.iter().zip(slots).for_each(|(v, slot)| sums[v.index()] += slot);
            }
        }
        let free = (0..x.len()).filter(|i| !self.is_boundary(*i));
        free.map(|i| sums[i].length()).fold(0.0, f64::max)
    }

    /// Root of the mean square of the displacement's error, integrated at the middles of edges.
    fn error(&self, x: &[DVec3]) -> f64 {
        let mut square = 0.0;
        for (face, area) in self.mesh.faces().iter().zip(self.rest.areas()) {
            for [a, b] in sides(face) {
                let wanted = exact(0.5 * (self.uvs[a] + self.uvs[b])).extend(0.0);
                square += area / 3.0 * (0.5 * (x[a] + x[b])).distance_squared(wanted);
            }
        }
        square.sqrt()
    }
}

fn sides(face: &[VertexId; 3]) -> [[usize; 2]; 3] {
    let [a, b, c] = face.map(VertexId::index);
    [[a, b], [b, c], [c, a]]
}

/// Every mesh starts from the solution on the one before it: a solver that does nothing would show
/// order 0.
#[test]
fn the_membrane_converges_with_second_order() {
    let isotropic = Fabric::plain().isotropic();
    for fabric in [isotropic, Fabric::cotton()] {
        let (mut errors, mut coarse) = (Vec::new(), Vec::new());
        for cells in [16, 32, 64, 128] {
            let problem = Problem::new(cells, fabric);
            let start =
                if coarse.is_empty() { problem.disturbed() } else { problem.refined(&coarse) };
            coarse = problem.solution(start);
            errors.push(problem.error(&coarse));
        }
        for pair in errors.windows(2) {
            let order = libm::log2(pair[0] / pair[1]);
            assert!(order > 1.8, "{order:.2}: {errors:?}");
        }
    }
}
