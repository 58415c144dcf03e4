//! What an editor can do about a file: play examples, write their outcomes, correct what is wrong.

use mancala_rules::problem::corrected;
use mancala_tools::language_server::Document;
use mancala_tools::language_server::findings::{Severity, findings};
use serde_json::{Value, json};

use super::client::{Editor, at, edited};
use super::{GAME, URI};

/// The game with an example that expects what does not happen.
fn failing() -> String {
    format!("{GAME}\nexample \"too many\" {{\n  play: a1\n  next: South\n}}\n")
}

fn lenses(editor: &mut Editor) -> Vec<(String, Value)> {
    let found = editor.ask("textDocument/codeLens", json!({ "textDocument": { "uri": URI } })).expect("an answer");
    let lens = |lens: &Value| (lens["command"]["title"].as_str().expect("a title").to_owned(), lens["command"].clone());
    found.as_array().expect("a list").iter().map(lens).collect()
}

fn run(editor: &mut Editor, command: &Value) -> Value {
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    editor.ask("workspace/executeCommand", params).expect("an answer")
}

#[test]
fn examples_are_played_where_they_stand() {
    let text = failing();
    let mut editor = Editor::with(&text);
    editor.problems();
    let found = lenses(&mut editor);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    let wanted = [
        "▶ Run this example",
        "▶ Run all 2 examples",
        "▶ Run this example (it fails)",
        "Write the outcome that the rules give",
    ];
    assert_eq!(titles, wanted);
    let played = run(&mut editor, &found[0].1);
    assert_eq!(played["examples"], json!([{ "title": "two", "holds": true, "told": "this example holds" }]));
    let played = run(&mut editor, &found[2].1);
    assert_eq!(played["examples"][0]["holds"], false);
    assert!(played["examples"][0]["told"].as_str().expect("words").contains("South should be to move, and North is"));
    let all = run(&mut editor, &found[1].1);
    assert_eq!(all["examples"].as_array().map(Vec::len), Some(2));

    // people are told, too
    let id = editor.begin("workspace/executeCommand", json!({ "command": found[1].1["command"], "arguments": [URI] }));
    let shown = editor.hear_of("window/showMessage");
    assert_eq!(shown["type"], 2, "a warning: {shown}");
    assert!(shown["message"].as_str().expect("words").starts_with("1 of 2 examples fail: “too many”"), "{shown}");
    while editor.hear()["id"] != id {}

    for (command, arguments) in [
        ("mancala.runExample", json!([URI, 0])),
        ("mancala.runExample", json!([URI])),
        ("mancala.runExample", json!(["file:///other", 0])),
        ("mancala.other", json!([])),
        ("mancala.runAllExamples", json!([])),
    ] {
        let params = json!({ "command": command, "arguments": arguments });
        assert!(editor.ask("workspace/executeCommand", params).is_err(), "{command} {arguments}");
    }
    editor.change("board {\n");
    let refused =
        editor.ask("workspace/executeCommand", json!({ "command": "mancala.runAllExamples", "arguments": [URI] }));
    assert!(refused.expect_err("the file cannot be played").contains("cannot be played"));
    editor.end();
}

#[test]
fn an_outcome_is_written_into_an_example() {
    let text = failing();
    let wanted = text.replace("next: South", "next: North");
    let mut editor =
        Editor::able(json!({ "workspace": { "applyEdit": true, "codeLens": { "refreshSupport": true } } }));
    editor.open(&text);
    editor.problems();
    editor.hear_of("workspace/codeLens/refresh");
    let (_, accept) = lenses(&mut editor).pop().expect("a lens");
    let params = json!({ "command": accept["command"], "arguments": accept["arguments"] });
    let id = editor.begin("workspace/executeCommand", params);
    let asked = editor.hear_of("workspace/applyEdit");
    assert_eq!(edited(&text, &asked["edit"]["changes"][URI]), wanted);
    while editor.hear()["id"] != id {}

    // the same as a quick fix
    let start = at(&text, "next: South\n}", 0, 2);
    let found = actions(&mut editor, &start, json!({ "diagnostics": [] }));
    assert_eq!(found[0]["title"], "Write the outcome that the rules give", "{found}");
    assert_eq!(found[0]["isPreferred"], false, "the example may be right");
    assert_eq!(edited(&text, &found[0]["edit"]["changes"][URI]), wanted);

    // where only the author knows
    let illegal = text.replace("play: a1\n  next: South", "play: a2\n  next: South");
    editor.change(&illegal);
    let told = editor.problems();
    assert_eq!(told[0]["code"], "failing-example", "{told:#?}");
    let found = actions(&mut editor, &at(&illegal, "play: a2", 0, 6), json!({ "diagnostics": [] }));
    assert_eq!(found, json!([]));
    editor.end();
}

fn actions(editor: &mut Editor, at: &Value, context: Value) -> Value {
    let params = json!({ "textDocument": { "uri": URI }, "range": { "start": at, "end": at }, "context": context });
    editor.ask("textDocument/codeAction", params).expect("an answer")
}

/// What replaces what in the game, the code that is told, the fix, and what it makes of the game; `None`: the game.
type Case<'a> = (&'a [(&'a str, &'a str)], &'a str, &'a str, Option<(&'a str, &'a str)>);

#[test]
fn every_problem_with_one_answer_has_a_fix() {
    let before = "\nbefore turn";
    let cases: &[Case<'_>] = &[
        (&[("  wiki: ", "  copy: \"A copy\"\n  wiki: ")], "unused-name", "Remove the source `copy`", None),
        (&[("  hit  if", "  lone: opposite\n    and here\n  hit  if")], "unused-name", "Remove the word `lone`", None),
        (
            &[("words {", "sowing {\n  endless: illegal\n}\n\nwords {")],
            "unused-name",
            "Remove `endless`",
            Some(("words {", "sowing {\n}\n\nwords {")),
        ),
        (
            &[("  otherwise                               -> end turn\n", "")],
            "undecided",
            "Add `otherwise -> end turn`",
            Some(("  otherwise                               -> end turn", "  otherwise -> end turn")),
        ),
        (
            &[("  otherwise              -> play\n", "")],
            "undecided",
            "Add `otherwise -> play`",
            Some(("  otherwise              -> play", "  otherwise -> play")),
        ),
        (
            &[(
                "  otherwise              -> play\n",
                "  otherwise              -> play\n  when hit -> draw @ wiki \"9\"\n",
            )],
            "never-applies",
            "Remove this rule",
            None,
        ),
        (
            &[("  rows:    2\n", "")],
            "missing-setting",
            "Add `rows: 2`",
            Some(("board {\n  rows:    2", "board {\n  rows: 2")),
        ),
        (&[("  repeated position: 3rd time\n", "")], "missing-setting", "Add `repeated position: 3rd time`", None),
        (
            &[("each player scores: seeds in own store\n\n", "")],
            "missing-setting",
            "Add `each player scores: seeds in own store`",
            Some(("", "\neach player scores: seeds in own store\n")),
        ),
        (
            &[("capture here, end turn\n", "end turn, capture here\n")],
            "effect-after-outcome",
            "Move the outcome to the end",
            None,
        ),
        (
            &[("when hit and four-at-home is relayed    -> capture prey, end turn", "when hit -> sow after here")],
            "nothing-to-sow",
            "Write `lift here, sow after here`",
            Some((
                "when hit and four-at-home is relayed    -> capture prey, end turn",
                "when hit -> lift here, sow after here",
            )),
        ),
        (
            &[("when no legal move     -> each", "when no legal move -> may play\n  when no legal move     -> each")],
            "wrong-moment",
            "Remove `may`",
            Some(("when no legal move     -> each", "when no legal move -> play\n  when no legal move     -> each")),
        ),
        (&[("  side:    row\n}\n", "  side:    row\n")], "unclosed-section", "Close `board` with `}`", None),
        (&[("last seed, the first that fits", "last seed")], "bad-head", "Write `, the first that fits`", None),
        (
            &[("game \"Ô 𝄞\"", "game Tiny")],
            "bad-head",
            "Write `game \"Tiny\"`",
            Some(("game \"Ô 𝄞\"", "game \"Tiny\"")),
        ),
        (
            &[("@ wiki \"2\"", "@ wiki \"2\" @ wiki \"4\"")],
            "broken-citation",
            "Write a comma in place of `@`",
            Some(("@ wiki \"2\"", "@ wiki \"2\", wiki \"4\"")),
        ),
        (&[(before, "\n}\nbefore turn")], "stray-bracket", "Remove this `}`", Some((before, "\n\nbefore turn"))),
        (
            &[(before, "\n# so\nbefore turn")],
            "foreign-sign",
            "Begin the note with `//`",
            Some((before, "\n// so\nbefore turn")),
        ),
        (
            &[("en.wikipedia.org\"", "en.wikipedia.org")],
            "unclosed-text",
            "Write `\"Wikipedia, Ô, en.wikipedia.org\"`",
            None,
        ),
        (&[("  seeds:   3\n", "  seeds:\u{a0}  3\n")], "bad-character", "Write a plain blank", None),
        (&[("when no legal", "when\u{200b} no legal")], "bad-character", "Remove this character", None),
        (&[("colum", "colunm")], "unknown-setting", "Write `columns`", None),
        (&[("makes 2 or 3", "makes 2 or 3 seeds")], "another-spelling", "Remove `seeds`", None),
    ];
    for (changes, code, title, fixed) in cases {
        let text = changes.iter().fold(GAME.to_owned(), |text, (old, new)| {
            assert!(text.contains(old), "{old}");
            text.replacen(old, new, 1)
        });
        let wanted = match fixed {
            None => GAME.to_owned(),
            Some(("", behind)) => {
                changes.iter().fold(GAME.to_owned(), |text, (old, new)| text.replacen(old, new, 1)) + behind
            }
            Some((old, new)) => GAME.replacen(old, new, 1),
        };
        let found = findings(&Document::new("game.mancala", &text));
        let told: Vec<&str> = found.iter().map(|finding| finding.code).collect();
        let of_code = found.iter().filter(|finding| finding.code == *code);
        let mends: Vec<_> = of_code.flat_map(|finding| &finding.mends).collect();
        let Some(mend) = mends.iter().find(|mend| mend.title == *title) else {
            panic!("{title}: {told:?}, {:?}", mends.iter().map(|mend| &mend.title).collect::<Vec<_>>());
        };
        assert_eq!(corrected(&text, &mend.corrections), wanted, "{title}");
    }
}

/// What nothing uses does not hide what else is wrong.
#[test]
fn a_failing_example_is_told_beside_what_is_unused() {
    let unused = "  copy: \"A copy\"\n  wiki: ";
    let words = "  lone: opposite\n  hit  if";
    let text = failing().replacen("  wiki: ", unused, 1).replacen("  hit  if", words, 1);
    let found = findings(&Document::new("game.mancala", &text));
    let told: Vec<(&str, &str)> = found.iter().map(|it| (it.code, &text[it.span.start..it.span.end])).collect();
    assert_eq!(told, [("unused-name", "copy"), ("unused-name", "lone"), ("failing-example", "next: South")]);
    let fixed = corrected(&text, &found[2].mends[0].corrections);
    assert_eq!(fixed, text.replace("next: South", "next: North"));
}

#[test]
fn sections_that_are_missing_are_added_as_most_games_have_them() {
    let text = "game \"Tiny\" {\n}\n\neach player scores: seeds in own store\n";
    let document = Document::new("tiny.mancala", text);
    let found = findings(&document);
    let mend = &found.iter().find(|finding| finding.code == "missing-section").expect("told").mends[0];
    assert_eq!(mend.title, "Add `board`, `move`, `last seed` and `before turn` as most games have them");
    let text = corrected(text, &mend.corrections);
    assert_eq!(Document::new("tiny.mancala", &text).mistakes(), [], "{text}");
}

#[test]
fn what_is_told_has_its_weight() {
    let dead = GAME.replacen("when hit and four-at-home is marked too", "when hit and four-at-home is relayed", 1);
    for (text, code, severity, unnecessary) in [
        (GAME.replacen("columns:", "colums:", 1), "unknown-setting", 1, false),
        (GAME.replacen("  wiki: ", "  copy: \"A copy\"\n  wiki: ", 1), "unused-name", 2, true),
        (dead, "never-applies", 2, true),
        (failing(), "failing-example", 2, false),
        (GAME.replacen("makes 2 or 3", "makes 2 or 3 seeds", 1), "another-spelling", 4, false),
    ] {
        let mut editor = Editor::with(&text);
        let told = editor.problems();
        let found = told.iter().find(|told| told["code"] == code).unwrap_or_else(|| panic!("{code}: {told:#?}"));
        assert_eq!(found["severity"], severity, "{code}");
        assert_eq!(found["tags"] == json!([1]), unnecessary, "{code}");
        editor.end();
    }
    let many = "foo\n".repeat(100);
    let found = findings(&Document::new("many.mancala", &many));
    let last = found.last().expect("told");
    assert_eq!((last.code, last.severity), ("more-problems", Severity::Information));
}

#[test]
fn all_sure_corrections_are_made_at_once() {
    let text = GAME.replacen("colum", "colunm", 1).replacen("@ wiki \"2\"", "@ wikki \"2\"", 1);
    let mut editor = Editor::with(&text);
    let start = json!({ "line": 0, "character": 0 });
    let found = actions(&mut editor, &start, json!({ "diagnostics": [], "only": ["source.fixAll"] }));
    assert_eq!(found[0]["kind"], "source.fixAll", "{found}");
    assert_eq!(edited(&text, &found[0]["edit"]["changes"][URI]), GAME);
    assert_eq!(actions(&mut editor, &start, json!({ "diagnostics": [], "only": ["refactor"] })), json!([]));
    editor.change(GAME);
    assert_eq!(actions(&mut editor, &start, json!({ "diagnostics": [], "only": ["source.fixAll"] })), json!([]));
    editor.end();
}
