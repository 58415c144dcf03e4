//! The general way to play a turn: lap by lap, with all rules.

use super::choosing::{Asked, Unasked};
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
use crate::tables::{
    Action, Branches, Decisions, Entry, Kind, Lifting, Listed, Mask, MoverTables, NOWHERE, Op, Skip, Slot, Then,
    Turning,
};

/// How a turn continues.
pub(super) enum Flow {
    Go,
    Sow { into: bool, at: Slot },
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
    /// The slot that was chosen for the turn.
    pub(super) begun: Slot,
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
    pub(super) unasked: Option<Box<Unasked<L, P>>>,
    /// Sowing tables; `None` if seeds must be sown one by one.
    laps: Option<&'t Laps<L>>,
    /// Whether slots that are sown or raided must be recorded.
    pub(super) noting: bool,
    /// The lap at which to check for an endless sowing next.
    next_look: u32,
    pub(super) total_sown: i64,
    /// Hashes of the states so far; `None` if they are not remembered from the first lap on.
    pub(super) seen: Option<Seen>,
    pub(super) memory: Option<Box<Memory<L, P>>>,
}

impl<'t, L: Lanes, const P: usize, W: Watch> Turn<'t, L, P, W> {
    /// The state before the player to move chooses.
    #[inline]
    pub fn between(machine: &'t Machine<L, P>, round: &'t Round<L::Mask>, position: &Position<L, P>, watch: W) -> Self {
        let mover = position.mover();
        Turn {
            machine,
            rules: &machine.tables.movers[mover],
            round,
            position: *position,
            mover,
            section: usize::MAX,
            here: NOWHERE,
            origin: NOWHERE,
            way: Way::Counterclockwise,
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
            begun: NOWHERE,
            chosen: L::Mask::NONE,
            answers: 0,
            given: 0,
            asked: 0,
            ways: 1,
            settles: false,
            asking: (0, 0),
            unasked: None,
            laps: None,
            noting: false,
            next_look: FREE_LAPS,
            total_sown: 0,
            seen: None,
            memory: None,
        }
    }

    /// Plays a move to the end of the turn and updates `position`. If the move is illegal or asks a question,
    /// `position` is meaningless afterwards.
    #[inline]
    pub fn play(&mut self, play: &Move) -> Result<Tried, Trouble> {
        let before = self.position;
        let remember = self.machine.tables.watched.every_state || !before.locked.is_none();
        self.seen = remember.then_some(Seen::NONE);
        let played = self.play_once(play, remember);
        self.settled(played, &before, play)
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
            Err(Stop::Again) => self.play_again(*before, play),
        }
    }

    #[cold]
    fn play_again(&mut self, before: Position<L, P>, play: &Move) -> Result<Tried, Trouble> {
        self.position = before;
        self.watch.again();
        self.memory = Some(Box::new(Memory::every_state()));
        match self.play_once(play, true) {
            Ok(tried) => Ok(tried),
            Err(Stop::Trouble(trouble)) => Err(trouble),
            Err(Stop::Again) => Ok(Tried::Illegal),
        }
    }

    #[inline]
    fn play_once(&mut self, play: &Move, remember: bool) -> Result<Tried, Stop> {
        self.section = usize::from(play.section);
        self.begun = play.hole;
        self.here = play.hole;
        self.origin = play.hole;
        self.way = play.way;
        self.lap = 0;
        self.hand = 0;
        self.sown = L::Mask::NONE;
        self.sown_this_lap = L::Mask::NONE;
        self.raided = L::Mask::NONE;
        self.last_seed = false;
        self.asked = 0;
        self.ways = 1;
        self.answers = play.answers;
        self.given = play.choices;
        self.total_sown = 0;
        self.remember(remember);
        self.find_laps();
        let section = &self.rules.sections[self.section];
        let flow = if section.plain.is_some_and(Lifting::is_after) && self.position.locked.is_none() && !W::WATCHES {
            self.lift_all(play.hole);
            Flow::Sow { into: false, at: play.hole }
        } else {
            self.made = self.seeds(play.hole) + 1;
            match self.read(&section.begin)? {
                Flow::Go => self.read_last_seed()?,
                flow => flow,
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
        self.section = usize::from(play.section);
        self.way = play.way;
        self.laps = Some(laps);
        (self.origin, self.here, self.lap, self.made) = (origin, here, lap, made);
        self.total_sown = total_sown;
        self.raided = self.rules.abroad & bit(play.hole);
        self.last_seed = true;
        self.remember(false);
        let played = self.after_lap().and_then(|flow| self.go_on(flow));
        self.settled(played, before, play)
    }

    /// Sets what is recorded, and from which lap on states are compared. `every_state` says that all are remembered.
    #[inline(always)]
    pub(super) fn remember(&mut self, every_state: bool) {
        let watched = self.machine.tables.watched;
        self.noting = every_state || watched.sown || watched.sown_this_lap || watched.raided;
        self.next_look = if every_state { 0 } else { FREE_LAPS };
    }

    #[inline(always)]
    pub(super) fn go_on(&mut self, flow: Flow) -> Result<Tried, Stop> {
        let mut flow = flow;
        loop {
            flow = match flow {
                Flow::Sow { into, at } => {
                    if self.hand <= 0 {
                        self.off_track(at)?;
                        return Err(Trouble::EmptyHand.into());
                    } else if !self.sow(into, at)? {
                        return Ok(Tried::Illegal);
                    } else {
                        self.after_lap()?
                    }
                }
                Flow::End(end) => return Ok(self.finish(end)?),
                Flow::Illegal => return Ok(Tried::Illegal),
                Flow::Asks => return Ok(Tried::Asks),
                Flow::Go => return Err(Trouble::Undecided.into()),
            };
        }
    }

    /// What follows a lap: the list `last seed` decides, unless the sowing is endless.
    #[inline(always)]
    fn after_lap(&mut self) -> Result<Flow, Stop> {
        if self.lap >= self.next_look && self.is_endless()? {
            self.watch.endless();
            Ok(self.endless()?)
        } else if self.machine.tables.watched.answers {
            Ok(self.decide_or_ask()?)
        } else {
            Ok(self.decide()?)
        }
    }

    /// The entry of a table for the hole where the last seed fell.
    #[inline(always)]
    pub(super) fn entry(&self, decisions: &Decisions<L::Mask>) -> Entry {
        let mark = if decisions.marks > 1 { self.position.mark_of(self.here) } else { 0 };
        let group = decisions.group(self.section, self.way, self.lap);
        decisions.at(group, self.here, mark, decisions.class(self.made))
    }

    /// Carries out the first branch whose condition holds and which the mover does not decline.
    #[inline(always)]
    fn branch(&mut self, branches: &[Branches<L::Mask>], number: u16) -> Result<Option<Flow>, Trouble> {
        let Some(branches) = branches.get(usize::from(number)) else { return Ok(None) };
        for (test, action) in branches {
            if test.as_ref().is_none_or(|test| self.met(test))
                && let Some(flow) = self.act(*action)?
            {
                return Ok(Some(flow));
            }
        }
        Ok(None)
    }

    /// Applies the list `last seed`.
    #[inline(always)]
    pub(super) fn decide(&mut self) -> Result<Flow, Trouble> {
        let decisions = &self.rules.last_decisions;
        let entry = self.entry(decisions);
        let branches = &decisions.branches[..];
        match entry.kind {
            Kind::End => {
                self.applies_alone(branches, entry.branches);
                Ok(Flow::End(End::Next))
            }
            Kind::Again => {
                self.applies_alone(branches, entry.branches);
                Ok(Flow::End(End::Again))
            }
            Kind::Relay if self.position.locked.is_none() => {
                self.applies_alone(branches, entry.branches);
                let here = self.here;
                self.lift_all(here);
                Ok(Flow::Sow { into: false, at: here })
            }
            Kind::Nothing => Ok(Flow::Go),
            _ => Ok(self.branch(branches, entry.branches)?.unwrap_or(Flow::Go)),
        }
    }

    /// Lifts a lane that is not locked.
    #[inline(always)]
    fn lift_all(&mut self, slot: Slot) {
        self.hand = self.position.seeds.get(slot);
        self.position.seeds.clear(slot);
        if self.noting && self.hand > 0 {
            self.raided |= self.rules.abroad & L::Mask::of(slot);
        }
    }

    #[inline(always)]
    fn applies_alone(&mut self, branches: &[Branches<L::Mask>], number: u16) {
        if W::WATCHES
            && let Some([(_, action), ..]) = branches.get(usize::from(number)).map(Vec::as_slice)
        {
            self.watch.applies(self.rules.actions[usize::from(*action)].rule);
        }
    }

    fn read_last_seed(&mut self) -> Result<Flow, Trouble> {
        self.read(&self.rules.last_seed)
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
    fn act(&mut self, number: u16) -> Result<Option<Flow>, Trouble> {
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
                let way = match turning {
                    Turning::Same => self.way,
                    Turning::To(way) => *way,
                    Turning::Reversed => self.way.reversed(),
                };
                let before = std::mem::replace(&mut self.way, way);
                let slots = self.set(at, NOWHERE);
                if slots.count() != 1 {
                    return Err(Trouble::NotOneHole(slots.count(), action.rule));
                }
                if self.hand == 0 && self.position.locked.has(slots.first()) {
                    // nothing can be lifted from a locked hole: no lap follows, and the direction stays
                    self.way = before;
                    return Ok(Flow::End(End::Next));
                }
                if way != before {
                    self.find_laps();
                }
                Flow::Sow { into: *into, at: slots.first() }
            }
            Then::Go => Flow::Go,
            Then::MoveAgain => Flow::End(End::Again),
            Then::Illegal => Flow::Illegal,
            Then::MoverWins => decided(Verdict::Wins(mover)),
            Then::MoverLoses => decided(Verdict::Loses(mover)),
            Then::Draw => decided(Verdict::Draw),
            Then::EndTurn | Then::Play | Then::Pass | Then::Over => Flow::End(End::Next),
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
    pub(super) fn find_laps(&mut self) {
        self.laps = if self.rules.stirred.is_some() && self.position.locked.is_none() {
            self.machine.sowers[self.mover][self.way as usize].laps(self.always_passed_over())
        } else {
            None
        };
    }

    /// Sows the hand. Returns false if every slot of the track is passed over.
    #[inline(always)]
    fn sow(&mut self, into: bool, at: Slot) -> Result<bool, Trouble> {
        let Some(laps) = self.laps else { return self.sow_seed_by_seed(into, at) };
        if !self.rules.tabled_laps && (into || self.stirs(laps, at)) {
            return self.sow_seed_by_seed(into, at);
        }
        self.off_track(at)?;
        self.lap += 1;
        self.origin = at;
        self.total_sown += i64::from(self.hand);
        let mut count = std::mem::take(&mut self.hand);
        if self.noting {
            self.sown_this_lap = L::Mask::NONE;
        }
        if into {
            self.position.seeds.drop_one(at);
            if self.noting {
                self.sown |= L::Mask::of(at);
                self.sown_this_lap = L::Mask::of(at);
            }
            count -= 1;
            if count == 0 {
                self.here = at;
                self.made = self.position.seeds.get(at);
                self.last_seed = true;
                return Ok(true);
            }
        }
        if self.noting {
            let fell = laps.sown(at, count);
            self.sown |= fell;
            self.sown_this_lap |= fell;
        }
        self.position.seeds.raise(at, count);
        self.here = laps.sow(&mut self.position.seeds, at, count);
        self.last_seed = true;
        self.made = self.position.seeds.get(self.here);
        Ok(self.here != NOWHERE)
    }

    /// Whether `each seed` may do something while the hand is sown after a slot.
    #[inline(always)]
    fn stirs(&self, laps: &Laps<L>, at: Slot) -> bool {
        let Some(stirred) = &self.rules.stirred else { return true };
        let fell = laps.sown(at, self.hand) & stirred.slots;
        if stirred.marked_by != 0 && !(fell & self.position.marked_by(stirred.marked_by)).is_none() {
            return true;
        }
        if stirred.seeds.is_empty() || fell.is_none() {
            return false;
        }
        if !laps.falls_once(at, self.hand) {
            return true;
        }
        let mut after = self.position.seeds;
        after.raise(at, self.hand);
        laps.sow(&mut after, at, self.hand);
        stirred.seeds.iter().any(|(low, high)| !(after.holding(*low, *high) & fell).is_none())
    }

    fn off_track(&self, at: Slot) -> Result<(), Trouble> {
        if self.machine.on_track[self.mover].has(at) { Ok(()) } else { Err(Trouble::OffTrack) }
    }

    #[cold]
    fn sow_seed_by_seed(&mut self, into: bool, at: Slot) -> Result<bool, Trouble> {
        self.off_track(at)?;
        self.lap += 1;
        self.origin = at;
        self.total_sown += i64::from(self.hand);
        let rules = self.rules;
        let fixed = !matches!(rules.skip, Skip::Changing(_));
        self.sown_this_lap = L::Mask::NONE;
        let mut passed = self.passed_over();
        let mut slot = at;
        let mut stays = into;
        while self.hand > 0 {
            if !std::mem::take(&mut stays) {
                if !fixed {
                    passed = self.passed_over();
                }
                slot = self.machine.next(self.mover, slot, self.way, passed);
                if slot == NOWHERE {
                    return Ok(false);
                }
            }
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
                passed = self.passed_over();
            }
        }
        Ok(true)
    }

    /// Applies the list `each seed`. Returns whether a rule applied.
    fn after_each_seed(&mut self) -> Result<bool, Trouble> {
        let decisions = &self.rules.each_decisions;
        let entry = self.entry(decisions);
        Ok(entry.kind != Kind::Nothing && self.branch(&decisions.branches, entry.branches)?.is_some())
    }

    /// Applies `after turn` and ends the turn.
    #[inline(always)]
    fn finish(&mut self, end: End) -> Result<Tried, Trouble> {
        let mut end = end;
        if !self.rules.after_turn.is_empty() && !matches!(end, End::Decided(_)) {
            match self.read(&self.rules.after_turn)? {
                Flow::Illegal => return Ok(Tried::Illegal),
                Flow::Asks => return Ok(Tried::Asks),
                Flow::End(decided @ End::Decided(_)) => end = decided,
                _ => {}
            }
        }
        if self.hand > 0 {
            return Err(Trouble::HandLeft);
        }
        self.position.turns[self.mover] += 1;
        if self.machine.tables.watched.last_turn {
            (self.position.played, self.position.reached) = (self.begun, self.here);
        }
        if end == End::Next {
            self.machine.pass_on(&mut self.position);
        }
        Ok(Tried::Done(end))
    }
}
