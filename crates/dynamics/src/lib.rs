//! Dynamics of cloth: its motion in a step as if nothing were in its way. This crate does not know
//! that contact exists.
//!
//! **Position-based.** [`PositionBasedCloth`] is driven by three calls, between which a collision
//! response may move the positions as it likes:
//!
//! ```text
//! predict            v ← damped(v) + Δt·(g + wind),  x ← x + Δt v,  pins to their targets
//! sweep, repeated    x ← one Gauss–Seidel pass over the cloth's constraints
//! update_velocities  v ← (x − x_start) / Δt
//! ```
//!
//! **Finite elements.** A [`FiniteElementCloth`] is a list of potentials; [`ImplicitEuler`] moves
//! all cloths of a state together, with further potentials and a [`StepHook`] through which contact
//! takes part:
//!
//! ```text
//! step    x = argmin ½|x − x̃|²_M/Δt² + Σ E(x),    v = (x − x_start) / Δt
//! ```
//!
//! Fabrics are given in physical units ([`Fabric`]), and the rest configuration apart from the
//! start pose ([`RestShape`]). Linear systems are solved by `ripstop-linear`. The derivations are
//! in `docs/position-based.md` and `docs/finite-elements.md`, the sources of the presets in
//! `docs/materials.md`.
//!
//! ```
//! use ripstop_dynamics::glam::DVec2;
//! use ripstop_dynamics::{
//!     ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler, ImplicitSettings,
//!     NoHook, RestShape, Step,
//! };
//! use ripstop_geometry::{Topology, VertexId};
//!
//! // Two triangles, held at one side.
//! let mesh = Topology::from_faces(4, &[[0, 1, 2], [1, 3, 2]])?;
//! let pattern = [DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE];
//! let rest = RestShape::from_uvs(&mesh, &pattern)?;
//! let elements = ElementSettings::default();
//! let cloth = FiniteElementCloth::new(&mesh, &rest, Fabric::cotton(), elements, VertexId(0))?;
//! let level = pattern.map(|u| u.extend(0.0)).to_vec();
//! let mut state = cloth.state_at_rest(level, &[VertexId(0), VertexId(1)])?;
//! let mut euler = ImplicitEuler::new(vec![cloth], ImplicitSettings::default())?;
//! for _ in 0..30 {
//!     let step = Step { dt: 1.0 / 60.0, forces: &Forces::EARTH, targets: &[], potentials: &[] };
//!     assert!(euler.step(&mut state, &step, &mut NoHook)?.converged);
//! }
//! assert!(state.positions[3].z < -0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod damping;
mod error;
mod fabric;
mod fast_projection;
mod finite_element;
mod forces;
mod hinges;
mod implicit;
mod masses;
mod position_based;
mod rest_shape;
mod state_checks;
mod stitches;
mod ties;

pub use damping::Damping;
pub use error::ClothError;
pub use fabric::Fabric;
pub use fast_projection::{FastProjection, Rope};
pub use finite_element::{
    Bending, BendingFriction, ConsistentMass, CurvatureBending, Elasticity, ElementSettings,
    FiniteElementCloth, GasPressure, HingeAngle, HingeBending, MassMatrix, MembraneElements,
    QuadraticBending, Stiffness, ThreadFriction,
};
pub use forces::{Forces, Wind};
pub use glam;
pub use implicit::{
    ImplicitEuler, ImplicitSettings, Method as ImplicitMethod, NoHook, SolveStage, SolveStart,
    Step, StepHook, StepReport, assembled_hessian,
};
pub use masses::lumped_masses;
pub use position_based::{
    Bound, Constraint, DihedralAngle, Distance, EnclosedVolume, Membrane, Method,
    PositionBasedCloth, Settings, Target, TriangleArea,
};
pub use rest_shape::RestShape;
pub use ripstop_linear::{BlockMatrix, LinearMethod, Preconditioner};
pub use stitches::{StitchLaw, StitchPotential, StitchSweep, Stitches};
pub use ties::{Tie, TieEnd, TiePotential, TieSweep, Ties};
