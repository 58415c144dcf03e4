//! The loop that plays a straight turn: tables and lanes alone decide it. The turn stays in registers, and the position
//! changes once, at the end.

use super::course::Code;
use super::endless::FREE_LAPS;
use super::harvest::reap;
use super::lanes::Lanes;
use super::moment::Moment;
use super::moves::End;
use super::position::Position;
use super::program::{At, Does, Op, Program};
use super::sowing::Laps;
use super::straight::Straight;
use super::view::View;
use crate::game::{MOST_LAPS, MOST_SOWN};
use crate::rules::model::{Change, Way};
use crate::tables::{Mask, NOWHERE, Slot};

// so the limit on seeds sown cannot be reached before the limit on laps
const _: () = assert!(MOST_LAPS as i64 * (u8::MAX as i64) < MOST_SOWN);

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It was played.
    Done(End),
    Illegal,
    /// It is not straight.
    Open,
}

/// A sowing of many laps.
struct Long<L> {
    /// A state with which later ones are compared, and the lap at which another one takes its place.
    kept: (L, Slot, Slot, Way),
    until: u32,
}

impl<L: Lanes, const P: usize> Straight<'_, L, P> {
    /// Plays a move as far as it is straight, and updates the position if it is played to its end. `PLAIN` says that the
    /// first seed falls after the chosen hole, that `each seed` does nothing, that what follows a lap depends on its last
    /// slot and the seeds there alone, and that nothing remembers the turn.
    #[inline(always)]
    pub fn turn<const PLAIN: bool>(&self, position: &mut Position<L, P>, hole: Slot, begun: Way) -> Fate {
        let (machine, course, mover) = (self.machine, self.course, self.mover);
        let program = &course.program;
        let mut way = begun;
        let Some(mut laps) = self.laps[way as usize] else { return Fate::Open };
        let mut group = course.group(0, way);
        let mut seeds = position.seeds;
        let (mut from, mut count) = (hole, seeds.get(hole));
        let mut into = !PLAIN && self.lifting.into(count);
        // seeds lifted and not sown yet, seeds won beside the board, marked slots, the number of the lap
        let (mut hand, mut won, mut marked, mut lap) = (0, [0; P], None, 0_u32);
        let mut here;
        let mut long = None;
        let reapings = self.harvest.reapings();
        let end = 'turn: loop {
            if count <= 0 || marked.is_some() {
                return Fate::Open;
            }
            lap += 1;
            (seeds, here) = match into && count == 1 {
                true => (seeds, from),
                false => laps.sown_from(seeds, from, count - i32::from(into)),
            };
            if here == NOWHERE {
                return Fate::Open;
            }
            let made = seeds.get(here);
            if !PLAIN
                && !reapings.is_empty()
                && !reap(reapings, laps, position, &mut seeds, &mut won, (from, count - i32::from(into), into))
            {
                return Fate::Open;
            }
            if lap >= FREE_LAPS {
                match self.recurs(&mut long, (seeds, here, from, way), lap) {
                    false => {}
                    true if machine.endless_is_illegal => return Fate::Illegal,
                    true => return Fate::Open,
                }
            }
            let code = match PLAIN {
                true => course.code_by_mark(0, 0, here, made),
                false => course.code(group + course.group_of_lap(lap), position, here, made),
            };
            let mut place = code.0;
            if place == Code::END.0 {
                break End::Next;
            }
            if place == Code::RELAY.0 {
                (from, count, into) = (here, if PLAIN { made } else { seeds.get(here) }, false);
                continue;
            }
            loop {
                match program.ops[place as usize] {
                    Op::Next => break 'turn End::Next,
                    Op::Again => break 'turn End::Again,
                    Op::Relay => {
                        (from, count, into) = (here, seeds.get(here), false);
                        continue 'turn;
                    }
                    Op::Plain(plain) => {
                        let plain = &program.plain[plain as usize];
                        if !seeds.fits(&plain.full, &plain.bare) {
                            place += 1;
                            continue;
                        }
                        match plain.does {
                            Does::RelayHere => (from, count, into) = (here, seeds.get(here), false),
                            Does::Relay(at) => (from, count, into) = (at, seeds.get(at), false),
                            Does::Sow { into: inside, at } => {
                                count = seeds.take(&plain.prey);
                                seeds.raise(at, count);
                                (from, into) = (at, inside);
                            }
                            does @ (Does::Next | Does::Again) => {
                                let taken = seeds.take(&plain.prey);
                                self.store(&mut seeds, &mut won, taken);
                                break 'turn if does == Does::Next { End::Next } else { End::Again };
                            }
                        }
                        continue 'turn;
                    }
                    Op::Look { lanes, to } => {
                        let [full, bare] = &program.looks[lanes as usize];
                        place = if seeds.fits(full, bare) { place + 1 } else { to };
                    }
                    Op::Hold { lanes, to } => {
                        place = if seeds.none_in(&program.lanes[lanes as usize]) { to } else { place + 1 };
                    }
                    Op::Seeds { asked, to } => {
                        let asked = &program.asked[asked as usize];
                        let Some(slot) = slot_of(&asked.at, laps, from, way) else { return Fate::Open };
                        let holds = asked.holds((slot != NOWHERE).then(|| seeds.get(slot)));
                        place = if holds { place + 1 } else { to };
                    }
                    Op::Number { counted, to } => {
                        let counted = &program.counted[counted as usize];
                        let holds = counted.holds((seeds.occupied() & counted.slots).count());
                        place = if holds { place + 1 } else { to };
                    }
                    Op::Test { test, to } if program.still[test as usize] && marked.is_none() => {
                        let position = &won_so_far(position, seeds, &won);
                        let (origin, laps) = (from, Some(laps));
                        let now = Moment { machine, round: self.round, position, here, origin, way, lap, made, laps };
                        let holds = now.met(&program.tests[test as usize]);
                        place = if holds { place + 1 } else { to };
                    }
                    Op::Take(taking) => {
                        let taking = &program.takings[taking as usize];
                        let mut lanes = taking.lanes;
                        match (&taking.rest, &taking.run) {
                            (None, _) => {}
                            (Some(_), Some((back, table))) => {
                                self.chase(&seeds, (here, from, way), laps, (*back, table), &mut lanes);
                            }
                            (Some(set), None) if taking.still && marked.is_none() => {
                                let position = &won_so_far(position, seeds, &won);
                                let (round, origin, laps) = (self.round, from, Some(laps));
                                let now = Moment { machine, round, position, here, origin, way, lap, made, laps };
                                let slots = now.set(set, NOWHERE);
                                let slots = slots & !taking.store.map_or(L::Mask::NONE, L::Mask::of);
                                if !(slots & !Program::<L>::takes_from(&machine.tables.layout)).is_none() {
                                    return Fate::Open;
                                }
                                for slot in slots.slots() {
                                    lanes.join(slot);
                                }
                            }
                            (Some(_), None) => return Fate::Open,
                        }
                        let taken = seeds.take(&lanes);
                        match taking.store {
                            None => hand += taken,
                            Some(_) => self.store(&mut seeds, &mut won, taken),
                        }
                        place += 1;
                    }
                    Op::Mark(mark) if marked.is_none() => {
                        marked = Some(program.marks[mark as usize]);
                        place += 1;
                    }
                    Op::Lift(sowing) => {
                        let at = slot_of(&program.sowings[sowing as usize].at, laps, from, way).unwrap_or(NOWHERE);
                        if !machine.on_track[mover].has(at) {
                            return Fate::Open;
                        }
                        (from, count, into) = (at, seeds.get(at), false);
                        continue 'turn;
                    }
                    Op::Sow(sowing) => {
                        let sowing = &program.sowings[sowing as usize];
                        let turned = sowing.turning.after(way);
                        if turned != way {
                            let Some(other) = self.laps[turned as usize] else { return Fate::Open };
                            (way, laps, group) = (turned, other, course.group(0, turned));
                        }
                        let at = slot_of(&sowing.at, laps, from, way).unwrap_or(NOWHERE);
                        if sowing.by.is_some() || !machine.on_track[mover].has(at) {
                            return Fate::Open;
                        }
                        seeds.raise(at, hand);
                        (from, count, into) = (at, std::mem::take(&mut hand), sowing.into);
                        continue 'turn;
                    }
                    Op::Jump(to) => place = to,
                    Op::Verdict(verdict) => break 'turn End::Decided(program.verdicts[verdict as usize]),
                    Op::Illegal => return Fate::Illegal,
                    _ => return Fate::Open,
                }
            }
        };
        if hand > 0 {
            return Fate::Open;
        }
        position.seeds = seeds;
        for (store, won) in position.stores.iter_mut().zip(won).filter(|(_, won)| *won > 0) {
            *store += won;
        }
        if let Some((change, slots)) = marked {
            match change {
                Change::Mark => position.mark(mover, slots),
                Change::Unmark => position.unmark(slots),
            }
        }
        let watched = &machine.tables.watched;
        if !PLAIN && watched.last_turn {
            (position.played, position.reached) = (hole, here);
        }
        if !PLAIN && watched.last_ways {
            position.went(mover, begun);
        }
        position.turns[mover] += 1;
        if end == End::Next {
            machine.pass_on(position);
        }
        Fate::Done(end)
    }

    /// Puts seeds into the mover's store.
    #[inline(always)]
    fn store(&self, seeds: &mut L, won: &mut [i32; P], taken: i32) {
        let store = self.machine.tables.layout.stores[self.mover];
        if store < self.machine.lanes { seeds.raise(store, taken) } else { won[self.mover] += taken }
    }

    /// Whether a sowing of many laps is endless (Brent): one state is kept, and replaced by a later one each time the
    /// number of laps has doubled. The state determines all later laps, since none of them depends on its number.
    #[cold]
    #[inline(never)]
    fn recurs(&self, long: &mut Option<Long<L>>, state: (L, Slot, Slot, Way), lap: u32) -> bool {
        if lap as usize > MOST_LAPS || !self.machine.endless_is_illegal {
            return true;
        }
        match long {
            Some(long) if long.kept == state => return true,
            Some(long) if lap < long.until => {}
            _ => *long = Some(Long { kept: state, until: lap * 2 }),
        }
        false
    }

    /// Adds the slots of a run that starts next to the last seed to `prey`.
    #[inline(always)]
    fn chase(
        &self,
        seeds: &L,
        (here, from, way): (Slot, Slot, Way),
        laps: &Laps<L>,
        (back, table): (bool, &[u64]),
        prey: &mut L,
    ) {
        let steps = &self.machine.steps[self.mover][way as usize][usize::from(back)];
        let origin_passed = self.machine.tables.movers[self.mover].skip.passes_origin();
        let store = self.machine.tables.layout.stores[self.mover];
        let mut at = here;
        // the track is a cycle and has at most this number of slots
        for _ in 0..L::LANES {
            at = steps.get(usize::from(at)).copied().unwrap_or(NOWHERE);
            if at == NOWHERE || at == here {
                return;
            }
            if laps.passed().has(at) || origin_passed && at == from {
                continue;
            }
            let held = seeds.get(at);
            if !table.get(usize::from(at)).is_some_and(|bits| held < 64 && bits >> held & 1 != 0) {
                return;
            }
            if at != store {
                prey.join(at);
            }
        }
    }
}

/// The position with the seeds as they lie now and those won so far.
fn won_so_far<L: Lanes, const P: usize>(position: &Position<L, P>, seeds: L, won: &[i32; P]) -> Position<L, P> {
    let mut now = Position { seeds, ..*position };
    for (store, won) in now.stores.iter_mut().zip(won) {
        *store += won;
    }
    now
}

/// A slot on the board after a lap; `None` if the turn must tell.
#[inline(always)]
fn slot_of<L: Lanes>(at: &At<L::Mask>, laps: &Laps<L>, from: Slot, way: Way) -> Option<Slot> {
    match at {
        At::Slot(slot) => Some(*slot),
        At::EachWay(slots) => Some(slots[way as usize]),
        At::Origin => Some(from),
        At::Ahead { steps, from } => laps.landing(*from, *steps),
        At::Along { .. } | At::Only(_) => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::lanes::Bytes;
    use super::super::machine::Machine;
    use super::super::moves::{Tried, WAYS};
    use super::*;
    use crate::chance::{choice, generator};

    /// Plays every choice of the positions of a random game as a straight turn and in full. Returns how many were
    /// played to their end as straight turns, and how many in all.
    fn turns_of<const N: usize>(game: &str) -> (usize, usize)
    where
        Bytes<N>: Lanes,
    {
        let (machine, mut position, round) = Machine::<Bytes<N>, 2>::at_start(game);
        let (mut children, mut chance) = (Vec::new(), generator(1, 1));
        let (mut straight, mut all) = (0, 0);
        for _ in 0..60 {
            if let Some(way) = machine.straight(&position, &round)
                && let Some(choices) = way.listed(&position)
            {
                for direction in WAYS {
                    for hole in choices[direction as usize].slots() {
                        let (mut after, mut in_full) = (position, position);
                        let fate = way.fate(&mut after, hole, direction);
                        let tried = way.play_in_full(&mut in_full, hole, direction).unwrap();
                        all += 1;
                        match fate {
                            Fate::Open => continue,
                            Fate::Illegal => assert_eq!(tried, Tried::Illegal, "{game}"),
                            Fate::Done(end) => assert_eq!((tried, after), (Tried::Done(end), in_full), "{game}"),
                        }
                        straight += 1;
                    }
                }
            }
            machine.children(&position, &round, &mut children).unwrap();
            let Some(child) = children.get(choice(children.len(), &mut chance)) else { break };
            position = child.position;
        }
        (straight, all)
    }

    #[test]
    fn straight_turns_are_those_of_the_rules() {
        // a run of captures in two directions; a mark and what falls into it; fours taken on the way and captures after
        // an empty hole; captured seeds sown on; captures from both rows; relays into marked holes
        let two_rows = ["um-el-bagara", "pallanguzhi", "bosh", "um-el-banat", "cross-kalah", "ali-guli-mane"];
        let wide = ["hus", "nsumbi", "katro-gorobaka", "toguz-kumalak"];
        let of_two = two_rows.map(|game| (game, turns_of::<1>(game)));
        let of_wide = wide.map(|game| (game, turns_of::<2>(game)));
        for (game, (straight, all)) in of_two.into_iter().chain(of_wide) {
            assert!(all > 50 && 10 * straight > 8 * all, "{game}: {straight} of {all} turns");
        }
    }
}
