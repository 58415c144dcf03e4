//! The generator of rule files: what it gives is accepted, holds all that the model has, can be played, and shrinks.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mancala_engine::contest::Match;
use mancala_engine::game::IllegalMove;
use mancala_engine::narrator::Narrator;
use mancala_rules::rules::model::{Across, Change, Effect, Fact, Happened, Outcome, Property, Relation, Rule, Rules};
use mancala_rules::rules::vocabulary::{Entry, Meaning, rows};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::generator::census::Census;
use crate::generator::{Sketch, read, rules, shrink, sketch_from_seed, sketches, tree_from_seed};

/// So many sketches are read.
const READ: u64 = 600;
/// So many games are played.
const PLAYED: u64 = crate::sized(15, 100);
/// So many plies of each.
const PLIES: usize = 60;
/// A game of which a move takes long is left; that the narrator is slow says nothing against a file.
const PATIENCE: Duration = Duration::from_millis(100);

/// What the rules of accepted sketches must hold, as the census names it.
#[rustfmt::skip]
const WANTED: &[(&str, &[&str])] = &[
    ("Action", &["may"]),
    ("Amount", &["Half", "InMatch", "Number", "NumberOf", "SeedsIn", "StartingSeeds"]),
    ("Board", &[
        "rows 1", "rows 2", "rows 3", "rows 4", "rows 5", "rows 6", "players 1", "players 2", "players 3", "players 4", "players 5", "players 6",
        "columns 1", "columns 2", "columns 3", "columns 4", "columns 5", "columns 6", "columns 7", "columns 8",
        "columns 9", "columns 10", "columns 11", "columns 12",
        "mark", "marked_at_start", "marks_by_each", "seeds_in_ends", "seeds_in_stores",
    ]),
    ("ClockwiseTrack", &["Backwards", "Listed", "ListedForEach", "Mirrored"]),
    ("Condition", &[
        "All", "And", "AnotherLeaves", "Constant", "Count", "Drawn", "Fact", "Holds", "Is", "Lap", "LapGoes", "Makes", "MoveIs", "MoverIs", "Not",
        "Or", "Some", "Turn", "WasEmpty",
    ]),
    ("Constant", &["false", "true"]),
    ("Contest", &["most_rounds"]),
    ("Direction", &["AsLast", "Either", "One", "PerPlayer"]),
    ("Effect", &["Capture", "Lift", "Place", "PlaceAll", "Points", "To"]),
    ("EmptyHoles", &["Closed", "ClosedForGood", "ClosedOnBothSides", "FilledByOpponent", "Open"]),
    ("Endless", &["EndTurn", "Illegal", "MoverLoses"]),
    ("Ends", &["Nobodys", "None", "Stores"]),
    ("Fill", &["Anew", "AsEachPlayerChooses", "AsLoserChooses", "FromOwnLeft", "FromOwnRight"]),
    ("Fixed", &["End", "Inner", "Outer", "Place"]),
    ("HoleSet", &["Any", "Ends", "Holes", "Named", "One", "Related", "Run", "Store", "Union", "Where"]),
    ("Keeper", &["Mover", "Starter"]),
    ("LapGoes", &["Clockwise", "Counterclockwise"]),
    ("LastHole", &["AnyNumber", "Borrowed", "EvenNumber", "FullOnly", "LockedUntilFull"]),
    ("Layout", &["Drawn", "EachPlayer", "Uniform"]),
    ("Lift", &["all", "some"]),
    ("List", &["after_refilling", "after_turn", "before_turn", "begin", "each_seed", "last_seed"]),
    ("Marker", &["Anybody", "Him", "Mover", "Opponent"]),
    ("MoveRules", &["always", "several", "when"]),
    ("NextStarter", &["Alternate", "ByLot", "LastMover", "Loser", "Same", "Winner"]),
    ("NobodyWon", &["ToNobody", "ToOwner", "ToPot"]),
    ("NobodysHoles", &["Empty", "Keep"]),
    ("NumberSet", &["AtLeast", "AtMost", "Even", "Exactly", "FewerThan", "List", "MoreThan", "Odd", "Range"]),
    ("One", &["Here", "Named", "Origin", "Related", "Tested"]),
    ("Outcome", &["none"]),
    ("Place", &["a number", "counted", "from hand", "from store"]),
    ("Points", &["EachPlayer", "Mover", "Opponent", "Owner", "Starter"]),
    ("Property", &["Empty", "Fixed", "Happened", "In", "Marked", "Nobodys", "Occupied", "Opponents", "Own"]),
    ("Relation", &["Across", "Ahead", "Back"]),
    ("Rules", &["claims", "repeated", "skip"]),
    ("Run", &["ahead", "any number", "at most", "back", "by 1", "by more"]),
    ("Score", &["NumberOf", "SeedsIn", "nothing"]),
    ("Side", &["Columns", "Holes", "Listed", "Rows"]),
    ("Sow", &["after", "into", "one by one", "several"]),
    ("Steps", &["Held", "Number"]),
    ("Surplus", &["Pot", "Reserve", "Store"]),
    ("Track", &["Listed", "ListedForEach", "Loop", "OwnSide"]),
    ("Turning", &["Reversed", "To"]),
    ("Way", &["Clockwise", "Counterclockwise"]),
    ("Whose", &["Opponents", "Own"]),
    ("WonBy", &["LastPlayerLeft", "MostPoints", "Points", "a rule"]),
];

/// The rows of words that stand for something by themselves.
fn words() -> impl Iterator<Item = &'static Entry> {
    rows(|meaning| match meaning {
        Meaning::Noun(set) => set.is_some(),
        Meaning::Relative(relation) => relation.is_some(),
        Meaning::Property(property) => property.is_some(),
        Meaning::Amount(amount) => amount.is_some(),
        Meaning::Fact(fact) => fact.is_some(),
        Meaning::Effect(change) => change.is_some(),
        Meaning::Outcome(outcome) => outcome.is_some(),
        Meaning::Hole(_) | Meaning::Player(_) => true,
        Meaning::Section(_) | Meaning::Setting(_) | Meaning::Value | Meaning::Structure => false,
    })
}

#[test]
fn no_two_words_stand_for_one_thing_and_all_of_a_kind_have_one() {
    for entry in words() {
        let same: Vec<&str> = words().filter(|other| other.meaning == entry.meaning).map(Entry::word).collect();
        assert_eq!(same, [entry.word()]);
    }
    let said = |wanted: Meaning<'_>| words().any(|entry| entry.meaning == wanted);
    let (happened, facts, across) = (Happened::ALL, Fact::ALL, Across::ALL);
    assert!(happened.iter().all(|happened| said(Meaning::Property(Some(&Property::Happened(*happened))))));
    assert!(facts.iter().all(|fact| said(Meaning::Fact(Some(*fact)))));
    assert!(across.iter().all(|across| said(Meaning::Relative(Some(Relation::Across(*across))))));
    for entry in words() {
        // whoever keeps something for each of a kind finds it by its place among all
        match entry.meaning {
            Meaning::Property(Some(Property::Happened(one))) => assert_eq!(happened.get(*one as usize), Some(one)),
            Meaning::Fact(Some(fact)) => assert_eq!(facts.get(fact as usize), Some(&fact)),
            Meaning::Relative(Some(Relation::Across(one))) => assert_eq!(across.get(one as usize), Some(&one)),
            _ => {}
        }
    }
}

#[test]
fn most_sketches_are_accepted_and_hold_all_of_the_model() {
    let mut census = Census::default();
    let mut accepted = 0;
    let mut refused: BTreeMap<String, (u64, usize)> = BTreeMap::new();
    for seed in 0..READ {
        match read(&sketch_from_seed(seed)) {
            Ok(rules) => {
                accepted += 1;
                census.count(&rules);
            }
            Err(problems) => {
                for problem in problems {
                    let what = format!("{}: {}", problem.code.name(), problem.message);
                    refused.entry(what).or_insert((seed, 0)).1 += 1;
                }
            }
        }
    }
    let mut refused: Vec<(usize, u64, String)> =
        refused.into_iter().map(|(what, (seed, times))| (times, seed, what)).collect();
    refused.sort_unstable_by(|one, other| other.cmp(one));
    refused.truncate(10);
    assert!(accepted * 100 >= READ * 80, "{accepted} of {READ} are accepted; refused (times, seed, why): {refused:#?}");

    let variants = || WANTED.iter().flat_map(|(kind, names)| names.iter().map(move |name| format!("{kind}::{name}")));
    let wanted = || variants().chain(words().map(|entry| format!("Word::{}", entry.word())));
    let missing: Vec<String> = wanted().filter(|name| !census.found.contains_key(name)).collect();
    assert!(missing.is_empty(), "no sketch holds {missing:?}");
    let unknown: Vec<&String> = census.found.keys().filter(|found| wanted().all(|name| name != **found)).collect();
    assert!(unknown.is_empty(), "the list of what is wanted lacks {unknown:?}");
}

/// How a game at random went.
#[derive(Debug)]
enum Went {
    /// It was over, or went on for all its plies.
    Well,
    /// It was left because a move took long.
    Slow,
    /// So many plies were played before the rule file gave no answer.
    Fault(usize),
}

/// Plays with `next` until it says that all is over.
fn play(seed: u64, mut next: impl FnMut(&mut Xoshiro256PlusPlus) -> Result<bool, IllegalMove>) -> Went {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let begun = Instant::now();
    for ply in 0..PLIES {
        match next(&mut random) {
            Ok(true) if begun.elapsed() > PATIENCE => return Went::Slow,
            Ok(true) => {}
            Ok(false) => return Went::Well,
            Err(IllegalMove::Fault(_)) => return Went::Fault(ply),
            Err(refused) => panic!("a legal move is refused: {refused}"),
        }
    }
    Went::Well
}

fn play_game(rules: &Rules, seed: u64) -> Went {
    let Ok(mut game) = Narrator::new(rules) else { return Went::Fault(0) };
    play(seed, |random| {
        let moves = game.legal().len();
        if moves > 0 {
            game.play_nth(random.random_range(0..moves))?;
        }
        Ok(moves > 0)
    })
}

fn play_match(rules: &Arc<Rules>, seed: u64) -> Option<Went> {
    let Ok(mut game) = Match::new(rules, 20)? else { return Some(Went::Fault(0)) };
    let went = play(seed, |random| {
        let legal = game.legal_names();
        if game.ending().is_some() {
            return Ok(false);
        }
        if legal.is_empty() {
            game.next_round()?;
        } else {
            game.play_named(&legal[random.random_range(0..legal.len())])?;
        }
        Ok(true)
    });
    Some(went)
}

#[test]
fn most_games_are_played() {
    let (mut all, mut well) = (0, 0);
    let mut went_wrong = Vec::new();
    for seed in 0..PLAYED {
        let sketch = sketch_from_seed(seed);
        let Some(rules) = rules(&sketch) else { continue };
        let played = catch_unwind(AssertUnwindSafe(|| (play_game(&rules, seed), play_match(&rules, seed))));
        let Ok((game, _)) = played else { panic!("the narrator panics in the game of seed {seed}:\n{sketch}") };
        all += 1;
        match game {
            Went::Well | Went::Slow => well += 1,
            Went::Fault(plies) if plies >= 10 => well += 1,
            Went::Fault(plies) => went_wrong.push((seed, plies)),
        }
    }
    assert!(
        well * 100 >= all * 60,
        "{well} of {all} games are played for ten plies or to an end; seeds and plies of the others: {went_wrong:?}"
    );
}

/// Whether a rule of `last seed` marks a hole.
fn marks(sketch: &Sketch) -> bool {
    let marks = |rule: &Rule| rule.value.effects.iter().any(|effect| matches!(effect, Effect::To(Change::Mark, _)));
    rules(sketch).is_some_and(|rules| rules.last_seed.iter().any(marks))
}

#[test]
fn sketches_shrink_to_small_files() {
    for seed in (0..READ).filter(|seed| marks(&sketch_from_seed(*seed))).take(4) {
        let small = shrink(tree_from_seed(seed), marks);
        let text = small.to_string();
        assert!(marks(&small), "what was shrunk is no longer what was looked for:\n{text}");
        assert!(text.len() < 700, "seed {seed}: {} bytes are left:\n{text}", text.len());
    }
}

#[test]
fn the_same_seed_gives_the_same_sketch() {
    for seed in 0..20 {
        assert_eq!(sketch_from_seed(seed).to_string(), tree_from_seed(seed).current().to_string());
    }
}

proptest! {
    #![proptest_config(crate::tries(50))]

    #[test]
    fn accepted_sketches_decide_every_case(sketch in sketches()) {
        if let Some(rules) = rules(&sketch) {
            prop_assert!(rules.last_seed.last().is_some_and(|rule| rule.value.outcome.is_some()));
            prop_assert!(rules.before_turn.iter().any(|rule| rule.value.outcome == Some(Outcome::Play)));
        }
    }
}
