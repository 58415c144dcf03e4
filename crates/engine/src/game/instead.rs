//! Moves in place of a turn, which rules of `before turn` offer.

use std::fmt;

use mancala_rules::rules::model::{Outcome, Rules};

/// What a player does in place of a turn. `Display` writes its name: `pass`, `swap`, `end`, `resign`; `pass2` for the
/// second rule of a file that offers to pass and does something else first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instead {
    word: &'static str,
    number: usize,
}

impl Instead {
    /// The words of which names are made.
    pub const WORDS: [&str; 6] = ["pass", "swap", "end", "resign", "win", "draw"];

    /// What the rule of this index in `before turn` offers; `None` if it offers nothing. Rules that do the same have
    /// the same name.
    pub fn of(rules: &Rules, rule: usize) -> Option<Instead> {
        let word = |outcome: &Option<Outcome>| {
            Some(match outcome {
                Some(Outcome::Pass) => "pass",
                Some(Outcome::SwapSides) => "swap",
                Some(Outcome::Over) => "end",
                Some(Outcome::MoverLoses) => "resign",
                Some(Outcome::MoverWins) => "win",
                Some(Outcome::Draw) => "draw",
                _ => return None,
            })
        };
        let action = rules.before_turn.get(rule).map(|rule| &rule.value).filter(|action| action.may)?;
        let own = word(&action.outcome)?;
        let mut known = Vec::new();
        for (_, other) in rules.offers().filter(|(_, other)| word(&other.value.outcome) == Some(own)) {
            let deeds = (&other.value.effects, &other.value.outcome);
            if !known.contains(&deeds) {
                known.push(deeds);
            }
        }
        let number = known.iter().position(|deeds| *deeds == (&action.effects, &action.outcome))? + 1;
        Some(Instead { word: own, number })
    }

    /// Whether the next player is to move and nothing else happens on the board.
    pub fn is_pass(self) -> bool {
        self.word == "pass"
    }

    /// What the move does, without the number that tells it from others: `pass`, `swap`.
    pub fn word(self) -> &'static str {
        self.word
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        if self.number > 1 { write!(f, "{}", self.number) } else { Ok(()) }
    }
}
