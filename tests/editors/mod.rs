//! The files for editors have the words of the grammar and of the vocabulary. `UPDATE_DOCS=1` writes them anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mancala_rules::rules::vocabulary::{Meaning, rows};
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
        let pattern = &grammar["repository"][include];
        let found = pattern["match"].as_str().or_else(|| pattern["begin"].as_str());
        assert!(found.is_some_and(|found| !found.is_empty()), "{include}");
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

/// Words that the grammar for tree-sitter has signs of their own for.
const OWN_SIGNS: [&str; 4] = ["because", "if", "otherwise", "when"];

#[test]
fn the_tree_sitter_grammar_has_every_word() {
    let mut lists = String::new();
    for (group, _, words) in groups().into_iter().filter(|(group, ..)| *group != "section") {
        let words: Vec<&String> = words.iter().filter(|word| !OWN_SIGNS.contains(&word.as_str())).collect();
        let words = serde_json::to_string_pretty(&words).expect("JSON").replace('\n', "\n  ");
        lists += &format!("{}  \"{group}\": {words}", if lists.is_empty() { "" } else { ",\n" });
    }
    hold("editors/tree-sitter-mancala/words.json", &format!("{{\n{lists}\n}}\n"));
    // what is generated from it, with `UPDATE_DOCS=1 cargo test` in that folder, is as new
    let grammar: Value = serde_json::from_str(&read("editors/tree-sitter-mancala/src/grammar.json")).expect("JSON");
    let of = |rule: &str| grammar["rules"][rule]["value"].as_str().expect("a pattern").to_owned();
    for (group, rule) in [("effects", "effect"), ("words", "word"), ("values", "constant"), ("structure", "keyword")] {
        let (.., words) = groups().into_iter().find(|(name, ..)| *name == group).expect("a group");
        let words = words.into_iter().filter(|word| !OWN_SIGNS.contains(&word.as_str()));
        let wanted: BTreeSet<String> = words.map(|word| word.replace(' ', "[ \\t]+")).collect();
        let found: BTreeSet<String> = of(rule).split('|').map(str::to_owned).collect();
        assert_eq!(found, wanted, "run `UPDATE_DOCS=1 cargo test` in editors/tree-sitter-mancala");
    }
}

#[test]
fn the_extension_is_whole() {
    let package: Value = serde_json::from_str(&read("editors/vscode/package.json")).expect("JSON");
    // `npm run build` makes the file that is named there
    assert_eq!(package["main"], "./dist/extension.js");
    for file in ["src/extension.js", "README.md", "LICENSE", "package-lock.json"] {
        assert!(path("editors/vscode").join(file).is_file(), "{file}");
    }
    let icon = std::fs::read(path("editors/vscode").join(package["icon"].as_str().expect("a file"))).expect("an icon");
    assert!(icon.starts_with(b"\x89PNG"), "editors show no other icons");
    let names = package["devDependencies"].as_object().expect("packages");
    let is_pinned =
        |version: &Value| version.as_str().is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()));
    assert!(names.values().all(is_pinned), "{names:?}");
    assert!(!read("editors/vscode/package-lock.json").contains("\"resolved\""), "no registry is named");
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
