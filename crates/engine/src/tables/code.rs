//! Compiled form of rules: conditions, sets and effects over slots, with everything computed that the board and the
//! mover determine.

use std::sync::Arc;

pub use mancala_rules::rules::model::Across;
use mancala_rules::rules::model::{Change, Fact, Happened, Keeper, Player, Steps, Stride, Way};

use super::slots::{Mask, Slot};

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// All numbers from the first to the second, both included.
    Between(i32, i32),
    /// The numbers from 0 to 63 whose bit is set.
    Bits(u64),
    /// 2, 4, 6 .. (not 0).
    Even,
    /// 1, 3, 5 ..
    Odd,
    /// The listed numbers.
    List(Box<[i32]>),
}

impl Numbers {
    /// Whether a number belongs to the set.
    #[inline]
    pub fn contains(&self, number: i32) -> bool {
        match self {
            Numbers::Between(low, high) => *low <= number && number <= *high,
            Numbers::Bits(bits) => (0..64).contains(&number) && bits >> number & 1 != 0,
            Numbers::Even => number > 0 && number % 2 == 0,
            Numbers::Odd => number > 0 && number % 2 == 1,
            Numbers::List(list) => list.contains(&number),
        }
    }

    /// The ranges, both bounds included, of which the set consists; `None` if it is none of a few.
    #[inline(always)]
    pub fn ranges(&self) -> Option<Ranges> {
        match self {
            Numbers::Between(low, high) => Some(Ranges { first: Some((*low, *high)), bits: 0 }),
            Numbers::Bits(bits) => Some(Ranges { first: None, bits: *bits }),
            Numbers::Even | Numbers::Odd | Numbers::List(_) => None,
        }
    }

    /// The smallest number, if the set consists of all numbers from it on.
    pub fn least_of_all(&self) -> Option<i32> {
        if let Numbers::Between(low, i32::MAX) = self { Some(*low) } else { None }
    }

    /// The number after the largest, if the set consists of all numbers from 0 up to that one.
    pub fn least_beyond(&self) -> Option<i32> {
        match self {
            Numbers::Between(..=0, high) => high.checked_add(1),
            Numbers::Bits(bits) if bits.trailing_ones() + bits.leading_zeros() == 64 => {
                Some(bits.trailing_ones() as i32)
            }
            _ => None,
        }
    }

    /// From this number on, membership depends on parity alone.
    pub fn limit(&self) -> i32 {
        match self {
            Numbers::Between(low, high) => {
                (*low).max(if *high == i32::MAX { 0 } else { high.saturating_add(1) }).max(0)
            }
            Numbers::Bits(bits) => 64 - bits.leading_zeros() as i32,
            Numbers::Even | Numbers::Odd => 1,
            Numbers::List(list) => list.iter().max().map_or(0, |most| most.saturating_add(1)),
        }
    }
}

/// The ranges of a set of numbers, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    first: Option<(i32, i32)>,
    /// The numbers that are left, a bit each.
    bits: u64,
}

impl Iterator for Ranges {
    type Item = (i32, i32);

    #[inline(always)]
    fn next(&mut self) -> Option<(i32, i32)> {
        if let Some(range) = self.first.take() {
            return Some(range);
        }
        if self.bits == 0 {
            return None;
        }
        let low = self.bits.trailing_zeros();
        let length = (self.bits >> low).trailing_ones();
        self.bits &= self.bits.wrapping_add(1 << low);
        Some((low as i32, (low + length) as i32 - 1))
    }
}

/// Whether a bit set contains a number of seeds, at least 0. Its last two bits, 62 and 63, stand for all higher even and
/// odd numbers, too.
#[inline(always)]
pub fn tells(numbers: u64, seeds: u64) -> bool {
    numbers >> if seeds < 64 { seeds } else { 62 | seeds & 1 } & 1 != 0
}

/// One slot, or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A fixed slot.
    Slot(Slot),
    /// A slot that does not exist on this board.
    Nowhere,
    /// `here`: where the last seed fell, or the chosen hole.
    Here,
    /// `origin`: the hole from which the current lap started.
    Origin,
    /// The slot that a filter is testing.
    Tested,
    /// A relative that depends on the board alone.
    Across(Across, Box<Spot>),
    /// The slot a number of steps along the mover's track, passing over what sowing passes over.
    Along {
        /// Whether to count against the direction of sowing.
        back: bool,
        /// Number of steps.
        steps: Steps,
        /// Where to start.
        from: Box<Spot>,
    },
}

/// A set of slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Set<M> {
    /// Fixed slots.
    Slots(M),
    /// Slots that hold seeds.
    Occupied,
    /// Slots that hold no seeds.
    Empty,
    /// Slots whose number of seeds is in a set of numbers.
    Holding(Numbers),
    /// Slots marked by one of these players, given as a bit set.
    Marked(u32),
    /// The given slots without those marked by one of these players, given as a bit set.
    Unmarked(M, u32),
    /// Slots in which something happened.
    Happened(Happened),
    /// Slots that the mover chose last.
    Chosen,
    /// The set of one slot, or of none.
    Spot(Spot),
    /// The relatives of the slots of a set.
    Across(Across, Box<Set<M>>),
    /// Slots whose relative is in a set.
    Whose(Across, Box<Set<M>>),
    /// The slots a number of steps along the track from each slot of a set.
    Along {
        /// Whether to count against the direction of sowing.
        back: bool,
        /// Number of steps.
        steps: Steps,
        /// Where to start.
        from: Box<Set<M>>,
    },
    /// A run from `here` along the track, as long as a claim holds. `here` itself is not in it.
    Run {
        /// Where it goes, and how far.
        stride: Stride,
        /// For each slot the numbers of seeds, as in [`tells`], for which the claim holds; `None` if it depends on
        /// more.
        table: Option<Arc<[u64]>>,
        /// The claim, with each slot in turn as `Tested`.
        claim: Arc<Test<M>>,
    },
    /// Slots of a set for which a claim holds, with the slot as `Tested`.
    Where(Box<Set<M>>, Box<Test<M>>),
    /// All slots if a condition holds, else none.
    If(Box<Test<M>>),
    /// Intersection.
    Both(Vec<Set<M>>),
    /// Union.
    Either(Vec<Set<M>>),
    /// Complement.
    Not(Box<Set<M>>),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amount<M> {
    /// A constant.
    Number(i32),
    /// Number of seeds in the slots of a set.
    SeedsIn(Set<M>),
    /// Number of slots in a set.
    NumberOf(Set<M>),
    /// Number of seeds in a slot at the start of the game; 0 if the slot does not exist.
    StartOf(Spot),
    /// Number of seeds in `here` just after the last seed fell.
    Made,
    /// Number of seeds that the last drop brought to `here`.
    Dropped,
    /// Half of a number, rounded down.
    Half(Box<Amount<M>>),
}

/// Comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Equal.
    Exactly,
    /// Greater or equal.
    AtLeast,
    /// Less or equal.
    AtMost,
    /// Greater.
    MoreThan,
    /// Less.
    FewerThan,
}

impl Bound {
    /// Whether two numbers compare so.
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Bound::Exactly => left == right,
            Bound::AtLeast => left >= right,
            Bound::AtMost => left <= right,
            Bound::MoreThan => left > right,
            Bound::FewerThan => left < right,
        }
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test<M> {
    /// A constant: always or never.
    Known(bool),
    /// Negation.
    Not(Box<Test<M>>),
    /// It holds before the `after turn` of another move of the same section.
    AnotherLeaves(Box<Test<M>>),
    /// All parts hold.
    And(Vec<Test<M>>),
    /// At least one part holds.
    Or(Vec<Test<M>>),
    /// The set is not empty.
    Some(Set<M>),
    /// At least one of these holes and ends is occupied and not marked by any of these players, given as a bit set.
    AnyOccupied(M, u32),
    /// The slot exists and its number of seeds is in a set of numbers.
    Seeds(Spot, Numbers),
    /// The slot exists and belongs to a set.
    Within(Spot, Set<M>),
    /// A number is in a set of numbers.
    Count(Amount<M>, Numbers),
    /// A number is compared with another.
    Compare(Amount<M>, Bound, Amount<M>),
    /// The current lap has this number, counted from 1.
    Lap(u32),
    /// The lap goes in this direction.
    Goes(Way),
    /// The mover has had this number of turns before this one.
    TurnsBefore(u32),
    /// The `move` section of this index is in force.
    Section(usize),
    /// This player began the round.
    Starter(Player),
    /// The lot of the round falls to this player.
    Lot(Player),
    /// The last turn of a player began in this direction.
    Went(Keeper, Way),
    /// Another fact about the turn or the game.
    Fact(Fact),
}

/// Who receives captured seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// This player.
    Player(Player),
    /// The player on whose side the slot lies.
    Owner,
    /// The player who marked the slot.
    MarkOwner,
    /// The player who began the round.
    Starter,
    /// Nobody. The seeds stay where they are.
    Nobody,
}

/// An effect. An amount is counted for each slot of the set, as `Tested`, before any seed moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op<M> {
    /// Moves the seeds of a set into a store.
    Capture(Winner, Set<M>),
    /// Each player, in order from the starter, captures his own set, which is at his index.
    CaptureEach(Vec<Set<M>>),
    /// Lifts seeds into the hand: all, or at most this number from each slot.
    Lift(Option<Amount<M>>, Set<M>),
    /// Puts this number of seeds from the hand into each slot of a set.
    Place(Amount<M>, Set<M>),
    /// Puts this number of seeds from the mover's store into each slot of a set.
    PlaceFromStore(Amount<M>, Set<M>),
    /// Puts the whole hand into the only slot of a set.
    PlaceAll(Set<M>),
    /// Changes something about each slot of a set, on behalf of the mover.
    To(Change, Set<M>),
    /// The mover chooses this number of slots of a set for the next effect; all if the set has no more.
    Choose(u32, Set<M>),
}

/// What happens after the effects of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Then<M> {
    /// Nothing: the list ends without an outcome.
    Go,
    /// The hand is sown.
    Sow {
        /// In which direction.
        turning: Turning,
        /// Seeds in a drop; `None` in a game in which all seeds fall one by one. Tables of laps are made for such games
        /// alone, so a game that drops several sows even its laps of single seeds by hand.
        by: Option<i32>,
        /// Whether the first seed falls into `at` itself.
        into: bool,
        /// Where sowing starts: a set of one slot.
        at: Set<M>,
    },
    /// The turn ends.
    EndTurn,
    /// The mover moves again.
    MoveAgain,
    /// The move is illegal.
    Illegal,
    /// The mover moves.
    Play,
    /// The mover passes.
    Pass,
    /// The players exchange all they hold.
    SwapSides,
    /// The game is over; scores are compared.
    Over,
    /// The mover wins.
    MoverWins,
    /// The mover loses.
    MoverLoses,
    /// A draw.
    Draw,
}

/// Direction of a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// The direction of the lap before.
    Same,
    /// This direction.
    To(Way),
    /// The opposite of the lap before.
    Reversed,
}

impl Turning {
    /// The direction of a lap after one in a direction.
    #[inline(always)]
    pub fn after(self, way: Way) -> Way {
        match self {
            Turning::Same => way,
            Turning::To(other) => other,
            Turning::Reversed => way.reversed(),
        }
    }
}

/// Number of a rule among the rules of all lists of a game, from 0.
pub type RuleId = u16;

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action<M> {
    /// Number of the rule.
    pub rule: RuleId,
    /// Whether the mover may decline it.
    pub may: bool,
    /// The effects, in order.
    pub ops: Vec<Op<M>>,
    /// What happens after the effects.
    pub then: Then<M>,
}

/// A number of seeds that are moved from a hole or an end, which must hold as many, to another slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moving {
    /// Their number.
    pub seeds: i32,
    /// Where they lie.
    pub from: Slot,
    /// Where they go.
    pub to: Slot,
}

impl Moving {
    /// The form of two effects, if they lift seeds from one slot and place all of them in another.
    pub fn of<M: Mask>(lift: &Op<M>, place: &Op<M>) -> Option<Self> {
        match (lift, place) {
            (
                Op::Lift(Some(Amount::Number(lifted)), Set::Slots(from)),
                Op::Place(Amount::Number(placed), Set::Slots(to)),
            ) if lifted == placed && from.count() == 1 && to.count() == 1 => {
                Some(Moving { seeds: *lifted, from: from.first(), to: to.first() })
            }
            _ => None,
        }
    }
}

impl<M: Mask> Action<M> {
    /// Whether it only lifts `here` and sows on, beginning after `here`.
    pub fn relays(&self) -> bool {
        self.lifts_and_sows() == Some(false)
    }

    /// Whether it asks for one choice of slots, after which it can neither fail nor go on: every answer is a turn.
    pub fn settles(&self) -> bool {
        let harmless = |op: &Op<M>| matches!(op, Op::Capture(..) | Op::CaptureEach(_) | Op::To(..) | Op::Choose(..));
        !self.may
            && self.ops.iter().filter(|op| matches!(op, Op::Choose(..))).count() == 1
            && self.ops.iter().all(harmless)
            && matches!(self.then, Then::EndTurn | Then::MoveAgain)
    }

    /// If the action only lifts `here` and sows from there, one by one, whether the first seed falls into `here`; else `None`.
    pub fn lifts_and_sows(&self) -> Option<bool> {
        match (self.may, self.ops.as_slice(), &self.then) {
            (
                false,
                [Op::Lift(None, Set::Spot(Spot::Here))],
                Then::Sow { turning: Turning::Same, by: None, into, at: Set::Spot(Spot::Here) },
            ) => Some(*into),
            _ => None,
        }
    }
}

impl<M: Mask> Set<M> {
    /// The empty set.
    pub fn none() -> Self {
        Set::Slots(M::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, tells};

    #[test]
    fn a_bit_set_tells_parity_beyond_its_end() {
        let even = (0..64).step_by(2).fold(0, |bits, number| bits | 1 << number) & !1;
        assert!([2, 62, 64, 100, 254].iter().all(|seeds| tells(even, *seeds)));
        assert!(![0, 1, 63, 65, 255].iter().any(|seeds| tells(even, *seeds)));
    }

    #[test]
    fn numbers_open_at_one_side_have_a_bound_at_the_other() {
        let of_all = [Numbers::Between(2, i32::MAX), Numbers::Between(2, 5), Numbers::Bits(0b100)];
        assert_eq!(of_all.map(|numbers| numbers.least_of_all()), [Some(2), None, None]);
        let beyond = [Numbers::Bits(0b11), Numbers::Bits(0b101), Numbers::Between(0, 3), Numbers::Between(1, 3)];
        assert_eq!(beyond.map(|numbers| numbers.least_beyond()), [Some(2), None, Some(4), None]);
    }
}
