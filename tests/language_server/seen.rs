//! What an editor shows of a file: colours, folds, links, highlights, and what it suggests.

use std::collections::BTreeSet;

use mancala_rules::ruleset::shipped_texts;
use mancala_tools::language_server::Document;
use mancala_tools::language_server::colours::{Colour, colours};
use mancala_tools::language_server::structure::{RESERVED, STRUCTURE};
use serde_json::{Value, json};

use super::client::{Editor, at, edited};
use super::{GAME, URI};

fn about(editor: &mut Editor, method: &str) -> Value {
    editor.ask(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": URI } })).expect("an answer")
}

#[test]
fn words_have_colours_by_what_they_are() {
    let document = Document::new("game.mancala", GAME);
    let found = colours(&document);
    let colour = |words: &str, nth: usize| {
        let (start, _) = GAME.match_indices(words).nth(nth).expect("it stands there");
        found.iter().find(|it| it.span.start == start).map(|it| (it.colour, it.is_definition))
    };
    for (words, nth, wanted) in [
        ("game", 0, Some((Colour::Section, false))),
        ("\"Ô 𝄞\"", 0, Some((Colour::Text, false))),
        ("region", 0, Some((Colour::Setting, false))),
        ("wiki", 0, Some((Colour::Source, false))),
        ("wiki", 1, Some((Colour::Source, true))),
        ("four-at-home", 0, Some((Colour::Option, true))),
        ("four-at-home", 1, Some((Colour::Option, false))),
        ("relayed", 0, Some((Colour::Reading, true))),
        ("marked", 0, Some((Colour::Reading, true))),
        ("too", 0, Some((Colour::Reading, true))),
        ("marked-too", 0, Some((Colour::Reading, false))),
        ("row\n", 0, Some((Colour::Value, false))),
        ("prey", 0, Some((Colour::OwnWord, true))),
        ("hit", 1, Some((Colour::OwnWord, false))),
        ("here and", 0, Some((Colour::Word, false))),
        ("run back", 0, Some((Colour::Word, false))),
        ("on opponent's side", 0, Some((Colour::Word, false))),
        ("makes", 0, Some((Colour::Structure, false))),
        ("2 or 3)", 0, Some((Colour::Number, false))),
        ("3rd", 0, Some((Colour::Number, false))),
        ("when", 0, Some((Colour::Structure, false))),
        ("capture", 0, Some((Colour::Effect, false))),
        ("end turn", 0, Some((Colour::Effect, false))),
        ("each player captures", 0, Some((Colour::Player, false))),
        ("North", 0, Some((Colour::Player, false))),
        ("before turn", 0, Some((Colour::Section, false))),
        ("repeated position", 0, Some((Colour::Setting, false))),
        ("repeated position", 1, Some((Colour::Word, false))),
        ("->", 0, None),
    ] {
        assert_eq!(colour(words, nth), wanted, "{words}");
    }
}

#[test]
fn colours_are_told_as_the_protocol_says() {
    let mut editor = Editor::with(GAME);
    let legend = editor.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let data = about(&mut editor, "semanticTokens/full")["data"].clone();
    let numbers: Vec<usize> =
        data.as_array().expect("a list").iter().map(|it| it.as_u64().expect("one") as usize).collect();
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    for token in numbers.chunks(5) {
        let [lines, columns, length, kind, _] = token else { panic!("{token:?}") };
        (line, column) = (line + lines, if *lines > 0 { *columns } else { column + columns });
        let units: Vec<u16> = GAME.lines().nth(line).expect("a line").encode_utf16().collect();
        found.push((String::from_utf16(&units[column..column + length]).expect("whole letters"), legend[kind].clone()));
    }
    for (words, kind) in [
        ("\"Ô 𝄞\"", "string"),
        ("prey", "macro"),
        ("four-at-home", "parameter"),
        ("wiki", "decorator"),
        ("capture", "function"),
        ("columns", "property"),
    ] {
        assert!(found.iter().any(|(said, told)| said == words && *told == kind), "{words}: {found:?}");
    }
    editor.end();
}

/// The lists of the language server are those of the grammar.
#[test]
fn words_of_the_grammar_are_known() {
    let grammar = include_str!("../../grammar/mancala.pest");
    let quoted = |text: &str| -> BTreeSet<String> {
        let parts = text.split('"').skip(1).step_by(2);
        parts.filter(|part| part.starts_with(char::is_alphabetic)).map(str::to_owned).collect()
    };
    let (_, rest) = grammar.split_once("reserved = ").expect("the reserved words");
    let (reserved, _) = rest.split_once('}').expect("their end");
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(own(RESERVED), quoted(reserved));
    let keywords: String = grammar.lines().filter(|line| line.starts_with("kw_")).collect();
    let all: BTreeSet<String> = quoted(&keywords).union(&quoted(reserved)).cloned().collect();
    assert_eq!(own(STRUCTURE), all);
}

#[test]
fn every_word_of_the_shipped_files_that_is_a_word_of_the_language_has_a_colour() {
    for (name, text) in shipped_texts().step_by(if cfg!(debug_assertions) { 9 } else { 1 }) {
        let found = colours(&Document::new(name, text));
        let said: Vec<&str> = found.iter().map(|it| &text[it.span.start..it.span.end]).collect();
        // what stands in quotes has the colour of texts
        let bare: String = text.split('"').step_by(2).collect();
        for word in ["when", "otherwise", "->", "capture", "lift", "sow", "holes"] {
            let coloured = said.iter().filter(|said| **said == word).count();
            assert!(coloured > 0 || word == "->" || !bare.contains(&format!(" {word} ")), "{name}: {word}");
        }
    }
}

#[test]
fn sections_statements_and_notes_fold() {
    let text = GAME.replacen("words {", "// one\n// two\n// three\nwords {", 1).replacen(
        "here and run back while (on opponent's side and holds 2 or 3)",
        "here\n    and run back while holds 2",
        1,
    );
    let mut editor = Editor::with(&text);
    let found = about(&mut editor, "foldingRange");
    let fold = |words: &str, lines: u64, kind: &str| {
        let line = at(&text, words, 0, 0)["line"].as_u64().expect("a line");
        let wanted = json!({ "startLine": line, "endLine": line + lines, "kind": kind });
        assert!(found.as_array().expect("a list").contains(&wanted), "{words}: {found}");
    };
    fold("board {", 5, "region");
    fold("// one", 2, "comment");
    fold("prey: here", 1, "region");
    fold("example \"two\"", 6, "region");
    editor.end();
}

#[test]
fn addresses_are_links() {
    let mut editor = Editor::with(GAME);
    let found = about(&mut editor, "documentLink");
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["target"], "https://en.wikipedia.org");
    assert_eq!(found[0]["range"]["start"], at(GAME, "en.wikipedia.org", 0, 0));
    editor.end();
}

#[test]
fn the_file_beside_a_text_is_one_step_away() {
    let mut editor = Editor::new();
    editor.open_at("file:///games/base.mancala", GAME);
    let text = "game \"Mine\" {\n  like: base\n}\n";
    editor.open(text);
    let found = editor.about("definition", at(text, "base", 0, 1), json!({})).expect("an answer");
    assert_eq!(found["uri"], "file:///games/base.mancala");
    assert_eq!(editor.about("definition", at(text, "like", 0, 1), json!({})).expect("an answer"), Value::Null);
    editor.end();
}

#[test]
fn a_name_is_highlighted_wherever_it_stands() {
    let mut editor = Editor::with(GAME);
    let found = editor.about("documentHighlight", at(GAME, "hit and", 0, 1), json!({})).expect("an answer");
    let kinds: Vec<u64> =
        found.as_array().expect("a list").iter().map(|it| it["kind"].as_u64().expect("one")).collect();
    assert_eq!(kinds, [3, 2, 2], "written once, read twice");
    let none = editor.about("documentHighlight", at(GAME, "rows", 0, 1), json!({})).expect("an answer");
    assert_eq!(none, Value::Null);
    editor.end();
}

/// Suggestions at the sign `‸` in a rule.
fn suggested(editor: &mut Editor, rule: &str) -> Vec<Value> {
    let head = "last seed, the first that fits {\n";
    let text = GAME.replacen(head, &format!("{head}  {}\n", rule.replace('‸', "")), 1);
    editor.change(&text);
    let place = at(&text, head, 0, head.len() + 2 + rule.find('‸').expect("the place"));
    let found = editor.about("completion", place, json!({})).expect("an answer");
    found.as_array().expect("a list").clone()
}

#[test]
fn suggestions_look_at_the_words_before_them() {
    let mut editor = Editor::with(GAME);
    for (rule, wanted, not) in [
        (
            "when hit -> capture ‸",
            &["here", "prey", "own", "any N of SET", "opposite"][..],
            &["end turn", "rows", "makes N"][..],
        ),
        ("when hit -> capture own holes ‸", &["where", "and"], &["end turn", "capture SET", "here"]),
        ("when hit -> lift ‸", &["lift half from SET", "here"], &["end turn", "game over"]),
        ("when hit -> lift 2 ‸", &["from SET"], &["end turn", "here"]),
        (
            "when hit -> sow ‸",
            &["sow after X", "sow into X", "clockwise", "reversed"],
            &["end turn", "here", "capture SET"],
        ),
        ("when hit -> sow after ‸", &["here", "origin"], &["end turn", "sow after X"]),
        ("when hit -> place all in ‸", &["here", "opposite"], &["end turn"]),
        ("when hit -> each player ‸", &["captures SET"], &["end turn", "here"]),
        ("when hit -> capture here, ‸", &["end turn", "lift SET", "mover"], &["here", "game over", "play"]),
        ("when ‸", &["here", "no SET; some SET", "hit", "four-at-home"], &["end turn", "rows"]),
        ("when here ‸", &["is", "holds", "and"], &["end turn", "capture SET", "own"]),
        ("when here is ‸", &["empty", "not", "in SET", "own"], &["end turn", "here", "opposite"]),
        ("when here holds ‸", &["at least N", "seeds in SET", "starting seeds"], &["here", "empty", "end turn"]),
        ("when makes at least ‸", &["starting seeds", "half of NUMBER"], &["here", "empty"]),
        ("when was ‸", &["was empty", "was occupied"], &["here", "end turn"]),
        ("when no ‸", &["holes", "own"], &["end turn", "hit and"]),
        ("when some own holes where ‸", &["empty", "occupied", "holds"], &["end turn", "no legal move", "rows"]),
        ("when here is in ‸", &["prey", "own"], &["end turn", "at least N"]),
    ] {
        let labels: Vec<String> = suggested(&mut editor, rule)
            .iter()
            .map(|item| item["label"].as_str().expect("a label").to_owned())
            .collect();
        for label in wanted {
            let parts: Vec<&str> = label.split("; ").collect();
            assert!(parts.iter().all(|part| labels.iter().any(|it| it == part)), "{rule}: {label} in {labels:?}");
        }
        for label in not {
            assert!(!labels.iter().any(|it| it == label), "{rule}: no {label} in {labels:?}");
        }
    }
    editor.end();
}

#[test]
fn suggestions_have_places_to_fill_in_for_editors_that_can() {
    let snippets = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    for (able, text, format) in [(snippets, "lift ${1:2} from ${2:holes}", 2), (json!({}), "lift", 1)] {
        let mut editor = Editor::able(able);
        editor.open(GAME);
        let found = suggested(&mut editor, "when hit -> ‸");
        let item = found.iter().find(|item| item["label"] == "lift N from SET").expect("suggested");
        assert_eq!((&item["textEdit"]["newText"], &item["insertTextFormat"]), (&json!(text), &json!(format)));
        editor.change("");
        let found = editor.about("completion", json!({ "line": 0, "character": 0 }), json!({})).expect("an answer");
        let board = found.as_array().expect("a list").iter().find(|item| item["label"] == "board").expect("suggested");
        let text = edited("", &json!([board["textEdit"]]));
        assert_eq!(text.contains("${1:2}"), format == 2, "{text}");
        editor.end();
    }
}
