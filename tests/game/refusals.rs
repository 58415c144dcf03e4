//! What is not played, and why: it changes nothing.

use mancala_engine::contest::Match;
use mancala_engine::game::{Fault, IllegalMove, Move};
use mancala_engine::play::Game;
use mancala_rules::chance::{choice, generator};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

use super::{MANY_MOVES, begun, referees};
use crate::conformance::rules;

/// Names that no move of any game has, or not as they are written here.
const UNKNOWN: [&str; 8] = ["", "zz", "a0", "C9", " c1", "c1 ", "move 1", "fill-rest"];

/// Tries what is not legal now; the game stands as before.
fn refuses(game: &mut Game, place: &str) {
    let all = |game: &Game| {
        let moves = (game.history().to_vec(), game.legal_moves());
        (moves, game.position(), game.left(), game.outcome())
    };
    let before = all(game);
    let legal = game.legal_names();
    let refused = |name: &str| {
        let name = name.to_owned();
        if legal.is_empty() {
            IllegalMove::AfterEnd { name }
        } else {
            IllegalMove::NotLegal { name, legal: legal.join(" ") }
        }
    };
    let played = game.history().iter().map(Move::to_string).collect::<Vec<_>>();
    for name in UNKNOWN.iter().map(|name| (*name).to_owned()).chain(played).chain(["pass".to_owned()]) {
        if legal.contains(&name) {
            assert_eq!(game.parse(&name).map(|play| play.to_string()), Ok(name), "{place}");
        } else {
            assert_eq!(game.parse(&name), Err(refused(&name)), "{place}");
            assert_eq!(game.play_named(&name), Err(refused(&name)), "{place}");
        }
    }
    for play in [Move::Pass, Move::FillRest].iter().chain(game.history().to_vec().iter()) {
        if !game.legal_moves().contains(play) {
            assert_eq!(game.play(play), Err(refused(&play.to_string())), "{place}");
        }
    }
    for beyond in [0, 1, 1000] {
        let index = game.choices() + beyond;
        assert_eq!(game.play_nth(index), Err(refused(&format!("move {}", index + 1))), "{place}");
    }
    assert_eq!(all(game), before, "{place}: a refusal changes nothing");
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    let mut ended = 0;
    for (name, _) in crate::sampled() {
        for referee in referees(&rules(name, &[])) {
            let (mut game, mut chance) = (begun(&referee), generator(9, 1));
            for ply in 0..200 {
                if ply % 10 == 0 || game.is_over() {
                    refuses(&mut game, name);
                }
                if game.is_over() || game.choices() > MANY_MOVES || (ply == 20 && name.starts_with("bao")) {
                    break;
                }
                let legal = game.legal_names();
                let play = &legal[choice(legal.len(), &mut chance)];
                assert_eq!(
                    game.parse(play).as_ref().ok(),
                    game.legal_moves().iter().find(|it| it.to_string() == *play)
                );
                game.play_named(play).expect("legal");
            }
            ended += u32::from(game.is_over());
        }
    }
    assert!(ended > crate::sized(4, 20) as u32, "{ended} games come to their end");
}

#[test]
fn a_refusal_says_what_is_legal() {
    let mut game = Game::new(&rules("oware", &[]));
    let refused = game.play_named("a2").expect_err("North's hole");
    assert_eq!(refused.to_string(), "`a2` is not legal here; legal: a1 b1 c1 d1 e1 f1");
    let refused = game.play_nth(6).expect_err("there are six");
    assert_eq!(refused.to_string(), "`move 7` is not legal here; legal: a1 b1 c1 d1 e1 f1");
}

#[test]
fn a_match_refuses_as_its_rounds_do() {
    let rules = rules("gabata-ansaba", &[]);
    for referee in referees(&rules) {
        let mut contest = Match::with(referee, 3).expect("a match").expect("begins");
        let mut chance = generator(3, 1);
        let mut laid_out = 0;
        loop {
            let all =
                |contest: &Match| (contest.shown(), contest.legal_moves(), contest.round(), contest.ending().cloned());
            let (before, legal) = (all(&contest), contest.legal_names());
            let over = contest.ending().is_some() || contest.game().is_some_and(Game::is_over);
            for name in ["zz", "", "move 1"] {
                let name = name.to_owned();
                let refused = if over {
                    IllegalMove::AfterEnd { name: name.clone() }
                } else {
                    IllegalMove::NotLegal { name: name.clone(), legal: legal.join(" ") }
                };
                assert_eq!(contest.play_named(&name), Err(refused));
            }
            assert!(contest.play_nth(contest.choices()).is_err());
            let is_legal = legal.contains(&Move::Pass.to_string());
            assert!(is_legal || contest.play(Move::Pass).is_err());
            assert_eq!(all(&contest), before, "a refusal changes nothing");
            laid_out += u32::from(contest.laying_out().is_some());
            if contest.ending().is_some() {
                break;
            }
            match contest.choices() {
                0 => contest.next_round().expect("goes on"),
                choices => contest.play_nth(choice(choices, &mut chance)).expect("legal"),
            }
        }
        assert!(laid_out > 0, "nobody laid out");
    }
}

#[test]
fn where_the_rules_give_no_answer_a_game_tells_the_fault() {
    // nobody has a hole of fifty seeds, and the rules do not say what happens then
    let text = r#"
game "Stuck" {
  region: "nowhere"
}
board {
  rows: 2
  columns: 4
  seeds: 4
  side: row
}
move {
  from: own holes where holds at least 50
  direction: counterclockwise
  begin: lift here, sow after here
}
last seed, the first that fits {
  otherwise -> end turn
}
before turn, the first that fits {
  otherwise -> play
}
each player scores: seeds in own store
"#;
    let ruleset = Ruleset::read(Source::new("stuck.mancala", text)).unwrap_or_else(|error| {
        panic!("{}", mancala_rules::problem::render(&error.problems, &error.source, false, 100))
    });
    let rules = ruleset.rules().expect("rules");
    let wanted = "a rule says `play`, but the mover has no legal move";
    for referee in referees(&rules) {
        let start = mancala_engine::game::Position::start(&rules);
        assert_eq!(referee.game(start).map(|_| ()).map_err(|fault| fault.message), Err(wanted.to_owned()));
    }
    let mut game = Game::new(&rules);
    assert_eq!((game.legal_moves(), game.is_over(), game.outcome()), (Vec::new(), false, None));
    let refusals = [game.play_nth(0), game.play_named("a1"), game.play(Move::Pass), game.parse("a1").map(|_| ())];
    for refused in refusals {
        let message = match refused {
            Err(IllegalMove::Fault(Fault { message, .. })) => message,
            other => panic!("{other:?}"),
        };
        assert_eq!(message, wanted);
    }
    assert_eq!((game.undo(), game.history().len()), (None, 0));
    assert_eq!(game.position(), mancala_engine::game::Position::start(&rules));
}
