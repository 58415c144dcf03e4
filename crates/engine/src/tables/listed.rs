//! Compiled rules of the lists of a turn.

use mancala_rules::rules::model::Rules;
use mancala_rules::source::Span;

use super::code::Test;

/// A compiled rule of a list.
#[derive(Clone, Debug)]
pub struct Listed<M> {
    /// The condition.
    pub test: Test<M>,
    /// Index of the action in [`MoverTables::actions`](super::MoverTables::actions).
    pub action: u16,
    /// Whether the condition asks if the mover has a legal move.
    pub asks_for_moves: bool,
}

/// The list that contains a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// `begin` of the `move` section of this index.
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

/// The source text of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The list that contains it.
    pub list: List,
    /// Its condition as written in the file.
    pub said: String,
    /// Where it stands in the file.
    pub span: Span,
}

/// Guards that a table cannot decide, each with the index of its action; a branch without a guard always applies. The
/// first branch that applies counts, or a later one if the mover may decline it and does.
pub type Branches<M> = Vec<(Option<Test<M>>, u16)>;

/// The texts of all rules, ordered by [`RuleId`](super::RuleId).
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
