//! The contours of a tangle.

use glam::DVec3;
use ripstop_geometry::crossing::{Contour, ContourEnd, Contours, Strand, contours};
use ripstop_geometry::{CollisionMesh, Crossing, SurfaceId, VertexId};

use super::Components;
use super::curve::Curve;
use super::flood::{Flood, Region};

/// Kinds of the surfaces that cross in a contour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContourKind {
    /// Two open surfaces, or one with itself.
    ClothCloth,
    /// An open surface and one that encloses a volume.
    ClothVolume,
    /// Two surfaces that enclose volumes, or one with itself.
    VolumeVolume,
}

/// One of the two surfaces at a contour.
#[derive(Clone, Debug, PartialEq)]
pub struct ContourSide {
    /// The surface.
    pub surface: SurfaceId,
    /// Its connected component.
    pub part: u32,
    /// The smaller region that the contour cuts off, if it does.
    pub region: Option<Region>,
    /// Area of the region (m²): a third of every face for each of its corners that is in it.
    pub area: f64,
}

/// Length, kind and sides of a contour.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContourReport {
    /// Its crossings, as indices, and how they are joined.
    pub contour: Contour,
    /// Length (m).
    pub length: f64,
    /// Kinds of the surfaces that cross.
    pub kind: ContourKind,
    /// The surfaces of the two strands.
    pub sides: [ContourSide; 2],
}

impl ContourReport {
    /// True if it ends at a boundary.
    #[must_use]
    pub fn ends_at_boundary(&self) -> bool {
        let is_boundary = |end: &ContourEnd| matches!(end, ContourEnd::Boundary(_));
        self.contour.ends.as_ref().is_some_and(|ends| ends.iter().any(is_boundary))
    }
}

/// All contours of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TangleReport {
    /// The contours, ordered by their least crossings.
    pub contours: Vec<ContourReport>,
    /// Pairs of faces that overlap or touch such that no curve goes through them.
    pub irregular_pairs: usize,
}

impl TangleReport {
    /// Describes the crossings of a mesh at some positions.
    ///
    /// # Panics
    /// If the crossings are not of this mesh, or there are fewer positions than vertices.
    #[must_use]
    pub fn new(mesh: &CollisionMesh, crossings: &[Crossing], positions: &[DVec3]) -> Self {
        if crossings.is_empty() {
            return Self::default();
        }
        let components = Components::new(mesh, positions);
        let mut flood = Flood::default();
        let Contours { contours, irregular_pairs } = contours(mesh, crossings);
        let described = contours.into_iter().map(|contour| {
            let curve = Curve::new(&contour, crossings, mesh, positions);
            let sides = Strand::BOTH.map(|strand| {
                let vertex = curve.vertex(strand, mesh);
                let region = flood.smaller(mesh, &curve.cuts[strand.index()]);
                let area = region.as_ref().map_or(0.0, |region| area(mesh, region, positions));
                let (surface, part) = (mesh.surfaces()[vertex.index()], components.of(vertex));
                ContourSide { surface, part, region, area }
            });
            let volumes =
                sides.iter().filter(|side| components.outside(side.part).is_some()).count();
            let kind = match volumes {
                0 => ContourKind::ClothCloth,
                1 => ContourKind::ClothVolume,
                _ => ContourKind::VolumeVolume,
            };
            ContourReport { contour, length: curve.length, kind, sides }
        });
        Self { contours: described.collect(), irregular_pairs }
    }

    /// Length of all contours (m).
    #[must_use]
    pub fn length(&self) -> f64 {
        // A sum of nothing is −0.
        self.contours.iter().map(|contour| contour.length).sum::<f64>() + 0.0
    }
}

fn area(mesh: &CollisionMesh, region: &Region, positions: &[DVec3]) -> f64 {
    let third = |vertex: &VertexId| -> f64 {
        let faces = mesh.vertex_faces().row(vertex.index()).iter();
        let areas = faces.map(|&face| {
            let [a, b, c] = mesh.face(face).map(|corner| positions[corner.index()]);
            (b - a).cross(c - a).length() / 6.0
        });
        areas.sum()
    };
    region.vertices.iter().map(third).sum()
}
