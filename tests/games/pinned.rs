//! Seeded games and matches, piece by piece. `pinned.txt` holds a digest of every part of them.

use std::sync::Arc;

use mancala_engine::contest::{Left, Match, refill};
use mancala_engine::game::cell_name;
use mancala_engine::game::{Ending, Position};
use mancala_engine::narrator::{Standings, after_refilling};
use mancala_engine::play::{Game, Referee};
use mancala_rules::chance::{choice, generator};
use mancala_rules::notation::player_name;
use mancala_rules::rules::model::{Choice, Rules};

/// What seeded games of one reading are made with.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What chance begins with in the single game.
    pub seed: u64,
    /// A game is stopped after so many plies.
    pub plies: u64,
    /// What chance begins with in the match.
    pub match_seed: u64,
    /// A match is cut after so many rounds.
    pub rounds: u32,
    /// Whether every position is pinned; else the moves, and the position at the end.
    pub every_position: bool,
}

/// The plan of the default readings. `mancala run GAME --seed 3` shows the game, as snapshots of a few games do.
pub const DEFAULTS: Plan = Plan { seed: 3, plies: 300, match_seed: 2, rounds: 7, every_position: true };

/// The plan of the other readings.
pub const OTHERS: Plan = Plan { seed: 1, plies: 80, match_seed: 3, rounds: 3, every_position: false };

/// The seed of the match that is pinned under the default readings: of the first match that is short enough to be read
/// to its end; where players at random need hundreds of rounds, of one that is cut.
pub fn match_seed(rules: &Arc<Rules>) -> u64 {
    let cut = |seed: &u64| {
        let mut last = String::new();
        whole_match(&Referee::tables(rules), &Plan { match_seed: *seed, ..DEFAULTS }, &mut |piece| {
            last = piece;
            true
        });
        last.starts_with("nobody won the match")
    };
    (0..60).find(|seed| !cut(seed)).unwrap_or(DEFAULTS.match_seed)
}

/// Every reading that is not the default, beside the defaults of the others; of a range its bounds.
pub fn other_readings(options: &[Choice]) -> Vec<Vec<(String, String)>> {
    let mut found = Vec::new();
    for option in options {
        for (index, reading) in option.readings.iter().enumerate() {
            let bound = |high: bool| -> Vec<String> {
                let value = |value: &String| match value.split_once(" to ") {
                    Some((from, to)) if from.parse::<u64>().is_ok() => if high { to } else { from }.to_owned(),
                    _ => value.clone(),
                };
                reading.values.iter().map(value).collect()
            };
            let mut choices = vec![bound(false), bound(true)];
            choices.dedup();
            // the first number of the first reading is the default
            for values in choices.into_iter().skip(usize::from(index == 0)) {
                found.push(option.names.iter().cloned().zip(values).collect());
            }
        }
    }
    found
}

/// Plays every opening, a game and, if the file tells one, a match. `each` sees piece after piece, and says whether to go
/// on.
pub fn play(rules: &Arc<Rules>, plan: &Plan, each: &mut dyn FnMut(String) -> bool) {
    part(rules, plan, &mut |_, piece| each(piece));
}

/// The pieces of each part that has any, and what the part is.
pub fn parts(rules: &Arc<Rules>, plan: &Plan) -> Vec<(&'static str, Vec<String>)> {
    let mut parts: Vec<(&'static str, Vec<String>)> = Vec::new();
    part(rules, plan, &mut |part, piece| {
        match parts.last_mut().filter(|(known, _)| *known == part) {
            Some((_, pieces)) => pieces.push(piece),
            None => parts.push((part, vec![piece])),
        }
        true
    });
    parts
}

/// All pieces.
pub fn pieces(rules: &Arc<Rules>, plan: &Plan) -> Vec<String> {
    parts(rules, plan).into_iter().flat_map(|(_, pieces)| pieces).collect()
}

fn part(rules: &Arc<Rules>, plan: &Plan, each: &mut dyn FnMut(&'static str, String) -> bool) {
    let referee = Referee::tables(rules);
    if plan.every_position && !openings(&referee, &mut |piece| each("openings", piece)) {
        return;
    }
    if game(&referee, plan, &mut |piece| each("game", piece))
        && refillings(rules, &mut |piece| each("refilling", piece))
        && rules.contest.is_some()
    {
        whole_match(&referee, plan, &mut |piece| each("match", piece));
    }
}

/// What is played by a plan, in one line: the readings, and of each part how many pieces it has and their digest.
pub fn line(rules: &Arc<Rules>, name: &str, settings: &[(String, String)], plan: &Plan) -> String {
    let settings: String =
        settings.iter().map(|(name, value)| format!(" {}", format!("{name}={value}").replace(' ', "-"))).collect();
    let part = |(part, pieces): &(&str, Vec<String>)| {
        let seed = if *part == "match" { format!(" of seed {}", plan.match_seed) } else { String::new() };
        format!("{part}{seed} {} {}", pieces.len(), digest(&pieces.join("\n")))
    };
    let parts: Vec<String> = parts(rules, plan).iter().map(part).collect();
    format!("{name}{settings}: {}\n", parts.join(", "))
}

/// Eight digits that differ where texts differ.
pub fn digest(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

type Each<'e> = &'e mut dyn FnMut(String) -> bool;

/// The board as the last turn left it, before the rule that ended the game gathered seeds.
fn turned(game: &Game) -> Position {
    if game.is_over() { game.left() } else { game.position() }
}

/// What each player had won on that board.
fn won(game: &Game) -> Vec<i64> {
    game.gathering().map_or_else(|| game.captured(), |last| last.won_before)
}

fn openings(referee: &Referee, each: Each<'_>) -> bool {
    let rules = referee.rules();
    let Ok(start) = referee.game(Position::start(rules)) else { return each("no game".to_owned()) };
    for (index, name) in start.legal_names().into_iter().enumerate() {
        let mut game = start.clone();
        // the replies, of which there can be a thousand, are not listed
        let after = match game.forth(index) {
            Ok(_) => drawn(rules, &turned(&game)),
            Err(fault) => fault.to_string(),
        };
        if !each(format!("{name}: {after}")) {
            return false;
        }
    }
    true
}

fn game(referee: &Referee, plan: &Plan, each: Each<'_>) -> bool {
    let rules = referee.rules();
    let Ok(mut game) = referee.game(Position::start(rules)) else { return each("no game".to_owned()) };
    let mut generator = generator(plan.seed, 1);
    let mut plies = 0;
    while !game.is_over() && plies < plan.plies {
        let index = choice(game.choices(), &mut generator);
        let name = game.listed(index).map_or(String::new(), |play| play.to_string());
        if let Err(error) = game.play_nth(index) {
            return each(error.to_string());
        }
        plies += 1;
        let going_on = if plan.every_position {
            each(format!("{name}: {}, won {:?}", drawn(rules, &turned(&game)), won(&game)))
        } else {
            each(name)
        };
        if !going_on {
            return false;
        }
    }
    match game.outcome() {
        Some(ending) => each(format!("{}; {}", drawn(rules, &turned(&game)), result(rules, &ending))),
        None => each(format!("{}; stopped", drawn(rules, &turned(&game)))),
    }
}

/// What `each player after refilling` decides, whatever the last player owns and the first the rest; nothing, if the file
/// has no such list.
pub fn refillings(rules: &Rules, each: Each<'_>) -> bool {
    let Some(contest) = rules.contest.as_ref().filter(|contest| !contest.after_refilling.is_empty()) else {
        return true;
    };
    let players = rules.board.players.value;
    let total: i64 = rules.board.start.iter().map(|seeds| i64::from(*seeds)).sum();
    let decided = |least: i64| {
        let mut owned = vec![0; players];
        owned[0] = total - least;
        owned[players - 1] += least;
        let mut position = Position::start(rules);
        let round = refill(rules, contest, &owned, (0, 0), &Left::of(rules, contest, &position.seeds));
        (position.seeds, position.closed, position.owner) = (round.seeds, round.closed, round.owner);
        let most = owned.iter().max().copied();
        let winners = (0..players).filter(|player| Some(owned[*player]) == most).collect();
        let scores = owned.clone();
        let standings = Standings { points: vec![0; players], owned, rounds: 1, winners, scores };
        let decided = after_refilling(rules, contest, &position, &standings);
        let mut told = Vec::new();
        let mut tell = |players: &[usize], what: &str| {
            if !players.is_empty() {
                told.push(format!("{} {what} the match", names(rules, players)));
            }
        };
        tell(&decided.won, "won");
        tell(&decided.out, "lost");
        if decided.points.iter().any(|points| *points != 0) {
            told.push(format!("points {:?}", decided.points));
        }
        if told.is_empty() { "the match goes on".to_owned() } else { told.join(", ") }
    };
    let all: Vec<String> = (0..=total).map(decided).collect();
    let mut least = 0;
    for same in all.chunk_by(|one, other| one == other) {
        let most = least + same.len() - 1;
        let owner = name(rules, players - 1);
        if !each(format!("after refilling, {owner} owning {least} to {most}: {}", same[0])) {
            return false;
        }
        least = most + 1;
    }
    true
}

/// A match, cut after the rounds of the plan.
fn whole_match(referee: &Referee, plan: &Plan, each: Each<'_>) -> bool {
    let rules = referee.rules();
    let Some(Ok(mut contest)) = Match::with(referee.clone(), plan.rounds) else { return each("no match".to_owned()) };
    let mut generator = generator(plan.match_seed, 1);
    if !each(begins(rules, &contest)) {
        return false;
    }
    loop {
        let laying_out = contest.laying_out().is_some();
        if let Some(game) = contest.game()
            && let Some(ending) = game.outcome()
        {
            if !each(format!("{}; {}", drawn(rules, &turned(game)), result(rules, &ending))) {
                return false;
            }
            if let Err(fault) = contest.next_round() {
                return each(fault.message);
            }
            contest.take_events();
            if contest.game().is_some() && !each(begins(rules, &contest)) {
                return false;
            }
        }
        if let Some(ending) = contest.ending() {
            let won = if ending.winners.is_empty() { "nobody".to_owned() } else { names(rules, &ending.winners) };
            let (rounds, points, owned) = (ending.rounds, &ending.points, &ending.owned);
            return each(format!("{won} won the match, rounds {rounds}, points {points:?}, owned {owned:?}"));
        }
        let legal = contest.legal_names();
        let Some(name) = legal.get(choice(legal.len(), &mut generator)).cloned() else {
            return each("nothing to choose".to_owned());
        };
        if let Err(error) = contest.play_named(&name) {
            return each(error.to_string());
        }
        if !each(name) {
            return false;
        }
        if laying_out && contest.game().is_some() && !each(begins(rules, &contest)) {
            return false;
        }
    }
}

/// A round at its start.
fn begins(rules: &Rules, contest: &Match) -> String {
    let position = contest.game().map(turned).or_else(|| contest.shown());
    let board = position.map_or(String::new(), |position| drawn(rules, &position));
    let starter = contest.to_move().map_or(String::new(), |player| name(rules, player));
    let (round, owned, reserve) = (contest.round(), contest.owned(), contest.reserve());
    let (pot, points) = (contest.pot(), contest.points());
    format!(
        "round {round}, {starter} begins: {board}; owned {owned:?}, reserve {reserve:?}, pot {pot}, points {points:?}"
    )
}

/// The seeds as drawn, what lies beside them, and whatever else of a position a snapshot shows.
pub fn drawn(rules: &Rules, position: &Position) -> String {
    let board = &rules.board;
    let rows: Vec<String> = position.seeds[..board.holes()]
        .chunks(board.columns.value)
        .rev()
        .map(|row| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let mut text = rows.join(" / ");
    let beside = &position.seeds[board.holes()..];
    if beside.iter().any(|seeds| *seeds != 0) {
        text.push_str(&format!(", beside {beside:?}"));
    }
    let mut tell = |what: &str, holes: Vec<String>| {
        if !holes.is_empty() {
            text.push_str(&format!(", {what} {}", holes.join(" ")));
        }
    };
    let marks = position.marks.iter().enumerate();
    tell(
        "marked",
        marks
            .flat_map(|(cell, by)| by.each().map(move |by| (cell, by)))
            .map(|(cell, by)| format!("{} by {}", cell_name(board, cell), name(rules, by)))
            .collect(),
    );
    let which = |set: &[bool]| (0..set.len()).filter(|cell| set[*cell]).map(|cell| cell_name(board, cell)).collect();
    tell("closed", which(&position.closed));
    tell("locked", which(&position.locked));
    text
}

fn result(rules: &Rules, ending: &Ending) -> String {
    format!("won by {}, scores {:?}", names(rules, &ending.winners), ending.scores)
}

fn name(rules: &Rules, player: usize) -> String {
    player_name(rules.board.players.value, player)
}

fn names(rules: &Rules, players: &[usize]) -> String {
    players.iter().map(|player| name(rules, *player)).collect::<Vec<_>>().join(" and ")
}
