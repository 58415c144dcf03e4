//! Watches one input after the other: a panic is caught, what takes too long or too much memory ends the program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::path::{Reached, walk};

/// What no input may need, in bytes.
pub const MEMORY: usize = 256 * 1024 * 1024;

/// What no input may take; many times more without optimisation.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 120 } else { 10 });

/// One watched thread.
pub struct Watch {
    /// The input that is being walked, kept as a file in case the program ends over it.
    file: PathBuf,
    since: Arc<Mutex<Option<(Instant, String)>>>,
}

impl Watch {
    /// Begins to watch.
    pub fn begin(name: &str) -> Self {
        let file = std::env::temp_dir().join(format!("mancala-{name}-{}.mancala", std::process::id()));
        let since: Arc<Mutex<Option<(Instant, String)>>> = Arc::default();
        let (watched, kept) = (since.clone(), file.clone());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(500));
                let watched = watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if let Some((begun, name)) = watched
                    && begun.elapsed() > LONGEST
                {
                    let text = std::fs::read(&kept).unwrap_or_default();
                    eprintln!(
                        "{}\n{name} takes longer than {LONGEST:?}; kept as {}",
                        text.escape_ascii(),
                        kept.display()
                    );
                    std::process::abort();
                }
            }
        });
        Watch { file, since }
    }

    /// Walks the path with an input. A panic gives what it said.
    pub fn walk(&self, name: &str, bytes: &[u8], seed: u64) -> Result<Reached, String> {
        std::fs::write(&self.file, bytes).expect("it can be written");
        let now = |value| *self.since.lock().unwrap_or_else(PoisonError::into_inner) = value;
        now(Some((Instant::now(), name.to_owned())));
        let walked = catch_unwind(AssertUnwindSafe(|| walk(bytes, seed)));
        now(None);
        walked.map_err(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // it only served a program that ended over it
        let _ = std::fs::remove_file(&self.file);
    }
}
