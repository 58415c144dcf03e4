//! Tables in shards: all shards together are the table of one run, row for row, and a file that is there is whole.

use std::path::Path;

use super::{program, run_in, transcript_of};

/// Runs the program in a folder, where it writes a table, and returns the lines of the table.
fn table(place: &Path, arguments: &[&str], file: &str, shard: Option<&str>) -> Vec<String> {
    let shard = shard.map_or_else(Vec::new, |shard| vec!["--shard", shard]);
    let arguments = [arguments, &["--out", file], &shard].concat();
    let output = run_in(place, &arguments);
    assert!(output.status.success(), "{}", transcript_of(&arguments, &output));
    let text = std::fs::read_to_string(place.join(file)).expect("a table");
    text.lines().map(str::to_owned).collect()
}

/// What is played in these tests: every command that writes tables.
const TABLES: [&[&str]; 7] = [
    &["simulate", "krur", "--games", "23", "--seed", "5"],
    // more games than are written at once
    &["simulate", "tchuka-ruma", "--games", "4100", "--plies", "3"],
    &["simulate", "krur", "--match", "--games", "5"],
    &["simulate", "kalah", "--players", "greedy,random", "--opening", "2", "--games", "9"],
    &["perft", "krur", "--depth", "5", "--split", "3"],
    &["sweep", "krur", "--games", "12", "--watch", "4", "--seeds", "2", "--seed", "8"],
    &["sweep", "tchuka-ruma", "kalah", "--games", "5", "--watch", "1", "--readings", "usual", "--seeds", "3"],
];

#[test]
fn all_shards_together_are_the_table_of_one_run() {
    for (at, arguments) in TABLES.iter().enumerate() {
        let place = super::folder(&format!("shards-{at}"));
        let whole = table(&place, arguments, "whole.csv", None);
        let (head, rows) = whole.split_first().expect("a head");
        assert!(rows.len() >= 5 && head.ends_with(",shard") && head.contains("fingerprint,version"), "{head}");
        let without_shard = |row: &String| row.rsplit_once(',').expect("a last column").0.to_owned();
        for of in [1, 3, 7] {
            // one that was lost is computed again, alone
            let mut found = Vec::new();
            for number in 1..=of {
                let name = format!("{number}/{of}");
                let shard = table(&place, arguments, "shard.csv", Some(&name));
                assert_eq!(shard[0], *head, "{arguments:?}");
                assert!(shard[1..].iter().all(|row| row.ends_with(&format!(",{name}"))), "{shard:?}");
                found.extend(shard[1..].iter().map(without_shard));
            }
            assert_eq!(found, rows.iter().map(without_shard).collect::<Vec<_>>(), "{arguments:?}, {of} shards");
        }
        if at == 1 {
            continue;
        }
        // the same as lines of JSON
        let lines = table(&place, arguments, "whole.jsonl", None);
        assert_eq!(lines.len(), rows.len());
        let first: serde_json::Value = serde_json::from_str(&lines[0]).expect("JSON");
        let columns: Vec<&str> = head.split(',').collect();
        assert_eq!(first.as_object().expect("an object").len(), columns.len());
        assert_eq!((&first["number"], first["shard"].as_str()), (&serde_json::json!(1), Some("1/1")));
    }
}

#[test]
fn a_table_has_the_games_that_are_told_one_by_one() {
    let place = super::folder("shards-told");
    let arguments = ["simulate", "krur", "--games", "30", "--seed", "3"];
    let rows = table(&place, &arguments, "games.csv", None);
    let told = super::printed(&[&arguments[..], &["--per-game", "--csv"]].concat());
    let rows: Vec<&str> = rows.iter().map(|row| row.rsplit_once(',').expect("a last column").0).collect();
    assert_eq!(rows, told.lines().collect::<Vec<_>>());
}

#[test]
fn the_rows_of_perft_add_up() {
    let place = super::folder("shards-perft");
    for (game, depth, split) in [("krur", "6", "2"), ("um-laarais", "4", "4"), ("oware", "3", "8")] {
        let arguments = ["perft", game, "--depth", depth, "--split", split];
        let rows = table(&place, &arguments, "perft.csv", None);
        let nodes: u64 =
            rows[1..].iter().map(|row| row.split(',').nth(3).expect("nodes").parse::<u64>().unwrap()).sum();
        let told = super::printed(&["perft", game, "--depth", depth, "--json"]);
        let last: serde_json::Value = serde_json::from_str(told.lines().last().expect("a line")).expect("JSON");
        assert_eq!(last["nodes"], nodes, "{game}");
        let narrated = [&arguments[..], &["--engine", "narrator"]].concat();
        assert_eq!(table(&place, &narrated, "narrated.csv", None), rows, "{game}");
    }
}

#[test]
fn wrong_shards_and_files_are_refused_before_anything_is_computed() {
    let place = super::folder("shards-wrong");
    std::fs::create_dir(place.join("folder.csv")).expect("a folder");
    let wrong: [(&[&str], &str); 8] = [
        (&["simulate", "krur", "--shard", "0/4", "--out", "a.csv"], "`1/N` to `N/N`"),
        (&["sweep", "krur", "--shard", "5/4", "--out", "a.csv"], "`1/N` to `N/N`"),
        (&["perft", "krur", "--depth", "3", "--shard", "1/4"], "--out"),
        (&["simulate", "krur", "--out", "a.txt"], "`.csv`, `.jsonl` or `.parquet`"),
        (&["sweep", "krur", "--out", "nowhere/a.csv"], "cannot be written"),
        (&["sweep", "krur", "--games", "1", "--out", "folder.csv"], "cannot be written"),
        (&["simulate", "krur", "--out", "a.csv", "--json"], "cannot be used with"),
        (&["simulate", "krur", "--out", "a.csv", "--histogram", "b.svg"], "cannot be used with"),
    ];
    for (arguments, told) in wrong {
        let output = run_in(&place, arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && text.contains(told), "{}", transcript_of(arguments, &output));
    }
    let left: Vec<_> = std::fs::read_dir(&place).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["folder.csv"], "nothing else is left behind");
}

/// A run that ends early leaves the table of another run as it is.
#[test]
fn a_table_is_replaced_when_it_is_complete() {
    let place = super::folder("shards-replaced");
    std::fs::write(place.join("a.csv"), "old").expect("written");
    let endless = ["simulate", "krur", "--games", "1000000000", "--out", "a.csv"];
    let output = program(&place, &endless).timeout(std::time::Duration::from_secs(2)).output().expect("it runs");
    assert!(!output.status.success());
    assert_eq!(std::fs::read_to_string(place.join("a.csv")).expect("a file"), "old");
    table(&place, &["simulate", "krur", "--games", "1"], "a.csv", None);
    assert!(std::fs::read_to_string(place.join("a.csv")).expect("a file").starts_with("number,"));
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_needs_its_feature() {
    let place = super::folder("shards-parquet");
    let output = run_in(&place, &["sweep", "krur", "--out", "a.parquet"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && text.contains("--features parquet"), "{text}");
}

/// A value of Parquet as JSON.
#[cfg(feature = "parquet")]
fn value(field: &parquet::record::Field) -> serde_json::Value {
    use parquet::record::Field;
    match field {
        Field::Null => serde_json::Value::Null,
        Field::Str(text) => text.as_str().into(),
        Field::ULong(count) => (*count).into(),
        Field::Long(number) => (*number).into(),
        Field::Double(measure) => (*measure).into(),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        other => panic!("no cell of a table: {other}"),
    }
}

/// `cargo test --features parquet shards`
#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_same_rows() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    for (at, arguments) in TABLES.iter().enumerate() {
        let place = super::folder(&format!("shards-parquet-{at}"));
        let lines = table(&place, arguments, "whole.jsonl", None);
        let output = run_in(&place, &[arguments, &["--out", "whole.parquet"][..]].concat());
        assert!(output.status.success(), "{}", transcript_of(arguments, &output));
        let file = std::fs::File::open(place.join("whole.parquet")).expect("a file");
        let reader = SerializedFileReader::new(file).expect("Parquet");
        let rows: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), lines.len());
        for (row, line) in rows.iter().zip(&lines) {
            let wanted: serde_json::Value = serde_json::from_str(line).expect("JSON");
            for (name, field) in row.get_column_iter() {
                let (found, wanted) = (value(field), &wanted[name]);
                let same = match (found.as_f64(), wanted.as_f64()) {
                    (Some(found), Some(wanted)) => (found - wanted).abs() < 1e-9,
                    _ => found == *wanted,
                };
                assert!(same, "{name}: {found} is not {wanted}");
            }
        }
    }
}
