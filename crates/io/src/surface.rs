//! Groups of a mesh as surfaces with vertices of their own.

use crate::Mesh;

/// The faces of a group, with the vertices that they use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The name of the group.
    pub name: String,
    /// Vertices of the whole mesh that its faces use, ascending.
    pub vertices: Vec<u32>,
    /// Corners of the triangles, as indices into `vertices`.
    pub faces: Vec<[u32; 3]>,
}

impl Mesh {
    /// A surface for each group, in their order; together they have all faces. A vertex that
    /// several groups use is in several surfaces, one that no face uses in none.
    ///
    /// # Panics
    /// If the mesh does not pass [`Mesh::check`].
    #[must_use]
    pub fn surfaces(&self) -> Vec<Surface> {
        let mut numbers = vec![0; self.positions.len()];
        let surface = |group: crate::Group| {
            let faces = &self.faces[group.faces];
            let mut vertices = faces.as_flattened().to_vec();
            vertices.sort_unstable();
            vertices.dedup();
            for (number, &vertex) in vertices.iter().enumerate() {
                numbers[vertex as usize] = number as u32;
            }
            let own = |face: &[u32; 3]| face.map(|vertex| numbers[vertex as usize]);
            let faces = faces.iter().map(own).collect();
            Surface { name: group.name.to_owned(), vertices, faces }
        };
        self.groups.iter().map(surface).collect()
    }
}

#[test]
fn surfaces_have_their_own_vertices() {
    let positions = (0..6).map(|i| glam::DVec3::splat(f64::from(i))).collect();
    let mut mesh = Mesh::new(positions, vec![[5, 1, 2], [1, 2, 3]]);
    mesh.groups = crate::Groups::default();
    mesh.groups.push("a", 1);
    mesh.groups.push("b", 1);
    let expected = [
        Surface { name: "a".into(), vertices: vec![1, 2, 5], faces: vec![[2, 0, 1]] },
        Surface { name: "b".into(), vertices: vec![1, 2, 3], faces: vec![[0, 1, 2]] },
    ];
    assert_eq!(mesh.surfaces(), expected);
}
