//! Evaluates conditions in a situation, which leaves some values open.
//!
//! Like the narrator's view it interprets the rules directly; but an answer can also be that it depends on an open
//! value.

use std::cell::RefCell;

use mancala_rules::rules::model::{
    Amount, Cell, Condition, Fact, HoleSet, Marker, NumberSet, One, Player, Property, Relation, Steps, Stride, Way,
    Whose,
};

use super::numbers::{Mask, contains, with_bound};
use super::world::{self, NO, OTHER, Situation, Var, World, YES, marked_by, player};

/// Why a question has no answer yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The answer depends on whether the variable has one of these values.
    Split(Var, Mask),
    /// The answer is open, and splitting the situation further cannot settle it.
    Either,
}

/// An answer, or what it depends on.
pub type Known<T> = Result<T, Open>;

/// The fixed facts of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Player to move.
    pub mover: Player,
    /// Hole that the moment is about.
    pub here: Option<Cell>,
    /// Hole that the lap started from, if it is fixed.
    pub origin: Option<Cell>,
    /// Whether `here` still holds the seeds that it had when the last seed was sown.
    pub untouched: bool,
}

/// A situation as a player sees it.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    world: &'a World<'a>,
    frame: &'a Frame,
    situation: &'a Situation,
    /// The player whose holes are `own`.
    me: Player,
    tested: Option<Cell>,
    /// Whether the question is about the time before the last seed: `here` held one seed less.
    before_the_seed: bool,
    /// Whether it is asked what sowing skips while no seed is about to fall.
    before_no_seed: bool,
}

impl<'a> Ask<'a> {
    pub fn new(world: &'a World<'a>, frame: &'a Frame, situation: &'a Situation) -> Self {
        Ask { world, frame, situation, me: frame.mover, tested: None, before_the_seed: false, before_no_seed: false }
    }

    /// This question for the time just before the last seed.
    pub fn before_the_seed(self) -> Self {
        Ask { before_the_seed: true, ..self }
    }

    fn testing(self, cell: Cell) -> Self {
        Ask { tested: Some(cell), ..self }
    }

    /// Whether a variable has one of these values.
    fn is(self, var: Var, mask: Mask) -> Known<bool> {
        let values = self.world.values(self.situation, var);
        match (values & mask, values & !mask) {
            (0, _) => Ok(false),
            (_, 0) => Ok(true),
            _ => Err(Open::Split(var, mask)),
        }
    }

    /// Whether a condition holds.
    pub fn holds(self, condition: &Condition) -> Known<bool> {
        match condition {
            Condition::Constant(value) => Ok(*value),
            Condition::Not(inner) => self.holds(inner).map(|value| !value),
            // what another move leads to is left open
            Condition::AnotherLeaves(_) => Err(Open::Either),
            Condition::And(parts) => all(parts.iter().map(|part| self.holds(part))),
            Condition::Or(parts) => any(parts.iter().map(|part| self.holds(part))),
            Condition::Some(set) => self.some(set, &|_| Ok(true)),
            Condition::All(set, claim) => not(self.some(set, &|cell| not(self.testing(cell).holds(claim)))),
            Condition::Is(one, property) => match self.one(one)? {
                Some(cell) => self.has(cell, property),
                None => Ok(false),
            },
            Condition::Holds(one, numbers) => match self.one(one)? {
                Some(cell) => self.seeds(cell, numbers),
                None => Ok(false),
            },
            Condition::Drawn(drawn) => {
                let holds = |(cell, seeds): (Cell, &u32)| self.seeds(cell, &NumberSet::List(vec![*seeds]));
                all(drawn.iter().enumerate().map(holds))
            }
            Condition::Count(amount, numbers) => self.count(amount, numbers),
            Condition::Makes(numbers) => {
                let numbers = self.plain(numbers)?;
                self.is(self.made(), self.world.classes.passing(|number| contains(&numbers, number)))
            }
            Condition::WasEmpty if self.world.largest_drop > 1 => self.is(Var::WasEmpty, YES),
            Condition::WasEmpty => self.is(self.made(), self.world.classes.containing(1)),
            Condition::Lap(lap) => self.is(Var::Lap, nth(&self.world.laps, *lap)),
            Condition::LapGoes(way) => self.is(Var::Way, world::way(*way)),
            Condition::Turn(turn) => self.is(Var::Turn, nth(&self.world.turns, *turn)),
            Condition::MoverIs(player) => Ok(self.frame.mover == *player),
            Condition::Fact(Fact::LastSeed) if self.before_no_seed => Ok(false),
            Condition::Fact(fact) => self.is(Var::Fact(*fact), YES),
            Condition::MoveIs(section) => self.is(Var::Section, 1u64.checked_shl(*section as u32).unwrap_or(0)),
        }
    }

    /// Whether a drop of seeds can have made what `here` held, whether or not that was empty before.
    pub fn fits_a_drop(self) -> Known<bool> {
        let (classes, largest) = (&self.world.classes, self.world.largest_drop);
        match self.world.values(self.situation, Var::WasEmpty) {
            YES => self.is(self.made(), classes.passing(|number| number <= largest)),
            NO => self.is(self.made(), classes.passing(|number| number > 1)),
            _ => Ok(true),
        }
    }

    fn made(self) -> Var {
        match self.frame.here {
            Some(here) if self.frame.untouched => Var::Seeds(here),
            _ => Var::Made,
        }
    }

    /// Whether a claim holds for some cell of a set.
    fn some(self, set: &HoleSet, claim: &dyn Fn(Cell) -> Known<bool>) -> Known<bool> {
        let board = &self.world.rules.board;
        match set {
            HoleSet::Holes => any((0..board.holes()).map(claim)),
            HoleSet::Ends => any(board.end_cells().into_iter().flatten().map(claim)),
            HoleSet::Store(whose) => any(self.store(*whose).into_iter().map(claim)),
            HoleSet::One(one) => self.one(one)?.map_or(Ok(false), claim),
            HoleSet::Named(cells) => any(cells.iter().copied().map(claim)),
            HoleSet::Related(Relation::Ahead(Steps::Held) | Relation::Back(Steps::Held), _) => match self.cells(set) {
                Ok(cells) => any(cells.into_iter().map(claim)),
                // the claim fails for all holes of the track, whichever of them these are
                Err(_) if any(self.track(Way::Counterclockwise).iter().copied().map(claim)) == Ok(false) => Ok(false),
                Err(_) => Err(Open::Either),
            },
            HoleSet::Related(relation, from) => {
                self.some(from, &|cell| self.related(*relation, cell)?.map_or(Ok(false), claim))
            }
            HoleSet::Run { stride, condition } => {
                let (cells, then) = self.run(*stride, condition);
                any(cells.into_iter().map(claim).chain(then.map(Err)))
            }
            HoleSet::Where(base, condition) => self.some(base, &|cell| match self.testing(cell).holds(condition) {
                Ok(true) => claim(cell),
                Ok(false) => Ok(false),
                Err(_) if claim(cell) == Ok(false) => Ok(false),
                Err(open) => Err(open),
            }),
            HoleSet::Union(parts) => any(parts.iter().map(|part| self.some(part, claim))),
            // no condition uses it
            HoleSet::Any(..) => Err(Open::Either),
        }
    }

    /// The cells that a set may contain, if they are known without asking about each.
    pub fn possible(self, set: &HoleSet) -> Option<Vec<Cell>> {
        let found = RefCell::new(Vec::new());
        let looked = self.some(set, &|cell| {
            found.borrow_mut().push(cell);
            Ok(false)
        });
        (looked == Ok(false)).then(|| found.into_inner())
    }

    /// The cells that are certainly in a run, and why it is open whether it goes on.
    fn run(self, stride: Stride, condition: &Condition) -> (Vec<Cell>, Option<Open>) {
        let mut cells = Vec::new();
        let Some(here) = self.frame.here else { return (cells, None) };
        let step = Steps::Number(stride.step);
        let relation = if stride.back { Relation::Back(step) } else { Relation::Ahead(step) };
        let mut at = here;
        while !stride.ends_at(cells.len()) {
            match self.related(relation, at) {
                Ok(Some(cell)) if cell != here && !cells.contains(&cell) => {
                    match self.testing(cell).holds(condition) {
                        Ok(true) => cells.push(cell),
                        Ok(false) => return (cells, None),
                        Err(open) => return (cells, Some(open)),
                    }
                    at = cell;
                }
                Ok(_) => return (cells, None),
                Err(open) => return (cells, Some(open)),
            }
        }
        (cells, None)
    }

    /// The cells of a set, without duplicates.
    pub fn cells(self, set: &HoleSet) -> Known<Vec<Cell>> {
        let board = &self.world.rules.board;
        let mut cells = match set {
            HoleSet::Holes => (0..board.holes()).collect(),
            HoleSet::Ends => board.end_cells().map_or(Vec::new(), Vec::from),
            HoleSet::Store(whose) => self.store(*whose).into_iter().collect(),
            HoleSet::One(one) => self.one(one)?.into_iter().collect(),
            HoleSet::Named(cells) => cells.clone(),
            HoleSet::Related(relation, from) => {
                let from = self.cells(from).map_err(|open| match relation {
                    // even then the length of each step would be open
                    Relation::Ahead(Steps::Held) | Relation::Back(Steps::Held) => Open::Either,
                    _ => open,
                })?;
                let related = from.into_iter().map(|cell| self.related(*relation, cell));
                related.filter_map(Result::transpose).collect::<Known<Vec<_>>>()?
            }
            HoleSet::Run { stride, condition } => match self.run(*stride, condition) {
                (cells, None) => cells,
                (_, Some(open)) => return Err(open),
            },
            HoleSet::Where(base, condition) => {
                let mut cells = Vec::new();
                for cell in self.cells(base)? {
                    if self.testing(cell).holds(condition)? {
                        cells.push(cell);
                    }
                }
                cells
            }
            HoleSet::Union(parts) => {
                parts.iter().map(|part| self.cells(part)).collect::<Known<Vec<_>>>()?.into_iter().flatten().collect()
            }
            HoleSet::Any(..) => return Err(Open::Either),
        };
        let mut seen = Vec::new();
        cells.retain(|cell| {
            !seen.contains(cell) && {
                seen.push(*cell);
                true
            }
        });
        Ok(cells)
    }

    /// Whether a set contains a cell.
    pub fn contains(self, set: &HoleSet, cell: Cell) -> Known<bool> {
        match set {
            HoleSet::Holes => Ok(cell < self.world.rules.board.holes()),
            HoleSet::Where(base, condition) => all([self.contains(base, cell), self.testing(cell).holds(condition)]),
            HoleSet::Union(parts) => any(parts.iter().map(|part| self.contains(part, cell))),
            _ => self.some(set, &|one| Ok(one == cell)),
        }
    }

    fn one(self, one: &One) -> Known<Option<Cell>> {
        match one {
            One::Here => Ok(self.frame.here),
            One::Tested => Ok(self.tested),
            One::Origin if self.frame.here.is_none() => Ok(None),
            One::Origin => self.frame.origin.map(Some).ok_or(Open::Either),
            One::Named(cell) => Ok(Some(*cell)),
            One::Related(relation, from) => match self.one(from)? {
                Some(cell) => self.related(*relation, cell),
                None => Ok(None),
            },
        }
    }

    fn related(self, relation: Relation, cell: Cell) -> Known<Option<Cell>> {
        let (steps, back) = match relation {
            Relation::Ahead(steps) => (steps, false),
            Relation::Back(steps) => (steps, true),
            Relation::Across(across) => return Ok(self.world.rules.board.across(across, cell)),
        };
        let steps = match steps {
            Steps::Number(number) => i64::from(number),
            Steps::Held => match self.held(cell) {
                (0, 0) => return Ok(None),
                (least, most) if least == most => least,
                _ => return Err(Open::Either),
            },
        };
        let way = match self.frame.here {
            Some(_) if self.is(Var::Way, world::way(Way::Clockwise))? => Way::Clockwise,
            Some(_) => Way::Counterclockwise,
            None => self.world.rules.way_at_rest(self.frame.mover),
        };
        let mut at = cell;
        for _ in 0..steps {
            match self.next(at, way, back)? {
                Some(next) => at = next,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }

    /// The mover's track in a direction.
    fn track(self, way: Way) -> &'a [Cell] {
        self.world.rules.board.track_of(self.frame.mover, way)
    }

    fn next(self, cell: Cell, way: Way, back: bool) -> Known<Option<Cell>> {
        let track = self.track(way);
        let Some(at) = track.iter().position(|on_track| *on_track == cell) else { return Ok(None) };
        let length = track.len();
        for steps in 1..=length {
            let cell = track[if back { at + length - steps } else { at + steps } % length];
            if !self.is_skipped(cell)? {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    /// Whether a hole is in use in this round.
    pub fn is_open(self, hole: Cell) -> Known<bool> {
        self.is(Var::Closed(hole), NO)
    }

    /// Whether sowing skips a cell.
    pub fn is_skipped(self, cell: Cell) -> Known<bool> {
        let skip = self.world.rules.skip.as_ref();
        let mine = Ask { me: self.frame.mover, before_no_seed: !self.before_the_seed, ..self };
        let skipped = skip.map_or(Ok(false), |skip| mine.contains(&skip.value, cell));
        any([self.is(Var::Closed(cell), YES), skipped])
    }

    fn store(self, whose: Whose) -> Option<Cell> {
        let board = &self.world.rules.board;
        match whose {
            Whose::Own => board.stores.get(self.me).copied(),
            Whose::Opponents if board.players.value == 2 => board.stores.get(1 - self.me).copied(),
            Whose::Opponents => None,
        }
    }

    fn has(self, cell: Cell, property: &Property) -> Known<bool> {
        let board = &self.world.rules.board;
        let others = |me: Player, bits: fn(Player) -> Mask| {
            (0..board.players.value).filter(|one| *one != me).fold(0, |all, one| all | bits(one))
        };
        match property {
            Property::Own => self.is(Var::Owner(cell), player(self.me)),
            Property::Opponents => self.is(Var::Owner(cell), others(self.me, player)),
            Property::Nobodys => self.is(Var::Owner(cell), NO),
            Property::Fixed(fixed) => Ok(board.has(fixed, cell)),
            Property::Empty => self.seeds(cell, &NumberSet::List(vec![0])),
            Property::Occupied => self.seeds(cell, &NumberSet::AtLeast(Amount::Number(1))),
            Property::Marked(marker) => {
                let by = match marker {
                    Marker::Anybody => !NO,
                    Marker::Mover => marked_by(self.frame.mover),
                    Marker::Opponent => others(self.frame.mover, marked_by),
                    Marker::Him => marked_by(self.me),
                };
                self.is(Var::Mark(cell), by)
            }
            Property::Happened(happened) => self.is(Var::Happened(*happened, cell), YES),
            Property::In(set) => self.contains(set, cell),
        }
    }

    /// Whether the seeds of a cell are in a set of numbers.
    fn seeds(self, cell: Cell, numbers: &NumberSet) -> Known<bool> {
        let numbers = self.plain(numbers)?;
        let less = i64::from(self.before_the_seed && self.frame.here == Some(cell));
        self.is(Var::Seeds(cell), self.world.classes.passing(|number| contains(&numbers, number - less)))
    }

    /// A set of numbers with its bound evaluated.
    fn plain(self, numbers: &NumberSet) -> Known<NumberSet> {
        match numbers.bound() {
            None | Some(Amount::Number(_)) => Ok(numbers.clone()),
            Some(Amount::StartingSeeds(one)) => {
                let start = self.one(one)?.map_or(0, |cell| self.world.rules.board.start[cell]);
                Ok(with_bound(numbers, start))
            }
            Some(_) => Err(Open::Either),
        }
    }

    /// Whether an amount is in a set of numbers.
    fn count(self, amount: &Amount, numbers: &NumberSet) -> Known<bool> {
        let (least, most) = self.range(amount)?;
        if let Amount::SeedsIn(set) = amount
            && let [cell] = self.cells(set)?.as_slice()
        {
            return self.seeds(*cell, numbers);
        }
        let (low, high) = match numbers.bound() {
            None => (0, 0),
            Some(bound) => self.range(bound)?,
        };
        let whole = |numbers: &NumberSet, bound: i64| {
            let numbers = with_bound(numbers, u32::try_from(bound.max(0)).unwrap_or(u32::MAX));
            let mut answers = (least..=most).map(|number| contains(&numbers, number));
            let first = answers.next().unwrap_or(false);
            answers.all(|answer| answer == first).then_some(first)
        };
        match (whole(numbers, low), whole(numbers, high)) {
            (Some(one), Some(other)) if one == other && low >= 0 => Ok(one),
            _ => Err(Open::Either),
        }
    }

    /// Least and greatest number of seeds that a cell can hold.
    fn held(self, cell: Cell) -> (i64, i64) {
        let less = i64::from(self.before_the_seed && self.frame.here == Some(cell));
        let (least, most) = self.world.classes.range(self.world.values(self.situation, Var::Seeds(cell)));
        (least - less, most - less)
    }

    /// Least and greatest value of an amount.
    fn range(self, amount: &Amount) -> Known<(i64, i64)> {
        Ok(match amount {
            Amount::Number(number) => (i64::from(*number), i64::from(*number)),
            Amount::SeedsIn(set) => self.cells(set)?.into_iter().fold((0, 0), |(least, most), cell| {
                let range = self.held(cell);
                (least + range.0, most + range.1)
            }),
            Amount::NumberOf(set) => {
                let number = self.cells(set)?.len() as i64;
                (number, number)
            }
            Amount::StartingSeeds(one) => {
                let start = self.one(one)?.map_or(0, |cell| i64::from(self.world.rules.board.start[cell]));
                (start, start)
            }
            Amount::Half(whole) => {
                let (least, most) = self.range(whole)?;
                (least.div_euclid(2), most.div_euclid(2))
            }
            Amount::InMatch(_) => return Err(Open::Either),
        })
    }
}

/// The bit of a number in a list; the bit `OTHER` if it is not listed.
fn nth(listed: &[u32], number: u32) -> Mask {
    1 << listed.iter().position(|one| *one == number).unwrap_or(OTHER)
}

fn not(answer: Known<bool>) -> Known<bool> {
    answer.map(|value| !value)
}

/// Whether one of several answers is yes. If open, it returns a variable to split rather than `Either`.
pub fn any(answers: impl IntoIterator<Item = Known<bool>>) -> Known<bool> {
    let mut open = None;
    for answer in answers {
        match answer {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(why) if open.is_none() || open == Some(Open::Either) => open = Some(why),
            Err(_) => {}
        }
    }
    open.map_or(Ok(false), Err)
}

/// Whether all of several answers are yes.
pub fn all(answers: impl IntoIterator<Item = Known<bool>>) -> Known<bool> {
    not(any(answers.into_iter().map(not)))
}
