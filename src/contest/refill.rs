//! How the board is filled for the next round from what each player owns.

use crate::rules::model::{Cell, Contest, EmptyHoles, Fill, LastHole, Player, Rules, Surplus};

/// The board of a round that is about to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refill {
    /// Seeds of every cell; off-board stores are empty.
    pub seeds: Vec<i64>,
    /// Holes that are not used in the round.
    pub closed: Vec<bool>,
    /// On whose side a cell lies in the round.
    pub owner: Vec<Option<Player>>,
    /// What each player keeps off the board.
    pub reserve: Vec<i64>,
    /// What each player gave to the pot.
    pub pot: Vec<i64>,
}

/// Fills the board. `owned` are the seeds of each player, `starter` fills first.
pub fn refill(rules: &Rules, contest: &Contest, owned: &[i64], starter: Player) -> Refill {
    let board = &rules.board;
    let players = board.players.value;
    let mut round = Refill {
        seeds: vec![0; board.cells()],
        closed: vec![false; board.cells()],
        owner: board.owner.clone(),
        reserve: vec![0; players],
        pot: vec![0; players],
    };
    let order: Vec<Player> = (0..players).map(|turn| (starter + turn) % players).collect();
    let mut hand = owned.to_vec();
    for player in &order {
        fill(rules, contest, &mut round, &own_holes(rules, contest, *player), &mut hand[*player]);
    }
    if contest.empty_holes.value == EmptyHoles::FilledByOpponent {
        for player in &order {
            let left: Vec<Cell> = order
                .iter()
                .filter(|other| *other != player)
                .flat_map(|other| own_holes(rules, contest, *other))
                .filter(|hole| round.seeds[*hole] == 0)
                .collect();
            for hole in fill(rules, contest, &mut round, &left, &mut hand[*player]) {
                round.owner[hole] = Some(*player);
            }
        }
    }
    if contest.empty_holes.value == EmptyHoles::Closed {
        for hole in 0..board.holes() {
            round.closed[hole] = round.seeds[hole] == 0 && board.start[hole] > 0;
        }
    }
    match contest.surplus.value {
        Surplus::ToReserve => round.reserve = hand,
        Surplus::ToPot => round.pot = hand,
    }
    round
}

/// Fills holes in order, full holes first, then one more as `last hole` lets; those that got seeds are returned.
fn fill(
    rules: &Rules,
    contest: &Contest,
    round: &mut Refill,
    holes: &[Cell],
    hand: &mut i64,
) -> Vec<Cell> {
    let mut filled = Vec::new();
    for hole in holes {
        let full = i64::from(rules.board.start[*hole]);
        if full == 0 {
            continue;
        }
        let seeds = if *hand >= full {
            full
        } else {
            match contest.last_hole.value {
                LastHole::FullOnly => 0,
                LastHole::EvenNumber => *hand - *hand % 2,
                LastHole::AnyNumber => *hand,
            }
        };
        if seeds > 0 {
            round.seeds[*hole] = seeds;
            *hand -= seeds;
            filled.push(*hole);
        }
        if seeds < full {
            break;
        }
    }
    filled
}

/// A player's holes in the order in which he fills them, the inner row first.
fn own_holes(rules: &Rules, contest: &Contest, player: Player) -> Vec<Cell> {
    let board = &rules.board;
    let mut holes: Vec<Cell> = (0..board.holes()).filter(|hole| board.owner[*hole] == Some(player)).collect();
    let key = |hole: &Cell| {
        let (row, column) = board.row_column(*hole).unwrap_or_default();
        let from_left = if row < board.rows.value / 2 { column } else { board.columns.value - 1 - column };
        (!board.is_inner(row), from_left)
    };
    holes.sort_by_key(key);
    if contest.fill.value == Fill::FromOwnRight {
        let (inner, outer): (Vec<Cell>, Vec<Cell>) = holes.into_iter().partition(|hole| !key(hole).0);
        holes = inner.into_iter().rev().chain(outer.into_iter().rev()).collect();
    }
    holes
}
