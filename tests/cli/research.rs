//! What research needs: where a result comes from, intervals, games one by one, comparisons, and pictures.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{folder, pairs, printed, run, run_in, transcript_of};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn records(arguments: &[&str]) -> Vec<Value> {
    lines(&printed(arguments))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// A table with a head: for each row, its cells by column.
fn table(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let head = table.headers().expect("a head").clone();
    let row = |row: csv::StringRecord| head.iter().zip(row.iter()).map(|(at, cell)| (at.into(), cell.into())).collect();
    table.records().map(|record| row(record.expect("as many columns"))).collect()
}

const SMALL: [&str; 5] = ["um-ed-dyar", "--set", "columns=2", "--set", "seeds=4"];

#[test]
fn every_output_for_programs_says_where_it_comes_from() {
    let small = |words: &[&'static str], more: &[&'static str]| [words, &SMALL[..], more].concat();
    let outputs = [
        (small(&["simulate"], &["--games", "5", "--json"]), Some(0)),
        (small(&["simulate"], &["--games", "5", "--seed", "3", "--per-game", "--json"]), Some(3)),
        (small(&["simulate"], &["--games", "2", "--match", "--json"]), Some(0)),
        (small(&["simulate"], &["--games", "2", "--match", "--per-game", "--json"]), Some(0)),
        (small(&["simulate"], &["--games", "2", "--seed", "4", "--players", "first,random", "--json"]), Some(4)),
        (small(&["simulate"], &["--games", "2", "--match", "--players", "first,random", "--json"]), Some(0)),
        (small(&["perft"], &["--depth", "2", "--json"]), None),
        (small(&["analyse"], &["--depth", "2", "--json"]), Some(0)),
        (small(&["analyse"], &["--player", "mcts:200", "--seed", "5", "--json"]), Some(5)),
        (small(&["solve"], &["--json"]), None),
    ];
    for (arguments, seed) in outputs {
        let all = records(&arguments);
        assert!(!all.is_empty());
        for record in all {
            let fingerprint = record["fingerprint"].as_str().expect("a fingerprint");
            assert!(fingerprint.len() == 64 && fingerprint.bytes().all(|digit| digit.is_ascii_hexdigit()));
            assert_eq!((&record["game"], &record["file"]), (&json!("Um ed-Dyar"), &json!("um-ed-dyar.mancala")));
            assert_eq!(record["version"], env!("CARGO_PKG_VERSION"));
            assert_eq!((&record["readings"]["columns"], &record["readings"]["seeds"]), (&json!("2"), &json!("4")));
            assert_eq!(record.get("seed").map(Value::as_u64), Some(seed), "{arguments:?}");
        }
    }
    // in a table each is a row
    let text = printed(&small(&["simulate"], &["--games", "5", "--seed", "9", "--csv"]));
    let rows = table(&text);
    let value = |kind: &str, name: &str| {
        let row = rows.iter().find(|row| row["kind"] == kind && row["name"] == name);
        row.unwrap_or_else(|| panic!("{kind}, {name}\n{text}"))["value"].clone()
    };
    assert_eq!(value("provenance", "seed"), "9");
    assert_eq!(value("provenance", "game"), "Um ed-Dyar");
    assert_eq!(value("provenance", "fingerprint").len(), 64);
    assert_eq!(value("provenance", "version"), env!("CARGO_PKG_VERSION"));
    assert_eq!(value("reading", "columns"), "2");
}

#[test]
fn the_fingerprint_is_that_of_the_file() {
    let text = printed(&["perft", "pairs.mancala", "--depth", "1", "--json"]);
    let source = mancala_rules::source::Source::new("pairs.mancala", &pairs());
    assert_eq!(lines(&text)[0]["fingerprint"], source.fingerprint());
}

/// Mean and standard deviation of some numbers.
fn sample(numbers: &[f64]) -> (f64, f64) {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / (numbers.len() - 1) as f64).sqrt())
}

#[test]
fn statistics_are_those_of_the_games_one_by_one() {
    let near = |found: &Value, wanted: f64| assert!((number(found) - wanted).abs() < 1e-6, "{found} is not {wanted}");
    for (game, games) in [("oware", "60"), ("um-laarais", "40"), ("tchuka-ruma", "30")] {
        let arguments = ["simulate", game, "--games", games, "--seed", "2", "--json"];
        let all = records(&arguments).remove(0);
        let rows = records(&[&arguments[..], &["--per-game"]].concat());
        assert_eq!(rows.len() as u64, all["games"].as_u64().expect("a number"));
        assert!(rows.iter().enumerate().all(|(at, row)| row["number"] == at + 1), "they are in order");
        let of = |what: fn(&Value) -> f64| rows.iter().map(what).collect::<Vec<_>>();
        let plies = of(|row| number(&row["plies"]));
        let (mean, deviation) = sample(&plies);
        near(&all["length"]["mean"], mean);
        near(&all["length"]["deviation"], deviation);
        let half = 1.959_963_984_540_054 * deviation / (plies.len() as f64).sqrt();
        near(&all["length"]["low"], mean - half);
        near(&all["length"]["high"], mean + half);
        assert_eq!(all["plies"], plies.iter().sum::<f64>() as u64);
        assert_eq!(all["passes"], of(|row| number(&row["passes"])).iter().sum::<f64>() as u64);
        for (player, spread) in all["score_spreads"].as_array().into_iter().flatten().enumerate() {
            let ended = rows.iter().filter(|row| !row["reason"].is_null());
            let scores: Vec<f64> = ended.map(|row| number(&row["scores"][player])).collect();
            let (mean, deviation) = sample(&scores);
            near(&spread["mean"], mean);
            near(&spread["deviation"], deviation);
            near(&all["scores"][player], mean);
            let alone = rows.iter().filter(|row| row["winners"] == json!([player])).count();
            assert_eq!(all["wins"][player], alone);
            near(&all["win_shares"][player]["share"], alone as f64 / rows.len() as f64);
        }
        let endings: u64 =
            all["endings"].as_array().expect("endings").iter().map(|it| it["games"].as_u64().expect("a number")).sum();
        assert_eq!(endings as usize, rows.iter().filter(|row| !row["reason"].is_null()).count());
        for ending in all["endings"].as_array().expect("endings") {
            let same = |row: &&Value| row["reason"] == ending["reason"] && row["line"] == ending["line"];
            assert_eq!(ending["games"], rows.iter().filter(same).count());
        }
    }
}

#[test]
fn games_one_by_one_are_the_same_on_any_number_of_threads_and_in_a_table() {
    let arguments = ["simulate", "krur", "--games", "40", "--seed", "7", "--per-game"];
    let on = |threads: &str, form: &str| printed(&[&arguments[..], &["--threads", threads, form]].concat());
    let json = on("1", "--json");
    assert_eq!(json, on("3", "--json"));
    let rows = table(&on("2", "--csv"));
    let all = lines(&json);
    assert_eq!(rows.len(), all.len());
    for (row, record) in rows.iter().zip(&all) {
        for column in ["number", "plies", "passes", "line", "seed"] {
            assert_eq!(row[column], record[column].to_string(), "{column}");
        }
        for column in ["reason", "game", "file", "fingerprint", "version"] {
            assert_eq!(row[column].as_str(), record[column].as_str().expect("a text"), "{column}");
        }
        assert_eq!(row["score South"], record["scores"][0].to_string());
        assert_eq!(row["score North"], record["scores"][1].to_string());
        let winner = match record["winners"].as_array().expect("winners").as_slice() {
            [winner] if winner == 0 => "South",
            [_] => "North",
            _ => "shared",
        };
        assert_eq!(row["winner"], winner);
        assert!(row["readings"].contains("no-move=a pass; "), "{}", row["readings"]);
    }
    // of matches, of players
    let matches = records(&["simulate", "krur", "--match", "--games", "3", "--per-game", "--json"]);
    assert!(matches.iter().all(|row| row["rounds"].is_u64() && row["owned"].is_array() && row.get("scores").is_none()));
    let played = records(&["simulate", "krur", "--players", "first,random", "--games", "4", "--per-game", "--json"]);
    let seats: Vec<String> = played.iter().map(|row| row["players"].to_string()).collect();
    assert_eq!(seats, [r#"["first","random"]"#, r#"["random","first"]"#].repeat(2), "they change seats");
    let output = run(&["simulate", "krur", "--per-game"]);
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("`--csv` or `--json`"));
}

#[test]
fn strength_is_told_in_elo() {
    let of = |arguments: &[&str]| {
        let record = records(&[&["simulate"], arguments, &["--json"]].concat()).remove(0);
        record["players"].as_array().expect("players").iter().map(|player| player["elo"].clone()).collect::<Vec<_>>()
    };
    let elo = of(&["kalah", "--players", "greedy,random", "--games", "30"]);
    let (low, high) = (number(&elo[0]["low"]), elo[1]["high"].as_f64().expect("a bound"));
    assert!(low > 0.0 && (low + high).abs() < 1e-6, "the one is as much stronger as the other is weaker: {elo:?}");
    let equal = of(&["kalah", "--players", "random", "--games", "30"]);
    assert!(number(&equal[0]["low"]) < number(&equal[0]["difference"]), "{equal:?}");
    assert!(number(&equal[0]["difference"]) < number(&equal[0]["high"]), "{equal:?}");
    assert!(
        of(&["um-laarais", "--players", "random", "--games", "6"]).iter().all(Value::is_null),
        "of two players alone"
    );
    let told = printed(&["simulate", "kalah", "--players", "greedy,random", "--games", "30"]);
    assert!(told.contains("Elo above the other") && told.contains("95 % confidence interval"), "{told}");
    let csv = printed(&["simulate", "kalah", "--players", "random", "--games", "30", "--csv"]);
    assert!(table(&csv).iter().any(|row| row["kind"] == "elo" && row["low"].parse::<f64>().is_ok()), "{csv}");
}

/// Four games of players, one by one.
#[cfg(unix)]
fn in_series(players: &str) -> [&str; 10] {
    ["simulate", "kalah", "--players", players, "--games", "4", "--opening", "3", "--per-game", "--json"]
}

#[cfg(unix)]
#[test]
fn programs_play_in_series() {
    let program = format!("program:{} protocol --player first", env!("CARGO_BIN_EXE_mancala"));
    let players = format!("{program},first");
    let by_program = records(&in_series(&players));
    let by_machine = records(&in_series("first"));
    assert_eq!(by_program.len(), 4);
    for (one, other) in by_program.iter().zip(&by_machine) {
        assert_eq!((&one["plies"], &one["scores"]), (&other["plies"], &other["scores"]));
        assert!(one["players"].to_string().contains("protocol"));
    }
    // one that fails is named, and nothing is counted
    let output = run(&["simulate", "kalah", "--players", "program:true,first", "--games", "4", "--program-time", "5s"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("`true`"), "{told}");
}

#[test]
fn lengths_and_scores_are_drawn() {
    let place = folder("histograms");
    let arguments = ["simulate", "krur", "--games", "300", "--histogram"];
    let told = run_in(&place, &[&arguments[..], &["krur.svg", "--json"]].concat());
    let record = lines(&String::from_utf8_lossy(&told.stdout)).remove(0);
    let picture = std::fs::read_to_string(place.join("krur.svg")).expect("a picture");
    let document = roxmltree::Document::parse(&picture).expect("SVG");
    let titles: Vec<&str> =
        document.descendants().filter(|node| node.has_tag_name("title")).filter_map(|node| node.text()).collect();
    assert_eq!(titles[0], "Krur");
    // each of three histograms has every game in one bar
    let bars: u64 = titles[1..]
        .iter()
        .map(|title| title.rsplit_once(": ").expect("a count").1.parse::<u64>().expect("a number"))
        .sum();
    assert_eq!(bars, 3 * 300);
    let described = document.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text());
    let mean = format!("mean {:.2}", number(&record["length"]["mean"]));
    assert!(
        described.is_some_and(|text| text.contains(&mean) && text.contains("final score of North")),
        "{described:?}"
    );
    assert!(picture.contains("seed 0") && picture.contains(&record["fingerprint"].as_str().expect("a text")[..12]));
    assert_eq!(printed(&[&arguments[..], &["-"]].concat()), picture, "`-` prints it");
    let output = run(&["simulate", "krur", "--histogram", "-", "--csv"]);
    assert_eq!(output.status.code(), Some(2), "{}", transcript_of(&[], &output));
    let rounds = printed(&["simulate", "krur", "--match", "--games", "5", "--histogram", "-"]);
    assert!(rounds.contains("rounds of a match") && !rounds.contains("final score"), "{rounds}");
}
