//! Colours and weights. The weights remain without colour, so that nothing is shown by colour alone.

use ratatui::style::{Color, Modifier, Style};

use super::state::{State, Tone};
use crate::rules::model::Player;

/// The colours of the players, as in [`draw`](crate::draw).
const COLORS: [Color; 6] = [Color::Cyan, Color::Yellow, Color::Green, Color::Magenta, Color::Blue, Color::Red];

pub(super) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
pub(super) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub(super) const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

impl State<'_> {
    /// The style in a player's colour.
    pub(super) fn of_player(&self, player: Player) -> Style {
        self.colored(COLORS[player % COLORS.len()])
    }

    pub(super) fn colored(&self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    pub(super) fn of_tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Note => self.colored(Color::Green),
            Tone::Wrong => self.colored(Color::Red).patch(BOLD),
        }
    }
}
