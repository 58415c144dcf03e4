//! What a search finds out about moves: the reason of a hint, and the value of every ply of a game.

use std::sync::Arc;

use crate::chance::{Generator, generator};
use crate::contest::{GameOrMatch, Start};
use crate::engine::Progress;
use crate::play::Referee;
use crate::play_screen::{Judged, Seat};
use crate::players::{Kind, Limits, Search, Value};
use crate::rules::model::Rules;
use crate::solver::Book;

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
    Some((line.index, format!("{}: {shown}", line.value)))
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
        if let Some(game) = table.game().filter(|game| game.choices() > 0) {
            // all moves are valued at one depth, so that the one played compares with the best
            let lines = game.choices();
            let Ok(Some(depth)) = search.analyse(game, lines, &mut chance, progress, |_| {}) else { return };
            let names = game.legal_names();
            let of = |name: &String| names.iter().position(|known| known == name);
            let valued = |index: usize| depth.lines.iter().find(|line| line.index == index).map(|line| line.value);
            let best: Option<(Value, String)> =
                depth.lines.first().and_then(|line| Some((line.value, names.get(line.index)?.clone())));
            if let Some((value, best)) = best {
                let played = of(name).filter(|_| best != *name).and_then(valued);
                if progress.is_asked() || !each(ply, Judged { value, best, played }) {
                    return;
                }
            }
        }
        if table.play_named(name).is_err() {
            return;
        }
    }
}
