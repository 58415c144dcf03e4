//! Proves that both players have the same game once the board is turned, or mirrored at the border between them.
//! Positions with North to move then need no places of their own.

use mancala_rules::rules::model::{
    Across, Amount, Board, Cell, Condition, CountedFrom, Direction, Effect, Fact, Fixed, HoleSet, Marker, One, Outcome,
    Part, Property, Rules, Turning as Change, Who, is_same_loop,
};

/// How to turn the board so that the players swap places: a permutation of the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turning {
    /// New cell of each cell.
    pub to: Vec<Cell>,
}

/// A turning under which the rules are the same for both players; `None` if none is proved.
pub(super) fn of(rules: &Rules) -> Option<Turning> {
    if tells_sides_apart(rules) || !all_do_alike(rules) {
        return None;
    }
    [false, true].into_iter().find_map(|mirrored| {
        let turning = Turning { to: turned(&rules.board, mirrored)? };
        (goes_alike(rules, mirrored) && turning.keeps(rules, mirrored)).then_some(turning)
    })
}

/// New cell of each cell: after half a turn, or mirrored at the border between the players.
fn turned(board: &Board, mirrored: bool) -> Option<Vec<Cell>> {
    let (rows, columns) = (board.rows.value, board.columns.value);
    let mut to: Vec<Cell> = (0..board.cells()).collect();
    for (cell, place) in to.iter_mut().enumerate().take(board.holes()) {
        let (row, column) = board.row_column(cell)?;
        *place = board.hole(rows - 1 - row, if mirrored { column } else { columns - 1 - column });
    }
    if let Some([left, right]) = board.end_cells()
        && !mirrored
    {
        (to[left], to[right]) = (right, left);
    }
    if let [south, north] = *board.stores.as_slice()
        && south >= board.holes() + board.end_cells().map_or(0, |ends| ends.len())
    {
        (to[south], to[north]) = (north, south);
    }
    Some(to)
}

/// Whether a condition asks which player moves, who began or who wins the lot, or holes are named, which mean the same
/// for both players.
fn tells_sides_apart(rules: &Rules) -> bool {
    let mut found = false;
    rules.visit(&mut |part| {
        found |= matches!(
            part,
            Part::Condition(Condition::MoverIs(_) | Condition::Fact(Fact::Starter | Fact::Lot) | Condition::Drawn(_))
                | Part::One(One::Named(_))
                | Part::Set(HoleSet::Named(_))
        );
    });
    found
}

/// Whether a set belongs to one player: holes on his side or with his mark, less those that other marks exclude. Such
/// sets of two players have no hole in common, and what is done to one changes nothing in the other.
fn is_his(set: &HoleSet) -> bool {
    let HoleSet::Where(base, condition) = set else { return false };
    match &**condition {
        Condition::Is(_, Property::Own | Property::Marked(Marker::Him)) => **base == HoleSet::Holes || is_his(base),
        other => is_his(base) && asks_for_marks(other),
    }
}

/// Whether a condition asks for marks alone.
fn asks_for_marks(condition: &Condition) -> bool {
    match condition {
        Condition::Is(_, Property::Marked(_)) => true,
        Condition::Not(inner) => asks_for_marks(inner),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(asks_for_marks),
        _ => false,
    }
}

/// Whether no effect favours one player.
fn all_do_alike(rules: &Rules) -> bool {
    !rules.does(|effect| match effect {
        Effect::Capture(Who::Starter, _) => true,
        Effect::Capture(Who::EachPlayer, set) => !is_his(set),
        _ => false,
    })
}

/// Whether both players sow alike: in the same direction if the board is turned, in opposite ones if it is mirrored.
fn goes_alike(rules: &Rules, mirrored: bool) -> bool {
    let directions = rules.moves.iter().flat_map(|section| &section.direction);
    let ways = directions.map(|case| &case.value).all(|direction| match direction {
        Direction::One(_) => !mirrored,
        Direction::PerPlayer(ways) => (ways.first() == ways.get(1)) != mirrored,
        Direction::Either | Direction::AsLast(_) => true,
    });
    let turns_to = |rule: &mancala_rules::rules::model::Rule| {
        matches!(rule.value.outcome, Some(Outcome::Sow { turning: Some(Change::To(_)), .. }))
    };
    let alike_at_rest = rules.way_at_rest(0) != rules.way_at_rest(1) || !rules.walks_at_rest();
    let mut sided = rules.rules_of_play().any(turns_to) || !alike_at_rest;
    rules.visit(&mut |part| {
        if let Part::Condition(condition) = part {
            sided |= matches!(
                condition,
                Condition::LapGoes(_)
                    | Condition::Is(
                        _,
                        Property::Fixed(Fixed::Place(CountedFrom::OwnersLeft | CountedFrom::OwnersRight, _))
                    )
            );
        }
    });
    ways && !(mirrored && sided)
}

impl Turning {
    /// Whether the turning maps each player's sides, stores, tracks and starting seeds to those of the other.
    fn keeps(&self, rules: &Rules, mirrored: bool) -> bool {
        let board = &rules.board;
        let mut starts = false;
        rules.visit(&mut |part| {
            starts |= matches!(part, Part::Amount(Amount::StartingSeeds(_)));
        });
        let owners = (0..board.cells()).all(|cell| board.owner[self.to[cell]] == board.owner[cell].map(|own| 1 - own));
        let stores = self.to[board.stores[0]] == board.stores[1];
        let places = [CountedFrom::Border, CountedFrom::OwnersLeft, CountedFrom::OwnersRight];
        let places = places.into_iter().take(if mirrored { 1 } else { 3 });
        let geometry = (0..board.holes()).all(|cell| {
            let turned = self.to[cell];
            let across = |relation: &Across| {
                board.across(*relation, turned) == board.across(*relation, cell).map(|other| self.to[other])
            };
            Across::ALL.iter().all(across)
                && places.clone().all(|from| board.place(from, turned) == board.place(from, cell))
        });
        let same_start = (0..board.holes()).all(|cell| board.start[self.to[cell]] == board.start[cell]);
        let [south, north] = board.tracks.as_slice() else { return false };
        let [counterclockwise, clockwise] = [0, 1].map(|way| {
            let laid: Vec<Cell> = south[way].iter().map(|cell| self.to[*cell]).collect();
            is_same_loop(&laid, &north[if mirrored { 1 - way } else { way }])
        });
        owners && stores && counterclockwise && clockwise && geometry && (same_start || !starts)
    }
}
