//! How fast the tables play, beside engines written by hand for one game, in the same run.
//!
//! ```text
//! cargo bench --package mancala-bench
//! cargo bench --package mancala-bench -- --speeds
//! ```
//!
//! Besides criterion's own report it prints, for each game with an engine written by hand, the speed of the tables
//! divided by that of this engine; what it brings to play many games at once; and what two threads bring over one. With
//! `--speeds` it measures `simulate` for all rulesets instead and writes the table of docs/performance.md.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench stops where something is wrong"
)]

mod speeds;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::Position;
use mancala_engine::solver::{Solver, Trust, Values};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_rules::source::Source;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games with the number of plies to which their sequences are counted.
const GAMES: [(&str, u32); 6] =
    [("krur", 11), ("oware", 8), ("kalah", 8), ("um-ed-dyar", 7), ("hus", 5), ("toguz-kumalak", 5)];

/// Games that are played in one measurement: endless rounds are found in the first of them.
const PLAYOUTS: u64 = 10_000;

/// How often the two engines of a game are measured in turn; the best of each counts, since a machine is only ever
/// slowed down.
const TURNS: usize = 15;

/// How long one thread plays the series that shows what two bring, at least.
const LONG_SERIES: Duration = Duration::from_millis(300);

/// Games that follow one another in each lane where many are played at once.
const GAMES_IN_LANE: u64 = 500;

/// An engine written by hand.
struct ByHand {
    game: &'static str,
    depth: u32,
    perft: fn(u32) -> u64,
    playouts: fn(u64, &mut Xoshiro256PlusPlus) -> by_hand::Playouts,
    /// Number of games in one measurement.
    games: u64,
}

/// An engine written by hand, with the depth of its count and the number of its games.
macro_rules! by_hand {
    ($name:ident, $game:literal, $depth:literal, $games:literal) => {
        ByHand {
            game: $game,
            depth: $depth,
            perft: by_hand::$name::perft,
            playouts: by_hand::$name::playouts,
            games: $games,
        }
    };
}

const BY_HAND: [ByHand; 11] = [
    // endless rounds are found in the first of the games
    by_hand!(krur, "krur", 14, 10_000),
    by_hand!(oware, "oware", 11, 10_000),
    by_hand!(kalah, "kalah", 11, 10_000),
    by_hand!(hus, "hus", 7, 2000),
    by_hand!(um_el_bagara, "um-el-bagara", 11, 2000),
    by_hand!(toguz_kumalak, "toguz-kumalak", 8, 2000),
    by_hand!(pallanguzhi, "pallanguzhi", 10, 2000),
    by_hand!(mbothe, "mbothe", 9, 500),
    by_hand!(omweso, "omweso", 7, 500),
    by_hand!(mefuvha, "mefuvha", 4, 200),
    by_hand!(bao, "bao-la-kiswahili", 12, 200),
];

fn rules(game: &str) -> Arc<Rules> {
    Ruleset::shipped(game).expect("it is well").rules().expect("rules")
}

fn chance() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1)
}

fn sequences(engine: &Engine, start: &Position, depth: u32) -> u64 {
    let branches = engine.divide(start, depth, &Progress::default()).expect("a count");
    branches.iter().map(|(_, sequences)| sequences).sum()
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// The time that something takes.
fn timed(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

fn tables(criterion: &mut Criterion) {
    let one = pool(1);
    for (game, depth) in GAMES {
        let rules = rules(game);
        let engine = Engine::new(rules.clone(), &Position::start(&rules));
        let start = Position::start(&rules);
        let plies = engine.playouts(&start, PLAYOUTS, &mut chance()).expect("games").plies;
        let mut group = criterion.benchmark_group("tables");
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        group.throughput(Throughput::Elements(plies));
        group.bench_function(BenchmarkId::new("playouts", game), |bencher| {
            bencher.iter(|| engine.playouts(&start, PLAYOUTS, &mut chance()));
        });
        group.throughput(Throughput::Elements(one.install(|| sequences(&engine, &start, depth))));
        group.bench_function(BenchmarkId::new("perft", game), |bencher| {
            bencher.iter(|| one.install(|| sequences(&engine, &start, black_box(depth))));
        });
        group.finish();
    }
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("from text to tables");
    group.sample_size(20).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
    for (name, text) in shipped_texts() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let ruleset = Ruleset::read(Source::new(name, black_box(text))).expect("it is well");
                let rules = ruleset.rules().expect("rules");
                black_box(Engine::new(rules.clone(), &Position::start(&rules)));
            });
        });
    }
    group.finish();
}

/// Um ed-Dyar with 32 seeds is solved up to so many in play.
const SOLVED_SEEDS: usize = 22;

/// Positions solved on all cores, all passes over their layers counted in.
fn solving(criterion: &mut Criterion) {
    let settings = [("columns", "4"), ("seeds", "4")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let rules = Ruleset::shipped("um-ed-dyar").expect("it is well").rules_under(&settings).expect("rules");
    let solver = Solver::new(&rules, Some(SOLVED_SEEDS), Trust::Games).expect("it can be solved");
    let mut group = criterion.benchmark_group("positions solved");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(10));
    group.throughput(Throughput::Elements(solver.needs(SOLVED_SEEDS, 1).positions));
    group.bench_function("um-ed-dyar with 32 seeds", |bencher| {
        bencher.iter(|| {
            let mut values = Values::new(solver.layers().len());
            for layer in 0..solver.layers().len() {
                let solved = solver.solve(layer, &values, usize::MAX, &Progress::default()).expect("solved");
                values.put(layer, solved);
            }
            values
        });
    });
    group.finish();
}

/// Prints what is measured of the tables beside the engines written by hand. Both must have counted the same.
fn compare() {
    println!("\n                                tables     by hand    ratio   (millions a second, one core)");
    let one = pool(1);
    for by_hand in &BY_HAND {
        let rules = rules(by_hand.game);
        let engine = Engine::new(rules.clone(), &Position::start(&rules));
        let start = Position::start(&rules);
        let tabled = engine.playouts(&start, by_hand.games, &mut chance()).expect("games");
        let played = (by_hand.playouts)(by_hand.games, &mut chance());
        let tabled_games = (tabled.plies, &tabled.scores[..], &tabled.won[..]);
        assert_eq!(tabled_games, (played.plies, &played.scores[..], &played.wins[..]), "{}", by_hand.game);
        let nodes = one.install(|| sequences(&engine, &start, by_hand.depth));
        assert_eq!(nodes, (by_hand.perft)(by_hand.depth), "{}", by_hand.game);
        // most games of a long series are played many at once
        let series = Series { games: (10 * by_hand.games).max(20_000), seed: 1, most_plies: 10_000 };
        let simulated = || one.install(|| engine.simulate(&start, &series, &Progress::default())).expect("games").plies;
        let plies = simulated();
        let (mut tables, mut hand) = ([Duration::MAX; 3], [Duration::MAX; 2]);
        for _ in 0..TURNS {
            tables[2] = tables[2].min(timed(|| {
                black_box(simulated());
            }));
            tables[0] = tables[0].min(timed(|| {
                let _ = black_box(engine.playouts(&start, by_hand.games, &mut chance()));
            }));
            hand[0] = hand[0].min(timed(|| {
                let _ = black_box((by_hand.playouts)(by_hand.games, &mut chance()));
            }));
            tables[1] = tables[1].min(timed(|| {
                black_box(one.install(|| sequences(&engine, &start, black_box(by_hand.depth))));
            }));
            hand[1] = hand[1].min(timed(|| {
                black_box((by_hand.perft)(black_box(by_hand.depth)));
            }));
        }
        for (what, counts, at) in [
            ("simulate", [plies, played.plies], [2, 0]),
            ("playouts", [tabled.plies, played.plies], [0, 0]),
            ("perft", [nodes; 2], [1, 1]),
        ] {
            let speed = |count: u64, time: Duration| count as f64 / time.as_secs_f64() / 1e6;
            let (tables, hand) = (speed(counts[0], tables[at[0]]), speed(counts[1], hand[at[1]]));
            println!("{:>16} {what:<9}{tables:>12.1}{hand:>12.1}{:>9.2}", by_hand.game, tables / hand);
        }
    }
    at_once();
    println!("\n                  one thread    two threads    ratio   (millions of plies a second, simulate)");
    for (game, _) in GAMES {
        let rules = rules(game);
        let engine = Engine::new(rules.clone(), &Position::start(&rules));
        let start = Position::start(&rules);
        let mut series = Series { games: 20_000, seed: 1, most_plies: 10_000 };
        let simulated = |threads: usize, series: &Series| {
            let pool = pool(threads);
            let mut plies = 0;
            let mut time = Duration::MAX;
            for _ in 0..3 {
                time = time.min(timed(|| {
                    let tally = pool.install(|| engine.simulate(&start, series, &Progress::default()));
                    plies = tally.expect("games").plies;
                }));
            }
            (plies as f64 / time.as_secs_f64() / 1e6, time)
        };
        let (mut one, mut time) = simulated(1, &series);
        while time < LONG_SERIES {
            series.games *= 4;
            (one, time) = simulated(1, &series);
        }
        let (two, _) = simulated(2, &series);
        println!("{game:>16}{one:>12.1}{two:>15.1}{:>9.2}", two / one);
    }
}

/// Prints how fast games are that are played at once, by hand, beside the same games one after another.
fn at_once() {
    let chances: [_; by_hand::hus_at_once::GAMES] =
        std::array::from_fn(|lane| Xoshiro256PlusPlus::seed_from_u64(lane as u64));
    let one_by_one = || chances.clone().map(|mut chance| by_hand::hus::playouts(GAMES_IN_LANE, &mut chance));
    let played = one_by_one();
    assert_eq!(by_hand::hus_at_once::playouts(GAMES_IN_LANE, chances.clone()), played);
    let plies: u64 = played.iter().map(|lane| lane.plies).sum();
    let mut times = [Duration::MAX; 2];
    for _ in 0..TURNS {
        times[0] = times[0].min(timed(|| {
            black_box(by_hand::hus_at_once::playouts(GAMES_IN_LANE, black_box(chances.clone())));
        }));
        times[1] = times[1].min(timed(|| {
            black_box(one_by_one());
        }));
    }
    let [at_once, alone] = times.map(|time| plies as f64 / time.as_secs_f64() / 1e6);
    println!("\n                               at once  one by one    ratio   (millions of plies a second, by hand)");
    println!("{:>16} {:<9}{at_once:>12.1}{alone:>12.1}{:>9.2}", "hus", "playouts", at_once / alone);
}

fn main() {
    if std::env::args().any(|argument| argument == "--speeds") {
        let games = shipped_texts().map(|(game, _)| (game, rules(game)));
        let by_hand = |game: &str| BY_HAND.iter().find(|engine| engine.game == game).map(speeds::speed);
        return pool(1).install(|| speeds::write(games, by_hand));
    }
    let mut criterion = Criterion::default().configure_from_args();
    tables(&mut criterion);
    reading(&mut criterion);
    solving(&mut criterion);
    criterion.final_summary();
    // `cargo test --benches` only wants to know whether it runs
    if !std::env::args().any(|argument| argument == "--test") {
        compare();
    }
}
