//! Problems as diagnostics, and what solves them as code actions.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, TextEdit, Uri, WorkspaceEdit,
};
use mancala_rules::problem::{Correction, Mend};
use mancala_rules::source::Span;
use serde_json::{Value, json};

use super::places::Places;
use crate::language_server::Document;
use crate::language_server::findings::{Finding, Severity};

/// What is to be told of a text.
pub(super) fn diagnostics(document: &Document, findings: &[Finding], uri: &Uri) -> Vec<Diagnostic> {
    let places = Places::new(document);
    findings.iter().map(|finding| diagnostic(finding, &places, uri)).collect()
}

fn diagnostic(finding: &Finding, places: &Places<'_>, uri: &Uri) -> Diagnostic {
    let related = finding.related.iter().map(|(span, label)| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: places.range(*span) },
        message: label.clone(),
    });
    Diagnostic {
        range: places.range(finding.span),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Information => DiagnosticSeverity::INFORMATION,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(finding.code.to_owned())),
        source: Some("mancala".to_owned()),
        message: finding.message.clone(),
        related_information: Some(related.collect()),
        tags: finding.is_unnecessary.then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    }
}

/// What can be done at a place of a text.
pub(super) fn actions(
    document: &Document,
    findings: &[Finding],
    params: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let places = Places::new(document);
    let uri = &params.text_document.uri;
    let wanted = |kind: &CodeActionKind| {
        let is_part = |only: &CodeActionKind| {
            kind == only || kind.as_str().strip_prefix(only.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        params.context.only.as_ref().is_none_or(|only| only.iter().any(is_part))
    };
    let mut found = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let at = places.span(params.range);
        let touches = |span: Span| span.start <= at.end && at.start <= span.end;
        let here = findings
            .iter()
            .filter(|finding| touches(finding.span) || finding.related.iter().any(|(span, _)| touches(*span)));
        for finding in here {
            for mend in &finding.mends {
                found.push(CodeAction {
                    title: mend.title.clone(),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![diagnostic(finding, &places, uri)]),
                    edit: Some(edit(document, uri, mend)),
                    is_preferred: Some(mend.is_sure),
                    ..CodeAction::default()
                });
            }
        }
    }
    // asked for by name alone: it looks at the whole file
    if params.context.only.is_some() && wanted(&CodeActionKind::SOURCE_FIX_ALL) {
        let corrections = document.sure_corrections();
        if !corrections.is_empty() {
            found.push(CodeAction {
                title: "Correct all that has one answer".to_owned(),
                kind: Some(CodeActionKind::SOURCE_FIX_ALL),
                edit: Some(workspace_edit(uri, edits(&places, &corrections))),
                ..CodeAction::default()
            });
        }
    }
    found.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// What solves something, as the editor makes it.
pub(super) fn edit(document: &Document, uri: &Uri, mend: &Mend) -> WorkspaceEdit {
    workspace_edit(uri, edits(&Places::new(document), &mend.corrections))
}

fn edits(places: &Places<'_>, corrections: &[Correction]) -> Vec<TextEdit> {
    let edit = |correction: &Correction| TextEdit {
        range: places.range(correction.span),
        new_text: correction.instead.clone(),
    };
    corrections.iter().map(edit).collect()
}

fn workspace_edit(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    serde_json::from_value(changes(uri, edits)).unwrap_or_default()
}

/// Edits of one text.
pub(super) fn changes(uri: &Uri, edits: Vec<TextEdit>) -> Value {
    json!({ "changes": { uri.to_string(): edits } })
}
