//! A game in play from the tables, as the commands see it.

use std::sync::Arc;

use super::session::Session;
use super::trouble::Trouble;
use super::turn::{Move, Verdict};
use super::width::{self, AnyMachine};
use crate::narrator::{self, Ending, Fault, NotLegal};
use crate::rules::model::{Player, Rules};
use crate::source::Span;

/// The tables of a game, at the width that its board and its seeds need.
#[derive(Clone)]
pub struct Engine<'r> {
    rules: &'r Rules,
    machine: Arc<dyn AnyMachine>,
    owner: Vec<Option<Player>>,
    most_seeds: i64,
}

impl<'r> Engine<'r> {
    /// Compiles rules for games from their start, or from positions of as many seeds.
    pub fn new(rules: &'r Rules) -> Self {
        Engine::for_position(rules, &narrator::Position::start(rules))
    }

    /// Compiles rules for games from a position.
    pub fn for_position(rules: &'r Rules, position: &narrator::Position) -> Self {
        let most_seeds = seeds_in(position);
        let machine = width::compile(rules, &position.owner, most_seeds);
        Engine { rules, machine, owner: position.owner.clone(), most_seeds }
    }

    /// These tables, or others if a position needs others: more seeds, or holes that changed their owner.
    pub fn fitting(&self, position: &narrator::Position) -> Engine<'r> {
        if self.owner == position.owner && seeds_in(position) <= self.most_seeds {
            self.clone()
        } else {
            Engine::for_position(self.rules, position)
        }
    }

    /// The rules it was compiled from.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// A game from a position, in which repetition is looked at or not.
    pub fn game(&self, position: &narrator::Position, repetition: bool) -> Result<Game<'r>, Fault> {
        let engine = self.fitting(position);
        let session = engine.machine.clone().begin(position, repetition).map_err(|trouble| engine.fault(trouble))?;
        Ok(Game { engine, session })
    }

    /// How many sequences of `depth` plies a game has from a position. A pass is a ply, a finished game has no
    /// continuation, and repetition is not looked at. Depth 0 counts one.
    pub fn perft(&self, position: &narrator::Position, depth: u32) -> Result<u64, Fault> {
        let engine = self.fitting(position);
        engine.machine.perft(position, depth).map_err(|trouble| engine.fault(trouble))
    }

    fn fault(&self, trouble: Trouble) -> Fault {
        trouble.fault(self.rules, self.machine.rule_texts())
    }

    /// A move as the narrator has it.
    fn told(&self, play: &Move) -> narrator::Move {
        narrator::Move {
            hole: self.machine.cell_of()[usize::from(play.hole)],
            way: play.way,
            says_way: self.rules.chooses_way(),
            answers: (0..play.choices).map(|choice| play.answers >> choice & 1 != 0).collect(),
            section: usize::from(play.section),
        }
    }
}

/// All seeds of a position, those of the pot included.
fn seeds_in(position: &narrator::Position) -> i64 {
    position.seeds.iter().map(|seeds| seeds.abs()).sum::<i64>() + position.pot
}

/// A game in play.
pub struct Game<'r> {
    engine: Engine<'r>,
    session: Box<dyn Session>,
}

impl Clone for Game<'_> {
    fn clone(&self) -> Self {
        Game { engine: self.engine.clone(), session: self.session.copy() }
    }
}

impl<'r> Game<'r> {
    /// The rules it is played by.
    pub fn rules(&self) -> &'r Rules {
        self.engine.rules
    }

    /// The position now.
    pub fn position(&self) -> narrator::Position {
        self.session.position()
    }

    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    pub fn left(&self) -> narrator::Position {
        self.session.left()
    }

    /// The position to show: the position now; when the game is over, as the last turn left it.
    pub fn shown(&self) -> narrator::Position {
        if self.session.ended().is_some() { self.left() } else { self.position() }
    }

    /// Who is to move.
    pub fn to_move(&self) -> Player {
        self.session.to_move()
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        self.session.must_pass()
    }

    /// What each player has won so far, in the position shown.
    pub fn captured(&self) -> Vec<i64> {
        if self.session.ended().is_some() { self.session.scores_left() } else { self.session.scores() }
    }

    /// How it ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        let ended = self.session.ended()?;
        let scores = self.session.scores();
        let players = 0..scores.len();
        let winners: Vec<Player> = match ended.verdict {
            Some(Verdict::Wins(winner)) => vec![usize::from(winner)],
            Some(Verdict::Loses(loser)) => players.filter(|player| *player != usize::from(loser)).collect(),
            Some(Verdict::Draw) => players.collect(),
            None => {
                let best = scores.iter().max().copied().unwrap_or(0);
                players.filter(|player| scores[*player] == best).collect()
            }
        };
        let (reason, span) = match ended.rule.and_then(|rule| self.engine.machine.rule_texts().get(usize::from(rule))) {
            Some(text) => (text.said.clone(), text.span),
            None => ("endless".to_owned(), self.engine.rules.endless.as_ref().map_or(Span::default(), |it| it.span)),
        };
        Some(Ending { reason, span, scores, winners })
    }

    /// The legal moves; none where the player to move must pass, or the game is over.
    pub fn moves(&self) -> Vec<narrator::Move> {
        self.session.moves().iter().map(|play| self.engine.told(play)).collect()
    }

    /// The names of all legal moves, `pass` included.
    pub fn legal(&self) -> Vec<String> {
        if self.must_pass() {
            return vec!["pass".to_owned()];
        }
        let board = &self.engine.rules.board;
        self.moves().iter().map(|play| play.name(board)).collect()
    }

    /// Plays the move of a name.
    pub fn play(&mut self, name: &str) -> Result<(), NotLegal> {
        if self.session.ended().is_some() {
            return Err(NotLegal::Over { name: name.to_owned() });
        }
        let legal = self.legal();
        match legal.iter().position(|known| known == name) {
            Some(index) => Ok(self.play_nth(index)?),
            None => Err(NotLegal::Move { name: name.to_owned(), legal: legal.join(" ") }),
        }
    }

    /// Plays the legal move of an index; a forced pass has index 0. Nothing happens beyond the last.
    pub fn play_nth(&mut self, index: usize) -> Result<(), Fault> {
        self.session.play_nth(index).map_err(|trouble| self.engine.fault(trouble))
    }
}
