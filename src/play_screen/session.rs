//! A game or a match at the table, with its past: played, taken back, played again.

use std::collections::VecDeque;

use super::frames::{Frame, frames};
use crate::contest::{Match, Start, Table};
use crate::narrator::{self, Event, Fault, NotLegal, Position, Standing};
use crate::play::{Game, Referee};
use crate::rules::model::{Player, Rules};

/// So many steps are taken back at once; beyond, the game is played again from its beginning.
const NEAR: usize = 16;

/// What brought the game on.
#[derive(Clone, Debug)]
pub enum Step {
    /// A ply, or a choice of a lay-out.
    Ply {
        /// The round it was played in, counted from 1.
        round: u32,
        /// Its number in the round, counted from 1.
        number: u32,
        /// Who played it.
        by: Player,
        /// Its name.
        play: String,
        /// Whether the board was being laid out.
        laying_out: bool,
        /// What happened.
        told: Vec<Event>,
    },
    /// The round was counted and the next one begun, or the match ended.
    Round(Vec<Event>),
}

impl Step {
    /// What happened.
    pub fn told(&self) -> &[Event] {
        match self {
            Step::Ply { told, .. } | Step::Round(told) => told,
        }
    }
}

/// The same game twice: by the narrator, who tells it, and by the tables, for machine players.
#[derive(Clone)]
struct Pair<'r> {
    told: Table<'r>,
    fast: Table<'r>,
}

/// A game or a match at the table.
#[derive(Clone)]
pub struct Session<'r> {
    rules: &'r Rules,
    start: Start,
    begun: Pair<'r>,
    now: Pair<'r>,
    past: Vec<Step>,
    /// What was taken back, the last first.
    ahead: Vec<Step>,
    /// How it stood before the last steps.
    recent: VecDeque<Pair<'r>>,
}

impl<'r> Session<'r> {
    /// A game or a match that begins now; none if a match is wanted and the file tells a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn begin(rules: &'r Rules, start: Start) -> Option<Result<Self, Fault>> {
        let both = (Table::begin(Referee::Narrator(rules), &start)?, Table::begin(Referee::tables(rules), &start)?);
        let (mut told, fast) = match both {
            (Ok(told), Ok(fast)) => (told, fast),
            (Err(fault), _) | (_, Err(fault)) => return Some(Err(fault)),
        };
        told.take_told();
        let begun = Pair { told, fast };
        let now = begun.clone();
        Some(Ok(Session { rules, start, begun, now, past: Vec::new(), ahead: Vec::new(), recent: VecDeque::new() }))
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// How it began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The match, if it is one.
    pub fn contest(&self) -> Option<&Match<'r>> {
        self.now.told.contest()
    }

    /// The game, or the round in play.
    pub fn game(&self) -> Option<&Game<'r>> {
        self.now.told.game()
    }

    /// The same game as the tables have it, for a machine player.
    pub fn table(&self) -> &Table<'r> {
        &self.now.fast
    }

    /// What was played so far.
    pub fn past(&self) -> &[Step] {
        &self.past
    }

    /// Whether something was taken back and can be played again.
    pub fn has_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Whether nothing more can be played.
    pub fn is_over(&self) -> bool {
        self.now.told.is_over()
    }

    /// Whether a round of a match is over and the next one can begin.
    pub fn is_between_rounds(&self) -> bool {
        self.now.told.is_between_rounds()
    }

    /// Whether a player lays out the board.
    pub fn is_laying_out(&self) -> bool {
        self.contest().is_some_and(|contest| contest.laying_out().is_some())
    }

    /// Who is to move or to lay out; nobody when the game, the round or the match is over.
    pub fn to_move(&self) -> Option<Player> {
        if self.is_between_rounds() { None } else { self.now.told.to_move() }
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        self.game().is_some_and(Game::must_pass)
    }

    /// The names of all legal moves, or choices of the lay-out.
    pub fn legal(&self) -> Vec<String> {
        if self.is_between_rounds() { Vec::new() } else { self.now.told.legal() }
    }

    /// The round that is played or laid out, counted from 1.
    pub fn round(&self) -> u32 {
        self.now.told.round()
    }

    /// How many plies or choices were played in this round.
    pub fn plies(&self) -> u32 {
        match self.past.last() {
            Some(Step::Ply { number, round, .. }) if *round == self.round() || self.is_over() => *number,
            _ => 0,
        }
    }

    /// The position to show.
    pub fn shown(&self) -> Position {
        self.now.told.shown().unwrap_or_else(|| {
            // the match is over: the board as its last round left it
            let last = self.recent.iter().rev().find_map(|pair| pair.told.shown());
            last.unwrap_or_else(|| Position::start(self.rules))
        })
    }

    /// What each player has won so far in the game or the round.
    pub fn captured(&self) -> Vec<i64> {
        self.game().map_or_else(|| vec![0; self.rules.board.players.value], Game::captured)
    }

    /// A legal move as the narrator has it: the first whose name is wanted.
    pub fn move_where(&self, wanted: impl Fn(&str) -> bool) -> Option<narrator::Move> {
        let Some(Game::Narrator(game)) = self.game() else { return None };
        let Standing::ToMove(moves) = game.standing() else { return None };
        let board = &self.rules.board;
        moves.iter().find(|legal| wanted(&legal.play.name(board))).map(|legal| legal.play.clone())
    }

    /// A move seed by seed, to its end or to the first choice that it does not answer.
    pub fn rehearse(&self, play: &narrator::Move) -> Vec<Frame> {
        self.game().map_or_else(Vec::new, |game| frames(self.rules, &game.position(), play))
    }

    /// Plays a move, or makes a choice.
    ///
    /// # Errors
    ///
    /// It is not legal, or the rules give no answer.
    pub fn play(&mut self, name: &str) -> Result<(), NotLegal> {
        self.ahead.clear();
        self.step(name)
    }

    fn step(&mut self, name: &str) -> Result<(), NotLegal> {
        let by = self.to_move().ok_or_else(|| NotLegal::Over { name: name.to_owned() })?;
        let (round, laying_out) = (self.round(), self.is_laying_out());
        let number = self.plies() + 1;
        let mut next = self.now.clone();
        next.told.play(name)?;
        next.fast.play(name)?;
        let told = next.told.take_told();
        self.advance(next, Step::Ply { round, number, by, play: name.to_owned(), laying_out, told });
        Ok(())
    }

    /// Goes on from a round that is over.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn next_round(&mut self) -> Result<(), Fault> {
        self.ahead.clear();
        self.step_round()
    }

    fn step_round(&mut self) -> Result<(), Fault> {
        let mut next = self.now.clone();
        next.told.go_on()?;
        next.fast.go_on()?;
        let told = next.told.take_told();
        self.advance(next, Step::Round(told));
        Ok(())
    }

    fn advance(&mut self, next: Pair<'r>, step: Step) {
        let before = std::mem::replace(&mut self.now, next);
        self.recent.push_back(before);
        if self.recent.len() > NEAR {
            self.recent.pop_front();
        }
        self.past.push(step);
    }

    /// Takes the last step back; nothing if there is none.
    pub fn undo(&mut self) -> Option<Step> {
        let last = self.past.pop()?;
        match self.recent.pop_back() {
            Some(before) => self.now = before,
            None => {
                let steps = std::mem::take(&mut self.past);
                self.now = self.begun.clone();
                for step in &steps {
                    // what was played once can be played again
                    let _ = self.again(step);
                }
            }
        }
        self.ahead.push(last.clone());
        Some(last)
    }

    /// Plays again what was taken back last; nothing if there is nothing.
    pub fn redo(&mut self) -> Option<Step> {
        let step = self.ahead.pop()?;
        self.again(&step).ok()?;
        Some(step)
    }

    fn again(&mut self, step: &Step) -> Result<(), NotLegal> {
        match step {
            Step::Ply { play, .. } => self.step(play),
            Step::Round(_) => Ok(self.step_round()?),
        }
    }
}
