//! Counts which variants of the model the rules of a game hold.

use std::collections::BTreeMap;
use std::fmt::Debug;

use mancala_rules::rules::model::{
    Action, Amount, Case, Condition, Direction, Effect, HoleSet, NumberSet, One, Outcome, Property, Relation, Rule,
    Rules, Stride,
};
use mancala_rules::rules::vocabulary::{Meaning, row_of};

/// How often each variant was met, by names such as `Condition::Makes`.
#[derive(Clone, Debug, Default)]
pub struct Census {
    pub found: BTreeMap<String, usize>,
}

impl Census {
    /// Counts all that the rules of a game hold.
    pub fn count(&mut self, rules: &Rules) {
        self.board(rules);
        for section in &rules.moves {
            self.met("MoveRules", if section.when.is_some() { "when" } else { "always" });
            section.when.iter().for_each(|when| self.condition(when));
            self.cases(&section.from, Self::set);
            self.cases(&section.direction, Self::direction);
            self.list("begin", &section.begin);
        }
        if rules.moves.len() > 1 {
            self.met("MoveRules", "several");
        }
        if let Some(skip) = &rules.skip {
            self.met("Rules", "skip");
            self.set(&skip.value);
        }
        rules.endless.iter().for_each(|endless| self.variant("Endless", &endless.value));
        self.list("each_seed", &rules.each_seed);
        self.list("last_seed", &rules.last_seed);
        self.list("after_turn", &rules.after_turn);
        self.list("before_turn", &rules.before_turn);
        if rules.repeated.is_some() {
            self.met("Rules", "repeated");
        }
        match &rules.score.value {
            Some(amount) => {
                self.variant("Score", amount);
                self.amount(amount);
            }
            None => self.met("Score", "nothing"),
        }
        self.contest(rules);
        for claim in &rules.claims {
            self.met("Rules", "claims");
            self.condition(&claim.condition);
        }
    }

    fn met(&mut self, kind: &str, name: &str) {
        *self.found.entry(format!("{kind}::{name}")).or_default() += 1;
    }

    /// Counts a word of the vocabulary that stands for itself.
    fn word(&mut self, meaning: Meaning<'_>) {
        if let Some(row) = row_of(meaning) {
            self.met("Word", row.word());
        }
    }

    /// Counts a value by the name of its variant.
    fn variant(&mut self, kind: &str, value: &impl Debug) {
        let text = format!("{value:?}");
        let name = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        self.met(kind, name);
    }

    fn board(&mut self, rules: &Rules) {
        let board = &rules.board;
        self.met("Board", &format!("rows {}", board.rows.value));
        self.met("Board", &format!("columns {}", board.columns.value));
        self.met("Board", &format!("players {}", board.players.value));
        self.variant("Side", &board.side.value);
        self.variant("Track", &board.track.value);
        if let Some(track) = &board.clockwise_track {
            self.variant("ClockwiseTrack", &track.value);
        }
        self.variant("Ends", &board.ends.value);
        self.variant("Layout", &board.seeds.value);
        let given = [
            ("mark", board.mark.is_some()),
            ("marks_by_each", board.marks_by_each()),
            ("seeds_in_ends", board.seeds_in_ends.is_some()),
            ("seeds_in_stores", board.seeds_in_stores.is_some()),
        ];
        for (name, _) in given.iter().filter(|(_, given)| *given) {
            self.met("Board", name);
        }
        if let Some(marked) = &board.marked_at_start {
            self.met("Board", "marked_at_start");
            self.set(&marked.value);
        }
    }

    fn contest(&mut self, rules: &Rules) {
        let Some(contest) = &rules.contest else { return };
        self.variant("NobodyWon", &contest.nobody_won.value);
        self.variant("Fill", &contest.fill.value);
        self.variant("LastHole", &contest.last_hole.value);
        self.variant("Surplus", &contest.surplus.value);
        self.variant("EmptyHoles", &contest.empty_holes.value);
        if rules.board.has_nobodys() {
            self.variant("NobodysHoles", &contest.nobodys_holes.value);
        }
        self.variant("NextStarter", &contest.next_starter.value);
        if contest.most_rounds.is_some() {
            self.met("Contest", "most_rounds");
        }
        match &contest.won_by {
            Some(won_by) => self.variant("WonBy", &won_by.value),
            None => self.met("WonBy", "a rule"),
        }
        self.list("after_refilling", &contest.after_refilling);
    }

    fn cases<T>(&mut self, cases: &[Case<T>], value: impl Fn(&mut Self, &T)) {
        for case in cases {
            case.condition.iter().for_each(|condition| self.condition(condition));
            value(self, &case.value);
        }
    }

    fn list(&mut self, name: &str, rules: &[Rule]) {
        if !rules.is_empty() {
            self.met("List", name);
        }
        self.cases(rules, Self::action);
    }

    fn action(&mut self, action: &Action) {
        if action.may {
            self.met("Action", "may");
        }
        for effect in &action.effects {
            self.effect(effect);
        }
        match &action.outcome {
            None => self.met("Outcome", "none"),
            Some(outcome) => {
                self.word(Meaning::Outcome(Some(outcome)));
                if let Outcome::Sow { turning, by, into, at } = outcome {
                    turning.iter().for_each(|turning| self.variant("Turning", turning));
                    self.met("Sow", if *into { "into" } else { "after" });
                    self.met("Sow", if *by > 1 { "several" } else { "one by one" });
                    self.set(at);
                }
            }
        }
    }

    fn effect(&mut self, effect: &Effect) {
        self.variant("Effect", effect);
        match effect {
            Effect::Capture(who, set) => {
                self.word(Meaning::Player(*who));
                self.set(set);
            }
            Effect::Lift(count, set) => {
                self.met("Lift", if count.is_some() { "some" } else { "all" });
                count.iter().for_each(|count| self.amount(count));
                self.set(set);
            }
            Effect::Place { count, from_store, into } => {
                self.met("Place", if *from_store { "from store" } else { "from hand" });
                self.met("Place", if matches!(count, Amount::Number(_)) { "a number" } else { "counted" });
                self.amount(count);
                self.set(into);
            }
            Effect::PlaceAll(set) => self.set(set),
            Effect::To(change, set) => {
                self.word(Meaning::Effect(Some(*change)));
                self.set(set);
            }
            Effect::Points(who, count) => {
                self.variant("Points", who);
                self.amount(count);
            }
        }
    }

    fn direction(&mut self, direction: &Direction) {
        self.variant("Direction", direction);
        match direction {
            Direction::One(way) => self.variant("Way", way),
            Direction::AsLast(keeper) => self.variant("Keeper", keeper),
            Direction::PerPlayer(_) | Direction::Either => {}
        }
    }

    fn one(&mut self, one: &One) {
        self.variant("One", one);
        self.word(Meaning::Hole(one));
        match one {
            One::Here | One::Tested | One::Origin | One::Named(_) => {}
            One::Related(relation, from) => {
                self.relation(*relation);
                self.one(from);
            }
        }
    }

    fn relation(&mut self, relation: Relation) {
        self.variant("Relation", &relation);
        self.word(Meaning::Relative(Some(relation)));
        if let Relation::Ahead(steps) | Relation::Back(steps) = relation {
            self.variant("Steps", &steps);
        }
    }

    fn set(&mut self, set: &HoleSet) {
        self.variant("HoleSet", set);
        self.word(Meaning::Noun(Some(set)));
        match set {
            HoleSet::Holes | HoleSet::Ends | HoleSet::Named(_) => {}
            HoleSet::Store(whose) => self.variant("Whose", whose),
            HoleSet::One(one) => self.one(one),
            HoleSet::Related(relation, from) => {
                self.relation(*relation);
                self.set(from);
            }
            HoleSet::Run { stride: Stride { back, step, most }, condition } => {
                self.met("Run", if *back { "back" } else { "ahead" });
                self.met("Run", if *step == 1 { "by 1" } else { "by more" });
                self.met("Run", if most.is_some() { "at most" } else { "any number" });
                self.condition(condition);
            }
            HoleSet::Where(base, condition) => {
                self.set(base);
                self.condition(condition);
            }
            HoleSet::Union(parts) => parts.iter().for_each(|part| self.set(part)),
            HoleSet::Any(_, among) => self.set(among),
        }
    }

    fn property(&mut self, property: &Property) {
        self.variant("Property", property);
        self.word(Meaning::Property(Some(property)));
        match property {
            Property::Fixed(fixed) => self.variant("Fixed", fixed),
            Property::Marked(marker) => self.variant("Marker", marker),
            Property::In(set) => self.set(set),
            _ => {}
        }
    }

    fn amount(&mut self, amount: &Amount) {
        self.variant("Amount", amount);
        match amount {
            Amount::SeedsIn(set) | Amount::NumberOf(set) => self.set(set),
            Amount::StartingSeeds(one) => self.one(one),
            Amount::InMatch(amount) => self.word(Meaning::Amount(Some(*amount))),
            Amount::Half(whole) => self.amount(whole),
            Amount::Number(_) => {}
        }
    }

    fn numbers(&mut self, numbers: &NumberSet) {
        self.variant("NumberSet", numbers);
        numbers.bound().into_iter().for_each(|bound| self.amount(bound));
    }

    fn condition(&mut self, condition: &Condition) {
        self.variant("Condition", condition);
        match condition {
            Condition::Not(inner) | Condition::AnotherLeaves(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| self.condition(part)),
            Condition::Some(set) => self.set(set),
            Condition::All(set, claim) => {
                self.set(set);
                self.condition(claim);
            }
            Condition::Is(one, property) => {
                self.one(one);
                self.property(property);
            }
            Condition::Holds(one, numbers) => {
                self.one(one);
                self.numbers(numbers);
            }
            Condition::Count(amount, numbers) => {
                self.amount(amount);
                self.numbers(numbers);
            }
            Condition::Makes(numbers) => self.numbers(numbers),
            Condition::LapGoes(way) => self.variant("LapGoes", way),
            Condition::Constant(value) => self.variant("Constant", value),
            Condition::Fact(fact) => self.word(Meaning::Fact(Some(*fact))),
            Condition::WasEmpty
            | Condition::Drawn(_)
            | Condition::Lap(_)
            | Condition::Turn(_)
            | Condition::MoverIs(_)
            | Condition::MoveIs(_) => {}
        }
    }
}
