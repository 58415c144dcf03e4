//! A person plays, takes back, plays again, clicks, and lays out.

use std::time::Duration;

use mancala::play_screen::layout::Layout;
use mancala::play_screen::{Pace, State};
use mancala_engine::contest::Start;
use mancala_rules::chance::{choice, generator};
use mancala_rules::rules::model::Rules;
use mancala_tools::session::{Session, Step};

use super::{drawn, keys, press, rules, screen, screen_of, session, type_move, written};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

#[test]
fn arrows_and_enter_play_a_hole() {
    let mut state = screen("krur");
    keys(&mut state, "→→→←⏎");
    assert_eq!(written(&mut state), ["1: 0 c1"]);
    assert_eq!(state.session().to_move(), Some(1));
}

#[test]
fn a_number_goes_to_a_column() {
    let mut state = screen("oware");
    keys(&mut state, "4⏎");
    assert_eq!(written(&mut state), ["1: 0 d1"]);
}

#[test]
fn a_move_can_be_typed() {
    let mut state = screen("krur");
    type_move(&mut state, "a2");
    assert!(drawn(&state).contains("You cannot choose a2 now"), "{}", drawn(&state));
    type_move(&mut state, "b1");
    assert_eq!(written(&mut state), ["1: 0 b1"]);
    type_move(&mut state, "zz");
    assert!(drawn(&state).contains("`zz` is not legal now; legal: a2"), "{}", drawn(&state));
}

#[test]
fn a_turn_is_shown_seed_by_seed_and_can_be_skipped() {
    let mut state = screen("krur").at_pace(Pace::Slow);
    keys(&mut state, "→→⏎");
    assert!(state.is_showing());
    // lifted from c1, nothing sown yet
    assert!(drawn(&state).contains("South plays, 4 seeds in the hand"), "{}", drawn(&state));
    state.tick(Duration::from_millis(1501));
    assert!(drawn(&state).contains("South plays, 3 seeds in the hand"), "{}", drawn(&state));
    keys(&mut state, " ");
    assert!(!state.is_showing());
    assert!(drawn(&state).contains("North to move"));
    assert_eq!(written(&mut state), ["1: 0 c1"]);
    let mut other = screen("krur");
    keys(&mut other, "→→⏎");
    assert_eq!(other.session().shown(), state.session().shown());
}

#[test]
fn taken_back_and_played_again() {
    let mut state = screen("krur");
    let start = state.session().shown();
    type_move(&mut state, "d1");
    type_move(&mut state, "b2");
    let end = state.session().shown();
    keys(&mut state, "uu");
    assert_eq!(state.session().shown(), start);
    keys(&mut state, "u");
    assert!(drawn(&state).contains("There is nothing to take back"));
    keys(&mut state, "rr");
    assert_eq!(state.session().shown(), end);
    assert_eq!(written(&mut state), ["1: 0 d1", "1: 1 b2", "undo", "undo", "1: 0 d1", "1: 1 b2"]);
    keys(&mut state, "u");
    // another move, and what was taken back is gone
    type_move(&mut state, "a2");
    assert!(!state.session().has_ahead());
}

/// Plays so many steps at random, rounds of a match one after the other.
fn wander(session: &mut Session, steps: usize, seed: u64) {
    let mut chance = generator(seed, 1);
    for _ in 0..steps {
        if session.is_between_rounds() {
            session.next_round().expect("an answer");
        } else {
            let legal = session.legal_names();
            if legal.is_empty() {
                return;
            }
            session.play(&legal[choice(legal.len(), &mut chance)]).expect("legal");
        }
    }
}

#[test]
fn a_whole_match_can_be_taken_back() {
    for (game, seed) in [("krur", 1), ("khrour", 2), ("gabata-ansaba", 3)] {
        let mut session = session(rules(game).0, Start::Match { rounds: 50, lots: 0 });
        let start = session.shown();
        for part in 0..20 {
            wander(&mut session, 20, seed + part);
            if session.round() > 1 && session.past().len() > 60 {
                break;
            }
        }
        let steps = session.past().len();
        assert!(session.round() > 1, "{game}: {steps} steps in a single round");
        let end = session.shown();
        let middle: Vec<_> = (0..steps).map(|_| session.undo().map(|_| session.shown()).expect("a step")).collect();
        assert_eq!(session.shown(), start, "{game}");
        assert!(session.undo().is_none());
        for (number, before) in middle.iter().rev().enumerate() {
            assert_eq!(session.shown(), *before, "{game}, step {number}");
            session.redo().expect("a step");
        }
        assert_eq!(session.shown(), end, "{game}");
        assert!(session.redo().is_none());
    }
}

#[test]
fn a_hint_is_lit_and_not_played() {
    let mut state = screen("kalah");
    keys(&mut state, "h");
    assert!(state.is_thinking());
    assert!(drawn(&state).contains("Looking for a hint"));
    state.chosen(1, Ok(3));
    assert!(!state.is_thinking());
    let text = drawn(&state);
    assert!(text.contains("»d1«") && text.contains("Hint: d1, says search:d2"), "{text}");
    assert!(state.session().past().is_empty());
    keys(&mut state, "⏎");
    assert_eq!(written(&mut state), ["1: 0 d1"]);
    assert!(!drawn(&state).contains('»'));
}

const AREA: Rect = Rect::new(0, 0, 80, 24);

fn click(state: &mut State<'_>, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    state.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }, AREA);
}

#[test]
fn a_click_plays_a_hole() {
    let mut state = screen("kalah");
    let layout = Layout::new(&state, AREA).expect("large enough");
    let hole = layout.board.hole(&rules("kalah").0.board, 2).expect("seen");
    click(&mut state, hole.x + 1, hole.y + 1);
    assert_eq!(written(&mut state), ["1: 0 c1"]);
    // the far row is not South's
    let far = layout.board.hole(&rules("kalah").0.board, 8).expect("seen");
    click(&mut state, far.x, far.y);
    assert!(drawn(&state).contains("You cannot choose c2 now"));
}

#[test]
fn a_click_on_a_key_presses_it() {
    let mut state = screen("krur");
    type_move(&mut state, "d1");
    let text = drawn(&state);
    let bar = text.lines().last().expect("a line");
    let at = bar.find("u undo").map(|at| bar[..at].chars().count()).expect("the key");
    click(&mut state, u16::try_from(at).expect("small"), 23);
    assert!(state.session().past().is_empty());
}

#[test]
fn every_move_of_a_turn_with_choices_can_be_chosen_and_left() {
    let mut state = screen("bao-la-kiswahili");
    keys(&mut state, "⏎⎋");
    assert!(drawn(&state).contains("South to move. "), "{}", drawn(&state));
    keys(&mut state, "⏎");
    // South's own row is sown counterclockwise to the right, the row behind to the left
    press(&mut state, KeyCode::Char('+'));
    assert_eq!(written(&mut state), ["1: 0 f2+"]);
}

#[test]
fn the_loser_lays_out_numbers() {
    let start = |_: &Rules| Start::Match { rounds: 10, lots: 0 };
    let mut state = screen_of("gabata-ansaba", start, &["person", "person"]);
    let mut chance = generator(3, 1);
    while !state.session().is_between_rounds() {
        let legal = state.session().legal_names();
        type_move(&mut state, &legal[choice(legal.len(), &mut chance)]);
    }
    state.take_wishes();
    assert!(drawn(&state).contains("Enter begins the next round"), "{}", drawn(&state));
    keys(&mut state, "⏎");
    assert!(state.session().is_laying_out());
    insta::assert_snapshot!(drawn(&state));
    keys(&mut state, "2⏎");
    keys(&mut state, "f");
    assert!(!state.session().is_laying_out());
    let written = written(&mut state);
    let [number, rest] = written.as_slice() else { panic!("{written:?}") };
    assert!(number.ends_with("=2") && rest.ends_with("fill-rest"), "{written:?}");
    keys(&mut state, "uuu");
    assert!(state.session().is_between_rounds());
    keys(&mut state, "u");
    assert!(matches!(state.session().past().last(), Some(Step::Ply { round: 1, .. })));
}

#[test]
fn control_c_leaves_wherever_it_is_pressed() {
    for before in ["", "?", ":a", "h"] {
        let mut state = screen("krur");
        keys(&mut state, before);
        state.take_wishes();
        state.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(state.take_wishes(), [mancala::play_screen::Wish::Quit], "after {before:?}");
    }
}

#[test]
fn a_file_is_asked_for() {
    use mancala::play_screen::Wish;
    let mut state = screen("krur");
    keys(&mut state, "s⏎");
    assert_eq!(state.take_wishes(), [Wish::Save("krur.game".to_owned())]);
    keys(&mut state, "o");
    press(&mut state, KeyCode::Backspace);
    keys(&mut state, "1⏎");
    assert_eq!(state.take_wishes(), [Wish::Open("krur.gam1".to_owned())]);
}
