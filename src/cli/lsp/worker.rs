//! Threads for what takes longer than an editor waits for an answer.

use std::io;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

/// Stack of a thread, in bytes; deeply nested texts need much.
const STACK: usize = 16 * 1024 * 1024;

/// A thread that answers questions one after the other.
pub(super) struct Worker<Q, A> {
    questions: Sender<Q>,
    /// The answers so far.
    pub(super) answers: Receiver<A>,
}

impl<Q: Send + 'static, A: Send + 'static> Worker<Q, A> {
    /// Starts the thread, which waits for questions until the program ends. `needed` leaves out those of the questions
    /// waiting that need no answer any more.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub(super) fn begin(name: &str, needed: fn(Vec<Q>) -> Vec<Q>, answer: fn(Q) -> A) -> io::Result<Worker<Q, A>> {
        let (questions, asked) = unbounded::<Q>();
        let (sender, answers) = unbounded();
        thread::Builder::new().name(name.into()).stack_size(STACK).spawn(move || {
            while let Ok(question) = asked.recv() {
                for question in needed([question].into_iter().chain(asked.try_iter()).collect()) {
                    if sender.send(answer(question)).is_err() {
                        return;
                    }
                }
            }
        })?;
        Ok(Worker { questions, answers })
    }

    /// Asks a question.
    pub(super) fn ask(&self, question: Q) {
        // a thread that has ended shows in the channel of answers
        let _ = self.questions.send(question);
    }
}
