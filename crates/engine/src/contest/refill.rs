//! Refills the board for the next round from what each player owns.

use mancala_rules::rules::model::{
    Cell, Contest, CountedFrom, EmptyHoles, Fill, LastHole, NobodysHoles, Player, Rules, Surplus,
};

use crate::game::Event;

/// The board of a round that is about to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refill {
    /// Seeds in each cell; stores are empty.
    pub seeds: Vec<i64>,
    /// Holes that are not used in this round.
    pub closed: Vec<bool>,
    /// Holes that are locked until they are full.
    pub locked: Vec<bool>,
    /// The player on whose side each cell lies in this round.
    pub owner: Vec<Option<Player>>,
    /// Seeds that each player still has in hand; in the end the seeds kept off the board, negative if the player owes
    /// them.
    pub reserve: Vec<i64>,
    /// Seeds that each player paid into the pot.
    pub pot: Vec<i64>,
    /// The player to whom the lot of the round falls.
    pub lot: Player,
    /// What happened, for the report.
    pub events: Vec<Event>,
}

/// What a round leaves on the board for the refilling after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Holes that were not used. They stay closed if the contest closes them for good.
    pub closed: Vec<bool>,
    /// Seeds in holes and ends that are nobody's and keep them; none in any other cell.
    pub kept: Vec<i64>,
}

impl Left {
    /// What a round leaves that ends with these seeds in each cell, all holes in use.
    pub fn of(rules: &Rules, contest: &Contest, seeds: &[i64]) -> Left {
        let keeps = |cell: &Cell| keeps(rules, contest, *cell);
        let kept = (0..rules.board.cells()).map(|cell| if keeps(&cell) { seeds[cell] } else { 0 }).collect();
        Left { closed: vec![false; rules.board.cells()], kept }
    }
}

/// Whether a cell is nobody's, and its seeds stay in it from round to round.
pub(super) fn keeps(rules: &Rules, contest: &Contest, cell: Cell) -> bool {
    contest.nobodys_holes.value == NobodysHoles::Keep && rules.board.owner[cell].is_none()
}

/// Refills the board by rule from the `owned` seeds of each player, and what the last round left. `starter` fills first.
/// The lot of the round falls to `lot`.
pub fn refill(
    rules: &Rules,
    contest: &Contest,
    owned: &[i64],
    (starter, lot): (Player, Player),
    left: &Left,
) -> Refill {
    let mut round = Refill::begin(rules, contest, owned, lot, left);
    for player in order(rules, starter) {
        let holes = round.free_holes(rules, contest, player);
        round.fill(rules, contest, player, &holes);
    }
    round.finish(rules, contest, starter, &left.closed);
    round
}

/// The players from the starter on.
pub(super) fn order(rules: &Rules, starter: Player) -> Vec<Player> {
    let players = rules.board.players.value;
    (0..players).map(|turn| (starter + turn) % players).collect()
}

impl Refill {
    /// A board on which only holes that are nobody's hold seeds. All others are in the players' hands.
    pub(super) fn begin(rules: &Rules, contest: &Contest, owned: &[i64], lot: Player, left: &Left) -> Refill {
        let board = &rules.board;
        let for_good = contest.empty_holes.value == EmptyHoles::ClosedForGood;
        let events = owned.iter().enumerate().map(|(player, seeds)| Event::Owns(player, *seeds)).collect();
        Refill {
            seeds: left.kept.clone(),
            closed: if for_good { left.closed.clone() } else { vec![false; board.cells()] },
            locked: vec![false; board.cells()],
            owner: board.owner.clone(),
            reserve: owned.to_vec(),
            pot: vec![0; owned.len()],
            lot,
            events,
        }
    }

    /// A player's holes that may still be filled, in the order that `fill` asks for.
    pub(super) fn free_holes(&self, rules: &Rules, contest: &Contest, player: Player) -> Vec<Cell> {
        let mut holes = own_holes(rules, contest, player);
        holes.retain(|hole| !self.closed[*hole] && self.seeds[*hole] == 0 && rules.board.start[*hole] > 0);
        holes
    }

    /// Fills the holes in order: full ones first, then one more if `last hole` allows it.
    pub(super) fn fill(&mut self, rules: &Rules, contest: &Contest, player: Player, holes: &[Cell]) {
        for hole in holes {
            if !self.fill_one(rules, contest, player, *hole) {
                break;
            }
        }
    }

    /// Fills one hole. Returns false if the player can fill nothing after it.
    pub(super) fn fill_one(&mut self, rules: &Rules, contest: &Contest, player: Player, hole: Cell) -> bool {
        let full = i64::from(rules.board.start[hole]);
        let seeds = self.next_filling(rules, contest, player, hole);
        if seeds > 0 {
            self.put(player, hole, seeds);
            self.locked[hole] = seeds < full && contest.last_hole.value == LastHole::LockedUntilFull;
        }
        seeds == full && self.reserve[player] > 0
    }

    /// Number of seeds that go into a hole if the player fills it next.
    pub(super) fn next_filling(&self, rules: &Rules, contest: &Contest, player: Player, hole: Cell) -> i64 {
        let (hand, full) = (self.reserve[player], i64::from(rules.board.start[hole]));
        if hand >= full {
            return full;
        }
        if hand <= 0 {
            return 0;
        }
        match contest.last_hole.value {
            LastHole::FullOnly => 0,
            LastHole::EvenNumber => hand - hand % 2,
            LastHole::AnyNumber | LastHole::LockedUntilFull => hand,
            LastHole::Borrowed { least, by_lot } => {
                let lender = (0..self.reserve.len()).any(|other| other != player && self.reserve[other] >= full - hand);
                let least = i64::from(least);
                let enough = hand > least || hand == least && (!by_lot || player == self.lot);
                if enough && lender { full } else { 0 }
            }
        }
    }

    /// Puts a player's seeds into a hole; the reserve turns negative if the player has too few.
    pub(super) fn put(&mut self, player: Player, hole: Cell, seeds: i64) {
        self.seeds[hole] += seeds;
        self.reserve[player] -= seeds;
        match self.events.last_mut() {
            Some(Event::Filled(who, holes, count)) if *who == player && *count == seeds => holes.push(hole),
            _ => self.events.push(Event::Filled(player, vec![hole], seeds)),
        }
    }

    /// Decides about the holes that are still empty and the seeds that are in no hole.
    pub(super) fn finish(&mut self, rules: &Rules, contest: &Contest, starter: Player, closed_before: &[bool]) {
        let board = &rules.board;
        let fillable = |hole: &Cell| board.start[*hole] > 0 && board.owner[*hole].is_some();
        match contest.empty_holes.value {
            EmptyHoles::FilledByOpponent => {
                for player in order(rules, starter) {
                    let others = order(rules, starter).into_iter().filter(|other| *other != player);
                    let left: Vec<Cell> = others.flat_map(|other| self.free_holes(rules, contest, other)).collect();
                    self.fill(rules, contest, player, &left);
                    for hole in left.into_iter().filter(|hole| self.seeds[*hole] > 0) {
                        self.owner[hole] = Some(player);
                    }
                }
            }
            EmptyHoles::Closed | EmptyHoles::ClosedForGood => {
                for hole in (0..board.holes()).filter(fillable) {
                    self.closed[hole] |= self.seeds[hole] == 0;
                }
            }
            EmptyHoles::ClosedOnBothSides => {
                let empty: Vec<Cell> =
                    (0..board.holes()).filter(fillable).filter(|hole| self.seeds[*hole] == 0).collect();
                for hole in empty {
                    for hole in [Some(hole), board.twin(hole)].into_iter().flatten() {
                        self.closed[hole] = true;
                        let back = std::mem::take(&mut self.seeds[hole]);
                        if let Some(owner) = self.owner[hole] {
                            self.reserve[owner] += back;
                        }
                    }
                }
            }
            EmptyHoles::Open => {}
        }
        let changed = |now: bool| -> Vec<Cell> {
            (0..board.holes()).filter(|hole| self.closed[*hole] == now && closed_before[*hole] != now).collect()
        };
        let (closed, reopened) = (changed(true), changed(false));
        if !closed.is_empty() {
            self.events.push(Event::Closed(closed));
        }
        if !reopened.is_empty() {
            self.events.push(Event::Reopened(reopened));
        }
        for player in 0..self.reserve.len() {
            let left = self.reserve[player];
            match contest.surplus.value {
                Surplus::Pot if left > 0 => {
                    self.pot[player] = left;
                    self.reserve[player] = 0;
                    self.events.push(Event::PaysPot(player, left));
                }
                Surplus::Store if left > 0 => {
                    self.seeds[rules.board.stores[player]] += left;
                    self.reserve[player] = 0;
                    self.events.push(Event::Stores(player, left));
                }
                // what a player owes stays owed
                _ if left != 0 => self.events.push(Event::Keeps(player, left)),
                _ => {}
            }
        }
    }
}

/// A player's holes in the order in which the player fills them: the inner row first, or as `side` lists them.
pub(super) fn own_holes(rules: &Rules, contest: &Contest, player: Player) -> Vec<Cell> {
    let board = &rules.board;
    let from_right = contest.fill.value == Fill::FromOwnRight;
    if let Some(listed) = board.listed(player) {
        let mut holes = listed.to_vec();
        if from_right {
            holes.reverse();
        }
        return holes;
    }
    let mut holes: Vec<Cell> = (0..board.holes()).filter(|hole| board.owner[*hole] == Some(player)).collect();
    holes.sort_by_key(|hole| {
        let (row, column) = board.row_column(*hole).unwrap_or_default();
        let from_left = if row < board.rows.value / 2 { column } else { board.columns.value - 1 - column };
        let place = if from_right { board.columns.value - from_left } else { from_left };
        (board.place(CountedFrom::Border, *hole), place)
    });
    holes
}
