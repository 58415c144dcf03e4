//! The two readings of the rules, narrator and tables, agree: on every ruleset with every option, and on rule files
//! generated at random. `cargo test --release --test witness` goes on as long as one likes.

mod compare;

use std::time::{Duration, Instant};

use mancala_engine::engine::{Engine, Progress};
use mancala_engine::game::Position;
use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::ruleset::{Ruleset, readings};
use mancala_rules::source::Source;
use mancala_tools::drivers::perft::narrated;
use rayon::iter::{ParallelBridge, ParallelIterator};

use self::compare::{Effort, everything};
use crate::generator::{rules, shrink, tree_from_seed};
use crate::small::Small;

/// Rule files generated at random that are played.
const GENERATED: u64 = crate::sized(15, 200);

/// One of so many readings of a ruleset is compared, from the default ones on.
const STEP: usize = crate::sized(4, 1) as usize;

/// What is compared of every game.
const EFFORT: Effort = Effort { games: 1, plies: 80 };

#[test]
fn every_ruleset_under_every_option() {
    let compared = |(name, _)| {
        let ruleset = Ruleset::shipped(name).expect("it is well");
        let options = ruleset.rules().expect("rules").options.clone();
        let compared = (0..).zip(readings(&options)).step_by(STEP).map(|(seed, settings)| {
            let rules = ruleset.rules_under(&settings).expect("rules");
            everything(&rules, seed, EFFORT).unwrap_or_else(|difference| panic!("{name} {settings:?}: {difference}"))
        });
        compared.sum::<u64>()
    };
    // the longest test of all, and one of the last to begin
    let plies: u64 = crate::sampled().par_bridge().map(compared).sum();
    assert!(plies > crate::sized(1_000, 20_000), "only {plies} plies were compared");
}

/// Steps that go round the board thousands of times are not walked one by one.
#[test]
fn a_hole_with_many_seeds_leads_round_the_board_at_once() {
    let sections =
        "each seed, the first that fits {\n when makes at least 2 and as many back of c2 is empty -> capture here\n}";
    let rules = Small { seeds: "5000", sections, ..Small::default() }.rules();
    let start = position_text::parse(&rules.board, "0 0 29999 / 30000 0 0; to move South").expect("a position");
    let begun = Instant::now();
    let mut narrated = Game::narrated(&rules, start.clone()).expect("an answer");
    let mut tabled = Referee::Tables(Engine::new(rules.clone(), &start)).game(start).expect("an answer");
    assert!(narrated.play_nth(0).is_ok() && tabled.play_nth(0).is_ok());
    assert_eq!(narrated.left(), tabled.left());
    assert_eq!(narrated.left().seeds[..3], [5000; 3]);
    // walked step by step, that takes minutes
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn holes_that_are_closed_later_are_passed_over() {
    // the next hole that is not closed is lifted, or the one after it captured
    for game in ["bosh", "gabata-adegrat", "ali-guli-mane"] {
        let rules = Ruleset::shipped(game).expect("it is well").rules().expect("rules");
        let start = Position::start(&rules);
        let engine = Engine::new(&*rules, &start);
        for hole in 0..rules.board.holes() {
            let mut closed = start.clone();
            (closed.closed[hole], closed.seeds[hole]) = (true, 0);
            let mut told = narrated(&rules, &closed, 3, &Progress::default()).expect("an answer");
            let mut counted = engine.divide(&closed, 3, &Progress::default()).expect("an answer");
            counted.sort();
            told.sort();
            assert_eq!(counted, told, "{game}, {hole} closed");
        }
    }
}

#[test]
fn a_run_goes_on_over_a_hole_with_many_seeds() {
    let ruleset = Ruleset::shipped("bechi").expect("it is well");
    let settings = [("follow-up", "free"), ("columns", "3")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let rules = ruleset.rules_under(&settings).expect("rules");
    // b1 ends in c1, which makes 20; the next holes on the way hold 64 and other even numbers
    let text = "5 9 63 / 13 8 18; to move South; marks c2 North";
    let start = position_text::parse(&rules.board, text).expect("a position");
    let mut narrated = Game::narrated(&rules, start.clone()).expect("an answer");
    let mut tabled = Referee::Tables(Engine::new(rules.clone(), &start)).game(start).expect("an answer");
    let at = narrated.legal_names().iter().position(|name| name == "b1+").expect("it is legal");
    assert!(narrated.play_nth(at).is_ok() && tabled.play_nth(at).is_ok());
    assert_eq!(narrated.left().seeds.iter().max(), Some(&116));
    assert_eq!(narrated.left(), tabled.left());
}

#[test]
fn generated_rule_files() {
    let mut plies = 0;
    for seed in 0..GENERATED {
        let tree = tree_from_seed(seed);
        let Some(rules) = rules(&tree.current()) else { continue };
        match everything(&rules, seed, EFFORT) {
            Ok(more) => plies += more,
            Err(_) => {
                let fails = |sketch: &_| {
                    crate::generator::rules(sketch).is_some_and(|it| everything(&it, seed, EFFORT).is_err())
                };
                let smallest = shrink(tree, fails);
                let difference = crate::generator::rules(&smallest).map(|rules| everything(&rules, seed, EFFORT));
                panic!("seed {seed}: {difference:?}\n{smallest}");
            }
        }
    }
    assert!(plies > 40 * GENERATED, "only {plies} plies were compared");
}

#[test]
fn files_on_which_they_once_differed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witness/found");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let (seed, _) = name.split_once('-').expect("a seed stands before the name");
        let seed: u64 = seed.parse().expect("a seed");
        let text = std::fs::read_to_string(&path).expect("a text");
        let ruleset = Ruleset::read(Source::new(&name, &text)).expect("it is well");
        let rules = ruleset.rules().expect("rules");
        // the seed says which positions and moves are looked at
        let first = seed & !3;
        let seeds = if cfg!(debug_assertions) { seed..seed + 1 } else { first..first + 4 };
        for seed in seeds {
            everything(&rules, seed, EFFORT).unwrap_or_else(|difference| panic!("{name}: {difference}"));
        }
        files += 1;
    }
    assert!(files >= 9);
}

/// Sections and laps in which the same conditions apply share the entries of a table, unless effects tell them apart.
#[test]
fn an_effect_may_depend_on_the_section_and_the_lap() {
    let section = " from: own holes\n direction: counterclockwise\n begin: lift here, sow after here\n";
    let text = format!(
        "game \"Sections\" {{\n}}\n\nboard {{\n rows: 2\n columns: 5\n side: row\n seeds: 3\n}}\n\n\
         move rare when own store holds 6 {{\n{section}}}\n\
         move early when own store holds at most 5 {{\n{section}}}\nmove late {{\n{section}}}\n\
         sowing {{\n endless: illegal\n}}\n\nlast seed, the first that fits {{\n\
         when move is rare and 2nd lap and makes 5 -> end turn\n\
         when makes 2 -> capture opponent's holes where (move is early and holds 3), end turn\n\
         when makes 3 -> capture holes where (1st lap and holds 2), end turn\n\
         when was occupied -> lift here, sow after here\n otherwise -> end turn\n}}\n\n\
         before turn, the first that fits {{\n when no legal move -> each player captures own holes, game over\n\
         otherwise -> play\n}}\n\neach player scores: seeds in own store\n"
    );
    let rules = Ruleset::read(Source::new("sections", &text)).expect("it is well").rules().expect("rules");
    for seed in 0..12 {
        everything(&rules, seed, EFFORT).unwrap_or_else(|difference| panic!("{difference}"));
    }
}
