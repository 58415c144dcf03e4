//! Holes ahead and back while nobody sows.

use mancala_tools::checks::Checks;
use std::sync::Arc;

use mancala_engine::game::Position;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

use super::referees;

/// What a file says where it differs.
#[derive(Clone, Copy)]
struct Said<'s> {
    board: &'s str,
    direction: &'s str,
    when: &'s str,
    before_turn: &'s str,
    score: &'s str,
    never: &'s str,
}

const PLAIN: Said<'static> = Said {
    board: "side: row",
    direction: "counterclockwise",
    when: "",
    before_turn: "when no legal move -> game over",
    score: "seeds in own store",
    never: "seeds in holes is 999",
};

fn ruleset(said: Said<'_>) -> Ruleset {
    let Said { board, direction, when, before_turn, score, never } = said;
    let text = format!(
        r#"
game "Three" {{ region: "nowhere" }}
board {{
  rows: 2
  columns: 3
  seeds: 1
  {board}
}}
move far {when} {{
  from: own holes where not 1st from owner's left
  direction: {direction}
  begin: lift here, sow after here
}}
move {{
  from: own holes
  direction: {direction}
  begin: lift here, sow after here
}}
last seed, the first that fits {{
  otherwise -> end turn
}}
before turn, the first that fits {{
  {before_turn}
  when no legal move -> game over
  otherwise -> play
}}
each player scores: {score}
never "this" {{ {never} }}
"#
    );
    Ruleset::read(Source::new("three.mancala", &text)).unwrap_or_else(|error| {
        panic!("{}", mancala_rules::problem::render(&error.problems, &error.source, false, 100))
    })
}

/// South's legal moves, and the scores if the game is over. Both readers agree on them. The holes are a1, b1, c1, a2, b2
/// and c2.
fn stands(said: Said<'_>, holes: [i64; 6]) -> (String, Option<Vec<i64>>) {
    let rules: Arc<Rules> = ruleset(said).rules().expect("rules");
    let [tables, narrator] = referees(&rules).map(|referee| {
        let mut position = Position::start(&rules);
        position.seeds = holes.into_iter().chain([0, 0]).collect();
        let game = referee.game(position).expect("a game");
        (game.legal_names().join(" "), game.outcome().map(|ending| ending.scores))
    });
    assert_eq!(tables, narrator);
    tables
}

fn is_over(said: Said<'_>, holes: [i64; 6]) -> bool {
    stands(said, holes).1.is_some()
}

#[test]
fn the_way_is_that_of_the_movers_moves() {
    let over = |direction: &str, before_turn: &str, holes| is_over(Said { direction, before_turn, ..PLAIN }, holes);
    let next = "when next of b1 holds 5 -> game over";
    for direction in ["counterclockwise", "either", "South counterclockwise, North clockwise"] {
        assert!(over(direction, next, [1, 1, 5, 1, 1, 1]), "{direction}");
        assert!(!over(direction, next, [5, 1, 1, 1, 1, 1]), "{direction}");
    }
    for direction in ["clockwise", "South clockwise, North counterclockwise"] {
        assert!(over(direction, next, [5, 1, 1, 1, 1, 1]), "{direction}");
        assert!(!over(direction, next, [1, 1, 5, 1, 1, 1]), "{direction}");
    }
    assert!(over("counterclockwise", "when 2 back of c1 holds 5 -> game over", [5, 1, 1, 1, 1, 1]));
    assert!(over("counterclockwise", "when as many ahead of b1 holds 5 -> game over", [1, 2, 1, 1, 1, 5]));
}

#[test]
fn a_row_can_be_asked_for_its_order() {
    let ordered =
        "when no own holes where (not 1st from owner's left and hole holds more than seeds in 1 back) -> game over";
    let said = Said { before_turn: ordered, ..PLAIN };
    assert!(is_over(said, [3, 2, 2, 0, 0, 0]));
    assert!(!is_over(said, [3, 1, 2, 0, 0, 0]));
}

#[test]
fn a_section_asks_before_a_direction_is_chosen() {
    let said = Said { direction: "clockwise", when: "when next of b1 is occupied", ..PLAIN };
    assert_eq!(stands(said, [1, 1, 1, 0, 0, 1]).0, "b1 c1");
    assert_eq!(stands(said, [0, 1, 1, 0, 0, 1]).0, "b1 c1");
    let said = Said { direction: "clockwise", when: "when next of b1 holds 2", ..PLAIN };
    assert_eq!(stands(said, [1, 1, 2, 0, 0, 1]).0, "a1 b1 c1");
    assert_eq!(stands(said, [2, 1, 1, 0, 0, 1]).0, "b1 c1");
}

/// Each player's holes are counted along his own track.
#[test]
fn a_score_is_counted_for_each_player_as_the_mover() {
    let score = "seeds in own holes where next is empty";
    let over = "when seeds in holes is 9 -> game over";
    let said = Said { board: "side: row\n  track: own side", before_turn: over, score, ..PLAIN };
    assert_eq!(stands(said, [3, 0, 1, 0, 4, 1]).1, Some(vec![3, 4]));
}

#[test]
fn a_claim_asks_and_is_refuted() {
    let refuted = |never: &str| {
        let proof = ruleset(Said { never, ..PLAIN }).prove();
        proof.problems.iter().any(|problem| problem.message.starts_with("this happens in a game"))
    };
    assert!(refuted("next of a1 holds 2"));
    assert!(!refuted("next of a1 holds 7"));
}

/// A rule below it never applies, since the direction is known.
#[test]
fn a_proof_knows_the_way() {
    let asked = "when mover is South and next of b1 is empty -> game over
  when mover is South and c1 is empty -> game over";
    let never = |direction: &str| {
        let proof = ruleset(Said { direction, before_turn: asked, ..PLAIN }).prove();
        proof.problems.iter().any(|problem| problem.message.starts_with("this rule never applies"))
    };
    assert!(never("counterclockwise"));
    assert!(never("either"));
    assert!(!never("clockwise"));
}

/// In `begin` the mover decides, and his answer is part of the move's name.
#[test]
fn the_mover_decides_how_a_turn_begins() {
    let text = r#"
game "Three" { region: "nowhere" }
board {
  rows: 2
  columns: 3
  seeds: 2
  side: row
}
move {
  from: own holes
  direction: counterclockwise
  begin {
    when holds 2 -> may lift here, sow into here
    otherwise    -> lift here, sow after here
  }
}
last seed, the first that fits {
  otherwise -> end turn
}
before turn, the first that fits {
  when no legal move -> game over
  otherwise -> play
}
each player scores: seeds in own store
"#;
    let rules = Ruleset::read(Source::new("three.mancala", text)).expect("a ruleset").rules().expect("rules");
    let [tables, narrator] = referees(&rules).map(|referee| {
        let mut game = referee.game(Position::start(&rules)).expect("a game");
        let legal = game.legal_names().join(" ");
        game.play_named("a1y").expect("legal");
        let into = game.position().seeds;
        game.play_named("c2n").expect("legal");
        (legal, into, game.position().seeds)
    });
    assert_eq!(tables, narrator);
    assert_eq!(tables.0, "a1y a1n b1y b1n c1y c1n");
    assert_eq!(tables.1[..6], [1, 3, 2, 2, 2, 2]);
    assert_eq!(tables.2[..6], [1, 3, 2, 3, 3, 0]);
}
