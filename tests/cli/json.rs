//! What the commands print for a program.

use serde_json::{Value, json};

use super::{folder, pairs, printed, program, run, run_in};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

fn records(arguments: &[&str]) -> Vec<Value> {
    lines(&printed(arguments))
}

/// The names of the fields, in the order in which they stand in a line of flat or nested JSON.
fn keys(line: &str) -> Vec<String> {
    let (mut keys, mut depth) = (Vec::new(), 0);
    let mut texts = line.split('"');
    let mut text = "";
    while let Some(between) = texts.next() {
        if depth == 1 && between.trim_start().starts_with(':') {
            keys.push(text.to_owned());
        }
        for c in between.chars() {
            match c {
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                _ => {}
            }
        }
        text = texts.next().unwrap_or_default();
    }
    keys
}

const START: [&str; 10] = ["ply", "round", "rows", "stores", "captured", "marks", "closed", "to_move", "legal", "over"];
const PLY: [&str; 12] =
    ["ply", "round", "by", "move", "rows", "stores", "captured", "marks", "closed", "to_move", "legal", "over"];

#[test]
fn replay_of_krur_is_as_documented() {
    let text = printed(&["replay", "krur", "d1", "a2", "--json"]);
    let none = json!([[[], [], [], []], [[], [], [], []]]);
    assert_eq!(
        lines(&text),
        [
            json!({"ply": 0, "round": 1, "rows": [[4, 4, 4, 4], [4, 4, 4, 4]], "stores": [0, 0], "captured": [0, 0],
                "marks": none, "closed": [], "to_move": 0, "legal": ["a1", "b1", "c1", "d1"], "over": false}),
            json!({"ply": 1, "round": 1, "by": 0, "move": "d1", "rows": [[1, 9, 9, 0], [1, 8, 0, 4]],
                "stores": [0, 0], "captured": [0, 0], "marks": none, "closed": [], "to_move": 1,
                "legal": ["a2", "b2", "c2"], "over": false}),
            json!({"ply": 2, "round": 1, "by": 1, "move": "a2", "rows": [[0, 9, 9, 0], [0, 9, 1, 4]],
                "stores": [0, 0], "captured": [0, 0], "marks": none, "closed": [], "to_move": 0,
                "legal": ["b1", "c1", "d1"], "over": false}),
        ]
    );
    let found: Vec<Vec<String>> = text.lines().map(keys).collect();
    assert_eq!(found, [START.to_vec(), PLY.to_vec(), PLY.to_vec()]);
}

#[test]
fn the_last_ply_of_a_finished_game_has_a_result() {
    let position = "0 0 4 4 / 0 5 0 2; marks b1 North, c2 South, d2 South";
    let text = printed(&["replay", "krur", "--from", position, "d1", "--json"]);
    let last = lines(&text).pop().expect("a line");
    assert_eq!(
        (&last["over"], &last["legal"], &last["rows"]),
        (&json!(true), &json!([]), &json!([[0, 0, 5, 5], [0, 5, 0, 0]]))
    );
    assert_eq!(last["captured"], json!([10, 5]));
    assert_eq!(last["marks"], json!([[[], [], [0], [0]], [[], [1], [], []]]));
    assert_eq!(
        last["result"],
        json!({"reason": "all holes where not marked are empty", "scores": [10, 5], "winners": [0]})
    );
    let last = text.lines().last().expect("a line");
    assert_eq!(keys(last), [&PLY[..], &["result"]].concat());
}

#[test]
fn what_is_gathered_is_a_line_of_its_own() {
    let all = records(&["run", "kalah", "--seed", "5", "--json"]);
    let [.., last, end] = all.as_slice() else { panic!("a game") };
    // the last ply leaves seeds on the board, and the rule takes them
    assert_eq!((&last["over"], &last["legal"], last.get("result")), (&json!(false), &json!([]), None));
    assert_eq!((&last["ply"], &last["stores"], last.get("gathered")), (&end["ply"], &json!([20, 15]), None));
    assert_eq!(end["gathered"]["from"], json!({"a1": 2, "b1": 6, "e1": 1, "f1": 4}));
    assert_eq!((&end["gathered"]["to"], end.get("move")), (&json!([13, 0]), None));
    assert_eq!(end["gathered"]["rule"], end["result"]["reason"]);
    assert!(end["gathered"]["line"].as_u64().is_some_and(|line| line > 0));
    // board, stores, scores and result agree
    assert_eq!((&end["rows"], &end["stores"]), (&json!([[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]), &json!([33, 15])));
    assert_eq!((&end["captured"], &end["result"]["scores"]), (&json!([33, 15]), &json!([33, 15])));
    // with a trace its events belong to it
    let all = records(&["run", "kalah", "--seed", "5", "--json", "--trace"]);
    let [.., last, end] = all.as_slice() else { panic!("a game") };
    let told = |record: &Value| record["told"].as_array().expect("lines").last().expect("a line").to_string();
    assert!(told(last).contains("the turn ends") && told(end).contains("the game is over"));
}

#[test]
fn what_is_won_at_the_end_is_the_score() {
    for (game, _) in crate::sampled() {
        for record in records(&["run", game, "--seed", "1", "--json"]).iter().filter(|record| record["over"] == true) {
            assert_eq!(record["captured"], record["result"]["scores"], "{game}");
        }
    }
}

#[test]
fn a_forced_pass_is_a_ply() {
    let position = "0 0 4 0 / 0 0 1 0; marks c2 South";
    let plies = records(&["replay", "krur", "--from", position, "c1", "pass", "--json"]);
    assert_eq!(plies[1]["legal"], json!(["pass"]));
    assert_eq!((&plies[2]["by"], &plies[2]["move"]), (&json!(1), &json!("pass")));
    assert_eq!(plies[2]["legal"], json!(["d1"]));
}

#[test]
fn a_solved_draw_is_an_end() {
    let position = "0 0 0 0 0 1 / 0 0 0 0 0 1; to move South; stores South 24, North 22";
    let analysed = records(&["analyse", "oware", "--from", position, "--json"]);
    let last = analysed.last().expect("a depth");
    assert_eq!((&last["certainty"], &last["moves"][0]["value"]), (&json!("solved"), &json!({ "ends": 0 })));
}

#[test]
fn seeds_that_leave_a_match_are_told() {
    let asked = ["run", "krur", "--match", "--set", "seeds nobody won=to nobody", "--seed", "5", "--json"];
    let all = records(&asked);
    let gone: Vec<i64> = all.iter().filter_map(|record| record["gone"].as_i64()).collect();
    assert!(gone.is_sorted() && gone.len() > 2, "{gone:?}");
    let end = &all.last().expect("an end")["match"];
    let owned: i64 = end["owned"].as_array().expect("players").iter().filter_map(Value::as_i64).sum();
    let gone = end["gone"].as_i64().expect("a number");
    assert!(gone > 0 && owned + gone == 32, "{end}");
    let told = printed(&asked[..asked.len() - 1]);
    assert!(told.contains(&format!("; {gone} seeds left the match, since nobody won them")), "{told}");
    assert!(told.contains(" seeds leave the match: nobody won them\n"), "{told}");
    let counted = printed(&["simulate", "krur", "--match", "--games", "9", "--set", "seeds nobody won=to nobody"]);
    assert!(counted.contains("seeds on average, since nobody won them"), "{counted}");
}

#[test]
fn ends_that_are_nobodys_are_told() {
    let start = records(&["replay", "o-an-quan", "--json"]).remove(0);
    assert_eq!(start["ends"], json!([10, 10]));
    assert_eq!(start["rows"], json!([[5, 5, 5, 5, 5], [5, 5, 5, 5, 5]]));
    let kalah = records(&["replay", "kalah", "c1", "--json"]).remove(1);
    assert_eq!((kalah.get("ends"), &kalah["stores"]), (None, &json!([1, 0])));
}

#[test]
fn closed_holes_are_told() {
    let start = records(&["replay", "krur", "--from", "0 2 4 4 / 4 4 4 4; closed a2", "--json"]).remove(0);
    assert_eq!(start["closed"], json!(["a2"]));
}

#[test]
fn what_was_valid_before_a_bad_move_is_printed() {
    let output = run(&["replay", "krur", "d1", "a1", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(lines(&String::from_utf8_lossy(&output.stdout)).len(), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("ply 2: `a1` is not legal"));
}

#[test]
fn run_prints_what_replay_prints() {
    let played = records(&["run", "krur", "--seed", "5", "--json"]);
    let moves: Vec<String> =
        // what is gathered at the end is no move
        played.iter().filter_map(|ply| Some(ply["move"].as_str()?.to_owned())).collect();
    let replayed =
        program(super::FILES, &["replay", "krur", "--json"]).write_stdin(moves.join(" ")).output().expect("runs");
    assert_eq!(lines(&String::from_utf8_lossy(&replayed.stdout)), played);
    assert_eq!(played.last().map(|last| &last["over"]), Some(&json!(true)));
}

#[test]
fn run_numbers_several_games() {
    let played = records(&["run", "pairs.mancala", "--games", "3", "--json"]);
    let starts: Vec<&Value> = played.iter().filter(|ply| ply["ply"] == json!(0)).map(|ply| &ply["game"]).collect();
    assert_eq!(starts, [&json!(1), &json!(2), &json!(3)]);
}

#[test]
fn a_stopped_game_says_so_beside_the_records() {
    let output = run(&["run", "krur", "--plies", "2", "--json"]);
    assert!(output.status.success());
    assert_eq!(lines(&String::from_utf8_lossy(&output.stdout)).len(), 3);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("stopped after 2 plies"));
}

#[test]
fn a_trace_is_a_field() {
    let plies = records(&["replay", "pairs.mancala", "b1", "--trace", "--json"]);
    let told = plies[1]["told"].as_array().expect("lines");
    assert!(told.iter().any(|line| line.as_str().is_some_and(|line| line.contains("South wins 3 seeds from c2"))));
}

#[test]
fn list() {
    let text = printed(&["list", "--json"]);
    let wanted = ["name", "title", "also", "region", "rows", "columns", "seeds", "players", "options", "families"];
    assert!(text.lines().all(|line| keys(line) == wanted), "{text}");
    let krur = lines(&text).into_iter().find(|game| game["name"] == "krur").expect("krur");
    assert_eq!(
        (&krur["rows"], &krur["columns"], &krur["seeds"], &krur["players"]),
        (&json!(2), &json!(4), &json!(32), &json!(2))
    );
    assert!(krur["also"].as_array().is_some_and(|also| also.contains(&json!("Khrour"))), "{krur}");
    let option = &krur["options"][2];
    assert_eq!((&option["names"], &option["chosen"]), (&json!(["no-move"]), &json!(0)));
    assert_eq!(option["readings"][1], json!({"values": ["the end"], "note": null}));
}

#[test]
fn show() {
    let game = records(&["show", "pairs.mancala", "--set", "seeds=3", "--json"]).remove(0);
    assert_eq!((&game["name"], &game["title"], &game["seeds"]), (&json!("pairs"), &json!("Pairs"), &json!(18)));
    assert_eq!(game["position"], json!("3 3 3 / 3 3 3; to move South"));
    assert_eq!(game["start"]["legal"], json!(["a1", "b1", "c1"]));
    assert_eq!(game["options"][1]["values"], json!(["3"]));
}

#[test]
fn explain() {
    let text = printed(&["explain", "pairs.mancala", "--json"]);
    assert!(text.lines().all(|line| keys(line).starts_with(&["section", "text", "sources", "assumed", "stated"].map(str::to_owned))), "{text}");
    let sentences = lines(&text);
    let rows = sentences.iter().find(|sentence| sentence["section"] == "Board").expect("the board");
    assert_eq!((&rows["sources"], &rows["assumed"]), (&json!([{"source": "book", "place": "page 1"}]), &json!(null)));
    assert!(sentences.iter().any(|sentence| sentence["assumed"] == "to have another reading"), "{text}");
}

#[test]
fn check() {
    let folder = folder("json_check");
    std::fs::write(folder.join("bad.mancala"), pairs().replace("rows:    2", "rows:    20")).expect("written");
    let output = run_in(&folder, &["check", "bad.mancala", "oware", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().all(|line| keys(line) == ["code", "message", "file", "line", "column", "length", "help"]));
    let problem = lines(&text).remove(0);
    assert_eq!(
        (&problem["code"], &problem["file"], &problem["line"], &problem["column"], &problem["length"]),
        (&json!("out-of-range"), &json!("bad.mancala"), &json!(16), &json!(12), &json!(2))
    );
    assert_eq!(printed(&["check", "oware", "--json"]), "");
    let claim = printed(&["check", "bestemshe", "--json"]);
    assert_eq!(keys(&claim), ["claim", "file", "line", "known", "readings", "proved", "by", "positions"]);
}

#[test]
fn test() {
    let example = records(&["test", "pairs.mancala", "--json"]).remove(0);
    assert_eq!(
        example,
        json!({"file": "pairs.mancala", "line": 43, "example": "three in an opponent's hole are captured", "ok": true,
            "differences": []})
    );
    let folder = folder("json_test");
    std::fs::write(folder.join("bad.mancala"), pairs().replace("next:   North", "next:   South")).expect("written");
    let output = run_in(&folder, &["test", "bad.mancala", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let example = lines(&String::from_utf8_lossy(&output.stdout)).remove(0);
    assert_eq!(example["ok"], json!(false));
    assert_eq!(
        example["differences"],
        json!([{"line": 48, "expected": "South is to move", "found": "North is to move",
            "parts": [{"what": "South", "expected": "to move", "found": "North is to move"}]}])
    );
    assert_eq!(example["fell"], "the last seed fell in c2, which held 2");
    let rule = "when makes 3 and on opponent's side -> capture here, end turn";
    assert_eq!(example["decided"], json!([{"list": "last seed", "line": 29, "rule": rule}]));
    let output = run_in(&folder, &["check", "bad.mancala", "--json"]);
    let problem = lines(&String::from_utf8_lossy(&output.stdout)).remove(0);
    assert_eq!((&problem["code"], &problem["line"]), (&json!("failing-example"), &json!(48)));
    assert_eq!(problem["message"], "this example fails: South should be to move, and North is");
    assert!(problem["situation"].as_str().is_some_and(|told| told.contains("line 29 decided")), "{problem}");
    let output = run_in(&folder, &["test", "bad.mancala", "--accept", "--json"]);
    assert_eq!(lines(&String::from_utf8_lossy(&output.stdout)).remove(0)["rewritten"], json!(true));
}

#[test]
fn perft() {
    let text = printed(&["perft", "krur", "--depth", "3", "--json"]);
    assert!(
        text.lines().all(|line| keys(line).starts_with(&["depth", "nodes", "seconds"].map(str::to_owned))),
        "{text}"
    );
    let counts: Vec<(u64, u64)> = lines(&text)
        .iter()
        .map(|count| (count["depth"].as_u64().expect("a number"), count["nodes"].as_u64().expect("a number")))
        .collect();
    assert_eq!(counts, [(1, 4), (2, 14), (3, 47)]);
    assert!(lines(&text).iter().all(|count| count["seconds"].is_f64()));
}
