//! The language server of the editor in the page: messages in, messages out.

use std::cell::RefCell;

use crate::lsp::{Conversation, commands};
use lsp_server::Message;
use serde_json::{Value, json};

thread_local! {
    // a page has no files beside those that are open
    static CONVERSATION: RefCell<Conversation> = RefCell::new(Conversation::new(|_| None));
}

/// Goes on with a message of the editor.
pub fn hear(message: Value) -> Value {
    CONVERSATION.with_borrow_mut(|conversation| {
        let Ok(message) = serde_json::from_value::<Message>(message) else {
            return json!({ "messages": [], "error": "this is no message of the protocol" });
        };
        let end = conversation.go_on(message);
        for question in conversation.take_plays() {
            conversation.tell_played(commands::play(question));
        }
        if end.is_some() {
            *conversation = Conversation::new(|_| None);
        }
        told(conversation)
    })
}

/// Looks for problems in the texts that have changed.
pub fn rest() -> Value {
    CONVERSATION.with_borrow_mut(|conversation| {
        for question in conversation.take_changed() {
            conversation.learn(question.answer());
        }
        told(conversation)
    })
}

fn told(conversation: &mut Conversation) -> Value {
    let message = |message: &Message| {
        let mut value = json!(message);
        if let Some(fields) = value.as_object_mut() {
            fields.insert("jsonrpc".to_owned(), "2.0".into());
        }
        value
    };
    let messages: Vec<Value> = conversation.take_messages().iter().map(message).collect();
    json!({ "messages": messages, "changed": conversation.has_changed() })
}
