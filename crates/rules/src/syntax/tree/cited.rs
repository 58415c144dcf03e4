//! Citations, and the declarations of the sources that they name.

use pest::iterators::Pair;

use super::walker::Walker;
use super::{name, parts, text};
use crate::syntax::ast::{Cited, Clause, Declared, Name, Tag};
use crate::syntax::grammar::Rule;

impl Walker<'_> {
    pub(super) fn tag(&self, pair: Pair<'_, Rule>) -> Tag {
        let span = self.span(&pair);
        Tag { origins: parts(pair).filter_map(origin).collect(), span }
    }

    /// A part of the declaration of a source.
    pub(super) fn clause(&self, pair: Pair<'_, Rule>) -> Option<Clause> {
        let span = self.span(&pair);
        let said = parts(pair).next()?;
        let kind = said.as_rule();
        let Words { words, string, because, whole } = Words::of(said);
        let said = match kind {
            Rule::describes => Declared::Game { game: string?, because },
            Rule::located => Declared::Located(string?),
            _ if whole => Declared::Whole,
            _ => match words {
                Some(key) => Declared::Through(key, string),
                None => Declared::Extract(string),
            },
        };
        Some(Clause { said, span })
    }
}

fn origin(pair: Pair<'_, Rule>) -> Option<Cited> {
    let Words { words, string, because, .. } = Words::of(pair);
    Some(Cited { key: words?, text: string?, because })
}

/// The parts of a citation or of a clause.
struct Words {
    words: Option<Name>,
    string: Option<Name>,
    because: Option<Name>,
    whole: bool,
}

impl Words {
    fn of(pair: Pair<'_, Rule>) -> Words {
        let mut found = Words { words: None, string: None, because: None, whole: false };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::word => found.words = Some(name(&part)),
                Rule::because => found.because = parts(part).next().map(|why| text(&why)),
                Rule::whole => found.whole = true,
                Rule::string => found.string = Some(text(&part)),
                _ => {}
            }
        }
        found
    }
}
