//! Resolves statements that stand alone: the `game` section, `endless`, `repeated position`, and the score.

use super::outline::Outline;
use super::phrases::plain_words;
use super::resolver::{Found, Resolver};
use crate::problem::{Change, Code, Help, Remedy, one_of};
use crate::rules::model::{About, Amount, Endless, HoleSet, Moment, Stated};
use crate::rules::vocabulary::{self, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Piece, texts};

impl<'a> Resolver<'a> {
    pub(super) fn about(&mut self, outline: &Outline<'a>) -> Option<About> {
        let section = outline.one(SectionWord::Game)?;
        let like = self.setting(SectionWord::Game, 0, "like").map(|found| {
            let value = match found.readings.first() {
                Some([Piece::Words(words)]) if found.readings.len() == 1 => {
                    self.known.like.map_or_else(|| self.source.said(words.span), str::to_owned)
                }
                _ => {
                    let message = "`like` takes the name of one rule file";
                    self.wrong(
                        Code::WrongValue,
                        found.span,
                        message,
                        "write for example `like: oware`, without `.mancala`",
                    );
                    String::new()
                }
            };
            Stated { value, span: found.span, basis: found.basis }
        });
        let mut texts = |name: &str| {
            let found = self.setting(SectionWord::Game, 0, name)?;
            let mut values = Vec::new();
            for piece in found.readings.iter().flat_map(|pieces| pieces.iter()) {
                match piece {
                    Piece::Text(text) => values.push(text.text.clone()),
                    other => {
                        let span = other.span();
                        let said = self.source.slice(span);
                        let help = Help::write(said, &format!("\"{said}\""));
                        let help = help.unwrap_or_else(|| "write it in quotation marks".into());
                        self.wrong(Code::WrongValue, span, "names need quotation marks", help);
                    }
                }
            }
            Some(Stated { value: values, span: found.span, basis: found.basis })
        };
        let (also, region, starter) = (texts("also"), texts("region"), texts("starter"));
        Some(About { name: section.title.as_ref()?.text.clone(), like, also, region, starter })
    }

    /// Resolves all readings of a setting, so that all are checked, and returns the one in force.
    pub(super) fn chosen<T>(
        &mut self,
        found: &Found<'a>,
        read: impl Fn(&mut Self, &'a [Piece]) -> Option<T>,
    ) -> Option<T> {
        let mut chosen = None;
        self.no_words();
        for (index, pieces) in found.readings.iter().enumerate().filter(|(_, pieces)| !pieces.is_empty()) {
            let met = self.words_met.len();
            let value = read(self, pieces);
            match index == found.chosen {
                true => chosen = value,
                false => self.words_met.truncate(met),
            }
        }
        chosen
    }

    pub(super) fn endless(&mut self, outline: &Outline<'a>) -> Option<Stated<Endless>> {
        let found = self.setting(SectionWord::Sowing, 0, "endless");
        let Some(found) = found else {
            if self.sows_on {
                let span = outline.one(SectionWord::LastSeed).map_or(Span::default(), |section| section.head);
                let missing = match outline.one(SectionWord::Sowing) {
                    Some(sowing) => Change::Inside(sowing.head, "endless: illegal".to_owned()),
                    None => Change::End("sowing {\n  endless: illegal\n}".to_owned()),
                };
                self.curable(
                    Code::MissingSetting,
                    span,
                    "sowing can go on after the last seed and may never end; the file does not say what happens then",
                    "write `endless: illegal` into `sowing { .. }`, or another reading",
                    Remedy::new("Add `endless: illegal`", missing),
                );
            }
            return None;
        };
        if !self.sows_on {
            self.curable(
                Code::UnusedName,
                found.name.span,
                "no rule of `last seed` sows on, so no sowing is endless",
                "remove `endless`",
                Remedy::new("Remove `endless`", Change::Remove(found.name.span)),
            );
        }
        let choices = [
            ("illegal", Endless::Illegal),
            ("end turn", Endless::EndTurn),
            ("mover loses the round", Endless::MoverLoses),
            ("mover loses the game", Endless::MoverLoses),
        ];
        self.keyword(&found, &choices)
    }

    /// Resolves a setting whose value is one of `choices`.
    pub(super) fn keyword<T: Copy>(&mut self, found: &Found<'a>, choices: &[(&str, T)]) -> Option<Stated<T>> {
        let value = self.chosen(found, |resolver, pieces| {
            let text = super::choices::text_of(resolver.source, pieces);
            let value = choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
            let span = pieces.first().map_or(found.span, Piece::span);
            if value.is_none() {
                let other = if resolver.has_contest { "game" } else { "round" };
                let fitting = choices.iter().map(|(name, _)| *name).filter(|name| !name.ends_with(other));
                let known: Vec<&str> = fitting.collect();
                let help = Help::nearest(&text, known.iter().copied())
                    .unwrap_or_else(|| format!("write {}", one_of(known)).into());
                let message = format!("`{}` does not take `{text}`", found.name.text);
                resolver.wrong(Code::WrongValue, span, message, help);
            } else if let [Piece::Words(phrase)] = pieces
                && let Some(words) = phrase.object.as_ref().and_then(|object| object.parts.first())
                && let crate::syntax::ast::SetKind::Words { words, .. } = &words.kind
            {
                resolver.round_or_game(words);
            }
            value
        })?;
        Some(Stated { value, span: found.span, basis: found.basis.clone() })
    }

    pub(super) fn repeated(&mut self, outline: &Outline<'a>) -> Option<Stated<u32>> {
        let found = self.setting(SectionWord::BeforeTurn, 0, "repeated position");
        let Some(found) = found else {
            if self.asks_repeated {
                let span = outline.one(SectionWord::BeforeTurn).map_or(Span::default(), |section| section.head);
                self.curable(
                    Code::MissingSetting,
                    span,
                    "a rule asks for a repeated position, but the file does not say from which time on it counts",
                    "write `repeated position: 3rd time` at the top of `before turn`",
                    Remedy::new(
                        "Add `repeated position: 3rd time`",
                        Change::Inside(span, "repeated position: 3rd time".to_owned()),
                    ),
                );
            }
            return None;
        };
        if !self.asks_repeated {
            self.curable(
                Code::UnusedName,
                found.name.span,
                "no rule asks for a repeated position",
                "write `when repeated position -> ..`, or remove the setting",
                Remedy::new("Remove `repeated position`", Change::Remove(found.name.span)),
            );
        }
        let value = self.chosen(&found, |resolver, pieces| {
            if let [Piece::Words(phrase)] = pieces
                && let Some([nth, time]) = plain_words(phrase)
                && nth.ordinal
                && time.text == "time"
            {
                let number = nth.number.unwrap_or(0);
                if (2..=100).contains(&number) {
                    return u32::try_from(number).ok();
                }
            }
            let span = pieces.first().map_or(found.span, Piece::span);
            resolver.wrong(
                Code::WrongValue,
                span,
                "it is unclear from which time on a position counts as repeated",
                "write `3rd time`, from `2nd time` to `100th time`",
            );
            None
        })?;
        Some(Stated { value, span: found.span, basis: found.basis })
    }

    /// Resolves the score. Outer `None`: a problem was reported.
    pub(super) fn score(&mut self, outline: &Outline<'a>) -> Option<Stated<Option<Amount>>> {
        outline.score?;
        let found = self.setting(SectionWord::Score, 0, vocabulary::section_name(SectionWord::Score))?;
        self.at(Moment::Score, |resolver| {
            let value = resolver.chosen(&found, |resolver, pieces| {
                if let [Piece::Words(phrase)] = pieces
                    && let Some(object) = &phrase.object
                    && phrase.links.is_empty()
                {
                    if plain_words(phrase).is_some_and(|words| texts(words) == "nothing") {
                        return Some(None);
                    }
                    let (first, others) = object.parts.split_first()?;
                    let mut amount = resolver.score_of(first)?;
                    // `seeds in own store and holes where marked by him`
                    for other in others {
                        let more = resolver.set(other)?;
                        if let Amount::SeedsIn(set) | Amount::NumberOf(set) = &mut amount {
                            *set = match set.clone() {
                                HoleSet::Union(mut sets) => {
                                    sets.push(more);
                                    HoleSet::Union(sets)
                                }
                                set => HoleSet::Union(vec![set, more]),
                            };
                        }
                    }
                    return Some(Some(amount));
                }
                let span = pieces.first().map_or(found.span, Piece::span);
                let help = "write `seeds in own store`, `seeds in holes where marked by him`, or `nothing`";
                resolver.wrong(Code::NotANumber, span, "it is unclear what is counted", help);
                None
            })?;
            let basis = resolver.with_words(found.basis);
            Some(Stated { value, span: found.span, basis })
        })
    }
}
