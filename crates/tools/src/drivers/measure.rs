//! What a sample shows: shares, means and their differences with 95 % confidence intervals, and strength in Elo.

use std::collections::BTreeMap;

/// The 97.5th percentile of the normal distribution: 95 % lie within as many standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// Lower and upper bound of a 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// A share of cases with the bounds of Wilson's interval, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Number of cases that belong to the share.
    pub part: u64,
    /// Number of all cases.
    pub of: u64,
    /// Lower and upper bound of the share. `None` if there are no cases.
    pub bounds: Option<Interval>,
}

impl Share {
    /// The share of `part` cases among `of`.
    pub fn of(part: u64, of: u64) -> Share {
        Share { part, of, bounds: (of > 0).then(|| wilson(part as f64 / of as f64, of as f64, Z)) }
    }

    /// The share itself; 0 if there are no cases.
    pub fn share(&self) -> f64 {
        if self.of == 0 { 0.0 } else { self.part as f64 / self.of as f64 }
    }
}

/// Wilson's interval around a share of `of` cases, which may be a fraction of a case where cases count in part.
fn wilson(share: f64, of: f64, z: f64) -> Interval {
    let square = z * z;
    let middle = (share + square / (2.0 * of)) / (1.0 + square / of);
    let half = z / (1.0 + square / of) * (share * (1.0 - share) / of + square / (4.0 * of * of)).sqrt();
    Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// A sample of numbers: how many, their mean and their standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Number of numbers.
    pub number: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, estimated from the sample; 0 for a single number.
    pub deviation: f64,
}

impl Sample {
    /// The sample of counted numbers. `None` if there are none.
    pub fn of<N: Copy + Into<i128>>(counts: &BTreeMap<N, u64>) -> Option<Sample> {
        let number: u64 = counts.values().sum();
        let sum: i128 = counts.iter().map(|(value, times)| (*value).into() * i128::from(*times)).sum();
        let squares = counts.iter().map(|(value, times)| {
            let value: i128 = (*value).into();
            value * value * i128::from(*times)
        });
        Sample::of_sums(number, sum, squares.sum())
    }

    /// The sample of a number of numbers with this sum and this sum of squares.
    pub fn of_sums(number: u64, sum: i128, squares: i128) -> Option<Sample> {
        if number == 0 {
            return None;
        }
        let mean = sum as f64 / number as f64;
        // n times the sum of squared differences, exactly
        let spread = i128::from(number) * squares - sum * sum;
        let variance = if number < 2 { 0.0 } else { spread as f64 / (number as f64 * (number - 1) as f64) };
        Some(Sample { number, mean, deviation: variance.max(0.0).sqrt() })
    }

    /// The sample of the numbers of both.
    #[must_use]
    pub fn joined(&self, other: &Sample) -> Sample {
        let (one, two) = (self.number as f64, other.number as f64);
        let number = self.number + other.number;
        let apart = other.mean - self.mean;
        let squares = self.deviation.powi(2) * (one - 1.0).max(0.0) + other.deviation.powi(2) * (two - 1.0).max(0.0);
        let squares = squares + apart.powi(2) * one * two / (one + two);
        let deviation = if number < 2 { 0.0 } else { (squares / (number - 1) as f64).sqrt() };
        Sample { number, mean: self.mean + apart * two / (one + two), deviation }
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        self.deviation / (self.number as f64).sqrt()
    }

    /// The interval of the mean. `None` for a single number, which says nothing of others.
    pub fn interval(&self) -> Option<Interval> {
        (self.number > 1).then(|| around(self.mean, self.error(), Z))
    }
}

fn around(value: f64, error: f64, z: f64) -> Interval {
    Interval { low: value - z * error, high: value + z * error }
}

/// A difference between two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The second less the first.
    pub by: f64,
    /// The interval of the difference.
    pub bounds: Interval,
    /// The difference in standard deviations of single cases: Cohen's d for means, Cohen's h for shares.
    pub effect: f64,
    /// The distance from no difference, in standard errors.
    pub errors: f64,
}

impl Difference {
    /// Between the means of two samples, whose deviations may differ (Welch). `None` if one has fewer than two numbers.
    pub fn of_means(first: &Sample, second: &Sample) -> Option<Difference> {
        if first.number < 2 || second.number < 2 {
            return None;
        }
        let by = second.mean - first.mean;
        let error = first.error().hypot(second.error());
        let pooled = ((first.deviation.powi(2) + second.deviation.powi(2)) / 2.0).sqrt();
        let in_units = |unit: f64| match (by, unit) {
            (0.0, _) => 0.0,
            (by, 0.0) => by.signum() * f64::INFINITY,
            (by, unit) => by / unit,
        };
        Some(Difference { by, bounds: around(by, error, Z), effect: in_units(pooled), errors: in_units(error).abs() })
    }

    /// Between two shares, with the interval of Newcombe. `None` if one has no cases.
    pub fn of_shares(first: &Share, second: &Share) -> Option<Difference> {
        let (one, two) = (first.bounds?, second.bounds?);
        let by = second.share() - first.share();
        let bounds = Interval {
            low: by - (second.share() - two.low).hypot(one.high - first.share()),
            high: by + (two.high - second.share()).hypot(first.share() - one.low),
        };
        let angle = |share: f64| 2.0 * share.clamp(0.0, 1.0).sqrt().asin();
        let both = (first.part + second.part) as f64 / (first.of + second.of) as f64;
        let error = (both * (1.0 - both) * (1.0 / first.of as f64 + 1.0 / second.of as f64)).sqrt();
        let errors = if error == 0.0 { 0.0 } else { (by / error).abs() };
        Some(Difference { by, bounds, effect: angle(second.share()) - angle(first.share()), errors })
    }

    /// Whether chance alone would hardly bring the difference about: less than once in 20 times, if `of` comparisons
    /// are made together (Bonferroni).
    pub fn is_clear(&self, of: usize) -> bool {
        self.errors > percentile(1.0 - 0.025 / of.max(1) as f64)
    }
}

/// How many standard deviations a share of the normal distribution, of at least one half, reaches (Abramowitz and
/// Stegun, 26.2.23: off by less than 0.0005).
fn percentile(share: f64) -> f64 {
    let t = (-2.0 * (1.0 - share).max(f64::MIN_POSITIVE).ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

/// A difference in strength on Elo's scale. A bound is `None` if it is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; `None` if the player won or lost every game.
    pub difference: Option<f64>,
    /// Lower bound of its 95 % confidence interval.
    pub low: Option<f64>,
    /// Upper bound of the interval.
    pub high: Option<f64>,
}

impl Elo {
    /// The strength of a player above that of his only opponent, from games won, drawn and lost. `None` if there are
    /// none. A draw is half a win; that draws vary less than wins and losses makes the interval narrower.
    pub fn of(won: u64, drawn: u64, lost: u64) -> Option<Elo> {
        let games = (won + drawn + lost) as f64;
        if games == 0.0 {
            return None;
        }
        let share = (won as f64 + drawn as f64 / 2.0) / games;
        let single = share * (1.0 - share);
        let variance = single - drawn as f64 / (4.0 * games);
        // as many games without draws would tell as much; if all are drawn, no game tells anything of the deviation
        let worth = if variance > 0.0 { games * single / variance } else { games };
        let Interval { low, high } = wilson(share, worth, Z);
        let elo = |share: f64| {
            let bounded = share > 1e-12 && share < 1.0 - 1e-12;
            bounded.then(|| -400.0 * (1.0 / share - 1.0).log10())
        };
        Some(Elo { difference: elo(share), low: elo(low), high: elo(high) })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Difference, Elo, Interval, Sample, Share, percentile};

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 5e-4 * wanted.abs().max(1.0), "{found} is not {wanted}");
    }

    #[test]
    fn wilson_gives_the_bounds_of_the_textbooks() {
        for (part, of, low, high) in
            [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (10, 10, 0.7225, 1.0)]
        {
            let found = Share::of(part, of).bounds.unwrap();
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
        assert_eq!(Share::of(0, 0).bounds, None);
    }

    #[test]
    fn a_sample_has_a_mean_and_a_deviation() {
        let sample = Sample::of(&BTreeMap::from([(2_u64, 1), (4, 3), (5, 2), (7, 1), (9, 1)])).unwrap();
        near(sample.mean, 5.0);
        near(sample.deviation, (32.0_f64 / 7.0).sqrt());
        let Interval { low, high } = sample.interval().unwrap();
        near(high - low, 2.0 * 1.96 * (32.0_f64 / 7.0).sqrt() / 8.0_f64.sqrt());
        let one = Sample::of(&BTreeMap::from([(-3_i64, 1)])).unwrap();
        assert_eq!((one.mean, one.deviation, one.interval()), (-3.0, 0.0, None));
        assert_eq!(Sample::of(&BTreeMap::<u64, u64>::new()), None);
    }

    #[test]
    fn samples_are_joined() {
        let sample = |numbers: &[u64]| Sample::of(&numbers.iter().map(|number| (*number, 1)).collect()).unwrap();
        let (found, wanted) = (sample(&[2, 9]).joined(&sample(&[4, 5, 7])), sample(&[2, 4, 5, 7, 9]));
        assert_eq!(found.number, 5);
        near(found.mean, wanted.mean);
        near(found.deviation, wanted.deviation);
        near(sample(&[3]).joined(&sample(&[5])).deviation, 2.0_f64.sqrt());
    }

    #[test]
    fn newcombe_gives_the_bounds_of_his_paper() {
        // Newcombe 1998, table II, method 10: 56/70 and 48/80
        let found = Difference::of_shares(&Share::of(48, 80), &Share::of(56, 70)).unwrap();
        near(found.by, 0.2);
        assert!((found.bounds.low - 0.0524).abs() < 5e-5 && (found.bounds.high - 0.3339).abs() < 5e-5, "{found:?}");
        assert!(found.is_clear(1) && !found.is_clear(20), "{found:?}");
        let same = Difference::of_shares(&Share::of(5, 10), &Share::of(50, 100)).unwrap();
        assert!(same.effect == 0.0 && !same.is_clear(1) && same.bounds.low < 0.0 && same.bounds.high > 0.0);
    }

    #[test]
    fn means_differ_by_standard_deviations() {
        let sample = |mean, deviation| Sample { number: 100, mean, deviation };
        let found = Difference::of_means(&sample(50.0, 8.0), &sample(54.0, 6.0)).unwrap();
        near(found.by, 4.0);
        near(found.errors, 4.0);
        near(found.effect, 4.0 / 50.0_f64.sqrt());
        near(found.bounds.low, 4.0 - 1.959_96);
        let equal = Difference::of_means(&sample(7.0, 0.0), &sample(7.0, 0.0)).unwrap();
        assert!(equal.effect == 0.0 && !equal.is_clear(1));
        assert!(Difference::of_means(&sample(7.0, 0.0), &sample(8.0, 0.0)).unwrap().is_clear(1000));
    }

    #[test]
    fn percentiles_are_those_of_the_tables() {
        for (share, wanted) in [(0.975, 1.95996), (0.995, 2.57583), (0.9995, 3.29053)] {
            near(percentile(share), wanted);
        }
    }

    #[test]
    fn elo_follows_from_the_share() {
        let even = Elo::of(40, 20, 40).unwrap();
        near(even.difference.unwrap(), 0.0);
        near(even.high.unwrap() + even.low.unwrap(), 0.0);
        near(Elo::of(75, 0, 25).unwrap().difference.unwrap(), 190.85);
        // draws vary less
        assert!(Elo::of(0, 100, 0).unwrap().high.unwrap() > 0.0);
        assert!(Elo::of(25, 50, 25).unwrap().high.unwrap() < Elo::of(50, 0, 50).unwrap().high.unwrap());
        let all = Elo::of(20, 0, 0).unwrap();
        assert!(all.difference.is_none() && all.high.is_none() && all.low.unwrap() > 200.0, "{all:?}");
        assert_eq!(Elo::of(0, 0, 0), None);
    }
}
