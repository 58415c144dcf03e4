//! Threads that answer. What asks one question after the other, such as a part of the page, always has the same thread,
//! since that keeps the files that it read and the game that it plays.

use std::collections::HashMap;
use std::io;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use tokio::sync::mpsc::UnboundedSender;

use mancala_tools::questions::{Asking, answer};

/// Most threads. A page has four.
const MOST: usize = 64;
/// Nested texts and searches need a deep stack; only what is used takes memory.
const STACK: usize = 256 << 20;

/// What is sent while a question is answered.
pub(super) enum Said {
    /// A part of the answer.
    Told(String),
    /// The answer, after which nothing follows.
    Answer(String),
}

/// A question, and where its answer goes.
pub(super) struct Job {
    pub(super) question: String,
    pub(super) asking: Arc<Asking>,
    pub(super) reply: UnboundedSender<Said>,
}

/// A thread, and when it was asked last.
struct Thread {
    jobs: Sender<Job>,
    asked: Instant,
}

/// The threads, by the names of those that ask.
#[derive(Default)]
pub(super) struct Workers {
    threads: Mutex<HashMap<String, Thread>>,
}

impl Workers {
    /// Hands a question to the thread of whoever asks.
    pub(super) fn hand(&self, name: &str, job: Job) -> io::Result<()> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match threads.get_mut(name) {
            Some(thread) => {
                thread.asked = Instant::now();
                match thread.jobs.send(job) {
                    Ok(()) => return Ok(()),
                    // a defect has ended the thread
                    Err(unsent) => unsent.0,
                }
            }
            None => job,
        };
        if threads.len() >= MOST {
            let oldest = threads.iter().min_by_key(|(_, thread)| thread.asked).map(|(name, _)| name.clone());
            // it ends when it has answered what it was asked
            threads.remove(&oldest.unwrap_or_default());
        }
        let jobs = begin()?;
        jobs.send(job).map_err(io::Error::other)?;
        threads.insert(name.to_owned(), Thread { jobs, asked: Instant::now() });
        Ok(())
    }
}

/// Starts a thread, which ends when nobody can ask it any more.
fn begin() -> io::Result<Sender<Job>> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let work = move || {
        for Job { question, asking, reply } in jobs {
            if !asking.is_stopped() {
                // nobody may be there to hear it
                let _ = reply.send(Said::Answer(answer(&question, &asking)));
            }
        }
    };
    thread::Builder::new().name("answers".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(sender)
}
