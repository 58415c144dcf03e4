//! Graph of positions, by number, and the plies between them.

/// The plies of each examined position.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// For each examined position, the index of its first ply.
    starts: Vec<usize>,
    plies: Vec<Ply>,
}

/// Where a ply leads, and whether somebody gains something by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply(u32);

impl Ply {
    const WINS: u32 = 1 << 31;
    /// Stands for the end of the game.
    pub const END: u32 = Ply::WINS - 1;
    /// Stands for a position that did not fit.
    pub const UNKNOWN: u32 = Ply::WINS - 2;
    /// Upper limit of the number of positions.
    pub const MOST: usize = Ply::UNKNOWN as usize;

    pub fn new(to: u32, wins: bool) -> Self {
        Ply(to | if wins { Ply::WINS } else { 0 })
    }

    pub fn wins(self) -> bool {
        self.0 & Ply::WINS != 0
    }

    /// The number of the position, or [`Ply::END`], or [`Ply::UNKNOWN`].
    pub fn to(self) -> u32 {
        self.0 & !Ply::WINS
    }
}

/// What can follow a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Fate {
    /// The position can recur.
    pub returns: bool,
    /// Somebody can gain something.
    pub wins: bool,
    /// The game can end.
    pub ends: bool,
}

impl Graph {
    /// Starts the next position.
    pub fn begin(&mut self) {
        self.starts.push(self.plies.len());
    }

    /// Adds a ply of the current position, in the order of its legal moves.
    pub fn add(&mut self, ply: Ply) {
        self.plies.push(ply);
    }

    /// Number of examined positions.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The plies of a position, in the order of its legal moves; empty if it was not examined.
    pub fn of(&self, position: usize) -> &[Ply] {
        let end = self.starts.get(position + 1).copied().unwrap_or(self.plies.len());
        self.starts.get(position).map_or(&[], |start| &self.plies[*start..end])
    }

    /// The fate of each examined position, from strongly connected components (Tarjan, without recursion). Assumes that
    /// anything can follow a position that was not examined.
    pub fn fates(&self) -> Vec<Fate> {
        const NEW: u32 = u32::MAX;
        let positions = self.len();
        let mut fates = vec![Fate::default(); positions];
        // `met`: order of discovery; `low`: the earliest position known to be reachable in the same component
        let (mut met, mut low) = (vec![NEW; positions], vec![NEW; positions]);
        let (mut component, mut walk): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
        let mut done = vec![false; positions];
        let mut next = 0;
        for root in 0..positions {
            if met[root] != NEW {
                continue;
            }
            walk.push((root as u32, 0));
            while let Some((at, ply)) = walk.pop() {
                let here = at as usize;
                if ply == 0 {
                    (met[here], low[here]) = (next, next);
                    next += 1;
                    component.push(at);
                }
                let mut deeper = false;
                for (nth, to) in self.of(here).iter().enumerate().skip(ply) {
                    let to = to.to() as usize;
                    if to >= positions || done[to] {
                        continue;
                    }
                    if met[to] == NEW {
                        walk.push((at, nth + 1));
                        walk.push((to as u32, 0));
                        deeper = true;
                        break;
                    }
                    low[here] = low[here].min(met[to]);
                }
                if deeper {
                    continue;
                }
                if low[here] == met[here] {
                    let begun = component.iter().rposition(|one| *one == at).unwrap_or(0);
                    self.seal(&component[begun..], &mut fates, &done);
                    component.drain(begun..).for_each(|one| done[one as usize] = true);
                }
                if let Some((before, _)) = walk.last() {
                    let before = *before as usize;
                    low[before] = low[before].min(low[here]);
                }
            }
        }
        fates
    }

    /// Sets the fate of a component. All its positions lead to each other, so they share it.
    fn seal(&self, component: &[u32], fates: &mut [Fate], done: &[bool]) {
        let mut fate = Fate { returns: component.len() > 1, ..Fate::default() };
        for one in component {
            let plies = self.of(*one as usize);
            fate.ends |= plies.is_empty();
            for ply in plies {
                fate.wins |= ply.wins();
                match (ply.to(), fates.get(ply.to() as usize)) {
                    (Ply::END, _) => fate.ends = true,
                    // anything can follow a position that was not examined
                    (_, None) => (fate.wins, fate.ends) = (true, true),
                    (to, Some(_)) if to == *one => fate.returns = true,
                    (to, Some(known)) if done[to as usize] => {
                        fate.wins |= known.wins;
                        fate.ends |= known.ends;
                    }
                    _ => {}
                }
            }
        }
        for one in component {
            fates[*one as usize] = fate;
        }
    }

    /// A shortest line from a position back to it, as indices of legal moves; `None` if there is none.
    pub fn way_back(&self, position: usize) -> Option<Vec<u16>> {
        let mut came: std::collections::HashMap<u32, (u32, u16)> = std::collections::HashMap::new();
        let mut open = std::collections::VecDeque::from([position as u32]);
        while let Some(at) = open.pop_front() {
            for (nth, ply) in self.of(at as usize).iter().enumerate() {
                let to = ply.to();
                if to as usize >= self.len() || came.contains_key(&to) {
                    continue;
                }
                came.insert(to, (at, nth as u16));
                if to as usize == position {
                    let (mut way, mut back) = (Vec::new(), to);
                    loop {
                        let (before, nth) = *came.get(&back)?;
                        way.push(nth);
                        back = before;
                        if back as usize == position {
                            way.reverse();
                            return Some(way);
                        }
                    }
                }
                open.push_back(to);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Fate, Graph, Ply};

    fn graph(positions: &[&[(u32, bool)]]) -> Graph {
        let mut graph = Graph::default();
        for plies in positions {
            graph.begin();
            plies.iter().for_each(|(to, wins)| graph.add(Ply::new(*to, *wins)));
        }
        graph
    }

    #[test]
    fn what_can_become_of_positions_is_known() {
        // 0 -> 1 <-> 2, 1 -> 3 wins; 3 ends; 0 -> 4 -> 4; 0 -> 5, not examined
        let graph = graph(&[
            &[(1, false), (4, false), (5, false)],
            &[(2, false), (3, true)],
            &[(1, false)],
            &[(Ply::END, false)],
            &[(4, false)],
        ]);
        let fate = |returns, wins, ends| Fate { returns, wins, ends };
        let wanted = [
            fate(false, true, true),
            fate(true, true, true),
            fate(true, true, true),
            fate(false, false, true),
            fate(true, false, false),
        ];
        assert_eq!(graph.fates(), wanted);
        assert_eq!(graph.way_back(1), Some(vec![0, 0]));
        assert_eq!(graph.way_back(4), Some(vec![0]));
        assert_eq!(graph.way_back(0), None);
    }
}
