//! Progress of a long computation, and the request to stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::clock::Instant;

/// Progress of a long computation, and the request to stop it; shared by all threads that work on it.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    of: AtomicU64,
    counted: AtomicU64,
    /// Shared with computations that are part of this one.
    stop: Arc<AtomicBool>,
    until: Option<Instant>,
}

impl Progress {
    /// Creates the progress of a computation that stops at `time`.
    pub fn until(time: Instant) -> Self {
        Progress { until: Some(time), ..Progress::default() }
    }

    /// Creates the progress of a part of another computation: it counts on its own and stops with the whole.
    pub fn beside(whole: &Progress) -> Self {
        Progress { stop: whole.stop.clone(), until: whole.until, ..Progress::default() }
    }

    /// The same, stopping at `time` at the latest.
    #[must_use]
    pub fn at_latest(self, time: Instant) -> Self {
        Progress { until: Some(self.until.map_or(time, |until| until.min(time))), ..self }
    }

    /// When it stops at the latest, if its time is limited.
    pub fn end(&self) -> Option<Instant> {
        self.until
    }

    /// Number of parts done, and number of all parts.
    pub fn parts(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    /// Number of plies or sequences counted so far.
    pub fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// Restarts with `parts` parts to do.
    pub fn begin(&self, parts: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.counted.store(0, Ordering::Relaxed);
        self.of.store(parts, Ordering::Relaxed);
    }

    /// Adds parts that are done, and what was counted in them.
    pub fn add(&self, parts: u64, counted: u64) {
        self.done.fetch_add(parts, Ordering::Relaxed);
        self.counted.fetch_add(counted, Ordering::Relaxed);
    }

    /// Asks all threads to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the computation was asked to stop.
    pub fn is_asked(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the computation was asked to stop, or its time is over.
    pub fn is_stopped(&self) -> bool {
        self.is_asked() || self.until.is_some_and(|time| time <= Instant::now())
    }
}
