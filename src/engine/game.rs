//! A game in play from the tables, as the commands see it.

use std::sync::Arc;

use super::counting::Branch;
use super::moves::Move;
use super::progress::Progress;
use super::reach::{Reached, Wanted};
use super::session::Session;
use super::survey::{Place, Survey};
use super::tally::{Pace, Playouts, Series, Tally};
use super::trouble::Trouble;
use super::walk::Walk;
use super::width::{self, AnyMachine};
use crate::chance::{Generator, choice, generator};
use crate::narrator::{self, Ending, Fault, NotLegal};
use crate::rules::model::{Condition, Player, Rules};
use crate::source::{Source, Span};
use crate::tables::RuleText;
use crate::tables::print::Overview;

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
        self.begin(position, repetition, &[])
    }

    /// A game that goes on with a position, after others that stood so often before it.
    pub fn game_after(
        &self,
        position: &narrator::Position,
        stood: &[(narrator::Position, u32)],
    ) -> Result<Game<'r>, Fault> {
        self.begin(position, true, stood)
    }

    fn begin(
        &self,
        position: &narrator::Position,
        repetition: bool,
        stood: &[(narrator::Position, u32)],
    ) -> Result<Game<'r>, Fault> {
        let engine = self.fitting(position);
        let session = engine.machine.clone().begin(position, repetition, stood);
        let session = session.map_err(|trouble| engine.fault(trouble))?;
        Ok(Game { engine, session })
    }

    /// How many sequences of `depth` plies, one at least, a game has from a position, after every first ply. A pass is a
    /// ply, a finished game has no continuation, and repetition is not looked at. All threads of the pool that it is
    /// called in work on it; if they are stopped, the counts are too low.
    pub fn divide(
        &self,
        position: &narrator::Position,
        depth: u32,
        progress: &Progress,
    ) -> Result<Vec<(String, u64)>, Fault> {
        let engine = self.fitting(position);
        let branches = engine.machine.divide(position, depth, progress).map_err(|trouble| engine.fault(trouble))?;
        let name = |branch: &Branch| match &branch.play {
            Some(play) => engine.told(play, branch.answers.clone()).name(&self.rules.board),
            None => "pass".to_owned(),
        };
        Ok(branches.iter().map(|branch| (name(branch), branch.sequences)).collect())
    }

    /// Games at random from a position, each of at most so many plies, counted. Every game has its own generator, so
    /// that the same seed gives the same games on any number of threads; all threads of the pool that it is called in
    /// work on it, until they are stopped. Where the rules give no answer, the position is told too.
    pub fn simulate(
        &self,
        position: &narrator::Position,
        series: &Series,
        progress: &Progress,
    ) -> Result<Tally, Box<(Fault, narrator::Position)>> {
        let engine = self.fitting(position);
        let tally = engine.machine.simulate(position, series, progress);
        tally.map_err(|stuck| Box::new((engine.fault(stuck.0), stuck.1)))
    }

    /// Games at random as in [`Engine::simulate`], at each of whose positions is looked closely: which claims it refutes,
    /// which rules apply, what is sown for ever, how long nothing is won.
    pub fn survey(
        &self,
        position: &narrator::Position,
        series: &Series,
        claims: &[&Condition],
        progress: &Progress,
    ) -> Result<Survey<narrator::Move>, Box<(Fault, narrator::Position)>> {
        let engine = self.fitting(position);
        match engine.machine.survey(engine.rules, position, series, claims, progress) {
            Ok(survey) => Ok(survey.telling(|play| engine.told(play, Vec::new()))),
            Err(stuck) => Err(Box::new((engine.fault(stuck.0), stuck.1))),
        }
    }

    /// All positions that games from a position come to, those after the fewest plies first, as many as are wanted.
    /// Positions that differ only in what no rule and no claim asks are one. Works on one thread, until it is stopped.
    pub fn reach(
        &self,
        position: &narrator::Position,
        wanted: &Wanted<'_>,
        progress: &Progress,
    ) -> Result<Reached<narrator::Move>, Box<(Fault, narrator::Position)>> {
        let engine = self.fitting(position);
        match engine.machine.reach(engine.rules, position, wanted, progress) {
            Ok(reached) => Ok(reached.telling(|play| engine.told(play, Vec::new()))),
            Err(stuck) => Err(Box::new((engine.fault(stuck.0), stuck.1))),
        }
    }

    /// The names of the moves that a game at random begins with, up to a place of a series.
    pub fn beginning(
        &self,
        position: &narrator::Position,
        series: &Series,
        place: Place,
    ) -> Result<Vec<String>, Fault> {
        let mut game = self.game(position, true)?;
        let mut chance = generator(series.seed, place.game);
        let mut names = Vec::new();
        for _ in 0..place.plies {
            // chance is not asked whether to pass
            let nth = if game.must_pass() { 0 } else { choice(game.choices(), &mut chance) };
            names.extend(game.legal().get(nth).cloned());
            game.play_nth(nth)?;
        }
        Ok(names)
    }

    /// How many positions find room in so many bytes when all that games come to are looked at.
    pub fn positions_in(&self, bytes: usize) -> usize {
        bytes / (self.machine.position_bytes() + super::reach::BYTES_BESIDE)
    }

    /// Plays games at random as fast as can be, one after the other: plies, sum of scores, games that each player alone
    /// won.
    pub fn playouts(
        &self,
        position: &narrator::Position,
        games: u64,
        generator: &mut Generator,
    ) -> Result<Playouts, Fault> {
        self.playouts_within(position, games, u64::MAX, Pace::Gliding, generator)
    }

    /// The same for games of at most so many plies each, at one pace or the other: what comes of it is the same.
    pub fn playouts_within(
        &self,
        position: &narrator::Position,
        games: u64,
        most_plies: u64,
        pace: Pace,
        generator: &mut Generator,
    ) -> Result<Playouts, Fault> {
        let engine = self.fitting(position);
        let played = engine.machine.playouts(position, (games, most_plies), pace, generator);
        played.map_err(|trouble| engine.fault(trouble))
    }

    /// Whether [`Pace::Gliding`] makes a difference from a position on.
    pub fn glides(&self, position: &narrator::Position) -> bool {
        self.fitting(position).machine.glides(position)
    }

    /// The rule of a number that a [`Tally`] names.
    pub fn rule(&self, number: usize) -> Option<&RuleText> {
        self.machine.rule_texts().get(number)
    }

    /// How many rules there are.
    pub fn rules_in_all(&self) -> usize {
        self.machine.rule_texts().len()
    }

    /// The tables as a person reads them, those of some players. `source` is the text of the rules.
    pub fn overview(&self, source: &Source, players: &[Player]) -> Overview {
        self.machine.overview(self.rules, source, players)
    }

    pub(super) fn fault(&self, trouble: Trouble) -> Fault {
        trouble.fault(self.rules, self.machine.rule_texts())
    }

    /// A move as the narrator has it.
    pub(super) fn told(&self, play: &Move, answers: Vec<narrator::Answer>) -> narrator::Move {
        narrator::Move {
            hole: self.machine.cell_of()[usize::from(play.hole)],
            way: play.way,
            says_way: self.rules.chooses_way(),
            answers,
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

    /// A walk that begins here.
    pub fn walk(&self) -> Walk<'r> {
        Walk::new(self.engine.clone(), self.session.walk())
    }

    /// Who is to move.
    pub fn to_move(&self) -> Player {
        self.session.to_move()
    }

    /// Whether the player to move must pass.
    pub fn must_pass(&self) -> bool {
        self.session.must_pass()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.session.ended().is_some()
    }

    /// How many legal moves there are, a forced pass included.
    pub fn choices(&self) -> usize {
        self.session.choices()
    }

    /// What each player has won so far, in the position shown.
    pub fn captured(&self) -> Vec<i64> {
        if self.session.ended().is_some() { self.session.scores_left() } else { self.session.scores() }
    }

    /// How it ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        let ended = self.session.ended()?;
        let scores = self.session.scores();
        let winners = ended.winners(&scores);
        let (reason, span) = match ended.rule.and_then(|rule| self.engine.machine.rule_texts().get(usize::from(rule))) {
            Some(text) => (text.said.clone(), text.span),
            None => ("endless".to_owned(), self.engine.rules.endless.as_ref().map_or(Span::default(), |it| it.span)),
        };
        Some(Ending { reason, span, scores, winners })
    }

    /// The legal moves; none where the player to move must pass, or the game is over.
    pub fn moves(&self) -> Vec<narrator::Move> {
        let moves = self.session.moves();
        moves.iter().map(|play| self.engine.told(play, self.session.answers(play))).collect()
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
