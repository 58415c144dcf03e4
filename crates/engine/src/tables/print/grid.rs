//! A table of decisions in readable form: grids of letters, and what the letters mean.

use std::collections::HashMap;

use mancala_rules::notation::ordinal;
use mancala_rules::rules::model::{Relation, Way};
use mancala_rules::source::Line;

use super::words::{Words, along, join};
use crate::tables::paces::Pacing;
use crate::tables::{Across, Action, Decisions, Entry, Kind, Listed, Mask, Node, RuleText, Set, Slot, Spot, Test};

/// A table of decisions in readable form.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DecisionOverview {
    /// Number of entries of the table.
    pub entries: usize,
    /// Size of the entries in bytes.
    pub bytes: usize,
    /// One grid for each group of situations with equal decisions.
    pub grids: Vec<Grid>,
    /// What the letters of the grids mean.
    pub letters: Vec<Letter>,
}

/// Decisions by hole (rows) and by the number of seeds that the last seed makes there (columns).
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Grid {
    /// The situations for which the grid holds; empty if it always holds.
    pub situations: Vec<String>,
    /// Column headings: `1`, `2-3`, `4+`, `even 4+` ..
    pub makes: Vec<String>,
    /// One row for each group of holes with equal decisions, in the order of the track.
    pub rows: Vec<Row>,
}

/// A group of holes with equal decisions.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Row {
    /// Names of the holes.
    pub holes: Vec<String>,
    /// Names of the holes with neighbours combined, as `a1-d1`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub short: Vec<String>,
    /// A letter for each column; `None` where no rule applies.
    pub letters: Vec<Option<String>>,
}

/// Meaning of a letter: the first branch whose condition holds.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Letter {
    /// The letter.
    pub letter: String,
    /// The branches.
    pub branches: Vec<Branch>,
}

/// A rule that may apply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Branch {
    /// The rest of the condition, which the table cannot decide; `None` if the rule certainly applies.
    pub only_if: Option<String>,
    /// The line of the rule.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub line: Line,
    /// The condition as written in the file.
    pub said: String,
    /// What the rule does.
    pub does: String,
}

/// What a table distinguishes besides hole and number of seeds: section, direction, lap and mark, each by index.
type Situation = [usize; 4];

/// Index of the letter for each hole of the track and each class of seeds from 1 on.
type Matrix = Vec<Vec<Option<usize>>>;

/// The situations that have one of these indices in each place.
type Region = [Vec<usize>; 4];

/// Everything needed to show a table of decisions.
pub(super) struct Decided<'a, M> {
    pub words: Words<'a>,
    pub list: &'a [Listed<M>],
    pub decisions: &'a Decisions<M>,
    pub pacing: &'a Pacing,
    pub actions: &'a [Action<M>],
    pub texts: &'a [RuleText],
    /// Returns the line of a rule.
    pub line: &'a dyn Fn(&RuleText) -> Line,
}

impl<M: Mask> Decided<'_, M> {
    /// The table in readable form.
    pub fn overview(&self) -> DecisionOverview {
        let seen = self.seen();
        let words = Words { seen: &seen, ..self.words };
        let decisions = self.decisions;
        let mut key = Key::default();
        let mut alike: Vec<(Matrix, Vec<Situation>)> = Vec::new();
        let mut known: HashMap<Matrix, usize> = HashMap::new();
        for situation in self.situations() {
            let matrix = self.matrix(situation, words, &mut key);
            let next = alike.len();
            let at = *known.entry(matrix.clone()).or_insert(next);
            if at == next {
                alike.push((matrix, Vec::new()));
            }
            alike[at].1.push(situation);
        }
        DecisionOverview {
            entries: decisions.entries.len(),
            bytes: decisions.entries.len() * size_of::<Entry>(),
            grids: alike.iter().map(|(matrix, situations)| self.grid(matrix, situations)).collect(),
            letters: key.letters,
        }
    }

    /// The relations that the rules name: those across the board in their usual order, then those along the track.
    fn seen(&self) -> Vec<Relation> {
        let mut named = Vec::new();
        let found = &mut |node: Node<'_, M>| {
            match node {
                Node::Spot(Spot::Across(relation, _))
                | Node::Set(Set::Across(relation, _) | Set::Whose(relation, _)) => {
                    named.push(Relation::Across(*relation));
                }
                Node::Spot(Spot::Along { back, steps, .. }) | Node::Set(Set::Along { back, steps, .. }) => {
                    named.push(along(*back, *steps));
                }
                _ => {}
            }
            false
        };
        for rule in self.list {
            rule.test.any(found);
            if let Some(action) = self.actions.get(usize::from(rule.action)) {
                action.any(found);
            }
        }
        let mut seen: Vec<Relation> =
            Across::ALL.map(Relation::Across).into_iter().filter(|it| named.contains(it)).collect();
        for relation in named {
            if !seen.contains(&relation) {
                seen.push(relation);
            }
        }
        seen
    }

    fn track(&self) -> &[Slot] {
        self.words.layout.track(self.words.mover, Way::Counterclockwise)
    }

    /// How many sections, directions, laps and marks the table distinguishes.
    fn told_apart(&self) -> Situation {
        let decisions = self.decisions;
        [decisions.groups.sections, decisions.groups.ways, decisions.groups.laps, decisions.marks]
    }

    fn situations(&self) -> Vec<Situation> {
        let [sections, ways, laps, marks] = self.told_apart();
        let mut all = Vec::with_capacity(sections * ways * laps * marks);
        for section in 0..sections {
            for way in 0..ways {
                for lap in 0..laps {
                    all.extend((0..marks).map(|mark| [section, way, lap, mark]));
                }
            }
        }
        all
    }

    /// The letters of a situation.
    fn matrix(&self, [section, way, lap, mark]: Situation, words: Words<'_>, key: &mut Key) -> Matrix {
        let way = Way::BOTH[way];
        let group = self.decisions.group(section, way, lap as u32 + 1);
        let (_, paces) = self.pacing.told((self.decisions.groups.ways > 1).then_some(way));
        let words = Words { paces, ..words };
        let row = |hole: &Slot| {
            (1..self.decisions.classes)
                .map(|class| {
                    let entry = self.decisions.at(group, *hole, mark, class);
                    if entry.kind == Kind::Nothing { None } else { self.letter(entry, words.at(*hole), key) }
                })
                .collect()
        };
        self.track().iter().map(row).collect()
    }

    /// The letter of an entry. Entries whose text is equal, as seen from their holes, share a letter. A branch that
    /// repeats the condition of an earlier one is never reached and left out.
    fn letter(&self, entry: Entry, words: Words<'_>, key: &mut Key) -> Option<usize> {
        let known = (entry.branches, words.here?);
        if let Some(number) = key.of_entry.get(&known) {
            return Some(*number);
        }
        let branches = self.decisions.branches.get(usize::from(entry.branches))?;
        let branch = |(test, action): &(Option<Test<M>>, u16)| {
            let action = self.actions.get(usize::from(*action))?;
            let text = self.texts.get(usize::from(action.rule))?;
            let only_if = test.as_ref().map(|test| words.test(test));
            Some(Branch { only_if, line: (self.line)(text), said: text.said.clone(), does: words.action(action) })
        };
        let may = |action: u16| self.actions.get(usize::from(action)).is_some_and(|action| action.may);
        let reached = |at: usize, test: &Option<Test<M>>| {
            !branches.iter().take(at).any(|(before, action)| before == test && !may(*action))
        };
        let branches = branches.iter().enumerate().filter(|(at, (test, _))| reached(*at, test));
        let branches: Vec<Branch> = branches.filter_map(|(_, read)| branch(read)).collect();
        let next = key.letters.len();
        let number = *key.of_branches.entry(branches.clone()).or_insert(next);
        if number == next {
            key.letters.push(Letter { letter: letter_name(next), branches });
        }
        key.of_entry.insert(known, number);
        Some(number)
    }

    fn grid(&self, matrix: &[Vec<Option<usize>>], situations: &[Situation]) -> Grid {
        let columns = self.columns(matrix);
        let mut rows: Vec<(Vec<Slot>, Vec<Option<usize>>)> = Vec::new();
        let mut known: HashMap<&[Option<usize>], usize> = HashMap::new();
        for (hole, row) in self.track().iter().zip(matrix) {
            let next = rows.len();
            let at = *known.entry(row).or_insert(next);
            if at == next {
                rows.push((Vec::new(), columns.iter().map(|(_, class)| row[*class]).collect()));
            }
            rows[at].0.push(*hole);
        }
        let rows = rows.into_iter().map(|(holes, letters)| Row {
            holes: holes.iter().map(|hole| self.words.slot(*hole)).collect(),
            short: self.words.names(&holes, "-"),
            letters: letters.into_iter().map(|letter| letter.map(letter_name)).collect(),
        });
        Grid {
            situations: self.regions(situations).iter().filter_map(|region| self.situation(region)).collect(),
            makes: columns.iter().map(|(label, _)| label.clone()).collect(),
            rows: rows.collect(),
        }
    }

    /// Headings of the columns, each with the index of one of its classes in a row. Neighbours that are equal in all
    /// rows are combined.
    fn columns(&self, matrix: &[Vec<Option<usize>>]) -> Vec<(String, usize)> {
        let cap = self.decisions.cap.max(1) as usize;
        let same = |one: usize, other: usize| matrix.iter().all(|row| row[one] == row[other]);
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for class in 0..cap - 1 {
            match runs.last_mut() {
                Some((from, to)) if same(*from, class) => *to = class,
                _ => runs.push((class, class)),
            }
        }
        let label = |from: usize, to: usize| if from == to { from.to_string() } else { format!("{from}-{to}") };
        let (first, second) = (cap - 1, cap);
        if !same(first, second) {
            let parity = |number: usize| if number.is_multiple_of(2) { "even" } else { "odd" };
            let exact = runs.into_iter().map(|(from, to)| (label(from + 1, to + 1), from));
            let rest = [first, second].map(|class| (format!("{} {}+", parity(class + 1), class + 1), class));
            return exact.chain(rest).collect();
        }
        let from = match runs.last() {
            Some((from, _)) if same(*from, first) => *from,
            _ => first,
        };
        let exact = runs.into_iter().filter(|run| run.0 < from).map(|(from, to)| (label(from + 1, to + 1), from));
        let rest = if from == 0 { "any".to_owned() } else { format!("{}+", from + 1) };
        exact.chain([(rest, from)]).collect()
    }

    /// Combines situations that differ in one place only.
    fn regions(&self, situations: &[Situation]) -> Vec<Region> {
        let mut regions: Vec<Region> =
            situations.iter().map(|situation| situation.map(|number| vec![number])).collect();
        for place in (0..4).rev() {
            let mut merged: Vec<Region> = Vec::new();
            let mut known: HashMap<Region, usize> = HashMap::new();
            for region in regions {
                let mut others = region.clone();
                others[place].clear();
                let next = merged.len();
                let at = *known.entry(others).or_insert(next);
                match merged.get_mut(at) {
                    Some(into) => into[place].extend(&region[place]),
                    None => merged.push(region),
                }
            }
            regions = merged;
        }
        regions
    }

    /// A region in words; `None` if it covers all situations.
    fn situation(&self, region: &Region) -> Option<String> {
        let all = self.told_apart();
        let [sections, ways, laps, marks] = region;
        let listed = |numbers: &[usize], name: &dyn Fn(usize) -> String| {
            join(&numbers.iter().map(|number| name(*number)).collect::<Vec<_>>(), "or")
        };
        let mut parts = Vec::new();
        if sections.len() < all[0] {
            parts.push(format!("move is {}", listed(sections, &|section| self.words.section(section))));
        }
        if ways.len() < all[1] {
            let way = if ways.contains(&0) { Way::Counterclockwise } else { Way::Clockwise };
            parts.push(format!("lap is {}", way.name()));
        }
        if laps.len() < all[2] {
            let lap = |lap: usize| {
                let name = ordinal(lap as u32 + 1);
                if lap + 1 == all[2] { format!("{name} lap or later") } else { format!("{name} lap") }
            };
            parts.push(listed(laps, &lap));
        }
        if marks.len() < all[3] {
            let players = marks.iter().filter(|mark| **mark > 0).fold(0, |players, mark| players | 1_u32 << (mark - 1));
            let not = format!("not {}", self.words.marked(u32::MAX));
            parts.push(match (marks.contains(&0), players) {
                (true, 0) => not,
                (true, players) => format!("{not} or {}", self.words.marked(players)),
                (false, players) => self.words.marked(players),
            });
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// Letters assigned so far.
#[derive(Default)]
struct Key {
    letters: Vec<Letter>,
    of_branches: HashMap<Vec<Branch>, usize>,
    of_entry: HashMap<(u16, Slot), usize>,
}

/// `A` to `Z`, then `AA`, `AB` ..
fn letter_name(number: usize) -> String {
    let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
    match number.checked_sub(26) {
        None => letter(number).to_string(),
        Some(rest) => format!("{}{}", letter_name(rest / 26), letter(number)),
    }
}
