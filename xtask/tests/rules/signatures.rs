//! A rule about parameters.

use super::lexer::layers;

/// A parameter is no tuple of more than two parts: parts that belong together have a name.
pub(crate) fn wide_tuple_parameters(text: &str) -> Vec<String> {
    let code = layers(text).code;
    let starts = code
        .match_indices("fn ")
        .filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    starts
        .filter_map(|(at, _)| signature(&code[at + 3..]))
        .flat_map(|(name, parameters)| {
            parts(parameters).into_iter().filter(|parameter| tuple_size(parameter) > 2).map(
                move |parameter| {
                    let words: Vec<&str> = parameter.split_whitespace().collect();
                    format!("fn {name}: a tuple of many parts, {}", words.join(" "))
                },
            )
        })
        .collect()
}

/// Name and parameters of a function, from the text after `fn`.
fn signature(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let length = text.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, mut rest) = text.split_at(length);
    rest = rest.trim_start();
    if rest.starts_with('<') {
        rest = rest[enclosed(rest)?..].trim_start();
    }
    let inside = rest.strip_prefix('(')?;
    (!name.is_empty()).then_some((name, &inside[..enclosed(rest)? - 2]))
}

/// Length of the brackets that a text starts with, and of everything in them.
fn enclosed(text: &str) -> Option<usize> {
    let closes = |&(_, depth): &(usize, i32)| depth == 0;
    depths(text).find(closes).map(|(at, _)| at + 1)
}

/// Depth of brackets after each of them; arrows are none.
fn depths(text: &str) -> impl Iterator<Item = (usize, i32)> {
    let mut depth = 0;
    let mut last = ' ';
    text.char_indices().filter_map(move |(at, c)| {
        let is_arrow = c == '>' && (last == '-' || last == '=');
        last = c;
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if !is_arrow => depth -= 1,
            _ => return None,
        }
        Some((at, depth))
    })
}

/// Parts between commas that are in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let mut brackets = depths(text).peekable();
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    for (at, _) in text.match_indices(',') {
        while let Some((_, now)) = brackets.next_if(|(bracket, _)| *bracket < at) {
            depth = now;
        }
        if depth == 0 {
            found.push(&text[begin..at]);
            begin = at + 1;
        }
    }
    found.push(&text[begin..]);
    found.retain(|part| !part.trim().is_empty());
    found
}

/// Number of parts if the type of a parameter is a tuple, or a reference to one; otherwise 0.
fn tuple_size(parameter: &str) -> usize {
    let is_single =
        |at: usize| !parameter[at + 1..].starts_with(':') && !parameter[..at].ends_with(':');
    let mut colons = parameter.match_indices(':').map(|(at, _)| at);
    let colon = colons.find(|&at| is_single(at) && depth_at(parameter, at) == 0);
    let Some(colon) = colon else { return 0 };
    let mut kind = parameter[colon + 1..].trim();
    while let Some(target) = kind.strip_prefix('&') {
        let target = target.trim_start();
        let target = match target.strip_prefix('\'') {
            Some(lifetime) => lifetime.split_once(char::is_whitespace).map_or("", |(_, t)| t),
            None => target,
        };
        kind = target.strip_prefix("mut ").unwrap_or(target).trim_start();
    }
    match kind.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')) {
        Some(inside) if enclosed(kind) == Some(kind.len()) => parts(inside).len(),
        _ => 0,
    }
}

/// Depth of brackets at a place.
fn depth_at(text: &str, place: usize) -> i32 {
    depths(text).take_while(|(at, _)| *at < place).last().map_or(0, |(_, depth)| depth)
}

#[test]
fn tuples_of_three_are_found_and_nothing_else() {
    let found = |text: &str| wide_tuple_parameters(text).len();
    assert_eq!(found("fn f((a, b, c): (f64, f64, f64)) {}"), 1);
    assert_eq!(
        found("pub(super) fn f<F: Fn(A) -> B>(\n    &self,\n    x: &'a mut (A, [B; 2], C),\n)"),
        1
    );
    assert_eq!(found("fn f(a: (A, B, C), b: (Vec<(A, B)>, C, D)) where X: Y {}"), 2);
    assert_eq!(found("fn f<'a, const N: usize>(x: &(A, (B, C), D)) {}"), 1);
    for fine in [
        "fn f((a, b): (f64, f64)) {}",
        "fn f((a, b): (f64, f64,)) {}",
        "fn f((a, b): (Map<A, B>, [C; 3])) -> (A, B, C) {}",
        "fn f(work: impl Fn(A, B, C) -> D, pointer: fn(A, B, C), list: &[(A, B, C)]) {}",
        "fn f(self, work: &dyn Fn((A, B, C))) { let g = |(a, b, c): (A, B, C)| a; }",
        "// fn f(x: (A, B, C)) {}",
        "const F: fn(A, B, C) = g;",
    ] {
        assert_eq!(found(fine), 0, "{fine}");
    }
}
