//! The book: `docs/` as mdBook builds it, and the links of all pages.

mod links;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

/// Pages outside of the book whose links are checked as well.
const BESIDE: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// Table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Folder of the built book, which `book.toml` names.
const BUILT: &str = "target/book";

const INSTALL: &str = "mdbook is not installed: `cargo install mdbook --locked` does that";

#[derive(Args)]
pub(crate) struct Arguments {
    /// Check links and contents, and build only if mdbook is installed.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let faults = faults(Path::new("."))?;
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    println!("no dead links; every page is in {SUMMARY}");
    let status = match Command::new("mdbook").arg("build").status() {
        Ok(status) => status,
        Err(error) if error.kind() == ErrorKind::NotFound && arguments.check => {
            println!("{INSTALL}");
            return Ok(());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("{INSTALL}"),
        Err(error) => return Err(error).context("starting mdbook"),
    };
    ensure!(status.success(), "mdbook failed");
    println!("written to {BUILT}/index.html");
    Ok(())
}

/// All that is wrong with links and contents, below the top of the workspace.
fn faults(top: &Path) -> Result<Vec<String>> {
    let pages = pages(top)?;
    let read = |path: &str| fs::read_to_string(top.join(path)).ok();
    let exists = |path: &str| top.join(path).exists();
    let all = pages.iter().map(String::as_str).chain(BESIDE);
    let mut faults: Vec<String> = all.flat_map(|page| links::dead(page, &read, &exists)).collect();
    let contents = links::targets(&read(SUMMARY).unwrap_or_default());
    for page in pages.iter().filter(|page| *page != SUMMARY) {
        let count = contents.iter().filter(|(_, to)| links::resolved(SUMMARY, to) == *page).count();
        if count != 1 {
            faults.push(format!("{page} is in {SUMMARY} {count} times, and not once"));
        }
    }
    // A page of the book has no neighbours outside of it.
    for page in &pages {
        for (line, target) in links::targets(&read(page).unwrap_or_default()) {
            if target.starts_with("../") {
                faults.push(format!("{page}:{line}: {target} leads out of the book"));
            }
        }
    }
    Ok(faults)
}

/// Pages of the book.
fn pages(top: &Path) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(top.join("docs")).context("reading docs")? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if links::is_page(&name) {
            pages.push(format!("docs/{name}"));
        }
    }
    pages.sort();
    Ok(pages)
}

#[test]
fn no_link_is_dead_and_every_page_is_in_the_book() -> Result<()> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let pages = pages(&top)?;
    let text = |page: &String| fs::read_to_string(top.join(page));
    let texts: Vec<String> = pages.iter().map(text).collect::<Result<_, _>>()?;
    let count: usize = texts.iter().map(|text| links::targets(text).len()).sum();
    assert!(pages.len() >= 20 && count >= 200, "{} pages, {count} links", pages.len());
    let faults = faults(&top)?;
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    Ok(())
}
