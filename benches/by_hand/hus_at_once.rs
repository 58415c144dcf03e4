//! Sixteen games of Hus at once: a vector for each hole, in which each game has a lane.
//!
//! Every step sows one lap of every game. Where it ended the turn, the sides change places and the next hole is drawn.
//! What lanes do not tell is rare: a turn of many laps, or a position that may stand for the third time. Such a game is
//! played again from its start by the engine for one game.

use std::array::from_fn;

use rand_xoshiro::Xoshiro256PlusPlus;
use wide::i8x16;

use super::Playouts;
use super::hus;
use super::shared::draw_below;

/// Number of games.
pub const GAMES: usize = 16;
/// Seeds at the start, counterclockwise from a player's left: the outer row, and the inner one from the right.
const START: [i8; 16] = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0];
/// The holes in the order in which they are drawn: by columns, the outer one first.
const ORDER: [usize; 16] = [0, 15, 1, 14, 2, 13, 3, 12, 4, 11, 5, 10, 6, 9, 7, 8];
/// A turn of so many laps is left to the engine for one game.
const MANY_LAPS: i8 = 100;
/// Number of kinds of positions that are told apart.
const KINDS: usize = 1024;

/// What belongs to one game.
struct Game {
    rng: Xoshiro256PlusPlus,
    /// The generator when the game began.
    begun: Xoshiro256PlusPlus,
    /// Plies that were played; [`u32::MAX`] before the first position is looked at.
    plies: u32,
    /// Games to be played, this one included.
    left: u64,
    sums: Playouts,
    /// The plies in which a position of a kind was met last, and the time before, counted through all games.
    met: Box<[[u32; 2]; KINDS]>,
    /// Plies of the games before.
    before: u32,
}

impl Game {
    /// Notes a position by the hashes of its sides, and tells whether it may have been there twice.
    fn may_stand_thrice(&mut self, [own, opponents]: [i8; 2]) -> bool {
        let kind = (own as u8 as usize) << 2 ^ (opponents as u8 as usize) << 1 ^ (self.plies & 1) as usize;
        let met = &mut self.met[kind % KINDS];
        let twice = met[1] > self.before;
        *met = [self.before + self.plies + 1, met[0]];
        twice
    }

    /// Ends the game: its player to move has lost, or it is played again. Further games are not counted.
    fn end(&mut self, again: bool) {
        let mut sums = Playouts::default();
        if again {
            self.rng = self.begun.clone();
            sums = hus::playouts(1, &mut self.rng);
        } else {
            sums.add_decided(self.plies as usize, Some((self.plies as usize + 1) % 2));
        }
        if self.left > 0 {
            self.sums.plies += sums.plies;
            (0..2).for_each(|player| self.sums.wins[player] += sums.wins[player]);
            self.left -= 1;
        }
        self.before += self.plies + 1;
        self.plies = 0;
        self.begun = self.rng.clone();
    }
}

/// The hash of a side, one hole after another.
fn mixed(mixed: i8x16, seeds: i8x16) -> i8x16 {
    let twice = mixed + mixed;
    twice + twice + mixed + seeds
}

/// Sets a lane of all holes to the start of a game.
fn begin([own, opponents]: &mut [[i8x16; 16]; 2], lane: usize) {
    for (hole, seeds) in START.into_iter().enumerate() {
        own[hole].as_mut_array()[lane] = seeds;
        opponents[hole].as_mut_array()[lane] = seeds;
    }
}

/// Plays as many random games in each lane, with a generator for each.
pub fn playouts(games: u64, rngs: [Xoshiro256PlusPlus; GAMES]) -> [Playouts; GAMES] {
    let mut lanes = rngs.map(|rng| Game {
        begun: rng.clone(),
        rng,
        plies: u32::MAX,
        left: games,
        sums: Playouts::default(),
        met: Box::new([[0; 2]; KINDS]),
        before: 0,
    });
    let all = i8x16::splat;
    let (none, one) = (all(0), all(1));
    let mut sides = [START.map(all); 2];
    let (mut from, mut hand, mut laps) = (none, none, none);
    // the games whose turn is over
    let mut over = all(-1);
    let at_start = START.into_iter().fold(none, |hash, seeds| mixed(hash, all(seeds))).to_array()[0];
    let mut begun = false;
    while lanes.iter().any(|game| game.left > 0) {
        if begun {
            let [own, opponents] = &mut sides;
            // a lap
            let rounds = none - hand.simd_gt(all(15)) - hand.simd_gt(all(31)) - hand.simd_gt(all(47));
            let (rest, next, here) = (hand & all(15), from + one, (from + hand) & all(15));
            let mut made = none;
            for (hole, seeds) in own.iter_mut().enumerate() {
                let place = all(hole as i8);
                *seeds = *seeds + rounds - rest.simd_gt((place - next) & all(15));
                made |= *seeds & here.simd_eq(place);
            }
            // the holes that face an inner one
            let (mut outer, mut inner) = (none, none);
            for hole in 0..8 {
                let faces = here.simd_eq(all(hole as i8 + 8));
                outer |= opponents[hole] & faces;
                inner |= opponents[15 - hole] & faces;
            }
            laps += one;
            over = made.simd_eq(one);
            let raids = (outer.simd_eq(none) | inner.simd_eq(none) | over).simd_eq(none);
            let lifts = (raids | over).simd_eq(none);
            hand = ((outer + inner) & raids) | (made & lifts);
            from = here;
            for (hole, seeds) in own.iter_mut().enumerate() {
                *seeds &= !(here.simd_eq(all(hole as i8)) & lifts);
            }
            for hole in 0..8 {
                let faces = here.simd_eq(all(hole as i8 + 8)) & raids;
                opponents[hole] &= !faces;
                opponents[15 - hole] &= !faces;
            }
            let many = laps.simd_eq(all(MANY_LAPS)) & !over;
            let mut long = many.to_bitmask() & 0xffff;
            while long != 0 {
                let lane = long.trailing_zeros() as usize;
                lanes[lane].end(true);
                begin(&mut sides, lane);
                // the sides are about to change places, which does not matter here, and a ply to be counted
                lanes[lane].plies = u32::MAX;
                long &= long - 1;
            }
            over |= many;
        }
        begun = true;
        let mut left = over.to_bitmask() & 0xffff;
        if left == 0 {
            continue;
        }
        laps &= !over;
        let (mut hashes, mut count) = ([none; 2], none);
        let [own, opponents] = &mut sides;
        for (own, opponents) in own.iter_mut().zip(opponents) {
            let apart = (*own ^ *opponents) & over;
            *own ^= apart;
            *opponents ^= apart;
            hashes = [mixed(hashes[0], *own), mixed(hashes[1], *opponents)];
            count -= own.simd_gt(one);
        }
        let ([own, opponents], mut counts) = (hashes.map(i8x16::to_array), count.to_array());
        let mut drawn = [0; GAMES];
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let game = &mut lanes[lane];
            game.plies = game.plies.wrapping_add(1);
            let again = game.may_stand_thrice([own[lane], opponents[lane]]);
            if again || counts[lane] == 0 {
                game.end(again);
                game.may_stand_thrice([at_start; 2]);
                begin(&mut sides, lane);
                counts[lane] = START.iter().filter(|seeds| **seeds > 1).count() as i8;
            }
            let index = draw_below(&mut game.rng, counts[lane] as u64) as i8;
            drawn[lane] = if game.plies & 1 == 0 { index } else { counts[lane] - 1 - index };
        }
        // the holes are gone through until as many were passed as were drawn
        let mut passed = i8x16::new(drawn);
        let (mut chosen, mut lifted) = (none, none);
        for hole in ORDER {
            let seeds = &mut sides[0][hole];
            let movable = seeds.simd_gt(one);
            let hit = movable & passed.simd_eq(none) & over;
            chosen |= hit & all(hole as i8);
            lifted |= hit & *seeds;
            *seeds &= !hit;
            passed += movable;
        }
        from = (from & !over) | chosen;
        hand = (hand & !over) | lifted;
    }
    from_fn(|lane| lanes[lane].sums)
}
