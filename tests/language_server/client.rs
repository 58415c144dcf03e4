//! An editor that speaks with the server over its protocol.

use std::io::BufReader;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};

/// The address of the text of these tests.
pub const URI: &str = "file:///games/mine.mancala";
/// So long an answer is waited for; proofs of a program that is not optimised take a while.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server.
pub struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Message>,
    next: i32,
    version: i32,
    /// What the server can do.
    pub capabilities: Value,
}

impl Editor {
    /// Starts the server and greets it.
    pub fn new() -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mancala"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let (sender, output) = channel();
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut out) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        let mut editor = Editor { child, input, output, next: 0, version: 0, capabilities: Value::Null };
        let greeting = editor.ask("initialize", json!({ "capabilities": {}, "processId": null, "rootUri": null }));
        editor.capabilities = greeting.expect("a greeting")["capabilities"].clone();
        editor.tell("initialized", json!({}));
        editor
    }

    /// A server with a text open.
    pub fn with(text: &str) -> Editor {
        let mut editor = Editor::new();
        editor.open(text);
        editor
    }

    fn send(&mut self, message: Message) {
        message.write(self.input.as_mut().expect("still open")).expect("the server listens");
    }

    /// Tells something that has no answer.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    /// Asks, and waits for the answer; what is told meanwhile is left aside.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(Message::Request(Request { id: id.clone(), method: method.to_owned(), params }));
        loop {
            match self.output.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                _ => {}
            }
        }
    }

    pub fn open(&mut self, text: &str) {
        self.open_at(URI, text);
    }

    /// Opens a text at an address; opened again, it replaces the one before.
    pub fn open_at(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "mancala", "version": 0, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, text: &str) {
        self.version += 1;
        let document = json!({ "uri": URI, "version": self.version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
    }

    /// The problems of the text as it is now.
    pub fn problems(&mut self) -> Vec<Value> {
        loop {
            if let Message::Notification(told) = self.output.recv_timeout(PATIENCE).expect("problems are told")
                && told.method == "textDocument/publishDiagnostics"
                && told.params["version"] == self.version
            {
                return told.params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// The problems told next of the text at an address.
    pub fn problems_of(&mut self, uri: &str) -> Value {
        loop {
            if let Message::Notification(told) = self.output.recv_timeout(PATIENCE).expect("problems are told")
                && told.method == "textDocument/publishDiagnostics"
                && told.params["uri"] == uri
            {
                return told.params["diagnostics"].clone();
            }
        }
    }

    /// Asks about a place; more parameters may stand beside it.
    pub fn about(&mut self, method: &str, position: Value, more: Value) -> Result<Value, String> {
        let mut params = json!({ "textDocument": { "uri": URI }, "position": position });
        if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
            params.extend(more);
        }
        self.ask(&format!("textDocument/{method}"), params)
    }

    /// Ends the server as editors do; it must end well, and say nothing else.
    pub fn end(mut self) {
        self.ask("shutdown", Value::Null).expect("it shuts down");
        self.tell("exit", Value::Null);
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        let mut said = String::new();
        std::io::Read::read_to_string(&mut self.child.stderr.take().expect("its errors"), &mut said).expect("text");
        assert!(status.success() && said.is_empty(), "{status}: {said}");
    }

    /// Closes the connection without a word; gives the exit code.
    pub fn leave(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // one that ended is gone already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The position of the `nth` time (from 0) that words stand in a text, so many letters into them.
pub fn at(text: &str, words: &str, nth: usize, into: usize) -> Value {
    let (byte, _) = text.match_indices(words).nth(nth).unwrap_or_else(|| panic!("`{words}` stands there"));
    let before = &text[..byte + into];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or("").encode_utf16().count();
    json!({ "line": line, "character": column })
}

/// A text with the edits of an answer.
pub fn edited(text: &str, edits: &Value) -> String {
    let byte = |position: &Value| {
        let line = position["line"].as_u64().expect("a line") as usize;
        let column = position["character"].as_u64().expect("a column") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = 0;
        let rest = &text[start..];
        start
            + rest
                .char_indices()
                .find(|(_, c)| {
                    let here = units >= column;
                    units += c.len_utf16();
                    here
                })
                .map_or(rest.len(), |(at, _)| at)
    };
    let mut edits: Vec<(usize, usize, String)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|edit| {
            let new = edit["newText"].as_str().expect("a text").to_owned();
            (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]), new)
        })
        .collect();
    edits.sort();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, &new);
    }
    out
}
