//! Loads a rule file and plays a game from it: `cargo run --example play -- krur`, or the path of a rule file.
//!
//! A text becomes a [`Ruleset`], which becomes [`Rules`](mancala::rules::model::Rules) under the readings chosen; a
//! [`Game`] is played by them, and a player chooses the moves.

use std::error::Error;

use mancala::chance::generator;
use mancala::draw::draw;
use mancala::engine::Progress;
use mancala::notation::player_name;
use mancala::play::Game;
use mancala::players::Kind;
use mancala::problem::render;
use mancala::ruleset::{Ruleset, shipped_texts};
use mancala::source::Source;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "krur".to_owned());
    play(&name)
}

/// Plays a game of a ruleset, or of a rule file, to its end, and prints it.
pub fn play(name: &str) -> Result<(), Box<dyn Error>> {
    // the text of a ruleset inside the program, or of a file
    let source = match shipped_texts().find(|(known, _)| *known == name) {
        Some((_, text)) => Source::new(format!("{name}.mancala"), text),
        None => Source::new(name, &std::fs::read_to_string(name)?),
    };
    let ruleset = match Ruleset::checked(source) {
        Ok(ruleset) => ruleset,
        Err(error) => {
            eprint!("{}", render(&error.problems, &error.source, false, 80));
            return Err("the rule file has problems".into());
        }
    };
    // readings are chosen by name and value, as `--set` has them; here all stay as they are
    let rules = ruleset.rules()?;
    let players = rules.board.players.value;
    let mut seats: Vec<_> = (0..players).map(|_| Kind::Greedy.player()).collect();
    let mut chance = generator(7, 1);
    let mut game = Game::new(&rules);
    while !game.is_over() {
        let mover = game.to_move();
        let chosen = seats[mover].choose(&game, &mut chance, &Progress::default());
        let index = chosen.map_err(|stuck| stuck.fault)?;
        println!("{} plays {}", player_name(players, mover), game.legal_moves()[index]);
        game.play_nth(index)?;
        print!("{}", draw(&rules, &game.shown(), None, false));
    }
    if let Some(ending) = game.outcome() {
        let winners: Vec<String> = ending.winners.iter().map(|winner| player_name(players, *winner)).collect();
        println!("Won by {}, scores {:?}: {}", winners.join(" and "), ending.scores, ending.reason);
    }
    Ok(())
}
