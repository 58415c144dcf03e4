//! Gliding: smooth plies of random games, played with the words alone.

use rand::Rng;

use super::face::{Faces, How, bits, lowest};
use super::laps::{AGAIN, END};
use super::trail::Trail;
use super::{Seen, total};
use crate::chance::Generator;
use crate::engine::draws::one_of;

/// Number of parts of a draw: up to six holes get equal shares of them.
const PARTS: u64 = 60;

/// Bit offset of the hole drawn, by the bit set of the holes that may be chosen and the part.
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

/// Why a glide stopped.
#[derive(Clone, Copy)]
pub(in crate::engine) enum Why {
    /// The rules must be consulted.
    Stands,
    /// A turn is over; repetition of the position was not checked.
    Played,
    /// The position may be repeated: ask the trail.
    Compare,
    /// A player has marked lanes that he faces, given as a bit set.
    Marked(u8, u16),
    /// The mover has no legal move.
    Stuck,
    /// This lane was drawn from these, given as a bit set, and tables do not decide its turn.
    Drawn(u8, u8),
}

/// Where and why a glide stopped.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Glide {
    pub seen: Seen,
    pub mover: usize,
    pub plies: u64,
    pub why: Why,
}

impl Faces<'_> {
    /// Continues with a lane that was drawn: plays its turn, however long, or draws another lane if it is illegal.
    #[cold]
    #[inline(never)]
    pub fn drawn_on(&self, glide: Glide, drawn: (u8, u8), trail: &mut Trail, generator: &mut Generator) -> Glide {
        let (face, next) = self.of(glide.mover);
        let (mut lane, mut left) = drawn;
        let after = loop {
            let after = face.play::<true>(glide.seen, 0, 8 * lane);
            match face.allows(glide.seen, &after) {
                None => return Glide { why: Why::Drawn(lane, left), ..glide },
                Some(true) => break after,
                Some(false) => left &= !(1 << lane),
            }
            if left == 0 {
                return Glide { why: Why::Stuck, ..glide };
            }
            lane = one_of(u64::from(left), generator);
        };
        if (after.seen.own ^ glide.seen.own) & face.hoard != 0 {
            trail.clear();
        }
        let why = if after.marks == 0 { Why::Played } else { Why::Marked(face.player, after.marks) };
        let (seen, mover) = match after.how {
            How::Next => (after.seen.turned(), next.player),
            _ => (after.seen, face.player),
        };
        Glide { seen, mover: usize::from(mover), plies: glide.plies + 1, why }
    }

    /// Draws one of the lanes that may be chosen, if the ply is smooth but for feeding.
    pub fn draw_hungry(&self, seen: Seen, mover: usize, generator: &mut Generator) -> Option<(u8, u8)> {
        let (face, _) = self.of(mover);
        let left = face.is_hungry(seen).then(|| bits(face.holes(seen)))?;
        Some((one_of(left, generator), left as u8))
    }

    /// Whether a player without a legal move passes.
    pub fn passes_on(&self, seen: Seen, mover: usize) -> bool {
        self.by_player[mover & 1].passes_on(seen)
    }

    /// Plays at most `most` smooth plies at random. Rare cases are left to the caller, so that nothing is called on the
    /// way. The first position was already checked for repetition; the others are checked if it matters.
    pub fn glide(&self, seen: Seen, mover: usize, most: u64, trail: &mut Trail, generator: &mut Generator) -> Glide {
        let glides = match (trail.matters(), self.relays, self.few) {
            (false, false, false) => Self::glides::<false, false, false>,
            (false, false, true) => Self::glides::<false, false, true>,
            (false, true, false) => Self::glides::<false, true, false>,
            (false, true, true) => Self::glides::<false, true, true>,
            (true, false, false) => Self::glides::<true, false, false>,
            (true, false, true) => Self::glides::<true, false, true>,
            (true, true, false) => Self::glides::<true, true, false>,
            (true, true, true) => Self::glides::<true, true, true>,
        };
        glides(self, seen, mover, most, trail, generator)
    }

    #[inline(never)]
    fn glides<const REPEATS: bool, const RELAYS: bool, const FEW: bool>(
        &self,
        seen: Seen,
        mover: usize,
        most: u64,
        trail: &mut Trail,
        generator: &mut Generator,
    ) -> Glide {
        let mut chance = generator.clone();
        let (mut face, mut next) = self.of(mover);
        let (mut seen, mut rest) = (seen, most);
        let why = loop {
            if rest == 0 {
                break Why::Stands;
            }
            let holes = face.holes(seen);
            if holes == 0 {
                break Why::Stuck;
            }
            if !face.is_smooth(seen) {
                break Why::Stands;
            }
            let busy = if RELAYS { 0 } else { face.busy(seen) };
            let number = u64::from(chance.next_u32());
            let hole = if FEW {
                DRAWN[bits(holes) as usize & 63][((number * PARTS) >> 32) as usize & 63]
            } else {
                nth(holes, (number * total(holes >> 7)) >> 32)
            };
            let sown = face.sow::<RELAYS>(seen, busy, hole);
            // separate branches, so that the processor can predict them and begin the next ply early
            if sown.code == END {
                seen = sown.seen.turned();
                (face, next) = (next, face);
            } else if sown.code == AGAIN {
                seen = sown.seen;
            } else {
                let after = face.ended(sown);
                if after.how == How::Open {
                    break Why::Drawn(hole / 8, bits(holes) as u8);
                }
                if REPEATS && (after.seen.own ^ seen.own) & face.hoard != 0 {
                    trail.clear();
                }
                let marker = face.player;
                seen = after.seen;
                if after.how == How::Next {
                    seen = seen.turned();
                    (face, next) = (next, face);
                }
                if after.marks != 0 {
                    rest -= 1;
                    break Why::Marked(marker, after.marks);
                }
            }
            rest -= 1;
            if REPEATS && !trail.stands_apart(seen.own, seen.others, face.player) {
                break Why::Compare;
            }
        };
        *generator = chance;
        Glide { seen, mover: usize::from(face.player), plies: most - rest, why }
    }
}

/// Bit offset of the hole number `before`, from 0, of some holes, given by their highest bits.
#[inline(always)]
fn nth(holes: u64, before: u64) -> u8 {
    let mut left = holes;
    for passed in 0..7 {
        left = if passed < before { left & left.wrapping_sub(1) } else { left };
    }
    lowest(left)
}
