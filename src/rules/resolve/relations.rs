//! Holes seen from others: opposite, ahead and back, and runs.

use super::resolver::{Moment, Resolver};
use crate::problem::Code;
use crate::rules::model::{HoleSet, Relation, Steps};
use crate::source::Span;
use crate::syntax::ast::{Filter, Word, Words};

impl Resolver<'_> {
    pub(super) fn run(&mut self, back: bool, step: u32, filter: Option<&Filter>, span: Span) -> Option<HoleSet> {
        self.here_exists(span)?;
        self.walks(span);
        match filter {
            Some(filter) if filter.keep_going => {
                let condition = self.tested(|resolver| resolver.condition(&filter.condition))?;
                Some(HoleSet::Run { back, step, condition: Box::new(condition) })
            }
            _ => {
                let help = "write `run back while holds 2 or 3`";
                self.wrong(Code::NotAHoleSet, span, "a run needs `while` and a condition", help);
                None
            }
        }
    }

    /// `run back`, `run ahead by 2`. Outer none: a problem was told.
    #[expect(clippy::option_option, reason = "a run, no run, or a run that is wrong")]
    pub(super) fn run_words(&mut self, words: &Words) -> Option<Option<(bool, u32)>> {
        let texts: Vec<&str> = words.words.iter().map(|word| word.text.as_str()).collect();
        let back = match texts.as_slice() {
            ["run", "back", ..] => true,
            ["run", "ahead", ..] => false,
            _ => return Some(None),
        };
        match &words.words[2..] {
            [] => Some(Some((back, 1))),
            [by, number] if by.text == "by" && !number.ordinal && number.number.is_some() => {
                self.small_number(number).map(|step| Some((back, step)))
            }
            _ => {
                self.wrong(
                    Code::NotAHoleSet,
                    words.span,
                    "this run is not understood",
                    "write `run back` or `run back by 2`",
                );
                None
            }
        }
    }

    /// A number from 1 to 50.
    fn small_number(&mut self, word: &Word) -> Option<u32> {
        match word.number.and_then(|number| u32::try_from(number).ok()) {
            Some(number) if (1..=50).contains(&number) => Some(number),
            _ => {
                let message = format!("`{}` is no number from 1 to 50", word.text);
                self.wrong(Code::OutOfRange, word.span, message, "give a number of holes that the board has");
                None
            }
        }
    }

    /// A relation between holes: `opposite`, `2 ahead`.
    pub(super) fn relation(&mut self, words: &Words) -> Option<Relation> {
        let texts: Vec<&str> = words.words.iter().map(|word| word.text.as_str()).collect();
        let relation = match texts.as_slice() {
            ["next"] => Relation::Ahead(Steps::Number(1)),
            ["opposite"] => Relation::Opposite,
            ["same-number", "hole"] => Relation::SameNumber,
            ["rear"] => Relation::Rear,
            ["as", "many", "ahead"] => Relation::Ahead(Steps::Held),
            ["as", "many", "back"] => Relation::Back(Steps::Held),
            [_, "ahead"] => Relation::Ahead(Steps::Number(self.small_number(&words.words[0])?)),
            [_, "back"] => Relation::Back(Steps::Number(self.small_number(&words.words[0])?)),
            _ => return None,
        };
        self.relation_fits(relation, words.span);
        Some(relation)
    }

    fn relation_fits(&mut self, relation: Relation, span: Span) {
        let geometry = matches!(relation, Relation::Opposite | Relation::SameNumber);
        if geometry && self.players != 2 {
            self.wrong(
                Code::WrongBoard,
                span,
                "this hole exists only between two players",
                "with more players name holes by `next`, `2 ahead` or their number",
            );
        }
        if geometry && self.geometry.one_row {
            self.wrong(
                Code::WrongBoard,
                span,
                "a board of one row has no hole opposite another",
                "name holes by `next`, `2 ahead` or their number",
            );
        } else if geometry && self.players == 2 {
            self.across_fits(relation, span);
        }
        if relation == Relation::Rear && self.geometry.lacks_depth {
            self.wrong(
                Code::WrongBoard,
                span,
                "a rear hole exists only where a player has a hole behind another",
                "write `side: 2 rows`, or take it away",
            );
        }
        if matches!(relation, Relation::Ahead(_) | Relation::Back(_)) && !self.moment.has_here() {
            let message = format!("at {} nobody sows, so no hole is ahead or back", self.moment.name());
            self.wrong(Code::WrongMoment, span, message, "name the holes by their side or place");
        }
        if matches!(relation, Relation::Ahead(_) | Relation::Back(_)) {
            self.walks(span);
        }
    }

    /// Whether a hole opposite another, or of the same number, is the other player's.
    fn across_fits(&mut self, relation: Relation, span: Span) {
        const HELP: &str = "name holes by `next`, `2 ahead` or their number";
        if let (Relation::SameNumber, Some(hole)) = (relation, self.geometry.unlike.clone()) {
            let message = format!("the sides are not alike: no hole of the other player has the same number as {hole}");
            self.wrong(Code::WrongBoard, span, message, HELP);
        }
        if relation == Relation::Opposite && self.geometry.lacks_opposites {
            let message = "no hole lies opposite another: in no column are holes of both players";
            self.wrong(Code::WrongBoard, span, message, HELP);
        }
        if let (Relation::Opposite, Some(hole)) = (relation, self.geometry.between.clone()) {
            let message =
                format!("{hole} lies between two holes of the other player, so which is opposite is not clear");
            self.wrong(Code::WrongBoard, span, message, HELP);
        }
    }

    /// What walks along the track passes over skipped holes, so `skip` itself cannot ask it.
    fn walks(&mut self, span: Span) {
        if self.moment == Moment::Sowing {
            let message = "`skip` decides which hole is next, ahead or back, so it cannot ask for one";
            self.wrong(Code::WrongMoment, span, message, "name the holes by their side, place, mark or seeds");
        }
    }
}
