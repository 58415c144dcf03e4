//! Words of a file with the phrases that the file gives them.

use super::conditions::{Condition, HoleSet};

/// A word of the file with its phrase, and what the word means in one of the places where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// The word.
    pub word: String,
    /// The phrase.
    pub forms: Forms,
    /// What the word means.
    pub meaning: Meant,
}

/// The forms of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms {
    /// The form for one hole, or for a condition that holds.
    pub first: String,
    /// The form for several holes, or for a condition that does not hold.
    pub second: Option<String>,
}

/// The meaning of a word of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A condition.
    Condition(Condition),
    /// A set of holes.
    Holes(HoleSet),
}

impl Forms {
    /// The form for several holes.
    pub fn several(&self) -> String {
        self.second.clone().unwrap_or_else(|| format!("{}s", self.first))
    }

    /// What a hole is, without the verb. `him` at the end of the phrase is `player`.
    pub fn by(&self, player: &str) -> String {
        let said = self.first.trim_start_matches("is ");
        said.strip_suffix(" him").map_or_else(|| said.to_owned(), |said| format!("{said} {player}"))
    }

    /// What a hole is, without the verb and without a player.
    pub fn by_nobody(&self) -> String {
        let said = self.first.trim_start_matches("is ");
        match said.strip_suffix(" him") {
            Some(said) => said.rsplit_once(' ').map_or(said, |(said, _)| said).to_owned(),
            None => said.to_owned(),
        }
    }

    /// Whether the phrase says what a hole is: `is a house`.
    pub fn is_predicate(&self) -> bool {
        self.first.starts_with("is ")
    }
}
