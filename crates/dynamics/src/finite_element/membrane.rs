//! Stretch and shear of all triangles of a cloth.

use std::ops::Range;

use glam::DVec3;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, Topology, VertexId};

use super::Elasticity;
use super::deformation::{Deformation, RestTriangle};
use super::isotropic::Isotropic;
use super::tangent::corner_gradients;
use crate::{ClothError, RestShape};

/// Second derivative of the membrane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stiffness {
    /// The whole of it.
    #[default]
    Newton,
    /// Without the curvature of the normal: the change of `F` with the corners is taken as linear
    /// although its third column, the normal, is not. In tension this is stiffer across the plane
    /// by `λ (s − 2)/σ²`. Kept for comparison: it costs the same, and Newton's method converges
    /// linearly with it.
    QuasiNewton,
}

/// Co-rotational finite elements with linear shape functions.
#[derive(Clone, Debug)]
pub struct MembraneElements {
    corners: Vec<[VertexId; 3]>,
    triangles: Vec<RestTriangle>,
    law: Law,
    stiffness: Stiffness,
}

/// The two kinds of elasticity.
#[derive(Clone, Copy, Debug)]
enum Law {
    Isotropic(Isotropic),
    Orthotropic(Elasticity),
}

impl MembraneElements {
    /// The faces of `mesh`, whose vertex 0 is vertex `first` of the state.
    ///
    /// # Errors
    /// If the rest shape is that of another mesh.
    pub fn new(
        mesh: &Topology,
        rest: &RestShape,
        elasticity: Elasticity,
        first: VertexId,
    ) -> Result<Self, ClothError> {
        rest.check_for(mesh)?;
        let law = match elasticity.lame() {
            Some([lambda, mu]) => Law::Isotropic(Isotropic { lambda, mu }),
            None => Law::Orthotropic(elasticity),
        };
        Ok(Self {
            corners: mesh.faces().iter().map(|face| face.map(|v| shifted(v, first))).collect(),
            triangles: rest.faces().iter().map(|&corners| RestTriangle::new(corners)).collect(),
            law,
            stiffness: Stiffness::Newton,
        })
    }

    /// The same elements with another second derivative.
    #[must_use]
    pub fn with_stiffness(self, stiffness: Stiffness) -> Self {
        Self { stiffness, ..self }
    }

    #[inline]
    fn deformation(&self, element: usize, positions: &[DVec3]) -> Deformation {
        let corners = self.corners[element].map(|v| positions[v.index()]);
        Deformation::new(self.triangles[element].columns(corners))
    }
}

/// The vertex of the state that is vertex `v` of a cloth.
pub(super) fn shifted(v: VertexId, first: VertexId) -> VertexId {
    VertexId(v.0 + first.0)
}

impl Potential for MembraneElements {
    fn element_count(&self) -> usize {
        self.corners.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.corners[element]
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        elements
            .map(|element| {
                let deformation = self.deformation(element, positions);
                let density = match self.law {
                    Law::Isotropic(law) => law.energy(&deformation),
                    Law::Orthotropic(law) => law.energy(&deformation),
                };
                self.triangles[element].area * density
            })
            .sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in elements {
            let deformation = self.deformation(element, positions);
            let stress = match self.law {
                Law::Isotropic(law) => law.stress(&deformation),
                Law::Orthotropic(law) => law.stress(&deformation),
            };
            sink.add(&corner_gradients(&self.triangles[element], stress));
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        for element in elements {
            let deformation = self.deformation(element, positions);
            let tangent = match self.law {
                Law::Isotropic(law) => law.tangent(&deformation, self.stiffness, spectrum),
                Law::Orthotropic(law) => law.tangent(&deformation, self.stiffness, spectrum),
            };
            sink.add(&tangent.blocks(&self.triangles[element], &deformation));
        }
    }
}
