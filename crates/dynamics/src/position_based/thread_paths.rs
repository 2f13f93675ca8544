//! Paths of threads: edges that follow each other.
//!
//! At every vertex the edges that meet there are paired, the straightest pair first, as long as the
//! turn is less than 37°. Following the pairs from edge to edge decomposes all edges into paths. A
//! path ends before it would come to one of its own vertices again, so that the springs on it
//! couple with their neighbours on the path alone and their system is tridiagonal.

use glam::DVec3;
use ripstop_geometry::Topology;

use crate::RestShape;

/// Two edges go on straight if the cosine between them is below this.
const STRAIGHT: f64 = -0.8;
const NONE: u32 = u32::MAX;

/// A path: its vertices, and the edges between them, one fewer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Path {
    pub(super) vertices: Vec<u32>,
    pub(super) edges: Vec<u32>,
}

/// Paths that hold every edge once, in the order of their first edges.
pub(super) fn thread_paths(mesh: &Topology, rest: &RestShape) -> Vec<Path> {
    let mut walk = Walk {
        mesh,
        successors: successors(mesh, rest),
        used: vec![false; mesh.edges().len()],
        visitor: vec![NONE; mesh.vertex_count()],
    };
    let mut paths = Vec::new();
    // First the paths that have an end, then what is left: closed loops.
    for ends_only in [true, false] {
        for edge in 0..mesh.edges().len() {
            let open = (0..2).find(|&end| walk.successors[edge][end] == NONE);
            if !walk.used[edge] && (open.is_some() || !ends_only) {
                paths.push(walk.path_from(edge, open.unwrap_or(0), paths.len() as u32));
            }
        }
    }
    paths
}

struct Walk<'a> {
    mesh: &'a Topology,
    /// For each edge the edge that goes on at its lower and at its higher end.
    successors: Vec<[u32; 2]>,
    used: Vec<bool>,
    /// The last path that came to a vertex.
    visitor: Vec<u32>,
}

impl Walk<'_> {
    /// The path that starts with `edge` at its given end (0 the lower, 1 the higher).
    fn path_from(&mut self, edge: usize, end: usize, name: u32) -> Path {
        let mut path = Path::default();
        let mut vertex = self.mesh.edges()[edge][end];
        path.vertices.push(vertex.0);
        self.visitor[vertex.index()] = name;
        let mut next = edge as u32;
        while next != NONE && !self.used[next as usize] {
            let edge = next as usize;
            let ends = self.mesh.edges()[edge];
            let far = usize::from(ends[0] == vertex);
            if self.visitor[ends[far].index()] == name {
                break;
            }
            vertex = ends[far];
            self.used[edge] = true;
            self.visitor[vertex.index()] = name;
            path.edges.push(next);
            path.vertices.push(vertex.0);
            next = self.successors[edge][far];
        }
        path
    }
}

fn successors(mesh: &Topology, rest: &RestShape) -> Vec<[u32; 2]> {
    let mut successors = vec![[NONE; 2]; mesh.edges().len()];
    let mut pairs = Vec::new();
    for (vertex, edges) in mesh.vertex_edges().rows().enumerate() {
        let side = |edge: usize| usize::from(mesh.edges()[edge][1].index() == vertex);
        let outward = |edge: usize| -> DVec3 {
            let along = rest.edge_vectors()[edge].normalize_or_zero();
            if side(edge) == 0 { along } else { -along }
        };
        pairs.clear();
        for (i, first) in edges.iter().enumerate() {
            for second in &edges[i + 1..] {
                let cosine = outward(first.index()).dot(outward(second.index()));
                if cosine < STRAIGHT {
                    pairs.push((cosine, first.index(), second.index()));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for &(_, first, second) in &pairs {
            let (s, t) = (side(first), side(second));
            if successors[first][s] == NONE && successors[second][t] == NONE {
                successors[first][s] = second as u32;
                successors[second][t] = first as u32;
            }
        }
    }
    successors
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    fn grid(side: u32) -> (Topology, RestShape) {
        let cells = (0..side - 1).flat_map(|r| (0..side - 1).map(move |c| r * side + c));
        let faces: Vec<_> =
            cells.flat_map(|i| [[i, i + 1, i + side], [i + 1, i + side + 1, i + side]]).collect();
        let mesh = Topology::from_faces((side * side) as usize, &faces).unwrap();
        let uvs: Vec<_> = (0..side * side)
            .map(|i| DVec2::new(f64::from(i % side), f64::from(i / side)))
            .collect();
        let rest = RestShape::from_uvs(&mesh, &uvs).unwrap();
        (mesh, rest)
    }

    #[test]
    fn a_grid_falls_into_rows_columns_and_diagonals() {
        let side = 5;
        let (mesh, rest) = grid(side);
        let paths = thread_paths(&mesh, &rest);
        let mut edges: Vec<u32> = paths.iter().flat_map(|path| path.edges.clone()).collect();
        edges.sort_unstable();
        assert!(edges.into_iter().eq(0..mesh.edges().len() as u32), "every edge once");
        let full = paths.iter().filter(|path| path.edges.len() == 4).count();
        assert_eq!(full, 5 + 5 + 1, "rows, columns and the long diagonal");
        assert_eq!(paths.len(), 5 + 5 + 7);
        for path in &paths {
            let steps: Vec<i64> =
                path.vertices.windows(2).map(|v| i64::from(v[1]) - i64::from(v[0])).collect();
            assert!(steps.windows(2).all(|pair| pair[0] == pair[1]), "{steps:?}");
        }
    }

    #[test]
    fn paths_never_meet_themselves_even_where_they_could_close() {
        // A tube: the rings are closed, and one edge of each is left for a path of its own.
        let around = 12;
        let faces: Vec<_> = (0..3 * around)
            .flat_map(|i| {
                let next = i / around * around + (i + 1) % around;
                [[i, next, i + around], [next, next + around, i + around]]
            })
            .collect();
        let mesh = Topology::from_faces(4 * around as usize, &faces).unwrap();
        let positions: Vec<DVec3> = (0..4 * around)
            .map(|i| {
                let angle = std::f64::consts::TAU * f64::from(i % around) / f64::from(around);
                DVec3::new(libm::cos(angle), f64::from(i / around), libm::sin(angle))
            })
            .collect();
        let rest = RestShape::from_positions(&mesh, &positions).unwrap();
        let paths = thread_paths(&mesh, &rest);
        assert_eq!(paths.iter().map(|path| path.edges.len()).sum::<usize>(), mesh.edges().len());
        for path in paths {
            let mut vertices = path.vertices.clone();
            vertices.sort_unstable();
            vertices.dedup();
            assert_eq!(vertices.len(), path.vertices.len());
            assert_eq!(path.edges.len() + 1, path.vertices.len());
        }
    }
}
