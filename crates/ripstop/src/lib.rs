//! Cloth that never passes through itself, under one name.
//!
//! Every crate below the command is a module here. [`glam`] has the vectors of every signature.
//!
//! | module | use this if |
//! |---|---|
//! | [`geometry`] | you need boxes, closest points, distances, exact predicates, mesh topology |
//! | [`broad`] | you have boxes and want every overlapping pair |
//! | [`narrow`] | you have moving pairs and want certified times of impact |
//! | [`detection`] | you have a solver of your own and want its positions made safe, or exact crossings |
//! | [`dynamics`] | you want to know where a cloth goes |
//! | [`linear`] | you have sparse symmetric systems of 3×3 blocks |
//! | [`response`] | you have contacts or impacts and want positions that are free of them |
//! | [`garment`] | you want sewing patterns, or a mannequin that walks in a skirt or a shirt |
//! | [`pipeline`] | you want all of it: a scene in motion |
//! | [`io`] | you have meshes and trajectories in files |
//! | [`render`] | you want to see it: pictures, and a page that plays a run |
//! | [`run`] | you have scenes with mesh files, or write a front end: runs recorded, resumed, read back |
//!
//! # Positions in, safe positions out
//!
//! Whatever moves your cloth, [`detection::make_safe()`] changes its proposal as little as needed:
//!
//! ```
//! use ripstop::detection::{SafetySettings, make_safe};
//! use ripstop::geometry::CollisionMesh;
//! use ripstop::glam::dvec3;
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
//!
//! # A whole scene
//!
//! ```
//! use ripstop::pipeline::Simulation;
//! use ripstop::pipeline::scene::builtin;
//!
//! let scene = builtin::scene("drape", 8).ok_or("no such scene")?;
//! let mut simulation = Simulation::new(&scene, &mut |_| Err("no mesh files here".to_owned()))?;
//! for _ in 0..3 {
//!     let report = simulation.advance_frame()?;
//!     assert!(report.energy.fastest < 1.0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

//! # Meshes from files
//!
//! The pipeline opens no file; [`run::mesh_loader()`] does, for the names in a scene:
//!
//! ```
//! use ripstop::pipeline::Simulation;
//! use ripstop::pipeline::scene::Scene;
//! use ripstop::run::mesh_loader;
//!
//! # let folder = std::env::temp_dir().join(format!("ripstop-facade-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let cloth = "v 0 0 0.1\nv 0.2 0 0.1\nv 0.2 0.2 0.1\nv 0 0.2 0.1\nf 1 2 3 4\n";
//! # std::fs::write(folder.join("cloth.obj"), cloth)?;
//! # std::fs::write(folder.join("table.obj"), cloth.replace("0.1\n", "0\n"))?;
//! let scene = Scene::from_toml(
//!     "[[cloth]]
//!      name = 'cloth'
//!      shape.mesh = { file = 'cloth.obj' }
//!      [[obstacle]]
//!      name = 'table'
//!      shape.mesh = { file = 'table.obj' }",
//! )?;
//! let mut simulation = Simulation::new(&scene, &mut mesh_loader(&folder))?;
//! let report = simulation.advance_frame()?;
//! assert!(report.energy.fastest > 0.0);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(doctest)]
mod readmes;

pub use glam;
pub use ripstop_broad as broad;
pub use ripstop_detection as detection;
pub use ripstop_dynamics as dynamics;
pub use ripstop_garment as garment;
pub use ripstop_geometry as geometry;
pub use ripstop_io as io;
pub use ripstop_linear as linear;
pub use ripstop_narrow as narrow;
pub use ripstop_pipeline as pipeline;
pub use ripstop_render as render;
pub use ripstop_response as response;
pub use ripstop_run as run;
