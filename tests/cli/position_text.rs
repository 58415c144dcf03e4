//! Positions as text.

use std::sync::LazyLock;

use mancala_engine::game::{LastTurn, Position};
use mancala_engine::position_text::{format, parse};
use mancala_rules::rules::model::{Board, Ends, Players, Way};
use mancala_rules::ruleset::{Ruleset, readings};
use proptest::prelude::*;

/// Boards of the shipped rulesets, under some of their readings.
static BOARDS: LazyLock<Vec<(String, Board)>> = LazyLock::new(|| {
    let mut boards = Vec::new();
    for (name, _) in crate::sampled() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        for settings in readings(ruleset.options()).into_iter().take(4) {
            let rules = ruleset.rules_under(&settings).expect("rules");
            boards.push((name.to_owned(), rules.board.clone()));
        }
    }
    boards
});

fn krur() -> &'static Board {
    static KRUR: LazyLock<Board> = LazyLock::new(|| crate::conformance::rules("krur", &[]).board.clone());
    &KRUR
}

/// A position of a board from numbers that chance gives.
fn position(board: &Board, chance: &[u16]) -> Position {
    let players = board.players.value;
    let mut next = chance.iter().cycle().map(|number| usize::from(*number));
    let mut draw = move |below: usize| next.next().unwrap_or(0) % below;
    let mut position = Position {
        seeds: vec![0; board.cells()],
        marks: vec![Players::NOBODY; board.cells()],
        closed: vec![false; board.cells()],
        locked: vec![false; board.cells()],
        pot: draw(3) as i64,
        owner: board.owner.clone(),
        to_move: draw(players),
        turns: (0..players).map(|_| draw(4) as u32).collect(),
        starter: draw(players),
        lot: draw(players),
        last: None,
        last_ways: (0..players).map(|_| [None, Some(Way::Counterclockwise), Some(Way::Clockwise)][draw(3)]).collect(),
    };
    // the last seed falls in a hole or an end
    let sown = board.holes() + board.end_cells().map_or(0, |ends| ends.len());
    if draw(2) == 0 {
        position.last = Some(LastTurn { played: draw(board.holes()), reached: draw(sown) });
    }
    for cell in 0..board.holes() {
        match draw(8) {
            0 => position.closed[cell] = true,
            1 => position.marks[cell] = Players::one(draw(players)),
            2 => position.owner[cell] = Some(draw(players)),
            3 => position.locked[cell] = true,
            _ => {}
        }
        if !position.closed[cell] {
            position.seeds[cell] = draw(200) as i64;
        }
    }
    for store in &board.stores {
        position.seeds[*store] = draw(300) as i64 - 20;
    }
    if let (Ends::Nobodys, Some(ends)) = (board.ends.value, board.end_cells()) {
        for end in ends {
            position.seeds[end] = draw(30) as i64;
            position.marks[end] = (draw(3) == 0).then_some(0).into_iter().collect();
        }
    }
    position
}

proptest! {
    #![proptest_config(crate::tries(256))]

    #[test]
    fn what_is_formatted_is_parsed(chance in prop::collection::vec(any::<u16>(), 97..98)) {
        for (name, board) in BOARDS.iter() {
            let position = position(board, &chance);
            let text = format(board, &position);
            prop_assert_eq!(parse(board, &text), Ok(position), "{}: {}", name, text);
        }
    }

    #[test]
    fn nothing_panics(text in "[0-9 /;,a-z-]{0,60}|(4 4 4 4 / 4 4 4 4; ?)?(to move|stores|marks|closed|turn|ends|owners|starter|lot|locked|pot)? ?[ a-dA-Z0-9,;ù-]{0,20}") {
        for (_, board) in BOARDS.iter() {
            let _ = parse(board, &text);
        }
    }
}

#[test]
fn the_start_of_every_game_is_parsed() {
    for (name, _) in crate::sampled() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let rules = ruleset.rules().expect("rules");
        let start = Position::start(&rules);
        assert_eq!(parse(&rules.board, &format(&rules.board, &start)), Ok(start), "{name}");
    }
}

#[test]
fn blanks_commas_and_letters_are_free() {
    let plain =
        parse(krur(), "0 2 4 1 / 4 4 0 1; to move North; marks c2 South, b1 North; closed a2").expect("a position");
    let other = parse(krur(), " 0 2  4 1/4 4 0 1 ;closed a2,;marks c2 by south,b1 by North;;to move  north; ");
    assert_eq!(other, Ok(plain));
}
