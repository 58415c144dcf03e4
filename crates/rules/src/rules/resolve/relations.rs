//! Resolves relations between holes (opposite, ahead, back) and runs.

use super::resolver::Resolver;
use crate::problem::Code;
use crate::rules::model::{HoleSet, Relation, Steps, Stride};
use crate::rules::vocabulary::{self, Meaning};
use crate::source::Span;
use crate::syntax::ast::{Filter, Word, Words};

impl Resolver<'_> {
    pub(super) fn run(&mut self, stride: Stride, filter: Option<&Filter>, span: Span) -> Option<HoleSet> {
        self.not_elsewhere("run", span)?;
        self.here_exists(span)?;
        self.walks(span);
        match filter {
            Some(filter) if filter.keep_going => {
                let condition = self.tested(|resolver| resolver.condition(&filter.condition))?;
                Some(HoleSet::Run { stride, condition: Box::new(condition) })
            }
            _ => {
                let help = "write `run back while holds 2 or 3`";
                self.wrong(Code::NotAHoleSet, span, "a run needs `while` and a condition", help);
                None
            }
        }
    }

    /// Resolves `run back`, `run ahead by 2 at most 3`. Outer `None`: a problem was reported.
    #[expect(clippy::option_option, reason = "a run, no run, or a run that is wrong")]
    pub(super) fn run_words(&mut self, words: &Words) -> Option<Option<Stride>> {
        let texts: Vec<&str> = words.words.iter().map(|word| word.text.as_str()).collect();
        let back = match texts.as_slice() {
            ["run", "back", ..] => true,
            ["run", "ahead", ..] => false,
            _ => return Some(None),
        };
        let mut stride = Stride { back, step: 1, most: None };
        let mut rest = &words.words[2..];
        let is_number = |word: &Word| word.number.is_some() && !word.ordinal;
        if let [by, number, others @ ..] = rest
            && by.text == "by"
            && is_number(number)
        {
            (stride.step, rest) = (self.small_number(number)?, others);
        }
        if let [at, most, number, others @ ..] = rest
            && (at.text.as_str(), most.text.as_str()) == ("at", "most")
            && is_number(number)
        {
            (stride.most, rest) = (Some(self.small_number(number)?), others);
        }
        if !rest.is_empty() {
            let help = "write `run back`, `run back by 2`, `run back at most 2` or `run back by 2 at most 3`";
            self.wrong(Code::NotAHoleSet, words.span, "this run cannot be read", help);
            return None;
        }
        Some(Some(stride))
    }

    /// Resolves a number from 1 to 50.
    fn small_number(&mut self, word: &Word) -> Option<u32> {
        match word.number.and_then(|number| u32::try_from(number).ok()) {
            Some(number) if (1..=50).contains(&number) => Some(number),
            _ => {
                let message = format!("`{}` is not a number from 1 to 50", word.text);
                self.wrong(Code::OutOfRange, word.span, message, "give a number of holes that fits on the board");
                None
            }
        }
    }

    /// Resolves a relation between holes: `opposite`, `2 ahead`.
    pub(super) fn relation(&mut self, words: &Words) -> Option<Relation> {
        let texts: Vec<&str> = words.words.iter().map(|word| word.text.as_str()).collect();
        let plain = vocabulary::written(&words.text()).find_map(|entry| match entry.meaning {
            Meaning::Relative(relation) => relation,
            _ => None,
        });
        let relation = match (plain, texts.as_slice()) {
            (Some(relation), _) => relation,
            (None, [_, "ahead"]) => Relation::Ahead(Steps::Number(self.small_number(&words.words[0])?)),
            (None, [_, "back"]) => Relation::Back(Steps::Number(self.small_number(&words.words[0])?)),
            _ => return None,
        };
        self.meets(relation.need(), words.span);
        Some(relation)
    }
}
