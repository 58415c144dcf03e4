//! Proves that rules decide every situation, and that every rule decides one.
//!
//! A situation (`world`) gives the possible values of everything that rules can ask. A condition in it is true, false,
//! or depends on a variable, on which the search then splits (`ask`, `search`). If no situation is left, there is none:
//! that is the proof. If one is left, it becomes a position and a move (`scene`), which the narrator plays, so that
//! only what happened is reported.

mod ask;
mod circles;
mod claims;
mod counting;
mod ends;
mod evidence;
mod lists;
mod moments;
mod numbers;
mod refills;
pub mod said;
mod scene;
mod search;
mod situations;
mod unproved;
mod world;

use mancala_engine::draw::draw;
use mancala_engine::engine::Progress;
use mancala_engine::game::FaultAt;
use mancala_rules::notation::player_name;
use mancala_rules::problem::{Change, Code, Problem, Remedy};
use mancala_rules::rules::model::{Case, Condition, One, Outcome, Part, Property, Rule, Rules};
use mancala_rules::source::Span;

pub use claims::{Known, Reason, Refutation, Verdict, along, broken, first_of_range, in_game, line_names, not_default};
pub use counting::Counted;
pub use evidence::{Ends, ended_by_repetition};
pub use lists::Can;
pub use scene::Scene;
pub use situations::{Decides, Grid, Line, List, Overlap, Situations, situations};
pub use unproved::{LONGEST, Part as Unlooked, Unproved, Why};

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use self::moments::{Choosable, Moment};
use self::scene::Reading;
use self::world::World;

/// Problems of lists that leave a situation undecided. The resolver leaves lists without a final `otherwise` to the
/// prover. What is not proved until `stop` ends it is a problem, too.
pub fn undecided(rules: &Rules, stop: &Progress) -> Vec<Problem> {
    // most files have no such list and need no world
    let world = LazyCell::new(|| World::new(rules, stop));
    let mut problems = Vec::new();
    decides(rules, &world, Moment::LastSeed, &rules.last_seed, &mut problems);
    decides(rules, &world, Moment::BeforeTurn, &rules.before_turn, &mut problems);
    for (at, section) in rules.moves.iter().enumerate() {
        decides(rules, &world, Moment::Choosing(at), &section.from, &mut problems);
        decides(rules, &world, Moment::Choosing(at), &section.direction, &mut problems);
        decides(rules, &world, Moment::Begin(at), &section.begin, &mut problems);
    }
    problems
}

/// Whether a list has a case that always fits and cannot be declined.
fn is_total<T: Choosable>(list: &[Case<T>]) -> bool {
    list.iter().any(|case| case.condition.is_none() && !case.value.may())
}

/// Adds a problem if a list leaves a situation undecided, or cannot be proved not to.
fn decides<'r, T: Choosable>(
    rules: &'r Rules,
    world: &LazyCell<Option<World<'r>>, impl FnOnce() -> Option<World<'r>>>,
    moment: Moment,
    list: &[Case<T>],
    problems: &mut Vec<Problem>,
) {
    if is_total(list) {
        return;
    }
    let span = list.last().map_or(Span::default(), |case| case.span);
    let help = "end it with `otherwise -> ..`: what happens in every other situation";
    let can = world.as_ref().map_or(Can::Perhaps, |world| world.undecided(moment, list));
    let rule = if moment == Moment::BeforeTurn { "otherwise -> play" } else { "otherwise -> end turn" };
    let is_action = matches!(moment, Moment::BeforeTurn | Moment::LastSeed);
    let remedy = is_action.then(|| Remedy::new(format!("Add `{rule}`"), Change::Last(span, rule.to_owned())));
    let problem = match can {
        Can::Not => return,
        Can::Be(scene) => Problem::new(Code::Undecided, span, "no rule of this list fits this situation")
            .label("this is its last rule")
            .help(help)
            .shown(scene.drawn(rules)),
        Can::Perhaps => {
            Problem::new(Code::Undecided, span, "there is no proof that a rule of this list fits in every situation")
                .label("this is its last rule")
                .help(help)
        }
    };
    problems.push(Problem { remedy, ..problem });
}

/// Rules that are proved never to apply.
pub fn never_applying(rules: &Rules) -> Vec<Span> {
    let stop = Progress::default();
    let Some(world) = World::new(rules, &stop) else { return Vec::new() };
    let lists = world.lists().into_iter();
    let dead = lists.flat_map(|(moment, list)| {
        let dead = (0..list.len()).filter(|at| !world.is_possible(moment, &|frame| world.applying(frame, list, *at)));
        dead.map(|at| list[at].span).collect::<Vec<_>>()
    });
    dead.collect()
}

/// Result of proving a file.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// Problems of what the rules decide.
    pub problems: Vec<Problem>,
    /// What is not proved; empty if the proof is complete.
    pub unproved: Vec<Unproved>,
    /// How random games under the default readings ended.
    pub ends: Ends,
    /// Result for each claim, in the order of the file.
    pub claims: Vec<Known>,
}

/// Proves what the rules decide, and decides the claims of the file. `readings` are the rules of all readings to check,
/// the default ones first;
/// `claimed` are rules of other readings for which the file makes claims; `all` is the number of readings to check, more
/// than those given if time was over before all were read. Ends when `stop` says so.
pub fn prove(readings: &[Rules], claimed: &[Rules], all: usize, stop: &Progress) -> Proof {
    let mut alive: HashSet<Span> = HashSet::new();
    let mut dead: HashMap<Span, Problem> = HashMap::new();
    let mut problems = Vec::new();
    let mut unproved: Vec<Unproved> = Vec::new();
    let mut gave_up = |why| {
        if !unproved.iter().any(|known| known.why == why) {
            unproved.push(Unproved { part: Unlooked::Lists, from: None, readings: None, why });
        }
    };
    // the first rule at which time was over, and how many readings were looked at in full
    let (mut from, mut looked_at) = (None, 0);
    let mut taken = Duration::ZERO;
    let mut ends = Ends::default();
    for (nth, rules) in readings.iter().enumerate() {
        if stop.is_stopped() {
            break;
        }
        let before = problems.len();
        let stuck = match evidence::played(rules, &alive, readings.len(), &mut taken, stop) {
            Ok(found) => {
                alive.extend(found.applied);
                if nth == 0 {
                    ends = found.ends;
                }
                None
            }
            Err(stuck) => Some(stuck),
        };
        problems.extend(refilling(rules));
        let Some(world) = World::new(rules, stop) else {
            gave_up(Why::Numbers);
            looked_at += 1;
            continue;
        };
        for (moment, list) in world.lists() {
            for (at, rule) in list.iter().enumerate() {
                if let Some((scene, reading)) = world.sows_nothing(moment, list, at) {
                    problems.extend(
                        reading.fault.map(|fault| faulty(rules, Code::NothingToSow, rule, fault.message, &scene)),
                    );
                }
                if moment == Moment::BeforeTurn
                    && let Can::Be(scene) = world.plays_nothing(list, at)
                {
                    let message = "this rule says `play` for a player without a legal move";
                    problems.push(faulty(rules, Code::NothingToPlay, rule, message, &scene));
                }
                if !alive.contains(&rule.span) {
                    if world.is_possible(moment, &|frame| world.applying(frame, list, at)) {
                        alive.insert(rule.span);
                    } else {
                        dead.entry(rule.span).or_insert_with(|| never(&world, moment, list, at));
                    }
                }
                if stop.is_stopped() {
                    from.get_or_insert(rule.span);
                }
            }
        }
        problems.extend(no_end(&world));
        if stop.is_stopped() {
            from = from.or(world.lists().last().and_then(|(_, list)| Some(list.last()?.span)));
        } else {
            looked_at += 1;
            if world.gave_up.get() {
                gave_up(Why::Situations);
            }
        }
        // report an undecided game only if no proof is more precise
        if let Some(FaultAt { fault, position }) = stuck.filter(|_| problems.len() == before) {
            let scene = evidence::fault_in(rules, &position);
            let (span, drawn) = match &scene {
                Some((scene, span)) => (*span, scene.drawn(rules)),
                None => (fault.span, draw(rules, &position, Some(position.to_move), false)),
            };
            let help = format!("a random game reached this position; {}", fault.advice());
            // the first reading that does not give an answer
            let others = rules.options.iter().filter(|option| option.chosen != 0);
            let chosen = others.flat_map(|option| option.names.iter().zip(&option.values));
            let chosen: Vec<String> = chosen.map(|(name, value)| format!("`{name}: {value}`")).collect();
            let under = if chosen.is_empty() { String::new() } else { format!(" (under {})", chosen.join(", ")) };
            let message = format!("{}{under}", fault.message);
            problems.push(Problem::new(Code::NoAnswer, span, message).help(help).shown(drawn));
        }
    }
    dead.retain(|span, _| !alive.contains(span));
    if looked_at < all {
        // a rule may apply under a reading that was not looked at
        dead.clear();
        let readings = Some((looked_at, all)).filter(|_| all > 1);
        unproved.push(Unproved { part: Unlooked::Lists, from, readings, why: Why::Time });
    }
    if !dead.is_empty() {
        problems.extend(readings.iter().flat_map(|rules| deciding_all(rules, &mut dead, stop)));
    }
    problems.extend(dead.into_values());
    if !problems.iter().any(|problem| problem.code == Code::NoEnd) {
        problems.extend(circles::circle(readings, stop));
        if stop.is_stopped() && readings.iter().any(|rules| rules.repeated.is_none()) {
            unproved.push(Unproved::late(Unlooked::Circles));
        }
    }
    let claims = claims::decide(&readings.iter().chain(claimed).collect::<Vec<_>>(), stop);
    if stop.is_stopped() && claims.iter().any(|claim| matches!(claim.verdict, Verdict::NotFound { .. })) {
        unproved.push(Unproved::late(Unlooked::Claims));
    }
    problems.extend(claims.iter().filter_map(|claim| match &claim.verdict {
        Verdict::Refuted(refutation) => Some(broken(claim.span, &claim.title, refutation)),
        _ => None,
    }));
    Proof { problems, unproved, ends, claims }
}

/// The problem of a rule that leaves a scene undecided.
fn faulty(rules: &Rules, code: Code, rule: &Rule, message: impl Into<String>, scene: &Scene) -> Problem {
    let help = match code {
        Code::NothingToPlay => "write a rule for it above this one, such as `when no legal move -> pass`",
        _ => "test in the condition that the lifted hole has seeds, as in `when .. and opposite is occupied`",
    };
    Problem::new(code, rule.span, message).help(help).shown(scene.drawn(rules))
}

/// The problems of rules with a condition that is always true, in place of those of the rules below, which never apply.
fn deciding_all(rules: &Rules, dead: &mut HashMap<Span, Problem>, stop: &Progress) -> Vec<Problem> {
    let Some(world) = World::new(rules, stop) else { return Vec::new() };
    let mut problems = Vec::new();
    for (moment, list) in world.lists() {
        let above = list.iter().take_while(|rule| !dead.contains_key(&rule.span)).count();
        let Some((rule, below)) = list[..above].last().map(|rule| (rule, &list[above..])) else { continue };
        let all_dead = !below.is_empty() && below.iter().all(|rule| dead.contains_key(&rule.span));
        let Some(condition) = rule.condition.as_ref().filter(|_| all_dead && world.always_fits(moment, rule)) else {
            continue;
        };
        below.iter().for_each(|rule| drop(dead.remove(&rule.span)));
        let message = match below.len() {
            1 => "this condition is always true, so the rule below never applies",
            _ => "this condition is always true, so the rules below never apply",
        };
        let help = match moment == Moment::LastSeed && asks_for_seeds_here(condition) {
            true => "a seed has just fallen in `here`, so it is occupied; did you mean `was occupied`?",
            false => "say more exactly when it fits, or write `otherwise` and remove the rules below",
        };
        problems.push(Problem::new(Code::NeverApplies, rule.span, message).help(help));
    }
    problems
}

/// Whether a condition asks if seeds lie in `here` now.
fn asks_for_seeds_here(condition: &Condition) -> bool {
    let mut asks = false;
    condition.visit(&mut |part| {
        asks |= matches!(part, Part::Condition(Condition::Is(One::Here, Property::Empty | Property::Occupied)));
    });
    asks
}

/// The problem of a rule that is proved never to apply.
fn never(world: &World<'_>, moment: Moment, list: &[Rule], at: usize) -> Problem {
    let rule = &list[at];
    let scene = world.fits(moment, rule);
    let mut problem = match &scene {
        None => {
            let seeds = moment == Moment::LastSeed && rule.condition.as_ref().is_some_and(asks_for_seeds_here);
            let message = "this rule never applies: its condition cannot be true";
            Problem::new(Code::NeverApplies, rule.span, message).help(match seeds {
                true => "a seed has just fallen in `here`, so it is not empty; did you mean `was empty`?",
                false => "fix the condition, or remove the rule",
            })
        }
        Some(_) if rule.value.may && world.is_possible(moment, &|frame| world.first_fits(frame, list, at)) => {
            let message = "this rule offers nothing: whenever it fits, the player passes or the game is over";
            let help = "what is offered takes the place of a turn, so a rule below must say `play`; without `may` the \
                        rule decides itself";
            Problem::new(Code::NeverApplies, rule.span, message).help(help)
        }
        Some(_) => Problem::new(
            Code::NeverApplies,
            rule.span,
            "this rule never applies: whenever it fits, a rule above it decides",
        )
        .help("move it above the other rule, or remove it"),
    };
    problem.remedy = Some(Remedy::new("Remove this rule", Change::Remove(rule.span)));
    if let Some((scene, Reading { rule: Some(span), .. })) = scene {
        problem = problem.also(span, "this rule decides, for example in the situation drawn below");
        problem = problem.shown(scene.drawn(world.rules));
    }
    problem
}

/// The problem of a game that never ends although nobody can move.
fn no_end(world: &World<'_>) -> Option<Problem> {
    let rules = world.rules;
    if rules.repeated.is_some() {
        return None;
    }
    let position = world.nobody_moves()?;
    let first = rules.before_turn.iter().find(|rule| rule.value.outcome == Some(Outcome::Pass) && !rule.value.may);
    let span = first.map(|rule| rule.span).unwrap_or_default();
    let message = "nobody can move, all players pass in turn, and no rule ends the game";
    let help = "write a rule for it above this one, such as `when all holes are empty -> game over`, or end the game by \
                `repeated position`";
    let drawn = draw(rules, &position, Some(position.to_move), false);
    Some(Problem::new(Code::NoEnd, span, message).help(help).shown(drawn))
}

/// The problem of a refilling that goes wrong for some share of the seeds.
fn refilling(rules: &Rules) -> Option<Problem> {
    let wrong = refills::wrong(rules)?;
    let contest = rules.contest.as_ref()?;
    let players = rules.board.players.value;
    let owned =
        wrong.owned.iter().enumerate().map(|(player, seeds)| format!("{} owns {seeds}", player_name(players, player)));
    let message = format!("where {}: {}", owned.collect::<Vec<_>>().join(", "), wrong.message);
    let help = "add a rule to `each player after refilling` that ends the match";
    let drawn = draw(rules, &wrong.position, None, false);
    Some(Problem::new(Code::WrongRefill, contest.span, message).help(help).shown(drawn))
}
