//! How far a run goes.

use mancala::game::Position;
use mancala::ruleset::Ruleset;
use mancala::source::Source;

use super::referees;

/// What the holes a1 to f1 hold after South plays f1, whose last seed captures a run. Both readers agree on it.
fn left(run: &str, holes: [i64; 6]) -> [i64; 6] {
    let text = format!(
        r#"
game "Six" {{ region: "nowhere" }}
board {{
  rows: 2
  columns: 6
  seeds: 3
  side: row
}}
move {{
  from: f1
  direction: clockwise
  begin: lift here, sow after here
}}
last seed, the first that fits {{
  when here is e1 -> capture {run}, end turn
  otherwise -> end turn
}}
before turn, the first that fits {{
  when no legal move -> game over
  otherwise -> play
}}
each player scores: seeds in own store
"#
    );
    let rules = Ruleset::read(Source::new("six.mancala", &text)).expect("a ruleset").rules().expect("rules");
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
