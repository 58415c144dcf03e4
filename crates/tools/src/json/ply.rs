//! Results as records, for `--json`. The names and the order of their fields are stable.

use serde::Serialize;

use mancala_engine::contest::{Match, MatchEnding};
use mancala_engine::game::cell_name;
use mancala_engine::game::{Ending, Gathering, Position};
use mancala_engine::play::Game;
use mancala_rules::rules::family::{Family, families};
use mancala_rules::rules::model::{Board, Choice, Ends, Player, Rules};
use mancala_rules::source::{Line, Source};

/// A position of a game, and the ply that led to it.
#[derive(Serialize)]
pub struct PlyRecord {
    /// The number of the game, if several are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The number of the ply, from 0 for the start.
    pub ply: u64,
    round: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Player>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    play: Option<String>,
    rows: Vec<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<[i64; 2]>,
    stores: Vec<i64>,
    captured: Vec<i64>,
    marks: Vec<Vec<Vec<Player>>>,
    closed: Vec<String>,
    to_move: Player,
    legal: Vec<String>,
    over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ResultRecord>,
    /// At the start of a round of a match: seeds that each player owns, keeps off the board, and seeds in the pot.
    #[serde(skip_serializing_if = "Option::is_none")]
    owned: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserve: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pot: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<i64>,
    /// Whether the board is being laid out for the round.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    laying_out: bool,
    /// What the rule that ends the game gathers, in a line of its own after the last ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    gathered: Option<GatheredRecord>,
    /// What happened in the ply, with `--trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<Vec<String>>,
}

/// What the rule that ends a game gathers.
#[derive(Serialize)]
struct GatheredRecord {
    rule: String,
    #[serde(flatten)]
    line: Line,
    /// Seeds that each hole lost; below 0 if it gained some.
    from: serde_json::Map<String, serde_json::Value>,
    /// Seeds that each player's store gained.
    to: Vec<i64>,
}

#[derive(Serialize)]
struct ResultRecord {
    reason: String,
    scores: Vec<i64>,
    winners: Vec<Player>,
}

impl PlyRecord {
    /// A game after a ply; `played` is the player and the move, `None` at the start. If seeds are gathered at the end,
    /// that is another record, and this one shows the board before.
    pub fn new(game: &Game, ply: u64, played: Option<(Player, String)>) -> Self {
        let (by, play) = played.unzip();
        match game.gathering() {
            Some(gathering) => PlyRecord {
                by,
                play,
                captured: gathering.won_before,
                ..PlyRecord::of_position(&game.rules().board, &gathering.before, ply)
            },
            None => PlyRecord { by, play, ..PlyRecord::standing(game, ply) },
        }
    }

    /// What the rule that ended a game gathered, and the board after it; `None` if it gathered nothing.
    pub fn gathered(game: &Game, source: &Source, ply: u64) -> Option<Self> {
        let Gathering { reason, span, taken, gained, .. } = game.gathering()?;
        let from = taken.iter().map(|(cell, lost)| (cell_name(&game.rules().board, *cell), (*lost).into())).collect();
        let line = source.line(span.start);
        let gathered = Some(GatheredRecord { rule: reason, line, from, to: gained });
        Some(PlyRecord { gathered, ..PlyRecord::standing(game, ply) })
    }

    /// How a game stands.
    fn standing(game: &Game, ply: u64) -> Self {
        PlyRecord {
            captured: game.captured(),
            legal: game.legal_names(),
            over: game.is_over(),
            result: game.outcome().map(ResultRecord::new),
            ..PlyRecord::of_position(&game.rules().board, &game.position(), ply)
        }
    }

    /// The visible part of a position.
    fn of_position(board: &Board, position: &Position, ply: u64) -> Self {
        PlyRecord {
            game: None,
            ply,
            round: 1,
            by: None,
            play: None,
            rows: as_drawn(board, &position.seeds),
            ends: board
                .end_cells()
                .filter(|_| board.ends.value == Ends::Nobodys)
                .map(|ends| ends.map(|end| position.seeds[end])),
            stores: board.stores.iter().map(|store| position.seeds[*store]).collect(),
            captured: Vec::new(),
            marks: as_drawn(board, &position.marks.iter().map(|marks| marks.each().collect()).collect::<Vec<_>>()),
            closed: closed(board, position),
            to_move: position.to_move,
            legal: Vec::new(),
            over: false,
            result: None,
            owned: None,
            reserve: None,
            pot: None,
            gone: None,
            laying_out: false,
            gathered: None,
            told: None,
        }
    }

    /// A match after a ply of a round or of a lay-out; `None` when the match is over.
    pub fn of_match(contest: &Match, ply: u64, played: Option<(Player, String)>) -> Option<Self> {
        let mut record = match contest.game() {
            Some(game) => PlyRecord::new(game, ply, played),
            None => {
                let board = &contest.rules().board;
                let position = contest.shown()?;
                let (by, play) = played.unzip();
                PlyRecord {
                    by,
                    play,
                    captured: vec![0; board.players.value],
                    legal: contest.legal_names(),
                    laying_out: true,
                    ..PlyRecord::of_position(board, &position, ply)
                }
            }
        };
        record.round = contest.round();
        if ply == 0 && contest.game().is_some() {
            record.owned = Some(contest.owned().to_vec());
            record.reserve = Some(contest.reserve().to_vec());
            record.pot = Some(contest.pot());
            record.gone = Some(contest.gone());
        }
        Some(record)
    }
}

impl PlyRecord {
    /// The same in a round of a match.
    pub fn in_round(self, round: u32) -> Self {
        PlyRecord { round, ..self }
    }
}

/// The result of a match.
#[derive(Serialize)]
pub struct MatchRecord<'a> {
    /// The number of the match, if several are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    #[serde(rename = "match")]
    ending: MatchEndingRecord<'a>,
}

#[derive(Serialize)]
struct MatchEndingRecord<'a> {
    reason: &'a str,
    rounds: u32,
    winners: &'a [Player],
    points: &'a [i64],
    owned: &'a [i64],
    gone: i64,
}

impl<'a> MatchRecord<'a> {
    /// The record of how a match ended.
    pub fn new(ending: &'a MatchEnding) -> Self {
        let MatchEnding { reason, rounds, winners, points, owned, gone } = ending;
        let (rounds, gone) = (*rounds, *gone);
        MatchRecord { game: None, ending: MatchEndingRecord { reason, rounds, winners, points, owned, gone } }
    }
}

impl ResultRecord {
    fn new(ending: Ending) -> Self {
        ResultRecord { reason: ending.reason, scores: ending.scores, winners: ending.winners }
    }
}

/// Values of the holes in rows, the far row first.
fn as_drawn<T: Clone>(board: &Board, values: &[T]) -> Vec<Vec<T>> {
    values[..board.holes()].chunks(board.columns.value).rev().map(<[T]>::to_vec).collect()
}

fn closed(board: &Board, position: &Position) -> Vec<String> {
    (0..board.cells()).filter(|cell| position.closed[*cell]).map(|cell| cell_name(board, cell)).collect()
}

/// A summary of a ruleset.
#[derive(Serialize)]
pub struct GameRecord<'a> {
    name: &'a str,
    title: &'a str,
    also: &'a [String],
    region: &'a [String],
    rows: usize,
    columns: usize,
    seeds: u64,
    players: usize,
    options: Vec<OptionRecord<'a>>,
    families: Vec<&'static str>,
}

#[derive(Serialize)]
struct OptionRecord<'a> {
    names: &'a [String],
    readings: Vec<ReadingRecord<'a>>,
    /// Index of the reading in force.
    chosen: usize,
    /// The values in force.
    values: &'a [String],
}

#[derive(Serialize)]
struct ReadingRecord<'a> {
    values: &'a [String],
    note: Option<&'a str>,
}

impl<'a> GameRecord<'a> {
    /// The summary of a ruleset with this name.
    pub fn new(name: &'a str, rules: &'a Rules) -> Self {
        let (about, board) = (&rules.about, &rules.board);
        GameRecord {
            name,
            title: &about.name,
            also: about.also.as_ref().map_or(&[], |also| &also.value),
            region: about.region.as_ref().map_or(&[], |region| &region.value),
            rows: board.rows.value,
            columns: board.columns.value,
            seeds: board.start.iter().map(|seeds| u64::from(*seeds)).sum(),
            players: board.players.value,
            options: rules.options.iter().map(OptionRecord::new).collect(),
            families: families(rules).into_iter().map(Family::name).collect(),
        }
    }
}

impl<'a> OptionRecord<'a> {
    fn new(option: &'a Choice) -> Self {
        let readings = option.readings.iter();
        OptionRecord {
            names: &option.names,
            readings: readings
                .map(|reading| ReadingRecord { values: &reading.values, note: reading.note.as_deref() })
                .collect(),
            chosen: option.chosen,
            values: &option.values,
        }
    }
}
