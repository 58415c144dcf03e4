//! Colours and weights. The weights remain without colour, so that nothing is shown by colour alone.

use mancala_rules::rules::model::Player;
use ratatui::style::{Color, Modifier, Style};

use super::state::State;
use super::theme::Theme;
use super::wish::Tone;

/// The colours of the players on a dark ground.
const ON_DARK: [Color; 6] =
    [Color::LightCyan, Color::LightYellow, Color::LightGreen, Color::LightMagenta, Color::LightBlue, Color::LightRed];

/// The colours of the players on a light ground: none is as light as yellow.
const ON_LIGHT: [Color; 6] =
    [Color::Blue, Color::Red, Color::Indexed(22), Color::Magenta, Color::Indexed(94), Color::Indexed(23)];

/// The colours of the players on a ground that is not known: they can be read on both.
const ON_ANY: [Color; 6] = [
    Color::Indexed(32),
    Color::Indexed(166),
    Color::Indexed(34),
    Color::Indexed(134),
    Color::Indexed(69),
    Color::Indexed(160),
];

pub(super) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
pub(super) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub(super) const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);
pub(super) const UNDERLINED: Style = Style::new().add_modifier(Modifier::UNDERLINED);

impl State<'_> {
    /// The style in a player's colour.
    pub(super) fn of_player(&self, player: Player) -> Style {
        let colors = match self.theme {
            Theme::Any => ON_ANY,
            Theme::Dark => ON_DARK,
            Theme::Light => ON_LIGHT,
        };
        self.colored(colors[player % colors.len()])
    }

    pub(super) fn colored(&self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    /// The style of what matters less. Dim letters of some terminals cannot be read, so a gray is used where colours are.
    pub(super) fn pale(&self) -> Style {
        match (self.color, self.theme) {
            (false, _) => DIM,
            (true, Theme::Any) => self.colored(Color::Indexed(244)),
            (true, Theme::Dark) => self.colored(Color::Indexed(248)),
            (true, Theme::Light) => self.colored(Color::Indexed(240)),
        }
    }

    pub(super) fn of_tone(&self, tone: Tone) -> Style {
        match (tone, self.theme) {
            (Tone::Note, Theme::Dark) => self.colored(Color::LightGreen),
            (Tone::Note, Theme::Light) => self.colored(Color::Indexed(22)),
            (Tone::Note, Theme::Any) => self.colored(Color::Indexed(34)),
            (Tone::Wrong, Theme::Dark) => self.colored(Color::LightRed).patch(BOLD),
            (Tone::Wrong, _) => self.colored(Color::Indexed(160)).patch(BOLD),
        }
    }
}
