//! Questions of the library that are answered in JSON, and long work that Ctrl-C ends.

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use mancala::cli::Folder;
use mancala_tools::questions;
use pyo3::prelude::*;

use crate::failing::{defect, failure};

/// How long Python waits until it looks whether it was interrupted, and how far the work is.
const TICK: Duration = Duration::from_millis(50);
/// Nested texts and searches need a deep stack; only what is used takes memory.
const STACK: usize = 256 << 20;

/// Does work in a thread of its own while other threads of Python go on. `look` is called from time to time; if it fails,
/// as it does after Ctrl-C, `stop` is called, and the work has to end soon.
///
/// # Errors
///
/// What `look` returned, or that the work panicked.
pub fn work<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
    stop: impl Fn(),
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, mut done) = channel();
        let begun = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            // nobody may wait any more
            let _ = sender.send(work());
        });
        begun.map_err(PyErr::from)?;
        let mut failed = None;
        loop {
            let waited;
            (waited, done) = py.detach(move || (done.recv_timeout(TICK), done));
            match waited {
                Ok(found) => return failed.map_or(Ok(found), Err),
                Err(RecvTimeoutError::Disconnected) => return Err(defect("a thread ended before its work")),
                Err(RecvTimeoutError::Timeout) => {
                    if failed.is_none()
                        && let Err(error) = py.check_signals().and_then(|()| look(py))
                    {
                        failed = Some(error);
                        stop();
                    }
                }
            }
        }
    })
}

/// Databases of exact values in a folder, or in folders below it.
#[pyclass(frozen, module = "mancala._mancala")]
pub struct Databases {
    folder: Arc<Folder>,
}

#[pymethods]
impl Databases {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let folder = Folder::open(&folder).map_err(|error| failure(py, &error))?;
        Ok(Databases { folder: Arc::new(folder) })
    }
}

/// Answers a question in JSON; `web/README.md` describes the questions. `tell` takes parts of the answer, `progress` the
/// number of parts that are done and of all. `longest` is the number of seconds after which an answer has to come.
#[pyfunction]
#[pyo3(signature = (question, tell=None, progress=None, databases=None, longest=1e9))]
pub fn answer(
    py: Python<'_>,
    question: String,
    tell: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
    databases: Option<&Databases>,
    longest: f64,
) -> PyResult<String> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let hear = {
        let told = told.clone();
        move |part: serde_json::Value| told.lock().unwrap_or_else(PoisonError::into_inner).push(part.to_string())
    };
    let folder = databases.map(|databases| databases.folder.clone() as Arc<dyn questions::Databases>);
    let asking = questions::Asking::telling(hear).with(folder, longest);
    let pass_on = |py: Python<'_>| -> PyResult<()> {
        let parts = std::mem::take(&mut *told.lock().unwrap_or_else(PoisonError::into_inner));
        for part in parts {
            tell.as_ref().map(|tell| tell.call1(py, (part,))).transpose()?;
        }
        Ok(())
    };
    let look = |py: Python<'_>| {
        pass_on(py)?;
        if let (Some(progress), Some(parts)) = (&progress, asking.parts()) {
            progress.call1(py, parts)?;
        }
        Ok(())
    };
    let answer = work(py, || questions::answer(&question, &asking), || asking.stop(), look)?;
    pass_on(py)?;
    Ok(answer)
}
