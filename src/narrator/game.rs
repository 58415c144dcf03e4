//! A game from its first position to its end: player to move, legal moves, ending.

use std::ops::Deref;
use std::sync::Arc;

use foldhash::HashMap;

use super::legal::{Legal, legal_moves};
use super::turn::{Turn, capture, change, take_from_store, to_place};
use super::view::{Facts, View};
use crate::game::{Ending, Event, Fault, IllegalMove, Key, Position, Sowing, TurnEnd, Verdict, meant};
use crate::rules::model::{Condition, Effect, Outcome, Player, Rule, Rules};
use crate::source::Span;

/// State of a game.
#[derive(Clone, Debug)]
pub enum Standing {
    /// The player to move has these moves, in their usual order.
    ToMove(Arc<[Legal]>),
    /// The player to move must pass.
    MustPass,
    /// The game, or the round, is over.
    Over(Ending),
}

/// State of a game after a ply.
#[derive(Clone)]
pub(super) struct Stage {
    pub(super) position: Position,
    /// The position after the last turn, before a rule of `before turn` moved seeds.
    pub(super) left: Position,
    pub(super) standing: Standing,
    /// Whether a turn ended the game.
    pub(super) ended_in_turn: bool,
}

/// A game played by the narrator, which interprets the rules. It borrows them (`&Rules`) or shares them (`Arc<Rules>`).
#[derive(Clone)]
pub struct Narrator<R> {
    rules: R,
    pub(super) now: Stage,
    /// State before each ply.
    pub(super) past: Vec<Stage>,
    /// How often each position occurred; `None` if repetition is ignored.
    pub(super) seen: Option<HashMap<Key, u32>>,
    events: Vec<Event>,
}

impl<R: Deref<Target = Rules> + Clone> Narrator<R> {
    /// A game from its start.
    ///
    /// # Errors
    ///
    /// The rules leave the start undecided.
    pub fn new(rules: R) -> Result<Self, Fault> {
        let start = Position::start(&rules);
        Narrator::from_position(rules, start)
    }

    /// A game from a position.
    ///
    /// # Errors
    ///
    /// The rules leave the position undecided.
    pub fn from_position(rules: R, position: Position) -> Result<Self, Fault> {
        Narrator::begin(rules, position, Some(HashMap::default()))
    }

    /// A game that ignores repetition and collects no events.
    ///
    /// # Errors
    ///
    /// The rules leave the position undecided.
    pub fn without_repetition(rules: R, position: Position) -> Result<Self, Fault> {
        Narrator::begin(rules, position, None)
    }

    /// A game from a position, with the positions before it in `seen`.
    pub(super) fn begin(rules: R, position: Position, seen: Option<HashMap<Key, u32>>) -> Result<Self, Fault> {
        let left = position.clone();
        let now = Stage { position, left, standing: Standing::MustPass, ended_in_turn: false };
        let mut game = Narrator { rules, now, past: Vec::new(), seen, events: Vec::new() };
        game.before_turn()?;
        Ok(game)
    }

    /// A game whose rules were not read yet: it has no legal move and is not over.
    pub(crate) fn unread(rules: R, position: Position) -> Self {
        let (left, standing) = (position.clone(), Standing::ToMove(Arc::default()));
        let now = Stage { position, left, standing, ended_in_turn: false };
        Narrator { rules, now, past: Vec::new(), seen: None, events: Vec::new() }
    }

    /// Copies the game with this position as its start. Earlier positions count for repetition, but `back` cannot
    /// return to them.
    pub(super) fn forked(&self) -> Self {
        let (rules, now, seen) = (self.rules.clone(), self.now.clone(), self.seen.clone());
        Narrator { rules, now, past: Vec::new(), seen, events: Vec::new() }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// The position after the last turn, before a rule of `before turn` moved seeds.
    pub fn left(&self) -> &Position {
        &self.now.left
    }

    /// The position to display: the current one; once the game is over, the one after the last turn, before its seeds
    /// were counted.
    pub fn shown(&self) -> &Position {
        if self.ending().is_some() { &self.now.left } else { &self.now.position }
    }

    /// State of the game.
    pub fn standing(&self) -> &Standing {
        &self.now.standing
    }

    /// How the game ended, if it is over.
    pub fn ending(&self) -> Option<&Ending> {
        match &self.now.standing {
            Standing::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The legal moves; empty if the player must pass or the game is over.
    pub fn moves(&self) -> &[Legal] {
        match &self.now.standing {
            Standing::ToMove(moves) => moves,
            Standing::MustPass | Standing::Over(_) => &[],
        }
    }

    /// Number of legal moves, a forced pass included.
    pub fn choices(&self) -> usize {
        match &self.now.standing {
            Standing::ToMove(moves) => moves.len(),
            Standing::MustPass => 1,
            Standing::Over(_) => 0,
        }
    }

    /// Names of all legal moves, `pass` included.
    pub fn legal(&self) -> Vec<String> {
        match &self.now.standing {
            Standing::ToMove(moves) => moves.iter().map(|legal| legal.play.to_string()).collect(),
            Standing::MustPass => vec!["pass".to_owned()],
            Standing::Over(_) => Vec::new(),
        }
    }

    /// Whether the condition of a claim holds in the position after the last turn, before `before turn` applied.
    ///
    /// # Errors
    ///
    /// The rules leave a situation undecided.
    pub fn comes_to(&self, condition: &Condition) -> Result<bool, Fault> {
        let left = &self.now.left;
        let mut facts = Facts::between_turns(&self.rules, left.to_move);
        facts.no_legal_move = !self.now.ended_in_turn && legal_moves(&self.rules, left)?.is_empty();
        Ok(View::new(&self.rules, left, &facts).holds(condition))
    }

    /// Seeds that each player has won, in the position of [`Narrator::shown`].
    pub fn captured(&self) -> Vec<i64> {
        scores(&self.rules, self.shown())
    }

    /// Takes the events since the last call, or since the game began.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Plays the legal move with this name, also in upper case, or without a direction that is not left to choose.
    ///
    /// # Errors
    ///
    /// The move is not legal, or the rules leave it undecided.
    pub fn play(&mut self, name: &str) -> Result<(), IllegalMove> {
        if self.ending().is_some() {
            return Err(IllegalMove::AfterEnd { name: name.to_owned() });
        }
        let legal = self.legal();
        match meant(&legal, name).and_then(|meant| legal.iter().position(|known| known == meant)) {
            Some(index) => Ok(self.play_nth(index).map(|_| ())?),
            None => Err(IllegalMove::NotLegal { name: name.to_owned(), legal: legal.join(" ") }),
        }
    }

    /// Plays the legal move of this index; a forced pass has index 0. Returns `false` and plays nothing if the index is
    /// out of range.
    ///
    /// # Errors
    ///
    /// The rules leave the move undecided; the game is unchanged.
    pub fn play_nth(&mut self, index: usize) -> Result<bool, Fault> {
        let legal = match &self.now.standing {
            Standing::MustPass if index == 0 => None,
            Standing::ToMove(moves) => match moves.get(index) {
                Some(legal) => Some(legal.clone()),
                None => return Ok(false),
            },
            _ => return Ok(false),
        };
        let before = self.now.clone();
        match legal {
            Some(legal) => self.turn(legal),
            None => self.pass(),
        }
        .inspect_err(|_| self.now = before.clone())?;
        self.past.push(before);
        Ok(true)
    }

    /// Takes the last ply back. Returns `false` at the start of the game.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        if !self.now.ended_in_turn {
            let key = self.now.left.key(&self.rules);
            self.forget(&key);
        }
        self.now = before;
        true
    }

    /// Uncounts a position that was taken back.
    fn forget(&mut self, key: &Key) {
        if let Some(times) = self.seen.as_mut().and_then(|seen| seen.get_mut(key)) {
            *times = times.saturating_sub(1);
        }
    }

    fn turn(&mut self, legal: Legal) -> Result<(), Fault> {
        if self.seen.is_some() {
            self.narrate(&legal.play)?;
        }
        let mover = self.now.position.to_move;
        self.now.position = legal.after;
        if let TurnEnd::Decided(verdict) = legal.end {
            let (reason, span) = legal.decided_by.unwrap_or_default();
            self.now.position.to_move = mover;
            self.now.left = self.now.position.clone();
            self.now.ended_in_turn = true;
            self.decide(verdict, reason, span);
            return Ok(());
        }
        self.before_turn()
    }

    /// Plays a turn again to collect its events.
    fn narrate(&mut self, play: &Sowing) -> Result<(), Fault> {
        let mut turn = Turn::new(&self.rules, &self.now.position, play, true);
        turn.play()?;
        let events = turn.events.unwrap_or_default();
        self.events.extend(events);
        Ok(())
    }

    /// Adds an event if events are collected.
    fn tell(&mut self, event: Event) {
        if self.seen.is_some() {
            self.events.push(event);
        }
    }

    fn pass(&mut self) -> Result<(), Fault> {
        let players = self.rules.board.players.value;
        let position = &mut self.now.position;
        let mover = position.to_move;
        position.turns[mover] += 1;
        position.last = None;
        position.to_move = (mover + 1) % players;
        self.tell(Event::Passes(mover));
        self.before_turn()
    }

    /// Starts a turn: counts the position and applies `before turn`.
    fn before_turn(&mut self) -> Result<(), Fault> {
        let key = self.now.position.key(&self.rules);
        let times = self.seen.as_mut().map(|seen| {
            let times = seen.entry(key.clone()).or_insert(0);
            *times += 1;
            *times
        });
        let rules = self.rules.clone();
        let repeated = rules.repeated.as_ref().is_some_and(|from| times.is_some_and(|times| times >= from.value));
        self.read_before_turn(&rules, repeated).inspect_err(|_| self.forget(&key))
    }

    /// Finds the legal moves and applies `before turn`.
    fn read_before_turn(&mut self, rules: &Rules, repeated: bool) -> Result<(), Fault> {
        let mut facts = Facts::between_turns(rules, self.now.position.to_move);
        facts.repeated = repeated;
        let mut moves = legal_moves(rules, &self.now.position)?;
        facts.no_legal_move = moves.is_empty();
        let fits = |rule: &&Rule| {
            let view = View::new(rules, &self.now.position, &facts);
            rule.condition.as_ref().is_none_or(|condition| view.holds(condition))
        };
        let Some(rule) = rules.before_turn.iter().find(fits) else {
            return Err(Fault::new(Span::default(), Fault::NOTHING_BEFORE_TURN));
        };
        if rule.condition.is_some() {
            self.tell(Event::Rule { list: "before turn", said: rule.said.clone(), span: rule.span });
        }
        self.now.left = self.now.position.clone();
        for effect in &rule.value.effects {
            self.act(rules, effect, rule, &mut facts)?;
        }
        let mover = self.now.position.to_move;
        match rule.value.outcome {
            Some(Outcome::Pass) => self.now.standing = Standing::MustPass,
            Some(Outcome::MoverWins) => self.decide(Verdict::Wins(mover), rule.said.clone(), rule.span),
            Some(Outcome::MoverLoses) => self.decide(Verdict::Loses(mover), rule.said.clone(), rule.span),
            Some(Outcome::Draw) => self.decide(Verdict::Draw, rule.said.clone(), rule.span),
            Some(Outcome::Over) => {
                let scores = scores(rules, &self.now.position);
                let best = scores.iter().max().copied().unwrap_or(0);
                let winners = (0..scores.len()).filter(|player| scores[*player] == best).collect();
                self.tell(Event::Over);
                let ending = Ending { reason: rule.said.clone(), span: rule.span, scores, winners, verdict: None };
                self.now.standing = Standing::Over(ending);
            }
            _ => {
                if !rule.value.effects.is_empty() {
                    moves = legal_moves(rules, &self.now.position)?;
                }
                if moves.is_empty() {
                    return Err(Fault::new(rule.span, Fault::NOTHING_TO_PLAY));
                }
                self.now.standing = Standing::ToMove(moves.into());
            }
        }
        Ok(())
    }

    fn act(&mut self, rules: &Rules, effect: &Effect, rule: &Rule, facts: &mut Facts) -> Result<(), Fault> {
        match effect {
            Effect::Capture(who, set) => {
                for event in capture(rules, &mut self.now.position, facts, *who, set) {
                    self.tell(event);
                }
            }
            Effect::Place { count, into, .. } => {
                for (cell, count) in to_place(View::new(rules, &self.now.position, facts), into, count) {
                    take_from_store(rules, &mut self.now.position, facts.mover, count, rule)?;
                    self.now.position.seeds[cell] += count;
                    self.tell(Event::Placed(cell, count, true));
                }
            }
            Effect::To(what, set) => {
                let cells = View::new(rules, &self.now.position, facts).set(set);
                for event in change(rules, &mut self.now.position, facts.mover, *what, &cells) {
                    self.tell(event);
                }
            }
            // the resolver allows no other effect in `before turn`
            Effect::Lift(..) | Effect::PlaceAll(_) | Effect::Points(..) => {}
        }
        Ok(())
    }

    fn decide(&mut self, verdict: Verdict, reason: String, span: Span) {
        let players = 0..self.rules.board.players.value;
        let winners = match verdict {
            Verdict::Wins(winner) => vec![winner],
            Verdict::Loses(loser) => players.filter(|player| *player != loser).collect(),
            Verdict::Draw => players.collect(),
        };
        self.tell(Event::Over);
        let scores = scores(&self.rules, &self.now.position);
        self.now.standing = Standing::Over(Ending { reason, span, scores, winners, verdict: Some(verdict) });
    }
}

/// Score of each player in a position.
pub(super) fn scores(rules: &Rules, position: &Position) -> Vec<i64> {
    let facts = Facts::between_turns(rules, position.to_move);
    let view = View::new(rules, position, &facts);
    (0..rules.board.players.value)
        .map(|player: Player| rules.score.value.as_ref().map_or(0, |score| view.of(player).amount(score)))
        .collect()
}
