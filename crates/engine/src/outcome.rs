//! Results of games and matches, in words.

use mancala_rules::notation::{capital, count, player_name};
use mancala_rules::rules::model::{Player, Rules};

use crate::contest::MatchEnding;
use crate::game::{Ending, Gathering, cell_name};

/// Heading of the step between the last turn and the result.
pub const GATHERING: &str = "The rest is gathered";

/// The value of each player, such as `South 3, North 0`.
pub fn each(rules: &Rules, values: &[i64]) -> String {
    let players = rules.board.players.value;
    let each = values.iter().enumerate().map(|(player, value)| format!("{} {value}", player_name(players, player)));
    each.collect::<Vec<_>>().join(", ")
}

/// The winner and the scores of a game.
pub fn result(rules: &Rules, ending: &Ending) -> String {
    result_of(rules, &ending.winners, &ending.scores)
}

/// The winners and the scores of a game, in words.
pub fn result_of(rules: &Rules, winners: &[Player], scores: &[i64]) -> String {
    let players = rules.board.players.value;
    let names: Vec<String> = winners.iter().map(|winner| player_name(players, *winner)).collect();
    let won = match names.as_slice() {
        [] => "nobody wins".to_owned(),
        [name] => format!("{name} wins"),
        all if all.len() == players => "a draw".to_owned(),
        all => format!("{} win", all.join(" and ")),
    };
    match (&rules.score.value, players, winners) {
        (None, ..) => won,
        (Some(_), 2, [winner]) => format!("{won}, {} to {}", scores[*winner], scores[1 - winner]),
        (Some(_), 2, _) => format!("{won}, {} to {}", scores[0], scores[1]),
        (Some(_), ..) => format!("{won}: {}", each(rules, scores)),
    }
}

/// Who gathers how many seeds at the end, and from which holes: `South gathers 18 seeds: a1 3, b1 15`.
pub fn gathered(rules: &Rules, gathering: &Gathering) -> String {
    let who = |(player, gained): (usize, &i64)| match gained {
        0 => None,
        1.. => Some(format!("{} gathers {}", rules.player_name(player), count(*gained, "seed"))),
        _ => Some(format!("{} gives {} back", rules.player_name(player), count(-gained, "seed"))),
    };
    let who: Vec<String> = gathering.gained.iter().enumerate().filter_map(who).collect();
    let who = if who.is_empty() { "marks change".to_owned() } else { who.join(", ") };
    let from = |(cell, lost): &(usize, i64)| match lost {
        1.. => format!("{} {lost}", cell_name(&rules.board, *cell)),
        _ => format!("{} gets {}", cell_name(&rules.board, *cell), -lost),
    };
    let from: Vec<String> = gathering.taken.iter().map(from).collect();
    if from.is_empty() { who } else { format!("{who}: {}", from.join(", ")) }
}

/// The winner of a match, and the number of rounds.
pub fn match_result(rules: &Rules, ending: &MatchEnding) -> String {
    let players = rules.board.players.value;
    let names: Vec<String> = ending.winners.iter().map(|winner| player_name(players, *winner)).collect();
    let won = match names.as_slice() {
        [] => "Nobody wins the match".to_owned(),
        [name] => format!("{} wins the match", capital(name)),
        all if all.len() == players => "The match is drawn".to_owned(),
        [first, rest @ ..] => format!("{} and {} win the match", capital(first), rest.join(" and ")),
    };
    let rounds = if ending.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", ending.rounds) };
    let points = if ending.points.iter().any(|points| *points != 0) {
        format!("; points: {}", each(rules, &ending.points))
    } else {
        String::new()
    };
    let gone = match ending.gone {
        0 => String::new(),
        1 => "; 1 seed left the match, since nobody won it".to_owned(),
        gone => format!("; {gone} seeds left the match, since nobody won them"),
    };
    format!("{won} after {rounds}; owned: {}{gone}{points}", each(rules, &ending.owned))
}

/// What a player does by a ply, given by its name: `plays c1`, `passes`, `swaps sides`.
pub fn deed(rules: &Rules, play: &str) -> String {
    let unit = if rules.has_match() { "round" } else { "game" };
    match play.trim_end_matches(|sign: char| sign.is_ascii_digit()) {
        "pass" => "passes".to_owned(),
        "swap" => "swaps sides".to_owned(),
        "resign" => format!("gives up the {unit}"),
        "end" => format!("ends the {unit}"),
        "win" => format!("wins the {unit}"),
        "draw" => format!("ends the {unit} as a draw"),
        _ => format!("plays {play}"),
    }
}
