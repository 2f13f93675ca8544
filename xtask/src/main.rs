//! Developer commands: the gate, measurements, and studies.
#![expect(clippy::print_stdout, reason = "commands print")]

mod bench;
mod book;
mod broad;
mod ccd;
mod check;
mod command;
mod energy;
mod inputs;
mod lab;
mod measure;
mod pictures;
mod places;
mod reference;
mod table;

use clap::Parser;
use ripstop_fixtures::browser;

const AFTER_HELP: &str = "\
`check` has to pass before a change lands. `bench SUBJECT` takes times beside peers, bounds
or sizes: the least of several repeats, in one run, with the machine named. `lab SUBJECT`
studies behaviour and makes material: sweeps over scenes, soaks, pictures. `broad` and
`ccd` ask one method about one file. Every subject has a --help of its own.";

/// Commands, by verb.
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about = "Developer commands of the ripstop workspace",
    after_help = AFTER_HELP
)]
enum Command {
    /// Pass the gate: formatting, lints, documentation and all tests (15 min from scratch)
    Check,
    /// Measure a subject: times beside peers, bounds or sizes
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Write the reference of scene files, docs/scene-reference.md (seconds)
    Reference(reference::Arguments),
    /// Check the links of all documents, and build the book with mdbook (seconds)
    Book(book::Arguments),
    /// Study a subject, or make material for the documentation
    #[command(subcommand)]
    Lab(lab::Lab),
    /// Time a broad phase on one scene; prints one line of JSON, for scripts (seconds)
    Broad(broad::Arguments),
    /// Judge a CCD method on a file of queries; the last line is JSON, for scripts (seconds)
    Ccd(ccd::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Check => check::run(),
        Command::Bench(bench) => bench.run(),
        Command::Reference(arguments) => reference::run(&arguments),
        Command::Book(arguments) => book::run(&arguments),
        Command::Lab(lab) => lab.run(),
        Command::Broad(arguments) => broad::run(&arguments),
        Command::Ccd(arguments) => ccd::run(&arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::Command;
    use clap::CommandFactory;

    /// Spellings that are not used, each beside the one that is.
    const SPELLINGS: [[&str; 2]; 8] = [
        ["repeat", "repeats"],
        ["runs", "repeats"],
        ["side", "resolution"],
        ["thread", "threads"],
        ["steps", "frames"],
        ["from", "seed"],
        ["output", "out"],
        ["keep", "out"],
    ];

    /// All commands below one, with the words that lead to each.
    fn all(command: &clap::Command, words: &str) -> Vec<(String, clap::Command)> {
        let below = command.get_subcommands().flat_map(|sub| {
            let words = format!("{words} {}", sub.get_name());
            let mut found = all(sub, &words);
            found.push((words.trim().to_owned(), sub.clone()));
            found
        });
        below.collect()
    }

    #[test]
    fn the_command_line_is_sound() {
        Command::command().debug_assert();
    }

    #[test]
    fn options_have_one_spelling() {
        for (words, command) in all(&Command::command(), "") {
            let options: Vec<&str> =
                command.get_arguments().filter_map(clap::Arg::get_long).collect();
            for [other, ours] in SPELLINGS {
                // Scripts call `broad` with `--repeat`.
                let is_fine = words == "broad" && other == "repeat";
                assert!(is_fine || !options.contains(&other), "{words}: --{ours}");
            }
        }
    }

    #[test]
    fn every_subject_tells_its_duration() {
        for (words, command) in all(&Command::command(), "") {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let is_group = command.has_subcommands();
            assert!(is_group || about.ends_with(')'), "{words}: {about}");
            assert!(!about.is_empty() && about.chars().count() <= 100, "{words}: {about}");
        }
    }

    #[test]
    fn scripts_find_the_options_that_they_use() {
        let parses = |line: &str| {
            let words = ["xtask"].into_iter().chain(line.split(' '));
            Command::command().try_get_matches_from(words).is_ok()
        };
        assert!(parses("broad scene.bin --method bvh --threads 2 --repeat 15 --clock cpu"));
        assert!(parses("ccd queries.ccdq --method additive --out listing.txt --runs 1"));
        assert!(!parses("broad scene.bin --repeats 3"));
    }
}
