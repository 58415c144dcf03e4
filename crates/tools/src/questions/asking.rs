//! What belongs to a question beside its text: whether it is still wanted, how far the answer is, and databases.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use mancala_engine::engine::Progress;
use mancala_engine::solver::Book;
use mancala_rules::clock::Instant;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;

/// Seconds that a machine may think about a move in a browser.
const SECONDS_IN_A_PAGE: f64 = 60.0;

/// Where databases of exact values are looked up.
pub trait Databases: Send + Sync {
    /// The database of a game under its readings, if there is one.
    ///
    /// # Errors
    ///
    /// There is one, and it cannot be used, for this reason.
    fn book(&self, ruleset: &Ruleset, rules: &Arc<Rules>) -> Result<Option<Arc<Book>>, String>;
}

/// Takes what is known before the answer.
type Tell = Box<dyn Fn(Value) + Send + Sync>;

/// A question that is being answered. Whoever asked may look at it from another thread.
pub struct Asking {
    whole: Progress,
    /// The part of the work that is done now.
    part: Mutex<Option<Arc<Progress>>>,
    tell: Option<Tell>,
    databases: Option<Arc<dyn Databases>>,
    longest: f64,
}

impl Default for Asking {
    fn default() -> Self {
        let whole = Progress::default();
        Asking { whole, part: Mutex::default(), tell: None, databases: None, longest: SECONDS_IN_A_PAGE }
    }
}

impl Asking {
    /// A question whose answer is told in parts, where it has parts.
    pub fn telling(tell: impl Fn(Value) + Send + Sync + 'static) -> Asking {
        Asking { tell: Some(Box::new(tell)), ..Asking::default() }
    }

    /// The same with databases, and with more seconds for a move.
    #[must_use]
    pub fn with(self, databases: Option<Arc<dyn Databases>>, longest: f64) -> Asking {
        Asking { databases, longest, ..self }
    }

    /// The answer is no longer wanted.
    pub fn stop(&self) {
        self.whole.stop();
    }

    /// Whether the answer is no longer wanted.
    pub fn is_stopped(&self) -> bool {
        self.whole.is_asked()
    }

    /// How many parts of the work are done, and how many there are, if that is known.
    pub fn parts(&self) -> Option<(u64, u64)> {
        // a clock may ask while the part changes
        let part = self.part.try_lock().ok()?.clone()?;
        Some(part.parts()).filter(|(_, all)| *all > 0)
    }

    /// Begins with work that takes this time at most.
    pub(super) fn begin(&self, time: Duration) -> Arc<Progress> {
        let part = Arc::new(Progress::beside(&self.whole).at_latest(Instant::now() + time));
        *self.part.lock().unwrap_or_else(PoisonError::into_inner) = Some(part.clone());
        part
    }

    /// Tells what is known so far.
    pub(super) fn tell(&self, told: Value) {
        if let Some(tell) = &self.tell {
            tell(told);
        }
    }

    /// The database of a game.
    pub(super) fn book(&self, ruleset: &Ruleset, rules: &Arc<Rules>) -> Result<Option<Arc<Book>>, String> {
        // a browser has no databases, and is not sent what looks values up
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return Ok(None);
        }
        self.databases.as_ref().map_or(Ok(None), |databases| databases.book(ruleset, rules))
    }

    /// Seconds that a machine may think about a move.
    pub(super) fn longest(&self) -> f64 {
        self.longest
    }
}
