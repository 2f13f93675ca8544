//! Pictures of cloth, ray-cast through the tree of `ripstop-broad`, and a page that plays a run.
//!
//! | item | what it is |
//! |---|---|
//! | [`Stage`] | constants of a run: topology, colours, ground |
//! | [`Snapshot`] | one frame of it, with normals and ambient occlusion |
//! | [`Camera`], [`Light`], [`Quality`] | settings of a picture |
//! | [`Coloring`] | meaning of colours, with [`vertex_strains`] and [`vertex_closeness`] |
//! | [`Player`] | one page of HTML that plays frames in a browser |
//!
//! Nothing here opens a file: pictures are pixels, pages go to a writer. Equal input gives equal
//! bytes at every thread count.
//!
//! ```
//! use ripstop_geometry::CollisionMesh;
//! use ripstop_render::camera::View;
//! use ripstop_render::color::hex;
//! use ripstop_render::glam::{DVec3, dvec3};
//! use ripstop_render::{Appearance, Camera, Finish, Ground, Light, Quality, Snapshot, Stage};
//!
//! let positions = [dvec3(0.0, 0.0, 0.5), dvec3(1.0, 0.0, 0.5), dvec3(0.0, 1.0, 0.7)];
//! let mesh = CollisionMesh::new(&positions, &[[0, 1, 2]])?;
//! let (front, back) = (hex(0xD95F3B), hex(0xE9C48A));
//! let stage = Stage {
//!     mesh: &mesh,
//!     appearances: vec![Appearance { front, back, finish: Finish::Cloth }],
//!     weave: Vec::new(),
//!     up: DVec3::Z,
//!     ground: Some(Ground { height: 0.0 }),
//!     center: positions[0],
//!     size: 1.0,
//! };
//! let view = View::new(dvec3(-0.3, 1.0, -0.5), DVec3::Z);
//! let camera = Camera::framing(positions.into_iter(), &view);
//! let light = Light::studio(&camera.axes(), DVec3::Z);
//! let snapshot = Snapshot::new(&stage, &positions, &[])?;
//! let picture = snapshot.picture(&camera, &light, &Quality::new(60, 40, 8));
//! assert_eq!(picture.image.bytes().len(), 60 * 40 * 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![allow(clippy::cast_sign_loss, reason = "what is cast is not negative, and casts saturate")]

pub mod camera;
mod closeness;
pub mod color;
pub mod coloring;
mod error;
mod ground_map;
mod image;
mod lattice;
mod light;
mod normals;
mod openness;
mod picture;
pub mod player;
mod sampling;
mod shade;
mod snapshot;
mod stage;
mod strain;
mod triangle;
mod weave;

/// The vector types of the public API.
pub use glam;

pub use camera::Camera;
pub use closeness::{ContactRule, vertex_closeness};
pub use color::Color;
pub use coloring::Coloring;
pub use error::SnapshotError;
pub use image::Image;
pub use light::Light;
pub use picture::{Picture, Quality};
pub use player::Player;
pub use snapshot::Snapshot;
pub use stage::{Appearance, Finish, Ground, Stage};
pub use strain::vertex_strains;
pub use triangle::{Triangle, TriangleHit};
