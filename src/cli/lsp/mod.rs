//! `mancala lsp`: the language server, for editors.

mod answers;
mod prover;

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::time::Duration;

use crossbeam_channel::{after, never, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename, Request as _,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, HoverProviderCapability, OneOf, PositionEncodingKind,
    PublishDiagnosticsParams, RenameOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::prover::{Answer, Prover, Question};
use super::Failure;
use crate::cli::game;
use crate::language_server::Document;
use crate::source::Source;

/// Problems are looked for after a pause in typing of this length.
const REST: Duration = Duration::from_millis(150);

/// Arguments of `lsp`.
#[derive(clap::Args)]
#[command(after_help = "\
An editor starts this command and uses the Language Server Protocol over standard input and output. \
The server reports problems while you type, completes words, explains words and shows which \
situations a rule decides, finds and renames sources, options, readings and words, and formats \
files. `editors/` has an extension for VS Code and a syntax for Vim.

Examples:
  VS Code    install editors/vscode, see editors/README.md
  Neovim     vim.lsp.start({ name = 'mancala', cmd = { 'mancala', 'lsp' } })
  Helix      language-server.mancala = { command = \"mancala\", args = [\"lsp\"] }

Exit codes: 0 the editor ended the server; 2 the input cannot be parsed.")]
pub(super) struct Arguments {
    /// Given by editors; the server always uses standard input and output
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Answers an editor until it ends.
pub(super) fn lsp(_: &Arguments) -> Result<(), Failure> {
    if std::io::stdin().is_terminal() {
        eprintln!("an editor starts this command and talks to it; see `mancala lsp --help`");
    }
    let (connection, threads) = Connection::stdio();
    let failed = |error: String| Failure::wrong_use(format!("the input from the editor cannot be parsed: {error}"));
    let capabilities = serde_json::to_value(capabilities()).map_err(|error| failed(error.to_string()))?;
    // an editor that leaves before the first message is no error
    let begun = match connection.initialize(capabilities) {
        Ok(_) => true,
        Err(error) if error.channel_is_disconnected() => false,
        Err(error) => return Err(failed(error.to_string())),
    };
    let served = if begun {
        let serve = |prover| {
            Server { connection: &connection, open: BTreeMap::new(), changed: BTreeSet::new(), prover }.serve()
        };
        Prover::begin().map_err(|error| error.to_string()).and_then(serve)
    } else {
        Ok(())
    };
    drop(connection);
    let joined = threads.join().map_err(|error| failed(error.to_string()));
    served.map_err(failed).and(joined)
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["@".to_owned()]),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

struct Server<'c> {
    connection: &'c Connection,
    /// Open texts by address.
    open: BTreeMap<String, Open>,
    /// Addresses of texts whose problems the prover was not asked for yet.
    changed: BTreeSet<String>,
    prover: Prover,
}

/// An open text.
struct Open {
    uri: Uri,
    version: i32,
    document: Document,
}

impl Server<'_> {
    fn serve(mut self) -> Result<(), String> {
        loop {
            let rest = if self.changed.is_empty() { never() } else { after(REST) };
            let message = select! {
                recv(self.connection.receiver) -> message => message.ok(),
                recv(self.prover.answers) -> answer => {
                    self.publish_problems(answer.map_err(|error| error.to_string())?)?;
                    continue;
                }
                recv(rest) -> _ => {
                    self.ask_for_problems();
                    continue;
                }
            };
            match message {
                None => return Ok(()),
                Some(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                        return Ok(());
                    }
                    let response = self.answer(request);
                    self.send(Message::Response(response))?;
                }
                Some(Message::Notification(notification)) => self.hear(notification)?,
                Some(Message::Response(_)) => {}
            }
        }
    }

    fn send(&self, message: Message) -> Result<(), String> {
        self.connection.sender.send(message).map_err(|error| error.to_string())
    }

    /// Handles texts that are opened, changed and closed; ignores other notifications.
    fn hear(&mut self, notification: Notification) -> Result<(), String> {
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
                    self.publish(text_document.uri, Vec::new(), None)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn put(&mut self, uri: Uri, version: i32, text: &str) {
        let address = uri.to_string();
        let name = address.rsplit('/').next().unwrap_or(&address).to_owned();
        let document = Document { source: self.with_beside(&address, Source::new(name, text)) };
        self.changed.insert(address.clone());
        self.open.insert(address.clone(), Open { uri, version, document });
        self.refresh(&address);
    }

    /// Adds the rule files beside a text that it is like: as they are in the editor, or else on the disk.
    fn with_beside(&self, address: &str, source: Source) -> Source {
        let folder = address.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = folder.strip_prefix("file://").map(|folder| folder.replace("%20", " "));
        game::with_beside(source, |file| {
            let open = self.open.get(&format!("{folder}/{file}")).map(|open| open.document.source.clone());
            open.or_else(|| game::text_of_file(&format!("{}/{file}", path.as_ref()?)).ok())
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
                open.document = Document { source };
                self.changed.insert(address);
            }
        }
    }

    fn ask_for_problems(&mut self) {
        while let Some(address) = self.changed.pop_first() {
            if let Some(Open { uri, version, document }) = self.open.get(&address) {
                self.prover.ask(Question { uri: uri.clone(), version: *version, document: document.clone() });
            }
        }
    }

    /// Publishes the problems of a text unless it has changed meanwhile.
    fn publish_problems(&self, Answer { uri, version, diagnostics }: Answer) -> Result<(), String> {
        match self.open.get(&uri.to_string()) {
            Some(open) if open.version == version => self.publish(uri, diagnostics, Some(version)),
            _ => Ok(()),
        }
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) -> Result<(), String> {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.send(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), params)))
    }

    fn answer(&self, Request { id, method, params }: Request) -> Response {
        match method.as_str() {
            Completion::METHOD => self.about(id, params, answers::completion),
            HoverRequest::METHOD => self.about(id, params, answers::hover),
            GotoDefinition::METHOD => self.about(id, params, answers::definition),
            References::METHOD => self.about(id, params, answers::references),
            PrepareRenameRequest::METHOD => self.about(id, params, answers::prepare_rename),
            Rename::METHOD => self.about(id, params, answers::rename),
            Formatting::METHOD => self.about(id, params, answers::formatting),
            DocumentSymbolRequest::METHOD => self.about(id, params, answers::symbols),
            CodeActionRequest::METHOD => self.about(id, params, answers::actions),
            _ => failed(id, ErrorCode::MethodNotFound, format!("unknown method `{method}`")),
        }
    }

    /// Answers a request about an open text.
    fn about<P, R>(&self, id: RequestId, params: Value, answer: fn(&Document, P) -> Result<R, String>) -> Response
    where
        P: DeserializeOwned + answers::About,
        R: Serialize,
    {
        let params: P = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => return failed(id, ErrorCode::InvalidParams, error.to_string()),
        };
        let Some(open) = self.open.get(&params.uri().to_string()) else {
            return failed(id, ErrorCode::InvalidParams, "this text is not open".to_owned());
        };
        match answer(&open.document, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(message) => failed(id, ErrorCode::RequestFailed, message),
        }
    }
}

fn failed(id: RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}
