//! A lay-out of seeds among the readings of an option, in words.

use super::words::join;
use crate::rules::notation::{count, ordinal};

/// A number of the lay-out, and whether it goes on (`2 ..`).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Number<'t> {
    seeds: &'t str,
    goes_on: bool,
}

/// The value `each player from own left inner 2 1 0 .. / outer 3 ..` in words; `None` for a value of another kind.
pub(super) fn in_words(value: &str) -> Option<String> {
    let rows: Vec<&str> = value.strip_prefix("each player from own left ")?.split('/').map(str::trim).collect();
    if let [Number { seeds, goes_on: true }] = alike(&rows).as_slice() {
        return Some(format!("each player has {seeds} in every hole"));
    }
    let told: Vec<(String, bool)> =
        rows.iter().enumerate().map(|(place, row)| row_in_words(row, rows.len(), place)).collect();
    let long = told.iter().any(|(_, ordered)| *ordered);
    let told: Vec<String> = told.into_iter().map(|(text, _)| text).collect();
    Some(format!("each player has {}", if long { told.join("; ") } else { join(&told, "and") }))
}

/// The numbers of a row if all rows have the same ones; else none.
fn alike<'t>(rows: &[&'t str]) -> Vec<Number<'t>> {
    let mut rows = rows.iter().map(|row| numbers_of(named(row, 1, 0).1));
    let first = rows.next().unwrap_or_default();
    if rows.all(|row| row == first) { first } else { Vec::new() }
}

/// A row in words, and whether its holes hold different numbers, so that their order is told.
fn row_in_words(row: &str, rows: usize, place: usize) -> (String, bool) {
    let (name, numbers) = named(row, rows, place);
    let numbers = numbers_of(numbers);
    match numbers.as_slice() {
        [Number { seeds: "0", goes_on: true }] => (format!("nothing in his {name}"), false),
        [Number { seeds, goes_on: true }] => (format!("{seeds} in every hole of his {name}"), false),
        _ => (format!("in his {name}, from his own left, {}", in_order(&numbers)), true),
    }
}

/// The name of a row, and its numbers: `inner 2 ..` names it, else its place among the `rows` does.
fn named(row: &str, rows: usize, place: usize) -> (String, &str) {
    match row.split_once(' ') {
        Some((name, numbers)) if name.starts_with(|sign: char| sign.is_alphabetic()) => {
            (format!("{name} row"), numbers)
        }
        _ if rows == 1 => ("row".to_owned(), row),
        _ => (format!("{} row from the border", ordinal(place as u32 + 1)), row),
    }
}

fn numbers_of(row: &str) -> Vec<Number<'_>> {
    let mut numbers: Vec<Number<'_>> = Vec::new();
    for word in row.split_whitespace() {
        match numbers.last_mut() {
            Some(last) if word == ".." => last.goes_on = true,
            _ => numbers.push(Number { seeds: word, goes_on: false }),
        }
    }
    numbers
}

/// Numbers in the order of their holes: `2, 1 and 0 in the first 3 holes and 3 in the others`.
fn in_order(numbers: &[Number<'_>]) -> String {
    let seeds =
        |numbers: &[Number<'_>]| -> Vec<String> { numbers.iter().map(|number| number.seeds.to_owned()).collect() };
    let going_on: Vec<usize> =
        (0..numbers.len()).filter(|at| numbers.get(*at).is_some_and(|one| one.goes_on)).collect();
    match (going_on.as_slice(), numbers) {
        ([], _) => seeds(numbers).join(" "),
        ([_, _], [first, second]) => {
            format!("{} in the holes of the first half and {} in those of the second", first.seeds, second.seeds)
        }
        ([at], _) => {
            let (before, rest) = numbers.split_at(*at);
            let (goes_on, after) = rest.split_at(1.min(rest.len()));
            let at_end = |numbers: &[Number<'_>], which: &str| {
                let holes = if numbers.len() == 1 { "hole".to_owned() } else { count(numbers.len() as u32, "hole") };
                (!numbers.is_empty()).then(|| format!("{} in the {which} {holes}", join(&seeds(numbers), "and")))
            };
            let others = seeds(goes_on).first().map(|seeds| format!("{seeds} in the others"));
            let parts: Vec<String> =
                at_end(before, "first").into_iter().chain(at_end(after, "last")).chain(others).collect();
            parts.join(", ")
        }
        _ => {
            let part = |number: &Number<'_>| match number.goes_on {
                true => format!("{} in several holes", number.seeds),
                false => number.seeds.to_owned(),
            };
            let parts: Vec<String> = numbers.iter().map(part).collect();
            format!("{} (where it says several, as many each time)", parts.join(", "))
        }
    }
}
