//! Sheets for the tests.
#![allow(dead_code, reason = "each test binary takes what it needs")]

use glam::{DVec2, DVec3};
use ripstop_dynamics::{Fabric, Forces, PositionBasedCloth, RestShape, Settings};
use ripstop_geometry::{State, Topology, VertexId};

/// A square sheet of `side`² vertices in rows, one metre wide; vertex 0 is the upper left corner.
pub(crate) struct Sheet {
    pub(crate) side: u32,
    pub(crate) mesh: Topology,
    pub(crate) uvs: Vec<DVec2>,
}

impl Sheet {
    pub(crate) fn new(side: u32) -> Self {
        Self::sheared(side, 0.0, 1.0)
    }

    /// Equilateral triangles instead of right ones.
    pub(crate) fn equilateral(side: u32) -> Self {
        Self::sheared(side, 0.5, libm::sqrt(0.75))
    }

    fn sheared(side: u32, shift: f64, height: f64) -> Self {
        let cells = (0..side - 1).flat_map(|r| (0..side - 1).map(move |c| r * side + c));
        let faces: Vec<_> =
            cells.flat_map(|i| [[i, i + 1, i + side], [i + 1, i + side + 1, i + side]]).collect();
        let spacing = f64::from(side - 1).recip();
        let uv = |i: u32| {
            let (row, column) = (f64::from(i / side), f64::from(i % side));
            spacing * DVec2::new(column + shift * row, -height * row)
        };
        let mesh = Topology::from_faces((side * side) as usize, &faces).expect("a good sheet");
        Self { side, mesh, uvs: (0..side * side).map(uv).collect() }
    }

    pub(crate) fn rest(&self) -> RestShape {
        RestShape::from_uvs(&self.mesh, &self.uvs).expect("a good sheet")
    }

    pub(crate) fn cloth(&self, fabric: Fabric, settings: Settings) -> PositionBasedCloth {
        PositionBasedCloth::new(&self.mesh, &self.rest(), fabric, settings).expect("a good sheet")
    }

    /// Level, in the plane z = 0.
    pub(crate) fn flat(&self) -> Vec<DVec3> {
        self.uvs.iter().map(|u| u.extend(0.0)).collect()
    }

    /// In the plane y = 0, the upper row above all others.
    pub(crate) fn upright(&self) -> Vec<DVec3> {
        self.uvs.iter().map(|u| DVec3::new(u.x, 0.0, u.y)).collect()
    }

    pub(crate) fn upper_row(&self) -> Vec<VertexId> {
        (0..self.side).map(VertexId).collect()
    }
}

/// Steps of `dt` (s) with some sweeps each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rhythm {
    pub(crate) steps: usize,
    pub(crate) sweeps: usize,
    pub(crate) dt: f64,
}

/// Makes all steps.
pub(crate) fn run(
    cloth: &mut PositionBasedCloth,
    state: &mut State,
    forces: &Forces,
    Rhythm { steps, sweeps, dt }: Rhythm,
) {
    for _ in 0..steps {
        cloth.predict(state, dt, forces, &[]).expect("a good sheet");
        for _ in 0..sweeps {
            cloth.sweep(state).expect("a good sheet");
        }
        cloth.update_velocities(state).expect("a good sheet");
    }
}
