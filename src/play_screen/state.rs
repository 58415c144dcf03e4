//! What is shown, and what happens when someone presses a key, clicks, or waits.

use std::sync::Arc;
use std::time::Duration;

use mancala_engine::game::{Event, IllegalMove, Instead, Move, Position, at_end};
use mancala_engine::narrator::{Frame, gathering_frames, rehearse};
use mancala_engine::outcome::{match_result, result};
use mancala_engine::players::{Judged, Kind};
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::{Cell, Player, Rules};
use mancala_rules::source::Source;
use mancala_tools::session::{Session, Step};

use super::choice::{Ask, Choice};
use super::edited::Editing;
use super::pace::Pace;
use super::page::Page;
use super::preview::Preview;
use super::seat::Seat;
use super::theme::Theme;
use super::wish::{Tone, Wish};

/// A text being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Typing {
    pub(super) what: Typed,
    pub(super) text: String,
}

/// The purpose of a typed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Move,
    Save,
    Open,
    Number,
    Position,
}

/// A turn being shown seed by seed.
#[derive(Clone, Debug)]
pub(super) struct Showing {
    pub(super) frames: Vec<Frame>,
    pub(super) at: usize,
    left: Duration,
    /// Whether the move has been played; otherwise it waits for a choice.
    played: bool,
}

/// A machine that is choosing a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thinking {
    pub(super) ticket: u64,
    pub(super) hint: bool,
    pub(super) since: Duration,
}

/// The state of the screen: what is shown, and what happens next.
pub struct State<'r> {
    pub(super) session: Session,
    pub(super) source: &'r Source,
    pub(super) seats: Vec<Seat>,
    pub(super) pace: Pace,
    /// Whether colours are used.
    pub(super) color: bool,
    pub(super) choice: Choice,
    pub(super) cursor: Cell,
    pub(super) hint: Option<Move>,
    pub(super) message: Option<(Tone, String)>,
    pub(super) typing: Option<Typing>,
    pub(super) page: Option<Page>,
    /// The position that is being set up.
    pub(super) editing: Option<Editing>,
    /// Whether the board is drawn from the other side.
    pub(super) turned: bool,
    /// Lines that the story is scrolled back.
    pub(super) scroll: usize,
    /// Whether the moves are shown if only one pane fits.
    pub(super) moves_shown: bool,
    /// Whether the player was asked whether to quit a game that is not saved.
    pub(super) leaving: bool,
    /// The theme of the colours.
    pub(super) theme: Theme,
    /// Whether the screen is drawn with the signs of ASCII alone.
    pub(super) ascii: bool,
    /// The plies of the game as a machine values them, as far as it has come.
    pub(super) judged: Vec<Option<Judged>>,
    /// What the move under the cursor would do.
    pub(super) preview: Option<Preview>,
    /// Whether machines are paused.
    pub(super) paused: bool,
    /// The file that receives every ply.
    pub(super) saved: Option<String>,
    pub(super) showing: Option<Showing>,
    /// Events so far of a turn that waits for a choice.
    pub(super) pending: Vec<Event>,
    /// The move of that turn as far as it is chosen.
    pub(super) pending_name: String,
    pub(super) thinking: Option<Thinking>,
    /// Seeds that each player had won before the turn being shown.
    won_before: Vec<i64>,
    pub(super) hinter: Kind,
    pub(super) tickets: u64,
    pub(super) clock: Duration,
    wishes: Vec<Wish>,
}

impl<'r> State<'r> {
    /// A screen for a session. `seats` has one seat for each player; `hinter` gives hints.
    pub fn new(session: Session, source: &'r Source, seats: Vec<Seat>, hinter: Kind) -> Self {
        let mut state = State {
            session,
            source,
            seats,
            pace: Pace::default(),
            color: true,
            choice: Choice::default(),
            cursor: 0,
            hint: None,
            message: None,
            typing: None,
            page: None,
            editing: None,
            turned: false,
            scroll: 0,
            moves_shown: false,
            leaving: false,
            judged: Vec::new(),
            preview: None,
            theme: Theme::default(),
            ascii: false,
            paused: false,
            saved: None,
            showing: None,
            pending: Vec::new(),
            pending_name: String::new(),
            thinking: None,
            won_before: Vec::new(),
            hinter,
            tickets: 0,
            clock: Duration::ZERO,
            wishes: Vec::new(),
        };
        state.settle();
        state
    }

    /// Lets machines wait until a key lets them move: whoever looks at a game does not change it.
    pub fn waiting(mut self) -> Self {
        self.forget();
        self.wishes.clear();
        self.paused = self.goes_on_alone();
        self
    }

    /// Sets the pace at which turns are shown.
    pub fn at_pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Turns colours on or off.
    pub fn in_color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Sets the theme of the colours.
    pub fn in_theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Draws with the signs of ASCII alone, or with those of Unicode.
    pub fn in_ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// The game in play, with its past.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The seat of each player.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    pub(super) fn rules(&self) -> &Arc<Rules> {
        self.session.rules()
    }

    pub(super) fn name(&self, player: Player) -> String {
        player_name(self.rules().board.players.value, player)
    }

    /// The wishes since the last call.
    pub fn take_wishes(&mut self) -> Vec<Wish> {
        std::mem::take(&mut self.wishes)
    }

    pub(super) fn wish(&mut self, wish: Wish) {
        self.wishes.push(wish);
    }

    /// Shows a message.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = Some((tone, text.into()));
    }

    /// Sets the file that receives every ply from now on; `None` for no file.
    pub fn set_saved(&mut self, file: Option<String>) {
        self.saved = file;
    }

    /// Whether a turn is being shown seed by seed.
    pub fn is_showing(&self) -> bool {
        self.showing.as_ref().is_some_and(|showing| showing.at + 1 < showing.frames.len())
    }

    /// Whether a machine is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The player to point out: whose turn is shown, or who chooses next.
    pub(super) fn turn_of(&self) -> Option<Player> {
        if let Some(editing) = &self.editing {
            return Some(editing.position.to_move);
        }
        let frame = self.showing.as_ref().and_then(|showing| showing.frames.get(showing.at));
        frame.map(|frame| frame.position.to_move).or_else(|| self.mover())
    }

    /// Seeds that a player has won, without those of the turn being shown.
    pub(super) fn won(&self, player: Player) -> i64 {
        let so_far = self.events_so_far();
        let won = match (so_far, self.session.gathered()) {
            (None, _) => &self.session.captured(),
            (Some(told), Some((gathering, events))) if told >= at_end(events).0.len() => &gathering.won_before,
            _ => &self.won_before,
        };
        won.get(player).copied().unwrap_or(0)
    }

    /// The board to draw now, the seeds in hand, and the cell where something has just happened.
    pub(super) fn board_now(&self) -> (Position, i64, Option<Cell>) {
        if let Some(editing) = &self.editing {
            return (editing.position.clone(), 0, None);
        }
        match self.showing.as_ref().and_then(|showing| showing.frames.get(showing.at)) {
            Some(frame) => (frame.position.clone(), frame.hand, frame.at),
            None => (self.session.shown(), 0, None),
        }
    }

    /// Number of events of the turn being shown that have happened so far. `None` if no turn is being shown.
    pub(super) fn events_so_far(&self) -> Option<usize> {
        let showing = self.showing.as_ref().filter(|_| self.is_showing())?;
        showing.frames.get(showing.at).map(|frame| frame.told)
    }

    /// The player who chooses next.
    pub(super) fn mover(&self) -> Option<Player> {
        self.session.to_move()
    }

    /// Whether a person has to choose now.
    pub(super) fn person_chooses(&self) -> bool {
        !self.is_showing()
            && self.editing.is_none()
            && self.mover().is_some_and(|mover| self.seats.get(mover) == Some(&Seat::Person))
    }

    /// What the person has to choose next.
    pub(super) fn ask(&self) -> Ask {
        if !self.person_chooses() {
            return Ask::Nothing;
        }
        self.choice.clone().ask(&self.session.legal_moves())
    }

    /// What the person may do in place of a turn.
    pub(super) fn offers(&self) -> Vec<Instead> {
        if !self.person_chooses() {
            return Vec::new();
        }
        let instead = |play| if let Move::Instead(instead) = play { Some(instead) } else { None };
        self.session.legal_moves().into_iter().filter_map(instead).collect()
    }

    /// Whether the rest of a lay-out can be filled by rule now.
    pub(super) fn can_fill_rest(&self) -> bool {
        self.session.is_laying_out() && self.person_chooses()
    }

    /// Time after which to call [`State::tick`]. `None` if nothing happens by itself.
    pub fn wakes_after(&self) -> Option<Duration> {
        match &self.showing {
            Some(showing) if self.is_showing() => Some(showing.left),
            _ => self.thinking.map(|_| Duration::from_millis(120)),
        }
    }

    /// Lets time pass: `passed` since the last call.
    pub fn tick(&mut self, passed: Duration) {
        self.clock += passed;
        let pace = self.pace;
        let Some(showing) = &mut self.showing else { return };
        let of = showing.frames.len();
        let mut passed = passed;
        while showing.at + 1 < of && passed >= showing.left {
            passed -= showing.left;
            showing.at += 1;
            let rest = showing.frames.get(showing.at).is_some_and(|frame| frame.rest);
            showing.left = pace.moment(of, rest);
        }
        showing.left = showing.left.saturating_sub(passed);
        if showing.at + 1 >= of {
            self.shown();
        }
    }

    /// Goes to the end of the turn being shown.
    pub(super) fn skip(&mut self) {
        if let Some(showing) = &mut self.showing {
            showing.at = showing.frames.len().saturating_sub(1);
            self.shown();
        }
    }

    /// Continues after a turn was shown to its end or up to a question.
    fn shown(&mut self) {
        if self.showing.as_ref().is_some_and(|showing| showing.played) {
            self.showing = None;
        }
        self.settle();
    }

    /// Shows a turn, from the moment where the present show of it stands.
    fn show(&mut self, frames: Vec<Frame>, played: bool) {
        let from = self.showing.take().map_or(0, |showing| showing.at);
        if self.pace == Pace::Off || frames.is_empty() {
            let at = frames.len().saturating_sub(1);
            self.showing =
                (!played && !frames.is_empty()).then_some(Showing { frames, at, left: Duration::ZERO, played });
            return;
        }
        let at = from.min(frames.len() - 1);
        let left = self.pace.moment(frames.len(), true);
        self.showing = Some(Showing { frames, at, left, played });
    }

    /// Takes the choice made so far: plays the move if it is complete, or shows it up to the next question.
    pub(super) fn say_part(&mut self, choice: Choice) {
        self.choice = choice;
        self.hint = None;
        let ask = self.choice.ask(&self.session.legal_moves());
        match ask {
            Ask::Said(play) => self.play(&play.to_string()),
            Ask::Answer(_) | Ask::Pick(_) => {
                let choice = self.choice.clone();
                let begun = self.session.legal_moves().into_iter().find(|play| choice.begins(play));
                if let Some(Move::Sow(mut play)) = begun {
                    play.answers.truncate(choice.answered(&play.answers));
                    self.pending_name = play.to_string();
                    let position = self.session.shown();
                    self.pending = rehearse(self.rules(), &position, &play).0;
                    let frames = self.session.rehearse(&play);
                    self.show(frames, false);
                }
            }
            _ => {
                self.pending.clear();
                self.showing = None;
            }
        }
        self.settle();
    }

    /// Takes back the last part chosen. Returns false if nothing was chosen.
    pub(super) fn unsay_part(&mut self) -> bool {
        let mut choice = self.choice.clone();
        // A part without an alternative was chosen automatically; take it back together with the one before.
        loop {
            if !choice.back() {
                return false;
            }
            let mut again = choice.clone();
            again.ask(&self.session.legal_moves());
            if again != self.choice {
                break;
            }
        }
        self.showing = None;
        self.pending.clear();
        self.say_part(choice);
        true
    }

    /// Plays a move, or makes a choice of a lay-out, for the player to move.
    pub(super) fn play(&mut self, name: &str) {
        let (Some(by), round) = (self.session.to_move(), self.session.round()) else { return };
        let known = self.session.legal_moves().into_iter().find(|legal| legal.to_string() == name);
        let mut frames = known.as_ref().and_then(Move::sowing).map_or(Vec::new(), |play| self.session.rehearse(play));
        self.forget();
        self.choice = Choice::default();
        self.hint = None;
        self.pending.clear();
        self.message = None;
        self.scroll = 0;
        self.won_before = self.session.captured();
        self.judged.clear();
        match self.session.play(name) {
            Ok(()) => {
                self.wish(Wish::Played(round, by, name.to_owned()));
                self.show_ending();
                if let Some((gathering, events)) = self.session.gathered() {
                    let after = self.session.shown();
                    frames.extend(gathering_frames(self.rules(), gathering, events, &after));
                }
                self.show(frames, true);
            }
            Err(IllegalMove::Fault(fault)) => self.fault(&fault.message),
            Err(refused) => self.say(Tone::Wrong, refused.to_string()),
        }
        self.settle();
    }

    pub(super) fn fault(&mut self, message: &str) {
        self.paused = true;
        let name = &self.source.name;
        self.message =
            Some((Tone::Wrong, format!("the rule file {name} does not decide this: {message}; u takes it back")));
    }

    /// Wishes to report the end of the game, the round or the match, if it is over.
    fn show_ending(&mut self) {
        if let Some(text) = self.ending() {
            self.wish(Wish::Ended(text));
        }
    }

    /// How the game, the round or the match ended, in words. `None` if it goes on.
    pub fn ending(&self) -> Option<String> {
        if let Some(ending) = self.session.contest().and_then(mancala_engine::contest::Match::ending) {
            return Some(match_result(self.rules(), ending));
        }
        let ending = self.session.game()?.outcome()?;
        Some(capital(&result(self.rules(), &ending)))
    }

    /// Begins the next round of a match, or ends it.
    pub(super) fn next_round(&mut self) {
        self.showing = None;
        self.message = None;
        match self.session.next_round() {
            Ok(()) if self.session.is_over() => self.show_ending(),
            Ok(()) => {}
            Err(fault) => self.fault(&fault.message),
        }
        self.settle();
    }

    /// Takes back steps until a person can choose again; a single step if machines play alone.
    pub(super) fn undo(&mut self) {
        self.leave_turn();
        let mut taken = 0;
        loop {
            match self.session.undo() {
                None => break,
                Some(Step::Ply { .. }) => self.wish(Wish::TakenBack),
                Some(Step::Round(_)) => {}
            }
            taken += 1;
            if self.stops_here() {
                break;
            }
        }
        if taken == 0 {
            self.say(Tone::Note, "there is nothing to take back");
        }
        // A machine to move would play again at once what was taken back.
        self.paused = self.goes_on_alone();
        self.settle();
    }

    /// Plays again the steps that were taken back, until a person can choose.
    pub(super) fn redo(&mut self) {
        self.leave_turn();
        let mut played = 0;
        while let Some(step) = self.session.redo() {
            if let Step::Ply { round, by, play, .. } = step {
                self.wish(Wish::Played(round, by, play));
            }
            played += 1;
            if self.stops_here() {
                break;
            }
        }
        if played == 0 {
            self.say(Tone::Note, "there is nothing to play again");
        } else {
            self.show_ending();
            self.paused = self.goes_on_alone();
        }
        self.settle();
    }

    /// Whether the game goes on from here without a person.
    fn goes_on_alone(&self) -> bool {
        match self.mover() {
            Some(mover) => self.seats.get(mover) != Some(&Seat::Person),
            None => self.session.is_between_rounds() && !self.seats.contains(&Seat::Person),
        }
    }

    /// Whether taking back, or playing again, stops at this position.
    fn stops_here(&self) -> bool {
        let alone = !self.seats.contains(&Seat::Person);
        alone || self.mover().is_none_or(|mover| self.seats.get(mover) == Some(&Seat::Person))
    }

    fn leave_turn(&mut self) {
        self.forget();
        self.showing = None;
        self.pending.clear();
        self.choice = Choice::default();
        self.hint = None;
        self.message = None;
        self.scroll = 0;
    }

    /// Continues the game: machines move, and the cursor goes to a hole that may be chosen.
    pub(super) fn settle(&mut self) {
        self.go_on();
        self.look_ahead();
    }

    fn go_on(&mut self) {
        if self.is_showing() || self.thinking.is_some() || self.editing.is_some() {
            return;
        }
        let alone = !self.seats.contains(&Seat::Person);
        if self.session.is_between_rounds() && alone && !self.paused && self.page.is_none() {
            return self.next_round();
        }
        match self.mover().and_then(|mover| Some((mover, self.seats.get(mover)?.clone()))) {
            Some((mover, seat @ (Seat::Machine(_) | Seat::Program(_)))) if !self.paused && self.page.is_none() => {
                self.think(seat, Some(mover));
            }
            Some((_, Seat::Person)) => {
                self.paused = false;
                if let Ask::Hole(holes) | Ask::Pick(holes) = self.ask()
                    && !holes.contains(&self.cursor)
                    && let Some(first) = holes.first()
                {
                    self.cursor = *first;
                }
            }
            _ => {}
        }
    }
}
