//! Numbers of seeds in effects: how many are lifted, placed and given as points.

use std::sync::Arc;

use mancala_engine::contest::Match;
use mancala_engine::game::Position;
use mancala_engine::play::Referee;
use mancala_rules::rules::model::Rules;

use super::referees;
use crate::small::Small;

/// A game of two rows of three holes, with this rule for the last seed and this list before a turn.
fn rules(last_seed: &str, before_turn: &str, contest: &str) -> Arc<Rules> {
    let stuck = if contest.is_empty() { "game over" } else { "round over" };
    Small { last_seed, before_turn, stuck, contest, ..Small::default() }.rules()
}

/// What the holes a1 to c1 and a2 to c2 and both stores hold after South plays a1, or what is wrong with the rules. The
/// narrator and the tables agree on it.
fn played(effects: &str, holes: [i64; 6], stores: [i64; 2]) -> Result<[i64; 8], String> {
    let rules = rules(&format!("when here is b1 -> {effects}"), "", "");
    let outcomes = referees(&rules).map(|referee: Referee| {
        let mut position = Position::start(&rules);
        position.seeds = holes.into_iter().chain(stores).collect();
        let mut game = referee.game(position).map_err(|fault| fault.to_string())?;
        game.play_named("a1").map_err(|illegal| illegal.to_string())?;
        Ok(<[i64; 8]>::try_from(game.position().seeds).expect("eight cells"))
    });
    let [tables, narrator] = outcomes;
    assert_eq!(tables, narrator, "{effects}");
    tables
}

#[test]
fn what_an_effect_lifts_is_counted() {
    let after = |effects: &str, holes| played(&format!("{effects}, place all in own store, end turn"), holes, [0, 0]);
    // the last seed of a1 falls into b1
    assert_eq!(after("lift half from here", [1, 4, 0, 0, 9, 9]), Ok([0, 3, 0, 0, 9, 9, 2, 0]));
    assert_eq!(after("lift half of half of seeds in here from here", [1, 6, 0, 0, 9, 9]), Ok([0, 6, 0, 0, 9, 9, 1, 0]));
    assert_eq!(after("lift seeds in opposite from here", [1, 4, 0, 0, 2, 9]), Ok([0, 3, 0, 0, 2, 9, 2, 0]));
    assert_eq!(after("lift number of own empty holes from here", [1, 4, 0, 0, 2, 9]), Ok([0, 3, 0, 0, 2, 9, 2, 0]));
    assert_eq!(after("lift starting seeds from here", [1, 4, 0, 0, 2, 9]), Ok([0, 2, 0, 0, 2, 9, 3, 0]));
    // a hole gives no more than it holds, and a store that owes seeds lifts none
    assert_eq!(after("lift seeds in opposite from here", [1, 4, 0, 0, 9, 9]), Ok([0, 0, 0, 0, 9, 9, 5, 0]));
    let owing = played("lift seeds in own store from here, end turn", [1, 4, 0, 0, 9, 9], [-2, 0]);
    assert_eq!(owing, Ok([0, 5, 0, 0, 9, 9, -2, 0]));
}

#[test]
fn a_number_is_counted_before_any_seed_moves() {
    let all = "lift half from own holes, place all in own store, opponent captures own holes, end turn";
    assert_eq!(played(all, [1, 4, 3, 0, 9, 9], [0, 0]), Ok([0, 0, 0, 0, 9, 9, 3, 5]));
    // what b1 gives up is still in it when c1 is counted
    let behind = "lift seeds in 1 back of hole from here and next, place all in own store, end turn";
    assert_eq!(played(behind, [1, 4, 9, 0, 9, 9], [0, 0]), Ok([0, 5, 4, 0, 9, 9, 5, 0]));
    let into = "place seeds in 1 back of hole into here and next from own store, end turn";
    assert_eq!(played(into, [1, 4, 9, 0, 9, 9], [20, 0]), Ok([0, 5, 14, 0, 9, 9, 15, 0]));
}

#[test]
fn seeds_that_are_not_there_are_told() {
    let from_hand = |count: &str| played(&format!("lift 2 from here, {count}, end turn"), [1, 4, 3, 0, 1, 9], [0, 0]);
    assert_eq!(
        from_hand("place half of seeds in next of here into next, place 1 into next"),
        Ok([0, 3, 5, 0, 1, 9, 0, 0])
    );
    assert_eq!(from_hand("place seeds in next into next"), Err("a rule places more seeds than are in the hand".into()));
    assert_eq!(from_hand("place half of seeds in next into next"), Err("a turn ended with seeds in the hand".into()));
}

/// The number of seeds in each hole doubles until the store owes too many.
#[test]
fn a_store_cannot_owe_without_end() {
    let doubling =
        rules("", "when own store holds at most 0 -> place seeds in hole into holes from own store, play", "");
    for referee in referees(&doubling) {
        let mut game = match referee.game(Position::start(&doubling)) {
            Ok(game) => game,
            Err(fault) => panic!("{fault}"),
        };
        let wrong = loop {
            let first = game.legal_names().first().cloned().expect("a move");
            if let Err(wrong) = game.play_named(&first) {
                break wrong;
            }
        };
        assert_eq!(wrong.to_string(), "a store owes more than a million seeds");
        assert_eq!(game.position().seeds.iter().sum::<i64>(), 18);
    }
}

#[test]
fn points_are_counted() {
    let contest = "match {
  fill: as at the start
  next starter: same
  match won by: most points
  most rounds: 9
  each player after refilling, the first that fits {
    when own score is at least 12 and own lead is more than half of own score
      -> mover gets as many points as own lead, opponent gets as many points as number of own occupied holes
    when lost the round -> mover gets as many points as own score
  }
}";
    let rules = rules("", "", contest);
    let points = |owned: [i64; 2]| {
        let referee = Referee::narrator(&rules);
        let after = Match::after_round(referee, &owned, 0, 9).expect("a match").expect("a round");
        after.points().to_vec()
    };
    assert_eq!(points([13, 5]), [8, 5 + 3]);
    assert_eq!(points([5, 13]), [5 + 3, 8]);
    assert_eq!(points([9, 9]), [0, 0]);
    assert_eq!(points([11, 7]), [0, 7]);
}
