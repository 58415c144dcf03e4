//! Numbers that have a name, and holes after `in`.

use super::{meaning, read, same, told, when, with};

/// The file in which the first rule asks for this, with an option that is a number.
fn few(condition: &str) -> String {
    when(condition).replacen("move {", "options {\n  few: 2 | 3\n}\n\nmove {", 1)
}

#[test]
fn the_name_of_a_number_stands_alone() {
    for (named, written_out) in [
        ("holds few", "holds 2"),
        ("makes few", "makes 2"),
        ("opposite holds few and marked", "opposite holds 2 and marked"),
        ("some own holes where holds few", "some own holes where holds 2"),
        ("all own holes hold few", "all own holes hold 2"),
        ("own store holds few", "own store holds 2"),
        ("seeds in own holes is few", "seeds in own holes is 2"),
        ("number of own empty holes is not few", "number of own empty holes is not 2"),
        ("half of seeds in holes is few", "half of seeds in holes is 2"),
    ] {
        same(&few(named), &when(written_out));
    }
    assert!(meaning(&when("makes starting seeds")).contains("Makes(Exactly(StartingSeeds(Here)))"));
    assert!(meaning(&when("opposite holds starting seeds")).contains("Exactly(StartingSeeds(Related("));
}

/// A number that is compared with what is counted means the same as what is counted, compared with the number.
#[test]
fn the_number_of_an_option_may_come_first() {
    for (number_first, number_last) in [
        ("few is fewer than seeds in opposite", "seeds in opposite is more than 2"),
        ("few is more than number of own empty holes", "number of own empty holes is fewer than 2"),
        ("few is at least half of seeds in holes", "half of seeds in holes is at most 2"),
        ("few is at most seeds in own store", "seeds in own store is at least 2"),
        ("few is not seeds in opposite", "seeds in opposite is not 2"),
    ] {
        same(&few(number_first), &when(number_last));
    }
}

#[test]
fn what_names_no_number_is_told() {
    let number = "write a number, a count such as `seeds in opposite`, `starting seeds`, or the name of an option that is a \
                  number";
    told(&when("holds three"), "three", "write `3`");
    told(&when("holds at least three"), "three", "write `3`");
    told(&when("makes empty"), "empty", "write `is empty`");
    told(&when("holds seeds"), "seeds", number);
    told(&when("holds rows"), "rows", number);
    let one = "write `seeds in opposite` or `number of opposite`; for one hole use `holds 3`";
    told(&when("holds opposite"), "opposite", one);
    let here = "write `seeds in here` or `number of here`; for one hole use `holds 3`";
    told(&few("here is few"), "here", here);
}

#[test]
fn several_holes_after_in_are_put_in_brackets() {
    for (condition, place, help) in [
        ("here is in next and opposite", "next and opposite", "write `(next and opposite)`"),
        (
            "makes 2 and in next and opposite and origin",
            "next and opposite and origin",
            "write `(next and opposite and origin)`",
        ),
        ("here is not in next or opposite", "next or opposite", "write `(next and opposite)`"),
        ("all own holes are in next and opposite", "next and opposite", "write `(next and opposite)`"),
    ] {
        told(&when(condition), place, help);
    }
    assert!(read(&when("here is in next and marked and opposite is empty")).is_ok());
}

#[test]
fn what_a_move_can_begin_with_is_told() {
    let help = "`begin` says what is done with the chosen hole: `lift here, sow after here`, or \
                `lift here, sow into here`; to lift a part, `lift 1 from here, sow after here`";
    told(&with("begin:     lift here, sow after here", "begin:     no"), "no", help);
}
