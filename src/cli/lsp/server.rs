//! The server: threads for what takes long, and the conversation with the editor.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use crossbeam_channel::{Receiver, after, never, select};
use lsp_server::Message;
use mancala_rules::source::Source;
use mancala_tools::lsp::{self, Answer, Conversation, Question, commands};

use super::wire::{self, Heard};
use super::worker::Worker;
use crate::cli::game;

/// Problems are looked for after a pause in typing of this length.
const REST: Duration = Duration::from_millis(150);

/// Why the server ended.
#[derive(Debug)]
pub(super) enum End {
    /// The editor ended it.
    Exit,
    /// The editor ended it without `shutdown`.
    WithoutShutdown,
    /// The editor is gone.
    Gone,
    /// What the editor sends cannot be read, for this reason.
    Broken(String),
}

/// The server.
pub(super) struct Server<W> {
    output: W,
    conversation: Conversation,
    prover: Worker<Question, Answer>,
    player: Worker<commands::Question, commands::Answer>,
}

impl<W: Write> Server<W> {
    /// A server that writes to an editor.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub(super) fn begin(output: W) -> io::Result<Server<W>> {
        let prover = Worker::begin("prover", newest, Question::answer)?;
        let player = Worker::begin("player", |waiting| waiting, commands::play)?;
        Ok(Server { output, conversation: Conversation::new(on_disk), prover, player })
    }

    /// Answers until the conversation ends.
    pub(super) fn serve(mut self, heard: &Receiver<Heard>) -> End {
        loop {
            match self.step(heard) {
                Ok(None) => {}
                Ok(Some(end)) => return end,
                // nobody reads what is written
                Err(_) => return End::Gone,
            }
        }
    }

    /// Waits for what comes next, and goes on with it.
    fn step(&mut self, heard: &Receiver<Heard>) -> io::Result<Option<End>> {
        let rest = if self.conversation.has_changed() { after(REST) } else { never() };
        let mut end = None;
        select! {
            recv(heard) -> heard => match heard {
                Ok(Heard::Message(message)) => {
                    end = self.conversation.go_on(message).map(|end| match end {
                        lsp::End::Exit => End::Exit,
                        lsp::End::WithoutShutdown => End::WithoutShutdown,
                    });
                }
                Ok(Heard::Unread(answer)) => wire::write(&mut self.output, &answer)?,
                Ok(Heard::Broken(why)) => {
                    wire::write(&mut self.output, &wire::farewell(&why))?;
                    end = Some(End::Broken(why));
                }
                Err(_) => end = Some(End::Gone),
            },
            recv(self.prover.answers) -> answer => match answer {
                Ok(answer) => self.conversation.learn(answer),
                Err(_) => end = Some(End::Broken("the search for problems has ended".to_owned())),
            },
            recv(self.player.answers) -> answer => match answer {
                Ok(answer) => self.conversation.tell_played(answer),
                Err(_) => end = Some(End::Broken("the player of examples has ended".to_owned())),
            },
            recv(rest) -> _ => {
                for question in self.conversation.take_changed() {
                    self.prover.ask(question);
                }
            }
        }
        for question in self.conversation.take_plays() {
            self.player.ask(question);
        }
        for message in self.conversation.take_messages() {
            self.send(&message)?;
        }
        Ok(end)
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        let mut value = serde_json::to_value(message)?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("jsonrpc".to_owned(), "2.0".into());
        }
        wire::write(&mut self.output, &value)
    }
}

/// The rule file at an address, if it is on the disk.
fn on_disk(address: &str) -> Option<Source> {
    let path = address.strip_prefix("file://")?.replace("%20", " ");
    game::text_of_file(&path).ok()
}

/// If several versions of a text wait, only the last is looked at.
fn newest(waiting: Vec<Question>) -> Vec<Question> {
    let last: BTreeMap<String, Question> = waiting.into_iter().map(|question| (question.address(), question)).collect();
    last.into_values().collect()
}
