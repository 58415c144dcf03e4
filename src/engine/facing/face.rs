//! The board as a player faces it: whether a ply is smooth, and what comes of a hole that he plays.

use std::cell::OnceCell;
use std::rc::Rc;

use super::finish::Finish;
use super::packed::{self, Going, Packed};
use super::ranges::Ranges;
use super::rounds::Rounds;
use super::{LANES, ONES, Seen};
use crate::engine::endless::FREE_LAPS;
use crate::game::{MOST_LAPS, MOST_SOWN};

/// Lanes of both sides.
pub(super) const BOTH: u8 = 2 * LANES;

/// Stands for a lane that gives another turn. Bits of busy lanes: one for each lane, one that is always set, and this one,
/// which never is.
pub(super) const STORE: u8 = BOTH + 1;

/// So many numbers of seeds of a lane are sown from a table, none included.
pub(super) const SOWN: usize = 32;

/// The bits of a lane with which more lie there, in all lanes.
pub(super) const TOO_MANY: u64 = ONES * (0xff - (SOWN as u64 - 1));

/// So many signs that a turn may be endless are kept.
const SIGNS: usize = 64;

/// Turns of more laps are played in another way.
const LONG: u32 = MOST_LAPS as u32;

// so many laps do not sow more than a turn may
const _: () = assert!(MOST_LAPS as i64 * (SEEDS as i64) < MOST_SOWN);

/// What sowing does as long as the same slots are passed over: by lane and seeds.
#[derive(Clone, Debug)]
pub(super) struct Laps {
    /// What is added to the own side.
    pub own: [u64; LAPS],
    /// And to the other one.
    pub others: [u64; LAPS],
    /// The lane of the last seed, by the bit with which it begins.
    pub last: [u8; LAPS],
    /// The number of that lane, if no other seed falls there and none is lifted there; [`STORE`] if the mover moves again
    /// whatever lies there; else [`BOTH`].
    pub alone: [u8; LAPS],
    /// Whether some of them give another turn so.
    pub stores: bool,
    /// The next lane: along the sowing, and against it.
    pub next: [[u8; BOTH as usize]; 2],
}

pub(super) const LAPS: usize = BOTH as usize * SOWN;

/// How a turn is closed.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    /// The lanes of the prey, own and others.
    pub prey: [u64; 2],
    /// Whether a run that belongs to it goes against the sowing, and the numbers of seeds with which it goes on.
    pub run: Option<(bool, Box<[u64; BOTH as usize]>)>,
    pub guard: Guard,
    /// What is done if the guard holds, and if not.
    pub deeds: [Deed; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Guard {
    Always,
    /// The seeds of a lane lie between two numbers.
    Seeds(u8, u64, u64),
    /// Nothing is left in these lanes once the prey is taken.
    NoneLeft([u64; 2]),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Deed {
    pub captures: bool,
    /// A bit for each lane.
    pub marks: u16,
    pub again: bool,
}

/// Numbers of seeds of a lane: no board that is played this way holds more.
pub(super) const SEEDS: usize = 128;

/// Codes of all marks, and those of no lane.
pub(super) const CODES: usize = 8192;

/// Where the codes of a lane begin that is marked so.
pub(super) fn row(mark: usize, lane: u8) -> u16 {
    ((mark * usize::from(BOTH) + usize::from(lane)) * SEEDS) as u16
}

/// What comes of a lap that is neither sown on from nor left open: codes of [`Seat`].
pub(super) const RELAY: u8 = 0;
pub(super) const END: u8 = 1;
pub(super) const AGAIN: u8 = 2;
pub(super) const OPEN: u8 = 3;
pub(super) const CLOSINGS: u8 = 4;

/// The board as one player faces it, as long as no mark changes.
#[derive(Debug)]
#[repr(align(256))]
pub(super) struct Face<'t> {
    /// Who faces it.
    pub player: u8,
    /// What sowing a chosen hole does, and what sowing on does.
    pub first: &'t Laps,
    pub laps: &'t Laps,
    /// The same on a small board, and what is marked there.
    pub packed: Option<&'t Packed>,
    pub marks: u64,
    pub codes: &'t [u8; CODES],
    /// For every lane where its codes begin.
    pub rows: [u16; 32],
    /// With how many seeds a last one may do more in a lane than to end the turn: there the codes have to be looked at.
    pub busy: Ranges,
    pub closings: &'t [Closing],
    /// The highest bits of the lanes that may be chosen.
    pub from: u64,
    /// Something must lie in each of these for a ply to be smooth; and if something may be chosen, in each of those.
    pub needs_all: [[u64; 2]; 4],
    pub needs: [[u64; 2]; 4],
    /// Whether not only the first of them matters.
    pub asks_more: bool,
    /// Those of them that he has to feed: where nothing lies there, a choice is forbidden just if nothing lies there
    /// after it either and nothing was taken from there, and no more than that is the matter.
    pub feeds: Option<[u64; 2]>,
    /// Numbers that no lane must hold for a ply to be smooth.
    pub apart: Option<Ranges>,
    pub origin_passed: bool,
    /// The lane of the own side where captures go, by the bit with which it begins.
    pub store: u8,
    /// All bits of that lane if it lies beside the board: what is there stays there.
    pub hoard: u64,
    /// Whether he chooses among six holes at most.
    pub few: bool,
    /// Whether every choice is legal in a smooth ply.
    pub safe: bool,
    /// Whether some hole is ever sown on from.
    pub relays: bool,
    /// Whether no lap is sown on from, the first of the needs and what lies beside the board tell whether a ply is smooth,
    /// and every choice is legal then.
    pub simple: bool,
    /// Whether he passes in a smooth ply if he has no legal move.
    pub passes: bool,
    pub endless_is_illegal: bool,
    /// How a game ends when he is to move, as far as it was needed.
    pub finish: OnceCell<Finish>,
    /// Turns that go round for ever, and what tells this board from others there, above the bits of a lane.
    pub rounds: Rc<Rounds>,
    pub number: u64,
}

/// The board as both players face it, as long as no mark changes.
#[derive(Debug)]
pub(in crate::engine) struct Faces<'t> {
    pub(super) by_player: [Face<'t>; 2],
    /// Whether some hole is ever sown on from, and whether each chooses among six holes at most.
    pub(super) relays: bool,
    pub(super) few: bool,
}

impl<'t> Faces<'t> {
    /// The board as both players face it.
    pub(super) fn new(by_player: [Face<'t>; 2]) -> Self {
        let (relays, few) = (by_player.iter().any(|face| face.relays), by_player.iter().all(|face| face.few));
        Faces { by_player, relays, few }
    }

    /// The board as the mover faces it, and as the other player does.
    #[inline(always)]
    pub(super) fn of(&self, mover: usize) -> (&Face<'t>, &Face<'t>) {
        (&self.by_player[mover & 1], &self.by_player[(1 - mover) & 1])
    }
}

/// A lap.
#[derive(Clone, Copy)]
pub(super) struct Lap {
    /// What is seen after it.
    pub seen: Seen,
    /// Where it is found among the laps.
    pub place: usize,
}

impl Lap {
    /// Sows so many seeds from a lane, fewer than [`SOWN`].
    #[inline(always)]
    pub fn of(laps: &Laps, seen: Seen, from: u8, sown: u64) -> Self {
        let place = (usize::from(from) * (SOWN / 8) + sown as usize) % LAPS;
        let own = seen.own.wrapping_add(laps.own[place]);
        Lap { seen: Seen { own, others: seen.others.wrapping_add(laps.others[place]) }, place }
    }
}

/// Turns that were sown side by side, of what was seen before.
pub(super) struct Abreast<'t> {
    packed: &'t Packed,
    turns: [Going; packed::SIDE as usize],
    seen: Seen,
}

impl Abreast<'_> {
    /// The turn from a hole, told by the bit with which it begins.
    #[inline(always)]
    pub fn sown(&self, face: &Face<'_>, hole: u8) -> Sown {
        face.sown(self.packed, self.turns[usize::from(hole / LANES) % self.turns.len()], self.seen)
    }
}

/// A turn as far as laps go.
#[derive(Clone, Copy)]
pub(super) struct Sown {
    pub seen: Seen,
    /// Where the last lap left from, and where it ended: the bits with which the lanes begin.
    from: u8,
    here: u8,
    /// What follows.
    pub code: u8,
}

/// A turn that was played from tables alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turned {
    pub how: How,
    /// What its mover still sees.
    pub seen: Seen,
    /// The lanes that he marked, a bit for each.
    pub marks: u16,
}

impl Turned {
    /// A turn in which nothing was marked.
    #[inline(always)]
    fn unmarked(how: How, seen: Seen) -> Self {
        Turned { how, seen, marks: 0 }
    }
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// The other player is to move.
    Next,
    /// The same player is to move.
    Again,
    /// It never ends, and that is not allowed.
    Endless,
    /// Tables alone do not decide.
    Open,
}

impl Face<'_> {
    /// Whether the player surely moves if he has a legal move and the position does not come back; something may be
    /// chosen.
    #[inline(always)]
    pub fn is_smooth(&self, seen: Seen) -> bool {
        let [first, rest @ ..] = &self.needs;
        seen.holds_some(first)
            && (!self.asks_more || rest.iter().all(|lanes| seen.holds_some(lanes)))
            && self.is_apart(seen)
    }

    /// Whether no lane holds a number of seeds that it must not hold.
    #[inline(always)]
    pub fn is_apart(&self, seen: Seen) -> bool {
        self.apart.is_none_or(|apart| apart.lanes(seen) == 0)
    }

    /// Whether he surely moves if he has a legal move, but some choices may not feed the other player.
    pub fn is_hungry(&self, seen: Seen) -> bool {
        let Some(fed) = self.feeds.filter(|fed| !seen.holds_some(fed)) else { return false };
        self.needs_all.iter().all(|lanes| *lanes == fed || seen.holds_some(lanes)) && self.is_apart(seen)
    }

    /// Whether a turn that was played from what was seen before is allowed; none if that has to be looked up.
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

    /// The busy lanes, a bit for each; and one more bit, for a last seed of which only the lap itself tells.
    #[inline(always)]
    pub fn busy(&self, seen: Seen) -> u32 {
        self.busy.lanes(seen) | 1 << BOTH
    }

    /// Whether he passes if he has no legal move.
    pub fn passes_on(&self, seen: Seen) -> bool {
        self.passes && self.needs_all.iter().all(|lanes| seen.holds_some(lanes)) && self.is_apart(seen)
    }

    /// The holes that may be chosen, by the highest bit of each lane.
    #[inline(always)]
    pub fn holes(&self, seen: Seen) -> u64 {
        // no lane holds more than 127
        (seen.own + LOWER) & self.from
    }

    /// Plays a hole of the own side that may be chosen, told by the bit with which it begins; `busy` are the busy lanes.
    #[inline(always)]
    pub fn play<const RELAYS: bool>(&self, seen: Seen, busy: u32, hole: u8) -> Turned {
        let sown = self.sow::<RELAYS>(seen, busy, hole);
        if RELAYS { self.turned(sown) } else { self.ended(sown) }
    }

    /// Plays on a turn that was sown for as many laps as nothing is looked at.
    #[inline(always)]
    pub fn turned(&self, sown: Sown) -> Turned {
        if sown.code == RELAY { self.long(sown) } else { self.ended(sown) }
    }

    /// Sows such a hole, and sows on from where that follows, for so many laps as nothing is looked at.
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
        while RELAYS && code == RELAY && laps < FREE_LAPS {
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

    /// Sows these holes side by side on a small board. What comes of other lanes means nothing. None on other boards, or if
    /// too many lie in a hole.
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

    /// A turn on a small board, as far as it was sown, and what was seen before. Nothing that comes of it depends on where
    /// it was sown from.
    #[inline(always)]
    fn sown(&self, packed: &Packed, turn: Going, before: Seen) -> Sown {
        let here = turn.here();
        Sown { seen: turn.seen(before), from: here, here, code: packed.code(turn) }
    }

    /// How many lie where the last seed of a lap fell, and what follows.
    #[inline(always)]
    fn code(&self, seen: Seen, here: u8) -> (u64, u8) {
        let made = seen.get(here);
        (made, self.codes[(usize::from(self.rows[usize::from(here / 8)]) + made as usize) % CODES])
    }

    /// Whether a turn is legal that was sown for as many laps as nothing is looked at; none if tables alone do not tell.
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

    /// Plays on a turn that sows on for long.
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
                if code == RELAY { Ok((lap.seen, here)) } else { Err(Sown { seen: lap.seen, from, here, code }) }
            };
            self.until_ended((sown.seen, sown.here), lap, |(seen, from)| (seen, self.number | u64::from(from)))
        };
        match ended {
            Ok(sown) => self.ended(sown),
            Err(true) if self.endless_is_illegal => Turned::unmarked(How::Endless, sown.seen),
            Err(_) => Turned::unmarked(How::Open, sown.seen),
        }
    }

    /// Sows on from lap to lap until the turn has ended; or tells whether it never ends. That is found out by states that
    /// are known to come back, or by one that is kept, and exchanged for a later one after twice as many laps (Brent): it
    /// comes back if any does.
    #[inline(always)]
    fn until_ended<S: Copy + PartialEq>(
        &self,
        from: S,
        lap: impl Fn(S) -> Result<S, Sown>,
        state: impl Fn(S) -> (Seen, u64),
    ) -> Result<Sown, bool> {
        let (mut now, mut kept, mut until) = (from, from, FREE_LAPS * 2);
        // signs on the way, that lead to a round if the turn does
        let (mut signs, mut met) = ([(Seen::default(), 0); SIGNS], 0);
        for laps in FREE_LAPS + 1..LONG {
            now = match lap(now) {
                Ok(next) => next,
                Err(sown) => return Ok(sown),
            };
            let (seen, number) = state(now);
            let mut endless = kept == now;
            if let Some(place) = Rounds::place(seen) {
                endless |= self.rounds.has(place, seen, number);
                signs[met % SIGNS] = (seen, number);
                met += 1;
            }
            if endless {
                for (seen, number) in &signs[..met.min(SIGNS)] {
                    self.rounds.add(*seen, *number);
                }
                return Err(true);
            }
            if laps == until {
                (kept, until) = (now, until * 2);
            }
        }
        Err(false)
    }

    /// How a turn ended; that is left open if it is sown on.
    #[inline(always)]
    pub fn ended(&self, sown: Sown) -> Turned {
        let Sown { seen, from, here, code } = sown;
        match code {
            END => Turned::unmarked(How::Next, seen),
            AGAIN => Turned::unmarked(How::Again, seen),
            code => match self.closings.get(usize::from(code.wrapping_sub(CLOSINGS))) {
                Some(closing) => self.close(closing, seen, from / 8, here / 8),
                None => Turned::unmarked(How::Open, seen),
            },
        }
    }

    /// Closes a turn.
    #[inline(always)]
    fn close(&self, closing: &Closing, seen: Seen, from: u8, here: u8) -> Turned {
        let mut prey = closing.prey;
        if let Some((back, numbers)) = &closing.run {
            let next = &self.laps.next[usize::from(*back)];
            let mut at = here;
            // it comes round after as many lanes as there are
            for _ in 0..BOTH {
                at = next[usize::from(at) % usize::from(BOTH)];
                if at == here || at >= BOTH {
                    break;
                }
                if self.origin_passed && at == from {
                    continue;
                }
                let held = seen.get(8 * at);
                if held >= 64 || numbers[usize::from(at) % usize::from(BOTH)] >> (held & 63) & 1 == 0 {
                    break;
                }
                let lane = 0xff << (8 * (at % LANES));
                prey[0] |= if at < LANES { lane } else { 0 };
                prey[1] |= if at < LANES { 0 } else { lane };
            }
        }
        let left = seen.without(&prey);
        let holds = match closing.guard {
            Guard::Always => true,
            Guard::Seeds(lane, low, high) => (low..=high).contains(&seen.get(8 * lane)),
            Guard::NoneLeft(slots) => !left.holds_some(&slots),
        };
        let deed = if holds { closing.deeds[0] } else { closing.deeds[1] };
        let captured = seen.held(&prey);
        let taken = Seen { own: left.own + (captured << (self.store & 63)), others: left.others };
        Turned {
            how: if deed.again { How::Again } else { How::Next },
            seen: if deed.captures { taken } else { seen },
            marks: deed.marks,
        }
    }
}

/// All bits of each lane but the highest.
pub(super) const LOWER: u64 = 0x7f * ONES;

/// A bit for each lane of which the highest bit is set; no other bit is.
#[inline(always)]
pub(super) fn bits(highest: u64) -> u64 {
    highest.wrapping_mul(0x0002_0408_1020_4081) >> 56
}

/// All bits of some holes, of which the highest bits are set.
#[inline(always)]
pub(super) fn all_of(holes: u64) -> u64 {
    holes | (holes - (holes >> 7))
}

/// The first of some holes, of which the highest bits are set: the bit with which it begins.
#[inline(always)]
pub(super) fn lowest(holes: u64) -> u8 {
    holes.trailing_zeros() as u8 & !7
}
