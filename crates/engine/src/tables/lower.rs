//! Lowering: turns conditions, sets and effects of the rules into their forms over slots, for one mover.

use std::sync::Arc;

use mancala_rules::rules::model;
use mancala_rules::rules::model::{
    Condition, Fact, HoleSet, Marker, NumberSet, One, Player, Property, Relation, Rules, Who, Whose,
};

use super::code::{Action, Amount, Bound, Numbers, Op, RuleId, Set, Spot, Test, Then, Turning, Winner};
use super::slots::{Layout, Mask, Slot, mask};

/// Lowers rules for one mover, from the point of view of one player.
#[derive(Clone, Copy)]
pub(super) struct Lower<'a> {
    pub rules: &'a Rules,
    pub layout: &'a Layout,
    pub mover: Player,
    /// The player that `own` refers to.
    pub me: Player,
    /// Whether `here` is lowered to `Tested`, for a set of all holes that could be `here`.
    pub here_tested: bool,
    /// Whether the seed about to fall is the last of the lap, for what it passes over.
    pub last_seed: Option<bool>,
    /// Whether no player has a turn any more that a rule asks about by its number.
    pub later: bool,
}

impl<'a> Lower<'a> {
    pub fn new(rules: &'a Rules, layout: &'a Layout, mover: Player) -> Self {
        Lower { rules, layout, mover, me: mover, here_tested: false, last_seed: None, later: false }
    }

    /// Lowers from the point of view of another player.
    pub fn of(self, me: Player) -> Self {
        Lower { me, ..self }
    }

    /// Whether a rule lets several seeds fall at a time.
    fn drops_several(&self) -> bool {
        self.rules.largest_drop() > 1
    }

    fn players(&self) -> usize {
        self.rules.board.players.value
    }

    /// Lowers a condition.
    pub fn test<M: Mask>(&self, condition: &Condition) -> Test<M> {
        match condition {
            Condition::Constant(value) => Test::Known(*value),
            Condition::Not(inner) => Test::negated(self.test(inner)),
            Condition::AnotherLeaves(inner) => Test::AnotherLeaves(Box::new(self.test(inner))),
            Condition::And(parts) => Test::and(parts.iter().map(|part| self.test(part))),
            Condition::Or(parts) => Test::or(parts.iter().map(|part| self.test(part))),
            Condition::Some(set) => Test::some(self.set(set)),
            Condition::All(set, claim) => {
                Test::negated(Test::some(Set::filtered(self.set(set), Test::negated(self.test(claim)), self.layout)))
            }
            Condition::Is(one, property) => Test::within(self.spot(one), self.having(property)),
            Condition::Holds(one, numbers) => self.holds(self.spot(one), numbers),
            Condition::Drawn(drawn) => Test::and(
                drawn
                    .iter()
                    .enumerate()
                    .map(|(cell, seeds)| self.holds(self.spot(&One::Named(cell)), &NumberSet::List(vec![*seeds]))),
            ),
            Condition::Count(amount, numbers) => self.counts(self.amount(amount), numbers),
            Condition::Makes(numbers) => self.makes(numbers),
            Condition::WasEmpty if self.drops_several() => Test::Compare(Amount::Made, Bound::Exactly, Amount::Dropped),
            Condition::WasEmpty => Test::Count(Amount::Made, Numbers::Bits(1 << 1)),
            Condition::Lap(lap) => Test::Lap(*lap),
            Condition::LapGoes(way) => Test::Goes(*way),
            Condition::Turn(_) if self.later => Test::Known(false),
            Condition::Turn(turn) => turn.checked_sub(1).map_or(Test::Known(false), Test::TurnsBefore),
            Condition::MoverIs(player) => Test::Known(self.mover == *player),
            Condition::Fact(Fact::Starter) => Test::Starter(self.mover),
            Condition::Fact(Fact::Lot) => Test::Lot(self.mover),
            Condition::MoveIs(section) => Test::Section(*section),
            // asked only after refilling, never in a turn
            Condition::Fact(Fact::WonRound | Fact::LostRound) => Test::Known(false),
            Condition::Fact(fact) => match self.last_seed.filter(|_| *fact == Fact::LastSeed) {
                Some(last) => Test::Known(last),
                None => Test::Fact(*fact),
            },
        }
    }

    fn holds<M: Mask>(&self, spot: Spot, numbers: &NumberSet) -> Test<M> {
        if let Some(numbers) = plain(numbers) {
            return Test::seeds(spot, numbers);
        }
        if let Some((bound, model::Amount::StartingSeeds(one))) = bounded(numbers)
            && self.spot(one) == spot
        {
            return self.against_start(&spot, |start| Test::seeds(spot.clone(), against(bound, start)));
        }
        Test::and([Test::exists(spot.clone()), self.counts(Amount::SeedsIn(Set::spot(spot)), numbers)])
    }

    /// Test of the number of seeds where the last one fell.
    fn makes<M: Mask>(&self, numbers: &NumberSet) -> Test<M> {
        if let Some((bound, model::Amount::StartingSeeds(One::Here))) = bounded(numbers) {
            return self.against_start(&Spot::Here, |start| Test::Count(Amount::Made, against(bound, start)));
        }
        self.counts(Amount::Made, numbers)
    }

    /// Test that compares something with the seeds that a slot starts with: a plain comparison for each different number.
    fn against_start<M: Mask>(&self, spot: &Spot, compared: impl Fn(u32) -> Test<M>) -> Test<M> {
        let start_of = &self.layout.start;
        let mut starts: Vec<u32> = start_of.clone();
        starts.sort_unstable();
        starts.dedup();
        Test::or(starts.into_iter().map(|start| {
            let slots = (0..start_of.len() as Slot).filter(|slot| start_of[usize::from(*slot)] == start);
            let there = if start_of.iter().all(|seeds| *seeds == start) {
                Test::exists(spot.clone())
            } else {
                Test::within(spot.clone(), Set::Slots(mask(slots)))
            };
            Test::and([there, compared(start)])
        }))
    }

    fn counts<M: Mask>(&self, amount: Amount<M>, numbers: &NumberSet) -> Test<M> {
        match (plain(numbers), bounded(numbers)) {
            (Some(numbers), _) => match amount {
                Amount::Number(number) => Test::Known(numbers.contains(number)),
                amount => Test::Count(amount, numbers),
            },
            (None, Some((bound, against))) => Test::compared(amount, bound, self.amount(against)),
            (None, None) => Test::Known(false),
        }
    }

    /// Lowers a number.
    pub fn amount<M: Mask>(&self, amount: &model::Amount) -> Amount<M> {
        match amount {
            model::Amount::Number(number) => Amount::Number(*number as i32),
            model::Amount::SeedsIn(set) => Amount::SeedsIn(self.set(set)),
            model::Amount::NumberOf(set) => match self.set::<M>(set) {
                Set::Slots(slots) => Amount::Number(slots.count() as i32),
                set => Amount::NumberOf(set),
            },
            model::Amount::StartingSeeds(one) => match self.spot(one) {
                Spot::Slot(slot) => Amount::Number(self.layout.start[usize::from(slot)] as i32),
                Spot::Nowhere => Amount::Number(0),
                spot => Amount::StartOf(spot),
            },
            model::Amount::Half(whole) => Amount::half(self.amount(whole)),
            // asked only after refilling
            model::Amount::InMatch(_) => Amount::Number(0),
        }
    }

    fn spot(&self, one: &One) -> Spot {
        match one {
            One::Here if self.here_tested => Spot::Tested,
            One::Here => Spot::Here,
            One::Tested => Spot::Tested,
            One::Origin => Spot::Origin,
            One::Named(cell) => Spot::Slot(self.layout.slot_of[*cell]),
            One::Related(relation, from) => {
                let from = self.spot(from);
                match relation {
                    Relation::Across(across) => Spot::across(*across, from, self.layout),
                    Relation::Back(steps) => Spot::Along { back: true, steps: *steps, from: Box::new(from) },
                    Relation::Ahead(steps) => Spot::Along { back: false, steps: *steps, from: Box::new(from) },
                }
            }
        }
    }

    /// Lowers a set.
    pub fn set<M: Mask>(&self, set: &HoleSet) -> Set<M> {
        match set {
            HoleSet::Holes => Set::Slots(M::first_slots(self.layout.holes)),
            HoleSet::Ends => Set::Slots(M::first_slots(self.layout.lanes) & !M::first_slots(self.layout.holes)),
            HoleSet::Store(whose) => {
                let owner = match whose {
                    Whose::Own => Some(self.me),
                    Whose::Opponents => self.opponent(),
                };
                let store = owner.and_then(|owner| self.layout.stores.get(owner));
                Set::Slots(store.map_or(M::NONE, |store| M::of(*store)))
            }
            HoleSet::One(one) => Set::spot(self.spot(one)),
            HoleSet::Named(cells) => Set::Slots(mask(cells.iter().map(|cell| self.layout.slot_of[*cell]))),
            HoleSet::Related(relation, from) => {
                let from = self.set(from);
                match relation {
                    Relation::Across(across) => Set::across(*across, from, self.layout),
                    Relation::Back(steps) => Set::Along { back: true, steps: *steps, from: Box::new(from) },
                    Relation::Ahead(steps) => Set::Along { back: false, steps: *steps, from: Box::new(from) },
                }
            }
            HoleSet::Run { stride, condition } => {
                let claim = self.test(condition);
                let table = super::fold::seeds_table(&claim, self.layout);
                Set::Run { stride: *stride, table, claim: Arc::new(claim) }
            }
            HoleSet::Where(base, condition) => Set::filtered(self.set(base), self.test(condition), self.layout),
            HoleSet::Union(parts) => Set::either(parts.iter().map(|part| self.set(part))),
            HoleSet::Any(..) => Set::Chosen,
        }
    }

    fn opponent(&self) -> Option<Player> {
        (self.players() == 2).then(|| 1 - self.me)
    }

    /// All slots that have a property.
    fn having<M: Mask>(&self, property: &Property) -> Set<M> {
        let board = &self.rules.board;
        let layout = self.layout;
        let those = |wanted: &dyn Fn(usize) -> bool| {
            Set::Slots(mask((0..layout.slots).filter(|slot| wanted(*slot)).map(|slot| slot as Slot)))
        };
        match property {
            Property::Own => those(&|slot| layout.owner[slot] == Some(self.me)),
            Property::Opponents => those(&|slot| layout.owner[slot].is_some_and(|owner| owner != self.me)),
            Property::Nobodys => those(&|slot| layout.owner[slot].is_none()),
            Property::Fixed(fixed) => those(&|slot| board.has(fixed, layout.cell_of[slot])),
            Property::Empty => Set::Empty,
            Property::Occupied => Set::Occupied,
            Property::Marked(marker) => {
                let all = (1_u32 << self.players()) - 1;
                Set::Marked(match marker {
                    Marker::Anybody => all,
                    Marker::Mover => 1 << self.mover,
                    Marker::Opponent => all & !(1 << self.mover),
                    Marker::Him => 1 << self.me,
                })
            }
            Property::Happened(happened) => Set::Happened(*happened),
            Property::In(set) => self.set(set),
        }
    }

    /// Lowers what a rule does. `id` is the number of the rule.
    pub fn action<M: Mask>(&self, rule: &model::Rule, id: RuleId) -> Action<M> {
        Action {
            rule: id,
            may: rule.value.may,
            ops: rule.value.effects.iter().flat_map(|effect| self.ops(effect)).collect(),
            then: rule.value.outcome.as_ref().map_or(Then::Go, |outcome| self.then(outcome)),
        }
    }

    /// Lowers an effect, preceded by the mover's choice of slots if it has one.
    fn ops<M: Mask>(&self, effect: &model::Effect) -> Vec<Op<M>> {
        let choice = effect.choice().map(|(number, among)| Op::Choose(number, self.set(among)));
        choice.into_iter().chain(self.op(effect)).collect()
    }

    fn op<M: Mask>(&self, effect: &model::Effect) -> Option<Op<M>> {
        Some(match effect {
            model::Effect::Capture(Who::EachPlayer, set) => {
                Op::CaptureEach((0..self.players()).map(|player| self.of(player).set(set)).collect())
            }
            model::Effect::Capture(who, set) => {
                let winner = match who {
                    Who::Mover | Who::EachPlayer => Winner::Player(self.mover),
                    Who::Opponent => self.opponent().map_or(Winner::Nobody, Winner::Player),
                    Who::Owner => Winner::Owner,
                    Who::MarkOwner => Winner::MarkOwner,
                    Who::Starter => Winner::Starter,
                };
                Op::Capture(winner, self.set(set))
            }
            model::Effect::Lift(most, set) => Op::Lift(most.as_ref().map(|most| self.amount(most)), self.set(set)),
            model::Effect::Place { count, from_store, into } => {
                let place = if *from_store { Op::PlaceFromStore } else { Op::Place };
                place(self.amount(count), self.set(into))
            }
            model::Effect::PlaceAll(set) => Op::PlaceAll(self.set(set)),
            model::Effect::To(change, set) => Op::To(*change, self.set(set)),
            // points are given only after refilling
            model::Effect::Points(..) => return None,
        })
    }

    fn then<M: Mask>(&self, outcome: &model::Outcome) -> Then<M> {
        match outcome {
            model::Outcome::Sow { turning, by, into, at } => Then::Sow {
                turning: match turning {
                    None => Turning::Same,
                    Some(model::Turning::To(way)) => Turning::To(*way),
                    Some(model::Turning::Reversed) => Turning::Reversed,
                },
                by: self.drops_several().then_some(*by as i32),
                into: *into,
                at: self.set(at),
            },
            model::Outcome::EndTurn => Then::EndTurn,
            model::Outcome::MoveAgain => Then::MoveAgain,
            model::Outcome::Illegal => Then::Illegal,
            model::Outcome::Play => Then::Play,
            model::Outcome::Pass => Then::Pass,
            model::Outcome::SwapSides => Then::SwapSides,
            model::Outcome::Over => Then::Over,
            model::Outcome::MoverWins => Then::MoverWins,
            model::Outcome::MoverLoses => Then::MoverLoses,
            model::Outcome::Draw => Then::Draw,
            // a match is won or lost only after refilling
            model::Outcome::WinsMatch | model::Outcome::LosesMatch => Then::Go,
        }
    }
}

/// The numbers if they are constants; `None` if one of them is counted on the board.
fn plain(numbers: &NumberSet) -> Option<Numbers> {
    let number = |amount: &model::Amount| match amount {
        model::Amount::Number(number) => Some(*number),
        _ => None,
    };
    Some(match numbers {
        NumberSet::Even => Numbers::Even,
        NumberSet::Odd => Numbers::Odd,
        NumberSet::List(list) if list.iter().all(|number| *number < 64) => {
            Numbers::Bits(list.iter().fold(0, |bits, number| bits | 1 << number))
        }
        NumberSet::List(list) => Numbers::List(list.iter().map(|number| *number as i32).collect()),
        NumberSet::Range(low, high) => Numbers::Between(*low as i32, *high as i32),
        NumberSet::Exactly(amount) => against(Bound::Exactly, number(amount)?),
        NumberSet::AtLeast(amount) => against(Bound::AtLeast, number(amount)?),
        NumberSet::AtMost(amount) => against(Bound::AtMost, number(amount)?),
        NumberSet::MoreThan(amount) => against(Bound::MoreThan, number(amount)?),
        NumberSet::FewerThan(amount) => against(Bound::FewerThan, number(amount)?),
    })
}

fn against(bound: Bound, number: u32) -> Numbers {
    let number = number as i32;
    match bound {
        Bound::Exactly => Numbers::Between(number, number),
        Bound::AtLeast => Numbers::Between(number, i32::MAX),
        Bound::AtMost => Numbers::Between(i32::MIN, number),
        Bound::MoreThan => Numbers::Between(number.saturating_add(1), i32::MAX),
        Bound::FewerThan => Numbers::Between(i32::MIN, number - 1),
    }
}

fn bounded(numbers: &NumberSet) -> Option<(Bound, &model::Amount)> {
    Some(match numbers {
        NumberSet::Exactly(amount) => (Bound::Exactly, amount),
        NumberSet::AtLeast(amount) => (Bound::AtLeast, amount),
        NumberSet::AtMost(amount) => (Bound::AtMost, amount),
        NumberSet::MoreThan(amount) => (Bound::MoreThan, amount),
        NumberSet::FewerThan(amount) => (Bound::FewerThan, amount),
        _ => return None,
    })
}
