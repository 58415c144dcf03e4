//! Exact values, their databases, and who plays from them.

use std::fs;

use serde_json::Value;

use super::program;

const SMALL: [&str; 5] = ["um-ed-dyar", "--set", "columns=2", "--set", "seeds=4"];

/// What the program prints on standard output and standard error, and its exit code.
pub fn solve(arguments: &[&str]) -> (String, String, i32) {
    let output = program(".", arguments).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code().expect("a code"))
}

pub fn result(text: &str) -> Value {
    let mut record: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    record.as_object_mut().expect("a record").remove("seconds");
    record
}

#[test]
fn a_database_is_gone_on_with_and_what_is_damaged_or_foreign_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let all = [&["solve"], &SMALL[..], &["--db", path, "--json"]].concat();
    let (first, _, code) = solve(&all);
    assert_eq!((code, result(&first)["checksum"].as_str()), (0, Some("1771bf8b")), "{first}");
    let layer = folder.path().join("layer-00003.values");
    fs::remove_file(&layer).expect("removed");
    let (again, _, _) = solve(&all);
    assert_eq!(result(&first), result(&again));
    assert!(layer.exists());
    let whole = fs::read(&layer).expect("read");
    // one byte of the lengths of blocks, one of the head, and one of the last block
    for at in [97, 60, whole.len() - 2] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&layer, &damaged).expect("written");
        let (_, told, code) = solve(&all);
        assert!(code == 2 && told.contains("layer-00003.values") && told.contains("checksum"), "{told}");
        let (_, told, code) = solve(&[&["analyse"], &SMALL[..], &["--db", path]].concat());
        assert!(code == 2 && told.contains("layer-00003.values") && told.contains("checksum"), "{told}");
        fs::write(&layer, &whole[..whole.len() - 1]).expect("written");
        let (_, told, code) = solve(&all);
        assert!(code == 2 && told.contains("layer-00003.values"), "{told}");
        fs::write(&layer, &whole).expect("written");
    }
    let (_, told, code) = solve(&[&["solve"], &KALAH[..], &["--db", path]].concat());
    assert!(code == 2 && told.contains("game"), "{told}");
    let other = [&["solve"], &SMALL[..], &["--set", "capture-at-home=barred", "--db", path]].concat();
    let (_, told, code) = solve(&other);
    assert!(code == 2 && told.contains("capture-at-home"), "{told}");
    // perfect play keeps the value of the start, a draw
    let run = [&["run"], &SMALL[..], &["--players", "perfect", "--db", path]].concat();
    let (played, told, code) = solve(&run);
    assert!(code == 0 && played.contains("8 to 8"), "{played}{told}");
    let analyse = [&["analyse"], &SMALL[..], &["--db", path]].concat();
    let (told, _, code) = solve(&analyse);
    assert!(code == 0 && told.contains("  a1  0") && told.contains("  b1  -8"), "{told}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn a_kill_loses_no_layer_that_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (whole, killed) = (path("whole"), path("killed"));
    let game = ["solve", "um-el-tuweisat", "--max-seeds", "14", "--json", "--db"];
    let (told, wrong, code) = solve(&[&game[..], &[&whole]].concat());
    assert_eq!(code, 0, "{wrong}");
    let mut running = std::process::Command::new(assert_cmd::cargo::cargo_bin!("mancala"));
    running.args(game).arg(&killed).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut running = running.spawn().expect("the program runs");
    let layers = || {
        let files = fs::read_dir(&killed).into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_some_and(|end| end == "values")).count()
    };
    while layers() == 0 && running.try_wait().expect("a state").is_none() {
        std::thread::yield_now();
    }
    // on Unix this is SIGKILL
    running.kill().expect("killed");
    running.wait().expect("over");
    let kept = layers();
    assert!(kept > 0);
    let (again, wrong, _) = solve(&[&game[..], &[&killed]].concat());
    assert_eq!(result(&again), result(&told), "{wrong}");
    // what is read back is gone through no more
    let read = again.lines().filter(|line| line.contains("\"passes\":0,")).count();
    assert!(read >= kept, "{read} of {kept}: {again}");
    for file in fs::read_dir(&whole).expect("a folder").flatten() {
        let name = file.file_name();
        let same =
            fs::read(file.path()).expect("read") == fs::read(folder.path().join("killed").join(&name)).expect("read");
        assert!(same, "{name:?}");
    }
}

/// North wins by 2 if both play as well as can be, and no value depends on endless play (docs/values.md).
const KALAH: [&str; 5] = ["kalah", "--set", "columns=2", "--set", "seeds=3"];

#[test]
fn a_search_knows_the_values_of_a_database_of_endgames() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let (made, told, code) = solve(&[&["solve"], &KALAH[..], &["--max-seeds", "8", "--db", path, "--json"]].concat());
    assert_eq!((code, &result(&made)["value"]), (0, &Value::Null), "{told}");
    let analyse = |more: &[&str]| {
        let (told, wrong, code) = solve(&[&["analyse"], &KALAH[..], &["--lines", "1", "--json"], more].concat());
        assert_eq!(code, 0, "{wrong}");
        let found = result(&told);
        let best = &found["moves"][0];
        (found["certainty"].clone(), best["move"].clone(), best["value"].clone())
    };
    let exact = ("solved".into(), "a1".into(), serde_json::json!({ "ends": -2 }));
    assert_eq!(analyse(&["--depth", "5"]).0, "guess");
    assert_eq!(analyse(&["--depth", "5", "--db", path]), exact);
    assert_eq!(analyse(&["--player", "search:d5", "--db", path]), exact);
    // the start is not in the database, so it is searched without a limit, too
    assert_eq!(analyse(&["--db", path]), exact);
    let games = ["--players", "search:d5", "--db", path, "--games", "4", "--json"];
    let (played, told, _) = solve(&[&["simulate"], &KALAH[..], &games].concat());
    assert_eq!(result(&played)["seats"], serde_json::json!([0, 4]), "{played}{told}");
    let (played, told, _) = solve(&[&["play"], &KALAH[..], &["--players", "search:d5", "--db", path]].concat());
    assert!(played.contains("North wins, 7 to 5"), "{played}{told}");
    for (arguments, wanted) in [
        (&["play", "kalah", "--players", "person,perfect"][..], "needs a database"),
        (&["play", "kalah", "--db", path], "columns"),
        (&["analyse", "kalah", "--player", "mcts", "--db", path], "`mcts` cannot use a database"),
        (&["run", "kalah", "--players", "greedy", "--db", path], "no player uses the database"),
    ] {
        let (_, told, code) = solve(arguments);
        assert!(code == 2 && told.contains(wanted), "{arguments:?}: {told}");
    }
}

#[test]
fn a_missing_layer_does_not_leave_open_whether_positions_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let (_, told, code) = solve(&[&["solve"], &KALAH[..], &["--db", path]].concat());
    assert_eq!(code, 0, "{told}");
    let layer = |number: usize| folder.path().join(format!("layer-{number:05}.values"));
    fs::remove_file(layer(3)).expect("removed");
    let analyse = || {
        let (told, wrong, code) = solve(&[&["analyse"], &KALAH[..], &["--db", path, "--depth", "9"]].concat());
        assert_eq!(code, 0, "{wrong}");
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = analyse();
    assert!(told.ends_with("or to positions in the database: South loses by 2 at best, with a1"), "{told}");
    // layers that do not say it themselves
    for number in (0..13).filter(|number| *number != 3) {
        let mut bytes = fs::read(layer(number)).expect("read");
        assert_eq!(bytes[53], 1, "layer {number}");
        bytes[53] = 0;
        let sum = crc32fast::hash(&bytes[..92]);
        bytes[92..96].copy_from_slice(&sum.to_le_bytes());
        fs::write(layer(number), bytes).expect("written");
    }
    let told = analyse();
    assert!(told.contains("with a1; the database lacks layer 3, so it is not known whether lines repeat"), "{told}");
}

#[test]
fn values_agree_with_the_narrator_on_any_number_of_threads() {
    let one = ["solve", "um-el-tuweisat", "--set", "seeds=2", "--threads", "1", "--verify", "100", "--json"];
    let two = ["solve", "um-el-tuweisat", "--set", "seeds=2", "--threads", "2", "--verify", "100", "--json"];
    let (one, two) = (solve(&one), solve(&two));
    assert_eq!(result(&one.0), result(&two.0), "{}", one.1);
    assert_eq!(result(&one.0)["verified"], 100);
}

#[test]
fn what_cannot_be_solved_is_told() {
    for (arguments, wanted) in [
        (&["solve", "bao-la-kiswahili"][..], "cannot be solved"),
        (&["solve", "kalah", "--set", "columns=3", "--set", "seeds=6", "--memory", "20M"], "--max-seeds"),
        (&["solve", "krur", "--memory", "x"], "expected a size"),
        (&["run", "krur", "--players", "perfect"], "needs a database"),
    ] {
        let (_, told, code) = solve(arguments);
        assert!(code == 2 && told.contains(wanted), "{arguments:?}: {told}");
    }
}
