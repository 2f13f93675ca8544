//! Panels of sewing patterns, brought to where they can be sewn: near the body, and as high as what
//! they will hang by.
//!
//! A pattern leaves room between its panels and the body. Where a shoulder is sewn over that much
//! room, the top of a panel swings down by it, below the shoulder of the body; then the seam closes
//! under the arm, and the garment falls. So a panel moves towards the body first, up to a
//! distance; and if a seam is to lie on the body, all panels are raised until it closes above.

use glam::DVec3;
use ripstop_geometry::{Aabb, FaceId, SurfaceId};

use super::World;
use super::parting::PlacedPanel;
use super::seams::SeamPart;

/// Distance of a panel from the body (m), of the lowest layer.
const NEAR: f64 = 0.02;

/// Distance between the panels of layers (m).
const BETWEEN: f64 = 0.02;

/// Height at which a seam closes above what it will lie on (m).
const ABOVE: f64 = 0.01;

/// Distance within which a body is below a seam that will lie on it (m).
const BELOW: f64 = 0.25;

/// Height by which a body may be above it (m): a shoulder that is higher than the pattern's, but
/// not an arm over a side seam.
const OVER: f64 = 0.1;

/// Parts of the way of a stitch, between which it is looked at.
const PLACES: usize = 12;

/// The bodies of a scene at its start.
pub(super) struct Bodies {
    faces: Vec<[DVec3; 3]>,
}

impl Bodies {
    /// All obstacles, which come after so many cloths.
    pub(super) fn new(world: &World, cloth_count: usize) -> Self {
        let first = SurfaceId(cloth_count as u32);
        let (mesh, positions) = (&world.mesh, &world.start.positions);
        let faces = (0..mesh.faces().len() as u32).map(|face| mesh.face(FaceId(face)));
        let faces = faces.filter(|face| mesh.surfaces()[face[0].index()] >= first);
        Self { faces: faces.map(|face| face.map(|v| positions[v.index()])).collect() }
    }

    /// Moves panels towards the bodies, along their normals.
    pub(super) fn draw_near(&self, world: &mut World, panels: &[PlacedPanel]) {
        let lowest = panels.iter().map(|panel| panel.layer).min().unwrap_or_default();
        for panel in panels {
            let own = &world.start.positions[panel.vertices.clone()];
            let distance = |x: &DVec3| x.dot(panel.away);
            let least = own.iter().map(distance).fold(f64::INFINITY, f64::min);
            let around = Aabb::of_points(&flat(own, panel.away));
            let below = self.faces.iter().flatten().filter(|corner| {
                let place = Aabb::of_points(&flat(&[**corner], panel.away));
                place.overlaps(&around)
            });
            let highest = below.map(distance).fold(f64::NEG_INFINITY, f64::max);
            let layers = f64::from(panel.layer.saturating_sub(lowest));
            let room = least - highest - NEAR - BETWEEN * layers;
            if room > 0.0 && room.is_finite() {
                for x in &mut world.start.positions[panel.vertices.clone()] {
                    *x -= room * panel.away;
                }
            }
        }
    }

    /// Raises panels until the seams that will lie on a body close above it.
    pub(super) fn raise(&self, world: &mut World, panels: &[PlacedPanel], up: DVec3) {
        let lacks = world.seams.iter().map(|seam| self.lack(world, seam, up));
        let height = lacks.fold(0.0, f64::max);
        for panel in panels {
            for x in &mut world.start.positions[panel.vertices.clone()] {
                *x += height * up;
            }
        }
    }

    /// Height (m) that a seam lacks to close above a body; nothing if it will not lie on one.
    fn lack(&self, world: &World, seam: &SeamPart, up: DVec3) -> f64 {
        let positions = &world.start.positions;
        let ways: Vec<[DVec3; 2]> = seam
            .stitches
            .iter()
            .map(|stitch| {
                let [x, a, b] = stitch.vertices().map(|vertex| positions[vertex.index()]);
                [x, a.lerp(b, stitch.ratio)]
            })
            .collect();
        let around = Aabb::of_points(&flat(ways.as_flattened(), up));
        let is_around = |face: &&[DVec3; 3]| Aabb::of_points(&flat(*face, up)).overlaps(&around);
        let faces: Vec<&[DVec3; 3]> = self.faces.iter().filter(is_around).collect();
        let lacks: Vec<f64> = ways.iter().filter_map(|way| lack(&faces, *way, up)).collect();
        let is_on = 2 * lacks.len() > ways.len();
        if is_on { lacks.into_iter().fold(0.0, f64::max) } else { 0.0 }
    }
}

/// Height (m) that a way lacks to go over faces, if one is near below or above it and none is far
/// above.
fn lack(faces: &[&[DVec3; 3]], way: [DVec3; 2], up: DVec3) -> Option<f64> {
    let places = (0..=PLACES).map(|i| way[0].lerp(way[1], i as f64 / PLACES as f64));
    let heights =
        places.flat_map(|place| faces.iter().filter_map(move |face| height(place, up, **face)));
    let highest = heights.fold(f64::NEG_INFINITY, f64::max);
    (-BELOW..=OVER).contains(&highest).then_some(highest + ABOVE)
}

/// Places without what they are along a direction.
fn flat(places: &[DVec3], direction: DVec3) -> Vec<DVec3> {
    places.iter().map(|x| *x - x.dot(direction) * direction).collect()
}

/// Height of a face over a place (m), if it is above or below it.
fn height(place: DVec3, up: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let slope = normal.dot(up);
    if slope == 0.0 {
        return None;
    }
    let height = normal.dot(a - place) / slope;
    let hit = place + height * up - a;
    let (u, v) = (hit.cross(ac).dot(normal), ab.cross(hit).dot(normal));
    (u >= 0.0 && v >= 0.0 && u + v <= normal.length_squared()).then_some(height)
}

#[cfg(test)]
mod tests {
    use super::{ABOVE, DVec3, height, lack};

    const SHOULDER: [DVec3; 3] =
        [DVec3::new(-1.0, 0.0, 1.0), DVec3::new(1.0, -1.0, 1.0), DVec3::new(1.0, 1.0, 1.0)];

    #[test]
    fn a_way_lacks_what_it_is_too_low() {
        let way = |z: f64| [DVec3::new(0.0, -2.0, z), DVec3::new(0.0, 2.0, z)];
        let over = |z: f64| lack(&[&SHOULDER], way(z), DVec3::Z);
        for z in [0.95, 1.0, 1.2] {
            let expected = 1.0 - z + ABOVE;
            assert!((over(z).unwrap_or(9.0) - expected).abs() < 1e-12, "{z}");
        }
        assert_eq!(over(0.8), None, "under an arm");
        assert_eq!(over(1.5), None, "far above");
        let beside = way(1.0).map(|x| x + 3.0 * DVec3::X);
        assert_eq!(lack(&[&SHOULDER], beside, DVec3::Z), None);
    }

    #[test]
    fn heights_are_along_a_direction() {
        let at = |x, y, z, up| height(DVec3::new(x, y, z), up, SHOULDER);
        assert!((at(0.0, 0.0, 0.4, DVec3::Z).unwrap_or_default() - 0.6).abs() < 1e-15);
        assert!((at(0.0, 0.0, 1.4, DVec3::Z).unwrap_or_default() + 0.4).abs() < 1e-15);
        assert!((at(0.0, 0.0, 0.4, DVec3::NEG_Z).unwrap_or_default() + 0.6).abs() < 1e-15);
        assert_eq!(at(3.0, 0.0, 0.4, DVec3::Z), None);
        assert_eq!(at(0.0, 0.0, 0.4, DVec3::X), None);
    }
}
