//! Drafts the first rule file of a game from a few choices. The draft has no problems, can be played, and has an
//! example.

use crate::checks::Checks;
use std::fmt::Write;

use mancala_engine::narrator::Narrator;
use mancala_rules::format::format;
use mancala_rules::notation::{drawn, player_name};
use mancala_rules::problem::RuleFileError;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

/// Numbers of rows that a draft can have: one or two for each of two players.
pub const ROWS: [u64; 2] = [2, 4];
/// Least and greatest number of columns of a draft.
pub const COLUMNS: (u64, u64) = (2, 30);
/// Least and greatest number of seeds in each hole of a draft.
pub const SEEDS: (u64, u64) = (1, 60);

/// What the last seed of a lap does in an occupied hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Laps {
    /// The turn is over
    Single,
    /// Its seeds are sown on, until a last seed falls into an empty hole
    Relay,
}

/// What the last seed captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Capture {
    /// Nothing; the seeds on a player's side at the end are his
    None,
    /// The seeds of the hole opposite, as in Kalah and Hus
    Opposite,
    /// Twos and threes on the opponent's side, and further ones behind them, as in Oware
    TwosAndThrees,
    /// An even number on the opponent's side, as in Toguz Kumalak
    Even,
    /// Fours, on either side, as in Ba-awa
    Fours,
}

/// Where captured seeds go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Stores {
    /// Beside the board; no seed is sown in them
    Beside,
    /// A hole at each end of the board, sown like others; a last seed in the own store gives another move
    OnBoard,
}

/// The direction of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Direction {
    /// Against the clock
    Counterclockwise,
    /// With the clock
    Clockwise,
    /// As the mover chooses
    Either,
    /// As the mover chooses in his first turn, and then always the same
    Kept,
}

/// The choices from which a draft is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Name of the game.
    pub name: String,
    /// Rows of the board, 2 or 4.
    pub rows: u64,
    /// Holes in each row.
    pub columns: u64,
    /// Seeds in each hole at the start.
    pub seeds: u64,
    /// What the last seed does in an occupied hole.
    pub laps: Laps,
    /// What the last seed captures.
    pub capture: Capture,
    /// Where captured seeds go.
    pub stores: Stores,
    /// Direction of sowing.
    pub direction: Direction,
    /// Whether sowing skips the hole that it started from.
    pub skip_origin: bool,
    /// Whether the second player may exchange sides in his first turn.
    pub swap: bool,
    /// Whether a match of several rounds is played.
    pub rounds: bool,
}

/// Why no file can be drafted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DraftError {
    /// Two choices contradict each other.
    #[error("{message}")]
    Apart {
        /// Which choices, and why.
        message: String,
        /// What to choose instead.
        help: String,
    },
    /// The drafted file has problems: a defect of this program.
    #[error(transparent)]
    Problems(#[from] RuleFileError),
}

impl Draft {
    /// Finds choices that contradict each other: what is wrong, and what to choose instead.
    fn apart(&self) -> Option<(String, &'static str)> {
        if self.name.trim().is_empty() || self.name.contains(['"', '\n', '\r']) || self.name.contains(char::is_control)
        {
            return Some((
                format!("`{}` cannot be the name of a game", self.name),
                "a name is one line without quotation marks",
            ));
        }
        if self.stores == Stores::OnBoard && self.rows != 2 {
            return Some((
                format!("{} rows have no stores on the board", self.rows),
                "choose 2 rows, or stores beside the board",
            ));
        }
        if self.swap && self.rounds {
            let message = "sides cannot be exchanged in a match, where they differ after the first round";
            return Some((message.to_owned(), "choose one game, or sides that stay"));
        }
        if self.rows == 4 && !matches!(self.capture, Capture::None | Capture::Opposite) {
            let message = "in four rows each player sows round his own side: a last seed never falls on the opponent's";
            return Some((message.to_owned(), "capture nothing, or the holes opposite"));
        }
        None
    }

    /// The text of the rule file, which has no problems and whose example holds.
    ///
    /// # Errors
    ///
    /// Two choices contradict each other, or the drafted file has problems.
    pub fn text(&self) -> Result<String, DraftError> {
        if let Some((message, help)) = self.apart() {
            return Err(DraftError::Apart { message, help: help.to_owned() });
        }
        let rules = self.rules();
        let example = example(&Ruleset::read(Source::new(&self.name, &rules))?);
        let source = Source::new(&self.name, &format!("{rules}\n{example}"));
        // the lines written here are not in the standard form; format them
        let text = format(&source).unwrap_or(source.text);
        Ruleset::proved(Source::new(&self.name, &text))?;
        Ok(text)
    }

    fn on_board(&self) -> bool {
        self.stores == Stores::OnBoard
    }

    /// `game` or `round`: what ends when a player cannot move.
    fn played(&self) -> &'static str {
        if self.rounds { "round" } else { "game" }
    }

    /// The text of the file without the example.
    fn rules(&self) -> String {
        let mut out = String::new();
        // writing into a String cannot fail
        let _ = write!(
            out,
            "// A first draft. Change what is wrong, add what is missing, and check it again:\n\
             //   mancala check FILE   reports its problems\n\
             //   mancala test FILE    plays its examples\n\
             //   mancala run FILE     plays a random game\n\
             // Every word of the language: docs/language.md, or `mancala lsp` in your editor.\n\n\
             game \"{}\" {{\n\
             // where it is played: region: \"Mauritania\"\n\
             }}\n\n\
             // The sources of the rules, and after a statement the place, or why it is assumed:\n\
             //   sources {{\n\
             //     book: \"Author, Title, year\"\n\
             //   }}\n\
             // for example:  seeds: 4  @ book \"page 12\"   or   seeds: 4  @ assumed \"no source says\"\n\n\
             {}{}{}{}{}{}",
            self.name.trim(),
            self.board(),
            self.words(),
            self.moving(),
            self.last_seed(),
            self.before_turn(),
            self.contest(),
        );
        out
    }

    fn board(&self) -> String {
        let (side, track) = if self.rows == 4 {
            ("2 rows", "// each player sows round his own two rows\ntrack: own side\n")
        } else {
            ("row", "")
        };
        let ends = match (self.stores, self.direction) {
            (Stores::OnBoard, Direction::Counterclockwise | Direction::Clockwise) => {
                "// a hole at each end of the rows is the store of the player whose row ends there\nends: stores\n"
            }
            (Stores::OnBoard, Direction::Either | Direction::Kept) => {
                "// a hole at each end of the rows is a store\nends: stores at own right\n"
            }
            (Stores::Beside, _) => "",
        };
        format!(
            "// South has the lower {rows}; a1 is the left hole of the lowest row\n\
             board {{\nrows: {}\ncolumns: {}\nseeds: {}\nside: {side}\n{track}{ends}}}\n\n",
            self.rows,
            self.columns,
            self.seeds,
            rows = if self.rows == 4 { "two rows" } else { "row" },
        )
    }

    fn words(&self) -> String {
        if self.capture != Capture::TwosAndThrees {
            return String::new();
        }
        "// words of this file, to make rules short\n\
         words {\n\
         prey: here and run back while (on opponent's side and holds 2 or 3)\n\
         hit if on opponent's side and makes 2 or 3\n\
         }\n\n"
            .to_owned()
    }

    fn moving(&self) -> String {
        let direction = match self.direction {
            Direction::Counterclockwise => "counterclockwise",
            Direction::Clockwise => "clockwise",
            Direction::Either => "either",
            Direction::Kept => "as mover's last turn",
        };
        let mut sowing = String::new();
        let skipped: Vec<&str> = [("origin", self.skip_origin), ("opponent's ends", self.on_board())]
            .into_iter()
            .filter_map(|(set, skipped)| skipped.then_some(set))
            .collect();
        if !skipped.is_empty() {
            let _ = writeln!(
                sowing,
                "// no seed falls here; `origin` is the hole just emptied\nskip: {}",
                skipped.join(" and ")
            );
        }
        if self.laps == Laps::Relay {
            sowing.push_str(
                "// a move whose sowing would never end is illegal\nendless: illegal @ assumed \"no source says\"\n",
            );
        }
        if !sowing.is_empty() {
            sowing = format!("sowing {{\n{sowing}}}\n\n");
        }
        format!(
            "// the holes that may be chosen, the direction of sowing, what happens with the chosen hole\n\
             move {{\nfrom: own holes\ndirection: {direction}\nbegin: lift here, sow after here\n}}\n\n{sowing}"
        )
    }

    fn last_seed(&self) -> String {
        let relay = self.laps == Laps::Relay;
        let mut rules = String::new();
        if self.on_board() {
            rules.push_str("when here is own end -> move again\n");
        }
        rules.push_str(match self.capture {
            Capture::None => "",
            Capture::Opposite if self.rows == 4 => {
                "when here is inner and here was occupied and opposite is occupied -> capture opposite and rear of opposite, end turn\n"
            }
            Capture::Opposite => {
                "when here is on own side and here was empty and opposite is occupied -> capture here and opposite, end turn\n"
            }
            Capture::TwosAndThrees => "when hit -> capture prey, end turn\n",
            Capture::Even => "when on opponent's side and makes even -> capture here, end turn\n",
            Capture::Fours => "when makes 4 -> capture here, end turn\n",
        });
        rules.push_str(if relay {
            "when was empty -> end turn\notherwise -> lift here, sow after here\n"
        } else {
            "otherwise -> end turn\n"
        });
        format!(
            "// what happens where the last seed of a lap falls; that hole is `here`\n\
             last seed, the first that fits {{\n{rules}}}\n\n"
        )
    }

    fn before_turn(&self) -> String {
        let over = self.played();
        let swap = if self.swap {
            "// a move in place of a turn: the pie rule\nwhen mover's 1st turn and mover is not starter -> may swap sides\n"
        } else {
            ""
        };
        format!(
            "// read whenever a player is to move\n\
             before turn, the first that fits {{\n\
             repeated position: 3rd time @ assumed \"no source says\"\n{swap}\
             when repeated position -> each player captures own holes, {over} over\n\
             when no legal move -> each player captures own holes, {over} over\n\
             otherwise -> play\n\
             }}\n\n\
             each player scores: seeds in own store\n"
        )
    }

    fn contest(&self) -> String {
        if !self.rounds {
            return String::new();
        }
        "\n// how the holes are filled for the next round, and who wins the match\n\
         match {\n\
         seeds nobody won: to nobody\n\
         fill: from own left\n\
         last hole: full only\n\
         surplus: to reserve\n\
         empty holes: closed\n\
         next starter: alternate\n\
         match won by: last player left\n\n\
         each player after refilling, the first that fits {\n\
         when all own holes are empty -> loses the match\n\
         }\n\
         }\n"
        .to_owned()
    }
}

/// The text of a file that says only how a game differs from the game `like`. `source` names the text and knows the
/// rule files beside it.
///
/// # Errors
///
/// The other game cannot be found, or has problems.
pub fn variant(name: &str, like: &str, source: impl Fn(&str) -> Source) -> Result<String, DraftError> {
    let head = format!("game \"{name}\" {{\n  like: {like}\n}}\n");
    let ruleset = Ruleset::read(source(&head))?;
    let title = ruleset.rules().ok().and_then(|rules| Some(rules.about.like.as_ref()?.value.clone()));
    let title = title.unwrap_or_else(|| like.to_owned());
    let notes = format!(
        "\n// What this file does not say is as in {title}. A setting replaces the one of {title}:\n\
         //\n\
         // board {{\n\
         //   seeds: 3\n\
         // }}\n\
         //\n\
         // A list replaces the list of {title}; or it ends so, and its rules stand above those of {title}:\n\
         //\n\
         // last seed, the first that fits {{\n\
         //   when makes 3 -> capture here, end turn\n\
         //   otherwise    -> as in {like}\n\
         // }}\n\n"
    );
    let text = format!("{head}{notes}{}", example(&ruleset));
    let text = format(&source(&text)).unwrap_or(text);
    Ruleset::proved(source(&text))?;
    Ok(text)
}

/// An example: the first legal move and its result.
fn example(ruleset: &Ruleset) -> String {
    let Ok(rules) = ruleset.rules() else { return String::new() };
    let Ok(mut game) = Narrator::new(&*rules) else { return String::new() };
    let Some(first) = game.legal().into_iter().next() else { return String::new() };
    if game.play(&first).is_err() {
        return String::new();
    }
    let (board, seeds) = (&rules.board, &game.left().seeds);
    let named = board.rows_are_sides();
    let rows = drawn(&seeds[..board.holes()], board.rows.value, named).replace(" / South", "\nSouth");
    let store =
        |(player, store): (usize, &usize)| format!("{} {}", player_name(board.players.value, player), seeds[*store]);
    let stores: Vec<String> = board.stores.iter().enumerate().map(store).collect();
    format!(
        "// a worked move: `mancala test` plays it. Add one for every rule that may surprise a reader\n\
         example \"the first move\" {{\nplay: {first}\nboard: {rows}\nstores: {}\n}}\n",
        stores.join(", "),
    )
}
