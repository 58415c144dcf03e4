//! The terminal of a game: opens it, draws on it, reads from it, and restores it.

use std::io::{self, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use mancala_engine::engine::Progress;
use mancala_engine::players::Kind;
use mancala_rules::names::{Called, called};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_tools::drivers::glance::Glance;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyModifiers};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};

use super::super::Failure;
use super::listener::{Listener, is_gone};
use super::machines::Machines;
use super::table::Sitting;
use crate::cli::page::is_ascii;
use crate::play_screen::picker::{Entry, Picked, Picker};
use crate::play_screen::{Pace, State, Theme, Tone, Wish, view};

/// Time between checks for signals.
const LONGEST_WAIT: Duration = Duration::from_millis(250);
/// Time between checks for an answer while a machine thinks.
const THINKING_WAIT: Duration = Duration::from_millis(15);

/// Time for a look at a game in the list.
const LONGEST_LOOK: Duration = Duration::from_millis(700);

/// Why the screen leaves a game.
pub(super) enum Leaving {
    /// The user quits.
    Quit,
    /// Another game is loaded.
    For(Box<Sitting>),
}

/// The terminal while the program uses it.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<io::Stdout>>,
    listener: Listener,
    /// Whether a signal asked the program to end.
    ended: Arc<AtomicBool>,
}

/// Restores the terminal.
fn restore() {
    // nothing can be done about a terminal that cannot be written
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

impl Screen {
    pub(super) fn open() -> io::Result<Screen> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        let ended = Arc::new(AtomicBool::new(false));
        let asked = ended.clone();
        // without a handler a signal ends the program at once
        let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
        enable_raw_mode()?;
        let opened = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Ok((Terminal::new(CrosstermBackend::new(stdout()))?, Listener::begin()?)));
        match opened {
            Ok((terminal, listener)) => Ok(Screen { terminal, listener, ended }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Lets the user choose a game and who plays.
    pub(super) fn pick(&mut self) -> Result<Picked, Failure> {
        let entry = |game: Called| Entry {
            ruleset: game.ruleset.to_owned(),
            title: game.title.to_owned(),
            also: game.also.iter().map(|name| (*name).to_owned()).collect(),
            region: game.region.iter().map(|name| (*name).to_owned()).collect(),
            families: game.families.iter().map(|family| family.name().to_owned()).collect(),
            size: (game.rows, game.columns),
            seeds: game.seeds,
            players: game.players.first().copied().unwrap_or(2),
            facts: Vec::new(),
        };
        let mut picker = Picker::new(called().into_iter().map(entry).collect(), is_ascii());
        let (send, learned) = channel();
        let mut asked: Option<String> = None;
        loop {
            while let Ok((ruleset, facts)) = learned.try_recv() {
                let ruleset: String = ruleset;
                picker.learn(&ruleset, facts);
                asked = None;
            }
            // one game after the other: whoever scrolls through the list need not wait for them
            if let (None, Some(ruleset)) = (&asked, picker.wonders()) {
                look(ruleset, send.clone());
                asked = Some(ruleset.to_owned());
            }
            self.terminal.draw(|frame| picker.view(frame)).map_err(Failure::Output)?;
            let wait = if asked.is_some() { THINKING_WAIT } else { LONGEST_WAIT };
            let event = self.listener.hear(wait).map_err(Failure::Output)?;
            if let Some(Event::Key(key)) = event {
                match (key.modifiers.contains(KeyModifiers::CONTROL), key.code) {
                    (true, KeyCode::Char('l')) => self.draw_anew().map_err(Failure::Output)?,
                    (true, KeyCode::Char('z')) => self.suspend().map_err(Failure::Output)?,
                    _ => {
                        if let Some(picked) = picker.key(key) {
                            return Ok(picked);
                        }
                    }
                }
            }
            if self.ended.load(Ordering::Relaxed) || is_gone() {
                return Ok(Picked::Nothing);
            }
        }
    }

    /// Restores the terminal. Returns whether it still exists.
    pub(super) fn close(self) -> bool {
        let there = !is_gone();
        if !there {
            // dropping it would report that a vanished terminal cannot be restored
            std::mem::forget(self);
        }
        there
    }

    /// Plays a game until the user quits or loads another.
    pub(super) fn play(
        &mut self,
        sitting: &mut Sitting,
        hinter: Option<Kind>,
        pace: Pace,
        seed: u64,
        (color, theme): (bool, Theme),
    ) -> Result<Leaving, Failure> {
        // the rules stay while the game is written
        let loaded = sitting.loaded.clone();
        let session = sitting.session_of(&loaded)?;
        let hinter = hinter.unwrap_or_else(|| usual_hinter(&loaded.rules));
        let resumed = !session.past().is_empty();
        let mut state = State::new(session, &loaded.ruleset.source, sitting.seats.clone(), hinter);
        state = state.at_pace(pace).in_color(color).in_theme(theme).in_ascii(is_ascii());
        if resumed {
            state = state.waiting();
        }
        state.set_saved(sitting.saved.as_ref().map(|saved| saved.name().to_owned()));
        if let Some(note) = sitting.note.take() {
            state.say(Tone::Note, note);
        }
        thread::scope(|scope| {
            let mut machines = Machines::new(seed, sitting.book.clone());
            let left = self.watch(&mut state, sitting, &mut machines, scope);
            machines.forget();
            sitting.seats = state.seats().to_vec();
            left
        })
    }

    fn watch<'scope, 'env>(
        &mut self,
        state: &mut State<'env>,
        sitting: &mut Sitting,
        machines: &mut Machines,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Result<Leaving, Failure> {
        let mut last = Instant::now();
        loop {
            if let Some(leaving) = self.fulfil(state, sitting, machines, scope)? {
                return Ok(leaving);
            }
            self.draw(state).map_err(Failure::Output)?;
            let wait = if state.is_thinking() { THINKING_WAIT } else { LONGEST_WAIT };
            let wait = state.wakes_after().map_or(wait, |wake| wake.min(wait));
            let mut event = self.listener.hear(wait).map_err(Failure::Output)?;
            // all pending events are handled before the game is drawn
            while let Some(heard) = event {
                self.hear(state, &heard)?;
                event = self.listener.hear(Duration::ZERO).map_err(Failure::Output)?;
            }
            let now = Instant::now();
            state.tick(now - last);
            last = now;
            while let Some((ticket, answer, why)) = machines.answer() {
                match answer {
                    Ok(index) if why.is_some() => state.advised(ticket, index, why.as_deref()),
                    answer => state.chosen(ticket, answer),
                }
            }
            while let Some((ply, judged)) = machines.judged() {
                state.judge(ply, judged);
            }
            if self.ended.load(Ordering::Relaxed) || is_gone() {
                return Ok(Leaving::Quit);
            }
        }
    }

    /// Draws the game; the terminal shows it once it is complete.
    fn draw(&mut self, state: &State<'_>) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| view::view(state, frame))?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Empties the terminal, so that the next drawing writes all of it. `Terminal::clear` would ask the terminal where
    /// the cursor is, and wait in vain: the listener reads every answer.
    fn draw_anew(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    fn hear(&mut self, state: &mut State<'_>, event: &Event) -> Result<(), Failure> {
        match event {
            Event::Key(key) => state.key(*key),
            Event::Mouse(mouse) => {
                let size = self.terminal.size().map_err(Failure::Output)?;
                state.mouse(*mouse, size.into());
            }
            _ => {}
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Finds out what the games of a ruleset are like, in a thread of its own.
fn look(ruleset: &str, found: Sender<(String, Vec<String>)>) {
    let ruleset = ruleset.to_owned();
    let looking = thread::Builder::new().name("glance".into()).spawn(move || {
        let rules = Ruleset::shipped(&ruleset).ok().and_then(|read| read.rules().ok());
        let progress = Progress::until(Instant::now() + LONGEST_LOOK);
        let glance = rules.and_then(|rules| Glance::of(&rules, &progress));
        let facts = glance.map_or_else(|| vec!["typical length: not known".to_owned()], |glance| glance.told());
        // if a game was chosen, nothing waits for it
        let _ = found.send((ruleset, facts));
    });
    // without a thread the list shows what it has
    drop(looking);
}

/// The machine that gives hints by default.
pub(super) fn usual_hinter(rules: &Rules) -> Kind {
    let word = if rules.board.players.value == 2 { "search:1s" } else { "mcts:1s" };
    Kind::parse(word).unwrap_or(Kind::Greedy)
}

impl Screen {
    /// Fulfils a wish of the game. Returns why the screen leaves the game, if it does.
    fn fulfil<'scope, 'env>(
        &mut self,
        state: &mut State<'env>,
        sitting: &mut Sitting,
        machines: &mut Machines,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Result<Option<Leaving>, Failure> {
        for wish in state.take_wishes() {
            match &wish {
                Wish::Quit => return Ok(Some(Leaving::Quit)),
                Wish::Redraw => self.draw_anew().map_err(Failure::Output)?,
                Wish::Suspend => self.suspend().map_err(Failure::Output)?,
                Wish::Think { ticket, seat, player } => {
                    let seated = |command| sitting.seated(player.unwrap_or_default(), command, false);
                    machines.think(scope, *ticket, (seat.clone(), *player), state.session(), seated);
                }
                Wish::Again { swapped } => {
                    return Ok(Some(Leaving::For(Box::new(sitting.again(state.seats(), *swapped)?))));
                }
                Wish::Review => machines.review(scope, state.session()),
                Wish::Hurry => machines.hurry(),
                Wish::Forget => machines.forget(),
                Wish::Save(file) => match sitting.save(file, state.seats(), state.session().past()) {
                    Ok(()) => {
                        state.set_saved(Some(file.clone()));
                        state.say(Tone::Note, format!("saved in {file}; every ply is added at once"));
                    }
                    Err(failure) => state.say(Tone::Wrong, failure.text()),
                },
                Wish::Open(file) => match Sitting::load(file, None) {
                    Ok(other) => return Ok(Some(Leaving::For(Box::new(other)))),
                    Err(failure) => state.say(Tone::Wrong, failure.text()),
                },
                Wish::Begin(text) => match sitting.begun_at(state.seats(), text) {
                    Ok(other) => return Ok(Some(Leaving::For(Box::new(other)))),
                    Err(failure) => state.say(Tone::Wrong, failure.text()),
                },
                written => sitting.keep(written)?,
            }
        }
        Ok(None)
    }

    /// Gives the terminal back to the shell, and takes it again when the shell continues the program.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        restore();
        // the shell stops and continues all of a pipeline
        let stopped = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        stopped?;
        self.draw_anew()
    }

    /// Where no shell stops programs, the screen is drawn again.
    #[cfg(not(unix))]
    fn suspend(&mut self) -> io::Result<()> {
        self.draw_anew()
    }
}
