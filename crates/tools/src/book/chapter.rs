//! A chapter: one game with its explanation and all its examples.

use mancala_rules::names::folded;
use mancala_rules::notation::capital;
use mancala_rules::rules::explain::{Account, Worked};
use mancala_rules::rules::family::{Family, families};
use mancala_rules::rules::model::{Meant, Rules, Saying};
use mancala_rules::ruleset::{RulesError, Ruleset};

use crate::checks::Checks;
use std::sync::Arc;

use crate::examples::Shown;

/// One game of the book.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// By which other chapters and the index refer to it; no two chapters have the same.
    pub id: String,
    /// The rules under the readings in force.
    pub rules: Arc<Rules>,
    /// The explanation under these readings. Its examples are those of all readings.
    pub account: Account,
    /// All examples, each with the rules under the readings that it asks for.
    pub examples: Vec<(Arc<Rules>, Shown)>,
    /// The families that the game belongs to.
    pub families: Vec<Family>,
    /// The readings in force that are not the defaults, as `NAME=VALUE`.
    pub chosen: Vec<String>,
}

impl Chapter {
    /// The chapter of a game. `name` is that of its ruleset or of its file; `settings` choose the readings in force.
    ///
    /// # Errors
    ///
    /// The rules cannot be read under these readings, or under those of an example.
    pub fn new(name: &str, ruleset: &Ruleset, settings: &[(String, String)]) -> Result<Chapter, RulesError> {
        let rules = ruleset.rules_under(settings)?;
        let examples = ruleset.shown_examples()?;
        let mut account = ruleset.account(&rules);
        account.examples = examples.iter().map(|(rules, shown)| worked(rules, shown)).collect();
        Ok(Chapter {
            id: id(name),
            families: families(&rules),
            chosen: settings.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            rules,
            account,
            examples,
        })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        self.rules.name()
    }

    /// The other names of the game.
    pub fn also(&self) -> &[String] {
        self.rules.about.also.as_ref().map_or(&[], |also| &also.value)
    }

    /// Where the game is played.
    pub fn regions(&self) -> &[String] {
        self.rules.about.region.as_ref().map_or(&[], |region| &region.value)
    }

    /// The board in a few words: `2 × 6 holes, 48 seeds, 2 players`.
    pub fn board(&self) -> String {
        let board = &self.rules.board;
        let seeds: u64 = board.start.iter().map(|seeds| u64::from(*seeds)).sum();
        let players = match board.players.value {
            1 => "1 player".to_owned(),
            more => format!("{more} players"),
        };
        format!("{} × {} holes, {seeds} seeds, {players}", board.rows.value, board.columns.value)
    }

    /// The game's own words: those that its file explains, and what it calls a marked hole.
    pub fn words(&self) -> Vec<String> {
        let is_word = |saying: &&Saying| match saying.meaning {
            Meant::Condition(_) => saying.forms.is_predicate(),
            Meant::Holes(_) => true,
        };
        let sayings = self.rules.sayings.iter().filter(is_word).map(|saying| saying.forms.by_nobody());
        let mark = self.rules.board.mark.iter().map(|mark| match &mark.value.forms {
            Some(forms) => forms.by_nobody(),
            None => mark.value.name.clone(),
        });
        let mut words: Vec<String> = Vec::new();
        for word in sayings.chain(mark) {
            let bare = ["in ", "the mover's ", "the ", "a ", "an "].iter();
            let word = bare.fold(word.as_str(), |word, article| word.strip_prefix(article).unwrap_or(word));
            // longer phrases are no words to look up
            if word.split(' ').count() <= 2 && !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        words
    }
}

/// A name as it stands in a link: letters, digits and hyphens.
fn id(name: &str) -> String {
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = stem.strip_suffix(".mancala").unwrap_or(stem);
    let letters = stem.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let id: String = letters.collect();
    if id.starts_with(|c: char| c.is_alphabetic()) { id } else { format!("game{id}") }
}

/// An example as an explanation shows it, with the readings that it asks for.
fn worked(rules: &Rules, shown: &Shown) -> Worked {
    let when = when(rules, shown).map(|when| format!("{when}.")).into_iter();
    Worked {
        title: capital(&format!("{}.", shown.title.trim_end_matches('.'))),
        boards: shown.boards(rules),
        outcome: when.chain(shown.moves()).chain(shown.outcome.iter().cloned()).collect(),
    }
}

/// The readings under which an example holds, in words: `Where no-move is the end`.
pub(super) fn when(rules: &Rules, shown: &Shown) -> Option<String> {
    // as the option writes the value
    let written = |name: &str, value: &str| {
        let options = rules.options.iter().filter_map(|option| {
            let at = option.names.iter().position(|known| known == name)?;
            option.values.get(at).filter(|known| folded(known) == folded(value)).cloned()
        });
        options.into_iter().next().unwrap_or_else(|| value.to_owned())
    };
    let readings = shown.readings.iter().map(|(name, value)| format!("{name} is {}", written(name, value)));
    let readings: Vec<String> = readings.collect();
    (!readings.is_empty()).then(|| format!("Where {}", readings.join(" and ")))
}
