//! Long computations: threads, a progress bar on a terminal, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mancala_engine::engine::Progress;

use super::Failure;
use super::failure::INTERRUPTED;
use super::whole::whole;

/// The most threads.
const MOST_THREADS: u64 = 1024;

/// Bytes of stack for each thread: without optimisation, the loop that plays many games at once needs several megabytes.
const STACK: usize = (if cfg!(debug_assertions) { 16 } else { 2 }) << 20;

/// Time between two drawings of the progress bar.
const TICK: Duration = Duration::from_millis(100);

/// The number of threads.
#[derive(clap::Args)]
pub(super) struct ThreadArguments {
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = whole(1, MOST_THREADS), allow_negative_numbers = true)]
    pub(super) threads: Option<u64>,
}

/// Threads, their progress, and whether the user wants to stop them.
pub(super) struct Work {
    pool: rayon::ThreadPool,
    progress: Arc<Progress>,
}

impl Work {
    pub(super) fn new(threads: &ThreadArguments) -> Result<Self, Failure> {
        let threads = threads.threads.and_then(|threads| usize::try_from(threads).ok()).unwrap_or(0);
        Work::on(threads, until_stopped())
    }

    /// Work on one thread, unless a number of threads is given.
    pub(super) fn usually_alone(threads: &ThreadArguments) -> Result<Self, Failure> {
        Work::new(&ThreadArguments { threads: threads.threads.or(Some(1)) })
    }

    /// Work on one thread, which ends after this time, if one is given.
    pub(super) fn alone(time: Option<Duration>) -> Result<Self, Failure> {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        Work::on(1, stopped(until.map_or_else(Progress::default, Progress::until)))
    }

    fn on(threads: usize, progress: Arc<Progress>) -> Result<Self, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool.map_err(|error| Failure::wrong_use(format!("threads cannot be started: {error}")))?;
        Ok(Work { pool, progress })
    }

    /// Runs a task on all threads, with a progress bar on a terminal. `unit` is the name of what is counted.
    pub(super) fn run<T: Send>(&self, unit: &str, task: impl FnOnce(&Progress) -> T + Send) -> T {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watched = std::io::stderr().is_terminal();
            let drawing = watched.then(|| scope.spawn(|| self.draw(unit, &done)));
            let result = self.pool.install(|| task(&self.progress));
            done.store(true, Ordering::Release);
            if let Some(drawing) = drawing {
                drawing.thread().unpark();
            }
            result
        })
    }

    /// Runs a task that sends reports on all threads, with a progress bar. `each` handles them in the calling thread.
    pub(super) fn run_with_reports<T: Send, M: Send>(
        &self,
        unit: &str,
        task: impl FnOnce(&Progress, &Sender<M>) -> T + Send,
        mut each: impl FnMut(M) -> Result<(), Failure>,
    ) -> Result<Option<T>, Failure> {
        let (reporter, reports) = mpsc::channel();
        std::thread::scope(|scope| {
            let working = scope.spawn(move || self.run(unit, |progress| task(progress, &reporter)));
            let handled = reports.into_iter().try_for_each(|report| {
                let handled = each(report);
                if handled.is_err() {
                    self.progress.stop();
                }
                handled
            });
            let done = working.join().ok();
            handled.map(|()| done)
        })
    }

    /// The progress, and the request to stop.
    pub(super) fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Whether the user asked to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.progress.is_asked()
    }

    fn draw(&self, unit: &str, done: &AtomicBool) {
        let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
        let form = format!("{{bar:30}} {{percent:>3}}%  {{msg}} {unit}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&form) {
            bar.set_style(style);
        }
        // a `^C` on the line of the bar would move the cursor to the next one, and the bar would stay
        let _quiet = Quiet::begin();
        // short computations need no bar
        std::thread::park_timeout(TICK * 3);
        while !done.load(Ordering::Acquire) {
            let (parts, of) = self.progress.parts();
            bar.set_length(of);
            bar.set_position(parts);
            bar.set_message(short(self.progress.counted()));
            std::thread::park_timeout(TICK);
        }
        bar.finish_and_clear();
    }
}

/// A terminal that does not show control keys, until this is dropped.
struct Quiet {
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

impl Quiet {
    #[cfg(unix)]
    fn begin() -> Quiet {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let before = tcgetattr(std::io::stderr()).ok();
        if let Some(before) = &before {
            let mut modes = before.clone();
            modes.local_modes.remove(LocalModes::ECHOCTL);
            // the keys are shown then, which is no harm
            let _ = tcsetattr(std::io::stderr(), OptionalActions::Now, &modes);
        }
        Quiet { before }
    }

    #[cfg(not(unix))]
    fn begin() -> Quiet {
        Quiet {}
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            use rustix::termios::{OptionalActions, tcsetattr};
            let _ = tcsetattr(std::io::stderr(), OptionalActions::Now, before);
        }
    }
}

/// Progress that Ctrl-C stops; a second one ends the program.
pub(super) fn until_stopped() -> Arc<Progress> {
    stopped(Progress::default())
}

/// Lets Ctrl-C stop a computation; a second one ends the program.
fn stopped(progress: Progress) -> Arc<Progress> {
    let progress = Arc::new(progress);
    let to_stop = progress.clone();
    // without a handler Ctrl-C ends the program at once, which is acceptable
    let _ = ctrlc::set_handler(move || {
        if to_stop.is_stopped() {
            std::process::exit(INTERRUPTED.into());
        }
        to_stop.stop();
    });
    progress
}

/// A large number with three figures: `12.3M`.
pub(super) fn short(number: u64) -> String {
    const UNITS: [(u64, &str); 4] = [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    for (size, unit) in UNITS {
        if number >= size {
            let value = number as f64 / size as f64;
            let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
            return format!("{value:.decimals$}{unit}");
        }
    }
    number.to_string()
}
