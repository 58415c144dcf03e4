//! Phrases for the action of a rule: `he captures its seeds and the turn ends`.

use super::numbers::{fraction, fraction_said, several};
use super::plain;
use super::voice::{Scene, Voice};
use super::words::{is_adjective, join, with_article};
use crate::rules::model::{Action, Amount, Change, Effect, HoleSet, Marker, One, Outcome, Turning, Way, Who, Whose};
use crate::rules::vocabulary::{Meaning, Phrase, Verb, phrase, word};

/// A subject and what it does.
struct Clause {
    subject: String,
    mover: bool,
    deeds: Vec<String>,
}

/// The main clauses of a rule.
struct Clauses {
    list: Vec<Clause>,
    may: bool,
}

impl Clauses {
    fn add(&mut self, subject: &str, deed: String) {
        match self.list.last_mut() {
            Some(last) if !last.mover && last.subject == subject => {
                let same = last.deeds.last().is_some_and(|before| before.split(' ').next() == deed.split(' ').next());
                match deed.split_once(' ') {
                    Some((_, rest)) if same => last.deeds.push(format!("then {rest}")),
                    _ => last.deeds.push(deed),
                }
            }
            _ => self.list.push(Clause { subject: subject.to_owned(), mover: false, deeds: vec![deed] }),
        }
    }

    fn text(&self) -> String {
        let clause = |clause: &Clause| format!("{} {}", clause.subject, join(&clause.deeds, "and"));
        let clauses: Vec<String> = self.list.iter().map(clause).collect();
        match clauses.as_slice() {
            // what holds only of a run must not seem to hold of what follows
            [before @ .., last] if before.iter().any(|text| text.contains(", as long as ")) => {
                format!("{}; then {last}", join(before, "and"))
            }
            clauses => join(clauses, "and"),
        }
    }
}

impl Voice<'_> {
    /// The main clause for the action of a rule. `single` if the chosen hole certainly holds one seed.
    pub(super) fn action(&mut self, action: &Action, single: bool) -> String {
        if let (true, [Effect::Lift(None, lifted)], Some(Outcome::Sow { turning: None, into: false, at, .. })) =
            (single && !action.may, action.effects.as_slice(), &action.outcome)
            && *lifted == HoleSet::One(One::Here)
            && at == lifted
        {
            return format!("{} moves that seed into the next hole", self.he());
        }
        if let (
            true,
            [Effect::Lift(None, lifted), Effect::Place { count: Amount::Number(left), from_store: false, into }],
        ) = (self.scene == Scene::Move && !action.may, action.effects.as_slice())
            && let Some(Outcome::Sow { turning: None, by: 1, into: false, at }) = &action.outcome
            && let HoleSet::One(One::Here) = lifted
            && into == lifted
            && at == lifted
        {
            let (he, hole) = (self.he(), self.hole(&One::Here));
            let first = self.hole_after(&One::Here);
            return format!(
                "{he} leaves {} in {hole} and sows the rest, the first into {first}",
                several(*left, "seed")
            );
        }
        self.main_clause();
        let mut clauses = Clauses { list: Vec::new(), may: action.may };
        let mut outcome = action.outcome.as_ref();
        if self.scene == Scene::Refilled
            && action.effects.iter().all(|effect| matches!(effect, Effect::Points(..)))
            && let Some(first) = outcome.take()
        {
            self.outcome(first, &mut clauses);
        }
        let mut before: Option<&Effect> = None;
        let mut effects = action.effects.iter().peekable();
        while let Some(effect) = effects.next() {
            match (effect, effects.peek()) {
                // what goes from a hole straight into the mover's store is captured
                (
                    Effect::Lift(Some(count), from @ HoleSet::One(_)),
                    Some(Effect::Place { count: placed, from_store: false, into: HoleSet::Store(Whose::Own) }),
                ) if count == placed => {
                    effects.next();
                    let from = plain::set(self.rules, from, None);
                    self.mover(&mut clauses, "captures", "capture", |voice| voice.moved(count, "", "from", &from));
                }
                _ => self.effect(effect, before, &mut clauses),
            }
            before = Some(effect);
        }
        match outcome {
            Some(outcome) => self.outcome(outcome, &mut clauses),
            None if action.outcome.is_some() => {}
            None if self.scene == Scene::Move => {
                let there = match self.hole(&One::Here).as_str() {
                    "it" => "there".to_owned(),
                    hole => format!("in {hole}"),
                };
                clauses.add("the turn", format!("goes on as if the last seed had fallen {there}"));
            }
            None => {}
        }
        match (clauses.list.is_empty(), action.may) {
            (true, _) => "nothing happens".to_owned(),
            (false, false) => clauses.text(),
            (false, true) if self.scene == Scene::Between => {
                format!("{} in place of a turn; the next that fits decides", clauses.text())
            }
            (false, true) => format!("{}; if he does not, the next that fits applies", clauses.text()),
        }
    }

    /// Adds an action of the mover. `build` builds the rest of it after the mover has been named.
    fn mover(&mut self, clauses: &mut Clauses, third: &str, plain: &str, build: impl FnOnce(&mut Self) -> String) {
        self.name_mover(clauses);
        let rest = build(self);
        let verb = if clauses.may { plain } else { third };
        if let Some(last) = clauses.list.last_mut() {
            let same = last.deeds.last().is_some_and(|before| before.split(' ').next() == Some(verb));
            last.deeds.push(match (same, rest.strip_prefix("the seeds ")) {
                // one verb is enough for all that is captured
                (true, Some(rest)) if verb.starts_with("capture") => format!("those {rest}"),
                _ => format!("{verb} {rest}").trim_end().to_owned(),
            });
        }
    }

    /// Makes the mover the subject of what follows.
    fn name_mover(&mut self, clauses: &mut Clauses) {
        if !clauses.list.last().is_some_and(|last| last.mover) {
            let he = self.he();
            let subject = if clauses.may { format!("{he} may") } else { he };
            clauses.list.push(Clause { subject, mover: true, deeds: Vec::new() });
        }
    }

    /// Adds an action of somebody or something else. Where the mover may choose, he lets it happen.
    fn other(&mut self, clauses: &mut Clauses, subject: &str, third: &str, plain: &str, rest: &str) {
        if clauses.may {
            self.mover(clauses, "lets", "let", |_| format!("{subject} {plain} {rest}").trim_end().to_owned());
        } else {
            clauses.add(subject, format!("{third} {rest}").trim_end().to_owned());
        }
    }

    fn effect(&mut self, effect: &Effect, before: Option<&Effect>, clauses: &mut Clauses) {
        match effect {
            Effect::Capture(Who::Mover, set) => {
                self.mover(clauses, "captures", "capture", |voice| voice.seeds(&plain::set(voice.rules, set, None)));
            }
            Effect::Capture(who, set) => self.others_capture(*who, &plain::set(self.rules, set, None), clauses),
            Effect::Lift(None, set) => {
                self.mover(clauses, "lifts", "lift", |voice| voice.seeds(&plain::set(voice.rules, set, None)));
            }
            Effect::Lift(Some(count), set) => self.mover(clauses, "lifts", "lift", |voice| {
                voice.moved(count, "", "from", &plain::set(voice.rules, set, None))
            }),
            Effect::Place { count, from_store, into } => {
                let into = plain::set(self.rules, into, None);
                let just_lifted =
                    matches!(before, Some(Effect::Lift(Some(lifted), HoleSet::One(_))) if lifted == count);
                self.mover(clauses, "places", "place", |voice| match (from_store, just_lifted, &into) {
                    (true, _, _) => {
                        let loan = if voice.scene == Scene::Between { ", on loan if need be," } else { "" };
                        let store = format!(" from {} store{loan}", voice.his());
                        voice.moved(count, &store, "in", &into)
                    }
                    (false, true, HoleSet::One(_)) => {
                        let seeds = if *count == Amount::Number(1) { "that seed" } else { "those seeds" };
                        format!("{seeds} in {}", voice.set(&into).0)
                    }
                    (false, _, _) => voice.moved(count, " from the hand", "in", &into),
                });
            }
            Effect::PlaceAll(into) => self.mover(clauses, "places", "place", |voice| {
                format!("all seeds from the hand in {}", voice.set(&plain::set(voice.rules, into, None)).0)
            }),
            Effect::To(Change::Mark, set) => self.marks(&plain::set(self.rules, set, None), clauses),
            Effect::To(Change::Unmark, set) if self.mark_forms().is_some() => {
                let forms = self.mark_forms().cloned();
                let (holes, plural) = self.set(&plain::set(self.rules, set, None));
                let marked = forms.map(|forms| self.marked_in_words(&forms, Marker::Anybody, true, plural));
                let marked = marked.unwrap_or_default();
                let (be, rest) = marked.split_once(' ').unwrap_or((&marked, ""));
                self.other(clauses, &holes, be, "be", &format!("no longer {rest}"));
            }
            Effect::To(Change::Unmark, set)
                if self.mark() != "marked" && (matches!(set, HoleSet::One(_)) || self.kind(set).is_some()) =>
            {
                let (holes, plural) = self.set(&plain::set(self.rules, set, None));
                let mark = self.mark();
                let mark = match (is_adjective(mark), plural) {
                    (true, _) => mark.to_owned(),
                    (false, true) => format!("{mark}s"),
                    (false, false) => with_article(mark),
                };
                let (third, plain) = if plural { ("are", "be") } else { ("is", "be") };
                self.other(clauses, &holes, third, plain, &format!("no longer {mark}"));
            }
            Effect::To(change, set) => {
                let (verb, text) = match phrase(Meaning::Effect(Some(*change))) {
                    Phrase::Done(verb, text) => (verb, text),
                    _ => (Verb::Do("do"), word(Meaning::Effect(Some(*change)))),
                };
                let (third, plain) = (verb.form(true, false), verb.form(true, true));
                self.mover(clauses, &third, &plain, |voice| {
                    text.replace("SET", &voice.set(&plain::set(voice.rules, set, None)).0)
                });
            }
            Effect::Points(Who::Mover, number) => {
                self.mover(clauses, "gets", "get", |voice| voice.points(number));
            }
            Effect::Points(who, number) => {
                let who = self.who(*who);
                let points = self.points(number);
                self.other(clauses, &who, "gets", "get", &points);
                self.forget_person();
            }
        }
    }

    /// Seeds that go from or into each hole of a set: `2 seeds from it`, `half of the seeds in each of his holes`.
    fn moved(&mut self, amount: &Amount, origin: &str, link: &str, set: &HoleSet) -> String {
        let holes = self.each_of(set);
        match fraction(amount) {
            (0, Amount::Number(number)) => format!("{}{origin} {link} {holes}", several(*number, "seed")),
            (part @ 1.., Amount::SeedsIn(HoleSet::One(One::Tested))) if link == "from" => {
                format!("{} of the seeds in {holes} (rounded down)", fraction_said(part))
            }
            _ => {
                let taken = if origin.is_empty() { String::new() } else { format!(", taken{origin}") };
                format!("{link} {holes} {}{taken}", self.as_many("", "seed", amount))
            }
        }
    }

    fn points(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Number(number) => several(*number, "point"),
            amount => self.as_many("", "point", amount),
        }
    }

    fn marks(&mut self, set: &HoleSet, clauses: &mut Clauses) {
        let mark = self.mark().to_owned();
        if matches!(set, HoleSet::Union(_)) {
            self.forget_it();
        }
        if let Some(forms) = self.mark_forms().cloned() {
            let (holes, plural) = self.set(set);
            let marked = self.marked_in_words(&forms, Marker::Mover, true, plural);
            let (be, rest) = marked.split_once(' ').unwrap_or((&marked, ""));
            self.other(clauses, &holes, be, "be", &format!("from then on {rest}"));
            return;
        }
        match mark.as_str() {
            "marked" => self.mover(clauses, "marks", "mark", |voice| voice.set(set).0),
            _ if is_adjective(&mark) => {
                self.mover(clauses, "marks", "mark", |voice| format!("{} as {mark}", voice.set(set).0));
            }
            _ => self.mover(clauses, "makes", "make", |voice| {
                let (holes, plural) = voice.set(set);
                format!("{holes} {} {mark}{}", voice.his(), if plural { "s" } else { "" })
            }),
        }
    }

    fn others_capture(&mut self, who: Who, set: &HoleSet, clauses: &mut Clauses) {
        if clauses.may {
            self.name_mover(clauses);
        }
        if matches!(set, HoleSet::Any(..)) {
            // otherwise the choice could seem to be theirs
            self.forget_person();
        }
        match (who, set) {
            (Who::EachPlayer, _) => {
                let seeds = self.for_each_player(|voice| voice.seeds(set));
                self.other(clauses, "each player", "captures", "capture", &seeds);
            }
            (Who::Owner, HoleSet::One(one)) => {
                let subject = format!("the player on whose side {} lies", self.hole(one));
                self.other(clauses, &subject, "captures", "capture", "its seeds");
            }
            (Who::MarkOwner, HoleSet::One(one)) => {
                let hole = self.hole(one);
                let subject = match is_adjective(self.mark()) {
                    true => format!("the player who marked {hole}"),
                    false => format!("the player whose {} {hole} is", self.mark()),
                };
                self.other(clauses, &subject, "captures", "capture", "its seeds");
            }
            (Who::Owner | Who::MarkOwner, _) => {
                let seeds = self.seeds(set);
                let whom = if who == Who::Owner { "on whose side they lie" } else { "who marked their holes" };
                self.other(clauses, &seeds, "are", "be", &format!("captured by those {whom}"));
            }
            _ => {
                let subject = self.who(who);
                // `his` would be the capturer's
                self.forget_person();
                let seeds = self.seeds(set);
                self.other(clauses, &subject, "captures", "capture", &seeds);
            }
        }
        if !clauses.may {
            self.forget_person();
        }
    }

    /// The phrase for a hole, or for each hole of several.
    fn each_of(&mut self, set: &HoleSet) -> String {
        match self.set(set) {
            (holes, true) if matches!(set, HoleSet::Related(..)) => holes,
            (holes, true) => format!("each of {}", holes.strip_prefix("all ").map_or(holes.clone(), the)),
            (hole, false) => hole,
        }
    }

    fn outcome(&mut self, outcome: &Outcome, clauses: &mut Clauses) {
        let unit = self.unit();
        match outcome {
            Outcome::Sow { turning, by, into, at } => {
                let way = match turning {
                    Some(Turning::To(way)) => Some(*way),
                    _ => None,
                };
                let at = plain::set(self.rules, at, way);
                self.mover(clauses, "sows", "sow", |voice| {
                    let on = if voice.scene == Scene::Move { "them" } else { "on" };
                    let first = voice.first_hole(&at, *into);
                    match by {
                        1 => format!("{on}{}, the first into {first}", turned(*turning)),
                        by => format!("{on}{} {by} at a time, the first {by} into {first}", turned(*turning)),
                    }
                });
            }
            Outcome::EndTurn if clauses.may => self.mover(clauses, "ends", "end", |_| "the turn".to_owned()),
            Outcome::EndTurn => clauses.add("the turn", "ends".to_owned()),
            Outcome::MoveAgain => self.mover(clauses, "moves", "move", |_| "again".to_owned()),
            Outcome::Illegal if clauses.may => self.mover(clauses, "takes", "take", |_| "the move back".to_owned()),
            Outcome::Illegal => clauses.add("the move", "is not allowed".to_owned()),
            Outcome::Play => self.mover(clauses, "plays", "play", |_| String::new()),
            Outcome::Pass => self.mover(clauses, "passes", "pass", |_| String::new()),
            Outcome::SwapSides => self.mover(clauses, "swaps", "swap", |_| "sides with the opponent".to_owned()),
            Outcome::Over if clauses.may => self.mover(clauses, "ends", "end", |_| format!("the {unit}")),
            Outcome::Over => clauses.add(&format!("the {unit}"), "is over".to_owned()),
            Outcome::MoverWins => self.mover(clauses, "wins", "win", |_| format!("the {unit}")),
            Outcome::MoverLoses if clauses.may => self.mover(clauses, "gives", "give", |_| format!("up the {unit}")),
            Outcome::MoverLoses => self.mover(clauses, "loses", "lose", |_| format!("the {unit}")),
            Outcome::Draw if clauses.may => self.mover(clauses, "ends", "end", |_| format!("the {unit} as a draw")),
            Outcome::Draw => clauses.add(&format!("the {unit}"), "is a draw".to_owned()),
            Outcome::WinsMatch => self.mover(clauses, "wins", "win", |_| "the match".to_owned()),
            Outcome::LosesMatch => self.mover(clauses, "loses", "lose", |_| "the match".to_owned()),
        }
    }

    /// The phrase for the hole where the first seed of a lap falls.
    fn first_hole(&mut self, at: &HoleSet, into: bool) -> String {
        match (at, into) {
            (HoleSet::One(one), false) => self.hole_after(one),
            (HoleSet::One(one), true) => match self.hole(one).as_str() {
                "it" | "the hole" => "that same hole".to_owned(),
                named => named.to_owned(),
            },
            (at, _) => {
                let hole = match self.kind(at) {
                    Some(kind) => self.any(&kind, "the"),
                    None => self.set(at).0,
                };
                if into { hole } else { format!("the hole after {hole}") }
            }
        }
    }
}

fn the(holes: &str) -> String {
    match holes.starts_with("his ") || holes.contains("'s ") {
        true => holes.to_owned(),
        false => format!("the {holes}"),
    }
}

fn turned(turning: Option<Turning>) -> String {
    match turning {
        None => String::new(),
        Some(Turning::To(Way::Counterclockwise)) => " counterclockwise".to_owned(),
        Some(Turning::To(Way::Clockwise)) => " clockwise".to_owned(),
        Some(Turning::Reversed) => " in the other direction".to_owned(),
    }
}
