//! `cargo xtask bench drape`: the built-in scene `drape`, one thread, beside rapier3d's cloth.
//!
//! Both sheets have the same vertices, faces, start, thickness, friction, drag and gravity, and are
//! judged by the same yardstick. They take turns, half a second of frames each, so that both see
//! the same load of the machine but each has the caches for itself; only the work of an engine in
//! its frames is timed, in processor seconds. Building a scene and judging frames is not. All of it
//! is repeated, and of every turn the least time counts: the frames of a turn are the same each
//! time, and a shared machine is slower by a fifth now and then.

mod account;
mod peer;
#[cfg(feature = "peers")]
mod rapier;
mod rest;
mod yardstick;

use anyhow::{Context, ensure};
use clap::Args;
use rayon::ThreadPoolBuilder;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::Scene;
use serde_json::{Value, json};

use crate::inputs::{builtin_scene, simulation};
use crate::measure::Clock;
use crate::table::{Table, left, right};
use account::Account;
use rest::Rest;
use yardstick::Yardstick;

/// Simulated time of a turn (s), after which the other engine runs.
const TURN: f64 = 0.5;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Vertices per side
    #[arg(long, value_delimiter = ',', default_value = "64,128")]
    resolution: Vec<u32>,
    /// Simulated time (s)
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Times alone: neither strains nor crossings are found
    #[arg(long)]
    frames_only: bool,
    /// Repeats of everything; the least time of every turn counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    repeats: u32,
    /// Run ripstop alone and for so much longer (s); tells since when the sheet has been at rest
    #[arg(long, value_name = "SECONDS")]
    rest: Option<f64>,
}

/// A sheet after a frame.
struct Frame {
    /// Positions of its vertices (m).
    positions: Vec<glam::DVec3>,
    /// Speed of its fastest vertex (m/s).
    fastest: f64,
}

/// Advances a sheet by one frame.
type Engine = Box<dyn FnMut() -> anyhow::Result<Frame>>;

/// Both engines at one resolution.
struct Row {
    resolution: u32,
    ripstop: Account,
    peer: Option<Account>,
    rest: Option<Rest>,
}

/// Frames are judged by the yardstick, or only timed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judging {
    Judged,
    TimedOnly,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    for seconds in [Some(arguments.seconds), arguments.rest].into_iter().flatten() {
        ensure!(seconds > 0.0 && seconds.is_finite(), "{seconds} s cannot be simulated");
    }
    let is_alone = arguments.rest.is_some();
    println!("{}", if is_alone { "ripstop alone" } else { peer::DESCRIPTION });
    let table = Table::aligned(&[
        right("resolution", 10),
        left("engine", 9),
        right("cpu s/s", 9),
        right("ratio", 7),
        right("stretch %", 10),
        right("threads %", 10),
        right("crossings", 10),
        right("fastest mm/s", 13),
    ]);
    let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut lines = Vec::new();
    for &resolution in &arguments.resolution {
        let measured = |judging| {
            pool.install(|| measure(resolution, arguments, judging))
                .with_context(|| format!("with {resolution} vertices per side"))
        };
        let judging = if arguments.frames_only { Judging::TimedOnly } else { Judging::Judged };
        let mut row = measured(judging)?;
        for _ in 1..if is_alone { 1 } else { arguments.repeats } {
            row.take_least(&measured(Judging::TimedOnly)?);
        }
        row.print(&table);
        lines.push(row.json());
    }
    println!("{}", Value::Array(lines));
    Ok(())
}

/// Runs both sheets, in the pool of the caller.
fn measure(resolution: u32, arguments: &Arguments, judging: Judging) -> anyhow::Result<Row> {
    let scene = builtin_scene("drape", resolution)?;
    let simulation = simulation(&scene)?;
    let yardstick = Yardstick::new(&simulation);
    let mut peer = match arguments.rest {
        Some(_) => None,
        None => peer::engine(&scene, &yardstick)?,
    };
    let mut ripstop = ripstop(simulation);
    let account = Account::new(scene.settings.frame_time());
    let mut row = Row {
        resolution,
        ripstop: account.clone(),
        peer: peer.is_some().then_some(account),
        rest: None,
    };
    let judge = (judging == Judging::Judged).then_some(&yardstick);
    let (all, turn) = (frames(&scene, arguments.seconds), frames(&scene, TURN));
    for done in (0..all).step_by(turn) {
        let count = turn.min(all - done);
        advance(&mut ripstop, count, judge, &mut row.ripstop).context("ripstop")?;
        if let (Some(engine), Some(account)) = (&mut peer, &mut row.peer) {
            advance(engine, count, judge, account).context("the peer")?;
        }
    }
    if let Some(seconds) = arguments.rest {
        let mut account = row.ripstop.clone();
        let count = frames(&scene, seconds);
        advance(&mut ripstop, count, judge, &mut account).context("ripstop")?;
        row.rest = Some(Rest::new(account, row.ripstop.speeds.len()));
    }
    Ok(row)
}

fn frames(scene: &Scene, seconds: f64) -> usize {
    #[expect(clippy::cast_sign_loss, reason = "seconds are positive")]
    let frames = (seconds * scene.settings.frame_rate).round() as usize;
    frames.max(1)
}

fn ripstop(mut simulation: Simulation) -> Engine {
    Box::new(move || {
        let report = simulation.advance_frame()?;
        let cloth = simulation.cloth_vertex_count();
        let positions = simulation.state().positions[..cloth].to_vec();
        Ok(Frame { positions, fastest: report.energy.fastest })
    })
}

/// Some frames, timed, then judged.
fn advance(
    engine: &mut Engine,
    count: usize,
    judge: Option<&Yardstick>,
    account: &mut Account,
) -> anyhow::Result<()> {
    let begin = Clock::Cpu.now();
    let frames = (0..count).map(|_| engine()).collect::<anyhow::Result<Vec<Frame>>>()?;
    account.turns.push(Clock::Cpu.now() - begin);
    for frame in frames {
        account.speeds.push(frame.fastest);
        if let Some(vertex) = frame.positions.iter().position(|x| !x.is_finite()) {
            anyhow::bail!("vertex {vertex} is not finite after frame {}", account.speeds.len());
        }
        if let Some(yardstick) = judge {
            account.findings.get_or_insert_default().add(&yardstick.judge(&frame.positions)?);
        }
    }
    Ok(())
}

impl Row {
    /// Takes the lesser time of every turn of two runs.
    fn take_least(&mut self, other: &Self) {
        self.ripstop.take_least(&other.ripstop);
        if let (Some(peer), Some(other)) = (&mut self.peer, &other.peer) {
            peer.take_least(other);
        }
    }

    /// Cost of the peer over that of ripstop.
    fn ratio(&self) -> Option<f64> {
        self.peer.as_ref().map(|peer| peer.cost() / self.ripstop.cost())
    }

    fn print(&self, table: &Table) {
        let print = |engine: &str, account: &Account, ratio: String| {
            let names = [self.resolution.to_string(), engine.to_owned()];
            table.row(names.into_iter().chain(account.cells(ratio)));
        };
        let ratio = self.ratio().map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
        print("ripstop", &self.ripstop, ratio);
        if let Some(peer) = &self.peer {
            print(peer::NAME, peer, "1.00".to_owned());
        }
        if let Some(rest) = &self.rest {
            rest.print(table);
        }
    }

    fn json(&self) -> Value {
        json!({
            "resolution": self.resolution,
            "ripstop": self.ripstop.json(),
            peer::NAME: self.peer.as_ref().map(Account::json),
            "ratio": self.ratio(),
            "rest": self.rest.as_ref().map(Rest::json),
        })
    }
}
