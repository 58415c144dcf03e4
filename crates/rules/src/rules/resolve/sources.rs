//! The section `sources`: the key of each source, its title, which game it describes, what was read of it.

use super::resolving::Resolving;
use crate::problem::{Code, Help};
use crate::rules::citations::{ASSUMED, LIKE};
use crate::rules::model::{Likeness, ReadOf, SourceText};
use crate::rules::vocabulary::SectionWord;
use crate::source::Span;
use crate::syntax::ast::{Clause, Declared, Name, Piece, Setting, Statement};

impl<'a> Resolving<'a> {
    /// The sources in the order of the file.
    pub(super) fn source_texts(&self) -> impl Iterator<Item = &SourceText> + Clone {
        self.sources.iter().map(|(source, _)| source)
    }

    pub(super) fn read_sources(&mut self) {
        let Some(section) = self.outline.one(SectionWord::Sources) else { return };
        let mut through: Vec<&'a Name> = Vec::new();
        for statement in &section.body {
            let Statement::Setting(setting) = statement else { continue };
            through.extend(self.read_source(setting));
        }
        for key in through {
            if !self.source_texts().any(|source| source.key == key.text) {
                let help = Help::nearest(&key.text, self.source_texts().map(|source| source.key.as_str()));
                let help = help.unwrap_or_else(|| "list it in `sources`, too".into());
                let message = format!("there is no source `{}`", key.text);
                self.gathered.wrong(Code::UnknownSource, key.span, message, help);
            }
        }
    }

    /// Reads one declaration. Returns the key of the source through which it was read.
    fn read_source(&mut self, setting: &'a Setting) -> Option<&'a Name> {
        let (name, reading) = (setting.names.first()?, setting.readings.first()?);
        let texts = reading.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.text.clone()),
            _ => None,
        });
        let mut source =
            SourceText { key: name.text.clone(), texts: texts.collect(), describes: None, read: None, located: None };
        let described = |piece: &Piece| matches!(piece, Piece::Text(_) | Piece::Clause(_));
        if !reading.pieces.iter().all(described) || setting.readings.len() > 1 || setting.names.len() > 1 {
            self.gathered.wrong(
                Code::WrongValue,
                reading.span,
                "a source is described by texts in quotation marks",
                "write `wiki: \"Mancala World, Krur\"`; after a comma you can say where to find it, \
                 `describes \"GAME\" because \"why\"`, `read whole` and `located by \"..\"`",
            );
        }
        let mut through = None;
        let mut given: Vec<(&str, Span)> = Vec::new();
        for piece in &reading.pieces {
            let Piece::Clause(clause) = piece else { continue };
            let what = self.declare(clause, &mut source, &mut through);
            if let Some((_, first)) = given.iter().find(|(known, _)| *known == what) {
                let (message, first) = (format!("`{what}` is said twice of this source"), *first);
                let problem = self.gathered.problem(Code::RepeatedSetting, clause.span, message);
                problem.labels.push((first, "first here".to_owned()));
                problem.help = Some("say it once".into());
            }
            given.push((what, clause.span));
        }
        if [ASSUMED, LIKE].contains(&name.text.as_str()) || name.text.contains(' ') {
            let message = format!("`{}` cannot be the key of a source", name.text);
            self.gathered.wrong(Code::NameTaken, name.span, message, "give it a key of one word such as `wiki`");
        }
        if let Some((_, first)) = self.sources.iter().find(|(text, _)| text.key == name.text) {
            let first = *first;
            let message = format!("the source `{}` is given twice", name.text);
            let problem = self.gathered.problem(Code::RepeatedSetting, name.span, message);
            problem.labels.push((first, "first here".to_owned()));
        }
        self.sources.push((source, name.span));
        through
    }

    /// Adds what a clause says to a source. Returns the word with which it begins.
    fn declare(&mut self, clause: &'a Clause, source: &mut SourceText, through: &mut Option<&'a Name>) -> &'static str {
        let text = |name: &Option<Name>| name.as_ref().map(|name| name.text.clone());
        match &clause.said {
            Declared::Game { game, because } => {
                if because.is_none() {
                    let message = format!("this does not say why {} serves", game.text);
                    let help = format!("write `describes \"{}\" because \"..\"`", game.text);
                    self.gathered.wrong(Code::BrokenCitation, clause.span, message, help);
                }
                source.describes = Some(Likeness { game: game.text.clone(), why: text(because) });
                "describes"
            }
            Declared::Whole => {
                source.read = Some(ReadOf::Whole);
                "read"
            }
            Declared::Extract(what) => {
                source.read = Some(ReadOf::Extract(text(what)));
                "read"
            }
            Declared::Through(key, what) => {
                *through = Some(key);
                source.read = Some(ReadOf::Through(key.text.clone(), text(what)));
                "read"
            }
            Declared::Located(scheme) => {
                source.located = Some(scheme.text.clone());
                "located by"
            }
        }
    }
}
