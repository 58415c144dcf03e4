//! The full-screen game without a terminal: keys go in, a drawn screen and wishes come out.

mod choices;
mod comfort;
mod editing;
mod laws;
mod looks;
mod machines;
mod picker;
mod play;
mod room;

use std::sync::Arc;

use mancala::play_screen::{Pace, Seat, State, Wish, view};
use mancala_engine::contest::Start;
use mancala_engine::game::Position;
use mancala_engine::players::Kind;
use mancala_engine::position_text;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::session::Session;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Rules and their text, for as long as the tests run.
fn rules(game: &str) -> (&'static Arc<Rules>, &'static Source) {
    rules_under(game, &[])
}

fn rules_under(game: &str, settings: &[(&str, &str)]) -> (&'static Arc<Rules>, &'static Source) {
    let ruleset = Ruleset::shipped(game).expect("without problems");
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let rules = Box::leak(Box::new(ruleset.rules_under(&settings).expect("rules")));
    (rules, Box::leak(Box::new(ruleset.source)))
}

fn session(rules: &'static Arc<Rules>, start: Start) -> Session {
    Session::begin(rules, start).expect("a game of this kind").expect("the rules give an answer")
}

/// A screen without colour on which nothing is shown seed by seed.
fn screen_of(game: &str, start: impl FnOnce(&Rules) -> Start, seats: &[&str]) -> State<'static> {
    let (rules, source) = rules(game);
    let seat = |word: &&str| match *word {
        "person" => Seat::Person,
        word if word.starts_with(Seat::PROGRAM) => Seat::program(word).expect("a command"),
        word => Seat::Machine(Kind::parse(word).expect("a kind")),
    };
    let session = session(rules, start(rules));
    let hinter = Kind::parse("search:d2").expect("a kind");
    State::new(session, source, seats.iter().map(seat).collect(), hinter).at_pace(Pace::Off).in_color(false)
}

/// A game of persons from its start.
fn screen(game: &str) -> State<'static> {
    let players = rules(game).0.board.players.value;
    screen_of(game, |rules| Start::Game(Position::start(rules)), &vec!["person"; players])
}

/// A game of persons from a position.
fn screen_from(game: &str, position: &str) -> State<'static> {
    let players = rules(game).0.board.players.value;
    let start = |rules: &Rules| Start::Game(position_text::parse(&rules.board, position).expect("a position"));
    screen_of(game, start, &vec!["person"; players])
}

fn press(state: &mut State<'_>, code: KeyCode) {
    state.key(KeyEvent::new(code, KeyModifiers::NONE));
}

/// Presses the keys of a text, one after the other; `→`, `←` and `⏎` are keys, too.
fn keys(state: &mut State<'_>, text: &str) {
    for letter in text.chars() {
        press(
            state,
            match letter {
                '→' => KeyCode::Right,
                '←' => KeyCode::Left,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            },
        );
    }
}

/// Types a move by its name.
fn type_move(state: &mut State<'_>, name: &str) {
    keys(state, &format!(":{name}⏎"));
}

/// The screen as text, a line a row.
fn drawn_at(state: &State<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal.draw(|frame| view::view(state, frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    (0..height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

fn drawn(state: &State<'_>) -> String {
    drawn_at(state, 80, 24)
}

/// The moves that were played, and those that were taken back, as they are to be written.
fn written(state: &mut State<'_>) -> Vec<String> {
    let text = |wish: Wish| match wish {
        Wish::Played(round, by, play) => Some(format!("{round}: {by} {play}")),
        Wish::TakenBack => Some("undo".to_owned()),
        Wish::Ended(text) => Some(text),
        _ => None,
    };
    state.take_wishes().into_iter().filter_map(text).collect()
}
