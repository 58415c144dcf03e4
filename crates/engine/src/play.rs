//! A game in play.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use mancala_rules::chance::Generator;
use mancala_rules::progress::Progress;
use mancala_rules::rules::model::{Player, Rules};

use crate::engine::Engine;
use crate::game::{
    Answer, Decision, Ending, Event, Fault, Gathering, IllegalMove, Move, Position, Reader, Sowing, meant,
};
use crate::narrator::Narrator;

/// Plays games by given rules. The tables are fast; the narrator collects events.
#[derive(Clone)]
pub enum Referee {
    /// The tables, compiled once for many games.
    Tables(Engine),
    /// The narrator.
    Narrator(Arc<Rules>),
}

impl Referee {
    /// Compiles the tables for games from the start of the rules.
    pub fn tables(rules: &Arc<Rules>) -> Self {
        Referee::Tables(Engine::new(rules.clone(), &Position::start(rules)))
    }

    /// A narrator for these rules.
    pub fn narrator(rules: &Arc<Rules>) -> Self {
        Referee::Narrator(rules.clone())
    }

    /// The rules of the games.
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
    /// The rules leave the position undecided.
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
/// let rules = mancala_rules::ruleset::shipped("oware")?.rules()?;
/// let mut game = mancala_engine::play::Game::new(&rules);
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
    /// Moves since the start.
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
    /// A game from its start, played by the tables. If the rules leave the start undecided, the game has no legal move,
    /// and playing one returns the fault. `mancala check` finds such rules.
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

    /// A game from a position, played by the tables.
    ///
    /// # Errors
    ///
    /// The rules leave the position undecided.
    pub fn from_position(rules: &Arc<Rules>, position: Position) -> Result<Game, Fault> {
        Referee::Tables(Engine::new(rules.clone(), &position)).game(position)
    }

    /// A game from a position, played by the narrator, which collects events.
    ///
    /// # Errors
    ///
    /// The rules leave the position undecided.
    pub fn narrated(rules: &Arc<Rules>, position: Position) -> Result<Game, Fault> {
        Referee::narrator(rules).game(position)
    }

    fn with(&self, reader: Box<dyn Reader>) -> Game {
        let (start, played) = (self.start.clone(), self.played.clone());
        let (rules, fault) = (self.rules.clone(), self.fault.clone());
        Game { rules, start, played, reader, narrated: self.narrated, fault }
    }

    /// A copy for looking ahead, played by the tables. Earlier positions count for repetition, but [`Game::back`] and
    /// [`Game::undo`] cannot return to them.
    ///
    /// # Errors
    ///
    /// The rules leave a situation undecided.
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

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Moves since the game began, the oldest first.
    pub fn history(&self) -> &[Move] {
        &self.played
    }

    /// The current position. Once the game is over, it includes the seeds that `before turn` gathers at the end.
    pub fn position(&self) -> Position {
        self.reader.position()
    }

    /// The position after the last turn, before a rule of `before turn` moved seeds.
    pub fn left(&self) -> Position {
        self.reader.left()
    }

    /// What the rule that ended the game gathered from the board; `None` if it gathered nothing, or the game goes on.
    pub fn gathering(&self) -> Option<Gathering> {
        let ending = self.outcome()?;
        let left = (self.left(), self.reader.captured_left());
        Gathering::between(&self.rules.board, left, &self.position(), &ending)
    }

    /// Player to move, from 0; if the game is over, the player whose turn it would be.
    pub fn to_move(&self) -> Player {
        self.reader.to_move()
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        self.reader.must_pass()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.reader.decision().is_some()
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Ending> {
        self.reader.ending()
    }

    /// Seeds that each player has won, in the position of [`Game::position`]; once the game is over, those gathered at
    /// the end included.
    pub fn captured(&self) -> Vec<i64> {
        self.reader.captured()
    }

    /// Takes the events since the last call, or since the game began. Only a game played by the narrator has events.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.reader.take_events()
    }

    /// Number of legal moves, a forced pass included.
    pub fn choices(&self) -> usize {
        self.reader.choices()
    }

    /// The legal moves in their usual order: only `pass` if it is forced, none once the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        (0..self.choices()).filter_map(|index| self.nth(index)).collect()
    }

    /// The legal moves in the notation of [`Game::parse`].
    pub fn legal_names(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::to_string).collect()
    }

    fn nth(&self, index: usize) -> Option<Move> {
        self.reader.listed(index)
    }

    /// The possible answers to the next question within the turn `begun`, in the order in which they are listed. Empty
    /// if the turn asks nothing more or no legal move begins this way.
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

    /// Finds the legal move that `Display` writes as `name`. Upper case is read, too, and the direction may be left out
    /// if only one is legal.
    ///
    /// # Errors
    ///
    /// The move is not legal, the game is over, or the rules leave its start undecided.
    pub fn parse(&self, name: &str) -> Result<Move, IllegalMove> {
        self.named(name).and_then(|index| self.nth(index)).ok_or_else(|| self.refused(name))
    }

    /// The legal move with this name, as its index.
    fn named(&self, name: &str) -> Option<usize> {
        self.index(|play| play.to_string() == name).or_else(|| {
            let legal = self.legal_names();
            let meant = meant(&legal, name)?;
            legal.iter().position(|known| known == meant)
        })
    }

    /// The first legal move that is `wanted`, as its index.
    fn index(&self, wanted: impl Fn(&Move) -> bool) -> Option<usize> {
        (0..self.choices()).find(|index| self.nth(*index).is_some_and(|play| wanted(&play)))
    }

    fn refused(&self, name: &str) -> IllegalMove {
        if let Some(fault) = &self.fault {
            return fault.clone().into();
        }
        let name = name.to_owned();
        if self.is_over() {
            return IllegalMove::AfterEnd { name };
        }
        IllegalMove::NotLegal { name, legal: self.legal_names().join(" ") }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// The move is not legal, the game is over, or the rules leave the move undecided; the game is unchanged.
    pub fn play(&mut self, play: impl Borrow<Move>) -> Result<(), IllegalMove> {
        let play = play.borrow();
        match self.index(|known| known == play) {
            Some(index) => self.play_nth(index),
            None => Err(self.refused(&play.to_string())),
        }
    }

    /// Plays the legal move that [`Game::parse`] finds.
    ///
    /// # Errors
    ///
    /// The move is not legal, the game is over, or the rules leave the move undecided; the game is unchanged.
    pub fn play_named(&mut self, name: &str) -> Result<(), IllegalMove> {
        match self.named(name) {
            Some(index) => self.play_nth(index),
            None => Err(self.refused(name)),
        }
    }

    /// Plays the legal move of this index into [`Game::legal_moves`].
    ///
    /// # Errors
    ///
    /// The index is out of range, or the rules leave the move undecided; the game is unchanged.
    pub fn play_nth(&mut self, index: usize) -> Result<(), IllegalMove> {
        let Some(play) = self.nth(index) else {
            return Err(self.refused(&format!("move {}", index + 1)));
        };
        self.reader.play(index)?;
        self.played.push(play);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<Move> {
        if !self.reader.back() || self.reader.list().is_err() {
            return None;
        }
        self.played.pop()
    }
}

/// Looking ahead: these methods do not change the history, and list moves only on request.
impl Game {
    /// Number of players.
    pub fn players(&self) -> usize {
        self.rules.board.players.value
    }

    /// Why the game is over, if it is.
    pub fn decision(&self) -> Option<Decision> {
        self.reader.decision()
    }

    /// Lists the legal moves and returns their number, a forced pass included.
    ///
    /// # Errors
    ///
    /// The rules leave the situation undecided.
    pub fn list(&mut self) -> Result<usize, Fault> {
        self.reader.list()?;
        Ok(self.reader.choices())
    }

    /// The listed move of this index.
    pub fn listed(&self, index: usize) -> Option<Move> {
        self.nth(index)
    }

    /// Plays the listed move of this index. Returns `false` if the index is out of range.
    ///
    /// # Errors
    ///
    /// The rules leave the move undecided; the game is unchanged.
    pub fn forth(&mut self, index: usize) -> Result<bool, Fault> {
        self.reader.forth(index)
    }

    /// Takes back a ply of [`Game::forth`].
    pub fn back(&mut self) {
        self.reader.back();
    }

    /// Number of plies that can be taken back.
    pub fn depth(&self) -> usize {
        self.reader.depth()
    }

    /// Writes the current score of each player.
    pub fn scores(&self, scores: &mut [i32]) {
        self.reader.scores(scores);
    }

    /// Writes the score of each player after the listed move of this index, before `before turn` applies.
    pub fn scores_after(&self, index: usize, scores: &mut [i32]) {
        self.reader.scores_after(index, scores);
    }

    /// Writes the number of seeds on each player's side and in the player's store.
    pub fn holdings(&self, seeds: &mut [i32]) {
        self.reader.holdings(seeds);
    }

    /// Writes the number of seeds on each player's side and in the player's store after the listed move of this index,
    /// before `before turn` applies.
    pub fn holdings_after(&self, index: usize, seeds: &mut [i32]) {
        self.reader.holdings_after(index, seeds);
    }

    /// Seeds in unmarked holes, in the position after the last turn.
    pub fn seeds_in_unmarked_holes(&self) -> i32 {
        self.reader.seeds_in_unmarked_holes()
    }

    /// Hash of all that the rules can ask about the position, except its history.
    pub fn key(&self) -> u64 {
        self.reader.key()
    }

    /// Whether the game was in this position before, if the rules ask about repetition.
    pub fn has_stood(&self) -> bool {
        self.reader.has_stood()
    }

    /// Sets this position aside as the start of a game at random, in which `chance` draws.
    pub fn set_aside(&mut self, chance: Generator) {
        self.reader.set_aside(chance);
    }

    /// Plays a game at random from each position that was set aside, to its end or for at most `most_plies` plies, and
    /// forgets these positions. Calls `each` with the number of a game, from 0 in the order in which they were set aside, how
    /// it ended, and the final scores; a game that was cut off counts as decided by scores. Games that `progress` stops are
    /// left out. Repetition counts from the start of a game.
    ///
    /// # Errors
    ///
    /// The rules leave a situation undecided.
    pub fn play_out(
        &mut self,
        most_plies: u64,
        progress: &Progress,
        mut each: impl FnMut(usize, Decision, &[i32]),
    ) -> Result<(), Fault> {
        self.reader.play_out(most_plies, progress, &mut each)
    }
}
