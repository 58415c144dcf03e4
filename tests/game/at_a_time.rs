//! Several seeds that fall at a time. Both readers of the rules agree on all of it.

use mancala_tools::checks::Checks;
use std::sync::Arc;

use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_rules::chance::{choice, generator};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_tools::proof::{Verdict, prove};

use super::referees;
use crate::small::Small;

/// The legal moves of South, and what the holes and the stores hold after one of them, if it is legal.
type Played = (String, Option<Vec<i64>>);

/// What South can do, and what `play` comes to, in a game on two rows of three holes: a1 to c1, then a2 to c2.
fn played(rules: &Arc<Rules>, holes: [i64; 6], play: &str) -> Played {
    let [tables, narrator] = referees(rules).map(|referee| {
        let mut position = Position::start(rules);
        position.seeds = holes.into_iter().chain([0, 0]).collect();
        let mut game = referee.game(position).expect("a game");
        let legal = game.legal_names().join(" ");
        let after = game.play_named(play).ok().map(|()| game.position().seeds);
        (legal, after)
    });
    assert_eq!(tables, narrator);
    tables
}

/// The holes and the stores after a1 in a game that begins so.
fn after(small: &Small<'_>, holes: [i64; 6]) -> [i64; 8] {
    let (legal, after) = played(&small.rules(), holes, "a1");
    let after = after.unwrap_or_else(|| panic!("a1 is illegal; legal: {legal}"));
    <[i64; 8]>::try_from(after).expect("six holes and two stores")
}

fn beginning(begin: &str) -> Small<'_> {
    Small { begin, ..Small::default() }
}

fn by_twos<'t>(sections: &'t str, last_seed: &'t str) -> Small<'t> {
    Small { begin: "lift here, sow 2 at a time after here", sections, last_seed, ..Small::default() }
}

#[test]
fn the_last_hole_gets_what_is_left() {
    let begun = |begin: &str, holes: [i64; 6]| after(&beginning(begin), holes)[..6].to_vec();
    assert_eq!(begun("lift here, sow 2 at a time after here", [5, 0, 1, 0, 0, 0]), [0, 2, 3, 0, 0, 1]);
    assert_eq!(begun("lift here, sow 2 at a time after here", [4, 0, 1, 0, 0, 3]), [0, 2, 3, 0, 0, 3]);
    assert_eq!(begun("lift here, sow 4 at a time after here", [2, 1, 0, 0, 0, 3]), [0, 3, 0, 0, 0, 3]);
    assert_eq!(begun("lift here, sow 1 at a time after here", [2, 1, 0, 0, 0, 3]), [0, 2, 1, 0, 0, 3]);
    // the hole that the seeds come from is sown when the lap comes round to it
    assert_eq!(begun("lift here, sow 2 at a time after here", [13, 0, 0, 0, 0, 0]), [2, 3, 2, 2, 2, 2]);
}

#[test]
fn the_first_of_them_fall_into_a_hole_or_after_it_either_way() {
    let begun = |begin: &str, holes: [i64; 6]| after(&beginning(begin), holes)[..6].to_vec();
    assert_eq!(begun("lift here, sow 2 at a time into here", [5, 0, 0, 0, 0, 0]), [2, 2, 1, 0, 0, 0]);
    assert_eq!(begun("lift here, sow 3 at a time into here", [2, 0, 0, 0, 0, 9]), [2, 0, 0, 0, 0, 9]);
    assert_eq!(begun("lift here, sow clockwise 2 at a time after here", [3, 0, 0, 1, 1, 0]), [0, 0, 0, 3, 2, 0]);
    assert_eq!(begun("lift here, sow reversed 2 at a time into here", [3, 0, 0, 1, 0, 0]), [2, 0, 0, 2, 0, 0]);
}

#[test]
fn what_the_last_seed_makes_and_found_is_about_the_last_that_fall_together() {
    let empty = "when was empty -> capture here, end turn";
    assert_eq!(after(&by_twos("", empty), [4, 0, 0, 1, 1, 1]), [0, 2, 0, 1, 1, 1, 2, 0]);
    assert_eq!(after(&by_twos("", empty), [3, 0, 0, 1, 1, 1]), [0, 2, 0, 1, 1, 1, 1, 0]);
    assert_eq!(after(&by_twos("", empty), [4, 0, 1, 1, 1, 1]), [0, 2, 3, 1, 1, 1, 0, 0]);
    // one seed is left for c1: it makes two and the hole was not empty
    let both = "when was occupied and makes 2 -> capture here, end turn";
    assert_eq!(after(&by_twos("", both), [3, 0, 1, 1, 1, 1]), [0, 2, 0, 1, 1, 1, 2, 0]);
    assert_eq!(after(&by_twos("", both), [4, 0, 0, 1, 1, 1]), [0, 2, 2, 1, 1, 1, 0, 0]);
}

/// In a game that drops several seeds at a time, single seeds are sown by hand, too.
#[test]
fn laps_of_single_seeds_and_of_several_follow_one_another() {
    let last_seed = "  when 1st lap and was occupied -> lift here, sow 2 at a time after here
  when was empty -> capture here, end turn";
    let sections = "sowing { endless: illegal }";
    let small = Small { last_seed, sections, ..Small::default() };
    // a1 by ones: b1 makes three; by twos: c1 and one for c2, which was empty
    assert_eq!(after(&small, [1, 2, 0, 1, 1, 0]), [0, 0, 2, 1, 1, 0, 1, 0]);
    // a lap of two seeds that is followed by one of a single seed
    let last_seed = "  when 1st lap and makes 3 -> lift 1 from here, sow after here
  when was empty -> capture here, end turn";
    assert_eq!(after(&by_twos(sections, last_seed), [2, 1, 0, 1, 1, 0]), [0, 2, 0, 1, 1, 0, 1, 0]);
}

/// What is put into the hole afterwards is a single seed again.
#[test]
fn a_seed_that_is_placed_is_one() {
    let sections = "sowing { endless: illegal }";
    let last_seed = "  when 2nd lap and was empty -> capture here, end turn
  when 1st lap and was empty -> lift 1 from here, place 1 in here, lift here, sow after here";
    assert_eq!(after(&by_twos(sections, last_seed), [2, 0, 0, 0, 1, 0]), [0, 0, 1, 0, 1, 0, 1, 0]);
}

#[test]
fn each_seed_is_read_once_for_all_that_fall_together() {
    let sections = "each seed, the first that fits {\n  when makes even and not last seed -> capture here\n}";
    // b1 makes two and is taken; c1 makes three, and was two for no moment
    assert_eq!(after(&by_twos(sections, ""), [6, 0, 1, 0, 0, 2]), [0, 0, 3, 0, 0, 4, 2, 0]);
    let last = "each seed, the first that fits {\n  when last seed -> capture here\n}";
    assert_eq!(after(&by_twos(last, ""), [5, 1, 1, 0, 0, 1]), [0, 3, 3, 0, 0, 0, 2, 0]);
}

#[test]
fn the_last_that_fall_together_pass_over_holes_as_the_last_seed_does() {
    let sections = "sowing { skip: holes where (empty and last seed) }";
    assert_eq!(after(&by_twos(sections, ""), [4, 1, 0, 0, 0, 1])[..6], [0, 3, 0, 0, 0, 3]);
    assert_eq!(after(&by_twos(sections, ""), [3, 0, 0, 0, 0, 1])[..6], [0, 2, 0, 0, 0, 2]);
    // what was sown counts while the rest is sown
    let sections = "sowing { skip: holes where holds at least 3 }";
    assert_eq!(after(&by_twos(sections, ""), [6, 2, 1, 0, 0, 1])[..6], [0, 4, 3, 0, 0, 1 + 2]);
    assert_eq!(after(&by_twos(sections, ""), [6, 3, 1, 0, 0, 1])[..6], [0, 3, 3, 0, 2, 3]);
}

#[test]
fn as_many_ahead_counts_a_hole_for_each_seed() {
    let small = Small { from: "own holes where as many ahead is empty", ..by_twos("", "") };
    assert_eq!(played(&small.rules(), [2, 0, 0, 0, 0, 1], "a1").0, "a1");
    assert_eq!(played(&small.rules(), [2, 0, 1, 0, 0, 1], "a1").0, "");
}

#[test]
fn an_option_tells_how_many_fall_at_a_time() {
    let sections = "options { few: 2 | 3 }";
    let begin = "lift here, sow few at a time after here";
    let ruleset = Small { begin, sections, ..Small::default() }.ruleset();
    assert_eq!(ruleset.check(), Vec::new());
    let by = |reading: &str| {
        let settings = vec![("few".to_owned(), reading.to_owned())];
        let rules = ruleset.rules_under(&settings).expect("a reading");
        played(&rules, [5, 0, 0, 0, 0, 0], "a1").1.expect("legal")[..6].to_vec()
    };
    assert_eq!([by("2"), by("3")], [[0, 2, 2, 0, 0, 1], [0, 3, 2, 0, 0, 0]]);
}

/// Turns of many laps, some of which would never end, from positions at random.
#[test]
fn long_turns_end_alike_for_both_readers() {
    let mut endless = 0;
    for ends in ["illegal", "end turn", "mover loses the game"] {
        let sections = format!("sowing {{\n  endless: {ends}\n}}");
        for last_seed in [
            "when was occupied -> lift here, sow 2 at a time after here",
            "when makes at least 2 -> lift here, sow 2 at a time after here",
            "when was occupied -> lift here, sow reversed after here",
            "when was occupied or makes 2 -> may lift here, sow 3 at a time into here",
        ] {
            let rules = by_twos(&sections, last_seed).rules();
            let mut chance = generator(7, 1);
            for _ in 0..60 {
                let holes = [0; 6].map(|_: i64| choice(4, &mut chance) as i64);
                let (legal, _) = played(&rules, holes, "a1");
                endless += usize::from(ends == "illegal" && holes[0] > 0 && !legal.contains("a1"));
            }
        }
    }
    assert!(endless > 5, "{endless} endless turns");
}

/// Messages of what is proved of the rules.
fn proved(ruleset: &Ruleset) -> Vec<String> {
    ruleset.prove().problems.into_iter().map(|problem| problem.message).collect()
}

#[test]
fn what_can_never_apply_is_proved() {
    let never = |last_seed: &str| {
        let begin = "lift here, sow 2 at a time after here";
        let ruleset = Small { begin, last_seed, ..Small::default() }.ruleset();
        proved(&ruleset).iter().filter(|message| message.starts_with("this rule never applies")).count()
    };
    for possible in ["was empty and makes 1", "was empty and makes 2", "was occupied and makes 2", "was occupied"] {
        assert_eq!(never(&format!("when {possible} -> capture here, end turn")), 0, "{possible}");
    }
    for impossible in ["was empty and makes 3", "was empty and makes at least 4", "was occupied and makes 1"] {
        assert_eq!(never(&format!("when {impossible} -> capture here, end turn")), 1, "{impossible}");
    }
    // the two cover every case, so `otherwise` is never reached
    assert_eq!(never("when was empty -> capture here, end turn\n  when was occupied -> end turn"), 1);
}

/// By ones, a hole that was empty and makes two cannot be; what two at a time take is no multiple of three.
#[test]
fn what_counting_proves_of_captures_is_true_of_several_seeds() {
    let verdict = |begin: &str, claim: &str| {
        let last_seed = "when was empty and makes 2 -> capture here, end turn";
        let text = Small { begin, last_seed, ..Small::default() }.text();
        let text = format!("{text}\nnever \"it\" {{\n  {claim}\n}}\n");
        let ruleset = Ruleset::read(mancala_rules::source::Source::new("small.mancala", &text)).expect("it is read");
        prove(&[Rules::clone(&*ruleset.rules().expect("rules"))], &[], 1, &Progress::default()).claims.remove(0).verdict
    };
    let by_twos = verdict("lift here, sow 2 at a time after here", "seeds in holes is 16");
    assert!(!matches!(by_twos, Verdict::Proved(_)), "{by_twos:?}");
    let by_ones = verdict("lift here, sow after here", "seeds in holes is 16");
    assert!(matches!(by_ones, Verdict::Proved(_)), "{by_ones:?}");
}
