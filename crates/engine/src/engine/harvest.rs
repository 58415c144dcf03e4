//! What `each seed` takes while a lap is sown, found for all its seeds at once.

use mancala_rules::rules::model::{Fact, Player};

use super::lanes::{Lanes, Range};
use super::position::Position;
use super::sowing::Laps;
use crate::tables::{Kind, Layout, Mask, MoverTables, Op, Set, Slot, Spot, Test, Then, Winner};

/// What `each seed` does in a turn that lanes decide: it takes the seeds of the slot where the seed fell, or nothing.
#[derive(Clone, Debug)]
pub(super) struct Harvest<L: Lanes> {
    reapings: Box<[Reaping<L>]>,
    /// The numbers of seeds that are taken, if they are the same wherever any are.
    numbers: Option<Range<L>>,
}

/// Slots whose seeds are taken when one falls there.
#[derive(Clone, Debug)]
pub(super) struct Reaping<L: Lanes> {
    pub slots: L::Mask,
    /// Only where this player marked them, or nobody did; whoever did if it is `None`.
    pub marked: Option<Option<Player>>,
    /// With numbers of seeds between these, both included.
    pub seeds: (i32, i32),
    /// Whether the last seed of a lap takes none.
    pub but_last: bool,
    /// Who gets them.
    pub winner: Player,
}

impl<L: Lanes> Reaping<L> {
    /// The slots with the marks that a position has.
    #[inline(always)]
    fn among<const P: usize>(&self, position: &Position<L, P>) -> L::Mask {
        match self.marked {
            None => self.slots,
            Some(None) => self.slots & !position.marked_by(u32::MAX),
            Some(Some(player)) => self.slots & position.marks[player % P],
        }
    }
}

impl<L: Lanes> Harvest<L> {
    /// `None` if `each seed` does anything else, or if what it does depends on more.
    pub fn of(layout: &Layout, mover: &MoverTables<L::Mask>) -> Option<Self> {
        if mover.each_seed.is_empty() {
            return Some(Harvest { reapings: Box::default(), numbers: None });
        }
        let decisions = &mover.each_decisions;
        if decisions.groups.count() > 1 {
            return None;
        }
        let mut reapings: Vec<Reaping<L>> = Vec::new();
        for mark in 0..decisions.marks {
            let marked = (decisions.marks > 1).then(|| mark.checked_sub(1));
            for slot in 0..layout.lanes as Slot {
                for class in 0..=decisions.cap as usize {
                    let entry = decisions.at(0, slot, mark, class);
                    if entry.kind == Kind::Nothing {
                        continue;
                    }
                    let [(test, action)] = decisions.branches.get(usize::from(entry.branches))?.as_slice() else {
                        return None;
                    };
                    let but_last = match test {
                        None => false,
                        Some(Test::Not(inner)) if **inner == Test::Fact(Fact::LastSeed) => true,
                        Some(_) => return None,
                    };
                    let action = &mover.actions[usize::from(*action)];
                    let [Op::Capture(winner, set)] = action.ops.as_slice() else { return None };
                    let here = matches!(set, Set::Spot(Spot::Here | Spot::Slot(_)))
                        || matches!(set, Set::Slots(slots) if *slots == L::Mask::of(slot));
                    let winner = match winner {
                        Winner::Player(winner) => *winner,
                        Winner::Owner => layout.owner[usize::from(slot)]?,
                        Winner::MarkOwner => marked??,
                        Winner::Starter | Winner::Nobody => return None,
                    };
                    // a store on the board could be sown, and its seeds counted, at the same time
                    let beside = usize::from(layout.stores[winner]) >= layout.lanes;
                    if !here || !beside || action.may || action.then != Then::Go {
                        return None;
                    }
                    let number = class as i32;
                    let seeds = (number, if number == decisions.cap { i32::MAX } else { number });
                    add(&mut reapings, Reaping { slots: L::Mask::of(slot), marked, seeds, but_last, winner });
                }
                // from the cap on, only parity is told apart, which must not matter
                let beyond = |class| decisions.at(0, slot, mark, decisions.cap as usize + class);
                if beyond(0) != beyond(1) {
                    return None;
                }
            }
        }
        let reapings = joined(reapings);
        let first = reapings.first().map(|reaping| reaping.seeds);
        let alike = first.filter(|seeds| reapings.iter().all(|reaping| reaping.seeds == *seeds));
        Some(Harvest { reapings, numbers: alike.and_then(|(low, high)| Range::of(low, high)) })
    }

    /// What is taken, and from where.
    pub fn reapings(&self) -> &[Reaping<L>] {
        &self.reapings
    }

    /// Whether nothing is ever taken.
    pub fn is_empty(&self) -> bool {
        self.reapings.is_empty()
    }

    /// All slots from which seeds may be taken in a position, while no mark changes.
    #[inline(never)]
    pub fn reaped<const P: usize>(&self, position: &Position<L, P>) -> L::Mask {
        self.reapings.iter().fold(L::Mask::NONE, |all, reaping| all | reaping.among(position))
    }

    /// Takes from `seeds`, as a lap of `count` seeds after `from` left them, what `each seed` takes where they `fell`, and
    /// adds it to what each player has. The last one fell into `here`. Returns `false` if the order in which seeds fell
    /// matters.
    #[inline(always)]
    pub fn reap<const P: usize>(
        &self,
        laps: &Laps<L>,
        position: &mut Position<L, P>,
        seeds: &mut L,
        (from, count, fell): (Slot, i32, L::Mask),
        here: Slot,
    ) -> bool {
        let once = laps.falls_once(from, count);
        if once && self.numbers.is_some_and(|numbers| (seeds.within(&numbers) & fell).is_none()) {
            return true;
        }
        let left = self.reaping(position, *seeds, (fell, once), here);
        *seeds = left.unwrap_or(*seeds);
        left.is_some()
    }

    /// The seeds that [`Self::reap`] leaves, given whether no slot got more than one; `None` if the order in which they fell
    /// matters.
    // by value: what lies behind a reference does not stay in registers
    #[inline(never)]
    fn reaping<const P: usize>(
        &self,
        position: &mut Position<L, P>,
        mut seeds: L,
        (fell, once): (L::Mask, bool),
        here: Slot,
    ) -> Option<L> {
        for reaping in &self.reapings {
            let among = fell & reaping.among(position);
            let among = if reaping.but_last { among & !L::Mask::of(here) } else { among };
            if among.is_none() {
                continue;
            }
            if !once {
                return None;
            }
            let (low, high) = reaping.seeds;
            let among = among & seeds.holding(low, high);
            if !among.is_none() {
                position.stores[reaping.winner % P] += seeds.take(&L::all_of(among));
            }
        }
        Some(seeds)
    }
}

/// Adds slots, to those that are alike if there are such.
fn add<L: Lanes>(reapings: &mut Vec<Reaping<L>>, more: Reaping<L>) {
    let before = |known: &&mut Reaping<L>| {
        known.slots == more.slots
            && (known.marked, known.winner, known.but_last) == (more.marked, more.winner, more.but_last)
            && known.seeds.1.checked_add(1) == Some(more.seeds.0)
    };
    match reapings.iter_mut().find(before) {
        Some(known) => known.seeds.1 = more.seeds.1,
        None => reapings.push(more),
    }
}

/// Joins those that differ only in their slots.
fn joined<L: Lanes>(reapings: Vec<Reaping<L>>) -> Box<[Reaping<L>]> {
    let mut joined: Vec<Reaping<L>> = Vec::new();
    for more in reapings {
        let alike = |known: &&mut Reaping<L>| {
            (known.marked, known.winner, known.but_last, known.seeds)
                == (more.marked, more.winner, more.but_last, more.seeds)
        };
        match joined.iter_mut().find(alike) {
            Some(known) => known.slots |= more.slots,
            None => joined.push(more),
        }
    }
    joined.into()
}
