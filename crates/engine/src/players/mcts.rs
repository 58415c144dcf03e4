//! Monte-Carlo tree search: a player that grows a tree of moves by playouts.

use std::cmp::{Ordering, Reverse};
use std::time::Duration;

use mancala_rules::chance::{Generator, choice, forked};
use mancala_rules::clock::Instant;
use mancala_rules::rules::model;

use super::Strategy;
use super::layout::lay_out;
use super::pace::Pace;
use super::value::{MOST_PLAYERS, lead};
use crate::contest::Match;
use crate::engine::Progress;
use crate::game::{Decision, Fault, FaultAt, Verdict};
use crate::play::Game;

/// Most plies of a playout; one that is cut off is decided by scores.
const MOST_PLIES: u64 = 1000;

/// Longest path through the tree, in moves.
const DEEPEST: usize = 500;

/// Most moves in the tree. A full tree no longer grows, and playouts start from its leaves.
const MOST_NODES: usize = 4_000_000;

/// Weight of exploration against exploitation.
const CURIOSITY: f64 = 0.7;

/// Share of winning in the worth of a playout; the rest is the margin.
const WINNING: f64 = 0.8;

/// One of so many playouts so far is begun at a time, so that the tree knows most of them when it grows.
const SHARE: u64 = 16;
const MOST_AT_ONCE: u64 = 1024;

/// Playouts before the first report.
const FIRST_TOLD: u64 = 128;

/// Least playouts of a move in a reported line.
const TELLING: u32 = 8;

/// Plies of the first playout of a search with a limit on time, which shows how many plies later ones may have.
const FIRST_PLIES: u64 = 8;

/// Statistics of the legal moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// Number of playouts.
    pub playouts: u64,
    /// The legal moves, the most tried first.
    pub moves: Vec<Tried>,
}

/// Statistics of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Index of the move, as [`Game::play_nth`] takes it.
    pub index: usize,
    /// Playouts that began with this move.
    pub playouts: u64,
    /// Mean worth to the player to move, from 0 (all playouts lost) to 1 (all won by the largest margin).
    pub worth: f64,
    /// Names of the move and of the most tried moves after it.
    pub moves: Vec<String>,
}

/// When a tree search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// After this number of playouts.
    Playouts(u64),
    /// After this time.
    Time(Duration),
}

/// Monte-Carlo tree search: runs playouts, more of them through moves that do well for their player, and chooses the
/// most tried move. Works for any number of players.
#[derive(Clone, Copy, Debug)]
pub struct Mcts {
    effort: Effort,
}

impl Mcts {
    /// A player with this effort for each move.
    pub fn new(effort: Effort) -> Mcts {
        Mcts { effort }
    }

    /// Analyses a game that is not over. Reports the statistics of its moves each time the number of playouts has
    /// doubled, and at the end.
    ///
    /// # Errors
    ///
    /// The rules leave a situation undecided.
    pub fn analyse(
        &mut self,
        game: &Game,
        chance: &mut Generator,
        progress: &Progress,
        mut each: impl FnMut(&Weighed),
    ) -> Result<Weighed, FaultAt> {
        let mut tree = self.tried(game, chance, progress, |tree| {
            each(&tree.weighed()?);
            Ok(())
        })?;
        let weighed = tree.weighed().map_err(|fault| FaultAt::new(fault, game.position()))?;
        each(&weighed);
        Ok(weighed)
    }

    /// Tries the moves of a game. Calls `each` when the number of playouts has doubled, but not at the end.
    fn tried(
        &self,
        game: &Game,
        chance: &mut Generator,
        progress: &Progress,
        mut each: impl FnMut(&mut Tree) -> Result<(), Fault>,
    ) -> Result<Tree, FaultAt> {
        let stuck = |fault| FaultAt::new(fault, game.position());
        let mut tree =
            Tree::new(game.ahead().map_err(stuck)?, game.position().seeds.iter().map(|seeds| seeds.abs()).sum());
        let (started, time) = match self.effort {
            Effort::Time(time) => (Instant::now(), Some(time)),
            Effort::Playouts(_) => (Instant::now(), None),
        };
        let most = match self.effort {
            Effort::Playouts(most) => most.max(1),
            Effort::Time(_) => u64::MAX,
        };
        let mut pace = Pace::new(progress, time.map(|time| started + time));
        let mut most_plies = if time.is_some() { FIRST_PLIES } else { MOST_PLIES };
        let (mut playouts, mut at_once) = (0, 1);
        while playouts < most {
            let began = Instant::now();
            let grown = tree.grow(at_once, most_plies, chance, progress);
            grown.map_err(|fault| FaultAt::new(fault, tree.ahead.position()))?;
            playouts += at_once;
            if playouts >= FIRST_TOLD && playouts.is_power_of_two() && playouts < most {
                each(&mut tree).map_err(stuck)?;
            }
            if (0..at_once).fold(false, |over, _| pace.step() || over) {
                break;
            }
            let next = (playouts / SHARE).clamp(1, MOST_AT_ONCE).min(most - playouts);
            // each number of playouts that is told is reached
            let next = next.min((playouts + 1).next_power_of_two() - playouts);
            let Some(time) = time else {
                at_once = next;
                continue;
            };
            let left = time.saturating_sub(started.elapsed());
            if most_plies < MOST_PLIES {
                most_plies = fitting(most_plies, began.elapsed(), left, MOST_PLIES);
            } else {
                at_once = fitting(at_once, began.elapsed(), left, next);
            }
        }
        pace.count();
        Ok(tree)
    }
}

impl Strategy for Mcts {
    fn choose(&mut self, game: &Game, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        if game.choices() < 2 {
            return Ok(0);
        }
        let tree = self.tried(game, chance, progress, |_| Ok(()))?;
        Ok(tree.ranked().first().map_or(0, |best| best.index))
    }

    fn lay_out(&mut self, contest: &Match, chance: &mut Generator, progress: &Progress) -> Result<usize, FaultAt> {
        lay_out(contest, chance, progress)
    }
}

/// How much work takes a quarter of the time left, if `work` took this time: at least 1, and at most `most`.
fn fitting(work: u64, taken: Duration, left: Duration, most: u64) -> u64 {
    let fit = work as f64 * left.as_secs_f64() / (4.0 * taken.as_secs_f64().max(1e-9));
    (fit as u64).clamp(1, most)
}

/// A move in the tree.
#[derive(Clone, Copy)]
struct Node {
    visits: u32,
    /// Playouts that were begun and are not over.
    begun: u32,
    /// Sum of the worths of its playouts to the player of the move.
    worth: f64,
    /// Player of the move.
    by: u8,
    /// Index of the first move after it, and the number of moves after it; 0 before expansion.
    first: u32,
    choices: u16,
}

impl Node {
    fn new(by: model::Player) -> Node {
        Node { visits: 0, begun: 0, worth: 0.0, by: by as u8, first: 0, choices: 0 }
    }

    fn tries(&self) -> u32 {
        self.visits + self.begun
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.worth / f64::from(self.visits) }
    }
}

struct Tree {
    ahead: Game,
    /// Number of seeds in the game.
    seeds: f64,
    nodes: Vec<Node>,
    /// Nodes from the root to the leaf of each playout that was begun, one after the other, and where each ends.
    paths: Vec<usize>,
    ends: Vec<usize>,
}

impl Tree {
    fn new(ahead: Game, seeds: i64) -> Tree {
        let root = Node::new(ahead.to_move());
        Tree { ahead, seeds: seeds.max(1) as f64, nodes: vec![root], paths: Vec::new(), ends: Vec::new() }
    }

    /// Runs playouts, and updates the paths to their leaves.
    fn grow(
        &mut self,
        playouts: u64,
        most_plies: u64,
        chance: &mut Generator,
        progress: &Progress,
    ) -> Result<(), Fault> {
        self.paths.clear();
        self.ends.clear();
        for _ in 0..playouts {
            self.descend(chance)?;
            self.ahead.set_aside(forked(chance));
            while self.ahead.depth() > 0 {
                self.ahead.back();
            }
        }
        let mut played = vec![None; self.ends.len()];
        self.ahead.play_out(most_plies, progress, |number, decision, scores| {
            let mut worth = [0.0; MOST_PLAYERS];
            for (player, worth) in worth.iter_mut().enumerate().take(scores.len()) {
                *worth = worth_of(decision, scores, player, self.seeds);
            }
            played[number] = Some(worth);
        })?;
        let mut begin = 0;
        for (end, worth) in self.ends.iter().zip(played) {
            for at in &self.paths[begin..*end] {
                let node = &mut self.nodes[*at];
                node.begun -= 1;
                if let Some(worth) = worth {
                    node.visits += 1;
                    node.worth += worth[usize::from(node.by)];
                }
            }
            begin = *end;
        }
        Ok(())
    }

    /// Goes down the tree to a leaf, and expands it.
    fn descend(&mut self, chance: &mut Generator) -> Result<(), Fault> {
        let begin = self.paths.len();
        self.paths.push(0);
        let mut at = 0;
        while self.ahead.decision().is_none() && self.paths.len() - begin < DEEPEST {
            if self.nodes[at].choices == 0 {
                if at != 0 && self.nodes[at].tries() == 0 || self.nodes.len() > MOST_NODES {
                    break;
                }
                let choices = self.ahead.list()?;
                let by = self.ahead.to_move();
                self.nodes[at].first = self.nodes.len() as u32;
                self.nodes[at].choices = u16::try_from(choices).unwrap_or(u16::MAX);
                self.nodes.extend(vec![Node::new(by); usize::from(self.nodes[at].choices)]);
            }
            let index = self.pick(at, chance);
            self.ahead.forth(index)?;
            at = self.nodes[at].first as usize + index;
            self.paths.push(at);
        }
        for at in &self.paths[begin..] {
            self.nodes[*at].begun += 1;
        }
        self.ends.push(self.paths.len());
        Ok(())
    }

    /// The moves of the root, without names, the most tried first.
    fn ranked(&self) -> Vec<Tried> {
        let mut moves = Vec::new();
        for index in 0..usize::from(self.nodes[0].choices) {
            let node = self.nodes[self.nodes[0].first as usize + index];
            moves.push(Tried { index, playouts: u64::from(node.visits), worth: node.mean(), moves: Vec::new() });
        }
        moves.sort_by(|one, other| {
            (other.playouts, other.worth).partial_cmp(&(one.playouts, one.worth)).unwrap_or(Ordering::Equal)
        });
        moves
    }

    /// Statistics of the moves of the root.
    fn weighed(&mut self) -> Result<Weighed, Fault> {
        let mut moves = self.ranked();
        for tried in &mut moves {
            tried.moves = self.most_tried(tried.index)?;
        }
        Ok(Weighed { playouts: u64::from(self.nodes[0].visits), moves })
    }

    /// Names of a move of the root and of the most tried moves after it.
    fn most_tried(&mut self, first: usize) -> Result<Vec<String>, Fault> {
        let (mut at, mut next) = (0, Some(first));
        let mut names = Vec::new();
        while let Some(index) = next {
            self.ahead.list()?;
            names.extend(self.ahead.listed(index).map(|play| play.to_string()));
            at = self.nodes[at].first as usize + index;
            let Node { first, choices, visits, .. } = self.nodes[at];
            // what comes after a move that was hardly tried says nothing, and may take long to find
            if visits < TELLING {
                break;
            }
            self.ahead.forth(index)?;
            let moves = self.nodes.iter().skip(first as usize).take(usize::from(choices)).enumerate();
            // moves with few playouts say nothing
            let tried = moves.filter(|(_, node)| node.visits >= TELLING);
            next = tried.max_by_key(|(index, node)| (node.visits, Reverse(*index))).map(|(index, _)| index);
        }
        while self.ahead.depth() > 0 {
            self.ahead.back();
        }
        Ok(names)
    }

    /// Selects the next move to try: an untried one if any, else the one with the best upper bound. A playout that is not over
    /// counts as a try, and says nothing of the worth of a move; a move that has no other has the mean worth of all.
    fn pick(&self, at: usize, chance: &mut Generator) -> usize {
        let Node { first, choices, .. } = self.nodes[at];
        let moves = &self.nodes[first as usize..first as usize + usize::from(choices)];
        let fresh = moves.iter().filter(|node| node.tries() == 0).count();
        if fresh > 0 {
            let nth = choice(fresh, chance);
            let fresh = moves.iter().enumerate().filter(|(_, node)| node.tries() == 0);
            return fresh.map(|(index, _)| index).nth(nth).unwrap_or(0);
        }
        let log = f64::from(self.nodes[at].tries().max(1)).ln();
        let usual = || {
            let of_all = |number: fn(&Node) -> f64| moves.iter().map(number).sum::<f64>();
            of_all(|node| node.worth) / of_all(|node| f64::from(node.visits)).max(1.0)
        };
        let promise = |node: &Node| {
            let mean = if node.visits == 0 { usual() } else { node.mean() };
            mean + CURIOSITY * (log / f64::from(node.tries())).sqrt()
        };
        let mut best = (f64::MIN, 0);
        for (index, node) in moves.iter().enumerate() {
            let promise = promise(node);
            if promise > best.0 {
                best = (promise, index);
            }
        }
        best.1
    }
}

/// Worth of a playout to a player, from 0 to 1: mostly who won, and a little by how much. `seeds` are those in the game.
fn worth_of(decision: Decision, scores: &[i32], player: model::Player, seeds: f64) -> f64 {
    let lead = lead(scores, player);
    let margin = 0.5 + 0.5 * (f64::from(lead) / seeds).clamp(-1.0, 1.0);
    let won = match decision {
        // with one player, only the score counts
        Decision::Scores if scores.len() == 1 => return f64::from(lead) / seeds,
        Decision::Scores if lead > 0 => 1.0,
        Decision::Scores if lead == 0 => 0.5,
        Decision::Scores => 0.0,
        Decision::Rule(Verdict::Wins(winner)) => f64::from(u8::from(winner == player)),
        Decision::Rule(Verdict::Loses(loser)) => f64::from(u8::from(loser != player)),
        Decision::Rule(Verdict::Draw) => 0.5,
    };
    WINNING * won + (1.0 - WINNING) * margin
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::*;
    use mancala_rules::chance::generator;
    use mancala_rules::ruleset::Ruleset;

    #[test]
    fn playouts_count_once_they_are_over() {
        let rules = Ruleset::shipped("kalah").unwrap().rules().unwrap();
        let mut tree = Tree::new(Game::new(&rules).ahead().unwrap(), 72);
        let mut chance = generator(0, 0);
        tree.grow(1, MOST_PLIES, &mut chance, &Progress::default()).unwrap();
        tree.grow(200, MOST_PLIES, &mut chance, &Progress::default()).unwrap();
        let moves = |tree: &Tree| tree.ranked().iter().map(|tried| tried.playouts).sum::<u64>();
        assert_eq!((tree.nodes[0].visits, moves(&tree)), (201, 201));
        // begun at a time, they do not all try the same move
        assert!(tree.ranked().iter().all(|tried| tried.playouts > 0));
        let stopped = Progress::default();
        stopped.stop();
        tree.grow(50, MOST_PLIES, &mut chance, &stopped).unwrap();
        assert_eq!((tree.nodes[0].visits, moves(&tree)), (201, 201));
        assert!(tree.nodes.iter().all(|node| node.begun == 0));
    }
}
