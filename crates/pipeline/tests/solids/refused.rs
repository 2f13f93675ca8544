//! Obstacles without a field, and fields that cannot be had.

use ripstop_geometry::tessellate;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Import, MeshRequest, Obstacle, ObstacleShape,
    ResponseMethod, Scene, Settings,
};

use crate::{mesh, simulation};

fn scene(obstacles: Vec<Obstacle>) -> Scene {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [4; 2] });
    cloth.transform.translate = [0.0, 0.0, 0.3];
    let mut scene = Scene::new(Settings::default(), vec![cloth], obstacles);
    scene.settings.solids.push_out = true;
    scene
}

fn error(scene: &Scene) -> String {
    let mut load = |request: &MeshRequest<'_>| match request.file {
        "box" => Ok(tessellate::cuboid([3.0, 2.0, 0.5]).into()),
        _ => Ok(tessellate::cuboid([1.0, 1.0, 1.0]).into()),
    };
    Simulation::new(scene, &mut load).map(|_| ()).expect_err("to be refused").to_string()
}

/// Open meshes keep their triangles: a sheet is held by them as without push-out.
#[test]
fn an_open_mesh_has_no_field_and_keeps_its_triangles() {
    let mut scene = scene(vec![mesh("open"), mesh("box")]);
    scene.cloths[0].transform.translate[2] = 3.2e-3;
    scene.obstacles[0].name = "table".to_owned();
    scene.obstacles[1].transform.translate[2] = -2.0;
    let mut simulation = simulation(&scene);
    let without: Vec<&str> = simulation.world().without_field().collect();
    assert_eq!(without, ["obstacle 0 (`table`)"]);
    let mut active = 0;
    for _ in 0..10 {
        active += simulation.advance_frame().expect("room enough").response.active_contacts;
    }
    assert!(active > 0);
    assert!(simulation.state().positions[..16].iter().all(|x| x.z > 2.5e-3));
}

/// Vertices that a field pushes inside the solve are counted beside the pairs of impulses.
#[test]
fn impulses_leave_the_count_of_fields_alone() {
    let mut scene = scene(vec![Obstacle::new(ObstacleShape::Plane { size: 2.0 })]);
    scene.cloths[0].transform.translate[2] = 2.5e-3;
    scene.settings.dynamics = DynamicsMethod::Fem;
    scene.settings.respond = Some(ResponseMethod::Impulse);
    scene.settings.impulse.sweeps = 0;
    let mut simulation = simulation(&scene);
    let mut active = 0;
    for _ in 0..10 {
        let response = simulation.advance_frame().expect("room enough").response;
        assert!(response.contacts >= 16, "{response:?}");
        active += response.active_contacts;
    }
    assert!(active > 0);
}

#[test]
fn memory_is_bounded_over_all_fields_and_the_obstacle_is_named() {
    let mut scene = scene(vec![mesh("box"), mesh("cube")]);
    scene.obstacles[0].transform.translate[2] = -1.0;
    scene.obstacles[1].transform.translate[2] = -3.0;
    scene.obstacles[1].name = "cube".to_owned();
    scene.settings.solids.field_resolution = 254;
    let text = error(&scene);
    assert!(text.contains("obstacle 1 (`cube`)") && text.contains("nodes"), "{text}");
    scene.settings.solids.field_resolution = 3;
    let text = error(&scene);
    assert!(text.contains("`solids.field_resolution` is 3") && text.contains("from 4"), "{text}");
}

/// Fields push outwards: cloth that belongs inside is left to the triangles.
#[test]
fn a_cloth_inside_a_solid_is_named_with_it_unless_it_belongs_there() {
    for shape in [
        ObstacleShape::Cuboid { size: [1.0; 3] },
        ObstacleShape::Mesh { file: "cube".to_owned(), import: Import::default(), frames: None },
    ] {
        let mut scene = scene(vec![Obstacle::new(shape)]);
        scene.obstacles[0].name = "room".to_owned();
        for push_out in [false, true] {
            scene.settings.solids.push_out = push_out;
            scene.cloths[0].inside = false;
            let text = error(&scene);
            assert!(
                text.contains("cloth 0") && text.contains("inside obstacle 0 (`room`)"),
                "{text}"
            );
            scene.cloths[0].inside = true;
            let load: &mut dyn FnMut(&MeshRequest<'_>) -> _ =
                &mut |_| Ok(tessellate::cuboid([1.0, 1.0, 1.0]).into());
            let mut simulation = Simulation::new(&scene, load).expect("to be accepted");
            let before = simulation.state().positions[..16].to_vec();
            simulation.advance_frame().expect("room enough");
            let after = &simulation.state().positions[..16];
            let moved = before.iter().zip(after).map(|(x, y)| x.distance(*y)).fold(0.0, f64::max);
            assert!(moved > 1e-4 && moved < 0.01, "it falls and is not pushed: {moved}");
        }
    }
}
