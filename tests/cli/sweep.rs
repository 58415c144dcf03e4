//! Random games under all readings, of one game or of many.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{FILES, folder, pairs, printed, run, run_in, transcript_of};

fn records(arguments: &[&str]) -> Vec<Value> {
    let text = printed(&[arguments, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

#[test]
fn a_row_has_what_simulate_counts_under_its_readings() {
    for (game, games) in [("krur", "40"), ("um-laarais", "20")] {
        let rows = records(&["sweep", game, "--games", games, "--watch", "0", "--seed", "6"]);
        assert!(rows.len() > 3 && rows[0]["changed"] == "", "{rows:?}");
        let mut labels: Vec<&str> = rows.iter().filter_map(|row| row["changed"].as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), rows.len(), "every set of readings is another one");
        for row in &rows {
            let set = row["changed"].as_str().expect("a text");
            let mut arguments = vec!["simulate", game, "--games", games, "--seed", "6", "--json"];
            if !set.is_empty() {
                set.split("; ").for_each(|one| arguments.extend(["--set", one]));
            }
            let alone: Value = serde_json::from_str(&printed(&arguments)).expect("JSON");
            assert_eq!((&row["wins"], &row["shared"]), (&alone["wins"], &alone["draws"]), "{set}");
            assert_eq!((&row["plies"], &row["plies_high"]), (&alone["length"]["mean"], &alone["length"]["high"]));
            assert_eq!((&row["shortest"], &row["longest"]), (&alone["length"]["min"], &alone["length"]["max"]));
            assert_eq!(row["first_wins_low"], alone["win_shares"][0]["low"]);
            assert_eq!(row["drawn_high"], alone["draw_share"]["high"]);
            assert_eq!(row["legal_moves"], alone["branching"]["mean"]);
            assert_eq!(row["score"], alone["score_spreads"][0]["mean"]);
            let mut ended: BTreeMap<&str, u64> = BTreeMap::new();
            for ending in alone["endings"].as_array().expect("endings") {
                *ended.entry(ending["reason"].as_str().expect("a text")).or_default() +=
                    ending["games"].as_u64().unwrap();
            }
            let of_row =
                row["endings"].as_array().expect("endings").iter().zip(row["ended"].as_array().expect("counts"));
            let mut found: BTreeMap<&str, u64> = BTreeMap::new();
            for (ending, games) in of_row {
                *found.entry(ending.as_str().expect("a text")).or_default() += games.as_u64().unwrap();
            }
            assert_eq!(found, ended, "{set}");
            let rules = alone["rules"].as_array().expect("rules");
            let idle = rules.iter().filter(|rule| rule["count"] == 0 && rule.get("forbids").is_none()).count();
            assert_eq!(row["idle_rules"].as_array().expect("rules").len(), idle, "{set}");
            assert_eq!(row["rules"], rules.len());
        }
    }
}

#[test]
fn games_show_which_reading_is_in_force() {
    let rows = records(&["sweep", "pairs.mancala", "--games", "10", "--watch", "30"]);
    let row = |changed: &str| rows.iter().find(|row| row["changed"] == changed).unwrap_or_else(|| panic!("{rows:?}"));
    assert_eq!((&row("")["watched"], &row("")["shown"]), (&json!(0), &json!(0)), "nothing to compare with");
    // another number of seeds is seen before the first ply
    let seeds = row("seeds=3");
    assert_eq!((&seeds["shown"], &seeds["usual_shown"]), (&json!(30), &json!(30)));
    assert_eq!((&seeds["shown_share"], &seeds["shown_plies"]), (&json!(1.0), &json!(0.0)));
    // the rule for a repeated position, asked earlier, ends some games; a game is told apart where it ends
    let rows = records(&["sweep", "krur", "--games", "10", "--watch", "60"]);
    let found = |changed: &str| rows.iter().find(|row| row["changed"] == changed).expect("a row");
    let pass = found("no-move=the end");
    let share = number(&pass["shown_share"]);
    assert!(share > 0.5 && share < 1.0, "whoever never lacks a move does not show the rule: {pass}");
    assert!(number(&pass["shown_plies"]) > 1.0);
    let endless = found("endless=end turn");
    assert!(number(&endless["shown_share"]) < 0.3, "an endless sowing is rare: {endless}");
}

/// What can be seen is symmetric where both readings decide the same moments in another way.
#[test]
fn a_game_is_told_apart_where_it_ends_differently() {
    let rows = records(&["sweep", "krur", "--games", "10", "--watch", "60"]);
    let owners = rows.iter().find(|row| row["changed"] == "remaining=owner's").expect("a row");
    // what remains is gathered at the end: the games are the same until then
    assert_eq!(owners["shown"], owners["usual_shown"], "{owners}");
    assert!(number(&owners["shown_share"]) > 0.0 && number(&owners["shown_share"]) < 1.0);
}

#[test]
fn all_combinations_are_swept() {
    let each = records(&["sweep", "pairs.mancala", "--games", "2", "--watch", "0"]);
    let all = records(&["sweep", "pairs.mancala", "--games", "2", "--watch", "0", "--readings", "all"]);
    let readings = |row: &Value| row["readings"].as_str().expect("a text").to_owned();
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in &each {
        for one in readings(row).split("; ") {
            let (name, value) = one.split_once('=').expect("a value");
            let values = kinds.entry(name.to_owned()).or_default();
            if !values.contains(&value.to_owned()) {
                values.push(value.to_owned());
            }
        }
    }
    assert_eq!(all.len(), kinds.values().map(Vec::len).product::<usize>(), "{kinds:?}");
    let mut sets: Vec<String> = all.iter().map(readings).collect();
    sets.sort_unstable();
    sets.dedup();
    assert_eq!(sets.len(), all.len());
    assert_eq!(all[0]["changed"], "");
    // an option that is settled keeps its reading
    let (name, values) = kinds.iter().find(|(_, values)| values.len() > 1).expect("an option");
    let set = format!("{name}={}", values[1]);
    let settled =
        records(&["sweep", "pairs.mancala", "--games", "2", "--watch", "0", "--readings", "all", "--set", &set]);
    assert_eq!(settled.len(), all.len() / values.len());
    assert!(settled.iter().all(|row| readings(row).contains(&set)), "{settled:?}");
}

#[test]
fn several_games_and_folders_are_swept() {
    let arguments = ["sweep", "kalah", "oware", "pairs.mancala", "--games", "50", "--readings", "usual"];
    let rows = records(&arguments);
    let games: Vec<&str> = rows.iter().filter_map(|row| row["game"].as_str()).collect();
    assert_eq!(games, ["Kalah", "Oware abapa", "Pairs"]);
    let told = printed(&arguments);
    assert!(told.lines().any(|line| line.starts_with("Oware abapa") && line.contains(" 50 ")), "{told}");
    let place = folder("swept");
    std::fs::create_dir_all(place.join("games/more")).expect("folders");
    std::fs::write(place.join("games/more/one.mancala"), pairs()).expect("a file");
    std::fs::write(place.join("games/two.mancala"), pairs()).expect("a file");
    std::fs::write(place.join("games/notes.txt"), "no rule file").expect("a file");
    let in_folder = ["sweep", "games", "--readings", "usual", "--games", "3", "--out", "rows.csv"];
    let output = run_in(&place, &in_folder);
    assert!(output.status.success(), "{}", transcript_of(&in_folder, &output));
    let rows = std::fs::read_to_string(place.join("rows.csv")).expect("a table");
    let files: Vec<&str> = rows.lines().skip(1).filter_map(|row| row.split(',').nth(2)).collect();
    assert!(files.len() == 2 && files[0].ends_with("one.mancala") && files[1].ends_with("two.mancala"), "{files:?}");
    std::fs::write(place.join("games/three.mancala"), "game {").expect("a file");
    assert_eq!(run_in(&place, &in_folder).status.code(), Some(1), "a rule file with problems");
    std::fs::create_dir(place.join("empty")).expect("a folder");
    for wrong in [&["sweep", "kalah", "oware", "--set", "columns=3"][..], &["sweep", "empty"]] {
        let output = run_in(&place, wrong);
        assert_eq!(output.status.code(), Some(2), "{}", transcript_of(wrong, &output));
    }
}

#[test]
fn seeds_are_rows_and_are_added_up_where_they_are_told() {
    let arguments = ["sweep", "krur", "--games", "30", "--watch", "5", "--readings", "usual"];
    let two = records(&[&arguments[..], &["--seeds", "2", "--seed", "4"]].concat());
    let one = |seed: &str| records(&[&arguments[..], &["--seed", seed]].concat()).remove(0);
    for (row, seed) in two.iter().zip(["4", "5"]) {
        let alone = one(seed);
        assert_eq!((&row["plies"], &row["wins"], &row["seed"]), (&alone["plies"], &alone["wins"], &alone["seed"]));
    }
    let mean = (number(&two[0]["plies"]) + number(&two[1]["plies"])) / 2.0;
    let told = printed(&[&arguments[..], &["--seeds", "2", "--seed", "4"]].concat());
    assert!(told.contains("as chosen") && told.contains("  60  ") && told.contains(&format!("{mean:.2}")), "{told}");
}

#[test]
fn the_readings_that_matter_are_told() {
    let told = printed(&["sweep", "pairs.mancala", "--games", "400"]);
    assert!(told.contains("Which readings matter") && told.contains("effect"), "{told}");
    let output = run_in(FILES, &["sweep", "tchuka-ruma", "--set", "x=y"]);
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["simulate", "krur", "--all-readings"]);
    assert_eq!(output.status.code(), Some(2), "`sweep` does that");
}
