//! The side that answers: a game that another program drives.

use std::sync::Arc;
use std::time::Duration;

use mancala_engine::contest::{GameOrMatch, Match, Start};
use mancala_engine::game::{IllegalMove, Position, spelled};
use mancala_engine::outcome::{match_result, result};
use mancala_engine::play::{Game, Referee};
use mancala_engine::position_text;
use mancala_rules::notation::player_name;
use mancala_rules::rules::model::Rules;

use super::answer::Answer;
use super::request::{Begun, Request, VERSION};

/// Finds the rules of a name or a path under some readings, or says why it cannot.
type Load<'l> = Box<dyn FnMut(&str, &[(String, String)]) -> Result<Arc<Rules>, String> + 'l>;

/// What is to be done about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// This is the answer.
    Said(Answer),
    /// A machine shall choose a move in [`Desk::table`], within this time; the answer is [`Desk::chosen`].
    Think(Option<Duration>),
    /// The program shall end.
    Quit,
}

/// Answers the requests of another program, one after the other.
pub struct Desk<'l> {
    name: String,
    load: Load<'l>,
    game: Option<String>,
    settings: Vec<(String, String)>,
    referee: Option<Referee>,
    table: Option<GameOrMatch>,
}

impl<'l> Desk<'l> {
    /// A desk without a game. `name` is the name of this program; `load` finds rules.
    pub fn new(
        name: impl Into<String>,
        load: impl FnMut(&str, &[(String, String)]) -> Result<Arc<Rules>, String> + 'l,
    ) -> Self {
        let (name, load) = (name.into(), Box::new(load));
        Desk { name, load, game: None, settings: Vec::new(), referee: None, table: None }
    }

    /// The game or the match in play.
    pub fn table(&self) -> Option<&GameOrMatch> {
        self.table.as_ref()
    }

    /// Number of players of the game; 0 without a game.
    pub fn players(&self) -> usize {
        self.referee.as_ref().map_or(0, |referee| referee.rules().board.players.value)
    }

    /// The answer with the move at this index of the legal moves.
    pub fn chosen(&self, index: usize) -> Answer {
        match self.table.as_ref().and_then(|table| table.legal_names().into_iter().nth(index)) {
            Some(play) => Answer::Move(play),
            None => Answer::Error("there is no legal move".to_owned()),
        }
    }

    /// Answers a line.
    pub fn answer(&mut self, line: &str) -> Reply {
        let request = match Request::parse(line) {
            Ok(request) => request,
            Err(error) => return Reply::Said(Answer::Error(error.to_string())),
        };
        match request {
            Request::Quit => Reply::Quit,
            Request::Go { time, .. } => match self.playing() {
                Ok(_) => Reply::Think(time),
                Err(error) => Reply::Said(Answer::Error(error)),
            },
            other => Reply::Said(self.said(other).unwrap_or_else(Answer::Error)),
        }
    }

    fn said(&mut self, request: Request) -> Result<Answer, String> {
        Ok(match request {
            Request::Hello(VERSION) => Answer::Ready(self.name.clone()),
            Request::Hello(other) => return Err(format!("version {other} is not known; this is version {VERSION}")),
            Request::Game(name) => {
                self.open(name, Vec::new())?;
                Answer::Ok
            }
            Request::Set(name, value) => {
                let game = self.game.clone().ok_or("no game was named: `game krur` comes before `set`")?;
                let mut settings = self.settings.clone();
                settings.retain(|(known, _)| *known != name);
                settings.push((name, value));
                self.open(game, settings)?;
                Answer::Ok
            }
            Request::Seat(player) => {
                let names = self.names()?;
                if !names.contains(&player) {
                    return Err(format!("there is no player `{player}`; there are {}", names.join(", ")));
                }
                Answer::Ok
            }
            Request::Position(from, moves) => {
                self.table = Some(self.stand(&from, &moves)?);
                Answer::Ok
            }
            // the board follows from the moves
            Request::Board(Some(_)) | Request::Over(_) => Answer::Ok,
            Request::Board(None) => {
                let table = self.table.as_ref().ok_or(NO_GAME)?;
                let position = table.shown().ok_or("the match is over")?;
                Answer::Board(position_text::format(&self.rules()?.board, &position))
            }
            Request::Play(name) => {
                let table = self.table.as_mut().ok_or(NO_GAME)?;
                play(table, &name)?;
                Answer::Ok
            }
            Request::Undo => {
                if !self.table.as_mut().ok_or(NO_GAME)?.undo() {
                    return Err("there is nothing to take back".to_owned());
                }
                Answer::Ok
            }
            Request::Legal => {
                let table = self.table.as_mut().ok_or(NO_GAME)?;
                table.go_on().map_err(|fault| fault.message)?;
                Answer::Legal(table.legal_names())
            }
            Request::Result => Answer::Result(self.result()?),
            Request::Players => Answer::Players(self.names()?),
            Request::Go { .. } | Request::Quit => Answer::Ok,
        })
    }

    fn rules(&self) -> Result<&Arc<Rules>, String> {
        self.referee.as_ref().map(Referee::rules).ok_or_else(|| NO_GAME.to_owned())
    }

    fn names(&self) -> Result<Vec<String>, String> {
        let players = self.rules()?.board.players.value;
        Ok((0..players).map(|player| player_name(players, player)).collect())
    }

    /// The game in which a move is asked for.
    fn playing(&mut self) -> Result<&GameOrMatch, String> {
        let table = self.table.as_mut().ok_or(NO_GAME)?;
        table.go_on().map_err(|fault| fault.message)?;
        if table.choices() == 0 { Err("the game is over".to_owned()) } else { Ok(table) }
    }

    fn open(&mut self, game: String, settings: Vec<(String, String)>) -> Result<(), String> {
        let rules = (self.load)(&game, &settings)?;
        self.open_with(&game, &settings, &rules)
    }

    /// Opens a game whose rules are known.
    ///
    /// # Errors
    ///
    /// The rules leave the start undecided.
    pub fn open_with(&mut self, game: &str, settings: &[(String, String)], rules: &Arc<Rules>) -> Result<(), String> {
        let referee = Referee::tables(rules);
        let start = referee.game(Position::start(rules)).map_err(|fault| fault.message)?;
        self.table = Some(GameOrMatch::Game(Box::new(start)));
        (self.game, self.settings, self.referee) = (Some(game.to_owned()), settings.to_vec(), Some(referee));
        Ok(())
    }

    /// The game after some moves.
    fn stand(&self, from: &Begun, moves: &[String]) -> Result<GameOrMatch, String> {
        let referee = self.referee.as_ref().ok_or(NO_GAME)?;
        let rules = referee.rules();
        let start = match from {
            Begun::Start => Start::Game(Position::start(rules)),
            Begun::Position(text) => {
                let position = position_text::parse(&rules.board, text);
                Start::Game(position.map_err(|error| format!("{}; {}", error.message, error.help))?)
            }
            Begun::Match { rounds, lots } => Start::Match { rounds: *rounds, lots: *lots },
        };
        let mut table = GameOrMatch::begin(referee.clone(), &start)
            .ok_or_else(|| format!("{} describes no match, only a single game", rules.about.name))?
            .map_err(|fault| fault.message)?;
        for name in moves {
            play(&mut table, name)?;
        }
        Ok(table)
    }

    /// How the game, or the match, ended; `None` if it goes on.
    fn result(&mut self) -> Result<Option<String>, String> {
        let table = self.table.as_mut().ok_or(NO_GAME)?;
        table.go_on().map_err(|fault| fault.message)?;
        let rules = self.referee.as_ref().map(Referee::rules).ok_or(NO_GAME)?;
        Ok(match table.contest() {
            Some(contest) => Match::ending(contest).map(|ending| match_result(rules, ending)),
            None => table.game().and_then(Game::outcome).map(|ending| result(rules, &ending)),
        })
    }
}

const NO_GAME: &str = "no game was named: send `game krur` first";

/// Plays a move; the next round of a match begins by itself.
fn play(table: &mut GameOrMatch, name: &str) -> Result<(), String> {
    table.go_on().map_err(|fault| fault.message)?;
    let legal = table.legal_names();
    table.play_named(&spelled(&legal, name)).map_err(|refused| match refused {
        IllegalMove::NotLegal { .. } => format!("`{name}` is not legal; legal: {}", legal.join(" ")),
        other => other.to_string(),
    })
}
