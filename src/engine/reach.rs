//! Breadth-first exploration of all reachable positions.

use super::graph::{Graph, Ply};
use super::lanes::Lanes;
use super::looking::{Asked, Look};
use super::machine::Machine;
use super::moves::{End, Move};
use super::numbered::Numbered;
use super::playouts::Stuck;
use super::position::{Position, Round};
use super::progress::Progress;
use super::standing::Standing;
use super::trouble::Trouble;
use crate::game;
use crate::rules::model::{Condition, Rules};

/// Plies from the start, each by its index among the legal moves; a forced pass is 0.
pub type Line = Vec<u16>;

/// Number of positions between two checks whether to stop.
const AT_ONCE: usize = 16;

/// Bytes kept for each position besides itself: its number, its place in the hash table, its parent, its plies, and its
/// fate.
pub(super) const BYTES_BESIDE: usize = 96;

/// What to look for among reachable positions.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Conditions claimed never to hold.
    pub claims: &'a [&'a Condition],
    /// Largest number of distinct positions to keep.
    pub most_positions: usize,
    /// Whether to compute the other fields of [`Reached`] too. If not, the search ends when all claims are refuted.
    pub all: bool,
}

/// Findings about the reachable positions. `M` is the type of a move.
#[derive(Clone, Debug)]
pub struct Reached<M> {
    /// Number of positions examined, in which a player is to move or the game ends before he does. Positions that
    /// differ only in what no rule and no claim asks count as one.
    pub positions: u64,
    /// Whether all reachable positions were examined.
    pub complete: bool,
    /// All positions after this number of plies were examined.
    pub plies: u32,
    /// For each claim, a shortest line to a position that refutes it.
    pub claims: Vec<Option<Line>>,
    /// Whether each rule, by its number, applied in a move that was played or tried.
    pub applied: Vec<bool>,
    /// A shortest line to a position with an endless sowing, and its move.
    pub endless: Option<(Line, M)>,
    /// A shortest line to a position that can recur, and the line from there back to it.
    pub round: Option<(Line, Line)>,
    /// Positions in which the game continues, but from which it can end only by repetition, if at all.
    pub unending: Found,
    /// Positions in which the game continues, but nobody can gain anything any more.
    pub barren: Found,
    /// Whether some repeated position does not end the game. What follows the repetition was not examined.
    pub unfollowed: bool,
}

impl<M> Reached<M> {
    /// Converts the type of the move.
    pub(super) fn telling<N>(self, tell: impl Fn(&M) -> N) -> Reached<N> {
        Reached {
            positions: self.positions,
            complete: self.complete,
            plies: self.plies,
            claims: self.claims,
            applied: self.applied,
            endless: self.endless.map(|(line, play)| (line, tell(&play))),
            round: self.round,
            unending: self.unending,
            barren: self.barren,
            unfollowed: self.unfollowed,
        }
    }
}

/// Positions of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Number of positions.
    pub positions: u64,
    /// A shortest line to one of them.
    pub first: Option<Line>,
}

/// State of the exploration.
struct Reach<'m, L: Lanes, const P: usize> {
    look: Look<'m, L, P>,
    round: Round<L::Mask>,
    positions: Numbered<Position<L, P>>,
    /// For each position, the number of the position from which it was first reached.
    parents: Vec<u32>,
    graph: Graph,
    most: usize,
    /// Plies to the position from which a position was first reached that no longer fit.
    full: Option<u32>,
    unfollowed: bool,
    /// For each claim the number of plies to the position that refutes it, the number of that position (or of the one
    /// before it), and the last ply in the latter case.
    refuted: Vec<Option<(u32, u32, Option<u16>)>>,
    endless: Option<(u32, Move)>,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Explores the positions reachable from a position, up to the number wanted.
    pub(super) fn all_reached(
        &self,
        rules: &Rules,
        start: &game::Position,
        wanted: &Wanted<'_>,
        progress: &Progress,
    ) -> Result<Reached<Move>, Stuck> {
        let (position, round) = Position::read(&self.tables.layout, start);
        let asked = Asked::new(rules, wanted.claims);
        let most = wanted.most_positions.clamp(1, Ply::MOST);
        progress.begin(most as u64);
        let look = Look::new(self, rules, wanted.claims, asked);
        let mut reach = Reach {
            positions: Numbered::new(look.plain(&position)),
            look,
            round,
            parents: vec![0],
            graph: Graph::default(),
            most,
            full: None,
            unfollowed: false,
            refuted: vec![None; wanted.claims.len()],
            endless: None,
        };
        let stuck = |(trouble, at): (Trouble, Position<L, P>)| {
            Box::new((trouble, at.write(&self.tables.layout, &round, self.tables.players)))
        };
        let plies = reach.all(wanted.all, progress).map_err(stuck)?;
        reach.told(plies, wanted.all).map_err(stuck)
    }
}

impl<L: Lanes, const P: usize> Reach<'_, L, P> {
    /// Examines one position after the other. Returns the number of plies up to which all were examined.
    fn all(&mut self, all: bool, progress: &Progress) -> Result<u32, (Trouble, Position<L, P>)> {
        // all positions below `level` are at most `plies` plies away
        let (mut plies, mut level) = (0_u32, 1);
        while let Some(position) = self.positions.get(self.graph.len()) {
            let at = self.graph.len();
            if at.is_multiple_of(AT_ONCE) {
                let looked_at = if at == 0 { 0 } else { AT_ONCE as u64 };
                progress.add(looked_at, looked_at);
                if progress.is_stopped() {
                    return Ok(plies.saturating_sub(1));
                }
            }
            if at == level {
                plies += 1;
                level = self.positions.len();
            }
            let settled = |found: &Option<(u32, u32, Option<u16>)>| found.is_some_and(|(best, ..)| best <= plies);
            if !all && self.refuted.iter().all(settled) {
                break;
            }
            if !all && !self.unfollowed {
                // whether the position can recur is not known here
                let ends = self.look.ends_if_repeated(&position, &self.round);
                self.unfollowed = !ends.map_err(|trouble| (trouble, position))?;
            }
            self.one(at as u32, &position, plies, all).map_err(|trouble| (trouble, position))?;
        }
        Ok(plies)
    }

    /// Examines a position that is `plies` plies away.
    fn one(&mut self, at: u32, position: &Position<L, P>, plies: u32, all: bool) -> Result<(), Trouble> {
        self.graph.begin();
        let round = self.round;
        let movable = self.look.moves(position, &round, all && (self.endless.is_none() || self.look.has_unmet()))?;
        for (claim, found) in self.refuted.iter_mut().enumerate() {
            if found.is_none_or(|(best, ..)| plies < best) && self.look.refutes(claim, position, &round, !movable) {
                *found = Some((plies, at, None));
            }
        }
        let mut now = *position;
        let standing = self.look.stand(&mut now, &round, movable)?;
        match standing {
            Standing::Over(_) | Standing::Decided(..) => {}
            Standing::Pass => {
                self.look.machine.pass(&mut now);
                self.add((at, plies), position, &now);
            }
            Standing::Play { rule, .. } => {
                let children = std::mem::take(&mut self.look.children);
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                for (nth, child) in children.iter().enumerate() {
                    if !matches!(child.end, End::Decided(_)) {
                        self.add((at, plies), position, &child.position);
                        continue;
                    }
                    self.graph.add(Ply::new(Ply::END, self.look.wins(position, &child.position)));
                    let last = self.look.plain(&child.position);
                    for (claim, found) in self.refuted.iter_mut().enumerate() {
                        if found.is_none_or(|(best, ..)| plies + 1 < best)
                            && self.look.refutes(claim, &last, &round, false)
                        {
                            *found = Some((plies + 1, at, Some(nth as u16)));
                        }
                    }
                }
                self.look.children = children;
            }
        }
        if let Some(play) = self.look.endless.take().filter(|_| self.endless.is_none()) {
            self.endless = Some((at, play));
        }
        Ok(())
    }

    /// Adds a ply from one position, `plies` plies away, to another.
    fn add(&mut self, (from, plies): (u32, u32), before: &Position<L, P>, after: &Position<L, P>) {
        let wins = self.look.wins(before, after);
        let after = self.look.plain(after);
        let to = if self.positions.len() < self.most {
            let (to, new) = self.positions.add(after);
            if new {
                self.parents.push(from);
            }
            to
        } else {
            let known = self.positions.number(&after);
            if known.is_none() && self.full.is_none() {
                self.full = Some(plies);
            }
            known.unwrap_or(Ply::UNKNOWN)
        };
        self.graph.add(Ply::new(to, wins));
    }

    /// The line on which a position was first reached.
    fn line(&self, position: u32) -> Line {
        let (mut line, mut at) = (Vec::new(), position);
        while at != 0 {
            let before = self.parents[at as usize];
            let nth = self.graph.of(before as usize).iter().position(|ply| ply.to() == at).unwrap_or(0);
            line.push(nth as u16);
            at = before;
        }
        line.reverse();
        line
    }

    /// Computes the findings.
    fn told(mut self, plies: u32, all: bool) -> Result<Reached<Move>, (Trouble, Position<L, P>)> {
        let known = self.graph.len();
        let refuted = |found: &Option<(u32, u32, Option<u16>)>| {
            found.map(|(_, at, last)| self.line(at).into_iter().chain(last).collect())
        };
        let mut reached = Reached {
            positions: known as u64,
            complete: known == self.positions.len() && self.full.is_none() && !self.unfollowed,
            plies: self.full.map_or(plies, |whole| whole.min(plies)),
            claims: self.refuted.iter().map(refuted).collect(),
            applied: Vec::new(),
            endless: self.endless.map(|(at, play)| (self.line(at), play)),
            round: None,
            unending: Found::default(),
            barren: Found::default(),
            unfollowed: self.unfollowed,
        };
        if !all {
            return Ok(reached);
        }
        let fates = self.graph.fates();
        let goes_on = |at: &usize| !self.graph.of(*at).is_empty();
        let found = |wanted: &dyn Fn(usize) -> bool| Found {
            positions: (0..known).filter(|at| goes_on(at) && wanted(*at)).count() as u64,
            first: (0..known).find(|at| goes_on(at) && wanted(*at)).map(|at| self.line(at as u32)),
        };
        reached.unending = found(&|at| !fates[at].ends);
        reached.barren = found(&|at| !fates[at].wins);
        let returning = fates.iter().position(|fate| fate.returns);
        reached.round = returning.and_then(|at| Some((self.line(at as u32), self.graph.way_back(at)?)));
        for (at, _) in fates.iter().enumerate().filter(|(_, fate)| fate.returns) {
            let Some(position) = self.positions.get(at) else { continue };
            let ends = self.look.ends_if_repeated(&position, &self.round).map_err(|trouble| (trouble, position))?;
            reached.unfollowed |= !ends;
        }
        reached.complete &= !reached.unfollowed;
        reached.applied = self.look.applied;
        Ok(reached)
    }
}
