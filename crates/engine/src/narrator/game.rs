//! A game from its first position to its end: player to move, legal moves, ending.

use std::ops::Deref;
use std::sync::Arc;

use foldhash::HashMap;
use mancala_rules::chance::Generator;
use mancala_rules::rules::model::{Amount, Condition, Outcome, Player, Rule, Rules};
use mancala_rules::source::Span;

use super::legal::{Legal, legal_moves};
use super::offered::{Offered, act, pass};
use super::turn::Turn;
use super::view::{Facts, View};
use crate::game::{
    Decision, Ending, Event, Fault, IllegalMove, Instead, Key, Move, Position, Sowing, TurnEnd, Verdict, meant,
};

/// State of a game.
#[derive(Clone, Debug)]
pub enum Standing {
    /// The player to move has these moves, in their usual order, and may do this in place of a turn.
    ToMove(Arc<[Legal]>, Arc<[Offered]>),
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

/// The start of a game that is played at random.
#[derive(Clone)]
pub(super) struct Aside {
    pub(super) left: Position,
    /// How the game ended, and its scores, if it is over.
    pub(super) over: Option<(Decision, Vec<i64>)>,
    pub(super) chance: Generator,
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
    /// The starts of games that are played at random.
    pub(super) aside: Vec<Aside>,
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
        let mut game = Narrator { rules, now, past: Vec::new(), seen, events: Vec::new(), aside: Vec::new() };
        game.before_turn()?;
        Ok(game)
    }

    /// A game whose rules were not read yet: it has no legal move and is not over.
    pub fn unread(rules: R, position: Position) -> Self {
        let (left, standing) = (position.clone(), Standing::ToMove(Arc::default(), Arc::default()));
        let now = Stage { position, left, standing, ended_in_turn: false };
        Narrator { rules, now, past: Vec::new(), seen: None, events: Vec::new(), aside: Vec::new() }
    }

    /// Copies the game with this position as its start. Earlier positions count for repetition, but `back` cannot
    /// return to them.
    pub(super) fn forked(&self) -> Self {
        let (rules, now, seen) = (self.rules.clone(), self.now.clone(), self.seen.clone());
        Narrator { rules, now, past: Vec::new(), seen, events: Vec::new(), aside: Vec::new() }
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
            Standing::ToMove(moves, _) => moves,
            Standing::MustPass | Standing::Over(_) => &[],
        }
    }

    /// What the player to move may do in place of a turn. In the list of all moves they follow [`Narrator::moves`].
    pub fn offers(&self) -> &[Offered] {
        match &self.now.standing {
            Standing::ToMove(_, offered) => offered,
            Standing::MustPass | Standing::Over(_) => &[],
        }
    }

    /// The legal move of an index, a forced pass included.
    pub(super) fn nth(&self, index: usize) -> Option<Move> {
        let moves = self.moves();
        match &self.now.standing {
            Standing::MustPass => (index == 0).then_some(Move::Pass),
            _ => match moves.get(index) {
                Some(legal) => Some(Move::Sow(legal.play.clone())),
                None => self.offers().get(index.checked_sub(moves.len())?).map(|offered| Move::Instead(offered.play)),
            },
        }
    }

    /// Number of legal moves, a forced pass included.
    pub fn choices(&self) -> usize {
        match &self.now.standing {
            Standing::ToMove(moves, offered) => moves.len() + offered.len(),
            Standing::MustPass => 1,
            Standing::Over(_) => 0,
        }
    }

    /// Names of all legal moves, `pass` included.
    pub fn legal(&self) -> Vec<String> {
        (0..self.choices()).filter_map(|index| self.nth(index)).map(|play| play.to_string()).collect()
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

    /// Seeds that each player has won, in the current position.
    pub fn captured(&self) -> Vec<i64> {
        scores(&self.rules, &self.now.position)
    }

    /// Seeds that each player had won in the position of [`Narrator::left`].
    pub fn captured_left(&self) -> Vec<i64> {
        scores(&self.rules, &self.now.left)
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
        if index >= self.choices() {
            return Ok(false);
        }
        let before = self.now.clone();
        let (moves, offers) = (self.moves(), self.offers());
        match (moves.get(index).cloned(), offers.get(index.wrapping_sub(moves.len())).cloned()) {
            (Some(legal), _) => self.turn(legal),
            (None, Some(offered)) => self.choose(offered),
            (None, None) => self.pass(),
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
        self.tell(Event::Passes(self.now.position.to_move));
        pass(&self.rules, &mut self.now.position);
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
        let fits = |rule: &Rule| {
            let view = View::new(rules, &self.now.position, &facts);
            rule.condition.as_ref().is_none_or(|condition| view.holds(condition))
        };
        let Some(place) = rules.before_turn.iter().position(|rule| !rule.value.may && fits(rule)) else {
            return Err(Fault::new(Span::default(), Fault::NOTHING_BEFORE_TURN));
        };
        let rule = &rules.before_turn[place];
        let offers: Vec<(usize, &Rule)> = rules.offers().filter(|(at, rule)| *at < place && fits(rule)).collect();
        let read_with = facts.clone();
        if rule.condition.is_some() {
            self.tell(Event::Rule { list: "before turn", said: rule.said.clone(), span: rule.span });
        }
        self.now.left = self.now.position.clone();
        for effect in &rule.value.effects {
            for event in act(rules, &mut self.now.position, effect, rule, &mut facts)? {
                self.tell(event);
            }
        }
        match rule.value.outcome {
            Some(Outcome::Pass) => self.now.standing = Standing::MustPass,
            None | Some(Outcome::Play) => {
                if !rule.value.effects.is_empty() {
                    moves = legal_moves(rules, &self.now.position)?;
                }
                if moves.is_empty() {
                    return Err(Fault::new(rule.span, Fault::NOTHING_TO_PLAY));
                }
                let offered = self.offered(rules, offers, &read_with)?;
                self.now.standing = Standing::ToMove(moves.into(), offered.into());
            }
            _ => self.end_by(rules, rule),
        }
        Ok(())
    }

    /// What rules offer in place of a turn, in the order of the rules.
    fn offered(&mut self, rules: &Rules, offers: Vec<(usize, &Rule)>, facts: &Facts) -> Result<Vec<Offered>, Fault> {
        let mut offered: Vec<Offered> = Vec::new();
        for (place, rule) in offers {
            self.tell(Event::Offers { said: rule.said.clone(), span: rule.span });
            let Some(play) = Instead::of(rules, place) else { continue };
            if !offered.iter().any(|known| known.play == play) {
                offered.push(Offered::new(rules, &self.now.position, facts.clone(), (play, rule))?);
            }
        }
        Ok(offered)
    }

    /// Plays a move in place of a turn.
    fn choose(&mut self, offered: Offered) -> Result<(), Fault> {
        let Offered { rule, after, events, .. } = offered;
        self.tell(Event::Rule { list: "before turn", said: rule.said.clone(), span: rule.span });
        events.into_iter().for_each(|event| self.tell(event));
        self.now.left = std::mem::replace(&mut self.now.position, after);
        if matches!(rule.value.outcome, Some(Outcome::Pass | Outcome::SwapSides)) {
            return self.before_turn();
        }
        self.now.ended_in_turn = true;
        let rules = self.rules.clone();
        self.end_by(&rules, &rule);
        Ok(())
    }

    /// Ends the game by a rule of `before turn`.
    fn end_by(&mut self, rules: &Rules, rule: &Rule) {
        let mover = self.now.position.to_move;
        match rule.value.outcome {
            Some(Outcome::MoverWins) => self.decide(Verdict::Wins(mover), rule.said.clone(), rule.span),
            Some(Outcome::MoverLoses) => self.decide(Verdict::Loses(mover), rule.said.clone(), rule.span),
            Some(Outcome::Draw) => self.decide(Verdict::Draw, rule.said.clone(), rule.span),
            _ => {
                let scores = scores(rules, &self.now.position);
                let best = scores.iter().max().copied().unwrap_or(0);
                let winners = (0..scores.len()).filter(|player| scores[*player] == best).collect();
                self.tell(Event::Over);
                let ending = Ending { reason: rule.said.clone(), span: rule.span, scores, winners, verdict: None };
                self.now.standing = Standing::Over(ending);
            }
        }
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
    let score =
        |player: Player, score: &Amount| View::new(rules, position, &Facts::between_turns(rules, player)).amount(score);
    let players = 0..rules.board.players.value;
    players.map(|player| rules.score.value.as_ref().map_or(0, |counted| score(player, counted))).collect()
}
