//! Rules about comments.

use super::lexer::layers;

/// Longest line that holds a comment (characters).
const WIDTH: usize = 100;

/// Words that a doc comment does not open with; it opens with a noun or a verb.
const QUESTIONS: [&str; 8] = ["What", "How", "Whether", "Where", "Which", "Who", "Whom", "Whose"];

/// Lines with a comment end at 100 characters, but for rows of tables and single words such as
/// addresses, which cannot be broken.
pub(crate) fn long_comments(text: &str) -> Vec<String> {
    let comments = layers(text).comments;
    let lines = (1..).zip(text.lines().zip(comments.lines()));
    lines
        .filter(|(_, (line, comment))| {
            let is_long = line.chars().count() > WIDTH && !comment.trim().is_empty();
            is_long && !(is_comment_alone(line, comment) && is_unbreakable(comment))
        })
        .map(|(number, (line, _))| {
            format!("line {number}: a comment of {} characters", line.chars().count())
        })
        .collect()
}

fn is_comment_alone(line: &str, comment: &str) -> bool {
    line.trim() == comment.trim()
}

fn is_unbreakable(comment: &str) -> bool {
    let words = comment.trim().trim_start_matches(['/', '!']).trim();
    // The target of a link has a name before it: `[name]: https://…`.
    let address = words.split_once("]: ").map_or(words, |(_, address)| address);
    words.starts_with('|') || !address.contains(char::is_whitespace)
}

/// Doc comments tell what something is or does, and do not announce that they will.
pub(crate) fn questions(text: &str) -> Vec<String> {
    let comments = layers(text).comments;
    let mut before = None;
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(comments.lines()) {
        let mark = ["///", "//!"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        if let Some(mark) = mark.filter(|mark| before != Some(*mark)) {
            let words = line.trim_start().trim_start_matches(mark).trim_start();
            let first = words.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            if QUESTIONS.contains(&first) {
                findings.push(format!("line {number}: opens with {first}"));
            }
        }
        before = mark;
    }
    findings
}

#[test]
fn a_long_comment_is_found_wherever_it_stands() {
    let word = "a ".repeat(60);
    assert_eq!(long_comments(&format!("/// {word}\nfn f() {{}}")).len(), 1);
    assert_eq!(long_comments(&format!("let x = 1; // {word}")).len(), 1);
    assert_eq!(long_comments(&format!("let x = \"// {word}\";")).len(), 0);
    assert_eq!(long_comments(&format!("let x = \"{word}\";\n// short")).len(), 0);
    let address = format!("https://{}", "a".repeat(100));
    for fine in ["/// | a | {} |", "    //! {}", "/// [name]: {}"] {
        assert_eq!(long_comments(&fine.replace("{}", &address)).len(), 0, "{fine}");
    }
    assert_eq!(long_comments(&format!("// see {address}")).len(), 1);
    assert_eq!(long_comments(&format!("f(); // {address}")).len(), 1);
    assert_eq!(long_comments(&format!("// {}\n", "é".repeat(97))).len(), 0);
}

#[test]
fn only_the_first_word_of_a_doc_comment_counts() {
    assert_eq!(questions("//! Which is it?\n\n/// How far (m).\npub far: f64,").len(), 2);
    assert_eq!(questions("    /// Whether it is.\n    #[must_use]\n    /// Whose it is.").len(), 2);
    assert!(
        questions("/// Finds it.\n/// Where it is.\n// What it is.\nlet s = \"/// Who\";")
            .is_empty()
    );
    assert!(questions("/// However it is, whatever it is.").is_empty());
}
