//! Finds the sentences in which two explanations differ.

use similar::{Algorithm, DiffOp, capture_diff_slices, get_diff_ratio};

use super::sentence::{Kind, Sentence};

/// Smallest similarity (see [`alike`]) at which two sentences count as versions of each other.
const ALIKE: f32 = 0.6;

/// Most pairs of sentences compared word by word. No real game comes near this number.
const MOST_COMPARED: usize = 40_000;

/// The heading of a single kind of moves, and what the headings of several begin with.
const MOVE: &str = "Move";
const KIND_OF_MOVE: &str = "Move: ";

/// The first word of the sentence for `otherwise`.
const OTHERWISE: &str = "Otherwise ";

/// A difference between two explanations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A sentence of the first, and the one that replaces it in the second; for a rule of a list, with the number of the
    /// first there, from 1.
    Changed(Sentence, Sentence, Option<usize>),
    /// A sentence that only the first has.
    Gone(Sentence),
    /// A sentence that only the second has; for a rule of a list, with its number there, from 1.
    New(Sentence, Option<usize>),
    /// A sentence that both have; in the second it comes earlier in the list.
    Earlier(Sentence),
    /// A sentence that both have; in the second it comes later in the list.
    Later(Sentence),
}

impl Difference {
    /// The heading of the difference.
    pub fn section(&self) -> &str {
        match self {
            Difference::Changed(sentence, ..)
            | Difference::Gone(sentence)
            | Difference::New(sentence, _)
            | Difference::Earlier(sentence)
            | Difference::Later(sentence) => &sentence.section,
        }
    }
}

/// The differences of a second explanation from a first, in the order of the first.
pub fn differences(here: &[Sentence], there: &[Sentence]) -> Vec<Difference> {
    let of = |all: &[Sentence], section: &str| -> Vec<Sentence> {
        let wanted = |sentence: &&Sentence| sentence.section == section && sentence.kind != Kind::Term;
        all.iter().filter(wanted).cloned().collect()
    };
    let there = &renamed(here, there);
    let sections = sections(here, there);
    sections.iter().flat_map(|section| within(&of(here, section), &of(there, section))).collect()
}

/// The sentences of the second under the headings of the first: where one has several kinds of moves and the other has a
/// single one, that one is compared with the kind that is most like it.
fn renamed(here: &[Sentence], there: &[Sentence]) -> Vec<Sentence> {
    let only = |all: &[Sentence]| all.iter().any(|sentence| sentence.section == MOVE);
    let kinds = |all: &[Sentence]| -> Vec<String> {
        let mut kinds: Vec<String> = all.iter().map(|sentence| sentence.section.clone()).collect();
        kinds.dedup();
        kinds.retain(|kind| kind.starts_with(KIND_OF_MOVE));
        kinds
    };
    let of = |all: &[Sentence], section: &str| -> Vec<String> {
        all.iter().filter(|sentence| sentence.section == section).map(Sentence::key).collect()
    };
    let likest = |single: &[Sentence], several: &[Sentence]| -> Option<String> {
        let wanted = of(single, MOVE);
        let shared = |kind: &String| of(several, kind).iter().filter(|key| wanted.contains(key)).count();
        let likest = kinds(several).into_iter().rev().max_by_key(shared)?;
        (shared(&likest) * 2 >= wanted.len()).then_some(likest)
    };
    let (from, to) = match (only(here), only(there)) {
        (true, false) => (likest(here, there), Some(MOVE.to_owned())),
        (false, true) => (Some(MOVE.to_owned()), likest(there, here)),
        _ => (None, None),
    };
    let (Some(from), Some(to)) = (from, to) else { return there.to_vec() };
    let section = |sentence: &Sentence| if sentence.section == from { to.clone() } else { sentence.section.clone() };
    there.iter().map(|sentence| Sentence { section: section(sentence), ..sentence.clone() }).collect()
}

/// The headings of both. Those that only the second has follow the heading that precedes them there.
fn sections<'s>(here: &'s [Sentence], there: &'s [Sentence]) -> Vec<&'s str> {
    let names = |all: &'s [Sentence]| -> Vec<&'s str> {
        all.chunk_by(|one, next| one.section == next.section)
            .filter_map(|section| section.first())
            .map(|first| first.section.as_str())
            .collect()
    };
    let mut all = names(here);
    let mut behind = 0;
    for name in names(there) {
        match all.iter().position(|known| *known == name) {
            Some(place) => behind = place + 1,
            None => {
                all.insert(behind, name);
                behind += 1;
            }
        }
    }
    all
}

/// The differences within one section.
fn within(here: &[Sentence], there: &[Sentence]) -> Vec<Difference> {
    let texts = |all: &[Sentence]| -> Vec<String> { all.iter().map(Sentence::key).collect() };
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for same in capture_diff_slices(Algorithm::Myers, &texts(here), &texts(there)) {
        if let DiffOp::Equal { old_index, new_index, len } = same {
            pairs.extend((0..len).map(|step| (old_index + step, new_index + step)));
        }
    }
    let anchors = pairs.clone();
    let order = |list: &[(usize, usize)], one: usize, two: usize| -> (usize, usize) {
        (list.iter().filter(|(here, _)| *here < one).count(), list.iter().filter(|(_, there)| *there < two).count())
    };
    // pair equal texts elsewhere in the list, equal settings and similar texts, the most similar first
    let mut likely: Vec<(f32, usize, usize)> = Vec::new();
    let alone = |all: usize, paired: fn(&(usize, usize)) -> usize| -> Vec<usize> {
        (0..all).filter(|place| !anchors.iter().any(|pair| paired(pair) == *place)).collect()
    };
    let (alone_here, alone_there) = (alone(here.len(), |pair| pair.0), alone(there.len(), |pair| pair.1));
    let few = alone_here.len().saturating_mul(alone_there.len()) <= MOST_COMPARED;
    for one in alone_here {
        for two in alone_there.iter().copied() {
            let (first, second) = (&here[one], &there[two]);
            let same_setting = matches!(first.kind, Kind::Setting(_)) && first.kind == second.kind;
            let apart = first.kind.is_rule() && first.text.starts_with(OTHERWISE) != second.text.starts_with(OTHERWISE);
            let alike = if few && !apart { alike(&first.text, &second.text) } else { 0.0 };
            match (first.key() == second.key(), same_setting) {
                (true, _) => likely.push((3.0, one, two)),
                (false, true) => likely.push((1.0 + alike, one, two)),
                (false, false) if first.kind == second.kind && alike >= ALIKE => likely.push((alike, one, two)),
                (false, false) => {}
            }
        }
    }
    likely.sort_by(|one, two| two.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(two.1, two.2))));
    for (_, one, two) in likely {
        if !pairs.iter().any(|(here, there)| *here == one || *there == two) {
            pairs.push((one, two));
        }
    }
    let mut found: Vec<((usize, usize), Difference)> = Vec::new();
    for (one, first) in here.iter().enumerate() {
        let difference = match pairs.iter().find(|(here, _)| *here == one).map(|(_, two)| (*two, &there[*two])) {
            None => Difference::Gone(first.clone()),
            Some((_, second)) if first.key() != second.key() => {
                Difference::Changed(first.clone(), second.clone(), place_in(here, one))
            }
            Some((two, _)) if anchors.contains(&(one, two)) || !first.kind.is_rule() => continue,
            Some((two, _)) => match order(&anchors, one, two) {
                (before, now) if now < before => Difference::Earlier(first.clone()),
                _ => Difference::Later(first.clone()),
            },
        };
        found.push(((one + 1, 0), difference));
    }
    for (two, second) in there.iter().enumerate() {
        if !pairs.iter().any(|(_, there)| *there == two) {
            // place it after the sentence that it follows in the second
            let follows = (0..two).rev().find_map(|before| pairs.iter().find(|(_, there)| *there == before));
            let place = place_in(there, two);
            found.push(((follows.map_or(0, |(here, _)| here + 1), two + 1), Difference::New(second.clone(), place)));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, difference)| difference).collect()
}

/// The number of a rule in its list, from 1; `None` if the sentence is no rule, or the only one.
fn place_in(all: &[Sentence], place: usize) -> Option<usize> {
    let is_rule = |sentence: &&Sentence| sentence.kind.is_rule();
    let before = all.iter().take(place).filter(is_rule).count();
    (all.get(place)?.kind.is_rule() && all.iter().filter(is_rule).count() > 1).then_some(before + 1)
}

/// Similarity of two texts, from 0 to 1: the share of words that are equal and in the same order. Two sentences for
/// `otherwise` always have 1.
fn alike(one: &str, two: &str) -> f32 {
    if one.starts_with(OTHERWISE) && two.starts_with(OTHERWISE) {
        return 1.0;
    }
    let (one, two): (Vec<&str>, Vec<&str>) = (one.split(' ').collect(), two.split(' ').collect());
    get_diff_ratio(&capture_diff_slices(Algorithm::Myers, &one, &two), one.len(), two.len())
}

#[cfg(test)]
mod tests {
    use super::{Difference, differences};
    use crate::rules::explain::{Kind, Sentence};

    fn sentences_of(kind: Kind, texts: &[&str]) -> Vec<Sentence> {
        texts.iter().map(|text| Sentence::new("Section", text, &Vec::new(), kind)).collect()
    }

    fn found(kind: Kind, here: &[&str], there: &[&str]) -> Vec<String> {
        let text = |difference: &Difference| match difference {
            Difference::Changed(one, two, _) => format!("{} => {}", one.text, two.text),
            Difference::Gone(one) => format!("- {}", one.text),
            Difference::New(two, place) => format!("+ {place:?} {}", two.text),
            Difference::Earlier(one) => format!("^ {}", one.text),
            Difference::Later(one) => format!("v {}", one.text),
        };
        differences(&sentences_of(kind, here), &sentences_of(kind, there)).iter().map(text).collect()
    }

    #[test]
    fn the_same_is_not_told() {
        assert!(found(Kind::Rule, &["One thing", "Another"], &["One thing", "Another"]).is_empty());
    }

    #[test]
    fn sentences_alike_stand_for_each_other() {
        let found = found(
            Kind::Rule,
            &["If the mover has no legal move, he passes", "Otherwise he plays"],
            &["If all holes are empty, it ends", "If the mover has no legal move, he loses", "Otherwise he plays"],
        );
        let wanted = [
            "+ Some(1) If all holes are empty, it ends.",
            "If the mover has no legal move, he passes. => If the mover has no legal move, he loses.",
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn otherwise_stands_for_otherwise_alone() {
        let found =
            found(Kind::Rule, &["If it is so, the turn ends", "Otherwise he sows on"], &["Otherwise the turn ends"]);
        assert_eq!(found, ["- If it is so, the turn ends.", "Otherwise he sows on. => Otherwise the turn ends."]);
    }

    #[test]
    fn one_setting_stands_for_itself_whatever_it_says() {
        let found = found(Kind::Setting("fill"), &["From the left"], &["All is as it was"]);
        assert_eq!(found, ["From the left. => All is as it was."]);
    }

    #[test]
    fn a_rule_read_earlier_or_later_is_told_so() {
        let (three, moved) = (["A is so", "B does that", "C goes"], ["C goes", "A is so", "B does that"]);
        assert_eq!(found(Kind::Rule, &three, &moved), ["^ C goes."]);
        assert_eq!(found(Kind::Rule, &moved, &three), ["v C goes."]);
        assert!(found(Kind::Given, &three, &moved).is_empty(), "only in lists does the order count");
    }
}
