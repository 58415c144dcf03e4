//! What is tried: bytes at random, shipped rulesets changed at bytes, words, numbers and lines, generated rule files.

use mancala_rules::chance::Generator;
use mancala_rules::ruleset::shipped_texts;
use rand::{Rng, RngExt, SeedableRng};

use crate::generator::sketch_from_seed;

/// Numbers that a file may have and nobody means.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "6",
    "7",
    "50",
    "51",
    "120",
    "65535",
    "65536",
    "4294967295",
    "18446744073709551615",
    "99999999999999999999",
];

/// Pieces that change what a line is.
const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "\"",
    "->",
    "|",
    ":",
    ",",
    "@ assumed \"x\"",
    "//",
    "\n",
    "\r\n",
    "\t",
    "\u{feff}",
    "é",
    "ß\n",
    "→",
    "\u{2028}",
    "𐖪",
    "\n𐖪\n",
    "{ 𐖪\n",
    "\u{0}",
    " when ",
    " if ",
    " otherwise ",
    " not ",
    " no ",
    " some ",
    " all ",
    " where ",
    " while ",
    " of ",
    " in ",
    " and ",
    " or ",
    " is ",
    " holds at least ",
    " makes ",
    " was empty ",
    " opposite ",
    " next ",
    " origin ",
    " own holes ",
    " own store ",
    " run back while ",
    " lift here, sow after here",
    " sow reversed into here ",
    " sow 2 at a time after here",
    " mark here ",
    " capture own holes ",
    " place 3 in holes ",
    " 2 ahead ",
];

/// The input of a seed: the same for ever.
pub fn of(seed: u64) -> Vec<u8> {
    let mut random = Generator::seed_from_u64(seed);
    match seed % 10 {
        0 => bytes(&mut random),
        1 | 2 => changed(sketch_from_seed(seed).to_string(), &mut random),
        3 => sketch_from_seed(seed).to_string().into_bytes(),
        _ => {
            let text = one_of_the_shipped(&mut random).to_owned();
            changed(text, &mut random)
        }
    }
}

fn one_of_the_shipped(random: &mut Generator) -> &'static str {
    let texts: Vec<&str> = shipped_texts().map(|(_, text)| text).collect();
    texts[random.random_range(0..texts.len())]
}

/// Bytes that are no text, or pieces of the language in any order.
fn bytes(random: &mut Generator) -> Vec<u8> {
    let length = random.random_range(0..2_000);
    if random.random_bool(0.3) {
        let mut bytes = vec![0; length];
        random.fill_bytes(&mut bytes);
        return bytes;
    }
    let words: Vec<&str> = one_of_the_shipped(random).split_inclusive([' ', '\n', '(']).collect();
    // words that run into each other are read in other ways than words between blanks
    let parted = random.random_bool(0.7);
    let piece = |random: &mut Generator| match random.random_range(0..3) {
        0 => PIECES[random.random_range(0..PIECES.len())],
        _ if parted => words[random.random_range(0..words.len())],
        _ => words[random.random_range(0..words.len())].trim_end(),
    };
    (0..length / 4).flat_map(|_| piece(random).bytes()).collect()
}

/// A text changed once or a few times.
fn changed(text: String, random: &mut Generator) -> Vec<u8> {
    let times = *[1, 1, 1, 2, 3, 8].get(random.random_range(0..6)).unwrap_or(&1);
    let mut text = text;
    for _ in 0..times {
        text = match random.random_range(0..10) {
            0 | 1 => with_other_number(&text, random),
            2 | 3 => with_other_word(&text, random),
            4 => with_piece(&text, random),
            5 => without_a_part(&text, random),
            6 => with_other_reading(&text, random),
            _ => with_other_lines(&text, random),
        };
    }
    let mut bytes = text.into_bytes();
    if random.random_bool(0.05) && !bytes.is_empty() {
        let at = random.random_range(0..bytes.len());
        bytes[at] = random.random();
    }
    bytes
}

/// A place where a character begins.
fn place(text: &str, random: &mut Generator) -> usize {
    let at = random.random_range(0..=text.len());
    text.char_indices().map(|(start, _)| start).take_while(|start| *start <= at).last().unwrap_or(0)
}

fn replaced(text: &str, (from, to): (usize, usize), by: &str) -> String {
    format!("{}{by}{}", &text[..from], &text[to..])
}

/// The places of the parts of a text that a test fits, byte by byte.
fn parts(text: &str, fits: impl Fn(u8) -> bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| fits(*byte)) {
        match found.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => found.push((at, at + 1)),
        }
        debug_assert!(byte.is_ascii());
    }
    found
}

fn with_other_number(text: &str, random: &mut Generator) -> String {
    let numbers = parts(text, |byte| byte.is_ascii_digit());
    if numbers.is_empty() {
        return text.to_owned();
    }
    let number = numbers[random.random_range(0..numbers.len())];
    replaced(text, number, NUMBERS[random.random_range(0..NUMBERS.len())])
}

/// A word becomes another word of the same text, of another, or nothing.
fn with_other_word(text: &str, random: &mut Generator) -> String {
    let words = parts(text, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let other = if random.random_bool(0.5) { text } else { one_of_the_shipped(random) };
    let others = parts(other, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if words.is_empty() || others.is_empty() {
        return text.to_owned();
    }
    let (from, to) = others[random.random_range(0..others.len())];
    let by = if random.random_bool(0.1) { "" } else { &other[from..to] };
    replaced(text, words[random.random_range(0..words.len())], by)
}

/// A setting gets another reading: what a setting of the same name is in another file.
fn with_other_reading(text: &str, random: &mut Generator) -> String {
    let settings = |line: &&str| line.contains(": ") && !line.contains('"');
    let mut lines: Vec<&str> = text.split('\n').collect();
    let others: Vec<&str> = one_of_the_shipped(random).split('\n').filter(settings).collect();
    let name = |line: &str| line.split_once(':').map(|(name, _)| name.trim().to_owned());
    let mut pairs: Vec<(usize, &str)> = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| settings(line)) {
        pairs.extend(others.iter().filter(|other| name(other) == name(line)).map(|other| (at, *other)));
    }
    if pairs.is_empty() {
        return text.to_owned();
    }
    let (at, other) = pairs[random.random_range(0..pairs.len())];
    let value = other.split_once(": ").map_or("", |(_, value)| value.split(['@', '|']).next().unwrap_or_default());
    let with = format!("{} | {}", lines[at].split(" @").next().unwrap_or_default().trim_end(), value.trim());
    lines[at] = &with;
    lines.join("\n")
}

fn with_piece(text: &str, random: &mut Generator) -> String {
    let at = place(text, random);
    replaced(text, (at, at), PIECES[random.random_range(0..PIECES.len())])
}

fn without_a_part(text: &str, random: &mut Generator) -> String {
    let (one, other) = (place(text, random), place(text, random));
    let end = one.max(other).min(one.min(other) + 300);
    let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    replaced(text, (one.min(other), end), "")
}

/// Lines exchanged, doubled, dropped, or taken from another file.
fn with_other_lines(text: &str, random: &mut Generator) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let (one, other) = (random.random_range(0..lines.len()), random.random_range(0..lines.len()));
    match random.random_range(0..5) {
        0 => lines.swap(one, other),
        1 => lines.insert(other, lines[one]),
        2 => {
            lines.remove(one);
        }
        _ => {
            let others: Vec<&str> = one_of_the_shipped(random).split('\n').collect();
            let from = random.random_range(0..others.len());
            let to = (from + random.random_range(1..12)).min(others.len());
            let gone = if random.random_bool(0.5) { one..one } else { one..(one + to - from).min(lines.len()) };
            lines.splice(gone, others[from..to].iter().copied());
        }
    }
    lines.join("\n")
}
