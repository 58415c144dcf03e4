//! The conversation with an editor: what is known of the open texts, and how it goes on with each message.
//!
//! It waits for nothing and reads nothing. What takes long is handed out as questions, and goes on when their answers
//! come. So a program can look for problems in threads, and a page when nothing else is to do.

use std::collections::{BTreeMap, BTreeSet};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, Notification as _, PublishDiagnostics,
    ShowMessage,
};
use lsp_types::request::{
    ApplyWorkspaceEdit, CodeActionRequest, CodeLensRefresh, CodeLensRequest, Completion, DocumentHighlightRequest,
    DocumentLinkRequest, DocumentSymbolRequest, ExecuteCommand, FoldingRangeRequest, Formatting, GotoDefinition,
    HoverRequest, Initialize, PrepareRenameRequest, References, Rename, Request as _, SemanticTokensFullRequest,
    Shutdown,
};
use lsp_types::{
    CodeActionParams, CodeLensParams, CompletionParams, Diagnostic, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, ExecuteCommandParams, MessageType, PublishDiagnosticsParams,
    ShowMessageParams, Uri,
};
use mancala_rules::ruleset::with_beside;
use mancala_rules::source::Source;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::actions;
use super::answers::{self, About};
use super::capabilities::{Client, capabilities};
use super::commands;
use crate::language_server::Document;
use crate::language_server::examples::Played;
use crate::language_server::findings::{Finding, findings, quick_findings};

/// How the conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The editor ended it.
    Exit,
    /// The editor ended it without `shutdown`.
    WithoutShutdown,
}

/// How far the conversation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The editor has not said what it can.
    Before,
    /// Questions are answered.
    Open,
    /// The editor has asked to shut down.
    Down,
}

/// A text to look for problems in.
#[derive(Clone)]
pub struct Question {
    uri: Uri,
    version: i32,
    document: Document,
}

/// The problems of a version of a text.
pub struct Answer {
    uri: Uri,
    version: i32,
    findings: Vec<Finding>,
}

impl Question {
    /// The address of the text.
    pub fn address(&self) -> String {
        self.uri.to_string()
    }

    /// Looks for problems, which takes long.
    pub fn answer(self) -> Answer {
        let Question { uri, version, document } = self;
        Answer { uri, version, findings: findings(&document) }
    }
}

/// An open text.
struct Open {
    uri: Uri,
    version: i32,
    document: Document,
    /// What was found in it, if it was looked at since it changed.
    findings: Option<Vec<Finding>>,
}

/// The conversation with an editor.
pub struct Conversation {
    /// Reads a rule file that is not open, by its address.
    read: fn(&str) -> Option<Source>,
    phase: Phase,
    client: Client,
    /// The open texts by their addresses.
    open: BTreeMap<String, Open>,
    /// Addresses of texts that have changed since problems were looked for.
    changed: BTreeSet<String>,
    /// The number of the last question to the editor.
    asked: i32,
    /// Messages to the editor, to be sent.
    out: Vec<Message>,
    /// Examples to play.
    plays: Vec<commands::Question>,
}

impl Conversation {
    /// A conversation that has not begun. `read` reads a rule file that is not open, by its address.
    pub fn new(read: fn(&str) -> Option<Source>) -> Conversation {
        Conversation {
            read,
            phase: Phase::Before,
            client: Client::default(),
            open: BTreeMap::new(),
            changed: BTreeSet::new(),
            asked: 0,
            out: Vec::new(),
            plays: Vec::new(),
        }
    }

    /// Goes on with a message of the editor. Returns how the conversation ended, if it did.
    pub fn go_on(&mut self, message: Message) -> Option<End> {
        match message {
            Message::Request(request) => {
                if let Some(response) = self.answer(request) {
                    self.out.push(Message::Response(response));
                }
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => {
                return Some(if self.phase == Phase::Down { End::Exit } else { End::WithoutShutdown });
            }
            Message::Notification(notification) if self.phase == Phase::Open => self.hear(notification),
            // an answer of the editor: what was asked of it is done or not, and nothing depends on it
            Message::Notification(_) | Message::Response(_) => {}
        }
        None
    }

    /// Takes the messages to be sent to the editor.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.out)
    }

    /// Takes the examples to be played; [`Conversation::tell_played`] goes on with them.
    pub fn take_plays(&mut self) -> Vec<commands::Question> {
        std::mem::take(&mut self.plays)
    }

    /// Whether texts have changed since problems were looked for.
    pub fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Takes the texts in which problems are to be looked for; [`Conversation::learn`] goes on with them.
    pub fn take_changed(&mut self) -> Vec<Question> {
        let changed = std::mem::take(&mut self.changed);
        let open = changed.iter().filter_map(|address| self.open.get(address));
        let question = |Open { uri, version, document, .. }: &Open| Question {
            uri: uri.clone(),
            version: *version,
            document: document.clone(),
        };
        open.map(question).collect()
    }

    /// Tells the editor something.
    fn tell(&mut self, method: &str, params: impl Serialize) {
        // these parameters are records with names as keys, which always become JSON
        let params = serde_json::to_value(params).unwrap_or_default();
        self.out.push(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    /// Asks the editor for something.
    fn ask(&mut self, method: &str, params: Value) {
        self.asked = self.asked.wrapping_add(1);
        self.out.push(Message::Request(Request { id: self.asked.into(), method: method.to_owned(), params }));
    }

    /// Handles texts that are opened, changed and closed; ignores other notifications.
    fn hear(&mut self, notification: Notification) {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(DidOpenTextDocumentParams { text_document: text }) =
                    serde_json::from_value(notification.params)
                {
                    self.put(text.uri, text.version, &text.text);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(DidChangeTextDocumentParams { text_document, content_changes }) =
                    serde_json::from_value(notification.params)
                    && let Some(whole) = content_changes.into_iter().next_back()
                {
                    self.put(text_document.uri, text_document.version, &whole.text);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(DidCloseTextDocumentParams { text_document }) = serde_json::from_value(notification.params) {
                    let address = text_document.uri.to_string();
                    self.open.remove(&address);
                    self.changed.remove(&address);
                    self.publish(text_document.uri, Vec::new(), None);
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, uri: Uri, version: i32, text: &str) {
        let address = uri.to_string();
        let name = address.rsplit('/').next().unwrap_or(&address).to_owned();
        let document = Document { source: self.with_beside(&address, Source::new(name, text)) };
        self.changed.insert(address.clone());
        self.open.insert(address.clone(), Open { uri, version, document, findings: None });
        self.refresh(&address);
    }

    /// Adds the rule files beside a text that it is like: as they are in the editor, or else as they are read.
    fn with_beside(&self, address: &str, source: Source) -> Source {
        let folder = address.rsplit_once('/').map_or("", |(folder, _)| folder);
        with_beside(source, |file| {
            let beside = format!("{folder}/{file}");
            let open = self.open.get(&beside).map(|open| open.document.source.clone());
            open.or_else(|| (self.read)(&beside))
        })
    }

    /// Reads the texts anew that are like a text that has changed.
    fn refresh(&mut self, changed: &str) {
        let like =
            |open: &Open| open.document.source.neighbours().any(|name| changed.ends_with(&format!("/{name}.mancala")));
        let affected: Vec<String> =
            self.open.iter().filter(|(_, open)| like(open)).map(|(address, _)| address.clone()).collect();
        for address in affected {
            let Some(source) = self.open.get(&address).map(|open| open.document.source.clone()) else { continue };
            let source = self.with_beside(&address, source);
            if let Some(open) = self.open.get_mut(&address) {
                (open.document, open.findings) = (Document { source }, None);
                self.changed.insert(address);
            }
        }
    }

    /// Keeps and publishes the problems of a text unless it has changed meanwhile.
    pub fn learn(&mut self, Answer { uri, version, findings }: Answer) {
        let Some(open) = self.open.get_mut(&uri.to_string()).filter(|open| open.version == version) else { return };
        let diagnostics = actions::diagnostics(&open.document, &findings, &uri);
        open.findings = Some(findings);
        self.publish(uri, diagnostics, Some(version));
        if self.client.refreshes_lenses {
            self.ask(CodeLensRefresh::METHOD, Value::Null);
        }
    }

    fn publish(&mut self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) {
        self.tell(PublishDiagnostics::METHOD, PublishDiagnosticsParams { uri, diagnostics, version });
    }

    /// Answers a request; `None`: the answer comes later.
    fn answer(&mut self, request: Request) -> Option<Response> {
        let Request { id, method, params } = request;
        match (self.phase, method.as_str()) {
            (Phase::Before, Initialize::METHOD) => {
                self.phase = Phase::Open;
                self.client = Client::new(&params);
                let server = json!({ "name": "mancala", "version": env!("CARGO_PKG_VERSION") });
                Some(Response::new_ok(id, json!({ "capabilities": capabilities(), "serverInfo": server })))
            }
            (Phase::Before, _) => {
                Some(failed(id, ErrorCode::ServerNotInitialized, "the first request is `initialize`".to_owned()))
            }
            (Phase::Down, _) => {
                Some(failed(id, ErrorCode::InvalidRequest, "after `shutdown` only `exit` is left".to_owned()))
            }
            (Phase::Open, Initialize::METHOD) => {
                Some(failed(id, ErrorCode::InvalidRequest, "`initialize` was asked before".to_owned()))
            }
            (Phase::Open, Shutdown::METHOD) => {
                self.phase = Phase::Down;
                Some(Response::new_ok(id, Value::Null))
            }
            (Phase::Open, ExecuteCommand::METHOD) => self.command(id, params),
            (Phase::Open, method) => Some(self.about_texts(id, method, params)),
        }
    }

    fn about_texts(&self, id: RequestId, method: &str, params: Value) -> Response {
        match method {
            Completion::METHOD => self.about(id, params, |open, params: CompletionParams| {
                answers::completion(&open.document, params, self.client.snippets)
            }),
            CodeActionRequest::METHOD => self.about(id, params, |open, params: CodeActionParams| {
                Ok(actions::actions(&open.document, &open.known(), &params))
            }),
            CodeLensRequest::METHOD => self.about(id, params, |open, _: CodeLensParams| {
                // what fails is known a little later: playing takes longer than an editor waits
                let findings = open.findings.as_deref().unwrap_or(&[]);
                Ok(commands::lenses(&open.document, findings, &open.uri))
            }),
            HoverRequest::METHOD => self.about_text(id, params, answers::hover),
            GotoDefinition::METHOD => self.about_text(id, params, answers::definition),
            References::METHOD => self.about_text(id, params, answers::references),
            DocumentHighlightRequest::METHOD => self.about_text(id, params, answers::highlights),
            PrepareRenameRequest::METHOD => self.about_text(id, params, answers::prepare_rename),
            Rename::METHOD => self.about_text(id, params, answers::rename),
            Formatting::METHOD => self.about_text(id, params, answers::formatting),
            DocumentSymbolRequest::METHOD => self.about_text(id, params, answers::symbols),
            FoldingRangeRequest::METHOD => self.about_text(id, params, answers::folding),
            DocumentLinkRequest::METHOD => self.about_text(id, params, answers::document_links),
            SemanticTokensFullRequest::METHOD => self.about_text(id, params, answers::semantic_tokens),
            _ => failed(id, ErrorCode::MethodNotFound, format!("unknown method `{method}`")),
        }
    }

    fn about_text<P, R>(&self, id: RequestId, params: Value, answer: fn(&Document, P) -> Result<R, String>) -> Response
    where
        P: DeserializeOwned + About,
        R: Serialize,
    {
        self.about(id, params, |open, params| answer(&open.document, params))
    }

    /// Answers a request about an open text.
    fn about<P, R>(&self, id: RequestId, params: Value, answer: impl Fn(&Open, P) -> Result<R, String>) -> Response
    where
        P: DeserializeOwned + About,
        R: Serialize,
    {
        let params: P = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => return failed(id, ErrorCode::InvalidParams, error.to_string()),
        };
        let Some(open) = self.open.get(&params.uri().to_string()) else {
            return failed(id, ErrorCode::InvalidParams, NOT_OPEN.to_owned());
        };
        match answer(open, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(message) => failed(id, ErrorCode::RequestFailed, message),
        }
    }

    /// Begins a command; `None`: its answer comes later.
    fn command(&mut self, id: RequestId, params: Value) -> Option<Response> {
        let params: ExecuteCommandParams = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => return Some(failed(id, ErrorCode::InvalidParams, error.to_string())),
        };
        let command = params.command.as_str();
        if !commands::ALL.contains(&command) {
            return Some(failed(id, ErrorCode::InvalidParams, format!("there is no command `{command}`")));
        }
        let address = params.arguments.first().and_then(Value::as_str).unwrap_or("");
        let Some(open) = self.open.get(address) else {
            return Some(failed(id, ErrorCode::InvalidParams, NOT_OPEN.to_owned()));
        };
        let only = if command == commands::RUN_ALL {
            None
        } else {
            let line = params.arguments.get(1).and_then(Value::as_u64);
            let Some(at) = line.and_then(|line| commands::on_line(&open.document, line)) else {
                let message = "no example begins on this line".to_owned();
                return Some(failed(id, ErrorCode::InvalidParams, message));
            };
            Some(at)
        };
        let accept = command == commands::ACCEPT;
        let Open { uri, version, document, .. } = open;
        let (uri, version, document) = (uri.clone(), *version, document.clone());
        self.plays.push(commands::Question { id, uri, version, document, only, accept });
        None
    }

    /// Tells what happened in examples, or writes it.
    pub fn tell_played(&mut self, commands::Answer { question, played }: commands::Answer) {
        let played = match played {
            Ok(played) => played,
            Err(why) => {
                self.show(MessageType::ERROR, &why);
                self.out.push(Message::Response(failed(question.id, ErrorCode::RequestFailed, why)));
                return;
            }
        };
        if question.accept {
            self.accept(&question, &played);
        } else {
            let (is_well, text) = commands::told(&played);
            self.show(if is_well { MessageType::INFO } else { MessageType::WARNING }, &text);
        }
        self.out.push(Message::Response(Response::new_ok(question.id, commands::record(&played))));
    }

    /// Lets the editor write what happened into an example.
    fn accept(&mut self, question: &commands::Question, played: &[Played]) {
        let commands::Question { uri, version, document, .. } = question;
        let is_current = self.open.get(&uri.to_string()).is_some_and(|open| open.version == *version);
        let written = played.iter().find_map(|played| played.accept.as_ref());
        match written {
            _ if !is_current => self.show(MessageType::WARNING, "the text has changed; nothing is written"),
            None => self.show(MessageType::INFO, &format!("nothing is written: {}", commands::told(played).1)),
            Some(_) if !self.client.applies_edits => {
                self.show(MessageType::ERROR, "this editor does not let a language server change a text");
            }
            Some(mend) => {
                let edit = actions::edit(document, uri, mend);
                self.ask(ApplyWorkspaceEdit::METHOD, json!({ "label": mend.title, "edit": edit }));
            }
        }
    }

    fn show(&mut self, typ: MessageType, text: &str) {
        self.tell(ShowMessage::METHOD, ShowMessageParams { typ, message: text.to_owned() });
    }
}

impl Open {
    /// What is known to be wrong with the text, without waiting for proofs.
    fn known(&self) -> Vec<Finding> {
        self.findings.clone().unwrap_or_else(|| quick_findings(&self.document))
    }
}

/// The answer to a question about a text that is not open.
const NOT_OPEN: &str = "this text is not open";

fn failed(id: RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}
