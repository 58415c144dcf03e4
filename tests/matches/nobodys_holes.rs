//! Holes of nobody between two rounds: they keep their seeds, or hold none.

use std::sync::Arc;

use mancala_engine::contest::Match;
use mancala_engine::play::Referee;
use mancala_rules::chance::{choice, generator};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

use crate::conformance;

/// The cells of the middle holes of Omangunta Peeta.
const MIDDLE: [usize; 2] = [3, 10];

#[test]
fn no_seed_is_lost_or_made_in_whole_matches() {
    let rules = conformance::rules("omangunta-peeta", &[]);
    let total: i64 = rules.board.start.iter().map(|seeds| i64::from(*seeds)).sum();
    let mut changed = 0;
    for (number, referee) in
        (0..6).flat_map(|seed| [(seed, Referee::tables(&rules)), (seed, Referee::narrator(&rules))])
    {
        let mut random = generator(number, 0);
        let mut contest = Match::with(referee, 12).expect("a match").expect("a round");
        while let Some(game) = contest.game() {
            let position = game.position();
            let have = position.seeds.iter().sum::<i64>() + contest.reserve().iter().sum::<i64>() + position.pot;
            assert_eq!(have, total, "seed {number}, round {}", contest.round());
            if game.is_over() {
                let left = MIDDLE.map(|cell| position.seeds[cell]);
                contest.next_round().expect("a round");
                let Some(next) = contest.game() else { break };
                assert_eq!(MIDDLE.map(|cell| next.position().seeds[cell]), left, "seed {number}");
                changed += u32::from(left != [1, 1]);
            } else {
                contest.play_nth(choice(contest.choices(), &mut random)).expect("a move");
            }
        }
    }
    assert!(changed > 10, "{changed}");
}

/// A match on a board with one hole of nobody, in which the first move ends the round.
fn small(nobodys: &str, nobody_won: &str) -> Arc<Rules> {
    let text = format!(
        "game \"small\" {{
}}
board {{
  rows: 1
  columns: 5
  seeds: 2 2 1 2 2
  side: South a1 to b1, North d1 to e1, nobody c1
}}
move {{
  from: own holes
  direction: counterclockwise
  begin: lift here, sow after here
}}
last seed, the first that fits {{
  otherwise -> end turn
}}
before turn, the first that fits {{
  when mover is not starter -> each player captures own holes, round over
  when no legal move -> round over
  otherwise -> play
}}
each player scores: seeds in own store
match {{
  seeds nobody won: {nobody_won}
  fill: from own left
  last hole: full only
  surplus: to reserve
  empty holes: open
  nobody's holes: {nobodys}
  next starter: same
  match won by: last player left
}}
"
    );
    Ruleset::read(Source::new("small.mancala", &text)).expect("no problem").rules().expect("rules")
}

#[test]
fn what_lies_in_them_stays_or_is_what_nobody_won() {
    // b1 leaves two seeds in c1; South has the two of a1, North five
    for (nobodys, nobody_won, seeds, pot) in [
        ("keep their seeds", "to pot", [2, 0, 2, 2, 2], 0),
        ("empty", "to pot", [2, 0, 0, 2, 2], 2),
        ("empty", "to nobody", [2, 0, 0, 2, 2], 0),
    ] {
        let rules = small(nobodys, nobody_won);
        for referee in [Referee::tables(&rules), Referee::narrator(&rules)] {
            let mut contest = Match::with(referee, 9).expect("a match").expect("a round");
            contest.play_named("b1").expect("legal");
            contest.next_round().expect("a round");
            let position = contest.game().expect("a round").position();
            assert_eq!((&position.seeds[..5], position.pot), (&seeds[..], pot), "{nobodys}, {nobody_won}");
            assert_eq!(contest.reserve(), [0, 1]);
            assert!(contest.undo());
        }
    }
}
