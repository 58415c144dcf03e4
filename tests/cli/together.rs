//! Programs that solve a game together in a shared folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::program;
use super::solve::{result, solve};

/// Programs wait so long before they take over the layer of another one.
const LOST_AFTER: &str = "2";

/// The arguments of a program that shares a folder.
fn shared<'a>(game: &[&'a str], folder: &'a str) -> Vec<&'a str> {
    [&["solve"], game, &["--json", "--together", "--lost-after", LOST_AFTER, "--db", folder]].concat()
}

fn started(arguments: &[&str]) -> Child {
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("mancala"));
    let program = program.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    program.spawn().expect("the program runs")
}

/// All files of a folder but the lock, with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let named = files.map(|file| (file.file_name().to_string_lossy().into_owned(), file.path()));
    let named = named.filter(|(name, _)| name != "database.lock");
    named.map(|(name, path)| (name, fs::read(path).expect("read"))).collect()
}

/// What a program alone writes, and what it says in the end.
fn alone(game: &[&str], folder: &Path) -> (BTreeMap<String, Vec<u8>>, serde_json::Value) {
    let path = folder.to_str().expect("a path");
    let (told, wrong, code) = solve(&[&["solve"], game, &["--json", "--db", path]].concat());
    assert_eq!(code, 0, "{wrong}");
    (files(folder), result(&told))
}

/// Asserts that both have the same files, byte for byte, and nothing else.
fn same(found: &BTreeMap<String, Vec<u8>>, wanted: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(found.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>());
    assert!(found == wanted, "the bytes of files differ");
}

/// Marks make layers that do not lead to each other.
const KRUR: [&str; 3] = ["krur", "--max-seeds", if cfg!(debug_assertions) { "2" } else { "5" }];

#[test]
fn programs_that_share_a_folder_write_what_one_alone_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, wanted) = alone(&KRUR, &folder.path().join("alone"));
    let shared_folder = folder.path().join("shared");
    let path = shared_folder.to_str().expect("a path");
    let programs: Vec<Child> = (0..3).map(|_| started(&shared(&KRUR, path))).collect();
    let mut solved = 0;
    for program in programs {
        let output = program.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(result(&text), wanted);
        let layers = |line: &&str| line.contains("\"kind\":\"layer\"");
        assert_eq!(text.lines().filter(layers).count(), whole.len() - 1, "all layers are told once");
        solved += text.lines().filter(layers).filter(|line| !line.contains("\"passes\":0,")).count();
    }
    // two may begin the same layer only if one is thought to be lost
    assert_eq!(solved, whole.len() - 1, "each layer is solved by one of them");
    same(&files(&shared_folder), &whole);
}

#[test]
fn a_program_that_is_killed_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, wanted) = alone(&KRUR, &folder.path().join("alone"));
    let shared_folder = folder.path().join("shared");
    let path = shared_folder.to_str().expect("a path");
    let mut killed = started(&shared(&KRUR, path));
    let has = |end: &str| {
        let mut names = fs::read_dir(&shared_folder).into_iter().flatten().flatten().map(|file| file.file_name());
        names.any(|name| name.to_string_lossy().ends_with(end))
    };
    while !(has(".values") && has(".claim")) {
        assert!(killed.try_wait().expect("a state").is_none(), "it ended before it could be killed");
    }
    // on Unix this is SIGKILL
    killed.kill().expect("killed");
    killed.wait().expect("over");
    // what a program leaves that is killed while it writes
    let left = files(&shared_folder);
    let mut names = whole.keys().filter_map(|name| name.strip_suffix(".values"));
    // its own claim tells whose its unfinished file is
    let free = |name: &&str| ["values", "claim"].iter().all(|end| !left.contains_key(&format!("{name}.{end}")));
    let layer = names.rfind(free).expect("a layer");
    let mark = "00000000deadbeef";
    fs::write(shared_folder.join(format!("{layer}.claim")), format!("{mark} {:012} {:020}\n", 1500, 3))
        .expect("written");
    fs::write(shared_folder.join(format!("{layer}.{mark}.part")), "half a layer").expect("written");
    let began = Instant::now();
    let (told, wrong, code) = solve(&shared(&KRUR, path));
    assert_eq!((code, result(&told)), (0, wanted), "{wrong}");
    assert!(began.elapsed() > Duration::from_millis(1500), "the claim was taken over too soon");
    same(&files(&shared_folder), &whole);
}

#[test]
fn a_plan_that_left_out_too_much_is_replaced_for_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rare.mancala");
    let (_, text) = mancala_rules::ruleset::shipped_texts().find(|(name, _)| *name == "um-ed-dyar").expect("a ruleset");
    let text = text.split("\nexample ").next().expect("a text").to_owned() + "\n";
    // no game at random makes fifteen in a hole, which would leave an odd number of seeds
    let text =
        crate::replaced(&text, "low-even        if holds even and", "low-even        if holds 15 or holds even and");
    fs::write(&file, text).expect("written");
    let game = [file.to_str().expect("a path"), "--set", "columns=2", "--set", "seeds=4"];
    let (whole, wanted) = alone(&game, &folder.path().join("alone"));
    let title = String::from_utf8_lossy(&whole["database.json"]).into_owned();
    assert!(title.contains("\"trust\": \"nothing\""), "{title}");
    let shared_folder = folder.path().join("shared");
    let path = shared_folder.to_str().expect("a path");
    let programs: Vec<Child> = (0..2).map(|_| started(&shared(&game, path))).collect();
    for program in programs {
        let output = program.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(result(&String::from_utf8_lossy(&output.stdout)), wanted);
    }
    same(&files(&shared_folder), &whole);
}

#[test]
fn who_solves_alone_and_who_shares_keep_out_of_each_others_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let game = ["um-ed-dyar", "--set", "columns=2", "--set", "seeds=4"];
    let lock = File::create(folder.path().join("database.lock")).expect("a file");
    lock.lock_shared().expect("locked");
    let (_, told, code) = solve(&[&["solve"], &game[..], &["--db", path]].concat());
    assert!(code == 2 && told.contains("another program is writing to it"), "{told}");
    lock.unlock().expect("unlocked");
    lock.lock().expect("locked");
    let (_, told, code) = solve(&shared(&game, path));
    assert!(code == 2 && told.contains("--together"), "{told}");
    lock.unlock().expect("unlocked");
    let output = program(".", &["solve", "krur", "--together"]).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--db"));
}
