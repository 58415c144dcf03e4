//! A game and a match in play: moves taken back, questions, refusals, copies.

mod amounts;
mod another;
mod at_a_time;
mod at_rest;
mod barred;
mod clockwise;
mod gathered;
mod instead;
mod last_seed;
mod lots;
mod marks;
mod refusals;
mod runs;
mod taken_back;

use std::collections::HashSet;
use std::sync::Arc;

use mancala_engine::contest::{GameOrMatch, Match};
use mancala_engine::game::{Answer, Move, Position, Sowing};
use mancala_engine::play::{Game, Referee};
use mancala_rules::chance::{choice, generator};
use mancala_rules::rules::model::Rules;

use crate::conformance::rules;

/// A game in which so many moves are legal, since holes are chosen in a turn, is followed no further.
const MANY_MOVES: usize = 300;

/// Every question looks through all legal moves, and there are as many questions.
const MANY_QUESTIONS: usize = 100;

/// Whoever reads the rules.
fn referees(rules: &Arc<Rules>) -> [Referee; 2] {
    [Referee::tables(rules), Referee::narrator(rules)]
}

/// A game from its start.
fn begun(referee: &Referee) -> Game {
    referee.game(Position::start(referee.rules())).expect("a game")
}

/// All moves that the questions of a turn lead to.
fn led_to(game: &Game, begun: Sowing, found: &mut Vec<Move>, asked: &mut HashSet<Vec<Answer>>) {
    let answers = game.question(&begun);
    if answers.is_empty() {
        return found.push(Move::Sow(begun));
    }
    if answers.len() > 1 {
        asked.insert(answers.clone());
    }
    for answer in answers {
        let mut more = begun.clone();
        more.answers.push(answer);
        led_to(game, more, found, asked);
    }
}

/// Looks at the questions of every position of a game at random, and gathers those that have several answers.
fn questions(referee: &Referee, seed: u64, asked: &mut HashSet<Vec<Answer>>) {
    let name = &referee.rules().about.name;
    let (mut game, mut chance) = (begun(referee), generator(seed, 1));
    for _ in 0..40 {
        let legal = game.legal_moves();
        if legal.is_empty() || legal.len() > MANY_QUESTIONS {
            break;
        }
        let mut turns: Vec<Sowing> = Vec::new();
        for sowing in legal.iter().filter_map(Move::sowing) {
            let turn = Sowing { answers: Vec::new(), ..sowing.clone() };
            if turns.last() != Some(&turn) {
                turns.push(turn);
            }
        }
        let mut found = Vec::new();
        for turn in turns {
            led_to(&game, turn, &mut found, asked);
        }
        let sown: Vec<Move> = legal.iter().filter(|play| **play != Move::Pass).cloned().collect();
        assert_eq!(found, sown, "{name}: the moves that questions lead to, in the order of the legal ones");
        for sowing in legal.iter().filter_map(Move::sowing) {
            let other_way = Sowing { way: sowing.way.reversed(), ..sowing.clone() };
            if !legal.iter().filter_map(Move::sowing).any(|it| (it.hole, it.way) == (other_way.hole, other_way.way)) {
                let begun = Sowing { answers: Vec::new(), ..other_way };
                assert_eq!(game.question(&begun), [], "{name}: nothing is asked of a turn that is not legal");
            }
        }
        game.play_nth(choice(legal.len(), &mut chance)).expect("legal");
    }
}

/// Whether games of a ruleset ask something; in each all questions are looked at.
fn is_asked(name: &str, wanted: impl Fn(&[Answer]) -> bool) -> bool {
    let mut asked = HashSet::new();
    let [tables, narrator] = referees(&rules(name, &[]));
    for seed in 0..2 {
        questions(&narrator, seed, &mut asked);
    }
    let found = |asked: &HashSet<Vec<Answer>>| asked.iter().any(|answers| wanted(answers));
    let mut seeds = 0..200;
    while seeds.start < 3 || !found(&asked) {
        let Some(seed) = seeds.next() else { break };
        questions(&tables, seed, &mut asked);
    }
    found(&asked)
}

#[test]
fn questions_lead_to_every_legal_move_and_to_nothing_else() {
    for name in ["mefuvha", "chisolo"] {
        let holes = |answers: &[Answer]| answers.iter().all(|answer| matches!(answer, Answer::Holes(_)));
        assert!(is_asked(name, holes), "{name}: holes are chosen");
    }
    for name in ["omweso", "bao-la-kiswahili"] {
        assert!(is_asked(name, |answers| answers == [Answer::Yes, Answer::No]), "{name}: a rule may apply");
    }
    let [tables, narrator] = referees(&rules("krur", &[]));
    let mut asked = HashSet::new();
    questions(&tables, 1, &mut asked);
    questions(&narrator, 1, &mut asked);
    assert_eq!(asked, HashSet::new(), "Krur has no choices within a turn");
}

#[test]
fn whoever_plays_can_be_sent_to_another_thread() {
    fn is_sent<T: Send + Sync + Clone + 'static>() {}
    is_sent::<Game>();
    is_sent::<Match>();
    is_sent::<GameOrMatch>();
    is_sent::<Referee>();
    let mut game = Game::new(&rules("oware", &[]));
    game.play_named("c1").expect("legal");
    let sent = game.clone();
    let played = std::thread::spawn(move || {
        let mut sent = sent;
        sent.play_named("d2").map(|()| sent)
    });
    let played = played.join().expect("a thread").expect("legal");
    game.play_named("d2").expect("legal");
    assert_eq!((played.history(), played.position()), (game.history(), game.position()));
}

#[test]
fn a_copy_goes_its_own_way() {
    for name in ["krur", "bao-la-kiswahili", "um-laarais", "tchoukaillon"] {
        for referee in referees(&rules(name, &[])) {
            let (mut game, mut chance) = (begun(&referee), generator(3, 1));
            let mut before = vec![game.position()];
            for _ in 0..6 {
                if game.is_over() {
                    break;
                }
                game.play_nth(choice(game.choices(), &mut chance)).expect("legal");
                before.push(game.position());
            }
            let all = |game: &Game| {
                let moves = (game.history().to_vec(), game.legal_moves());
                (moves, game.position(), game.left(), game.outcome())
            };
            let stands = all(&game);
            let (mut forth, mut back) = (game.clone(), game.clone());
            assert_eq!(all(&forth), stands, "{name}");
            while !forth.is_over() && forth.history().len() < 12 {
                forth.play_nth(choice(forth.choices(), &mut chance)).expect("legal");
            }
            let went = all(&forth);
            before.pop();
            while let Some(before) = before.pop() {
                // a copy can take back what was played before it was made
                assert_eq!(back.undo().as_ref(), game.history().get(back.history().len()), "{name}");
                assert_eq!(back.position(), before, "{name}");
            }
            assert_eq!((back.undo(), back.history().len()), (None, 0), "{name}");
            assert_eq!(all(&game), stands, "{name}: what its copies play does not reach the game");
            while game.undo().is_some() {}
            assert_eq!(all(&forth), went, "{name}: nor the other way");
        }
    }
}

#[test]
fn only_the_narrator_gathers_events() {
    for referee in referees(&rules("oware", &[])) {
        let mut game = begun(&referee);
        game.take_events();
        game.play_named("c1").expect("legal");
        let told = game.take_events();
        assert_eq!(told.is_empty(), matches!(referee, Referee::Tables(_)), "{told:?}");
        assert!(game.take_events().is_empty(), "each event is taken once");
    }
}
