//! A game at a plain prompt: prints positions, reads moves line by line.

use std::io::{IsTerminal, stdin};

use mancala_engine::draw::draw;
use mancala_engine::engine::Progress;
use mancala_engine::game::cell_name;
use mancala_engine::game::{Event, IllegalMove, Position, at_end};
use mancala_engine::outcome::{GATHERING, deed, each, match_result, result};
use mancala_engine::players::Kind;
use mancala_engine::position_text;
use mancala_rules::chance::generator;
use mancala_rules::notation::capital;
use mancala_rules::rules::model::{Cell, Rules};
use mancala_tools::drivers::tournament::Course;
use mancala_tools::examples::foreseen;
use mancala_tools::session::{Session, Step};

use super::super::Failure;
use super::super::output::Output;
use super::super::players::{Chooser, at};
use super::advice::advice;
use super::screen::usual_hinter;
use super::table::Sitting;
use super::typed::{Line, Lines};
use crate::play_screen::panes::story;
use crate::play_screen::{Seat, Wish};

/// The commands, for completion.
const COMMANDS: [&str; 13] =
    ["legal", "board", "holes", "position", "moves", "hint", "undo", "redo", "go", "next", "save", "help", "quit"];

const HELP: &str = "\
A move is the hole it starts from, such as `d1`. Add `+` (counterclockwise) or `-` (clockwise) if the player chooses the
direction, and `y` or `n` if he chooses whether a rule applies. A line can hold several moves, separated by blanks.
  legal          the legal moves
  board          the board, drawn
  holes          the board hole by hole, in words
  undo, redo     take back, play again
  go             let the machine move that waits, in a loaded game or after `undo`
  hint           the move of a machine
  position       the position, as --from takes it
  moves          the moves so far
  save FILE      save the game, and every ply from then on
  next           the next round of a match
  quit           leave the game";

/// A game at the prompt.
struct Prompt<'o, 'r> {
    sitting: Sitting,
    session: Session,
    rules: &'r Rules,
    machines: Vec<Option<Chooser>>,
    hinter: Chooser,
    hints: Kind,
    seed: u64,
    asked: u64,
    /// Whether a person types.
    typed: bool,
    /// Whether a machine waits with its move: whoever looks at a game does not change it.
    waits: bool,
    out: &'o mut Output,
}

/// The result of a word.
enum Done {
    /// The next word is read.
    More,
    /// The user quits.
    Left,
}

/// Plays a game at the prompt.
pub(super) fn play(sitting: Sitting, hinter: Option<Kind>, seed: u64, out: &mut Output) -> Result<(), Failure> {
    let loaded = sitting.loaded.clone();
    let session = sitting.session_of(&loaded)?;
    let rules = &loaded.rules;
    let chooser =
        |(player, seat)| Chooser::new(seat, sitting.book.as_ref(), |command| sitting.seated(player, command, true));
    let machines = sitting.seats.iter().enumerate().map(chooser).collect();
    let hints = hinter.unwrap_or_else(|| usual_hinter(rules));
    let hinter = Chooser::Machine(hints.player_with(sitting.book.as_ref()));
    let typed = stdin().is_terminal();
    let waits = false;
    let mut prompt = Prompt { sitting, session, rules, machines, hinter, hints, seed, asked: 0, typed, waits, out };
    prompt.begin()?;
    prompt.waits = !prompt.session.past().is_empty() && prompt.goes_on_alone();
    prompt.go_on()?;
    prompt.listen()
}

impl Prompt<'_, '_> {
    fn begin(&mut self) -> Result<(), Failure> {
        self.out.line(self.out.bold(&self.rules.about.name))?;
        if let Some(note) = self.sitting.note.take() {
            self.out.line(capital(&note))?;
        }
        if self.typed {
            self.out.line("Type a move, or `help`.")?;
        }
        self.board()
    }

    fn listen(&mut self) -> Result<(), Failure> {
        let mut number = 0_u64;
        let mut lines = Lines::new();
        loop {
            self.ask(!lines.has_editor())?;
            let mut words: Vec<String> = self.session.legal_names();
            words.extend(COMMANDS.map(str::to_owned));
            let read = lines.read("> ", words);
            number += 1;
            let line = match read {
                Ok(Line::Text(line)) => line,
                Ok(Line::End) => return self.sitting.farewell(self.out),
                Ok(Line::Stopped) => return Err(Failure::Interrupted),
                Err(error) => {
                    let message = format!("line {number} of standard input cannot be read: {error}");
                    return Err(Failure::wrong_use(message));
                }
            };
            match self.line(line.trim()) {
                Ok(Done::More) => {}
                Ok(Done::Left) => return self.sitting.farewell(self.out),
                // a person can try again; a script ends with the line of the error
                Err(Failure::Use { message, help }) if self.typed => {
                    self.out.line(capital(&message))?;
                    if let Some(help) = help {
                        self.out.line(help)?;
                    }
                }
                Err(Failure::Use { message, help }) => {
                    self.out.flush()?;
                    return Err(Failure::Use { message: format!("line {number}: {message}"), help });
                }
                Err(other) => return Err(other),
            }
        }
    }

    /// Asks for the next line, with the sign of the prompt unless an editor writes it.
    fn ask(&mut self, sign: bool) -> Result<(), Failure> {
        let text = match self.session.to_move() {
            Some(player) if self.waits => format!("{} waits: `go` lets the machine move", self.name(player)),
            Some(player) if self.session.must_pass() => format!("{} has no legal move: `pass`", self.name(player)),
            Some(player) if self.session.is_laying_out() => {
                format!("{} lays out: {}", self.name(player), self.session.legal_names().join(" "))
            }
            Some(player) => format!("{} to move: {}", self.name(player), self.session.legal_names().join(" ")),
            None if self.session.is_between_rounds() => "The round is over: `next` begins the next one".to_owned(),
            None => "The game is over: `undo` takes back, `quit` quits".to_owned(),
        };
        self.out.line(text)?;
        if self.typed && sign {
            self.out.print("> ")?;
        }
        // whoever reads through a pipe answers only what has reached him
        self.out.flush()
    }

    fn name(&self, player: mancala_rules::rules::model::Player) -> String {
        capital(&mancala_rules::notation::player_name(self.rules.board.players.value, player))
    }

    fn line(&mut self, line: &str) -> Result<Done, Failure> {
        if let Some(file) = line.strip_prefix("save ") {
            let file = file.trim();
            self.sitting.save(file, &self.sitting.seats.clone(), self.session.past())?;
            self.out.line(format!("Saved in {file}; every ply is added at once"))?;
            return Ok(Done::More);
        }
        if line.is_empty() && self.typed && self.session.must_pass() {
            return self.word("pass");
        }
        for word in line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            if let Done::Left = self.word(word)? {
                return Ok(Done::Left);
            }
        }
        Ok(Done::More)
    }

    fn word(&mut self, word: &str) -> Result<Done, Failure> {
        match word {
            "help" | "?" => self.out.line(HELP)?,
            "quit" | "exit" => return Ok(Done::Left),
            "board" => self.board()?,
            "holes" => self.holes()?,
            "legal" => self.out.line(self.session.legal_names().join(" "))?,
            "position" => {
                let position = self.session.shown();
                self.out.line(position_text::format(&self.rules.board, &position))?;
            }
            "moves" => self.moves()?,
            "hint" => self.hint()?,
            "undo" => self.undo()?,
            "redo" => self.redo()?,
            "save" => return Err(Failure::wrong_use("`save` needs a file").help("write `save my.game`")),
            "go" if self.waits => {
                self.waits = false;
                self.go_on()?;
            }
            "go" => return Err(Failure::wrong_use("no machine waits")),
            "next" if self.session.is_between_rounds() => self.next_round()?,
            "next" => return Err(Failure::wrong_use("no round is over")),
            _ => {
                self.waits = false;
                // moves of the next round follow as in `replay --match`
                if self.session.is_between_rounds() {
                    self.next_round()?;
                }
                self.play(word)?;
                self.go_on()?;
            }
        }
        Ok(Done::More)
    }

    fn play(&mut self, given: &str) -> Result<(), Failure> {
        let name = &self.session.spelled(given);
        let before = self.session.shown();
        let (round, by) = (self.session.round(), self.session.to_move());
        match self.session.play(name) {
            Ok(()) => {}
            Err(IllegalMove::Fault(fault)) => return Err(self.sitting.loaded.fault(&fault, &before)),
            Err(IllegalMove::AfterEnd { name }) => {
                let help = "`undo` takes back, `quit` quits";
                return Err(Failure::wrong_use(format!("`{name}` comes after the end of the game")).help(help));
            }
            Err(IllegalMove::NotLegal { name, legal }) => {
                let message = format!("`{name}` is neither a legal move nor a command");
                return Err(Failure::wrong_use(message).help(format!("legal: {legal}; `help` lists the commands")));
            }
        }
        if let Some(by) = by {
            self.sitting.keep(&Wish::Played(round, by, name.to_owned()))?;
        }
        self.print_last()?;
        self.print_ending()
    }

    /// Prints the last step, and the board after it.
    fn print_last(&mut self) -> Result<(), Failure> {
        let Some(step) = self.session.past().last().cloned() else { return Ok(()) };
        if let Step::Ply { number, by, play, laying_out, .. } = &step {
            let what = if *laying_out { format!("chooses {play}") } else { deed(self.rules, play) };
            let text = format!("{number}. {} {what}", self.name(*by));
            self.out.line(self.out.bold(&text))?;
        }
        let Step::Ply { gathered: Some(gathering), events, .. } = &step else {
            self.print_events(step.events())?;
            return self.board();
        };
        let (turn, end) = at_end(events);
        self.print_events(turn)?;
        self.out.print(draw(self.rules, &gathering.before, None, self.out.color))?;
        self.out.line(format!("won: {}", each(self.rules, &gathering.won_before)))?;
        self.out.line(self.out.bold(GATHERING))?;
        self.print_events(end)?;
        self.board()
    }

    fn print_events(&mut self, events: &[Event]) -> Result<(), Failure> {
        for line in story(self.rules, &self.sitting.loaded.ruleset.source, events) {
            self.out.line(line)?;
        }
        Ok(())
    }

    fn print_ending(&mut self) -> Result<(), Failure> {
        let contest = self.session.contest().and_then(mancala_engine::contest::Match::ending);
        let (text, reason) = match (contest, self.session.game().and_then(mancala_engine::play::Game::outcome)) {
            (Some(ending), _) => (match_result(self.rules, ending), ending.reason.clone()),
            (None, Some(ending)) => (capital(&result(self.rules, &ending)), self.sitting.loaded.reason(&ending)),
            (None, None) => return Ok(()),
        };
        self.out.line(self.out.bold(&text))?;
        self.out.line(reason)?;
        self.sitting.keep(&Wish::Ended(text))
    }

    fn next_round(&mut self) -> Result<(), Failure> {
        self.waits = false;
        let before = self.session.shown();
        self.session.next_round().map_err(|fault| self.sitting.loaded.fault(&fault, &before))?;
        let events = self.session.past().last().map(|step| step.events().to_vec()).unwrap_or_default();
        self.print_events(&events)?;
        if self.session.is_over() {
            return self.print_ending();
        }
        self.out.line(self.out.bold(&format!("Round {}", self.session.round())))?;
        self.board()?;
        self.go_on()
    }

    /// Lets machines play until it is a person's turn. If only machines play, rounds follow without a pause.
    fn go_on(&mut self) -> Result<(), Failure> {
        let alone = self.machines.iter().all(Option::is_some);
        while !self.waits {
            if alone && self.session.is_between_rounds() {
                return self.next_round();
            }
            let Some(mover) = self.session.to_move() else { return Ok(()) };
            let Some(Some(machine)) = self.machines.get_mut(mover) else { return Ok(()) };
            self.asked += 1;
            let name = chosen(machine, &self.session, self.seed, self.asked, &self.sitting)?;
            self.play(&name)?;
        }
        Ok(())
    }

    /// Whether the game goes on from here without a person.
    fn goes_on_alone(&self) -> bool {
        match self.session.to_move() {
            Some(mover) => self.machines.get(mover).is_some_and(Option::is_some),
            None => self.session.is_between_rounds() && self.machines.iter().all(Option::is_some),
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.session.to_move().is_none() {
            return Err(Failure::wrong_use("nobody is to move"));
        }
        self.asked += 1;
        let (seat, book) = (Seat::Machine(self.hints), self.sitting.book.as_ref());
        let mut chance = generator(self.seed, self.asked);
        if let Some((index, why)) = advice(&seat, book, self.session.playing(), &mut chance, &Progress::default())
            && let Some(name) = self.session.legal_names().get(index).cloned()
        {
            self.out.line(format!("hint: {name}, {why}"))?;
            return self.tell_rule(&name);
        }
        let name = chosen(&mut self.hinter, &self.session, self.seed, self.asked, &self.sitting)?;
        self.out.line(format!("hint: {name}"))?;
        self.tell_rule(&name)
    }

    /// Tells the rule that would decide the turn of a move.
    fn tell_rule(&mut self, name: &str) -> Result<(), Failure> {
        let Some(game) = self.session.game() else { return Ok(()) };
        let play = self.session.legal_moves().into_iter().find(|play| play.to_string() == name);
        let source = &self.sitting.loaded.ruleset.source;
        match play.and_then(|play| foreseen(self.rules, source, &game.position(), &play)) {
            Some((told, line)) => self.out.line(format!("  {} ({line})", told.trim_end_matches('.'))),
            None => Ok(()),
        }
    }

    /// Takes back until it is a person's turn; a single step if machines play alone.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut taken = 0;
        while let Some(step) = self.session.undo() {
            taken += 1;
            if let Step::Ply { .. } = step {
                self.sitting.keep(&Wish::TakenBack)?;
            }
            if self.stops_here() {
                break;
            }
        }
        if taken == 0 {
            return Err(Failure::wrong_use("there is nothing to take back"));
        }
        self.waits = self.goes_on_alone();
        self.board()
    }

    fn redo(&mut self) -> Result<(), Failure> {
        let mut played = 0;
        while let Some(step) = self.session.redo() {
            played += 1;
            if let Step::Ply { round, by, play, .. } = step {
                self.sitting.keep(&Wish::Played(round, by, play))?;
            }
            if self.stops_here() {
                break;
            }
        }
        if played == 0 {
            return Err(Failure::wrong_use("there is nothing to play again"));
        }
        self.waits = self.goes_on_alone();
        self.print_last()?;
        self.print_ending()
    }

    /// Whether taking back, or playing again, stops at this position.
    fn stops_here(&self) -> bool {
        let machine = |mover| self.machines.get(mover).is_some_and(Option::is_some);
        self.machines.iter().all(Option::is_some) || !self.session.to_move().is_some_and(machine)
    }

    fn board(&mut self) -> Result<(), Failure> {
        let position = self.session.shown();
        self.out.print(draw(self.rules, &position, self.session.to_move(), self.out.color))?;
        let mut lines = Vec::new();
        if self.rules.score.value.is_some() && !self.session.is_laying_out() && !self.session.is_over() {
            lines.push(format!("won: {}", each(self.rules, &self.session.captured())));
        }
        if let Some(contest) = self.session.contest() {
            lines.push(format!(
                "round {}; owned at its beginning: {}",
                self.session.round(),
                each(self.rules, contest.owned())
            ));
            if contest.gone() > 0 {
                lines.push(format!("out of the match, since nobody won them: {}", contest.gone()));
            }
        }
        for line in lines {
            self.out.line(line)?;
        }
        Ok(())
    }

    /// Prints the board in words, for screen readers.
    fn holes(&mut self) -> Result<(), Failure> {
        let board = &self.rules.board;
        let position = self.session.shown();
        for row in (0..board.rows.value).rev() {
            let cells = (0..board.columns.value).map(|column| board.hole(row, column));
            let text = cells.map(|cell| self.in_words(&position, cell)).collect::<Vec<_>>().join(", ");
            self.out.line(text)?;
        }
        let others = (board.holes()..board.cells()).filter(|cell| position.seeds[*cell] != 0);
        let text = others.map(|cell| self.in_words(&position, cell)).collect::<Vec<_>>().join(", ");
        if text.is_empty() { Ok(()) } else { self.out.line(text) }
    }

    fn in_words(&self, position: &Position, cell: Cell) -> String {
        let board = &self.rules.board;
        let mark = board.mark_name();
        let mut text = format!("{} {}", cell_name(board, cell), position.seeds[cell]);
        if position.closed[cell] {
            text = format!("{} closed", cell_name(board, cell));
        }
        if position.locked[cell] {
            text.push_str(" locked");
        }
        let marks: Vec<String> = position.marks[cell].each().map(|player| self.rules.player_name(player)).collect();
        if !marks.is_empty() {
            text.push_str(&format!(" {mark} by {}", marks.join(" and ")));
        }
        text
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let name = |step: &Step| match step {
            Step::Ply { number, play, .. } => format!("{number}.{play}"),
            Step::Round(_) => "/".to_owned(),
        };
        let names: Vec<String> = self.session.past().iter().map(name).collect();
        self.out.line(if names.is_empty() { "no moves so far".to_owned() } else { names.join(" ") })
    }
}

/// The move that a machine chooses.
fn chosen(
    machine: &mut Chooser,
    session: &Session,
    seed: u64,
    number: u64,
    sitting: &Sitting,
) -> Result<String, Failure> {
    let moves = session.moves();
    let course = Course { start: session.start(), moves: &moves };
    let index = machine
        .choose(at(session.playing()), &course, &mut generator(seed, number), &Progress::default())
        .map_err(|stuck| stuck.failure(&sitting.loaded))?;
    let legal = session.legal_names();
    legal.get(index).cloned().ok_or_else(|| Failure::wrong_use("the machine found no move"))
}
