//! Rules of lists.

use super::effects::{Effect, Outcome};
use super::stated::Case;

/// A rule of a list; the first whose condition holds applies.
pub type Rule = Case<Action>;

/// What a rule does.
#[derive(Clone, Debug)]
pub struct Action {
    /// Whether the mover chooses if it applies.
    pub may: bool,
    /// Done in order.
    pub effects: Vec<Effect>,
    /// How it goes on then; none in lists where nothing more happens.
    pub outcome: Option<Outcome>,
}
