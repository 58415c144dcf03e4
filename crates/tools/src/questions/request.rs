//! The questions of a page.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game: a ruleset inside the module, or a text; and its readings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Spec {
    /// The name of a ruleset.
    #[serde(default)]
    pub name: Option<String>,
    /// The text of a rule file, which counts before the name of a ruleset.
    #[serde(default)]
    pub text: Option<String>,
    /// The rule files beside the text, which it may be like: name and text of each.
    #[serde(default)]
    pub beside: Vec<(String, String)>,
    /// Names and values of readings that are not the defaults.
    #[serde(default)]
    pub set: Vec<(String, String)>,
}

/// A game or a match in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Table {
    /// The rules.
    pub game: Spec,
    /// Whether a whole match is played.
    #[serde(default, rename = "match")]
    pub whole_match: bool,
    /// The position at the start, if not that of the rules.
    #[serde(default)]
    pub from: Option<String>,
    /// The seed of the lots.
    #[serde(default)]
    pub lots: u64,
    /// The steps so far: moves and choices of lay-outs by their names, and [`NEXT`].
    #[serde(default)]
    pub steps: Vec<String>,
}

/// The step that begins the next round of a match.
pub const NEXT: &str = "next";

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Request {
    /// All games inside the module.
    Library,
    /// Values that are known of a game inside the module.
    Values { name: String },
    /// The text of a rule file.
    Text { game: Spec },
    /// A summary, and the options.
    Game { game: Spec },
    /// Problems, or what is proved.
    Check { game: Spec },
    /// The rules in sentences.
    Explain { game: Spec },
    /// Which rule decides which situation.
    Situations { game: Spec, seconds: f64 },
    /// A turn as a flow chart.
    Chart { game: Spec, dark: bool },
    /// Where two games differ.
    Compare { one: Spec, other: Spec },
    /// Numbers of sequences of moves.
    Perft { game: Spec, depth: u32 },
    /// The examples, each with its boards and what came of it.
    Examples { game: Spec },
    /// Statistics of random games.
    Simulate { game: Spec, games: u64, seed: u64, seconds: f64 },
    /// How a game or a match stands, and with `frames` the last step from moment to moment.
    Table {
        table: Table,
        #[serde(default)]
        frames: bool,
    },
    /// What a move would do.
    Preview {
        table: Table,
        #[serde(rename = "move")]
        play: String,
    },
    /// The move of a machine.
    Think { table: Table, player: String, seed: u64 },
    /// The values of all moves.
    Hint { table: Table, seconds: f64, seed: u64 },
    /// The value of a step of the past.
    Judge { table: Table, step: usize },
    /// A message of the editor to the language server.
    Editor { message: Value },
    /// Nothing was typed for a while: the language server looks for problems.
    EditorRest,
}
