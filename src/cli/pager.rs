//! Shows long output page by page, if it goes to a terminal.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// The program that shows pages, in the environment: the first that is set counts, even if it is empty.
const NAMES: [&str; 2] = ["MANCALA_PAGER", "PAGER"];

/// The program that shows pages where none is named.
const USUAL: &str = "less";

/// What `less` does unless `LESS` says otherwise: it ends at once if all fits (F), shows colours (R), and leaves the text
/// on the screen (X).
const LESS: &str = "FRX";

/// The words of the program that shows pages; `None` if none is wanted.
fn words() -> Option<Vec<String>> {
    let named = NAMES.iter().find_map(|name| std::env::var(name).ok());
    let named = named.unwrap_or_else(|| USUAL.to_owned());
    let words: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
    // `cat` shows no pages
    (!words.is_empty() && words != ["cat"]).then_some(words)
}

/// Shows a text page by page. Returns whether it did: there may be no program that does.
pub(super) fn show(text: &[u8]) -> io::Result<bool> {
    let words = words().unwrap_or_default();
    let [program, arguments @ ..] = words.as_slice() else { return Ok(false) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    let Ok(mut child) = command.spawn() else { return Ok(false) };
    // the keys belong to the pager now, and it decides what Ctrl-C does
    let _ = ctrlc::set_handler(|| {});
    let written = feed(&mut child, text);
    child.wait()?;
    written.map(|()| true)
}

/// Writes a text to the pager. One that was quit before the end has shown enough.
fn feed(child: &mut Child, text: &[u8]) -> io::Result<()> {
    let Some(mut stdin) = child.stdin.take() else { return Ok(()) };
    match stdin.write_all(text).and_then(|()| stdin.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
