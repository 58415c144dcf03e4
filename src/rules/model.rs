//! What a rule file means: names resolved, options applied, nothing left to choose.
//!
//! The checker, `explain`, the narrator and the compiler read this model and nothing before it.

use crate::source::Span;

/// A player by index: 0 is South and has the first turn, the others follow counterclockwise.
pub type Player = usize;

/// A place that holds seeds: the holes by rows from South's side, each from the left as South sees it
/// (`row * columns + column`); then the left and the right end, if the board has ends; then a store for each player.
pub type Cell = usize;

/// Where a statement was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The key of a source, or none if the statement is assumed.
    pub source: Option<String>,
    /// The place in the source, or why it is assumed.
    pub text: String,
}

/// Where a statement was read or why it was assumed; empty if the file does not say.
pub type Basis = Vec<Origin>;

/// A value with the place where the file states it.
#[derive(Clone, Debug)]
pub struct Stated<T> {
    /// The value.
    pub value: T,
    /// Where it stands; an empty span if it is a default of the language.
    pub span: Span,
    /// Where it was read.
    pub basis: Basis,
}

/// A whole game, ready to be played.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What the game is called, by whom.
    pub about: About,
    /// The sources cited.
    pub sources: Vec<SourceText>,
    /// All options with the reading chosen.
    pub options: Vec<Choice>,
    /// The board at the start.
    pub board: Board,
    /// What a player may choose; the first in force that offers a legal move.
    pub moves: Vec<MoveRules>,
    /// Holes that sowing passes over.
    pub skip: Option<Stated<HoleSet>>,
    /// What becomes of a sowing that never ends.
    pub endless: Option<Stated<Endless>>,
    /// Read after every seed.
    pub each_seed: Vec<Rule>,
    /// Read after the last seed of a lap.
    pub last_seed: Vec<Rule>,
    /// Read once after the turn.
    pub after_turn: Vec<Rule>,
    /// Read whenever a player is to move.
    pub before_turn: Vec<Rule>,
    /// From which occurrence on a position counts as repeated.
    pub repeated: Option<Stated<u32>>,
    /// What a player has at the end; none where only a rule names a winner.
    pub score: Stated<Option<Amount>>,
    /// How rounds follow one another; none for a single game.
    pub contest: Option<Contest>,
    /// What the sources say and the file does not carry.
    pub left_out: Vec<Stated<String>>,
    /// Worked positions.
    pub examples: Vec<Example>,
    /// Statements that only give a word for others to use: the word, where it stands, where it was read.
    pub words: Vec<Stated<String>>,
}

/// Names and places of a game.
#[derive(Clone, Debug)]
pub struct About {
    /// The name.
    pub name: String,
    /// Other names.
    pub also: Option<Stated<Vec<String>>>,
    /// Where it is played.
    pub region: Option<Stated<Vec<String>>>,
}

/// A source.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Its key.
    pub key: String,
    /// Title, and where it can be found.
    pub texts: Vec<String>,
}

/// An option with its readings.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The names that `--set` takes; several if they take their readings together.
    pub names: Vec<String>,
    /// At least two.
    pub readings: Vec<ReadingText>,
    /// The reading in force, an index into `readings`.
    pub chosen: usize,
    /// The value in force for each name.
    pub values: Vec<String>,
    /// The section whose setting it is; none if it stands under `options`.
    pub section: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// One reading of an option.
#[derive(Clone, Debug)]
pub struct ReadingText {
    /// A value for each name.
    pub values: Vec<String>,
    /// What it means in words.
    pub note: Option<String>,
    /// Where it was read.
    pub basis: Basis,
}

/// The board at the start, and which hole is whose.
#[derive(Clone, Debug)]
pub struct Board {
    /// Rows of holes.
    pub rows: Stated<usize>,
    /// Holes in a row.
    pub columns: Stated<usize>,
    /// How many play.
    pub players: Stated<usize>,
    /// Whose holes are whose.
    pub side: Stated<Side>,
    /// What sowing goes round.
    pub track: Stated<Track>,
    /// What lies at the ends of the rows.
    pub ends: Stated<Ends>,
    /// What a marked hole is called.
    pub mark: Option<Stated<String>>,
    /// Seeds of the holes as the file gives them.
    pub seeds: Stated<Layout>,
    /// Seeds in each end at the start.
    pub seeds_in_ends: Option<Stated<u32>>,
    /// Seeds in each player's store at the start.
    pub seeds_in_stores: Option<Stated<u32>>,
    /// Holes marked by their owners at the start.
    pub marked_at_start: Option<Stated<HoleSet>>,
    /// Seeds of every cell at the start.
    pub start: Vec<u32>,
    /// The player on whose side a cell lies; none for an end that is nobody's.
    pub owner: Vec<Option<Player>>,
    /// For each player the cells that he sows round, counterclockwise.
    pub tracks: Vec<Vec<Cell>>,
    /// For each player the cell that is his store: an end of the board or a cell beside it.
    pub stores: Vec<Cell>,
}

impl Board {
    /// Number of holes; ends and stores not counted.
    pub fn holes(&self) -> usize {
        self.rows.value * self.columns.value
    }

    /// The cells of the left and the right end, if there are ends.
    pub fn end_cells(&self) -> Option<[Cell; 2]> {
        (self.ends.value != Ends::None).then(|| [self.holes(), self.holes() + 1])
    }

    /// Number of cells of all kinds.
    pub fn cells(&self) -> usize {
        self.start.len()
    }

    /// Row (from South's side) and column (from South's left) of a hole; none for ends and stores.
    pub fn row_column(&self, cell: Cell) -> Option<(usize, usize)> {
        (cell < self.holes()).then(|| (cell / self.columns.value, cell % self.columns.value))
    }

    /// The hole of a row and a column, counted from 0.
    pub fn hole(&self, row: usize, column: usize) -> Cell {
        row * self.columns.value + column
    }

    /// Whether a row lies next to the border between two sides of whole rows.
    pub fn is_inner(&self, row: usize) -> bool {
        row == self.rows.value / 2 || row + 1 == self.rows.value / 2
    }
}

/// Whose holes are whose, counted counterclockwise from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// So many rows for each player, South's first.
    Rows(usize),
    /// So many holes following one another on the loop for each player.
    Holes(usize),
}

/// What sowing goes round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// One loop over the whole board.
    Loop,
    /// Each player round his own side.
    OwnSide,
}

/// What lies at the ends of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Nothing.
    None,
    /// The players' stores.
    Stores,
    /// A hole that is nobody's.
    Nobodys,
}

/// Seeds of the holes as the file gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The same number in every hole.
    Uniform(u32),
    /// For every player the same, his rows from the inner one, each from his left.
    EachPlayer(Vec<Vec<u32>>),
    /// As drawn: the far row first, from South's left.
    Drawn(Vec<Vec<u32>>),
}

/// A `move` section.
#[derive(Clone, Debug)]
pub struct MoveRules {
    /// Its name.
    pub name: Option<String>,
    /// When it is in force.
    pub when: Option<Condition>,
    /// Holes that may be chosen; an empty one never may.
    pub from: Vec<Case<HoleSet>>,
    /// Where sowing goes.
    pub direction: Vec<Case<Direction>>,
    /// What is done with the chosen hole.
    pub begin: Vec<Rule>,
    /// Its head.
    pub span: Span,
}

/// A value that holds under a condition; the first fitting case counts.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// None for `otherwise`, and for a value that always holds.
    pub condition: Option<Condition>,
    /// The value.
    pub value: T,
    /// The condition as the file says it; `otherwise`; nothing for a value that always holds.
    pub said: String,
    /// Where it stands.
    pub span: Span,
    /// Where it was read.
    pub basis: Basis,
}

/// A rule of a list; the first whose condition holds applies.
pub type Rule = Case<Action>;

/// What a rule does.
#[derive(Clone, Debug)]
pub struct Action {
    /// Whether the mover chooses if it applies.
    pub may: bool,
    /// Done in order.
    pub effects: Vec<Effect>,
    /// How it goes on then; none in lists where nothing more happens.
    pub outcome: Option<Outcome>,
}

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
    /// Where the Nth further seed would fall; 1 is the next hole.
    Ahead(u32),
    /// The same backwards.
    Back(u32),
    /// Across the border in the same column, in the nearer row of the other side.
    Opposite,
    /// The hole of the same number in the other player's same row, each counted from its owner's left.
    SameNumber,
    /// The outer hole behind an inner one.
    Rear,
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
    /// In a row next to the border.
    Inner,
    /// In a row away from the border.
    Outer,
    /// An end hole.
    End,
    /// Holds nothing.
    Empty,
    /// Holds something.
    Occupied,
    /// Its number in its row, counted from its owner's left, is one of these.
    Place(Vec<u32>),
    /// Marked.
    Marked(Marker),
    /// A seed fell in it in this turn.
    Sown,
    /// Seeds were taken from it in this turn while it lay on an opponent's side.
    Raided,
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
    /// The mover began the round.
    MoverIsStarter,
    /// The `move` section in force, an index into `Rules::moves`.
    MoveIs(usize),
    /// The mover has no legal move.
    NoLegalMove,
    /// The position has come back often enough.
    RepeatedPosition,
    /// In `each seed`: it is the last of the lap.
    LastSeed,
}

/// Who captures or gets points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The player to move; after refilling, the player that the list is read for.
    Mover,
    /// The other of two players.
    Opponent,
    /// The player on whose side the hole lies.
    Owner,
    /// The player who marked the hole.
    MarkOwner,
    /// The player who began the round.
    Starter,
    /// All, one after the other, each with `own` and `him` being his.
    EachPlayer,
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The seeds of a set go into somebody's store.
    Capture(Who, HoleSet),
    /// Seeds go into the hand: all, or so many from each hole.
    Lift(Option<u32>, HoleSet),
    /// So many seeds into each hole of a set.
    Place {
        /// For each hole.
        count: u32,
        /// From the mover's store; else from the hand.
        from_store: bool,
        /// Where they go.
        into: HoleSet,
    },
    /// The mover's mark is put.
    Mark(HoleSet),
    /// Any mark is taken away.
    Unmark(HoleSet),
    /// Points of the match.
    Points(Who, u32),
}

/// How it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Sow the hand.
    Sow {
        /// A change of direction from here on.
        turning: Option<Turning>,
        /// The first seed falls into `at` itself; else into the hole after it.
        into: bool,
        /// A set of one hole.
        at: HoleSet,
    },
    /// The turn ends.
    EndTurn,
    /// The same player is to move again.
    MoveAgain,
    /// The move was not allowed.
    Illegal,
    /// The mover moves.
    Play,
    /// The mover does not move.
    Pass,
    /// The round, or the game, is over; scores are compared.
    Over,
    /// Decided for the mover.
    MoverWins,
    /// Decided against the mover.
    MoverLoses,
    /// Decided for nobody.
    Draw,
    /// The player has won the match.
    WinsMatch,
    /// The player has lost the match.
    LosesMatch,
}

/// A change of direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// This way.
    To(Way),
    /// The other way than before.
    Reversed,
}

/// What becomes of a turn whose state comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// The move was not allowed.
    Illegal,
    /// The turn ends where the state first comes back.
    EndTurn,
    /// The mover has lost.
    MoverLoses,
}

/// How rounds follow one another.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Seeds that are in nobody's score.
    pub nobody_won: Stated<NobodyWon>,
    /// In which order own holes are filled.
    pub fill: Stated<Fill>,
    /// What goes into the hole that cannot be filled.
    pub last_hole: Stated<LastHole>,
    /// Seeds that are in no hole then.
    pub surplus: Stated<Surplus>,
    /// Own holes that got nothing.
    pub empty_holes: Stated<EmptyHoles>,
    /// Who begins the next round.
    pub next_starter: Stated<NextStarter>,
    /// Who has won the match; none where only a rule says so.
    pub won_by: Option<Stated<WonBy>>,
    /// Read for each player after refilling.
    pub after_refilling: Vec<Rule>,
    /// Its head.
    pub span: Span,
}

/// Seeds that are in nobody's score when the round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NobodyWon {
    /// To the owner of the side they lie on.
    ToOwner,
    /// Out of the match.
    ToNobody,
    /// To the first who captures in the next round.
    ToPot,
}

/// In which order own holes are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// From the owner's left.
    FromOwnLeft,
    /// From the owner's right.
    FromOwnRight,
    /// The loser lays out, the winner copies.
    AsLoserChooses,
}

/// What goes into the hole that cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastHole {
    /// Nothing.
    FullOnly,
    /// The largest even number.
    EvenNumber,
    /// All.
    AnyNumber,
}

/// Seeds that are in no hole after refilling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    /// Kept; counted again at the next refilling.
    ToReserve,
    /// To the first who captures in the round.
    ToPot,
}

/// Own holes that got nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyHoles {
    /// Not used in the round.
    Closed,
    /// Used.
    Open,
    /// The opponent fills them and owns them for the round.
    FilledByOpponent,
}

/// Who begins the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStarter {
    /// The player after the one who began this round.
    Alternate,
    /// The winner of the round.
    Winner,
    /// The loser of the round.
    Loser,
    /// The one who began this round.
    Same,
}

/// Who has won the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// The last one who has not lost it.
    LastPlayerLeft,
    /// Who has most points.
    MostPoints,
}

/// A worked position of the file.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its title.
    pub title: String,
    /// Where its head stands.
    pub span: Span,
    /// Seeds per cell before; none for the start of the game.
    pub position: Option<Vec<u32>>,
    /// Marks before; none for those of the start.
    pub marks: Option<Vec<Option<Player>>>,
    /// Seeds per store before.
    pub stores: Option<Vec<i64>>,
    /// The player to move.
    pub to_move: Player,
    /// Which turn of his it is, if it is not his first.
    pub turn: Option<u32>,
    /// Moves to play, as written, with their places.
    pub play: Vec<(String, Span)>,
    /// What is expected then.
    pub expected: Vec<Expectation>,
    /// What each player owns before a refilling, if it is one.
    pub refill: Option<Vec<u32>>,
}

/// What an example expects, with its place.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// What.
    pub what: Expected,
    /// Where it stands.
    pub span: Span,
}

/// What an example expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Seeds of the holes.
    Board(Vec<u32>),
    /// Seeds of the stores.
    Stores(Vec<i64>),
    /// Seeds of the ends, left and right.
    Ends([u32; 2]),
    /// Who marked which hole.
    Marks(Vec<Option<Player>>),
    /// Who is to move.
    Next(Player),
    /// Legal moves, sorted.
    Legal(Vec<String>),
    /// The game, or the round, is over; these have won it. All of them: a draw.
    Winners(Vec<Player>),
    /// Closed holes after refilling.
    Closed(Vec<Cell>),
    /// What each player keeps off the board after refilling.
    Reserve(Vec<u32>),
    /// Seeds of the pot after refilling.
    Pot(u32),
}
