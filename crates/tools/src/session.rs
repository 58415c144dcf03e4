//! A game or a match in play, with its past for undo and redo.

use std::sync::Arc;

use mancala_engine::contest::{GameOrMatch, Match, Start};
use mancala_engine::game::{Event, Fault, Gathering, IllegalMove, Move, Position, Sowing, cell_name, spelled};
use mancala_engine::narrator::{Frame, frames, rehearse};
use mancala_engine::play::{Game, Referee};
use mancala_rules::notation::hole;
use mancala_rules::rules::model::{Cell, Player, Rules};

/// A step of a game or a match.
#[derive(Clone, Debug)]
pub enum Step {
    /// A ply, or a choice of a lay-out.
    Ply {
        /// The round it was played in, counted from 1.
        round: u32,
        /// The number of the ply or choice in its round, counted from 1.
        number: u32,
        /// The player who played it.
        by: Player,
        /// The move in notation.
        play: String,
        /// Whether the board was being laid out.
        laying_out: bool,
        /// The events of the ply.
        events: Vec<Event>,
        /// What was gathered after the ply, if it was the last.
        gathered: Option<Box<Gathering>>,
    },
    /// The end of a round: the seeds were counted, and the next round began or the match ended. Holds the events.
    Round(Vec<Event>),
}

impl Step {
    /// The events of the step.
    pub fn events(&self) -> &[Event] {
        match self {
            Step::Ply { events, .. } | Step::Round(events) => events,
        }
    }
}

/// A game or a match in play, with the narrator as referee.
#[derive(Clone)]
pub struct Session {
    rules: Arc<Rules>,
    start: Start,
    now: GameOrMatch,
    past: Vec<Step>,
    /// Steps that were taken back; the next to play again is at the end.
    ahead: Vec<Step>,
    /// The board at the end of the last finished round of a match.
    last_shown: Position,
}

impl Session {
    /// Begins a game or a match. `None` if a match is wanted and the file describes a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer in the start position.
    pub fn begin(rules: &Arc<Rules>, start: Start) -> Option<Result<Self, Fault>> {
        let mut now = match GameOrMatch::begin(Referee::narrator(rules), &start)? {
            Ok(now) => now,
            Err(fault) => return Some(Err(fault)),
        };
        now.take_events();
        let last_shown = Position::start(rules);
        Some(Ok(Session { rules: rules.clone(), start, now, past: Vec::new(), ahead: Vec::new(), last_shown }))
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How the game or match began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The match; `None` for a single game.
    pub fn contest(&self) -> Option<&Match> {
        self.now.contest()
    }

    /// The game, or the current round of the match. `None` during a lay-out and after the match.
    pub fn game(&self) -> Option<&Game> {
        self.now.game()
    }

    /// The game or the match, as a machine player needs it.
    pub fn playing(&self) -> &GameOrMatch {
        &self.now
    }

    /// The steps so far.
    pub fn past(&self) -> &[Step] {
        &self.past
    }

    /// The hole of the last move, and the hole in which its last seed fell; none at the start of a round.
    pub fn last_cells(&self) -> Vec<Cell> {
        let Some(Step::Ply { play, laying_out: false, events, .. }) = self.past.last() else { return Vec::new() };
        let name: String = play.chars().take_while(char::is_ascii_alphanumeric).collect();
        let from = hole(&self.rules.board, &name);
        let last =
            events.iter().rev().find_map(|event| if let Event::Lap { last, .. } = event { Some(*last) } else { None });
        from.into_iter().chain(last).collect()
    }

    /// The moves and choices of a lay-out so far, in notation.
    pub fn moves(&self) -> Vec<String> {
        let play = |step: &Step| if let Step::Ply { play, .. } = step { Some(play.clone()) } else { None };
        self.past.iter().filter_map(play).collect()
    }

    /// Whether there are steps to play again.
    pub fn has_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Whether the game or the match is over.
    pub fn is_over(&self) -> bool {
        self.now.is_over()
    }

    /// Whether a round of the match is over and the next one has not begun.
    pub fn is_between_rounds(&self) -> bool {
        self.now.is_between_rounds()
    }

    /// Whether a player is laying out the board.
    pub fn is_laying_out(&self) -> bool {
        self.contest().is_some_and(|contest| contest.laying_out().is_some())
    }

    /// The player who moves or lays out next. `None` when the game, the round or the match is over.
    pub fn to_move(&self) -> Option<Player> {
        if self.is_between_rounds() { None } else { self.now.to_move() }
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        self.game().is_some_and(Game::must_pass)
    }

    /// All legal moves, or all choices of the lay-out; none between rounds.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.is_between_rounds() { Vec::new() } else { self.now.legal_moves() }
    }

    /// The legal moves, or choices of the lay-out, in notation.
    pub fn legal_names(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::to_string).collect()
    }

    /// The round in play or being laid out, counted from 1; 1 for a single game.
    pub fn round(&self) -> u32 {
        self.now.round()
    }

    /// Number of plies and choices played in this round.
    pub fn plies(&self) -> u32 {
        let over = self.is_over();
        match self.past.iter().rev().find(|step| !over || matches!(step, Step::Ply { .. })) {
            Some(Step::Ply { number, round, .. }) if *round == self.round() || over => *number,
            _ => 0,
        }
    }

    /// The position to show; after a match, the board at the end of its last round.
    pub fn shown(&self) -> Position {
        self.now.shown().unwrap_or_else(|| self.last_shown.clone())
    }

    /// Seeds that each player has won so far in the game or the round.
    pub fn captured(&self) -> Vec<i64> {
        self.game().map_or_else(|| vec![0; self.rules.board.players.value], Game::captured)
    }

    /// The last ply, if the rule that ended the game, or the round, gathered seeds after it.
    pub fn gathered(&self) -> Option<(&Gathering, &[Event])> {
        match self.past.last()? {
            Step::Ply { gathered: Some(gathered), events, .. } => Some((gathered, events)),
            _ => None,
        }
    }

    /// A move seed by seed, up to its end or to the first choice that it does not answer.
    pub fn rehearse(&self, play: &Sowing) -> Vec<Frame> {
        self.game().map_or_else(Vec::new, |game| frames(&self.rules, &game.position(), play))
    }

    /// The name of the legal move that somebody means, or what he wrote if there is none.
    pub fn spelled(&self, given: &str) -> String {
        spelled(&self.legal_names(), given)
    }

    /// Plays a move, or makes a choice of the lay-out, given in notation. Steps that were taken back are dropped.
    ///
    /// # Errors
    ///
    /// The move is not legal, or the rules give no answer.
    pub fn play(&mut self, name: &str) -> Result<(), IllegalMove> {
        self.step(name)?;
        self.ahead.clear();
        Ok(())
    }

    fn step(&mut self, name: &str) -> Result<(), IllegalMove> {
        let by = self.to_move().ok_or_else(|| IllegalMove::AfterEnd { name: name.to_owned() })?;
        let (round, laying_out) = (self.round(), self.is_laying_out());
        let number = self.plies() + 1;
        self.now.play_named(name)?;
        let events = self.now.take_events();
        let gathered = self.game().and_then(Game::gathering).map(Box::new);
        self.past.push(Step::Ply { round, number, by, play: name.to_owned(), laying_out, events, gathered });
        Ok(())
    }

    /// Continues after a finished round. Steps that were taken back are dropped.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn next_round(&mut self) -> Result<(), Fault> {
        self.step_round()?;
        self.ahead.clear();
        Ok(())
    }

    fn step_round(&mut self) -> Result<(), Fault> {
        if let Some(shown) = self.now.shown() {
            self.last_shown = shown;
        }
        self.now.go_on()?;
        let events = self.now.take_events();
        self.past.push(Step::Round(events));
        Ok(())
    }

    /// Takes back the last step and returns it. `None` if there is none.
    pub fn undo(&mut self) -> Option<Step> {
        let last = self.past.pop()?;
        self.now.undo();
        self.ahead.push(last.clone());
        Some(last)
    }

    /// Plays again the step taken back last and returns it. `None` if there is none or it cannot be played.
    pub fn redo(&mut self) -> Option<Step> {
        let step = self.ahead.pop()?;
        let played = match &step {
            Step::Ply { play, .. } => self.step(play).is_ok(),
            Step::Round(_) => self.step_round().is_ok(),
        };
        if !played {
            self.ahead.push(step);
            return None;
        }
        Some(step)
    }
}

/// What a move would do, up to its end or to the first choice that it does not answer.
#[derive(Clone, Debug)]
pub struct Foretold {
    /// Where the last seed falls.
    pub falls: Option<Cell>,
    /// In words, such as `c1: the last seed falls in b2, 4 captured`.
    pub told: String,
    /// The events. If the mover has to choose, the last one is the rule that lets him.
    pub events: Vec<Event>,
}

/// Looks up what a move would do.
pub fn foretold(rules: &Rules, position: &Position, play: &Sowing) -> Foretold {
    let (events, _) = rehearse(rules, position, play);
    let mut parts = Vec::new();
    let laps = events.iter().filter(|event| matches!(event, Event::Lap { .. })).count();
    let falls =
        events.iter().rev().find_map(|event| if let Event::Lap { last, .. } = event { Some(*last) } else { None });
    if let Some(last) = falls {
        let of = if laps > 1 { format!(" after {laps} laps") } else { String::new() };
        parts.push(format!("the last seed falls in {}{of}", cell_name(&rules.board, last)));
    }
    let captured: i64 =
        events.iter().map(|event| if let Event::Captured(_, _, seeds) = event { *seeds } else { 0 }).sum();
    if captured > 0 {
        parts.push(format!("{captured} captured"));
    }
    if events.iter().any(|event| matches!(event, Event::MovesAgain(_))) {
        parts.push("another turn".to_owned());
    }
    if events.last().is_some_and(|event| matches!(event, Event::Rule { .. })) {
        parts.push("then a choice".to_owned());
    }
    let name = if play.says_way || !play.answers.is_empty() { play.to_string() } else { play.hole.short() };
    Foretold { falls, told: format!("{name}: {}", parts.join(", ")), events }
}
