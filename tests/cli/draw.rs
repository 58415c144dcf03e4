//! Boards as they are drawn.

use mancala_engine::draw::draw;
use mancala_engine::position_text;
use mancala_rules::ruleset::Ruleset;

/// A position of a shipped game, drawn in plain text.
fn drawn(game: &str, settings: &[(&str, &str)], position: &str) -> String {
    let ruleset = Ruleset::shipped(game).expect("without problems");
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let rules = ruleset.rules_under(&settings).expect("rules");
    let position = position_text::parse(&rules.board, position).expect("a position");
    draw(&rules, &position, Some(position.to_move), false)
}

#[test]
fn marks_in_krur() {
    let position = "0 2 4 11 / 14 4 0 1; to move North; marks c2 South, a1 North, d2 South";
    insta::assert_snapshot!(drawn("krur", &[], position));
}

#[test]
fn three_players_round_the_board() {
    let position = "0 2 4 1 3 7 / 14 4 0 1 4 4; to move player 2; marks c2 player 1, e1 player 3; stores player 2 4";
    insta::assert_snapshot!(drawn("um-laarais", &[], position));
}

#[test]
fn six_players_round_the_board() {
    let position = "0 2 4 1 3 7 / 14 4 0 1 4 4; to move player 6; marks c2 player 1, e1 player 3";
    insta::assert_snapshot!(drawn("um-laarais", &[("players", "6")], position));
}

#[test]
fn four_rows() {
    let position = "2 2 0 2 12 2 2 2 / 0 0 0 0 1 0 0 0 / 0 3 0 0 2 2 2 2 / 2 2 2 2 0 2 2 2";
    insta::assert_snapshot!(drawn("hus", &[], position));
}

#[test]
fn stores_on_the_board() {
    insta::assert_snapshot!(drawn("kalah", &[], "4 0 5 5 5 1 / 0 5 5 12 0 1; stores South 14, North 3; to move North"));
}

#[test]
fn ends_that_are_nobodys() {
    insta::assert_snapshot!(drawn(
        "o-an-quan",
        &[],
        "5 0 6 6 6 / 6 6 0 5 5; stores South 1, North -5; ends left 11, right 0"
    ));
}

#[test]
fn closed_holes() {
    insta::assert_snapshot!(drawn(
        "um-ed-dyar",
        &[],
        "0 0 6 6 6 6 / 6 6 6 6 6 0; closed a2 b2 f1; stores South 10, North 0"
    ));
}

#[test]
fn twelve_columns() {
    let position = "2 2 2 10 2 2 0 2 2 2 2 2 / 2 0 2 2 2 2 2 21 2 2 2 2; stores South 6, North 0";
    insta::assert_snapshot!(drawn("lamlameta", &[], position));
}

#[test]
fn counts_of_three_digits() {
    let position = "120 0 9 9 9 9 9 9 9 / 9 9 101 9 9 9 9 9 9; stores South 100, North 2; marks c2 South, c1 North";
    insta::assert_snapshot!(drawn("toguz-kumalak", &[], position));
}

#[test]
fn a_hole_that_changed_its_owner() {
    let position = "4 4 4 4 / 4 4 4 4; owners a2 South, b2 South";
    insta::assert_snapshot!(drawn("krur", &[], position));
}

#[test]
fn a_locked_hole_and_a_pot() {
    let position = "0 1 6 6 6 6 / 6 6 6 6 6 6; locked b2; closed a2; pot 5";
    insta::assert_snapshot!(drawn("um-ed-dyar", &[], position));
}

#[test]
fn nobody_is_to_move() {
    let ruleset = Ruleset::shipped("krur").expect("without problems");
    let rules = ruleset.rules().expect("rules");
    let position = position_text::parse(&rules.board, "0 0 0 32 / 0 0 0 0; marks d2 South").expect("a position");
    insta::assert_snapshot!(draw(&rules, &position, None, false));
}

#[test]
fn color_changes_no_letter() {
    let ruleset = Ruleset::shipped("bao-la-kiswahili").expect("without problems");
    let rules = ruleset.rules().expect("rules");
    let position = mancala_engine::game::Position::start(&rules);
    let plain = draw(&rules, &position, Some(0), false);
    let colored = draw(&rules, &position, Some(0), true);
    assert_ne!(colored, plain);
    let stripped = anstream::adapter::strip_str(&colored).to_string();
    let trimmed: String = stripped.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(trimmed, plain);
}

#[test]
fn all_lines_of_the_frame_end_together() {
    for (name, _) in crate::sampled() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        for settings in mancala_rules::ruleset::readings(ruleset.options()) {
            let rules = ruleset.rules_under(&settings).expect("rules");
            let text = draw(&rules, &mancala_engine::game::Position::start(&rules), Some(0), false);
            let ends: Vec<usize> = text
                .lines()
                .filter_map(|line| line.chars().enumerate().filter(|(_, c)| "╮│┤╯".contains(*c)).last())
                .map(|(at, _)| at)
                .collect();
            assert!(ends.len() > 2 && ends.iter().all(|end| *end == ends[0]), "{name} {settings:?}\n{text}");
        }
    }
}
