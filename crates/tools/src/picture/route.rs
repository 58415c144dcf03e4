//! Finds the way of each lap of a move: along the channels between the rows, around holes and their numbers.
//!
//! An arrow leaves its hole at a port, runs along a lane of a channel and arrives at a port of the other hole. A lap
//! between rows that are not neighbours goes through the gap between two columns. Laps that would lie on each other get
//! lanes of their own, and a channel is as high as its lanes need.

use mancala_rules::rules::model::{Board, Cell};

use super::laps::Lap;
use super::layout::{COLUMN, HOLE, Layout};
use super::shapes::Point;

/// Distance between two lanes of a channel.
const LANE: f64 = 10.0;
/// Height that the first lane of a channel needs.
const FIRST: f64 = 28.0;
/// What a step of more room adds to both, and the distance at which numbers in neighbouring lanes do not touch.
const EASE_LANE: f64 = 2.5;
const EASE_FIRST: f64 = 6.0;
const MOST_LANE: f64 = 15.0;
/// Most steps of more room.
pub(super) const MOST_EASE: usize = 4;
/// Distance between the tip of an arrow and the rim.
const TIP: f64 = 1.5;

/// Where a lap leaves or enters a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Port {
    /// At the rim of a hole, so far to the right of its centre.
    Hole(Cell, f64),
    /// At the side of an end or a store, level with the lane.
    Pit(Cell),
}

/// A stretch along a channel.
#[derive(Clone, Debug)]
struct Leg {
    channel: usize,
    lane: usize,
    from: f64,
    to: f64,
    /// Whether it comes from or leads to the row above the channel, and to the row below it.
    above: bool,
    below: bool,
}

impl Leg {
    fn ends(&self) -> (f64, f64) {
        (self.from.min(self.to), self.from.max(self.to))
    }

    fn overlaps(&self, other: &Leg) -> bool {
        let (one, two) = (self.ends(), other.ends());
        self.channel == other.channel && one.0 < two.1 + 5.0 && two.0 < one.1 + 5.0
    }
}

/// The way of a lap, without the heights of the channels.
#[derive(Clone, Debug)]
struct Way {
    ports: [Port; 2],
    legs: Vec<Leg>,
}

/// The ways of all laps of a move.
#[derive(Clone, Debug)]
pub(super) struct Routes {
    ways: Vec<Way>,
    /// Lanes of each channel, from the one below the first row up.
    lanes: Vec<usize>,
    /// How much more than the least room the lanes are given, in steps.
    ease: usize,
}

/// What lies around a hole and leaves less room for ports.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corners {
    pub(super) badge: bool,
    pub(super) figure: bool,
    pub(super) mark: bool,
    pub(super) name: bool,
}

impl Corners {
    /// How far to the left and to the right of the centre a port may be.
    fn room(self, above: bool) -> (f64, f64) {
        match above {
            true => (if self.name { -11.0 } else { -16.0 }, if self.mark { 7.0 } else { 16.0 }),
            false => (if self.badge { -4.0 } else { -16.0 }, if self.figure { 13.0 } else { 16.0 }),
        }
    }
}

/// The channel beside a row on the way to the middle of the board.
fn inner(board: &Board, row: usize) -> usize {
    let rows = board.rows.value;
    if rows == 1 || 2 * row < rows - 1 { row + 1 } else { row }
}

/// The channels where a lap leaves its cell and where it arrives.
fn channels(board: &Board, from: Cell, last: Cell) -> [usize; 2] {
    match (board.row_column(from), board.row_column(last)) {
        (Some((one, _)), Some((two, _))) if one == two => [inner(board, one); 2],
        (Some((one, _)), Some((two, _))) if one < two => [one + 1, two],
        (Some((one, _)), Some((two, _))) => [one, two + 1],
        (Some((row, _)), None) | (None, Some((row, _))) => [inner(board, row); 2],
        (None, None) => [board.rows.value.div_ceil(2); 2],
    }
}

impl Routes {
    /// The routes of a picture without laps.
    pub(super) fn none() -> Routes {
        Routes { ways: Vec::new(), lanes: Vec::new(), ease: 0 }
    }

    /// Finds the ways of laps on a board.
    pub(super) fn new(layout: &Layout<'_>, laps: &[Lap], corners: impl Fn(Cell) -> Corners) -> Routes {
        let board = layout.board;
        let ends: Vec<[usize; 2]> = laps.iter().map(|lap| channels(board, lap.from, lap.last)).collect();
        let ports = ports(layout, laps, &ends, corners);
        let mut ways: Vec<Way> = Vec::new();
        for ((lap, [first, second]), ports) in laps.iter().zip(ends).zip(ports) {
            let at = |cell: Cell, port: Port, other: Cell| match port {
                Port::Hole(_, aside) => layout.center(cell).0 + aside,
                Port::Pit(_) => layout.side(cell, layout.center(other).0),
            };
            let (from, to) = (at(lap.from, ports[0], lap.last), at(lap.last, ports[1], lap.from));
            let leg = |channel: usize, from: f64, to: f64, rows: [Option<usize>; 2]| Leg {
                channel,
                lane: 0,
                from,
                to,
                above: rows.contains(&Some(channel)),
                below: rows.iter().any(|row| row.is_some_and(|row| row + 1 == channel)),
            };
            let row = |cell: Cell| board.row_column(cell).map(|(row, _)| row);
            let legs = if first == second {
                vec![leg(first, from, to, [row(lap.from), row(lap.last)])]
            } else {
                // through the gap beside the last column, on the side from which the lap comes, inside the board
                let column = board.row_column(lap.last).map_or(0, |(_, column)| column);
                let right = column > 0 && (to > from || column + 1 == board.columns.value);
                let nth = ways.iter().filter(|way| way.legs.len() > 1).count();
                let gap = layout.center(lap.last).0 + if right { -COLUMN / 2.0 } else { COLUMN / 2.0 };
                let gap = gap + [4.0, -0.5][nth % 2];
                vec![leg(first, from, gap, [row(lap.from), None]), leg(second, gap, to, [None, row(lap.last)])]
            };
            ways.push(Way { ports, legs });
        }
        let mut lanes = vec![0; board.rows.value + 1];
        for (channel, lanes) in lanes.iter_mut().enumerate() {
            *lanes = assign(&mut ways, channel);
        }
        Routes { ways, lanes, ease: 0 }
    }

    /// Gives the lanes more room, in steps: first to the rims beside them, and also to each other.
    pub(super) fn ease(&mut self, steps: usize) {
        self.ease = steps;
    }

    /// Distance between two lanes of a channel.
    fn lane(&self) -> f64 {
        (LANE + EASE_LANE * self.ease as f64).min(MOST_LANE)
    }

    /// How high each channel has to be.
    pub(super) fn gaps(&self) -> Vec<f64> {
        self.lanes.iter().map(|lanes| self.gap(*lanes)).collect()
    }

    fn gap(&self, lanes: usize) -> f64 {
        match lanes.checked_sub(1) {
            Some(more) => FIRST + EASE_FIRST * self.ease as f64 + self.lane() * more as f64,
            None => 0.0,
        }
    }

    /// The corners of each lap's way, from rim to rim.
    pub(super) fn points(&self, layout: &Layout<'_>) -> Vec<Vec<Point>> {
        self.ways.iter().map(|way| self.way(layout, way)).collect()
    }

    fn way(&self, layout: &Layout<'_>, way: &Way) -> Vec<Point> {
        let height = |leg: &Leg| {
            let (top, high) = layout.channel(leg.channel);
            let all = self.lanes[leg.channel].saturating_sub(1) as f64 * self.lane();
            top + (high - all) / 2.0 + 1.0 + leg.lane as f64 * self.lane()
        };
        let mut points = Vec::new();
        let rim = |port: Port, x: f64, lane: f64, away: f64| match port {
            Port::Pit(_) => (x, lane),
            Port::Hole(cell, aside) => {
                let (_, y) = layout.center(cell);
                let down = (HOLE * HOLE - aside * aside).max(0.0).sqrt() + away;
                (x, if lane > y { y + down } else { y - down })
            }
        };
        let [first, last] = way.ports;
        for (at, leg) in way.legs.iter().enumerate() {
            let y = height(leg);
            if at == 0 {
                points.push(rim(first, leg.from, y, 0.5));
            }
            points.extend([(leg.from, y), (leg.to, y)]);
            if at + 1 == way.legs.len() {
                points.push(rim(last, leg.to, y, TIP));
            }
        }
        points.dedup_by(|one, two| (one.0 - two.0).abs() < 0.1 && (one.1 - two.1).abs() < 0.1);
        straightened(points)
    }
}

/// Leaves corners out at which nothing turns.
fn straightened(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        if let [.., one, two] = kept.as_slice() {
            let turns = (two.0 - one.0) * (point.1 - two.1) - (two.1 - one.1) * (point.0 - two.0);
            if turns.abs() < 0.1 {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}

/// The ports of each lap. Where laps meet at one side of a hole they stand side by side, in an order in which few cross.
fn ports(layout: &Layout<'_>, laps: &[Lap], ends: &[[usize; 2]], corners: impl Fn(Cell) -> Corners) -> Vec<[Port; 2]> {
    let board = layout.board;
    let mut ports: Vec<[Port; 2]> = laps.iter().map(|lap| [Port::Pit(lap.from), Port::Pit(lap.last)]).collect();
    for cell in 0..board.holes() {
        let Some((row, _)) = board.row_column(cell) else { continue };
        let (x, _) = layout.center(cell);
        for above in [false, true] {
            let channel = row + usize::from(above);
            // the lap, its end, and how far the other end lies to the right
            let mut here: Vec<(usize, usize, f64)> = Vec::new();
            for (at, lap) in laps.iter().enumerate() {
                for (end, (this, other)) in [(lap.from, lap.last), (lap.last, lap.from)].into_iter().enumerate() {
                    if this == cell && ends[at][end] == channel {
                        // a lap round the board leaves on the left of all others and comes back on their right
                        let far = layout.center(other).0 - x;
                        let loops = if end == 0 { f64::NEG_INFINITY } else { f64::INFINITY };
                        here.push((at, end, if this == other { loops } else { far }));
                    }
                }
            }
            // on each side of the middle those that go far stand inside
            let order = |far: f64| {
                let side = match far {
                    _ if far.is_infinite() => far.signum() as i8 * 2,
                    _ if far.abs() < 1.0 => 0,
                    _ => far.signum() as i8,
                };
                (side, -far)
            };
            here.sort_by(|one, two| {
                let (one, two) = (order(one.2), order(two.2));
                one.0.cmp(&two.0).then(one.1.total_cmp(&two.1))
            });
            let (low, high) = corners(cell).room(above);
            let gaps = here.len().saturating_sub(1) as f64;
            let loops = here.iter().any(|(.., far)| far.is_infinite());
            let most = if loops && here.len() == 2 { 22.0 } else { 12.0 };
            let apart = if gaps > 0.0 { ((high - low) / gaps).min(most) } else { 0.0 };
            // not `clamp`: where the ports fill the room, its bounds may be crossed by a rounding error
            let middle = 0.0_f64.max(low + gaps * apart / 2.0).min(high - gaps * apart / 2.0);
            for (nth, (lap, end, _)) in here.into_iter().enumerate() {
                ports[lap][end] = Port::Hole(cell, middle + (nth as f64 - gaps / 2.0) * apart);
            }
        }
    }
    ports
}

/// Gives the legs in a channel lanes, counted from the top, and returns the number of lanes. Short legs between holes of
/// one row lie next to that row.
fn assign(ways: &mut [Way], channel: usize) -> usize {
    let mut legs: Vec<&mut Leg> =
        ways.iter_mut().flat_map(|way| &mut way.legs).filter(|leg| leg.channel == channel).collect();
    if legs.is_empty() {
        return 0;
    }
    let long = |leg: &Leg| (leg.to - leg.from).abs();
    legs.sort_by(|one, two| long(one).total_cmp(&long(two)));
    let copies: Vec<Leg> = legs.iter().map(|leg| (**leg).clone()).collect();
    for lanes in 1..=copies.len() {
        let mut given: Vec<usize> = Vec::new();
        for leg in &copies {
            let free =
                |lane: &usize| given.iter().zip(&copies).all(|(taken, other)| taken != lane || !leg.overlaps(other));
            let found = match (leg.above, leg.below) {
                (true, false) => (0..lanes).find(free),
                (false, true) => (0..lanes).rev().find(free),
                _ => {
                    let mut inside: Vec<usize> = (0..lanes).collect();
                    inside.sort_by_key(|lane| (2 * lane + 1).abs_diff(lanes));
                    inside.into_iter().find(free)
                }
            };
            let Some(lane) = found else { break };
            given.push(lane);
        }
        if given.len() == copies.len() {
            legs.iter_mut().zip(given).for_each(|(leg, lane)| leg.lane = lane);
            return lanes;
        }
    }
    copies.len()
}
