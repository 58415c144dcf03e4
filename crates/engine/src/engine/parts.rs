//! Parallel work in numbered parts.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use mancala_rules::progress::Progress;

/// Does parts of some work on all threads of the current pool, until `progress` stops them, and adds up the results.
/// Each thread calls `worker` once to get the function that does its parts. A single part needs no other thread, which may
/// be busy with other work for long.
///
/// # Errors
///
/// Returns the error of the lowest-numbered failing part, whatever the number of threads.
pub fn in_parts<S: Send, E: Send, F: FnMut(u64) -> Result<S, E>>(
    parts: Range<u64>,
    progress: &Progress,
    empty: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, S) + Sync,
    worker: impl Fn() -> F + Sync,
) -> Result<S, E> {
    // parts are handed out in order, so all parts before a failing one are done
    let next = AtomicU64::new(parts.start);
    let end = AtomicU64::new(parts.end);
    let alone = parts.end.saturating_sub(parts.start) <= 1;
    let one_thread = || {
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
    };
    let done = if alone { vec![one_thread()] } else { rayon::broadcast(|_| one_thread()) };
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
