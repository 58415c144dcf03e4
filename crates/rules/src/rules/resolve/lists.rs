//! Resolves lists of rules: their cases and actions.

use super::effects::Done;
use super::resolver::Resolver;
use crate::problem::{Change, Code, Help, Problem, Remedy};
use crate::rules::model::{Action, Case, Condition, Effect, MOST_OFFERS, Moment, Outcome, Rule};
use crate::rules::vocabulary;
use crate::source::Span;
use crate::syntax::ast::{Condition as Node, Phrase, Rule as RuleNode, Section, Statement};

/// The rule that a list lacks at its end.
fn otherwise(moment: Moment, last: Option<Span>, head: Span) -> Remedy {
    let rule = if moment == Moment::BeforeTurn { "otherwise -> play" } else { "otherwise -> end turn" };
    let change = match last {
        Some(last) => Change::Last(last, rule.to_owned()),
        None => Change::Inside(head, rule.to_owned()),
    };
    Remedy::new(format!("Add `{rule}`"), change)
}

impl<'a> Resolver<'a> {
    /// Resolves a list of rules.
    pub(super) fn list(&mut self, section: Option<&'a Section>, moment: Moment) -> Vec<Rule> {
        let Some(section) = section else { return Vec::new() };
        let rules: Vec<&'a RuleNode> = section
            .body
            .iter()
            .filter_map(|statement| match statement {
                Statement::Rule(rule) => Some(rule),
                _ => None,
            })
            .collect();
        let total = matches!(moment, Moment::LastSeed | Moment::BeforeTurn);
        let offers = rules.iter().filter(|rule| rule.may.is_some());
        if let Some(rule) = offers.clone().nth(MOST_OFFERS).filter(|_| moment == Moment::BeforeTurn) {
            let message = format!("at most {MOST_OFFERS} rules of `before turn` may offer a move in place of a turn");
            self.wrong(Code::OutOfRange, rule.span, message, "join rules that offer the same with `or`");
        }
        self.at(moment, |resolver| resolver.cases(&rules, section.head, total, Resolver::action))
    }

    /// Resolves the cases of a list or a setting. Drops cases whose condition an option makes false.
    pub(super) fn cases<T>(
        &mut self,
        rules: &[&'a RuleNode],
        head: Span,
        total: bool,
        value: impl Fn(&mut Self, &'a RuleNode) -> Option<T>,
    ) -> Vec<Case<T>> {
        let mut cases = Vec::new();
        let mut last: Option<Span> = None;
        for rule in rules {
            if let Some(before) = last {
                let problem = self.problem(Code::NeverApplies, rule.span, "this rule can never apply");
                problem.labels.push((before, "`otherwise` above it decides every situation".to_owned()));
                problem.help = Some("move it above `otherwise`, or remove it".to_owned());
                problem.remedy = Some(Remedy::new("Remove this rule", Change::Remove(rule.span)));
            }
            self.no_words();
            let condition = match &rule.condition {
                Some(node) => self.condition(node),
                None => {
                    // what the mover may decline leaves something to decide
                    last = last.or(Some(rule.span).filter(|_| !self.can_be_declined(rule)));
                    Some(Condition::Constant(true))
                }
            };
            let said = rule.condition.as_ref().map_or("otherwise".to_owned(), |node| self.said(node));
            let value = value(self, rule);
            if let Some(span) = rule.may.filter(|_| !self.moment.has_may()) {
                let message = "`may` is possible only in `begin`, `last seed` and `before turn`";
                let remedy = Remedy::new("Remove `may`", Change::Replace(self.with_blank(span), String::new()));
                self.curable(Code::WrongMoment, span, message, "remove `may`", remedy);
            }
            let basis = self.basis(rule.tag.as_ref());
            let basis = self.with_words(basis);
            let (Some(condition), Some(value)) = (condition, value) else {
                continue;
            };
            let condition = match condition {
                Condition::Constant(false) => continue,
                Condition::Constant(true) => None,
                other => Some(other),
            };
            cases.push(Case {
                condition,
                value,
                said,
                told: rule.told.as_ref().map(|told| told.text.clone()),
                span: rule.span,
                basis,
            });
        }
        if total && last.is_none() {
            self.open_lists.push((self.moment, head, rules.last().map(|rule| rule.span)));
        }
        cases
    }

    /// Whether a rule leaves it to the mover whether it applies. To `play`, as is reported, is no such choice.
    fn can_be_declined(&self, rule: &RuleNode) -> bool {
        let plays = rule.effects.last().is_some_and(|phrase| self.source.slice(phrase.span) == "play");
        rule.may.is_some() && self.moment.has_may() && !plays
    }

    /// Reports lists that do not end with `otherwise`. If the file has no other problem and the list has rules, the
    /// prover decides later whether they cover every case.
    pub(super) fn report_open_lists(&mut self) {
        let proved_later = self.gathered.problems.is_empty() && self.known.file.unread.is_empty();
        for (moment, head, last) in std::mem::take(&mut self.open_lists) {
            if proved_later && last.is_some() {
                continue;
            }
            let message = "this list leaves situations undecided: its last rule is not `otherwise`";
            let help = "end it with `otherwise -> ..`: what happens in every other situation";
            self.curable(Code::Undecided, head, message, help, otherwise(moment, last, head));
        }
    }

    /// The text of a condition in the file, with single blanks.
    pub(super) fn said(&self, node: &Node) -> String {
        self.source.said(node.span)
    }

    /// Resolves the effects and the outcome of a rule.
    fn action(&mut self, rule: &'a RuleNode) -> Option<Action> {
        let action = self.action_of(&rule.effects.iter().collect::<Vec<_>>())?;
        let needed = matches!(self.moment, Moment::LastSeed | Moment::BeforeTurn);
        if needed && action.outcome.is_none() {
            let message = format!("this rule of {} does not say how the turn or game continues", self.moment.name());
            let help = if self.moment == Moment::LastSeed {
                "end it with `end turn`, `move again` or `sow after ..`"
            } else {
                "end it with `play`, `pass` or `game over`"
            };
            self.wrong(Code::MissingOutcome, rule.span, message, help);
        }
        if self.moment == Moment::BeforeTurn {
            self.offer_fits(rule, action.outcome.as_ref());
        }
        Some(Action { may: rule.may.is_some(), ..action })
    }

    /// Reports a rule of `before turn` that offers to play, and one that makes the players swap sides.
    fn offer_fits(&mut self, rule: &RuleNode, outcome: Option<&Outcome>) {
        match (rule.may, outcome) {
            (Some(span), Some(Outcome::Play)) => {
                let message = "`may` offers a move in place of a turn, but `play` is a turn";
                let help = "write what the player may do instead, such as `may pass`, or remove `may`";
                let remedy = Remedy::new("Remove `may`", Change::Replace(self.with_blank(span), String::new()));
                self.curable(Code::WrongMoment, span, message, help, remedy);
            }
            (None, Some(Outcome::SwapSides)) => {
                let span = rule.effects.last().map_or(rule.span, |phrase| phrase.span);
                let help = Help::write("swap sides", "may swap sides");
                let help = help.unwrap_or_else(|| "write `may swap sides`".into());
                self.wrong(Code::WrongMoment, span, "a player swaps sides only if he chooses to", help);
            }
            (_, Some(Outcome::SwapSides)) => {
                let span = rule.effects.last().map_or(rule.span, |phrase| phrase.span);
                self.swaps.push(span);
                self.swap_fits(span);
            }
            _ => {}
        }
    }

    /// A span with the blanks behind it.
    fn with_blank(&self, span: Span) -> Span {
        let behind = self.source.text.get(span.end..).unwrap_or("");
        Span::new(span.start, span.end + behind.len() - behind.trim_start_matches(' ').len())
    }

    /// Moves the outcome of a rule behind its effects; `None` if it has several.
    fn outcome_last(&self, phrases: &[&Phrase]) -> Option<Remedy> {
        let said = |phrase: &&Phrase| self.source.said(phrase.span);
        let is_outcome = |text: &String| {
            let fits = |form: &str| form.split(' ').zip(text.split(' ')).all(|(one, other)| one == other);
            let outcomes = vocabulary::rows(|meaning| matches!(meaning, vocabulary::Meaning::Outcome(Some(_))));
            text.starts_with("sow ") || outcomes.flat_map(vocabulary::Entry::forms).any(fits)
        };
        let (outcomes, mut effects): (Vec<String>, Vec<String>) = phrases.iter().map(said).partition(is_outcome);
        let [outcome] = outcomes.as_slice() else { return None };
        effects.push(outcome.clone());
        let place = phrases.first()?.span.to(phrases.last()?.span);
        Some(Remedy::sure("Move the outcome to the end", Change::Replace(place, effects.join(", "))))
    }

    pub(super) fn action_of(&mut self, phrases: &[&Phrase]) -> Option<Action> {
        let mut action = Action { may: false, effects: Vec::new(), outcome: None };
        let mut complete = true;
        for phrase in phrases {
            let behind = action.outcome.is_some();
            match self.effect(phrase) {
                Some(Done::Effect(effect)) => action.effects.push(effect),
                Some(Done::Outcome(outcome)) => action.outcome = Some(outcome),
                None => {
                    complete = false;
                    continue;
                }
            }
            if behind {
                let problem = Problem::new(
                    Code::EffectAfterOutcome,
                    phrase.span,
                    "this comes after the outcome and never happens",
                )
                .help("move the outcome to the end");
                self.gathered.add(Problem { remedy: self.outcome_last(phrases), ..problem });
            }
        }
        let lifts = action.effects.iter().any(|effect| matches!(effect, Effect::Lift(..)));
        if complete && matches!(action.outcome, Some(Outcome::Sow { .. })) && !lifts {
            let span = phrases.last().map_or(Span::default(), |phrase| phrase.span);
            let said = self.source.said(span);
            let here = matches!(said.as_str(), "sow after here" | "sow into here");
            let message = "no seeds were lifted that could be sown";
            let lifted = Help::write(&said, &format!("lift here, {said}")).filter(|_| here);
            let help = lifted.unwrap_or_else(|| "write `lift here, sow after here`".into());
            self.wrong(Code::NothingToSow, span, message, help);
        }
        // a number given by an option may be 0: then no hole is chosen
        action.effects.retain(|effect| effect.choice().is_none_or(|(number, _)| number > 0));
        complete.then_some(action)
    }
}
