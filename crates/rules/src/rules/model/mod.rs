//! The meaning of a rule file: names are resolved, options are applied, nothing is left to choose.
//!
//! The checker, `explain`, the narrator and the compiler read only this model, never the syntax tree.

mod board;
mod conditions;
mod contest;
mod effects;
mod example;
mod moment;
mod needs;
mod places;
mod rule;
mod sayings;
mod sources;
mod stated;
mod walk;
mod words;

pub use board::{Board, ClockwiseTrack, Ends, Layout, Mark, Side, Track, is_same_loop};
pub use conditions::{
    Amount, Condition, Direction, HoleSet, Keeper, Marker, NumberSet, One, Property, Relation, Steps, Stride, Way,
    Whose,
};
pub use contest::{Contest, EmptyHoles, Fill, LastHole, NextStarter, NobodyWon, NobodysHoles, Surplus, WonBy};
pub use effects::{Effect, Endless, Outcome, Turning, Who};
pub use example::{Example, Expectation, Expected};
pub use moment::{Moment, Need};
pub use places::{Cell, CountedFrom, Player, Players};
pub use rule::{Action, Rule};
pub use sayings::{Forms, Meant, Saying};
pub use sources::{ReadOf, SourceText};
pub use stated::{Basis, Case, Ground, Kind, Likeness, Origin, Stated};
pub use walk::{MOST_OFFERS, Part};
pub use words::{Across, Change, Fact, Fixed, Happened, InMatch};

use std::sync::Arc;

use super::notation::player_name;
use crate::problem::Problem;
use crate::source::Span;

/// The rules of a whole game under the readings chosen, ready to play.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// Names and regions of the game.
    #[doc(hidden)]
    pub about: About,
    /// The sources that the file lists.
    #[doc(hidden)]
    pub sources: Vec<SourceText>,
    /// All options, each with the reading in force.
    #[doc(hidden)]
    pub options: Vec<Choice>,
    /// The board at the start.
    #[doc(hidden)]
    pub board: Board,
    /// The `move` sections. The first whose condition holds and that offers a legal move is in force.
    #[doc(hidden)]
    pub moves: Vec<MoveRules>,
    /// Holes that sowing passes over.
    #[doc(hidden)]
    pub skip: Option<Stated<HoleSet>>,
    /// Why the hole from which a lap came is sown like others, where `skip` does not pass over it; empty if the file
    /// does not say.
    #[doc(hidden)]
    pub start_hole: Basis,
    /// What becomes of endless sowing.
    #[doc(hidden)]
    pub endless: Option<Stated<Endless>>,
    /// The rules of `each seed`, read after every seed.
    #[doc(hidden)]
    pub each_seed: Vec<Rule>,
    /// The rules of `last seed`, read after the last seed of a lap.
    #[doc(hidden)]
    pub last_seed: Vec<Rule>,
    /// The rules of `after turn`, read once after the turn.
    #[doc(hidden)]
    pub after_turn: Vec<Rule>,
    /// The rules of `before turn`, read whenever a player is to move.
    #[doc(hidden)]
    pub before_turn: Vec<Rule>,
    /// A position counts as repeated from this occurrence on.
    #[doc(hidden)]
    pub repeated: Option<Stated<u32>>,
    /// The score of a player at the end; `None` if only a rule names a winner.
    #[doc(hidden)]
    pub score: Stated<Option<Amount>>,
    /// The rules of the match; `None` for a single game.
    #[doc(hidden)]
    pub contest: Option<Contest>,
    /// Conditions that the file says never hold. `check` tests them; they have no effect on play.
    #[doc(hidden)]
    pub claims: Vec<Claim>,
    /// What is worth a look in the file though nothing is wrong, in no order.
    #[doc(hidden)]
    pub remarks: Vec<Problem>,
    /// Notes on what the sources say and the file leaves out.
    #[doc(hidden)]
    pub left_out: Vec<Stated<String>>,
    /// Whether rules ask about the turn before. Only then does it belong to a position.
    #[doc(hidden)]
    pub remembers: bool,
    /// Whether a rule asks to whom the lot of the round falls.
    #[doc(hidden)]
    pub asks_for_lots: bool,
    /// The worked examples.
    #[doc(hidden)]
    pub examples: Vec<Example>,
    /// Statements that only define a word for others to use: the word, where it stands and where it was read.
    #[doc(hidden)]
    pub words: Vec<Stated<String>>,
    /// The words for which the file has a phrase, once for each meaning that a word has where it is used.
    #[doc(hidden)]
    pub sayings: Vec<Saying>,
}

impl Rules {
    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// How many players the game has.
    pub fn players(&self) -> usize {
        self.board.players.value
    }

    /// The name of a player, counted from 0: South and North, or `player 1` and so on where two do not play.
    pub fn player_name(&self, player: Player) -> String {
        player_name(self.players(), player)
    }

    /// Rows of holes.
    pub fn rows(&self) -> usize {
        self.board.rows.value
    }

    /// Holes in a row.
    pub fn columns(&self) -> usize {
        self.board.columns.value
    }

    /// The options of the file, each with its readings and the one in force.
    pub fn options(&self) -> &[Choice] {
        &self.options
    }

    /// Whether the file describes how rounds follow one another, so that whole matches can be played.
    pub fn has_match(&self) -> bool {
        self.contest.is_some()
    }

    /// Whether the player chooses the direction somewhere in the game. Moves then name their direction.
    pub fn chooses_way(&self) -> bool {
        self.directions().any(|direction| matches!(direction, Direction::Either | Direction::AsLast(_)))
    }

    /// Whether a direction depends on the last turn of a player. Only then does that turn's direction belong to a
    /// position.
    pub fn recalls_ways(&self) -> bool {
        self.directions().any(|direction| matches!(direction, Direction::AsLast(_)))
    }

    /// The direction in which all moves of a player begin; `None` if they can begin in either.
    pub fn only_way(&self, player: Player) -> Option<Way> {
        let mut ways = self.directions().map(|direction| match direction {
            Direction::One(way) => Some(*way),
            Direction::PerPlayer(ways) => ways.get(player).copied(),
            Direction::Either | Direction::AsLast(_) => None,
        });
        let first = ways.next()??;
        ways.all(|way| way == Some(first)).then_some(first)
    }

    /// The direction of holes ahead for a player while no lap runs.
    pub fn way_at_rest(&self, player: Player) -> Way {
        self.only_way(player).unwrap_or(Way::Counterclockwise)
    }

    /// Whether a lap may go clockwise.
    pub fn goes_clockwise(&self) -> bool {
        let turns = |rule: &Rule| match &rule.value.outcome {
            Some(Outcome::Sow { turning, .. }) => turning.is_some_and(|turning| turning.may_be(Way::Clockwise)),
            _ => false,
        };
        self.directions().any(|direction| direction.may_be(Way::Clockwise)) || self.rules_of_play().any(turns)
    }

    fn directions(&self) -> impl Iterator<Item = &Direction> {
        self.moves.iter().flat_map(|section| &section.direction).map(|case| &case.value)
    }
}

/// Names and regions of a game.
#[derive(Clone, Debug)]
pub struct About {
    /// The name of the game.
    pub name: String,
    /// The name of the game that it is like.
    pub like: Option<Stated<String>>,
    /// Other names of the game.
    pub also: Option<Stated<Vec<String>>>,
    /// The regions where the game is played.
    pub region: Option<Stated<Vec<String>>>,
    /// How the players agree on who begins.
    pub starter: Option<Stated<Vec<String>>>,
}

/// An option with its readings.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The names that `--set` takes; several if they take their readings together.
    pub names: Vec<String>,
    /// All readings, at least two. The list does not depend on the reading in force.
    pub readings: Arc<[ReadingText]>,
    /// Index into `readings` of the reading in force.
    pub chosen: usize,
    /// The value in force for each of `names`.
    pub values: Vec<String>,
    /// The section of the setting; `None` if it stands under `options`.
    pub section: Option<String>,
    /// Where the option stands.
    pub span: Span,
}

/// One reading of an option.
#[derive(Clone, Debug)]
pub struct ReadingText {
    /// The value for each name of the option.
    pub values: Vec<String>,
    /// The meaning in words, if the file gives it.
    pub note: Option<String>,
    /// Where the reading was read, or why it is assumed.
    pub basis: Basis,
}

/// A `move` section: what a player may choose.
#[derive(Clone, Debug)]
pub struct MoveRules {
    /// The name of the section.
    pub name: Option<String>,
    /// What such a move is, in the words of the file.
    pub title: Option<String>,
    /// The condition under which the section is in force; `None` for always.
    pub when: Option<Condition>,
    /// Where that condition was read, or why it is assumed.
    pub basis: Basis,
    /// The holes that may be chosen. An empty hole never may.
    pub from: Vec<Case<HoleSet>>,
    /// The direction of sowing.
    pub direction: Vec<Case<Direction>>,
    /// What happens with the chosen hole.
    pub begin: Vec<Rule>,
    /// Where the head of the section stands.
    pub span: Span,
}

/// A claim that a condition is never true in any position of the game.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The claim in the words of the file.
    pub title: String,
    /// The condition. It is tested where a player is to move and where a turn ended the game.
    pub condition: Condition,
    /// The text of the condition in the file.
    pub said: String,
    /// Where the head of the section stands.
    pub span: Span,
    /// Where the claim was read, or why it is assumed.
    pub basis: Basis,
}
