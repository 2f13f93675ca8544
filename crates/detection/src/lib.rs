//! Collision detection on a mesh in motion, and positions made safe.
//!
//! | question | item |
//! |---|---|
//! | are the steps of my solver safe? | [`Guard`], or [`make_safe()`] for a single step |
//! | where does a mesh cross itself? | [`crossings()`]; [`CrossingSearch`] for many positions |
//! | contacts and impacts for a responder | [`MeshDetector`], [`Query`] |
//! | thickness and friction of a pair | [`PairRules`] |
//!
//! A [`MeshDetector`] joins a broad and a narrow phase and keeps candidates between queries:
//! vertices get predicted paths with some slack, and as long as they follow them a pair that is not
//! listed cannot meet. A [`Query`] is a [`Detector`](ripstop_response::Detector) for the responders
//! of `ripstop-response`; the pairs that it leaves out are a value, [`DisabledPairs`].
//!
//! Every motion that a guard returns has passed a certified check of the straight lines from its
//! start to the stored positions.
//!
//! ```
//! use glam::dvec3;
//! use ripstop_detection::{SafetySettings, make_safe};
//! use ripstop_geometry::CollisionMesh;
//!
//! // A small triangle above a large one; the solver wants it far below.
//! let large = [dvec3(-2.0, -2.0, 0.0), dvec3(2.0, -2.0, 0.0), dvec3(0.0, 3.0, 0.0)];
//! let small = [dvec3(-0.1, 0.0, 0.1), dvec3(0.1, 0.0, 0.1), dvec3(0.0, 0.2, 0.1)];
//! let start: Vec<_> = large.into_iter().chain(small).collect();
//! let mut proposed = start.clone();
//! for x in &mut proposed[3..] {
//!     x.z -= 5.0;
//! }
//!
//! let mesh = CollisionMesh::new(&start, &[[0, 1, 2], [3, 4, 5]])?;
//! let inverse_masses = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
//! let safe = make_safe(&mesh, &start, &proposed, &inverse_masses, &SafetySettings::default())?;
//! assert!(safe.impacts > 0);
//! assert!(safe.positions[3..].iter().all(|x| x.z > 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidate_cache;
mod crossings;
mod disabled_pairs;
mod error;
mod guard;
mod impacts;
mod local_minimum;
mod make_safe;
mod mesh_detector;
mod names;
mod pair_rules;
mod predicted_path;
mod predicted_paths;
mod proximity;
mod query;
mod seam_distances;
mod stitched_pairs;

pub use crossings::{CrossingSearch, crossings};
pub use disabled_pairs::DisabledPairs;
pub use error::SafetyError;
pub use guard::{Guard, Safe, SafetySettings};
pub use make_safe::make_safe;
pub use mesh_detector::{DetectorSettings, MeshDetector, Subject};
pub use names::{LISTED, PrimitiveNames};
pub use pair_rules::PairRules;
pub use query::{CONTACT_REACH, Query};
pub use seam_distances::{SeamDistances, SpacedStitch};
pub use stitched_pairs::StitchedPairs;

/// The vector types of the public API.
pub use glam;
