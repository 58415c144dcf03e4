//! What is saved is read back, whatever its end; what is wrong with a saved game is told with its line.

use std::sync::Arc;

use mancala_engine::contest::{GameOrMatch, Match};
use mancala_engine::game::Position;
use mancala_engine::play::{Game, Referee};
use mancala_rules::chance::{choice, generator};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_tools::transcript::{Head, Recorder, Transcript};

fn ruleset(name: &str) -> (Ruleset, Arc<Rules>) {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let rules = ruleset.rules().expect("rules");
    (ruleset, rules)
}

/// A game, or a match, at random, saved; and how it stands in the end.
fn saved(name: &str, ruleset: &Ruleset, rules: &Arc<Rules>, rounds: Option<u32>) -> (String, GameOrMatch) {
    let players = vec!["random".to_owned(); rules.board.players.value];
    let mut head = Head::new(rules, &ruleset.source, name, &[], players);
    let referee = Referee::tables(rules);
    let mut table = match rounds {
        Some(most) => {
            head = head.of_match(rules, most, 0);
            GameOrMatch::Match(Box::new(Match::with(referee, most).expect("a match").expect("begins")))
        }
        None => GameOrMatch::Game(Box::new(referee.game(Position::start(rules)).expect("a game"))),
    };
    let (mut recorder, mut text) = Recorder::begin(&head);
    let mut chance = generator(3, 1);
    for _ in 0..400 {
        if table.game().is_some_and(Game::is_over) {
            text.push_str(&recorder.result("over"));
            if let GameOrMatch::Match(contest) = &mut table {
                contest.next_round().expect("goes on");
            }
        }
        if table.is_over() {
            break;
        }
        let legal = table.legal_names();
        let play = &legal[choice(legal.len(), &mut chance)];
        let (round, by) = (table.round(), table.to_move().expect("somebody moves"));
        table.play_named(play).expect("a legal move");
        text.push_str(&recorder.ply(round, by, play));
    }
    // a round that is over is gone on from when the next one is played
    if let GameOrMatch::Match(contest) = &mut table {
        contest.next_round().expect("goes on");
    }
    (text, table)
}

#[test]
fn every_game_is_read_back_as_it_was_saved() {
    for (name, _) in crate::sampled() {
        let (ruleset, rules) = ruleset(name);
        let rounds = rules.contest.as_ref().map(|_| 3);
        for rounds in [None, rounds] {
            let (text, table) = saved(name, &ruleset, &rules, rounds);
            let transcript = Transcript::parse(&text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            assert_eq!((transcript.whole, transcript.broken_line), (text.len(), None));
            transcript.check(&ruleset.source).expect("the same rule file");
            let mut seen = 0;
            let again = transcript.replay(&Referee::tables(&rules), |_, _| seen += 1);
            let mut again = again.unwrap_or_else(|error| panic!("{name}: {error:?}"));
            again.go_on().expect("goes on");
            assert_eq!(seen, transcript.plies.len() + 1);
            if let (GameOrMatch::Game(one), GameOrMatch::Game(other)) = (&table, &again) {
                assert_eq!((one.position(), one.outcome()), (other.position(), other.outcome()), "{name}");
            }
            assert_eq!(table.game().map(Game::position), again.game().map(Game::position), "{name}");
        }
    }
}

#[test]
fn a_text_that_was_cut_off_anywhere_is_read_as_far_as_it_is_whole() {
    let (ruleset, rules) = ruleset("krur");
    let (text, _) = saved("krur", &ruleset, &rules, None);
    let whole = Transcript::parse(&text).expect("a saved game");
    let head = text.find("1. South").expect("a first ply");
    for end in head..text.len() {
        let cut = Transcript::parse(&text[..end]).expect("a saved game");
        assert!(whole.plies.starts_with(&cut.plies));
        assert_eq!(cut.plies.len(), text[..cut.whole].matches(". ").count());
        assert_eq!(cut.broken_line.is_some(), cut.whole < end);
        cut.replay(&Referee::tables(&rules), |_, _| {}).expect("legal");
        // it can be gone on with from there
        let mut recorder = Recorder::resume(&cut);
        let next = &whole.plies.get(cut.plies.len());
        if let Some(next) = next {
            let line = recorder.ply(next.round, next.by, &next.play);
            assert!(text[cut.whole..].starts_with(&line));
        }
    }
}

#[test]
fn plies_that_were_taken_back_do_not_count() {
    let (ruleset, rules) = ruleset("krur");
    let head = Head::new(&rules, &ruleset.source, "krur", &[], vec!["person".to_owned(), "search:2s".to_owned()]);
    let (mut recorder, mut text) = Recorder::begin(&head);
    text.push_str(&recorder.ply(1, 0, "a1"));
    text.push_str(&recorder.ply(1, 1, "b2"));
    recorder.undo();
    recorder.undo();
    text.push_str(&recorder.ply(1, 0, "d1"));
    assert!(text.ends_with("1. South a1\n2. North b2\nundo\nundo\n1. South d1\n"), "{text}");
    let transcript = Transcript::parse(&text).expect("a saved game");
    assert_eq!(transcript.head, head);
    let plies: Vec<(u32, &str)> = transcript.plies.iter().map(|ply| (ply.number, ply.play.as_str())).collect();
    assert_eq!(plies, [(1, "d1")]);
}

#[test]
fn looking_back_and_forth_writes_nothing() {
    let (ruleset, rules) = ruleset("krur");
    let (text, _) = saved("krur", &ruleset, &rules, None);
    let transcript = Transcript::parse(&text).expect("a saved game");
    assert_eq!(transcript.results.len(), 1, "{text}");
    let mut recorder = Recorder::resume(&transcript);
    for _ in 0..transcript.plies.len() {
        recorder.undo();
        assert_eq!(recorder.result("South wins"), "", "the end is not the end of the part looked at");
    }
    for ply in &transcript.plies {
        assert_eq!(recorder.ply(ply.round, ply.by, &ply.play), "");
    }
    assert_eq!(recorder.result("Over"), "");
    recorder.undo();
    // another ply takes back in the text what was taken back, and the result goes with it
    let last = transcript.plies.last().expect("plies");
    assert_eq!(recorder.ply(1, last.by, "z9"), format!("undo\n{}. {} z9\n", last.number, ["South", "North"][last.by]));
    assert_eq!(recorder.result("over"), "result: over\n");
}

#[test]
fn a_reading_that_is_missing_is_noticed() {
    let (ruleset, rules) = ruleset("krur");
    let (text, _) = saved("krur", &ruleset, &rules, None);
    let transcript = Transcript::parse(&text).expect("a saved game");
    transcript.check_readings(&rules).expect("as it was played");
    let other = ruleset.rules_under(&[("no-move".to_owned(), "the-end".to_owned())]).expect("a reading");
    let error = transcript.check_readings(&other).expect_err("another reading");
    assert!(error.message.contains("`no-move=a pass`"), "{}", error.message);
}
