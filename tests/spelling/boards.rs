//! Rows of numbers in which one goes on.

use mancala_tools::checks::Checks;

use super::{read, rule, same, when, with};

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

#[test]
fn examples_know_debts() {
    let owing = "when makes 2 -> place 2 in here from own store, end turn";
    let contest = "match {\n  seeds nobody won: to owner\n  fill: from own left\n  last hole: at least 2 with the rest borrowed\n  \
                   surplus: to reserve\n  empty holes: open\n  next starter: same\n  match won by: last player left\n}\n";
    let game = rule(owing).replace("game over", "round over").replace("rows:", "seeds in each store: 1\n  rows:");
    let differences = |example: &str| {
        let text = format!("{game}{contest}example \"one\" {{\n{example}\n}}\n");
        let ruleset = read(&text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
        ruleset.examples().expect("examples").remove(0).differences.len()
    };
    let before = "  position: North 0 0 0 1 / South 1 1 0 0\n  stores before: South -1, North 0\n  play: a1\n";
    assert_eq!(differences(&format!("{before}  stores: South -3, North 0")), 0);
    assert_eq!(differences(&format!("{before}  stores: South -4, North 0")), 1);
    // 23 of 24 seeds are left: South's eleven lack one for his fourth hole
    assert_eq!(differences("  refill: South 11, North 13\n  reserve: South -1, North 1"), 0);
    assert_eq!(differences("  refill: South 11, North 13\n  reserve: South 1, North 1"), 1);
    // who owes seeds fills nothing
    assert_eq!(
        differences("  refill: South -1, North 25\n  board: North 3 .. / South 0 ..\n  reserve: South -1, North 13"),
        0
    );
}
