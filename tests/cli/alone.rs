//! Games of one player: the fewest moves to the best result.

use serde_json::{Value, json};

use super::program;

/// What the program prints on standard output and standard error, and its exit code.
fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = program(".", arguments).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code().expect("a code"))
}

fn record(arguments: &[&str]) -> Value {
    let (told, wrong, code) = run(arguments);
    assert_eq!(code, 0, "{wrong}");
    let mut record: Value = serde_json::from_str(told.trim_end()).expect("one line of JSON");
    // where it comes from is the same in every record
    for field in ["seconds", "game", "file", "readings", "fingerprint", "version", "seed"] {
        assert!(record.as_object_mut().expect("a record").remove(field).is_some(), "{field}: {told}");
    }
    record
}

#[test]
fn solve_and_analyse_find_the_fewest_moves() {
    let (told, _, code) = run(&["solve", "tchuka-ruma"]);
    assert_eq!(code, 0);
    assert!(
        told.starts_with("Tchuka Ruma: Player 1 wins in 6 moves, and not in fewer\n  c1 d1 c1 d1 b1 d1\n11 positions")
    );
    assert!(told.contains("To cite\n  mancala ") && told.contains(" solve tchuka-ruma\n"), "{told}");
    let wanted = json!({
        "kind": "fewest", "positions": 11, "plies": 6, "proved": true, "by_repetition": false, "best": "won",
        "moves": 6, "line": ["c1", "d1", "c1", "d1", "b1", "d1"],
    });
    assert_eq!(record(&["solve", "tchuka-ruma", "--json"]), wanted);
    assert_eq!(record(&["analyse", "tchuka-ruma", "--json"]), wanted);
    // from a position on the way, the moves left; from one that is lost, none
    let near = record(&["solve", "tchuka-ruma", "--json", "--from", "3 0 1 1 3; to move player 1; marks e1 player 1"]);
    assert_eq!((&near["best"], &near["moves"]), (&json!("won"), &json!(4)), "{near}");
    let (told, _, code) = run(&["analyse", "tchoukaillon", "--from", "0 2 0 1 0; to move player 1; marks e1 player 1"]);
    assert!(code == 0 && told.starts_with("Tchoukaillon: Player 1 loses, whatever he plays\n2 positions"), "{told}");
    let over = run(&["analyse", "tchuka-ruma", "--from", "0 0 0 0 8; to move player 1; marks e1 player 1"]);
    assert!(over.2 == 2 && over.1.contains("the game is over in this position: player 1 wins"), "{over:?}");
}

#[test]
fn limits_are_told() {
    let game = ["solve", "tchuka-ruma", "--set", "columns=13", "--memory", "2M"];
    let (told, _, code) = run(&game);
    assert_eq!(code, 0, "{told}");
    assert!(told.starts_with("Tchuka Ruma: nothing was found that Player 1 can get but a loss\n"), "{told}");
    let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("There are more, for which the memory was not enough."), "{words}");
    let found = record(&[&game[..], &["--json"]].concat());
    assert_eq!((&found["proved"], &found["by_repetition"]), (&json!(false), &json!(false)));
    let (told, _, code) = run(&["analyse", "tchuka-ruma", "--set", "columns=13", "--time", "50ms"]);
    let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code == 0 && words.contains("the time or the memory was not enough"), "{told}");
}

#[test]
fn options_without_a_meaning_are_refused() {
    let solve: [&[&str]; 5] =
        [&["--db", "folder"], &["--threads", "2"], &["--plan"], &["--verify", "1"], &["--max-seeds", "3"]];
    let analyse: [&[&str]; 4] = [&["--db", "folder"], &["--depth", "3"], &["--lines", "2"], &["--seed", "1"]];
    let all = solve.map(|more| ("solve", more)).into_iter().chain(analyse.map(|more| ("analyse", more)));
    for (command, more) in all {
        let (told, wrong, code) = run(&[&[command, "el-arnab"], more].concat());
        assert_eq!((told.as_str(), code), ("", 2), "{more:?}");
        let said = format!("`{}` has no meaning here: El Arnab is a game of one player", more[0]);
        assert!(wrong.contains(&said), "{wrong}");
    }
    let (_, wrong, code) = run(&["solve", "oware", "--from", "0 0 0 0 0 1 / 0 0 0 0 0 0; to move South"]);
    assert!(code == 2 && wrong.contains("`--from` belongs to games of one player"), "{wrong}");
    // a player given looks ahead as in other games
    let (told, wrong, code) = run(&["analyse", "tchuka-ruma", "--player", "search:d3", "--lines", "1"]);
    assert!(code == 0 && told.contains("best play of both sides"), "{told}{wrong}");
}
