//! Properties of a fabric that position-based cloth leaves out.

use super::settings::{Membrane, Method, Settings};
use crate::Fabric;

impl Settings {
    /// Names of the properties of a fabric that say something that a cloth with these settings does
    /// not show: fields of [`Fabric`], in their order. Empty if there are none.
    ///
    /// ```
    /// use ripstop_dynamics::{Fabric, Membrane, Settings};
    ///
    /// let threads = Settings::default();
    /// assert_eq!(threads.unmodelled(&Fabric::denim()), ["poisson_ratio", "twist_ratio"]);
    /// let faces = Settings::with_membrane(Membrane::Triangles);
    /// assert_eq!(faces.unmodelled(&Fabric::denim()), ["twist_ratio"]);
    /// ```
    #[must_use]
    pub fn unmodelled(&self, fabric: &Fabric) -> Vec<&'static str> {
        let factors = matches!(self.method, Method::Stiffness { .. });
        // Springs narrow as the mesh has it.
        let springs = self.membrane != Membrane::Triangles;
        let named = [
            ("stretch_stiffness", factors),
            ("shear_stiffness", factors),
            ("poisson_ratio", factors || (springs && fabric.poisson_ratio != 0.0)),
            ("bending_stiffness", factors),
            // Hinges cannot tell twist from bending.
            ("twist_ratio", fabric.twist_ratio != 1.0),
            ("damping_time", factors && fabric.damping_time > 0.0),
            ("bending_friction", fabric.bending_friction.is_some()),
        ];
        named.into_iter().filter_map(|(name, is_left_out)| is_left_out.then_some(name)).collect()
    }
}
