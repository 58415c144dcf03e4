//! The general way to play a turn: lap by lap, with all rules.

use std::rc::Rc;

use super::another::Others;
use super::choosing::{Asked, Unasked};
use super::course::Code;
use super::endless::{FREE_LAPS, Memory, Seen};
use super::lanes::Lanes;
use super::machine::Machine;
use super::moves::{Decided, End, MOST_WAYS, Move, Tried, Verdict};
use super::position::{Position, Round};
use super::sowing::Laps;
use super::trouble::Trouble;
use super::view::bit;
use super::watch::Watch;
use crate::rules::model::{Endless, Player, Way};
use crate::tables::{Action, Kind, Listed, Mask, MoverTables, NOWHERE, Op, Skip, Slot, Then};

/// How a turn continues.
pub(super) enum Flow {
    Go,
    /// The hand is sown, the first seed into the slot itself or after it.
    Sow {
        into: bool,
        at: Slot,
    },
    /// All seeds of a slot are lifted and sown, the first into the slot itself or after it.
    SowAll {
        into: bool,
        at: Slot,
    },
    /// The last seed of a lap has fallen.
    Landed,
    End(End),
    Illegal,
    Asks,
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

/// A turn being played. Between turns it serves to evaluate conditions.
pub(super) struct Turn<'t, L: Lanes, const P: usize, W: Watch> {
    pub machine: &'t Machine<L, P>,
    pub rules: &'t MoverTables<L::Mask>,
    pub round: &'t Round<L::Mask>,
    pub position: Position<L, P>,
    pub mover: Player,
    pub section: usize,
    pub here: Slot,
    pub origin: Slot,
    pub way: Way,
    pub lap: u32,
    /// Number of seeds in `here` just after the last seed fell.
    pub made: i32,
    pub sown: L::Mask,
    pub sown_this_lap: L::Mask,
    pub raided: L::Mask,
    pub hand: i32,
    pub last_seed: bool,
    pub no_legal_move: bool,
    pub repeated: bool,
    pub watch: W,
    /// The holes that a section offers for each direction of sowing; see [`Turn::offer`].
    pub(super) offered: [L::Mask; 2],
    /// The slot and the direction that were chosen for the turn.
    pub(super) begun: (Slot, Way),
    /// The slots that the mover chose last.
    pub(super) chosen: L::Mask,
    /// The answers of the move that no question has used yet, in mixed radix.
    pub(super) answers: u64,
    pub(super) given: u8,
    /// Number of questions so far.
    pub(super) asked: u8,
    /// Number of ways to answer the questions so far.
    pub(super) ways: u128,
    /// Whether every answer to the last question is a turn.
    pub(super) settles: bool,
    /// Number of answers to the last question, and the weight of its answer in [`Move::answers`].
    pub(super) asking: (u64, u64),
    /// The turn before the list that asked the last question was read; `None` if it must be replayed from its
    /// beginning.
    pub(super) unasked: Option<Rc<Unasked<L, P>>>,
    /// Sowing tables; `None` if seeds must be sown one by one.
    pub(super) laps: Option<&'t Laps<L>>,
    /// For each player and direction, the sowing tables that were used last, and the slots that they pass over.
    known_laps: [[KnownLaps<'t, L>; 2]; P],
    /// Whether slots that are sown must be recorded.
    pub(super) noting: bool,
    /// The lap at which to check for an endless sowing next.
    pub(super) next_look: u32,
    pub(super) total_sown: i64,
    /// Hashes of the states so far, of all laps or of those after which the mover was asked; `None` if they are not
    /// remembered.
    pub(super) seen: Option<Seen>,
    pub(super) memory: Option<Box<Memory<L, P>>>,
    /// This move and others, if rules ask about others.
    pub(super) others: Option<Box<Others<'t, L, P>>>,
}

impl<'t, L: Lanes, const P: usize, W: Watch> Turn<'t, L, P, W> {
    /// The state before the player to move chooses.
    #[inline]
    pub fn between(machine: &'t Machine<L, P>, round: &'t Round<L::Mask>, position: &Position<L, P>, watch: W) -> Self {
        let mover = position.mover();
        let rules = &machine.tables.movers[mover];
        Turn {
            machine,
            rules,
            round,
            position: *position,
            mover,
            section: usize::MAX,
            here: NOWHERE,
            origin: NOWHERE,
            way: rules.way_at_rest,
            lap: 0,
            made: 1,
            sown: L::Mask::NONE,
            sown_this_lap: L::Mask::NONE,
            raided: L::Mask::NONE,
            hand: 0,
            last_seed: false,
            no_legal_move: false,
            repeated: false,
            watch,
            offered: [L::Mask::NONE; 2],
            begun: (NOWHERE, Way::Counterclockwise),
            chosen: L::Mask::NONE,
            answers: 0,
            given: 0,
            asked: 0,
            ways: 1,
            settles: false,
            asking: (0, 0),
            unasked: None,
            laps: None,
            known_laps: [[None; 2]; P],
            noting: false,
            next_look: FREE_LAPS,
            total_sown: 0,
            seen: None,
            memory: None,
            others: None,
        }
    }

    /// Returns to a position, before the player to move chooses.
    #[inline(always)]
    pub fn restore(&mut self, position: &Position<L, P>) {
        self.position = *position;
        self.stand();
    }

    /// Returns to the state before the player to move chooses.
    #[inline(always)]
    pub fn stand(&mut self) {
        self.mover = self.position.mover();
        self.rules = &self.machine.tables.movers[self.mover];
        self.section = usize::MAX;
        (self.here, self.origin, self.way) = (NOWHERE, NOWHERE, self.rules.way_at_rest);
        (self.lap, self.made, self.hand, self.last_seed) = (0, 1, 0, false);
        (self.sown, self.sown_this_lap, self.raided) = (L::Mask::NONE, L::Mask::NONE, L::Mask::NONE);
        self.chosen = L::Mask::NONE;
        self.laps = None;
    }

    /// Plays a move to the end of the turn. The player to move must not have chosen yet in `before`, the position. If
    /// the move is illegal or asks a question, `position` is meaningless afterwards.
    #[inline]
    pub fn play(&mut self, before: &Position<L, P>, play: &Move) -> Result<Tried, Trouble> {
        self.record(before, play);
        let code = self.open(play);
        let end = if code == Some(Code::AGAIN) { End::Again } else { End::Next };
        let ends = matches!(code, Some(Code::END | Code::AGAIN));
        if ends && self.rules.after_turn.is_empty() {
            return self.finish(end);
        }
        let watched = self.machine.tables.watched;
        let every_state = watched.every_state || !before.locked.is_none();
        self.begin(play, every_state);
        if every_state || watched.asked_states {
            self.seen = Some(Seen::NONE);
        } else if self.seen.is_some() {
            self.seen = None;
        }
        let played = match code {
            Some(_) if ends => self.finish(end).map_err(Stop::from),
            Some(Code::STIRS) => {
                // the hand of the next lap lies where that lap starts, perhaps on other seeds
                self.hand = self.made;
                self.position.seeds.raise(self.here, -self.made);
                self.go_on(Flow::Sow { into: false, at: self.here })
            }
            Some(_) => self.go_on(Flow::Landed),
            None => self.play_once(play),
        };
        self.settled(played, before, play)
    }

    /// The result of a turn. Plays it again if that is necessary.
    #[inline(always)]
    pub(super) fn settled(
        &mut self,
        played: Result<Tried, Stop>,
        before: &Position<L, P>,
        play: &Move,
    ) -> Result<Tried, Trouble> {
        match played {
            Ok(tried) => Ok(tried),
            Err(Stop::Trouble(trouble)) => Err(trouble),
            Err(Stop::Again) => self.play_again(before, play),
        }
    }

    #[cold]
    pub(super) fn play_again(&mut self, before: &Position<L, P>, play: &Move) -> Result<Tried, Trouble> {
        self.watch.again();
        self.restore(before);
        self.record(before, play);
        self.begin(play, true);
        self.seen = None;
        self.memory = Some(Box::new(Memory::every_state()));
        match self.play_once(play) {
            Ok(tried) => Ok(tried),
            Err(Stop::Trouble(trouble)) => Err(trouble),
            Err(Stop::Again) => Ok(Tried::Illegal),
        }
    }

    /// Begins a turn. `every_state` says that all states of the turn are remembered.
    #[inline(always)]
    fn begin(&mut self, play: &Move, every_state: bool) {
        (self.asked, self.ways, self.answers, self.given) = (0, 1, play.answers, play.choices);
        self.unasked = None;
        self.memory = None;
        self.remember(every_state);
    }

    /// Plays a turn from its beginning by reading the rules of its section.
    fn play_once(&mut self, play: &Move) -> Result<Tried, Stop> {
        self.section = usize::from(play.section);
        self.begun = (play.hole, play.way);
        (self.here, self.origin, self.way) = (play.hole, play.hole, play.way);
        self.total_sown = 0;
        self.find_laps();
        let section = &self.rules.sections[self.section];
        let flow = match section.plain {
            Some(lifting) if self.position.locked.is_none() && !W::WATCHES => {
                self.raided = self.rules.abroad & L::Mask::of(play.hole);
                Flow::SowAll { into: lifting.into(self.position.seeds.get(play.hole)), at: play.hole }
            }
            _ => {
                self.made = self.seeds(play.hole) + 1;
                match self.read(&section.begin)? {
                    Flow::Go => self.read(&self.rules.last_seed)?,
                    flow => flow,
                }
            }
        };
        self.go_on(flow)
    }

    /// Continues a turn that the tables of straight turns played up to the end of a lap. The arguments are the start
    /// and end of that lap, its number, the seeds that its last seed made, and the number of seeds sown so far.
    #[inline(never)]
    pub(super) fn take_over(
        &mut self,
        before: &Position<L, P>,
        play: &Move,
        laps: &'t Laps<L>,
        (origin, here): (Slot, Slot),
        (lap, made): (u32, i32),
        total_sown: i64,
    ) -> Result<Tried, Trouble> {
        self.record(before, play);
        self.section = usize::from(play.section);
        self.way = play.way;
        self.laps = Some(laps);
        (self.origin, self.here, self.lap, self.made) = (origin, here, lap, made);
        self.total_sown = total_sown;
        self.raided = self.rules.abroad & bit(play.hole);
        self.last_seed = true;
        self.remember(false);
        let played = self.go_on(Flow::Landed);
        self.settled(played, before, play)
    }

    /// Sets what is recorded, and from which lap on states are compared. `every_state` says that all are remembered.
    #[inline(always)]
    pub(super) fn remember(&mut self, every_state: bool) {
        let watched = self.machine.tables.watched;
        self.noting = every_state || watched.sown || watched.sown_this_lap;
        self.next_look = if every_state { 0 } else { FREE_LAPS };
    }

    /// Applies a list: the first rule whose condition holds and which the mover does not decline.
    pub(super) fn read(&mut self, list: &[Listed<L::Mask>]) -> Result<Flow, Trouble> {
        for rule in list {
            if self.met(&rule.test)
                && let Some(flow) = self.act(rule.action)?
            {
                return Ok(flow);
            }
        }
        Ok(Flow::Go)
    }

    /// Carries out an action; `None` if the mover declines it.
    pub(super) fn act(&mut self, number: u16) -> Result<Option<Flow>, Trouble> {
        let rules = self.rules;
        let action = &rules.actions[usize::from(number)];
        self.watch.applies(action.rule);
        if action.may {
            match self.answer(2) {
                Asked::Open => return Ok(Some(Flow::Asks)),
                Asked::TooOften => return self.endless().map(Some),
                Asked::Answer(place) => {
                    self.watch.says(place == 0);
                    if place != 0 {
                        return Ok(None);
                    }
                }
            }
        }
        for op in &action.ops {
            match op {
                Op::Choose(number, among) => {
                    if let Some(flow) = self.choose(*number, among)? {
                        self.settles = action.settles() && self.rules.after_turn.is_empty() && self.hand == 0;
                        return Ok(Some(flow));
                    }
                }
                op => self.op(op, action.rule)?,
            }
        }
        self.then(action).map(Some)
    }

    /// The mover's answer to a question with `answers` possible answers.
    pub(super) fn answer(&mut self, answers: u64) -> Asked {
        let weight = self.ways;
        let ways = weight * u128::from(answers);
        if ways > MOST_WAYS {
            return Asked::TooOften;
        }
        self.ways = ways;
        self.asked += 1;
        if self.asked > self.given {
            self.settles = false;
            self.asking = (answers, weight as u64);
            return Asked::Open;
        }
        let place = self.answers % answers;
        self.answers /= answers;
        Asked::Answer(place)
    }

    fn then(&mut self, action: &Action<L::Mask>) -> Result<Flow, Trouble> {
        let decided = |verdict| Flow::End(End::Decided(Decided { verdict, rule: Some(action.rule) }));
        let mover = self.mover as u8;
        Ok(match &action.then {
            Then::Sow { turning, into, at } => {
                let before = self.turn_to(*turning);
                let slots = self.set(at, NOWHERE);
                if slots.count() != 1 {
                    return Err(Trouble::NotOneHole(slots.count(), action.rule));
                }
                if self.hand == 0 && self.position.locked.has(slots.first()) {
                    // nothing can be lifted from a locked hole: no lap follows, and the direction stays
                    self.way = before;
                    self.find_laps();
                    return Ok(Flow::End(End::Next));
                }
                Flow::Sow { into: *into, at: slots.first() }
            }
            Then::Go => Flow::Go,
            Then::MoveAgain => Flow::End(End::Again),
            Then::Illegal => Flow::Illegal,
            Then::MoverWins => decided(Verdict::Wins(mover)),
            Then::MoverLoses => decided(Verdict::Loses(mover)),
            Then::Draw => decided(Verdict::Draw),
            Then::EndTurn | Then::Play | Then::Pass | Then::SwapSides | Then::Over => Flow::End(End::Next),
        })
    }

    /// Applies the rule for an endless sowing.
    #[cold]
    pub(super) fn endless(&mut self) -> Result<Flow, Trouble> {
        match self.machine.tables.endless {
            None => Err(Trouble::NoEndless),
            Some((Endless::Illegal, _)) => Ok(Flow::Illegal),
            Some((Endless::EndTurn, _)) => Ok(Flow::End(End::Next)),
            Some((Endless::MoverLoses, _)) => {
                let verdict = Verdict::Loses(self.mover as u8);
                Ok(Flow::End(End::Decided(Decided { verdict, rule: None })))
            }
        }
    }

    /// Selects how laps are sown: from a table, or seed by seed.
    #[inline(always)]
    pub(super) fn find_laps(&mut self) {
        if self.rules.stirred.is_none() || !self.position.locked.is_none() {
            self.laps = None;
            return;
        }
        let passed = self.always_passed_over();
        let known = &mut self.known_laps[self.mover][self.way as usize];
        self.laps = match known {
            Some((known, laps)) if *known == passed => Some(laps),
            _ => {
                let laps = self.machine.sowers[self.mover][self.way as usize].laps(passed);
                *known = laps.map(|laps| (passed, laps));
                laps
            }
        };
    }

    pub(super) fn off_track(&self, at: Slot) -> Result<(), Trouble> {
        if self.machine.on_track[self.mover].has(at) { Ok(()) } else { Err(Trouble::OffTrack) }
    }

    /// Sows the hand, the first seed into a slot or after it, where `each seed` may have to be read. Returns `false` if
    /// every slot is passed over.
    #[inline(never)]
    pub(super) fn sow_by_hand(&mut self, into: bool, at: Slot) -> Result<bool, Trouble> {
        self.off_track(at)?;
        self.lap += 1;
        self.origin = at;
        self.total_sown += i64::from(self.hand);
        self.sown_this_lap = L::Mask::NONE;
        let (mut into, mut at) = (into, at);
        if !self.noting && !self.rules.skip.passes_origin() {
            // what is between the slots where a rule may apply comes from a table
            while let Some((laps, stirred)) = self.laps.zip(self.rules.stirred.as_ref()) {
                let mut due = stirred.slots & self.position.marked_by(stirred.marked_by);
                for (low, high) in &stirred.seeds {
                    due |= stirred.slots & self.position.seeds.holding(low.saturating_sub(1), high.saturating_sub(1));
                }
                if std::mem::take(&mut into) {
                    self.position.seeds.drop_one(at);
                    (self.here, self.hand) = (at, self.hand - 1);
                } else {
                    let count = laps.until(at, self.hand, due);
                    self.position.seeds.raise(at, count);
                    (self.position.seeds, self.here) = laps.sown_from(self.position.seeds, at, count);
                    if self.here == NOWHERE {
                        return Ok(false);
                    }
                    (at, self.hand) = (self.here, self.hand - count);
                }
                self.last_seed = self.hand == 0;
                self.made = self.position.seeds.get(at);
                if due.has(at) && self.after_each_seed()? {
                    self.find_laps();
                }
                if self.last_seed {
                    return Ok(true);
                }
            }
        }
        self.sow_seed_by_seed(into, at)
    }

    /// Sows the rest of the hand, the first seed into a slot or after it.
    #[cold]
    fn sow_seed_by_seed(&mut self, into: bool, at: Slot) -> Result<bool, Trouble> {
        let rules = self.rules;
        let (fixed, alone) = match rules.skip {
            Skip::Changing(_, alone) => (false, alone),
            Skip::Marked { .. } | Skip::Fixed(..) => (true, true),
        };
        let mut passed = self.passed_over();
        let mut passes_last = false;
        // the slots that were sown since `passed` was computed
        let mut fell = L::Mask::NONE;
        let mut slot = at;
        let mut stays = into;
        while self.hand > 0 {
            if !std::mem::take(&mut stays) {
                if let Some(last) = &rules.skip_last
                    && self.hand == 1
                {
                    (passed, fell) = (self.set(last, NOWHERE) | self.round.closed, L::Mask::NONE);
                    passes_last = true;
                }
                let mut next = self.machine.next(self.mover, slot, (self.way, false), passed);
                if !fixed && !passes_last && (!alone && !fell.is_none() || next == NOWHERE || fell.has(next)) {
                    (passed, fell) = (self.passed_over(), L::Mask::NONE);
                    next = self.machine.next(self.mover, slot, (self.way, false), passed);
                }
                slot = next;
                if slot == NOWHERE {
                    return Ok(false);
                }
            }
            fell |= L::Mask::of(slot);
            self.hand -= 1;
            self.position.seeds.drop_one(slot);
            let made = self.position.seeds.get(slot);
            if self.position.locked.has(slot) && made >= self.machine.tables.layout.start[usize::from(slot)] as i32 {
                self.position.locked = self.position.locked & !L::Mask::of(slot);
            }
            self.sown |= L::Mask::of(slot);
            self.sown_this_lap |= L::Mask::of(slot);
            self.here = slot;
            self.made = made;
            self.last_seed = self.hand == 0;
            if !rules.each_seed.is_empty() && self.after_each_seed()? {
                (passed, fell) = (self.passed_over(), L::Mask::NONE);
            }
        }
        Ok(true)
    }

    /// Applies the list `each seed`. Returns whether a rule applied.
    fn after_each_seed(&mut self) -> Result<bool, Trouble> {
        let decisions = &self.rules.each_decisions;
        let entry = self.entry(decisions, (self.here, self.lap, self.made));
        Ok(entry.kind != Kind::Nothing && self.branch(&decisions.branches, entry.branches)?.is_some())
    }

    /// Applies `after turn` and ends the turn.
    #[inline(always)]
    pub(super) fn finish(&mut self, end: End) -> Result<Tried, Trouble> {
        let mut end = end;
        if self.machine.tables.watched.other_moves && self.compares(end) {
            return Ok(Tried::Illegal);
        }
        if !self.rules.after_turn.is_empty() && !end.is_over() {
            let flow = self.read(&self.rules.after_turn)?;
            if self.others_fail() {
                return Err(Trouble::TooManyWays(self.section as u8));
            }
            match flow {
                Flow::Illegal => return Ok(Tried::Illegal),
                Flow::Asks => return Ok(Tried::Asks),
                Flow::End(decided @ End::Decided(_)) => end = decided,
                _ => {}
            }
        }
        if self.hand > 0 {
            return Err(Trouble::HandLeft);
        }
        let (watched, (begun, way)) = (self.machine.tables.watched, self.begun);
        if watched.last_turn {
            (self.position.played, self.position.reached) = (begun, self.here);
        }
        if watched.last_ways {
            self.position.went(self.mover, way);
        }
        self.position.turns[self.mover] += 1;
        if end == End::Next {
            self.machine.pass_on(&mut self.position);
        }
        Ok(Tried::Done(end))
    }
}
