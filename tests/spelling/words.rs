//! Conditions of the file, asked of any hole.

use super::{same, told, when, words};

/// The file in which the first rule asks `asked`, with a word `centre`.
fn defined(definition: &str, asked: &str) -> String {
    words(&format!("  centre if {definition}"), &when(asked))
}

#[test]
fn a_word_is_asked_of_the_hole_before_is() {
    let cases = [
        ("3rd from owner's left", "next is centre", "next is 3rd from owner's left"),
        ("3rd from owner's left", "opposite is not centre", "opposite is not 3rd from owner's left"),
        ("marked and holds 2 or 3", "2 ahead is centre", "2 ahead is marked and 2 ahead holds 2 or 3"),
        ("marked or opposite is empty", "next is centre", "next is marked or opposite of next is empty"),
        ("holds more than starting seeds", "next is centre", "next holds more than starting seeds"),
        ("marked", "some holes where next is centre", "some holes where next is marked"),
        ("hole is marked", "next is centre", "next is marked"),
        ("marked", "all holes are not centre", "all holes are not marked"),
        ("marked and makes 3", "here is centre", "marked and makes 3"),
        ("makes 3 and marked", "some holes where here is centre", "some holes where (MAKES)"),
    ];
    for (definition, asked, written_out) in cases {
        match written_out.contains("MAKES") {
            true => assert!(super::meaning(&defined(definition, asked)).contains("Makes(List([3])), Is(Here, Marked")),
            false => same(&defined(definition, asked), &when(written_out)),
        }
    }
}

/// What is asked of a hole that does not exist is false, also where the word denies something.
#[test]
fn a_hole_that_does_not_exist_has_no_word() {
    for definition in ["not marked", "next is not empty", "no own holes", "in (next and opposite)", "mover is South"] {
        same(&defined(definition, "next is centre"), &when(&format!("some next where ({definition})")));
        same(&defined(definition, "next is not centre"), &when(&format!("no next where ({definition})")));
    }
}

#[test]
fn words_use_words() {
    let text = words("  full if holds 3\n  centre if full and 3rd from owner's left", &when("opposite is centre"));
    same(&text, &when("opposite holds 3 and opposite is 3rd from owner's left"));
}

#[test]
fn what_is_about_here_alone_is_not_asked_of_another_hole() {
    let definitions = [
        "here is marked",
        "opposite of here is empty",
        "makes 3",
        "was empty",
        "some run back while empty",
        "makes 3 and here is marked",
    ];
    for definition in definitions {
        told(
            &defined(definition, "next is centre"),
            "centre",
            "write only `centre`, or write out what the other hole should be",
        );
        told(
            &words(&format!("  odd-one if {definition}\n  centre if odd-one or marked"), &when("next is centre")),
            "centre",
            "write only `centre`, or write out what the other hole should be",
        );
    }
}

#[test]
fn a_set_of_the_file_is_no_property() {
    told(&words("  prey: here and opposite", &when("next is prey")), "prey", "write `in prey`");
}
