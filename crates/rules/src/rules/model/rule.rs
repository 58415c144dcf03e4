//! Rules of the lists.

use super::effects::{Effect, Outcome};
use super::stated::Case;

/// A rule of a list. Only the first rule whose condition holds applies.
pub type Rule = Case<Action>;

/// What a rule does.
#[derive(Clone, Debug)]
pub struct Action {
    /// Whether the mover chooses whether the rule applies. In `before turn`, the rule then offers him a move in place
    /// of a turn.
    pub may: bool,
    /// The effects, in order.
    pub effects: Vec<Effect>,
    /// How play goes on; `None` if the rule does not say.
    pub outcome: Option<Outcome>,
}

impl Action {
    /// Whether it does nothing but let play go on. As the last rule of its list it says nothing that a source could say.
    pub fn lets_play_go_on(&self) -> bool {
        !self.may && self.effects.is_empty() && self.outcome == Some(Outcome::Play)
    }
}
