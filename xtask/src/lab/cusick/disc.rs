//! A round mesh: rings of six, twelve, eighteen … vertices around one in the middle.

use glam::DVec2;
use ripstop_geometry::{MeshError, Topology};

/// Points and triangles of a disc.
pub(super) struct Disc {
    pub(super) mesh: Topology,
    pub(super) uvs: Vec<DVec2>,
    pub(super) rings: u32,
}

impl Disc {
    /// A disc of so many rings, with a radius for each (m).
    pub(super) fn new(rings: u32, radius: impl Fn(u32) -> f64) -> Result<Self, MeshError> {
        let mut uvs = vec![DVec2::ZERO];
        for ring in 1..=rings {
            let r = radius(ring);
            let count = 6 * ring;
            uvs.extend((0..count).map(|k| {
                let angle = std::f64::consts::TAU * f64::from(k) / f64::from(count);
                r * DVec2::from_angle(angle)
            }));
        }
        let mut faces = Vec::new();
        for ring in 1..=rings {
            for sector in 0..6 {
                for k in 0..ring {
                    let outer = |i: u32| index(ring, sector * ring + i);
                    let inner = |i: u32| index(ring - 1, sector * (ring - 1) + i);
                    faces.push([inner(k), outer(k), outer(k + 1)]);
                    if k + 1 < ring {
                        faces.push([inner(k), outer(k + 1), inner(k + 1)]);
                    }
                }
            }
        }
        Ok(Self { mesh: Topology::from_faces(uvs.len(), &faces)?, uvs, rings })
    }

    /// Number of vertices up to a ring.
    pub(super) fn count(ring: u32) -> u32 {
        1 + 3 * ring * (ring + 1)
    }

    /// Vertices of a ring, in order.
    pub(super) fn ring(ring: u32) -> impl Iterator<Item = usize> {
        (0..(6 * ring).max(1)).map(move |k| index(ring, k) as usize)
    }
}

/// Vertex `k` of a ring, counted round and round.
fn index(ring: u32, k: u32) -> u32 {
    if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) + k % (6 * ring) }
}
