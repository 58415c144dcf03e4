//! Whether a batch of games shows, allows and leads to what a game of the narrator does.

use std::sync::Arc;
use std::time::Instant;

use mancala_engine::engine::{Batch, BatchError, Led, Plan, Shown};
use mancala_engine::game::{Actions, Observation, Position};
use mancala_engine::play::Game;
use mancala_engine::position_text;
use mancala_rules::rules::model::Rules;
use mancala_tools::drivers::acting::Acting;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Compared, MANY_MOVES, PATIENCE, differs};

/// What a batch of one game writes.
struct Rows {
    observation: Vec<i32>,
    legal: Vec<bool>,
    to_move: [i32; 1],
    rewards: Vec<f32>,
    terminated: [bool; 1],
    truncated: [bool; 1],
    scores: Vec<i32>,
    last: Vec<i32>,
}

impl Rows {
    fn new(plan: &Plan, players: usize) -> Self {
        let length = plan.observation.length();
        Rows {
            observation: vec![0; length],
            legal: vec![false; plan.actions.count()],
            to_move: [0],
            rewards: vec![0.0; players],
            terminated: [false],
            truncated: [false],
            scores: vec![0; players],
            last: vec![0; length],
        }
    }

    fn reset(&mut self, batch: &mut dyn Batch, seed: u64) -> Result<(), BatchError> {
        let Rows { observation: observations, legal, to_move, .. } = self;
        batch.reset(seed, &mut Shown { observations, legal, to_move })
    }

    fn step(&mut self, batch: &mut dyn Batch, action: u16) -> Result<(), BatchError> {
        let Rows { observation: observations, legal, to_move, rewards, terminated, truncated, scores, last } = self;
        let shown = &mut Shown { observations, legal, to_move };
        batch.step(&[i64::from(action)], shown, &mut Led { rewards, terminated, truncated, scores, last })
    }

    /// How the narrator's game shows something else.
    fn shows_else(&self, plan: &Plan, acting: &Acting) -> Option<String> {
        let legal: Vec<u16> = (0..).zip(&self.legal).filter(|(_, legal)| **legal).map(|(action, _)| action).collect();
        differs("legal actions", &acting.legal(), &legal)
            .or_else(|| differs("player to move", &acting.game().to_move(), &(self.to_move[0] as usize)))
            .or_else(|| differs("observation", &observed(plan, acting), &self.observation))
    }

    /// How the narrator's game led to something else, where it ended or was cut off.
    fn led_elsewhere(&self, plan: &Plan, acting: &Acting, cut: bool) -> Option<String> {
        let scores: Vec<i64> = self.scores.iter().map(|score| i64::from(*score)).collect();
        differs("end of a game", &(acting.game().is_over(), cut), &(self.terminated[0], self.truncated[0]))
            .or_else(|| differs("rewards", &acting.rewards(), &self.rewards))
            .or_else(|| differs("scores at the end", &acting.game().captured(), &scores))
            .or_else(|| differs("last observation", &observed(plan, acting), &self.last))
    }
}

fn observed(plan: &Plan, acting: &Acting) -> Vec<i32> {
    let mut numbers = vec![0; plan.observation.length()];
    acting.observe(&plan.observation, &mut numbers);
    numbers
}

/// Plays a batch of one game, over and over, by random actions; tells steps.
pub fn batch(rules: &Arc<Rules>, start: &Position, seed: u64, steps: u64) -> Compared {
    // a batch draws lots of its own
    if rules.asks_for_lots {
        return Ok(0);
    }
    let Ok(narrated) = Game::narrated(rules, start.clone()) else { return Ok(0) };
    let actions = Arc::new(Actions::new(rules));
    let observation = Arc::new(Observation::new(rules, start, &actions));
    let plan = Plan { start: start.clone(), games: 1, most_plies: steps as u32 / 2, actions, observation };
    let (mut batch, mut rows) = (<dyn Batch>::new(rules, plan.clone()), Rows::new(&plan, rules.players()));
    let from = || format!("in a batch from {}", position_text::format(&rules.board, start));
    match rows.reset(&mut *batch, seed) {
        Ok(()) => {}
        Err(BatchError::OverAtStart) if narrated.is_over() => return Ok(0),
        Err(error) => return Err(format!("{error}\n{}", from())),
    }
    let (mut acting, mut random) =
        (Acting::new(narrated.clone(), plan.actions.clone()), Xoshiro256PlusPlus::seed_from_u64(seed));
    let begun = Instant::now();
    for step in 0..steps {
        if let Some(difference) = rows.shows_else(&plan, &acting) {
            return Err(format!("{difference}\n{}\nafter {:?}", from(), acting.game().history()));
        }
        let legal = acting.legal();
        if acting.game().choices() > MANY_MOVES || begun.elapsed() > PATIENCE {
            return Ok(step);
        }
        let action = legal[random.random_range(0..legal.len())];
        let Ok(finished) = acting.act(action) else { return Ok(step) };
        if let Err(error) = rows.step(&mut *batch, action) {
            return Err(format!("{error}\n{}\nafter {:?}", from(), acting.game().history()));
        }
        let game = acting.game();
        let cut = finished && !game.is_over() && game.history().len() as u64 >= u64::from(plan.most_plies);
        if game.is_over() || cut {
            if let Some(difference) = rows.led_elsewhere(&plan, &acting, cut) {
                return Err(format!("{difference}\n{}\nafter {:?}", from(), game.history()));
            }
            acting = Acting::new(narrated.clone(), plan.actions.clone());
        }
    }
    Ok(steps)
}
