//! What one side of the protocol asks.

use std::fmt;
use std::time::Duration;

use mancala_rules::problem::nearest;

/// The version of the protocol, in the first request.
pub const VERSION: u32 = 1;

/// The words with which requests begin.
const WORDS: [&str; 15] = [
    "mancala", "game", "set", "seat", "position", "match", "board", "play", "undo", "legal", "go", "result", "players",
    "over", "quit",
];

/// Where moves begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// At the start of the rules.
    Start,
    /// At a position, as `--from` takes it.
    Position(String),
    /// At the first round of a match.
    Match {
        /// The match is cut off after this number of rounds.
        rounds: u32,
        /// The seed of its lots.
        lots: u64,
    },
}

/// A request. `Display` writes it as a line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// `mancala 1`: the first line, with the version of the protocol.
    Hello(u32),
    /// `game krur`: a ruleset, or the path of a rule file.
    Game(String),
    /// `set no-move=the-end`: chooses a reading; the game begins anew.
    Set(String, String),
    /// `seat South`: the player that the program plays.
    Seat(String),
    /// `position start moves d1 a2`, `match rounds 8 lots 0 moves ..`: how the game stands.
    Position(Begun, Vec<String>),
    /// `board` asks for the board; with a position after it, tells it.
    Board(Option<String>),
    /// `play d1`: plays a move.
    Play(String),
    /// `undo`: takes the last move back.
    Undo,
    /// `legal`: asks for the legal moves.
    Legal,
    /// `go time 2000 legal d1 a2`: asks for a move, within a time, among these.
    Go {
        /// Time for the answer.
        time: Option<Duration>,
        /// The legal moves; empty if they are not told.
        legal: Vec<String>,
    },
    /// `result`: asks how the game ended, or that it goes on.
    Result,
    /// `players`: asks for the names of the players.
    Players,
    /// `over South wins, 20 to 12`: the game is over.
    Over(String),
    /// `quit`: the program shall end. It is not answered.
    Quit,
}

/// Why a line is no request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RequestError(pub String);

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// The line is no request.
    pub fn parse(line: &str) -> Result<Request, RequestError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let wrong = |what: &str| RequestError(format!("`{line}` cannot be read: {what}"));
        let text = |what: &str| if rest.is_empty() { Err(wrong(what)) } else { Ok(rest.to_owned()) };
        Ok(match word {
            "mancala" => Request::Hello(rest.parse().map_err(|_| wrong("write `mancala 1`"))?),
            "game" => Request::Game(text("name a ruleset or a rule file, such as `game krur`")?),
            "set" => match rest.split_once('=') {
                Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
                    Request::Set(name.trim().to_owned(), value.trim().to_owned())
                }
                _ => return Err(wrong("write a name and a value, such as `set no-move=the-end`")),
            },
            "seat" => Request::Seat(text("name a player, such as `seat South`")?),
            "position" => {
                let (from, moves) = with_moves(rest);
                let from = match from {
                    "" => return Err(wrong("write `position start`, or a position, then `moves` and the moves")),
                    "start" => Begun::Start,
                    position => Begun::Position(position.to_owned()),
                };
                Request::Position(from, moves)
            }
            "match" => {
                let (head, moves) = with_moves(rest);
                let (mut rounds, mut lots) = (1000, 0);
                let mut words = head.split_whitespace();
                while let Some(name) = words.next() {
                    let number = words.next().and_then(|number| number.parse::<u64>().ok());
                    match (name, number) {
                        ("rounds", Some(number)) if number > 0 => rounds = u32::try_from(number).unwrap_or(u32::MAX),
                        ("lots", Some(number)) => lots = number,
                        _ => return Err(wrong("write `match rounds 8 lots 0 moves`, then the moves")),
                    }
                }
                Request::Position(Begun::Match { rounds, lots }, moves)
            }
            "board" => Request::Board((!rest.is_empty()).then(|| rest.to_owned())),
            "play" => Request::Play(text("name a move, such as `play d1`")?),
            "undo" => Request::Undo,
            "legal" => Request::Legal,
            "go" => {
                let (head, legal) = match rest.split_once("legal") {
                    Some((head, legal)) => (head.trim(), legal.split_whitespace().map(str::to_owned).collect()),
                    None => (rest, Vec::new()),
                };
                let time = match head.split_once(char::is_whitespace) {
                    None if head.is_empty() => None,
                    Some(("time", time)) => {
                        Some(time.trim().parse().map_err(|_| wrong("the time is a number of milliseconds"))?)
                    }
                    _ => return Err(wrong("write `go`, or `go time 2000`")),
                };
                Request::Go { time: time.map(Duration::from_millis), legal }
            }
            "result" => Request::Result,
            "players" => Request::Players,
            "over" => Request::Over(rest.to_owned()),
            "quit" => Request::Quit,
            _ => {
                let like = nearest(word, WORDS).map_or(String::new(), |like| format!(" did you mean `{like}`?"));
                return Err(RequestError(format!("`{word}` is no request;{like} there are {}", WORDS.join(", "))));
            }
        })
    }
}

/// What stands before `moves`, and the moves after it.
fn with_moves(rest: &str) -> (&str, Vec<String>) {
    let words = |moves: &str| moves.split_whitespace().map(str::to_owned).collect();
    match rest.strip_suffix(" moves").or_else(|| rest.strip_suffix("moves").filter(|head| head.is_empty())) {
        Some(head) => (head.trim(), Vec::new()),
        None => match rest.split_once("moves ") {
            Some((head, moves)) => (head.trim(), words(moves)),
            None => (rest, Vec::new()),
        },
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Hello(version) => write!(f, "mancala {version}"),
            Request::Game(name) => write!(f, "game {name}"),
            Request::Set(name, value) => write!(f, "set {name}={value}"),
            Request::Seat(player) => write!(f, "seat {player}"),
            Request::Position(from, moves) => {
                match from {
                    Begun::Start => f.write_str("position start")?,
                    Begun::Position(position) => write!(f, "position {position}")?,
                    Begun::Match { rounds, lots } => write!(f, "match rounds {rounds} lots {lots}")?,
                }
                write!(f, " moves")?;
                moves.iter().try_for_each(|play| write!(f, " {play}"))
            }
            Request::Board(None) => f.write_str("board"),
            Request::Board(Some(position)) => write!(f, "board {position}"),
            Request::Play(play) => write!(f, "play {play}"),
            Request::Undo => f.write_str("undo"),
            Request::Legal => f.write_str("legal"),
            Request::Go { time, legal } => {
                f.write_str("go")?;
                if let Some(time) = time {
                    write!(f, " time {}", time.as_millis())?;
                }
                if !legal.is_empty() {
                    write!(f, " legal {}", legal.join(" "))?;
                }
                Ok(())
            }
            Request::Result => f.write_str("result"),
            Request::Players => f.write_str("players"),
            Request::Over(text) => write!(f, "over {text}"),
            Request::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_back() {
        for line in [
            "mancala 1",
            "game krur",
            "set no-move=the-end",
            "seat player 3",
            "position start moves",
            "position start moves d1 a2",
            "position 4 4 / 4 4; to move South moves d1",
            "match rounds 8 lots 3 moves d1 c2+y",
            "board",
            "board 4 4 / 4 4; to move North",
            "play d1",
            "undo",
            "legal",
            "go",
            "go time 2000 legal d1 a2",
            "result",
            "players",
            "over South wins, 20 to 12",
            "quit",
        ] {
            assert_eq!(Request::parse(line).map(|request| request.to_string()), Ok(line.to_owned()));
        }
        let start = Request::Position(Begun::Start, Vec::new());
        assert_eq!(Request::parse(" position   start "), Ok(start));
    }

    #[test]
    fn what_is_no_request_is_told() {
        for (line, told) in [
            ("mancala one", "`mancala 1`"),
            ("legel", "did you mean `legal`?"),
            ("set no-move", "a name and a value"),
            ("position", "`position start`"),
            ("match rounds", "`match rounds 8 lots 0 moves`"),
            ("go fast", "`go time 2000`"),
            ("go time soon", "milliseconds"),
            ("play", "`play d1`"),
            ("", "is no request"),
        ] {
            let error = Request::parse(line).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(told)), "{line}: {error:?}");
        }
    }
}
