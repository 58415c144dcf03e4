//! Other ways to write the same: they are read, and the formatter writes the standard way.

use mancala_rules::format::format;
use mancala_rules::source::Source;
use mancala_tools::checks::Checks;

use super::{read, same, told, when, with};

fn stores(text: &str) -> String {
    text.replace("side:    row", "side:    row\n  ends:    stores")
}

#[test]
fn other_ways_mean_the_same_and_are_formatted() {
    let pairs = [
        ("makes 2 or 3 seeds", "makes 2 or 3"),
        ("makes 1 seed", "makes 1"),
        ("opposite holds at least 4 seeds", "opposite holds at least 4"),
        ("all own holes hold 2 to 15 seeds", "all own holes hold 2 to 15"),
        ("some holes where holds more than 1 seed", "some holes where holds more than 1"),
        ("was not empty and makes 2 seeds", "was occupied and makes 2"),
        ("was not occupied", "was empty"),
        ("here is own store", "here is own end"),
        ("here is not own store or next is opponent's store", "here is not own end or next is opponent's end"),
    ];
    for (written, standard) in pairs {
        let (written, standard) = (stores(&when(written)), stores(&when(standard)));
        same(&written, &standard);
        let form = |text: &str| format(&Source::new("small.mancala", text)).expect("it is read");
        assert_eq!(form(&written), form(&standard));
        assert!(form(&written).contains("when "), "{written}");
    }
}

#[test]
fn seeds_at_a_time_need_no_noun() {
    let by = |sowing: &str| with("sow after here", sowing);
    let pairs = [
        ("sow 2 seeds at a time after here", "sow 2 at a time after here"),
        ("sow clockwise 3 seeds at a time into here", "sow clockwise 3 at a time into here"),
        ("sow 1 seed at a time after here", "sow 1 at a time after here"),
    ];
    for (written, standard) in pairs {
        let (written, standard) = (by(written), by(standard));
        same(&written, &standard);
        let form = |text: &str| format(&Source::new("small.mancala", text)).expect("it is read");
        assert_eq!(form(&written), form(&standard));
    }
    // where seeds fall one by one, nothing needs to be said
    same(&by("sow 1 at a time after here"), &by("sow after here"));
}

#[test]
fn several_seeds_at_a_time_are_told_how_they_are_said() {
    let by = |sowing: &str| with("sow after here", sowing);
    for (said, wanted) in [
        ("sow by 2", "sow 2 at a time"),
        ("sow twos", "sow 2 at a time"),
        ("sow by twos", "sow 2 at a time"),
        ("sow two by two", "sow 2 at a time"),
        ("sow two-by-two", "sow 2 at a time"),
        ("sow 2", "sow 2 at a time"),
        ("sow in twos", "sow 2 at a time"),
        ("sow in groups of four", "sow 4 at a time"),
        ("sow clockwise by 3", "sow clockwise 3 at a time"),
        ("sow 2 at a time reversed", "sow reversed 2 at a time"),
    ] {
        told(&by(&format!("{said} after here")), said, &format!("write `{wanted}`"));
    }
    told(&by("sow two at a time after here"), "two", "write `2`");
    told(&by("sow 0 at a time after here"), "0", "write how many fall at a time: 1 or more");
    told(&by("sow 70000 at a time after here"), "70000", "a game has at most 65535 seeds");
    let named = "write a number, or the name of an option that is a number";
    told(&by("sow half at a time after here"), "half", named);
    told(&by("sow 2nd at a time after here"), "2nd", named);
    let general = "write `sow after here`, or `sow 2 at a time after here`";
    told(&by("sow seeds in opposite at a time after here"), "sow seeds in opposite at a time", general);
    told(&by("sow own holes where empty after here"), "sow own holes where empty", general);
    told(&by("sow clockwise reversed 2 at a time after here"), "sow clockwise reversed 2 at a time", general);
    told(
        &by("sow 2 at a time"),
        "sow 2 at a time",
        "write `sow after here` (the first seed into the next hole) or `sow into here`",
    );
    let few = with("move {", "options {\n  few: 2 | 3\n}\n\nmove {").replace("makes 2 ->", "makes few ->");
    told(&few.replace("sow after here", "sow few1 at a time after here"), "few1", "did you mean `few`?");
}

/// A reading keeps its words, although they could be another way to write something.
#[test]
fn readings_keep_their_words() {
    let text = stores(&when("target is own store and makes 2"));
    let text = text.replace("move {", "options {\n  target: own store | nobody\n}\n\nmove {");
    assert!(read(&text).is_ok_and(|ruleset| ruleset.check().is_empty()));
    assert!(format(&Source::new("small.mancala", &text)).unwrap().contains("target is own store"));
}

#[test]
fn problems_show_what_the_file_says() {
    let before =
        with("when no legal move -> game over", "when was not empty  -> play\n  when no legal move -> game over");
    told(&before, "was not empty", "use `holds 3`, `is empty` or `is occupied`");
    let help = "write `ends: stores` in `board` if the stores are sown into; otherwise remove it";
    told(&when("here is own store"), "own store", help);
    told(&when("here is own end"), "own end", help);
    // what is wrong beside another way of writing is told, and not the other way
    let list = "a condition has no comma";
    let problems = read(&when("makes 2 seeds, was not empty")).expect_err("a comma");
    assert_eq!(problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>(), [list]);
}

#[test]
fn any_hole_is_told_how_it_is_named() {
    let from = |set: &str| with("from:      own holes", &format!("from: {set}"));
    told(&from("any own hole"), "any own hole", "write `own holes`");
    told(&from("any hole where occupied"), "any hole", "write `holes`");
    let capture = when("makes 2").replacen("-> end turn", "-> capture any opponent's hole, end turn", 1);
    told(&capture, "any opponent's hole", "say how many holes the mover chooses: `any 1 of opponent's holes`");
}
