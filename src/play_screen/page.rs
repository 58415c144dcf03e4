//! A page in front of the board: its subject, how far it is scrolled, and the player pointed at.

use mancala_engine::players::Kind;
use mancala_rules::rules::explain::Account;
use mancala_rules::rules::model::{Player, Rules};

use super::seat::Seat;

/// Machine players that a seat can get during a game.
pub(super) const MACHINES: [&str; 6] = ["random", "greedy", "search:500ms", "search:3s", "mcts:1000", "mcts:10000"];

/// The subject of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    Help,
    /// The rules in sentences.
    Rules(String),
    /// Who plays, and the player pointed at.
    Players(Player),
    /// The plies with their values.
    Review,
}

/// A page in front of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) about: About,
    pub(super) scroll: usize,
    players: usize,
}

impl Page {
    pub(super) fn help() -> Page {
        Page { about: About::Help, scroll: 0, players: 0 }
    }

    pub(super) fn rules(rules: &Rules) -> Page {
        let text = Account::new(rules, None, 0, |_| None).text();
        Page { about: About::Rules(text), scroll: 0, players: 0 }
    }

    pub(super) fn players(seats: &[Seat]) -> Page {
        Page { about: About::Players(0), scroll: 0, players: seats.len() }
    }

    pub(super) fn review() -> Page {
        Page { about: About::Review, scroll: 0, players: 0 }
    }

    /// Whether two pages have the same kind of subject.
    pub(super) fn is_like(&self, other: &Page) -> bool {
        std::mem::discriminant(&self.about) == std::mem::discriminant(&other.about)
    }

    pub(super) fn is_players(&self) -> bool {
        matches!(self.about, About::Players(_))
    }

    pub(super) fn up(&mut self, lines: usize) {
        match &mut self.about {
            About::Players(player) => *player = player.saturating_sub(1),
            _ => self.scroll = self.scroll.saturating_sub(lines),
        }
    }

    pub(super) fn down(&mut self, lines: usize) {
        match &mut self.about {
            About::Players(player) => *player = (*player + 1).min(self.players.saturating_sub(1)),
            _ => self.scroll = self.scroll.saturating_add(lines),
        }
    }

    /// The player pointed at, with the next seat in the list, or the previous one.
    pub(super) fn change_seat(&self, forward: bool, seats: &[Seat]) -> Option<(Player, Seat)> {
        let About::Players(player) = self.about else { return None };
        let machines = MACHINES.iter().filter_map(|word| Kind::parse(word).ok()).map(Seat::Machine);
        let here = seats.get(player)?;
        let programs = seats.iter().filter(|seat| matches!(seat, Seat::Program(_))).cloned();
        let all: Vec<Seat> = std::iter::once(Seat::Person).chain(machines).chain(programs).collect();
        let at = all.iter().position(|seat| seat == here).unwrap_or(0);
        let step = if forward { 1 } else { all.len() - 1 };
        Some((player, all.get((at + step) % all.len())?.clone()))
    }
}
