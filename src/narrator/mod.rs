//! Plays a game by reading Rules directly, and tells what happens and which rule decided it.
//!
//! It is the witness for every faster player: plain, with nothing worked out beforehand.

mod game;
mod position;
mod refilled;
mod telling;
mod turn;
mod view;

pub use game::{Ending, Game, Legal, MOST_ANSWERS, NotLegal, Standing, may_choose};
pub use position::{LastTurn, Position};
pub use refilled::{Decided, after_refilling};
pub use telling::{Event, tell};
pub(crate) use turn::choices;
#[cfg(test)]
pub(crate) use turn::picks;
pub use turn::{MOST_LAPS, MOST_SOWN, Moment, TurnEnd, Verdict, Watcher, What, ways};
pub use view::Standings;

use crate::notation::{cell_name, short_name};
use crate::rules::model::{Board, Cell, HoleSet, Player, Rules, Way};
use crate::source::Span;

/// A situation for which a rule file gives no answer: a defect of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The statement at fault.
    pub span: Span,
    /// What is wrong, in words of the game.
    pub message: String,
}

impl Fault {
    pub(crate) const UNDECIDED: &str = "no rule says how the turn goes on after the last seed";
    pub(crate) const EMPTY_HAND: &str = "a rule sows, and there is nothing in the hand";
    pub(crate) const OFF_TRACK: &str = "a rule sows from a hole that the mover's sowing does not go round";
    pub(crate) const HAND_LEFT: &str = "a turn ended with seeds in the hand";
    pub(crate) const PLACES_TOO_MANY: &str = "a rule places more seeds than are in the hand";
    pub(crate) const NO_ENDLESS: &str = "a sowing would never end, and no `endless:` says what becomes of it";
    pub(crate) const NO_DIRECTION: &str = "no case of `direction` fits";
    pub(crate) const NO_FROM: &str = "no case of `from` fits";
    pub(crate) const TOO_MANY_WAYS: &str = "one hole can be played in more than 4096 ways";
    pub(crate) const NOTHING_BEFORE_TURN: &str = "no rule of `before turn` fits";
    pub(crate) const NOTHING_TO_PLAY: &str = "`play` is said, and the mover has no legal move";

    pub(crate) fn not_one_hole(found: usize) -> String {
        format!("`sow` needs one hole, and here are {found}")
    }

    fn new(span: Span, message: impl Into<String>) -> Self {
        Fault { span, message: message.into() }
    }
}

/// The cells of a set as a player sees it between turns.
pub fn cells_for(rules: &Rules, position: &Position, player: Player, set: &HoleSet) -> Vec<Cell> {
    let facts = view::Facts::between_turns(rules, position.to_move);
    view::View::new(rules, position, &facts).of(player).set(set)
}

/// A move: a hole, a direction, and what the mover chooses in the turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The hole it starts from.
    pub hole: Cell,
    /// Where it is sown.
    pub way: Way,
    /// Whether moves of this game say their direction.
    pub says_way: bool,
    /// What he chooses, in the order in which he is asked.
    pub answers: Vec<Answer>,
    /// The `move` section in force, an index into `Rules::moves`.
    pub section: usize,
}

impl Move {
    /// The move as it is written: `c1`, `c1-`, `c1+yn`, `c1:b3:d4`.
    pub fn name(&self, board: &Board) -> String {
        let mut name = cell_name(board, self.hole);
        if self.says_way {
            name.push(if self.way == Way::Counterclockwise { '+' } else { '-' });
        }
        for answer in &self.answers {
            match answer {
                Answer::Yes => name.push('y'),
                Answer::No => name.push('n'),
                Answer::Holes(cells) => name.extend(cells.iter().map(|cell| format!(":{}", short_name(board, *cell)))),
            }
        }
        name
    }

    /// Moves are listed by column, row, direction, answers.
    fn order(&self, board: &Board) -> impl Ord + use<> {
        let (row, column) = board.row_column(self.hole).unwrap_or_default();
        let answers: Vec<Vec<(usize, usize)>> = self
            .answers
            .iter()
            .map(|answer| match answer {
                Answer::Yes => vec![(0, 0)],
                Answer::No => vec![(1, 0)],
                Answer::Holes(cells) => cells.iter().map(|cell| listed(board, *cell)).collect(),
            })
            .collect();
        (column, row, self.way == Way::Clockwise, answers)
    }
}

/// What the mover chooses where the rules ask him.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The `may` rule applies.
    Yes,
    /// It does not.
    No,
    /// These holes, in the order in which holes are listed.
    Holes(Vec<Cell>),
}

/// Holes are listed by column and row, ends behind them.
fn listed(board: &Board, cell: Cell) -> (usize, usize) {
    board.row_column(cell).map_or((usize::MAX, cell), |(row, column)| (column, row))
}

/// Plays a move from a position, whether it is legal or not, and tells what happened until the turn was over, until the
/// mover had to say whether a rule applies, or until the rules gave no answer.
pub fn rehearse(rules: &Rules, position: &Position, play: &Move) -> (Vec<Event>, Option<Fault>) {
    let mut turn = turn::Turn::new(rules, position, play, true);
    let fault = turn.play().err();
    (turn.events.unwrap_or_default(), fault)
}

/// Plays a move as [`rehearse`] does, and shows every moment of it to somebody: each seed that falls, and each event.
pub fn watch<'w>(rules: &'w Rules, position: &Position, play: &'w Move, watcher: &'w mut Watcher<'w>) -> Option<Fault> {
    turn::Turn::new(rules, position, play, false).watched(watcher).play().err()
}
