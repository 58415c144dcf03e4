//! Work in numbered parts, on all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::progress::Progress;

/// Does parts of some work on all threads of the pool that it is called in, until they are stopped, and adds up what
/// came of them. `worker` is called once by every thread, for what does its parts. If parts fail, the fault of the
/// first of them in order is told, however many threads there are.
pub(crate) fn in_parts<S: Send, E: Send, F: FnMut(u64) -> Result<S, E>>(
    parts: Range<u64>,
    progress: &Progress,
    empty: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, S) + Sync,
    worker: impl Fn() -> F + Sync,
) -> Result<S, E> {
    // parts are given out in order, so that all parts before one that fails are done
    let next = AtomicU64::new(parts.start);
    let end = AtomicU64::new(parts.end);
    let done = rayon::broadcast(|_| {
        let (mut sum, mut work) = (empty(), worker());
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= end.load(Ordering::Relaxed) || progress.is_stopped() {
                return Ok(sum);
            }
            match work(part) {
                Ok(more) => add(&mut sum, more),
                Err(fault) => {
                    end.fetch_min(part, Ordering::Relaxed);
                    return Err((part, fault));
                }
            }
        }
    });
    let mut sum = empty();
    let mut first: Option<(u64, E)> = None;
    for done in done {
        match done {
            Ok(more) => add(&mut sum, more),
            Err((part, _)) if first.as_ref().is_some_and(|(before, _)| *before < part) => {}
            Err(found) => first = Some(found),
        }
    }
    first.map_or(Ok(sum), |(_, fault)| Err(fault))
}
