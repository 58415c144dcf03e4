//! Answers in the types of the Language Server Protocol.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CompletionItem, CompletionItemKind,
    CompletionParams, CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DocumentFormattingParams, DocumentSymbol, DocumentSymbolParams, Documentation, GotoDefinitionParams, Hover,
    HoverContents, HoverParams, Location, MarkupContent, MarkupKind, NumberOrString, Position, PrepareRenameResponse,
    Range, ReferenceParams, RenameParams, SymbolKind, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};

use crate::format::FormatError;
use crate::language_server::completion::{self, CompletionKind};
use crate::language_server::symbols::{self, Symbol};
use crate::language_server::{Document, hover as hovering, names};
use crate::problem::Problem;
use crate::source::{Source, Span};

/// The parameters of a request about a text.
pub(super) trait About {
    /// The address of the text.
    fn uri(&self) -> &Uri;
}

macro_rules! about {
    ($($params:ty: $($field:ident).+;)*) => {
        $(impl About for $params {
            fn uri(&self) -> &Uri {
                &self.$($field).+.uri
            }
        })*
    };
}

about! {
    CompletionParams: text_document_position.text_document;
    HoverParams: text_document_position_params.text_document;
    GotoDefinitionParams: text_document_position_params.text_document;
    ReferenceParams: text_document_position.text_document;
    TextDocumentPositionParams: text_document;
    RenameParams: text_document_position.text_document;
    DocumentFormattingParams: text_document;
    DocumentSymbolParams: text_document;
    CodeActionParams: text_document;
}

/// Converts between places of a text and positions of the protocol.
struct Places<'t>(&'t Source);

impl<'t> Places<'t> {
    fn new(document: &'t Document) -> Places<'t> {
        Places(&document.source)
    }

    fn byte(&self, position: Position) -> usize {
        let whole = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        self.0.byte_at_utf16(whole(position.line), whole(position.character))
    }

    fn position(&self, byte: usize) -> Position {
        let (line, column) = self.0.utf16_position(byte);
        let whole = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: whole(line), character: whole(column) }
    }

    fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }
}

/// What is wrong with a text.
pub(super) fn diagnostics(document: &Document, uri: &Uri) -> Vec<Diagnostic> {
    let places = Places::new(document);
    document.problems().iter().map(|problem| diagnostic(problem, &places, uri)).collect()
}

fn diagnostic(problem: &Problem, places: &Places<'_>, uri: &Uri) -> Diagnostic {
    let mut message = problem.message.clone();
    if let Some((_, label)) = problem.labels.first().filter(|(_, label)| !label.is_empty()) {
        message += &format!(": {label}");
    }
    if let Some(help) = &problem.help {
        message += &format!("\nhelp: {help}");
    }
    if let Some(shown) = &problem.shown {
        message += &format!("\n{}", shown.trim_end());
    }
    let related = problem.labels.iter().skip(1).map(|(span, label)| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: places.range(*span) },
        message: label.clone(),
    });
    Diagnostic {
        range: places.range(problem.span()),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(problem.code.name().to_owned())),
        source: Some("mancala".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

pub(super) fn completion(document: &Document, params: CompletionParams) -> Result<Vec<CompletionItem>, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position.position);
    let found = completion::completions(document, at).into_iter().enumerate().map(|(nth, found)| CompletionItem {
        kind: Some(match found.kind {
            CompletionKind::Section => CompletionItemKind::MODULE,
            CompletionKind::Setting => CompletionItemKind::PROPERTY,
            CompletionKind::Value => CompletionItemKind::VALUE,
            CompletionKind::Structure => CompletionItemKind::KEYWORD,
            CompletionKind::Word => CompletionItemKind::CONSTANT,
            CompletionKind::Effect => CompletionItemKind::FUNCTION,
            CompletionKind::Name => CompletionItemKind::VARIABLE,
        }),
        detail: Some(found.place),
        documentation: Some(Documentation::MarkupContent(markdown(found.doc))),
        // in the order of the manual
        sort_text: Some(format!("{nth:04}")),
        filter_text: Some(found.text.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: places.range(found.replaces),
            new_text: found.text,
        })),
        label: found.label,
        ..CompletionItem::default()
    });
    Ok(found.collect())
}

pub(super) fn hover(document: &Document, params: HoverParams) -> Result<Option<Hover>, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position_params.position);
    Ok(hovering::hover(document, at).map(|found| Hover {
        contents: HoverContents::Markup(markdown(found.text)),
        range: Some(places.range(found.span)),
    }))
}

pub(super) fn definition(document: &Document, params: GotoDefinitionParams) -> Result<Option<Location>, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position_params.position);
    let uri = params.text_document_position_params.text_document.uri;
    Ok(names::at(document, at).map(|(name, _)| Location { uri, range: places.range(name.span) }))
}

pub(super) fn references(document: &Document, params: ReferenceParams) -> Result<Option<Vec<Location>>, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position.position);
    let uri = params.text_document_position.text_document.uri;
    Ok(names::at(document, at).map(|(name, _)| {
        let all = names::places(document, &name).into_iter();
        let wanted = all.filter(|span| params.context.include_declaration || *span != name.span);
        wanted.map(|span| Location { uri: uri.clone(), range: places.range(span) }).collect()
    }))
}

pub(super) fn prepare_rename(
    document: &Document,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, String> {
    let places = Places::new(document);
    let found = names::at(document, places.byte(params.position)).filter(|(name, _)| name.free);
    Ok(found.map(|(name, span)| PrepareRenameResponse::RangeWithPlaceholder {
        range: places.range(span),
        placeholder: name.text,
    }))
}

pub(super) fn rename(document: &Document, params: RenameParams) -> Result<Value, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position.position);
    let found = names::rename(document, at, &params.new_name).map_err(|error| error.to_string())?;
    let new_text = params.new_name.trim().to_owned();
    let edits = found.into_iter().map(|span| TextEdit { range: places.range(span), new_text: new_text.clone() });
    Ok(changes(&params.text_document_position.text_document.uri, edits.collect()))
}

/// Edits of one text.
fn changes(uri: &Uri, edits: Vec<TextEdit>) -> Value {
    json!({ "changes": { uri.to_string(): edits } })
}

pub(super) fn formatting(document: &Document, _: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>, String> {
    let places = Places::new(document);
    let text = &document.source.text;
    match document.formatted() {
        Ok(formatted) if formatted == *text => Ok(Some(Vec::new())),
        Ok(formatted) => {
            let whole = Span::new(0, text.len());
            Ok(Some(vec![TextEdit { range: places.range(whole), new_text: formatted }]))
        }
        // its problems are already reported
        Err(FormatError::Problems(_)) => Ok(None),
        Err(error @ FormatError::Changed) => Err(error.to_string()),
    }
}

pub(super) fn symbols(document: &Document, _: DocumentSymbolParams) -> Result<Vec<DocumentSymbol>, String> {
    let places = Places::new(document);
    Ok(symbols::symbols(document).into_iter().map(|found| symbol(found, &places)).collect())
}

#[expect(deprecated, reason = "the protocol still requires this field")]
fn symbol(found: Symbol, places: &Places<'_>) -> DocumentSymbol {
    DocumentSymbol {
        name: found.name,
        detail: None,
        kind: if found.is_section { SymbolKind::MODULE } else { SymbolKind::PROPERTY },
        tags: None,
        deprecated: None,
        range: places.range(found.span),
        selection_range: places.range(found.head),
        children: Some(found.inside.into_iter().map(|inner| symbol(inner, places)).collect()),
    }
}

pub(super) fn actions(document: &Document, params: CodeActionParams) -> Result<Vec<CodeActionOrCommand>, String> {
    let places = Places::new(document);
    let at = Span::new(places.byte(params.range.start), places.byte(params.range.end));
    let problems = document.mistakes();
    let uri = &params.text_document.uri;
    let found = document.replacements(&problems, at).into_iter().map(|(problem, instead)| {
        let edit = TextEdit { range: places.range(problem.span()), new_text: instead.to_owned() };
        let edit: Option<WorkspaceEdit> = serde_json::from_value(changes(uri, vec![edit])).ok();
        CodeActionOrCommand::CodeAction(CodeAction {
            title: format!("Write `{instead}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(problem, &places, uri)]),
            edit,
            is_preferred: Some(true),
            ..CodeAction::default()
        })
    });
    Ok(found.collect())
}
