//! Machines at the screen: who is asked for a move, a hint or the value of a ply, and what is done with the answers.

use std::time::Duration;

use mancala_engine::game::Hole;
use mancala_engine::players::Judged;
use mancala_rules::notation::capital;
use mancala_rules::rules::model::Player;
use mancala_tools::examples::foreseen;

use super::choice::Ask;
use super::page::Page;
use super::seat::Seat;
use super::state::{State, Thinking};
use super::wish::{Refused, Tone, Wish};

impl State<'_> {
    /// Asks the machine for a hint.
    pub(super) fn ask_hint(&mut self) {
        if self.person_chooses() && self.thinking.is_none() {
            self.think(Seat::Machine(self.hinter), None);
        }
    }

    pub(super) fn think(&mut self, seat: Seat, player: Option<Player>) {
        self.tickets += 1;
        let ticket = self.tickets;
        self.thinking = Some(Thinking { ticket, hint: player.is_none(), since: self.clock });
        self.wish(Wish::Think { ticket, seat, player });
    }

    /// Stops a machine that is thinking; its answer is no longer wanted.
    pub(super) fn forget(&mut self) {
        if self.thinking.take().is_some() {
            self.wish(Wish::Forget);
        }
    }

    /// How long a machine has been thinking.
    pub(super) fn thought_for(&self) -> Option<Duration> {
        self.thinking.map(|thinking| self.clock.saturating_sub(thinking.since))
    }

    /// Takes a machine's answer: the index of a legal move, or why there is none. Ignored unless the ticket is current.
    pub fn chosen(&mut self, ticket: u64, answer: Result<usize, Refused>) {
        let Some(thinking) = self.thinking.filter(|thinking| thinking.ticket == ticket) else { return };
        self.thinking = None;
        let legal = self.session.legal_moves();
        match answer.map(|index| legal.get(index).cloned()) {
            Ok(Some(play)) if thinking.hint => {
                if let Ask::Hole(_) = self.ask() {
                    self.cursor = play.hole().map_or(self.cursor, Hole::cell);
                }
                self.hint = Some(play);
                self.tell_hint(None);
            }
            Ok(Some(play)) => self.play(&play.to_string()),
            Ok(None) => self.say(Tone::Wrong, "the machine found no move; p chooses another player"),
            Err(Refused::Rules(message)) => self.fault(&message),
            Err(Refused::Program(message)) => {
                self.paused = true;
                self.say(Tone::Wrong, format!("{message}; Enter asks again, p chooses another player"));
            }
        }
        self.settle();
    }

    /// Takes the value of a ply, counted from 0; ignored if the game has no such ply.
    pub fn judge(&mut self, ply: usize, judged: Judged) {
        let plies = self.session.moves().len();
        if ply < plies {
            self.judged.resize(plies.max(self.judged.len()), None);
            self.judged[ply] = Some(judged);
        }
    }

    /// Whether plies are being valued.
    pub fn is_reviewing(&self) -> bool {
        self.page.as_ref().is_some_and(|page| page.is_like(&Page::review()))
    }

    /// Takes a hint: the index of a legal move, its value and the line that follows, if they are known.
    pub fn advised(&mut self, ticket: u64, index: usize, why: Option<&str>) {
        self.chosen(ticket, Ok(index));
        if why.is_some() {
            self.tell_hint(why);
        }
    }

    /// Shows the hint, and the rule that would decide its turn. The rule stands last: the screen may cut it.
    fn tell_hint(&mut self, why: Option<&str>) {
        let Some(hint) = &self.hint else { return };
        let why = why.map_or(String::new(), |why| format!("{why}, "));
        let position = self.session.game().map(|game| game.position());
        let rule = position.and_then(|position| foreseen(self.rules(), self.source, &position, hint));
        let rule = rule.map_or(String::new(), |(told, line)| format!(". {}: {told}", capital(&line)));
        self.message = Some((Tone::Note, format!("hint: {hint}, {why}says {}{rule}", self.hinter)));
    }

    /// Puts a person or a machine on a seat. Whoever is to move there goes on.
    pub(super) fn seat(&mut self, player: Player, seat: Seat) {
        self.forget();
        if let Some(here) = self.seats.get_mut(player) {
            *here = seat;
        }
        if self.mover() == Some(player) {
            self.paused = false;
        }
    }
}
