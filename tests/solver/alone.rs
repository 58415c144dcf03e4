//! The fewest moves of one player: against all lines of the narrator, which remembers every position of a line.

use std::sync::Arc;

use mancala_engine::engine::Progress;
use mancala_engine::game::{Achieved, Position};
use mancala_engine::narrator::Narrator;
use mancala_rules::chance::{choice, generator};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::drivers::fewest::{Fewest, fewest};

use super::rules;

/// So many puzzles made at random are looked at.
const MADE: u64 = crate::sized(200, 2_000);
/// So many plies are followed by the narrator.
const PLIES: usize = 6;
/// So many games at most are followed at once.
const MOST_GAMES: usize = 3_000;

fn found(rules: &Arc<Rules>, most_positions: usize) -> Fewest {
    fewest(rules, &Position::start(rules), most_positions, &Progress::default()).expect("the rules decide")
}

/// The best that any line of the narrator gets within the plies followed, and the fewest plies to it; and how many plies
/// were followed.
fn followed(rules: &Arc<Rules>) -> Option<(Option<(Achieved, usize)>, usize)> {
    let mut games = vec![Narrator::new(rules.clone()).ok()?];
    let mut best: Option<(Achieved, usize)> = None;
    for plies in 0..=PLIES {
        let mut next = Vec::new();
        for game in &games {
            if let Some(ending) = game.ending() {
                let decision = ending.decision();
                let achieved = Achieved::of(decision, 0, ending.scores[0]);
                if best.is_none_or(|(known, _)| achieved > known) {
                    best = Some((achieved, plies));
                }
                continue;
            }
            for nth in 0..game.legal().len() {
                let mut after = game.clone();
                after.play_nth(nth).ok()?;
                next.push(after);
            }
        }
        if next.len() > MOST_GAMES {
            return Some((best, plies));
        }
        games = next;
    }
    Some((best, PLIES))
}

/// Compares what was found with all lines of the narrator. Returns whether there was something to compare.
fn agree(rules: &Arc<Rules>, of: &str) -> bool {
    let Some((best, plies)) = followed(rules) else { return false };
    let Ok(found) = fewest(rules, &Position::start(rules), 20_000, &Progress::default()) else { return false };
    let line = found.best.as_ref().map(|(achieved, line)| (*achieved, line.len()));
    // a line that only loses need not be the shortest
    let matters = |one: Option<(Achieved, usize)>| one.filter(|(achieved, _)| *achieved > Achieved::Lost);
    if let Some((achieved, moves)) = matters(line).filter(|(_, moves)| *moves <= plies) {
        let (known, fewest) = best.expect("the narrator gets as much");
        assert!(known > achieved || known == achieved && fewest <= moves, "{of}: {best:?}, {found:?}");
    }
    if found.proved {
        match (matters(best), matters(line)) {
            (Some((known, fewest)), Some((achieved, moves))) => {
                assert!(known < achieved || known == achieved && fewest >= moves, "{of}: {best:?}, {found:?}");
            }
            (Some(_), None) => panic!("{of}: {best:?}, {found:?}"),
            (None, _) => {}
        }
    }
    found.proved && matters(best).is_some()
}

/// A small puzzle made at random.
fn puzzle(seed: u64) -> Option<Arc<Rules>> {
    let mut chance = generator(seed, 1);
    let mut pick = |of: &[&str]| of[choice(of.len(), &mut chance)].to_owned();
    let columns = 3 + usize::from(pick(&["3", "4"]) == "4");
    let mut drawn = || (0..columns).map(|_| pick(&["0", "1", "1", "2"])).collect::<Vec<_>>().join(" ");
    let (seeds, goal) = (drawn(), drawn());
    let goal = format!("position is {goal}");
    let last = pick(&[
        "when makes 2 -> capture here, end turn",
        "when makes 2 or 3 -> lift here, sow after here",
        "when was empty -> mark here, end turn",
        "when makes 2 -> capture next, move again",
    ]);
    let after =
        pick(&["", "after turn, the first that fits {\n  when here is a1 and holds 2 -> mover loses the game\n}\n"]);
    let asked = pick(&[&goal, "own store holds at least 2", "mover's 4th turn", "number of own empty holes is 2"]);
    let asked = format!("when {asked} -> {}", pick(&["mover wins the game", "draw", "game over"]));
    let times = pick(&["2nd", "3rd"]);
    let again = pick(&["", "game over", "mover loses the game", "mover wins the game", "draw", "play"]);
    let again = match again.as_str() {
        "" => String::new(),
        then => format!("  repeated position: {times} time\n  when repeated position -> {then}\n"),
    };
    let stuck = pick(&["mover loses the game", "game over"]);
    let score = pick(&["seeds in own store", "seeds in a1", "number of own empty holes"]);
    let before = format!("{again}  {asked}\n  when no legal move -> {stuck}\n  otherwise -> play");
    read(&seeds, &last, &after, &before, &score)
}

#[test]
fn no_line_of_the_narrator_is_better_or_sooner() {
    let compared = (0..MADE).filter(|seed| {
        let Some(rules) = puzzle(*seed) else { return false };
        agree(&rules, &format!("puzzle {seed}"))
    });
    let compared = compared.count() as u64;
    assert!(compared >= MADE / 4, "{compared} puzzles compared");
    for name in ["tchoukaillon", "tchuka-ruma", "el-arnab"] {
        agree(&rules(name, &[]), name);
    }
}

#[test]
fn known_puzzles_take_their_known_moves() {
    // Campbell and Chavey's solution of Tchuka Ruma; every seed of Tchoukaillon is a move
    for (name, columns, moves) in
        [("tchuka-ruma", "5", 6), ("tchoukaillon", "5", 9), ("tchoukaillon", "7", 17), ("el-arnab", "8", 1)]
    {
        let set: &[(&str, &str)] = if name == "el-arnab" { &[] } else { &[("columns", columns)] };
        let rules = rules(name, set);
        let found = found(&rules, 100_000);
        let (best, line) = found.best.expect("a line");
        assert_eq!((best, line.len(), found.proved), (Achieved::Won, moves, true), "{name}");
    }
}

/// A ring of holes in which any hole is sown, with these seeds and rules; none if the file has problems.
fn read(seeds: &str, last: &str, after: &str, before: &str, score: &str) -> Option<Arc<Rules>> {
    let columns = seeds.split(' ').count();
    let text = format!(
        "game \"Ring\" {{\n  region: \"nowhere\"\n}}\nboard {{\n  rows: 1\n  columns: {columns}\n  players: 1\n  \
         seeds: {seeds}\n  side: row\n}}\nmove {{\n  from: holes\n  direction: counterclockwise\n  begin: lift here, \
         sow after here\n}}\nsowing {{\n  endless: end turn\n}}\nlast seed, the first that fits {{\n  {last}\n  \
         otherwise -> end turn\n}}\n{after}before turn, the first that fits {{\n{before}\n}}\neach player scores: \
         {score}\n"
    );
    let text = if last.contains("sow") { text } else { text.replace("sowing {\n  endless: end turn\n}\n", "") };
    Ruleset::read(Source::new("ring", &text)).ok()?.rules().ok()
}

fn ring(seeds: &str, before: &str, score: &str) -> Arc<Rules> {
    read(seeds, "when makes 2 -> capture here, end turn", "", before, score).expect("a rule file without problems")
}

#[test]
fn the_highest_score_and_what_repetition_leaves_open_are_told() {
    // of three seeds, two meet, and the third goes round until its position counts as repeated
    let over = "  repeated position: 2nd time\n  when repeated position -> game over\n  when no legal move -> game \
                over\n  otherwise -> play";
    let found_over = found(&ring("1 1 1 0", over, "seeds in own store"), 1_000);
    assert!(found_over.by_repetition && !found_over.proved, "{found_over:?}");
    // where repetition loses, only other endings matter
    let loses = "  repeated position: 2nd time\n  when repeated position -> mover loses the game\n  when no legal move \
                 -> game over\n  otherwise -> play";
    let found_loses = found(&ring("1 1 1 1", loses, "seeds in own store"), 1_000);
    assert_eq!((found_loses.proved, found_loses.by_repetition), (true, false), "{found_loses:?}");
    assert_eq!(found_loses.best, Some((Achieved::Score(4), vec!["a1".to_owned(), "c1".to_owned()])));
    // a position that no sowing makes: all were examined
    let drawn = "  when position is 3 0 0 0 -> mover wins the game\n  when no legal move -> mover loses the game\n  \
                 otherwise -> play";
    let never = found(&ring("0 1 1 1", drawn, "nothing"), 1_000);
    assert!(never.proved && never.best.as_ref().is_none_or(|(best, _)| *best == Achieved::Lost), "{never:?}");
    assert!(!found(&ring("0 1 1 1", drawn, "nothing"), 3).proved);
    let goal = "  when position is 0 0 0 1 -> mover wins the game\n  when no legal move -> mover loses the game\n  \
                otherwise -> play";
    let line = found(&ring("0 1 1 1", goal, "nothing"), 1_000).best.expect("a line");
    assert_eq!(line, (Achieved::Won, vec!["b1".to_owned()]));
}
