//! Problems, looked for in a thread of their own: proofs take longer than an editor waits for an answer.

use std::collections::BTreeMap;
use std::io;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::{Diagnostic, Uri};

use super::answers::diagnostics;
use crate::language_server::Document;

/// Room for texts that nest deeply, in bytes.
const STACK: usize = 16 * 1024 * 1024;

/// A text whose problems are wanted.
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
    /// What it has found out.
    pub(super) answers: Receiver<Answer>,
}

impl Prover {
    /// Begins to wait for texts; it ends with the program.
    ///
    /// # Errors
    ///
    /// The system gives no thread.
    pub(super) fn begin() -> io::Result<Prover> {
        let (questions, asked) = unbounded::<Question>();
        let (told, answers) = unbounded();
        thread::Builder::new().name("prover".into()).stack_size(STACK).spawn(move || {
            while let Ok(question) = asked.recv() {
                // of a text that was asked for several times meanwhile, the last version alone
                let waiting = [question].into_iter().chain(asked.try_iter());
                let last: BTreeMap<String, Question> =
                    waiting.map(|question| (question.uri.to_string(), question)).collect();
                for Question { uri, version, document } in last.into_values() {
                    let diagnostics = diagnostics(&document, &uri);
                    if told.send(Answer { uri, version, diagnostics }).is_err() {
                        return;
                    }
                }
            }
        })?;
        Ok(Prover { questions, answers })
    }

    /// Asks for the problems of a text.
    pub(super) fn ask(&self, question: Question) {
        // where nobody listens any more, the answers tell so
        let _ = self.questions.send(question);
    }
}
