//! A game walked forth and back, as a search walks it: moves are played and taken back, nothing is allocated on the way, and
//! positions that come back are counted along it.

use std::sync::Arc;

use super::game::Engine;
use super::history::{History, Key};
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Decided, End, Move};
use super::playouts::{Player, Spare};
use super::position::{Position, Round};
use super::session::Ended;
use super::standing::Standing;
use super::trouble::Trouble;
use super::watch::Unwatched;
use crate::chance::Generator;
use crate::narrator::{self, Fault};
use crate::rules::model;
use crate::tables::{Mask, RuleId};

/// A game walked forth and back from where it stood, at the width of its board.
pub struct Walk<'r> {
    engine: Engine<'r>,
    way: Box<dyn Way>,
}

/// Why a game is over, as far as a search needs it: nobody, one or several won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Scores are compared.
    Scores,
    /// A rule says that this player wins.
    Wins(model::Player),
    /// A rule says that this player loses, and the others win.
    Loses(model::Player),
    /// A rule says that nobody wins.
    Draw,
}

impl<'r> Walk<'r> {
    pub(super) fn new(engine: Engine<'r>, way: Box<dyn Way>) -> Self {
        Walk { engine, way }
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.engine.rules().board.players.value
    }

    /// Who is to move.
    pub fn to_move(&self) -> model::Player {
        self.way.to_move()
    }

    /// Why the game is over, if it is.
    pub fn decision(&self) -> Option<Decision> {
        self.way.ended().map(decision)
    }

    /// How many legal moves there are, a forced pass included; none when the game is over.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn choices(&mut self) -> Result<usize, Fault> {
        self.way.choices().map_err(|trouble| self.engine.fault(trouble))
    }

    /// Plays the legal move of an index; a forced pass has index 0. Nothing happens beyond the last.
    ///
    /// # Errors
    ///
    /// The rules give no answer; the game stands as before then.
    pub fn forth(&mut self, index: usize) -> Result<(), Fault> {
        self.way.forth(index).map_err(|trouble| self.engine.fault(trouble))
    }

    /// Takes the last move back; nothing happens where the walk began.
    pub fn back(&mut self) {
        self.way.back();
    }

    /// How many moves were played since the walk began.
    pub fn depth(&self) -> usize {
        self.way.depth()
    }

    /// What each player has after the legal move of an index, before it is looked whether that ends the game; as the
    /// game stands now beyond the last.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn scores_after(&mut self, index: usize, scores: &mut [i32]) -> Result<(), Fault> {
        self.way.scores_after(index, scores).map_err(|trouble| self.engine.fault(trouble))
    }

    /// What each player has now; nothing where nothing is scored.
    pub fn scores(&self, scores: &mut [i32]) {
        self.way.scores(scores);
    }

    /// The seeds on each player's side and in his store.
    pub fn holdings(&self, seeds: &mut [i32]) {
        self.way.holdings(seeds);
    }

    /// The same after the legal move of an index, before it is looked whether that ends the game; as they lie now beyond
    /// the last.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn holdings_after(&mut self, index: usize, seeds: &mut [i32]) -> Result<(), Fault> {
        self.way.holdings_after(index, seeds).map_err(|trouble| self.engine.fault(trouble))
    }

    /// Tells positions of this game apart, but for a chance of one in 2^64: all that the rules may ask of them, beside
    /// what stood before.
    pub fn key(&self) -> u64 {
        self.way.key()
    }

    /// Whether this position has stood before in the game, as far as the rules look at repetition.
    pub fn has_stood(&self) -> bool {
        self.way.has_stood()
    }

    /// Plays the game to its end at random, or for at most so many plies, and comes back: what each player has in the
    /// end, and why it ended; scores are compared where it was stopped. Repetition is counted from here.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn play_out(&mut self, most_plies: u64, chance: &mut Generator, scores: &mut [i32]) -> Result<Decision, Fault> {
        let ended = self.way.play_out(most_plies, chance, scores);
        ended.map(decision).map_err(|trouble| self.engine.fault(trouble))
    }

    /// The name of the legal move of an index; `pass` for a forced pass.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn name(&mut self, index: usize) -> Result<String, Fault> {
        let play = self.way.play(index).map_err(|trouble| self.engine.fault(trouble))?;
        let told = |(play, answers)| self.engine.told(&play, answers).name(&self.engine.rules().board);
        Ok(play.map_or("pass".to_owned(), told))
    }

    /// The position now.
    pub fn position(&self) -> narrator::Position {
        self.way.position()
    }

    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    pub fn left(&self) -> narrator::Position {
        self.way.left()
    }

    /// Seeds in holes that nobody marked, as the last turn left them.
    pub fn seeds_in_unmarked_holes(&self) -> i32 {
        self.way.seeds_in_unmarked_holes()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &'r model::Rules {
        self.engine.rules()
    }
}

fn decision(ended: Ended) -> Decision {
    use super::moves::Verdict;
    match ended.verdict {
        None => Decision::Scores,
        Some(Verdict::Wins(player)) => Decision::Wins(usize::from(player)),
        Some(Verdict::Loses(player)) => Decision::Loses(usize::from(player)),
        Some(Verdict::Draw) => Decision::Draw,
    }
}

/// A walk, seen without the width of its board.
pub(super) trait Way: Send {
    fn to_move(&self) -> usize;
    fn ended(&self) -> Option<Ended>;
    fn choices(&mut self) -> Result<usize, Trouble>;
    fn forth(&mut self, index: usize) -> Result<(), Trouble>;
    fn back(&mut self);
    fn depth(&self) -> usize;
    fn scores_after(&mut self, index: usize, scores: &mut [i32]) -> Result<(), Trouble>;
    fn scores(&self, scores: &mut [i32]);
    fn holdings(&self, seeds: &mut [i32]);
    fn holdings_after(&mut self, index: usize, seeds: &mut [i32]) -> Result<(), Trouble>;
    fn key(&self) -> u64;
    fn has_stood(&self) -> bool;
    fn play_out(&mut self, most_plies: u64, chance: &mut Generator, scores: &mut [i32]) -> Result<Ended, Trouble>;
    /// A legal move and what the mover chooses in it; none for a pass.
    fn play(&mut self, index: usize) -> Result<Option<(Move, Vec<narrator::Answer>)>, Trouble>;
    fn position(&self) -> narrator::Position;
    fn left(&self) -> narrator::Position;
    fn seeds_in_unmarked_holes(&self) -> i32;
}

/// How a game stands on the way.
#[derive(Clone, Copy)]
enum State {
    /// He moves, as this rule says.
    Moves(RuleId),
    Passes,
    Over(Ended),
}

/// A position on the way.
struct Step<L: Lanes, const P: usize> {
    /// As the last turn left it.
    left: Position<L, P>,
    /// After what `before turn` did.
    position: Position<L, P>,
    state: State,
    /// The legal moves, if they were asked for.
    children: Vec<Child<L, P>>,
    listed: bool,
    /// Whether the position had stood before.
    stood: bool,
    /// The number of the first position that can come back here.
    since: usize,
    grown: i64,
}

/// A walk at one width.
pub(super) struct Steps<L: Lanes, const P: usize> {
    machine: Arc<Machine<L, P>>,
    round: Round<L::Mask>,
    /// One for every position on the way, and such as can be used again.
    steps: Vec<Step<L, P>>,
    /// Which of them the walk has come to.
    at: usize,
    /// Positions that stood before and along the way, mixed and in full, if repetition is looked at.
    mixed: Vec<u64>,
    keys: Vec<Key<L, P>>,
    /// The holes and ends.
    on_board: L::Mask,
    /// The holes.
    holes: L::Mask,
    /// How many of them stood before the walk began.
    before: usize,
    repeated: Option<u32>,
    /// What is the same for the whole round, mixed.
    fixed: u64,
    /// Up to which of a player's turns some rule asks how many he has had.
    turns: u32,
    /// The lanes and the stores of every side.
    sides: Vec<(L, L::Mask)>,
    spare: Option<Spare<L, P>>,
}

impl<L: Lanes, const P: usize> Steps<L, P> {
    /// Begins where a game stands: the position before and after what `before turn` did; how the game ended, or whether the player to
    /// move must pass; his legal moves; and what stood before, the position itself included, if repetition is looked at.
    pub fn begin(
        machine: Arc<Machine<L, P>>,
        round: Round<L::Mask>,
        (left, position): (Position<L, P>, Position<L, P>),
        standing: (Option<Ended>, bool),
        children: &[Child<L, P>],
        history: Option<&History<L, P>>,
    ) -> Self {
        let layout = &machine.tables.layout;
        let keys: Vec<Key<L, P>> = history.map_or(Vec::new(), |history| history.keys().to_vec());
        let state = match standing {
            (Some(ended), _) => State::Over(ended),
            (None, true) => State::Passes,
            (None, false) => State::Moves(0),
        };
        let sides = (0..machine.tables.players).map(|player| {
            let slots = (0..layout.slots).filter(|slot| layout.owner[*slot] == Some(player));
            let mask = slots.fold(L::Mask::NONE, |mask, slot| mask | L::Mask::of(slot as u8));
            (L::all_of(mask & L::Mask::first_slots(layout.lanes)), mask)
        });
        let closed = layout.owner.iter().enumerate().fold(round.starter as u64, |mixed, (slot, owner)| {
            let owner = owner.map_or(0, |player| player + 1) as u64;
            mix(mixed, owner << 1 | u64::from(round.closed.has(slot as u8)))
        });
        let first = Step {
            left,
            position,
            state,
            children: children.to_vec(),
            listed: true,
            stood: false,
            since: 0,
            grown: machine.grown(&left),
        };
        Steps {
            sides: sides.collect(),
            round,
            steps: vec![first],
            at: 0,
            mixed: keys.iter().map(Key::mixed).collect(),
            before: keys.len(),
            keys,
            on_board: L::Mask::first_slots(layout.lanes),
            holes: L::Mask::first_slots(layout.holes),
            repeated: machine.tables.repeated.filter(|_| history.is_some()),
            fixed: closed,
            turns: machine.tables.turns_asked,
            spare: None,
            machine,
        }
    }

    fn here(&self) -> &Step<L, P> {
        &self.steps[self.at]
    }

    /// Lists the legal moves.
    fn list(&mut self) -> Result<(), Trouble> {
        let step = &mut self.steps[self.at];
        let State::Moves(rule) = step.state else { return Ok(()) };
        if step.listed {
            return Ok(());
        }
        self.machine.children(&step.position, &self.round, &mut step.children)?;
        step.listed = true;
        if step.children.is_empty() { Err(Trouble::NothingToPlay(rule)) } else { Ok(()) }
    }

    fn scores_of(&self, position: &Position<L, P>, scores: &mut [i32]) {
        for (to, score) in scores.iter_mut().zip(self.machine.scores(position, &self.round)) {
            *to = score;
        }
    }

    /// The position after the legal move of an index, as the turn leaves it; the one now beyond the last.
    fn after(&self, index: usize) -> &Position<L, P> {
        let step = self.here();
        match (step.state, step.children.get(index)) {
            (State::Moves(_), Some(child)) => &child.position,
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

    /// Counts a position that stands now; whether it had stood before, and whether a rule counts it as repeated.
    fn count(&mut self, position: &Position<L, P>, since: usize) -> (bool, bool) {
        let Some(from) = self.repeated else { return (false, false) };
        let key = Key::of(position, self.on_board);
        let mixed = key.mixed();
        let known = self.mixed[since..].iter().zip(&self.keys[since..]);
        let times = known.filter(|(other, before)| **other == mixed && **before == key).count() as u32;
        self.mixed.push(mixed);
        self.keys.push(key);
        (times > 0, times + 1 >= from)
    }

    /// Comes to a position in which some player is to move.
    fn arrive(&mut self, left: Position<L, P>) -> Result<(), Trouble> {
        let mut position = left;
        let (since, grown) = (self.here().since, self.here().grown);
        let now = self.machine.grown(&position);
        let since = if now == grown { since } else { self.keys.len() };
        let (stood, repeated) = self.count(&position, since);
        self.at += 1;
        if self.at == self.steps.len() {
            let mut fresh = Step { children: Vec::new(), ..self.steps[self.at - 1].copied() };
            fresh.children.reserve(16);
            self.steps.push(fresh);
        }
        let step = &mut self.steps[self.at];
        let (machine, round) = (&self.machine, &self.round);
        let (mut listed, children) = (false, &mut step.children);
        let entered = machine.enter(&mut position, round, repeated, Unwatched, |position| {
            listed = true;
            machine.children(position, round, children)?;
            Ok(!children.is_empty())
        });
        let standing = match entered {
            Ok(standing) => standing,
            Err(trouble) => {
                self.back();
                return Err(trouble);
            }
        };
        step.state = match standing {
            Standing::Play { changed, rule } => {
                listed &= !changed;
                State::Moves(rule)
            }
            Standing::Pass => State::Passes,
            Standing::Over(rule) => State::Over(Ended { rule: Some(rule), verdict: None }),
            Standing::Decided(verdict, rule) => State::Over(Ended { rule: Some(rule), verdict: Some(verdict) }),
        };
        (step.left, step.position) = (left, position);
        (step.listed, step.stood, step.since, step.grown) = (listed, stood, since, now);
        Ok(())
    }
}

impl<L: Lanes, const P: usize> Step<L, P> {
    /// The same without its moves.
    fn copied(&self) -> Self {
        Step { children: Vec::new(), ..*self }
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Seeds beside the board and marks on it, where both only ever grow: positions before they grew cannot come back.
    fn grown(&self, position: &Position<L, P>) -> i64 {
        if !self.tables.gains_stay {
            return -1;
        }
        let on_board = L::Mask::first_slots(self.tables.layout.lanes);
        let stores: i64 = position.stores.iter().chain([&position.pot]).map(|seeds| i64::from(*seeds)).sum();
        let marked: u32 = position.marks.iter().map(|marks| (*marks & on_board).count()).sum();
        stores << 8 | i64::from(marked)
    }
}

impl<L: Lanes, const P: usize> Way for Steps<L, P> {
    fn to_move(&self) -> usize {
        self.here().position.mover()
    }

    fn ended(&self) -> Option<Ended> {
        match self.here().state {
            State::Over(ended) => Some(ended),
            State::Moves(_) | State::Passes => None,
        }
    }

    fn choices(&mut self) -> Result<usize, Trouble> {
        self.list()?;
        Ok(match self.here().state {
            State::Moves(_) => self.here().children.len(),
            State::Passes => 1,
            State::Over(_) => 0,
        })
    }

    fn forth(&mut self, index: usize) -> Result<(), Trouble> {
        self.list()?;
        let step = self.here();
        let mut position = step.position;
        match step.state {
            State::Passes if index == 0 => {
                self.machine.pass(&mut position);
                self.arrive(position)
            }
            State::Moves(_) => {
                let Some(child) = step.children.get(index) else { return Ok(()) };
                let (position, end) = (child.position, child.end);
                match end {
                    End::Next | End::Again => self.arrive(position),
                    End::Decided(Decided { verdict, rule }) => {
                        let over = State::Over(Ended { rule, verdict: Some(verdict) });
                        self.at += 1;
                        let before = self.steps[self.at - 1].copied();
                        if self.at == self.steps.len() {
                            self.steps.push(before);
                        }
                        let step = &mut self.steps[self.at];
                        (step.left, step.position) = (position, position);
                        (step.state, step.listed, step.stood) = (over, true, false);
                        // as many positions are remembered as steps were taken
                        self.count(&position, self.keys.len());
                        Ok(())
                    }
                }
            }
            _ => Ok(()),
        }
    }

    fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
        let known = self.before + self.at;
        self.mixed.truncate(known);
        self.keys.truncate(known);
    }

    fn depth(&self) -> usize {
        self.at
    }

    fn scores_after(&mut self, index: usize, scores: &mut [i32]) -> Result<(), Trouble> {
        self.list()?;
        self.scores_of(self.after(index), scores);
        Ok(())
    }

    fn scores(&self, scores: &mut [i32]) {
        self.scores_of(&self.here().position, scores);
    }

    fn holdings(&self, seeds: &mut [i32]) {
        self.holdings_of(&self.here().position, seeds);
    }

    fn holdings_after(&mut self, index: usize, seeds: &mut [i32]) -> Result<(), Trouble> {
        self.list()?;
        self.holdings_of(self.after(index), seeds);
        Ok(())
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
        if self.turns > 0 {
            let turns = position.turns.iter().map(|turns| (*turns).min(self.turns));
            mixed = turns.fold(mixed, |mixed, turns| mix(mixed, u64::from(turns)));
        }
        finished(mixed)
    }

    fn has_stood(&self) -> bool {
        self.here().stood
    }

    fn play_out(&mut self, most_plies: u64, chance: &mut Generator, scores: &mut [i32]) -> Result<Ended, Trouble> {
        let step = &self.steps[self.at];
        if let State::Over(ended) = step.state {
            self.scores(scores);
            return Ok(ended);
        }
        let mut player = Player::reusing(&self.machine, self.spare.take());
        let start = player.start(&step.left, &self.round);
        let played = player.bounded(&start, most_plies, chance);
        self.spare = Some(player.into_spare());
        let (_, had, ended) = played?;
        for (to, score) in scores.iter_mut().zip(had) {
            *to = score;
        }
        Ok(ended)
    }

    fn play(&mut self, index: usize) -> Result<Option<(Move, Vec<narrator::Answer>)>, Trouble> {
        self.list()?;
        let step = self.here();
        Ok(match step.state {
            State::Moves(_) => step
                .children
                .get(index)
                .map(|child| (child.play, self.machine.answers(&step.position, &self.round, &child.play))),
            State::Passes | State::Over(_) => None,
        })
    }

    fn position(&self) -> narrator::Position {
        self.here().position.write(&self.machine.tables.layout, &self.round, self.machine.tables.players)
    }

    fn left(&self) -> narrator::Position {
        self.here().left.write(&self.machine.tables.layout, &self.round, self.machine.tables.players)
    }

    fn seeds_in_unmarked_holes(&self) -> i32 {
        let left = &self.here().left;
        let unmarked = left.marks.iter().fold(self.holes, |holes, marks| holes & !*marks);
        let mut seeds = left.seeds;
        seeds.take(&L::all_of(unmarked))
    }
}

/// Mixes a number with one that is mixed already.
#[inline(always)]
fn mix(mixed: u64, number: u64) -> u64 {
    (mixed.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Spreads what was mixed over all bits.
fn finished(mixed: u64) -> u64 {
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}
