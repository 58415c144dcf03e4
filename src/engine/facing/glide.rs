//! Smooth plies of random games: nothing of them has to be looked at but the words.

use rand::Rng;

use super::Seen;
use super::face::{Faces, How};
use crate::chance::Generator;

/// Up to six holes divide a draw into equal shares: each is a number of these parts.
const PARTS: u64 = 60;

/// The hole that was drawn, as the bit with which it begins: by the holes that may be chosen, a bit each, and the part.
static DRAWN: [[u8; 64]; 64] = {
    let mut all = [[0; 64]; 64];
    let mut holes = 1_u32;
    while holes < 64 {
        let mut part = 0;
        while part < PARTS as usize {
            let mut before = part * holes.count_ones() as usize / PARTS as usize;
            let mut rest = holes;
            while before > 0 {
                rest &= rest - 1;
                before -= 1;
            }
            all[holes as usize][part] = 8 * rest.trailing_zeros() as u8;
            part += 1;
        }
        holes += 1;
    }
    all
};

/// Why a glide came to its end.
#[derive(Clone, Copy)]
pub(in crate::engine) enum Why {
    /// The rules have to be looked at.
    Stands,
    /// The position is repeated.
    Repeated,
    /// A player has marked lanes that he faces, a bit for each.
    Marked(u8, u16),
    /// He has no legal move.
    Stuck,
    /// A lane was drawn of these, a bit for each, and tables alone do not tell what comes of it.
    Drawn(u8, u8),
}

/// Where a glide came to.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Glide {
    pub seen: Seen,
    pub mover: usize,
    pub plies: u64,
    pub why: Why,
}

/// Positions that stood since the last change that nothing takes back.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Trail {
    /// Those of this game, so many of them, and what is left of earlier ones: the sides, and the marks.
    stood: Vec<[u64; 3]>,
    /// What is marked now.
    pub marks: u64,
    len: usize,
    /// The number of the first of them, counted on from game to game.
    first: u64,
    /// For each kind of position the number of the last of that kind plus one.
    last: Box<[u64; KINDS]>,
    /// From this occurrence on a position is repeated.
    repeats: u32,
}

/// Kinds of positions that are told apart before they are compared in full.
const KINDS: usize = 512;

impl Trail {
    /// Nothing has stood yet.
    pub fn new(repeats: u32) -> Self {
        Trail { stood: vec![[0; 3]; KINDS], marks: 0, len: 0, first: 0, last: Box::new([0; KINDS]), repeats }
    }

    /// What stood before cannot come back.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.first += self.len as u64;
        self.len = 0;
    }

    /// Counts a position; tells whether it is repeated now.
    #[inline(always)]
    pub fn stands(&mut self, own: u64, others: u64, player: u8) -> bool {
        // what lies on the sides differs from its complement: no board holds so many seeds
        let own = own ^ u64::from(player).wrapping_neg();
        let mixed = (own.rotate_left(29) ^ others).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let last = &mut self.last[(mixed >> 55) as usize % KINDS];
        let place = self.stood.get_mut(self.len);
        let before = *last;
        self.len += 1;
        *last = self.first + self.len as u64;
        match place {
            Some(place) if before <= self.first => {
                *place = [own, others, self.marks];
                false
            }
            _ => self.compared(own, others),
        }
    }

    #[cold]
    #[inline(never)]
    fn compared(&mut self, own: u64, others: u64) -> bool {
        let key = [own, others, self.marks];
        if self.stood.len() < self.len {
            self.stood.push(key);
        }
        self.stood[self.len - 1] = key;
        let times: u32 = self.stood[..self.len].iter().map(|stood| u32::from(*stood == key)).sum();
        times >= self.repeats
    }
}

impl Faces<'_> {
    /// Whether a player passes if he has no legal move.
    pub fn passes_on(&self, seen: Seen, mover: usize) -> bool {
        self.0[mover & 1].passes_on(seen)
    }

    /// Plays smooth plies at random, so many at most. Of the first position it is known whether it stood before; of the
    /// others it is looked up, if that matters.
    pub fn glide(
        &self,
        seen: Seen,
        mover: usize,
        most: u64,
        trail: Option<&mut Trail>,
        generator: &mut Generator,
    ) -> Glide {
        let relays = self.0.iter().any(|face| face.relays);
        let glides = match (trail.is_some(), relays) {
            (false, false) => Self::glides::<false, false>,
            (false, true) => Self::glides::<false, true>,
            (true, false) => Self::glides::<true, false>,
            (true, true) => Self::glides::<true, true>,
        };
        glides(self, seen, mover, most, trail, generator)
    }

    #[inline(never)]
    fn glides<const REPEATS: bool, const RELAYS: bool>(
        &self,
        seen: Seen,
        mover: usize,
        most: u64,
        mut trail: Option<&mut Trail>,
        generator: &mut Generator,
    ) -> Glide {
        let mut chance = generator.clone();
        // numbers, not what they are parts of, so that they stay in registers
        let Seen { mut own, mut others, mut won, mut lost } = seen;
        let (mut face, mut next) = (&self.0[mover & 1], &self.0[(1 - mover) & 1]);
        let mut plies = 0;
        let mut known = true;
        let why = 'plies: loop {
            let seen = Seen { own, others, won, lost };
            if REPEATS
                && !known
                && let Some(trail) = &mut trail
                && trail.stands(own, others, face.player)
            {
                break Why::Repeated;
            }
            known = false;
            if plies >= most {
                break Why::Stands;
            }
            let holes = face.holes(seen);
            if holes != 0 && !face.is_smooth(seen) {
                break Why::Stands;
            }
            let mut left = holes;
            let after = loop {
                if left == 0 {
                    break None;
                }
                let number = u64::from(chance.next_u32());
                let hole = if face.few {
                    DRAWN[left as usize & 63][((number * PARTS) >> 32) as usize & 63]
                } else {
                    nth(left, (number * u64::from(left.count_ones())) >> 32)
                };
                let after = face.play::<RELAYS>(seen, hole);
                if after.how == How::Open {
                    break 'plies Why::Drawn(hole / 8, left as u8);
                }
                if !RELAYS || after.how != How::Endless {
                    break Some(after);
                }
                left &= !(1 << (hole / 8));
            };
            let Some(after) = after else { break Why::Stuck };
            plies += 1;
            if REPEATS
                && after.won != 0
                && let Some(trail) = &mut trail
            {
                trail.clear();
            }
            won += after.won;
            let (mover, marks) = (face.player, after.marks);
            if after.how == How::Next {
                (own, others) = (after.others, after.own);
                (won, lost) = (lost, won);
                (face, next) = (next, face);
            } else {
                (own, others) = (after.own, after.others);
            }
            if marks != 0 {
                break Why::Marked(mover, marks);
            }
        };
        *generator = chance;
        Glide { seen: Seen { own, others, won, lost }, mover: usize::from(face.player), plies, why }
    }
}

/// The hole of some that so many others come before.
#[inline(always)]
fn nth(holes: u64, before: u64) -> u8 {
    let mut left = holes;
    for passed in 0..7 {
        left = if passed < before { left & left.wrapping_sub(1) } else { left };
    }
    8 * left.trailing_zeros() as u8
}
