//! The words in plain phrases of a file.

use crate::rules::model::Forms;
use crate::syntax::ast::{Name, Phrase, Piece, Section, SetKind, Statement, Word, texts};

/// The board's name for a marked hole, if the file gives one.
pub(super) fn mark_word(board: &Section) -> Option<String> {
    board.body.iter().find_map(|statement| match statement {
        Statement::Setting(setting) if setting.names.first().is_some_and(|name| name.text == "mark") => {
            let said = piece_words(setting.readings.first()?.pieces.first()?)?;
            said.split(' ').next().map(str::to_owned)
        }
        _ => None,
    })
}

/// The name of a `move` section.
pub(super) fn move_name(section: &Section) -> Option<&str> {
    section.name.text.strip_prefix("move ")
}

/// The words of a phrase that consists only of words.
pub(super) fn plain_words(phrase: &Phrase) -> Option<&[Word]> {
    match phrase.object.as_ref()?.parts.as_slice() {
        [part] if phrase.links.is_empty() && part.filter.is_none() => match &part.kind {
            SetKind::Words { words, within: None } => Some(&words.words),
            _ => None,
        },
        _ => None,
    }
}

/// The words of a piece, joined by single blanks; `None` if it is anything else.
pub(super) fn piece_words(piece: &Piece) -> Option<String> {
    match piece {
        Piece::Words(phrase) => plain_words(phrase).map(|words| texts(words).into_owned()),
        _ => None,
    }
}

/// The forms of a phrase.
pub(super) fn forms<'n>(texts: impl IntoIterator<Item = &'n Name>) -> Option<Forms> {
    let mut texts = texts.into_iter().map(|name| name.text.clone());
    Some(Forms { first: texts.next()?, second: texts.next() })
}

/// "a, b and c".
pub(super) fn listed(names: &[String]) -> String {
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
