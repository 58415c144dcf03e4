//! What is gathered at the end is a step of its own, in which board, stores and scores come to agree.

use mancala_engine::game::{Event, at_end};
use mancala_engine::play::{Game, Referee};
use mancala_rules::chance::{choice, generator};

use super::{MANY_MOVES, begun};
use crate::conformance::rules;

/// A game at random to its end; `None` if it does not end soon.
fn ended(referee: &Referee, seed: u64) -> Option<(Game, Vec<Event>)> {
    let (mut game, mut chance) = (begun(referee), generator(seed, 1));
    let mut events = game.take_events();
    for _ in 0..400 {
        if game.is_over() {
            return Some((game, events));
        }
        if game.choices() > MANY_MOVES {
            return None;
        }
        game.play_nth(choice(game.choices(), &mut chance)).expect("a legal move");
        events = game.take_events();
    }
    None
}

#[test]
fn what_is_gathered_leads_from_the_last_turn_to_the_scores() {
    let mut gathered = 0;
    for (name, _) in crate::sampled() {
        let rules = rules(name, &[]);
        let board = &rules.board;
        for seed in 0..4 {
            let Some((game, events)) = ended(&Referee::narrator(&rules), seed) else { continue };
            let ending = game.outcome().expect("it is over");
            assert_eq!(game.captured(), ending.scores, "{name}: what is shown as won is the score");
            let Some(gathering) = game.gathering() else {
                assert_eq!(game.left().seeds, game.position().seeds, "{name}");
                continue;
            };
            gathered += 1;
            assert_eq!((gathering.before.clone(), &gathering.reason), (game.left(), &ending.reason), "{name}");
            // hole by hole and store by store, nothing else changes
            let mut seeds = gathering.before.seeds.clone();
            for (cell, lost) in &gathering.taken {
                seeds[*cell] -= lost;
            }
            for (store, gained) in board.stores.iter().zip(&gathering.gained) {
                seeds[*store] += gained;
            }
            assert_eq!(seeds, game.position().seeds, "{name}");
            // the events of the end tell the same
            let (turn, end) = at_end(&events);
            assert!(!turn.contains(&Event::Over), "{name}");
            let taken: i64 =
                end.iter().map(|event| if let Event::Captured(_, _, seeds) = event { *seeds } else { 0 }).sum();
            assert_eq!(taken, gathering.taken.iter().map(|(_, lost)| lost).sum::<i64>(), "{name}");
        }
    }
    assert!(gathered > 5, "{gathered}");
}
