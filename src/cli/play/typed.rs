//! Reads the lines of the prompt: at a terminal with an editor, a history and completion, elsewhere as they come.

use std::io::{self, BufRead, IsTerminal, stdin, stdout};

use mancala_rules::source::without_mark;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// The longest line that is read without an editor, in bytes.
const LONGEST_LINE: u64 = 64 * 1024;

/// A line of the prompt.
pub(super) enum Line {
    Text(String),
    /// Nothing more comes.
    End,
    /// The user stopped the program.
    Stopped,
}

/// Where lines come from.
pub(super) struct Lines {
    /// The editor; `None` where lines come from elsewhere, or the terminal cannot place its letters.
    editor: Option<Editor<Words, MemHistory>>,
}

/// The words that can be completed.
#[derive(Default)]
struct Words(Vec<String>);

impl Lines {
    pub(super) fn new() -> Lines {
        let dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb" || terminal.is_empty());
        if dumb || !stdin().is_terminal() || !stdout().is_terminal() {
            return Lines { editor: None };
        }
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let editor = Editor::with_history(config, MemHistory::new()).ok();
        let editor = editor.map(|mut editor: Editor<Words, MemHistory>| {
            editor.set_helper(Some(Words::default()));
            editor
        });
        Lines { editor }
    }

    /// Whether the editor writes the prompt.
    pub(super) fn has_editor(&self) -> bool {
        self.editor.is_some()
    }

    /// Reads the next line. With an editor, these words are completed.
    pub(super) fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Line> {
        let Some(editor) = &mut self.editor else {
            let mut line = String::new();
            let read = io::Read::take(stdin().lock(), LONGEST_LINE).read_line(&mut line)?;
            return Ok(if read == 0 { Line::End } else { Line::Text(without_mark(&line).to_owned()) });
        };
        editor.set_helper(Some(Words(words)));
        match editor.readline(prompt) {
            Ok(line) => Ok(Line::Text(line)),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(ReadlineError::Interrupted) => Ok(Line::Stopped),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let from = typed.rfind(|sign: char| sign.is_whitespace() || sign == ',').map_or(0, |blank| blank + 1);
        let begun = &typed[from..];
        Ok((from, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
