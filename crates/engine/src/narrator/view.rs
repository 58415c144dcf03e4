//! Evaluates the conditions, hole sets and numbers of the rules in a position.
//!
//! It interprets the rules directly and computes nothing in advance.

use std::sync::{Arc, OnceLock};

use mancala_rules::rules::model::{
    Amount, Cell, Condition, Fact, Happened, HoleSet, InMatch, Marker, NumberSet, One, Player, Property, Relation,
    Rules, Steps, Stride, Way, Whose,
};

use crate::game::{Fault, Position, Sowing};

/// What rules can ask about the turn, besides the position.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub mover: Player,
    /// Index into `Rules::moves` of the `move` section being tried.
    pub section: Option<usize>,
    pub here: Option<Cell>,
    pub origin: Option<Cell>,
    pub way: Way,
    pub lap: u32,
    /// Seeds in `here` before the last seed was added, or the last drop.
    pub was: i64,
    /// Number of seeds in the last drop: 1 where seeds fall one by one.
    pub dropped: i64,
    pub sown: Vec<bool>,
    pub sown_this_lap: Vec<bool>,
    pub raided: Vec<bool>,
    /// Holes that the mover chose for the current effect.
    pub chosen: Vec<Cell>,
    pub last_seed: bool,
    pub no_legal_move: bool,
    pub repeated: bool,
    /// State of the match, after refilling.
    pub standings: Option<Standings>,
    /// When `after turn` is read and asks about other moves: how they stand before their `after turn`.
    pub others: Option<Others>,
}

/// A move, and how it stands before its `after turn`.
#[derive(Debug)]
pub(super) struct Standing {
    pub play: Sowing,
    pub position: Position,
    pub facts: Facts,
}

/// The moves of a `move` section from one position. They are played when a rule first asks about them.
#[derive(Debug)]
pub(super) struct Moves {
    pub before: Position,
    pub section: usize,
    pub standing: OnceLock<Result<Vec<Standing>, Fault>>,
}

impl Moves {
    pub fn new(before: &Position, section: usize) -> Arc<Self> {
        Arc::new(Moves { before: before.clone(), section, standing: OnceLock::new() })
    }
}

/// The moves of a section, of which one was played.
#[derive(Clone, Debug)]
pub(super) struct Others {
    pub moves: Arc<Moves>,
    pub played: Sowing,
}

impl Others {
    /// How every move except the one that was played stands before its `after turn`.
    fn standing(&self) -> impl Iterator<Item = &Standing> {
        let all = self.moves.standing.get().and_then(|standing| standing.as_deref().ok()).unwrap_or_default();
        all.iter().filter(|other| other.play != self.played)
    }
}

/// State of a match between two rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// Points of each player.
    pub points: Vec<i64>,
    /// Seeds that each player owned when refilling began.
    pub owned: Vec<i64>,
    /// Number of rounds played.
    pub rounds: u32,
    /// Winners of the last round; more than one if the best scores were equal.
    pub winners: Vec<Player>,
    /// Score of each player in the last round.
    pub scores: Vec<i64>,
}

impl Standings {
    /// By how much a player's score exceeds that of every other player; 0 if it does not.
    fn lead(&self, player: Player) -> i64 {
        let of = |player: &Player| self.scores.get(*player).copied().unwrap_or(0);
        let others = (0..self.scores.len()).filter(|other| *other != player);
        others.map(|other| of(&player) - of(&other)).min().unwrap_or(0).max(0)
    }
}

impl Facts {
    /// The facts for a player to move who has not chosen yet.
    pub fn between_turns(rules: &Rules, mover: Player) -> Facts {
        Facts {
            mover,
            section: None,
            here: None,
            origin: None,
            way: rules.way_at_rest(mover),
            lap: 0,
            was: 0,
            dropped: 1,
            sown: vec![false; rules.board.cells()],
            sown_this_lap: vec![false; rules.board.cells()],
            raided: vec![false; rules.board.cells()],
            chosen: Vec::new(),
            last_seed: false,
            no_legal_move: false,
            repeated: false,
            standings: None,
            others: None,
        }
    }
}

/// A position as a player sees it at a moment of a turn.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    rules: &'a Rules,
    position: &'a Position,
    facts: &'a Facts,
    /// The player whose holes are `own`: the mover, or the player of `each player`.
    me: Player,
    tested: Option<Cell>,
    /// Whether the last seed of the hand is about to fall.
    drops_last: bool,
    /// Whether the seed that `last seed` refers to is the last of the lap.
    last_seed: bool,
}

impl<'a> View<'a> {
    pub fn new(rules: &'a Rules, position: &'a Position, facts: &'a Facts) -> Self {
        View { rules, position, facts, me: facts.mover, tested: None, drops_last: false, last_seed: facts.last_seed }
    }

    /// This view with `own` meaning another player.
    pub fn of(self, me: Player) -> Self {
        View { me, ..self }
    }

    /// This view when the last seed of the hand is about to fall, or another one.
    pub fn before_a_seed(self, last: bool) -> Self {
        View { drops_last: last, ..self }
    }

    /// This view with a hole as the one tested.
    pub fn testing(self, cell: Cell) -> Self {
        View { tested: Some(cell), ..self }
    }

    /// Whether a condition holds.
    pub fn holds(self, condition: &Condition) -> bool {
        match condition {
            Condition::Constant(value) => *value,
            Condition::Not(inner) => !self.holds(inner),
            Condition::AnotherLeaves(inner) => {
                let mut others = self.facts.others.iter().flat_map(Others::standing);
                others.any(|other| View::new(self.rules, &other.position, &other.facts).holds(inner))
            }
            Condition::And(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Some(set) => !self.set(set).is_empty(),
            Condition::All(set, claim) => self.set(set).into_iter().all(|cell| self.testing(cell).holds(claim)),
            Condition::Is(one, property) => self.one(one).is_some_and(|cell| self.has(cell, property)),
            Condition::Holds(one, numbers) => {
                self.one(one).is_some_and(|cell| self.is_in(self.position.seeds[cell], numbers))
            }
            Condition::Drawn(drawn) => {
                drawn.iter().zip(&self.position.seeds).all(|(drawn, seeds)| i64::from(*drawn) == *seeds)
            }
            Condition::Count(amount, numbers) => self.is_in(self.amount(amount), numbers),
            Condition::Makes(numbers) => self.is_in(self.facts.was + self.facts.dropped, numbers),
            Condition::WasEmpty => self.facts.was == 0,
            Condition::Lap(lap) => self.facts.lap == *lap,
            Condition::LapGoes(way) => self.facts.way == *way,
            Condition::Turn(turn) => self.position.turns[self.facts.mover] + 1 == *turn,
            Condition::MoverIs(player) => self.facts.mover == *player,
            Condition::Fact(fact) => self.fact(*fact),
            Condition::MoveIs(section) => self.facts.section == Some(*section),
        }
    }

    /// Whether a fact about the turn or the game holds.
    fn fact(self, fact: Fact) -> bool {
        match fact {
            Fact::Starter => self.facts.mover == self.position.starter,
            Fact::Lot => self.facts.mover == self.position.lot,
            Fact::NoLegalMove => self.facts.no_legal_move,
            Fact::Repeated => self.facts.repeated,
            Fact::LastSeed => self.last_seed,
            Fact::WonRound => self.standings(|standings| standings.winners == [self.me]),
            Fact::LostRound => self.standings(|standings| !standings.winners.contains(&self.me)),
        }
    }

    fn standings<T: Default>(self, read: impl Fn(&Standings) -> T) -> T {
        self.facts.standings.as_ref().map(read).unwrap_or_default()
    }

    /// The cells of a set, without duplicates.
    pub fn set(self, set: &HoleSet) -> Vec<Cell> {
        let board = &self.rules.board;
        match set {
            HoleSet::Holes => (0..board.holes()).collect(),
            HoleSet::Ends => board.end_cells().map_or(Vec::new(), Vec::from),
            HoleSet::Store(whose) => self.store(*whose).into_iter().collect(),
            HoleSet::One(one) => self.one(one).into_iter().collect(),
            HoleSet::Named(cells) => cells.clone(),
            HoleSet::Related(relation, from) => {
                let mut cells = Vec::new();
                for cell in self.set(from) {
                    cells.extend(self.related(*relation, cell).filter(|cell| !cells.contains(cell)));
                }
                cells
            }
            HoleSet::Run { stride, condition } => self.run(*stride, condition),
            HoleSet::Where(base, condition) => {
                self.set(base).into_iter().filter(|cell| self.testing(*cell).holds(condition)).collect()
            }
            HoleSet::Union(parts) => {
                let mut cells = Vec::new();
                for cell in parts.iter().flat_map(|part| self.set(part)) {
                    if !cells.contains(&cell) {
                        cells.push(cell);
                    }
                }
                cells
            }
            HoleSet::Any(..) => self.facts.chosen.clone(),
        }
    }

    /// Whether a set contains a cell.
    fn contains(self, set: &HoleSet, cell: Cell) -> bool {
        match set {
            HoleSet::Holes => cell < self.rules.board.holes(),
            HoleSet::Where(base, condition) => self.contains(base, cell) && self.testing(cell).holds(condition),
            HoleSet::Union(parts) => parts.iter().any(|part| self.contains(part, cell)),
            HoleSet::One(one) => self.one(one) == Some(cell),
            _ => self.set(set).contains(&cell),
        }
    }

    /// The holes from `here` on as long as the condition holds; without `here` itself, and none twice.
    fn run(self, stride: Stride, condition: &Condition) -> Vec<Cell> {
        let mut cells = Vec::new();
        let Some(here) = self.facts.here else { return cells };
        let step = Steps::Number(stride.step);
        let relation = if stride.back { Relation::Back(step) } else { Relation::Ahead(step) };
        let mut at = here;
        while let Some(cell) = self.related(relation, at) {
            if stride.ends_at(cells.len())
                || cell == here
                || cells.contains(&cell)
                || !self.testing(cell).holds(condition)
            {
                break;
            }
            cells.push(cell);
            at = cell;
        }
        cells
    }

    fn one(self, one: &One) -> Option<Cell> {
        match one {
            One::Here => self.facts.here,
            One::Tested => self.tested,
            One::Origin => self.facts.origin,
            One::Named(cell) => Some(*cell),
            One::Related(relation, from) => self.related(*relation, self.one(from)?),
        }
    }

    fn related(self, relation: Relation, cell: Cell) -> Option<Cell> {
        let board = &self.rules.board;
        match relation {
            Relation::Ahead(steps) => self.walk(cell, steps, View::next),
            Relation::Back(steps) => self.walk(cell, steps, View::previous),
            Relation::Across(across) => board.across(across, cell),
        }
    }

    /// Takes steps along the track, each with `step`.
    fn walk(self, cell: Cell, steps: Steps, step: impl Fn(Self, Cell) -> Option<Cell>) -> Option<Cell> {
        let steps = match steps {
            Steps::Number(number) => i64::from(number),
            Steps::Held => self.position.seeds[cell],
        };
        if steps <= 0 {
            return None;
        }
        let first = step(self, cell)?;
        let (mut at, mut gone, mut left) = (first, 0, steps - 1);
        while left > 0 {
            (at, gone, left) = (step(self, at)?, gone + 1, left - 1);
            // a hole can hold so many that whole rounds would take seconds
            if at == first {
                left %= gone;
            }
        }
        Some(at)
    }

    /// The next cell that takes a seed, on the mover's track in the direction of the lap; `None` if the cell is not on
    /// the track.
    pub fn next(self, cell: Cell) -> Option<Cell> {
        let track = self.rules.board.track_of(self.facts.mover, self.facts.way);
        let at = track.iter().position(|on_track| *on_track == cell)?;
        let length = track.len();
        (1..=length).map(|steps| track[(at + steps) % length]).find(|cell| !self.is_skipped(*cell))
    }

    /// The same against the direction of the lap.
    fn previous(self, cell: Cell) -> Option<Cell> {
        let track = self.rules.board.track_of(self.facts.mover, self.facts.way);
        let at = track.iter().position(|on_track| *on_track == cell)?;
        let length = track.len();
        (1..=length).map(|steps| track[(at + length - steps) % length]).find(|cell| !self.is_skipped(*cell))
    }

    /// Whether sowing currently skips a cell.
    pub fn is_skipped(self, cell: Cell) -> bool {
        let skip = self.rules.skip.as_ref();
        let asked = View { last_seed: self.drops_last, ..self.of(self.facts.mover) };
        self.position.closed[cell] || skip.is_some_and(|skip| asked.contains(&skip.value, cell))
    }

    fn store(self, whose: Whose) -> Option<Cell> {
        let stores = &self.rules.board.stores;
        match whose {
            Whose::Own => stores.get(self.me).copied(),
            Whose::Opponents => stores.get(self.opponent()?).copied(),
        }
    }

    /// The opponent, in a game of two players.
    pub fn opponent(self) -> Option<Player> {
        (self.rules.board.players.value == 2).then(|| 1 - self.me)
    }

    fn has(self, cell: Cell, property: &Property) -> bool {
        let board = &self.rules.board;
        let owner = self.position.owner[cell];
        match property {
            Property::Own => owner == Some(self.me),
            Property::Opponents => owner.is_some_and(|owner| owner != self.me),
            Property::Nobodys => owner.is_none(),
            Property::Fixed(fixed) => board.has(fixed, cell),
            Property::Empty => self.position.seeds[cell] == 0,
            Property::Occupied => self.position.seeds[cell] > 0,
            Property::Marked(marker) => {
                let mut marks = self.position.marks[cell].each();
                match marker {
                    Marker::Anybody => marks.next().is_some(),
                    Marker::Mover => marks.any(|player| player == self.facts.mover),
                    Marker::Opponent => marks.any(|player| player != self.facts.mover),
                    Marker::Him => marks.any(|player| player == self.me),
                }
            }
            Property::Happened(happened) => self.happened(*happened, cell),
            Property::In(set) => self.contains(set, cell),
        }
    }

    /// Whether something happened in a cell.
    fn happened(self, happened: Happened, cell: Cell) -> bool {
        match happened {
            Happened::Sown => self.facts.sown[cell],
            Happened::SownThisLap => self.facts.sown_this_lap[cell],
            Happened::Raided => self.facts.raided[cell],
            Happened::Played => self.position.last.is_some_and(|last| last.played == cell),
            Happened::Reached => self.position.last.is_some_and(|last| last.reached == cell),
        }
    }

    /// The value of a number.
    pub fn amount(self, amount: &Amount) -> i64 {
        match amount {
            Amount::Number(number) => i64::from(*number),
            Amount::SeedsIn(set) => self.set(set).into_iter().map(|cell| self.position.seeds[cell]).sum(),
            Amount::NumberOf(set) => self.set(set).len() as i64,
            Amount::Half(whole) => self.amount(whole).div_euclid(2),
            Amount::InMatch(what) => self.standings(|standings| {
                let mine = |of: &[i64]| of.get(self.me).copied().unwrap_or(0);
                match what {
                    InMatch::Points => mine(&standings.points),
                    InMatch::Owned => mine(&standings.owned),
                    InMatch::Rounds => i64::from(standings.rounds),
                    InMatch::Score => mine(&standings.scores),
                    InMatch::Lead => standings.lead(self.me),
                }
            }),
            Amount::StartingSeeds(one) => self.one(one).map_or(0, |cell| i64::from(self.rules.board.start[cell])),
        }
    }

    fn is_in(self, number: i64, numbers: &NumberSet) -> bool {
        numbers.contains(number, |bound| self.amount(bound))
    }
}
