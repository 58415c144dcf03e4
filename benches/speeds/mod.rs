//! The table of speeds of all rulesets, as docs/performance.md shows it.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::Position;
use mancala_rules::rules::model::Rules;

use super::ByHand;

/// How long a series of random games should take.
const SERIES: Duration = Duration::from_millis(400);

/// How often all rulesets are measured in turn; the best of each counts, since a machine is only ever slowed down.
const PASSES: usize = 6;

/// The lines of the document between which the table stands.
const BEGIN: &str = "<!-- speeds: `cargo bench --bench speed -- --speeds` writes what follows -->\n";
const END: &str = "<!-- end of speeds -->\n";

/// Plies a second of `simulate`, in millions, on the current pool.
fn simulated(rules: &Arc<Rules>) -> f64 {
    let start = Position::start(rules);
    let engine = Engine::new(rules.clone(), &start);
    // beyond 1000 games most are played and not examined
    let mut games = 1500;
    loop {
        let series = Series { games, seed: 1, most_plies: 10_000 };
        let begun = Instant::now();
        let progress = Progress::until(begun + 4 * SERIES);
        let plies = engine.simulate(&start, &series, &progress).expect("games").plies;
        let time = begun.elapsed();
        if time > SERIES / 2 {
            return plies as f64 / time.as_secs_f64() / 1e6;
        }
        games = (games as f64 * (SERIES.as_secs_f64() / time.as_secs_f64()).min(100.0)) as u64;
    }
}

/// The model of the processor and the number of its cores, where the system tells them.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processor", |(_, model)| model.trim());
    format!("{model}, {cores} cores")
}

/// Measures all rulesets on one thread and writes the table into the document. `by_hand` gives the speed of an engine
/// written by hand, in millions of plies a second.
pub fn write(games: impl Iterator<Item = (&'static str, Arc<Rules>)>, by_hand: impl Fn(&str) -> Option<f64>) {
    let games: Vec<_> = games.collect();
    let mut rows: Vec<(&str, f64, Option<f64>)> = games.iter().map(|(game, _)| (*game, 0.0, by_hand(game))).collect();
    for _ in 0..PASSES {
        for ((game, rules), (_, best, _)) in games.iter().zip(&mut rows) {
            *best = simulated(rules).max(*best);
            println!("{game:<20}{best:>10.3}");
        }
    }
    rows.sort_by(|one, other| one.1.total_cmp(&other.1));
    let median = rows.get(rows.len() / 2).map_or(0.0, |row| row.1);
    let mut table = format!(
        "Measured on {}; one thread, random games of `simulate`, millions of plies a second, the \
         best of {PASSES}. The ruleset in the middle \
         makes {median:.1}.\n\n| ruleset | `simulate` | by hand | ratio |\n| --- | --- | --- | --- |\n",
        machine()
    );
    for (game, speed, hand) in &rows {
        let hand = hand.map_or(" | ".to_owned(), |hand| format!("{hand:.1} | {:.2}", speed / hand));
        let _ = writeln!(table, "| {game} | {speed:.3} | {hand} |");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/performance.md");
    let text = std::fs::read_to_string(path).expect("the document");
    let (before, rest) = text.split_once(BEGIN).expect("where the table begins");
    let (_, after) = rest.split_once(END).expect("where it ends");
    std::fs::write(path, format!("{before}{BEGIN}\n{table}\n{END}{after}")).expect("it can be written");
    println!("median {median:.2}, written to docs/performance.md");
}

/// Plies a second of an engine written by hand, in millions: the best of a few series.
pub fn speed(engine: &ByHand) -> f64 {
    let best = (0..5).map(|_| {
        let begun = Instant::now();
        let plies = (engine.playouts)(engine.games, &mut super::chance()).plies;
        plies as f64 / begun.elapsed().as_secs_f64() / 1e6
    });
    best.fold(0.0, f64::max)
}
