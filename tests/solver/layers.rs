//! All positions of small layers: what the tables say of them and what the narrator says, whatever lies in stores and in
//! holes from which nothing comes back, and whoever is to move.

use mancala_engine::game::Position;
use mancala_engine::solver::{Refusal, Solver, Trust, Values, Worth};
use mancala_rules::rules::model::Rules;

use super::{Follows, WON, follows, rules, solved};
use crate::small::Small;

/// So many positions of a ruleset are compared.
const COMPARED: u64 = 150;

/// The most seeds in play with which a ruleset has so few positions.
fn few(rules: &Rules) -> Result<usize, Refusal> {
    let most = (1..=40).take_while(|most| {
        let size = |trust| Solver::new(rules, Some(*most), trust).map(|solver| solver.needs(*most, 1).positions);
        size(Trust::Nothing).is_ok_and(|positions| positions <= crate::sized(800, 3_000))
    });
    match most.last() {
        Some(most) => Ok(most),
        None => Solver::new(rules, Some(1), Trust::Nothing).map(|_| 1),
    }
}

fn number(worth: Worth) -> i64 {
    match worth {
        Worth::Won => WON,
        Worth::Lost => -WON,
        Worth::By(by) => i64::from(by),
    }
}

/// What the player to move has in the end, by what is kept.
fn kept(solver: &Solver, values: &Values, position: &Position) -> Option<i64> {
    let place = solver.place_of(position)?;
    Some(number(Worth::of(values.at(place.layer, place.index).ok()??, place.gain)))
}

/// The value of a position is the best of what follows, as the narrator plays it.
fn follows_from_what_comes_next(solver: &Solver, values: &Values, position: &Position) {
    let told = || format!("{} at {position:?}", solver.rules().about.name);
    let own = kept(solver, values, position).unwrap_or_else(|| panic!("no value: {}", told()));
    let best = match follows(solver.rules(), position) {
        Follows::Over(value) => value,
        Follows::Positions(next) => {
            let value = |follow: super::Follow| match follow.end {
                Some(end) => end,
                None => {
                    let value = kept(solver, values, &follow.position);
                    let value = value.unwrap_or_else(|| panic!("no value of {:?}: {}", follow.position, told()));
                    if follow.position.to_move == position.to_move { value } else { -value }
                }
            };
            next.into_iter().map(value).max().expect("a move")
        }
    };
    assert_eq!(own, best, "{}", told());
}

/// The same position for the other player: the board turned by half, or mirrored, whichever the rules allow is found by
/// its place.
fn for_the_other(solver: &Solver, position: &Position) -> Vec<Position> {
    let board = &solver.rules().board;
    let (rows, columns) = (board.rows.value, board.columns.value);
    let turned = |mirrored: bool| {
        let mut other = position.clone();
        for cell in 0..board.holes() {
            let (row, column) = (cell / columns, cell % columns);
            let to = (rows - 1 - row) * columns + if mirrored { column } else { columns - 1 - column };
            other.seeds[to] = position.seeds[cell];
            other.marks[to] = position.marks[cell].each().map(|player| 1 - player).collect();
        }
        let ends: Vec<usize> = board.end_cells().map_or(Vec::new(), |ends| ends.to_vec());
        if let ([left, right], false) = (ends.as_slice(), mirrored) {
            (other.seeds[*left], other.seeds[*right]) = (position.seeds[*right], position.seeds[*left]);
        }
        if ends.is_empty() {
            let [south, north] = [board.stores[0], board.stores[1]];
            (other.seeds[south], other.seeds[north]) = (position.seeds[north], position.seeds[south]);
        }
        other.to_move = 1 - position.to_move;
        other
    };
    if solver.turned() { vec![turned(false), turned(true)] } else { Vec::new() }
}

/// Something in every store.
fn with_gains(solver: &Solver, position: &Position, number: u64) -> Position {
    let board = &solver.rules().board;
    let mut position = position.clone();
    position.seeds[board.stores[0]] += (number % 5) as i64;
    position.seeds[board.stores[1]] += (number % 3) as i64;
    // a hole that is no part of a position holds nothing in it though it is marked
    for cell in 0..board.holes() {
        if !position.marks[cell].is_nobody() {
            let place = solver.place_of(&position);
            position.seeds[cell] += 1;
            let now = solver.place_of(&position);
            if now.map(|now| (now.layer, now.index)) != place.map(|place| (place.layer, place.index)) {
                position.seeds[cell] -= 1;
            }
        }
    }
    position
}

fn compare(name: &str, rules: &Rules) -> Result<u64, Refusal> {
    let most = few(rules)?;
    let (solver, values) = solved(rules, Some(most))?;
    let all: u64 = solver.layers().iter().map(|layer| layer.positions).sum();
    let each = all.div_ceil(COMPARED).max(1);
    let (mut compared, mut number) = (0, 0);
    for (layer, positions) in solver.layers().iter().map(|layer| layer.positions).enumerate() {
        for index in 0..positions {
            number += 1;
            if number % each != 0 {
                continue;
            }
            let position = solver.position(layer, index).expect("a position");
            let place = solver.place_of(&position).expect("a place");
            assert_eq!((place.layer, place.index, place.gain), (layer, index, 0), "{name}");
            let gained = with_gains(&solver, &position, number);
            follows_from_what_comes_next(&solver, &values, &gained);
            let own = solver.place_of(&gained).expect("a place");
            let others = for_the_other(&solver, &gained);
            let twin = others.into_iter().find(|other| solver.place_of(other) == Some(own));
            if let Some(twin) = &twin {
                follows_from_what_comes_next(&solver, &values, twin);
            }
            assert_eq!(twin.is_some(), solver.turned(), "{name}: {gained:?}");
            compared += 1;
        }
    }
    Ok(compared)
}

/// A position for either player has one place where both tracks of one are those of the other once the board is turned.
#[test]
fn tracks_of_their_own_are_turned_or_not() {
    let turned = |direction: &str, list: &str| {
        let board = format!("clockwise track: {list}");
        let last_seed = "when makes 2 -> capture here, end turn";
        let before_turn = "repeated position: 3rd time\nwhen repeated position -> game over";
        let rules = Small { board: &board, direction, last_seed, before_turn, ..Small::default() }.rules();
        let compared = compare(list, &rules).unwrap_or_else(|refusal| panic!("{list}: {refusal}"));
        assert!(compared > 50, "{list}: {compared}");
        solved(&rules, Some(3)).expect("solved").0.turned()
    };
    let opposite = "South counterclockwise, North clockwise";
    assert!(turned("either", "backwards") && turned(opposite, "backwards"));
    // turned by half it is the same, mirrored at the border it is not
    let leaps = "a1 and c1 and b1 and c2 and a2 and b2";
    assert!(turned("either", leaps) && !turned(opposite, leaps));
    assert!(!turned("either", "a1 and c2 and c1 and a2 and b1 and b2"));
}

/// Captures, marks, relays, moves again, stores on the track, passes, a majority, no count.
#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn values_follow_from_what_the_narrator_plays() {
    for name in ["um-ed-dyar", "krur", "buqruru", "kalah", "oware", "um-el-tuweisat", "hus", "bohnenspiel"] {
        match compare(name, &rules(name, &[])) {
            Ok(compared) => assert!(compared > 20, "{name}: {compared}"),
            Err(refusal) => panic!("{name}: {refusal}"),
        }
    }
}

/// Readings that lead another way than the default ones.
#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn values_of_other_readings_follow_too() {
    for (name, settings) in [
        ("krur", &[("four-at-home", "marked"), ("start-hole", "skipped")][..]),
        ("krur", &[("endless", "mover-loses-the-round")]),
        ("buqruru", &[("direction", "#3")]),
        ("kalah", &[("lone-single", "taken"), ("columns", "3")]),
        ("oware", &[("grand-slam", "forbidden")]),
        ("um-ed-dyar", &[("columns", "4"), ("remaining", "nobody's")]),
    ] {
        match compare(name, &rules(name, settings)) {
            Ok(compared) => assert!(compared > 100, "{name}: {compared}"),
            Err(refusal) => panic!("{name} {settings:?}: {refusal}"),
        }
    }
}
