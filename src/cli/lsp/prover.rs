//! A thread that looks for problems: proofs take longer than an editor waits for an answer.

use std::collections::BTreeMap;
use std::io;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::{Diagnostic, Uri};

use super::answers::diagnostics;
use crate::language_server::Document;

/// Stack of the thread, in bytes; deeply nested texts need much.
const STACK: usize = 16 * 1024 * 1024;

/// A text to check.
pub(super) struct Question {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) document: Document,
}

/// The problems of a version of a text.
pub(super) struct Answer {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The thread that looks for problems.
pub(super) struct Prover {
    questions: Sender<Question>,
    /// Problems of the texts checked so far.
    pub(super) answers: Receiver<Answer>,
}

impl Prover {
    /// Starts the thread, which waits for texts until the program ends.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub(super) fn begin() -> io::Result<Prover> {
        let (questions, asked) = unbounded::<Question>();
        let (sender, answers) = unbounded();
        thread::Builder::new().name("prover".into()).stack_size(STACK).spawn(move || {
            while let Ok(question) = asked.recv() {
                // if several versions of a text wait, only the last is checked
                let waiting = [question].into_iter().chain(asked.try_iter());
                let last: BTreeMap<String, Question> =
                    waiting.map(|question| (question.uri.to_string(), question)).collect();
                for Question { uri, version, document } in last.into_values() {
                    let diagnostics = diagnostics(&document, &uri);
                    if sender.send(Answer { uri, version, diagnostics }).is_err() {
                        return;
                    }
                }
            }
        })?;
        Ok(Prover { questions, answers })
    }

    /// Asks for the problems of a text.
    pub(super) fn ask(&self, question: Question) {
        // a thread that has ended shows in the channel of answers
        let _ = self.questions.send(question);
    }
}
