//! What happened in a turn, event by event, and how it is told.

use super::cell_name;
use crate::notation::player_name;
use crate::rules::model::{Cell, Player, Rules, Way};
use crate::source::{Source, Span};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A rule of a list was the first that fitted.
    Rule {
        /// The section that the list stands in.
        list: &'static str,
        /// Its condition as the file says it.
        said: String,
        /// Where it stands.
        span: Span,
    },
    /// The mover did not want the rule that was told just before.
    Declined,
    /// The mover chose these holes.
    Chosen(Vec<Cell>),
    /// Seeds went into the hand.
    Lifted(Cell, i64),
    /// A lap was sown.
    Lap {
        /// Its number in the turn.
        lap: u32,
        /// The hole it left from.
        from: Cell,
        /// Whether the first seed fell into that hole.
        into: bool,
        /// How many seeds were sown.
        seeds: i64,
        /// Where it went.
        way: Way,
        /// Where the last seed fell.
        last: Cell,
        /// What that hole held just before.
        was: i64,
    },
    /// Seeds were won: by whom, from where, how many.
    Captured(Player, Cell, i64),
    /// The pot was won.
    PotWon(Player, i64),
    /// A hole was marked.
    Marked(Player, Cell),
    /// A mark was taken away.
    Unmarked(Cell),
    /// Seeds were put into a hole, from the store if so.
    Placed(Cell, i64, bool),
    /// The state of the turn after this lap stood before: it would never end.
    Endless,
    /// The turn is over.
    TurnEnds,
    /// The same player is to move again.
    MovesAgain(Player),
    /// The move was not allowed.
    Illegal,
    /// The player does not move.
    Passes(Player),
    /// The round, or the game, is over.
    Over,
    /// Between two rounds: what a player owns.
    Owns(Player, i64),
    /// So many seeds were put into each of these holes for the next round.
    Filled(Player, Vec<Cell>, i64),
    /// Holes are not used in the next round.
    Closed(Vec<Cell>),
    /// Holes that were closed are used again.
    Reopened(Vec<Cell>),
    /// What a player keeps off the board; below nothing if he owes it.
    Keeps(Player, i64),
    /// What a player gives to the pot.
    PaysPot(Player, i64),
    /// Points of the match.
    Points(Player, i64),
    /// The player is out of the match.
    Out(Player),
}

/// One line of text for each event. Rules are told with their line in the file.
pub fn tell(events: &[Event], rules: &Rules, source: &Source) -> Vec<String> {
    let name = |cell: &Cell| cell_name(&rules.board, *cell);
    let player = |player: &Player| player_name(rules.board.players.value, *player);
    let seeds = |count: &i64| if *count == 1 { "1 seed".to_owned() } else { format!("{count} seeds") };
    let round = if rules.contest.is_some() { "round" } else { "game" };
    let mark = rules.board.mark.as_ref().map_or("marked", |mark| mark.value.as_str());
    events
        .iter()
        .map(|event| match event {
            Event::Rule { list, said, span } => {
                let said = if said == "otherwise" { said.clone() } else { format!("when {said}") };
                format!("  line {}, {list}: {said}", source.line(span.start))
            }
            Event::Declined => "  the mover does not want that".to_owned(),
            Event::Chosen(cells) => {
                format!("  the mover chooses {}", cells.iter().map(name).collect::<Vec<_>>().join(", "))
            }
            Event::Lifted(cell, count) => format!("  lifts {} from {}", seeds(count), name(cell)),
            Event::Lap { lap, from, into, seeds: count, way, last, was } => format!(
                "  lap {lap}: sows {} {} {} {}; the last falls in {}, which makes {}",
                seeds(count),
                way.name(),
                if *into { "into" } else { "after" },
                name(from),
                name(last),
                was + 1
            ),
            Event::Captured(who, cell, count) => format!("  {} wins {} from {}", player(who), seeds(count), name(cell)),
            Event::PotWon(who, count) => format!("  {} wins the pot: {}", player(who), seeds(count)),
            Event::Owns(who, count) => format!("  {} owns {}", player(who), seeds(count)),
            Event::Filled(who, cells, count) => {
                let names = cells.iter().map(name).collect::<Vec<_>>().join(", ");
                format!("  {} puts {} into {names}", player(who), seeds(count))
            }
            Event::Closed(cells) => format!("  closed: {}", cells.iter().map(name).collect::<Vec<_>>().join(", ")),
            Event::Reopened(cells) => format!("  reopened: {}", cells.iter().map(name).collect::<Vec<_>>().join(", ")),
            Event::Keeps(who, count) if *count < 0 => format!("  {} owes {}", player(who), seeds(&-count)),
            Event::Keeps(who, count) => format!("  {} keeps {} in reserve", player(who), seeds(count)),
            Event::PaysPot(who, count) => format!("  {} pays {} into the pot", player(who), seeds(count)),
            Event::Points(who, 1) => format!("  {} gets 1 point", player(who)),
            Event::Points(who, count) => format!("  {} gets {count} points", player(who)),
            Event::Out(who) => format!("  {} has lost the match", player(who)),
            Event::Marked(who, cell) => format!("  {} is now {mark} by {}", name(cell), player(who)),
            Event::Unmarked(cell) => format!("  {} is no longer {mark}", name(cell)),
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
            Event::Over => format!("  the {round} is over"),
        })
        .collect()
}
