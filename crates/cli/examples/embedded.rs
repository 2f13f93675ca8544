//! The command inside another program: a run, then a check of its frames.

use std::process::ExitCode;

fn main() {
    let folder = std::env::temp_dir().join(format!("ripstop-embedded-{}", std::process::id()));
    let folder = folder.display().to_string();
    let run = ["ripstop", "run", "drape", "--resolution", "10", "--frames", "5", "--quiet"];
    let run = run.into_iter().chain(["--out", &folder]);
    assert_eq!(ripstop_cli::execute(run), ExitCode::SUCCESS);
    assert_eq!(ripstop_cli::execute(["ripstop", "check", &folder]), ExitCode::SUCCESS);
    assert!(std::fs::remove_dir_all(&folder).is_ok());
}

#[test]
fn it_runs() {
    main();
}
