//! Resolves `move` sections.

use std::borrow::Cow;

use super::phrases::{move_name, plain_words};
use super::resolver::Resolver;
use crate::problem::{Code, Help};
use crate::rules::model::{Action, Case, Condition, Direction, HoleSet, Keeper, Moment, MoveRules, Way};
use crate::rules::notation;
use crate::rules::vocabulary::{self, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Phrase, Piece, Rule as RuleNode, Section, Statement, texts};
use crate::syntax::spoken;

/// What a case of a setting says.
struct Said<'p> {
    phrases: Vec<&'p Phrase>,
    /// Whether the mover may decline it.
    may: bool,
    span: Span,
}

impl<'a> Resolver<'a> {
    /// Resolves a `move` section. `index` counts these sections from 0.
    pub(super) fn move_rules(&mut self, index: usize, section: &'a Section) -> Option<MoveRules> {
        self.no_words();
        let when = match &section.when {
            Some(node) => match self.at(Moment::MoveWhen, |resolver| resolver.condition(node)) {
                Some(Condition::Constant(true)) => Some(None),
                Some(other) => Some(Some(other)),
                None => None,
            },
            None => Some(None),
        };
        let basis = self.basis(section.tag.as_ref());
        let basis = self.with_words(basis);
        let place = (index, section);
        let from = self
            .cased(place, "from", Moment::Choosing, |resolver, said| resolver.chosen_holes(&said.phrases, said.span));
        let direction = self.cased(place, "direction", Moment::Choosing, |resolver, said| {
            resolver.direction_value(&said.phrases, said.span)
        });
        let begin = self.cased(place, "begin", Moment::Begin, |resolver, said| {
            Some(Action { may: said.may, ..resolver.action_of(&said.phrases)? })
        });
        Some(MoveRules {
            name: move_name(section).map(str::to_owned),
            title: section.title.as_ref().map(|title| title.text.clone()),
            when: when?,
            basis,
            from: from?,
            direction: direction?,
            begin: begin?,
            span: section.head,
        })
    }

    /// Resolves a setting of a `move` section, plain or case by case.
    fn cased<T>(
        &mut self,
        (index, section): (usize, &'a Section),
        name: &str,
        moment: Moment,
        value: impl Fn(&mut Self, &Said<'_>) -> Option<T>,
    ) -> Option<Vec<Case<T>>> {
        let inner = section.body.iter().find_map(|statement| match statement {
            Statement::Section(inner) if inner.name.text == name => Some(inner),
            _ => None,
        });
        if let Some(inner) = inner {
            let rules: Vec<&'a RuleNode> = inner
                .body
                .iter()
                .filter_map(|statement| if let Statement::Rule(rule) = statement { Some(rule) } else { None })
                .collect();
            return self.at(moment, |resolver| {
                let before = resolver.gathered.problems.len();
                let cases = resolver.cases(&rules, inner.head, true, |resolver, rule| {
                    let phrases = rule.effects.iter().collect();
                    value(resolver, &Said { phrases, may: rule.may.is_some(), span: rule.span })
                });
                (resolver.gathered.problems.len() == before).then_some(cases)
            });
        }
        let Some(found) = self.setting(SectionWord::Move, index, name) else {
            self.lacks(section, SectionWord::Move, name);
            return None;
        };
        self.at(moment, |resolver| {
            let mut chosen = None;
            resolver.no_words();
            for (reading, pieces) in found.readings.iter().enumerate() {
                let met = resolver.words_met.len();
                let phrases = resolver.phrases(pieces)?;
                let span = pieces.first().map_or(found.span, Piece::span);
                let read = value(resolver, &Said { phrases, may: false, span });
                match reading == found.chosen {
                    true => chosen = read,
                    false => resolver.words_met.truncate(met),
                }
            }
            let value = chosen?;
            let basis = resolver.with_words(found.basis);
            let told = found.texts.first().filter(|_| found.readings.len() == 1).map(|text| text.text.clone());
            Some(vec![Case { condition: None, value, said: String::new(), told, span: found.span, basis }])
        })
    }

    /// The values that consist of words; reports a problem for any other.
    pub(super) fn phrases<'p>(&mut self, pieces: &'p [Piece]) -> Option<Vec<&'p Phrase>> {
        let mut phrases = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Words(phrase) => phrases.push(phrase),
                other => {
                    let span = other.span();
                    self.wrong(
                        Code::WrongValue,
                        span,
                        "words are expected here",
                        "the manual lists the values of this setting",
                    );
                    return None;
                }
            }
        }
        Some(phrases)
    }

    pub(super) fn chosen_holes(&mut self, phrases: &[&Phrase], span: Span) -> Option<HoleSet> {
        match phrases {
            [phrase] if phrase.links.is_empty() => self.holes(phrase.object.as_ref()?),
            _ => {
                self.wrong(
                    Code::NotAHoleSet,
                    span,
                    "it is unclear which holes may be chosen",
                    "write `from: own holes`",
                );
                None
            }
        }
    }

    fn direction_value(&mut self, phrases: &[&Phrase], span: Span) -> Option<Direction> {
        let direction = self.direction_said(phrases, span)?;
        self.goes_clockwise |= direction.may_be(Way::Clockwise);
        Some(direction)
    }

    fn direction_said(&mut self, phrases: &[&Phrase], span: Span) -> Option<Direction> {
        let help = "write `counterclockwise`, `clockwise`, `either`, or `South clockwise, North counterclockwise`";
        let texts: Vec<Cow<'_, str>> = phrases.iter().copied().filter_map(plain_words).map(texts).collect();
        if texts.len() == phrases.len() {
            if let [only] = texts.as_slice() {
                let known = [
                    ("either", Direction::Either),
                    ("as mover's last turn", Direction::AsLast(Keeper::Mover)),
                    ("as starter's last turn", Direction::AsLast(Keeper::Starter)),
                ];
                if let Some((_, direction)) = known.into_iter().find(|(words, _)| only == words) {
                    return Some(direction);
                }
                if let Some(way) = vocabulary::way(only) {
                    return Some(Direction::One(way));
                }
            }
            let players = self.players;
            let ways: Option<Vec<Way>> = (0..players)
                .map(|player| {
                    let name = notation::player_name(players, player);
                    texts.iter().find_map(|text| vocabulary::way(text.strip_prefix(&name)?.trim()))
                })
                .collect();
            if let Some(ways) = ways
                && texts.len() == players
                && players > 1
            {
                return Some(Direction::PerPlayer(ways));
            }
        }
        let said = texts.join(", ");
        let like = spoken::help(&said)
            .or_else(|| Help::nearest(&said, ["counterclockwise", "clockwise", "either"]))
            .unwrap_or_else(|| help.into());
        self.wrong(Code::WrongValue, span, "this is not a direction of sowing", like);
        None
    }
}
