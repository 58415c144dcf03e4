//! Tests after `where` and `while`, with and without brackets.

use super::{meaning, rule, same, told, when, with, words};

fn from(set: &str) -> String {
    with("from:      own holes", &format!("from: {set}"))
}

#[test]
fn a_single_test_needs_no_brackets() {
    let tests = [
        "next is empty",
        "not next is empty",
        "opposite holds 2 or 3",
        "next of opposite is occupied",
        "here is in own holes where marked",
        "some opponent's holes where empty",
        "no own holes",
        "all own holes are occupied",
        "seeds in own holes is at most 8",
        "number of own holes where next is empty is even",
        "mover is South",
        "1st lap",
        "in here",
        "marked by opponent",
    ];
    for test in tests {
        same(&when(&format!("some holes where {test}")), &when(&format!("some holes where ({test})")));
        same(
            &rule(&format!("when makes 2 -> capture here and run back while {test}, end turn")),
            &rule(&format!("when makes 2 -> capture here and run back while ({test}), end turn")),
        );
    }
    for test in ["next is empty", "not next is empty", "opposite holds 2", "all own holes are occupied"] {
        same(&from(&format!("own holes where {test}")), &from(&format!("own holes where ({test})")));
    }
    let prey =
        |set: &str| words("  prey: here and opposite", &rule(&format!("when makes 2 -> capture {set}, end turn")));
    same(&prey("own holes where not in prey"), &prey("own holes where (not in prey)"));
}

#[test]
fn what_follows_a_single_test_does_not_belong_to_it() {
    let pairs = [
        ("capture holes where marked and opposite", "capture holes where (marked) and opposite"),
        ("capture holes where next is empty and opposite", "capture holes where (next is empty) and opposite"),
        ("capture run back while opposite holds 2 and here", "capture run back while (opposite holds 2) and here"),
    ];
    for (written, bracketed) in pairs {
        same(
            &rule(&format!("when makes 2 -> {written}, end turn")),
            &rule(&format!("when makes 2 -> {bracketed}, end turn")),
        );
    }
    let pairs = [
        ("some holes where marked and holds 2", "(some holes where marked) and holds 2"),
        ("no holes where next is empty or makes 2", "(no holes where (next is empty)) or makes 2"),
        ("all holes where next is empty are own", "all holes where (next is empty) are own"),
    ];
    for (written, bracketed) in pairs {
        same(&when(written), &when(bracketed));
    }
}

/// A count ends with its number, and so may the last test in it.
#[test]
fn a_count_keeps_its_number() {
    let pairs = [
        ("seeds in holes where marked is 8", "seeds in holes where (marked) is 8"),
        ("seeds in holes where not marked is not 8", "seeds in holes where (not marked) is not 8"),
        ("number of own holes where next is empty is 2 to 3", "number of own holes where (next is empty) is 2 to 3"),
        (
            "seeds in opposite of holes where marked is at least 2",
            "seeds in opposite of holes where (marked) is at least 2",
        ),
        (
            "number of holes where seeds in own holes where marked is 2 is 3",
            "number of holes where (seeds in own holes where (marked) is 2) is 3",
        ),
    ];
    for (written, bracketed) in pairs {
        same(&when(written), &when(bracketed));
        assert_ne!(meaning(&when(written)), meaning(&when("makes 2")));
    }
    // A number in brackets belongs to the test there.
    told(
        &when("number of holes where (seeds in here is 8)"),
        "number of holes where (seeds in here is 8)",
        "add a test: `.. is occupied`, `.. holds 3`",
    );
}

#[test]
fn several_tests_are_put_in_brackets() {
    let help = |tests: &str| format!("put the tests in brackets: {tests}");
    let capture = |set: &str| rule(&format!("when makes 2 -> capture {set}, end turn"));
    let cases = [
        (from("own holes where holds 2 and not marked"), "holds 2 and not marked", "`where (holds 2 and not marked)`"),
        (from("own holes where marked or empty"), "marked or empty", "`where (marked or empty)`"),
        (
            from("own holes where marked and next  is empty"),
            "marked and next  is empty",
            "`where (marked and next is empty)`",
        ),
        (capture("holes where marked and occupied"), "marked and occupied", "`where (marked and occupied)`"),
        (
            capture("holes where next is empty or holds 2"),
            "next is empty or holds 2",
            "`where (next is empty or holds 2)`",
        ),
        (
            capture("run back while occupied and not marked"),
            "occupied and not marked",
            "`while (occupied and not marked)`",
        ),
        (when("all holes where marked or empty are own"), "marked or empty", "`where (marked or empty)`"),
        (
            with("when no legal move", "when no own holes where occupied and not marked"),
            "occupied and not marked",
            "`where (occupied and not marked)`",
        ),
        (
            with("when no legal move", "when some own holes where empty or holds 2"),
            "empty or holds 2",
            "`where (empty or holds 2)`",
        ),
        (
            words("  full if holds 3", &capture("holes where marked and full")),
            "marked and full",
            "`where (marked and full)`",
        ),
    ];
    for (text, place, tests) in cases {
        told(&text, place, &help(tests));
    }
}
