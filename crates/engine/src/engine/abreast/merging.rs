//! Joins acts that differ only in their places: what follows laps that end in different places is then done for all of
//! these at once, at places that depend on the game.

use super::acts::{Act, Column, Goal, NO_GAME, Part, RESTS, Script, THESE};
use super::cases::{Case, Closings};
use super::codes::List;
use super::question::{About, Games, Question};
use super::sight::{HERE, Spot};

/// From this number on, a place stands for a column: it depends on the game.
pub(super) const COLUMNS: Spot = 128;
/// The most columns of a script.
const MOST_COLUMNS: usize = 100;

/// A script without its places.
fn shape(script: &Script) -> Script {
    let mut shape = script.clone();
    shape.places(&mut |spot| *spot = 0);
    shape
}

impl Column {
    /// A place, given for each number that a game may follow.
    fn of(by: &[(u8, Spot)]) -> Self {
        let least = by.iter().map(|(what, _)| *what).min().unwrap_or(0);
        let most = by.iter().map(|(what, _)| *what).max().unwrap_or(0);
        let place = |number| by.iter().find(|(what, _)| *what == number).map_or(0, |(_, spot)| *spot);
        let mut spots: Vec<Spot> = by.iter().map(|(_, spot)| *spot).collect();
        spots.sort_unstable();
        spots.dedup();
        Column { least, places: List::of((least..=most).map(place)), spots }
    }
}

impl Script {
    /// Appends what is done in cases, and in the closings that follow them; `None` if that is too long.
    pub fn join_all(&mut self, cases: Vec<Case>, closings: Closings) -> Option<()> {
        let least = closings.cases.last().map_or(RESTS, |case| case.what);
        if cases.last().is_some_and(|case| case.what >= least) {
            return None;
        }
        self.join_groups(cases)?;
        self.join_groups(closings.cases)
    }

    /// Appends what is done in cases.
    pub fn join_groups(&mut self, cases: Vec<Case>) -> Option<()> {
        let mut groups: Vec<(Script, Vec<Case>)> = Vec::new();
        for case in cases {
            let shape = shape(&case.script);
            match groups.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, alike)) => alike.push(case),
                None => groups.push((shape, vec![case])),
            }
        }
        groups.iter().try_for_each(|(_, alike)| self.join(alike))
    }

    /// Calls `each` for the places that can depend on the game, always in the same order.
    fn places(&mut self, each: &mut dyn FnMut(&mut Spot)) {
        for act in &mut self.acts {
            match act {
                Act::Lift { spot: HERE, .. } | Act::SowFrom { spot: HERE, .. } => {}
                Act::Lift { spot, .. } | Act::SowFrom { spot, .. } => each(spot),
                Act::Move { from, to, .. } => {
                    if let Goal::Spot(from) = from {
                        each(from);
                    }
                    each(to);
                }
                Act::Sow { origin, after, clockwise, .. } => {
                    each(origin);
                    each(after);
                    each(clockwise);
                }
                Act::SowAtOrigin { clockwise, .. } => each(clockwise),
                _ => {}
            }
        }
        self.each_question(&mut |question| {
            if let About::Seeds(spot) | About::Parity(spot) | About::Mark(spot) = &mut question.about {
                each(spot);
            }
        });
        self.spots.iter_mut().for_each(each);
    }

    /// Calls `each` for the questions, always in the same order.
    fn each_question(&mut self, each: &mut dyn FnMut(&mut Question)) {
        let grouped = self.groups.iter_mut().filter_map(|(_, asks)| asks.as_mut());
        self.questions.iter_mut().chain(grouped).for_each(each);
    }

    /// Calls `each` for the sets of games of acts.
    fn each_set(&mut self, each: &mut dyn FnMut(&mut Games)) {
        for act in &mut self.acts {
            match act {
                Act::Pass { of, .. }
                | Act::Take { of, .. }
                | Act::Move { of, .. }
                | Act::Mark { of, .. }
                | Act::Lift { of, .. }
                | Act::SowFrom { of, .. }
                | Act::Sow { of, .. }
                | Act::SowAtOrigin { of, .. }
                | Act::End { of, .. }
                | Act::Goto { of, .. }
                | Act::Close { of, .. }
                | Act::Tail { of, .. } => each(of),
                // these stand before cases, not in them
                Act::Follows { .. } | Act::Choose { .. } => {}
                Act::Union { to, .. } => each(to),
                Act::All { of, to, .. }
                | Act::Clauses { of, to, .. }
                | Act::Each { of, to, .. }
                | Act::More { of, to, .. }
                | Act::Number { of, to, .. }
                | Act::Are { of, to }
                | Act::Join { of, to }
                | Act::Run { of, to, .. }
                | Act::Gather { of, from: to, .. }
                | Act::May { of, to } => {
                    each(of);
                    each(to);
                }
                Act::Without { of, others, to } => {
                    each(of);
                    each(others);
                    each(to);
                }
            }
        }
        self.groups.iter_mut().for_each(|(games, _)| each(games));
        self.each_question(&mut |question| {
            if let About::Those(games) = &mut question.about {
                each(games);
            }
        });
    }

    /// Makes acts refer to lists to which these are appended, given the lengths of their questions, clauses, places, steps
    /// and groups.
    fn shift(&mut self, [questions, clauses, spots, steps, groups]: [usize; 5]) {
        let shifted = |part: &mut Part, by: usize| *part = (part.0 + by as u32, part.1 + by as u32);
        self.steps.iter_mut().for_each(|step| shifted(&mut step.claims, questions));
        self.clauses.iter_mut().for_each(|clause| shifted(clause, questions));
        for act in &mut self.acts {
            match act {
                Act::All { asks, .. } | Act::Each { asks, .. } => shifted(asks, questions),
                Act::Clauses { clauses: part, .. } => shifted(part, clauses),
                Act::More { spots: part, .. }
                | Act::Take { spots: part, .. }
                | Act::Gather { spots: part, .. }
                | Act::Mark { spots: part, .. } => shifted(part, spots),
                Act::Run { steps: part, .. } => shifted(part, steps),
                Act::Number { groups: part, .. } | Act::Union { groups: part, .. } => shifted(part, groups),
                _ => {}
            }
        }
    }

    /// Appends what is done in games that follow some cases, which differ only in their places.
    fn join(&mut self, cases: &[Case]) -> Option<()> {
        let mut joint = cases.first()?.script.clone();
        let of = self.free();
        let ranges = self.ranges(cases.iter().map(|case| case.what));
        self.acts.push(Act::Follows { ranges, to: of });
        let pass = self.pass(of);
        let places = |case: &Case| {
            let mut places = Vec::new();
            case.script.clone().places(&mut |spot| places.push(*spot));
            places
        };
        let all: Vec<Vec<Spot>> = cases.iter().map(places).collect();
        let mut number = 0;
        joint.places(&mut |spot| {
            let by: Vec<(u8, Spot)> =
                cases.iter().zip(&all).map(|(case, places)| (case.what, places[number])).collect();
            number += 1;
            if by.iter().any(|(_, other)| other != spot) {
                let column = Column::of(&by);
                let known = self.columns.iter().position(|known| *known == column);
                let column = known.unwrap_or_else(|| {
                    self.columns.push(column);
                    self.columns.len() - 1
                });
                *spot = COLUMNS.saturating_add(column as Spot);
            }
        });
        if self.columns.len() > MOST_COLUMNS {
            return None;
        }
        let first = self.sets;
        joint.each_set(&mut |set| match *set {
            NO_GAME => {}
            THESE => *set = of,
            inner => *set = inner - THESE - 1 + first,
        });
        self.sets += joint.sets - THESE - 1;
        let lists = [self.questions.len(), self.clauses.len(), self.spots.len(), self.steps.len(), self.groups.len()];
        joint.shift(lists);
        self.acts.append(&mut joint.acts);
        self.questions.append(&mut joint.questions);
        self.clauses.append(&mut joint.clauses);
        self.spots.append(&mut joint.spots);
        self.steps.append(&mut joint.steps);
        self.groups.append(&mut joint.groups);
        self.end_pass(pass);
        (!self.is_long()).then_some(())
    }
}
