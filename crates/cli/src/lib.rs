//! The command `ripstop` as a library: [`execute`] takes the arguments, prints, and returns the
//! exit code.
//!
//! ```
//! use std::process::ExitCode;
//!
//! // Lists the built-in scenes, as `ripstop scenes` does in a shell.
//! assert_eq!(ripstop_cli::execute(["ripstop", "scenes"]), ExitCode::SUCCESS);
//!
//! // A scene that does not exist is an error, with the nearest name in its message.
//! assert_eq!(ripstop_cli::execute(["ripstop", "run", "darpe"]), ExitCode::from(2));
//! ```
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | all is well |
//! | 1 | there are intersections, in a run (its start included) or in a mesh; or a seam is open |
//! | 2 | an error, or arguments that make no sense |
//! | 130 | ended by Ctrl-C or a request to terminate, with everything written |
//!
//! Run directories and mesh files are the part of `ripstop-run`, for front ends of other kinds.

#![forbid(unsafe_code)]

mod arguments;
mod command;
mod interruption;
mod introduction;
mod picture;
mod progress;
mod scene_argument;
mod summary;
mod surface_names;
mod tangle_text;
mod wall_clock;

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

pub use wall_clock::WallClock;

/// Exit code of an error.
const FAILED: u8 = 2;

/// Executes the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    execute(std::env::args_os())
}

/// Executes the command; the first argument is its name.
///
/// `run` and `resume` listen to Ctrl-C, and `--threads` sets up the thread pool, once per process:
/// a second call is an error with exit code 2.
pub fn execute<A>(arguments: impl IntoIterator<Item = A>) -> ExitCode
where
    A: Into<OsString> + Clone,
{
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(refusal) => {
            // If even this cannot be written, the exit code has to do.
            let _ = refusal.print();
            return if refusal.use_stderr() { ExitCode::from(FAILED) } else { ExitCode::SUCCESS };
        }
    };
    let result = match &arguments.command {
        Command::Run(options) => command::run(options),
        Command::Resume(options) => command::resume(options),
        Command::Body(options) => command::body(options),
        Command::Dress(options) => command::dress(options),
        Command::Check(options) => command::check(options),
        Command::Untangle(options) => command::untangle(options),
        Command::Export(options) => command::export(options),
        Command::Render(options) => command::render(options),
        Command::View(options) => command::view(options),
        Command::Sweep(command) => command::sweep(command),
        Command::New(options) => command::new(options),
        Command::Scenes(options) => command::scenes(*options),
    };
    result.unwrap_or_else(|error| {
        // Who reads only the first lines of a list is not in error, but did not see the end either.
        if !error.chain().any(is_broken_pipe) {
            // If even this cannot be written, the exit code has to do.
            let _ = writeln!(io::stderr(), "error: {error:#}");
        }
        ExitCode::from(FAILED)
    })
}

fn is_broken_pipe(cause: &(dyn Error + 'static)) -> bool {
    let io = cause.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Examples of the README, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
