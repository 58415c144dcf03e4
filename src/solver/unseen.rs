//! Proves of seeds that left play that no rule ever asks about them or moves them again: seeds in stores, and seeds in
//! holes that some players marked. A position is then worth the same whatever lies there.
//!
//! The proof reads the tables and goes by regions: every slot that a condition, a set or an effect may look at is taken
//! for one that it does look at. It may fail where the rules are innocent; it never succeeds where they are not.

use crate::rules::model::{Change, Fact, Steps};
use crate::tables::{
    Action, Amount, Decisions, Entry, Kind, Layout, Listed, Mask, MoverTables, NOWHERE, Op, Set, Skip, Slot, Spot,
    Tables, Test, Then, mask,
};

/// Slots that may be looked at, but not those of them that some players, a bit for each, marked.
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

/// Where seeds lie that left play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gone<M> {
    /// Stores.
    pub stores: M,
    /// Holes that can be marked; seeds in them have left play when one of `players` marked them.
    pub holes: M,
    /// A bit for each player whose marks make a hole one from which nothing comes back.
    pub players: u32,
}

/// What is known where something is read.
#[derive(Clone, Copy)]
struct Moment<M> {
    here: Region<M>,
    tested: Region<M>,
    /// What the mover may have chosen.
    chosen: Region<M>,
}

/// Nothing is known.
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

/// Whether seeds that left play are never asked about and never moved again.
pub(super) fn are_unseen<M: Mask>(tables: &Tables<M>, gone: Gone<M>) -> bool {
    tables.movers.iter().enumerate().all(|(player, mover)| {
        let on_track = mask(tables.layout.tracks[player].iter().copied());
        Proof { gone, layout: &tables.layout, mover, on_track }.holds()
    })
}

/// Whether a score counts the seeds of the same cells always, whatever lies anywhere.
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
        let skip = match &self.mover.skip {
            Skip::Marked { .. } => true,
            Skip::Fixed(set, _) | Skip::Changing(set) => self.blind(set, Region::everywhere(), all_on_track),
        };
        skip && self.sections()
            && self.decisions(&self.mover.each_decisions)
            && self.decisions(&self.mover.last_decisions)
            && self.list(&self.mover.after_turn, all_on_track)
            && self.list(&self.mover.before_turn, nothing())
    }

    /// What may be chosen is in play, and what is done with it.
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
                // the list after the last seed is then read at once, for a seed that was placed anywhere
                && (sown || self.list(&self.mover.last_seed, all))
        })
    }

    fn sows(&self, action: u16) -> bool {
        self.mover.actions.get(usize::from(action)).is_some_and(|action| matches!(action.then, Then::Sow { .. }))
    }

    fn list(&self, rules: &[Listed<M>], moment: Moment<M>) -> bool {
        rules.iter().all(|rule| self.test(&rule.test, moment) && self.action(rule.action, moment))
    }

    /// A table of what a seed decides: where its hole is one that seeds never leave, how many lie there decides nothing.
    fn decisions(&self, decisions: &Decisions<M>) -> bool {
        let rows = decisions.sections * decisions.ways * decisions.laps;
        let groups = decisions.entries.len().checked_div(rows).unwrap_or(0);
        (0..rows).all(|row| {
            self.on_track.slots().all(|here| {
                (0..decisions.marks).all(|mark| {
                    let entries = (1..decisions.classes).map(|class| decisions.at(row * groups, here, mark, class));
                    let entries: Vec<Entry> = entries.collect();
                    self.row(decisions, &entries, here, mark)
                })
            })
        })
    }

    fn row(&self, decisions: &Decisions<M>, entries: &[Entry], here: Slot, mark: usize) -> bool {
        let marked_by = match (decisions.marks, mark) {
            // marks are not told apart: it may be anybody's
            (1, _) => u32::MAX,
            (_, 0) => 0,
            (_, mark) => 1 << (mark - 1),
        };
        let gone = self.gone.stores.has(here) || self.gone.holes.has(here) && self.gone.players & marked_by != 0;
        // who else might have marked it is ruled out where the table tells marks apart
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
        let done = ops.iter().all(|op| match op {
            Op::Capture(_, set) | Op::Lift(_, set) => taken(set),
            Op::CaptureEach(sets) => sets.iter().all(taken),
            Op::Place(_, set) | Op::PlaceAll(set) | Op::Choose(_, set) => asked(set),
            Op::PlaceFromStore(..) => false,
            // a mark that is taken away would bring seeds back
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

    /// Whether no seed that left play lies in a region.
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

    /// The slots that a set may have.
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

    /// Whether which slots a set has within a region does not depend on seeds that left play.
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
                // where it never goes on, what lies there decides nothing; beyond the table the claim is asked
                let stops = |slot: Slot| {
                    let bits = table.as_deref().and_then(|table| table.get(usize::from(slot)));
                    bits.is_some_and(|bits| *bits == 0)
                };
                let goes_on = mask(self.on_track.slots().filter(|slot| !stops(*slot)));
                let asked = Moment { tested: Region::of(goes_on), ..moment };
                (self.in_play(walked) || table.is_some() && self.few() && self.in_play(Region::of(goes_on)))
                    && (table.is_some() && self.few() || self.test(claim, asked))
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

    /// Whether which slot a spot is does not depend on seeds that left play.
    fn blind_spot(&self, spot: &Spot, moment: Moment<M>) -> bool {
        match spot {
            Spot::Along { steps: Steps::Held, from, .. } => {
                self.in_play(self.spot(from, moment)) && self.blind_spot(from, moment)
            }
            Spot::Along { from, .. } | Spot::Across(_, from) => self.blind_spot(from, moment),
            Spot::Slot(_) | Spot::Nowhere | Spot::Here | Spot::Origin | Spot::Tested => true,
        }
    }

    /// Whether all seeds together are few enough for a table of numbers below 64 to say all.
    fn few(&self) -> bool {
        self.layout.start.iter().sum::<u32>() < 64
    }

    fn test(&self, test: &Test<M>, moment: Moment<M>) -> bool {
        match test {
            Test::Known(_)
            | Test::Lap(_)
            | Test::Goes(_)
            | Test::TurnsBefore(_)
            | Test::Starter(_)
            | Test::Section(_) => true,
            // a fact that is not known here may depend on anything
            Test::Fact(fact) => matches!(fact, Fact::NoLegalMove | Fact::Repeated | Fact::LastSeed),
            Test::Not(inner) => self.test(inner, moment),
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
        }
    }
}
