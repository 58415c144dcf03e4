//! The ground that colours are for.

/// The ground that the colours are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Colours that can be read on both.
    #[default]
    Any,
    /// A dark ground.
    Dark,
    /// A light ground.
    Light,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Any, Theme::Dark, Theme::Light];

    /// Name of the theme, as the user types it.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Any => "any",
            Theme::Dark => "dark",
            Theme::Light => "light",
        }
    }

    /// The theme with this name.
    pub fn parse(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The theme for the colours that a terminal names in `COLORFGBG`, such as `15;0`: the last number is the ground.
    pub fn of_terminal(colors: &str) -> Theme {
        match colors.rsplit(';').next().and_then(|ground| ground.parse::<u8>().ok()) {
            Some(7 | 9..=15) => Theme::Light,
            Some(_) => Theme::Dark,
            None => Theme::Any,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_tells_its_ground() {
        for (colors, theme) in [
            ("15;0", Theme::Dark),
            ("0;15", Theme::Light),
            ("0;default;7", Theme::Light),
            ("x", Theme::Any),
            ("", Theme::Any),
        ] {
            assert_eq!(Theme::of_terminal(colors), theme, "{colors}");
        }
        assert!(Theme::ALL.into_iter().all(|theme| Theme::parse(theme.name()) == Some(theme)));
    }
}
