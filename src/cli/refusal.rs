//! Why a move cannot be played, and which moves can.

use mancala_engine::game::{Instead, cell_name};
use mancala_engine::play::Game;
use mancala_rules::notation::hole;
use mancala_rules::problem::one_of;

use super::Failure;
use super::game::Loaded;

/// Why a move cannot be played.
pub(super) fn refusal(loaded: &Loaded, game: &Game, ply: u64, name: &str) -> Failure {
    let board = &loaded.rules.board;
    let legal = game.legal_names();
    if let Some(ending) = game.outcome() {
        return Failure::wrong_use(format!("ply {ply}: `{name}` comes after the end of the game"))
            .help(format!("the game is over: {}", loaded.reason(&ending)));
    }
    let help = format!("legal: {}", legal.join(" "));
    let begun: Vec<&str> =
        legal.iter().map(String::as_str).filter(|known| known.starts_with(&name.to_lowercase())).collect();
    if hole(board, name).is_some() && !begun.is_empty() {
        return Failure::wrong_use(format!("ply {ply}: `{name}` is not a complete move"))
            .help(format!("write {}", one_of(begun)));
    }
    let start = name.trim_end_matches(['y', 'n']).trim_end_matches(['+', '-']);
    if hole(board, start).is_none() && !Instead::WORDS.contains(&name.to_lowercase().as_str()) {
        let last = cell_name(board, board.holes().saturating_sub(1));
        return Failure::wrong_use(format!("ply {ply}: this board has no hole `{name}` (a1 to {last})")).help(help);
    }
    Failure::wrong_use(format!("ply {ply}: `{name}` is not legal")).help(help)
}
