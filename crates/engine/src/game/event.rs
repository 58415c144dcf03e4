//! The events of a turn, and their text.

use mancala_rules::notation::{count, player_name};
use mancala_rules::rules::explain::rule_told;
use mancala_rules::rules::model::{Cell, Player, Rules, Way};
use mancala_rules::source::{Source, Span};

use super::cell_name;

/// One step of a turn, or of the refill between two rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The first rule of a list that applies was found.
    Rule {
        /// Section of the file that holds the list.
        list: &'static str,
        /// Text of its condition, from the rule file.
        said: String,
        /// Bytes of the rule in the rule file.
        span: Span,
    },
    /// A rule of `before turn` offers the player to move something in place of a turn.
    Offers {
        /// Text of its condition, from the rule file.
        said: String,
        /// Bytes of the rule in the rule file.
        span: Span,
    },
    /// The mover declined the rule of the event before.
    Declined,
    /// The mover chose these holes.
    Chosen(Vec<Cell>),
    /// This number of seeds was lifted from a hole into the hand.
    Lifted(Cell, i64),
    /// A lap was sown.
    Lap {
        /// Number of the lap in its turn.
        lap: u32,
        /// Hole that the lap started from.
        from: Cell,
        /// Whether the first seed was sown into that hole.
        into: bool,
        /// Number of seeds sown.
        seeds: i64,
        /// Number of seeds that fell at a time.
        by: i64,
        /// Direction of sowing.
        way: Way,
        /// Hole of the last seed.
        last: Cell,
        /// Seeds in that hole before the last seed was added, or the last drop.
        was: i64,
        /// Number of seeds in the last drop.
        dropped: i64,
    },
    /// A player captured this number of seeds from a hole.
    Captured(Player, Cell, i64),
    /// A player won the pot of this number of seeds.
    PotWon(Player, i64),
    /// A player marked a hole.
    Marked(Player, Cell),
    /// A hole lost its mark.
    Unmarked(Cell),
    /// This number of seeds was put into a hole; `true` if they came from the store.
    Placed(Cell, i64, bool),
    /// The sowing repeated an earlier state of the turn and would never end.
    Endless,
    /// The turn is over.
    TurnEnds,
    /// This player moves again.
    MovesAgain(Player),
    /// The move was not allowed.
    Illegal,
    /// The player passes.
    Passes(Player),
    /// The players exchange all they hold; this player chose to.
    SwapsSides(Player),
    /// The round, or the game, is over.
    Over,
    /// Between two rounds: number of seeds that leave the match, since nobody won them.
    Left(i64),
    /// Between two rounds: number of seeds that a player owns.
    Owns(Player, i64),
    /// Between two rounds: a player put this number of seeds into each of these holes.
    Filled(Player, Vec<Cell>, i64),
    /// Between two rounds: these holes are out of use in the next round.
    Closed(Vec<Cell>),
    /// Between two rounds: these closed holes are in use again.
    Reopened(Vec<Cell>),
    /// Between two rounds: seeds that a player keeps off the board; negative if the player owes them.
    Keeps(Player, i64),
    /// Between two rounds: seeds that a player puts into his store, where they count in the round.
    Stores(Player, i64),
    /// Between two rounds: seeds that a player pays into the pot.
    PaysPot(Player, i64),
    /// A player gets this number of points in the match.
    Points(Player, i64),
    /// The player has lost the match.
    Out(Player),
}

/// Splits the events of the last ply of a game: those of the turn, and those of the rule that ended the game. A game has
/// the latter if it has a [`Gathering`](super::Gathering).
pub fn at_end(events: &[Event]) -> (&[Event], &[Event]) {
    let of_the_end = |event: &Event| {
        matches!(
            event,
            Event::Over
                | Event::Captured(..)
                | Event::PotWon(..)
                | Event::Marked(..)
                | Event::Unmarked(_)
                | Event::Placed(..)
        )
    };
    let effects = events.iter().rev().take_while(|event| of_the_end(event)).count();
    let from = events.len() - effects;
    let rule = from.checked_sub(1).filter(|at| matches!(events[*at], Event::Rule { list: "before turn", .. }));
    events.split_at(rule.unwrap_or(from))
}

/// The events without those that the rule before them says itself in its sentence: that the turn ends, that the game is
/// over, that the move is not allowed.
pub fn heard(events: &[Event], rules: &Rules) -> Vec<Event> {
    let round = if rules.contest.is_some() { "round" } else { "game" };
    let says = |at: usize, what: &str| match at.checked_sub(1).and_then(|before| events.get(before)) {
        Some(Event::Rule { span, .. }) => rule_told(rules, *span).is_some_and(|told| told.contains(what)),
        _ => false,
    };
    let said_before = |at: usize, event: &Event| match event {
        Event::TurnEnds => says(at, "the turn ends"),
        Event::Over => says(at, &format!("the {round} is over")),
        Event::Illegal => says(at, "the move is not allowed"),
        _ => false,
    };
    events.iter().enumerate().filter(|(at, event)| !said_before(*at, event)).map(|(_, event)| event.clone()).collect()
}

/// Describes the events, one line of text for each. A rule is told in the sentence of `explain`, with its line in `source`.
pub fn tell(events: &[Event], rules: &Rules, source: &Source) -> Vec<String> {
    let name = |cell: &Cell| cell_name(&rules.board, *cell);
    let player = |player: &Player| player_name(rules.board.players.value, *player);
    let seeds = |number: &i64| count(*number, "seed");
    let round = if rules.contest.is_some() { "round" } else { "game" };
    // a noun or an adjective, such as `tuz` or `claimed`
    let forms = rules.board.mark.as_ref().and_then(|mark| mark.value.forms.as_ref());
    let called = rules.board.mark.as_ref().map(|mark| format!(" as {}", mark.value.name)).unwrap_or_default();
    let rule = |list: &str, said: &str, span: Span| {
        let line = source.line(span.start).in_words();
        match rule_told(rules, span) {
            Some(sentence) => format!("  {} ({line})", sentence.trim_end_matches('.')),
            // what is never told of applies all the same, as where the readings are others
            None => format!("  {list}: {} ({line})", if said.is_empty() { "always" } else { said }),
        }
    };
    events
        .iter()
        .map(|event| match event {
            Event::Rule { list, said, span } => rule(list, said, *span),
            Event::Offers { said, span } => format!("{}: may be chosen", rule("before turn", said, *span)),
            Event::Declined => "  the mover does not want that".to_owned(),
            Event::Chosen(cells) => {
                format!("  the mover chooses {}", cells.iter().map(name).collect::<Vec<_>>().join(", "))
            }
            Event::Lifted(cell, count) => format!("  lifts {} from {}", seeds(count), name(cell)),
            Event::Lap { lap, from, into, seeds: count, by, way, last, was, dropped } => format!(
                "  lap {lap}: sows {} {}{} {} {}; the last {} in {}, which makes {}",
                seeds(count),
                if *by > 1 { format!("{by} at a time ") } else { String::new() },
                way.name(),
                if *into { "into" } else { "after" },
                name(from),
                if *dropped > 1 { format!("{dropped} fall") } else { "falls".to_owned() },
                name(last),
                was + dropped
            ),
            Event::Captured(who, cell, count) => format!("  {} wins {} from {}", player(who), seeds(count), name(cell)),
            Event::PotWon(who, count) => format!("  {} wins the pot: {}", player(who), seeds(count)),
            Event::Left(1) => "  1 seed leaves the match: nobody won it".to_owned(),
            Event::Left(count) => format!("  {} leave the match: nobody won them", seeds(count)),
            Event::Owns(who, count) => format!("  {} owns {}", player(who), seeds(count)),
            Event::Filled(who, cells, count) => {
                let names = cells.iter().map(name).collect::<Vec<_>>().join(", ");
                format!("  {} puts {} into {names}", player(who), seeds(count))
            }
            Event::Closed(cells) => format!("  closed: {}", cells.iter().map(name).collect::<Vec<_>>().join(", ")),
            Event::Reopened(cells) => format!("  reopened: {}", cells.iter().map(name).collect::<Vec<_>>().join(", ")),
            Event::Keeps(who, count) if *count < 0 => format!("  {} owes {}", player(who), seeds(&-count)),
            Event::Keeps(who, count) => format!("  {} keeps {} in reserve", player(who), seeds(count)),
            Event::Stores(who, count) => format!("  {} puts {} into the store", player(who), seeds(count)),
            Event::PaysPot(who, count) => format!("  {} pays {} into the pot", player(who), seeds(count)),
            Event::Points(who, 1) => format!("  {} gets 1 point", player(who)),
            Event::Points(who, count) => format!("  {} gets {count} points", player(who)),
            Event::Out(who) => format!("  {} has lost the match", player(who)),
            Event::Marked(who, cell) if let Some(forms) = forms => {
                format!("  {} is from now on {}", name(cell), forms.by(&player(who)))
            }
            Event::Unmarked(cell) if let Some(forms) = forms => {
                format!("  {} is no longer {}", name(cell), forms.by_nobody())
            }
            Event::Marked(who, cell) => format!("  {} marks {}{called}", player(who), name(cell)),
            Event::Unmarked(cell) => format!("  {} is no longer marked{called}", name(cell)),
            Event::Placed(cell, count, from_store) => format!(
                "  puts {} into {}{}",
                seeds(count),
                name(cell),
                if *from_store { " from the store" } else { "" }
            ),
            Event::Endless => "  the sowing would never end".to_owned(),
            Event::TurnEnds => "  the turn ends".to_owned(),
            Event::MovesAgain(who) => format!("  {} moves again", player(who)),
            Event::Illegal => "  the move is not allowed".to_owned(),
            Event::Passes(who) => format!("  {} passes", player(who)),
            Event::SwapsSides(who) => format!("  {} swaps sides", player(who)),
            Event::Over => format!("  the {round} is over"),
        })
        .collect()
}
