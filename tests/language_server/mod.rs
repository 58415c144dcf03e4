//! The language server, driven over its protocol.

mod client;
mod doing;
mod seen;
mod wire;

use mancala_rules::ruleset::shipped_texts;
use mancala_tools::language_server::{
    Document, colours::colours, completion::completions, examples, findings::quick_findings, folds::folds,
    hover::hover, links::links, names, symbols::symbols,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use client::{Editor, URI, at, edited};

fn shipped_text(name: &str) -> &'static str {
    shipped_texts().find(|(known, _)| *known == name).expect("shipped").1
}

/// A small game whose words have letters outside of ASCII and of the first plane of Unicode.
const GAME: &str = r#"game "Ô 𝄞" {
  region: "nowhere"                                                     @ wiki "𝄞 1"
}

sources {
  wiki: "Wikipedia, Ô, en.wikipedia.org"
}

options {
  four-at-home: relayed "it is sown on" | marked too                    @ wiki "2"
}

board {
  rows:    2
  columns: 3
  seeds:   3
  side:    row
}

words {
  prey: here and run back while (on opponent's side and holds 2 or 3)   @ wiki "𝄞 3"
  hit  if on opponent's side and makes 2 or 3
}

move {
  from:      own holes
  direction: counterclockwise
  begin:     lift here, sow after here
}

last seed, the first that fits {
  when hit and four-at-home is relayed    -> capture prey, end turn
  when hit and four-at-home is marked too -> capture here, end turn
  otherwise                               -> end turn
}

before turn, the first that fits {
  repeated position: 3rd time
  when repeated position -> each player captures own holes, game over
  when no legal move     -> each player captures own holes, game over
  otherwise              -> play
}

each player scores: seeds in own store

example "two" when four-at-home is marked-too {
  position: North 0 2 1
            South 0 0 1
  to move:  South
  play:     c1
  next:     North
}
"#;

#[test]
fn a_server_greets_and_ends() {
    let editor = Editor::new();
    for able in [
        "hoverProvider",
        "definitionProvider",
        "referencesProvider",
        "renameProvider",
        "documentFormattingProvider",
        "documentSymbolProvider",
        "codeActionProvider",
        "completionProvider",
        "codeLensProvider",
        "documentHighlightProvider",
        "documentLinkProvider",
        "executeCommandProvider",
        "foldingRangeProvider",
        "semanticTokensProvider",
    ] {
        assert!(!editor.capabilities[able].is_null(), "{able}");
    }
    assert_eq!(editor.capabilities["positionEncoding"], "utf-16");
    editor.end();
    assert_eq!(Editor::with(GAME).leave(), Some(0), "an editor that is gone is no mistake");
}

#[test]
fn problems_are_told_as_one_types() {
    let mut editor = Editor::with(GAME);
    assert_eq!(editor.problems(), [] as [Value; 0]);

    let bad =
        GAME.replacen("@ wiki \"𝄞 3\"", "@ wiki \"𝄞 3\", wikki \"4\"", 1).replacen("makes 2 or 3", "maks 2 or 3", 1);
    editor.change(&bad);
    let told = editor.problems();
    let codes: Vec<&str> = told.iter().map(|told| told["code"].as_str().expect("a code")).collect();
    assert!(codes.contains(&"unknown-source"), "{told:#?}");
    let source = told.iter().find(|told| told["code"] == "unknown-source").expect("told");
    assert_eq!(source["range"]["start"], at(&bad, "wikki", 0, 0), "columns are units of UTF-16");
    assert_eq!(source["range"]["end"], at(&bad, "wikki", 0, 5));
    assert_eq!(source["message"], "there is no source `wikki`\nhelp: did you mean `wiki`?");

    // proofs, and places that have to do with it
    let twice = format!("{GAME}\nsowing {{\n}}\n\nsowing {{\n}}\n");
    editor.change(&twice);
    let told = editor.problems();
    let repeated = told.iter().find(|told| told["code"] == "repeated-section").expect("told");
    assert_eq!(repeated["relatedInformation"][0]["message"], "first here");
    assert_eq!(repeated["relatedInformation"][0]["location"]["range"]["start"], at(&twice, "sowing {", 0, 0));
    let dead = GAME.replacen("when hit and four-at-home is marked too", "when hit and four-at-home is relayed", 1);
    editor.change(&dead);
    let told = editor.problems();
    assert!(told.iter().any(|told| told["code"] == "never-applies"), "{told:#?}");
    let failing = format!("{GAME}\nexample \"too many\" {{\n  play: a1\n  next: South\n}}\n");
    editor.change(&failing);
    let told = editor.problems();
    assert_eq!(told[0]["code"], "failing-example", "{told:#?}");
    assert_eq!(told[0]["range"]["start"], at(&failing, "next: South\n}", 0, 0));

    editor.change(GAME);
    assert_eq!(editor.problems(), [] as [Value; 0]);
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert!(editor.about("hover", json!({ "line": 0, "character": 0 }), json!({})).is_err(), "it is closed");
    editor.end();
}

fn labels(editor: &mut Editor, text: &str, position: Value) -> Vec<String> {
    editor.change(text);
    let found = editor.about("completion", position, json!({})).expect("an answer");
    found.as_array().expect("a list").iter().map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
}

/// Offers at the place of `|` in a statement put into a section of the game.
fn offered(editor: &mut Editor, before: &str, statement: &str) -> Vec<String> {
    let (written, rest) = statement.split_once('‸').expect("the place");
    let text = GAME.replacen(before, &format!("{before}{written}{rest}\n"), 1);
    labels(editor, &text, at(&text, &format!("{before}{written}"), 0, before.len() + written.len()))
}

#[test]
fn words_are_completed_by_where_they_stand() {
    let mut editor = Editor::with(GAME);
    let (top, board, last) = ("en.wikipedia.org\"\n}\n", "board {\n", "last seed, the first that fits {\n");
    let has = |found: &[String], wanted: &[&str], not: &[&str]| {
        for label in wanted {
            assert!(found.iter().any(|found| found == label), "{label} is offered: {found:?}");
        }
        for label in not {
            assert!(!found.iter().any(|found| found == label), "{label} is not offered: {found:?}");
        }
    };
    has(&offered(&mut editor, top, "s‸"), &["sowing", "last seed", "example"], &["rows", "capture SET", "here"]);
    has(&offered(&mut editor, top, "last ‸"), &["last seed"], &["board"]);
    has(&offered(&mut editor, board, "  ‸"), &["rows", "track", "seeds in each store"], &["from", "board", "end turn"]);
    has(&offered(&mut editor, board, "  track: ‸"), &["own side", "whole board"], &["row", "end turn"]);
    has(&offered(&mut editor, board, "  clockwise track: ‸"), &["mirrored", "backwards"], &["own side", "row"]);
    has(&offered(&mut editor, board, "  track: own side @ ‸"), &["wiki", "@ assumed \"why\""], &["here", "rows"]);
    has(&offered(&mut editor, board, "  track: own side @ wiki \"‸"), &[], &["wiki", "rows", "here"]);
    has(&offered(&mut editor, board, "  // ‸"), &[], &["rows"]);
    has(&offered(&mut editor, last, "  ‸"), &["when C -> E, E", "otherwise -> E"], &["rows"]);
    has(
        &offered(&mut editor, last, "  when ‸"),
        &["here", "makes N", "hit", "prey", "four-at-home", "opposite"],
        &["end turn", "rows"],
    );
    has(&offered(&mut editor, last, "  when four-at-home is ‸"), &["relayed", "marked too"], &["here", "end turn"]);
    has(&offered(&mut editor, last, "  when hit -> ‸"), &["capture SET", "end turn", "may"], &["makes N", "rows"]);
    has(&offered(&mut editor, last, "  when hit -> capture here, end t‸"), &["end turn"], &["rows"]);
    editor.end();
}

#[test]
fn a_completion_takes_the_place_of_what_is_written_of_it() {
    let text = GAME.replacen("capture prey, end turn", "capture prey, end t", 1);
    let mut editor = Editor::with(&text);
    let found = editor.about("completion", at(&text, "capture prey, end t", 0, 19), json!({})).expect("an answer");
    let item =
        found.as_array().expect("a list").iter().find(|item| item["label"] == "end turn").expect("offered").clone();
    assert_eq!(edited(&text, &json!([item["textEdit"]])), GAME);
    assert!(item["documentation"]["value"].as_str().expect("words").contains("the turn is over"));
    editor.end();
}

fn told(editor: &mut Editor, position: Value) -> String {
    let answer = editor.about("hover", position, json!({})).expect("an answer");
    answer["contents"]["value"].as_str().unwrap_or("").to_owned()
}

#[test]
fn words_are_told_where_they_stand() {
    let mut editor = Editor::with(GAME);
    let cases = [
        ("columns:", 0, 2, "number of holes in a row"),
        ("counterclockwise", 0, 3, "the direction of sowing"),
        ("end turn", 0, 1, "the turn is over"),
        ("end turn", 0, 5, "the turn is over"),
        ("run back", 0, 5, "from the one before `here` backwards"),
        ("last seed", 0, 6, "read after the last seed of a lap"),
        ("no legal move", 0, 4, "the mover has none"),
        ("repeated position:", 0, 4, "the time from which on a position"),
        ("on opponent's side", 0, 4, "another player's side"),
        ("makes 2 or 3", 0, 2, "the count of `here`"),
        ("3rd time", 0, 1, "the time from which on"),
        ("four-at-home is", 0, 4, "four-at-home: relayed"),
        ("prey, end", 0, 1, "prey: here and run back"),
        ("wiki \"2\"", 0, 1, "Wikipedia, Ô"),
        ("wiki \"2\"", 0, 1, "The statement is documented for this game"),
        ("marked-too", 0, 1, "reading"),
        ("otherwise              -> play", 0, 1, "This rule decides, for example"),
        ("when hit", 0, 1, "South 1"),
    ];
    for (words, nth, into, wanted) in cases {
        let told = told(&mut editor, at(GAME, words, nth, into));
        assert!(told.contains(wanted), "{words}: {told}");
    }
    for (words, into) in [("\"nowhere\"", 3), ("\n\nsources", 1)] {
        assert_eq!(told(&mut editor, at(GAME, words, 0, into)), "", "{words}");
    }
    editor.end();
}

#[test]
fn names_are_found_and_renamed() {
    let mut editor = Editor::with(GAME);
    for (used, given) in [
        (at(GAME, "wiki \"2\"", 0, 1), at(GAME, "wiki: ", 0, 0)),
        (at(GAME, "four-at-home is relayed", 0, 2), at(GAME, "four-at-home:", 0, 0)),
        (at(GAME, "is marked-too", 0, 5), at(GAME, "marked too  ", 0, 0)),
        (at(GAME, "capture prey", 0, 9), at(GAME, "prey:", 0, 0)),
    ] {
        let found = editor.about("definition", used, json!({})).expect("an answer");
        assert_eq!(found["range"]["start"], given);
        assert_eq!(found["uri"], URI);
    }
    let context = json!({ "context": { "includeDeclaration": true } });
    let found = editor.about("references", at(GAME, "hit  if", 0, 1), context).expect("an answer");
    assert_eq!(found.as_array().expect("a list").len(), 3);

    for (at, new, wanted) in [
        (at(GAME, "wiki: ", 0, 0), "wp", GAME.replace("wiki: ", "wp: ").replace("@ wiki", "@ wp")),
        (at(GAME, "four-at-home is relayed", 0, 2), "fours", GAME.replace("four-at-home", "fours")),
        (at(GAME, "capture prey", 0, 9), "loot", GAME.replace("prey", "loot")),
        (at(GAME, "is marked-too", 0, 5), "kept", GAME.replace("marked too", "kept").replace("marked-too", "kept")),
    ] {
        let ready = editor.about("prepareRename", at.clone(), json!({})).expect("an answer");
        assert!(ready["placeholder"].is_string(), "{ready}");
        let found = editor.about("rename", at, json!({ "newName": new })).expect("an answer");
        let text = edited(GAME, &found["changes"][URI]);
        assert_eq!(text, wanted);
        let problems = Document::new("renamed", &text).problems();
        assert!(problems.is_empty(), "{problems:?}");
    }
    for (at, new, why) in [
        (at(GAME, "capture prey", 0, 9), "here", "a word of the language"),
        (at(GAME, "capture prey", 0, 9), "two words", "one word"),
        (at(GAME, "capture prey", 0, 9), "hit", "the name of another"),
        (at(GAME, "capture prey", 0, 9), "when", "cannot be a name"),
        (at(GAME, "wiki: ", 0, 0), "assumed", "a word of the language"),
        (at(GAME, "rows:", 0, 1), "lines", "not a name from this file"),
        (at(GAME, "wiki: ", 0, 0), "when", "a reserved word"),
        (at(GAME, "wiki: ", 0, 0), "is", "a reserved word"),
        (at(GAME, "wiki: ", 0, 0), "a--b", "cannot be a name"),
        (at(GAME, "capture prey", 0, 9), "otherwise", "a reserved word"),
        (at(GAME, "capture prey", 0, 9), "a1", "a word of the language"),
        (at(GAME, "capture prey", 0, 9), "four-at-home", "the name of another option"),
        (at(GAME, "four-at-home:", 0, 2), "hit", "the name of another word"),
        (at(GAME, "is marked-too", 0, 5), "relayed", "the name of another reading"),
        (at(GAME, "is marked-too", 0, 5), "is", "cannot be a name"),
        (at(GAME, "is marked-too", 0, 5), "or", "cannot be a name"),
    ] {
        let refused = editor.about("rename", at, json!({ "newName": new })).expect_err("refused");
        assert!(refused.contains(why), "{new}: {refused}");
    }
    let refused = editor.about("prepareRename", at(GAME, "rows:", 0, 1), json!({})).expect_err("refused");
    assert_eq!(refused, "this is not a name from this file");
    editor.end();
}

#[test]
fn a_help_that_is_a_replacement_is_an_action() {
    let bad = GAME.replacen("columns:", "colums:", 1).replacen("capture prey", "captrue prey", 1);
    let mut editor = Editor::with(&bad);
    for (words, title) in [("colums", "Write `columns`"), ("captrue", "Write `capture`")] {
        let start = at(&bad, words, 0, 1);
        let params = json!({
            "textDocument": { "uri": URI },
            "range": { "start": start, "end": start },
            "context": { "diagnostics": [] },
        });
        let found = editor.ask("textDocument/codeAction", params).expect("an answer");
        assert_eq!(found[0]["title"], title, "{found}");
        let text = edited(&bad, &found[0]["edit"]["changes"][URI]);
        assert_eq!(text.matches(words).count(), 0);
    }
    editor.end();
}

#[test]
fn texts_are_formatted() {
    let krur = shipped_text("krur");
    let untidy: String = krur.lines().map(|line| format!("\t{}\r\n", line.trim())).collect();
    let mut editor = Editor::with(&untidy);
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = editor.ask("textDocument/formatting", params.clone()).expect("an answer");
    assert_eq!(edited(&untidy, &edits), krur);
    editor.change(krur);
    assert_eq!(editor.ask("textDocument/formatting", params.clone()).expect("an answer"), json!([]));
    editor.change("board {\n");
    assert_eq!(editor.ask("textDocument/formatting", params).expect("an answer"), Value::Null);
    editor.end();
}

#[test]
fn an_outline_is_told() {
    let mut editor = Editor::with(GAME);
    let found =
        editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } })).expect("an answer");
    let name = |symbol: &Value| symbol["name"].as_str().expect("a name").to_owned();
    let names: Vec<String> = found.as_array().expect("a list").iter().map(name).collect();
    let wanted = [
        "game \"Ô 𝄞\"",
        "sources",
        "options",
        "board",
        "words",
        "move",
        "last seed",
        "before turn",
        "each player scores",
    ];
    assert_eq!(names[..9], wanted);
    let words: Vec<String> = found[4]["children"].as_array().expect("a list").iter().map(name).collect();
    assert_eq!(words, ["prey", "hit"]);
    assert_eq!(found[3]["range"]["start"], at(GAME, "board {", 0, 0));
    assert_eq!(found[3]["selectionRange"]["end"], at(GAME, "board {", 0, 5));
    editor.end();
}

#[test]
fn what_is_not_understood_is_refused_and_the_server_goes_on() {
    let mut editor = Editor::with(GAME);
    assert!(editor.ask("textDocument/selectionRange", json!({})).is_err());
    assert!(editor.ask("textDocument/hover", json!({ "nonsense": 1 })).is_err());
    let other = json!({ "textDocument": { "uri": "file:///other" }, "position": { "line": 0, "character": 0 } });
    assert!(editor.ask("textDocument/hover", other).is_err());
    editor.tell("textDocument/didOpen", json!({ "nonsense": 1 }));
    editor.tell("$/setTrace", json!({ "value": "off" }));
    // behind the line, behind the text
    for position in [json!({ "line": 0, "character": 9999 }), json!({ "line": 9999, "character": 0 })] {
        for method in ["hover", "completion", "definition"] {
            editor.about(method, position.clone(), json!({})).expect("an answer");
        }
    }
    editor.end();
}

/// Everything that can be asked, at a place; nothing may panic.
fn everything(text: &str, at: usize) {
    let document = Document::new("half", text);
    completions(&document, at);
    let _ = hover(&document, at);
    let _ = names::rename(&document, at, "another");
    symbols(&document);
    let (colours, folds) = (colours(&document), folds(&document));
    assert!(colours.is_sorted_by_key(|it| it.span) && folds.iter().all(|fold| fold.first < fold.last));
    links(&document);
    for finding in quick_findings(&document) {
        let corrections = finding.mends.iter().flat_map(|mend| &mend.corrections);
        assert!(corrections.into_iter().all(|it| document.source.text.is_char_boundary(it.span.end)), "{finding:?}");
    }
    let _ = examples::places(&document);
    let _ = document.formatted();
}

#[test]
fn half_written_files_are_survived() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let bytes: Vec<usize> = GAME.char_indices().map(|(at, _)| at).collect();
    for _ in 0..crate::sized(8, 60) {
        // cut short, a part taken out, a part doubled
        let [one, two] = [0, 1].map(|_| bytes[random.random_range(0..bytes.len())]);
        let (start, end) = (one.min(two), one.max(two));
        let place = random.random_range(0..GAME.len() + 2);
        everything(&GAME[..start], place.min(start));
        everything(&GAME[..start], start);
        everything(&format!("{}{}", &GAME[..start], &GAME[end..]), place);
        everything(&format!("{}{}", &GAME[..end], &GAME[start..]), place);
    }
    for text in [
        "",
        "\"",
        "{",
        "}",
        "}}}",
        "{{{{",
        "@",
        "->",
        "|",
        ":",
        ":::",
        "\u{feff}game",
        "//",
        "when",
        "a:",
        "a,b:",
        "\r",
        "\0",
    ] {
        for at in 0..=text.len() + 1 {
            everything(text, at);
        }
    }
    for (_, text) in shipped_texts().step_by(9) {
        everything(text, text.len() / 2);
    }
}

/// What is typed behind a quotation mark is a text as far as its line goes; the lines behind it are not.
#[test]
fn an_open_quotation_mark_ends_with_its_line() {
    let text = GAME.replace("en.wikipedia.org\"", "en.wikipedia.org");
    assert_ne!(text, GAME);
    let document = Document::new("open.mancala", &text);
    let behind = |what: &str| completions(&document, text.find(what).expect("stands there") + what.len());
    assert!(behind("wiki: \"Wikipedia, Ô, en").is_empty());
    assert!(behind("side:    ").iter().any(|found| found.label == "row"));
}

/// Whoever writes a variant sees what it takes over.
#[test]
fn the_name_of_another_game_shows_what_is_taken_over() {
    let text = "game \"Three\" {\n  like: kalah\n}\n\nboard {\n  seeds: 3\n}\n";
    let document = Document::new("three.mancala", text);
    assert_eq!(document.problems(), []);
    let found = hover(&document, text.find("kalah").unwrap()).unwrap();
    assert!(found.text.starts_with("Taken over from Kalah:"), "{}", found.text);
    assert!(found.text.contains("**last seed**") && found.text.contains("when here is own end -> move again"));
    assert!(!found.text.contains("seeds: 4"), "its own setting replaces that of Kalah: {}", found.text);
}

/// A file beside the open one is read, as it stands in the editor.
#[test]
fn a_change_of_another_game_reaches_the_files_that_are_like_it() {
    let mut editor = Editor::new();
    editor.open_at("file:///games/base.mancala", "game \"Base\" {\n  like: kalah\n}\n");
    editor.open_at(URI, "game \"Mine\" {\n  like: base\n}\n");
    assert_eq!(editor.problems_of(URI), json!([]));
    editor.open_at("file:///games/base.mancala", "game \"Base\" {\n  like: nothing\n}\n");
    let problems = editor.problems_of(URI);
    assert_eq!(problems[0]["code"], "bad-like", "{problems}");
}
