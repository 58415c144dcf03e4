//! The names of the built-in players.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mancala_rules::problem::{nearest, one_of};

use super::unknowing::Unknowing;
use super::{DEEPEST, Effort, First, Greedy, Limits, Mcts, Perfect, Random, Search, Strategy};
use crate::solver::Book;

/// A built-in player. `Display` writes it in the notation of `--players`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `random`: see [`Random`].
    Random,
    /// `first`: see [`First`].
    First,
    /// `greedy`: see [`Greedy`].
    Greedy,
    /// `search:2s`, `search:d8`, `search:50000`: see [`Search`].
    Search(Limit),
    /// `mcts:10000`, `mcts:2s`: see [`Mcts`].
    Mcts(Effort),
    /// `perfect`: see [`Perfect`].
    Perfect,
}

/// How far a search looks ahead for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// At most this number of plies.
    Depth(u32),
    /// At most this long.
    Time(Duration),
    /// At most this number of positions.
    Positions(u64),
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

/// Names, and what the players do. Some names take a limit after `:`.
const WORDS: [(&str, &str); 6] = [
    ("random", "any legal move"),
    ("first", "the first legal move"),
    ("greedy", "the move that leaves it most seeds ahead"),
    ("search", "looks ahead: `search:2s`, `search:d8` plies or `search:50000` positions for each move"),
    ("mcts", "tries moves in random games: `mcts:10000` games or `mcts:2s` for each move"),
    ("perfect", "keeps the exact value of the position, from a database that `solve` made"),
];

/// Limit of `search` without a `:`.
const USUAL_SEARCH: Limit = Limit::Positions(50_000);

/// Limit of `mcts` without a `:`.
const USUAL_MCTS: Effort = Effort::Playouts(2_000);

/// Longest time for a move.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl Kind {
    /// Names of the players, each with a description.
    pub fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
        WORDS.into_iter()
    }

    /// Parses a name such as `random` or `search:2s`.
    ///
    /// # Errors
    ///
    /// No player has this name, or the part after `:` does not fit it.
    pub fn parse(word: &str) -> Result<Kind, KindError> {
        let word = word.trim();
        let (name, far) = match word.split_once(':') {
            Some((name, far)) => (name.trim(), Some(far.trim())),
            None => (word, None),
        };
        match (name, far) {
            ("random", None) => Ok(Kind::Random),
            ("first", None) => Ok(Kind::First),
            ("greedy", None) => Ok(Kind::Greedy),
            ("perfect", None) => Ok(Kind::Perfect),
            ("random" | "first" | "greedy" | "perfect", Some(_)) => Err(KindError {
                message: format!("`{name}` takes nothing after `:`, as in `{word}`"),
                help: format!("write `{name}`"),
            }),
            ("search", None) => Ok(Kind::Search(USUAL_SEARCH)),
            ("search", Some(far)) => {
                let depth =
                    far.strip_prefix('d').map(|plies| plies.parse().ok().filter(|plies| (1..=DEEPEST).contains(plies)));
                let limit = match (depth, positive(far)) {
                    (Some(depth), _) => depth.map(Limit::Depth),
                    (None, Some(positions)) => Some(Limit::Positions(positions)),
                    (None, None) => duration(far).map(Limit::Time),
                };
                limit.map(Kind::Search).ok_or_else(|| KindError {
                    message: format!("`{far}` does not say how far `{word}` looks ahead"),
                    help: format!(
                        "write `search:2s` or `search:500ms` (time for a move), `search:d8` (plies, at most {DEEPEST}) \
                         or `search:50000` (positions)"
                    ),
                })
            }
            ("mcts", None) => Ok(Kind::Mcts(USUAL_MCTS)),
            ("mcts", Some(far)) => {
                let effort = positive(far).map(Effort::Playouts).or_else(|| duration(far).map(Effort::Time));
                effort.map(Kind::Mcts).ok_or_else(|| KindError {
                    message: format!("`{far}` does not say how long `{word}` tries moves"),
                    help:
                        "write `mcts:10000` (random games for a move), or `mcts:2s` or `mcts:500ms` (time for a move)"
                            .to_owned(),
                })
            }
            _ => Err(unknown(name)),
        }
    }

    /// Parses the players of a game: one word for all, or one for each.
    ///
    /// # Errors
    ///
    /// A word names no player, or the number of words does not match the number of players.
    pub fn for_players<W: AsRef<str>>(words: &[W], players: usize) -> Result<Vec<Kind>, KindError> {
        let kinds = words.iter().map(|word| Kind::parse(word.as_ref())).collect::<Result<Vec<_>, _>>()?;
        match kinds.as_slice() {
            [kind] => Ok(vec![*kind; players]),
            all if all.len() == players => Ok(kinds),
            all => {
                let message = format!("{} kinds of players are given, but this game has {players} players", all.len());
                let names = one_of(WORDS.map(|(name, _)| name));
                let help = format!("give one kind for all, or {players} separated by commas, each {names}");
                Err(KindError { message, help })
            }
        }
    }

    /// Makes a player for one game or match. Without a database, `perfect` plays like `search`.
    pub fn player(self) -> Box<dyn Strategy> {
        self.player_with(None)
    }

    /// Makes a player for one game or match with a database of solved positions. In a position of the database,
    /// `perfect` and `search` play a move that keeps its value; elsewhere they look ahead and use the database on the
    /// way.
    pub fn player_with(self, book: Option<&Arc<Book>>) -> Box<dyn Strategy> {
        let player: Box<dyn Strategy> = match self {
            Kind::Random => return Box::new(Random),
            Kind::First => return Box::new(First),
            Kind::Greedy => Box::new(Greedy),
            Kind::Search(limit) => with_book(limit, book),
            Kind::Mcts(effort) => Box::new(Mcts::new(effort)),
            Kind::Perfect => with_book(USUAL_SEARCH, book),
        };
        Box::new(Unknowing(player))
    }

    /// What a number after `:` means, where it may be meant otherwise: a few positions, or a few games.
    pub fn remark(self) -> Option<String> {
        match self {
            Kind::Search(Limit::Positions(few @ ..1000)) => Some(format!(
                "`{self}` looks at {few} positions for each move; `search:{few}s` takes {few} seconds, `search:d{few}` looks {few} \
                 plies ahead"
            )),
            Kind::Mcts(Effort::Playouts(few @ ..100)) => {
                Some(format!("`{self}` plays {few} random games for each move; `mcts:{few}s` takes {few} seconds"))
            }
            _ => None,
        }
    }

    /// Whether this player uses a database if there is one.
    pub fn looks_up(self) -> bool {
        matches!(self, Kind::Search(_) | Kind::Perfect)
    }
}

/// Plays from a database if there is one, and looks ahead in positions that it does not have.
fn with_book(limit: Limit, book: Option<&Arc<Book>>) -> Box<dyn Strategy> {
    let search = Search::new(limit.into());
    match book {
        Some(book) => Box::new(Perfect::new(book.clone(), search)),
        None => Box::new(search),
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::First => f.write_str("first"),
            Kind::Greedy => f.write_str("greedy"),
            Kind::Perfect => f.write_str("perfect"),
            Kind::Search(Limit::Depth(plies)) => write!(f, "search:d{plies}"),
            Kind::Search(Limit::Positions(positions)) => write!(f, "search:{positions}"),
            Kind::Search(Limit::Time(time)) => write!(f, "search:{}", seconds(*time)),
            Kind::Mcts(Effort::Playouts(playouts)) => write!(f, "mcts:{playouts}"),
            Kind::Mcts(Effort::Time(time)) => write!(f, "mcts:{}", seconds(*time)),
        }
    }
}

impl From<Limit> for Limits {
    fn from(limit: Limit) -> Limits {
        match limit {
            Limit::Depth(plies) => Limits { depth: Some(plies), ..Limits::default() },
            Limit::Positions(positions) => Limits { positions: Some(positions), ..Limits::default() },
            Limit::Time(time) => Limits { time: Some(time), ..Limits::default() },
        }
    }
}

/// Parses a number of at least 1.
fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| *number > 0)
}

/// Parses a time such as `2s`, `0.5s`, `500ms` or `3m`, from a millisecond to a day.
pub fn duration(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| c.is_alphabetic())?;
    let number: f64 = text[..digits].trim().parse().ok()?;
    let unit = match &text[digits..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return None,
    };
    let time = Duration::try_from_secs_f64(number * unit).ok()?;
    (Duration::from_millis(1)..=LONGEST).contains(&time).then_some(time)
}

/// Writes a time in seconds or milliseconds.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 { format!("{}s", time.as_secs()) } else { format!("{}ms", time.as_millis()) }
}

fn unknown(word: &str) -> KindError {
    let like = nearest(word, WORDS.map(|(name, _)| name));
    let like = like.map_or(String::new(), |like| format!("did you mean `{like}`? "));
    let all: Vec<String> = WORDS.iter().map(|(name, about)| format!("`{name}` ({about})")).collect();
    let all = all.split_last().map_or(String::new(), |(last, rest)| format!("{} and {last}", rest.join(", ")));
    KindError { message: format!("there is no kind of player `{word}`"), help: format!("{like}the kinds are {all}") }
}
