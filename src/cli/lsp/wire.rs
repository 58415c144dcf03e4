//! The messages of an editor as bytes. Whatever comes is answered, or refused in words; nothing ends the program without
//! one.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};
use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// Longest message that is read, in bytes: a thousand times the longest rule file.
const LONGEST: u64 = 64 * 1024 * 1024;
/// Longest line of a header, in bytes.
const LONGEST_LINE: u64 = 4096;

/// What comes from an editor.
#[derive(Debug)]
pub(super) enum Heard {
    /// A message.
    Message(Message),
    /// Bytes that are no message: why, as the answer to send. The next message can be read.
    Unread(Value),
    /// Nothing after this can be read.
    Broken(String),
}

/// Reads messages in a thread of its own until the input ends; then the channel ends.
///
/// # Errors
///
/// The system cannot start a thread.
pub(super) fn listen(input: impl BufRead + Send + 'static) -> io::Result<Receiver<Heard>> {
    let (sender, receiver) = unbounded();
    let mut wire = Wire { input, is_lost: false };
    thread::Builder::new().name("listener".into()).spawn(move || {
        while let Some(heard) = wire.read() {
            let is_last = matches!(heard, Heard::Broken(_));
            if sender.send(heard).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// The field of a header that gives the length of a message.
const LENGTH: &str = "Content-Length";

/// Where messages come from.
struct Wire<R> {
    input: R,
    /// Whether the length of a message was not understood, so that nobody knows where the next one begins.
    is_lost: bool,
}

impl<R: BufRead> Wire<R> {
    /// Reads one message. `None`: the input has ended.
    fn read(&mut self) -> Option<Heard> {
        let begun = if self.is_lost { self.find_length() } else { Ok(Some(String::new())) };
        let length = match begun.map(|begun| begun.map(|begun| self.header(begun))) {
            Ok(Some(Ok(Some(length)))) => length,
            Ok(None | Some(Ok(None))) => return None,
            Ok(Some(Err(why))) => {
                self.is_lost = true;
                return Some(Heard::Unread(failure(Value::Null, ErrorCode::ParseError, &why)));
            }
            Err(error) => return Some(Heard::Broken(error.to_string())),
        };
        self.is_lost = false;
        let mut body = Vec::new();
        match self.input.by_ref().take(length).read_to_end(&mut body) {
            Err(error) => Some(Heard::Broken(error.to_string())),
            Ok(read) if u64::try_from(read) != Ok(length) => Some(Heard::Broken(format!(
                "a message of {length} bytes was announced, and the input ends after {read}"
            ))),
            Ok(_) => Some(message(&body)),
        }
    }

    /// Reads on until a header gives a length. Returns what was read of it; `None`: the input has ended.
    fn find_length(&mut self) -> io::Result<Option<String>> {
        let wanted = format!("{LENGTH}:").into_bytes();
        let mut last: VecDeque<u8> = VecDeque::new();
        for byte in self.input.by_ref().bytes() {
            last.push_back(byte?);
            if last.len() > wanted.len() {
                last.pop_front();
            }
            if last.make_contiguous().eq_ignore_ascii_case(&wanted) {
                return Ok(Some(format!("{LENGTH}:")));
            }
        }
        Ok(None)
    }

    /// Reads the lines before a message, which give its length. `begun` is what was read of the first. `None`: the
    /// input has ended.
    fn header(&mut self, begun: String) -> Result<Option<u64>, String> {
        let mut length = None;
        let mut is_begun = !begun.is_empty();
        let mut line = begun.into_bytes();
        loop {
            let longest = self.input.by_ref().take(LONGEST_LINE);
            { longest }.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
            if line.is_empty() && !is_begun {
                return Ok(None);
            }
            if line.last() != Some(&b'\n') {
                return Err("a line of a header does not end".to_owned());
            }
            is_begun = true;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            if text.is_empty() {
                return match length {
                    Some(length) => Ok(Some(length)),
                    None => Err(format!("a message has no `{LENGTH}`")),
                };
            }
            let (name, value) = text.split_once(':').ok_or_else(|| format!("`{}` is no header", shortened(text)))?;
            if name.trim().eq_ignore_ascii_case(LENGTH) {
                length = Some(bytes(value.trim())?);
            }
            line.clear();
        }
    }
}

/// The length of a message.
fn bytes(said: &str) -> Result<u64, String> {
    let too_long = || format!("a message of {} bytes is too long: at most {LONGEST} are read", shortened(said));
    match said.parse::<u64>() {
        Ok(length) if length <= LONGEST => Ok(length),
        Ok(_) => Err(too_long()),
        Err(_) if !said.is_empty() && said.bytes().all(|byte| byte.is_ascii_digit()) => Err(too_long()),
        Err(_) => Err(format!("`Content-Length: {}` is not a number of bytes", shortened(said))),
    }
}

fn message(body: &[u8]) -> Heard {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => {
            return Heard::Unread(failure(Value::Null, ErrorCode::ParseError, &format!("this is not JSON: {error}")));
        }
    };
    let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned().unwrap_or(Value::Null);
    let says = ["method", "result", "error"].iter().any(|name| value.get(name).is_some());
    // without a number that the protocol allows, a question would be taken for a notification
    let is_numbered = value.get("id").is_some_and(|id| !id.is_null());
    match serde_json::from_value(value) {
        Ok(message) if says && !(is_numbered && matches!(message, Message::Notification(_))) => Heard::Message(message),
        _ => {
            let why = "this is neither a request nor a notification nor a response of the protocol";
            Heard::Unread(failure(id, ErrorCode::InvalidRequest, why))
        }
    }
}

/// The answer to what is no message.
fn failure(id: Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

/// The answer after which nothing more is read.
pub(super) fn farewell(why: &str) -> Value {
    failure(Value::Null, ErrorCode::InvalidRequest, why)
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{} ..", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes a value as a message.
pub(super) fn write(output: &mut impl Write, value: &Value) -> io::Result<()> {
    let text = serde_json::to_string(value)?;
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::{Heard, Wire, write};
    use serde_json::{Value, json};

    fn heard(text: &[u8]) -> Vec<Heard> {
        let mut found = Vec::new();
        let mut wire = Wire { input: text, is_lost: false };
        while let Some(heard) = wire.read() {
            let ends = matches!(heard, Heard::Broken(_));
            found.push(heard);
            if ends {
                break;
            }
        }
        found
    }

    fn framed(body: &[u8]) -> Vec<u8> {
        [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
    }

    #[test]
    fn what_is_no_message_is_answered_and_the_next_is_read() {
        let good = br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
        let deep = "[".repeat(100_000);
        let cases: [(&[u8], i64, Value); 8] = [
            (b"{\"jsonrpc\": \"2.0\", \"id\": 1, ", -32700, Value::Null),
            (b"", -32700, Value::Null),
            (b"\xff\xfe", -32700, Value::Null),
            (deep.as_bytes(), -32700, Value::Null),
            (b"[]", -32600, Value::Null),
            (b"{\"id\": 4}", -32600, json!(4)),
            (b"{\"id\": 7, \"method\": 5}", -32600, json!(7)),
            (b"{\"id\": 9999999999999, \"method\": \"shutdown\"}", -32600, json!(9_999_999_999_999_i64)),
        ];
        for (body, code, id) in cases {
            let found = heard(&[framed(body), framed(good)].concat());
            let [Heard::Unread(answer), Heard::Message(_)] = found.as_slice() else { panic!("{found:?}") };
            assert_eq!(answer["error"]["code"], code, "{answer}");
            assert_eq!(answer["id"], id);
        }
    }

    #[test]
    fn a_header_that_is_none_is_answered_and_the_next_message_is_read() {
        let good = framed(br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
        for (text, wanted) in [
            ("Content-Length: 18446744073709551615\r\n\r\n{}", "a message of 18446744073709551615 bytes is too long"),
            ("Content-Length: 99999999999999999999999\r\n\r\n{}", "is too long"),
            ("Content-Length: 99999999999999\r\n\r\n{}", "is too long"),
            ("Content-Length: 3000000000\r\n\r\n{}", "is too long"),
            ("Content-Length: -1\r\n\r\n{}", "is not a number of bytes"),
            ("Content-Length: \r\n\r\n{}", "is not a number of bytes"),
            ("Content-Type: x\r\n\r\n{}", "has no `Content-Length`"),
            ("hello\r\n", "`hello` is no header"),
            (&"a".repeat(1_000_000), "does not end"),
        ] {
            let found = heard(&[text.as_bytes(), &good].concat());
            let [Heard::Unread(answer), Heard::Message(_)] = found.as_slice() else { panic!("{found:?}") };
            assert_eq!(answer["error"]["code"], -32700, "{answer}");
            assert!(answer["error"]["message"].as_str().is_some_and(|why| why.contains(wanted)), "{answer}");
        }
    }

    #[test]
    fn an_input_that_ends_too_early_is_told() {
        let found = heard(b"Content-Length: 20\r\n\r\n{}");
        let [Heard::Broken(why)] = found.as_slice() else { panic!("{found:?}") };
        assert!(why.contains("the input ends after 2"), "{why}");
        assert!(matches!(heard(b"Content-Length: 2").as_slice(), [Heard::Unread(_)]));
        assert!(heard(b"").is_empty());
    }

    #[test]
    fn lines_may_end_as_on_unix() {
        let found = heard(b"content-length:2\nContent-Type: x\n\n{}");
        assert!(matches!(found.as_slice(), [Heard::Unread(_)]), "{found:?}");
    }

    #[test]
    fn a_message_is_written_with_its_length_in_bytes() {
        let mut out = Vec::new();
        write(&mut out, &json!("Ô")).expect("written");
        assert_eq!(out, "Content-Length: 4\r\n\r\n\"Ô\"".as_bytes());
    }
}
