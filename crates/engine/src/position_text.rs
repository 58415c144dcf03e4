//! The notation of positions: one line of text to write by hand, print and paste back.
//!
//! ```text
//! 0 2 4 1 / 4 4 0 1; to move North; marks c2 South, b1 North; turn 3
//! ```
//!
//! First come the rows as drawn, the far row first, each from left to right as South sees it, separated by `/`. Then
//! follow clauses, separated by `;`, in any order and only if needed:
//!
//! | clause | meaning | default |
//! | --- | --- | --- |
//! | `to move North` | player to move | the first player |
//! | `stores South 3, North 0` | seeds in the stores | none |
//! | `ends left 2, right 10` | seeds in end holes that belong to nobody | none |
//! | `marks c2 South, d1 North` | marked holes, and who marked them; several players if the game lets them | none |
//! | `closed a2 b2` | holes out of use in this round | none |
//! | `locked a2` | holes left alone until they are full | none |
//! | `pot 6` | seeds for the first player to capture | none |
//! | `turn 3` or `turn South 3, North 2` | number of each player's next turn | 1 |
//! | `owners b2 South` | holes that changed their owner | those of the board |
//! | `starter North` | player who began the round | the first player |
//! | `last turn a1 to b2` | hole that the last turn started from, and hole of its last seed | none, or no rule asks |
//! | `last ways South clockwise` | direction in which each player's last turn began | none, or no rule asks |

use mancala_rules::notation::{column_letters, count, hole, player_name};
use mancala_rules::problem::{nearest, one_of};
use mancala_rules::rules::model::{Board, Cell, Ends, Player, Way};

use crate::game::cell_name;
use crate::game::{LastTurn, Position};

/// Most seeds of a game.
const MOST_SEEDS: u64 = 65_535;

/// Greatest number of a turn that is read.
const MOST_TURNS: u64 = 1_000_000;

const CLAUSES: [&str; 13] = [
    "to move",
    "stores",
    "ends",
    "marks",
    "closed",
    "locked",
    "pot",
    "turn",
    "owners",
    "starter",
    "lot",
    "last turn",
    "last ways",
];

/// Why a text is not a position of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PositionError {
    /// What is wrong, in the terms of the game.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl PositionError {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        PositionError { message: message.into(), help: help.into() }
    }
}

/// Writes a position in the notation that [`parse`] reads.
pub fn format(board: &Board, position: &Position) -> String {
    let players = board.players.value;
    let name = |player: Player| player_name(players, player);
    let per_player = |values: Vec<i64>| -> String {
        let each = values.iter().enumerate().map(|(player, value)| format!("{} {value}", name(player)));
        each.collect::<Vec<_>>().join(", ")
    };
    let rows = position.seeds[..board.holes()].chunks(board.columns.value).rev();
    let rows: Vec<String> = rows.map(|row| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")).collect();
    let mut text = rows.join(" / ");
    text.push_str(&format!("; to move {}", name(position.to_move)));
    let stores: Vec<i64> = board.stores.iter().map(|store| position.seeds[*store]).collect();
    if stores.iter().any(|seeds| *seeds != 0) {
        text.push_str(&format!("; stores {}", per_player(stores)));
    }
    if let (Ends::Nobodys, Some([left, right])) = (board.ends.value, board.end_cells()) {
        text.push_str(&format!("; ends left {}, right {}", position.seeds[left], position.seeds[right]));
    }
    let owned = |(cell, player): (Cell, Player)| format!("{} {}", cell_name(board, cell), name(player));
    let marks = position.marks.iter().enumerate();
    let marks = marks.flat_map(|(cell, marks)| marks.each().map(move |player| (cell, player)));
    let marks: Vec<String> = marks.map(owned).collect();
    if !marks.is_empty() {
        text.push_str(&format!("; marks {}", marks.join(", ")));
    }
    for (word, holes) in [("closed", &position.closed), ("locked", &position.locked)] {
        let names: Vec<String> =
            (0..board.cells()).filter(|cell| holes[*cell]).map(|cell| cell_name(board, cell)).collect();
        if !names.is_empty() {
            text.push_str(&format!("; {word} {}", names.join(" ")));
        }
    }
    if position.pot != 0 {
        text.push_str(&format!("; pot {}", position.pot));
    }
    let turns: Vec<i64> = position.turns.iter().map(|turns| i64::from(*turns) + 1).collect();
    match turns.first() {
        Some(first) if turns.iter().all(|turn| turn == first) => {
            if *first != 1 {
                text.push_str(&format!("; turn {first}"));
            }
        }
        _ => text.push_str(&format!("; turn {}", per_player(turns))),
    }
    let changed = position.owner.iter().zip(&board.owner).map(|(now, before)| now.filter(|_| now != before));
    let owners = changed.enumerate().filter_map(|(cell, player)| Some((cell, player?)));
    let owners: Vec<String> = owners.map(owned).collect();
    if !owners.is_empty() {
        text.push_str(&format!("; owners {}", owners.join(", ")));
    }
    if position.starter != 0 {
        text.push_str(&format!("; starter {}", name(position.starter)));
    }
    if position.lot != 0 {
        text.push_str(&format!("; lot {}", name(position.lot)));
    }
    if let Some(last) = position.last {
        text.push_str(&format!("; last turn {} to {}", cell_name(board, last.played), cell_name(board, last.reached)));
    }
    let went = |(player, way): (Player, &Option<Way>)| Some(format!("{} {}", name(player), (*way)?.name()));
    let ways: Vec<String> = position.last_ways.iter().enumerate().filter_map(went).collect();
    if !ways.is_empty() {
        text.push_str(&format!("; last ways {}", ways.join(", ")));
    }
    text
}

/// Parses a position of a game.
///
/// # Errors
///
/// The text is not in the notation, or does not fit the board.
pub fn parse(board: &Board, text: &str) -> Result<Position, PositionError> {
    let reader = Reader { board, players: board.players.value };
    let mut clauses = text.split(';').map(str::trim);
    let mut position = Position::empty(board);
    reader.rows(clauses.next().unwrap_or_default(), &mut position)?;
    let mut given: Vec<&str> = Vec::new();
    for clause in clauses.filter(|clause| !clause.is_empty()) {
        let (word, rest) = reader.clause(clause)?;
        if given.contains(&word) {
            return Err(PositionError::new(
                format!("`{word}` occurs twice in the position"),
                format!("give `{word}` once"),
            ));
        }
        given.push(word);
        match word {
            "to move" => position.to_move = reader.only_player(word, rest)?,
            "starter" => position.starter = reader.only_player(word, rest)?,
            "lot" => position.lot = reader.only_player(word, rest)?,
            "stores" => {
                for (player, seeds) in reader.per_player(word, rest)? {
                    position.seeds[board.stores[player]] = seeds;
                }
            }
            "ends" => reader.ends(rest, &mut position)?,
            "marks" => {
                for (cell, player) in reader.owned(word, rest, board.marks_by_each())? {
                    position.marks[cell] = position.marks[cell].and(player);
                }
            }
            "owners" => {
                for (cell, player) in reader.owned(word, rest, false)? {
                    position.owner[cell] = Some(player);
                }
            }
            "closed" => reader.holes(word, rest, &mut position.closed)?,
            "locked" => reader.holes(word, rest, &mut position.locked)?,
            "last turn" => position.last = Some(reader.last_turn(rest)?),
            "last ways" => {
                for said in rest.split(',') {
                    let (player, way) = reader.last_way(said.trim())?;
                    position.last_ways[player] = Some(way);
                }
            }
            "pot" => {
                let seeds = reader.seeds(rest);
                let message = || format!("`pot {rest}` is not a number of seeds");
                position.pot = seeds.ok_or_else(|| PositionError::new(message(), "write for example `pot 6`"))?;
            }
            _ => reader.turns(rest, &mut position)?,
        }
    }
    if let Some(cell) = (0..board.cells()).find(|cell| position.closed[*cell] && position.seeds[*cell] != 0) {
        let (name, seeds) = (cell_name(board, cell), position.seeds[cell]);
        return Err(PositionError::new(
            format!("the closed hole {name} holds {}", count(seeds, "seed")),
            "a closed hole is empty: write 0 for it, or leave it out of `closed`",
        ));
    }
    let total =
        position.seeds.iter().chain([&position.pot]).fold(0u64, |sum, seeds| sum.saturating_add(seeds.unsigned_abs()));
    if total > MOST_SEEDS {
        return Err(PositionError::new(
            format!("this position holds {total} seeds"),
            format!("a game has at most {MOST_SEEDS} seeds"),
        ));
    }
    Ok(position)
}

struct Reader<'b> {
    board: &'b Board,
    players: usize,
}

impl Reader<'_> {
    fn rows(&self, text: &str, position: &mut Position) -> Result<(), PositionError> {
        let (rows, columns) = (self.board.rows.value, self.board.columns.value);
        let wanted = format!("{} of {}", count(rows as i64, "row"), count(columns as i64, "hole"));
        let help = || {
            let row = vec!["0"; columns].join(" ");
            format!("write {wanted}, the far row first, for example `{}`", vec![row; rows].join(" / "))
        };
        let given: Vec<&str> = text.split('/').collect();
        if text.is_empty() {
            return Err(PositionError::new("the rows of the position are missing", help()));
        }
        if given.len() != rows {
            let found = count(given.len() as i64, "row");
            return Err(PositionError::new(format!("the position has {found}; the board has {rows}"), help()));
        }
        for (at, text) in given.iter().enumerate() {
            let row = rows - 1 - at;
            let numbers: Vec<&str> = text.split_whitespace().collect();
            for (column, number) in numbers.iter().enumerate().take(columns) {
                let seeds = self.seeds(number).ok_or_else(|| {
                    PositionError::new(
                        format!("`{number}` in the rows of the position is not a number of seeds"),
                        help(),
                    )
                })?;
                position.seeds[self.board.hole(row, column)] = seeds;
            }
            if numbers.len() != columns {
                let (found, place) = (count(numbers.len() as i64, "hole"), row + 1);
                let message = format!("row {place} of the position has {found}; the board has {columns} in a row");
                return Err(PositionError::new(message, help()));
            }
        }
        Ok(())
    }

    /// Parses a number of seeds, within the limit of a game.
    fn seeds(&self, text: &str) -> Option<i64> {
        let number: u64 = text.parse().ok()?;
        (number <= MOST_SEEDS).then(|| i64::try_from(number).ok())?
    }

    /// Splits a clause into its word and the rest.
    fn clause<'t>(&self, text: &'t str) -> Result<(&'static str, &'t str), PositionError> {
        for word in CLAUSES {
            if let Some(rest) = text.strip_prefix(word)
                && (rest.is_empty() || rest.starts_with(char::is_whitespace))
            {
                return Ok((word, rest.trim()));
            }
        }
        let word = text.split_whitespace().next().unwrap_or_default();
        let like = nearest(word, CLAUSES).map_or(String::new(), |like| format!("did you mean `{like}`? "));
        let message = format!("`{text}` cannot be part of a position");
        let help = format!("{like}after the rows and `;` write {}", one_of(CLAUSES));
        Err(PositionError::new(message, help))
    }

    fn names(&self) -> Vec<String> {
        (0..self.players).map(|player| player_name(self.players, player)).collect()
    }

    fn player(&self, text: &str) -> Option<Player> {
        self.names().iter().position(|name| name.eq_ignore_ascii_case(text))
    }

    fn only_player(&self, word: &str, text: &str) -> Result<Player, PositionError> {
        self.player(text).ok_or_else(|| {
            let names = self.names();
            let message = format!("`{word} {text}` does not name a player of this game");
            PositionError::new(message, format!("after `{word}` write {}", one_of(names.iter().map(String::as_str))))
        })
    }

    /// Parses `South 3, North 0`.
    fn per_player(&self, word: &str, text: &str) -> Result<Vec<(Player, i64)>, PositionError> {
        let example: Vec<String> =
            self.names().iter().zip([3, 1].iter().cycle()).map(|(name, number)| format!("{name} {number}")).collect();
        let mut values: Vec<(Player, i64)> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let read = part.rsplit_once(char::is_whitespace).and_then(|(name, number)| {
                let (negative, digits) = number.strip_prefix('-').map_or((false, number), |digits| (true, digits));
                let seeds = self.seeds(digits).or_else(|| (word == "turn").then(|| digits.parse().ok()).flatten())?;
                Some((self.player(name.trim())?, if negative { -seeds } else { seeds }))
            });
            match read {
                Some((player, _)) if values.iter().any(|(other, _)| *other == player) => {
                    let message = format!("{} occurs twice in `{word} {text}`", player_name(self.players, player));
                    return Err(PositionError::new(message, "name each player once"));
                }
                Some(value) => values.push(value),
                None => {
                    let message = format!("`{part}` in `{word} {text}` cannot be read");
                    return Err(PositionError::new(message, format!("write `{word} {}`", example.join(", "))));
                }
            }
        }
        Ok(values)
    }

    /// Parses `left 2, right 10`.
    fn ends(&self, text: &str, position: &mut Position) -> Result<(), PositionError> {
        let Some(cells) = self.board.end_cells().filter(|_| self.board.ends.value == Ends::Nobodys) else {
            let help = match self.board.ends.value {
                Ends::Stores => "the ends of this board are the players' stores: write `stores South 3, North 0`",
                _ => "leave `ends` out",
            };
            return Err(PositionError::new("this board has no ends that belong to nobody", help));
        };
        let mut given = [false; 2];
        for part in text.split(',').map(str::trim) {
            let read = part.split_once(char::is_whitespace).and_then(|(name, number)| {
                let side = ["left", "right"].iter().position(|side| *side == name)?;
                Some((side, self.seeds(number.trim())?))
            });
            match read {
                Some((side, seeds)) if !given[side] => {
                    given[side] = true;
                    position.seeds[cells[side]] = seeds;
                }
                _ => {
                    let message = format!("`{part}` in `ends {text}` cannot be read");
                    return Err(PositionError::new(message, "write `ends left 2, right 10`"));
                }
            }
        }
        Ok(())
    }

    /// Parses `c2 South, d1 North`. A hole can be given for several players if it is `shared`.
    fn owned(&self, word: &str, text: &str, shared: bool) -> Result<Vec<(Cell, Player)>, PositionError> {
        let mut all: Vec<(Cell, Player)> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let names = self.names();
            let found = names.iter().enumerate().find_map(|(player, name)| {
                let split = part.len().checked_sub(name.len())?;
                let (before, last) = (part.get(..split)?, part.get(split..)?);
                (last.eq_ignore_ascii_case(name) && before.ends_with(char::is_whitespace)).then_some((player, before))
            });
            let Some((player, before)) = found else {
                let message = format!("`{part}` in `{word} {text}` cannot be read");
                let help = format!("write each hole and its player, for example `{word} a1 {}`", names[0]);
                return Err(PositionError::new(message, help));
            };
            let before = before.trim();
            let cell = self.cell(word, before.strip_suffix(" by").unwrap_or(before).trim())?;
            if all.iter().any(|(other, by)| *other == cell && (!shared || *by == player)) {
                let message = format!("{} occurs twice in `{word} {text}`", cell_name(self.board, cell));
                let help = if shared { "name each hole once for each player" } else { "name each hole once" };
                return Err(PositionError::new(message, help));
            }
            all.push((cell, player));
        }
        Ok(all)
    }

    fn cell(&self, word: &str, name: &str) -> Result<Cell, PositionError> {
        let ends = self.board.end_cells().into_iter().flatten();
        let found =
            hole(self.board, name).or_else(|| ends.into_iter().find(|cell| cell_name(self.board, *cell) == name));
        found.ok_or_else(|| {
            let last = format!("{}{}", column_letters(self.board.columns.value - 1), self.board.rows.value);
            PositionError::new(
                format!("there is no hole `{name}`, which `{word}` names"),
                format!("the holes of this board are a1 to {last}"),
            )
        })
    }

    /// Parses `a1 to b2`.
    fn last_turn(&self, text: &str) -> Result<LastTurn, PositionError> {
        let Some((played, reached)) = text.split_once(" to ") else {
            let message = format!("`last turn {text}` does not say where it began and where it ended");
            return Err(PositionError::new(message, "write for example `last turn a1 to b2`"));
        };
        let played = self.cell("last turn", played.trim())?;
        Ok(LastTurn { played, reached: self.cell("last turn", reached.trim())? })
    }

    /// Parses `South clockwise`.
    fn last_way(&self, text: &str) -> Result<(Player, Way), PositionError> {
        let said = text.rsplit_once(' ').and_then(|(player, way)| {
            let way = Way::BOTH.into_iter().find(|known| known.name() == way)?;
            Some((self.player(player.trim())?, way))
        });
        said.ok_or_else(|| {
            let message = format!("`{text}` does not say in which direction a player's last turn began");
            let each: Vec<String> = self.names().iter().map(|name| format!("{name} clockwise")).collect();
            PositionError::new(message, format!("write for example `last ways {}`", each.join(", ")))
        })
    }

    /// Parses `a2 b2`.
    fn holes(&self, word: &str, text: &str, holes: &mut [bool]) -> Result<(), PositionError> {
        let names: Vec<&str> = text.split([',', ' ']).filter(|name| !name.is_empty()).collect();
        if names.is_empty() {
            let message = format!("`{word}` does not name a hole");
            return Err(PositionError::new(message, format!("write for example `{word} a1`, or leave it out")));
        }
        for name in names {
            holes[self.cell(word, name)?] = true;
        }
        Ok(())
    }

    /// Parses `3` or `South 3, North 2`.
    fn turns(&self, text: &str, position: &mut Position) -> Result<(), PositionError> {
        let wrong = || {
            let each: Vec<String> = self.names().iter().map(|name| format!("{name} 2")).collect();
            let message = format!("`turn {text}` does not say which turn comes next");
            PositionError::new(message, format!("write `turn 2`, or `turn {}`, counted from 1", each.join(", ")))
        };
        let before = |turn: i64| -> Result<u32, PositionError> {
            match u64::try_from(turn) {
                Ok(turn @ 1..=MOST_TURNS) => u32::try_from(turn - 1).map_err(|_| wrong()),
                _ => Err(wrong()),
            }
        };
        if let Ok(turn) = text.parse::<i64>() {
            position.turns.fill(before(turn)?);
            return Ok(());
        }
        for (player, turn) in self.per_player("turn", text)? {
            position.turns[player] = before(turn)?;
        }
        Ok(())
    }
}
