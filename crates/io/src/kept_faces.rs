//! Parts of a mesh: some of its faces, with everything that belongs to them.

use crate::polygons::drop_repeats;
use crate::{Groups, Mesh, Polygons, seams};

impl Mesh {
    /// The faces of all groups with this name as a mesh of their own, with the vertices and texture
    /// coordinates that they use, in their old order, the stitches between these, and the chains
    /// along them. `None` if there is no such group.
    ///
    /// # Panics
    /// If the mesh does not pass [`Mesh::check`].
    #[must_use]
    pub fn surface(&self, name: &str) -> Option<Self> {
        let mut keep = vec![false; self.faces.len()];
        for group in self.groups.iter().filter(|group| group.name == name) {
            keep[group.faces].fill(true);
        }
        if !keep.contains(&true) {
            return None;
        }
        let mut surface = self.with_faces(&keep);
        surface.remove_loose_vertices();
        let Self { uvs, uv_faces, polygons, .. } = &mut surface;
        let lists = [uv_faces.as_flattened_mut(), polygons.uv_corners.as_mut_slice()];
        (*uvs, _) = keep_used(&self.uvs, lists);
        Some(surface)
    }

    /// Removes vertices that no face uses, and returns how many they were. The others keep their
    /// order. Stitches that need a removed vertex are removed with it, and chains end there.
    ///
    /// # Panics
    /// If the mesh does not pass [`Mesh::check`].
    pub fn remove_loose_vertices(&mut self) -> usize {
        let before = self.positions.len();
        let Self { positions, faces, polygons, .. } = self;
        let lists = [faces.as_flattened_mut(), polygons.corners.as_mut_slice()];
        let (used, numbers) = keep_used(positions, lists);
        *positions = used;
        self.renumber_sewing(|vertex| numbers[vertex as usize]);
        before - self.positions.len()
    }

    /// Gives vertices of stitches and chains other numbers, and drops the stitches that do not hold
    /// with the faces there are.
    pub(crate) fn renumber_sewing(&mut self, number: impl Fn(u32) -> Option<u32> + Copy) {
        self.seams = seams::renumbered(&self.seams, &self.faces, number);
        self.chains = self.chains.renumbered(number);
    }

    /// Keeps the faces whose three corners differ, with everything that belongs to them, and
    /// returns how many were dropped.
    pub(crate) fn drop_collapsed_faces(&mut self) -> usize {
        let before = self.faces.len();
        let differ = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
        let keep: Vec<bool> = self.faces.iter().map(differ).collect();
        *self = self.with_faces(&keep);
        before - self.faces.len()
    }

    /// Some of the faces, with their groups, materials, polygons and texture corners; all vertices
    /// stay, and so do all chains. A polygon stays if one of its triangles does, a stitch if its
    /// edge does.
    fn with_faces(&self, keep: &[bool]) -> Self {
        let kept_in = |range: std::ops::Range<usize>| keep[range].iter().filter(|&&k| k).count();
        let is_kept = |face: &usize| keep[*face];
        let mut uv_faces = Vec::new();
        for group in self.groups.iter() {
            if let Some(own) = group.uv_faces {
                let faces = group.faces.clone().zip(own).filter(|(face, _)| is_kept(face));
                uv_faces.extend(faces.map(|(_, uv_face)| self.uv_faces[uv_face]));
            }
        }
        let mut polygons = Polygons::default();
        if !self.polygons.is_empty() {
            for polygon in self.face_loops() {
                let (mut corners, mut uvs) =
                    (polygon.corners.to_vec(), polygon.uvs.unwrap_or_default().to_vec());
                drop_repeats(&mut corners, &mut uvs);
                polygons.push(&corners, &uvs, kept_in(polygon.faces));
            }
        }
        let recounted = |groups: &Groups| groups.recounted(kept_in);
        let faces = (0..self.faces.len()).filter(is_kept).map(|face| self.faces[face]);
        let faces: Vec<[u32; 3]> = faces.collect();
        Self {
            positions: self.positions.clone(),
            seams: seams::renumbered(&self.seams, &faces, Some),
            chains: self.chains.clone(),
            faces,
            uvs: self.uvs.clone(),
            uv_faces,
            groups: recounted(&self.groups),
            materials: recounted(&self.materials),
            objects: recounted(&self.objects),
            polygons: polygons.unless_triangles(),
        }
    }
}

/// The items that lists of indices use, in their order, and the new number of each; the indices
/// are renumbered.
fn keep_used<T: Copy>(items: &[T], mut lists: [&mut [u32]; 2]) -> (Vec<T>, Vec<Option<u32>>) {
    let mut used = vec![false; items.len()];
    lists.iter().flat_map(|list| list.iter()).for_each(|&index| used[index as usize] = true);
    let mut kept = Vec::new();
    let mut renumbered = vec![None; items.len()];
    for (index, item) in items.iter().enumerate().filter(|&(index, _)| used[index]) {
        renumbered[index] = Some(kept.len() as u32);
        kept.push(*item);
    }
    for index in lists.iter_mut().flat_map(|list| list.iter_mut()) {
        *index = renumbered[*index as usize].unwrap_or_default();
    }
    (kept, renumbered)
}
