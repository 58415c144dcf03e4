//! Players that need nobody to ask.

use crate::chance::{Generator, choice};
use crate::play::Game;

/// A kind of player.
pub(super) struct Kind {
    /// Its name in `--players`.
    pub(super) name: &'static str,
    /// What it does.
    pub(super) about: &'static str,
    /// Which of the legal moves it plays, by index.
    pub(super) choose: fn(&Game<'_>, &mut Generator) -> usize,
    /// Which choice of a lay-out it makes, by index; the last is to leave the rest to the rule.
    pub(super) lay_out: fn(usize, &mut Generator) -> usize,
}

/// All kinds of players.
pub(super) const KINDS: [Kind; 2] = [
    Kind { name: "random", about: "any legal move, each as likely as the others", choose: random, lay_out: choice },
    Kind {
        name: "first",
        about: "the first legal move",
        choose: |_, _| 0,
        lay_out: |choices, _| choices.saturating_sub(1),
    },
];

fn random(game: &Game<'_>, generator: &mut Generator) -> usize {
    choice(game.choices(), generator)
}
