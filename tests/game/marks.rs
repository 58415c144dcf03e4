//! Marks of several players on one hole: put, asked for, exchanged, taken away, written and read.

use mancala_tools::checks::Checks;
use std::sync::Arc;

use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::problem::RuleFileError;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

use super::referees;

/// A game on two rows in which a last seed that makes two marks its hole, one that makes three asks whose mark the hole
/// has, and one that makes four takes all marks away.
fn text(mark: &str) -> String {
    format!(
        "game \"marks\" {{
}}
board {{
  rows: 2
  columns: 3
  seeds: 3
  side: row
  mark: {mark}
}}
move {{
  from: own holes
  direction: counterclockwise
  begin: lift here, sow after here
}}
last seed, the first that fits {{
  when makes 2 -> mark here, end turn
  when makes 3 and claim by mover and claim by opponent -> capture holes, end turn
  when makes 3 and claim by opponent -> opponent captures here, end turn
  when makes 3 and claim -> capture here, end turn
  when makes 4 -> unmark here, end turn
  otherwise -> end turn
}}
before turn, the first that fits {{
  repeated position: 3rd time
  when repeated position -> game over
  when mover's 1st turn and mover is not starter -> may swap sides
  when no legal move -> pass
  otherwise -> play
}}
each player scores: seeds in own store
"
    )
}

fn rules(mark: &str) -> Arc<Rules> {
    Ruleset::read(Source::new("marks.mancala", &text(mark))).expect("no problem").rules().expect("rules")
}

fn after(referee: &Referee, position: &str, play: &str) -> Game {
    let position = position_text::parse(&referee.rules().board, position).expect("a position");
    let mut game = referee.game(position).expect("a game");
    game.play_named(play).expect("legal");
    game
}

/// What the board and the marks are after a move, as a text.
fn told(game: &Game) -> String {
    position_text::format(&game.rules().board, &game.position())
}

#[test]
fn a_mark_is_put_beside_another_or_in_its_place() {
    for (mark, wanted) in [("claim by each player", "marks b1 South, b1 North"), ("claim", "marks b1 South")] {
        for referee in referees(&rules(mark)) {
            let mut game = after(&referee, "1 0 0 / 1 1 0; marks b1 North", "a1");
            assert!(told(&game).ends_with(&format!("{wanted}; turn South 2, North 1")), "{mark}: {}", told(&game));
            assert!(game.undo().is_some());
            assert!(told(&game).contains("marks b1 North"), "{}", told(&game));
        }
    }
}

#[test]
fn whose_mark_a_hole_has_is_asked() {
    let all = [
        ("b1 South, b1 North", "0 0 0 / 0 0 0; to move North; stores South 4, North 0; marks b1 South, b1 North"),
        ("b1 North", "1 0 0 / 0 0 0; to move North; stores South 0, North 3; marks b1 North"),
        ("b1 South", "1 0 0 / 0 0 0; to move North; stores South 3, North 0; marks b1 South"),
        ("a1 South", "1 0 0 / 0 3 0; to move North; marks a1 South"),
    ];
    for referee in referees(&rules("claim by each player")) {
        for (marks, wanted) in all {
            let game = after(&referee, &format!("1 0 0 / 1 2 0; marks {marks}"), "a1");
            assert_eq!(told(&game), format!("{wanted}; turn South 2, North 1"), "{marks}");
        }
    }
}

#[test]
fn all_marks_are_taken_away_at_once() {
    for referee in referees(&rules("claim by each player")) {
        let game = after(&referee, "1 0 0 / 1 3 0; marks b1 South, b1 North, c1 North", "a1");
        assert!(told(&game).contains("; marks c1 North;"), "{}", told(&game));
    }
}

#[test]
fn all_marks_change_hands_when_sides_are_swapped() {
    for referee in referees(&rules("claim by each player")) {
        let game = after(&referee, "1 0 0 / 1 1 0; to move North; marks a1 South, a1 North, b1 North", "swap");
        assert!(told(&game).contains("; marks b2 South, c2 South, c2 North;"), "{}", told(&game));
    }
}

#[test]
fn only_where_each_player_can_mark_a_hole_both_marks_are_proved_possible() {
    let never = |mark: &str| match Ruleset::proved(Source::new("marks.mancala", &text(mark))) {
        Ok(_) => 0,
        Err(RuleFileError { problems, .. }) => {
            problems.iter().filter(|problem| problem.code.name() == "never-applies").count()
        }
    };
    assert_eq!((never("claim by each player"), never("claim")), (0, 1));
}

#[test]
fn a_hole_is_named_once_for_each_player_who_marked_it() {
    let (each, one) = (rules("claim by each player"), rules("claim"));
    let both = "1 0 0 / 1 1 0; to move South; marks a1 South, a1 North";
    let read = position_text::parse(&each.board, both).expect("a position");
    assert_eq!(position_text::format(&each.board, &read), both);
    let refused = position_text::parse(&one.board, both).expect_err("one mark");
    assert_eq!(refused.help, "name each hole once");
    let twice = position_text::parse(&each.board, "1 0 0 / 1 1 0; marks a1 North, a1 North").expect_err("twice");
    assert_eq!(twice.help, "name each hole once for each player");
}
