//! Reads settings: which a section has, which it lacks, and the reading in force.

use super::phrases::{listed, plain_words};
use super::resolver::{Found, Resolver};
use super::resolving::Resolving;
use crate::problem::{Change, Code, Help, Remedy, nearest, one_of};
use crate::rules::vocabulary::{self, Meaning, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Name, Piece, Reading, Section, Setting, Statement};
use crate::syntax::spoken;

/// Wrong names that people give settings, each with the right name.
const RENAMED: &[(&str, &str)] = &[
    ("repeated", "repeated position"),
    ("repetition", "repeated position"),
    ("seeds in ends", "seeds in each end"),
    ("seeds in store", "seeds in each store"),
    ("seeds in stores", "seeds in each store"),
    ("starter", "next starter"),
    ("size", "columns"),
    ("holes", "columns"),
    ("holes per row", "columns"),
    ("holes per player", "columns"),
    ("seeds per hole", "seeds"),
    ("seeds in each hole", "seeds"),
    ("start", "seeds"),
    ("names", "also"),
    ("name", "also"),
    ("country", "region"),
];

impl<'a> Resolving<'a> {
    /// Collects the settings. Reports those that their section does not have, and repeated ones.
    pub(super) fn read_settings(&mut self) {
        use SectionWord as S;
        for word in [S::Game, S::Board, S::Move, S::Sowing, S::BeforeTurn, S::Match, S::Example] {
            for (index, section) in self.outline.all(word).to_vec().into_iter().enumerate() {
                for statement in &section.body {
                    let Statement::Setting(setting) = statement else { continue };
                    self.setting_known(word, index, setting);
                }
            }
        }
        if let Some(setting) = self.outline.score {
            self.settings.entry((S::Score, 0)).or_default().push(setting);
        }
    }

    /// Reports a citation without `@`: `rows: 2 assumed "why"`.
    fn citation_sign(&mut self, setting: &Setting) {
        for reading in setting.readings.iter().filter(|reading| reading.note.is_some() && reading.tag.is_none()) {
            let Some(Piece::Words(phrase)) = reading.pieces.last() else { continue };
            let Some([value @ .., key]) = plain_words(phrase) else { continue };
            let cites = key.text == "assumed" || self.sources.iter().any(|(source, _)| source.key == key.text);
            if cites && !value.is_empty() {
                let help = format!("write `@ {} \"..\"` after the value", key.text);
                self.gathered.wrong(Code::BrokenCitation, key.span, "a citation begins with `@`", help);
                self.gathered.reported.push(reading.span);
            }
        }
    }

    /// Reports what only the declaration of a source says: `region: "Ghana", read whole`.
    fn declares_no_source(&mut self, setting: &Setting) {
        for reading in &setting.readings {
            let clause = reading.pieces.iter().find(|piece| matches!(piece, Piece::Clause(_)));
            if let Some(clause) = clause {
                let message = format!("`{}` does not belong here", self.source.said(clause.span()));
                let help = "say it of a source, in `sources`";
                self.gathered.wrong(Code::WrongValue, clause.span(), message, help);
                self.gathered.reported.push(reading.span);
            }
        }
    }

    fn setting_known(&mut self, word: SectionWord, index: usize, setting: &'a Setting) {
        self.citation_sign(setting);
        self.declares_no_source(setting);
        if setting.names.first().is_none_or(|name| name.text != "mark") {
            for text in setting.readings.iter().filter_map(|reading| reading.of_several.as_ref()) {
                let message =
                    "a second text says how several are called, and only a word of your own or a mark has that";
                self.gathered.wrong(Code::WrongValue, text.span, message, "write one text in quotation marks, or none");
            }
        }
        let [name] = setting.names.as_slice() else {
            self.gathered.wrong(
                Code::UnevenReadings,
                setting.span,
                "names that go together belong in `options`",
                "move the line to `options { .. }`; do not give its settings again",
            );
            return;
        };
        let like = self.setting_in_section(word, name);
        if let Some(like) = like.filter(|like| *like != name.text) {
            self.meant.insert(name.span.start, like);
        }
        let before = self.settings.entry((word, index)).or_default();
        if let Some(first) =
            before.iter().find(|other| other.names.first().is_some_and(|other| other.text == name.text))
        {
            let first = first.span;
            let message = format!("`{}` is given twice", name.text);
            let problem = self.gathered.problem(Code::RepeatedSetting, name.span, message);
            problem.labels.push((first, "first here".to_owned()));
            problem.help = Some("give it once; add other readings after `|`".to_owned());
            return;
        }
        before.push(setting);
        let grouped = self.options.iter().filter(|entry| entry.section.is_none() && word != SectionWord::Example);
        if let Some(other) = grouped.flat_map(|entry| &entry.names).find(|other| other.text == name.text) {
            let first = other.span;
            let problem =
                self.gathered.problem(Code::RepeatedSetting, name.span, format!("`{}` is given twice", name.text));
            problem.labels.push((first, "already given here".to_owned()));
            problem.help = Some("do not repeat a setting that `options` gives".to_owned());
        }
    }

    /// The name of a section's setting. Reports an unknown name, and returns the one that was probably meant, if any.
    fn setting_in_section(&mut self, word: SectionWord, name: &Name) -> Option<String> {
        if vocabulary::is_setting(word, &name.text) {
            return Some(name.text.clone());
        }
        let mut known: Vec<&str> = vocabulary::settings(word).collect();
        // the name of marks in an example depends on the file
        let mark_before = format!("{} before", self.mark);
        if word == SectionWord::Example {
            known.extend(["board", "ends", &self.mark, &mark_before]);
        }
        if known.contains(&name.text.as_str()) {
            return Some(name.text.clone());
        }
        let section = vocabulary::section_name(word);
        let message = format!("`{section}` has no setting `{}`", name.text);
        let others = [SectionWord::Game, SectionWord::Board, SectionWord::Move, SectionWord::Sowing]
            .into_iter()
            .chain([SectionWord::BeforeTurn, SectionWord::Match, SectionWord::Example]);
        let home = others.into_iter().find(|other| vocabulary::is_setting(*other, &name.text));
        let said: Vec<&str> = name.text.split(' ').collect();
        let said = spoken::replaced(&said).map_or(name.text.clone(), |words| words.join(" "));
        let renamed = RENAMED.iter().find(|(old, new)| *old == said && known.contains(new)).map(|(_, new)| *new);
        let renamed = renamed.or_else(|| known.iter().copied().find(|known| *known == said));
        let like = renamed.or_else(|| nearest(&name.text, known.iter().copied())).map(str::to_owned);
        let told = renamed.and_then(|renamed| Help::write(&name.text, renamed));
        let help = match (told.or_else(|| Help::nearest(&name.text, known.iter().copied())), home) {
            _ if name.text == vocabulary::section_name(SectionWord::Score) => {
                format!("move it outside all sections: close `{section}` with `}}` before it").into()
            }
            _ if word == SectionWord::Board && matches!(said.as_str(), "store" | "stores") => {
                "every player has a store; if seeds are sown into it, write `ends: stores`".into()
            }
            (_, Some(home)) => format!("it belongs in `{} {{ .. }}`", vocabulary::section_name(home)).into(),
            (Some(help), None) => help,
            (None, None) => format!("`{section}` takes {}", one_of(known)).into(),
        };
        self.gathered.wrong(Code::UnknownSetting, name.span, message, help);
        like.filter(|_| home.is_none())
    }

    /// Whether a setting has this name, or was probably meant to.
    fn is_called(&self, setting: &Setting, name: &str) -> bool {
        setting
            .names
            .first()
            .is_some_and(|own| own.text == name || self.meant.get(&own.span.start).is_some_and(|meant| meant == name))
    }
}

impl<'a> Resolver<'a> {
    /// Records that a section lacks a setting. All are reported together at the end.
    pub(super) fn lacks(&mut self, section: &'a Section, word: SectionWord, name: &str) {
        let example = vocabulary::rows(|meaning| meaning == Meaning::Setting(word))
            .find(|entry| entry.words == name)
            .map_or("", |entry| entry.example);
        self.lacking.push((section, name.to_owned(), example));
    }

    /// Reports the settings that sections lack, except those that stand in an unreadable line.
    pub(super) fn report_lacking(&mut self) {
        let unread: Vec<(Span, String)> =
            self.known.file.unread.iter().map(|span| (*span, self.source.slice(*span).to_lowercase())).collect();
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
            let help = format!("write for example {}", examples.join(", "));
            let lines: Vec<&str> = here.iter().map(|(.., example)| *example).collect();
            let change = Change::Inside(section.head, lines.join("\n"));
            let remedy = Remedy::new(format!("Add {}", examples.join(", ")), change);
            self.curable(Code::MissingSetting, section.head, message, help, remedy);
        }
    }

    /// A setting of a section, or the option that gives it its value.
    pub(super) fn setting(&mut self, word: SectionWord, index: usize, name: &str) -> Option<Found<'a>> {
        let known = self.known;
        let own = known.settings.get(&(word, index));
        if let Some(setting) = own.and_then(|settings| settings.iter().find(|setting| known.is_called(setting, name))) {
            let in_force = self.options.iter().find(|option| option.entry.span == setting.span).map(|it| it.in_force);
            let chosen = in_force.map_or(0, |in_force| in_force.reading);
            let number = in_force.and_then(|in_force| in_force.numbers.first().copied().flatten());
            let readings: Vec<&'a [Piece]> = setting.readings.iter().map(|reading| reading.pieces.as_slice()).collect();
            let basis = self.basis_of(setting.readings.iter(), chosen);
            let name = setting.names.first()?;
            let texts = setting.readings.get(chosen).into_iter().flat_map(Reading::texts).collect();
            return Some(Found { name, readings, chosen, number, texts, span: setting.span, basis });
        }
        let (entry, in_force, at) = self
            .options
            .iter()
            .filter(|option| option.entry.section.is_none())
            .find_map(|option| option.entry.place(name).map(|at| (option.entry, option.in_force, at)))?;
        let basis = self.basis_of(entry.readings.iter().copied(), in_force.reading);
        Some(Found {
            name: entry.names[at],
            readings: (0..entry.readings.len()).map(|reading| entry.value(reading, at).pieces).collect(),
            chosen: in_force.reading,
            number: in_force.numbers[at],
            texts: Vec::new(),
            span: entry.span,
            basis,
        })
    }
}
