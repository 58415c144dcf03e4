//! What the server can do, and what the editor can.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DocumentLinkOptions, ExecuteCommandOptions, FoldingRangeProviderCapability, HoverProviderCapability, OneOf,
    PositionEncodingKind, RenameOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
};
use serde_json::Value;

use super::answers::legend;
use super::commands;

/// What the editor can do beyond what every editor can.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client {
    /// It fills in the places of a suggestion.
    pub(super) snippets: bool,
    /// It asks again for what stands above the lines if told so.
    pub(super) refreshes_lenses: bool,
    /// It makes changes that the server asks for.
    pub(super) applies_edits: bool,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub(super) fn new(params: &Value) -> Client {
        let can = |path: &str| params.pointer(&format!("/capabilities/{path}")) == Some(&Value::Bool(true));
        Client {
            snippets: can("textDocument/completion/completionItem/snippetSupport"),
            refreshes_lenses: can("workspace/codeLens/refreshSupport"),
            applies_edits: can("workspace/applyEdit"),
        }
    }
}

/// What the server can do.
pub(super) fn capabilities() -> ServerCapabilities {
    let letters = ["@", "|", ",", ">", ":"].map(str::to_owned).to_vec();
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(letters),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            work_done_progress_options: Default::default(),
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}
