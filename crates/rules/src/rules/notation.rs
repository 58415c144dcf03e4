//! Names of holes, players and moves, and numbers of things.

use std::fmt::Display;

use super::model::{Board, Cell, Player};

/// A number with its noun: `1 seed`, `2 seeds`.
pub fn count<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let several = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{several}")
}

/// The letters of a column, counted from 0: `a`, `b` .. `z`, `aa`, `ab` ..
pub fn column_letters(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}

/// The name of a hole on a board with this number of columns: `a1`.
pub fn hole_name(hole: Cell, columns: usize) -> String {
    format!("{}{}", column_letters(hole % columns), hole / columns + 1)
}

/// The hole with a name such as `c2`; `None` if the board has no such hole.
pub fn hole(board: &Board, name: &str) -> Option<Cell> {
    let (row, column) = row_column(name)?;
    (row < board.rows.value && column < board.columns.value).then(|| board.hole(row, column))
}

/// Row and column, counted from 0, of a name such as `c2`, on a board of any size; `None` if it is not the name of a
/// hole. Upper case is read, too.
pub fn row_column(name: &str) -> Option<(usize, usize)> {
    let split = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = name.split_at(split);
    let row: usize = digits.parse().ok()?;
    let letter = |letter: u8| letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_lowercase() - b'a'));
    let column = match letters.as_bytes() {
        [one] => letter(*one)?,
        [first, second] => 26 * (letter(*first)? + 1) + letter(*second)?,
        _ => return None,
    };
    Some((row.checked_sub(1)?, column))
}

/// The name of a player: `South` and `North` for two players, else `player 1`, `player 2` ..
pub fn player_name(players: usize, player: Player) -> String {
    match (players, player) {
        (2, 0) => "South".to_owned(),
        (2, 1) => "North".to_owned(),
        _ => format!("player {}", player + 1),
    }
}

/// The player with this name.
pub fn player(players: usize, name: &str) -> Option<Player> {
    (0..players).find(|player| player_name(players, *player) == name)
}

/// Seeds by hole as a board drawn in one line: `North 0 0 0 / South 1 0 0`. `named` if the players' names stand before
/// their rows.
pub fn drawn<N: ToString>(seeds: &[N], rows: usize, named: bool) -> String {
    let columns = (seeds.len() / rows.max(1)).max(1);
    let strips = seeds.chunks(columns).enumerate().rev().map(|(row, strip)| {
        let strip = strip.iter().map(N::to_string).collect::<Vec<_>>().join(" ");
        match row + 1 {
            first if named && first == rows => format!("North {strip}"),
            first if named && 2 * first == rows => format!("South {strip}"),
            _ => strip,
        }
    });
    strips.collect::<Vec<_>>().join(" / ")
}

/// The text with its first letter in upper case, unless it begins with the name of a hole.
pub fn capital(text: &str) -> String {
    let first_word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    if row_column(first_word).is_some() {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// `1st`, `2nd`, `3rd`, `4th` ..
pub fn ordinal(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
