//! What holds of every game in every position, tried on seeded games under all readings.

use mancala_engine::game::cell_name;
use mancala_engine::narrator::{Narrator, Standing};
use mancala_rules::notation::hole;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::{Ruleset, readings};
use mancala_tools::checks::Checks;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game that went on for so long is left.
const MOST_PLIES: usize = 400;

/// A game in which so many moves are legal, since holes are chosen in a turn, is left, too: the narrator plays all of them.
const MANY_MOVES: usize = 500;

/// One of so many readings is played, from the default ones on.
const STEP: usize = crate::sized(4, 1) as usize;

/// Plays seeded games of rulesets under their readings, and looks at each position.
fn play_all(games: u64, look: impl Fn(&str, &Narrator<&Rules>)) {
    for (name, _) in crate::sampled() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        for settings in readings(ruleset.options()).into_iter().step_by(STEP) {
            let rules = ruleset.rules_under(&settings).expect("rules");
            let place = format!("{name} {settings:?}");
            for seed in 0..games {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut game = Narrator::new(&*rules).unwrap_or_else(|fault| panic!("{place}: {fault}"));
                for _ in 0..MOST_PLIES {
                    look(&place, &game);
                    let moves = game.legal().len();
                    if moves == 0 || moves > MANY_MOVES {
                        break;
                    }
                    game.play_nth(random.random_range(0..moves)).unwrap_or_else(|fault| panic!("{place}: {fault}"));
                }
            }
        }
    }
}

#[test]
fn seeds_are_conserved_and_a_game_has_moves_until_it_is_over() {
    play_all(1, |place, game| {
        let start: i64 = game.rules().board.start.iter().map(|seeds| i64::from(*seeds)).sum();
        assert_eq!(game.position().seeds.iter().sum::<i64>(), start, "{place}");
        assert_eq!(game.left().seeds.iter().sum::<i64>(), start, "{place}");
        let holes = game.rules().board.holes();
        assert!(game.position().seeds[..holes].iter().all(|seeds| *seeds >= 0), "{place}: a hole below nothing");
        match game.standing() {
            Standing::Over(ending) => {
                assert!(game.legal().is_empty(), "{place}");
                // who plays alone may lose, and nobody wins then
                let alone = game.rules().board.players.value == 1;
                assert!((alone || !ending.winners.is_empty()) && !ending.reason.is_empty(), "{place}");
            }
            Standing::ToMove(moves, _) => assert!(!moves.is_empty(), "{place}"),
            Standing::MustPass => assert_eq!(game.legal(), ["pass"], "{place}"),
        }
    });
}

#[test]
fn just_the_legal_moves_can_be_played() {
    for (name, _) in crate::sampled() {
        let rules = crate::conformance::rules(name, &[]);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut game = Narrator::new(&*rules).expect("a game");
        for _ in 0..crate::sized(10, 25) {
            let legal = game.legal();
            let holes = (0..rules.board.holes()).map(|cell| cell_name(&rules.board, cell));
            let tried = holes.flat_map(|hole| ["", "+", "-", "+y", "-n", "y"].map(|sign| format!("{hole}{sign}")));
            for name in tried.chain(["pass".to_owned(), "z9".to_owned(), String::new()]) {
                let mut copy = game.clone();
                let played = copy.play(&name).is_ok();
                // the direction may be left out where one is legal
                let undirected = legal.iter().filter(|legal| legal.replacen(['+', '-'], "", 1) == name);
                let meant = legal.contains(&name) || undirected.count() == 1;
                assert_eq!(played, meant, "{name} among {legal:?}");
                if !played {
                    assert_eq!(copy.position(), game.position(), "a refused move changes nothing");
                }
            }
            if legal.is_empty() {
                break;
            }
            game.play_nth(random.random_range(0..legal.len())).expect("a move");
        }
    }
}

#[test]
fn names_of_holes_are_read_back() {
    for (name, _) in crate::sampled() {
        let rules = crate::conformance::rules(name, &[]);
        let board = &rules.board;
        for cell in 0..board.holes() {
            assert_eq!(hole(board, &cell_name(board, cell)), Some(cell));
        }
    }
}

#[test]
fn every_example_of_every_ruleset_holds() {
    for (name, _) in crate::sampled() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let runs = ruleset.examples().expect("examples");
        assert!(runs.len() >= 2, "{name}: at least two examples");
        for run in runs {
            assert_eq!(run.differences, [], "{name}, {}", run.title);
        }
    }
}
