//! Files that nobody meant to be rule files: a clear message, exit code 1 or 2, soon, and no panic.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{folder, pairs, program, transcript_of};

/// Longer than this nobody waits.
const SOON: Duration = Duration::from_secs(crate::sized(20, 2));

/// Runs `check` and `show` on a file, and gives what `check` says.
fn refused(folder: &Path, name: &str, code: i32) -> String {
    let mut said = String::new();
    for command in ["show", "check"] {
        let arguments = [command, name];
        // a busy machine gets a second try
        let took_long = (0..2).all(|_| {
            let began = Instant::now();
            let output = program(folder, &arguments).output().expect("runs");
            let text = transcript_of(&arguments, &output);
            assert_eq!(output.status.code(), Some(code), "{text}");
            assert!(!text.contains("panicked"), "{text}");
            assert!(text.len() < 200_000, "{} bytes are said", text.len());
            said = text;
            began.elapsed() > SOON
        });
        assert!(!took_long, "{command} {name} takes long");
    }
    said
}

fn file(name: &str, content: impl AsRef<[u8]>, code: i32) -> String {
    let folder = folder(&format!("bad_{name}"));
    std::fs::write(folder.join("bad.mancala"), content).expect("written");
    refused(&folder, "bad.mancala", code)
}

fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no `{part}` in\n{text}");
}

#[test]
fn empty() {
    has(&file("empty", "", 1), "empty");
    has(&file("blank", " \n\n\t\n", 1), "empty");
    has(&file("byte_order_mark_only", "\u{feff}", 1), "empty");
}

#[test]
fn comments_only() {
    file("comments_only", "// nothing\n// here\n", 1);
}

#[test]
fn binary() {
    let bytes: Vec<u8> = (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    has(&file("binary", bytes, 2), "is not text in UTF-8");
}

#[test]
fn not_utf_8() {
    let mut bytes = pairs().into_bytes();
    let at = bytes.iter().position(|byte| *byte == b'W').unwrap_or(120);
    bytes[at] = 0xe9;
    let text = file("not_utf_8", bytes, 2);
    has(&text, "is not text in UTF-8: line ");
    has(&text, "save the file as plain text in UTF-8");
}

#[test]
fn twenty_megabytes() {
    has(&file("twenty_megabytes", "game ".repeat(4_000_000), 2), "too large");
    has(&file("twenty_megabytes_of_zeros", vec![0; 20_000_000], 2), "too large");
}

#[test]
fn as_large_as_may_be() {
    let comment = format!("// {}\n", "x".repeat(96));
    let mut text = pairs();
    while text.len() + comment.len() <= mancala_rules::source::LARGEST_FILE {
        text.push_str(&comment);
    }
    let folder = folder("as_large_as_may_be");
    std::fs::write(folder.join("large.mancala"), &text).expect("written");
    let output = program(&folder, &["check", "large.mancala"]).output().expect("runs");
    assert!(output.status.success(), "{}", transcript_of(&["check"], &output));
}

#[test]
fn unclosed() {
    file("unclosed_section", pairs().replace('}', ""), 1);
    file("unclosed_last_section", pairs().trim_end().trim_end_matches('}'), 1);
    file("unclosed_text", pairs().replace("\"Twos\"", "\"Twos"), 1);
    file("unclosed_bracket", pairs().replace("are empty)", "are empty"), 1);
    file("stray_bracket", pairs() + "}\n", 1);
}

#[test]
fn many_brackets() {
    file("round_brackets", "(".repeat(200_000), 2);
    file("curly_brackets", "{".repeat(200_000), 2);
    file("closing_brackets", "}".repeat(200_000), 2);
    file("pairs_of_brackets", "()".repeat(100_000), 2);
    file(
        "brackets_in_a_rule",
        pairs().replace("when makes 3 and", &format!("when {}makes 3 and", "(".repeat(100_000))),
        2,
    );
    file("sections_in_sections", "board {\n".repeat(30_000), 2);
    file("fewer_round_brackets", "(".repeat(60_000), 1);
    file("fewer_curly_brackets", "{".repeat(60_000), 1);
    file("fewer_closing_brackets", "}".repeat(60_000), 1);
    file("fewer_sections_in_sections", "board {\n".repeat(8_000), 1);
    file("negations", pairs().replace("when makes 3", &format!("when {}makes 3", "not ".repeat(50_000))), 2);
}

#[test]
fn large_numbers() {
    file("rows_of_twenty_digits", pairs().replace("rows:    2", "rows:    99999999999999999999"), 1);
    file("seeds_of_twenty_digits", pairs().replace("seeds:   2", "seeds:   99999999999999999999"), 1);
    file("many_seeds", pairs().replace("seeds:   2", "seeds:   60000"), 1);
    file("makes_twenty_digits", pairs().replace("makes 3", "makes 99999999999999999999"), 1);
    file("a_number_of_50_000_digits", pairs().replace("rows:    2", &format!("rows:    {}", "9".repeat(50_000))), 1);
}

#[test]
fn nul() {
    has(&file("nul", pairs().replace("board", "bo\0ard"), 1), "U+0000");
}

#[test]
fn other_ends_of_lines_and_a_byte_order_mark_are_read() {
    let folder = folder("other_ends_of_lines");
    for (name, text) in [
        ("crlf.mancala", pairs().replace('\n', "\r\n")),
        ("bom.mancala", format!("\u{feff}{}", pairs())),
        ("both.mancala", format!("\u{feff}{}", pairs().replace('\n', "\r\n"))),
        ("no-last-line-end.mancala", pairs().trim_end().to_owned()),
    ] {
        std::fs::write(folder.join(name), text).expect("written");
        for command in ["check", "test", "explain", "show"] {
            let arguments = [command, name];
            let output = program(&folder, &arguments).output().expect("runs");
            assert!(output.status.success(), "{}", transcript_of(&arguments, &output));
        }
    }
}

#[test]
fn a_folder() {
    let folder = folder("a_folder");
    std::fs::create_dir(folder.join("game.mancala")).expect("made");
    has(&refused(&folder, "game.mancala", 2), "is a folder");
    has(&refused(&folder, "./", 2), "is a folder");
}

#[test]
fn nothing_there() {
    has(&refused(&folder("nothing_there"), "nothing.mancala", 2), "there is no file `nothing.mancala`");
}

#[cfg(unix)]
#[test]
fn a_file_without_end() {
    has(&refused(&folder("a_file_without_end"), "/dev/zero", 2), "too large");
}

/// Before play only the reading that is chosen is looked at; `check` and `test` look at all.
#[test]
fn a_reading_that_leaves_a_situation_undecided() {
    let folder = folder("undecided");
    let otherwise = "otherwise                           -> end turn";
    let text = pairs().replace(otherwise, "when empty-side is the end -> end turn");
    assert_ne!(text, pairs());
    std::fs::write(folder.join("open.mancala"), text).expect("written");
    for command in ["show", "run", "explain"] {
        let output = program(&folder, &[command, "open.mancala"]).output().expect("runs");
        assert!(output.status.success(), "{}", transcript_of(&[command], &output));
        let arguments = [command, "open.mancala", "--set", "empty-side=a-pass"];
        let output = program(&folder, &arguments).output().expect("runs");
        let said = transcript_of(&arguments, &output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(output.stdout.is_empty() && said.contains("\nundecided\n"), "{said}");
    }
    for command in ["check", "test"] {
        let output = program(&folder, &[command, "open.mancala"]).output().expect("runs");
        let said = transcript_of(&[command], &output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("\nundecided\n") && said.contains("(under `empty-side: a pass`)"), "{said}");
    }
}
