//! The explanation of a game: its rules in sentences, with options, sources and examples.

use super::differences::{Difference, differences};
use super::options::{Open, Settings, open};
use super::sentence::{Kind, Sentence};
use super::sentences::{about_play, sentences};
use super::words::sentence;
use crate::rules::model::{Rules, SourceText};

/// The explanation of a game: its rules in sentences, with options, sources and examples.
#[derive(Clone, Debug)]
pub struct Account {
    /// The name of the game.
    pub name: String,
    /// The game that it is like, and where its rules differ from those of that game.
    pub like: Option<(String, Vec<Difference>)>,
    /// The sentences about the rules from the board to the match, then the claims, then what the file leaves out.
    pub sentences: Vec<Sentence>,
    /// The meanings of phrases of the file that do not stand among the sentences.
    pub phrases: Vec<Sentence>,
    /// The options: what the sources leave open.
    pub open: Vec<Open>,
    /// The sources that the file lists.
    pub sources: Vec<SourceText>,
    /// The examples that hold under the readings in force.
    pub examples: Vec<Worked>,
}

/// An example of an explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// The title, as a sentence.
    pub title: String,
    /// The boards before and after the moves, line by line. Whoever plays examples adds them.
    pub boards: Vec<String>,
    /// The moves that do not stand between the boards, and what came of them, in sentences.
    pub outcome: Vec<String>,
}

impl Account {
    /// Explains a game. `like` is the game that it is like; `under` returns the rules under other readings, or `None` if
    /// those readings cannot be combined. At most `most` readings are compared.
    pub fn new(
        rules: &Rules,
        like: Option<&Rules>,
        most: usize,
        under: impl Fn(&Settings) -> Option<Rules>,
    ) -> Account {
        let all = sentences(rules);
        let beside = |sentence: &Sentence| sentence.kind == Kind::Phrase { among: false };
        let open = open(rules, &all, most, under);
        let (phrases, sentences) = all.into_iter().partition(beside);
        Account {
            name: rules.about.name.clone(),
            like: like.map(|like| (like.about.name.clone(), differences(&about_play(like), &about_play(rules)))),
            open,
            sentences,
            phrases,
            sources: rules.sources.clone(),
            examples: rules.examples.iter().map(|example| Worked::titled(&example.title)).collect(),
        }
    }

    /// The sentences section by section.
    pub fn sections(&self) -> impl Iterator<Item = &[Sentence]> {
        self.sentences.chunk_by(|one, next| one.section == next.section)
    }

    /// Number of sections about names, which come first.
    pub fn names(&self) -> usize {
        usize::from(self.sentences.first().is_some_and(|first| first.section == self.name))
    }
}

impl Worked {
    /// An example of which only the title is known yet.
    fn titled(title: &str) -> Worked {
        Worked { title: sentence(title), ..Worked::default() }
    }
}
