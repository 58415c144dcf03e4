//! The state of resolving a file under one reading of each option.

use foldhash::HashSet;

use super::choices::{self, Chosen, OptionInForce};
use super::gathered::Gathered;
use super::geometry::Geometry;
use super::phrases::move_name;
use super::resolving::Resolving;
use crate::problem::{Code, Help, Problem, Remedy};
use crate::rules::model::{Basis, Condition, Fact, Moment, MoveRules, Part, Property, Rules, Saying};
use crate::rules::vocabulary::SectionWord;
use crate::source::{Source, Span};
use crate::syntax::ast::{Name, Piece, Section};

pub(super) struct Resolver<'a> {
    pub(super) known: &'a Resolving<'a>,
    pub(super) source: &'a Source,
    pub(super) options: Vec<OptionInForce<'a>>,
    pub(super) gathered: Gathered,
    /// Whether each source is cited, by source.
    pub(super) cited: Vec<bool>,
    pub(super) words_used: HashSet<&'a str>,
    /// The file's own words in the statement being read, except those in conditions that an option makes constant.
    pub(super) words_met: Vec<&'a str>,
    /// The file's own words being expanded now, to detect words defined by themselves.
    pub(super) expanding: Vec<&'a str>,
    pub(super) expansions: usize,
    /// Number of conditions and sets read while expanding words.
    pub(super) written_out: usize,
    pub(super) players: usize,
    /// What the board lacks that rules may ask for.
    pub(super) geometry: Geometry,
    pub(super) move_names: Vec<Option<&'a str>>,
    pub(super) has_contest: bool,
    pub(super) moment: Moment,
    /// Whether a condition without a hole is about the hole tested.
    pub(super) testing: bool,
    /// Whether `hole` stands for each hole that an effect takes seeds from or puts seeds in.
    pub(super) at_hand: bool,
    /// Whether the condition is about another move.
    pub(super) among_others: bool,
    /// The word of the file that is being asked of another hole than the one in question, and where it is.
    pub(super) asked_of: Option<(&'a str, Span)>,
    /// Whether `any N of SET` may stand here: only alone, as the object of an effect.
    pub(super) choice_fits: bool,
    /// Whether words are tried only to find out what was meant.
    pub(super) guessing: bool,
    /// Missing settings: the section, the setting's name and an example of it.
    pub(super) lacking: Vec<(&'a Section, String, &'static str)>,
    pub(super) asks_repeated: bool,
    pub(super) sows_on: bool,
    /// Whether a reading of a direction, or a rule, lets a lap go clockwise.
    pub(super) goes_clockwise: bool,
    /// Lists that must decide every case and do not end with `otherwise`: the head, and whether the list has rules.
    pub(super) open_lists: Vec<(Moment, Span, Option<Span>)>,
    /// Where players may swap sides.
    pub(super) swaps: Vec<Span>,
    /// The words with phrases, with each meaning that they had so far.
    pub(super) sayings: Vec<Saying>,
}

/// A setting of the file: its reading in force, and all readings to check.
#[derive(Clone)]
pub(super) struct Found<'a> {
    pub(super) name: &'a Name,
    pub(super) readings: Vec<&'a [Piece]>,
    pub(super) chosen: usize,
    /// The number that `--set` chose within a range.
    pub(super) number: Option<u64>,
    /// The texts in quotation marks behind the reading in force.
    pub(super) texts: Vec<&'a Name>,
    pub(super) span: Span,
    pub(super) basis: Basis,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(known: &'a Resolving<'a>, chosen: &'a Chosen) -> Self {
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
            at_hand: false,
            among_others: false,
            asked_of: None,
            choice_fits: false,
            guessing: false,
            lacking: Vec::new(),
            asks_repeated: false,
            sows_on: false,
            goes_clockwise: false,
            open_lists: Vec::new(),
            swaps: Vec::new(),
            sayings: Vec::new(),
        }
    }

    pub(super) fn problem(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Problem {
        self.gathered.problem(code, span, message)
    }

    pub(super) fn is_full(&self) -> bool {
        self.gathered.is_full()
    }

    pub(super) fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        self.gathered.wrong(code, span, message, help);
    }

    /// Reports what has a remedy.
    pub(super) fn curable(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<Help>,
        remedy: Remedy,
    ) {
        self.gathered.curable(code, span, message, help, remedy);
    }

    /// Resolves a part at a given moment, then restores the moment before.
    pub(super) fn at<T>(&mut self, moment: Moment, then: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.moment, moment);
        let value = then(self);
        self.moment = before;
        value
    }

    pub(super) fn file(&mut self) -> Option<Rules> {
        let outline = &self.known.outline;
        for entry in &self.known.options {
            for reading in &entry.readings {
                self.cite(reading.tag.as_ref());
            }
        }
        let options = choices::described(&self.options, &self.known.reading_texts);
        let about = self.about(outline);
        let board = self.board(outline);
        self.move_names = outline.all(SectionWord::Move).iter().map(|section| move_name(section)).collect();
        let moves: Vec<Option<MoveRules>> = outline
            .all(SectionWord::Move)
            .iter()
            .enumerate()
            .map(|(index, section)| self.move_rules(index, section))
            .collect();
        let (skip, start_hole) = self.skipped(outline);
        let each_seed = self.list(outline.one(SectionWord::EachSeed), Moment::EachSeed);
        let last_seed = self.list(outline.one(SectionWord::LastSeed), Moment::LastSeed);
        let after_turn = self.list(outline.one(SectionWord::AfterTurn), Moment::AfterTurn);
        let before_turn = self.list(outline.one(SectionWord::BeforeTurn), Moment::BeforeTurn);
        self.clockwise_in_use();
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
            start_hole,
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
            remarks: Vec::new(),
            remembers: false,
            asks_for_lots: false,
            examples,
            words,
            sayings: std::mem::take(&mut self.sayings),
        };
        let (mut remembers, mut asks_for_lots) = (false, false);
        rules.visit(&mut |part| match part {
            Part::Condition(Condition::Is(_, Property::Happened(happened))) => {
                remembers |= happened.is_of_the_turn_before();
            }
            Part::Condition(Condition::Fact(Fact::Lot)) => asks_for_lots = true,
            _ => {}
        });
        (rules.remembers, rules.asks_for_lots) = (remembers, asks_for_lots);
        Some(rules)
    }
}
