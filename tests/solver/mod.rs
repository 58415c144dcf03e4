//! Exact values: against the narrator, and against a plain alpha-beta.

mod alone;
mod alpha_beta;
mod layers;
mod ranks;

use std::sync::Arc;

use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_engine::narrator::{Narrator, Standing};
use mancala_engine::solver::{Refusal, Solver, Trust, Values};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

/// The rules of a shipped ruleset, with readings chosen.
pub fn rules(name: &str, settings: &[(&str, &str)]) -> Arc<Rules> {
    let set = Ruleset::shipped(name).expect("without problems");
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    set.rules_under(&settings).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

/// A shipped ruleset with some of its text replaced, so that its board is smaller.
pub fn smaller(name: &str, changes: &[(&str, &str)], settings: &[(&str, &str)]) -> Arc<Rules> {
    let (_, text) = mancala_rules::ruleset::shipped_texts().find(|(known, _)| *known == name).expect("a ruleset");
    // examples are of the board as it is
    let mut text = text.split("\nexample ").next().expect("a text").to_owned() + "\n";
    for (old, new) in changes {
        text = crate::replaced(&text, old, new);
    }
    let set = Ruleset::read(Source::new(name, &text)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    set.rules_under(&settings).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

/// All layers solved; all numbers of seeds if the steps that games at random showed were not all.
pub fn solved(rules: &Rules, most: Option<usize>) -> Result<(Solver, Values), Refusal> {
    let attempt = |trust| -> Result<(Solver, Values), Refusal> {
        let solver = Solver::new(rules, most, trust)?;
        let mut values = Values::new(solver.layers().len());
        for layer in 0..solver.layers().len() {
            let solved = solver.solve(layer, &values, 1 << 20, &Progress::default())?;
            values.put(layer, solved);
        }
        Ok((solver, values))
    };
    match attempt(Trust::Games) {
        Err(Refusal::Open { .. }) => attempt(Trust::Nothing),
        other => other,
    }
}

/// What the narrator says follows a position: what the player to move has in the end, or the positions as the turns left
/// them.
pub enum Follows {
    Over(i64),
    Positions(Vec<Follow>),
}

/// A position that follows, or the end that a turn made, and who is to move.
pub struct Follow {
    pub position: Position,
    /// What the player who moved has in the end, if the turn ended the round.
    pub end: Option<i64>,
}

/// Won or lost without a count is more than any count.
pub const WON: i64 = 1000;

/// What a player has at the end: a difference, or won or lost.
pub fn result(game: &Narrator<&Rules>, player: usize) -> Option<i64> {
    let ending = game.ending()?;
    let counted =
        game.rules().before_turn.iter().any(|rule| {
            rule.span == ending.span && rule.value.outcome == Some(mancala_rules::rules::model::Outcome::Over)
        });
    Some(if counted {
        ending.scores[player] - ending.scores[1 - player]
    } else {
        match ending.winners.as_slice() {
            [winner] if *winner == player => WON,
            [_] => -WON,
            _ => 0,
        }
    })
}

/// What follows a position by the narrator, repetition not looked at.
pub fn follows(rules: &Rules, position: &Position) -> Follows {
    let game = Narrator::without_repetition(rules, position.clone()).expect("the rules give an answer");
    let mover = position.to_move;
    let moves = match game.standing() {
        Standing::Over(_) => return Follows::Over(result(&game, mover).expect("an end")),
        Standing::MustPass => 1,
        Standing::ToMove(moves, offered) => moves.len() + offered.len(),
    };
    Follows::Positions(
        (0..moves)
            .map(|index| {
                let mut after = game.clone();
                after.play_nth(index).expect("the rules give an answer");
                Follow { end: result(&after, mover), position: after.left().clone() }
            })
            .collect(),
    )
}
