//! A game looked through afterwards: the value of every ply, and the moves that lost much.

use mancala_engine::players::{GREAT, MUCH};
use mancala_rules::notation::capital;
use mancala_tools::session::Step;
use ratatui::text::Line;

use super::state::State;
use super::style::{BOLD, REVERSED};

impl State<'_> {
    /// The plies of the game with their values, as far as they are known; the present one is pointed out.
    pub(super) fn reviewed(&self, width: usize) -> Vec<Line<'static>> {
        let plies = self.session.past().iter().filter_map(|step| match step {
            Step::Ply { number, round, by, play, .. } => Some((*round, *number, *by, play.clone())),
            Step::Round(_) => None,
        });
        let plies: Vec<_> = plies.collect();
        let known = self.judged.iter().flatten().count();
        let mut lines = vec![
            Line::raw(format!("{known} of {} plies are valued, for the player who moved.", plies.len())),
            Line::raw(format!(
                "? lost {MUCH} seeds or more, ?? lost {GREAT} or more; after them stands the best move."
            )),
            Line::raw(""),
        ];
        for (at, (round, number, by, play)) in plies.iter().enumerate() {
            let judged = self.judged.get(at).and_then(Option::as_ref);
            let mut text = if self.session.contest().is_some() { format!("{round}/") } else { String::new() };
            text.push_str(&format!("{number:>3}. {:<9} {play:<8}", capital(&self.name(*by))));
            let mut style = self.of_player(*by);
            if let Some(judged) = judged {
                let mark = judged.mark();
                text.push_str(&format!("{mark:<3}{}", judged.value));
                if !mark.is_empty() {
                    let worth = judged.played.map_or(String::new(), |value| format!(", played: {value}"));
                    text.push_str(&format!("  best: {}{worth}", judged.best));
                    style = style.patch(BOLD);
                }
            }
            if at + 1 == plies.len() {
                style = style.patch(REVERSED);
            }
            lines.push(Line::styled(text.chars().take(width).collect::<String>(), style));
        }
        lines
    }
}
