//! A list of rules read after a seed, as a table. Hole, mark and number of seeds select one action, or a few guarded
//! ones.

use std::rc::Rc;

use foldhash::HashMap;
use mancala_rules::rules::model::{Player, Way};

use super::code::{Action, Amount, Numbers, Set, Spot, Test, Then};
use super::fold::{Class, Known};
use super::listed::{Branches, Listed};
use super::paces::Pacing;
use super::slots::{Layout, Mask, Slot};
use super::walk::Node;

/// Largest value of [`Decisions::cap`].
const MOST_CLASSES: i32 = 40;

/// Largest number of entries of a table. A table that would be larger distinguishes fewer situations.
const MOST_ENTRIES: usize = 1 << 16;

/// What an entry of a table does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No rule applies.
    Nothing,
    /// The turn ends.
    End,
    /// The mover moves again.
    Again,
    /// A relay: the hole is lifted and sown on.
    Relay,
    /// The first of its branches whose condition holds.
    Branches,
}

/// An entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What the entry does.
    pub kind: Kind,
    /// Index into [`Decisions::branches`].
    pub branches: u16,
}

/// What all lists of a mover have in common.
#[derive(Debug)]
pub(super) struct Told<'t> {
    pub layout: &'t Layout,
    pub mover: Player,
    /// Number of players, and of `move` sections.
    pub players: usize,
    pub sections: usize,
    /// His way along the track.
    pub pacing: &'t Pacing,
}

/// Conditions of the rules that may still apply, each with the index of its action.
type Folded<M> = Vec<(Rc<Test<M>>, u16)>;

/// A list of rules as a table.
#[derive(Clone, Debug)]
pub struct Decisions<M> {
    /// The entries, ordered by group, hole, mark and class of seeds.
    pub entries: Vec<Entry>,
    /// The distinct branches.
    pub branches: Vec<Branches<M>>,
    /// From this number of seeds on, only parity is distinguished.
    pub cap: i32,
    /// Number of classes of seeds: one for each number below `cap`, and two beyond.
    pub classes: usize,
    /// Number of marks distinguished: 1 if marks do not matter, or if a hole can have several, so that the conditions
    /// are evaluated when the list is read; else nobody (0) and each player (his index + 1).
    pub marks: usize,
    /// Its groups.
    pub groups: Groups,
    slots: usize,
}

/// The groups of a table: combinations of the sections, directions and laps that it distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Number of `move` sections distinguished; 1 if they do not matter.
    pub sections: usize,
    /// Number of directions distinguished: 1 or 2.
    pub ways: usize,
    /// Number of laps distinguished, the last standing for all later ones; 1 if laps do not matter.
    pub laps: usize,
}

impl Groups {
    /// Nothing is distinguished.
    const ONE: Groups = Groups { sections: 1, ways: 1, laps: 1 };

    /// Number of groups.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.sections * self.ways * self.laps
    }

    /// Number, from 0, of the group of a section, a direction and a lap (from 1).
    #[inline(always)]
    pub fn number(&self, section: usize, way: Way, lap: u32) -> usize {
        if self.count() == 1 {
            return 0;
        }
        let section = if self.sections > 1 { section } else { 0 };
        let way = if self.ways > 1 { way as usize } else { 0 };
        (section * self.ways + way) * self.laps + (lap as usize).clamp(1, self.laps) - 1
    }
}

impl<M: Mask> Decisions<M> {
    /// Computes a table. `holds` says that the hole still has the seeds the last seed made when the list is read.
    pub(super) fn new(list: &[Listed<M>], actions: &mut Vec<Action<M>>, told: &Told<'_>, holds: bool) -> Self {
        let layout = told.layout;
        let mut asked = Asked { numbers: vec![Numbers::Between(1, i32::MAX)], ..Asked::default() };
        list.iter().for_each(|rule| asked.test(&rule.test, holds));
        let walks = told.pacing.paces.iter().all(Option::is_some)
            && list.iter().any(|rule| {
                rule.test.any(&mut |node| node.walks())
                    || actions[usize::from(rule.action)].any(&mut |node| node.walks())
            });
        asked.way = told.pacing.way.is_none() && (asked.way || walks);
        let cap = asked.limit.clamp(1, MOST_CLASSES);
        let mut table = Decisions {
            entries: Vec::new(),
            branches: Vec::new(),
            cap,
            classes: cap as usize + 2,
            marks: if asked.marks && !layout.marks_by_each { told.players + 1 } else { 1 },
            groups: Groups {
                sections: if asked.section { told.sections.max(1) } else { 1 },
                ways: if asked.way { 2 } else { 1 },
                laps: if asked.lap > 0 { asked.lap as usize + 1 } else { 1 },
            },
            slots: layout.lanes,
        };
        if table.size() > MOST_ENTRIES {
            table.groups = Groups::ONE;
        }
        if table.size() > MOST_ENTRIES {
            (table.cap, table.classes) = (1, 3);
        }
        let alike = asked.alike(table.cap, table.classes);
        table.fill(list, actions, told, (holds, &alike));
        table
    }

    fn size(&self) -> usize {
        self.groups.count() * self.group_size()
    }

    /// Number of entries of a group.
    #[inline(always)]
    fn group_size(&self) -> usize {
        self.slots * self.marks * self.classes
    }

    /// Computes all entries. `alike` marks the classes that no condition distinguishes from the class below.
    fn fill(
        &mut self,
        list: &[Listed<M>],
        actions: &mut Vec<Action<M>>,
        told: &Told<'_>,
        (holds, alike): (bool, &[bool]),
    ) {
        let layout = told.layout;
        let nothing = Entry { kind: Kind::Nothing, branches: 0 };
        self.entries = vec![nothing; self.size()];
        let mut known_branches = HashMap::default();
        let mut folded = [const { Vec::new() }; 3];
        let mut last = Vec::new();
        let first_action = list.first().map_or(0, |rule| usize::from(rule.action));
        let rules: Folded<M> = list.iter().map(|rule| (Rc::new(rule.test.clone()), rule.action)).collect();
        let Groups { sections, ways, laps } = self.groups;
        // what is asked once the rules of a group are known, by their effects
        let asks_group = |node: Node<'_, M>| matches!(node, Node::Test(Test::Section(_) | Test::Lap(_)));
        // what the mark of a hole and the seeds in it can decide, once the hole is known
        let is_of_marks = |node: Node<'_, M>| matches!(node, Node::Set(Set::Marked(_)));
        let is_of_seeds = |node: Node<'_, M>, here: Slot| match node {
            Node::Test(Test::Count(Amount::Made, _)) => true,
            Node::Test(Test::Seeds(Spot::Slot(slot), _)) => *slot == here,
            _ => false,
        };
        let by_effects = list.iter().any(|rule| actions[usize::from(rule.action)].any(&mut { asks_group }));
        let size = self.group_size();
        // groups whose rules are the same have the same entries
        let mut groups: Vec<(Way, Folded<M>, usize)> = Vec::new();
        let of_section = |section| Way::BOTH.into_iter().take(ways).map(move |way| (section, way));
        for (section, way) in (0..sections).flat_map(of_section) {
            for lap in 1..=laps as u32 {
                let group = self.group(section, way, lap);
                let (known_way, paces) = told.pacing.told((ways > 1).then_some(way));
                let mut known = Known {
                    section: (sections > 1).then_some(section),
                    way: known_way,
                    paces,
                    lap: (laps > 1).then_some((lap, laps as u32)),
                    holds,
                    ..Known::default()
                };
                let [of_group, of_slot, of_mark] = folded.each_mut();
                fold(&rules, known, layout, actions, |_| true, of_group);
                let same = |(its_way, rules, _): &&(Way, Folded<M>, usize)| *its_way == way && rules == of_group;
                if let Some((.., like)) = groups.iter().find(same).filter(|_| !by_effects) {
                    self.entries.copy_within(*like..*like + size, group);
                    continue;
                }
                groups.push((way, of_group.clone(), group));
                for here in layout.track(told.mover, way) {
                    known.here = Some(*here);
                    // cache: the simplified form of each action for this hole
                    let (there, mut actions_there) = (known, vec![None; list.len()]);
                    fold(of_group, known, layout, actions, |_| true, of_slot);
                    // so have marks
                    let mut marks: Vec<(Folded<M>, usize)> = Vec::new();
                    for mark in 0..self.marks {
                        known.mark = (self.marks > 1).then_some(mark.checked_sub(1));
                        fold(of_slot, known, layout, actions, |test| test.any(&mut { is_of_marks }), of_mark);
                        let first = group + (usize::from(*here) * self.marks + mark) * self.classes;
                        if let Some((_, like)) = marks.iter().find(|(rules, _)| rules == of_mark) {
                            self.entries.copy_within(*like..*like + self.classes, first);
                            continue;
                        }
                        marks.push((of_mark.clone(), first));
                        let mut before: Option<(Folded<M>, Entry)> = None;
                        for (class, alike) in alike.iter().enumerate() {
                            let place = first + class;
                            if *alike {
                                self.entries[place] = self.entries[place - 1];
                                continue;
                            }
                            let made = Class { number: class as i32, cap: self.cap };
                            let known = Known { made: Some(made), ..known };
                            fold(
                                of_mark,
                                known,
                                layout,
                                actions,
                                |test| test.any(&mut |node| is_of_seeds(node, *here)),
                                &mut last,
                            );
                            // often a number of seeds gives the same rules as the number below
                            if let Some((_, entry)) = before.as_ref().filter(|(rules, _)| *rules == last) {
                                self.entries[place] = *entry;
                                continue;
                            }
                            let rules = last.clone();
                            let branches = last.drain(..).map(|(test, action): (Rc<Test<M>>, u16)| {
                                let test = Rc::unwrap_or_clone(test).polished(layout);
                                let action = *actions_there[usize::from(action) - first_action]
                                    .get_or_insert_with(|| there.action(action, actions, layout));
                                ((test != Test::Known(true)).then_some(test), action)
                            });
                            let branches = narrowed(branches.collect(), actions, layout);
                            let entry = self.entry(branches, actions, &mut known_branches);
                            self.entries[place] = entry;
                            before = Some((rules, entry));
                        }
                    }
                    known.mark = None;
                }
            }
        }
    }

    fn entry(&mut self, branches: Branches<M>, actions: &[Action<M>], known: &mut HashMap<Branches<M>, u16>) -> Entry {
        let kind = match branches.as_slice() {
            [] => return Entry { kind: Kind::Nothing, branches: 0 },
            [(None, action)] => quick(&actions[usize::from(*action)]),
            _ => Kind::Branches,
        };
        let number = known.get(&branches).copied().unwrap_or_else(|| {
            let next = self.branches.len() as u16;
            known.insert(branches.clone(), next);
            self.branches.push(branches);
            next
        });
        Entry { kind, branches: number }
    }

    /// Index of the first entry of a group: a section, a direction and a lap (from 1).
    #[inline(always)]
    pub fn group(&self, section: usize, way: Way, lap: u32) -> usize {
        self.groups.number(section, way, lap) * self.group_size()
    }

    /// Index of the first entry of each group, in the order of sections, then directions, then laps.
    pub fn group_starts(&self) -> impl ExactSizeIterator<Item = usize> {
        let size = self.group_size();
        (0..self.groups.count()).map(move |group| group * size)
    }

    /// The class of a number of seeds in a slot just sown: from `cap` on only parity is distinguished.
    #[inline(always)]
    pub fn class(&self, made: i32) -> usize {
        let cap = self.cap;
        // hardly any hole holds so many, so that the branch is guessed
        if made < cap { made.max(0) as usize } else { (cap + (made.wrapping_sub(cap) & 1)).max(0) as usize }
    }

    /// The entry of a hole in a group.
    #[inline(always)]
    pub fn at(&self, group: usize, here: Slot, mark: usize, class: usize) -> Entry {
        let index = group + (usize::from(here) * self.marks + mark) * self.classes + class;
        self.entries.get(index).copied().unwrap_or(Entry { kind: Kind::Nothing, branches: 0 })
    }
}

/// When a list does something: in which slots, with which numbers of seeds, and where whose marks lie. It does nothing
/// elsewhere.
#[derive(Clone, Debug)]
pub struct Stirred<M> {
    /// The slots in which it may do something.
    pub slots: M,
    /// Ranges of the numbers of seeds with which it may do something there, both bounds included.
    pub seeds: Vec<(i32, i32)>,
    /// Players, as a bit set, in whose marked slots it may do something with other numbers, too.
    pub marked_by: u32,
}

impl<M: Mask> Decisions<M> {
    /// When the list does something.
    pub fn stirred(&self) -> Stirred<M> {
        let mut stirred = Stirred { slots: M::NONE, seeds: Vec::new(), marked_by: 0 };
        let mut classes = vec![vec![false; self.classes]; self.marks];
        for group in self.group_starts() {
            for slot in 0..self.slots as Slot {
                for (mark, classes) in classes.iter_mut().enumerate() {
                    for (class, does) in classes.iter_mut().enumerate() {
                        if self.at(group, slot, mark, class).kind != Kind::Nothing {
                            *does = true;
                            stirred.slots |= M::of(slot);
                        }
                    }
                }
            }
        }
        let Some((unmarked, marked)) = classes.split_first() else { return stirred };
        for (player, classes) in marked.iter().enumerate() {
            if classes.iter().zip(unmarked).any(|(marked, unmarked)| *marked && !unmarked) {
                stirred.marked_by |= 1 << player;
            }
        }
        let number = |class: usize| class as i32;
        for class in (0..self.cap as usize).filter(|class| unmarked[*class]) {
            match stirred.seeds.last_mut() {
                Some((_, high)) if *high == number(class) - 1 => *high = number(class),
                _ => stirred.seeds.push((number(class), number(class))),
            }
        }
        if unmarked[self.cap as usize..].contains(&true) {
            stirred.seeds.push((self.cap, i32::MAX));
        }
        if let Some((low @ 0, _)) = stirred.seeds.first_mut() {
            // a debt belongs to the class of no seeds
            *low = i32::MIN;
        }
        stirred
    }
}

/// The kind of entry for an action that has no guard.
fn quick<M: Mask>(action: &Action<M>) -> Kind {
    match (action.may, action.ops.as_slice(), &action.then) {
        (false, [], Then::EndTurn) => Kind::End,
        (false, [], Then::MoveAgain) => Kind::Again,
        _ if action.relays() => Kind::Relay,
        _ => Kind::Branches,
    }
}

/// Collects the rules that may still apply given what is known. Stops after a rule that certainly applies and that the
/// mover cannot decline. A condition that does not ask what is newly known stays as it is.
fn fold<M: Mask>(
    rules: &[(Rc<Test<M>>, u16)],
    known: Known,
    layout: &Layout,
    actions: &[Action<M>],
    asks: impl Fn(&Test<M>) -> bool,
    folded: &mut Folded<M>,
) {
    folded.clear();
    for (test, action) in rules {
        let test = if asks(test) { Rc::new(known.test(test, layout)) } else { test.clone() };
        let surely = *test == Test::Known(true) && !actions[usize::from(*action)].may;
        if *test != Test::Known(false) {
            folded.push((test, *action));
        }
        if surely {
            break;
        }
    }
}

/// Leaves out of the conditions what is known because the branches before them do not apply.
fn narrowed<M: Mask>(branches: Branches<M>, actions: &[Action<M>], layout: &Layout) -> Branches<M> {
    // holes and numbers of seeds that they do not hold
    let (mut left, mut not): (Branches<M>, Vec<(Slot, Numbers)>) = (Vec::new(), Vec::new());
    let answer = |test: &Test<M>, not: &[(Slot, Numbers)]| {
        let Test::Seeds(Spot::Slot(slot), numbers) = test else { return None };
        let known = || not.iter().filter(|(hole, _)| hole == slot).map(|(_, numbers)| numbers);
        // from the highest limit on, parity alone matters
        let most = known().map(Numbers::limit).fold(numbers.limit(), i32::max);
        let held = |seeds: &i32| !known().any(|numbers| numbers.contains(*seeds));
        let mut answers = (0..=most.saturating_add(1)).take(MOST_CLASSES as usize).filter(held);
        let first = numbers.contains(answers.next()?);
        (most < MOST_CLASSES - 2 && answers.all(|seeds| numbers.contains(seeds) == first)).then_some(first)
    };
    let narrow = |test: &Test<M>, not: &[(Slot, Numbers)]| answer(test, not).map_or(test.clone(), Test::Known);
    for (test, action) in branches {
        let test = test.map(|test| match &test {
            Test::And(parts) => Test::and(parts.iter().map(|part| narrow(part, &not))),
            test => narrow(test, &not),
        });
        match test {
            Some(Test::Known(false)) => continue,
            None | Some(Test::Known(true)) => left.push((None, action)),
            // what is asked again does not hold, unless the mover declined what follows
            test if left.iter().any(|(asked, action)| *asked == test && !actions[usize::from(*action)].may) => {}
            test => {
                if let Some(Test::Seeds(Spot::Slot(slot), numbers)) = &test
                    && usize::from(*slot) < layout.holes
                    && !actions[usize::from(action)].may
                {
                    not.push((*slot, numbers.clone()));
                }
                left.push((test, action));
            }
        }
    }
    left
}

/// What the conditions of a list distinguish.
#[derive(Default)]
struct Asked {
    limit: i32,
    marks: bool,
    section: bool,
    way: bool,
    lap: u32,
    /// Sets of numbers with which seeds are compared.
    numbers: Vec<Numbers>,
}

impl Asked {
    fn test<M: Mask>(&mut self, test: &Test<M>, holds: bool) {
        test.any(&mut |node| {
            if let Node::Test(Test::Seeds(_, numbers) | Test::Count(_, numbers)) | Node::Set(Set::Holding(numbers)) =
                node
                && !self.numbers.contains(numbers)
            {
                self.numbers.push(numbers.clone());
            }
            match node {
                Node::Test(Test::Seeds(Spot::Here | Spot::Slot(_), numbers)) if holds => self.limit_by(numbers),
                Node::Test(Test::Count(Amount::Made, numbers)) => self.limit_by(numbers),
                Node::Test(Test::Section(_)) => self.section = true,
                Node::Test(Test::Goes(_)) => self.way = true,
                Node::Test(Test::Lap(lap)) if *lap < 4 => self.lap = self.lap.max(*lap),
                Node::Set(Set::Marked(_)) => self.marks = true,
                _ => {}
            }
            false
        });
    }

    /// For each class whether no condition distinguishes it from the class below.
    fn alike(&self, cap: i32, classes: usize) -> Vec<bool> {
        let is_in = |number: i32, numbers: &Numbers| Class { number, cap }.is_in(numbers);
        let alike = |class: i32| self.numbers.iter().all(|asked| is_in(class, asked) == is_in(class - 1, asked));
        (0..classes as i32).map(|class| class > 0 && alike(class)).collect()
    }

    fn limit_by(&mut self, numbers: &Numbers) {
        let limit = numbers.limit();
        if limit <= MOST_CLASSES {
            self.limit = self.limit.max(limit);
        }
    }
}
