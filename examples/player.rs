//! A strategy of your own, and how strong it is: `cargo run --release --example player`.
//!
//! [`Cramping`] leaves the next player as few moves as it can. It plays every game of the rule language, because it
//! uses only the legal moves of a game.

use std::error::Error;

use mancala::players::{Kind, Strategy};
use mancala::{FaultAt, Game, Generator, IllegalMove, Progress, choice, generator, shipped};

/// Leaves the next player as few moves as it can; ties are broken at random.
struct Cramping;

impl Strategy for Cramping {
    fn choose(&mut self, game: &Game, chance: &mut Generator, _: &Progress) -> Result<usize, FaultAt> {
        let me = game.to_move();
        let mut best: Vec<usize> = Vec::new();
        let mut fewest = usize::MAX;
        for index in 0..game.choices() {
            let mut next = game.clone();
            // if the rules give no answer, report the position
            if let Err(IllegalMove::Fault(fault)) = next.play_nth(index) {
                return Err(FaultAt::new(fault, game.position()));
            }
            // to move again is best
            let left = if next.to_move() == me && !next.is_over() { 0 } else { next.choices() };
            if left < fewest {
                best.clear();
                fewest = left;
            }
            if left == fewest {
                best.push(index);
            }
        }
        Ok(best[choice(best.len(), chance)])
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for name in ["kalah", "krur", "hus"] {
        let (won, lost) = compare(name, 100)?;
        println!("{name}: won {won} and lost {lost} of 100 games against random");
    }
    Ok(())
}

/// Plays games of a ruleset against a random player; returns how many were won and lost.
pub fn compare(name: &str, games: u64) -> Result<(u64, u64), Box<dyn Error>> {
    let rules = shipped(name)?.rules()?;
    let start = Game::new(&rules);
    let (mut won, mut lost) = (0, 0);
    for number in 0..games {
        // the two change seats from game to game
        let mine = usize::from(number % 2 == 1);
        let mut seats: [Box<dyn Strategy>; 2] = [Box::new(Cramping), Kind::Random.player()];
        seats.rotate_left(mine);
        let mut chance = generator(1, number);
        let mut game = start.clone();
        for _ in 0..1000 {
            if game.is_over() {
                break;
            }
            let player = &mut seats[game.to_move()];
            let index = player.choose(&game, &mut chance, &Progress::default())?;
            game.play_nth(index)?;
        }
        match game.outcome().map(|ending| ending.winners) {
            Some(winners) if winners == [mine] => won += 1,
            Some(winners) if winners.len() == 1 => lost += 1,
            _ => {}
        }
    }
    Ok((won, lost))
}
