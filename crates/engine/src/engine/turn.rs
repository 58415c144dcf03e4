//! A turn being played: what is known of it, how it begins and how it ends.

use mancala_rules::rules::model::{Player, Way};

use super::course::Course;
use super::effects::Acting;
use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::{End, Move, Tried};
use super::others::Others;
use super::position::{Position, Round};
use super::program::Place;
use super::sowing::Laps;
use super::state::{FREE_LAPS, State, States};
use super::trouble::Trouble;
use super::view::View;
use super::watch::Notes;
use crate::tables::{Mask, MoverTables, NOWHERE, Slot, Test};

/// Where a turn goes on.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// At its beginning: at a place of the program, with a chosen hole. Both are passed apart from the turn, since what
    /// was just written piece by piece is slow to read.
    At { hole: Slot, place: Place },
    /// Where it stands.
    Here,
}

/// Why a turn did not come to its end.
pub(super) enum Stop {
    Trouble(Trouble),
    /// The turn must be played again with every state remembered.
    Again,
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Stop::Trouble(trouble)
    }
}

/// Sowing tables and the slots that they pass over.
type KnownLaps<'t, L> = Option<(<L as Lanes>::Mask, &'t Laps<L>)>;

/// A turn at one moment: all that can change while it is played. A copy is kept where the mover is asked something.
///
/// The order keeps apart what is written by itself and then read again soon: read together, it would stall.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Frame<L: Lanes, const P: usize> {
    pub position: Position<L, P>,
    pub sown: L::Mask,
    pub sown_this_lap: L::Mask,
    pub raided: L::Mask,
    /// The slots that the mover chose last.
    pub chosen: L::Mask,
    pub total_sown: i64,
    pub here: Slot,
    pub lap: u32,
    pub origin: Slot,
    /// Number of seeds in `here` just after the last seed fell.
    pub made: i32,
    pub way: Way,
    /// Where the program goes on.
    pub place: Place,
    pub last_seed: bool,
    /// Number of seeds that the last drop brought there: 1 where seeds fall one by one.
    pub dropped: i32,
    pub hand: i32,
    /// Number of states remembered so far.
    pub states: u32,
    pub section: usize,
    /// Number of ways to answer the questions so far, and the answers in mixed radix.
    pub ways: u128,
    pub answers: u64,
    /// How the turn ends, once `after turn` is read.
    pub ending: Option<End>,
    /// Number of questions so far.
    pub asked: u8,
}

/// A turn being played. Between turns it serves to evaluate conditions.
pub(super) struct Turn<'t, L: Lanes, const P: usize> {
    pub machine: &'t Machine<L, P>,
    pub rules: &'t MoverTables<L::Mask>,
    pub course: &'t Course<L>,
    pub round: &'t Round<L::Mask>,
    pub mover: Player,
    pub now: Frame<L, P>,
    pub no_legal_move: bool,
    pub repeated: bool,
    /// What is recorded for an observer.
    pub notes: Option<&'t mut Notes>,
    /// The holes that a section offers for each direction of sowing; see [`Turn::offer`].
    pub offered: [L::Mask; 2],
    /// The slot and the direction that were chosen for the turn.
    pub begun: (Slot, Way),
    /// The answers that the move gives and no question has used yet, in mixed radix, and their number.
    pub given: (u64, u8),
    /// Number of answers to the question that is open.
    pub asking: u64,
    /// Whether every answer to it is a turn.
    pub settles: bool,
    /// Questions of which not all answers have been tried: the turn there, the next answer, and the number of answers.
    pub open: Vec<(Frame<L, P>, u64, u64)>,
    /// Sowing tables; `None` if seeds must be sown one by one.
    pub laps: Option<&'t Laps<L>>,
    /// The first code of the section and the direction.
    pub group: usize,
    /// For each player and direction, the sowing tables that were used last, and the slots that they pass over.
    known_laps: [[KnownLaps<'t, L>; 2]; P],
    /// Whether slots that are sown must be recorded.
    pub noting: bool,
    /// The lap from which on endless sowing is looked for.
    pub next_look: u32,
    /// Whether all states of the turn are remembered.
    pub exactly: bool,
    pub states: States<L, P>,
    /// A state with which later ones are compared, and the lap at which another one takes its place.
    pub kept: Option<(State<L, P>, u32)>,
    /// This move and others, if rules ask about others.
    pub others: Option<Box<Others<'t, L, P>>>,
}

impl<'t, L: Lanes, const P: usize> Turn<'t, L, P> {
    /// The state before the player to move chooses.
    #[inline]
    pub fn between(
        machine: &'t Machine<L, P>,
        round: &'t Round<L::Mask>,
        position: &Position<L, P>,
        notes: Option<&'t mut Notes>,
    ) -> Self {
        let (mover, watched) = (position.mover(), &machine.tables.watched);
        let rules = &machine.tables.movers[mover];
        let now = Frame {
            position: *position,
            place: 0,
            section: usize::MAX,
            here: NOWHERE,
            origin: NOWHERE,
            way: rules.way_at_rest,
            lap: 0,
            made: 1,
            dropped: 1,
            hand: 0,
            last_seed: false,
            sown: L::Mask::NONE,
            sown_this_lap: L::Mask::NONE,
            raided: L::Mask::NONE,
            chosen: L::Mask::NONE,
            total_sown: 0,
            asked: 0,
            ways: 1,
            answers: 0,
            states: 0,
            ending: None,
        };
        Turn {
            machine,
            rules,
            course: &machine.courses[mover],
            round,
            mover,
            now,
            no_legal_move: false,
            repeated: false,
            notes,
            offered: [L::Mask::NONE; 2],
            begun: (NOWHERE, Way::Counterclockwise),
            given: (0, 0),
            asking: 0,
            settles: false,
            open: Vec::new(),
            laps: None,
            group: 0,
            known_laps: [[None; 2]; P],
            noting: watched.seeds_fall(),
            next_look: FREE_LAPS,
            exactly: false,
            states: States::new(),
            kept: None,
            others: None,
        }
    }

    /// Returns to a position, before the player to move chooses.
    #[inline(always)]
    pub fn restore(&mut self, position: &Position<L, P>) {
        self.now.position = *position;
        self.stand();
    }

    /// Returns to the state before the player to move chooses.
    #[inline(always)]
    pub fn stand(&mut self) {
        self.mover = self.now.position.mover();
        self.rules = &self.machine.tables.movers[self.mover];
        let now = &mut self.now;
        now.section = usize::MAX;
        (now.here, now.origin, now.way) = (NOWHERE, NOWHERE, self.rules.way_at_rest);
        (now.lap, now.made, now.hand, now.last_seed) = (0, 1, 0, false);
        (now.sown, now.sown_this_lap, now.raided) = (L::Mask::NONE, L::Mask::NONE, L::Mask::NONE);
        now.chosen = L::Mask::NONE;
        self.laps = None;
    }

    /// Plays a move with all its answers. The player to move must not have chosen yet in `before`, the position. If the
    /// move is illegal or asks a question that it does not answer, the position is meaningless afterwards.
    #[inline]
    pub fn play(&mut self, before: &Position<L, P>, play: &Move) -> Result<Tried, Trouble> {
        let start = self.begin(before, play);
        self.run_to_end(start, before, play)
    }

    /// Goes on until the turn ends or the mover is asked. Plays the turn again if that is necessary.
    #[inline(always)]
    pub fn run_to_end(&mut self, start: Start, before: &Position<L, P>, play: &Move) -> Result<Tried, Trouble> {
        match self.run(start) {
            Ok(tried) => Ok(tried),
            Err(Stop::Trouble(trouble)) => Err(trouble),
            Err(Stop::Again) => self.play_exactly(before, play),
        }
    }

    /// Plays the turn again with every state remembered.
    #[cold]
    pub fn play_exactly(&mut self, before: &Position<L, P>, play: &Move) -> Result<Tried, Trouble> {
        self.observe(Notes::again);
        self.restore(before);
        let start = self.begin(before, play);
        self.remember(true);
        match self.run(start) {
            Ok(tried) => Ok(tried),
            Err(Stop::Trouble(trouble)) => Err(trouble),
            Err(Stop::Again) => Ok(Tried::Illegal),
        }
    }

    /// Sets whether all states of a turn are remembered.
    #[cold]
    pub fn remember(&mut self, exactly: bool) {
        let watched = &self.machine.tables.watched;
        self.exactly = exactly;
        self.noting = exactly || watched.seeds_fall();
        self.next_look = if exactly { 0 } else { FREE_LAPS };
    }

    /// Tells the observer something, if there is one.
    #[inline(always)]
    pub fn observe(&mut self, tell: impl FnOnce(&mut Notes)) {
        if let Some(notes) = &mut self.notes {
            tell(notes);
        }
    }

    /// Begins a turn in `before`, where it stands.
    #[inline(always)]
    pub fn begin(&mut self, before: &Position<L, P>, play: &Move) -> Start {
        self.record(before, play);
        let careful = self.begin_at(before, play);
        let listed = careful || self.notes.is_some() || self.rules.sections[self.now.section].plain.is_none();
        if listed {
            self.now.made = self.seeds(play.hole) + 1;
        }
        Start::At { hole: play.hole, place: self.course.program.begins[self.now.section][usize::from(listed)] }
    }

    /// Begins the turn of a move, wherever its program starts. Returns whether it is played carefully.
    #[inline(always)]
    fn begin_at(&mut self, before: &Position<L, P>, play: &Move) -> bool {
        let locked = !before.locked.is_none();
        let careful = locked || before.pot != 0;
        self.course = if careful { self.machine.careful(self.mover) } else { &self.machine.courses[self.mover] };
        let machine = self.machine;
        let exactly = machine.tables.watched.every_state || locked;
        if self.exactly != exactly {
            self.remember(exactly);
        }
        self.begun = (play.hole, play.way);
        let now = &mut self.now;
        (now.here, now.origin, now.way, now.section) = (play.hole, play.hole, play.way, usize::from(play.section));
        (now.total_sown, now.dropped, now.ending) = (0, 1, None);
        if machine.tables.watched.answers {
            self.given = (play.answers, play.choices);
            (now.asked, now.ways, now.answers) = (0, 1, 0);
        }
        (now.states, self.kept) = (0, None);
        self.states.truncate(0);
        self.now_goes();
        careful
    }

    /// Notes the direction of the next lap.
    #[inline(always)]
    pub fn now_goes(&mut self) {
        self.group = self.course.group(self.now.section, self.now.way);
        self.find_laps();
    }

    /// Selects how laps are sown: from a table, or seed by seed.
    #[inline(always)]
    pub fn find_laps(&mut self) {
        if self.rules.stirred.is_none() || !self.now.position.locked.is_none() {
            self.laps = None;
            return;
        }
        let passed = self.always_passed_over();
        let known = &mut self.known_laps[self.mover][self.now.way as usize];
        self.laps = match known {
            Some((known, laps)) if *known == passed => Some(laps),
            _ => {
                let laps = self.machine.sowers[self.mover][self.now.way as usize].laps(passed);
                *known = laps.map(|laps| (passed, laps));
                laps
            }
        };
    }

    /// Ends the turn; `None` if `after turn` must be read first.
    #[inline(always)]
    pub fn finish(&mut self, end: End) -> Result<Option<Tried>, Trouble> {
        let mut end = end;
        if let Some(ending) = self.now.ending {
            self.after_others()?;
            end = if let End::Decided(_) = end { end } else { ending };
        } else {
            if self.machine.tables.watched.other_moves && self.compares(end) {
                return Ok(Some(Tried::Illegal));
            }
            if let Some(after) = self.course.program.after
                && !end.is_over()
            {
                (self.now.ending, self.now.place) = (Some(end), after);
                return Ok(None);
            }
        }
        if self.now.hand > 0 {
            return Err(Trouble::HandLeft);
        }
        let (watched, (begun, way)) = (&self.machine.tables.watched, self.begun);
        if watched.last_turn {
            (self.now.position.played, self.now.position.reached) = (begun, self.now.here);
        }
        if watched.last_ways {
            self.now.position.went(self.mover, way);
        }
        self.now.position.turns[self.mover] += 1;
        if end == End::Next {
            self.machine.pass_on(&mut self.now.position);
        }
        Ok(Some(Tried::Done(end)))
    }

    /// Fails if the rules gave no answer in another move that `after turn` asked about.
    #[inline(always)]
    pub fn after_others(&self) -> Result<(), Trouble> {
        match self.now.ending.is_some() && self.others_fail() {
            true => Err(Trouble::TooManyWays(self.now.section as u8)),
            false => Ok(()),
        }
    }
}

impl<L: Lanes, const P: usize> View<L, P> for Turn<'_, L, P> {
    #[inline(always)]
    fn machine(&self) -> &Machine<L, P> {
        self.machine
    }

    #[inline(always)]
    fn rules(&self) -> &MoverTables<L::Mask> {
        self.rules
    }

    #[inline(always)]
    fn round(&self) -> &Round<L::Mask> {
        self.round
    }

    #[inline(always)]
    fn position(&self) -> &Position<L, P> {
        &self.now.position
    }

    #[inline(always)]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline(always)]
    fn here(&self) -> Slot {
        self.now.here
    }

    #[inline(always)]
    fn origin(&self) -> Slot {
        self.now.origin
    }

    #[inline(always)]
    fn way(&self) -> Way {
        self.now.way
    }

    #[inline(always)]
    fn lap(&self) -> u32 {
        self.now.lap
    }

    #[inline(always)]
    fn made(&self) -> i32 {
        self.now.made
    }

    #[inline(always)]
    fn dropped(&self) -> i32 {
        self.now.dropped
    }

    #[inline(always)]
    fn section(&self) -> usize {
        self.now.section
    }

    #[inline(always)]
    fn last_seed(&self) -> bool {
        self.now.last_seed
    }

    #[inline(always)]
    fn chosen(&self) -> L::Mask {
        self.now.chosen
    }

    #[inline(always)]
    fn sown(&self) -> L::Mask {
        self.now.sown
    }

    #[inline(always)]
    fn sown_this_lap(&self) -> L::Mask {
        self.now.sown_this_lap
    }

    #[inline(always)]
    fn raided(&self) -> L::Mask {
        self.now.raided
    }

    #[inline(always)]
    fn no_legal_move(&self) -> bool {
        self.no_legal_move
    }

    #[inline(always)]
    fn repeated(&self) -> bool {
        self.repeated
    }

    #[inline(always)]
    fn laps(&self) -> Option<&Laps<L>> {
        self.laps
    }

    #[inline(always)]
    fn another_leaves(&self, test: &Test<L::Mask>) -> bool {
        self.leaves_another(test)
    }
}

impl<L: Lanes, const P: usize> Acting<L, P> for Turn<'_, L, P> {
    #[inline(always)]
    fn position_mut(&mut self) -> &mut Position<L, P> {
        &mut self.now.position
    }

    #[inline(always)]
    fn hand(&mut self) -> &mut i32 {
        &mut self.now.hand
    }

    #[inline(always)]
    fn note_raid(&mut self, slots: L::Mask) {
        self.now.raided |= self.rules.abroad & slots;
    }

    #[inline(always)]
    fn fell_here(&mut self, made: i32) {
        (self.now.made, self.now.dropped) = (made, 1);
    }

    fn marks_changed(&mut self) {
        self.find_laps();
    }
}
