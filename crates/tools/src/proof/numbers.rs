//! Groups numbers of seeds that no rule of a file distinguishes into classes.

use std::collections::HashMap;

use mancala_rules::rules::model::{Amount, Condition, NumberSet, Outcome, Part, Rules};

/// A set of classes, one bit for each.
pub type Mask = u64;

/// Most classes; a file that distinguishes more is not proved.
const MOST_CLASSES: usize = 64;

/// Classes of the numbers of seeds that can occur.
#[derive(Clone, Debug)]
pub struct Classes {
    /// Least number that can occur; negative if stores can owe seeds.
    least: i64,
    /// Class of each number from the least on.
    of: Vec<u8>,
    /// Least and greatest number of each class.
    ranges: Vec<(i64, i64)>,
}

impl Classes {
    /// Classes of a file with this number of seeds; `None` if it distinguishes too many numbers.
    pub fn of(rules: &Rules, seeds: i64, debts: bool) -> Option<Classes> {
        let mut sets: Vec<NumberSet> = vec![NumberSet::List(vec![0]), NumberSet::List(vec![1])];
        let mut starts: Vec<u32> = rules.board.start.clone();
        starts.sort_unstable();
        starts.dedup();
        // what a drop can make, and what it makes of an empty hole
        for rule in rules.rules_of_turns() {
            if let Some(Outcome::Sow { by: by @ 2.., .. }) = &rule.value.outcome {
                sets.extend([NumberSet::List(vec![*by]), NumberSet::AtMost(Amount::Number(*by))]);
            }
        }
        rules.visit(&mut |part| {
            let found = match part {
                Part::Condition(Condition::Drawn(drawn)) => {
                    drawn.iter().map(|seeds| NumberSet::List(vec![*seeds])).collect()
                }
                Part::Numbers(numbers) => match numbers.bound() {
                    Some(Amount::StartingSeeds(_)) => starts.iter().map(|start| with_bound(numbers, *start)).collect(),
                    None | Some(Amount::Number(_)) => vec![numbers.clone()],
                    Some(_) => Vec::new(),
                },
                _ => return,
            };
            sets.extend(found.into_iter().filter(|set| !sets.contains(set)).collect::<Vec<_>>());
        });
        let (least, most) = if debts { (-seeds, 2 * seeds) } else { (0, seeds) };
        let mut known: HashMap<Vec<bool>, usize> = HashMap::new();
        let mut classes = Classes { least, of: Vec::new(), ranges: Vec::new() };
        for number in least..=most {
            // distinguish numbers both before and after the last seed; all debts are alike
            let shown = number.max(-1);
            let key: Vec<bool> = sets
                .iter()
                .flat_map(|set| [contains(set, shown), contains(set, shown - 1)])
                .chain([number < 0])
                .collect();
            let next = known.len();
            let class = *known.entry(key).or_insert(next);
            if class == classes.ranges.len() {
                if class == MOST_CLASSES {
                    return None;
                }
                classes.ranges.push((number, number));
            }
            classes.ranges[class].1 = number;
            classes.of.push(class as u8);
        }
        Some(classes)
    }

    /// All classes whose numbers pass a test that rules of the file can make.
    pub fn passing(&self, test: impl Fn(i64) -> bool) -> Mask {
        let bits = self.ranges.iter().enumerate().filter(|(_, (least, _))| test(*least));
        bits.fold(0, |mask, (class, _)| mask | 1 << class)
    }

    /// The class of a number, as a mask.
    pub fn containing(&self, number: i64) -> Mask {
        usize::try_from(number - self.least).ok().and_then(|at| self.of.get(at)).map_or(0, |class| 1 << class)
    }

    /// Least and greatest number of a non-empty set of classes.
    pub fn range(&self, mask: Mask) -> (i64, i64) {
        let of = self.ranges.iter().enumerate().filter(|(class, _)| mask >> class & 1 == 1).map(|(_, range)| *range);
        of.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1))).unwrap_or((0, 0))
    }

    /// The numbers of a set of classes within `least..=most`.
    pub fn numbers(&self, mask: Mask, least: i64, most: i64) -> impl DoubleEndedIterator<Item = i64> + '_ {
        let end = self.least + self.of.len() as i64 - 1;
        (least.max(self.least)..=most.min(end))
            .filter(move |number| mask >> self.of[(number - self.least) as usize] & 1 == 1)
    }
}

/// A set of numbers with its bound replaced by a number.
pub fn with_bound(numbers: &NumberSet, value: u32) -> NumberSet {
    let bound = Amount::Number(value);
    match numbers {
        NumberSet::Exactly(_) => NumberSet::Exactly(bound),
        NumberSet::AtLeast(_) => NumberSet::AtLeast(bound),
        NumberSet::AtMost(_) => NumberSet::AtMost(bound),
        NumberSet::MoreThan(_) => NumberSet::MoreThan(bound),
        NumberSet::FewerThan(_) => NumberSet::FewerThan(bound),
        plain => plain.clone(),
    }
}

/// Whether a number is in a set whose bound is a plain number.
pub fn contains(numbers: &NumberSet, number: i64) -> bool {
    let value = |bound: &Amount| if let Amount::Number(value) = bound { i64::from(*value) } else { 0 };
    numbers.contains(number, value)
}
