//! A player that looks ahead: alpha-beta with iterative deepening and a transposition table.

use std::sync::Arc;
use std::time::Duration;

use mancala_rules::chance::{Generator, choice};
use mancala_rules::clock::Instant;
use mancala_rules::rules::model;

use super::Strategy;
use super::layout::lay_out;
use super::pace::Pace;
use super::transpositions::{Bound, Reach, Transpositions};
use super::value::{self, MOST, Outlook, Scale, Value};
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::{Fault, FaultAt};
use crate::play::Game;
use crate::solver::Book;

/// Most plies that a search looks ahead.
pub const DEEPEST: u32 = 200;

/// Most positions in the transposition table.
const MOST_REMEMBERED: u64 = 1 << 20;

/// When a search ends: at the first limit it reaches. Without a limit it ends once the game is solved, or when asked to
/// stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Most plies ahead.
    pub depth: Option<u32>,
    /// Most positions looked at.
    pub positions: Option<u64>,
    /// Longest time.
    pub time: Option<Duration>,
}

/// What a search found out about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Index of the move, as [`Game::play_nth`] takes it.
    pub index: usize,
    /// Worth to the player to move.
    pub value: Value,
    /// Names of the move and of the best moves of both sides after it.
    pub moves: Vec<String>,
}

/// Result of a search to a certain depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Depth in plies.
    pub depth: u32,
    /// The best moves, the best first; at most the number asked for.
    pub lines: Vec<Line>,
    /// Positions looked at since the search began.
    pub positions: u64,
    /// How certain the values are.
    pub certainty: Certainty,
}

/// How certain the result of a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The search was cut off before the end of the game.
    Guess,
    /// All lines that matter reach the end of the game or a known value, but some repeat an earlier position or depend
    /// on the value of endless play. Their value can differ if the position is reached in another way.
    UnlessItCircles,
    /// All lines that matter reach the end of the game or a known value.
    Solved,
}

impl Certainty {
    /// Interprets a value that is this certain: an even one is a draw, unless the game goes on.
    pub fn outlook(self, value: Value) -> Outlook {
        match value.outlook() {
            Outlook::Ahead(0) if self != Certainty::Guess => Outlook::Ends(0),
            outlook => outlook,
        }
    }
}

/// Alpha-beta search within limits. With more than two players it assumes that all others play against it.
pub struct Search {
    limits: Limits,
    table: Option<Transpositions>,
    /// With more than two players: the player whose search filled the table.
    side: Option<model::Player>,
    book: Option<Arc<Book>>,
}

impl Search {
    /// A player that looks ahead until it reaches one of the limits.
    pub fn new(limits: Limits) -> Search {
        Search { limits, table: None, side: None, book: None }
    }

    /// Adds a database of solved positions, whose values the search then uses.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<Book>>) -> Search {
        Search { book, ..self }
    }

    /// Analyses a game that is not over. Reports the best moves after each depth, at most `lines` of them. Reports
    /// nothing if it is stopped before it has looked at every move one ply deep.
    ///
    /// # Errors
    ///
    /// The rules leave a position undecided that the search looked at.
    pub fn analyse(
        &mut self,
        game: &Game,
        lines: usize,
        chance: &mut Generator,
        progress: &Progress,
        mut each: impl FnMut(&Depth),
    ) -> Result<Option<Depth>, FaultAt> {
        let mut last = None;
        self.look(game, lines, chance, progress, &mut |depth| {
            each(&depth);
            last = Some(depth);
        })?;
        Ok(last)
    }

    /// Analyses a game. Returns the best move of those that were looked at before the search was first stopped, even if
    /// these are not all; `None` if there is none.
    fn look(
        &mut self,
        game: &Game,
        lines: usize,
        chance: &mut Generator,
        progress: &Progress,
        each: &mut dyn FnMut(Depth),
    ) -> Result<Option<usize>, FaultAt> {
        let game = game.ahead().map_err(|fault| FaultAt::new(fault, game.position()))?;
        let mut ahead = self.begin(game, lines.max(1), progress);
        match ahead.deepen(chance, each) {
            Ok(()) | Err(Halt::Stop) => {}
            Err(Halt::Fault(fault)) => return Err(FaultAt::new(fault, ahead.game.position())),
        }
        ahead.pace.count();
        Ok(ahead.best)
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
            lines,
            pace: Pace::new(progress, self.limits.time.map(|time| Instant::now() + time)),
            positions: 0,
            certain: false,
            best: None,
            orders: Vec::new(),
            principal: Vec::new(),
        }
    }
}

impl Strategy for Search {
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        if game.choices() < 2 {
            return Ok(0);
        }
        Ok(self.look(game, 1, chance, progress, &mut |_| {})?.unwrap_or(0))
    }

    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        lay_out(contest, chance, progress)
    }
}

/// Why a search stops.
enum Halt {
    /// It reached a limit, or was asked to stop.
    Stop,
    /// The rules leave a position undecided.
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
    /// Player to move at the root.
    me: model::Player,
    table: &'a mut Transpositions,
    book: Option<&'a Book>,
    limits: Limits,
    /// Number of best moves to value exactly.
    lines: usize,
    pace: Pace<'a>,
    positions: u64,
    /// Whether every move was looked at, so that the search can stop at its limit on positions.
    certain: bool,
    /// The best move so far.
    best: Option<usize>,
    /// For each ply, the moves in the order in which they are tried.
    orders: Vec<Vec<(i32, usize)>>,
    /// For each ply, the principal variation from there, as indices.
    principal: Vec<Vec<usize>>,
}

impl Ahead<'_> {
    /// Searches with increasing depth.
    fn deepen(&mut self, chance: &mut Generator, each: &mut dyn FnMut(Depth)) -> Result<(), Halt> {
        let choices = self.game.list()?;
        // shuffle, so that among equal moves any can be first
        let mut order: Vec<usize> = (0..choices).collect();
        for place in (1..choices).rev() {
            order.swap(place, choice(place + 1, chance));
        }
        let deepest = self.limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
        for depth in 1..=deepest {
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

    /// Values the best moves, and puts them first in `order`.
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
            // a deeper search that is stopped in the middle says nothing of the moves behind
            if !self.certain {
                self.best = found.first().map(|(_, index, _)| *index);
            }
        }
        let best: Vec<usize> = found.iter().map(|(_, index, _)| *index).collect();
        self.best = best.first().copied();
        order.retain(|index| !best.contains(index));
        order.splice(0..0, best);
        let mut lines = Vec::new();
        for (value, index, moves) in found {
            let moves = self.names(&moves, depth)?;
            lines.push(Line { index, value: Value::new(value), moves });
        }
        Ok((lines, reach))
    }

    /// Names of successive moves, and of the best moves after them in the table.
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

    /// Value of a move for the side that makes it, within the window `low..high`.
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
            // a fault is reported
            Err(halt @ Halt::Fault(_)) => return Err(halt),
            Err(stop) => {
                self.game.back();
                return Err(stop);
            }
        };
        self.game.back();
        Ok((if same { value } else { -value }, reach))
    }

    /// Value of the position for the side to move, within a window. `mine`: this player's side, else that of the
    /// opponents.
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
        // a repeated position can have another value than at its first visit
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
                // a cutoff depends on this move alone
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

    /// Value of the position for the side to move, from the database.
    fn known(&self, ply: usize) -> Option<(i32, Reach)> {
        let book = self.book?;
        let seeds = usize::try_from(self.game.seeds_in_unmarked_holes()).ok()?;
        if seeds > book.solver.most_seeds() || self.game.decision().is_some() {
            return None;
        }
        let known = book.known(&self.game.left())?;
        Some((value::known(known.worth, ply as i32), Reach { cut: false, circles: !known.settled }))
    }

    /// Stores a best move in the principal variation of a ply, followed by that of the next ply.
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

    /// Sorts the moves: first the best known move, then by what they gain.
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
                // near the leaves, sorting costs more than it saves
                _ if depth == 1 => 0,
                _ => self.scale.after(&self.game, index, self.me) * if mine { 1 } else { -1 },
            };
            order.push((-brings, index));
        }
        order.sort_unstable();
        self.orders[ply] = order;
        Ok(choices)
    }

    /// Static value of the position, for the side to move.
    fn worth(&self, mine: bool, ply: usize) -> i32 {
        let value = self.scale.value(&self.game, self.me, ply as i32);
        if mine { value } else { -value }
    }

    /// Counts a position. Fails when the search must stop.
    fn count(&mut self) -> Result<(), Halt> {
        self.positions += 1;
        if self.pace.step() {
            return Err(Halt::Stop);
        }
        if self.certain && self.limits.positions.is_some_and(|most| self.positions > most) {
            return Err(Halt::Stop);
        }
        Ok(())
    }
}
