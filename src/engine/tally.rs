//! Statistics of many games.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::ended::Ended;

/// Statistics of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games played.
    pub games: u64,
    /// Number of games that were examined: only in these, legal moves and the rules that apply are counted.
    pub examined: u64,
    /// Number of plies played, passes included.
    pub plies: u64,
    /// Number of forced passes.
    pub passes: u64,
    /// For each player, the number of games that he alone won.
    pub won: Vec<u64>,
    /// Number of games with no single winner.
    pub shared: u64,
    /// Number of games stopped at the limit on plies.
    pub stopped: u64,
    /// Number of games by length in plies.
    pub lengths: BTreeMap<u64, u64>,
    /// Number of positions in which a player moved, in the games that were examined.
    pub choices: u64,
    /// Number of legal moves in all these positions.
    pub moves: u64,
    /// Sum of the squares of these numbers.
    pub moves_squared: u64,
    /// Largest number of legal moves in one position.
    pub most_moves: u64,
    /// Sum of each player's final scores.
    pub scores: Vec<i64>,
    /// For each player, the number of games that reached their end by his final score.
    pub by_score: Vec<BTreeMap<i64, u64>>,
    /// Number of games by the rule that ended them; `None` for an endless sowing.
    pub endings: BTreeMap<Option<u16>, u64>,
    /// How often each rule applied in moves that were played in the games that were examined, indexed by its number.
    pub applied: Vec<u64>,
    /// How often each rule applied in moves that were tried in the positions counted in `choices`, legal or not, indexed
    /// by its number. A rule that makes moves illegal barred as many.
    pub tried: Vec<u64>,
}

impl Tally {
    /// Adds the statistics of other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.examined += other.examined;
        self.plies += other.plies;
        self.passes += other.passes;
        self.shared += other.shared;
        self.stopped += other.stopped;
        self.choices += other.choices;
        self.moves += other.moves;
        self.moves_squared += other.moves_squared;
        self.most_moves = self.most_moves.max(other.most_moves);
        add_each(&mut self.won, &other.won);
        add_each(&mut self.scores, &other.scores);
        add_each(&mut self.applied, &other.applied);
        add_each(&mut self.tried, &other.tried);
        add_each_count(&mut self.by_score, &other.by_score);
        add_counts(&mut self.lengths, &other.lengths);
        add_counts(&mut self.endings, &other.endings);
    }

    /// Adds a game of `plies` plies.
    pub(crate) fn length(&mut self, plies: u64) {
        self.games += 1;
        self.plies += plies;
        *self.lengths.entry(plies).or_default() += 1;
    }

    /// Adds the end of a game, given its scores. A game that nothing ended was stopped.
    pub(super) fn ended(&mut self, ended: &Ended, scores: &[i32]) {
        if *ended == (Ended { rule: None, verdict: None }) {
            self.stopped += 1;
            return;
        }
        self.winners(&ended.winners(scores));
        for (sum, score) in self.scores.iter_mut().zip(scores) {
            *sum += i64::from(*score);
        }
        for (games, score) in self.by_score.iter_mut().zip(scores) {
            *games.entry(i64::from(*score)).or_default() += 1;
        }
        *self.endings.entry(ended.rule).or_default() += 1;
    }

    /// Adds the winners of a game.
    pub(crate) fn winners(&mut self, winners: &[usize]) {
        match winners {
            [winner] => self.won[*winner] += 1,
            _ => self.shared += 1,
        }
    }
}

/// A series of random games to play.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// Number of games.
    pub games: u64,
    /// Seed of the random generators.
    pub seed: u64,
    /// Limit on the plies of a game.
    pub most_plies: u64,
}

/// A series of up to this number of games is examined in full.
const FULL: u64 = 1000;

/// Of a longer series at least this number of games is examined.
const EXAMINED: u64 = 100;

/// A series is examined in one of at most this number of games.
const SAMPLE: u64 = 1024;

impl Series {
    /// One of this number of games is examined: its legal moves and the rules that apply are counted.
    pub fn sample(&self) -> u64 {
        if self.games <= FULL { 1 } else { (self.games / EXAMINED).min(SAMPLE) }
    }
}

/// How plies of random games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// In a row without consulting the rules, as far as possible.
    Gliding,
    /// Each ply on its own.
    Stepping,
}

/// Totals of games that were only played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Number of plies in all games, passes included.
    pub plies: u64,
    /// Sum of each player's final scores.
    pub scores: Vec<i64>,
    /// For each player, the number of games that he alone won.
    pub won: Vec<u64>,
}

/// Adds numbers elementwise. Missing sums count as 0.
pub(crate) fn add_each<T: Copy + Default + AddAssign>(sums: &mut Vec<T>, more: &[T]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), T::default());
    }
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += *more;
    }
}

/// Adds counts by key.
pub(crate) fn add_counts<K: Ord + Clone>(sums: &mut BTreeMap<K, u64>, more: &BTreeMap<K, u64>) {
    for (key, count) in more {
        *sums.entry(key.clone()).or_default() += count;
    }
}

/// Adds counts by key, elementwise.
fn add_each_count<K: Ord + Clone>(sums: &mut Vec<BTreeMap<K, u64>>, more: &[BTreeMap<K, u64>]) {
    if sums.len() < more.len() {
        sums.resize_with(more.len(), BTreeMap::new);
    }
    for (sums, more) in sums.iter_mut().zip(more) {
        add_counts(sums, more);
    }
}
