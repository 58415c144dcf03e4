//! Answers in the types of the Language Server Protocol.

use lsp_types::{
    CodeActionParams, CodeLensParams, CompletionItem, CompletionItemKind, CompletionParams, CompletionTextEdit,
    DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, DocumentSymbol, DocumentSymbolParams, Documentation, FoldingRange, FoldingRangeKind,
    FoldingRangeParams, GotoDefinitionParams, Hover, HoverContents, HoverParams, InsertTextFormat, Location,
    MarkupContent, MarkupKind, PrepareRenameResponse, Range, ReferenceParams, RenameParams, SemanticToken,
    SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend, SemanticTokensParams, SymbolKind,
    TextDocumentPositionParams, TextEdit, Uri,
};
use mancala_rules::format::FormatError;
use mancala_rules::ruleset::name_of_like;
use mancala_rules::source::Span;
use serde_json::Value;

use super::actions::changes;
use super::places::{Places, number};
use crate::language_server::colours::{Colour, Coloured, colours};
use crate::language_server::completion::{self, CompletionKind};
use crate::language_server::folds::{self, Fold};
use crate::language_server::symbols::{self, Symbol};
use crate::language_server::{Document, hover as hovering, links, names};

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
    CodeLensParams: text_document;
    DocumentHighlightParams: text_document_position_params.text_document;
    DocumentLinkParams: text_document;
    FoldingRangeParams: text_document;
    SemanticTokensParams: text_document;
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

pub(super) fn completion(
    document: &Document,
    params: CompletionParams,
    snippets: bool,
) -> Result<Vec<CompletionItem>, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position.position);
    let found = completion::completions(document, at).into_iter().enumerate().map(|(nth, found)| {
        let snippet = found.snippet.filter(|_| snippets);
        let format = if snippet.is_some() { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
        CompletionItem {
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
            insert_text_format: Some(format),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range: places.range(found.replaces),
                new_text: snippet.unwrap_or(found.text),
            })),
            label: found.label,
            ..CompletionItem::default()
        }
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
    if let Some((name, _)) = names::at(document, at) {
        return Ok(Some(Location { uri, range: places.range(name.span) }));
    }
    Ok(beside(document, &uri, at).map(|uri| Location { uri, range: Range::default() }))
}

/// The address of the file beside a text that it is like, if its name is at byte offset `at`.
fn beside(document: &Document, uri: &Uri, at: usize) -> Option<Uri> {
    let name = name_of_like(&document.source)?;
    document.source.neighbours().find(|known| *known == name)?;
    let word = |c: char| c.is_alphanumeric() || "-'".contains(c);
    let text = &document.source.text;
    let start = text.get(..at)?.trim_end_matches(word).len();
    if !text.get(start..)?.starts_with(&name) || text.get(..start)?.trim_end().rsplit('\n').next()?.trim() != "like:" {
        return None;
    }
    let address = uri.to_string();
    let (folder, _) = address.rsplit_once('/')?;
    format!("{folder}/{name}.mancala").parse().ok()
}

pub(super) fn highlights(
    document: &Document,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position_params.position);
    Ok(names::at(document, at).map(|(name, _)| {
        let highlight = |span: Span| {
            let defines = span == name.span;
            let kind = if defines { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
            DocumentHighlight { range: places.range(span), kind: Some(kind) }
        };
        names::places(document, &name).into_iter().map(highlight).collect()
    }))
}

pub(super) fn folding(document: &Document, _: FoldingRangeParams) -> Result<Vec<FoldingRange>, String> {
    let fold = |fold: Fold| FoldingRange {
        start_line: number(fold.first),
        end_line: number(fold.last),
        kind: Some(if fold.is_note { FoldingRangeKind::Comment } else { FoldingRangeKind::Region }),
        ..FoldingRange::default()
    };
    Ok(folds::folds(document).into_iter().map(fold).collect())
}

pub(super) fn document_links(document: &Document, _: DocumentLinkParams) -> Result<Vec<DocumentLink>, String> {
    let places = Places::new(document);
    let link = |link: links::Link| {
        let target: Uri = link.address.parse().ok()?;
        Some(DocumentLink { range: places.range(link.span), target: Some(target), tooltip: None, data: None })
    };
    Ok(links::links(document).into_iter().filter_map(link).collect())
}

/// What the server calls the words of a file. Editors know these names.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: Colour::ALL.map(token_type).to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DEFINITION, SemanticTokenModifier::DEFAULT_LIBRARY],
    }
}

fn token_type(colour: Colour) -> SemanticTokenType {
    match colour {
        Colour::Note => SemanticTokenType::COMMENT,
        Colour::Text => SemanticTokenType::STRING,
        Colour::Number => SemanticTokenType::NUMBER,
        Colour::Structure => SemanticTokenType::KEYWORD,
        Colour::Section => SemanticTokenType::CLASS,
        Colour::Setting => SemanticTokenType::PROPERTY,
        Colour::Value | Colour::Reading => SemanticTokenType::ENUM_MEMBER,
        Colour::Effect => SemanticTokenType::FUNCTION,
        Colour::Word => SemanticTokenType::VARIABLE,
        Colour::Player => SemanticTokenType::TYPE,
        Colour::Source => SemanticTokenType::DECORATOR,
        Colour::Option => SemanticTokenType::PARAMETER,
        Colour::OwnWord => SemanticTokenType::MACRO,
        Colour::Move => SemanticTokenType::NAMESPACE,
    }
}

pub(super) fn semantic_tokens(document: &Document, _: SemanticTokensParams) -> Result<SemanticTokens, String> {
    let places = Places::new(document);
    let (mut line, mut column) = (0, 0);
    let token = |Coloured { span, colour, is_definition }: Coloured| {
        let Range { start, end } = places.range(span);
        let delta_line = start.line.saturating_sub(line);
        let delta_start = if delta_line == 0 { start.character.saturating_sub(column) } else { start.character };
        (line, column) = (start.line, start.character);
        let of_language = matches!(colour, Colour::Value | Colour::Effect | Colour::Word);
        SemanticToken {
            delta_line,
            delta_start,
            length: end.character.saturating_sub(start.character),
            token_type: number(Colour::ALL.iter().position(|known| *known == colour).unwrap_or(0)),
            token_modifiers_bitset: u32::from(is_definition) | u32::from(of_language) << 1,
        }
    };
    Ok(SemanticTokens { result_id: None, data: colours(document).into_iter().map(token).collect() })
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
    let found = names::renameable(document, places.byte(params.position)).map_err(|error| error.to_string())?;
    let (name, span) = found;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range: places.range(span), placeholder: name.text }))
}

pub(super) fn rename(document: &Document, params: RenameParams) -> Result<Value, String> {
    let places = Places::new(document);
    let at = places.byte(params.text_document_position.position);
    let found = names::rename(document, at, &params.new_name).map_err(|error| error.to_string())?;
    let new_text = params.new_name.trim().to_owned();
    let edits = found.into_iter().map(|span| TextEdit { range: places.range(span), new_text: new_text.clone() });
    Ok(changes(&params.text_document_position.text_document.uri, edits.collect()))
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
