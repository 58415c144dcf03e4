//! Scenes: situations made concrete as a position and a move, and played by the narrator to confirm them.

use mancala_engine::draw::draw;
use mancala_engine::game::{Event, Fault, Hole, LastTurn, Position, Sowing, cell_name};
use mancala_engine::narrator::{Narrator, may_choose, rehearse, section_ways};
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::{Cell, Condition, Fact, Happened, Outcome, Rules, Way};
use mancala_rules::source::Span;

use super::ask::{Ask, Frame};
use super::moments::{Moment, Setting};
use super::search::{Found, Goal};
use super::world::{self, NO, OTHER, Situation, Var, World, YES, player, sets_in};

/// A position, and the move that leads to a list being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The position before the move.
    pub position: Position,
    /// The move, if the list is read during a turn.
    pub play: Option<Sowing>,
    /// Events up to the reading of the list.
    pub events: Vec<Event>,
}

/// Result of reading a list in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Span of the first rule that fitted.
    pub rule: Option<Span>,
    /// The rules of `before turn` that offer something.
    pub offered: Vec<Span>,
    /// Why the rules left the scene undecided, if so.
    pub fault: Option<Fault>,
}

impl Reading {
    /// Whether a rule decides, or offers something.
    pub fn is_by(&self, rule: Span) -> bool {
        self.rule == Some(rule) || self.offered.contains(&rule)
    }

    /// Whether no rule fitted.
    pub fn is_nothing(&self) -> bool {
        let undecided = [Fault::UNDECIDED, Fault::NOTHING_BEFORE_TURN, Fault::NO_FROM, Fault::NO_DIRECTION];
        self.rule.is_none() && self.fault.as_ref().is_some_and(|fault| undecided.contains(&fault.message.as_str()))
    }
}

/// The narrator's name of a list.
pub fn list_name(moment: Moment) -> &'static str {
    match moment {
        Moment::Choosing(_) => "from",
        Moment::Begin(_) => "begin",
        Moment::EachSeed => "each seed",
        Moment::LastSeed => "last seed",
        Moment::AfterTurn => "after turn",
        Moment::BeforeTurn => "before turn",
        Moment::AfterRefilling => "each player after refilling",
    }
}

impl Scene {
    /// Plays a scene. Returns it with the result of its list.
    fn play(rules: &Rules, moment: Moment, position: Position, play: Option<Sowing>) -> (Scene, Reading) {
        let (events, fault) = match &play {
            Some(play) => rehearse(rules, &position, play),
            None => match Narrator::from_position(rules, position.clone()) {
                Ok(mut game) => (game.take_events(), None),
                Err(fault) => (Vec::new(), Some(fault)),
            },
        };
        let name = list_name(moment);
        let offers = |event: &Event| if let Event::Offers { span, .. } = event { Some(*span) } else { None };
        let offered = events.iter().filter_map(offers).filter(|_| moment == Moment::BeforeTurn).collect();
        let rule = events.iter().find_map(|event| match event {
            Event::Rule { list, span, .. } if *list == name => Some(*span),
            _ => None,
        });
        // a rule of `before turn` that always fits causes no event
        let always =
            rules.before_turn.iter().find(|rule| rule.condition.is_none() && !rule.value.may).map(|rule| rule.span);
        let undecided = fault.as_ref().is_some_and(|fault| fault.message == Fault::NOTHING_BEFORE_TURN);
        let rule = rule.or(always.filter(|_| moment == Moment::BeforeTurn && !undecided));
        let until = events.iter().position(|event| matches!(event, Event::Rule { list, .. } if *list == name));
        let events = events[..until.unwrap_or(events.len())].to_vec();
        (Scene { position, play, events }, Reading { rule, offered, fault })
    }

    /// The scene as text: the board, the move, and the hole of the last seed.
    pub fn drawn(&self, rules: &Rules) -> String {
        let mover = self.position.to_move;
        let mut text = draw(rules, &self.position, Some(mover), false);
        if self.play.is_some() {
            text.push_str(&self.said(rules));
            text.push('\n');
        }
        text
    }

    /// The move, and the hole of the last seed.
    pub fn said(&self, rules: &Rules) -> String {
        let board = &rules.board;
        let name = capital(&player_name(board.players.value, self.position.to_move));
        let Some(play) = &self.play else { return format!("{name} is to move") };
        let played = format!("{name} plays {play}");
        let lap = self.events.iter().rev().find_map(|event| match event {
            Event::Lap { lap, last, was, dropped, .. } => Some((*lap, *last, *was, *dropped)),
            _ => None,
        });
        let Some((lap, last, was, dropped)) = lap else { return played };
        let held = match was {
            0 => "was empty".to_owned(),
            _ => format!("held {was}"),
        };
        let by: Vec<String> =
            self.position.marks[last].each().map(|player| player_name(board.players.value, player)).collect();
        let mark = match by.is_empty() || lap > 1 {
            true => String::new(),
            false => format!(" and is marked by {}", by.join(" and ")),
        };
        let fall =
            if dropped > 1 { format!("the last {dropped} seeds fall") } else { "the last seed falls".to_owned() };
        let fall = if lap == 1 { fall } else { format!("in lap {lap} {fall}") };
        format!("{played}; {fall} in {}, which {held}{mark}", cell_name(board, last))
    }
}

/// A first lap that ends in the hole of a setting.
struct Lap {
    /// The situation after the last seed.
    situation: Situation,
    /// Cells in which seeds fell, in order, and how many at a time.
    path: Vec<(Cell, i64)>,
    play: Sowing,
}

/// How the seeds of a first lap fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Drops {
    /// Seeds in a drop.
    by: i64,
    /// Seeds in the last drop.
    last: i64,
    /// Whether the last drop finds an empty hole; `None` where seeds fall one by one, since the number made tells.
    was_empty: Option<bool>,
}

impl Drops {
    /// Some ways in which seeds fall so many at a time: the last drop is a whole one or a single seed. `several` says
    /// that some seeds of the game fall several at a time.
    fn of(by: i64, several: bool) -> Vec<Drops> {
        let mut lasts = vec![by, 1];
        lasts.dedup();
        let found = if several { vec![Some(true), Some(false)] } else { vec![None] };
        let drops = |last| found.iter().map(move |was_empty| Drops { by, last, was_empty: *was_empty });
        lasts.into_iter().flat_map(drops).collect()
    }

    /// Seeds that fall into a hole of the lap.
    fn of_hole(self, is_last: bool) -> i64 {
        if is_last { self.last } else { self.by }
    }
}

impl Lap {
    /// Seeds before the lap was sown; `None` if there is no such position.
    fn before(&self, mut seeds: Vec<i64>) -> Option<Vec<i64>> {
        for (cell, drop) in &self.path {
            seeds[*cell] -= drop;
        }
        seeds[self.play.hole.cell()] += self.path.iter().map(|(_, drop)| drop).sum::<i64>();
        self.path.iter().all(|(cell, _)| seeds[*cell] >= 0).then_some(seeds)
    }
}

impl World<'_> {
    /// Looks for a scene in which the list of a moment has a wanted reading. `goals` returns what must hold in a frame.
    pub fn scene<'w>(
        &'w self,
        moment: Moment,
        wanted: &dyn Fn(&Reading) -> bool,
        goals: &dyn Fn(Frame) -> Vec<Goal<'w>>,
    ) -> Option<(Scene, Reading)> {
        self.settings(moment).into_iter().find_map(|mut setting| {
            if self.stop.is_stopped() {
                return None;
            }
            self.in_the_first_round(&mut setting.situation);
            let frame = setting.frame;
            let shown = |position: Position, play: Option<Sowing>| {
                let (scene, reading) = Scene::play(self.rules, moment, position, play);
                wanted(&reading).then_some((scene, reading))
            };
            match moment {
                // what is ruled out needs no search lap by lap
                Moment::LastSeed if self.is_ruled_out(&setting, &goals(frame)) => None,
                Moment::LastSeed => self.first_laps(&setting).into_iter().find_map(|lap| {
                    if self.stop.is_stopped() {
                        return None;
                    }
                    let frame = Frame { origin: Some(lap.play.hole.cell()), ..frame };
                    let mut all = goals(frame);
                    all.extend(lap.path.iter().map(|(cell, _)| self.takes_a_seed(frame, *cell)));
                    let found = self.exact(&setting, lap.situation.clone(), &all)?;
                    let position = self.position(frame, &found, lap.before(self.seeds_of(&found, setting.seeds)?)?)?;
                    may_choose(self.rules, &position, &lap.play).then(|| shown(position, Some(lap.play)))?
                }),
                Moment::BeforeTurn => {
                    let mut goals = goals(frame);
                    goals.push(self.stuck_for_certain(frame));
                    let found = self.exact(&setting, setting.situation.clone(), &goals)?;
                    shown(self.position(frame, &found, self.seeds_of(&found, setting.seeds)?)?, None)
                }
                Moment::Choosing(_) => {
                    let found = self.exact(&setting, setting.situation.clone(), &goals(frame))?;
                    shown(self.position(frame, &found, self.seeds_of(&found, setting.seeds)?)?, None)
                }
                Moment::Begin(section) => {
                    let found = self.exact(&setting, setting.situation.clone(), &goals(frame))?;
                    let position = self.position(frame, &found, self.seeds_of(&found, setting.seeds)?)?;
                    shown(position, Some(a_move(self.rules, section, frame.here?, Way::Counterclockwise)))
                }
                // these depend on the turn so far: only random games show them
                Moment::EachSeed | Moment::AfterTurn | Moment::AfterRefilling => None,
            }
        })
    }

    /// Fixes the situation of a first round: no hole is closed, and every hole has its first owner.
    pub fn in_the_first_round(&self, situation: &mut Situation) {
        let board = &self.rules.board;
        for (cell, owner) in board.owner.iter().enumerate() {
            self.set(situation, Var::Closed(cell), NO);
            self.set(situation, Var::Owner(cell), owner.map_or(NO, player));
        }
        let beside = board.stores.iter().filter(|store| !board.is_on_a_track(**store));
        for store in beside.filter(|store| !self.captures && board.start[**store] == 0) {
            self.restrict(situation, Var::Seeds(*store), self.classes.containing(0));
        }
    }

    /// Whether goals are proved to be out of reach in a setting.
    pub fn is_ruled_out(&self, setting: &Setting<'_>, goals: &[Goal<'_>]) -> bool {
        matches!(self.within(setting, setting.situation.clone(), goals), Found::None)
    }

    /// Looks for a situation of a setting, within `from`, in which goals hold.
    pub fn within(&self, setting: &Setting<'_>, from: Situation, goals: &[Goal<'_>]) -> Found {
        let all: Vec<&Goal<'_>> = goals.iter().chain(&setting.goals).collect();
        self.find(from, setting.seeds, &all)
    }

    fn exact(&self, setting: &Setting<'_>, from: Situation, goals: &[Goal<'_>]) -> Option<Situation> {
        match self.within(setting, from, goals) {
            Found::Situation(situation) => Some(*situation),
            Found::None | Found::GivenUp => None,
        }
    }

    /// The goal that a player has no legal move iff the player may choose no hole.
    fn stuck_for_certain(&self, frame: Frame) -> Goal<'_> {
        Box::new(move |situation| {
            let stuck = Ask::new(self, &frame, situation).holds(&Condition::Fact(Fact::NoLegalMove))?;
            self.may_choose(&frame, situation).map(|may| may != stuck)
        })
    }

    fn takes_a_seed(&self, frame: Frame, cell: Cell) -> Goal<'_> {
        Box::new(move |situation| {
            let ask = Ask::new(self, &frame, situation);
            if frame.here == Some(cell) { Ok(true) } else { ask.is_skipped(cell).map(|skipped| !skipped) }
        })
    }

    /// First laps of a turn that end in the hole of a setting, at most once round the track.
    fn first_laps(&self, setting: &Setting<'_>) -> Vec<Lap> {
        let (rules, mover) = (self.rules, setting.frame.mover);
        let board = &rules.board;
        let mut laps = Vec::new();
        for (number, section) in rules.moves.iter().enumerate() {
            let mut begins: Vec<(bool, Drops)> = Vec::new();
            for rule in &section.begin {
                if let Some(Outcome::Sow { by, into, .. }) = &rule.value.outcome {
                    let several = self.largest_drop > 1;
                    begins.extend(Drops::of(i64::from(*by), several).into_iter().map(|drops| (*into, drops)));
                }
            }
            begins.sort_unstable();
            begins.dedup();
            for (way, (into, drops), back) in section_ways(rules, number, mover)
                .into_iter()
                .flat_map(|way| begins.iter().map(move |begin| (way, *begin)))
                .flat_map(|(way, begin)| (0..board.track_of(mover, way).len()).map(move |back| (way, begin, back)))
            {
                let track = board.track_of(mover, way);
                let end = track.iter().position(|cell| Some(*cell) == setting.frame.here);
                let Some(end) = end else { return Vec::new() };
                let at = |steps: usize| track[(end + track.len() - steps) % track.len()];
                let hole = at(back);
                let path: Vec<(Cell, i64)> =
                    (0..back + usize::from(into)).rev().map(|steps| (at(steps), drops.of_hole(steps == 0))).collect();
                if path.is_empty() || hole >= rules.board.holes() {
                    continue;
                }
                let mut situation = setting.situation.clone();
                let mut fits = true;
                for cell in 0..rules.board.cells() {
                    let fell = path.iter().find(|(sown, _)| *sown == cell).map(|(_, drop)| *drop);
                    let sown = if fell.is_some() { YES } else { NO };
                    for var in [Var::Happened(Happened::Sown, cell), Var::Happened(Happened::SownThisLap, cell)] {
                        fits &= self.restrict(&mut situation, var, sown);
                    }
                    self.set(&mut situation, Var::Happened(Happened::Raided, cell), NO);
                    if let Some(drop) = fell {
                        let many = self.classes.passing(|number| number >= drop);
                        fits &= self.restrict(&mut situation, Var::Seeds(cell), many);
                    }
                }
                if let Some(was_empty) = drops.was_empty {
                    let last = track[end];
                    let made = self.classes.containing(drops.last);
                    let made = if was_empty { made } else { !made };
                    fits &= self.restrict(&mut situation, Var::WasEmpty, if was_empty { YES } else { NO });
                    fits &= self.restrict(&mut situation, Var::Seeds(last), made);
                }
                let left = self.classes.containing(path.first().filter(|_| into).map_or(0, |(_, drop)| *drop));
                fits &= self.restrict(&mut situation, Var::Seeds(hole), left);
                fits &= self.restrict(&mut situation, Var::Way, world::way(way));
                fits &= self.restrict(&mut situation, Var::Lap, 1 << self.laps.partition_point(|lap| *lap < 1));
                fits &= self.restrict(&mut situation, Var::Section, 1 << number.min(OTHER));
                if fits {
                    laps.push(Lap { situation, path, play: a_move(rules, number, hole, way) });
                }
            }
        }
        laps
    }

    /// The position of a situation with these seeds; `None` if no position fits.
    pub fn position(&self, frame: Frame, situation: &Situation, seeds: Vec<i64>) -> Option<Position> {
        let board = &self.rules.board;
        let values = |var| self.values(situation, var);
        if values(Var::Fact(Fact::Repeated)) & NO == 0 {
            return None;
        }
        let mut position = Position::empty(board);
        position.seeds = seeds;
        for cell in 0..board.cells() {
            position.marks[cell] = sets_in(values(Var::Mark(cell))).next()?;
        }
        let turn = values(Var::Turn);
        let unlisted = (1..).find(|turn| !self.turns.contains(turn))?;
        let listed = self.turns.get(turn.trailing_zeros() as usize).copied();
        let turn = if turn >> OTHER & 1 == 1 { unlisted } else { listed? };
        position.turns = vec![turn - 1; board.players.value];
        position.to_move = frame.mover;
        let first = values(Var::Fact(Fact::Starter)) & YES != 0;
        position.last = self.last_turn(situation)?;
        let next = (frame.mover + 1) % board.players.value;
        position.starter = if first { frame.mover } else { next };
        position.lot = if values(Var::Fact(Fact::Lot)) & YES != 0 { frame.mover } else { next };
        Some(position)
    }

    /// The last turn in a situation; the inner `None` if there need not have been one. The outer `None`: it would have
    /// begun or ended in several holes.
    #[expect(clippy::option_option, reason = "a turn, no turn, or a situation that cannot be")]
    fn last_turn(&self, situation: &Situation) -> Option<Option<LastTurn>> {
        let cells = 0..self.rules.board.cells();
        let find = |happened: Happened| {
            let var = |cell: Cell| Var::Happened(happened, cell);
            let surely: Vec<Cell> = cells.clone().filter(|cell| self.values(situation, var(*cell)) == YES).collect();
            let perhaps = cells.clone().find(|cell| self.values(situation, var(*cell)) & YES != 0);
            (surely, perhaps)
        };
        match (find(Happened::Played), find(Happened::Reached)) {
            ((played, _), (reached, _)) if played.is_empty() && reached.is_empty() => Some(None),
            ((played, may_play), (reached, may_reach)) if played.len() <= 1 && reached.len() <= 1 => {
                let (played, reached) =
                    (played.first().copied().or(may_play)?, reached.first().copied().or(may_reach)?);
                Some(Some(LastTurn { played, reached }))
            }
            _ => None,
        }
    }

    /// Numbers of seeds that a situation allows, with as many as possible in the stores; `None` if they do not add up.
    pub fn seeds_of(&self, situation: &Situation, (fewest, most): (i64, i64)) -> Option<Vec<i64>> {
        let board = &self.rules.board;
        let mask = |cell: Cell| self.values(situation, Var::Seeds(cell));
        let least = |cell: Cell| self.classes.numbers(mask(cell), 0, most).next();
        let mut seeds = (0..board.cells()).map(least).collect::<Option<Vec<i64>>>()?;
        let mut left = most - seeds.iter().sum::<i64>();
        // first the least for each cell, then the remaining seeds to any cell that can hold them
        let stores = board.stores.iter().copied();
        let mut cells: Vec<Cell> = stores.chain((0..board.cells()).rev()).collect();
        let mut seen = Vec::new();
        cells.retain(|cell| {
            !seen.contains(cell) && {
                seen.push(*cell);
                true
            }
        });
        let share = left / cells.len().max(1) as i64 + 1;
        for (cell, least) in cells.iter().map(|cell| (*cell, share)).chain(cells.iter().map(|cell| (*cell, most))) {
            let now = seeds[cell];
            if let Some(more) = self.classes.numbers(mask(cell), now, now + least.min(left)).next_back() {
                left -= more - now;
                seeds[cell] = more;
            }
        }
        (left >= 0 && left <= most - fewest).then_some(seeds)
    }
}

fn a_move(rules: &Rules, section: usize, hole: Cell, way: Way) -> Sowing {
    let hole = Hole::new(&rules.board, hole);
    Sowing { hole, way, says_way: rules.chooses_way(), answers: Vec::new(), section }
}
