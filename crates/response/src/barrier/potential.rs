//! The energy of all contacts.
//!
//! ```text
//! E = κ Σ w m b(d²)        m: the mollifier of nearly parallel edges, else 1
//! ```
//!
//! Derivatives follow the closest points within their features. They are right at the positions at
//! which the contacts were found and as long as the features stay the same; a solver finds contacts
//! anew at every iterate ([`ContactSet::find`]).
//!
//! With another spectrum than [`Spectrum::Exact`] a contact's Hessian is projected to PSD: by a
//! small eigenproblem (`pair_spectrum`), or, for mollified pairs, by that of their differences,
//! which has nine rows.

use std::ops::Range;

use glam::{DMat3, DVec3};
use rayon::prelude::*;
use ripstop_geometry::distance::Derivatives;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use super::nearest::Nearest;
use super::{BarrierContact, BarrierForm, ContactSet, Features};
use crate::pair_spectrum::{applied, differences_applied};

/// Contacts in a task.
const TASK: usize = 512;

/// Contacts that are evaluated stage by stage.
const BLOCK: usize = 32;

/// Contacts whose gradients are kept until they are added up.
const WINDOW: usize = 4 * TASK;

/// Barriers of a set of contacts, as a potential.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarrierPotential {
    /// The contacts.
    pub set: ContactSet,
    /// The function of the distance.
    pub form: BarrierForm,
    /// `κ`: factor of all barriers, with the unit that makes them an energy.
    pub stiffness: f64,
}

impl BarrierPotential {
    /// The force (N) with which the features of a contact push each other apart.
    #[must_use]
    pub fn normal_force(&self, contact: &BarrierContact, positions: &[DVec3]) -> f64 {
        let points = contact.points(positions);
        let d_squared = contact.nearest(points).separation.length_squared();
        let [_, b1, _] = self.scaled(contact, d_squared);
        let mollifier = contact.mollifier(points).map_or(1.0, |mollifier| mollifier.value());
        -2.0 * mollifier * b1 * d_squared.sqrt()
    }

    /// The gradient (N) on all vertices. Contacts are evaluated in parallel and added up in their
    /// order.
    #[must_use]
    pub fn gradient_sum(&self, positions: &[DVec3]) -> Vec<DVec3> {
        let mut sum = vec![DVec3::ZERO; positions.len()];
        let mut gradients = vec![[DVec3::ZERO; 4]; self.set.contacts.len().min(WINDOW)];
        // In windows, so that gradients are still in the cache when they are added up.
        for contacts in self.set.contacts.chunks(WINDOW) {
            let tasks = gradients.par_chunks_mut(TASK).zip(contacts.par_chunks(TASK));
            tasks.for_each(|(slots, part)| {
                let mut slots = slots.iter_mut();
                self.gradients(part, positions, |_, gradient| {
                    if let Some(slot) = slots.next() {
                        *slot = gradient;
                    }
                });
            });
            for (contact, gradient) in contacts.iter().zip(&gradients) {
                for (vertex, slope) in contact.stencil().iter().zip(gradient) {
                    sum[vertex.index()] += *slope;
                }
            }
        }
        sum
    }

    /// `κ w [b, b′, b″]`.
    #[inline]
    fn scaled(&self, contact: &BarrierContact, d_squared: f64) -> [f64; 3] {
        let scale = self.stiffness * contact.rule.weight;
        self.form.by_squared_distance(d_squared, contact.rule.range).map(|b| scale * b)
    }

    fn energy_of(&self, contact: &BarrierContact, positions: &[DVec3]) -> f64 {
        let points = contact.points(positions);
        let [b, ..] = self.scaled(contact, contact.nearest(points).separation.length_squared());
        match contact.mollifier(points) {
            // Not a product with 0, which would be NaN.
            Some(mollifier) if b.is_finite() => mollifier.value() * b,
            _ => b,
        }
    }

    /// Gives `take` the gradients of some contacts, in order. Contacts of one kind are contiguous,
    /// and each kind has formulas of its own.
    #[inline]
    fn gradients(
        &self,
        contacts: &[BarrierContact],
        positions: &[DVec3],
        mut take: impl FnMut(&BarrierContact, [DVec3; 4]),
    ) {
        let kind = |contact: &BarrierContact| std::mem::discriminant(&contact.features);
        for run in contacts.chunk_by(|a, b| kind(a) == kind(b)) {
            let Some(first) = run.first() else { continue };
            let at = (run, positions);
            match first.features {
                Features::VertexVertex => {
                    let two = |[p, q, _, _]: [DVec3; 4]| Some(Nearest::of_points(p, q));
                    self.run_gradients(at, two, &mut take);
                }
                Features::VertexEdge => self.run_gradients(at, Nearest::on_line, &mut take),
                Features::VertexFace => self.run_gradients(at, Nearest::on_plane, &mut take),
                Features::EdgeEdge => self.run_gradients(at, Nearest::of_lines, &mut take),
                Features::ParallelEdges { .. } => self.run_gradients(at, |_| None, &mut take),
            }
        }
    }

    /// As [`BarrierPotential::gradients`], of contacts of one kind, with a quick formula for their
    /// nearest points.
    ///
    /// One contact is a long chain of divisions, a root and a logarithm. Taken stage by stage, a
    /// block of contacts at a time, the chains of neighbours run side by side.
    #[inline]
    fn run_gradients(
        &self,
        (contacts, positions): (&[BarrierContact], &[DVec3]),
        quick: impl Fn([DVec3; 4]) -> Option<Nearest>,
        take: &mut impl FnMut(&BarrierContact, [DVec3; 4]),
    ) {
        let mut nearest = [Nearest::of_points(DVec3::ZERO, DVec3::ZERO); BLOCK];
        let mut barriers = [[0.0; 2]; BLOCK];
        for block in contacts.chunks(BLOCK) {
            for (near, contact) in nearest.iter_mut().zip(block) {
                let points = contact.points(positions);
                *near = quick(points).unwrap_or_else(|| contact.careful_nearest(points));
            }
            for ((barrier, near), contact) in barriers.iter_mut().zip(&nearest).zip(block) {
                let [b, b1, _] = self.scaled(contact, near.separation.length_squared());
                *barrier = [b, b1];
            }
            for ((barrier, near), contact) in barriers.iter().zip(&nearest).zip(block) {
                take(contact, gradient_of(contact, positions, near, *barrier));
            }
        }
    }

    #[inline]
    fn hessian_of(
        &self,
        contact: &BarrierContact,
        positions: &[DVec3],
        spectrum: Spectrum,
    ) -> [[DMat3; 4]; 4] {
        let points = contact.points(positions);
        let squared = contact.squared_distance_of(points);
        let at = self.scaled(contact, squared.value());
        if at[1] == 0.0 {
            return [[DMat3::ZERO; 4]; 4];
        }
        if let Some(mollifier) = contact.mollifier(points) {
            let barrier = squared.composed(at);
            let Derivatives { hessian, .. } = mollifier.derivatives().product(&barrier);
            return differences_applied(spectrum, hessian);
        }
        match tangents(contact.features) {
            Some(count) => applied(spectrum, &squared, at, count),
            None => spectrum.applied(&squared.composed(at).hessian),
        }
    }
}

/// The gradient of a contact whose nearest points and barrier are known.
#[inline]
fn gradient_of(
    contact: &BarrierContact,
    positions: &[DVec3],
    near: &Nearest,
    [b, b1]: [f64; 2],
) -> [DVec3; 4] {
    let force = (2.0 * b1) * near.separation;
    let gradient = near.weights.map(|a| a * force);
    if !matches!(contact.features, Features::ParallelEdges { .. }) || b1 == 0.0 {
        return gradient;
    }
    let Some(mollifier) = contact.mollifier(contact.points(positions)) else { return gradient };
    let (m, slopes) = (mollifier.value(), mollifier.gradient());
    std::array::from_fn(|i| m * gradient[i] + b * slopes[i])
}

/// Number of free weights.
const fn tangents(features: Features) -> Option<usize> {
    match features {
        Features::VertexVertex => Some(0),
        Features::VertexEdge => Some(1),
        Features::VertexFace | Features::EdgeEdge => Some(2),
        Features::ParallelEdges { .. } => None,
    }
}

impl Potential for BarrierPotential {
    fn element_count(&self) -> usize {
        self.set.contacts.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        self.set.contacts[element].stencil()
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        self.set.contacts[elements].iter().map(|contact| self.energy_of(contact, positions)).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        self.gradients(&self.set.contacts[elements], positions, |contact, gradient| {
            sink.add(&gradient[..contact.features.vertex_count()]);
        });
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        for contact in &self.set.contacts[elements] {
            let hessian = self.hessian_of(contact, positions, spectrum);
            sink.add_leading(contact.features.vertex_count(), &hessian);
        }
    }
}
