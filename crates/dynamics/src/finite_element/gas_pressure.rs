//! Gas of constant pressure inside a closed surface.
//!
//! ```text
//! E = −p V,    V = Σ_faces (x_a − o)·((x_b − o) × (x_c − o))/6
//! ∂E/∂x_a = −p/6 (x_b − o) × (x_c − o),    ∂²E/∂x_a∂x_b = p/6 [x_c − o]ₓ
//! ```
//!
//! with `[r]ₓ` the matrix of the cross product `r × ·`. Over a closed surface `o` drops out; a
//! fixed point near the surface keeps the digits. The energy has no lower bound: elasticity has to
//! hold the gas.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, Topology, VertexId};

use crate::ClothError;
use crate::error::within;
use crate::position_based::check_closed;
use crate::rest_shape::check_length;

/// The energy `−p V` of a closed surface.
#[derive(Clone, Debug)]
pub struct GasPressure {
    /// Numbered as in the state.
    faces: Vec<[VertexId; 3]>,
    pressure: f64,
    origin: DVec3,
}

impl GasPressure {
    /// Fills `mesh`, whose vertex 0 is `first` in the state, with gas that has `pressure` (Pa) more
    /// than the air around it; `start` are its positions (m) at the start.
    ///
    /// # Errors
    /// If the surface is not closed and oriented, the pressure is negative or not finite, or there
    /// is not one position per vertex.
    pub fn new(
        mesh: &Topology,
        start: &[DVec3],
        pressure: f64,
        first: VertexId,
    ) -> Result<Self, ClothError> {
        check_length("start positions", start.len(), "vertices", mesh.vertex_count())?;
        within("gas pressure", pressure, [0.0, f64::MAX])?;
        check_closed(mesh)?;
        let shifted = |v: VertexId| VertexId(first.0 + v.0);
        Ok(Self {
            faces: mesh.faces().iter().map(|face| face.map(shifted)).collect(),
            pressure,
            origin: start.iter().sum::<DVec3>() / start.len() as f64,
        })
    }

    fn corners(&self, element: usize, positions: &[DVec3]) -> [DVec3; 3] {
        self.faces[element].map(|v| positions[v.index()] - self.origin)
    }
}

impl Potential for GasPressure {
    fn element_count(&self) -> usize {
        self.faces.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.faces[element]
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let volume = |element| {
            let [a, b, c] = self.corners(element, positions);
            a.dot(b.cross(c)) / 6.0
        };
        -self.pressure * elements.map(volume).sum::<f64>()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        let factor = -self.pressure / 6.0;
        for element in elements {
            let [a, b, c] = self.corners(element, positions);
            sink.add(&[b.cross(c), c.cross(a), a.cross(b)].map(|slope| factor * slope));
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        let factor = self.pressure / 6.0;
        for element in elements {
            let [a, b, c] = self.corners(element, positions).map(|x| factor * cross_matrix(x));
            let none = DMat3::ZERO;
            let exact = [[none, c, -b], [-c, none, a], [b, -a, none]];
            sink.add(&spectrum.applied(&exact));
        }
    }
}

/// The matrix of `r × ·`.
fn cross_matrix(r: DVec3) -> DMat3 {
    DMat3::from_cols(r.cross(DVec3::X), r.cross(DVec3::Y), r.cross(DVec3::Z))
}
