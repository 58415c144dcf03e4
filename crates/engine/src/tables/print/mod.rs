//! Tables in readable form: names of holes instead of slots, and words close to those of the rule language.

mod grid;
mod sowing;
mod words;

use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::{Player, Rules};
use mancala_rules::source::{Line, Source, Span};

pub use grid::{Branch, DecisionOverview, Grid, Letter, Row};
pub use sowing::{Lasts, SowingOverview};

use self::grid::Decided;
use self::words::Words;
use super::{Action, Decisions, Listed, Mask, MoverTables, RuleText, Safe, Section, Tables, Test};
use crate::game::cell_name;

/// The compiled tables of a rule file in readable form.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Overview {
    /// The name of the game.
    pub game: String,
    /// The board and its representation.
    pub board: BoardOverview,
    /// The tables of the selected players.
    pub players: Vec<MoverOverview>,
    /// The occurrence, counted from 1, from which on a position counts as repeated; `None` if no rule asks.
    pub repeated_position: Option<u32>,
    /// What the engine records during a turn.
    pub watched: WatchedOverview,
    /// What ends an endless sowing; `None` if nothing is fixed.
    pub endless: Option<EndlessOverview>,
}

/// Memory layout of a position.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Width {
    /// Largest number of holes and ends that fit.
    pub lanes: usize,
    /// Size of a hole or end in bytes.
    pub lane_bytes: usize,
    /// Size of a whole position in bytes.
    pub position_bytes: usize,
}

/// The board and its representation.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BoardOverview {
    /// Number of rows of holes.
    pub rows: usize,
    /// Number of holes in a row.
    pub columns: usize,
    /// The side of each player.
    pub sides: Vec<SideOverview>,
    /// Names of the holes, ends and stores on nobody's side.
    pub nobodys: Vec<String>,
    /// Memory layout of a position.
    pub width: Width,
}

/// A player's side.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SideOverview {
    /// Name of the player.
    pub player: String,
    /// Names of his holes.
    pub holes: Vec<String>,
    /// Names of his holes with neighbours combined, as `a1 to d1`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub short: Vec<String>,
    /// Name of his store.
    pub store: String,
}

/// What the engine records during a turn because some rule asks about it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WatchedOverview {
    /// The holes into which seeds fell.
    pub sown: bool,
    /// The holes into which seeds fell in the last lap.
    pub sown_this_lap: bool,
    /// The holes that were raided.
    pub raided: bool,
    /// The states of the turn in which the mover is asked.
    pub asked_states: bool,
    /// All states of the turn from its first lap on.
    pub every_state: bool,
}

/// What ends an endless sowing.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EndlessOverview {
    /// Its line; `None` if the language itself fixes it.
    #[cfg_attr(feature = "serde", serde(flatten, serialize_with = "Line::or_null"))]
    pub line: Option<Line>,
    /// The outcome in words.
    pub outcome: String,
}

/// The tables of one player as the mover.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoverOverview {
    /// Name of the mover.
    pub player: String,
    /// The `move` sections in their order.
    pub moves: Vec<MoveOverview>,
    /// The course of his sowing.
    pub sowing: SowingOverview,
    /// The list `each seed`; `None` if the file has none.
    pub each_seed: Option<DecisionOverview>,
    /// The list `last seed`, read after the last seed of a lap.
    pub last_seed: DecisionOverview,
    /// The list `after turn`, read once after the turn.
    pub after_turn: Vec<RuleOverview>,
    /// The list `before turn`, read whenever he is to move.
    pub before_turn: Vec<RuleOverview>,
    /// The score of each player when this one is to move; `None` where the rules count no score.
    pub scores: Vec<Option<String>>,
}

/// A `move` section.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoveOverview {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its line.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub line: Line,
    /// Condition under which it is in force.
    pub when: String,
    /// The holes that may be chosen, by case.
    pub from: Vec<CaseOverview>,
    /// The directions of sowing, by case.
    pub direction: Vec<CaseOverview>,
    /// The list `begin`: what is done with the chosen hole.
    pub begin: Vec<RuleOverview>,
    /// Whether all choices are computed at once rather than hole by hole.
    pub at_once: bool,
    /// When every choice is certainly legal without trying it: `never`, `always`, or a condition.
    pub surely_legal: String,
}

/// A value and the condition under which it counts.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CaseOverview {
    /// The condition; `always` for the rest.
    pub when: String,
    /// The value.
    pub value: String,
}

/// A rule of a list.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RuleOverview {
    /// Its line.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub line: Line,
    /// Its condition as written in the file.
    pub said: String,
    /// Its condition as compiled; `always` for the rest, `never` for a rule that cannot apply.
    pub when: String,
    /// What it does.
    pub does: String,
}

impl Overview {
    /// Describes the tables of `players`.
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
                asked_states: watched.asked_states,
                every_state: watched.every_state,
            },
            endless: tables.endless.map(|(endless, span)| EndlessOverview {
                line: (span != Span::default()).then(|| line(span)),
                outcome: words::endless(endless).to_owned(),
            }),
        }
    }
}

/// Describes the board and its representation.
fn board<M: Mask>(tables: &Tables<M>, rules: &Rules, width: Width) -> BoardOverview {
    let (layout, board) = (&tables.layout, &rules.board);
    let words = Words { rules, layout, mover: 0, here: None, seen: &[], paces: None };
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

/// Everything needed to describe a mover's tables.
struct Shown<'a, M> {
    tables: &'a Tables<M>,
    mover: &'a MoverTables<M>,
    rules: &'a Rules,
    line: &'a dyn Fn(Span) -> Line,
}

impl<M: Mask> Shown<'_, M> {
    fn overview(&self, player: Player) -> MoverOverview {
        let mover = self.mover;
        let words =
            Words { rules: self.rules, layout: &self.tables.layout, mover: player, here: None, seen: &[], paces: None };
        let sections = mover.sections.iter().enumerate();
        let each_seed = || self.decisions(words, &mover.each_seed, &mover.each_decisions);
        let scores = self.tables.movers.iter().map(|mover| mover.score.as_ref().map(|score| words.score(score)));
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
        let (pacing, actions, texts) = (&self.mover.pacing, &self.mover.actions, &self.tables.rules);
        Decided { words, list, decisions, pacing, actions, texts, line: &line }.overview()
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
