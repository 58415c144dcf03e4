//! Machine players, each in a thread of its own while it thinks.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope};

use mancala_engine::engine::Progress;
use mancala_engine::players::Judged;
use mancala_engine::solver::Book;
use mancala_rules::chance::generator;
use mancala_rules::rules::model;
use mancala_tools::drivers::tournament::Course;
use mancala_tools::session::Session;

use super::advice::{advice, judge};
use crate::cli::players::{Chooser, Stuck, at};
use crate::cli::program::Seated;
use crate::play_screen::{Refused, Seat};

/// Stack for a search of many plies, in bytes.
const STACK: usize = 64 * 1024 * 1024;

/// The answer of a machine.
struct Answer {
    ticket: u64,
    seat: Option<(model::Player, Seat)>,
    machine: Chooser,
    chosen: Result<usize, Stuck>,
    /// The value of the move and the line that follows, for a hint.
    why: Option<String>,
}

/// The machines of a game. Each keeps what it has learned from move to move.
pub(super) struct Machines {
    seed: u64,
    book: Option<Arc<Book>>,
    idle: Vec<(model::Player, Seat, Chooser)>,
    /// Progress of the machine that thinks; it can be stopped with it.
    busy: Option<Arc<Progress>>,
    /// Whether that is a program, which cannot be asked to answer soon.
    is_program: bool,
    answers: Receiver<Answer>,
    answer: Sender<Answer>,
    judged: Receiver<(usize, Judged)>,
    judge: Sender<(usize, Judged)>,
}

impl Machines {
    pub(super) fn new(seed: u64, book: Option<Arc<Book>>) -> Self {
        let (answer, answers) = channel();
        let (judge, judged) = channel();
        Machines { seed, book, idle: Vec::new(), busy: None, is_program: false, answers, answer, judged, judge }
    }

    /// Lets a machine think; it uses the memory of `seat`.
    pub(super) fn think<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        ticket: u64,
        (seat, player): (Seat, Option<model::Player>),
        session: &Session,
        seated: impl FnOnce(Arc<str>) -> Seated,
    ) {
        self.forget();
        let known = self.idle.iter().position(|(known, its, _)| Some(*known) == player && *its == seat);
        let known = known.map(|at| self.idle.swap_remove(at).2);
        let Some(mut machine) = known.or_else(|| Chooser::new(&seat, self.book.as_ref(), seated)) else { return };
        self.is_program = matches!(seat, Seat::Program(_));
        let (table, start, moves) = (session.playing().clone(), session.start().clone(), session.moves());
        let progress = Arc::new(Progress::default());
        self.busy = Some(progress.clone());
        let (answer, seed, book) = (self.answer.clone(), self.seed, self.book.clone());
        let thread = thread::Builder::new().stack_size(STACK);
        let spawned = thread.spawn_scoped(scope, move || {
            let course = Course { start: &start, moves: &moves };
            let mut chance = generator(seed, ticket);
            let advised =
                if player.is_none() { advice(&seat, book.as_ref(), &table, &mut chance, &progress) } else { None };
            let (chosen, why) = match advised {
                Some((index, why)) => (Ok(index), Some(why)),
                None => (machine.choose(at(&table), &course, &mut chance, &progress), None),
            };
            // if the screen is closed, nothing waits for the answer
            let _ = answer.send(Answer { ticket, seat: player.map(|player| (player, seat)), machine, chosen, why });
        });
        if spawned.is_err() {
            // without an answer the user can choose another player or press Ctrl-C
            self.busy = None;
        }
    }

    /// Makes the machine that thinks answer soon.
    pub(super) fn hurry(&self) {
        if let (Some(progress), false) = (&self.busy, self.is_program) {
            progress.stop();
        }
    }

    /// Stops the machine that thinks; its answer is ignored.
    pub(super) fn forget(&mut self) {
        if let Some(progress) = self.busy.take() {
            progress.stop();
        }
    }

    /// Values every ply of a game, in a thread of its own.
    pub(super) fn review<'scope, 'env>(&mut self, scope: &'scope Scope<'scope, 'env>, session: &Session) {
        self.forget();
        let progress = Arc::new(Progress::default());
        self.busy = Some(progress.clone());
        self.is_program = false;
        let (judged, seed) = (self.judge.clone(), self.seed);
        let (rules, start, moves) = (session.rules().clone(), session.start().clone(), session.moves());
        let thread = thread::Builder::new().stack_size(STACK);
        // without a thread nothing is valued
        let _ = thread.spawn_scoped(scope, move || {
            // if the screen is closed, nothing waits for the values
            judge(&rules, &start, &moves, seed, &progress, |ply, value| judged.send((ply, value)).is_ok());
        });
    }

    /// A ply that was valued, if there is one.
    pub(super) fn judged(&mut self) -> Option<(usize, Judged)> {
        self.judged.try_recv().ok()
    }

    /// An answer, if one has come: its ticket, the index of the move or the failure, and for a hint its reason.
    pub(super) fn answer(&mut self) -> Option<(u64, Result<usize, Refused>, Option<String>)> {
        let Answer { ticket, seat, machine, chosen, why } = self.answers.try_recv().ok()?;
        if let Some((player, seat)) = seat {
            self.idle.push((player, seat, machine));
        }
        let refused = |stuck| match stuck {
            Stuck::Rules(stuck) => Refused::Rules(stuck.fault.message),
            Stuck::Program(failure) => Refused::Program(failure.text()),
        };
        Some((ticket, chosen.map_err(refused), why))
    }
}
