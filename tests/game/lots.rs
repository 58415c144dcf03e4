//! Lots: who draws them, who knows them, and what they decide.

use std::sync::Arc;

use mancala_engine::contest::Match;
use mancala_engine::engine::{Engine, Progress, Series};
use mancala_engine::game::Position;
use mancala_engine::players::Kind;
use mancala_rules::chance::{generator, lot, lots};
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

use super::referees;

/// Three holes a player; who wins the lot wins the game when the first player has moved. `more` is a match, or nothing.
fn rules(more: &str) -> Arc<Rules> {
    let over = if more.is_empty() { "game" } else { "round" };
    let text = format!(
        "game \"Lots\" {{ region: \"nowhere\" }}\nboard {{ rows: 2\n columns: 3\n seeds: 2\n side: row }}\n\
         move {{ from: own holes\n direction: counterclockwise\n begin: lift here, sow after here }}\n\
         last seed, the first that fits {{ otherwise -> end turn }}\n\
         before turn, the first that fits {{\n when mover is starter and mover's 1st turn -> play\n \
         when mover wins the lot -> mover wins the {over}\n otherwise -> mover loses the {over}\n}}\n\
         each player scores: nothing\n{more}"
    );
    Ruleset::read(Source::new("lots.mancala", &text)).expect("without problems").rules().expect("rules")
}

fn with_match() -> Arc<Rules> {
    rules(
        "match { fill: as at the start\n next starter: by lot\n match won by: most points\n most rounds: 40\n \
         each player after refilling, the first that fits { when won the round -> mover gets 1 point } }",
    )
}

#[test]
fn the_lot_of_the_position_decides() {
    let rules = rules("");
    for referee in referees(&rules) {
        for winner in 0..2 {
            let mut game = referee.game(Position { lot: winner, ..Position::start(&rules) }).expect("a game");
            game.play_nth(0).expect("a move");
            assert_eq!(game.outcome().expect("over").winners, [winner]);
        }
    }
}

#[test]
fn series_draw_a_lot_for_each_game_and_the_same_with_the_same_seed() {
    let rules = rules("");
    let start = Position::start(&rules);
    let series = Series { games: 400, seed: 5, most_plies: 10 };
    let tally = Engine::new(rules.clone(), &start).simulate(&start, &series, &Progress::default()).expect("games");
    let north = (1..=400).filter(|game| lot(lots(5, *game), 1, 2) == 1).count() as u64;
    assert_eq!(tally.won, [400 - north, north]);
    assert!((150..=250).contains(&north), "{north} of 400 lots fell to North");
}

#[test]
fn a_match_draws_one_for_each_round() {
    let rules = with_match();
    let played = |seed| {
        let mut starters = Vec::new();
        for referee in referees(&rules) {
            let mut contest = Match::with_lots(referee, 100, seed).expect("a match").expect("begins");
            let mut begun = Vec::new();
            while contest.ending().is_none() {
                let position = contest.game().expect("a round").position();
                assert_eq!((position.starter, position.to_move), (position.lot, position.lot));
                assert_eq!(position.lot, lot(seed, contest.round(), 2));
                begun.push(position.lot);
                contest.play_nth(0).expect("a move");
                contest.next_round().expect("a round");
            }
            starters.push(begun);
        }
        assert_eq!(starters[0], starters[1]);
        starters.swap_remove(0)
    };
    let (one, other) = (played(1), played(2));
    assert_eq!(one.len(), 40);
    assert!(one != other && one.contains(&0) && one.contains(&1));
}

#[test]
fn nobody_who_looks_ahead_knows_the_lot() {
    // South may end the game now, which is a draw, or play on, and then the lot decides
    let text = "game \"Known\" { region: \"nowhere\" }\nboard { rows: 2\n columns: 3\n seeds: 2\n side: row }\n\
        move { from: own holes\n direction: counterclockwise\n begin: lift here, sow after here }\n\
        last seed, the first that fits { otherwise -> end turn }\n\
        before turn, the first that fits {\n when mover is South -> may draw\n when mover is South -> play\n \
        when mover wins the lot -> mover wins the game\n otherwise -> mover loses the game\n}\n\
        each player scores: nothing\n";
    let rules = Ruleset::read(Source::new("known.mancala", text)).expect("without problems").rules().expect("rules");
    let [referee, _] = referees(&rules);
    for kind in ["search:d4", "mcts:200", "greedy"] {
        let mut chosen = [Vec::new(), Vec::new()];
        for (winner, chosen) in chosen.iter_mut().enumerate() {
            let game = referee.game(Position { lot: winner, ..Position::start(&rules) }).expect("a game");
            for number in 0..20 {
                let mut player = Kind::parse(kind).expect("a player").player();
                let mut chance = generator(9, number);
                chosen.push(player.choose(&game, &mut chance, &Progress::default()).expect("a choice"));
            }
        }
        assert_eq!(chosen[0], chosen[1], "{kind} chooses by a lot that it cannot know");
    }
}

#[test]
fn a_saved_match_keeps_its_lots() {
    use mancala_tools::transcript::{Head, Recorder, Transcript};
    let rules = with_match();
    let players = vec!["random".to_owned(); 2];
    let source = Source::new("lots.mancala", "");
    let head = Head::new(&rules, &source, "lots.mancala", &[], players).of_match(&rules, 3, 6);
    let [referee, _] = referees(&rules);
    let mut contest = Match::with_lots(referee.clone(), 3, 6).expect("a match").expect("begins");
    let (mut recorder, mut text) = Recorder::begin(&head);
    while contest.ending().is_none() {
        let (round, by) = (contest.round(), contest.to_move().expect("somebody moves"));
        let play = contest.legal_names().swap_remove(0);
        contest.play_nth(0).expect("a move");
        text.push_str(&recorder.ply(round, by, &play));
        contest.next_round().expect("a round");
    }
    assert!(text.contains("lots: 6\n"), "{text}");
    let read = Transcript::parse(&text).expect("a transcript");
    read.replay(&referee, |_, _| {}).expect("the same match");
    let other = Transcript::parse(&text.replace("lots: 6", "lots: 1")).expect("a transcript");
    assert!(other.replay(&referee, |_, _| {}).is_err(), "other lots, and another player begins");
}
