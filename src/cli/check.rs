//! `mancala check`: every problem of rule files, with its place; what is known of their claims; what play shows of them.

use serde::Serialize;

use super::Failure;
use super::findings::Teller;
use super::game::{self, Loaded, setting};
use super::output::Output;
use super::sources;
use super::whole::whole;
use super::work::{ThreadArguments, Work};
use crate::drivers::findings;
use crate::engine::{Engine, Series};
use crate::game::Position;
use crate::problem::{Problem, ProblemRecord, RuleFileError};
use crate::proof::{Known, Proof, Reason, Refutation, Verdict, broken};
use crate::ruleset::Ruleset;
use crate::source::Source;

/// A game at random is cut after so many moves.
const MOST_PLIES: u64 = 10_000;
/// Where nobody says how many, so many positions are looked at, or as many as find room in so many bytes.
const MOST_POSITIONS: usize = 1_000_000;
const MOST_BYTES: usize = 512 * 1024 * 1024;

/// Arguments of `check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala check my-game.mancala
  mancala check my-games/*.mancala
  mancala check my-game.mancala --sources
  mancala check my-game.mancala --play 1000
  mancala check um-ed-dyar --exhaust --set columns=2 --set seeds=4
  mancala check my-game.mancala --json | jq '{line, message}'

--play and --exhaust tell which rules never applied, which sowing goes on for ever, whether games
do, and where nothing can be captured any more: no store, no mark and nothing in a marked hole
changes, and no seed changes sides where each player sows round his own. A move that is tried and
turns out to be illegal counts, too. Rounds after the first are not looked at. Ctrl-C prints what
is known so far.

Exit codes: 0 no problem; 1 there are problems; 2 a file cannot be read.")]
pub(super) struct Arguments {
    /// Paths of rule files, or names of rulesets inside the program
    #[arg(required = true, value_name = "FILE", add = super::candidates::game())]
    files: Vec<String>,

    /// Tell which statements are documented, which assumed and why, which neither, and what is open
    #[arg(long, conflicts_with_all = ["play", "exhaust"])]
    sources: bool,

    /// Play N games at random, and tell what they show
    #[arg(long, value_name = "N", value_parser = whole(1, 1_000_000_000), allow_negative_numbers = true)]
    play: Option<u64>,

    /// Look at all positions that games come to, or as many as there is room for, and tell what they show
    #[arg(long)]
    exhaust: bool,

    /// With --exhaust: look at N positions at most, 100 to 200 bytes each on boards of two rows; without it, at 1000000,
    /// or as many as find room in 512 MiB
    #[arg(long, value_name = "N", value_parser = whole(1, 1_000_000_000), allow_negative_numbers = true, requires = "exhaust")]
    most_positions: Option<u64>,

    /// With --play or --exhaust: take another reading of an option; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,

    /// With --play: what chance begins with
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArguments,

    /// Print a line of JSON for each problem and each claim; with `--sources` also one for each file without problems,
    /// with `--play` and `--exhaust` one for what was found
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
    let mut count = Count::default();
    let mut unreadable = None;
    for name in &arguments.files {
        let source = match game::source(name) {
            Ok(source) => source,
            Err(failure) => {
                // the others are checked, too; the last failure is told at the end
                if let Some(before) = unreadable.replace(failure) {
                    out.flush()?;
                    before.report();
                }
                continue;
            }
        };
        match Ruleset::proved(source) {
            Ok((ruleset, _)) if arguments.sources => sources::tell(&ruleset, arguments.json, out)?,
            Ok((ruleset, proof)) => {
                // wrong readings are told before anything else
                let rules = work.as_ref().map(|_| ruleset.rules_under(&arguments.settings)).transpose()?;
                told(&ruleset.source, &proof, arguments.json, out)?;
                if let (Some(work), Some(rules)) = (&work, rules) {
                    let refuted = arguments.search(Loaded { ruleset, rules }, work, out)?;
                    count.add(&refuted);
                }
            }
            Err(RuleFileError { source, problems }) => {
                count.add(&problems);
                tell_problems(&source, &problems, arguments.json, out)?;
                if !arguments.json {
                    out.line("")?;
                }
            }
        }
    }
    if count.found > 0 && !arguments.json {
        let problems = if count.found == 1 { "1 problem".to_owned() } else { format!("{} problems", count.found) };
        let files = match arguments.files.len() {
            1 => String::new(),
            all => format!(" in {} of {all} files", count.bad),
        };
        out.line(out.bad(&format!("{problems}{files}")))?;
    }
    match unreadable {
        Some(failure) => Err(failure),
        None if count.found > 0 => Err(Failure::Told),
        None => Ok(()),
    }
}

/// Problems, and files that have some.
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

fn tell_problems(source: &Source, problems: &[Problem], json: bool, out: &mut Output) -> Result<(), Failure> {
    if json {
        return problems.iter().try_for_each(|problem| out.json(&ProblemRecord::new(problem, source)));
    }
    out.problems(problems, source)
}

/// A file without problems, and what is known of its claims.
fn told(source: &Source, proof: &Proof, json: bool, out: &mut Output) -> Result<(), Failure> {
    if json {
        return proof.claims.iter().try_for_each(|claim| out.json(&ClaimRecord::new(claim, source)));
    }
    let ok = out.good("ok");
    let but = proof.unproved.map_or(String::new(), |why| format!(", but not all of it is proved: {why}"));
    out.line(format!("{}: {ok}{but}", source.name))?;
    for claim in &proof.claims {
        let options = textwrap::Options::new(out.width()).initial_indent("  ").subsequent_indent("    ");
        let text = format!("never \"{}\": {}", claim.title, known(claim));
        out.line(textwrap::fill(&text, options))?;
    }
    Ok(())
}

/// What is known of a claim, in words.
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
        Reason::All(positions) => format!("it is so in none of the {positions} positions that there are"),
    }
}

/// What is known of a claim.
#[derive(Serialize)]
struct ClaimRecord<'a> {
    claim: &'a str,
    file: &'a str,
    line: usize,
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
    /// Plays games of a file, looks at its positions, and tells what that shows: claims that were refuted.
    fn search(&self, loaded: Loaded, work: &Work, out: &mut Output) -> Result<Vec<Problem>, Failure> {
        let teller = Teller { loaded: &loaded };
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
                true => out.json(&teller.play_record(&found, self.seed, work.is_stopped()))?,
                false => teller.played(&found, self.seed, out)?,
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
                true => out.json(&teller.exhaust_record(&found, work.is_stopped()))?,
                false => teller.exhausted(&found, work.is_stopped(), out)?,
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
        tell_problems(&loaded.ruleset.source, &problems, self.json, out)?;
        if work.is_stopped() { Err(Failure::Interrupted) } else { Ok(problems) }
    }
}
