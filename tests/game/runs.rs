//! How far a run goes.

use mancala_engine::game::Position;

use super::referees;
use crate::small::Small;

/// What the holes a1 to f1 hold after South plays f1, whose last seed captures a run. Both readers agree on it.
fn left(run: &str, holes: [i64; 6]) -> [i64; 6] {
    let last_seed = format!("when here is e1 -> capture {run}, end turn");
    let small = Small { columns: 6, from: "f1", direction: "clockwise", last_seed: &last_seed, ..Small::default() };
    let rules = small.rules();
    let [tables, narrator] = referees(&rules).map(|referee| {
        let mut position = Position::start(&rules);
        position.seeds = holes.into_iter().chain([0; 8]).collect();
        let mut game = referee.game(position).expect("a game");
        game.play_named("f1").expect("legal");
        <[i64; 6]>::try_from(&game.left().seeds[..6]).expect("six holes")
    });
    assert_eq!(tables, narrator, "{run}");
    tables
}

#[test]
fn a_run_has_at_most_so_many_holes() {
    let holes = [2, 2, 2, 2, 2, 1];
    assert_eq!(left("run ahead while holds 2", holes), [0, 0, 0, 0, 3, 0]);
    assert_eq!(left("run ahead at most 2 while holds 2", holes), [2, 2, 0, 0, 3, 0]);
    assert_eq!(left("here and run ahead at most 1 while holds 2", holes), [2, 2, 2, 0, 0, 0]);
    assert_eq!(left("run ahead by 2 at most 1 while holds 2", holes), [2, 2, 0, 2, 3, 0]);
    assert_eq!(left("run ahead by 2 at most 9 while holds 2", holes), [0, 2, 0, 2, 3, 0]);
    // the condition may end it before
    assert_eq!(left("run ahead at most 3 while holds 2", [2, 2, 1, 2, 2, 1]), [2, 2, 1, 0, 3, 0]);
}
