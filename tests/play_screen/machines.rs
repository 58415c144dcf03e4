//! Machines at the board: when they are asked, hurried and forgotten.

use mancala::play_screen::{Refused, Seat, State, Wish};
use mancala_engine::contest::Start;
use mancala_engine::game::Position;
use mancala_engine::players::Kind;
use mancala_engine::position_text;
use mancala_rules::rules::model::Rules;

use super::{drawn, keys, press, screen_of, type_move};
use ratatui::crossterm::event::KeyCode;

fn start(rules: &Rules) -> Start {
    Start::Game(Position::start(rules))
}

/// The tickets of the thoughts wished for.
fn thoughts(state: &mut State<'_>) -> Vec<(u64, Kind, Option<usize>)> {
    let thought = |wish| match wish {
        Wish::Think { ticket, seat: Seat::Machine(kind), player } => Some((ticket, kind, player)),
        _ => None,
    };
    state.take_wishes().into_iter().filter_map(thought).collect()
}

#[test]
fn a_machine_answers_a_person() {
    let mut state = screen_of("krur", start, &["person", "greedy"]);
    assert!(thoughts(&mut state).is_empty());
    type_move(&mut state, "d1");
    assert_eq!(thoughts(&mut state), [(1, Kind::Greedy, Some(1))]);
    assert!(drawn(&state).contains("North is thinking"), "{}", drawn(&state));
    // an answer to another question is not taken
    state.chosen(7, Ok(0));
    assert!(state.is_thinking());
    state.chosen(1, Ok(0));
    assert_eq!(state.session().past().len(), 2);
    assert!(drawn(&state).contains("South to move"));
}

#[test]
fn a_machine_can_be_hurried() {
    let mut state = screen_of("krur", start, &["greedy", "person"]);
    state.take_wishes();
    keys(&mut state, " ");
    assert_eq!(state.take_wishes(), [Wish::Hurry]);
    assert!(state.is_thinking());
}

#[test]
fn taking_back_goes_to_a_person() {
    let mut state = screen_of("krur", start, &["person", "greedy"]);
    type_move(&mut state, "d1");
    // while the machine thinks
    keys(&mut state, "u");
    assert!(state.session().past().is_empty());
    assert!(state.take_wishes().contains(&Wish::Forget));
    type_move(&mut state, "d1");
    let ticket = thoughts(&mut state)[0].0;
    state.chosen(ticket, Ok(0));
    keys(&mut state, "u");
    assert!(state.session().past().is_empty(), "both plies are taken back");
    keys(&mut state, "r");
    assert_eq!(state.session().past().len(), 2);
}

#[test]
fn machines_play_alone_and_wait_after_a_ply_taken_back() {
    let mut state = screen_of("krur", start, &["first", "first"]);
    for _ in 0..4 {
        let ticket = thoughts(&mut state)[0].0;
        state.chosen(ticket, Ok(0));
    }
    assert_eq!(state.session().past().len(), 4);
    state.take_wishes();
    keys(&mut state, "u");
    assert_eq!(state.session().past().len(), 3);
    assert!(thoughts(&mut state).is_empty());
    assert!(drawn(&state).contains("paused") && drawn(&state).contains("Enter lets the machine move"));
    keys(&mut state, "⏎");
    assert_eq!(thoughts(&mut state).len(), 1);
}

#[test]
fn whoever_looks_at_a_game_lets_no_machine_move() {
    let mut state = screen_of("krur", start, &["greedy", "greedy"]);
    for _ in 0..4 {
        let ticket = thoughts(&mut state)[0].0;
        state.chosen(ticket, Ok(0));
    }
    state.take_wishes();
    // after taking back and playing again, and after any page
    for pressed in ["uur", "?⎋", "i⎋", "v⎋", "p⎋", "u"] {
        keys(&mut state, pressed);
        assert!(thoughts(&mut state).is_empty(), "{pressed}");
        assert!(drawn(&state).contains("paused"), "{pressed}: {}", drawn(&state));
    }
    // a new machine moves if it is its turn
    keys(&mut state, "p↓→⎋");
    assert!(thoughts(&mut state).is_empty(), "South is to move");
    keys(&mut state, "p→⎋");
    assert_eq!(thoughts(&mut state).len(), 1);
}

#[test]
fn machines_of_a_loaded_game_wait_until_a_key_lets_them_move() {
    let mut state = screen_of("krur", start, &["person", "first"]).waiting();
    assert!(thoughts(&mut state).is_empty() && !drawn(&state).contains("paused"), "a person is to move");
    type_move(&mut state, "d1");
    assert_eq!(thoughts(&mut state).len(), 1, "and the machine answers");
    let mut state = screen_of("krur", start, &["first", "person"]).waiting();
    assert!(thoughts(&mut state).is_empty() && drawn(&state).contains("paused"), "{}", drawn(&state));
    keys(&mut state, "⏎");
    assert_eq!(thoughts(&mut state).len(), 1);
}

#[test]
fn a_game_that_is_over_is_not_paused() {
    let near_end = |rules: &Rules| {
        let position = "0 0 0 0 0 4 / 0 0 0 0 0 1; to move South; stores South 30, North 13";
        Start::Game(position_text::parse(&rules.board, position).expect("a position"))
    };
    let mut state = screen_of("kalah", near_end, &["first", "first"]);
    let ticket = thoughts(&mut state)[0].0;
    state.chosen(ticket, Ok(0));
    assert!(drawn(&state).contains("South wins, 31 to 17"), "{}", drawn(&state));
    keys(&mut state, "u");
    assert!(drawn(&state).contains("paused"));
    keys(&mut state, "r");
    assert!(!drawn(&state).contains("paused"), "{}", drawn(&state));
}

#[test]
fn a_seat_can_change_while_the_game_goes_on() {
    let mut state = screen_of("krur", start, &["person", "person"]);
    keys(&mut state, "p→→⎋");
    assert_eq!(thoughts(&mut state), [(1, Kind::Greedy, Some(0))]);
}

#[test]
fn a_machine_that_fails_is_told() {
    let mut state = screen_of("krur", start, &["first", "person"]);
    let ticket = thoughts(&mut state)[0].0;
    state.chosen(ticket, Err(Refused::Rules("no rule says".to_owned())));
    assert!(
        drawn(&state).contains("The rule file krur.mancala does not decide this: no rule says"),
        "{}",
        drawn(&state)
    );
    assert!(thoughts(&mut state).is_empty(), "it is not asked again and again");
}

#[test]
fn a_program_that_fails_is_asked_again_by_enter() {
    let mut state = screen_of("krur", start, &["person", "program:./my-bot"]);
    let asked = |state: &mut State<'_>| {
        let wishes = state.take_wishes().into_iter();
        let of_program = |wish| match wish {
            Wish::Think { ticket, seat: Seat::Program(command), .. } => Some((ticket, command.to_string())),
            _ => None,
        };
        wishes.filter_map(of_program).collect::<Vec<_>>()
    };
    type_move(&mut state, "d1");
    assert_eq!(asked(&mut state), [(1, "./my-bot".to_owned())]);
    state.chosen(1, Err(Refused::Program("it ended".to_owned())));
    assert!(drawn(&state).contains("It ended; Enter asks again"), "{}", drawn(&state));
    assert!(asked(&mut state).is_empty());
    press(&mut state, KeyCode::Enter);
    assert_eq!(asked(&mut state), [(2, "./my-bot".to_owned())]);
}
