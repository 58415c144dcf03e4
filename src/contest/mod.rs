//! Matches: rounds, what each player owns between them, how the board is filled again, and who has won.

mod layout;
mod refill;
mod table;

pub use refill::{Refill, refill};
pub use table::{Start, Table};

use self::layout::LayOut;
use crate::narrator::{Event, Fault, NotLegal, Position, Standings, after_refilling};
use crate::play::{Game, Referee};
use crate::rules::model::{Amount, Cell, Contest, Fill, HoleSet, NextStarter, NobodyWon, Player, Rules, WonBy};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnding {
    /// The condition of the rule that ended it, or why it was cut.
    pub reason: String,
    /// Rounds played.
    pub rounds: u32,
    /// Who won it; nobody if it was cut, several if they are equal.
    pub winners: Vec<Player>,
    /// Points of each player.
    pub points: Vec<i64>,
    /// What each player owns in the end.
    pub owned: Vec<i64>,
}

/// How a match stands.
#[derive(Clone)]
enum Stage<'r> {
    Round(Box<Game<'r>>),
    LayingOut(LayOut),
    Over(MatchEnding),
}

/// A match in play.
#[derive(Clone)]
pub struct Match<'r> {
    rules: &'r Rules,
    referee: Referee<'r>,
    contest: &'r Contest,
    stage: Stage<'r>,
    /// The round that is played, or that is being laid out.
    round: u32,
    starter: Player,
    last_mover: Option<Player>,
    /// What each player owned as the round began.
    owned: Vec<i64>,
    reserve: Vec<i64>,
    /// What each player gave to the pot, and what nobody had won.
    pot: Vec<i64>,
    pot_of_nobody: i64,
    points: Vec<i64>,
    out: Vec<bool>,
    closed: Vec<bool>,
    /// Who won the round before.
    round_winners: Vec<Player>,
    most_rounds: u32,
    told: Vec<Event>,
}

impl<'r> Match<'r> {
    /// Begins a match that the tables are read for; none if the file tells a single game. It is cut after `most_rounds`.
    pub fn new(rules: &'r Rules, most_rounds: u32) -> Option<Result<Match<'r>, Fault>> {
        Match::with(Referee::tables(rules), most_rounds)
    }

    /// Begins a match; none if the file tells a single game. It is cut after `most_rounds`.
    pub fn with(referee: Referee<'r>, most_rounds: u32) -> Option<Result<Match<'r>, Fault>> {
        let rules = referee.rules();
        let contest = rules.contest.as_ref()?;
        let game = match referee.game(Position::start(rules)) {
            Ok(game) => game,
            Err(fault) => return Some(Err(fault)),
        };
        let players = rules.board.players.value;
        let position = game.position();
        let owned = (0..players).map(|player| on_side(&position, player)).collect();
        Some(Ok(Match {
            rules,
            referee,
            contest,
            stage: Stage::Round(Box::new(game)),
            round: 1,
            starter: 0,
            last_mover: None,
            owned,
            reserve: vec![0; players],
            pot: vec![0; players],
            pot_of_nobody: 0,
            points: vec![0; players],
            out: vec![false; players],
            closed: vec![false; rules.board.cells()],
            round_winners: Vec::new(),
            most_rounds,
            told: Vec::new(),
        }))
    }

    /// A match after its first round, in which each player won what he owns now; the starter begins the second. None if the
    /// file tells a single game.
    pub fn after_round(
        referee: Referee<'r>,
        owned: &[i64],
        starter: Player,
        most_rounds: u32,
    ) -> Option<Result<Match<'r>, Fault>> {
        let mut contest = match Match::with(referee, most_rounds)? {
            Ok(contest) => contest,
            Err(fault) => return Some(Err(fault)),
        };
        let best = owned.iter().max();
        contest.round_winners = (0..owned.len()).filter(|player| owned.get(*player) == best).collect();
        let loser = match contest.round_winners.as_slice() {
            [winner] => (0..owned.len()).filter(|player| player != winner).min_by_key(|player| owned[*player]),
            _ => None,
        };
        contest.starter = starter;
        Some(contest.lay_out(owned.to_vec(), loser).map(|()| contest))
    }

    /// The game of the round in play, also when it is over.
    pub fn game(&self) -> Option<&Game<'r>> {
        match &self.stage {
            Stage::Round(game) => Some(game),
            _ => None,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The board while the players lay it out.
    pub fn laying_out(&self) -> Option<&Refill> {
        match &self.stage {
            Stage::LayingOut(lay_out) => Some(&lay_out.round),
            _ => None,
        }
    }

    /// The position to show: of the round, or of the board that is laid out. None when the match is over.
    pub fn shown(&self) -> Option<Position> {
        match &self.stage {
            Stage::Round(game) => Some(game.shown()),
            Stage::LayingOut(lay_out) => {
                let round = lay_out.round.clone();
                let mut position = Position::start(self.rules);
                position.seeds = round.seeds;
                position.closed = round.closed;
                position.locked = round.locked;
                position.owner = round.owner;
                position.starter = self.starter;
                position.to_move = lay_out.chooser().unwrap_or(self.starter);
                Some(position)
            }
            Stage::Over(_) => None,
        }
    }

    /// How the match ended, if it is over.
    pub fn ending(&self) -> Option<&MatchEnding> {
        match &self.stage {
            Stage::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The number of the round that is played or laid out.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// What each player owned as the round began.
    pub fn owned(&self) -> &[i64] {
        &self.owned
    }

    /// Of what he owns, what each player keeps off the board.
    pub fn reserve(&self) -> &[i64] {
        &self.reserve
    }

    /// What lay in the pot as the round began.
    pub fn pot(&self) -> i64 {
        self.pot.iter().sum::<i64>() + self.pot_of_nobody
    }

    /// Points of each player.
    pub fn points(&self) -> &[i64] {
        &self.points
    }

    /// Who is to move or to lay out.
    pub fn to_move(&self) -> Option<Player> {
        match &self.stage {
            Stage::Round(game) => Some(game.to_move()),
            Stage::LayingOut(lay_out) => lay_out.chooser(),
            Stage::Over(_) => None,
        }
    }

    /// All legal moves: of the round, or of the lay-out. A round that is over has none until `next_round`.
    pub fn legal(&self) -> Vec<String> {
        match &self.stage {
            Stage::Round(game) => game.legal(),
            Stage::LayingOut(lay_out) => lay_out.legal(self.rules, self.contest),
            Stage::Over(_) => Vec::new(),
        }
    }

    /// How many legal moves there are, a forced pass included; or choices of the lay-out.
    pub fn choices(&self) -> usize {
        match &self.stage {
            Stage::Round(game) => game.choices(),
            Stage::LayingOut(_) | Stage::Over(_) => self.legal().len(),
        }
    }

    /// What happened since the last call.
    pub fn take_told(&mut self) -> Vec<Event> {
        let mut told = std::mem::take(&mut self.told);
        if let Stage::Round(game) = &mut self.stage {
            told.extend(game.take_told());
        }
        told
    }

    /// Plays a move of the round, or makes a choice of the lay-out.
    pub fn play(&mut self, name: &str) -> Result<(), NotLegal> {
        match &mut self.stage {
            Stage::Round(game) => {
                let mover = game.to_move();
                game.play(name)?;
                if name != "pass" {
                    self.last_mover = Some(mover);
                }
                Ok(())
            }
            Stage::LayingOut(lay_out) => {
                if !lay_out.play(self.rules, self.contest, name) {
                    let legal = self.legal().join(" ");
                    return Err(NotLegal::Move { name: name.to_owned(), legal });
                }
                let told = self.laid_out_events();
                self.told.extend(told);
                Ok(self.settle()?)
            }
            Stage::Over(_) => Err(NotLegal::Over { name: name.to_owned() }),
        }
    }

    /// Plays the legal move of an index, or makes the choice of an index. Nothing happens beyond the last.
    pub fn play_nth(&mut self, index: usize) -> Result<(), Fault> {
        if let Stage::Round(game) = &mut self.stage {
            if !game.must_pass() && index < game.choices() {
                self.last_mover = Some(game.to_move());
            }
            return game.play_nth(index);
        }
        let Some(name) = self.legal().into_iter().nth(index) else { return Ok(()) };
        match self.play(&name) {
            Err(NotLegal::Fault(fault)) => Err(fault),
            _ => Ok(()),
        }
    }

    fn laid_out_events(&mut self) -> Vec<Event> {
        match &mut self.stage {
            Stage::LayingOut(lay_out) => std::mem::take(&mut lay_out.round.told),
            _ => Vec::new(),
        }
    }

    /// Goes on from a round that is over: counts, fills the board, begins the next round or ends the match. Nothing
    /// happens while a round is in play.
    pub fn next_round(&mut self) -> Result<(), Fault> {
        let Stage::Round(game) = &self.stage else { return Ok(()) };
        let Some(ending) = game.ending() else { return Ok(()) };
        let position = game.position();
        let players = self.rules.board.players.value;
        let owned = self.count(&position);
        self.round_winners.clone_from(&ending.winners);
        let alone = if let [winner] = ending.winners.as_slice() { Some(*winner) } else { None };
        let next = (self.starter + 1) % players;
        let loser = alone.map(|winner| {
            (0..players).filter(|player| *player != winner).min_by_key(|player| ending.scores[*player]).unwrap_or(next)
        });
        self.starter = match self.contest.next_starter.value {
            NextStarter::Alternate => next,
            NextStarter::Winner => alone.unwrap_or(next),
            NextStarter::Loser => loser.unwrap_or(next),
            NextStarter::Same => self.starter,
            NextStarter::LastMover => self.last_mover.unwrap_or(next),
        };
        if self.contest.fill.value == Fill::Anew {
            let mut fresh = Position::start(self.rules);
            fresh.starter = self.starter;
            self.owned = owned;
            return self.begin(fresh);
        }
        self.lay_out(owned, loser)
    }

    /// Fills the board from what each player owns, or lets a player choose how.
    fn lay_out(&mut self, owned: Vec<i64>, loser: Option<Player>) -> Result<(), Fault> {
        let lay_out = LayOut::begin(self.rules, self.contest, &owned, self.starter, &self.closed, loser);
        self.owned = owned;
        self.round += 1;
        self.stage = Stage::LayingOut(lay_out);
        self.told = self.laid_out_events();
        self.settle()
    }

    /// What each player owns when a round is over. Seeds that nobody won go where the file says.
    fn count(&mut self, position: &Position) -> Vec<i64> {
        let players = self.rules.board.players.value;
        let mut owned = self.reserve.clone();
        if position.pot > 0 {
            // nobody captured, so the pot goes back to those who paid it
            for (owned, paid) in owned.iter_mut().zip(&self.pot) {
                *owned += paid;
            }
        } else {
            self.pot_of_nobody = 0;
        }
        let mut counted = vec![false; self.rules.board.cells()];
        for (player, owned) in owned.iter_mut().enumerate() {
            for cell in won_cells(self.rules, position, player) {
                *owned += position.seeds[cell];
                counted[cell] = true;
            }
        }
        for cell in (0..counted.len()).filter(|cell| !counted[*cell]) {
            let seeds = position.seeds[cell];
            match (self.contest.nobody_won.value, position.owner[cell]) {
                (NobodyWon::ToOwner, Some(owner)) => owned[owner] += seeds,
                (NobodyWon::ToPot, _) => self.pot_of_nobody += seeds,
                _ => {}
            }
        }
        debug_assert_eq!(owned.len(), players);
        owned
    }

    /// Begins the round if the lay-out is complete.
    fn settle(&mut self) -> Result<(), Fault> {
        let Stage::LayingOut(lay_out) = &self.stage else { return Ok(()) };
        if lay_out.chooser().is_some() {
            return Ok(());
        }
        let mut refilled = lay_out.round.clone();
        refilled.finish(self.rules, self.contest, self.starter, &self.closed);
        self.told.append(&mut refilled.told);
        let mut position = Position::start(self.rules);
        position.seeds = refilled.seeds;
        position.closed.clone_from(&refilled.closed);
        position.locked = refilled.locked;
        position.owner = refilled.owner;
        position.starter = self.starter;
        self.closed = refilled.closed;
        self.reserve = refilled.reserve;
        self.pot = refilled.pot;
        position.pot = self.pot();
        self.round -= 1;
        self.begin(position)
    }

    /// Reads `each player after refilling`, then begins the round or ends the match.
    fn begin(&mut self, mut position: Position) -> Result<(), Fault> {
        position.to_move = self.starter;
        let standings = Standings {
            points: self.points.clone(),
            owned: self.owned.clone(),
            rounds: self.round,
            winners: self.round_winners.clone(),
        };
        let decided = after_refilling(self.rules, self.contest, &position, &standings);
        for (points, more) in self.points.iter_mut().zip(&decided.points) {
            *points += more;
        }
        for player in &decided.out {
            self.out[*player] = true;
        }
        self.told.extend(decided.told);
        let left: Vec<Player> = (0..self.out.len()).filter(|player| !self.out[*player]).collect();
        let by_points = self.contest.won_by.as_ref().is_some_and(|won| won.value == WonBy::MostPoints);
        let most = self.contest.most_rounds.as_ref().map_or(self.most_rounds, |most| most.value.min(self.most_rounds));
        if !decided.won.is_empty() {
            self.end(decided.reason, decided.won);
        } else if left.len() < 2 && self.out.len() > 1 || left.is_empty() {
            let everybody = (0..self.out.len()).collect();
            let winners = if by_points {
                self.leaders()
            } else if left.is_empty() {
                everybody
            } else {
                left
            };
            self.end(decided.reason, winners);
        } else if self.round >= most {
            let winners = if by_points { self.leaders() } else { Vec::new() };
            self.end(format!("{most} rounds were played"), winners);
        } else {
            self.round += 1;
            self.stage = Stage::Round(Box::new(self.referee.game(position)?));
        }
        Ok(())
    }

    fn leaders(&self) -> Vec<Player> {
        let best = self.points.iter().max().copied().unwrap_or(0);
        (0..self.points.len()).filter(|player| self.points[*player] == best).collect()
    }

    fn end(&mut self, reason: String, winners: Vec<Player>) {
        self.stage = Stage::Over(MatchEnding {
            reason,
            rounds: self.round,
            winners,
            points: self.points.clone(),
            owned: self.owned.clone(),
        });
    }
}

/// Seeds on a player's side and in his store.
fn on_side(position: &Position, player: Player) -> i64 {
    (0..position.seeds.len())
        .filter(|cell| position.owner[*cell] == Some(player))
        .map(|cell| position.seeds[cell])
        .sum()
}

/// The cells whose seeds a player has won: those that he scores, and his store.
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
