//! Syntax tree to Rules: names resolved, options applied, every problem told.

mod board;
mod choices;
mod conditions;
mod contest;
mod effects;
mod examples;
mod holes;
mod lists;
mod outline;

use std::collections::{HashMap, HashSet};

pub use choices::{SettingError, Settings};

use self::choices::OptionEntry;
use self::outline::Outline;
use super::model::{Basis, Case, Choice, Direction, Ends, MoveRules, Origin, Rules, SourceText, Stated, Way};
use super::vocabulary::{self, SectionWord};
use crate::problem::{Code, Problem, nearest, one_of, sort};
use crate::source::{Source, Span};
use crate::syntax::ast::{
    Definition, File, Name, Phrase, Piece, Reading, Section, SetKind, Setting, Statement, Tag, Word,
};

/// The most seeds of a game.
pub const MOST_SEEDS: u64 = 65_535;
/// Words of a file that stand for other words are written out at most so often.
const MOST_EXPANSIONS: usize = 2_000;

/// What came of resolving a file.
pub struct Resolved {
    /// The meaning; none if there are problems.
    pub rules: Option<Rules>,
    /// The options, also where there are problems.
    pub options: Vec<Choice>,
    /// Everything that is wrong, sorted by place.
    pub problems: Vec<Problem>,
}

/// Resolves a file with the readings that `settings` choose; those not named stay at their default.
pub fn resolve(source: &Source, file: &File, settings: &Settings) -> Result<Resolved, SettingError> {
    let mut problems = Vec::new();
    let outline = Outline::read(file, &mut problems);
    let mut options = choices::collect(&outline, &mut problems);
    choices::choose(&mut options, source, settings)?;
    let mut resolver = Resolver {
        source,
        problems,
        options,
        sources: Vec::new(),
        sources_used: HashSet::new(),
        definitions: HashMap::new(),
        words_used: HashSet::new(),
        expanding: Vec::new(),
        expansions: 0,
        mark: None,
        players: 2,
        two_row_sides: false,
        move_names: Vec::new(),
        has_contest: outline.one(SectionWord::Match).is_some(),
        moment: Moment::Board,
        testing: false,
        settings_met: HashMap::new(),
        asks_repeated: false,
        sows_on: false,
    };
    let rules = resolver.file(&outline);
    resolver.unused();
    let options = resolver.described_options();
    let mut problems = resolver.problems;
    sort(&mut problems);
    let rules = if problems.is_empty() { rules } else { None };
    Ok(Resolved { rules, options, problems })
}

/// The readings that the examples of a file ask for, each set once, the defaults first.
pub fn example_settings(file: &File) -> Vec<Vec<(String, String)>> {
    let mut found = vec![Vec::new()];
    for statement in &file.statements {
        if let Statement::Section(section) = statement
            && section.name.text == "example"
            && let Ok(readings) = examples::readings_asked(section)
            && !found.contains(&readings)
        {
            found.push(readings);
        }
    }
    found
}

/// The moment of the game at which a condition or an effect is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Board,
    MoveWhen,
    Choosing,
    Begin,
    Sowing,
    EachSeed,
    LastSeed,
    AfterTurn,
    BeforeTurn,
    Score,
    AfterRefilling,
}

impl Moment {
    /// Whether there is a chosen hole or a last seed.
    fn has_here(self) -> bool {
        matches!(
            self,
            Moment::Choosing | Moment::Begin | Moment::Sowing | Moment::EachSeed | Moment::LastSeed | Moment::AfterTurn
        )
    }

    fn name(self) -> &'static str {
        match self {
            Moment::Board => "the start of the game",
            Moment::MoveWhen => "the condition of a `move`",
            Moment::Choosing => "the choice of a hole",
            Moment::Begin => "`begin`",
            Moment::Sowing => "`sowing`",
            Moment::EachSeed => "`each seed`",
            Moment::LastSeed => "`last seed`",
            Moment::AfterTurn => "`after turn`",
            Moment::BeforeTurn => "`before turn`",
            Moment::Score => "`each player scores`",
            Moment::AfterRefilling => "`each player after refilling`",
        }
    }
}

/// A word of the file's own.
#[derive(Clone, Copy)]
enum WordMeaning<'a> {
    Condition(&'a Definition),
    Holes(&'a Setting),
}

struct Resolver<'a> {
    source: &'a Source,
    problems: Vec<Problem>,
    options: Vec<OptionEntry<'a>>,
    sources: Vec<(SourceText, Span)>,
    sources_used: HashSet<String>,
    definitions: HashMap<String, WordMeaning<'a>>,
    words_used: HashSet<String>,
    /// Words that are being written out, to find those explained by themselves.
    expanding: Vec<String>,
    expansions: usize,
    mark: Option<String>,
    players: usize,
    two_row_sides: bool,
    move_names: Vec<Option<String>>,
    has_contest: bool,
    moment: Moment,
    /// Whether words without a hole are about the hole tested.
    testing: bool,
    settings_met: HashMap<(SectionWord, usize), Vec<&'a Setting>>,
    asks_repeated: bool,
    sows_on: bool,
}

/// A setting as found: its reading in force, and all readings to check.
#[derive(Clone)]
struct Found<'a> {
    name: &'a Name,
    readings: Vec<&'a [Piece]>,
    chosen: usize,
    /// A number chosen within a range.
    number: Option<u64>,
    span: Span,
    basis: Basis,
}

impl<'a> Resolver<'a> {
    fn problem(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Problem {
        self.problems.push(Problem::new(code, span, message));
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    /// A problem with what to write instead.
    fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problem(code, span, message).help = Some(help.into());
    }

    /// Resolves with the moment set.
    fn at<T>(&mut self, moment: Moment, then: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.moment, moment);
        let value = then(self);
        self.moment = before;
        value
    }

    fn file(&mut self, outline: &Outline<'a>) -> Option<Rules> {
        self.sources(outline);
        self.words(outline);
        self.mark = outline.one(SectionWord::Board).and_then(mark_word);
        self.settings_known(outline);
        let tags: Vec<&'a Tag> =
            self.options.iter().flat_map(|entry| &entry.readings).filter_map(|reading| reading.tag.as_ref()).collect();
        for tag in tags {
            self.basis(Some(tag));
        }
        let options = self.described_options();
        let about = self.about(outline);
        let board = self.board(outline);
        self.move_names =
            outline.all(SectionWord::Move).iter().map(|section| move_name(section).map(str::to_owned)).collect();
        let moves: Vec<Option<MoveRules>> = outline
            .all(SectionWord::Move)
            .iter()
            .enumerate()
            .map(|(index, section)| self.move_rules(index, section))
            .collect();
        let skip = self.skip(outline);
        let each_seed = self.list(outline.one(SectionWord::EachSeed), Moment::EachSeed);
        let last_seed = self.list(outline.one(SectionWord::LastSeed), Moment::LastSeed);
        let after_turn = self.list(outline.one(SectionWord::AfterTurn), Moment::AfterTurn);
        let before_turn = self.list(outline.one(SectionWord::BeforeTurn), Moment::BeforeTurn);
        let endless = self.endless(outline);
        let repeated = self.repeated(outline);
        let score = self.score(outline);
        let contest = self.contest(outline);
        let left_out = self.left_out(outline);
        let mut board = board?;
        self.end_owners(&mut board, moves.iter().flatten());
        let examples = self.examples(outline, &board);
        let words = self.stated_words(outline);
        Some(Rules {
            about: about?,
            sources: self.sources.iter().map(|(text, _)| text.clone()).collect(),
            options,
            board,
            moves: moves.into_iter().collect::<Option<_>>()?,
            skip,
            endless,
            each_seed,
            last_seed,
            after_turn,
            before_turn,
            repeated,
            score: score?,
            contest: contest.flatten(),
            left_out,
            examples,
            words,
        })
    }

    fn described_options(&mut self) -> Vec<Choice> {
        let source = self.source;
        let known: HashSet<String> = self.sources.iter().map(|(text, _)| text.key.clone()).collect();
        choices::described(&self.options, source, |reading| plain_basis(reading.tag.as_ref(), &known))
    }

    fn sources(&mut self, outline: &Outline<'a>) {
        let Some(section) = outline.one(SectionWord::Sources) else { return };
        for statement in &section.body {
            let Statement::Setting(setting) = statement else { continue };
            let (Some(name), Some(reading)) = (setting.names.first(), setting.readings.first()) else { continue };
            let texts: Vec<String> = reading
                .pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Text(text) => Some(text.text.clone()),
                    _ => None,
                })
                .collect();
            if texts.len() != reading.pieces.len() || setting.readings.len() > 1 || setting.names.len() > 1 {
                self.wrong(
                    Code::WrongValue,
                    reading.span,
                    "a source is told by texts in quotation marks",
                    "write `wiki: \"Mancala World, Krur\"`, behind a comma perhaps where it can be found",
                );
            }
            if name.text == "assumed" || name.text.contains(' ') {
                let message = format!("`{}` cannot be the key of a source", name.text);
                self.wrong(Code::NameTaken, name.span, message, "give it a key of one word such as `wiki`");
            }
            if let Some((_, first)) = self.sources.iter().find(|(text, _)| text.key == name.text) {
                let first = *first;
                let problem = self.problem(
                    Code::RepeatedSetting,
                    name.span,
                    format!("the source `{}` is given twice", name.text),
                );
                problem.labels.push((first, "first here".to_owned()));
            }
            self.sources.push((SourceText { key: name.text.clone(), texts }, name.span));
        }
    }

    fn words(&mut self, outline: &Outline<'a>) {
        for statement in outline.one(SectionWord::Words).iter().flat_map(|section| &section.body) {
            let (name, meaning) = match statement {
                Statement::Definition(definition) => (&definition.name, WordMeaning::Condition(definition)),
                Statement::Setting(setting) => match setting.names.first() {
                    Some(name) => (name, WordMeaning::Holes(setting)),
                    None => continue,
                },
                _ => continue,
            };
            if name.text.contains(' ') {
                let message = format!("`{}` is more than one word", name.text);
                self.wrong(Code::NameTaken, name.span, message, "join its parts with a hyphen");
            } else if vocabulary::is_taken(&name.text) {
                let message = format!("`{}` is a word of the language already", name.text);
                self.wrong(Code::NameTaken, name.span, message, "choose another word");
            } else if self.definitions.insert(name.text.clone(), meaning).is_some() {
                let message = format!("`{}` is explained twice", name.text);
                self.wrong(Code::RepeatedSetting, name.span, message, "explain it once");
            }
        }
        // names of options must not be words either
        let taken: Vec<(String, Span)> = self
            .options
            .iter()
            .filter(|entry| entry.section.is_none())
            .flat_map(|entry| &entry.names)
            .filter(|name| vocabulary::is_taken(&name.text) || self.definitions.contains_key(&name.text))
            .map(|name| (name.text.clone(), name.span))
            .collect();
        for (name, span) in taken {
            self.wrong(Code::NameTaken, span, format!("`{name}` is a word already"), "give the option another name");
        }
    }

    fn stated_words(&mut self, outline: &Outline<'a>) -> Vec<Stated<String>> {
        let mut stated = Vec::new();
        for statement in outline.one(SectionWord::Words).iter().flat_map(|section| &section.body) {
            match statement {
                Statement::Definition(definition) => {
                    let basis = self.basis(definition.tag.as_ref());
                    stated.push(Stated { value: definition.name.text.clone(), span: definition.span, basis });
                }
                Statement::Setting(setting) => {
                    let tag = setting.readings.first().and_then(|reading| reading.tag.as_ref());
                    let basis = self.basis(tag);
                    let name = setting.names.first().map_or(String::new(), |name| name.text.clone());
                    stated.push(Stated { value: name, span: setting.span, basis });
                }
                _ => {}
            }
        }
        stated
    }

    /// Every setting must be one of its section, and be given once.
    fn settings_known(&mut self, outline: &Outline<'a>) {
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

    fn setting_known(&mut self, word: SectionWord, index: usize, setting: &'a Setting) {
        let [name] = setting.names.as_slice() else {
            self.wrong(
                Code::UnevenReadings,
                setting.span,
                "names that go together stand in `options`",
                "move the line to `options { .. }`; settings given there are not given again",
            );
            return;
        };
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
        let mut known: Vec<&str> = vocabulary::settings(word).collect();
        let own_words = self.example_words();
        if word == SectionWord::Example {
            known.push("board");
            known.push("ends");
            known.extend(own_words.iter().map(String::as_str));
        }
        if !known.contains(&name.text.as_str()) {
            let section = vocabulary::section_name(word);
            let help = match nearest(&name.text, known.iter().copied()) {
                Some(like) => format!("did you mean `{like}`?"),
                None => format!("`{section}` takes {}", one_of(known)),
            };
            self.wrong(Code::UnknownSetting, name.span, format!("`{section}` has no setting `{}`", name.text), help);
        }
    }

    /// What an example calls its marks.
    fn example_words(&self) -> Vec<String> {
        let mark = self.mark_name();
        vec![mark.clone(), format!("{mark} before")]
    }

    /// What a marked hole is called.
    fn mark_name(&self) -> String {
        if let Some(mark) = &self.mark {
            return mark.clone();
        }
        "marked".to_owned()
    }

    /// A setting of a section, or the name of an option that stands for it.
    fn setting(&mut self, word: SectionWord, index: usize, name: &str) -> Option<Found<'a>> {
        let own = self
            .settings_met
            .get(&(word, index))
            .and_then(|settings| settings.iter().find(|setting| setting.names.first().is_some_and(|n| n.text == name)))
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

    fn reading_basis(&mut self, readings: &'a [Reading], chosen: usize) -> Basis {
        self.basis_of(&readings.iter().collect::<Vec<_>>(), chosen)
    }

    /// A citation counts for the readings before it that have none.
    fn basis_of(&mut self, readings: &[&'a Reading], chosen: usize) -> Basis {
        for reading in readings {
            self.basis(reading.tag.as_ref());
        }
        let tag = readings.iter().skip(chosen).find_map(|reading| reading.tag.as_ref());
        self.basis(tag)
    }

    /// Where a statement was read; unknown sources are told.
    fn basis(&mut self, tag: Option<&Tag>) -> Basis {
        let known: HashSet<String> = self.sources.iter().map(|(text, _)| text.key.clone()).collect();
        for (key, _) in tag.iter().flat_map(|tag| &tag.origins) {
            if key.text != "assumed" && !known.contains(&key.text) {
                let help = match nearest(&key.text, known.iter().map(String::as_str)) {
                    Some(like) => format!("did you mean `{like}`?"),
                    None => "list it in `sources { .. }`, or write `@ assumed \"why\"`".to_owned(),
                };
                let exists = self
                    .problems
                    .iter()
                    .any(|problem| problem.code == Code::UnknownSource && problem.span() == key.span);
                if !exists {
                    self.wrong(Code::UnknownSource, key.span, format!("there is no source `{}`", key.text), help);
                }
            }
            self.sources_used.insert(key.text.clone());
        }
        plain_basis(tag, &known)
    }

    fn left_out(&mut self, outline: &Outline<'a>) -> Vec<Stated<String>> {
        let mut left_out = Vec::new();
        for statement in outline.one(SectionWord::LeftOut).iter().flat_map(|section| &section.body) {
            if let Statement::Remark(remark) = statement {
                let basis = self.basis(remark.tag.as_ref());
                left_out.push(Stated { value: remark.text.text.clone(), span: remark.span, basis });
            }
        }
        left_out
    }

    /// The stores of a board whose ends are stores lie behind the rows, as sowing goes.
    fn end_owners<'m>(&mut self, board: &mut super::model::Board, moves: impl Iterator<Item = &'m MoveRules>) {
        let Some([left, right]) = board.end_cells() else { return };
        if board.ends.value != Ends::Stores {
            return;
        }
        let mut ways: Vec<Way> = Vec::new();
        let mut single = true;
        for case in moves.flat_map(|section| &section.direction) {
            let Case { value, .. } = case;
            match value {
                Direction::One(way) => ways.push(*way),
                _ => single = false,
            }
        }
        ways.dedup();
        let (true, [way]) = (single, ways.as_slice()) else {
            self.wrong(
                Code::WrongBoard,
                board.ends.span,
                "stores at the ends need one direction of sowing for both players",
                "a store lies behind its owner's row as sowing goes: write `direction: counterclockwise`",
            );
            return;
        };
        let souths = if *way == Way::Counterclockwise { right } else { left };
        let norths = if souths == right { left } else { right };
        board.stores = vec![souths, norths];
        board.owner[souths] = Some(0);
        board.owner[norths] = Some(1);
    }

    fn unused(&mut self) {
        let mut unused: Vec<(Span, String, &str)> = Vec::new();
        for (name, meaning) in &self.definitions {
            let span = match meaning {
                WordMeaning::Condition(definition) => definition.name.span,
                WordMeaning::Holes(setting) => setting.span,
            };
            if !self.words_used.contains(name) {
                unused.push((span, format!("the word `{name}` is never used"), "use it in a rule, or take it away"));
            }
        }
        for entry in self.options.iter().filter(|entry| !entry.used) {
            for name in &entry.names {
                let message = format!("the option `{}` changes nothing", name.text);
                unused.push((name.span, message, "ask for it in a rule: `NAME is READING`"));
            }
        }
        for (text, span) in &self.sources {
            if !self.sources_used.contains(&text.key) {
                let message = format!("the source `{}` is never cited", text.key);
                unused.push((*span, message, "cite it behind `@`, or take it away"));
            }
        }
        for (span, message, help) in unused {
            self.wrong(Code::UnusedName, span, message, help);
        }
    }
}

fn plain_basis(tag: Option<&Tag>, known: &HashSet<String>) -> Basis {
    tag.iter()
        .flat_map(|tag| &tag.origins)
        .map(|(key, text)| Origin {
            source: known.contains(&key.text).then(|| key.text.clone()),
            text: text.text.clone(),
        })
        .collect()
}

/// What a marked hole is called, before the board is resolved.
fn mark_word(board: &Section) -> Option<String> {
    board.body.iter().find_map(|statement| match statement {
        Statement::Setting(setting) if setting.names.first().is_some_and(|name| name.text == "mark") => {
            board::piece_words(setting.readings.first()?.pieces.first()?)
        }
        _ => None,
    })
}

/// The name of a `move` section.
fn move_name(section: &Section) -> Option<&str> {
    section.name.text.strip_prefix("move ")
}

/// The words of a phrase that is nothing but words.
fn plain_words(phrase: &Phrase) -> Option<&[Word]> {
    match phrase.object.as_ref()?.parts.as_slice() {
        [part] if phrase.links.is_empty() && part.filter.is_none() => match &part.kind {
            SetKind::Words { words, within: None } => Some(&words.words),
            _ => None,
        },
        _ => None,
    }
}
