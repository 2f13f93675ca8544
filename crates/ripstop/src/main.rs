//! The command `ripstop`.
//!
//! | exit code | means |
//! |---|---|
//! | 0 | all is well |
//! | 1 | there are intersections |
//! | 2 | an error, or arguments that make no sense |
//! | 130 | ended by Ctrl-C or a request to terminate, with everything written |

#![forbid(unsafe_code)]

mod arguments;
mod atomic_file;
mod command;
mod interruption;
mod mesh_files;
mod picture;
mod progress;
mod run;
mod scene_source;
mod summary;
mod tangle_text;
mod wall_clock;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// Exit code of an error.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        Command::Run(options) => command::run(options),
        Command::Resume(options) => command::resume(options),
        Command::Check(options) => command::check(options),
        Command::Untangle(options) => command::untangle(options),
        Command::Export(options) => command::export(options),
        Command::Render(options) => command::render(options),
        Command::View(options) => command::view(options),
        Command::Scenes => command::scenes(),
    };
    result.unwrap_or_else(|error| {
        // Whoever reads only the first lines of a list is not in error, but did not see the end either.
        let is_pipe = |cause: &(dyn std::error::Error + 'static)| {
            let io = cause.downcast_ref::<io::Error>();
            io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
        };
        if !error.chain().any(is_pipe) {
            // If even this cannot be written, the exit code has to do.
            let _ = writeln!(io::stderr(), "error: {error:#}");
        }
        ExitCode::from(FAILED)
    })
}
