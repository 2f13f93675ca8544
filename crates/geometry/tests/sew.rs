//! Welded seams: one mesh of panels whose sides have different numbers of edges.

use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_geometry::sew::{Panels, SewError, WeldLimits, Welded, weld_seams};
use ripstop_geometry::{Stitch, Topology, VertexId};

const LIMITS: WeldLimits = WeldLimits::closed(1e-3);

/// Panels as one list of vertices and faces.
#[derive(Clone, Default)]
struct Cut {
    positions: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
}

impl Cut {
    /// Adds a sheet with vertices at the given columns and rows; returns its vertices, row by row.
    fn sheet(&mut self, columns: &[f64], rows: &[DVec3]) -> Vec<Vec<u32>> {
        let mut grid = Vec::new();
        for row in rows {
            let first = self.positions.len() as u32;
            self.positions.extend(columns.iter().map(|&x| *row + x * DVec3::X));
            grid.push((first..first + columns.len() as u32).collect::<Vec<u32>>());
        }
        for (low, high) in grid.iter().zip(&grid[1..]) {
            for (below, above) in low.windows(2).zip(high.windows(2)) {
                self.faces.push([below[0], below[1], above[1]]);
                self.faces.push([below[0], above[1], above[0]]);
            }
        }
        grid
    }

    fn rest(&self) -> Vec<[DVec3; 3]> {
        self.faces.iter().map(|face| face.map(|v| self.positions[v as usize])).collect()
    }

    fn weld(&self, seams: &[Vec<Stitch>]) -> Result<Welded, SewError> {
        let rest = self.rest();
        let panels = Panels { positions: &self.positions, faces: &self.faces, rest: &rest };
        weld_seams(&panels, seams, LIMITS)
    }

    /// Sews every vertex of a chain to the edge of another on which it lies by its x.
    fn sewn(&self, chain: &[u32], to: &[u32]) -> Vec<Stitch> {
        let x = |v: u32| self.positions[v as usize].x;
        let stitch = |&vertex: &u32| {
            let edges = to.windows(2);
            let edge =
                edges.clone().find(|edge| x(vertex) <= x(edge[1])).unwrap_or(&to[to.len() - 2..]);
            let ratio = (x(vertex) - x(edge[0])) / (x(edge[1]) - x(edge[0]));
            let ratio = ratio.clamp(0.0, 1.0);
            Stitch { vertex: VertexId(vertex), edge: [VertexId(edge[0]), VertexId(edge[1])], ratio }
        };
        chain.iter().map(stitch).collect()
    }
}

fn area(corners: &[[DVec3; 3]]) -> f64 {
    corners.iter().map(|[a, b, c]| 0.5 * (*b - *a).cross(*c - *a).length()).sum()
}

fn euler(mesh: &Topology) -> isize {
    (mesh.vertex_count() + mesh.faces().len()).cast_signed() - mesh.edges().len().cast_signed()
}

/// Columns from 0 to 1 with the given relative widths.
fn columns(widths: &[f64]) -> Vec<f64> {
    let total: f64 = widths.iter().sum();
    let mut sum = 0.0;
    let mut columns = vec![0.0];
    columns.extend(widths.iter().map(|width| {
        sum += width;
        sum / total
    }));
    if let Some(last) = columns.last_mut() {
        *last = 1.0;
    }
    columns
}

fn rows(count: usize, from: f64, to: f64) -> Vec<DVec3> {
    (0..=count).map(|i| (from + (to - from) * i as f64 / count as f64) * DVec3::Y).collect()
}

/// Holds for every welded mesh.
fn check_mesh(cut: &Cut, welded: &Welded) -> Topology {
    let mesh = Topology::from_faces(welded.positions.len(), &welded.faces).expect("a mesh");
    assert_eq!(welded.vertex_map.len(), cut.positions.len());
    let mut numbers = welded.vertex_map.clone();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers, (0..welded.positions.len() as u32).collect::<Vec<_>>());
    let carried = welded.carried(&cut.rest());
    assert!(carried.iter().all(|face| area(&[*face]) > 0.0));
    let (before, after) = (area(&cut.rest()), area(&carried));
    assert!((before - after).abs() <= 1e-12 * before, "{before} {after}");
    // Corners are where their vertices came from: on vertices of their own face, or on its sides.
    for (part, face) in welded.parts.iter().zip(&welded.faces) {
        for (weights, vertex) in part.weights.iter().zip(face) {
            if let Some(corner) = weights.iter().position(|&weight| weight == 1.0) {
                let old = cut.faces[part.face as usize][corner];
                assert_eq!(welded.vertex_map[old as usize], *vertex);
            }
        }
    }
    mesh
}

proptest! {
    #[test]
    fn two_sheets_with_unequal_chains_become_one(
        first in prop::collection::vec(0.3_f64..1.0, 1..12),
        second in prop::collection::vec(0.3_f64..1.0, 1..12),
        (depth, gap, ways) in (1_usize..4, -4e-4_f64..4e-4, 0..3),
    ) {
        let mut cut = Cut::default();
        let low = cut.sheet(&columns(&first), &rows(depth, -1.0, 0.0));
        let high = cut.sheet(&columns(&second), &rows(2, gap, 1.0));
        let (a, b) = (&low[depth], &high[0]);
        let seams = match ways {
            0 => vec![cut.sewn(a, b)],
            1 => vec![cut.sewn(b, a)],
            _ => vec![cut.sewn(a, b), cut.sewn(b, a)],
        };
        let welded = cut.weld(&seams).unwrap();
        let mesh = check_mesh(&cut, &welded);
        prop_assert_eq!(welded.counts.left_open, 0);
        prop_assert_eq!(euler(&mesh), 1);
        prop_assert_eq!(mesh.non_manifold_edges().count(), 0);
        // The border is that of one sheet: what is left of both without the seam.
        let border = first.len() + second.len() + 2 * depth + 4;
        prop_assert_eq!(mesh.boundary_edges().count(), border);
        let mut faces = welded.faces.clone();
        for face in &mut faces {
            face.sort_unstable();
        }
        faces.sort_unstable();
        faces.dedup();
        prop_assert_eq!(faces.len(), welded.faces.len());
        // Nothing moves farther than across the gap and within the part of an edge that snaps.
        for (old, new) in cut.positions.iter().zip(&welded.vertex_map) {
            let moved = old.distance(welded.positions[*new as usize]);
            prop_assert!(moved <= 1e-3 + 2.0 * LIMITS.snap, "{}", moved);
            prop_assert!(old.y.abs() < 1e-2 || moved == 0.0);
        }
    }

    #[test]
    fn any_stitches_give_a_mesh(
        stitches in prop::collection::vec((0_u32..48, 0_usize..200, 0.0_f64..=1.0), 0..60),
        snap in 0.0_f64..0.5,
    ) {
        let mut cut = Cut::default();
        let widths = [0.2; 5];
        cut.sheet(&columns(&widths), &rows(3, 0.0, 1.0));
        cut.sheet(&columns(&widths), &rows(3, 1.0, 2.0));
        let mesh = Topology::from_faces(cut.positions.len(), &cut.faces).unwrap();
        let edges = mesh.edges();
        let seam = stitches.iter().map(|&(vertex, edge, ratio)| Stitch {
            vertex: VertexId(vertex),
            edge: edges[edge % edges.len()],
            ratio,
        });
        let rest = cut.rest();
        let panels = Panels { positions: &cut.positions, faces: &cut.faces, rest: &rest };
        let limits = WeldLimits { gap: 10.0, snap };
        let welded = weld_seams(&panels, &[seam.collect()], limits).unwrap();
        let mesh = Topology::from_faces(welded.positions.len(), &welded.faces).unwrap();
        prop_assert!(mesh.faces().len() < 20 * (cut.faces.len() + stitches.len()));
        let (before, after) = (area(&rest), area(&welded.carried(&rest)));
        prop_assert!((before - after).abs() <= 1e-9 * before, "{} {}", before, after);
    }
}

/// A tube: a sheet whose sides are sewn together, one of them with more vertices.
#[test]
fn a_sheet_sewn_to_itself_is_a_tube() {
    let mut cut = Cut::default();
    let left = cut.sheet(&columns(&[1.0; 4]), &rows(2, 0.0, 1.0));
    let right = cut.sheet(&columns(&[1.0; 7]), &rows(2, 1.0, 2.0));
    // The far side lies on the near one, as in a tube pressed flat.
    let far = &right[2];
    for &vertex in far {
        cut.positions[vertex as usize].y = 0.0;
    }
    let seams = [cut.sewn(&right[0], &left[2]), cut.sewn(far, &left[0])];
    let welded = cut.weld(&seams).unwrap();
    let mesh = Topology::from_faces(welded.positions.len(), &welded.faces).unwrap();
    assert_eq!(euler(&mesh), 0);
    assert_eq!(mesh.boundary_edges().count(), 8);
}

/// A knife pleat: three layers that hang from one edge.
#[test]
fn three_layers_hang_from_one_edge() {
    let mut cut = Cut::default();
    let layers: Vec<_> = [4_usize, 5, 6]
        .map(|count| {
            let offset = count as f64 * 1e-4 * DVec3::Z;
            let rows: Vec<DVec3> = rows(2, 0.0, -1.0).iter().map(|row| *row + offset).collect();
            cut.sheet(&columns(&vec![1.0; count]), &rows)
        })
        .into();
    let tops: Vec<&Vec<u32>> = layers.iter().map(|layer| &layer[0]).collect();
    let seams = [cut.sewn(tops[1], tops[0]), cut.sewn(tops[2], tops[0])];
    let welded = cut.weld(&seams).unwrap();
    let mesh = check_mesh(&cut, &welded);
    let layered: Vec<_> = mesh.non_manifold_edges().collect();
    assert_eq!(layered.len(), welded.counts.layered_edges);
    // From end to end, at places of all three chains.
    let lengths = layered.iter().map(|edge| {
        let [a, b] = mesh.edges()[edge.index()].map(|end| welded.positions[end.index()]);
        assert_eq!(mesh.edge_faces().row(edge.index()).len(), 3);
        a.distance(b)
    });
    // The chain goes from layer to layer, a tenth of a millimetre apart.
    let length: f64 = lengths.sum();
    assert!((length - 1.0).abs() < 1e-5, "{length}");
    assert_eq!(euler(&mesh), 1);
}

#[test]
fn a_stitch_that_would_collapse_a_face_stays_open() {
    let mut cut = Cut::default();
    let grid = cut.sheet(&columns(&[1.0; 2]), &rows(1, 0.0, 1.0));
    cut.positions.iter_mut().for_each(|x| *x *= 1e-4);
    let [a, b, c] = [grid[0][0], grid[0][1], grid[0][2]].map(VertexId);
    let stitch = Stitch { vertex: a, edge: [b, c], ratio: 0.0 };
    let welded = cut.weld(&[vec![stitch]]).unwrap();
    assert_eq!(welded.counts.left_open, 1);
    assert_eq!(welded.faces, cut.faces);
}

#[test]
fn errors_name_the_seam() {
    let mut cut = Cut::default();
    let low = cut.sheet(&columns(&[1.0; 3]), &rows(1, -1.0, 0.0));
    let high = cut.sheet(&columns(&[1.0; 3]), &rows(1, 0.0, 1.0));
    cut.positions[high[0][2] as usize] += dvec3(0.0, 0.04, 0.03);
    let closed = cut.sewn(&high[0][..2], &low[1]);
    let open = cut.sewn(&high[0][1..], &low[1]);
    let text = |seams: &[Vec<Stitch>]| cut.weld(seams).unwrap_err().to_string();
    let expected =
        "seam 1: its widest gap is 50.0 mm, and more than 1.0 mm does not merge; sew it first";
    assert_eq!(text(&[closed.clone(), open]), expected);
    let with = |change: &dyn Fn(&mut Stitch)| {
        let mut seam = closed.clone();
        change(&mut seam[1]);
        text(&[seam])
    };
    let missing = with(&|stitch| stitch.vertex = VertexId(16));
    assert_eq!(missing, "seam 0: a stitch names vertex 16, but there are 16");
    let apart = with(&|stitch| stitch.edge[1] = VertexId(3));
    assert!(
        apart.contains("sewn to vertices") && apart.ends_with("which are not an edge"),
        "{apart}"
    );
    let ratio = with(&|stitch| stitch.ratio = f64::NAN);
    assert!(ratio.ends_with("is NaN, but has to be from 0 to 1"), "{ratio}");
}
