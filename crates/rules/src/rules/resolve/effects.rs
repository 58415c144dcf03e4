//! Resolves effects and outcomes.

use super::resolver::Resolver;
use crate::problem::{Code, Help, one_of};
use crate::rules::model::{Change, Effect, HoleSet, Moment, Outcome, Who};
use crate::rules::vocabulary::{self, Entry, Meaning};
use crate::source::Span;
use crate::syntax::ast::{Holes, Name, Phrase, Set, SetKind, Word, Words, texts};
use crate::syntax::spoken;

/// An effect or an outcome of a rule.
pub(super) enum Done {
    Effect(Effect),
    Outcome(Outcome),
}

impl<'a> Resolver<'a> {
    /// Resolves an effect or an outcome.
    pub(super) fn effect(&mut self, phrase: &Phrase) -> Option<Done> {
        let Some((words, within)) = leading(phrase) else {
            self.wrong(
                Code::NotAnEffect,
                phrase.span,
                "this is not an effect",
                "write an effect or an outcome: `capture here`, `end turn`",
            );
            return None;
        };
        if said_in(phrase).into_iter().any(|words| self.comma_told(words, phrase.span)) {
            return None;
        }
        let all: Vec<&str> = words.words.iter().map(|word| word.text.as_str()).collect();
        if let Some(outcome) = self.plain_outcome(phrase, words) {
            return outcome.map(Done::Outcome);
        }
        let done = match all.as_slice() {
            ["sow", ..] => self.sow(phrase, words, within).map(Done::Outcome),
            ["lift", ..] => self.lift(phrase, words, within).map(Done::Effect),
            ["place", ..] => self.place(phrase, words, within).map(Done::Effect),
            ["capture", ..] => self.object(phrase, 1).map(|set| Done::Effect(Effect::Capture(Who::Mover, set))),
            _ if all.contains(&"captures") => self.captures(phrase, words).map(Done::Effect),
            others => match others.first().and_then(|first| change_of(first)) {
                Some(change) => self.object(phrase, 1).map(|set| Done::Effect(Effect::To(change, set))),
                None if all.contains(&"gets") => self.points(phrase, words).map(Done::Effect),
                None => {
                    self.unknown_effect(words);
                    None
                }
            },
        }?;
        self.fits_moment(&done, phrase.span);
        Some(done)
    }

    /// Resolves an outcome that consists of fixed words. Outer `None`: there is no such outcome.
    #[expect(clippy::option_option, reason = "an outcome, no outcome, or one that does not fit")]
    fn plain_outcome(&mut self, phrase: &Phrase, words: &Words) -> Option<Option<Outcome>> {
        let text = words.text();
        let outcome = vocabulary::written(&text).find_map(|entry| match entry.meaning {
            Meaning::Outcome(outcome) => outcome.cloned(),
            _ => None,
        })?;
        let alone = phrase.links.is_empty() && phrase.object.as_ref().is_some_and(|object| object.parts.len() == 1);
        if !alone {
            self.wrong(
                Code::NotAnEffect,
                phrase.span,
                format!("`{text}` cannot be joined with other words"),
                "separate effects with commas",
            );
            return Some(None);
        }
        self.round_or_game(words);
        self.outcome_fits(&outcome, phrase.span);
        Some(Some(outcome))
    }

    /// Reports `game` in a file with a match and `round` in a file without one.
    pub(super) fn round_or_game(&mut self, words: &Words) {
        let (wrong, right) = if self.has_contest { ("game", "round") } else { ("round", "game") };
        // a game like one with a match may have none, and the other way round: what it takes over fits both
        let own = |word: &&Word| word.text == wrong && self.source.is_own(word.span);
        if let Some(word) = words.words.iter().find(own) {
            let message = if self.has_contest {
                "this file has a match, so it must say `round`"
            } else {
                "this file has no match, so it must say `game`"
            };
            let help = Help::write(wrong, right).unwrap_or_else(|| right.into());
            self.wrong(Code::RoundOrGame, word.span, message, help);
        }
    }

    /// Resolves the holes after the first `skip` words of a phrase.
    pub(super) fn object(&mut self, phrase: &Phrase, skip: usize) -> Option<HoleSet> {
        if let Some((link, _)) = phrase.links.first() {
            let message = format!("`{}` does not fit here", link.text);
            let (said, holes) = (leading(phrase).map(|(words, _)| words), phrase.links.first().map(|(_, holes)| holes));
            let alone = said.filter(|said| said.words.len() == skip).zip(holes);
            let whole = self.source.said(phrase.span);
            if let Some((one, other)) = whole.split_once(" and ").filter(|(_, other)| other.starts_with("sow ")) {
                let message = "effects are separated by commas";
                self.wrong(Code::NotAnEffect, phrase.span, message, format!("write `{one}, {other}`"));
                return None;
            }
            let (place, help) = match alone {
                Some((said, holes)) => {
                    let (place, holes) = (link.span.to(holes.span), self.source.said(holes.span));
                    let text = format!("name the holes directly: `{} {holes}`", said.text());
                    (place, Help::replace(&self.source.said(place), &holes, text))
                }
                None => (link.span, None),
            };
            let help = help.unwrap_or_else(|| "name the holes directly: `capture here`".into());
            self.wrong(Code::NotAnEffect, place, message, help);
            return None;
        }
        let holes = phrase.object.as_ref().and_then(|object| without(object, skip));
        let Some(holes) = holes else {
            self.wrong(
                Code::NotAnEffect,
                phrase.span,
                "this does not say which holes",
                "add the holes, for example `here`",
            );
            return None;
        };
        if let [before, effect, ..] = holes.parts.as_slice()
            && is_effect(effect)
        {
            let between = self.source.slice(Span::new(before.span.end, effect.span.start));
            let at = before.span.end + between.find("and").unwrap_or(0);
            let (place, last) = (Span::new(before.span.start, at + 3), self.source.said(before.span));
            let help = "separate them with a comma: `capture here, end turn`";
            let help =
                Help::replace(&self.source.said(place), &format!("{last},"), help).unwrap_or_else(|| help.into());
            self.wrong(Code::NotAnEffect, place, "`and` joins holes, not effects", help);
            return None;
        }
        self.choosing(true, |resolver| resolver.holes(&holes))
    }

    fn captures(&mut self, phrase: &Phrase, words: &Words) -> Option<Effect> {
        let at = words.words.iter().position(|word| word.text == "captures")?;
        let who = self.player(&words.words[..at], words.span)?;
        let set = self.object(phrase, at + 1)?;
        if who == Who::EachPlayer && matches!(set, HoleSet::Any(..)) {
            let help = "write `capture any 1 of ..`, or say whose holes each player captures: `own holes`";
            self.wrong(Code::NotAnEffect, phrase.span, "only the mover chooses holes, not each player", help);
        }
        Some(Effect::Capture(who, set))
    }

    pub(super) fn player(&mut self, words: &[Word], span: Span) -> Option<Who> {
        let name = texts(words);
        let span = words.iter().map(|word| word.span).reduce(Span::to).unwrap_or(span);
        let word = vocabulary::written(&name).find_map(|entry| match entry.meaning {
            Meaning::Player(player) => Some(player),
            _ => None,
        });
        let who = match word {
            Some(who) => who,
            None => {
                let known: Vec<&str> = vocabulary::rows(|m| matches!(m, Meaning::Player(_))).map(|e| e.words).collect();
                let help = spoken::help(&name).or_else(|| Help::nearest(&name, known.iter().copied()));
                let help = help.unwrap_or_else(|| format!("write {}", one_of(known)).into());
                self.wrong(Code::UnknownWord, span, format!("`{name}` cannot capture"), help);
                return None;
            }
        };
        if who == Who::MarkOwner && self.geometry.marks_by_each {
            let mark = &self.known.mark;
            let message = "`mark owner` is not one player: each player can mark the hole";
            let help = format!("say who captures, and when: `when {mark} by mover -> capture here`");
            self.wrong(Code::WrongBoard, span, message, help);
        }
        if who == Who::Opponent && self.players != 2 {
            self.wrong(
                Code::WrongBoard,
                span,
                "`opponent` is one certain player only between two players",
                "name the mover, the owner of the hole, or each player",
            );
        }
        Some(who)
    }

    fn fits_moment(&mut self, done: &Done, span: Span) {
        let Done::Effect(effect) = done else { return };
        if !effect.fits(self.moment) {
            let message = format!("this effect is not possible at {}", self.moment.name());
            let help = match self.moment {
                Moment::AfterRefilling => "only points and winning or losing the match are possible there",
                _ if matches!(effect, Effect::Points(..)) => "points belong in `each player after refilling`",
                _ => "lifting and placing belong in `begin` and `last seed`",
            };
            self.wrong(Code::WrongMoment, span, message, help);
        }
    }

    pub(super) fn outcome_fits(&mut self, outcome: &Outcome, span: Span) {
        if !outcome.moments().contains(&self.moment) {
            let said = self.source.said(span);
            let message = format!("`{said}` is not an outcome of {}", self.moment.name());
            let mut homes = outcome.moments().iter().filter(|moment| **moment != Moment::Begin);
            let home = homes.next().filter(|_| homes.next().is_none());
            let here = match self.moment {
                Moment::Begin => "`begin` ends with `sow after ..`, `sow into ..`, or without sowing",
                Moment::LastSeed => "here write `sow after ..`, `end turn`, `move again` or `illegal`",
                Moment::AfterTurn => "here write `illegal`, `mover wins the game`, `mover loses the game` or `draw`",
                Moment::BeforeTurn => "here write `play`, `pass`, `game over`, `mover loses the game` or `draw`",
                Moment::AfterRefilling => "here write `wins the match` or `loses the match`",
                _ => "this list can only capture seeds and mark holes",
            };
            let help = match home {
                Some(home) => format!("it belongs in {}; {here}", home.name()),
                None => here.to_owned(),
            };
            self.wrong(Code::WrongMoment, span, message, help);
        }
    }
}

pub(super) type Within<'p> = Option<&'p (Name, Box<Set>)>;

/// All words of a phrase outside of filters.
fn said_in(phrase: &Phrase) -> Vec<&Words> {
    let links = phrase.links.iter().map(|(_, holes)| holes);
    let mut open: Vec<&Set> = phrase.object.iter().chain(links).flat_map(|holes| &holes.parts).collect();
    let mut said = Vec::new();
    while let Some(set) = open.pop() {
        match &set.kind {
            SetKind::Group(holes) => open.extend(&holes.parts),
            SetKind::Words { words, within } => {
                said.push(words);
                open.extend(within.iter().map(|(_, set)| &**set));
            }
        }
    }
    said
}

/// The first words of a phrase, and what follows them after `of` or `in`.
fn leading(phrase: &Phrase) -> Option<(&Words, Within<'_>)> {
    match &phrase.object.as_ref()?.parts.first()?.kind {
        SetKind::Words { words, within } => Some((words, within.as_ref())),
        SetKind::Group(_) => None,
    }
}

/// The change made by an effect whose first word is `first`.
fn change_of(first: &str) -> Option<Change> {
    vocabulary::written(&format!("{first} SET")).find_map(|entry| match entry.meaning {
        Meaning::Effect(change) => change,
        _ => None,
    })
}

/// Whether the first word of a set of holes is that of an effect or an outcome.
fn is_effect(set: &Set) -> bool {
    let SetKind::Words { words, .. } = &set.kind else { return false };
    let first = words.words.first().map_or("", |word| word.text.as_str());
    vocabulary::rows(|meaning| matches!(meaning, Meaning::Effect(_) | Meaning::Outcome(_)))
        .flat_map(Entry::forms)
        .any(|form| form.split(' ').next() == Some(first) && !matches!(first, "mover" | "round" | "game"))
}

/// Holes without the first `skip` words of the first set.
pub(super) fn without(holes: &Holes, skip: usize) -> Option<Holes> {
    let (first, others) = holes.parts.split_first()?;
    let SetKind::Words { words, within } = &first.kind else { return None };
    let left = words.words.get(skip..).filter(|left| !left.is_empty())?;
    let span = Span::new(left.first()?.span.start, left.last()?.span.end);
    let place = Span::new(span.start, first.span.end);
    let kind = SetKind::Words { words: Words { words: left.to_vec(), span }, within: within.clone() };
    let mut parts = vec![Set { kind, filter: first.filter.clone(), span: place }];
    parts.extend(others.iter().cloned());
    Some(Holes { parts, span: Span::new(span.start, holes.span.end) })
}
