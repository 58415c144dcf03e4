//! A game or a match at the table, with its past: played, taken back, played again.

use std::sync::Arc;

use super::frames::{Frame, frames};
use crate::contest::{GameOrMatch, Match, Start};
use crate::game::{Event, Fault, IllegalMove, Move, Position, Sowing};
use crate::play::{Game, Referee};
use crate::rules::model::{Player, Rules};

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

/// A game or a match at the table, played by the narrator.
#[derive(Clone)]
pub struct Session {
    rules: Arc<Rules>,
    start: Start,
    now: GameOrMatch,
    past: Vec<Step>,
    /// What was taken back, the last first.
    ahead: Vec<Step>,
    /// The board as the last round of a match left it.
    last_shown: Position,
}

impl Session {
    /// A game or a match that begins now; none if a match is wanted and the file tells a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn begin(rules: &Arc<Rules>, start: Start) -> Option<Result<Self, Fault>> {
        let mut now = match GameOrMatch::begin(Referee::narrator(rules), &start)? {
            Ok(now) => now,
            Err(fault) => return Some(Err(fault)),
        };
        now.take_events();
        let last_shown = Position::start(rules);
        Some(Ok(Session { rules: rules.clone(), start, now, past: Vec::new(), ahead: Vec::new(), last_shown }))
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How it began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The match, if it is one.
    pub fn contest(&self) -> Option<&Match> {
        self.now.contest()
    }

    /// The game, or the round in play.
    pub fn game(&self) -> Option<&Game> {
        self.now.game()
    }

    /// The game or the match, for a machine player.
    pub fn playing(&self) -> &GameOrMatch {
        &self.now
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
        self.now.is_over()
    }

    /// Whether a round of a match is over and the next one can begin.
    pub fn is_between_rounds(&self) -> bool {
        self.now.is_between_rounds()
    }

    /// Whether a player lays out the board.
    pub fn is_laying_out(&self) -> bool {
        self.contest().is_some_and(|contest| contest.laying_out().is_some())
    }

    /// Who is to move or to lay out; nobody when the game, the round or the match is over.
    pub fn to_move(&self) -> Option<Player> {
        if self.is_between_rounds() { None } else { self.now.to_move() }
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        self.game().is_some_and(Game::must_pass)
    }

    /// All legal moves, or choices of the lay-out.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.is_between_rounds() { Vec::new() } else { self.now.legal_moves() }
    }

    /// The legal moves, or choices of the lay-out, as they are written.
    pub fn legal_names(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::to_string).collect()
    }

    /// The round that is played or laid out, counted from 1.
    pub fn round(&self) -> u32 {
        self.now.round()
    }

    /// How many plies or choices were played in this round.
    pub fn plies(&self) -> u32 {
        match self.past.last() {
            Some(Step::Ply { number, round, .. }) if *round == self.round() || self.is_over() => *number,
            _ => 0,
        }
    }

    /// The position to show; when a match is over, the board as its last round left it.
    pub fn shown(&self) -> Position {
        self.now.shown().unwrap_or_else(|| self.last_shown.clone())
    }

    /// What each player has won so far in the game or the round.
    pub fn captured(&self) -> Vec<i64> {
        self.game().map_or_else(|| vec![0; self.rules.board.players.value], Game::captured)
    }

    /// A move seed by seed, to its end or to the first choice that it does not answer.
    pub fn rehearse(&self, play: &Sowing) -> Vec<Frame> {
        self.game().map_or_else(Vec::new, |game| frames(&self.rules, &game.position(), play))
    }

    /// Plays a move, or makes a choice.
    ///
    /// # Errors
    ///
    /// It is not legal, or the rules give no answer.
    pub fn play(&mut self, name: &str) -> Result<(), IllegalMove> {
        self.ahead.clear();
        self.step(name)
    }

    fn step(&mut self, name: &str) -> Result<(), IllegalMove> {
        let by = self.to_move().ok_or_else(|| IllegalMove::AfterEnd { name: name.to_owned() })?;
        let (round, laying_out) = (self.round(), self.is_laying_out());
        let number = self.plies() + 1;
        self.now.play_named(name)?;
        let told = self.now.take_events();
        self.past.push(Step::Ply { round, number, by, play: name.to_owned(), laying_out, told });
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
        if let Some(shown) = self.now.shown() {
            self.last_shown = shown;
        }
        self.now.go_on()?;
        let told = self.now.take_events();
        self.past.push(Step::Round(told));
        Ok(())
    }

    /// Takes the last step back; nothing if there is none.
    pub fn undo(&mut self) -> Option<Step> {
        let last = self.past.pop()?;
        self.now.undo();
        self.ahead.push(last.clone());
        Some(last)
    }

    /// Plays again what was taken back last; nothing if there is nothing.
    pub fn redo(&mut self) -> Option<Step> {
        let step = self.ahead.pop()?;
        match &step {
            Step::Ply { play, .. } => self.step(play).ok()?,
            Step::Round(_) => self.step_round().ok()?,
        }
        Some(step)
    }
}
