//! What holds of every turn that is shown.

use mancala_engine::contest::Start;
use mancala_engine::game::Position;
use mancala_rules::chance::{choice, generator};

use super::{rules, session};

#[test]
fn a_turn_shown_loses_no_seed_and_ends_as_it_was_played() {
    for (game, _) in crate::sampled() {
        let rules = rules(game).0;
        let mut session = session(rules, Start::Game(Position::start(rules)));
        let mut chance = generator(11, 1);
        for _ in 0..12 {
            let legal = session.legal_moves();
            if legal.is_empty() || session.must_pass() {
                break;
            }
            let play = &legal[choice(legal.len(), &mut chance)];
            let name = &play.to_string();
            let frames = session.rehearse(play.sowing().expect("a hole is sown"));
            let before = session.shown();
            session.play(name).expect("legal");
            let all = |position: &Position| position.seeds.iter().sum::<i64>() + position.pot;
            for frame in &frames {
                assert_eq!(all(&frame.position) + frame.hand, all(&before), "{game} {name}");
                assert_eq!(frame.position.to_move, before.to_move, "{game} {name}");
            }
            assert!(frames.windows(2).all(|pair| pair[0].told <= pair[1].told), "{game} {name}");
            let last = frames.last().expect("something was sown");
            let left = session.game().expect("a game").left();
            assert_eq!((&last.position.seeds, last.hand), (&left.seeds, 0), "{game} {name}");
            assert_eq!(last.position.marks, left.marks, "{game} {name}");
        }
    }
}
