//! A game in play at one width. Moves are played and taken back, a search allocates nothing on its way, and repeated
//! positions are counted along the line of play.

use std::sync::Arc;

use mancala_rules::chance::Generator;
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::{self, Rules};
use mancala_rules::source::Span;

use super::ended::{Ended, Finished};
use super::history::Past;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::offering::Offering;
use super::position::{Position, Round};
use super::random::aside::{Aside, Faster};
use super::random::runner::{Runner, Spare};
use super::standing::Standing;
use super::trouble::Trouble;
use crate::game::{self, Decision, Ending, Event, Fault, Move, Reader};
use crate::tables::{Mask, NOWHERE, RuleId};

/// What happens in a position.
#[derive(Clone, Copy)]
enum State {
    /// The player moves, by this rule of `before turn`, or does what is offered.
    Moves(RuleId, Offering),
    Passes,
    Over(Ended),
}

/// A position of the line of play.
#[derive(Clone)]
struct Step<L: Lanes, const P: usize> {
    /// The position as the last turn left it.
    left: Position<L, P>,
    /// The position after the effects of `before turn`.
    position: Position<L, P>,
    state: State,
    /// The legal moves, valid if `listed`.
    children: Vec<Child<L, P>>,
    listed: bool,
    /// Whether the position occurred before.
    stood: bool,
    /// Number in `past` of the earliest position that can equal this one.
    since: usize,
    grown: i64,
}

/// A game in play at one width.
pub(super) struct Played<L: Lanes, const P: usize> {
    machine: Arc<Machine<L, P>>,
    rules: Arc<Rules>,
    round: Round<L::Mask>,
    /// The positions of the line of play, up to `at`. Those after it are kept to reuse their memory.
    steps: Vec<Step<L, P>>,
    /// Index of the current position in `steps`.
    at: usize,
    /// The positions, only if a rule asks about repetition.
    past: Past<L, P>,
    /// Number of positions of `past` up to and including the first step.
    before: usize,
    repeated: Option<u32>,
    /// Hash of what is constant during the round.
    fixed: u64,
    /// The highest turn number that a rule asks about; 0 if no rule asks.
    turns: u32,
    /// For each player, the lanes of his side, and all slots of his side.
    sides: Vec<(L, L::Mask)>,
    spare: Option<Spare<L, P>>,
    /// The starts of games that are played at random, and how such games are played.
    aside: Vec<Aside<L, P>>,
    faster: Arc<Faster<L, P>>,
}

impl<L: Lanes, const P: usize> Played<L, P> {
    /// Starts from a position in which a player is to move.
    pub fn begin(machine: Arc<Machine<L, P>>, rules: Arc<Rules>, position: &game::Position) -> Result<Self, Fault> {
        let layout = &machine.tables.layout;
        let (position, round): (Position<L, P>, Round<L::Mask>) = Position::read(layout, position);
        let sides = (0..machine.tables.players).map(|player| {
            let slots = (0..layout.slots).filter(|slot| layout.owner[*slot] == Some(player));
            let mask = slots.fold(L::Mask::NONE, |mask, slot| mask | L::Mask::of(slot as u8));
            (L::all_of(mask & machine.on_board), mask)
        });
        let closed = layout.owner.iter().enumerate().fold(
            mix(round.starter as u64, round.lot as u64),
            |mixed, (slot, owner)| {
                let owner = owner.map_or(0, |player| player + 1) as u64;
                mix(mixed, owner << 1 | u64::from(round.closed.has(slot as u8)))
            },
        );
        let first = Step {
            left: position,
            position,
            state: State::Passes,
            children: Vec::new(),
            listed: false,
            stood: false,
            since: 0,
            grown: machine.grown(&position),
        };
        let mut played = Played {
            sides: sides.collect(),
            round,
            steps: vec![first],
            at: 0,
            past: Past::new(),
            before: 0,
            repeated: machine.tables.repeated,
            fixed: closed,
            turns: machine.tables.turns_asked,
            spare: None,
            aside: Vec::new(),
            faster: Arc::new(Faster::new(position)),
            rules,
            machine,
        };
        played.enter(0, true).map_err(|trouble| played.fault(trouble))?;
        played.before = played.past.len();
        Ok(played)
    }

    fn fault(&self, trouble: Trouble) -> Fault {
        trouble.fault(&self.rules, &self.machine.tables.rules)
    }

    fn here(&self) -> &Step<L, P> {
        &self.steps[self.at]
    }

    /// Lists the legal moves.
    fn list_moves(&mut self) -> Result<(), Trouble> {
        let step = &mut self.steps[self.at];
        let State::Moves(rule, offering) = step.state else { return Ok(()) };
        if step.listed {
            return Ok(());
        }
        self.machine.children(&step.position, &self.round, &mut step.children)?;
        step.listed = true;
        if step.children.is_empty() {
            return Err(Trouble::NothingToPlay(rule));
        }
        self.machine.offer(&step.position, &self.round, offering, &mut step.children)
    }

    fn scores_of(&self, position: &Position<L, P>, scores: &mut [i32]) {
        for (to, score) in scores.iter_mut().zip(self.machine.scores(position, &self.round)) {
            *to = score;
        }
    }

    /// The position after the legal move of an index, as the turn leaves it; the current position if there is no such
    /// move.
    fn after(&self, index: usize) -> &Position<L, P> {
        let step = self.here();
        match (step.state, step.children.get(index)) {
            (State::Moves(..), Some(child)) => &child.position,
            _ => &step.position,
        }
    }

    fn holdings_of(&self, position: &Position<L, P>, seeds: &mut [i32]) {
        let lanes = self.machine.tables.layout.lanes;
        for (to, (side, slots)) in seeds.iter_mut().zip(&self.sides) {
            let mut on_board = position.seeds;
            let stores = position.stores.iter().enumerate();
            let stores = stores.filter(|(player, _)| slots.has((lanes + player) as u8)).map(|(_, seeds)| *seeds);
            *to = on_board.take(side) + stores.sum::<i32>();
        }
    }

    /// Records a position. Returns whether it occurred before, and whether it counts as repeated.
    fn count(&mut self, position: &Position<L, P>, since: usize) -> (bool, bool) {
        let Some(from) = self.repeated else { return (false, false) };
        let times = self.past.count(position, self.machine.on_board, since);
        (times > 0, times + 1 >= from)
    }

    /// Appends a position in which a player is to move. `eager` lists his moves at once, as the narrator does, even if
    /// no rule asks for them.
    fn arrive(&mut self, left: Position<L, P>, eager: bool) -> Result<(), Trouble> {
        let (since, grown) = (self.here().since, self.here().grown);
        let now = self.machine.grown(&left);
        let since = if now == grown { since } else { self.past.len() };
        self.next_step(eager);
        let step = &mut self.steps[self.at];
        (step.left, step.position, step.listed, step.since, step.grown) = (left, left, false, since, now);
        let entered = self.enter(since, eager);
        if entered.is_err() {
            self.step_back();
            self.list_moves()?;
        }
        entered
    }

    /// Records the current position and applies `before turn` to it.
    fn enter(&mut self, since: usize, eager: bool) -> Result<(), Trouble> {
        let mut position = self.here().left;
        let (stood, repeated) = self.count(&position, since);
        let step = &mut self.steps[self.at];
        let (machine, round) = (&self.machine, &self.round);
        let (mut listed, children) = (false, &mut step.children);
        if eager {
            machine.children(&position, round, children)?;
            listed = true;
        }
        let standing = machine.enter(&mut position, round, repeated, None, |position| {
            if !listed {
                machine.children(position, round, children)?;
                listed = true;
            }
            Ok(!children.is_empty())
        })?;
        step.state = match standing {
            Standing::Play { changed, rule, offering } => {
                listed &= !changed;
                State::Moves(rule, offering)
            }
            other => other.ended().map_or(State::Passes, State::Over),
        };
        (step.position, step.listed, step.stood) = (position, listed, stood);
        match step.state {
            State::Moves(rule, _) if listed && step.children.is_empty() => Err(Trouble::NothingToPlay(rule)),
            State::Moves(_, offering) if listed => machine.offer(&position, round, offering, &mut step.children),
            _ if eager => self.list_moves(),
            _ => Ok(()),
        }
    }

    /// Plays the legal move of an index, or the forced pass (0). Returns false if there is none.
    fn step(&mut self, index: usize, eager: bool) -> Result<bool, Trouble> {
        self.list_moves()?;
        let step = self.here();
        let mut position = step.position;
        match step.state {
            State::Passes if index == 0 => {
                self.machine.pass(&mut position);
                self.arrive(position, eager)?;
            }
            State::Moves(..) => {
                let Some(child) = step.children.get(index) else { return Ok(false) };
                let after = child.position;
                // what is done in place of a turn is no part of the last one
                let left = if child.play.is_instead() { position } else { after };
                match child.end.decided() {
                    None => self.arrive(after, eager)?,
                    Some(ended) => {
                        self.next_step(eager);
                        let step = &mut self.steps[self.at];
                        (step.left, step.position) = (left, after);
                        (step.state, step.listed, step.stood) = (State::Over(ended), true, false);
                        // `step_back` expects one position of the past for each step
                        self.count(&after, self.past.len());
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Goes on to the next step. `eager` gives it the room for moves of this one: a long game would keep the moves of
    /// all its positions.
    fn next_step(&mut self, eager: bool) {
        if self.at + 1 == self.steps.len() {
            let mut next = self.here().copied();
            if !eager {
                next.children.reserve(16);
            }
            self.steps.push(next);
        }
        if eager {
            let step = &mut self.steps[self.at];
            step.listed = false;
            let room = std::mem::take(&mut step.children);
            self.steps[self.at + 1].children = room;
        }
        self.at += 1;
    }

    fn step_back(&mut self) {
        self.at = self.at.saturating_sub(1);
        let known = self.before + self.at;
        self.past.truncate(known);
    }

    fn scores_at(&self, position: &Position<L, P>) -> Vec<i64> {
        let scores = self.machine.scores(position, &self.round);
        scores.iter().take(self.machine.tables.players).map(|score| i64::from(*score)).collect()
    }

    fn written(&self, position: &Position<L, P>) -> game::Position {
        position.write(&self.machine.tables.layout, &self.round, self.machine.tables.players)
    }

    fn ended(&self) -> Option<Ended> {
        match self.here().state {
            State::Over(ended) => Some(ended),
            State::Moves(..) | State::Passes => None,
        }
    }
}

impl<L: Lanes, const P: usize> Step<L, P> {
    /// Copies the step without its moves.
    fn copied(&self) -> Self {
        Step { children: Vec::new(), ..*self }
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// A number made of the seeds beside the board and the marks on it, if neither ever shrinks: a position with a
    /// smaller number cannot recur. Constant if they may shrink.
    pub(super) fn grown(&self, position: &Position<L, P>) -> i64 {
        if !self.tables.gains_stay {
            return -1;
        }
        // the pot counts too: winning it changes no hole
        let stores: i64 = i64::from(position.pot) + position.stores.iter().map(|seeds| i64::from(*seeds)).sum::<i64>();
        let marked: u32 = position.marks.iter().map(|marks| (*marks & self.on_board).count()).sum();
        stores << 8 | i64::from(marked)
    }

    /// Tells how a game ended, given its scores.
    pub(super) fn ending(&self, rules: &Rules, ended: Ended, scores: Vec<i64>) -> Ending {
        let winners = ended.winners(&scores);
        let (reason, span) = match ended.rule.and_then(|rule| self.tables.rules.get(usize::from(rule))) {
            Some(text) => (text.said.clone(), text.span),
            None => ("endless".to_owned(), rules.endless.as_ref().map_or(Span::default(), |it| it.span)),
        };
        let verdict = match ended.decision() {
            Decision::Scores => None,
            Decision::Rule(verdict) => Some(verdict),
        };
        Ending { reason, span, scores, winners, verdict }
    }
}

impl<L: Lanes, const P: usize> Reader for Played<L, P> {
    fn copy(&self) -> Box<dyn Reader> {
        let steps = self.steps[..=self.at].to_vec();
        Box::new(self.with(steps, self.before))
    }

    fn fork(&self) -> Box<dyn Reader> {
        Box::new(self.with(vec![self.here().clone()], self.past.len()))
    }

    fn position(&self) -> game::Position {
        self.written(&self.here().position)
    }

    fn left(&self) -> game::Position {
        self.written(&self.here().left)
    }

    fn to_move(&self) -> model::Player {
        self.here().position.mover()
    }

    fn must_pass(&self) -> bool {
        matches!(self.here().state, State::Passes)
    }

    fn decision(&self) -> Option<Decision> {
        self.ended().map(Ended::decision)
    }

    fn ending(&self) -> Option<Ending> {
        let scores = self.scores_at(&self.here().position);
        self.ended().map(|ended| self.machine.ending(&self.rules, ended, scores))
    }

    fn captured(&self) -> Vec<i64> {
        self.scores_at(&self.here().position)
    }

    fn captured_left(&self) -> Vec<i64> {
        self.scores_at(&self.here().left)
    }

    fn take_events(&mut self) -> Vec<Event> {
        Vec::new()
    }

    fn list(&mut self) -> Result<(), Fault> {
        self.list_moves().map_err(|trouble| self.fault(trouble))
    }

    fn choices(&self) -> usize {
        match self.here().state {
            State::Moves(..) => self.here().children.len(),
            State::Passes => 1,
            State::Over(_) => 0,
        }
    }

    fn listed(&self, index: usize) -> Option<Move> {
        let step = self.here();
        let State::Moves(..) = step.state else { return (index < self.choices()).then_some(Move::Pass) };
        let play = &step.children.get(index)?.play;
        if let Some((instead, _)) = self.machine.instead(step.position.mover(), play) {
            return Some(Move::Instead(instead));
        }
        let answers = self.machine.answers(&step.position, &self.round, play);
        Some(Move::Sow(self.machine.sowing(&self.rules, play, answers)))
    }

    fn play(&mut self, index: usize) -> Result<bool, Fault> {
        self.step(index, true).map_err(|trouble| self.fault(trouble))
    }

    fn forth(&mut self, index: usize) -> Result<bool, Fault> {
        self.step(index, false).map_err(|trouble| self.fault(trouble))
    }

    fn back(&mut self) -> bool {
        let can = self.at > 0;
        if can {
            self.step_back();
        }
        can
    }

    fn depth(&self) -> usize {
        self.at
    }

    fn scores(&self, scores: &mut [i32]) {
        self.scores_of(&self.here().position, scores);
    }

    fn scores_after(&self, index: usize, scores: &mut [i32]) {
        self.scores_of(self.after(index), scores);
    }

    fn holdings(&self, seeds: &mut [i32]) {
        self.holdings_of(&self.here().position, seeds);
    }

    fn holdings_after(&self, index: usize, seeds: &mut [i32]) {
        self.holdings_of(self.after(index), seeds);
    }

    fn seeds_in_unmarked_holes(&self) -> i32 {
        let left = &self.here().left;
        let unmarked = left.marks.iter().fold(self.machine.holes, |holes, marks| holes & !*marks);
        let mut seeds = left.seeds;
        seeds.take(&L::all_of(unmarked))
    }

    fn key(&self) -> u64 {
        let position = &self.here().position;
        let mut mixed = mix(self.fixed, position.seeds.mixed());
        for marks in &position.marks {
            mixed = marks.slots().fold(mix(mixed, 1), |mixed, slot| mix(mixed, u64::from(slot)));
        }
        for seeds in &position.stores {
            mixed = mix(mixed, *seeds as u64);
        }
        if !position.locked.is_none() {
            mixed = position.locked.slots().fold(mix(mixed, 2), |mixed, slot| mix(mixed, u64::from(slot)));
        }
        mixed = mix(mixed, (position.pot as u64) << 8 | u64::from(position.to_move));
        if position.played != NOWHERE {
            mixed = mix(mixed, u64::from(position.played) << 8 | u64::from(position.reached));
        }
        if position.last_ways != 0 {
            mixed = mix(mix(mixed, 3), u64::from(position.last_ways));
        }
        if self.turns > 0 {
            let turns = position.turns.iter().map(|turns| (*turns).min(self.turns));
            mixed = turns.fold(mixed, |mixed, turns| mix(mixed, u64::from(turns)));
        }
        finished(mixed)
    }

    fn has_stood(&self) -> bool {
        self.here().stood
    }

    fn set_aside(&mut self, chance: Generator) {
        let Step { left, position, state, .. } = self.here();
        let scores = || self.machine.scores(position, &self.round);
        let finished = match state {
            State::Over(ended) => Some(Finished { plies: 0, passes: 0, ended: *ended, scores: scores() }),
            State::Moves(..) | State::Passes => None,
        };
        self.aside.push(Aside { position: *left, generator: chance, finished });
    }

    fn play_out(
        &mut self,
        most_plies: u64,
        progress: &Progress,
        each: &mut dyn FnMut(usize, Decision, &[i32]),
    ) -> Result<(), Fault> {
        let mut aside = std::mem::take(&mut self.aside);
        let mut runner = Runner::reusing(&self.machine, self.spare.take()).until_stopped(progress);
        let played = runner.finish(&mut aside, &self.round, most_plies, &self.faster);
        self.spare = Some(runner.into_spare());
        played.map_err(|trouble| self.fault(trouble))?;
        for (number, game) in aside.iter().enumerate() {
            if let Some(Finished { ended, scores, .. }) = &game.finished {
                each(number, ended.decision(), &scores[..self.machine.tables.players]);
            }
        }
        aside.clear();
        self.aside = aside;
        Ok(())
    }
}

impl<L: Lanes, const P: usize> Played<L, P> {
    /// Copies the game with other steps, of which the last is current. `before` is the number of positions of the past up to the first.
    fn with(&self, steps: Vec<Step<L, P>>, before: usize) -> Self {
        Played {
            machine: self.machine.clone(),
            rules: self.rules.clone(),
            round: self.round,
            at: steps.len() - 1,
            steps,
            past: self.past.clone(),
            before,
            repeated: self.repeated,
            fixed: self.fixed,
            turns: self.turns,
            sides: self.sides.clone(),
            spare: None,
            aside: Vec::new(),
            faster: self.faster.clone(),
        }
    }
}

/// Adds a number to a hash.
#[inline(always)]
fn mix(mixed: u64, number: u64) -> u64 {
    (mixed.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Finishes a hash: spreads it over all bits.
fn finished(mixed: u64) -> u64 {
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}
