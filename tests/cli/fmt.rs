//! `mancala fmt`.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::{folder, pairs, program, run_in};

/// The same rules in another form.
fn untidy() -> String {
    pairs().lines().map(|line| format!("  {}  \n", line.trim_start())).collect::<String>() + "\n\n"
}

fn tidy() -> String {
    mancala_rules::format::format(&mancala_rules::source::Source::new("pairs.mancala", &pairs()))
        .expect("it can be formatted")
}

fn said(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_in_its_form_and_then_left_alone() {
    let place = folder("fmt-file");
    fs::write(place.join("a.mancala"), untidy()).expect("written");
    let (out, err, code) = said(&run_in(&place, &["fmt", "a.mancala"]));
    assert_eq!((out.as_str(), err.as_str(), code), ("a.mancala: formatted\n", "", Some(0)));
    assert_eq!(fs::read_to_string(place.join("a.mancala")).expect("read"), tidy());
    assert_eq!(names(&place), ["a.mancala"], "nothing else is left in the folder");

    let before = fs::metadata(place.join("a.mancala")).expect("a file").modified().expect("a time");
    let (out, err, code) = said(&run_in(&place, &["fmt", "a.mancala"]));
    assert_eq!((out.as_str(), err.as_str(), code), ("", "", Some(0)));
    assert_eq!(fs::metadata(place.join("a.mancala")).expect("a file").modified().expect("a time"), before);
}

#[test]
fn check_names_and_diff_shows_and_neither_writes() {
    let place = folder("fmt-check");
    fs::write(place.join("good.mancala"), tidy()).expect("written");
    let bad = tidy().replacen("  rows:", "    rows :", 1);
    fs::write(place.join("bad.mancala"), &bad).expect("written");

    let (out, _, code) = said(&run_in(&place, &["fmt", "--check", "good.mancala", "bad.mancala"]));
    assert_eq!((out.as_str(), code), ("bad.mancala: not formatted\n", Some(1)));
    let (out, _, code) = said(&run_in(&place, &["fmt", "--check", "good.mancala"]));
    assert_eq!((out.as_str(), code), ("", Some(0)));

    let (out, _, code) = said(&run_in(&place, &["fmt", "--diff", "good.mancala", "bad.mancala"]));
    assert_eq!(code, Some(1));
    assert!(out.starts_with("--- bad.mancala\n+++ bad.mancala, formatted\n@@ "), "{out}");
    let changed: Vec<&str> = out.lines().skip(2).filter(|line| line.starts_with(['-', '+'])).collect();
    assert_eq!(changed.len(), 2, "{out}");
    assert!(changed[0].starts_with("-    rows :") && changed[1].starts_with("+  rows:"), "{out}");
    assert_eq!(fs::read_to_string(place.join("bad.mancala")).expect("read"), bad);
}

#[test]
fn standard_input_is_printed() {
    let output = program(folder("fmt-input"), &["fmt", "-"]).write_stdin(untidy()).output().expect("it runs");
    assert_eq!(said(&output), (tidy(), String::new(), Some(0)));
    let output =
        program(folder("fmt-input"), &["fmt", "-", "--check"]).write_stdin(untidy()).output().expect("it runs");
    assert_eq!(said(&output), ("standard input: not formatted\n".to_owned(), String::new(), Some(1)));

    let output = program(folder("fmt-input"), &["fmt", "-"]).write_stdin("board {\n").output().expect("it runs");
    let (out, err, code) = said(&output);
    assert_eq!((out.as_str(), code), ("", Some(1)), "no half file comes out");
    assert!(err.contains("unclosed-section"), "{err}");
}

#[test]
fn a_file_with_problems_is_told_of_and_left_alone_and_the_others_are_written() {
    let place = folder("fmt-problems");
    let bad = untidy().replacen("rows:", "rows", 1);
    fs::write(place.join("bad.mancala"), &bad).expect("written");
    fs::write(place.join("other.mancala"), untidy()).expect("written");
    fs::write(place.join("bytes.mancala"), [b'g', 0xff]).expect("written");
    let files = ["fmt", "bad.mancala", "missing.mancala", "bytes.mancala", "other.mancala"];
    let (out, err, code) = said(&run_in(&place, &files));
    assert_eq!(code, Some(2), "{out}{err}");
    assert!(out.contains("not-a-statement") && out.contains("other.mancala: formatted"), "{out}");
    assert!(err.contains("there is no file `missing.mancala`") && err.contains("not text in UTF-8"), "{err}");
    assert_eq!(fs::read_to_string(place.join("bad.mancala")).expect("read"), bad);
    assert_eq!(said(&run_in(&place, &["fmt", "bad.mancala"])).2, Some(1));

    let (_, err, code) = said(&run_in(&place, &["fmt", "krur"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("there is no file `krur`"), "{err}");
    let (_, err, code) = said(&run_in(&place, &["fmt", "."]));
    assert_eq!(code, Some(2));
    assert!(err.contains("is a folder"), "{err}");
}

#[test]
fn lines_end_as_the_shipped_ones_do() {
    let place = folder("fmt-lines");
    fs::write(place.join("a.mancala"), tidy().replace('\n', "\r\n")).expect("written");
    assert_eq!(said(&run_in(&place, &["fmt", "a.mancala"])).2, Some(0));
    assert_eq!(fs::read_to_string(place.join("a.mancala")).expect("read"), tidy());
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let place = folder("fmt-permissions");
    let file = place.join("a.mancala");
    fs::write(&file, untidy()).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
    symlink("a.mancala", place.join("link.mancala")).expect("a link");
    assert_eq!(said(&run_in(&place, &["fmt", "link.mancala"])).2, Some(0));
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(place.join("link.mancala")).expect("a link").file_type().is_symlink());
    assert_eq!(fs::read_to_string(&file).expect("read"), tidy());

    fs::write(&file, untidy()).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).expect("set");
    let (_, err, code) = said(&run_in(&place, &["fmt", "a.mancala"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("is read-only"), "{err}");
    assert_eq!(fs::read_to_string(&file).expect("read"), untidy());
}
