//! Games that run in circles: a position that comes back, found by playing.

use std::sync::Arc;
use std::time::Duration;

use foldhash::HashMap;
use mancala_engine::draw::draw;
use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_engine::narrator::Narrator;
use mancala_engine::play::Game;
use mancala_rules::chance::{Generator, choice, generator};
use mancala_rules::clock::Instant;
use mancala_rules::lines::wrapped;
use mancala_rules::problem::{Code, Problem};
use mancala_rules::rules::model::{Outcome, Rules};

use super::claims::not_default;

/// Most plies of a game, and of all games of all readings together.
const MOST_PLIES: usize = 500;
const ALL_PLIES: usize = 12_000;
/// Time limit. No real game needs a tenth of it; unoptimised builds get many times more.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 2 });

/// A position that comes back.
struct Circle {
    /// Moves from the start to the position.
    moves: Vec<String>,
    /// The position.
    position: Position,
    /// Moves from the position back to it.
    back: Vec<String>,
}

/// How the players of a game choose.
enum Choosing {
    /// Always the first legal move, or always the last: such a game without an end must come to a circle.
    First,
    Last,
    Random(Generator),
}

/// The problem of games that can go on for ever, if play shows one: where no rule ends a game by `repeated position`, a
/// position that came back can come back again.
pub(super) fn circle(readings: &[Rules], stop: &Progress) -> Option<Problem> {
    let open: Vec<&Rules> = readings.iter().filter(|rules| rules.repeated.is_none()).collect();
    let stop = Progress::beside(stop).at_latest(Instant::now() + LONGEST);
    let most = (ALL_PLIES / open.len().max(1)).max(MOST_PLIES);
    open.into_iter().find_map(|rules| Some(problem(rules, &found(rules, most, &stop)?)))
}

/// The circle after the fewest moves in some games, `most` plies of them together.
fn found(rules: &Rules, most: usize, stop: &Progress) -> Option<Circle> {
    let shared = Arc::new(rules.clone());
    let (mut plies, mut best) = (0, None::<Circle>);
    for seed in 0.. {
        let choosing = match seed {
            0 => Choosing::First,
            1 => Choosing::Last,
            _ => Choosing::Random(generator(1, seed)),
        };
        let length = |circle: &Circle| circle.moves.len() + circle.back.len();
        let longest = best.as_ref().map_or(MOST_PLIES, |best| length(best) - 1);
        let (played, circle) = played(rules, &shared, choosing, longest, stop);
        best = circle.or(best);
        plies += played;
        // a game that is over at the start is over in every game
        if played == 0 || plies >= most || stop.is_stopped() {
            break;
        }
    }
    best
}

/// Plays one game until a position comes back. Returns the number of plies as well.
fn played(
    rules: &Rules,
    shared: &Arc<Rules>,
    mut choosing: Choosing,
    most: usize,
    stop: &Progress,
) -> (usize, Option<Circle>) {
    let mut game = Game::new(shared);
    let mut met: HashMap<u64, usize> = HashMap::default();
    loop {
        let plies = game.history().len();
        if let Some(before) = met.insert(game.key(), plies) {
            let moves: Vec<String> = game.history().iter().map(ToString::to_string).collect();
            let (moves, back) = moves.split_at(before);
            return (plies, confirmed(rules, moves, back));
        }
        let nth = match &mut choosing {
            Choosing::First => 0,
            Choosing::Last => game.choices().saturating_sub(1),
            Choosing::Random(chance) => choice(game.choices(), chance),
        };
        // rules that give no answer are reported elsewhere
        if plies >= most || stop.is_stopped() || game.play_nth(nth).is_err() {
            return (plies, None);
        }
    }
}

/// The circle, if the narrator can go round it twice.
fn confirmed(rules: &Rules, moves: &[String], back: &[String]) -> Option<Circle> {
    let mut game = Narrator::new(rules).ok()?;
    let mut play = |moves: &[String]| {
        moves.iter().try_for_each(|name| game.play(name)).ok()?;
        Some(game.left().clone())
    };
    let position = play(moves)?;
    let key = position.key(rules);
    for _ in 0..2 {
        if play(back)?.key(rules) != key {
            return None;
        }
    }
    Some(Circle { moves: moves.to_vec(), position, back: back.to_vec() })
}

fn problem(rules: &Rules, circle: &Circle) -> Problem {
    let Circle { moves, position, back } = circle;
    let plays = rules.before_turn.iter().find(|rule| matches!(rule.value.outcome, None | Some(Outcome::Play)));
    let span = plays.or(rules.before_turn.last()).map(|rule| rule.span).unwrap_or_default();
    let under: Vec<String> = not_default(rules).iter().map(|reading| format!("`{reading}`")).collect();
    let under = if under.is_empty() { String::new() } else { format!(" (under {})", under.join(", ")) };
    let over = if rules.contest.is_some() { "round over" } else { "game over" };
    let help = format!(
        "write `repeated position: 3rd time` at the top of the list, and above this rule what then happens, such as \
         `when repeated position -> {over}`"
    );
    let lines = |text: String| wrapped(&text, 76).join("\n");
    let reached = if moves.is_empty() { "at the start".to_owned() } else { format!("after {}", moves.join(" ")) };
    let drawn = draw(rules, position, Some(position.to_move), false);
    let lead = if back.len() == 1 { "leads" } else { "lead" };
    let returns = lines(format!("{} {lead} back to this position", back.join(" ")));
    Problem::new(
        Code::NoEnd,
        span,
        format!("a position can come back again and again, and no rule ends the game{under}"),
    )
    .label("the game goes on here")
    .help(help)
    .shown(format!("{}\n{drawn}{returns}", lines(reached)))
}
