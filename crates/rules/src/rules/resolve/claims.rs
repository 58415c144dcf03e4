//! Resolves the claims about every position of a game.

use super::examples::readings_asked;
use super::outline::Outline;
use super::resolver::Resolver;
use crate::problem::Code;
use crate::rules::model::{Claim, Moment};
use crate::rules::vocabulary::SectionWord;
use crate::source::Span;
use crate::syntax::ast::{Asked, Section, Statement};

impl<'a> Resolver<'a> {
    /// Resolves the claims. Claims under other readings are checked, but not returned.
    pub(super) fn claims(&mut self, outline: &Outline<'a>) -> Vec<Claim> {
        let sections = outline.all(SectionWord::Never).to_vec();
        sections.into_iter().filter_map(|section| self.claim(section)).collect()
    }

    fn claim(&mut self, section: &'a Section) -> Option<Claim> {
        let in_force = self.in_force(section)?;
        let asked: Vec<&'a Asked> = section
            .body
            .iter()
            .filter_map(|statement| match statement {
                Statement::Asked(asked) => Some(asked),
                _ => None,
            })
            .collect();
        let Some((first, others)) = asked.split_first() else {
            if section.body.is_empty() {
                let help = "write what is never true: `never \"a single seed remains\" { seeds in holes is 1 }`";
                self.bad_claim(section.head, "this claim says nothing", help);
            }
            return None;
        };
        if let Some(other) = others.first() {
            let help = "join the conditions with `and` or `or`, or make two claims";
            self.bad_claim(other.condition.span, "a claim holds one condition", help);
        }
        if let Some(when) = first.when {
            let help = "write only the condition; `when` after the title says for which readings the claim holds";
            self.bad_claim(when, "a claim is a condition without `when`", help);
        }
        self.no_words();
        let condition = self.at(Moment::Claim, |resolver| resolver.condition(&first.condition));
        let basis = self.basis(first.tag.as_ref());
        let basis = self.with_words(basis);
        let claim = Claim {
            title: section.title.as_ref().map_or(String::new(), |title| title.text.clone()),
            condition: condition?,
            said: self.said(&first.condition),
            span: section.head,
            basis,
        };
        in_force.then_some(claim)
    }

    /// Whether a claim applies under the readings in force; `None`, with a problem reported, if its readings are not
    /// understood.
    fn in_force(&mut self, section: &'a Section) -> Option<bool> {
        let readings = match readings_asked(section) {
            Ok(readings) => readings,
            Err(span) => {
                let help = "write `when NAME is READING`; join several with `and`";
                self.bad_claim(span, "it is unclear for which readings this claim holds", help);
                return None;
            }
        };
        if let Some((name, _)) = readings.iter().find(|(name, _)| self.option(name).is_none()) {
            let span = section.when.as_ref().map_or(section.head, |when| when.span);
            self.bad_claim(span, format!("the file has no option `{name}`"), "name an option of the file");
            return None;
        }
        Some(self.accords(&readings))
    }

    fn bad_claim(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.wrong(Code::BadClaim, span, message, help);
    }
}
