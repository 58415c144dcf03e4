//! What rules become: conditions, hole sets and effects over slots, with everything worked out that a board, a mover
//! and a player fix.

pub use crate::rules::model::Across;
use crate::rules::model::{Change, Fact, Happened, Player, Steps, Way};

use super::slots::{Mask, Slot};

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// From, to, both included.
    Between(i32, i32),
    /// Those of 0 to 63 whose bit is set.
    Bits(u64),
    /// 2, 4, 6 ..
    Even,
    /// 1, 3, 5 ..
    Odd,
    /// One of these.
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

    /// From this number on, which of them belong to the set is a matter of their being even or odd.
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

/// One slot, or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// This one.
    Slot(Slot),
    /// None: it does not exist on this board.
    Nowhere,
    /// Where the last seed fell, or the chosen hole.
    Here,
    /// Where the present lap left from.
    Origin,
    /// The slot that a filter is asked about.
    Tested,
    /// A relative that the board alone decides.
    Across(Across, Box<Spot>),
    /// So many steps along the mover's track, passing over what sowing passes over.
    Along {
        /// Against the sowing.
        back: bool,
        /// How many.
        steps: Steps,
        /// Where from.
        from: Box<Spot>,
    },
}

/// A set of slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Set<M> {
    /// These.
    Slots(M),
    /// Those that hold something.
    Occupied,
    /// Those that hold nothing.
    Empty,
    /// Those whose seeds are in a set of numbers.
    Holding(Numbers),
    /// Those marked by one of these players, a bit for each.
    Marked(u32),
    /// Those of these that none of these players marked.
    Unmarked(M, u32),
    /// Those in which something happened.
    Happened(Happened),
    /// Those that the mover chose last.
    Chosen,
    /// One slot, or none.
    Spot(Spot),
    /// The relatives of a set.
    Across(Across, Box<Set<M>>),
    /// Those whose relative is in a set.
    Whose(Across, Box<Set<M>>),
    /// So many steps along the track from every slot of a set.
    Along {
        /// Against the sowing.
        back: bool,
        /// How many.
        steps: Steps,
        /// Where from.
        from: Box<Set<M>>,
    },
    /// From `here` on while a claim holds.
    Run {
        /// Against the sowing.
        back: bool,
        /// Every how manyth slot.
        step: u32,
        /// For each slot the numbers of seeds below 64 for which the claim holds, if seeds alone decide it.
        table: Option<Box<[u64]>>,
        /// Asked of each slot as `Tested`.
        claim: Box<Test<M>>,
    },
    /// Those of a set for which a claim holds, asked of each as `Tested`.
    Where(Box<Set<M>>, Box<Test<M>>),
    /// All slots, if a condition holds; else none.
    If(Box<Test<M>>),
    /// In all of them.
    Both(Vec<Set<M>>),
    /// In at least one of them.
    Either(Vec<Set<M>>),
    /// Not in it.
    Not(Box<Set<M>>),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amount<M> {
    /// A plain number.
    Number(i32),
    /// Seeds of a set.
    SeedsIn(Set<M>),
    /// How many slots a set has.
    NumberOf(Set<M>),
    /// What a slot held at the start of the game; nothing if there is none.
    StartOf(Spot),
    /// What `here` held when the last seed had just fallen.
    Made,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// So many or more.
    AtLeast,
    /// So many or fewer.
    AtMost,
    /// More than so many.
    MoreThan,
    /// Fewer than so many.
    FewerThan,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test<M> {
    /// Always or never.
    Known(bool),
    /// Not.
    Not(Box<Test<M>>),
    /// All of them.
    And(Vec<Test<M>>),
    /// At least one of them.
    Or(Vec<Test<M>>),
    /// The set is not empty.
    Some(Set<M>),
    /// Some of these holes and ends hold something and are not marked by any of these players, a bit for each.
    AnyOccupied(M, u32),
    /// The slot exists and its seeds are in a set of numbers.
    Seeds(Spot, Numbers),
    /// The slot exists and belongs to a set.
    Within(Spot, Set<M>),
    /// A number is in a set of numbers.
    Count(Amount<M>, Numbers),
    /// A number is compared with another.
    Compare(Amount<M>, Bound, Amount<M>),
    /// It is this lap.
    Lap(u32),
    /// The lap goes this way.
    Goes(Way),
    /// The mover has had so many turns before this one.
    TurnsBefore(u32),
    /// The `move` section in force.
    Section(usize),
    /// This player began the round.
    Starter(Player),
    /// Another fact about the turn or the game.
    Fact(Fact),
}

/// Who wins what is captured.
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
    /// Nobody: the seeds stay where they are.
    Nobody,
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op<M> {
    /// Seeds go into a store.
    Capture(Winner, Set<M>),
    /// Every player, from the starter on, captures the set that is his.
    CaptureEach(Vec<Set<M>>),
    /// Seeds go into the hand: all, or at most so many from each slot.
    Lift(Option<i32>, Set<M>),
    /// So many seeds into each slot of a set from the hand.
    Place(i32, Set<M>),
    /// So many seeds into each slot of a set from the mover's store.
    PlaceFromStore(i32, Set<M>),
    /// The whole hand into the one slot of a set.
    PlaceAll(Set<M>),
    /// Something that the mover changes about each slot of a set.
    To(Change, Set<M>),
    /// The mover chooses so many slots of a set for what is done next; all if it has no more.
    Choose(u32, Set<M>),
}

/// How it goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Then<M> {
    /// The list says nothing more.
    Go,
    /// Sow the hand.
    Sow {
        /// In which direction.
        turning: Turning,
        /// The first seed falls into `at` itself.
        into: bool,
        /// A set of one slot.
        at: Set<M>,
    },
    /// The turn ends.
    EndTurn,
    /// The same player is to move again.
    MoveAgain,
    /// The move was not allowed.
    Illegal,
    /// The mover moves.
    Play,
    /// The mover passes.
    Pass,
    /// Over; scores are compared.
    Over,
    /// Decided for the mover.
    MoverWins,
    /// Decided against the mover.
    MoverLoses,
    /// Decided for nobody.
    Draw,
}

/// In which direction a lap goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// As before.
    Same,
    /// This way.
    To(Way),
    /// The other way than before.
    Reversed,
}

/// The number of a rule among all rules of a game.
pub type RuleId = u16;

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action<M> {
    /// Which rule it is.
    pub rule: RuleId,
    /// Whether the mover chooses if it applies.
    pub may: bool,
    /// Done in order.
    pub ops: Vec<Op<M>>,
    /// How it goes on.
    pub then: Then<M>,
}

impl<M: Mask> Action<M> {
    /// Whether it lifts `here` and sows on after it, and does nothing else.
    pub fn relays(&self) -> bool {
        self.lifts_and_sows() == Some(false)
    }

    /// Whether the first seed falls into `here`, if the action lifts `here`, sows from there, and does nothing else.
    pub fn lifts_and_sows(&self) -> Option<bool> {
        match (self.may, self.ops.as_slice(), &self.then) {
            (
                false,
                [Op::Lift(None, Set::Spot(Spot::Here))],
                Then::Sow { turning: Turning::Same, into, at: Set::Spot(Spot::Here) },
            ) => Some(*into),
            _ => None,
        }
    }
}

impl<M: Mask> Set<M> {
    /// No slot.
    pub fn none() -> Self {
        Set::Slots(M::NONE)
    }
}
