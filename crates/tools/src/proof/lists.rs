//! Lists of rules: whether they decide every situation, and whether every rule decides one.

use mancala_rules::rules::model::{
    Amount, Case, Condition, Effect, Fact, HoleSet, NumberSet, One, Outcome, Property, Rule,
};

use super::ask::{Ask, Frame, all};
use super::moments::{Choosable, Moment};
use super::scene::{Reading, Scene};
use super::search::Goal;
use super::world::{Situation, World};

/// Whether something is possible.
#[derive(Clone, Debug)]
pub enum Can {
    /// It is possible, as this scene shows.
    Be(Box<Scene>),
    /// It is neither proved impossible nor shown by a scene.
    Perhaps,
    /// It is proved impossible.
    Not,
}

impl<'r> World<'r> {
    /// Whether goals can hold at a moment. A scene counts only if its reading is `wanted`.
    pub fn can<'w>(
        &'w self,
        moment: Moment,
        wanted: &dyn Fn(&Reading) -> bool,
        goals: &dyn Fn(Frame) -> Vec<Goal<'w>>,
    ) -> Can {
        if !self.is_possible(moment, goals) {
            return Can::Not;
        }
        self.scene(moment, wanted, goals).map_or(Can::Perhaps, |(scene, _)| Can::Be(Box::new(scene)))
    }

    /// Whether goals are not proved to be out of reach.
    pub fn is_possible<'w>(&'w self, moment: Moment, goals: &dyn Fn(Frame) -> Vec<Goal<'w>>) -> bool {
        self.settings(moment).iter().any(|setting| !self.is_ruled_out(setting, &goals(setting.frame)))
    }

    /// Whether it is possible that no case of a list fits.
    pub fn undecided<T: Choosable>(&self, moment: Moment, list: &[Case<T>]) -> Can {
        self.can(moment, &Reading::is_nothing, &|frame| self.first_fits(frame, list, list.len()))
    }

    /// Whether the condition of a rule that cannot be declined is always true at a moment, as far as is proved.
    pub fn always_fits(&self, moment: Moment, rule: &Rule) -> bool {
        let only = std::slice::from_ref(rule);
        !rule.value.may && !self.is_possible(moment, &|frame| self.first_fits(frame, only, 1))
    }

    /// Whether a rule of a list can be the first that fits.
    pub fn applies(&self, moment: Moment, list: &[Rule], at: usize) -> Can {
        let span = list[at].span;
        self.can(moment, &|reading| reading.is_by(span), &|frame| self.applying(frame, list, at))
    }

    /// Looks for a scene in which the condition of a rule holds, ignoring the rules above it; the reading shows which
    /// rule decides there.
    pub fn fits(&self, moment: Moment, rule: &Rule) -> Option<(Scene, Reading)> {
        let goals =
            |frame| -> Vec<Goal<'_>> { rule.condition.iter().map(|condition| self.is(frame, condition)).collect() };
        self.scene(moment, &|_| true, &goals)
    }

    /// Whether two rules can fit at once.
    pub fn both_fit(&self, moment: Moment, list: &[Rule], first: usize, second: usize) -> Can {
        let span = list[first].span;
        self.can(moment, &|reading| reading.rule == Some(span), &|frame| {
            let mut goals = self.first_fits(frame, list, first);
            goals.extend(list[second].condition.iter().map(|condition| self.is(frame, condition)));
            goals
        })
    }

    fn is<'w>(&'w self, frame: Frame, condition: &'w Condition) -> Goal<'w> {
        Box::new(move |situation| Ask::new(self, &frame, situation).holds(condition))
    }

    /// Looks for a scene in which a rule sows with an empty hand, or from a cell that is not on the track.
    pub fn sows_nothing(&self, moment: Moment, list: &[Rule], at: usize) -> Option<(Scene, Reading)> {
        let rule = &list[at];
        let Some(Outcome::Sow { at: from, .. }) = &rule.value.outcome else { return None };
        let faulty = |reading: &Reading| reading.rule == Some(rule.span) && reading.fault.is_some();
        let lifted = |frame: Frame| -> Goal<'_> {
            Box::new(move |situation: &Situation| {
                let ask = Ask::new(self, &frame, situation);
                all(rule.value.effects.iter().filter_map(|effect| match effect {
                    Effect::Lift(most, set) => Some(ask.holds(&lifts_none(most.as_ref(), set))),
                    _ => None,
                }))
            })
        };
        let nowhere = |frame: Frame| -> Goal<'_> {
            Box::new(move |situation: &Situation| {
                let board = &self.rules.board;
                let cells = Ask::new(self, &frame, situation).cells(from)?;
                Ok(!matches!(cells.as_slice(), [cell] if board.is_on_track(frame.mover, *cell)))
            })
        };
        // a later lap can get here too; scenes cover only the first
        self.scene(moment, &faulty, &|frame| {
            [self.first_fits(frame, list, at), vec![lifted(frame)]].into_iter().flatten().collect()
        })
        .or_else(|| {
            self.scene(moment, &faulty, &|frame| {
                [self.first_fits(frame, list, at), vec![nowhere(frame)]].into_iter().flatten().collect()
            })
        })
    }

    /// Whether a rule can let the mover play without a legal move.
    pub fn plays_nothing(&self, list: &[Rule], at: usize) -> Can {
        let rule = &list[at];
        if rule.value.outcome != Some(Outcome::Play) || !rule.value.effects.is_empty() {
            return Can::Not;
        }
        let faulty = |reading: &Reading| reading.rule == Some(rule.span) && reading.fault.is_some();
        self.can(Moment::BeforeTurn, &faulty, &|frame| {
            let mut goals = self.first_fits(frame, list, at);
            goals.push(Box::new(move |situation| {
                Ask::new(self, &frame, situation).holds(&Condition::Fact(Fact::NoLegalMove))
            }));
            goals
        })
    }
}

/// The condition that nothing is lifted from the holes of a set.
fn lifts_none(most: Option<&Amount>, set: &HoleSet) -> Condition {
    let empty = Condition::Is(One::Tested, Property::Empty);
    let none = most.map(|most| Condition::Count(most.clone(), NumberSet::AtMost(Amount::Number(0))));
    let none = none.map_or(empty.clone(), |none| Condition::Or(vec![empty, none]));
    Condition::All(set.clone(), Box::new(none))
}
