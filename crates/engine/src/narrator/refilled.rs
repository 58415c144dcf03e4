//! The list `each player after refilling`, applied before a round begins.

use mancala_rules::rules::model::{Contest, Effect, Outcome, Player, Rules, Who};

use super::view::{Facts, Standings, View};
use crate::game::{Event, Position};

/// What the list decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// Points for each player.
    pub points: Vec<i64>,
    /// Players who lost the match.
    pub out: Vec<Player>,
    /// Players who won the match.
    pub won: Vec<Player>,
    /// Condition of the rule that decided, from the rule file.
    pub reason: String,
    /// Events of applying the list.
    pub events: Vec<Event>,
}

/// Applies the list for each player, the starter first.
pub fn after_refilling(rules: &Rules, contest: &Contest, position: &Position, standings: &Standings) -> Decided {
    let players = rules.board.players.value;
    let mut decided = Decided { points: vec![0; players], ..Decided::default() };
    for turn in 0..players {
        let me = (position.starter + turn) % players;
        let facts = Facts { standings: Some(standings.clone()), ..Facts::between_turns(rules, me) };
        let view = View::new(rules, position, &facts);
        let fits = contest
            .after_refilling
            .iter()
            .find(|rule| rule.condition.as_ref().is_none_or(|condition| view.holds(condition)));
        let Some(rule) = fits else { continue };
        decided.events.push(Event::Rule {
            list: "each player after refilling",
            said: rule.said.clone(),
            span: rule.span,
        });
        for effect in &rule.value.effects {
            if let Effect::Points(who, count) = effect {
                let takers: Vec<Player> = match who {
                    Who::Mover | Who::Owner | Who::MarkOwner => vec![me],
                    Who::Opponent => view.opponent().into_iter().collect(),
                    Who::Starter => vec![position.starter],
                    Who::EachPlayer => (0..players).collect(),
                };
                let count = view.amount(count).max(0);
                for player in takers {
                    decided.points[player] += count;
                    decided.events.push(Event::Points(player, count));
                }
            }
        }
        match rule.value.outcome {
            Some(Outcome::LosesMatch) => {
                decided.out.push(me);
                decided.reason.clone_from(&rule.said);
                decided.events.push(Event::Out(me));
            }
            Some(Outcome::WinsMatch) => {
                decided.won.push(me);
                decided.reason.clone_from(&rule.said);
            }
            _ => {}
        }
    }
    decided
}
