//! Writes `docs/sources.md`: every source of the shipped rulesets, and the statements that rest on it.

use std::collections::BTreeMap;

use mancala_rules::rules::model::{Kind, Likeness, SourceText};
use mancala_rules::rules::provenance::Statement;
use mancala_rules::ruleset::{Ruleset, shipped_path, shipped_texts};

/// A label of a statement has at most this number of characters.
const LABEL: usize = 60;

/// The whole page in Markdown. Leaves out files that cannot be read.
pub fn bibliography() -> String {
    let mut works: BTreeMap<String, Vec<Use>> = BTreeMap::new();
    for (name, _) in shipped_texts() {
        let Ok(ruleset) = Ruleset::shipped(name) else { continue };
        let Ok(rules) = ruleset.rules() else { continue };
        let statements = ruleset.statements();
        for source in &rules.sources {
            let used = Use::new(name, rules.name(), source, &statements);
            works.entry(source.texts.join(", ")).or_default().push(used);
        }
    }
    let pages: String = works.iter().map(|(work, uses)| page(work, uses)).collect();
    format!(
        "# The sources\n\n\
         All {} sources of the rulesets inside the program, by title. After each stands what was read of it, where a file \
         says so, and how the places in it are given. Below stand the games that cite it: for each place the statements \
         that rest on it. *Similar game* marks a source that describes another game, with the reason why that game serves; \
         statements that cite nothing else are taken from that game, and not documented. `mancala explain GAME` tells the \
         statements in sentences, `mancala check GAME --sources` those that are not documented.\n{pages}",
        works.len(),
    )
}

/// What a game makes of a source.
struct Use {
    ruleset: &'static str,
    game: String,
    describes: Option<Likeness>,
    read: Option<String>,
    located: Option<String>,
    /// The places cited, in the order of the file, each with the statements that rest on it.
    places: Vec<(String, Vec<String>)>,
    /// How many statements cite it.
    statements: usize,
    /// How many of them are documented.
    documented: usize,
}

impl Use {
    fn new(ruleset: &'static str, game: &str, source: &SourceText, statements: &[Statement]) -> Use {
        let mut places: Vec<(String, Vec<String>)> = Vec::new();
        let (mut citing, mut documented) = (0, 0);
        for statement in statements {
            let cited = statement.basis.iter().filter(|origin| origin.source() == Some(&source.key));
            for (nth, origin) in cited.enumerate() {
                if nth == 0 {
                    citing += 1;
                    documented += usize::from(statement.kind() == Kind::Documented);
                }
                match places.iter_mut().find(|(place, _)| *place == origin.text) {
                    Some((_, labels)) => labels.push(label(statement)),
                    None => places.push((origin.text.clone(), vec![label(statement)])),
                }
            }
        }
        Use {
            ruleset,
            game: game.to_owned(),
            describes: source.describes.clone(),
            read: source.read.as_ref().map(mancala_rules::rules::model::ReadOf::said),
            located: source.located.clone(),
            places,
            statements: citing,
            documented,
        }
    }

    fn lines(&self) -> String {
        let path = shipped_path(self.ruleset).unwrap_or_default();
        let count = match (self.statements, self.documented) {
            (all, documented) if all == documented => format!("{all}"),
            (all, documented) => format!("{all}, {documented} of them documented"),
        };
        let similar = self.describes.iter().map(|other| {
            let why = other.why.as_deref().map_or_else(String::new, |why| format!(": {why}"));
            format!("  - *similar game*, {}{}\n", escaped(&other.game), escaped(&why))
        });
        let places = self.places.iter().map(|(place, labels)| {
            let labels: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
            format!("  - {}: {}\n", escaped(place), labels.join(", "))
        });
        let below: String = similar.chain(places).collect();
        format!("- [{}](../rulesets/{path}): statements {count}\n{below}", escaped(&self.game))
    }
}

fn page(work: &str, uses: &[Use]) -> String {
    let mut notes: Vec<String> = Vec::new();
    for used in uses {
        let located = used.located.as_ref().map(|scheme| format!("places by {scheme}"));
        for note in used.read.iter().cloned().chain(located) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    let notes = if notes.is_empty() { String::new() } else { format!("{}.\n\n", escaped(&notes.join("; "))) };
    let uses: String = uses.iter().map(Use::lines).collect();
    format!("\n## {}\n\n{notes}{uses}", escaped(work))
}

/// A statement in short: a rule without its effects, any other from its beginning.
fn label(statement: &Statement) -> String {
    let text = statement.text.split(" -> ").next().unwrap_or_default();
    let is_rule = text.starts_with("when ") || text == "otherwise";
    let text = if is_rule { format!("{}, {text}", statement.section) } else { text.to_owned() };
    let text = text.replace('`', "'");
    match text.char_indices().nth(LABEL) {
        Some((end, _)) => format!("{} ..", text[..end].trim_end()),
        None => text,
    }
}

/// A text with the special characters of Markdown escaped.
fn escaped(text: &str) -> String {
    let special = |letter: char| if "\\`*_[]<>|#".contains(letter) { vec!['\\', letter] } else { vec![letter] };
    text.chars().flat_map(special).collect()
}
