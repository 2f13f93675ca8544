//! Stiffness of springs along edges.
//!
//! A face of area `A` gives its edge of length `L` the stiffness
//!
//! ```text
//! k = A/L² (Y cos² 2θ + 4G sin² 2θ),    Y = Y₁ cos² θ + Y₂ sin² θ,    θ its angle to the warp
//! ```
//!
//! Per area this is an elasticity tensor that does not change with the size of the faces. If it is
//! the same in all directions [Van Gelder 1998] a mesh of equilateral triangles has exactly the
//! Young's modulus `Y` (and the Poisson ratio 1/3); a grid along warp and weft, cut by diagonals,
//! has exactly `Y₁` and `Y₂` along its threads and the shear stiffness `G`. On other meshes springs
//! are an approximation, within tens of per cent; `Membrane::Triangles` is not.
//!
//! Diagonals that alternate stiffen the threads by about `G`. So the springs of a fabric that tells
//! warp from weft are calibrated: `Y₁` and `Y₂` in the formula are such that the sheet as a whole,
//! under uniform strain, has the fabric's own along both. With the row `b = (c², s², cs)` of every
//! edge, `c` and `s` the cosine and sine of `θ`, its elasticity is `C = Σ k L² bᵀb / Σ A`, and the
//! modulus along the warp `1/(C⁻¹)₁₁`. Panels that are not connected, which may be cut in different
//! directions, are sheets of their own. Fabrics with the same stiffness along both are not
//! calibrated: their number is that of the threads.

use glam::{DMat3, DVec2, DVec3};
use ripstop_geometry::Topology;

use crate::fabric::directional;
use crate::{Fabric, RestShape};

/// Least stiffness along warp or weft after calibration, as a part of the fabric's.
const LEAST: f64 = 0.05;

/// Corrections of a calibration; each leaves a small part of the error.
const CORRECTIONS: usize = 30;

/// Compliance of the spring along every edge (m/N).
pub(super) fn compliances(mesh: &Topology, rest: &RestShape, fabric: &Fabric) -> Vec<f64> {
    let mut threads = vec![fabric.stretch_stiffness; rest.faces().len()];
    let [warp, weft] = fabric.stretch_stiffness;
    if warp != weft {
        for sheet in sheets(mesh) {
            let own = calibrated(rest, &sheet, fabric);
            for face in sheet {
                threads[face] = own;
            }
        }
    }
    let mut stiffness = vec![0.0; mesh.edges().len()];
    let faces = rest.faces().iter().zip(rest.areas()).zip(threads);
    for (((corners, area), threads), sides) in faces.zip(mesh.face_edges()) {
        for i in 0..3 {
            let side = corners[(i + 1) % 3] - corners[i];
            stiffness[sides[i].index()] += area
                * stiffness_along(side, threads, fabric.shear_stiffness)
                / side.length_squared();
        }
    }
    stiffness.into_iter().map(f64::recip).collect()
}

/// Faces that are connected by edges, ascending in every sheet.
fn sheets(mesh: &Topology) -> Vec<Vec<usize>> {
    let mut is_found = vec![false; mesh.faces().len()];
    let mut sheets = Vec::new();
    for first in 0..is_found.len() {
        if is_found[first] {
            continue;
        }
        is_found[first] = true;
        let mut sheet = vec![first];
        let mut next = 0;
        while let Some(&face) = sheet.get(next) {
            next += 1;
            let around = mesh.face_edges()[face].iter();
            for other in around.flat_map(|edge| mesh.edge_faces().row(edge.index())) {
                if !std::mem::replace(&mut is_found[other.index()], true) {
                    sheet.push(other.index());
                }
            }
        }
        sheet.sort_unstable();
        sheets.push(sheet);
    }
    sheets
}

/// Stiffness of an edge along `side`, x being the warp, times `L²/A` (N/m).
fn stiffness_along(side: DVec2, threads: [f64; 2], shear: f64) -> f64 {
    let squared = side.length_squared();
    let cos = (side.x * side.x - side.y * side.y) / squared;
    let sin = 2.0 * side.x * side.y / squared;
    directional(threads, side.x / squared.sqrt()) * cos * cos + 4.0 * shear * sin * sin
}

/// `Y₁` and `Y₂` of the formula with which the sheet has those of the fabric.
fn calibrated(rest: &RestShape, sheet: &[usize], fabric: &Fabric) -> [f64; 2] {
    let wanted = fabric.stretch_stiffness;
    // The elasticity is linear in the three stiffnesses.
    let [by_warp, by_weft, by_shear] =
        [([1.0, 0.0], 0.0), ([0.0, 1.0], 0.0), ([0.0; 2], 1.0)].map(|s| elasticity(rest, sheet, s));
    let mut threads = wanted;
    for _ in 0..CORRECTIONS {
        let [warp, weft] = threads;
        let sheet = by_warp * warp + by_weft * weft + by_shear * fabric.shear_stiffness;
        let compliance = sheet.inverse();
        if !compliance.is_finite() {
            return wanted;
        }
        let found = [compliance.x_axis.x.recip(), compliance.y_axis.y.recip()];
        for i in 0..2 {
            threads[i] = (threads[i] + wanted[i] - found[i]).max(LEAST * wanted[i]);
        }
    }
    threads
}

/// `C` of the springs of all faces of a sheet (N/m).
fn elasticity(rest: &RestShape, sheet: &[usize], (threads, shear): ([f64; 2], f64)) -> DMat3 {
    let mut sum = DMat3::ZERO;
    for &face in sheet {
        let (corners, area) = (&rest.faces()[face], rest.areas()[face]);
        for i in 0..3 {
            let side = corners[(i + 1) % 3] - corners[i];
            let DVec2 { x, y } = side.normalize_or_zero();
            let row = DVec3::new(x * x, y * y, x * y);
            let weighted = area * stiffness_along(side, threads, shear) * row;
            sum += DMat3::from_cols(row.x * weighted, row.y * weighted, row.z * weighted);
        }
    }
    sum * sheet.iter().map(|face| rest.areas()[*face]).sum::<f64>().recip()
}
