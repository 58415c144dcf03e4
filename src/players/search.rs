//! A player that looks ahead: alpha-beta, ply after ply deeper, with what was found out remembered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Player;
use super::layout::lay_out;
use super::transpositions::{Bound, Reach, Transpositions};
use super::value::{self, MOST, Scale, Value};
use crate::chance::{Generator, choice};
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::{Fault, FaultAt};
use crate::play::Game;
use crate::rules::model;
use crate::solver::Book;

/// No search looks further ahead, in plies.
pub const DEEPEST: u32 = 200;

/// Positions that are remembered, at most.
const MOST_REMEMBERED: u64 = 1 << 20;

/// After so many positions it is looked whether time is over.
const LOOK_ROUND: u64 = 256;

/// When a search ends. Without any limit it ends when the game is searched to its end, or when it is asked to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// After so many plies ahead.
    pub depth: Option<u32>,
    /// When so many positions were looked at.
    pub positions: Option<u64>,
    /// After this time.
    pub time: Option<Duration>,
}

/// What a search knows of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move, by index as [`Game::play_nth`] takes it.
    pub index: usize,
    /// What it is worth to the player to move.
    pub value: Value,
    /// The move and what is best for both sides after it, by name.
    pub moves: Vec<String>,
}

/// What a search knows after it has looked so many plies ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// How many plies.
    pub depth: u32,
    /// The best moves, the best first; as many as were asked for.
    pub lines: Vec<Line>,
    /// Positions looked at since the search began.
    pub positions: u64,
    /// How far it came.
    pub certainty: Certainty,
}

/// How sure what a search found is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The game goes on beyond what was looked at.
    Guess,
    /// All that matters was followed to the end of the game, or to values that are known; but some lines came back to a
    /// position that had stood before, or depend on what endless play is worth, and may be worth something else on another
    /// way.
    UnlessItCircles,
    /// All that matters was followed to the end of the game, or to values that are known.
    Solved,
}

/// Looks ahead as far as its limits let it. With more than two players it takes it that all others play against it.
pub struct Search {
    limits: Limits,
    table: Option<Transpositions>,
    /// Whose search the table is of, where more than two play.
    side: Option<model::Player>,
    book: Option<Arc<Book>>,
}

impl Search {
    /// A player who looks ahead until one of the limits.
    pub fn new(limits: Limits) -> Search {
        Search { limits, table: None, side: None, book: None }
    }

    /// The same, with a database of solved positions: where it comes to one of them, its value is known.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<Book>>) -> Search {
        Search { book, ..self }
    }

    /// Looks at a game that is not over, and tells after every depth what the best moves are, at most so many of them.
    /// Tells nothing if it is stopped before it has looked at every move one ply deep.
    ///
    /// # Errors
    ///
    /// The rules give no answer in a position that it looked at.
    pub fn analyse(
        &mut self,
        game: &Game,
        lines: usize,
        chance: &mut Generator,
        progress: &Progress,
        mut each: impl FnMut(&Depth),
    ) -> Result<Option<Depth>, FaultAt> {
        let game = game.ahead().map_err(|fault| FaultAt::new(fault, game.position()))?;
        let mut ahead = self.begin(game, lines.max(1), progress);
        let mut last = None;
        match ahead.deepen(chance, &mut |depth| {
            each(&depth);
            last = Some(depth);
        }) {
            Ok(()) | Err(Halt::Stop) => {}
            Err(Halt::Fault(fault)) => return Err(FaultAt::new(fault, ahead.game.position())),
        }
        progress.add(0, ahead.positions - ahead.told);
        Ok(last)
    }

    fn begin<'a>(&'a mut self, game: Game, lines: usize, progress: &'a Progress) -> Ahead<'a> {
        let side = (game.players() > 2).then(|| game.to_move());
        let met = self.limits.depth.map_or(u64::MAX, |depth| 8_u64.saturating_pow(depth));
        let most = self.limits.positions.unwrap_or(u64::MAX).min(met).clamp(1 << 10, MOST_REMEMBERED);
        let table = self.table.get_or_insert_with(|| Transpositions::new(usize::try_from(most).unwrap_or(1 << 10)));
        if self.side != side {
            table.clear();
            self.side = side;
        }
        Ahead {
            scale: Scale::of(&game),
            me: game.to_move(),
            game,
            table,
            book: self.book.as_deref(),
            limits: self.limits,
            end: self.limits.time.map(|time| Instant::now() + time),
            lines,
            progress,
            positions: 0,
            told: 0,
            certain: false,
            orders: Vec::new(),
            principal: Vec::new(),
        }
    }
}

impl Player for Search {
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        if game.choices() < 2 {
            return Ok(0);
        }
        let found = self.analyse(game, 1, chance, progress, |_| {})?;
        Ok(found.and_then(|depth| depth.lines.first().map(|line| line.index)).unwrap_or(0))
    }

    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        lay_out(contest, chance, progress)
    }
}

/// Why a search does not go on.
enum Halt {
    /// A limit is reached, or it was asked to stop.
    Stop,
    /// The rules give no answer.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Halt::Fault(fault)
    }
}

/// A search in progress.
struct Ahead<'a> {
    game: Game,
    scale: Scale,
    /// Who is to move where it begins.
    me: model::Player,
    table: &'a mut Transpositions,
    book: Option<&'a Book>,
    limits: Limits,
    end: Option<Instant>,
    /// How many of the best moves are valued.
    lines: usize,
    progress: &'a Progress,
    positions: u64,
    /// Of these, how many are counted in `progress`.
    told: u64,
    /// Whether there is a move to play, so that it may stop.
    certain: bool,
    /// For each ply the moves in the order in which they are tried.
    orders: Vec<Vec<(i32, usize)>>,
    /// For each ply the best moves from there on, by index.
    principal: Vec<Vec<usize>>,
}

impl Ahead<'_> {
    /// Looks ply after ply deeper.
    fn deepen(&mut self, chance: &mut Generator, each: &mut dyn FnMut(Depth)) -> Result<(), Halt> {
        let choices = self.game.list()?;
        // moves of the same worth are tried in an order of chance, so that the first of them is any
        let mut order: Vec<usize> = (0..choices).collect();
        for place in (1..choices).rev() {
            order.swap(place, choice(place + 1, chance));
        }
        let deepest = self.limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
        for depth in 1..=deepest {
            if self.certain && self.progress.is_stopped() {
                return Err(Halt::Stop);
            }
            let (lines, reach) = self.root(depth, &mut order)?;
            let certainty = match reach {
                Reach { cut: true, .. } => Certainty::Guess,
                Reach { circles: true, .. } => Certainty::UnlessItCircles,
                Reach { .. } => Certainty::Solved,
            };
            each(Depth { depth, lines, positions: self.positions, certainty });
            self.certain = true;
            if certainty != Certainty::Guess {
                break;
            }
        }
        Ok(())
    }

    /// Values the best moves; those that are best come first in the order then.
    fn root(&mut self, depth: u32, order: &mut Vec<usize>) -> Result<(Vec<Line>, Reach), Halt> {
        let mut found: Vec<(i32, usize, Vec<usize>)> = Vec::new();
        let mut reach = Reach::default();
        for index in order.clone() {
            let full = found.len() >= self.lines;
            let worst = if full { found.last().map_or(-MOST, |(value, ..)| *value) } else { -MOST };
            let (mut value, mut reached) = if full && self.lines == 1 {
                self.child(index, depth, worst, worst + 1, 0)?
            } else {
                self.child(index, depth, worst, MOST, 0)?
            };
            if full && self.lines == 1 && value > worst {
                (value, reached) = self.child(index, depth, worst, MOST, 0)?;
            }
            reach = reach.and(reached);
            if full && value <= worst {
                continue;
            }
            let mut moves = vec![index];
            moves.extend(self.principal.get(1).into_iter().flatten());
            let place = found.iter().position(|(other, ..)| *other < value).unwrap_or(found.len());
            found.insert(place, (value, index, moves));
            found.truncate(self.lines);
        }
        let best: Vec<usize> = found.iter().map(|(_, index, _)| *index).collect();
        order.retain(|index| !best.contains(index));
        order.splice(0..0, best);
        let mut lines = Vec::new();
        for (value, index, moves) in found {
            let moves = self.names(&moves, depth)?;
            lines.push(Line { index, value: Value::new(value), moves });
        }
        Ok((lines, reach))
    }

    /// The names of moves that follow one another, and of those that are remembered to be best after them.
    fn names(&mut self, moves: &[usize], most: u32) -> Result<Vec<String>, Halt> {
        let begin = self.game.depth();
        let mut names = Vec::new();
        let mut given = moves.iter().copied();
        while names.len() < most as usize {
            let choices = self.game.list()?;
            let remembered = |table: &Transpositions, key| table.get(key).map(|entry| usize::from(entry.best));
            let next = given.next().or_else(|| remembered(self.table, self.game.key()));
            let Some(index) = next.filter(|index| *index < choices) else { break };
            names.extend(self.game.listed(index).map(|play| play.to_string()));
            self.game.forth(index)?;
        }
        while self.game.depth() > begin {
            self.game.back();
        }
        Ok(names)
    }

    /// The value of a move for the side that makes it, which is of interest between two bounds.
    fn child(&mut self, index: usize, depth: u32, low: i32, high: i32, ply: usize) -> Result<(i32, Reach), Halt> {
        let side = self.game.to_move() == self.me;
        self.game.forth(index)?;
        let same = self.game.decision().is_some() || (self.game.to_move() == self.me) == side;
        let found = if same {
            self.value(side, depth - 1, low, high, ply + 1)
        } else {
            self.value(!side, depth - 1, -high, -low, ply + 1)
        };
        let (value, reach) = match found {
            Ok(found) => found,
            // where the rules give no answer is told
            Err(halt @ Halt::Fault(_)) => return Err(halt),
            Err(stop) => {
                self.game.back();
                return Err(stop);
            }
        };
        self.game.back();
        Ok((if same { value } else { -value }, reach))
    }

    /// The value of the position for the side to move, which is this player's or that of the others.
    fn value(&mut self, mine: bool, depth: u32, low: i32, high: i32, ply: usize) -> Result<(i32, Reach), Halt> {
        self.count()?;
        if let Some(principal) = self.principal.get_mut(ply) {
            principal.clear();
        }
        let circles = self.game.has_stood();
        if !circles && let Some(known) = self.known(ply) {
            return Ok(known);
        }
        if self.game.decision().is_some() || depth == 0 {
            let cut = self.game.decision().is_none();
            return Ok((self.worth(mine, ply), Reach { cut, circles }));
        }
        let key = self.game.key();
        // a position that stood before may end otherwise than when it is first met
        let known = if circles { None } else { self.table.get(key) };
        let plies = ply as i32;
        if let Some(entry) = known
            && (u32::from(entry.depth) >= depth || entry.reach.is_final())
        {
            let value = value::from_root(entry.value, plies);
            let settled = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= high,
                Bound::AtMost => value <= low,
            };
            if settled {
                return Ok((value, entry.reach));
            }
        }
        let first = known.map(|entry| usize::from(entry.best));
        let choices = self.order(mine, first, depth, ply)?;
        let (mut best, mut best_index) = (-MOST, 0);
        let mut reach = Reach { cut: false, circles };
        let mut bound = Bound::AtMost;
        let mut least = low;
        for place in 0..choices {
            let Some((_, index)) = self.orders.get(ply).and_then(|order| order.get(place)).copied() else { break };
            let (mut value, mut reached) = if place == 0 {
                self.child(index, depth, least, high, ply)?
            } else {
                self.child(index, depth, least, least + 1, ply)?
            };
            if place > 0 && value > least && value < high {
                (value, reached) = self.child(index, depth, least, high, ply)?;
            }
            if value >= high {
                // this move alone is enough
                reach = Reach { circles: reached.circles || circles, ..reached };
            } else {
                reach = reach.and(reached);
            }
            if value > best {
                (best, best_index) = (value, index);
                if value > least {
                    least = value;
                    bound = Bound::Exact;
                    self.remember_line(ply, index);
                }
            }
            if value >= high {
                bound = Bound::AtLeast;
                break;
            }
        }
        if !circles {
            self.table.put(key, value::from_here(best, plies), best_index, depth, bound, reach);
        }
        Ok((best, reach))
    }

    /// The value of the position for the side to move, if the database knows it.
    fn known(&self, ply: usize) -> Option<(i32, Reach)> {
        let book = self.book?;
        let seeds = usize::try_from(self.game.seeds_in_unmarked_holes()).ok()?;
        if seeds > book.solver.most_seeds() || self.game.decision().is_some() {
            return None;
        }
        let known = book.known(&self.game.left())?;
        Some((value::known(known.worth, ply as i32), Reach { cut: false, circles: !known.settled }))
    }

    /// A move is best from a ply on, with what is best after it.
    fn remember_line(&mut self, ply: usize, index: usize) {
        if self.principal.len() < ply + 2 {
            self.principal.resize(ply + 2, Vec::new());
        }
        let after = std::mem::take(&mut self.principal[ply + 1]);
        let line = &mut self.principal[ply];
        line.clear();
        line.push(index);
        line.extend(&after);
        self.principal[ply + 1] = after;
    }

    /// Puts the moves in the order in which they are tried: what was best before, then by what they bring.
    fn order(&mut self, mine: bool, first: Option<usize>, depth: u32, ply: usize) -> Result<usize, Halt> {
        let choices = self.game.list()?;
        if self.orders.len() <= ply {
            self.orders.resize(ply + 1, Vec::new());
        }
        let mut order = std::mem::take(&mut self.orders[ply]);
        order.clear();
        for index in 0..choices {
            let brings = match first {
                Some(first) if first == index => MOST,
                // where little lies below, order costs more than it saves
                _ if depth == 1 => 0,
                _ => self.scale.after(&self.game, index, self.me) * if mine { 1 } else { -1 },
            };
            order.push((-brings, index));
        }
        order.sort_unstable();
        self.orders[ply] = order;
        Ok(choices)
    }

    /// The value as it can be seen here, for the side to move.
    fn worth(&self, mine: bool, ply: usize) -> i32 {
        let value = self.scale.value(&self.game, self.me, ply as i32);
        if mine { value } else { -value }
    }

    /// Counts a position; says when to stop.
    fn count(&mut self) -> Result<(), Halt> {
        self.positions += 1;
        if self.positions.is_multiple_of(LOOK_ROUND) {
            self.progress.add(0, LOOK_ROUND);
            self.told += LOOK_ROUND;
            let over = self.end.is_some_and(|end| Instant::now() >= end);
            if self.certain && over || self.progress.is_stopped() {
                return Err(Halt::Stop);
            }
        }
        if self.certain && self.limits.positions.is_some_and(|most| self.positions > most) {
            return Err(Halt::Stop);
        }
        Ok(())
    }
}
