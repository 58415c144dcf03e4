//! Runs the examples (worked positions) of a rule file.

use crate::contest::{Refill, refill};
use crate::game::{Position, cell_name, spelled};
use crate::narrator::Narrator;
use crate::notation::player_name;
use crate::rules::model::{Board, Cell, Ends, Example, Expectation, Expected, Player, Rules};
use crate::ruleset::{RulesError, Ruleset};
use crate::source::Span;

/// An expectation of an example that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where the statement that fails is.
    pub span: Span,
    /// What was expected, in words.
    pub expected: String,
    /// What was found, in words.
    pub found: String,
}

/// An example that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Title of the example.
    pub title: String,
    /// Where the head of the example is.
    pub span: Span,
    /// Expectations that fail; empty if the example holds.
    pub differences: Vec<Difference>,
}

/// Runs all examples of a ruleset, each under the readings it asks for. Results are in the order of the file.
///
/// # Errors
///
/// The rules cannot be read under the readings of an example.
pub fn run_all(ruleset: &Ruleset) -> Result<Vec<Run>, RulesError> {
    let mut runs = Vec::new();
    for settings in ruleset.example_settings() {
        let rules = ruleset.rules_under(&settings)?;
        for example in &rules.examples {
            runs.push(Run { title: example.title.clone(), span: example.span, differences: run(&rules, example) });
        }
    }
    runs.sort_by_key(|run| run.span);
    Ok(runs)
}

/// Runs one example and returns the expectations that fail.
pub fn run(rules: &Rules, example: &Example) -> Vec<Difference> {
    if let (Some(owned), Some(contest)) = (&example.refill, &rules.contest) {
        let owned: Vec<i64> = owned.iter().map(|seeds| i64::from(*seeds)).collect();
        let round = refill(rules, contest, &owned, example.to_move, &vec![false; rules.board.cells()]);
        return gather(example, |expected| compare_refill(rules, &round, expected));
    }
    let failed = |span: Span, expected: &str, found: String| Difference { span, expected: expected.to_owned(), found };
    let mut game = match Narrator::from_position(rules, before(rules, example)) {
        Ok(game) => game,
        Err(fault) => return vec![failed(example.span, "a position that the rules decide", fault.message)],
    };
    for (name, span) in &example.play {
        if let Err(error) = game.play(name) {
            return vec![failed(*span, &format!("`{name}` can be played"), error.to_string())];
        }
    }
    gather(example, |expected| compare(&game, expected))
}

fn gather(example: &Example, differ: impl Fn(&Expected) -> Option<(String, String)>) -> Vec<Difference> {
    let found_text = |expectation: &Expectation| {
        let (expected, found) = differ(&expectation.what)?;
        Some(Difference { span: expectation.span, expected, found })
    };
    example.expected.iter().filter_map(found_text).collect()
}

/// The position in which an example begins.
pub fn before(rules: &Rules, example: &Example) -> Position {
    let mut position = Position::start(rules);
    if let Some(seeds) = &example.position {
        for (cell, seeds) in seeds.iter().enumerate() {
            position.seeds[cell] = i64::from(*seeds);
        }
        // A drawn position also gives the stores; those not given are empty.
        for store in &rules.board.stores {
            position.seeds[*store] = 0;
        }
    }
    if let Some(stores) = &example.stores {
        for (player, seeds) in stores.iter().enumerate() {
            position.seeds[rules.board.stores[player]] = *seeds;
        }
    }
    if let Some(marks) = &example.marks {
        position.marks.clone_from(marks);
    }
    position.to_move = example.to_move;
    if let Some(turn) = example.turn {
        position.turns.fill(turn - 1);
    }
    position
}

/// Expected and found value, in words, if they differ after the last move.
fn compare(game: &Narrator<&Rules>, expected: &Expected) -> Option<(String, String)> {
    let board = &game.rules().board;
    let position = game.left();
    match expected {
        Expected::Board(seeds) => same_board(board, seeds, &position.seeds),
        Expected::Stores(stores) => {
            let found: Vec<i64> = board.stores.iter().map(|store| position.seeds[*store]).collect();
            differ(found == *stores, per_player(stores), per_player(&found))
        }
        Expected::Ends(ends) => {
            let [left, right] = board.end_cells().filter(|_| board.ends.value == Ends::Nobodys)?;
            let found = [position.seeds[left], position.seeds[right]];
            let wanted = ends.map(i64::from);
            let text = |ends: [i64; 2]| format!("left {}, right {}", ends[0], ends[1]);
            differ(found == wanted, text(wanted), text(found))
        }
        Expected::Marks(marks) => {
            differ(*marks == position.marks, marked(board, marks), marked(board, &position.marks))
        }
        Expected::Next(player) => {
            let name = |player: Player| format!("{} is to move", player_name(board.players.value, player));
            match game.ending() {
                Some(_) => Some((name(*player), "the game is over".to_owned())),
                None => differ(position.to_move == *player, name(*player), name(position.to_move)),
            }
        }
        Expected::Legal(legal) => {
            let mut found = game.legal();
            let mut wanted: Vec<String> = legal.iter().map(|name| spelled(&found, name)).collect();
            found.sort();
            wanted.sort();
            differ(found == wanted, list(&wanted), list(&found))
        }
        Expected::Winners(winners) => {
            let found = game.ending().map(|ending| ending.winners.clone());
            let text = |winners: &[Player]| match winners {
                [winner] => format!("{} wins", player_name(board.players.value, *winner)),
                _ => "a draw".to_owned(),
            };
            let found_text = found.as_deref().map_or("the game is not over".to_owned(), text);
            differ(found.as_deref() == Some(winners), text(winners), found_text)
        }
        Expected::Scores(scores) => {
            let found = game.ending().map(|ending| ending.scores.clone());
            let found_text = found.as_deref().map_or("the game is not over".to_owned(), per_player);
            differ(found.as_ref() == Some(scores), per_player(scores), found_text)
        }
        // These describe a refilling, which is not a turn.
        Expected::Closed(_) | Expected::Reserve(_) | Expected::Pot(_) => None,
    }
}

/// Expected and found value, in words, if they differ after a refilling.
fn compare_refill(rules: &Rules, round: &Refill, expected: &Expected) -> Option<(String, String)> {
    let board = &rules.board;
    match expected {
        Expected::Board(seeds) => same_board(board, seeds, &round.seeds),
        Expected::Closed(cells) => {
            let found: Vec<Cell> = (0..board.holes()).filter(|hole| round.closed[*hole]).collect();
            let names = |cells: &[Cell]| list(&cells.iter().map(|cell| cell_name(board, *cell)).collect::<Vec<_>>());
            differ(found == *cells, names(cells), names(&found))
        }
        Expected::Reserve(reserve) => {
            let wanted: Vec<i64> = reserve.iter().map(|seeds| i64::from(*seeds)).collect();
            differ(round.reserve == wanted, per_player(&wanted), per_player(&round.reserve))
        }
        Expected::Pot(pot) => {
            let found: i64 = round.pot.iter().sum();
            differ(found == i64::from(*pot), pot.to_string(), found.to_string())
        }
        _ => Some(("what follows a turn".to_owned(), "a refilling".to_owned())),
    }
}

fn differ(same: bool, expected: String, found: String) -> Option<(String, String)> {
    (!same).then_some((expected, found))
}

fn same_board(board: &Board, wanted: &[u32], found: &[i64]) -> Option<(String, String)> {
    let found = found[..board.holes()].to_vec();
    let wanted: Vec<i64> = wanted[..board.holes()].iter().map(|seeds| i64::from(*seeds)).collect();
    differ(found == wanted, drawn(board, &wanted), drawn(board, &found))
}

fn drawn(board: &Board, seeds: &[i64]) -> String {
    let rows = seeds.chunks(board.columns.value).rev();
    rows.map(|row| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(" / ")
}

fn per_player(stores: &[i64]) -> String {
    let each = stores.iter().enumerate();
    each.map(|(player, seeds)| format!("{} {seeds}", player_name(stores.len(), player))).collect::<Vec<_>>().join(", ")
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn marked(board: &Board, marks: &[Option<Player>]) -> String {
    let each = marks.iter().enumerate().filter_map(|(cell, mark): (Cell, _)| {
        mark.map(|player| format!("{} by {}", cell_name(board, cell), player_name(board.players.value, player)))
    });
    list(&each.collect::<Vec<_>>())
}
