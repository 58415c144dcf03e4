//! The game in play: begun or loaded, and saved.

use std::sync::Arc;
use std::time::Duration;

use mancala_engine::contest::Start;
use mancala_engine::game::{IllegalMove, Position};
use mancala_engine::play::Referee;
use mancala_engine::solver::Book;
use mancala_rules::chance::lots;
use mancala_rules::rules::model::Player;
use mancala_tools::session::{Session, Step};
use mancala_tools::transcript::{Head, Ply};

use super::super::Failure;
use super::super::game::{Loaded, quoted};
use super::super::matches;
use super::super::output::Output;
use super::super::program::Seated;
use super::super::saved::{self, Saved};
use super::arguments::{Arguments, seats};
use crate::play_screen::{Seat, Wish};

/// A game with its players and its files.
pub(super) struct Sitting {
    pub(super) loaded: Loaded,
    /// The head of a saved game.
    head: Head,
    pub(super) start: Start,
    pub(super) seats: Vec<Seat>,
    /// The game as it was typed, and its readings.
    game: String,
    settings: Vec<(String, String)>,
    /// How long a program may take for an answer.
    pub(super) program_time: Duration,
    /// The database in which machines look positions up.
    pub(super) book: Option<Arc<Book>>,
    /// Plies of the loaded game.
    plies: Vec<Ply>,
    pub(super) saved: Option<Saved>,
    /// A note for the beginning.
    pub(super) note: Option<String>,
    /// The result, once the game is over.
    ending: Option<String>,
    /// The rule file, if the saved game names another.
    elsewhere: Option<String>,
}

fn names(seats: &[Seat]) -> Vec<String> {
    seats.iter().map(Seat::to_string).collect()
}

impl Sitting {
    /// Begins a game, with the seats picked unless others are given. Its lots are drawn with this seed.
    pub(super) fn begin(
        game: &str,
        arguments: &Arguments,
        picked: Option<Vec<Seat>>,
        seed: u64,
    ) -> Result<Sitting, Failure> {
        let settings = arguments.readings.settings();
        let loaded = Loaded::new(game, settings)?;
        let lots = lots(seed, 1);
        let position = match arguments.from.as_deref() {
            Some(from) => loaded.position(Some(from))?,
            None => Position::drawn(&loaded.rules, lots),
        };
        let players = loaded.rules.board.players.value;
        let seats = match picked.filter(|picked| arguments.players.is_empty() && picked.len() == players) {
            Some(picked) => picked,
            None => seats(&arguments.players, players)?,
        };
        let head = saved::head(game, settings, &loaded, names(&seats));
        let (start, head) = if arguments.whole_match {
            let rounds = arguments.rounds.most();
            // fail before a file is written
            matches::begin(&loaded, &Referee::narrator(&loaded.rules), rounds, lots)?;
            (Start::Match { rounds, lots }, head.of_match(&loaded.rules, rounds, lots))
        } else {
            let head = head.begun_at(&loaded.rules, &position);
            (Start::Game(position), head)
        };
        let mut sitting = Sitting {
            game: game.to_owned(),
            settings: settings.to_vec(),
            program_time: arguments.programs.program_time,
            loaded,
            head,
            start,
            seats,
            book: None,
            plies: Vec::new(),
            saved: None,
            note: None,
            ending: None,
            elsewhere: None,
        };
        sitting.session()?;
        if let Some(file) = &arguments.save {
            sitting.saved = Some(Saved::begin(file, &sitting.head)?);
        }
        Ok(sitting)
    }

    /// Loads a saved game. It is then saved in the same file, or in a new one.
    pub(super) fn load(file: &str, arguments: Option<&Arguments>) -> Result<Sitting, Failure> {
        let transcript = saved::read(file)?;
        let saved_head = &transcript.head;
        let elsewhere = arguments.and_then(|arguments| arguments.game.as_deref());
        let rules = elsewhere.unwrap_or(&saved_head.rules);
        let loaded = Loaded::new(rules, &saved_head.settings)?;
        let changed = saved::check(file, &transcript, &loaded, arguments.is_some_and(|arguments| arguments.changed))?;
        let save = arguments.and_then(|arguments| arguments.save.as_deref());
        if changed && save.is_none() {
            let help = "give `--save FILE` with a new name: this file belongs to the old rules";
            return Err(Failure::wrong_use(format!("`{file}` cannot be continued with changed rules")).help(help));
        }
        let count = loaded.rules.board.players.value;
        let seats = match arguments.map_or(&[][..], |arguments| &arguments.players) {
            // a player that is not available here becomes a person; a file starts no program
            [] => saved_head
                .players
                .iter()
                .map(|word| match seats(std::slice::from_ref(word), 1).as_deref() {
                    Ok([seat @ Seat::Machine(_)]) => seat.clone(),
                    _ => Seat::Person,
                })
                .collect(),
            words => seats(words, count)?,
        };
        let start = match saved_head.rounds {
            Some(rounds) => Start::Match { rounds, lots: saved_head.lots.unwrap_or(0) },
            None => Start::Game(loaded.position(saved_head.from.as_deref())?),
        };
        // the head of a new file describes the rules as they are now
        let head = saved::head(rules, &saved_head.settings, &loaded, names(&seats));
        let head = match &start {
            Start::Match { rounds, lots } => head.of_match(&loaded.rules, *rounds, *lots),
            Start::Game(position) => head.begun_at(&loaded.rules, position),
        };
        let over = if transcript.results.iter().any(|result| result.after == transcript.plies.len()) {
            ", and it is over"
        } else {
            ""
        };
        let plies =
            if transcript.plies.len() == 1 { "1 ply".to_owned() } else { format!("{} plies", transcript.plies.len()) };
        let mut note =
            format!("the saved game {file} has {plies}{over}; looking through it changes nothing in the file");
        if let Some(line) = transcript.broken_line {
            note.push_str(&format!("; line {line} is incomplete and is ignored"));
        }
        let saved = match save {
            None => match Saved::resume(file, &transcript) {
                Ok(saved) => Some(saved),
                Err(error) => {
                    note.push_str(&format!("; it cannot be written ({error}), so further plies are not saved"));
                    None
                }
            },
            Some(name) => {
                let mut saved = Saved::begin(name, &head)?;
                for ply in &transcript.plies {
                    saved.ply(ply.round, ply.by, &ply.play)?;
                }
                Some(saved)
            }
        };
        let elsewhere = elsewhere.filter(|_| save.is_none()).map(str::to_owned);
        let plies = transcript.plies;
        let note = Some(note);
        let (game, settings) = (rules.to_owned(), saved_head.settings.clone());
        let program_time = arguments.map_or(Duration::from_secs(10), |arguments| arguments.programs.program_time);
        Ok(Sitting {
            loaded,
            head,
            game,
            settings,
            program_time,
            start,
            seats,
            book: None,
            plies,
            saved,
            note,
            ending: None,
            elsewhere,
        })
    }

    /// What a program that takes a seat is told of the game.
    pub(super) fn seated(&self, player: Player, command: Arc<str>, aloud: bool) -> Seated {
        let (loaded, game, settings) = (self.loaded.clone(), self.game.clone(), self.settings.clone());
        Seated { command, player, loaded, game, settings, limit: self.program_time, aloud }
    }

    /// Another game by the same rules, begun as this one, which is not saved.
    pub(super) fn again(&self, seats: &[Seat], swapped: bool) -> Result<Sitting, Failure> {
        let mut seats = seats.to_vec();
        if swapped {
            seats.rotate_left(1);
        }
        self.anew(seats, (self.head.clone(), self.start.clone()), "another game, which is not saved")
    }

    /// A single game by the same rules from a position, written as `--from` takes it, which is not saved.
    pub(super) fn begun_at(&self, seats: &[Seat], position: &str) -> Result<Sitting, Failure> {
        let position = self.loaded.position(Some(position))?;
        let head = saved::head(&self.game, &self.settings, &self.loaded, names(seats));
        let head = head.begun_at(&self.loaded.rules, &position);
        self.anew(seats.to_vec(), (head, Start::Game(position)), "a game from this position, which is not saved")
    }

    /// Another game by the same rules.
    fn anew(&self, seats: Vec<Seat>, (head, start): (Head, Start), note: &str) -> Result<Sitting, Failure> {
        let anew = Sitting {
            loaded: self.loaded.clone(),
            head: Head { players: names(&seats), ..head },
            game: self.game.clone(),
            settings: self.settings.clone(),
            program_time: self.program_time,
            start,
            seats,
            book: self.book.clone(),
            plies: Vec::new(),
            saved: None,
            note: Some(note.to_owned()),
            ending: None,
            elsewhere: None,
        };
        anew.session()?;
        Ok(anew)
    }

    /// The game after the plies that were loaded.
    pub(super) fn session(&self) -> Result<Session, Failure> {
        self.session_of(&self.loaded)
    }

    /// The game after the plies that were loaded, with rules that live longer than the sitting.
    pub(super) fn session_of(&self, loaded: &Loaded) -> Result<Session, Failure> {
        let rules = &loaded.rules;
        let position = || match &self.start {
            Start::Game(position) => position.clone(),
            Start::Match { .. } => Position::start(rules),
        };
        let mut session = match Session::begin(rules, self.start.clone()) {
            Some(begun) => begun.map_err(|fault| self.loaded.fault(&fault, &position()))?,
            None => {
                let message = format!("{} describes no match, only a single game", rules.about.name);
                return Err(Failure::wrong_use(message));
            }
        };
        for ply in &self.plies {
            let before = session.shown();
            let stuck = |fault| self.loaded.fault(&fault, &before);
            if session.is_between_rounds() {
                session.next_round().map_err(stuck)?;
            }
            session.play(&ply.play).map_err(|refused| match refused {
                IllegalMove::Fault(fault) => self.loaded.fault(&fault, &before),
                other => Failure::wrong_use(other.to_string()),
            })?;
        }
        Ok(session)
    }

    /// Writes what the game wishes to save.
    pub(super) fn keep(&mut self, wish: &Wish) -> Result<(), Failure> {
        match wish {
            Wish::Ended(text) => self.ending = Some(text.clone()),
            Wish::Played(..) | Wish::TakenBack => self.ending = None,
            _ => {}
        }
        let Some(saved) = &mut self.saved else { return Ok(()) };
        match wish {
            Wish::Played(round, by, play) => saved.ply(*round, *by, play),
            Wish::TakenBack => {
                saved.taken_back();
                Ok(())
            }
            Wish::Ended(text) => saved.result(text),
            _ => Ok(()),
        }
    }

    /// Writes the game into a new file; later plies are added to it.
    pub(super) fn save(&mut self, file: &str, seats: &[Seat], past: &[Step]) -> Result<(), Failure> {
        if self.saved.as_ref().is_some_and(|saved| saved.name() == file) {
            return Ok(());
        }
        let head = Head { players: names(seats), ..self.head.clone() };
        let mut saved = Saved::begin(file, &head)?;
        for step in past {
            if let Step::Ply { round, by, play, .. } = step {
                saved.ply(*round, *by, play)?;
            }
        }
        if let Some(ending) = &self.ending {
            saved.result(ending)?;
        }
        self.saved = Some(saved);
        self.elsewhere = None;
        Ok(())
    }

    /// Prints the result and how to continue, after the screen is closed.
    pub(super) fn farewell(&self, out: &mut Output) -> Result<(), Failure> {
        if let Some(ending) = &self.ending {
            out.line(format!("{}: {ending}", self.loaded.rules.about.name))?;
        }
        match &self.saved {
            Some(saved) => {
                let rules = self.elsewhere.as_ref().map_or(String::new(), |rules| format!("{} ", quoted(rules)));
                out.line(format!("Saved; to continue: mancala play {rules}--load {}", quoted(saved.name())))
            }
            None => Ok(()),
        }
    }
}
