//! Colours on a light and on a dark ground.
//!
//! Everything is drawn in the light colours, as attributes that every viewer understands. For a dark ground each is
//! replaced by its counterpart: in the text itself, or by a style sheet that follows the reader's settings.

/// The ground that a picture is drawn for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light, or dark where the reader's system prefers that.
    #[default]
    Auto,
    /// Dark lines on a light ground.
    Light,
    /// Light lines on a dark ground.
    Dark,
}

/// Colour of lines, dots and numbers.
pub(super) const INK: &str = "#1a1a1a";
/// Colour of names and other secondary text.
pub(super) const PALE: &str = "#6b6b6b";
/// Colour of the board, nearly white in print.
pub(super) const BOARD: &str = "#f7f3ea";
/// Colour of the ground and of holes.
pub(super) const PAPER: &str = "#ffffff";
/// Colour of what is pointed out: the seeds in the hand, a hole where something happens.
pub(super) const ACCENT: &str = "#b4460f";
/// Colours of the grounds of statements: documented, from a similar game, assumed.
pub(super) const DOCUMENTED: &str = "#1f6f43";
pub(super) const SIMILAR: &str = "#7a4fa3";
pub(super) const ASSUMED: &str = "#a8620a";
/// Colour of a reading of an option.
pub(super) const READING: &str = "#1d5fa8";

/// Each colour on a light ground, and its counterpart on a dark one.
const COLORS: [(&str, &str); 9] = [
    (INK, "#ebe8e1"),
    (PALE, "#a9a59c"),
    (BOARD, "#34322d"),
    (PAPER, "#1c1b19"),
    (ACCENT, "#f0975f"),
    (DOCUMENTED, "#6cc894"),
    (SIMILAR, "#c3a0e8"),
    (ASSUMED, "#e6b25c"),
    (READING, "#86b9f2"),
];

/// Rules of a style sheet that turn the colours of what a selector matches to those of a dark ground.
pub(super) fn dark(selector: &str) -> String {
    let rule = |(light, dark): &(&str, &str)| {
        format!("{selector}[fill=\"{light}\"]{{fill:{dark}}}{selector}[stroke=\"{light}\"]{{stroke:{dark}}}")
    };
    COLORS.iter().map(rule).collect()
}

/// The style sheet of a picture that follows the reader's settings; `None` for a fixed theme.
pub(super) fn style(theme: Theme) -> Option<String> {
    (theme == Theme::Auto).then(|| format!("@media (prefers-color-scheme:dark){{{}}}", dark("")))
}

/// A picture drawn in light colours, in those of its theme.
pub(super) fn colored(text: String, theme: Theme) -> String {
    match theme {
        Theme::Auto | Theme::Light => text,
        Theme::Dark => COLORS
            .iter()
            .fold(text, |text, (light, dark)| text.replace(&format!("=\"{light}\""), &format!("=\"{dark}\""))),
    }
}

#[cfg(test)]
mod tests {
    use super::COLORS;

    /// A colour that is replaced must not be replaced once more.
    #[test]
    fn no_colour_is_light_and_dark() {
        for (light, _) in COLORS {
            assert!(COLORS.iter().all(|(_, dark)| *dark != light));
            assert_eq!(COLORS.iter().filter(|(other, _)| *other == light).count(), 1);
        }
    }
}
