//! Phrases for sets that are made by walking along the track: runs, neighbours, where the seeds of a hole would lead.

use super::simplify::conjuncts;
use super::voice::{Voice, relative};
use crate::rules::model::{Condition, HoleSet, One, Relation, Steps, Stride};
use crate::rules::notation::ordinal;

impl Voice<'_> {
    /// The phrase for the holes of a run, and the clause that says how far it goes.
    pub(super) fn run(&mut self, stride: Stride, going: &Condition) -> (String, String) {
        let side = if stride.back { "before" } else { "after" };
        let here = self.hole(&One::Here);
        let here = here.strip_prefix("the hole where").map(|rest| format!("the one where{rest}")).unwrap_or(here);
        let holes = match stride.step {
            1 => format!("the holes {side} {here}"),
            step => format!("{} {side} {here}", every_nth(step)),
        };
        let wording = self.testing_each(|voice| voice.all_of(&conjuncts(going).iter().collect::<Vec<_>>()));
        self.forget_hole();
        match going {
            Condition::Constant(true) => (holes, String::new()),
            _ => (holes, format!("{}, as long as {wording}", one_by_one(stride))),
        }
    }

    /// The phrase for a part of a capture that repeats the part before it further on: `so on, two holes at a time, as long
    /// as the next hole is empty`. `None` if the part at `place` does not.
    pub(super) fn in_the_same_way(&mut self, parts: &[HoleSet], place: usize) -> Option<String> {
        let run = run_from(parts.get(place)?)?;
        let Relation::Ahead(Steps::Number(steps)) = run.relation else { return None };
        let HoleSet::One(One::Related(before, base)) = parts.get(place.checked_sub(1)?)? else { return None };
        if **base != One::Here || *before != run.relation || run.stride.step != steps || run.stride.most.is_some() {
            return None;
        }
        // what is asked of each hole reached, told as it was told of the first
        let mut voice = Voice::going_on(self.rules, self.scene);
        let asked = seen_from_here(run.going);
        let wording = voice.condition(&asked);
        self.forget_hole();
        let by = match steps {
            1 => "hole by hole".to_owned(),
            2 => "two holes at a time".to_owned(),
            steps => format!("{steps} holes at a time"),
        };
        Some(format!("so on from there, {by}, as long as {wording}"))
    }

    /// The phrase for the holes seen from those of a run, and the clause that says how far the run goes.
    pub(super) fn run_from(&mut self, run: RunFrom<'_>) -> (String, String) {
        let base = format!("{} further {}", every_nth(run.stride.step), if run.stride.back { "back" } else { "on" });
        let wording = self.testing_that(|voice| voice.all_of(&conjuncts(run.going).iter().collect::<Vec<_>>()));
        self.forget_hole();
        let holes = relative(run.relation, &base);
        match run.going {
            Condition::Constant(true) => (holes, String::new()),
            _ => (holes, format!("{}, as long as {wording}", one_by_one(run.stride))),
        }
    }
}

/// Holes seen from each hole of a run.
pub(super) struct RunFrom<'c> {
    relation: Relation,
    stride: Stride,
    going: &'c Condition,
}

/// Reads a set as holes seen from those of a run; `None` if it is another set.
pub(super) fn run_from(set: &HoleSet) -> Option<RunFrom<'_>> {
    match set {
        HoleSet::Related(relation, base) => match &**base {
            HoleSet::Run { stride, condition } => {
                Some(RunFrom { relation: *relation, stride: *stride, going: condition })
            }
            _ => None,
        },
        _ => None,
    }
}

/// A condition on the hole tested as a condition on the hole that the sentence is about.
fn seen_from_here(asked: &Condition) -> Condition {
    fn hole(one: &One) -> One {
        match one {
            One::Tested => One::Here,
            One::Related(relation, base) => One::Related(*relation, Box::new(hole(base))),
            other => other.clone(),
        }
    }
    let all = |parts: &[Condition]| parts.iter().map(seen_from_here).collect();
    match asked {
        Condition::Is(one, property) => Condition::Is(hole(one), property.clone()),
        Condition::Holds(one, numbers) => Condition::Holds(hole(one), numbers.clone()),
        Condition::Not(inner) => Condition::Not(Box::new(seen_from_here(inner))),
        Condition::And(parts) => Condition::And(all(parts)),
        Condition::Or(parts) => Condition::Or(all(parts)),
        other => other.clone(),
    }
}

/// How the holes of a run follow one another.
pub(super) fn one_by_one(stride: Stride) -> String {
    match stride.most {
        Some(1) => "only the first of them".to_owned(),
        Some(most) => format!("one after the other and at most {most} of them"),
        None => "one after the other".to_owned(),
    }
}

/// `each hole`, `every second hole`.
pub(super) fn every_nth(step: u32) -> String {
    match step {
        1 => "each hole".to_owned(),
        2 => "every second hole".to_owned(),
        3 => "every third hole".to_owned(),
        step => format!("every {} hole", ordinal(step)),
    }
}

/// The hole between the two of a set, if these are the next one and the one before.
pub(super) fn beside(parts: &[HoleSet]) -> Option<&One> {
    let step = |part: &'_ HoleSet, wanted: Relation| match part {
        HoleSet::One(One::Related(relation, from)) if *relation == wanted => Some((**from).clone()),
        _ => None,
    };
    let (ahead, back) = (Relation::Ahead(Steps::Number(1)), Relation::Back(Steps::Number(1)));
    let [one, two] = parts else { return None };
    let same = |first: Relation, second: Relation| {
        let base = step(one, first)?;
        (step(two, second)? == base).then_some(())
    };
    same(ahead, back).or_else(|| same(back, ahead))?;
    match one {
        HoleSet::One(One::Related(_, from)) => Some(from),
        _ => None,
    }
}

/// The set of starting holes, if the two parts step ahead and back from one set by the number of seeds held.
pub(super) fn either_way(parts: &[HoleSet]) -> Option<&HoleSet> {
    match parts {
        [
            HoleSet::Related(Relation::Ahead(Steps::Held), ahead),
            HoleSet::Related(Relation::Back(Steps::Held), back),
        ] if ahead == back => Some(ahead),
        _ => None,
    }
}
