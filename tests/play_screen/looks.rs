//! How screens look, 80 columns wide and 24 rows high, without colour.

use mancala::play_screen::{Pace, view};
use mancala_engine::contest::Start;
use mancala_engine::game::Position;

use super::{drawn, drawn_at, keys, rules, screen, screen_from, screen_of, type_move};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use std::time::Duration;

#[test]
fn krur_begins() {
    insta::assert_snapshot!(drawn(&screen("krur")));
}

#[test]
fn krur_after_a_mark() {
    let mut state = screen("krur");
    type_move(&mut state, "d1");
    type_move(&mut state, "b2");
    insta::assert_snapshot!(drawn(&state));
}

#[test]
fn kalah_moves_again() {
    let mut state = screen("kalah");
    keys(&mut state, "→→⏎");
    insta::assert_snapshot!(drawn(&state));
}

#[test]
fn bao_asks_for_the_direction() {
    let mut state = screen("bao-la-kiswahili");
    keys(&mut state, "⏎");
    insta::assert_snapshot!(drawn(&state));
}

#[test]
fn um_laarais_is_played_by_three() {
    let mut state = screen("um-laarais");
    keys(&mut state, "⏎");
    insta::assert_snapshot!(drawn(&state));
}

#[test]
fn toguz_kumalak_has_many_seeds() {
    let mut state = screen("toguz-kumalak");
    keys(&mut state, "⏎");
    insta::assert_snapshot!(drawn(&state));
}

#[test]
fn a_puzzle_has_one_player() {
    insta::assert_snapshot!(drawn(&screen("tchoukaillon")));
}

#[test]
fn closed_locked_and_pot() {
    let position = "0 1 6 6 6 6 / 6 6 6 6 6 6; locked b2; closed a2; pot 5";
    insta::assert_snapshot!(drawn(&screen_from("um-ed-dyar", position)));
}

#[test]
fn a_turn_in_its_middle() {
    let mut state = screen("krur").at_pace(Pace::Normal);
    keys(&mut state, "→→⏎");
    for _ in 0..20 {
        state.tick(Duration::from_millis(100));
    }
    assert!(state.is_showing());
    insta::assert_snapshot!(drawn(&state));
}

#[test]
fn the_end_of_a_game() {
    let mut state = screen_from("krur", "0 0 0 3 / 0 0 1 4; marks d1 South; to move South");
    keys(&mut state, "⏎⏎");
    type_move(&mut state, "d2");
    assert!(state.session().is_over() || !drawn(&state).is_empty());
    insta::assert_snapshot!(drawn(&state));
}

#[test]
fn a_forced_pass_is_told() {
    let state = screen_from("krur", "0 2 4 0 / 0 0 0 0; to move South");
    let text = drawn(&state);
    assert!(text.contains("South has no legal move and must pass: press Enter."), "{text}");
    let mut state = state;
    keys(&mut state, "⏎");
    let text = drawn(&state);
    assert!(text.contains("1. South passes") && text.contains("North to move"), "{text}");
}

#[test]
fn a_board_that_is_too_wide_is_scrolled() {
    let mut state = screen("lamlameta");
    let before = drawn_at(&state, 44, 16);
    keys(&mut state, &"→".repeat(11));
    insta::assert_snapshot!(format!("{before}\n{}", drawn_at(&state, 44, 16)));
}

#[test]
fn a_window_that_is_too_small_says_so() {
    let text = drawn_at(&screen("krur"), 39, 24);
    assert!(text.starts_with("The window is too small: 39 x 24. At"), "{text}");
    let low = drawn_at(&screen("krur"), 40, 10).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(low.contains("At least 40 x 11"), "{low}");
    assert!(!drawn_at(&screen("krur"), 40, 11).contains("too small"));
    // nothing is drawn beyond it, whatever its size
    for (width, height) in [(1, 1), (2, 3), (7, 1)] {
        drawn_at(&screen("krur"), width, height);
    }
}

#[test]
fn every_board_stands_whole_on_a_common_screen() {
    for (game, _) in crate::sampled() {
        let text = drawn(&screen(game));
        let board = &rules(game).0.board;
        let (row, column) = (board.rows.value, mancala_rules::notation::column_letters(board.columns.value - 1));
        for corner in ["a1".to_owned(), format!("a{row}"), format!("{column}1"), format!("{column}{row}")] {
            assert!(text.contains(&corner), "{game}: {corner} is not seen\n{text}");
        }
        assert!(text.contains("? help") && text.contains("q quit"), "{game}\n{text}");
    }
}

#[test]
fn pages_tell_the_keys_the_rules_and_who_plays() {
    let mut state = screen("krur");
    keys(&mut state, "?");
    let help = drawn(&state);
    keys(&mut state, "i");
    let rules = drawn(&state);
    keys(&mut state, "p↓→");
    let players = drawn(&state);
    assert!(rules.contains("There are 2 rows of 4 holes [wiki \"Rules, 1\"]."), "{rules}");
    insta::assert_snapshot!(format!("{help}\n{players}"));
    keys(&mut state, "⎋");
    assert!(drawn(&state).contains("North (random)"));
}

#[test]
fn without_colour_no_colour_is_used() {
    let colors = |color: bool| {
        let position = |rules: &mancala_rules::rules::model::Rules| Start::Game(Position::start(rules));
        let state = screen_of("bao-la-kiswahili", position, &["person", "person"]).in_color(color);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen");
        terminal.draw(|frame| view::view(&state, frame)).expect("drawn");
        let cells = terminal.backend().buffer().content().to_vec();
        cells.iter().filter(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset).count()
    };
    assert_eq!(colors(false), 0);
    assert!(colors(true) > 20);
}
