//! Machine players, each in a thread of its own while it thinks.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope};

use crate::chance::generator;
use crate::contest::GameOrMatch;
use crate::engine::Progress;
use crate::game::FaultAt;
use crate::players::Kind;
use crate::rules::model;
use crate::solver::Book;

/// Stack for a search of many plies, in bytes.
const STACK: usize = 64 * 1024 * 1024;

type Machine = Box<dyn crate::players::Strategy>;

/// The answer of a machine.
struct Answer {
    ticket: u64,
    seat: Option<(model::Player, Kind)>,
    machine: Machine,
    chosen: Result<usize, FaultAt>,
}

/// The machines of a game. Each keeps what it has learned from move to move.
pub(super) struct Machines {
    seed: u64,
    book: Option<Arc<Book>>,
    idle: Vec<(model::Player, Kind, Machine)>,
    /// Progress of the machine that thinks; it can be stopped with it.
    busy: Option<Arc<Progress>>,
    answers: Receiver<Answer>,
    answer: Sender<Answer>,
}

impl Machines {
    pub(super) fn new(seed: u64, book: Option<Arc<Book>>) -> Self {
        let (answer, answers) = channel();
        Machines { seed, book, idle: Vec::new(), busy: None, answers, answer }
    }

    /// Lets a machine think; it uses the memory of `seat`.
    pub(super) fn think<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        ticket: u64,
        kind: Kind,
        seat: Option<model::Player>,
        table: GameOrMatch,
    ) {
        self.forget();
        let known = self.idle.iter().position(|(player, known, _)| Some(*player) == seat && *known == kind);
        let mut machine = known.map_or_else(|| kind.player_with(self.book.as_ref()), |at| self.idle.swap_remove(at).2);
        let progress = Arc::new(Progress::default());
        self.busy = Some(progress.clone());
        let (answer, seed) = (self.answer.clone(), self.seed);
        let thread = thread::Builder::new().stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, move || {
            let chosen = machine.choose_at(&table, &mut generator(seed, ticket), &progress);
            // if the screen is closed, nothing waits for the answer
            let _ = answer.send(Answer { ticket, seat: seat.map(|player| (player, kind)), machine, chosen });
        });
        if spawned.is_err() {
            // without an answer the user can choose another player or press Ctrl-C
            self.busy = None;
        }
    }

    /// Makes the machine that thinks answer soon.
    pub(super) fn hurry(&self) {
        if let Some(progress) = &self.busy {
            progress.stop();
        }
    }

    /// Stops the machine that thinks; its answer is ignored.
    pub(super) fn forget(&mut self) {
        self.hurry();
        self.busy = None;
    }

    /// An answer, if one has come: its ticket, and the index of the move or the failure.
    pub(super) fn answer(&mut self) -> Option<(u64, Result<usize, String>)> {
        let Answer { ticket, seat, machine, chosen } = self.answers.try_recv().ok()?;
        if let Some((player, kind)) = seat {
            self.idle.push((player, kind, machine));
        }
        Some((ticket, chosen.map_err(|stuck| stuck.fault.message)))
    }
}
