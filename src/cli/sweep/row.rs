//! A row of a sweep: what random games showed under one set of readings, with one seed.

use mancala_engine::engine::{Engine, Tally, add_each};
use mancala_rules::rules::model::Rules;
use mancala_tools::drivers::apart::Watched;
use mancala_tools::drivers::measure::{Interval, Sample, Share};

use crate::cli::game::Loaded;
use crate::cli::provenance::{Provenance, readings};
use crate::cli::sheet::{Cell, Column, Kind};
use crate::cli::statistics::{forbids, list_name};

/// What random games showed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Swept {
    /// The number of the row among all rows, from 1.
    pub(super) number: u64,
    /// Title of the game, name of its file, all readings, fingerprint and version.
    pub(super) origin: [String; 5],
    /// The readings that are not the usual ones, as names and values; empty for the usual readings.
    pub(super) changed: String,
    pub(super) seed: u64,
    pub(super) games: u64,
    pub(super) stopped: u64,
    pub(super) length: Option<Sample>,
    pub(super) shortest: u64,
    pub(super) longest: u64,
    /// Games that each player won alone.
    pub(super) wins: Vec<u64>,
    /// Games that several won.
    pub(super) shared: u64,
    /// The final score of the first player, where there are scores.
    pub(super) score: Option<Sample>,
    /// Legal moves of the player to move.
    pub(super) moves: Option<Sample>,
    /// Why games ended, and how many, the most common first.
    pub(super) endings: Vec<(String, u64)>,
    /// Games in which legal moves and the rules that apply were counted.
    pub(super) examined: u64,
    /// Number of rules in lists.
    pub(super) rules: u64,
    /// The rules that never applied, rules that forbid moves aside.
    pub(super) idle: Vec<String>,
    /// Games of these readings, followed under the usual ones.
    pub(super) watched: Watched,
    /// Games of the usual readings, followed under these.
    pub(super) usual: Watched,
    /// A number that other games would hardly have.
    pub(super) digest: String,
}

/// The columns of the table.
const COLUMNS: [(&str, Kind); 46] = [
    ("number", Kind::Count),
    ("game", Kind::Text),
    ("file", Kind::Text),
    ("changed", Kind::Text),
    ("readings", Kind::Text),
    ("seed", Kind::Count),
    ("games", Kind::Count),
    ("stopped", Kind::Count),
    ("plies", Kind::Measure),
    ("plies_low", Kind::Measure),
    ("plies_high", Kind::Measure),
    ("plies_deviation", Kind::Measure),
    ("shortest", Kind::Count),
    ("longest", Kind::Count),
    ("wins", Kind::Counts),
    ("shared", Kind::Count),
    ("first_wins", Kind::Measure),
    ("first_wins_low", Kind::Measure),
    ("first_wins_high", Kind::Measure),
    ("drawn", Kind::Measure),
    ("drawn_low", Kind::Measure),
    ("drawn_high", Kind::Measure),
    ("scored", Kind::Count),
    ("score", Kind::Measure),
    ("score_low", Kind::Measure),
    ("score_high", Kind::Measure),
    ("score_deviation", Kind::Measure),
    ("positions", Kind::Count),
    ("legal_moves", Kind::Measure),
    ("legal_moves_deviation", Kind::Measure),
    ("endings", Kind::Texts),
    ("ended", Kind::Counts),
    ("examined", Kind::Count),
    ("rules", Kind::Count),
    ("idle_rules", Kind::Texts),
    ("watched", Kind::Count),
    ("shown", Kind::Count),
    ("shown_share", Kind::Measure),
    ("shown_plies", Kind::Measure),
    ("usual_watched", Kind::Count),
    ("usual_shown", Kind::Count),
    ("usual_shown_share", Kind::Measure),
    ("usual_shown_plies", Kind::Measure),
    ("digest", Kind::Text),
    ("fingerprint", Kind::Text),
    ("version", Kind::Text),
];

/// The columns of the table.
pub(super) fn columns() -> Vec<Column> {
    COLUMNS.map(|(name, kind)| Column::new(name, kind)).to_vec()
}

/// Readings as one text.
fn told(readings: &[(String, String)]) -> String {
    readings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
}

/// The games that were watched: of these readings, and of the usual ones.
pub(super) type Both = [Watched; 2];

impl Swept {
    pub(super) fn new(
        (number, seed): (u64, u64),
        (loaded, usual): (&Loaded, &Rules),
        engine: &Engine<&Rules>,
        tally: &Tally,
        [watched, watched_usual]: Both,
    ) -> Self {
        let rules = &loaded.rules;
        let before = readings(usual);
        let mut changed = readings(rules);
        changed.retain(|reading| !before.contains(reading));
        let said = |rule: Option<u16>| match rule.and_then(|rule| engine.rule(usize::from(rule))) {
            Some(rule) if rule.said.is_empty() => list_name(rules, rule.list),
            Some(rule) => rule.said.clone(),
            None => "endless sowing".to_owned(),
        };
        let mut endings: Vec<(String, u64)> = tally.endings.iter().map(|(rule, games)| (said(*rule), *games)).collect();
        endings.sort_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        let idle = (0..engine.rules_in_all()).filter_map(|number| {
            let rule = engine.rule(number).filter(|rule| !forbids(rules, rule.span))?;
            let line = loaded.ruleset.source.line(rule.span.start);
            let said = if rule.said.is_empty() { "always" } else { rule.said.as_str() };
            let never = tally.applied.get(number).copied().unwrap_or(0) == 0;
            never.then(|| format!("{}, {}: {said}", list_name(rules, rule.list), line.in_words()))
        });
        let origin = Provenance::of(loaded).columns();
        Swept {
            number,
            origin,
            changed: told(&changed),
            seed,
            games: tally.games,
            stopped: tally.stopped,
            length: Sample::of(&tally.lengths),
            shortest: tally.lengths.keys().next().copied().unwrap_or(0),
            longest: tally.lengths.keys().next_back().copied().unwrap_or(0),
            wins: tally.won.clone(),
            shared: tally.shared,
            score: rules.score.value.as_ref().and(tally.by_score.first()).and_then(Sample::of),
            moves: Sample::of_sums(tally.choices, tally.moves.into(), tally.moves_squared.into()),
            endings,
            examined: tally.examined,
            rules: engine.rules_in_all() as u64,
            idle: idle.collect(),
            watched,
            usual: watched_usual,
            digest: digest(tally),
        }
    }

    pub(super) fn game(&self) -> &str {
        &self.origin[0]
    }

    /// Whether a row is of the same rule file, of the same version.
    pub(super) fn is_of_same_game(&self, other: &Swept) -> bool {
        [1, 3, 4].iter().all(|at| self.origin[*at] == other.origin[*at])
    }

    /// Whether these are the usual readings, or those that `--set` chose.
    pub(super) fn is_usual(&self) -> bool {
        self.changed.is_empty()
    }

    /// The readings that are changed.
    pub(super) fn label(&self) -> &str {
        if self.is_usual() { "as chosen" } else { &self.changed }
    }

    pub(super) fn first_wins(&self) -> Share {
        Share::of(self.wins.first().copied().unwrap_or(0), self.games)
    }

    pub(super) fn drawn(&self) -> Share {
        Share::of(self.shared, self.games)
    }

    /// The share of games of these readings that cannot be games of the usual ones.
    pub(super) fn shown(&self) -> Share {
        Share::of(self.watched.shown, self.watched.games)
    }

    /// Adds the row of the same readings with another seed.
    pub(super) fn add(&mut self, other: &Swept) {
        let joined = |one: Option<Sample>, two: Option<Sample>| match (one, two) {
            (Some(one), Some(two)) => Some(one.joined(&two)),
            (one, two) => one.or(two),
        };
        self.games += other.games;
        self.stopped += other.stopped;
        self.length = joined(self.length, other.length);
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        add_each(&mut self.wins, &other.wins);
        self.shared += other.shared;
        self.score = joined(self.score, other.score);
        self.moves = joined(self.moves, other.moves);
        for (ending, games) in &other.endings {
            match self.endings.iter_mut().find(|(known, _)| known == ending) {
                Some((_, sum)) => *sum += games,
                None => self.endings.push((ending.clone(), *games)),
            }
        }
        self.endings.sort_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        self.examined += other.examined;
        self.idle.retain(|rule| other.idle.contains(rule));
        self.watched.add(&other.watched);
        self.usual.add(&other.usual);
        self.digest.push_str(&other.digest);
    }

    /// The cells of the table.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let [game, file, readings, fingerprint, version] = self.origin.clone().map(Cell::Text);
        let sample = |sample: Option<Sample>| {
            let bounds = sample.and_then(|sample| sample.interval());
            let [low, high] = ends(bounds);
            let deviation = sample.map(|sample| sample.deviation);
            [sample.map(|sample| sample.mean), low, high, deviation].map(Cell::measure)
        };
        let share = |share: Share| {
            let [low, high] = ends(share.bounds);
            [share.bounds.map(|_| share.share()), low, high].map(Cell::measure)
        };
        let watched = |watched: &Watched| {
            let share = Share::of(watched.shown, watched.games);
            let mean = (watched.shown > 0).then(|| watched.plies as f64 / watched.shown as f64);
            let measures = [share.bounds.map(|_| share.share()), mean].map(Cell::measure);
            [watched.games, watched.shown].map(Cell::Count).into_iter().chain(measures)
        };
        let mut cells = vec![Cell::Count(self.number), game, file, Cell::Text(self.changed.clone()), readings];
        cells.extend([self.seed, self.games, self.stopped].map(Cell::Count));
        cells.extend(sample(self.length));
        cells.extend([self.shortest, self.longest].map(Cell::Count));
        cells.extend([Cell::Counts(self.wins.clone()), Cell::Count(self.shared)]);
        cells.extend(share(self.first_wins()).into_iter().chain(share(self.drawn())));
        cells.push(self.score.map_or(Cell::Nothing, |score| Cell::Count(score.number)));
        cells.extend(sample(self.score));
        cells.push(self.moves.map_or(Cell::Nothing, |moves| Cell::Count(moves.number)));
        cells.extend([self.moves.map(|moves| moves.mean), self.moves.map(|moves| moves.deviation)].map(Cell::measure));
        let (endings, ended) = self.endings.iter().cloned().unzip();
        cells.extend([Cell::Texts(endings), Cell::Counts(ended)]);
        cells.extend([self.examined, self.rules].map(Cell::Count));
        cells.push(Cell::Texts(self.idle.clone()));
        cells.extend(watched(&self.watched).chain(watched(&self.usual)));
        cells.extend([Cell::Text(self.digest.clone()), fingerprint, version]);
        cells
    }
}

fn ends(bounds: Option<Interval>) -> [Option<f64>; 2] {
    [bounds.map(|bounds| bounds.low), bounds.map(|bounds| bounds.high)]
}

/// A number that other lengths, results and scores would hardly have.
fn digest(tally: &Tally) -> String {
    let told = format!("{:?} {:?} {} {:?}", tally.lengths, tally.won, tally.shared, tally.by_score);
    hmac_sha256::Hash::hash(told.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
