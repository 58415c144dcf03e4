//! `mancala check`: every problem of rule files, with its place; the verdicts on their claims; findings from play.

use std::time::{Duration, Instant};

use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::Position;
use mancala_rules::notation::count;
use mancala_rules::problem::{Problem, ProblemRecord, RuleFileError};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::checks::Checks;
use mancala_tools::drivers::findings;
use mancala_tools::json::proof::{ClaimRecord, FileRemarkRecord, RemarkRecord, UnprovedRecord};
use mancala_tools::proof::{Ends, LONGEST, Proof, Refutation, Unproved, Why, broken, said};

use super::Failure;
use super::analyse::time;
use super::findings::Printer;
use super::fix;
use super::game::{self, Loaded, setting};
use super::output::Output;
use super::sources;
use super::whole::whole;
use super::work::{ThreadArguments, Work, until_stopped};

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
                print_good(&ruleset, &proof, arguments.json, out)?;
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
fn print_good(ruleset: &Ruleset, proof: &Proof, json: bool, out: &mut Output) -> Result<(), Failure> {
    let (source, remarks) = (&ruleset.source, &ruleset.defaults().remarks);
    let remark = proof.ends.are_rare().then(|| said::remark(proof.ends));
    if json {
        remarks.iter().try_for_each(|remark| out.json(&FileRemarkRecord::new(remark, source)))?;
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
    for remark in remarks {
        let line = source.line(remark.span().start).in_words();
        let help = remark.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        out.line(textwrap::fill(&format!("remark: {line}: {}{help}", remark.message), &options))?;
    }
    if let Some(remark) = remark {
        out.line(textwrap::fill(&format!("remark: {remark}"), &options))?;
    }
    for claim in &proof.claims {
        let text = format!("never \"{}\": {}", claim.title, said::known(claim));
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
