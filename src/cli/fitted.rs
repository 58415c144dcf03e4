//! What `fit` prints: the readings that fit, what refutes the others, and questions.

use std::sync::Arc;

use mancala_engine::draw::draw;
use mancala_engine::game::Position;
use mancala_engine::outcome::result_of;
use mancala_engine::position_text;
use mancala_rules::lines::wrapped;
use mancala_rules::notation::player_name;
use mancala_rules::rules::explain::assumed;
use mancala_rules::rules::model::{Player, Rules};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Line;
use mancala_tools::drivers::fit::{Fit, OptionFit, Outcome, Question, Refuted, Set, Value};
use mancala_tools::json::explain::{SourceRecord, sources};
use serde::Serialize;

use super::Failure;
use super::output::Output;

/// Most moves before a refutation that are listed.
const MOST_MOVES: usize = 12;

/// Most descriptions of readings for one outcome.
const MOST_TOLD: usize = 6;

/// Prints what was found as text.
pub(super) struct Printer<'a, 'o> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) found: &'a Fit,
    /// Whether questions were looked for.
    pub(super) asks: bool,
    pub(super) out: &'o mut Output,
}

impl Printer<'_, '_> {
    pub(super) fn print(&mut self) -> Result<(), Failure> {
        let found = self.found;
        let name = self.ruleset.rules().map_or_else(|_| String::new(), |rules| rules.about.name.clone());
        let title = self.out.bold(&name);
        let of = count(found.sets, "set");
        self.out.line(format!(
            "{title}: {} with {}; {of} of readings",
            count(found.records, "record"),
            count(found.moves, "move")
        ))?;
        self.out.line("")?;
        self.fitting()?;
        for undecided in &found.undecided {
            let place = format!("{}, line {}", undecided.place.file, undecided.place.line);
            self.paragraph(&format!(
                "{place}: the moves that are not told can be played in more than {} ways, so this record decides \
                 nothing under some readings. A board between them helps, or a higher `--ways`.",
                undecided.ways.saturating_sub(1)
            ))?;
        }
        let heading = if found.kinds.is_empty() { "What goes farthest" } else { "Refuted" };
        self.refuted(heading, &found.refuted)?;
        self.refuted("Not together", &found.apart)?;
        self.questions()?;
        if found.stopped {
            self.out.line("")?;
            self.paragraph(&format!(
                "Stopped before the end, after {} of {} sets: this is what was found so far.",
                found.tried, found.sets
            ))?;
        }
        Ok(())
    }

    fn paragraph(&mut self, text: &str) -> Result<(), Failure> {
        let width = self.out.width();
        for line in wrapped(text, width) {
            self.out.line(line)?;
        }
        Ok(())
    }

    fn fitting(&mut self) -> Result<(), Failure> {
        let found = self.found;
        if found.kinds.is_empty() {
            let said = match found.tried == found.sets {
                true => "No reading fits all records.".to_owned(),
                false => format!("None of the {} tried so far fits all records.", count(found.tried, "set")),
            };
            return self.out.line(self.out.bad(&said));
        }
        let (sets, kinds) = (found.fitting(), found.kinds.len());
        let verb = if sets == 1 { "fits" } else { "fit" };
        let alike = if kinds == 1 { "all played alike".to_owned() } else { format!("{kinds} ways to play") };
        let said = match sets {
            1 => format!("1 of them {verb}:"),
            _ => format!("{sets} of them {verb}, {alike}:"),
        };
        self.out.line(self.out.good(&said))?;
        let names: Vec<String> = found.options.iter().map(|option| option.names.join(", ")).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (option, name) in found.options.iter().zip(&names) {
            let values: Vec<String> =
                (0..option.values.len()).filter(|at| option.fits[*at]).map(|at| texts(&option.values[at])).collect();
            let open = if option.is_open && option.values.len() > 1 { "   (not decided by these records)" } else { "" };
            let lines = wrapped(&format!("{}{open}", values.join(" | ")), self.out.width().saturating_sub(width + 4));
            for (nth, line) in lines.iter().enumerate() {
                let name = if nth == 0 { name.as_str() } else { "" };
                self.out.line(format!("  {name:width$}  {line}"))?;
            }
        }
        if !found.between_rounds.is_empty() {
            let said = format!("Of no concern to single games: {}.", found.between_rounds.join(", "));
            self.paragraph(&said)?;
        }
        Ok(())
    }

    fn refuted(&mut self, heading: &str, refuted: &[Refuted]) -> Result<(), Failure> {
        if refuted.is_empty() {
            return Ok(());
        }
        self.out.line("")?;
        self.out.line(self.out.bold(heading))?;
        // boards of another size than the one drawn are told together
        let alike = |one: &Refuted, other: &Refuted| match (one.readings.as_slice(), other.readings.as_slice()) {
            ([(one_at, _)], [(other_at, _)]) => {
                one_at == other_at && one.by.misread && other.by.misread && one.by.place == other.by.place
            }
            _ => false,
        };
        for together in refuted.chunk_by(alike) {
            let [Refuted { readings, by }, others @ ..] = together else { continue };
            let mut named: Vec<String> =
                readings.iter().map(|(at, value)| reading(&self.found.options[*at], *value)).collect();
            if let (Some(last), [_]) = (named.last_mut(), readings.as_slice()) {
                let more = others.iter().flat_map(|other| &other.readings);
                let more = more.map(|(at, value)| texts(&self.found.options[*at].values[*value]));
                more.for_each(|text| last.push_str(&format!(" | {text}")));
            }
            let named = if named.is_empty() { "all".to_owned() } else { named.join("; ") };
            for line in wrapped(&named, self.out.width().saturating_sub(2)) {
                self.out.line(format!("  {line}"))?;
            }
            let after = match by.after.as_slice() {
                [] => String::new(),
                after if after.len() <= MOST_MOVES => format!(", after {}", after.join(" ")),
                after => {
                    let last = &after[after.len() - MOST_MOVES / 2..];
                    format!(", after {} moves, the last {}", after.len(), last.join(" "))
                }
            };
            let said = format!("{}, line {}{after}: {}", by.place.file, by.place.line, by.said);
            let decided = if by.decided.is_empty() { String::new() } else { format!("{}.", by.decided) };
            for line in [said, decided].iter().filter(|text| !text.is_empty()) {
                for line in wrapped(line, self.out.width().saturating_sub(4)) {
                    self.out.line(format!("    {line}"))?;
                }
            }
        }
        Ok(())
    }

    fn questions(&mut self) -> Result<(), Failure> {
        let found = self.found;
        if found.kinds.len() < 2 || !self.asks {
            return Ok(());
        }
        self.out.line("")?;
        if found.questions.is_empty() {
            return self.paragraph("No move was found that separates the readings that fit.");
        }
        self.out.line(self.out.bold("What would decide"))?;
        for (number, question) in (1..).zip(&found.questions) {
            self.question(number, question)?;
        }
        let compared = match found.kinds.len() > found.compared {
            true => format!(" Only {} of {} ways to play were compared.", found.compared, found.kinds.len()),
            false => String::new(),
        };
        let told = match found.told_apart {
            true => "The answers separate all that fits, as far as single games show it.",
            false => "The answers leave some readings together; `--questions` or `--games` may find more.",
        };
        self.out.line("")?;
        self.paragraph(&format!("{told}{compared}"))
    }

    fn question(&mut self, number: usize, question: &Question) -> Result<(), Failure> {
        let found = self.found;
        let first = question.outcomes.first().and_then(|(_, kinds)| rules_of(self.ruleset, found, kinds));
        let Some(rules) = first else { return Ok(()) };
        self.out.line("")?;
        let players = rules.board.players.value;
        let asked = match &question.play {
            None => "What does the board look like at the start?".to_owned(),
            Some((player, name)) => {
                let beginning = if question.from_start { "the start" } else { "a position of a record" };
                let line = match question.line.as_slice() {
                    [] => format!("From {beginning}"),
                    line => format!("After {} from {beginning}", line.join(" ")),
                };
                format!("{line}, {} plays {name}. What follows?", player_name(players, *player))
            }
        };
        for (nth, line) in wrapped(&asked, self.out.width().saturating_sub(3)).iter().enumerate() {
            let number = if nth == 0 { format!("{number}.") } else { String::new() };
            self.out.line(format!("{number:<3}{line}"))?;
        }
        if question.play.is_some() {
            let to_move = question.play.as_ref().map(|(player, _)| *player);
            for line in draw(&rules, &question.position, to_move, self.out.color).lines() {
                self.out.line(format!("   {line}"))?;
            }
        }
        for (outcome, kinds) in &question.outcomes {
            let Some(rules) = rules_of(self.ruleset, found, kinds) else { continue };
            let sets: Vec<&Set> = kinds.iter().flat_map(|kind| &self.found.kinds[*kind].sets).collect();
            self.out.line(format!("   {}", told(&rules, outcome)))?;
            for (nth, described) in described(self.found, &sets).iter().enumerate() {
                let joint = if nth == 0 { "if" } else { "or" };
                for (nth, line) in wrapped(described, self.out.width().saturating_sub(8)).iter().enumerate() {
                    let joint = if nth == 0 { joint } else { "  " };
                    self.out.line(format!("     {joint} {line}"))?;
                }
            }
        }
        Ok(())
    }
}

/// The rules of the first of these kinds of play.
fn rules_of(ruleset: &Ruleset, found: &Fit, kinds: &[usize]) -> Option<Arc<Rules>> {
    let set = found.kinds.get(*kinds.first()?)?.sets.first()?;
    let chosen = found.options.iter().zip(set);
    let settings: Vec<_> = chosen.flat_map(|(option, value)| option.values[*value].settings.clone()).collect();
    ruleset.rules_under(&settings).ok()
}

/// `1 record`, `2 records`.
fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn texts(value: &Value) -> String {
    value.texts.join(", ")
}

/// `four-at-home: relayed`.
fn reading(option: &OptionFit, value: usize) -> String {
    format!("{}: {}", option.names.join(", "), texts(&option.values[value]))
}

/// What comes of a move, in words.
fn told(rules: &Rules, outcome: &Outcome) -> String {
    let Outcome::Leads { position, ended } = outcome else { return "The move is not legal".to_owned() };
    let shown = position_text::format(&rules.board, &at_a_glance(position));
    match ended {
        None => shown,
        Some((winners, scores)) => {
            let board = shown.split("; to move").next().unwrap_or_default().to_owned();
            let rest = shown.split("; to move").nth(1).and_then(|rest| rest.split_once("; "));
            let rest = rest.map_or(String::new(), |(_, rest)| format!("; {rest}"));
            format!("{board}{rest}; the game is over: {}", result_of(rules, winners, scores))
        }
    }
}

/// A position without what nobody sees who looks at it.
fn at_a_glance(position: &Position) -> Position {
    Position { turns: vec![0; position.turns.len()], starter: 0, ..position.clone() }
}

/// Sets of readings in words: what all of them have, of the options in which they differ from the others that fit.
fn described(found: &Fit, sets: &[&Set]) -> Vec<String> {
    let values = |sets: &[&Set], at: usize| -> Vec<usize> {
        let mut values: Vec<usize> = sets.iter().map(|set| set[at]).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let all: Vec<&Set> = found.kinds.iter().flat_map(|kind| &kind.sets).collect();
    let here: Vec<Vec<usize>> = (0..found.options.len()).map(|at| values(sets, at)).collect();
    let product = here.iter().fold(1usize, |product, values| product.saturating_mul(values.len()));
    if product == sets.len() || sets.len() == 1 {
        let differs = |at: &usize| here[*at].len() < values(&all, *at).len();
        let said = |at: usize| {
            let option = &found.options[at];
            let values: Vec<String> = here[at].iter().map(|value| texts(&option.values[*value])).collect();
            format!("{}: {}", option.names.join(", "), values.join(" | "))
        };
        let parts: Vec<String> = (0..found.options.len()).filter(differs).map(said).collect();
        return vec![parts.join("; ")];
    }
    // divide them by the first option in which they differ
    let Some(at) = (0..here.len()).find(|at| here[*at].len() > 1) else { return Vec::new() };
    let mut told: Vec<String> = Vec::new();
    for value in &here[at] {
        let part: Vec<&Set> = sets.iter().copied().filter(|set| set[at] == *value).collect();
        for said in described(found, &part) {
            if !told.contains(&said) {
                told.push(said);
            }
        }
    }
    let more = told.len().saturating_sub(MOST_TOLD);
    told.truncate(MOST_TOLD);
    if more > 0 {
        told.push(format!("{more} more"));
    }
    told
}

#[derive(Serialize)]
struct FitRecord<'a> {
    kind: &'static str,
    name: String,
    file: &'a str,
    fingerprint: String,
    records: usize,
    moves: usize,
    sets: usize,
    tried: usize,
    fitting: usize,
    kinds: usize,
    options: Vec<OptionRecord<'a>>,
    between_rounds: &'a [String],
    refuted: Vec<RefutedRecord<'a>>,
    apart: Vec<RefutedRecord<'a>>,
    undecided: Vec<UndecidedRecord<'a>>,
    questions: Vec<QuestionRecord<'a>>,
    compared: usize,
    told_apart: bool,
    stopped: bool,
}

#[derive(Serialize)]
struct OptionRecord<'a> {
    names: &'a [String],
    #[serde(flatten)]
    line: Line,
    open: bool,
    readings: Vec<ValueRecord<'a>>,
}

#[derive(Serialize)]
struct ValueRecord<'a> {
    values: &'a [String],
    note: Option<&'a str>,
    sources: Vec<SourceRecord<'a>>,
    assumed: Option<String>,
    fits: bool,
}

#[derive(Serialize)]
struct ReadingRecord<'a> {
    names: &'a [String],
    values: &'a [String],
}

#[derive(Serialize)]
struct RefutedRecord<'a> {
    readings: Vec<ReadingRecord<'a>>,
    file: &'a str,
    line: usize,
    record: &'a str,
    after: &'a [String],
    said: &'a str,
    decided: Option<&'a str>,
}

#[derive(Serialize)]
struct UndecidedRecord<'a> {
    file: &'a str,
    line: usize,
    ways: usize,
}

#[derive(Serialize)]
struct QuestionRecord<'a> {
    from_start: bool,
    after: &'a [String],
    position: String,
    by: Option<Player>,
    #[serde(rename = "move")]
    play: Option<&'a str>,
    outcomes: Vec<OutcomeRecord<'a>>,
}

#[derive(Serialize)]
struct OutcomeRecord<'a> {
    legal: bool,
    position: Option<String>,
    winners: Option<&'a [Player]>,
    scores: Option<&'a [i64]>,
    /// The sets of readings, each with one reading of every option that was tried.
    sets: Vec<Vec<&'a [String]>>,
}

/// What was found, for JSON.
pub(super) fn record<'a>(ruleset: &'a Ruleset, found: &'a Fit) -> impl Serialize + 'a {
    let rules = ruleset.rules().ok();
    FitRecord {
        kind: "fit",
        name: rules.map_or_else(String::new, |rules| rules.about.name.clone()),
        file: &ruleset.source.name,
        fingerprint: ruleset.source.fingerprint(),
        records: found.records,
        moves: found.moves,
        sets: found.sets,
        tried: found.tried,
        fitting: found.fitting(),
        kinds: found.kinds.len(),
        options: found.options.iter().map(|option| option_record(ruleset, option)).collect(),
        between_rounds: &found.between_rounds,
        refuted: found.refuted.iter().map(|refuted| refuted_record(found, refuted)).collect(),
        apart: found.apart.iter().map(|refuted| refuted_record(found, refuted)).collect(),
        undecided: found
            .undecided
            .iter()
            .map(|it| UndecidedRecord { file: &it.place.file, line: it.place.line, ways: it.ways })
            .collect(),
        questions: found
            .questions
            .iter()
            .map(|question| {
                let rules = question.outcomes.first().and_then(|(_, kinds)| rules_of(ruleset, found, kinds));
                QuestionRecord {
                    from_start: question.from_start,
                    after: &question.line,
                    position: rules
                        .map_or_else(String::new, |rules| position_text::format(&rules.board, &question.position)),
                    by: question.play.as_ref().map(|(player, _)| *player),
                    play: question.play.as_ref().map(|(_, name)| name.as_str()),
                    outcomes: question
                        .outcomes
                        .iter()
                        .map(|(outcome, kinds)| {
                            let rules = rules_of(ruleset, found, kinds);
                            outcome_record(found, rules.as_deref(), outcome, kinds)
                        })
                        .collect(),
                }
            })
            .collect(),
        compared: found.compared,
        told_apart: found.told_apart,
        stopped: found.stopped,
    }
}

fn option_record<'a>(ruleset: &Ruleset, option: &'a OptionFit) -> OptionRecord<'a> {
    let value = |(at, value): (usize, &'a Value)| ValueRecord {
        values: &value.texts,
        note: value.note.as_deref(),
        sources: sources(&value.basis),
        assumed: assumed(&value.basis),
        fits: option.fits[at],
    };
    OptionRecord {
        names: &option.names,
        line: ruleset.source.line(option.span.start),
        open: option.is_open,
        readings: option.values.iter().enumerate().map(value).collect(),
    }
}

fn refuted_record<'a>(found: &'a Fit, refuted: &'a Refuted) -> RefutedRecord<'a> {
    let reading = |(at, value): &(usize, usize)| {
        let option = &found.options[*at];
        ReadingRecord { names: &option.names, values: &option.values[*value].texts }
    };
    let by = &refuted.by;
    RefutedRecord {
        readings: refuted.readings.iter().map(reading).collect(),
        file: &by.place.file,
        line: by.place.line,
        record: &by.record,
        after: &by.after,
        said: &by.said,
        decided: Some(by.decided.as_str()).filter(|text| !text.is_empty()),
    }
}

fn outcome_record<'a>(
    found: &'a Fit,
    rules: Option<&Rules>,
    outcome: &'a Outcome,
    kinds: &[usize],
) -> OutcomeRecord<'a> {
    let sets = kinds.iter().flat_map(|kind| &found.kinds[*kind].sets);
    let named = |set: &'a Set| -> Vec<&'a [String]> {
        found.options.iter().zip(set).map(|(option, value)| option.values[*value].texts.as_slice()).collect()
    };
    let sets = sets.map(named).collect();
    match outcome {
        Outcome::Illegal => OutcomeRecord { legal: false, position: None, winners: None, scores: None, sets },
        Outcome::Leads { position, ended } => OutcomeRecord {
            legal: true,
            position: rules.map(|rules| position_text::format(&rules.board, position)),
            winners: ended.as_ref().map(|(winners, _)| winners.as_slice()),
            scores: ended.as_ref().map(|(_, scores)| scores.as_slice()),
            sets,
        },
    }
}
