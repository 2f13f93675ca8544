//! All surfaces of a scene as one mesh for a file, one group each.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, SurfaceId};
use ripstop_io::{Groups, Mesh};
use ripstop_pipeline::scene::Scene;

/// Returns the surfaces at the given positions; groups carry the names that the scene gives them.
#[must_use]
pub fn surface_mesh(scene: &Scene, mesh: &CollisionMesh, positions: Vec<DVec3>) -> Mesh {
    let faces: Vec<[u32; 3]> =
        mesh.faces().iter().map(|face| face.map(|vertex| vertex.0)).collect();
    let owners: Vec<SurfaceId> =
        mesh.faces().iter().map(|face| mesh.surfaces()[face[0].index()]).collect();
    let names: Vec<&str> = surface_names(scene).collect();
    let mut groups = Groups::default();
    for part in owners.chunk_by(|a, b| a == b) {
        let name = names.get(part[0].index()).map_or_else(String::new, |name| words(name));
        groups.push(&name, part.len());
    }
    Mesh { positions, faces, groups, ..Mesh::default() }
}

/// Names of all surfaces as the scene gives them, cloths first.
pub(crate) fn surface_names(scene: &Scene) -> impl Iterator<Item = &str> {
    let cloths = scene.cloths.iter().map(|cloth| cloth.name.as_str());
    cloths.chain(scene.obstacles.iter().map(|obstacle| obstacle.name.as_str()))
}

/// A name that an OBJ file can hold: words between single blanks, none of which looks like a
/// comment or the end of a line that goes on.
pub(crate) fn words(name: &str) -> String {
    const LONGEST: usize = 80;
    let word = |word: &str| -> String {
        let inner = word.trim_start_matches('#').trim_end_matches('\\');
        let kept: String = inner.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
        kept.trim_end_matches('\\').to_owned()
    };
    let kept: Vec<String> =
        name.split_whitespace().map(word).filter(|word| !word.is_empty()).collect();
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ripstop_io::{read_obj, write_obj};
    use ripstop_pipeline::Simulation;
    use ripstop_pipeline::scene::builtin;

    #[test]
    fn any_name_can_be_written_and_the_mesh_reads_back() {
        let mut scene = builtin::scene("stack", 8).unwrap();
        let long = format!("# a\\ \t#b \u{b}c\\\\ {}\\ é", "x".repeat(79));
        scene.cloths[1].name = long;
        scene.cloths[2].name = "\\ #".to_owned();
        let simulation = Simulation::new(&scene, &mut |_| Err(String::new())).unwrap();
        let positions = simulation.state().positions.clone();
        let mesh = surface_mesh(&scene, simulation.mesh(), positions);
        let mut text = Vec::new();
        write_obj(&mut text, &mesh).unwrap();
        assert_eq!(read_obj(text.as_slice()).unwrap().mesh, mesh);
        let names: Vec<&str> = mesh.groups.iter().map(|group| group.name).collect();
        let long = format!("a b c {} é", "x".repeat(79));
        assert_eq!(names, ["sheet 0", long.as_str(), "", "sheet 3", "floor"]);
    }
}
