//! What a rule file means: names resolved, options applied, nothing left to choose.
//!
//! The checker, `explain`, the narrator and the compiler read this model and nothing before it.

mod board;
mod conditions;
mod contest;
mod effects;
mod example;
mod moment;
mod needs;
mod places;
mod rule;
mod stated;
mod walk;
mod words;

pub use board::{Board, Ends, Layout, Side, Track};
pub use conditions::{
    Amount, Condition, Direction, HoleSet, Marker, NumberSet, One, Property, Relation, Steps, Way, Whose,
};
pub use contest::{Contest, EmptyHoles, Fill, LastHole, NextStarter, NobodyWon, Surplus, WonBy};
pub use effects::{Effect, Endless, Outcome, Turning, Who};
pub use example::{Example, Expectation, Expected};
pub use moment::{Moment, Need};
pub use places::{Cell, CountedFrom, Player};
pub use rule::{Action, Rule};
pub use stated::{Basis, Case, Origin, Stated};
pub use walk::Part;
pub use words::{Across, Change, Fact, Fixed, Happened, InMatch};

use std::sync::Arc;

use crate::source::Span;

/// A whole game, ready to be played.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What the game is called, by whom.
    pub about: About,
    /// The sources cited.
    pub sources: Vec<SourceText>,
    /// All options with the reading chosen.
    pub options: Vec<Choice>,
    /// The board at the start.
    pub board: Board,
    /// What a player may choose; the first in force that offers a legal move.
    pub moves: Vec<MoveRules>,
    /// Holes that sowing passes over.
    pub skip: Option<Stated<HoleSet>>,
    /// What becomes of a sowing that never ends.
    pub endless: Option<Stated<Endless>>,
    /// Read after every seed.
    pub each_seed: Vec<Rule>,
    /// Read after the last seed of a lap.
    pub last_seed: Vec<Rule>,
    /// Read once after the turn.
    pub after_turn: Vec<Rule>,
    /// Read whenever a player is to move.
    pub before_turn: Vec<Rule>,
    /// From which occurrence on a position counts as repeated.
    pub repeated: Option<Stated<u32>>,
    /// What a player has at the end; none where only a rule names a winner.
    pub score: Stated<Option<Amount>>,
    /// How rounds follow one another; none for a single game.
    pub contest: Option<Contest>,
    /// What is claimed of every position of a game; no game is played by it.
    pub claims: Vec<Claim>,
    /// What the sources say and the file does not carry.
    pub left_out: Vec<Stated<String>>,
    /// Whether rules ask about the turn before: only then positions tell of it.
    pub remembers: bool,
    /// Worked positions.
    pub examples: Vec<Example>,
    /// Statements that only give a word for others to use: the word, where it stands, where it was read.
    pub words: Vec<Stated<String>>,
}

impl Rules {
    /// Whether moves say their direction: somewhere in the game the player chooses it.
    pub fn chooses_way(&self) -> bool {
        self.moves.iter().flat_map(|section| &section.direction).any(|case| case.value == Direction::Either)
    }
}

/// Names and places of a game.
#[derive(Clone, Debug)]
pub struct About {
    /// The name.
    pub name: String,
    /// Other names.
    pub also: Option<Stated<Vec<String>>>,
    /// Where it is played.
    pub region: Option<Stated<Vec<String>>>,
}

/// A source.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Its key.
    pub key: String,
    /// Title, and where it can be found.
    pub texts: Vec<String>,
}

/// An option with its readings.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The names that `--set` takes; several if they take their readings together.
    pub names: Vec<String>,
    /// At least two. They are the same whichever is in force.
    pub readings: Arc<[ReadingText]>,
    /// The reading in force, an index into `readings`.
    pub chosen: usize,
    /// The value in force for each name.
    pub values: Vec<String>,
    /// The section whose setting it is; none if it stands under `options`.
    pub section: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// One reading of an option.
#[derive(Clone, Debug)]
pub struct ReadingText {
    /// A value for each name.
    pub values: Vec<String>,
    /// What it means in words.
    pub note: Option<String>,
    /// Where it was read.
    pub basis: Basis,
}

/// A `move` section.
#[derive(Clone, Debug)]
pub struct MoveRules {
    /// Its name.
    pub name: Option<String>,
    /// When it is in force.
    pub when: Option<Condition>,
    /// Holes that may be chosen; an empty one never may.
    pub from: Vec<Case<HoleSet>>,
    /// Where sowing goes.
    pub direction: Vec<Case<Direction>>,
    /// What is done with the chosen hole.
    pub begin: Vec<Rule>,
    /// Its head.
    pub span: Span,
}

/// What is claimed of every position of a game: that a condition is never true.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What it says, in the words of the file.
    pub title: String,
    /// What is never true where a player is to move, or where a turn ended the game.
    pub condition: Condition,
    /// The condition as the file says it.
    pub said: String,
    /// Where its head stands.
    pub span: Span,
    /// Where it was read.
    pub basis: Basis,
}
