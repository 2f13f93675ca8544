//! Lagged friction of contacts that a barrier keeps apart.

use glam::DVec3;
use ripstop_geometry::separation;

use super::BarrierPotential;
use crate::penalty::FrictionElement;

impl BarrierPotential {
    /// Lagged friction of all contacts with a coefficient: normal forces, normals and weights are
    /// those at `positions`; slip is measured from `start`, the start of the step.
    #[must_use]
    pub fn friction(&self, positions: &[DVec3], start: &[DVec3]) -> Vec<FrictionElement> {
        let contacts = self.set.contacts.iter().filter(|contact| contact.rule.friction > 0.0);
        let element = |contact: &super::BarrierContact| {
            let near = contact.nearest(contact.points(positions));
            let bound = contact.rule.friction * self.normal_force(contact, positions);
            let normal = near.separation.try_normalize()?;
            (bound > 0.0).then(|| FrictionElement {
                vertices: contact.vertices,
                count: contact.features.vertex_count(),
                weights: near.weights,
                normal,
                bound,
                start: separation(near.weights, contact.points(start)),
            })
        };
        contacts.filter_map(element).collect()
    }
}
