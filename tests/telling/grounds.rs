//! Of what kind the ground of a statement is, and how explanations tell it.

use mancala_rules::rules::model::Kind::{self, Assumed, Documented, Neither, TakenOver};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::checks::Checks;

const GAME: &str = r#"
game "Threes" {
  region:  "nowhere"                  @ book "1"
  starter: "the players draw lots"    @ book "2"
}

sources {
  book: "A book", read in extract "pages 1 to 3", located by "pages"
  old:  "An older book", read through book
  near: "Another book", describes "Fours" because "the same people play it", read whole
}

options {
  start-hole: sown @ book "9" | skipped @ assumed "many games do so"
}

board {
  rows:    2 @ near "1"
  columns: 3 @ near "1", old "2"
  seeds:   3 @ like "Fives" because "the boards are alike"
  side:    row @ near "1", assumed "it is usual"
}

move {
  from:      own holes
  direction: counterclockwise
  begin:     lift here, sow after here
}

sowing {
  skip: origin where start-hole is skipped @ assumed "in full rounds"
}

last seed, the first that fits {
  otherwise -> end turn
}

before turn, the first that fits {
  repeated position: 3rd time
  when repeated position -> game over
  when no legal move     -> game over
  otherwise              -> play
}

each player scores: seeds in own holes
"#;

fn read(text: &str) -> Ruleset {
    let ruleset = Ruleset::read(Source::new("threes.mancala", text)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ruleset.check(), []);
    ruleset
}

fn explained(text: &str) -> String {
    let ruleset = read(text);
    let rules = ruleset.rules().expect("rules");
    ruleset.account(&rules).text()
}

#[test]
fn a_source_on_another_game_documents_nothing() {
    let ruleset = read(GAME);
    let statements = ruleset.statements();
    let kind = |begins: &str| -> Kind {
        statements.iter().find(|statement| statement.text.starts_with(begins)).expect("a statement").kind()
    };
    let kinds = ["region", "rows", "columns", "seeds", "side", "from", "start-hole: skipped"].map(kind);
    assert_eq!(kinds, [Documented, TakenOver, Documented, TakenOver, Assumed, Neither, Assumed]);
}

#[test]
fn each_kind_of_ground_has_its_place_in_an_explanation() {
    let text = explained(GAME);
    let (_, grounds) = text.split_once("\nTaken from a similar game").expect("a heading");
    let (similar, rest) = grounds.split_once("\nAssumed").expect("a heading");
    assert!(similar.contains("Every hole starts with 3 seeds. (As in Fives: the boards are alike.)"), "{similar}");
    assert!(!similar.contains("the row before him"), "{similar}");
    assert!(rest.contains("Each player owns the row before him. (It is usual.)"), "{rest}");
    let (_, conventions) = rest.split_once("\nWhat every file assumes").expect("a heading");
    assert!(conventions.contains("Otherwise he plays."), "{conventions}");
    let (_, sources) = conventions.split_once("\nSources").expect("a heading");
    for note in [
        "read in extract: pages 1 to 3",
        "places by pages",
        "read through book",
        "describes Fours, a similar game: the same people play it",
    ] {
        assert!(sources.contains(note), "{note}: {sources}");
    }
    assert!(text.contains("Who begins, and is called South: the players draw lots [book \"2\"]."), "{text}");
}

#[test]
fn what_every_file_assumes_can_cite_a_source() {
    let sown = "The hole just emptied is sown too when the sowing comes round to it";
    let convention = format!("{sown}. (A hole is passed over only\n    where a rule says so.)");
    // the reading in force is the ground
    assert!(explained(GAME).contains(&format!("{sown} [book \"9\"].")));
    let says =
        GAME.replace("skip: origin where start-hole is skipped @ assumed \"in full rounds\"", "skip: none @ old \"7\"");
    let says = says.replace("  start-hole: sown @ book \"9\" | skipped @ assumed \"many games do so\"\n", "");
    assert!(explained(&says).contains(&format!("{sown} [old \"7\"].")));
    let silent = says.replace("skip: none @ old \"7\"", "");
    assert!(explained(&silent).contains(&convention), "{}", explained(&silent));
    assert!(!explained(&says).contains(&convention));
}
