//! What another move would have left: asked after a turn.

use std::sync::Arc;

use mancala_rules::rules::model::Rules;

use super::{begun, referees};
use crate::small::Small;

/// A small game with a list after the turn.
fn game(seeds: &str, direction: &str, last_seed: &str, after_turn: &str) -> Arc<Rules> {
    let sections = format!("after turn, the first that fits {{\n{after_turn}\n}}");
    Small { seeds, direction, sections: &sections, last_seed, ..Small::default() }.rules()
}

/// The legal moves at the start, and of each the number of seeds in South's store after it.
fn played(rules: &Arc<Rules>) -> Vec<String> {
    let [tables, narrator] = referees(rules).map(|referee| {
        let names = begun(&referee).legal_names();
        let after = |name: &String| {
            let mut game = begun(&referee);
            game.play_named(name).expect("legal");
            format!("{name} {}", game.position().seeds[rules.board.stores[0]])
        };
        names.iter().map(after).collect::<Vec<_>>()
    });
    assert_eq!(tables, narrator);
    tables
}

#[test]
fn the_move_played_is_no_other() {
    let fined = "  when all opponent's holes are empty and another move would leave some opponent's occupied holes
       -> capture own holes";
    let rules = |seeds: &str| game(seeds, "counterclockwise", "", fined);
    // only c1 feeds: the other moves are fined
    assert_eq!(played(&rules("0 0 0 / 1 0 1")), ["a1 2", "c1 0"]);
    // no move feeds, so none is fined
    assert_eq!(played(&rules("0 0 0 / 1 1 0")), ["a1 0", "b1 0"]);
    // one move alone has no other
    let lone = game("0 0 0 / 1 0 0", "counterclockwise", "", "  when another move would leave some holes -> illegal");
    assert_eq!(played(&lone), ["a1 0"]);
}

#[test]
fn directions_and_answers_make_other_moves() {
    let after = "  when not another move would leave all own holes are empty -> capture holes";
    // c1+ leaves no seed on the own side, and c1- has that move beside it
    let rules = game("0 0 0 / 0 0 1", "either", "", after);
    assert_eq!(played(&rules), ["c1+ 1", "c1- 0"]);
    let asked = game(
        "0 0 0 / 0 1 0",
        "counterclockwise",
        "  when makes 1 -> may capture here, end turn",
        "  when another move would leave own store holds 1 -> capture c1",
    );
    assert_eq!(played(&asked), ["b1y 1", "b1n 1"]);
}

#[test]
fn illegal_moves_and_moves_that_end_the_game_do_not_count() {
    let after = "  when another move would leave c1 is empty -> capture own holes";
    for (last_seed, expected) in [
        ("", vec!["a1 2", "c1 0"]),
        ("  when here is c2 -> illegal", vec!["a1 0"]),
        ("  when here is c2 -> mover wins the game", vec!["a1 0", "c1 0"]),
    ] {
        assert_eq!(played(&game("0 0 0 / 1 0 1", "counterclockwise", last_seed, after)), expected, "{last_seed}");
    }
    // what is illegal after the turn counts
    let both = "  when c1 is empty -> illegal
  when another move would leave c1 is empty -> capture own holes";
    assert_eq!(played(&game("0 0 0 / 1 0 1", "counterclockwise", "", both)), ["a1 2"]);
}

#[test]
fn each_move_has_its_own_facts() {
    // the last seed of c1 falls in c2, that of a1 in b1
    let after = "  when another move would leave here is c2 -> capture own holes";
    assert_eq!(played(&game("0 0 0 / 1 0 1", "counterclockwise", "", after)), ["a1 2", "c1 0"]);
    let sown = "  when another move would leave (c2 is sown this turn) -> capture own holes";
    assert_eq!(played(&game("0 0 0 / 1 0 1", "counterclockwise", "", sown)), ["a1 2", "c1 0"]);
}
