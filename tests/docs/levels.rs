//! The games between machines that docs/levels.md counts are played again, as far as the clock decides nothing in them.

use std::process::Command;

use mancala::play_screen::picker::LEVELS;
use serde_json::Value;

/// A row of the table: the game, a level and its word, the other's word, the games, and how many were won, shared, lost.
struct Row {
    game: String,
    level: String,
    word: String,
    other: String,
    counts: [u64; 4],
    percent: String,
}

/// What stands in backquotes.
fn quoted(cell: &str) -> String {
    cell.split('`').nth(1).unwrap_or_else(|| panic!("no word in {cell}")).to_owned()
}

fn rows() -> Vec<Row> {
    let text = super::read("docs/levels.md");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let number = |at: usize| cells[at].parse().unwrap_or_else(|error| panic!("{}: {error}", cells[at]));
        Row {
            game: quoted(cells[0]),
            level: cells[1].split(' ').next().expect("a name").to_owned(),
            word: quoted(cells[1]),
            other: quoted(cells[2]),
            counts: [number(3), number(4), number(5), number(6)],
            percent: cells[7].to_owned(),
        }
    })
    .collect()
}

/// The share of points, with the interval of Wilson at 95 %, for points that are halves at least.
fn interval([games, won, shared, _]: [u64; 4]) -> String {
    let (n, z) = (games as f64, 1.96_f64);
    let part = (won as f64 + shared as f64 / 2.0) / n;
    let middle = (part + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (part * (1.0 - part) / n + z * z / (4.0 * n * n)).sqrt();
    format!("{:.1} ({:.1} to {:.1})", part * 100.0, (middle - half) * 100.0, (middle + half) * 100.0)
}

#[test]
fn the_table_names_the_levels_of_the_screen() {
    let rows = rows();
    let games: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    assert!(games.len() >= 6, "{games:?}");
    for game in games {
        for (level, word) in LEVELS {
            let found = rows.iter().find(|row| row.game == game && row.level == level);
            assert_eq!(found.map(|row| row.word.as_str()), Some(word), "{game}, {level}");
        }
    }
    for Row { game, level, counts, percent, .. } in &rows {
        assert_eq!(counts[0], counts[1] + counts[2] + counts[3], "{game}, {level}");
        assert_eq!(*percent, interval(*counts), "{game}, {level}");
    }
}

#[test]
fn what_the_clock_does_not_decide_is_played_again() {
    // a machine without optimisation takes long for those that look ahead
    let quick = |row: &&Row| row.word == "greedy" || !cfg!(debug_assertions) && !row.word.ends_with('s');
    let mut played = 0;
    for row in rows().iter().filter(quick) {
        let [games, won, shared, lost] = row.counts;
        let typed = format!(
            "simulate {} --players {},{} --games {games} --opening 2 --seed 1 --plies 2000 --json",
            row.game, row.word, row.other
        );
        let output = Command::new(env!("CARGO_BIN_EXE_mancala")).args(typed.split(' ')).output().expect("runs");
        let printed = String::from_utf8(output.stdout).expect("text");
        let result: Value = serde_json::from_str(printed.lines().last().expect("a line")).expect("JSON");
        let first = &result["players"][0];
        let found = ["won", "shared", "lost"].map(|name| first[name].as_u64().expect("a count"));
        assert_eq!(found, [won, shared, lost], "{typed}");
        played += 1;
    }
    assert!(played >= 6, "{played}");
}
