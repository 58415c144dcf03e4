//! A small game on two rows, of which a test writes the part that it is about.

use std::sync::Arc;

use mancala_rules::problem::render;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

/// The parts of the game. The default is a game without captures.
pub struct Small<'t> {
    /// Holes in a row.
    pub columns: usize,
    /// The seeds at the start.
    pub seeds: &'t str,
    /// More lines of `board`, or none.
    pub board: &'t str,
    /// The holes that may be chosen.
    pub from: &'t str,
    /// The direction of sowing.
    pub direction: &'t str,
    /// What is done with the chosen hole.
    pub begin: &'t str,
    /// Sections between `move` and `last seed`, or none.
    pub sections: &'t str,
    /// Rules for the last seed above `otherwise -> end turn`.
    pub last_seed: &'t str,
    /// What stands above the other rules of `before turn`.
    pub before_turn: &'t str,
    /// What happens to a player without a legal move.
    pub stuck: &'t str,
    /// The section `match`, or none.
    pub contest: &'t str,
}

impl Default for Small<'_> {
    fn default() -> Self {
        Small {
            columns: 3,
            seeds: "3",
            board: "",
            from: "own holes",
            direction: "counterclockwise",
            begin: "lift here, sow after here",
            sections: "",
            last_seed: "",
            before_turn: "",
            stuck: "game over",
            contest: "",
        }
    }
}

impl Small<'_> {
    /// The rule file.
    pub fn text(&self) -> String {
        let Small { columns, seeds, board, from, direction, begin, sections, last_seed, before_turn, stuck, contest } =
            self;
        format!(
            r#"
game "Small" {{ region: "nowhere" }}
board {{
  rows: 2
  columns: {columns}
  seeds: {seeds}
  side: row
  {board}
}}
move {{
  from: {from}
  direction: {direction}
  begin: {begin}
}}
{sections}
last seed, the first that fits {{
{last_seed}
  otherwise -> end turn
}}
before turn, the first that fits {{
{before_turn}
  when no legal move -> {stuck}
  otherwise -> play
}}
each player scores: seeds in own store
{contest}
"#
        )
    }

    /// The file as it is read; it has no problems.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset::read(Source::new("small.mancala", &self.text()))
            .unwrap_or_else(|error| panic!("{}", render(&error.problems, &error.source, false, 100)))
    }

    /// Its rules.
    pub fn rules(&self) -> Arc<Rules> {
        self.ruleset().rules().expect("rules")
    }
}
