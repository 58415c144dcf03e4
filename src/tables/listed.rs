//! Rules of the lists of a turn, as they stand in tables.

use super::code::Test;
use crate::rules::model::Rules;
use crate::source::Span;

/// A rule of a list: its condition, and what it does, an index into [`MoverTables::actions`].
#[derive(Clone, Debug)]
pub struct Listed<M> {
    /// When it applies.
    pub test: Test<M>,
    /// What it does.
    pub action: u16,
    /// Whether its condition asks for a legal move.
    pub asks_for_moves: bool,
}

/// The list that a rule stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// `begin` of a `move` section.
    Begin(usize),
    /// `each seed`.
    EachSeed,
    /// `last seed`.
    LastSeed,
    /// `after turn`.
    AfterTurn,
    /// `before turn`.
    BeforeTurn,
}

/// A rule, found again by its number.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// The list that it stands in.
    pub list: List,
    /// Its condition, as the file says it.
    pub said: String,
    /// Where it stands.
    pub span: Span,
}

/// Conditions that a table does not decide, each with the action that it guards, an index into the mover's actions.
/// The last may have none.
pub type Branches<M> = Vec<(Option<Test<M>>, u16)>;

/// All rules of the lists of a turn, in the order of their numbers.
pub(super) fn rule_texts(rules: &Rules) -> Vec<RuleText> {
    let begins = rules.moves.iter().enumerate().map(|(index, section)| (List::Begin(index), &section.begin));
    let lists = begins.chain([
        (List::EachSeed, &rules.each_seed),
        (List::LastSeed, &rules.last_seed),
        (List::AfterTurn, &rules.after_turn),
        (List::BeforeTurn, &rules.before_turn),
    ]);
    lists
        .flat_map(|(list, rules)| {
            rules.iter().map(move |rule| RuleText { list, said: rule.said.clone(), span: rule.span })
        })
        .collect()
}
