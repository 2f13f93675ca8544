//! Closed obstacles with faces that look outwards, however their files wind them.
//!
//! The signed volume of a closed component tells how it is wound. One that lies inside of others is
//! wound relative to the outermost: the inner wall of a hollow solid stays turned against the outer
//! one.

use glam::DVec3;
use ripstop_geometry::exact::Sign;
use ripstop_geometry::sdf::Enclosure;
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_geometry::{Aabb, CollisionMesh, VertexId};
use ripstop_response::untangle::Components;

/// A closed component of a mesh.
struct Shell {
    component: u32,
    first: DVec3,
    size: f64,
    is_inwards: bool,
    enclosure: Enclosure,
}

/// The mesh with its closed components turned such that their faces look outwards. Faces keep their
/// order and vertices, and those of open components all.
pub(super) fn turned_outwards(mut mesh: TriangleMesh) -> TriangleMesh {
    // What is no mesh is an error elsewhere.
    let Ok(whole) = CollisionMesh::new(&mesh.positions, &mesh.faces) else { return mesh };
    let components = Components::new(&whole, &mesh.positions);
    let is_inwards = |component: u32| components.outside(component) == Some(Sign::Negative);
    if !(0..components.count() as u32).any(is_inwards) {
        return mesh;
    }
    let shells = shells(&mesh, &components);
    let mut turns = vec![false; components.count()];
    for shell in &shells {
        let around = shells.iter().filter(|other| {
            other.component != shell.component && other.enclosure.winding_number(shell.first) != 0
        });
        let outermost = around.max_by(|a, b| a.size.total_cmp(&b.size)).unwrap_or(shell);
        turns[shell.component as usize] = outermost.is_inwards;
    }
    for face in &mut mesh.faces {
        if turns[components.of(VertexId(face[0])) as usize] {
            face.swap(1, 2);
        }
    }
    mesh
}

fn shells(mesh: &TriangleMesh, components: &Components) -> Vec<Shell> {
    let mut faces: Vec<Vec<[u32; 3]>> = vec![Vec::new(); components.count()];
    for face in &mesh.faces {
        faces[components.of(VertexId(face[0])) as usize].push(*face);
    }
    let shell = |(component, own): (u32, Vec<[u32; 3]>)| {
        let outside = components.outside(component)?;
        let corner = |vertex: &u32| mesh.positions[*vertex as usize];
        let corners: Vec<DVec3> = own.iter().flatten().map(corner).collect();
        let enclosure = Enclosure::new(&mesh.positions, &own).ok()?;
        let size = Aabb::of_points(&corners).extent().length();
        let is_inwards = outside == Sign::Negative;
        Some(Shell { component, first: *corners.first()?, size, is_inwards, enclosure })
    };
    (0..).zip(faces).filter_map(shell).collect()
}

#[cfg(test)]
mod tests {
    use ripstop_geometry::tessellate::cuboid;

    use super::*;

    fn turned(mut mesh: TriangleMesh) -> TriangleMesh {
        mesh.faces.iter_mut().for_each(|face| face.swap(1, 2));
        mesh
    }

    fn joined(mut one: TriangleMesh, other: &TriangleMesh) -> TriangleMesh {
        let first = one.positions.len() as u32;
        one.positions.extend(&other.positions);
        one.faces.extend(other.faces.iter().map(|face| face.map(|vertex| first + vertex)));
        one
    }

    #[test]
    fn closed_components_look_outwards_and_cavities_inwards() {
        let (large, small) = (cuboid([3.0; 3]), cuboid([1.0; 3]));
        let mut beside = cuboid([1.0; 3]);
        beside.positions.iter_mut().for_each(|x| x.x += 9.0);
        let hollow = joined(large.clone(), &turned(small.clone()));
        for (given, expected) in [
            (large.clone(), large.clone()),
            (turned(large.clone()), large.clone()),
            (hollow.clone(), hollow.clone()),
            (turned(hollow.clone()), hollow.clone()),
            (joined(hollow.clone(), &turned(beside.clone())), joined(hollow, &beside)),
            (turned(joined(large.clone(), &small)), joined(large.clone(), &small)),
        ] {
            assert_eq!(turned_outwards(given).faces, expected.faces);
        }
        let mut open = turned(large);
        open.faces.pop();
        assert_eq!(turned_outwards(open.clone()).faces, open.faces);
    }
}
