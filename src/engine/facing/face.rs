//! The board as a player faces it: whether a ply is smooth, and what comes of a hole that he plays.

use std::cell::OnceCell;
use std::rc::Rc;

use super::finish::Finish;
use super::rounds::Rounds;
use super::{LANES, ONES, Seen, total};
use crate::engine::endless::FREE_LAPS;
use crate::narrator::{MOST_LAPS, MOST_SOWN};

/// Lanes of both sides.
pub(super) const BOTH: u8 = 2 * LANES;

/// So many numbers of seeds of a lane are sown from a table, none included.
pub(super) const SOWN: usize = 32;

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
    pub codes: &'t [u8; CODES],
    /// For every lane where its codes begin.
    pub rows: [u16; 32],
    pub closings: &'t [Closing],
    /// The highest bits of the lanes that may be chosen.
    pub from: u64,
    /// Something must lie in each of these for a ply to be smooth; and if something may be chosen, in each of those.
    pub needs_all: [[u64; 2]; 4],
    pub needs: [[u64; 2]; 4],
    /// Whether not only the first of them matters.
    pub asks_more: bool,
    /// Where seeds must not lie between two numbers: a lane, the first number, and by how much the second is more.
    pub apart: Option<(u8, u64, u64)>,
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
}

impl<'t> Faces<'t> {
    /// The board as the mover faces it, and as the other player does.
    #[inline(always)]
    pub(super) fn of(&self, mover: usize) -> (&Face<'t>, &Face<'t>) {
        (&self.by_player[mover & 1], &self.by_player[(1 - mover) & 1])
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
#[derive(Clone, Copy)]
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
#[derive(Clone, Copy, PartialEq, Eq)]
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

    /// Whether seeds do not lie between the numbers that they must not lie between.
    #[inline(always)]
    fn is_apart(&self, seen: Seen) -> bool {
        self.apart.is_none_or(|(lane, low, more)| seen.get(lane).wrapping_sub(low) > more)
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

    /// Plays a hole of the own side that may be chosen, told by the bit with which it begins.
    #[inline(always)]
    pub fn play<const RELAYS: bool>(&self, seen: Seen, hole: u8) -> Turned {
        let sown = self.sow::<RELAYS>(seen, hole);
        if RELAYS && sown.code == RELAY { self.long(sown.seen, sown.here) } else { self.ended(sown) }
    }

    /// Sows such a hole, and sows on from where that follows, for so many laps as nothing is looked at.
    #[inline(always)]
    pub fn sow<const RELAYS: bool>(&self, seen: Seen, hole: u8) -> Sown {
        let hand = seen.own >> (hole & 63) & 0xff;
        let (mut seen, mut here, mut made, mut code) = self.lap(self.first, seen, hole, hand);
        if hand >= SOWN as u64 {
            code = OPEN;
        }
        let (mut from, mut laps) = (hole, 1);
        while RELAYS && code == RELAY && laps < FREE_LAPS {
            from = here;
            let sown = made;
            (seen, here, made, code) = self.lap(self.laps, seen, from, sown);
            if sown >= SOWN as u64 {
                code = OPEN;
            }
            laps += 1;
        }
        Sown { seen, from, here, code }
    }

    /// Sows so many seeds from a lane, fewer than [`SOWN`]: what is seen after it, where the last one falls, how many it
    /// makes there, and what follows.
    #[inline(always)]
    fn lap(&self, laps: &Laps, seen: Seen, from: u8, sown: u64) -> (Seen, u8, u64, u8) {
        let place = (usize::from(from) * (SOWN / 8) + sown as usize) % LAPS;
        let own = seen.own.wrapping_add(laps.own[place]);
        let seen = Seen { own, others: seen.others.wrapping_add(laps.others[place]) };
        let here = laps.last[place];
        let made = seen.get(here);
        let code = self.codes[(usize::from(self.rows[usize::from(here / 8)]) + made as usize) % CODES];
        (seen, here, made, code)
    }

    /// Plays on a turn that sows on for long. What never ends is found out by states that are known to come back, or by
    /// one that is kept, and exchanged for a later one after twice as many laps (Brent): it comes back if any does.
    #[cold]
    #[inline(never)]
    fn long(&self, seen: Seen, from: u8) -> Turned {
        let open = Turned::unmarked(How::Open, seen);
        let endless = if self.endless_is_illegal { Turned { how: How::Endless, ..open } } else { open };
        let (mut seen, mut from) = (seen, from);
        let (mut kept, mut until) = ((seen, from), FREE_LAPS * 2);
        for laps in FREE_LAPS + 1..LONG {
            let sown = seen.get(from);
            if sown >= SOWN as u64 {
                return open;
            }
            let (here, code);
            (seen, here, _, code) = self.lap(self.laps, seen, from, sown);
            if code != RELAY {
                return self.ended(Sown { seen, from, here, code });
            }
            from = here;
            if self.rounds.has(seen, self.number | u64::from(from)) {
                return endless;
            }
            if kept == (seen, from) {
                self.remember(seen, from);
                return endless;
            }
            if laps == until {
                (kept, until) = ((seen, from), until * 2);
            }
        }
        open
    }

    /// Remembers a round in which laps follow each other for ever.
    fn remember(&self, seen: Seen, from: u8) {
        let (mut now, mut at) = (seen, from);
        loop {
            self.rounds.add(now, self.number | u64::from(at));
            (now, at, ..) = self.lap(self.laps, now, at, now.get(at));
            if (now, at) == (seen, from) {
                break;
            }
        }
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
        let left = Seen { own: seen.own & !prey[0], others: seen.others & !prey[1] };
        let holds = match closing.guard {
            Guard::Always => true,
            Guard::Seeds(lane, low, high) => (low..=high).contains(&seen.get(8 * lane)),
            Guard::NoneLeft(slots) => !left.holds_some(&slots),
        };
        let deed = if holds { closing.deeds[0] } else { closing.deeds[1] };
        let captured = total(seen.own & prey[0]) + total(seen.others & prey[1]);
        let taken = Seen { own: left.own + (captured << (self.store & 63)), others: left.others };
        Turned {
            how: if deed.again { How::Again } else { How::Next },
            seen: if deed.captures { taken } else { seen },
            marks: deed.marks,
        }
    }
}

/// All bits of each lane but the highest.
const LOWER: u64 = 0x7f * ONES;

/// A bit for each lane of which the highest bit is set; no other bit is.
#[inline(always)]
pub(super) fn bits(highest: u64) -> u64 {
    highest.wrapping_mul(0x0002_0408_1020_4081) >> 56
}

/// The first of some holes, of which the highest bits are set: the bit with which it begins.
#[inline(always)]
pub(super) fn lowest(holes: u64) -> u8 {
    holes.trailing_zeros() as u8 & !7
}
