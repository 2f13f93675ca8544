//! Planes that have not converged, in clusters that share no vertex.
//!
//! While they are many they alone are solved, or clusters would merge into one that holds nearly
//! everything. Once they are few, planes that share a vertex with them are included, which makes
//! the last of them converge.

use super::vertex_sets::VertexSets;

/// Ratio of all planes to unconverged ones from which on neighbours are included.
const PLENTY: usize = 150;

/// Clusters of the planes in `unconverged`, ascending; `free` gives the free vertices of a plane.
pub(super) fn clusters<I: Iterator<Item = usize>>(
    plane_count: usize,
    vertex_count: usize,
    unconverged: &[usize],
    free: impl Fn(usize) -> I,
) -> Vec<Vec<usize>> {
    let chosen: Vec<usize> = if PLENTY * unconverged.len() < plane_count {
        let mut is_near = vec![false; vertex_count];
        for vertex in unconverged.iter().flat_map(|&k| free(k)) {
            is_near[vertex] = true;
        }
        (0..plane_count).filter(|&k| free(k).any(|vertex| is_near[vertex])).collect()
    } else {
        unconverged.to_vec()
    };
    let mut sets = VertexSets::new(vertex_count);
    let mut members: Vec<(usize, usize)> = Vec::with_capacity(chosen.len());
    for k in chosen {
        let mut vertices = free(k);
        if let Some(first) = vertices.next() {
            for other in vertices {
                sets.join(first, other);
            }
            members.push((first, k));
        }
    }
    for (vertex, _) in &mut members {
        *vertex = sets.root(*vertex);
    }
    members.sort_unstable();
    members.chunk_by(|a, b| a.0 == b.0).map(|part| part.iter().map(|&(_, k)| k).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Planes in a row, each on two neighbouring vertices.
    #[test]
    fn few_planes_take_their_neighbours_along() {
        let free = |k: usize| [k, k + 1].into_iter();
        assert_eq!(clusters(400, 401, &[7, 200], free), [vec![6, 7, 8], vec![199, 200, 201]]);
        assert_eq!(clusters(400, 401, &[7, 8, 11], free), [vec![7, 8], vec![11]]);
    }
}
