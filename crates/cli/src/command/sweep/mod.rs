//! `ripstop sweep`: many runs of a scene, planned, executed and collected.

mod collect;
mod execute;

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use ripstop_run::sweep::{Plan, RunStatus, status};

use crate::arguments::{PlanOptions, SweepCommand, SweepFolder};

pub(crate) fn sweep(command: &SweepCommand) -> Result<ExitCode> {
    match command {
        SweepCommand::Plan(options) => plan(options),
        SweepCommand::Run(options) => execute::execute(options),
        SweepCommand::Status(folder) => print_status(folder),
        SweepCommand::Collect(options) => collect::collect(options),
    }
}

fn plan(options: &PlanOptions) -> Result<ExitCode> {
    let plan = Plan::new(&options.file)?;
    let is_name = options.name.components().count() == 1;
    ensure!(is_name, "--name is the name of a file, in the folder of the sweep");
    let path = plan.folder.join(&options.name);
    plan.write(&path)?;
    writeln!(stdout(), "{}: {} runs", path.display(), plan.runs.len())?;
    Ok(ExitCode::SUCCESS)
}

fn print_status(folder: &SweepFolder) -> Result<ExitCode> {
    let plan = Plan::read(&folder.plan)?;
    let out = folder.results();
    let mut states = Vec::new();
    for run in &plan.runs {
        states.push(status(&out.join(&run.id))?);
    }
    let mut counted = Vec::new();
    for (state, word) in [
        (RunStatus::Finished, "finished"),
        (RunStatus::Failed, "failed"),
        (RunStatus::Running, "running"),
        (RunStatus::Interrupted, "interrupted"),
        (RunStatus::Waiting, "waiting"),
    ] {
        let count = states.iter().filter(|other| **other == state).count();
        counted.push(format!("{count} {word}"));
    }
    writeln!(stdout(), "{}: {}", folder.plan.display(), counted.join(", "))?;
    Ok(ExitCode::SUCCESS)
}
