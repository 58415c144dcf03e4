//! The catalogue of problems: a file for each code, and what the program says of it.

mod mistakes;
mod suggestions;

use mancala_tools::checks::Checks;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use mancala_rules::problem::{Code, MOST_TOLD, Problem, ProblemRecord, RuleFileError, render};
use mancala_rules::ruleset::{Ruleset, ShippedError, shipped_texts};
use mancala_rules::source::{LARGEST_FILE, Source};
use rayon::prelude::*;

use crate::replaced;

/// A small game without problems.
const GAME: &str = "\
game \"Three holes\" {
}

board {
  rows:    2
  columns: 3
  seeds:   3
  side:    row
}

move {
  from:      own holes
  direction: counterclockwise
  begin:     lift here, sow after here
}

last seed, the first that fits {
  when makes 2 -> capture here, end turn
  otherwise    -> end turn
}

before turn, the first that fits {
  repeated position: 3rd time
  when repeated position -> draw
  when no legal move -> game over
  otherwise          -> play
}

each player scores: seeds in own store
";

fn problems(text: &str) -> (Source, Vec<Problem>) {
    problems_of("game.mancala", text)
}

fn problems_of(name: &str, text: &str) -> (Source, Vec<Problem>) {
    let source = Source::new(name, text);
    match Ruleset::proved(source.clone()) {
        Ok(_) => (source, Vec::new()),
        Err(RuleFileError { source, problems }) => (source, problems),
    }
}

/// The small game with something replaced.
fn with(what: &str, by: &str) -> String {
    replaced(GAME, what, by)
}

/// What two files of the catalogue are too long to hold: the test repeats their last line.
fn grown(code: &str, text: &str) -> String {
    let last = text.lines().next_back().unwrap_or("");
    match code {
        "too-large" => text.repeat(LARGEST_FILE / text.len() + 1),
        "more-problems" => format!("{text}{}", format!("{last}\n").repeat(MOST_TOLD + 10)),
        _ => text.to_owned(),
    }
}

/// A file of the catalogue.
struct Shown {
    /// The code that it shows, by its name.
    code: String,
    source: Source,
    problems: Vec<Problem>,
}

/// The catalogue, read once for all tests.
static CATALOGUE: LazyLock<Vec<Shown>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mancala"));
    files.sort();
    let shown = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let code = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-').to_owned();
        let text = grown(&code, &std::fs::read_to_string(path).unwrap());
        let (source, problems) = problems_of(&format!("{name}.mancala"), &text);
        Shown { code, source, problems }
    };
    files.par_iter().map(shown).collect()
});

#[test]
fn the_catalogue_is_told_as_it_was() {
    for Shown { code, source, problems } in &*CATALOGUE {
        assert!(!problems.is_empty(), "{}: a file of the catalogue has a problem", source.name);
        let told = if code == "more-problems" { &problems[problems.len() - 1..] } else { &problems[..] };
        let drawn = render(told, source, false, 80);
        insta::with_settings!({
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_suffix => &source.name,
            input_file => format!("tests/errors/{}", source.name),
        }, {
            insta::assert_snapshot!("error", drawn);
        });
    }
}

#[test]
fn every_code_has_a_file_and_every_file_shows_its_code() {
    for code in Code::ALL {
        let shown = CATALOGUE.iter().any(|shown| shown.code == code.name());
        assert!(shown, "no file tests/errors/{}.mancala shows this code", code.name());
    }
    for Shown { code, source, problems } in &*CATALOGUE {
        let told: Vec<&str> = problems.iter().map(|problem| problem.code.name()).collect();
        assert!(told.contains(&code.as_str()), "{}: {told:?}", source.name);
    }
}

#[test]
fn every_problem_has_a_help_and_plain_words() {
    for Shown { source: Source { name, .. }, problems, .. } in &*CATALOGUE {
        for problem in problems {
            let message = &problem.message;
            assert!(problem.help.is_some(), "{name}: {message}");
            assert!(!message.ends_with('.') && !message.is_empty(), "{name}: {message}");
            assert!(!message.starts_with(char::is_uppercase), "{name}: {message}");
            let unquoted: String = message.split('`').step_by(2).collect();
            for jargon in ["token", "pars", "syntax", "identifier", "expression", "None", "Some(", "NotA"] {
                assert!(!unquoted.contains(jargon), "{name}: {message}");
            }
        }
    }
}

/// Whoever hands the error on to `miette` shows every problem in its text.
#[test]
fn an_error_shows_all_its_problems() {
    let text = with("rows:    2", "rows:    two").replace("capture here", "grab here");
    let error = Ruleset::read(Source::new("game.mancala", &text)).expect_err("two problems");
    assert_eq!(error.problems.len(), 2, "{error:?}");
    assert_eq!(error.to_string(), format!("game.mancala has problems: {}", error.problems[0].message));
    let mut shown = String::new();
    let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor());
    handler.render_report(&mut shown, &error).unwrap();
    for (problem, line) in error.problems.iter().zip(["rows:    two", "grab here, end turn"]) {
        assert!(shown.contains(&problem.message) && shown.contains(line), "{shown}");
    }
    assert!(shown.contains("game.mancala:5:12"), "{shown}");
}

#[test]
fn a_ruleset_that_does_not_ship() {
    let error = Ruleset::shipped("no-such-game").expect_err("there is none");
    assert!(matches!(error, ShippedError::Unknown(_)), "{error:?}");
    assert_eq!(error.to_string(), "there is no ruleset `no-such-game`");
}

#[test]
fn the_shipped_rulesets_have_no_problems() {
    for (name, _) in shipped_texts() {
        let ruleset = Ruleset::shipped(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(ruleset.check(), [], "{name}");
        assert_eq!(ruleset.defaults().remarks, [], "{name}");
    }
    assert_eq!(problems(GAME).1, []);
}

#[test]
fn every_place_lies_in_the_text() {
    for Shown { source, problems, .. } in &*CATALOGUE {
        let name = &source.name;
        assert!(problems.is_sorted_by_key(|problem| problem.span().start), "{name}");
        for (place, label) in problems.iter().flat_map(|problem| &problem.labels) {
            assert!(source.text.get(place.start..place.end).is_some(), "{name}: {place:?} {label}");
            assert!(place.start < place.end || source.text.is_empty(), "{name}: {place:?} {label}");
        }
    }
}

/// Code, line, column and text of each problem.
fn places(text: &str) -> Vec<(String, u64, u64, String)> {
    let (source, problems) = problems(text);
    problems
        .iter()
        .map(|problem| {
            let record = serde_json::to_value(ProblemRecord::new(problem, &source)).unwrap();
            let number = |name: &str| record[name].as_u64().unwrap();
            let said = source.slice(problem.span()).to_owned();
            assert_eq!(number("length"), said.chars().count() as u64);
            (problem.code.name().to_owned(), number("line"), number("column"), said)
        })
        .collect()
}

#[test]
fn places_are_exact_behind_letters_of_more_than_one_byte() {
    let krur = shipped_texts().find(|(name, _)| *name == "krur").unwrap().1;
    let line = krur.lines().position(|line| line.contains("Kurùr")).unwrap();
    let cited = krur.lines().nth(line).unwrap().find("wiki").unwrap();
    let cited = krur.lines().nth(line).unwrap()[..cited].chars().count();
    let text = krur.replacen("@ wiki", "@ wikki", 1);
    let expected = vec![("unknown-source".to_owned(), line as u64 + 1, cited as u64 + 1, "wikki".to_owned())];
    assert_eq!(places(&text), expected);

    let text = with("{\n}", "{\n  also: \"Ô ăn quan\", \"é\", Drei // ô\n}");
    assert_eq!(places(&text), [("wrong-value".to_owned(), 2, 27, "Drei".to_owned())]);

    let text = with("makes 2", "/* é */ makes 2");
    assert_eq!(places(&text), [("foreign-sign".to_owned(), 18, 8, "/".to_owned())]);

    let text = with("{\n}", "{\n  also: \"ù\", »Drei«\n}").replace("when makes 2", "when maekes 2");
    let expected = [
        ("foreign-sign".to_owned(), 2, 14, "»Drei«".to_owned()),
        ("unknown-word".to_owned(), 19, 8, "maekes".to_owned()),
    ];
    assert_eq!(places(&text), expected);
}

#[test]
fn the_drawing_names_line_and_column_in_characters() {
    let (source, problems) = problems(&with("{\n}", "{\n  also: \"ùùùù\", Drei\n}"));
    assert!(render(&problems, &source, false, 80).contains("game.mancala:2:17"));
}

#[test]
fn lines_may_end_in_any_way() {
    let text = with("columns:", "colums:");
    for end in ["\r\n", "\r"] {
        assert_eq!(places(&text.replace('\n', end)), places(&text), "{end:?}");
    }
    let with_mark = format!("\u{feff}{text}");
    assert_eq!(places(&with_mark), places(&text));
}

#[test]
fn all_problems_of_a_file_are_told_at_once() {
    let text = GAME
        .replace("{\n}\n\nboard", "{\n  also: Drei\n}\n\nbord")
        .replace("seeds:   3", "seeds = 3")
        .replace("counterclockwise", "anticlockwise")
        .replace("makes 2", "makse 2")
        .replace("game over", "round over");
    let told: Vec<String> = places(&text).into_iter().map(|(code, ..)| code).collect();
    let expected = ["wrong-value", "unknown-section", "foreign-sign", "wrong-value", "unknown-word", "round-or-game"];
    assert_eq!(told, expected);
}

#[test]
fn near_misses_are_suggested() {
    let rule = |text: &str| with("when makes 2 -> capture here, end turn", text);
    let misspelt = [
        (rule("when makes 2 -> captrued here, end turn"), "capture"),
        (rule("when makes 2 -> capure here, end turn"), "capture"),
        (rule("when makes 2 -> capture oposite, end turn"), "opposite"),
        (rule("when makes 2 -> endturn"), "end turn"),
        (rule("when makes 2 -> move agian"), "move again"),
        (rule("when makse 2 -> end turn"), "makes"),
        (rule("when opposite hold2 3 -> end turn"), "holds"),
        (rule("when wsa empty -> end turn"), "was"),
        (rule("when on oponent's side -> end turn"), "opponent's"),
        (rule("when on opponents side -> end turn"), "opponent's"),
        (rule("when opposite is ocupied -> end turn"), "occupied"),
        (rule("when here is not markd -> end turn"), "marked"),
        (rule("when some onw holes where empty -> end turn"), "own"),
        (rule("when no own hoels where empty -> end turn"), "holes"),
        (with("otherwise    ->", "otherwize ->"), "otherwise"),
        (with("columns:", "colums:"), "columns"),
        (with("counterclockwise", "counterclokwise"), "counterclockwise"),
        (with("before turn,", "befor turn,"), "before turn"),
        (with("board {", "Board {"), "board"),
        (with("game \"", "gmae \""), "game"),
    ];
    for (text, meant) in misspelt {
        let (_, problems) = problems(&text);
        let helps: Vec<&str> = problems.iter().filter_map(|problem| problem.help.as_deref()).collect();
        assert_eq!(problems.len(), 1, "{helps:?} for `{meant}`");
        assert!(helps[0].contains(&format!("`{meant}`")), "{helps:?} for `{meant}`");
    }
}

#[test]
fn words_of_elsewhere_are_told_what_is_written_here() {
    let rule = |text: &str| with("when makes 2 -> capture here, end turn", text);
    let words = [
        (rule("when makes 2 -> lift here, sow on after here"), "sow after here"),
        (rule("when here is 2nd -> end turn"), "2nd from owner's left"),
        (rule("when counterpart is empty -> end turn"), "same-number hole"),
        (rule("when marked -> marker captures here, end turn"), "mark owner"),
        (rule("when no holes where raided -> end turn"), "raided this turn"),
        (rule("when opposite contains 3 -> end turn"), "holds"),
        (rule("when holds less than 3 -> end turn"), "fewer than"),
        (rule("when holds three -> end turn"), "`3`"),
        (rule("when makes 2-3 -> end turn"), "2 to 3"),
        (rule("when makes 2 -> take here, end turn"), "capture"),
        (rule("if makes 2 -> end turn"), "when"),
        (with("otherwise    ->", "else ->"), "otherwise"),
        (with("no legal move", "stuck"), "no legal move"),
        (with("counterclockwise", "anticlockwise"), "counterclockwise"),
        (with("  repeated position: 3rd", "  repeated: 3rd"), "repeated position"),
        (with("  side:    row", "  side:    row\n  skip: origin"), "sowing { .. }"),
        (rule("when own row is empty -> end turn"), "`all own holes are empty`"),
        (rule("when all own holes empty -> end turn"), "`all own holes are empty`"),
        (rule("when last seed in own row -> end turn"), "`on own side`"),
        (rule("when last seed falls in empty hole -> end turn"), "`was empty`"),
        (rule("when some stores where empty -> end turn"), "`ends`"),
        (rule("when makes 2 -> end the game"), "`game over`"),
        (with("game over", "wins the game"), "`mover wins the game`"),
        (with("no legal move", "the opponent cannot move"), "`all opponent's holes are empty`"),
        (with("seeds in own store", "captured seeds"), "`seeds in own store`"),
        (with("seeds in own store", "seeds in own store + seeds in own holes"), "`seeds in (own store and own holes)`"),
        (with("columns: 3", "columns: 3 or 4"), "`columns: 3 | 4`"),
        (with("begin:     lift here, sow after here", "begin:     lift here, sow here"), "`sow into here`"),
    ];
    for (text, written) in words {
        let (_, problems) = problems(&text);
        let helps: Vec<&str> = problems.iter().filter_map(|problem| problem.help.as_deref()).collect();
        assert_eq!(problems.len(), 1, "{helps:?} for `{written}`");
        assert!(helps[0].contains(written), "{helps:?} for `{written}`");
    }
}

#[test]
fn a_slip_is_told_once_and_where_it_is() {
    let slips = [
        // brackets, with the line that is to blame
        (with("  side:    row\n}", "  side:    row"), "unclosed-section", 10),
        (with("  otherwise          -> play\n}", "  otherwise          -> play"), "unclosed-section", 28),
        (
            with("begin:     lift here, sow after here", "begin {\n    otherwise -> lift here, sow after here"),
            "unclosed-section",
            18,
        ),
        (with("  side:    row\n}", "  side:    row\n}\n}"), "stray-bracket", 10),
        (with("  columns: 3", "}\n  columns: 3"), "stray-bracket", 6),
        (with("board {", "board"), "bad-head", 4),
        (with("board {", "board\n{"), "bad-head", 4),
        (with("board {", "board ("), "bad-head", 4),
        // quotation marks
        (with("{\n}", "{\n  also: \"Drei, \"Tre\"\n}"), "unclosed-text", 2),
        (with("\"Three holes\"", "\"Three holes"), "unclosed-text", 1),
        (with("\"Three holes\"", "“Three holes”"), "foreign-sign", 1),
        (with("\"Three holes\"", "Three holes"), "bad-head", 1),
        // signs
        (with("rows:    2", "rows = 2"), "foreign-sign", 5),
        (with("rows:    2", "rows 2"), "not-a-statement", 5),
        (with("rows:    2", "rows: 2;"), "foreign-sign", 5),
        (with("rows:    2", "rows:\u{a0}2"), "bad-character", 5),
        (with("makes 2", "makes 2, 3"), "not-a-statement", 18),
        (with("makes 2", "makes >= 2"), "foreign-sign", 18),
        (with("makes 2", "!marked && makes 2"), "foreign-sign", 18),
        (with("makes 2 ->", "makes 2 =>"), "foreign-sign", 18),
        (with("makes 2 ->", "makes 2"), "broken-rule", 18),
        (with("when makes 2 ->", "when ->"), "broken-rule", 18),
        (with("otherwise    ->", "otherwise"), "broken-rule", 19),
        (with("capture here, end turn", "capture here; end turn"), "foreign-sign", 18),
        (with("capture here, end turn", "capture here and end turn"), "not-an-effect", 18),
        (with("makes 2 ->", "makes 2 and\n    marked ->"), "not-a-statement", 18),
        (with("otherwise    -> end turn\n", ""), "undecided", 18),
        // names
        (with("columns:", "colums:"), "unknown-setting", 6),
        (with("board {", "bord {"), "unknown-section", 4),
        (with("last seed, the first that fits", "last seed"), "bad-head", 17),
        (with("last seed, the first that fits", "last seed, first that fits"), "bad-head", 17),
        (with("rows:    2", "rows:    2 assumed \"two players\""), "broken-citation", 5),
    ];
    for (text, code, line) in slips {
        let told: Vec<(String, u64)> = places(&text).into_iter().map(|(code, line, ..)| (code, line)).collect();
        assert_eq!(told, [(code.to_owned(), line)], "{text}");
    }
}

#[test]
fn a_command_in_a_help_is_whole() {
    let text = format!("{GAME}\nexample \"a first move\" {{\n  play:  a1\n  stores: South 9, North 0\n}}\n");
    let name = "a/folder/whose/name/is/longer/than/what/is/quoted/of/a/text/game.mancala";
    let (_, problems) = problems_of(name, &text);
    let help = problems.iter().filter_map(|problem| problem.help.clone()).collect::<String>();
    assert!(help.contains(&format!("`mancala test {name} --accept`")), "{help}");
}

#[test]
fn tabs_part_words_as_blanks_do() {
    let text = with("rows:    2", "rows:\t2")
        .replace("when makes", "when\t\tmakes")
        .replace("no legal move", "no\tlegal\tmove");
    assert_eq!(problems(&text.replace("last seed, the", "last\tseed,\tthe")).1, []);
}

#[test]
fn a_drawing_of_a_long_line_shows_the_place_alone() {
    let long = format!("when {} or oponent's side -> end turn", vec!["marked"; 5_000].join(" or "));
    let (source, problems) = problems(&with("when makes 2 -> capture here, end turn", &long));
    let drawn = render(&problems, &source, false, 80);
    assert!(drawn.contains("oponent's") && drawn.len() < 2_000, "{}", drawn.len());
}

#[test]
fn a_drawing_holds_no_character_that_a_terminal_obeys() {
    let (source, problems) = problems("game \"\u{1b}[2J\u{9b}x\u{202e}\" {\n}\n");
    let drawn = render(&problems, &source, false, 80);
    assert!(drawn.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{drawn:?}");
}
