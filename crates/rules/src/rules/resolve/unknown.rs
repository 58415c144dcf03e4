//! Reports unknown words and suggests what was meant.

use super::meant::{bounded, place};
use super::resolver::Resolver;
use crate::problem::{Code, Help, one_of};
use crate::rules::model::{Moment, One};
use crate::rules::notation;
use crate::rules::vocabulary::{self, Entry, Meaning, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Word, Words, texts};
use crate::syntax::spoken;

/// Words of the grammar to suggest.
const GRAMMAR: &[&str] = &[
    "is", "are", "holds", "makes", "was", "not", "and", "or", "no", "some", "all", "where", "while", "at", "least",
    "most", "more", "than", "fewer", "even", "odd",
];

impl Resolver<'_> {
    /// Reports two effects without a comma between them in words of the phrase at `whole`.
    pub(super) fn comma_told(&mut self, words: &Words, whole: Span) -> bool {
        let Some((last, next)) = self.lacks_comma(&words.words) else { return false };
        let (last, before, next) = (&words.words[last], &words.words[next - 1], &words.words[next]);
        if matches!(last.text.as_str(), "else" | "otherwise") {
            let rest = self.source.said(Span::new(next.span.start, whole.end));
            let help = format!("write what happens in all other cases on a line of its own: `otherwise -> {rest}`");
            let message = format!("`{}` does not fit among effects", last.text);
            self.wrong(Code::NotAnEffect, last.span, message, help);
            return true;
        }
        let place = last.span.to(before.span);
        let said = |from: usize, to: usize| self.source.said(Span::new(from, to));
        let text = format!("write `{}, {}`", said(whole.start, last.span.end), said(next.span.start, whole.end));
        let help = Help::replace(&said(place.start, place.end), &format!("{},", last.text), text);
        let help = help.unwrap_or_else(|| "write `capture here, end turn`".into());
        self.wrong(Code::NotAnEffect, place, "effects are separated by commas", help);
        true
    }

    /// Reports words that name no holes. `rest` are those without the properties at their beginning.
    pub(super) fn unknown_words(&mut self, rest: &[Word], words: &Words) {
        let said = words.text();
        if words.words.first().is_some_and(|word| matches!(word.text.as_str(), "no" | "not")) {
            let message = format!("`{said}` does not name holes");
            let help = "name the holes, and say after `where` which of them are left: `own holes where not marked`";
            return self.wrong(Code::NotAHoleSet, words.span, message, help);
        }
        if let [any, properties @ .., hole] = words.words.as_slice()
            && any.text == "any"
            && matches!(hole.text.as_str(), "hole" | "holes")
            && self.choice_fits
        {
            let holes: Vec<&str> = properties.iter().map(|word| word.text.as_str()).chain(["holes"]).collect();
            let message = format!("`{said}` does not name holes");
            let help = format!("say how many holes the mover chooses: `any 1 of {}`", holes.join(" "));
            return self.wrong(Code::NotAHoleSet, words.span, message, help);
        }
        let meant = self.meant_filter(&words.words).or_else(|| self.meant_holes(&words.words));
        let message = format!("`{said}` does not name holes");
        let meant = meant.filter(|_| words.words.len() > 1);
        if let Some(help) = meant.and_then(|meant| Help::write(&said, &meant)) {
            return self.wrong(Code::NotAHoleSet, words.span, message, help);
        }
        if let Some(help) = spoken::help(&said).filter(|_| words.words.len() > 1) {
            return self.wrong(Code::NotAHoleSet, words.span, message, help);
        }
        let generic =
            "holes are named by `holes`, `here`, `opposite`, `next`, `own store` and other words in the manual";
        if self.unknown_word(rest, generic) {
            return;
        }
        let help = match rest {
            [word] if word.ordinal => format!("write `own holes where {} from owner's left`", word.text).into(),
            _ => spoken::help(&texts(rest)).unwrap_or_else(|| generic.into()),
        };
        self.wrong(Code::NotAHoleSet, words.span, message, help);
    }

    /// Reports words that are no property of a hole. `rest` are those without the properties at their beginning.
    pub(super) fn unknown_property(&mut self, one: &One, rest: &[Word], words: &Words) {
        let said = words.text();
        let message = format!("`{said}` is not a property of a hole");
        if let [no, denied @ ..] = words.words.as_slice()
            && no.text == "no"
        {
            let denied = if denied.is_empty() { "marked".into() } else { texts(denied) };
            return self.wrong(Code::NotACondition, words.span, message, format!("write `is not {denied}`"));
        }
        if rest.last().is_some_and(|last| self.is_store(&last.text)) {
            let help = self.end_for_store(words);
            return self.wrong(Code::NotACondition, words.span, message, help);
        }
        let meant = bounded(&words.words).and_then(|(left, holds)| (left == 0).then_some(holds));
        let meant = meant.or_else(|| self.meant_property(one, &words.words));
        if let Some(help) = meant.and_then(|meant| Help::write(&said, &meant)) {
            return self.wrong(Code::NotACondition, words.span, message, help);
        }
        if let Some(help) = spoken::help(&said).filter(|_| words.words.len() > 1) {
            return self.wrong(Code::NotACondition, words.span, message, help);
        }
        let generic = "a hole is `empty`, `occupied`, `marked`, `own`, `inner` or has another property in the manual";
        if self.unknown_word(rest, generic) {
            return;
        }
        let help = alone(rest).unwrap_or_else(|| generic.into());
        self.wrong(Code::NotACondition, words.span, message, help);
    }

    /// Whether a word is that of a store, or one that players say for it.
    fn is_store(&self, word: &str) -> bool {
        let own_store = |instead: &spoken::Instead| instead.tells_of("own store");
        word == "store" || self.own_word(word).is_none() && spoken::begins(&[word]).is_some_and(|said| own_store(&said))
    }

    /// The help where a store stands for the hole at the end of a row.
    fn end_for_store(&mut self, words: &Words) -> Help {
        let ends = self.setting(SectionWord::Board, 0, "ends").is_some();
        let whose =
            if words.words.first().is_some_and(|word| word.text == "opponent's") { "opponent's" } else { "own" };
        let end = format!("{whose} end");
        let text = format!("a store is a pile of seeds won; as a hole in which seeds fall, write `{end}`");
        match Help::replace(&words.text(), &end, text).filter(|_| ends) {
            Some(help) => help,
            None => {
                format!("seeds fall only in stores that are holes: write `ends: stores` in `board`, and here `{end}`")
                    .into()
            }
        }
    }

    /// Reports words that are no condition.
    pub(super) fn unknown_condition(&mut self, words: &Words) {
        let said = words.text();
        let message = format!("`{said}` is not a condition");
        if let Some(option) = self.option_with_reading(&said) {
            let help = format!("name the option with each of its readings: `({option} is .. or {option} is {said})`");
            return self.wrong(Code::NotACondition, words.span, message, help);
        }
        let meant = self.meant_condition(&words.words).filter(|_| words.words.len() > 1);
        if let Some(help) = meant.and_then(|meant| Help::write(&said, &meant)) {
            return self.wrong(Code::NotACondition, words.span, message, help);
        }
        if let [word] = words.words.as_slice()
            && word.number.is_some()
            && !word.ordinal
        {
            let help = "join numbers with `or`, and write a range with `to`: `makes 2 or 3`, `makes 2 to 4`";
            return self.wrong(Code::NotACondition, words.span, message, help);
        }
        if let Some((message, help)) = several(words) {
            return self.wrong(Code::NotACondition, words.span, message, help);
        }
        if self.unknown_word(&words.words, "the manual lists all words; define a word of your own in `words { .. }`") {
            return;
        }
        let help = alone(&words.words)
            .unwrap_or_else(|| "write for example `was empty`, `makes 4`, `opposite is occupied`".into());
        self.wrong(Code::NotACondition, words.span, message, help);
    }

    /// Reports words that are neither an effect nor an outcome.
    pub(super) fn unknown_effect(&mut self, words: &Words) {
        let text = words.text();
        let Some(first) = words.words.first().filter(|_| !self.is_full()) else { return };
        let forms: Vec<&str> = vocabulary::rows(|meaning| matches!(meaning, Meaning::Effect(_) | Meaning::Outcome(_)))
            .flat_map(Entry::forms)
            .filter(|form| !form.ends_with(if self.has_contest { "game" } else { "the round" }))
            .collect();
        let first_words = |form: &'static str| {
            form.split([' ']).next().filter(|_| form.contains("SET") || form.contains(" X")).unwrap_or(form)
        };
        let known = || forms.iter().copied().map(first_words);
        let meant = self.meant_outcome(&words.words).and_then(|meant| Help::write(&text, &meant));
        let begun: Vec<&str> =
            forms.iter().copied().filter(|form| form.split(' ').next() == Some(first.text.as_str())).collect();
        let who_wins = self.moment != Moment::AfterRefilling
            && words.words.iter().any(|word| matches!(word.text.as_str(), "wins" | "win" | "loses" | "lose"));
        // the game's noun for a marked hole is no verb
        let marks = Help::write(&first.text, "mark").filter(|_| first.text == self.known.mark);
        let (span, said, help): (Span, &str, Help) = if let Some(help) = marks {
            (first.span, &first.text, help)
        } else if let Some(help) = meant.or_else(|| Help::nearest(&text, known()).filter(|_| !who_wins)) {
            (words.span, &text, help)
        } else if let Some(help) = self.wins_holes(words) {
            (words.span, &text, help)
        } else if who_wins {
            let unit = if self.has_contest { "round" } else { "game" };
            let help = format!(
                "a rule says what happens to the mover: write `mover wins the {unit}` or `mover loses the {unit}`; \
                 `when mover is {}` asks who moves",
                notation::player_name(self.players, 0)
            );
            (words.span, &text, help.into())
        } else if !begun.is_empty() && first.text != "mover" {
            (words.span, &text, format!("write {}", one_of(begun)).into())
        } else if let Some(help) = Help::nearest(&first.text, known()).or_else(|| spoken::help(&first.text)) {
            (first.span, &first.text, help)
        } else if self.names_holes(&words.words) {
            (words.span, &text, format!("add an effect, as in `capture {text}` or `lift {text}`").into())
        } else {
            let help = match self.moment {
                Moment::Begin => {
                    "`begin` says what is done with the chosen hole: `lift here, sow after here`, or \
                     `lift here, sow into here`; to lift a part, `lift 1 from here, sow after here`"
                }
                _ => {
                    "effects are capture, lift, place, mark, unmark; outcomes are sow, end turn, move again, illegal, \
                     play, pass, game over and others in the manual"
                }
            };
            (words.span, &text, help.into())
        };
        self.wrong(Code::NotAnEffect, span, format!("`{said}` is not an effect or outcome of a rule"), help);
    }

    /// Help where somebody wins holes, not the game: `owner wins here`.
    fn wins_holes(&mut self, words: &Words) -> Option<Help> {
        let at = words
            .words
            .iter()
            .position(|word| matches!(word.text.as_str(), "win" | "wins" | "takes" | "gets" | "keeps"))?;
        let (who, holes) = (texts(&words.words[..at]), &words.words[at + 1..]);
        let captured = self.names_holes(holes).then(|| texts(holes))?;
        let said = if matches!(&*who, "" | "mover") { "capture".to_owned() } else { format!("{who} captures") };
        Help::write(&words.text(), &format!("{said} {captured}"))
    }

    /// Reports the first word that neither the language nor the file knows; `false` if all are known.
    fn unknown_word(&mut self, words: &[Word], otherwise: &str) -> bool {
        if self.is_full() {
            return true;
        }
        let known = self.known_words();
        let stray = words.iter().position(|word| word.number.is_none() && !known.contains(&word.text));
        let saying = self.saying(words).filter(|(at, instead)| at + instead.count > 1 || stray.is_some());
        if let Some((at, instead)) = saying.filter(|(at, _)| stray.is_none_or(|stray| *at <= stray)) {
            let said = &words[at..at + instead.count];
            let text = texts(said);
            if let Some(help) = instead.help(&text) {
                let message = match said {
                    [_] => format!("`{text}` is not a word of the language or of this file"),
                    _ => format!("`{text}` has no meaning in rule files"),
                };
                self.wrong(Code::UnknownWord, place(said), message, help);
                return true;
            }
        }
        let Some(word) = stray.map(|stray| &words[stray]) else { return false };
        let message = format!("`{}` is not a word of the language or of this file", word.text);
        let help = match word.text.split_at_checked(1) {
            Some((column, "0")) if column.starts_with(|c: char| c.is_ascii_lowercase()) => {
                Help::write(&word.text, &format!("{column}1"))
            }
            _ => Help::nearest(&word.text, known.iter().map(String::as_str)),
        };
        self.wrong(Code::UnknownWord, word.span, message, help.unwrap_or_else(|| otherwise.into()));
        true
    }

    /// All words that may occur in conditions and sets of holes.
    pub(super) fn known_words(&self) -> Vec<String> {
        let mut words: Vec<String> = vocabulary::rows(|meaning| {
            !matches!(meaning, Meaning::Structure | Meaning::Section(_) | Meaning::Setting(_) | Meaning::Value)
        })
        .flat_map(Entry::forms)
        .flat_map(str::split_whitespace)
        .filter(|word| !word.chars().any(char::is_uppercase))
        .map(str::to_owned)
        .collect();
        words.extend(GRAMMAR.iter().map(|word| (*word).to_owned()));
        words.extend(self.known.own_words.iter().map(|own| (*own).to_owned()));
        words.extend(self.known.options.iter().flat_map(|entry| &entry.names).map(|name| name.text.clone()));
        words.push(self.known.mark.clone());
        words
    }
}

/// What is wrong with `1st to 3rd lap` and `mover's 1st to 3rd turn`, and what to write instead.
fn several(words: &Words) -> Option<(String, Help)> {
    let (whose, rest) = match words.words.as_slice() {
        [mover, rest @ ..] if mover.text == "mover's" => ("mover's ", rest),
        rest => ("", rest),
    };
    let [first, to, last, unit] = rest else { return None };
    let fits = to.text == "to" && unit.text == if whose.is_empty() { "lap" } else { "turn" };
    let (from, until) = (u32::try_from(first.number?).ok()?, u32::try_from(last.number?).ok()?);
    if !fits || !first.ordinal || !last.ordinal || from >= until || until - from > MOST_WRITTEN_OUT {
        return None;
    }
    let said = words.text();
    let each = (from..=until).map(|nth| format!("{whose}{} {}", notation::ordinal(nth), unit.text));
    let help = Help::write(&said, &format!("({})", each.collect::<Vec<_>>().join(" or ")))?;
    Some((format!("`{said}` is several {}s; a condition asks about one at a time", unit.text), help))
}

/// A range of laps or turns with more of them than this is not written out.
const MOST_WRITTEN_OUT: u32 = 20;

/// Help for a word of the language that cannot stand alone.
fn alone(words: &[Word]) -> Option<Help> {
    let [word] = words else { return None };
    if word.ordinal {
        let nth = &word.text;
        let help = format!("say of what: `{nth} from owner's left`, `{nth} lap`, `mover's {nth} turn`");
        return Some(help.into());
    }
    spoken::help(&word.text)
}
