//! The command `ripstop`; see the library for what it does.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ripstop_cli::main()
}
