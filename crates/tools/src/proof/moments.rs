//! The moments at which lists are read, and what holds at each.

use mancala_engine::game::Position;
use mancala_rules::rules::model;
use mancala_rules::rules::model::{
    Action, Amount, Case, Cell, Change, Condition, Direction, Effect, Endless, Fact, Happened, HoleSet, One, Outcome,
    Part, Player, Players, Property, Rule, Way,
};

use super::ask::{Ask, Frame, Known, all, any};
use super::numbers::Mask;
use super::search::Goal;
use super::world::{EITHER, NO, OTHER, Situation, Var, World, YES, marked, sets_in};

/// A moment at which a list is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Choosing a hole and direction in the `move` section of this index.
    Choosing(usize),
    /// The beginning of a turn in the `move` section of this index.
    Begin(usize),
    /// A seed has been sown.
    EachSeed,
    /// The last seed of a lap has been sown.
    LastSeed,
    /// The turn is over.
    AfterTurn,
    /// A player is to move.
    BeforeTurn,
    /// The board has been filled for the next round.
    AfterRefilling,
}

/// A moment with its mover and hole, and all that may hold then.
pub struct Setting<'w> {
    pub frame: Frame,
    pub situation: Situation,
    /// Least and greatest number of seeds in all cells together.
    pub seeds: (i64, i64),
    /// Further conditions that hold.
    pub goals: Vec<Goal<'w>>,
}

impl Moment {
    /// The moment as the vocabulary of rules knows it.
    fn read(self) -> model::Moment {
        match self {
            Moment::Choosing(_) => model::Moment::Choosing,
            Moment::Begin(_) => model::Moment::Begin,
            Moment::EachSeed => model::Moment::EachSeed,
            Moment::LastSeed => model::Moment::LastSeed,
            Moment::AfterTurn => model::Moment::AfterTurn,
            Moment::BeforeTurn => model::Moment::BeforeTurn,
            Moment::AfterRefilling => model::Moment::AfterRefilling,
        }
    }
}

impl<'r> World<'r> {
    /// Settings of a moment: one for each mover and each hole that it can be about.
    pub fn settings(&self, moment: Moment) -> Vec<Setting<'_>> {
        let movers = 0..self.rules.board.players.value;
        movers
            .flat_map(|mover| self.heres(moment, mover).into_iter().map(move |here| (mover, here)))
            .map(|(mover, here)| self.setting(moment, mover, here))
            .collect()
    }

    /// Holes that a moment can be about.
    fn heres(&self, moment: Moment, mover: Player) -> Vec<Option<Cell>> {
        let board = &self.rules.board;
        match moment {
            Moment::BeforeTurn | Moment::AfterRefilling => vec![None],
            Moment::Choosing(_) | Moment::Begin(_) => (0..board.holes()).map(Some).collect(),
            Moment::EachSeed | Moment::LastSeed if !self.may_not_sow() => {
                board.track_of(mover, Way::Counterclockwise).iter().map(|cell| Some(*cell)).collect()
            }
            Moment::EachSeed | Moment::LastSeed | Moment::AfterTurn => {
                let beside = (board.holes()..board.cells()).filter(|cell| board.is_on_track(mover, *cell));
                (0..board.holes()).chain(beside).map(Some).collect()
            }
        }
    }

    /// Whether a turn can reach `last seed` without sowing.
    fn may_not_sow(&self) -> bool {
        !self.begin().all(sows)
    }

    /// Whether `here` still holds all its seeds when `last seed` is read, because they were sown or placed last.
    fn leaves_the_seed(&self) -> bool {
        let here = HoleSet::One(One::Here);
        let places = |action: &Action| matches!(action.effects.last(), Some(Effect::Place { count: Amount::Number(1..), into, .. }) if *into == here);
        self.rules.each_seed.is_empty() && self.begin().all(|action| sows(action) || places(action))
    }

    /// The first actions of turns.
    fn begin(&self) -> impl Iterator<Item = &'r Action> {
        self.rules.moves.iter().flat_map(|section| &section.begin).map(|rule| &rule.value)
    }

    fn setting(&self, moment: Moment, mover: Player, here: Option<Cell>) -> Setting<'_> {
        let (rules, board) = (self.rules, &self.rules.board);
        let mut situation = self.open();
        let choosing = matches!(moment, Moment::Choosing(_) | Moment::Begin(_));
        let turn = !matches!(moment, Moment::BeforeTurn | Moment::AfterRefilling);
        let sown = matches!(moment, Moment::EachSeed | Moment::LastSeed) && !self.may_not_sow();
        let untouched = moment == Moment::EachSeed || moment == Moment::LastSeed && self.leaves_the_seed();
        let frame = Frame { mover, here, origin: here.filter(|_| choosing), untouched };
        let mut set = |var, mask| self.set(&mut situation, var, mask);
        for happened in Happened::ALL.into_iter().filter(|happened| !happened.is_of_the_turn_before()) {
            for cell in 0..board.cells() {
                let spared = happened == Happened::Raided && board.owner[cell].is_none_or(|owner| owner == mover);
                if choosing || !turn || spared {
                    set(Var::Happened(happened, cell), NO);
                }
            }
        }
        // facts that rules cannot ask about at a moment are false; the others are open
        for fact in Fact::ALL {
            set(Var::Fact(fact), if fact.need().is_met_at(moment.read()) { EITHER } else { NO });
        }
        if rules.repeated.is_none() {
            set(Var::Fact(Fact::Repeated), NO);
        }
        if matches!(moment, Moment::LastSeed | Moment::AfterTurn) {
            set(Var::Fact(Fact::LastSeed), YES);
        }
        match moment {
            Moment::Choosing(section) | Moment::Begin(section) => set(Var::Section, 1 << section.min(OTHER)),
            Moment::BeforeTurn | Moment::AfterRefilling => set(Var::Section, 1 << OTHER),
            Moment::EachSeed | Moment::LastSeed | Moment::AfterTurn => {}
        }
        if choosing || !turn {
            set(Var::Lap, 1 << OTHER);
        }
        if let Some(here) = here.filter(|_| moment != Moment::AfterTurn) {
            set(Var::Closed(here), NO);
            if sown {
                set(Var::Happened(Happened::Sown, here), YES);
                set(Var::Happened(Happened::SownThisLap, here), YES);
            }
            if choosing || untouched {
                self.restrict(&mut situation, Var::Seeds(here), self.classes.passing(|number| number >= 1));
            }
        }
        if moment == Moment::AfterRefilling {
            for store in &board.stores {
                self.restrict(&mut situation, Var::Seeds(*store), self.classes.containing(0));
            }
        }
        let fewer = rules.contest.is_some() || moment == Moment::EachSeed;
        let seeds = (if fewer { 0 } else { self.seeds }, self.seeds);
        Setting { frame, situation, seeds, goals: self.known(moment, frame, sown) }
    }

    /// What holds at a moment in every position.
    fn known(&self, moment: Moment, frame: Frame, sown: bool) -> Vec<Goal<'_>> {
        let rules = self.rules;
        let mut goals: Vec<Goal<'_>> = Vec::new();
        if self.largest_drop > 1 && matches!(moment, Moment::EachSeed | Moment::LastSeed) {
            goals.push(Box::new(move |situation| Ask::new(self, &frame, situation).fits_a_drop()));
        }
        let ask = move |frame: &Frame, situation: &Situation, question: &dyn Fn(Ask<'_>) -> Known<bool>| {
            question(Ask::new(self, frame, situation))
        };
        match moment {
            Moment::Choosing(section) | Moment::Begin(section) => {
                let section = &rules.moves[section];
                if let Some(when) = &section.when {
                    let before = Frame { here: None, origin: None, ..frame };
                    goals.push(Box::new(move |situation| ask(&before, situation, &|ask| ask.holds(when))));
                }
                if let (Moment::Begin(_), Some(here)) = (moment, frame.here) {
                    goals.push(Box::new(move |situation| {
                        ask(&frame, situation, &|ask| chosen(ask, &section.from, here))
                    }));
                }
            }
            Moment::EachSeed | Moment::LastSeed if sown && frame.untouched && self.skips_as_seen() => {
                if let Some(here) = frame.here {
                    goals.push(Box::new(move |situation| {
                        ask(&frame, situation, &|ask| ask.before_the_seed().is_skipped(here).map(|skipped| !skipped))
                    }));
                }
            }
            Moment::BeforeTurn => goals.push(Box::new(move |situation| {
                let stuck = ask(&frame, situation, &|ask| ask.holds(&Condition::Fact(Fact::NoLegalMove)))?;
                match self.may_choose(&frame, situation)? {
                    true => Ok(!stuck || self.forbids()),
                    false => Ok(stuck),
                }
            })),
            Moment::AfterRefilling => goals.push(Box::new(move |situation| {
                ask(&frame, situation, &|ask| {
                    let both = Condition::And(vec![Condition::Fact(Fact::WonRound), Condition::Fact(Fact::LostRound)]);
                    ask.holds(&both).map(|both| !both)
                })
            })),
            Moment::EachSeed | Moment::LastSeed | Moment::AfterTurn => {}
        }
        goals
    }

    /// Whether sowing asked if it skips the hole of the last seed, with the same answer as now but for that one seed. It
    /// does not ask when it sows `into` a hole, and `skip` may speak of the seed before.
    fn skips_as_seen(&self) -> bool {
        let into = |rule: &Rule| matches!(rule.value.outcome, Some(Outcome::Sow { into: true, .. }));
        // a sown seed takes nothing, and the last turn is over
        let settled = |happened: Happened| happened.is_of_the_turn_before() || happened == Happened::Raided;
        let mut passing = false;
        let mut look = |part: Part<'_>| {
            passing |= match part {
                Part::One(One::Here) | Part::Condition(Condition::Makes(_) | Condition::WasEmpty) => true,
                Part::Condition(Condition::Is(_, Property::Happened(happened))) => !settled(*happened),
                _ => false,
            };
        };
        self.rules.skip.iter().for_each(|skip| skip.value.visit(&mut look));
        !passing && self.largest_drop == 1 && !self.rules.rules_of_turns().any(into)
    }

    /// Whether a move that can be chosen can turn out to be illegal.
    pub fn forbids(&self) -> bool {
        let illegal = |rule: &Rule| rule.value.outcome == Some(Outcome::Illegal);
        let endless = self.rules.endless.as_ref().is_some_and(|endless| endless.value == Endless::Illegal);
        endless || self.rules.skip.is_some() || self.rules.contest.is_some() || self.rules.rules_of_turns().any(illegal)
    }

    /// Whether `from` lets the mover choose some hole.
    pub fn may_choose(&self, frame: &Frame, situation: &Situation) -> Known<bool> {
        let holes = 0..self.rules.board.holes();
        any(self.rules.moves.iter().enumerate().flat_map(|(section, rules)| {
            holes.clone().map(move |hole| {
                let mut situation = situation.clone();
                self.set(&mut situation, Var::Section, 1 << section.min(OTHER));
                let between = Frame { here: None, origin: None, ..*frame };
                let occupied = Condition::Is(One::Here, Property::Occupied);
                let open = Condition::Not(Box::new(Condition::Constant(false)));
                let at = Frame { here: Some(hole), origin: Some(hole), ..*frame };
                let ask = Ask::new(self, &at, &situation);
                let when = rules.when.as_ref().unwrap_or(&open);
                all([
                    ask.holds(&occupied),
                    ask.is_open(hole),
                    Ask::new(self, &between, &situation).holds(when),
                    chosen_any_way(self, &at, &situation, &rules.from, &rules.direction, hole),
                ])
            })
        }))
    }

    /// Works out who can have marked each hole: only players for whom some rule can mark it.
    pub fn learn_marks(&mut self) {
        let start = Position::start(self.rules);
        let unmarks = self.rules.does(|effect| matches!(effect, Effect::To(Change::Unmark, _)));
        let marks = self.rules.does(|effect| matches!(effect, Effect::To(Change::Mark, _)));
        self.marks = start.marks.iter().map(|players| marked(*players) | if unmarks { NO } else { 0 }).collect();
        let swaps = self.rules.offers().any(|(_, rule)| rule.value.outcome == Some(Outcome::SwapSides));
        let mut grows = marks || swaps;
        while grows {
            grows = swaps && self.swap_marks();
            for (moment, list) in self.lists() {
                for (at, rule) in list.iter().enumerate() {
                    // what is offered is done after the effects of the rule that plays
                    let later = rule.value.may && moment == Moment::BeforeTurn;
                    for (nth, effect) in rule.value.effects.iter().enumerate() {
                        if let Effect::To(Change::Mark, set) = effect {
                            for (cell, player) in self.more_marks(moment, list, at, set, nth == 0 && !later) {
                                self.marks[cell] |= self.with_mark(cell, player) | NO;
                                grows = true;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Adds the marks that come about when the players swap sides. Returns whether there are any.
    fn swap_marks(&mut self) -> bool {
        let other = |players: Players| players.each().map(|player| 1 - player).collect();
        let before = self.marks.clone();
        for (cell, marks) in self.marks.iter_mut().enumerate() {
            let from = sets_in(before[self.rules.board.exchanged(cell)]);
            *marks |= from.fold(0, |found, players| found | marked(other(players)));
        }
        self.marks != before
    }

    /// Who can have marked a cell once a player has marked it, too.
    fn with_mark(&self, cell: Cell, player: Player) -> Mask {
        match self.rules.board.marks_by_each() {
            true => sets_in(self.marks[cell]).fold(0, |found, players| found | marked(players.and(player))),
            false => marked(Players::one(player)),
        }
    }

    /// Marks that a rule can add to those known to be possible.
    fn more_marks(&self, moment: Moment, list: &[Rule], at: usize, set: &HoleSet, exact: bool) -> Vec<(Cell, Player)> {
        let mut found = Vec::new();
        for setting in self.settings(moment) {
            let frame = setting.frame;
            let ask = Ask::new(self, &frame, &setting.situation);
            // no search needed for what the rule can never mark here
            let possible = if exact { ask.possible(set) } else { None };
            for cell in 0..self.marks.len() {
                let more = self.with_mark(cell, frame.mover) & !self.marks[cell];
                let known = more == 0 || found.contains(&(cell, frame.mover));
                let never = match &possible {
                    Some(cells) => !cells.contains(&cell),
                    None if exact => ask.contains(set, cell) == Ok(false),
                    None => *set == HoleSet::One(One::Here) && frame.here != Some(cell),
                };
                if known || never {
                    continue;
                }
                let mut goals: Vec<Goal<'_>> = self.first_fits(frame, list, at);
                if exact {
                    goals.push(Box::new(move |situation| Ask::new(self, &frame, situation).contains(set, cell)));
                }
                if !self.is_ruled_out(&setting, &goals) {
                    found.push((cell, frame.mover));
                }
            }
        }
        found
    }

    /// The lists of rules, with the moments at which they are read.
    pub fn lists(&self) -> Vec<(Moment, &'r [Rule])> {
        let rules = self.rules;
        let begin = rules.moves.iter().enumerate().map(|(at, section)| (Moment::Begin(at), section.begin.as_slice()));
        let after = rules.contest.as_ref().map_or(&[][..], |contest| contest.after_refilling.as_slice());
        let others = [
            (Moment::EachSeed, rules.each_seed.as_slice()),
            (Moment::LastSeed, &rules.last_seed),
            (Moment::AfterTurn, &rules.after_turn),
            (Moment::BeforeTurn, &rules.before_turn),
            (Moment::AfterRefilling, after),
        ];
        begin.chain(others).filter(|(_, list)| !list.is_empty()).collect()
    }

    /// Goals that make a rule apply. One that offers something needs a rule below that lets the mover play.
    pub fn applying<'a>(&'a self, frame: Frame, list: &'a [Rule], at: usize) -> Vec<Goal<'a>> {
        let mut goals = self.first_fits(frame, list, at);
        let plays = |rule: &Rule| rule.value.outcome == Some(Outcome::Play);
        if list[at].value.may && list.iter().any(plays) {
            let below = list.iter().enumerate().skip(at).filter(move |(_, rule)| plays(rule));
            let below: Vec<Vec<Goal<'a>>> = below.map(|(play, _)| self.first_fits(frame, list, play)).collect();
            goals.push(Box::new(move |situation| {
                any(below.iter().map(|goals| all(goals.iter().map(|goal| goal(situation)))))
            }));
        }
        goals
    }

    /// Goals that make the rule `at` the first that fits; with an index past the list, that no rule fits.
    pub fn first_fits<'a, T: Choosable>(&'a self, frame: Frame, list: &'a [Case<T>], at: usize) -> Vec<Goal<'a>> {
        let fits = move |condition: &'a Condition, wanted: bool| -> Goal<'a> {
            Box::new(move |situation| Ask::new(self, &frame, situation).holds(condition).map(|holds| holds == wanted))
        };
        let never: fn() -> Goal<'a> = || Box::new(|_| Ok(false));
        let mut goals: Vec<Goal<'a>> = Vec::new();
        if let Some(condition) = list.get(at).and_then(|case| case.condition.as_ref()) {
            goals.push(fits(condition, true));
        }
        // rules that the mover can decline decide nothing for those below
        for before in list.iter().take(at).filter(|case| !case.value.may()) {
            goals.push(before.condition.as_ref().map_or_else(never, |condition| fits(condition, false)));
        }
        goals
    }
}

/// Whether a turn with this first action sows.
fn sows(action: &Action) -> bool {
    matches!(action.outcome, Some(Outcome::Sow { .. }))
}

/// A value of a case that the mover may be able to decline.
pub trait Choosable {
    /// Whether the mover can decline it.
    fn may(&self) -> bool {
        false
    }
}

impl Choosable for Action {
    fn may(&self) -> bool {
        self.may
    }
}
impl Choosable for HoleSet {}
impl Choosable for Direction {}

/// Whether `from` lets a hole be chosen.
fn chosen(ask: Ask<'_>, from: &[Case<HoleSet>], hole: Cell) -> Known<bool> {
    // if no case contains the hole, it does not matter which case applies
    if any(from.iter().map(|case| ask.contains(&case.value, hole))) == Ok(false) {
        return Ok(false);
    }
    for case in from {
        if case.condition.as_ref().map_or(Ok(true), |condition| ask.holds(condition))? {
            return ask.contains(&case.value, hole);
        }
    }
    Ok(false)
}

/// Whether `from` lets a hole be chosen for one of its possible directions.
fn chosen_any_way(
    world: &World<'_>,
    frame: &Frame,
    situation: &Situation,
    from: &[Case<HoleSet>],
    direction: &[Case<Direction>],
    hole: Cell,
) -> Known<bool> {
    let either = direction
        .iter()
        .any(|case| !matches!(case.value, Direction::One(mancala_rules::rules::model::Way::Counterclockwise)));
    let ways: &[u64] = if either { &[1, 2] } else { &[1] };
    let mut sure = Vec::new();
    for way in ways {
        let mut situation = situation.clone();
        world.set(&mut situation, Var::Way, *way);
        sure.push(chosen(Ask::new(world, frame, &situation), from, hole));
    }
    // which direction is possible is open: only if all agree is the answer certain
    match sure.as_slice() {
        [one] => *one,
        [one, other] if one == other => *one,
        _ => Err(super::ask::Open::Either),
    }
}
