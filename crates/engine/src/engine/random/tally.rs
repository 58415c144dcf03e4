//! Statistics of many games.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use mancala_rules::progress::Progress;

use super::super::ended::{Ended, Finished};
use crate::tables::RuleId;

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
    pub fn length(&mut self, plies: u64) {
        self.games += 1;
        self.plies += plies;
        *self.lengths.entry(plies).or_default() += 1;
    }

    /// Adds the end of a game, given its scores. A game that nothing ended was stopped.
    pub(in super::super) fn ended(&mut self, ended: &Ended, scores: &[i32]) {
        if !self.scored(ended, scores) {
            return;
        }
        for (games, score) in self.by_score.iter_mut().zip(scores) {
            *games.entry(i64::from(*score)).or_default() += 1;
        }
        *self.endings.entry(ended.rule).or_default() += 1;
    }

    /// Adds who won a game, and its scores. Returns `false` if nothing ended it.
    fn scored(&mut self, ended: &Ended, scores: &[i32]) -> bool {
        if *ended == (Ended { rule: None, verdict: None }) {
            self.stopped += 1;
            return false;
        }
        match ended.winner(scores) {
            Some(winner) => self.won[winner] += 1,
            None => self.shared += 1,
        }
        for (sum, score) in self.scores.iter_mut().zip(scores) {
            *sum += i64::from(*score);
        }
        true
    }
}

/// How often each of some numbers occurred, most of them small.
#[derive(Default)]
struct Counts {
    /// By number.
    small: Vec<u64>,
    others: BTreeMap<i64, u64>,
}

/// From this number on, numbers are not small.
const SMALL: usize = 1 << 12;

impl Counts {
    fn count(&mut self, number: i64) {
        match usize::try_from(number) {
            Ok(small) if small < SMALL => {
                if small >= self.small.len() {
                    self.small.resize(small + 1, 0);
                }
                self.small[small] += 1;
            }
            _ => *self.others.entry(number).or_default() += 1,
        }
    }

    fn add(&mut self, more: &Counts) {
        add_each(&mut self.small, &more.small);
        add_counts(&mut self.others, &more.others);
    }

    /// The numbers that occurred.
    fn all(&self) -> impl Iterator<Item = (i64, u64)> {
        let small = self.small.iter().enumerate().map(|(number, times)| (number as i64, *times));
        small.filter(|(_, times)| *times > 0).chain(self.others.iter().map(|(number, times)| (*number, *times)))
    }
}

/// A tally to which games are added fast.
pub(in super::super) struct Sum {
    /// What is not counted in the other fields.
    pub tally: Tally,
    lengths: Counts,
    by_score: Vec<Counts>,
    /// By the number of the rule plus one, or 0.
    endings: Counts,
    /// The games and plies that progress was told of.
    told: (u64, u64),
}

impl Sum {
    /// Nothing is added to a tally yet.
    pub fn new(tally: Tally) -> Self {
        let by_score = tally.by_score.iter().map(|_| Counts::default()).collect();
        Sum { tally, lengths: Counts::default(), by_score, endings: Counts::default(), told: (0, 0) }
    }

    /// Adds a game.
    pub fn count<const P: usize>(&mut self, Finished { plies, passes, ended, scores }: &Finished<P>) {
        self.tally.games += 1;
        self.tally.plies += plies;
        self.tally.passes += passes;
        self.lengths.count(*plies as i64);
        let scores = &scores[..self.tally.scores.len()];
        if self.tally.scored(ended, scores) {
            self.by_score.iter_mut().zip(scores).for_each(|(games, score)| games.count(i64::from(*score)));
            self.endings.count(ended.rule.map_or(0, |rule| i64::from(rule) + 1));
        }
    }

    /// Adds other games.
    pub fn add(&mut self, other: &Sum) {
        self.tally.add(&other.tally);
        self.lengths.add(&other.lengths);
        self.by_score.iter_mut().zip(&other.by_score).for_each(|(sum, more)| sum.add(more));
        self.endings.add(&other.endings);
    }

    /// Tells of the games that were added since progress was last told, if they are at least so many.
    pub fn tell(&mut self, progress: &Progress, least: u64) {
        let (games, plies) = self.told;
        if self.tally.games - games >= least {
            progress.add(self.tally.games - games, self.tally.plies - plies);
            self.told = (self.tally.games, self.tally.plies);
        }
    }

    /// The tally of all games.
    pub fn into_tally(self) -> Tally {
        let Sum { mut tally, lengths, by_score, endings, .. } = self;
        for (plies, games) in lengths.all() {
            *tally.lengths.entry(plies as u64).or_default() += games;
        }
        for (known, counted) in tally.by_score.iter_mut().zip(by_score) {
            counted.all().for_each(|(score, games)| *known.entry(score).or_default() += games);
        }
        for (rule, games) in endings.all() {
            *tally.endings.entry(RuleId::try_from(rule - 1).ok()).or_default() += games;
        }
        tally
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
pub fn add_each<T: Copy + Default + AddAssign>(sums: &mut Vec<T>, more: &[T]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), T::default());
    }
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += *more;
    }
}

/// Adds counts by key.
pub fn add_counts<K: Ord + Clone>(sums: &mut BTreeMap<K, u64>, more: &BTreeMap<K, u64>) {
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

#[cfg(test)]
mod tests {
    use super::super::super::moves::Verdict;
    use super::*;

    #[test]
    fn games_added_fast_are_those_added_one_by_one() {
        let empty =
            || Tally { won: vec![0; 2], scores: vec![0; 2], by_score: vec![BTreeMap::new(); 2], ..Tally::default() };
        let endings = [(None, None), (Some(0), None), (None, Some(Verdict::Draw)), (Some(7), Some(Verdict::Wins(1)))];
        let (mut wanted, mut sum, mut more) = (empty(), Sum::new(empty()), Sum::new(empty()));
        for game in 0..60_u64 {
            let (rule, verdict) = endings[game as usize % endings.len()];
            let ended = Ended { rule, verdict };
            // small numbers and others, negative ones among them
            let (plies, scores) = (game * game * game, [game as i32 * 150 - 40, 7 - game as i32 / 4]);
            wanted.length(plies);
            wanted.ended(&ended, &scores);
            if game % 3 == 0 { &mut more } else { &mut sum }.count(&Finished { plies, passes: 0, ended, scores });
        }
        sum.add(&more);
        assert!(wanted.stopped > 0 && wanted.shared > 0 && wanted.won.iter().all(|won| *won > 0));
        assert_eq!(sum.into_tally(), wanted);
    }
}
