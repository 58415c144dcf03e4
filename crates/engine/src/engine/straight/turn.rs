//! The loop that plays a straight turn: tables and lanes alone decide it. The seeds stay in registers, and
//! a turn that is not played to its end leaves the position as it was.

use mancala_rules::rules::model::{Change, Way};

use super::super::course::Code;
use super::super::effects::Acting;
use super::super::lanes::Lanes;
use super::super::moves::End;
use super::super::position::Position;
use super::super::program::{At, Does, Op, Place, Program, Takes};
use super::super::sowing::Laps;
use super::super::state::{FREE_LAPS, Lapped};
use super::super::view::View;
use super::long::Long;
use super::moment::Moment;
use super::ways::{Fate, Straight};
use crate::game::{MOST_LAPS, MOST_SOWN};
use crate::tables::{Mask, Moving, NOWHERE, Slot, tells};

// so the limit on seeds sown cannot be reached before the limit on laps
const _: () = assert!(MOST_LAPS as i64 * (u8::MAX as i64) < MOST_SOWN);

/// A straight turn before a lap.
#[derive(Clone, Copy)]
pub(in super::super) struct Before {
    /// The hole that was chosen, and the direction in which it is sown.
    pub chosen: (Slot, Way),
    /// Number of laps so far, and what the next one sows, in which direction.
    pub laps: u32,
    pub next: (Slot, Way),
}

impl Before {
    /// Before the first lap.
    #[inline(always)]
    fn first(hole: Slot, way: Way) -> Self {
        Before { chosen: (hole, way), laps: 0, next: (hole, way) }
    }
}

/// A straight turn at one moment.
#[derive(Clone, Copy)]
struct Run<'t, L: Lanes> {
    seeds: L,
    way: Way,
    laps: &'t Laps<L>,
    /// The hole from which the last lap started, where it ended, and the number of seeds there.
    from: Slot,
    here: Slot,
    made: i32,
    /// Seeds lifted and not sown yet.
    hand: i32,
    /// The number of the last lap, from 1.
    lap: u32,
    /// The slots into which seeds fell in the turn, and in its last lap, if rules ask about them.
    sown: [L::Mask; 2],
}

impl<'t, L: Lanes, const P: usize> Straight<'t, L, P> {
    /// Plays a move as far as it is straight.
    #[inline(always)]
    pub fn fate(&self, position: &mut Position<L, P>, hole: Slot, way: Way) -> Fate {
        let fed = self.is_fed(position.seeds.occupied());
        match self.plain && fed {
            true => self.turn::<true>(position, Before::first(hole, way), fed),
            false => self.turn::<false>(position, Before::first(hole, way), fed),
        }
    }

    /// Goes on with a turn after a lap that ended with a relay, where nothing comes after a turn.
    #[inline(never)]
    pub fn fate_from(&self, position: &mut Position<L, P>, relay: Before) -> Fate {
        self.turn::<false>(position, relay, true)
    }

    /// Plays a move as far as it is straight, and updates the position if it is played to its end. `PLAIN` says that the
    /// first seed falls after the chosen hole, that `each seed` and `after turn` do nothing, that what follows a lap
    /// depends on its last slot and the seeds there alone, and that nothing remembers the turn. `fed` says that nothing
    /// comes after it.
    #[inline(always)]
    fn turn<const PLAIN: bool>(&self, position: &mut Position<L, P>, begun: Before, fed: bool) -> Fate {
        let before = (position.seeds, position.stores, position.marks);
        let fate = self.run::<PLAIN>(position, begun, fed);
        if !matches!(fate, Fate::Done(_)) {
            (position.seeds, position.stores, position.marks) = before;
        }
        fate
    }

    /// Plays a move as [`Self::turn`] does; leaves the position anyhow if it is not played to its end.
    #[inline(always)]
    fn run<const PLAIN: bool>(&self, position: &mut Position<L, P>, begun: Before, fed: bool) -> Fate {
        let (machine, course, mover) = (self.machine, self.course, self.mover);
        let program = &course.program;
        let Before { chosen: (hole, chosen), laps: lap, next: (from, way) } = begun;
        let is_first = lap == 0;
        let Some(laps) = self.laps[way as usize] else { return Fate::Open };
        let marks = position.marks;
        let seeds = position.seeds;
        let made = seeds.get(from);
        let sown = [L::Mask::NONE; 2];
        let mut run = Run { seeds, way, laps, from, here: from, made: made + 1, hand: 0, lap, sown };
        let mut group = course.group(self.section, way);
        // the seeds that are sown next, and whether the first of them falls where they lie
        let (mut count, mut into) = (made, !PLAIN && is_first && self.lifting.into(made));
        let (mut begin, mut ending) = (if PLAIN || !is_first { None } else { self.begin }, None);
        let after = if PLAIN || fed { None } else { self.after };
        let until = if is_first { FREE_LAPS } else { lap + 1 };
        let mut long = Long::after(until);
        // whether the turn may have taken seeds of the opponent: a lap that began in his hole did
        let mut acted = !is_first || !PLAIN && machine.tables.movers[mover].abroad.has(hole);
        let mut reaped = self.reaped;
        let watched = &machine.tables.watched;
        let noting = watched.seeds_fall();
        let end = 'turn: loop {
            let mut place = match begin.take() {
                Some(place) => {
                    acted = true;
                    place
                }
                None => {
                    if count <= 0 {
                        return Fate::Open;
                    }
                    run.lap += 1;
                    let (from, after_it) = (run.from, count - i32::from(into));
                    (run.seeds, run.here) = match into && count == 1 {
                        true => (run.seeds, from),
                        false => run.laps.sown_from(run.seeds, from, after_it),
                    };
                    if run.here == NOWHERE {
                        return Fate::Open;
                    }
                    run.made = run.seeds.get(run.here);
                    if !PLAIN && (noting || !reaped.is_none()) {
                        let fell = run.laps.fell((from, after_it, into));
                        if noting {
                            run.sown = [run.sown[0] | fell, fell];
                        }
                        let lap = (from, after_it, fell & reaped);
                        if !(fell & reaped).is_none() {
                            acted = true;
                            if !self.harvest.reap(run.laps, position, &mut run.seeds, lap, run.here) {
                                return Fate::Open;
                            }
                        }
                    }
                    if long.asks((run.here, run.made), run.lap) {
                        match self.recurs(&mut long, position, run) {
                            false => {}
                            true if machine.endless_is_illegal => return Fate::Illegal,
                            true => return Fate::Open,
                        }
                    }
                    let code = match PLAIN {
                        true => course.code_by_mark(0, 0, run.here, run.made),
                        false => course.code(group + course.group_of_lap(run.lap), position, run.here, run.made),
                    };
                    if code == Code::END && after.is_none() {
                        break End::Next;
                    }
                    acted = true;
                    if code == Code::RELAY {
                        (run.from, count, into) =
                            (run.here, if PLAIN { run.made } else { run.seeds.get(run.here) }, false);
                        continue;
                    }
                    code.0
                }
            };
            loop {
                let end = match program.ops[place as usize] {
                    Op::Next | Op::Finished => End::Next,
                    Op::Again => End::Again,
                    Op::Relay => {
                        if run.lap == 0 && !machine.on_track[mover].has(run.here) {
                            return Fate::Open;
                        }
                        (run.from, count, into) = (run.here, run.seeds.get(run.here), false);
                        continue 'turn;
                    }
                    Op::Plain(plain) => {
                        let plain = &program.plain[plain as usize];
                        if !run.seeds.fits(&plain.full, &plain.bare) {
                            place += 1;
                            continue;
                        }
                        let takes = match plain.does {
                            Does::Relay(at) => {
                                let at = at.unwrap_or(run.here);
                                (run.from, count, into) = (at, run.seeds.get(at), false);
                                continue 'turn;
                            }
                            Does::Take(takes) => takes,
                        };
                        let taken = run.seeds.take(&plain.prey);
                        if let Takes::Sow { into: inside, at } = takes {
                            let at = at.unwrap_or(run.from);
                            run.seeds.raise(at, taken);
                            (run.from, count, into) = (at, taken, inside);
                            continue 'turn;
                        }
                        self.store(&mut run.seeds, position, taken);
                        match takes {
                            Takes::Relay(at) => {
                                (run.from, count, into) = (at, run.seeds.get(at), false);
                                continue 'turn;
                            }
                            Takes::Again => End::Again,
                            Takes::Next | Takes::Sow { .. } => End::Next,
                        }
                    }
                    Op::Look { lanes, to } => {
                        let [full, bare] = &program.looks[lanes as usize];
                        place = if run.seeds.fits(full, bare) { place + 1 } else { to };
                        continue;
                    }
                    Op::Hold { lanes, to } => {
                        place = if run.seeds.none_in(&program.lanes[lanes as usize]) { to } else { place + 1 };
                        continue;
                    }
                    Op::Seeds { asked, to } => {
                        let asked = &program.asked[asked as usize];
                        let slot = self.slot_of(&asked.at, run, position);
                        let holds = asked.holds((slot != NOWHERE).then(|| run.seeds.get(slot)));
                        place = if holds { place + 1 } else { to };
                        continue;
                    }
                    Op::Number { counted, to } => {
                        let counted = &program.counted[counted as usize];
                        let holds = counted.holds((run.seeds.occupied() & counted.slots).count());
                        place = if holds { place + 1 } else { to };
                        continue;
                    }
                    Op::Test { test, to } if program.still[test as usize] => {
                        let holds = self.moment(run, position).met(&program.tests[test as usize]);
                        place = if holds { place + 1 } else { to };
                        continue;
                    }
                    Op::Take(taking) => {
                        let taking = &program.takings[taking as usize];
                        let mut lanes = taking.lanes;
                        match (&taking.rest, &taking.run) {
                            (None, _) => {}
                            (Some(_), Some((back, table))) => self.chase(run, (*back, table), &mut lanes),
                            (Some(set), None) if taking.still => {
                                let slots = self.moment(run, position).set(set, NOWHERE);
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
                        let taken = run.seeds.take(&lanes);
                        match taking.store {
                            None => run.hand += taken,
                            Some(_) => self.store(&mut run.seeds, position, taken),
                        }
                        place += 1;
                        continue;
                    }
                    Op::Mark(mark) => {
                        let Some(after) = self.marked(run, position, program.marks[mark as usize]) else {
                            return Fate::Open;
                        };
                        (run, reaped) = (after, self.harvest.reaped(position));
                        place += 1;
                        continue;
                    }
                    Op::Move(moving) => {
                        let Moving { seeds, from, to } = program.moves[moving as usize];
                        if run.seeds.get(from) < seeds {
                            return Fate::Open;
                        }
                        run.seeds.raise(from, -seeds);
                        match to.checked_sub(machine.lanes) {
                            None => run.seeds.raise(to, seeds),
                            Some(store) => position.stores[usize::from(store) % P] += seeds,
                        }
                        if to == run.here {
                            run.made = run.seeds.get(to);
                        }
                        place += 3;
                        continue;
                    }
                    Op::Effect(effect) => {
                        let Some(after) = self.effect(run, position, effect) else { return Fate::Open };
                        (run, reaped) = (after, self.harvest.reaped(position));
                        place += 1;
                        continue;
                    }
                    Op::Lift(sowing) => {
                        let at = self.slot_of(&program.sowings[sowing as usize].at, run, position);
                        if !machine.on_track[mover].has(at) {
                            return Fate::Open;
                        }
                        (run.from, count, into) = (at, run.seeds.get(at), false);
                        continue 'turn;
                    }
                    Op::Sow(sowing) => {
                        let sowing = &program.sowings[sowing as usize];
                        let turned = sowing.turning.after(run.way);
                        if turned != run.way {
                            let other = match position.marks == marks {
                                true => self.laps[turned as usize],
                                false => None,
                            };
                            let Some(other) = other.or_else(|| self.laps_among(position, turned)) else {
                                return Fate::Open;
                            };
                            (run.way, run.laps, group) = (turned, other, course.group(self.section, turned));
                        }
                        let at = self.slot_of(&sowing.at, run, position);
                        if sowing.by.is_some() || !machine.on_track[mover].has(at) {
                            return Fate::Open;
                        }
                        count = std::mem::take(&mut run.hand);
                        run.seeds.raise(at, count);
                        (run.from, into) = (at, sowing.into);
                        continue 'turn;
                    }
                    Op::Jump(to) => {
                        place = to;
                        continue;
                    }
                    Op::Verdict(verdict) => End::Decided(program.verdicts[verdict as usize]),
                    Op::Illegal => return Fate::Illegal,
                    _ => return Fate::Open,
                };
                match (ending, after) {
                    (Some(ending), _) => break 'turn if let End::Decided(_) = end { end } else { ending },
                    (None, Some(after)) if !end.is_over() => (ending, place) = (Some(end), after),
                    (None, _) => break 'turn end,
                }
            }
        };
        if run.hand > 0 {
            return Fate::Open;
        }
        if !PLAIN && !fed && after.is_none() {
            let fate = self.closed(end, run.seeds.occupied(), acted);
            if !matches!(fate, Fate::Done(_)) {
                return fate;
            }
        }
        position.seeds = run.seeds;
        if !PLAIN && watched.last_turn {
            (position.played, position.reached) = (hole, run.here);
        }
        if !PLAIN && watched.last_ways {
            position.went(mover, chosen);
        }
        position.turns[mover] += 1;
        if end == End::Next {
            machine.pass_on(position);
        }
        Fate::Done(end)
    }

    /// A moment of the turn, as conditions and sets ask about it.
    #[inline(always)]
    fn moment<'p>(
        &self,
        run: Run<'t, L>,
        position: &'p mut Position<L, P>,
    ) -> Moment<'t, L, P, &'p mut Position<L, P>> {
        position.seeds = run.seeds;
        let (machine, round, section) = (self.machine, self.round, self.section);
        let Run { here, from: origin, way, lap, made, hand, sown, .. } = run;
        Moment { machine, round, position, section, here, origin, way, lap, made, hand, laps: Some(run.laps), sown }
    }

    /// Marks fixed slots, or takes their marks away; `None` if no table sows the laps that follow.
    // by value: what lies behind a reference does not stay in registers
    #[inline(never)]
    fn marked(
        &self,
        run: Run<'t, L>,
        position: &mut Position<L, P>,
        (change, slots): (Change, L::Mask),
    ) -> Option<Run<'t, L>> {
        let mut now = self.moment(run, position);
        now.mark(change, slots);
        Some(Run { laps: now.laps?, ..run })
    }

    /// Carries out an effect that has no other form; `None` if it cannot be.
    #[inline(never)]
    fn effect(&self, run: Run<'t, L>, position: &mut Position<L, P>, effect: Place) -> Option<Run<'t, L>> {
        let (op, rule) = &self.course.program.effects[effect as usize];
        let mut now = self.moment(run, position);
        now.op(op, *rule).ok()?;
        let (laps, hand, made) = (now.laps?, now.hand, now.made);
        Some(Run { seeds: position.seeds, laps, hand, made, ..run })
    }

    /// The sowing tables for a direction, with the marks as they are now.
    #[inline(always)]
    fn laps_among(&self, position: &Position<L, P>, way: Way) -> Option<&'t Laps<L>> {
        let passed = Moment::at_rest(self.machine, self.round, position).always_passed_over();
        self.machine.sowers[self.mover][way as usize].laps(passed)
    }

    /// A slot on the board after a lap; [`NOWHERE`] if there is none.
    #[inline(always)]
    fn slot_of(&self, at: &At<L::Mask>, run: Run<'t, L>, position: &mut Position<L, P>) -> Slot {
        match at {
            At::Slot(slot) => *slot,
            At::EachWay(slots) => slots[run.way as usize],
            At::Origin => run.from,
            At::Ahead { steps, from } if let Some(slot) = run.laps.landing(*from, *steps) => slot,
            At::Ahead { .. } | At::Along { .. } | At::Only(_) => self.moment(run, position).found(at),
        }
    }

    /// Puts seeds into the mover's store.
    #[inline(always)]
    fn store(&self, seeds: &mut L, position: &mut Position<L, P>, taken: i32) {
        let store = self.machine.tables.layout.stores[self.mover];
        if store < self.machine.lanes { seeds.raise(store, taken) } else { position.stores[self.mover] += taken }
    }

    /// Whether a sowing of many laps is endless.
    #[cold]
    #[inline(never)]
    fn recurs(&self, long: &mut Long<L, P>, position: &Position<L, P>, run: Run<'_, L>) -> bool {
        let (machine, Run { seeds, sown, here, from, way, hand, lap, made, .. }) = (self.machine, run);
        // in most games no rule asks how many turns there were
        let turns = if machine.tables.turns_asked > 0 { position.turns } else { [0; P] };
        let position = Position { seeds, turns, ..*position };
        let state = Lapped { position, round: *self.round, section: self.section, sown, here, from, way, hand };
        long.recurs(&machine.circling, state, lap, made)
    }

    /// Adds the slots of a run that starts next to the last seed to `prey`.
    #[inline(always)]
    fn chase(&self, run: Run<'_, L>, (back, table): (bool, &[u64]), prey: &mut L) {
        let steps = &self.machine.steps[self.mover][run.way as usize][usize::from(back)];
        let origin_passed = self.machine.tables.movers[self.mover].skip.passes_origin();
        let store = self.machine.tables.layout.stores[self.mover];
        let mut at = run.here;
        // the track is a cycle and has at most this number of slots
        for _ in 0..L::LANES {
            at = steps.get(usize::from(at)).copied().unwrap_or(NOWHERE);
            if at == NOWHERE || at == run.here {
                return;
            }
            if run.laps.passed().has(at) || origin_passed && at == run.from {
                continue;
            }
            if !table.get(usize::from(at)).is_some_and(|numbers| tells(*numbers, run.seeds.get(at) as u64)) {
                return;
            }
            if at != store {
                prey.join(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::super::lanes::Bytes;
    use super::super::super::machine::Machine;
    use super::super::super::moves::Tried;
    use super::super::super::position::Round;
    use super::*;
    use mancala_rules::chance::{choice, generator};
    use mancala_rules::ruleset::Ruleset;
    use mancala_rules::source::Source;

    /// Plays every choice of the positions of a random game as a straight turn and in full. Returns how many were
    /// played to their end as straight turns, and how many in all.
    fn turns_of<const N: usize>(game: &str) -> (usize, usize)
    where
        Bytes<N>: Lanes,
    {
        turns_from(game, Machine::<Bytes<N>, 2>::at_start(game))
    }

    fn turns_from<L: Lanes>(
        game: &str,
        (machine, mut position, round): (Machine<L, 2>, Position<L, 2>, Round<L::Mask>),
    ) -> (usize, usize) {
        let (mut children, mut chance) = (Vec::new(), generator(1, 1));
        let (mut straight, mut all) = (0, 0);
        for _ in 0..60 {
            let first = machine.straight(&position, &round);
            for way in first.into_iter().chain(first.iter().flat_map(|first| first.others(&position))) {
                for direction in Way::BOTH {
                    for hole in way.offered(&position)[direction as usize].slots() {
                        let (mut after, mut in_full) = (position, position);
                        let fate = way.fate(&mut after, hole, direction);
                        let tried = way.play_in_full(&mut in_full, hole, direction).unwrap();
                        all += 1;
                        match fate {
                            Fate::Open => assert_eq!(after, position, "{game}"),
                            Fate::Illegal => assert_eq!(tried, Tried::Illegal, "{game}"),
                            Fate::Done(end) => assert_eq!((tried, after), (Tried::Done(end), in_full), "{game}"),
                        }
                        straight += usize::from(fate != Fate::Open);
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
    fn a_turn_of_many_laps_is_straight_where_an_endless_one_only_ends() {
        let (straight, all) = turns_of::<1>("el-arnab");
        assert!(all > 0 && straight == all, "{straight} of {all} turns");
    }

    #[test]
    fn a_mark_made_and_taken_away_in_one_turn_is_minded_at_once() {
        let text = "game \"Toggle\" {\n}\n\nboard {\n rows: 2\n columns: 5\n seeds: 3\n side: row\n}\n\
            move {\n from: own holes\n direction: counterclockwise\n begin: lift here, sow after here\n}\n\
            sowing {\n skip: holes where marked\n endless: illegal\n}\n\
            last seed, the first that fits {\n\
            when makes 4 -> mark d2, lift here, sow after here\n\
            when makes 5 -> unmark d2, lift here, sow after here\n\
            otherwise -> end turn\n}\n\
            before turn, the first that fits {\n when no legal move -> game over\n otherwise -> play\n}\n\
            each player scores: seeds in own holes\n";
        let rules = Ruleset::read(Source::new("toggle", text)).unwrap().rules().unwrap();
        let (straight, all) = turns_from("toggle", Machine::<Bytes<1>, 2>::of_rules(&rules));
        assert!(all > 50 && straight == all, "{straight} of {all} turns");
    }

    #[test]
    fn turns_that_feed_the_opponent_are_told_from_those_that_do_not() {
        let (machine, mut position, round) = Machine::<Bytes<1>, 2>::at_start("oware");
        for (slot, owner) in (0..).zip(&machine.tables.layout.owner) {
            if *owner == Some(1) {
                position.seeds.put(slot, 0);
            }
        }
        let way = machine.straight(&position, &round).unwrap();
        let ([holes, _], direction) = (way.offered(&position), Way::BOTH[0]);
        let fates = holes.slots().map(|hole| {
            let (mut after, mut in_full) = (position, position);
            let fate = way.fate(&mut after, hole, direction);
            let tried = way.play_in_full(&mut in_full, hole, direction).unwrap();
            assert_eq!(fate, if let Tried::Done(end) = tried { Fate::Done(end) } else { Fate::Illegal });
            assert_eq!(after, in_full);
            fate
        });
        let fates: Vec<Fate> = fates.collect();
        assert!([Fate::Illegal, Fate::Done(End::Next)].iter().all(|fate| fates.contains(fate)), "{fates:?}");
    }

    #[test]
    fn straight_turns_are_those_of_the_rules() {
        // a run of captures in two directions; a mark and what falls into it; fours taken on the way and captures after
        // an empty hole; captured seeds sown on; captures from both rows; relays into marked holes
        let two_rows = ["um-el-bagara", "pallanguzhi", "bosh", "um-el-banat", "cross-kalah", "ali-guli-mane"];
        // captures after the turn; fours that all but the last seed take; one seed left behind; several sections, one of
        // which takes marks away at its beginning; holes sown in the turn; marks of the chosen hole; seeds taken on the
        // way from holes that were marked in the same turn
        let two_rows = two_rows.into_iter().chain(["halusa", "obridje", "woaley", "ayoayo", "adjiboto", "deka"]);
        let wide = ["hus", "nsumbi", "katro-gorobaka", "toguz-kumalak", "lobudok", "kiothi", "sulus-nishtaw"];
        let of_two = two_rows.map(|game| (game, turns_of::<1>(game)));
        let of_wide = wide.map(|game| (game, turns_of::<2>(game)));
        for (game, (straight, all)) in of_two.into_iter().chain(of_wide) {
            assert!(all > 50 && 10 * straight > 8 * all, "{game}: {straight} of {all} turns");
        }
    }
}
