//! What is found: which readings fit, what refutes the others, and what would separate those that are left.

use mancala_engine::game::Position;
use mancala_rules::rules::model::{Basis, Player};
use mancala_rules::source::Span;

/// A line of a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// The first statement of the records that rules contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Where the record says it.
    pub place: Place,
    /// The title of the record.
    pub record: String,
    /// How many records the rules allow before this one.
    pub passed: usize,
    /// Whether the record cannot even be read for this board.
    pub misread: bool,
    /// The moves of this record up to here, as far as they are known.
    pub after: Vec<String>,
    /// In how many holes, or other things, the record differs from the rules here.
    pub differences: usize,
    /// What the record has, and what the rules give.
    pub said: String,
    /// Which rules decided, as the file says them; empty if none did.
    pub decided: String,
}

/// A reading of an option, with its number among the values that were tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value of each name of the option.
    pub texts: Vec<String>,
    /// What `--set` takes to choose it, by name.
    pub settings: Vec<(String, String)>,
    /// Its meaning in words, if the file gives it.
    pub note: Option<String>,
    /// Where it was read, or why it is assumed.
    pub basis: Basis,
}

/// An option, and what became of its readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFit {
    /// Its names.
    pub names: Vec<String>,
    /// Where it stands in the rule file.
    pub span: Span,
    /// Its readings.
    pub values: Vec<Value>,
    /// Which of them occur in a set that fits.
    pub fits: Vec<bool>,
    /// Whether every set that fits also does so with each other reading of this option.
    pub is_open: bool,
}

/// One reading of each option, by index into [`OptionFit::values`].
pub type Set = Vec<usize>;

/// A reading that occurs in no set that fits, or a set of readings that each occur in one, and what refutes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The readings: an option and one of its values, both by index.
    pub readings: Vec<(usize, usize)>,
    /// What refutes them, with readings of the other options that fit if there are any.
    pub by: Refutation,
}

/// A record that does not decide, because it leaves too many moves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Where the moves are left open.
    pub place: Place,
    /// In how many ways they can be played, at least.
    pub ways: usize,
}

/// A position and a move whose outcome tells readings apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The moves that lead there from the start, under all readings compared; `None` from a record's own position.
    pub line: Vec<String>,
    /// Whether the line begins at the start of the game and not at a position of a record.
    pub from_start: bool,
    /// The move; `None` if the boards at the start differ.
    pub play: Option<(Player, String)>,
    /// What can come of it, and the kinds of play, by index, under which it does.
    pub outcomes: Vec<(Outcome, Vec<usize>)>,
}

/// What comes of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The move is not legal.
    Illegal,
    /// It is legal, and leads to this position.
    Leads {
        /// The position after it.
        position: Box<Position>,
        /// The winners and the scores, if the game is over.
        ended: Option<(Vec<Player>, Vec<i64>)>,
    },
}

/// Sets of readings under which the game is played alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The sets.
    pub sets: Vec<Set>,
}

/// What the records show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Number of records, saved games included.
    pub records: usize,
    /// Moves that they tell.
    pub moves: usize,
    /// Number of sets of readings.
    pub sets: usize,
    /// Number of these that were tried: all, unless the work was stopped.
    pub tried: usize,
    /// The options whose readings were tried.
    pub options: Vec<OptionFit>,
    /// Names of options that decide only what happens between rounds, of which no record tells.
    pub between_rounds: Vec<String>,
    /// The kinds of play that fit.
    pub kinds: Vec<Kind>,
    /// Readings that fit in no set, in the order of the options. If no set fits, the set that is refuted latest.
    pub refuted: Vec<Refuted>,
    /// Readings that fit one by one, but not together.
    pub apart: Vec<Refuted>,
    /// Records that leave too much open.
    pub undecided: Vec<Undecided>,
    /// Questions that separate the kinds that fit, the best first.
    pub questions: Vec<Question>,
    /// How many kinds of play were compared for them.
    pub compared: usize,
    /// Whether all compared kinds are told apart by the questions.
    pub told_apart: bool,
    /// Whether the work was stopped before its end.
    pub stopped: bool,
}

impl Fit {
    /// Number of sets of readings that fit.
    pub fn fitting(&self) -> usize {
        self.kinds.iter().map(|kind| kind.sets.len()).sum()
    }
}
