//! Loads a rule file and plays a game from it: `cargo run --example play -- krur`, or the path of a rule file.
//!
//! A text becomes a [`Ruleset`], which becomes [`Rules`](mancala::Rules) under the readings chosen; a [`Game`] is played by
//! them, and a player chooses the moves.

use std::error::Error;

use mancala::players::Kind;
use mancala::{Checks, Game, Progress, Ruleset, Source, draw_board, generator, shipped, shipped_names};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "krur".to_owned());
    play(&name)
}

/// Plays a game of a ruleset, or of a rule file, to its end, and prints it.
pub fn play(name: &str) -> Result<(), Box<dyn Error>> {
    let ruleset = if shipped_names().any(|known| known == name) {
        shipped(name)?
    } else {
        // all readings of a file are checked, not the defaults alone
        Ruleset::checked(Source::new(name, &std::fs::read_to_string(name)?))?
    };
    // readings are chosen by name and value, as `--set` has them; here all stay as they are
    let rules = ruleset.rules()?;
    let mut seats: Vec<_> = (0..rules.players()).map(|_| Kind::Greedy.player()).collect();
    let mut chance = generator(7, 1);
    let mut game = Game::new(&rules);
    while !game.is_over() {
        let mover = game.to_move();
        let index = seats[mover].choose(&game, &mut chance, &Progress::default())?;
        println!("{} plays {}", rules.player_name(mover), game.legal_moves()[index]);
        game.play_nth(index)?;
        print!("{}", draw_board(&rules, &game.position(), None, false));
    }
    if let Some(ending) = game.outcome() {
        let winners: Vec<String> = ending.winners.iter().map(|winner| rules.player_name(*winner)).collect();
        println!("Won by {}, scores {:?}: {}", winners.join(" and "), ending.scores, ending.reason);
    }
    Ok(())
}
