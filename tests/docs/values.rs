//! The commands of docs/values.md give what stands beside them, typed into a shell as they stand.

use std::process::Command;

use serde_json::Value;

/// Games of more positions take too long here.
const FEW: u64 = 4_000;

/// A value as the tables have it.
fn told(value: &Value) -> String {
    match value["by"].as_i64().expect("a count") {
        0 => "0".to_owned(),
        by => format!("{by:+}"),
    }
}

#[test]
fn values_are_those_that_their_commands_give() {
    let text = super::read("docs/values.md");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>());
    let (mut known, mut run) = (0, 0);
    for row in rows {
        let [command, start, moves, positions, counts, endless, checksum, _] = row[..] else { panic!("{row:?}") };
        known += 1;
        let positions: u64 = positions.parse().expect("a number");
        if positions > FEW || known % 3 != 0 {
            continue;
        }
        run += 1;
        let typed = format!("\"$0\" solve {} --json", command.trim_matches('`'));
        let output = Command::new("sh").arg("-c").arg(&typed).arg(assert_cmd::cargo::cargo_bin!("mancala")).output();
        let printed = String::from_utf8(output.expect("a shell").stdout).expect("text");
        let result: Value = serde_json::from_str(printed.lines().last().expect("a line")).expect("JSON");
        let by = result["value"]["by"].as_i64().expect("a count");
        let winner = match by.signum() {
            0 => "draw".to_owned(),
            1 => format!("South by {by}"),
            _ => format!("North by {}", -by),
        };
        let listed = result["moves"].as_array().expect("moves").iter();
        let listed: Vec<String> =
            listed.map(|it| format!("{} {}", it["move"].as_str().expect("a name"), told(&it["value"]))).collect();
        let [won, even, lost, cyclic] = ["won", "even", "lost", "cyclic"].map(|name| result[name].to_string());
        let found = (winner.as_str(), listed.join(", "), format!("{won} / {even} / {lost}"), cyclic.as_str());
        assert_eq!(found, (start, moves.to_owned(), counts.to_owned(), endless), "{typed}");
        assert_eq!(result["checksum"], checksum.trim_matches('`'), "{typed}");
        assert_eq!(result["positions"], positions, "{typed}");
    }
    assert!(run >= 3, "{run}");
}
