//! What is proved of rules: the shipped rulesets decide everything, and nothing that play shows was proved impossible.

use mancala_tools::checks::Checks;
use std::time::Instant;

use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::Position;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::{Ruleset, readings, shipped_texts};
use mancala_rules::source::Source;
use mancala_tools::examples;
use mancala_tools::proof::{Can, Situations, Unlooked, Why, never_applying, situations};
use rayon::prelude::*;

mod claims;

use crate::generator::{rules, sketch_from_seed};

/// So many rule files made at random are looked at.
const MADE: u64 = 600;

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn the_shipped_rulesets_are_proved() {
    shipped_texts().collect::<Vec<_>>().par_iter().for_each(|(name, _)| {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let proof = ruleset.prove();
        assert_eq!((proof.problems, proof.unproved), (Vec::new(), Vec::new()), "{name}");
    });
}

/// Progress of work whose time is over.
fn over() -> Progress {
    Progress::until(Instant::now())
}

/// What was not looked at in time can be anything, but nothing is told that is wrong.
#[test]
fn situations_that_are_not_looked_at_in_time_are_open() {
    for name in ["oware", "krur"] {
        let rules = Ruleset::shipped(name).expect("a ruleset").rules().expect("rules");
        let late = situations(&rules, &over()).expect("not too many numbers");
        let all = situations(&rules, &Progress::default()).expect("not too many numbers");
        assert!(late.late.is_some() && all.late.is_none(), "{name}");
        let each = |found: &Situations| found.lists.iter().flat_map(|list| list.rules.clone()).collect::<Vec<_>>();
        for (late, full) in each(&late).iter().zip(&each(&all)) {
            let is_open = matches!(late.can, Can::Perhaps);
            assert!(is_open || matches!((&late.can, &full.can), (Can::Not, Can::Not)), "{name}: {}", late.said);
        }
        assert!(late.lists.iter().all(|list| list.overlaps.is_empty() && list.grid.is_none()), "{name}");
    }
}

/// No rule that applies in games was proved never to apply.
fn agree(place: &str, rules: &Rules) {
    let dead = never_applying(rules);
    if dead.is_empty() {
        return;
    }
    let engine = Engine::new(rules, &Position::start(rules));
    let series = Series { games: 20, seed: 7, most_plies: 60 };
    let Ok(tally) = engine.simulate(&Position::start(rules), &series, &Progress::default()) else { return };
    for (number, times) in tally.applied.iter().enumerate() {
        let Some(rule) = engine.rule(number).filter(|_| *times > 0) else { continue };
        assert!(!dead.contains(&rule.span), "`{}` was proved never to apply, and applied: {place}", rule.said);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn what_play_shows_is_never_proved_impossible() {
    crate::sampled().collect::<Vec<_>>().par_iter().for_each(|(name, _)| {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        for settings in readings(ruleset.options()).iter().take(2) {
            agree(name, &ruleset.rules_under(settings).expect("rules"));
        }
    });
    (0..MADE).into_par_iter().for_each(|seed| {
        if let Some(rules) = rules(&sketch_from_seed(seed)) {
            agree(&sketch_from_seed(seed).to_string(), &rules);
        }
    });
}

/// A file with this list for the last seed.
fn game(last_seed: &str) -> Source {
    let text = format!(
        "game \"Test\" {{\n}}\n\nboard {{\n  rows: 2\n  columns: 3\n  seeds: 3\n  side: row\n}}\n\n\
         move {{\n  from: own holes\n  direction: counterclockwise\n  begin: lift here, sow after here\n}}\n\n\
         last seed, the first that fits {{\n{last_seed}\n}}\n\n\
         before turn, the first that fits {{\n  repeated position: 3rd time\n  \
         when no legal move or repeated position -> game over\n  otherwise -> play\n}}\n\n\
         each player scores: seeds in own store\n"
    );
    Source::new("test.mancala", &text)
}

#[test]
fn a_list_that_decides_everything_needs_no_otherwise() {
    let total = [
        "  when makes even -> capture here, end turn\n  when makes odd -> end turn",
        "  when on own side -> end turn\n  when on opponent's side and makes 1 to 3 -> end turn\n  \
         when holds at least 4 -> capture here, end turn",
        "  when opposite is empty -> end turn\n  when opposite is occupied -> capture opposite, end turn",
        "  when some own holes where occupied -> end turn\n  when all own holes are empty -> capture here, end turn",
    ];
    for list in total {
        assert!(Ruleset::proved(game(list)).is_ok(), "{list}");
    }
}

#[test]
fn a_list_that_leaves_something_open_is_shown_where() {
    let open = [
        ("  when makes 2 or 4 -> capture here, end turn\n  when makes odd -> end turn", "which held"),
        ("  when on own side -> end turn\n  when makes at most 17 -> end turn", "which held 17"),
        (
            "  when makes at most 3 -> end turn\n  when opposite is empty -> end turn\n  when holds 5 -> end turn",
            "falls in",
        ),
        ("  when all own holes hold at most 5 -> end turn\n  when makes 1 -> end turn", "falls in"),
    ];
    for (list, shown) in open {
        let problems = Ruleset::proved(game(list)).expect_err(list).problems;
        assert_eq!(problems[0].code.name(), "undecided", "{list}");
        let drawn = problems[0].shown.as_deref().unwrap_or_default();
        assert!(drawn.contains(shown), "{list}: {drawn}");
    }
}

#[test]
fn a_rule_that_decides_under_any_reading_is_alive() {
    let list = "  when on own side and rest is kept -> end turn\n  when on own side -> end turn\n  otherwise -> capture here, end turn";
    for readings in ["kept | taken", "taken | kept"] {
        let text = game(list).text.replace("board {", &format!("options {{\n  rest: {readings}\n}}\n\nboard {{"));
        assert_eq!(Ruleset::proved(Source::new("test.mancala", &text)).map_err(|error| error.problems).err(), None);
    }
    let dead = list.replace("rest is kept", "(rest is kept or rest is taken)");
    let text = game(&dead).text.replace("board {", "options {\n  rest: kept | taken\n}\n\nboard {");
    let problems = Ruleset::proved(Source::new("test.mancala", &text)).expect_err("the second rule is dead").problems;
    assert_eq!(problems[0].code.name(), "never-applies");
}

#[test]
fn what_is_not_proved_is_said() {
    let rules: String =
        (2..80).map(|number| format!("  when makes {number} and opposite holds {number} -> end turn\n")).collect();
    let text = game(&format!("{rules}  otherwise -> end turn")).text.replace("seeds: 3", "seeds: 30");
    let ruleset = Ruleset::read(Source::new("test.mancala", &text)).expect("without problems");
    let open = ruleset.prove().unproved;
    assert_eq!(open.iter().map(|open| (open.part, open.why)).collect::<Vec<_>>(), [(Unlooked::Lists, Why::Numbers)]);
}

#[test]
fn games_that_run_in_circles_are_told_unless_no_position_can_come_back() {
    let list = "  when on opponent's side and makes 2 -> capture here, end turn\n  otherwise -> end turn";
    let text = game(list).text.replace("  repeated position: 3rd time\n", "").replace(" or repeated position", "");
    let codes = |text: &str| -> Vec<&str> {
        let problems = Ruleset::proved(Source::new("test.mancala", text)).map_err(|error| error.problems).err();
        problems.iter().flatten().map(|problem| problem.code.name()).collect()
    };
    assert_eq!(codes(&text), ["no-end"]);
    assert_eq!(codes(&game(list).text), [""; 0], "it ends where a position is repeated");
    // no seed comes back from a store
    let kalah = text.replace("  side: row\n", "  side: row\n  ends: stores\n");
    assert_eq!(codes(&kalah), [""; 0]);
}

#[test]
fn games_that_hardly_end_are_noticed() {
    let ends = |side: &str, stuck: &str| {
        let decided = format!("repeated position -> game over\n  when no legal move -> {stuck}\n");
        let text =
            game("  otherwise -> end turn").text.replace("no legal move or repeated position -> game over\n", &decided);
        let text = text.replace("  side: row\n", side);
        Ruleset::read(Source::new("test.mancala", &text)).expect("no problem").prove().ends
    };
    let going_round = ends("  side: row\n", "pass");
    assert!(going_round.are_rare() && going_round.repeated + going_round.cut == going_round.games, "{going_round:?}");
    let kalah = ends("  side: row\n  ends: stores\n", "game over");
    assert!(!kalah.are_rare() && kalah.games > 0, "{kalah:?}");
    // a rule that ends a game for another reason, too, tells nothing of repeated positions
    let joined = Ruleset::read(game("  otherwise -> end turn")).expect("no problem").prove().ends;
    assert!(joined.repeated == 0 && joined.games > 0, "{joined:?}");
}

#[test]
fn examples_are_played_until_time_is_up() {
    let text = format!("{}\nexample \"one\" {{\n  play: a1\n  next: North\n}}\n", game("  otherwise -> end turn").text);
    let rules = Ruleset::read(Source::new("test.mancala", &text)).expect("rules").rules().expect("rules");
    let example = &rules.examples[0];
    assert!(examples::run(&rules, example, Some(&over())).is_none());
    assert!(examples::run(&rules, example, None).is_some_and(|run| run.differences.is_empty()));
}
