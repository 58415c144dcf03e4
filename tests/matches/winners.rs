//! Who wins a round owns more than the others when it is counted, where the seeds that stay over count in the round. In
//! Krur, where the owner gets what nobody won, the winner may own as much: half of all seeds, which fills the row.

use super::play_at_random;
use crate::conformance::rules;

/// The rounds of random matches that a player won, those in which another owned as much, and those in which another owned
/// more.
fn rounds(name: &str, settings: &[(&str, &str)]) -> [usize; 3] {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let rules = rules(name, &settings);
    let [mut won, mut level, mut against] = [0; 3];
    for seed in 1..=crate::sized(12, 60) {
        let mut last: Option<Vec<usize>> = None;
        play_at_random(&rules, seed, 100, |contest| {
            let over = contest.game().and_then(|game| game.outcome());
            match over.filter(|_| contest.ending().is_none()) {
                Some(ending) => last = Some(ending.winners),
                None => {
                    let owned = contest.ending().map_or(contest.owned(), |ending| &ending.owned);
                    if let Some([winner]) = last.take().as_deref() {
                        let others = (0..owned.len()).filter(|other| other != winner);
                        let most = others.map(|other| owned[other]).max();
                        won += 1;
                        level += usize::from(most == Some(owned[*winner]));
                        against += usize::from(most > Some(owned[*winner]));
                    }
                }
            }
        });
    }
    [won, level, against]
}

#[test]
fn who_wins_a_round_owns_more() {
    let to_nobody: &[_] = &[("seeds nobody won", "to nobody")];
    for (name, settings, may_be_level) in [("krur", to_nobody, false), ("buqruru", &[], false), ("krur", &[], true)] {
        let [won, level, against] = rounds(name, settings);
        assert!(won > 40, "{name}: {won}");
        assert_eq!(against, 0, "{name} {settings:?}");
        assert!(level == 0 || may_be_level, "{name} {settings:?}: {level}");
    }
}

/// Seeds in reserve do not count in the round, so a player can lose it and own more.
#[test]
fn what_is_kept_in_reserve_does_not_count() {
    let [_, _, against] = rounds("krur", &[("surplus", "to reserve")]);
    assert!(against > 0);
}
