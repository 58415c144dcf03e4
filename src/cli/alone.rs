//! `solve` and `analyse` of a game of one player: his best result, and the fewest moves to it.

use std::time::{Duration, Instant};

use mancala_engine::engine::Engine;
use mancala_engine::game::{Achieved, Position};
use mancala_engine::play::Referee;
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::Rules;
use mancala_tools::drivers::fewest::{Fewest, fewest};
use serde::Serialize;

use super::Failure;
use super::game::Loaded;
use super::output::Output;
use super::provenance::Provenance;
use super::work::Work;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The most bytes of memory.
    pub(super) memory: u64,
    /// The most time.
    pub(super) time: Option<Duration>,
}

#[derive(Serialize)]
struct FewestRecord<'r> {
    kind: &'static str,
    positions: u64,
    seconds: f64,
    /// All positions up to this number of moves away were examined.
    plies: u32,
    proved: bool,
    by_repetition: bool,
    best: Option<Achieved>,
    moves: Option<usize>,
    line: &'r [String],
}

/// Fails for the first option that was given and has no meaning in a game of one player.
pub(super) fn refuse(rules: &Rules, options: &[(&str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => {
            let message = format!("`{option}` has no meaning here: {} is a game of one player", rules.about.name);
            Err(Failure::wrong_use(message).help("without it, the fewest moves to the best result are looked for"))
        }
    }
}

/// Prints the best result that the only player can reach from a position, and a shortest line to it.
pub(super) fn print_fewest(
    loaded: &Loaded,
    from: &Position,
    bounds: Bounds,
    json: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let rules = &loaded.rules;
    loaded.goes_on(&loaded.game(&Referee::tables(rules), from.clone())?)?;
    let work = Work::alone(bounds.time)?;
    let bytes = usize::try_from(bounds.memory).unwrap_or(usize::MAX);
    let most = Engine::new(&**rules, from).positions_in(bytes);
    let began = Instant::now();
    let found = work.run("positions", |progress| fewest(rules, from, most, progress));
    let found = found.map_err(|stuck| loaded.fault(&stuck.fault, &stuck.position))?;
    let seconds = (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    if json {
        let record = FewestRecord {
            kind: "fewest",
            positions: found.positions,
            seconds,
            plies: found.plies,
            proved: found.proved,
            by_repetition: found.by_repetition,
            best: found.best.as_ref().map(|(best, _)| *best),
            moves: found.best.as_ref().map(|(_, line)| line.len()),
            line: found.best.as_ref().map_or(&[], |(_, line)| line),
        };
        out.json(&Provenance::of(loaded).told(record, None))?;
    } else {
        let player = capital(&player_name(rules.board.players.value, from.to_move));
        out.line(format!("{}: {}", out.bold(&rules.about.name), result(&player, &found)))?;
        if let Some((_, line)) = found.best.as_ref().filter(|(best, _)| *best > Achieved::Lost) {
            let indent = textwrap::Options::new(out.width()).initial_indent("  ").subsequent_indent("  ");
            out.line(textwrap::fill(&line.join(" "), indent))?;
        }
        let examined = examined(&found, seconds, work.is_stopped(), bounds);
        out.line(textwrap::fill(&examined, out.width()))?;
    }
    if work.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// `1 move`, `12 moves`.
fn moves(number: usize) -> String {
    if number == 1 { "1 move".to_owned() } else { format!("{number} moves") }
}

/// The best result, and what is known of it.
fn result(player: &str, found: &Fewest) -> String {
    let Some((best, line)) = found.best.as_ref().filter(|(best, _)| *best > Achieved::Lost) else {
        return match (found.proved, &found.best) {
            (true, Some(_)) => format!("{player} loses, whatever he plays"),
            (true, None) => format!("{player} comes to no end of the game, whatever he plays"),
            (false, _) => format!("nothing was found that {player} can get but a loss"),
        };
    };
    let got = match best {
        Achieved::Won => "wins".to_owned(),
        Achieved::Score(score) => format!("gets {score}"),
        Achieved::Drawn | Achieved::Lost => "gets a draw".to_owned(),
    };
    let moves = moves(line.len());
    match (found.proved, best) {
        (true, Achieved::Won) => format!("{player} {got} in {moves}, and not in fewer"),
        (true, _) => format!("{player} {got} in {moves}: not more, and not in fewer"),
        (false, Achieved::Won) => format!("{player} {got} in {moves}; whether fewer are enough is not known"),
        (false, _) => format!("{player} {got} in {moves}; whether he can get more is not known"),
    }
}

/// What was examined, in how many seconds, and why not more.
fn examined(found: &Fewest, seconds: f64, stopped: bool, bounds: Bounds) -> String {
    let positions =
        if found.positions == 1 { "1 position was".to_owned() } else { format!("{} positions were", found.positions) };
    let within = match found.plies {
        0 => String::new(),
        plies => format!(", among them all that are at most {} away", moves(plies as usize)),
    };
    let why = match () {
        () if found.proved => "",
        () if stopped => " There are more.",
        () if found.by_repetition => " Lines that repeat a position may be better; they were not followed.",
        () if bounds.time.is_some() => " There are more, for which the time or the memory was not enough.",
        () => " There are more, for which the memory was not enough.",
    };
    format!("{positions} examined in {seconds} s{within}.{why}")
}
