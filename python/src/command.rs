//! The command `ripstop`, inside the package.

use std::process::ExitCode;

use pyo3::prelude::*;

/// Executes the command with its arguments, its own name first, and returns the exit code.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<String>) -> u8 {
    let code = py.detach(|| ripstop_cli::execute(arguments));
    // An exit code does not tell its number.
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(u8::MAX)
}
