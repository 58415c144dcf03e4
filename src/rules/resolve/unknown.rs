//! Reports unknown words and suggests what was meant.

use super::resolver::Resolver;
use crate::problem::{Code, Help, nearest};
use crate::rules::model::Moment;
use crate::rules::vocabulary::{self, Entry, Meaning};
use crate::source::Span;
use crate::syntax::ast::{Word, Words, texts};
use crate::syntax::habits;

/// Words of the grammar to suggest.
const GRAMMAR: &[&str] = &[
    "is", "are", "holds", "makes", "was", "not", "and", "or", "no", "some", "all", "where", "while", "at", "least",
    "most", "more", "than", "fewer", "even", "odd",
];

impl Resolver<'_> {
    /// Reports words that name no holes.
    pub(super) fn unknown_words(&mut self, rest: &[Word], whole: Span) {
        let help = "holes are named by `holes`, `here`, `opposite`, `next`, `own store` and other words in the manual";
        if rest.first().is_some_and(|word| matches!(word.text.as_str(), "no" | "not")) {
            let message = format!("`{}` does not name holes", texts(rest));
            let help = "name the holes, and say after `where` which of them are left: `own holes where not marked`";
            return self.wrong(Code::NotAHoleSet, whole, message, help);
        }
        if let [any, properties @ .., hole] = rest
            && any.text == "any"
            && matches!(hole.text.as_str(), "hole" | "holes")
            && (self.moment == Moment::Choosing || self.choice_fits)
        {
            let words = properties.iter().map(|word| word.text.as_str()).chain(["holes"]);
            let holes = words.collect::<Vec<_>>().join(" ");
            let message = format!("`{}` does not name holes", texts(rest));
            let help = match self.choice_fits {
                true => format!("say how many holes the mover chooses: `any 1 of {holes}`"),
                false => format!("`from` names all holes that may be chosen: write `{holes}`"),
            };
            return self.wrong(Code::NotAHoleSet, whole, message, help);
        }
        if let Some(word) = self.stray(rest) {
            return self.unknown_word(&word, help);
        }
        let help = match rest {
            [word] if word.ordinal => format!("write `own holes where {} from owner's left`", word.text),
            _ => known_alone(rest).unwrap_or_else(|| help.to_owned()),
        };
        self.wrong(Code::NotAHoleSet, whole, format!("`{}` does not name holes", texts(rest)), help);
    }

    /// Reports words that are no property of a hole.
    pub(super) fn unknown_property(&mut self, rest: &[Word], whole: Span) {
        let help = "a hole is `empty`, `occupied`, `marked`, `own`, `inner` or has another property in the manual";
        if let [no, denied @ ..] = rest
            && no.text == "no"
        {
            let message = format!("`{}` is not a property of a hole", texts(rest));
            let denied = if denied.is_empty() { "marked".into() } else { texts(denied) };
            return self.wrong(Code::NotACondition, whole, message, format!("write `is not {denied}`"));
        }
        if let Some(word) = self.stray(rest) {
            return self.unknown_word(&word, help);
        }
        let help = known_alone(rest).unwrap_or_else(|| help.to_owned());
        let message = format!("`{}` is not a property of a hole", texts(rest));
        self.wrong(Code::NotACondition, whole, message, help);
    }

    /// Reports words that are no condition.
    pub(super) fn unknown_condition(&mut self, words: &Words) {
        if let Some(word) = self.stray(&words.words) {
            let help = "the manual lists all words; define a word of your own in `words { .. }`";
            return self.unknown_word(&word, help);
        }
        let help = known_alone(&words.words)
            .unwrap_or_else(|| "write for example `was empty`, `makes 4`, `opposite is occupied`".to_owned());
        self.wrong(Code::NotACondition, words.span, format!("`{}` is not a condition", words.text()), help);
    }

    /// Reports words that are neither an effect nor an outcome.
    pub(super) fn unknown_effect(&mut self, words: &Words) {
        let text = words.text();
        let Some(first) = words.words.first().filter(|_| !self.is_full()) else { return };
        let known: Vec<&str> = vocabulary::rows(|meaning| matches!(meaning, Meaning::Effect(_) | Meaning::Outcome(_)))
            .flat_map(Entry::forms)
            .map(|form| {
                form.split([' ']).next().filter(|_| form.contains("SET") || form.contains(" X")).unwrap_or(form)
            })
            .collect();
        let like = nearest(&text, known.iter().copied());
        let like_first = nearest(&first.text, known.iter().copied());
        let is_known = self.known_words().contains(&first.text);
        let (span, said, help) = if let Some(like) = like {
            (words.span, text.into_owned(), Help::did_you_mean(like))
        } else if let Some(like) = like_first {
            (first.span, first.text.clone(), Help::did_you_mean(like))
        } else if let Some(instead) = habits::instead(&first.text) {
            (first.span, first.text.clone(), format!("write {instead}").into())
        } else if is_known && !matches!(first.text.as_str(), "mover" | "opponent" | "owner" | "starter") {
            (
                words.span,
                text.clone().into_owned(),
                format!("add an effect, as in `capture {text}` or `lift {text}`").into(),
            )
        } else {
            let help = "effects are capture, lift, place, mark, unmark; outcomes are sow, end turn, move again, \
                        illegal, play, pass, game over and others in the manual";
            (words.span, text.into_owned(), help.into())
        };
        self.wrong(Code::NotAnEffect, span, format!("`{said}` is not an effect or outcome of a rule"), help);
    }

    /// The first word that neither the language nor the file knows.
    fn stray(&self, words: &[Word]) -> Option<Word> {
        if self.is_full() {
            return words.first().cloned();
        }
        let known = self.known_words();
        words.iter().find(|word| word.number.is_none() && !known.contains(&word.text)).cloned()
    }

    fn unknown_word(&mut self, word: &Word, otherwise: &str) {
        if self.is_full() {
            return;
        }
        let message = format!("`{}` is not a word of the language or of this file", word.text);
        let known = self.known_words();
        let known = known.iter().map(String::as_str).chain(GRAMMAR.iter().copied());
        let help = match (habits::instead(&word.text), nearest(&word.text, known)) {
            (Some(instead), _) => format!("write {instead}").into(),
            (None, Some(like)) => Help::did_you_mean(like),
            (None, None) => otherwise.into(),
        };
        self.wrong(Code::UnknownWord, word.span, message, help);
    }

    /// All words that may occur in conditions and sets of holes.
    fn known_words(&self) -> Vec<String> {
        let mut words: Vec<String> = vocabulary::rows(|meaning| {
            !matches!(meaning, Meaning::Structure | Meaning::Section(_) | Meaning::Setting(_) | Meaning::Value)
        })
        .flat_map(Entry::forms)
        .flat_map(str::split_whitespace)
        .filter(|word| !word.chars().any(char::is_uppercase))
        .map(str::to_owned)
        .collect();
        words.extend(self.known.own_words.iter().map(|own| (*own).to_owned()));
        words.extend(self.known.options.iter().flat_map(|entry| &entry.names).map(|name| name.text.clone()));
        words.push(self.known.mark.clone());
        words
    }
}

/// Help for a word of the language that cannot stand alone.
fn known_alone(words: &[Word]) -> Option<String> {
    let [word] = words else { return None };
    if word.ordinal {
        return Some(format!("say from where: `{} from owner's left`", word.text));
    }
    habits::instead(&word.text).map(|instead| format!("write {instead}"))
}
