//! Other ways to write a phrase that can mean only one thing. The parser reads the standard way in their place, and the
//! formatter writes it.
//!
//! Every other way has a reserved word and cannot be read as it stands; so no valid file means something else by it.

use std::sync::LazyLock;

use super::tokens::{Kind, Token};
use crate::source::Span;

/// What people write, and the standard way, which is no longer. `NUMBERS` stands for numbers such as `2 or 3` or `at
/// least 4`, `HOLE` for a hole that seeds fall into.
pub(super) const SYNONYMS: &[(&str, &str)] = &[
    ("makes NUMBERS seeds", "makes NUMBERS"),
    ("makes NUMBERS seed", "makes NUMBERS"),
    ("holds NUMBERS seeds", "holds NUMBERS"),
    ("holds NUMBERS seed", "holds NUMBERS"),
    ("hold NUMBERS seeds", "hold NUMBERS"),
    ("hold NUMBERS seed", "hold NUMBERS"),
    ("was not empty", "was occupied"),
    ("was not occupied", "was empty"),
    ("NUMBERS seeds at a time after", "NUMBERS at a time after"),
    ("NUMBERS seeds at a time into", "NUMBERS at a time into"),
    ("NUMBERS seed at a time after", "NUMBERS at a time after"),
    ("NUMBERS seed at a time into", "NUMBERS at a time into"),
    ("place NUMBERS into", "place NUMBERS in"),
    ("place all into", "place all in"),
    ("HOLE is own store", "HOLE is own end"),
    ("HOLE is not own store", "HOLE is not own end"),
    ("HOLE is opponent's store", "HOLE is opponent's end"),
    ("HOLE is not opponent's store", "HOLE is not opponent's end"),
];

/// The words of each phrase that people write, and the standard way.
static PHRASES: LazyLock<Vec<(Vec<&str>, &str)>> =
    LazyLock::new(|| SYNONYMS.iter().map(|(other, standard)| (other.split(' ').collect(), *standard)).collect());

/// Whether a word is the last one of a hole that seeds fall into.
fn ends_a_hole(word: &str) -> bool {
    matches!(word, "here" | "hole" | "next" | "ahead" | "back")
}

/// Whether a word stands between numbers, or before them.
fn is_of_numbers(word: &str) -> bool {
    matches!(word, "or" | "to" | "at" | "least" | "most" | "more" | "than" | "fewer") || is_number(word)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A text in which every phrase of the table is written in the standard way.
pub(super) struct Standard {
    /// The text. It is as long as the one given, and all that is not replaced stands where it stood.
    pub text: String,
    /// What was replaced, in order.
    pub replaced: Vec<Span>,
}

/// Writes a text in the standard way; `None` if it is so already.
pub(super) fn standard(text: &str, tokens: &[Token<'_>]) -> Option<Standard> {
    let mut written = String::new();
    let mut replaced: Vec<Span> = Vec::new();
    for at in (0..tokens.len()).filter(|at| tokens[*at].kind == Kind::Word) {
        for (words, standard) in beginning_with(at.checked_sub(1).map(|before| &tokens[before]), &tokens[at]) {
            let Some(found) = matched(words, &tokens[at..]) else { continue };
            let (place, by) = difference(&found, standard);
            if replaced.last().is_some_and(|last| place.start < last.end) || by.len() > place.end - place.start {
                continue;
            }
            written.push_str(&text[written.len()..place.start]);
            written.push_str(&by);
            written.push_str(&" ".repeat(place.end - written.len()));
            replaced.push(place);
        }
    }
    if replaced.is_empty() {
        return None;
    }
    written.push_str(&text[written.len()..]);
    Some(Standard { text: written, replaced })
}

/// The phrases that can begin with a token after another. Most tokens begin none, so that is asked before phrases are
/// looked at. Numbers that follow numbers of their line belong to those.
fn beginning_with(
    before: Option<&Token<'_>>,
    token: &Token<'_>,
) -> impl Iterator<Item = &'static (Vec<&'static str>, &'static str)> {
    let word = token.text;
    let goes_on = || token.lines_before == 0 && before.is_some_and(|before| is_of_numbers(before.text));
    let (of_numbers, hole) = (is_of_numbers(word) && !goes_on(), ends_a_hole(word));
    let any = of_numbers || hole || matches!(word, "makes" | "holds" | "hold" | "was" | "place");
    let phrases = if any { PHRASES.as_slice() } else { &[] };
    phrases.iter().filter(move |(words, _)| match words[0] {
        "NUMBERS" => of_numbers,
        "HOLE" => hole,
        first => first == word,
    })
}

/// The tokens for each word of a phrase, if they begin with it and belong to one statement.
fn matched<'t>(words: &[&'static str], tokens: &[Token<'t>]) -> Option<Vec<(&'static str, Token<'t>)>> {
    let mut end = 0;
    // most tokens with which a phrase can begin are followed by others: nothing is kept of them
    for word in words {
        end += length(word, &tokens[end..])?;
    }
    let mut found = Vec::new();
    for word in words {
        let these = &tokens[found.len()..];
        found.extend(these.iter().take(length(word, these)?).map(|token| (*word, *token)));
    }
    let goes_on = |(at, (_, token)): (usize, &(&str, Token<'_>))| {
        token.kind == Kind::Word && (at == 0 || token.lines_before == 0 || token.goes_on)
    };
    found.iter().enumerate().all(goes_on).then_some(found)
}

/// How many tokens a word of a phrase stands for; `None` if they are others.
fn length(word: &str, tokens: &[Token<'_>]) -> Option<usize> {
    match word {
        "NUMBERS" => numbers(tokens),
        "HOLE" => tokens.first().filter(|token| ends_a_hole(token.text)).map(|_| 1),
        word => tokens.first().filter(|token| token.text == word).map(|_| 1),
    }
}

/// How many tokens are numbers.
fn numbers(tokens: &[Token<'_>]) -> Option<usize> {
    let length = tokens.iter().take_while(|token| is_of_numbers(token.text)).count();
    tokens[..length].last().filter(|last| is_number(last.text)).map(|_| length)
}

/// Where what was found differs from the standard way, and what stands there in the standard way.
fn difference(found: &[(&str, Token<'_>)], standard: &str) -> (Span, String) {
    let mut words: Vec<&str> = Vec::new();
    for (word, _) in found {
        if words.last() != Some(word) {
            words.push(word);
        }
    }
    let standard: Vec<&str> = standard.split(' ').collect();
    let begins = words.iter().zip(&standard).take_while(|(one, other)| one == other).count();
    let changed = |(word, _): &&(&str, Token<'_>)| words[begins..].contains(word);
    let mut tokens = found.iter().filter(changed).map(|(_, token)| token.span());
    let first = tokens.next().unwrap_or_default();
    (first.to(tokens.next_back().unwrap_or(first)), standard[begins..].join(" "))
}

#[cfg(test)]
mod tests {
    use super::{SYNONYMS, standard};
    use crate::syntax::tokens::tokens;

    fn written(text: &str) -> String {
        match standard(text, &tokens(text)) {
            Some(standard) => {
                assert_eq!(standard.text.len(), text.len());
                standard.text
            }
            None => text.to_owned(),
        }
    }

    #[test]
    fn the_standard_way_is_never_longer_and_stands_in_its_place() {
        for (other, wanted) in SYNONYMS {
            let example = |phrase: &str| phrase.replace("NUMBERS", "2 or 3").replace("HOLE", "2 ahead");
            let said = format!("when {} and marked", example(other));
            let single: Vec<String> = written(&said).split_whitespace().map(str::to_owned).collect();
            assert_eq!(single.join(" "), format!("when {} and marked", example(wanted)));
        }
    }

    /// These words are reserved, so that no name holds them.
    #[test]
    fn every_phrase_has_a_reserved_word() {
        for (other, _) in SYNONYMS {
            let reserved = ["makes", "holds", "hold", "was", "is", "into", "after"];
            assert!(other.split(' ').any(|word| reserved.contains(&word)), "{other}");
        }
    }

    #[test]
    fn other_phrases_stay() {
        for text in [
            "makes at most starting seeds",
            "holds 2 or seeds in here is 3",
            "makes 2 \"seeds\"",
            "makes 2 // seeds",
            "makes 2\nseeds: 3",
            "was\nnot empty",
            "target is own store",
            "here is in own store",
            "is own store",
            "holds or seeds",
        ] {
            assert_eq!(written(text), text);
        }
    }

    #[test]
    fn several_phrases_are_replaced() {
        assert_eq!(
            written("makes 2 seeds and was not empty or here is own store"),
            "makes 2       and was occupied  or here is own end  "
        );
    }
}
