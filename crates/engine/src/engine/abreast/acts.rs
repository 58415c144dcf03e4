//! What is done with all games at once: the operations of a program, written for games side by side. Each holds for some
//! of the games.

use std::ops::Range;

use super::codes::List;
use super::question::{About, Games, Question};
use super::sight::{HERE, Spot};

/// No game.
pub(super) const NO_GAME: Games = 0;
/// The games of which the turn begins, or goes on after a lap.
pub(super) const THESE: Games = 1;
/// The first set that is free.
const FREE: Games = 2;

/// What follows a lap, by number. From [`BRANCHES`] on, it stands in the acts.
pub(super) const NEXT: u8 = 0;
pub(super) const RELAY: u8 = 1;
pub(super) const AGAIN: u8 = 2;
pub(super) const OPEN: u8 = 3;
pub(super) const BRANCHES: u8 = 4;
/// Stands for games that do not go on.
pub(super) const RESTS: u8 = u8::MAX;

/// Any mark, as a range.
pub(super) const ANY_MARK: (u8, u8) = (0, u8::MAX);

/// Part of a list of the [`Script`].
pub(super) type Part = (u32, u32);

/// How a turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Next,
    Again,
    /// With a verdict of the program, by index.
    Verdict(u8),
    /// The move is illegal.
    Illegal,
    /// Lanes do not tell.
    Open,
}

impl Ends {
    /// The number of [`Ends::Open`].
    pub const OPEN: usize = 4;
    /// Stands for turns up to the choice of a place.
    pub const SETTLED: usize = 5;
    pub const COUNT: usize = 6;

    /// A number for each kind.
    #[inline(always)]
    pub fn number(self) -> usize {
        match self {
            Ends::Next => 0,
            Ends::Again => 1,
            Ends::Verdict(_) => 2,
            Ends::Illegal => 3,
            Ends::Open => Ends::OPEN,
        }
    }
}

/// Where seeds go that are taken, or come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Hand,
    Spot(Spot),
}

/// One act. `of` are the games that it holds for, and `to` those that are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Those that follow a number in one of some ranges.
    Follows { ranges: Part, to: Games },
    /// The next acts are passed over if there is none.
    Pass { of: Games, acts: u32 },
    /// Those for which all answers are as wanted.
    All { of: Games, asks: Part, to: Games },
    /// Those for which one answer is, of each of some lists.
    Clauses { of: Games, clauses: Part, to: Games },
    /// Those for which each answer is as wanted: a set for each, from `to` on.
    Each { of: Games, asks: Part, to: Games },
    /// Those in which some places hold more seeds.
    More { of: Games, spots: Part, than: u8, to: Games },
    /// Those in which some number of these groups holds: the first number and the difference to the last are given.
    Number { of: Games, groups: Part, low: u8, span: u8, to: Games },
    /// Those of another set.
    Are { of: Games, to: Games },
    /// Those that do not belong to others.
    Without { of: Games, others: Games, to: Games },
    /// Those of some groups.
    Union { groups: Part, to: Games },
    /// Others are added.
    Join { of: Games, to: Games },
    /// The seeds of some places are taken.
    Take { of: Games, spots: Part, goal: Goal },
    /// The seeds of some places are taken, each in the games of a set of its own: they follow each other from `from` on.
    Gather { of: Games, from: Games, spots: Part, goal: Goal },
    /// Those in which a run that starts next to the last seed claims each of some places: a set for each, from `to` on. If
    /// `origin` is set, it passes over the place that the lap began from; if `circle` is set, it goes on from the last place
    /// to the first; if `begun` is set, it also claims the place of the last seed.
    Run { of: Games, steps: Part, origin: bool, circle: bool, begun: bool, to: Games },
    /// Seeds are moved to a place, if there are as many where they come from.
    Move { of: Games, seeds: u8, from: Goal, to: Spot },
    /// The mover marks places, or nobody does any more: those that have certain marks so far, of which the lowest and the
    /// difference to the highest are given.
    Mark { of: Games, spots: Part, over: (u8, u8), mark: u8 },
    /// A place is lifted and sown.
    Lift { of: Games, spot: Spot },
    /// The hand and all seeds of a place are sown, beginning after it.
    SowFrom { of: Games, spot: Spot },
    /// The hand is sown from a place, beginning after another one, clockwise if a third number is 1: that may depend on what a
    /// game follows, as places do.
    Sow { of: Games, origin: Spot, after: Spot, clockwise: Spot },
    /// The hand is sown in a direction, beginning after the place where the lap before began, or into it.
    SowAtOrigin { of: Games, into: bool, clockwise: Spot },
    /// The turn ends.
    End { of: Games, how: Ends },
    /// Something else follows, by number.
    Goto { of: Games, what: u8 },
    /// The turn ends, and something is done before the next one begins, by number.
    Close { of: Games, how: Ends, what: u8 },
    /// The mover may decline what follows: those in which he does not.
    May { of: Games, to: Games },
    /// The mover chooses a place; what follows stands in a script of its own, given by number.
    Tail { of: Games, tail: u8 },
    /// One of some places is chosen: for each there is a set of games in which it may be. What follows is its number, or
    /// their number where there is none.
    Choose { among: Part },
}

impl Act {
    /// Whether something is sown.
    pub fn sows(&self) -> bool {
        matches!(self, Act::Lift { .. } | Act::SowFrom { .. } | Act::Sow { .. } | Act::SowAtOrigin { .. })
    }
}

/// A place of a run, as [`super::runs::Stage`] has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub spot: Spot,
    pub after: Spot,
    pub claims: Part,
    pub passed: Option<Question>,
}

/// A place that depends on the number that a game follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// The least of these numbers, and the place for each number from there on.
    pub least: u8,
    pub places: List,
    /// All of these places.
    pub spots: Vec<Spot>,
}

/// Acts in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    pub acts: Vec<Act>,
    pub questions: Vec<Question>,
    pub clauses: Vec<Part>,
    pub spots: Vec<Spot>,
    pub steps: Vec<Step>,
    pub groups: Vec<(Games, Option<Question>)>,
    pub columns: Vec<Column>,
    /// Ranges of numbers that games follow: the lowest and the difference to the highest.
    pub ranges: Vec<(u8, u8)>,
    /// Number of sets of games.
    pub sets: Games,
    /// Number of acts up to the last one that may be passed over.
    pub passed: usize,
}

/// Acts at no more places than this are short.
const SHORT: usize = 6;

/// A script is no longer than this.
const MOST_ACTS: usize = 2000;

/// A script has no more sets of games than this, and a few hundred.
const MOST_SETS: Games = 10_000;

impl Script {
    pub fn new() -> Self {
        Script {
            acts: Vec::new(),
            questions: Vec::new(),
            clauses: Vec::new(),
            spots: Vec::new(),
            steps: Vec::new(),
            groups: Vec::new(),
            columns: Vec::new(),
            ranges: Vec::new(),
            sets: FREE,
            passed: 0,
        }
    }

    /// A set of games that is not used yet.
    pub fn free(&mut self) -> Games {
        self.free_sets(1)
    }

    /// Ranges of some numbers.
    pub fn ranges(&mut self, numbers: impl IntoIterator<Item = u8>) -> Part {
        let mut numbers: Vec<u8> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let ranges = numbers.chunk_by(|one, next| one + 1 == *next).map(|range| (range[0], range.len() as u8 - 1));
        part(&mut self.ranges, ranges)
    }

    /// The first of some sets of games that are not used yet.
    pub fn free_sets(&mut self, number: usize) -> Games {
        let first = self.sets;
        self.sets = self.sets.saturating_add(number as Games);
        first
    }

    /// Whether there are too many acts or sets.
    pub fn is_long(&self) -> bool {
        self.acts.len() > MOST_ACTS || self.sets > MOST_SETS
    }

    pub fn questions(&mut self, asks: impl IntoIterator<Item = Question>) -> Part {
        part(&mut self.questions, asks)
    }

    pub fn clauses(&mut self, clauses: impl IntoIterator<Item = Part>) -> Part {
        part(&mut self.clauses, clauses)
    }

    pub fn spots(&mut self, spots: impl IntoIterator<Item = Spot>) -> Part {
        part(&mut self.spots, spots)
    }

    pub fn steps(&mut self, steps: impl IntoIterator<Item = Step>) -> Part {
        part(&mut self.steps, steps)
    }

    pub fn groups(&mut self, groups: impl IntoIterator<Item = (Games, Option<Question>)>) -> Part {
        part(&mut self.groups, groups)
    }

    /// The games of some sets.
    pub fn union(&mut self, sets: impl IntoIterator<Item = Games>) -> Games {
        let mut sets: Vec<Games> = sets.into_iter().filter(|set| *set != NO_GAME).collect();
        sets.sort_unstable();
        sets.dedup();
        match sets[..] {
            [] => NO_GAME,
            [set] => set,
            _ => {
                let (groups, to) = (self.groups(sets.into_iter().map(|set| (set, None))), self.free());
                self.acts.push(Act::Union { groups, to });
                to
            }
        }
    }

    /// The questions, those of groups included.
    pub fn asked(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().chain(self.groups.iter().filter_map(|(_, asks)| asks.as_ref()))
    }

    /// Whether it asks for the seeds of the last lap, or where that ended.
    pub fn depends_on_lap(&self) -> bool {
        self.asked().any(|asks| matches!(asks.about, About::Made | About::Hand))
            || self.acts.iter().any(|act| match act {
                Act::Lift { spot, .. } | Act::SowFrom { spot, .. } => *spot == HERE,
                act => matches!(act, Act::Run { .. }),
            })
    }

    /// How turns end that this follows, if they all end alike, and if what is done depends on nothing but the position: it
    /// may then wait until the next turn begins.
    pub fn waits(&self) -> Option<Ends> {
        let of_turn =
            |asks: &Question| matches!(asks.about, About::Raided(_) | About::Origin | About::Made | About::Hand);
        if self.asked().any(of_turn) {
            return None;
        }
        let mut ends = None;
        for act in &self.acts {
            match *act {
                Act::Pass { .. }
                | Act::All { .. }
                | Act::Clauses { .. }
                | Act::Each { .. }
                | Act::More { .. }
                | Act::Number { .. }
                | Act::Are { .. }
                | Act::Without { .. }
                | Act::Union { .. }
                | Act::Join { .. }
                | Act::Mark { .. }
                | Act::Take { goal: Goal::Spot(_), .. }
                | Act::Gather { goal: Goal::Spot(_), .. } => {}
                Act::End { how: how @ (Ends::Next | Ends::Again), .. } if ends.is_none_or(|ends| ends == how) => {
                    ends = Some(how);
                }
                _ => return None,
            }
        }
        ends
    }

    /// Passes over the next acts if there is no such game. [`Self::end_pass`] tells where they end.
    pub fn pass(&mut self, of: Games) -> usize {
        self.acts.push(Act::Pass { of, acts: 0 });
        self.acts.len()
    }

    /// Ends acts that begin after a place.
    pub fn end_pass(&mut self, begin: usize) {
        let acts = (self.acts.len() - begin) as u32;
        if let Some(Act::Pass { acts: passed, .. }) = self.acts.get_mut(begin - 1) {
            *passed = acts;
        }
        self.passed = self.acts.len();
    }

    /// As [`Self::end_pass`]; few acts are not passed over.
    pub fn end_pass_if_long(&mut self, begin: usize) {
        let places = |act: &Act| match *act {
            Act::All { asks: part, .. }
            | Act::Each { asks: part, .. }
            | Act::More { spots: part, .. }
            | Act::Take { spots: part, .. }
            | Act::Gather { spots: part, .. }
            | Act::Run { steps: part, .. }
            | Act::Mark { spots: part, .. }
            | Act::Union { groups: part, .. }
            | Act::Number { groups: part, .. } => range(part).len(),
            Act::Clauses { clauses, .. } => self.clauses[range(clauses)].iter().map(|asks| range(*asks).len()).sum(),
            _ => 1,
        };
        if self.acts[begin..].iter().map(places).sum::<usize>() > SHORT {
            self.end_pass(begin);
        } else {
            self.acts.remove(begin - 1);
        }
    }

    /// Those games that do not belong to others.
    pub fn without(&mut self, of: Games, others: Games) -> Games {
        if others == NO_GAME || of == NO_GAME {
            return of;
        }
        if of == others {
            return NO_GAME;
        }
        let to = self.free();
        self.acts.push(Act::Without { of, others, to });
        to
    }
}

fn part<T>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) -> Part {
    let first = list.len() as u32;
    list.extend(more);
    (first, list.len() as u32)
}

/// The places of a list.
#[inline(always)]
pub(super) fn range((first, end): Part) -> Range<usize> {
    first as usize..end as usize
}
