//! A position is set up on the screen, and the board is turned round.

use mancala::play_screen::Wish;
use mancala_engine::contest::Start;
use mancala_engine::game::Position;
use ratatui::crossterm::event::KeyCode;

use super::{drawn, drawn_at, keys, press, screen, screen_of};

/// The position of which the screen wants a game to begin.
fn begun(state: &mut super::State<'_>) -> Option<String> {
    state.take_wishes().into_iter().find_map(|wish| match wish {
        Wish::Begin(text) => Some(text),
        _ => None,
    })
}

#[test]
fn seeds_marks_and_the_turn_are_set() {
    let mut state = screen("krur");
    keys(&mut state, "e12→m-");
    let shown = drawn(&state);
    assert!(shown.contains("setting up"), "{shown}");
    assert!(shown.contains("b1: 3 seeds, marked by South (39 in all, 32 at the start). South to move."), "{shown}");
    // the mark goes on to North and away again
    keys(&mut state, "m");
    assert!(drawn(&state).contains("marked by North"), "{}", drawn(&state));
    keys(&mut state, "mt⏎");
    assert_eq!(begun(&mut state).as_deref(), Some("4 4 4 4 / 12 3 4 4; to move North"));
}

#[test]
fn a_number_is_typed_digit_by_digit_and_taken_back() {
    let mut state = screen("krur");
    keys(&mut state, "e105");
    press(&mut state, KeyCode::Backspace);
    assert!(drawn(&state).contains("a1: 10 seeds"), "{}", drawn(&state));
    // the next hole gets a number of its own
    keys(&mut state, "→7⏎");
    assert!(begun(&mut state).expect("a position").contains("/ 10 7 4 4"));
}

#[test]
fn stores_are_reached_too() {
    let mut state = screen("kalah");
    keys(&mut state, "e");
    for _ in 0..13 {
        press(&mut state, KeyCode::Tab);
    }
    keys(&mut state, "9⏎");
    let text = begun(&mut state).expect("a position");
    assert!(text.contains("stores South 9") || text.contains("South 9"), "{text}");
}

#[test]
fn a_position_is_typed_and_checked_as_from_is() {
    let mut state = screen("krur");
    keys(&mut state, "e:");
    assert!(drawn(&state).contains("Position: 4 4 4 4 / 4 4 4 4"), "{}", drawn(&state));
    for _ in 0..60 {
        press(&mut state, KeyCode::Backspace);
    }
    keys(&mut state, "0 2 4⏎");
    let shown = drawn(&state);
    assert!(shown.contains("row") && shown.contains("setting up"), "{shown}");
    keys(&mut state, ":");
    for _ in 0..60 {
        press(&mut state, KeyCode::Backspace);
    }
    keys(&mut state, "0 2 4 1 / 4 4 0 1; marks c2 South⏎⏎");
    assert_eq!(begun(&mut state).as_deref(), Some("0 2 4 1 / 4 4 0 1; to move South; marks c2 South"));
}

#[test]
fn a_game_that_is_not_saved_is_not_left_without_a_question() {
    let mut state = screen("krur");
    keys(&mut state, "⏎e⏎");
    assert_eq!(begun(&mut state), None);
    assert!(drawn(&state).contains("The game before is not saved"), "{}", drawn(&state));
    keys(&mut state, "⏎");
    assert!(begun(&mut state).is_some());
    keys(&mut state, "⎋");
    let shown = drawn(&state);
    assert!(!shown.contains("setting up") && shown.contains("ply 1"), "{shown}");
}

#[test]
fn machines_wait_while_a_position_is_set_up() {
    let mut state = screen_of("krur", |rules| Start::Game(Position::start(rules)), &["greedy", "greedy"]);
    state.take_wishes();
    keys(&mut state, "e");
    assert!(!state.is_thinking());
    keys(&mut state, "t5");
    assert!(!state.is_thinking() && state.take_wishes().iter().all(|wish| !matches!(wish, Wish::Think { .. })));
    keys(&mut state, "⎋");
    assert!(state.is_thinking(), "the game goes on");
}

#[test]
fn the_board_is_turned() {
    let mut state = screen("kalah");
    let row = |text: &str, name: &str| text.lines().position(|line| line.contains(name)).expect("a hole");
    let straight = drawn(&state);
    assert!(row(&straight, "a2") < row(&straight, "a1"));
    keys(&mut state, "b");
    let turned = drawn(&state);
    assert!(row(&turned, "a2") > row(&turned, "a1"), "{turned}");
    let columns = turned.lines().find(|line| line.contains("a1")).expect("a row");
    assert!(columns.find("f1") < columns.find("a1"), "{turned}");
    // South's store is on the left, South above, North below
    let line = |name: &str| turned.lines().position(|line| line.contains(name)).expect("a name");
    assert!(line("South") < line("North"), "{turned}");
    // the key to the right still goes to the right
    keys(&mut state, "→");
    let before = drawn(&state);
    keys(&mut state, "←⏎");
    assert!(before != drawn(&state));
    keys(&mut state, "b");
    assert!(row(&drawn(&state), "a2") < row(&drawn(&state), "a1"));
}

#[test]
fn what_is_set_up_looks_so() {
    let mut state = screen("bao-la-kiswahili");
    keys(&mut state, "e→→7m");
    insta::assert_snapshot!(format!("{}\n{}", drawn_at(&state, 80, 24), drawn_at(&state, 40, 15)));
}
