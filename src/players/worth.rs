//! What a position is worth to a player, as far as can be seen without playing on.

use crate::play::Game;
use crate::rules::model::Player;

/// Worth of a game that a rule decided.
const DECIDED: i64 = 1 << 40;

/// What a game is worth to a player: a decision of a rule before all; else what he has more than the best of the others,
/// or where nothing is scored, how many seeds lie on his side and in his store more than on theirs.
pub(super) fn worth(game: &Game<'_>, player: Player) -> i64 {
    let players = game.rules().board.players.value;
    let counts = game.rules().score.value.is_some();
    if let Some(ending) = game.ending() {
        let won = ending.winners.contains(&player);
        let lead = if counts { lead(&ending.scores, player) } else { 0 };
        // alone on the board, everybody has the best score
        let counted_alone = players == 1 && counts && won;
        return match (won, ending.winners.len()) {
            _ if counted_alone => lead,
            (true, 1) => DECIDED + lead,
            (true, _) => lead,
            (false, _) => lead - DECIDED,
        };
    }
    if counts {
        return lead(&game.captured(), player);
    }
    let position = game.position();
    let mut seeds = vec![0; players];
    for (owner, lying) in position.owner.iter().zip(&position.seeds) {
        if let Some(sum) = owner.and_then(|owner| seeds.get_mut(owner)) {
            *sum += lying;
        }
    }
    lead(&seeds, player)
}

/// What a player has more than the best of the others; alone, what he has.
fn lead(scores: &[i64], player: Player) -> i64 {
    let own = scores.get(player).copied().unwrap_or(0);
    let others = scores.iter().enumerate().filter(|(other, _)| *other != player);
    own - others.map(|(_, score)| *score).max().unwrap_or(0)
}
