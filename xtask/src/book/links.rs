//! Links of Markdown pages: files that are there, and headings that they have.

use std::collections::BTreeMap;
use std::path::Path;

/// Text of a page without what is in code: blocks as empty lines, spans as spaces.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let lines = text.lines().map(|line| {
        let is_fence = line.trim_start().starts_with("```");
        let was_code = is_code;
        is_code ^= is_fence;
        if was_code || is_fence { String::new() } else { without_spans(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A line with spaces for code between backticks.
fn without_spans(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let is_open = parts.len().is_multiple_of(2);
    let kept = parts.iter().enumerate().map(|(i, part)| {
        let is_code = i % 2 == 1 && !(is_open && i + 1 == parts.len());
        if is_code { " " } else { part }
    });
    kept.collect()
}

/// True if a file is a page.
pub(super) fn is_page(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "md")
}

/// Targets of all links and pictures of a page, each with its line.
pub(super) fn targets(text: &str) -> Vec<(usize, String)> {
    let prose = prose(text);
    let lines = (1..).zip(prose.lines());
    let found = lines.flat_map(|(number, line)| {
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let reference = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
        inline.chain(reference.map(|(_, target)| target)).map(move |target| (number, target))
    });
    found.map(|(number, target)| (number, target.trim().to_owned())).collect()
}

/// Anchors of the headings of a page; those of one name are numbered.
pub(super) fn anchors(text: &str) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut is_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        let rank = line.len() - title.len();
        if is_code || !(1..=6).contains(&rank) || !title.starts_with(' ') {
            continue;
        }
        let slug = slug(title.trim());
        let count = counts.entry(slug.clone()).or_insert(0);
        found.push(if *count == 0 { slug } else { format!("{slug}-{count}") });
        *count += 1;
    }
    found
}

/// The anchor of a title: its letters and digits in lower case, with hyphens for spaces.
fn slug(title: &str) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || "-_ ".contains(*c);
    let kept: String = title.chars().filter(is_kept).collect();
    kept.to_lowercase().replace(' ', "-")
}

/// The path of a target, seen from a page; both from the top of the workspace.
pub(super) fn resolved(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Links of a page that lead nowhere. `read` gives the text of a page, `exists` says of a path
/// whether it is a file or a folder.
pub(super) fn dead(
    page: &str,
    read: &dyn Fn(&str) -> Option<String>,
    exists: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let text = read(page).unwrap_or_default();
    let is_far = |target: &str| target.contains("://") || target.starts_with("mailto:");
    let near = targets(&text).into_iter().filter(|(_, target)| !is_far(target));
    let fault = |target: &str| {
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let path = if file.is_empty() { page.to_owned() } else { resolved(page, file) };
        if !exists(&path) {
            return Some("there is no such file");
        }
        let has_headings = is_page(&path) && !anchor.is_empty();
        let has = || read(&path).is_some_and(|text| anchors(&text).iter().any(|own| own == anchor));
        (has_headings && !has()).then_some("there is no such heading")
    };
    near.filter_map(|(line, target)| {
        fault(&target).map(|why| format!("{page}:{line}: {target}: {why}"))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text =
            "[a](b.md) and `[no](code.md)` and ![p](p.png)\n```\n[no](block.md)\n```\n[c]: d.md\n";
        let found: Vec<String> = targets(text).into_iter().map(|(_, target)| target).collect();
        assert_eq!(found, ["b.md", "p.png", "d.md"]);
    }

    #[test]
    fn headings_have_the_anchors_of_web_pages() {
        let text =
            "# What `goes`, together\n```\n# no\n```\n## A–B\n## A–B\n#no\n### cloth.pin_x\n";
        assert_eq!(anchors(text), ["what-goes-together", "ab", "ab-1", "clothpin_x"]);
    }

    #[test]
    fn dead_links_are_told_with_their_line() {
        let pages = [
            (
                "README.md",
                "# Top\n[a](docs/a.md#one)\n[b](docs/b.md)\n[c](#nowhere)\n[d](https://x)\n",
            ),
            ("docs/a.md", "# One\n[up](../README.md#top) [self](#one) [two](a.md#two)\n"),
        ];
        let find = |path: &str| pages.iter().find(|(name, _)| *name == path);
        let read = |path: &str| find(path).map(|(_, text)| (*text).to_owned());
        let exists = |path: &str| find(path).is_some();
        let found: Vec<String> =
            pages.iter().flat_map(|(page, _)| dead(page, &read, &exists)).collect();
        let expected = [
            "README.md:3: docs/b.md: there is no such file",
            "README.md:4: #nowhere: there is no such heading",
            "docs/a.md:2: a.md#two: there is no such heading",
        ];
        assert_eq!(found, expected);
    }
}
