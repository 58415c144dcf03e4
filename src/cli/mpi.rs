//! Ranks that `mpirun` has started, by the MPI library of the machine.

use std::fmt;

use mancala_engine::solver::{Peers, Refusal};
use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::environment::{Universe, initialize};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};

use super::Failure;

/// Most bytes that a rank sends at a time, so that messages need little memory on the way. MPI could count 31 bits.
const MOST_BYTES: usize = 1 << 22;

/// It may always send each of the others this much.
const LEAST_BYTES: usize = 1 << 12;

/// Most bytes that a rank sends to the first at a time.
const PIECE: usize = 1 << 20;

/// This rank. MPI ends when it is dropped.
pub(super) struct Mpi {
    world: SimpleCommunicator,
    _universe: Universe,
}

impl Mpi {
    /// Meets the other ranks.
    pub(super) fn begin() -> Result<Mpi, Failure> {
        let Some(universe) = initialize() else {
            return Err(Failure::wrong_use("MPI cannot be started"));
        };
        // the end of one program would wait for the others, who wait for its messages; `mpirun` ends them instead
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |told| {
            before(told);
            std::process::exit(2);
        }));
        Ok(Mpi { world: universe.world(), _universe: universe })
    }
}

impl fmt::Debug for Mpi {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Mpi").field("rank", &self.rank()).field("count", &self.count()).finish()
    }
}

/// Room for so many bytes. Even an empty one has a place in memory: the pointer of other empty lists is what MPI takes for
/// its sign that a message lies in place.
fn buffer(size: usize) -> Vec<u8> {
    Vec::with_capacity(size.max(1))
}

/// Where each of several messages begins that follow each other.
fn begins(counts: &[i32]) -> Vec<i32> {
    let mut next = 0;
    let begin = |count: &i32| {
        next += count;
        next - count
    };
    counts.iter().map(begin).collect()
}

impl Peers for Mpi {
    fn rank(&self) -> usize {
        usize::try_from(self.world.rank()).unwrap_or(0)
    }

    fn count(&self) -> usize {
        usize::try_from(self.world.size()).unwrap_or(1)
    }

    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Refusal> {
        let piece = (MOST_BYTES / self.count()).max(LEAST_BYTES);
        let longest = messages.iter().map(Vec::len).max().unwrap_or(0).div_ceil(piece).max(1) as u64;
        let mut rounds = longest;
        self.world.all_reduce_into(&longest, &mut rounds, SystemOperation::max());
        let mut received = vec![Vec::new(); self.count()];
        for round in 0..rounds as usize {
            let part = |message: &Vec<u8>| {
                let from = (round * piece).min(message.len());
                from..(from + piece).min(message.len())
            };
            let mut out = buffer(messages.iter().map(|message| part(message).len()).sum());
            messages.iter().for_each(|message| out.extend_from_slice(&message[part(message)]));
            let counts: Vec<i32> = messages.iter().map(|message| part(message).len() as i32).collect();
            let mut others = vec![0_i32; self.count()];
            self.world.all_to_all_into(&counts[..], &mut others[..]);
            let (own_begins, begins) = (begins(&counts), begins(&others));
            let size = others.iter().map(|count| *count as usize).sum();
            let mut into = buffer(size);
            into.resize(size, 0);
            self.world.all_to_all_varcount_into(
                &Partition::new(&out[..], counts, own_begins),
                &mut PartitionMut::new(&mut into[..], &others[..], &begins[..]),
            );
            for (message, (begin, count)) in received.iter_mut().zip(begins.iter().zip(&others)) {
                let (begin, count) = (*begin as usize, *count as usize);
                message.extend_from_slice(&into[begin..begin + count]);
            }
        }
        Ok(received)
    }

    fn gather(&mut self, number: u64) -> Result<Vec<u64>, Refusal> {
        let mut all = vec![0_u64; self.count()];
        self.world.all_gather_into(&number, &mut all[..]);
        Ok(all)
    }

    fn collect(&mut self, bytes: &[u8], each: &mut dyn FnMut(&[u8])) -> Result<(), Refusal> {
        if self.rank() != 0 {
            let first = self.world.process_at_rank(0);
            bytes.chunks(PIECE).for_each(|piece| first.send(piece));
            // nothing says that this was the last
            first.send(&buffer(0)[..]);
            return Ok(());
        }
        each(bytes);
        for rank in 1..self.world.size() {
            loop {
                let (piece, _) = self.world.process_at_rank(rank).receive_vec::<u8>();
                if piece.is_empty() {
                    break;
                }
                each(&piece);
            }
        }
        Ok(())
    }
}
