//! Friction between the threads of a fabric that is bent.
//!
//! A fabric that is bent and let go does not come back: in a bending test its moment runs in a
//! loop, `B κ` plus or minus half of its height. The threads hold until the moment between them is
//! that half, `M`, and then slip. With the curvature `S` of a face and the curvature `S⁰` at which
//! its threads would be without load, friction is the slope of
//!
//! ```text
//! E = A φ(|S − S⁰|),    φ(r) = M r²/(2ε)  for r < ε,    M (r − ε/2)  from there on
//! ```
//!
//! and after each step `S⁰` follows `S` at the distance `ε` where it is farther away: the step is
//! the minimisation of a convex function, and the energy that it takes from the motion never comes
//! back but for the small elastic part `Mε/2`. `S` is that of [`CurvatureBending`], along the
//! normal of the face where the step begins.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, Topology, VertexId};

use super::CurvatureBending;
use super::curvature_bending::CurvatureStiffness;
use super::membrane::shifted;
use crate::error::positive;
use crate::hinges::hinges;
use crate::rest_shape::check_length;
use crate::{ClothError, RestShape};

/// Friction goes by the whole curvature, whatever its direction.
const ONE: CurvatureStiffness = CurvatureStiffness { bending: [1.0; 2], twist_ratio: 1.0 };

/// Parameters of the friction between threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadFriction {
    /// Moment per width at which they slip (N): half of the height of the loop in a bending test.
    pub moment: f64,
    /// Change of curvature until they slip (1/m).
    pub slack: f64,
}

impl ThreadFriction {
    /// Checks both numbers.
    ///
    /// # Errors
    /// The first that is not positive.
    pub fn check(&self) -> Result<(), ClothError> {
        positive("moment of friction", self.moment)?;
        positive("slack of friction", self.slack)
    }
}

/// Faces that resist any change of their curvature up to a moment.
#[derive(Clone, Debug)]
pub struct BendingFriction {
    friction: ThreadFriction,
    /// With the stiffness 1 and areas as weights: `√A (S₁₁, √2 S₁₂, S₂₂)`.
    curvature: CurvatureBending,
    faces: Vec<[VertexId; 3]>,
    /// `√A` of every face.
    roots: Vec<f64>,
    normals: Vec<DVec3>,
    /// `S⁰`, weighted as the curvatures are.
    held: Vec<[f64; 3]>,
}

impl BendingFriction {
    /// For a cloth whose vertex 0 is vertex `first` of a state with the given positions; threads
    /// are without load there.
    ///
    /// # Errors
    /// If a parameter is not positive.
    pub fn new(
        mesh: &Topology,
        rest: &RestShape,
        friction: ThreadFriction,
        (first, positions): (VertexId, &[DVec3]),
    ) -> Result<Self, ClothError> {
        friction.check()?;
        let hinges = hinges(mesh, rest);
        let mut faces: Vec<usize> = hinges.iter().flat_map(|hinge| hinge.faces).collect();
        faces.sort_unstable();
        faces.dedup();
        let corners = |face: &usize| mesh.faces()[*face].map(|vertex| shifted(vertex, first));
        let count = faces.len();
        let mut threads = Self {
            friction,
            curvature: CurvatureBending::new(&hinges, rest.areas(), ONE, first),
            faces: faces.iter().map(corners).collect(),
            roots: faces.iter().map(|face| rest.areas()[*face].sqrt()).collect(),
            normals: vec![DVec3::ZERO; count],
            held: vec![[0.0; 3]; count],
        };
        threads.turn(positions);
        threads.held = (0..count).map(|face| threads.bent(face, positions)).collect();
        Ok(threads)
    }

    /// Lets threads slip that hold more than they can, at the end of a step: to be called after
    /// each.
    pub fn settle(&mut self, positions: &[DVec3]) {
        self.turn(positions);
        for face in 0..self.held.len() {
            let change = self.change(face, positions);
            let slack = self.friction.slack * self.roots[face];
            let length = DVec3::from(change).length();
            if length > slack {
                let fraction = 1.0 - slack / length;
                for (held, change) in self.held[face].iter_mut().zip(change) {
                    *held += fraction * change;
                }
            }
        }
    }

    /// Curvatures of all faces at which threads are without load, in a form of its own: all that
    /// friction knows of the past.
    #[must_use]
    pub fn held(&self) -> &[[f64; 3]] {
        &self.held
    }

    /// Goes back to a moment: the curvatures as they were given by [`BendingFriction::held`], and
    /// the positions.
    ///
    /// # Errors
    /// If there are not as many curvatures as faces with a neighbour. Nothing is changed then.
    pub fn hold(&mut self, held: &[[f64; 3]], positions: &[DVec3]) -> Result<(), ClothError> {
        check_length("curvatures", held.len(), "faces", self.held.len())?;
        self.held.copy_from_slice(held);
        self.normals.fill(DVec3::ZERO);
        self.turn(positions);
        Ok(())
    }

    /// Takes the normals from the positions; those of faces without area stay.
    fn turn(&mut self, positions: &[DVec3]) {
        for (normal, face) in self.normals.iter_mut().zip(&self.faces) {
            let [a, b, c] = face.map(|vertex| positions[vertex.index()]);
            *normal = (b - a).cross(c - a).try_normalize().unwrap_or(*normal);
        }
    }

    /// Weighted curvatures along the normal.
    fn bent(&self, face: usize, positions: &[DVec3]) -> [f64; 3] {
        self.curvature.curvatures(face, positions).map(|s| s.dot(self.normals[face]))
    }

    fn change(&self, face: usize, positions: &[DVec3]) -> [f64; 3] {
        let (bent, held) = (self.bent(face, positions), self.held[face]);
        std::array::from_fn(|m| bent[m] - held[m])
    }

    /// `φ′/r` at a weighted change of curvature, and true if its threads slip.
    fn grip(&self, face: usize, change: DVec3) -> (f64, bool) {
        let ThreadFriction { moment, slack } = self.friction;
        let r = change.length() / self.roots[face];
        if r < slack { (moment / slack, false) } else { (moment / r, true) }
    }
}

impl Potential for BendingFriction {
    fn element_count(&self) -> usize {
        self.curvature.element_count()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        self.curvature.stencil(element)
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let ThreadFriction { moment, slack } = self.friction;
        let energy = |face: usize| {
            let r = DVec3::from(self.change(face, positions)).length() / self.roots[face];
            let density = if r < slack { r * r / (2.0 * slack) } else { r - 0.5 * slack };
            self.roots[face] * self.roots[face] * moment * density
        };
        elements.map(energy).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for face in elements {
            let change = DVec3::from(self.change(face, positions));
            let force = self.grip(face, change).0 * change;
            for weights in self.curvature.weights(face) {
                sink.add(&[DVec3::from(*weights).dot(force) * self.normals[face]]);
            }
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        _: Spectrum,
        sink: &mut HessianSink,
    ) {
        for face in elements {
            let change = DVec3::from(self.change(face, positions));
            let (grip, slips) = self.grip(face, change);
            // Where threads slip, friction does not grow along the change.
            let along = if slips { change.normalize_or_zero() } else { DVec3::ZERO };
            let normal = self.normals[face];
            let outer = DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
            let weights = self.curvature.weights(face);
            let across =
                move |weights: &[f64; 3]| DVec3::from(*weights).reject_from_normalized(along);
            sink.add_blocks(weights.iter().enumerate().flat_map(|(i, a)| {
                weights[i..].iter().map(move |b| grip * across(a).dot(across(b)) * outer)
            }));
        }
    }
}
