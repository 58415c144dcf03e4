//! Tables as a person reads them: names of holes instead of slots, and words close to those of the rule language.

mod grid;
mod sowing;
mod words;

pub use grid::{Branch, DecisionOverview, Grid, Letter, Row};
pub use sowing::{Lasts, SowingOverview};

use self::grid::Decided;
use self::words::Words;
use super::{Across, Action, Decisions, Listed, Mask, MoverTables, RuleText, Safe, Section, Tables, Test};
use crate::game::cell_name;
use crate::notation::{capital, player_name};
use crate::rules::model::{Player, Rules};
use crate::source::{Source, Span};

/// What was compiled from a rule file.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Overview {
    /// The name of the game.
    pub game: String,
    /// The board and what it is kept in.
    pub board: BoardOverview,
    /// What is done for the players asked for.
    pub players: Vec<MoverOverview>,
    /// From which time on a position counts as repeated; none if no rule asks.
    pub repeated_position: Option<u32>,
    /// What has to be watched in a turn.
    pub watched: WatchedOverview,
    /// What becomes of an endless sowing; none if the file does not say.
    pub endless: Option<EndlessOverview>,
}

/// What a position is kept in.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Width {
    /// How many holes and ends there is room for.
    pub lanes: usize,
    /// Bytes of one.
    pub lane_bytes: usize,
    /// Bytes of a whole position.
    pub position_bytes: usize,
}

/// The board and what it is kept in.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BoardOverview {
    /// Rows of holes.
    pub rows: usize,
    /// Holes in a row.
    pub columns: usize,
    /// Each player with his holes.
    pub sides: Vec<SideOverview>,
    /// Holes and ends on nobody's side.
    pub nobodys: Vec<String>,
    /// What a position is kept in.
    pub width: Width,
}

/// A player's side.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SideOverview {
    /// Whose it is.
    pub player: String,
    /// His holes.
    pub holes: Vec<String>,
    /// The same in short.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub short: Vec<String>,
    /// His store.
    pub store: String,
}

/// What has to be watched in a turn because some rule asks it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WatchedOverview {
    /// In which holes seeds fell.
    pub sown: bool,
    /// In which holes seeds fell in the last lap.
    pub sown_this_lap: bool,
    /// Which holes were raided.
    pub raided: bool,
    /// Every state from the first lap on.
    pub every_state: bool,
}

/// What becomes of an endless sowing.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EndlessOverview {
    /// The line of the file; none where the language itself says it.
    pub line: Option<usize>,
    /// What becomes of it.
    pub outcome: String,
}

/// What is done when one player is the mover.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoverOverview {
    /// The mover.
    pub player: String,
    /// The `move` sections in their order.
    pub moves: Vec<MoveOverview>,
    /// Where sowing goes.
    pub sowing: SowingOverview,
    /// What is decided after every seed; none if the file has no such list.
    pub each_seed: Option<DecisionOverview>,
    /// What is decided after the last seed of a lap.
    pub last_seed: DecisionOverview,
    /// Read once after the turn.
    pub after_turn: Vec<RuleOverview>,
    /// Read whenever he is to move.
    pub before_turn: Vec<RuleOverview>,
    /// What each player has then; none where nothing is counted.
    pub scores: Vec<Option<String>>,
}

/// A `move` section.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoveOverview {
    /// Its name.
    pub name: Option<String>,
    /// Its line.
    pub line: usize,
    /// When it is in force.
    pub when: String,
    /// The holes that may be chosen, by case.
    pub from: Vec<CaseOverview>,
    /// Where they are sown, by case.
    pub direction: Vec<CaseOverview>,
    /// What is done with the hole chosen.
    pub begin: Vec<RuleOverview>,
    /// Whether the choices are told all at once; else every hole is asked.
    pub at_once: bool,
    /// When every choice is known to be legal without trying it; `never`, `always`, or a condition.
    pub surely_legal: String,
}

/// What holds under a condition.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CaseOverview {
    /// The condition; `always` for the rest.
    pub when: String,
    /// What holds.
    pub value: String,
}

/// A rule of a list.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RuleOverview {
    /// Its line.
    pub line: usize,
    /// Its condition as the file says it.
    pub said: String,
    /// Its condition as compiled; `always` for the rest, `never` for a rule that cannot apply.
    pub when: String,
    /// What it does.
    pub does: String,
}

impl Overview {
    /// Puts tables into words, those of some players.
    pub fn new<M: Mask>(tables: &Tables<M>, rules: &Rules, source: &Source, players: &[Player], width: Width) -> Self {
        let line = |span: Span| source.line(span.start);
        let shown = players.iter().filter_map(|player| Some((*player, tables.movers.get(*player)?)));
        let watched = tables.watched;
        Overview {
            game: rules.about.name.clone(),
            board: board(tables, rules, width),
            players: shown
                .map(|(player, mover)| Shown { tables, mover, rules, line: &line }.overview(player))
                .collect(),
            repeated_position: tables.repeated,
            watched: WatchedOverview {
                sown: watched.sown,
                sown_this_lap: watched.sown_this_lap,
                raided: watched.raided,
                every_state: watched.every_state,
            },
            endless: tables.endless.map(|(endless, span)| EndlessOverview {
                line: (span != Span::default()).then(|| line(span)),
                outcome: words::endless(endless).to_owned(),
            }),
        }
    }
}

/// The board and what it is kept in.
fn board<M: Mask>(tables: &Tables<M>, rules: &Rules, width: Width) -> BoardOverview {
    let (layout, board) = (&tables.layout, &rules.board);
    let words = Words { rules, layout, mover: 0, here: None, seen: [false; Across::ALL.len()] };
    let belongs = |cell: usize, owner| {
        layout.slot_of.get(cell).and_then(|slot| layout.owner.get(usize::from(*slot))) == Some(&owner)
    };
    let side = |player: Player| {
        let holes = (0..board.holes()).filter(|cell| belongs(*cell, Some(player)));
        let slots: Vec<_> = holes.filter_map(|cell| layout.slot_of.get(cell).copied()).collect();
        SideOverview {
            player: player_name(tables.players, player),
            holes: slots.iter().map(|slot| words.slot(*slot)).collect(),
            short: words.names(&slots, " to "),
            store: board.stores.get(player).map_or(String::new(), |store| cell_name(board, *store)),
        }
    };
    BoardOverview {
        rows: board.rows.value,
        columns: board.columns.value,
        sides: (0..tables.players).map(side).collect(),
        nobodys: (0..board.cells()).filter(|cell| belongs(*cell, None)).map(|cell| cell_name(board, cell)).collect(),
        width,
    }
}

/// What is read to show a mover.
struct Shown<'a, M> {
    tables: &'a Tables<M>,
    mover: &'a MoverTables<M>,
    rules: &'a Rules,
    line: &'a dyn Fn(Span) -> usize,
}

impl<M: Mask> Shown<'_, M> {
    fn overview(&self, player: Player) -> MoverOverview {
        let mover = self.mover;
        let words = Words {
            rules: self.rules,
            layout: &self.tables.layout,
            mover: player,
            here: None,
            seen: [false; Across::ALL.len()],
        };
        let sections = mover.sections.iter().enumerate();
        let each_seed = || self.decisions(words, &mover.each_seed, &mover.each_decisions);
        let scores = mover.scores.iter().map(|score| score.as_ref().map(|score| words.score(score)));
        MoverOverview {
            player: capital(&words.player(player)),
            moves: sections.map(|(number, section)| self.section(&words, number, section)).collect(),
            sowing: sowing::overview(&words, mover),
            each_seed: (!mover.each_seed.is_empty()).then(each_seed),
            last_seed: self.decisions(words, &mover.last_seed, &mover.last_decisions),
            after_turn: self.list(&words, &mover.after_turn),
            before_turn: self.list(&words, &mover.before_turn),
            scores: scores.collect(),
        }
    }

    fn decisions(&self, words: Words<'_>, list: &[Listed<M>], decisions: &Decisions<M>) -> DecisionOverview {
        let line = |text: &RuleText| (self.line)(text.span);
        let (actions, texts) = (&self.mover.actions, &self.tables.rules);
        Decided { words, list, decisions, actions, texts, line: &line }.overview()
    }

    fn section(&self, words: &Words<'_>, number: usize, section: &Section<M>) -> MoveOverview {
        let case = |when: &Test<M>, value: String| CaseOverview { when: words.test(when), value };
        let direction = section.direction.iter().map(|(when, ways)| {
            let names: Vec<&str> = ways.list().iter().map(|way| way.name()).collect();
            case(when, names.join(" or "))
        });
        MoveOverview {
            name: self.rules.moves.get(number).and_then(|rules| rules.name.clone()),
            line: (self.line)(section.span),
            when: words.test(&section.when),
            from: section.from.iter().map(|(when, set)| case(when, words.set(set))).collect(),
            direction: direction.collect(),
            begin: self.list(words, &section.begin),
            at_once: section.at_once.is_some(),
            surely_legal: words.test(&match section.safe {
                Safe::Never => Test::Known(false),
                Safe::Always => Test::Known(true),
                Safe::IfOccupied { holes, .. } => Test::<M>::AnyOccupied(holes, 0),
            }),
        }
    }

    fn list(&self, words: &Words<'_>, list: &[Listed<M>]) -> Vec<RuleOverview> {
        let rule = |listed: &Listed<M>| {
            let action: &Action<M> = self.mover.actions.get(usize::from(listed.action))?;
            let text = self.tables.rules.get(usize::from(action.rule))?;
            Some(RuleOverview {
                line: (self.line)(text.span),
                said: text.said.clone(),
                when: words.test(&listed.test),
                does: words.action(action),
            })
        };
        list.iter().filter_map(rule).collect()
    }
}
