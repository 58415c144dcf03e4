//! What a search finds out about moves: the reason of a hint, and the value of every ply of a game.

use std::sync::Arc;

use mancala_engine::contest::{GameOrMatch, Start};
use mancala_engine::engine::Progress;
use mancala_engine::play::Referee;
use mancala_engine::players::{Judged, Kind, Limits, Search, judged};
use mancala_engine::solver::Book;
use mancala_rules::chance::{Generator, generator};
use mancala_rules::rules::model::Rules;

use crate::play_screen::Seat;

/// Positions looked at to value a ply.
const POSITIONS: u64 = 20_000;

/// Most plies of a line that are shown.
const MOST_PLIES: usize = 6;

/// The best move that a search finds, with its value and the line that follows; `None` if another machine gives hints,
/// or a board is laid out.
pub(super) fn advice(
    seat: &Seat,
    book: Option<&Arc<Book>>,
    table: &GameOrMatch,
    chance: &mut Generator,
    progress: &Progress,
) -> Option<(usize, String)> {
    let (Seat::Machine(Kind::Search(limit)), Some(game)) = (seat, table.game()) else { return None };
    let mut search = Search::new(Limits::from(*limit)).with_book(book.cloned());
    let depth = search.analyse(game, 1, chance, progress, |_| {}).ok()??;
    let line = depth.lines.first()?;
    let shown = line.moves.iter().take(MOST_PLIES).cloned().collect::<Vec<_>>().join(" ");
    Some((line.index, format!("{}: {shown}", depth.certainty.outlook(line.value))))
}

/// Values every ply of a game, until `each` does not want more.
pub(super) fn judge(
    rules: &Arc<Rules>,
    start: &Start,
    moves: &[String],
    seed: u64,
    progress: &Progress,
    mut each: impl FnMut(usize, Judged) -> bool,
) {
    let Some(Ok(mut table)) = GameOrMatch::begin(Referee::tables(rules), start) else { return };
    let mut search = Search::new(Limits { positions: Some(POSITIONS), ..Limits::default() });
    let mut chance = generator(seed, 0);
    for (ply, name) in moves.iter().enumerate() {
        if progress.is_asked() || table.go_on().is_err() {
            return;
        }
        if let Some(value) = judged(&table, name, &mut search, &mut chance, progress)
            && (progress.is_asked() || !each(ply, value))
        {
            return;
        }
        if table.play_named(name).is_err() {
            return;
        }
    }
}
