//! A position as a list of numbers of fixed length, for programs that learn.

use mancala_rules::notation::player_name;
use mancala_rules::rules::model::{Cell, Change, Effect, Player, Rules, Way};

use super::Position;
use super::actions::{Action, Actions};

/// Actions of an unfinished move beyond this number are told as if they came at this place.
const MOST_CHOSEN: usize = 30;

/// What an observation tells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Seeds of each cell.
    Seeds,
    /// 1 for each cell that the player has marked.
    Marked(Player),
    /// 1 for each cell that is closed.
    Closed,
    /// 1 for each cell that is locked.
    Locked,
    /// Seeds in the pot.
    Pot,
    /// The player to move.
    ToMove,
    /// The player to whom the lot fell.
    Lot,
    /// The cell from which the last turn started, and the one where it ended; -1 if there was none.
    LastTurn,
    /// For each player 1 if his last turn began counterclockwise, -1 if clockwise, 0 if he has had none.
    LastWays,
    /// Turns that each player has had, counted up to this number.
    Turns(u32),
    /// For each action 1 if it is the first of an unfinished move, 2 if the second, 4 if the third and so on, added up;
    /// else 0.
    Chosen,
}

/// A part of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    kind: Kind,
    /// Its name.
    pub name: String,
    /// Its first number.
    pub start: usize,
    /// How many numbers it has.
    pub length: usize,
}

/// What the numbers of an observation tell. Only what the rules can ask is observed.
#[derive(Clone, Debug)]
pub struct Observation {
    parts: Vec<Part>,
    length: usize,
}

/// A position that can be observed.
pub trait Observed {
    /// Seeds of a cell.
    fn seeds(&self, cell: Cell) -> i64;
    /// Whether a player has marked a cell.
    fn marked(&self, cell: Cell, player: Player) -> bool;
    /// Whether a cell is closed.
    fn closed(&self, cell: Cell) -> bool;
    /// Whether a cell is locked.
    fn locked(&self, cell: Cell) -> bool;
    /// Seeds in the pot.
    fn pot(&self) -> i64;
    /// The player to move.
    fn to_move(&self) -> Player;
    /// The player to whom the lot fell.
    fn lot(&self) -> Player;
    /// The cells where the last turn started and ended.
    fn last_turn(&self) -> Option<[Cell; 2]>;
    /// The direction in which a player's last turn began.
    fn last_way(&self, player: Player) -> Option<Way>;
    /// Turns that a player has had.
    fn turns(&self, player: Player) -> u32;
}

impl Observation {
    /// What is observed of games that begin in a position.
    pub fn new(rules: &Rules, start: &Position, actions: &Actions) -> Observation {
        let (cells, players) = (rules.board.cells(), rules.players());
        let mut observation = Observation { parts: Vec::new(), length: 0 };
        let mut add = |kind, name: &str, length| {
            let start = observation.length;
            observation.parts.push(Part { kind, name: name.to_owned(), start, length });
            observation.length += length;
        };
        add(Kind::Seeds, "seeds", cells);
        let marks = |effect: &Effect| matches!(effect, Effect::To(Change::Mark, _));
        if rules.does(marks) || start.marks.iter().any(|marks| marks.each().next().is_some()) {
            for player in 0..players {
                add(Kind::Marked(player), &format!("marked by {}", player_name(players, player)), cells);
            }
        }
        if start.closed.contains(&true) {
            add(Kind::Closed, "closed", cells);
        }
        if start.locked.contains(&true) {
            add(Kind::Locked, "locked", cells);
        }
        if start.pot != 0 {
            add(Kind::Pot, "pot", 1);
        }
        add(Kind::ToMove, "to move", 1);
        if rules.asks_for_lots {
            add(Kind::Lot, "lot", 1);
        }
        if rules.remembers {
            add(Kind::LastTurn, "last turn", 2);
        }
        if rules.recalls_ways() {
            add(Kind::LastWays, "last directions", players);
        }
        let turns = rules.turns_asked();
        if turns > 0 {
            add(Kind::Turns(turns), "turns", players);
        }
        if actions.asks() {
            add(Kind::Chosen, "chosen", actions.count());
        }
        observation
    }

    /// How many numbers an observation has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Writes what is observed. `chosen` are the actions of an unfinished move. `numbers` has the length of an observation.
    #[inline(always)]
    pub fn write(&self, position: &impl Observed, chosen: &[Action], numbers: &mut [i32]) {
        for part in &self.parts {
            let Some(numbers) = numbers.get_mut(part.start..part.start + part.length) else { return };
            match part.kind {
                Kind::Seeds => {
                    for (cell, number) in numbers.iter_mut().enumerate() {
                        *number = position.seeds(cell) as i32;
                    }
                }
                Kind::ToMove => numbers[0] = position.to_move() as i32,
                kind => Self::write_more(kind, position, chosen, numbers),
            }
        }
    }

    #[inline(never)]
    fn write_more(kind: Kind, position: &impl Observed, chosen: &[Action], numbers: &mut [i32]) {
        let mut each = |told: &dyn Fn(usize) -> i32| {
            numbers.iter_mut().enumerate().for_each(|(at, number)| *number = told(at));
        };
        match kind {
            Kind::Seeds | Kind::ToMove => {}
            Kind::Marked(player) => each(&|cell| i32::from(position.marked(cell, player))),
            Kind::Closed => each(&|cell| i32::from(position.closed(cell))),
            Kind::Locked => each(&|cell| i32::from(position.locked(cell))),
            Kind::Pot => each(&|_| position.pot() as i32),
            Kind::Lot => each(&|_| position.lot() as i32),
            Kind::LastTurn => {
                let last = position.last_turn();
                each(&|at| last.map_or(-1, |cells| cells[at] as i32));
            }
            Kind::LastWays => each(&|player| match position.last_way(player) {
                None => 0,
                Some(Way::Counterclockwise) => 1,
                Some(Way::Clockwise) => -1,
            }),
            Kind::Turns(most) => each(&|player| position.turns(player).min(most) as i32),
            Kind::Chosen => {
                numbers.fill(0);
                for (place, action) in chosen.iter().enumerate() {
                    if let Some(number) = numbers.get_mut(usize::from(*action)) {
                        *number |= 1 << place.min(MOST_CHOSEN);
                    }
                }
            }
        }
    }
}

impl Observed for Position {
    fn seeds(&self, cell: Cell) -> i64 {
        self.seeds[cell]
    }

    fn marked(&self, cell: Cell, player: Player) -> bool {
        self.marks[cell].each().any(|marked| marked == player)
    }

    fn closed(&self, cell: Cell) -> bool {
        self.closed[cell]
    }

    fn locked(&self, cell: Cell) -> bool {
        self.locked[cell]
    }

    fn pot(&self) -> i64 {
        self.pot
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn lot(&self) -> Player {
        self.lot
    }

    fn last_turn(&self) -> Option<[Cell; 2]> {
        self.last.map(|last| [last.played, last.reached])
    }

    fn last_way(&self, player: Player) -> Option<Way> {
        self.last_ways[player]
    }

    fn turns(&self, player: Player) -> u32 {
        self.turns[player]
    }
}
