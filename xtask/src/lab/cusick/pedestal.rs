//! The side of a round pedestal: vertices below its top are pushed out of it.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

/// `E = ½ k (R − r)²` for `r < R`, `r` the distance from the y axis.
pub(super) struct Pedestal {
    pub(super) vertices: Vec<VertexId>,
    /// `R` (m).
    pub(super) radius: f64,
    /// `k` (N/m).
    pub(super) stiffness: f64,
}

impl Pedestal {
    /// Outward direction, depth (m) and distance from the axis (m); nothing outside.
    fn depth(&self, element: usize, x: &[DVec3]) -> Option<(DVec3, f64, f64)> {
        let x = x[self.vertices[element].index()];
        let flat = x.truncate();
        let r = flat.length();
        let inside = r < self.radius && r > 0.0;
        inside.then(|| (DVec3::new(x.x / r, x.y / r, 0.0), self.radius - r, r))
    }
}

impl Potential for Pedestal {
    fn element_count(&self) -> usize {
        self.vertices.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.vertices[element..=element]
    }

    fn energy(&self, elements: Range<usize>, x: &[DVec3]) -> f64 {
        let depth = |e| self.depth(e, x).map_or(0.0, |(_, depth, _)| depth);
        elements.map(|e| 0.5 * self.stiffness * depth(e) * depth(e)).sum()
    }

    fn gradient(&self, elements: Range<usize>, x: &[DVec3], sink: &mut GradientSink) {
        for element in elements {
            let force = self.depth(element, x);
            let force = force.map_or(DVec3::ZERO, |(out, depth, _)| -self.stiffness * depth * out);
            sink.add(&[force]);
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        x: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        for element in elements {
            let block = self.depth(element, x).map_or(DMat3::ZERO, |(out, depth, r)| {
                let around = DVec3::new(-out.y, out.x, 0.0);
                let square = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
                let bend = spectrum.eigenvalue(-self.stiffness * depth / r);
                self.stiffness * square(out) + bend * square(around)
            });
            sink.add(&[[block]]);
        }
    }
}
