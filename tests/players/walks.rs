//! Narrator and tables say the same of a game at every step forth and back, a game that looks ahead comes to the same
//! positions, and every player plays every game.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use mancala_engine::contest::Match;
use mancala_engine::engine::{Engine, Progress};
use mancala_engine::game::{Decision, Position, Reader, Verdict};
use mancala_engine::narrator::Narrator;
use mancala_engine::play::{Game, Referee};
use mancala_engine::players::Kind;
use mancala_rules::chance::{Generator, choice, generator};
use mancala_rules::rules::model::Rules;

use super::rules;

/// Plies of a game that is followed.
const PLIES: usize = crate::sized(20, 40) as usize;

/// A game in which so many moves are legal, since holes are chosen in a turn, is followed no further.
const MANY_MOVES: usize = 200;

/// One game read twice: by the narrator and from the tables.
struct Readers {
    name: &'static str,
    rules: Arc<Rules>,
    both: [Box<dyn Reader>; 2],
    /// What the rules may ask of a position that has this key from the tables.
    known: HashMap<u64, Asked>,
}

/// What the rules may ask of a position, whoever reads them: all but how many turns were had.
type Asked = (mancala_engine::game::Key, Vec<i64>, Vec<bool>, i64);

impl Readers {
    fn new(name: &'static str, rules: &Arc<Rules>) -> Readers {
        let start = Position::start(rules);
        let narrated = Narrator::new(rules.clone()).expect("a game");
        let tabled = Engine::new(rules.clone(), &start).game(&start).expect("a game");
        Readers { name, rules: rules.clone(), both: [Box::new(narrated), tabled], known: HashMap::new() }
    }

    /// These, which go on from where others stand.
    fn with(&self, both: impl Fn(&dyn Reader) -> Box<dyn Reader>) -> Readers {
        let both = [both(&*self.both[0]), both(&*self.both[1])];
        Readers { name: self.name, rules: self.rules.clone(), both, known: HashMap::new() }
    }

    /// What both answer.
    fn ask<T: PartialEq + Debug>(&mut self, what: &str, ask: impl Fn(&mut dyn Reader) -> T) -> T {
        let [narrated, tabled] = &mut self.both;
        let (narrated, tabled) = (ask(&mut **narrated), ask(&mut **tabled));
        assert_eq!(narrated, tabled, "{}: {what} by the narrator, and from the tables", self.name);
        tabled
    }

    fn keys(&self) -> [u64; 2] {
        [self.both[0].key(), self.both[1].key()]
    }

    /// Everything that can be asked of a game, but for what happens at random.
    fn compare(&mut self) -> usize {
        assert_eq!(self.ask("a list", |reader| reader.list()), Ok(()));
        let position = self.ask("position", |reader| reader.position());
        self.ask("position that the last turn left", |reader| reader.left());
        assert_eq!(self.ask("who moves", |reader| reader.to_move()), position.to_move);
        self.ask("whether to pass", |reader| reader.must_pass());
        self.ask("captured", |reader| reader.captured());
        self.ask("captured before the end", |reader| reader.captured_left());
        self.ask("depth", |reader| reader.depth());
        let decision = self.ask("decision", |reader| reader.decision());
        let ending = self.ask("ending", |reader| reader.ending());
        let choices = self.ask("choices", |reader| reader.choices());
        self.ask("moves", |reader| (0..=choices).map(|index| reader.listed(index)).collect::<Vec<_>>());
        self.ask("seeds in unmarked holes", |reader| reader.seeds_in_unmarked_holes());
        self.ask("whether it has stood", |reader| reader.has_stood());
        let players = self.rules.board.players.value;
        let numbers = |fill: &dyn Fn(&mut [i32])| {
            let mut numbers = vec![0; players];
            fill(&mut numbers);
            numbers
        };
        let scores = self.ask("scores", |reader| numbers(&|to| reader.scores(to)));
        self.ask("holdings", |reader| numbers(&|to| reader.holdings(to)));
        for index in 0..=choices {
            self.ask("scores after", |reader| numbers(&|to| reader.scores_after(index, to)));
            self.ask("holdings after", |reader| numbers(&|to| reader.holdings_after(index, to)));
        }
        assert!(self.both[1].take_events().is_empty(), "the tables gather no events");
        let Some(ending) = ending else {
            assert!(decision.is_none() && choices > 0);
            self.remember(&position);
            return choices;
        };
        assert_eq!((decision, choices), (Some(ending.decision()), 0));
        assert_eq!(scores.iter().map(|score| i64::from(*score)).collect::<Vec<_>>(), ending.scores);
        let best = scores.iter().max().expect("players");
        let winners: Vec<usize> = (0..scores.len())
            .filter(|player| match ending.decision() {
                Decision::Scores => scores[*player] == *best,
                Decision::Rule(Verdict::Wins(winner)) => winner == *player,
                Decision::Rule(Verdict::Loses(loser)) => loser != *player,
                Decision::Rule(Verdict::Draw) => true,
            })
            .collect();
        assert_eq!(winners, ending.winners);
        0
    }

    /// No two positions that the rules can tell apart have the same key.
    fn remember(&mut self, position: &Position) {
        let asked = (position.key(&self.rules), position.seeds.clone(), position.locked.clone(), position.pot);
        let known = self.known.entry(self.both[1].key()).or_insert_with(|| asked.clone());
        assert_eq!(*known, asked, "{}: two positions with one key", self.name);
    }

    /// Games at random from here are the same for the same seed, and lead nowhere. Narrator and tables use up chance
    /// differently, so only a game of no plies is the same for both.
    fn play_out(&mut self, seed: u64) {
        let name = self.name;
        let played = |reader: &mut dyn Reader, most_plies| {
            let mut played = Vec::new();
            (2..4).for_each(|game| reader.set_aside(generator(seed, game)));
            let mut each = |number, decision, scores: &[i32]| played.push((number, decision, scores.to_vec()));
            reader.play_out(most_plies, &Progress::default(), &mut each).expect("an answer");
            assert!(played.iter().map(|(number, ..)| *number).eq(0..2), "{name}: which were set aside");
            played
        };
        let before = self.keys();
        self.ask("a game at random of no plies", |reader| played(reader, 0));
        for reader in &mut self.both {
            assert_eq!(played(&mut **reader, 5), played(&mut **reader, 5), "{}: the same seed", self.name);
        }
        assert_eq!(self.keys(), before, "{}: a game at random comes back", self.name);
    }

    /// Plays a legal move, in one of two ways. Beyond the last nothing is played.
    fn play(&mut self, index: usize, eager: bool) {
        let forth = |reader: &mut dyn Reader, index| if eager { reader.play(index) } else { reader.forth(index) };
        let before = self.keys();
        let choices = self.ask("choices", |reader| reader.choices());
        assert_eq!(self.ask("beyond the last", |reader| forth(reader, choices)), Ok(false));
        assert_eq!(self.keys(), before);
        assert_eq!(self.ask("a move", |reader| forth(reader, index)), Ok(true));
    }

    fn back(&mut self) -> bool {
        self.ask("back", |reader| reader.back())
    }
}

/// A game at random that goes astray and back before every ply.
fn walked(name: &'static str, seed: u64) {
    let rules = rules(name);
    let (mut readers, mut game) = (Readers::new(name, &rules), Game::new(&rules));
    let mut chance = generator(seed, 1);
    for ply in 0..PLIES {
        let choices = readers.compare();
        let same = (game.position(), game.left(), game.outcome(), game.choices());
        let tabled = &readers.both[1];
        assert_eq!(same, (tabled.position(), tabled.left(), tabled.ending(), choices), "{name}");
        if choices == 0 || choices > MANY_MOVES {
            break;
        }
        astray(&mut readers, &mut chance);
        if ply % 8 == 0 {
            readers.play_out(seed);
            readers.with(|reader| reader.copy()).back_to_the_start(&Position::start(&rules), ply);
            let mut forked = readers.with(|reader| reader.fork());
            assert_eq!(forked.keys(), readers.keys());
            assert_eq!((forked.compare(), forked.back()), (choices, false), "{name}: a copy begins here");
            assert_eq!(forked.ask("depth", |reader| reader.depth()), 0);
            astray(&mut forked, &mut chance);
        }
        let index = choice(choices, &mut chance);
        readers.play(index, choice(2, &mut chance) == 0);
        game.play_nth(index).expect("a legal move");
        assert_eq!(readers.ask("depth", |reader| reader.depth()), ply + 1);
        assert!(!readers.both[0].take_events().is_empty(), "{name}: the narrator gathers events");
        assert!(readers.both[0].take_events().is_empty(), "{name}: and tells them once");
    }
}

/// Some plies at random, and back.
fn astray(readers: &mut Readers, chance: &mut Generator) {
    let (name, keys) = (readers.name, readers.keys());
    let depth = readers.ask("depth", |reader| reader.depth());
    for _ in 0..choice(4, chance) {
        let choices = readers.compare();
        if choices == 0 || choices > MANY_MOVES {
            break;
        }
        readers.play(choice(choices, chance), choice(2, chance) == 0);
    }
    readers.compare();
    while readers.ask("depth", |reader| reader.depth()) > depth {
        assert!(readers.back());
        readers.compare();
    }
    assert_eq!(readers.keys(), keys, "{name}: the same position has the same key");
    readers.both[0].take_events();
}

impl Readers {
    /// As many plies are taken back as were played, and no more.
    fn back_to_the_start(mut self, start: &Position, plies: usize) {
        for _ in 0..plies {
            assert!(self.back());
            self.compare();
        }
        assert_eq!((self.back(), &self.both[1].left()), (false, start), "{}", self.name);
    }
}

#[test]
fn narrator_and_tables_say_the_same_at_every_step_forth_and_back() {
    for (name, _) in crate::sampled() {
        for seed in 0..2 {
            walked(name, seed);
        }
    }
}

#[test]
fn to_look_ahead_is_to_know_what_stood_before_whoever_reads_the_rules() {
    // the third time that the position stands the round is over, and a game that looks ahead sees it one ply before
    let rules = rules("krur");
    let mut found = 0;
    for seed in 0..60 {
        let mut chance = generator(seed, 1);
        let mut tables = Game::new(&rules);
        let mut narrated = Game::narrated(&rules, Position::start(&rules)).expect("a game");
        for ply in 0..200 {
            if tables.is_over() {
                break;
            }
            let index = choice(tables.choices(), &mut chance);
            let mut ahead = [tables.ahead().expect("a game"), narrated.ahead().expect("a game")];
            tables.play_nth(index).expect("legal");
            narrated.play_nth(index).expect("legal");
            for ahead in &mut ahead {
                assert_eq!((ahead.depth(), ahead.history().len()), (0, ply));
                assert_eq!(ahead.forth(index), Ok(true));
                assert_eq!(ahead.decision(), tables.outcome().map(|ending| ending.decision()));
                assert_eq!((ahead.outcome(), ahead.has_stood()), (tables.outcome(), tables.has_stood()));
                ahead.back();
                assert_eq!(ahead.list(), Ok(ahead.legal_moves().len()));
            }
            found += u32::from(tables.outcome().is_some_and(|ending| ending.reason.contains("repeated")));
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
