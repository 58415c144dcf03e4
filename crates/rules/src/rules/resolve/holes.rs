//! Resolves holes and sets of holes.

use super::limits::{MOST_EXPANSIONS, MOST_SEEDS, MOST_WRITTEN_OUT};
use super::phrases::forms;
use super::resolver::Resolver;
use super::resolving::WordMeaning;
use crate::problem::{Code, Help, one_of};
use crate::rules::model::{Amount, Condition, HoleSet, Marker, Meant, Moment, One, Property, Whose};
use crate::rules::vocabulary::{self, Meaning};
use crate::source::Span;
use crate::syntax::ast::{Holes, Name, Piece, Reading, Set, SetKind, Word, Words, texts};
use crate::syntax::spoken;

impl<'a> Resolver<'a> {
    /// Resolves sets joined by `and`.
    pub(super) fn holes(&mut self, holes: &Holes) -> Option<HoleSet> {
        self.choice_fits &= holes.parts.len() == 1;
        let mut sets = Vec::new();
        let mut before: Option<&Set> = None;
        for part in &holes.parts {
            let filter = before.and_then(|before| before.filter.as_ref()).filter(|_| self.is_test(part));
            sets.push(match filter {
                Some(filter) => self.several_tests(filter, part.span),
                None => self.set(part),
            });
            before = Some(part);
        }
        let mut sets = sets.into_iter().collect::<Option<Vec<HoleSet>>>()?;
        if sets.len() == 1 { sets.pop() } else { Some(HoleSet::Union(sets)) }
    }

    /// Resolves one set.
    pub(super) fn set(&mut self, set: &Set) -> Option<HoleSet> {
        self.written_out += usize::from(!self.expanding.is_empty());
        // a choice must stand alone, not inside another set or with a filter
        let choice_fits = std::mem::take(&mut self.choice_fits) && set.filter.is_none();
        let base = match &set.kind {
            SetKind::Words { words, within: Some((link, inner)) } if words.words[0].text == "any" => {
                return self.any(words, link, inner, choice_fits);
            }
            SetKind::Group(holes) => self.choosing(choice_fits, |resolver| resolver.holes(holes))?,
            SetKind::Words { words, within: None } => {
                if let Some(stride) = self.run_words(words)? {
                    return self.run(stride, set.filter.as_ref(), words.span);
                }
                self.choosing(choice_fits, |resolver| resolver.set_words(words))?
            }
            SetKind::Words { words, within: Some((link, inner)) } => {
                let relation = self.relation(words);
                let inner_set = self.set(inner);
                let Some(relation) = relation else {
                    if is_seeds(words) {
                        let (place, holes) = (words.span.to(inner.span), self.source.said(inner.span));
                        let help =
                            Help::replace(&self.source.said(place), &holes, format!("name the holes: `{holes}`"));
                        let message = format!("`{}` does not name holes", words.text());
                        self.wrong(Code::NotAHoleSet, place, message, help.unwrap_or_else(|| "name holes".into()));
                        return None;
                    }
                    if matches!(&*words.text(), "one" | "1" | "any" | "any one") && choice_fits {
                        let help = format!("say that the mover chooses: `any 1 of {}`", self.source.said(inner.span));
                        let message = format!("`{}` does not say who chooses", words.text());
                        self.wrong(Code::NotAHoleSet, words.span, message, help);
                        return None;
                    }
                    let message = format!("`{}` does not name holes relative to others", words.text());
                    let help = match vocabulary::rows(|m| matches!(m, Meaning::Amount(_)))
                        .any(|entry| entry.words.starts_with(&*words.text()))
                    {
                        true => {
                            "a number belongs in a count of seeds or holes: `seeds in holes is at most 8`".to_owned()
                        }
                        false => format!(
                            "the word before `{}` must be {}",
                            link.text,
                            one_of(["opposite", "rear", "same-number hole", "next", "2 ahead", "2 back"])
                        ),
                    };
                    self.wrong(Code::NotAHoleSet, words.span, message, help);
                    return None;
                };
                if link.text != "of" {
                    let message = format!("`{}` needs `of` after it", words.text());
                    let help = Help::replace(&link.text, "of", "write `of` instead of `in`");
                    self.wrong(Code::NotAHoleSet, link.span, message, help.unwrap_or_else(|| "write `of`".into()));
                }
                match inner_set? {
                    HoleSet::One(one) => HoleSet::One(One::Related(relation, Box::new(one))),
                    other => HoleSet::Related(relation, Box::new(other)),
                }
            }
        };
        let Some(filter) = &set.filter else { return Some(base) };
        if filter.keep_going {
            let help = "write `where` for the holes that fit, or for one hole after another \
                        `here and run back while ..` or `here and run ahead while ..`";
            let message = "`while` belongs only to `run back` or `run ahead`";
            self.wrong(Code::NotAHoleSet, filter.condition.span, message, help);
            return None;
        }
        let condition = self.tested(|resolver| resolver.condition(&filter.condition))?;
        Some(HoleSet::Where(Box::new(base), Box::new(condition)))
    }

    /// Resolves a part with `any N of SET` allowed or not.
    pub(super) fn choosing<T>(&mut self, fits: bool, then: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.choice_fits, fits);
        let value = then(self);
        self.choice_fits = before;
        value
    }

    /// Resolves `any N of SET`: holes that the mover chooses.
    fn any(&mut self, words: &Words, link: &Name, inner: &Set, fits: bool) -> Option<HoleSet> {
        let number = match &words.words[1..] {
            _ if link.text != "of" => None,
            [] => None,
            rest => {
                let span = rest.first().map_or(words.span, |word| word.span.to(words.span));
                self.plain_amount(&Words { words: rest.to_vec(), span }, None)
            }
        };
        let among = self.set(inner);
        let Some(Amount::Number(number)) = number else {
            if words.words.len() == 1 || link.text != "of" {
                let help = "write `any 1 of opponent's occupied holes`";
                self.wrong(Code::NotAHoleSet, words.span, "this does not say how many holes are chosen", help);
            }
            return None;
        };
        let among = among?;
        let span = words.span.to(inner.span);
        if !self.moment.has_choices() {
            let message = format!("at {} the mover cannot choose holes", self.moment.name());
            self.wrong(
                Code::WrongMoment,
                span,
                message,
                "the mover chooses holes in `begin`, `last seed` and `after turn`",
            );
        } else if !fits {
            let message = "a choice of holes must stand alone after an effect";
            let help =
                "give the choice an effect of its own: `capture opposite, capture any 1 of opponent's occupied holes`";
            self.wrong(Code::NotAHoleSet, span, message, help);
        } else if number == 0 && words.words[1].number.is_some() {
            self.wrong(Code::OutOfRange, words.span, "this chooses no hole", "write `any 1 of ..` or more");
        } else if among.reaches_a_store() {
            self.wrong(Code::NotAHoleSet, span, "a store cannot be chosen", "name holes: `opponent's holes`");
        }
        Some(HoleSet::Any(number, Box::new(among)))
    }

    /// Resolves a part in which a condition without a hole is about the hole tested.
    pub(super) fn tested<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.testing, true);
        let value = then(self);
        self.testing = before;
        value
    }

    /// Reports a problem unless `here` exists at this moment.
    pub(super) fn here_exists(&mut self, span: Span) -> Option<()> {
        if self.moment.has_here() {
            return Some(());
        }
        let message = format!("`here` has no meaning at {}", self.moment.name());
        let said = self.source.said(span);
        let looks_on =
            ["next", "opposite"].contains(&said.as_str()) || said.ends_with("ahead") || said.ends_with("back");
        let help = match looks_on {
            true => format!("say from which hole: `{said} of a1`"),
            false => "name holes: `own holes`, `holes where marked`".to_owned(),
        };
        self.wrong(Code::WrongMoment, span, message, help);
        None
    }

    /// The hole that a condition without a hole is about.
    pub(super) fn subject(&mut self, span: Span) -> Option<One> {
        if self.testing {
            return Some(One::Tested);
        }
        self.here_exists(span).map(|()| One::Here)
    }

    /// Resolves a set given by words alone.
    pub(super) fn set_words(&mut self, words: &Words) -> Option<HoleSet> {
        let mut properties = Vec::new();
        let mut rest: &[Word] = &words.words;
        loop {
            if let [whose, store] = rest
                && store.text == "store"
            {
                match whose.text.as_str() {
                    "own" => return self.plain_set(HoleSet::Store(Whose::Own), &properties, words),
                    "opponent's" => {
                        if self.players != 2 {
                            self.wrong(
                                Code::WrongBoard,
                                words.span,
                                "`opponent's store` exists only between two players",
                                "on this board only `own store` has a meaning",
                            );
                        }
                        return self.plain_set(HoleSet::Store(Whose::Opponents), &properties, words);
                    }
                    _ => {}
                }
            }
            if let Some((property, length)) = self.property_at(rest) {
                properties.push(property?);
                rest = &rest[length..];
                continue;
            }
            break;
        }
        let noun = texts(rest);
        let mut known = vocabulary::written(&noun).map(|entry| entry.meaning);
        let base = match known.find(|meaning| matches!(meaning, Meaning::Noun(_) | Meaning::Hole(_))) {
            Some(Meaning::Noun(Some(set))) => set.clone(),
            Some(Meaning::Hole(One::Tested)) if !properties.is_empty() => {
                self.wrong(Code::NotAHoleSet, words.span, "a set of holes needs the plural", "write `holes`");
                return None;
            }
            _ => return self.single(rest, &properties, words),
        };
        if properties.is_empty() {
            return Some(base);
        }
        let conditions: Vec<Condition> =
            properties.into_iter().map(|property| Condition::Is(One::Tested, property)).collect();
        Some(HoleSet::Where(Box::new(base), Box::new(all_of(conditions))))
    }

    fn plain_set(&mut self, set: HoleSet, properties: &[Property], words: &Words) -> Option<HoleSet> {
        if !properties.is_empty() {
            self.wrong(Code::NotAHoleSet, words.span, "a store has no properties of a hole", "write `own store` alone");
        }
        Some(set)
    }

    /// Resolves the noun of a set: a hole, a noun of the language or a word that the file defines.
    fn single(&mut self, rest: &[Word], properties: &[Property], words: &Words) -> Option<HoleSet> {
        self.choice_fits &= properties.is_empty();
        let noun = texts(rest);
        if noun.is_empty() {
            let message = format!("`{}` is a property of holes, not a set of holes", words.text());
            let help = Help::write(&words.text(), &format!("{} holes", words.text()));
            self.wrong(Code::NotAHoleSet, words.span, message, help.unwrap_or_else(|| "write `holes`".into()));
            return None;
        }
        let span = rest.first().map_or(words.span, |word| word.span.to(words.span));
        if let Some((own, WordMeaning::Holes(setting))) = self.own_word(&noun) {
            let phrase = match setting.readings.as_slice() {
                [reading] => match reading.pieces.as_slice() {
                    [Piece::Words(phrase)] if phrase.links.is_empty() => phrase.object.as_ref(),
                    _ => None,
                },
                _ => None,
            };
            let Some(phrase) = phrase else {
                self.words_used.insert(own);
                self.wrong(
                    Code::NotAHoleSet,
                    setting.span,
                    "this word does not mean a set of holes",
                    "write `prey: here and opposite`",
                );
                return None;
            };
            let set = self.expanding(own, span, |resolver| resolver.holes(phrase))?;
            let texts = setting.readings.iter().flat_map(Reading::texts);
            self.says(own, forms(texts), Meant::Holes(set.clone()));
            return Some(filtered(set, properties));
        }
        if self.own_word(&noun).is_some() {
            let message = format!("`{noun}` is a condition, but holes are expected here");
            let help = Help::write(&noun, &format!("holes where {noun}")).filter(|_| properties.is_empty());
            let help = help.unwrap_or_else(|| format!("write `holes where {noun}`").into());
            self.wrong(Code::NotAHoleSet, span, message, help);
            return None;
        }
        let one = match noun.as_ref() {
            "here" => {
                self.not_elsewhere("here", span)?;
                self.here_exists(span).map(|()| One::Here)?
            }
            "hole" if self.testing || self.at_hand => One::Tested,
            "hole" => {
                self.wrong(
                    Code::WrongMoment,
                    span,
                    "`hole` is the hole tested, but no hole is tested here",
                    "write `here` or `holes`",
                );
                return None;
            }
            "origin" => self.here_exists(span).map(|()| One::Origin)?,
            _ => {
                if let Some(named) = self.named_set(rest) {
                    return named.map(|set| filtered(set, properties));
                }
                let inner = Words { words: rest.to_vec(), span };
                let Some(relation) = self.relation(&inner) else {
                    self.unknown_words(rest, words);
                    return None;
                };
                let from = self.subject(span)?;
                One::Related(relation, Box::new(from))
            }
        };
        Some(filtered(HoleSet::One(one), properties))
    }

    /// The property at the start of `words`, and its number of words. Inner `None`: a problem was reported.
    pub(super) fn property_at(&mut self, words: &[Word]) -> Option<(Option<Property>, usize)> {
        let mark = &self.known.mark;
        if words.first().is_some_and(|word| word.text == *mark) {
            if words.get(1).is_none_or(|word| word.text != "by") {
                return Some((Some(Property::Marked(Marker::Anybody)), 1));
            }
            let span = words[0].span.to(words.last().map_or(words[0].span, |word| word.span));
            let marker = match words.get(2).map(|word| word.text.as_str()) {
                Some("mover") => Marker::Mover,
                Some("opponent") => Marker::Opponent,
                Some("him") => Marker::Him,
                _ => {
                    let help = format!("write `{mark} by mover`, `{mark} by opponent` or `{mark} by him`");
                    self.wrong(Code::UnknownWord, span, "it is unclear whose mark this is", help);
                    return Some((None, words.len()));
                }
            };
            if marker == Marker::Him && !self.moment.has_him() {
                let message = format!("`him` has no meaning at {}", self.moment.name());
                self.wrong(Code::WrongMoment, span, message, "`him` is the player of `each player`; write `by mover`");
            }
            if marker == Marker::Him && self.moment == Moment::Score && self.geometry.marks_by_each {
                let message = "each player can mark a hole, and then its seeds would count for each of them";
                let help = "let rules give the seeds to a player, and count `seeds in own store`";
                self.wrong(Code::WrongBoard, span, message, help);
            }
            return Some((Some(Property::Marked(marker)), 3));
        }
        let (property, length) = vocabulary::property(words)?;
        self.meets(property.need(), words[0].span.to(words[length - 1].span));
        Some((Some(property.clone()), length))
    }

    /// The one hole of a set; reports a problem if it is another kind of set.
    pub(super) fn one(&mut self, set: HoleSet, span: Span) -> Option<One> {
        match set {
            HoleSet::One(one) => Some(one),
            _ => {
                let said = self.source.said(span);
                self.wrong(
                    Code::OneHoleNeeded,
                    span,
                    "one hole is expected here, and these are several",
                    format!("write `all {said} are ..`, `some {said} where ..` or `number of {said} is ..`"),
                );
                None
            }
        }
    }

    /// Expands a word that the file defines.
    pub(super) fn expanding<T>(
        &mut self,
        name: &'a str,
        span: Span,
        then: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.words_used.insert(name);
        if self.expanding.contains(&name) {
            let message = format!("`{name}` is defined by itself");
            self.wrong(Code::CircularWord, span, message, "define it with other words");
            return None;
        }
        self.expansions += 1;
        if self.expansions > MOST_EXPANSIONS || self.written_out > MOST_WRITTEN_OUT {
            let reported = self.gathered.problems.iter().any(|problem| problem.code == Code::TooDeep);
            if !reported {
                self.wrong(Code::TooDeep, span, "words are defined by words too many times", "define them more simply");
            }
            return None;
        }
        self.expanding.push(name);
        self.words_met.push(name);
        let value = then(self);
        self.expanding.pop();
        value
    }

    /// Checks a number of seeds against the limit.
    pub(super) fn count(&mut self, value: u64, span: Span) -> Option<u32> {
        match u32::try_from(value) {
            Ok(number) if value <= MOST_SEEDS => Some(number),
            _ => {
                let help = format!("a game has at most {} seeds", MOST_SEEDS);
                self.wrong(Code::OutOfRange, span, "this number is too large", help);
                None
            }
        }
    }

    /// The number that a name stands for: an option or a setting of the board.
    pub(super) fn named_number(&mut self, name: &str) -> Option<u64> {
        if let Some((index, at)) = self.option_place(name) {
            let option = &mut self.options[index];
            option.used = true;
            return option.number(at);
        }
        let found = self.setting(vocabulary::SectionWord::Board, 0, name)?;
        match found.readings.get(found.chosen).copied()? {
            [piece] => super::choices::range(piece).map(|(low, _)| low),
            _ => None,
        }
    }
}

/// Whether words name the seeds in holes, and not holes: `seeds`, `all the stones`.
fn is_seeds(words: &Words) -> bool {
    let said: Vec<&str> = words.words.iter().map(|word| word.text.as_str()).collect();
    let said = spoken::replaced(&said).unwrap_or_else(|| said.into_iter().map(str::to_owned).collect());
    let mut said = said.iter().map(String::as_str).filter(|word| !matches!(*word, "all" | "the" | "of"));
    said.next() == Some("seeds") && said.next().is_none()
}

fn filtered(set: HoleSet, properties: &[Property]) -> HoleSet {
    if properties.is_empty() {
        return set;
    }
    let conditions = properties.iter().map(|property| Condition::Is(One::Tested, property.clone())).collect();
    HoleSet::Where(Box::new(set), Box::new(all_of(conditions)))
}

/// The conjunction of conditions; a single condition is returned as it is.
pub(super) fn all_of(mut conditions: Vec<Condition>) -> Condition {
    match conditions.pop() {
        Some(only) if conditions.is_empty() => only,
        Some(last) => {
            conditions.push(last);
            Condition::And(conditions)
        }
        None => Condition::Constant(true),
    }
}
