//! A track of its own for clockwise sowing.

use std::sync::Arc;

use mancala_engine::game::Position;
use mancala_engine::play::Referee;
use mancala_rules::notation::hole_name;
use mancala_rules::rules::model::{Rules, Way};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::drivers::perft::perft_from;
use mancala_tools::picture::{Look, svg};

use super::referees;
use crate::small::Small;

/// A loop over two rows of three holes that leaps about.
const LEAPS: &str = "a1 and c2 and c1 and a2 and b1 and b2";

/// What the holes a1 to c1 and a2 to c2 and South's store hold after South plays a1 in a direction. Both readers agree.
fn played(way: &str, last_seed: &str, holes: [i64; 6]) -> [i64; 7] {
    let board = format!("clockwise track: {LEAPS}");
    // the other reading is there so that the track is in use
    let last_seed = format!("when 9th lap -> lift here, sow clockwise after here\n  {last_seed}");
    let sections = "sowing { endless: illegal }";
    let small =
        Small { board: &board, from: "a1", direction: way, last_seed: &last_seed, sections, ..Small::default() };
    let rules = small.rules();
    let [tables, narrator] = referees(&rules).map(|referee: Referee| {
        let mut position = Position::start(&rules);
        position.seeds = holes.into_iter().chain([0; 2]).collect();
        let mut game = referee.game(position).expect("a game");
        let play = game.legal_names().into_iter().find(|name| name.starts_with("a1")).expect("a1 is legal");
        game.play_named(&play).expect("legal");
        <[i64; 7]>::try_from(&game.left().seeds[..7]).expect("holes and a store")
    });
    assert_eq!(tables, narrator, "{way}: {last_seed}");
    tables
}

#[test]
fn a_lap_follows_the_track_of_its_direction() {
    assert_eq!(played("counterclockwise", "", [4, 0, 0, 0, 0, 0]), [0, 1, 1, 0, 1, 1, 0]);
    assert_eq!(played("clockwise", "", [4, 0, 0, 0, 0, 0]), [0, 1, 1, 1, 0, 1, 0]);
    // once round, and a seed more
    assert_eq!(played("clockwise", "", [7, 0, 0, 0, 0, 0]), [1, 1, 1, 1, 1, 2, 0]);
}

#[test]
fn a_relay_goes_on_along_it_and_turns_to_the_other() {
    let relay = |sow: &str| format!("when 1st lap -> lift here, {sow} after here");
    // two seeds to c1, which then holds three
    assert_eq!(played("clockwise", &relay("sow"), [2, 0, 2, 0, 0, 0]), [0, 1, 0, 1, 1, 1, 0]);
    assert_eq!(played("clockwise", &relay("sow reversed"), [2, 0, 2, 0, 0, 0]), [0, 0, 0, 1, 1, 2, 0]);
    assert_eq!(played("counterclockwise", &relay("sow reversed"), [2, 0, 2, 0, 0, 0]), [0, 2, 0, 1, 1, 0, 0]);
    assert_eq!(played("counterclockwise", &relay("sow clockwise"), [2, 0, 2, 0, 0, 0]), [0, 2, 0, 1, 1, 0, 0]);
}

#[test]
fn holes_ahead_and_back_lie_on_it() {
    let captured = |way: &str, set: &str| {
        let after = played(way, &format!("when here is c1 -> capture {set}, end turn"), [2, 10, 2, 30, 40, 50]);
        assert_eq!(after.iter().sum::<i64>(), 134);
        after[6]
    };
    // clockwise two seeds fall into c2 and c1; a2, b1, b2 and a1 lie ahead
    assert_eq!(captured("clockwise", "next"), 30);
    assert_eq!(captured("clockwise", "2 ahead"), 10);
    assert_eq!(captured("clockwise", "3 ahead"), 40);
    assert_eq!(captured("clockwise", "1 back"), 51);
    assert_eq!(captured("clockwise", "3 back"), 40);
    assert_eq!(captured("clockwise", "as many ahead"), 40);
    assert_eq!(captured("clockwise", "as many back"), 40);
    assert_eq!(captured("clockwise", "next of a2"), 10);
    assert_eq!(captured("clockwise", "1 back of (a2 and b1)"), 33);
    assert_eq!(captured("clockwise", "run ahead while occupied"), 80);
    assert_eq!(captured("clockwise", "run ahead by 2 at most 1 while occupied"), 10);
    assert_eq!(captured("clockwise", "run back while occupied"), 51);
    assert_eq!(captured("clockwise", "run back by 3 at most 1 while occupied"), 40);
    // counterclockwise they fall into b1 and c1
    assert_eq!(captured("counterclockwise", "next"), 50);
    assert_eq!(captured("counterclockwise", "1 back"), 11);
    assert_eq!(captured("counterclockwise", "run back while occupied"), 11);
}

#[test]
fn what_is_passed_over_is_passed_over_on_it() {
    let sown = |way: &str| {
        let board = format!("clockwise track: {LEAPS}");
        let sections = "sowing { skip: c2 and b1 }";
        let small = Small { board: &board, direction: way, sections, ..Small::default() };
        let rules = small.rules();
        let [tables, narrator] = referees(&rules).map(|referee| {
            let mut position = Position::start(&rules);
            position.seeds = vec![2, 0, 0, 0, 0, 0, 0, 0];
            let mut game = referee.game(position).expect("a game");
            let clockwise = game.legal_names().last().expect("a move").clone();
            game.play_named(&clockwise).expect("legal");
            game.left().seeds[..6].to_vec()
        });
        assert_eq!(tables, narrator, "{way}");
        tables
    };
    assert_eq!(sown("clockwise"), [0, 0, 1, 1, 0, 0]);
    assert_eq!(sown("either"), [0, 0, 1, 1, 0, 0]);
}

/// While nobody sows, the way is that of the mover's moves.
#[test]
fn it_is_walked_where_all_moves_go_clockwise() {
    let over = |direction: &str, holes: [i64; 6]| {
        let board = format!("clockwise track: {LEAPS}");
        let before_turn = "when next of a1 holds 5 and 2 back of a1 holds 4 -> game over";
        let rules = Small { board: &board, direction, before_turn, ..Small::default() }.rules();
        let [tables, narrator] = referees(&rules).map(|referee| {
            let mut position = Position::start(&rules);
            position.seeds = holes.into_iter().chain([0; 2]).collect();
            referee.game(position).expect("a game").outcome().is_some()
        });
        assert_eq!(tables, narrator, "{direction}");
        tables
    };
    // a1 a2 b1 b2 c1 c2: ahead of a1 lies c2, two holes back b1
    assert!(over("clockwise", [1, 4, 1, 1, 1, 5]));
    assert!(!over("either", [1, 4, 1, 1, 1, 5]));
    assert!(over("either", [1, 5, 1, 1, 4, 1]));
    assert!(!over("clockwise", [1, 5, 1, 1, 4, 1]));
}

/// A game on a board, in which seeds are relayed, taken from holes ahead and back, and sown in turns.
fn game(board: &str, direction: &str) -> Arc<Rules> {
    let text = format!(
        r#"
game "Tracks" {{ region: "nowhere" }}
board {{
{board}
  seeds: 2
}}
move {{
  from: own holes
  direction: {direction}
  begin: lift here, sow after here
}}
sowing {{
  endless: illegal
}}
last seed, the first that fits {{
  when makes 2 and next is occupied -> capture next and 2 back, end turn
  when makes 3 and some run back while occupied -> capture run ahead at most 2 while occupied, end turn
  when was occupied -> lift here, sow after here
  otherwise -> end turn
}}
before turn, the first that fits {{
  when no legal move -> game over
  otherwise -> play
}}
each player scores: seeds in own store
"#
    );
    let ruleset = Ruleset::read(Source::new("tracks.mancala", &text));
    let ruleset = ruleset.unwrap_or_else(|error| {
        panic!("{}", mancala_rules::problem::render(&error.problems, &error.source, false, 100))
    });
    ruleset.rules().expect("rules")
}

/// What `explain` says of clockwise sowing.
fn explained(board: &str, direction: &str) -> Vec<String> {
    let rules = game(board, direction);
    let sentences = mancala_rules::rules::explain::sentences(&rules);
    let clockwise = |text: &String| text.starts_with("Clockwise, ") || text.starts_with("Counterclockwise, ");
    sentences.into_iter().map(|sentence| sentence.text).filter(clockwise).collect()
}

/// The names of the holes of South's track in a direction, from a1 on.
fn track(rules: &Rules, way: Way) -> String {
    let (track, columns) = (rules.board.track_of(0, way), rules.board.columns.value);
    let first = track.iter().position(|cell| *cell == 0).expect("a1");
    let from_first = track[first..].iter().chain(&track[..first]);
    from_first.map(|cell| hole_name(*cell, columns)).collect::<Vec<_>>().join(" ")
}

#[test]
fn it_is_mirrored_backwards_or_listed() {
    let clockwise = |board: &str| track(&game(board, "either"), Way::Clockwise);
    let three = "  rows: 6\n  columns: 2\n  side: 3 rows\n  track: own side\n";
    let said = |value: &str| format!("{three}  clockwise track: {value}");
    assert_eq!(track(&game(three, "either"), Way::Counterclockwise), "a1 b1 b2 a2 a3 b3");
    assert_eq!(clockwise(three), "a1 b3 a3 a2 b2 b1");
    assert_eq!(clockwise(&said("backwards")), "a1 b3 a3 a2 b2 b1");
    assert_eq!(clockwise(&said("mirrored")), "a1 a2 b2 b3 a3 b1");
    let listed = "South b1 to a1 and a2 to b2 and b3 to a3, North a6 to b6 and b5 to a5 and a4 to b4";
    assert_eq!(clockwise(&said(listed)), "a1 a2 b2 b3 a3 b1");
    // on a loop of one or two rows the mirror image is the way back
    let mirrored = "\n  clockwise track: mirrored";
    for board in [
        "  rows: 2\n  columns: 3\n  side: row",
        "  rows: 2\n  columns: 3\n  side: row\n  ends: stores at own right",
        "  rows: 2\n  columns: 3\n  side: row\n  ends: nobody's",
        "  rows: 4\n  columns: 3\n  side: 2 rows\n  track: own side",
        "  rows: 1\n  columns: 4\n  side: 2 holes",
    ] {
        let (plain, mirrored) = (game(board, "either"), game(&format!("{board}{mirrored}"), "either"));
        let sequences = |rules: &Arc<Rules>| perft_from(rules, &Position::start(rules), 2).expect("a count");
        assert_eq!(sequences(&plain), sequences(&mirrored), "{board}");
    }
}

#[test]
fn it_is_explained_where_sowing_goes_clockwise() {
    let board =
        |value: &str| format!("  rows: 6\n  columns: 2\n  side: 3 rows\n  track: own side\n  clockwise track: {value}");
    let mirrored = "Clockwise, sowing goes along the mirror image of the counterclockwise way, left for right: \
                    South sows along b1 to a1, then a2 to b2, then b3 to a3, and then from b1 on again; \
                    North sows along a6 to b6, then b5 to a5, then a4 to b4, and then from a6 on again.";
    assert_eq!(explained(&board("mirrored"), "either"), [mirrored]);
    assert_eq!(explained(&board("mirrored | backwards"), "South clockwise, North counterclockwise"), [mirrored]);
    let backwards = "Clockwise, sowing goes the counterclockwise way backwards.";
    assert_eq!(explained(&board("backwards"), "either"), [backwards]);
    assert_eq!(explained(&board("mirrored"), "counterclockwise | clockwise"), Vec::<String>::new());
    let rows = "  rows: 2\n  columns: 3\n  side: row\n  clockwise track: ";
    let also =
        "Clockwise, sowing goes along the mirror image of the counterclockwise way, which is that way backwards.";
    assert_eq!(explained(&format!("{rows}mirrored"), "clockwise"), [also]);
    let leaps = "Clockwise, sowing goes along a1, then c2 to c1, then a2, then b1 to b2, and then from a1 on again.";
    assert_eq!(explained(&format!("{rows}{LEAPS}"), "clockwise"), [leaps]);
    let around = format!("{rows}{LEAPS}\n  track: a1 to c1 and c2 to a2");
    let track = "Counterclockwise, sowing goes along a1 to c1, then c2 to a2, and then from a1 on again, one seed into \
                 each hole.";
    assert_eq!(explained(&around, "either"), [track, leaps]);
}

/// The boards of a game in which the first legal move is played each time. Both readers agree.
fn boards(rules: &Arc<Rules>) -> Vec<Vec<i64>> {
    let [tables, narrator] = referees(rules).map(|referee| {
        let mut game = super::begun(&referee);
        let mut boards = Vec::new();
        while boards.len() < 20 && !game.legal_moves().is_empty() {
            game.play_nth(0).expect("legal");
            boards.push(game.left().seeds.clone());
        }
        boards
    });
    assert_eq!(tables, narrator);
    tables
}

/// Clockwise along a list is counterclockwise along the same list as the track: in play, and in the picture.
#[test]
fn a_list_means_the_same_in_both_directions() {
    for (columns, plain, list) in
        [(3, "whole board", LEAPS), (4, "own side", "South a1 and c1 and b1 and d1, North a2 and b2 and d2 and c2")]
    {
        let board = format!("  rows: 2\n  columns: {columns}\n  side: row\n");
        let clockwise = game(&format!("{board}  track: {plain}\n  clockwise track: {list}"), "clockwise");
        let counterclockwise = game(&format!("{board}  track: {list}"), "counterclockwise");
        let sequences = |rules: &Arc<Rules>| perft_from(rules, &Position::start(rules), 4).expect("a count");
        assert_eq!(sequences(&clockwise), sequences(&counterclockwise), "{list}");
        let back = game(&format!("{board}  track: {plain}"), "clockwise");
        assert_eq!(boards(&clockwise), boards(&counterclockwise), "{list}");
        assert_ne!(boards(&clockwise), boards(&back), "{list}");
        let drawn = |rules: &Rules| {
            let look = Look { arrows: true, ..Look::default() };
            svg(rules, &Position::start(rules), Some(0), &[], &look)
        };
        assert_eq!(drawn(&clockwise), drawn(&counterclockwise), "{list}");
        assert_ne!(drawn(&clockwise), drawn(&back), "{list}");
    }
}
