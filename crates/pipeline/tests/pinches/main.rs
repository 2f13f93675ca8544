//! Bodies that close on themselves with cloth in between: the run goes on, and when they open
//! again nothing crosses and all cloth is on its side.

mod body;
mod laws;
mod scenes;

use std::ops::Range;

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Frames, Import, LoadedMesh, MeshRequest, Obstacle, ObstacleShape, Pin,
    PinSelection, Scene,
};

use body::{cells, turns, winding_number};

/// Frames per second (1/s).
const RATE: f64 = 60.0;

/// A body that closes and opens, and cloth around it.
struct Pinch {
    /// Its surface at a time (s).
    body: Box<dyn Fn(f64) -> TriangleMesh>,
    cloths: Vec<TriangleMesh>,
    /// Pinned vertices of each cloth, attached to the body.
    pins: Vec<Vec<u32>>,
    /// Rings of cloth vertices, and the axis at a time (s) that they are around.
    rings: Vec<Ring>,
    /// Time at which the body has opened again (s).
    open_at: f64,
}

/// Rings of a tube around an axis that moves.
struct Ring {
    vertices: Vec<Range<usize>>,
    axis: Box<dyn Fn(f64) -> [DVec3; 2]>,
}

impl Pinch {
    fn frames(&self) -> usize {
        cells(self.open_at, 1.0 / RATE) as usize + 10
    }

    fn scene(&self, text: &str) -> Scene {
        let mut settings = Scene::from_toml(text).expect("settings").settings;
        settings.frame_rate = RATE;
        let cloth = |index: usize| {
            let file = format!("cloth{index}");
            let mut cloth = Cloth::new(ClothShape::mesh(&file));
            cloth.thickness = 2e-3;
            if !self.pins[index].is_empty() {
                let mut pin = Pin::default();
                pin.select = PinSelection::Vertices(self.pins[index].clone());
                pin.attach = Some("body".to_owned());
                cloth.pins.push(pin);
            }
            cloth
        };
        let shape = ObstacleShape::Mesh {
            file: "body".to_owned(),
            import: Import::default(),
            frames: Some(Frames::new("motion")),
        };
        let mut body = Obstacle::new(shape);
        "body".clone_into(&mut body.name);
        body.thickness = 2e-3;
        Scene::new(settings, (0..self.cloths.len()).map(cloth).collect(), vec![body])
    }

    fn simulation(&self, text: &str) -> Simulation {
        let mut load = |request: &MeshRequest| -> Result<LoadedMesh, String> {
            if let Some(index) = request.file.strip_prefix("cloth") {
                return Ok(self.cloths[index.parse::<usize>().expect("a number")].clone().into());
            }
            let at = |frame: usize| (self.body)(frame as f64 / RATE).positions;
            let frames = (0..=self.frames()).map(at).collect();
            Ok(LoadedMesh { frames, ..(self.body)(0.0).into() })
        };
        Simulation::new(&self.scene(text), &mut load).expect("a sound scene")
    }

    /// Cloth vertices that are inside of the body, as seen by solid angles.
    fn inside(&self, simulation: &Simulation) -> usize {
        let body = (self.body)(simulation.time());
        let cloth = &simulation.state().positions[..simulation.cloth_vertex_count()];
        cloth.iter().filter(|x| winding_number(&body, **x).abs() > 0.5).count()
    }
}

/// Crossings now, exactly: of pairs that are not released, and of those that are.
fn crossing_counts(simulation: &Simulation) -> [usize; 2] {
    let positions = &simulation.state().positions;
    let found = crossings(simulation.mesh(), simulation.filters(), positions).expect("finite");
    let released = found.iter().filter(|crossing| simulation.is_released(crossing)).count();
    [found.len() - released, released]
}

/// Asserts that every crossing of a released pair is of vertices that cannot give way: they follow
/// the body, are pinned, or are the body's.
fn check_released(simulation: &Simulation) {
    let (mesh, state) = (simulation.mesh(), simulation.state());
    let found = crossings(mesh, simulation.filters(), &state.positions).expect("finite");
    let released: Vec<usize> =
        simulation.released_vertices().iter().map(|released| released.vertex.index()).collect();
    for crossing in found {
        for vertex in mesh.edge(crossing.edge).iter().chain(&mesh.face(crossing.face)) {
            let is_held = released.binary_search(&vertex.index()).is_ok();
            assert!(is_held || state.inverse_masses[vertex.index()] == 0.0, "{crossing:?}");
        }
    }
}

/// Runs a scene with a pinch to ten frames after the body has opened, with all checks. Returns the
/// largest number of released vertices.
fn check(pinch: &Pinch, text: &str) -> usize {
    let [released, pairs, crossed] = run(pinch, text);
    assert!(released > 0 && pairs >= crossed && crossed > 0, "{released} {pairs} {crossed}");
    released
}

/// Runs a scene to ten frames after the body has opened: nothing else crosses, and everything is on
/// its side in the end. Returns the largest numbers of released vertices, released pairs, and
/// crossings of these.
fn run(pinch: &Pinch, text: &str) -> [usize; 3] {
    let mut simulation = pinch.simulation(text);
    let (mut released, mut pairs, mut crossed) = (0, 0, 0);
    for frame in 1..=pinch.frames() {
        let report = simulation.advance_frame().unwrap_or_else(|error| panic!("{error}"));
        let [outside, inside] = crossing_counts(&simulation);
        assert_eq!(outside, 0, "frame {frame}");
        let certified = simulation.crossings();
        assert_eq!(certified.len(), outside + inside, "frame {frame}");
        if simulation.crossings_left() == 0 {
            check_released(&simulation);
        }
        released = released.max(simulation.released_vertices().len());
        pairs = pairs.max(report.response.released);
        crossed = crossed.max(inside);
    }
    assert_eq!(crossing_counts(&simulation), [0, 0]);
    assert_eq!(simulation.released_vertices().len(), 0);
    assert_eq!(pinch.inside(&simulation), 0, "cloth is inside of the body");
    for ring in &pinch.rings {
        let axis = (ring.axis)(simulation.time());
        for vertices in &ring.vertices {
            let positions = &simulation.state().positions[vertices.clone()];
            assert!(turns(positions, axis).abs() > 0.99, "a sleeve is off");
        }
    }
    [released, pairs, crossed]
}
