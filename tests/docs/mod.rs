//! What README and manual show is true.

mod agreement;
mod coverage;
mod levels;
// they are typed into a shell
#[cfg(unix)]
mod values;

use mancala_tools::checks::Checks;
use std::path::Path;

use mancala_rules::names::index;
use mancala_rules::rules::manual::{manual, players_words};
use mancala_rules::rules::vocabulary::VOCABULARY;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::bibliography::bibliography;
use mancala_tools::catalogue::catalogue;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether a file was written anew, as `UPDATE_DOCS=1 cargo test` asks for.
fn updated(name: &str, text: impl FnOnce() -> String) -> bool {
    let wanted = std::env::var_os("UPDATE_DOCS").is_some();
    if wanted {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), text()).expect("written");
    }
    wanted
}

#[test]
fn the_catalogue_has_every_game() {
    if !updated("docs/games.md", catalogue) {
        assert_eq!(read("docs/games.md"), catalogue(), "docs/games.md; write it anew with UPDATE_DOCS=1");
    }
}

#[test]
fn the_list_of_sources_is_that_of_the_files() {
    if !updated("docs/sources.md", bibliography) {
        assert!(read("docs/sources.md") == bibliography(), "docs/sources.md; write it anew with UPDATE_DOCS=1");
    }
}

/// `list` and whoever looks for a game by its name read the index alone.
#[test]
fn the_index_has_every_game() {
    if !updated("rulesets/index.tsv", index) {
        assert_eq!(read("rulesets/index.tsv"), index(), "rulesets/index.tsv; write it anew with UPDATE_DOCS=1");
    }
}

#[test]
fn the_manual_has_every_word() {
    let parts = [("vocabulary", manual()), ("players' words", players_words())];
    // one after the other: both stand in one file
    for (name, table) in parts {
        let text = read("docs/language.md");
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let start = text.find(&begin).unwrap_or_else(|| panic!("the beginning of {name}")) + begin.len();
        let stop = text.find(&end).unwrap_or_else(|| panic!("the end of {name}"));
        let table = format!("\n{table}\n");
        if !updated("docs/language.md", || format!("{}{table}{}", &text[..start], &text[stop..])) {
            assert_eq!(&text[start..stop], table, "the {name} of the manual; write it anew with UPDATE_DOCS=1");
        }
    }
}

#[test]
fn every_word_of_the_vocabulary_is_told() {
    for entry in VOCABULARY {
        assert!(!entry.doc.is_empty() && !entry.example.is_empty() && !entry.place.is_empty(), "{}", entry.words);
    }
}

/// Blocks of code of a kind: their text, and the line they begin at.
fn blocks(text: &str, kind: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (line, content) in text.lines().enumerate() {
        match (&mut open, content.strip_prefix("```")) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some((_, block)), None) => {
                block.push_str(content);
                block.push('\n');
            }
            (None, Some(named)) if named == kind => open = Some((line + 1, String::new())),
            _ => {}
        }
    }
    found
}

/// What is shown of a shipped file stands in it.
#[test]
fn shown_parts_of_shipped_files_are_true() {
    let text = read("README.md");
    let mut parts = 0;
    for (line, block) in blocks(&text, "mancala") {
        let before = text.lines().nth(line.saturating_sub(3)).unwrap_or("");
        if let Some(name) = before.strip_prefix("From `").and_then(|rest| rest.split('`').next()) {
            assert!(read(name).contains(&block), "README.md:{line} shows what is not in {name}");
            parts += 1;
        }
    }
    assert!(parts >= 1);
}

/// Every shown file that begins with `game` is a whole one.
#[test]
fn shown_files_have_no_problems() {
    let mut files = 0;
    for name in ["README.md", "docs/language.md"] {
        for (line, block) in blocks(&read(name), "mancala")
            .into_iter()
            .filter(|(_, block)| block.starts_with("game ") && block.contains("each player scores"))
        {
            if let Err(error) = Ruleset::checked(Source::new(format!("{name}:{line}"), &block)) {
                panic!("{}", mancala_rules::problem::render(&error.problems, &error.source, false, 100));
            }
            files += 1;
        }
    }
    assert!(files >= 1, "whole files are shown");
}

/// A block of `console` shows commands behind `$ ` and below each what it prints; `...` stands for lines left out.
#[test]
fn shown_commands_print_what_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    // commands are typed in this folder, and find the program by its name
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets"), &folder.path().join("rulesets"));
    let program = Path::new(env!("CARGO_BIN_EXE_mancala")).parent().expect("a folder").to_path_buf();
    let known = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&known))).expect("a path");
    let mut commands = 0;
    for name in ["README.md", "docs/language.md", "docs/records.md"] {
        let text = read(name);
        // files shown with a name in the line before are there for the commands
        for (line, block) in blocks(&text, "mancala").into_iter().chain(blocks(&text, "mancala-bad")) {
            let before = text.lines().nth(line.saturating_sub(3)).unwrap_or("");
            if let Some(file) = before.strip_prefix('`').and_then(|rest| rest.split('`').next())
                && [".mancala", ".txt"].iter().any(|ending| file.ends_with(ending))
            {
                std::fs::write(folder.path().join(file), &block).expect("written");
            }
        }
        for (line, block) in blocks(&text, "console") {
            for shown in block.split("$ ").skip(1) {
                let (command, wanted) = shown.split_once('\n').unwrap_or((shown, ""));
                let output = std::process::Command::new("sh")
                    .args(["-c", command])
                    .current_dir(folder.path())
                    .env("PATH", &path)
                    .env("NO_COLOR", "1")
                    .env("COLUMNS", "80")
                    .output()
                    .expect("the shell runs");
                let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
                assert!(fits(&printed, wanted), "{name}:{line}: `{command}` prints\n{printed}\nand shown is\n{wanted}");
                commands += 1;
            }
        }
    }
    assert!(commands >= 3, "commands are shown");
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let into = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &into);
        } else {
            std::fs::copy(entry.path(), into).expect("copied");
        }
    }
}

/// The pictures of the README are what its commands draw.
#[test]
fn the_pictures_shown_are_drawn_so() {
    let shown = [
        ("docs/krur.svg", "mancala show krur --svg krur.svg --move c1"),
        ("docs/krur-moving.svg", "mancala show krur --svg moving.svg --move c1 --animate"),
        ("docs/krur-turn.svg", "mancala explain krur --svg turn.svg"),
    ];
    for (file, command) in shown {
        assert!(read("README.md").contains(&format!("`{command}`")), "{command}");
        assert!(read("README.md").contains(&format!("({file})")), "{file}");
        let words = command.split(' ').skip(1).map(|word| if word.ends_with(".svg") { "-" } else { word });
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_mancala")).args(words).output();
        let drawn = String::from_utf8(output.expect("the program runs").stdout).expect("text");
        if !updated(file, || drawn.clone()) {
            assert_eq!(read(file), drawn, "{file}; write it anew with UPDATE_DOCS=1");
        }
    }
}

/// Whether the parts between `...` stand in the text in their order, the first at its beginning.
fn fits(printed: &str, wanted: &str) -> bool {
    let mut rest: Vec<&str> = printed.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let wanted: Vec<&str> = wanted.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let mut free = false;
    for line in wanted {
        if line == "..." {
            free = true;
            continue;
        }
        let at = if free { rest.iter().position(|found| *found == line) } else { Some(0) };
        match at {
            Some(at) if rest.get(at) == Some(&line) => rest.drain(..=at),
            _ => return false,
        };
        free = false;
    }
    true
}
