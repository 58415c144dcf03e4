//! Whatever the bytes of a file are: it is read in time, without a panic, and what has no problems has rules.

use mancala_tools::checks::Checks;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use mancala_rules::problem::{RuleFileError, render};
use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_rules::source::{LARGEST_FILE, Source};
use proptest::prelude::*;

/// Reading takes no longer; without optimisation everything is many times slower.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

/// One of so many changes of a shipped file is tried.
const STEP: usize = crate::sized(101, 5) as usize;

/// A small game with places for what is tried.
fn game(condition: &str, words: &str) -> String {
    format!(
        "game \"Three holes\" {{\n}}\n\nboard {{\n  rows: 2\n  columns: 3\n  seeds: 3\n  side: row\n}}\n\n\
         words {{\n{words}\n}}\n\n\
         move {{\n  from: own holes\n  direction: counterclockwise\n  begin: lift here, sow after here\n}}\n\n\
         last seed, the first that fits {{\n  when {condition} -> end turn\n  otherwise -> end turn\n}}\n\n\
         before turn, the first that fits {{\n  when no legal move -> game over\n  otherwise -> play\n}}\n\n\
         each player scores: seeds in own store\n"
    )
}

/// Reads bytes as the program does, and checks what holds of all files. Gives the codes that were told.
fn read(bytes: &[u8]) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(bytes);
    let begun = Instant::now();
    let source = Source::new("game.mancala", &text);
    let RuleFileError { source, problems } = match Ruleset::checked(source) {
        Ok(ruleset) => {
            assert!(ruleset.rules().is_ok(), "without problems there are rules:\n{text}");
            return Vec::new();
        }
        Err(told) => told,
    };
    let took = begun.elapsed();
    assert!(took < LONGEST, "{took:?}");
    assert!(!problems.is_empty() && problems.len() <= mancala_rules::problem::MOST_TOLD);
    assert!(problems.is_sorted_by_key(|problem| problem.span().start));
    for problem in &problems {
        assert!(problem.message.len() < 1_000, "{}", problem.message);
        for (place, _) in &problem.labels {
            assert!(source.text.get(place.start..place.end).is_some(), "{place:?} {}", problem.message);
        }
    }
    let drawn = render(&problems, &source, false, 80);
    assert!(!drawn.contains("Failed to read contents"), "{drawn}");
    assert!(drawn.len() < 200_000, "{} bytes are drawn", drawn.len());
    problems.iter().map(|problem| problem.code.name()).collect()
}

/// Reads a text; a panic tells it.
fn survives(text: &str) {
    let read = catch_unwind(AssertUnwindSafe(|| read(text.as_bytes())));
    assert!(read.is_ok(), "this text is not survived:\n{text}");
}

/// As many of a part as a rule file holds beside the small game.
fn many(part: &str) -> String {
    part.repeat((LARGEST_FILE - 1_000) / part.len())
}

#[test]
fn files_that_are_no_texts() {
    assert_eq!(read(b""), ["empty-file"]);
    assert_eq!(read(b"  \n\t\n  "), ["empty-file"]);
    assert_eq!(read(b"// one\n\n  // two"), ["empty-file"]);
    assert_eq!(read(&[0]), ["bad-character"]);
    assert_eq!(read(b"game \"x\" {\0}"), ["bad-character"]);
    let binary: Vec<u8> = (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_eq!(read(&binary), ["bad-character"]);
    read("\u{feff}\u{feff}game".as_bytes());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn large_files() {
    assert_eq!(read(&b"x".repeat(20_000_000)), ["too-large"]);
    assert_eq!(read("é".repeat(10_000_000).as_bytes()), ["too-large"]);
    for part in [
        "x",
        "é",
        " x",
        "x\n",
        "a: b\n",
        "a b\n",
        "the quick brown fox\n",
        "// x\n",
        "\"",
        "\"\n",
        "\"{\n",
        "@ ",
        "-> ",
        "->\n",
        "|\n",
        "x:\n  y: 2\n",
        "x {\n}\n",
        "board {\n}\n",
        "when marked -> end turn\n",
        "a if b\n",
        "example \"x\" {\n}\n",
    ] {
        read(many(part).as_bytes());
        read(format!("{}{}", game("marked", ""), many(part)).as_bytes());
    }
}

#[test]
fn many_names() {
    let lines = |line: &dyn Fn(usize) -> String| (0..2_500).map(line).collect::<Vec<_>>().join("\n");
    let within = |section: &str, line: &dyn Fn(usize) -> String| {
        let text = format!("{section} {{\n{}\n}}\n{}", lines(line), game("marked", ""));
        read(text.as_bytes())
    };
    // that a source is never cited is a remark
    assert_eq!(within("sources", &|n| format!("  s{n}: \"x\"")), [""; 0]);
    assert!(within("options", &|n| format!("  opt{n}: a | b")).contains(&"unused-name"));
    assert!(read(game("marked", &lines(&|n| format!("  word{n} if marked"))).as_bytes()).contains(&"unused-name"));
    let asked: Vec<String> = (0..1_000).map(|n| format!("opt{n} is a")).collect();
    let options: Vec<String> = (0..1_000).map(|n| format!("  opt{n}: a | b")).collect();
    let text = format!("options {{\n{}\n}}\n{}", options.join("\n"), game(&asked.join(" and "), ""));
    assert_eq!(read(text.as_bytes()), [""; 0]);
    let readings = game("marked", "").replace("rows: 2", &format!("rows: 2{}", " | 2".repeat(15_000)));
    assert_eq!(read(readings.as_bytes()), ["out-of-range"]);
}

#[test]
fn brackets() {
    // those that the language has, and others
    let all = ["(", "}", ")", "{", "[", "]", "<", ">"];
    for bracket in &all[..crate::sized(2, 8) as usize] {
        for part in [(*bracket).to_owned(), format!("{bracket}\n")] {
            read(many(&part).as_bytes());
            read(game(&many(&part), "").as_bytes());
        }
        let told = read(bracket.repeat(200_000).as_bytes());
        assert!(matches!(told.as_slice(), ["too-large"]), "{told:?}");
    }
    assert_eq!(read(many("(").as_bytes()), ["too-deep"]);
    assert_eq!(read(many("{").as_bytes()), ["too-deep"]);
    for open in 0..40 {
        let head = "board {\n  rows: 2\n  columns: 3\n  seeds: 3\n  side: row\n".to_owned();
        read(format!("{head}{}", "move {\n  begin {\n".repeat(open)).as_bytes());
    }
}

#[test]
fn long_conditions() {
    assert_eq!(read(game(&format!("{}marked", "not ".repeat(50_000)), "").as_bytes()), ["too-large"]);
    for part in ["not ", "marked or ", "marked and ", "on own side or makes 2 and "] {
        assert_eq!(read(game(&format!("{}marked", many(part)), "").as_bytes()), [""; 0], "{part}");
    }
    let unknown = read(game(&format!("{}marked", many("oppsite is empty or ")), "").as_bytes());
    assert!(unknown.contains(&"unknown-word") && unknown.contains(&"more-problems"), "{unknown:?}");
    let krur = shipped_texts().find(|(name, _)| *name == "krur").map_or("", |(_, text)| text);
    for (part, by) in [("marked    ->", "marked or "), ("end turn    ", "mark here, "), ("here, end", "here and ")] {
        let long = by.repeat((LARGEST_FILE - krur.len() - 100) / by.len());
        let text = krur.replacen(part, &format!("{long}{part}"), 1);
        assert!(text.len() > krur.len());
        read(text.as_bytes());
    }
}

#[test]
fn deep_conditions() {
    let deep = |text: String| read(game(&format!("{text}here is empty"), "").as_bytes());
    assert_eq!(deep("opposite of ".repeat(50_000)), ["too-large"]);
    assert_eq!(deep(many("opposite of ")), ["too-deep"]);
    assert_eq!(deep(many("next of ")), ["too-deep"]);
    assert_eq!(deep("opposite of ".repeat(70)), ["too-deep"]);
    deep(many("no holes where in "));
    for part in ["(", "not (", "some holes where ("] {
        for times in 55..70 {
            deep(part.repeat(times));
            read(game(&format!("{}marked{}", part.repeat(times), ")".repeat(times)), "").as_bytes());
        }
    }
}

#[test]
fn words_that_double_each_other() {
    let doubled = |first: &str| {
        let words: Vec<String> = (1..=60).map(|n| format!("  word{n} if word{} and word{}", n - 1, n - 1)).collect();
        format!("  word0 if {first}\n{}", words.join("\n"))
    };
    assert_eq!(read(game("word60", &doubled("marked")).as_bytes()), ["too-deep"]);
    let wide = format!("{}marked", "marked or ".repeat(4_000));
    assert_eq!(read(game("word60", &doubled(&wide)).as_bytes()), ["too-deep"]);
    let sets: Vec<String> = (1..=60).map(|n| format!("  set{n}: set{} and opposite of set{}", n - 1, n - 1)).collect();
    assert_eq!(
        read(game("no set60 where empty", &format!("  set0: own holes\n{}", sets.join("\n"))).as_bytes()),
        ["too-deep"]
    );
    assert_eq!(read(game("a", "  a if b\n  b if a").as_bytes()), ["circular-word"]);
    assert_eq!(read(game("no a where empty", "  a: b\n  b: opposite of a").as_bytes()), ["circular-word"]);
}

/// The beginnings and ends of the numbers of a text.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(from) = text[at..].find(|c: char| c.is_ascii_digit()).map(|from| at + from) {
        let length = text[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - from);
        found.push((from, from + length));
        at = from + length;
    }
    found
}

#[test]
fn numbers_of_twenty_digits() {
    let tried = ["99999999999999999999", "18446744073709551615", "4294967296", "65536", "0"];
    for (_, text) in crate::sampled() {
        for (nth, (from, to)) in numbers(text).into_iter().enumerate().step_by(STEP) {
            survives(&format!("{}{}{}", &text[..from], tried[nth % tried.len()], &text[to..]));
        }
    }
    for text in [
        "players: 99999999999999999999",
        "side: 99999999999999999999 rows",
        "side: 9223372036854775807 holes",
        "side: 4611686018427387904 rows",
        "seeds in each end: 99999999999999999999",
        "seeds in each store: 99999999999999999999",
        "ends: 99999999999999999999",
        "columns: 99999999999999999999 to 99999999999999999999",
        "columns: 0 to 99999999999999999999",
    ] {
        survives(&game("marked", "").replace("side: row", text));
        survives(&game("marked", "").replace("side: row", &format!("side: row\n  {text}")));
    }
    for condition in [
        "holds N",
        "makes N",
        "holds at least N",
        "holds N to N",
        "holds 1 to N",
        "seeds in holes is N",
        "1 ahead holds N",
        "N ahead is empty",
        "N back is empty",
        "Nth from owner's left",
        "0th from owner's left",
        "Nth lap",
        "mover's Nth turn",
        "number of holes is N",
        "no run back by N while empty",
        "no run back by 0 while empty",
        "makes at most N",
    ] {
        survives(&game(&condition.replace('N', "99999999999999999999"), ""));
    }
}

#[test]
fn shipped_rulesets_with_other_line_ends_are_read() {
    for (name, text) in crate::sampled() {
        assert_eq!(read(text.replace('\n', "\r\n").as_bytes()), [""; 0], "{name}, CR LF");
        assert_eq!(read(text.replace('\n', "\r").as_bytes()), [""; 0], "{name}, CR");
        assert_eq!(read(format!("\u{feff}{text}").as_bytes()), [""; 0], "{name}, byte-order mark");
        assert_eq!(read(text.trim_end().as_bytes()), [""; 0], "{name}, no line end");
    }
}

#[test]
fn shipped_rulesets_cut_short() {
    for (name, text) in crate::sampled() {
        for at in (name.len()..text.len()).step_by(37 * STEP).filter(|at| text.is_char_boundary(*at)) {
            survives(&text[..at]);
        }
    }
}

#[test]
fn shipped_rulesets_with_a_line_less_or_twice() {
    for (name, text) in crate::sampled() {
        let lines: Vec<&str> = text.lines().collect();
        for at in (name.len()..lines.len()).step_by(STEP) {
            let without: Vec<&str> = [&lines[..at], &lines[at + 1..]].concat();
            let twice: Vec<&str> = [&lines[..=at], &lines[at..]].concat();
            survives(&without.join("\n"));
            survives(&twice.join("\n"));
        }
    }
}

/// What a piece of a line is replaced by.
const JUNK: [&str; 8] = ["", "xyzzy", "}", "{", "(", "\"", "->", "7"];

#[test]
fn shipped_rulesets_with_a_piece_of_a_line_replaced() {
    for (name, text) in crate::sampled() {
        let pieces = text.split_inclusive([' ', '\n']).filter(|piece| !piece.trim().is_empty());
        for (nth, piece) in pieces.enumerate().skip(name.len()).step_by(4 * STEP) {
            let from = piece.as_ptr() as usize - text.as_ptr() as usize;
            let junk = JUNK[nth % JUNK.len()];
            let to = from + piece.trim_end().len();
            survives(&format!("{}{junk}{}", &text[..from], &text[to..]));
        }
    }
}

/// A change of a text: where, how many bytes are taken away, and what comes in.
fn changed(text: &str, changes: &[(usize, usize, String)]) -> String {
    let mut text = text.to_owned();
    for (at, length, by) in changes {
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let from = boundary(at % (text.len() + 1));
        let to = boundary(from + length);
        text.replace_range(from..to.max(from), by);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 200, ..crate::tries(crate::sized(25, 400) as u32) })]

    #[test]
    fn changed_rulesets(
        which in 0usize..18,
        changes in prop::collection::vec(
            (any::<usize>(), 0usize..60, prop_oneof![
                Just(String::new()),
                Just("\n".to_owned()),
                "[(){}\"@|,:>-]{1,3}",
                " (when|if|otherwise|not|of|in|where|while|and|or|is|holds|makes|was|no|all|some) ",
                " (here|holes|own|opposite|next|end turn|lift|sow|capture|mark|illegal|9|2nd|each player|South) ",
                "\\PC{1,4}",
            ]),
            1..6,
        ),
    ) {
        let text = shipped_texts().nth(which).map_or("", |(_, text)| text);
        read(changed(text, &changes).as_bytes());
    }

    #[test]
    fn any_text(text in "(game|board|words|move|last seed|\"|\\{|\\}|\\(|\\)|:|,|->|@| |\n|when|if|[a-z]{1,3}|[0-9]{1,3}|\\PC){0,80}") {
        read(text.as_bytes());
    }
}
