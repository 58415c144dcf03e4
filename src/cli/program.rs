//! A player that is another program: it is started, asked over the protocol, and stopped.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use mancala_engine::contest::Start;
use mancala_engine::engine::Progress;
use mancala_engine::game::{Position, spelled};
use mancala_engine::position_text;
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::Player;
use mancala_tools::drivers::tournament::Course;
use mancala_tools::protocol::{Answer, Begun, Request, VERSION};

use super::Failure;
use super::analyse::time;
use super::game::Loaded;

/// The longest line of a program, in bytes.
const LONGEST_LINE: u64 = 64 * 1024;

/// Lines of a program that wait to be read; it cannot write more before.
const MOST_WAITING: usize = 64;

/// How long a program may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// How often the wish to stop is looked at.
const BEAT: Duration = Duration::from_millis(20);

/// Arguments for players that are programs.
#[derive(Clone, clap::Args)]
pub(super) struct ProgramArguments {
    /// How long a program (`program:COMMAND`) may take for an answer
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    pub(super) program_time: Duration,
}

/// What a program needs to know to take a seat.
#[derive(Clone)]
pub(super) struct Seated {
    pub(super) command: Arc<str>,
    pub(super) player: Player,
    pub(super) loaded: Loaded,
    /// The game as it was typed, and its readings.
    pub(super) game: String,
    pub(super) settings: Vec<(String, String)>,
    pub(super) limit: Duration,
    /// Whether what it writes on standard error is shown.
    pub(super) aloud: bool,
}

/// A program at the board. It is started when it is first asked.
pub(super) struct Program {
    seated: Seated,
    talk: Option<Talk>,
}

/// A program that runs.
struct Talk {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<Heard>,
}

/// What comes from a program.
enum Heard {
    Line(String),
    TooLong,
    End,
}

impl Program {
    pub(super) fn new(seated: Seated) -> Program {
        Program { seated, talk: None }
    }

    /// The move that the program chooses, as its index.
    pub(super) fn choose(
        &mut self,
        board: Option<&Position>,
        legal: &[String],
        course: &Course<'_>,
        progress: &Progress,
    ) -> Result<usize, Failure> {
        if self.talk.is_none() {
            self.begin(progress)?;
        }
        let rules = &self.seated.loaded.rules;
        let begun = match course.start {
            Start::Match { rounds, lots } => Begun::Match { rounds: *rounds, lots: *lots },
            Start::Game(position) if *position == Position::start(rules) => Begun::Start,
            Start::Game(position) => Begun::Position(position_text::format(&rules.board, position)),
        };
        let board = board.map(|position| position_text::format(&rules.board, position));
        self.told(&Request::Position(begun, course.moves.to_vec()), progress)?;
        self.told(&Request::Board(board), progress)?;
        let go = Request::Go { time: Some(self.seated.limit), legal: legal.to_vec() };
        let (answer, line) = self.ask(&go, progress)?;
        let Some(Answer::Move(name)) = answer else { return Err(self.nonsense(&go, &line, "`move d1`")) };
        let meant = spelled(legal, &name);
        legal.iter().position(|known| *known == meant).ok_or_else(|| {
            self.talk = None;
            Failure::wrong_use(format!("{} plays `{name}`, which is not legal", self.who()))
                .help(format!("legal: {}", legal.join(" ")))
        })
    }

    /// Starts the program and tells it the game.
    fn begin(&mut self, progress: &Progress) -> Result<(), Failure> {
        self.talk = Some(Talk::begin(&self.seated)?);
        let hello = Request::Hello(VERSION);
        match self.ask(&hello, progress)? {
            (Some(Answer::Ready(_)), _) => {}
            (_, line) => return Err(self.nonsense(&hello, &line, "`ready` and the name of the program")),
        }
        self.told(&Request::Game(self.seated.game.clone()), progress)?;
        for (name, value) in self.seated.settings.clone() {
            self.told(&Request::Set(name, value), progress)?;
        }
        let players = self.seated.loaded.rules.board.players.value;
        self.told(&Request::Seat(player_name(players, self.seated.player)), progress)
    }

    /// Tells the program something, which it has to take.
    fn told(&mut self, request: &Request, progress: &Progress) -> Result<(), Failure> {
        match self.ask(request, progress)? {
            (Some(Answer::Ok), _) => Ok(()),
            (Some(Answer::Error(text)), _) => {
                self.talk = None;
                Err(Failure::wrong_use(format!("{} refuses `{}`: {text}", self.who(), short(&request.to_string()))))
            }
            (_, line) => Err(self.nonsense(request, &line, "`ok`")),
        }
    }

    /// Sends a request and waits for its answer. A program that cannot be used any more is stopped.
    fn ask(&mut self, request: &Request, progress: &Progress) -> Result<(Option<Answer>, String), Failure> {
        let answer = self.try_ask(request, progress);
        if answer.is_err() {
            self.talk = None;
        }
        answer
    }

    fn try_ask(&mut self, request: &Request, progress: &Progress) -> Result<(Option<Answer>, String), Failure> {
        let who = self.who();
        let sent = short(&request.to_string());
        let Some(talk) = &mut self.talk else { return Err(Failure::wrong_use(format!("{who} does not run"))) };
        // if nobody reads it, the answers have ended, too
        let _ = talk.requests.send(format!("{request}\n"));
        let until = Instant::now() + self.seated.limit;
        loop {
            let now = Instant::now();
            if progress.is_asked() {
                return Err(Failure::Interrupted);
            }
            if now >= until {
                let limit = self.seated.limit;
                let message = format!("{who} did not answer `{sent}` within {:.1} s", limit.as_secs_f64());
                return Err(Failure::wrong_use(message)
                    .help("`--program-time` sets the limit; an answer is one line, which must be flushed"));
            }
            match talk.answers.recv_timeout(BEAT.min(until - now)) {
                Ok(Heard::Line(line)) if line.trim().is_empty() => {}
                Ok(Heard::Line(line)) => match Answer::parse(&line) {
                    Some(Answer::Info(_)) => {}
                    answer => return Ok((answer, line)),
                },
                Ok(Heard::TooLong) => {
                    return Err(Failure::wrong_use(format!(
                        "{who} answers `{sent}` with more than {LONGEST_LINE} bytes"
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::wrong_use(format!(
                        "{who} ended before it answered `{sent}`{}",
                        talk.status()
                    ))
                    .help("a program answers every request until `quit`; see docs/protocol.md"));
                }
            }
        }
    }

    /// An answer that does not fit.
    fn nonsense(&mut self, request: &Request, line: &str, wanted: &str) -> Failure {
        self.talk = None;
        let message = format!("{} answers `{}` with `{}`", self.who(), short(&request.to_string()), short(line.trim()));
        Failure::wrong_use(message).help(format!("the answer shall be {wanted}; see docs/protocol.md"))
    }

    /// Tells the program how the game ended, if it runs.
    pub(super) fn over(&mut self, result: &str) {
        if self.talk.is_some() {
            // the game is over, whatever it says
            let _ = self.told(&Request::Over(result.to_owned()), &Progress::default());
        }
    }

    /// ``South (`./my-bot`)``
    fn who(&self) -> String {
        let players = self.seated.loaded.rules.board.players.value;
        format!("{} (`{}`)", capital(&player_name(players, self.seated.player)), self.seated.command)
    }
}

/// A line that is not too long for a message.
fn short(line: &str) -> String {
    const LONGEST: usize = 60;
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}..", &line[..at]),
        None => line.to_owned(),
    }
}

impl Talk {
    fn begin(seated: &Seated) -> Result<Talk, Failure> {
        let words = words(&seated.command);
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(Failure::wrong_use("`program:` names no program").help("write `program:./my-bot`"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if seated.aloud { Stdio::inherit() } else { Stdio::null() });
        // whatever the program starts is ended with it
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            Failure::wrong_use(format!("`{program}` cannot be started: {error}"))
                .help("write `program:` and a command, such as `program:./my-bot` or `program:python3 bot.py`")
        })?;
        let (requests, wanted) = channel::<String>();
        let (answer, answers) = sync_channel(MOST_WAITING);
        if let Some(mut stdin) = child.stdin.take() {
            // a program that does not read must not make this one wait
            thread::spawn(move || {
                for line in wanted {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || listen(stdout, &answer));
        }
        Ok(Talk { child, requests, answers })
    }

    /// How the program ended, in words, if it has.
    fn status(&mut self) -> String {
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!(", with {status}");
            }
            thread::sleep(BEAT);
        }
        String::new()
    }
}

/// Passes on what a program writes, line by line.
fn listen(stdout: ChildStdout, answer: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let whole = line.ends_with(b"\n");
        let heard = match read {
            Ok(0) | Err(_) => Heard::End,
            Ok(_) if !whole && line.len() as u64 >= LONGEST_LINE => Heard::TooLong,
            Ok(_) => Heard::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let last = !matches!(heard, Heard::Line(_));
        if answer.send(heard).is_err() || last {
            return;
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // a program that does not end by itself is ended
        let _ = self.requests.send(format!("{}\n", Request::Quit));
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(BEAT);
        }
        end_all(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Ends a program and all that it started.
#[cfg(unix)]
fn end_all(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // nobody may be left
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Ends a program.
#[cfg(not(unix))]
fn end_all(child: &mut Child) {
    let _ = child.kill();
}

/// The words of a command; quotation marks keep blanks.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote) = (Vec::new(), None);
    let mut word: Option<String> = None;
    for sign in command.chars() {
        match (quote, sign) {
            (Some(open), sign) if sign == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_command_has_words() {
        assert_eq!(words("./bot"), ["./bot"]);
        assert_eq!(words("  sh -c 'read x; echo \"ready\"'  \"\""), ["sh", "-c", "read x; echo \"ready\"", ""]);
        assert!(words(" ").is_empty());
    }
}
