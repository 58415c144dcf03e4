//! Settings of a match that no shipped ruleset has at its default, tried on a small game.

use std::sync::Arc;

use mancala_engine::contest::{Left, Match, Refill, refill};
use mancala_rules::rules::model::Rules;

use crate::small::Small;

/// A game of two rows of four holes with four seeds each, and this match.
fn rules(contest: &str) -> Arc<Rules> {
    Small {
        columns: 4,
        seeds: "4",
        last_seed: "when makes 2 or 3 -> capture here, end turn",
        before_turn: "repeated position: 2nd time\nwhen repeated position -> each player captures own holes, round over",
        stuck: "each player captures own holes, round over",
        contest: &format!("match {{\n{contest}\n}}"),
        ..Small::default()
    }
    .rules()
}

/// A match that refills, with some settings of its own.
fn refilling(last_hole: &str, surplus: &str, empty_holes: &str) -> Arc<Rules> {
    rules(&format!(
        "  seeds nobody won: to owner\n  fill: from own left\n  last hole: {last_hole}\n  surplus: {surplus}\n  \
         empty holes: {empty_holes}\n  next starter: alternate\n  match won by: last player left"
    ))
}

fn refilled(rules: &Rules, owned: [i64; 2], closed: &[usize]) -> Refill {
    let contest = rules.contest.as_ref().expect("a match");
    let mut left = Left::of(rules, contest, &vec![0; rules.board.cells()]);
    for cell in closed {
        left.closed[*cell] = true;
    }
    refill(rules, contest, &owned, (0, 0), &left)
}

/// South's row, then North's, each from its owner's left.
fn rows(round: &Refill) -> [Vec<i64>; 2] {
    let mut norths = round.seeds[4..8].to_vec();
    norths.reverse();
    [round.seeds[..4].to_vec(), norths]
}

#[test]
fn three_of_four_borrow_one_and_owe_it() {
    let rules = refilling("at least 3 with the rest borrowed", "to reserve", "closed");
    let round = refilled(&rules, [21, 11], &[]);
    assert_eq!(rows(&round), [vec![4, 4, 4, 4], vec![4, 4, 4, 0]]);
    assert_eq!(round.reserve, [5, -1]);
    let round = refilled(&rules, [22, 10], &[]);
    assert_eq!(rows(&round)[1], [4, 4, 0, 0]);
    assert_eq!(round.reserve, [6, 2], "two are too few to borrow");
}

#[test]
fn who_fills_the_holes_of_another_borrows_for_them_too() {
    let rules = refilling("at least 3 with the rest borrowed", "to reserve", "filled by opponent");
    let round = refilled(&rules, [23, 9], &[]);
    assert_eq!(rows(&round), [vec![4, 4, 4, 4], vec![4, 4, 4, 4]]);
    assert_eq!(round.reserve, [-1, 1], "North lends the seed that he cannot use");
    let round = refilled(&rules, [22, 10], &[]);
    assert_eq!(rows(&round)[1], [4, 4, 4, 0]);
    assert_eq!(round.reserve, [2, 2], "two are too few to borrow");
}

#[test]
fn a_hole_closed_for_good_stays_closed() {
    let rules = refilling("full only", "to reserve", "closed for good");
    let round = refilled(&rules, [20, 12], &[2]);
    assert_eq!(rows(&round)[0], [4, 4, 0, 4]);
    assert!(round.closed[2], "c1 was closed");
    assert_eq!(round.reserve, [8, 0]);
    let reopening = refilled(&refilling("full only", "to reserve", "closed"), [20, 12], &[2]);
    assert_eq!(rows(&reopening)[0], [4, 4, 4, 4]);
}

#[test]
fn both_sides_are_shortened() {
    let rules = refilling("full only", "to reserve", "closed on both sides");
    let round = refilled(&rules, [20, 12], &[]);
    assert_eq!(rows(&round), [vec![0, 4, 4, 4], vec![4, 4, 4, 0]], "a2 is empty, so a1 opposite is closed");
    assert_eq!(round.reserve, [8, 0]);
    assert_eq!(round.closed[..8], [true, false, false, false, true, false, false, false]);
}

#[test]
fn a_hole_is_locked_until_it_is_full() {
    let rules = refilling("locked until full", "to reserve", "open");
    let round = refilled(&rules, [22, 10], &[]);
    assert_eq!(rows(&round)[1], [4, 4, 2, 0]);
    assert!(round.locked[5], "b2 has two of four");
    let mut position = mancala_engine::game::Position::start(&rules);
    position.seeds = round.seeds;
    position.locked = round.locked;
    position.to_move = 1;
    let game = mancala_engine::narrator::Narrator::from_position(&*rules, position.clone()).expect("a game");
    assert_eq!(game.legal(), ["c2", "d2"], "nothing is sown from b2");
    // South's last seed makes three in b2, and captures nothing: the hole is locked
    position.seeds = vec![0, 0, 0, 3, 0, 2, 0, 4, 0, 0];
    position.to_move = 0;
    let mut game = mancala_engine::narrator::Narrator::from_position(&*rules, position).expect("a game");
    game.play("d1").expect("legal");
    assert_eq!(game.position().seeds[4..8], [0, 3, 1, 5]);
    assert_eq!(game.captured(), [0, 0]);
}

#[test]
fn a_pot_is_won_with_the_first_capture_or_goes_back() {
    let rules = refilling("full only", "to pot", "closed");
    let round = refilled(&rules, [21, 11], &[]);
    assert_eq!(round.pot, [5, 3]);
    assert_eq!(round.reserve, [0, 0]);
    let mut position = mancala_engine::game::Position::start(&rules);
    position.seeds = vec![0, 1, 1, 4, 4, 4, 4, 4, 0, 0];
    position.pot = 8;
    let mut game = mancala_engine::narrator::Narrator::from_position(&*rules, position).expect("a game");
    game.play("b1").expect("legal");
    assert_eq!(game.captured(), [10, 0], "two from c1 and the pot of eight");
    assert_eq!(game.position().pot, 0);
}

/// Plays a match by the first legal move of each position.
fn played(rules: &Arc<Rules>) -> Match {
    let mut contest = Match::new(rules, 50).expect("a match").expect("a round");
    while contest.ending().is_none() {
        match contest.legal_names().first().cloned() {
            Some(name) => contest.play_named(&name).expect("legal"),
            None => contest.next_round().expect("the next round"),
        }
    }
    contest
}

#[test]
fn rounds_begin_anew_and_points_decide() {
    let rules = rules(
        "  fill: as at the start\n  next starter: last mover\n  match won by: most points\n  most rounds: 5\n  \
         each player after refilling, the first that fits {\n    when won the round -> mover gets 2 points\n    \
         when not lost the round -> mover gets 1 point\n  }",
    );
    let contest = played(&rules);
    let ending = contest.ending().expect("an end");
    assert_eq!((ending.rounds, ending.reason.as_str()), (5, "5 rounds were played"));
    assert_eq!(ending.points.iter().sum::<i64>(), 10, "two points a round");
    let best = ending.points.iter().max().copied();
    let leaders: Vec<usize> = (0..2).filter(|player| Some(ending.points[*player]) == best).collect();
    assert_eq!(ending.winners, leaders);
}

#[test]
fn a_number_of_points_ends_the_match() {
    let rules = rules(
        "  fill: as at the start\n  next starter: alternate\n  match won by: 20 points\n  \
         each player after refilling, the first that fits {\n    \
         otherwise -> mover gets as many points as own score\n  }",
    );
    let contest = played(&rules);
    let ending = contest.ending().expect("an end");
    assert_eq!(ending.reason, "a player has enough points");
    let best = ending.points.iter().max().copied().expect("players");
    assert!(best >= 20, "{ending:?}");
    // no round can give more than all seeds, so the round before this one left everybody below twenty
    let before = ending.points.iter().zip(&ending.owned).map(|(points, owned)| points - owned);
    assert!(before.max() < Some(20), "{ending:?}");
    assert!(ending.winners.iter().all(|winner| ending.points[*winner] == best), "{ending:?}");
}

#[test]
fn a_rule_can_ask_for_points_seeds_and_rounds() {
    let rules = rules(
        "  fill: as at the start\n  next starter: winner\n  \
         each player after refilling, the first that fits {\n    \
         when rounds is at least 3 and own seeds is at least 16 -> mover gets 1 point, wins the match\n    \
         when own points is at least 1 -> loses the match\n  }",
    );
    let contest = played(&rules);
    let ending = contest.ending().expect("an end");
    assert_eq!(ending.rounds, 3);
    assert!(ending.winners.iter().all(|winner| ending.owned[*winner] >= 16), "{ending:?}");
}

#[test]
fn a_player_who_cannot_fill_all_holes_says_which() {
    let rules = rules(
        "  seeds nobody won: to owner\n  fill: as each player chooses\n  last hole: even number\n  surplus: to reserve\n  \
         empty holes: closed\n  next starter: same\n  match won by: last player left",
    );
    let mut contest = Match::new(&rules, 50).expect("a match").expect("a round");
    while contest.laying_out().is_none() && contest.ending().is_none() {
        match contest.legal_names().last().cloned() {
            Some(name) => contest.play_named(&name).expect("legal"),
            None => contest.next_round().expect("the next round"),
        }
    }
    let chooser = contest.to_move().expect("somebody chooses");
    let legal = contest.legal_names();
    assert_eq!(legal.last().map(String::as_str), Some("fill-rest"));
    assert_eq!(legal.len(), 5, "four holes, or the rest: {legal:?}");
    let last = legal[3].clone();
    contest.play_named(&last).expect("legal");
    assert!(contest.play_named(&last).is_err(), "a hole is filled once");
    if contest.laying_out().is_some() {
        contest.play_named("fill-rest").expect("legal");
    }
    let game = contest.game().expect("the round");
    let hole = mancala_rules::notation::hole(&rules.board, last.trim_start_matches("fill-")).expect("a hole");
    assert!(game.position().seeds[hole] > 0 && game.position().owner[hole] == Some(chooser));
}
