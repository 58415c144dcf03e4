//! Layers solved by several ranks: threads that send each other messages through channels.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use mancala_engine::engine::Progress;
use mancala_engine::solver::{Peers, Refusal, Shares, Solved, Solver, Trust, Values};
use mancala_rules::rules::model::Rules;

use super::{rules, solved};

/// A rank that is a thread.
#[derive(Debug)]
struct Thread {
    rank: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    /// Number of messages after which it is gone.
    left: usize,
}

const GONE: &str = "a rank is gone";

fn gone<E>(_: E) -> Refusal {
    Refusal::Rules { message: GONE.to_owned(), help: String::new() }
}

impl Peers for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Refusal> {
        assert_eq!(messages.len(), self.to.len());
        self.left = self.left.checked_sub(1).ok_or(()).map_err(gone)?;
        for (to, message) in self.to.iter().zip(messages) {
            to.send(message).map_err(gone)?;
        }
        self.from.iter().map(|from| from.recv().map_err(gone)).collect()
    }

    fn gather(&mut self, number: u64) -> Result<Vec<u64>, Refusal> {
        let all = self.exchange(vec![number.to_le_bytes().to_vec(); self.to.len()])?;
        Ok(all.into_iter().map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes"))).collect())
    }

    fn collect(&mut self, bytes: &[u8], each: &mut dyn FnMut(&[u8])) -> Result<(), Refusal> {
        let message = |rank| if rank == 0 { bytes.to_vec() } else { Vec::new() };
        let all = self.exchange((0..self.to.len()).map(message).collect())?;
        all.iter().for_each(|bytes| each(bytes));
        Ok(())
    }
}

/// Ranks that are connected with each other, each of which is gone after so many messages.
fn threads(count: usize, left: impl Fn(usize) -> usize) -> Vec<Thread> {
    let mut ranks: Vec<Thread> =
        (0..count).map(|rank| Thread { rank, to: Vec::new(), from: Vec::new(), left: left(rank) }).collect();
    for one in 0..count {
        for other in 0..count {
            let (to, from) = channel();
            ranks[one].to.push(to);
            // every rank receives from the others in their order, as `one` rises
            ranks[other].from.push(from);
        }
    }
    ranks
}

/// What each rank says of all layers, with so many bytes for lists.
fn by_ranks(
    solver: &Solver,
    ranks: Vec<Thread>,
    bytes: usize,
    progress: &Progress,
) -> Vec<Result<Vec<Solved>, Refusal>> {
    let work = |mut rank: Thread| -> Result<Vec<Solved>, Refusal> {
        let mut values = Values::new(solver.layers().len());
        let mut all = Vec::new();
        for layer in 0..solver.layers().len() {
            let solved = solver.solve_share(layer, &values, bytes, &mut rank, progress)?;
            all.push(solved.clone());
            values.put(layer, solved);
        }
        Ok(all)
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = ranks.into_iter().map(|rank| scope.spawn(|| work(rank))).collect();
        running.into_iter().map(|rank| rank.join().expect("it ends")).collect()
    })
}

/// One process and any number of ranks say the same of every layer, with lists and without.
fn agree(rules: &Arc<Rules>, most: Option<usize>) {
    let name = &rules.about.name;
    let solver = Solver::new(rules, most, Trust::Games).expect("it can be solved");
    let mut values = Values::new(solver.layers().len());
    let mut alone = Vec::new();
    for layer in 0..solver.layers().len() {
        let solved = solver.solve(layer, &values, 1 << 20, &Progress::default()).expect("solved");
        alone.push(solved.clone());
        values.put(layer, solved);
    }
    let mut exchanged = Vec::new();
    for (ranks, bytes) in [(1, 1 << 20), (2, 1 << 20), (3, 0), (4, 1 << 20), (4, 4_000)] {
        let all = by_ranks(&solver, threads(ranks, |_| usize::MAX), bytes, &Progress::default());
        let all: Vec<Vec<Solved>> = all.into_iter().map(|rank| rank.expect("solved")).collect();
        for (layer, alone) in alone.iter().enumerate() {
            let positions = solver.layers()[layer].positions;
            let told = format!("{name}, layer {layer} of {positions} positions, {ranks} ranks");
            let mut together = Vec::new();
            for (rank, of) in all.iter().map(|of| &of[layer]).enumerate() {
                let share = Shares::new(positions, ranks).of(rank);
                assert_eq!(of.values.len() as u64, share.end - share.start, "{told}");
                together.extend_from_slice(&of.values);
                assert_eq!(
                    (of.counts, of.circling, of.settled),
                    (alone.counts, alone.circling, alone.settled),
                    "{told}"
                );
            }
            assert!(together == alone.values, "{told}");
        }
        exchanged.push(all[0].iter().map(|solved| solved.exchanged).sum::<u64>());
    }
    assert_eq!(exchanged[0], 0, "{name}");
    assert!(exchanged[1..].iter().all(|bytes| *bytes > 0), "{name}: {exchanged:?}");
}

#[test]
fn ranks_find_the_values_that_one_process_finds() {
    // in a long run layers have more positions than a rank looks up at a time
    let seeds = |quick, long| Some(crate::sized(quick, long) as usize);
    // marks
    agree(&rules("krur", &[]), seeds(2, 8));
    // endless play by path
    agree(&rules("um-el-tuweisat", &[]), seeds(4, 18));
    agree(&rules("oware", &[]), seeds(3, 10));
    // endless play that the rules tell
    agree(&rules("um-ed-dyar", &[("columns", "2"), ("seeds", "4"), ("capture-at-home", "barred")]), None);
    // turns in a row
    agree(&rules("kalah", &[("columns", "2"), ("seeds", "3")]), None);
    // rounds that rules decide, both players by themselves
    agree(&rules("hus", &[]), seeds(2, 4));
}

#[test]
fn a_plan_that_leaves_positions_out_is_refused_by_all_ranks() {
    // three seeds on the board lead to two, and no layer has two
    let rules = rules("kalah", &[("columns", "2"), ("seeds", "3")]);
    let solver = Solver::new(&rules, None, Trust::Nothing).expect("it can be solved");
    let work = |mut rank: Thread| {
        // the layers before it are not there
        let values = Values::new(solver.layers().len());
        solver.solve_share(9, &values, 1 << 20, &mut rank, &Progress::default())
    };
    let found: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> = threads(3, |_| usize::MAX).into_iter().map(|rank| scope.spawn(|| work(rank))).collect();
        running.into_iter().map(|rank| rank.join().expect("it ends")).collect()
    });
    assert!(found.iter().all(|found| found.as_ref().is_err_and(Refusal::is_open)), "{found:?}");
    assert!(found.iter().any(|found| matches!(found, Err(Refusal::Open { .. }))), "{found:?}");
}

#[test]
fn no_rank_waits_for_one_that_is_gone_or_stopped() {
    let solver = Solver::new(&rules("um-el-tuweisat", &[]), Some(6), Trust::Games).expect("it can be solved");
    for left in [0, 1, 7, 50] {
        let ranks = threads(3, |rank| if rank == 1 { left } else { usize::MAX });
        let found = by_ranks(&solver, ranks, 1 << 20, &Progress::default());
        for found in found {
            assert!(found.is_err_and(|refusal| refusal.to_string() == GONE), "after {left}");
        }
    }
    let progress = Progress::default();
    progress.stop();
    let found = by_ranks(&solver, threads(3, |_| usize::MAX), 1 << 20, &progress);
    assert!(found.iter().all(|found| *found == Err(Refusal::Stopped)), "{found:?}");
}

#[test]
fn layers_that_do_not_lead_to_each_other_need_not_wait() {
    let alone = |name: &str, most: usize| {
        let solver = Solver::new(&rules(name, &[]), Some(most), Trust::Games).expect("it can be solved");
        let layers = 0..solver.layers().len();
        let pairs = layers.flat_map(|upper| (0..upper).map(move |lower| (upper, lower)));
        pairs.filter(|(upper, lower)| !solver.leads_to(*upper, *lower)).count()
    };
    // without marks, each layer leads to all with fewer seeds
    assert_eq!(alone("oware", 6), 0);
    // marks of other holes are another game
    assert!(alone("krur", 3) > 0);
    // values of a layer follow from those of the layers that it leads to
    let rules = rules("krur", &[]);
    let (solver, values) = solved(&rules, Some(crate::sized(2, 4) as usize)).expect("solved");
    for layer in 0..solver.layers().len() {
        let mut few = Values::new(solver.layers().len());
        for before in (0..layer).filter(|before| solver.leads_to(layer, *before)) {
            let solved = solver.solve(before, &values, 1 << 20, &Progress::default()).expect("solved");
            few.put(before, solved);
        }
        let solved = solver.solve(layer, &few, 1 << 20, &Progress::default());
        assert_eq!(solved.map(|solved| solved.values).as_deref(), Ok(values.of(layer)), "layer {layer}");
    }
}
