//! Many games and matches at random, counted.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{FILES, folder, line_in_words, pairs, printed, program, run, run_in, transcript_of, transcripts};

/// What `simulate` prints as JSON, without the times.
fn counted(arguments: &[&str]) -> Value {
    let text = printed(&[&["simulate"], arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1, "{text}");
    let mut record: Value = serde_json::from_str(&text).expect("JSON");
    for time in ["seconds", "plies_per_second"] {
        assert!(record.as_object_mut().expect("a record").remove(time).is_some_and(|time| time.is_number()));
    }
    record
}

fn records(arguments: &[&str]) -> Vec<Value> {
    let text = printed(&[&["run"], arguments, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Runs a check of snapshots in which the times are always the same.
fn without_times(check: impl FnOnce()) {
    insta::with_settings!({filters => vec![
        (r"in \d+\.\d+ seconds, \d+ plies a second", "in [time]"),
        (r#""seconds":[\d.]+,"plies_per_second":\d+"#, r#""seconds":"[time]""#),
        (r"(?m)^time,,(.*),,,[\d.]+,,$", "time,,$1,,,[time],,"),
    ]}, { check() });
}

/// Says that something was counted once more.
fn count<K: Ord>(counts: &mut BTreeMap<K, u64>, what: K) {
    *counts.entry(what).or_default() += 1;
}

/// Records with a text and a number, as a map.
fn by_text(records: &Value, text: &str, number: &str) -> BTreeMap<String, u64> {
    let records = records.as_array().expect("records").iter();
    let pair = |record: &Value| Some((record[text].as_str()?.to_owned(), record[number].as_u64()?));
    records.filter_map(pair).collect()
}

/// Least, median, mean and most of some numbers.
fn spread(mut numbers: Vec<u64>) -> Value {
    numbers.sort_unstable();
    let (half, all) = (numbers.len() / 2, numbers.len());
    let median = (numbers[(all - 1) / 2] + numbers[half]) as f64 / 2.0;
    let mean = numbers.iter().sum::<u64>() as f64 / all as f64;
    json!({"min": numbers[0], "median": median, "mean": mean, "max": numbers[all - 1]})
}

/// The part of a record that [`spread`] gives.
fn least_to_most(record: &Value) -> Value {
    json!({"min": record["min"], "median": record["median"], "mean": record["mean"], "max": record["max"]})
}

#[test]
fn tells_games() {
    without_times(|| {
        insta::assert_snapshot!(transcripts(&[
            &["simulate", "pairs.mancala", "--games", "200", "--seed", "1"],
            &["simulate", "pairs.mancala", "--games", "3", "--plies", "2"],
            &["simulate", "pairs.mancala", "--games", "1", "--from", "0 0 0 / 0 0 0; stores South 9, North 3"],
        ]));
    });
}

#[test]
fn tells_matches() {
    without_times(|| insta::assert_snapshot!(transcripts(&[&["simulate", "krur", "--match", "--games", "20"]])));
}

#[test]
fn prints_json() {
    without_times(|| {
        insta::assert_snapshot!(transcripts(&[
            &["simulate", "pairs.mancala", "--games", "20", "--json"],
            &["simulate", "pairs.mancala", "--games", "2", "--plies", "2", "--json"],
            &["simulate", "krur", "--match", "--games", "3", "--json"],
        ]));
    });
}

#[test]
fn prints_a_table_for_spreadsheets() {
    without_times(|| {
        insta::assert_snapshot!(transcripts(&[
            &["simulate", "pairs.mancala", "--games", "20", "--csv"],
            &["simulate", "buqruru", "--match", "--games", "3", "--csv"],
        ]));
    });
}

#[test]
fn a_line_of_another_game_names_it() {
    let arguments = ["simulate", "cross-kalah", "--games", "20"];
    without_times(|| insta::assert_snapshot!(transcripts(&[&arguments])));
    let record = counted(&arguments[1..]);
    for list in ["endings", "rules"] {
        assert!(record[list].as_array().expect("a list").iter().all(|rule| rule["like"] == "kalah"), "{record}");
    }
    let table = printed(&[&arguments[..], &["--csv"]].concat());
    assert!(table.lines().filter(|row| row.starts_with("rule,")).all(|row| row.contains(",kalah,")), "{table}");
}

#[test]
fn the_table_says_what_json_says_of_rules() {
    for (name, _) in crate::sampled() {
        let arguments = [name, "--games", "2"];
        let text = printed(&[&["simulate"], &arguments[..], &["--csv"]].concat());
        let mut table = csv::Reader::from_reader(text.as_bytes());
        assert_eq!(
            table.headers().expect("a head"),
            vec!["kind", "list", "name", "line", "like", "value", "low", "high"]
        );
        let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("as many columns")).collect();
        // where it comes from is said in words
        let told = |row: &csv::StringRecord| ["provenance", "reading"].contains(&&row[0]);
        assert!(rows.iter().all(|row| told(row) || row[5].parse::<f64>().is_ok()), "{text}");
        let rules: Vec<[String; 5]> = rows
            .iter()
            .filter(|row| row[0].starts_with("rule"))
            .map(|row| [1, 2, 3, 4, 5].map(|column| row[column].to_owned()))
            .collect();
        let wanted: Vec<[String; 5]> = counted(&arguments)["rules"]
            .as_array()
            .expect("rules")
            .iter()
            .map(|rule| {
                let condition = rule["condition"].as_str().unwrap_or("always");
                let list = rule["list"].as_str().expect("a list");
                let like = rule["like"].as_str().unwrap_or("");
                let (line, count) = (rule["line"].to_string(), rule["count"].to_string());
                [list.to_owned(), condition.to_owned(), line, like.to_owned(), count]
            })
            .collect();
        assert_eq!(rules, wanted, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let games = ["krur", "--games", "1000", "--seed", "7"];
    let matches = ["krur", "--match", "--games", "40", "--seed", "7"];
    for arguments in [&games[..], &matches] {
        let on = |threads: &str| counted(&[arguments, &["--threads", threads]].concat());
        let alone = on("1");
        assert_eq!(alone, on("2"));
        assert_eq!(alone, on("5"));
        assert_eq!(alone, counted(arguments));
        let other: Vec<&str> = arguments.iter().map(|word| if *word == "7" { "8" } else { *word }).collect();
        assert_ne!(alone, counted(&other));
    }
}

#[test]
fn games_are_those_that_run_plays() {
    for (game, plies) in [("krur", "10000"), ("um-laarais", "10000"), ("oware", "60"), ("bao-la-kiswahili", "10000")] {
        let arguments = [game, "--games", "12", "--seed", "3", "--plies", plies];
        let plies = records(&arguments);
        let simulated = counted(&arguments);
        let (mut wins, mut draws, mut stopped, mut passes) = (BTreeMap::new(), 0, 0, 0);
        let (mut lengths, mut reasons, mut legal) = (Vec::new(), BTreeMap::new(), Vec::new());
        for (index, ply) in plies.iter().enumerate() {
            passes += u64::from(ply["move"] == "pass");
            let next = plies.get(index + 1);
            if next.is_some_and(|next| next["ply"] != 0) {
                // nobody moves before what is gathered at the end
                if ply["legal"] != json!(["pass"]) && ply["legal"] != json!([]) {
                    legal.push(ply["legal"].as_array().expect("moves").len() as u64);
                }
                continue;
            }
            lengths.push(ply["ply"].as_u64().expect("a number"));
            match ply["result"]["winners"].as_array().map(Vec::as_slice) {
                Some([winner]) => count(&mut wins, winner.as_u64().expect("a player")),
                Some(_) => draws += 1,
                None => stopped += 1,
            }
            if let Some(reason) = ply["result"]["reason"].as_str() {
                count(&mut reasons, reason.to_owned());
            }
        }
        assert_eq!(simulated["games"], json!(12), "{game}");
        for (player, won) in simulated["wins"].as_array().expect("players").iter().enumerate() {
            assert_eq!(*won, json!(wins.get(&(player as u64)).copied().unwrap_or(0)), "{game}");
        }
        assert_eq!((&simulated["draws"], &simulated["stopped"]), (&json!(draws), &json!(stopped)), "{game}");
        assert_eq!(simulated["passes"], json!(passes), "{game}");
        assert_eq!(simulated["plies"], json!(lengths.iter().sum::<u64>()), "{game}");
        assert_eq!(least_to_most(&simulated["length"]), spread(lengths), "{game}");
        let wanted = spread(legal);
        let branching = &simulated["branching"];
        assert_eq!((&branching["mean"], &branching["max"]), (&wanted["mean"], &wanted["max"]), "{game}");
        assert_eq!(by_text(&simulated["endings"], "reason", "games"), reasons, "{game}");
    }
}

#[test]
fn mean_scores_are_those_of_games_that_ended() {
    let arguments = ["krur", "--games", "9", "--plies", "33"];
    let scores: Vec<Vec<f64>> = records(&arguments)
        .iter()
        .filter(|ply| ply["over"] == true)
        .map(|ply| serde_json::from_value(ply["result"]["scores"].clone()).expect("numbers"))
        .collect();
    assert!((1..9).contains(&scores.len()), "some games end, and some are stopped");
    let mean = |player: usize| scores.iter().map(|scores| scores[player]).sum::<f64>() / scores.len() as f64;
    assert_eq!(counted(&arguments)["scores"], json!([mean(0), mean(1)]));
}

/// The narrator tells of every rule that it comes to; every one of these, and no other, is counted.
#[test]
fn rules_apply_as_often_as_they_are_told() {
    for (game, _) in crate::sampled() {
        let arguments = [game, "--games", "2"];
        let mut told: BTreeMap<String, u64> = BTreeMap::new();
        // what ends in `: may be chosen` is offered, and perhaps not chosen
        for line in printed(&[&["run"], &arguments[..], &["--trace"]].concat()).lines() {
            let place = line.strip_prefix("  ").and_then(|line| line.strip_suffix(')')?.rsplit_once(" ("));
            if let Some((_, place)) = place.filter(|(_, place)| place.starts_with("line ")) {
                count(&mut told, place.to_owned());
            }
        }
        let mut found = BTreeMap::new();
        for rule in counted(&arguments)["rules"].as_array().expect("rules") {
            let (number, condition) = (rule["count"].as_u64().expect("a count"), rule["condition"].as_str());
            // it is not told that a player simply moves
            let silent = condition == Some("otherwise") && rule["list"] == "before turn";
            if condition.is_some() && number > 0 && !silent {
                *found.entry(line_in_words(rule)).or_default() += number;
            }
        }
        assert_eq!(found, told, "{game}");
    }
}

#[test]
fn matches_are_those_that_run_plays() {
    for (game, rounds) in [("krur", "1000"), ("buqruru", "30"), ("giuthi", "12")] {
        let arguments = [game, "--match", "--games", "6", "--seed", "2", "--rounds", rounds];
        let played = records(&arguments);
        let simulated = counted(&arguments);
        let endings: Vec<&Value> = played.iter().map(|record| &record["match"]).filter(|end| !end.is_null()).collect();
        assert_eq!(endings.len(), 6, "{game}");
        let won = |winners: &dyn Fn(usize) -> bool| {
            endings.iter().filter(|end| winners(end["winners"].as_array().expect("winners").len())).count()
        };
        assert_eq!(simulated["matches"], json!(6), "{game}");
        let alone = |player: u64| endings.iter().filter(|end| end["winners"] == json!([player])).count();
        assert_eq!(simulated["wins"], json!([alone(0), alone(1)]), "{game}");
        assert_eq!((&simulated["cut"], &simulated["shared"]), (&json!(won(&|n| n == 0)), &json!(won(&|n| n > 1))));
        let rounds = endings.iter().map(|end| end["rounds"].as_u64().expect("a number")).collect();
        assert_eq!(least_to_most(&simulated["rounds"]), spread(rounds), "{game}");
        let mut reasons = BTreeMap::new();
        for end in &endings {
            count(&mut reasons, end["reason"].as_str().expect("a reason").to_owned());
        }
        assert_eq!(by_text(&simulated["endings"], "reason", "matches"), reasons, "{game}");
        for what in ["owned", "points"] {
            let sum = |player: usize| endings.iter().map(|end| end[what][player].as_i64().expect("seeds")).sum::<i64>();
            assert_eq!(simulated[what], json!([sum(0) as f64 / 6.0, sum(1) as f64 / 6.0]), "{game}");
        }
        let plies: Vec<&Value> =
            played.iter().filter(|ply| ply["move"].is_string() && ply["laying_out"] != true).collect();
        assert_eq!(simulated["plies"], json!(plies.len()), "{game}");
        let passes = plies.iter().filter(|ply| ply["move"] == "pass").count();
        assert_eq!(simulated["passes"], json!(passes), "{game}");
        let mut reasons = BTreeMap::new();
        // what is gathered at the end of a round is a line of its own
        for ply in played.iter().filter(|ply| ply["over"] == true) {
            count(&mut reasons, ply["result"]["reason"].as_str().expect("a reason").to_owned());
        }
        assert_eq!(by_text(&simulated["round_endings"], "reason", "rounds"), reasons, "{game}");
        let chosen = played.iter().any(|ply| ply["laying_out"] == true);
        assert_eq!(simulated["lay_outs"].as_u64().expect("a number") > 0, chosen, "{game}");
    }
}

#[test]
fn a_position_and_readings_are_taken() {
    let over = counted(&["pairs.mancala", "--games", "3", "--from", "0 0 0 / 0 0 1; stores South 9, North 2"]);
    assert_eq!((&over["wins"], &over["length"]["max"]), (&json!([3, 0]), &json!(2)));
    let seeds = |seeds: &str| counted(&["pairs.mancala", "--games", "50", "--set", seeds]);
    assert_ne!(seeds("seeds=3"), seeds("seeds=4"));
    assert_eq!(seeds("seeds=2"), counted(&["pairs.mancala", "--games", "50"]));
}

#[test]
fn wrong_use() {
    insta::assert_snapshot!(transcripts(&[
        &["simulate", "kalah", "--match"],
        &["simulate", "omweso", "--match", "--json"],
        &["simulate", "krur", "--games", "0"],
        &["simulate", "krur", "--games", "10000000000"],
        &["simulate", "krur", "--threads", "0"],
        &["simulate", "krur", "--seed", "-1"],
        &["simulate", "krur", "--plies", "none"],
        &["simulate", "krur", "--match", "--plies", "4"],
        &["simulate", "krur", "--match", "--from", "0 0 0 0 / 0 0 0 0"],
        &["simulate", "krur", "--rounds", "4"],
        &["simulate", "krur", "--match", "--rounds", "0"],
        &["simulate", "krur", "--json", "--csv"],
        &["simulate", "krur", "--from", "1 2 3"],
    ]));
}

/// Pairs without the rules for a player who has no move; as a match if wanted.
fn open_ended(whole_match: bool) -> String {
    let text = pairs()
        .replace("  when no legal move and (empty-side is the end or all holes are empty) -> game over\n", "")
        .replace("  when no legal move     -> pass\n", "");
    let begin = text.find("options {").expect("options");
    let end = text.find("board {").expect("a board");
    let text = format!("{}{}", &text[..begin], &text[end..]);
    if !whole_match {
        return text;
    }
    let contest = "match {
  seeds nobody won: to owner      @ assumed \"a test\"
  fill:             from own left @ assumed \"a test\"
  last hole:        full only     @ assumed \"a test\"
  surplus:          to reserve    @ assumed \"a test\"
  empty holes:      closed        @ assumed \"a test\"
  next starter:     alternate     @ assumed \"a test\"
  match won by:     last player left @ assumed \"a test\"

  each player after refilling, the first that fits {
    when all own holes are empty -> loses the match @ assumed \"a test\"
  }
}

example";
    text.replace("-> game over", "-> round over").replacen("example", contest, 1)
}

#[test]
fn rules_that_give_no_answer_are_told_with_the_position() {
    let folder = folder("simulate_rules_that_give_no_answer");
    std::fs::write(folder.join("games.mancala"), open_ended(false)).expect("written");
    std::fs::write(folder.join("matches.mancala"), open_ended(true)).expect("written");
    for arguments in [&["simulate", "games.mancala"][..], &["simulate", "matches.mancala", "--match"]] {
        let output = run_in(&folder, arguments);
        let text = transcript_of(arguments, &output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        for part in ["a rule says `play`, but the mover has no legal move", "from the position", "; to move "] {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
    }
    // it is the first match that has no answer, as `run` comes to it, on any number of threads
    let run = run_in(&folder, &["run", "matches.mancala", "--match", "--games", "1000"]);
    for threads in ["1", "2", "4"] {
        let simulated = run_in(&folder, &["simulate", "matches.mancala", "--match", "--threads", threads]);
        assert_eq!(String::from_utf8_lossy(&simulated.stderr), String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn nothing_is_drawn_in_a_pipe() {
    // more than a third of a second: what takes less draws no bar anywhere
    let games = crate::sized(6_000, 400_000).to_string();
    let output = run(&["simulate", "krur", "--games", &games]);
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(!output.stdout.contains(&0x1b));
    let colored = program(FILES, &["simulate", "krur", "--games", "10"]).env("CLICOLOR_FORCE", "1").output();
    assert!(colored.expect("runs").stdout.contains(&0x1b), "what never applied is seen");
}

/// What was counted so far is printed when somebody stops it.
#[cfg(unix)]
#[test]
fn an_interrupted_count_is_printed() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    for what in [&["--games", "1000000000"][..], &["--match", "--games", "1000000000"]] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("mancala"))
            .args(["simulate", "krur"])
            .args(what)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("runs");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut title = String::new();
        // from its first line on it listens
        out.read_line(&mut title).expect("a line");
        assert!(title.starts_with("Krur: 1000000000 "), "{title}");
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert_eq!(child.wait().expect("ends").code(), Some(130), "{rest}");
        assert!(rest.starts_with("stopped: ") && rest.contains(" of 1000000000 "), "{rest}");
    }
}
