//! Prints a game ply by ply, drawn or as JSON.

use mancala_engine::draw::draw;
use mancala_engine::game::{Position, at_end, tell};
use mancala_engine::outcome::{GATHERING, deed, each, gathered, result};
use mancala_engine::play::Game;
use mancala_engine::position_text;
use mancala_rules::notation::{capital, player_name};
use mancala_rules::rules::model::{Player, Rules};
use mancala_tools::json::ply::PlyRecord;

use super::Failure;
use super::game::Loaded;
use super::output::Output;

/// Prints a game ply by ply.
pub(super) struct Printer<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) out: &'a mut Output,
    pub(super) json: bool,
    /// Whether the events of each ply are printed.
    pub(super) trace: bool,
    /// The number of the game, if several are played.
    pub(super) number: Option<u64>,
}

impl Printer<'_> {
    /// Prints the position at the start.
    pub(super) fn start(&mut self, game: &mut Game) -> Result<(), Failure> {
        self.position(game, 0, None)
    }

    /// Prints a ply, after it was played.
    pub(super) fn ply(&mut self, game: &mut Game, ply: u64, by: Player, play: String) -> Result<(), Failure> {
        self.position(game, ply, Some((by, play)))
    }

    fn position(&mut self, game: &mut Game, ply: u64, played: Option<(Player, String)>) -> Result<(), Failure> {
        let rules = &self.loaded.rules;
        let events = game.take_events();
        let gathering = game.gathering();
        let (turn, end) = if gathering.is_some() { at_end(&events) } else { (events.as_slice(), &[][..]) };
        let sentences = |events| if self.trace { tell(events, rules, &self.loaded.ruleset.source) } else { Vec::new() };
        let (turn, end) = (sentences(turn), sentences(end));
        if self.json {
            let source = &self.loaded.ruleset.source;
            let records = [Some(PlyRecord::new(game, ply, played)), PlyRecord::gathered(game, source, ply)];
            for (mut record, told) in records.into_iter().flatten().zip([turn, end]) {
                record.game = self.number;
                record.told = self.trace.then_some(told);
                self.out.json(&record)?;
            }
            return Ok(());
        }
        let heading = match &played {
            None => match self.number {
                Some(number) => format!("Game {number}"),
                None => "Start".to_owned(),
            },
            Some((by, play)) => ply_text(rules, ply, *by, play),
        };
        self.out.line(self.out.bold(&heading))?;
        for line in turn {
            self.out.line(line)?;
        }
        if let Some(gathering) = &gathering {
            self.out.print(draw(rules, &gathering.before, None, self.out.color))?;
            if let Some(won) = won_so_far(rules, &gathering.before, &gathering.won_before) {
                self.out.line(won)?;
            }
            self.out.line("")?;
            self.out.line(self.out.bold(GATHERING))?;
            for line in end {
                self.out.line(line)?;
            }
            if !self.trace {
                self.out.line(format!("  {}", gathered(rules, gathering)))?;
            }
        }
        let to_move = (!game.is_over()).then_some(game.to_move());
        self.out.print(draw(rules, &game.position(), to_move, self.out.color))?;
        if !game.is_over()
            && let Some(won) = won_so_far(rules, &game.position(), &game.captured())
        {
            self.out.line(won)?;
        }
        if let Some(ending) = game.outcome() {
            self.out.line(self.out.bold(&capital(&result(rules, &ending))))?;
            self.out.line(self.loaded.reason(&ending))?;
        }
        self.out.line("")
    }

    /// Prints how the game can continue: the legal moves, and the position as `--from` takes it.
    pub(super) fn outlook(&mut self, game: &Game) -> Result<(), Failure> {
        if self.json || game.is_over() {
            return Ok(());
        }
        let board = &game.rules().board;
        let name = player_name(board.players.value, game.to_move());
        if game.must_pass() {
            self.out.line(format!("{} has no move; play `pass`", capital(&name)))?;
        } else {
            self.out.line(format!("{} may play {}", capital(&name), game.legal_names().join(", ")))?;
        }
        self.out.line(format!("To continue from here: --from '{}'", position_text::format(board, &game.position())))
    }
}

/// `3. South plays c1`
pub(super) fn ply_text(rules: &Rules, ply: u64, by: Player, play: &str) -> String {
    let name = player_name(rules.board.players.value, by);
    format!("{ply}. {} {}", capital(&name), deed(rules, play))
}

/// What each player has won so far, if the stores do not show it.
fn won_so_far(rules: &Rules, position: &Position, scores: &[i64]) -> Option<String> {
    let stores = rules.board.stores.iter().map(|store| position.seeds[*store]);
    if scores.iter().all(|score| *score == 0) || stores.eq(scores.iter().copied()) {
        return None;
    }
    Some(format!("won so far: {}", each(rules, scores)))
}
