//! Settings: which a section has, which it lacks, and which reading of each is in force.

use std::collections::HashSet;

use super::outline::Outline;
use super::{Found, Resolver};
use crate::problem::{Code, Help, nearest, one_of};
use crate::rules::vocabulary::{self, Meaning, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Name, Piece, Reading, Section, Setting, Statement};

/// Names that settings had, or that people give them, and what they are called.
const RENAMED: &[(&str, &str)] = &[
    ("repeated", "repeated position"),
    ("repetition", "repeated position"),
    ("seeds in ends", "seeds in each end"),
    ("seeds in store", "seeds in each store"),
    ("seeds in stores", "seeds in each store"),
    ("starter", "next starter"),
    ("size", "columns"),
    ("holes", "columns"),
    ("start", "seeds"),
    ("names", "also"),
    ("name", "also"),
    ("country", "region"),
];

impl<'a> Resolver<'a> {
    /// Every setting must be one of its section, and be given once.
    pub(super) fn settings_known(&mut self, outline: &Outline<'a>) {
        use SectionWord as S;
        for word in [S::Game, S::Board, S::Move, S::Sowing, S::BeforeTurn, S::Match, S::Example] {
            for (index, section) in outline.all(word).to_vec().into_iter().enumerate() {
                for statement in &section.body {
                    let Statement::Setting(setting) = statement else { continue };
                    self.setting_known(word, index, setting);
                }
            }
        }
        if let Some(setting) = outline.score {
            self.settings_met.entry((S::Score, 0)).or_default().push(setting);
        }
        let known: HashSet<&str> = [S::Board, S::Move, S::Sowing, S::BeforeTurn, S::Match]
            .into_iter()
            .flat_map(vocabulary::settings)
            .collect();
        for entry in &mut self.options {
            // options that stand for settings are used by being settings
            if entry.names.iter().any(|name| known.contains(name.text.as_str())) {
                entry.used = true;
            }
        }
    }

    /// `rows: 2 assumed "why"`
    fn citation_sign(&mut self, setting: &Setting) {
        for reading in setting.readings.iter().filter(|reading| reading.note.is_some() && reading.tag.is_none()) {
            let Some(Piece::Words(phrase)) = reading.pieces.last() else { continue };
            let Some([value @ .., key]) = super::plain_words(phrase) else { continue };
            let cites = key.text == "assumed" || self.sources.iter().any(|(source, _)| source.key == key.text);
            if cites && !value.is_empty() {
                let help = format!("write `@ {} \"..\"` behind the value", key.text);
                self.wrong(Code::BrokenCitation, key.span, "a citation begins with `@`", help);
                self.told.push(reading.span);
            }
        }
    }

    fn setting_known(&mut self, word: SectionWord, index: usize, setting: &'a Setting) {
        self.citation_sign(setting);
        let [name] = setting.names.as_slice() else {
            self.wrong(
                Code::UnevenReadings,
                setting.span,
                "names that go together stand in `options`",
                "move the line to `options { .. }`; settings given there are not given again",
            );
            return;
        };
        let like = self.setting_in_section(word, name);
        if let Some(like) = like.filter(|like| *like != name.text) {
            self.meant.insert(name.span.start, like);
        }
        let before = self.settings_met.entry((word, index)).or_default();
        if let Some(first) =
            before.iter().find(|other| other.names.first().is_some_and(|other| other.text == name.text))
        {
            let first = first.span;
            let message = format!("`{}` is given twice", name.text);
            let problem = self.problem(Code::RepeatedSetting, name.span, message);
            problem.labels.push((first, "first here".to_owned()));
            problem.help = Some("give it once; other readings stand behind `|`".to_owned());
            return;
        }
        before.push(setting);
        let grouped = self.options.iter().filter(|entry| entry.section.is_none() && word != SectionWord::Example);
        if let Some(other) = grouped.flat_map(|entry| &entry.names).find(|other| other.text == name.text) {
            let first = other.span;
            let problem = self.problem(Code::RepeatedSetting, name.span, format!("`{}` is given twice", name.text));
            problem.labels.push((first, "given here already".to_owned()));
            problem.help = Some("a setting given in `options` is not given again".to_owned());
        }
    }

    /// The name of a setting, or the one that is most like it; none, and a problem, if the section has no such setting.
    fn setting_in_section(&mut self, word: SectionWord, name: &Name) -> Option<String> {
        if vocabulary::settings(word).any(|known| known == name.text) {
            return Some(name.text.clone());
        }
        let mut known: Vec<&str> = vocabulary::settings(word).collect();
        let own_words = self.example_words();
        if word == SectionWord::Example {
            known.push("board");
            known.push("ends");
            known.extend(own_words.iter().map(String::as_str));
        }
        if known.contains(&name.text.as_str()) {
            return Some(name.text.clone());
        }
        let section = vocabulary::section_name(word);
        let message = format!("`{section}` has no setting `{}`", name.text);
        let others = [SectionWord::Game, SectionWord::Board, SectionWord::Move, SectionWord::Sowing]
            .into_iter()
            .chain([SectionWord::BeforeTurn, SectionWord::Match, SectionWord::Example]);
        let home = others.into_iter().find(|other| vocabulary::settings(*other).any(|known| known == name.text));
        let renamed = RENAMED.iter().find(|(old, new)| *old == name.text && known.contains(new)).map(|(_, new)| *new);
        let like = renamed.or_else(|| nearest(&name.text, known.iter().copied())).map(str::to_owned);
        let help = match (&like, home) {
            _ if name.text == vocabulary::section_name(SectionWord::Score) => {
                format!("put it outside of all sections: close `{section}` with `}}` before it").into()
            }
            (_, Some(home)) => format!("it belongs in `{} {{ .. }}`", vocabulary::section_name(home)).into(),
            (Some(like), None) => Help::did_you_mean(like),
            (None, None) => format!("`{section}` takes {}", one_of(known)).into(),
        };
        self.wrong(Code::UnknownSetting, name.span, message, help);
        like.filter(|_| home.is_none())
    }

    /// Whether a setting has a name, or was meant to have it.
    fn is_called(&self, setting: &Setting, name: &str) -> bool {
        setting
            .names
            .first()
            .is_some_and(|own| own.text == name || self.meant.get(&own.span.start).is_some_and(|meant| meant == name))
    }

    /// A section lacks a setting. What it lacks is told at once when all is read.
    pub(super) fn lacks(&mut self, section: &'a Section, word: SectionWord, name: &str) {
        let example = vocabulary::rows(|meaning| meaning == Meaning::Setting(word))
            .find(|entry| entry.words == name)
            .map_or("", |entry| entry.example);
        self.lacking.push((section, name.to_owned(), example));
    }

    /// Tells what sections lack, but for what stands in a line that could not be read.
    pub(super) fn tell_lacking(&mut self) {
        let unread: Vec<(Span, String)> =
            self.file.unread.iter().map(|span| (*span, self.source.slice(*span).to_lowercase())).collect();
        let mut lacking = std::mem::take(&mut self.lacking);
        lacking.retain(|(section, name, _)| {
            let inside = |span: &Span| section.span.start <= span.start && span.end <= section.span.end;
            !unread.iter().any(|(span, text)| inside(span) && text.contains(name.as_str()))
        });
        while let Some(section) = lacking.first().map(|(section, ..)| *section) {
            let (here, others): (Vec<_>, Vec<_>) =
                lacking.into_iter().partition(|(other, ..)| other.head == section.head);
            lacking = others;
            let names: Vec<String> = here.iter().map(|(_, name, _)| format!("`{name}`")).collect();
            let examples: Vec<String> = here.iter().map(|(_, _, example)| format!("`{example}`")).collect();
            let message = format!("`{}` does not say {}", section.name.text, listed(&names));
            self.wrong(
                Code::MissingSetting,
                section.head,
                message,
                format!("write for example {}", examples.join(", ")),
            );
        }
    }

    /// What an example calls its marks.
    fn example_words(&self) -> Vec<String> {
        let mark = self.mark_name();
        vec![mark.clone(), format!("{mark} before")]
    }

    /// What a marked hole is called.
    pub(super) fn mark_name(&self) -> String {
        if let Some(mark) = &self.mark {
            return mark.clone();
        }
        "marked".to_owned()
    }

    /// A setting of a section, or the name of an option that stands for it.
    pub(super) fn setting(&mut self, word: SectionWord, index: usize, name: &str) -> Option<Found<'a>> {
        let own = self
            .settings_met
            .get(&(word, index))
            .and_then(|settings| settings.iter().find(|setting| self.is_called(setting, name)))
            .copied();
        if let Some(setting) = own {
            let entry = self.options.iter().find(|entry| entry.span == setting.span);
            let chosen = entry.map_or(0, |entry| entry.chosen);
            let number = entry.and_then(|entry| entry.numbers.first().copied().flatten());
            let readings: Vec<&'a [Piece]> = setting.readings.iter().map(|reading| reading.pieces.as_slice()).collect();
            for reading in &setting.readings {
                self.basis(reading.tag.as_ref());
            }
            let basis = self.reading_basis(&setting.readings, chosen);
            let name = setting.names.first()?;
            return Some(Found { name, readings, chosen, number, span: setting.span, basis });
        }
        let (entry, at) = self
            .options
            .iter()
            .filter(|entry| entry.section.is_none())
            .find_map(|entry| entry.names.iter().position(|known| known.text == name).map(|at| (entry, at)))?;
        let readings: Vec<&'a [Piece]> = (0..entry.readings.len()).map(|reading| entry.pieces(reading, at)).collect();
        let found = Found {
            name: entry.names[at],
            readings,
            chosen: entry.chosen,
            number: entry.numbers[at],
            span: entry.span,
            basis: Vec::new(),
        };
        let tags: Vec<&'a Reading> = entry.readings.clone();
        let basis = self.basis_of(&tags, found.chosen);
        Some(Found { basis, ..found })
    }
}

/// "a, b and c".
pub(super) fn listed(names: &[String]) -> String {
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
