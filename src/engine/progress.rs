//! How far a long count has come, and the wish that it stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// How far a long count has come; shared by all threads that work on it.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    of: AtomicU64,
    counted: AtomicU64,
    stop: AtomicBool,
    until: Option<Instant>,
}

impl Progress {
    /// The progress of a count that is to stop at a time.
    pub fn until(time: Instant) -> Self {
        Progress { until: Some(time), ..Progress::default() }
    }

    /// So many parts of how many are done.
    pub fn parts(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    /// Plies or sequences counted so far.
    pub fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// Begins anew with so many parts.
    pub(crate) fn begin(&self, parts: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.counted.store(0, Ordering::Relaxed);
        self.of.store(parts, Ordering::Relaxed);
    }

    /// More parts are done, and so much was counted in them.
    pub(crate) fn add(&self, parts: u64, counted: u64) {
        self.done.fetch_add(parts, Ordering::Relaxed);
        self.counted.fetch_add(counted, Ordering::Relaxed);
    }

    /// Asks all threads to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether they were asked to stop, or their time is over.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.until.is_some_and(|time| time <= Instant::now())
    }
}
