//! Visiting the parts of conditions, sets and rules.

use super::{
    Amount, Condition, Contest, Effect, Happened, HoleSet, LastHole, NextStarter, NumberSet, One, Outcome, Property,
    Relation, Rule, Rules,
};

/// The largest number of rules that can offer moves in place of a turn.
pub const MOST_OFFERS: usize = 64;

/// A part of a condition or a set.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A condition.
    Condition(&'a Condition),
    /// A set of holes.
    Set(&'a HoleSet),
    /// One hole.
    One(&'a One),
    /// A number.
    Amount(&'a Amount),
    /// A set of numbers.
    Numbers(&'a NumberSet),
}

impl Condition {
    /// Calls `look` with every part, the condition itself included.
    pub fn visit<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        look(Part::Condition(self));
        match self {
            Condition::Not(inner) | Condition::AnotherLeaves(inner) => inner.visit(look),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| part.visit(look)),
            Condition::Some(set) => set.visit(look),
            Condition::All(set, claim) => {
                set.visit(look);
                claim.visit(look);
            }
            Condition::Is(one, property) => {
                one.visit(look);
                if let Property::In(set) = property {
                    set.visit(look);
                }
            }
            Condition::Holds(one, numbers) => {
                one.visit(look);
                numbers.visit(look);
            }
            Condition::Count(amount, numbers) => {
                amount.visit(look);
                numbers.visit(look);
            }
            Condition::Makes(numbers) => numbers.visit(look),
            _ => {}
        }
    }

    /// Whether `wanted` is true of any part, the condition itself included.
    pub fn any(&self, wanted: impl Fn(Part<'_>) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= wanted(part));
        found
    }
}

impl HoleSet {
    /// Calls `look` with every part, the set itself included.
    pub fn visit<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        look(Part::Set(self));
        match self {
            HoleSet::One(one) => one.visit(look),
            HoleSet::Related(_, base) | HoleSet::Any(_, base) => base.visit(look),
            HoleSet::Run { condition, .. } => condition.visit(look),
            HoleSet::Where(base, condition) => {
                base.visit(look);
                condition.visit(look);
            }
            HoleSet::Union(parts) => parts.iter().for_each(|part| part.visit(look)),
            HoleSet::Holes | HoleSet::Ends | HoleSet::Store(_) | HoleSet::Named(_) => {}
        }
    }

    /// Whether a store may belong to the set.
    pub fn reaches_a_store(&self) -> bool {
        match self {
            HoleSet::Store(_) => true,
            HoleSet::Related(_, set) | HoleSet::Where(set, _) | HoleSet::Any(_, set) => set.reaches_a_store(),
            HoleSet::Union(parts) => parts.iter().any(HoleSet::reaches_a_store),
            HoleSet::Holes | HoleSet::Ends | HoleSet::One(_) | HoleSet::Named(_) | HoleSet::Run { .. } => false,
        }
    }
}

impl One {
    fn visit<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        look(Part::One(self));
        if let One::Related(_, from) = self {
            from.visit(look);
        }
    }
}

impl Amount {
    /// Calls `look` with every part, the amount itself included.
    pub fn visit<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        look(Part::Amount(self));
        match self {
            Amount::SeedsIn(set) | Amount::NumberOf(set) => set.visit(look),
            Amount::StartingSeeds(one) => one.visit(look),
            Amount::Half(whole) => whole.visit(look),
            Amount::Number(_) | Amount::InMatch(_) => {}
        }
    }
}

impl NumberSet {
    fn visit<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        look(Part::Numbers(self));
        self.bound().into_iter().for_each(|bound| bound.visit(look));
    }
}

impl Rules {
    /// Whether a rule asks in which holes the last lap put seeds. Then they belong to the state after a lap.
    pub fn asks_for_holes_of_a_lap(&self) -> bool {
        let mut asks = false;
        self.visit(&mut |part| {
            asks |= matches!(part, Part::Condition(Condition::Is(_, Property::Happened(Happened::SownThisLap))))
        });
        asks
    }

    /// Whether a lot decides anything: a rule asks for it, or the match does.
    pub fn draws_lots(&self) -> bool {
        let by_lot = |contest: &Contest| {
            contest.next_starter.value == NextStarter::ByLot
                || matches!(contest.last_hole.value, LastHole::Borrowed { by_lot: true, .. })
        };
        self.asks_for_lots || self.contest.as_ref().is_some_and(by_lot)
    }

    /// The highest turn number that a rule asks about; 0 if no rule asks.
    pub fn turns_asked(&self) -> u32 {
        let mut most = 0;
        self.visit(&mut |part| {
            if let Part::Condition(Condition::Turn(turn)) = part {
                most = most.max(*turn);
            }
        });
        most
    }

    /// The rules of `before turn` that offer moves in place of a turn, each with its index in the list.
    pub fn offers(&self) -> impl Iterator<Item = (usize, &Rule)> {
        self.before_turn.iter().enumerate().filter(|(_, rule)| rule.value.may)
    }

    /// All rules read during a turn: those of `begin`, `each seed`, `last seed` and `after turn`.
    pub fn rules_of_turns(&self) -> impl Iterator<Item = &Rule> {
        let begin = self.moves.iter().flat_map(|section| &section.begin);
        begin.chain(&self.each_seed).chain(&self.last_seed).chain(&self.after_turn)
    }

    /// The greatest number of seeds that a rule lets fall at a time: 1 if all are sown one by one.
    pub fn largest_drop(&self) -> u32 {
        let drops = self.rules_of_turns().filter_map(|rule| match &rule.value.outcome {
            Some(Outcome::Sow { by, .. }) => Some(*by),
            _ => None,
        });
        drops.max().unwrap_or(1)
    }

    /// All rules read during a game: those of turns, and those of `before turn`.
    pub fn rules_of_play(&self) -> impl Iterator<Item = &Rule> {
        self.rules_of_turns().chain(&self.before_turn)
    }

    /// Whether a rule read during a game has an effect for which `wanted` is true.
    pub fn does(&self, wanted: impl Fn(&Effect) -> bool) -> bool {
        self.rules_of_play().any(|rule| rule.value.effects.iter().any(&wanted))
    }

    /// Calls `look` with every part of every condition and set read during a game or a match.
    pub fn visit<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        self.visit_play(look);
        let after_refilling = self.contest.iter().flat_map(|contest| &contest.after_refilling);
        after_refilling.for_each(|rule| rule.visit(look));
        self.score.value.iter().for_each(|score| score.visit(look));
    }

    /// Calls `look` with every part of every condition and set read during a game, without the score.
    pub fn visit_play<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        self.rules_of_play().for_each(|rule| rule.visit(look));
        for section in &self.moves {
            section.when.iter().for_each(|when| when.visit(look));
            for case in &section.from {
                case.condition.iter().for_each(|condition| condition.visit(look));
                case.value.visit(look);
            }
            for condition in section.direction.iter().filter_map(|case| case.condition.as_ref()) {
                condition.visit(look);
            }
        }
        self.skip.iter().for_each(|skip| skip.value.visit(look));
    }

    /// Whether a rule or a claim asks for holes ahead or back while no lap runs.
    pub fn walks_at_rest(&self) -> bool {
        let mut walks = false;
        let mut look = |part: Part<'_>| {
            walks |= matches!(
                part,
                Part::One(One::Related(Relation::Ahead(_) | Relation::Back(_), _))
                    | Part::Set(HoleSet::Related(Relation::Ahead(_) | Relation::Back(_), _))
            );
        };
        let after_refilling = self.contest.iter().flat_map(|contest| &contest.after_refilling);
        self.before_turn.iter().chain(after_refilling).for_each(|rule| rule.visit(&mut look));
        let whens = self.moves.iter().filter_map(|section| section.when.as_ref());
        whens.chain(self.claims.iter().map(|claim| &claim.condition)).for_each(|asked| asked.visit(&mut look));
        self.score.value.iter().for_each(|score| score.visit(&mut look));
        walks
    }
}

impl Rule {
    /// Whether the mover has a choice when the rule applies: whether it applies, or which holes it acts on.
    pub fn asks(&self) -> bool {
        self.value.may || self.value.effects.iter().any(|effect| effect.choice().is_some())
    }

    /// Calls `look` with every part of the condition, and of the sets and amounts of what the rule does.
    pub fn visit<'a>(&'a self, look: &mut dyn FnMut(Part<'a>)) {
        self.condition.iter().for_each(|condition| condition.visit(look));
        self.value.effects.iter().flat_map(Effect::set).for_each(|set| set.visit(look));
        self.value.effects.iter().flat_map(Effect::amount).for_each(|amount| amount.visit(look));
        if let Some(Outcome::Sow { at, .. }) = &self.value.outcome {
            at.visit(look);
        }
    }
}
