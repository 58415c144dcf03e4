//! Prints matches round by round, drawn or as JSON.

use mancala_engine::contest::{Match, MatchEnding};
use mancala_engine::draw::draw;
use mancala_engine::game::{Event, Fault, IllegalMove, Position, at_end, heard, tell};
use mancala_engine::outcome::{GATHERING, gathered, match_result, result};
use mancala_engine::play::{Game, Referee};
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::Player;
use mancala_tools::json::ply::{MatchRecord, PlyRecord};

use super::Failure;
use super::album::{Album, Shot};
use super::game::Loaded;
use super::output::Output;
use super::plies::ply_text;
use super::saved::Saved;

/// Begins a match of a game, with this seed of its lots; fails with an explanation if the file describes only a single
/// game.
pub(super) fn begin(loaded: &Loaded, referee: &Referee, most_rounds: u32, lots: u64) -> Result<Match, Failure> {
    match Match::with_lots(referee.clone(), most_rounds, lots) {
        Some(Ok(contest)) => Ok(contest),
        Some(Err(fault)) => Err(loaded.fault(&fault, &Position::start(&loaded.rules))),
        None => {
            let said: Vec<String> = loaded
                .rules
                .left_out
                .iter()
                .filter(|left_out| left_out.value.contains("match"))
                .map(|left_out| left_out.value.clone())
                .collect();
            let help = match said.first() {
                Some(said) => format!("{} leaves out {said}", loaded.ruleset.source.name),
                None => "omit `--match` to play one game".to_owned(),
            };
            let message = format!("{} describes no match, only a single game", loaded.rules.about.name);
            Err(Failure::wrong_use(message).help(help))
        }
    }
}

/// Plays a match without printing it.
pub(super) fn play_silently(
    loaded: &Loaded,
    contest: &mut Match,
    mut choose: impl FnMut(&Match) -> Result<Option<String>, Failure>,
) -> Result<(), Failure> {
    while contest.ending().is_none() {
        let before = contest.shown();
        let position = || before.clone().unwrap_or_else(|| Position::start(&loaded.rules));
        contest.take_events();
        let chosen = if contest.game().is_some_and(Game::is_over) { None } else { choose(contest)? };
        let played = match chosen {
            Some(name) => contest.play_named(&name),
            None => contest.next_round().map_err(IllegalMove::Fault),
        };
        if let Err(IllegalMove::Fault(fault)) = played {
            return Err(loaded.fault(&fault, &position()));
        }
    }
    Ok(())
}

/// Prints a match.
pub(super) struct MatchPrinter<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) out: &'a mut Output,
    pub(super) json: bool,
    /// Whether every ply is drawn and its events are printed.
    pub(super) trace: bool,
    /// The number of the match, if several are played.
    pub(super) number: Option<u64>,
    /// Moves of the round that were not printed yet.
    moves: Vec<String>,
    /// The file in which the match is saved.
    pub(super) saved: Option<Saved>,
    /// The pictures drawn of the match.
    pub(super) album: Option<Album>,
    /// The position after the last turn of the round.
    left: Option<Position>,
    /// What happened between the rounds.
    before_round: Vec<Event>,
}

impl<'a> MatchPrinter<'a> {
    pub(super) fn new(loaded: &'a Loaded, out: &'a mut Output, json: bool, trace: bool, number: Option<u64>) -> Self {
        let (moves, saved, album, left) = (Vec::new(), None, None, None);
        MatchPrinter { loaded, out, json, trace, number, moves, saved, album, left, before_round: Vec::new() }
    }

    /// Plays a match. `choose` returns the moves; `None` stops the match.
    pub(super) fn play(
        &mut self,
        contest: &mut Match,
        mut choose: impl FnMut(&Match) -> Result<Option<String>, Failure>,
    ) -> Result<(), Failure> {
        let mut ply = 0;
        let mut plies = 0;
        self.round(contest)?;
        loop {
            if contest.game().is_some_and(Game::is_over) {
                self.round_over(contest)?;
                let before = contest.shown();
                contest.next_round().map_err(|fault| self.fault(&fault, before))?;
                ply = 0;
                self.between(contest)?;
            }
            if let Some(ending) = contest.ending() {
                return self.over(&ending.clone());
            }
            let Some(by) = contest.to_move() else { return Ok(()) };
            let Some(name) = choose(contest)? else { return self.stopped(contest) };
            plies += 1;
            let laid_out = contest.laying_out().is_some();
            let (before, round) = (contest.shown(), contest.round());
            if let Err(refused) = contest.play_named(&name) {
                self.flush_moves()?;
                return Err(match refused {
                    IllegalMove::Fault(fault) => self.fault(&fault, before),
                    other => Failure::wrong_use(format!("ply {plies}: {other}")),
                });
            }
            if let Some(saved) = &mut self.saved {
                saved.ply(round, by, &name)?;
            }
            ply += 1;
            if laid_out && contest.laying_out().is_none() {
                ply = 0;
                self.choice(contest, ply, by, &name)?;
                if contest.ending().is_none() {
                    self.between(contest)?;
                }
            } else if laid_out {
                self.choice(contest, ply, by, &name)?;
            } else {
                self.ply(contest, ply, by, &name)?;
            }
        }
    }

    fn fault(&self, fault: &Fault, before: Option<Position>) -> Failure {
        let position = before.unwrap_or_else(|| Position::start(&self.loaded.rules));
        self.loaded.fault(fault, &position)
    }

    fn sentences(&self, events: &[Event]) -> Vec<String> {
        let events = heard(events, &self.loaded.rules);
        tell(&events, &self.loaded.rules, &self.loaded.ruleset.source)
    }

    fn name(&self, player: Player) -> String {
        capital(&player_name(self.loaded.rules.board.players.value, player))
    }

    fn record(&mut self, contest: &Match, ply: u64, played: Option<(Player, String)>) -> Result<(), Failure> {
        let source = &self.loaded.ruleset.source;
        let gathered = contest.game().and_then(|game| PlyRecord::gathered(game, source, ply));
        let gathered = gathered.map(|record| record.in_round(contest.round()));
        for mut record in [PlyRecord::of_match(contest, ply, played), gathered].into_iter().flatten() {
            record.game = self.number;
            self.out.json(&record)?;
        }
        Ok(())
    }

    /// Prints the start of the first round.
    fn round(&mut self, contest: &mut Match) -> Result<(), Failure> {
        contest.take_events();
        self.begins(contest)
    }

    /// Prints what happened after a round: refilling, and the start of the next round if there is one.
    fn between(&mut self, contest: &mut Match) -> Result<(), Failure> {
        let events = contest.take_events();
        if !self.json {
            for line in self.sentences(&events) {
                self.out.line(line)?;
            }
            self.out.line("")?;
        }
        self.before_round.extend(events);
        if contest.game().is_some() { self.begins(contest) } else { Ok(()) }
    }

    /// Prints the start of a round.
    fn begins(&mut self, contest: &mut Match) -> Result<(), Failure> {
        self.left = contest.game().map(Game::left);
        if self.json {
            return self.record(contest, 0, None);
        }
        let Some(position) = contest.shown() else { return Ok(()) };
        let rules = &self.loaded.rules;
        let heading = format!("Round {}, {} begins", contest.round(), self.name(position.starter));
        self.draw_start(&position, &heading);
        self.out.line(self.out.bold(&heading))?;
        self.out.print(draw(rules, &position, None, self.out.color))
    }

    /// Prints a ply of a round.
    fn ply(&mut self, contest: &mut Match, ply: u64, by: Player, name: &str) -> Result<(), Failure> {
        let events = contest.take_events();
        if self.json {
            return self.record(contest, ply, Some((by, name.to_owned())));
        }
        let gathering = contest.game().and_then(Game::gathering);
        let (turn, end) = if gathering.is_some() { at_end(&events) } else { (events.as_slice(), &[][..]) };
        let caption = ply_text(&self.loaded.rules, ply, by, name);
        self.draw(contest, Some((by, name)), turn, &caption);
        if let Some(gathering) = &gathering {
            let caption = format!("{GATHERING}: {}", gathered(&self.loaded.rules, gathering));
            self.draw(contest, None, end, &caption);
            self.left = contest.shown();
        }
        if !self.trace {
            self.moves.push(name.to_owned());
            return Ok(());
        }
        self.out.line(self.out.bold(&caption))?;
        for line in self.sentences(turn) {
            self.out.line(line)?;
        }
        let over = contest.game().is_some_and(Game::is_over);
        let drawn = gathering.as_ref().map(|gathering| gathering.before.clone()).or_else(|| contest.shown());
        if let Some(position) = drawn {
            let to_move = (!over).then_some(position.to_move);
            self.out.print(draw(&self.loaded.rules, &position, to_move, self.out.color))?;
        }
        if gathering.is_some() {
            self.out.line(self.out.bold(GATHERING))?;
            for line in self.sentences(end) {
                self.out.line(line)?;
            }
        }
        Ok(())
    }

    /// Draws a picture if pictures are wanted: the events on the board before the ply.
    fn draw(&mut self, contest: &Match, played: Option<(Player, &str)>, events: &[Event], caption: &str) {
        let left = contest.game().map(Game::left);
        if let (Some(album), Some(position)) = (&mut self.album, std::mem::replace(&mut self.left, left)) {
            let heading = format!("Round {} · {caption}", contest.round());
            let (by, play) = (played.map(|(by, _)| by), played.map(|(_, play)| play.to_owned()));
            album.add(Shot { position, by, play, events: events.to_vec(), heading, aside: false });
        }
    }

    /// Draws the board at the start of a round for the page, with what happened before it.
    fn draw_start(&mut self, position: &Position, heading: &str) {
        let events = std::mem::take(&mut self.before_round);
        if let Some(album) = &mut self.album {
            let (position, heading) = (position.clone(), heading.to_owned());
            album.add(Shot { position, by: None, play: None, events, heading, aside: true });
        }
    }

    /// Prints a choice of a lay-out.
    fn choice(&mut self, contest: &mut Match, ply: u64, by: Player, name: &str) -> Result<(), Failure> {
        if self.json {
            return if contest.laying_out().is_some() {
                self.record(contest, ply, Some((by, name.to_owned())))
            } else {
                Ok(())
            };
        }
        self.out.line(format!("  {} chooses {name}", self.name(by)))?;
        if contest.laying_out().is_some() {
            let events = contest.take_events();
            for line in self.sentences(&events) {
                self.out.line(line)?;
            }
        }
        Ok(())
    }

    /// Prints the moves of a round that were not printed ply by ply.
    fn flush_moves(&mut self) -> Result<(), Failure> {
        let moves = std::mem::take(&mut self.moves);
        for line in moves.chunks(20) {
            self.out.line(format!("  {}", line.join(" ")))?;
        }
        Ok(())
    }

    fn round_over(&mut self, contest: &Match) -> Result<(), Failure> {
        if let (Some(saved), Some(ending)) = (&mut self.saved, contest.game().and_then(Game::outcome)) {
            saved.result(&result(&self.loaded.rules, &ending))?;
        }
        if self.json {
            return Ok(());
        }
        self.flush_moves()?;
        let Some(game) = contest.game() else { return Ok(()) };
        let rules = &self.loaded.rules;
        let gathering = game.gathering();
        if let (Some(gathering), false) = (&gathering, self.trace) {
            self.out.print(draw(rules, &gathering.before, None, self.out.color))?;
            self.out.line(GATHERING)?;
            self.out.line(format!("  {}", gathered(rules, gathering)))?;
        }
        if !self.trace || gathering.is_some() {
            self.out.print(draw(rules, &game.position(), None, self.out.color))?;
        }
        if let Some(ending) = game.outcome() {
            let text = capital(&result(rules, &ending));
            self.draw(contest, None, &[], &text);
            self.out.line(format!("{}; {}", self.out.bold(&text), self.loaded.reason(&ending)))?;
        }
        Ok(())
    }

    fn stopped(&mut self, contest: &Match) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        self.flush_moves()?;
        if let Some(position) = contest.shown() {
            self.out.print(draw(&self.loaded.rules, &position, contest.to_move(), self.out.color))?;
        }
        let legal = contest.legal_names();
        match contest.to_move() {
            Some(player) => self.out.line(format!("{} may play {}", self.name(player), legal.join(", "))),
            None => Ok(()),
        }
    }

    fn over(&mut self, ending: &MatchEnding) -> Result<(), Failure> {
        if let Some(saved) = &mut self.saved {
            saved.result(&match_result(&self.loaded.rules, ending))?;
        }
        if self.json {
            let mut record = MatchRecord::new(ending);
            record.game = self.number;
            return self.out.json(&record);
        }
        let text = match_result(&self.loaded.rules, ending);
        self.out.line(self.out.bold(&text))?;
        self.out.line(&ending.reason)
    }
}
