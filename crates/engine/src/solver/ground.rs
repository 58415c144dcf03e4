//! What the solver works with: the rules without irrelevant parts, and facts proved from them.

use mancala_rules::rules::model::{
    Amount, Condition, Effect, Endless, HoleSet, NumberSet, Outcome, Rule, Rules, Who, Whose,
};

use super::refusal::Refusal;
use super::turning::{self, Turning};

/// Most seeds in a game: their differences must fit a byte, besides the values of won and lost without a count.
pub(super) const MOST_SEEDS: u32 = 120;

/// The rules to solve, and facts about them.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// The rules, without those that end the round at a majority.
    pub rules: Rules,
    /// Whether such rules were removed. Without them the winner is the same.
    pub majority_aside: bool,
    /// Whether seeds are scored.
    pub counts: bool,
    /// Whether a rule can decide a round without a count.
    pub decides: bool,
    /// How to turn the board so that the players swap places; `None` unless the rules are the same for both.
    pub turning: Option<Turning>,
    /// Number of seeds in the game.
    pub seeds: u32,
}

impl Ground {
    /// Proves the facts that solving needs.
    ///
    /// # Errors
    ///
    /// The solver does not support the game, or a fact could not be proved.
    pub fn new(rules: &Rules) -> Result<Ground, Refusal> {
        let players = rules.board.players.value;
        if players != 2 {
            let message = format!("this game has {players} player{}", if players == 1 { "" } else { "s" });
            return Err(Refusal::rules(message, "only games of two players can be solved"));
        }
        let seeds: u32 = rules.board.start.iter().sum();
        if seeds > MOST_SEEDS {
            let message = format!("this game has {seeds} seeds, but the limit is {MOST_SEEDS}");
            return Err(Refusal::rules(message, "choose a smaller board, or fewer seeds (`--set`)"));
        }
        if rules.does(|effect| matches!(effect, Effect::Place { from_store: true, .. })) {
            let message = "seeds come back into play from a store, so that there is no order in which to solve";
            return Err(Refusal::rules(message, "only games in which captured seeds stay captured can be solved"));
        }
        if rules.offers().next().is_some() {
            let message = "players may do something in place of a turn: a rule of `before turn` says `may`";
            return Err(Refusal::rules(message, "choose a reading without that rule (`--set`)"));
        }
        let counts = rules.score.value.is_some();
        let outcome = |wanted: &[Outcome]| {
            let mut outcomes = rules.rules_of_play().filter_map(|rule| rule.value.outcome.as_ref());
            outcomes.any(|outcome| wanted.contains(outcome))
        };
        if counts && outcome(&[Outcome::Draw]) {
            let message = "a rule says `draw` where seeds are counted, but a draw is not a number of seeds";
            return Err(Refusal::rules(message, "games that say `draw` can be solved only if they count nothing"));
        }
        let endless = rules.endless.as_ref().map(|endless| endless.value);
        let decides = outcome(&[Outcome::MoverWins, Outcome::MoverLoses]) || endless == Some(Endless::MoverLoses);
        let mut ground =
            Ground { turning: turning::of(rules), rules: rules.clone(), majority_aside: false, counts, decides, seeds };
        if counts && !decides && ground.keeps_gains() {
            let before = ground.rules.before_turn.len();
            ground.rules.before_turn.retain(|rule| !is_majority(rule, seeds));
            ground.majority_aside = ground.rules.before_turn.len() < before;
        }
        Ok(ground)
    }

    /// Whether each player's score is at least the seeds in the player's store, and seeds never leave a store.
    fn keeps_gains(&self) -> bool {
        let own = |set: &HoleSet| *set == HoleSet::Store(Whose::Own);
        let scored = match &self.rules.score.value {
            Some(Amount::SeedsIn(HoleSet::Union(parts))) => parts.iter().any(own),
            Some(Amount::SeedsIn(set)) => own(set),
            _ => false,
        };
        let takes = |effect: &Effect| match effect {
            Effect::Capture(_, set) | Effect::Lift(_, set) => {
                let mut store = false;
                set.visit(&mut |part| {
                    store |= matches!(part, mancala_rules::rules::model::Part::Set(HoleSet::Store(_) | HoleSet::Ends));
                });
                store
            }
            _ => false,
        };
        scored && !self.rules.does(takes)
    }
}

/// Whether a rule ends the round because a store holds more than half of all seeds, and has no other effect that could
/// change the winner.
fn is_majority(rule: &Rule, seeds: u32) -> bool {
    let more_than_half = |condition: &Condition| {
        let Condition::Count(Amount::SeedsIn(HoleSet::Store(_)), numbers) = condition else { return false };
        match numbers {
            NumberSet::AtLeast(Amount::Number(least)) => least.saturating_mul(2) > seeds,
            NumberSet::MoreThan(Amount::Number(less)) => less.saturating_mul(2) >= seeds,
            _ => false,
        }
    };
    let condition = match &rule.condition {
        Some(Condition::Or(parts)) => parts.iter().all(more_than_half),
        Some(condition) => more_than_half(condition),
        None => false,
    };
    let harmless = |effect: &Effect| matches!(effect, Effect::Capture(Who::EachPlayer | Who::Mover | Who::Opponent, _));
    condition && rule.value.outcome == Some(Outcome::Over) && rule.value.effects.iter().all(harmless)
}
