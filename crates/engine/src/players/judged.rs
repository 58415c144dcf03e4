//! What a machine found out about a ply.

use mancala_rules::chance::Generator;

use super::search::Search;
use super::value::{Outlook, Value};
use crate::contest::GameOrMatch;
use crate::engine::Progress;

/// From so many seeds on a move lost much.
pub const MUCH: i32 = 2;
/// From so many seeds on a move lost a great deal.
pub const GREAT: i32 = 5;

/// What a decided game counts in seeds, beside one that is not.
const DECIDED: i32 = 1000;

/// What a machine found out about a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The value of the position before the ply, to the player who moved.
    pub value: Value,
    /// The best move, in notation.
    pub best: String,
    /// The value of the move that was played; `None` if it is the best, or not known.
    pub played: Option<Value>,
}

impl Judged {
    /// Seeds that the move lost; 0 for the best move.
    pub fn lost(&self) -> i32 {
        let seeds = |value: Value| match value.outlook() {
            Outlook::Ahead(seeds) | Outlook::Ends(seeds) => seeds,
            Outlook::Wins(_) => DECIDED,
            Outlook::Loses(_) => -DECIDED,
        };
        self.played.map_or(0, |played| (seeds(self.value) - seeds(played)).max(0))
    }

    /// `??` after a move that lost a great deal, `?` after one that lost much.
    pub fn mark(&self) -> &'static str {
        match self.lost() {
            GREAT.. => "??",
            MUCH..GREAT => "?",
            _ => "",
        }
    }
}

/// Values a ply, given by its name, in the position before it. `None` where nobody is to move, or the search was stopped
/// before it had looked at every move.
pub fn judged(
    table: &GameOrMatch,
    name: &str,
    search: &mut Search,
    chance: &mut Generator,
    progress: &Progress,
) -> Option<Judged> {
    let game = table.game().filter(|game| game.choices() > 0)?;
    // all moves are valued at one depth, so that the one played compares with the best
    let depth = search.analyse(game, game.choices(), chance, progress, |_| {}).ok()??;
    let names = game.legal_names();
    let best = depth.lines.first()?;
    let (value, best) = (best.value, names.get(best.index)?.clone());
    let index = names.iter().position(|known| known == name).filter(|_| best != *name);
    let played = index.and_then(|index| depth.lines.iter().find(|line| line.index == index)).map(|line| line.value);
    Some(Judged { value, best, played })
}
