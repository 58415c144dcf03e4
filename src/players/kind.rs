//! The words that name players.

use std::fmt;

use super::{First, Greedy, Player, Random};
use crate::problem::{nearest, one_of};

/// A kind of player that is here. It is written as `--players` takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `random`: see [`Random`].
    Random,
    /// `first`: see [`First`].
    First,
    /// `greedy`: see [`Greedy`].
    Greedy,
}

/// Why a word names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct KindError {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// A word, and what the player does.
const WORDS: [(&str, &str); 3] = [
    ("random", "any legal move, each as likely as the others"),
    ("first", "the first legal move"),
    ("greedy", "the move after which it has most more than the others"),
];

impl Kind {
    /// Every word with what the player does.
    pub fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
        WORDS.into_iter()
    }

    /// The kind of a word such as `random`.
    ///
    /// # Errors
    ///
    /// The word names no player.
    pub fn parse(word: &str) -> Result<Kind, KindError> {
        match word.trim() {
            "random" => Ok(Kind::Random),
            "first" => Ok(Kind::First),
            "greedy" => Ok(Kind::Greedy),
            other => Err(unknown(other)),
        }
    }

    /// The kind of every player: one word for all, or one for each.
    ///
    /// # Errors
    ///
    /// A word names no player, or there are too many or too few.
    pub fn for_players<W: AsRef<str>>(words: &[W], players: usize) -> Result<Vec<Kind>, KindError> {
        let kinds = words.iter().map(|word| Kind::parse(word.as_ref())).collect::<Result<Vec<_>, _>>()?;
        match kinds.as_slice() {
            [kind] => Ok(vec![*kind; players]),
            all if all.len() == players => Ok(kinds),
            all => {
                let message = format!("{} kinds of players are given, and {players} play this game", all.len());
                let names = one_of(WORDS.map(|(name, _)| name));
                let help = format!("give one kind for all, or {players} parted by commas, each {names}");
                Err(KindError { message, help })
            }
        }
    }

    /// A player of this kind for one game or match.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Kind::Random => Box::new(Random),
            Kind::First => Box::new(First),
            Kind::Greedy => Box::new(Greedy),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Random => "random",
            Kind::First => "first",
            Kind::Greedy => "greedy",
        })
    }
}

fn unknown(word: &str) -> KindError {
    let like = nearest(word, WORDS.map(|(name, _)| name));
    let like = like.map_or(String::new(), |like| format!("did you mean `{like}`? "));
    let all: Vec<String> = WORDS.iter().map(|(name, about)| format!("`{name}` ({about})")).collect();
    let all = all.split_last().map_or(String::new(), |(last, rest)| format!("{} and {last}", rest.join(", ")));
    KindError { message: format!("there is no kind of player `{word}`"), help: format!("{like}there are {all}") }
}
