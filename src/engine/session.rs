//! A game in play from the tables, whatever the width of its board.

use std::sync::Arc;

use super::history::History;
use super::lanes::Lanes;
use super::machine::{Child, Machine};
use super::moves::{Decided, End, Move, Verdict};
use super::position::{Position, Round};
use super::standing::Standing;
use super::trouble::Trouble;
use super::walk::{Steps, Way};
use super::watch::Unwatched;
use crate::narrator;
use crate::tables::RuleId;

/// How a game ended: by which rule (none for an endless sowing), and for whom if it was not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    pub rule: Option<RuleId>,
    pub verdict: Option<Verdict>,
}

impl End {
    /// How the game ended with a turn, if it did.
    pub(super) fn decided(self) -> Option<Ended> {
        match self {
            End::Decided(Decided { verdict, rule }) => Some(Ended { rule, verdict: Some(verdict) }),
            End::Next | End::Again => None,
        }
    }
}

impl Ended {
    /// Who alone won, if these are the scores.
    pub fn winner<T: Ord + Copy>(&self, scores: &[T]) -> Option<usize> {
        if self.verdict.is_some() {
            let winners = self.winners(scores);
            return if winners.len() == 1 { winners.first().copied() } else { None };
        }
        let best = scores.iter().max()?;
        let mut winners = scores.iter().enumerate().filter(|(_, score)| *score == best).map(|(winner, _)| winner);
        winners.next().filter(|_| winners.next().is_none())
    }

    /// Who won, if these are the scores.
    pub fn winners<T: Ord + Copy>(&self, scores: &[T]) -> Vec<usize> {
        let players = 0..scores.len();
        match self.verdict {
            Some(Verdict::Wins(winner)) => vec![usize::from(winner)],
            Some(Verdict::Loses(loser)) => players.filter(|player| *player != usize::from(loser)).collect(),
            Some(Verdict::Draw) => players.collect(),
            None => {
                let best = scores.iter().max();
                players.filter(|player| Some(&scores[*player]) == best).collect()
            }
        }
    }
}

/// A game in play, seen without the width of its board.
pub(super) trait Session: Send + Sync {
    /// The same once more.
    fn copy(&self) -> Box<dyn Session>;
    /// The position now.
    fn position(&self) -> narrator::Position;
    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    fn left(&self) -> narrator::Position;
    /// Who is to move.
    fn to_move(&self) -> usize;
    /// How it ended, if it is over.
    fn ended(&self) -> Option<Ended>;
    /// The legal moves; none where the player to move must pass, or the game is over.
    fn moves(&self) -> Vec<Move>;
    /// What the mover chooses in a legal move.
    fn answers(&self, play: &Move) -> Vec<narrator::Answer>;
    /// How many legal moves there are, a forced pass included.
    fn choices(&self) -> usize;
    /// Whether the player to move must pass.
    fn must_pass(&self) -> bool;
    /// What each player has now.
    fn scores(&self) -> Vec<i64>;
    /// What each player had as the last turn left the position.
    fn scores_left(&self) -> Vec<i64>;
    /// Plays the legal move of an index; a forced pass has index 0. Nothing happens beyond the last.
    fn play_nth(&mut self, index: usize) -> Result<(), Trouble>;
    /// A walk that begins here.
    fn walk(&self) -> Box<dyn Way>;
}

/// What the player to move can do.
#[derive(Clone, Copy)]
enum State {
    Moves,
    Passes,
    Over(Ended),
}

/// A game in play at one width.
#[derive(Clone)]
pub(super) struct Playing<L: Lanes, const P: usize> {
    machine: Arc<Machine<L, P>>,
    round: Round<L::Mask>,
    position: Position<L, P>,
    left: Position<L, P>,
    state: State,
    legal: Vec<Child<L, P>>,
    /// None if repetition is not looked at.
    history: Option<History<L, P>>,
}

impl<L: Lanes, const P: usize> Playing<L, P> {
    /// Begins with a position in which some player is to move; `stood` tells how often others stood before it.
    pub fn begin(
        machine: Arc<Machine<L, P>>,
        position: &narrator::Position,
        repetition: bool,
        stood: &[(narrator::Position, u32)],
    ) -> Result<Self, Trouble> {
        let layout = &machine.tables.layout;
        let (position, round) = Position::read(layout, position);
        let mut history = repetition.then(|| machine.history());
        if let Some(history) = &mut history {
            for (before, times) in stood {
                history.remember(&Position::read(layout, before).0, *times, &position);
            }
        }
        let mut playing =
            Playing { machine, round, position, left: position, state: State::Moves, legal: Vec::new(), history };
        playing.before_turn()?;
        Ok(playing)
    }

    fn before_turn(&mut self) -> Result<(), Trouble> {
        let repeated = match (&mut self.history, self.machine.tables.repeated) {
            (Some(history), Some(from)) => history.count(&self.position) >= from,
            _ => false,
        };
        self.left = self.position;
        let (machine, round) = (&self.machine, &self.round);
        machine.children(&self.position, round, &mut self.legal)?;
        let movable = !self.legal.is_empty();
        self.state = match machine.enter(&mut self.position, round, repeated, Unwatched, |_| Ok(movable))? {
            Standing::Play { changed, rule } => {
                if changed {
                    machine.children(&self.position, round, &mut self.legal)?;
                }
                if self.legal.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                State::Moves
            }
            Standing::Pass => State::Passes,
            Standing::Over(rule) => State::Over(Ended { rule: Some(rule), verdict: None }),
            Standing::Decided(verdict, rule) => State::Over(Ended { rule: Some(rule), verdict: Some(verdict) }),
        };
        Ok(())
    }

    fn scores_of(&self, position: &Position<L, P>) -> Vec<i64> {
        let scores = self.machine.scores(position, &self.round);
        scores.iter().take(self.machine.tables.players).map(|score| i64::from(*score)).collect()
    }

    fn written(&self, position: &Position<L, P>) -> narrator::Position {
        position.write(&self.machine.tables.layout, &self.round, self.machine.tables.players)
    }
}

impl<L: Lanes, const P: usize> Session for Playing<L, P> {
    fn copy(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn position(&self) -> narrator::Position {
        self.written(&self.position)
    }

    fn left(&self) -> narrator::Position {
        self.written(&self.left)
    }

    fn to_move(&self) -> usize {
        self.position.mover()
    }

    fn ended(&self) -> Option<Ended> {
        match self.state {
            State::Over(ended) => Some(ended),
            _ => None,
        }
    }

    fn moves(&self) -> Vec<Move> {
        match self.state {
            State::Moves => self.legal.iter().map(|child| child.play).collect(),
            _ => Vec::new(),
        }
    }

    fn answers(&self, play: &Move) -> Vec<narrator::Answer> {
        self.machine.answers(&self.position, &self.round, play)
    }

    fn choices(&self) -> usize {
        match self.state {
            State::Moves => self.legal.len(),
            State::Passes => 1,
            State::Over(_) => 0,
        }
    }

    fn must_pass(&self) -> bool {
        matches!(self.state, State::Passes)
    }

    fn scores(&self) -> Vec<i64> {
        self.scores_of(&self.position)
    }

    fn scores_left(&self) -> Vec<i64> {
        self.scores_of(&self.left)
    }

    fn play_nth(&mut self, index: usize) -> Result<(), Trouble> {
        match self.state {
            State::Passes if index == 0 => {
                self.machine.pass(&mut self.position);
                self.before_turn()
            }
            State::Moves => {
                let Some(child) = self.legal.get(index).copied() else { return Ok(()) };
                self.position = child.position;
                match child.end {
                    End::Decided(Decided { verdict, rule }) => {
                        self.left = self.position;
                        self.state = State::Over(Ended { rule, verdict: Some(verdict) });
                        Ok(())
                    }
                    End::Next | End::Again => self.before_turn(),
                }
            }
            _ => Ok(()),
        }
    }

    fn walk(&self) -> Box<dyn Way> {
        let (passes, history) = (self.must_pass(), self.history.as_ref());
        let machine = self.machine.clone();
        Box::new(Steps::begin(
            machine,
            self.round,
            (self.left, self.position),
            (self.ended(), passes),
            &self.legal,
            history,
        ))
    }
}
