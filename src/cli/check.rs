//! `mancala check`: every problem of rule files, with its place; the verdicts on their claims; findings from play.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::Failure;
use super::analyse::time;
use super::findings::Printer;
use super::fix;
use super::game::{self, Loaded, setting};
use super::output::Output;
use super::sources;
use super::whole::whole;
use super::work::{ThreadArguments, Work, until_stopped};
use crate::drivers::findings;
use crate::engine::{Engine, Progress, Series};
use crate::game::Position;
use crate::notation::count;
use crate::problem::{Problem, ProblemRecord, RuleFileError};
use crate::proof::{Ends, Known, LONGEST, Proof, Reason, Refutation, Unproved, Verdict, Why, broken};
use crate::ruleset::Ruleset;
use crate::source::{Line, Source};

/// A random game is cut after this number of moves.
const MOST_PLIES: u64 = 10_000;
/// Limits of a search of all positions unless the user sets another: a number of positions, and a number of bytes.
const MOST_POSITIONS: usize = 1_000_000;
const MOST_BYTES: usize = 512 * 1024 * 1024;

/// Arguments of `check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala check my-game.mancala
  mancala check my-games/*.mancala
  mancala check my-game.mancala --fix
  mancala check my-game.mancala --sources
  mancala check my-game.mancala --play 1000
  mancala check um-ed-dyar --exhaust --set columns=2 --set seeds=4
  mancala check my-game.mancala --json | jq '{line, message}'

--play and --exhaust report rules that never applied, sowing that goes on for ever, games that go \
on for ever, and positions from which nothing can be captured any more: no store, no mark and \
nothing in a marked hole changes, and no seed changes sides where each player sows round his own. \
A move that is tried and turns out to be illegal counts, too. Rounds after the first are not \
examined. Ctrl-C prints what was found so far.

Proofs end after the time of --time for each file, or with Ctrl-C. What is then not proved is listed: \
what is missing, from which line on, and under how many readings.

--fix makes every correction that is the only one proposed for its place, and lists what it \
changed. A file whose corrected text would have more problems stays as it is.

Exit codes: 0 no problem; 1 there are problems; 2 a file cannot be read.")]
pub(super) struct Arguments {
    /// Paths of rule files, or names of rulesets inside the program
    #[arg(required = true, value_name = "FILE", add = super::candidates::game())]
    files: Vec<String>,

    /// List the statements that are documented, taken over, assumed (and why) or none of these, and the open options
    #[arg(long, conflicts_with_all = ["play", "exhaust"])]
    sources: bool,

    /// Write the corrections that problems propose into the files, and check them again
    #[arg(long, conflicts_with_all = ["sources", "play", "exhaust"])]
    fix: bool,

    /// Play N random games and report what they show
    #[arg(long, value_name = "N", value_parser = whole(1, 1_000_000_000), allow_negative_numbers = true)]
    play: Option<u64>,

    /// Examine all positions that games reach, or as many as fit in memory, and report what they show
    #[arg(long)]
    exhaust: bool,

    /// With --exhaust: examine at most N positions; each takes 100 to 200 bytes on a board of two rows [default:
    /// 1000000, or what fits in 512 MiB]
    #[arg(long, value_name = "N", value_parser = whole(1, 1_000_000_000), allow_negative_numbers = true, requires = "exhaust")]
    most_positions: Option<u64>,

    /// With --play or --exhaust: choose another reading of an option; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting, add = super::candidates::reading())]
    settings: Vec<(String, String)>,

    /// With --play: seed of the random numbers
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    seed: u64,

    /// The longest time for the proofs of a file, such as `10s` or `5m` [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    #[command(flatten)]
    threads: ThreadArguments,

    /// Print a line of JSON for each problem and each claim; with `--sources` also for each file without problems, with
    /// `--play` and `--exhaust` also for the findings
    #[arg(long)]
    json: bool,
}

/// Checks rule files.
pub(super) fn check(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let searches = arguments.exhaust || arguments.play.is_some();
    if !searches && !arguments.settings.is_empty() {
        let message = "`--set` chooses a reading for `--play` and `--exhaust`; without them all readings are checked";
        return Err(Failure::wrong_use(message));
    }
    let work = searches.then(|| Work::new(&arguments.threads)).transpose()?;
    let stop = work.as_ref().map_or_else(until_stopped, |work| work.progress().clone());
    let mut found = Count::default();
    let mut unreadable = None;
    for name in &arguments.files {
        let source = match read(name, arguments, out) {
            Ok(source) => source,
            Err(failure) => {
                // the other files are still checked; the last failure is reported at the end
                if let Some(before) = unreadable.replace(failure) {
                    out.flush()?;
                    before.report();
                }
                continue;
            }
        };
        let bounded = Progress::beside(&stop).at_latest(Instant::now() + arguments.time.unwrap_or(LONGEST));
        match Ruleset::proved_until(source, &bounded) {
            Ok((ruleset, _)) if arguments.sources => sources::print(&ruleset, arguments.json, out)?,
            Ok((ruleset, proof)) => {
                // wrong readings are reported before anything else
                let rules = work.as_ref().map(|_| ruleset.rules_under(&arguments.settings)).transpose()?;
                print_good(&ruleset.source, &proof, arguments.json, out)?;
                if stop.is_asked() {
                    return Err(Failure::Interrupted);
                }
                if let (Some(work), Some(rules)) = (&work, rules) {
                    let refuted = arguments.search(Loaded { ruleset, rules, proved: true }, work, out)?;
                    found.add(&refuted);
                }
            }
            Err(RuleFileError { source, problems }) => {
                // an undecided list of a file of which nothing was proved is no problem of the file
                if stop.is_asked() {
                    return Err(Failure::Interrupted);
                }
                found.add(&problems);
                publish_problems(&source, &problems, arguments.json, out)?;
                if !arguments.json {
                    out.line("")?;
                }
            }
        }
    }
    if found.found > 0 && !arguments.json {
        let problems = if found.found == 1 { "1 problem".to_owned() } else { format!("{} problems", found.found) };
        let files = match arguments.files.len() {
            1 => String::new(),
            all => format!(" in {} of {all} files", found.bad),
        };
        out.line(out.bad(&format!("{problems}{files}")))?;
    }
    match unreadable {
        Some(failure) => Err(failure),
        None if found.found > 0 => Err(Failure::Reported),
        None => Ok(()),
    }
}

/// Reads a file, and with `--fix` corrects it first.
fn read(name: &str, arguments: &Arguments, out: &mut Output) -> Result<Source, Failure> {
    if arguments.fix { fix::fix(name, arguments.json, out) } else { game::source(name) }
}

/// Number of problems, and of files with problems.
#[derive(Default)]
struct Count {
    found: usize,
    bad: usize,
}

impl Count {
    fn add(&mut self, problems: &[Problem]) {
        self.found += problems.len();
        self.bad += usize::from(!problems.is_empty());
    }
}

fn publish_problems(source: &Source, problems: &[Problem], json: bool, out: &mut Output) -> Result<(), Failure> {
    if json {
        return problems.iter().try_for_each(|problem| out.json(&ProblemRecord::new(problem, source)));
    }
    out.problems(problems, source)
}

/// Prints the line of a file without problems, and the verdicts on its claims.
fn print_good(source: &Source, proof: &Proof, json: bool, out: &mut Output) -> Result<(), Failure> {
    let remark = proof.ends.are_rare().then(|| remark(proof.ends));
    if json {
        if let Some(remark) = &remark {
            let Ends { games, repeated, cut } = proof.ends;
            out.json(&RemarkRecord { remark, file: &source.name, games, ended_by_repetition: repeated, cut })?;
        }
        proof.unproved.iter().try_for_each(|unproved| out.json(&UnprovedRecord::new(unproved, source)))?;
        return proof.claims.iter().try_for_each(|claim| out.json(&ClaimRecord::new(claim, source)));
    }
    let ok = out.good("ok");
    let but = if proof.unproved.is_empty() { "" } else { ", but not all of it is proved" };
    out.line(format!("{}: {ok}{but}", source.name))?;
    let options = textwrap::Options::new(out.width()).initial_indent("  ").subsequent_indent("    ");
    for unproved in &proof.unproved {
        out.line(textwrap::fill(&format!("not proved: {}", open(unproved, source)), &options))?;
    }
    if let Some(remark) = remark {
        out.line(textwrap::fill(&format!("remark: {remark}"), &options))?;
    }
    for claim in &proof.claims {
        let text = format!("never \"{}\": {}", claim.title, known(claim));
        out.line(textwrap::fill(&text, &options))?;
    }
    Ok(())
}

/// A part of the proof that is open, in words.
fn open(unproved: &Unproved, source: &Source) -> String {
    let Unproved { part, from, readings, why } = unproved;
    let from = from.map_or(String::new(), |span| format!(", from {} on", source.line(span.start).in_words()));
    let readings = readings
        .map_or(String::new(), |(done, all)| format!(", looked at in full under {done} of {}", count(all, "reading")));
    let help = if *why == Why::Time { "; `--time` gives it more" } else { "" };
    format!("{}{from}{readings}: {}{help}", part.text(), why.text())
}

/// What is remarkable about games of which hardly one came to an end of its own.
fn remark(Ends { games, repeated, cut }: Ends) -> String {
    let most = Ends::MOST_PLIES;
    let circling = match repeated == games {
        true => "all ended only because a position was repeated".to_owned(),
        false => format!("{repeated} ended only because a position was repeated"),
    };
    let long = match cut == games {
        true => format!("none was over after {most} turns"),
        false => format!("{cut} were not over after {most} turns"),
    };
    let how = match (repeated, cut) {
        (_, 0) => circling,
        (0, _) => long,
        _ => format!("{circling} and {long}"),
    };
    format!("of {games} random games, {how}. Does the source know a rule that ends such games?")
}

/// The verdict on a claim, in words.
fn known(claim: &Known) -> String {
    let readings = match claim.readings {
        1 => String::new(),
        several => format!(" under {several} readings"),
    };
    match &claim.verdict {
        Verdict::Proved(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(reason).collect();
            let mut reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
            reasons.dedup();
            format!("proved{readings}, since {}", reasons.join("; or since "))
        }
        Verdict::NotFound { positions, proved: 0 } => format!("not found in {positions} positions{readings}"),
        Verdict::NotFound { positions, proved } => {
            format!(
                "proved under {proved} of {} readings, and not found in {positions} positions of the others",
                claim.readings
            )
        }
        Verdict::Refuted(_) => "refuted".to_owned(),
    }
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Number(seeds) => format!("there are only {seeds} seeds"),
        Reason::Kept(_) => "no seed ever leaves the holes".to_owned(),
        Reason::Step(2, start) => {
            let parity = if start % 2 == 0 { "even" } else { "odd" };
            format!(
                "every capture takes an even number of seeds, and their number in the holes is {parity} at the start"
            )
        }
        Reason::Step(step, start) => {
            format!("every capture takes a multiple of {step} seeds, and {start} lie in the holes at the start")
        }
        Reason::All(positions) => format!("it holds in none of the {positions} positions of the game"),
    }
}

/// A remark on a file without problems.
#[derive(Serialize)]
struct RemarkRecord<'a> {
    remark: &'a str,
    file: &'a str,
    games: u64,
    ended_by_repetition: u64,
    cut: u64,
}

/// A part of the proof of a file that is open.
#[derive(Serialize)]
struct UnprovedRecord<'a> {
    unproved: &'static str,
    file: &'a str,
    #[serde(flatten, serialize_with = "Line::or_null")]
    line: Option<Line>,
    /// The number of readings that were looked at, and of all, if not all were.
    looked_at: Option<usize>,
    readings: Option<usize>,
    why: &'static str,
}

impl<'a> UnprovedRecord<'a> {
    fn new(unproved: &Unproved, source: &'a Source) -> Self {
        UnprovedRecord {
            unproved: unproved.part.text(),
            file: &source.name,
            line: unproved.from.map(|span| source.line(span.start)),
            looked_at: unproved.readings.map(|(done, _)| done),
            readings: unproved.readings.map(|(_, all)| all),
            why: unproved.why.text(),
        }
    }
}

/// The verdict on a claim.
#[derive(Serialize)]
struct ClaimRecord<'a> {
    claim: &'a str,
    file: &'a str,
    #[serde(flatten)]
    line: Line,
    known: &'static str,
    readings: usize,
    proved: usize,
    by: Vec<&'static str>,
    positions: u64,
}

impl<'a> ClaimRecord<'a> {
    fn new(claim: &'a Known, source: &'a Source) -> Self {
        let by = |reason: &Reason| match reason {
            Reason::Number(_) => "number of seeds",
            Reason::Kept(_) | Reason::Step(..) => "counting captures",
            Reason::All(_) => "all positions",
        };
        let looked_at = |reason: &Reason| match reason {
            Reason::All(positions) => *positions,
            _ => 0,
        };
        let (known, proved, by, positions) = match &claim.verdict {
            Verdict::Proved(reasons) => {
                let mut ways: Vec<&str> = reasons.iter().map(by).collect();
                ways.dedup();
                ("proved", claim.readings, ways, reasons.iter().map(looked_at).sum())
            }
            Verdict::NotFound { positions, proved } => ("not found", *proved, Vec::new(), *positions),
            Verdict::Refuted(_) => ("refuted", 0, Vec::new(), 0),
        };
        let line = source.line(claim.span.start);
        let readings = claim.readings;
        ClaimRecord { claim: &claim.title, file: &source.name, line, known, readings, proved, by, positions }
    }
}

impl Arguments {
    /// Plays games of a file, examines its positions, and prints the findings. Returns the claims that were refuted.
    fn search(&self, loaded: Loaded, work: &Work, out: &mut Output) -> Result<Vec<Problem>, Failure> {
        let printer = Printer { loaded: &loaded };
        let mut refuted: Vec<Option<Refutation>> = vec![None; loaded.rules.claims.len()];
        let mut keep = |found: &[Option<Refutation>]| {
            for (known, more) in refuted.iter_mut().zip(found) {
                *known = more.clone().or_else(|| known.take());
            }
        };
        if let Some(games) = self.play {
            out.flush()?;
            let series = Series { games, seed: self.seed, most_plies: MOST_PLIES };
            let found = work.run("moves", |progress| findings::play(&loaded.rules, &series, progress));
            let found = found.map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?;
            match self.json {
                true => out.json(&printer.play_record(&found, self.seed, work.is_stopped()))?,
                false => printer.played(&found, self.seed, out)?,
            }
            keep(&found.claims);
        }
        if self.exhaust && !work.is_stopped() {
            out.flush()?;
            let room = || {
                Engine::new(&*loaded.rules, &Position::start(&loaded.rules))
                    .positions_in(MOST_BYTES)
                    .min(MOST_POSITIONS)
            };
            let most = self.most_positions.map_or_else(room, |most| usize::try_from(most).unwrap_or(usize::MAX));
            let found = work.run("positions", |progress| findings::exhaust(&loaded.rules, most, progress));
            let found = found.map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?;
            match self.json {
                true => out.json(&printer.exhaust_record(&found, work.is_stopped()))?,
                false => printer.exhausted(&found, work.is_stopped(), out)?,
            }
            keep(&found.claims);
        }
        let claims = loaded.rules.claims.iter().zip(&refuted);
        let problems: Vec<Problem> = claims
            .filter_map(|(claim, refutation)| Some(broken(claim.span, &claim.title, refutation.as_ref()?)))
            .collect();
        if !problems.is_empty() && !self.json {
            out.line("")?;
        }
        publish_problems(&loaded.ruleset.source, &problems, self.json, out)?;
        if work.is_stopped() { Err(Failure::Interrupted) } else { Ok(problems) }
    }
}
