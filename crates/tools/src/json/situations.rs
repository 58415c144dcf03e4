//! Which rule decides which situation, as a record.

use mancala_engine::game::Position;
use mancala_engine::position_text;
use mancala_rules::rules::model::Rules;
use mancala_rules::source::{Line, Source, Span};
use serde::Serialize;

use crate::proof::{Can, Grid, Overlap, Scene, Situations};

struct Page<'l> {
    rules: &'l Rules,
    source: &'l Source,
}

impl SituationsRecord {
    /// The record of what was found for the rules of a file.
    pub fn new(found: &Situations, rules: &Rules, source: &Source) -> SituationsRecord {
        Page { rules, source }.record(found)
    }
}

impl Page<'_> {
    fn line(&self, span: Span) -> Line {
        self.source.line(span.start)
    }

    fn record(&self, found: &Situations) -> SituationsRecord {
        let scene = |scene: &Scene| SceneRecord {
            position: self.position(&scene.position),
            play: scene.play.as_ref().map(|play| play.to_string()),
            said: scene.said(self.rules),
        };
        let overlap = |overlap: &Overlap| OverlapRecord {
            first: self.line(overlap.first),
            second: self.line(overlap.second),
            situation: scene(&overlap.scene),
        };
        let lists = found.lists.iter().map(|list| ListRecord {
            list: list.name,
            rules: list
                .rules
                .iter()
                .map(|rule| RuleRecord {
                    line: self.line(rule.span),
                    condition: rule.said.clone(),
                    applies: match &rule.can {
                        Can::Be(_) => "shown",
                        Can::Perhaps if rule.played => "played",
                        Can::Perhaps => "unknown",
                        Can::Not => "never",
                    },
                    situation: match &rule.can {
                        Can::Be(found) => Some(scene(found)),
                        Can::Perhaps | Can::Not => None,
                    },
                })
                .collect(),
            overlaps: list.overlaps.iter().map(overlap).collect(),
            decides: list.grid.iter().flat_map(|grid| self.cells(grid)).collect(),
        });
        SituationsRecord {
            lists: lists.collect(),
            stuck_with_seeds: found.stuck_with_seeds.as_ref().map(|position| self.position(position)),
            nobody_moves: found.nobody_moves.as_ref().map(|position| self.position(position)),
            unfinished: found.late.map(|(_, span)| self.line(span)),
        }
    }

    fn cells(&self, grid: &Grid) -> Vec<CellRecord> {
        let line = |line: &crate::proof::Line| {
            let cells = grid.regions.iter().zip(&line.rules).map(|(region, rules)| CellRecord {
                makes: line.numbers.clone(),
                marked: line.marked.clone(),
                falls: region.clone(),
                lines: rules.iter().map(|span| self.line(*span)).collect(),
            });
            cells.collect::<Vec<_>>()
        };
        grid.lines.iter().flat_map(line).collect()
    }

    fn position(&self, position: &Position) -> String {
        position_text::format(&self.rules.board, position)
    }
}

/// Which rule of each list decides which situations.
#[derive(Serialize)]
pub struct SituationsRecord {
    lists: Vec<ListRecord>,
    stuck_with_seeds: Option<String>,
    nobody_moves: Option<String>,
    /// The first rule that was not looked at in full, if time was over.
    unfinished: Option<Line>,
}

#[derive(Serialize)]
struct ListRecord {
    list: &'static str,
    rules: Vec<RuleRecord>,
    overlaps: Vec<OverlapRecord>,
    decides: Vec<CellRecord>,
}

#[derive(Serialize)]
struct RuleRecord {
    #[serde(flatten)]
    line: Line,
    condition: String,
    applies: &'static str,
    situation: Option<SceneRecord>,
}

#[derive(Serialize)]
struct OverlapRecord {
    first: Line,
    second: Line,
    situation: SceneRecord,
}

#[derive(Serialize)]
struct SceneRecord {
    position: String,
    #[serde(rename = "move")]
    play: Option<String>,
    said: String,
}

#[derive(Serialize)]
struct CellRecord {
    makes: Vec<i64>,
    marked: Option<String>,
    falls: String,
    lines: Vec<Line>,
}
