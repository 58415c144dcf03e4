//! Small pieces of English: lists, counts, articles.

use crate::rules::notation::{capital, ordinal};

/// A list in words: `a`, `a and b`, `a, b and c`. A comma precedes the last word if a part is itself a list.
pub(super) fn join(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => {
            let long = before.iter().any(|part| is_list(part));
            format!("{}{} {word} {last}", before.join(", "), if long { "," } else { "" })
        }
    }
}

/// Whether a text is a list or ends in a clause, so that a plain `and` after it could be misread.
pub(super) fn is_list(text: &str) -> bool {
    [", ", " and ", " or ", " that ", " whose "].iter().any(|word| text.contains(word))
}

/// The place of something in an order, in a word as far as that is short: `third`, `11th`.
pub(super) fn ordinal_word(number: u32) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let word = usize::try_from(number).ok().and_then(|number| WORDS.get(number.checked_sub(1)?).copied());
    word.map_or_else(|| ordinal(number), str::to_owned)
}

/// A noun with its article: `a tuz`, `an end`.
pub(super) fn with_article(noun: &str) -> String {
    let vowel = noun.chars().next().is_some_and(|first| "aeiouAEIOU".contains(first));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// The text as a sentence, with a capital letter at the start and a full stop at the end. The name of a hole stays small.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    format!("{}{}", capital(text), if text.ends_with(['.', '!', '?']) { "" } else { "." })
}

/// Words for marked holes that are adjectives, besides those in `ed`. A word joined by hyphens may begin with one.
const ADJECTIVES: [&str; 29] = [
    "alive",
    "asleep",
    "awake",
    "bare",
    "barren",
    "broken",
    "burnt",
    "chosen",
    "dead",
    "fallen",
    "forbidden",
    "free",
    "frozen",
    "given",
    "hidden",
    "holy",
    "lost",
    "open",
    "ripe",
    "sacred",
    "safe",
    "shut",
    "sown",
    "spent",
    "stolen",
    "taken",
    "unbroken",
    "unsown",
    "won",
];

/// Whether the word for a marked hole is an adjective (`married`, `open`) and not a noun (`tuz`).
pub(super) fn is_adjective(mark: &str) -> bool {
    let first = mark.split('-').next().unwrap_or(mark);
    is_participle(mark) || ADJECTIVES.contains(&first)
}

fn is_participle(mark: &str) -> bool {
    let verb = ["-up", "-off", "-out", "-down"].iter().find_map(|particle| mark.strip_suffix(particle));
    verb.unwrap_or(mark).ends_with("ed")
}

/// Says with an adjective who marked a hole: `married by him`, `marked as open by him`.
pub(super) fn marked_as(mark: &str, who: &str) -> String {
    if is_participle(mark) { format!("{mark} by {who}") } else { format!("marked as {mark} by {who}") }
}

/// The article or quantifier of a noun phrase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Article {
    /// `holes`
    Bare,
    /// `the holes`
    The,
    /// `all holes`
    All,
}
