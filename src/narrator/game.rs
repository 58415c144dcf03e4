//! A game from its first position to its end: who is to move, what is legal, when it is over.

use std::rc::Rc;

use foldhash::HashMap;

use super::position::{Key, Position};
use super::telling::Event;
use super::turn::{Tried, Turn, TurnEnd, Verdict, capture, change, ways};
use super::view::{Facts, View};
use super::{Fault, Move};
use crate::rules::model::{Case, Condition, Effect, Outcome, Player, Rule, Rules, Way};
use crate::source::Span;

/// More ways than this to choose in the turn of one hole are not followed.
pub const MOST_ANSWERS: usize = 4096;

/// A legal move and what comes of it.
#[derive(Clone, Debug)]
pub struct Legal {
    /// The move.
    pub play: Move,
    after: Position,
    end: TurnEnd,
    decided_by: Option<(String, Span)>,
}

/// How the game stands.
#[derive(Clone, Debug)]
pub enum Standing {
    /// The player to move has these moves, in the order in which they are listed.
    ToMove(Vec<Legal>),
    /// The player to move must pass.
    MustPass,
    /// The game, or the round, is over.
    Over(Ending),
}

/// How a game, or a round, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The condition of the rule that ended it, as the file says it.
    pub reason: String,
    /// Where that rule stands.
    pub span: Span,
    /// What each player has.
    pub scores: Vec<i64>,
    /// Who won; more than one where the best are equal.
    pub winners: Vec<Player>,
}

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLegal {
    /// It is not among the legal moves.
    #[error("`{name}` is not legal here; legal: {legal}")]
    Move {
        /// The move as given.
        name: String,
        /// The legal moves.
        legal: String,
    },
    /// The game is over.
    #[error("`{name}` comes after the end")]
    Over {
        /// The move as given.
        name: String,
    },
    /// The rule file gives no answer.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A game in play.
#[derive(Clone)]
pub struct Game<'r> {
    rules: &'r Rules,
    position: Position,
    standing: Standing,
    /// How often each position stood; none if repetition is not looked at.
    seen: Option<HashMap<Key, u32>>,
    told: Vec<Event>,
    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    left: Position,
    /// Whether a turn ended the game.
    ended_in_turn: bool,
}

impl<'r> Game<'r> {
    /// A game from its start.
    pub fn new(rules: &'r Rules) -> Result<Self, Fault> {
        Game::from_position(rules, Position::start(rules))
    }

    /// A game from a position.
    pub fn from_position(rules: &'r Rules, position: Position) -> Result<Self, Fault> {
        Game::enter_at(rules, position, Some(HashMap::default()))
    }

    /// A game in which no position ever counts as repeated.
    pub fn without_repetition(rules: &'r Rules, position: Position) -> Result<Self, Fault> {
        Game::enter_at(rules, position, None)
    }

    fn enter_at(rules: &'r Rules, position: Position, seen: Option<HashMap<Key, u32>>) -> Result<Self, Fault> {
        let left = position.clone();
        let mut game =
            Game { rules, position, standing: Standing::MustPass, seen, told: Vec::new(), left, ended_in_turn: false };
        game.before_turn()?;
        Ok(game)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position as the last turn left it, before a rule of `before turn` moved seeds.
    pub fn left(&self) -> &Position {
        &self.left
    }

    /// The position to show: the position now; when the game is over, as the last turn left it, before what lay
    /// there was counted.
    pub fn shown(&self) -> &Position {
        if self.ending().is_some() { &self.left } else { &self.position }
    }

    /// The positions that stood before this one, as far as repetition tells them apart, each with how often it stood.
    pub fn stood_before(&self) -> Vec<(Position, u32)> {
        let board = &self.rules.board;
        let now = self.left.key(self.rules);
        let stood = self.seen.iter().flatten().map(|(key, times)| {
            let (seeds, marks, to_move, last) = key;
            let mut position = Position { to_move: *to_move, last: *last, ..Position::empty(board) };
            position.seeds[..seeds.len()].copy_from_slice(seeds);
            position.marks[..marks.len()].clone_from_slice(marks);
            (position, if *key == now { times.saturating_sub(1) } else { *times })
        });
        stood.filter(|(_, times)| *times > 0).collect()
    }

    /// How it stands.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// How it ended, if it is over.
    pub fn ending(&self) -> Option<&Ending> {
        match &self.standing {
            Standing::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The names of all legal moves, `pass` included.
    pub fn legal(&self) -> Vec<String> {
        match &self.standing {
            Standing::ToMove(moves) => moves.iter().map(|legal| legal.play.name(&self.rules.board)).collect(),
            Standing::MustPass => vec!["pass".to_owned()],
            Standing::Over(_) => Vec::new(),
        }
    }

    /// Whether the condition of a claim is true of the position as the last turn left it, before `before turn` was read.
    pub fn comes_to(&self, condition: &Condition) -> Result<bool, Fault> {
        let mut facts = Facts::between_turns(self.rules, self.left.to_move);
        facts.no_legal_move = !self.ended_in_turn && legal_moves(self.rules, &self.left)?.is_empty();
        Ok(View::new(self.rules, &self.left, &facts).holds(condition))
    }

    /// What each player has won so far, in the position shown.
    pub fn captured(&self) -> Vec<i64> {
        scores(self.rules, self.shown())
    }

    /// What happened since the last call, or since the game began.
    pub fn take_told(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.told)
    }

    /// Plays the move of a name.
    pub fn play(&mut self, name: &str) -> Result<(), NotLegal> {
        match &self.standing {
            Standing::Over(_) => Err(NotLegal::Over { name: name.to_owned() }),
            Standing::MustPass if name == "pass" => Ok(self.pass()?),
            Standing::ToMove(moves) => {
                let found = moves.iter().position(|legal| legal.play.name(&self.rules.board) == name);
                match found {
                    Some(index) => Ok(self.play_nth(index)?),
                    None => Err(NotLegal::Move { name: name.to_owned(), legal: self.legal().join(" ") }),
                }
            }
            Standing::MustPass => Err(NotLegal::Move { name: name.to_owned(), legal: "pass".to_owned() }),
        }
    }

    /// Plays the legal move of an index; a forced pass has index 0. Nothing happens beyond the last.
    pub fn play_nth(&mut self, index: usize) -> Result<(), Fault> {
        let legal = match &self.standing {
            Standing::MustPass if index == 0 => return self.pass(),
            Standing::ToMove(moves) => moves.get(index).cloned(),
            _ => None,
        };
        let Some(legal) = legal else { return Ok(()) };
        if self.seen.is_some() {
            // the same turn once more, to be told
            let mut turn = Turn::new(self.rules, &self.position, &legal.play, true);
            turn.play()?;
            self.told.extend(turn.events.unwrap_or_default());
        }
        let mover = self.position.to_move;
        self.position = legal.after;
        if let TurnEnd::Decided(verdict) = legal.end {
            let (reason, span) = legal.decided_by.unwrap_or_default();
            self.position.to_move = mover;
            self.left = self.position.clone();
            self.ended_in_turn = true;
            self.decide(verdict, reason, span);
            return Ok(());
        }
        self.before_turn()
    }

    /// Remembers what happened, in a game that is told.
    fn tell(&mut self, event: Event) {
        if self.seen.is_some() {
            self.told.push(event);
        }
    }

    fn pass(&mut self) -> Result<(), Fault> {
        let mover = self.position.to_move;
        self.tell(Event::Passes(mover));
        self.position.turns[mover] += 1;
        self.position.last = None;
        self.position.to_move = (mover + 1) % self.rules.board.players.value;
        self.before_turn()
    }

    /// Some player is to move: counts the position, finds the moves, reads `before turn`.
    fn before_turn(&mut self) -> Result<(), Fault> {
        let mut facts = Facts::between_turns(self.rules, self.position.to_move);
        if let Some(seen) = &mut self.seen {
            let times = seen.entry(self.position.key(self.rules)).or_insert(0);
            *times += 1;
            facts.repeated = self.rules.repeated.as_ref().is_some_and(|from| *times >= from.value);
        }
        let mut moves = legal_moves(self.rules, &self.position)?;
        facts.no_legal_move = moves.is_empty();
        let fits = |rule: &&Rule| {
            let view = View::new(self.rules, &self.position, &facts);
            rule.condition.as_ref().is_none_or(|condition| view.holds(condition))
        };
        let Some(rule) = self.rules.before_turn.iter().find(fits) else {
            return Err(Fault::new(Span::default(), Fault::NOTHING_BEFORE_TURN));
        };
        if rule.condition.is_some() {
            self.tell(Event::Rule { list: "before turn", said: rule.said.clone(), span: rule.span });
        }
        self.left = self.position.clone();
        for effect in &rule.value.effects {
            self.act(effect, &mut facts);
        }
        let mover = self.position.to_move;
        match rule.value.outcome {
            Some(Outcome::Pass) => self.standing = Standing::MustPass,
            Some(Outcome::MoverWins) => self.decide(Verdict::Wins(mover), rule.said.clone(), rule.span),
            Some(Outcome::MoverLoses) => self.decide(Verdict::Loses(mover), rule.said.clone(), rule.span),
            Some(Outcome::Draw) => self.decide(Verdict::Draw, rule.said.clone(), rule.span),
            Some(Outcome::Over) => {
                let scores = scores(self.rules, &self.position);
                let best = scores.iter().max().copied().unwrap_or(0);
                let winners = (0..scores.len()).filter(|player| scores[*player] == best).collect();
                self.tell(Event::Over);
                self.standing = Standing::Over(Ending { reason: rule.said.clone(), span: rule.span, scores, winners });
            }
            _ => {
                if !rule.value.effects.is_empty() {
                    moves = legal_moves(self.rules, &self.position)?;
                }
                if moves.is_empty() {
                    return Err(Fault::new(rule.span, Fault::NOTHING_TO_PLAY));
                }
                self.standing = Standing::ToMove(moves);
            }
        }
        Ok(())
    }

    fn act(&mut self, effect: &Effect, facts: &mut Facts) {
        match effect {
            Effect::Capture(who, set) => {
                for event in capture(self.rules, &mut self.position, facts, *who, set) {
                    self.tell(event);
                }
            }
            Effect::Place { count, into, .. } => {
                let store = self.rules.board.stores[facts.mover];
                for cell in View::new(self.rules, &self.position, facts).set(into) {
                    self.position.seeds[store] -= i64::from(*count);
                    self.position.seeds[cell] += i64::from(*count);
                    self.tell(Event::Placed(cell, i64::from(*count), true));
                }
            }
            Effect::To(what, set) => {
                let cells = View::new(self.rules, &self.position, facts).set(set);
                for event in change(self.rules, &mut self.position, facts.mover, *what, &cells) {
                    self.tell(event);
                }
            }
            // the resolver lets no other effect into `before turn`
            Effect::Lift(..) | Effect::PlaceAll(_) | Effect::Points(..) => {}
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
        let scores = scores(self.rules, &self.position);
        self.standing = Standing::Over(Ending { reason, span, scores, winners });
    }
}

/// What each player has in a position.
fn scores(rules: &Rules, position: &Position) -> Vec<i64> {
    let facts = Facts::between_turns(rules, position.to_move);
    let view = View::new(rules, position, &facts);
    (0..rules.board.players.value)
        .map(|player| rules.score.value.as_ref().map_or(0, |score| view.of(player).amount(score)))
        .collect()
}

/// The first case that fits; a case without a condition always does.
fn fitting<'c, T>(cases: &'c [Case<T>], view: View<'_>) -> Option<&'c T> {
    let case = cases.iter().find(|case| case.condition.as_ref().is_none_or(|condition| view.holds(condition)));
    case.map(|case| &case.value)
}

/// Whether the section of a move is in force and lets its hole be chosen, whatever becomes of the move then.
pub fn may_choose(rules: &Rules, position: &Position, play: &Move) -> bool {
    let Some(section) = rules.moves.get(play.section) else { return false };
    let mut facts = Facts { section: Some(play.section), ..Facts::between_turns(rules, position.to_move) };
    if !section.when.as_ref().is_none_or(|when| View::new(rules, position, &facts).holds(when)) {
        return false;
    }
    facts.here = Some(play.hole);
    facts.origin = Some(play.hole);
    facts.way = play.way;
    let view = View::new(rules, position, &facts);
    let usable = position.seeds[play.hole] > 0 && !position.closed[play.hole] && !position.locked[play.hole];
    usable && fitting(&section.from, view).is_some_and(|from| view.set(from).contains(&play.hole))
}

/// All legal moves of the player to move: those of the first `move` section in force that offers one.
fn legal_moves(rules: &Rules, position: &Position) -> Result<Vec<Legal>, Fault> {
    let mover = position.to_move;
    let says_way = rules.chooses_way();
    for (section, section_rules) in rules.moves.iter().enumerate() {
        let mut facts = Facts { section: Some(section), ..Facts::between_turns(rules, mover) };
        if !section_rules.when.as_ref().is_none_or(|when| View::new(rules, position, &facts).holds(when)) {
            continue;
        }
        let mut legal = Vec::new();
        for hole in 0..rules.board.holes() {
            if position.seeds[hole] == 0 || position.closed[hole] || position.locked[hole] {
                continue;
            }
            facts.here = Some(hole);
            facts.origin = Some(hole);
            facts.way = Way::Counterclockwise;
            let Some(direction) = fitting(&section_rules.direction, View::new(rules, position, &facts)) else {
                return Err(Fault::new(section_rules.span, Fault::NO_DIRECTION));
            };
            let directions = ways(direction, mover);
            for way in &directions {
                facts.way = *way;
                let view = View::new(rules, position, &facts);
                let Some(from) = fitting(&section_rules.from, view) else {
                    return Err(Fault::new(section_rules.span, Fault::NO_FROM));
                };
                if view.set(from).contains(&hole) {
                    let play = Move { hole, way: *way, says_way, answers: Vec::new(), section };
                    legal.extend(answered(rules, position, play)?);
                }
            }
        }
        if !legal.is_empty() {
            legal.sort_by_cached_key(|legal| legal.play.order(&rules.board));
            return Ok(legal);
        }
    }
    Ok(Vec::new())
}

/// A hole and a direction, once for every way in which the mover can choose in the turn.
fn answered(rules: &Rules, position: &Position, play: Move) -> Result<Vec<Legal>, Fault> {
    let mut legal = Vec::new();
    let mut open: Vec<(Move, Option<Rc<Turn<'_>>>)> = vec![(play, None)];
    let mut tried = 0;
    while let Some((play, unasked)) = open.pop() {
        tried += 1;
        if tried > MOST_ANSWERS {
            let span = rules.moves.get(play.section).map(|section| section.span).unwrap_or_default();
            return Err(Fault::new(span, Fault::TOO_MANY_WAYS));
        }
        let (mut turn, came);
        match unasked {
            Some(unasked) => {
                turn = unasked.answered(&play.answers);
                came = turn.resume()?;
            }
            None => {
                turn = Turn::new(rules, position, &play, false);
                came = turn.play()?;
            }
        }
        match came {
            Tried::Illegal => {}
            Tried::Asks(answers) => {
                let unasked: Option<Rc<Turn<'_>>> = turn.unasked.take().map(Rc::from);
                for answer in answers {
                    let mut more = play.clone();
                    more.answers.push(answer);
                    open.push((more, unasked.clone()));
                }
            }
            Tried::Done { position: after, end, decided_by } => {
                debug_assert_eq!(turn.asked(), play.answers.len());
                legal.push(Legal { play, after: *after, end, decided_by });
            }
        }
    }
    Ok(legal)
}
