//! The board as a player faces it: whether a ply is smooth, and what comes of a hole that he plays.

use super::{LANES, Seen, get, total};
use crate::engine::endless::FREE_LAPS;
use crate::narrator::{MOST_LAPS, MOST_SOWN};
use crate::tables::{Lifting, NOWHERE};

/// Lanes of both sides.
pub(super) const BOTH: u8 = 2 * LANES;

/// So many numbers of seeds of a lane are sown from a table, none included.
pub(super) const SOWN: usize = 32;

/// Turns of more laps are played in another way.
const LONG: u32 = MOST_LAPS as u32;

// so many laps do not sow more than a turn may
const _: () = assert!(MOST_LAPS as i64 * (SEEDS as i64) < MOST_SOWN);

/// What sowing does as long as the same slots are passed over: by lane and seeds.
#[derive(Debug)]
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
#[derive(Clone, Copy, Debug)]
#[repr(align(256))]
pub(super) struct Face<'t> {
    /// Who faces it.
    pub player: u8,
    pub laps: &'t Laps,
    pub codes: &'t [u8; CODES],
    /// For every lane where its codes begin.
    pub rows: [u16; 32],
    pub closings: &'t [Option<Closing>],
    /// The lanes that may be chosen, a bit for each.
    pub from: u64,
    pub few: bool,
    /// Something must lie in each of these for a ply to be smooth; and if something may be chosen, in each of those.
    pub needs_all: [[u64; 2]; 4],
    pub needs: [[u64; 2]; 4],
    /// Whether not only the first of them matters.
    pub asks_more: bool,
    /// Where seeds must not lie between two numbers: a lane, [`WON`], [`LOST`] or [`NOWHERE`].
    pub spot: u8,
    pub apart: [i32; 2],
    pub lifting: Lifting,
    pub after: bool,
    pub origin_passed: bool,
    /// Where captures go: a lane of the own side, or beside the board.
    pub store: Option<u8>,
    /// Whether every choice is legal in a smooth ply.
    pub safe: bool,
    /// Whether some hole is ever sown on from.
    pub relays: bool,
    /// Whether he passes in a smooth ply if he has no legal move.
    pub passes: bool,
    pub endless_is_illegal: bool,
}

/// Seeds in the store of the player, in that of the other one, and nowhere.
pub(super) const WON: u8 = 0x80;
pub(super) const LOST: u8 = 0x81;

/// The board as both players face it, by player.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Faces<'t>(pub(super) [Face<'t>; 2]);

/// A turn that was played from tables alone: what lies on the sides, as its mover still faces them, and what was
/// captured to a store beside the board.
#[derive(Clone, Copy)]
pub(super) struct Turned {
    pub how: How,
    pub own: u64,
    pub others: u64,
    pub won: i32,
    /// The lanes that he marked, a bit for each.
    pub marks: u16,
}

impl Turned {
    /// What its mover still sees, if this was what he saw before.
    #[inline(always)]
    pub fn seen(self, before: Seen) -> Seen {
        Seen { own: self.own, others: self.others, won: before.won + self.won, lost: before.lost }
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
        if self.spot == NOWHERE {
            return true;
        }
        let held = match self.spot {
            WON => seen.won,
            LOST => seen.lost,
            lane => get(seen.own, seen.others, lane) as i32,
        };
        let [low, high] = self.apart;
        held < low || high < held
    }

    /// Whether he passes if he has no legal move.
    pub fn passes_on(&self, seen: Seen) -> bool {
        self.passes && self.needs_all.iter().all(|lanes| seen.holds_some(lanes)) && self.is_apart(seen)
    }

    /// The holes that may be chosen, a bit for each lane.
    #[inline(always)]
    pub fn holes(&self, seen: Seen) -> u64 {
        bits(seen.own) & self.from
    }

    /// Plays a hole of the own side that may be chosen, told by the bit with which it begins.
    #[inline(always)]
    pub fn play<const RELAYS: bool>(&self, seen: Seen, hole: u8) -> Turned {
        let (mut own, mut others) = (seen.own, seen.others);
        let hand = own >> (hole & 63) & 0xff;
        let into = if self.after { 0 } else { u64::from(self.lifting.into(hand as i32)) };
        let (mut from, mut sown, mut laps) = (hole, hand - into, 0);
        let (here, code) = loop {
            if sown >= SOWN as u64 {
                return Turned { how: How::Open, own, others, won: 0, marks: 0 };
            }
            let (here, made, code);
            (own, others, here, made, code) = self.lap(own, others, from, sown);
            if !RELAYS || code != RELAY {
                break (here, code);
            }
            laps += 1;
            if laps >= FREE_LAPS {
                return self.long(own, others, here);
            }
            (from, sown) = (here, made);
        };
        self.ended(own, others, code, from, here)
    }

    /// Sows so many seeds from a lane, fewer than [`SOWN`]: the sides after it, where the last one falls, how many it makes
    /// there, and what follows. All are told as values: what is pointed at does not stay in registers.
    #[inline(always)]
    fn lap(&self, own: u64, others: u64, from: u8, sown: u64) -> (u64, u64, u8, u64, u8) {
        let place = (usize::from(from) * (SOWN / 8) + sown as usize) % LAPS;
        let own = own.wrapping_add(self.laps.own[place]);
        let others = others.wrapping_add(self.laps.others[place]);
        let here = self.laps.last[place];
        let made = get(own, others, here);
        let code = self.codes[(usize::from(self.rows[usize::from(here / 8)]) + made as usize) % CODES];
        (own, others, here, made, code)
    }

    /// Plays on a turn that sows on for long. What never ends is found out by one state that is kept, and exchanged for a
    /// later one after twice as many laps (Brent): it comes back if any does.
    #[cold]
    #[inline(never)]
    fn long(&self, own: u64, others: u64, from: u8) -> Turned {
        let open = Turned { how: How::Open, own, others, won: 0, marks: 0 };
        let (mut own, mut others, mut from) = (own, others, from);
        let (mut kept, mut until) = ((own, others, from), FREE_LAPS * 2);
        for laps in FREE_LAPS + 1..LONG {
            let sown = get(own, others, from);
            if sown >= SOWN as u64 {
                return open;
            }
            let (here, code);
            (own, others, here, _, code) = self.lap(own, others, from, sown);
            if code != RELAY {
                return self.ended(own, others, code, from, here);
            }
            from = here;
            if kept == (own, others, from) {
                return if self.endless_is_illegal { Turned { how: How::Endless, ..open } } else { open };
            }
            if laps == until {
                (kept, until) = ((own, others, from), until * 2);
            }
        }
        open
    }

    /// How a turn ended.
    #[inline(always)]
    fn ended(&self, own: u64, others: u64, code: u8, from: u8, here: u8) -> Turned {
        match code {
            END => Turned { how: How::Next, own, others, won: 0, marks: 0 },
            AGAIN => Turned { how: How::Again, own, others, won: 0, marks: 0 },
            OPEN => Turned { how: How::Open, own, others, won: 0, marks: 0 },
            code => self.close(own, others, code, from / 8, here / 8),
        }
    }

    /// Closes a turn.
    #[inline(always)]
    fn close(&self, own: u64, others: u64, code: u8, from: u8, here: u8) -> Turned {
        let open = Turned { how: How::Open, own, others, won: 0, marks: 0 };
        let Some(Some(closing)) = self.closings.get(usize::from(code - CLOSINGS)) else { return open };
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
                let held = get(own, others, 8 * at);
                if held >= 64 || numbers[usize::from(at) % usize::from(BOTH)] >> (held & 63) & 1 == 0 {
                    break;
                }
                let lane = 0xff << (8 * (at % LANES));
                prey[0] |= if at < LANES { lane } else { 0 };
                prey[1] |= if at < LANES { 0 } else { lane };
            }
        }
        let left = [own & !prey[0], others & !prey[1]];
        let holds = match closing.guard {
            Guard::Always => true,
            Guard::Seeds(lane, low, high) => (low..=high).contains(&get(own, others, 8 * lane)),
            Guard::NoneLeft(slots) => (left[0] & slots[0]) | (left[1] & slots[1]) == 0,
        };
        let deed = if holds { closing.deeds[0] } else { closing.deeds[1] };
        let how = if deed.again { How::Again } else { How::Next };
        if !deed.captures {
            return Turned { how, own, others, won: 0, marks: deed.marks };
        }
        let captured = total(own & prey[0]) + total(others & prey[1]);
        match self.store {
            Some(lane) => {
                Turned { how, own: left[0] + (captured << (8 * lane)), others: left[1], won: 0, marks: deed.marks }
            }
            None => Turned { how, own: left[0], others: left[1], won: captured as i32, marks: deed.marks },
        }
    }
}

/// The lanes that hold something, a bit for each, if none holds more than 127.
#[inline(always)]
pub(super) fn bits(lanes: u64) -> u64 {
    const LOWER: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    ((lanes + LOWER) & !LOWER).wrapping_mul(0x0002_0408_1020_4081) >> 56
}
