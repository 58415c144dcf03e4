//! `docs/agreement.md`: with which programs and counts made elsewhere the rulesets agree. It is written from
//! `tests/agreement`, `tests/conformance` and `tests/perft`, and every game in it is played.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use mancala_rules::ruleset::Ruleset;
use mancala_tools::drivers::fit::Fit;

use super::{read, updated};
use crate::fit::fitted;

/// Words in the first note of a file of counts that say that somebody else counted, too.
const COUNTED_ELSEWHERE: [&str; 6] = [
    "public program",
    "public solver",
    "independent implementation",
    "written apart",
    "independent search",
    "solve_bao_v2",
];

const INTRODUCTION: &str = "\
# Agreement

Which programs and counts, made apart from this project, agree with the rulesets, under which readings and over how many
plies; and where one differs, what decides. The page is generated from `tests/agreement`, `tests/conformance` and
`tests/perft`. A test plays every game again: `cargo test agreement`.

To compare another program with a ruleset, write its games as [records](records.md) and let `mancala fit` find the
readings under which they are possible, or the first move where none is.

";

const AGREE: &str = "\
## Games that agree

Random games of other programs, and games that they publish. Every move is legal in the ruleset, and the boards compared
are the same: every fourth, and with it the legal moves where moves are holes alone. Options that are not named have
their default readings. A rule file may have been written after the same program; then agreement says that it was read
right, and no more.

| ruleset | program | games | plies | readings |
| --- | --- | --- | --- | --- |
";

const DIFFER: &str = "
## Games that differ

The first difference from the default readings, or from those that are named; what the program has *there* and the ruleset *here*, and what decides.
The passages are those that the rule file cites.

| ruleset | program | after ply | difference | what decides |
| --- | --- | --- | --- | --- |
";

const FOLLOWED: &str = "
## Games of an independent implementation

An implementation written apart from this project played these games and matches. Their readings stand in each record,
and a test follows them ply by ply.

| ruleset | records | plies |
| --- | --- | --- |
";

const COUNTS: &str = "
## Counts

Numbers of sequences of moves (perft) from the start that somebody else counted as well. The depth is that of the default
readings; `tests/perft` has the numbers.

| ruleset | to depth | counted by |
| --- | --- | --- |
";

/// Games of another program, played again.
struct Compared {
    ruleset: String,
    program: String,
    settings: Vec<(String, String)>,
    differs: Option<String>,
    note: Option<String>,
    found: Fit,
}

/// The files of a folder of tests, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = entries.collect();
    files.sort();
    files
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("a name")
}

fn compared(path: &Path) -> Compared {
    let text = std::fs::read_to_string(path).expect("a record");
    let told = |word: &str| -> Vec<String> {
        let begin = format!("// {word}: ");
        text.lines().filter_map(|line| line.strip_prefix(&begin)).map(str::to_owned).collect()
    };
    let (ruleset, _) = stem(path).rsplit_once('-').expect("a ruleset and a program");
    let settings = told("set");
    let settings: Vec<(String, String)> = settings
        .iter()
        .map(|set| set.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())).expect("a reading"))
        .collect();
    let game = Ruleset::shipped(ruleset).expect("a ruleset");
    let is_set = |names: &[String]| settings.iter().any(|(name, _)| names.contains(name));
    let defaults = game.options().iter().filter(|option| !is_set(&option.names));
    let mut all: Vec<(String, String)> = defaults.map(|option| (option.names[0].clone(), "#1".to_owned())).collect();
    all.extend(settings.clone());
    Compared {
        ruleset: ruleset.to_owned(),
        program: told("program").into_iter().next().expect("a program"),
        settings,
        differs: told("differs").into_iter().next(),
        note: told("note").into_iter().next(),
        found: fitted(&game, &text, &all),
    }
}

/// The page. Each comparison turns out as its file says.
fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let all: Vec<Compared> = files("agreement").iter().map(|path| compared(path)).collect();
    page.push_str(AGREE);
    for it in &all {
        assert_eq!(it.found.sets, 1, "{}: one set of readings is meant", it.ruleset);
        assert_eq!(it.found.fitting() == 1, it.differs.is_none(), "{}: {:?}", it.ruleset, it.found.refuted);
        if it.differs.is_none() {
            let set: Vec<String> = it.settings.iter().map(|(name, value)| format!("`{name}={value}`")).collect();
            let note = it.note.iter().map(|note| format!(" ({note})"));
            let readings = format!("{}{}", set.join(", "), note.collect::<String>());
            let readings = if readings.is_empty() { "default".to_owned() } else { readings };
            row(
                &mut page,
                &[
                    &it.ruleset,
                    &it.program,
                    &it.found.records.to_string(),
                    &it.found.moves.to_string(),
                    readings.trim(),
                ],
            );
        }
    }
    page.push_str(DIFFER);
    for it in &all {
        let Some(why) = &it.differs else { continue };
        let by = &it.found.refuted[0].by;
        let said = by.said.replace(" in the record", " there").replace(" by the rules", " here").replace('|', "\\|");
        row(&mut page, &[&it.ruleset, &it.program, &by.after.len().to_string(), &said, why]);
    }
    page.push_str(FOLLOWED);
    for path in files("conformance").iter().filter(|path| path.extension().is_some_and(|name| name == "jsonl")) {
        let text = std::fs::read_to_string(path).expect("records");
        let plies = |record: &serde_json::Value| -> usize {
            let rounds = record["rounds"].as_array().into_iter().flatten();
            let of_rounds: usize = rounds.map(|round| round["moves"].as_array().map_or(0, Vec::len)).sum();
            record["plies"].as_array().map_or(of_rounds, Vec::len)
        };
        let records: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
        let (name, kind) =
            stem(path).split_once("-matches").map_or((stem(path), "games"), |(name, _)| (name, "matches"));
        let all: usize = records.iter().map(plies).sum();
        row(&mut page, &[name, &format!("{} {kind}", records.len()), &all.to_string()]);
    }
    page.push_str(COUNTS);
    for path in files("perft").iter().filter(|path| path.extension().is_some_and(|name| name == "txt")) {
        let text = std::fs::read_to_string(path).expect("counts");
        let notes: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("# ")).collect();
        let note = notes.join(" ");
        let counts = text.lines().find(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let depth = counts.map_or(0, |line| line.split_whitespace().count());
        if COUNTED_ELSEWHERE.iter().any(|words| note.contains(words)) && depth > 0 {
            row(&mut page, &[stem(path), &depth.to_string(), &note.replace('|', "\\|")]);
        }
    }
    page
}

fn row(page: &mut String, cells: &[&str]) {
    writeln!(page, "| {} |", cells.join(" | ")).expect("written to a string");
}

#[test]
fn agreement_with_programs_and_counts_made_elsewhere_is_as_told() {
    let page = page();
    if !updated("docs/agreement.md", || page.clone()) {
        assert_eq!(read("docs/agreement.md"), page, "docs/agreement.md; write it anew with UPDATE_DOCS=1");
    }
}
