//! The rule that would decide a move, in the sentence of `explain`.

use super::decided::Decision;
use crate::game::{Move, Position};
use crate::narrator::rehearse;
use crate::rules::explain::rule_told;
use crate::rules::model::Rules;
use crate::source::Source;

/// The sentence of the rule that would decide the turn of a move, and its line in words: `line 57`. `None` for what is no
/// turn, and if no rule decides it.
pub fn foreseen(rules: &Rules, source: &Source, position: &Position, play: &Move) -> Option<(String, String)> {
    let Move::Sow(sowing) = play else { return None };
    let (events, _) = rehearse(rules, position, sowing);
    let rule = Decision::of(&rules.board, &events).rules.into_iter().next()?;
    Some((rule_told(rules, rule.span)?, source.line(rule.span.start).in_words()))
}
