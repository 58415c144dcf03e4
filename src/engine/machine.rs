//! The tables of a game at one width, and its legal moves.

use std::sync::OnceLock;

use super::course::Course;
use super::facing::{self, Seats};
use super::gathering::{Gathering, Sum};
use super::history::History;
use super::lanes::Lanes;
use super::moves::{End, Move, Tried};
use super::position::{Position, Round};
use super::sowing::{Sower, around};
use super::trouble::Trouble;
use super::turn::Turn;
use super::watch::{Unwatched, Watch};
use crate::rules::model::{Endless, Player, Rules, Way};
use crate::tables::{Mask, MoverTables, NOWHERE, Set, Skip, Slot, Tables, Test, mask};

/// The tables of a game at one width. `L` holds the seeds of the board; `P` is the largest number of players.
#[derive(Debug)]
pub struct Machine<L: Lanes, const P: usize> {
    pub(super) tables: Tables<L::Mask>,
    /// Number of lanes, and so the first store beside the board.
    pub(super) lanes: Slot,
    /// For each player and direction, the slot that follows each lane on his track.
    pub(super) steps: Vec<[Box<[Slot]>; 2]>,
    /// The slots of each player's track.
    pub(super) on_track: Vec<L::Mask>,
    /// For each player and direction, the sowing tables.
    pub(super) sowers: Vec<[Sower<L>; 2]>,
    /// For each player the tables of his straight turns, if he has such turns.
    pub(super) courses: Vec<Option<Course<L>>>,
    /// The tables of straight turns in lanes as each player faces them, made when first needed.
    seats: OnceLock<Option<Seats<L::Mask>>>,
    /// For each mover and action, what it gathers before a turn, if it does nothing else.
    pub(super) gatherings: Vec<Box<[Option<Gathering<L>>]>>,
    /// For each mover the score of each player, where it is a plain sum.
    pub(super) sums: Vec<Box<[Option<Sum<L>>]>>,
    holes: L::Mask,
    /// The slots on each player's side.
    pub(super) sides: Vec<L::Mask>,
    /// Whether an endless sowing makes the move illegal.
    pub(super) endless_is_illegal: bool,
}

/// A legal move and its result.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Child<L: Lanes, const P: usize> {
    /// The position after the move.
    pub position: Position<L, P>,
    /// The move.
    pub play: Move,
    /// How the turn ended.
    pub end: End,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Compiles rules. `owner` gives the player on whose side each cell lies in this round.
    pub fn new(rules: &Rules, owner: &[Option<Player>]) -> Self {
        let tables: Tables<L::Mask> = Tables::compile(rules, owner);
        let layout = &tables.layout;
        let ways = [Way::Counterclockwise, Way::Clockwise];
        let steps = |track: &Vec<Slot>| {
            ways.map(|way| {
                let mut next = vec![NOWHERE; L::LANES];
                for (at, slot) in track.iter().enumerate() {
                    next[usize::from(*slot)] = around(track, at, way).next().unwrap_or(NOWHERE);
                }
                next.into_boxed_slice()
            })
        };
        let sowers = |(track, mover): (&Vec<Slot>, &MoverTables<L::Mask>)| {
            let (origin, many) = match &mover.skip {
                Skip::Marked { among, origin, .. } => (*origin, !among.is_none()),
                Skip::Fixed(_, origin) => (*origin, true),
                Skip::Changing(_) => (false, false),
            };
            ways.map(|way| Sower::new(layout, track, way, origin, many))
        };
        let gatherings = |mover: &MoverTables<L::Mask>| {
            let mut gatherings: Box<[_]> = mover.actions.iter().map(|_| None).collect();
            for (_, outcome) in &mover.gates {
                let action = usize::from(outcome.action);
                gatherings[action] = Gathering::of(layout, &mover.actions[action].ops);
            }
            gatherings
        };
        let sums = |mover: &MoverTables<L::Mask>| {
            mover.scores.iter().map(|amount| Sum::of(layout, amount.as_ref()?)).collect()
        };
        Machine {
            lanes: layout.lanes as Slot,
            steps: layout.tracks.iter().map(steps).collect(),
            on_track: layout.tracks.iter().map(|track| mask(track.iter().copied())).collect(),
            sowers: layout.tracks.iter().zip(&tables.movers).map(sowers).collect(),
            courses: layout
                .tracks
                .iter()
                .zip(&tables.movers)
                .map(|(track, mover)| Course::of(layout, track, mover))
                .collect(),
            gatherings: tables.movers.iter().map(gatherings).collect(),
            sums: tables.movers.iter().map(sums).collect(),
            seats: OnceLock::new(),
            holes: L::Mask::first_slots(layout.holes),
            sides: (0..tables.players)
                .map(|player| {
                    mask((0..layout.slots as Slot).filter(|slot| layout.owner[usize::from(*slot)] == Some(player)))
                })
                .collect(),
            endless_is_illegal: matches!(tables.endless, Some((Endless::Illegal, _))),
            tables,
        }
    }

    /// The tables.
    pub fn tables(&self) -> &Tables<L::Mask> {
        &self.tables
    }

    /// The tables of straight turns in lanes as each player faces them. `None` if the players have no such turns or the
    /// position has too many seeds.
    pub(super) fn seats(&self, position: &Position<L, P>) -> Option<&Seats<L::Mask>> {
        let seats = self.seats.get_or_init(|| Seats::of(self)).as_ref()?;
        (position.total() <= facing::MOST).then_some(seats)
    }

    /// An empty history of positions.
    pub(super) fn history(&self) -> History<L, P> {
        History::new(self.tables.layout.lanes, self.tables.gains_stay)
    }

    /// The next slot of a mover's track that is not passed over; `NOWHERE` if there is none or `from` is off the track.
    #[inline]
    pub(super) fn next(&self, mover: Player, from: Slot, way: Way, passed: L::Mask) -> Slot {
        let steps = &self.steps[mover][way as usize];
        let mut at = from;
        // the track is a cycle and has at most this number of slots
        for _ in 0..steps.len() {
            at = steps.get(usize::from(at)).copied().unwrap_or(NOWHERE);
            if at == NOWHERE {
                break;
            }
            if !passed.has(at) {
                return at;
            }
            if at == from {
                break;
            }
        }
        NOWHERE
    }

    /// Plays a legal move. Returns the position after it and how the turn ended. An illegal move changes nothing.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn play_unchecked<W: Watch>(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        play: &Move,
        watch: W,
    ) -> Result<(Position<L, P>, End), Trouble> {
        let mut turn = Turn::between(self, round, position, watch);
        match turn.play(play)? {
            Tried::Done(end) => Ok((turn.position, end)),
            Tried::Illegal | Tried::Asks => Ok((*position, End::Again)),
        }
    }

    /// Plays a move. Returns `None` if it is illegal.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn play(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        play: &Move,
    ) -> Result<Option<Child<L, P>>, Trouble> {
        let mut legal = Vec::new();
        self.children(position, round, &mut legal)?;
        Ok(legal.into_iter().find(|child| child.play == *play))
    }

    /// Replaces `children` by the legal moves of the player to move, in listing order, with their results. They come
    /// from the first `move` section in force that offers a legal move.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    #[inline]
    pub fn children(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        children: &mut Vec<Child<L, P>>,
    ) -> Result<(), Trouble> {
        children.clear();
        if let Some(straight) = self.straight(position, round) {
            let sight = straight.look(position.seeds.occupied());
            for hole in sight.holes.slots() {
                let play = Move { hole, way: straight.way.way, section: 0, choices: 0, answers: 0 };
                // updated in place: copying what was just written would stall
                let run = straight.run(position, position.seeds, hole);
                children.push(Child { play, position: *position, end: End::Next });
                if let Some(child) = children.last_mut() {
                    match straight.finish(&mut child.position, sight, hole, &run)? {
                        Tried::Done(end) => child.end = end,
                        Tried::Illegal | Tried::Asks => drop(children.pop()),
                    }
                }
            }
            return Ok(());
        }
        self.listed(position, round, children, |children, play| {
            self.answered(position, round, play, children, Unwatched)
        })
    }

    /// Lists the legal moves without the tables of straight turns. `each` tries a choice and adds its results.
    #[inline(always)]
    pub(super) fn listed(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        children: &mut Vec<Child<L, P>>,
        mut each: impl FnMut(&mut Vec<Child<L, P>>, Move) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        children.clear();
        let mut chooser = Turn::between(self, round, position, Unwatched);
        for number in 0..self.tables.movers[chooser.mover].sections.len() {
            self.choices(&mut chooser, number, |play| {
                each(children, play)?;
                Ok(false)
            })?;
            if !children.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Whether the player to move has a legal move.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    #[inline]
    pub fn can_move(&self, position: &Position<L, P>, round: &Round<L::Mask>) -> Result<bool, Trouble> {
        if let Some(straight) = self.straight(position, round) {
            return straight.can_move(position);
        }
        let mut chooser = Turn::between(self, round, position, Unwatched);
        let mut found = false;
        let mut tried = Vec::new();
        for number in 0..self.tables.movers[chooser.mover].sections.len() {
            self.choices(&mut chooser, number, |play| {
                self.answered(position, round, play, &mut tried, Unwatched)?;
                found = !tried.is_empty();
                Ok(found)
            })?;
            if found {
                break;
            }
        }
        Ok(found)
    }

    /// The holes of a set that are occupied, open and not locked.
    #[inline]
    pub(super) fn playable<W: Watch>(&self, chooser: &Turn<'_, L, P, W>, set: &Set<L::Mask>) -> L::Mask {
        let position = &chooser.position;
        let occupied = position.seeds.occupied() & self.holes;
        let usable = !(position.locked | chooser.round.closed);
        let slots = match set {
            Set::Slots(slots) => *slots,
            set => chooser.set(set, NOWHERE),
        };
        slots & occupied & usable
    }

    /// Calls `each` for every hole and direction that a section offers, if it is in force, until `each` returns true.
    #[inline]
    pub(super) fn choices<W: Watch>(
        &self,
        chooser: &mut Turn<'_, L, P, W>,
        number: usize,
        mut each: impl FnMut(Move) -> Result<bool, Trouble>,
    ) -> Result<(), Trouble> {
        let section = &chooser.rules.sections[number];
        chooser.section = number;
        chooser.here = NOWHERE;
        chooser.origin = NOWHERE;
        if section.when != Test::Known(true) && !chooser.holds(&section.when, NOWHERE) {
            return Ok(());
        }
        let play = |hole, way| Move { hole, way, section: number as u8, choices: 0, answers: 0 };
        if let Some(offered) = &section.offered
            && (!offered.unless_closed || chooser.round.closed.is_none())
        {
            let ways = [Way::Counterclockwise, Way::Clockwise].map(|way| {
                chooser.way = way;
                self.playable(chooser, &offered.holes[way as usize])
            });
            for hole in (ways[0] | ways[1]).slots() {
                for way in [Way::Counterclockwise, Way::Clockwise] {
                    if ways[way as usize].has(hole) && each(play(hole, way))? {
                        return Ok(());
                    }
                }
            }
            return Ok(());
        }
        for hole in self.playable(chooser, &Set::Slots(self.holes)).slots() {
            chooser.here = hole;
            chooser.origin = hole;
            chooser.way = Way::Counterclockwise;
            let ways = section.direction.iter().find(|(test, _)| chooser.holds(test, NOWHERE));
            let Some((_, ways)) = ways else { return Err(Trouble::NoDirection(number as u8)) };
            for way in ways.list() {
                chooser.way = *way;
                let from = section.from.iter().find(|(test, _)| chooser.holds(test, NOWHERE));
                let Some((_, from)) = from else { return Err(Trouble::NoFrom(number as u8)) };
                if chooser.set(from, NOWHERE).has(hole) && each(play(hole, *way))? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Adds the legal moves of a hole and a direction: one for each way to answer the choices within the turn. `watch`
    /// observes each attempt.
    #[inline]
    pub(super) fn answered<W: Watch>(
        &self,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        play: Move,
        children: &mut Vec<Child<L, P>>,
        mut watch: W,
    ) -> Result<(), Trouble> {
        watch.begins();
        let mut turn = Turn::between(self, round, position, watch.lend());
        match turn.play(&play)? {
            Tried::Illegal => {}
            Tried::Done(end) => children.push(Child { play, position: turn.position, end }),
            Tried::Asks => {
                let question = turn.question();
                // the turn borrows the watch
                drop(turn);
                self.ask(position, round, &play, question, children, watch)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
impl<L: Lanes, const P: usize> Machine<L, P> {
    /// The machine of a shipped game, and its starting position.
    #[allow(clippy::unwrap_used, reason = "shipped rulesets are well")]
    pub fn at_start(game: &str) -> (Self, Position<L, P>, Round<L::Mask>) {
        let rules = crate::ruleset::Ruleset::shipped(game).unwrap().rules().unwrap();
        let start = crate::game::Position::start(&rules);
        let machine = Machine::new(&rules, &start.owner);
        let (position, round) = Position::read(&machine.tables.layout, &start);
        (machine, position, round)
    }
}
