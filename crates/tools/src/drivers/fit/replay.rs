//! Plays records by the tables: whether rules allow what a record tells, and where they do not.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use foldhash::HashMap;
use mancala_engine::engine::Progress;
use mancala_engine::game::{Fault, IllegalMove, Position};
use mancala_engine::play::{Game, Referee};
use mancala_rules::rules::model::Example;
use mancala_rules::source::Span;

use crate::examples::{After, before};
use crate::record::{Count, Played, Record};

/// What comes of playing a record.
pub(super) enum Replayed {
    /// The rules allow all that it tells.
    Fits,
    /// They contradict it.
    Contradicted(Box<Contradiction>),
    /// It leaves moves open that can be played in more ways than are followed.
    Open {
        /// Where the moves are left open.
        span: Span,
        /// In so many ways, at least.
        ways: usize,
    },
    /// The work was stopped.
    Stopped,
}

/// The first statement of a record that rules contradict.
pub(super) struct Contradiction {
    /// The position in which the record begins.
    pub(super) start: Position,
    /// The moves up to the statement. Where several ways lead there, the one that comes nearest.
    pub(super) path: Vec<String>,
    /// Number of ways that lead there.
    pub(super) ways: usize,
    /// The statement.
    pub(super) what: Contradicted,
}

/// A statement that rules contradict.
pub(super) enum Contradicted {
    /// A move that is not legal.
    Move(String, Span),
    /// A move that the record does not tell: there is none.
    Unknown(Span),
    /// What should hold after the moves, by the place of the step.
    Expected(Span),
    /// A number of sequences, and what it is.
    Count(Count, u64),
    /// The rules give no answer.
    Fault(Fault, Span),
}

/// Plays records under one set of readings.
pub(super) struct Replay<'a> {
    pub(super) referee: &'a Referee,
    /// For each step of a record, its statements.
    pub(super) examples: HashMap<Span, &'a Example>,
    /// Most ways to play unknown moves that are followed.
    pub(super) most_ways: usize,
    pub(super) progress: &'a Progress,
}

/// Games that a record may tell of, or what ends the replay.
type Ways = Result<Vec<Way>, Replayed>;

/// A game that a record may tell of.
#[derive(Clone)]
struct Way {
    game: Game,
    /// The positions that it went through, if a rule asks for repeated ones.
    seen: Vec<u64>,
}

impl Replay<'_> {
    /// Plays a record whose first step is `first`.
    pub(super) fn record(&self, record: &Record, first: &Example) -> Replayed {
        let start = before(self.referee.rules(), first);
        self.ways(record, &start).err().unwrap_or(Replayed::Fits)
    }

    fn ways(&self, record: &Record, start: &Position) -> Result<(), Replayed> {
        let contradicted = |way: Option<&Way>, ways: usize, what: Contradicted| {
            let path = way.map_or_else(Vec::new, |way| way.game.history().iter().map(ToString::to_string).collect());
            Replayed::Contradicted(Box::new(Contradiction { start: start.clone(), path, ways, what }))
        };
        let game = self.referee.game(start.clone());
        let game = game.map_err(|fault| contradicted(None, 1, Contradicted::Fault(fault, record.span)))?;
        let mut ways = vec![Way { game, seen: Vec::new() }];
        for step in &record.steps {
            for played in &step.play {
                let next = match played {
                    Played::Move { name, span } => self.play(&ways, name, *span),
                    Played::Unknown { least, most, span } => self.unknown(&ways, (*least, *most), *span),
                };
                let next = next.map_err(|stuck| match stuck {
                    Stuck::Fault(at, fault, span) => contradicted(Some(&at), 1, Contradicted::Fault(fault, span)),
                    Stuck::Other(replayed) => replayed,
                })?;
                if next.is_empty() {
                    let what = match played {
                        Played::Move { name, span } => Contradicted::Move(name.clone(), *span),
                        Played::Unknown { span, .. } => Contradicted::Unknown(*span),
                    };
                    return Err(contradicted(ways.first(), ways.len(), what));
                }
                ways = next;
            }
            if let Some(example) = self.examples.get(&step.span) {
                ways = self.fitting(ways, example, &contradicted)?;
            }
            for count in &step.counts {
                ways = self.counted(ways, *count, &contradicted)?;
            }
        }
        Ok(())
    }

    /// Plays a move that a record tells, in every way that it can mean.
    fn play(&self, ways: &[Way], name: &str, span: Span) -> Result<Vec<Way>, Stuck> {
        let mut next = Vec::new();
        for way in ways {
            let mut begun = way.clone();
            let mut meant = meanings(&begun.game.legal_names(), name);
            // sources seldom tell a pass that is forced
            if meant.is_empty() && begun.game.must_pass() {
                begun = begun.after(0, span)?;
                meant = meanings(&begun.game.legal_names(), name);
            }
            for nth in meant {
                next.push(begun.after(nth, span)?);
            }
        }
        self.distinct(next, span)
    }

    /// Plays moves that a record does not tell.
    fn unknown(&self, ways: &[Way], (least, most): (usize, usize), span: Span) -> Result<Vec<Way>, Stuck> {
        let (mut found, mut last) = (Vec::new(), ways.to_vec());
        for moves in 1..=most {
            let mut next = Vec::new();
            for way in &last {
                if self.progress.is_stopped() {
                    return Err(Stuck::Other(Replayed::Stopped));
                }
                for nth in 0..way.game.choices() {
                    next.push(way.after(nth, span)?);
                }
                if next.len() > 4 * self.most_ways {
                    next = self.distinct(next, span)?;
                }
            }
            last = self.distinct(next, span)?;
            if moves >= least {
                found.extend_from_slice(&last);
            }
            if last.is_empty() {
                break;
            }
        }
        self.distinct(found, span)
    }

    /// Each game once, as far as the rules can tell them apart.
    fn distinct(&self, ways: Vec<Way>, span: Span) -> Result<Vec<Way>, Stuck> {
        if ways.len() < 2 {
            return Ok(ways);
        }
        let mut known = HashSet::new();
        let asks_repeated = self.referee.rules().repeated.is_some();
        let mut distinct = Vec::new();
        for mut way in ways {
            if !asks_repeated {
                way.seen.clear();
            }
            way.seen.sort_unstable();
            if known.insert((way.game.position(), way.game.left(), way.seen.clone())) {
                distinct.push(way);
            }
        }
        if distinct.len() > self.most_ways {
            return Err(Stuck::Other(Replayed::Open { span, ways: distinct.len() }));
        }
        Ok(distinct)
    }

    /// The games after which all holds that an example expects.
    fn fitting(
        &self,
        ways: Vec<Way>,
        example: &Example,
        contradicted: &dyn Fn(Option<&Way>, usize, Contradicted) -> Replayed,
    ) -> Ways {
        let board = &self.referee.rules().board;
        let apart = |way: &Way| -> usize {
            let (left, ending, legal) = (way.game.left(), way.game.outcome(), || way.game.legal_names());
            let after = After { board, left: &left, ending: ending.as_ref(), legal: &legal };
            let differences = after.differences(&example.expected);
            differences.iter().map(|difference| difference.parts.len().max(1)).sum()
        };
        let number = ways.len();
        let (fit, others): (Vec<_>, Vec<_>) =
            ways.into_iter().map(|way| (apart(&way), way)).partition(|(apart, _)| *apart == 0);
        if fit.is_empty() {
            let nearest = others.iter().min_by_key(|(apart, _)| *apart).map(|(_, way)| way);
            return Err(contradicted(nearest, number, Contradicted::Expected(example.span)));
        }
        Ok(fit.into_iter().map(|(_, way)| way).collect())
    }

    /// The games from which there are so many sequences of moves.
    fn counted(
        &self,
        ways: Vec<Way>,
        count: Count,
        contradicted: &dyn Fn(Option<&Way>, usize, Contradicted) -> Replayed,
    ) -> Ways {
        let mut fit = Vec::new();
        let mut other = None;
        for way in &ways {
            let sequences = if way.game.is_over() { Ok(0) } else { self.sequences(&way.game, count.depth) };
            if self.progress.is_stopped() {
                return Err(Replayed::Stopped);
            }
            match sequences {
                Ok(sequences) if sequences == count.sequences => fit.push(way.clone()),
                Ok(sequences) => other = other.or(Some((way, sequences))),
                Err(fault) => return Err(contradicted(Some(way), 1, Contradicted::Fault(fault, count.span))),
            }
        }
        match other {
            Some((way, sequences)) if fit.is_empty() => {
                Err(contradicted(Some(way), ways.len(), Contradicted::Count(count, sequences)))
            }
            _ => Ok(fit),
        }
    }

    fn sequences(&self, game: &Game, depth: u32) -> Result<u64, Fault> {
        let branches = match self.referee {
            Referee::Tables(engine) => engine.divide(&game.left(), depth, self.progress)?,
            Referee::Narrator(rules) => crate::drivers::perft::narrated(rules, &game.left(), depth, self.progress)?,
        };
        Ok(branches.iter().map(|(_, sequences)| sequences).sum())
    }
}

/// Why moves cannot be played on.
enum Stuck {
    /// The rules give no answer after these moves.
    Fault(Box<Way>, Fault, Span),
    /// Something that ends the replay.
    Other(Replayed),
}

impl Way {
    /// The game after its legal move of this index.
    fn after(&self, nth: usize, span: Span) -> Result<Way, Stuck> {
        let mut way = self.clone();
        match way.game.play_nth(nth) {
            Ok(()) => {}
            Err(IllegalMove::Fault(fault)) => return Err(Stuck::Fault(Box::new(self.clone()), fault, span)),
            Err(other) => {
                let fault = Fault::new(Span::default(), other.to_string());
                return Err(Stuck::Fault(Box::new(self.clone()), fault, span));
            }
        }
        let mut hasher = DefaultHasher::new();
        way.game.left().hash(&mut hasher);
        way.seen.push(hasher.finish());
        Ok(way)
    }
}

/// The legal moves, by index, that somebody can mean by a name. He may leave out what he does not tell: the direction,
/// or answers. A direction that no player chooses may be written.
pub(super) fn meanings(legal: &[String], given: &str) -> Vec<usize> {
    let given = given.to_lowercase();
    let lower: Vec<String> = legal.iter().map(|name| name.to_lowercase()).collect();
    if let Some(exact) = lower.iter().position(|name| *name == given) {
        return vec![exact];
    }
    let Some(meant) = Parted::of(&given) else { return Vec::new() };
    let fits = |name: &String| {
        Parted::of(name).is_some_and(|name| {
            name.hole == meant.hole
                && (name.way == meant.way || name.way.is_none() || meant.way.is_none())
                && name.answers.starts_with(meant.answers)
        })
    };
    (0..lower.len()).filter(|nth| fits(&lower[*nth])).collect()
}

/// The name of a turn in its parts.
struct Parted<'n> {
    hole: &'n str,
    way: Option<char>,
    answers: &'n str,
}

impl<'n> Parted<'n> {
    /// `None`: no turn that begins in a hole.
    fn of(name: &'n str) -> Option<Self> {
        let letters = name.find(|c: char| !c.is_ascii_alphabetic())?;
        let digits = name[letters..].find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len() - letters);
        if letters == 0 || digits == 0 {
            return None;
        }
        let (hole, rest) = name.split_at(letters + digits);
        let way = rest.chars().next().filter(|sign| matches!(sign, '+' | '-'));
        Some(Parted { hole, way, answers: &rest[way.map_or(0, char::len_utf8)..] })
    }
}

#[cfg(test)]
mod tests {
    use super::meanings;

    #[test]
    fn a_source_need_not_tell_the_whole_move() {
        let legal = ["a1+", "a1-", "b1", "c1+y", "c1+n", "c1-", "d1+:b2", "pass"].map(str::to_owned);
        let cases: [(&str, &[usize]); 11] = [
            ("a1", &[0, 1]),
            ("A1+", &[0]),
            ("b1", &[2]),
            ("b1+", &[2]),
            ("c1", &[3, 4, 5]),
            ("c1+", &[3, 4]),
            ("c1n", &[4]),
            ("d1", &[6]),
            ("pass", &[7]),
            ("e1", &[]),
            ("", &[]),
        ];
        for (given, wanted) in cases {
            assert_eq!(meanings(&legal, given), wanted, "{given}");
        }
    }
}
