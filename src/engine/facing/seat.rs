//! Tables for the straight turns of a player, in lanes as he faces them.

use super::face::Faces;
use super::laps::{
    AGAIN, ASIDE, AWAY, BOTH, CLOSINGS, CODES, Closing, Deed, END, Guard, Laps, Next, OPEN, RELAY, SEEDS, row,
};
use super::packed::Packed;
use super::{LANES, Sides};
use crate::engine::course::{Code, Course};
use crate::engine::lanes::Lanes;
use crate::engine::sowing::Kept;
use crate::tables::{self, Mask, Moving, Quick, Slot, StraightWay, Tables};

/// The part of a player's tables that does not depend on marks.
#[derive(Debug)]
pub(super) struct Seat {
    /// What follows a lap, indexed by mark, lane and seeds. The last [`SEEDS`] entries, for no lane, are [`OPEN`].
    pub codes: Box<[u8; CODES]>,
    pub closings: Box<[Closing]>,
    /// The first code of a closing that can relay.
    pub going: u8,
    /// For each lane, where its codes begin if it is unmarked.
    pub rows: [u16; 32],
    /// By mark and lane, the range of seed counts with which a last seed may do more than end the turn.
    pub busy: Box<[Option<(u8, u8)>]>,
    /// Whether a small board can be sown in one word: some holes relay, and nothing asks where a lap started.
    pub packs: bool,
    /// Whether the player chooses among at most six holes.
    pub few: bool,
    /// Whether some hole can relay.
    pub relays: bool,
    /// The lanes that may ever be chosen, as a bit set.
    chosen: u16,
    /// Whether each turn sows one lap, beginning after the chosen hole, whatever is marked.
    sows_once: bool,
    /// Whether some turn can capture.
    captures: bool,
}

/// Tables for the straight turns of both players of a game.
#[derive(Debug)]
pub(in crate::engine) struct Seats<M> {
    pub(super) sides: Sides,
    pub(super) seats: [Seat; 2],
    pub(super) sowings: [Kept<M, Sowing>; 2],
}

/// Sowing tables of one player for a set of slots that are passed over.
#[derive(Debug)]
pub(super) struct Sowing {
    pub laps: Box<Laps>,
    /// The table for chosen holes, if a first seed can fall into the chosen hole itself.
    pub first: Option<Box<Laps>>,
    /// The table for a small board.
    pub packed: Option<Box<Packed>>,
}

impl<M: Mask> Seats<M> {
    /// The tables of two players; `None` unless both have straight turns and their sides fit.
    pub fn of<L: Lanes<Mask = M>, const P: usize>(tables: &Tables<M>, courses: &[Course<L>]) -> Option<Self> {
        let [first, second] = tables.movers.as_slice() else { return None };
        let ways = [first.straight.as_ref()?, second.straight.as_ref()?];
        let [south, north] = courses else { return None };
        // no rule counts turns, and the words alone must suffice to detect repetition
        let countable = tables.turns_asked == 0 && (tables.repeated.is_none() || tables.gains_stay);
        // what tables do not decide of a turn is played as a straight one
        let straight = courses.iter().all(|course| course.harvest.is_some());
        if P != 2 || L::SIGNED || L::LANES > usize::from(BOTH) || !countable || !straight {
            return None;
        }
        let sides = Sides::of(&tables.layout, ways)?;
        let seats = [(0, south), (1, north)].map(|(player, course)| Seat::of(&sides, player, course, ways[player]));
        Some(Seats { sides, seats, sowings: [Kept::new(256), Kept::new(256)] })
    }

    /// The sides of the board.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// Smallest number of plies before a position can recur, if each ply sows one lap and no store gains. By then every
    /// hole that gained a seed has been played, and each hole that is played gives a seed to the next one. 0 if
    /// unknown.
    pub fn period(&self, faces: &Faces<'_>) -> usize {
        let faces = &faces.by_player;
        if !self.seats.iter().zip(faces).all(|(seat, face)| seat.sows_once && (face.hoard != 0 || !seat.captures)) {
            return 0;
        }
        // converts between lanes as `player` and as the first player face them
        let turned = |player: usize, lane: u8| if player == 0 { lane } else { lane ^ LANES };
        let next = |lane: u8| {
            let player = usize::from(lane / LANES);
            let lane = turned(player, lane);
            let played = self.seats[player].chosen >> lane & 1 != 0;
            let next = faces[player].laps.next[0][usize::from(lane)];
            (played && next != ASIDE).then(|| turned(player, next))
        };
        let round = |from: u8| {
            let (mut at, mut steps) = (next(from), 1);
            while let Some(lane) = at.filter(|lane| *lane != from && steps < BOTH) {
                (at, steps) = (next(lane), steps + 1);
            }
            at.filter(|lane| *lane == from).map(|_| usize::from(steps))
        };
        (0..BOTH).filter_map(round).min().unwrap_or(usize::MAX)
    }
}

impl Seat {
    fn of<L: Lanes>(sides: &Sides, player: usize, course: &Course<L>, way: &StraightWay<L::Mask>) -> Self {
        let deed = |deed: &tables::Deed<L::Mask>| {
            let on_board = deed.marks.slots().all(|slot| sides.lane_on_board(player, slot).is_some());
            let marks = sides.bits_of(player, deed.marks);
            let moves = match deed.moves {
                None => (0, 0, 0),
                Some(Moving { seeds, from, to }) => {
                    let (from, to) = (sides.lane_on_board(player, from)?, sides.lane(player, to)?);
                    (u64::try_from(seeds).ok()?, 8 * from, 8 * to)
                }
            };
            let then = match deed.then {
                tables::Next::Turn => Next::Turn,
                tables::Next::Again => Next::Again,
                tables::Next::Relay(None) => Next::Relay(AWAY),
                tables::Next::Relay(Some(slot)) => Next::Relay(8 * sides.lane_on_board(player, slot)?),
            };
            on_board.then_some(Deed { captures: deed.captures, moves, marks, then })
        };
        let guard = |guard: &tables::Guard<L::Mask>| {
            Some(match guard {
                tables::Guard::Seeds(slot, low, high) => {
                    Guard::Seeds(sides.lane_on_board(player, *slot)?, (*low).max(0) as u64, (*high).max(0) as u64)
                }
                tables::Guard::Marked(slot, players) => Guard::Marked(sides.lane_on_board(player, *slot)?, *players),
                tables::Guard::AllPrey(slots) => Guard::NoneLeft(sides.lanes_of(player, *slots)),
                tables::Guard::Always => Guard::Always,
            })
        };
        let closing = |quick: &Quick<L::Mask>| {
            let run = quick.prey.run.as_ref().map(|(back, table)| {
                let mut bits = Box::new([0; BOTH as usize]);
                for (slot, numbers) in table.iter().enumerate() {
                    if let Some(lane) = sides.lane_on_board(player, slot as Slot) {
                        bits[usize::from(lane)] = *numbers;
                    }
                }
                (*back, bits)
            });
            let branches = quick.branches.iter().map(|(asked, done)| Some((guard(asked)?, deed(done)?)));
            let mut branches: Vec<(Guard, Deed)> = branches.collect::<Option<_>>()?;
            let (_, last) = *branches.last()?;
            let first = branches.remove(0);
            branches.pop();
            Some(Closing { prey: sides.lanes_of(player, quick.prey.slots), run, first, between: branches.into(), last })
        };
        // closings that cannot be expressed in lanes become `OPEN`
        let mut told: Vec<(usize, Closing)> = course
            .quick()
            .iter()
            .enumerate()
            .filter_map(|(place, told)| Some((place, closing(told.as_ref()?)?)))
            .collect();
        told.truncate(usize::from(u8::MAX - CLOSINGS));
        told.sort_by_key(|(_, closing)| closing.relays());
        let going = CLOSINGS + told.partition_point(|(_, closing)| !closing.relays()) as u8;
        let mut numbers = vec![None; course.quick().len()];
        for (number, (place, _)) in (CLOSINGS..).zip(&told) {
            numbers[*place] = Some(number);
        }
        let closings: Box<[Closing]> = told.into_iter().map(|(_, closing)| closing).collect();
        let mut codes = Vec::new();
        let marks = course.marks;
        for mark in 0..marks {
            for lane in 0..BOTH {
                let slot = sides.slot(player, lane).filter(|slot| sides.lane_on_board(player, *slot).is_some());
                codes.extend((0..SEEDS as i32).map(|made| {
                    // a slot just sown has at least one seed
                    let slot = slot.filter(|_| made > 0);
                    let code = slot.map_or(Code::NOTHING, |slot| course.code_by_mark(0, mark, slot, made));
                    match code {
                        Code::RELAY => RELAY,
                        Code::END => END,
                        Code::AGAIN => AGAIN,
                        code => numbers.get(code.0 as usize).copied().flatten().unwrap_or(OPEN),
                    }
                }));
            }
        }
        codes.resize(CODES, OPEN);
        let relays = codes.contains(&RELAY) || closings.iter().any(Closing::relays);
        let mut rows = [(CODES - SEEDS) as u16; 32];
        for lane in (0..BOTH).filter(|lane| sides.slot(player, *lane).is_some()) {
            rows[usize::from(lane)] = row(0, lane);
        }
        let busy = codes.chunks(SEEDS).map(|made| {
            let may_do_more = |code: &u8| *code != END;
            // indexed by the number of seeds before the last one fell
            let (first, last) = (made[1..].iter().position(may_do_more)?, made[1..].iter().rposition(may_do_more)?);
            Some((first as u8, last as u8))
        });
        Seat {
            sows_once: !relays && way.lifting.is_after() && way.passed_players == 0,
            captures: closings.iter().any(|closing| closing.deeds().any(|deed| deed.captures)),
            busy: busy.collect(),
            rows,
            packs: codes.contains(&RELAY)
                && !closings.iter().any(|closing| closing.relays() || way.origin_passed && closing.run.is_some()),
            going,
            closings,
            relays,
            codes: boxed(codes),
            few: way.from.count() <= 6,
            chosen: sides.bits_of(player, way.from),
        }
    }
}

fn boxed(codes: Vec<u8>) -> Box<[u8; CODES]> {
    codes.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([OPEN; CODES]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::Known;
    use super::super::face::How;
    use crate::chance::{choice, generator};
    use crate::engine::lanes::{Bytes, Lanes};
    use crate::engine::machine::Machine;
    use crate::engine::moves::End;
    use crate::engine::position::Position;

    /// Smallest number of plies before a position of a game can recur.
    fn period(game: &str) -> usize {
        let (machine, position, round) = Machine::<Bytes<1>, 2>::at_start(game);
        let seats = machine.seats(&position).unwrap();
        seats.period(&Known::new().get(seats, &machine, &position, &round).unwrap())
    }

    #[test]
    fn a_board_with_too_many_seeds_is_not_faced() {
        let (machine, mut position, _) = Machine::<Bytes<1>, 2>::at_start("oware");
        let mut is_faced = |each: u8| {
            position.seeds = Lanes::of_bytes(&[each; 12]);
            machine.seats(&position).is_some()
        };
        // a sum of 288 seeds overflows a byte and looks like 32
        assert!(is_faced(4) && is_faced(10) && !is_faced(11) && !is_faced(24));
    }

    /// Plays every choice of the positions of random games on the faced board and in full. Returns how many were told by
    /// tables, and how many there were.
    fn turns_of(game: &str) -> (u32, u32) {
        let (machine, start, round) = Machine::<Bytes<1>, 2>::at_start(game);
        let seats = machine.seats(&start).unwrap();
        let (mut known, mut children, mut chance) = (Known::new(), Vec::new(), generator(1, 1));
        let (mut position, mut told, mut all) = (start, 0, 0);
        for ply in 1..400 {
            machine.children(&position, &round, &mut children).unwrap();
            let faces = known.get(seats, &machine, &position, &round).unwrap();
            let (mover, seen) = (position.mover(), seats.sides().seen(&position));
            for child in &children {
                let lane = seats.sides().lane(mover, child.play.hole).unwrap();
                let after = faces.of(mover).0.play::<true>(seen, 0, 8 * lane);
                all += 1;
                if after.how == How::Open {
                    continue;
                }
                told += 1;
                let expected = if child.end == End::Again { How::Again } else { How::Next };
                let left = Position { to_move: position.to_move, ..child.position };
                assert_eq!((after.how, after.seen), (expected, seats.sides().seen(&left)), "{game}: {position:?}");
                let mut marked = position;
                marked.mark(mover, seats.sides().slots_of(mover, after.marks));
                assert_eq!(marked.marks, child.position.marks, "{game}: {position:?}");
            }
            let next = children.get(choice(children.len(), &mut chance)).filter(|_| ply % 50 != 0);
            position = next.map_or(start, |child| child.position);
        }
        (told, all)
    }

    #[test]
    fn turns_on_faced_boards_are_those_of_the_rules() {
        // relays from the next hole, and captures two ahead; captures before a relay; seeds moved to a store, or beside a
        // mark where another slot is not marked yet
        let relaying = ["pachgarhwa", "bosh", "gabata-adegrat", "gabata-ansaba", "tap-urdy"];
        for game in relaying.into_iter().chain(["um-el-banat", "layli-goobalay"]) {
            let (told, all) = turns_of(game);
            assert!(all > 400 && 100 * told > 97 * all, "{game}: {told} of {all} turns");
        }
    }

    #[test]
    fn a_position_comes_back_when_every_hole_was_played() {
        assert_eq!(period("oware"), 12);
        // a turn plays many holes
        assert_eq!(period("krur"), 0);
        // captures go to stores that lie on the track
        assert_eq!(period("kalah"), 0);
    }
}
