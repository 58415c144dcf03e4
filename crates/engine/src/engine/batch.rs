//! Many games side by side, each with its legal actions: what programs that learn play.

use std::sync::Arc;

use mancala_rules::chance::{lot, lots};
use mancala_rules::rules::model::{Player, Rules, Way};

use super::ended::Ended;
use super::game::seeds_in;
use super::history::Past;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Move, Tried};
use super::observed::Seen;
use super::position::{Position, Round};
use super::standing::Standing;
use super::straight::moves::Ways;
use super::trouble::Trouble;
use super::width::{AtAnyWidth, at_any_width};
use crate::game::{self, Action, Actions, Fault, Observation};
use crate::tables::{Mask, Slot};

/// What a batch of games plays, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The position in which each game begins.
    pub start: game::Position,
    /// Number of games.
    pub games: usize,
    /// A game is cut off after this number of plies.
    pub most_plies: u32,
    /// The actions of the games.
    pub actions: Arc<Actions>,
    /// What is observed of them.
    pub observation: Arc<Observation>,
}

/// Where a batch writes what it shows, one row for each game. All lists are as long as the batch needs.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The observations.
    pub observations: &'a mut [i32],
    /// Whether each action is legal.
    pub legal: &'a mut [bool],
    /// The player to move.
    pub to_move: &'a mut [i32],
}

/// Where a batch writes what a step led to, one row for each game. All lists are as long as the batch needs.
#[derive(Debug)]
pub struct Led<'a> {
    /// What each player gets: see [`rewards`].
    pub rewards: &'a mut [f32],
    /// Whether the game ended by its rules.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off.
    pub truncated: &'a mut [bool],
    /// The scores of each player at the end of the game; unchanged where the game goes on.
    pub scores: &'a mut [i32],
    /// The last observation of the game; unchanged where the game goes on.
    pub last: &'a mut [i32],
}

/// Why a batch did not go on.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BatchError {
    /// An action is not legal. Nothing was played.
    #[error("action {action} is not legal in game {game} of the batch")]
    Illegal {
        /// The game, counted from 0.
        game: usize,
        /// The action.
        action: i64,
    },
    /// The rules give no answer. The batch has to be reset.
    #[error("in game {game} of the batch: {fault}")]
    Fault {
        /// The game, counted from 0.
        game: usize,
        /// What the rules do not decide.
        fault: Fault,
    },
    /// The game is over where it begins.
    #[error("the game is over where it begins")]
    OverAtStart,
}

/// Games of the same rules that are played side by side. A game that is over begins again at once.
pub trait Batch: Send + Sync {
    /// Begins all games again; the lots of the rules are drawn with this seed.
    ///
    /// # Errors
    ///
    /// The rules give no answer for the start, or the game is over there.
    fn reset(&mut self, seed: u64, shown: &mut Shown<'_>) -> Result<(), BatchError>;

    /// Plays one action in each game.
    ///
    /// # Errors
    ///
    /// An action is not legal, or the rules give no answer.
    fn step(&mut self, actions: &[i64], shown: &mut Shown<'_>, led: &mut Led<'_>) -> Result<(), BatchError>;
}

impl dyn Batch {
    /// Compiles rules for games that are played side by side. They begin with [`Batch::reset`].
    pub fn new(rules: &Arc<Rules>, plan: Plan) -> Box<dyn Batch> {
        struct Preparing<'r>(&'r Arc<Rules>, Plan);

        impl AtAnyWidth for Preparing<'_> {
            type Done = Box<dyn Batch>;

            fn at<L: Lanes, const P: usize>(self) -> Self::Done {
                let Preparing(rules, plan) = self;
                let machine = Machine::<L, P>::new(rules, &plan.start);
                Box::new(Games::new(machine, rules.clone(), plan))
            }
        }

        at_any_width(rules, seeds_in(&plan.start), Preparing(rules, plan))
    }
}

/// What each player gets at the end of a game. The sum is 0 for two and more players: the winners share 1, and what they
/// get is lost by the others in equal parts. A player alone gets 1 or -1.
pub fn rewards(winners: &[Player], rewards: &mut [f32]) {
    let (players, won) = (rewards.len() as f32, winners.len() as f32);
    if rewards.len() == 1 || winners.is_empty() {
        let alone = if winners.is_empty() { -1.0 } else { 1.0 };
        rewards.fill(if rewards.len() == 1 { alone } else { 0.0 });
        return;
    }
    rewards.fill(-1.0 / (players - 1.0));
    for winner in winners {
        rewards[*winner] = (players - won) / (won * (players - 1.0));
    }
    // all have won
    if winners.len() == rewards.len() {
        rewards.fill(0.0);
    }
}

/// What the player to move can do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Play one of these holes by a straight turn of the first section.
    Straight,
    /// Play one of the listed moves.
    Listed,
    /// Pass.
    Passes,
}

/// One of the games.
#[derive(Clone)]
struct Seat<L: Lanes, const P: usize> {
    position: Position<L, P>,
    /// Which of the rounds it plays.
    lot: usize,
    stage: Stage,
    /// The holes that can be chosen for each direction, if turns are straight.
    holes: [L::Mask; 2],
    plies: u32,
    /// Number of games that were begun in this place.
    begun: u64,
    past: Past<L, P>,
    grown: i64,
    /// The legal moves, each with its actions, if they are listed.
    moves: Vec<(Move, Action)>,
    /// What moves in place of a turn lead to, if they are listed.
    instead: Vec<Child<L, P>>,
    /// The actions of an unfinished move, and the ways to finish it.
    chosen: Vec<Action>,
    open: Vec<(Move, Vec<Action>)>,
}

/// The games of a batch at one width.
struct Games<L: Lanes, const P: usize> {
    machine: Machine<L, P>,
    rules: Arc<Rules>,
    rounds: Vec<Round<L::Mask>>,
    /// A game at its start, for each of the rounds.
    first: Vec<Seat<L, P>>,
    seats: Vec<Seat<L, P>>,
    plan: Plan,
    seed: u64,
    /// For each slot and direction the action that begins there, and for each action of a turn its slot and direction.
    begins: Vec<[Action; 2]>,
    of: Vec<Option<(Slot, Way)>>,
    scratch: Vec<Child<L, P>>,
}

impl<L: Lanes, const P: usize> Games<L, P> {
    fn new(machine: Machine<L, P>, rules: Arc<Rules>, plan: Plan) -> Self {
        let layout = &machine.tables.layout;
        let (position, round) = Position::read(layout, &plan.start);
        let begins: Vec<[Action; 2]> = layout.cell_of[..layout.holes]
            .iter()
            .map(|cell| Way::BOTH.map(|way| plan.actions.begin(*cell, way)))
            .collect();
        let mut of = vec![None; plan.actions.count()];
        for (slot, actions) in begins.iter().enumerate() {
            for (way, action) in Way::BOTH.into_iter().zip(actions).rev() {
                of[usize::from(*action)] = Some((slot as Slot, way));
            }
        }
        let rounds = machine.rounds(round);
        let grown = machine.grown(&position);
        let seat = |lot| Seat {
            position,
            lot,
            stage: Stage::Passes,
            holes: [L::Mask::NONE; 2],
            plies: 0,
            begun: 0,
            past: Past::new(),
            grown,
            moves: Vec::new(),
            instead: Vec::new(),
            chosen: Vec::new(),
            open: Vec::new(),
        };
        let first = (0..rounds.len()).map(seat).collect();
        Games { rules, rounds, first, seats: Vec::new(), seed: 0, begins, of, scratch: Vec::new(), plan, machine }
    }
}

/// What the games of a batch share while they are played.
struct Table<'t, L: Lanes, const P: usize> {
    machine: &'t Machine<L, P>,
    rules: &'t Rules,
    rounds: &'t [Round<L::Mask>],
    ways: Vec<Ways<'t, L, P>>,
    begins: &'t [[Action; 2]],
    of: &'t [Option<(Slot, Way)>],
    actions: &'t Actions,
    observation: &'t Observation,
    scratch: &'t mut Vec<Child<L, P>>,
}

impl<L: Lanes, const P: usize> Table<'_, L, P> {
    fn fault(&self, game: usize, trouble: Trouble) -> BatchError {
        BatchError::Fault { game, fault: trouble.fault(self.rules, &self.machine.tables.rules) }
    }

    /// Finds what the player to move can do. Returns how the game ended if it is over.
    #[inline(always)]
    fn stand(&mut self, seat: &mut Seat<L, P>) -> Result<Option<Ended>, Trouble> {
        let repeated = match self.machine.tables.repeated {
            None => false,
            Some(from) => {
                let grown = self.machine.grown(&seat.position);
                if grown != seat.grown {
                    seat.past.truncate(0);
                    seat.grown = grown;
                }
                seat.past.count(&seat.position, self.machine.on_board, 0) + 1 >= from
            }
        };
        if !repeated
            && let Some((way, calm)) = self.ways[seat.lot].of(&seat.position)
            && let Some(choices) = way.first.choices(calm, &seat.position)
        {
            let holes = way.first.legal(&seat.position, choices)?;
            if !(holes[0] | holes[1]).is_none() {
                (seat.stage, seat.holes) = (Stage::Straight, holes);
                return Ok(None);
            }
        }
        self.stand_in_full(seat, repeated)
    }

    #[inline(never)]
    fn stand_in_full(&mut self, seat: &mut Seat<L, P>, repeated: bool) -> Result<Option<Ended>, Trouble> {
        let (machine, round) = (self.machine, &self.rounds[seat.lot]);
        let (mut position, children) = (seat.position, &mut *self.scratch);
        machine.children(&position, round, children)?;
        let standing = machine.enter(&mut position, round, repeated, None, |_| Ok(!children.is_empty()))?;
        seat.position = position;
        let Standing::Play { changed, rule, offering } = standing else {
            seat.stage = Stage::Passes;
            return Ok(standing.ended());
        };
        if changed {
            machine.children(&position, round, children)?;
        }
        if children.is_empty() {
            return Err(Trouble::NothingToPlay(rule));
        }
        machine.offer(&position, round, offering, children)?;
        seat.stage = Stage::Listed;
        seat.moves.clear();
        seat.moves.extend(children.iter().map(|child| {
            let instead = machine.instead(position.mover(), &child.play);
            let action = match instead {
                Some((instead, _)) => self.actions.instead(instead),
                None => self.begins[usize::from(child.play.hole)][child.play.way as usize],
            };
            (child.play, action)
        }));
        seat.instead.clear();
        seat.instead.extend(children.iter().filter(|child| child.play.is_instead()));
        Ok(None)
    }

    /// Whether an action is legal.
    #[inline(always)]
    fn allows(&self, seat: &Seat<L, P>, action: i64) -> bool {
        let Ok(action) = Action::try_from(action) else { return false };
        match seat.stage {
            Stage::Straight => match self.of.get(usize::from(action)) {
                Some(Some((hole, _))) => Way::BOTH.into_iter().any(|way| {
                    seat.holes[way as usize].has(*hole) && self.begins[usize::from(*hole)][way as usize] == action
                }),
                _ => false,
            },
            Stage::Listed if seat.chosen.is_empty() => seat.moves.iter().any(|(_, known)| *known == action),
            Stage::Listed => seat.open.iter().any(|(_, path)| path.get(seat.chosen.len()) == Some(&action)),
            Stage::Passes => action == self.actions.pass(),
        }
    }

    /// Plays a legal action. Returns how the game ended if it is over, and whether a move was finished.
    #[inline(always)]
    fn play(&mut self, seat: &mut Seat<L, P>, action: Action) -> Result<(Option<Ended>, bool), Trouble> {
        if seat.stage == Stage::Straight
            && let Some((hole, first)) = self.of[usize::from(action)]
            && let Some((way, _)) = self.ways[seat.lot].of(&seat.position)
        {
            // where a hole is one action, it may still be sown in either direction, one at a time
            let direction = if seat.holes[first as usize].has(hole) { first } else { first.reversed() };
            return match way.first.play(&mut seat.position, hole, direction)? {
                Tried::Done(end) => Ok((end.decided(), true)),
                Tried::Illegal | Tried::Asks => Err(Trouble::Undecided),
            };
        }
        self.play_listed(seat, action)
    }

    #[inline(never)]
    fn play_listed(&mut self, seat: &mut Seat<L, P>, action: Action) -> Result<(Option<Ended>, bool), Trouble> {
        let (machine, round) = (self.machine, &self.rounds[seat.lot]);
        if seat.stage == Stage::Passes {
            machine.pass(&mut seat.position);
            return Ok((None, true));
        }
        if seat.chosen.is_empty() {
            let wanted = seat.moves.iter().filter(|(_, known)| *known == action);
            seat.open.clear();
            for (play, known) in wanted {
                let mut path = vec![*known];
                if play.choices > 0 && !play.is_instead() {
                    let answers = machine.answers(&seat.position, round, play);
                    answers.iter().for_each(|answer| self.actions.answer(answer, &mut path));
                }
                seat.open.push((*play, path));
            }
        }
        let place = seat.chosen.len();
        seat.chosen.push(action);
        seat.open.retain(|(_, path)| path.get(place) == Some(&action));
        let Some((play, _)) = seat.open.iter().find(|(_, path)| path.len() == place + 1) else {
            return Ok((None, false));
        };
        let play = *play;
        seat.chosen.clear();
        if let Some(taken) = seat.instead.iter().find(|taken| taken.play == play) {
            seat.position = taken.position;
            return Ok((taken.end.decided(), true));
        }
        let (position, end) = machine.play_unchecked(&seat.position, round, &play, None)?;
        seat.position = position;
        Ok((end.decided(), true))
    }
}

impl<L: Lanes, const P: usize> Table<'_, L, P> {
    /// Writes what a game shows.
    #[inline(always)]
    fn show(&self, seat: &Seat<L, P>, observation: &mut [i32], legal: &mut [bool], to_move: &mut i32) {
        self.observe(seat, observation);
        *to_move = seat.position.mover() as i32;
        legal.fill(false);
        let mut allow = |action: Action| legal[usize::from(action)] = true;
        match seat.stage {
            Stage::Straight => {
                for way in Way::BOTH {
                    let holes = seat.holes[way as usize];
                    holes.slots().for_each(|hole| allow(self.begins[usize::from(hole)][way as usize]));
                }
            }
            Stage::Listed if seat.chosen.is_empty() => seat.moves.iter().for_each(|(_, action)| allow(*action)),
            Stage::Listed => {
                let next = seat.open.iter().filter_map(|(_, path)| path.get(seat.chosen.len()));
                next.for_each(|action| allow(*action));
            }
            Stage::Passes => allow(self.actions.pass()),
        }
    }

    #[inline(always)]
    fn observe(&self, seat: &Seat<L, P>, observation: &mut [i32]) {
        let (machine, round) = (self.machine, &self.rounds[seat.lot]);
        self.observation.write(&Seen { machine, position: &seat.position, round }, &seat.chosen, observation);
    }
}

impl<L: Lanes, const P: usize> Games<L, P> {
    fn table(&mut self) -> (Table<'_, L, P>, &mut Vec<Seat<L, P>>, &[Seat<L, P>]) {
        let (machine, rounds) = (&self.machine, &*self.rounds);
        let table = Table {
            machine,
            rules: &self.rules,
            rounds,
            ways: rounds.iter().map(|round| Ways::new(machine, round)).collect(),
            begins: &self.begins,
            of: &self.of,
            actions: &self.plan.actions,
            observation: &self.plan.observation,
            scratch: &mut self.scratch,
        };
        (table, &mut self.seats, &self.first)
    }

    /// Puts a game at its start into its place. Games are numbered through: a seed gives every game its lot.
    fn begin_again(first: &[Seat<L, P>], seat: &mut Seat<L, P>, (place, games): (usize, usize), seed: u64) {
        let begun = seat.begun;
        let number = begun * games as u64 + place as u64 + 1;
        let lot = if first.len() > 1 { lot(lots(seed, number), 1, first.len()) } else { 0 };
        seat.clone_from(&first[lot]);
        seat.begun = begun + 1;
    }
}

impl<L: Lanes, const P: usize> Batch for Games<L, P> {
    fn reset(&mut self, seed: u64, shown: &mut Shown<'_>) -> Result<(), BatchError> {
        // `before turn` is applied to the start once
        if self.seats.is_empty() {
            let mut first = self.first.clone();
            let (mut table, ..) = self.table();
            for seat in &mut first {
                match table.stand(seat) {
                    Ok(None) => {}
                    Ok(Some(_)) => return Err(BatchError::OverAtStart),
                    Err(trouble) => return Err(table.fault(0, trouble)),
                }
            }
            self.first = first;
        }
        let games = self.plan.games;
        self.seats = vec![self.first[0].clone(); games];
        for (place, seat) in self.seats.iter_mut().enumerate() {
            Self::begin_again(&self.first, seat, (place, games), seed);
        }
        self.seed = seed;
        let (table, seats, _) = self.table();
        for (seat, rows) in seats.iter().zip(rows(shown, table.observation, table.actions)) {
            table.show(seat, rows.0, rows.1, rows.2);
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], shown: &mut Shown<'_>, led: &mut Led<'_>) -> Result<(), BatchError> {
        let (games, most_plies, seed) = (self.plan.games, self.plan.most_plies, self.seed);
        let (players, length) = (self.machine.tables.players, self.plan.observation.length());
        let (mut table, seats, first) = self.table();
        if let Some(game) = (0..seats.len()).find(|game| !table.allows(&seats[*game], actions[*game])) {
            return Err(BatchError::Illegal { game, action: actions[game] });
        }
        led.rewards.fill(0.0);
        let rows = rows(shown, table.observation, table.actions);
        for (game, (seat, (observation, legal, to_move))) in seats.iter_mut().zip(rows).enumerate() {
            let went = table.play(seat, actions[game] as Action).and_then(|(ended, finished)| match ended {
                None if finished => {
                    seat.plies += 1;
                    table.stand(seat)
                }
                ended => Ok(ended),
            });
            let ended = match went {
                Ok(ended) => ended,
                Err(trouble) => return Err(table.fault(game, trouble)),
            };
            let cut = ended.is_none() && seat.plies >= most_plies;
            (led.terminated[game], led.truncated[game]) = (ended.is_some(), cut);
            if ended.is_some() || cut {
                let scores = table.machine.scores(&seat.position, &table.rounds[seat.lot]);
                let row = game * players..(game + 1) * players;
                led.scores[row.clone()].copy_from_slice(&scores[..players]);
                if let Some(ended) = ended {
                    rewards(&ended.winners(&scores[..players]), &mut led.rewards[row]);
                }
                table.observe(seat, &mut led.last[game * length..(game + 1) * length]);
                Self::begin_again(first, seat, (game, games), seed);
            }
            table.show(seat, observation, legal, to_move);
        }
        Ok(())
    }
}

/// The rows of what is shown, one for each game.
fn rows<'a>(
    shown: &'a mut Shown<'_>,
    observation: &Observation,
    actions: &Actions,
) -> impl Iterator<Item = (&'a mut [i32], &'a mut [bool], &'a mut i32)> {
    let observations = shown.observations.chunks_exact_mut(observation.length());
    let legal = shown.legal.chunks_exact_mut(actions.count());
    observations.zip(legal).zip(shown.to_move.iter_mut()).map(|((numbers, legal), to_move)| (numbers, legal, to_move))
}
