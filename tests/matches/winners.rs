//! Who wins a round owns no less than the others when it is counted, where the seeds that stay over count in the round.
//! In Krur, whose seeds all stay in the match, this is half of them, which fills the row.

use super::play_at_random;
use crate::conformance::rules;

/// The rounds of random matches that a player won, and those in which another owned more.
fn rounds(name: &str, settings: &[(&str, &str)]) -> (usize, usize) {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let rules = rules(name, &settings);
    let (mut won, mut against) = (0, 0);
    for seed in 1..=crate::sized(12, 60) {
        let mut last: Option<Vec<usize>> = None;
        play_at_random(&rules, seed, 100, |contest| {
            let over = contest.game().and_then(|game| game.outcome());
            match over.filter(|_| contest.ending().is_none()) {
                Some(ending) => last = Some(ending.winners),
                None => {
                    let owned = contest.ending().map_or(contest.owned(), |ending| &ending.owned);
                    if let Some([winner]) = last.take().as_deref() {
                        let more = |other: usize| other != *winner && owned[other] > owned[*winner];
                        won += 1;
                        against += usize::from((0..owned.len()).any(more));
                    }
                }
            }
        });
    }
    (won, against)
}

#[test]
fn who_wins_a_round_owns_no_less() {
    for name in ["krur", "buqruru"] {
        let (won, against) = rounds(name, &[]);
        assert!(won > 40, "{name}: {won}");
        assert_eq!(against, 0, "{name}");
    }
}

/// Seeds in reserve do not count in the round, so a player can lose it and own more.
#[test]
fn what_is_kept_in_reserve_does_not_count() {
    let (_, against) = rounds("krur", &[("surplus", "to reserve")]);
    assert!(against > 0);
}
