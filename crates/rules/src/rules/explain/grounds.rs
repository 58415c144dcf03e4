//! What the sentences of an explanation rest on, gathered under headings: what is taken from similar games, what is
//! assumed, what has no ground, and what every file says unless it says otherwise.

use super::account::Account;
use super::sentence::Sentence;
use super::words::join;
use crate::rules::model::{Ground, Kind, Likeness};
use crate::rules::notation::capital;

/// The heading of the sentences that rest on similar games.
const SIMILAR: &str = "Taken from a similar game, since no source on this one says it";
/// The heading of the sentences that are assumed.
const ASSUMED: &str = "Assumed, since no source says so";
/// The heading of the sentences without a basis.
const WITHOUT_BASIS: &str = "Neither read in a source nor assumed for a reason";
/// The heading of what holds unless a file says otherwise.
const CONVENTIONS: &str = "What every file assumes unless it says otherwise";

impl Account {
    /// Headings with sentences, in the order in which they are shown.
    pub fn grounds(&self) -> [(&'static str, Vec<String>); 4] {
        let because = |sentence: &Sentence, why: &str| format!("{} ({}.)", sentence.text, capital(why));
        let assumed = self.sentences.iter().filter_map(|sentence| Some((sentence, sentence.assumed()?)));
        let conventions = self.sentences.iter().filter_map(|sentence| Some((sentence, sentence.convention()?)));
        [
            (SIMILAR, self.similar().map(|(sentence, as_in)| because(sentence, &as_in)).collect()),
            (ASSUMED, assumed.map(|(sentence, why)| because(sentence, &why)).collect()),
            (WITHOUT_BASIS, self.without_basis().into_iter().map(str::to_owned).collect()),
            (CONVENTIONS, conventions.map(|(sentence, why)| because(sentence, why)).collect()),
        ]
    }

    /// The sentences that rest on similar games alone, each with the games. What is taken over from the game that the
    /// whole file is like is left out: that game is named above all rules.
    fn similar(&self) -> impl Iterator<Item = (&Sentence, String)> {
        let like = self.like.as_ref().map(|(like, _)| like.as_str());
        self.sentences.iter().filter(|sentence| Kind::of(&sentence.basis) == Kind::TakenOver).filter_map(
            move |sentence| {
                let mut games: Vec<String> = Vec::new();
                for origin in &sentence.basis {
                    let Some(Likeness { game, why }) = &origin.other else { continue };
                    if origin.ground == Ground::Like && like == Some(game) {
                        continue;
                    }
                    // the reason why a source serves stands in the list of sources
                    let why = why.as_ref().filter(|_| origin.ground == Ground::Like);
                    let told = why.map_or_else(|| game.clone(), |why| format!("{game}: {why}"));
                    if !games.contains(&told) {
                        games.push(told);
                    }
                }
                (!games.is_empty()).then(|| (sentence, format!("as in {}", join(&games, "and"))))
            },
        )
    }

    /// The sentences of the file that have no basis; a single text for all if none has one.
    fn without_basis(&self) -> Vec<&str> {
        let stated = || self.sentences.iter().filter(|sentence| sentence.is_stated());
        match stated().all(|sentence| sentence.basis.is_empty()) {
            true => vec!["All of the above."],
            false => {
                stated().filter(|sentence| sentence.basis.is_empty()).map(|sentence| sentence.text.as_str()).collect()
            }
        }
    }
}
