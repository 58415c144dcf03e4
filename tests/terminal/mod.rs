//! `play` on a real terminal: a pseudo-terminal whose screen is read, and on which keys and the mouse are pressed.

mod going;
mod pages;
mod playing;

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Nothing on the screen takes longer, however busy the machine is.
const LONGEST: Duration = Duration::from_secs(40);

/// Columns or rows, as the reader of the screen wants them.
fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a screen")
}

/// Whether a picture is being drawn that is not to be looked at before it is whole.
#[derive(Default)]
struct Drawing(bool);

impl vt100::Callbacks for Drawing {
    fn unhandled_csi(&mut self, _: &mut vt100::Screen, _: Option<u8>, _: Option<u8>, mode: &[&[u16]], set: char) {
        if mode == [[2026]] {
            self.0 = set == 'h';
        }
    }
}

/// A terminal with the program on it.
struct Terminal {
    pty: Pty,
    child: Child,
    parser: vt100::Parser<Drawing>,
}

impl Terminal {
    /// Starts a shell command in a folder, on a screen of so many columns and rows; `$MANCALA` is the program.
    fn open(folder: &Path, (columns, rows): (u16, u16), command: &str, surroundings: &[(&str, &str)]) -> Terminal {
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(rows, columns)).expect("a size");
        let mut shell = pty_process::blocking::Command::new("sh").args(["-c", command]).current_dir(folder);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
            shell = shell.env_remove(name);
        }
        shell = shell.env("TERM", "xterm-256color").env("MANCALA", assert_cmd::cargo::cargo_bin!("mancala"));
        let child = shell.envs(surroundings.iter().copied()).spawn(pts).expect("the program starts");
        let parser = vt100::Parser::new_with_callbacks(some(rows), some(columns), 0, Drawing::default());
        Terminal { pty, child, parser }
    }

    /// Starts `play` on a screen of 100 columns and 30 rows, and waits for the board.
    fn play(folder: &Path, arguments: &str) -> Terminal {
        let command = format!("exec \"$MANCALA\" play --speed off {arguments}");
        let mut terminal = Terminal::open(folder, (100, 30), &command, &[]);
        terminal.until_shows("q quit");
        terminal
    }

    /// What stands on the screen.
    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Hears what the program draws; gives whether it goes on.
    fn hear(&mut self) -> bool {
        let mut asked = [PollFd::new(&self.pty, PollFlags::IN)];
        let wait = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        if poll(&mut asked, Some(&wait)).is_ok_and(|ready| ready == 0) {
            return true;
        }
        let mut bytes = [0; 4096];
        match self.pty.read(&mut bytes) {
            Ok(read) if read > 0 => self.parser.process(&bytes[..read]),
            // nobody writes on it any more
            _ => return false,
        }
        true
    }

    /// Waits until the screen is as it shall be.
    #[track_caller]
    fn until(&mut self, what: &str, shall: impl Fn(&vt100::Screen) -> bool) {
        let begun = Instant::now();
        let is = |parser: &vt100::Parser<Drawing>| !parser.callbacks().0 && shall(parser.screen());
        while !is(&self.parser) {
            let goes_on = self.hear() || is(&self.parser);
            assert!(goes_on && begun.elapsed() < LONGEST, "waited for {what}:\n{}", self.text());
        }
    }

    #[track_caller]
    fn until_shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    #[track_caller]
    fn until_hides(&mut self, text: &str) {
        self.until(&format!("the end of {text}"), |screen| !screen.contents().contains(text));
    }

    fn press(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).expect("keys are pressed");
    }

    /// Where a text stands: its first column and its row, from 0.
    fn place_of(&self, text: &str) -> (usize, usize) {
        let (_, columns) = self.parser.screen().size();
        let rows: Vec<String> = self.parser.screen().rows(0, columns.get()).collect();
        let found = rows.iter().enumerate().find_map(|(row, line)| {
            let byte = line.find(text)?;
            Some((line[..byte].chars().count(), row))
        });
        found.unwrap_or_else(|| panic!("`{text}` on the screen:\n{}", self.text()))
    }

    /// Clicks below the name of a hole, where its seeds lie.
    fn click_hole(&mut self, name: &str) {
        let (column, row) = self.place_of(name);
        let (column, row) = (column + 1, row + 2);
        self.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.pty.resize(Size::new(rows, columns)).expect("a size");
        self.parser.screen_mut().set_size(some(rows), some(columns));
    }

    /// Sends a signal to the program.
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Waits for the end of the program, hearing what it says at last.
    #[track_caller]
    fn end(mut self) -> (ExitStatus, vt100::Parser<Drawing>) {
        let begun = Instant::now();
        while self.hear() {
            assert!(begun.elapsed() < LONGEST, "the program goes on:\n{}", self.text());
        }
        (self.child.wait().expect("it ended"), self.parser)
    }

    /// Leaves the game as a player does.
    #[track_caller]
    fn quit(mut self) {
        // a game that is not saved asks first
        self.press("qq");
        assert!(self.end().0.success());
    }

    /// Closes the window; waits for the end of the program.
    #[track_caller]
    fn vanish(self) -> ExitStatus {
        let Terminal { pty, child, .. } = self;
        drop(pty);
        ended(child)
    }
}

/// Waits for the end of a program without a terminal.
#[track_caller]
fn ended(mut child: Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a program") {
            return status;
        }
        if begun.elapsed() > LONGEST {
            child.kill().expect("killed");
            panic!("the program goes on without its terminal");
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// The moves of a saved game, below its head.
fn saved(folder: &Path, name: &str) -> String {
    let text = fs::read_to_string(folder.join(name)).expect("a saved game");
    text.split_once("\n\n").expect("a head").1.to_owned()
}
