//! What is counted in many games.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What was counted in many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Plies played, passes included.
    pub plies: u64,
    /// Forced passes.
    pub passes: u64,
    /// Games that each player alone won.
    pub won: Vec<u64>,
    /// Games in which several were equally best.
    pub shared: u64,
    /// Games stopped before their end.
    pub stopped: u64,
    /// How many games had so many plies.
    pub lengths: BTreeMap<u64, u64>,
    /// Positions in which a player moved.
    pub choices: u64,
    /// Legal moves in all these positions.
    pub moves: u64,
    /// The most legal moves in one position.
    pub most_moves: u64,
    /// What each player had at the end, all games together.
    pub scores: Vec<i64>,
    /// By which rule games ended, by its number; none for an endless sowing.
    pub endings: BTreeMap<Option<u16>, u64>,
    /// How often each rule applied in moves that were played, by its number.
    pub applied: Vec<u64>,
}

impl Tally {
    /// Adds what was counted in other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.passes += other.passes;
        self.shared += other.shared;
        self.stopped += other.stopped;
        self.choices += other.choices;
        self.moves += other.moves;
        self.most_moves = self.most_moves.max(other.most_moves);
        add_each(&mut self.won, &other.won);
        add_each(&mut self.scores, &other.scores);
        add_each(&mut self.applied, &other.applied);
        add_counts(&mut self.lengths, &other.lengths);
        add_counts(&mut self.endings, &other.endings);
    }

    /// A game that had so many plies.
    pub(crate) fn length(&mut self, plies: u64) {
        self.games += 1;
        self.plies += plies;
        *self.lengths.entry(plies).or_default() += 1;
    }

    /// A game that these won.
    pub(crate) fn winners(&mut self, winners: &[usize]) {
        match winners {
            [winner] => self.won[*winner] += 1,
            _ => self.shared += 1,
        }
    }
}

/// Many games to be played.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// How many.
    pub games: u64,
    /// What chance begins with.
    pub seed: u64,
    /// A game is stopped after so many plies.
    pub most_plies: u64,
}

/// How plies of random games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// One after the other with no look at the rules, for as long as they allow it.
    Gliding,
    /// Each on its own.
    Stepping,
}

/// What came of games that were only played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Plies of all games together, passes included.
    pub plies: u64,
    /// What each player had at the end, all games together.
    pub scores: Vec<i64>,
    /// Games that each player alone won.
    pub won: Vec<u64>,
}

/// Adds numbers one by one; where there are more of them than sums, the missing sums are nothing.
pub(crate) fn add_each<T: Copy + Default + AddAssign>(sums: &mut Vec<T>, more: &[T]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), T::default());
    }
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += *more;
    }
}

/// Adds how often each thing was counted.
pub(crate) fn add_counts<K: Ord + Clone>(sums: &mut BTreeMap<K, u64>, more: &BTreeMap<K, u64>) {
    for (key, count) in more {
        *sums.entry(key.clone()).or_default() += count;
    }
}
