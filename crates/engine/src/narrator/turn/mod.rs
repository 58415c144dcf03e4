//! One turn, seed by seed. `docs/language.md` numbers its steps.

mod effects;
mod others;

use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use mancala_rules::rules::model::{
    Cell, Condition, Endless, HoleSet, Outcome, Part, Players, Rule, Rules, Turning, Way,
};
use rpds::HashTrieSetSync;

pub(super) use effects::{capture, change, take_from_store, to_place};

use super::view::{Facts, Moves, View};
use crate::game::{
    Answer, Event, Fault, Hole, LastTurn, MOST_ANSWERS, MOST_LAPS, MOST_SOWN, MOST_WAYS, Position, Sowing, TurnEnd,
    Verdict, choices, picks,
};

/// Result of trying a turn.
#[derive(Clone, Debug)]
pub(super) enum Tried {
    /// The turn was played.
    Done {
        position: Box<Position>,
        end: TurnEnd,
        /// The rule that decided the round, if any.
        decided_by: Option<(String, mancala_rules::source::Span)>,
    },
    /// The turn is not legal.
    Illegal,
    /// The turn came to its `after turn`, which was not read.
    Left(Box<(Position, Facts)>),
    /// The mover must choose one of these answers, in their usual order. The turn then continues, with one more answer,
    /// from before the last list was read.
    Asks(Vec<Answer>),
}

/// A moment during a turn.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The position at this moment, with the mover to move.
    pub position: &'a Position,
    /// Number of seeds in the hand.
    pub hand: i64,
    /// What has just happened.
    pub what: What<'a>,
}

/// Something that just happened in a turn.
#[derive(Debug)]
pub enum What<'a> {
    /// An event.
    Event(&'a Event),
    /// A seed was sown into a cell, or several at a time.
    Sown(Cell),
}

/// Callback for the moments of a turn.
pub type Watcher<'w> = dyn FnMut(&Moment<'_>) + 'w;

/// How the turn continues.
enum Flow {
    Go,
    Sow { turning: Option<Turning>, by: u32, into: bool, at: Cell },
    End(TurnEnd),
    Illegal,
    Asks(Vec<Answer>),
}

/// State of a turn after a lap; if it repeats, the sowing is endless.
type State =
    (Vec<i64>, Vec<Players>, (Option<Cell>, Option<Cell>, Way, bool, i64), (Vec<bool>, Vec<bool>), Option<Vec<bool>>);

pub(super) struct Turn<'r> {
    rules: &'r Rules,
    position: Position,
    facts: Facts,
    hand: i64,
    /// Seeds sown so far in this turn.
    sown: i64,
    /// States after laps. A persistent set: kept turns share their entries, as there can be thousands of both.
    seen: HashTrieSetSync<State, RandomState>,
    /// Hole that the turn started from, and the direction in which it began.
    played: Cell,
    began: Way,
    answers: Vec<Answer>,
    asked: usize,
    /// Number of ways in which the mover could have chosen so far.
    ways: u128,
    /// Events, if they are collected.
    pub events: Option<Vec<Event>>,
    /// Callback for moments, if any.
    watcher: Option<&'r mut Watcher<'r>>,
    decided_by: Option<(String, mancala_rules::source::Span)>,
    /// The moves that could have been played and the one that was, if `after turn` asks about others.
    begun: Option<(Arc<Moves>, Sowing)>,
    /// Whether the turn stops before its `after turn`.
    stops: bool,
    /// The turn at the end of a lap, before the list that asked the mover was read.
    pub unasked: Option<Box<Turn<'r>>>,
}

impl<'r> Turn<'r> {
    pub fn new(rules: &'r Rules, position: &Position, play: &Sowing, tell: bool) -> Self {
        let mut facts = Facts::between_turns(rules, position.to_move);
        facts.section = Some(play.section);
        let hole = play.hole.cell();
        facts.here = Some(hole);
        facts.origin = Some(hole);
        facts.way = play.way;
        facts.was = position.seeds[hole];
        Turn {
            rules,
            position: position.clone(),
            facts,
            hand: 0,
            sown: 0,
            seen: HashTrieSetSync::default(),
            played: hole,
            began: play.way,
            answers: play.answers.clone(),
            asked: 0,
            ways: 1,
            events: tell.then(Vec::new),
            watcher: None,
            decided_by: None,
            begun: asks_about_other_moves(rules).then(|| (Moves::new(position, play.section), play.clone())),
            stops: false,
            unasked: None,
        }
    }

    /// A copy of the turn without its watcher.
    fn kept(&self) -> Self {
        Turn {
            rules: self.rules,
            position: self.position.clone(),
            facts: self.facts.clone(),
            hand: self.hand,
            sown: self.sown,
            seen: self.seen.clone(),
            played: self.played,
            began: self.began,
            answers: self.answers.clone(),
            asked: self.asked,
            ways: self.ways,
            events: None,
            watcher: None,
            decided_by: self.decided_by.clone(),
            begun: self.begun.clone(),
            stops: self.stops,
            unasked: None,
        }
    }

    /// A copy of the turn with further answers.
    pub fn answered(&self, answers: &[Answer]) -> Self {
        Turn { answers: answers.to_vec(), ..self.kept() }
    }

    /// Plays the turn once for each combination of answers, and hands over how each came out.
    pub fn each_answered(&self, play: Sowing, mut each: impl FnMut(Sowing, Tried)) -> Result<(), Fault> {
        let mut open: Vec<(Sowing, Option<Rc<Turn<'r>>>)> = vec![(play, None)];
        let mut tried = 0;
        while let Some((play, unasked)) = open.pop() {
            tried += 1;
            if tried > MOST_ANSWERS {
                return Err(self.too_many_ways());
            }
            let mut turn = unasked.as_deref().unwrap_or(self).answered(&play.answers);
            let came = if unasked.is_some() { turn.resume()? } else { turn.play()? };
            debug_assert!(!matches!(came, Tried::Done { .. }) || turn.asked() == play.answers.len());
            if let Tried::Asks(answers) = came {
                let unasked: Option<Rc<Turn<'_>>> = turn.unasked.take().map(Rc::from);
                for answer in answers {
                    let mut more = play.clone();
                    more.answers.push(answer);
                    open.push((more, unasked.clone()));
                }
            } else {
                each(play, came);
            }
        }
        Ok(())
    }

    /// Calls `watcher` at each moment of the turn.
    pub fn watched(mut self, watcher: &'r mut Watcher<'r>) -> Self {
        self.watcher = Some(watcher);
        self
    }

    fn view(&self) -> View<'_> {
        View::new(self.rules, &self.position, &self.facts)
    }

    fn tell(&mut self, event: Event) {
        self.show(What::Event(&event));
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    fn show(&mut self, what: What<'_>) {
        if let Some(watcher) = &mut self.watcher {
            watcher(&Moment { position: &self.position, hand: self.hand, what });
        }
    }

    fn tell_rule(&mut self, list: &'static str, rule: &Rule) {
        // a rule that always applies decides nothing worth reporting
        if (self.events.is_some() || self.watcher.is_some()) && !rule.said.is_empty() {
            self.tell(Event::Rule { list, said: rule.said.clone(), span: rule.span });
        }
    }

    /// Plays the turn to its end.
    pub fn play(&mut self) -> Result<Tried, Fault> {
        let section = self.facts.section.and_then(|section| self.rules.moves.get(section));
        let Some(section) = section else {
            return Err(Fault::new(mancala_rules::source::Span::default(), "there is no such move section"));
        };
        let mut flow = self.read("begin", &section.begin)?;
        if matches!(flow, Flow::Go) {
            flow = self.read_last_seed()?;
        }
        self.go_on(flow)
    }

    /// Continues a turn from the end of a lap.
    pub fn resume(&mut self) -> Result<Tried, Fault> {
        let flow = self.decide()?;
        self.go_on(flow)
    }

    fn go_on(&mut self, flow: Flow) -> Result<Tried, Fault> {
        let asks_for_laps = self.rules.asks_for_holes_of_a_lap();
        let mut flow = flow;
        loop {
            flow = match flow {
                // nothing can be lifted from a locked hole, so nothing can be sown
                Flow::Sow { at, .. } if self.hand == 0 && self.position.locked[at] => Flow::End(TurnEnd::Next),
                Flow::Sow { turning, by, into, at } => {
                    match turning {
                        Some(Turning::To(way)) => self.facts.way = way,
                        Some(Turning::Reversed) => self.facts.way = self.facts.way.reversed(),
                        None => {}
                    }
                    if !self.sow(i64::from(by), into, at)? {
                        self.tell(Event::Illegal);
                        return Ok(Tried::Illegal);
                    }
                    // the state of the turn after a lap
                    let facts = &self.facts;
                    let state = (
                        self.position.seeds.clone(),
                        self.position.marks.clone(),
                        (facts.here, facts.origin, facts.way, facts.lap > 1, facts.dropped),
                        (facts.sown.clone(), facts.raided.clone()),
                        asks_for_laps.then(|| facts.sown_this_lap.clone()),
                    );
                    let laps = self.seen.size();
                    self.seen.insert_mut(state);
                    if laps < self.seen.size() && laps < MOST_LAPS && self.sown <= MOST_SOWN {
                        self.decide()?
                    } else {
                        self.endless()?
                    }
                }
                Flow::End(end) => return self.finish(end),
                Flow::Illegal => {
                    self.tell(Event::Illegal);
                    return Ok(Tried::Illegal);
                }
                Flow::Asks(answers) => return Ok(Tried::Asks(answers)),
                Flow::Go => {
                    let span = self.rules.last_seed.first().map(|rule| rule.span).unwrap_or_default();
                    return Err(Fault::new(span, Fault::UNDECIDED));
                }
            };
        }
    }

    /// Reads the list after a lap. Keeps a copy of the turn from before if the mover is asked.
    fn decide(&mut self) -> Result<Flow, Fault> {
        let told = self.events.is_some() || self.watcher.is_some();
        let before = (!told && self.rules.last_seed.iter().any(Rule::asks)).then(|| self.kept());
        let flow = self.read_last_seed()?;
        self.unasked = before.filter(|_| matches!(flow, Flow::Asks(_))).map(Box::new);
        Ok(flow)
    }

    fn endless(&mut self) -> Result<Flow, Fault> {
        self.tell(Event::Endless);
        let Some(endless) = &self.rules.endless else {
            let span = self.rules.last_seed.first().map(|rule| rule.span).unwrap_or_default();
            return Err(Fault::new(span, Fault::NO_ENDLESS));
        };
        Ok(match endless.value {
            Endless::Illegal => Flow::Illegal,
            Endless::EndTurn => Flow::End(TurnEnd::Next),
            Endless::MoverLoses => {
                self.decided_by = Some(("endless".to_owned(), endless.span));
                Flow::End(TurnEnd::Decided(Verdict::Loses(self.facts.mover)))
            }
        })
    }

    fn read_last_seed(&mut self) -> Result<Flow, Fault> {
        self.read("last seed", &self.rules.last_seed)
    }

    /// Reads a list and applies its first fitting rule.
    fn read(&mut self, list: &'static str, rules: &'r [Rule]) -> Result<Flow, Fault> {
        for rule in rules {
            if !rule.condition.as_ref().is_none_or(|condition| self.view().holds(condition)) {
                continue;
            }
            self.tell_rule(list, rule);
            if rule.value.may {
                if !self.may_ask(2) {
                    return self.endless();
                }
                match self.answer() {
                    None => return Ok(Flow::Asks(vec![Answer::Yes, Answer::No])),
                    Some(Answer::No) => {
                        self.tell(Event::Declined);
                        continue;
                    }
                    Some(_) => {}
                }
            }
            for effect in &rule.value.effects {
                if let Some((number, among)) = effect.choice()
                    && let Some(flow) = self.choose(number, among)?
                {
                    return Ok(flow);
                }
                self.act(effect, rule)?;
            }
            return self.outcome(rule);
        }
        Ok(Flow::Go)
    }

    /// Whether the mover can be asked a question with this number of answers.
    fn may_ask(&mut self, answers: u128) -> bool {
        let ways = self.ways.saturating_mul(answers);
        if ways <= MOST_WAYS {
            self.ways = ways;
        }
        ways <= MOST_WAYS
    }

    /// The mover's answer to the next question.
    fn answer(&mut self) -> Option<Answer> {
        self.asked += 1;
        self.answers.get(self.asked - 1).cloned()
    }

    /// The fault that the move can be played in too many ways.
    pub fn too_many_ways(&self) -> Fault {
        let section = self.facts.section.and_then(|section| self.rules.moves.get(section));
        Fault::new(section.map(|section| section.span).unwrap_or_default(), Fault::TOO_MANY_WAYS)
    }

    /// Lets the mover choose `number` holes of a set. If the set has no more than that, it takes them all without
    /// asking.
    fn choose(&mut self, number: u32, among: &HoleSet) -> Result<Option<Flow>, Fault> {
        let board = &self.rules.board;
        let mut cells = self.view().set(among);
        cells.sort_by_cached_key(|cell| Hole::new(board, *cell).order());
        let number = number as usize;
        if cells.len() > number {
            let answers = choices(cells.len() as u64, number as u64);
            if answers > MOST_ANSWERS as u64 {
                return Err(self.too_many_ways());
            }
            if !self.may_ask(u128::from(answers)) {
                return self.endless().map(Some);
            }
            match self.answer() {
                Some(Answer::Holes(chosen)) => cells = chosen.into_iter().map(Hole::cell).collect(),
                _ => {
                    let answers = picks(cells.len(), number).into_iter();
                    let hole = |place: usize| Hole::new(board, cells[place]);
                    let holes = |pick: Vec<usize>| Answer::Holes(pick.into_iter().map(hole).collect());
                    return Ok(Some(Flow::Asks(answers.map(holes).collect())));
                }
            }
            self.tell(Event::Chosen(cells.clone()));
        }
        self.facts.chosen = cells;
        Ok(None)
    }

    fn outcome(&mut self, rule: &Rule) -> Result<Flow, Fault> {
        let mover = self.facts.mover;
        let decided = |verdict| Flow::End(TurnEnd::Decided(verdict));
        let flow = match &rule.value.outcome {
            None => Flow::Go,
            Some(Outcome::Sow { turning, by, into, at }) => {
                // set the direction before evaluating `at`
                let way = match turning {
                    Some(Turning::To(way)) => *way,
                    Some(Turning::Reversed) => self.facts.way.reversed(),
                    None => self.facts.way,
                };
                let facts = Facts { way, ..self.facts.clone() };
                let cells = View::new(self.rules, &self.position, &facts).set(at);
                let [at] = cells.as_slice() else {
                    return Err(Fault::new(rule.span, Fault::not_one_hole(cells.len())));
                };
                Flow::Sow { turning: *turning, by: *by, into: *into, at: *at }
            }
            Some(Outcome::MoveAgain) => Flow::End(TurnEnd::Again),
            Some(Outcome::Illegal) => Flow::Illegal,
            Some(Outcome::MoverWins) => decided(Verdict::Wins(mover)),
            Some(Outcome::MoverLoses) => decided(Verdict::Loses(mover)),
            Some(Outcome::Draw) => decided(Verdict::Draw),
            Some(_) => Flow::End(TurnEnd::Next),
        };
        if matches!(flow, Flow::End(TurnEnd::Decided(_))) {
            self.decided_by = Some((rule.said.clone(), rule.span));
        }
        Ok(flow)
    }

    /// Sows the hand, `by` seeds at a time. Returns `false` if sowing skips every hole of the track.
    fn sow(&mut self, by: i64, into: bool, at: Cell) -> Result<bool, Fault> {
        if !self.rules.board.is_on_track(self.facts.mover, at) {
            let span = self.rules.board.track.span;
            return Err(Fault::new(span, Fault::OFF_TRACK));
        }
        if self.hand <= 0 {
            let span = self.rules.last_seed.first().map(|rule| rule.span).unwrap_or_default();
            return Err(Fault::new(span, Fault::EMPTY_HAND));
        }
        self.facts.lap += 1;
        self.facts.origin = Some(at);
        self.facts.sown_this_lap.fill(false);
        let seeds = self.hand;
        self.sown += seeds;
        let mut cell = at;
        let mut stays = into;
        while self.hand > 0 {
            if stays {
                stays = false;
            } else {
                match self.view().before_a_seed(self.hand <= by).next(cell) {
                    Some(next) => cell = next,
                    None => return Ok(false),
                }
            }
            let drop = by.min(self.hand);
            self.hand -= drop;
            (self.facts.was, self.facts.dropped) = (self.position.seeds[cell], drop);
            drop_seeds(self.rules, &mut self.position, cell, drop);
            self.facts.sown[cell] = true;
            self.facts.sown_this_lap[cell] = true;
            self.facts.here = Some(cell);
            self.show(What::Sown(cell));
            if self.hand == 0 {
                let (lap, way, was) = (self.facts.lap, self.facts.way, self.facts.was);
                self.tell(Event::Lap { lap, from: at, into, seeds, by, way, last: cell, was, dropped: drop });
            }
            self.facts.last_seed = self.hand == 0;
            self.read("each seed", &self.rules.each_seed)?;
        }
        Ok(true)
    }

    /// Applies `after turn` and returns the position.
    fn finish(&mut self, end: TurnEnd) -> Result<Tried, Fault> {
        let mut end = end;
        if !matches!(end, TurnEnd::Decided(_)) {
            if self.stops {
                return Ok(Tried::Left(Box::new((self.position.clone(), self.facts.clone()))));
            }
            self.facts.others = self.others()?;
            match self.read("after turn", &self.rules.after_turn)? {
                Flow::Illegal => {
                    self.tell(Event::Illegal);
                    return Ok(Tried::Illegal);
                }
                Flow::Asks(answers) => return Ok(Tried::Asks(answers)),
                Flow::End(decided @ TurnEnd::Decided(_)) => end = decided,
                _ => {}
            }
        }
        if self.hand > 0 {
            let span = self.rules.last_seed.first().map(|rule| rule.span).unwrap_or_default();
            return Err(Fault::new(span, Fault::HAND_LEFT));
        }
        self.tell(if end == TurnEnd::Again { Event::MovesAgain(self.facts.mover) } else { Event::TurnEnds });
        let mut position = self.position.clone();
        if self.rules.recalls_ways() {
            position.last_ways[self.facts.mover] = Some(self.began);
        }
        position.turns[self.facts.mover] += 1;
        let reached = self.facts.here.unwrap_or(self.played);
        position.last = self.rules.remembers.then_some(LastTurn { played: self.played, reached });
        if end == TurnEnd::Next {
            position.to_move = (self.facts.mover + 1) % self.rules.board.players.value;
        }
        Ok(Tried::Done { position: Box::new(position), end, decided_by: self.decided_by.take() })
    }

    /// Number of questions that the mover was asked.
    pub fn asked(&self) -> usize {
        self.asked
    }
}

/// Whether a rule asks what other moves would have led to.
fn asks_about_other_moves(rules: &Rules) -> bool {
    let asks = |part: Part<'_>| matches!(part, Part::Condition(Condition::AnotherLeaves(_)));
    let mut found = false;
    rules.after_turn.iter().for_each(|rule| rule.visit(&mut |part| found |= asks(part)));
    found
}

/// Adds seeds to a cell; unlocks a locked hole once it is full.
fn drop_seeds(rules: &Rules, position: &mut Position, cell: Cell, seeds: i64) {
    position.seeds[cell] += seeds;
    if position.locked[cell] && position.seeds[cell] >= i64::from(rules.board.start[cell]) {
        position.locked[cell] = false;
    }
}
