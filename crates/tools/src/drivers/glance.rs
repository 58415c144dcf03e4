//! What a game is like at a glance: how long its games are, how much there is to choose, and how much there is to learn.

use std::sync::Arc;

use mancala_engine::engine::Progress;
use mancala_engine::play::Game;
use mancala_rules::chance::{choice, generator};
use mancala_rules::notation::count;
use mancala_rules::rules::explain::{Kind, sentences};
use mancala_rules::rules::model::Rules;

/// Games that are played at most, and at least: of a few, the short ones are the first to be over.
const GAMES: u64 = 60;
const FEWEST_GAMES: usize = 12;
/// A game with more plies counts with this number.
const MOST_PLIES: u64 = 2000;
/// Sentences of rules up to which a game is easy to learn, as half of the library is, and up to which it is not hard, as
/// nine in ten are.
const EASY: usize = 12;
const MEDIUM: usize = 18;

/// What random games, and the sentences of the rules, tell of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// Plies of random games: half of them have this many.
    pub plies: (u64, u64),
    /// Legal moves of a turn on average; passes do not count.
    pub moves: f64,
    /// Sentences that tell how a turn is played and how the game ends.
    pub sentences: usize,
}

impl Glance {
    /// Plays random games, as `run --seed 0` plays them, until there are enough, or until `progress` stops them. `None` if too few were played by
    /// then, or if the rules give no answer.
    pub fn of(rules: &Arc<Rules>, progress: &Progress) -> Option<Glance> {
        let start = Game::new(rules);
        let mut lengths = Vec::new();
        let (mut moves, mut turns) = (0_u64, 0_u64);
        'games: for number in 1..=GAMES {
            let (mut game, mut plies, mut chance) = (start.clone(), 0, generator(0, number));
            while !game.is_over() && plies < MOST_PLIES {
                if progress.is_stopped() {
                    break 'games;
                }
                let legal = game.legal_moves();
                if !game.must_pass() {
                    moves += u64::try_from(legal.len()).unwrap_or(0);
                    turns += 1;
                }
                game.play_nth(choice(legal.len(), &mut chance)).ok()?;
                plies += 1;
            }
            lengths.push(plies);
        }
        if lengths.len() < FEWEST_GAMES {
            return None;
        }
        lengths.sort_unstable();
        let (low, high) = (lengths.len() / 4, lengths.len().saturating_sub(1) - lengths.len() / 4);
        let plies = (*lengths.get(low)?, *lengths.get(high)?);
        let told = sentences(rules);
        let learned = told.iter().filter(|sentence| {
            matches!(sentence.kind, Kind::Rule | Kind::Setting(_))
                && sentence.section != rules.about.name
                && sentence.section != "Board"
        });
        let learned = learned.take_while(|sentence| sentence.section != "Match").count();
        Some(Glance { plies, moves: moves as f64 / turns.max(1) as f64, sentences: learned })
    }

    /// How hard the game is to learn, in a word.
    pub fn difficulty(&self) -> &'static str {
        if self.sentences <= EASY {
            "easy"
        } else if self.sentences <= MEDIUM {
            "medium"
        } else {
            "hard"
        }
    }

    /// In lines that fit a narrow column.
    pub fn told(&self) -> Vec<String> {
        let (low, high) = self.plies;
        let length = match (low, high) {
            (MOST_PLIES.., _) => format!("{MOST_PLIES} plies and more"),
            (1, 1) => "1 ply".to_owned(),
            (low, high) if low == high => format!("{low} plies"),
            (low, high) => format!("{low} to {high} plies"),
        };
        let moves = count(self.moves.round(), "choice");
        vec![format!("typical length: {length}"), format!("difficulty: {}; about {moves}", self.difficulty())]
    }
}

#[cfg(test)]
mod tests {
    use super::{GAMES, Glance};
    use crate::drivers::games::{RandomGames, random_games};
    use mancala_engine::contest::Start;
    use mancala_engine::engine::Progress;
    use mancala_engine::game::Position;
    use mancala_engine::play::Referee;
    use mancala_rules::ruleset::Ruleset;
    use std::time::{Duration, Instant};

    fn glance(game: &str) -> Glance {
        let rules = Ruleset::shipped(game).expect("a game").rules().expect("rules");
        Glance::of(&rules, &Progress::default()).expect("games were played")
    }

    #[test]
    fn the_middle_half_of_random_games_tells_how_long_they_are() {
        let rules = Ruleset::shipped("kalah").expect("a game").rules().expect("rules");
        let start = Start::Game(Position::start(&rules));
        let series = RandomGames { start, games: 0..GAMES, seed: 0, most_plies: 2000 };
        let mut games = Vec::new();
        let played = random_games(&Referee::tables(&rules), &series, &Progress::default(), |more| games.extend(more));
        played.expect("games").expect("they are played");
        let (low, high) = glance("kalah").plies;
        let within = games.iter().filter(|game| (low..=high).contains(&game.plies)).count();
        assert!((28..=40).contains(&within) && low < high, "{within} of 60 games from {low} to {high}");
        let moves = glance("kalah").moves;
        assert!((3.0..5.0).contains(&moves), "{moves}");
    }

    #[test]
    fn games_differ_in_what_there_is_to_learn() {
        let words = ["kalah", "krur", "bao-la-kiswahili"].map(|game| glance(game).difficulty());
        assert_eq!(words, ["easy", "medium", "hard"]);
    }

    #[test]
    fn it_is_told_in_two_short_lines() {
        let of = |plies, moves, sentences| Glance { plies, moves, sentences }.told().join("|");
        assert_eq!(of((24, 41), 2.4, 9), "typical length: 24 to 41 plies|difficulty: easy; about 2 choices");
        assert_eq!(of((1, 1), 1.0, 15), "typical length: 1 ply|difficulty: medium; about 1 choice");
        assert_eq!(of((2000, 2000), 9.6, 40), "typical length: 2000 plies and more|difficulty: hard; about 10 choices");
    }

    #[test]
    fn who_has_no_time_learns_nothing() {
        let rules = Ruleset::shipped("kalah").expect("a game").rules().expect("rules");
        let past = Instant::now().checked_sub(Duration::from_secs(1)).unwrap_or_else(Instant::now);
        assert_eq!(Glance::of(&rules, &Progress::until(past)), None);
    }
}
