//! What the other side of the protocol answers.

use std::fmt;

use mancala_rules::problem::shortened;

/// An answer. `Display` writes it as a line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `ready my-bot`: the answer to the first request, with the name of the program.
    Ready(String),
    /// `ok`: the request is taken.
    Ok,
    /// `move d1`: the move that the program plays.
    Move(String),
    /// `legal d1 a2`: the legal moves; none once the game is over.
    Legal(Vec<String>),
    /// `board 4 4 4 4 / 4 4 4 4; to move South`: the position.
    Board(String),
    /// `players South North`: the names of the players, the first to begin first, separated by commas.
    Players(Vec<String>),
    /// `result goes on`, or `result South wins, 20 to 12`.
    Result(Option<String>),
    /// `error ..`: what is wrong with the request.
    Error(String),
    /// `info ..`: beside the answer, for people; any number of such lines may come before it.
    Info(String),
}

impl Answer {
    /// Reads a line; `None` if it is no answer.
    pub fn parse(line: &str) -> Option<Answer> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = || rest.to_owned();
        Some(match word {
            "ready" => Answer::Ready(text()),
            "ok" => Answer::Ok,
            "move" if !rest.is_empty() => Answer::Move(text()),
            "legal" => Answer::Legal(rest.split_whitespace().map(str::to_owned).collect()),
            "board" => Answer::Board(text()),
            "players" => Answer::Players(rest.split(',').map(|name| name.trim().to_owned()).collect()),
            "result" => Answer::Result((rest != "goes on").then(text)),
            "error" => Answer::Error(text()),
            "info" => Answer::Info(text()),
            _ => return None,
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Ready(name) => write!(f, "ready {name}"),
            Answer::Ok => f.write_str("ok"),
            Answer::Move(play) => write!(f, "move {play}"),
            Answer::Legal(moves) if moves.is_empty() => f.write_str("legal"),
            Answer::Legal(moves) => write!(f, "legal {}", moves.join(" ")),
            Answer::Board(position) => write!(f, "board {position}"),
            Answer::Players(names) => write!(f, "players {}", names.join(", ")),
            Answer::Result(None) => f.write_str("result goes on"),
            Answer::Result(Some(text)) => write!(f, "result {text}"),
            // an answer is one line
            Answer::Error(text) => {
                write!(f, "error {}", shortened(text.lines().map(str::trim).collect::<Vec<_>>().join("; ")))
            }
            Answer::Info(text) => write!(f, "info {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_back() {
        for line in [
            "ready my bot",
            "ok",
            "move d1",
            "legal",
            "legal d1 a2",
            "board 4 / 4",
            "players South, North",
            "result goes on",
            "result a draw, 24 to 24",
            "error no game",
            "info depth 3",
        ] {
            assert_eq!(Answer::parse(line).map(|answer| answer.to_string()).as_deref(), Some(line));
        }
        assert_eq!([Answer::parse("hello"), Answer::parse("move"), Answer::parse("")], [None, None, None]);
        assert_eq!(Answer::Error("two\n  lines".to_owned()).to_string(), "error two; lines");
        let long = Answer::Error(format!("`{}` is no request", "a".repeat(1 << 20))).to_string();
        assert!(long.len() < 100 && long.ends_with("a ..` is no request"), "{long}");
    }
}
