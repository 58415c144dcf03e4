//! What a search says of a position is true.

use std::time::{Duration, Instant};

use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_engine::play::{Game, Referee};
use mancala_engine::players::{Certainty, Depth, Effort, Limits, Mcts, Outlook, Search};
use mancala_rules::chance::{choice, generator};

use super::rules;

/// A win by a rule, in seeds.
const DECIDED: i64 = 1_000_000;

fn analysed(game: &Game, limits: Limits, lines: usize) -> Depth {
    let mut chance = generator(1, 1);
    let found = Search::new(limits).analyse(game, lines, &mut chance, &Progress::default(), |_| {});
    found.expect("answers").expect("a depth")
}

/// What a player comes to if all play their best, found by playing everything; none if that is too much.
fn played_through(game: &Game, me: usize, plies: u32, budget: &mut u32) -> Option<i64> {
    *budget = budget.checked_sub(1)?;
    if let Some(ending) = game.outcome() {
        let lead = ending.scores[me] - ending.scores[1 - me];
        let by_score = match lead.signum() {
            0 => vec![0, 1],
            1 => vec![me],
            _ => vec![1 - me],
        };
        return Some(match ending.winners.as_slice() {
            winners if winners == by_score && game.rules().score.value.is_some() => lead,
            [winner] if *winner == me => DECIDED,
            [_] => -DECIDED,
            _ => 0,
        });
    }
    let values = (0..game.choices()).map(|index| {
        let mut next = game.clone();
        next.play_nth(index).expect("a legal move");
        played_through(&next, me, plies.checked_sub(1)?, budget)
    });
    let values = values.collect::<Option<Vec<i64>>>()?;
    if game.to_move() == me { values.into_iter().max() } else { values.into_iter().min() }
}

fn told(outlook: Outlook) -> i64 {
    match outlook {
        Outlook::Wins(_) => DECIDED,
        Outlook::Loses(_) => -DECIDED,
        Outlook::Ends(lead) => i64::from(lead),
        Outlook::Ahead(ahead) => {
            assert_eq!(ahead, 0, "only a draw is seen to the end like this");
            0
        }
    }
}

#[test]
fn a_solved_position_is_worth_what_playing_everything_gives() {
    let mut compared = 0;
    for name in ["kalah", "krur", "hus", "congkak", "waurie", "toguz-kumalak", "bestemshe", "dabuda"] {
        let rules = rules(name);
        let referee = Referee::tables(&rules);
        for seed in 0..crate::sized(7, 20) {
            let start = || referee.game(Position::start(&rules)).expect("a game");
            let play = |plies: usize| {
                let (mut game, mut chance, mut played) = (start(), generator(seed, 1), 0);
                while played < plies && !game.is_over() {
                    game.play_nth(choice(game.choices(), &mut chance)).expect("a legal move");
                    played += 1;
                }
                (game, played)
            };
            let (_, length) = play(400);
            let (game, _) = play(length.saturating_sub(7));
            if game.is_over() {
                continue;
            }
            let Some(value) = played_through(&game, game.to_move(), 40, &mut 5_000) else { continue };
            let found = analysed(&game, Limits { positions: Some(200_000), ..Limits::default() }, 1);
            if found.certainty == Certainty::Solved {
                assert_eq!(told(found.lines[0].value.outlook()), value, "{name}, game {seed}");
                compared += 1;
            }
        }
    }
    assert!(compared > crate::sized(10, 30), "only {compared} positions were compared");
}

#[test]
fn puzzles_are_solved_and_the_line_solves_them() {
    for name in ["tchoukaillon", "tchuka-ruma", "el-arnab"] {
        let rules = rules(name);
        let mut game = Referee::tables(&rules).game(Position::start(&rules)).expect("a game");
        let found = analysed(&game, Limits { positions: Some(2_000_000), ..Limits::default() }, 1);
        assert!(matches!(found.lines[0].value.outlook(), Outlook::Wins(_)), "{name}: {found:?}");
        for play in &found.lines[0].moves {
            game.play_named(play).expect("a legal move");
        }
        assert_eq!(game.outcome().expect("the line leads to the end").winners, [0], "{name}");
    }
}

#[test]
fn lines_are_legal_and_the_best_come_first() {
    for name in ["kalah", "krur", "um-laarais", "bao-la-kiswahili"] {
        let rules = rules(name);
        let game = Referee::tables(&rules).game(Position::start(&rules)).expect("a game");
        let found = analysed(&game, Limits { depth: Some(3), ..Limits::default() }, 3);
        assert_eq!((found.depth, found.lines.len()), (3, 3.min(game.choices())), "{name}");
        assert!(found.lines.is_sorted_by(|one, next| one.value >= next.value), "{name}: {:?}", found.lines);
        for line in &found.lines {
            let mut next = game.clone();
            assert_eq!(line.moves[0], game.legal_names()[line.index]);
            for play in &line.moves {
                next.play_named(play).expect("a legal move");
            }
        }
        let alone = analysed(&game, Limits { depth: Some(3), ..Limits::default() }, 1);
        assert_eq!(alone.lines[0].value, found.lines[0].value, "{name}: one line is worth the best of three");
    }
}

#[test]
fn a_search_ends_when_it_is_asked_to() {
    let rules = rules("bao-la-kiswahili");
    let game = Referee::tables(&rules).game(Position::start(&rules)).expect("a game");
    let began = Instant::now();
    analysed(&game, Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }, 1);
    let stopped = Progress::default();
    stopped.stop();
    let none = Search::new(Limits::default()).analyse(&game, 1, &mut generator(1, 1), &stopped, |_| {});
    assert!(none.expect("answers").is_none_or(|found| found.depth == 1));
    let weighed = Mcts::new(Effort::Time(Duration::from_millis(50))).analyse(
        &game,
        &mut generator(1, 1),
        &Progress::default(),
        |_| {},
    );
    let weighed = weighed.expect("answers");
    let begun: u64 = weighed.moves.iter().map(|tried| tried.playouts).sum();
    assert!(weighed.playouts > 0 && begun == weighed.playouts, "every game begins with some move");
    assert!(began.elapsed() < Duration::from_secs(20));
}
