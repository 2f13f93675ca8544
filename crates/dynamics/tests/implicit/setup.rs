//! Sheets of finite elements.

use glam::DVec3;
use ripstop_dynamics::{
    ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler, ImplicitMethod,
    ImplicitSettings, LinearMethod, NoHook, Step, StepReport,
};
use ripstop_geometry::{State, VertexId};

use crate::sheet::Sheet;

pub(crate) const NEWTON: ImplicitMethod =
    ImplicitMethod::Newton { tolerance: 1e-9, iterations: 100 };

pub(crate) fn fabric() -> Fabric {
    Fabric { stretch_stiffness: [900.0, 600.0], ..Fabric::plain() }
}

pub(crate) fn settings(method: ImplicitMethod) -> ImplicitSettings {
    ImplicitSettings::with_method(method).with_linear(LinearMethod::Cholesky)
}

/// A sheet of `side`² vertices in a wavy pose, hanging by its upper row.
pub(crate) fn wavy(
    side: u32,
    (fabric, elements): (Fabric, ElementSettings),
    settings: ImplicitSettings,
) -> (ImplicitEuler, State) {
    let sheet = Sheet::new(side);
    let cloth = FiniteElementCloth::new(&sheet.mesh, &sheet.rest(), fabric, elements, VertexId(0))
        .expect("a good sheet");
    let state = cloth.state_at_rest(wave(&sheet), &sheet.upper_row()).expect("a good sheet");
    (ImplicitEuler::new(vec![cloth], settings).expect("good settings"), state)
}

fn wave(sheet: &Sheet) -> Vec<DVec3> {
    let wave = |u: &glam::DVec2| {
        let y = 0.05 * libm::sin(6.0 * u.x + 4.0 * u.y) - 0.02 * u.y;
        DVec3::new(0.98 * u.x, y, 1.01 * u.y)
    };
    sheet.uvs.iter().map(wave).collect()
}

pub(crate) fn step(
    euler: &mut ImplicitEuler,
    state: &mut State,
    forces: &Forces,
    dt: f64,
) -> StepReport {
    let step = Step { dt, forces, targets: &[], potentials: &[] };
    euler.step(state, &step, &mut NoHook).expect("good input")
}
