//! Looks for positions and moves whose outcomes separate readings.

use foldhash::HashMap;
use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_engine::play::{Game, Referee};
use mancala_rules::chance::{choice, generator};

use super::found::{Outcome, Question};
use super::replay::meanings;

/// How far to look for questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Random games from each beginning.
    pub games: u64,
    /// Plies of each.
    pub plies: u64,
    /// Seed of the random generator.
    pub seed: u64,
    /// Most questions.
    pub questions: usize,
}

/// For each kind of play the number of its class: the first kind with the same outcome.
type Classes = Vec<usize>;

/// Looks for questions that separate kinds of play. Each random game is played under all kinds at once, by moves whose
/// outcome is the same under all, so its positions occur whichever kind is right. Also returns whether the questions
/// tell all kinds apart.
pub(super) fn questions(
    kinds: &[Referee],
    beginnings: &[Position],
    search: &Search,
    progress: &Progress,
) -> (Vec<Question>, bool) {
    if kinds.len() < 2 {
        return (Vec::new(), true);
    }
    let mut pool: HashMap<Classes, Question> = HashMap::default();
    let starts: Vec<Position> = kinds.iter().map(|referee| Position::start(referee.rules())).collect();
    let begun: Vec<Outcome> =
        starts.iter().map(|position| Outcome::Leads { position: Box::new(position.clone()), ended: None }).collect();
    let classes = classes(&begun);
    let alike = most_common(&classes);
    if separates(&classes) {
        let position = starts[alike[0]].clone();
        let question =
            Question { position, line: Vec::new(), from_start: true, play: None, outcomes: gathered(begun, &classes) };
        pool.insert(classes, question);
    }
    // kinds that begin on other boards are told apart by that
    let start = starts[alike[0]].clone();
    let with_start = std::iter::once((&start, true)).chain(beginnings.iter().map(|position| (position, false)));
    for (beginning, from_start) in with_start {
        let fits = |kind: &usize| starts[*kind].seeds.len() == beginning.seeds.len();
        let kinds_here: Vec<usize> = if from_start { alike.clone() } else { (0..kinds.len()).filter(fits).collect() };
        let mut lockstep = Lockstep { kinds, here: &kinds_here, from_start, pool: &mut pool };
        for number in 1..=search.games {
            if progress.is_stopped() || lockstep.is_done() {
                break;
            }
            lockstep.game(beginning, number, search, progress);
        }
    }
    chosen(pool, kinds.len(), search.questions)
}

/// Games played under several kinds at once.
struct Lockstep<'a> {
    kinds: &'a [Referee],
    /// The kinds that can be played from here, by index.
    here: &'a [usize],
    from_start: bool,
    /// For each division of the kinds, the question with the shortest line.
    pool: &'a mut HashMap<Classes, Question>,
}

impl Lockstep<'_> {
    /// Whether some question after at most one move tells all kinds apart.
    fn is_done(&self) -> bool {
        self.pool.iter().any(|(classes, question)| {
            question.line.is_empty() && classes.iter().enumerate().all(|(kind, class)| kind == *class)
        })
    }

    /// Plays a random game, and asks of each of its moves what comes of it under each kind.
    fn game(&mut self, beginning: &Position, number: u64, search: &Search, progress: &Progress) {
        let mut chance = generator(search.seed, number);
        let mut games: Vec<Game> = Vec::new();
        for kind in self.here {
            let Ok(game) = self.kinds[*kind].game(beginning.clone()) else { return };
            games.push(game);
        }
        for _ in 0..search.plies {
            if progress.is_stopped() {
                return;
            }
            let mut alike: Vec<String> = Vec::new();
            for name in candidates(&games) {
                let Some(outcomes) = outcomes(&mut games, &name) else { continue };
                let here = classes(&outcomes);
                if !separates(&here) {
                    alike.push(name);
                    continue;
                }
                self.ask(&games, name, outcomes, &here);
            }
            if alike.is_empty() {
                return;
            }
            let name = &alike[choice(alike.len(), &mut chance)];
            for game in &mut games {
                let played = meanings(&game.legal_names(), name).first().map(|nth| game.play_nth(*nth));
                if !matches!(played, Some(Ok(()))) {
                    return;
                }
            }
        }
    }

    fn ask(&mut self, games: &[Game], name: String, outcomes: Vec<Outcome>, here: &Classes) {
        let Some(first) = games.first() else { return };
        // a kind that cannot be played from here is not told apart from any
        let mut all: Classes = vec![0; self.kinds.len()];
        for (at, kind) in self.here.iter().enumerate() {
            all[*kind] = self.here[here[at]];
        }
        for kind in (0..self.kinds.len()).filter(|kind| !self.here.contains(kind)) {
            all[kind] = self.here[0];
        }
        let line: Vec<String> = first.history().iter().map(ToString::to_string).collect();
        let known = self.pool.get(&all);
        if known.is_some_and(|known| known.line.len() <= line.len()) {
            return;
        }
        let outcomes = gathered(outcomes, here);
        let outcomes = outcomes
            .into_iter()
            .map(|(outcome, kinds)| (outcome, kinds.into_iter().map(|at| self.here[at]).collect()))
            .collect();
        let position = first.position();
        let play = Some((position.to_move, name));
        self.pool.insert(all, Question { position, line, from_start: self.from_start, play, outcomes });
    }
}

/// The names of moves that are legal in some of the games.
fn candidates(games: &[Game]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for game in games {
        for name in game.legal_names() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// What comes of a move in each of the games; `None` if it is ambiguous in one, or the rules give no answer.
fn outcomes(games: &mut [Game], name: &str) -> Option<Vec<Outcome>> {
    games
        .iter_mut()
        .map(|game| match meanings(&game.legal_names(), name).as_slice() {
            [] => Some(Outcome::Illegal),
            [nth] => {
                game.play_nth(*nth).ok()?;
                let ended = game.outcome().map(|ending| (ending.winners, ending.scores));
                let position = Box::new(seen(game.left()));
                game.undo();
                Some(Outcome::Leads { position, ended })
            }
            _ => None,
        })
        .collect()
}

/// What a person at the board sees of a position.
fn seen(position: Position) -> Position {
    Position { last: None, last_ways: vec![None; position.last_ways.len()], ..position }
}

/// For each outcome the index of the first that is equal.
fn classes(outcomes: &[Outcome]) -> Classes {
    let first = |outcome: &Outcome| outcomes.iter().position(|other| other == outcome).unwrap_or(0);
    outcomes.iter().map(first).collect()
}

fn separates(classes: &Classes) -> bool {
    classes.iter().any(|class| *class != classes[0])
}

/// The kinds of the largest class.
fn most_common(classes: &Classes) -> Vec<usize> {
    let members = |class: usize| -> Vec<usize> { (0..classes.len()).filter(|kind| classes[*kind] == class).collect() };
    // of equally large ones, the first
    (0..classes.len()).rev().map(members).max_by_key(Vec::len).unwrap_or_default()
}

/// Each outcome once, with the kinds that have it.
fn gathered(outcomes: Vec<Outcome>, classes: &Classes) -> Vec<(Outcome, Vec<usize>)> {
    let of = |class: usize| (0..classes.len()).filter(|kind| classes[*kind] == class).collect();
    let each = outcomes.into_iter().enumerate().filter(|(kind, _)| classes[*kind] == *kind);
    each.map(|(class, outcome)| (outcome, of(class))).collect()
}

/// Chooses questions one by one: each divides most evenly what those before leave together, and among those that do so
/// equally well, it has the shortest line.
fn chosen(pool: HashMap<Classes, Question>, kinds: usize, most: usize) -> (Vec<Question>, bool) {
    let mut pool: Vec<(Classes, Question)> = pool.into_iter().collect();
    // the order of a hash map is no order
    pool.sort_by(|(one, first), (other, second)| {
        (first.line.len(), &first.line, one).cmp(&(second.line.len(), &second.line, other))
    });
    let mut together: Vec<Vec<usize>> = vec![vec![0]; kinds];
    let mut questions = Vec::new();
    while questions.len() < most && !pool.is_empty() {
        let value = |classes: &Classes| pairs(&divided(&together, classes));
        let before = pairs(&together);
        let best = (0..pool.len()).min_by_key(|at| (value(&pool[*at].0), *at));
        let Some(best) = best.filter(|at| value(&pool[*at].0) < before) else { break };
        let (classes, question) = pool.remove(best);
        together = divided(&together, &classes);
        questions.push(question);
    }
    (questions, pairs(&together) == 0)
}

/// The classes of kinds after another question.
fn divided(together: &[Vec<usize>], classes: &Classes) -> Vec<Vec<usize>> {
    together.iter().zip(classes).map(|(before, class)| [before.as_slice(), &[*class]].concat()).collect()
}

/// Pairs of kinds that are not told apart.
fn pairs(together: &[Vec<usize>]) -> usize {
    let mut sizes: HashMap<&[usize], usize> = HashMap::default();
    for class in together {
        *sizes.entry(class).or_default() += 1;
    }
    sizes.values().map(|size| size * (size - 1) / 2).sum()
}
