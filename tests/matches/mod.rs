//! Matches: every round played by an independent implementation, and laws over seeded matches.

mod nobodys_holes;
mod settings;
mod winners;

use std::sync::Arc;

use mancala_engine::contest::Match;
use mancala_rules::rules::model::{Fill, LastHole, NobodyWon, Rules, WonBy};
use mancala_rules::ruleset::{Ruleset, readings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::conformance::{follow, recorded};

/// Follows the recorded matches of a ruleset.
fn play(name: &str) {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    let text = recorded(&format!("{name}-matches"));
    let rounds = follow::matches(&ruleset, &text).unwrap_or_else(|difference| panic!("{difference}"));
    assert!(rounds > 60, "{name}: rounds");
}

#[test]
fn krur() {
    play("krur");
}

#[test]
fn buqruru() {
    play("buqruru");
}

#[test]
fn um_ed_dyar() {
    play("um-ed-dyar");
}

/// Plays a match at random and looks at it after every ply.
pub fn play_at_random(rules: &Arc<Rules>, seed: u64, most_rounds: u32, mut look: impl FnMut(&Match)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut contest = Match::new(rules, most_rounds).expect("a match").expect("a round");
    let mut plies = 0;
    while contest.ending().is_none() {
        look(&contest);
        let legal = contest.legal_names();
        if legal.is_empty() {
            contest.next_round().expect("the next round");
        } else {
            contest.play_named(&legal[random.random_range(0..legal.len())]).expect("a legal move");
        }
        plies += 1;
        assert!(plies < 1_000_000, "the match does not end");
    }
    look(&contest);
}

/// All seeds of a match: on the board, in stores, reserves, the pot.
fn seeds(contest: &Match) -> i64 {
    if let Some(game) = contest.game() {
        let position = game.position();
        return position.seeds.iter().sum::<i64>() + position.pot + contest.reserve().iter().sum::<i64>();
    }
    match (contest.laying_out(), contest.ending()) {
        (Some(round), _) => {
            round.seeds.iter().sum::<i64>() + round.reserve.iter().sum::<i64>() + round.pot.iter().sum::<i64>()
        }
        (None, Some(ending)) => ending.owned.iter().sum::<i64>() + contest.left().kept.iter().sum::<i64>(),
        (None, None) => 0,
    }
}

/// Every ruleset with a match, under each of its readings.
fn contests(look: impl Fn(&str, &Arc<Rules>)) {
    for (name, _) in crate::sampled() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        for settings in readings(ruleset.options()) {
            let rules = ruleset.rules_under(&settings).expect("rules");
            if rules.contest.is_some() {
                look(&format!("{name} {settings:?}"), &rules);
            }
        }
    }
}

#[test]
fn no_seed_is_made_or_lost_in_a_match() {
    contests(|place, rules| {
        let total: i64 = rules.board.start.iter().map(|seeds| i64::from(*seeds)).sum();
        // at the end nobody owns the pot, or what nobody won in the last of rounds that begin like the first
        let open_end = rules
            .contest
            .as_ref()
            .is_some_and(|contest| contest.nobody_won.value == NobodyWon::ToPot || contest.fill.value == Fill::Anew);
        let borrows =
            rules.contest.as_ref().is_some_and(|contest| matches!(contest.last_hole.value, LastHole::Borrowed { .. }));
        for seed in 0..crate::sized(5, 20) {
            play_at_random(rules, seed, 6, |contest| {
                let now = seeds(contest) + contest.gone();
                // who borrows may owe
                let least = if borrows { i64::MIN } else { 0 };
                assert!(contest.owned().iter().all(|owned| *owned >= least), "{place}: {:?}", contest.owned());
                if open_end && contest.ending().is_some() {
                    assert!(now <= total, "{place}: {now}");
                } else {
                    assert_eq!(now, total, "{place}");
                }
            });
        }
    });
}

/// Its source says that the winner of a match gets all the seeds.
#[test]
fn no_seed_leaves_a_match_of_krur() {
    let rules = Ruleset::shipped("krur").expect("a game").rules().expect("rules");
    let mut ended = 0;
    for seed in 0..crate::sized(40, 200) {
        play_at_random(&rules, seed, 1000, |contest| {
            assert_eq!((contest.gone(), contest.owned().iter().sum::<i64>()), (0, 32));
            if let Some(ending) = contest.ending() {
                ended += 1;
                // a single seed fills no hole
                assert!(ending.owned.iter().max() >= Some(&31), "{:?}", ending.owned);
            }
        });
    }
    assert!(ended >= 40, "{ended}");
}

#[test]
fn a_closed_hole_holds_nothing() {
    contests(|place, rules| {
        play_at_random(rules, 11, 6, |contest| {
            let Some(position) = contest.game().map(|game| game.position()) else { return };
            for cell in 0..rules.board.cells() {
                assert!(!position.closed[cell] || position.seeds[cell] == 0, "{place}");
            }
        });
    });
}

#[test]
fn every_match_ends_or_is_cut_and_says_so() {
    contests(|place, rules| {
        let mut rounds = 0;
        play_at_random(rules, 5, 4, |contest| {
            rounds = rounds.max(contest.round());
            if let Some(ending) = contest.ending() {
                assert!(!ending.reason.is_empty(), "{place}");
                assert!(ending.rounds <= 4, "{place}");
                let won_by = rules.contest.as_ref().and_then(|contest| contest.won_by.as_ref()).map(|won| won.value);
                let by_points = matches!(won_by, Some(WonBy::MostPoints | WonBy::Points(_)));
                assert_eq!(
                    ending.winners.is_empty(),
                    ending.reason.ends_with("rounds were played") && !by_points,
                    "{place}: {ending:?}"
                );
            }
        });
        assert!(rounds >= 1, "{place}");
    });
}
