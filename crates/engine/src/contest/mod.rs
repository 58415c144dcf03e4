//! Matches: their rounds, what each player owns between rounds, how the board is refilled, and who has won.

mod game_or_match;
mod layout;
mod refill;

use mancala_rules::rules::model::{Amount, Cell, Contest, Fill, HoleSet, NextStarter, NobodyWon, Player, Rules, WonBy};

pub use game_or_match::{GameOrMatch, Start};
pub use refill::{Left, Refill, refill};

use std::borrow::Borrow;
use std::sync::Arc;

use self::layout::LayOut;
use crate::game::{Event, Fault, IllegalMove, Move, Position, meant};
use crate::narrator::{Standings, after_refilling};
use crate::play::{Game, Referee};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnding {
    /// The condition of the rule that ended the match, or why the match was cut off.
    pub reason: String,
    /// Rounds played.
    pub rounds: u32,
    /// The winners: several if they are equal, none if the match was cut off and points do not decide it.
    pub winners: Vec<Player>,
    /// Points of each player, by seat from 0.
    pub points: Vec<i64>,
    /// Seeds that each player owns at the end.
    pub owned: Vec<i64>,
    /// Seeds that left the match, since nobody won them.
    pub gone: i64,
}

/// What the match is doing now.
#[derive(Clone)]
enum Stage {
    /// Shared with the past until it is played on.
    Round(Arc<Game>),
    LayingOut(LayOut),
    Over(MatchEnding),
}

/// The state of a match.
#[derive(Clone)]
struct State {
    stage: Stage,
    /// The round in play or being laid out, counted from 1.
    round: u32,
    starter: Player,
    last_mover: Option<Player>,
    /// Seeds that each player owned when the round began.
    owned: Vec<i64>,
    reserve: Vec<i64>,
    /// Seeds that each player paid into the pot, and seeds in it that nobody had won.
    pot: Vec<i64>,
    pot_of_nobody: i64,
    /// Seeds that have left the match.
    gone: i64,
    points: Vec<i64>,
    out: Vec<bool>,
    /// Closed holes, and what the last round left in holes that are nobody's.
    left: Left,
    /// Winners of the previous round.
    round_winners: Vec<Player>,
    /// Score of each player in the previous round.
    round_scores: Vec<i64>,
}

/// A match in play: its rounds, and the refilling of the board between them.
#[derive(Clone)]
pub struct Match {
    rules: Arc<Rules>,
    referee: Referee,
    contest: Arc<Contest>,
    now: State,
    /// The state before each choice of a lay-out and before each new round, for undoing.
    past: Vec<State>,
    /// The last mover before each ply of the round, for undoing.
    movers: Vec<Option<Player>>,
    most_rounds: u32,
    /// The seed of the lots.
    lots: u64,
    events: Vec<Event>,
}

impl Match {
    /// Begins a match played from the tables, which is cut off after `most_rounds` rounds. `None` if the file describes
    /// a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer in the start position.
    pub fn new(rules: &Arc<Rules>, most_rounds: u32) -> Option<Result<Match, Fault>> {
        Match::with(Referee::tables(rules), most_rounds)
    }

    /// Begins a match with this referee, which is cut off after `most_rounds` rounds. `None` if the file describes a
    /// single game. Lots are drawn with the seed 0.
    ///
    /// # Errors
    ///
    /// The rules give no answer in the start position.
    pub fn with(referee: Referee, most_rounds: u32) -> Option<Result<Match, Fault>> {
        Match::with_lots(referee, most_rounds, 0)
    }

    /// Begins a match as [`Match::with`] does, in which one lot is drawn for each round with this seed.
    ///
    /// # Errors
    ///
    /// The rules give no answer in the start position.
    pub fn with_lots(referee: Referee, most_rounds: u32, lots: u64) -> Option<Result<Match, Fault>> {
        let rules = referee.rules().clone();
        let contest = Arc::new(rules.contest.clone()?);
        let mut start = Position::drawn(&rules, lots);
        if contest.next_starter.value == NextStarter::ByLot {
            (start.starter, start.to_move) = (start.lot, start.lot);
        }
        let starter = start.starter;
        let game = match referee.game(start) {
            Ok(game) => game,
            Err(fault) => return Some(Err(fault)),
        };
        let players = rules.board.players.value;
        let position = game.position();
        let owned = (0..players).map(|player| on_side(&position, player)).collect();
        let now = State {
            stage: Stage::Round(Arc::new(game)),
            round: 1,
            starter,
            last_mover: None,
            owned,
            reserve: vec![0; players],
            pot: vec![0; players],
            pot_of_nobody: 0,
            gone: 0,
            points: vec![0; players],
            out: vec![false; players],
            left: Left::of(&rules, &contest, &position.seeds),
            round_winners: Vec::new(),
            round_scores: vec![0; players],
        };
        let (past, movers, events) = (Vec::new(), Vec::new(), Vec::new());
        Some(Ok(Match { rules, referee, contest, now, past, movers, most_rounds, lots, events }))
    }

    /// A match after its first round, in which each player won the `owned` seeds. `starter` begins the second round,
    /// and the match is cut off after `most_rounds` rounds. `None` if the file describes a single game.
    ///
    /// # Errors
    ///
    /// The rules give no answer when the board is refilled or in the new start position.
    pub fn after_round(
        referee: Referee,
        owned: &[i64],
        starter: Player,
        most_rounds: u32,
    ) -> Option<Result<Match, Fault>> {
        let mut contest = match Match::with(referee, most_rounds)? {
            Ok(contest) => contest,
            Err(fault) => return Some(Err(fault)),
        };
        let best = owned.iter().max();
        contest.now.round_winners = (0..owned.len()).filter(|player| owned.get(*player) == best).collect();
        let loser = match contest.now.round_winners.as_slice() {
            [winner] => (0..owned.len()).filter(|player| player != winner).min_by_key(|player| owned[*player]),
            _ => None,
        };
        contest.now.round_scores = owned.to_vec();
        contest.now.starter = starter;
        Some(contest.lay_out(owned.to_vec(), 0, loser).map(|()| contest))
    }

    /// The game of the current round, even when that game is over. `None` during a lay-out and after the match.
    pub fn game(&self) -> Option<&Game> {
        match &self.now.stage {
            Stage::Round(game) => Some(game),
            _ => None,
        }
    }

    /// The rules of the match.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The board that the players are laying out. `None` at any other time.
    pub fn laying_out(&self) -> Option<&Refill> {
        match &self.now.stage {
            Stage::LayingOut(lay_out) => Some(&lay_out.round),
            _ => None,
        }
    }

    /// The position to show: of the round, or of the board being laid out. `None` when the match is over.
    pub fn shown(&self) -> Option<Position> {
        match &self.now.stage {
            Stage::Round(game) => Some(game.position()),
            Stage::LayingOut(lay_out) => {
                let round = lay_out.round.clone();
                let mut position = Position::start(&self.rules);
                position.seeds = round.seeds;
                position.closed = round.closed;
                position.locked = round.locked;
                position.owner = round.owner;
                (position.starter, position.lot) = (self.now.starter, lay_out.round.lot);
                position.to_move = lay_out.chooser().unwrap_or(self.now.starter);
                Some(position)
            }
            Stage::Over(_) => None,
        }
    }

    /// How the match ended. `None` while it goes on.
    pub fn ending(&self) -> Option<&MatchEnding> {
        match &self.now.stage {
            Stage::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The round in play or being laid out, counted from 1.
    pub fn round(&self) -> u32 {
        self.now.round
    }

    /// Seeds that each player owned when the round began.
    pub fn owned(&self) -> &[i64] {
        &self.now.owned
    }

    /// Seeds that each player owns but keeps off the board; negative if the player owes them.
    pub fn reserve(&self) -> &[i64] {
        &self.now.reserve
    }

    /// Seeds in the pot when the round began.
    pub fn pot(&self) -> i64 {
        self.now.pot.iter().sum::<i64>() + self.now.pot_of_nobody
    }

    /// Seeds that have left the match, since nobody won them.
    pub fn gone(&self) -> i64 {
        self.now.gone
    }

    /// What the last round left on the board: closed holes, and seeds in holes that are nobody's and keep them.
    pub fn left(&self) -> &Left {
        &self.now.left
    }

    /// Points of each player so far.
    pub fn points(&self) -> &[i64] {
        &self.now.points
    }

    /// The player who moves or lays out next. `None` if there is none, as when the match is over.
    pub fn to_move(&self) -> Option<Player> {
        match &self.now.stage {
            Stage::Round(game) => Some(game.to_move()),
            Stage::LayingOut(lay_out) => lay_out.chooser(),
            Stage::Over(_) => None,
        }
    }

    /// All legal moves of the round, or choices of the lay-out. A finished round has none; call `next_round`.
    pub fn legal_moves(&self) -> Vec<Move> {
        match &self.now.stage {
            Stage::Round(game) => game.legal_moves(),
            Stage::LayingOut(lay_out) => lay_out.legal(&self.rules, &self.contest),
            Stage::Over(_) => Vec::new(),
        }
    }

    /// The legal moves in notation.
    pub fn legal_names(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::to_string).collect()
    }

    /// Number of legal moves, with a forced pass, or of choices of the lay-out.
    pub fn choices(&self) -> usize {
        match &self.now.stage {
            Stage::Round(game) => game.choices(),
            Stage::LayingOut(_) | Stage::Over(_) => self.legal_moves().len(),
        }
    }

    /// The events since the last call. Those of the rounds are included only if the narrator is the referee.
    pub fn take_events(&mut self) -> Vec<Event> {
        let mut events = std::mem::take(&mut self.events);
        if let Stage::Round(game) = &mut self.now.stage {
            events.extend(Arc::make_mut(game).take_events());
        }
        events
    }

    /// Plays a move of the round, or makes a choice of the lay-out.
    ///
    /// # Errors
    ///
    /// The move is not legal, the match is over, or the rules give no answer. The match is then unchanged.
    pub fn play(&mut self, play: impl Borrow<Move>) -> Result<(), IllegalMove> {
        let play = play.borrow();
        match &mut self.now.stage {
            Stage::Round(game) => {
                let mover = game.to_move();
                Arc::make_mut(game).play(play)?;
                self.played(mover);
                Ok(())
            }
            Stage::LayingOut(lay_out) => {
                let mut next = lay_out.clone();
                if !next.play(&self.rules, &self.contest, play) {
                    return Err(self.refused(play.to_string()));
                }
                self.events.extend(std::mem::take(&mut next.round.events));
                let before = self.now.clone();
                self.now.stage = Stage::LayingOut(next);
                self.settle().inspect_err(|_| self.now = before.clone())?;
                self.past.push(before);
                Ok(())
            }
            Stage::Over(_) => Err(self.refused(play.to_string())),
        }
    }

    /// Records who played the last ply of the round, if it was a turn.
    fn played(&mut self, mover: Player) {
        self.movers.push(self.now.last_mover);
        if self.game().and_then(|game| game.history().last()).is_some_and(|play| play.sowing().is_some()) {
            self.now.last_mover = Some(mover);
        }
    }

    fn refused(&self, name: String) -> IllegalMove {
        match &self.now.stage {
            Stage::Over(_) => IllegalMove::AfterEnd { name },
            _ => IllegalMove::NotLegal { name, legal: self.legal_names().join(" ") },
        }
    }

    /// Plays a move, or makes a choice of the lay-out, given in notation.
    ///
    /// # Errors
    ///
    /// The move is not legal, the match is over, or the rules give no answer. The match is then unchanged.
    pub fn play_named(&mut self, name: &str) -> Result<(), IllegalMove> {
        if let Stage::Round(game) = &mut self.now.stage {
            let mover = game.to_move();
            Arc::make_mut(game).play_named(name)?;
            self.played(mover);
            return Ok(());
        }
        let (moves, names) = (self.legal_moves(), self.legal_names());
        match moves.into_iter().zip(&names).find(|(_, known)| meant(&names, name) == Some(known)) {
            Some((play, _)) => self.play(play),
            None => Err(self.refused(name.to_owned())),
        }
    }

    /// Plays the legal move, or makes the choice, at this index (from 0) of [`Match::legal_moves`].
    ///
    /// # Errors
    ///
    /// There is no such move, or the rules give no answer. The match is then unchanged.
    pub fn play_nth(&mut self, index: usize) -> Result<(), IllegalMove> {
        if let Stage::Round(game) = &mut self.now.stage {
            let mover = game.to_move();
            Arc::make_mut(game).play_nth(index)?;
            self.played(mover);
            return Ok(());
        }
        match self.legal_moves().into_iter().nth(index) {
            Some(play) => self.play(play),
            None => Err(self.refused(format!("move {}", index + 1))),
        }
    }

    /// Takes back the last move, choice of a lay-out, or beginning of a round. Returns false at the start of the match.
    pub fn undo(&mut self) -> bool {
        self.events.clear();
        if let Stage::Round(game) = &mut self.now.stage
            && Arc::make_mut(game).undo().is_some()
        {
            self.now.last_mover = self.movers.pop().flatten();
            return true;
        }
        match self.past.pop() {
            Some(before) => self.now = before,
            None => return false,
        }
        true
    }

    /// Continues after a finished round: counts the seeds, refills the board, and begins the next round or ends the
    /// match. Does nothing while a round is in play.
    ///
    /// # Errors
    ///
    /// The rules give no answer. The match is then unchanged.
    pub fn next_round(&mut self) -> Result<(), Fault> {
        let before = self.now.clone();
        if self.count_round().inspect_err(|_| self.now = before.clone())? {
            self.past.push(before);
        }
        Ok(())
    }

    /// Does the work of `next_round`. Returns false while the round is in play.
    fn count_round(&mut self) -> Result<bool, Fault> {
        let Stage::Round(game) = &self.now.stage else { return Ok(false) };
        let Some(ending) = game.outcome() else { return Ok(false) };
        let position = game.position();
        let players = self.rules.board.players.value;
        let (owned, gone) = self.count(&position);
        self.now.round_winners.clone_from(&ending.winners);
        self.now.round_scores.clone_from(&ending.scores);
        let alone = if let [winner] = ending.winners.as_slice() { Some(*winner) } else { None };
        let next = (self.now.starter + 1) % players;
        let loser = alone.map(|winner| {
            (0..players).filter(|player| *player != winner).min_by_key(|player| ending.scores[*player]).unwrap_or(next)
        });
        self.now.starter = match self.contest.next_starter.value {
            NextStarter::Alternate => next,
            NextStarter::Winner => alone.unwrap_or(next),
            NextStarter::Loser => loser.unwrap_or(next),
            NextStarter::Same => self.now.starter,
            NextStarter::LastMover => self.now.last_mover.unwrap_or(next),
            NextStarter::ByLot => self.next_lot(),
        };
        if self.contest.fill.value == Fill::Anew {
            let mut fresh = Position::start(&self.rules);
            (fresh.starter, fresh.lot) = (self.now.starter, self.next_lot());
            self.now.owned = owned;
            return self.begin(fresh).map(|()| true);
        }
        self.now.gone += gone;
        self.lay_out(owned, gone, loser).map(|()| true)
    }

    /// The player to whom the lot of the next round falls.
    fn next_lot(&self) -> Player {
        Position::lot_of(&self.rules, self.lots, self.now.round + 1)
    }

    /// Refills the board from what each player owns, or lets players choose how. `gone` seeds leave the match before.
    fn lay_out(&mut self, owned: Vec<i64>, gone: i64, loser: Option<Player>) -> Result<(), Fault> {
        let round = Refill::begin(&self.rules, &self.contest, &owned, self.next_lot(), &self.now.left);
        let mut lay_out = LayOut::begin(&self.rules, &self.contest, round, self.now.starter, loser);
        self.now.owned = owned;
        self.now.round += 1;
        self.events = Some(gone).filter(|gone| *gone > 0).map(Event::Left).into_iter().collect();
        self.events.append(&mut lay_out.round.events);
        self.now.stage = Stage::LayingOut(lay_out);
        self.settle()
    }

    /// Seeds that each player owns after a round, and seeds that leave the match. Seeds that nobody won go where the file
    /// says.
    fn count(&mut self, position: &Position) -> (Vec<i64>, i64) {
        let players = self.rules.board.players.value;
        let mut owned = self.now.reserve.clone();
        if position.pot > 0 {
            // Nobody captured, so the pot goes back to those who paid it.
            for (owned, paid) in owned.iter_mut().zip(&self.now.pot) {
                *owned += paid;
            }
        } else {
            self.now.pot_of_nobody = 0;
        }
        let mut counted = vec![false; self.rules.board.cells()];
        for (player, owned) in owned.iter_mut().enumerate() {
            for cell in won_cells(&self.rules, position, player) {
                *owned += position.seeds[cell];
                counted[cell] = true;
            }
        }
        let mut gone = 0;
        self.now.left.kept.fill(0);
        for cell in (0..counted.len()).filter(|cell| !counted[*cell]) {
            let seeds = position.seeds[cell];
            if refill::keeps(&self.rules, &self.contest, cell) {
                self.now.left.kept[cell] = seeds;
                continue;
            }
            match (self.contest.nobody_won.value, position.owner[cell]) {
                (NobodyWon::ToOwner, Some(owner)) => owned[owner] += seeds,
                (NobodyWon::ToPot, _) => self.now.pot_of_nobody += seeds,
                (NobodyWon::ToOwner, None) | (NobodyWon::ToNobody, _) => gone += seeds,
            }
        }
        debug_assert_eq!(owned.len(), players);
        (owned, gone)
    }

    /// Begins the round if the lay-out is complete.
    fn settle(&mut self) -> Result<(), Fault> {
        let Stage::LayingOut(lay_out) = &self.now.stage else { return Ok(()) };
        if lay_out.chooser().is_some() {
            return Ok(());
        }
        let mut refilled = lay_out.round.clone();
        refilled.finish(&self.rules, &self.contest, self.now.starter, &self.now.left.closed);
        self.events.append(&mut refilled.events);
        let mut position = Position::start(&self.rules);
        position.seeds = refilled.seeds;
        position.closed.clone_from(&refilled.closed);
        position.locked = refilled.locked;
        position.owner = refilled.owner;
        (position.starter, position.lot) = (self.now.starter, refilled.lot);
        self.now.left.closed = refilled.closed;
        self.now.reserve = refilled.reserve;
        self.now.pot = refilled.pot;
        position.pot = self.pot();
        self.now.round -= 1;
        self.begin(position)
    }

    /// Applies `each player after refilling`, then begins the round or ends the match.
    fn begin(&mut self, mut position: Position) -> Result<(), Fault> {
        position.to_move = self.now.starter;
        let standings = Standings {
            points: self.now.points.clone(),
            owned: self.now.owned.clone(),
            rounds: self.now.round,
            winners: self.now.round_winners.clone(),
            scores: self.now.round_scores.clone(),
        };
        let decided = after_refilling(&self.rules, &self.contest, &position, &standings);
        for (points, more) in self.now.points.iter_mut().zip(&decided.points) {
            *points += more;
        }
        for player in &decided.out {
            self.now.out[*player] = true;
        }
        self.events.extend(decided.events);
        let left: Vec<Player> = (0..self.now.out.len()).filter(|player| !self.now.out[*player]).collect();
        let won_by = self.contest.won_by.as_ref().map(|won| won.value);
        let by_points = matches!(won_by, Some(WonBy::MostPoints | WonBy::Points(_)));
        let enough = matches!(won_by, Some(WonBy::Points(number)) if self.most_points() >= i64::from(number));
        let most = self.contest.most_rounds.as_ref().map_or(self.most_rounds, |most| most.value.min(self.most_rounds));
        if !decided.won.is_empty() {
            self.end(decided.reason, decided.won);
        } else if left.len() < 2 && self.now.out.len() > 1 || left.is_empty() {
            let everybody = (0..self.now.out.len()).collect();
            let winners = if by_points {
                self.leaders()
            } else if left.is_empty() {
                everybody
            } else {
                left
            };
            self.end(decided.reason, winners);
        } else if enough {
            self.end("a player has enough points".to_owned(), self.leaders());
        } else if self.now.round >= most {
            let winners = if by_points { self.leaders() } else { Vec::new() };
            let played = if most == 1 { "1 round was played".to_owned() } else { format!("{most} rounds were played") };
            self.end(played, winners);
        } else {
            self.now.round += 1;
            self.now.stage = Stage::Round(Arc::new(self.referee.game(position)?));
        }
        Ok(())
    }

    fn most_points(&self) -> i64 {
        self.now.points.iter().max().copied().unwrap_or(0)
    }

    fn leaders(&self) -> Vec<Player> {
        let best = self.most_points();
        (0..self.now.points.len()).filter(|player| self.now.points[*player] == best).collect()
    }

    fn end(&mut self, reason: String, winners: Vec<Player>) {
        self.now.stage = Stage::Over(MatchEnding {
            reason,
            rounds: self.now.round,
            winners,
            points: self.now.points.clone(),
            owned: self.now.owned.clone(),
            gone: self.now.gone,
        });
    }
}

/// Seeds on a player's side and in the player's store.
fn on_side(position: &Position, player: Player) -> i64 {
    (0..position.seeds.len())
        .filter(|cell| position.owner[*cell] == Some(player))
        .map(|cell| position.seeds[cell])
        .sum()
}

/// The cells whose seeds a player has won: those that count for the player's score, and the player's store.
fn won_cells(rules: &Rules, position: &Position, player: Player) -> Vec<Cell> {
    let scored: Option<&HoleSet> = match &rules.score.value {
        Some(Amount::SeedsIn(set)) => Some(set),
        _ => None,
    };
    let mut cells = scored.map_or(Vec::new(), |set| crate::narrator::cells_for(rules, position, player, set));
    let store = rules.board.stores[player];
    if !cells.contains(&store) {
        cells.push(store);
    }
    cells
}
