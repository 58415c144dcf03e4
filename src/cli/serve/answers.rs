//! Questions and answers over HTTP. An answer is one line of JSON. To those who accept lines, what is known before the
//! answer is sent as lines `{"told": ..}`. Who closes the connection cancels the question.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use mancala_tools::questions::Asking;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use super::desk::Desk;
use super::workers::{Job, Said};

/// Time between two looks at how far an answer is, and whether anybody still waits for it.
const TICK: Duration = Duration::from_millis(250);
/// Seconds that a machine may think about a move.
const LONGEST: f64 = 3600.0;
/// What is sent as lines.
const LINES: &str = "application/x-ndjson";

/// Begins what stands after `?` in the address: the name of the one who asks, whose questions have a thread of their own.
const WORKER: &str = "worker=";

/// That this is a program, and what it offers beyond the module in a browser.
pub(super) async fn about(State(desk): State<Arc<Desk>>) -> Response {
    let told = json!({
        "program": true, "version": env!("CARGO_PKG_VERSION"), "longest": LONGEST, "databases": desk.databases.is_some(),
    });
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, told.to_string()).into_response()
}

/// Answers a question.
pub(super) async fn answer(State(desk): State<Arc<Desk>>, uri: Uri, headers: HeaderMap, question: String) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok()).unwrap_or_default();
    let in_parts = accepts.contains(LINES);
    let worker = uri.query().and_then(|query| query.strip_prefix(WORKER)).unwrap_or_default();
    let (reply, said) = unbounded_channel();
    let told = reply.clone();
    let asking = Asking::telling(move |known| {
        // nobody may be there to hear it
        let _ = told.send(Said::Told(json!({ "told": known }).to_string()));
    });
    let asking = Arc::new(asking.with(desk.databases.clone(), LONGEST));
    let waiting = Waiting { said, asking: asking.clone(), in_parts, known: None, is_over: false };
    if let Err(error) = desk.workers.hand(worker, Job { question, asking, reply }) {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("no thread can be started: {error}\n")).into_response();
    }
    let lines =
        unfold(
            waiting,
            |mut waiting| async move { waiting.next().await.map(|line| (Ok::<_, Infallible>(line), waiting)) },
        );
    let kind = if in_parts { LINES } else { "application/json" };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// A connection that waits for an answer. Once it is closed, the answer is no longer wanted.
struct Waiting {
    said: UnboundedReceiver<Said>,
    asking: Arc<Asking>,
    in_parts: bool,
    /// The parts that were last known to be done.
    known: Option<(u64, u64)>,
    is_over: bool,
}

impl Waiting {
    /// The next line to send; `None` after the answer.
    async fn next(&mut self) -> Option<String> {
        if self.is_over {
            return None;
        }
        let line = loop {
            match timeout(TICK, self.said.recv()).await {
                Ok(Some(Said::Told(line))) if self.in_parts => break line,
                Ok(Some(Said::Told(_))) => {}
                Ok(Some(Said::Answer(line))) => {
                    self.is_over = true;
                    break line;
                }
                // a defect has ended the thread
                Ok(None) => {
                    self.is_over = true;
                    break json!({ "error": "the program failed to answer this question", "problems": [] }).to_string();
                }
                Err(_) => break self.beat(),
            }
        };
        Some(line + "\n")
    }

    /// How far the answer is, or an empty line, which shows whether the connection is still there.
    fn beat(&mut self) -> String {
        let parts = self.asking.parts();
        match parts {
            Some((done, all)) if self.in_parts && parts != self.known => {
                self.known = parts;
                let told: Value = json!({ "done": done, "of": all });
                json!({ "told": told }).to_string()
            }
            _ => String::new(),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.asking.stop();
    }
}
