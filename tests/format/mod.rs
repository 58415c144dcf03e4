//! The one form of rule files.

mod mangle;

use mancala_rules::format::{FormatError, format};
use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_rules::source::Source;
use mancala_rules::syntax::{parse, says_the_same};
use mancala_tools::checks::Checks;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::generator::sketch_from_seed;

fn formatted(name: &str, text: &str) -> String {
    match format(&Source::new(name, text)) {
        Ok(text) => text,
        Err(error) => panic!("{name}: {error}: {error:?}\n{text}"),
    }
}

#[test]
fn shipped_files_have_the_form() {
    for (name, text) in shipped_texts() {
        assert_eq!(formatted(name, text), text, "{name}: `mancala fmt` it");
    }
}

#[test]
fn mangled_files_come_back() {
    for (at, (name, text)) in crate::sampled().enumerate() {
        for turn in 0..2 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(100 * turn + at as u64);
            let mangled = mangle::mangled(text, &mut random);
            assert_ne!(mangled, text);
            assert!(says_the_same(&mangled, text), "{name}, {turn}: the mangling changes what is said:\n{mangled}");
            assert_eq!(formatted(name, &mangled), text, "{name}, {turn}:\n{mangled}");
        }
    }
}

/// The rows of a board in a condition stand below each other where a file has them on lines of their own.
#[test]
fn boards_in_conditions() {
    let text = "\
words {
  solved if position is North 0 0 0
                        South 1 0 0
}

before turn, the first that fits {
  when position is not North 1 2 3
                       South 1 2 3 and a1 is occupied
                                             -> draw
  when position is North 0 0 0 / South 1 0 0 -> draw
  otherwise                                  -> play
}

never \"it is solved\" {
  (position is North 0 0 0
               South 1 0 0)
}
";
    assert_eq!(formatted("boards", text), text);
    let lines: Vec<&str> = text.split('\n').map(str::trim_start).collect();
    assert_eq!(formatted("boards", &lines.join("\n")), text);
}

/// Readings, places and the order of statements are part of what is said; where a line ends is not.
#[test]
fn what_is_said_is_compared() {
    let text = "game \"A\" {\n  region: \"x y\" // here\n}\n";
    assert!(says_the_same(text, "game   \"A\"{ region:\"x y\"// here\n\n }"));
    for other in [
        "game \"A\" {\n  region: \"x  y\" // here\n}\n",
        "game \"A\" {\n  region: \"x y\" // there\n}\n",
        "game \"A\" {\n  region: \"x y\"\n}\n",
        "game \"A\" {\n  also: \"x y\" // here\n}\n",
        "game \"A\" {\n  region: \"x\", \"y\" // here\n}\n",
        "game \"A\" {\n}\nregion: \"x y\" // here\n",
    ] {
        assert!(!says_the_same(text, other), "{other}");
    }
}

#[test]
fn generated_files_survive() {
    let (mut survived, tried) = (0, crate::sized(60, 300));
    for seed in 0..tried {
        let text = sketch_from_seed(seed).to_string();
        // what cannot be read is not formatted
        if !parse(&Source::new("generated", &text)).1.is_empty() {
            continue;
        }
        survived += 1;
        let once = formatted("generated", &text);
        assert_eq!(formatted("generated", &once), once, "a second time it is something else");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mangled = mangle::mangled(&once, &mut random);
        assert_eq!(formatted("generated", &mangled), once, "{mangled}");
    }
    assert!(survived * 3 > tried * 2, "{survived} of {tried} could be read");
}

/// Notes wherever one can stand.
const NOTES: &str = r#"// first


// apart
game "Notes" {   // behind a head
    // in the first line

    region : "nowhere" ,"elsewhere"  @ assumed "so"    // behind a citation
    also:"Other"   // behind a value
  @ assumed "below its note"


    // in the last line
}// behind the end
options{no-move:a pass"he waits"// behind a reading
// | left out
|the end @ assumed "x"
|a third}
// before a section
last seed,the first that fits{when was empty// before the arrow
->end turn
when makes 4 and on own side // in a condition
// between two lines

// and another
and not marked->mark here, // between effects
// alone between effects
end turn
otherwise->lift here,sow after here
}
example "drawn" {
position:North 0 0 1 // behind a row
 // between rows
 South 1 0 12
}
// last"#;

#[test]
fn notes_stay_where_they_were_said() {
    let once = formatted("notes", NOTES);
    insta::assert_snapshot!(once);
    assert_eq!(formatted("notes", &once), once);
}

/// Notes stand wherever a line may go on, and change nothing.
#[test]
fn notes_between_lines_of_a_statement_say_nothing() {
    let mut files = 0;
    for (name, text) in shipped_texts() {
        let noted = text.replace("\n        ", "\n// note\n\n // another\n        ");
        let said = |text: &str| -> Vec<String> {
            let ruleset = Ruleset::read(Source::new(name, text)).unwrap_or_else(|error| panic!("{error:?}"));
            let account = ruleset.account(&ruleset.rules().expect("rules"));
            account.sentences.iter().map(|sentence| sentence.text.clone()).collect()
        };
        files += usize::from(noted != text);
        assert_eq!(said(&noted), said(text), "{name}");
        let once = formatted(name, &noted);
        assert_eq!(formatted(name, &once), once, "{name}");
        assert_eq!(once.matches("// note\n").count(), noted.matches("// note\n").count(), "{name}");
    }
    assert!(files > 100, "{files}");
}

/// Statements too long for a line.
const LONG: &str = r#"example "moves" {
play: a1,
 b2:c3y,d4, a1+:b2, b2:c3y, d4, a1+:b2, b2:c3y, d4, a1+:b2, b2:c3y, d4, a1+:b2, b2:c3y, d4, a1+:b2, b2:c3y, d4
next:South
}
words {
  prey if here is on own side and here was empty and opposite is occupied and (1st lap or capture-set is any-lap) @ a "b"
  numbers if makes 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 or 11 or 12 or 13 or 14 or 15 or 16 or 17 or 18 or 19 or 20
}
move { from: own holes where (next is empty and (opposite is occupied or rear of opposite is occupied) and not marked) and ends
direction: South counterclockwise, North clockwise | South clockwise, North counterclockwise | counterclockwise | clockwise "as told" @ a "b"
begin { when holds 1 -> place 1 in here from own store, lift 2 from here, unmark here, sow after here
 when own store holds at least 1 and no own inner holes where marked and some own inner holes where holds at least 2 -> lift here, sow after here }
}
"#;

#[test]
fn long_statements_are_broken() {
    let once = formatted("long", LONG);
    insta::assert_snapshot!(once);
    assert_eq!(formatted("long", &once), once);
}

#[test]
fn a_file_with_problems_is_not_formatted() {
    for text in ["game \"A {\n}\n", "board {\n  rows 2\n}\n", "board {\n", "}\n", "", "\u{0}"] {
        assert!(matches!(format(&Source::new("bad", text)), Err(FormatError::Problems(_))), "{text:?}");
    }
}
