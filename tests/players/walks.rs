//! A walk comes to the same positions as the game, and back; and every player plays every game.

use mancala::chance::{choice, generator};
use mancala::contest::Match;
use mancala::engine::{Decision, Progress};
use mancala::narrator::Position;
use mancala::play::{Game, Referee};
use mancala::players::Kind;
use mancala::rules::model::Rules;

use super::rules;

/// A game and a walk from its start stand alike after the same moves.
fn same(game: &Game<'_>, walk: &mut mancala::engine::Walk<'_>) {
    assert_eq!(walk.decision().is_some(), game.is_over());
    assert_eq!(walk.position(), game.position());
    assert_eq!(walk.choices().expect("choices"), game.choices());
    let names: Vec<String> = (0..game.choices()).map(|index| walk.name(index).expect("a name")).collect();
    assert_eq!(names, game.legal());
    let mut scores = vec![0; walk.players()];
    walk.scores(&mut scores);
    if let Some(ending) = game.ending() {
        assert_eq!(scores.iter().map(|score| i64::from(*score)).collect::<Vec<_>>(), ending.scores);
        let best = scores.iter().max().expect("players");
        let winners: Vec<usize> = (0..scores.len())
            .filter(|player| match walk.decision().expect("over") {
                Decision::Scores => scores[*player] == *best,
                Decision::Wins(winner) => winner == *player,
                Decision::Loses(loser) => loser != *player,
                Decision::Draw => true,
            })
            .collect();
        assert_eq!(winners, ending.winners);
    }
}

/// Games at random, and beside them a walk that goes astray and back before every ply.
fn walked(rules: &Rules, seed: u64) {
    let referee = Referee::tables(rules);
    let mut game = referee.game(Position::start(rules)).expect("a game");
    let mut walk = game.walk().expect("a walk");
    let mut chance = generator(seed, 1);
    for _ in 0..60 {
        same(&game, &mut walk);
        if game.is_over() {
            break;
        }
        let (depth, key) = (walk.depth(), walk.key());
        let mut astray = game.clone();
        for _ in 0..choice(6, &mut chance) {
            if astray.is_over() {
                break;
            }
            let index = choice(astray.choices(), &mut chance);
            astray.play_nth(index).expect("a legal move");
            walk.forth(index).expect("a legal move");
        }
        same(&astray, &mut walk);
        while walk.depth() > depth {
            walk.back();
        }
        assert_eq!(walk.key(), key, "the same position has the same key");
        let index = choice(game.choices(), &mut chance);
        game.play_nth(index).expect("a legal move");
        walk.forth(index).expect("a legal move");
    }
}

#[test]
fn a_walk_comes_to_the_positions_of_the_game_and_back() {
    for (name, _) in crate::sampled() {
        let rules = rules(name);
        for seed in 0..2 {
            walked(&rules, seed);
        }
    }
}

#[test]
fn a_walk_knows_what_stood_before_whoever_reads_the_rules() {
    // the third time that the position stands the round is over, and the walk sees it one ply ahead
    let rules = rules("krur");
    let mut found = 0;
    for seed in 0..60 {
        let mut chance = generator(seed, 1);
        let mut tables = Referee::tables(&rules).game(Position::start(&rules)).expect("a game");
        let mut narrated = Referee::Narrator(&rules).game(Position::start(&rules)).expect("a game");
        for _ in 0..200 {
            if tables.is_over() {
                break;
            }
            let index = choice(tables.choices(), &mut chance);
            let mut walks = [tables.walk().expect("a walk"), narrated.walk().expect("a walk")];
            tables.play_nth(index).expect("legal");
            narrated.play_nth(index).expect("legal");
            for walk in &mut walks {
                walk.forth(index).expect("legal");
                assert_eq!(walk.decision().is_some(), tables.is_over());
            }
            found += u32::from(tables.ending().is_some_and(|ending| ending.reason.contains("repeated")));
        }
    }
    assert!(found > 5, "{found} of the games at random end by repetition");
}

#[test]
fn every_player_plays_every_game() {
    for (name, _) in crate::sampled() {
        let rules = rules(name);
        let referee = Referee::tables(&rules);
        for word in ["random", "first", "greedy", "search:30", "mcts:3"] {
            let mut player = Kind::parse(word).expect("a kind").player();
            let mut game = referee.game(Position::start(&rules)).expect("a game");
            let mut chance = generator(1, 1);
            for _ in 0..4 {
                if game.is_over() {
                    break;
                }
                let index = player.choose(&game, &mut chance, &Progress::default()).expect("an answer");
                assert!(index < game.choices(), "{word} plays a legal move of {name}");
                game.play_nth(index).expect("a legal move");
            }
        }
    }
}

#[test]
fn players_fill_the_board_between_rounds() {
    for name in ["bechi", "khrour", "buqruru", "krur"] {
        let rules = rules(name);
        for word in ["random", "first", "greedy", "search:20", "mcts:2"] {
            let mut player = Kind::parse(word).expect("a kind").player();
            let mut contest = Match::new(&rules, 2).expect("a match").expect("begins");
            let mut chance = generator(5, 1);
            for _ in 0..400 {
                if contest.ending().is_some() {
                    break;
                }
                if contest.game().is_some_and(Game::is_over) {
                    contest.next_round().expect("goes on");
                    continue;
                }
                let index = player.choose_in_match(&contest, &mut chance, &Progress::default()).expect("an answer");
                assert!(index < contest.choices(), "{word} makes a choice of {name}");
                contest.play_nth(index).expect("a legal choice");
            }
        }
    }
}
