//! A game in play.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use crate::chance::Generator;
use crate::engine::Engine;
use crate::game::{Answer, Decision, Ending, Event, Fault, IllegalMove, Move, Position, Reader, Sowing};
use crate::narrator::Narrator;
use crate::rules::model::{Player, Rules};

/// Who reads the rules of games: the tables, which are fast, or the narrator, which gathers events.
#[derive(Clone)]
pub enum Referee {
    /// The tables, compiled once for many games.
    Tables(Engine),
    /// The narrator.
    Narrator(Arc<Rules>),
}

impl Referee {
    /// The tables for games from the start.
    pub fn tables(rules: &Arc<Rules>) -> Self {
        Referee::Tables(Engine::new(rules.clone(), &Position::start(rules)))
    }

    /// The narrator.
    pub fn narrator(rules: &Arc<Rules>) -> Self {
        Referee::Narrator(rules.clone())
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        match self {
            Referee::Tables(engine) => engine.rules(),
            Referee::Narrator(rules) => rules,
        }
    }

    /// A game from a position.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn game(&self, position: Position) -> Result<Game, Fault> {
        let reader: Box<dyn Reader> = match self {
            Referee::Tables(engine) => engine.game(&position)?,
            Referee::Narrator(rules) => Box::new(Narrator::from_position(rules.clone(), position.clone())?),
        };
        let narrated = matches!(self, Referee::Narrator(_));
        Ok(Game { rules: self.rules().clone(), start: position, played: Vec::new(), reader, narrated, fault: None })
    }
}

/// A game in play, from any position to its end. It owns what it needs and can be sent to another thread.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let rules = mancala::shipped("oware")?.rules()?;
/// let mut game = mancala::Game::new(&rules);
/// while !game.is_over() {
///     let moves = game.legal_moves();
///     game.play(&moves[0])?;
/// }
/// println!("{:?}", game.outcome());
/// # Ok(())
/// # }
/// ```
pub struct Game {
    rules: Arc<Rules>,
    start: Position,
    /// What was played since the start.
    played: Vec<Move>,
    reader: Box<dyn Reader>,
    narrated: bool,
    /// Why the game could not begin.
    fault: Option<Fault>,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        self.with(self.reader.copy())
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played: Vec<String> = self.played.iter().map(Move::to_string).collect();
        f.debug_struct("Game").field("rules", &self.rules.about.name).field("played", &played.join(" ")).finish()
    }
}

impl Game {
    /// A game from its start, played from the tables. Where the rules give no answer for the start there is no legal move,
    /// and to play one tells the fault; `check` proves beforehand that this does not happen.
    pub fn new(rules: &Arc<Rules>) -> Game {
        let start = Position::start(rules);
        Game::from_position(rules, start.clone()).unwrap_or_else(|fault| Game {
            rules: rules.clone(),
            reader: Box::new(Narrator::unread(rules.clone(), start.clone())),
            start,
            played: Vec::new(),
            narrated: true,
            fault: Some(fault),
        })
    }

    /// A game from a position, played from the tables.
    ///
    /// # Errors
    ///
    /// The rules give no answer for the position.
    pub fn from_position(rules: &Arc<Rules>, position: Position) -> Result<Game, Fault> {
        Referee::Tables(Engine::new(rules.clone(), &position)).game(position)
    }

    /// A game from a position, played by the narrator, which gathers events.
    ///
    /// # Errors
    ///
    /// The rules give no answer for the position.
    pub fn narrated(rules: &Arc<Rules>, position: Position) -> Result<Game, Fault> {
        Referee::narrator(rules).game(position)
    }

    fn with(&self, reader: Box<dyn Reader>) -> Game {
        let (start, played) = (self.start.clone(), self.played.clone());
        let (rules, fault) = (self.rules.clone(), self.fault.clone());
        Game { rules, start, played, reader, narrated: self.narrated, fault }
    }

    /// A copy from the tables for looking ahead: it begins here, knows what stood before, and takes back nothing before.
    ///
    /// # Errors
    ///
    /// The rules give no answer.
    pub fn ahead(&self) -> Result<Game, Fault> {
        if !self.narrated {
            return Ok(self.with(self.reader.fork()));
        }
        let mut game = Game::from_position(&self.rules, self.start.clone())?;
        for play in &self.played {
            let index = (0..game.choices()).find(|index| game.nth(*index).as_ref() == Some(play));
            game.reader.play(index.unwrap_or(0))?;
        }
        Ok(self.with(game.reader.fork()))
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The position in which it began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves since it began.
    pub fn history(&self) -> &[Move] {
        &self.played
    }

    /// The position now. When the game is over, what `before turn` gathers at the end has been gathered.
    pub fn position(&self) -> Position {
        self.reader.position()
    }

    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    pub fn left(&self) -> Position {
        self.reader.left()
    }

    /// The position to show: the position now; when the game is over, as the last turn left it.
    pub fn shown(&self) -> Position {
        if self.is_over() { self.left() } else { self.position() }
    }

    /// Who is to move, or would be if the game were not over; counted from 0.
    pub fn to_move(&self) -> Player {
        self.reader.to_move()
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        self.reader.must_pass()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.reader.decision().is_some()
    }

    /// How it ended; none while it goes on.
    pub fn outcome(&self) -> Option<Ending> {
        self.reader.ending()
    }

    /// What each player has won so far, in the position shown.
    pub fn captured(&self) -> Vec<i64> {
        self.reader.captured()
    }

    /// What happened since the last call, or since the game began. Only a game by the narrator gathers events.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.reader.take_events()
    }

    /// How many legal moves there are, a forced pass included.
    pub fn choices(&self) -> usize {
        self.reader.choices()
    }

    /// All legal moves in the order in which they are listed; `pass` alone where it is forced, none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        (0..self.choices()).filter_map(|index| self.nth(index)).collect()
    }

    /// The legal moves as they are written.
    pub fn legal_names(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::to_string).collect()
    }

    fn nth(&self, index: usize) -> Option<Move> {
        if self.must_pass() { (index == 0).then_some(Move::Pass) } else { self.reader.sowing(index).map(Move::Sow) }
    }

    /// What the mover is asked next within a turn that begins so: what he can answer, in the order in which answers are
    /// listed. Nothing where the turn asks no more, or no legal move begins so.
    pub fn question(&self, begun: &Sowing) -> Vec<Answer> {
        let asked = begun.answers.len();
        let mut answers: Vec<Answer> = Vec::new();
        for play in self.legal_moves() {
            let Move::Sow(sowing) = play else { continue };
            let same =
                (sowing.hole, sowing.way) == (begun.hole, begun.way) && sowing.answers.starts_with(&begun.answers);
            if let Some(answer) = sowing.answers.get(asked).filter(|answer| same && !answers.contains(answer)) {
                answers.push(answer.clone());
            }
        }
        answers
    }

    /// The legal move that is written so, as `Display` writes it.
    ///
    /// # Errors
    ///
    /// It is not legal, or the game is over.
    pub fn parse(&self, name: &str) -> Result<Move, IllegalMove> {
        let legal = self.legal_moves();
        let found = legal.iter().find(|play| play.to_string() == name);
        found.cloned().ok_or_else(|| self.refused(name, &legal))
    }

    fn refused(&self, name: &str, legal: &[Move]) -> IllegalMove {
        if let Some(fault) = &self.fault {
            return fault.clone().into();
        }
        let name = name.to_owned();
        if self.is_over() {
            return IllegalMove::AfterEnd { name };
        }
        let legal: Vec<String> = legal.iter().map(Move::to_string).collect();
        IllegalMove::NotLegal { name, legal: legal.join(" ") }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// It is not legal, the game is over, or the rules give no answer; the game stands as before then.
    pub fn play(&mut self, play: impl Borrow<Move>) -> Result<(), IllegalMove> {
        let play = play.borrow();
        let legal = self.legal_moves();
        match legal.iter().position(|known| known == play) {
            Some(index) => self.play_nth(index),
            None => Err(self.refused(&play.to_string(), &legal)),
        }
    }

    /// Plays the legal move that is written so.
    ///
    /// # Errors
    ///
    /// It is not legal, the game is over, or the rules give no answer; the game stands as before then.
    pub fn play_named(&mut self, name: &str) -> Result<(), IllegalMove> {
        let play = self.parse(name)?;
        self.play(play)
    }

    /// Plays the legal move of an index into [`Game::legal_moves`].
    ///
    /// # Errors
    ///
    /// There is no such move, or the rules give no answer; the game stands as before then.
    pub fn play_nth(&mut self, index: usize) -> Result<(), IllegalMove> {
        let Some(play) = self.nth(index) else {
            return Err(self.refused(&format!("move {}", index + 1), &self.legal_moves()));
        };
        self.reader.play(index)?;
        self.played.push(play);
        Ok(())
    }

    /// Takes the last move back; none where the game began.
    pub fn undo(&mut self) -> Option<Move> {
        if !self.reader.back() || self.reader.list().is_err() {
            return None;
        }
        self.played.pop()
    }
}

/// Looking ahead: nothing here is remembered in the history, and moves are listed only when they are asked for.
impl Game {
    /// How many play.
    pub fn players(&self) -> usize {
        self.rules.board.players.value
    }

    /// Why the game is over, if it is.
    pub fn decision(&self) -> Option<Decision> {
        self.reader.decision()
    }

    /// Lists the legal moves and tells how many there are, a forced pass included.
    pub fn list(&mut self) -> Result<usize, Fault> {
        self.reader.list()?;
        Ok(self.reader.choices())
    }

    /// A legal move that was listed.
    pub fn listed(&self, index: usize) -> Option<Move> {
        self.nth(index)
    }

    /// Plays a legal move that was listed; false beyond the last. The game stands as before if the rules give no answer.
    pub fn forth(&mut self, index: usize) -> Result<bool, Fault> {
        self.reader.forth(index)
    }

    /// Takes back what [`Game::forth`] played.
    pub fn back(&mut self) {
        self.reader.back();
    }

    /// How many plies can be taken back.
    pub fn depth(&self) -> usize {
        self.reader.depth()
    }

    /// What each player has now.
    pub fn scores(&self, scores: &mut [i32]) {
        self.reader.scores(scores);
    }

    /// What each player has after a legal move that was listed, before `before turn` is read.
    pub fn scores_after(&self, index: usize, scores: &mut [i32]) {
        self.reader.scores_after(index, scores);
    }

    /// The seeds on each player's side and in his store.
    pub fn holdings(&self, seeds: &mut [i32]) {
        self.reader.holdings(seeds);
    }

    /// The seeds on each player's side and in his store after a legal move that was listed, before `before turn` is read.
    pub fn holdings_after(&self, index: usize, seeds: &mut [i32]) {
        self.reader.holdings_after(index, seeds);
    }

    /// Seeds in holes that nobody marked, as the last turn left them.
    pub fn seeds_in_unmarked_holes(&self) -> i32 {
        self.reader.seeds_in_unmarked_holes()
    }

    /// A hash of all that the rules may ask of the position, without what stood before.
    pub fn key(&self) -> u64 {
        self.reader.key()
    }

    /// Whether this position has stood before, as far as the rules look at repetition.
    pub fn has_stood(&self) -> bool {
        self.reader.has_stood()
    }

    /// Plays the game at random to its end, or for so many plies, and comes back: fills in what each player has then, and
    /// says why it ended. Repetition is counted from here.
    pub fn play_out(&mut self, most_plies: u64, chance: &mut Generator, scores: &mut [i32]) -> Result<Decision, Fault> {
        self.reader.play_out(most_plies, chance, scores)
    }
}
