//! What can come next in a phrase that is partly written, by the forms of the vocabulary.

use mancala_rules::syntax::tokens::{PLAYERS, Token};

/// What can come next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Next {
    /// These words of the form.
    Words(String),
    /// Holes begin.
    Holes,
    /// Holes that have begun go on, or end.
    MoreHoles,
    /// A number.
    Number,
    /// A player.
    Player,
}

/// Players as they are said in rules.
const SAID: [&[&str]; 6] =
    [&["mover"], &["opponent"], &["mark", "owner"], &["owner"], &["starter"], &["each", "player"]];
/// Words that may stand behind `sow`.
const WAYS: [&str; 3] = ["clockwise", "counterclockwise", "reversed"];

/// What can come next if `written` is the beginning of a phrase of this form; empty if it is not.
pub(super) fn next(form: &str, written: &[Token<'_>]) -> Vec<Next> {
    let words: Vec<&str> = form.split(' ').collect();
    let said: Vec<&str> = written.iter().map(|token| token.text).collect();
    after(&words, &said)
}

fn after(form: &[&str], said: &[&str]) -> Vec<Next> {
    let Some((word, rest)) = form.split_first() else { return Vec::new() };
    let Some((first, behind)) = said.split_first() else { return vec![wanted(form)] };
    match *word {
        "PLAYER" => {
            let known = SAID.iter().find(|player| said.starts_with(player)).map(|player| player.len());
            let known = known.or(PLAYERS.contains(first).then_some(1));
            known.map_or_else(Vec::new, |length| after(rest, &said[length..]))
        }
        "N" => after(rest, behind),
        "SET" | "X" | "NUMBER" | "HOLES" => {
            let Some(fixed) = rest.first() else { return vec![Next::MoreHoles] };
            match said.iter().position(|word| word == fixed) {
                Some(0) => Vec::new(),
                Some(at) => after(rest, &said[at..]),
                None => vec![Next::MoreHoles, wanted(rest)],
            }
        }
        word if word == *first => {
            let ways = if word == "sow" && behind.first().is_some_and(|way| WAYS.contains(way)) { 1 } else { 0 };
            after(rest, &behind[ways..])
        }
        _ => Vec::new(),
    }
}

/// What a form asks for at its beginning.
fn wanted(form: &[&str]) -> Next {
    match form.first().copied().unwrap_or("") {
        "PLAYER" => Next::Player,
        "N" => Next::Number,
        "NUMBER" => Next::Number,
        "SET" | "X" | "HOLES" => Next::Holes,
        _ => {
            let fixed = form.iter().take_while(|word| word.starts_with(char::is_lowercase));
            Next::Words(fixed.copied().collect::<Vec<_>>().join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Next, next};
    use mancala_rules::syntax::tokens::tokens;

    fn after(form: &str, written: &str) -> Vec<Next> {
        next(form, &tokens(written))
    }

    #[test]
    fn a_phrase_goes_on_as_its_form_says() {
        let words = |text: &str| Next::Words(text.to_owned());
        for (form, written, wanted) in [
            ("capture SET", "", vec![words("capture")]),
            ("capture SET", "capture", vec![Next::Holes]),
            ("capture SET", "capture own holes", vec![Next::MoreHoles]),
            ("lift N from SET", "lift", vec![Next::Number]),
            ("lift N from SET", "lift 2", vec![words("from")]),
            ("lift half from SET", "lift", vec![words("half from")]),
            ("lift half from SET", "lift half from", vec![Next::Holes]),
            ("place N in SET from own store", "place 2 in here", vec![Next::MoreHoles, words("from own store")]),
            ("sow after X", "sow", vec![words("after")]),
            ("sow after X", "sow clockwise after", vec![Next::Holes]),
            ("PLAYER captures SET", "each player", vec![words("captures")]),
            ("PLAYER captures SET", "South captures", vec![Next::Holes]),
            ("end turn", "end", vec![words("turn")]),
            ("end turn", "mark", vec![]),
            ("end turn", "end turn", vec![]),
        ] {
            assert_eq!(after(form, written), wanted, "{form}: {written}");
        }
    }
}
