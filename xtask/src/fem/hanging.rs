//! A sheet that swings down and comes to rest.

use clap::Args;
use glam::DVec3;
use ripstop_dynamics::{
    ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler, ImplicitMethod,
    ImplicitSettings, NoHook, RestShape, Step,
};
use ripstop_geometry::{State, Topology, VertexId};

use crate::bench::sheet;

/// The longest that an edge may be, beside its rest length.
const LONGEST: f64 = 1.3;

/// How long, how fine.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Vertices per side
    #[arg(long, default_value_t = 100)]
    side: u32,
    /// Simulated time (s)
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Hold two corners instead of a whole side
    #[arg(long)]
    corners: bool,
    /// Newton's method instead of one linear solve per step
    #[arg(long)]
    newton: bool,
    /// Only this preset
    #[arg(long)]
    fabric: Option<String>,
}

/// Prints speeds and stretch, second by second. A sheet that swings is fast and slow in turns: what has to fall is the greatest
/// speed of a second.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let chosen = |name: &str| arguments.fabric.as_deref().is_none_or(|wanted| wanted == name);
    for (name, fabric) in Fabric::PRESETS.into_iter().filter(|(name, _)| chosen(name)) {
        let (mesh, uvs) = sheet(arguments.side, 0.0)?;
        let rest = RestShape::from_uvs(&mesh, &uvs)?;
        let elements = ElementSettings::default();
        let cloth = FiniteElementCloth::new(&mesh, &rest, fabric, elements, VertexId(0))?;
        let level = uvs.iter().map(|u| DVec3::new(u.x, 0.0, u.y)).collect();
        let step = if arguments.corners { arguments.side - 1 } else { 1 };
        let pins: Vec<_> = (0..arguments.side).step_by(step as usize).map(VertexId).collect();
        let mut state = cloth.state_at_rest(level, &pins)?;
        let method = if arguments.newton {
            ImplicitMethod::Newton { tolerance: 1e-2, iterations: 50 }
        } else {
            ImplicitMethod::LinearlyImplicit
        };
        let settings = ImplicitSettings { method, ..ImplicitSettings::default() };
        let mut euler = ImplicitEuler::new(vec![cloth], settings)?;
        println!(
            "{name}: second, greatest speed in it (m/s), greatest kinetic energy in it (mJ), longest edge so far, iterations"
        );
        let (mut worst, mut before) = (0.0_f64, f64::INFINITY);
        for second in 1..=arguments.seconds {
            let mut iterations = [0, 0];
            let (mut speed, mut energy) = (0.0_f64, 0.0_f64);
            for _ in 0..60 {
                let step =
                    Step { dt: 1.0 / 60.0, forces: &Forces::EARTH, targets: &[], potentials: &[] };
                let report = euler.step(&mut state, &step, &mut NoHook)?;
                iterations[0] += report.iterations;
                iterations[1] += report.linear_iterations;
                worst = worst.max(longest(&mesh, &rest, &state));
                let is_finite = state.velocities.iter().all(|v| v.is_finite());
                anyhow::ensure!(is_finite, "{name} has left the finite numbers");
                speed = state.velocities.iter().map(|v| v.length()).fold(speed, f64::max);
                energy = energy.max(1e3 * euler.kinetic_energy(&state));
            }
            println!("  {second:>2} {speed:>9.4} {energy:>11.4} {worst:>9.4} {iterations:?}");
            anyhow::ensure!(speed < before, "{name} does not calm down");
            anyhow::ensure!(worst <= LONGEST, "an edge of {name} is {worst} times its length");
            before = speed;
        }
    }
    Ok(())
}

/// Greatest length of an edge beside its rest length.
fn longest(mesh: &Topology, rest: &RestShape, state: &State) -> f64 {
    let x = &state.positions;
    let ratio = |(edge, length): (&[VertexId; 2], &f64)| {
        x[edge[0].index()].distance(x[edge[1].index()]) / length
    };
    mesh.edges().iter().zip(rest.lengths()).map(ratio).fold(0.0, f64::max)
}
