//! What is proved of claims is never refuted by the narrator, and what is refuted is refuted as soon as can be.

use mancala_engine::engine::{Aim, Engine, Progress, Wanted};
use mancala_engine::game::Position;
use mancala_engine::narrator::Narrator;
use mancala_rules::rules::model::{Condition, Rules};
use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_tools::checks::Checks;
use mancala_tools::proof::{Counted, Verdict, prove};
use rayon::prelude::*;

use crate::generator::{rules, sketch_from_seed};

/// So many rule files made at random are looked at.
const MADE: u64 = crate::sized(12, 120);
/// So many plies are followed by the narrator.
const PLIES: u32 = 3;
/// Where there are more moves than these in all, they are not followed.
const MOST_GAMES: usize = 300;

/// After how many plies the narrator first comes to what each claim denies, if that is soon; none if there are too many
/// games.
fn soonest(rules: &Rules) -> Option<Vec<Option<u32>>> {
    let mut found = vec![None; rules.claims.len()];
    let mut games = vec![Narrator::without_repetition(rules, Position::start(rules)).ok()?];
    for plies in 0..=PLIES {
        let mut next = Vec::new();
        let last = plies == PLIES;
        for game in &games {
            for (claim, found) in rules.claims.iter().zip(&mut found) {
                if found.is_none() && game.comes_to(&claim.condition).ok()? {
                    *found = Some(plies);
                }
            }
            let moves = if last { 0 } else { game.legal().len() };
            for nth in 0..moves {
                let mut after = game.clone();
                after.play_nth(nth).ok()?;
                next.push(after);
            }
            if next.len() > MOST_GAMES {
                return None;
            }
        }
        games = next;
    }
    Some(found)
}

#[test]
fn a_claim_is_refuted_as_soon_as_the_narrator_refutes_it() {
    let (mut followed, mut refuted) = (0, 0_u64);
    for seed in 0..MADE {
        let sketch = sketch_from_seed(seed);
        let Some(rules) = rules(&sketch).filter(|rules| !rules.claims.is_empty()) else { continue };
        let Some(wanted) = soonest(&rules) else { continue };
        let claims: Vec<&Condition> = rules.claims.iter().map(|claim| &claim.condition).collect();
        for aim in [Aim::Claims, Aim::Findings] {
            let wanting = Wanted { claims: &claims, most_positions: 2_000, aim };
            let start = Position::start(&rules);
            let reached = Engine::new(&*rules, &start).reach(&start, &wanting, &Progress::default());
            let Ok(reached) = reached else {
                continue;
            };
            for (line, wanted) in reached.claims.iter().zip(&wanted) {
                let plies = line.as_ref().map(|line| line.len() as u32).filter(|plies| *plies <= PLIES);
                assert_eq!(plies, *wanted, "seed {seed}, {aim:?}\n{sketch}");
                refuted += u64::from(plies.is_some());
            }
        }
        followed += 1;
    }
    assert!(followed >= MADE / 10 && refuted >= MADE / 4, "{followed} files, {refuted} claims refuted");
}

#[test]
fn what_counting_proves_the_narrator_never_finds() {
    let files = (0..crate::sized(32, MADE * 3))
        .into_par_iter()
        .filter_map(|seed| rules(&sketch_from_seed(seed)).map(|rules| (seed, rules)));
    let proved: usize = files
        .map(|(seed, rules)| {
            let counted = Counted::of(&rules);
            // what counting says of any game: of the seeds in holes, whether anybody claims it or not
            let Some(sums) = sums_at_random(&rules) else { return 0 };
            for sum in sums {
                let steps = match counted.step {
                    0 => sum == i64::from(counted.in_holes),
                    step => (sum - i64::from(counted.in_holes)) % i64::from(step) == 0,
                };
                assert!(steps, "seed {seed}: {sum} seeds in the holes, {counted:?}\n{}", sketch_from_seed(seed));
            }
            usize::from(counted.step != 1)
        })
        .sum();
    assert!(proved as u64 >= MADE / 4, "{proved} files of which counting proves something");
}

/// The seeds in the holes at every position of a few games at random.
fn sums_at_random(rules: &Rules) -> Option<Vec<i64>> {
    let mut sums = Vec::new();
    for turn in 0..crate::sized(1, 2) as usize {
        let mut game = Narrator::without_repetition(rules, Position::start(rules)).ok()?;
        for ply in 0..20 {
            sums.push(game.left().seeds[..rules.board.holes()].iter().sum());
            let moves = game.legal().len();
            if moves == 0 || moves > MOST_GAMES || game.play_nth((ply * 7 + turn * 3) % moves).is_err() {
                break;
            }
        }
    }
    Some(sums)
}

/// A game that captures so after the last seed, with a claim.
fn claiming(last_seed: &str, claim: &str) -> Verdict {
    let text = format!("{}\nnever \"so\" {{\n  {claim}\n}}\n", super::game(last_seed).text);
    let ruleset = Ruleset::read(mancala_rules::source::Source::new("test.mancala", &text)).expect("without problems");
    let mut proof = prove(&[Rules::clone(&*ruleset.rules().expect("rules"))], &[], 1, &Progress::default());
    proof.claims.remove(0).verdict
}

#[test]
fn counting_knows_what_captures_take() {
    const EVEN: &str = "  when makes even -> capture here, end turn\n  otherwise -> end turn";
    let proved = [
        (EVEN, "seeds in holes is odd"),
        (EVEN, "seeds in holes is 1 or 17"),
        (EVEN, "seeds in own store is odd"),
        (EVEN, "not seeds in holes is at least 1 and seeds in holes is odd"),
        ("  when makes odd -> end turn\n  otherwise -> capture here, end turn", "seeds in holes is odd"),
        (
            "  when makes 3 and opposite holds 3 or 6 -> capture here and opposite, end turn\n  otherwise -> end turn",
            "seeds in holes is 17 or 16 or 1",
        ),
        (
            "  when holds 2 -> capture here and run back while holds 2 or 4, end turn\n  otherwise -> end turn",
            "seeds in holes is 3",
        ),
        (
            "  when some own holes where holds 2 -> capture own holes where holds 2, end turn\n  otherwise -> end turn",
            "seeds in holes is 5",
        ),
        ("  otherwise -> end turn", "seeds in holes is at most 17"),
        ("  when makes 2 -> capture here, end turn\n  otherwise -> end turn", "seeds in holes is more than 18"),
        ("  when makes 2 -> capture here, end turn\n  otherwise -> end turn", "number of holes is 7"),
    ];
    for (last_seed, claim) in proved {
        let verdict = claiming(last_seed, claim);
        assert!(matches!(verdict, Verdict::Proved(_)), "{last_seed}\n{claim}: {verdict:?}");
        let reasons = if let Verdict::Proved(reasons) = verdict { reasons } else { Vec::new() };
        assert!(
            !reasons.iter().any(|reason| matches!(reason, mancala_tools::proof::Reason::All(_))),
            "{claim}: {reasons:?}"
        );
    }
    let refuted = [
        ("  when makes 3 -> capture here, end turn\n  otherwise -> end turn", "seeds in holes is odd"),
        ("  when makes even -> capture opposite, end turn\n  otherwise -> end turn", "seeds in holes is odd"),
        (
            "  when makes even or opposite is empty -> capture here, end turn\n  otherwise -> end turn",
            "seeds in holes is odd",
        ),
        (EVEN, "seeds in holes is at most 14"),
    ];
    for (last_seed, claim) in refuted {
        let verdict = claiming(last_seed, claim);
        assert!(matches!(verdict, Verdict::Refuted(_)), "{last_seed}\n{claim}: {verdict:?}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn no_claim_of_a_shipped_ruleset_is_refuted() {
    let mut claims = 0;
    for (name, _) in shipped_texts() {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        if ruleset.source.text.contains("\nnever ") {
            for claim in ruleset.prove().claims {
                assert!(!matches!(claim.verdict, Verdict::Refuted(_)), "{name}: {claim:?}");
                claims += 1;
            }
        }
    }
    assert!(claims >= 8, "{claims}");
}
