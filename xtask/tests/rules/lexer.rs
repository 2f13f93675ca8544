//! Rust text in two layers, code and comments, both with the lines and columns of the original.

/// Layers of a source file; what belongs to neither (strings, character literals) is blank in both.
pub(crate) struct Layers {
    pub(crate) code: String,
    pub(crate) comments: String,
}

enum Kind {
    Code,
    Comment,
    Literal,
}

/// Takes a source file apart.
pub(crate) fn layers(text: &str) -> Layers {
    let mut layers = Layers { code: String::new(), comments: String::new() };
    let mut rest = text;
    let mut last = ' ';
    while let Some(first) = rest.chars().next() {
        let (kind, length) = token(rest, last);
        let (token, after) = rest.split_at(length.max(first.len_utf8()).min(rest.len()));
        let blank: String = token.chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
        let [code, comment] = match kind {
            Kind::Code => [token, &blank],
            Kind::Comment => [&blank, token],
            Kind::Literal => [&*blank, &*blank],
        };
        layers.code.push_str(code);
        layers.comments.push_str(comment);
        last = token.chars().next_back().unwrap_or(' ');
        rest = after;
    }
    layers
}

/// Kind and length (bytes) of the token that a text starts with, after a character.
fn token(text: &str, last: char) -> (Kind, usize) {
    let is_fresh = !last.is_alphanumeric() && last != '_';
    if text.starts_with("//") {
        return (Kind::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return (Kind::Comment, block_comment(text));
    }
    if text.starts_with('"') {
        return (Kind::Literal, string(text));
    }
    let raw = text.strip_prefix('r').filter(|_| is_fresh || last == 'b');
    if let Some(length) = raw.and_then(raw_string) {
        return (Kind::Literal, 1 + length);
    }
    if let Some(length) = character(text) {
        return (Kind::Literal, length);
    }
    (Kind::Code, 0)
}

/// Length of a block comment, which may hold others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let (step, change) = match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        (at, depth) = (at + step, depth + change);
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Length of a string in quotes.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of a raw string without its `r`, if there is one.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let inside = text[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
    Some(hashes + 1 + length)
}

/// Length of a character literal, if it is one and not a lifetime.
fn character(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    if let Some(escaped) = inside.strip_prefix('\\') {
        let first = escaped.chars().next()?.len_utf8();
        return Some(2 + first + escaped[first..].find('\'')? + 1);
    }
    let first = inside.chars().next()?.len_utf8();
    inside[first..].starts_with('\'').then_some(first + 2)
}

#[test]
fn strings_are_neither_code_nor_comments() {
    let text =
        "let a = \"// no\"; // \"yes\"\nlet b = r#\"\"//\"#; /* a /* b */ c */ 'x' '\\'' <'a>";
    let Layers { code, comments } = layers(text);
    assert_eq!(code.split_whitespace().collect::<String>(), "leta=;letb=;<'a>");
    assert_eq!(comments.trim().replace(' ', ""), "//\"yes\"\n/*a/*b*/c*/");
    let width = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
    assert_eq!(width(&code), width(text));
}
