//! The files for editors have the words of the grammar and of the vocabulary. `UPDATE_DOCS=1` writes them anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mancala::rules::vocabulary::{Meaning, rows};
use serde_json::Value;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares, or writes anew.
fn hold(name: &str, wanted: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path(name), wanted).expect("written");
    }
    assert_eq!(read(name), wanted, "{name}; write it anew with UPDATE_DOCS=1");
}

/// Words that the grammar knows: those of `kw_..` and the reserved ones.
fn structure() -> BTreeSet<String> {
    let grammar = read("grammar/mancala.pest");
    let mut words = BTreeSet::new();
    let mut reserved = false;
    for line in grammar.lines() {
        reserved = line.starts_with("reserved") || reserved && line.trim_start().starts_with('|');
        for (at, part) in line.split('"').enumerate() {
            let is_keyword = line.starts_with("kw_") || reserved;
            if at % 2 == 1 && is_keyword && part.starts_with(char::is_alphabetic) {
                words.insert(part.to_owned());
            }
        }
    }
    assert!(words.contains("otherwise") && words.contains("fits") && words.contains("into"), "{words:?}");
    words
}

/// The words of some rows; what stands for something else parts them.
fn words_of(wanted: impl Fn(Meaning<'static>) -> bool) -> BTreeSet<String> {
    let open = |word: &str| word.starts_with(|c: char| !c.is_lowercase());
    rows(wanted)
        .flat_map(|entry| entry.forms())
        .flat_map(|form| {
            let words: Vec<&str> = form.split(' ').collect();
            let phrases = words.split(|word| open(word)).filter(|phrase| !phrase.is_empty());
            phrases.map(|phrase| phrase.join(" ")).collect::<Vec<_>>()
        })
        .collect()
}

/// Groups of words: their names in both files, and the words. Of two that begin at one place the first is taken.
fn groups() -> [(&'static str, &'static str, BTreeSet<String>); 5] {
    let is_word = |meaning| {
        use Meaning::{Amount, Fact, Hole, Noun, Player, Property, Relative};
        matches!(meaning, Noun(_) | Hole(_) | Relative(_) | Property(_) | Amount(_) | Fact(_) | Player(_))
    };
    let sections = words_of(|meaning| matches!(meaning, Meaning::Section(_)));
    let effects = words_of(|meaning| matches!(meaning, Meaning::Effect(_) | Meaning::Outcome(_)));
    let structure = structure();
    let parted = |words: BTreeSet<String>| words.difference(&structure).cloned().collect::<BTreeSet<String>>();
    [
        ("section", "mancalaSection", sections),
        ("effects", "mancalaEffect", parted(effects)),
        ("words", "mancalaWord", parted(words_of(is_word))),
        ("values", "mancalaValue", parted(words_of(|meaning| meaning == Meaning::Value))),
        ("structure", "mancalaStructure", structure.clone()),
    ]
}

/// Phrases as alternatives, the longest first.
fn alternatives(words: &BTreeSet<String>, blank: &str, or: &str) -> String {
    let mut words: Vec<&String> = words.iter().collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), word.as_str()));
    words.into_iter().map(|word| word.replace(' ', blank)).collect::<Vec<_>>().join(or)
}

#[test]
fn the_textmate_grammar_has_every_word() {
    let name = "editors/vscode/syntaxes/mancala.tmLanguage.json";
    let text = read(name);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (group, _, words) in groups() {
        let alternatives = alternatives(&words, "[ \\\\t]+", "|");
        let wanted = if group == "section" {
            format!(r"^\\s*({alternatives})(?=[ ,{{](?:[^:]*\\{{)|:)")
        } else {
            format!(r"(?<![\\p{{L}}\\p{{N}}'-])(?:{alternatives})(?![\\p{{L}}\\p{{N}}']|-[\\p{{L}}\\p{{N}}])")
        };
        let head = lines.iter().position(|line| line.trim() == format!("\"{group}\": {{")).expect("the group");
        assert!(lines[head + 1].trim().starts_with("\"match\": "), "{group}");
        lines[head + 1] = format!("      \"match\": \"{wanted}\",");
    }
    let text = lines.join("\n") + "\n";
    hold(name, &text);
    let grammar: Value = serde_json::from_str(&read(name)).expect("JSON");
    for pattern in grammar["patterns"].as_array().expect("patterns") {
        let include = pattern["include"].as_str().expect("a name").trim_start_matches('#');
        assert!(grammar["repository"][include]["match"].as_str().is_some_and(|found| !found.is_empty()), "{include}");
    }
}

#[test]
fn the_vim_syntax_has_every_word() {
    let name = "editors/vim/syntax/mancala.vim";
    let text = read(name);
    let (begin, end) = ("\" words: written by the test `editors`\n", "\" end of words\n");
    let start = text.find(begin).expect("the beginning") + begin.len();
    let stop = text.find(end).expect("the end");
    let mut lines = String::new();
    // what is defined later is taken first
    for (group, highlight, words) in groups().into_iter().rev() {
        let alternatives = alternatives(&words, "\\s\\+", "\\|");
        lines += &match group {
            "section" => {
                format!("syntax match {highlight} /^\\s*\\zs\\({alternatives}\\)\\ze\\([ ,{{][^:]*{{\\|:\\)/\n")
            }
            _ => format!("syntax match {highlight} /\\<\\({alternatives}\\)\\>/\n"),
        };
    }
    hold(name, &format!("{}{lines}{}", &text[..start], &text[stop..]));
}

#[test]
fn the_extension_is_whole() {
    let package: Value = serde_json::from_str(&read("editors/vscode/package.json")).expect("JSON");
    assert!(path("editors/vscode").join(package["main"].as_str().expect("a file")).is_file());
    let language = &package["contributes"]["languages"][0];
    let grammar = &package["contributes"]["grammars"][0];
    for file in [&language["configuration"], &grammar["path"]] {
        let text = read(&format!("editors/vscode/{}", file.as_str().expect("a path")));
        let _: Value = serde_json::from_str(&text).expect("JSON");
    }
    assert_eq!(language["id"], grammar["language"]);
    // without this flag the editor takes `\\p{L}` for other letters
    let configuration: Value = serde_json::from_str(&read("editors/vscode/language-configuration.json")).expect("JSON");
    assert_eq!(configuration["wordPattern"]["flags"], "u");
    assert_eq!(language["extensions"][0], ".mancala");
}
