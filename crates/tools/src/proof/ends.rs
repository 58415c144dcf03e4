//! Looks for games that never end: nobody can move, and no rule ends the game.

use mancala_engine::game::Position;
use mancala_engine::narrator::{Narrator, Standing};
use mancala_rules::rules::model::{Condition, Fact, HoleSet, Outcome, Player, Property};

use super::ask::{Ask, Frame, Known, all, any};
use super::moments::Moment;
use super::search::{Found, Goal};
use super::world::{NO, Situation, Var, World, YES};

impl World<'_> {
    /// A position in which all players must pass for ever, ignoring rules about repeated positions.
    pub fn nobody_moves(&self) -> Option<Position> {
        let players = self.rules.board.players.value;
        let goals: Vec<Goal<'_>> = (0..players)
            .map(|player| -> Goal<'_> { Box::new(move |situation: &Situation| self.must_pass(player, situation)) })
            .collect();
        let position = self.between_turns(&goals)?;
        let mut game = Narrator::without_repetition(self.rules, position.clone()).ok()?;
        for _ in 0..players {
            if !matches!(game.standing(), Standing::MustPass) {
                return None;
            }
            game.play_nth(0).ok()?;
        }
        let same = game.position().seeds == position.seeds && matches!(game.standing(), Standing::MustPass);
        same.then_some(position)
    }

    /// A position in which a player has seeds in own holes but no legal move, and the game goes on.
    pub fn stuck_with_seeds(&self) -> Option<Position> {
        let frame = between(0);
        let seeds = Condition::Some(HoleSet::Where(
            Box::new(HoleSet::Holes),
            Box::new(Condition::And(vec![tested(Property::Own), tested(Property::Occupied)])),
        ));
        let goals: Vec<Goal<'_>> = vec![
            Box::new(move |situation| Ask::new(self, &frame, situation).holds(&seeds)),
            Box::new(move |situation| self.must_pass(0, situation)),
        ];
        let position = self.between_turns(&goals)?;
        let game = Narrator::without_repetition(self.rules, position.clone()).ok()?;
        matches!(game.standing(), Standing::MustPass).then_some(position)
    }

    /// A position between turns in which these goals hold.
    fn between_turns(&self, goals: &[Goal<'_>]) -> Option<Position> {
        let setting = self.settings(Moment::BeforeTurn).into_iter().next()?;
        let mut situation = setting.situation;
        self.in_the_first_round(&mut situation);
        // what a position cannot express, and what differs between players
        self.set(&mut situation, Var::Fact(Fact::Repeated), NO);
        let goals: Vec<&Goal<'_>> = goals.iter().collect();
        match self.find(situation, setting.seeds, &goals) {
            Found::Situation(found) => {
                let seeds = self.seeds_of(&found, setting.seeds)?;
                self.position(setting.frame, &found, seeds)
            }
            Found::None | Found::GivenUp => None,
        }
    }

    /// Whether a player to move has no legal move and passes.
    fn must_pass(&self, player: Player, situation: &Situation) -> Known<bool> {
        let frame = between(player);
        let mut situation = situation.clone();
        self.set(&mut situation, Var::Fact(Fact::NoLegalMove), YES);
        let list = &self.rules.before_turn;
        let passes = list.iter().enumerate();
        let passes = passes.filter(|(_, rule)| rule.value.outcome == Some(Outcome::Pass) && !rule.value.may);
        let passes = passes.map(|(at, _)| all(self.first_fits(frame, list, at).iter().map(|goal| goal(&situation))));
        all([self.may_choose(&frame, &situation).map(|may| !may), any(passes)])
    }
}

fn tested(property: Property) -> Condition {
    Condition::Is(mancala_rules::rules::model::One::Tested, property)
}

fn between(mover: Player) -> Frame {
    Frame { mover, here: None, origin: None, untouched: false }
}
