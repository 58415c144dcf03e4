//! Boards and positions as a page draws them.

use mancala_engine::game::Position;
use mancala_engine::game::cell_name;
use mancala_engine::position_text::format as format_position;
use mancala_rules::rules::model::Rules;
use serde_json::{Value, json};

/// What stays the same in a game: where the cells are, and what they are called. Cells are holes, row by row from
/// South's left, then ends, then stores.
pub fn board(rules: &Rules) -> Value {
    let board = &rules.board;
    let players = board.players.value;
    let mark = &board.mark;
    json!({
        "title": rules.name(),
        "rows": board.rows.value,
        "columns": board.columns.value,
        "players": (0..players).map(|player| rules.player_name(player)).collect::<Vec<_>>(),
        "cells": (0..board.cells()).map(|cell| cell_name(board, cell)).collect::<Vec<_>>(),
        "owner": board.owner,
        "ends": board.end_cells(),
        "stores": board.stores,
        "mark": mark.as_ref().map(|mark| &mark.value.name),
        "match": rules.has_match(),
        "draws": rules.asks_for_lots,
    })
}

/// What changes from move to move.
pub fn position(rules: &Rules, position: &Position) -> Value {
    let cells = |flags: &[bool]| (0..flags.len()).filter(|cell| flags[*cell]).collect::<Vec<_>>();
    json!({
        "seeds": position.seeds,
        "marks": position.marks.iter().map(|marks| marks.each().collect::<Vec<_>>()).collect::<Vec<_>>(),
        "closed": cells(&position.closed),
        "locked": cells(&position.locked),
        "owner": position.owner,
        "pot": position.pot,
        "toMove": position.to_move,
        "notes": mancala_engine::draw::legend(rules, position),
        "text": format_position(&rules.board, position),
    })
}
