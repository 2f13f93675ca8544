//! `cargo xtask lab hanging`: a sheet that swings down and comes to rest.

use anyhow::{Context as _, ensure};
use clap::Args;
use ripstop_dynamics::{
    ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler, ImplicitMethod,
    ImplicitSettings, NoHook, RestShape, Step,
};
use ripstop_geometry::{State, Topology, VertexId};

use crate::inputs::sheet;
use crate::table::{Table, right};

/// Largest length of an edge, beside its rest length.
const LONGEST: f64 = 1.3;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Vertices per side
    #[arg(long, default_value_t = 100)]
    resolution: u32,
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

/// Prints speeds and stretch, second by second. A sheet that swings is fast and slow in turns: it
/// is the greatest speed of a second that has to fall.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let chosen = |name: &str| arguments.fabric.as_deref().is_none_or(|wanted| wanted == name);
    for (name, fabric) in Fabric::PRESETS.into_iter().filter(|(name, _)| chosen(name)) {
        println!("{name}: greatest speed and kinetic energy in a second, longest edge so far");
        let table = Table::aligned(&[
            right("second", 6),
            right("speed (m/s)", 9),
            right("energy (mJ)", 11),
            right("longest edge", 9),
            right("Newton", 6),
            right("linear iterations", 6),
        ]);
        let mut swing = Swing::new(fabric, arguments)?;
        let mut before = f64::INFINITY;
        for second in 1..=arguments.seconds {
            let Second { speed, energy, iterations: [newton, linear] } =
                swing.second().with_context(|| name.to_owned())?;
            let longest = swing.longest;
            table.row([
                second.to_string(),
                format!("{speed:.4}"),
                format!("{energy:.4}"),
                format!("{longest:.4}"),
                newton.to_string(),
                linear.to_string(),
            ]);
            ensure!(speed < before, "{name} does not calm down");
            ensure!(longest <= LONGEST, "an edge of {name} is {longest} times its length");
            before = speed;
        }
    }
    Ok(())
}

/// A sheet that swings.
struct Swing {
    mesh: Topology,
    rest: RestShape,
    euler: ImplicitEuler,
    state: State,
    /// Greatest length of an edge so far, beside its rest length.
    longest: f64,
}

/// Maxima over one second.
struct Second {
    /// Greatest speed (m/s).
    speed: f64,
    /// Greatest kinetic energy (mJ).
    energy: f64,
    /// Newton iterations, and those of linear solves.
    iterations: [u32; 2],
}

impl Swing {
    fn new(fabric: Fabric, arguments: &Arguments) -> anyhow::Result<Self> {
        let side = arguments.resolution;
        let (mesh, uvs) = sheet(side, 0.0)?;
        let rest = RestShape::from_uvs(&mesh, &uvs)?;
        let elements = ElementSettings::default();
        let cloth = FiniteElementCloth::new(&mesh, &rest, fabric, elements, VertexId(0))?;
        let level = uvs.iter().map(|u| u.extend(0.0)).collect();
        let step = if arguments.corners { side - 1 } else { 1 };
        let pins: Vec<_> = (0..side).step_by(step as usize).map(VertexId).collect();
        let state = cloth.state_at_rest(level, &pins)?;
        let settings = if arguments.newton {
            ImplicitSettings::newton(1e-2, 50)
        } else {
            ImplicitSettings::with_method(ImplicitMethod::LinearlyImplicit)
        };
        let euler = ImplicitEuler::new(vec![cloth], settings)?;
        Ok(Self { mesh, rest, euler, state, longest: 0.0 })
    }

    /// Takes the steps of a second.
    fn second(&mut self) -> anyhow::Result<Second> {
        let mut second = Second { speed: 0.0, energy: 0.0, iterations: [0, 0] };
        let step = Step { dt: 1.0 / 60.0, forces: &Forces::EARTH, targets: &[], potentials: &[] };
        for _ in 0..60 {
            let report = self.euler.step(&mut self.state, &step, &mut NoHook)?;
            second.iterations[0] += report.iterations;
            second.iterations[1] += report.linear_iterations;
            self.longest = self.longest.max(longest(&self.mesh, &self.rest, &self.state));
            let velocities = &self.state.velocities;
            ensure!(velocities.iter().all(|v| v.is_finite()), "a velocity is NaN or infinite");
            second.speed = velocities.iter().map(|v| v.length()).fold(second.speed, f64::max);
            second.energy = second.energy.max(1e3 * self.euler.kinetic_energy(&self.state));
        }
        Ok(second)
    }
}

/// Greatest length of an edge beside its rest length.
fn longest(mesh: &Topology, rest: &RestShape, state: &State) -> f64 {
    let x = &state.positions;
    let ratio = |(edge, length): (&[VertexId; 2], &f64)| {
        x[edge[0].index()].distance(x[edge[1].index()]) / length
    };
    mesh.edges().iter().zip(rest.lengths()).map(ratio).fold(0.0, f64::max)
}
