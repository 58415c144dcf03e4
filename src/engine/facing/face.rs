//! Plays turns in lanes as a player faces them, and checks whether a ply is smooth.

use std::cell::OnceCell;
use std::rc::Rc;

use super::laps::{
    AGAIN, AWAY, BOTH, CLOSINGS, CODES, Closing, Deed, END, Guard, LAPS, Laps, Next, OPEN, RELAY, SEEDS, SOWN, STORE,
};
use super::packed::{self, Going, Packed};
use super::ranges::Ranges;
use super::{LANES, ONES, Seen};
use crate::engine::circling::{Circling, Signs};
use crate::engine::ended::Ended;
use crate::engine::state::FREE_LAPS;
use crate::game::{MOST_LAPS, MOST_SOWN};
use crate::tables::tells;

/// In each lane, the bits that are set only if it holds [`SOWN`] seeds or more.
pub(super) const TOO_MANY: u64 = ONES * (0xff - (SOWN as u64 - 1));

/// One state of a long turn in `1 << SIGN` is a sign; see [`Circling`].
const SIGN: u32 = 5;

/// A state of a long turn: the seeds, and the lane to sow from combined with the number of the board.
pub(super) type Lapped = (Seen, u64);

/// Turns of more laps are played in the general way.
const LONG: u32 = MOST_LAPS as u32;

// so the limit on seeds sown cannot be reached before the limit on laps
const _: () = assert!(MOST_LAPS as i64 * (SEEDS as i64) < MOST_SOWN);

/// How a game ends when a player is to move, while no mark changes and the position is not a repetition.
#[derive(Debug)]
pub(super) struct Finish {
    /// The rules in order: condition and end of the game (`None` if lanes do not suffice for it). Stops before the
    /// first rule whose condition cannot be evaluated in lanes.
    pub rules: Box<[(When, Option<Over>)]>,
}

/// A condition of [`Finish`].
#[derive(Clone, Copy, Debug)]
pub(super) enum When {
    /// Some lanes are empty.
    Empty([u64; 2]),
    /// The seeds of the lane at a bit offset lie between two numbers, both included.
    Seeds(u8, u64, u64),
    /// The player has no legal move.
    Stuck,
}

/// The end of a game.
#[derive(Debug)]
pub(super) struct Over {
    /// The seeds that are gathered first: masks of lanes, and the bit offset of the store they go to.
    pub takings: Box<[([u64; 2], u8)]>,
    /// For each player, masks of the lanes whose seeds are his score.
    pub scores: [[u64; 2]; 2],
    pub ended: Ended,
}

/// Tables for the turns of one player while no mark changes.
#[derive(Debug)]
#[repr(align(256))]
pub(super) struct Face<'t> {
    /// The player.
    pub player: u8,
    /// Laps of chosen holes (`first`) and of relays (`laps`).
    pub first: &'t Laps,
    pub laps: &'t Laps,
    /// Laps of a small board, and the bits of its marks.
    pub packed: Option<&'t Packed>,
    pub marks: u64,
    pub codes: &'t [u8; CODES],
    /// For each lane, the index of its first code.
    pub rows: [u16; 32],
    /// The ranges of seed counts with which a last seed may do more than end the turn, so that the codes must be read.
    pub busy: Ranges,
    pub closings: &'t [Closing],
    /// The first code of a closing that can relay.
    pub going: u8,
    /// The highest bit of each lane that may be chosen.
    pub from: u64,
    /// A ply is smooth only if each of these masks covers seeds. `needs` is enough if some hole can be chosen.
    pub needs_all: [[u64; 2]; 4],
    pub needs: [[u64; 2]; 4],
    /// Whether more than the first of the `needs` matters.
    pub asks_more: bool,
    /// Lanes that the player must feed: if they are empty, a choice is illegal iff they are still empty after it and
    /// nothing was taken from them, and no other rule is concerned.
    pub feeds: Option<[u64; 2]>,
    /// A ply is smooth only if no lane is in these ranges.
    pub apart: Option<Ranges>,
    pub origin_passed: bool,
    /// Bit offset of the lane on the own side that receives captures.
    pub store: u8,
    /// Mask of that lane if it is a store beside the board, where seeds stay; else 0.
    pub hoard: u64,
    /// Whether the player chooses among at most six holes.
    pub few: bool,
    /// Whether every choice is legal in a smooth ply.
    pub safe: bool,
    /// Whether some hole can relay.
    pub relays: bool,
    /// Whether no hole relays, the first of the `needs` and the stores beside the board decide whether a ply is smooth,
    /// and then every choice is legal.
    pub simple: bool,
    /// Whether a player without a legal move passes in a smooth ply.
    pub passes: bool,
    pub endless_is_illegal: bool,
    /// How a game ends when he is to move, made when first needed.
    pub finish: OnceCell<Finish>,
    /// States that lead to endless sowing, and the number of this board there, shifted above the bits of a lane.
    pub circling: Rc<Circling<Lapped>>,
    pub number: u64,
}

/// Tables for the turns of both players while no mark changes.
#[derive(Debug)]
pub(in crate::engine) struct Faces<'t> {
    pub(super) by_player: [Face<'t>; 2],
    /// Whether some hole can relay, and whether each player chooses among at most six holes.
    pub(super) relays: bool,
    pub(super) few: bool,
}

impl<'t> Faces<'t> {
    /// Combines the tables of both players.
    pub(super) fn new(by_player: [Face<'t>; 2]) -> Self {
        let (relays, few) = (by_player.iter().any(|face| face.relays), by_player.iter().all(|face| face.few));
        Faces { by_player, relays, few }
    }

    /// The tables of the mover, and those of the other player.
    #[inline(always)]
    pub(super) fn of(&self, mover: usize) -> (&Face<'t>, &Face<'t>) {
        (&self.by_player[mover & 1], &self.by_player[(1 - mover) & 1])
    }
}

/// A lap.
#[derive(Clone, Copy)]
pub(super) struct Lap {
    /// The board after it.
    pub seen: Seen,
    /// Its index in [`Laps`].
    pub place: usize,
}

impl Lap {
    /// Sows `sown` seeds, fewer than [`SOWN`], from the lane at bit offset `from`.
    #[inline(always)]
    pub fn of(laps: &Laps, seen: Seen, from: u8, sown: u64) -> Self {
        let place = (usize::from(from) * (SOWN / 8) + sown as usize) % LAPS;
        let own = seen.own.wrapping_add(laps.own[place]);
        Lap { seen: Seen { own, others: seen.others.wrapping_add(laps.others[place]) }, place }
    }
}

/// Turns that were sown in parallel, and the board before them.
pub(super) struct Abreast<'t> {
    packed: &'t Packed,
    turns: [Going; packed::SIDE as usize],
    seen: Seen,
}

impl Abreast<'_> {
    /// The turn from the hole at a bit offset.
    #[inline(always)]
    pub fn sown(&self, face: &Face<'_>, hole: u8) -> Sown {
        face.sown(self.packed, self.turns[usize::from(hole / LANES) % self.turns.len()], self.seen)
    }
}

/// A turn as far as laps go.
#[derive(Clone, Copy)]
pub(super) struct Sown {
    pub seen: Seen,
    /// Bit offsets of the lanes where the last lap started and ended.
    from: u8,
    here: u8,
    /// What follows the last lap.
    pub code: u8,
}

/// A turn that was played from tables alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turned {
    pub how: How,
    /// The board after it, still as its mover faces it.
    pub seen: Seen,
    /// The lanes that he marked, as a bit set.
    pub marks: u16,
}

impl Turned {
    /// A turn in which nothing was marked.
    #[inline(always)]
    fn unmarked(how: How, seen: Seen) -> Self {
        Turned { how, seen, marks: 0 }
    }
}

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// The other player is to move.
    Next,
    /// The same player is to move.
    Again,
    /// The sowing is endless, and therefore illegal.
    Endless,
    /// Tables do not decide.
    Open,
}

impl Face<'_> {
    /// Whether the ply is smooth, given that some hole may be chosen: the player moves if he has a legal move and the
    /// position is not a repetition.
    #[inline(always)]
    pub fn is_smooth(&self, seen: Seen) -> bool {
        let [first, rest @ ..] = &self.needs;
        seen.holds_some(first)
            && (!self.asks_more || rest.iter().all(|lanes| seen.holds_some(lanes)))
            && self.is_apart(seen)
    }

    /// Whether no lane is in the ranges `apart`.
    #[inline(always)]
    pub fn is_apart(&self, seen: Seen) -> bool {
        self.apart.is_none_or(|apart| apart.lanes(seen) == 0)
    }

    /// Whether the ply would be smooth but for feeding: some choices may be illegal because they do not feed the
    /// opponent.
    pub fn is_hungry(&self, seen: Seen) -> bool {
        let Some(fed) = self.feeds.filter(|fed| !seen.holds_some(fed)) else { return false };
        self.needs_all.iter().all(|lanes| *lanes == fed || seen.holds_some(lanes)) && self.is_apart(seen)
    }

    /// Whether a turn is legal; `None` if the general way must decide.
    pub fn allows(&self, before: Seen, after: &Turned) -> Option<bool> {
        match (after.how, self.feeds) {
            (How::Open, _) => None,
            (How::Endless, _) => Some(false),
            (_, Some(fed)) if !before.holds_some(&fed) && !after.seen.holds_some(&fed) => {
                let gained = (after.seen.own ^ before.own) & self.hoard;
                (self.hoard != 0 && gained == 0).then_some(false)
            }
            _ => Some(true),
        }
    }

    /// The busy lanes as a bit set, with bit [`BOTH`] set too: it stands for last seeds that need the codes.
    #[inline(always)]
    pub fn busy(&self, seen: Seen) -> u32 {
        self.busy.lanes(seen) | 1 << BOTH
    }

    /// Whether the player passes if he has no legal move.
    pub fn passes_on(&self, seen: Seen) -> bool {
        self.passes && self.needs_all.iter().all(|lanes| seen.holds_some(lanes)) && self.is_apart(seen)
    }

    /// The holes that may be chosen, as the highest bit of each lane.
    #[inline(always)]
    pub fn holes(&self, seen: Seen) -> u64 {
        // no lane holds more than 127
        (seen.own + LOWER) & self.from
    }

    /// Plays the own hole at bit offset `hole`, which may be chosen. `busy` is the result of [`Face::busy`].
    #[inline(always)]
    pub fn play<const RELAYS: bool>(&self, seen: Seen, busy: u32, hole: u8) -> Turned {
        let sown = self.sow::<RELAYS>(seen, busy, hole);
        if RELAYS { self.turned(sown) } else { self.ended(sown) }
    }

    /// Finishes a turn that [`Face::sow`] or [`Face::sow_all`] began.
    #[inline(always)]
    pub fn turned(&self, sown: Sown) -> Turned {
        if sown.code == RELAY { self.long(sown) } else { self.ended(sown) }
    }

    /// Sows the own hole at bit offset `hole` and relays from it, for a limited number of laps.
    #[inline(always)]
    pub fn sow<const RELAYS: bool>(&self, seen: Seen, busy: u32, hole: u8) -> Sown {
        let hand = seen.own >> (hole & 63) & 0xff;
        if hand >= SOWN as u64 {
            return Sown { seen, from: hole, here: hole, code: OPEN };
        }
        if RELAYS && let Some(packed) = self.packed {
            return self.sown(packed, packed.on(packed.begin(seen, self.marks, hole / 8, hand)), seen);
        }
        let lap = Lap::of(self.first, seen, hole, hand);
        let alone = self.first.alone[lap.place];
        if !RELAYS && busy >> alone & 1 == 0 {
            let code = if alone == STORE { AGAIN } else { END };
            return Sown { seen: lap.seen, from: hole, here: hole, code };
        }
        let (mut seen, mut here) = (lap.seen, self.first.last[lap.place]);
        let (mut made, mut code) = self.code(seen, here);
        let (mut from, mut laps) = (hole, 1);
        loop {
            if RELAYS && code >= self.going {
                Sown { seen, here, code, .. } = self.went(Sown { seen, from, here, code });
                made = seen.get(here);
            }
            if !(RELAYS && code == RELAY && laps < FREE_LAPS) {
                break;
            }
            if made >= SOWN as u64 {
                code = OPEN;
                break;
            }
            from = here;
            let lap = Lap::of(self.laps, seen, from, made);
            (seen, here) = (lap.seen, self.laps.last[lap.place]);
            (made, code) = self.code(seen, here);
            laps += 1;
        }
        Sown { seen, from, here, code }
    }

    /// What a turn comes to by a closing that can relay: if it does, `here` is where it does.
    #[inline(always)]
    fn went(&self, sown: Sown) -> Sown {
        let Some(closing) = self.closings.get(usize::from(sown.code.wrapping_sub(CLOSINGS))) else { return sown };
        let prey = self.prey(closing, sown);
        let deed = self.deed(closing, sown.seen, &prey);
        let Next::Relay(at) = deed.then else { return sown };
        let seen = if deed.captures { self.captured(sown.seen, &prey) } else { sown.seen };
        let here = if at == AWAY { sown.here } else { at };
        deed.moved(seen).map_or(sown, |seen| Sown { seen, here, code: RELAY, ..sown })
    }

    /// Sows holes of a small board in parallel. The results of other lanes are meaningless. `None` on other boards, or
    /// if a hole has too many seeds.
    #[inline(always)]
    pub fn sow_all(&self, seen: Seen, holes: u64) -> Option<Abreast<'_>> {
        let packed = self.packed?;
        let chosen = seen.own & all_of(holes);
        if chosen & TOO_MANY != 0 {
            return None;
        }
        let begin = |lane| packed.begin(seen, self.marks, lane as u8, chosen >> (8 * lane) & 0xff);
        let mut turns = std::array::from_fn(begin);
        packed.all_on(&mut turns);
        Some(Abreast { packed, turns, seen })
    }

    /// Unpacks a turn on a small board. `from` is set to `here`, since nothing depends on it.
    #[inline(always)]
    fn sown(&self, packed: &Packed, turn: Going, before: Seen) -> Sown {
        let here = turn.here();
        Sown { seen: turn.seen(before), from: here, here, code: packed.code(turn) }
    }

    /// The number of seeds where the last seed of a lap fell, and what follows.
    #[inline(always)]
    fn code(&self, seen: Seen, here: u8) -> (u64, u8) {
        let made = seen.get(here);
        (made, self.codes[(usize::from(self.rows[usize::from(here / 8)]) + made as usize) % CODES])
    }

    /// Whether a turn that [`Face::sow`] or [`Face::sow_all`] began is legal; `None` if tables do not decide.
    #[inline(always)]
    pub fn is_legal(&self, sown: Sown) -> Option<bool> {
        match sown.code {
            OPEN => None,
            RELAY => match self.long(sown).how {
                How::Open => None,
                how => Some(how != How::Endless),
            },
            _ => Some(true),
        }
    }

    /// Finishes a turn of many laps.
    #[cold]
    #[inline(never)]
    fn long(&self, sown: Sown) -> Turned {
        let ended = if let Some(packed) = self.packed {
            let lap = |at: Going| {
                let (next, change) = packed.lap(at);
                if change == 0 { Err(self.sown(packed, at, sown.seen)) } else { Ok(next) }
            };
            self.until_ended(Going::of(sown.seen, self.marks, sown.here), lap, |at| (at.state(), self.number))
        } else {
            let lap = |(seen, from): (Seen, u8)| {
                let hand = seen.get(from);
                if hand >= SOWN as u64 {
                    return Err(Sown { seen, from, here: from, code: OPEN });
                }
                let lap = Lap::of(self.laps, seen, from, hand);
                let here = self.laps.last[lap.place];
                let (_, code) = self.code(lap.seen, here);
                let sown = Sown { seen: lap.seen, from, here, code };
                let sown = if code >= self.going { self.went(sown) } else { sown };
                if sown.code == RELAY { Ok((sown.seen, sown.here)) } else { Err(sown) }
            };
            self.until_ended((sown.seen, sown.here), lap, |(seen, from)| (seen, self.number | u64::from(from)))
        };
        match ended {
            Ok(sown) => self.ended(sown),
            Err(true) if self.endless_is_illegal => Turned::unmarked(How::Endless, sown.seen),
            Err(_) => Turned::unmarked(How::Open, sown.seen),
        }
    }

    /// Sows on until the turn ends or proves endless. It is endless if it reaches a state in [`Circling`] or repeats a
    /// kept state, which is replaced by a later one each time the number of laps has doubled (Brent).
    #[inline(always)]
    fn until_ended<S: Copy + PartialEq>(
        &self,
        from: S,
        lap: impl Fn(S) -> Result<S, Sown>,
        state: impl Fn(S) -> Lapped,
    ) -> Result<Sown, bool> {
        let (mut now, mut kept, mut until) = (from, from, FREE_LAPS * 2);
        // signs on the way, which lead to endless sowing if this turn is endless
        let mut signs = Signs::default();
        for laps in FREE_LAPS + 1..LONG {
            now = match lap(now) {
                Ok(next) => next,
                Err(sown) => return Ok(sown),
            };
            let lapped = state(now);
            if kept == now {
                self.circling.add(&signs, true);
                return Err(true);
            }
            let hash = lapped.0.mixed();
            if Circling::<Lapped>::is_sign(hash, SIGN) && self.circling.knows(hash, lapped, laps, &mut signs) {
                return Err(true);
            }
            if laps == until {
                (kept, until) = (now, until * 2);
            }
        }
        Err(false)
    }

    /// How a turn ended; [`How::Open`] if it would relay.
    #[inline(always)]
    pub fn ended(&self, sown: Sown) -> Turned {
        let Sown { seen, code, .. } = sown;
        match code {
            END => Turned::unmarked(How::Next, seen),
            AGAIN => Turned::unmarked(How::Again, seen),
            code => match self.closings.get(usize::from(code.wrapping_sub(CLOSINGS))) {
                Some(closing) => self.close(closing, sown),
                None => Turned::unmarked(How::Open, seen),
            },
        }
    }

    /// Closes a turn.
    #[inline(always)]
    fn close(&self, closing: &Closing, sown: Sown) -> Turned {
        let prey = self.prey(closing, sown);
        let deed = self.deed(closing, sown.seen, &prey);
        let how = match deed.then {
            Next::Turn => How::Next,
            Next::Again => How::Again,
            Next::Relay(_) => How::Open,
        };
        let captured = self.captured(sown.seen, &prey);
        let seen = if deed.captures { captured } else { sown.seen };
        let open = Turned::unmarked(How::Open, sown.seen);
        deed.moved(seen).map_or(open, |seen| Turned { how, seen, marks: deed.marks })
    }

    /// The lanes of the prey.
    #[inline(always)]
    fn prey(&self, closing: &Closing, sown: Sown) -> [u64; 2] {
        let (seen, from, here) = (sown.seen, sown.from / 8, sown.here / 8);
        let mut prey = closing.prey;
        if let Some((back, numbers)) = &closing.run {
            let next = &self.laps.next[usize::from(*back)];
            let mut at = here;
            // a run covers at most all lanes
            for _ in 0..BOTH {
                at = next[usize::from(at) % usize::from(BOTH)];
                if at == here || at >= BOTH {
                    break;
                }
                if self.origin_passed && at == from {
                    continue;
                }
                if !tells(numbers[usize::from(at) % usize::from(BOTH)], seen.get(8 * at)) {
                    break;
                }
                let lane = 0xff << (8 * (at % LANES));
                prey[0] |= if at < LANES { lane } else { 0 };
                prey[1] |= if at < LANES { 0 } else { lane };
            }
        }
        prey
    }

    /// What happens at a closing.
    #[inline(always)]
    fn deed<'c>(&self, closing: &'c Closing, seen: Seen, prey: &[u64; 2]) -> &'c Deed {
        let (guard, first) = &closing.first;
        if self.holds(guard, seen, prey) {
            return first;
        }
        for (guard, deed) in &closing.between {
            if self.holds(guard, seen, prey) {
                return deed;
            }
        }
        &closing.last
    }

    #[inline(always)]
    fn holds(&self, guard: &Guard, seen: Seen, prey: &[u64; 2]) -> bool {
        match guard {
            Guard::Always => true,
            Guard::Seeds(lane, low, high) => (*low..=*high).contains(&seen.get(8 * lane)),
            Guard::NoneLeft(lanes) => !seen.without(prey).holds_some(lanes),
            Guard::Marked(lane, players) => self.is_marked(*lane, *players),
        }
    }

    /// The board once the prey is captured.
    #[inline(always)]
    fn captured(&self, seen: Seen, prey: &[u64; 2]) -> Seen {
        let left = seen.without(prey);
        Seen { own: left.own + (seen.held(prey) << (self.store & 63)), others: left.others }
    }

    /// Whether one of some players, given as a bit set, marked a lane.
    fn is_marked(&self, lane: u8, players: u32) -> bool {
        let mark = usize::from(self.rows[usize::from(lane)]) / SEEDS / usize::from(BOTH);
        mark > 0 && players >> (mark - 1) & 1 != 0
    }
}

/// Mask of all bits but the highest of each lane.
pub(super) const LOWER: u64 = 0x7f * ONES;

/// Gathers the highest bit of each lane into a bit set of lanes. No other bit may be set.
#[inline(always)]
pub(super) fn bits(highest: u64) -> u64 {
    highest.wrapping_mul(0x0002_0408_1020_4081) >> 56
}

/// Mask of all bits of the lanes whose highest bits are set.
#[inline(always)]
pub(super) fn all_of(holes: u64) -> u64 {
    holes | (holes - (holes >> 7))
}

/// Bit offset of the first of some holes, given by their highest bits.
#[inline(always)]
pub(super) fn lowest(holes: u64) -> u8 {
    holes.trailing_zeros() as u8 & !7
}
