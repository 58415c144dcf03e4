//! Situations: the possible values of everything that rules can ask about a board and a turn.

use mancala_engine::engine::Progress;
use mancala_rules::rules::model::{
    Cell, Condition, Contest, Direction, Effect, EmptyHoles, Fact, Happened, Outcome, Part, Player, Players, Rules,
    Turning, Way,
};

use super::numbers::{Classes, Mask};

/// A variable of a situation. Its possible values are the bits of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Var {
    /// Seeds of a cell now, by class.
    Seeds(Cell),
    /// Who marked a cell: a bit for each set of players, the first for nobody. See [`marked`].
    Mark(Cell),
    /// Whether something happened in a cell: bit 0 no, bit 1 yes. So are all variables below, unless noted otherwise.
    Happened(Happened, Cell),
    /// Whether a cell is out of use in this round.
    Closed(Cell),
    /// On whose side a cell lies: bit 0 nobody's, bit 1 + n player n's.
    Owner(Cell),
    /// Seeds of `here` just after the last seed, by class.
    Made,
    /// Whether `here` was empty before the last drop, in a game that drops several seeds at a time; in others,
    /// [`Var::Made`] tells.
    WasEmpty,
    /// Number of the lap, an index into [`World::laps`]; the last bit is any other.
    Lap,
    /// Direction: bit 0 counterclockwise, bit 1 clockwise.
    Way,
    /// Number of the mover's turn, an index into [`World::turns`]; the last bit is any other.
    Turn,
    /// The `move` section in force, one bit for each.
    Section,
    /// Whether a fact about the turn or the game holds.
    Fact(Fact),
}

impl Var {
    /// Whether there is one such variable for each cell.
    pub fn is_of_a_cell(self) -> bool {
        matches!(self, Var::Seeds(_) | Var::Mark(_) | Var::Happened(..) | Var::Closed(_) | Var::Owner(_))
    }
}

/// No.
pub const NO: Mask = 1;
/// Yes.
pub const YES: Mask = 2;
/// No or yes.
pub const EITHER: Mask = 3;
/// Bit for numbers that are not listed.
pub const OTHER: usize = 63;

/// Possible values of all variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation(Vec<Mask>);

/// Number of variables for each cell, without those of [`Happened`].
const OF_A_CELL: usize = 4;
/// Number of variables that exist once, without facts.
const ALONE: usize = 6;

/// Number of variables on a board with this number of cells.
fn all_of(cells: usize) -> usize {
    cells * (OF_A_CELL + Happened::ALL.len()) + ALONE + Fact::ALL.len()
}

fn index(cells: usize, var: Var) -> usize {
    let of = |cell: Cell, nth: usize| cell * (OF_A_CELL + Happened::ALL.len()) + nth;
    let alone = |nth: usize| of(cells, nth);
    match var {
        Var::Seeds(cell) => of(cell, 0),
        Var::Mark(cell) => of(cell, 1),
        Var::Closed(cell) => of(cell, 2),
        Var::Owner(cell) => of(cell, 3),
        Var::Happened(happened, cell) => of(cell, OF_A_CELL + happened as usize),
        Var::Made => alone(0),
        Var::Lap => alone(1),
        Var::Way => alone(2),
        Var::Turn => alone(3),
        Var::Section => alone(4),
        Var::WasEmpty => alone(5),
        Var::Fact(fact) => alone(ALONE + fact as usize),
    }
}

/// A game as the prover sees it.
pub struct World<'r> {
    /// Rules of the game.
    pub rules: &'r Rules,
    /// Classes of numbers of seeds.
    pub classes: Classes,
    /// Number of seeds in the game.
    pub seeds: i64,
    /// Number of seeds in the largest drop: 1 where seeds fall one by one.
    pub largest_drop: i64,
    /// Numbers of laps that rules ask about, and the first.
    pub laps: Vec<u32>,
    /// Numbers of turns that rules ask about, and the first.
    pub turns: Vec<u32>,
    /// Whether play moves seeds from holes to stores.
    pub captures: bool,
    /// For each cell who can have marked it, as in [`Var::Mark`].
    pub marks: Vec<Mask>,
    /// What stops all searches.
    pub stop: &'r Progress,
    /// Whether a search was given up.
    pub gave_up: std::cell::Cell<bool>,
    /// The situation with all that is possible.
    open: Situation,
}

impl<'r> World<'r> {
    /// Prepares a game for the prover, whose searches `stop` ends; `None` if the file distinguishes too many numbers to be proved.
    pub fn new(rules: &'r Rules, stop: &'r Progress) -> Option<Self> {
        let board = &rules.board;
        let seeds = board.start.iter().map(|seeds| i64::from(*seeds)).sum();
        let debts = rules.does(|effect| matches!(effect, Effect::Place { from_store: true, .. }));
        let classes = Classes::of(rules, seeds, debts)?;
        let (mut laps, mut turns) = (vec![1], vec![1]);
        rules.visit(&mut |part| match part {
            Part::Condition(Condition::Lap(lap)) => laps.push(*lap),
            Part::Condition(Condition::Turn(turn)) => turns.push(*turn),
            _ => {}
        });
        for asked in [&mut laps, &mut turns] {
            asked.sort_unstable();
            asked.dedup();
            if asked.len() > OTHER {
                return None;
            }
        }
        let captures = rules.does(|effect| matches!(effect, Effect::Capture(..) | Effect::Place { .. }));
        let marks = vec![NO; board.cells()];
        let open = Situation(vec![0; all_of(board.cells())]);
        let mut world = World {
            rules,
            classes,
            seeds,
            largest_drop: i64::from(rules.largest_drop()),
            laps,
            turns,
            captures,
            marks,
            stop,
            gave_up: std::cell::Cell::new(false),
            open,
        };
        world.open = world.everything();
        world.learn_marks();
        Some(world)
    }

    /// The situation with all that is possible between two rules of any list.
    fn everything(&self) -> Situation {
        let (rules, board) = (self.rules, &self.rules.board);
        let mut all = Situation(vec![EITHER; self.open.0.len()]);
        let mut set = |var, mask| all.0[index(board.cells(), var)] = mask;
        let none_owed = self.classes.passing(|number| number >= 0);
        let contest = rules.contest.as_ref();
        for cell in 0..board.cells() {
            let beside = cell >= board.holes() && !board.is_on_a_track(cell);
            // without captures stores get nothing, except perhaps the pot of a match; other cells off the track are
            // always empty
            let unused = beside && !board.stores.contains(&cell);
            let seeds = match unused || beside && !self.captures && contest.is_none() && board.start[cell] == 0 {
                true => self.classes.containing(0),
                false if board.stores.contains(&cell) => self.classes.passing(|_| true),
                false => none_owed,
            };
            set(Var::Seeds(cell), seeds);
            set(Var::Mark(cell), NO);
            let owner = board.owner[cell].map_or(NO, player);
            let (closed, owner) = match contest {
                Some(contest) if cell < board.holes() => (
                    if closes(contest) { EITHER } else { NO },
                    if contest.empty_holes.value == EmptyHoles::FilledByOpponent {
                        (0..board.players.value).fold(0, |all, one| all | player(one))
                    } else {
                        owner
                    },
                ),
                _ => (NO, owner),
            };
            set(Var::Closed(cell), closed);
            set(Var::Owner(cell), owner);
        }
        let listed = |list: &[u32]| ((1u64 << list.len()) - 1) | (1 << OTHER);
        set(Var::Made, self.classes.passing(|number| number >= 1));
        set(Var::Lap, listed(&self.laps));
        set(Var::Turn, listed(&self.turns));
        set(Var::Section, (0..rules.moves.len().min(64)).fold(0, |all, section| all | 1 << section));
        set(Var::Way, self.ways());
        all
    }

    /// Directions in which rules can sow.
    fn ways(&self) -> Mask {
        let chosen = self.rules.moves.iter().flat_map(|section| &section.direction).map(|case| match &case.value {
            Direction::One(chosen) => way(*chosen),
            Direction::PerPlayer(ways) => ways.iter().fold(0, |all, one| all | way(*one)),
            Direction::Either | Direction::AsLast(_) => EITHER,
        });
        let turned = self.rules.rules_of_turns().map(|rule| match &rule.value.outcome {
            Some(Outcome::Sow { turning: Some(Turning::To(to)), .. }) => way(*to),
            Some(Outcome::Sow { turning: Some(Turning::Reversed), .. }) => EITHER,
            _ => 0,
        });
        chosen.chain(turned).fold(0, |all, ways| all | ways)
    }

    /// The situation with all that is possible, given the known marks.
    pub fn open(&self) -> Situation {
        let mut open = self.open.clone();
        for (cell, marks) in self.marks.iter().enumerate() {
            open.0[index(self.marks.len(), Var::Mark(cell))] = *marks;
        }
        open
    }

    /// Possible values of a variable.
    pub fn values(&self, situation: &Situation, var: Var) -> Mask {
        situation.0[index(self.marks.len(), var)]
    }

    /// Restricts the values of a variable. Returns `false` if none is left.
    pub fn restrict(&self, situation: &mut Situation, var: Var, mask: Mask) -> bool {
        let values = &mut situation.0[index(self.marks.len(), var)];
        *values &= mask;
        *values != 0
    }

    /// Sets the possible values of a variable, whatever they were.
    pub fn set(&self, situation: &mut Situation, var: Var, mask: Mask) {
        situation.0[index(self.marks.len(), var)] = mask;
    }

    /// Least and greatest number of seeds that all cells together can hold.
    pub fn total(&self, situation: &Situation) -> (i64, i64) {
        (0..self.marks.len())
            .map(|cell| self.classes.range(self.values(situation, Var::Seeds(cell))))
            .fold((0, 0), |(least, most), range| (least + range.0, most + range.1))
    }
}

/// Bit of a set of players in [`Var::Mark`].
pub fn marked(players: Players) -> Mask {
    1 << players.number()
}

/// Bits of all sets in [`Var::Mark`] of which a player is one.
pub fn marked_by(player: Player) -> Mask {
    // counted up, so many sets without the player and so many with the player take turns
    let width = 1 << player;
    (Mask::MAX / ((1 << width) + 1)) << width
}

/// The sets of players whose bits a value of [`Var::Mark`] has.
pub fn sets_in(marks: Mask) -> impl Iterator<Item = Players> {
    (0..Mask::BITS).filter(move |number| marks >> number & 1 != 0).map(Players::numbered)
}

/// Bit of a player in [`Var::Owner`].
pub fn player(player: Player) -> Mask {
    1 << (player + 1)
}

/// Bit of a direction in [`Var::Way`].
pub fn way(way: Way) -> Mask {
    match way {
        Way::Counterclockwise => 1,
        Way::Clockwise => 2,
    }
}

/// Whether holes can be closed in a later round.
fn closes(contest: &Contest) -> bool {
    !matches!(contest.empty_holes.value, EmptyHoles::Open | EmptyHoles::FilledByOpponent)
}
