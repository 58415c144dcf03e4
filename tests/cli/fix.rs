//! `mancala check --fix`.

use std::fs;

use super::{folder, pairs, program, run, run_in, transcript_of};

fn said(output: &std::process::Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// The file of these tests with mistakes that have one correction each, the first of them twice in one line.
fn wrong() -> String {
    let text = pairs().replacen("columns:", "colums:", 1).replacen("own holes", "my pits", 1);
    assert!(text.contains("colums:") && text.contains("my pits"));
    text
}

#[test]
fn corrections_are_made_and_told() {
    let place = folder("fix-file");
    fs::write(place.join("a.mancala"), format!("\u{feff}{}", wrong())).expect("written");
    let (out, err, code) = said(&run_in(&place, &["check", "--fix", "a.mancala"]));
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    for told in ["`colums` is now `columns`", "`my pits` is now `own holes`", "a.mancala: ok"] {
        assert!(out.contains(told), "{told} in {out}");
    }
    assert_eq!(fs::read_to_string(place.join("a.mancala")).expect("read"), format!("\u{feff}{}", pairs()));
    assert_eq!(fs::read_dir(&place).expect("a folder").count(), 1, "nothing else is left in the folder");

    fs::write(place.join("a.mancala"), wrong()).expect("written");
    let (out, _, code) = said(&run_in(&place, &["check", "--fix", "--json", "a.mancala"]));
    assert_eq!(code, Some(0));
    let first: serde_json::Value = serde_json::from_str(out.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["fixed"], &first["instead"]), (&"colums".into(), &"columns".into()));
}

/// Brackets, order and commas have one answer, too. What may be right, such as a word that nothing uses, is left.
#[test]
fn what_lacks_is_added_and_what_may_be_meant_stays() {
    let place = folder("fix-lacking");
    let text = pairs().replacen(", the first that fits {", " {", 1).replacen(
        "each player scores",
        "# so\neach player scores",
        1,
    );
    assert_eq!(text.matches(", the first that fits").count() + 1, pairs().matches(", the first that fits").count());
    fs::write(place.join("a.mancala"), &text).expect("written");
    let (out, err, code) = said(&run_in(&place, &["check", "--fix", "a.mancala"]));
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    assert!(out.contains("`, the first that fits` is added") && out.contains("`#` is now `//`"), "{out}");
    let now = fs::read_to_string(place.join("a.mancala")).expect("read");
    assert_eq!(now, pairs().replacen("each player scores", "// so\neach player scores", 1));

    let text = format!("{}\nwords {{\n  lone: opposite\n}}\n", pairs());
    fs::write(place.join("a.mancala"), &text).expect("written");
    let (_, _, code) = said(&run_in(&place, &["check", "--fix", "a.mancala"]));
    assert_eq!((fs::read_to_string(place.join("a.mancala")).expect("read"), code), (text, Some(1)));
}

#[test]
fn what_has_no_correction_is_left_and_told() {
    let place = folder("fix-part");
    let text = wrong().replacen("lift here, sow after here", "lift here, sow from here", 1);
    fs::write(place.join("a.mancala"), &text).expect("written");
    let (out, _, code) = said(&run_in(&place, &["check", "--fix", "a.mancala"]));
    assert_eq!(code, Some(1));
    assert!(out.contains("is now `columns`") && out.contains("`from` does not say"), "{out}");
    let kept = fs::read_to_string(place.join("a.mancala")).expect("read");
    assert_eq!(kept, text.replacen("colums:", "columns:", 1).replacen("my pits", "own holes", 1));
}

/// A correction can bring problems to light that were hidden before.
#[test]
fn a_file_with_more_problems_afterwards_stays_as_it_is() {
    let place = folder("fix-worse");
    let text = pairs().replacen("when makes 3 and on opponent's side", "if maeks 3 and on nobodys side", 1);
    assert!(text.contains("if maeks"));
    fs::write(place.join("a.mancala"), &text).expect("written");
    let before = fs::metadata(place.join("a.mancala")).expect("a file").modified().expect("a time");
    let output = run_in(&place, &["check", "--fix", "a.mancala"]);
    let (_, err, code) = said(&output);
    let now = fs::read_to_string(place.join("a.mancala")).expect("read");
    assert_eq!((now == text, code), (true, Some(1)), "{}", transcript_of(&["check"], &output));
    assert!(err.contains("would not have fewer problems"), "{err}");
    assert_eq!(fs::metadata(place.join("a.mancala")).expect("a file").modified().expect("a time"), before);
}

#[test]
fn what_is_no_file_of_the_user_is_refused() {
    for name in ["krur", "Um ed-Dyar"] {
        let (out, err, code) = said(&run(&["check", "--fix", name]));
        assert_eq!((out.as_str(), code), ("", Some(2)), "{name}: {err}");
    }
    let (_, err, _) = said(&run(&["check", "--fix", "krur"]));
    assert!(err.contains("inside the program"), "{err}");
    let output = program(folder("fix-input"), &["check", "--fix", "-"]).write_stdin(wrong()).output().expect("it runs");
    let (out, err, code) = said(&output);
    assert_eq!((out.as_str(), code), ("", Some(2)), "{err}");
    assert!(err.contains("standard input"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_is_left() {
    use std::os::unix::fs::PermissionsExt;
    let place = folder("fix-read-only");
    let path = place.join("a.mancala");
    fs::write(&path, wrong()).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("set");
    let (out, err, code) = said(&run_in(&place, &["check", "--fix", "a.mancala"]));
    assert_eq!(code, Some(2), "{out}{err}");
    assert_eq!(fs::read_to_string(&path).expect("read"), wrong());
}
