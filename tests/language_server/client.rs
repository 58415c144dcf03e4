//! An editor that speaks with the server over its protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// The address of the text of these tests.
pub const URI: &str = "file:///games/mine.mancala";
/// So long an answer is waited for; proofs of a program that is not optimised take a while.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server.
pub struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    next: i32,
    version: i32,
    /// What the server can do.
    pub capabilities: Value,
}

impl Editor {
    /// Starts the server and greets it.
    pub fn new() -> Editor {
        Editor::able(json!({}))
    }

    /// Starts the server and tells it what this editor can do.
    pub fn able(capabilities: Value) -> Editor {
        let mut editor = Editor::silent();
        let params = json!({ "capabilities": capabilities, "processId": null, "rootUri": null });
        let greeting = editor.ask("initialize", params);
        editor.capabilities = greeting.expect("a greeting")["capabilities"].clone();
        editor.tell("initialized", json!({}));
        editor
    }

    /// Starts the server without a greeting.
    pub fn silent() -> Editor {
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
            while let Some(message) = read(&mut out) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Editor { child, input, output, next: 0, version: 0, capabilities: Value::Null }
    }

    /// A server with a text open.
    pub fn with(text: &str) -> Editor {
        let mut editor = Editor::new();
        editor.open(text);
        editor
    }

    /// Tells something that has no answer.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send_text(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Asks something, and does not wait for the answer. Gives the number of the question.
    pub fn begin(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let message = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        self.send_text(&message.to_string());
        json!(self.next)
    }

    /// Asks, and waits for the answer; what is told meanwhile is left aside.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.begin(method, params);
        loop {
            let heard = self.hear();
            if heard["id"] == id && heard.get("method").is_none() {
                return match heard["error"]["message"].as_str() {
                    Some(error) => Err(error.to_owned()),
                    None => Ok(heard["result"].clone()),
                };
            }
        }
    }

    /// What the server says next.
    pub fn hear(&mut self) -> Value {
        self.output.recv_timeout(PATIENCE).expect("the server says something")
    }

    /// The next message of the server with this method.
    pub fn hear_of(&mut self, method: &str) -> Value {
        loop {
            let heard = self.hear();
            if heard["method"] == method {
                return heard["params"].clone();
            }
        }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server listens");
    }

    /// Sends a text of any kind with its length before it.
    pub fn send_text(&mut self, text: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
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
            let told = self.hear_of("textDocument/publishDiagnostics");
            if told["version"] == self.version {
                return told["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// The problems told next of the text at an address.
    pub fn problems_of(&mut self, uri: &str) -> Value {
        loop {
            let told = self.hear_of("textDocument/publishDiagnostics");
            if told["uri"] == uri {
                return told["diagnostics"].clone();
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
        self.child.stderr.take().expect("its errors").read_to_string(&mut said).expect("text");
        assert!(status.success() && said.is_empty(), "{status}: {said}");
    }

    /// Closes the connection without a word; gives the exit code.
    pub fn leave(self) -> Option<i32> {
        self.last_words().0
    }

    /// Closes the connection; gives the exit code and what the server said to people.
    pub fn last_words(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let code = self.child.wait().expect("it ends").code();
        let mut said = String::new();
        self.child.stderr.take().expect("its errors").read_to_string(&mut said).expect("text");
        (code, said)
    }
}

/// Reads a message with its length before it; `None` at the end.
fn read(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", bytes)) => length = bytes.parse().ok()?,
            _ => break,
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
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
