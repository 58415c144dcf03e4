//! Moves in place of a turn: what is offered, what it does, and that it is taken back.

use std::sync::Arc;

use mancala_engine::game::{Move, Position};
use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::problem::RuleFileError;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

use super::referees;
use crate::small::Small;

/// A game on two rows whose list `before turn` begins with some rules.
fn game(seeds: &str, before: &str) -> Arc<Rules> {
    let repeated = format!("repeated position: 3rd time\nwhen repeated position -> game over\n{before}");
    let last_seed = "when makes 4 -> mark here, end turn";
    Small { seeds, last_seed, before_turn: &repeated, stuck: "pass", ..Small::default() }.rules()
}

fn from(referee: &Referee, position: &str) -> Game {
    let rules = referee.rules();
    let position = position_text::parse(&rules.board, position).expect("a position");
    referee.game(position).expect("a game")
}

#[test]
fn sides_are_swapped() {
    for (seeds, stores) in [("3", [3, 1]), ("3\n  ends: stores", [1, 3])] {
        let rules = game(seeds, "  when mover's 1st turn and mover is not starter -> may swap sides");
        for referee in referees(&rules) {
            let mut game = referee.game(Position::start(&rules)).expect("a game");
            assert_eq!(game.legal_names(), ["a1", "b1", "c1"], "not on the first turn of the game");
            game.play_named("c1").expect("legal");
            assert_eq!(game.legal_names(), ["a2", "b2", "c2", "swap"]);
            let before = game.position();
            game.play_named("swap").expect("legal");
            let after = game.position();
            let turned = [5, 4, 3, 2, 1, 0];
            for (cell, from) in turned.into_iter().enumerate() {
                assert_eq!(after.seeds[cell], before.seeds[from]);
                assert_eq!(after.marks[cell], before.marks[from].each().map(|player| 1 - player).collect());
            }
            assert!(before.marks.iter().any(|marks| !marks.is_nobody()), "a mark changes hands");
            assert_eq!((game.to_move(), after.turns, after.last), (0, vec![1, 1], None));
            assert_eq!(game.legal_names(), ["a1", "b1", "c1"], "it is offered once");
            assert_eq!(game.undo().map(|play| play.to_string()), Some("swap".to_owned()));
            assert_eq!((game.position(), game.legal_names().len()), (before, 4));

            // stores are exchanged
            let mut position = Position::start(&rules);
            (position.to_move, position.turns) = (1, vec![1, 0]);
            for (store, seeds) in rules.board.stores.iter().zip(stores) {
                position.seeds[*store] = seeds;
            }
            let mut game = referee.game(position.clone()).expect("a game");
            game.play_named("SWAP").expect("legal in any case");
            let held: Vec<i64> = rules.board.stores.iter().map(|store| game.position().seeds[*store]).collect();
            assert_eq!(held, [stores[1], stores[0]]);
        }
    }
}

#[test]
fn what_is_offered_is_a_move_like_others() {
    let rules = game(
        "3",
        "  when own store holds at least 9 -> game over
  when own store holds at least 1 -> may pass
  when own store holds at least 2 -> may capture a1, pass
  when own store holds at least 3 -> may pass
  when own store holds at least 4 -> may mover loses the game
  when own store holds at least 4 -> may each player captures own holes, game over
  when own store holds at least 5 -> may draw
  when own store holds at least 5 -> may mover wins the game
  when own store holds at least 6 -> pass",
    );
    for referee in referees(&rules) {
        let offered = |store: i64| {
            let mut position = Position::start(&rules);
            position.seeds[rules.board.stores[0]] = store;
            referee.game(position).expect("a game")
        };
        let names = |store: i64| offered(store).legal_names().split_off(3).join(" ");
        assert_eq!([0, 1, 2, 3].map(names), ["", "pass", "pass pass2", "pass pass2"]);
        assert_eq!([4, 5].map(names), ["pass pass2 resign end", "pass pass2 resign end draw win"]);
        // nothing is offered where a player has no choice
        assert_eq!(offered(6).legal_moves(), [Move::Pass]);
        assert!(offered(9).is_over());

        let mut game = offered(5);
        for (name, winners, scores) in [
            ("resign", vec![1], [5, 0]),
            ("end", vec![0], [14, 9]),
            ("draw", vec![0, 1], [5, 0]),
            ("win", vec![0], [5, 0]),
        ] {
            let before = game.position();
            game.play_named(name).expect("legal");
            let ending = game.outcome().expect("an end");
            assert_eq!((ending.winners, ending.scores.as_slice()), (winners, &scores[..]), "{name}");
            assert_eq!(game.left(), before, "what a rule gathers is a step after the last turn");
            assert!(game.legal_moves().is_empty() && game.history().len() == 1);
            game.undo().expect("a move");
            assert_eq!((game.position(), game.is_over()), (before, false));
        }
        game.play_named("pass2").expect("legal");
        let after = game.position();
        assert_eq!((after.seeds[0], after.seeds[rules.board.stores[0]], game.to_move()), (0, 8, 1));
        assert_eq!(after.turns, [1, 0]);
        assert!(game.history()[0].is_pass() && game.history()[0] != Move::Pass);
    }
}

#[test]
fn more_rules_than_can_be_counted_are_refused() {
    let rule = |store: usize| format!("  when own store holds {store} -> may pass\n");
    let text = |rules: usize| {
        let list: String = (0..rules).map(rule).collect();
        let small = Small { before_turn: &list, stuck: "pass", ..Small::default() };
        Ruleset::read(Source::new("many.mancala", &small.text()))
    };
    assert!(text(64).is_ok());
    let Err(RuleFileError { problems, .. }) = text(65) else { panic!("65 rules are too many") };
    assert!(problems.len() == 1 && problems[0].message.contains("at most 64 rules"), "{problems:?}");
}

#[test]
fn the_effects_of_the_rule_that_plays_come_first() {
    let rules = game(
        "3",
        "  when all a1 are occupied -> may capture a1 and b1, pass
  when all a1 are occupied -> capture a1, play",
    );
    for referee in referees(&rules) {
        let mut game = from(&referee, "2 2 2 / 3 1 1");
        assert_eq!(game.legal_names(), ["b1", "c1", "pass"]);
        game.play_named("pass").expect("legal");
        assert_eq!(game.left().seeds[rules.board.stores[0]], 4);
    }
}
