//! What a statement rests on, told where it is cited.

use mancala_rules::rules::model::{Kind, Origin};
use mancala_rules::syntax::tokens::{Kind as Sign, Token};

use super::Document;
use super::unused;

/// Of what kind the ground of the statement is whose citation holds the token at `index`; `None` outside of citations.
pub(super) fn ground(document: &Document, tokens: &[Token<'_>], index: usize) -> Option<String> {
    let begins = tokens[..=index].iter().rposition(|token| token.is("@"))?;
    let within = |token: &Token<'_>| matches!(token.kind, Sign::Word | Sign::Text) || token.is(",");
    if !tokens[begins + 1..=index].iter().all(|token| within(token) && (token.lines_before == 0 || token.goes_on)) {
        return None;
    }
    let ruleset = unused::read(&document.source).ok()?;
    let statements = ruleset.statements();
    let before = |end: usize| end <= tokens[begins].start;
    let statement = statements
        .iter()
        .filter(|statement| ruleset.source.is_own(statement.span) && before(statement.span.end))
        .max_by_key(|statement| statement.span.end)?;
    let games: Vec<&str> = statement.basis.iter().filter_map(Origin::like).collect();
    Some(match statement.kind() {
        Kind::Documented => "The statement is documented for this game.".to_owned(),
        Kind::TakenOver => format!("The statement is taken from a similar game: {}.", games.join(" and ")),
        Kind::Assumed => "The statement, or a part of it, is assumed.".to_owned(),
        Kind::Neither => return None,
    })
}
