//! Matches: every round played by an independent implementation, and laws over seeded matches.

mod settings;

use mancala::contest::Match;
use mancala::notation::cell_name;
use mancala::rules::model::{NobodyWon, Rules};
use mancala::ruleset::{Ruleset, readings, shipped};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::conformance::rules;

/// Option names of the recorded matches, and what they are called in the rule files.
const OPTIONS: &[(&str, &str)] =
    &[("empty", "empty-holes"), ("leftover", "surplus"), ("columns", "columns"), ("seeds", "seeds")];

fn settings(record: &Value) -> Vec<(String, String)> {
    let set = record["set"].as_object().expect("options");
    set.iter()
        .map(|(name, value)| {
            let ours = OPTIONS.iter().find(|(theirs, _)| theirs == name).expect("a known option").1;
            let value = match value.as_str() {
                Some("pot") => "to pot".to_owned(),
                Some(text) => text.to_owned(),
                None => value.to_string(),
            };
            (ours.to_owned(), value)
        })
        .collect()
}

fn drawn(rules: &Rules, seeds: &[i64]) -> Value {
    let rows: Vec<&[i64]> = seeds[..rules.board.holes()].chunks(rules.board.columns.value).rev().collect();
    json!(rows)
}

fn play(name: &str) {
    let path = format!("{}/tests/conformance/{name}-matches.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a file of matches");
    let mut rounds_played = 0;
    for (number, line) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let rules = rules(name, &settings(&record));
        let mut contest = Match::new(&rules, 100_000).expect("a match").expect("a round");
        let rounds = record["rounds"].as_array().expect("rounds");
        for (index, told) in rounds.iter().enumerate() {
            let place = format!("{name}, match {number}, round {}", index + 1);
            let game = contest.game().unwrap_or_else(|| panic!("{place}: {:?}", contest.ending()));
            assert_eq!(contest.round() as usize, index + 1, "{place}");
            assert_eq!(drawn(&rules, &game.shown().seeds), told["start"], "{place}: start");
            let closed: Vec<String> = (0..rules.board.holes())
                .filter(|cell| game.shown().closed[*cell])
                .map(|cell| cell_name(&rules.board, cell))
                .collect();
            let mut wanted: Vec<String> = serde_json::from_value(told["closed"].clone()).expect("holes");
            wanted.sort_by_key(|name| closed.iter().position(|closed| closed == name));
            assert_eq!(closed, wanted, "{place}: closed");
            assert_eq!(json!(game.position().to_move), told["first"], "{place}: who begins");
            assert_eq!(json!(contest.owned()), told["owned_before"], "{place}: owned before");
            if let Some(reserve) = told.get("reserve") {
                assert_eq!(json!(contest.reserve()), *reserve, "{place}: reserve");
            }
            if let Some(pot) = told.get("pot") {
                assert_eq!(json!(contest.pot()), *pot, "{place}: pot");
            }
            for (ply, played) in told["moves"].as_array().expect("moves").iter().enumerate() {
                assert_eq!(json!(contest.to_move()), played[0], "{place}, ply {}", ply + 1);
                contest
                    .play(played[1].as_str().expect("a move"))
                    .unwrap_or_else(|error| panic!("{place}, ply {}: {error}", ply + 1));
            }
            let game = contest.game().expect("the round");
            let ending = game.ending().unwrap_or_else(|| panic!("{place}: not over"));
            assert_eq!(ending.reason.contains("repeated position"), told["reason"] == "repetition", "{place}: reason");
            assert_eq!(drawn(&rules, &game.shown().seeds), told["final"], "{place}: closing board");
            assert_eq!(json!(game.captured()), told["captured"], "{place}: captured");
            contest.next_round().expect("the next round");
            assert_eq!(json!(contest.owned()), told["owned_after"], "{place}: owned after");
            rounds_played += 1;
        }
        let ending = contest.ending().unwrap_or_else(|| panic!("{name}, match {number}: not over"));
        let result = &record["result"];
        assert_eq!(json!(ending.winners), json!([result["winner"]]), "{name}, match {number}");
        assert_eq!(json!(ending.owned), result["owned"], "{name}, match {number}");
        assert_eq!(json!(ending.rounds), result["rounds"], "{name}, match {number}");
        if let Some(ases) = result.get("ases") {
            assert_eq!(json!(ending.points), *ases, "{name}, match {number}: points");
        }
    }
    assert!(rounds_played > 60, "{name}: rounds");
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
fn play_at_random<'r>(rules: &'r Rules, seed: u64, most_rounds: u32, mut look: impl FnMut(&Match<'r>)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut contest = Match::new(rules, most_rounds).expect("a match").expect("a round");
    let mut plies = 0;
    while contest.ending().is_none() {
        look(&contest);
        let legal = contest.legal();
        if legal.is_empty() {
            contest.next_round().expect("the next round");
        } else {
            contest.play(&legal[random.random_range(0..legal.len())]).expect("a legal move");
        }
        plies += 1;
        assert!(plies < 1_000_000, "the match does not end");
    }
    look(&contest);
}

/// All seeds of a match: on the board, in stores, reserves, the pot.
fn seeds(contest: &Match<'_>) -> i64 {
    if let Some(game) = contest.game() {
        let position = game.position();
        return position.seeds.iter().sum::<i64>() + position.pot + contest.reserve().iter().sum::<i64>();
    }
    match (contest.laying_out(), contest.ending()) {
        (Some(round), _) => {
            round.seeds.iter().sum::<i64>() + round.reserve.iter().sum::<i64>() + round.pot.iter().sum::<i64>()
        }
        (None, Some(ending)) => ending.owned.iter().sum(),
        (None, None) => 0,
    }
}

/// Every ruleset with a match, under each of its readings.
fn contests(look: impl Fn(&str, &Rules)) {
    for (name, _) in shipped() {
        let ruleset = Ruleset::shipped(name).expect("shipped").expect("without problems");
        for settings in readings(&ruleset.options) {
            let rules = ruleset.rules(&settings).expect("rules");
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
        let nobody = rules.contest.as_ref().map(|contest| contest.nobody_won.value);
        for seed in 0..20 {
            let mut before = total;
            play_at_random(rules, seed, 6, |contest| {
                let now = seeds(contest);
                assert!(contest.owned().iter().all(|owned| *owned >= 0), "{place}: {:?}", contest.owned());
                match nobody {
                    Some(NobodyWon::ToOwner) => assert_eq!(now, total, "{place}"),
                    _ => assert!(now <= before && now >= 0, "{place}: {now} after {before}"),
                }
                before = now;
            });
        }
    });
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
                assert_eq!(
                    ending.winners.is_empty(),
                    ending.reason.ends_with("rounds were played"),
                    "{place}: {ending:?}"
                );
            }
        });
        assert!(rounds >= 1, "{place}");
    });
}
