//! Stiffness of springs along edges.
//!
//! A face of area `A` gives its edge of length `L` the stiffness
//!
//! ```text
//! k = Y f A / L²,    f = cos² 2θ + (4G/Y) sin² 2θ,    θ the edge's angle to the warp
//! ```
//!
//! Per area this is an elasticity tensor that does not change with the size of the faces. For
//! `f = 1` [Van Gelder 1998] a mesh of equilateral triangles has exactly the Young's modulus `Y`
//! (and the Poisson ratio 1/3); a grid along warp and weft, cut by diagonals, has exactly `Y` along
//! its threads and the shear stiffness `G`. On other meshes springs are an approximation, within
//! tens of per cent; `Membrane::Triangles` is not.

use glam::DVec2;
use ripstop_geometry::Topology;

use crate::{Fabric, RestShape};

/// Compliance of the spring along every edge (m/N).
pub(super) fn compliances(mesh: &Topology, rest: &RestShape, fabric: &Fabric) -> Vec<f64> {
    let stiffnesses = [fabric.mean_stretch_stiffness(), fabric.shear_stiffness];
    let mut stiffness = vec![0.0; mesh.edges().len()];
    let faces = rest.faces().iter().zip(rest.areas());
    for ((corners, area), sides) in faces.zip(mesh.face_edges()) {
        for i in 0..3 {
            let side = corners[(i + 1) % 3] - corners[i];
            stiffness[sides[i].index()] +=
                area * directional(side, stiffnesses) / side.length_squared();
        }
    }
    stiffness.into_iter().map(f64::recip).collect()
}

/// Returns `Y f` for an edge along `side`, x being the warp.
fn directional(side: DVec2, [y, g]: [f64; 2]) -> f64 {
    let squared = side.length_squared();
    let cos = (side.x * side.x - side.y * side.y) / squared;
    let sin = 2.0 * side.x * side.y / squared;
    y * cos * cos + 4.0 * g * sin * sin
}
