//! Resolves lists of rules, and the sections `game`, `move` and `sowing` and the score.

use std::borrow::Cow;

use super::effects::Done;
use super::outline::Outline;
use super::phrases::{move_name, plain_words};
use super::resolver::{Found, Resolver};
use crate::problem::{Change, Code, Help, Problem, Remedy, one_of};
use crate::rules::model::{
    About, Action, Amount, Case, Condition, Direction, Effect, Endless, HoleSet, Keeper, MOST_OFFERS, Moment,
    MoveRules, Outcome, Rule, Stated, Way,
};
use crate::rules::notation;
use crate::rules::vocabulary::{self, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Condition as Node, Phrase, Piece, Rule as RuleNode, Section, Statement, texts};
use crate::syntax::spoken;

/// What a case of a setting says.
struct Said<'p> {
    phrases: Vec<&'p Phrase>,
    /// Whether the mover may decline it.
    may: bool,
    span: Span,
}

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
    fn cases<T>(
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

    fn action_of(&mut self, phrases: &[&Phrase]) -> Option<Action> {
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
