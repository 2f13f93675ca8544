//! From a sewing pattern in a file to panels in the world, cut into triangles.
//!
//! A panel whose loop runs clockwise shows its outer side to the back of its plane. It is turned
//! over, so that every outline is counter-clockwise as somebody sees it who stands before it, and
//! turned back where it is placed.

use std::f64::consts::PI;

use glam::{DQuat, DVec2, DVec3};
use ripstop_garment::pattern::{EdgeShape, SeamSide};
use ripstop_garment::{GarmentError, Panel, Pattern, Placement, Seam};
use ripstop_io::Convention;
use ripstop_io::garmentcode::{self, Circle, Curve, Specification, StitchSide};
use ripstop_pipeline::scene::LoadedMesh;

/// The panels of a pattern where the file places them, cut into triangles with edges of about a
/// length (m), and the stitches between them.
///
/// # Errors
/// If an outline crosses itself, or a panel would have more vertices than memory.
pub fn panel_mesh(
    specification: Specification,
    edge_length: f64,
) -> Result<LoadedMesh, GarmentError> {
    let Specification { panels, stitches } = specification;
    let placements: Vec<Placement> = panels.iter().map(placement).collect();
    let name = |side: StitchSide| format!("{}.{}", panels[side.panel].name, side.edge);
    let seam = |stitch: &garmentcode::Stitch| Seam {
        name: stitch.sides.map(name).join(" to "),
        sides: stitch.sides.map(|StitchSide { panel, edge }| SeamSide { panel, edge }),
        is_right_to_wrong: stitch.is_right_to_wrong,
    };
    let seams: Vec<Seam> = stitches.iter().map(seam).collect();
    let pattern = Pattern { panels: panels.iter().map(panel).collect(), seams };
    let sewn = pattern.sewn(edge_length, |panel, p| placements[panel].place(p))?;
    let seam_names = pattern.seams.into_iter().map(|seam| seam.name).collect();
    Ok(LoadedMesh { seam_names, ..sewn.into() })
}

/// True if a loop of edges is clockwise, by the area between it and the origin.
fn is_turned(panel: &garmentcode::Panel) -> bool {
    let corners = panel.edges.iter().map(|edge| {
        let [a, b] = edge.endpoints.map(|end| panel.vertices[end as usize]);
        let between = match edge.curve {
            Curve::Line => Vec::new(),
            Curve::Quadratic(point) => vec![point],
            Curve::Cubic(points) => points.to_vec(),
            Curve::Circle(circle) => vec![far_point([a, b], circle)],
        };
        let mut points = vec![a];
        points.extend(between);
        points.push(b);
        points.windows(2).map(|ends| ends[0].perp_dot(ends[1])).sum::<f64>()
    });
    corners.sum::<f64>() < 0.0
}

/// The outline of a panel, counter-clockwise.
fn panel(panel: &garmentcode::Panel) -> Panel {
    let side = if is_turned(panel) { DVec2::new(-1.0, 1.0) } else { DVec2::ONE };
    let outline = Panel::new(&panel.name);
    panel.edges.iter().fold(outline, |outline, edge| {
        let [a, b] = edge.endpoints.map(|end| panel.vertices[end as usize]);
        let shape = match edge.curve {
            Curve::Line => EdgeShape::Line,
            // The same curve with one control point more.
            Curve::Quadratic(p) => {
                EdgeShape::Bezier([a, b].map(|end| side * end.lerp(p, 2.0 / 3.0)))
            }
            Curve::Cubic(points) => EdgeShape::Bezier(points.map(|point| side * point)),
            Curve::Circle(circle) if circle.is_large => {
                EdgeShape::LongArc(side * centre([a, b], circle))
            }
            Curve::Circle(circle) => EdgeShape::Arc(side * centre([a, b], circle)),
        };
        outline.edge(side * a, shape)
    })
}

/// Direction in which an arc bulges.
fn bulge([a, b]: [DVec2; 2], circle: Circle) -> DVec2 {
    let left = (b - a).perp().normalize_or_zero();
    if circle.bulges_right { -left } else { left }
}

/// Centre of the circle of an arc: away from where the smaller arc bulges, towards where the larger
/// one does.
fn centre([a, b]: [DVec2; 2], circle: Circle) -> DVec2 {
    let half = 0.5 * a.distance(b);
    let height = (circle.radius * circle.radius - half * half).max(0.0).sqrt();
    let along = if circle.is_large { height } else { -height };
    a.midpoint(b) + along * bulge([a, b], circle)
}

/// The point of an arc that is farthest from its ends.
fn far_point(ends: [DVec2; 2], circle: Circle) -> DVec2 {
    centre(ends, circle) + circle.radius * bulge(ends, circle)
}

/// Place of a panel in the world, z up and the front towards −y.
fn placement(panel: &garmentcode::Panel) -> Placement {
    let half = panel.rotation.map(|degrees| 0.5 * degrees.to_radians());
    let about = |axis: DVec3, half: f64| {
        let [x, y, z] = (axis * libm::sin(half)).to_array();
        DQuat::from_xyzw(x, y, z, libm::cos(half))
    };
    // The axes of the file are x to the right, y up, z to the front.
    let [x, y, z] = [DVec3::X, DVec3::Z, DVec3::NEG_Y];
    let turned = about(z, half.z) * about(y, half.y) * about(x, half.x);
    let over = if is_turned(panel) { about(DVec3::Z, 0.5 * PI) } else { DQuat::IDENTITY };
    Placement::Flat {
        rotation: turned * over,
        origin: Convention::GLTF.to_world(panel.translation),
    }
}
