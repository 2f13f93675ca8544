//! A disc that drapes over its pedestal.

use glam::DVec3;
use ripstop_dynamics::{
    BendingFriction, Damping, ElementSettings, FiniteElementCloth, Forces, ImplicitEuler,
    ImplicitSettings, NoHook, RestShape, Step,
};
use ripstop_fixtures::Random;
use ripstop_geometry::{Potential, State, VertexId};

use super::apparatus::Clamp;
use super::disc::Disc;
use super::pedestal::Pedestal;
use super::{Arguments, Specimen};

/// A disc at the end.
pub(super) struct Draped {
    pub(super) positions: Vec<DVec3>,
    /// Greatest speed left (m/s).
    pub(super) speed: f64,
    /// Elastic energy, and that of weight and pedestal (J), 0 for a level disc.
    pub(super) energy: f64,
}

/// Drapes a disc for the given time (s). The plate that carries the overhang at first is lowered
/// bit by bit: it is taken to carry a part of the weight that falls to nothing.
pub(super) fn draped(
    disc: &Disc,
    clamp: Clamp,
    specimen: &Specimen,
    arguments: &Arguments,
) -> anyhow::Result<Draped> {
    let Specimen { fabric, friction, .. } = *specimen;
    let rest = RestShape::from_uvs(&disc.mesh, &disc.uvs)?;
    let elements = ElementSettings::default();
    let cloth = FiniteElementCloth::new(&disc.mesh, &rest, fabric, elements, VertexId(0))?;
    let start = disc.uvs.iter().zip(heights(disc, clamp, arguments.folds));
    let start = start.map(|(u, height)| u.extend(height));
    let held = Disc::count(clamp.held);
    let (pins, free): (Vec<_>, Vec<_>) =
        (0..disc.uvs.len() as u32).map(VertexId).partition(|v| v.0 < held);
    let mut state = cloth.state_at_rest(start.collect(), &pins)?;
    let mut settings = ImplicitSettings::newton(1e-3, 60);
    settings.damping = Damping { drag: 2.0, internal: 0.0 };
    let mut euler = ImplicitEuler::new(vec![cloth], settings)?;
    let mut threads = friction
        .map(|friction| {
            let place = (VertexId(0), state.positions.as_slice());
            BendingFriction::new(&disc.mesh, &rest, friction, place)
        })
        .transpose()?;
    let pedestal = Pedestal { vertices: free, radius: clamp.apparatus.pedestal, stiffness: 50.0 };
    for frame in 1..=60 * arguments.seconds {
        let time = f64::from(frame) / 60.0;
        let borne = if time < arguments.lowering { time / arguments.lowering } else { 1.0 };
        let forces = Forces { gravity: borne * Forces::EARTH.gravity, wind: None };
        let potentials: Vec<&dyn Potential> = std::iter::once(&pedestal as &dyn Potential)
            .chain(threads.as_ref().map(|threads| threads as &dyn Potential))
            .collect();
        let step = Step { dt: 1.0 / 60.0, forces: &forces, targets: &[], potentials: &potentials };
        euler.step(&mut state, &step, &mut NoHook)?;
        if let Some(threads) = &mut threads {
            threads.settle(&state.positions);
        }
    }
    let speed = state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
    let energy = energy(&euler, &pedestal, &state);
    Ok(Draped { positions: state.positions, speed, energy })
}

/// Elastic energy, and that of pedestal and weight (J).
fn energy(euler: &ImplicitEuler, pedestal: &Pedestal, state: &State) -> f64 {
    let elastic = euler.cloths().iter().flat_map(FiniteElementCloth::potentials);
    let energy = |part: &dyn Potential| part.energy(0..part.element_count(), &state.positions);
    let elastic: f64 = elastic.map(energy).sum();
    let weigh = |(x, w): (&DVec3, &f64)| if *w > 0.0 { 9.81 * x.z / w } else { 0.0 };
    let weight: f64 = state.positions.iter().zip(&state.inverse_masses).map(weigh).sum();
    elastic + energy(pedestal) + weight
}

/// Heights at the start (m). A real disc is never quite level: a tenth of a millimetre lets it
/// choose its folds. A wave of 2 mm at the rim chooses for it.
fn heights(disc: &Disc, clamp: Clamp, folds: Option<u32>) -> impl Iterator<Item = f64> {
    let mut random = Random::seeded(1);
    disc.uvs.iter().map(move |u| {
        let edge = clamp.radius(clamp.held);
        let out = (u.length() - 1.001 * edge) / (clamp.apparatus.disc - edge);
        match folds {
            _ if out <= 0.0 => 0.0,
            Some(folds) => 2e-3 * out * out * (f64::from(folds) * u.to_angle()).cos(),
            None => random.uniform(-1e-4, 1e-4),
        }
    })
}
