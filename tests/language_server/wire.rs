//! What an editor sends is answered or refused, whatever it is.

use serde_json::{Value, json};

use super::GAME;
use super::client::Editor;

/// The answer to what was no question.
fn error(editor: &mut Editor) -> (Value, i64) {
    loop {
        let heard = editor.hear();
        if let Some(code) = heard["error"]["code"].as_i64() {
            return (heard["id"].clone(), code);
        }
    }
}

#[test]
fn malformed_messages_are_answered_and_the_server_goes_on() {
    let mut editor = Editor::with(GAME);
    for (text, id, code) in [
        ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\"", Value::Null, -32700),
        ("", Value::Null, -32700),
        ("nonsense", Value::Null, -32700),
        ("[1, 2]", Value::Null, -32600),
        ("{\"id\": 4}", json!(4), -32600),
        ("{\"id\": 99999999999, \"method\": \"shutdown\"}", json!(99_999_999_999_i64), -32600),
    ] {
        editor.send_text(text);
        assert_eq!(error(&mut editor), (id, code), "{text}");
    }
    editor.send_bytes(b"Content-Length: 3\r\n\r\n\xff\xfe{");
    assert_eq!(error(&mut editor), (Value::Null, -32700), "bytes that are no text");
    assert!(editor.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": super::URI } })).is_ok());
    editor.end();
}

#[test]
fn absurd_lengths_are_refused_at_once_and_the_server_goes_on() {
    let mut editor = Editor::with(GAME);
    for length in ["18446744073709551615", "99999999999999", "3000000000", "340282366920938463463374607431768211456"] {
        editor.send_bytes(format!("Content-Length: {length}\r\n\r\n{{}}").as_bytes());
        // the answer comes although nothing follows yet
        assert_eq!(error(&mut editor), (Value::Null, -32700), "{length}");
    }
    assert!(editor.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": super::URI } })).is_ok());
    for bytes in ["Content-Length: many\r\n\r\n", "hello\r\n\r\n", "Content-Type: x\r\n\r\n{}"] {
        editor.send_bytes(bytes.as_bytes());
        assert_eq!(error(&mut editor), (Value::Null, -32700), "{bytes}");
        // the next length that is one is found
        assert!(editor.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": super::URI } })).is_ok());
    }
    editor.end();
}

#[test]
fn the_conversation_begins_and_ends_as_the_protocol_says() {
    let mut editor = Editor::silent();
    editor.tell("textDocument/didOpen", json!({}));
    assert!(editor.ask("textDocument/hover", json!({})).expect_err("not yet").contains("initialize"));
    assert!(editor.ask("shutdown", json!(null)).is_err(), "nothing to shut down");
    editor.tell("exit", json!(null));
    assert_eq!(editor.leave(), Some(1), "ended without `shutdown`");

    let mut editor = Editor::with(GAME);
    assert!(editor.ask("initialize", json!({ "capabilities": {} })).is_err(), "only once");
    editor.tell("exit", json!(null));
    assert_eq!(editor.last_words(), (Some(1), String::new()), "ended without `shutdown`");

    let mut editor = Editor::with(GAME);
    editor.ask("shutdown", json!(null)).expect("it shuts down");
    assert!(editor.ask("textDocument/hover", json!({})).expect_err("too late").contains("exit"));
    editor.tell("exit", json!(null));
    assert_eq!(editor.last_words(), (Some(0), String::new()));
}
