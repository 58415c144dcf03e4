//! Syntax tree to Rules: names resolved, options applied, every problem told.

mod board;
mod choices;
mod claims;
mod conditions;
mod contest;
mod effects;
mod examples;
mod follow_ups;
mod gathered;
mod holes;
mod lists;
mod names;
mod outline;
mod relations;
mod settings;
mod sides;
mod unknown;

use std::sync::Arc;

use foldhash::{HashMap, HashSet};

pub use choices::{Chosen, SettingError, Settings};

use self::choices::{OptionEntry, OptionInForce};
use self::gathered::Gathered;
use self::outline::Outline;
use self::sides::Geometry;
pub(in crate::rules) use self::sides::hole_runs;
use super::model::{Basis, Choice, Condition, MoveRules, Part, Property, ReadingText, Rules, SourceText};
use super::vocabulary::SectionWord;
use crate::problem::{Code, Help, Problem, sort};
use crate::source::{Source, Span};
use crate::syntax::ast::{Definition, File, Name, Phrase, Piece, Section, SetKind, Setting, Statement, Word};

/// The most seeds of a game.
pub const MOST_SEEDS: u64 = 65_535;
/// Words of a file that stand for other words are written out at most so often.
const MOST_EXPANSIONS: usize = 2_000;
/// What they stand for has at most so many conditions, all together.
const MOST_WRITTEN_OUT: usize = 20_000;

/// What came of resolving a file.
pub struct Resolved {
    /// The meaning; none if there are problems.
    pub rules: Option<Rules>,
    /// The options; where there are rules, these have them.
    described: Vec<Choice>,
    /// Everything that is wrong, sorted by place.
    pub problems: Vec<Problem>,
}

impl Resolved {
    /// The options, also where there are problems.
    pub fn options(&self) -> &[Choice] {
        self.rules.as_ref().map_or(&self.described, |rules| &rules.options)
    }
}

/// A file to be resolved under several readings: what is the same under all of them.
pub struct Resolving<'a> {
    source: &'a Source,
    file: &'a File,
    outline: Outline<'a>,
    options: Vec<OptionEntry<'a>>,
    /// The readings of each option.
    reading_texts: Vec<Arc<[ReadingText]>>,
    sources: Vec<(SourceText, Span)>,
    /// The words of the file's own.
    definitions: HashMap<&'a str, WordMeaning<'a>>,
    /// Their names in the order of the file.
    own_words: Vec<&'a str>,
    /// What a marked hole is called.
    mark: String,
    /// The settings of each section, by its kind and its place among those of its kind.
    settings: HashMap<(SectionWord, usize), Vec<&'a Setting>>,
    /// What settings of unknown names were meant to be called, by their place.
    meant: HashMap<usize, String>,
    gathered: Gathered,
}

impl<'a> Resolving<'a> {
    /// Reads what is the same under all readings.
    pub fn new(source: &'a Source, file: &'a File) -> Self {
        let mut problems = Vec::new();
        let outline = Outline::read(source, file, &mut problems);
        let options = choices::collect(source, &outline, &mut problems);
        let mark = outline.one(SectionWord::Board).and_then(mark_word).unwrap_or_else(|| "marked".to_owned());
        let mut resolving = Resolving {
            source,
            file,
            outline,
            options,
            reading_texts: Vec::new(),
            sources: Vec::new(),
            definitions: HashMap::default(),
            own_words: Vec::new(),
            mark,
            settings: HashMap::default(),
            meant: HashMap::default(),
            gathered: Gathered { problems, told: Vec::new() },
        };
        resolving.read_sources();
        let texts = resolving.options.iter().map(|entry| choices::reading_texts(entry, &resolving.sources));
        resolving.reading_texts = texts.collect();
        resolving.read_words();
        resolving.read_settings();
        resolving
    }

    /// The readings that `settings` choose, and the defaults of what they do not name; two settings can choose the same.
    pub fn chosen(&self, settings: &Settings) -> Result<Chosen, SettingError> {
        choices::choose(&self.options, settings)
    }

    /// The rules with the readings that `settings` choose; none if there are no such readings, or problems.
    pub fn rules(&self, settings: &Settings) -> Option<Rules> {
        self.resolve(&self.chosen(settings).ok()?).rules
    }

    /// Resolves the file with readings that were chosen.
    pub fn resolve(&self, chosen: &Chosen) -> Resolved {
        let mut resolver = Resolver::new(self, chosen);
        let rules = resolver.file();
        resolver.tell_lacking();
        resolver.unused();
        resolver.tell_open_lists();
        let described = if rules.is_none() { resolver.described_options() } else { Vec::new() };
        let mut problems = resolver.gathered.problems;
        if problems.is_empty() {
            return Resolved { rules, described, problems };
        }
        follow_ups::silence(&mut problems, self.source, self.file);
        sort(&mut problems);
        let (rules, described) = match rules {
            Some(rules) if !problems.is_empty() => (None, rules.options),
            rules => (rules, described),
        };
        Resolved { rules, described, problems }
    }
}

/// Resolves a file with the readings that `settings` choose; those not named stay at their default.
pub fn resolve(source: &Source, file: &File, settings: &Settings) -> Result<Resolved, SettingError> {
    let resolving = Resolving::new(source, file);
    Ok(resolving.resolve(&resolving.chosen(settings)?))
}

/// Whether an example or a claim asks for just these readings.
pub fn asks_for(section: &Section, settings: &Settings) -> bool {
    matches!(section.name.text.as_str(), "example" | "never")
        && examples::readings_asked(section).is_ok_and(|readings| readings == settings)
}

/// The readings that the examples of a file ask for, each set once, the defaults first.
pub fn example_settings(file: &File) -> Vec<Vec<(String, String)>> {
    let mut found = vec![Vec::new()];
    ask_for(file, "example", &mut found);
    found
}

/// The readings that the claims of a file ask for, each set once.
pub fn claim_settings(file: &File) -> Vec<Vec<(String, String)>> {
    let mut found = Vec::new();
    ask_for(file, "never", &mut found);
    found
}

/// Adds the readings that sections of a name ask for in their heads.
fn ask_for(file: &File, name: &str, found: &mut Vec<Vec<(String, String)>>) {
    for statement in &file.statements {
        if let Statement::Section(section) = statement
            && section.name.text == name
            && let Ok(readings) = examples::readings_asked(section)
            && !found.contains(&readings)
        {
            found.push(readings);
        }
    }
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
    Claim,
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
            Moment::Claim => "`never`",
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
    known: &'a Resolving<'a>,
    source: &'a Source,
    options: Vec<OptionInForce<'a>>,
    gathered: Gathered,
    /// Which sources are cited.
    cited: Vec<bool>,
    words_used: HashSet<&'a str>,
    /// Words that stand in the statement being read and are not settled by an option.
    words_met: Vec<&'a str>,
    /// Words that are being written out, to find those explained by themselves.
    expanding: Vec<&'a str>,
    expansions: usize,
    /// Conditions and sets met in words that were written out.
    written_out: usize,
    players: usize,
    /// What the board lacks.
    geometry: Geometry,
    move_names: Vec<Option<&'a str>>,
    has_contest: bool,
    moment: Moment,
    /// Whether words without a hole are about the hole tested.
    testing: bool,
    /// Whether `any N of SET` may stand here: behind an effect, alone.
    choice_fits: bool,
    /// Settings that sections lack, each with an example.
    lacking: Vec<(&'a Section, String, &'static str)>,
    asks_repeated: bool,
    sows_on: bool,
    /// Heads of lists that must decide everything and do not end with `otherwise`, and whether they have rules.
    open_lists: Vec<(Span, bool)>,
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
    fn new(known: &'a Resolving<'a>, chosen: &'a Chosen) -> Self {
        Resolver {
            known,
            source: known.source,
            options: choices::in_force(&known.options, chosen),
            gathered: known.gathered.clone(),
            cited: vec![false; known.sources.len()],
            words_used: HashSet::default(),
            words_met: Vec::new(),
            expanding: Vec::new(),
            expansions: 0,
            written_out: 0,
            players: 2,
            geometry: Geometry::default(),
            move_names: Vec::new(),
            has_contest: known.outline.one(SectionWord::Match).is_some(),
            moment: Moment::Board,
            testing: false,
            choice_fits: false,
            lacking: Vec::new(),
            asks_repeated: false,
            sows_on: false,
            open_lists: Vec::new(),
        }
    }

    fn problem(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Problem {
        self.gathered.problem(code, span, message)
    }

    fn is_full(&self) -> bool {
        self.gathered.is_full()
    }

    fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        self.gathered.wrong(code, span, message, help);
    }

    /// Resolves with the moment set.
    fn at<T>(&mut self, moment: Moment, then: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.moment, moment);
        let value = then(self);
        self.moment = before;
        value
    }

    fn file(&mut self) -> Option<Rules> {
        let outline = &self.known.outline;
        for entry in &self.known.options {
            for reading in &entry.readings {
                self.cite(reading.tag.as_ref());
            }
        }
        let options = self.described_options();
        let about = self.about(outline);
        let board = self.board(outline);
        self.move_names = outline.all(SectionWord::Move).iter().map(|section| move_name(section)).collect();
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
        let claims = self.claims(outline);
        let left_out = self.left_out(outline);
        let words = self.stated_words(outline);
        let mut board = board?;
        self.end_owners(&mut board, moves.iter().flatten());
        let examples = self.examples(outline, &board);
        let mut rules = Rules {
            about: about?,
            sources: self.known.sources.iter().map(|(text, _)| text.clone()).collect(),
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
            claims,
            left_out,
            remembers: false,
            examples,
            words,
        };
        let mut remembers = false;
        rules.visit(&mut |part| {
            let asks = matches!(part, Part::Condition(Condition::Is(_, Property::Played | Property::Reached)));
            remembers |= asks;
        });
        rules.remembers = remembers;
        Some(rules)
    }

    fn described_options(&self) -> Vec<Choice> {
        choices::described(&self.options, &self.known.reading_texts)
    }
}

/// What a marked hole is called, where the board says so.
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
