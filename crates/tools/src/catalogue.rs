//! Writes `docs/games.md`, the list of the shipped rulesets.

use std::collections::BTreeMap;
use std::sync::Arc;

use mancala_rules::names::{called, folded};
use mancala_rules::rules::family::{Family, families};
use mancala_rules::rules::model::Kind;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::{Ruleset, shipped_path, shipped_texts};

/// The whole page in Markdown: one line for each game, the meaning of the families, and names that several games share.
/// Leaves out files that cannot be read.
pub fn catalogue() -> String {
    let games: Vec<Game> = shipped_texts().filter_map(|(name, _)| Game::read(name)).collect();
    let lines: String = games.iter().map(Game::line).collect();
    let count = |number: fn(&Game) -> usize| games.iter().map(number).sum::<usize>();
    let families: String =
        Family::ALL.into_iter().map(|family| format!("- *{}*: {}\n", family.name(), family.about())).collect();
    format!(
        "# The games\n\n\
         All {} rulesets inside the program, by name. A statement is everything in a file that can carry a citation; it is \
         *documented* if it rests on sources alone, *assumed* if the file says why it is assumed. All readings count. \
         `mancala check --sources NAME` lists the statements of a game, `mancala list` filters this list.\n\n\
         | game | also called | region | board | family | sources | documented | assumed |\n\
         | --- | --- | --- | --- | --- | --- | ---: | ---: |\n\
         {lines}\n\
         Together {} statements are documented and {} assumed.\n\n\
         ## Families\n\n\
         They follow from the rules, under the readings in force at first.\n\n\
         {families}\n\
         ## Names of several games\n\n\
         The field reports call different games alike. Case and accents do not count.\n\n\
         {}",
        games.len(),
        count(|game| game.documented),
        count(|game| game.assumed),
        shared_names()
    )
}

/// What the page shows of a game.
struct Game {
    name: &'static str,
    rules: Arc<Rules>,
    documented: usize,
    assumed: usize,
}

impl Game {
    fn read(name: &'static str) -> Option<Game> {
        let ruleset = Ruleset::shipped(name).ok()?;
        let rules = ruleset.rules().ok()?;
        let statements = ruleset.statements();
        let of = |kind: Kind| statements.iter().filter(|statement| statement.kind() == kind).count();
        Some(Game { name, rules, documented: of(Kind::Documented), assumed: of(Kind::Assumed) })
    }

    fn line(&self) -> String {
        let (about, board) = (&self.rules.about, &self.rules.board);
        let seeds: u64 = board.start.iter().map(|seeds| u64::from(*seeds)).sum();
        let path = shipped_path(self.name).unwrap_or_default();
        let families: Vec<&str> = families(&self.rules).into_iter().map(Family::name).collect();
        let texts = |stated: Option<&Vec<String>>| stated.map_or(String::new(), |texts| texts.join(", "));
        let players = match board.players.value {
            1 => ", 1 player".to_owned(),
            2 => String::new(),
            more => format!(", {more} players"),
        };
        let cells = [
            format!("[{}](../rulesets/{path})", about.name),
            texts(about.also.as_ref().map(|also| &also.value)),
            texts(about.region.as_ref().map(|region| &region.value)),
            format!("{} x {}, {seeds} seeds{players}", board.rows.value, board.columns.value),
            families.join(", "),
            self.sources(),
            self.documented.to_string(),
            self.assumed.to_string(),
        ];
        format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
    }

    /// The sources in short: the text of each before the first comma, without duplicates.
    fn sources(&self) -> String {
        let mut short: Vec<&str> = Vec::new();
        for source in &self.rules.sources {
            let text = source.texts.first().map_or("", String::as_str);
            let name = text.split(", ").next().unwrap_or(text);
            if !short.contains(&name) {
                short.push(name);
            }
        }
        short.join("; ")
    }
}

/// Names that several games share, with their rulesets, in Markdown.
fn shared_names() -> String {
    let mut names: BTreeMap<String, (Vec<String>, Vec<&str>)> = BTreeMap::new();
    for game in called() {
        for name in game.names() {
            let (spellings, rulesets) = names.entry(folded(name)).or_default();
            if !spellings.iter().any(|known| known == name) {
                spellings.push(name.to_owned());
            }
            if !rulesets.contains(&game.ruleset) {
                rulesets.push(game.ruleset);
            }
        }
    }
    let shared = names.into_values().filter(|(_, rulesets)| rulesets.len() > 1);
    shared.map(|(spellings, rulesets)| format!("- {}: {}\n", spellings.join(", "), rulesets.join(", "))).collect()
}
