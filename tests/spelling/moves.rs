//! Moves and holes in examples, as people write them.

use mancala_engine::game::IllegalMove;
use mancala_engine::play::Game;
use mancala_tools::checks::Checks;

use super::{GAME, read, told, with};

/// The small game with an example.
fn example(text: &str, lines: &str) -> String {
    format!("{text}\nexample \"one\" {{\n{lines}\n}}\n")
}

fn differences(text: &str) -> Vec<(String, String)> {
    let ruleset = read(text).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let runs = ruleset.examples().expect("runs");
    assert_eq!(runs.len(), 1);
    runs.into_iter().flat_map(|run| run.differences).map(|found| (found.expected, found.found)).collect()
}

/// Nobody may sow clockwise.
fn one_way() -> String {
    let text = with("direction: counterclockwise", "direction: either");
    text.replacen("when makes 2 -> capture here, end turn", "when lap is clockwise -> illegal", 1)
}

#[test]
fn upper_case_is_read_in_examples() {
    let lines = "  position: North 1 0 0 0\n            South 1 0 0 1\n  marked before: A1 by South\n  play: A1, A2\n  legal: A1, B1, d1\n  marked: a1 by South";
    assert_eq!(differences(&example(GAME, lines)), []);
}

#[test]
fn upper_case_is_read_where_a_refilling_is_told() {
    let contest = "match {\n  seeds nobody won: to owner\n  fill: from own left\n  last hole: full only\n  surplus: to reserve\n  \
                   empty holes: closed\n  next starter: alternate\n  match won by: last player left\n}\n";
    let text = format!("{}\n{contest}", GAME.replace("game over", "round over"));
    let lines = "  refill: South 15, North 9\n  closed: A2\n  reserve: South 3, North 0";
    assert_eq!(differences(&example(&text, lines)), []);
}

#[test]
fn a_direction_without_a_choice_may_be_left_out() {
    let lines = "  play: a1\n  legal: a2, B2+, c2+, D2";
    assert_eq!(differences(&example(&one_way(), lines)), []);
    let wrong = "  play: a1\n  legal: a2, b2";
    let [(expected, found)] = &differences(&example(&one_way(), wrong))[..] else { panic!("one difference") };
    assert_eq!((expected.as_str(), found.as_str()), ("a2, b2", "a2+, b2+, c2+, d2+"));
    let both = with("direction: counterclockwise", "direction: either");
    let [(_, found)] = &differences(&example(&both, "  play: a1\n  next: South"))[..] else { panic!("one difference") };
    assert!(found.starts_with("`a1` is not legal here; legal: a1+ a1-"), "{found}");
    let [(_, found)] = &differences(&example(&both, "  play: a9\n  next: South"))[..] else { panic!("one difference") };
    assert!(found.starts_with("there is no hole `a9`; legal: a1+ a1-"), "{found}");
}

#[test]
fn a_game_reads_what_it_writes_otherwise() {
    let rules = read(&one_way()).expect("no problems").rules().expect("rules");
    let mut game = Game::new(&rules);
    assert_eq!(game.parse("A1").expect("a move").to_string(), "a1+");
    game.play_named("B1").expect("a move");
    let refused = game.play_named("A1").expect_err("of the other player");
    assert!(matches!(refused, IllegalMove::NotLegal { name, .. } if name == "A1"));
}

#[test]
fn moves_need_commas() {
    told(&example(GAME, "  play: a1 b2"), "a1 b2", "write `a1, b2`");
    told(&example(GAME, "  play: a1, b2+y C1 pass"), "b2+y C1 pass", "write `b2+y, C1, pass`");
    told(&example(GAME, "  legal: a1 b1"), "a1 b1", "write `a1, b1`");
    told(&example(GAME, "  play: South a1"), "South a1", "write holes such as `b1`, with commas between them");
}
