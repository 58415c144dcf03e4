//! Bao la kiswahili.
//!
//! A side is sixteen bytes, as its owner sees it, columns from his left: the outer row low, the inner row high. The
//! sides change places when the turn goes over.
//!
//! Only a move with a seed from the store that captures can be two, for the mover may stop in his house. There all moves
//! are played out before one is drawn, since endless ones do not count. Only the drawn one is looked at for a hole to bar.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{Bytes, FIRST_THIRD, Lookout, ONES, Sowings, above, draw_below, kept_of, sowings, sum};
use super::{Playouts, Trail, series};

/// Counterclockwise and clockwise.
static SOWINGS: [Sowings; 2] = [
    sowings([0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8]),
    sowings([8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 4, 3, 2, 1, 0]),
];
/// After which hole a captured seed is sown into the end of the inner row, by direction.
const BEFORE_KICHWA: [usize; 2] = [56, 0];
/// Added to the shift of a hole of the inner row.
const INNER: usize = 64;
/// Turns an inner hole into the one opposite, as the opponent counts.
const OPPOSITE: usize = 0x38;
/// The fifth inner hole.
const HOUSE: usize = INNER + 32;
/// Stands for no hole.
const NOWHERE: u8 = 128;
/// A house holds so many seeds at least.
const HOUSED: usize = 6;
/// The inner holes from which a capture in the namua stage can go either way, or counterclockwise, or clockwise.
const NAMUA_WAYS: [u64; 2] = [ONES << 16, ONES >> 16];
/// A section has so many ways to play at most: both directions of all holes, or both ends of those of an inner hole.
const MOST_ENDS: usize = 32;
/// Seeds are placed from the store, and capture.
const NAMUA: u8 = 0;
/// The first lap of a hole captures.
const MTAJI: u8 = 1;
/// Nothing is captured.
const TAKATA: u8 = 2;

/// Where a turn can begin. The first three are those of a player with seeds in his store; the first place where there
/// is a legal move is in force.
#[derive(Clone, Copy)]
enum Section {
    Namua,
    TakataNamua,
    HouseTax,
    Mtaji,
    Takata,
    TakataOuter,
}

/// What belongs to a player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    seeds: Bytes,
    store: u32,
    /// Whether the house was never emptied.
    house: bool,
    /// The hole that is barred for this turn, or [`NOWHERE`].
    barred: u8,
}

/// A position as the mover sees it.
#[derive(Clone, Copy)]
struct Position {
    own: Side,
    opponents: Side,
}

/// The moves of a section, by direction.
type Moves = [Bytes; 2];

impl Side {
    const START: Side = Side {
        seeds: Bytes::new([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 2, 2, 0]),
        store: 22,
        house: true,
        barred: NOWHERE,
    };

    /// Lifts the seeds of a hole.
    #[inline(always)]
    fn lift(&mut self, hole: usize) -> usize {
        let seeds = self.seeds.at(hole);
        self.seeds = self.seeds.less(hole, seeds as u64);
        self.house &= hole != HOUSE;
        seeds
    }

    /// The holes of which the first lap may capture.
    #[inline(always)]
    fn strikers(&self) -> Bytes {
        let (two, sixteen) = (self.seeds.above(1), self.seeds.above(15));
        Bytes { low: two.low & !sixteen.low, high: two.high & !sixteen.high }
    }

    /// Sows seeds, the first one after a hole. Returns the hole of the last one.
    #[inline(always)]
    fn sow(&mut self, origin: usize, seeds: usize, way: usize) -> usize {
        let index = (8 * origin + seeds) & 1023;
        self.seeds = self.seeds.plus(SOWINGS[way & 1].sown[index]);
        usize::from(SOWINGS[way & 1].last[index])
    }
}

impl Position {
    const START: Position = Position { own: Side::START, opponents: Side::START };

    /// Inner holes that are occupied like those opposite.
    #[inline(always)]
    fn facing(&self) -> u64 {
        above(self.own.seeds.high, 0) & above(self.opponents.seeds.high.swap_bytes(), 0)
    }

    /// The moves of which the first lap captures, and the holes where these laps end.
    #[inline(always)]
    fn strikes(&self) -> (Moves, u64) {
        let own = self.own.seeds;
        let (facing, mut moves, mut reached) = (self.facing(), [Bytes::new([0; 16]); 2], 0);
        for hole in self.own.strikers() {
            let index = (8 * hole + own.at(hole)) & 1023;
            for way in 0..2 {
                let last = usize::from(SOWINGS[way].last[index]);
                let strikes = if last >= INNER { facing >> (last & 63) & 1 } else { 0 };
                reached |= strikes << (last & 63);
                moves[way] = moves[way].more(hole, strikes);
            }
        }
        (moves, reached)
    }

    /// The moves of a section.
    #[inline(always)]
    fn moves(&self, section: Section) -> Moves {
        let own = &self.own;
        let inner = |high| Bytes { low: 0, high };
        let occupied = above(own.seeds.high, 0);
        let house = u64::from(own.house && own.seeds.at(HOUSE) >= HOUSED) << (HOUSE & 63);
        // from the end of the inner row, if all is there, inwards only
        let ways = |holes: u64| {
            let kichwa = if occupied.is_power_of_two() { [1, 1 << 56] } else { [0; 2] };
            kichwa.map(|kichwa| inner(holes & !kichwa))
        };
        match section {
            Section::Namua => NAMUA_WAYS.map(|way| inner(self.facing() & way)),
            Section::TakataNamua => ways(occupied & !house),
            Section::HouseTax => [inner(house); 2],
            Section::Mtaji => self.strikes().0,
            Section::Takata => {
                let barred = if own.barred == NOWHERE { 0 } else { 1 << (own.barred & 63) };
                ways(above(own.seeds.high, 1) & !barred)
            }
            Section::TakataOuter => [Bytes { low: above(own.seeds.low, 1), high: 0 }; 2],
        }
    }

    /// Draws a choice of a section whose turns ask nothing, and another one if that is no move.
    #[inline(always)]
    fn draw(&self, rng: &mut Xoshiro256PlusPlus, section: Section, north: bool) -> Option<Position> {
        let ordered = |moves: Bytes| in_order(moves.low, moves.high, north);
        let legal = self.moves(section).map(ordered);
        let mut left = if let Section::Mtaji = section { [ordered(self.own.strikers()); 2] } else { legal };
        loop {
            let [one, other] = left.map(|moves| u64::from(moves.count_ones()));
            if one + other == 0 {
                return None;
            }
            let drawn = draw_below(rng, one + other);
            let way = usize::from(drawn >= one);
            let before = drawn - if way == 1 { one } else { 0 };
            let place = (0..before).fold(left[way], |moves, _| moves & (moves - 1)).trailing_zeros() as usize;
            let mut end = None;
            left[way] &= !(1 << place);
            if legal[way] >> place & 1 == 0 {
                continue;
            }
            self.play(section, hole_at(place, north), way, &mut |after| end = Some(after));
            if end.is_some() {
                return end;
            }
        }
    }

    /// Plays the moves of a section in all ways, and calls `each` with the positions at their ends. Returns how many
    /// there are.
    #[inline(always)]
    fn play_all(&self, section: Section, north: bool, mut each: impl FnMut(Position)) -> usize {
        let [counterclockwise, clockwise] = self.moves(section);
        let [outer, inner] = [counterclockwise.low | clockwise.low << 1, counterclockwise.high | clockwise.high << 1];
        let mut left = in_order(outer, inner, north);
        let mut number = 0;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            self.play(section, hole_at(place, north), place & 1, &mut |end| {
                number += 1;
                each(end);
            });
            left &= left - 1;
        }
        number
    }

    /// Plays a move in all ways, and calls `each` with the positions at their ends.
    #[inline(always)]
    fn play(&self, section: Section, hole: usize, way: usize, each: &mut impl FnMut(Position)) {
        let mut position = *self;
        let own = &mut position.own;
        let seeds = match section {
            Section::Namua => {
                own.store -= 1;
                own.seeds = own.seeds.more(hole, 1);
                position.follow::<NAMUA>(hole, way, each);
                return;
            }
            Section::TakataNamua => {
                own.store -= 1;
                own.lift(hole) + 1
            }
            Section::HouseTax => {
                own.store -= 1;
                own.seeds = own.seeds.less(hole, 1);
                2
            }
            Section::Mtaji | Section::Takata | Section::TakataOuter => own.lift(hole),
        };
        let last = own.sow(hole, seeds, way);
        if let Section::Mtaji = section {
            position.follow::<MTAJI>(last, way, each);
        } else {
            position.follow::<TAKATA>(last, way, each);
        }
    }

    /// Goes on from the last seed of the first lap.
    #[inline(always)]
    fn follow<const KIND: u8>(mut self, last: usize, way: usize, each: &mut impl FnMut(Position)) {
        let (mut at, mut way) = (last, way);
        let mut lookout = Lookout::default();
        loop {
            let lies = self.own.seeds.at(at);
            let opposite = (at ^ OPPOSITE) & 63;
            let prey = self.opponents.seeds.high >> opposite & 0xff;
            // one test of two things: a guess of either would often be wrong
            let strikes = KIND != TAKATA && (at >= INNER) & (prey != 0);
            let (origin, seeds);
            if lies == 1 {
                break;
            } else if strikes {
                self.opponents.seeds.high -= prey << opposite;
                self.opponents.house &= opposite != HOUSE & 63;
                if self.opponents.seeds.high == 0 {
                    self.own.store += prey as u32;
                    break;
                }
                // from the two columns at either end always inwards
                way = if at < INNER + 16 { 1 } else { way };
                way = if at >= INNER + 48 { 0 } else { way };
                (origin, seeds) = (BEFORE_KICHWA[way & 1], prey as usize);
            } else {
                if at == HOUSE && self.own.house && lies >= HOUSED && KIND != MTAJI {
                    if KIND == TAKATA {
                        break;
                    }
                    each(self);
                }
                if KIND == TAKATA && usize::from(self.own.barred) == at {
                    break;
                }
                (origin, seeds) = (at, self.own.lift(at));
            }
            at = self.own.sow(origin, seeds, way);
            // what was captured stays on this side, so that it need not be compared
            if lookout.sees_no_end(|| (self.own, at, way)) {
                return;
            }
        }
        each(self);
    }

    /// The position after a turn of a section ended in this one.
    #[inline(always)]
    fn after(mut self, section: Section) -> Position {
        if !matches!(section, Section::Namua | Section::Mtaji) && self.own.store == 0 {
            self.bar();
        }
        self.turned()
    }

    /// After a turn without a capture, bars the only hole that the mover could capture next.
    #[cold]
    #[inline(never)]
    fn bar(&mut self) {
        let (_, reached) = self.strikes();
        let hole = reached.trailing_zeros() as usize ^ OPPOSITE | INNER;
        let side = self.opponents;
        let many = sum(above(side.seeds.high, 1)) >= 2;
        if reached.is_power_of_two() && many && !(hole == HOUSE && side.house) && side.seeds.at(hole) >= 2 {
            self.opponents.barred = hole as u8;
        }
    }

    /// The position as the opponent sees it.
    #[inline(always)]
    fn turned(&self) -> Position {
        Position { own: self.opponents, opponents: Side { barred: NOWHERE, ..self.own } }
    }

    /// What tells positions apart: the seeds, and the marks in the highest bits.
    #[inline(always)]
    fn words(&self) -> [u64; 4] {
        let Position { own, opponents } = self;
        let house = |side: &Side| side.seeds.high | u64::from(side.house) << 39;
        let barred = if own.barred == NOWHERE { 0 } else { 0x80 << (own.barred & 63) };
        [own.seeds.low | barred, house(own), opponents.seeds.low, house(opponents)]
    }

    /// The sections that are tried.
    #[inline(always)]
    fn sections(&self) -> [Section; 3] {
        if self.own.seeds.high == 0 {
            // the game is lost: there is no move
            [Section::Namua; 3]
        } else if self.own.store > 0 {
            [Section::Namua, Section::TakataNamua, Section::HouseTax]
        } else {
            [Section::Mtaji, Section::Takata, Section::TakataOuter]
        }
    }
}

/// Moves of the outer and the inner row, in the lowest bits of a byte each, in the order of listing: by columns from
/// South's left and rows from his side.
#[inline(always)]
fn in_order(outer: u64, inner: u64, north: bool) -> u64 {
    if north { (inner | outer << 2).swap_bytes() } else { outer | inner << 2 }
}

/// The hole of a move in this order.
#[inline(always)]
fn hole_at(place: usize, north: bool) -> usize {
    let column = place & 0x38 ^ if north { 0x38 } else { 0 };
    if (place & 2 != 0) ^ north { INNER + column } else { column }
}

/// How many sequences of `depth` plies Bao has from the start.
pub fn perft(depth: u32) -> u64 {
    count(&Position::START, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    for section in position.sections() {
        let moves = position.play_all(section, false, |end| sum += count(&end.after(section), depth - 1));
        if moves > 0 {
            break;
        }
    }
    sum
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    let mut ends = [Position::START; MOST_ENDS];
    series(games, rng, |rng, trail, sums| playout(rng, trail, &mut ends, sums))
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<4>, ends: &mut [Position; MOST_ENDS], sums: &mut Playouts) {
    let mut position = Position::START;
    let (mut plies, mut since) = (0, 0);
    let winner = loop {
        let third = trail.add_third(since, plies, FIRST_THIRD, position.words());
        let Some(after) = turn(rng, &position, plies % 2 == 1, ends) else { break Some((plies + 1) % 2) };
        if third {
            break None;
        }
        plies += 1;
        // what lay in the store lies on the board now
        since = if position.own.store > 0 { plies } else { since };
        position = after;
    };
    trail.end(plies);
    sums.add_decided(plies, winner);
}

/// Plays a random move, if there is one.
#[inline(always)]
fn turn(
    rng: &mut Xoshiro256PlusPlus,
    position: &Position,
    north: bool,
    ends: &mut [Position; MOST_ENDS],
) -> Option<Position> {
    for section in position.sections() {
        if !matches!(section, Section::Namua) {
            match position.draw(rng, section, north) {
                Some(end) => return Some(end.after(section)),
                None => continue,
            }
        }
        let mut number = 0;
        position.play_all(section, north, |end| {
            ends[number % MOST_ENDS] = end;
            number += 1;
        });
        if number > 0 {
            return Some(ends[kept_of(rng, number as u64) % MOST_ENDS].after(section));
        }
    }
    None
}
