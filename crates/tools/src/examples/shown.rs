//! Examples as they are shown: the position, the moves, the position after them, and what came of it in sentences.

use mancala_engine::contest::{Left, Refill, refill};
use mancala_engine::draw::compact::compact;
use mancala_engine::game::{Event, Position, at_end, tell};
use mancala_engine::narrator::Narrator;
use mancala_engine::outcome::{deed, each, result};
use mancala_rules::clock::Instant;
use mancala_rules::notation::{capital, count};
use mancala_rules::rules::model::{Example, Expected, Rules};
use mancala_rules::source::{Source, Span};

use super::decided::{Decided, Decision};
use super::run::before;

/// The widest line that two boards side by side may take.
const WIDTH: usize = 94;
/// Most moves that are written between two boards.
const FEW: usize = 2;
/// Most legal moves that are named.
const MOST_NAMED: usize = 16;

/// An example to be shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The title.
    pub title: String,
    /// Where the head of the example stands.
    pub span: Span,
    /// Names and values of the readings under which it holds; the others are the defaults.
    pub readings: Vec<(String, String)>,
    /// The position at first; `None` before a refilling, where no seed lies on the board.
    pub before: Option<Position>,
    /// Who did what, in order, such as `South plays c1`.
    pub deeds: Vec<String>,
    /// The moves by their names.
    pub play: Vec<String>,
    /// The position after the moves or the refilling; `None` if nothing is played, or a move could not be.
    pub after: Option<Position>,
    /// The rules that decided the last turn, and the end of the game if it ended.
    pub decided: Vec<Decided>,
    /// What came of it, in sentences.
    pub outcome: Vec<String>,
}

/// Plays an example. What time does not allow is left out.
pub fn shown(rules: &Rules, source: &Source, example: &Example, end: Option<Instant>) -> Shown {
    let mut shown = Shown {
        title: example.title.clone(),
        span: example.span,
        readings: example.readings.clone(),
        before: None,
        deeds: Vec::new(),
        play: example.play.iter().map(|(name, _)| name.clone()).collect(),
        after: None,
        decided: Vec::new(),
        outcome: Vec::new(),
    };
    let start = before(rules, example);
    if let (Some(owned), Some(contest)) = (&example.refill, &rules.contest) {
        let left = Left::of(rules, contest, &start.seeds);
        let round = refill(rules, contest, owned, (example.to_move, example.lot), &left);
        shown.outcome = refilled(rules, owned, &round);
        shown.after = Some(laid_out(start, round));
        return shown;
    }
    shown.before = Some(start.clone());
    let Ok(mut game) = Narrator::from_position(rules, start) else { return shown };
    let mut events = game.take_events();
    let mut all: Vec<Event> = Vec::new();
    for (name, _) in &example.play {
        let mover = capital(&rules.player_name(game.position().to_move));
        if end.is_some_and(|end| Instant::now() >= end) || game.play(name).is_err() {
            return shown;
        }
        shown.deeds.push(format!("{mover} {}", deed(rules, name)));
        events = game.take_events();
        all.extend(events.iter().cloned());
    }
    if !example.play.is_empty() {
        shown.after = Some(game.left().clone());
        shown.decided = Decision::of(&rules.board, &events).rules;
        // how the next player goes on is of no interest beside what he may play
        shown.decided.retain(|rule| rule.list != "before turn" || game.ending().is_some());
    }
    let expects = |wanted: fn(&Expected) -> bool| example.expected.iter().any(|stated| wanted(&stated.what));
    let (turns, ending) = match game.ending() {
        Some(_) => at_end(&all),
        None => (all.as_slice(), [].as_slice()),
    };
    let outcome = &mut shown.outcome;
    outcome.extend(captured(rules, turns, "captures"));
    outcome.extend(marked(rules, source, turns));
    outcome.extend(captured(rules, ending, "gathers"));
    let to_move = game.position().to_move;
    match game.ending() {
        Some(ending) => outcome.push(format!("{}.", capital(&result(rules, ending)))),
        None => {
            let again = events.iter().any(|event| matches!(event, Event::MovesAgain(who) if *who == to_move));
            let mover = capital(&rules.player_name(to_move));
            if again {
                outcome.push(format!("{mover} moves again."));
            }
            if expects(|what| matches!(what, Expected::Legal(_))) {
                outcome.push(legal(&mover, game.legal()));
            } else if outcome.is_empty() && expects(|what| matches!(what, Expected::Next(_))) {
                outcome.push(format!("{mover} is to move."));
            }
        }
    }
    shown
}

/// The legal moves in a sentence.
fn legal(mover: &str, mut legal: Vec<String>) -> String {
    legal.sort();
    let all = legal.len();
    match legal.as_slice() {
        [] => format!("{mover} has no legal move."),
        [one] if one == "pass" => format!("{mover} has to pass."),
        [one] => format!("{mover} may play only {one}."),
        [before @ .., last] if all <= MOST_NAMED => format!("{mover} may play {} or {last}.", before.join(", ")),
        _ => format!("{mover} may play {} and {} more.", legal[..MOST_NAMED].join(", "), all - MOST_NAMED),
    }
}

/// How many seeds each player takes, as `verb` says: `South captures 5 seeds.`
fn captured(rules: &Rules, events: &[Event], verb: &str) -> Vec<String> {
    let taken = |player: usize| -> i64 {
        let seeds = events.iter().map(|event| match event {
            Event::Captured(who, _, seeds) | Event::PotWon(who, seeds) if *who == player => *seeds,
            _ => 0,
        });
        seeds.sum()
    };
    let players = (0..rules.board.players.value).map(|player| (player, taken(player)));
    let told = |(player, seeds)| format!("{} {verb} {}.", capital(&rules.player_name(player)), count(seeds, "seed"));
    players.filter(|(_, seeds)| *seeds != 0).map(told).collect()
}

/// The marks that are new or gone in the end.
fn marked(rules: &Rules, source: &Source, events: &[Event]) -> Vec<String> {
    let cell = |event: &Event| match event {
        Event::Marked(_, cell) | Event::Unmarked(cell) => Some(*cell),
        _ => None,
    };
    let mut last: Vec<&Event> = Vec::new();
    for event in events.iter().filter(|event| cell(event).is_some()) {
        // what is marked and unmarked again within the moves is no result of them
        let size = last.len();
        last.retain(|other| cell(other) != cell(event));
        if size == last.len() || matches!(event, Event::Marked(..)) {
            last.push(event);
        }
    }
    let tell = |event: &Event| tell(std::slice::from_ref(event), rules, source).concat();
    last.into_iter().map(|event| format!("{}.", capital_of_words(tell(event).trim()))).collect()
}

/// A text with a capital letter at the start, except where it starts with the name of a hole.
fn capital_of_words(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    if first.chars().any(|letter| letter.is_ascii_digit()) { text.to_owned() } else { capital(text) }
}

/// What a refilling does, in sentences.
fn refilled(rules: &Rules, owned: &[i64], round: &Refill) -> Vec<String> {
    let mut told = vec![format!("Seeds owned before: {}.", each(rules, owned))];
    let some = |seeds: &[i64]| seeds.iter().any(|seeds| *seeds != 0);
    if some(&round.reserve) {
        told.push(format!("Kept off the board: {}.", each(rules, &round.reserve)));
    }
    let pot: i64 = round.pot.iter().sum();
    if pot != 0 {
        told.push(format!("{} in the pot.", capital(&count(pot, "seed"))));
    }
    told
}

/// The board after a refilling.
fn laid_out(position: Position, round: Refill) -> Position {
    let pot = round.pot.iter().sum();
    let Refill { seeds, closed, locked, owner, lot, .. } = round;
    Position { seeds, closed, locked, owner, lot, pot, ..position }
}

impl Shown {
    /// The boards as lines of text, side by side where there is room, with the moves between them.
    pub fn boards(&self, rules: &Rules) -> Vec<String> {
        let positions: Vec<&Position> = self.before.iter().chain(&self.after).collect();
        let mut drawn = compact(rules, &positions);
        let (Some(after), Some(before)) = (drawn.pop(), drawn.pop()) else {
            return compact(rules, &positions).concat();
        };
        let moves = self.between();
        let widest = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let (left, middle) = (widest(&before), widest(&moves));
        if left + middle + widest(&after) + 8 > WIDTH {
            let moves = format!("{}:", moves.join(", ").trim_end_matches(", →"));
            return before.into_iter().chain([moves]).chain(after).collect();
        }
        let blank = String::new();
        // the moves stand beside the rows, below the letters
        let row = |at: usize| {
            let between = at.checked_sub(1).and_then(|at| moves.get(at)).unwrap_or(&blank);
            let (one, other) = (before.get(at).unwrap_or(&blank), after.get(at).unwrap_or(&blank));
            format!("{one:<left$}    {between:^middle$}    {other}").trim_end().to_owned()
        };
        (0..before.len().max(after.len()).max(moves.len() + 1)).map(row).collect()
    }

    /// What stands between the boards: the moves if they are few, else their number, and an arrow.
    fn between(&self) -> Vec<String> {
        let mut between = match self.deeds.len() {
            number if number > FEW => vec![format!("{number} moves")],
            _ => self.deeds.clone(),
        };
        between.push("→".to_owned());
        between
    }

    /// The moves in a sentence, if the boards do not name them.
    pub fn moves(&self) -> Option<String> {
        (self.deeds.len() > FEW).then(|| format!("The moves: {}.", self.play.join(", ")))
    }
}
