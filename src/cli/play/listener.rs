//! Input from the terminal (keys, clicks and new sizes), read in a thread of its own, and whether the terminal still
//! exists.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// Listens to the terminal. A read from a terminal that has vanished never returns, so no other thread reads.
pub(super) struct Listener {
    events: Receiver<io::Result<Event>>,
}

impl Listener {
    /// Starts the thread, which listens until the program ends.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub(super) fn begin() -> io::Result<Listener> {
        let (send, events) = channel();
        thread::Builder::new().name("listener".into()).spawn(move || {
            loop {
                let event = event::read();
                let failed = event.is_err();
                if send.send(event).is_err() || failed {
                    return;
                }
            }
        })?;
        Ok(Listener { events })
    }

    /// The next event, if one comes in time.
    ///
    /// # Errors
    ///
    /// The terminal cannot be read.
    pub(super) fn hear(&self, wait: Duration) -> io::Result<Option<Event>> {
        match self.events.recv_timeout(wait) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// Whether the terminal has vanished: its window was closed, or its connection was cut.
#[cfg(unix)]
pub(super) fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    // a hang-up is always reported, whatever events are requested
    let mut asked = [PollFd::new(&stdin, PollFlags::empty())];
    let polled = poll(&mut asked, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    polled.is_ok() && asked[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

/// Whether the terminal has vanished. Elsewhere the system ends the program with it.
#[cfg(not(unix))]
pub(super) fn is_gone() -> bool {
    false
}
