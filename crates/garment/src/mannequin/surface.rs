//! The surface of a field as triangles, by surface nets.
//!
//! Every cell of a grid gets a vertex for each sheet of the surface that passes through it, every
//! edge of the grid that the surface cuts a quadrilateral between the four cells around it. Then
//! vertices move to the middle of their neighbours and back to the surface, some times over, which
//! evens out the steps of the grid.

use glam::{DVec3, IVec3, ivec3};
use ripstop_geometry::Topology;
use ripstop_geometry::tessellate::TriangleMesh;

use super::field::BodyField;
use super::flips::flip_edges;

/// Rounds of smoothing.
const ROUNDS: usize = 12;

/// Box and cell size of a grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) min: DVec3,
    pub(crate) max: DVec3,
    /// Edge length of a cell (m).
    pub(crate) cell: f64,
}

impl Grid {
    fn counts(&self) -> IVec3 {
        ((self.max - self.min) / self.cell).ceil().as_ivec3()
    }

    fn corner(&self, i: IVec3) -> DVec3 {
        self.min + self.cell * i.as_dvec3()
    }
}

/// Cells shrink by this factor until the net is a surface.
const SHRINK: f64 = 0.97;
/// Nets that are tried.
const ATTEMPTS: u32 = 12;

/// Triangles of the surface on which the field is zero, looking outwards: one piece without
/// handles. Where a cell holds two sheets of it a net is none; then cells are made smaller.
pub(crate) fn surface(field: &BodyField, grid: &Grid) -> Option<TriangleMesh> {
    let mut grid = *grid;
    for _ in 0..ATTEMPTS {
        let mut mesh = net(field, &grid);
        if is_sphere(&mesh) {
            smooth(&mut mesh, field);
            return Some(mesh);
        }
        grid.cell *= SHRINK;
    }
    None
}

/// True if every edge has two faces, and the Euler characteristic is that of a sphere.
fn is_sphere(mesh: &TriangleMesh) -> bool {
    let Ok(topology) = Topology::from_faces(mesh.positions.len(), &mesh.faces) else {
        return false;
    };
    let edges = topology.edges().len();
    topology.boundary_edges().count() == 0
        && mesh.positions.len() + mesh.faces.len() == edges + 2
        && 3 * mesh.faces.len() == 2 * edges
}

fn net(field: &BodyField, grid: &Grid) -> TriangleMesh {
    let values = Values::new(field, grid);
    let mut mesh = TriangleMesh::default();
    let mut sheets: Vec<(usize, Sheet)> = Vec::new();
    for cell in values.cells() {
        for (sheet, x) in values.sheets(grid, cell) {
            sheets.push((values.slot(cell), sheet));
            mesh.positions.push(x);
        }
    }
    for cell in values.cells() {
        for axis in 0..3 {
            if let Some(quad) = values.quad(cell, axis) {
                let corners = quad.map(|around| {
                    let key = (values.slot(around), values.sheet_at(around, cell, axis));
                    sheets.partition_point(|known| *known < key) as u32
                });
                mesh.faces.extend(halves(&mesh.positions, corners));
            }
        }
    }
    mesh
}

/// A sheet of the surface in a cell: the lowest number of the cell's edges that it cuts.
type Sheet = u8;

/// Values of a field at the corners of a grid.
struct Values {
    counts: IVec3,
    values: Vec<f64>,
}

impl Values {
    fn new(field: &BodyField, grid: &Grid) -> Self {
        let counts = grid.counts();
        let corners = || {
            (0..=counts.z).flat_map(move |z| {
                (0..=counts.y).flat_map(move |y| (0..=counts.x).map(move |x| ivec3(x, y, z)))
            })
        };
        Self { counts, values: corners().map(|i| field.value(grid.corner(i))).collect() }
    }

    #[expect(clippy::cast_sign_loss, reason = "corners of the grid have no negative numbers")]
    fn slot(&self, i: IVec3) -> usize {
        let n = self.counts + IVec3::ONE;
        ((i.z * n.y + i.y) * n.x + i.x) as usize
    }

    fn at(&self, i: IVec3) -> f64 {
        self.values[self.slot(i)]
    }

    fn cells(&self) -> impl Iterator<Item = IVec3> + use<> {
        let n = self.counts;
        (0..n.z)
            .flat_map(move |z| (0..n.y).flat_map(move |y| (0..n.x).map(move |x| ivec3(x, y, z))))
    }

    /// Sheets of the surface in a cell, each with the mean of the points in which it cuts edges.
    fn sheets(&self, grid: &Grid, cell: IVec3) -> Vec<(Sheet, DVec3)> {
        let sheets = self.sheets_by_edge(cell);
        let mut cuts: Vec<(Sheet, DVec3)> = (0..12)
            .filter(|&edge| self.is_cut(cell, edge))
            .map(|edge| {
                let [a, b] = ends(cell, edge);
                let t = self.at(a) / (self.at(a) - self.at(b));
                (sheets[edge], grid.corner(a).lerp(grid.corner(b), t))
            })
            .collect();
        cuts.sort_by_key(|&(sheet, _)| sheet);
        let mean = |cuts: &[(Sheet, DVec3)]| {
            let sum: DVec3 = cuts.iter().map(|&(_, x)| x).sum();
            (cuts[0].0, sum / cuts.len() as f64)
        };
        cuts.chunk_by(|a, b| a.0 == b.0).map(mean).collect()
    }

    /// The sheet in a cell that cuts the grid edge which leaves a corner along an axis.
    fn sheet_at(&self, cell: IVec3, corner: IVec3, axis: usize) -> Sheet {
        let [_, v, w] = axes(axis);
        let offset = corner - cell;
        let step = |axis: IVec3| usize::from(offset.dot(axis) == 1);
        self.sheets_by_edge(cell)[4 * axis + step(v) + 2 * step(w)]
    }

    /// The sheet of every edge of a cell. Two cut edges of a face are on one sheet; of four cut
    /// edges those that share an inner corner are, so that the cells on both sides agree.
    fn sheets_by_edge(&self, cell: IVec3) -> [Sheet; 12] {
        let mut sheets: [Sheet; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        let mut join = |i: usize, j: usize| {
            let (from, to) = (sheets[i].max(sheets[j]), sheets[i].min(sheets[j]));
            sheets.iter_mut().filter(|sheet| **sheet == from).for_each(|sheet| *sheet = to);
        };
        for face in FACES {
            let cut: Vec<usize> =
                face.into_iter().filter(|&edge| self.is_cut(cell, edge)).collect();
            for (n, &i) in cut.iter().enumerate() {
                for &j in &cut[n + 1..] {
                    if cut.len() == 2 || self.inner_end(cell, i) == self.inner_end(cell, j) {
                        join(i, j);
                    }
                }
            }
        }
        sheets
    }

    fn is_cut(&self, cell: IVec3, edge: usize) -> bool {
        let [a, b] = ends(cell, edge);
        (self.at(a) < 0.0) != (self.at(b) < 0.0)
    }

    /// The end of a cut edge that is inside.
    fn inner_end(&self, cell: IVec3, edge: usize) -> IVec3 {
        let [a, b] = ends(cell, edge);
        if self.at(a) < 0.0 { a } else { b }
    }

    /// The cells around the grid edge that leaves a corner along an axis, if the surface cuts it:
    /// counter-clockwise from outside.
    fn quad(&self, corner: IVec3, axis: usize) -> Option<[IVec3; 4]> {
        let [u, v, w] = axes(axis);
        if corner.dot(v) == 0 || corner.dot(w) == 0 {
            return None;
        }
        let (from, to) = (self.at(corner) < 0.0, self.at(corner + u) < 0.0);
        let around = [corner - v - w, corner - w, corner, corner - v];
        match (from, to) {
            (true, false) => Some(around),
            (false, true) => Some([around[3], around[2], around[1], around[0]]),
            _ => None,
        }
    }
}

/// The edges around each face of a cell.
const FACES: [[usize; 4]; 6] = {
    let mut faces = [[0; 4]; 6];
    let mut i = 0;
    while i < 6 {
        let (axis, side) = (i / 2, i % 2);
        let (v, w) = (4 * ((axis + 1) % 3), 4 * ((axis + 2) % 3));
        faces[i] = [v + 2 * side, v + 2 * side + 1, w + side, w + side + 2];
        i += 1;
    }
    faces
};

/// Ends of an edge of a cell: number `4 axis + v + 2 w`, with the offsets along the two axes that
/// follow its own.
fn ends(cell: IVec3, edge: usize) -> [IVec3; 2] {
    let [u, v, w] = axes(edge / 4);
    let a = cell + i32::from(edge & 1 != 0) * v + i32::from(edge & 2 != 0) * w;
    [a, a + u]
}

/// The unit steps along an axis and the two that follow it.
fn axes(axis: usize) -> [IVec3; 3] {
    [0, 1, 2].map(|i| IVec3::AXES[(axis + i) % 3])
}

/// A quadrilateral, cut along its shorter diagonal.
fn halves(positions: &[DVec3], [a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    let squared = |i: u32, j: u32| positions[i as usize].distance_squared(positions[j as usize]);
    if squared(a, c) <= squared(b, d) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
}

fn smooth(mesh: &mut TriangleMesh, field: &BodyField) {
    for round in 0..ROUNDS {
        if round % 3 == 2 {
            flip_edges(mesh);
        }
        let mut sums = vec![(DVec3::ZERO, 0.0); mesh.positions.len()];
        for face in &mesh.faces {
            for i in 0..3 {
                let (sum, count) = &mut sums[face[i] as usize];
                *sum += mesh.positions[face[(i + 1) % 3] as usize];
                *count += 1.0;
            }
        }
        for (x, (sum, count)) in mesh.positions.iter_mut().zip(sums) {
            // A vertex of a closed surface is next to each neighbour in one face exactly.
            let middle = sum / count;
            *x = projected(field, x.lerp(middle, 0.6));
        }
    }
}

/// The point of the surface below or above a point, by two Newton steps.
fn projected(field: &BodyField, mut x: DVec3) -> DVec3 {
    for _ in 0..2 {
        let sample = field.sample(x);
        // Gradients of parts that oppose each other cancel; there the step is bounded.
        let slope = sample.gradient.length_squared().max(0.25);
        x -= sample.value / slope * sample.gradient;
    }
    x
}
