//! The engines written by hand for the benchmarks, against the known counts and the narrator.

#[path = "../../benches/by_hand/mod.rs"]
mod engines;

use engines::{Playouts, hus, hus_at_once, kalah, krur, oware};
use mancala_engine::engine::Engine;
use mancala_engine::game::Position;
use mancala_engine::game::cell_name;
use mancala_engine::narrator::{Narrator, Standing};
use mancala_rules::rules::model::Rules;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::conformance::rules;

/// Counts above this are not tried.
const MOST_NODES: u64 = crate::sized(200_000, 10_000_000);

fn counts(name: &str, perft: fn(u32) -> u64) {
    let path = format!("{}/tests/perft/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a file of counts");
    let line = text.lines().find(|line| !line.starts_with('#') && !line.contains(':')).expect("the default readings");
    assert_eq!(perft(0), 1, "{name}, depth 0");
    for (depth, wanted) in (1..).zip(line.split_whitespace()) {
        let wanted: u64 = wanted.parse().expect("a number");
        if wanted <= MOST_NODES {
            assert_eq!(perft(depth), wanted, "{name}, depth {depth}");
        }
    }
}

/// The holes that `from` allows and that are not empty, by columns.
fn candidates(rules: &Rules, position: &Position) -> Vec<usize> {
    let player = position.to_move;
    let holes = player * rules.board.columns.value..(player + 1) * rules.board.columns.value;
    holes.filter(|hole| position.seeds[*hole] > 0 && position.marks[*hole].is_nobody()).collect()
}

/// Plays random games with the narrator.
fn narrated(rules: &Rules, games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    let mut sums = Playouts::default();
    for _ in 0..games {
        let mut game = Narrator::new(rules).expect("a game");
        loop {
            let mut holes = candidates(rules, game.left());
            let legal = match game.standing() {
                Standing::ToMove(..) => game.legal(),
                Standing::Over(ending) if ending.reason != "no legal move" => break,
                _ => Vec::new(),
            };
            let mut chosen = None;
            while chosen.is_none() && !holes.is_empty() {
                let index = (u64::from(rng.next_u32()) * holes.len() as u64) >> 32;
                let name = cell_name(&rules.board, holes.remove(index as usize));
                chosen = legal.contains(&name).then_some(name);
            }
            if game.ending().is_some() {
                break;
            }
            game.play(&chosen.unwrap_or_else(|| "pass".to_owned())).expect("legal");
            sums.plies += 1;
        }
        let ending = game.ending().expect("over");
        for player in 0..2 {
            sums.scores[player] += ending.scores[player];
            sums.wins[player] += u64::from(ending.winners == [player]);
        }
    }
    sums
}

fn plays_as_narrated(name: &str, games: u64, playouts: fn(u64, &mut Xoshiro256PlusPlus) -> Playouts) {
    let rules = rules(name, &[]);
    for seed in 0..games {
        let (mut one, mut other) = (Xoshiro256PlusPlus::seed_from_u64(seed), Xoshiro256PlusPlus::seed_from_u64(seed));
        assert_eq!(playouts(1, &mut one), narrated(&rules, 1, &mut other), "{name}, seed {seed}");
        assert_eq!(one.next_u64(), other.next_u64(), "{name}, seed {seed}: as many numbers are drawn");
    }
    let (mut one, mut other) = (Xoshiro256PlusPlus::seed_from_u64(games), Xoshiro256PlusPlus::seed_from_u64(games));
    assert_eq!(playouts(games / 2, &mut one), narrated(&rules, games / 2, &mut other), "{name}, games in a row");
}

#[test]
fn krur_counts() {
    counts("krur", krur::perft);
}

#[test]
fn krur_plays_as_narrated() {
    plays_as_narrated("krur", 40, krur::playouts);
}

#[test]
fn oware_counts() {
    counts("oware", oware::perft);
}

#[test]
fn oware_plays_as_narrated() {
    plays_as_narrated("oware", 20, oware::playouts);
}

#[test]
fn kalah_counts() {
    counts("kalah", kalah::perft);
}

#[test]
fn kalah_plays_as_narrated() {
    plays_as_narrated("kalah", 40, kalah::playouts);
}

/// Compares the counts of an engine, and its random games with those of the tables.
fn agrees(name: &str, perft: fn(u32) -> u64, playouts: fn(u64, &mut Xoshiro256PlusPlus) -> Playouts) {
    counts(name, perft);
    let rules = rules(name, &[]);
    let start = Position::start(&rules);
    let (mut one, mut other) = (Xoshiro256PlusPlus::seed_from_u64(1), Xoshiro256PlusPlus::seed_from_u64(1));
    let by_hand = playouts(GAMES, &mut one);
    let tabled = Engine::new(rules, &start).playouts(&start, GAMES, &mut other).expect("games");
    assert_eq!((by_hand.plies, &by_hand.scores[..]), (tabled.plies, &tabled.scores[..]), "{name}");
    assert_eq!(by_hand.wins, tabled.won[..], "{name}");
    assert_eq!(one.next_u64(), other.next_u64(), "{name}: as many numbers are drawn");
}

/// Games that are compared.
const GAMES: u64 = crate::sized(50, 5000);

#[test]
fn hus_agrees() {
    agrees("hus", engines::hus::perft, engines::hus::playouts);
}

#[test]
fn um_el_bagara_agrees() {
    agrees("um-el-bagara", engines::um_el_bagara::perft, engines::um_el_bagara::playouts);
}

#[test]
fn toguz_kumalak_agrees() {
    agrees("toguz-kumalak", engines::toguz_kumalak::perft, engines::toguz_kumalak::playouts);
}

#[test]
fn pallanguzhi_agrees() {
    agrees("pallanguzhi", engines::pallanguzhi::perft, engines::pallanguzhi::playouts);
}

#[test]
fn mbothe_agrees() {
    agrees("mbothe", engines::mbothe::perft, engines::mbothe::playouts);
}

#[test]
fn omweso_agrees() {
    agrees("omweso", engines::omweso::perft, engines::omweso::playouts);
}

#[test]
fn mefuvha_agrees() {
    agrees("mefuvha", engines::mefuvha::perft, engines::mefuvha::playouts);
}

#[test]
fn bao_agrees() {
    agrees("bao-la-kiswahili", engines::bao::perft, engines::bao::playouts);
}

#[test]
fn games_of_hus_at_once_are_those_played_one_by_one() {
    // some of them have a turn that never ends
    let games = crate::sized(25, 1000);
    let chances: [_; hus_at_once::GAMES] = std::array::from_fn(|lane| Xoshiro256PlusPlus::seed_from_u64(lane as u64));
    let one_by_one = chances.clone().map(|mut chance| hus::playouts(games, &mut chance));
    assert_eq!(hus_at_once::playouts(games, chances), one_by_one);
}
