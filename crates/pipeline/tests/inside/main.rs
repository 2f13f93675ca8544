//! Cloth inside of closed surfaces: brought out, refused, or accepted where it belongs there.

mod cases;
mod orientation;
mod rooms;
mod starts;

use glam::DVec3;
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Import, Obstacle, ObstacleShape, OnTangled, ResponseMethod,
    Scene, Settings,
};

/// Every response.
pub(crate) const RESPONSES: [(DynamicsMethod, ResponseMethod); 8] = [
    (DynamicsMethod::Pbd, ResponseMethod::Pbd),
    (DynamicsMethod::Pbd, ResponseMethod::Impulse),
    (DynamicsMethod::Pbd, ResponseMethod::Barrier),
    (DynamicsMethod::Pbd, ResponseMethod::Ray),
    (DynamicsMethod::Fem, ResponseMethod::Penalty),
    (DynamicsMethod::Fem, ResponseMethod::Impulse),
    (DynamicsMethod::Fem, ResponseMethod::Barrier),
    (DynamicsMethod::Fem, ResponseMethod::Ray),
];

/// A scene of meshes: cloths, and obstacles that do not move.
#[derive(Clone)]
pub(crate) struct Meshes {
    pub(crate) name: &'static str,
    pub(crate) cloths: Vec<TriangleMesh>,
    pub(crate) bodies: Vec<TriangleMesh>,
    pub(crate) thickness: f64,
}

impl Meshes {
    pub(crate) fn scene(&self, on_tangled: OnTangled) -> Scene {
        let mut settings = Settings::default();
        settings.on_tangled = on_tangled;
        let cloth = |number: usize| {
            let mut cloth = Cloth::new(ClothShape::mesh(&format!("cloth {number}")));
            cloth.name = format!("cloth {number}");
            cloth.thickness = self.thickness;
            cloth
        };
        let obstacle = |number: usize| {
            let file = format!("body {number}");
            let shape =
                ObstacleShape::Mesh { file: file.clone(), import: Import::default(), frames: None };
            let mut obstacle = Obstacle::new(shape);
            obstacle.name = file;
            obstacle.thickness = self.thickness;
            obstacle
        };
        let cloths = (0..self.cloths.len()).map(cloth).collect();
        let obstacles = (0..self.bodies.len()).map(obstacle).collect();
        Scene::new(settings, cloths, obstacles)
    }

    pub(crate) fn start(&self, scene: &Scene) -> Result<Simulation, String> {
        let load = |file: &str| {
            let (kind, number) = file.split_once(' ').ok_or("no such file")?;
            let number: usize = number.parse().map_err(|_| "no such file")?;
            let of_kind = if kind == "cloth" { &self.cloths } else { &self.bodies };
            of_kind.get(number).cloned().ok_or("no such file")
        };
        Simulation::new(scene, &mut |request| {
            load(request.file).map(Into::into).map_err(str::to_owned)
        })
        .map_err(|error| error.to_string())
    }
}

/// The number of times that a closed mesh winds around a point, from solid angles: in plain
/// arithmetic, apart from the library's way to find it.
pub(crate) fn winding(mesh: &TriangleMesh, x: DVec3) -> i32 {
    let angle = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|vertex| mesh.positions[vertex as usize] - x);
        let [la, lb, lc] = [a, b, c].map(DVec3::length);
        let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        2.0 * a.dot(b.cross(c)).atan2(below)
    };
    let sum: f64 = mesh.faces.iter().map(angle).sum();
    (sum / (4.0 * std::f64::consts::PI)).round() as i32
}

/// The vertices of a cloth of a simulation.
pub(crate) fn of_cloth(simulation: &Simulation, number: usize) -> Vec<DVec3> {
    let vertices = simulation.world().cloths[number].vertices();
    simulation.state().positions[vertices].to_vec()
}

/// The vertices of a list that are inside of a closed mesh.
pub(crate) fn inside_of(mesh: &TriangleMesh, points: &[DVec3]) -> usize {
    points.iter().filter(|x| winding(mesh, **x) != 0).count()
}
