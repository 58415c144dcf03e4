//! The whole path from bytes to games: read, told, explained, compiled, counted, played.
//!
//! Nothing here may panic, whatever the bytes are. Turns have bounds of their own in the library; how many of them are
//! played is bounded here.

use mancala_tools::checks::Checks;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use mancala_engine::contest::Match;
use mancala_engine::engine::{Engine, Progress};
use mancala_engine::game::{IllegalMove, Position, tell};
use mancala_engine::narrator;
use mancala_engine::play::Referee;
use mancala_rules::chance::{choice, generator};
use mancala_rules::problem::render;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::{Ruleset, readings};
use mancala_rules::source::Source;

/// How far a text came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reached {
    /// Whether it had no problems.
    pub sound: bool,
    /// Plies that were played.
    pub plies: u64,
}

/// Of so many readings of a file games are played.
const READINGS: usize = 3;
/// Plies of a game, and of a match.
const PLIES: u64 = 40;
/// A match is cut after so many rounds.
const ROUNDS: u32 = 4;
/// No further ply is played after so long; a single turn may take a part of a second.
const PATIENCE: Duration = Duration::from_millis(200);
/// Sequences of two plies are counted where there are no more first ones.
const MOST_FIRST: usize = 24;

/// Sequences are counted by one thread.
static ONE_THREAD: LazyLock<rayon::ThreadPool> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread"));

/// Goes the whole path.
pub fn walk(bytes: &[u8], seed: u64) -> Reached {
    let text = String::from_utf8_lossy(bytes);
    let ruleset = match Ruleset::checked(Source::new("fuzzed.mancala", &text)) {
        Ok(ruleset) => ruleset,
        Err(error) => {
            assert!(!error.problems.is_empty(), "a file is refused and nothing is told");
            let told = render(&error.problems, &error.source, false, 80);
            assert!(!told.is_empty() && told.len() < 200_000, "{} bytes are told", told.len());
            return Reached::default();
        }
    };
    let mut reached = Reached { sound: true, plies: 0 };
    let differences = ruleset.examples().expect("readings of examples are checked");
    assert!(differences.iter().all(|run| run.differences.iter().all(|difference| !difference.expected.is_empty())));
    for (nth, settings) in readings(ruleset.options()).iter().enumerate() {
        // whatever reading is chosen: a file without problems has rules
        let rules = ruleset.rules_under(settings).unwrap_or_else(|error| panic!("{settings:?}: {error}: {error:?}"));
        if nth < READINGS {
            reached.plies += played(&ruleset, &rules, seed);
        }
    }
    reached
}

/// Explains, compiles, counts and plays one reading.
fn played(ruleset: &Ruleset, rules: &Arc<Rules>, seed: u64) -> u64 {
    let source = &ruleset.source;
    assert!(!ruleset.account(rules).text().is_empty());
    let start = Position::start(rules);
    let engine = Engine::new(rules.clone(), &start);
    let players: Vec<usize> = (0..rules.board.players.value).collect();
    let overview = engine.overview(source, &players);
    assert!(serde_json::to_string(&overview).is_ok_and(|printed| !printed.is_empty()));
    // of turns that each come near the most laps there are only so many that one can wait for
    let begun = Instant::now();
    let first = narrator::Narrator::from_position(&**rules, start.clone());
    if begun.elapsed() > PATIENCE {
        return 0;
    }
    if first.is_ok_and(|game| game.legal().len() <= MOST_FIRST) {
        // a fault is an answer: it has a place and says what the file lacks
        let _ = ONE_THREAD.install(|| engine.divide(&start, 2, &Progress::default()));
    }
    let plies = game(Referee::Tables(engine.clone()), source, &start, seed);
    let told = game(Referee::narrator(rules), source, &start, seed);
    plies + told + contest(Referee::Tables(engine), seed) + contest(Referee::narrator(rules), seed)
}

/// Plays a game at random; the narrator tells it.
fn game(referee: Referee, source: &Source, start: &Position, seed: u64) -> u64 {
    let Ok(mut game) = referee.game(start.clone()) else { return 0 };
    let (mut chance, begun) = (generator(seed, 0), Instant::now());
    for ply in 0..PLIES {
        if game.is_over() || begun.elapsed() > PATIENCE {
            return ply;
        }
        assert_eq!(game.choices(), game.legal_moves().len());
        if game.play_nth(choice(game.choices(), &mut chance)).is_err() {
            return ply;
        }
        assert!(tell(&game.take_events(), referee.rules(), source).iter().all(|line| !line.is_empty()));
        assert_eq!(game.captured().len(), referee.rules().board.players.value);
    }
    PLIES
}

/// Plays a match at random, if there is one.
fn contest(referee: Referee, seed: u64) -> u64 {
    let Some(Ok(mut contest)) = Match::with(referee, ROUNDS) else { return 0 };
    let (mut chance, begun) = (generator(seed, 1), Instant::now());
    for ply in 0..PLIES * u64::from(ROUNDS) {
        if contest.ending().is_some() || begun.elapsed() > PATIENCE {
            return ply;
        }
        let played = match contest.choices() {
            0 => contest.next_round().map_err(IllegalMove::Fault),
            choices => contest.play_nth(choice(choices, &mut chance)),
        };
        if played.is_err() {
            return ply;
        }
    }
    PLIES * u64::from(ROUNDS)
}
