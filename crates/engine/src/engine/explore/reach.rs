//! Breadth-first exploration of all reachable positions.

use mancala_rules::progress::Progress;
use mancala_rules::rules::model::{Condition, Rules};

use super::super::ended::Ended;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::moves::Move;
use super::super::position::{Position, Round};
use super::super::random::playouts::Stuck;
use super::super::standing::Standing;
use super::super::trouble::Trouble;
use super::graph::{Graph, Ply};
use super::looking::{Asked, Look, Repeated};
use super::numbered::Numbered;
use crate::game::{self, Achieved};

/// Plies from the start, each by its index among the legal moves; a forced pass is 0.
pub type Line = Vec<u16>;

/// Number of positions between two checks whether to stop.
const AT_ONCE: usize = 16;

/// Bytes kept for each position besides itself: its number, its place in the hash table, the ply that led to it, its
/// plies, and its fate.
pub(in super::super) const BYTES_BESIDE: usize = 96;

/// What the exploration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To refute claims; it ends when all are refuted.
    Claims,
    /// To find all that [`Reached`] tells but `best`.
    Findings,
    /// To find the best ending for a player who plays alone, and the fewest plies to it; it ends at a win.
    Best,
}

/// What to look for among reachable positions.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Conditions claimed never to hold.
    pub claims: &'a [&'a Condition],
    /// Largest number of distinct positions to keep.
    pub most_positions: usize,
    /// What the exploration is for.
    pub aim: Aim,
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
    /// Whether some repeated position does not end the game, or may end it better or sooner than `best`. What follows
    /// the repetition was not examined.
    pub unfollowed: bool,
    /// The best ending for a player who plays alone, and a shortest line to it, if that was the aim and the game can
    /// end without a repeated position.
    pub best: Option<(Achieved, Line)>,
}

impl<M> Reached<M> {
    /// Converts the type of the move.
    pub(in super::super) fn telling<N>(self, tell: impl Fn(&M) -> N) -> Reached<N> {
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
            best: self.best,
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

/// Where the line to something ends.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Plies from the start.
    plies: u32,
    /// The number of the position, or of the one before it.
    at: u32,
    /// The last ply, if it leads from that position to the end of the game.
    last: Option<u16>,
}

/// State of the exploration.
struct Reach<'m, L: Lanes, const P: usize> {
    look: Look<'m, L, P>,
    round: Round<L::Mask>,
    positions: Numbered<Position<L, P>>,
    /// For each position, the number of the position from which it was first reached, and the index of the ply.
    parents: Vec<(u32, u16)>,
    /// Number of positions examined.
    examined: usize,
    /// All plies, where they are needed.
    graph: Option<Graph>,
    aim: Aim,
    most: usize,
    /// Plies to the position from which a position was first reached that no longer fit.
    full: Option<u32>,
    unfollowed: bool,
    /// For each claim, the position that refutes it.
    refuted: Vec<Option<Spot>>,
    best: Option<(Achieved, Spot)>,
    endless: Option<(u32, Move)>,
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Explores the positions reachable from a position, up to the number wanted.
    pub(in super::super) fn all_reached(
        &self,
        rules: &Rules,
        start: &game::Position,
        wanted: &Wanted<'_>,
        progress: &Progress,
    ) -> Result<Reached<Move>, Stuck> {
        let (position, round) = Position::read(&self.tables.layout, start);
        let (aim, repeats) = (wanted.aim, self.tables.repeated.is_some());
        let asked = Asked::new(rules, wanted.claims, aim == Aim::Best);
        let most = wanted.most_positions.clamp(1, Ply::MOST);
        progress.begin(most as u64);
        let look = Look::new(self, rules, wanted.claims, asked);
        let keeps_plies = aim == Aim::Findings || aim == Aim::Best && repeats;
        let mut reach = Reach {
            positions: Numbered::new(look.plain(&position)),
            look,
            round,
            parents: vec![(0, 0)],
            examined: 0,
            graph: keeps_plies.then(Graph::default),
            aim,
            most,
            full: None,
            // positions that differ in turns alone count as repeated, but are different here
            unfollowed: aim == Aim::Best && repeats && asked.asks_about_turns(),
            refuted: vec![None; wanted.claims.len()],
            best: None,
            endless: None,
        };
        let stuck = |(trouble, at): (Trouble, Position<L, P>)| {
            Box::new((trouble, at.write(&self.tables.layout, &round, self.tables.players)))
        };
        let plies = reach.all(progress).map_err(stuck)?;
        reach.told(plies).map_err(stuck)
    }
}

impl<L: Lanes, const P: usize> Reach<'_, L, P> {
    /// Examines one position after the other. Returns the number of plies up to which all were examined.
    fn all(&mut self, progress: &Progress) -> Result<u32, (Trouble, Position<L, P>)> {
        // all positions below `level` are at most `plies` plies away
        let (mut plies, mut level) = (0_u32, 1);
        while let Some(position) = self.positions.get(self.examined) {
            let at = self.examined;
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
            if self.has_enough(plies) {
                return Ok(plies.saturating_sub(1));
            }
            if self.aim == Aim::Claims && !self.unfollowed {
                // whether the position can recur is not known here
                let repeated = self.look.if_repeated(&position, &self.round);
                self.unfollowed = repeated.map_err(|trouble| (trouble, position))? == Repeated::Different;
            }
            self.one(at as u32, &position, plies).map_err(|trouble| (trouble, position))?;
        }
        Ok(plies)
    }

    /// Whether positions at least `plies` plies away can tell nothing more.
    fn has_enough(&self, plies: u32) -> bool {
        match self.aim {
            Aim::Claims => self.refuted.iter().all(|found| found.is_some_and(|spot| spot.plies <= plies)),
            Aim::Findings => false,
            Aim::Best => self.best.is_some_and(|(best, spot)| best == Achieved::Won && spot.plies <= plies),
        }
    }

    /// Examines a position that is `plies` plies away.
    fn one(&mut self, at: u32, position: &Position<L, P>, plies: u32) -> Result<(), Trouble> {
        self.examined += 1;
        self.graph.iter_mut().for_each(Graph::begin);
        let round = self.round;
        let closely = self.aim == Aim::Findings && (self.endless.is_none() || self.look.has_unmet());
        let movable = self.look.moves(position, &round, closely)?;
        self.ask(position, Spot { plies, at, last: None }, !movable);
        let mut now = *position;
        let standing = self.look.stand(&mut now, &round, movable)?;
        match standing {
            Standing::Over(_) | Standing::Decided(..) => {
                self.end(standing.ended(), &now, Spot { plies, at, last: None })
            }
            Standing::Pass => {
                self.look.machine.pass(&mut now);
                self.add(Spot { plies, at, last: Some(0) }, position, &now);
            }
            Standing::Play { rule, offering, .. } => {
                let mut children = std::mem::take(&mut self.look.children);
                if children.is_empty() {
                    return Err(Trouble::NothingToPlay(rule));
                }
                self.look.machine.offer(&now, &round, offering, &mut children)?;
                for (nth, child) in children.iter().enumerate() {
                    let last = Some(nth as u16);
                    let Some(ended) = child.end.decided() else {
                        self.add(Spot { plies, at, last }, position, &child.position);
                        continue;
                    };
                    let wins = self.look.wins(position, &child.position);
                    self.graph.iter_mut().for_each(|graph| graph.add(Ply::new(Ply::END, wins)));
                    let spot = Spot { plies: plies + 1, at, last };
                    // ending the game in place of a turn makes no further position
                    if !child.play.is_instead() {
                        self.ask(&self.look.plain(&child.position), spot, false);
                    }
                    self.end(Some(ended), &child.position, spot);
                }
                self.look.children = children;
            }
        }
        if let Some(play) = self.look.endless.take().filter(|_| self.endless.is_none()) {
            self.endless = Some((at, play));
        }
        Ok(())
    }

    /// Asks every claim in a position, unless it is refuted as soon.
    fn ask(&mut self, position: &Position<L, P>, spot: Spot, stuck: bool) {
        for (claim, found) in self.refuted.iter_mut().enumerate() {
            if found.is_none_or(|known| spot.plies < known.plies)
                && self.look.refutes(claim, position, &self.round, stuck)
            {
                *found = Some(spot);
            }
        }
    }

    /// Keeps an ending, if it is the best so far, or as good and sooner.
    fn end(&mut self, ended: Option<Ended>, position: &Position<L, P>, spot: Spot) {
        let Some(ended) = ended.filter(|_| self.aim == Aim::Best) else { return };
        let achieved = self.look.achieved(ended, position, &self.round);
        if self.best.is_none_or(|(best, known)| achieved > best || achieved == best && spot.plies < known.plies) {
            self.best = Some((achieved, spot));
        }
    }

    /// Adds the ply of a spot, which leads from one position to another.
    fn add(&mut self, Spot { plies, at, last }: Spot, before: &Position<L, P>, after: &Position<L, P>) {
        let plain = self.look.plain(after);
        let to = if self.positions.len() < self.most {
            let (to, new) = self.positions.add(plain);
            if new {
                self.parents.push((at, last.unwrap_or(0)));
            }
            to
        } else {
            let known = self.positions.number(&plain);
            if known.is_none() && self.full.is_none() {
                self.full = Some(plies);
            }
            known.unwrap_or(Ply::UNKNOWN)
        };
        if let Some(graph) = &mut self.graph {
            graph.add(Ply::new(to, self.look.wins(before, after)));
        }
    }

    /// The line on which a position was first reached.
    fn line(&self, position: u32) -> Line {
        let (mut line, mut at) = (Vec::new(), position);
        while at != 0 {
            let (before, nth) = self.parents[at as usize];
            line.push(nth);
            at = before;
        }
        line.reverse();
        line
    }

    /// The line to a spot.
    fn line_to(&self, spot: Spot) -> Line {
        self.line(spot.at).into_iter().chain(spot.last).collect()
    }

    /// Computes the findings.
    fn told(mut self, plies: u32) -> Result<Reached<Move>, (Trouble, Position<L, P>)> {
        let fates = self.graph.as_ref().map(Graph::fates).unwrap_or_default();
        for (at, _) in fates.iter().enumerate().filter(|(_, fate)| fate.returns) {
            let Some(position) = self.positions.get(at) else { continue };
            let repeated = self.look.if_repeated(&position, &self.round).map_err(|trouble| (trouble, position))?;
            self.unfollowed |= match repeated {
                Repeated::Same => false,
                Repeated::Different => true,
                Repeated::Ends(achieved) => self.aim == Aim::Best && self.may_be_best(achieved, at as u32),
            };
        }
        let known = self.examined;
        let mut reached = Reached {
            positions: known as u64,
            complete: known == self.positions.len() && self.full.is_none() && !self.unfollowed,
            plies: self.full.map_or(plies, |whole| whole.min(plies)),
            claims: self.refuted.iter().map(|found| found.map(|spot| self.line_to(spot))).collect(),
            applied: Vec::new(),
            endless: self.endless.map(|(at, play)| (self.line(at), play)),
            round: None,
            unending: Found::default(),
            barren: Found::default(),
            unfollowed: self.unfollowed,
            best: self.best.map(|(best, spot)| (best, self.line_to(spot))),
        };
        let Some(graph) = self.graph.as_ref().filter(|_| self.aim == Aim::Findings) else { return Ok(reached) };
        let goes_on = |at: &usize| !graph.of(*at).is_empty();
        let found = |wanted: &dyn Fn(usize) -> bool| Found {
            positions: (0..known).filter(|at| goes_on(at) && wanted(*at)).count() as u64,
            first: (0..known).find(|at| goes_on(at) && wanted(*at)).map(|at| self.line(at as u32)),
        };
        reached.unending = found(&|at| !fates[at].ends);
        reached.barren = found(&|at| !fates[at].wins);
        let returning = fates.iter().position(|fate| fate.returns);
        reached.round = returning.and_then(|at| Some((self.line(at as u32), graph.way_back(at)?)));
        reached.applied = self.look.applied;
        Ok(reached)
    }

    /// Whether the ending of a game that repeats a position may be better than the best one known, or as good and
    /// sooner. No line matters that only loses.
    fn may_be_best(&self, achieved: Achieved, at: u32) -> bool {
        let (best, plies) = self.best.map_or((Achieved::Lost, 0), |(best, spot)| (best, spot.plies as usize));
        achieved > best || achieved == best && best > Achieved::Lost && self.line(at).len() + 1 < plies
    }
}
