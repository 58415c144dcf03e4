//! Many games side by side show and lead to what one game after the other does.

use std::sync::Arc;

use mancala::{Game, Ruleset, Source, choice, generator};
use mancala_engine::engine::{Batch, BatchError, Led, Plan, Shown};
use mancala_engine::game::{Actions, Observation, Position};
use mancala_tools::drivers::acting::Acting;

use super::{sampled, sized};

/// Games in a batch.
const GAMES: usize = 3;

/// The lists that a batch writes.
struct Lists {
    observations: Vec<i32>,
    legal: Vec<bool>,
    to_move: Vec<i32>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    scores: Vec<i32>,
    last: Vec<i32>,
}

impl Lists {
    fn new(plan: &Plan, players: usize) -> Lists {
        let (games, length) = (plan.games, plan.observation.length());
        Lists {
            observations: vec![7; games * length],
            legal: vec![true; games * plan.actions.count()],
            to_move: vec![7; games],
            rewards: vec![7.0; games * players],
            terminated: vec![true; games],
            truncated: vec![true; games],
            scores: vec![0; games * players],
            last: vec![0; games * length],
        }
    }

    fn reset(&mut self, batch: &mut dyn Batch, seed: u64) {
        let Lists { observations, legal, to_move, .. } = self;
        batch.reset(seed, &mut Shown { observations, legal, to_move }).unwrap();
    }

    fn step(&mut self, batch: &mut dyn Batch, actions: &[i64]) -> Result<(), BatchError> {
        let Lists { observations, legal, to_move, rewards, terminated, truncated, scores, last } = self;
        let shown = &mut Shown { observations, legal, to_move };
        batch.step(actions, shown, &mut Led { rewards, terminated, truncated, scores, last })
    }
}

struct Rig {
    plan: Plan,
    rules: Arc<mancala::Rules>,
    batch: Box<dyn Batch>,
    lists: Lists,
}

fn rig(rules: &Arc<mancala::Rules>, games: usize, most_plies: u32) -> Rig {
    let start = Position::start(rules);
    let actions = Arc::new(Actions::new(rules));
    let observation = Arc::new(Observation::new(rules, &start, &actions));
    let plan = Plan { start: start.clone(), games, most_plies, actions, observation };
    let batch = <dyn Batch>::new(rules, plan.clone());
    let lists = Lists::new(&plan, rules.players());
    Rig { plan, rules: rules.clone(), batch, lists }
}

fn shipped(name: &str) -> Arc<mancala::Rules> {
    mancala_rules::ruleset::shipped(name).unwrap().rules().unwrap()
}

impl Rig {
    fn observed(&self, acting: &Acting) -> Vec<i32> {
        let mut numbers = vec![0; self.plan.observation.length()];
        acting.observe(&self.plan.observation, &mut numbers);
        numbers
    }

    /// A game that begins as the one in this row does.
    fn begun(&self, row: usize) -> Acting {
        let length = self.plan.observation.length();
        let shown = &self.lists.observations[row * length..(row + 1) * length];
        for lot in 0..self.rules.players() {
            let start = Position { lot, ..self.plan.start.clone() };
            let acting = Acting::new(Game::from_position(&self.rules, start).unwrap(), self.plan.actions.clone());
            if self.observed(&acting) == shown {
                return acting;
            }
        }
        panic!("{}: no game begins with {shown:?}", self.rules.name());
    }

    fn assert_shows(&self, row: usize, acting: &Acting) {
        let (length, count) = (self.plan.observation.length(), self.plan.actions.count());
        let name = self.rules.name();
        let at = || format!("{name} after {:?} {:?}", acting.game(), acting.chosen());
        assert_eq!(self.lists.observations[row * length..(row + 1) * length], self.observed(acting), "{}", at());
        let legal = &self.lists.legal[row * count..(row + 1) * count];
        let legal: Vec<u16> = (0..count as u16).filter(|action| legal[usize::from(*action)]).collect();
        assert_eq!(legal, acting.legal(), "{}", at());
        assert_eq!(self.lists.to_move[row] as usize, acting.game().to_move(), "{}", at());
    }
}

/// Plays random games in a batch, and each of them alone.
fn plays_as_alone(name: &str, rules: &Arc<mancala::Rules>, steps: u64) {
    let most_plies = 60;
    let mut rig = rig(rules, GAMES, most_plies);
    // games that were begun before leave nothing behind
    rig.lists.reset(&mut *rig.batch, 7);
    rig.lists.reset(&mut *rig.batch, 1);
    let mut alone: Vec<Acting> = (0..GAMES).map(|row| rig.begun(row)).collect();
    let mut chance = generator(1, 1);
    let (players, length) = (rules.players(), rig.plan.observation.length());
    for _ in 0..steps {
        for (row, acting) in alone.iter().enumerate() {
            rig.assert_shows(row, acting);
        }
        let actions: Vec<i64> = alone
            .iter_mut()
            .map(|acting| {
                let legal = acting.legal();
                let action = legal[choice(legal.len(), &mut chance)];
                acting.act(action).unwrap();
                i64::from(action)
            })
            .collect();
        rig.lists.step(&mut *rig.batch, &actions).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (row, acting) in alone.iter_mut().enumerate() {
            let ending = acting.game().outcome();
            let cut =
                ending.is_none() && acting.game().history().len() == most_plies as usize && acting.chosen().is_empty();
            assert_eq!(rig.lists.terminated[row], ending.is_some(), "{name}: {:?}", acting.game());
            assert_eq!(rig.lists.truncated[row], cut, "{name}: {:?}", acting.game());
            assert_eq!(rig.lists.rewards[row * players..(row + 1) * players], acting.rewards(), "{name}");
            if ending.is_none() && !cut {
                continue;
            }
            assert_eq!(rig.lists.last[row * length..(row + 1) * length], rig.observed(acting), "{name}");
            let scores = acting.game().captured();
            let told: Vec<i64> =
                rig.lists.scores[row * players..(row + 1) * players].iter().map(|it| i64::from(*it)).collect();
            assert_eq!(told, scores, "{name}");
            *acting = rig.begun(row);
        }
    }
}

#[test]
fn games_side_by_side_are_played_as_each_alone() {
    for (name, text) in sampled() {
        let ruleset =
            Ruleset::read(mancala_rules::ruleset::shipped_source(name).unwrap_or_else(|_| Source::new(name, text)));
        plays_as_alone(name, &ruleset.unwrap().rules().unwrap(), sized(100, 400));
    }
}

#[test]
fn every_kind_of_action_is_taken() {
    // directions, answers, holes that the mover chooses, moves in place of a turn, lots
    for (name, wanted) in [("um-el-bagara", "a1-"), ("omweso", "y"), ("mefuvha", ":"), ("krur", "pass")] {
        let actions = Actions::new(&shipped(name));
        assert!(actions.names().iter().any(|action| action.starts_with(wanted)), "{name}: {:?}", actions.names());
        plays_as_alone(name, &shipped(name), 300);
    }
}

#[test]
fn what_only_a_first_turn_passes_over_is_sown_later() {
    plays_as_alone("kanji-guti", &shipped("kanji-guti"), 300);
}

#[test]
fn the_actions_of_a_move_are_its_name() {
    // directions, answers, and holes that the mover chooses, besides those of the sample
    for name in sampled().map(|(name, _)| name).chain(["um-el-bagara", "omweso", "mefuvha"]) {
        let rules = shipped(name);
        let (actions, mut game) = (Actions::new(&rules), Game::new(&rules));
        for _ in 0..10 {
            let moves = game.legal_moves();
            for play in &moves {
                let said: String =
                    actions.of(play).iter().map(|action| actions.names()[usize::from(*action)].as_str()).collect();
                assert_eq!(said, play.to_string(), "{name}");
            }
            let Some(last) = moves.last() else { break };
            game.play(last).unwrap();
        }
    }
}

#[test]
fn an_action_that_is_not_legal_changes_nothing() {
    let mut rig = rig(&shipped("oware"), 2, 100);
    rig.lists.reset(&mut *rig.batch, 1);
    for wrong in [6, 12, 13, -1, i64::MAX] {
        let error = rig.lists.step(&mut *rig.batch, &[0, wrong]).unwrap_err();
        assert_eq!(error.to_string(), format!("action {wrong} is not legal in game 1 of the batch"));
        let start = Acting::new(Game::new(&rig.rules), rig.plan.actions.clone());
        rig.assert_shows(0, &start);
        rig.assert_shows(1, &start);
    }
}

#[test]
fn a_seed_draws_the_same_lots_again() {
    let settings = [("ending".to_owned(), "lots".to_owned())];
    let rules = mancala_rules::ruleset::shipped("anywoli").unwrap().rules_under(&settings).unwrap();
    plays_as_alone("anywoli", &rules, 100);
    let mut rig = rig(&rules, 40, 100);
    let lot = rig.plan.observation.parts().iter().find(|part| part.name == "lot").unwrap().start;
    let mut lots = |seed| {
        rig.lists.reset(&mut *rig.batch, seed);
        rig.lists.observations.iter().skip(lot).step_by(rig.plan.observation.length()).copied().collect::<Vec<i32>>()
    };
    let (one, other) = (lots(1), lots(2));
    assert_eq!(one, lots(1));
    assert_ne!(one, other);
    assert!(one.contains(&0) && one.contains(&1), "{one:?}");
}

#[test]
fn what_is_taken_back_was_never_played() {
    for name in ["omweso", "mefuvha", "krur"] {
        let rules = shipped(name);
        let mut acting = Acting::new(Game::new(&rules), Arc::new(Actions::new(&rules)));
        let mut chance = generator(2, 2);
        let mut seen = Vec::new();
        while seen.len() < 60 && !acting.game().is_over() {
            let legal = acting.legal();
            seen.push((acting.game().position(), acting.chosen().to_vec(), legal.clone()));
            acting.act(legal[choice(legal.len(), &mut chance)]).unwrap();
        }
        for state in seen.into_iter().rev() {
            assert!(acting.back());
            assert_eq!((acting.game().position(), acting.chosen().to_vec(), acting.legal()), state, "{name}");
        }
        assert!(!acting.back());
    }
}
