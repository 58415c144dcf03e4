//! Sentences under headings, with their sources, in lines of a page.

use super::Sentence;
use crate::rules::model::{Basis, Origin};

/// The longest line, in characters.
const WIDTH: usize = 100;

/// A text: the title, and each section under its heading.
pub(super) fn text(title: &str, sentences: &[Sentence]) -> String {
    let mut text = format!("{title}\n");
    let mut heading = title;
    for sentence in sentences {
        if sentence.section != heading {
            heading = &sentence.section;
            text.push('\n');
            wrap(&mut text, heading, "", "  ");
        }
        wrap(&mut text, &cited(&sentence.text, &sentence.basis), "  ", "    ");
    }
    text
}

/// A sentence with its basis in square brackets before the full stop.
pub(super) fn cited(text: &str, basis: &Basis) -> String {
    match (basis.is_empty(), text.strip_suffix('.')) {
        (true, _) => text.to_owned(),
        (false, Some(text)) => format!("{text} {}.", brackets(basis)),
        (false, None) => format!("{text} {}", brackets(basis)),
    }
}

/// A basis as it is printed: `[wiki "Rules, 1"]`, `[assumed: no source says]`.
pub(super) fn brackets(basis: &Basis) -> String {
    let origin = |origin: &Origin| match (&origin.source, origin.text.is_empty()) {
        (Some(source), true) => source.clone(),
        (Some(source), false) => format!("{source} \"{}\"", origin.text),
        (None, true) => "assumed".to_owned(),
        (None, false) => format!("assumed: {}", origin.text),
    };
    let origins: Vec<String> = basis.iter().map(origin).collect();
    format!("[{}]", origins.join("; "))
}

fn wrap(text: &mut String, words: &str, first: &str, others: &str) {
    let mut line = first.to_owned();
    let mut empty = true;
    for word in pieces(words) {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = others.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word);
        empty = false;
    }
    text.push_str(&line);
    text.push('\n');
}

/// What stays on one line: words, and the key of a source with the place in it.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let (mut cited, mut quoted) = (false, false);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let joined = cited && (quoted || word.starts_with('"'));
        match pieces.last_mut() {
            Some(last) if joined && last.chars().count() + word.chars().count() < WIDTH / 2 => {
                last.push(' ');
                last.push_str(word);
            }
            _ => pieces.push(word.to_owned()),
        }
        for letter in word.chars() {
            match letter {
                '[' if !quoted => cited = true,
                ']' if !quoted => cited = false,
                '"' if cited => quoted = !quoted,
                _ => {}
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn a_source_and_its_place_stay_together() {
        let text = "He passes [wiki \"Rules, 7\"; assumed: no source says].";
        assert_eq!(pieces(text), ["He", "passes", "[wiki \"Rules, 7\";", "assumed:", "no", "source", "says]."]);
    }
}
