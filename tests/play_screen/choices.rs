//! Moves chosen step by step.

use mancala::play_screen::choice::{Ask, Choice, Part};
use mancala::play_screen::{Pace, Seat, State};
use mancala_engine::contest::Start;
use mancala_engine::game::{Move, Position};
use mancala_engine::players::Kind;
use mancala_engine::position_text;
use mancala_rules::chance::{choice, generator};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::session::Session;

use std::collections::BTreeSet;

use super::{drawn, keys, press, rules, rules_under, screen_from, session, written};
use crate::small::Small;
use ratatui::crossterm::event::KeyCode;

/// All moves that can be said from here, question by question.
fn sayable(legal: &[Move], choice: &Choice, found: &mut BTreeSet<String>) {
    let mut choice = choice.clone();
    let ask = choice.ask(legal);
    let more = |part: Part| {
        let mut choice = choice.clone();
        choice.parts.push(part);
        choice
    };
    let next: Vec<Choice> = match ask {
        Ask::Said(play) => {
            assert!(legal.contains(&play), "{play} can be said and is not legal");
            assert!(found.insert(play.to_string()), "{play} can be said in two ways");
            return;
        }
        Ask::Hole(holes) => holes.into_iter().map(|hole| Choice { hole: Some(hole), parts: Vec::new() }).collect(),
        Ask::Pick(cells) => cells.into_iter().map(|cell| more(Part::Cell(cell))).collect(),
        Ask::Way(_) => vec![more(Part::Plus), more(Part::Minus)],
        Ask::Answer(_) => vec![more(Part::Yes), more(Part::No)],
        Ask::Number(_, numbers) => numbers.into_iter().map(|number| more(Part::Number(number))).collect(),
        Ask::Pass | Ask::Nothing => return,
    };
    for choice in next {
        sayable(legal, &choice, found);
    }
}

fn check(session: &Session, game: &str) {
    let legal = session.legal_moves();
    let mut found = BTreeSet::new();
    sayable(&legal, &Choice::default(), &mut found);
    let said = legal.iter().filter(|play| !matches!(play, Move::Pass | Move::FillRest));
    let expected: BTreeSet<String> = said.map(Move::to_string).collect();
    assert_eq!(found, expected, "{game}");
}

#[test]
fn every_legal_move_of_every_game_can_be_said_in_one_way() {
    for (game, _) in crate::sampled() {
        let rules = rules(game).0;
        let start = if rules.contest.is_some() {
            Start::Match { rounds: 9, lots: 0 }
        } else {
            Start::Game(Position::start(rules))
        };
        let mut session = session(rules, start);
        let mut chance = generator(5, 1);
        for _ in 0..10 {
            check(&session, game);
            let legal = session.legal_names();
            if session.is_between_rounds() {
                session.next_round().expect("an answer");
            } else if legal.is_empty() || legal.len() > 500 {
                break;
            } else {
                session.play(&legal[choice(legal.len(), &mut chance)]).expect("legal");
            }
        }
    }
}

#[test]
fn lay_outs_can_be_said() {
    for (game, settings) in [("gabata-ansaba", vec![]), ("krur", vec![("fill", "as-each-player-chooses")])] {
        let rules = rules_under(game, &settings).0;
        let mut session = session(rules, Start::Match { rounds: 9, lots: 0 });
        let mut chance = generator(2, 1);
        let mut laid_out = 0;
        while laid_out < 3 && !session.is_over() {
            laid_out += usize::from(session.is_laying_out());
            check(&session, game);
            let legal = session.legal_names();
            if session.is_between_rounds() {
                session.next_round().expect("an answer");
            } else {
                session.play(&legal[choice(legal.len(), &mut chance)]).expect("legal");
            }
        }
        assert!(laid_out > 0, "{game}: nobody laid out");
    }
}

/// A position of a game, reached at random, in which some move has a sign in its name.
fn position_with(game: &str, sign: char) -> (String, String) {
    let rules = rules(game).0;
    for seed in 0..200 {
        let mut session = session(rules, Start::Game(Position::start(rules)));
        let mut chance = generator(seed, 1);
        for _ in 0..40 {
            let legal = session.legal_names();
            if let Some(name) = legal.iter().find(|name| name.contains(sign)) {
                return (position_text::format(&rules.board, &session.shown()), name.clone());
            }
            if legal.is_empty() {
                break;
            }
            session.play(&legal[choice(legal.len(), &mut chance)]).expect("legal");
        }
    }
    panic!("no move of {game} has `{sign}`")
}

#[test]
fn a_rule_that_may_apply_is_asked_for_where_it_is_met() {
    let (position, name) = position_with("omweso", 'y');
    let mut state = screen_from("omweso", &position);
    let hole: String = name.trim_end_matches(['y', 'n']).trim_end_matches(['+', '-']).to_owned();
    keys(&mut state, &format!(":{hole}⏎"));
    for sign in name[hole.len()..].chars() {
        if matches!(sign, 'y' | 'n') && drawn(&state).contains("does this rule apply?") {
            assert!(drawn(&state).contains("Line "), "{}", drawn(&state));
            press(&mut state, KeyCode::Char(sign));
        } else if drawn(&state).contains("which way?") {
            press(&mut state, KeyCode::Char(sign));
        }
    }
    assert_eq!(written(&mut state), [format!("1: {} {name}", mover(&position))]);
}

/// Who is to move in a position as it is written.
fn mover(position: &str) -> usize {
    usize::from(position.contains("to move North"))
}

#[test]
fn a_hole_within_a_move_is_asked_for() {
    let text = include_str!("../cli/files/pairs.mancala")
        .replace("capture here", "capture any 2 of opponent's occupied holes");
    let ruleset = Ruleset::read(Source::new("any.mancala", &text)).expect("a ruleset");
    let rules = Box::leak(Box::new(ruleset.rules().expect("rules")));
    let source = Box::leak(Box::new(ruleset.source));
    let session = session(rules, Start::Game(Position::start(rules)));
    let legal = session.legal_names();
    let mut found = BTreeSet::new();
    sayable(&session.legal_moves(), &Choice::default(), &mut found);
    assert_eq!(found, legal.iter().cloned().collect());
    let name = legal.iter().rfind(|name| name.contains(':')).expect("a move with a hole within").clone();
    let mut state = State::new(session, source, vec![Seat::Person; 2], Kind::Greedy).at_pace(Pace::Off).in_color(false);
    let mut said = name.split(':');
    keys(&mut state, &format!(":{}⏎", said.next().expect("a hole")));
    for (number, hole) in said.enumerate() {
        if state.session().is_over() || !state.session().past().is_empty() {
            // the last hole that was left was taken by itself
            assert!(number > 0);
            break;
        }
        let text = drawn(&state);
        assert!(text.contains("South chooses a hole in [ ]") && text.contains(&format!("[{hole}]")), "{text}");
        assert!(text.contains("Line 29:"), "{text}");
        keys(&mut state, &format!(":{hole}⏎"));
    }
    assert_eq!(written(&mut state), [format!("1: 0 {name}")]);
}

/// The arrow keys mean the side towards which the first seed falls, on the track of each direction.
#[test]
fn an_arrow_points_along_the_track_of_its_direction() {
    let asked = |board: &str| {
        let small = Small { board, direction: "either", ..Small::default() };
        let ruleset = small.ruleset();
        let rules = Box::leak(Box::new(ruleset.rules().expect("rules")));
        let source = Box::leak(Box::new(ruleset.source));
        let session = session(rules, Start::Game(Position::start(rules)));
        let seats = vec![Seat::Person; 2];
        let mut state = State::new(session, source, seats, Kind::Greedy).at_pace(Pace::Off).in_color(false);
        keys(&mut state, ":a1⏎");
        let asks = drawn(&state);
        keys(&mut state, "←");
        (asks, written(&mut state).join(", "))
    };
    let (asks, played) = asked("");
    assert!(asks.contains("or →") && asks.contains("or ←"), "{asks}");
    assert!(played.contains("a1-"), "{played}");
    // clockwise, too, the first seed falls to the right
    let (asks, played) = asked("clockwise track: a1 and c1 and b1 and b2 and c2 and a2");
    assert!(asks.contains("or →") && !asks.contains("or ←"), "{asks}");
    assert_eq!(played, "");
}
