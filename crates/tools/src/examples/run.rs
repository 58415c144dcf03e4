//! Plays one example.

use mancala_engine::contest::{Left, Refill, refill};
use mancala_engine::engine::Progress;
use mancala_engine::game::{Ending, Event, Fault, IllegalMove, Position};
use mancala_engine::narrator::{Narrator, choosable, rehearse};
use mancala_rules::rules::model::{Board, Cell, Ends, Example, Expectation, Expected, Rules};
use mancala_rules::rules::notation;
use mancala_rules::source::Span;

use super::decided::Decision;
use super::difference::Difference;

/// Most legal moves that are named beside one that is not legal.
const MOST_NAMED: usize = 24;

/// An example that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Title of the example.
    pub title: String,
    /// Where the head of the example is.
    pub span: Span,
    /// Expectations that fail; empty if the example holds.
    pub differences: Vec<Difference>,
    /// How the last turn was decided, if an expectation fails.
    pub decision: Decision,
}

/// Runs one example. `None`: time was up before all its moves were played.
pub fn run(rules: &Rules, example: &Example, stop: Option<&Progress>) -> Option<Run> {
    let (differences, decision) = played(rules, example, stop)?;
    let decision = if differences.is_empty() { Decision::default() } else { decision };
    Some(Run { title: example.title.clone(), span: example.span, differences, decision })
}

fn played(rules: &Rules, example: &Example, stop: Option<&Progress>) -> Option<(Vec<Difference>, Decision)> {
    let alone = |difference: Difference| Some((vec![difference], Decision::default()));
    let in_time = || stop.is_none_or(|stop| !stop.is_stopped());
    if let (Some(owned), Some(contest)) = (&example.refill, &rules.contest) {
        let left = Left::of(rules, contest, &before(rules, example).seeds);
        let round = refill(rules, contest, owned, (example.to_move, example.lot), &left);
        let differences = example.expected.iter().filter_map(|stated| refilled(rules, &round, stated, example));
        return Some((differences.collect(), Decision::default()));
    }
    if !in_time() {
        return None;
    }
    let mut game = match Narrator::from_position(rules, before(rules, example)) {
        Ok(game) => game,
        Err(fault) => return alone(undecided(example.span, "a position that the rules decide", fault)),
    };
    let mut events = game.take_events();
    for (name, span) in &example.play {
        if !in_time() {
            return None;
        }
        let expected = || format!("`{name}` can be played");
        match game.play(name) {
            Ok(()) => {}
            Err(IllegalMove::Fault(fault)) => return alone(undecided(*span, expected(), fault)),
            Err(error) => {
                let why = "a move that is not legal cannot be accepted";
                let difference = Difference::whole(*span, expected(), refused(rules, &error), why);
                return Some((vec![difference], forbidden(rules, game.position(), name)));
            }
        }
        events = game.take_events();
    }
    let legal = || game.legal();
    let after = After { board: &rules.board, left: game.left(), ending: game.ending(), legal: &legal };
    Some((after.differences(&example.expected), Decision::of(&rules.board, &events)))
}

/// What is known after a turn.
pub struct After<'a> {
    /// The board of the game.
    pub board: &'a Board,
    /// The position after the turn.
    pub left: &'a Position,
    /// How the game ended, if the turn ended it.
    pub ending: Option<&'a Ending>,
    /// Names the legal moves.
    pub legal: &'a dyn Fn() -> Vec<String>,
}

impl After<'_> {
    /// The expectations that do not hold.
    pub fn differences(&self, expected: &[Expectation]) -> Vec<Difference> {
        let differ = |stated: &Expectation| Difference::of(self.board, stated, self.actual(&stated.what)?, expected);
        expected.iter().filter_map(differ).collect()
    }
}

/// A position or a move for which the rules give no answer.
fn undecided(span: Span, expected: impl Into<String>, fault: Fault) -> Difference {
    let why = "the rules give no answer here";
    Difference { undecided: Some(fault.span), ..Difference::whole(span, expected, fault.message, why) }
}

/// Why a move cannot be played, with no more legal moves than can be read at once.
fn refused(rules: &Rules, error: &IllegalMove) -> String {
    let IllegalMove::NotLegal { name, legal } = error else { return error.to_string() };
    if notation::row_column(name).is_some() && notation::hole(&rules.board, name).is_none() {
        return format!("there is no hole `{name}`; legal: {legal}");
    }
    let legal: Vec<&str> = legal.split(' ').collect();
    if legal.len() <= MOST_NAMED {
        return error.to_string();
    }
    let (named, more) = legal.split_at(MOST_NAMED);
    format!("`{name}` is not legal here; legal: {}, and {} more", named.join(" "), more.len())
}

/// How the rules forbid a move; nothing is known if the mover could not even choose it.
pub fn forbidden(rules: &Rules, position: &Position, name: &str) -> Decision {
    let tried = choosable(rules, position).into_iter().find(|play| play.to_string() == name);
    let events = tried.map_or_else(Vec::new, |play| rehearse(rules, position, &play).0);
    if events.last() == Some(&Event::Illegal) { Decision::of(&rules.board, &events) } else { Decision::default() }
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
    (position.to_move, position.lot) = (example.to_move, example.lot);
    if let Some(turn) = example.turn {
        position.turns.fill(turn - 1);
    }
    position
}

impl After<'_> {
    /// What is true instead of an expectation. `None`: the board has nothing of the kind.
    fn actual(&self, expected: &Expected) -> Option<Expected> {
        let After { board, left, ending, legal } = self;
        Some(match (expected, ending) {
            (Expected::Board(_), _) => Expected::Board(seeds(&left.seeds[..board.holes()])),
            (Expected::Stores(_), _) => Expected::Stores(board.stores.iter().map(|store| left.seeds[*store]).collect()),
            (Expected::Ends(_), _) => {
                let [one, other] = board.end_cells().filter(|_| board.ends.value == Ends::Nobodys)?;
                Expected::Ends([one, other].map(|end| whole(left.seeds[end])))
            }
            (Expected::Marks(_), _) => Expected::Marks(left.marks.clone()),
            (Expected::Legal(_), _) => {
                let mut legal = legal();
                legal.sort();
                Expected::Legal(legal)
            }
            (Expected::Scores(_), Some(ending)) => Expected::Scores(ending.scores.clone()),
            (Expected::Next(_) | Expected::Winners(_), Some(ending)) => Expected::Winners(ending.winners.clone()),
            (Expected::Next(_) | Expected::Winners(_) | Expected::Scores(_), None) => Expected::Next(left.to_move),
            // these describe a refilling, which is not a turn
            (Expected::Closed(_) | Expected::Reserve(_) | Expected::Pot(_), _) => return None,
        })
    }
}

/// How an expectation differs from what a refilling gives.
fn refilled(rules: &Rules, round: &Refill, stated: &Expectation, example: &Example) -> Option<Difference> {
    let board = &rules.board;
    let is = match &stated.what {
        Expected::Board(_) => Expected::Board(seeds(&round.seeds[..board.holes()])),
        Expected::Closed(_) => {
            let closed: Vec<Cell> = (0..board.holes()).filter(|hole| round.closed[*hole]).collect();
            Expected::Closed(closed)
        }
        Expected::Reserve(_) => Expected::Reserve(round.reserve.clone()),
        Expected::Stores(_) => Expected::Stores(board.stores.iter().map(|store| round.seeds[*store]).collect()),
        Expected::Pot(_) => Expected::Pot(whole(round.pot.iter().sum())),
        // a refilling decides nothing else, as the file was told
        _ => return None,
    };
    Difference::of(board, stated, is, &example.expected)
}

fn seeds(seeds: &[i64]) -> Vec<u32> {
    seeds.iter().map(|seeds| whole(*seeds)).collect()
}

/// A number of seeds in a place that never owes any.
fn whole(seeds: i64) -> u32 {
    u32::try_from(seeds).unwrap_or(0)
}
