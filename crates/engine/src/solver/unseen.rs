//! Proves that rules never ask about seeds out of play and never move them: seeds in stores, and in holes marked by
//! certain players. What lies there then does not change the value of a position.
//!
//! The proof reads the tables and works with regions: it assumes that a condition, set or effect looks at every slot
//! that it may look at. It can fail for rules that have the property, but never succeeds for others.

use mancala_rules::rules::model::{Change, Fact, Steps};

use crate::tables::{
    Action, Amount, Decisions, Entry, Kind, Layout, Listed, Mask, MoverTables, NOWHERE, Op, Set, Skip, Slot, Spot,
    Tables, Test, Then, mask,
};

/// Slots that may be looked at, except holes marked by the players of `unmarked` (one bit for each).
#[derive(Clone, Copy, Debug)]
struct Region<M> {
    slots: M,
    unmarked: u32,
}

impl<M: Mask> Region<M> {
    fn of(slots: M) -> Self {
        Region { slots, unmarked: 0 }
    }

    fn everywhere() -> Self {
        Region::of(M::first_slots(M::SLOTS))
    }

    fn and(self, other: Self) -> Self {
        Region { slots: self.slots & other.slots, unmarked: self.unmarked | other.unmarked }
    }

    fn or(self, other: Self) -> Self {
        Region { slots: self.slots | other.slots, unmarked: self.unmarked & other.unmarked }
    }
}

/// Where seeds out of play lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gone<M> {
    /// The stores.
    pub stores: M,
    /// Holes that can be marked; their seeds are out of play once one of `players` has marked them.
    pub holes: M,
    /// One bit for each player whose marked holes seeds never leave.
    pub players: u32,
}

/// What is known at the moment that something is read.
#[derive(Clone, Copy)]
struct Moment<M> {
    here: Region<M>,
    tested: Region<M>,
    /// What the mover may have chosen.
    chosen: Region<M>,
}

/// A moment of which nothing is known.
fn nothing<M: Mask>() -> Moment<M> {
    let none = Region::of(M::NONE);
    Moment { here: none, tested: none, chosen: none }
}

struct Proof<'t, M> {
    gone: Gone<M>,
    layout: &'t Layout,
    mover: &'t MoverTables<M>,
    on_track: M,
}

/// Whether rules never ask about seeds out of play and never move them.
pub(super) fn are_unseen<M: Mask>(tables: &Tables<M>, gone: Gone<M>) -> bool {
    tables.movers.iter().enumerate().all(|(player, mover)| {
        let on_track = tables.layout.on_track(player);
        Proof { gone, layout: &tables.layout, mover, on_track }.holds()
    })
}

/// Whether a score always counts the seeds of the same cells, whatever the position.
pub(super) fn is_plain<M: Mask>(score: &Amount<M>) -> bool {
    fn plain<M: Mask>(set: &Set<M>) -> bool {
        match set {
            Set::Slots(_) | Set::Marked(_) | Set::Unmarked(..) => true,
            Set::Both(parts) | Set::Either(parts) => parts.iter().all(plain),
            Set::Not(inner) => plain(inner),
            _ => false,
        }
    }
    matches!(score, Amount::SeedsIn(set) if plain(set))
}

impl<M: Mask> Proof<'_, M> {
    fn holds(&self) -> bool {
        let all_on_track = Moment { here: Region::of(self.on_track), ..nothing() };
        let passed = |set: &Set<M>| self.blind(set, Region::everywhere(), all_on_track);
        let skip = match &self.mover.skip {
            Skip::Marked { .. } => true,
            Skip::Fixed(set, _) | Skip::Changing(set, _) => passed(set),
        };
        skip && self.mover.skip_last.iter().all(passed)
            && self.sections()
            && self.decisions(&self.mover.each_decisions)
            && self.decisions(&self.mover.last_decisions)
            && self.list(&self.mover.after_turn, all_on_track)
            && self.list(&self.mover.before_turn, nothing())
    }

    /// Checks that holes that can be chosen are in play, and what is done with them.
    fn sections(&self) -> bool {
        let holes = Region::of(M::first_slots(self.layout.holes));
        self.mover.sections.iter().all(|section| {
            let nowhere = nothing();
            let (chosen, asked) = match &section.at_once {
                Some((set, _)) => {
                    let chosen = self.region(set, nowhere).and(holes);
                    (chosen, self.blind(set, holes, nowhere))
                }
                None => {
                    let moment = Moment { here: holes, ..nowhere };
                    let from = section.from.iter();
                    let sets = from.map(|(_, set)| self.region(set, moment)).reduce(Region::or);
                    let tests = section.from.iter().map(|(test, _)| test);
                    let tests = tests.chain(section.direction.iter().map(|(test, _)| test));
                    let blind = section.from.iter().all(|(_, set)| self.blind(set, holes, moment));
                    (sets.unwrap_or(holes).and(holes), blind && tests.into_iter().all(|test| self.test(test, moment)))
                }
            };
            let moment = Moment { here: chosen, ..nowhere };
            let sown = section.begin.iter().all(|rule| self.sows(rule.action));
            let all = Moment { here: Region::of(self.on_track | chosen.slots), ..nowhere };
            self.test(&section.when, nowhere)
                && asked
                && self.in_play(chosen)
                && self.list(&section.begin, moment)
                // without sowing, the list after the last seed is read at once, possibly for any seed that was placed
                && (sown || self.list(&self.mover.last_seed, all))
        })
    }

    fn sows(&self, action: u16) -> bool {
        self.mover.actions.get(usize::from(action)).is_some_and(|action| matches!(action.then, Then::Sow { .. }))
    }

    fn list(&self, rules: &[Listed<M>], moment: Moment<M>) -> bool {
        rules.iter().all(|rule| self.test(&rule.test, moment) && self.action(rule.action, moment))
    }

    /// Checks a table of decisions by the last seed: in a hole that seeds never leave, the number of seeds decides
    /// nothing.
    fn decisions(&self, decisions: &Decisions<M>) -> bool {
        decisions.group_starts().all(|group| {
            self.on_track.slots().all(|here| {
                (0..decisions.marks).all(|mark| {
                    let entries = (1..decisions.classes).map(|class| decisions.at(group, here, mark, class));
                    let entries: Vec<Entry> = entries.collect();
                    self.row(decisions, &entries, here, mark)
                })
            })
        })
    }

    fn row(&self, decisions: &Decisions<M>, entries: &[Entry], here: Slot, mark: usize) -> bool {
        let marked_by = match (decisions.marks, mark) {
            // the table ignores marks: anybody may have marked the hole
            (1, _) => u32::MAX,
            (_, 0) => 0,
            (_, mark) => 1 << (mark - 1),
        };
        let gone = self.gone.stores.has(here) || self.gone.holes.has(here) && self.gone.players & marked_by != 0;
        // if the table distinguishes marks, other owners are ruled out
        let unmarked = !marked_by;
        let region = Region { slots: M::of(here), unmarked };
        let moment = Moment { here: region, ..nothing() };
        if gone && entries.windows(2).any(|pair| pair[0] != pair[1]) {
            return false;
        }
        entries.iter().all(|entry| match entry.kind {
            Kind::Nothing | Kind::End | Kind::Again => true,
            Kind::Relay => !gone,
            Kind::Branches => decisions.branches.get(usize::from(entry.branches)).is_some_and(|branches| {
                branches.iter().all(|(test, action)| {
                    test.as_ref().is_none_or(|test| self.test(test, moment)) && self.action(*action, moment)
                })
            }),
        })
    }

    fn action(&self, number: u16, moment: Moment<M>) -> bool {
        let Some(Action { ops, then, .. }) = self.mover.actions.get(usize::from(number)) else { return false };
        let chosen = ops.iter().filter_map(|op| match op {
            Op::Choose(_, set) => Some(self.region(set, moment)),
            _ => None,
        });
        let moment = Moment { chosen: chosen.fold(Region::of(M::NONE), Region::or), ..moment };
        let asked = |set: &Set<M>| self.blind(set, Region::everywhere(), moment);
        let taken = |set: &Set<M>| asked(set) && self.in_play(self.region(set, moment));
        let counted = |amount: &Amount<M>, set: &Set<M>| {
            self.amount(amount, Moment { tested: self.region(set, moment), ..moment })
        };
        let done = ops.iter().all(|op| match op {
            Op::Capture(_, set) | Op::Lift(None, set) => taken(set),
            Op::Lift(Some(amount), set) => counted(amount, set) && taken(set),
            Op::CaptureEach(sets) => sets.iter().all(taken),
            Op::Place(amount, set) => counted(amount, set) && asked(set),
            Op::PlaceAll(set) | Op::Choose(_, set) => asked(set),
            Op::PlaceFromStore(..) => false,
            // removing a mark would bring seeds back into play
            Op::To(change, set) => {
                let stays = *change == Change::Mark || *change == Change::Unmark && self.gone.players == 0;
                stays && asked(set)
            }
        });
        done && match then {
            Then::Sow { at, .. } => asked(at),
            _ => true,
        }
    }

    /// Whether no seed of a region is out of play.
    fn in_play(&self, region: Region<M>) -> bool {
        let marked_only = (region.slots & self.gone.holes).is_none() || self.gone.players & !region.unmarked == 0;
        (region.slots & self.gone.stores).is_none() && marked_only
    }

    fn spot(&self, spot: &Spot, moment: Moment<M>) -> Region<M> {
        match spot {
            Spot::Slot(slot) => Region::of(M::of(*slot)),
            Spot::Nowhere => Region::of(M::NONE),
            Spot::Here => moment.here,
            Spot::Origin | Spot::Along { .. } => Region::of(self.on_track),
            Spot::Tested => moment.tested,
            Spot::Across(relation, from) => {
                let from = self.spot(from, moment).slots;
                let from = from & M::first_slots(self.layout.holes);
                Region::of(from.slots().fold(M::NONE, |found, slot| {
                    let to = self.layout.relative(*relation, slot);
                    if to == NOWHERE { found } else { found | M::of(to) }
                }))
            }
        }
    }

    /// Slots that a set may contain.
    fn region(&self, set: &Set<M>, moment: Moment<M>) -> Region<M> {
        match set {
            Set::Slots(slots) => Region::of(*slots),
            Set::Unmarked(slots, players) => Region { slots: *slots, unmarked: *players },
            Set::Spot(spot) => self.spot(spot, moment),
            Set::Chosen => moment.chosen,
            Set::Across(..) => Region::of(M::first_slots(self.layout.holes)),
            Set::Along { .. } => Region::of(self.on_track),
            Set::Run { table: Some(table), .. } => {
                let goes_on = |slot: &Slot| table.get(usize::from(*slot)).is_none_or(|bits| *bits != 0);
                Region::of(mask(self.on_track.slots().filter(goes_on)))
            }
            Set::Run { .. } => Region::of(self.on_track),
            Set::Where(base, _) => self.region(base, moment),
            Set::Both(parts) => {
                parts.iter().map(|part| self.region(part, moment)).fold(Region::everywhere(), Region::and)
            }
            Set::Either(parts) => {
                let parts = parts.iter().map(|part| self.region(part, moment));
                parts.reduce(Region::or).unwrap_or(Region::of(M::NONE))
            }
            Set::Not(inner) => match &**inner {
                Set::Marked(players) => Region { unmarked: *players, ..Region::everywhere() },
                Set::Slots(slots) => Region::of(!*slots),
                _ => Region::everywhere(),
            },
            Set::Occupied
            | Set::Empty
            | Set::Holding(_)
            | Set::Marked(_)
            | Set::Happened(_)
            | Set::Whose(..)
            | Set::If(_) => Region::everywhere(),
        }
    }

    /// Whether the members of a set within a region are independent of seeds out of play.
    fn blind(&self, set: &Set<M>, within: Region<M>, moment: Moment<M>) -> bool {
        match set {
            Set::Slots(_) | Set::Marked(_) | Set::Unmarked(..) => true,
            Set::Spot(spot) => self.blind_spot(spot, moment),
            Set::Happened(_) | Set::Chosen => true,
            Set::Occupied | Set::Empty | Set::Holding(_) => self.in_play(within),
            Set::Along { steps: Steps::Held, from, .. } => {
                let everywhere = Region::everywhere();
                self.in_play(self.region(from, moment)) && self.blind(from, everywhere, moment)
            }
            Set::Across(_, of) | Set::Whose(_, of) | Set::Along { from: of, .. } => {
                self.blind(of, Region::everywhere(), moment)
            }
            Set::Run { table, claim, .. } => {
                let walked = Region::of(self.on_track);
                // where the run always stops, the seeds decide nothing
                let stops = |slot: Slot| {
                    let bits = table.as_deref().and_then(|table| table.get(usize::from(slot)));
                    bits.is_some_and(|bits| *bits == 0)
                };
                let goes_on = mask(self.on_track.slots().filter(|slot| !stops(*slot)));
                let asked = Moment { tested: Region::of(goes_on), ..moment };
                (self.in_play(walked) || table.is_some() && self.in_play(Region::of(goes_on)))
                    && (table.is_some() || self.test(claim, asked))
            }
            Set::Where(base, claim) => {
                let asked = Moment { tested: self.region(base, moment).and(within), ..moment };
                self.blind(base, within, moment) && self.test(claim, asked)
            }
            Set::If(test) => self.test(test, moment),
            Set::Both(parts) => {
                let within = parts.iter().map(|part| self.region(part, moment)).fold(within, Region::and);
                parts.iter().all(|part| self.blind(part, within, moment))
            }
            Set::Either(parts) => parts.iter().all(|part| self.blind(part, within, moment)),
            Set::Not(inner) => self.blind(inner, within, moment),
        }
    }

    /// Whether a spot is independent of seeds out of play.
    fn blind_spot(&self, spot: &Spot, moment: Moment<M>) -> bool {
        match spot {
            Spot::Along { steps: Steps::Held, from, .. } => {
                self.in_play(self.spot(from, moment)) && self.blind_spot(from, moment)
            }
            Spot::Along { from, .. } | Spot::Across(_, from) => self.blind_spot(from, moment),
            Spot::Slot(_) | Spot::Nowhere | Spot::Here | Spot::Origin | Spot::Tested => true,
        }
    }

    fn test(&self, test: &Test<M>, moment: Moment<M>) -> bool {
        match test {
            Test::Known(_)
            | Test::Lap(_)
            | Test::Goes(_)
            | Test::TurnsBefore(_)
            | Test::Starter(_)
            | Test::Lot(_)
            | Test::Went(..)
            | Test::Section(_) => true,
            // an unknown fact may depend on anything
            Test::Fact(fact) => matches!(fact, Fact::NoLegalMove | Fact::Repeated | Fact::LastSeed),
            Test::Not(inner) | Test::AnotherLeaves(inner) => self.test(inner, moment),
            Test::And(parts) | Test::Or(parts) => parts.iter().all(|part| self.test(part, moment)),
            Test::Some(set) => self.blind(set, Region::everywhere(), moment),
            Test::AnyOccupied(slots, players) => self.in_play(Region { slots: *slots, unmarked: *players }),
            Test::Seeds(spot, _) => self.in_play(self.spot(spot, moment)) && self.blind_spot(spot, moment),
            Test::Within(spot, set) => {
                self.blind_spot(spot, moment) && self.blind(set, self.spot(spot, moment), moment)
            }
            Test::Count(amount, _) => self.amount(amount, moment),
            Test::Compare(left, _, right) => self.amount(left, moment) && self.amount(right, moment),
        }
    }

    fn amount(&self, amount: &Amount<M>, moment: Moment<M>) -> bool {
        match amount {
            Amount::Number(_) => true,
            Amount::StartOf(spot) => self.blind_spot(spot, moment),
            Amount::SeedsIn(set) => {
                self.in_play(self.region(set, moment)) && self.blind(set, Region::everywhere(), moment)
            }
            Amount::NumberOf(set) => self.blind(set, Region::everywhere(), moment),
            Amount::Made => self.in_play(moment.here),
            Amount::Dropped => true,
            Amount::Half(whole) => self.amount(whole, moment),
        }
    }
}
