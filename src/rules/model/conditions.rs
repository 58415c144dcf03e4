//! Holes, numbers, conditions.

use super::{Across, Fact, Fixed, Happened, InMatch, Player};

/// A sense of sowing, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// From South's left to his right along his row.
    Counterclockwise,
    /// The other way.
    Clockwise,
}

impl Way {
    /// The other way.
    pub fn reversed(self) -> Way {
        match self {
            Way::Counterclockwise => Way::Clockwise,
            Way::Clockwise => Way::Counterclockwise,
        }
    }

    /// Its name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Way::Counterclockwise => "counterclockwise",
            Way::Clockwise => "clockwise",
        }
    }
}

/// Where a player may sow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Always the same.
    One(Way),
    /// Each player his own.
    PerPlayer(Vec<Way>),
    /// The mover says.
    Either,
}

/// One hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum One {
    /// Where the last seed fell; in `from`, `direction` and `begin` the chosen hole.
    Here,
    /// The hole tested by `where`, `while`, `all`.
    Tested,
    /// Where the present lap left from.
    Origin,
    /// Another hole seen from one.
    Related(Relation, Box<One>),
}

/// Another hole seen from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Where a further seed would fall so many steps on; after one step it is the next hole.
    Ahead(Steps),
    /// The same backwards.
    Back(Steps),
    /// As the board alone decides.
    Across(Across),
}

/// How many steps a hole is away along the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steps {
    /// So many, from 1 on.
    Number(u32),
    /// As many as seeds lie in the hole that is stepped from; from an empty one there is no hole.
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
    /// One hole, or none where it does not exist.
    One(One),
    /// The relative of every hole of a set.
    Related(Relation, Box<HoleSet>),
    /// From `here` on, as long as the condition holds for each hole.
    Run {
        /// Against the sowing.
        back: bool,
        /// Every how manyth hole.
        step: u32,
        /// Asked of each hole as `Tested`.
        condition: Box<Condition>,
    },
    /// Those for which a condition holds, asked of each as `Tested`.
    Where(Box<HoleSet>, Box<Condition>),
    /// All together.
    Union(Vec<HoleSet>),
    /// So many holes of a set that the mover chooses; all of them if it has no more. Only an effect is done to it.
    Any(u32, Box<HoleSet>),
}

/// Whose store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The mover's; under `each player` that player's.
    Own,
    /// The other player's.
    Opponents,
}

/// Who marked a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Anybody.
    Anybody,
    /// The player to move.
    Mover,
    /// Any other player than the mover.
    Opponent,
    /// The player of `each player`.
    Him,
}

/// A property of one hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// On the mover's side; under `each player` on that player's.
    Own,
    /// On another player's side.
    Opponents,
    /// On nobody's side.
    Nobodys,
    /// What the board alone decides.
    Fixed(Fixed),
    /// Holds nothing.
    Empty,
    /// Holds something.
    Occupied,
    /// Marked.
    Marked(Marker),
    /// What happened in it.
    Happened(Happened),
    /// Belongs to a set.
    In(Box<HoleSet>),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A plain number.
    Number(u32),
    /// Seeds in all cells of a set.
    SeedsIn(HoleSet),
    /// How many cells a set has.
    NumberOf(HoleSet),
    /// What a hole held at the start of the game.
    StartingSeeds(One),
    /// After refilling: how the match stands.
    InMatch(InMatch),
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberSet {
    /// 2, 4, 6 ..
    Even,
    /// 1, 3, 5 ..
    Odd,
    /// One of these.
    List(Vec<u32>),
    /// From, to, both included.
    Range(u32, u32),
    /// So many or more.
    AtLeast(Amount),
    /// So many or fewer.
    AtMost(Amount),
    /// More than so many.
    MoreThan(Amount),
    /// Fewer than so many.
    FewerThan(Amount),
}

impl NumberSet {
    /// Whether a number belongs to the set; `value` works out its bound.
    pub fn contains(&self, number: i64, value: impl Fn(&Amount) -> i64) -> bool {
        match self {
            NumberSet::Even => number > 0 && number % 2 == 0,
            NumberSet::Odd => number > 0 && number % 2 == 1,
            NumberSet::List(list) => list.iter().any(|one| i64::from(*one) == number),
            NumberSet::Range(low, high) => (i64::from(*low)..=i64::from(*high)).contains(&number),
            NumberSet::AtLeast(bound) => number >= value(bound),
            NumberSet::AtMost(bound) => number <= value(bound),
            NumberSet::MoreThan(bound) => number > value(bound),
            NumberSet::FewerThan(bound) => number < value(bound),
        }
    }
}

/// A condition. Tests of options are gone: their outcome is put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always or never.
    Constant(bool),
    /// Not.
    Not(Box<Condition>),
    /// All of them.
    And(Vec<Condition>),
    /// At least one of them.
    Or(Vec<Condition>),
    /// The set is not empty.
    Some(HoleSet),
    /// The condition holds for every hole of the set, as `Tested`.
    All(HoleSet, Box<Condition>),
    /// A hole has a property; false where the hole does not exist.
    Is(One, Property),
    /// What a hole holds now is in a set of numbers; false where the hole does not exist.
    Holds(One, NumberSet),
    /// A number is in a set of numbers.
    Count(Amount, NumberSet),
    /// What `here` held when the last seed had just fallen.
    Makes(NumberSet),
    /// Whether `here` was empty just before the last seed fell.
    WasEmpty,
    /// It is the Nth lap of the turn.
    Lap(u32),
    /// The lap goes this way.
    LapGoes(Way),
    /// It is the mover's Nth turn in this round.
    Turn(u32),
    /// The mover is this player.
    MoverIs(Player),
    /// The `move` section in force, an index into `Rules::moves`.
    MoveIs(usize),
    /// A fact about the turn or the game.
    Fact(Fact),
}
