//! The list from which a game is chosen.

use mancala::play_screen::Seat;
use mancala::play_screen::picker::{Entry, Picked, Picker};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

fn entry(ruleset: &str, title: &str, also: &[&str], players: usize) -> Entry {
    Entry {
        ruleset: ruleset.to_owned(),
        title: title.to_owned(),
        also: also.iter().map(|name| (*name).to_owned()).collect(),
        region: vec!["Somewhere".to_owned()],
        families: vec!["relay".to_owned()],
        size: (2, 4),
        seeds: 32,
        players,
        facts: Vec::new(),
    }
}

fn picker() -> Picker {
    let entries = vec![
        entry("bechi", "Béchi", &[], 2),
        entry("krur", "Krur", &["Kurùr"], 2),
        entry("um-ed-dyar", "Um ed-Dyar", &["Krur of the West"], 2),
        entry("tchuka", "Tchuka Ruma", &[], 1),
    ];
    Picker::new(entries, false)
}

fn press(picker: &mut Picker, code: KeyCode) -> Option<Picked> {
    picker.key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn typed(picker: &mut Picker, text: &str) {
    for letter in text.chars() {
        assert_eq!(press(picker, KeyCode::Char(letter)), None);
    }
}

fn drawn(picker: &Picker, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal.draw(|frame| picker.view(frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| -> String { (0..width).map(|x| buffer[(x, y)].symbol()).collect() };
    (0..height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

#[test]
fn a_game_is_searched_by_typing_and_played() {
    let mut picker = picker();
    insta::assert_snapshot!("games", drawn(&picker, 80, 14));
    // accents and case do not matter; other names and regions count
    typed(&mut picker, "KRUR");
    assert!(drawn(&picker, 80, 14).contains("2 of 4"), "{}", drawn(&picker, 80, 14));
    assert!(drawn(&picker, 80, 14).contains("▸ Krur"), "the game of just this name comes first");
    assert_eq!(press(&mut picker, KeyCode::Down), None);
    assert!(drawn(&picker, 80, 14).contains("▸ Um ed-Dyar"));
    assert_eq!(press(&mut picker, KeyCode::Enter), None);
    insta::assert_snapshot!("who_plays", drawn(&picker, 80, 14));
    assert_eq!(press(&mut picker, KeyCode::Enter), Some(Picked::Game("um-ed-dyar".to_owned(), vec![Seat::Person; 2])));
}

#[test]
fn what_the_games_are_like_is_learned_and_shown() {
    for (width, height) in [(80, 24), (40, 15), (40, 11)] {
        let mut picker = picker();
        typed(&mut picker, "kurur");
        assert_eq!(picker.wonders(), Some("krur"));
        picker.learn("krur", vec!["typical length: 24 to 41 plies".to_owned(), "difficulty: easy".to_owned()]);
        assert_eq!(picker.wonders(), None, "it is not asked again");
        let text = drawn(&picker, width, height);
        assert!(text.contains("typical length: 24 to 41 plies") && text.contains("difficulty: easy"), "{text}");
        // and nothing is told of another game
        press(&mut picker, KeyCode::Esc);
        assert_eq!(picker.wonders(), Some("bechi"));
        assert!(!drawn(&picker, width, height).contains("typical length"));
    }
}

#[test]
fn steps_are_taken_back() {
    let mut picker = picker();
    typed(&mut picker, "zzz");
    assert!(drawn(&picker, 80, 14).contains("no game fits"));
    assert_eq!(press(&mut picker, KeyCode::Enter), None);
    // Esc clears what was typed, and then leaves
    assert_eq!(press(&mut picker, KeyCode::Esc), None);
    assert!(drawn(&picker, 80, 14).contains("4 of 4"));
    assert_eq!(press(&mut picker, KeyCode::Enter), None);
    assert!(drawn(&picker, 80, 14).contains("Who plays Béchi?"));
    assert_eq!(press(&mut picker, KeyCode::Esc), None);
    assert!(drawn(&picker, 80, 14).contains("Games"));
    assert_eq!(press(&mut picker, KeyCode::Esc), Some(Picked::Nothing));
    let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(picker.key(control), Some(Picked::Nothing));
}

#[test]
fn machines_sit_where_they_are_wanted() {
    let mut picker = picker();
    typed(&mut picker, "bechi");
    press(&mut picker, KeyCode::Enter);
    press(&mut picker, KeyCode::Down);
    let Some(Picked::Game(_, seats)) = press(&mut picker, KeyCode::Enter) else { panic!("a game") };
    assert_eq!(seats.iter().map(Seat::to_string).collect::<Vec<_>>(), ["person", "greedy"]);
    for _ in 0..3 {
        press(&mut picker, KeyCode::Down);
    }
    let Some(Picked::Game(_, seats)) = press(&mut picker, KeyCode::Enter) else { panic!("a game") };
    assert_eq!(seats.iter().map(Seat::to_string).collect::<Vec<_>>(), ["greedy", "person"]);
}

#[test]
fn small_screens_show_the_list_too() {
    for (width, height) in [(40, 15), (60, 20), (20, 6), (3, 2)] {
        let text = drawn(&picker(), width, height);
        assert!(width < 40 || text.contains("▸ Béchi") && text.contains("2 rows of 4 holes"), "{text}");
    }
}
