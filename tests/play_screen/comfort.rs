//! What makes a game pleasant: a look ahead, the last move, a question before leaving, what comes after the end.

use mancala::play_screen::{Seat, State, Theme, Wish, view};
use mancala_engine::contest::Start;
use mancala_engine::game::Position;
use mancala_engine::players::Judged;
use mancala_engine::players::Kind;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};

use super::{drawn, drawn_at, keys, press, screen, screen_from, type_move};

fn buffer(state: &State<'_>) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen");
    terminal.draw(|frame| view::view(state, frame)).expect("drawn");
    terminal.backend().buffer().clone()
}

/// The names of holes that are drawn with a modifier.
fn with(state: &State<'_>, modifier: Modifier) -> Vec<String> {
    let buffer = buffer(state);
    let mut found: Vec<String> = Vec::new();
    for y in 0..24 {
        for x in 0..47_u16 {
            let (cell, next) = (&buffer[(x, y)], &buffer[(x + 1, y)]);
            let name = format!("{}{}", cell.symbol(), next.symbol());
            let is_name = name.starts_with(|c: char| ('a'..='h').contains(&c)) && name.ends_with(['1', '2']);
            if is_name && cell.modifier.contains(modifier) && next.modifier.contains(modifier) {
                found.push(name);
            }
        }
    }
    found
}

#[test]
fn the_move_under_the_cursor_is_looked_up() {
    // the last of three seeds falls in the empty d1 and captures; the one of f1 falls in the store
    let mut state = screen_from("kalah", "4 4 4 4 4 4 / 3 0 4 0 0 1; to move South");
    assert!(drawn(&state).contains("South to move. a1: the last seed falls in d1, 5 captured."), "{}", drawn(&state));
    assert!(with(&state, Modifier::REVERSED).contains(&"d1".to_owned()));
    keys(&mut state, "→→");
    assert!(drawn(&state).contains("f1: the last seed falls in right end, another turn."), "{}", drawn(&state));
    assert!(!with(&state, Modifier::REVERSED).contains(&"d1".to_owned()));
    // each direction is told where the mover chooses it
    let state = screen("bao-la-kiswahili");
    assert!(
        drawn(&state).contains("f2+: the last seed falls in") && drawn(&state).contains("; f2-: "),
        "{}",
        drawn(&state)
    );
}

#[test]
fn the_last_move_stays_pointed_out() {
    let mut state = screen("krur");
    assert!(with(&state, Modifier::UNDERLINED).is_empty());
    type_move(&mut state, "d1");
    let last = state.session().last_cells();
    assert_eq!(last.len(), 2);
    assert!(with(&state, Modifier::UNDERLINED).contains(&"d1".to_owned()), "{:?}", with(&state, Modifier::UNDERLINED));
    keys(&mut state, "u");
    assert!(with(&state, Modifier::UNDERLINED).is_empty());
}

#[test]
fn a_game_that_is_not_saved_is_left_after_a_question() {
    let mut state = screen("krur");
    keys(&mut state, "q");
    assert_eq!(state.take_wishes(), [Wish::Quit], "nothing was played");
    type_move(&mut state, "d1");
    state.take_wishes();
    keys(&mut state, "q");
    assert!(state.take_wishes().is_empty());
    assert!(drawn(&state).contains("This game is not saved: q quits"), "{}", drawn(&state));
    // another key goes on
    keys(&mut state, "⎋");
    assert!(!drawn(&state).contains("This game is not saved"));
    keys(&mut state, "q");
    assert!(state.take_wishes().is_empty(), "it is asked again");
    keys(&mut state, "q");
    assert_eq!(state.take_wishes(), [Wish::Quit]);
    // what is saved is safe
    state.set_saved(Some("mine.game".to_owned()));
    keys(&mut state, "⎋q");
    assert_eq!(state.take_wishes(), [Wish::Quit]);
}

#[test]
fn the_terminal_is_drawn_again_and_given_back() {
    let mut state = screen("krur");
    for (letter, wish) in [('l', Wish::Redraw), ('z', Wish::Suspend), ('c', Wish::Quit)] {
        state.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
        assert_eq!(state.take_wishes(), [wish]);
    }
}

#[test]
fn a_game_that_is_over_can_be_played_again_and_looked_through() {
    let mut state = screen_from("kalah", "0 0 0 0 0 4 / 0 0 0 0 0 1; to move South; stores South 30, North 13");
    keys(&mut state, "n");
    assert!(state.take_wishes().is_empty(), "it goes on");
    type_move(&mut state, "f1");
    state.take_wishes();
    // the rest is gathered, and everything agrees
    let text = drawn(&state);
    for part in ["The rest is gathered", "South wins, 31 to 17", "n again", "v review"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(state.session().captured(), [31, 17]);
    keys(&mut state, "n");
    assert_eq!(state.take_wishes(), [Wish::Again { swapped: false }]);
    keys(&mut state, "x");
    assert_eq!(state.take_wishes(), [Wish::Again { swapped: true }]);
    keys(&mut state, "v");
    assert_eq!(state.take_wishes(), [Wish::Review]);
    assert!(drawn(&state).contains("0 of 1 plies are valued"), "{}", drawn(&state));
    let mut search =
        mancala_engine::players::Search::new(mancala_engine::players::Limits { depth: Some(3), ..Default::default() });
    let start = mancala_engine::play::Game::from_position(state.session().rules(), start_of(&state)).expect("a game");
    let progress = mancala_engine::engine::Progress::default();
    let depth = search.analyse(&start, 1, &mut mancala_rules::chance::generator(1, 1), &progress, |_| {});
    let value = depth.expect("no fault").expect("a depth").lines[0].value;
    state.judge(0, Judged { value, best: "f1".to_owned(), played: None });
    assert!(drawn(&state).contains("wins by 14"), "{}", drawn(&state));
    // a value of a ply that is not there is left aside
    state.judge(7, Judged { value, best: "f1".to_owned(), played: None });
    assert!(drawn(&state).contains("1 of 1 plies are valued"), "{}", drawn(&state));
}

fn start_of(state: &State<'_>) -> Position {
    match state.session().start() {
        Start::Game(position) => position.clone(),
        Start::Match { .. } => unreachable!("a game"),
    }
}

#[test]
fn a_screen_without_other_signs_has_those_of_ascii_alone() {
    for game in ["krur", "kalah", "um-laarais", "bao-la-kiswahili"] {
        let state = screen(game).in_ascii(true);
        let text = drawn_at(&state, 80, 24);
        assert!(text.is_ascii(), "{text}");
        assert!(text.contains("+-") && text.contains("[a1]") | text.contains("[f2]") | text.contains("a1"), "{text}");
    }
    insta::assert_snapshot!(drawn(&screen("krur").in_ascii(true)));
}

#[test]
fn no_colour_is_hard_to_read_on_its_ground() {
    // yellow and white on light, blue on dark: what a terminal makes of these cannot be read
    for (theme, faint) in [
        (Theme::Light, &[Color::Yellow, Color::LightYellow, Color::White, Color::LightCyan, Color::Gray][..]),
        (Theme::Dark, &[Color::Black, Color::Blue, Color::DarkGray][..]),
        (Theme::Any, &[Color::Yellow, Color::White, Color::Black, Color::Blue, Color::Gray][..]),
    ] {
        let mut state = screen("um-laarais").in_color(true).in_theme(theme);
        press(&mut state, KeyCode::Enter);
        let buffer = buffer(&state);
        assert!(buffer.content.iter().any(|cell| cell.fg != Color::Reset), "{theme:?}");
        for cell in &buffer.content {
            assert!(!faint.contains(&cell.fg) && !cell.modifier.contains(Modifier::DIM), "{theme:?}: {cell:?}");
        }
    }
}

#[test]
fn a_hint_tells_its_value_and_a_line() {
    let mut state = screen("krur");
    keys(&mut state, "h");
    let wishes = state.take_wishes();
    let [Wish::Think { ticket, seat: Seat::Machine(Kind::Search(_)), player: None }] = wishes.as_slice() else {
        panic!("{wishes:?}")
    };
    state.advised(*ticket, 1, Some("+3: b1 a2 d1"));
    assert!(drawn(&state).contains("Hint: b1, +3: b1 a2 d1, says search:d2"), "{}", drawn(&state));
    assert!(drawn(&state).contains("»b1«"));
}
