//! Joins acts that differ only in their places: what follows laps that end in different places is then done for all of
//! these at once, at places that depend on the game.

use super::acts::{Act, BRANCHES, Column, NO_GAME, Part, RESTS, Script, THESE};
use super::question::{About, Games, Question};
use super::sight::{HERE, Spot};

/// From this number on, a place stands for a column: it depends on the game.
pub(super) const COLUMNS: Spot = 128;
/// The most columns of a script.
const MOST_COLUMNS: usize = 100;

/// What is done in the games that a number stands for: a script for the games [`THESE`].
pub(super) struct Case {
    pub what: u8,
    pub script: Script,
}

/// What follows turns that end, as cases numbered from the highest number down.
#[derive(Default)]
pub(super) struct Closings(pub Vec<Case>);

impl Closings {
    /// The number of a script.
    pub fn number(&mut self, script: Script) -> Option<u8> {
        if let Some(case) = self.0.iter().find(|case| case.script == script) {
            return Some(case.what);
        }
        let what = RESTS - 1 - u8::try_from(self.0.len()).ok()?;
        self.0.push(Case { what, script });
        (what >= BRANCHES).then_some(what)
    }
}

/// A script without its places.
fn shape(script: &Script) -> Script {
    let mut shape = script.clone();
    shape.places(&mut |spot| *spot = 0);
    shape
}

impl Script {
    /// Appends what is done in cases, and in the closings that follow them; `None` if that is too long.
    pub fn join_all(&mut self, cases: Vec<Case>, closings: Closings) -> Option<()> {
        let least = closings.0.last().map_or(RESTS, |case| case.what);
        if cases.last().is_some_and(|case| case.what >= least) {
            return None;
        }
        self.join_groups(cases)?;
        self.join_groups(closings.0)
    }

    fn join_groups(&mut self, cases: Vec<Case>) -> Option<()> {
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
                    each(from);
                    each(to);
                }
                Act::Sow { origin, after, .. } => {
                    each(origin);
                    each(after);
                }
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
                | Act::Tail { of, .. } => each(of),
                // these stand before cases, not in them
                Act::Follows { .. } | Act::Choose { .. } => {}
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
                Act::Number { groups: part, .. } => shifted(part, groups),
                _ => {}
            }
        }
    }

    /// A place that depends on the case, given the place of each. Cases of the same place become one, whose games are the union
    /// of theirs; `unions` has those that were made before.
    fn column(&mut self, by: &[(Games, Spot)], unions: &mut Vec<(Vec<Games>, Games)>) -> Column {
        let mut column: Vec<(Vec<Games>, Spot)> = Vec::new();
        for (case, spot) in by {
            match column.iter_mut().find(|(_, known)| known == spot) {
                Some((cases, _)) => cases.push(*case),
                None => column.push((vec![*case], *spot)),
            }
        }
        let mut union = |cases: Vec<Games>| {
            if let [case] = cases[..] {
                return case;
            }
            let known = unions.iter().find(|(known, _)| *known == cases).map(|(_, games)| *games);
            known.unwrap_or_else(|| {
                let games = self.union(cases.iter().copied());
                unions.push((cases, games));
                games
            })
        };
        column.into_iter().map(|(cases, spot)| (union(cases), spot)).collect()
    }

    /// Appends what is done in games that follow some cases, which differ only in their places.
    fn join(&mut self, cases: &[Case]) -> Option<()> {
        let mut joint = cases.first()?.script.clone();
        let of = self.free();
        let whats = self.spots(cases.iter().map(|case| case.what));
        let first_case = self.free_sets(cases.len());
        self.acts.push(Act::Follows { whats, cases: first_case, to: of });
        let pass = self.pass(of);
        let places = |case: &Case| {
            let mut places = Vec::new();
            case.script.clone().places(&mut |spot| places.push(*spot));
            places
        };
        let all: Vec<Vec<Spot>> = cases.iter().map(places).collect();
        let (mut number, mut unions) = (0, Vec::new());
        joint.places(&mut |spot| {
            let by: Vec<(Games, Spot)> =
                (first_case..).zip(&all).map(|(case, places)| (case, places[number])).collect();
            number += 1;
            if by.iter().any(|(_, other)| other != spot) {
                let column = self.column(&by, &mut unions);
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
