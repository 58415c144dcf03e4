//! The commands through the built program.

mod accept;
mod alone;
mod bad_files;
mod book;
mod bounded;
mod claims;
mod draw;
mod errors;
mod explain;
mod fit;
mod fix;
mod fmt;
mod help;
mod json;
mod list;
mod new;
mod output;
mod picture;
mod play;
mod players;
mod position_text;
mod protocol;
mod research;
mod serve;
mod shards;
mod shell;
mod simulate;
mod situations;
mod solve;
mod sources;
mod sweep;
mod tables;
mod together;

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

/// Where the rule files of these tests lie; the program runs there.
const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/files");

/// The program, to be run in a folder, without anything of the surroundings that changes what it prints.
pub fn program(folder: impl AsRef<Path>, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("mancala"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM"] {
        command.env_remove(name);
    }
    command.current_dir(folder).args(arguments).timeout(Duration::from_secs(60));
    command
}

fn run_in(folder: impl AsRef<Path>, arguments: &[&str]) -> Output {
    program(folder, arguments).output().expect("the program runs")
}

fn run(arguments: &[&str]) -> Output {
    run_in(FILES, arguments)
}

/// What was typed and what came of it.
fn transcript_of(arguments: &[&str], output: &Output) -> String {
    let typed: Vec<String> =
        arguments
            .iter()
            .map(|word| {
                if word.is_empty() || word.contains([' ', '\'', ';']) {
                    format!("'{word}'")
                } else {
                    (*word).to_owned()
                }
            })
            .collect();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let err = if err.is_empty() { err } else { format!("[standard error]\n{err}") };
    let code = output.status.code().expect("an exit code");
    format!("$ mancala {}\n{out}{err}[exit code {code}]\n", typed.join(" "))
}

fn transcript(arguments: &[&str]) -> String {
    transcript_of(arguments, &run(arguments))
}

fn transcripts(all: &[&[&str]]) -> String {
    all.iter().map(|arguments| transcript(arguments)).collect::<Vec<_>>().join("\n")
}

/// The line of a record, as a sentence names it.
fn line_in_words(record: &serde_json::Value) -> String {
    let line = record["line"].as_u64().expect("a line");
    record["like"].as_str().map_or_else(|| format!("line {line}"), |game| format!("line {line} of {game}"))
}

/// What is printed where all is well.
pub fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", transcript_of(arguments, &output));
    String::from_utf8(output.stdout).expect("text")
}

/// A text of tags, each on a line of its own, in fewer lines: what a tag ends or says stands behind it, what a bare group
/// begins with, too.
pub fn tags_in_fewer_lines(text: &str) -> String {
    let mut fewer = String::new();
    let mut goes_on = true;
    for line in text.lines() {
        if !goes_on && line.starts_with('<') && !line.starts_with("</") {
            fewer.push('\n');
        }
        fewer.push_str(line);
        goes_on = line == "<g>";
    }
    fewer
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder goes");
    }
    std::fs::create_dir_all(&folder).expect("a new folder");
    folder
}

/// The rule file of these tests.
fn pairs() -> String {
    std::fs::read_to_string(Path::new(FILES).join("pairs.mancala")).expect("the file")
}
