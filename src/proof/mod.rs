//! What can be proved of rules: that they decide every situation, and that every rule decides one.
//!
//! A situation says of everything that rules can ask which values it may have (`world`); a condition asked in it is
//! true, false, or depends on something that is split then (`ask`, `search`). Where no situation is left, it is
//! proved that there is none. Where one is left it is made a position and a move (`scene`), played by the narrator, so that what is
//! told was seen.

mod ask;
mod claims;
mod counting;
mod ends;
mod evidence;
mod lists;
mod moments;
mod numbers;
mod refills;
mod scene;
mod search;
mod situations;
mod world;

pub use claims::{Known, Reason, Refutation, Verdict, along, broken, in_game, line_names, not_default};
pub use counting::Counted;
pub use lists::Can;
pub use scene::Scene;
pub use situations::{Decides, Grid, Line, List, Overlap, Situations, situations};

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use self::moments::{Choosable, Moment};
use self::scene::Reading;
use self::world::World;
use crate::draw::draw;
use crate::game::FaultAt;
use crate::notation::player_name;
use crate::problem::{Code, Problem};
use crate::rules::model::{Case, Outcome, Rule, Rules};
use crate::source::Span;

/// Lists that leave a situation undecided. The resolver leaves to the prover those that do not end with `otherwise`.
pub fn undecided(rules: &Rules) -> Vec<Problem> {
    // most files need no proof of this, and no world to prove it in
    let world = LazyCell::new(|| World::new(rules));
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

/// Whether a list ends with a case that always fits.
fn is_total<T: Choosable>(list: &[Case<T>]) -> bool {
    list.iter().any(|case| case.condition.is_none() && !case.value.may())
}

/// Tells if a list leaves a situation undecided.
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
    let problem = match can {
        Can::Not => return,
        Can::Be(scene) => Problem::new(Code::Undecided, span, "here is a situation in which no rule of this list fits")
            .label("this is its last rule")
            .help(help)
            .shown(scene.drawn(rules)),
        Can::Perhaps => Problem::new(
            Code::Undecided,
            span,
            "it could not be proved that a rule of this list fits in every situation",
        )
        .label("this is its last rule")
        .help(help),
    };
    problems.push(problem);
}

/// The rules that are proved never to apply, whatever is played.
pub fn never_applying(rules: &Rules) -> Vec<Span> {
    let Some(world) = World::new(rules) else { return Vec::new() };
    let lists = world.lists().into_iter();
    let dead = lists.flat_map(|(moment, list)| {
        let dead = (0..list.len()).filter(|at| !world.is_possible(moment, &|frame| world.first_fits(frame, list, *at)));
        dead.map(|at| list[at].span).collect::<Vec<_>>()
    });
    dead.collect()
}

/// What came of proving a file.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// Everything that is wrong with what its rules decide.
    pub problems: Vec<Problem>,
    /// Why not all was proved, if so.
    pub unproved: Option<&'static str>,
    /// What is known of each claim, in the order of the file.
    pub claims: Vec<Known>,
}

/// Too many classes of numbers.
const TOO_MANY_NUMBERS: &str = "it tells too many numbers of seeds apart";
/// A search came to its bound.
const TOO_LONG: &str = "a search was given up after 20,000 situations";

/// Proves what rules decide, under all readings of a file, each with its rules, and decides what the file claims, under
/// other readings of which it claims it, too.
pub fn prove(readings: &[Rules], claimed: &[Rules]) -> Proof {
    let mut alive: HashSet<Span> = HashSet::new();
    let mut dead: HashMap<Span, Problem> = HashMap::new();
    let mut problems = Vec::new();
    let mut unproved = None;
    let mut taken = Duration::ZERO;
    for rules in readings {
        let told = problems.len();
        let stuck = match evidence::applied(rules, &alive, readings.len(), &mut taken) {
            Ok(spans) => {
                alive.extend(spans);
                None
            }
            Err(stuck) => Some(stuck),
        };
        problems.extend(refilling(rules));
        let Some(world) = World::new(rules) else {
            unproved = Some(TOO_MANY_NUMBERS);
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
                    let message = "this rule lets a player play who has no legal move";
                    problems.push(faulty(rules, Code::NothingToPlay, rule, message, &scene));
                }
                if !alive.contains(&rule.span) {
                    if world.is_possible(moment, &|frame| world.first_fits(frame, list, at)) {
                        alive.insert(rule.span);
                    } else {
                        dead.entry(rule.span).or_insert_with(|| never(&world, moment, list, at));
                    }
                }
            }
        }
        problems.extend(no_end(&world));
        if world.gave_up.get() {
            unproved = unproved.or(Some(TOO_LONG));
        }
        // a game that came to nothing is told of only where no proof says more exactly why
        if let Some(FaultAt { fault, position }) = stuck.filter(|_| problems.len() == told) {
            let scene = evidence::fault_in(rules, &position);
            let (span, drawn) = match &scene {
                Some((scene, span)) => (*span, scene.drawn(rules)),
                None => (fault.span, draw(rules, &position, Some(position.to_move), false)),
            };
            let help = "a game at random came to this position; let a rule decide what is done in it";
            problems.push(Problem::new(Code::NoAnswer, span, fault.message).help(help).shown(drawn));
        }
    }
    problems.extend(dead.into_iter().filter(|(span, _)| !alive.contains(span)).map(|(_, problem)| problem));
    let claims = claims::decide(&readings.iter().chain(claimed).collect::<Vec<_>>());
    problems.extend(claims.iter().filter_map(|claim| match &claim.verdict {
        Verdict::Refuted(refutation) => Some(broken(claim.span, &claim.title, refutation)),
        _ => None,
    }));
    Proof { problems, unproved, claims }
}

/// A rule that a scene shows to give no answer.
fn faulty(rules: &Rules, code: Code, rule: &Rule, message: impl Into<String>, scene: &Scene) -> Problem {
    let help = match code {
        Code::NothingToPlay => "write a rule for it above this one, such as `when no legal move -> pass`",
        _ => "let the condition ask for seeds in the hole that is lifted, as in `when .. and opposite is occupied`",
    };
    Problem::new(code, rule.span, message).help(help).shown(scene.drawn(rules))
}

/// A rule that was proved never to apply.
fn never(world: &World<'_>, moment: Moment, list: &[Rule], at: usize) -> Problem {
    let rule = &list[at];
    let scene = world.fits(moment, rule);
    let mut problem = match &scene {
        None => Problem::new(Code::NeverApplies, rule.span, "this rule never applies: its condition cannot be true")
            .help("mend the condition, or take the rule away"),
        Some(_) => Problem::new(
            Code::NeverApplies,
            rule.span,
            "this rule never applies: wherever it fits, a rule above it decides",
        )
        .help("put it above the other, or take it away"),
    };
    if let Some((scene, Reading { rule: Some(span), .. })) = scene {
        problem = problem.also(span, "this one decides, for instance in the situation drawn below");
        problem = problem.shown(scene.drawn(world.rules));
    }
    problem
}

/// A game that goes on for ever though nobody can move.
fn no_end(world: &World<'_>) -> Option<Problem> {
    let rules = world.rules;
    if rules.repeated.is_some() {
        return None;
    }
    let position = world.nobody_moves()?;
    let first = rules.before_turn.iter().find(|rule| rule.value.outcome == Some(Outcome::Pass));
    let span = first.map(|rule| rule.span).unwrap_or_default();
    let message = "nobody can move, all pass one after the other, and no rule ends the game";
    let help = "write a rule for it above this one, such as `when all holes are empty -> game over`, or end the game by \
                `repeated position`";
    let drawn = draw(rules, &position, Some(position.to_move), false);
    Some(Problem::new(Code::NoEnd, span, message).help(help).shown(drawn))
}

/// A share of the seeds for which refilling goes wrong.
fn refilling(rules: &Rules) -> Option<Problem> {
    let wrong = refills::wrong(rules)?;
    let contest = rules.contest.as_ref()?;
    let players = rules.board.players.value;
    let owned =
        wrong.owned.iter().enumerate().map(|(player, seeds)| format!("{} owns {seeds}", player_name(players, player)));
    let message = format!("where {}: {}", owned.collect::<Vec<_>>().join(", "), wrong.message);
    let help = "let a rule of `each player after refilling` end the match";
    let drawn = draw(rules, &wrong.position, None, false);
    Some(Problem::new(Code::WrongRefill, contest.span, message).help(help).shown(drawn))
}
