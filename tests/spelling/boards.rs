//! Rows of numbers in which one goes on.

use super::{read, same, when, with};

/// The same seeds, said in two ways.
fn alike(going_on: &str, written_out: &str) {
    let seeds = |seeds: &str| {
        let ruleset = read(&with("seeds:   3", &format!("seeds:   {seeds}"))).expect("no problems");
        ruleset.rules().expect("rules").board.start.clone()
    };
    assert_eq!(seeds(going_on), seeds(written_out), "{going_on}");
}

#[test]
fn a_number_goes_on_to_the_end_or_shares_the_row() {
    alike("1 2 .. / 3 ..", "1 2 2 2 / 3 3 3 3");
    alike("North 0 .. 5 .. / South 3 .. 1 0", "North 0 0 5 5 / South 3 3 1 0");
    alike("each player from own left 0 1 ..", "each player from own left 0 1 1 1");
    // a row that is full already
    alike("1 2 3 4 .. / 4 3 2 1", "1 2 3 4 / 4 3 2 1");
}

#[test]
fn boards_of_examples_and_conditions_go_on() {
    same(&when("position is North 0 .. / South 0 .. 1"), &when("position is North 0 0 0 0 / South 0 0 0 1"));
    let example = |seeds: &str| {
        let example = format!("example \"one\" {{\n  position: North 0 .. 1 / South 1 0 ..\n  play: a1\n{seeds}\n}}\n");
        let ruleset = read(&format!("{}{example}", with("makes 2", "makes 9"))).expect("no problems");
        ruleset.examples().expect("examples").remove(0).differences.len()
    };
    assert_eq!(example("  board: North 0 .. 1 / South 0 1 0 .."), 0);
    assert_eq!(example("  board: North 0 .. 1 / South 0 2 0 .."), 1);
}
