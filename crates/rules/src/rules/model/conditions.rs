//! Holes, sets of holes, numbers and conditions.

use super::{Across, Cell, Fact, Fixed, Happened, InMatch, Player};

/// A direction of sowing, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// From South's left to South's right along South's row.
    Counterclockwise,
    /// The opposite of counterclockwise.
    Clockwise,
}

impl Way {
    /// Both directions, counterclockwise first.
    pub const BOTH: [Way; 2] = [Way::Counterclockwise, Way::Clockwise];

    /// The opposite direction.
    pub fn reversed(self) -> Way {
        match self {
            Way::Counterclockwise => Way::Clockwise,
            Way::Clockwise => Way::Counterclockwise,
        }
    }

    /// The direction's word in the language.
    pub fn name(self) -> &'static str {
        match self {
            Way::Counterclockwise => "counterclockwise",
            Way::Clockwise => "clockwise",
        }
    }
}

/// The directions in which a player may sow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Always this direction.
    One(Way),
    /// One fixed direction for each player.
    PerPlayer(Vec<Way>),
    /// The mover chooses.
    Either,
    /// The direction in which a player's last turn in this round began; before it, the mover chooses.
    AsLast(Keeper),
}

impl Direction {
    /// Whether a player may sow in a direction.
    pub fn may_be(&self, wanted: Way) -> bool {
        match self {
            Direction::One(way) => *way == wanted,
            Direction::PerPlayer(ways) => ways.contains(&wanted),
            Direction::Either | Direction::AsLast(_) => true,
        }
    }
}

/// The player whose last turn gives the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keeper {
    /// The player to move.
    Mover,
    /// The player who began the round.
    Starter,
}

/// One hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum One {
    /// The hole where the last seed fell; in `from`, `direction` and `begin`, the chosen hole.
    Here,
    /// The hole that `where`, `while` or `all` is testing.
    Tested,
    /// The hole that the present lap started from.
    Origin,
    /// A hole of the board by its name.
    Named(Cell),
    /// The hole that has a relation to another.
    Related(Relation, Box<One>),
}

/// A relation from one hole to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The hole where the nth further seed would fall, for n steps. One step leads to the next hole.
    Ahead(Steps),
    /// The hole n steps backwards, against the direction of sowing.
    Back(Steps),
    /// A relation that the board alone decides.
    Across(Across),
}

/// A number of steps along the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steps {
    /// A fixed number, at least 1.
    Number(u32),
    /// The number of seeds in the hole that the steps start from. From an empty hole the relation leads nowhere.
    Held,
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HoleSet {
    /// All holes of the rows.
    Holes,
    /// The end holes.
    Ends,
    /// A store.
    Store(Whose),
    /// One hole; empty if that hole does not exist.
    One(One),
    /// The holes of the board from one name to another, in that order.
    Named(Vec<Cell>),
    /// The related hole of every hole of a set.
    Related(Relation, Box<HoleSet>),
    /// The holes after `here`, one by one, while the condition holds. The run stops before it returns to `here`.
    Run {
        /// Where it goes, and how far.
        stride: Stride,
        /// Tested on each hole as `Tested`.
        condition: Box<Condition>,
    },
    /// The holes of a set that meet a condition, tested on each as `Tested`.
    Where(Box<HoleSet>, Box<Condition>),
    /// The union of the sets.
    Union(Vec<HoleSet>),
    /// This number of holes of a set, chosen by the mover; all of them if the set has no more. Only effects use it.
    Any(u32, Box<HoleSet>),
}

/// Where a run goes along the track, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stride {
    /// Whether the run goes against the direction of sowing.
    pub back: bool,
    /// Distance between the holes of the run: 1 for every hole, 2 for every second.
    pub step: u32,
    /// Most holes of the run, if there is a limit besides the condition.
    pub most: Option<u32>,
}

impl Stride {
    /// Whether a run of this number of holes is as long as it can be.
    pub fn ends_at(self, holes: usize) -> bool {
        self.most.is_some_and(|most| holes >= most as usize)
    }
}

/// The player who owns a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The mover; under `each player`, that player.
    Own,
    /// The other player.
    Opponents,
}

/// The player who marked a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Anybody.
    Anybody,
    /// The player to move.
    Mover,
    /// Any player but the mover.
    Opponent,
    /// The player that an `each player` list is read for.
    Him,
}

/// A property of one hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// On the mover's side; under `each player`, on that player's side.
    Own,
    /// On another player's side.
    Opponents,
    /// On nobody's side.
    Nobodys,
    /// A property that the board alone decides.
    Fixed(Fixed),
    /// Holds no seeds.
    Empty,
    /// Holds at least one seed.
    Occupied,
    /// Marked by the given player.
    Marked(Marker),
    /// An event in the hole, in this turn or the one before.
    Happened(Happened),
    /// Belongs to a set of cells.
    In(Box<HoleSet>),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A constant.
    Number(u32),
    /// Seeds in all cells of a set.
    SeedsIn(HoleSet),
    /// Number of cells in a set.
    NumberOf(HoleSet),
    /// Seeds that a hole held at the start of the game.
    StartingSeeds(One),
    /// A number of the match, known after refilling.
    InMatch(InMatch),
    /// Half of a number, rounded down.
    Half(Box<Amount>),
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberSet {
    /// 2, 4, 6 and so on; not 0.
    Even,
    /// 1, 3, 5 and so on.
    Odd,
    /// One of these.
    List(Vec<u32>),
    /// From the first to the second, both included.
    Range(u32, u32),
    /// Exactly this number.
    Exactly(Amount),
    /// This number or more.
    AtLeast(Amount),
    /// This number or less.
    AtMost(Amount),
    /// More than this number.
    MoreThan(Amount),
    /// Less than this number.
    FewerThan(Amount),
}

impl NumberSet {
    /// The number with which the set compares; `None` for a set that lists its numbers.
    pub fn bound(&self) -> Option<&Amount> {
        match self {
            NumberSet::Exactly(bound)
            | NumberSet::AtLeast(bound)
            | NumberSet::AtMost(bound)
            | NumberSet::MoreThan(bound)
            | NumberSet::FewerThan(bound) => Some(bound),
            NumberSet::Even | NumberSet::Odd | NumberSet::List(_) | NumberSet::Range(..) => None,
        }
    }

    /// Whether a number belongs to a set that is not counted.
    pub fn contains_plain(&self, number: u32) -> bool {
        let value = |bound: &Amount| if let Amount::Number(value) = bound { i64::from(*value) } else { 0 };
        self.contains(i64::from(number), value)
    }

    /// Whether the set compares with a number that is counted on the board.
    pub fn is_counted(&self) -> bool {
        self.bound().is_some_and(|bound| !matches!(bound, Amount::Number(_)))
    }

    /// The number with which the set compares, and what it must be for `number` to belong to the set: 2 is fewer than it
    /// if it is more than 2. `None` for a set that lists its numbers.
    pub fn turned(self, number: u32) -> Option<(Amount, NumberSet)> {
        let (exactly, number) = (NumberSet::List(vec![number]), Amount::Number(number));
        match self {
            NumberSet::Exactly(bound) => Some((bound, exactly)),
            NumberSet::AtLeast(bound) => Some((bound, NumberSet::AtMost(number))),
            NumberSet::AtMost(bound) => Some((bound, NumberSet::AtLeast(number))),
            NumberSet::MoreThan(bound) => Some((bound, NumberSet::FewerThan(number))),
            NumberSet::FewerThan(bound) => Some((bound, NumberSet::MoreThan(number))),
            NumberSet::Even | NumberSet::Odd | NumberSet::List(_) | NumberSet::Range(..) => None,
        }
    }

    /// Whether `number` belongs to the set. `value` computes the bound.
    pub fn contains(&self, number: i64, value: impl Fn(&Amount) -> i64) -> bool {
        match self {
            NumberSet::Even => number > 0 && number % 2 == 0,
            NumberSet::Odd => number > 0 && number % 2 == 1,
            NumberSet::List(list) => list.iter().any(|one| i64::from(*one) == number),
            NumberSet::Range(low, high) => (i64::from(*low)..=i64::from(*high)).contains(&number),
            NumberSet::Exactly(bound) => number == value(bound),
            NumberSet::AtLeast(bound) => number >= value(bound),
            NumberSet::AtMost(bound) => number <= value(bound),
            NumberSet::MoreThan(bound) => number > value(bound),
            NumberSet::FewerThan(bound) => number < value(bound),
        }
    }
}

/// A condition. Tests of options are already replaced by their outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always true or always false.
    Constant(bool),
    /// The negation.
    Not(Box<Condition>),
    /// In `after turn`: some other move of the same `move` section, played from the same position, comes to its `after
    /// turn`, and the condition holds then.
    AnotherLeaves(Box<Condition>),
    /// True if all parts are.
    And(Vec<Condition>),
    /// True if at least one part is.
    Or(Vec<Condition>),
    /// The set is not empty.
    Some(HoleSet),
    /// The condition holds for every hole of the set, tested as `Tested`. True of an empty set.
    All(HoleSet, Box<Condition>),
    /// A hole has a property; false if the hole does not exist.
    Is(One, Property),
    /// The seeds now in a hole are in a set of numbers; false if the hole does not exist.
    Holds(One, NumberSet),
    /// The holes hold exactly these seeds, given by hole.
    Drawn(Vec<u32>),
    /// A number is in a set of numbers.
    Count(Amount, NumberSet),
    /// The seeds that `here` held just after the last seed fell, that seed included, are in a set of numbers.
    Makes(NumberSet),
    /// `here` was empty just before the last seed fell.
    WasEmpty,
    /// This is the nth lap of the turn, from 1.
    Lap(u32),
    /// The lap goes in this direction.
    LapGoes(Way),
    /// This is the mover's nth turn in the round, from 1.
    Turn(u32),
    /// The mover is this player.
    MoverIs(Player),
    /// The `move` section in force has this index in `Rules::moves`.
    MoveIs(usize),
    /// A fact about the turn or the game.
    Fact(Fact),
}
