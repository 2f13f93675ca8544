//! The gate.

use std::process::Command;

use anyhow::{Context, ensure};

/// Steps of the gate, cheapest first; the tests come last, so that their summary is the last word.
/// The tidy rules are tests of this package.
const STEPS: [(&str, &[&str]); 4] = [
    ("formatting", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("documentation", &["doc", "--workspace", "--no-deps"]),
    ("tests", &["test", "--workspace"]),
];

/// Runs every step and stops at the first that fails.
pub(crate) fn run() -> anyhow::Result<()> {
    for (name, arguments) in STEPS {
        println!("── {name}: cargo {}", arguments.join(" "));
        let status = Command::new(env!("CARGO"))
            .args(arguments)
            .env("RUSTDOCFLAGS", "-D warnings")
            .status()
            .with_context(|| format!("could not start cargo for {name}"))?;
        ensure!(status.success(), "{name} failed");
    }
    Ok(())
}
