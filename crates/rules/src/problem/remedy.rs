//! What solves a problem where replacing its first span does not: a statement removed, a line added.

use crate::source::Source;
use crate::source::Span;

/// A correction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// What is replaced.
    pub span: Span,
    /// What stands there afterwards.
    pub instead: String,
}

/// A change of a text, by the places of what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another text in the place of a span.
    Replace(Span, String),
    /// Nothing in the place of the statement or section in which a span begins, nor lines that are then empty.
    Remove(Span),
    /// A line below the last statement of the section in which a span is, indented as that one.
    Last(Span, String),
    /// A line below the last statement before the first span, indented as the second span.
    Before(Span, Span, String),
    /// The first line inside the section whose head this is.
    Inside(Span, String),
    /// Lines at the end of the text, after a blank line.
    End(String),
}

/// Where the statements of a text are, with their citations.
#[derive(Clone, Debug, Default)]
pub struct Extents {
    /// Statements, heads of sections, and the brackets that close sections.
    pub lines: Vec<Span>,
    /// Sections, from their heads to their closing brackets.
    pub sections: Vec<Span>,
}

impl Extents {
    /// The section whose head a place is in, or else the statement.
    fn around(&self, byte: usize) -> Option<Span> {
        let holds = |span: &Span| span.start <= byte && byte <= span.end;
        let begun = self.section(byte).filter(|section| self.heads_at(section.start).any(|head| holds(&head)));
        begun.or_else(|| self.lines.iter().copied().find(holds))
    }

    /// The innermost section in which a place is.
    fn section(&self, byte: usize) -> Option<Span> {
        let around = self.sections.iter().copied().filter(|span| span.start <= byte && byte <= span.end);
        around.min_by_key(|span| span.end - span.start)
    }

    fn heads_at(&self, start: usize) -> impl Iterator<Item = Span> {
        self.lines.iter().copied().filter(move |line| line.start == start)
    }

    /// The last statement, head or bracket before a place.
    fn before(&self, byte: usize) -> Option<Span> {
        self.lines.iter().copied().filter(|line| line.end <= byte).max_by_key(|line| line.end)
    }
}

/// What solves a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// What it does, as a command: "Remove the source `wiki`".
    pub title: String,
    /// The changes, which do not overlap.
    pub changes: Vec<Change>,
    /// Whether it is what the author meant, and loses nothing. `check --fix` makes only such changes.
    pub is_sure: bool,
}

impl Remedy {
    /// A remedy that its author should look at.
    pub fn new(title: impl Into<String>, change: Change) -> Remedy {
        Remedy { title: title.into(), changes: vec![change], is_sure: false }
    }

    /// A remedy that can only be what the author meant.
    pub fn sure(title: impl Into<String>, change: Change) -> Remedy {
        Remedy { is_sure: true, ..Remedy::new(title, change) }
    }

    /// Adds a change. What takes several is for the author to look at.
    pub fn and(mut self, change: Change) -> Remedy {
        self.changes.push(change);
        Remedy { is_sure: false, ..self }
    }

    /// Whether it does nothing but remove.
    pub fn only_removes(&self) -> bool {
        self.changes.iter().all(|change| matches!(change, Change::Remove(_)))
    }
}

impl Remedy {
    /// The changes as replacements, in the order of the text. Empty if one of them concerns the file of another game.
    pub fn corrections(&self, source: &Source, extents: &Extents) -> Vec<Correction> {
        let change = |change: &Change| change.correction(source, extents);
        let found: Option<Vec<Correction>> = self.changes.iter().map(change).collect();
        let mut found = found.unwrap_or_default();
        found.sort_by_key(|correction| correction.span);
        found
    }
}

impl Change {
    fn spans(&self) -> impl Iterator<Item = Span> {
        let (one, other) = match self {
            Change::Replace(span, _) | Change::Remove(span) | Change::Last(span, _) | Change::Inside(span, _) => {
                (Some(*span), None)
            }
            Change::Before(span, like, _) => (Some(*span), Some(*like)),
            Change::End(_) => (None, None),
        };
        one.into_iter().chain(other)
    }

    fn correction(&self, source: &Source, extents: &Extents) -> Option<Correction> {
        if !self.spans().all(|span| span.end <= source.text.len()) {
            return None;
        }
        let at = |byte: usize, instead: String| Correction { span: Span::new(byte, byte), instead };
        let end = source.line_end();
        Some(match self {
            Change::Replace(span, instead) => Correction { span: *span, instead: instead.clone() },
            Change::Remove(span) => {
                Correction { span: source.whole_lines(extents.around(span.start)?), instead: String::new() }
            }
            Change::Last(span, line) => {
                let section = extents.section(span.start)?;
                let statement = extents.before(section.end.saturating_sub(1))?;
                let indent = source.indent_at(statement.start);
                at(source.end_of_line(statement.end), format!("{end}{indent}{line}"))
            }
            Change::Before(span, like, line) => {
                let last = extents.before(span.start)?;
                at(source.end_of_line(last.end), format!("{end}{}{line}", source.indent_at(like.start)))
            }
            Change::Inside(head, line) => {
                let head = extents.heads_at(head.start).next()?;
                let indent = source.indent_at(head.start);
                let behind = source.text.get(head.end..source.end_of_line(head.end))?.trim();
                let closed = if behind.starts_with('}') { format!("{end}{indent}") } else { String::new() };
                at(head.end, format!("{end}{indent}  {line}{closed}"))
            }
            Change::End(lines) => {
                let behind = source.text.trim_end().len();
                let instead = format!("{end}{end}{}{end}", lines.replace('\n', end));
                Correction { span: Span::new(behind, source.text.len()), instead }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Remedy};
    use crate::problem::corrected;
    use crate::source::{Source, Span};
    use crate::syntax::statements::extents;

    const TEXT: &str = "\
board {
  rows: 2 // two
  side: row
      | 2 rows     @ wiki \"5\"

}
sowing {}
";

    fn changed(change: Change) -> String {
        let source = Source::new("game.mancala", TEXT);
        corrected(TEXT, &Remedy::new("change", change).corrections(&source, &extents(TEXT)))
    }

    fn span(words: &str) -> Span {
        let start = TEXT.find(words).unwrap_or_default();
        Span::new(start, start + words.len())
    }

    #[test]
    fn changes_keep_the_lines_around_them() {
        let (rows, sowing) = (span("rows"), span("sowing"));
        let side = "  side: row\n      | 2 rows     @ wiki \"5\"\n";
        assert_eq!(changed(Change::Remove(span("side"))), TEXT.replace(side, ""));
        assert_eq!(changed(Change::Remove(rows)), TEXT.replace("rows: 2", ""), "the note stays");
        assert_eq!(changed(Change::Remove(sowing)), TEXT.replace("sowing {}\n", ""));
        assert_eq!(changed(Change::Last(rows, "x".into())), TEXT.replace("\"5\"\n", "\"5\"\n  x\n"));
        assert_eq!(
            changed(Change::Before(span("}"), span("board"), "x".into())),
            TEXT.replace("\"5\"\n", "\"5\"\nx\n")
        );
        assert_eq!(changed(Change::Inside(span("board"), "x".into())), TEXT.replace("board {", "board {\n  x"));
        assert_eq!(changed(Change::Inside(sowing, "x".into())), TEXT.replace("{}", "{\n  x\n}"));
        assert_eq!(changed(Change::End("a\nb".into())), format!("{TEXT}\na\nb\n"));
        assert_eq!(changed(Change::Replace(rows, "x".into())), TEXT.replacen("rows", "x", 1));
    }

    #[test]
    fn the_file_of_another_game_is_left_alone() {
        let far = Span::new(TEXT.len() + 5, TEXT.len() + 9);
        assert_eq!(changed(Change::Replace(far, "x".into())), TEXT);
        assert_eq!(changed(Change::Remove(far)), TEXT);
    }
}
