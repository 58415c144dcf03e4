//! Omweso.
//!
//! A side is sixteen bytes, as its owner sees it: columns from his left, in each column the outer hole and then the
//! inner one, so that the holes opposite an inner one lie side by side. The sides change places when the turn goes
//! over.
//!
//! All turns are played out before one is drawn. Where the mover is asked, going clockwise comes first, as answers are
//! listed. Such a lap must capture. Captured seeds stay on the side of the mover: a turn that comes back to where it was has captured
//! nothing in between, and no lap of it was clockwise.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::shared::{Bytes, FIRST_THIRD, Lookout, Sowings, kept_of, sowings};
use super::{Playouts, Trail, series};

/// Four seeds in each outer hole.
const START: Bytes = Bytes::new([4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0, 4, 0]);
static COUNTERCLOCKWISE: Sowings = sowings([0, 2, 4, 6, 8, 10, 12, 14, 15, 13, 11, 9, 7, 5, 3, 1]);
static CLOCKWISE: Sowings = sowings([1, 3, 5, 7, 9, 11, 13, 15, 14, 12, 10, 8, 6, 4, 2, 0]);
/// In the shift of a hole: it is an inner one.
const INNER: usize = 8;
/// The shift of the last hole; it turns the shift of a hole round, too.
const LAST: usize = 0x78;
/// Turns the shift of a column into that of the one opposite, as the opponent counts.
const COLUMNS: usize = 0x70;
/// The four holes at the left, from which a lap may go clockwise, come before this shift.
const LEFT_FOUR: usize = 32;
/// A turn that asks so often is taken for endless.
const MOST_QUESTIONS: u32 = 64;
/// Both ends of the opponent's side were raided.
const BOTH_ENDS: usize = 3;

/// A position after a turn, as the mover sees it.
#[derive(Clone, Copy)]
struct Outcome {
    own: Bytes,
    opponents: Bytes,
    /// Whether the turn wins the game.
    wins: bool,
}

/// A turn before a lap.
#[derive(Clone, Copy)]
struct Lap {
    own: Bytes,
    opponents: Bytes,
    /// The hole after which the lap begins.
    origin: usize,
    /// The seeds in the hand.
    seeds: usize,
    /// Which ends of the opponent's side were raided.
    raided: usize,
    /// How often the turn has asked the mover.
    questions: u32,
}

/// What is captured when the last seed falls into a hole.
struct Prey {
    /// What lies in the outer and the inner hole opposite, if they are captured.
    holes: u64,
    /// The shift of these holes.
    facing: usize,
    /// The number of seeds.
    seeds: usize,
    /// The end of the opponent's side where they lie.
    end: usize,
}

/// The turns of a position.
struct Turns {
    outcomes: Vec<Outcome>,
    /// Where the mover was asked and could go clockwise, since the last capture.
    asked: Vec<(Bytes, usize)>,
}

impl Lap {
    /// What is captured in a hole where this many seeds lie now.
    #[inline(always)]
    fn prey(&self, at: usize, lies: usize) -> Prey {
        let facing = !at & COLUMNS;
        let holes = self.opponents.from(facing) & 0xffff;
        let (outer, inner) = (holes & 0xff, holes >> 8);
        let raids = (outer != 0) & (inner != 0) & (at & INNER != 0) & (lies > 1);
        let end = usize::from(facing == 0) | usize::from(facing == COLUMNS) << 1;
        if raids {
            Prey { holes, facing, seeds: (outer + inner) as usize, end }
        } else {
            Prey { holes: 0, facing, seeds: 0, end: 0 }
        }
    }
}

impl Turns {
    fn new() -> Turns {
        Turns { outcomes: Vec::new(), asked: Vec::new() }
    }

    /// Finds the turns of a mover. Columns run against North's holes.
    #[inline(always)]
    fn find(&mut self, own: Bytes, opponents: Bytes, north: bool) {
        self.outcomes.clear();
        let movable = own.above(1);
        let (movable, turns) = if north { (movable.turned(), LAST) } else { (movable, 0) };
        for place in movable {
            let origin = place ^ turns;
            let seeds = own.at(origin);
            let lap = Lap { own: own.less(origin, seeds as u64), opponents, origin, seeds, raided: 0, questions: 0 };
            self.go_on(lap);
            if origin < LEFT_FOUR {
                self.turn_back(lap);
            }
        }
    }

    /// Goes counterclockwise to the end of the turn.
    fn go_on(&mut self, mut lap: Lap) {
        let begun = self.asked.len();
        let mut lookout = Lookout::default();
        loop {
            let index = (8 * lap.origin + lap.seeds) & 1023;
            lap.own = lap.own.plus(COUNTERCLOCKWISE.sown[index]);
            let here = usize::from(COUNTERCLOCKWISE.last[index]);
            let lies = lap.own.at(here);
            if lies == 1 {
                let Lap { own, opponents, raided, .. } = lap;
                self.outcomes.push(Outcome { own, opponents, wins: raided == BOTH_ENDS });
                break;
            }
            if lookout.sees_no_end(|| (lap.own, here)) {
                break;
            }
            let prey = lap.prey(here, lies);
            let raids = prey.seeds != 0;
            if here < LEFT_FOUR && !raids && !self.ask(&mut lap, here, lies, begun) {
                break;
            }
            // no branch: a guess would often be wrong
            lap.opponents = lap.opponents.less(prey.facing, prey.holes);
            lap.own = lap.own.less(here, if raids { 0 } else { lies as u64 });
            lap.origin = if raids { lap.origin } else { here };
            lap.seeds = if raids { prey.seeds } else { lies };
            lap.raided |= prey.end;
        }
        self.asked.truncate(begun);
    }

    /// Asks whether to lift a hole of the left four and to go clockwise. Returns whether the turn can go on otherwise.
    #[inline(always)]
    fn ask(&mut self, lap: &mut Lap, here: usize, lies: usize, begun: usize) -> bool {
        if lap.questions == MOST_QUESTIONS {
            return false;
        }
        lap.questions += 1;
        let back = Lap { own: lap.own.less(here, lies as u64), origin: here, seeds: lies, ..*lap };
        let index = (8 * here + lies) & 1023;
        let last = usize::from(CLOCKWISE.last[index]);
        let prey = back.prey(last, back.own.plus(CLOCKWISE.sown[index]).at(last));
        prey.seeds == 0 || self.both(back, lap.own, begun)
    }

    /// Goes clockwise, where that captures. Returns whether that was not done before in the same place.
    #[cold]
    #[inline(never)]
    fn both(&mut self, back: Lap, own: Bytes, begun: usize) -> bool {
        let question = (own, back.origin);
        if self.asked[begun..].contains(&question) {
            return false;
        }
        self.asked.push(question);
        self.turn_back(back);
        true
    }

    /// Goes clockwise, and on in both directions.
    fn turn_back(&mut self, mut lap: Lap) {
        let index = (8 * lap.origin + lap.seeds) & 1023;
        lap.own = lap.own.plus(CLOCKWISE.sown[index]);
        let here = usize::from(CLOCKWISE.last[index]);
        let prey = lap.prey(here, lap.own.at(here));
        if prey.seeds == 0 || lap.questions == MOST_QUESTIONS {
            return;
        }
        lap.questions += 1;
        lap.opponents = lap.opponents.less(prey.facing, prey.holes);
        lap.seeds = prey.seeds;
        lap.raided |= prey.end;
        self.turn_back(lap);
        self.go_on(lap);
    }
}

/// How many sequences of `depth` plies Omweso has from the start.
pub fn perft(depth: u32) -> u64 {
    if depth == 0 { 1 } else { count(START, START, depth) }
}

fn count(own: Bytes, opponents: Bytes, depth: u32) -> u64 {
    let mut turns = Turns::new();
    turns.find(own, opponents, false);
    if depth == 1 {
        return turns.outcomes.len() as u64;
    }
    let outcomes = turns.outcomes.iter().filter(|outcome| !outcome.wins);
    outcomes.map(|outcome| count(outcome.opponents, outcome.own, depth - 1)).sum()
}

/// Plays random games to their end.
pub fn playouts(games: u64, rng: &mut Xoshiro256PlusPlus) -> Playouts {
    let mut turns = Turns::new();
    series(games, rng, |rng, trail, sums| playout(rng, trail, &mut turns, sums))
}

#[inline(always)]
fn playout(rng: &mut Xoshiro256PlusPlus, trail: &mut Trail<4>, turns: &mut Turns, sums: &mut Playouts) {
    let (mut own, mut opponents) = (START, START);
    let mut plies = 0;
    let winner = loop {
        let words = [own.low, own.high, opponents.low, opponents.high];
        if trail.add_third(0, plies, FIRST_THIRD, words) {
            break None;
        }
        turns.find(own, opponents, plies % 2 == 1);
        if turns.outcomes.is_empty() {
            break Some((plies + 1) % 2);
        }
        let outcome = turns.outcomes[kept_of(rng, turns.outcomes.len() as u64)];
        plies += 1;
        if outcome.wins {
            break Some((plies + 1) % 2);
        }
        (own, opponents) = (outcome.opponents, outcome.own);
    };
    trail.end(plies);
    sums.add_decided(plies, winner);
}
