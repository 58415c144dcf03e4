//! The rule that would decide a move, in the sentence of `explain`.

use mancala_engine::game::{Move, Position};
use mancala_engine::narrator::rehearse;
use mancala_rules::rules::explain::rule_told;
use mancala_rules::rules::model::Rules;
use mancala_rules::source::Source;

use super::decided::Decision;

/// The sentence of the rule that would decide the turn of a move, and its line in words: `line 57`. `None` for what is no
/// turn, and if no rule decides it.
pub fn foreseen(rules: &Rules, source: &Source, position: &Position, play: &Move) -> Option<(String, String)> {
    let Move::Sow(sowing) = play else { return None };
    let (events, _) = rehearse(rules, position, sowing);
    let rule = Decision::of(&rules.board, &events).rules.into_iter().next()?;
    Some((rule_told(rules, rule.span)?, source.line(rule.span.start).in_words()))
}
