//! `book`: what is written where, and what is refused.

use super::{folder, pairs, printed, program, transcripts};

#[test]
fn a_book_is_written_in_the_form_of_its_name() {
    let folder = folder("book");
    std::fs::write(folder.join("pairs.mancala"), pairs()).expect("written");
    let written = |arguments: &[&str]| {
        let output = program(&folder, arguments).output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file");
    assert_eq!(written(&["book", "krur", "pairs.mancala", "--out", "two.html"]), "two.html written: 2 games\n");
    let page = read("two.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("id=\"pairs\"") && page.contains("id=\"krur\""));
    assert!(page.contains("id=\"contents\"") && page.contains("id=\"index\""));
    written(&["book", "pairs.mancala", "--out", "one.md", "--title", "My game"]);
    assert!(read("one.md").starts_with("# My game\n"));
    // a form that is asked for counts more than a name
    written(&["book", "pairs.mancala", "--out", "one.md", "--format", "html"]);
    let page = read("one.md");
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("id=\"contents\""));
}

#[test]
fn readings_of_all_games_that_have_them() {
    let text = printed(&["book", "krur", "oware", "--set", "no-move=the-end", "--format", "markdown"]);
    assert!(text.contains("If the mover has no legal move, the round is over"));
    assert!(text.contains("Oware abapa"));
}

#[test]
fn wrong_use() {
    insta::assert_snapshot!(transcripts(&[
        &["book", "nothing-like-it"],
        &["book", "krur", "--set", "no-mov=the-end"],
        &["book", "krur", "--set", "no-move=never"],
        &["book", "krur", "--out", "no-folder/krur.html"],
        &["book", "krur", "--format", "pdf"],
    ]));
}
